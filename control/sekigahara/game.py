"""The game as the kernel is handed it: two sides at one board, and an umpire."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy.orm import Session

from control.kernel import known_actions as of_every_game  # noqa: F401  # fills the registry
from control.kernel import settings
from control.kernel.actions.world import World
from control.kernel.game import Navigation, Place, UmpiredGame, add_game, later
from control.kernel.hall.filters import of_desk, of_stretch
from control.kernel.hall.screens.views import View
from control.sekigahara.play.acted_questions import stand_on
from control.sekigahara.play.acts_actions import ACTIONS, showed, undoing
from control.sekigahara.play.roles import ROLES, UMPIRE
from control.sekigahara.play.standing_invariants import INVARIANTS
from control.sekigahara.play.standing_questions import (
    closed,
    for_a_desk,
    for_the_display,
    moment,
    offers,
    shows,
    told,
    when,
)
from control.sekigahara.play.start import TABLES_OF, begin_again, may_go_on, new_game
from control.sekigahara.rows import Base, Course
from control.sekigahara.safety import midway_actions  # noqa: F401  # fills the registry
from control.sekigahara.scenario.load import RULE_SET, load, load_files

EVERYBODY = tuple(ROLES)


def standing(session: Session, scenario: Any) -> SimpleNamespace:
    """What stands at the head of every page."""
    return SimpleNamespace(title=scenario.title, when=when(Course.only(session)))


SEKIGAHARA = add_game(
    UmpiredGame(
        rule_set=RULE_SET,
        name="The campaign of 1600",
        roles=ROLES,
        leads=UMPIRE,
        inside=EVERYBODY,
        row=Course,
        own_tables=Base.metadata,
        own_actions=ACTIONS,
        moment=moment,
        told=told,
        stretch="week",
        stretch_word="turn",
        pages=(
            "control.sekigahara.play.table_pages",
            "control.sekigahara.play.battle.battle_pages",
            "control.sekigahara.play.board.board_pages",
            "control.sekigahara.play.dealt.dealt_pages",
            "control.sekigahara.safety.midway_pages",
            "control.kernel.printing.printing_pages",
        ),
        templates=(settings.folder("templates") / "sekigahara",),
        navigation=Navigation(
            home=dict.fromkeys(ROLES, "table.show"),
            band=(
                Place("table.show", "Table"),
                Place("battle.show", "Battle"),
                Place("board.show", "Board"),
                Place("journal.show", "Journal"),
            ),
            more={
                "": (
                    Place("announcements.show", "Announcements"),
                    Place("board.about_it", "About this scenario"),
                    Place("rulings.show", "Rulings"),
                    Place("dealt.show", "At the table"),
                    Place("printing.show", "Print", (UMPIRE,)),
                    Place("displays.desk", "Displays"),
                    Place("safety.show", "Copies"),
                    Place("spare.show", "Spare"),
                )
            },
            hall=frozenset({"board.show"}),
            secret=frozenset({"battle", "dealt", "midway", "table"}),
            locks=frozenset({"journal", "safety"}),
        ),
        views={
            "board": View(
                "The board",
                "campaign/_board_view.html",
                later("control.sekigahara.play.board.board_pages", "view"),
                "campaign/board.css",
            ),
            "battle": View(
                "The battle",
                "campaign/_battle_view.html",
                later("control.sekigahara.play.battle.battle_pages", "view"),
                "campaign/battle.css",
            ),
        },
        world=World,
        standing=standing,
        journal_filters={"turn": of_stretch("Turn"), "desk": of_desk(ROLES)},
        marks={"forms": stand_on},
        opened_by_card=str,
        load=load,
        files=load_files,
        new=new_game,
        begin=begin_again,
        versions=Path(__file__).parent / "versions",
        tables_of=TABLES_OF,
        may_go_on=may_go_on,
        print_pack=later("control.sekigahara.paper.position_papers", "print_pack"),
        papers=lambda: import_module("control.sekigahara.paper.position_papers").PAPERS,
        undoing=undoing,
        showed=showed,
        shows=shows,
        invariants=INVARIANTS,
        in_place={"board": for_the_display},
        made_parts={"campaign": for_a_desk, "offers": offers, "closed": closed},
    )
)
