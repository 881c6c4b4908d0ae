"""The state as lists and slips want it: what is missing from the table, the walk-round, battle slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Battle, Character, Encounter, Game, JournalEntry, Notice, NoticeTo, Province, RiskDraw
from control.queries.forces import ArmyView, armies
from control.queries.land import ClanSign
from control.queries.slips import Slip, slip
from control.queries.slips import SlipSide as Side
from control.queries.standing import standing
from control.queries.walk_round import Checked, Stop, stops
from control.scenario.model import Scenario
from printouts.battle_slip import BattleSlip, SlipRound, SlipSide, SlipUnit
from printouts.missing_orders import MissingOrders, WaitingArmy, WaitingClan
from printouts.walk_round import ProvinceRow, WalkRound

# --- Missing from the table -------------------------------------------------------------------------------


def missing_data(session: Session, scenario: Scenario) -> MissingOrders:
    """The armies without an order, by clan, and all other business that is open. No size of a force is among it."""
    now = standing(session, scenario)
    found = armies(session, scenario)
    waiting: dict[str, list[ArmyView]] = {}
    if now.season != "winter":  # no army moves (R18), so none is waited for
        for army in found:
            if not army.has_order:
                waiting.setdefault(army.clan.id, []).append(army)
    missing = sum(map(len, waiting.values()))
    return MissingOrders(
        when=f"{now.when} · {now.progress}", given=len(found) - missing, armies=len(found),
        clans=tuple(waiting_clan(group[0].clan, group) for group in waiting.values()),
        open=tuple((kind, lines) for kind, lines in open_business(session) if lines),
    )


def waiting_clan(clan: ClanSign, group: list[ArmyView]) -> WaitingClan:
    """A clan with its armies that have no order."""
    return WaitingClan(
        clan=clan.name, clan_code=clan.code, clan_kanji=clan.kanji, colour=clan.colour, text_colour=clan.text_colour,
        armies=tuple(WaitingArmy(army.order_code, army.general, army.province_name) for army in group),
    )


def open_business(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What else is open, by kind: encounters, battles, risk draws, notices nobody has told."""
    names = {key: name for key, name in session.execute(select(Province.id, Province.name))}  # noqa: C416 (typed rows)
    met = session.scalars(select(Encounter).where(Encounter.outcome == "").order_by(Encounter.id))
    yield "Encounters to settle", tuple(
        f"{one.kind.replace('_', ' ').capitalize()} in {names[one.province]}, phase {one.phase}" for one in met
    )
    fought = session.scalars(select(Battle).where(Battle.over.is_(False)).order_by(Battle.id))
    yield "Battles to end", tuple(
        f"Battle {one.id} in {names[one.province]}, {one.rounds} rounds fought" for one in fought
    )
    draws = session.execute(
        select(Character.name, RiskDraw.cause, RiskDraw.battle).join(Character, Character.id == RiskDraw.character)
        .where(RiskDraw.card == "").order_by(RiskDraw.id)
    )
    yield "Risk cards to draw", tuple(
        f"{name}: {f'battle {battle}' if battle else cause.replace('_', ' ')}" for name, cause, battle in draws
    )
    untold = session.scalars(
        select(Notice.sentence).where(Notice.id.in_(select(NoticeTo.notice).where(NoticeTo.told.is_(False))))
        .order_by(Notice.id)
    )
    yield "To be told", tuple(untold)


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
        (army.clan.code, f"{army.code} {', '.join((army.general, *army.companions))}", army.troops)
        for army in one.armies
    ]
    forces += [(post.clan.code, "garrison", post.troops) for post in one.garrisons]
    forces += [(person.clan.code, f"{person.name}, visiting", None) for person in one.people]
    return ProvinceRow(
        name=one.name, kanji=one.kanji, region=one.region,
        land=", ".join([held, *work, *(["unrest"] if one.unrest else [])]), places=tuple(places),
        forces=tuple(forces), checked=how_checked(one.checked) if one.checked else "",
    )


