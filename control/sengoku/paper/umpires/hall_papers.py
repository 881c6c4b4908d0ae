"""What umpires look things up in: lists, the Bakufu's sheet, the jobs of desks, their codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.paper.players.players_papers import EVERYBODY
from control.sengoku.paper.umpires import hall_papers_questions as hall_papers
from control.sengoku.rules.desks import AT_COURT
from printouts.hall.desk_codes import desk_codes
from printouts.hall.desk_jobs import JOBS, desk_job
from printouts.honour.precedence_list import precedence_list
from printouts.land.province_list import province_list
from printouts.politics.bakufu_sheet import bakufu_sheet

KINDS = Kinds("umpires")


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


@KINDS.add("bakufu_sheet", "The Bakufu’s job", "sheet", AT_COURT, single(bakufu_sheet))
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
