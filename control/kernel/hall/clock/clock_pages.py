"""The clock: its face for every screen, and for the desk that leads its buttons and the plan of the day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, g, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.database.keeping import changes_with
from control.kernel.errors import OrderError
from control.kernel.hall.clock.clock_questions import clock_view, face, last_press
from control.kernel.hall.clock.clock_rules import plan_in_words
from control.kernel.journal.journal_questions import last_entered
from control.kernel.open_room import here
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import heard, known, page
from control.kernel.roles import LEAD
from control.kernel.steady import STEADY

bp = Blueprint("clock", __name__, url_prefix="/clock")

WHO = (LEAD,)
PRESSES = {
    "start": "clock.start",
    "pause": "clock.pause",
    "minute": "clock.add_minute",
    "skip": "clock.skip",
    "back": "clock.back",
}
EMPTY_BREAKS = 2
QUIET = 300
"""So many seconds after the last entry the machine's clock is believed again, while that of the game stands."""


@bp.app_context_processor
def small_clock() -> dict[str, Any]:
    """What the small clock at the head of every page shows."""
    return {"clock_face": lambda: face(g.session, g.room.scenario, STEADY.now()), "clock_state": clock_state}


def clock_state() -> dict[str, Any]:
    """The clock as screens get it."""
    now = STEADY.now()
    found = face(g.session, g.room.scenario, now)
    if not found.running and (not STEADY.is_off() or is_quiet(now)):
        here().settle_clock()
    return found.as_dict(now, heard_by_then())


@changes_with()
def is_quiet(now: datetime) -> bool:
    """Whether nothing was entered for a while: what was just pressed may be taken back, and the clock then runs on from
    a moment that was told before the machine was believed again. What is shown changes by it only with the second."""
    last = last_entered(g.session)
    return not last or abs((now - datetime.fromisoformat(last)).total_seconds()) >= QUIET


@changes_with()
def heard_by_then() -> int:
    """Where the journal is as far as clocks go: of two words the later one counts. With the clock unchanged a word that
    was kept says as much as one of now."""
    return heard()


@bp.get("/")
@desks(*WHO)
def desk(error: OrderError | None = None) -> ResponseReturnValue:
    """The clock with its buttons, and the plan of the day."""
    context = desk_context()
    return page(
        "hall/clock/desk.html",
        **context,
        error=error,
        breaks=typed_breaks() if request.endpoint == "clock.plan" else break_rows(context["clock"].breaks),
    )


def desk_context() -> dict[str, Any]:
    """The clock, the press that can be undone, and the plan in words."""
    clock = clock_view(g.session, g.room.scenario, STEADY.now())
    return {
        "clock": clock,
        "press_to_undo": last_press(g.session),
        "plan_shown": plan_in_words(clock.begins, clock.ends, [*clock.breaks]),
    }


def break_rows(breaks: Any) -> list[dict[str, str]]:
    """The breaks as rows of the form, and empty ones for more."""
    rows = [{"name": one["name"], "at": one["at"], "minutes": str(one["minutes"])} for one in breaks]
    return rows + [{"name": "", "at": "", "minutes": ""} for _ in range(EMPTY_BREAKS)]


def typed_breaks() -> list[dict[str, str]]:
    """The rows of the form as they were typed, those left empty last."""
    columns = [request.form.getlist(f"break_{field}") for field in ("name", "at", "minutes")]
    rows = [dict(zip(("name", "at", "minutes"), row, strict=True)) for row in zip(*columns, strict=False) if any(row)]
    return rows + break_rows(())


@bp.get("/hands")
@desks(*WHO)
def hands() -> ResponseReturnValue:
    """The face and the buttons; a part of the desk."""
    return page("hall/clock/_hands.html", **desk_context(), error=None)


@bp.get("/day")
@desks(*WHO)
def day() -> ResponseReturnValue:
    """How the day goes; a part of the desk."""
    return page("hall/clock/_day.html", **desk_context())


@bp.get("/full")
def full() -> ResponseReturnValue:
    """The face alone, as large as the screen: for the projector, and for everybody."""
    return page("hall/clock/full.html", clock=clock_view(g.session, g.room.scenario, STEADY.now()))


@bp.get("/now")
def now() -> Response:
    """The clock and the server's time, for a screen that goes on by itself."""
    answer = jsonify(clock_state())
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/<press>")
@desks(*WHO)
def press(press: str) -> ResponseReturnValue:
    """A button of the clock."""
    known(press, PRESSES)
    return acted(PRESSES[press], request.form, url_for(".desk"), desk)


@bp.post("/undo")
@desks(*WHO)
def undo() -> ResponseReturnValue:
    """Take a press back: the clock is as if nobody had pressed."""
    return acted("journal.undo", request.form, url_for(".desk"), desk)


@bp.post("/plan")
@desks(*WHO)
def plan() -> ResponseReturnValue:
    """Change the plan of the day."""
    wanted: dict[str, Any] = {field: request.form.get(field, "") for field in ("begins", "ends", "shown")}
    wanted["breaks"] = [
        {field: typed for field, typed in row.items() if typed.strip()} for row in typed_breaks() if any(row.values())
    ]
    return acted("day.plan", wanted, url_for(".desk"), desk)
