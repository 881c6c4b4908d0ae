"""A campaign: what never changes in it, and the state of play.

A `State` is plain: text, numbers, lists and dictionaries, so it can be kept as JSON. Nobody changes one that was handed
out: `control.sekigahara.rules.playing.apply` works on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import field, fields, replace
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

from control.kernel.values import dataclass
from control.sekigahara.rules.board.board import Board, segment
from control.sekigahara.rules.board.march import Position
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.options import Options
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import SIDES

BAG, BOX, MORI_BOX, LOST = "bag", "recruitment", "mori_box", "lost"
"""Where a block may be that is at no place of the board (4.4, 5.2, 8.7.3)."""
OSAKA = "osaka"
"""Where blocks from the Mōri box arrive (9.3)."""
MORI = "west"
"""Whose the Mōri box is (9.3)."""


@dataclass(frozen=True, slots=True)
class Week:
    """What a week brings each side, and the side with more castles or resource locations (6.2)."""

    cards: int
    castles: int
    blocks: int
    resources: int


@dataclass(frozen=True, slots=True)
class Draw:
    """So many blocks of a side drawn from its bag for a place, or for its recruitment box, when the game begins
    (5.2.2, 5.2.3)."""

    side: str
    spot: str
    count: int


@dataclass(frozen=True)
class Campaign:
    """What never changes: the edition and its options, the board, the pieces by id, the number with which each card
    bids, the weeks by number, and where blocks begin (``placed``: by set-up symbol; ``draws``: from the bag)."""

    edition: Edition
    options: Options
    board: Board
    blocks: Mapping[str, Block]
    cards: Mapping[str, Card]
    bids: Mapping[str, int]
    weeks: Mapping[int, Week]
    placed: Mapping[str, str]
    draws: tuple[Draw, ...]

    @cached_property
    def side_and_lead(self) -> dict[str, tuple[str, bool]]:
        """Of each block whose it is, and whether it leads (7.3.4): asked at every step of a march."""
        return {one: (block.kind.side, bool(block.kind.leader)) for one, block in self.blocks.items()}

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The blocks that lead."""
        return tuple(one for one, (_, leads) in self.side_and_lead.items() if leads)

    @cached_property
    def piece_names(self) -> dict[str, str]:
        """What is printed on each block and each card, by their ids."""
        blocks = {one: block.kind.name for one, block in self.blocks.items()}
        return blocks | {one: card.name for one, card in self.cards.items()}

    @cached_property
    def by_side(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """The blocks and the cards of each side."""
        return {
            side: (
                tuple(one for one, (whose, _) in self.side_and_lead.items() if whose == side),
                tuple(one for one, card in self.cards.items() if card.side == side),
            )
            for side in SIDES
        }

    def blocks_of(self, side: str) -> list[str]:
        """The blocks of a side."""
        return [*self.by_side[side][0]]

    def cards_of(self, side: str) -> list[str]:
        """The cards of a side."""
        return [*self.by_side[side][1]]


@dataclass(slots=True)
class Fight:
    """The combat that is being fought (8). ``side`` is who does what it waits for, the ``stage``: `inside` (whether the
    castle's ``owner``, who had it before, stays in), `deploy`, `second` (whether a second block of a double card
    follows), `challenge`, `answer`, `lose` or `retreat`.

    ``plays`` are what was played, on ``blocks`` and ``hands`` as they were when combat was declared; ``disk`` is the
    one besieged. ``lost`` are the losses of each side that has taken them. ``week`` and ``turn`` are when it is fought,
    and ``again`` how many of the same turn had gone just so: one that goes as another did is another one all the same.
    """

    place: str
    attacker: str
    side: str = ""
    stage: str = "inside"
    owner: str = ""
    siege: bool = False
    disk: str = ""
    blocks: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    plays: list[dict[str, Any]] = field(default_factory=list)
    lost: dict[str, list[str]] = field(default_factory=dict)
    week: int = 0
    turn: str = ""
    again: int = 0

    def copy(self) -> Fight:
        """A copy that can be changed."""
        return Fight(*[copied(getattr(self, name)) for name in PARTS_OF_A_FIGHT])


@dataclass(slots=True)
class State:
    """The state of play.

    ``step`` is what is waited for: `discard`, `bid`, `order`, `pay`, `move`, `combat` (which battle next), `fight`, or
    `over`. ``first`` moves first in this week, ``active`` has the phase. ``spot`` is where each block is. Piles and
    bags are drawn from the end. ``held`` is who had a castle first where both stand (S4), ``entered`` from where each
    side came into a place where the other is, a line for each block ("east kiso tokugawa_gun_1_1"; 8.8.2; once without
    the block). ``known`` are blocks that both sides know where they stand. ``led`` says that the stack which is being
    moved set out with a leader; ``last`` is the combat before, with losses. ``owed`` is what each side is still to
    draw: cards after a combat (8.10), and what the recruitment track brings whoever has still to discard (6.2).
    """

    seed: str
    week: int = 1
    turn: str = "A"
    step: str = "bid"
    first: str = ""
    active: str = ""
    spot: dict[str, str] = field(default_factory=dict)
    bags: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    piles: dict[str, list[str]] = field(default_factory=dict)
    discards: dict[str, list[str]] = field(default_factory=dict)
    table: dict[str, list[str]] = field(default_factory=dict)
    disks: list[str] = field(default_factory=list)
    resources: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    entered: dict[str, list[str]] = field(default_factory=dict)
    known: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    bids: dict[str, str] = field(default_factory=dict)
    # of the movement phase
    degree: str = ""
    stacks: int = 0
    mustered: bool = False
    activated: str = ""
    led: bool = False
    moved: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    # of the combat phase
    fought: list[str] = field(default_factory=list)
    fight: Fight | None = None
    last: Fight | None = None
    owed: dict[str, int] = field(default_factory=dict)
    # at the end
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict)

    def copy(self) -> State:
        """A copy that can be changed."""
        return State(*[value if type(value) in PLAIN else copied(value) for value in parts_of_a_state(self)])

    @property
    def the_fight(self) -> Fight:
        """The combat that is fought now, for what is only asked in one."""
        assert self.fight is not None
        return self.fight

    def keep_fight(self) -> None:
        """The combat is over: it stays as the last one, if anything was played in it."""
        if self.fight and self.fight.blocks:
            if self.last and replace(self.last, again=0) == self.fight:  # declared once more, by force
                self.fight.again = self.last.again + 1
            self.last = self.fight
        self.fight = None

    def at(self, campaign: Campaign, side: str, spot: str) -> list[str]:
        """The blocks of a side at a place, or in a box of its own."""
        where = self.spot.get
        return [one for one in campaign.by_side[side][0] if where(one) == spot]

    def everywhere(self, campaign: Campaign) -> dict[str, dict[str, list[str]]]:
        """The blocks of each side, by where they are."""
        found: dict[str, dict[str, list[str]]] = {side: {} for side in SIDES}
        for one, where in self.spot.items():
            found[campaign.side_and_lead[one][0]].setdefault(where, []).append(one)
        return found

    def position(self, campaign: Campaign, known_to_lead: Collection[str] | None = None) -> Position:
        """What bears on marching and castles as it is now. With the real game only leaders lead of whom it is known."""
        places = campaign.board.places
        where: Callable[[str], Any] = self.spot.get
        units = {
            side: {spot: number for spot, number in Counter(map(where, blocks)).items() if spot in places}
            for side, (blocks, _) in campaign.by_side.items()
        }
        leaders: dict[str, set[str]] = {side: set() for side in SIDES}
        must_begin = campaign.options.leader_must_begin_phase_there == "yes"
        for one in campaign.leaders:
            if known_to_lead is not None and one not in known_to_lead:
                continue
            if (spot := where(one)) in places and not (must_begin and one in self.moved):
                leaders[campaign.side_and_lead[one][0]].add(spot)
        if self.led and self.step == "move":  # whoever set out with him is led, though he may have gone ahead (7.3.3)
            leaders[self.active].add(self.activated)
        return Position(units, self.held, leaders, self.disks, {road_of(one) for one in self.used})


