"""The numbers of the journal as a desk is told them: they count what it may know of, and leave no gap for the rest.

What a desk may neither read nor notice (JournalEntry.heard_by) has no number there. The desk that leads, the command
line and the journal itself keep the true ones; a page, a part and the API translate at the door, both ways.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal_questions import EntryView
from control.kernel.moment import the_moment
from control.kernel.reading import asked_once
from control.kernel.rows import JournalEntry
from control.kernel.wording import numbered

IN_WORDS = re.compile(r"(?<=entry )\d+")
IN_A_RUN = re.compile(r"\d+")
TAKEN_BACK = " taken back: "
"""What stands before the numbers of a rewind, in its sentence."""
Given = TypeVar("Given")


@dataclass(frozen=True)
class Numbering:
    """The numbers that one desk is told. ``unheard`` are those of the entries that it does not count, in order."""

    unheard: tuple[int, ...] = ()

    def told(self, number: int) -> int:
        """The number of an entry there; 0 of one that has none. What stands apart (below zero) has its own for all."""
        spot = bisect_left(self.unheard, number)
        if spot < len(self.unheard) and self.unheard[spot] == number:
            return 0
        return number if number < 0 else number - spot

    def told_up_to(self, number: int) -> int:
        """The number there of the last entry up to this one."""
        return number - bisect_right(self.unheard, number)

    def true(self, number: int) -> int:
        """The number in the journal of what has this one there."""
        if number > 0:
            for one in self.unheard:
                if one > number:
                    break
                number += 1
        return number

    def shown(self, number: int) -> str:
        """The number of an entry as it is shown there."""
        return numbered(self.told(number))

    def sentence(self, said: str) -> str:
        """The sentence of an entry that takes others back, with their numbers as they are told there."""
        if not self.unheard:
            return said
        head, sign, tail = said.rpartition(TAKEN_BACK)
        told = IN_WORDS.sub(self._one, head or said)
        return f"{told}{sign}{IN_A_RUN.sub(self._one, tail)}" if sign else told

    def _one(self, found: re.Match[str]) -> str:
        return str(self.told(int(found[0])))

    def view(self, one: EntryView) -> EntryView:
        """An entry as it is shown there."""
        if not self.unheard or one.number < 0:
            return one
        undoes = None if one.undoes is None else self.told(one.undoes)
        said = one.sentence if undoes is None else self.sentence(one.sentence)
        return replace(one, number=self.told(one.number), undoes=undoes, sentence=said)

    def row(self, one: dict[str, Any]) -> dict[str, Any]:
        """A row as plain data, with the entry that it names as that is told there."""
        return {**one, "entry": self.told(one["entry"])} if self.unheard and one.get("entry") else one

    def changes(self, changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows that changed, likewise."""
        return [
            {**one, **{when: one[when] and self.row(one[when]) for when in ("before", "after")}}
            if self.unheard
            else one
            for one in changes
        ]

    def entry(self, one: dict[str, Any]) -> dict[str, Any]:
        """An entry as plain data, likewise; what stands apart comes after the last that is counted."""
        if not self.unheard:
            return one
        if one["number"] < 0:
            return {**one, "after": self.told_up_to(one["after"])} if "after" in one else one
        found = {**one, "number": self.told(one["number"])}
        if one["undoes"] is not None:
            found |= {"undoes": self.told(one["undoes"]), "sentence": self.sentence(one["sentence"])}
            found["arguments"] = self.order(one["arguments"], self.told)
        return found

    def order(self, order: Any, number: Any) -> Any:
        """An order that names entries to take back, with these numbers: as they are ``told``, or as they are ``true``;
        what is no number stays for the order to refuse."""

        def one(given: Any) -> Any:
            try:
                return number(int(given)) if not isinstance(given, bool) else given
            except (TypeError, ValueError):
                return given

        if not self.unheard or not isinstance(order, Mapping):
            return order
        found = {**order}
        if "entry" in found:
            found["entry"] = one(found["entry"])
        if isinstance(found.get("goes"), list):
            found["goes"] = [one(given) for given in found["goes"]]
        return found


ALL = Numbering()
"""The numbers of whoever counts everything."""


def numbering(session: Session, desk: str) -> Numbering:
    """The numbers that a desk is told."""
    game = game_in(session)
    if the_moment(session).unheard(game, desk) == 0:
        return ALL
    return Numbering(unheard_at(session, str(desk)))


@asked_once
def unheard_at(session: Session, desk: str) -> tuple[int, ...]:
    """The numbers of the entries that a desk does not count, in order."""
    hushed = select(JournalEntry.number).where(JournalEntry.heard_by.is_not(None))
    found = hushed.where(JournalEntry.heard_by.not_like(f"% {desk} %")).order_by(JournalEntry.number)
    return tuple(session.scalars(found))


def entered(session: Session, game: UmpiredGame, desk: str, name: str, order: Any) -> Any:
    """An order as it came from a desk, with the true numbers of the entries that it is to take back."""
    if name not in game.actions or "takes_back" not in game.actions[name].also:
        return order
    here = numbering(session, desk)
    return here.order(order, here.true)
