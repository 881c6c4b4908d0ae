"""The game as the kernel is handed it: two sides of a river, and an umpire."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import literal

from control.kernel import known_actions as of_every_game  # noqa: F401  # fills the registry
from control.kernel.actions.world import Room, World
from control.kernel.chance.chance import Secrets, desk_codes
from control.kernel.database.store import Store
from control.kernel.game import Moment, Navigation, Place, UmpiredGame, add_game, later
from control.kernel.hall.clock.clockwork import Clockwork, Stage
from control.kernel.hall.filters import of_desk, of_stretch
from control.kernel.hall.rota.rota import Rota
from control.kernel.hall.scenario.changing import Changing
from control.kernel.migrations import migrate
from control.kernel.rows import Desk
from control.kernel.scenarios.scenario_files import carried
from tests.toy.actions import ACTIONS
from tests.toy.rows import Base, Boat, Clock, Crossings, CrossingTime, DayPlan, Duty, Scout

ROLES = {"umpire": "The umpire", "north": "The north bank", "south": "The south bank", "shade": "The smugglers"}


@dataclass(frozen=True)
class River:
    """The only scenario there is."""

    key: str = "river"
    title: str = "The river"
    rule_set: str = "toy"
    digest: str = ""


TABLES_OF = "0001"


def begin(
    store: Store, scenario: River, chance: Secrets | None = None, _as_was: Any = None, begin: str = "north"
) -> Room:
    """A new game: its tables beside the kernel's, the desks, a boat."""
    migrate(store.engine, TOY)
    chance = chance or Secrets()
    codes = {**desk_codes(ROLES), **chance.codes}
    with store.write() as session:
        about = {"scenario": scenario.key, "title": scenario.title, "rule_set": scenario.rule_set}
        session.add(Crossings(id=1, **about, seed=chance.seed, secret=chance.cookies, begun_with=TABLES_OF))
        session.add_all(Desk(key=key, name=name, code=codes[key]) for key, name in ROLES.items())
        session.add_all(
            carried({"scenario.toml": f'rule_set = "{scenario.rule_set}"', "words.md": "The river is wide."})
        )
        session.add(Boat(id=1, bank=begin or "north"))
        session.add(Clock(id=1, left=120))
        session.add(DayPlan(id=1, begins="10:00", ends="11:00"))
    return Room(store, scenario)


TOY = add_game(
    UmpiredGame(
        rule_set="toy",
        name="The river",
        roles=ROLES,
        leads="umpire",
        inside=tuple(ROLES),
        apart=("shade",),
        row=Crossings,
        own_tables=Base.metadata,
        own_actions=ACTIONS,
        moment=lambda game: Moment(game.crossings, f"crossing {game.crossings}"),
        told=lambda _model, moment: {"crossing": moment},
        stretch="crossings",
        stretch_word="crossing",
        pages=(
            "tests.toy.pages",
            "control.kernel.printing.printing_pages",
            "control.kernel.hall.clock.clock_pages",
            "control.kernel.hall.rota.rota_pages",
            "control.kernel.hall.scenario.scenario_pages",
        ),
        templates=(Path(__file__).parent / "templates",),
        navigation=Navigation(
            home=dict.fromkeys(ROLES, "river.show"),
            band=(Place("river.show", "River"),),
            more={
                "": (
                    Place("safety.show", "Copies"),
                    Place("clock.desk", "Clock"),
                    Place("printing.show", "Print", ("umpire",)),
                    Place("rota.show", "Rota"),
                    Place("journal.show", "Journal"),
                    Place("announcements.show", "Announcements"),
                )
            },
        ),
        clock=Clockwork(
            row=Clock,
            times=CrossingTime,
            plan=DayPlan,
            number=lambda game: game.crossings,
            named=lambda game, ahead: f"Crossing {game.crossings + ahead}",
            stages=lambda _scenario, _game: (Stage("Load", 120, "Keep off the quay"), Stage("Row", 180, open=True)),
            length=lambda _scenario: 300,
            closed_by=("boat.cross",),
        ),
        world=World,
        standing=lambda session, scenario: SimpleNamespace(
            title=scenario.title,
            when=f"Crossing {session.get_one(Crossings, 1).crossings}",
        ),
        journal_filters={"crossing": of_stretch("Crossing"), "desk": of_desk(ROLES)},
        marks={},
        opened_by_card=str,
        rota=Rota(Duty),
        changing=Changing(
            seeded={"scenario.toml": "It holds for the whole game."},
            altered=lambda _session, _now, _then: (),
            compared=("crossings",),
        ),
        load=lambda _folder: River(),
        files=lambda _key, _files, _changed="": River(),
        new=begin,
        begin=begin,
        beginnings=("north", "south"),
        began=lambda _row, _scenario: "north",
        versions=Path(__file__).parent / "versions",
        tables_of=TABLES_OF,
        print_pack=later("tests.toy.pages", "print_pack"),
        papers=lambda: import_module("tests.toy.pages").PAPERS,
        undoing=lambda *_given: lambda: None,
        only_rows={Scout: lambda _session, who: literal(who == "umpire") | (Scout.side == who)},
    )
)
