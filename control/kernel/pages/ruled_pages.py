"""The numbers of rulings on pages: each leads to what the book says there, beside the page, so that no form is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial

from flask import g, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from control.kernel.codes import CHECKS, KINDS
from control.kernel.open_room import here

NUMBER = re.compile(r"(?<![\w-])[RH][1-9]\d?(?:\.\d{1,2})?(?![\w-])")
IN_A_SENTENCE = re.compile(r"(?<![\w-])R[1-9]\d?(?![\w-])")
"""Only rulings: entries of the journal that desks hide are called H, too."""
UNCUT = re.compile(rf"(?<![\w-])(?:[{KINDS}]\d{{1,6}}-[{CHECKS}]|\d{{1,2}}-\d{{1,2}})(?![\w-])")
"""The code of a paper, or odds, which the end of a line would cut at the hyphen."""
BESIDE = "rules"
"""The name of the window beside the page in which the book opens, always the same one."""


def ruling(number: object) -> Markup:
    """The number of a ruling or of a section of the book, as a sign that leads there for whoever may read the book;
    nothing for none."""
    said = str(number or "")
    if not said:
        return Markup("")
    return sign_of(said, here().room.game.where_ruled if links() else None, request.script_root)


@lru_cache(maxsize=2000)
def sign_of(said: str, where: Callable[[str], str] | None, _root: str) -> Markup:
    """The same for whoever is led ``where`` the book has a number, or nowhere; drawn once for each place the room is
    at. A page may have hundreds."""
    signs = Markup(NUMBER.sub(partial(link_to, where), str(escape(said)))) if where else escape(said)
    return Markup('<small class="ruling">{}</small>').format(signs)


@pass_context  # who asks makes a difference: a template must not settle it when it is compiled
def ruling_filter(_context: Context, number: object) -> Markup:
    """The same, of a number that stands in a template."""
    return ruling(number)


@pass_context
def ruled(_context: Context, sentence: object) -> Markup:
    """A sentence, with the rulings that it names leading to the book, and codes and odds in one piece."""
    said = escape("" if sentence is None else sentence)
    led = IN_A_SENTENCE.sub(link, str(said)) if "R" in said and links() else said
    led = UNCUT.sub(r'<span class="uncut">\g<0></span>', str(led)) if "-" in led else led
    return said if led == said else Markup(f"<span>{led}</span>")  # one piece, wherever it is laid out


def with_links(html: str) -> Markup:
    """A piece of a page in HTML, with the rulings that it names leading to the book."""
    return Markup(IN_A_SENTENCE.sub(link, html) if links() else html)


def links() -> bool:
    """Whether numbers lead anywhere: the game has such a page, and an umpire asks who may open it."""
    game = here().room.game
    return game.where_ruled is not None and bool(g.get("umpire")) and request.endpoint not in game.navigation.hall


def link(found: re.Match[str]) -> str:
    """One number as a link."""
    where = here().room.game.where_ruled
    assert where is not None
    return link_to(where, found)


def link_to(where: Callable[[str], str], found: re.Match[str]) -> str:
    """The same, to the place ``where`` the book has it."""
    number = found[0]
    return (
        f'<a class="to-book" href="{escape(where(number))}" target="{BESIDE}" title="{number} in the book">{number}</a>'
    )
