"""A clan's planning sheet for winter: what it has, what it can raise where, what it must keep up, and boxes for all it
decides (handbook 5; R22 to R25, R34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import figure
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.listing import LEFT, Boxes, Cell, Column, Head, Section, Write, row_of, rows_in, sheets
from printouts.paper import SERIF_BOLD, Paper, Style
from printouts.styles import BODY, FACT, FINE, NOTE, STRONG, TITLE


@dataclass(frozen=True)
class RaisedField:
    """A province or place: its value, the counters raised there this year, those announced, and those it can still
    raise."""

    province: str
    value: int
    raised: int
    announced: int
    left: int


@dataclass(frozen=True)
class KeptWork:
    """A castle, fortress or building, where it stands, and what it costs each winter; ``paid`` for this one, if it is
    winter."""

    what: str
    where: str
    points: int
    paid: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that may be ordered: what it is, what it costs, and where it may be."""

    what: str
    cost: str
    where: str


@dataclass(frozen=True)
class PlanningSheet:
    """What a clan plans with. Points are rice and cash together; ``keeps`` is the most it may carry over if the year
    ended now, ``next_season`` that for which troops are announced, ``under_way`` what is being built, a line each."""

    clan: Sign
    when: str
    next_season: str
    rice: int
    cash: int
    keeps: int
    fields: tuple[RaisedField, ...]
    works: tuple[KeptWork, ...]
    winter: bool
    under_way: tuple[str, ...]
    offers: tuple[Offer, ...]

    @property
    def upkeep(self) -> int:
        """What is still to be paid for upkeep: this winter, or else in the next one as things stand."""
        return sum(one.points for one in self.works if not one.paid)


FIELDS = (
    Column("Province or place", 62, STRONG),
    Column("Value", 18, FACT, "right"),
    Column("Raised", 18, FACT, "right"),
    Column("Announced", 22, FACT, "right"),
    Column("Can raise", 22, FACT, "right"),
    Column("We announce", 44),
)
WORKS = (
    Column("Work", 62, STRONG),
    Column("Where", 58),
    Column("Costs", 18, FACT, "right"),
    Column("We decide", 48),
)
OFFERS = (Column("Work", 46, STRONG), Column("Costs", 24), Column("Where it may be", 72), Column("We order", 44))
PLANS = (Column("What", 46, STRONG), Column("Whom, where, what for", 96), Column("Points", 44))


def planning_sheet(paper: Paper, one: PlanningSheet) -> None:
    """One clan's sheet, A4 upright, on as many pages as it needs."""
    foot = "Fill in, and take to your Controller"
    head = Head(f"Planning sheet for {one.next_season}", one.clan.name, one.when, foot)
    sheets(paper, head, tuple(_sections(one)))


def _sections(one: PlanningSheet) -> Iterator[Section]:
    yield Section("", (), (_treasury(one),))
    yield Section(
        f"Troops for {one.next_season}: 1 point for each counter (R23)",
        FIELDS,
        tuple(_fields(one)),
        "The clan holds no province and no place.",
    )
    when = "this winter" if one.winter else "each winter"
    works = rows_in(WORKS, (_work(work, one.winter) for work in one.works), 8)
    yield Section(f"Upkeep {when}: what is not paid is abandoned (R24)", WORKS, works, "Nothing costs upkeep.")
    offers = rows_in(OFFERS, map(_offer, one.offers), 8)
    under_way = rows_in((Column("", 186, BODY),), ((words,) for words in one.under_way))
    yield Section("Works, ordered in winter and ready the next (R24, R25)", OFFERS, (*under_way, *offers))
    yield Section("Display, letters and journeys (R18, R25, R34)", PLANS, (*_plans(), _total()))


def _treasury(one: PlanningSheet) -> flow.Row:
    """The clan's band, and what it has in figures large enough to be read across the table."""
    together = one.rice + one.cash
    if one.winter:
        upkeep = [("Upkeep not paid", one.upkeep), ("Left after it", together - one.upkeep)]
    else:  # paid from the income of that winter: nobody owes it yet
        upkeep = [("Upkeep next winter", one.upkeep)]
    figures = [
        ("Rice", one.rice),
        ("Cash", one.cash),
        ("Together", together),
        *upkeep,
        ("May be kept (R22)", one.keeps),
    ]

    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, LEFT, y, 186, 8.5, one.clan)
        for number, (words, points) in enumerate(figures):
            x = LEFT + number * 31
            paper.fit(x, y + 19, figure(points), TITLE, 29)
            paper.fit(x, y + 24, words, NOTE, 29)

    return flow.Row(27, draw)


def _fields(one: PlanningSheet) -> Iterator[flow.Row]:
    for field in one.fields:
        figures = (field.value, field.raised, field.announced, field.left)
        yield from row_of(FIELDS, (field.province, *map(str, figures), Write()), 8)
    if len(one.fields) > 1:
        sums = [sum(getattr(field, name) for field in one.fields) for name in ("value", "raised", "announced", "left")]
        columns = tuple(replace(column, style=STRONG) for column in FIELDS)
        yield from row_of(columns, ("In all", *map(str, sums), Write()), 8)


def _work(work: KeptWork, winter: bool) -> tuple[Cell, ...]:
    asked: Cell = Boxes(("keep", "give up")) if winter else "in winter"
    decided = "paid" if work.paid else asked if work.points else "costs nothing"
    return work.what, work.where, str(work.points), decided


def _offer(offer: Offer) -> tuple[Cell, ...]:
    return offer.what, offer.cost, offer.where, Write()


def _plans() -> Iterator[flow.Row]:
    for what in ("Public event", "Uniforms", "Gift", "Letter to", "Letter to", "Travels"):
        yield from row_of(PLANS, (what, Write(), Write()), 8)


def _total() -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        paper.text(LEFT, y + 8, "Planned in all", Style(SERIF_BOLD, 14))
        paper.text(LEFT + 46, y + 8, "Nothing may be spent that is not there (R27).", FINE)
        paper.box(LEFT + 142, y + 2, 44, 9, weight=1.2)

    return flow.Row(12, draw)
