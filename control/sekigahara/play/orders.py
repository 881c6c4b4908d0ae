"""The orders of the campaign, each of which becomes an act of the rules (`control.sekigahara.rules.acts`).

Pieces and places are named by their ids, as the state has them. Who sits at a side's desk acts for that side; the
umpire says for which ``side`` where both are waited for.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated

from control.kernel.registry import Forcible
from control.kernel.typed import Label, Order, one_of, several, text
from control.sekigahara.rules import acts
from control.sekigahara.rules.acts import Act, Group
from control.sekigahara.rules.combat import challenge, plays
from control.sekigahara.rules.moving import DEGREES
from control.sekigahara.rules.sides import SIDES

Side = one_of("a side", *SIDES)
LONGEST = 60
"""No id of a piece or a place has more letters."""
ACard = text("a card", 1, LONGEST)
ABlock = text("a block", 1, LONGEST)
APlace = text("a place", 1, LONGEST)
Cards = several("the cards", label="Cards")
Blocks = several("the blocks", label="Blocks")


class ActOrder(Forcible):
    """An order for a side. ``dealt`` says that the real game is played beside the program, and that its pieces lie as
    they are named here (`control.sekigahara.rules.dealt`), and the hidden blocks that were ``overrun``; only the umpire
    types that. ``force`` is his reason for a step that the rules refuse, which both sides read
    (`control.sekigahara.rules.forcing`)."""

    side: Side | None = None
    dealt: bool = False
    overrun: Blocks | None = None

    @abstractmethod
    def act(self, side: str) -> Act:
        """The act of the rules that is meant."""


class Discard(ActOrder):
    """Half the hand, rounded down."""

    cards: Cards

    def act(self, side: str) -> Act:
        """Half the hand goes."""
        return acts.Discard(side, tuple(self.cards))


class Bid(ActOrder):
    """The card that is put down for the turn order."""

    card: ACard

    def act(self, side: str) -> Act:
        """A card face down."""
        return acts.Bid(side, self.card)


class Choose(ActOrder):
    """Who moves first in this week."""

    first: one_of("a side", *SIDES, label="The side that moves first")

    def act(self, side: str) -> Act:
        """Who moves first."""
        return acts.Choose(side, self.first)


class Pay(ActOrder):
    """How much is moved, and the cards for it; without movement those that are exchanged."""

    degree: one_of("a degree of movement", *DEGREES)
    cards: Cards | None = None

    def act(self, side: str) -> Act:
        """How much is moved."""
        return acts.Pay(side, self.degree, tuple(self.cards or ()))


class Going(Order):
    """Blocks that begin, go and end together; ``way`` names every place from start to end, ``card`` is that of their
    force march."""

    blocks: Blocks
    way: list[APlace]
    card: ACard | None = None


class Move(ActOrder):
    """The groups of a stack: they share the roads that they go together, and part afterwards. With the real game, the
    ``leader`` who was declared for it."""

    groups: list[Going]
    leader: text("a leader", 0, LONGEST) = ""

    def act(self, side: str) -> Act:
        """A stack moves."""
        groups = tuple(Group(tuple(one.blocks), tuple(one.way), one.card or "") for one in self.groups)
        return acts.Move(side, groups, self.leader)


class Muster(ActOrder):
    """Blocks from the recruitment box, and where they go."""

    blocks: Blocks
    place: APlace

    def act(self, side: str) -> Act:
        """Blocks are mustered."""
        return acts.Muster(side, tuple(self.blocks), self.place)


class Bring(ActOrder):
    """Blocks from the Mōri box, and the card that pays for them."""

    card: ACard
    blocks: Blocks

    def act(self, side: str) -> Act:
        """Blocks come to Osaka."""
        return acts.Bring(side, self.card, tuple(self.blocks))


class End(ActOrder):
    """The movement phase is over."""

    def act(self, side: str) -> Act:
        """The movement phase ends."""
        return acts.End(side)


class Declare(ActOrder):
    """Where the next combat is."""

    place: APlace

    def act(self, side: str) -> Act:
        """Combat is declared."""
        return acts.Declare(side, self.place)


class Inside(ActOrder):
    """Whether those who own the castle ``stay`` inside it."""

    stay: Annotated[bool, Label("Whether they stay inside")]

    def act(self, side: str) -> Act:
        """They stay inside, or come out."""
        return acts.Inside(side, self.stay)


class Deploy(ActOrder):
    """A block and its card; a leader may go without."""

    block: ABlock
    card: ACard | None = None

    def act(self, side: str) -> Act:
        """A block is deployed."""
        return plays.Deploy(side, self.block, self.card)


class NoSecond(ActOrder):
    """No second block of the double card follows."""

    def act(self, side: str) -> Act:
        """The double card is closed."""
        return acts.NoSecond(side)


class Pass(ActOrder):
    """No more blocks are deployed."""

    def act(self, side: str) -> Act:
        """The side passes."""
        return plays.Pass(side)


class Challenge(ActOrder):
    """The loyalty card."""

    card: ACard

    def act(self, side: str) -> Act:
        """What was deployed is challenged."""
        return challenge.Challenge(side, self.card)


class NoChallenge(ActOrder):
    """What was deployed is let stand."""

    def act(self, side: str) -> Act:
        """Nothing is challenged."""
        return acts.NoChallenge(side)


class Answer(ActOrder):
    """The card that refutes the challenge, if one is shown."""

    card: ACard | None = None

    def act(self, side: str) -> Act:
        """A card is shown, or none."""
        return challenge.Answer(side, self.card)


class Lose(ActOrder):
    """The blocks that are lost; `disk` for the disk of a castle."""

    blocks: Blocks

    def act(self, side: str) -> Act:
        """Losses are taken."""
        return acts.Lose(side, tuple(self.blocks))


class Retreat(ActOrder):
    """Where the beaten go, and which blocks stay ``inside`` the castle; nowhere if all do."""

    to: text("a place", 0, LONGEST) = ""
    inside: Blocks | None = None

    def act(self, side: str) -> Act:
        """The beaten retreat."""
        return acts.Retreat(side, self.to, tuple(self.inside or ()))


class Correct(Order):
    """A ``piece`` that lies elsewhere than the program has it: a block, and the place or box it is ``to`` be in, or a
    card (`hand`, `pile`, `discards`); the hidden blocks that are ``overrun`` by it."""

    piece: text("a piece", 1, LONGEST)
    to: text("where it is", 1, LONGEST)
    overrun: Blocks | None = None
    reason: text("a reason", 3, 200)


class LookInto(Order):
    """Whose `bag` or `deck` is looked into."""

    side: Side
    into: one_of("what is looked into", "bag", "deck")
