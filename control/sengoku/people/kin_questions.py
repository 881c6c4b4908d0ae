"""People for a clan that has too few: a family and a Taisho proposed from the scenario's list of names (R40).

A proposal changes nothing: whoever accepts it sends `person.add`, edited or as it is. It is always the same for the
same game: the first names that nobody bears, from a place in the list that goes with the clan.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from zlib import crc32

from sqlalchemy import select, union_all
from sqlalchemy.orm import Session, joinedload

from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.people.court.shogun_questions import reigning
from control.sengoku.rows import Character, Clan, Courtier, Succession
from control.sengoku.rules.people.family import YOUNGEST_FATHER, is_of_the_family
from control.sengoku.rules.people.shogun import RETIRED
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.minding_questions import is_his, minds
from control.sengoku.world.people.people_questions import ROLE_NAMES, SuccessionView

HEAD_OF = {"clan": "daimyo", "temple": "abbot", "bakufu": "shogun"}
"""The role at the head of each kind of clan."""
GROWN = 15
"""From this age in years somebody is proposed to follow at the head, or to lead men."""
TAISHO_EXPERIENCE = 2
TITLES = {
    ("wife", "male"): "Consort",
    ("wife", "female"): "Wife",
    ("child", "male"): "Son",
    ("child", "female"): "Daughter",
    ("parent", "male"): "Father",
    ("parent", "female"): "Mother",
    ("sibling", "male"): "Brother",
    ("sibling", "female"): "Sister",
}
"""What a member of the family is called, by relation and sex."""


@dataclass(frozen=True)
class Proposal:
    """Somebody who could be made, as `person.add` wants him but for the clan: ``why`` says what he is wanted for."""

    name: str
    role: str
    sex: str
    relation: str
    age: int
    ancestor: str
    experience: int
    why: str

    @property
    def spot(self) -> str:
        """What his fields are named by: of each sort one is proposed, whoever else has been made meanwhile."""
        return self.relation or self.role


def proposals(session: Session, scenario: Scenario, clan: str) -> tuple[Proposal, ...]:
    """Who is missing at a clan's table: a head, wife, heir and child, and a general besides the head (R40). Empty for
    a clan that has them all."""
    row = session.get_one(Clan, clan)
    living = list(session.scalars(select(Character).filter_by(clan=clan, alive=True).order_by(Character.id)))
    head, names = head_of(session, clan), Names(session, scenario, row)
    asked = session.scalar(select(Succession.id).where(Succession.clan == clan, Succession.is_open()).limit(1))
    headless = (head is None or not head.alive) and asked is None
    return tuple(missing(row, living, head, names, headless))


def successor(session: Session, scenario: Scenario, clan: str) -> Proposal:
    """Somebody who can follow the dead head of a clan at once, if nobody of it is left (R40)."""
    row, head = session.get_one(Clan, clan), head_of(session, clan)
    return an_heir(row, head, Names(session, scenario, row), GROWN)


def head_of(session: Session, clan: str) -> Character | None:
    """Who stands at the head of a clan, or stood there last if he is dead."""
    living = session.scalar(
        select(Character)
        .where(Character.clan == clan, Character.alive.is_(True), Character.role.in_(HEADS))
        .order_by(Character.id)
        .limit(1)
    )
    if living is not None:
        return living
    asked = select(Character).join(Succession, Succession.character == Character.id).where(Succession.clan == clan)
    asked = asked.where(Character.alive.is_(False))
    dead = select(Character).where(Character.clan == clan, Character.alive.is_(False), Character.role.in_(HEADS))
    # where the day goes on from paper, nothing is known of successions that were closed
    return session.scalar(asked.order_by(Succession.id.desc()).limit(1)) or session.scalar(
        dead.order_by(Character.id).limit(1)
    )


def last_asked(session: Session, gone: Character) -> Succession | None:
    """Where it is written, the last time, who follows one who stands at the head of a clan no more."""
    asked = select(Succession).filter_by(character=gone.id).order_by(Succession.id.desc())
    return session.scalars(asked.limit(1)).first()


def stood_last(session: Session, clan: str) -> Character | None:
    """Who stands at the head of a clan or stood there last, whatever he is by now: the last who died there, or was
    Shogun and retired (R43), if nobody came to stand there after him."""
    head = head_of(session, clan)
    if head is not None and head.alive:
        return head
    asked = select(Succession).filter_by(clan=clan).order_by(Succession.id.desc()).limit(1)
    last = session.scalar(asked.options(joinedload(Succession.the_character)))
    if last is None and head is not None:
        return head
    if last is not None and last.heir is None:
        return last.the_character
    # on paper, and in a game of before, a Shogun who retired is known by his title alone
    gone = select(Character).filter_by(clan=clan, title=RETIRED)
    return session.scalar(gone.order_by(Character.alive.desc(), Character.id).limit(1))


def has_left(last: Character, clan: str) -> bool:
    """Whether who stood last at the head of this clan left it alive: he was Shogun, and retired."""
    return last.clan != clan or last.role not in HEADS


def waits_for_a_shogun(session: Session, clan: Clan, last: Character | None) -> bool:
    """Whether the house of who stood there last gets a head only as a Shogun is made: he retired, and nobody reigns."""
    return clan.kind == "bakufu" and (last is None or has_left(last, clan.id)) and reigning(session) is None


def can_be_replaced(session: Session, key: str, last: Character | None) -> bool:
    """Whether somebody else can be put at the head of this clan, after who stood there last: of the Bakufu's also where
    nobody is known to have stood there."""
    clan = session.get_one(Clan, key)
    return (last is not None or clan.kind == "bakufu") and not waits_for_a_shogun(session, clan, last)


def proposed_heirs(session: Session, scenario: Scenario, asked: Iterable[SuccessionView]) -> dict[int, Proposal]:
    """For each open succession of a clan that has nobody left, by its number, somebody who could be made (R40)."""
    return {one.id: successor(session, scenario, one.clan.id) for one in asked if not one.heirs}


def makes_people(desk: str, clan: Clan) -> bool:
    """Whether a desk may make people for a clan: Map and Game Control for any, Team Control for any but the Bakufu's
    (it is asked who follows), others for those they mind."""
    if desk == "team":
        return clan.kind != "bakufu" and is_his(desk, clan.id)
    return desk == "map" or minds(desk, clan)


def may_make(session: Session, desk: str) -> list[tuple[str, str]]:
    """The clans whose people a desk may make, by name: id and name."""
    rows = session.scalars(select(Clan).where(lords()).order_by(Clan.name))
    return [(one.id, one.name) for one in rows if makes_people(desk, one)]


def called(role: str, relation: str, sex: str) -> str:
    """What somebody is called on paper."""
    if role == "family":
        return TITLES.get((relation, sex), "Of the family")
    return "Clan elder" if role == "elder" else ROLE_NAMES[role]


def id_for(session: Session, name: str) -> str:
    """An id for somebody of this name, like those of the scenario: ``oda-nobutaka``, with a number if somebody had it
    before."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    stem = "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", ""))) or "person"
    taken = union_all(select(Character.id), select(Courtier.id))
    known, key, count = set(session.scalars(taken)), stem, 1
    while key in known:
        count += 1
        key = f"{stem}-{count}"
    return key


