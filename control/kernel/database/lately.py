"""What was made of a journal up to one of its entries, kept in this process: it is gone on from there.

A journal only grows, and a day has twenty thousand entries; what every page or every act asks of all of them is asked
of those that came since. That it is still the same journal the key of the entry tells, which is given once: of a game
that was set back, and after an entry that was not kept in the end, all is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Engine, Executable, bindparam, func, or_, select
from sqlalchemy.orm import Session

from control.kernel.rows import JournalEntry

Made = TypeVar("Made")


class Lately(NamedTuple):
    """What was ``made`` of the entries up to this number, the last of which has this key; None is nothing yet."""

    number: int = 0
    key: str | None = None
    made: Any = None


NOT_YET = Lately()
A_STRETCH = 20
"""So many entries are asked again and again before what was made of them is kept."""
KEPT: WeakKeyDictionary[Engine, dict[Hashable, Lately]] = WeakKeyDictionary()


def lately(engine: Engine, of: Hashable) -> Lately:
    """What was made of the journal lately, under this name."""
    return KEPT.get(engine, {}).get(of, NOT_YET)


def asked_from(session: Session, of: Hashable, since: Executable) -> tuple[Lately, Sequence[Any]]:
    """What was made lately, and the entries from its last one on (``since`` that number); all of them, and nothing
    made, where that one is no longer there."""
    before = lately(session.connection().engine, of)
    found = session.execute(since, {"since": before.number}).all()
    if before.number and (not found or found[0].key != before.key):
        before = NOT_YET
        found = session.execute(since, {"since": before.number}).all()
    return before, found


def keep(engine: Engine, of: Hashable, before: Lately, number: int, key: str | None, made: Any) -> None:
    """Keep what was made of it up to here, if that is worth it."""
    if number - before.number >= A_STRETCH:
        KEPT.setdefault(engine, {})[of] = Lately(number, key, made)


def gone_on_with(session: Session, of: Hashable, more: Callable[[Any, ColumnElement[bool]], Made]) -> Made:
    """What is made of the journal under a name: by ``more``, of what was made of it lately (None if nothing was) and of
    the entries since then."""
    before, last, key = lately_and_last(session, of)
    made = more(before.made, JournalEntry.number > before.number)
    keep(session.connection().engine, of, before, last, key, made)
    return made


def lately_and_last(session: Session, of: Hashable) -> tuple[Lately, int, str | None]:
    """What was made of this journal lately, under a name, and the number and key of its last entry."""
    before = lately(session.connection().engine, of)
    keys = {number: key for number, key in session.execute(THERE_AND_LAST, {"there": before.number})}  # noqa: C416
    last = max(keys, default=0)
    return before if keys.get(before.number) == before.key else NOT_YET, last, keys.get(last)


THERE_AND_LAST = select(JournalEntry.number, JournalEntry.key).where(
    or_(
        JournalEntry.number == bindparam("there"),
        JournalEntry.number == select(func.max(JournalEntry.number)).scalar_subquery(),
    )
)
