"""Closing a season, reading only: every line that it would write. The page shows this plan, the action carries out the
same one (handbook 2; R8, R19 to R25). For Game Control only: it names sizes, treasuries and honour."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.database.reading import asked_once, knows
from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sengoku.books import onset_questions as onset
from control.sengoku.books.upkeep_questions import unpaid
from control.sengoku.books.works_questions import built
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Encounter,
    Game,
    Letter,
    MarchOrder,
    Muster,
    Place,
    Province,
    Recovery,
    Work,
)
from control.sengoku.rules.battle import battle as battles
from control.sengoku.rules.battle import risk
from control.sengoku.rules.seasons import season_at, season_heading
from control.sengoku.rules.sizes import counters
from control.sengoku.rules.tables import ROLES
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.ground_questions import ground_at, ground_name, no_muster
from control.sengoku.world.forces.sides_questions import broken_off, disperses, links_of, rows_of, with_forces
from control.sengoku.world.land.land_questions import clan_names
from control.sengoku.world.ledger.lines_questions import Chapter, Line, in_chapters
from control.sengoku.world.options_questions import options_in
from control.sengoku.world.telling.post_questions import comes_in


@dataclass(frozen=True)
class Closing:
    """A season closed and not carried out: what begins then, and every line that is written, in this order."""

    season: str
    year: int
    next_season: str
    next_year: int
    lines: tuple[Line, ...]

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The lines by what they are about."""
        return in_chapters(self.lines)

    def of(self, chapter: str) -> list[Line]:
        """The lines of one chapter."""
        return [line for line in self.lines if line.chapter == chapter]


def plan(session: Session, scenario: Scenario, over: bool = False) -> Closing:
    """Work out what closing the season now would write; nothing is changed.

    With ``over``, what is still open in the field is closed first: encounters are passed over, and battles end with
    nobody winning.
    """
    game = Game.only(session)
    following, year = season_at(game.season, game.year, 1)
    found: list[Line] = []
    if over:
        found += passed_over(session, scenario)
    if game.season == "winter":
        found += [
            Line(
                "upkeep",
                f"{line.what} of {line.where} is abandoned: {line.price} were not paid.",
                line.section,
                line.clan,
                line,
            )
            for line in unpaid(session, scenario)
        ]
    found.append(Line("turn", f"{season_heading(game.season, game.year)} ends, {following} {year} begins.", "H2"))
    if following == "winter":
        found += onset.lines(session, scenario)
    else:
        found += recovered(session, scenario, over)
    found += healed(session)
    if following != "winter":
        found += arriving(session)
    found += late_letters(session)
    if game.season == "winter":
        found += being_built(session)
    found += reset(session, onset=following == "winter")
    found += called(session, older=following == "winter")
    stage = scenario.timetable(following)[0]
    found.append(
        Line("clock", f"The clock is set to “{stage.name}”, {stage.minutes} minutes, and waits to be started.", "H2")
    )
    found.append(Line("copy", "A copy of the game is made when this is done."))
    in_order = tuple(line for chapter in in_chapters(found) for line in chapter.lines)
    return Closing(game.season, game.year, following, year, in_order)


# --- What is passed over ----------------------------------------------------------------------------------


MET = (
    select(Encounter.id, Encounter.kind, Province.name, Place.name, Encounter.left_behind)
    .join(Encounter.the_province)
    .outerjoin(Encounter.the_place)
    .where(Encounter.outcome == "")
    .order_by(Encounter.id)
)


def passed_over(session: Session, scenario: Scenario) -> Iterator[Line]:
    """The open encounters and battles, which end with the season if Game Control goes on over them."""
    for number, kind, where, place, left_behind in session.execute(MET):
        entered = "who was left there stays unmolested" if left_behind else "the land is passed through"
        passing = entered if kind == "undefended" else "they pass each other by"
        how = f"nobody fights for {place}" if place else passing
        yield Line("encounter", f"Encounter {number} in {where} is closed: {how}.", "R14", row=number)
    for battle in open_battles(session):
        how = "is called off before its first round"
        if battle.rounds:
            how = f"{came_to(session, scenario, battle)}; those who were in it draw a card (R19)"
        yield Line("battle", f"Battle {battle.id} in {battle.the_province.name} {how}.", "R8", row=battle.id)


