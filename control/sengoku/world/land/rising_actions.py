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
    "Rebels have no lord: they hold no land, even where they have won, and no hostages, have no people and no name to "
    "lose, and nobody speaks for them or plays them. Name a clan"
)
"""Why they are refused."""
NO_WORD = (
    "Rebels have no lord who could bind them: what one band agrees to holds for no other. Name a clan. If a band goes "
    "home, Map Control sets its number right"
)
"""Why they make no bond: it would be one with all who rise, wherever that is."""
NOWHERE = "Rebels are many bands, and no clan. Name the province in which this one stands"
"""Why covert work is not against all of them."""


def with_lord(world: World, key: str, field: str = "clan") -> Clan:
    """A clan as an order asks for one: with a lord, people and a name. Raises an OrderError at ``field`` for a clan
    that there is not, and for rebels. Whoever means any force, or mends what was said of rebels once, takes the row."""
    clan = world.get(Clan, key, field)
    if not world.replays:
        no_rebels(clan, field)
    return clan


def no_rebels(clan: Clan, field: str = "clan", why: str = NO_LORD) -> None:
    """Refuse them where a clan with a lord is meant."""
    if clan.kind == REBELS:
        raise OrderNotAllowed(f"{why} (R42).", field=field, ruling="R42")
