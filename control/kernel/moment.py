"""Where the game stands, in one question: its row, the end of its journal, and whether its scenario was changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, column, func, select
from sqlalchemy.orm import Session, with_polymorphic

from control.kernel.audience import hears
from control.kernel.dialects import counts_as_json
from control.kernel.game import UmpiredGame, game_in
from control.kernel.reading import asked_once
from control.kernel.rows import ApartEntry, Confirmation, Game, JournalEntry, ScenarioFile, Touch


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
HUSHED = select(JournalEntry.heard_by, func.count().label("many")).where(JournalEntry.heard_by.is_not(None))
HUSHED_AT = select(counts_as_json(column("heard_by"), column("many"))).select_from(
    HUSHED.group_by(JournalEntry.heard_by).subquery()
)
"""How many entries of the journal only these desks may know of, likewise."""
WAITING = select(func.count()).select_from(Confirmation).where(Confirmation.answer == "")


@cache
def moment_of(row: type[Game]) -> Select[Any]:
    """What asks for it in the game that has this row. (It is the one there is, so its rule set need not be asked.)"""
    return (
        select(
            with_polymorphic(Game, [row]),
            JOURNAL_AT.scalar_subquery(),
            JournalEntry.number,
            JournalEntry.key,
            WAITING.scalar_subquery(),
            APART_AT.scalar_subquery(),
            STIRRED_AT.scalar_subquery(),
            HUSHED_AT.scalar_subquery(),
        )
        .outerjoin(
            JournalEntry,
            JournalEntry.number
            == select(func.max(Touch.entry)).where(Touch.table == ScenarioFile.__tablename__).scalar_subquery(),
        )
        .where(Game.id == 1)
    )


@asked_once
def the_moment(session: Session) -> Moment:
    """Where the game stands now. Whoever keeps the answer holds the game's row with it: it is not read again."""
    game, journal, number, key, waiting, *counts = session.execute(moment_of(game_in(session).row)).one()
    apart, stirred, hushed = map(json.loads, counts)
    return Moment(game, journal or 0, None if number is None else (number, key), waiting, apart, stirred, hushed)
