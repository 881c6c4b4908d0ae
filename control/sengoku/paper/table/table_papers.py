"""What lies on the tables: counters and tactic cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.printing.kinds import Item, Kinds, Press
from control.sengoku.paper.table.table_papers_questions import (
    common_counters,
    people_counters,
    tactic_sets,
    troop_counters,
)
from control.sengoku.rules.desks import AT_THE_MAP
from printouts.battle.tactic_cards import tactic_cards
from printouts.hall.counters import counters

KINDS = Kinds("table")


@KINDS.add("counters", "Counters", "sheet of counters", AT_THE_MAP, counters)
def counter_items(press: Press) -> Iterator[Item]:
    """For each clan its troops and works, and its people; and what all clans share.

    Troops do not become wrong when there are more or fewer of them, so it is only another look, another name or
    another share of rice and cash that makes a sheet one to print again.
    """
    people = dict(people_counters(press.session, press.scenario))
    for key, sheet in troop_counters(press.session, press.scenario):
        if key in people or any(one.count for one in sheet.counters if one.kind == "troops"):
            yield Item(key, sheet.title, key, sheet, (sheet.bearer, tuple(one.kind for one in sheet.counters)))
        if key in people:
            yield Item(f"{key}-people", people[key].title, key, people[key])
    shared = common_counters(press.session, press.scenario)
    facts = replace(shared, counters=tuple(one for one in shared.counters if one.kind != "wound"))
    yield Item("shared", shared.title, "", shared, facts)


@KINDS.add("tactic_cards", "Tactic cards", "set of tactic cards", AT_THE_MAP, tactic_cards)
def tactic_items(press: Press) -> Iterator[Item]:
    """A set for either side."""
    for side, cards in tactic_sets(press.scenario):
        yield Item(side, f"Tactics of the {side}", "", cards)
