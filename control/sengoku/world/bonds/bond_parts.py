"""The parts of a bond in one line, as a typed day has them:
``through: kai, shinano; owes: 20 points; due_in: autumn; hostages: takeda-yoshinobu``; and as people write them:
``through: Kai, Shinano; owes: 20 points; due in: autumn; hostages: Takeda Yoshinobu``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.typed import THOUSANDS
from control.sengoku.rows import Treaty
from control.sengoku.scenario.model import SEASONS

LISTS = {"through": "province", "against": "clan", "hostages": "character"}
PEOPLE = ("bride", "groom", "one_person", "other_person")
WORDS = ("temple", "owes", "due_in", "dowry")
PARTS = (*LISTS, *PEOPLE, *WORDS)
NOUNS = LISTS | dict.fromkeys(PEOPLE, "character")
"""What each of those names that name something."""
BETWEEN = re.compile(r"[,/]| and | & ")


def parts_written(bond: Treaty, hostages: Iterable[str]) -> str:
    """The parts of a bond, those that it has."""
    has = {key: getattr(bond, key) for key in PARTS if key != "hostages"} | {"hostages": sorted(hostages)}
    if not bond.owes:
        del has["due_in"]
    said = {key: ", ".join(value) if key in LISTS else str(value or "").replace(";", ",") for key, value in has.items()}
    return "; ".join(f"{key}: {value}" for key, value in said.items() if value)


def parts_read(typed: str) -> dict[str, Any]:
    """The parts of a bond as they were typed. Raises OrderNotUnderstood for one that there is none of."""
    found: dict[str, Any] = {}
    for part in filter(None, (one.strip() for one in typed.split(";"))):
        key, value = of_part(part)
        if key not in PARTS or not value:
            raise OrderNotUnderstood(
                f"“{part}” is no part of a treaty.{did_you_mean(key, PARTS)} One is written as owes: 20 points.",
                field="parts",
            )
        found[key] = each_of(value) if key in LISTS else value.lower() if key == "due_in" else value
    if found.get("due_in", "winter") not in SEASONS:
        raise OrderNotUnderstood(f"due in is one of {', '.join(SEASONS)}.", field="parts")
    return found


def of_part(part: str) -> tuple[str, str]:
    """What a part is called, however it is spelt, and what it says."""
    key, _, value = part.partition(":")
    return "_".join(key.lower().split()), value.strip()


def each_of(value: str) -> list[str]:
    """What a part lists."""
    return [one.strip() for one in BETWEEN.split(value) if one.strip()]


def with_names(parts: str, called: Callable[[str, str], str]) -> str:
    """Parts in which everything is ``called`` otherwise, by its noun: names for ids, or ids for names; in their order,
    in whichever they were typed."""
    said = []
    for part in filter(None, (one.strip() for one in parts.split(";"))):
        key, value = of_part(part)
        if noun := NOUNS.get(key):
            value = ", ".join(called(noun, one) for one in each_of(value))
        told = key in PARTS and value
        said.append((PARTS.index(key), f"{key}: {value}") if told else (len(PARTS), part))
    return "; ".join(part for _, part in sorted(said, key=lambda one: one[0]))


def ids_named(parts: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """What they name: the noun of each, and its id."""
    for key, noun in LISTS.items():
        yield from ((noun, one) for one in parts.get(key, ()))
    yield from (("character", parts[key]) for key in PEOPLE if key in parts)


def points_in(owes: str) -> int:
    """The points that are owed, as the words say it: the first number in them."""
    return int(found[0]) if (found := re.findall(r"\d{1,5}", THOUSANDS.sub("", owes))) else 0