def came_to(session: Session, scenario: Scenario, battle: Battle) -> str:
    """What a battle that nobody ended comes to, in words (R7)."""
    result = broken_off(session, battle, scenario.tables, options_in(session))
    if result.winner is None:
        return "ends with nobody winning, and both sides stay"
    (name,) = (side.name for side in battle.sides if side.role == result.winner)
    return f"ends as its last round decided: {name} has won"


FOUGHT = (
    select(Battle)
    .where(Battle.over.is_(False))
    .order_by(Battle.id)
    .options(
        joinedload(Battle.the_province),
        selectinload(Battle.sides).joinedload(BattleSide.the_general),
        selectinload(Battle.forces).options(*with_forces(BattleForce)),
        selectinload(Battle.fought),
    )
)


@asked_once
def open_battles(session: Session) -> list[Battle]:
    """The battles that are not over, with what their ends rest on, asked for together."""
    found = list(session.scalars(FOUGHT))
    for battle in found:
        knows(session, rows_of, battle, answer=tuple(battle.sides))
        for side in battle.sides:
            links = [link for link in battle.forces if link.role == side.role]
            knows(session, links_of, battle, side.role, answer=links)
    return found


# --- Recovery, wounds, age --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Due:
    """Counters that come back to an army or a garrison after a battle (R8), unless it ``disperses`` as the season ends
    over a battle that it has lost."""

    link: Recovery | BattleForce
    battle: int
    counters: int
    disperses: bool = False

    @property
    def row(self) -> tuple[int | None, int | None, int] | None:
        """What the action finds it by: nothing, if it is not due any more by then."""
        return None if self.disperses else (self.link.army, self.link.garrison, self.battle)


WAITING = select(Recovery).where(Recovery.done.is_(False)).order_by(Recovery.id).options(*with_forces(Recovery))


def dues(session: Session, scenario: Scenario, over: bool) -> list[Due]:
    """What is to come back; with ``over`` also what the battles that end with it will bring."""
    waiting = list(session.scalars(WAITING))
    if not over:
        return [Due(one, one.battle, one.counters) for one in waiting]
    found, gone = [], set()
    options = options_in(session)
    for battle in open_battles(session):
        if battle.rounds:
            result = broken_off(session, battle, scenario.tables, options)
            for role, total in zip(ROLES, result.recovers, strict=True):
                links: list[BattleForce] = links_of(session, battle, role)
                lost = result.winner not in (None, role)
                gone |= {link.garrison for link in links if lost and disperses(battle, link.force)}
                shares = battles.shared_out(total, [link.lost for link in links])
                found += [
                    Due(link, battle.id, share, disperses=link.garrison in gone)
                    for link, share in zip(links, shares, strict=True)
                    if share or (link.lost and link.garrison in gone)  # of whom nothing comes back it is said why
                ]
    return [Due(one, one.battle, one.counters, disperses=one.garrison in gone) for one in waiting] + found


def recovered(session: Session, scenario: Scenario, over: bool) -> Iterator[Line]:
    """The counters due come back, force by force; none to what no longer stands, as an army that lost its general does
    not, nor to a garrison that disperses with its battle (R8). ``value`` is what really comes back."""
    names = clan_names(session)
    for due in dues(session, scenario, over):
        force = due.link.force
        if isinstance(force, Army):
            who = f"{force.the_general.name}, army {force.code} of {names[force.clan]}"
        else:
            where = ground_name(scenario, force.province, force.place)
            who = f"The garrison of {names[force.clan]} in {where}"
        comes = force.standing and not due.disperses
        why = "it disperses" if due.disperses else "it is no longer on the map"
        got = f"{counters(due.counters)} {'comes' if due.counters == 1 else 'come'} back"
        yield Line(
            "recovery",
            f"{who}: {got} of those lost in battle {due.battle}." if comes else f"{who}: nothing comes back, {why}.",
            "R8",
            force.clan,
            due.row,
            due.counters if comes else 0,
        )


