"""When a letter comes to hand and what it says then, whatever was done to it on the way (R34, R37)."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from control.kernel.rows import ApartEntry
from control.sengoku.rows import Letter, Tampering

of_the_letter = Tampering.letter == Letter.id
held_until = select(func.max(Tampering.until)).where(of_the_letter).scalar_subquery()
comes_in = case((held_until > Letter.ready, held_until), else_=Letter.ready)
"""The season (by Game.seasons) in which a letter can be handed over; null, if it never can."""
put_in = select(Tampering.words).where(of_the_letter, Tampering.deed == "forge").order_by(Tampering.id.desc()).limit(1)
says = func.coalesce(put_in.scalar_subquery(), Letter.text)
"""What it says to whoever gets it: of forged ones the last that was put in."""

written_after = select(ApartEntry.after).where(ApartEntry.number == Letter.written).scalar_subquery()
its_turn = select(ApartEntry.turn).where(ApartEntry.number == Letter.written).scalar_subquery()
LATEST_FIRST = (func.coalesce(written_after, Letter.written).desc(), its_turn.desc(), Letter.id.desc())
"""Letters in the order in which they were written, the last first; their numbers tell nothing of it."""


class AtHand(NamedTuple):
    """The season in which a letter comes to hand, and what it says then."""

    season: int
    words: str


def at_hand(session: Session) -> dict[int, AtHand]:
    """The letters that ever come to hand, by number."""
    found = session.execute(select(Letter.id, comes_in, says).where(Letter.ready.is_not(None)))
    return {number: AtHand(season, words) for number, season, words in found}
