"""The pages of the game: imported when an application is built, and not by a command."""

from __future__ import annotations

from control.kernel.hall import clock_pages as clock
from control.kernel.hall import rota_pages as rota
from control.kernel.hall import scenario_pages as scenario_desk
from control.kernel.printing import printing_pages as printing
from control.sengoku.battle import battles_pages as battle
from control.sengoku.battle import chances_pages as chances
from control.sengoku.battle import npd_pages as npd
from control.sengoku.battle import tactics_pages as tactics
from control.sengoku.books import books_pages as books
from control.sengoku.books import team_pages as team
from control.sengoku.books import works_pages as works
from control.sengoku.hall import displays_pages as displays
from control.sengoku.hall import handbook_pages as handbook
from control.sengoku.hall import help_pages as help_desk
from control.sengoku.hall import news_pages as news
from control.sengoku.hall import rulings_pages as options
from control.sengoku.honour import honour_pages as honour
from control.sengoku.land import clan_pages as clan_file
from control.sengoku.land import locals_pages as local_clans
from control.sengoku.land import provinces_pages as provinces
from control.sengoku.march import encounters_pages as encounters
from control.sengoku.march import map_pages as map_desk
from control.sengoku.march import order_grid_pages as order_grid
from control.sengoku.march import orders_pages as orders
from control.sengoku.march import walk_round_pages as walk_round
from control.sengoku.people import bowing_pages as bowing
from control.sengoku.people import casting_pages as casting
from control.sengoku.people import claimed_pages as claimed
from control.sengoku.people import court_pages as court
from control.sengoku.people import finding_pages as finding
from control.sengoku.people import kin_pages as kin
from control.sengoku.people import people_pages as people
from control.sengoku.people import shogun_pages as shogun
from control.sengoku.people import telling_pages as telling
from control.sengoku.people import titles_pages as titles
from control.sengoku.politics import bakufu_pages as bakufu
from control.sengoku.politics import calls_pages as calls
from control.sengoku.politics import edicts_pages as edicts
from control.sengoku.politics import letters_pages as letters
from control.sengoku.politics import petitions_pages as petitions
from control.sengoku.politics import treaties_pages as treaties
from control.sengoku.safety import midway_pages as midway
from control.sengoku.season import game_pages as game
from control.sengoku.season import gate_pages as gate
from control.sengoku.season import now_pages as now
from control.sengoku.shadows import shadows_pages as shadows

PAGES = (
    map_desk,
    shadows,
    encounters,
    orders,
    order_grid,
    battle,
    chances,
    tactics,
    people,
    treaties,
    npd,
    local_clans,
    clan_file,
    telling,
    walk_round,
    game,
    now,
    displays,
    printing,
    provinces,
    finding,
    clock,
    gate,
    team,
    books,
    honour,
    casting,
    rota,
    letters,
    news,
    options,
    handbook,
    help_desk,
    scenario_desk,
    midway,
    works,
    edicts,
    bakufu,
    calls,
    petitions,
    claimed,
    shogun,
    kin,
    titles,
    bowing,
    court,
)
"""The pages of the game, in the order in which they are registered."""
