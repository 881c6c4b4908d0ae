"""The board as a poster: what both sides see."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kind, Press, single
from control.sekigahara.play.board.board_questions import board_of
from control.sekigahara.play.roles import UMPIRE
from printouts.campaign.board_poster import board_poster
from printouts.poster import SHEETS, TILED


def boards(press: Press) -> Iterator[Item]:
    """The one poster."""
    drawing, position = board_of(press.session)
    yield Item("", "Board", "", lambda: drawing.shapes(position), position)


BOARD = Kind(
    key="board",
    name="Board posters",
    one="board poster",
    chapter="all",
    desks=(UMPIRE,),
    items=boards,
    draw=single(board_poster),
    empty="There is no board.",
    stocks=(*SHEETS, *TILED),
    pack=False,
)
