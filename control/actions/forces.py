"""Forces: raising garrisons, forming armies and sending them home (handbook 4 to 6; R23)."""

from __future__ import annotations

from sqlalchemy import select

from control.actions.encounters import open_business
from control.actions.ledger import pay
from control.actions.registry import Forcible, World, action
from control.codes import Code
from control.models import Army, Character, Clan, Companion, Garrison, MarchOrder, Place, Province
from control.queries.audience import audience, minds
from control.queries.ledger import announced, left_to_raise
from control.rules.errors import NotThisDesk, OrderNotAllowed
from control.rules.wording import counters
from control.typed import MOST_TROOPS, Order, number, text

WHO = ("map", "game")
Troops = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")


class RaiseGarrison(Forcible):
    """Counters raised in a province by the clan that holds it; they stand there as its garrison."""

    province: text("a province", 1)
    troops: Troops


@action("garrison.raise", title="Raise a garrison", order=RaiseGarrison, desks=(*WHO, "team"))
def raise_garrison(world: World, order: RaiseGarrison) -> str:
    """Raise counters in a province at once, up to its full value in a year, a point for each (R23)."""
    province = world.get(Province, order.province, "province")
    if province.holder is None:
        raise OrderNotAllowed(f"Nobody holds {province.name}, so nobody can raise troops there.", field="province")
    clan = world.session.get_one(Clan, province.holder)
    if world.umpire.desk not in WHO:  # the map's umpires raise for everybody, a Controller for the clans he minds
        if not minds(world.umpire.desk, clan):
            raise NotThisDesk(f"The troops of {clan.name} are raised at another desk.", field="province")
        world.seen_by = audience("map", world.umpire.desk)
    within_value(world, province, order.troops, "troops")
    garrison = garrison_of(world, clan.id, province.id)
    if garrison.troops + order.troops > MOST_TROOPS:
        raise OrderNotAllowed(f"No garrison is larger than {MOST_TROOPS:,} counters.", field="troops")
    pay(world, clan, world.tables.economy.cost["troops"] * order.troops, "troops", province=province.id, field="troops")
    province.raised += order.troops
    garrison.troops += order.troops
    garrison.standing = True
    return f"{clan.name} raised {counters(order.troops)} in {province.name}."


def within_value(world: World, province: Province, counters_: int, field: str) -> None:
    """Refuse more counters in a year than the full value of the province, those announced among them (R23)."""
    left = left_to_raise(world.session, province)
    if counters_ > left:
        advice = f"Raise up to {left}" if left else "Raise them in another province"
        coming = announced(world.session, province.id).get(province.id, 0)
        also = f", {coming} announced" if coming else ""
        world.forbid(OrderNotAllowed(
            f"{province.name} cannot raise {counters_} this year: its value is {province.rice_value}, and "
            f"{province.raised} are raised already{also} (R23). {advice}, or ask Game Control to force it.",
            field=field, ruling="R23",
        ))


class FormArmy(Forcible):
    """A general takes ``troops`` counters of a garrison in a province and leads them as an army.

    ``clan`` is whose army it is: his own, or that which holds him as a hostage (and so it is if left out).
    """

    general: text("a general", 1)
    province: text("a province", 1)
    troops: Troops
    clan: text("a clan") = ""


@action("army.form", title="Form an army", order=FormArmy, desks=WHO)
def form_army(world: World, order: FormArmy) -> str:
    """Form an army from the troops of a garrison, under a general of the same clan or one it holds as a hostage."""
    general = world.get(Character, order.general, "general")
    province = world.get(Province, order.province, "province")
    clan = world.get(Clan, order.clan or general.held_by or general.clan, "clan")
    if world.game.season == "winter":
        world.forbid(OrderNotAllowed("No army takes the field in winter (R18).", field="general", ruling="R18"))
    take_command(world, general, clan, province)
    garrison = world.session.scalar(select(Garrison).filter_by(clan=clan.id, province=province.id, standing=True))
    if garrison is None or garrison.troops < order.troops:
        there = counters(garrison.troops) if garrison else "no garrison"
        raise OrderNotAllowed(
            f"{clan.name} has {there} in {province.name}; an army of {order.troops} needs as many. "
            "Raise troops there first.",
            field="troops",
        )
    if business := open_business(world.session, garrison):
        world.forbid(OrderNotAllowed(
            f"The garrison of {province.name} is in {business}. Settle that first.", field="province"
        ))
    garrison.troops -= order.troops
    garrison.standing = garrison.troops > 0
    army = new_army(world, clan, general, province, order.troops)
    if world.game.phase > 0:  # men who have marched this season as another army must not march again (R12)
        army.halted = "formed on the way"
    whose = f" for {clan.name}" if clan.id != general.clan else ""
    return f"{general.name} formed army {army.code} of {counters(order.troops)}{whose} in {province.name}."