def how_checked(checked: Checked) -> str:
    """How a province was compared, in words."""
    reason = f": {checked.note}" if checked.note else ""
    return f"{HOW.get(checked.result, checked.result)}{reason} ({checked.umpire})"


# --- Battle slips -----------------------------------------------------------------------------------------


def battle_slip_data(session: Session, scenario: Scenario, only: Sequence[str] = ()) -> list[BattleSlip]:
    """The slips of all battles of this season, or of those numbers, of whichever season."""
    numbers = [int(one) for one in only if one.isdecimal()] if only else battles_of_the_season(session)
    found = [one for number in numbers if (one := slip(session, scenario, number))]
    return [battle_slip(session, scenario, one) for one in found]


def battles_of_the_season(session: Session) -> list[int]:
    """The numbers of the battles of this season, ended or not."""
    game = session.get_one(Game, 1)
    return list(session.scalars(
        select(Battle.id).join(Encounter, Encounter.id == Battle.encounter)
        .where(Encounter.year == game.year, Encounter.season == game.season).order_by(Battle.id)
    ))


def battle_slip(session: Session, scenario: Scenario, one: Slip) -> BattleSlip:
    """A slip as it is printed."""
    rounds = (
        SlipRound(**{**vars(fought), "steps": tuple((step.text, step.ruling) for step in fought.steps)})
        for fought in one.rounds
    )
    where = one.where if one.sea else f"in {one.where}"
    return BattleSlip(
        number=one.battle, when=one.when, where=f"{where}{', in the mountains' if one.mountainous else ''}",
        settled_by=SETTLED.get(one.settled_by, one.settled_by), columns=tuple(scenario.tables.odds.names),
        attacker=slip_side(one.attacker), defender=slip_side(one.defender), rounds=tuple(rounds),
        outcome=one.outcome, retreat=tuple(retreats(session, scenario, one.battle)) if one.over else (),
        draws=tuple(draws_of(session, one.battle)),
    )


SETTLED = {
    "agreement": "so both sides agreed", "better general": "the better general chose so",
    "banzai": "he was the first to shout BANZAI", "umpire": "the umpire decided so",
}
"""The four ways to settle who attacks, as a slip tells them (R11)."""


def slip_side(side: Side) -> SlipSide:
    """A side of a slip as it is printed."""
    return SlipSide(
        role=side.role, name=side.name, clan=side.clan.name, clan_code=side.clan.code, clan_kanji=side.clan.kanji,
        colour=side.clan.colour, text_colour=side.clan.text_colour, experience=side.experience,
        experience_after=side.experience_after, strength=side.strength, notional=side.notional,
        notional_lost=side.notional_lost, troops=side.troops, lost=side.lost, left=side.left, recovers=side.recovers,
        units=tuple(
            SlipUnit(one.clan.code, f"{one.name} {one.code}".strip(), one.troops, one.lost, one.left, one.recovers)
            for one in side.units
        ),
    )


def retreats(session: Session, scenario: Scenario, battle: int) -> Iterator[str]:
    """Which armies the end of a battle sent where, as the journal has it: they may have gone on since."""
    ends = session.scalars(
        select(JournalEntry).where(JournalEntry.action == "battle.end").order_by(JournalEntry.number.desc())
    )
    entry = next((one for one in ends if one.arguments.get("battle") == battle), None)
    for change in entry.changes if entry else ():
        to = (change["after"] or {}).get("province")
        if change["table"] == "army" and to:
            army = next((one for one in armies(session, scenario) if one.id == change["key"][0]), None)
            who = f"{army.general}, army {army.code}," if army else "An army"
            yield f"{who} withdrew to {scenario.provinces[to].name}."


def draws_of(session: Session, battle: int) -> Iterator[str]:
    """Who has a card to draw for a battle, or which card he drew and what it did."""
    rows = session.execute(
        select(Character.name, RiskDraw.card, RiskDraw.effect).join(Character, Character.id == RiskDraw.character)
        .where(RiskDraw.battle == battle).order_by(RiskDraw.id)
    )
    for name, card, effect in rows:
        yield f"{name} drew the {card}{f', {effect}' if effect else ''}" if card else f"{name} has to draw"
