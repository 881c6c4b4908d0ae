"""Splitting and merging armies, going into places and out of them, handing over a command; garrisons that go along with
an army, and counters it leaves behind (handbook 5, "Troops", and 6, "Armies").

Counters go no further in a season than they could have gone where they were: an army split off keeps the way behind
it, and one split off under a better general stays for the rest of a season whose phases have begun; armies that merge
have gone as far as the one of them that went further. None of this is done while an army is in an open encounter or
battle; and no men leave their general, nor he them, while his card after a battle is due (R8).
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import number, text
from control.sengoku.march.orders.orders_actions import allowance_of
from control.sengoku.rows import Army, Character, Companion, Garrison, MarchOrder, Place
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.sizes import MOST_TROOPS, counters
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import open_business, open_fight
from control.sengoku.world.forces.forces_actions import (
    Troops,
    dissolve,
    garrison_of,
    hand_on_what_is_due,
    has_drawn,
    in_no_battle,
    new_army,
    standing_army,
    stay_behind,
    take_command,
)
from control.sengoku.world.forces.ground_questions import ground_at, ground_name, is_home, shut_out
from control.sengoku.world.forces.sides_questions import able
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.people.reprints_actions import army_changed

ArmyNumber = number(1, 10**6, "the number of an army", card=ARMY_CARDS)
SPLIT_OFF = "split off"
TOOK_IN = "took in men who had fought"
BESIDE = (joinedload(Army.the_clan), joinedload(Army.the_general), joinedload(Army.the_province))
"""What the army of a manoeuvre is asked for with."""


class Split(Forcible):
    """A general who takes ``troops`` counters out of an army and leads them as one of his own."""

    army: ArmyNumber
    general: text("a general", 1)
    troops: Troops
    version: int | None = None


@action("army.split", title="Split an army", order=Split, desks=AT_THE_MAP)
def split(world: World, order: Split) -> str:
    """Split counters off an army, under a general of the clan (or a hostage it holds) who leads nothing yet."""
    army = ready(world, order.army, order.version)
    general = world.get(Character, order.general, "general")
    ground = ground_at(world.session, army.province, army.place)
    leave_one(army, order.troops)
    has_drawn(world, army)
    take_command(world, general, army.the_clan, ground.province)
    army.troops -= order.troops
    other = new_army(world, army.the_clan, general, ground, order.troops)
    for name in ("started", "came_from", "walked", "allowance", "halted", "held_by", "way_back"):
        setattr(other, name, getattr(army, name))
    world.session.flush()
    entered = world.session.get(MarchOrder, army.id)
    if entered and army.walked:
        world.session.add(MarchOrder(army=other.id, route=entered.route[: army.walked]))
    stays = ""
    better = able(world.session, general) > able(world.session, army.the_general)
    if world.game.phase > 0 and better and not other.halted:
        other.halted = SPLIT_OFF
        stays = " It stays there this season: under the better general its men would go further than they could."
    return (
        f"{general.name} split {counters(order.troops)} off army {army.code} in {ground.name} as army {other.code}, "
        f"which needs an army card of its own.{stays}"
    )


class Merge(Forcible):
    """An army that joins another in the same province: ``army`` is no more, ``into`` takes it in."""

    army: ArmyNumber
    into: ArmyNumber
    version: int | None = None


@action("army.merge", title="Merge armies", order=Merge, desks=AT_THE_MAP)
def merge(world: World, order: Merge) -> str:
    """Join an army to another of the clan in the same province; its general goes along with it."""
    army = ready(world, order.army, order.version)
    into = ready(world, order.into, None, "into")
    if army is into:
        raise OrderNotAllowed("An army cannot join itself. Choose another one.", field="into")
    if (army.province, army.place) != (into.province, into.place):
        here, there = (ground_name(world.scenario, one.province, one.place) for one in (army, into))
        where = "in one province" if army.province != into.province else "on the same ground (R41)"
        raise OrderNotAllowed(
            f"Army {army.code} is in {here}, army {into.code} in {there}. Only armies {where} join.",
            field="into",
        )
    if army.clan != into.clan:
        world.forbid(
            f"Army {army.code} is of {army.the_clan.name}, army {into.code} of {into.the_clan.name}. Let them "
            "march side by side, or ask Game Control to force it.",
            field="into",
        )
    if army.troops + into.troops > MOST_TROOPS:
        raise OrderNotAllowed(f"No army is larger than {MOST_TROOPS:,} counters.", field="into")
    has_drawn(world, army)
    general, leader = army.the_general, into.the_general
    more, before = army.troops, (into.walked, into.allowance)
    walk_together(world, army, into)
    into.troops += more
    hand_on_what_is_due(world, army, into)
    along = list(
        world.session.scalars(select(Companion.character).filter_by(army=army.id).order_by(Companion.character))
    )
    dissolve(world, army)
    world.session.flush()
    world.session.add_all(Companion(character=key, army=into.id) for key in (general.id, *along))
    here = ground_name(world.scenario, into.province, into.place)
    return (
        f"Army {army.code} joined {leader.name}, army {into.code}, in {here} with {counters(more)}, "
        f"and {general.name} goes along with it.{has_gone(into, before)}"
    )


def has_gone(army: Army, before: tuple[int, int | None]) -> str:
    """How far an army has gone this season, as a sentence, if a merge has changed that (R12)."""
    if army.allowance is None or (army.walked, army.allowance) == before:
        return ""
    return f" Together they have walked {army.walked} of an allowance of {army.allowance} (R12)."


def walk_together(world: World, army: Army, into: Army) -> None:
    """The merged army has gone as far as the one of the two that went further, and is held by whatever held one."""
    if army.walked > into.walked:
        behind, ahead = (world.session.get(MarchOrder, one.id) for one in (army, into))
        if behind and ahead is not None:
            ahead.route = [*behind.route[: army.walked], *ahead.route[into.walked :]]
        elif behind:
            world.session.add(MarchOrder(army=into.id, route=behind.route[: army.walked]))
        into.started, into.came_from, into.walked = army.started, army.came_from, army.walked
    fixed = [one.allowance for one in (army, into) if one.allowance is not None]  # none yet for one just formed
    into.allowance = min(fixed, default=None)
    # no victory of its own frees it for those whom it took in beaten; who is held may still go back (R15)
    beaten = army.halted == "battle" and army.held_by is None
    into.halted = into.halted or (TOOK_IN if beaten else army.halted)
    if into.held_by is None:
        into.held_by, into.way_back = army.held_by, army.way_back


class Attach(Forcible):
    """Counters of the clan's own garrison that go along with an army which stands where they do."""

    army: ArmyNumber
    troops: Troops
    version: int | None = None


