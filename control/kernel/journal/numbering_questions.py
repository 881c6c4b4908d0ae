"""The numbers of the journal as a desk is told them: they count what it may know of, and leave no gap for the rest.

What a desk may neither read nor notice (JournalEntry.heard_by) has no number there. The desk that leads, the command
line and the journal itself keep the true ones; a page, a part and the API translate at the door, both ways.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import changes_with
from control.kernel.database.lately import asked_from, keep
from control.kernel.database.reading import asked_once
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import hears
from control.kernel.journal.journal_questions import EntryView
from control.kernel.journal.moment import the_moment
from control.kernel.roles import PUBLIC, Seat
from control.kernel.rows import ApartEntry, Entry, JournalEntry
from control.kernel.typed import read
from control.kernel.values import dataclass
from control.kernel.wording import OF_A_GROUP, numbered

IN_WORDS = re.compile(r"(?<=entry )\d+")
IN_A_RUN = re.compile(r"\d+")
TAKEN_BACK = " taken back: "
"""What stands before the numbers of a rewind, in its sentence."""
Given = TypeVar("Given")
PRINTED = "print.record"
"""What notes a printing; its order and its rows name the entry up to which that told."""
NOBODYS = 900_000
"""No journal has so many entries, nor any group of desks of its own."""
OUT_OF_REACH = 1_100_000_000
"""So far behind all that an order may name (10**9) a number is put that no entry has: it is refused there, and told as
it was sent. Among those of the journal it would meet another one, and the refusal would say how many entries were
counted into it. A database's whole numbers still reach there."""


