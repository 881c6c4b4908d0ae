"""Announcements of the desk that leads to the umpires: only the desks addressed see them, and who has read them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sqlalchemy import ColumnElement, Select, String, bindparam, cast, func, or_, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.game import game_in
from control.kernel.grouping import grouped
from control.kernel.rows import Announcement, AnnouncementRead, JournalEntry
from control.kernel.values import dataclass
from control.kernel.wording import any_spelling

RECENT = 500
"""So many of the latest journal entries say which umpires are about."""
LISTED = 40
"""So many of those that have ended stand on the page."""
NEWEST_FIRST = (Announcement.at.desc(), Announcement.id.desc())
"""Numbers are counted for each audience, and so do not tell which came later."""


@dataclass(frozen=True)
class AnnouncementView:
    """An announcement as an umpire sees it; ``read`` by him. ``desks`` is empty if it went to all."""

    id: int
    at: str
    umpire: str
    text: str
    desks: tuple[str, ...]
    ended: bool
    read: bool


@dataclass(frozen=True)
class DeskMarks:
    """Who of a desk has read an announcement (name and when), and who has not, as far as is known."""

    desk: str
    read: tuple[tuple[str, str], ...]
    waiting: tuple[str, ...]


def announcements(session: Session, umpire: str, desk: str, every: bool = False) -> list[AnnouncementView]:
    """The announcements to a desk, the newest first; the one that leads sees all of them. Of those that have ended
    these are the latest, or ``every`` one."""
    leads = game_in(session).leads
    mine = select(Announcement).order_by(*NEWEST_FIRST)
    mine = mine if desk == leads else mine.where(went_to(desk))
    over = mine.where(Announcement.ended)
    rows = [
        *session.scalars(mine.where(Announcement.ended.is_(False))),
        *session.scalars(over if every else over.limit(LISTED)),
    ]
    return views(session, rows, umpire, desk)


def ended(session: Session, desk: str) -> int:
    """How many announcements to a desk have ended."""
    many = select(func.count()).select_from(Announcement).where(Announcement.ended)
    return session.scalar(many if desk == game_in(session).leads else many.where(went_to(desk))) or 0


def newest_unread(session: Session, umpire: str, desk: str) -> tuple[AnnouncementView, int] | None:
    """The newest announcement that an umpire has not read, and how many more wait; None if he has read all."""
    standing = standing_for(session, desk)
    if not standing:
        return None
    read = set(session.scalars(READ_BY, {"reader": any_spelling(umpire), "desk": desk}))
    waiting = [one for one in standing if one not in read]
    if not waiting:
        return None
    row = session.get_one(Announcement, waiting[0])
    return made_from(AnnouncementView, row, desks=tuple(row.desks), read=False), len(waiting) - 1


READ_BY = select(AnnouncementRead.announcement).where(
    AnnouncementRead.reader == bindparam("reader"), AnnouncementRead.desk == bindparam("desk")
)
"""What an umpire has read at his desk: asked with every page."""


@kept
def standing_for(session: Session, desk: str) -> tuple[int, ...]:
    """The numbers of what was announced to a desk and still stands, the newest first."""
    return tuple(session.scalars(standing_at(desk)))


@cache
def standing_at(desk: str) -> Select[int]:
    """What asks for these, put together once for a desk: it is asked with every page."""
    standing = select(Announcement.id).where(Announcement.ended.is_(False), went_to(desk))
    return standing.order_by(*NEWEST_FIRST)


def went_to(desk: str) -> ColumnElement[bool]:
    """What was announced to a desk. It is looked for as it is written: hundreds may wait, and are not taken apart."""
    to = cast(Announcement.desks, String)
    return or_(to == "[]", to.contains(f'"{desk}"', autoescape=True))


def addressed(desks: Iterable[str], desk: str, leads: str) -> bool:
    """Whether an announcement went to a desk; none named is all of them, and who ``leads`` minds every one."""
    to = list(desks)
    return not to or desk in to or desk == leads


def views(session: Session, rows: list[Announcement], umpire: str, desk: str) -> list[AnnouncementView]:
    """Announcements as one umpire sees them at his desk."""
    read = set(session.scalars(READ_BY, {"reader": any_spelling(umpire), "desk": desk}))
    return [made_from(AnnouncementView, row, desks=tuple(row.desks), read=row.id in read) for row in rows]


def marks(
    session: Session, shown: list[AnnouncementView], every: Iterable[str], rota: Iterable[tuple[str, str]]
) -> dict[int, tuple[DeskMarks, ...]]:
    """For each of these announcements who has read it, desk by desk. ``every`` are all desks, the ``rota``
    names the umpires who are here, each with a desk."""
    about = umpires_about(session, rota)
    numbers = [one.id for one in shown]
    every_mark = session.scalars(select(AnnouncementRead).where(AnnouncementRead.announcement.in_(numbers)))
    read = grouped(((row.announcement, row.desk), row) for row in every_mark)
    return {
        one.id: tuple(
            desk_marks(desk, about.get(desk, set()), read.get((one.id, desk), []))
            for desk in every
            if not one.desks or desk in one.desks
        )
        for one in shown
    }


def desk_marks(desk: str, names: set[str], read: Iterable[AnnouncementRead]) -> DeskMarks:
    """The marks of one desk. Whoever is known by a name that is written in two ways waits once."""
    here, have = sorted((row.at, row.umpire) for row in read), {row.reader for row in read}
    waiting = {any_spelling(name): name for name in sorted(names, reverse=True) if any_spelling(name) not in have}
    return DeskMarks(desk, tuple((name, at) for at, name in here), tuple(sorted(waiting.values())))


def umpires_about(session: Session, rota: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The umpires of each desk who are about: on the rota and here, or named by the latest of the journal."""
    latest = (
        select(JournalEntry.umpire, JournalEntry.desk, JournalEntry.action)
        .order_by(JournalEntry.number.desc())
        .limit(RECENT)
        .subquery()
    )
    seen = session.execute(select(latest.c.umpire, latest.c.desk).distinct())
    found: dict[str, set[str]] = {}
    for name, desk in (*seen, *rota):
        if name != "a script":
            found.setdefault(desk, set()).add(name)
    return found
