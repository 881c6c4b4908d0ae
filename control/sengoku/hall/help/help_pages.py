"""Help: a guide to each desk, and the umpires' book."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.kernel import settings
from control.kernel.errors import did_you_mean
from control.kernel.manual import Chapter, short, whole
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import htmx, known, page, page_or_part
from control.kernel.pages.ruled_pages import with_links
from control.sengoku.hall.book.handbook_pages import opens
from control.sengoku.hall.book.handbook_questions import said_in
from control.sengoku.hall.help.guides import guide_of
from control.sengoku.hall.help.tours import TOURS
from control.sengoku.rules.desks import DESKS

bp = Blueprint("help", __name__, url_prefix="/help")


@bp.get("/")
@desks(*DESKS)
def show() -> ResponseReturnValue:
    """The guide to one's own desk."""
    return guide(g.umpire.desk)


@bp.get("/<desk>")
@desks(*DESKS)
def other(desk: str) -> ResponseReturnValue:
    """The guide to a desk."""
    known(desk, DESKS)
    return guide(desk)


def guide(desk: str) -> ResponseReturnValue:
    """What a desk does in a season; its links lead where whoever reads it may go."""
    return page(
        "hall/help/guide.html",
        desk=desk,
        first=url_for(g.room.game.navigation.home[g.umpire.desk]),
        guide=with_links(short(guide_of(desk), to_page)),
    )


def to_page(name: str) -> str:
    """The address of a link in a guide: a page by its endpoint, if this desk has it, or a passage of the book."""
    if name.startswith("#"):
        return url_for("help.umpires", _anchor=name[1:])
    return url_for(name) if opens(name) else ""


@cache
def book() -> str:
    """The umpires' book, as it travels with the program."""
    return (settings.folder("docs") / "umpires.md").read_text(encoding="utf-8")


@bp.get("/umpires")
@desks(*DESKS)
def umpires() -> ResponseReturnValue:
    """The umpires' book, all of it or what it says about ``?q=``; only that to a box that is being typed into."""
    words = request.args.get("q", "").strip()[:80]
    found = about(words)
    return page_or_part(
        "hall/help/umpires.html",
        "hall/help/_passages.html",
        words=words,
        chapters=[(one, [(passage, with_links(passage.html)) for passage in one.passages]) for one in found],
        near="" if found else near(words),
        contents=whole(book()),
        count=sum(len(one.passages) for one in found),
    )


def about(words: str) -> list[Chapter]:
    """The chapters with those passages in which all of these words begin a word; all of them for none."""
    if not words:
        return list(whole(book()))
    found = []
    for one in whole(book()):
        said = tuple(passage for passage in one.passages if said_in(words, f"{one.title} {passage.words}"))
        if said:
            found.append(Chapter(one.anchor, one.title, said))
    return found


def near(words: str) -> str:
    """A hint for what the book does not name: a title that is like it."""
    return did_you_mean(words, [passage.title for one in whole(book()) for passage in one.passages if passage.title])


def tour_here(_session: Session) -> list[dict[str, str]]:
    """What is shown on this page to whoever is new at its desk: on the first page of each, and on no other."""
    desk = g.umpire.desk
    if request.method != "GET" or request.endpoint != g.room.game.navigation.home[desk] or htmx():
        return []
    return [asdict(one) for one in TOURS[desk]]
