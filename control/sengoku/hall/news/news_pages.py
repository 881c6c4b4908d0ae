"""The season’s news, chosen and released by Game Control."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done, or_again
from control.kernel.pages.parts import page
from control.sengoku.hall.news.news_actions import LONGEST
from control.sengoku.hall.news.news_questions import (
    Season,
    as_shown,
    candidates,
    items,
    one_candidate,
    season_now,
    season_of,
    seasons_with_news,
)

bp = Blueprint("news", __name__, url_prefix="/news-desk")

WHO = ("game",)
ACTIONS = {
    "choose": "news.choose",
    "edit": "news.edit",
    "move": "news.move",
    "release": "news.release",
    "withdraw": "news.withdraw",
    "drop": "news.drop",
}
WIDE = 10**6


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """The season's news as it stands, and what it can be chosen from."""
    season, undone = asked(), undone_numbers(g.session)
    listed = list_context(season, undone)
    return page(
        "hall/news/news.html",
        **(listed | offer_context(season, undone) | form_context(error, form_name, listed["items"])),
        seasons=seasons_with_news(g.session),
        error=error,
        longest=LONGEST,
    )


def asked() -> Season:
    """The season of this address, or of the form; the game's own if none is meant."""
    now = season_now(g.session)
    typed = request.values.get("number", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else now.number
    return season_of(g.session, min(number, now.number))


def list_context(season: Season, undone: set[int]) -> dict[str, Any]:
    """The news of the season, released and not."""
    found = items(g.session, season.number, undone)
    drafts = [one for one in found if not one.released]
    return {"season": season, "items": found, "drafts": drafts, "shown": as_shown(drafts)}


def offer_context(season: Season, undone: set[int]) -> dict[str, Any]:
    """The journal's sentences of the season."""
    every = request.args.get("every") == "1"
    before = request.args.get("before", type=entry_number)
    offer = candidates(g.session, season, undone, every, before)
    return {"season": season, "offer": offer, "every": every, "before": before}


def entry_number(typed: str) -> int:
    """The number of an entry in an address, which no journal exceeds. Raises ValueError for anything else."""
    return max(0, min(int(typed), WIDE))


def form_context(error: OrderError | None, form_name: str, listed: list[Any]) -> dict[str, Any]:
    """The form: for a new piece of news, from an entry or not, or for one that is edited. What was typed stays."""
    item = request.values.get("item") if form_name in ("", "edit") else None
    edited = next((one for one in listed if str(one.id) == item and not one.released), None)
    number = request.values.get("entry", type=entry_number) if form_name in ("", "choose") else None
    source = one_candidate(g.session, number) if number and not edited else None
    return {
        "edited": edited,
        "source": source,
        "words": edited.text if edited else source.suggested if source else "",
        "typed": request.form,
        "conflict": edited if isinstance(error, ChangedElsewhere) and form_name == "edit" else None,
    }


@bp.get("/list")
@desks(*WHO)
def listed() -> ResponseReturnValue:
    """The news of the season alone; a part of the page."""
    return page("hall/news/_list.html", **list_context(asked(), undone_numbers(g.session)))


@bp.get("/journal")
@desks(*WHO)
def journal() -> ResponseReturnValue:
    """The journal's sentences alone; a part of the page."""
    return page("hall/news/_journal.html", **offer_context(asked(), undone_numbers(g.session)))


@bp.post("/<what>")
@desks(*WHO)
@or_again(lambda what, error: show(error, what))
def carry_out(what: str) -> ResponseReturnValue:
    """Choose, edit, move, release, withdraw or drop."""
    season = asked()
    fields = {name: value for name, value in request.form.items() if name not in ("every", "before")}
    if "item" in fields or "entry" in fields:
        fields.pop("number", None)
    entry = act(ACTIONS.get(what, what), fields)
    number = None if season.number == season_now(g.session).number else season.number
    return done(entry, url_for(".show", number=number, every=request.form.get("every")))
