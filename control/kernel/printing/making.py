"""Making a printing: finding what is to be printed, marking what was on it, drawing it, and saying how far it is."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.demo import MARK as DEMO
from control.kernel.demo import is_demo
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.game import game_of
from control.kernel.printing.kinds import Item, Kind, Papers, Press
from control.kernel.printing.manifest_questions import last_stock, latest, usual_stock
from control.kernel.printing.stock import GETA, Paper, Sides
from control.kernel.rows import Game
from control.kernel.values import dataclass

Tell = Callable[[int, int, str], None]
"""Told how many things are done, of how many, and what is being printed."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants printed: kinds, perhaps of one owner alone, or single things by their keys, or only what
    would come out otherwise than when it was printed; the paper; and whether all of it goes into one file."""

    kinds: tuple[Kind, ...]
    whose: str = ""
    only: tuple[str, ...] = ()
    stock: str = ""
    changed: bool = False
    one_file: bool = False


@dataclass(frozen=True)
class Batch:
    """What there is to print of one kind, on which stock, the mark of what is on each thing, by its key, the names
    of the owners, and what makes the paper. One without things is ``nobodys`` if none belongs to any owner."""

    kind: Kind
    stock: str
    items: tuple[Item, ...]
    marks: Mapping[str, str]
    owners: Mapping[str, str]
    paper: Callable[..., Paper]
    nobodys: bool = False


@dataclass(frozen=True)
class Gathered:
    """All that is to be printed: the number of the journal's last entry it was taken from, the batches, the kinds of
    which there is nothing (with the sentence that says so), and what no font can print, as sentences."""

    state: int
    batches: tuple[Batch, ...]
    nothing: tuple[str, ...]
    unprintable: tuple[str, ...]
    stamp: str = ""

    @property
    def count(self) -> int:
        """How many things that are."""
        return sum(len(batch.items) for batch in self.batches)


@dataclass(frozen=True)
class Made:
    """What was printed: PDFs by their names without ``.pdf``, and what it was made from."""

    files: Mapping[str, bytes]
    gathered: Gathered

    def manifest(self) -> dict[str, Any]:
        """The order that puts it into the print manifest (``print.record``), unless nothing of it is noted."""
        return {
            "state": self.gathered.state,
            "printed": [
                {"kind": batch.kind.key, "stock": batch.stock, "items": dict(batch.marks)}
                for batch in self.gathered.batches
                if batch.kind.noted
            ],
        }


def make(wish: Wish, press: Press, state: int, tell: Tell = lambda *_: None) -> Made:
    """Print it. ``state`` is the number of the journal's last entry. Raises OrderNotAllowed if there is nothing."""
    return draw(gather(wish, press, state), wish.one_file, tell)


# --- Finding what is to be printed ------------------------------------------------------------------------


def gather(wish: Wish, press: Press, state: int) -> Gathered:
    """What is to be printed, from the game as it stands. Raises OrderNotUnderstood for an owner, a thing or a paper
    that there is not, OrderNotAllowed if nothing is to be printed."""
    leads = game_of(press.scenario).leads
    press = replace(press, whose=owner_of(wish, press), only=wish.only, desk=press.desk or leads)
    batches: list[Batch] = []
    nothing: list[str] = []
    nobodys: list[str] = []
    for kind in wish.kinds:
        batch = batch_of(kind, wish, press)
        if batch.items:
            batches.append(batch)
        elif not wish.changed:
            aside = batch.nobodys and len(wish.kinds) > 1
            (nobodys if aside else nothing).append(empty_of(batch, press))
    if not batches:
        raise OrderNotAllowed(
            "Nothing that was printed would come out otherwise now." if wish.changed else " ".join(nothing or nobodys),
            field="kind",
        )
    unknown = tuple(unprintable(batches, papers_of(press).unknown))
    return Gathered(state, tuple(batches), tuple(nothing), unknown, stamp_of(press.session))


def stamp_of(session: Session) -> str:
    """What stands on every page of a game that is not real; empty for one that is."""
    return DEMO if is_demo(session.get_bind().engine) else ""


def papers_of(press: Press) -> Papers:
    """What the game prints that this is a press of."""
    papers: Papers = game_of(press.scenario).papers()
    return papers


def owner_of(wish: Wish, press: Press) -> str:
    """The key of the owner that is asked for. Raises OrderNotUnderstood with near names."""
    if not wish.whose:
        return ""
    papers = papers_of(press)
    owners = papers.owners(press.scenario)
    found = papers.meant(wish.whose, press.scenario)
    if found not in owners:
        near = did_you_mean(wish.whose, [*owners, *owners.values()])
        raise OrderNotUnderstood(f'There is no {papers.word} "{wish.whose}".{near}', field=papers.word)
    return found


def empty_of(batch: Batch, press: Press) -> str:
    """The sentence for a kind of which there is nothing."""
    kind, papers = batch.kind, papers_of(press)
    if batch.nobodys:
        return f"“{kind.name}” belongs to no {papers.word}: print it without one."
    if press.whose:
        return f"{papers.owners(press.scenario)[press.whose]} has no {kind.one} to print."
    return kind.empty or f"There is no {kind.one} to print."


