"""A position read back from the lines of its paper (`control.sekigahara.paper.position_papers`): what stands there is
there, what is named nowhere lies in the bags and the draw piles, which are shuffled anew.

Blocks and cards are named by what is printed on them, and of those that look alike one is as good as another. What the
paper counts beside (the bag, the draw pile, castles, points) is counted again: so a line that was left out is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.wording import capital, counted, folded, in_a_row
from control.sekigahara.play.standing_questions import stretch_words
from control.sekigahara.rules.board.march import has_disk
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI, MORI_BOX, Campaign, State
from control.sekigahara.rules.campaign.scoring import castles, points
from control.sekigahara.rules.campaign.setup import shuffled
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.phases import weeks
from control.sekigahara.rules.playing import STEPS
from control.sekigahara.rules.sides import CALLED, SIDES
from control.sekigahara.rules.standing import faults

Line = tuple[str, str, str]
"""What it is about, and what the east and the west have there."""
BOXES = {"Recruitment box": BOX, "Mōri box": MORI_BOX, "Lost": LOST}
CARDS = ("Hand", "Discards")
COUNTED = {"In the bag": "block", "To draw": "card"}
HELD = ("Castles", "Resources", "Disks")
OF_A_PHASE = (
    "On the table",
    "Movement",
    "Moved",
    "Roads used",
    "Combat done",
    "Attacks",
    "To draw after it",
    "Won",
)
"""What stands on the paper in the middle of a phase, or at the end, where nobody goes on."""
TO_COME = "Recruits to come"
OTHERS = ("When", "First", "Points", "Now", TO_COME)
BEGINS = {step: STEPS[step][0] for step in ("discard", "bid", "order", "pay")}
"""What is waited for where a game may be gone on with, in the words of the paper."""
BETWEEN = re.compile("[,/]")
"""What stands between the things of a cell."""
CAME = re.compile(r"came to (.+) from (.+)", re.IGNORECASE)
PIECES = re.compile(r"(?:(\d{1,3})\s*[×x*]?\s*)?(.*?)\s*(\(?seen\)?)?", re.IGNORECASE)
"""Pieces as the paper has them: "3 × Date 2 mon (seen)"."""
NOT_TOLD = "nottold"


def position(campaign: Campaign, seed: str, lines: Sequence[Line]) -> State:
    """The state that these lines tell of. Raises OrderNotUnderstood with everything that is wrong with them."""
    reading = Reading(campaign, seed, lines)
    reading.read()
    if reading.wrong:
        first, *others = sorted(reading.wrong, key=in_order)
        first.more += others
        raise first
    return reading.state


def in_order(error: OrderError) -> tuple[bool, int]:
    """What is wrong, line by line; last what is in none."""
    _, _, line = error.field.partition(".")
    return not line, int(line.partition(".")[0] or 0)


class Reading:
    """The lines, what was understood of them as a ``state``, and all that is ``wrong``."""

    def __init__(self, campaign: Campaign, seed: str, lines: Sequence[Line]) -> None:
        self.campaign, self.state, self.wrong = campaign, State(seed), list[OrderError]()
        self.places = {folded(one.name): one.id for one in campaign.board.places.values()}
        self.left: dict[tuple[str, str], list[str]] = {}
        for one, block in campaign.blocks.items():
            self.left.setdefault((block.kind.side, folded(block.kind.name)), []).append(one)
        for one, card in campaign.cards.items():
            self.left.setdefault((card.side, folded(card.name)), []).append(one)
        self.all = {kind: len(found) for kind, found in self.left.items()}
        self.what = {kind: "block" if found[0] in campaign.blocks else "card" for kind, found in self.left.items()}
        self.rows = dict[str, tuple[int, dict[str, str]]]()
        self.owned = dict[str, str]()
        self.came = list[tuple[int, str, str, dict[str, str]]]()
        labels = [*campaign.board.places, *BOXES, *CARDS, *COUNTED, *HELD, *OF_A_PHASE, *OTHERS]
        labels = [campaign.board.called(one) if one in campaign.board.places else one for one in labels]
        for number, (what, *cells) in enumerate(lines):
            self.sort(number, what.strip(), dict(zip(SIDES, cells, strict=True)), labels)

    def sort(self, number: int, what: str, cells: dict[str, str], labels: Iterable[str]) -> None:
        """Put a line under what it is about."""
        key, way = folded(what), CAME.fullmatch(what)
        to, by = (self.places.get(folded(one), "") for one in way.groups()) if way else ("", "")
        if to and by:
            self.came.append((number, to, by, cells))
        elif key not in map(folded, labels):
            self.fault(number, "what", f"There is no line “{what[:60]}” on the paper.{did_you_mean(what, labels)}")
        elif key in self.rows:
            self.fault(number, "what", f"{capital(what)} has a line already. Put both into one.")
        else:
            self.rows[key] = number, cells

    def fault(self, number: int | None, column: str, sentence: str) -> None:
        """One more thing that is wrong: at a cell, or with all of it."""
        at = "lines" if number is None else f"lines.{number}.{column}"
        self.wrong.append(OrderNotUnderstood(sentence, field=at))

    def cells(self, label: str) -> Iterator[tuple[int, str, str]]:
        """Of a line its number, and each side with what it has there, where it has anything."""
        number, cells = self.rows.get(folded(label), (0, {}))
        yield from ((number, side, text.strip()) for side, text in cells.items() if text.strip())

    def read(self) -> None:
        """All of it, from the pieces to whose move it is."""
        self.read_blocks()
        self.read_cards()
        self.read_held()
        self.read_ways()
        self.read_when()
        if not self.wrong:
            self.count()
        if not self.wrong:
            for sentence in faults(self.campaign, self.state):
                self.fault(None, "", sentence)

    # Pieces

    def pieces(self, text: str) -> Iterator[tuple[int, str, bool]]:
        """What a cell names: how many of what, and whether both sides have seen them."""
        for part in filter(None, (" ".join(part.split()) for part in BETWEEN.split(text))):
            found = PIECES.fullmatch(part)
            many, name, seen = found.groups() if found else (None, part, None)
            yield int(many or 1), name, bool(seen)

    def taken(self, number: int, side: str, text: str, what: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a cell, all of them a `block` or a `card`, and whether both sides have seen them."""
        for wanted, name, seen in self.pieces(text):
            kind = side, folded(name)
            if kind not in self.left:
                pieces = (*self.campaign.blocks_of(side), *self.campaign.cards_of(side))
                near = did_you_mean(name, {self.campaign.piece_names[one] for one in pieces})
                self.fault(number, side, f"{capital(CALLED[side])} has no “{name[:60]}”.{near}")
            elif self.what[kind] != what:
                self.fault(number, side, f"“{name}” is a {self.what[kind]}; here is what the side has as a {what}.")
            elif wanted > len(self.left[kind]):
                more = f"{self.all[kind]} of “{name}” in all, and these lines name more"
                self.fault(number, side, f"{capital(CALLED[side])} has {more}. One of them is elsewhere.")
            else:
                for one in self.left[kind][:wanted]:
                    yield one, seen
                del self.left[kind][:wanted]

    def read_blocks(self) -> None:
        """Where each block is; who is named nowhere is in the bag."""
        campaign, state, seen = self.campaign, self.state, set[str]()
        spots = {place.name: place.id for place in campaign.board.places.values()} | BOXES
        for label, spot in spots.items():
            for number, side, text in self.cells(label):
                if spot == MORI_BOX and side != MORI:
                    self.fault(number, side, "In the Mōri box are blocks of the west alone (9.3).")
                    continue
                for one, known in self.taken(number, side, text, "block"):
                    state.spot[one] = spot
                    if (known or spot == MORI_BOX) and spot != LOST:
                        seen.add(one)
        state.spot = {one: state.spot.get(one, BAG) for one in campaign.blocks}
        state.known = [one for one in campaign.blocks if one in seen]
        for side in SIDES:
            state.bags[side] = shuffled(state.seed, f"bag {side} from paper", state.at(campaign, side, BAG))

    def read_cards(self) -> None:
        """The hands and the discards; the others are to be drawn."""
        campaign, state = self.campaign, self.state
        for label, piles in zip(CARDS, (state.hands, state.discards), strict=True):
            piles |= {side: [] for side in SIDES}
            for number, side, text in self.cells(label):
                piles[side] = [one for one, _ in self.taken(number, side, text, "card")]
        for side in SIDES:
            rest = {*campaign.cards_of(side)}.difference(state.hands[side], state.discards[side])
            state.piles[side], state.table[side] = shuffled(state.seed, f"deck {side} from paper", rest), []

    # What is held

    def read_held(self) -> None:
        """Resource locations and disks, and whose a castle was first where both sides stand (4.2, S4)."""
        campaign, state, board = self.campaign, self.state, self.campaign.board
        resources = {folded(board.called(one)): one for one, place in board.places.items() if place.resource}
        state.resources = dict.fromkeys(resources.values(), "")
        for number, side, one in self.named("Resources", resources):
            if state.resources[one]:
                self.fault(number, side, f"{board.called(one)} is named twice.")
            state.resources[one] = side
        disks = {folded(disk.name): one for one, disk in campaign.edition.disks.items()}
        for number, side, one in self.named("Disks", disks):
            if campaign.edition.disks[one].side != side:
                self.fault(number, side, f"The disk of {campaign.edition.disks[one].name} is the other side’s.")
            if one not in state.disks:
                state.disks.append(one)
        of_castles = {folded(board.called(one)): one for one, place in board.places.items() if place.castle}
        self.owned = {one: side for _, side, one in self.named("Castles", of_castles)}
        position = state.position(campaign)
        for place in board.places:
            if any(Table(campaign, state).is_contested(place, side, position) for side in SIDES):
                here = board.places[place]
                state.held[place] = here.disk_side if has_disk(board, position, place) else self.owned.get(place, "")
                if not state.held[place]:
                    self.fault(None, "", f"Both sides stand at {board.called(place)}: name its castle with its owner.")

    def named(self, label: str, among: dict[str, str]) -> Iterator[tuple[int, str, str]]:
        """What each side is said to hold, of what there is: the number of the line, the side, and the id."""
        for number, side, text in self.cells(label):
            for part in filter(str.strip, BETWEEN.split(text)):
                if found := among.get(folded(part)):
                    yield number, side, found
                else:
                    self.fault(number, side, f"“{part.strip()[:60]}” is not among the {label.lower()} of this board.")

    def read_ways(self) -> None:
        """Who came from where to a place at which both sides stand (8.8.2): of those that look alike who is there, then
        who is lost."""
        state, blocks = self.state, self.campaign.blocks
        gone: dict[str, set[str]] = {place: set() for _, place, *_ in self.came}
        for number, place, by, cells in self.came:
            if by not in self.campaign.board.roads[place]:
                self.fault(number, "what", "No road leads from there.")
            for side, text in cells.items():
                for many, name, _ in self.pieces(text):
                    if folded(name) == NOT_TOLD:
                        state.entered.setdefault(place, []).append(f"{side} {by}")
                        continue
                    alike = [
                        one
                        for one, block in blocks.items()
                        if (block.kind.side, folded(block.kind.name)) == (side, folded(name)) and one not in gone[place]
                    ]
                    alike.sort(key=lambda one: (state.spot[one] != place, state.spot[one] != LOST))
                    if len(alike) < many:
                        self.fault(number, side, f"{capital(CALLED[side])} has not so many of “{name[:60]}”.")
                    for one in alike[:many]:
                        gone[place].add(one)
                        state.entered.setdefault(place, []).append(f"{side} {by} {one}")
            if place not in state.held:
                self.fault(number, "what", "It is told only of places where both sides stand.")

    # When it is

    def read_when(self) -> None:
        """The week and the turn, who moved first, and whose move it is."""
        state, campaign = self.state, self.campaign
        when = {stretch_words(week, turn): (week, turn) for week in sorted(campaign.weeks) for turn in weeks.TURNS}
        moments = {folded(words): moment for words, moment in when.items()}
        told = [moments.get(folded(text)) for _, _, text in self.cells("When")]
        if len(told) != 1 or told[0] is None:
            at = self.rows["when"][0] if "when" in self.rows else None
            self.fault(at, SIDES[0], f"Say in the line When which week and turn it is: “{next(iter(when))}”.")
            return
        state.week, state.turn = told[0]
        first = [side for _, side, _ in self.cells("First")]
        state.first = first[0] if len(first) == 1 else ""
        now = [(number, side, self.begins(text)) for number, side, text in self.cells("Now")]
        steps = {step for _, _, step in now}
        if len(steps) != 1 or not (step := steps.pop()):
            words = in_a_row((f"“{words}”" for words in BEGINS.values()), "or")
            at, side, _ = now[0] if now else (None, "", "")
            sentence = f"A game goes on where the line Now of a side says {words}. Finish by hand what was begun."
            self.fault(at, side, sentence)
            return
        sides = [side for _, side, _ in now]
        if step in ("order", "pay") and len(sides) > 1:
            self.fault(now[0][0], sides[0], "One side does this, not both.")
        if step == "pay" and not state.first:
            self.fault(now[0][0], sides[0], "Say in the line First who moves first in this week (6.3).")
        if step != "pay" and state.turn != "A":
            self.fault(now[0][0], sides[0], "This is done before the first turn of a week (6.1).")
        for label in OF_A_PHASE:
            for number, side, text in self.cells(label):
                self.fault(
                    number, side, f"“{text[:60]}” is in the middle of a phase, or at the end. Finish it by hand."
                )
        for number, side, _ in now:
            if step == "discard" and len(state.hands[side]) < 2:
                self.fault(number, side, "Who has less than two cards discards none (6.2).")
        self.read_recruits(step, sides)
        if not self.wrong:
            self.go_on(step, sides)

    def read_recruits(self, step: str, sides: list[str]) -> None:
        """Who draws recruits once he has discarded: of whom the paper does not say it, he has drawn them (6.2)."""
        brings = self.campaign.weeks[self.state.week].blocks
        for number, side, text in self.cells(TO_COME):
            found = re.search(r"\d+", text)
            if step != "discard" or side not in sides:
                self.fault(number, side, "Recruits are to come only where a side has still to discard (6.2).")
            elif not found or int(found[0][:9]) != brings:
                track = f"The track brings {counted(brings, 'block')} in week {self.state.week}"
                self.fault(number, side, f"{track}: say that, or leave this empty where they are drawn (6.2).")
            else:
                self.state.owed[side] = brings

    def begins(self, words: str) -> str:
        """The step that waits for this, if a game may be gone on with there."""
        return next((step for step, said in BEGINS.items() if folded(said) == folded(words)), "")

    def go_on(self, step: str, sides: list[str]) -> None:
        """Have the sides be waited for."""
        table = Table(self.campaign, self.state)
        if step == "pay":
            weeks.begin_phase(table, sides[0])
        elif step == "bid":
            weeks.begin_bids(table)
        else:
            self.state.step, self.state.waiting = step, sides
        table.after_deaths()
        if table.over:
            self.fault(None, "", f"By these lines the game is over. {table.said[-1]}")

    def count(self) -> None:
        """What the paper counts, counted again."""
        campaign, state = self.campaign, self.state
        score = points(campaign, state)[0]
        for place, side in castles(campaign, state).items():
            if self.owned and self.owned.get(place) != side:
                whose = f"{CALLED[side]}’s by who stands there; the line Castles says otherwise"
                self.fault(None, "", f"The castle of {campaign.board.called(place)} is {whose}.")
        for label, what in COUNTED.items():
            piles = state.bags if what == "block" else state.piles
            for number, side, text in self.cells(label):
                self.counts(number, side, text, len(piles[side]), f"leave {counted(len(piles[side]), what)}")
        for number, side, text in self.cells("Points"):
            self.counts(number, side, text, score[side], f"make {counted(score[side], 'point')}")

    def counts(self, number: int, side: str, text: str, is_so: int, words: str) -> None:
        """A number of the paper that must be so."""
        found = re.search(r"\d+", text)
        if found and int(found[0][:9]) != is_so:
            self.fault(
                number,
                side,
                f"The other lines {words}, not {found[0][:9]}: one of them is missing, or not as on paper.",
            )
