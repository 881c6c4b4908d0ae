"""The map of the desks that see armies: with those that a battle without a clear victory holds (R15)."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from control.sengoku.world.bonds.lords_questions import land_of_lords
from control.sengoku.world.forces.business_questions import held_armies
from control.sengoku.world.land.land_questions import LandView


def land_of_armies(session: Session, audience: str) -> LandView:
    """The map as a desk may see it, with who serves whom, and with which armies are held where they are."""
    seen, held = land_of_lords(session, audience), held_armies(session)
    strengths = (replace(one, state="held") if one.army in held else one for one in seen.strengths)
    return replace(seen, strengths=tuple(strengths))
