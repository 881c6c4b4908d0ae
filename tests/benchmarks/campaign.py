"""The campaign of 1600: all moves of a full position, of both sides, with and without a card."""

from __future__ import annotations

import random
from collections.abc import Iterator

from control.sekigahara.rules.march import Position, Reach, reach
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scripting.march import board_of
from tests.benchmarks.figures import Row, timed

BLOCKS = 48


def campaign() -> Iterator[Row]:
    """Every stack's reach, in a position where all blocks of both sides stand on the board."""
    position = full_position("1600")
    found = len(all_moves(position))
    yield Row(
        f"all moves of a full position of 1600, {found} ways", timed(lambda: all_moves(position), 50), "under 20 ms"
    )


def full_position(seed: str) -> Position:
    """All blocks of both sides at places of their own, each side with six leaders."""
    chance, board = random.Random(seed), board_of("gmt")
    places = sorted(board.places)
    chance.shuffle(places)
    half = {"east": places[::2], "west": places[1::2]}
    units = {side: dict.fromkeys(half[side], 1) for side in SIDES}
    for side in SIDES:
        for place in chance.choices(half[side], k=BLOCKS - len(half[side])):
            units[side][place] += 1
    return Position(units, {}, {side: half[side][:6] for side in SIDES}, [*board.disks])


def all_moves(position: Position) -> list[Reach]:
    """Where one block, and the whole stack, of each place can go with a card."""
    board = board_of("gmt")
    return [
        one
        for side in SIDES
        for place, there in position.units[side].items()
        for blocks in {1, there}
        for one in reach(board, position, side, place, blocks, force_march=True)
    ]
