"""The journal as each desk may read it, all of it or filtered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.lately import gone_on_with
from control.kernel.database.reading import asked_once
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import hidden_for, readable
from control.kernel.journal.moment import the_moment
from control.kernel.roles import STROKE, Seat, desk_at
from control.kernel.rows import ApartEntry, Confirmation, Desk, Entry, JournalEntry, Touch
from control.kernel.values import dataclass
from control.kernel.wording import same_name


@dataclass(frozen=True)
class EntryView:
    """A journal entry; ``undone`` ones stay, struck through. A ``secret`` one not everybody inside may read."""

    number: int
    at: str
    when: str
    umpire: str
    desk: str
    action: str
    sentence: str
    dice: tuple[dict[str, Any], ...]
    undone: bool
    undoes: int | None
    place: tuple[int, int]
    secret: bool


def journal_at(session: Session) -> int:
    """The number of the last journal entry; 0 before the first."""
    return the_moment(session).journal


@kept
def last_entered(session: Session) -> str:
    """When the journal's last entry was made (UTC); empty if there is none."""
    return session.scalar(select(JournalEntry.at).order_by(JournalEntry.number.desc()).limit(1)) or ""


LOOK = "journal.look"
"""The action that notes a look at what stands apart."""

UNDOING, UNDOING_APART = (
    select(kind.number, kind.undoes, kind.arguments).where(those)
    for kind, those in ((JournalEntry, JournalEntry.undoes > 0), (ApartEntry, ApartEntry.undoes < 0))
)
"""The entries that take others back. By a bound, and not as those that have something there: for that SQLite goes
through the whole journal instead of the index of undos."""


def undone_numbers(session: Session, apart: bool = False) -> set[int]:
    """The numbers of all entries that stand taken back, of the journal or of what stands apart; an undo that was itself
    undone does not count."""
    return {*standing_undone(session, apart)}


@asked_once
def standing_undone(session: Session, apart: bool) -> frozenset[int]:
    """The same, asked once of a moment: a page asks it for a dozen entries."""
    undone: set[int] = set()
    # Put in order here: asked for it, the database goes through the whole journal instead of the index of undos.
    for number, undoes, arguments in sorted(undoing(session, apart), key=lambda row: abs(row[0]), reverse=True):
        if number not in undone:
            undone |= taken_back_by(undoes, arguments)
    return frozenset(undone)


def taken_back_by(undoes: int | None, arguments: Mapping[str, Any]) -> set[int]:
    """The numbers of the entries that an entry takes back: none, one, or those that a rewind takes along (``goes``)."""
    return set() if undoes is None else {undoes, *arguments.get("goes", ())}


def undoing_numbers(session: Session) -> set[int]:
    """The numbers of all entries of the journal that take another back."""
    return {number for number, *_ in undoing(session, False)}


@asked_once
def undoing(session: Session, apart: bool) -> Sequence[Row[int, int | None, dict[str, Any]]]:
    """The entries that take others back. A rewind names hundreds in its arguments: they are read once of a moment."""
    return session.execute(UNDOING_APART if apart else UNDOING).all()


def journal(
    session: Session,
    desk: str,
    undone: set[int],
    limit: int = 60,
    before: int | None = None,
    only: Iterable[ColumnElement[bool]] = (),
) -> list[EntryView]:
    """The latest entries that a desk may read, newest first, or the latest before that number, ``only`` those
    that meet these conditions; ``undone`` are the numbers that stand taken back."""
    query = select(*SHOWN).where(readable(game_in(session), desk)).order_by(JournalEntry.number.desc()).limit(limit)
    if before is not None:
        query = query.where(JournalEntry.number < before)
    return [view(one, one.number in undone) for one in session.execute(query.where(*only))]


def hidden_among(
    session: Session,
    desk: str,
    undone: set[int],
    since: int,
    before: int | None,
    only: Iterable[ColumnElement[bool]] = (),
) -> list[EntryView]:
    """What this desk and others hide from the rest, newest first: what came after the entry ``since`` of the journal or
    a later one, and ``before`` that number; ``only`` what meets these conditions."""
    query = select(ApartEntry).where(hidden_for(game_in(session), desk), ApartEntry.after >= since)
    if before is not None:
        query = query.where(ApartEntry.after < before)
    found = session.scalars(query.where(*only).order_by(ApartEntry.after.desc(), ApartEntry.turn.desc()))
    return [view(one, one.number in undone) for one in found]


