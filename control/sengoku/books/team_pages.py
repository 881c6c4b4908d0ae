"""A clan’s page for its Controller’s phone: what it has, and each booking in three taps; troops for the next season.

NPD Control and the Bakufu reach the same pages for the clans they mind by way of the books.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood
from control.kernel.journal.numbering_questions import numbering
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act_all, acted, done
from control.kernel.pages.parts import page, status_of
from control.sengoku.books import books_questions as queries
from control.sengoku.books.books_actions import GIVING
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.economy import uniforms_cost
from control.sengoku.world.bonds.calls_questions import waiting
from control.sengoku.world.named_pages import clan_of
from control.sengoku.world.names import ground_chosen
from control.sengoku.world.options_questions import options_in

bp = Blueprint("team", __name__, url_prefix="/team")

WHO = SEES_BOOKS
BUTTONS = (1, 2, 3, 5, 10)
REASONS = ("the umpires gave them", "they rose against an enemy", "announced, but not entered")
"""Why counters are put down at once: offered on the form, the first filled in."""
CLAD = (2, 4, 6, 10, 20)
"""The figures on the big buttons: points, and for uniforms the counters that are clad."""
FORMS: dict[str, tuple[str, str, str, str]] = {
    "event": ("account.spend", "Public event", "What and where", "R25"),
    "uniforms": ("account.spend", "Uniforms", "For whom", "R25"),
    "loan": ("account.spend", "Loan to a noble", "To whom", "H5"),
    "give": ("account.give", "Gift or tribute", "What for", "R33"),
    "receive": ("account.receive", "Receive", "What for", "H5"),
    "other": ("account.spend", "Other", "What for", "H5"),
}
"""What is booked on a page: the action, its title, what the note says, and the section. A bribe is not: who pays for
covert work must get it, and its books are secret (R37)."""


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """The clan this Controller walks with; the list to choose from, at first and with ``?choose=1``."""
    mine = session.get("clan", "")
    if mine and not request.args.get("choose") and queries.kept(g.session, g.umpire.desk, mine):
        return redirect(url_for(".clan", key=mine), 303)
    return page("books/team/choose.html", accounts=queries.accounts(g.session, g.umpire.desk), mine=mine)


@bp.get("/<key>")
@desks(*WHO)
def clan(key: str) -> ResponseReturnValue:
    """A clan: its treasury, the tiles of all it can do, the last bookings. It is remembered."""
    mine = own(key)
    session["clan"] = mine
    return page("books/team/clan.html", forms=FORMS, **standing_of(mine))


@bp.get("/<key>/now")
@desks(*WHO)
def now(key: str) -> ResponseReturnValue:
    """The treasury and the last bookings, fetched anew when the journal has grown."""
    return page("books/team/_now.html", **standing_of(own(key)))


@bp.get("/<key>/since/<int:last>")
@desks(*WHO)
def since(key: str, last: int) -> ResponseReturnValue:
    """What was booked for the clan since a form was opened, by whom; what it has now, also once that is taken back."""
    mine = own(key)
    booked = queries.latest(g.session, mine, 3, numbering(g.session, g.umpire.desk).true(last))
    return page("books/team/_since.html", booked=booked, account=queries.account(g.session, mine))


def own(key: str) -> str:
    """A clan whose books this desk keeps. Raises OrderNotUnderstood, NotThisDesk."""
    clan = clan_of(key)
    if not queries.kept(g.session, g.umpire.desk, key):
        raise NotThisDesk(f"The books of {clan.name} are kept at another desk.", field="clan")
    return key


def standing_of(key: str) -> dict[str, Any]:
    """What the clan’s page and its live part show."""
    fields = queries.fields(g.session, key)
    return {
        "calls": waiting(g.session, g.umpire.desk, key),
        "account": queries.account(g.session, key),
        "booked": queries.latest(g.session, key),
        "left": sum(field.left for field in fields),
        "coming": sum(field.announced for field in fields),
        "next_season": queries.next_season(g.session),
    }


# --- A booking ----------------------------------------------------------------------------------------------


@bp.get("/<key>/<what>")
@desks(*WHO)
def form(key: str, what: str, error: OrderError | None = None) -> Response:
    """The form of a booking: big figures, each with what it would leave; from the address it previews a figure
    (``?typed=7``)."""
    mine = own(key)
    _action, title, note, section = FORMS[known(what)]
    typed = request.form if error else request.args
    prices = g.room.scenario.tables.economy
    clad = what == "uniforms"
    account = queries.account(g.session, mine)
    cost = (lambda figure: uniforms_cost(figure, prices)) if clad else (lambda figure: figure)
    return page(
        "books/team/book.html",
        account=account,
        what=what,
        form=typed,
        error=error,
        title=title,
        note=note,
        section=section,
        figure="counters" if clad else "points",
        figures=[(one, cost(one), account.points - cost(one)) for one in (CLAD if clad else BUTTONS)],
        each=prices.uniforms_for if clad else 1,
        last=numbering(g.session, g.umpire.desk).told_up_to(queries.last_booking(g.session, mine)),
        preview=preview(typed.get("typed", ""), cost, account.points),
        comes_in=what == "receive",
        lent=queries.lent(g.session, mine) if what == "receive" else 0,
        mean=prices.event,
        others=queries.others(g.session, mine) if what == "give" else [],
        giving=GIVING,
    )


@bp.post("/<key>/<what>")
@desks(*WHO)
def book(key: str, what: str) -> ResponseReturnValue:
    """Book it, and go back to the clan."""
    mine, action = own(key), FORMS[known(what)][0]
    typed = dict(request.form)
    typed.pop("shown", None)
    figure = "counters" if what == "uniforms" else "points"
    if by_hand := typed.pop("typed", "").strip():
        typed[figure] = by_hand
    if action == "account.spend":
        typed["kind"] = what
    if what == "give" and typed.get("in") in ("rice", "cash"):
        typed[typed["in"]] = typed.pop("points", "")
    typed.pop("in", None)
    return acted(action, {**typed, "clan": mine}, url_for(".clan", key=mine), partial(form, mine, what))


def known(what: str) -> str:
    """One of the forms. Raises OrderNotUnderstood."""
    if what not in FORMS:
        raise OrderNotUnderstood(f'"{what[:60]}" is nothing that is booked here.', field="kind")
    return what


def preview(typed: str, cost: Any, has: int) -> int | None:
    """What a figure somebody typed would leave; None for what is no figure."""
    return has - cost(int(typed)) if typed.strip().isdecimal() and len(typed) < 5 else None


# --- Troops for the next season -----------------------------------------------------------------------------


@bp.get("/<key>/troops")
@desks(*WHO)
def troops(key: str, error: OrderError | None = None, order: list[str] | None = None) -> Response:
    """Province by province and place by place what can still be raised, and what is announced for the next season. What
    was wrong with those that were announced in this ``order`` stands at its province; if the clan has lost that
    meanwhile, at the head of the form."""
    mine = own(key)
    fields = queries.fields(g.session, mine)
    shown = {one.key for one in fields}
    wrong: dict[str, str] = {}
    general = None
    for one in (error, *error.more) if error else ():
        spot, _, field = one.field.partition(".")
        ground = order[int(spot)] if spot.isdecimal() and order else ""
        if ground in shown and field not in ("twice", "force"):
            wrong.setdefault(ground, one.sentence)
        else:
            general = general or type(one)(one.sentence, field=field if spot.isdecimal() else one.field)
    prices = g.room.scenario.tables.economy
    return page(
        "books/team/troops.html",
        status_of(error) if error else 0,
        account=queries.account(g.session, mine),
        fields=fields,
        grounds=[(one.key, f"{one.name}, {one.left} left") for one in fields],
        next_season=queries.next_season(g.session),
        levy_goes=options_in(g.session).intrinsic == "unless_garrisoned",
        last=numbering(g.session, g.umpire.desk).told_up_to(queries.last_booking(g.session, mine)),
        error=general,
        wrong=wrong,
        reasons=REASONS,
        may_raise=g.umpire.desk in g.room.game.actions["garrison.raise"].desks,
        each=prices.cost["troops"],
        clad=prices.uniforms_for,
    )


@bp.post("/<key>/troops")
@desks(*WHO)
def announce(key: str) -> ResponseReturnValue:
    """Announce troops in one province or place or several, all of them or none; uniforms are paid for all together."""
    mine = own(key)
    wanted = {
        name.removeprefix("counters."): typed.strip()
        for name, typed in request.form.items()
        if name.startswith("counters.") and typed.strip() not in ("", "0")
    }
    shared = {name: request.form.get(name, "") for name in ("uniforms", "twice", "force")}
    orders: list[dict[str, Any]] = []
    clad = 0
    for ground, typed in wanted.items():
        orders.append({"clan": mine, **ground_chosen(ground), "counters": typed, "clad": clad, **shared})
        clad += int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    try:
        if not orders:
            raise OrderNotUnderstood("Say for at least one province or place how many counters.", field="counters")
        entries = act_all("troops.announce", orders)
    except OrderError as error:
        return troops(mine, error, list(wanted))
    return done(entries[-1], url_for(".troops", key=mine))


@bp.post("/<key>/raise")
@desks(*WHO)
def raise_at_once(key: str) -> ResponseReturnValue:
    """Put counters down at once, with a reason: for those who may (R23)."""
    mine = own(key)
    form = dict(request.form)
    order = {**form, **ground_chosen(form.pop("ground", ""))}
    order.pop("ground", None)
    return acted("garrison.raise", order, url_for(".troops", key=mine), partial(troops, mine))
