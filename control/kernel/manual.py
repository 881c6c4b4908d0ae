"""A document in Markdown as a page: taken apart into passages that have an address each and can be searched.

A passage begins at a heading, or at a paragraph that opens in bold letters. HTML in it is shown as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from control.kernel.values import dataclass

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Leads = Callable[[str], str]
"""The address to which a link of the document leads; empty where it leads nowhere, and only its words are shown."""


@cache
def reader() -> MarkdownIt:
    """What takes a document apart; made when the first is read."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])


@dataclass(frozen=True)
class Passage:
    """A passage under its ``anchor``: what it is called, its HTML, and its words as they are read."""

    anchor: str
    title: str
    html: str
    words: str


@dataclass(frozen=True)
class Chapter:
    """A chapter with its passages; the first may come before anything has a name."""

    anchor: str
    title: str
    passages: tuple[Passage, ...]


def slug(title: str) -> str:
    """The anchor of a title: its letters and digits, with hyphens between the words."""
    return "-".join(re.findall(r"[a-z0-9]+", re.sub("['’]", "", title.lower())))


def chapters(text: str, leads: Leads = str) -> tuple[Chapter, ...]:
    """The chapters of a document; what stands before the first heading of the second degree has no title."""
    found: list[tuple[str, list[Passage]]] = [("", [])]
    for title, name, tokens in passages(reader().parse(text)):
        if title:
            found.append((title, []))
        if tokens:
            known = {one.anchor for _, some in found for one in some}
            anchor = next(
                one for one in (slug(name or found[-1][0]), slug(f"{found[-1][0]} {name}")) if one not in known
            )
            found[-1][1].append(Passage(anchor, name, html_of(led(tokens, leads), anchor, name), words_of(tokens)))
    return tuple(Chapter(slug(title), title, tuple(some)) for title, some in found if title or some)


def passages(tokens: list[Token]) -> Iterator[tuple[str, str, list[Token]]]:
    """The title of the chapter that begins here (empty if none does), what the passage is called, and its tokens."""
    title, name = "", ""
    kept: list[Token] = []
    spot = 0
    while spot < len(tokens):
        end = spot + 1 + next(i for i, one in enumerate(tokens[spot:]) if one.level == 0 and one.nesting <= 0)
        block = tokens[spot:end]
        spot = end
        heading = block[0].type == "heading_open"
        if not heading and not (bold := opens_bold(block)):
            kept += block
            continue
        if kept or title:
            yield title, name, kept
        title = name = ""
        kept = []
        if heading:
            title = block[1].content if block[0].tag == "h2" else ""
        else:
            name, kept = bold, block
    if kept or title:
        yield title, name, kept


def opens_bold(block: list[Token]) -> str:
    """The bold words with which a paragraph opens, without a full stop; empty for none."""
    inline = block[1].children if block[0].type == "paragraph_open" else None
    inside = [one for one in inline or [] if one.type != "text" or one.content]
    if not inside or inside[0].type != "strong_open":
        return ""
    close = next(i for i, one in enumerate(inside) if one.type == "strong_close")
    return "".join(one.content for one in inside[1:close]).rstrip(".")


def led(tokens: list[Token], leads: Leads) -> list[Token]:
    """The tokens with their links leading where they are to; those that lead nowhere are words."""
    for token in tokens:
        if not token.children:
            continue
        kept, dropping = [], False
        for one in token.children:
            if one.type == "link_open":
                where = leads(str(one.attrGet("href") or ""))
                dropping = not where
                if where:
                    one.attrSet("href", where)
            if not (dropping and one.type in ("link_open", "link_close")):
                kept.append(one)
        token.children = kept
    return tokens


def html_of(tokens: list[Token], anchor: str, name: str) -> str:
    """The HTML of a passage; the bold words that name it lead to itself, so that its address can be passed on."""
    html = str(reader().renderer.render(tokens, reader().options, {})).replace("<th>", '<th scope="col">')
    return (
        html.replace("<strong>", f'<a class="name" href="#{anchor}"><strong>', 1).replace(
            "</strong>", "</strong></a>", 1
        )
        if name
        else html
    )


def short(text: str, leads: Leads) -> str:
    """A short document as one piece of HTML, without addresses within it."""
    return str(reader().renderer.render(led(reader().parse(text), leads), reader().options, {}))


def words_of(tokens: list[Token]) -> str:
    """The words of a passage as they are read, with single spaces."""
    said = [one.content for token in tokens for one in token.children or () if one.content]
    return " ".join(" ".join(said).split())


@lru_cache(maxsize=8)
def whole(text: str) -> tuple[Chapter, ...]:
    """A document whose links lead within itself."""
    return chapters(text, lambda to: to if to.startswith("#") else "")