def orders_of_others(
    session: Session, game: UmpiredGame, umpire: str, desk: str, action: str, stretch: str
) -> Iterator[Any]:
    """What others than an umpire ordered by an action in a stretch of the game, as far as his desk may read it and it
    stands, the latest first: those of the journal, then what it and others hide from the rest. Only what is compared
    and told is read, for a season may have hundreds of them, and what they changed is the most of each."""
    session._autoflush()
    given = {"umpire": umpire, "action": action, "stretch": stretch}
    whose = (desk.name, desk.parts) if isinstance(desk, Seat) else None
    answer = session.connection().execute(asked_of_others(game, desk, whose), given)
    found = [one for one in answer if not same_name(one.umpire, umpire)]
    gone: set[int] = set().union(*(undone_numbers(session, apart) for apart in {one.number < 0 for one in found}))
    stand = (one for one in found if one.number not in gone)
    yield from sorted(stand, key=lambda one: (one.number < 0, -abs(one.number)))


@lru_cache(maxsize=100)
def asked_of_others(game: UmpiredGame, desk: str, _whose: tuple[str, frozenset[str]] | None) -> CompoundSelect[Any]:
    """What asks both journals for that in one word. It is asked with every slip, and to make it takes longer than to
    ask it: so it is made once for a desk, and for each umpire who sees a part of it (a desk and a seat at it are
    equal)."""
    wanted = []
    for kind, allowed in ((JournalEntry, readable), (ApartEntry, hidden_for)):
        told = select(kind.number, kind.arguments, kind.umpire, kind.at, kind.sentence)
        of = kind.action == bindparam("action"), kind.stretch == bindparam("stretch")
        wanted.append(told.where(*of, kind.umpire != bindparam("umpire"), allowed(game, desk)))
    return union_all(*wanted)


def entry_of(session: Session, number: int) -> Entry | None:
    """The entry with this number; one below zero stands apart."""
    return session.get(ApartEntry if number < 0 else JournalEntry, number)


def made_by_form(session: Session, key: str, umpire: str, desk: str) -> Entry | None:
    """The last entry that this umpire's form with this key has made, alone or as one of several; None if there is none
    yet."""
    own = or_(JournalEntry.key == key, JournalEntry.key.startswith(f"{key}/", autoescape=True))
    his = select(JournalEntry).filter_by(umpire=umpire, desk=desk).where(own)
    return session.scalar(his.order_by(JournalEntry.number.desc()).limit(1))


def apart_at(session: Session) -> int:
    """How many entries stand apart."""
    return sum(the_moment(session).apart.values())


def journal_apart(session: Session) -> list[EntryView]:
    """What stands apart for those of UmpiredGame.apart, newest first; who asks may read it."""
    undone = undone_numbers(session, apart=True)
    found = session.scalars(select(ApartEntry).where(ApartEntry.audience.is_(None)).order_by(ApartEntry.number))
    return [view(one, one.number in undone) for one in found]


def every_entry(session: Session) -> list[Entry]:
    """All entries in the order in which they were made."""
    found: list[Entry] = [*session.scalars(select(JournalEntry)), *session.scalars(select(ApartEntry))]
    return sorted(found, key=place)


def entries_of(session: Session, actions: Collection[str]) -> list[Entry]:
    """The entries of these actions, of the journal and of what stands apart, in the order in which they were made."""
    found = (one for kind in (JournalEntry, ApartEntry) for one in session.scalars(of_actions(kind, actions)))
    return sorted(found, key=place)


def numbers_of(session: Session, *actions: str) -> tuple[int, ...]:
    """The numbers of the entries of these actions in the journal, in order."""

    def more(before: tuple[int, ...] | None, since: ColumnElement[bool]) -> tuple[int, ...]:
        found = select(JournalEntry.number).where(since, JournalEntry.action.in_(actions))
        return (*(before or ()), *session.scalars(found.order_by(JournalEntry.number)))

    return gone_on_with(session, ("numbers", *actions), more)


