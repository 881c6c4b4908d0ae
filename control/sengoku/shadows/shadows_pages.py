"""Intelligence Control's desk: the queue, the roll, what is found out, the slips (R37). Game Control may look."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.looking_actions import looks
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import known, page, page_or_part
from control.kernel.roles import APART
from control.sengoku.rules import covert as rules
from control.sengoku.shadows import shadows_questions as queries
from control.sengoku.shadows.shadows_papers import job, slips
from control.sengoku.shadows.tampering_questions import letters_within
from control.sengoku.world.land.land_questions import clans_with_lords
from control.sengoku.world.named_pages import form_of_keys

bp = Blueprint("shadows", __name__, url_prefix="/shadows")

DEEDS = {
    "resolve": "covert.resolve",
    "report": "covert.report",
    "deliver": "covert.deliver",
    "tamper": "covert.tamper",
    "strike": "covert.strike",
}
DO_TO_A_LETTER = {"open": "Open it", "hold": "Hold it back", "forge": "Put another in"}


@bp.before_request
def note_a_look() -> None:
    """Game Control may look; the part of the journal that it looks at says so."""
    if g.umpire is not None and g.umpire.desk in g.room.game.who_is_apart:
        looks(g.room, g.umpire)
        g.session.rollback()


@bp.get("/")
@desks(APART)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The commissions, and the form for a new one."""
    return page(
        "shadows/shadows.html",
        **lists(),
        error=error,
        kinds=rules.KINDS,
        clans=clans_with_lords(g.session),
        targets=queries.targets(g.session),
        table=g.room.scenario.covert,
    )


@bp.get("/list")
@desks(APART)
def listed() -> ResponseReturnValue:
    """The lists alone, for a screen that follows."""
    return page_or_part("shadows/_lists.html", "shadows/_lists.html", **lists())


def lists() -> dict[str, Any]:
    """The commissions, of each list the rows that were asked for."""
    desk = queries.desk(g.session, g.room.scenario)
    return {
        "queue": part_of(desk.queue),
        "slips": part_of(desk.slips, named="slips-"),
        "written": any(one.report for one in desk.slips),
        "done": part_of(desk.done, named="done-"),
        "votes": desk.votes,
    }


@bp.post("/")
@desks(APART)
def commission() -> ResponseReturnValue:
    """Take a commission; clans are named as people type them."""
    return acted("covert.commission", form_of_keys(clan="clans and rebels"), url_for(".show"), show)


@bp.get("/<int:number>")
@desks(APART)
def one(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """One commission: to roll for, or with what may be reported."""
    found = queries.commission(g.session, g.room.scenario, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no commission {number}.")
    letters = letters_within(g.session, number)
    return page(
        "shadows/commission.html",
        one=found,
        carried=queries.carried_out(g.session, found.against) if found.kind == "bribe" else None,
        letters=letters,
        letter_choices={one.number: f"{one.code}, {one.sender.name} to {one.recipient.name}" for one in letters},
        deeds=DO_TO_A_LETTER if found.outcome == "success" else {"open": DO_TO_A_LETTER["open"]},
        findings=queries.found_out(g.session, g.room.scenario, number) if found.outcome else (),
        error=error,
        changed=isinstance(error, ChangedElsewhere),
        outcomes=rules.OUTCOMES,
        table=g.room.scenario.covert,
    )


@bp.get("/slips.pdf")
@bp.get("/<int:number>/slip.pdf")
@desks(APART)
def slip(number: int = 0) -> ResponseReturnValue:
    """A report slip to print, or all that wait to be taken to a Controller."""
    pdf = slips(g.session, g.room.scenario, number)
    if pdf is None:
        raise OrderNotUnderstood("No slip is written that could be printed. Write the report first.")
    return as_pdf(pdf)


@bp.get("/job.pdf")
@desks(APART)
def sheet() -> ResponseReturnValue:
    """The desk's one page, with what waits."""
    return as_pdf(job(g.session, g.room.scenario))


def as_pdf(pdf: bytes) -> Response:
    """A paper that is kept nowhere."""
    answer = Response(pdf, mimetype="application/pdf")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/<int:number>/<deed>")
@desks(APART)
def do(number: int, deed: str) -> ResponseReturnValue:
    """Roll, write the slip, hand it over, get at a letter, or let what was done be seen."""
    known(deed, DEEDS)
    form: dict[str, Any] = {**request.form, "commission": str(number)}
    if deed == "resolve":
        thrown = [form.pop(name, "") for name in ("one", "other")]
        if any(thrown):
            form["dice"] = thrown
    return acted(DEEDS[deed], form, url_for(".one", number=number), lambda error: one(number, error))
