"""People made in play: family and Taisho for a clan that has too few (R40)."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import literal, select, union_all
from sqlalchemy.orm import Session

from control.kernel.actions.action import Forcible
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import folded
from control.sengoku.people.heads_actions import takes_office, without_claims
from control.sengoku.people.kin_questions import HEAD_OF, TAISHO_EXPERIENCE, called, head_of, id_for, makes_people
from control.sengoku.people.offices_actions import gives_way, odd
from control.sengoku.people.people_actions import leads_nothing, leave
from control.sengoku.rows import Character, Clan, Courtier, Succession
from control.sengoku.rules.desks import AT_THE_MAP, DESKS
from control.sengoku.scenario.model import HEADS, RELATIONS, ROLES, SEXES
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.people.people_questions import OF_CLAN, ROLE_NAMES
from control.sengoku.world.people.precedence_questions import THE_COURT
from control.sengoku.world.people.reprints_actions import clan_changed, person_changed
from control.sengoku.world.telling.notices_actions import tell

WHO = ("map", "game", "team", "npd", "bakufu")


class PersonSaid(Protocol):
    """What is said of somebody who is made: here, or typed back in."""

    @property
    def clan(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def sex(self) -> str: ...
    @property
    def relation(self) -> str: ...
    @property
    def age(self) -> int | None: ...
    @property
    def ancestor(self) -> str | None: ...
    @property
    def experience(self) -> int | None: ...


class AddPerson(Order):
    """Somebody new: of which clan, in what role, what he is to its head.

    Without a role he is an heir or of the family as the relation says, else a Taisho; without a sex a wife is a woman,
    anybody else a man. ``experience`` is 1 if nothing is said, 2 for a Taisho. Of the blood of the head of a clan is
    who is born into his family, unless an ancestor is named, or none ("").
    """

    clan: text("a clan", 1)
    name: text("a name", 1, 60)
    role: one_of("a role", "", *ROLES) = ""
    sex: one_of("a sex", "", *SEXES) = ""
    relation: one_of("a relation", "", *RELATIONS) = ""
    age: number(0, 120, "an age") | None = None
    ancestor: text("an ancestor", most=60) | None = None
    experience: number(1, 4, "experience") | None = None


@action("person.add", title="Make a person", order=AddPerson, desks=WHO, formerly=without_claims)
def add_person(world: World, order: AddPerson) -> str:
    """Make a person: family of the head of a clan, a Taisho, or whoever else is wanted (R40)."""
    clan = with_lord(world, order.clan)
    if not makes_people(world.umpire.desk, clan):
        raise NotThisDesk(
            f"{DESKS[world.umpire.desk]} does not mind {clan.name}, and makes no people for it.", field="clan"
        )
    name = " ".join(order.name.split())
    not_taken(world, name)
    head = head_of(world.session, clan.id)
    person = new_person(world.session, order, name)
    if person.role == "heir":
        person.relation = person.relation or "heir"
    if person.role in HEADS:
        may_head(world, clan, person.role, head)
    if order.ancestor is None:
        person.ancestor = blood_of(person, clan, head)
    world.session.add(person)
    world.session.flush()
    strange = odd(person, head)
    told = f"{name} is of {clan.name} now"
    if person.role in HEADS and head is not None:  # the last, who is dead
        office = person.role, person.title
        follows = takes_office(world, clan, head, person, office, f"{told}, and its {person.title}.")
    else:
        person_changed(world, person, told)
        tell(world, "person", f"{told}: {person.title}.", None, [clan.id], only=True)
        follows = gives_way(world, person)
    age = "of no known age" if person.age is None else f"{person.age} years old"
    return (
        f"{name} joined the people of {clan.name}: {person.title}, {age}, experience {person.experience} (R40)."
        f"{follows}{strange}"
    )


class Adopt(Forcible):
    """Somebody whom another house adopts: into which clan, and what he is to its head from now on."""

    character: text("a person", 1)
    clan: text("a clan", 1)
    relation: one_of("a relation", *RELATIONS) = "child"


@action("person.adopt", title="Adopt into another clan", order=Adopt, desks=AT_THE_MAP)
def adopt(world: World, order: Adopt) -> str:
    """Let another house adopt somebody: he is of its family from now on.

    The handbook tells of one (11: a lord took the head of another house as his heir) and has no rule for it, so only
    Game Control lets it be, with a reason. His titles stay his own; land and treasury do not move. Who heads a house
    gives it up first (head.replace): somebody has to stand there."""
    person, clan = world.living(order.character, beside=OF_CLAN), with_lord(world, order.clan)
    before = person.the_clan
    if clan is before:
        raise OrderNotAllowed(f"{person.name} is of {clan.name} himself. Name another clan.", field="clan")
    if person.role in HEADS:
        raise OrderNotAllowed(
            f"{person.name} stands at the head of {before.name}. Let another stand there first (More, Make people), "
            "then let him be adopted.",
            field="character",
        )
    if person.held_by is not None:
        raise OrderNotAllowed(
            f"{person.name} is a hostage of {world.session.get_one(Clan, person.held_by).name}. Release him first.",
            field="character",
        )
    leads_nothing(world, person, "be adopted")
    world.forbid(
        "The handbook has no rule for adoption into another house, it tells of one. Game Control may force it, with a "
        "reason.",
        field="clan",
        ruling="H4",
    )
    left = leave(world, person)
    person.clan, person.relation = clan.id, order.relation
    person.role = "heir" if order.relation == "heir" else "family"
    person.title = called(person.role, order.relation, person.sex)
    world.session.flush()
    told = f"{person.name} of {before.name} is adopted into {clan.name}"
    person_changed(world, person, told)
    clan_changed(world, before.id, told)
    tell(world, "person", f"{told}: {person.title}.", None, [before.id, clan.id], only=True)
    follows = gives_way(world, person)
    return f"{told}: {person.title}{left}.{follows}{odd(person, head_of(world.session, clan.id))}"


def new_person(session: Session, said: PersonSaid, name: str) -> Character:
    """Somebody as he was said to be, with what goes without saying."""
    relation = said.relation
    role = said.role or ("heir" if relation == "heir" else "family" if relation else "taisho")
    sex = said.sex or ("female" if relation == "wife" else "male")
    return Character(
        id=id_for(session, name),
        clan=said.clan,
        name=name,
        role=role,
        title=called(role, relation, sex),
        age=said.age,
        ancestor=said.ancestor or "",
        sex=sex,
        relation=relation,
        made=True,
        experience=said.experience or (TAISHO_EXPERIENCE if role == "taisho" else 1),
    )


def blood_of(person: Character, clan: Clan, head: Character | None) -> str:
    """The ancestor that somebody has as one of the family of the head: his wife and his mother are of another, and
    monks of none."""
    born = person.relation in ("heir", "child", "sibling") or (person.relation, person.sex) == ("parent", "male")
    return head.ancestor if head and born and clan.kind != "temple" else ""


def not_taken(world: World, name: str, field: str = "name") -> None:
    """Refuse the name of somebody else, alive or dead, and one without a letter: people are found by their names."""
    if not folded(name):
        raise OrderNotUnderstood("A name is needed, in letters.", field=field)
    of_clans = select(Character.name, Clan.name).join(Character.the_clan)
    at_court = select(Courtier.name, literal(THE_COURT))
    for other, whose in world.session.execute(union_all(of_clans, at_court)):
        if folded(other) == folded(name):
            raise OrderNotAllowed(
                f"There is somebody called {other} already, of {whose}. Choose another name.", field=field
            )


def may_head(world: World, clan: Clan, role: str, head: Character | None) -> None:
    """Refuse a head for a clan that has one, or for which somebody is still to be named; and a Shogun, whom a second
    umpire has to confirm."""
    if role == "shogun":
        raise OrderNotAllowed(
            "Nobody becomes Shogun by being made. Make an heir, then let him become Shogun (More, Shogun; R32).",
            field="role",
            ruling="R32",
        )
    if role != HEAD_OF[clan.kind]:
        raise OrderNotAllowed(
            f"At the head of {clan.name} stands a {ROLE_NAMES[HEAD_OF[clan.kind]]}, no {ROLE_NAMES[role]}.",
            field="role",
        )
    if head is not None and head.alive:
        raise OrderNotAllowed(
            f"{head.name} stands at the head of {clan.name}. Make an heir, who may follow him.", field="role"
        )
    waiting = select(Succession.id).where(Succession.clan == clan.id, Succession.is_open())
    if world.session.scalar(waiting.limit(1)) is not None:
        raise OrderNotAllowed(
            f"Who follows at the head of {clan.name} is still asked. Make an heir, then name him.", field="role"
        )
