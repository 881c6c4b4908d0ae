"""Whom or what covert work is against: a clan, a person, a province, a place, or words (R37)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select, true
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Character, Clan, Commission, Courtier, Place, Province
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.land.risings_questions import lords

AGAINST: dict[str, tuple[type[Any], ...]] = {
    "spy": (Clan, Province, Place, Character, Courtier),
    "counter_spy": (Clan,),
    "bribe": (Character, Courtier, Clan, Province, Place),
    "assassin": (Character, Courtier),
    "other": (Clan, Character, Courtier, Province, Place),
}
"""What each kind of work may be against, the likeliest first; ``other`` may be against anything in words."""


@dataclass(frozen=True)
class Target:
    """A target: its key and name, what it is, the clan that has it (empty: nobody, as of somebody at court), whether it
    is well guarded, dead, or the Shogun."""

    key: str
    name: str
    what: str
    clan: str = ""
    guarded: bool = False
    dead: bool = False
    shogun: bool = False


def target_of(session: Session, kind: str, typed: str) -> Target | None:
    """The target of a key or name; None if there is none such."""
    for model in AGAINST[kind]:
        row = session.get(model, typed)
        if row is None:
            wanted = folded(typed)
            named = {folded(name): key for key, name in session.execute(select(model.id, model.name))}
            row = session.get(model, named[wanted]) if wanted in named else None
        if row is not None:
            return as_target(row)
    return Target(typed, typed, "words") if kind == "other" else None


def targets_of(session: Session, commissions: Iterable[Commission]) -> dict[tuple[str, str], Target]:
    """The targets of commissions, by kind and key; those in words are as they were written."""
    wanted = {(one.kind, one.target) for one in commissions}
    keys = {key for _, key in wanted}
    rows: dict[tuple[type[Any], str], Any] = {}
    of: tuple[type[Any], ...] = (Clan, Character, Courtier, Province, Place)
    for model in of:
        rows |= {(model, row.id): row for row in session.scalars(select(model).where(model.id.in_(keys)))}
    found = {}
    for kind, key in wanted:
        row = next((rows[model, key] for model in AGAINST[kind] if (model, key) in rows), None)
        found[kind, key] = Target(key, key, "words") if row is None else as_target(row)
    return found


def as_target(row: Clan | Character | Courtier | Province | Place) -> Target:
    """A row as a target; a Daimyo, the Shogun and the Emperor are well guarded (R37)."""
    what = row.__tablename__
    if isinstance(row, Character):
        return Target(row.id, row.name, what, row.clan, row.role in HEADS, not row.alive, row.role == "shogun")
    if isinstance(row, Courtier):
        return Target(row.id, row.name, what, "", row.role == "emperor", not row.alive)
    if isinstance(row, Clan):
        return Target(row.id, row.name, what, row.id)
    return Target(row.id, row.name, what, row.holder or "")


def names_of_targets(session: Session, kind: str) -> list[str]:
    """What a kind of work may be against, by name."""
    found: list[str] = []
    for model in AGAINST[kind]:
        there = model.alive.is_(True) if model in (Character, Courtier) else lords() if model is Clan else true()
        found += session.scalars(select(model.name).where(there).order_by(model.id))
    return found


def on_guard(session: Session) -> set[tuple[str, int]]:
    """The clans that counter-spies guard, each with the season: those they were commissioned for, whoever paid."""
    found = select(Commission.target, Commission.number).where(
        Commission.kind == "counter_spy", Commission.outcome == "success"
    )
    return {(clan, number) for clan, number in session.execute(found)}


def is_watched(one: Commission, target: Target, guards: set[tuple[str, int]]) -> bool:
    """Whether counter-spies who guard the clan of its target look out for this commission."""
    return target.clan != one.clan and (target.clan, one.number) in guards
