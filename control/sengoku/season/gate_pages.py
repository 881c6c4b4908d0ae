"""The gates of the seasons: what is open, what will be written, the Controllers’ ticks; winter step by step."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from flask import Blueprint, abort, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again, sent_before
from control.kernel.pages.drawn_once import Drawn, page_or_part_again
from control.kernel.pages.lists import lies_at, part_of
from control.kernel.pages.parts import known, page
from control.sengoku.books import books_questions as books
from control.sengoku.books.upkeep_questions import unpaid
from control.sengoku.books.winter_questions import clan_winter, clan_winters
from control.sengoku.rules.desks import SEES_BOOKS, TRAVELS
from control.sengoku.scenario.model import SEASONS
from control.sengoku.season import gate_questions as gate
from control.sengoku.season.closing_questions import plan
from control.sengoku.season.waits_questions import Waits, beside, by_kind
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.ledger.ledger_questions import world_sum
from control.sengoku.world.standing_questions import standing

bp = Blueprint("gate", __name__, url_prefix="/season")

WHO = ("team", "game")
CLOSE = "season.advance"
TICKS = ("season.tick", "season.untick")
UPKEEP = ("upkeep.pay", "upkeep.pay_all", "upkeep.abandon")
REASONS = ("time is up", "told and drawn as the next season begins", "settled at the table")
"""Reasons to go over what is open that are often given; any other may be typed."""

LINKS = {
    "encounter": ("encounters.show", "number"),
    "battle": ("battle.show", "number"),
    "tactic": ("battle.show", "number"),
    "phase": ("map_desk.preview", ""),
    "order": ("orders.order", "number"),
    "draw": ("people.card", "number"),
    "succession": ("people.heirs", ""),
    "told": ("telling.show", ""),
    "letter": ("letters.show", ""),
    "tick": ("gate.show", ""),
    "sum": ("books.show", ""),
    "breach": ("treaties.breach", "fact"),
    "confirmation": ("confirmations.show", ""),
    "honour": ("honour.proposed", ""),
    "question": ("npd.show", ""),
    "attitude": ("locals.dossier", "clan"),
    "touched": ("locals.answering", "clan"),
    "silent": ("calls.call", "code"),
    "call": ("calls.call", "code"),
    "petition": ("petitions.petition", "code"),
    "title": ("titles.show", ""),
    "roll": ("shadows.one", "number"),
    "slip": ("shadows.one", "number"),
    "carry": ("shadows.one", "number"),
    "winter": ("gate.clan", "key"),
    "declined": ("calls.call", "code"),
    "landless": ("casting.show", ""),
    "draft": ("letters.show", ""),
    "due": ("treaties.vassals", ""),
    "fate": ("treaties.hostages", ""),
}
"""Where an open thing is settled: the page, and what it wants to know of it."""
LISTS = {
    "order": "order_grid.show",
    "draw": "people.show",
    "attitude": "locals.show",
    "roll": "shadows.show",
    "slip": "shadows.show",
    "carry": "shadows.show",
    "winter": "gate.winter",
}
"""Where several of a kind are settled together, if each has a page of its own too."""
OF_A_CLAN = {"told": "telling.show", "letter": "letters.show", "draft": "letters.show"}
"""What one clan alone waits for, on the page of its desk that shows that clan's."""
OF_ALL = {"told": None, "letter": ""}
"""The same for all clans: what the address names for none. Letters that are not posted are only shown clan by clan."""


PAST = re.compile(rf"({'|'.join(SEASONS)}) \d{{1,4}}")
"""A season and its year, as the form to close it says them."""


# --- The gate ---------------------------------------------------------------------------------------------


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The gate: for Game Control all that is open and will be written, for Team Control its clans."""
    return page(
        "season/gate/gate.html",
        error=error,
        reasons=REASONS,
        **gate_context(),
    )


def gate_context() -> dict[str, Any]:
    """What the gate shows to this desk."""
    found = gate.still_open(g.session, g.umpire.desk)
    if g.umpire.desk != "game":
        words = gate.open_in_words(gate.must_be_settled(found))
        owed: Counter[str] = Counter()
        for line in unpaid(g.session, g.room.scenario):
            owed[line.clan] += line.points
        return {"mine": gate.mine(g.session, g.umpire.name, g.umpire.desk), "owed": owed, "words": words}
    shown = request.form.get("seen", "").split()
    return {
        "open": by_kind([*(one for one in found if one.kind != "tick"), *beside(g.session)]),
        "new": {one.key for one in found if shown and gate.is_new(one, shown)},
        "link": link_to,
        "link_to_all": link_to_all,
        "words": gate.open_in_words(found),
        "seen": gate.keys_of(found),
        "any_open": bool(gate.must_be_settled(found)),
        "plan": plan(g.session, g.room.scenario, over=bool(gate.must_be_settled(found))),
        "signs": clan_signs(g.session),
        "ticks": gate.ticks(g.session, "game"),
        "books": world_sum(g.session),
    }


def leads_to_all(waits: Waits) -> bool:
    """Whether one address leads to all the open things of a kind, and not to the first of them only."""
    return waits.is_one or waits.kind in ("phase", *LISTS, *OF_ALL)


def link_to_all(waits: Waits) -> str:
    """The address where all the open things of one kind are settled, or the first of them."""
    if len(waits.things) > 1 and waits.kind in LISTS:
        return url_for(LISTS[waits.kind])
    if len(waits.things) > 1 and waits.kind in OF_ALL:
        return url_for(OF_A_CLAN[waits.kind], clan=OF_ALL[waits.kind])
    return link_to(waits.things[0])


def link_to(one: gate.Open) -> str:
    """The address where an open thing is settled."""
    if one.kind in OF_A_CLAN and one.of:
        return url_for(OF_A_CLAN[one.kind], clan=one.row)
    endpoint, wants = LINKS[one.kind]
    values: dict[str, Any] = {wants: one.row} if wants else {}
    if one.kind == "breach":
        number, _, values["fact"] = str(one.row).partition("/")
        values["number"] = int(number)
    if one.kind == "touched":
        values["clan"], values["to"], values["matter"] = str(one.row).split("/")
    return url_for(endpoint, **values)


@bp.get("/now")
@desks(*WHO)
def now() -> ResponseReturnValue:
    """What is open and will be written, or the clans; fetched anew when the journal has grown."""
    part = "season/gate/_gate.html" if g.umpire.desk == "game" else "season/gate/_mine.html"
    return page(part, **gate_context())


@bp.post("/close")
@desks("game")
@or_again(show)
def close() -> ResponseReturnValue:
    """Close the season; on to winter's page if it begins."""
    now, meant = standing(g.session, g.room.scenario), f"{request.form.get('season')} {request.form.get('year')}"
    is_now = f"{now.season} {now.year}"
    if meant != is_now and PAST.fullmatch(meant) and not sent_before():
        # Before anything says to send it once more: that would close the next season too.
        raise ChangedElsewhere(f"{meant.capitalize()} has ended already: it is {is_now}.", field="season")
    given = [one for one in request.form.getlist("force") if one.strip()]  # what is typed goes over what is tapped
    entry = act(CLOSE, {**request.form.to_dict(), "force": given[-1] if given else ""})
    winter_begins = standing(g.session, g.room.scenario).season == "winter"
    return done(entry, url_for(".winter" if winter_begins else ".show"))


