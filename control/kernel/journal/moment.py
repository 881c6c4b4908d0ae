"""Where the game stands, in one question: its row, the end of its journal, and whether its scenario was changed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Engine, Select, bindparam, column, event, func, inspect, select
from sqlalchemy.orm import Session, SessionTransaction

from control.kernel.database.dialects import counts_as_json
from control.kernel.database.keeping import changes_with, kept
from control.kernel.database.lately import NOT_YET, keep, lately
from control.kernel.database.reading import asked_once, at_hand, columns_of
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import hears
from control.kernel.rows import ApartEntry, Confirmation, Entry, Game, JournalEntry, ScenarioFile, Touch


class Moment(NamedTuple):
    """The game's row, the number of the last journal entry (0 before the first), the entry that changed a file of the
    scenario last, by number and key (None if none did), how many orders wait for a second umpire, how many entries
    stand apart for each audience (empty: those of UmpiredGame.apart), how many stirred desks beyond theirs, and how
    many of the journal only these desks may know of."""

    game: Game
    journal: int
    scenario: tuple[int, str] | None
    waiting: int
    apart: Mapping[str, int]
    stirred: Mapping[str, int]
    hushed: Mapping[str, int]

    def unheard(self, game: UmpiredGame, desk: str) -> int:
        """How many entries of the journal a desk does not count."""
        return sum(many for named, many in self.hushed.items() if not hears(game, desk, named))

    def heard(self, game: UmpiredGame, desk: str) -> int:
        """The number that tells a desk where the journal is: it moves with all that this desk may hear of."""
        counts = (*self.apart.items(), *self.stirred.items())
        return self.journal - self.unheard(game, desk) + sum(many for named, many in counts if hears(game, desk, named))

    def after(self, entry: Entry) -> Moment | None:
        """The moment after an entry that was just written down; None if it changed what only asking tells."""
        if any(change["table"] in ASKED for change in entry.changes):
            return None
        if isinstance(entry, JournalEntry):
            return self._replace(journal=entry.number, hushed=one_more(self.hushed, entry.heard_by))
        assert isinstance(entry, ApartEntry)
        who = entry.heard_by or entry.audience or ""
        return self._replace(apart=one_more(self.apart, who), stirred=one_more(self.stirred, entry.stirs))


ASKED = (ScenarioFile.__tablename__, Confirmation.__tablename__)


def one_more(counted: Mapping[str, int], of: str | None) -> Mapping[str, int]:
    """The same counts with one more of those; none more of nobody's."""
    return counted if of is None else dict(sorted({**counted, of: counted.get(of, 0) + 1}.items()))


JOURNAL_AT = select(func.max(JournalEntry.number))
WHO = func.coalesce(ApartEntry.heard_by, ApartEntry.audience)
COUNTED = select(WHO.label("who"), func.count().label("many")).group_by(WHO).subquery()
APART_AT = select(counts_as_json(func.coalesce(COUNTED.c.who, ""), COUNTED.c.many))
"""How many entries stand apart for each audience, as JSON: it is asked along with the rest."""
STIRRED = select(ApartEntry.stirs, func.count().label("many")).where(ApartEntry.stirs.is_not(None))
STIRRED_AT = select(counts_as_json(column("stirs"), column("many"))).select_from(
    STIRRED.group_by(ApartEntry.stirs).subquery()
)
"""How many of them stirred these desks, likewise."""
ALL_DESKS = "*"
WHOM = func.coalesce(JournalEntry.heard_by, ALL_DESKS).label("whom")
SINCE: BindParameter[int] = bindparam("since")
HUSHED = select(WHOM, func.count().label("many")).where(JournalEntry.number > SINCE).group_by(WHOM)
HUSHED_AT = select(counts_as_json(column("whom"), column("many"))).select_from(HUSHED.subquery())
"""How many entries of the journal, of those after one, only these desks may know of, likewise; and how many all may."""
WAITING = select(func.count()).where(Confirmation.answer == "")
WHERE = (
    JOURNAL_AT.scalar_subquery().label("journal"),
    APART_AT.scalar_subquery().label("apart"),
    STIRRED_AT.scalar_subquery().label("stirred"),
    HUSHED_AT.scalar_subquery().label("hushed"),
    select(JournalEntry.key).where(JournalEntry.number == SINCE).scalar_subquery().label("since_key"),
    select(JournalEntry.key).order_by(JournalEntry.number.desc()).limit(1).scalar_subquery().label("last_key"),
)
"""Where the journal is, and all that it is counted by."""


