"""Who may march this season and who may not: order cards are for the first alone (handbook 6; R8, R12, R14, R15, R18).
For Map Control and Game Control only, who see generals and orders."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.reading import asked_once
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Battle, BattleForce, Encounter, EncounterForce, Game, Province
from control.sengoku.rules.tables import PHASES, MovementTable
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.business_questions import is_held
from control.sengoku.world.forces.forces_questions import ArmyView


@dataclass(frozen=True)
class Leave:
    """What an army may still do this season: ``stays`` says why it may not march, empty if it may; ``back`` is the
    one province it may go to, by name, if a battle without a clear victory leaves it no other (R15)."""

    stays: str = ""
    back: str = ""


def leaves(session: Session, scenario: Scenario, armies: list[ArmyView]) -> list[Leave]:
    """What each of these armies may do, in their order."""
    rows = session.scalars(select(Army).where(Army.id.in_([one.id for one in armies]))).all()
    found = may_march(session, rows, scenario.tables.movement)
    return [found[army.id] for army in armies]


def may_march(session: Session, rows: Iterable[Army], table: MovementTable | None = None) -> dict[int, Leave]:
    """What each of these armies may do, by its number. Whoever asks before the first phase needs no ``table``: all
    phases are still to come."""
    waiting = waits_for(session)
    return {row.id: leave(session, row, waiting.get(row.id, ""), table) for row in rows}


def leave(session: Session, row: Army, waits: str, table: MovementTable | None) -> Leave:
    """What an army may do; ``waits`` is the open business it is in."""
    game = Game.only(session)
    if game.season == "winter":
        return Leave("no army moves in winter (R18)")
    if waits:
        return Leave(f"{waits} is not settled (R14)")
    if game.phase >= PHASES[-1]:
        return Leave("the phases of this season are over (R13)")
    if is_held(session, row) and row.halted in (None, "battle"):
        if row.way_back and (row.halted is None or held_since_now(session, row)):
            return Leave(back=session.get_one(Province, row.way_back).name)
        return Leave(f"battle {row.held_by} had no clear victor, and there is no way back (R15)")
    if row.halted:
        return Leave("it has fought this season (R14)" if row.halted == "battle" else f"stopped: {row.halted}")
    if row.allowance is not None and row.walked >= row.allowance:
        return Leave(f"this season’s allowance of {row.allowance} is used up (R12)")
    if table and row.allowance is not None and not table.moves_after(game.phase, row.allowance, anew=True):
        return Leave(f"the phases of its allowance of {row.allowance} are over (R13)")
    return Leave()


def held_since_now(session: Session, army: Army | ArmyView) -> bool:
    """Whether the battle that holds an army was fought in this very season: then going back is all it still does."""
    return army.held_by is not None and army.held_by in battles_of_now(session)


@asked_once
def battles_of_now(session: Session) -> frozenset[int]:
    """The numbers of the battles of this season."""
    game = Game.only(session)
    met = select(Battle.id).join(Battle.the_encounter)
    return frozenset(session.scalars(met.where(Encounter.year == game.year, Encounter.season == game.season)))


@asked_once
def waits_for(session: Session) -> dict[int, str]:
    """The encounter or battle that each army is in and that is not over, in words."""
    met = session.execute(
        select(EncounterForce.army, Encounter.id)
        .join(EncounterForce.the_encounter)
        .where(EncounterForce.army.is_not(None), Encounter.outcome == "")
    )
    fought = session.execute(
        select(BattleForce.army, Battle.id)
        .join(BattleForce.the_battle)
        .where(BattleForce.army.is_not(None), Battle.over.is_(False))
    )
    found = {army: f"encounter {number}" for army, number in met if army}
    return found | {army: f"battle {number}" for army, number in fought if army}
