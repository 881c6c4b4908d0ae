"""What a printout is: a kind, the things it has one of, and the press that makes them from the game as it stands.

A game lists its kinds by chapters. For each it says which things there are, as the dataclasses of ``printouts/``, and
which function of ``printouts/`` puts them on paper. Choosing those of one owner, finding out what has changed, progress
and both places to print from are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.printing.stock import STOCKS, Paper, Sides
from control.kernel.values import dataclass

MakeUrl = Callable[[str], str]
"""Makes the address that a QR code opens, from its path in the control room (``/c/A7-F``)."""

STOCK = tuple(STOCKS)
"""The paper most printouts may be had on; what is designed in the millimetres of A4 needs no more care than this."""


@dataclass(frozen=True)
class Press:
    """All a printout is made from: the game, the scenario, what makes the addresses of its QR codes, the map's drawing
    (made at the first call), and the moment.

    ``whose`` and ``only`` are what was asked for: the key of an owner, and the keys of single things. The items of a
    kind are chosen by them afterwards; a kind looks at them only where that saves it work, or where it can also print
    what is over. ``desk`` is who prints, which may not see all there is: the one that leads, if nobody says.
    ``fingerprint`` is that of the room's certificate, if it has one.
    """

    session: Session
    scenario: Any
    make_url: MakeUrl
    drawing: Callable[[], MapDrawing]
    now: datetime
    whose: str = ""
    only: tuple[str, ...] = ()
    stock: str = "A4"
    desk: str = ""
    fingerprint: str = ""


@dataclass(frozen=True)
class Item:
    """One thing of a kind, such as one card.

    ``key`` is its own within the kind and for ever ("" where there is only one), ``name`` what umpires call it,
    ``whose`` the key of the owner it belongs to, or "" for all; what is cut for several says ``between`` whom.
    ``thing`` is what is drawn. ``facts`` decides whether it has changed since it was printed: the thing itself, unless
    something on it changes that does not make it wrong, such as the moment at which it was printed.
    """

    key: str
    name: str
    whose: str
    thing: Any
    facts: Any = None
    between: tuple[str, ...] = ()

    @property
    def owners(self) -> tuple[str, ...]:
        """The keys of those it is handed to; nobody's is for everybody."""
        return self.between or tuple(filter(None, [self.whose]))


Items = Callable[[Press], Iterable[Item]]
Draw = Callable[[Any, Sequence[Any]], None]


@dataclass(frozen=True)
class Kind:
    """A kind of printout.

    ``name`` is plural ("Order cards"), ``one`` what one of them is called ("order card"). ``items`` finds the things
    there are, those of one owner together; ``draw`` puts the things (``Item.thing``) on paper, whole pages, the last
    one turned too. ``empty`` is the sentence for when there is nothing to print. ``desks`` may print it: whatever
    stands on it, they may see. ``stocks`` is the paper it may be had on, the usual first. ``pack`` is whether it
    belongs to the whole pack. ``sides`` is how its leaves are printed; of those printed on both sides every thing
    begins a leaf of its own, and of all kinds every owner does: no leaf is handed to two, unless it is cut.
    One that is not ``noted`` stands in no manifest: that it was printed would tell that there was something to print.
    """

    key: str
    name: str
    one: str
    chapter: str
    desks: tuple[str, ...]
    items: Items
    draw: Draw
    empty: str = ""
    stocks: tuple[str, ...] = STOCK
    pack: bool = True
    sides: Sides = "one"
    noted: bool = True


class Kinds:
    """The kinds of a chapter, in the order in which they are declared: each stands above what finds its things."""

    def __init__(self, chapter: str) -> None:
        self.chapter, self.all = chapter, list[Kind]()

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.all)

    def add(
        self, key: str, name: str, one: str, desks: tuple[str, ...], draw: Draw, empty: str = "", **more: Any
    ) -> Callable[[Items], Items]:
        """Declare a kind, with what `Kind` says of it."""

        def declare(items: Items) -> Items:
            self.all.append(Kind(key, name, one, self.chapter, desks, items, draw, empty, **more))
            return items

        return declare


@dataclass(frozen=True)
class Papers:
    """What a game prints: its ``kinds``, by ``chapters`` (keys and words), of which those that are ``handed_out`` are
    the pack of one owner.

    An owner is what things on paper belong to; ``word`` says what that is. ``owners`` gives their names by their keys,
    from the scenario, ``choices`` the same for a form, and ``meant`` the key of what was typed. ``older`` are older
    words in addresses for the key of a single thing. ``fallback`` is the chapter with which one goes on when the
    machine dies, and the kind of it that shows when it was last printed. ``paper`` makes what its kinds draw on, and
    ``unknown`` says which letters of a text it cannot print.
    """

    kinds: Mapping[str, Kind]
    chapters: Mapping[str, str]
    paper: Callable[..., Paper]
    unknown: Callable[[str], str]
    handed_out: tuple[str, ...]
    word: str
    owners: Callable[[Any], Mapping[str, str]]
    choices: Callable[[Session], Sequence[tuple[str, str]]]
    meant: Callable[[str, Any], str]
    older: tuple[str, ...] = ()
    fallback: tuple[str, str] = ("", "")

    def wanted(self, kind: str, field: str = "kind") -> Kind:
        """The kind of printout of that name. Raises OrderNotUnderstood with near names."""
        if kind not in self.kinds:
            near = did_you_mean(kind, self.kinds)
            raise OrderNotUnderstood(f'There is no printout "{kind}", only {", ".join(self.kinds)}.{near}', field=field)
        return self.kinds[kind]

    def named(self, names: Iterable[str], whose: str = "") -> tuple[Kind, ...]:
        """The kinds of these names, each once; ``pack`` is the whole pack (or what is handed to an owner), the name of
        a chapter all of it. Raises OrderNotUnderstood with near names."""
        packed = self.handed_out if whose else tuple(self.chapters)
        found: dict[str, Kind] = {}
        for name in names:
            if name == PACK or name in self.chapters:
                chapters = packed if name == PACK else (name,)
                found |= {key: kind for key, kind in self.kinds.items() if kind.pack and kind.chapter in chapters}
            else:
                found[name] = self.wanted(name)
        return tuple(found.values())


PACK = "pack"
"""What asks for the whole pack, as the name of a chapter asks for the chapter."""


def single(draw: Callable[[Any, Any], None]) -> Draw:
    """For a function of ``printouts/`` that draws one thing: draws them one after another."""

    def each(paper: Any, things: Sequence[Any]) -> None:
        for thing in things:
            draw(paper, thing)

    return each
