"""What the copies of a game ask it: where its journal is, and what a restore would lose."""

from __future__ import annotations

import re

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from control.kernel.game import game_in
from control.kernel.journal.journal_questions import LOOK, apart_at
from control.kernel.rows import ApartEntry, Desk, Entry, Game, JournalEntry
from control.kernel.values import dataclass


class InAStretch:
    """A value that says of which stretch of the game it is."""

    stretch: str

    @property
    def when(self) -> str:
        """The stretch as a heading has it."""
        return self.stretch.capitalize()


@dataclass(frozen=True)
class Moment(InAStretch):
    """Where a game stands: the last journal entry, by its number and key, the stretch of the game ("spring
    1550"), and how many entries stand apart."""

    number: int
    key: str
    stretch: str
    apart: int = 0

    @property
    def slug(self) -> str:
        """The stretch as the name of a file has it; a comma is two strokes, so that it can be read off there again."""
        parts = self.stretch.lower().split(", ")
        return "--".join(re.sub("[^a-z0-9]+", "-", part).strip("-") for part in parts)


STRETCH = "[a-z]+(?:--?[a-z0-9]+)*"
"""A stretch of a game as names of files have it."""


def off_a_name(slug: str) -> str:
    """The stretch in words, off the name of a file."""
    return slug.replace("--", ", ").replace("-", " ")


def moment(session: Session) -> Moment:
    """Where the game stands now."""
    game = session.get_one(game_in(session).row, 1)
    last = session.execute(
        select(JournalEntry.number, JournalEntry.key).order_by(JournalEntry.number.desc()).limit(1)
    ).one_or_none()
    number, key = last if last else (0, "")
    return Moment(number, key, game_in(session).moment(game).stretch, apart_at(session))


def wants_packs(session: Session) -> bool:
    """Whether the fallback pack is to be written at the end of every stretch of the game."""
    return Game.only(session).fallback


def entered_after(session: Session, number: int) -> str:
    """When the first journal entry after that number was made (UTC); empty if there is none."""
    found = session.scalar(
        select(JournalEntry.at).where(JournalEntry.number > number).order_by(JournalEntry.number).limit(1)
    )
    return found or ""


@dataclass(frozen=True)
class Lost:
    """A journal entry that a restore would lose."""

    number: int
    at: str
    when: str
    umpire: str
    desk: str
    sentence: str


def entries_after(session: Session, number: int, most: int) -> list[Lost]:
    """The latest entries after that number, newest first."""
    found = session.execute(
        select(JournalEntry, Desk.name)
        .options(defer(JournalEntry.changes))
        .outerjoin(Desk, Desk.key == JournalEntry.desk)
        .where(JournalEntry.number > number)
        .order_by(JournalEntry.number.desc())
        .limit(most)
    )
    return [lost(one, desk) for one, desk in found]


def apart_after(session: Session, known: int, number: int) -> list[Lost]:
    """What stands apart and is not among the first so many that are ``known``, or came after that entry of the journal;
    newest first, without the looks."""
    found = session.execute(
        select(ApartEntry, Desk.name)
        .options(defer(ApartEntry.changes))
        .outerjoin(Desk, Desk.key == ApartEntry.desk)
        .where((ApartEntry.turn > known) | (ApartEntry.after > number), ApartEntry.action != LOOK)
        .order_by(ApartEntry.turn.desc())
    )
    return [lost(one, desk) for one, desk in found]


def done_apart(session: Session) -> int:
    """How many entries stand apart, without the looks."""
    many = session.scalar(select(func.count()).select_from(ApartEntry).where(ApartEntry.action != LOOK))
    return many or 0


def lost(one: Entry, desk: str | None) -> Lost:
    """An entry that would be lost, with the name of its desk."""
    return Lost(one.number, one.at, one.stretch.capitalize(), one.umpire, desk or "", one.sentence)


def who_after(session: Session, number: int) -> list[tuple[str, int]]:
    """Whose entries come after that number, and how many: the most first."""
    count = func.count()
    found = session.execute(
        select(JournalEntry.umpire, count)
        .where(JournalEntry.number > number)
        .group_by(JournalEntry.umpire)
        .order_by(count.desc(), JournalEntry.umpire)
    )
    return [(umpire, many) for umpire, many in found]


def key_of(session: Session, number: int) -> str:
    """The key of a journal entry; empty if there is no such entry."""
    return session.scalar(select(JournalEntry.key).filter_by(number=number)) or ""


def is_known(session: Session, key: str) -> bool:
    """Whether a form with this key has been carried out."""
    return bool(key) and session.scalar(select(JournalEntry.number).filter_by(key=key)) is not None
