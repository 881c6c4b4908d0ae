"""The clan that is nobody's, which rebels are of (R42)."""

from __future__ import annotations

from control.sengoku.rows import Clan
from control.sengoku.world.acting import World
from control.sengoku.world.land.risings_questions import REBELS


def rebels(world: World) -> Clan:
    """The clan of rebels; made when the first rise."""
    found = world.session.get(Clan, REBELS)
    if found is None:
        found = Clan(
            id=REBELS,
            name="Rebels",
            kanji="一揆",
            code="REB",
            kind=REBELS,
            played=False,
            colour="#5c574c",
            text_colour="#ffffff",
        )
        world.session.add(found)
        world.session.flush()
    return found
