"""What hands do at the table: drawing and discarding, putting blocks somewhere, overruns, losses, the end of the game.

A `Table` works on a state of its own and writes down in sentences, with the rule's number, what happens. Its sentences
name what both sides see: blocks that are lost and cards that are discarded, never one that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from control.kernel.wording import counted, in_a_row
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.campaign import LOST, Campaign, State, road_of
from control.sekigahara.rules.campaign.scoring import castles, decided, number_each, of_both, points
from control.sekigahara.rules.campaign.setup import shuffled
from control.sekigahara.rules.forcing import Forbid, strictly
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

Named = Callable[[Campaign, State, str, str], None]
"""What has the blocks of a side that are overrun at a place be those that lay there in the real game."""


class Table:
    """A state that is being changed, and what has been said of it. ``forbid`` is given what an umpire may force;
    ``named`` says that the real game is played beside it, whose hidden pieces only its players know, and knows which
    of them were overrun."""

    def __init__(
        self, campaign: Campaign, state: State, forbid: Forbid = strictly, *, named: Named | None = None
    ) -> None:
        self.campaign, self.state, self.forbid, self.named = campaign, state, forbid, named
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        """One more thing that happened."""
        self.said.append(sentence)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.step == "over"

    def called(self, place: str) -> str:
        """What people call a place."""
        return self.campaign.board.called(place)

    def place(self, named: str) -> str:
        """A place that an act names, as people call it; in quotes what is none, a piece by its name, else as it was
        sent."""
        if named in self.campaign.board.places:
            return self.called(named)
        if called := self.campaign.piece_names.get(named):
            return f'"{called}" (a {"block" if named in self.campaign.blocks else "card"}, not a place)'
        return f'"{named}"'

    def piece(self, named: str) -> str:
        """A piece that an act names, as people call it: "that Date card", for others may be called so too; in quotes
        as it was sent if there is none."""
        called = self.campaign.piece_names.get(named)
        return f"that {called}" if called else f'"{named}"'

    def road(self, name: str) -> str:
        """A road as people speak of it."""
        one, other = road_of(name)
        return f"from {self.called(one)} to {self.called(other)}"

    def names(self, blocks: Iterable[str]) -> str:
        """Blocks by what is printed on them."""
        return in_a_row(self.campaign.blocks[one].kind.name for one in blocks)

    def cards(self, cards: Iterable[str]) -> str:
        """Cards by what is printed on them."""
        return in_a_row(self.campaign.cards[one].name for one in cards)

    # Cards

    def draw(self, side: str, number: int) -> int:
        """Draw cards; an empty pile is made anew of the discards (3.3, S34). How many there were to draw. The new order
        hangs on the turn and on what is shuffled, never on what the other side did before: whoever draws again what was
        taken back draws the same."""
        state, drawn = self.state, 0
        for _ in range(number):
            if not state.piles[side]:
                if not state.discards[side]:
                    break
                state.piles[side] = shuffled(state.seed, f"deck {side} {state.week}{state.turn}", state.discards[side])
                state.discards[side] = []
                self.say(f"{CALLED[side].capitalize()} shuffles the discards into a new draw pile (3.3, S34).")
            state.hands[side].append(state.piles[side].pop())
            drawn += 1
        return drawn

    def discard(self, side: str, cards: Iterable[str]) -> None:
        """Put cards from the hand to the discards, face up (3.3)."""
        for card in cards:
            self.state.hands[side].remove(card)
            self.state.discards[side].append(card)

    def recruit(self, side: str, number: int, box: str) -> int:
        """Draw blocks from the bag into the recruitment box (6.2); an empty bag gives what is in it (S34)."""
        drawn = self.state.bags[side][-number:] if number else []
        for _ in drawn:
            self.state.spot[self.state.bags[side].pop()] = box
        return len(drawn)

    # Blocks on the board

    def leave(self, blocks: Iterable[str]) -> None:
        """Blocks go from a place: which of a stack are known is no longer known, unless all of it goes. What lies in a
        box lies there for all to read (9.3)."""
        state, going = self.state, set(blocks)
        for spot in {state.spot[one] for one in going}.intersection(self.campaign.board.places):
            side = self.campaign.blocks[next(one for one in going if state.spot[one] == spot)].kind.side
            if not going.issuperset(state.at(self.campaign, side, spot)):
                self.forget(side, spot)

    def forget(self, side: str, spot: str) -> None:
        """Nobody knows any more which blocks of this stack are which."""
        stack = self.state.at(self.campaign, side, spot)
        self.state.known = [one for one in self.state.known if one not in stack]

    def put(self, side: str, blocks: Iterable[str], place: str, by: str = "", *, moving: bool = False) -> None:
        """Blocks of a side arrive at a place, by a road from the place ``by`` if they do, ``moving`` or in retreat:
        overruns, resource locations, and who was there first."""
        state, board, blocks = self.state, self.campaign.board, list(blocks)
        position = state.position(self.campaign)
        foes = march.is_stopped(board, position, side, place)
        if foes and place not in state.held:
            own_disk = march.has_disk(board, position, place) and board.places[place].disk_side == side
            state.held[place] = side if own_disk or position.blocks(side, place) else OTHER[side]
        for one in blocks:
            state.spot[one] = place
        if foes and by:
            before = [way for way in state.entered.get(place, ()) if way.rpartition(" ")[2] not in blocks]
            state.entered[place] = [*before, *(f"{side} {by} {one}" for one in blocks)]
        self.overrun(place)
        if not self.over:
            position = state.position(self.campaign)
            self.claim(place, side, position, arrived=True, moving=moving)
            self.settle(place, position)

    def settle(self, place: str, position: march.Position | None = None) -> None:
        """Forget who was first at a place, and who came from where, once only one side is there (S4)."""
        state = self.state
        if place not in state.held and place not in state.entered:
            return
        position = position or state.position(self.campaign)
        if not any(self.is_contested(place, side, position) for side in SIDES):
            state.held.pop(place, None)
            state.entered.pop(place, None)

    def is_contested(self, place: str, side: str, position: march.Position) -> bool:
        """Whether a side has blocks at a place where the enemy has a unit."""
        return bool(position.blocks(side, place)) and march.is_stopped(self.campaign.board, position, side, place)

    def claim(
        self,
        place: str,
        side: str,
        position: march.Position | None = None,
        *,
        arrived: bool = False,
        moving: bool = True,
    ) -> None:
        """A side takes a resource location, unless the enemy is there too (4.2, S2, S3)."""
        state, options = self.state, self.campaign.options
        if place not in state.resources or state.resources[place] == side:
            return
        position = position or state.position(self.campaign)
        if not position.blocks(side, place):
            return
        if arrived and not moving and options.resource_claimed_by == "move":
            return
        if arrived and options.contested_resource == "after_combat" and self.is_contested(place, side, position):
            return
        state.resources[place] = side
        self.say(f"{CALLED[side].capitalize()} holds the resource location {self.called(place)} (4.2).")

    def overrun(self, place: str) -> None:
        """Whoever is four to one at a place overruns the others there (7.4, S15); who calls this settles it then."""
        campaign, state = self.campaign, self.state
        position = state.position(campaign)
        for side in SIDES:
            if march.is_overrun(campaign.board, position, side, place, 0):
                foe = OTHER[side]
                if self.named:
                    self.named(campaign, state, foe, place)
                lost = state.at(campaign, foe, place)
                self.say(
                    f"{self.called(place)}: {position.blocks(side, place)} blocks of {CALLED[side]} overrun "
                    f"{len(lost)} of {CALLED[foe]}, four to one or more (7.4.1)."
                )
                self.lose(foe, lost)
                self.after_deaths()
                if not self.over:
                    self.replenish(foe, len(lost) // campaign.edition.losses.blocks_for_card, "an overrun")
                return

    def lose(self, side: str, blocks: Iterable[str], why: str = "") -> None:
        """Blocks are gone for good, and everybody sees which (8.7.3); ``why`` so many."""
        blocks = list(blocks)
        if blocks:
            self.leave(blocks)
            self.say(f"{CALLED[side].capitalize()} loses {self.names(blocks)}{f': {why}' if why else ''} (8.7.3).")
        for one in blocks:
            self.state.spot[one] = LOST
        self.state.known = [one for one in self.state.known if one not in blocks]

    def replenish(self, side: str, number: int, after: str) -> None:
        """Draw cards for losses or for cards that were played (8.10); ``after`` what, and for what so many."""
        if number and (drawn := self.draw(side, number)):
            self.say(f"{CALLED[side].capitalize()} draws {counted(drawn, 'card')} after {after} (8.10).")

    # The end

    def after_deaths(self) -> None:
        """Whether a side has won because a protagonist fell, or a disk whose loss decides (2.1, S27)."""
        won = decided(self.campaign, self.state)
        if won:
            sides = {side for side, _ in won}
            winner = self.campaign.edition.points.both if len(sides) > 1 else won[0][0]
            both = of_both(winner) if len(sides) > 1 else ""
            self.say(f"{CALLED[winner].capitalize()} wins: {in_a_row(why for _, why in won)}{both} (2.1).")
            self.end(winner)

    def end(self, winner: str) -> None:
        """The game is over."""
        self.state.keep_fight()
        self.state.step, self.state.winner, self.state.waiting = "over", winner, []
        self.state.active = ""

    def count_points(self) -> None:
        """The last week is over: who has more victory points (2.2, D5)."""
        found, said = points(self.campaign, self.state)
        self.said += said
        self.state.points = found
        tie = self.campaign.edition.points.tie
        winner = tie if found["east"] == found["west"] else max(SIDES, key=lambda side: found[side])
        even = ", who wins a tie" if found["east"] == found["west"] else ""
        self.say(f"{CALLED[winner].capitalize()} wins with {found[winner]} to {found[OTHER[winner]]}{even} (2.2).")
        self.end(winner)

    def number_of(self, what: str) -> dict[str, int]:
        """How many `castles` or `resources` each side has."""
        return number_each(castles(self.campaign, self.state) if what == "castles" else self.state.resources)

    def more_of(self, what: str) -> tuple[str, ...]:
        """Which side has more `castles` or `resources`; on a tie nobody, or both (6.2, S6)."""
        number = self.number_of(what)
        if number["east"] == number["west"]:
            return SIDES if what == "resources" or self.campaign.options.castle_tie == "both" else ()
        return (max(SIDES, key=lambda side: number[side]),)
