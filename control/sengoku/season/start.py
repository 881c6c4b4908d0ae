"""Starting a game: from a scenario to the first state of the database."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.world import A_LINE, Room
from control.kernel.chance.chance import Secrets, desk_codes
from control.kernel.database.made import made_from
from control.kernel.database.store import Store, telling_why
from control.kernel.game import game_of
from control.kernel.journal.changes import add_touches
from control.kernel.migrations import migrate
from control.kernel.opening import refuse_another
from control.kernel.rows import TABLES_OF, Desk, Display, JournalEntry, Serial
from control.kernel.scenarios.scenario_files import carried, digest_in
from control.sengoku.battle.losses.risk_actions import call_for_the_first_season
from control.sengoku.rows import (
    Attitude,
    Character,
    Clan,
    Clock,
    Courtier,
    DayPlan,
    Game,
    Place,
    Province,
    Title,
    Transfer,
)
from control.sengoku.rules import economy
from control.sengoku.rules.desks import DESKS
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.ledger.ledger_questions import paying


def new_game(
    store: Store, scenario: Scenario, chance: Secrets | None = None, begin: str = "", version: str = TABLES_OF
) -> Room:
    """Make the tables and put the scenario's first state into them; ``begin`` is the season it begins in, if that is
    not to be the scenario's. Refuses where there is a game already."""
    refuse_another(store)
    with telling_why():
        migrate(store.engine, game_of(scenario))
    with store.write() as session:
        set_up(session, scenario, chance or Secrets(), begin or scenario.first_season, version)
    return Room(store, scenario)


OPTION_SINCE = {"second_umpire": "0012"}
"""The tables (TABLES_OF) with which a rule option came that the first games had not."""


def begin_again(store: Store, scenario: Scenario, chance: Secrets, as_was: Game) -> Room:
    """A game that begins as another began: without the rule options that came with a later version."""
    return new_game(store, scenario, chance, as_was.first_season, as_was.begun_with or "")


def set_up(session: Session, scenario: Scenario, chance: Secrets, begin: str, version: str) -> None:
    """The rows of a game before anybody did anything, in the season it begins in.

    The year runs from winter to autumn (handbook 2): before a first spring there may be its winter, of the same year.
    Nobody grows older for it, no upkeep falls due, and what the winter pays is the opening sums (R20, R21, R24).
    """
    session.add(
        Game(
            id=1,
            scenario=scenario.key,
            title=scenario.title,
            rule_set=scenario.rule_set,
            year=scenario.first_year,
            season=begin,
            phase=0,
            seasons=0,
            first_season=begin,
            options={
                name: one for name, one in asdict(scenario.options).items() if OPTION_SINCE.get(name, "") <= version
            },
            seed=chance.seed,
            secret=chance.cookies,
            begun_with=TABLES_OF,
        )
    )
    codes = {**desk_codes(DESKS), **chance.codes}
    session.add_all(Desk(key=key, name=name, code=codes[key]) for key, name in DESKS.items())
    session.add_all(made_from(Clan, clan) for clan in scenario.clans.values())
    session.flush()
    provinces = [
        made_from(Province, province, holder=province.ruler, taken=False) for province in scenario.provinces.values()
    ]
    session.add_all([*provinces, *(made_from(Character, person) for person in scenario.characters.values())])
    session.add_all(made_from(Courtier, one) for one in scenario.court)
    session.flush()
    places = [made_from(Place, place, taken=False) for place in scenario.places.values()]
    session.add_all(places)
    session.add_all(
        made_from(Title, title, id=f"{title.kind}-{title.character}-{title.province or title.rank}")
        for title in scenario.titles
    )
    session.add_all(
        Attitude(clan=clan, to=to, attitude=step, reason="As the game begins", year=scenario.first_year, season=begin)
        for clan, dossier in scenario.locals.items()
        for to, step in dossier.attitudes.items()
    )
    set_up_hall(session, scenario, begin)
    session.add_all(carried(scenario.files))
    session.flush()
    open_books(session, scenario, provinces, places, begin)
    if scenario.first_season_draws:
        call_for_the_first_season(session)


def set_up_hall(session: Session, scenario: Scenario, begin: str) -> None:
    """The clock at the beginning of the first season, not yet started; the plan of the day; one display."""
    day = scenario.day
    session.add(Clock(id=1, stage=0, left=60 * scenario.timetable(begin)[0].minutes))
    session.add(
        DayPlan(
            id=1,
            begins=day.begins,
            ends=day.ends,
            breaks=[{"name": one.name, "at": one.at, "minutes": one.minutes} for one in day.breaks],
        )
    )
    session.add(Display(id="hall", name="The hall", shows=["map"]))


def open_books(
    session: Session, scenario: Scenario, provinces: list[Province], places: list[Place], begin: str
) -> None:
    """What every clan begins with: its treasury, and the income of the winter before (R21)."""
    moves = [
        economy.Transfer("opening", economy.treasury(clan.id), "opening", cash=clan.treasury)
        for clan in scenario.clans.values()
        if clan.treasury
    ]
    moves += economy.winter_income(paying(scenario, provinces, places))
    session.add_all(
        made_from(
            Transfer,
            move,
            id=number,
            line=number,
            entry=0,
            number=0,
            year=scenario.first_year,
            season=begin,
            payee=economy.owner(move.target),
        )
        for number, move in enumerate(moves, start=1)
    )
    session.add(Serial(name=f"transfer{A_LINE}", last=len(moves)))


def bring_up(store: Store, scenario: Scenario) -> None:
    """Give a game that an older version of the program began what it lacks: a clock, books, the journal's index."""
    with store.read() as session:
        carries = digest_in(session) != ""
        has_clock = session.get(Clock, 1) is not None
    if not carries:
        with store.write() as session:
            session.add_all(carried(scenario.files))
    if has_clock:
        return
    with store.write() as session:
        set_up_hall(session, scenario, scenario.first_season)
        provinces = list(session.scalars(select(Province).order_by(Province.id)))
        places = list(session.scalars(select(Place).order_by(Place.id)))
        open_books(session, scenario, provinces, places, scenario.first_season)
        for entry in session.scalars(select(JournalEntry).order_by(JournalEntry.number)):
            add_touches(session, entry)
