"""Everything on paper: which kinds of printout there are, and what a printing asks of the game."""

from __future__ import annotations

from control.kernel.printing.kinds import Item, Kind, Papers, Press
from control.kernel.printing.making import Made, Wish, make
from control.sengoku.paper import clan_papers as minded
from control.sengoku.paper import wall_papers as wall
from control.sengoku.paper.afterwards import afterwards_papers as after
from control.sengoku.paper.fallback import fallback_papers as fallback
from control.sengoku.paper.players import players_papers as players
from control.sengoku.paper.season import season_papers as season
from control.sengoku.paper.table import signs_papers as signs
from control.sengoku.paper.table import table_papers as table
from control.sengoku.paper.umpires import hall_papers as hall
from control.sengoku.paper.umpires import umpires_papers as umpires
from control.sengoku.season import seasonal_papers as seasonal
from control.sengoku.world.names import id_of
from control.sengoku.world.people.people_questions import clans
from printouts.paper import Paper, unknown_letters

__all__ = ["KINDS", "PAPERS", "Item", "Kind", "Made", "Press", "Wish", "make"]

KINDS: dict[str, Kind] = {
    kind.key: kind
    for chapter in (players, signs, season, seasonal, table, umpires, minded, hall, fallback, wall, after)
    for kind in chapter.KINDS
}
PAPERS = Papers(
    kinds=KINDS,
    chapters={
        "players": "Players, before the game",
        "season": "Players, each season",
        "table": "The table",
        "umpires": "Umpires",
        "fallback": "If the laptop dies",
        "wall": "The wall",
        "after": "After the game",
    },
    handed_out=("players", "season", "table"),
    paper=Paper,
    unknown=unknown_letters,
    word="clan",
    owners=lambda scenario: {key: clan.name for key, clan in scenario.clans.items()},
    choices=clans,
    meant=lambda typed, scenario: id_of(typed, scenario.clans),
    older=("army", "battle"),
    fallback=("fallback", "fallback_map"),
)