@action("garrison.attach", title="Take a garrison along", order=Attach, desks=AT_THE_MAP)
def attach(world: World, order: Attach) -> str:
    """Attach counters of a garrison to the passing army of its clan (handbook 5)."""
    army = ready(world, order.army, order.version)
    here = ground_name(world.scenario, army.province, army.place)
    garrison = world.session.scalar(
        select(Garrison).filter_by(clan=army.clan, province=army.province, place=army.place, standing=True)
    )
    if garrison is None or garrison.troops < order.troops:
        there = counters(garrison.troops) if garrison else "no garrison"
        advice = f" Take up to {garrison.troops}." if garrison else ""
        raise OrderNotAllowed(f"{army.the_clan.name} has {there} in {here}.{advice}", field="troops")
    if business := open_business(world.session, garrison):
        raise OrderNotAllowed(f"The garrison of {here} is in {business}. Settle that first.", field="troops")
    if army.troops + order.troops > MOST_TROOPS:
        raise OrderNotAllowed(f"No army is larger than {MOST_TROOPS:,} counters.", field="troops")
    if order.troops > garrison.rested and army.halted in (None, "battle"):  # that halt may be lifted yet
        most = f"Take up to {garrison.rested}" if garrison.rested else "Take them along next season"
        world.forbid(
            f"{counters(garrison.troops - garrison.rested).capitalize()} of the garrison of {here} marched or fought "
            f"with an army this season, and go no further in it (R12). {most}, or ask Game Control to force it.",
            field="troops",
            ruling="R12",
        )
    garrison.troops -= order.troops
    garrison.marched = min(garrison.marched, garrison.troops)
    garrison.standing = garrison.troops > 0
    army.troops += order.troops
    if not garrison.standing:
        hand_on_what_is_due(world, garrison, army)
    return f"{counters(order.troops).capitalize()} of the garrison of {here} went along with army {army.code}."


class Drop(Forcible):
    """Counters that an army leaves behind as a garrison of the province, city or temple it stands in."""

    army: ArmyNumber
    troops: Troops
    version: int | None = None


