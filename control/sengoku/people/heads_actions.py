"""Taking office at the head of a clan, and leaving it alive (handbook 4; R39)."""

from __future__ import annotations

from sqlalchemy import select

from control.sengoku.people.kin_questions import called
from control.sengoku.rows import Character, Clan, Treaty
from control.sengoku.rules.people.family import born_of, turned
from control.sengoku.rules.people.shogun import OFFICE, head_alone
from control.sengoku.world.acting import World
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.people.titles_actions import inherit
from control.sengoku.world.telling.notices_actions import tell


def takes_office(
    world: World, clan: Clan, before: Character, heir: Character, office: tuple[str, str], told: str
) -> str:
    """Somebody stands at the head of a clan after another, dead or alive: its ``office``, role and title, and constable
    of the home province are his (R39), and his clan is ``told``. For the sentence."""
    turn_relations(world, clan, before, heir)
    heir.role, heir.title = office
    heir.relation = ""
    world.session.flush()
    home = inherit(world, clan, before, heir)
    tell(world, "succession", told, None, [clan.id])
    person_changed(world, heir, told.removesuffix("."))
    return home


def turn_relations(world: World, clan: Clan, before: Character, heir: Character) -> None:
    """The family of a head is that of who follows him by other relations, and the wife of that one is the head's (R36,
    R40)."""
    was = heir.relation
    if was == "heir" or (heir.role == "heir" and not was):
        was = born_of(heir.age, before.age)
    theirs = select(Character).filter_by(clan=clan.id, alive=True).where(Character.id != heir.id)
    wed = select(Treaty.bride).where(Treaty.groom == heir.id, Treaty.ended.is_(False), Treaty.audience == "public")
    wives = set(world.session.scalars(wed))
    for one in world.session.scalars(theirs.order_by(Character.id)):
        relation = turned(was, "head" if one is before else one.relation)
        by_kin = one.title == called(one.role, one.relation, one.sex)
        one.relation = "wife" if one.id in wives else relation
        if by_kin:
            one.title = called(one.role, one.relation, one.sex)


def steps_down(person: Character, clan: Clan) -> None:
    """Who stood at the head of a clan lives on as an elder of it, as a Shogun does who retires (R43)."""
    title = head_alone(person.title, clan.kind)[1] if person.title.startswith(OFFICE) else person.title
    person.role, person.title = "elder", f"Retired {title}"[:60]
