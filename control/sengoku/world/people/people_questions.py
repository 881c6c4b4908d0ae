"""People: who lives, where everybody is, wounds, hostages, the draws that are due and who succeeds whom.

The views of persons are for Map Control and Game Control: they tell who leads which army. Of the open successions
Team Control may know too; they name nothing but members of the clan.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Army, Character, Clan, Companion, Game, RiskDraw, Succession
from control.sengoku.rules.battle import risk as rules
from control.sengoku.rules.battle.battle import battles_allowed
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.people.family import is_of_the_family
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, province_names
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.minding_questions import clans_minded, his_alone
from control.sengoku.world.options_questions import options_of

OF_CLAN = (joinedload(Character.the_clan),)
"""Asks for a person with his clan."""


@dataclass(frozen=True)
class Named:
    """A person by name, as one types it."""

    id: str
    name: str
    clan: str


@kept
def living(session: Session) -> tuple[Named, ...]:
    """Everybody who lives, by name; for boxes in which a person is named."""
    found = session.execute(
        select(Character.id, Character.name, Clan.name)
        .join(Clan, Clan.id == Character.clan)
        .where(Character.alive.is_(True))
        .order_by(Character.id)
    )
    return tuple(sorted((Named(*row) for row in found), key=lambda one: folded(one.name)))


ROLE_NAMES = {
    "daimyo": "Daimyo",
    "shogun": "Shogun",
    "abbot": "Abbot",
    "taisho": "Taisho",
    "elder": "Elder",
    "heir": "Heir",
    "chamberlain": "Chamberlain",
    "sohei": "Sohei",
    "official": "Official",
    "family": "Family",
}
"""The roles at a clan's table as people read them, the head of it first."""


@dataclass(frozen=True)
class PersonView:
    """A person: who he is, how he is, and where.

    ``effective`` is his experience as it counts now, less for a wound, ``until`` the last season in which he feels
    it. ``where`` is in words; ``army`` is the one he leads, ``with_army`` the one he goes along with.
    """

    id: str
    version: int
    name: str
    clan: ClanSign
    role: str
    title: str
    age: int | None
    experience: int
    effective: int
    battles: int
    alive: bool
    wounded: bool
    until: str
    held_by: ClanSign | None
    province: str
    province_name: str
    army: int | None
    with_army: int | None
    army_code: str
    where: str
    draws: int
    relation: str
    made: bool

    @property
    def is_head(self) -> bool:
        """Whether he is at the head of his clan."""
        return self.role in HEADS

    @property
    def may_fight(self) -> int:
        """How many battles he may fight this season (R9, R19)."""
        return battles_allowed(self.experience, self.wounded)


def persons(session: Session, words: str = "", clan: str = "", only: Iterable[str] = ()) -> list[PersonView]:
    """Everybody by clan, the living first and its head before the others; only those whose name or clan has these
    ``words`` in it, of one ``clan``, or with ``only`` these ids."""
    game = Game.only(session)
    options = options_of(game)
    signs = clan_signs(session)
    names = province_names(session)
    leads = {
        army.general: army for army in session.scalars(select(Army).where(Army.standing.is_(True)).order_by(Army.id))
    }
    goes_with = by_key(session, select(Companion.character, Army).join(Companion.the_army))
    due: dict[str, int] = {}
    for character in session.scalars(select(RiskDraw.character).where(RiskDraw.card == "")):
        due[character] = due.get(character, 0) + 1
    asked = set(only)
    head_first = Character.role.not_in(HEADS), Character.id
    found = select(Character).order_by(Character.clan, Character.alive.desc(), *head_first)
    if clan:
        found = found.where(Character.clan == clan)
    if asked:
        found = found.where(Character.id.in_(asked))
    views = []
    for person in session.scalars(found):
        sign = signs[person.clan]
        if words and not is_called(words, f"{person.name} {sign.name} {sign.code}"):
            continue
        leading, along = leads.get(person.id), goes_with.get(person.id)
        views.append(
            made_from(
                PersonView,
                person,
                clan=sign,
                effective=effective_experience(person.experience, person.wounded, options),
                until=until(game, person),
                held_by=signs[person.held_by] if person.held_by else None,
                province=person.province or "",
                province_name=names.get(person.province or "", ""),
                army=leading.id if leading else None,
                with_army=along.id if along else None,
                army_code=leading.code if leading else along.code if along else "",
                where=where_is(person, leading, along, signs, names),
                draws=due.get(person.id, 0),
            )
        )
    return views