@bp.post("/clans/<name>")
@desks(*WHO)
def tick(name: str) -> ResponseReturnValue:
    """A Controller's clan is done, or is not after all."""
    known(name, TICKS)
    back = request.form.get("winter", "")  # the clan whose winter page this was sent from
    return acted(
        name,
        {field: value for field, value in request.form.items() if field != "winter"},
        url_for(".clan", key=back) if back else url_for(".show"),
        show,
    )


# --- Winter -----------------------------------------------------------------------------------------------


@bp.get("/winter")
@desks(*SEES_BOOKS)
def winter(error: OrderError | None = None) -> ResponseReturnValue:
    """Winter for all clans of this desk: what is done, and what is still undone."""
    return page("season/gate/winter.html", winters=winters(), error=error)


@bp.get("/winter/now")
@desks(*SEES_BOOKS)
def winter_now() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    return page("season/gate/_winters.html", winters=winters())


def winters() -> list[Any]:
    """The clans of this desk in winter; nothing in any other season."""
    if standing(g.session, g.room.scenario).season != "winter":
        return []
    return clan_winters(g.session, g.room.scenario, g.umpire.desk)


@bp.post("/winter")
@desks(*SEES_BOOKS)
def pay_for_all() -> ResponseReturnValue:
    """Pay the upkeep of all clans of this desk that can."""
    return acted("upkeep.pay_all", {**request.form, "clan": ""}, url_for(".winter"), winter)


@bp.get("/winter/<key>")
@desks(*SEES_BOOKS)
def clan(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """Winter for one clan, step by step."""
    found = clan_winter(g.session, g.room.scenario, g.umpire.desk, key)
    if found is None:
        abort(404)
    season = standing(g.session, g.room.scenario)
    return page(
        "season/gate/clan.html",
        one=found,
        error=error,
        travels=g.umpire.desk in TRAVELS,
        statement=books.statement(g.session, g.room.scenario, key, season.year),
    )


@bp.post("/winter/<key>/<name>")
@desks(*SEES_BOOKS)
def upkeep(key: str, name: str) -> ResponseReturnValue:
    """Pay the upkeep of a clan's works, or give one up."""
    known(name, UPKEEP)
    try:
        return done(act(name, {**request.form, "clan": key}), url_for(".clan", key=key))
    except OrderError as error:
        if clan_winter(g.session, g.room.scenario, g.umpire.desk, key) is None:
            raise
        return clan(key, error)


@bp.get("/statements")
@desks(*SEES_BOOKS)
def statements() -> ResponseReturnValue:
    """The income statements of a year, of every clan of this desk: to be printed and handed out; a page, and a part of
    the page."""
    year, about = year_asked(), (*lies_at(), request.args.get("clan", "")[:60])

    def whole(drawn: Drawn) -> Response:
        now = standing(g.session, g.room.scenario).year
        years = range(g.room.scenario.first_year, now + 1)
        return page("season/gate/statements.html", drawn=drawn, year=year, now=now, years=years)

    return page_or_part_again(whole, "season/gate/_statements.html", all_statements, year, *about)


def year_asked() -> int:
    """The year that the address asks for, or the nearest that there is; this one if it asks for none."""
    now = standing(g.session, g.room.scenario).year
    asked, first = request.args.get("year", now, type=int), int(g.room.scenario.first_year)
    return min(max(asked, first), now)


def all_statements() -> dict[str, Any]:
    """The statements that the address asks for, none of them torn apart, and where they stand among all bookings; only
    those are drawn up."""
    year, asked = year_asked(), {"clan": request.args["clan"]} if request.args.get("clan") else {}
    clans = [one for one in books.clans_kept(g.session, g.umpire.desk) if asked.get("clan", one) == one]
    cut = part_of(books.clan_by_clan(g.session, clans, year), lambda clan: clan)
    return {
        "statements": books.statements(g.session, g.room.scenario, [*dict.fromkeys(cut.rows)], year),
        "cut": cut,
        "year": year,
        "where": {"year": year, **asked},
    }
