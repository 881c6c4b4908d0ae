"""The letters on their way that covert work can reach, and what was done to them (R34, R37)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rows import Commission, Game, Letter, Tampering
from control.sengoku.shadows.targets_questions import target_of
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.telling.post_questions import at_hand

DEEDS = {"open": "opened and copied", "hold": "held back", "forge": "forged"}
"""What may be done to a letter, in words."""
GETS_AT = ("spy", "bribe", "other")
"""The kinds of covert work that get at letters: those that the target writes, and those written to it; in words (a
messenger), any."""


@dataclass(frozen=True)
class LetterWithin:
    """A letter within reach: its code, between whom, when it comes to hand, and what this commission did to it."""

    number: int
    code: str
    sender: ClanSign
    recipient: ClanSign
    comes: str
    done: tuple[str, ...]


def within_reach(session: Session, row: Commission) -> list[Letter]:
    """The letters that a commission gets at: posted, not lost, and not handed over."""
    target = target_of(session, row.kind, row.target)
    if row.kind not in GETS_AT or row.outcome not in ("success", "part") or target is None:
        return []
    going = select(Letter).where(Letter.ready.is_not(None), Letter.delivered == "").order_by(Letter.id)
    if target.what != "words":
        going = going.where((Letter.sender == target.clan) | (Letter.recipient == target.clan))
    return list(session.scalars(going))


def letters_within(session: Session, number: int) -> list[LetterWithin]:
    """The same for its page, with what was done to them for this commission."""
    row = session.get_one(Commission, number)
    signs, now, comes = clan_signs(session), Game.only(session).seasons, at_hand(session)
    deeds = session.scalars(select(Tampering).filter_by(commission=number).order_by(Tampering.id))
    done = grouped((one.letter, DEEDS[one.deed]) for one in deeds)
    return [
        made_from(
            LetterWithin,
            one,
            number=one.id,
            sender=signs[one.sender],
            recipient=signs[one.recipient],
            comes="this season" if comes[one.id].season <= now else "next season",
            done=tuple(done.get(one.id, ())),
        )
        for one in within_reach(session, row)
    ]