def ids_of_made(session: Session, names: Iterable[str]) -> dict[str, str]:
    """The ids of people made in play who are typed back in, by their names: of those who are there, or as they will
    have them."""
    there = {
        folded(name): key
        for key, name in session.execute(select(Character.id, Character.name).where(Character.made.is_(True)))
    }
    return {name: there.get(folded(name)) or id_for(session, name) for name in names}


def missing(
    clan: Clan, living: Iterable[Character], head: Character | None, names: Names, headless: bool
) -> Iterator[Proposal]:
    """The people a clan has not got, the most wanted first; a stranger at its head only if nobody asks who follows, and
    no man or boy of the family is left; a child only of a head who is old enough for one."""
    those = list(living)
    roles, relations = {one.role for one in those}, {one.relation for one in those}
    age = age_of(head)
    blood = head.ancestor if head else ""
    kin = any(is_of_the_family(one.role, one.relation) and one.sex != "female" for one in those)
    if headless and not kin and clan.kind != "bakufu":  # nobody is Shogun by being made (R44)
        role = HEAD_OF[clan.kind]
        yield Proposal(names.one(clan.kind == "temple"), role, "male", "", 30 + names.spot % 12, "", 1, "at its head")
    if "heir" not in roles and "heir" not in relations:
        yield an_heir(clan, head, names)
    if "taisho" not in roles:
        name = names.one(True) if clan.kind == "temple" else names.of_another_family()
        years = 26 + names.spot % 17
        yield Proposal(name, "taisho", "male", "", years, "", TAISHO_EXPERIENCE, "to lead its armies")
    if clan.kind == "temple":
        return
    if "wife" not in relations:
        years = max(16, age - 2 - names.spot % 6)
        yield Proposal(names.one(woman=True), "family", "female", "wife", years, "", 1, "wife of its head")
    if "child" not in relations and age >= YOUNGEST_FATHER:
        years = max(0, age - 24 - names.spot % 5)
        yield Proposal(names.one(woman=True), "family", "female", "child", years, blood, 1, "child of its head")


def age_of(head: Character | None) -> int:
    """How old the head of a clan is, or is taken to be."""
    return 35 if head is None or head.age is None else head.age


def an_heir(clan: Clan, head: Character | None, names: Names, least: int = 0) -> Proposal:
    """An heir: a son where the head is old enough to have one of at least so many years, else a younger brother, and
    in a temple a monk."""
    age = age_of(head)
    son = age - 18 - names.spot % 5
    years = son if son >= least else max(GROWN if least else 1, age - 1 - names.spot % 4)
    blood = head.ancestor if head and clan.kind != "temple" else ""
    return Proposal(names.one(clan.kind == "temple"), "heir", "male", "heir", years, blood, 1, "to follow its head")


class Names:
    """The names of the scenario's list that nobody in the game bears, for one clan."""

    def __init__(self, session: Session, scenario: Scenario, clan: Clan) -> None:
        self.lists = scenario.names
        self.spot = crc32(clan.id.encode())
        self.borne = {folded(part) for name in session.scalars(select(Character.name)) for part in name.split()}
        head = head_of(session, clan.id)
        words = head.name.split() if head else []
        self.family = words[0] if len(words) > 1 else clan.name

    def one(self, monk: bool = False, woman: bool = False) -> str:
        """A whole name of somebody of the clan: a monk has one word for it."""
        given = self.given("monk" if monk else "woman" if woman else "man")
        return given if monk or not given else f"{self.family} {given}"

    def of_another_family(self) -> str:
        """A man of a house that serves the clan."""
        given = self.given("man")
        return f"{self.given('family') or self.family} {given}" if given else ""

    def given(self, kind: str) -> str:
        """The next free name of a kind; empty if there is none left, for the umpire to type one."""
        found = self.lists.get(kind, ())
        start = self.spot % len(found) if found else 0
        for name in (*found[start:], *found[:start]):
            if folded(name) not in self.borne:
                self.borne.add(folded(name))
                return name
        return ""
