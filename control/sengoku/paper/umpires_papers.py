"""What umpires work from: battle sheet, walk-round and map log; each desk's sheets of its clans; lists; desk codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.battle.sheet_questions import battle_sheet_data
from control.sengoku.paper import clan_papers_questions as clan_papers
from control.sengoku.paper import hall_papers_questions as hall_papers
from control.sengoku.paper.players_papers import EVERYBODY
from control.sengoku.paper.sheets_questions import missing_data, walk_round_data
from control.sengoku.rules.desks import SEES_HONOUR
from control.sengoku.world.options_questions import options_in
from printouts.battle.battle_sheet import battle_sheet
from printouts.battle.npd_sheet import npd_sheets
from printouts.hall.desk_codes import desk_codes
from printouts.hall.desk_jobs import JOBS, desk_job
from printouts.honour.honour_tally import honour_tally
from printouts.honour.precedence_list import precedence_list
from printouts.land.province_list import province_list
from printouts.march.map_log import map_log
from printouts.march.missing_orders import missing_orders
from printouts.march.walk_round import walk_round
from printouts.people.clan_sheet import clan_sheet
from printouts.politics.bakufu_sheet import bakufu_sheet

PRINTERS = ("map", "game")
KINDS = Kinds("umpires")


@KINDS.add("battle_sheet", "Battle sheet", "battle sheet", PRINTERS, single(battle_sheet), sides="both")
def battle_sheet_items(press: Press) -> Iterator[Item]:
    """The one sheet, by the tables and options in force."""
    yield Item("", "Battle sheet", "", battle_sheet_data(press.scenario.tables, options_in(press.session)))


@KINDS.add("map_log", "Map log", "log", PRINTERS, single(map_log))
def map_log_items(press: Press) -> Iterator[Item]:
    """The one log of this season."""
    yield Item("", "Map log", "", hall_papers.map_log_data(press.session, press.scenario))


@KINDS.add("missing_orders", "Missing from the table", "list", PRINTERS, single(missing_orders), pack=False)
def missing_order_items(press: Press) -> Iterator[Item]:
    """The one list."""
    yield Item("", "Missing from the table", "", missing_data(press.session, press.scenario))


@KINDS.add("walk_round", "Walk-round sheets", "set of sheets", PRINTERS, single(walk_round))
def walk_round_items(press: Press) -> Iterator[Item]:
    """The one set of sheets."""
    yield Item("", "Walk-round", "", walk_round_data(press.session, press.scenario))


@KINDS.add(
    "clan_sheet",
    "Clan sheets",
    "clan sheet",
    ("team", "game"),
    single(clan_sheet),
    "No clan is played, so there is no clan sheet to print.",
)
def clan_sheet_items(press: Press) -> Iterator[Item]:
    """A sheet for each clan that Team Control minds. The season on it is that of printing."""
    for clan, sheet in clan_papers.clan_sheet_data(press.session, press.scenario, press.desk):
        yield Item(clan, sheet.clan.name, clan, sheet, replace(sheet, when=""))


@KINDS.add(
    "honour_tally",
    "Honour tallies",
    "honour tally",
    SEES_HONOUR,
    single(honour_tally),
    "No clan is played, so there is no honour to tally.",
)
def honour_tally_items(press: Press) -> Iterator[Item]:
    """A tally for each played clan. It belongs to no clan's pack: what is in one is handed to players."""
    for clan, tally in clan_papers.tally_data(press.session, press.scenario, press.desk):
        yield Item(clan, tally.clan.name, "", tally, replace(tally, when=""))


@KINDS.add(
    "npd_sheet",
    "Non-Player Daimyo sheets",
    "NPD sheet",
    ("npd", "game"),
    npd_sheets,
    "Every clan is played, so Non-Player Daimyo Control minds none.",
)
def npd_sheet_items(press: Press) -> Iterator[Item]:
    """Each clan that NPD Control minds. The season on the pages is that of printing."""
    for clan, found in clan_papers.npd_data(press.session, press.scenario):
        yield Item(clan, found.clan.name, clan, found, replace(found, when=""))


@KINDS.add("province_list", "Provinces", "list", EVERYBODY, single(province_list))
def province_list_items(press: Press) -> Iterator[Item]:
    """The one list."""
    listed = hall_papers.province_list_data(press.session, press.scenario)
    yield Item("", "Provinces", "", listed, listed.provinces)


@KINDS.add("precedence_list", "Order of precedence", "list", EVERYBODY, single(precedence_list))
def precedence_list_items(press: Press) -> Iterator[Item]:
    """The one list."""
    listed = hall_papers.precedence_list_data(press.session)
    yield Item("", "Precedence", "", listed, listed.people)


@KINDS.add("bakufu_sheet", "The Bakufu’s job", "sheet", ("bakufu", "game"), single(bakufu_sheet))
def bakufu_sheet_items(press: Press) -> Iterator[Item]:
    """The one sheet."""
    one = hall_papers.bakufu_sheet_data(press.session, press.scenario)
    yield Item("", "The Bakufu’s job", "", one, replace(one, when=""))


@KINDS.add("desk_jobs", "Jobs of desks", "sheet", (*JOBS, "game"), single(desk_job))
def desk_job_items(press: Press) -> Iterator[Item]:
    """The job of the desk that prints; at Game Control those of all."""
    for key, job in JOBS.items():
        if press.desk in (key, "game"):
            yield Item(key, job.title, "", job)


@KINDS.add("desk_codes", "Desk codes", "card", ("game",), desk_codes)
def desk_code_items(press: Press) -> Iterator[Item]:
    """A card for each desk, and for each umpire who has a code of his own."""
    for key, card in hall_papers.desk_code_data(press.session, press.make_url, press.fingerprint):
        yield Item(key, f"{card.whose}, {card.desk}" if card.whose else card.desk, "", card)
