"""Ground: a province, or a city or temple in it. Both hold garrisons, raise troops, bear works and are fought over
(handbook 5 to 7; R4, R23, R24, R41)."""

from __future__ import annotations

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.rows import Army, Clan, Encounter, EncounterForce, Game, Garrison, Place, Province
from control.sengoku.scenario.model import SEASONS, Scenario
from control.sengoku.world.bonds.treaties_questions import Concord
from control.sengoku.world.forces.levies_questions import may_be_taken


@dataclass(frozen=True)
class Ground:
    """A province, or the city or temple in it that is meant. ``site`` is the row of whichever it is."""

    province: Province
    place: Place | None = None

    @property
    def site(self) -> Province | Place:
        """The row that is held, raises troops and bears works."""
        return self.place or self.province

    @property
    def name(self) -> str:
        """What it is called."""
        return self.site.name

    @property
    def value(self) -> int:
        """The counters it may raise in a year (R23), and its intrinsic defence (R4)."""
        return self.site.value

    @property
    def key(self) -> tuple[str, str | None]:
        """What finds it in a list by ground."""
        return self.site.ground_key

    @property
    def castle(self) -> str:
        """The castle or fortress that stands there, or none."""
        return self.site.castle

    @property
    def field(self) -> str:
        """The field of an order that names it."""
        return "place" if self.place else "province"


def ground_at(session: Session, province: str, place: str | None) -> Ground:
    """The ground that a garrison, an army, a work or a muster is on."""
    return Ground(session.get_one(Province, province), session.get_one(Place, place) if place else None)


def ground_name(scenario: Scenario, province: str, place: str | None) -> str:
    """What the ground of a force is called, without asking the game."""
    return scenario.places[place].name if place else scenario.provinces[province].name


def ground_named(scenario: Scenario, province: str, place: str | None) -> str:
    """The ground of a force with the province around it, for somebody who looks for it on the map: Osaka (Settsu)."""
    around = scenario.provinces[province].name
    return f"{scenario.places[place].name} ({around})" if place else around


def besieger(session: Session, place: Place) -> tuple[str, str] | None:
    """Who shuts a city or temple in (R41): the clan, and its force in words, without size; None if nobody does.

    That is an army of another clan in the province around it with which its holder is neither allied nor at peace, or
    such a garrison, as long as it has a counter (R7), but for the forces of whoever holds the province: they stand in
    their own land. Only an army of his that attacks the place this season is another matter.
    """
    if place.holder is None:
        return None
    concord = Concord(session)
    around = session.get_one(Province, place.province)

    def is_enemy(clan: str) -> bool:
        quarrel = concord.quarrel(str(place.holder), clan, around.id)
        return quarrel and "peace" not in concord.kinds(str(place.holder), clan)

    armies = select(Army).filter_by(province=around.id, place=None, standing=True).where(Army.troops > 0)
    for army in session.scalars(armies.order_by(Army.id)):
        if is_enemy(army.clan) and (army.clan != around.holder or attacks(session, army, place)):
            return army.clan, f"a force of {session.get_one(Clan, army.clan).name}"
    posts = select(Garrison).filter_by(province=around.id, place=None, standing=True).where(Garrison.troops > 0)
    for post in session.scalars(posts.order_by(Garrison.id)):
        if post.clan != around.holder and is_enemy(post.clan):
            return post.clan, f"a force of {session.get_one(Clan, post.clan).name}"
    return None


def attacks(session: Session, army: Army, place: Place) -> bool:
    """Whether an army has attacked this place this season or in the last one, or is about to (R41): what was announced
    comes when the season has ended already."""
    game = Game.only(session)
    spot = SEASONS.index(game.season)
    before = (game.year, SEASONS[spot - 1]) if spot else (game.year - 1, SEASONS[-1])
    siege = select(Encounter.id).join(EncounterForce, EncounterForce.encounter == Encounter.id)
    siege = siege.where(Encounter.kind == "siege", Encounter.place == place.id, Encounter.outcome.in_(("", "battle")))
    times = tuple_(Encounter.year, Encounter.season).in_([(game.year, game.season), before])
    siege = siege.where(times, EncounterForce.army == army.id)
    return session.scalar(siege.limit(1)) is not None


def shut_out(session: Session, army: Army, place: Place) -> str:
    """Why an army may not go into a city or temple of the province it stands in (R41); empty if it may: an own, a
    friendly or a taken one, in which no enemy stands."""
    concord = Concord(session)
    for model in (Army, Garrison):
        inside = select(model.clan).filter_by(place=place.id, standing=True).where(model.troops > 0)
        for clan in session.scalars(inside.order_by(model.id)):
            if not concord.are_friends(army.clan, clan):
                return f"{session.get_one(Clan, clan).name} stands in it"
    if place.holder is not None and concord.are_friends(army.clan, place.holder):
        return ""
    if may_be_taken(session, place.province, place.id, army.clan):
        return ""
    return f"it is {session.get_one(Clan, place.holder).name}’s" if place.holder else "nobody holds it"


def is_home(session: Session, clan: str, ground: Ground) -> bool:
    """Whether a clan's garrison may stay here (handbook 6): in a place that it holds, or in a province where it holds
    the province itself or a place."""
    if ground.place:
        return ground.place.holder == clan
    held = select(Place.id).filter_by(province=ground.province.id, holder=clan)
    return ground.province.holder == clan or session.scalar(held) is not None


def no_muster(session: Session, ground: Ground, clan: str) -> str:
    """Why the counters that a clan announced on this ground do not come (R23, R41); empty if they do."""
    if ground.site.holder != clan:
        return f"the {ground.field} is lost"
    found = besieger(session, ground.place) if ground.place else None
    return f"it is shut in by {found[1]}" if found else ""
