"""People: visiting, going along with an army, who follows a dead Daimyo (handbook 4 and 6; R18, R19)."""

from __future__ import annotations

from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, text
from control.sengoku.battle.losses.risk_actions import call, led_by
from control.sengoku.people.heads_actions import left_office, takes_office
from control.sengoku.rows import Army, Character, Clan, Companion, Province, Succession
from control.sengoku.rules.desks import DESKS, SEES_ARMIES
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import battle_of
from control.sengoku.world.forces.forces_actions import standing_army
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.minding_questions import desk_of, is_his, minds
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.telling.notices_actions import tell

WHO = ("map", "game", "team")
HEIRS = (*WHO, "npd", "bakufu")
Person = text("a person", 1)


class Visit(Forcible, Slip):
    """A person whose counter goes to a province: he is there in person, with no army. Whom a colleague has sent
    somewhere this season is not sent on unseen: in winter each journey is a risk of its own."""

    character: Person
    province: text("a province", 1)

    def facts(self) -> tuple[str, ...]:
        """Who."""
        return (self.character,)


@action("person.visit", title="Go visiting", order=Visit, desks=WHO)
def visit(world: World, order: Visit) -> str:
    """Put a person's counter into a province he visits; in winter that is a risk (R18, R19)."""
    person = world.living(order.character)
    province = world.get(Province, order.province, "province")
    leads_nothing(world, person, "go visiting")
    if person.province == province.id and world.session.get(Companion, person.id) is None:
        raise OrderNotAllowed(f"{person.name} is in {province.name} already.", field="province")
    well_enough(world, person, "province")
    left = leave(world, person)
    person.province = province.id
    return f"{person.name} went to {province.name}{left}{led_by_hosts(world, person)}.{winter_travel(world, person)}"


class Return(Forcible):
    """A person who goes back to his team's table, from a visit or from the army he went along with."""

    character: Person


@action("person.return", title="Come back", order=Return, desks=WHO)
def come_back(world: World, order: Return) -> str:
    """Take a person's counter off the map: he is back at his table, or at his hosts' if he is a hostage."""
    person = world.living(order.character)
    leads_nothing(world, person, "leave the map")
    if person.province is None and world.session.get(Companion, person.id) is None:
        raise OrderNotAllowed(f"{person.name} is at the table already: nothing to come back from.", field="character")
    well_enough(world, person, "character")
    where = world.scenario.provinces[person.province].name if person.province else ""
    left = leave(world, person)
    return (
        f"{person.name} came back{f' from {where}' if where else left}{led_by_hosts(world, person)}."
        f"{winter_travel(world, person)}"
    )


LED = (joinedload(Army.the_general),)


class Accompany(Slip):
    """A person who goes along with an army without leading it, and shares its risk."""

    character: Person
    army: number(1, 10**6, "the number of an army", card=ARMY_CARDS)

    def facts(self) -> tuple[str, ...]:
        """Who: with another army he leaves the first."""
        return (self.character,)


@action("person.accompany", title="Go along with an army", order=Accompany, desks=WHO)
def accompany(world: World, order: Accompany) -> str:
    """Let a person go along with an army; after its battles he draws a card as its general does (R19)."""
    person = world.living(order.character)
    army = standing_army(world, order.army, beside=LED)
    leads_nothing(world, person, "go along with another")
    along = world.session.get(Companion, person.id)
    if along and along.army == army.id:
        raise OrderNotAllowed(f"{person.name} is with army {army.code} already.", field="army")
    if battle := battle_of(world.session, army):
        raise OrderNotAllowed(
            f"Army {army.code} is in battle {battle}: nobody joins it or leaves it now.", field="army"
        )
    left = leave(world, person)
    world.session.add(Companion(character=person.id, army=army.id))
    whose = f"{army.the_general.name}, " if world.umpire.desk in SEES_ARMIES else ""
    return f"{person.name} goes along with {whose}army {army.code}{left}."


def leads_nothing(world: World, person: Character, to: str) -> None:
    """Refuse for a general in the field, whose counter is with his army."""
    if army := led_by(world, person):
        led = "an army"  # which one, and where, is not for every desk to know
        if world.umpire.desk in SEES_ARMIES:
            led = f"army {army.code} in {world.scenario.provinces[army.province].name}"
        raise OrderNotAllowed(
            f"{person.name} leads {led}, so he cannot {to}. Give the army another general, or disband it.",
            field="character",
        )


