"""All of a clan for whoever minds it: its people, its own armies, what it holds and can raise, whom it keeps and who
keeps its own, bonds, letters, works, honour, and what it has still to hear. Of no other clan's forces a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.books.books_questions import Account, Field, account, fields
from control.sengoku.books.works_questions import under_way
from control.sengoku.honour.honour_questions import sums
from control.sengoku.politics.letters.letters_questions import LetterView, at_hand_of
from control.sengoku.rows import Army, Clan, Game
from control.sengoku.rules.desks import SEES_BOOKS, SEES_HONOUR
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.calls_questions import CallView, waiting
from control.sengoku.world.bonds.hostages_questions import HostageView, as_shown, hostages
from control.sengoku.world.bonds.treaties_questions import TreatyView, treaties
from control.sengoku.world.bonds.vassals_questions import Due, dues
from control.sengoku.world.forces.forces_questions import armies, garrisons
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.people.people_questions import PersonView, is_headless, persons
from control.sengoku.world.people.titles_questions import titles
from control.sengoku.world.telling.telling_questions import NoticeView, to_tell


@dataclass(frozen=True)
class OwnArmy:
    """An army of the clan: its number and code, who leads it, where, with how many counters, and whether its
    order is in (in winter none is wanted)."""

    id: int
    code: str
    general: str
    where: str
    troops: int
    has_order: bool


@dataclass(frozen=True)
class Member:
    """One of the clan's living: who he is, what he holds, where he is, and how many cards he is to draw."""

    id: str
    name: str
    title: str
    where: str
    held: tuple[str, ...]
    wounded: bool
    draws: int
    is_away: bool
    leads: bool

    @property
    def words(self) -> str:
        """What he is and holds, and where he is."""
        return ", ".join(dict.fromkeys(one for one in (self.title, *self.held, self.where) if one))


@dataclass(frozen=True)
class Stands:
    """Counters of the clan in a garrison, and where."""

    name: str
    troops: int


@dataclass(frozen=True)
class ClanFile:
    """A clan for its Controller. ``honour`` is None for a desk that does not see honour, or where none is booked."""

    account: Account
    headless: bool
    people: tuple[Member, ...]
    armies: tuple[OwnArmy, ...]
    garrisons: tuple[Stands, ...]
    grounds: tuple[Field, ...]
    keeps: tuple[HostageView, ...]
    away: tuple[HostageView, ...]
    bonds: tuple[TreatyView, ...]
    dues: tuple[Due, ...]
    calls: tuple[CallView, ...]
    to_hand_over: tuple[LetterView, ...]
    written: tuple[LetterView, ...]
    works: tuple[str, ...]
    honour: int | None
    to_tell: tuple[NoticeView, ...]

    @property
    def marching(self) -> tuple[tuple[int, str], ...]:
        """Its armies, to choose one: number, and in words."""
        return tuple((one.id, f"{one.code}, {one.general} in {one.where}") for one in self.armies)

    @property
    def shown(self) -> str:
        """Who is held by whom, for the forms that move a hostage."""
        return as_shown((*self.keeps, *self.away))

    @property
    def left(self) -> int:
        """The counters that it can still raise this year (R23)."""
        return sum(one.left for one in self.grounds)

    @property
    def without_order(self) -> int:
        """How many of its armies have no order."""
        return sum(not one.has_order for one in self.armies)


def clan_file(session: Session, scenario: Scenario, desk: str, key: str) -> ClanFile | None:
    """The clan, for a desk that minds it; None for any other desk."""
    if (rest := beside_its_points(session, scenario, desk, key)) is None:
        return None
    honour = sums(session).get(key) if desk in SEES_HONOUR else None
    owed = tuple(one for one in dues(session, desk) if one.waits and one.vassal.id == key)
    return ClanFile(account=account(session, key), honour=honour, dues=owed, **rest)


@kept
def beside_its_points(session: Session, scenario: Scenario, desk: str, key: str) -> Mapping[str, Any] | None:
    """All that a `ClanFile` says beside what the clan has and its honour, which are booked all day long."""
    minded = select(Clan.id).where(clans_minded(desk), Clan.id == key)
    if desk not in SEES_BOOKS or session.scalar(minded) is None:
        return None
    held = hostages(session, desk, key)
    to_hand_over, written = at_hand_of(session, desk, key)
    offices = titles(session)
    winter = Game.only(session).season == "winter"
    return {
        "headless": is_headless(session, key),
        "people": tuple(member(one, offices.get(one.id, ())) for one in persons(session, clan=key) if one.alive),
        "armies": tuple(
            made_from(OwnArmy, one, has_order=one.has_order or winter)
            for one in armies(session, scenario, Army.clan == key)
        ),
        "garrisons": tuple(
            Stands(one.name, one.troops) for one in garrisons(session, scenario) if one.clan.id == key and one.troops
        ),
        "grounds": tuple(fields(session, key)),
        "keeps": tuple(one for one in held if one.keeper.id == key),
        "away": tuple(one for one in held if one.clan.id == key),
        "bonds": tuple(treaties(session, desk, key)),
        "calls": tuple(waiting(session, desk, key)),
        "to_hand_over": to_hand_over,
        "written": written,
        "works": tuple(f"{one.what} in {one.where}" for one in under_way(session, key)),
        "to_tell": to_tell(session, desk, key),
    }


def member(one: PersonView, held: tuple[str, ...]) -> Member:
    """Somebody of the clan as its Controller reads of him."""
    return made_from(
        Member,
        one,
        held=held,
        is_away=bool(one.province or one.with_army),
        leads=one.army is not None,
    )
