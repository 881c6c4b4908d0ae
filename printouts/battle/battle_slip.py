"""Battle slips: every step of a battle and what it came to, one for each general to take away (H6, R1 to R8).

A battle of a round or so is A5, and both slips lie side by side on one sheet; a longer one has a page of A4 to itself,
twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import capital
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.codes import draw_code
from printouts.paper import (
    A4,
    A4_LEVEL,
    BLACK,
    BOLD,
    GREY,
    ITALIC,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    WHITE,
    Paper,
    Style,
    wrapped,
)
from printouts.styles import EYEBROW, FIGURE, FINE, SECTION, SMALL


@dataclass(frozen=True)
class SlipUnit:
    """An army or garrison: real counters before the battle, lost, left, and those that come back (R8). A garrison has
    no ``code``."""

    clan: Sign
    name: str
    code: str
    troops: int
    lost: int
    left: int
    recovers: int


@dataclass(frozen=True)
class SlipSide:
    """One side, by the role it had last: ``name`` is its commander's, ``experience`` his before the battle and after, 0
    where nobody leads, less for a wounded one. Strength counts ``notional`` men as well, who have no counter, by
    what they stand for; ``notional_lost`` of them fell first (R5)."""

    role: str
    clan: Sign
    name: str
    experience: int
    experience_after: int
    strength: int
    notional: tuple[tuple[str, int], ...]
    notional_lost: int
    troops: int
    lost: int
    left: int
    recovers: int
    units: tuple[SlipUnit, ...]


class SlipStep(NamedTuple):
    """A sentence with the ruling or section it rests on."""

    text: str
    ruling: str


@dataclass(frozen=True)
class SlipRound:
    """A round: who attacked whom, tactics and odds by name, losses in strength, every step with its ruling. ``thrown``
    says that the die was a real one."""

    number: int
    attacker: str
    defender: str
    attacker_tactic: str
    defender_tactic: str
    base_odds: str
    odds: str
    die: int
    thrown: bool
    result: str
    meaning: str
    attacker_losses: int
    defender_losses: int
    steps: tuple[SlipStep, ...]


@dataclass(frozen=True)
class BattleSlip:
    """A battle. ``settled_by`` says how it was settled who attacks (R11), ``columns`` are the names of all odds
    columns, ``outcome`` says how it ended (empty while it is fought), ``steps`` why, for its page, ``retreat`` who
    went where, ``draws`` who has a risk card to draw, or drew which (R19). Its ``code`` opens its page at the map, as
    does ``url``. What is to come back ``lapses`` with winter: a battle of autumn that an older version ended has some
    noted (R8).
    """

    number: int
    code: str
    url: str
    when: str
    where: str
    settled_by: str
    columns: tuple[str, ...]
    attacker: SlipSide
    defender: SlipSide
    rounds: tuple[SlipRound, ...]
    outcome: str
    steps: tuple[SlipStep, ...] = ()
    retreat: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    lapses: bool = False


# --- Sheets -----------------------------------------------------------------------------------------------

A5 = (148.5, 210.0)
MARGIN = 10.0
CODE_SIDE, CODE_GAP = 15.0, 5.0
SCALES = (1.0, 0.95, 0.9, 0.84)
"""How much smaller than usual the type of a slip may be: 8 points at the least."""


def battle_slips(paper: Paper, slips: Sequence[BattleSlip]) -> None:
    """The slips, two of each battle."""
    for page in (page for slip in slips for page in _pages(slip)):
        paper.lay(page.size)
        for left, rows in page.parts:
            with paper.place(left, 0):
                flow.draw(paper, rows, MARGIN)
        paper.fit(page.size[0] - MARGIN, page.size[1] - 5, page.foot, FINE, page.size[0] - 2 * MARGIN, "right")
        if len(page.parts) > 1:  # where the knife goes
            for start, end in ((0, 7), (A5[1] - 7, A5[1])):
                paper.line(A5[0], start, A5[0], end, ink=LINE, weight=0.3)
        paper.turn_page()


@dataclass(frozen=True)
class _Page:
    """A page of so many millimetres: its parts, each with its left edge and its rows."""

    size: tuple[float, float]
    parts: tuple[tuple[float, list[flow.Row]], ...]
    foot: str = ""


def _pages(slip: BattleSlip) -> list[_Page]:
    """Both generals' slips, on the paper they need."""
    names = slip.attacker.name, slip.defender.name

    def slips(page: tuple[float, float], scale: float) -> list[list[flow.Row]]:
        return [list(_Slip(slip, name, page[0] - 2 * MARGIN, scale).rows()) for name in names]

    def fit(page: tuple[float, float], found: list[list[flow.Row]]) -> bool:
        return all(sum(row.height for row in rows) <= page[1] - 2 * MARGIN for rows in found)

    for scale in SCALES:
        if fit(A5, small := slips(A5, scale)):
            return [_Page(A4_LEVEL, tuple(zip((0.0, A5[0]), small, strict=True)))]
    large = next((found for scale in SCALES if fit(A4, found := slips(A4, scale))), slips(A4, SCALES[-1]))
    sheets: list[_Page] = []
    for name, one in zip(names, large, strict=True):
        pages = flow.pages(one, A4[1] - 2 * MARGIN)
        for number, rows in enumerate(pages, start=1):
            foot = f"Battle slip {slip.number} for {name}, page {number} of {len(pages)}" if len(pages) > 1 else ""
            sheets.append(_Page(A4, ((0.0, rows),), foot))
    return sheets


