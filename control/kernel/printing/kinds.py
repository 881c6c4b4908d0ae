"""What a printout is: a kind, the things it has one of, and the press that makes them from the game as it stands.

A chapter (``players_papers.py``, ``season_papers.py`` …) lists its kinds. For each it says which things there are, as
the dataclasses of ``printouts/``, and which function of ``printouts/`` puts them on paper. Choosing one clan, finding
out what has changed, progress, the manifest and both places to print from are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.drawing.map import MapDrawing
from control.sengoku.scenario.model import Scenario
from printouts.paper import STOCKS, Paper, Sides

MakeUrl = Callable[[str], str]
"""Makes the address that a QR code opens, from its path in the control room (``/c/A7-K``)."""

STOCK = tuple(STOCKS)
"""The paper most printouts may be had on; what is designed in the millimetres of A4 needs no more care than this."""

CHAPTERS = {
    "players": "Players, before the game",
    "season": "Players, each season",
    "table": "The table",
    "umpires": "Umpires",
    "fallback": "If the laptop dies",
    "wall": "The wall",
    "after": "After the game",
}


@dataclass(frozen=True)
class Press:
    """All a printout is made from: the game, the scenario, what makes the addresses of its QR codes, the map's drawing
    (made at the first call), and the moment.

    ``clan`` and ``only`` are what was asked for: a clan's id, and the keys of single things. The items of a kind are
    chosen by them afterwards; a kind looks at them only where that saves it work, or where it can also print what is
    not of this season (a battle by its number). ``desk`` is who prints: books and letters are those of the clans it
    minds.
    """

    session: Session
    scenario: Scenario
    make_url: MakeUrl
    drawing: Callable[[], MapDrawing]
    now: datetime
    clan: str = ""
    only: tuple[str, ...] = ()
    stock: str = "A4"
    desk: str = "game"


@dataclass(frozen=True)
class Item:
    """One thing of a kind, such as the card of one army.

    ``key`` is its own within the kind and for ever (a clan's or person's id, an army's number; "" where there is only
    one), ``name`` what umpires call it, ``clan`` the id of the clan it belongs to, or "" for all. ``thing`` is what is
    drawn. ``facts`` decides whether it has changed since it was printed: the thing itself, unless something on it
    changes that does not make it wrong, such as the season in which it was printed.
    """

    key: str
    name: str
    clan: str
    thing: Any
    facts: Any = None


@dataclass(frozen=True)
class Kind:
    """A kind of printout.

    ``name`` is plural ("Order cards"), ``one`` what one of them is called ("order card"). ``items`` finds the things
    there are, those of one clan together; ``draw`` puts the things (``Item.thing``) on paper, whole pages, the last one
    turned too. ``empty`` is the sentence for when there is nothing to print. ``desks`` may print it: whatever stands
    on it, they may see. ``stocks`` is the paper it may be had on, the usual first. ``pack`` is whether it belongs to
    the whole pack. ``sides`` is how its leaves are printed; of those printed on both sides every thing begins a leaf
    of its own, and of all kinds every clan does: no leaf is handed to two.
    """

    key: str
    name: str
    one: str
    chapter: str
    desks: tuple[str, ...]
    items: Callable[[Press], Iterable[Item]]
    draw: Callable[[Paper, Sequence[Any]], None]
    empty: str
    stocks: tuple[str, ...] = STOCK
    pack: bool = True
    sides: Sides = "one"


def single(draw: Callable[[Paper, Any], None]) -> Callable[[Paper, Sequence[Any]], None]:
    """For a function of ``printouts/`` that draws one thing: draws them one after another."""

    def each(paper: Paper, things: Sequence[Any]) -> None:
        for thing in things:
            draw(paper, thing)

    return each
