"""The page *Rules*: what the book says about something, by which ruling, and where it is done."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, current_app, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.pages.admitted import desks
from control.kernel.pages.drawn_once import page_or_part_again
from control.kernel.pages.parts import page, page_or_part
from control.sengoku.hall.book.handbook_questions import in_force, near, search
from control.sengoku.rules.desks import DESKS

bp = Blueprint("rules", __name__, url_prefix="/rules")

PLACES = {
    "announcements.show": "Announcements",
    "bakufu.show": "Bakufu",
    "books.show": "Books",
    "bowing.show": "Who bows",
    "calls.show": "Calls",
    "claimed.show": "Services",
    "casting.show": "Casting",
    "clock.desk": "Clock",
    "confirmations.show": "Second umpire",
    "displays.desk": "Displays",
    "edicts.show": "Edicts",
    "gate.show": "The gate of the season",
    "gate.statements": "Statements",
    "gate.winter": "Winter, clan by clan",
    "honour.show": "Honour",
    "letters.show": "Letters",
    "locals.rebels": "Rebels",
    "map_desk.muster": "Troops",
    "map_desk.show": "Map",
    "npd.show": "Answers",
    "order_grid.show": "Orders",
    "people.everybody": "Everybody",
    "people.show": "People",
    "petitions.show": "Petitions",
    "printing.show": "Print",
    "rulings.show": "Rulings",
    "shadows.show": "Shadows",
    "shogun.show": "Shogun",
    "telling.show": "Tell",
    "titles.show": "Titles",
    "treaties.show": "Treaties",
    "walk_round.show": "Walk-round",
}
"""The pages on which the book's sentences are carried out, and what they are called."""


@bp.get("/")
@desks(*DESKS)
def show() -> ResponseReturnValue:
    """What the handbook says, all of it or about ``?q=``; only the answer to a box that is being typed into."""
    words = request.args.get("q", "").strip()[:80]
    if not words:  # the whole book
        whole = partial(page, "hall/rules/rules.html", words=words)
        return page_or_part_again(lambda book: whole(book=book), "hall/rules/_found.html", partial(said, ""))
    return page_or_part("hall/rules/rules.html", "hall/rules/_found.html", **said(words))


def said(words: str) -> dict[str, Any]:
    """What the book says about something; all of it, if that is nothing."""
    found = search(words)
    return {
        "words": words,
        "sections": found,
        "near": "" if found else near(words),
        "options": in_force(g.session),
        "opens": opens,
        "places": PLACES,
        "count": sum(len(spot.says) for one in found for spot in one.spots),
    }


def opens(endpoint: str) -> bool:
    """Whether this desk has that page."""
    view = current_app.view_functions.get(endpoint)
    return view is not None and g.umpire.desk in g.room.game.desks(*(getattr(view, "desks", ()) or DESKS))


def where_ruled(number: str) -> str:
    """The address of what the book says about a ruling or a section of it ("R12", "H5.6")."""
    whole = number if number.startswith("R") else number.partition(".")[0]
    return url_for("rules.show", q=whole, _anchor=None if whole == number else number)