# --- One slip ---------------------------------------------------------------------------------------------

TITLE = Style(SERIF_BOLD, 21)
TEXT = Style(REGULAR, 9.5, spacing=1.25)
STRONG = Style(SEMIBOLD, 9.5, spacing=1.25)
NOTIONAL = Style(ITALIC, 9, GREY)
REACHED = Style(BOLD, 9, WHITE)
STARTED = Style(BOLD, 8.5)


class _Slip:
    """One general's slip, so many millimetres wide; ``scale`` makes all of its type smaller."""

    def __init__(self, slip: BattleSlip, for_whom: str, width: float, scale: float) -> None:
        self.slip, self.for_whom, self.width, self.scale = slip, for_whom, width, scale

    def style(self, one: Style) -> Style:
        """A style at this slip's scale."""
        return one.at(one.size * self.scale)

    def rows(self) -> Iterator[flow.Row]:
        """The slip from its head to its foot."""
        yield self.head()
        yield self.sides()
        for one in self.slip.rounds:
            yield self.round_head(one)
            yield self.ladder(one)
            for text, ruling in one.steps:
                yield self.step(text, ruling)
        yield from self.end()

    def head(self) -> flow.Row:
        """Which battle, when, and whose slip it is."""
        slip = self.slip

        def draw(paper: Paper, y: float) -> None:
            room = self.width
            side = CODE_SIDE * self.scale
            draw_code(paper, MARGIN + room - side, y, side, slip.url)
            room -= side + CODE_GAP
            says = f"Battle slip {slip.number} · {slip.code} · {slip.when}"
            paper.fit(MARGIN, y + 3.5, says, self.style(EYEBROW), room * 0.6)
            paper.fit(MARGIN + room, y + 3.5, f"for {self.for_whom}", self.style(STRONG), room * 0.38, "right")
            paper.fit(MARGIN, y + 3.5 + 8.5 * self.scale, f"Battle {slip.where}", self.style(TITLE), room)
            first = slip.rounds[0].attacker if slip.rounds else slip.attacker.name
            attacks = f"{capital(first)} attacked: {slip.settled_by} (R11)"
            paper.fit(MARGIN, y + 3.5 + 14 * self.scale, attacks, self.style(FINE), room)

        return flow.Row(3.5 + 17 * self.scale, draw)

    def sides(self) -> flow.Row:
        """Both sides beside each other: units with their losses, notional men apart."""
        gap = 5.0
        half = (self.width - gap) / 2
        step = self.style(TEXT).leading
        sides = (self.slip.attacker, self.slip.defender)
        most = max(len(side.units) + len(side.notional) for side in sides)
        height = 9 + (most + 4.4) * step

        def draw(paper: Paper, y: float) -> None:
            for number, side in enumerate(sides):
                with paper.place(MARGIN + number * (half + gap), y):
                    self.draw_side(paper, side, half, step)
            paper.line(MARGIN, y + height - 1.5, MARGIN + self.width, y + height - 1.5, weight=0.8)

        return flow.Row(height + 1, draw)

    def draw_side(self, paper: Paper, side: SlipSide, width: float, step: float) -> None:
        """One side in its half: band, commander, units, sums."""
        draw_sign(paper, 0, 0, 26 * self.scale, 6.4 * self.scale, side.clan)
        left = 28 * self.scale
        paper.fit(left, 5 * self.scale, capital(side.name), self.style(SECTION), width - left)
        learned = f", now {side.experience_after}" if side.experience_after != side.experience else ""
        leads = f"experience {side.experience}{learned}" if side.experience else "nobody leads"
        y = 7.2 * self.scale + step
        paper.fit(0, y, f"{side.role.capitalize()}, {leads}; strength {side.strength}", self.style(STRONG), width)
        apart = 8.0 if width < 70 else 11.5  # millimetres from one figure to the next
        figures = [width - column * apart * self.scale for column in (3, 2, 1, 0)]
        y += step
        for x, words in zip(figures, ("had", "lost", "left", "back"), strict=True):
            paper.text(x, y, words, self.style(FINE), "right")
        paper.line(0, y + 0.8, width, y + 0.8, ink=LINE, weight=0.4)
        room = figures[0] - 7 * self.scale
        for unit in side.units:
            y += step  # the code before the name: what is too long loses its end
            paper.fit(0, y, f"{unit.clan.code} {unit.code} {unit.name}", self.style(TEXT), room)
            self.draw_figures(paper, figures, y, (unit.troops, unit.lost, unit.left, unit.recovers), TEXT)
        for words, men in side.notional:
            y += step
            paper.fit(0, y, f"{words}: {men}, no counters", self.style(NOTIONAL), width)
        y += step + 0.8
        paper.line(0, y - step + 0.6, width, y - step + 0.6, ink=LINE, weight=0.4)
        paper.text(0, y, "In all", self.style(FIGURE))
        self.draw_figures(paper, figures, y, (side.troops, side.lost, side.left, side.recovers), FIGURE)
        if side.notional_lost:
            fell = f"and {side.notional_lost} notional men, who fell first (R5)"
            paper.fit(0, y + step, fell, self.style(NOTIONAL), width)

    def draw_figures(self, paper: Paper, at: Sequence[float], y: float, figures: Sequence[int], style: Style) -> None:
        """Had, lost, left and back, each at its right edge; nothing for what does not come back."""
        for number, (x, figure) in enumerate(zip(at, figures, strict=True)):
            if figure or number < 3:
                paper.fit(x, y, f"{figure:,}", self.style(style), 7.5 * self.scale, "right")

    def round_head(self, one: SlipRound) -> flow.Row:
        """What was chosen, and what came of it."""

        def draw(paper: Paper, y: float) -> None:
            at = y + 6.5 * self.scale
            start = paper.text(MARGIN, at, f"Round {one.number}", self.style(SECTION)) + 3
            against = f"{capital(one.attacker)}: {one.attacker_tactic} – {one.defender}: {one.defender_tactic}"
            paper.fit(MARGIN + start, at, against, self.style(STRONG), self.width - start)
            die = f"die {one.die} {'thrown' if one.thrown else 'rolled by the program'}"
            came = (
                f"Odds {one.base_odds}, moved to {one.odds}; {die}: {one.result}, {one.meaning}. "
                f"Losses {one.attacker_losses} and {one.defender_losses}."
            )
            paper.fit(MARGIN, at + 5 * self.scale, came, self.style(TEXT), self.width)

        return flow.Row(14 * self.scale, draw, with_next=True)

    def ladder(self, one: SlipRound) -> flow.Row:
        """All the odds columns: framed where it began, shaded on the way, black where the die was read."""
        names = self.slip.columns
        start, end = names.index(one.base_odds), names.index(one.odds)
        cell, height = self.width / len(names), 5.6 * self.scale

        def draw(paper: Paper, y: float) -> None:
            for number, name in enumerate(names):
                x, on_way = MARGIN + number * cell, (number - start) * (number - end) < 0
                fill = BLACK if number == end else TINT if on_way else None
                paper.box(
                    x + 0.3,
                    y,
                    cell - 0.6,
                    height,
                    fill=fill,
                    ink=BLACK if number == start else LINE,
                    weight=1.1 if number == start else 0.4,
                )
                style = REACHED if number == end else STARTED if number == start else SMALL
                middle = y + height / 2 + 1.1 * self.scale
                paper.fit(x + cell / 2, middle, name, self.style(style), cell - 1, "centre")

        return flow.Row(height + 1.6 * self.scale, draw, with_next=True)

    def step(self, text: str, ruling: str) -> flow.Row:
        """A sentence of the report, its ruling at the right."""
        style = self.style(TEXT)
        lines = wrapped(text, style, self.width - 13)

        def draw(paper: Paper, y: float) -> None:
            for number, words in enumerate(lines):
                at = y + (number + 0.82) * style.leading
                paper.fit(MARGIN + 2, at, words, style, self.width - 13)
            paper.fit(MARGIN + self.width, y + 0.82 * style.leading, ruling, self.style(FINE), 10, "right")

        return flow.Row(len(lines) * style.leading, draw)

    def end(self) -> Iterator[flow.Row]:
        """How it ended, and what is still to be done about it."""
        slip = self.slip

        def draw(paper: Paper, y: float) -> None:
            paper.line(MARGIN, y + 1.2, MARGIN + self.width, y + 1.2, weight=0.8)
            paper.fit(MARGIN, y + 7 * self.scale, slip.outcome or "Still being fought", self.style(SECTION), self.width)

        yield flow.Row(9 * self.scale, draw, with_next=True)
        for words in slip.retreat:
            yield self.step(words, "R6")
        if slip.outcome:
            for side in (slip.attacker, slip.defender):
                if side.recovers:
                    many = "counters come" if side.recovers > 1 else "counter comes"
                    back = f"{side.recovers} {many} back next season."
                    if slip.lapses:
                        back = f"what was to come back ({side.recovers}) lapses over winter."
                    yield self.step(f"{capital(side.name)}: {back}", "R8")
        if slip.draws:
            yield self.step(f"Risk cards: {'; '.join(slip.draws)}.", "R19")
