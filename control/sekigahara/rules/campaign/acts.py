"""What may be done in a campaign, each act with the side that does it, and what a side is offered.

An act is complete: whoever sends one has made every choice in it; the plays of a combat are those of its rules. An
`Offer` says which acts are legal now and from what the choices are made; `control.sekigahara.rules.playing.apply` has
the last word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from control.kernel.values import dataclass
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass


@dataclass(frozen=True, slots=True)
class Discard:
    """Half the hand, when a week begins (6.2)."""

    side: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A card face down for the turn order (6.3)."""

    side: str
    card: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Who moves first in this week (6.3)."""

    side: str
    first: str


@dataclass(frozen=True, slots=True)
class Pay:
    """How much is moved, and the cards it takes: `none` (cards to exchange), `minimal`, `limited`, `total` (7.1)."""

    side: str
    degree: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that begin, go and end together, their way from start to end, and the card of their force march."""

    blocks: tuple[str, ...]
    way: tuple[str, ...]
    card: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """A stack moves: its groups share the roads that they go together, and part afterwards (7.3, S9, S11). ``leader``
    is the one whom a player of the real game declared (7.3.4)."""

    side: str
    groups: tuple[Group, ...]
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Muster:
    """Blocks from the recruitment box to a place: of the clan whose mon is there, or one of any clan (7.2)."""

    side: str
    blocks: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Bring:
    """Blocks from the Mōri box to Osaka for a card (9.3)."""

    side: str
    card: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The movement phase is over (7.1)."""

    side: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Combat at a place (8.1)."""

    side: str
    place: str


@dataclass(frozen=True, slots=True)
class Inside:
    """Whether those who own the castle stay inside it or come out (8.9.2)."""

    side: str
    stay: bool


@dataclass(frozen=True, slots=True)
class NoSecond:
    """No second block of the double card follows (S42)."""

    side: str


@dataclass(frozen=True, slots=True)
class NoChallenge:
    """What was deployed is not challenged (8.6.1)."""

    side: str


@dataclass(frozen=True, slots=True)
class Lose:
    """The blocks a side takes for its losses, and the disk, as `disk` (8.7.2, 8.9.4)."""

    side: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where the beaten go as one group, and who stays in the castle (8.8). ``to`` is empty if all stay in it."""

    side: str
    to: str
    inside: tuple[str, ...] = ()


Act = (
    Discard
    | Bid
    | Choose
    | Pay
    | Move
    | Muster
    | Bring
    | End
    | Declare
    | Inside
    | Deploy
    | Pass
    | Challenge
    | Answer
    | NoSecond
    | NoChallenge
    | Lose
    | Retreat
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of act that a side may do now, and from what it chooses; what each choice means the kind of act says."""

    side: str
    act: type[Any]
    choices: Mapping[str, Any] = field(default_factory=dict)
