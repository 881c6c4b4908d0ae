"""How far a stack can go, and by which way (7.3, 7.4 and the rulings S4, S7 to S12, S15, S37, S47).

Only numbers of blocks are counted, and only as they stand now: whoever moves asks again after every move. What the
editions do differently is on the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from control.kernel.errors import OrderNotAllowed
from control.kernel.values import dataclass
from control.kernel.wording import counted, in_a_row, signed
from control.sekigahara.rules.board.board import Board, segment
from control.sekigahara.rules.sides import CALLED, OTHER

TOO_MANY = 17
"""So many blocks together never move (7.3.6, S12)."""
FOUR_TO_ONE = 4
"""An overrun needs so many blocks for each of the enemy's (7.4.1)."""

LEADER = "a leader"
"""What leads where nothing that all can see does; he is declared when he is needed, and not before (7.3.4, P3)."""

Road = tuple[str, str]
"""A road as `segment` writes it down."""


@dataclass(frozen=True, slots=True)
class Position:
    """What bears on a march: the number of blocks of each side at each place where it has any, who had the castle first
    where both stand (S4), the places where each side has a leader, the disks that stand, the roads used in this
    phase (S9)."""

    units: Mapping[str, Mapping[str, int]]
    first: Mapping[str, str]
    leaders: Mapping[str, Collection[str]]
    disks: Collection[str]
    used: Collection[Road] = frozenset()

    def blocks(self, side: str, place: str) -> int:
        """How many blocks of a side stand at a place."""
        return self.units[side].get(place, 0)


@dataclass(frozen=True, slots=True)
class Reach:
    """The best way to a place: by so many ``cards`` (1 is a force march), with that ``allowance``; on it those places
    are overrun. ``why`` is told in sentences with the rule's number."""

    to: str
    way: tuple[str, ...]
    cards: int
    allowance: int
    overruns: tuple[str, ...]
    why: tuple[str, ...]


# Castles


def has_disk(board: Board, position: Position, place: str) -> bool:
    """Whether a disk stands at a place."""
    disk = board.places[place].disk
    return bool(disk) and disk in position.disks


def owner(board: Board, position: Position, place: str) -> str:
    """Whose the castle at a place is, its disk included; empty where there is none (4.3, S4, S7, S37)."""
    here = board.places[place]
    if has_disk(board, position, place):
        return here.disk_side
    if not here.castle:
        return ""
    east, west = (bool(position.blocks(side, place)) for side in ("east", "west"))
    if east and west:
        return position.first.get(place, here.castle)
    return "east" if east else "west" if west else here.castle


def is_besieged(board: Board, position: Position, side: str, place: str) -> bool:
    """Whether the blocks of a side at a place are inside a castle with the enemy around it (8.9.6)."""
    return bool(position.blocks(OTHER[side], place)) and owner(board, position, place) == side


# Going on, or not


def is_stopped(board: Board, position: Position, side: str, place: str) -> bool:
    """Whether an enemy unit stands at a place: a block, or a disk that is still there (7.3.2, S7)."""
    if position.blocks(OTHER[side], place):
        return True
    return has_disk(board, position, place) and board.places[place].disk_side != side


def is_overrun(board: Board, position: Position, side: str, place: str, arriving: int) -> bool:
    """Whether so many blocks that arrive, with those of their side who stand there, overrun the enemy's (7.4, S15)."""
    foes = position.blocks(OTHER[side], place)
    return (
        0 < foes * FOUR_TO_ONE <= position.blocks(side, place) + arriving
        and owner(board, position, place) != OTHER[side]
    )


