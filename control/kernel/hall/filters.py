"""By what the journal of a game can be filtered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from control.kernel.rows import JournalEntry, Touch

Pairs = tuple[tuple[str, str], ...]
"""Keys with the names that people know."""


@dataclass(frozen=True)
class JournalFilter:
    """A filter with its word on the page: what there is for a desk to choose, or to type if it is ``typed``, and the
    condition on the journal that a key of it stands for."""

    word: str
    choices: Callable[[Session, str], Iterable[tuple[str, str]]]
    condition: Callable[[str], ColumnElement[bool]]
    typed: bool = False


def touching(table: str) -> Callable[[str], ColumnElement[bool]]:
    """The condition that an entry touches the row of a table."""
    return lambda key: JournalEntry.number.in_(select(Touch.entry).where(Touch.table == table, Touch.key == key))


def of_stretch(word: str) -> JournalFilter:
    """The filter by the stretch of the game, the latest first."""

    def choices(session: Session, _desk: str) -> Pairs:
        found = session.scalars(
            select(JournalEntry.stretch).group_by(JournalEntry.stretch).order_by(func.max(JournalEntry.number).desc())
        )
        return tuple((words.replace(" ", "-"), words.capitalize()) for words in found)

    return JournalFilter(word, choices, lambda key: func.replace(JournalEntry.stretch, " ", "-") == key)


def of_desk(roles: Mapping[str, str]) -> JournalFilter:
    """The filter by the desk that did it."""
    return JournalFilter("Desk", lambda _session, _desk: tuple(roles.items()), lambda key: JournalEntry.desk == key)
