"""Winter, clan by clan: what came in, what is due, planned, ordered and written, and what is still undone (handbook 2
and 5; R18, R19, R21 to R24, R34). A desk sees the clans it minds, and no other's."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sengoku.books.upkeep_questions import Upkeep, upkeep
from control.sengoku.rows import (
    Character,
    Clan,
    Game,
    Letter,
    Muster,
    NoticeTo,
    RiskDraw,
    SeasonTick,
    Succession,
    Work,
)
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.vassals_questions import dues
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.ledger.ledger_questions import years_of
from control.sengoku.world.minding_questions import clans_minded, desk_of
from control.sengoku.world.telling.post_questions import comes_in

NOT_POSTED = (
    select(Letter.sender, func.count(Letter.id))
    .where(Letter.fate == "", Letter.delivered == "", Letter.ready.is_(None))  # a hostage's may go from hand to hand
    .group_by(Letter.sender)
)
"""How many letters each clan has only written: they are lost when winter is closed (R34)."""


@dataclass(frozen=True)
class ClanWinter:
    """A clan's winter. All points are rice and cash together; ``has`` is what is there now, ``kept`` what was carried
    over from the old year. ``tick`` is who ticked it off; ``ticks`` whether anybody does for this clan."""

    clan: ClanSign
    has: int
    kept: int
    used: int
    income: int
    upkeep: tuple[Upkeep, ...]
    announced: int
    ordered: int
    written: int
    waiting: int
    travellers: int
    cards: int
    untold: int
    drafts: int
    headless: bool
    dues: int
    ticks: bool
    tick: str

    @property
    def unpaid(self) -> tuple[Upkeep, ...]:
        """The works whose upkeep nobody has paid yet."""
        return tuple(one for one in self.upkeep if not one.paid)

    @property
    def owed(self) -> int:
        """What these cost together."""
        return sum(one.line.points for one in self.unpaid)

    @property
    def missing(self) -> int:
        """How many points are missing to pay all of them; 0 if none is."""
        return max(0, self.owed - self.has)

    @property
    def undone(self) -> tuple[str, ...]:
        """What is still to be done, each in a few words; force levels, works and letters are the clan's own affair."""
        found = [
            (self.owed, f"upkeep of {self.owed} not decided"),
            (self.dues, f"{counted(self.dues, 'point')} owed by a bond"),
            (self.waiting, counted(self.waiting, "letter to hand over", "letters to hand over")),
            (self.drafts, counted(self.drafts, "letter not posted", "letters not posted")),
            (self.cards, counted(self.cards, "card to draw", "cards to draw")),
            (self.untold, f"{self.untold} to tell"),
            (self.headless, "nobody at its head"),
            (self.ticks and not self.tick, "not ticked off"),
        ]
        return tuple(words for there, words in found if there)


@kept
def clan_winters(session: Session, scenario: Scenario, desk: str) -> list[ClanWinter]:
    """The winter of every clan that this desk minds, those that are played first; asked table by table, not clan by
    clan."""
    return found(
        session,
        scenario,
        desk,
        list(session.scalars(select(Clan).where(clans_minded(desk)).order_by(Clan.played.desc(), Clan.id))),
    )


@kept
def clan_winter(session: Session, scenario: Scenario, desk: str, clan: str) -> ClanWinter | None:
    """The winter of one clan; None if there is no such clan, or this desk does not mind it."""
    rows = list(session.scalars(select(Clan).where(clans_minded(desk), Clan.id == clan)))
    return found(session, scenario, desk, rows)[0] if rows else None


def found(session: Session, scenario: Scenario, desk: str, clans: list[Clan]) -> list[ClanWinter]:
    """The winters of these clans, with what they owe as far as the desk may know of it."""
    game = Game.only(session)
    now, year = game.seasons, game.year
    signs, books = clan_signs(session), years_of(session, year)
    works = grouped((one.line.clan, one) for one in upkeep(session, scenario))
    beside = counts_of_clans(session)
    owed = grouped((one.vassal.id, one.left) for one in dues(session, desk) if one.waits)
    headless = set(session.scalars(select(Succession.clan).where(Succession.is_open())))
    ticks = {row.clan: row.umpire for row in session.scalars(select(SeasonTick).filter_by(number=now))}
    return [
        ClanWinter(
            clan=signs[clan.id],
            has=sum(books[clan.id].has),
            kept=books[clan.id].opened,
            used=books[clan.id].used,
            income=sum(books[clan.id].income.values()),
            upkeep=tuple(works.get(clan.id, ())),
            **{of: counted.get(clan.id, 0) for of, counted in beside.items()},
            headless=clan.id in headless,
            dues=sum(owed.get(clan.id, ())),
            ticks=desk_of(clan) == "team",
            tick=ticks.get(clan.id, ""),
        )
        for clan in clans
    ]


@kept
def counts_of_clans(session: Session) -> Mapping[str, Mapping[str, int]]:
    """What there is of every clan beside its books, by the names that a `ClanWinter` has for it."""
    game = Game.only(session)
    now, year = game.seasons, game.year
    post = select(Letter.recipient, func.count(Letter.id)).where(Letter.delivered == "", comes_in <= now)
    wrote = select(Letter.sender, func.count(Letter.id)).where(Letter.number == now)
    raised = select(Muster.clan, func.sum(Muster.counters)).where(Muster.outcome == "")
    works = select(Work.clan, func.count(Work.id)).where(Work.state == "ordered", Work.ordered == year)
    to_tell = select(NoticeTo.clan, func.count(NoticeTo.id)).where(NoticeTo.told.is_(False))
    return {
        "announced": sums(session, raised.group_by(Muster.clan)),
        "ordered": sums(session, works.group_by(Work.clan)),
        "written": sums(session, wrote.group_by(Letter.sender)),
        "drafts": sums(session, NOT_POSTED),
        "waiting": sums(session, post.group_by(Letter.recipient)),
        "travellers": drawn(session, RiskDraw.cause == "winter_travel", RiskDraw.season == now),
        "cards": drawn(session, RiskDraw.card == ""),
        "untold": sums(session, to_tell.group_by(NoticeTo.clan)),
    }


def sums(session: Session, query: Select[str | None, int]) -> Mapping[str, int]:
    """A grouped query as a mapping, without what belongs to no clan."""
    return {str(key): int(value) for key, value in session.execute(query) if key is not None}


def drawn(session: Session, *only: object) -> Mapping[str, int]:
    """How many cards of this sort there are, by the clans of the persons."""
    query = select(Character.clan, func.count(RiskDraw.id)).join(RiskDraw, RiskDraw.character == Character.id)
    return sums(session, query.where(*only).group_by(Character.clan))  # type: ignore[arg-type]