@action("garrison.drop", title="Leave a garrison", order=Drop, desks=AT_THE_MAP)
def leave_garrison(world: World, order: Drop) -> str:
    """Leave counters of an army behind as a garrison, within its own clan's domain (handbook 6)."""
    army = ready(world, order.army, order.version)
    ground = ground_at(world.session, army.province, army.place)
    leave_one(army, order.troops)
    if not is_home(world.session, army.clan, ground):
        holds = f"does not hold {ground.name}" if ground.place else f"holds neither {ground.name} nor a place in it"
        world.forbid(
            f"{army.the_clan.name} {holds}: garrisons stay within a clan's own domain. "
            "Let a general lead them, or ask Game Control to force it.",
            field="troops",
        )
    garrison = garrison_of(world, army.clan, *ground.key)
    if business := open_business(world.session, garrison):
        raise OrderNotAllowed(f"The garrison of {ground.name} is in {business}. Settle that first.", field="troops")
    has_drawn(world, army)
    army.troops -= order.troops
    stay_behind(army, garrison, order.troops)
    return f"Army {army.code} left {counters(order.troops)} behind as a garrison of {ground.name}."


class GiveCommand(Forcible):
    """An army that another general leads from now on, and why the command changes."""

    army: ArmyNumber
    general: text("a general", 1)
    reason: text("a reason") = ""
    version: int | None = None


@action("army.hand_over", title="Hand over a command", order=GiveCommand, desks=AT_THE_MAP)
def give_command(world: World, order: GiveCommand) -> str:
    """Put another general at the head of an army; the one before him goes along with it."""
    army = ready(world, order.army, order.version)
    before = army.the_general
    general = world.get(Character, order.general, "general")
    if general is before:
        raise OrderNotAllowed(f"{general.name} leads army {army.code} already.", field="general")
    has_drawn(world, army)
    take_command(world, general, army.the_clan, army.the_province)
    world.session.flush()
    army.general = general.id
    if army.allowance is not None:
        far = allowance_of(world, army, world.session.get(MarchOrder, army.id))
        army.allowance = min(army.allowance, far.value)
    world.session.add(Companion(character=before.id, army=army.id))
    army_changed(world, army, f"{general.name} leads it")
    why = f" Reason: {order.reason}." if order.reason else ""
    return f"{general.name} took over army {army.code} from {before.name}, who goes along with it.{why}"


class Shift(Forcible):
    """An army that goes into a city or temple of the province it stands in, or with an empty ``place`` out of it."""

    army: ArmyNumber
    place: text("a place") = ""
    version: int | None = None


@action("army.shift", title="Go into a place, or out of it", order=Shift, desks=AT_THE_MAP)
def shift(world: World, order: Shift) -> str:
    """Let an army go into an own, friendly or taken place of its province, or out of it: no leg and no entry (R41)."""
    army = ready(world, order.army, order.version)
    around = world.scenario.provinces[army.province].name
    if not order.place:
        if army.place is None:
            raise OrderNotAllowed(
                f"Army {army.code} is in no place, but in {around} already. Name the city or temple it is to enter.",
                field="place",
            )
        left, army.place = world.scenario.places[army.place].name, None
        return f"{army.the_general.name}, army {army.code}, went out of {left} into {around} (R41)."
    place = world.get(Place, order.place, "place")
    if place.province != army.province:
        lies = world.scenario.provinces[place.province].name
        raise OrderNotAllowed(
            f"{place.name} lies in {lies}, and army {army.code} is in {around}. March there first.", field="place"
        )
    if place.id == army.place:
        raise ChangedElsewhere(f"Army {army.code} is in {place.name} already.", field="place")
    if fight := open_fight(world.session, army.province, place.id):
        world.forbid(
            f"{place.name} is attacked in {fight}, and who goes in now has no part in it. Settle that first; who comes "
            "to help those inside fights the besiegers afterwards (R41).",
            field="place",
            ruling="R41",
        )
    if hindrance := shut_out(world.session, army, place):
        world.forbid(
            f"Army {army.code} cannot go into {place.name}: {hindrance} (R41). It goes into a place of its own "
            "clan, of a friend, or one it has taken; any other it must attack.",
            field="place",
            ruling="R41",
        )
    army.place = place.id
    return f"{army.the_general.name}, army {army.code}, went into {place.name} in {around} (R41)."


def ready(world: World, number_: int, version: int | None, field: str = "army") -> Army:
    """An army on the map that is in no open encounter or battle, with its clan, its general and its province."""
    army = standing_army(world, number_, version, field, BESIDE)
    in_no_battle(world, army, field)
    return army


def leave_one(army: Army, troops: int) -> None:
    """Refuse if nobody would stay with the army."""
    if troops >= army.troops:
        most = army.troops - 1
        advice = f"Up to {most} can go" if most else "It has no counter to spare"
        raise OrderNotAllowed(
            f"Army {army.code} has {counters(army.troops)}, and one at least stays with it. {advice}.", field="troops"
        )