@kept
def everybody_of(session: Session, clan: str) -> tuple[PersonView, ...]:
    """Everybody, or everybody of a clan, as the list shows them; kept for all who see generals (Map and Game
    Control)."""
    return tuple(persons(session, clan=clan))


def by_id(session: Session) -> dict[str, Character]:
    """Everybody by id, those who were made in play too: to read a name that was typed."""
    return {one.id: one for one in session.scalars(select(Character).order_by(Character.id))}


def could_be_hostages(session: Session, clan: str) -> list[PersonView]:
    """Who of a clan could be taken as a hostage: the living who are free and not at its head, the family of its head
    first (R36); for who sees generals."""
    free = (one for one in everybody_of(session, clan) if one.alive and one.held_by is None and not one.is_head)
    return sorted(free, key=lambda one: not is_of_the_family(one.role, one.relation))


def is_called(words: str, name: str) -> bool:
    """Whether every one of these ``words`` is a part of a word of the name, however it is spelt."""
    parts = [folded(part) for part in name.split()]
    return all(any(folded(word) in part for part in parts) for word in words.split())


def person(session: Session, key: str) -> PersonView | None:
    """One person, or None."""
    return next(iter(persons(session, only=[key])), None)


def where_is(
    person: Character, leads: Army | None, along: Army | None, signs: dict[str, ClanSign], names: dict[str, str]
) -> str:
    """Where a person is, in words."""
    if not person.alive:
        return "dead"
    if leads:
        return f"leads {leads.code} in {names[leads.province]}"
    if along:
        return f"with {along.code} in {names[along.province]}"
    if person.province:
        return f"visiting in {names[person.province]}"
    return f"with {signs[person.held_by].name}" if person.held_by else "at the table"


def until(game: Game, person: Character) -> str:
    """The last season in which a person feels his wound, in words; empty where none is known."""
    if not person.wounded or person.wounded_in is None:
        return ""
    return season_in_words(game, rules.wounded_until(person.wounded_in))


@dataclass(frozen=True)
class SuccessionView:
    """Who follows a dead head of a clan. ``heirs`` are those who may, the named heir first: id, words;
    ``of_shogun`` says that the Shogun's own blood is asked for (R32)."""

    id: int
    dead: str
    title: str
    clan: ClanSign
    heir: str
    heirs: tuple[tuple[str, str], ...]
    of_shogun: bool


def is_headless(session: Session, clan: str) -> bool:
    """Whether somebody is still to follow a dead head of this clan."""
    return session.scalar(select(Succession.id).where(Succession.is_open(), Succession.clan == clan)) is not None


def successions(session: Session, open_only: bool = True, desk: str = "game") -> list[SuccessionView]:
    """The successions, in the order they fell due; for Team, Map and Game Control, and of the clans that nobody plays
    for the desk that minds them: an umpire of Team Control who sees his clans alone is not asked of these."""
    signs = clan_signs(session)
    of_all = desk in ("team", "map", "game")
    asked = his_alone(desk, Clan.id) if of_all else clans_minded(desk)
    found = select(Succession).join(Succession.the_clan).where(asked).order_by(Succession.id)
    found = found.options(joinedload(Succession.the_character), joinedload(Succession.the_heir))
    rows = session.scalars(found.where(Succession.is_open()) if open_only else found).all()
    theirs = select(Character).where(Character.clan.in_({row.clan for row in rows}), Character.alive.is_(True))
    living = grouped((one.clan, one) for one in session.scalars(theirs))
    return [
        SuccessionView(
            id=row.id,
            dead=row.the_character.name,
            title=row.the_character.title,
            clan=signs[row.clan],
            heir=row.the_heir.name if row.the_heir else "",
            heirs=tuple(
                (one.id, f"{one.name}, {one.title}" + (f", {one.age}" if one.age is not None else ""))
                for one in sorted(living.get(row.clan, []), key=lambda one: (one.role != "heir", one.id))
            ),
            of_shogun=row.the_character.role == "shogun",
        )
        for row in rows
    ]


def clans(session: Session) -> list[tuple[str, str]]:
    """Every clan: id and name."""
    return [(key, name) for key, name in session.execute(select(Clan.id, Clan.name).where(lords()).order_by(Clan.id))]
