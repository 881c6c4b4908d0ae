"""What an attack speaks for: that those who are attacked think worse of whoever did it, and honour for a lawful war. Of
a battle that is called off nothing is left (R6, R28, R38)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from sqlalchemy import Select, select

from control.kernel.wording import in_a_row
from control.sengoku.rows import AttitudeProposal, Battle, Clan, Encounter, HonourProposal, Province
from control.sengoku.rules.tables import ROLES
from control.sengoku.world.acting import World
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.forces.sides_questions import row_of_side, units
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.people.proposals_actions import propose


def propose_for_war(world: World, attackers: Sequence[Clan], victims: Sequence[Clan], ground: Province) -> None:
    """Propose what an attack speaks for."""
    for enemy, victim in product(attackers, victims):
        feel(world, victim.id, enemy.id, -1, grudge(enemy, victim, ground))
    for clan, why in lawful_war(world, attackers, victims, ground):
        propose(world, clan.id, LAWFUL, why)


def take_back_for_war(world: World, battle: Battle) -> None:
    """Take back what its opening proposed, as far as nobody has answered it yet."""
    attackers, victims = (clans_on(world, battle, role) for role in ROLES)
    ground, now = world.session.get_one(Province, battle.province), {"number": world.game.seasons, "answer": ""}
    for enemy, victim in product(attackers, victims):
        if attacked_besides(world, battle, enemy, victim):
            continue  # it was proposed once for both
        why = grudge(enemy, victim, ground)
        withdraw(world, select(AttitudeProposal).filter_by(clan=victim.id, to=enemy.id, why=why, **now))
    for clan in attackers:  # the rebellion may have ended since
        whys = [lawful(clan, some, ground) for most in range(len(victims)) for some in combinations(victims, most + 1)]
        found = select(HonourProposal).filter_by(clan=clan.id, reason=LAWFUL, **now)
        withdraw(world, found.where(HonourProposal.why.in_(whys)))


def attacked_besides(world: World, battle: Battle, enemy: Clan, victim: Clan) -> bool:
    """Whether there is another battle of this season on the same ground in which one attacked the other."""
    game = world.game
    others = (
        select(Battle)
        .join(Encounter, Encounter.id == Battle.encounter)
        .where(Battle.province == battle.province, Battle.id != battle.id)
        .where(Battle.ended_by.is_(None) | (Battle.ended_by != "called_off"))
        .where(Encounter.year == game.year, Encounter.season == game.season)
    )
    return any(
        all(
            one in clans_on(world, other, other.role_at_first(role))
            for one, role in zip((enemy, victim), ROLES, strict=True)
        )
        for other in world.session.scalars(others).all()
    )


LAWFUL = "lawful-war"
"""The reason of the scenario's list for an attack on a clan in rebellion."""


def lawful_war(
    world: World, attackers: Sequence[Clan], victims: Sequence[Clan], ground: Province
) -> Iterator[tuple[Clan, str]]:
    """Whoever attacks a clan that the Bakufu has declared in rebellion does it with the Shogun's authority: who that
    is, and for what honour is proposed for it (handbook 8; R38)."""
    outlawed = rebels(world.session)
    against = [clan for clan in victims if clan.id in outlawed]
    for clan in attackers if against else ():
        if clan.id not in outlawed and clan.kind != REBELS:
            yield clan, lawful(clan, against, ground)


def lawful(clan: Clan, against: Iterable[Clan], ground: Province) -> str:
    """For what honour is proposed for it."""
    named = in_a_row(sorted(one.name for one in against))
    return f"{clan.name} attacked {named}, in rebellion, in {ground.name}"


def grudge(enemy: Clan, victim: Clan, ground: Province) -> str:
    """For what those who are attacked think worse of whoever did it."""
    return f"{enemy.name} attacked {victim.name} in {ground.name}"


def clans_on(world: World, battle: Battle, role: str) -> list[Clan]:
    """The clans of a side before the first round, each once."""
    led = row_of_side(world.session, battle, role).clan
    keys = dict.fromkeys(filter(None, [led, *(force.clan for force in units(world.session, battle, role))]))
    return [world.session.get_one(Clan, key) for key in keys]


def withdraw(world: World, proposed: Select[AttitudeProposal] | Select[HonourProposal]) -> None:
    """Take the last of these back; there may be none."""
    if found := sorted(world.session.scalars(proposed), key=lambda one: one.id):
        found[-1].answer = "withdrawn"