PARTS = tuple(one.name for one in fields(State))
parts_of_a_state = attrgetter(*PARTS)
PLAIN = frozenset({str, int, bool, type(None)})
"""What nobody can change, so a copy may share it."""
PARTS_OF_A_FIGHT = tuple(one.name for one in fields(Fight))


def as_document(state: State) -> dict[str, Any]:
    """A state as JSON keeps it; it shares with the state what nobody changes."""
    found = {name: copied(getattr(state, name)) for name in PARTS}
    for name in ("fight", "last"):
        if fight := getattr(state, name):
            found[name] = {one: copied(getattr(fight, one)) for one in PARTS_OF_A_FIGHT}
    return found


def from_document(document: Mapping[str, Any]) -> State:
    """The state that `as_document` wrote."""
    fights = {name: Fight(**document[name]) if document[name] else None for name in ("fight", "last")}
    return State(**{**document, **fights}).copy()


def copied(value: Any) -> Any:
    """A copy of a part of a state, as deep as states go."""
    if isinstance(value, dict):
        lists = isinstance(next(iter(value.values()), None), list)  # a part holds lists or names, never both
        return {key: [*one] for key, one in value.items()} if lists else value.copy()
    return value.copy() if isinstance(value, (list, Fight)) else value


def road_name(one: str, other: str) -> str:
    """A road in one word, as a state keeps it."""
    return "-".join(segment(one, other))


@cache
def road_of(name: str) -> tuple[str, str]:
    """The road of such a word."""
    one, _, other = name.partition("-")
    return one, other
