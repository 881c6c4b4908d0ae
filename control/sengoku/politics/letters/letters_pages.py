"""Winter letters and winter travel (handbook 2 and 6; R18, R19, R34)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, session, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page
from control.sengoku.politics.letters import letters_questions as queries
from control.sengoku.rules.desks import SEES_BOOKS, TRAVELS
from control.sengoku.world.named_pages import form_of_keys, names_of
from control.sengoku.world.standing_questions import standing

bp = Blueprint("letters", __name__, url_prefix="/letters")


@bp.get("/")
@desks(*SEES_BOOKS)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The letters to hand over, those written and posted, and the forms."""
    chosen = clan()
    return page(
        "politics/letters/letters.html",
        **lists(chosen),
        error=error,
        to=answered(),
        winter=standing(g.session, g.room.scenario).season == "winter",
        recipients=names_of("clans"),
        people=queries.may_travel(g.session, g.umpire.desk, chosen),
        travels=g.umpire.desk in TRAVELS,
        provinces=names_of("provinces"),
        fates=queries.FATES,
    )


def clan() -> str:
    """The clan that was chosen, of those this desk minds, or the one its Controller walks with; empty for all, which is
    a choice too."""
    wanted = request.args.get("clan", request.form.get("clan", request.form.get("sender")))
    if wanted is None:
        wanted = session.get("clan", "") if g.umpire.desk == "team" else ""
    return wanted if any(one.id == wanted for one in queries.clans(g.session, g.umpire.desk)) else ""


def answered() -> str:
    """The name of the clan that is written to, where the address names one; empty else."""
    found = g.room.scenario.clans.get(request.args.get("to", ""))
    return found.name if found else ""


def lists(chosen: str) -> dict[str, Any]:
    """What the page and its live part show."""
    desk = g.umpire.desk
    found = queries.post(g.session, desk, chosen)
    return {
        "parts": {
            "to_deliver": part_of(found.to_deliver),
            "written": part_of(found.written, named="written-"),
            "posted": part_of(found.posted, named="posted-"),
        },
        "where": {"clan": chosen} if chosen else {},
        "clans": queries.clans(g.session, desk),
        "chosen": chosen,
        "post": found,
        "travellers": queries.travellers(g.session, desk, chosen),
    }


@bp.get("/list")
@desks(*SEES_BOOKS)
def listed() -> ResponseReturnValue:
    """The letters alone, fetched anew when the journal has grown."""
    return page("politics/letters/_post.html", **lists(clan()))


@bp.post("/")
@desks(*SEES_BOOKS)
def write() -> ResponseReturnValue:
    """Write a letter, and by default post it at once."""
    form = form_of_keys(recipient="clans")
    return acted("letter.write", form, url_for(".show", clan=form.get("sender") or None), show)


@bp.post("/<int:number>/post")
@desks(*SEES_BOOKS)
def post(number: int) -> ResponseReturnValue:
    """Post a letter that was only written."""
    return button("letter.post", number)


@bp.post("/<int:number>/deliver")
@desks(*SEES_BOOKS)
def deliver(number: int) -> ResponseReturnValue:
    """A letter was handed over."""
    return button("letter.deliver", number)


def button(action: str, number: int) -> ResponseReturnValue:
    """Do something with a letter, and show the list again."""
    form = {field: value for field, value in request.form.items() if field != "clan"}
    return acted(action, {**form, "letter": str(number)}, url_for(".show", clan=clan()), show)


@bp.post("/travel")
@desks(*TRAVELS)
def travel() -> ResponseReturnValue:
    """Send somebody on a journey; in winter he is called to draw a card (R18, R19)."""
    form = form_of_keys(province="provinces")
    sent = {field: form.get(field, "") for field in ("character", "province", "key", "twice")}
    return acted("person.visit", sent, url_for(".show", clan=clan()), show)


@bp.get("/<code>")
@desks(*SEES_BOOKS)
def letter(code: str) -> ResponseReturnValue:
    """One letter, by the code that stands on it."""
    found = queries.letter(g.session, g.umpire.desk, code[:20])
    if found is None:
        raise OrderNotUnderstood(f"There is no letter {code[:20]} for this desk to see.", field="code")
    return page("politics/letters/letter.html", letter=found)