def of_actions(kind: type[Entry], actions: Collection[str]) -> Select[Entry]:
    """What asks for the entries of these actions."""
    return select(kind).where(kind.action.in_(actions))


ASKED_FOR = (
    select(Confirmation.action)
    .join(Touch, and_(Touch.table == Confirmation.__tablename__, Touch.key == cast(Confirmation.id, String)))
    .where(Touch.entry == JournalEntry.number, Touch.changed)
    .limit(1)  # a rewind takes back several, or puts several back at once
    .correlate(JournalEntry)
    .scalar_subquery()
)
DONE_BY = case(
    (JournalEntry.action == "confirmation.give", ASKED_FOR), (ASKED_FOR.is_not(None), ""), else_=JournalEntry.action
)
"""The action by which an entry of the journal did what it did: what a second umpire confirmed is done by what was asked
for, and by nothing as long as it waits, though the entry that asked has its name."""


def place(one: Entry | Row[Any]) -> tuple[int, int]:
    """Where an entry stands among all: one that stands apart comes after that of the journal which was the last."""
    return (one.after, one.turn) if isinstance(one, ApartEntry) else (one.number, 0)


SHOWN = (
    JournalEntry.number,
    JournalEntry.at,
    JournalEntry.stretch,
    JournalEntry.umpire,
    JournalEntry.desk,
    JournalEntry.action,
    JournalEntry.sentence,
    JournalEntry.dice,
    JournalEntry.undoes,
    JournalEntry.audience,
)
"""What of an entry of the journal is shown (`view`): a list of them reads no more."""


def view(one: Entry | Row[Any], undone: bool) -> EntryView:
    """An entry, or what is ``SHOWN`` of one, as it is shown."""
    return EntryView(
        number=one.number,
        at=one.at,
        when=one.stretch.capitalize(),
        umpire=one.umpire,
        desk=one.desk,
        action=one.action,
        sentence=one.sentence,
        dice=tuple(one.dice),
        undone=undone,
        undoes=one.undoes,
        place=place(one),
        secret=one.audience is not None or one.number < 0,
    )


CODES = select(Desk.key, Desk.name, Desk.code).where(Desk.since <= Desk.issue)


@kept
def places(session: Session) -> list[tuple[str, str, str]]:
    """Every place that has a code that opens it: the desks, and the places that umpires have of their own; in the order
    in which the game names its desks."""
    order = {desk: at for at, desk in enumerate(game_in(session).roles)}
    found = [(key, name, code) for key, name, code in session.execute(CODES)]
    return sorted(found, key=lambda one: (order[desk_at(one[0])], one[0]))


def desks(session: Session) -> list[tuple[str, str, str]]:
    """Every desk with its code: for whoever runs the server, and for the desk that leads."""
    return [(key, name, code) for key, name, code in places(session) if STROKE not in key]


def own_places(session: Session) -> list[tuple[str, str, str]]:
    """The places that umpires have of their own, each with its umpire's name and its code."""
    return [(key, name, code) for key, name, code in places(session) if STROKE in key]


def ways_in(session: Session) -> list[tuple[str, str, str]]:
    """Every place whose code lets somebody in now, the desks first: where umpires have codes of their own, that of the
    desk does not."""
    own = own_places(session)
    by_their_own = {desk_at(key) for key, _name, _code in own}
    return [one for one in desks(session) if one[0] not in by_their_own] + own


SINCE = select(Desk.__table__.c.since).where(Desk.__table__.c.key == bindparam("desk"))


@kept
def counts_since(session: Session, key: str) -> int | None:
    """The first issue of a desk's code whose sign-ins still count; None where there is no such desk. Every page asks
    this, so it is a statement that stands ready."""
    return session.connection().scalar(SINCE, {"desk": key})


def desk_row(session: Session, key: str) -> Desk | None:
    """A desk, with which sign-ins count there."""
    return session.get(Desk, key)
