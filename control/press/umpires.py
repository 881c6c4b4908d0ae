"""What umpires work from: battle sheet, walk-round sheet, what is missing from the table."""

from __future__ import annotations

from collections.abc import Iterator

from control.press.kinds import Item, Kind, Press, single
from control.queries.forces import rule_options
from control.queries.sheets import missing_data, walk_round_data
from printouts.battle_sheet import battle_sheet
from printouts.missing_orders import missing_orders
from printouts.walk_round import walk_round

PRINTERS = ("map", "game")


def battle_sheet_items(press: Press) -> Iterator[Item]:
    """The one sheet, by the tables and options in force."""
    yield Item("", "Battle sheet", "", (press.scenario.tables, rule_options(press.session)))


def missing_order_items(press: Press) -> Iterator[Item]:
    """The one list."""
    yield Item("", "Missing from the table", "", missing_data(press.session, press.scenario))


def walk_round_items(press: Press) -> Iterator[Item]:
    """The one set of sheets."""
    yield Item("", "Walk-round", "", walk_round_data(press.session, press.scenario))


KINDS = (
    Kind(
        "battle_sheet", "Battle sheet", "battle sheet", "umpires", PRINTERS, battle_sheet_items,
        single(lambda paper, given: battle_sheet(paper, *given)), "",
    ),
    Kind(
        "missing_orders", "Missing from the table", "list", "umpires", PRINTERS, missing_order_items,
        single(missing_orders), "", pack=False,
    ),
    Kind(
        "walk_round", "Walk-round sheets", "set of sheets", "umpires", PRINTERS, walk_round_items,
        single(walk_round), "",
    ),
)
