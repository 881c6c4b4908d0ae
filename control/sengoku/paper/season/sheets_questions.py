"""The state as lists want it: what is missing from the table, the walk-round."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.wording import counted, in_a_row
from control.sengoku.march.cloth_map.walk_round_questions import ArmyHere, Checked, GarrisonHere, Stop, stops
from control.sengoku.march.orders.movers_questions import leaves
from control.sengoku.rows import Battle, Character, Encounter, Notice, NoticeTo, Province, RiskDraw
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.forces_questions import ArmyView, armies
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.standing_questions import standing
from printouts.march.missing_orders import MissingOrders, WaitingArmy, WaitingClan
from printouts.march.walk_round import ProvinceRow, WalkRound

KINDS = {
    "Encounter to settle": "Encounters to settle",
    "Battle to end": "Battles to end",
    "Risk card to draw": "Risk cards to draw",
}
"""What Map Control has to bring to its end: one, and several."""

# --- Missing from the table -------------------------------------------------------------------------------


def missing_data(session: Session, scenario: Scenario) -> MissingOrders:
    """The armies that may march and have no order, by clan, and all other business that is open. No size of a force is
    among it."""
    now = standing(session, scenario)
    found = armies(session, scenario)
    waiting = grouped(
        (army.clan.id, army)
        for army, leave in zip(found, leaves(session, scenario, found), strict=True)
        if not army.has_order and not leave.stays
    )
    given = sum(army.has_order for army in found)
    return MissingOrders(
        when=f"{now.when} · {now.progress}",
        given=given,
        armies=given + sum(map(len, waiting.values())),
        clans=tuple(waiting_clan(group[0].clan, group) for group in waiting.values()),
        open=tuple((kind, lines) for kind, lines in open_business(session) if lines),
    )


def waiting_clan(clan: ClanSign, group: list[ArmyView]) -> WaitingClan:
    """A clan with its armies that have no order."""
    return WaitingClan(
        clan=clan,
        armies=tuple(WaitingArmy(army.order_code, army.general, army.where) for army in group),
    )


def open_business(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What else is open, by kind: encounters, battles, risk draws, notices nobody has told."""
    yield from ((KINDS[kind], lines) for kind, lines in open_at_the_map(session))
    untold = session.scalars(
        select(Notice.sentence)
        .where(Notice.id.in_(select(NoticeTo.notice).where(NoticeTo.told.is_(False))))
        .order_by(Notice.id)
    )
    yield "To be told", tuple(untold)


def open_at_the_map(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What Map Control has to bring to its end, by kind: encounters, battles, risk draws."""
    names = by_key(session, select(Province.id, Province.name))
    met = session.scalars(select(Encounter).where(Encounter.outcome == "").order_by(Encounter.id))
    yield (
        "Encounter to settle",
        tuple(f"{one.kind.replace('_', ' ').capitalize()} in {names[one.province]}, phase {one.phase}" for one in met),
    )
    fought = session.scalars(select(Battle).where(Battle.over.is_(False)).order_by(Battle.id))
    yield (
        "Battle to end",
        tuple(f"Battle {one.id} in {names[one.province]}, {counted(one.rounds, 'round')} fought" for one in fought),
    )
    draws = session.execute(
        select(Character.name, RiskDraw.cause, RiskDraw.battle)
        .join(RiskDraw.the_character)
        .where(RiskDraw.card == "")
        .order_by(RiskDraw.id)
    )
    yield (
        "Risk card to draw",
        tuple(f"{name}: {f'battle {battle}' if battle else cause.replace('_', ' ')}" for name, cause, battle in draws),
    )


def untold_by_desk(session: Session) -> dict[str, list[tuple[str, str]]]:
    """What each desk has still to tell: the names of those who must hear it, and what it is."""
    signs = clan_signs(session)
    rows = select(NoticeTo).where(NoticeTo.told.is_(False)).order_by(NoticeTo.notice, NoticeTo.id)
    hearers = grouped(((one.desk, one.notice), one) for one in session.scalars(rows))
    said = by_key(session, select(Notice.id, Notice.sentence))
    return grouped(
        (desk, (in_a_row(signs[one.clan].name for one in those if one.clan), said[notice]))
        for (desk, notice), those in hearers.items()
    )


# --- The walk-round ---------------------------------------------------------------------------------------

HOW = {"agrees": "agrees", "program_mended": "program mended", "table_mended": "cloth map put right"}


def walk_round_data(session: Session, scenario: Scenario) -> WalkRound:
    """What the program says of every province, in walking order."""
    now = standing(session, scenario)
    return WalkRound(f"{now.when} · {now.progress}", tuple(province_row(one) for one in stops(session, scenario)))


def province_row(one: Stop) -> ProvinceRow:
    """A province as a row of the sheet."""
    held = f"held by {one.holder.name}" if one.holder else "held by nobody"
    work = [] if one.castle == "none" else [one.castle]
    places = (
        f"{place.name}: {place.holder.name if place.holder else 'nobody’s'}"
        f"{'' if place.fortification == 'none' else f', {place.fortification}'}"
        for place in one.places
    )
    forces: list[tuple[str, str, int | None]] = [
        (army.clan.code, f"{army.code} {', '.join((army.general, *army.companions))}{inside(army)}", army.troops)
        for army in one.armies
    ]
    forces += [(post.clan.code, f"garrison{inside(post)}", post.troops) for post in one.garrisons]
    forces += [(person.clan.code, f"{person.name}, visiting", None) for person in one.people]
    return made_from(
        ProvinceRow,
        one,
        land=", ".join([held, *work, *(["unrest"] if one.unrest else [])]),
        places=tuple(places),
        forces=tuple(forces),
        checked=how_checked(one.checked) if one.checked and one.compared else "",
    )


def inside(force: ArmyHere | GarrisonHere) -> str:
    """The city or temple that a force is in (R41); empty for one in the province around."""
    return f", in {force.inside}" if force.inside else ""


def how_checked(checked: Checked) -> str:
    """How a province was compared, in words."""
    reason = f": {checked.note}" if checked.note else ""
    return f"{HOW.get(checked.result, checked.result)}{reason} ({checked.umpire}, {checked.when})"
