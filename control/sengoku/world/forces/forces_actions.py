"""Forces: raising garrisons, forming armies and sending them home (handbook 4 to 6; R23)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import Code
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, text
from control.sengoku.rows import (
    Army,
    Character,
    Clan,
    Companion,
    Garrison,
    MarchOrder,
    Place,
    Province,
    Recovery,
    RiskDraw,
)
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.sizes import MOST_TROOPS, counters
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import as_link, open_business
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.forces.ground_questions import Ground, besieger, ground_at, is_home
from control.sengoku.world.forces.sides_questions import Force
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.ledger.ledger_actions import pay
from control.sengoku.world.ledger.ledger_questions import announced, left_to_raise
from control.sengoku.world.minding_questions import minds
from control.sengoku.world.names import ARMY_CARDS

Troops = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")


class RaiseGarrison(Forcible, Slip):
    """Counters put down at once, in a province or in a city or temple (``place``), by the clan that holds it; they
    stand there as its garrison. ``reason`` is why they were not announced the season before (R23)."""

    province: text("a province") = ""
    place: text("a place") = ""
    troops: Troops
    reason: text("a reason", 3)

    def facts(self) -> tuple[str | int, ...]:
        """How many where; a place says its province by itself."""
        return self.place or self.province, self.troops


@action("garrison.raise", title="Raise a garrison", order=RaiseGarrison, desks=(*AT_THE_MAP, "npd"))
def raise_garrison(world: World, order: RaiseGarrison) -> str:
    """Put counters down at once in a province or place, with a reason: its value in a year, a point for each (R23)."""
    ground = ground_of(world, order.province, order.place)
    if ground.site.holder is None:
        raise OrderNotAllowed(f"Nobody holds {ground.name}, so nobody can raise troops there.", field=ground.field)
    clan = world.session.get_one(Clan, ground.site.holder)
    if world.umpire.desk not in AT_THE_MAP:  # the map's umpires raise for everybody, NPD Control for the clans it minds
        if not minds(world.umpire.desk, clan):
            raise NotThisDesk(
                f"{clan.name} announces its troops with Team Control; only Map or Game Control put any down at once "
                "(R23).",
                field=ground.field,
            )
        world.seen_by = audience("map", world.umpire.desk)
    not_shut_in(world, ground)
    within_value(world, ground, order.troops, "troops")
    garrison = garrison_of(world, clan.id, *ground.key)
    if garrison.troops + order.troops > MOST_TROOPS:
        raise OrderNotAllowed(f"No garrison is larger than {MOST_TROOPS:,} counters.", field="troops")
    pay(
        world,
        clan,
        world.tables.economy.cost["troops"] * order.troops,
        "troops",
        province=ground.province.id,
        note=ground.place.name if ground.place else "",
        field="troops",
    )
    ground.site.raised += order.troops
    garrison.troops += order.troops
    garrison.standing = True
    return f"{clan.name} raised {counters(order.troops)} in {ground.name}. Reason: {order.reason.rstrip('.')}."


def ground_of(world: World, province: str, place: str) -> Ground:
    """The ground that an order names, by its province or its place.

    Raises OrderNotUnderstood for one that does not exist or if none is named, OrderNotAllowed for a place that lies in
    another province than was said.
    """
    if not (province or place):
        raise OrderNotUnderstood("Say in which province, or in which city or temple.", field="province")
    if not place:
        return Ground(world.get(Province, province, "province"))
    site = world.get(Place, place, "place")
    around = world.session.get_one(Province, site.province)
    if province and world.get(Province, province, "province") is not around:
        other = world.session.get_one(Province, province)
        raise OrderNotAllowed(
            f"{site.name} lies in {around.name}, not in {other.name}. Name one of the two.", field="place"
        )
    return Ground(around, site)


def not_shut_in(world: World, ground: Ground) -> None:
    """Refuse to raise troops in a city or temple that an enemy in the province around it shuts in (R41)."""
    found = besieger(world.session, ground.place) if ground.place else None
    if found:
        world.forbid(
            f"{ground.name} is shut in by {found[1]} in {ground.province.name}, so it raises nothing (R41). Drive "
            "them away, record a peace, or ask Game Control to force it.",
            field="place",
            ruling="R41",
        )


def within_value(world: World, ground: Ground, counters_: int, field: str) -> None:
    """Refuse more counters in a year than the full value of the ground, those announced among them (R23)."""
    left = left_to_raise(world.session, ground.site)
    if counters_ > left:
        advice = f"Raise up to {left}" if left else f"Raise them in another {'place' if ground.place else 'province'}"
        coming = announced(world.session).get(ground.key, 0)
        also = f", {coming} announced" if coming else ""
        world.forbid(
            f"{ground.name} cannot raise {counters_} this year: its value is {ground.value}, and "
            f"{ground.site.raised} are raised already{also} (R23). {advice}, or ask Game Control to force it.",
            field=field,
            ruling="R23",
        )


class FormArmy(Forcible):
    """A general takes ``troops`` counters of a garrison in a province, or in a city or temple (``place``), and leads
    them as an army; it begins where they stood.

    ``clan`` is whose army it is: his own, or that which holds him as a hostage (and so it is if left out).
    """

    general: text("a general", 1)
    province: text("a province") = ""
    place: text("a place") = ""
    troops: Troops
    clan: text("a clan") = ""


@action("army.form", title="Form an army", order=FormArmy, desks=(*AT_THE_MAP, "npd"))
def form_army(world: World, order: FormArmy) -> str:
    """Form an army from the troops of a garrison, under a general of the same clan or one it holds as a hostage."""
    general = world.get(Character, order.general, "general")
    ground = ground_of(world, order.province, order.place)
    clan = with_lord(world, order.clan or general.held_by or general.clan)
    for_whom_it_minds(world, clan.id, "general", "Map Control forms the armies of")
    if world.game.season == "winter":
        world.forbid("No army takes the field in winter (R18).", field="general", ruling="R18")
    take_command(world, general, clan, ground.province)
    garrison = world.session.scalar(
        select(Garrison).filter_by(clan=clan.id, province=ground.province.id, place=ground.key[1], standing=True)
    )
    if garrison is None or garrison.troops < order.troops:
        there = counters(garrison.troops) if garrison else "no garrison"
        raise OrderNotAllowed(
            f"{clan.name} has {there} in {ground.name}; an army of {order.troops} needs as many. "
            "Raise troops there first.",
            field="troops",
        )
    if business := open_business(world.session, garrison):
        world.forbid(f"The garrison of {ground.name} is in {business}. Settle that first.", field=ground.field)
    marched = world.game.phase > 0 or order.troops > garrison.rested
    if marched:  # those first, so that the others stay free
        garrison.marched = max(0, garrison.marched - order.troops)
    garrison.troops -= order.troops
    garrison.standing = garrison.troops > 0
    army = new_army(world, clan, general, ground, order.troops)
    if not garrison.standing:
        hand_on_what_is_due(world, garrison, army)
    if marched:  # men who have marched this season as another army must not march again (R12)
        army.halted = "formed on the way"
    whose = f" for {clan.name}" if clan.id != general.clan else ""
    return f"{general.name} formed army {army.code} of {counters(order.troops)}{whose} in {ground.name}."


def for_whom_it_minds(world: World, clan: str, field: str, instead: str) -> None:
    """NPD Control does for the clans that nobody plays what the map's umpires do for everybody; refuse it for others,
    and say who does it ``instead``."""
    if world.umpire.desk != "npd":
        return
    asked = world.session.get_one(Clan, clan)
    if not minds("npd", asked):
        raise NotThisDesk(f"{instead} {asked.name}, which is played: NPD Control acts for its own clans.", field=field)


def new_army(world: World, clan: Clan, general: Character, ground: Ground, troops: int) -> Army:
    """Put an army on the map, with the code that its cards will carry."""
    army = Army(
        id=(army_number := world.number("army")),
        code=str(Code("A", army_number)),
        clan=clan.id,
        general=general.id,
        province=ground.province.id,
        place=ground.key[1],
        started=ground.province.id,
        troops=troops,
    )
    world.session.add(army)
    return army


def take_command(world: World, general: Character, clan: Clan, province: Province) -> None:
    """Let a person lead an army of a clan that stands in a province: his counter goes with it from now on.

    Raises OrderNotAllowed for one who is dead, who leads another, who is neither of the clan nor its hostage
    (handbook 4), or who is somewhere else.
    """
    if not general.alive:
        raise OrderNotAllowed(f"{general.name} is dead. Choose a living general.", field="general")
    led = world.session.scalar(select(Army).filter_by(general=general.id, standing=True))
    if led is not None:
        raise OrderNotAllowed(
            f"{general.name} leads army {led.code} already. Disband it first, or choose another general.",
            field="general",
        )
    host = general.held_by or general.clan
    if host != clan.id:
        of = world.session.get_one(Clan, host).name
        why = f"is a hostage of {of} and may command for {of} alone" if general.held_by else f"is of {of}"
        world.forbid(
            f"{general.name} {why}. Choose somebody of {clan.name} or a hostage that {clan.name} holds.",
            field="general",
        )
    along = going_along(world.session, general.id)
    other = along.the_army if along else None
    stands = other.province if other else general.province
    if stands not in (None, province.id):
        there = world.scenario.provinces[stands].name
        doing = f"with army {other.code} in {there}" if other else f"visiting in {there}"
        world.forbid(f"{general.name} is {doing}, not in {province.name}. Bring him back first.", field="general")
    if along:
        world.session.delete(along)
    general.province = None


class DisbandArmy(Order):
    """An army sent home, or left behind as a garrison where it stands: in a province of its own clan, or in a city or
    temple that is its clan's."""

    army: number(1, 10**6, "the number of an army", card=ARMY_CARDS)
    as_garrison: bool = False
    version: int | None = None


