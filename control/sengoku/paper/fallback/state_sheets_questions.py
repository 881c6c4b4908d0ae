"""The lists of a state as people write them: names for ids, yes and no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.reading import asked_once
from control.kernel.wording import folded
from control.sengoku.paper.fallback.state_lines import IDS, Column
from control.sengoku.paper.fallback.state_lists_questions import STAY
from control.sengoku.rows import Character, Clan, Place, Province
from control.sengoku.world.bonds.bond_parts import with_names
from control.sengoku.world.land.risings_questions import REBELS

NOTHING = "–"
"""What is printed where a cell is empty, and may be typed for it."""


Names = dict[str, dict[str, str]]


@asked_once
def names(session: Session) -> Names:
    """The names of clans, provinces, places and persons, by their ids."""
    rows = (select(model.id, model.name) for model in (Clan, Province, Place, Character))
    return {
        kind: {key: name for key, name in sorted(session.execute(found), key=lambda row: folded(row[1]))}  # noqa: C416
        for kind, found in zip(IDS, rows, strict=True)
    }


def ids_by_name(session: Session) -> Names:
    """The ids of clans, provinces, places and persons, by their names and ids without capitals and macrons; of clans
    also by the letters on their flags."""
    found: Names = {}
    for kind, named in names(session).items():
        found[kind] = {folded(name): key for key, name in named.items()} | {folded(key): key for key in named}
    for key, code in session.execute(select(Clan.id, Clan.code)):
        found["clan"].setdefault(folded(code), key)
    found["clan"].setdefault(REBELS, REBELS)  # who are no clan before the first rise (R42)
    return found


def cell_in_words(column: Column, value: Any, named: Mapping[str, Mapping[str, str]]) -> str:
    """A cell as people write it: names for ids, yes and no; empty for nothing."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if column.of in named:
        return named[column.of].get(value, str(value))
    if column.of == "route" and value != STAY:
        return " – ".join(named["province"].get(part, part) for part in str(value).split(", "))
    if column.of == "parts":
        return with_names(value, lambda noun, key: named[noun].get(key, key)).replace("due_in:", "due in:")
    return str(value)
