"""What an edition does its own way, as data: figures, and where its rules have what the others have elsewhere.

Each class is a part of ``edition.toml``; D numbers are those of docs/rulings-1600.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.values import dataclass
from control.sekigahara.rules.pieces import BlockKind


@dataclass(frozen=True)
class Points:
    """Victory points at the end for a castle, a resource location and a disk that stands (2.2, D5), who wins a tie, and
    who wins if both win at once in one battle (2.1, D4)."""

    castle: int
    resource: int
    disk: int
    tie: str
    both: str


@dataclass(frozen=True)
class Impact:
    """The bonus for each block of the clan before (8.3.3), a special attack, and each block with its ability before
    (8.4.1, D19)."""

    same_clan: int
    special: int
    special_again: int


@dataclass(frozen=True)
class Wild:
    """How a double card deploys a block that goes with any card (8.4.2, D21): `alone`, or `beside` one of its clan."""

    double: str


@dataclass(frozen=True)
class Losses:
    """The Impact that costs a block, the blocks more of the beaten side (8.7.1), and how many lost blocks bring a card
    in a battle and in a siege (8.10)."""

    impact: int
    beaten: int
    blocks_for_card: int
    besieged_for_card: int


@dataclass(frozen=True)
class Castle:
    """How many blocks fit inside a castle (8.9.2); a disk does not count."""

    holds: int


@dataclass(frozen=True)
class Leadership:
    """What gives leadership beside a leader and a castle (7.3.4, D7)."""

    capital: bool
    disk: bool


@dataclass(frozen=True)
class MoriBox:
    """How many blocks a double card brings from the Mōri box (9.3, D29)."""

    double_card: int


@dataclass(frozen=True)
class Disk:
    """A disk (3.4): ``lost`` says when it may be, `last` or `any` time (D10); ``wins`` is the side that has won when it
    is gone, or empty (D2). ``side`` is its owner, ``location`` where it stands."""

    id: str
    name: str
    side: str
    location: str
    lost: str
    wins: str


@dataclass(frozen=True)
class Numbers:
    """Where this edition has a rule that the other has under another number (D34). ``any_card`` is of blocks that go
    with any card, ``any_card_leader`` of a leader who does, if that stands elsewhere (D20)."""

    siege: str
    siege_forbids: str
    besieged: str
    any_card: str
    disk_last: str
    heir: str
    disk: str
    any_card_leader: str = ""

    def with_any_card(self, kind: BlockKind) -> str:
        """Where it is said of such a block that it goes with any card."""
        return (self.any_card_leader if kind.leader else "") or self.any_card


@dataclass(frozen=True)
class Edition:
    """An edition: its figures, its disks by id, and whether a disk is itself the castle of its place (D9)."""

    id: str
    weeks: int
    points: Points
    impact: Impact
    wild: Wild
    losses: Losses
    castle: Castle
    leadership: Leadership
    mori: MoriBox
    disks: Mapping[str, Disk]
    disk_is_castle: bool
    numbers: Numbers
