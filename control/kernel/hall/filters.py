"""By what the journal of a game can be filtered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from control.kernel.database.lately import gone_on_with
from control.kernel.database.reading import by_key
from control.kernel.rows import ApartEntry, ApartTouch, Entry, JournalEntry, Touch
from control.kernel.values import dataclass

Pairs = tuple[tuple[str, str], ...]
"""Keys with the names that people know."""


@dataclass(frozen=True)
class JournalFilter:
    """A filter with its word on the page: what there is for a desk to choose, or to type if it is ``typed``, and the
    condition that a key of it stands for, on the entries of the journal or on those that stand apart."""

    word: str
    choices: Callable[[Session, str], Iterable[tuple[str, str]]]
    condition: Callable[[type[Entry], str], ColumnElement[bool]]
    typed: bool = False


KINDS = (JournalEntry, ApartEntry)


def conditions(by: Mapping[str, JournalFilter], chosen: Mapping[str, str]) -> list[list[ColumnElement[bool]]]:
    """The conditions that the chosen filters put on the entries of the journal, and on those that stand apart."""
    return [[by[name].condition(kind, key) for name, key in chosen.items()] for kind in KINDS]


def touching(table: str) -> Callable[[type[Entry], str], ColumnElement[bool]]:
    """The condition that an entry touches the row of a table."""

    def condition(kind: type[Entry], key: str) -> ColumnElement[bool]:
        index = Touch if kind is JournalEntry else ApartTouch
        return kind.number.in_(select(index.entry).where(index.table == table, index.key == key))

    return condition


def of_stretch(word: str) -> JournalFilter:
    """The filter by the stretch of the game, the latest first; also those in which there is but what a desk and others
    hide from the rest."""

    def choices(session: Session, desk: str) -> Pairs:
        last = dict[str, float](stretches(session))
        hidden = select(ApartEntry.stretch, func.max(ApartEntry.after)).where(ApartEntry.is_for(desk))
        for words, after in session.execute(hidden.group_by(ApartEntry.stretch)):
            last[words] = max(last.get(words, 0), after + 0.5)
        latest = sorted(last, key=lambda words: -last[words])
        return tuple((words.replace(" ", "-"), words.capitalize()) for words in latest)

    return JournalFilter(word, choices, lambda kind, key: func.replace(kind.stretch, " ", "-") == key)


def stretches(session: Session) -> Mapping[str, int]:
    """The stretches of the game that the journal has entries of, each with the number of its last."""

    def more(before: Mapping[str, int] | None, since: ColumnElement[bool]) -> Mapping[str, int]:
        last = select(JournalEntry.stretch, func.max(JournalEntry.number)).where(since).group_by(JournalEntry.stretch)
        return {**(before or {}), **by_key(session, last)}

    return gone_on_with(session, "stretches", more)


def of_desk(roles: Mapping[str, str]) -> JournalFilter:
    """The filter by the desk that did it."""
    return JournalFilter("Desk", lambda _session, _desk: tuple(roles.items()), lambda kind, key: kind.desk == key)