def overrun_up_to(board: Board, position: Position, side: str, place: str) -> int:
    """How many blocks of a side that arrive the enemy there overruns at most, with those of it who stand there; none
    where they own the castle (7.4.1, S15)."""
    if owner(board, position, place) == side:
        return 0
    return max(0, position.blocks(OTHER[side], place) // FOUR_TO_ONE - position.blocks(side, place))


def lost_there(board: Board, position: Position, side: str, place: str, most: int, fewest: int = 0) -> str:
    """By whom so many blocks that arrive are overrun, in words; where it is not said yet how many of ``most`` go, but
    ``fewest`` at least, up to how many are. Empty where all of them stand (7.4.1, S15)."""
    up_to, fewest = overrun_up_to(board, position, side, place), fewest or most
    if up_to < fewest:
        return ""
    if fewest == most:
        arriving = f"the {most} that {'arrives' if most == 1 else 'arrive'}"
    elif most <= up_to:
        arriving = "whoever arrives"
    else:
        arriving = "1 that arrives alone" if up_to == 1 else f"up to {up_to} that arrive"
    return f"{position.blocks(OTHER[side], place)} of {CALLED[OTHER[side]]} overrun {arriving}"


def may_leave(board: Board, position: Position, place: str) -> bool:
    """Whether a road from a place was not used yet in this phase, so that one block at least may go (7.3.3, S9)."""
    return any(segment(place, to) not in position.used for to in board.roads[place])


# How far


def leadership(board: Board, position: Position, side: str, place: str) -> str:
    """What leads a stack of a side that sets out from a place, as it is said in a sentence; empty if nothing does
    (7.3.4, S8, S47). A leader comes last: he must be declared, the others are there for all to see."""
    here = board.places[place]
    if board.capitals_lead and here.capital == side:
        return "the own capital"
    if here.castle == side == owner(board, position, place):
        return "the own castle"
    if board.disks_lead and here.disk_side == side and has_disk(board, position, place):
        return "the own disk"
    return LEADER if place in position.leaders.get(side, ()) else ""


def penalty(blocks: int) -> int:
    """What the size of a stack costs: one at the 5th, the 9th and the 13th block (7.3.5)."""
    return (blocks - 1) // 4


def is_highway(board: Board, way: Iterable[str]) -> bool:
    """Whether the whole way lies on highways, of whatever name (7.3.3, S10)."""
    return all(board.roads[one][other] for one, other in pairwise(way))


def too_many(blocks: int) -> OrderNotAllowed | None:
    """Why so many blocks do not move at all, if they do not."""
    if blocks < TOO_MANY:
        return None
    return OrderNotAllowed(
        f"{blocks} blocks never move together (7.3.6, S12); {TOO_MANY - 1} or fewer do.", ruling="7.3.6"
    )


def besieged(board: Board, place: str) -> OrderNotAllowed:
    """Why blocks inside a castle stay there."""
    return OrderNotAllowed(
        f"The blocks at {board.called(place)} are besieged and may not leave it ({board.besieged}); "
        "others may move, or they come out when combat is declared (8.9.2).",
        ruling=board.besieged,
    )


def reach(
    board: Board, position: Position, side: str, place: str, blocks: int, force_march: bool = False
) -> tuple[Reach, ...]:
    """Every place that so many blocks of a side, who go as one group, can reach from a place, in the order of the ids;
    to each the best way: fewest cards, then fewest roads, then the first by the ids of its places.

    ``force_march`` is whether a card may be spent on it. Raises OrderNotAllowed for 17 blocks and for besieged ones.
    """
    if trouble := too_many(blocks):
        raise trouble
    if is_besieged(board, position, side, place):
        raise besieged(board, place)
    lead = leadership(board, position, side, place)
    found = best_ways(board, position, side, place, blocks, force_march)
    return tuple(told(board, position, side, way, blocks, cards, lead) for cards, way in found)


def best_ways(
    board: Board, position: Position, side: str, place: str, blocks: int, force_march: bool
) -> list[tuple[int, tuple[str, ...]]]:
    """The cards and the best way to every place, as `reach` tells them, of blocks that may move."""
    base = 1 + bool(leadership(board, position, side, place)) - penalty(blocks)
    found: dict[str, tuple[int, int, tuple[str, ...]]] = {}
    ways = [*walks(board, position, side, place, blocks, base + force_march, highways=False)]
    ways += walks(board, position, side, place, blocks, base + 1 + force_march, highways=True)
    for way in ways:
        legs = len(way) - 1
        cards = int(legs > base + is_highway(board, way))
        best = (cards, legs, way)
        if best < found.get(way[-1], (9,)):
            found[way[-1]] = best
    return [(cards, way) for _, (cards, _, way) in sorted(found.items())]


def walks(
    board: Board, position: Position, side: str, place: str, blocks: int, most: int, *, highways: bool
) -> Iterator[tuple[str, ...]]:
    """The shortest way of ``most`` roads or fewer to each place, the first by the ids among equals; over highways
    alone, or over any roads.

    From one length to the next the ways stay in the order of their places' ids, so the first to arrive is the best.
    """
    seen = {place}
    ways: list[tuple[str, ...]] = [(place,)]
    for _ in range(most):
        longer: list[tuple[str, ...]] = []
        for way in ways:
            for to, highway in board.roads[way[-1]].items():
                if to in seen or (highways and not highway) or segment(way[-1], to) in position.used:
                    continue
                seen.add(to)
                yield (*way, to)
                if not is_stopped(board, position, side, to) or is_overrun(board, position, side, to, blocks):
                    longer.append((*way, to))
        ways = longer


def told(
    board: Board, position: Position, side: str, way: tuple[str, ...], blocks: int, cards: int, lead: str
) -> Reach:
    """A way with what it costs, whom it overruns, and why."""
    overruns = tuple(to for to in way[1:] if is_overrun(board, position, side, to, blocks))
    allowance, why = summed(board, way, blocks, cards, lead)
    for to in overruns:
        there, foes = position.blocks(side, to), position.blocks(OTHER[side], to)
        arrived = f"{blocks} with {there} that are there" if there else str(blocks)
        why.append(f"{board.called(to)}: {arrived} overrun {foes}, four to one or more (7.4.1, S15).")
    if lost := lost_there(board, position, side, way[-1], blocks):
        why.append(f"{board.called(way[-1])}: {lost}, four to one or more (7.4.1, S15).")
    elif way[-1] not in overruns and is_stopped(board, position, side, way[-1]):
        why.append(f"{board.called(way[-1])}: the stack stops at an enemy unit (7.3.2).")
    return Reach(way[-1], way, cards, allowance, overruns, tuple(why))


def allowed(board: Board, way: tuple[str, ...], blocks: int, cards: int, lead: str) -> tuple[int, list[str]]:
    """How many roads so many blocks that go this way may go, and why, as the other side hears it: a leader is counted
    only if they would not come so far without him, for then he must be declared (7.3.4, P3)."""
    open_to_all = summed(board, way, blocks, cards, "" if lead == LEADER else lead)
    return open_to_all if len(way) - 1 <= open_to_all[0] else summed(board, way, blocks, cards, lead)


def may_hide(board: Board, way: tuple[str, ...], blocks: int, lead: str) -> bool:
    """Whether a force march takes so many blocks on a way that needs their leader else, so that he is not declared
    (7.3.4, P3)."""
    return lead == LEADER and len(way) - 1 == summed(board, way, blocks, 1, "")[0]


def summed(board: Board, way: tuple[str, ...], blocks: int, cards: int, lead: str) -> tuple[int, list[str]]:
    """How many roads so many blocks may go on this way with all that they have, and why: the sum in a sentence."""
    terms = [
        (1, "base", "7.3.3"),
        (int(bool(lead)), f"{lead} at {board.called(way[0])}", "7.3.4"),
        (int(is_highway(board, way)), "highway all the way", "7.3.3"),
        (cards, "force march", "7.3.3"),
        (-penalty(blocks), f"for {counted(blocks, 'block')}", "7.3.5"),
    ]
    counts = [(value, what, rule) for value, what, rule in terms if value]
    allowance = sum(value for value, _, _ in counts)
    parts = in_a_row(f"{signed(value)} {what} ({rule})" for value, what, rule in counts)
    return allowance, [f"{parts}: {allowance}, and the way has {counted(len(way) - 1, 'road')}."]


def every_way(
    board: Board, position: Position, side: str, place: str, blocks: int, force_march: bool, together: int = 0
) -> list[tuple[int, tuple[str, ...]]]:
    """The cards and the way of every way that so many blocks may go, as a player may prefer another than the best: to
    each place fewest cards and roads first. No place is passed twice. With others who go as far with them, so many
    ``together``, they overrun those in their way before they part (7.4.2)."""
    lead = leadership(board, position, side, place)
    found: list[tuple[int, tuple[str, ...]]] = []
    ways: list[tuple[str, ...]] = [(place,)]
    while ways:
        longer: list[tuple[str, ...]] = []
        for way in ways:
            here = way[-1]
            arriving = max(blocks, together)
            goes_on = not is_stopped(board, position, side, here) or is_overrun(board, position, side, here, arriving)
            if len(way) > 1 and not goes_on:
                continue
            for to in board.roads[way[-1]]:
                if to in way or segment(way[-1], to) in position.used:
                    continue
                further = (*way, to)
                base = allowed(board, further, blocks, 0, lead)[0]
                legs = len(further) - 1
                if legs <= base + force_march:
                    found.append((int(legs > base), further))
                if legs < 1 + bool(lead) - penalty(blocks) + 1 + force_march:
                    longer.append(further)
        ways = longer
    return sorted(found, key=lambda one: (one[1][-1], one[0], len(one[1]), one[1]))
