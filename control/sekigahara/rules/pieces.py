"""Blocks and cards: what is printed on them (3.2, 3.3, 8.2.2, 9.4, 9.5)."""

from __future__ import annotations

from control.kernel.values import dataclass

TYPES = ("infantry", "cavalry", "gun", "leader", "wild")
"""Kinds of block. `wild` goes with any card and leads nobody; a leader may go with any card too (Ishida)."""
CARD_TYPES = ("normal", "special", "double", "loyalty")
"""Kinds of card: one block, one block with a special attack, one or two blocks, and the loyalty challenge."""
ANY = "any"
"""The clan of a loyalty card: it deploys nobody."""


@dataclass(frozen=True, slots=True)
class BlockKind:
    """What a block shows: the clan, how many mon, and what it can do.

    ``ability`` is `cavalry`, `gun` or empty, ``leader`` is `daimyo`, `protagonist` (whose loss ends the game) or
    empty; ``wild`` says that any card but a challenge deploys it. ``name`` is what people call it.
    """

    side: str
    clan: str
    type: str
    mon: int
    ability: str
    leader: str
    wild: bool
    name: str


@dataclass(frozen=True, slots=True)
class Block:
    """A block in play."""

    id: str
    kind: BlockKind


@dataclass(frozen=True, slots=True)
class Card:
    """A card in play: its clan (`any` for a loyalty challenge), its type, and what people call it."""

    id: str
    side: str
    clan: str
    type: str
    name: str

    @property
    def challenges(self) -> bool:
        """Whether it is a loyalty challenge, which deploys nobody (8.6.1)."""
        return self.type == "loyalty"

    def deploys(self, block: BlockKind) -> bool:
        """Whether it can deploy such a block: one of its clan, or one that goes with any card (8.2.2)."""
        return not self.challenges and (block.wild or block.clan == self.clan)
