"""What became of each clan, looked back on from the end: for Game Control, who hands it to the players.

The journal is walked from the last entry to the first, so that what the rows say now becomes what they said at the end
of every season. Of honour there is nothing but the places on the boards that were released (R28).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.journal.journal_questions import DONE_BY, undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Encounter,
    Game,
    Garrison,
    Letter,
    Province,
    SeasonTime,
    StatusBoard,
    Transfer,
)
from control.sengoku.rows.people import SHOGUN
from control.sengoku.rules.economy import KINDS
from control.sengoku.rules.people.precedence import ordinal
from control.sengoku.rules.seasons import season_heading
from control.sengoku.rules.tables import OPPONENT
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.land.land_questions import clan_names, sign_of
from control.sengoku.world.ledger.ledger_questions import incomes
from control.sengoku.world.people.titles_questions import title_in_words, titles
from printouts.people.results import Course, Fought, Results

NOT_SPENT = ("consumed", "exchange", "correction", "opening")
"""What left the books without anybody spending it."""

IN_WINTER = (
    "season.tick",
    "upkeep.abandon",
    "upkeep.pay",
    "upkeep.pay_all",
    "work.order",
    "work.recommission",
)
"""What is done at the tables in a winter."""


def results_data(session: Session, scenario: Scenario) -> list[tuple[str, Results]]:
    """The results of every clan that was played at the end of a season, by its id: also of one whose team lost its land
    and plays another since (R33)."""
    game = Game.only(session)
    names = seasons(session, game)
    held, battles, dead = holders(session, game), fought(session), deaths(session)
    boards, income, spent = placed(session), incomes_by_year(session, scenario, game), spending(session)
    bearing = titles_of_clans(session)
    provinces = list(session.scalars(select(Province)))
    called, values = {one.id: one.name for one in provinces}, {one.id: one.rice_value for one in provinces}
    by_players = set[str]().union(*played(session, game))
    clans = sorted(
        (one for one in session.scalars(select(Clan)) if one.id in by_players), key=lambda one: folded(one.name)
    )
    return [
        (
            one.id,
            Results(
                clan=sign_of(one),
                when=from_to(names),
                figures=tuple(figures(one.id, held, boards.get(one.id, ()), battles.get(one.id, ()))),
                courses=(
                    Course("Provinces", tuple(held.course(one.id, names, dict.fromkeys(held.first, 1)))),
                    Course("Value of its provinces", tuple(held.course(one.id, names, values))),
                    Course("Income in points", income[one.id]),
                    Course(
                        "Place among the clans",
                        tuple((name, rank) for name, rank, _of in boards.get(one.id, ())),
                        place=True,
                    ),
                ),
                lands=tuple(lands_in_words(one.id, held, called, values)),
                battles=tuple(battles.get(one.id, ())),
                dead=tuple(dead.get(one.id, ())),
                titles=tuple(titles_in_words(one.id, bearing.get(one.id, ()), scenario)),
                spent=spent.get(one.id, ()),
            ),
        )
        for one in clans
    ]


def last_played(session: Session, game: Game) -> int:
    """The number of the newest season that was played. As the last of the day is closed another begins, in which nobody
    does anything: its clock is never started, though that of the one before was. A winter has no phase that tells."""
    last, clocks = game.seasons, (game.seasons - 1, game.seasons)
    started = list(session.scalars(select(SeasonTime.number).where(SeasonTime.number.in_(clocks))))
    begun = started != [last - 1] or game.phase > 0
    return last if begun or (game.season == "winter" and is_wintered(session, game)) else last - 1


def is_wintered(session: Session, game: Game) -> bool:
    """Whether something was done this winter that is done at the tables in one. Letters stand apart from the
    journal, and winter is the first season of a year."""
    if session.scalar(select(Letter.id).where(Letter.year == game.year).limit(1)) is not None:
        return True
    acts = select(JournalEntry.number).where(
        JournalEntry.stretch == season_in_words(game, game.seasons),
        JournalEntry.undoes.is_(None),
        DONE_BY.in_(IN_WINTER),
    )
    return not undone_numbers(session).issuperset(session.scalars(acts))


def seasons(session: Session, game: Game) -> list[str]:
    """Every season that was played, by its number."""
    return [season_in_words(game, number).capitalize() for number in range(last_played(session, game) + 1)]


def from_to(names: list[str]) -> str:
    """From the first of these seasons to the last."""
    return f"{names[0]} to {names[-1].lower()}" if len(names) > 1 else names[0]


# --- Lands ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Holders:
    """Who held each province: ``first`` at the start, ``ends`` at the end of every season, the last of them now."""

    first: dict[str, str | None]
    ends: tuple[dict[str, str | None], ...]

    def of(self, clan: str) -> list[list[str]]:
        """The provinces a clan held at the end of every season."""
        return [[key for key, holder in one.items() if holder == clan] for one in self.ends]

    def course(self, clan: str, names: list[str], worth: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        """What a clan's provinces were worth at the start and at the end of every season."""
        yield "Start", sum(worth[key] for key, holder in self.first.items() if holder == clan)
        for name, keys in zip(names, self.of(clan), strict=True):
            yield name, sum(worth[key] for key in keys)


