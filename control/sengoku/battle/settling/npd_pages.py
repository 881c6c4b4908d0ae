"""Non-Player Daimyo Control: what the people of a province nobody plays answer to whoever wants to pass (R16).

One page for one job: the questions, and four buttons. Nothing here says how large an army is or who leads it.
"""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done
from control.kernel.pages.parts import page
from control.sengoku.battle.encounters import encounters_questions as queries

bp = Blueprint("npd", __name__, url_prefix="/npd")

WHO = ("npd", "map", "game")
WITH_TROOPS = ("joins", "raises")
"""The answers that need a number of counters."""


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The questions that wait for an answer, and what was answered this season."""
    return page("battle/npd/questions.html", **context(), error=error)


def context() -> dict[str, object]:
    """What the page and its live part show."""
    return {
        "questions": queries.questions(g.session, g.umpire.desk),
        "answered": queries.answered(g.session, g.umpire.desk),
        "words": queries.ANSWERS,
    }


@bp.get("/questions")
@desks(*WHO)
def questions() -> ResponseReturnValue:
    """The questions alone, fetched anew when the journal has grown."""
    return page("battle/npd/_questions.html", **context())


@bp.get("/<int:number>/<answer>")
@desks(*WHO)
def with_troops(number: int, answer: str, error: OrderError | None = None) -> ResponseReturnValue:
    """With how many counters the locals join an army, or stand against it."""
    found = queries.question(g.session, number, g.umpire.desk)
    if found is None or answer not in WITH_TROOPS:
        raise OrderNotUnderstood("There is no such question. Go back to the list of questions.", field="encounter")
    return page("battle/npd/troops.html", question=found, answer=answer, words=queries.ANSWERS, error=error)


@bp.post("/<int:number>")
@desks(*WHO)
def answered(number: int) -> ResponseReturnValue:
    """Answer for the locals."""
    try:
        return done(act("locals.answer", {**request.form, "encounter": str(number)}), url_for(".show"))
    except OrderError as error:
        asked = request.form.get("answer", "")
        if asked in WITH_TROOPS and queries.question(g.session, number, g.umpire.desk):
            return with_troops(number, asked, error)
        return show(error)
