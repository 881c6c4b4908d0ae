"""The ledger of honour on a Controller’s phone; trend, levelling and release for Game Control."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from control.kernel.drawing.trend import trend
from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.parts import page, page_or_part, table_sent, table_to_save
from control.kernel.tabular import in_cells
from control.kernel.wording import signed
from control.sengoku.honour import honour_questions as queries
from control.sengoku.rules.desks import SEES_HONOUR
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.names import id_of

bp = Blueprint("honour", __name__, url_prefix="/honour")

WHO = SEES_HONOUR
GAME = ("game",)
LINES = 40
FEW = 6


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """To the pad for whoever walks with a clan; all clans, umpires and the board for Game Control."""
    if g.umpire.desk == "game":
        return overview()
    return redirect(url_for(".book", clan=request.args.get("clan")), 303)


# ---- booking


@bp.get("/book")
@desks(*WHO)
def book(error: OrderError | None = None) -> ResponseReturnValue:
    """The reasons and the people of the clan one walks with; ``?clan=`` chooses it and is remembered. What was wrong
    may be the question whether it happened twice."""
    clans = queries.booked_for(g.session, g.umpire.desk)
    clan = chosen([sign for sign, _ in clans])
    words = request.args.get("q", "").strip()[:60]
    members = queries.members(g.session, g.umpire.desk, clan.id) if clan else []
    person = next((one for one in members if one.id == request.args.get("person")), None)
    return page(
        "honour/book.html",
        clan=clan,
        clans=clans,
        members=members,
        people=[(one.id, f"{one.name}, {one.title}{'' if one.alive else ' (dead)'}") for one in members],
        person=person,
        words=words,
        found=queries.members(g.session, g.umpire.desk, words=words),
        frequent=queries.frequent(g.room.scenario),
        groups=queries.groups(g.room.scenario),
        error=error,
        lines=latest_lines(clan.id) if clan else [],
    )


def chosen(clans: list[ClanSign]) -> ClanSign | None:
    """The clan of the form or the address, or the one that this umpire chose before; None if he has not yet."""
    asked = request.form.get("clan") or request.args.get("clan")
    found = next((one for one in clans if one.id == (asked or session.get("clan"))), None)
    if found and asked and session.get("clan") != found.id:
        session["clan"] = found.id
    return found


def latest_lines(clan: str) -> list[queries.HonourLine]:
    """What was booked for a clan of late."""
    return queries.ledger(
        g.session, g.room.scenario, g.umpire.desk, g.umpire.name, queries.HonourFilter(clan=clan), FEW
    )


@bp.get("/latest/<clan>")
@desks(*WHO)
def latest(clan: str) -> ResponseReturnValue:
    """The latest entries of a clan; a part of the pad."""
    return page("honour/_latest.html", lines=latest_lines(clan), back=url_for(".book"))


@bp.post("/book")
@desks(*WHO)
def log() -> ResponseReturnValue:
    """Book honour; the pad again, with the sentence and its undo at the top."""
    form = dict(request.form)
    if form.pop("whom", ""):  # Enter on a reason, where no script runs
        return book(OrderNotUnderstood("Say for whom: tap a name, or the whole clan.", field="character"))
    clan = form.get("clan", "")
    typed = form.get("character", "")
    if typed and clan:
        people = {one.id: one for one in queries.members(g.session, g.umpire.desk, clan)}
        form["character"] = id_of(typed, people)
    return acted("honour.log", form, url_for(".book", clan=clan or None), book)


@bp.get("/reasons")
@desks(*WHO)
def reasons() -> ResponseReturnValue:
    """Every reason with its points, for umpires' eyes."""
    return page("honour/reasons.html", groups=queries.groups(g.room.scenario))


# ---- what is proposed


@bp.context_processor
def waiting() -> dict[str, Any]:
    """How many proposals wait, for the tab that leads to them."""
    return {"waiting": queries.waiting(g.session, g.umpire.desk) if g.umpire else 0}


@bp.get("/proposed")
@desks(*WHO)
def proposed(error: OrderError | None = None) -> ResponseReturnValue:
    """What happened and speaks for honour, to be booked or declined. What was wrong may be the question whether it
    happened twice; the form by which Game Control stands for both umpires tells it itself."""
    found = queries.proposed(g.session, g.room.scenario, g.umpire.desk)
    forced = error is not None and "force" in request.form
    asked = request.form.get("proposal", "") if error and not forced else ""
    large = [(str(one.id), one.in_words) for one in found if abs(one.points) > g.room.scenario.honour_limit]
    return page("honour/proposed.html", proposed=found, error=error, asked=asked, forced=forced, large=large)


@bp.get("/proposed/list")
@desks(*WHO)
def proposed_list() -> ResponseReturnValue:
    """The proposals as they are now; a part of their page."""
    found = queries.proposed(g.session, g.room.scenario, g.umpire.desk)
    return page("honour/_proposed.html", proposed=found, error=None, asked="")


