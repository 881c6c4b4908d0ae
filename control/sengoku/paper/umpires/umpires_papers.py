"""What umpires work from at the map: battle sheet, map log, what is missing from the table, the walk-round."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.battle.rounds.sheet_questions import battle_sheet_data
from control.sengoku.paper.season.sheets_questions import missing_data, walk_round_data
from control.sengoku.paper.umpires import hall_papers_questions as hall_papers
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.options_questions import options_in
from printouts.battle.battle_sheet import battle_sheet
from printouts.march.map_log import map_log
from printouts.march.missing_orders import missing_orders
from printouts.march.walk_round import walk_round

KINDS = Kinds("umpires")


@KINDS.add("battle_sheet", "Battle sheet", "battle sheet", AT_THE_MAP, single(battle_sheet), sides="both")
def battle_sheet_items(press: Press) -> Iterator[Item]:
    """The one sheet, by the tables and options in force."""
    yield Item("", "Battle sheet", "", battle_sheet_data(press.scenario.tables, options_in(press.session)))


@KINDS.add("map_log", "Map log", "log", AT_THE_MAP, single(map_log))
def map_log_items(press: Press) -> Iterator[Item]:
    """The one log of this season."""
    yield Item("", "Map log", "", hall_papers.map_log_data(press.session, press.scenario))


@KINDS.add("missing_orders", "Missing from the table", "list", AT_THE_MAP, single(missing_orders), pack=False)
def missing_order_items(press: Press) -> Iterator[Item]:
    """The one list."""
    yield Item("", "Missing from the table", "", missing_data(press.session, press.scenario))


@KINDS.add("walk_round", "Walk-round sheets", "set of sheets", AT_THE_MAP, single(walk_round))
def walk_round_items(press: Press) -> Iterator[Item]:
    """The one set of sheets."""
    yield Item("", "Walk-round", "", walk_round_data(press.session, press.scenario))
