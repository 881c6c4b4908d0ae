"""The rulings: options in force, who changed what when, and which past results another value would have altered.

Each past result is decided again by itself, all else as it was: the umpire is told where to look, nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.sengoku.rows import (
    Army,
    Battle,
    BattleRound,
    BattleSide,
    BeatenLevy,
    Character,
    Clan,
    Encounter,
    Game,
    MarchOrder,
    Transfer,
)
from control.sengoku.rules import economy
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.rules.march.allowance import Allowance, allowances_on
from control.sengoku.rules.rulings import OPTIONS, value_of
from control.sengoku.rules.seasons import season_heading
from control.sengoku.rules.tables import Options
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.levies_questions import value_of as levy_value
from control.sengoku.world.forces.sides_questions import ground, side_now, site
from control.sengoku.world.options_questions import options_in, options_then


@dataclass(frozen=True)
class OptionView:
    """A rule option as it stands: its number, the question, the value in force and all it can be."""

    key: str
    ruling: str
    question: str
    value: str
    words: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Altered:
    """A past result that would have been different: where and when, what it was and what it would have been.

    ``battle`` is the battle it was in, to look at.
    """

    where: str
    was: str
    would: str
    battle: int | None = None


def options_in_force(session: Session) -> list[OptionView]:
    """Every rule option with its value now."""
    now = options_in(session)
    return [
        OptionView(
            key,
            one.ruling,
            one.question,
            str(getattr(now, key)),
            one.values[str(getattr(now, key))],
            tuple(one.values.items()),
        )
        for key, one in OPTIONS.items()
    ]


def words_of(option: str, value: str) -> str:
    """A value of an option in words."""
    return OPTIONS[option].values.get(value, value) if option in OPTIONS else value


def altered(session: Session, scenario: Scenario, option: str, value: str, desk: str) -> list[Altered] | None:
    """The past results that this value of an option would have altered; None if this desk may not see them."""
    if desk not in (("game",) if option == "spend_first" else SEES_ARMIES):
        return None
    now = options_in(session)
    then: Any = {option: value_of(option, value)}
    return list(AGAIN[option](session, scenario, now, replace(now, **then)))


# --- Battles ----------------------------------------------------------------------------------------------


def battles_fought(session: Session) -> Iterator[Battle]:
    """Every battle of a round and more, with its sides, its ground, and where its forces met."""
    ground_ = (joinedload(Battle.the_encounter), joinedload(Battle.the_province), joinedload(Battle.the_place))
    sides = selectinload(Battle.sides).joinedload(BattleSide.the_general)
    yield from session.scalars(select(Battle).where(Battle.rounds > 0).order_by(Battle.id).options(*ground_, sides))


def rounds(session: Session) -> Iterator[tuple[BattleRound, Battle, str]]:
    """Every round that was fought, with its battle and where that was."""
    rows = session.execute(
        select(BattleRound, Battle, Encounter.season, Encounter.year)
        .join(BattleRound.the_battle)
        .join(Battle.the_encounter)
        .order_by(BattleRound.battle, BattleRound.number)
    )
    for one, battle, season, year in rows:
        yield one, battle, f"Battle {battle.id}, round {one.number} ({season_heading(season, year)})"


def by_rounding(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Rounds whose odds would have been rounded to another column (R1)."""
    odds = scenario.tables.odds
    for one, battle, where in rounds(session):
        base = odds.column(one.report["attacker_strength"], one.report["defender_strength"], then.odds_rounding)
        yield from fought_again(session, scenario, one, battle, where, base, one.report["shifts"])


def fought_again(
    session: Session, scenario: Scenario, one: BattleRound, battle: Battle, where: str, base: int, shifts: list[Any]
) -> Iterator[Altered]:
    """A round with the same die from another base column or with other shifts, if that changes its result."""
    odds, place = scenario.tables.odds, ground(session, battle)
    column = base
    order = [shift for shift in shifts if shift["reason"] not in ("mountainous", "tactics")]
    for shift in order:
        column += shift["columns"]
    if place.mountainous and place.land:
        column += rules.sign(odds.even - column)
    column += sum(shift["columns"] for shift in shifts if shift["reason"] == "tactics")
    column = odds.clamp(column)
    result = odds.results[one.report["die"]][column]
    strength = rules.Pair(one.report["attacker_strength"], one.report["defender_strength"])
    lost = rules.losses(strength, result, place, scenario.tables)
    if (result, *lost) == tuple(one.report[name] for name in ("result", "attacker_losses", "defender_losses")):
        return
    yield Altered(
        where,
        outcome(one.report["odds"], one.report["result"], one.report["attacker_losses"], one.report["defender_losses"]),
        outcome(odds.name(column), result, lost.attacker, lost.defender),
        battle.id,
    )


