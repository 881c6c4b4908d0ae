"""The orders of the campaign, each of which becomes an act of the rules (`control.sekigahara.rules.campaign.acts`).

Pieces and places are named by their ids, as the state has them. Who sits at a side's desk acts for that side; the
umpire says for which ``side`` where both are waited for.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.typed import Label, Order, number, one_of, several, text
from control.sekigahara.rules.campaign import acts
from control.sekigahara.rules.campaign.acts import Act, Group
from control.sekigahara.rules.combat import challenge, plays
from control.sekigahara.rules.phases.moving import DEGREES
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
    they are named here (`control.sekigahara.rules.umpire.dealt`), and the hidden blocks that were ``overrun``; only
    the umpire types that. ``force`` is his reason for a step that the rules refuse, which both sides read
    (`control.sekigahara.rules.forcing`). ``seen`` is how often its side had acted when the form was opened
    (`control.sekigahara.play.acted_questions`): two may have one page open, and what the second means is another play
    by then."""

    means: ClassVar[type[Any]]
    """The act of the rules, whose fields the order has under their names."""

    side: Side | None = None
    seen: number(0, 10**9, "how often the side had acted") | None = None
    dealt: bool = False
    overrun: Blocks | None = None

    def act(self, side: str) -> Act:
        """The act that is meant, done by a side; what was left out is as the act has it."""
        own = {name: getattr(self, name) for name in type(self).model_fields if name not in ActOrder.model_fields}
        made: Act = self.means(side, **{name: plain(value) for name, value in own.items() if value is not None})
        return made


def plain(value: Any) -> Any:
    """A part of an order as the rules have it."""
    return tuple(value) if isinstance(value, list) else value


class Discard(ActOrder):
    """Half the hand, rounded down."""

    means = acts.Discard

    cards: Cards


class Bid(ActOrder):
    """The card that is put down for the turn order."""

    means = acts.Bid

    card: ACard


class Choose(ActOrder):
    """Who moves first in this week."""

    means = acts.Choose

    first: one_of("a side", *SIDES, label="The side that moves first")


class Pay(ActOrder):
    """How much is moved, and the cards for it; without movement those that are exchanged."""

    means = acts.Pay

    degree: one_of("a degree of movement", *DEGREES)
    cards: Cards | None = None


class Going(Order):
    """Blocks that begin, go and end together; ``way`` names every place from start to end, ``card`` is that of their
    force march."""

    blocks: Blocks
    way: list[APlace]
    card: ACard | None = None


class Move(ActOrder):
    """The groups of a stack: they share the roads that they go together, and part afterwards. With the real game, the
    ``leader`` who was declared for it."""

    means = acts.Move

    groups: list[Going]
    leader: text("a leader", 0, LONGEST) = ""

    def act(self, side: str) -> Act:
        """A stack moves."""
        groups = tuple(Group(tuple(one.blocks), tuple(one.way), one.card or "") for one in self.groups)
        return acts.Move(side, groups, self.leader)


class Muster(ActOrder):
    """Blocks from the recruitment box, and where they go."""

    means = acts.Muster

    blocks: Blocks
    place: APlace


class Bring(ActOrder):
    """Blocks from the Mōri box, and the card that pays for them."""

    means = acts.Bring

    card: ACard
    blocks: Blocks


class End(ActOrder):
    """The movement phase is over."""

    means = acts.End


class Declare(ActOrder):
    """Where the next combat is."""

    means = acts.Declare

    place: APlace


class Inside(ActOrder):
    """Whether those who own the castle ``stay`` inside it."""

    means = acts.Inside

    stay: Annotated[bool, Label("Whether they stay inside")]


class Deploy(ActOrder):
    """A block and its card; a leader may go without."""

    means = plays.Deploy

    block: ABlock
    card: ACard | None = None


class NoSecond(ActOrder):
    """No second block of the double card follows."""

    means = acts.NoSecond


class Pass(ActOrder):
    """No more blocks are deployed."""

    means = plays.Pass


class Challenge(ActOrder):
    """The loyalty card."""

    means = challenge.Challenge

    card: ACard


class NoChallenge(ActOrder):
    """What was deployed is let stand."""

    means = acts.NoChallenge


class Answer(ActOrder):
    """The card that refutes the challenge, if one is shown."""

    means = challenge.Answer

    card: ACard | None = None


class Lose(ActOrder):
    """The blocks that are lost; `disk` for the disk of a castle."""

    means = acts.Lose

    blocks: Blocks


class Retreat(ActOrder):
    """Where the beaten go, and which blocks stay ``inside`` the castle; nowhere if all do."""

    means = acts.Retreat

    to: text("a place", 0, LONGEST) = ""
    inside: Blocks | None = None


class Correct(Forcible, Slip):
    """A ``piece`` that lies elsewhere than the program has it: a block, and the place or box it is ``to`` be in, a card
    (`hand`, `pile`, `discards`), a resource location (`east`, `west`, `nobody`) or a disk (`standing`, `destroyed`);
    the hidden blocks that are ``overrun`` by it. ``force`` is the reason to go on although nothing is left that was
    waited for."""

    piece: text("a piece", 1, LONGEST)
    to: text("where it is", 1, LONGEST)
    overrun: Blocks | None = None
    reason: text("a reason", 3, 200)

    def facts(self) -> tuple[str, ...]:
        """Which piece: two umpires at one table may each put it where they see it."""
        return (self.piece,)


class LookInto(Order):
    """Whose `bag` or `deck` is looked into."""

    side: Side
    into: one_of("what is looked into", "bag", "deck")