def holders(session: Session, game: Game) -> Holders:
    """Who held what, season by season: every change of a holder in the journal undone, the latest first. An entry that
    took another back is a change like all others, so what stands taken back comes right by itself."""
    now = by_key(session, select(Province.id, Province.holder))
    first, ends = backwards(session, game, "province", "holder", now)
    return Holders(first, ends)


def played(session: Session, game: Game) -> list[set[str]]:
    """The clans that players played, season by season at its end."""
    now = by_key(session, select(Clan.id, Clan.played))
    _first, ends = backwards(session, game, "clan", "played", now)
    return [{clan for clan, is_played in end.items() if is_played} for end in ends]


def backwards(
    session: Session, game: Game, table: str, column: str, now: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
    """A column of a table at the start, and at the end of every season that was played."""
    names = seasons(session, game)
    number_of = {season_in_words(game, number): number for number in range(game.seasons + 1)}
    first: dict[str, Any] = dict(now)
    ends = tuple(dict(now) for _ in names)
    entries = session.execute(
        select(JournalEntry.stretch, JournalEntry.changes)
        .where(JournalEntry.number.in_(select(Touch.entry).where(Touch.table == table, Touch.changed)))
        .order_by(JournalEntry.number.desc())
    )
    for stretch, changes in entries:
        number = min(number_of.get(stretch, 0), len(names) - 1)  # what is set right afterwards is of the last
        for change in reversed(changes):
            before = change["before"] or {}
            if change["table"] == table and column in before:
                for end in (first, *ends[:number]):
                    end[change["key"][0]] = before[column]
    return first, ends


def lands_in_words(clan: str, held: Holders, names: Mapping[str, str], worth: Mapping[str, int]) -> Iterator[str]:
    """What a clan holds, won and lost, each province with its value."""
    first = {key for key, holder in held.first.items() if holder == clan}
    last = set(held.of(clan)[-1])
    for words, keys in (("Holds", last), ("Won since the start", last - first), ("Lost since the start", first - last)):
        if keys:
            those = sorted(keys, key=lambda key: folded(names[key]))
            yield f"{words}: {', '.join(f'{names[key]} ({worth[key]})' for key in those)}"


# --- Income and spending ----------------------------------------------------------------------------------


def incomes_by_year(session: Session, scenario: Scenario, game: Game) -> dict[str, tuple[tuple[str, int], ...]]:
    """What came in each year, by clan."""
    found = grouped(
        (clan, (str(year), sum(kinds.values())))
        for year in range(scenario.first_year, game.year + 1)
        for clan, kinds in incomes(session, year).items()
    )
    return {clan: tuple(steps) for clan, steps in found.items()}


def spending(session: Session) -> dict[str, tuple[tuple[str, int], ...]]:
    """What every clan's points went into, the most first."""
    points = func.sum(Transfer.rice + Transfer.cash)
    rows = session.execute(
        select(Transfer.payer, Transfer.kind, points)
        .where(Transfer.payer.is_not(None), Transfer.kind.not_in(NOT_SPENT))
        .group_by(Transfer.payer, Transfer.kind)
        .order_by(Transfer.payer, points.desc())
    )
    found = grouped((str(clan), (KINDS[kind].label, int(sum_))) for clan, kind, sum_ in rows)
    return {clan: tuple(lines) for clan, lines in found.items()}


# --- Places, battles, deaths, titles ----------------------------------------------------------------------


def placed(session: Session) -> dict[str, tuple[tuple[str, int, int], ...]]:
    """The places of every clan on the released boards: season, rank, of how many; the last board of a season counts,
    and for the last that was played one that was released after its end."""
    found: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    names = seasons(session, Game.only(session))
    for board in session.scalars(select(StatusBoard).order_by(StatusBoard.id)):
        when = season_heading(board.season, board.year) if board.number < len(names) else names[-1]
        for line in board.ranks:
            found[line["clan"]][when] = line["rank"], len(board.ranks)
    return {clan: tuple((when, *rank) for when, rank in those.items()) for clan, those in found.items()}


def with_rounds() -> ColumnElement[bool]:
    """Picks the battles of whose rounds something is known: one of a lost game stands for what still rests on it, and
    how it came out stands nowhere."""
    return Battle.is_fought_out() & (Battle.rounds > 0)


def fought(session: Session) -> dict[str, list[Fought]]:
    """The battles that are over, by the clans that fought them."""
    lost: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    whose = func.coalesce(Army.clan, Garrison.clan)
    forces = session.execute(
        select(BattleForce.battle, BattleForce.role, whose, func.sum(BattleForce.lost))
        .outerjoin(BattleForce.the_army)
        .outerjoin(BattleForce.the_garrison)
        .group_by(BattleForce.battle, BattleForce.role, whose)
    )
    for number, role, clan, counters in forces:
        lost[number, role][clan] = int(counters)
    names = clan_names(session)
    sides: dict[int, dict[str, BattleSide]] = defaultdict(dict)
    for side in session.scalars(select(BattleSide)):
        sides[side.battle][side.role] = side
        if side.clan:
            lost[side.battle, side.role].setdefault(side.clan, 0)
    found: dict[str, list[Fought]] = defaultdict(list)
    rows = session.execute(
        select(Battle, Encounter, Province.name)
        .join(Battle.the_encounter)
        .join(Battle.the_province)
        .where(with_rounds())
        .order_by(Battle.id)
    )
    for battle, met, where in rows:
        for role, enemy in OPPONENT.items():
            how = "won" if battle.winner == role else "lost" if battle.winner else "undecided"
            against = ", ".join(names[clan] for clan in lost[battle.id, enemy]) or "its people"
            for clan, counters in lost[battle.id, role].items():
                when = season_heading(met.season, met.year)
                found[clan].append(Fought(when, f"off {where}" if battle.sea else where, against, how, counters))
    return found


def deaths(session: Session) -> dict[str, list[str]]:
    """Who of each clan died, when, and how, as the journal tells it."""
    gone = undone_numbers(session)
    people = {one.id: one for one in session.scalars(select(Character).where(Character.alive.is_(False)))}
    touched = select(Touch.entry).where(Touch.table == "character", Touch.changed, Touch.key.in_(people))
    found: dict[str, list[str]] = defaultdict(list)
    entries = session.scalars(
        select(JournalEntry)
        .where(JournalEntry.number.in_(touched), JournalEntry.undoes.is_(None))
        .order_by(JournalEntry.number)
    )
    for entry in entries:
        for change in entry.changes if entry.number not in gone else ():
            if change["table"] == "character" and (change["after"] or {}).get("alive") is False:
                person = people.pop(change["key"][0], None)
                if person is not None:
                    found[person.clan].append(f"{person.name}, {entry.stretch.capitalize()}: {how_he_died(entry)}")
    return found


ENTERED = {"figure.correct": "set right by an umpire.", "game.begin_midway": "before the day went on from paper."}
"""Deaths of which the entry tells nothing, by its action."""


def how_he_died(entry: Any) -> str:
    """The sentence of an entry by which somebody died; of one that says nothing of him, how it was entered."""
    return ENTERED.get(entry.action) or plain(entry.sentence)


RULED = re.compile(r" ?\((?:[^()]*\bR\d+[^()]*|battle \d+; attacker by [^()]*)\)")
ASIDE = re.compile(r"\s(?:Forced|Reason|Note): .*$", re.DOTALL)
"""What a sentence of the journal has for umpires alone: rulings, and what they noted with it."""


def plain(sentence: str) -> str:
    """A sentence of the journal as people take it home: without rulings, and without what umpires noted."""
    return ASIDE.sub("", RULED.sub("", sentence)).strip()


def titles_of_clans(session: Session) -> dict[str, list[tuple[str, str]]]:
    """Who of each clan holds which title now, the Shogun first."""
    held, shogun = titles(session), (Character.role == SHOGUN) & Character.alive.is_(True)
    rows = session.scalars(select(Character).where(Character.id.in_(held) | shogun).order_by(Character.id)).all()
    bearers = sorted(rows, key=lambda one: one.role != SHOGUN)
    return grouped(
        (one.clan, (one.name, title))
        for one in bearers
        for title in (*(["Shogun"] if one.role == SHOGUN else []), *held.get(one.id, ()))
    )


def titles_in_words(clan: str, held: Any, scenario: Scenario) -> Iterator[str]:
    """Every title of a clan's people, with whether it is new since the start."""
    at_first = {
        (
            scenario.characters[one.character].name,
            title_in_words(one.kind, scenario.provinces[one.province].name if one.province else "", one.rank),
        )
        for one in scenario.titles
        if scenario.characters[one.character].clan == clan
    } | {(one.name, "Shogun") for one in scenario.characters.values() if one.role == SHOGUN}
    for name, title in held:
        yield f"{title}: {name}{'' if (name, title) in at_first else ', new since the start'}"


def figures(
    clan: str, held: Holders, places: tuple[tuple[str, int, int], ...] | tuple[()], battles: Any
) -> Iterator[tuple[str, str, str]]:
    """What a clan came to, in figures."""
    first = sum(holder == clan for holder in held.first.values())
    yield "Provinces", str(len(held.of(clan)[-1])), f"{first} at the start"
    if places:
        _when, rank, count = places[-1]
        yield "Place among the clans", ordinal(rank), f"of {count}"
    won = sum(one.how == "won" for one in battles)
    yield "Battles won", str(won), f"of {len(battles)}"
    yield "Counters lost in battle", str(sum(one.lost for one in battles)), ""