@action("army.disband", title="Disband an army", order=DisbandArmy, desks=AT_THE_MAP)
def disband(world: World, order: DisbandArmy) -> str:
    """Disband an army; in a province of its clan its counters may stay as the garrison."""
    army = standing_army(world, order.army, order.version)
    in_no_battle(world, army)
    general = world.session.get_one(Character, army.general)
    ground = ground_at(world.session, army.province, army.place)
    fate = "its men went home"
    if order.as_garrison:
        if not is_home(world.session, army.clan, ground):
            raise OrderNotAllowed(
                f"{ground.name} is not its own clan's, so no garrison can stay. Disband it without.",
                field="as_garrison",
            )
        has_drawn(world, army, "as_garrison")
        garrison = garrison_of(world, army.clan, *ground.key)
        stay_behind(army, garrison, army.troops)
        hand_on_what_is_due(world, army, garrison)
        fate = f"its {counters(army.troops)} stay as the garrison of {ground.name}"
    dissolve(world, army)
    return f"{general.name} disbanded army {army.code}: {fate}."


def stay_behind(army: Army, garrison: Garrison, troops: int) -> None:
    """Counters of an army become those of a garrison. Who has marched or fought this season goes no further in it with
    another army (R12)."""
    garrison.troops += troops
    garrison.standing = True
    if army.walked or army.halted:
        garrison.marched += troops


