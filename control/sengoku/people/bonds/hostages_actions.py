"""Hostages: handed over, moved on, let go, run away, put to death, and for which bonds they answer (handbook 4; R35,
R36)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from control.kernel.actions.action import Forcible, OpenPart
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import Order, number, text
from control.sengoku.battle.losses.risk_actions import dies, of_team_control
from control.sengoku.people.people_actions import (
    WHO,
    Person,
    leads_nothing,
    leave,
    not_in_battle,
    well_enough,
    winter_travel,
)
from control.sengoku.rows import Character, Clan, Part, Pledge, Treaty
from control.sengoku.rules.people.family import is_of_the_family
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import (
    among_those_who_know,
    answers_no_more,
    bond_known,
    for_those_who_know,
    passage_as_before,
    treaty_in_words,
)
from control.sengoku.world.bonds.treaties_questions import known_by
from control.sengoku.world.forces.forces_actions import for_whom_it_minds
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.people.reprints_actions import clan_changed, person_changed
from control.sengoku.world.telling.notices_actions import tell

HANDS_OVER = "hostage.hand_over"
Held = text("who was held by whom", most=9000)


class HandOver(Forcible):
    """A person given to another clan as its hostage, or taken by it from the clan that holds him; and the treaty for
    which he answers, if there is one. ``shown`` is who was held by whom as a page showed it (``PERSON:CLAN`` of each):
    an old page moves on nobody whom a colleague has moved."""

    character: Person
    to: text("a clan", 1)
    treaty: number(1, 10**6, "the number of a treaty") | None = None
    shown: Held | None = None


def among_who_know(world: World, order: HandOver) -> tuple[str, ...] | None:
    """The desks that hide for which bond he answers; None if everybody may know, or he answers for none."""
    return None if order.treaty is None else among_those_who_know(world, order)


def goes_openly(world: World, order: HandOver) -> Iterator[OpenPart]:
    """Everybody sees him go, though not for which bond, if that is hidden."""
    if among_who_know(world, order) is not None:
        yield OpenPart(HANDS_OVER, going(world, world.living(order.character), order.to, order.shown), "")


def going(world: World, person: Character, to: str, shown: str | None = None) -> dict[str, str]:
    """The order that hands somebody over and says nothing of a bond. What forces it tells no reason of that either."""
    needs = world.force and person.wounded and world.game.season == "winter"
    seen = {} if shown is None else {"shown": shown}
    return {"character": person.id, "to": to, "force": "he goes all the same" if needs else "", **seen}


@action(
    "hostage.hand_over",
    title="Hand over a hostage",
    order=HandOver,
    desks=(*WHO, "npd"),
    among=among_who_know,
    openly=goes_openly,
    formerly=passage_as_before,
)
def hand_over(world: World, order: HandOver) -> str:
    """Put a person into the keeping of another clan, for whom he may command from now on (handbook 4)."""
    person = world.living(order.character)
    if not world.hidden:  # else he was handed over openly, a moment ago
        held_as_shown(world, person, order.shown)
        giver = world.session.get_one(Clan, person.held_by or person.clan)
        for_whom_it_minds(world, giver.id, "character", "Team Control hands over the hostages of")
    host = with_lord(world, order.to, "to")
    if order.treaty is None:
        return give(world, person, host)
    bond = bond_known(world, order.treaty)
    if bond.ended:
        raise OrderNotAllowed(
            f"That treaty ({treaty_in_words(bond)}) has ended: nobody answers for it.", field="treaty"
        )
    if person.clan not in (bond.one, bond.other):
        raise OrderNotAllowed(
            f"{person.name} is of neither {bond.the_one.name} nor {bond.the_other.name}, so he cannot answer for that "
            "treaty (R36). Name somebody of theirs.",
            field="character",
            ruling="R36",
        )
    of_the_family(world, person, "character")
    for_those_who_know(world, bond)
    handed = f"{person.name} is a hostage of {host.name}." if world.hidden else give(world, person, host)
    if world.session.get(Pledge, (bond.id, person.id)) is None:
        world.session.add(Pledge(treaty=bond.id, character=person.id))
    bond.strength = 3
    return f"{handed} He answers for: {treaty_in_words(bond)}."


def held_as_shown(world: World, person: Character, shown: str | None) -> None:
    """Raises ChangedElsewhere where a page showed him in other hands than he is in: everybody sees where a hostage
    goes, so this tells nothing of a bond that is hidden."""
    if shown is None or (person.held_by or "") == held_in(shown).get(person.id, ""):
        return
    now = f"a hostage of {world.session.get_one(Clan, person.held_by).name}" if person.held_by else "nobody's hostage"
    raise ChangedElsewhere(
        f"{person.name} is {now} since you opened this. Look again who holds him, then decide.", field="character"
    )


def held_in(shown: str) -> dict[str, str]:
    """Who was held by whom, as a page showed it."""
    return {person: clan for person, _, clan in (one.partition(":") for one in shown.split())}


def of_the_family(world: World, person: Character, field: str) -> None:
    """Refuse somebody who is not of the immediate family of the head of his clan, unless there is a reason (R36)."""
    if not is_of_the_family(person.role, person.relation):
        world.forbid(
            f"{person.name} is not of the family of the head of his clan: heir, wife, child, parent or sibling "
            "(R36). Name one of those.",
            field=field,
            ruling="R36",
        )


def give(world: World, person: Character, host: Clan) -> str:
    """Put a person into the keeping of another clan; what happened, as a sentence."""
    if host.id == person.clan:
        raise OrderNotAllowed(
            f"{person.name} is of {host.name} himself. A clan's own hostage comes home by being released.", field="to"
        )
    if person.held_by == host.id:
        raise OrderNotAllowed(f"{host.name} holds {person.name} already.", field="to")
    leads_nothing(world, person, "be handed over")
    well_enough(world, person, "to")
    left = leave(world, person)
    before = [person.held_by] if person.held_by else []
    giver = world.session.get_one(Clan, person.held_by or person.clan)
    person.held_by = host.id
    told = f"{person.name} is a hostage of {host.name} now"
    tell(world, "hostage", f"{told}.", None, [person.clan, host.id, *before])
    moved(world, person, told, giver.id, host.id)
    return f"{giver.name} handed {person.name} over to {host.name} as a hostage{left}.{winter_travel(world, person)}"


class Release(Forcible):
    """A hostage who is let go, and what the umpires want to remember about it; ``shown`` as for HandOver."""

    character: Person
    note: text("a note") = ""
    shown: Held | None = None


@action("hostage.release", title="Release a hostage", order=Release, desks=(*WHO, "npd"))
def release(world: World, order: Release) -> str:
    """Let a hostage go home to his own clan."""
    person, host = hostage(world, order.character, order.shown)
    told = f"{host.name} released {person.name}"
    return told + back_among_his_own(world, person, host, order.note, "go home", told)


class Escape(Forcible):
    """A hostage who got away, and how; ``shown`` as for HandOver."""

    character: Person
    note: text("how he got away") = ""
    shown: Held | None = None


@action("hostage.escape", title="A hostage escapes", order=Escape, desks=(*WHO, "npd"))
def escape(world: World, order: Escape) -> str:
    """Let a hostage get away from those who hold him, as the umpire decides; he is back among his own."""
    person, host = hostage(world, order.character, order.shown)
    told = f"{person.name} has escaped from {host.name}"
    ends = back_among_his_own(world, person, host, order.note, "get away", told)
    return f"{person.name} escaped from {host.name}{ends}"


def back_among_his_own(world: World, person: Character, host: Clan, note: str, to: str, told: str) -> str:
    """A hostage is where he belongs again, of which both clans are ``told``; the end of the sentence. Refused for one
    who cannot ``to`` do that."""
    leads_nothing(world, person, to)
    well_enough(world, person, "character")
    left = goes_home(world, person)
    tell(world, "hostage", f"{told}.", None, [person.clan, host.id])
    moved(world, person, told, person.clan, host.id)
    return f"{left}.{noted(note)}{winter_travel(world, person)}"


class Kill(Order):
    """A hostage who is put to death by those who hold him, and why; ``shown`` as for HandOver."""

    character: Person
    reason: text("a reason", 3)
    shown: Held | None = None


@action("hostage.kill", title="Put a hostage to death", order=Kill, desks=(*WHO, "npd"), formerly=of_team_control)
def kill(world: World, order: Kill) -> str:
    """Record that a clan put its hostage to death, a grave loss of honour for his own (handbook 4)."""
    person, host = hostage(world, order.character, order.shown)
    leads_nothing(world, person, "be put to death at the table")
    if along := going_along(world.session, person.id):
        not_in_battle(world, along.the_army)
    why = f"{host.name} put {person.name} to death: {order.reason}"
    propose(world, person.clan, "hostage-killed", why)
    if not was_forsaken(world, person):
        propose(world, host.id, "hostage-murdered", why)
    for pledge in world.session.scalars(select(Pledge).filter_by(character=person.id, asked=True)):
        pledge.asked = False  # what becomes of him is said by this
    return f"{why}.{dies(world, person)}"


def was_forsaken(world: World, person: Character) -> bool:
    """Whether his own clan broke a bond that a hostage answers for, as far as who keeps the ledger may know (R36)."""
    bonds = select(Treaty).join(Pledge, Pledge.treaty == Treaty.id)
    broken = bonds.where(Pledge.character == person.id, Treaty.broken_by == person.clan, known_by("team"))
    return world.session.scalar(broken.limit(1)) is not None


def moved(world: World, person: Character, why: str, *clans: str) -> None:
    """Where a player plays him, he sits at another table now: his own sheet and those of both clans say so."""
    if world.session.get(Part, person.id) is not None:
        person_changed(world, person, why, sheet=False)
        for clan in clans:
            clan_changed(world, clan, why)


def goes_home(world: World, person: Character) -> str:
    """A hostage is nobody's any more, and answers for no bond; which army he left, for the sentence."""
    left = leave(world, person)
    person.held_by = None
    answers_no_more(world, person)
    world.session.flush()
    return left


def noted(note: str) -> str:
    """A note at the end of a sentence."""
    return f" Note: {note}." if note else ""


def hostage(world: World, key: str, shown: str | None) -> tuple[Character, Clan]:
    """A hostage and who holds him. Raises OrderNotAllowed for somebody who is none, ChangedElsewhere where a page
    showed him in other hands."""
    person = world.living(key)
    held_as_shown(world, person, shown)
    if person.held_by is None:
        raise OrderNotAllowed(f"{person.name} is nobody's hostage.", field="character")
    for_whom_it_minds(world, person.held_by, "character", "Team Control minds the hostages at the table of")
    return person, world.session.get_one(Clan, person.held_by)
