"""The print manifest: what was printed when, from which state of the game, and what superseded it."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.database.reading import asked_once
from control.kernel.game import game_in
from control.kernel.journal.audience import printings_of
from control.kernel.printing.stock import STOCKS
from control.kernel.rows import Printing
from control.kernel.values import dataclass


def ever_printed(session: Session, kinds: Collection[str]) -> dict[str, set[str]]:
    """The keys of the things of these kinds that were ever printed, by whatever desk: to look for what is to be printed
    again, and not to be told."""
    found: dict[str, set[str]] = {kind: set() for kind in kinds}
    for kind, items in session.execute(select(Printing.kind, Printing.items).where(Printing.kind.in_(kinds))):
        found[kind] |= items.keys()
    return found


def latest(session: Session, kind: str, desk: str, seen: Collection[str]) -> dict[str, str]:
    """The mark of what was on each thing of a kind when it was last printed, by its key. A desk prints again what
    others printed too, but is told only of those of their things that it has ``seen`` itself: else whoever has no part
    in a kind would learn that there was something to print."""
    own = printings_of(game_in(session), desk).label("own")
    found: dict[str, str] = {}
    rows = session.execute(select(Printing.items, own).where(Printing.kind == kind).order_by(Printing.id))
    for items, is_own in rows:
        found |= items if is_own else {key: mark for key, mark in items.items() if key in seen}
    return found


def last_stock(session: Session, kind: str) -> str:
    """The paper on which a kind was last printed; empty if it never was."""
    last = select(Printing.stock).where(Printing.kind == kind).order_by(Printing.id.desc()).limit(1)
    return session.scalar(last) or ""


@asked_once
def usual_stock(session: Session) -> str:
    """The paper in the printer's tray: that on which anybody printed last. Every button and the packs at the gates
    follow it, at every desk and on every machine."""
    last = select(Printing.stock).where(Printing.stock.in_(STOCKS)).order_by(Printing.id.desc()).limit(1)
    return session.scalar(last) or next(iter(STOCKS))


@dataclass(frozen=True)
class Page:
    """A page of the manifest: a kind, printed at one time. ``superseded`` counts those of its things that were printed
    again since, and ``by`` is the number of the run that last did so (None: all of them are the latest)."""

    id: int
    run: int
    at: str
    when: str
    umpire: str
    kind: str
    stock: str
    state: int
    items: tuple[str, ...]
    superseded: int
    by: int | None


def manifest(session: Session, kinds: Collection[str], desk: str, most: int = 60) -> list[Page]:
    """The latest pages of the manifest of these kinds that a desk is told of, the newest first."""
    mine = printings_of(game_in(session), desk)
    rows = session.scalars(select(Printing).where(Printing.kind.in_(kinds), mine).order_by(Printing.id.desc()))
    newer: dict[tuple[str, str], int] = {}
    found: list[Page] = []
    for row in rows:
        again = [newer[row.kind, key] for key in row.items if (row.kind, key) in newer]
        found.append(
            made_from(
                Page,
                row,
                when=row.stretch.capitalize(),
                items=tuple(row.items),
                superseded=len(again),
                by=max(again, default=None),
            )
        )
        for key in row.items:
            newer.setdefault((row.kind, key), row.run)
        if len(found) == most:
            break
    return found


@dataclass(frozen=True)
class Last:
    """When a kind was last printed (UTC, and the stretch of the game), and from which entry of the journal."""

    at: str
    when: str
    state: int


def last_printed(session: Session, desk: str) -> dict[str, Last]:
    """When each kind was last printed, as far as a desk is told of it."""
    wanted = select(Printing.kind, Printing.at, Printing.stretch, Printing.state)
    rows = session.execute(wanted.where(printings_of(game_in(session), desk)).order_by(Printing.id))
    return {kind: Last(at, stretch.capitalize(), state) for kind, at, stretch, state in rows}
