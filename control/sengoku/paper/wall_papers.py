"""The wall: the poster of the map and the order of the clans. Both show what everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from sqlalchemy import select

from control.kernel.drawing.maps.country import Country
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.grouping import grouped
from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.kernel.wording import folded
from control.sengoku.honour.status_questions import board
from control.sengoku.rows import Place, Province
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.lords_questions import land_of_lords
from control.sengoku.world.land.atlas import holders_of
from control.sengoku.world.land.land_questions import LandView
from control.sengoku.world.standing_questions import standing
from printouts.hall.map_poster import ClanLine, MapPoster, map_poster
from printouts.honour.status_board import BoardLine, StatusBoard, status_board
from printouts.paper import Paper
from printouts.poster import SHEETS, TILED

KINDS = Kinds("wall")


def draw_poster(paper: Paper, made: tuple[MapPoster, Callable[[], MapDrawing]]) -> None:
    """The poster, with the map that is made when it is needed."""
    poster, drawing = made
    map_poster(paper, poster, drawing())


@KINDS.add(
    "map_poster", "Map posters", "map poster", ("map", "team", "game"), single(draw_poster), stocks=(*SHEETS, *TILED)
)
def map_poster_items(press: Press) -> Iterator[Item]:
    """The one poster. The season on it is only that of printing."""
    seen, now = land_of_lords(press.session, "public"), standing(press.session, press.scenario)
    values = {one.id: one.rice_value for one in press.session.scalars(select(Province))}
    values |= {one.id: one.value for one in press.session.scalars(select(Place))}
    poster = MapPoster(
        now.title,
        now.when,
        tuple(clan_lines(seen, values, press.scenario)),
        tuple(holders_of(seen).items()),
        tuple(seen.works.items()),
        tuple(seen.buildings.items()),
    )
    yield Item("", "Map poster", "", (poster, press.drawing), replace(poster, when=""))


def clan_lines(seen: LandView, values: Mapping[str, int], scenario: Scenario) -> Iterable[ClanLine]:
    """The clans that hold something, those with the richest lands first."""
    held = grouped((sign.id, key) for key, sign in seen.holders.items() if sign)
    found = [
        ClanLine(
            replace(sign, crest=scenario.clans[sign.id].crest),
            len(held[sign.id]),
            sum(values[key] for key in held[sign.id]),
        )
        for sign in seen.clans
        if sign.id in held
    ]
    return sorted(found, key=lambda line: (-line.value, folded(line.clan.name)))


@KINDS.add(
    "status_board",
    "Status boards",
    "status board",
    ("team", "game"),
    single(status_board),
    "The order of the clans has not been released yet, so there is no board to print.",
    stocks=("A4", "Letter", *SHEETS),
)
def status_board_items(press: Press) -> Iterator[Item]:
    """The order of the clans that was released last, if one was."""
    found = board(press.session)
    if found is None:
        return
    lines = tuple(
        BoardLine(
            one.rank,
            one.shared,
            replace(one.clan, crest=press.scenario.clans[one.clan.id].crest),
            one.up,
        )
        for one in found.lines
    )
    title = standing(press.session, press.scenario).title
    yield Item("", "Status board", "", StatusBoard(title, found.when, found.first, lines))


# --- The map for other printouts --------------------------------------------------------------------------


def country_of(seen: LandView, clan: str, *also: str) -> Country:
    """A clan's country for its map on paper, from the land as the public sees it; ``also`` are provinces that the map
    must show even if they are not the clan's, such as its home."""
    own = tuple(key for key, sign in seen.holders.items() if sign and sign.id == clan)
    return Country(own, tuple(holders_of(seen).items()), tuple(seen.works.items()), also)