def batch_of(kind: Kind, wish: Wish, press: Press) -> Batch:
    """What there is to print of a kind."""
    papers, stock = papers_of(press), stock_of(kind, wish, press)
    there = list(kind.items(replace(press, stock=stock)))
    items = [item for item in there if not press.whose or press.whose in item.owners]
    if wish.only:
        items = [found(kind, items, key) for key in wish.only]
    secret = Game.only(press.session).secret
    address = press.make_url("")
    marks = {item.key: mark(item, secret, address) for item in items}
    if wish.changed:
        desk = press.desk or game_of(press.scenario).leads
        before = latest(press.session, kind.key, desk, marks)
        # What is new of a kind that was printed before counts as changed.
        items = [item for item in items if before and before.get(item.key) != marks[item.key]]
        marks = {item.key: marks[item.key] for item in items}
    nobodys = bool(there) and not items and not any(item.owners for item in there)
    return Batch(kind, stock, tuple(items), marks, papers.owners(press.scenario), papers.paper, nobodys)


def stock_of(kind: Kind, wish: Wish, press: Press) -> str:
    """The paper for a kind: if nobody says, the usual one, or that on which it is printed again. A kind that cannot be
    had on the paper of many others is printed on its own."""
    again = last_stock(press.session, kind.key) if wish.changed else ""
    if wish.stock in kind.stocks:
        return wish.stock
    if len(wish.kinds) > 1 or not wish.stock:
        had = (one for one in (again, usual_stock(press.session)) if one in kind.stocks)
        return next(had, kind.stocks[0])
    raise OrderNotUnderstood(
        f'{kind.name} can be had on {", ".join(kind.stocks)}, not on "{wish.stock}".'
        f"{did_you_mean(wish.stock, kind.stocks)}",
        field="stock",
    )


def found(kind: Kind, items: Sequence[Item], key: str) -> Item:
    """The thing of that key. Raises OrderNotAllowed if there is none."""
    for item in items:
        if item.key == key:
            return item
    near = did_you_mean(key, [item.key for item in items])
    raise OrderNotAllowed(f'There is no {kind.one} "{key}" to print.{near}', field="only")


def mark(item: Item, secret: str, address: str) -> str:
    """What tells whether a thing would come out otherwise, without telling what is on it. Where the control room is
    reached (``address``) makes no difference."""
    facts = repr(item.thing if item.facts is None else item.facts).replace(address, "")
    return hmac.new(secret.encode(), facts.encode(), hashlib.sha256).hexdigest()[:16]


# --- What no font can print -------------------------------------------------------------------------------


def unprintable(batches: Iterable[Batch], unknown: Callable[[str], str]) -> Iterator[str]:
    """A sentence for each thing with letters that none of our fonts has."""
    for batch in batches:
        for item in batch.items:
            letters = "".join(dict.fromkeys("".join(map(unknown, words_in(item.thing)))))
            if letters:
                named = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in letters[:8])
                of = f" of {item.name}" if item.name else ""
                yield f"The {batch.kind.one}{of} has letters that no font here has: {named}; {GETA} is printed instead."


def words_in(thing: Any) -> Iterator[str]:
    """Every text in a thing, however deep."""
    if isinstance(thing, str):
        if not thing.isascii():
            yield thing
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from words_in(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from words_in(key)
            yield from words_in(value)
    elif isinstance(thing, (list, tuple)):
        for one in thing:
            yield from words_in(one)


# --- Drawing it -------------------------------------------------------------------------------------------


class Counted(list[Any]):
    """Things that tell when they are taken one by one, so that a long kind shows how far it is."""

    def __init__(self, things: Iterable[Any], taken: Callable[[int], None]) -> None:
        super().__init__(things)
        self.taken = taken

    def __iter__(self) -> Iterator[Any]:
        for number, thing in enumerate(super().__iter__()):
            self.taken(number)
            yield thing


def draw(gathered: Gathered, one_file: bool = False, tell: Tell = lambda *_: None) -> Made:
    """Put it on paper: a file for each kind, or all in one, so far as it is printed alike: a printer is told once for a
    whole file whether it prints on one side of a leaf or on both."""
    total, done = gathered.count, 0
    files: dict[str, bytes] = {}
    wholes: dict[Sides, Paper] = {}
    for batch in gathered.batches:
        kind = batch.kind
        tell(done, total, kind.name)
        title = "Printouts" if one_file else kind.name
        paper = batch.paper(title, stock=batch.stock, sides=kind.sides, stamp=gathered.stamp)
        if one_file:
            paper = wholes.setdefault(kind.sides, paper)
            paper.stock = batch.stock
        for number, group in enumerate(together(batch)):

            def taken(number: int, done: int = done, name: str = kind.name) -> None:
                tell(done + number, total, name)

            paper.take_leaf()
            if one_file and number == 0:
                paper.entry(kind.name)
            if whose := group[0].whose:  # an owner that came up in play stands in no scenario: rebels
                own = group[0].name
                paper.entry(batch.owners.get(whose, own) if kind.sides == "one" else own, int(one_file))
            kind.draw(paper, Counted((item.thing for item in group), taken))
            done += len(group)
        if not one_file:
            files[kind.key] = paper.finish()
    if len(gathered.batches) == 1 and one_file:
        files[gathered.batches[0].kind.key] = next(iter(wholes.values())).finish()
    else:
        for sides, paper in wholes.items():
            files["printouts" if len(wholes) == 1 else FILES[sides]] = paper.finish()
    tell(total, total, "")
    return Made(files, gathered)


FILES: dict[Sides, str] = {
    "one": "printouts-one-sided",
    "both": "printouts-two-sided",
    "booklet": "printouts-booklets",
}
"""The files of one printing that is not printed alike."""


def together(batch: Batch) -> Iterator[list[Item]]:
    """The things that may share a leaf: those of one owner, or of none; printed on both sides each has its own."""
    if batch.kind.sides != "one":
        yield from ([item] for item in batch.items)
        return
    for _, group in groupby(batch.items, key=lambda item: item.whose):
        yield list(group)