HURT = select(Character).where(Character.wounded.is_(True), Character.wounded_in.is_not(None)).order_by(Character.id)


def healed(session: Session) -> Iterator[Line]:
    """The wounds that are over in the season that begins (R19)."""
    now = Game.only(session).seasons + 1
    for person in session.scalars(HURT):
        if not risk.is_wounded(person.wounded_in, now):
            yield Line("wound", f"{person.name} has recovered.", "R19", person.clan, person.id)


OLD = select(Character).where(Character.alive.is_(True), Character.age >= bindparam("from_age")).order_by(Character.id)


def called(session: Session, older: bool) -> Iterator[Line]:
    """Those of sixty and over draw a card for the season that begins (R19), after the year that winter adds (R20)."""
    from_age = risk.OLD_AGE - older
    for person in session.scalars(OLD, {"from_age": from_age}):
        age = (person.age or 0) + older
        yield Line("draw", f"{person.name}, {age} years, draws a card.", "R19", person.clan, person.id, age)


# --- Troops, letters, works, orders -----------------------------------------------------------------------


ANNOUNCED = (
    select(Muster, Clan.name)
    .join(Muster.the_clan)
    .where(Muster.outcome == "", Muster.number <= bindparam("season"))
    .order_by(Muster.id)
)


def arriving(session: Session) -> Iterator[Line]:
    """The troops announced last season stand where they were announced, unless that has changed hands (R23), or is a
    place that an enemy shuts in (R41)."""
    now = Game.only(session).seasons + 1
    for muster, clan in session.execute(ANNOUNCED, {"season": now}):
        ground = ground_at(session, muster.province, muster.place)
        hindrance = no_muster(session, ground, muster.clan)
        if not hindrance:
            said = f"{clan}: {counters(muster.counters)} in {ground.name}"
            yield Line(
                "muster",
                f"{said}{', in splendid uniforms' if muster.uniforms else ''}.",
                "R23",
                muster.clan,
                muster.id,
                muster.counters,
            )
        else:
            yield Line(
                "muster",
                f"{clan}: {counters(muster.counters)} announced in {ground.name} do not come, {hindrance}. "
                "What was paid for them is lost.",
                "R23",
                muster.clan,
                muster.id,
            )


LATE = (
    select(Letter.id, Letter.code, Letter.recipient, Clan.name)
    .join(Letter.the_recipient)
    .where(Letter.delivered == "", comes_in == bindparam("season"))
    .order_by(Letter.id)
)


def late_letters(session: Session) -> Iterator[Line]:
    """Letters that were late can be handed over in the season that begins (R34)."""
    now = Game.only(session).seasons + 1
    for number, code, clan, name in session.execute(LATE, {"season": now}):
        yield Line("letter", f"Letter {code} to {name} has arrived and can be handed over.", "R34", clan, number)


ORDERED = built().where(Work.state == "ordered").order_by(Work.line)


def being_built(session: Session) -> Iterator[Line]:
    """The works that were ordered, for the record: they are ready at the onset of next winter (R24)."""
    names = clan_names(session)
    for work, where, _holder in session.execute(ORDERED):
        clan = names[work.clan]
        what = work.name or f"a {work.kind}"
        yield Line("ordered", f"{clan} is building {what} in {where} for {work.points}.", "R24", work.clan, work.id)


def reset(session: Session, onset: bool) -> Iterator[Line]:
    """Every army starts anew, and every general may fight anew (R9, R12)."""
    orders = session.scalar(select(func.count()).select_from(MarchOrder)) or 0
    what = f"{counted(orders, 'order lapses', 'orders lapse')}; " if orders and not onset else ""
    stays = "every army starts where it stands, " if not onset else ""
    yield Line("orders", f"{what}{stays}every general may fight anew.".capitalize(), "R9, R12", value=orders)
