"""What the living are in their clan: another at its head, another role (handbook 4, "Precedence"; R29, R36, R40)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed
from control.kernel.typed import one_of, text
from control.sengoku.people.heads_actions import steps_down, takes_office, without_claims, without_the_office
from control.sengoku.people.kin_questions import (
    called,
    has_left,
    head_of,
    makes_people,
    stood_last,
    waits_for_a_shogun,
)
from control.sengoku.rows import Character, Clan
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.people.family import born_of
from control.sengoku.scenario.model import HEADS, RELATIONS, ROLES
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.people_questions import OF_CLAN, is_headless
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.telling.notices_actions import tell

WHO = ("map", "game", "team", "npd", "bakufu")
BELOW = tuple(role for role in ROLES if role not in HEADS)
"""The roles of a clan below its head."""


class Replace(Forcible):
    """Who is to stand at the head of his clan, in the place of who stands there or of a dead man whom nobody followed,
    and why."""

    heir: text("who is to stand at its head", 1)
    reason: text("a reason", 3)


@action(
    "head.replace",
    title="Replace the head of a clan",
    order=Replace,
    desks=WHO,
    critical=lambda _world, _order: "the head of a clan is replaced",
    formerly=without_claims,
)
def replace(world: World, order: Replace) -> str:
    """Let another stand at the head of a clan (handbook 4; R39, R40).

    Who stood there was deposed or gave his office up: he lives on as an elder and keeps his titles, but for constable
    of the home province. Or he is dead, and his succession was closed; or he was Shogun and retired, and another is."""
    heir = world.living(order.heir, "heir", beside=OF_CLAN)
    clan = heir.the_clan
    minds_people(world, clan, "heir")
    before = stood_last(world.session, clan.id)
    if before is None and clan.kind != "bakufu":
        raise OrderNotAllowed(f"Nobody stood at the head of {clan.name} yet. Make a head for it (R40).", field="heir")
    if is_headless(world.session, clan.id):
        raise OrderNotAllowed(
            f"Who follows at the head of {clan.name} is still asked. Name him there (Successions).", field="heir"
        )
    if waits_for_a_shogun(world.session, clan, before):
        raise OrderNotAllowed(
            f"Nobody stands at the head of {clan.name} while there is no Shogun. Make one (More, Shogun; R32).",
            field="heir",
            ruling="R43",
        )
    if before is heir:
        now = "retired" if has_left(heir, clan.id) else f"stands at the head of {clan.name} already"
        raise OrderNotAllowed(f"{heir.name} {now}. Name another.", field="heir")
    if before is None or has_left(before, clan.id) or not before.alive:
        office, no_shogun = without_the_office(world, before, clan)
        told = f"{heir.name} is {office[1]} of {clan.name}{after_whom(before, clan)}."
        home = takes_office(world, clan, before, heir, office, told)
        return f"{told} Reason: {order.reason.rstrip('.')}.{home}{no_shogun}"
    if before.role == "shogun":
        raise OrderNotAllowed(
            f"{before.name} is Shogun. Let him retire first (More, Shogun; R43).", field="heir", ruling="R43"
        )
    office = before.role, before.title
    steps_down(before, clan)
    told = f"{heir.name} is {office[1]} of {clan.name} in the place of {before.name}, who lives."
    home = takes_office(world, clan, before, heir, office, told)
    person_changed(world, before, told.removesuffix("."))
    return f"{told} Reason: {order.reason.rstrip('.')}.{home}"


def after_whom(before: Character | None, clan: Clan) -> str:
    """After whom somebody is put at a head at which nobody stands; for the sentence."""
    if before is None:
        return ", at whose head nobody stood"
    why = "who is Shogun no more" if has_left(before, clan.id) else "whom nobody had followed"
    return f" after {before.name}, {why}"


class Appoint(Slip):
    """Somebody who lives, his role in his clan from now on, and what he is to its head, if that is another too."""

    character: text("a person", 1)
    role: one_of("a role", *BELOW)
    relation: one_of("a relation", "", *RELATIONS) = ""

    def facts(self) -> tuple[str, ...]:
        """Who: what a colleague made of him this season is not written over unseen."""
        return (self.character,)


@action("person.appoint", title="Give a person a role", order=Appoint, desks=WHO)
def appoint(world: World, order: Appoint) -> str:
    """Give somebody who lives another role in his clan, such as heir; an heir that it has is of the family then."""
    person = world.living(order.character, beside=OF_CLAN)
    clan = person.the_clan
    minds_people(world, clan, "character")
    if person.role in HEADS:
        raise OrderNotAllowed(
            f"{person.name} stands at the head of {clan.name}. Let another stand there first.", field="character"
        )
    relation = order.relation or kept_relation(world, person, order.role)
    if (order.role, relation) == (person.role, person.relation):
        raise ChangedElsewhere(f"{person.name} of {clan.name} is that already: {person.title}.", field="role")
    told = becomes(world, person, clan, order.role, relation)
    return f"{told}{gives_way(world, person)}{odd(person, head_of(world.session, clan.id))}"


def gives_way(world: World, heir: Character) -> str:
    """A clan has one heir: who was it before somebody else is of the family from now on. For the sentence."""
    before = heirs_beside(world, heir) if heir.role == "heir" else []
    return "".join(f" {gives_place(world, one)}" for one in before)


def heirs_beside(world: World, person: Character) -> list[Character]:
    """Who else is heir in somebody's clan: nobody or one, but where a game began with two."""
    others = select(Character).filter_by(clan=person.clan, role="heir", alive=True).where(Character.id != person.id)
    return list(world.session.scalars(others.order_by(Character.id)))


def gives_place(world: World, heir: Character) -> str:
    """An heir is of the family from now on; the sentence."""
    clan = world.session.get_one(Clan, heir.clan)
    return becomes(world, heir, clan, "family", kept_relation(world, heir, "family"))


def kept_relation(world: World, person: Character, role: str) -> str:
    """What somebody is to the head of his clan in another role: the same, but that of an heir goes with his role, and
    he is a child or sibling yet."""
    if person.role != "heir" or role == "heir" or person.relation not in ("", "heir"):
        return person.relation
    head = head_of(world.session, person.clan)
    return born_of(person.age, head.age if head else None)


def becomes(world: World, person: Character, clan: Clan, role: str, relation: str) -> str:
    """Somebody is this in his clan from now on, and it is told; the sentence."""
    person.role, person.relation, person.title = role, relation, called(role, relation, person.sex)
    world.session.flush()
    told = f"{person.name} of {clan.name}: {person.title} from now on"
    person_changed(world, person, told, armies=False)
    tell(world, "person", f"{told}.", None, [clan.id], only=True)
    return f"{told}."


def odd(person: Character, head: Character | None) -> str:
    """What an umpire should look at again; it is his to know better. For the sentence."""
    if head is None or head.age is None or person.age is None:
        return ""
    older, younger = person.age >= head.age, person.age <= head.age
    if person.relation in ("child", "heir") and older:
        return f" Look again: {head.name}, whom {person.name} is to follow as a child, is {head.age}."
    if person.relation == "parent" and younger:
        return f" Look again: {head.name}, the child, is {head.age}."
    return ""


def minds_people(world: World, clan: Clan, field: str) -> None:
    """Refuse a desk that does not mind a clan to say what its people are."""
    if not makes_people(world.umpire.desk, clan):
        raise NotThisDesk(
            f"{DESKS[world.umpire.desk]} does not mind {clan.name}, and says of nobody there what he is.", field=field
        )
