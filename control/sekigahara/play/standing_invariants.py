"""What is true of every state of play, whatever is done (`control.sekigahara.rules.standing`)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed, Invariants
from control.sekigahara.play.standing_questions import campaign_in, phase_of, state_now
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.standing import faults

INVARIANTS = Invariants()


@INVARIANTS.watch(StateOfPlay.__tablename__, Course.__tablename__)
def stands(session: Session, _changed: Changed) -> Iterator[Broken]:
    """Every piece is somewhere, once, and somebody may do something until the game is over; the row of the game says
    where the state is."""
    state, game = state_now(session), Course.only(session)
    for sentence in faults(campaign_in(session), state):
        yield Broken(f"the position would be wrong: {sentence[:1].lower()}{sentence[1:].rstrip('.')}")
    if (game.week, game.turn, game.doing) != (state.week, state.turn, phase_of(state)):
        yield Broken("the week or the turn would not be that of the position")