@bp.post("/proposed")
@desks(*WHO)
def answer() -> ResponseReturnValue:
    """Book a proposal, or decline it."""
    form = dict(request.form)
    what = "proposal.decline" if form.pop("decline", "") else "proposal.book"
    return acted(what, form, url_for(".proposed"), proposed)


# ---- trend and history


@bp.get("/ledger")
@desks(*WHO)
def ledger() -> ResponseReturnValue:
    """The ledger, newest first, filtered as the address says; with the trend of the clan that was chosen."""
    only = queries.HonourFilter(
        **{field.name: request.args.get(field.name, "").strip()[:60] for field in fields(queries.HonourFilter)}
    )
    before = request.args.get("before", type=int)
    filters: dict[str, Any] = {name: value for name, value in vars(only).items() if value}
    lines = queries.ledger(
        g.session,
        g.room.scenario,
        g.umpire.desk,
        g.umpire.name,
        only,
        LINES,
        max(0, min(before, 10**9)) if before is not None else None,
    )
    clan = clan_signs(g.session).get(only.clan)
    found = queries.trends(g.session, g.umpire.desk, clan.id if clan else "") if not only.person else []
    return page_or_part(
        "honour/ledger.html",
        "honour/_lines.html",
        lines=lines,
        only=only,
        filters=filters,
        clan=clan,
        choices=queries.choices(g.session, g.room.scenario, g.umpire.desk),
        members=queries.members(g.session, g.umpire.desk, only.clan) if clan else [],
        trends=[(one, chart(one)) for one in found],
        full=len(lines) == LINES,
        back=url_for(".ledger", **filters),
        before=before,
    )


@lru_cache(maxsize=200)
def chart(one: queries.Trend) -> str:
    """The trend of a clan as a drawing."""
    label = f"{one.clan.name}: " + ", ".join(f"{step.season} {step.total}" for step in one.steps)
    return trend([(step.season.capitalize(), step.total) for step in one.steps], label)


@bp.get("/lines/<int:number>")
@desks(*WHO)
def line(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """One line with what corrects it, and the form that sets it right."""
    lines = queries.ledger(g.session, g.room.scenario, g.umpire.desk, g.umpire.name, about=number)
    first = next((one for one in lines if one.id == number), None)
    if first is None:
        raise OrderNotUnderstood(f"The ledger of honour has no line {number}.", field="honour")
    return page("honour/line.html", line=first, lines=lines, error=error)


@bp.post("/lines/<int:number>")
@desks(*WHO)
def correct(number: int) -> ResponseReturnValue:
    """Set the points of a line right, by a counter entry."""
    return acted(
        "honour.correct",
        {**request.form, "honour": str(number)},
        url_for(".line", number=number),
        partial(line, number),
    )


@bp.get("/ledger.<kind>")
@desks(*WHO)
def export(kind: str) -> ResponseReturnValue:
    """The whole ledger for a spreadsheet."""
    rows = queries.table(g.session, g.room.scenario, g.umpire.desk)
    return table_to_save(queries.COLUMNS, rows, "honour", kind)


# ---- Game Control


def overview(error: OrderError | None = None) -> ResponseReturnValue:
    """All clans, the board that would be released, how freely each umpire gives; with what was wrong in a form."""
    given = queries.given(g.session, g.umpire.desk)
    evens = {
        one.given.umpire: f": {signed(one.even)} for each clan would bring the median" for one in given if one.even
    }
    return page(
        "honour/overview.html",
        **order(),
        given=given,
        hands=[(name := one.given.umpire, name + evens.get(name, "")) for one in given],
        error=error,
        clans=queries.booked_for(g.session),
        columns=queries.COLUMNS,
    )


def order() -> dict[str, Any]:
    """The order of the clans as it is now, beside the board that was released."""
    return {
        "board": queries.board_preview(g.session),
        "trends": {one.clan.id: one for one in queries.trends(g.session, g.umpire.desk)},
    }


@bp.get("/order")
@desks(*GAME)
def order_now() -> ResponseReturnValue:
    """The order of the clans; a part of Game Control's page."""
    return page("honour/_order.html", **order(), error=None)


@bp.post("/release")
@desks(*GAME)
def release() -> ResponseReturnValue:
    """Show the hall the order of the clans."""
    return acted("board.release", request.form, url_for(".show"), overview)


@bp.post("/level")
@desks(*GAME)
def level() -> ResponseReturnValue:
    """Make up for an umpire's hand."""
    return acted("honour.level", request.form, url_for(".show"), overview)


@bp.post("/import")
@desks(*GAME)
@or_again(overview)
def import_table() -> ResponseReturnValue:
    """Book a whole table, or nothing of it, telling every cell that is wrong."""
    rows = table_sent(queries.COLUMNS)
    order: dict[str, Any] = {"key": request.form.get("key", ""), "rows": [dict(row.cells) for row in rows]}
    if request.form.get("skip_known"):
        order["skip_known"] = "true"
    if request.form.get("force"):
        order["force"] = request.form["force"]
    try:
        return done(act("honour.import", order), url_for(".show"))
    except OrderError as error:
        raise in_cells(error, "rows", rows) from None
