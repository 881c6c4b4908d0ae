"""Covert work as Intelligence Control sees it, and Game Control if it looks (R37)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Commission, Game, Place
from control.sengoku.rules import covert as rules
from control.sengoku.rules.desks import DESKS, SEES_ARMIES
from control.sengoku.scenario.model import Scenario
from control.sengoku.shadows.findings_questions import Finding, findings
from control.sengoku.shadows.strikes_questions import what_came_of
from control.sengoku.shadows.targets_questions import Target, is_watched, names_of_targets, on_guard, targets_of
from control.sengoku.world.land.land_questions import ClanSign, clan_signs

LEADS = DESKS["game"]
CAUGHT = {
    "spy": "A spy",
    "counter_spy": "A spy among your own watchmen",
    "bribe": "Somebody who offered money",
    "assassin": "An assassin",
    "other": "Somebody in the dark",
}
"""Who was caught, to those whom it was against."""


@dataclass(frozen=True)
class CommissionView:
    """A commission: who pays for what against whom, how likely it is, what came of it and what its slip says; of an
    assassin whether he was ``seen`` (strikes_questions), and what he did."""

    id: int
    client: ClanSign
    kind: str
    what: str
    against: Target
    points: int
    question: str
    through: str
    cover: str
    when: str
    now: bool
    chance: int
    outcome: str
    came: str
    steps: tuple[str, ...]
    report: str
    grade: str
    delivered: str
    struck: str
    seen: str
    version: int
    victim: ClanSign | None

    @property
    def hears(self) -> str:
        """For whom the second slip is, if somebody was caught: the clan, the person, or who speaks for the court."""
        if self.at_court:
            return LEADS
        return self.against.name if self.within or self.victim is None else self.victim.name

    @property
    def within(self) -> bool:
        """Whether it is against somebody of the very clan that pays."""
        return self.victim is not None and self.victim.id == self.client.id

    @property
    def at_court(self) -> bool:
        """Whether it is against somebody at court, whom no clan has: Game Control speaks for him (R43)."""
        return self.against.what == "courtier"

    @property
    def caught(self) -> str:
        """What those hear whom it was against, if somebody was caught; empty if nobody was."""
        if self.outcome not in rules.CAUGHT or (self.victim is None and not self.at_court):
            return ""
        known = self.outcome == "client_known"
        by = "somebody of his own house" if self.within else self.client.name
        named = f"He named {by}." if known else "He did not say who had sent him."
        return f"{CAUGHT[self.kind]} was caught: it was against {self.against.name}. {named}"


@dataclass(frozen=True)
class Vote:
    """A voice that is bought: whose, in which commission, the clan that paid last, and where his word counts."""

    whose: str
    commission: int
    paid_by: ClanSign
    where: str


AT_COURT = "at court: the Emperor’s approval of a Shogun (condition 5), titles in his name"
AT_THE_BAKUFU = "at the Bakufu: judgements, titles, and what it ticks of the making of a Shogun (conditions 1 to 4)"


@dataclass(frozen=True)
class Desk:
    """The commissions to roll for, those whose slip is to be written or taken to its client, what is done, and the
    voices that are bought."""

    queue: tuple[CommissionView, ...]
    slips: tuple[CommissionView, ...]
    done: tuple[CommissionView, ...]
    votes: tuple[Vote, ...]


def desk(session: Session, scenario: Scenario) -> Desk:
    """All commissions."""
    every = commissions(session, scenario)
    return Desk(
        tuple(one for one in every if not one.outcome),
        tuple(one for one in every if one.outcome and not one.delivered),
        tuple(reversed([one for one in every if one.delivered])),
        votes(scenario, every),
    )


def votes(scenario: Scenario, every: Iterable[CommissionView]) -> tuple[Vote, ...]:
    """The voices that bribes have turned, of those whose word counts where others decide: nobody votes in a council,
    but the Emperor approves and the Bakufu judges (handbook 4 and 8; R32, R37). Who paid last has it; the dead have
    none."""
    found: dict[str, Vote] = {}
    bakufu = {key for key, clan in scenario.clans.items() if clan.kind == "bakufu"}
    for one in every:
        if one.kind != "bribe" or one.outcome != "success":
            continue
        found.pop(one.against.key, None)
        where = AT_COURT if one.against.what == "courtier" else ""
        if not where and (one.against.clan in bakufu or one.against.shogun):
            where = AT_THE_BAKUFU
        if where and not one.against.dead:
            found[one.against.key] = Vote(one.against.name, one.id, one.client, where)
    return tuple(found.values())


def commission(session: Session, scenario: Scenario, number: int) -> CommissionView | None:
    """One commission."""
    return next(iter(commissions(session, scenario, Commission.id == number)), None)


def commissions(session: Session, scenario: Scenario, *only: ColumnElement[bool]) -> list[CommissionView]:
    """Commissions, the oldest first."""
    rows = list(session.scalars(select(Commission).where(*only).order_by(Commission.id)))
    signs, now, guards = clan_signs(session), Game.only(session).seasons, on_guard(session)
    targets_, found = targets_of(session, rows), []
    for one in rows:
        target = targets_[one.kind, one.target]
        guarded, watched = target.guarded, is_watched(one, target, guards)
        victim = target.clan if one.victim is None else one.victim
        found.append(
            made_from(
                CommissionView,
                one,
                client=signs[one.clan],
                what=rules.KINDS[one.kind],
                against=target,
                when=f"{one.season} {one.year}",
                now=one.number == now,
                chance=rules.chance(scenario.covert, one.kind, one.points, guarded, watched),
                came=rules.OUTCOMES.get(one.outcome, ""),
                seen=what_came_of(session, one),
                steps=tuple(one.steps),
                victim=signs.get(victim) if victim != one.clan or target.what == "character" else None,
            )
        )
    return found


def found_out(session: Session, scenario: Scenario, number: int) -> list[Finding]:
    """What may be found out for a commission."""
    row = session.get(Commission, number)
    return findings(session, scenario, row) if row else []


@dataclass(frozen=True)
class Carried:
    """Where what was bought is carried out: in words, at which desk, and the page there, for the desks that open it."""

    words: str
    at: str
    page: str
    arguments: Mapping[str, Any]
    desks: tuple[str, ...]


def carried_out(session: Session, target: Target) -> Carried:
    """Where it is carried out that somebody was bribed: a castle changes hands, a general sides, a vote is given."""
    map_control = DESKS["map"]
    if target.what in ("province", "place"):
        where = target.key if target.what == "province" else session.get_one(Place, target.key).province
        words = f"Give {target.name} to another"
        return Carried(words, map_control, "provinces.take", {"key": where}, SEES_ARMIES)
    if target.what == "character":
        led = select(Army.id).where(Army.general == target.key, Army.standing.is_(True))
        if (army := session.scalar(led)) is not None:
            words = f"Give the army of {target.name} to another"
            return Carried(words, map_control, "orders.army", {"number": army}, SEES_ARMIES)
    if target.what == "courtier":
        return Carried(
            f"The court of {target.name}: a title, or a word to the Emperor", "any desk", "court.show", {}, tuple(DESKS)
        )
    return Carried(f"The bonds of {target.name}: end one, or make one", "any desk", "treaties.show", {}, tuple(DESKS))


def targets(session: Session) -> list[str]:
    """All that covert work may be against, by name."""
    return list(dict.fromkeys(names_of_targets(session, "spy")))
