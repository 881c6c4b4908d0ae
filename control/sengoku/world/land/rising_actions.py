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
NO_WORD = (
    "Rebels have no lord who could bind them: what one band agrees to holds for no other. Name a clan. If a band goes "
    "home, Map Control sets its number right"
)
"""Why they make no bond: it would be one with all who rise, wherever that is."""


def no_rebels(clan: Clan, field: str = "clan", why: str = NO_LORD) -> None:
    """Refuse them where a clan with a lord is asked for: one that holds land, keeps a hostage, gives its word, or is
    played."""
    if clan.kind == REBELS:
        raise OrderNotAllowed(f"{why} (R42).", field=field, ruling="R42")