def new_army(world: World, clan: Clan, general: Character, province: Province, troops: int) -> Army:
    """Put an army on the map, with the code that its cards will carry."""
    army = Army(
        id=(army_number := world.number("army")), code=str(Code("A", army_number)), clan=clan.id,
        general=general.id, province=province.id, started=province.id, troops=troops,
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
        world.forbid(OrderNotAllowed(
            f"{general.name} {why}. Choose somebody of {clan.name} or a hostage that {clan.name} holds.",
            field="general",
        ))
    along = world.session.get(Companion, general.id)
    other = world.session.get_one(Army, along.army) if along else None
    stands = other.province if other else general.province
    if stands not in (None, province.id):
        there = world.scenario.provinces[stands].name
        doing = f"with army {other.code} in {there}" if other else f"visiting in {there}"
        world.forbid(OrderNotAllowed(
            f"{general.name} is {doing}, not in {province.name}. Bring him back first.", field="general"
        ))
    if along:
        world.session.delete(along)
    general.province = None


class DisbandArmy(Order):
    """An army sent home, or left behind as the garrison of a province of its own clan."""

    army: number(1, 10**6, "the number of an army")
    as_garrison: bool = False
    version: int | None = None


@action("army.disband", title="Disband an army", order=DisbandArmy, desks=WHO)
def disband(world: World, order: DisbandArmy) -> str:
    """Disband an army; in a province of its clan its counters may stay as the garrison."""
    army = standing_army(world, order.army, order.version)
    in_no_battle(world, army)
    general = world.session.get_one(Character, army.general)
    province = world.session.get_one(Province, army.province)
    fate = "its men went home"
    if order.as_garrison:
        if not is_home(world, army.clan, province):
            raise OrderNotAllowed(
                f"{province.name} is not its own clan's, so no garrison can stay. Disband it without.",
                field="as_garrison",
            )
        garrison = garrison_of(world, army.clan, province.id)
        garrison.troops += army.troops
        garrison.standing = True
        fate = f"its {counters(army.troops)} stay as the garrison of {province.name}"
    dissolve(world, army)
    return f"{general.name} disbanded army {army.code}: {fate}."


def dissolve(world: World, army: Army) -> None:
    """Take an army off the map, with its order; whoever went along with it is free to go."""
    army.troops = 0
    army.standing = False
    army.halted = army.held_by = army.way_back = None
    for one in world.session.scalars(select(Companion).filter_by(army=army.id).order_by(Companion.character)):
        world.session.delete(one)
    if order := world.session.get(MarchOrder, army.id):
        world.session.delete(order)


def standing_army(world: World, number_: int, version: int | None = None, field: str = "army") -> Army:
    """An army that is on the map. Raises an OrderError for one that is unknown or disbanded."""
    army = world.get(Army, number_, field, version)
    if not army.standing:
        raise OrderNotAllowed(f"Army {army.code} is no longer on the map: it was disbanded.", field=field)
    return army


def in_no_battle(world: World, army: Army, field: str = "army") -> None:
    """Refuse for an army that is in an open encounter or an unfinished battle."""
    if business := open_business(world.session, army):
        raise OrderNotAllowed(f"Army {army.code} is in {business}. Settle that first.", field=field)


def is_home(world: World, clan: str, province: Province) -> bool:
    """Whether a clan holds the province, or a city or temple in it: there its garrisons may stay (handbook 6)."""
    held = select(Place.id).filter_by(province=province.id, holder=clan)
    return province.holder == clan or world.session.scalar(held) is not None


def garrison_of(world: World, clan: str, province: str) -> Garrison:
    """The garrison of a clan in a province; a new, empty one if there was none."""
    garrison = world.session.scalar(select(Garrison).filter_by(clan=clan, province=province))
    if garrison is None:
        garrison = Garrison(id=world.number("garrison"), clan=clan, province=province, troops=0)
        world.session.add(garrison)
    return garrison
