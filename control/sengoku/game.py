"""The game as the kernel is handed it.

Importing this fills the registry of actions; what takes long to import, pages and papers, is imported when it is first
asked for.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from control.kernel import known_actions as of_every_game  # noqa: F401  # fills the registry
from control.kernel import settings
from control.kernel.demo import DemoGame
from control.kernel.game import UmpiredGame, add_game, later
from control.kernel.hall.screens.views import View
from control.kernel.rows import TABLES_OF
from control.sengoku import actions  # noqa: F401  # fills the registry
from control.sengoku.demo.moments import MOMENTS
from control.sengoku.hall.book.changing_questions import CHANGING
from control.sengoku.hall.book.rulings_questions import options_in_force, words_of
from control.sengoku.hall.duties import ROTA
from control.sengoku.hall.journal_filters_questions import JOURNAL_FILTERS
from control.sengoku.hall.timing import CLOCK
from control.sengoku.navigation import NAVIGATION, opened_by_card
from control.sengoku.pages import PAGES
from control.sengoku.rows import Game
from control.sengoku.rows.base import Base
from control.sengoku.rules.desks import DESKS, SEES_ARMIES, SEES_SHADOWS
from control.sengoku.scenario.load import load, load_files
from control.sengoku.season.asking import BEGINNINGS, ask_for_the_beginning
from control.sengoku.season.start import begin_again, bring_up, new_game
from control.sengoku.season.undoing_actions import heard, spent, undoing
from control.sengoku.state_questions import ONLY_ROWS, RETOLD, flags, on_the_screens
from control.sengoku.world.acting import ACTIONS, INVARIANTS, World
from control.sengoku.world.bonds.hostages_questions import state_part
from control.sengoku.world.marks_questions import KINDS
from control.sengoku.world.minding_questions import SHARED_OUT, concerning, parts_minded, whose
from control.sengoku.world.moments_questions import moment, season_and_year, told
from control.sengoku.world.people.reprints_actions import tick_off
from control.sengoku.world.standing_questions import standing
from control.sengoku.world.telling.telling_questions import untold

SHOWN = {
    "clock": "Clock",
    "map": "Map",
    "status": "Order of the clans",
    "news": "News",
    "edicts": "Edicts and rebels",
}
VIEWS = {
    key: View(words, f"hall/displays/_{key}.html", later("control.sengoku.hall.displays_pages", f"{key}_view"))
    for key, words in SHOWN.items()
}
"""What a screen can show, in the order in which it takes turns if nobody says otherwise."""


SENGOKU = add_game(
    UmpiredGame(
        rule_set="sengoku",
        name="Sengoku Control Room",
        roles=DESKS,
        leads="game",
        inside=SEES_ARMIES,
        apart=SEES_SHADOWS,
        map_drawn=True,
        row=Game,
        own_tables=Base.metadata,
        own_actions=ACTIONS,
        moment=moment,
        told=told,
        printed=tick_off,
        clock=CLOCK,
        rota=ROTA,
        changing=CHANGING,
        addresses={"rota": "/casting/rota"},
        demo=DemoGame(MOMENTS, later("control.sengoku.demo.year", "play")),
        where_ruled=later("control.sengoku.hall.book.handbook_pages", "where_ruled"),
        stretch="season",
        stretch_word="season",
        pages=PAGES,
        navigation=NAVIGATION,
        world=World,
        standing=standing,
        marks=KINDS,
        opened_by_card=opened_by_card,
        views=VIEWS,
        taken=("drawing", "season"),
        journal_filters=JOURNAL_FILTERS,
        only_rows=ONLY_ROWS,
        retold=RETOLD,
        in_place={"flags": flags},
        made_parts={"hostages": state_part},
        guessed={"general": "generals"},
        parts_minded=parts_minded,
        whose=whose,
        concerning=concerning,
        shared_out=SHARED_OUT,
        part_table="clan",
        load=load,
        files=load_files,
        new=new_game,
        begin=begin_again,
        bring_up=bring_up,
        beginnings=BEGINNINGS,
        ask=ask_for_the_beginning,
        began=lambda row, scenario: row.first_season or scenario.first_season,
        versions=Path(__file__).parent / "versions",
        tables_of=TABLES_OF,
        shown_besides=on_the_screens,
        in_answers=season_and_year,
        print_pack=later("control.sengoku.paper.fallback.fallback_papers", "print_pack"),
        papers=lambda: import_module("control.sengoku.paper.press").PAPERS,
        undoing=undoing,
        heard=heard,
        spent=spent,
        invariants=INVARIANTS,
        shared={
            "untold_by": untold,
            "options_in_force": options_in_force,
            "tour_here": later("control.sengoku.hall.help.help_pages", "tour_here"),
            "now_here": later("control.sengoku.season.now_pages", "now_here"),
            "clans_here": later("control.sengoku.season.now_pages", "clans_here"),
            "walks_with": later("control.sengoku.season.now_pages", "walks_with"),
        },
        option_words=words_of,
        templates=(settings.folder("templates") / "sengoku",),
    )
)