def outcome(odds: str, result: str, attacker: int, defender: int) -> str:
    """A round's result in words."""
    return f"{odds}, {result}, losses {attacker} and {defender}"


def by_losses(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Battles that would have cost other numbers of real counters (R5)."""
    for battle in battles_fought(session):
        for row in battle.sides:
            side, place = side_now(session, battle, row), ground(session, battle)
            was = side.troops_lost(place, scenario.tables, options_then(session, battle))
            would = side.troops_lost(place, scenario.tables, then)
            if was != would:
                yield Altered(
                    f"Battle {battle.id}, {row.name}", f"{was} counters lost", f"{would} counters lost", battle.id
                )


def by_wounds(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Rounds commanded by a wounded general in which another would have been the superior one (R2, R19)."""
    hurt = {battle.id: battle for battle in battles_fought(session) if any(side.wounded for side in battle.sides)}
    for one, battle, where in rounds(session):
        if battle.id not in hurt:
            continue
        levels = {}
        for side in battle.sides:
            whole = without_wound(side, options_then(session, battle))
            levels[side.role] = max(1, whole - then.wound_penalty) if side.wounded else whole
        shifts = [shift for shift in one.report["shifts"] if shift["reason"] != "superior_general"]
        shifts.append(
            {
                "reason": "superior_general",
                "columns": superior(levels, {side.role for side in battle.sides if side.wounded}),
            }
        )
        base = scenario.tables.odds.names.index(one.report["base_odds"])
        yield from fought_again(session, scenario, one, battle, where, base, shifts)


def without_wound(side: BattleSide, options: Options) -> int:
    """The experience of a side's general, with what his wound took off in the battle."""
    if not side.wounded:
        return side.experience
    whole = side.experience + options.wound_penalty
    if side.experience == 1 and side.the_general:  # the penalty may have stopped at 1
        whole = min(whole, side.the_general.experience)
    return whole


def superior(levels: dict[str, int], wounded: set[str]) -> int:
    """The column for the superior general, towards the attacker; a wounded one is nobody's superior (R2, R19)."""
    columns = rules.sign(levels["attacker"] - levels["defender"])
    return 0 if ("attacker" if columns > 0 else "defender") in wounded else columns


def by_levies(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Battles fought on a side of which a levy would have stood beside the holder's counters, or would not (R4). What
    would have come of them nobody can tell: other strengths are other battles."""
    for battle in battles_fought(session):
        land, value = battle.the_place or battle.the_province, levy_value(session, *site(battle))
        for side in battle.sides:
            lacks = max(0, value - side.troops) if then.intrinsic == "at_least" else 0
            guarded = side.troops > 0 and not battle.sea and side.clan == land.holder
            if guarded and side.intrinsic != lacks and not beaten_before(session, battle):
                yield Altered(
                    f"Battle {battle.id} ({land.name})",
                    f"{side.name} with a levy of {side.intrinsic}",
                    f"with a levy of {lacks}",
                    battle.id,
                )


def beaten_before(session: Session, battle: Battle) -> bool:
    """Whether the levy of a battle's ground had been beaten already in an earlier battle of its season (R4)."""
    met = battle.the_encounter
    earlier = (
        select(BeatenLevy.id)
        .join(Battle, Battle.id == BeatenLevy.battle)
        .join(Battle.the_encounter)
        .where(
            BeatenLevy.province == battle.province,
            BeatenLevy.place == battle.place,
            BeatenLevy.battle < battle.id,
            Encounter.year == met.year,
            Encounter.season == met.season,
        )
    )
    return session.scalar(earlier.limit(1)) is not None


def by_lessons(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Victories over a levy alone from which a general would have learnt, or would not have (R7): nobody learns who
    knew all before."""
    for battle in battles_fought(session):
        was = options_then(session, battle)
        if battle.winner is None or was.levy_gives_experience == then.levy_gives_experience:
            continue
        won, lost = sorted(battle.sides, key=lambda side: side.role != battle.winner)
        could_learn = won.general and without_wound(won, was) < scenario.tables.forces.most_experience
        if could_learn and side_now(session, battle, lost).is_levy(ground(session, battle)):
            gains = {"yes": "1 experience more", "no": "no experience"}
            yield Altered(
                f"Battle {battle.id} ({battle.the_province.name})",
                f"{won.name}: {gains[was.levy_gives_experience]}",
                gains[then.levy_gives_experience],
                battle.id,
            )


# --- Marches ----------------------------------------------------------------------------------------------


def by_roads(
    session: Session, scenario: Scenario, now: Options, then: Options, after: Scenario | None = None
) -> Iterator[Altered]:
    """Marches whose allowance would have been another (R12): those of this season, and those that past ones closed."""
    for order in session.scalars(select(MarchOrder).options(joinedload(MarchOrder.the_army))):
        army = order.the_army
        if army.allowance is not None:
            game = Game.only(session)
            yield from marched(
                session,
                scenario,
                army.id,
                order.route,
                army.started,
                army.allowance,
                f"{game.season} {game.year}",
                now,
                then,
                after,
            )
    ended = select(JournalEntry).where(JournalEntry.action == "season.advance").order_by(JournalEntry.number)
    undone = undone_numbers(session)
    for entry in session.scalars(ended):
        if entry.number in undone:
            continue
        before = {
            change["key"][0]: change["before"]
            for change in entry.changes
            if change["table"] == "army" and change["before"]
        }
        for change in entry.changes:
            if change["table"] != "march_order" or not change["before"]:
                continue
            number = change["key"][0]
            had = before.get(number, {})
            started = had.get("started") or session.get_one(Army, number).started
            if had.get("allowance") is not None:
                yield from marched(
                    session,
                    scenario,
                    number,
                    change["before"]["route"],
                    started,
                    had["allowance"],
                    entry.stretch,
                    now,
                    then,
                    after,
                )


def marched(
    session: Session,
    scenario: Scenario,
    number: int,
    route: list[str],
    started: str,
    was: int,
    when: str,
    now: Options,
    then: Options,
    after: Scenario | None = None,
) -> Iterator[Altered]:
    """One march: how far it would have gone, with the experience that gave the allowance it had, or in which phases;
    ``after``: with another scenario."""

    def far(experience: int, options: Options, by: Scenario = scenario) -> Allowance:
        reckoned = allowances_on(by.geography, when.partition(" ")[0], by.tables.movement, options)
        return reckoned.how_far(experience, tuple(route), started)

    army = session.get_one(Army, number)
    likely = session.get_one(Character, army.general).experience
    able = [level for level in (likely, 1, 2, 3, 4) if far(level, now).value == was]
    if not able:
        return
    had, would = far(able[0], now), far(able[0], then, after or scenario)
    where = f"Army {army.code} ({when.capitalize()})"
    if had.legs != would.legs:
        yield Altered(where, f"could enter {had.legs}", f"could enter {would.legs}")
    elif had.value != would.value:
        yield Altered(where, f"allowance {had.value}", f"allowance {would.value}")


# --- Payments ---------------------------------------------------------------------------------------------


def by_spending(session: Session, scenario: Scenario, now: Options, then: Options) -> Iterator[Altered]:
    """Payments that would have been made in other coin, each from what the clan had at that moment (R26)."""
    names = {clan.id: clan.name for clan in session.scalars(select(Clan))}
    has: dict[str, tuple[int, int]] = {}
    for row in session.scalars(select(Transfer).order_by(Transfer.line)):
        if row.payer and row.kind not in ("consumed", "exchange", "correction", "opening"):
            rice, cash = has.get(row.payer, (0, 0))
            paid = economy.split(row.points, rice, cash, then.spend_first)
            if paid != (row.rice, row.cash) and rice + cash >= row.points:
                what = economy.KINDS[row.kind].label.lower()
                yield Altered(
                    f"{names[row.payer]}, {what} ({season_heading(row.season, row.year)})",
                    coins(row.rice, row.cash),
                    coins(*paid),
                )
        for clan, sign in ((row.payer, -1), (row.payee, 1)):
            if clan:
                rice, cash = has.get(clan, (0, 0))
                has[clan] = rice + sign * row.rice, cash + sign * row.cash


def coins(rice: int, cash: int) -> str:
    """Rice and cash in words."""
    return " and ".join(f"{points} {coin}" for points, coin in ((rice, "rice"), (cash, "cash")) if points)


def by_nothing(*_looked: Any) -> Iterator[Altered]:
    """Whether a second umpire is asked decides nothing of the game that was."""
    return iter(())


Again = Callable[[Session, Scenario, Options, Options], Iterator[Altered]]
AGAIN: dict[str, Again] = {
    "odds_rounding": by_rounding,
    "intrinsic": by_levies,
    "levy_gives_experience": by_lessons,
    "losses_fall_on": by_losses,
    "road_bonus_needs": by_roads,
    "wound_penalty": by_wounds,
    "spend_first": by_spending,
    "second_umpire": by_nothing,
}
