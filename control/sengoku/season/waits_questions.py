"""What waits, and for whom: open things of one kind are one line, under the desk that has to act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from control.kernel.moment import the_moment
from control.kernel.wording import counted
from control.sengoku.honour.honour_questions import waiting as proposals_waiting
from control.sengoku.season.gate_questions import KINDS, Open

HERE = {
    "confirmation": ("order that waits for a second umpire", "orders that wait for a second umpire"),
    "honour": ("point of honour proposed", "proposals of honour"),
}
"""What waits for Game Control beside what is open at the gate: as one, and as several. No season waits for these."""
ACTS = {
    "encounter": "map",
    "battle": "map",
    "tactic": "map",
    "phase": "map",
    "order": "map",
    "draw": "map",
    "succession": "team",
    "letter": "team",
    "tick": "team",
    "sum": "game",
    "breach": "game",
    "confirmation": "game",
    "honour": "game",
}
"""The desk that has to act; what is to be told says itself whose it is."""
ONE_PAGE = {"told", "letter", "tick", "succession", "confirmation", "honour"}
"""Kinds that are all settled on one page: one link is enough, however many there are."""


@dataclass(frozen=True)
class Waits:
    """Open things of one kind that wait for one desk, in the order in which they are listed; never none."""

    desk: str
    kind: str
    things: tuple[Open, ...]

    @property
    def count(self) -> int:
        """How many they stand for."""
        return sum(one.count for one in self.things)

    @property
    def is_one(self) -> bool:
        """Whether one link leads to all of it."""
        return len(self.things) == 1 or self.kind in ONE_PAGE

    @property
    def words(self) -> str:
        """The thing itself, or how many there are: "30 armies without an order"."""
        if len(self.things) == 1 and self.kind != "phase":
            return self.things[0].sentence
        return counted(self.count, *(KINDS | HERE)[self.kind])

    @property
    def by_whom(self) -> list[tuple[str, list[Open]]]:
        """The things under the clan or the person they are about, by name; what is about nobody stands first."""
        found: dict[str, list[Open]] = {}
        for one in self.things:
            found.setdefault(one.of, []).append(one)
        return sorted(found.items())


@dataclass(frozen=True)
class WhatNow:
    """What waits for a desk itself, and what it waits for with others."""

    mine: tuple[Waits, ...]
    others: tuple[tuple[str, tuple[Waits, ...]], ...]

    @property
    def next(self) -> Waits | None:
        """The one next step; nothing if the season can be closed."""
        found = (*self.mine, *(one for _, waits in self.others for one in waits))
        before = [one for one in found if one.kind == "order"]  # no phase is run before the orders are in
        return found[0] if found and found[0].kind != "phase" else next(iter((*before, *found)), None)


def grouped(found: Iterable[Open]) -> tuple[Waits, ...]:
    """Open things by kind and by who has to act, in the order of the gate."""
    groups: dict[tuple[str, str], list[Open]] = {}
    for one in found:
        desk = str(one.row) if one.kind == "told" else ACTS[one.kind]
        groups.setdefault((desk, one.kind), []).append(one)
    return tuple(Waits(desk, kind, tuple(things)) for (desk, kind), things in groups.items())


def what_now(session: Session, found: Iterable[Open]) -> WhatNow:
    """What waits for Game Control, and with whom the rest lies, whoever has most to do first as the gate lists it."""
    groups = grouped([*beside(session), *found])
    desks = dict.fromkeys(one.desk for one in groups if one.desk != "game")
    return WhatNow(
        tuple(one for one in groups if one.desk == "game"),
        tuple((desk, tuple(one for one in groups if one.desk == desk)) for desk in desks),
    )


def beside(session: Session) -> Iterable[Open]:
    """What waits for Game Control and keeps no season from ending."""
    for kind, count in (("confirmation", the_moment(session).waiting), ("honour", proposals_waiting(session))):
        if count:
            yield Open(kind, kind, counted(count, *HERE[kind]), count=count)
