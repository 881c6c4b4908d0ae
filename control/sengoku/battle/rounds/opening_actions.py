"""Opening a battle: who is on which side, who commands, what counts for each (handbook 6, "Combat"; R4, R9, R11)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import one_of, text
from control.kernel.values import dataclass
from control.sengoku.battle.encounters.encounters_actions import (
    clans_of,
    halt,
    named,
    not_in_person,
    one_battle_more,
    requeue,
    set_free,
    stopped_again,
)
from control.sengoku.battle.fighting_actions import fought_where
from control.sengoku.battle.rounds.wars_actions import propose_for_war
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Encounter,
    Garrison,
    Place,
    Province,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.world.acting import World
from control.sengoku.world.claims_actions import hand_on
from control.sengoku.world.forces.business_questions import battle_of, open_business
from control.sengoku.world.forces.levies_questions import is_beaten, why_beaten
from control.sengoku.world.forces.sides_questions import (
    BETWEEN,
    Force,
    commander,
    figures,
    row_of_side,
    site,
    with_forces,
)
from control.sengoku.world.land.risings_questions import post_in_words


class Sides(Forcible):
    """Who fights whom, under whom, where, and how the attacker was settled (R11); see `SettleEncounter`."""

    attacker: text("the attacking clan") = ""
    defender: text("the defending clan") = ""
    attacker_allies: list[str] = []  # noqa: RUF012 (pydantic copies it)
    defender_allies: list[str] = []  # noqa: RUF012 (pydantic copies it)
    aside: list[str] = []  # noqa: RUF012 (pydantic copies it)
    attacker_general: text("the general who commands the attack") = ""
    defender_general: text("the general who commands the defence") = ""
    settled_by: one_of("the way the attacker was settled", *rules.ATTACKER_SETTLED_BY) | None = None
    attacker_in_person: bool = False
    defender_in_person: bool = False
    in_person: list[str] = []  # noqa: RUF012 (pydantic copies it)
    place: text("a place") = ""
    province: text("a province") = ""


@dataclass(frozen=True)
class Camp:
    """One side before the battle: the clan it is about, its allies, its forces, and the general named for it.

    ``lead`` is empty for the people of a place that nobody holds; ``in_person`` is whether the general in command
    fights in person (R4).
    """

    role: str
    lead: Clan | None
    allies: tuple[Clan, ...]
    forces: tuple[Force, ...]
    general: str
    in_person: bool

    @property
    def clans(self) -> tuple[Clan, ...]:
        """All clans of this side, the one it is about first."""
        return ((self.lead,) if self.lead else ()) + self.allies

    @property
    def keys(self) -> set[str | None]:
        """The ids of its clans; None for people without a lord."""
        return {clan.id for clan in self.clans} or {None}


def open_battle(world: World, order: Sides, encounter: Encounter, forces: list[Force], province: Province) -> str:
    """Set up the battle: both sides as they stand before the first round. Clans that are on neither side keep their
    quarrel; forces that keep aside are free to go on, but past people who let nobody pass (R16)."""
    if order.settled_by is None:
        raise OrderNotUnderstood(
            "Choose how the attacker was settled: they agreed, the better general chose, the first to shout banzai, "
            "or the umpire decided (R11).",
            field="settled_by",
        )
    fighting = without(world, forces, order.aside)
    ground = met_in(world, order, forces, province, encounter)
    place = fought_for(world, order.place, ground, encounter)
    attacking, defending = camps(world, order, fighting, ground, place)
    battle = world.new(
        Battle,
        encounter=encounter.id,
        province=ground.id,
        place=place.id if place else None,
        sea=encounter.kind == "opposed_crossing",
        settled_by=order.settled_by,
    )
    world.session.flush()
    sides = [
        side_of(world, battle, camp, other.keys) for camp, other in ((attacking, defending), (defending, attacking))
    ]
    for camp, side in zip((attacking, defending), sides, strict=True):
        check_levy(world, battle, camp, side)
    put_in_person(world, battle, order.in_person)
    rules.check_settled(order.settled_by, *(side.as_side() for side in sides))
    propose_for_war(world, attacking.clans, defending.clans, ground)
    hand_on(world, encounter.id, battle.id)
    left = requeue(world, encounter, forces, [clan.id for camp in (attacking, defending) for clan in camp.clans])
    waiting = [one for one in forces if one.clan != province.holder and not open_business(world.session, one)]
    if waiting:  # past the holder's own, too, who fight the others first
        left += stopped_again(world, encounter, [*waiting, *(one for one in forces if one.clan == province.holder)])
    set_free(world, forces)
    how = order.settled_by.replace("_", " ")
    helped = "".join(
        f" {' and '.join(clan.name for clan in camp.allies)} {'fights' if len(camp.allies) == 1 else 'fight'} "
        f"on the side of {camp.lead.name}."
        for camp in (attacking, defending)
        if camp.allies and camp.lead
    )
    return (
        f"{sides[0].name} attacks {sides[1].name} {fought_where(world, battle)} "
        f"(battle {battle.id}; attacker by {how}).{helped}{left}"
    )


# --- Who is on which side ---------------------------------------------------------------------------------


def without(world: World, forces: list[Force], aside: list[str]) -> list[Force]:
    """The forces that fight: all but those that keep aside."""
    known = {reference(force): force for force in forces}
    for spot, one in enumerate(aside):
        if one.strip().upper() not in known:
            names = ", ".join(f"{key} ({named(world.session, force)})" for key, force in known.items())
            raise OrderNotUnderstood(f'"{one}" is no force of this encounter: {names}.', field=f"aside.{spot}")
    out = {one.strip().upper() for one in aside}
    return [force for key, force in known.items() if key not in out]


def reference(force: Force) -> str:
    """What an order calls a force: "A3" is army 3, "G2" garrison 2."""
    return f"{'A' if isinstance(force, Army) else 'G'}{force.id}"


def camps(
    world: World, order: Sides, forces: list[Force], province: Province, place: Place | None
) -> tuple[Camp, Camp]:
    """Both sides as the order has them, no clan on both of them."""
    clans = {clan.id: clan for clan in clans_of(world.session, forces)}
    attacker = one_clan(world, clans, order.attacker, "attacker")
    attackers = allies(world, clans, order.attacker_allies, "attacker_allies", {attacker.id})
    taken = {attacker.id, *(clan.id for clan in attackers)}
    others = {key: clan for key, clan in clans.items() if key not in taken}
    defender = defending_clan(world, order, others, (place or province).holder, taken)
    defenders = allies(
        world, clans, order.defender_allies, "defender_allies", {*taken, defender.id} if defender else taken
    )

    def camp(role: str, lead: Clan | None, others: list[Clan], general: str, in_person: bool) -> Camp:
        mine = {clan.id for clan in others} | ({lead.id} if lead else set())
        theirs = [force for force in forces if force.clan in mine]
        if lead and not any(force.clan == lead.id for force in theirs):
            theirs += standing_guard(world, lead, province, place, order.aside)
        return Camp(role, lead, tuple(others), tuple(theirs), general, in_person)

    return (
        camp("attacker", attacker, attackers, order.attacker_general, order.attacker_in_person),
        camp("defender", defender, defenders, order.defender_general, order.defender_in_person),
    )


def allies(world: World, clans: dict[str, Clan], keys: list[str], field: str, taken: set[str]) -> list[Clan]:
    """The clans that help a side, each with forces here and on no other side."""
    found = []
    for spot, key in enumerate(keys):
        clan = one_clan(world, clans, key, f"{field}.{spot}")
        if clan.id in taken:
            raise OrderNotAllowed(f"{clan.name} cannot be on both sides, or twice on one.", field=f"{field}.{spot}")
        taken = {*taken, clan.id}
        found.append(clan)
    return found


def defending_clan(
    world: World, order: Sides, others: dict[str, Clan], holder: str | None, attackers: set[str]
) -> Clan | None:
    """The clan attacked: the one named, the only other one there, or the holder with his levy alone (R4); None for the
    people of ground that nobody holds."""
    if not others and holder is None:
        return None
    if holder and holder not in attackers and (not others or order.defender == holder):
        others = {**others, holder: world.session.get_one(Clan, holder)}
    if not others:
        raise OrderNotAllowed(
            "All who are here attack, and nobody defends. Put one of them on the other side.", field="attacker"
        )
    helping = [clan for key, clan in others.items() if key not in order.defender_allies]
    if order.defender == "" and len(helping) == 1:
        return helping[0]
    return one_clan(world, others, order.defender, "defender")


def one_clan(world: World, clans: dict[str, Clan], key: str, field: str) -> Clan:
    """A clan that has forces in the encounter."""
    if key not in clans:
        words = {"attacker": "the attacker", "defender": "the defender", "who": "the one that withdraws"}
        who = world.called(Clan, key) if key else ""
        said = f"{who} has no force in this encounter" if key else f"Say which clan is {words.get(field, 'meant')}"
        names = ", ".join(clan.name for clan in clans.values())
        raise OrderNotUnderstood(f"{said}: {names}.{did_you_mean(key, clans)}", field=field)
    return clans[key]


def standing_guard(world: World, clan: Clan, province: Province, place: Place | None, aside: list[str]) -> list[Force]:
    """The garrison of a clan that took no part in the encounter: where one is raised, it fights, and no intrinsic
    defence counts (R4)."""
    found = world.session.scalars(
        select(Garrison).filter_by(clan=clan.id, province=province.id, place=place.id if place else None, standing=True)
    )
    return [one for one in found if reference(one) not in aside]


# --- Where ------------------------------------------------------------------------------------------------


def met_in(world: World, order: Sides, forces: list[Force], province: Province, encounter: Encounter) -> Province:
    """Where the battle is: the umpire chooses between the two provinces of armies that both stayed at home (R14)."""
    if not order.province:
        return province
    possible = sorted({force.province for force in forces} if encounter.kind in BETWEEN else {province.id})
    if order.province not in possible:
        names = ", ".join(world.scenario.provinces[key].name for key in possible)
        raise OrderNotAllowed(f"They can only fight in {names}.", field="province", ruling="R14")
    return world.session.get_one(Province, order.province)


def fought_for(world: World, key: str, province: Province, encounter: Encounter) -> Place | None:
    """The place a battle is fought at: that of its encounter. Forces in the province around fight for the province; at
    sea there is no place (R10, R41)."""
    at = world.session.get_one(Place, encounter.place) if encounter.place else None
    if not key:
        return at
    place = world.get(Place, key, "place")
    if place.province != province.id:
        raise OrderNotAllowed(f"{place.name} does not lie in {province.name}.", field="place")
    if encounter.kind == "opposed_crossing":
        raise OrderNotAllowed("At sea they fight for no place (R10).", field="place", ruling="R10")
    if place is not at:
        raise OrderNotAllowed(
            f"They met {f'at {at.name}' if at else f'in {province.name}, not in {place.name}'}. Settle this, then call "
            f"an encounter at {place.name} (R41).",
            field="place",
            ruling="R41",
        )
    return place


# --- What counts for a side -------------------------------------------------------------------------------


def side_of(world: World, battle: Battle, camp: Camp, enemies: set[str | None]) -> BattleSide:
    """Put one side into the battle, with all that counts for it; its armies move no more this season."""
    session, role = world.session, camp.role
    for force in camp.forces:
        free_to_fight(world, force, role)
        world.new(
            BattleForce,
            battle=battle.id,
            role=role,
            troops=force.troops,
            army=force.id if isinstance(force, Army) else None,
            garrison=force.id if isinstance(force, Garrison) else None,
        )
    # whoever stands still for another reason does so too when the battle is called off
    halt([force for force in camp.forces if isinstance(force, Army) and not force.halted], "battle")
    general, lead = who_commands(world, camp)
    if general is None and camp.in_person:
        raise OrderNotAllowed(f"{own_name(camp)} no general here to fight in person.", field=f"{role}_in_person")
    if general is not None and camp.in_person:
        not_in_person(general, f"{role}_in_person")
    if general is not None:
        one_battle_more(world, general, role if not camp.general else f"{role}_general")
    ground = session.get_one(Place, battle.place) if battle.place else session.get_one(Province, battle.province)
    nobody_leads = post_in_words(lead, ground.name) if camp.forces else f"levy of {ground.name}"
    side = BattleSide(
        battle=battle.id,
        role=role,
        clan=lead,
        in_person=camp.in_person,
        general=general.id if general else None,
        name=general.name if general else f"the {nobody_leads}",
        **figures(session, battle, lead, camp.forces, general, enemies),
    )
    session.add(side)
    session.flush()
    return side


def own_name(camp: Camp) -> str:
    """The clan of a side and that it has something."""
    return f"{camp.lead.name} has" if camp.lead else "Its people have"


def check_levy(world: World, battle: Battle, camp: Camp, side: BattleSide) -> None:
    """Refuse a battle against nobody: a levy that was beaten this season, or that is fighting another enemy now and
    meets every one in turn (R4)."""
    if not camp.forces and is_beaten(world.session, *site(battle)):
        why, ruling = why_beaten(world.session, *site(battle))
        raise OrderNotAllowed(why, field="outcome", ruling=ruling)
    if side.intrinsic and (
        other := world.session.scalar(
            select(Battle.id)
            .join(BattleSide, BattleSide.battle == Battle.id)
            .where(
                Battle.over.is_(False),
                Battle.id != battle.id,
                Battle.province == battle.province,
                Battle.place == battle.place,
                BattleSide.intrinsic > 0,
            )
            .limit(1)
        )
    ):
        raise OrderNotAllowed(
            f"The levy there is in battle {other}, and meets one enemy after the other. End that first (R4).",
            field="outcome",
            ruling="R4",
        )


def put_in_person(world: World, battle: Battle, generals: list[str]) -> None:
    """Note which generals beside the two in command fight in person; for each it is his own choice (R4)."""
    found = select(BattleForce).filter_by(battle=battle.id).options(*with_forces(BattleForce))
    led = {army.general: (army, link) for link in world.session.scalars(found) if (army := link.the_army)}
    for spot_, key in enumerate(generals):
        if key not in led:
            raise OrderNotUnderstood(
                f"{world.called(Character, key)} leads no army in this battle.{did_you_mean(key, led)}",
                field=f"in_person.{spot_}",
            )
        army, link = led[key]
        not_in_person(army.the_general, f"in_person.{spot_}")
        side = row_of_side(world.session, battle, link.role)
        (side if side.general == key else link).in_person = True
    world.session.flush()


def who_commands(world: World, camp: Camp) -> tuple[Character | None, str | None]:
    """The general in command, and the clan whose army he leads: the one the umpire named (the senior, say), else the
    better of those there. Where nobody leads, the clan the side is about."""
    armies = [force for force in camp.forces if isinstance(force, Army)]
    if camp.general:
        chosen = {army.general: army for army in armies}.get(camp.general)
        if chosen is None:
            names = ", ".join(army.the_general.name for army in armies) or "nobody"
            raise OrderNotUnderstood(
                f"{world.called(Character, camp.general)} leads no army on the {camp.role}’s side; "
                f"{names} could command it.{did_you_mean(camp.general, [army.general for army in armies])}",
                field=f"{camp.role}_general",
            )
        return chosen.the_general, chosen.clan
    general = commander(world.session, armies)
    return general, next(
        (army.clan for army in armies if general and army.general == general.id), (camp.lead.id if camp.lead else None)
    )


def free_to_fight(world: World, force: Force, role: str) -> None:
    """Refuse for a force that is still in another battle: its losses would count twice."""
    if number_ := battle_of(world.session, force):
        raise OrderNotAllowed(
            f"{named(world.session, force)} is still in battle {number_}. End that first.", field=role, ruling="R14"
        )