def leave(world: World, person: Character) -> str:
    """Take a person's counter from wherever it is on the map; which army he left, for the sentence."""
    person.province = None
    along = going_along(world.session, person.id)
    if along is None:
        return ""
    army = along.the_army
    not_in_battle(world, army)
    world.session.delete(along)
    world.session.flush()
    return f" and left army {army.code}"


def not_in_battle(world: World, army: Army, field: str = "character") -> None:
    """Refuse while the army that somebody goes along with is fighting: he shares its risk to the end."""
    if battle := battle_of(world.session, army):
        raise OrderNotAllowed(f"Army {army.code} is in battle {battle}: nobody leaves it before the end.", field=field)


def led_by_hosts(world: World, person: Character) -> str:
    """A hostage moves at the direction of his hosts alone (handbook 4); for the sentence."""
    if person.held_by is None:
        return ""
    return f", at the direction of {world.session.get_one(Clan, person.held_by).name}"


def well_enough(world: World, person: Character, field: str) -> None:
    """Refuse a wounded person who would travel in winter (R18, R19), unless Game Control forces it."""
    if person.wounded and world.game.season == "winter":
        world.forbid(
            f"{person.name} is wounded, so he does not travel in winter (R19). Let him stay where he is until he "
            "has recovered.",
            field=field,
            ruling="R19",
        )


def winter_travel(world: World, person: Character) -> str:
    """Who travels in winter draws a card, once in a winter (R18, R19); for the sentence."""
    if world.game.season != "winter" or not call(world, person.id, "winter_travel"):
        return ""
    who = "She" if person.sex == "female" else "He"
    return f" {who} is to draw a card for travelling in winter (R19)."


class NameHeir(Forcible):
    """An open succession, and who follows."""

    succession: number(1, 10**6, "the number of a succession")
    heir: text("an heir", 1)


@action("succession.name", title="Name an heir", order=NameHeir, desks=HEIRS)
def name_heir(world: World, order: NameHeir) -> str:
    """Name who follows a dead head of his clan: he takes over his office and its title.

    Not always that of Shogun, though (R32, R43)."""
    succession, dead = still_asked(world, order.succession, "heir")
    heir, clan = world.living(order.heir, "heir"), succession.the_clan
    if heir.clan != clan.id:
        raise OrderNotAllowed(
            f"{heir.name} is not of {clan.name}. Name somebody of the clan who lives, or let Game Control enter his "
            "adoption first.",
            field="heir",
        )
    office, no_shogun = left_office(world, clan, dead, heir)
    told = f"{heir.name} follows {dead.name} as {office[1]} of {clan.name}."
    return f"{told}{takes_office(world, clan, dead, heir, office, told)}{no_shogun}"


class CloseSuccession(Order):
    """An open succession that nobody follows, and why."""

    succession: number(1, 10**6, "the number of a succession")
    reason: text("a reason", 3)


@action("succession.close", title="Close a succession", order=CloseSuccession, desks=HEIRS)
def close_succession(world: World, order: CloseSuccession) -> str:
    """Ask no more who follows a dead head: nobody stands at the head of his clan until somebody is made (R40)."""
    succession, dead = still_asked(world, order.succession, "succession")
    succession.closed, clan = order.reason, succession.the_clan
    told = f"Nobody follows {dead.name} at the head of {clan.name}."
    tell(world, "succession", told, None, [clan.id])
    return f"{told} Reason: {order.reason}."


def still_asked(world: World, number_: int, field: str) -> tuple[Succession, Character]:
    """A succession that is open, and whom it is about: any for those who are asked of all, another desk's of the clans
    that it minds. For who minds a part of his desk there are those of that part alone. Raises ChangedElsewhere, at
    ``field`` where he has been followed meanwhile."""
    with_all = [joinedload(one) for one in (Succession.the_character, Succession.the_clan, Succession.the_heir)]
    succession = world.get(Succession, number_, "succession", beside=with_all)
    dead, clan, desk = succession.the_character, succession.the_clan, world.umpire.desk
    if not is_his(desk, clan.id):
        raise OrderNotUnderstood(f'There is no succession "{number_}".', field="succession")
    if desk not in WHO and not minds(desk, clan):
        raise NotThisDesk(
            f"{DESKS[desk]} does not mind {clan.name}: {DESKS[desk_of(clan)]} says who follows {dead.name}.",
            field=field,
        )
    if succession.the_heir is not None:
        raise ChangedElsewhere(f"{succession.the_heir.name} follows {dead.name} already.", field=field)
    if succession.closed:
        raise ChangedElsewhere(
            f"Nobody follows {dead.name}: that was closed ({succession.closed}).", field="succession"
        )
    return succession, dead
