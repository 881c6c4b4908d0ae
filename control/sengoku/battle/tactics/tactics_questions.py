"""Secret tactics as they may be seen: by the general on his own phone, and by the umpire at the battle (handbook 6).

Neither view carries a tactic before both are in: nothing but the opened rows is read. The general's phone shows no
size before the round; after it what was rolled and lost, since both generals stand at the table.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.values import dataclass
from control.sengoku.battle.slips_questions import round_of
from control.sengoku.rows import Army, Battle, BattleForce, BattleRound, Encounter, Game, SealedTactic
from control.sengoku.rules.tables import OPPONENT
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.sides_questions import rows_of
from printouts.battle.battle_slip import SlipRound


@dataclass(frozen=True)
class SealView:
    """One side of an asking in secret: whether its tactic is in, and what it is once both are (else empty)."""

    role: str
    name: str
    sealed: bool
    tactic: str


@dataclass(frozen=True)
class SecretView:
    """The asking for the next round of a battle, by the roles that both sides have before it."""

    battle: int
    round: int
    sea: bool
    attacker: SealView
    defender: SealView

    @property
    def mark(self) -> str:
        """Which of both are in, as a page notes what it shows."""
        return f"{self.attacker.sealed:d}{self.defender.sealed:d}"

    @property
    def opened(self) -> bool:
        """Whether both are in and shown."""
        return bool(self.attacker.tactic and self.defender.tactic)


def secret(session: Session, battle: Battle) -> SecretView | None:
    """How far the asking in secret for the next round is; None while the generals choose openly."""
    if battle.over or battle.asked != battle.rounds + 1:
        return None
    rows = {
        row.role: row.tactic
        for row in session.scalars(select(SealedTactic).filter_by(battle=battle.id, round=battle.asked))
    }
    attacker, defender = (
        SealView(side.role, side.name, side.role in rows, rows.get(side.role, "")) for side in rows_of(session, battle)
    )
    return SecretView(battle.id, battle.asked, battle.sea, attacker, defender)


def secret_of(session: Session, number: int) -> SecretView | None:
    """The same, by the battle's number."""
    found = session.get(Battle, number)
    return secret(session, found) if found else None


def seal_key(session: Session) -> str:
    """What seals tactics in this game: the same in a copy that has cookies of its own."""
    return Game.only(session).secret


@dataclass(frozen=True)
class Choice:
    """One of the tactics, as a tile; ``possible`` is false for one that is not for a sea battle (R10)."""

    key: str
    label: str
    possible: bool


@dataclass(frozen=True)
class PhoneView:
    """A general's own page. ``state`` is what he is shown:

    ``idle`` (nothing is asked), ``choose``, ``sealed`` (his is in), ``shown`` (both are in, their labels in ``mine``
    and ``theirs``), ``result`` (``last`` is the round that was fought), ``under`` (another commands his side).
    """

    army: int
    code: str
    general: str
    state: str
    battle: int = 0
    round: int = 0
    role: str = ""
    commander: str = ""
    opponent: str = ""
    choices: tuple[Choice, ...] = ()
    mine: str = ""
    theirs: str = ""
    last: SlipRound | None = None
    over: bool = False
    commands: bool = False


def phone(session: Session, scenario: Scenario, number: int) -> PhoneView | None:
    """What the general of an army is shown on his own phone now; None if there never was such an army."""
    army = session.scalar(select(Army).filter_by(id=number).options(joinedload(Army.the_general)))
    if army is None:
        return None
    general = army.the_general
    idle = PhoneView(army.id, army.code, general.name, "idle")
    found = battle_of(session, army)
    if found is None or not army.standing:
        return idle
    battle, role = found
    sides = {side.role: side for side in rows_of(session, battle)}
    ours, other = sides[role], sides[OPPONENT[role]]
    here = replace(
        idle,
        state="under",
        battle=battle.id,
        role=role,
        commander=ours.name,
        opponent=other.name,
        over=battle.over,
        commands=ours.general == general.id and not battle.over,
    )
    if ours.general != general.id:
        return idle if battle.over else here
    asking = secret(session, battle)
    if asking is None:
        return result(session, scenario, battle, here) or idle
    seals = {seal.role: seal for seal in (asking.attacker, asking.defender)}
    matrix = scenario.tables.tactics
    here = replace(here, round=asking.round)
    if asking.opened:
        mine, theirs = (matrix.labels[seals[side.role].tactic] for side in (ours, other))
        return replace(here, state="shown", mine=mine, theirs=theirs)
    if seals[role].sealed:
        return replace(here, state="sealed")
    return replace(
        here,
        state="choose",
        choices=tuple(
            Choice(key, matrix.labels[key], not (battle.sea and key in matrix.not_at_sea)) for key in matrix.names
        ),
    )


def result(session: Session, scenario: Scenario, battle: Battle, here: PhoneView) -> PhoneView | None:
    """The last round that was fought, for the general who commanded in it; None before the first."""
    last = session.get(BattleRound, (battle.id, battle.rounds))
    if last is None:
        return None
    attacker, defender = (side.name for side in rows_of(session, battle))
    fought = round_of(scenario, last, (attacker, defender))
    return replace(here, state="result", round=battle.rounds, last=fought)


def battle_of(session: Session, army: Army) -> tuple[Battle, str] | None:
    """The battle of this season that an army is or was in last, and on which side."""
    game = Game.only(session)
    row = session.execute(
        select(Battle, BattleForce.role)
        .join(BattleForce, BattleForce.battle == Battle.id)
        .join(Battle.the_encounter)
        .where(BattleForce.army == army.id, Encounter.year == game.year, Encounter.season == game.season)
        .order_by(Battle.over, Battle.id.desc())
        .limit(1)
    ).first()
    return (row[0], row[1]) if row else None