def hand_on_what_is_due(world: World, before: Force, now: Force) -> None:
    """What a force that is no more has coming comes to its counters all the same, where they are ``now`` (R8)."""
    world.session.flush()
    links = {"army": None, "garrison": None} | {now.__tablename__: now.id}
    for due in world.session.scalars(select(Recovery).where(as_link(Recovery, before), Recovery.done.is_(False))):
        due.army, due.garrison = links["army"], links["garrison"]


def recovers_nothing(world: World, force: Force) -> None:
    """What a force had coming does not come: it has dispersed, or lost its general (R8)."""
    for due in world.session.scalars(select(Recovery).where(as_link(Recovery, force), Recovery.done.is_(False))):
        due.counters, due.done = 0, True


def begin_here(army: Army) -> None:
    """An army begins its season where it stands, free to move."""
    army.started, army.came_from, army.walked, army.allowance, army.halted = army.province, None, 0, None, None


def dissolve(world: World, army: Army) -> None:
    """Take an army off the map, with its order; whoever went along with it is free to go."""
    army.troops = 0
    army.standing = False
    army.halted = army.held_by = army.way_back = None
    for one in world.session.scalars(select(Companion).filter_by(army=army.id).order_by(Companion.character)):
        world.session.delete(one)
    if order := world.session.get(MarchOrder, army.id):
        world.session.delete(order)


def standing_army(
    world: World,
    number_: int,
    version: int | None = None,
    field: str = "army",
    beside: Sequence[_AbstractLoad] = (),
) -> Army:
    """An army that is on the map, with the rows ``beside`` it that are asked for. Raises an OrderError for one that is
    unknown or disbanded."""
    army = world.get(Army, number_, field, version, beside)
    if not army.standing:
        raise OrderNotAllowed(f"Army {army.code} is no longer on the map: it was disbanded.", field=field)
    return army


def in_no_battle(world: World, army: Army, field: str = "army") -> None:
    """Refuse for an army that is in an open encounter or an unfinished battle."""
    if business := open_business(world.session, army):
        raise OrderNotAllowed(f"Army {army.code} is in {business}. Settle that first.", field=field)


def has_drawn(world: World, army: Army, field: str = "army") -> None:
    """Refuse to take men from a general whose card after a battle is still due: if he is dead, they go from the map
    with him and recover nothing (R8). That was not asked before."""
    due = select(RiskDraw.battle).filter_by(character=army.general, cause="battle", card="").order_by(RiskDraw.id)
    battle = world.session.scalars(due).first()
    if battle and (world.force or not world.replays):
        general = world.session.get_one(Character, army.general)
        world.forbid(
            f"{general.name} has not drawn his card after battle {battle} yet. If he is dead, army {army.code} is "
            "dissolved with him (R8, R19). Let him draw first.",
            field=field,
            ruling="R8",
        )


def garrison_of(world: World, clan: str, province: str, place: str | None = None) -> Garrison:
    """The garrison of a clan in a province, or in a place of it; a new, empty one if there was none (R41)."""
    garrison = world.session.scalar(select(Garrison).filter_by(clan=clan, province=province, place=place))
    if garrison is None:
        garrison = Garrison(id=world.number("garrison"), clan=clan, province=province, place=place, troops=0, marched=0)
        world.session.add(garrison)
    return garrison
