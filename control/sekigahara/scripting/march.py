"""`control-room march`: a position in as JSON, every place a stack can reach out (7.3, 7.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Order, number, one_of, one_or_each, quoted
from control.kernel.wording import counted, in_a_row
from control.sekigahara.rules.board.board import Board, segment
from control.sekigahara.rules.board.march import Position, Reach, has_disk, reach
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scenario.campaign import board_of as board_of_scenario
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scenario.model import Scenario
from control.sekigahara.scripting.faults import read_as

MOST = 48
"""Blocks of a side (3.2)."""
Side = one_of("a side", *SIDES)


def road(value: Any) -> tuple[str, str]:
    """A road segment: the ids of its two ends."""
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(end, str) for end in value)):
        raise PydanticCustomError(
            "text",
            'A road segment is a list of two places such as ["kyoto", "minakuchi"], not {shown}.',
            {"shown": quoted(value)},
        )
    return value[0], value[1]


Road = Annotated[
    tuple[str, str],
    BeforeValidator(road),
    WithJsonSchema({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}),
]


class There(Order):
    """The blocks of each side at a place, and who had its castle first (S4)."""

    east: number(0, MOST, "the number of east blocks") | None = None
    west: number(0, MOST, "the number of west blocks") | None = None
    castle: Side | None = None


class Stack(Order):
    """How many blocks go, and from where."""

    place: str
    blocks: number(1, MOST, "the number of blocks of the stack")


class Standing(Order):
    """What stands on the board, and what this phase has used of it."""

    units: dict[str, There]
    leaders: list[str] | None = None
    disks: list[str] | None = None
    used: list[Road] | None = None
    moved: dict[str, number(0, MOST, "the number of blocks that may not move")] | None = None


class March(Order):
    """What `control-room march` reads of one stack."""

    edition: str
    side: Side
    force_march: number(0, 1, "force_march") | None = None
    stack: Stack
    position: Standing


MEANT = {
    "edition": "the edition whose board it is, such as gmt",
    "side": "who moves, east or west (7.3)",
    "stack": "from where how many blocks go as one group (7.3)",
    "place": "the place that they set out from (7.3.1)",
    "blocks": "how many of them go (7.3.6)",
    "position": "what stands on the board",
    "units": "the number of blocks of each side, by place; nobody stands where none is given",
}
"""What belongs into a field that is missing."""


@cache
def board_of(edition: str, scenario_of: Callable[[str], Scenario] = of_edition) -> Board:
    """The board of an edition, by what gives its scenario."""
    return board_of_scenario(scenario_of(edition))


def answers(document: Any, scenario_of: Callable[[str], Scenario] = of_edition) -> Any:
    """The answer to one question, or to each of a list of them, as `json.dumps` takes it. Raises as `answer`, and
    `each`."""
    return one_or_each(document, lambda one: answer(one, scenario_of))


def answer(document: Any, scenario_of: Callable[[str], Scenario] = of_edition) -> dict[str, Any]:
    """The answer to one question. Raises OrderNotUnderstood and OrderNotAllowed with the path of the field."""
    asked = read_as(March, document, "a march", MEANT)
    board = board_of(asked.edition, scenario_of)
    for trouble in chain(unknown(asked, board), impossible(asked, board)):
        raise trouble
    try:
        found = reach(
            board, position_of(asked), asked.side, asked.stack.place, asked.stack.blocks, bool(asked.force_march)
        )
    except OrderNotAllowed as error:
        raise error.at("stack.blocks" if error.ruling == "7.3.6" else "stack.place") from None
    return {"reach": [as_document(one) for one in found]}


def unknown(asked: March, board: Board) -> Iterator[OrderNotUnderstood]:
    """Every place, disk and road segment that is not on the board of the edition."""
    standing = asked.position
    named = [
        ("stack.place", asked.stack.place),
        *((f"position.units.{place}", place) for place in standing.units),
        *((f"position.leaders.{index}", place) for index, place in enumerate(standing.leaders or ())),
        *((f"position.moved.{place}", place) for place in standing.moved or ()),
        *((f"position.used.{index}", place) for index, ends in enumerate(standing.used or ()) for place in ends),
    ]
    for field, place in named:
        if place not in board.places:
            yield OrderNotUnderstood(
                f'There is no place "{place}" on this board (4.1).{did_you_mean(place, board.places)}', field=field
            )
    for index, (one, other) in enumerate(standing.used or ()):
        if one in board.roads and other in board.places and other not in board.roads[one]:
            yield OrderNotUnderstood(
                f"No road leads from {board.called(one)} to {board.called(other)} (7.3.1); from {board.called(one)} "
                f"there is one to {in_a_row(map(board.called, board.roads[one]))}.",
                field=f"position.used.{index}",
            )
    for index, disk in enumerate(standing.disks or ()):
        if disk not in board.disks:
            yield OrderNotUnderstood(
                f'There is no disk "{disk}" in this edition, only {in_a_row(board.disks)} (3.4).'
                f"{did_you_mean(disk, board.disks)}",
                field=f"position.disks.{index}",
            )


def impossible(asked: March, board: Board) -> Iterator[OrderError]:
    """Whatever in the position cannot be, and a stack of more blocks than may move."""
    standing, position = asked.position, position_of(asked)
    for place, there in standing.units.items():
        field = f"position.units.{place}.castle"
        both = bool(there.east and there.west)
        has_castle = bool(board.places[place].castle) and not has_disk(board, position, place)
        if there.castle and not (both and has_castle):
            why = (
                "the castle of a standing disk is its owner's"
                if has_disk(board, position, place)
                else "only one side has blocks there"
                if has_castle
                else "there is no castle"
            )
            yield OrderNotUnderstood(
                f"At {board.called(place)} {why}, so nobody is named who had it first (S4); leave it out.", field=field
            )
        if both and has_castle and not there.castle:
            yield OrderNotUnderstood(
                f"Both sides stand at the castle of {board.called(place)}: say which had it first, east or west (S4).",
                field=field,
            )
    for index, place in enumerate(standing.leaders or ()):
        if not position.blocks(asked.side, place):
            yield OrderNotUnderstood(
                f"The {asked.side} has no block at {board.called(place)}, so no leader is there (7.3.4); "
                "a leader counts among the blocks.",
                field=f"position.leaders.{index}",
            )
    for place, moved in (standing.moved or {}).items():
        if moved > (stand := position.blocks(asked.side, place)):
            yield OrderNotUnderstood(
                f"The {asked.side} has {counted(stand, 'block')} at {board.called(place)}, so no {moved} of them can "
                "have moved (7.3.1).",
                field=f"position.moved.{place}",
            )
    yield from more_than_may_move(asked, board, position)


def more_than_may_move(asked: March, board: Board, position: Position) -> Iterator[OrderNotAllowed]:
    """Whether the stack has more blocks than stand there and have not moved."""
    place, blocks = asked.stack.place, asked.stack.blocks
    there, moved = position.blocks(asked.side, place), (asked.position.moved or {}).get(place, 0)
    if blocks > there - moved:
        after = f", of which {moved} may not move" if moved else ""
        yield OrderNotAllowed(
            f"The {asked.side} has {counted(there, 'block')} at {board.called(place)}{after}: at most "
            f"{there - moved} can go, not {blocks} (7.3.1).",
            field="stack.blocks",
            ruling="7.3.1",
        )


def position_of(asked: March) -> Position:
    """The position in the words of the rules."""
    standing = asked.position
    counts: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for place, there in standing.units.items():
        counts["east"][place] = there.east or 0
        counts["west"][place] = there.west or 0
    return Position(
        counts,
        {place: str(there.castle) for place, there in standing.units.items() if there.castle},
        {asked.side: frozenset(standing.leaders or ())},
        frozenset(standing.disks or ()),
        frozenset(segment(*ends) for ends in standing.used or ()),
    )


def as_document(one: Reach) -> dict[str, Any]:
    """A place that can be reached, as the scripting surface writes it."""
    return {
        "to": one.to,
        "way": list(one.way),
        "cards": one.cards,
        "allowance": one.allowance,
        "used": len(one.way) - 1,
        "overruns": list(one.overruns),
        "why": list(one.why),
    }
