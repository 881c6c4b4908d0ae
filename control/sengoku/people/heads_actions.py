"""Taking office at the head of a clan, and leaving it alive (handbook 4; R39)."""

from __future__ import annotations

import re

from sqlalchemy import select

from control.kernel.wording import in_a_row
from control.sengoku.people.court.shogun_questions import reigning
from control.sengoku.people.kin_questions import called, has_left, last_asked
from control.sengoku.rows import Character, Clan, ShogunCondition, Treaty
from control.sengoku.rules.people.family import born_of, turned
from control.sengoku.rules.people.shogun import HIGH, OFFICE, RESIGNED, head_alone, of_the_house
from control.sengoku.world.acting import World
from control.sengoku.world.people.people_questions import ROLE_NAMES
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.people.titles_actions import claims_in_words, inherit
from control.sengoku.world.telling.notices_actions import tell


def takes_office(
    world: World, clan: Clan, before: Character | None, heir: Character, office: tuple[str, str], told: str
) -> str:
    """Somebody stands at the head of a clan after another, dead or alive, if one is known, and his clan is ``told``;
    for the sentence. Whoever comes to stand at a head does so by this, named, made or put there; but a new Shogun, of
    whom all are told."""
    why = told.removesuffix(".")
    home = follows(world, clan, before, heir, office, why)
    tell(world, "succession", told, None, [clan.id])
    person_changed(world, heir, why)
    claims = claims_in_words(world, heir)
    return f"{home} He claims {claims}: the Bakufu is asked (R39)." if claims else home


def without_claims(said: str) -> str:
    """What is said of who comes to stand at a head, but for what he claims: before, that was told only of who was named
    after a death (Action.formerly)."""
    return re.sub(r" He claims [^:]+: the Bakufu is asked \(R39\)\.", "", said)


def follows(
    world: World, clan: Clan, before: Character | None, heir: Character, office: tuple[str, str], why: str
) -> str:
    """The ``office`` at the head of a clan, role and title, and constable of the home province are somebody's (R39),
    the family is his, and who follows whoever stood there is asked no more; for the sentence."""
    if before is not None:
        turn_relations(world, clan, before, heir, why)
    heir.role, heir.title = office
    heir.relation = ""
    if heir.role == "shogun":
        forget_ticks(world)
    asked = last_asked(world.session, before) if before is not None else None
    if asked is not None and asked.heir is None:
        asked.heir, asked.closed = heir.id, asked.closed if asked.closed == RESIGNED else ""
    world.session.flush()
    return inherit(world, clan, before, heir) if before is not None else ""


def forget_ticks(world: World) -> None:
    """What was ticked of anybody as Shogun holds no more once somebody is: that there is none, say (R32)."""
    for tick in world.session.scalars(select(ShogunCondition)):
        world.session.delete(tick)


def turn_relations(world: World, clan: Clan, before: Character, heir: Character, why: str) -> None:
    """The family of a head is that of who follows him by other relations, and the wife of that one is the head's (R36,
    R40). Their cards say what they are."""
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
        title = called(one.role, one.relation, one.sex)
        if by_kin and one.title != title:
            one.title = title
            person_changed(world, one, why, sheet=False, armies=False)


def left_office(world: World, clan: Clan, dead: Character, heir: Character) -> tuple[tuple[str, str], str]:
    """The role and title that a dead head leaves to who follows him, and a sentence where it is not all of his.

    The office of Shogun goes to the next of the Shogun's own house alone, and while there is no other; anybody else is
    made Shogun anew, by the five conditions (R32, R43)."""
    if dead.title.startswith(OFFICE):
        anew = " He is not Shogun by that: the Bakufu looks at the five conditions anew (R32)."
        return head_alone(dead.title, clan.kind), anew
    if dead.role == "shogun" and (now := reigning(world.session)):
        return head_alone(ROLE_NAMES["daimyo"], clan.kind), f" He is not Shogun by that: {now.name} is (R43)."
    if dead.role == "shogun" and not of_the_house(clan.kind, heir.ancestor):
        blood = f"his ancestor is {heir.ancestor}" if heir.ancestor else "no ancestor of his is known"
        world.forbid(
            f"{heir.name} is not of the Shogun’s own house by what is written of him: {blood}. So he is Shogun by the "
            f"five conditions alone (R32). Name one of the blood of the {in_a_row(HIGH, 'or')}, or close this "
            "succession with a reason and look at the conditions.",
            field="heir",
            ruling="R32",
        )
    return (dead.role, dead.title), ""


def without_the_office(world: World, before: Character | None, clan: Clan) -> tuple[tuple[str, str], str]:
    """The role and title of who is put in the place of a dead head, or of one who was Shogun and retired, if he is
    known yet: no Shogun by that (R32)."""
    held = before if before is not None and not has_left(before, clan.id) else None
    if held is not None and held.role != "shogun":
        return (held.role, held.title), ""
    title = held.title if held is not None and held.title.startswith(OFFICE) else ROLE_NAMES["daimyo"]
    now = reigning(world.session)
    instead = f"{now.name} is (R43)" if now else "the Bakufu looks at the five conditions anew (R32)"
    return head_alone(title, clan.kind), f" He is not Shogun by that: {instead}."


def steps_down(person: Character, clan: Clan) -> None:
    """Who stood at the head of a clan lives on as an elder of it, as a Shogun does who retires (R43)."""
    title = head_alone(person.title, clan.kind)[1] if person.title.startswith(OFFICE) else person.title
    person.role, person.title = "elder", f"Retired {title}"[:60]
