"""What a clan wants, as the scenario has it: the aims of its dossier, or what its briefing lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from control.sengoku.scenario.files.briefings import PLACE
from control.sengoku.scenario.model import Scenario

WANTS = re.compile(r"^##[^\n]*\bwants?\b[^\n]*\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)
ITEM = re.compile(r"^(?:\d+\.|[-*]) +", re.MULTILINE)


def goals(scenario: Scenario, clan: str) -> tuple[str, ...]:
    """The goals of a clan, each in a few words without a stop; none if the scenario does not say."""
    if (written := scenario.locals.get(clan)) and written.aims:
        return written.aims
    text = scenario.texts.clans.get(clan)
    found = WANTS.search(text.body) if text else None
    items = [] if found is None else [" ".join(one.split()) for one in ITEM.split(found[1])]
    return tuple(filled(scenario, one).rstrip(".") for one in items if one)


def filled(scenario: Scenario, words: str) -> str:
    """Words of a briefing with the names of those of whom they speak; a figure is left out."""
    named: dict[str, Mapping[str, Any]] = {"clan": scenario.clans, "person": scenario.characters}
    named |= {"province": scenario.provinces, "place": scenario.places}

    def name(found: re.Match[str]) -> str:
        what, _, key = found[1].partition(":")
        one = named.get(what, {}).get(key)
        return one.name if one is not None else "…"

    return PLACE.sub(name, words)