@cache
def moment_of(row: type[Game]) -> Select[Any]:
    """What asks for it in the game that has this row: its columns, and the rest. (It is the one there is, so its rule
    set need not be asked.)"""
    changed, of = JournalEntry.__table__.alias(), inspect(row)
    return (
        select(
            *columns_of(of),
            changed.c.number.label("changed_by"),
            changed.c.key.label("changed_key"),
            WAITING.scalar_subquery().label("waiting"),
            *WHERE,
        )
        .select_from(of.persist_selectable)
        .outerjoin(
            changed,
            changed.c.number
            == select(func.max(Touch.entry)).where(Touch.table == ScenarioFile.__tablename__).scalar_subquery(),
        )
        .where(Game.id == 1)
    )


@asked_once
def the_moment(session: Session) -> Moment:
    """Where the game stands now. Whoever keeps the answer holds the game's row with it: it is not read again."""
    session.connection()  # what is kept is given for the moment that is seen from here on
    game, *more = found_moment(session)
    return Moment(at_hand(session, inspect(game_in(session).row), game), *more)


@kept
def found_moment(session: Session) -> tuple[Any, ...]:
    """The same, the game's row as its columns."""
    row = game_in(session).row
    session._autoflush()
    connection = session.connection()
    now, hushed = counted(connection.engine, lambda since: connection.execute(moment_of(row), {"since": since}).one())
    scenario = None if now.changed_by is None else (now.changed_by, now.changed_key)
    apart, stirred = json.loads(now.apart), json.loads(now.stirred)
    game = dict(zip(row.named_columns(), now, strict=False))  # the first of what was asked
    return game, now.journal or 0, scenario, now.waiting, apart, stirred, hushed


def moment_shown(session: Session) -> Moment:
    """The moment as everybody is shown it: the game's row and its scenario. Nothing is counted, for what has grown
    since somebody asked would have to be asked anew."""
    session.connection()
    game, scenario = found_moment_shown(session)
    return Moment(at_hand(session, inspect(game_in(session).row), game), 0, scenario, 0, {}, {}, {})


@kept
@changes_with("game", "scenario_file")
def found_moment_shown(session: Session) -> tuple[dict[str, Any], tuple[int, str] | None]:
    """The same, the game's row as its columns."""
    game, _, scenario, *_ = found_moment(session)
    return game, scenario


AT_HAND = "moment"
"""Where a session that writes has the moment that its next entry is of."""


def moment_of_entry(session: Session) -> Moment:
    """The moment that the next entry of a session is of: after the first, it follows from those before. The game's row
    is as these left it, though the session may have let go of all rows meanwhile."""
    now: Moment | None = session.info.get(AT_HAND)
    if now is None:
        now = session.info[AT_HAND] = the_moment(session)
        return now
    return now._replace(game=at_hand(session, inspect(type(now.game)), now.game.as_dict()))


def go_on(session: Session, now: Moment, entry: Entry) -> None:
    """The session has written down an entry of that moment."""
    session.info[AT_HAND] = None if inspect(now.game).expired_attributes else now.after(entry)


@event.listens_for(Session, "after_soft_rollback")
def ask_again(session: Session, _transaction: SessionTransaction) -> None:
    """Something was taken back, perhaps an entry."""
    session.info.pop(AT_HAND, None)


def counted(engine: Engine, ask: Callable[[int], Any]) -> tuple[Any, Mapping[str, int]]:
    """What is asked of WHERE after an entry, and how many of the whole journal only these desks may know of: it is
    counted on from where it was lately."""
    before = lately(engine, "hushed")
    now = ask(before.number)
    if now.since_key != before.key:
        before = NOT_YET
        now = ask(before.number)
    more = json.loads(now.hushed)
    more.pop(ALL_DESKS, None)
    hushed = dict(sorted((Counter(before.made) + Counter(more)).items()))
    keep(engine, "hushed", before, now.journal or 0, now.last_key, hushed)
    return now, hushed
