"""A combat as it stands: who is in it, what was played, what each side has delivered (8.2, 8.5, 8.9).

Nothing here changes: a play gives the next state (`plays`), and what was done stays in its steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from control.kernel.values import dataclass
from control.kernel.wording import capital
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.options import Options
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

NOTHING: Mapping[str, int] = dict.fromkeys(SIDES, 0)


@dataclass(frozen=True, slots=True)
class Impact:
    """The Impact of a deployment (8.3): mon, blocks of the clan before it, special attack; ``why`` says each."""

    base: int = 0
    same_clan: int = 0
    special: int = 0
    why: tuple[str, ...] = ()

    @property
    def sum(self) -> int:
        """All of it together."""
        return self.base + self.same_clan + self.special


@dataclass(frozen=True, slots=True)
class Deployed:
    """A deployed block: the side it stands on now, the card that deployed it (None for a leader without one)."""

    block: Block
    side: str
    card: Card | None
    impact: Impact


@dataclass(frozen=True)
class Step:
    """What a play did. ``blocks`` are the one deployed, or those challenged; ``goes_to`` is the side that has their
    Impact now. ``total`` and ``initiative`` are as after the step, the initiative empty when the combat is over."""

    action: str
    side: str
    card: Card | None
    blocks: tuple[Block, ...]
    impact: Impact
    goes_to: str
    refuted_by: Card | None
    total: Mapping[str, int]
    initiative: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class Forces:
    """Who is in a combat: every block of each side in the location, every card of its hand when it is declared.

    In a ``siege`` the defender is inside the castle, and ``disk`` is the disk of his that stands there, if any.
    """

    edition: Edition
    options: Options
    attacker: str
    blocks: Mapping[str, tuple[Block, ...]]
    cards: Mapping[str, tuple[Card, ...]]
    siege: bool = False
    disk: str = ""

    @property
    def defender(self) -> str:
        """The other side."""
        return OTHER[self.attacker]


@dataclass(frozen=True)
class Combat:
    """A combat in play.

    ``played`` are the cards of each side on the table; ``latest`` is what may be challenged now, ``challenge`` the
    challenge to it that waits for its answer, ``refuted`` whether one was answered already. ``open`` is a double card
    whose second block may follow, and ``must_follow`` says that it must (8.4.2, S43).
    """

    forces: Forces
    deployed: tuple[Deployed, ...] = ()
    played: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    total: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    passed: frozenset[str] = frozenset()
    latest: tuple[Deployed, ...] = ()
    challenge: Card | None = None
    refuted: bool = False
    open: Card | None = None
    must_follow: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nobody may play any more: both have passed, in a siege the attacker (8.5, 8.9)."""
        return len(self.passed) == 2 or (self.forces.siege and bool(self.passed))

    @property
    def initiative(self) -> str:
        """Whose turn it is to deploy or pass: who is behind, level counting for the defender; after a pass the other
        side for good; in a siege the attacker (8.5, S23, 8.9). Empty when it is over."""
        if self.over:
            return ""
        attacker, defender = self.forces.attacker, self.forces.defender
        if self.passed:
            return OTHER[next(iter(self.passed))]
        return attacker if self.forces.siege or self.total[attacker] <= self.total[defender] else defender

    def undeployed(self, side: str) -> list[Block]:
        """The blocks of a side that were not deployed yet."""
        gone = {one.block.id for one in self.deployed}
        return [block for block in self.forces.blocks[side] if block.id not in gone]

    def in_hand(self, side: str) -> list[Card]:
        """The cards of a side that were not played yet."""
        return [card for card in self.forces.cards[side] if card.id not in self.played[side]]

    def score(self) -> str:
        """How it stands, in words: ``west 3, east 1``."""
        return ", ".join(f"{side} {self.total[side]}" for side in (self.forces.attacker, self.forces.defender))


def with_step(
    after: Combat,
    action: str,
    side: str,
    card: Card | None,
    blocks: tuple[Block, ...],
    impact: Impact,
    why: tuple[str, ...],
    *,
    goes_to: str = "",
    refuted_by: Card | None = None,
) -> Combat:
    """The combat with what was just done noted, and who has the initiative now."""
    why = (*why, said_initiative(after))
    step = Step(action, side, card, blocks, impact, goes_to, refuted_by, after.total, after.initiative, why)
    return replace(after, steps=(*after.steps, step))


def with_mon(block: Block) -> str:
    """A block by its id and what it is: ``w2 (Ukita 2 mon)``."""
    return f"{block.id} ({block.kind.name})"


def said_initiative(combat: Combat) -> str:
    """Why the initiative is where it is, in a sentence (8.5, S23)."""
    attacker, siege = combat.forces.attacker, combat.forces.edition.numbers.siege
    if combat.over:
        ended = f"the attacker has passed ({siege})" if combat.forces.siege else "both sides have passed (8.5)"
        return f"The combat is over: {ended}."
    side, score = combat.initiative, capital(combat.score())
    if combat.forces.siege:
        return f"{score}: the initiative stays with the attacker ({siege})."
    if combat.passed:
        return f"{score}: {CALLED[OTHER[side]]} has passed, so {CALLED[side]} has the initiative for good (8.5)."
    if len(set(combat.total.values())) == 1:
        return f"{score}: level counts for the defender, so {CALLED[attacker]} has the initiative (8.5)."
    return f"{score}: {CALLED[side]} is behind and has the initiative (8.5)."
