"""The clan that is nobody's, which rebels are of (R42)."""

from __future__ import annotations

from control.kernel.errors import OrderNotAllowed
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


NO_LORD = (
    "Rebels have no lord: they hold no land, even where they have won, and no hostages, and nobody plays them. Name a "
    "clan"
)
"""Why they are refused."""


def no_rebels(clan: Clan, field: str = "clan") -> None:
    """Refuse them where a clan with a lord is asked for: one that holds land, keeps a hostage, or is played."""
    if clan.kind == REBELS:
        raise OrderNotAllowed(f"{NO_LORD} (R42).", field=field, ruling="R42")
