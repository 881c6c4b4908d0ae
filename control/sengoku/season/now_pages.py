"""What now: the first page of every desk, and the part of it that stands on the map's and on Game Control's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, g
from flask import session as remembered
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.kernel import steady
from control.kernel.hall.clock.clock_questions import ClockView, Face, clock_view, face, of_day
from control.kernel.hall.clock.clock_rules import time_of
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import page_or_part
from control.sengoku.books.team_pages import FORMS
from control.sengoku.rules.desks import DESKS
from control.sengoku.season.gate_pages import leads_to_all, link_to, link_to_all
from control.sengoku.season.gate_questions import mine, must_be_settled, still_open
from control.sengoku.season.waits_questions import what_waits

bp = Blueprint("now", __name__, url_prefix="/now")


@bp.get("/")
@desks(*DESKS)
def show() -> ResponseReturnValue:
    """What waits for this umpire, and with whom the rest lies; the part alone to a screen that follows."""
    return page_or_part("season/now.html", "season/_now.html")


def now_here(session: Session) -> dict[str, Any]:
    """What waits for whoever asks, and how to get there; ``settled`` is whether Game Control can close the season."""
    desk, moment = g.umpire.desk, steady.now()
    clock = (clock_view if desk == "game" else face)(session, g.room.scenario, moment)
    return {
        "now": what_waits(session, g.room.scenario, desk, g.umpire.name),
        "settled": desk == "game" and not must_be_settled(still_open(session)),
        "clock": clock_words(clock, moment),
        "begun": clock.begun,
        "coming": clock.coming,
        "evening": evening(clock),
        "link": link_to,
        "link_to_all": link_to_all,
        "whole": leads_to_all,
        "words": lambda waits: waits.words if leads_to_all(waits) else waits.things[0].sentence,
    }


def evening(clock: Face) -> ClockView | None:
    """The clock and its day, for whoever minds the day, once no season fits in after this one: nothing ends it."""
    return clock if isinstance(clock, ClockView) and clock.is_drawing_to_its_end else None


def clock_words(clock: Face, moment: datetime) -> str:
    """Where the clock is, in words that stay true while it runs: "Discuss until 14:35"; "Orders, not started"."""
    if not clock.running or clock.left <= 0:
        return f"{clock.name}, {clock.said}"
    return f"{clock.name} until {time_of(of_day(moment) + clock.left)}"


def walks_with(session: Session) -> dict[str, Any] | None:
    """The clan whose page this Controller opened last, and what is booked there; nothing if he opened none."""
    found = next((one for one in clans_here(session) if one.clan.id == remembered.get("clan")), None)
    return {"clan": found.clan, "forms": FORMS} if found else None


def clans_here(session: Session) -> list[Any]:
    """The clans that this umpire walks with by the rota, for Team Control; all of them if it names none."""
    if g.umpire.desk != "team":
        return []
    every = [one.tick for one in mine(session, g.umpire.name, g.umpire.desk)]
    return [one for one in every if one.is_minded_by(g.umpire.name)] or every
