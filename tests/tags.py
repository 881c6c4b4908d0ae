"""Reads pages as `html.parser` does, and tells whoever asks for tags of the same tags; but a tag that was met before,
as most of a page's were on another page, is not taken apart again. What a test asks of a whole page it asks of a
`Html`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from html.parser import HTMLParser

from werkzeug.test import TestResponse

PIECE = re.compile(
    r"""<(/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--.*?-->|<!doctype[^<>]*>""", re.S | re.I
)
"""A tag or what says nothing; whatever lies between two is words."""
ENDS = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in HTMLParser.CDATA_CONTENT_ELEMENTS}
"""What ends words in which no tag is a tag."""


class Taken(HTMLParser):
    """Takes one tag apart, as `html.parser` does."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.name: str = ""
        self.given: list[tuple[str, str | None]] = []
        self.alone = False
        self.feed(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.name, self.given = tag, attrs

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it, which ends itself."""
        self.name, self.given, self.alone = tag, attrs, True


taken = cache(Taken)


class Tags(HTMLParser):
    """An `HTMLParser` that is given whole pages: tells of tags and words; what it does not know it leaves to the
    library, for the whole page."""

    def feed(self, data: str) -> None:
        """Tell of everything in a page."""
        at, pieces = 0, []
        while at < len(data):
            found = PIECE.search(data, at)
            words = data[at : found.start() if found else len(data)]
            if "<" in words:  # of a shape that is not ours
                super().feed(data)
                return
            pieces.append((words, found))
            if found is None:
                break
            at = found.end()
            name = (found[2] or "").lower()
            if name in ENDS and not found[1]:
                end = ENDS[name].search(data, at)
                assert end, f"{name} is not ended"
                pieces.append((data[at : end.start()], end))
                at = end.end()
        self.tell(pieces)

    def tell(self, pieces: list[tuple[str, re.Match[str] | None]]) -> None:
        """Tell of words and tags one by one."""
        plain = False  # within a script or a style words are what they are
        for words, found in pieces:
            if words:
                self.handle_data(words if plain else unescape(words))
            plain = False
            if found is None:
                continue
            tag = found[0]
            if tag.startswith("</"):
                self.handle_endtag(tag[2:-1].strip().lower())
            elif not tag.startswith("<!"):
                one = taken(tag)
                (self.handle_startendtag if one.alone else self.handle_starttag)(one.name, one.given)
                plain = one.name in ENDS and not one.alone


ALONE = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""What holds nothing, and needs no end."""


@dataclass(eq=False)
class Element:
    """What a tag begins: what it says of itself, what it stands within, and all that is written in it."""

    tag: str
    about: dict[str, str]
    within: Element | None
    pieces: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The words in it."""
        return "".join(self.pieces)

    def around(self) -> Iterator[Element]:
        """What it stands within, from the inside."""
        one = self.within
        while one:
            yield one
            one = one.within

    def inside(self, *tags: str) -> Element | None:
        """The innermost of these that it stands within."""
        return next((one for one in self.around() if one.tag in tags), None)


class Html(Tags):
    """A page as it is read: its elements and the pieces of words between their tags, in their order, each piece with
    the element that it stands in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.told: list[Element | tuple[str, Element | None]] = []
        self._in: Element | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into it."""
        found = Element(tag, {name: value or "" for name, value in attrs}, self._in)
        self.told.append(found)
        if tag not in ALONE:
            self._in = found

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass by it."""
        self.told.append(Element(tag, {name: value or "" for name, value in attrs}, self._in))

    def handle_endtag(self, tag: str) -> None:
        """Leave it, if one is in it."""
        if self._in:
            ended = next((one for one in (self._in, *self._in.around()) if one.tag == tag), None)
            self._in = ended.within if ended else self._in

    def handle_data(self, data: str) -> None:
        """Read it, wherever one is."""
        self.told.append((data, self._in))
        for one in (self._in, *self._in.around()) if self._in else ():
            one.pieces.append(data)

    @property
    def elements(self) -> list[Element]:
        """The elements alone."""
        return [one for one in self.told if isinstance(one, Element)]

    def all(self, *tags: str) -> list[Element]:
        """Those of these tags."""
        return [one for one in self.elements if one.tag in tags]


def shown(answer: TestResponse) -> str:
    """What a browser is sent, in one line, tags and all: how it is broken into lines is nobody's concern."""
    return " ".join(answer.text.split())


def bare(answer: TestResponse) -> str:
    """The same without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))