@dataclass(frozen=True)
class Numbering:
    """The numbers that one desk is told. ``unheard`` are those of the entries that it does not count, in order; of what
    stands ``apart`` (below zero) each audience has its own, but for whom sees a part of his desk."""

    unheard: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()

    def told(self, number: int) -> int:
        """The number of an entry there; 0 of one that has none."""
        if abs(number) > OUT_OF_REACH:
            return number - OUT_OF_REACH if number > 0 else number + OUT_OF_REACH
        if number < 0:
            return 0 if number in self.apart else number + sum(number < one for one in self.of_its_group(number))
        spot = bisect_left(self.unheard, number)
        if spot < len(self.unheard) and self.unheard[spot] == number:
            return 0
        return number - spot

    def all_told(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The numbers there of entries of the journal, which come in order: thousands, in one walk along both."""
        if not self.unheard:
            return tuple(numbers)
        unheard, spot, found = (*self.unheard, math.inf), 0, []
        for one in numbers:
            while unheard[spot] < one:
                spot += 1
            found.append(0 if unheard[spot] == one else one - spot)
        return tuple(found)

    def of_its_group(self, number: int) -> list[int]:
        """What is not counted there of what stands apart for the same audience, in order."""
        return [one for one in self.apart if one // OF_A_GROUP == number // OF_A_GROUP]

    def told_up_to(self, number: int) -> int:
        """The number there of the last entry up to this one."""
        return number - bisect_right(self.unheard, number)

    def true(self, number: int) -> int:
        """The number in the journal of what has this one there."""
        if is_nobodys(number):
            return number + OUT_OF_REACH if number > 0 else number - OUT_OF_REACH
        if number > 0:
            for one in self.unheard:
                if one > number:
                    break
                number += 1
        elif number < 0:
            for one in self.of_its_group(number):
                if one < number:
                    break
                number -= 1
        return number

    def shown(self, number: int) -> str:
        """The number of an entry as it is shown there."""
        return numbered(self.told(number))

    def sentence(self, said: str) -> str:
        """The sentence of an entry that takes others back, with their numbers as they are told there."""
        if self == ALL:
            return said
        head, sign, tail = said.rpartition(TAKEN_BACK)
        told = IN_WORDS.sub(self._one, head or said)
        return f"{told}{sign}{IN_A_RUN.sub(self._one, tail)}" if sign else told

    def _one(self, found: re.Match[str]) -> str:
        return str(self.told(int(found[0])))

    def view(self, one: EntryView) -> EntryView:
        """An entry as it is shown there."""
        if self == ALL:
            return one
        undoes = None if one.undoes is None else self.told(one.undoes)
        said = one.sentence if undoes is None else self.sentence(one.sentence)
        return replace(one, number=self.told(one.number), undoes=undoes, sentence=said)

    def row(self, one: dict[str, Any]) -> dict[str, Any]:
        """A row as plain data, with the entry that it names as that is told there."""
        return {**one, "entry": self.told(one["entry"])} if self != ALL and one.get("entry") else one

    def changes(self, changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows that changed, likewise."""
        if self == ALL:
            return [*changes]
        return [
            {**one, **{when: one[when] and self.row(self.up_to(one[when])) for when in ("before", "after")}}
            for one in changes
        ]

    def up_to(self, named: dict[str, Any]) -> dict[str, Any]:
        """What says up to which entry something was printed, with that as it is told there."""
        return {**named, "state": self.told_up_to(named["state"])} if isinstance(named.get("state"), int) else named

    def entry(self, one: dict[str, Any]) -> dict[str, Any]:
        """An entry as plain data, likewise; what stands apart comes after the last that is counted."""
        if self == ALL:
            return one
        found = {**one, "number": self.told(one["number"])}
        if "after" in one:
            found["after"] = self.told_up_to(one["after"])
        if one["action"] == PRINTED:
            found["arguments"] = self.up_to(one["arguments"])
        if one["undoes"] is not None:
            found |= {"undoes": self.told(one["undoes"]), "sentence": self.sentence(one["sentence"])}
            found["arguments"] = {**one["arguments"], **self.named(one["arguments"], self.told)}
        return found

    def named(self, order: Mapping[str, Any], number: Callable[[int], int]) -> dict[str, Any]:
        """The fields by which an order names entries to take back, or one up to which something was printed, with these
        numbers: as they are ``told``, or as they are ``true``."""
        if self == ALL:
            return {}
        found: dict[str, Any] = {name: number(order[name]) for name in ("entry", "state") if name in order}
        if "goes" in order:
            found["goes"] = [number(one) for one in order["goes"]]
        return found


def is_nobodys(number: int) -> bool:
    """Whether no entry has a number, of the journal or of a group of desks."""
    return (number if number > 0 else -number % OF_A_GROUP) >= NOBODYS


ALL = Numbering()
"""The numbers of whoever counts everything."""


@changes_with()  # an entry has the number that it is told by for good
@asked_once
def numbering(session: Session, desk: str) -> Numbering:
    """The numbers that a desk is told."""
    game, now = game_in(session), the_moment(session)
    # Who may not know whether there are any is not to tell it by whether they were asked for.
    unheard = unheard_at(session, desk) if desk == PUBLIC or now.unheard(game, desk) else ()
    apart = apart_unheard_at(session, desk) if isinstance(desk, Seat) and now.apart else ()
    return Numbering(unheard, apart) if unheard or apart else ALL


SINCE = (
    select(JournalEntry.number, JournalEntry.key, JournalEntry.heard_by)
    .where(JournalEntry.number >= bindparam("since"))
    .order_by(JournalEntry.number)
)


@asked_once
def unheard_at(session: Session, desk: str) -> tuple[int, ...]:
    """The numbers of the entries that a desk does not count, in order; those are looked through that came since it was
    asked lately."""
    game, engine = game_in(session), session.connection().engine
    of = ("unheard", str(desk), *((desk.name, desk.parts) if isinstance(desk, Seat) else ()))
    before, found = asked_from(session, of, SINCE)
    more = [
        number
        for number, _, named in found
        if named is not None and number > before.number and not hears(game, desk, named)
    ]
    unheard = (*(before.made or ()), *more)
    if found:
        keep(engine, of, before, found[-1].number, found[-1].key, unheard)
    return unheard


@asked_once
def apart_unheard_at(session: Session, seat: Seat) -> tuple[int, ...]:
    """The numbers of what stands apart for his desk and is not for him, the first of each audience first."""
    found = session.execute(select(ApartEntry.number, ApartEntry.heard_by).where(ApartEntry.is_for(seat)))
    game = game_in(session)
    return tuple(sorted((number for number, named in found if not hears(game, seat, named or "")), reverse=True))


def told_when_made(game: UmpiredGame, desk: str, entry: Entry) -> int | None:
    """The number of an entry that was just made, as its desk is told it, with nothing asked: what came before it was
    counted when it was made. None where it has to be asked."""
    if entry.number < 0 or entry.hushed_before is None:
        return None
    if isinstance(entry, JournalEntry) and entry.heard_by is not None and not hears(game, desk, entry.heard_by):
        return 0
    return entry.number - sum(many for named, many in entry.hushed_before.items() if not hears(game, desk, named))


def entered(session: Session, game: UmpiredGame, desk: str, name: str, data: Any, *, form: bool = False) -> Any:
    """An order as it came from a desk, with the true numbers of the entries that it is to take back, or up to which
    something was printed. It is read first: what is no number is refused everywhere alike. Raises OrderNotUnderstood.
    """
    if name != PRINTED and (name not in game.actions or "takes_back" not in game.actions[name].also):
        return data
    here, order = numbering(session, desk), read(game.actions[name].order, data, form=form)
    return order.model_copy(update=here.named(dict(order), here.true))
