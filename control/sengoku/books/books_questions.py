"""The books of a clan as its Controller reads them: what it has, what was booked, the statement of a year, what its
provinces can still raise (handbook 5; R21 to R27). Whoever asks has been checked before: see `kept`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, false, func, or_, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from control.kernel.database import keeping
from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.hall.scenario.scenario_questions import text_at
from control.kernel.journal.numbering_questions import Numbering
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.kernel.wording import clock_of
from control.sengoku.rows import Clan, Game, Muster, Place, Province, Transfer
from control.sengoku.rules import economy
from control.sengoku.rules.economy import KINDS, Savings
from control.sengoku.rules.prices import Prices
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.forces.ground_questions import besieger
from control.sengoku.world.forces.levies_questions import counters_of_holder
from control.sengoku.world.land.land_questions import ClanSign, clan_names, sign_of
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.ledger import ledger_questions as ledger
from control.sengoku.world.minding_questions import clans_minded

OPENING, SAVINGS, INCOME, RECEIPTS, SPENDING, GIVEN, CORRECTIONS = (
    "opening",
    "savings",
    "income",
    "receipts",
    "spending",
    "given",
    "corrections",
)
GROUPS = {
    OPENING: "Treasury at the start",
    SAVINGS: "Kept over winter",
    INCOME: "Income",
    RECEIPTS: "Received",
    SPENDING: "Spent",
    GIVEN: "Gifts and tribute",
    CORRECTIONS: "Set right by Game Control",
}
GROUP_OF = {
    "opening": OPENING,
    "consumed": SAVINGS,
    "exchange": SAVINGS,
    "gift": GIVEN,
    "tribute": GIVEN,
    "dues": GIVEN,
    "levy": GIVEN,
    "costs": GIVEN,
    "service": GIVEN,
    "granted": CORRECTIONS,
    "correction": CORRECTIONS,
    "loan_repaid": RECEIPTS,
    "received": RECEIPTS,
}
"""Where in a statement a kind of booking stands; income in its own group, all else was spent."""


@dataclass(frozen=True)
class Line:
    """A booking as one clan sees it: what came in is above 0, what went out below."""

    line: int
    kind: str
    rice: int
    cash: int
    entry: int
    season: str
    year: int
    note: str
    province: str
    other: str
    """The other clan of a gift or tribute; empty for all else."""

    @property
    def label(self) -> str:
        """What it is called."""
        if self.other:
            return f"{KINDS[self.kind].label} {'from' if self.points > 0 else 'to'} {self.other}"
        return KINDS[self.kind].label

    @property
    def section(self) -> str:
        """The section or ruling it rests on."""
        return KINDS[self.kind].section

    @property
    def points(self) -> int:
        """Rice and cash together (R26)."""
        return self.rice + self.cash

    @property
    def details(self) -> str:
        """Where and what for."""
        if self.province and self.province not in self.note:
            return ", ".join(filter(None, (self.province, self.note)))
        return self.note


@dataclass(frozen=True)
class Group:
    """A part of a statement with its lines and its sum."""

    key: str
    lines: tuple[Line, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return GROUPS[self.key]

    @property
    def rice(self) -> int:
        """Its sum in rice."""
        return sum(line.rice for line in self.lines)

    @property
    def cash(self) -> int:
        """Its sum in cash."""
        return sum(line.cash for line in self.lines)


@dataclass(frozen=True)
class Statement:
    """The income statement of a clan for a year, which runs from winter to autumn.

    ``brought`` is what was there at the end of the year before, ``left`` what is there at this one's, each as (rice,
    cash); ``savings`` are the figures that said what could be kept of it (None in the first year).
    """

    clan: ClanSign
    year: int
    brought: tuple[int, int]
    groups: tuple[Group, ...]
    left: tuple[int, int]
    savings: Savings | None
    years: tuple[int, ...]
    """All years of this game that have a statement."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, group by group."""
        return tuple(line for group in self.groups for line in group.lines)


@keeping.kept
def statement(session: Session, scenario: Scenario, clan: str, year: int) -> Statement:
    """The income statement of a clan for a year: each booking a line, with the section it rests on."""
    return statements(session, scenario, [clan], year)[0]


def statements(
    session: Session, scenario: Scenario, clans: Sequence[str], year: int, prices: Prices | None = None
) -> list[Statement]:
    """The income statements of several clans for a year, in their order; as many questions as for one. What could be
    kept of a year is reckoned by the ``prices`` of the winter in which it was booked, unless others are asked for."""
    booked = lines_of(session, clans, Transfer.year == year)
    prices = prices or prices_of(session, scenario, year)
    books = ledger.years_of(session, year)
    years = tuple(range(scenario.first_year, Game.only(session).year + 1))
    signs = {row.id: sign_of(row) for row in session.scalars(select(Clan).where(Clan.id.in_(clans)))}

    def drawn_up(clan: str) -> Statement:
        lines, of_the_year = booked[clan], books[clan]
        rice, cash = of_the_year.brought
        sorted_: dict[str, list[Line]] = {key: [] for key in GROUPS}
        for line in lines:
            sorted_[group_of(line.kind)].append(line)
        grouped = {key: tuple(found) for key, found in sorted_.items()}
        kept = None
        if year > scenario.first_year:  # nothing is booked in a year before what was kept for it
            kept = economy.savings(rice, cash, of_the_year.opened_before, of_the_year.income_before, prices)
        return Statement(
            signs[clan],
            year,
            (rice, cash),
            tuple(Group(key, found) for key, found in grouped.items() if found),
            (rice + sum(line.rice for line in lines), cash + sum(line.cash for line in lines)),
            kept,
            years,
        )

    return [drawn_up(clan) for clan in clans]


def prices_of(session: Session, scenario: Scenario, year: int) -> Prices:
    """The prices by which the savings at the beginning of a year were booked, whatever the table says today."""
    kinds = [kind for kind in KINDS if group_of(kind) in (SAVINGS, INCOME)]
    booked = session.scalar(select(func.min(Transfer.entry)).where(Transfer.year == year, Transfer.kind.in_(kinds)))
    then = text_at(session, "tables/economy.toml", booked) if booked else None
    return Prices.from_document(tomllib.loads(then)) if then else scenario.tables.economy


def lines_of(session: Session, clans: Sequence[str], *only: Any) -> dict[str, list[Line]]:
    """The bookings of each of these clans, oldest first; one between two of them is a line of both."""
    found: dict[str, list[Line]] = {clan: [] for clan in clans}
    names = clan_names(session)
    query = BOOKED.where(*only)
    if len(clans) == 1:  # of many, all are read sooner than these are looked for
        query = query.where(or_(Transfer.payer.in_(clans), Transfer.payee.in_(clans)))
    for booked in session.execute(query.order_by(Transfer.line)):
        for clan in (booked.payer, booked.payee):
            if clan in found:
                found[clan].append(line_for(clan, booked, names))
    return found


OF_A_LINE = ("line", "kind", "rice", "cash", "entry", "season", "year", "note")
BOOKED = select(
    *(getattr(Transfer, name) for name in OF_A_LINE), Province.name, Transfer.payer, Transfer.payee
).outerjoin(Transfer.the_province)
"""What a line is made of, by columns: a year of a full hall has some thousand bookings."""


def clan_by_clan(session: Session, clans: Sequence[str], year: int) -> list[str]:
    """A clan for each line of its statement of a year, in the order of these clans; for one line where nothing was
    booked and something is left."""
    pairs = session.execute(select(Transfer.payer, Transfer.payee).where(Transfer.year == year))
    lines, before = Counter(clan for pair in pairs for clan in pair), ledger.years_of(session, year)
    return [clan for clan in clans for _ in range(lines[clan] or int(any(before[clan].brought)))]


def line_for(clan: str, booked: Any, names: Mapping[str, str]) -> Line:
    """A booking as this clan sees it."""
    line, kind, rice, cash, entry, season, year, note, province, payer, payee = booked
    sign, other = (-1, payee) if payer == clan else (1, payer)
    points, clan_beside = (sign * rice, sign * cash), names.get(other or "", "")
    return Line(line, kind, *points, entry, season, year, note, province or "", clan_beside)


def group_of(kind: str) -> str:
    """The part of a statement that a kind of booking belongs to."""
    return INCOME if kind.startswith("income_") else GROUP_OF.get(kind, SPENDING)


def bookings(session: Session, clan: str, *only: Any, latest: int | None = None) -> Iterator[Line]:
    """The bookings of a clan, oldest first; or so many of the ``latest``, newest first (those that stand apart, of
    which nobody knows when in their season they came, before all others)."""
    query = (
        BOOKED.where(or_(Transfer.payer == clan, Transfer.payee == clan), *only)
        .order_by(*((Transfer.line,) if latest is None else ((Transfer.id < 0).desc(), Transfer.line.desc())))
        .limit(latest)
    )
    for booked in session.execute(query):
        yield line_for(clan, booked, clan_names(session))


def lent(session: Session, clan: str) -> int:
    """What nobles still owe a clan."""
    return max(0, still_lent(session, clan))


def still_lent(session: Session, clan: str) -> int:
    """What a clan has lent to nobles less what they paid back; below 0 where Game Control has forced more."""
    points = func.coalesce(func.sum(Transfer.rice + Transfer.cash), 0)
    out = session.scalar(select(points).where(Transfer.payer == clan, Transfer.kind == "loan")) or 0
    back = session.scalar(select(points).where(Transfer.payee == clan, Transfer.kind == "loan_repaid")) or 0
    return int(out - back)


# --- A clan’s page ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Account:
    """A clan with what it has."""

    clan: ClanSign
    rice: int
    cash: int

    @property
    def points(self) -> int:
        """Rice and cash together (R26)."""
        return self.rice + self.cash


PLAYED_FIRST = (Clan.played.desc(), Clan.id)


def accounts(session: Session, desk: str) -> list[Account]:
    """The clans whose books this desk keeps, with what they have; by name, the played ones first."""
    found = ledger.balances(session)
    clans = session.scalars(select(Clan).where(clans_minded(desk)).order_by(*PLAYED_FIRST))
    return [Account(sign_of(clan), *found[clan.id]) for clan in clans]


def clans_kept(session: Session, desk: str) -> Sequence[str]:
    """The clans whose books this desk keeps, in the same order."""
    return session.scalars(select(Clan.id).where(clans_minded(desk)).order_by(*PLAYED_FIRST)).all()


@keeping.kept
def account(session: Session, clan: str) -> Account:
    """One clan with what it has."""
    return Account(sign_of(session.get_one(Clan, clan)), *ledger.balance(session, clan))


def kept(session: Session, desk: str, clan: str) -> bool:
    """Whether this desk keeps the books of this clan."""
    return session.scalar(select(Clan.id).where(Clan.id == clan, clans_minded(desk))) is not None


def others(session: Session, clan: str) -> list[tuple[str, str]]:
    """All other clans, key and name, by name: whom it may give something."""
    rows = select(Clan.id, Clan.name).where(Clan.id != clan, lords()).order_by(Clan.played.desc(), Clan.id)
    return [(row.id, row.name) for row in session.execute(rows)]


@dataclass(frozen=True)
class Booked:
    """A booking with who did it and when, for the clan’s page."""

    line: Line
    umpire: str
    at: str
    desk: str
    action: str

    @property
    def own(self) -> bool:
        """Whether its entry is this booking and no more: the end of a season is not taken back from here."""
        return self.action.startswith(("account.", "troops.", "work.", "upkeep."))

    @property
    def time(self) -> str:
        """When, in the hall's time."""
        return clock_of(self.at) or f"{self.line.season} {self.line.year}"


def latest(session: Session, clan: str, most: int = 6, since: int = 0) -> list[Booked]:
    """The last bookings of a clan, newest first; only those that came after the entry ``since``. Of one whose entry
    stands apart nobody is told when in the season it was booked, or by whom; the treasury has it."""
    game = Game.only(session)
    apart = and_(Transfer.id < 0, Transfer.year == game.year, Transfer.season == game.season) if not since else false()
    only = or_(and_(Transfer.id > 0, Transfer.entry > since), apart)
    lines = list(bookings(session, clan, only, latest=most))
    entries = session.execute(
        select(JournalEntry.number, JournalEntry.umpire, JournalEntry.at, JournalEntry.desk, JournalEntry.action).where(
            JournalEntry.number.in_({line.entry for line in lines})
        )
    )
    by = {number: rest for number, *rest in entries}
    return [Booked(line, *by.get(line.entry, ("", "", "", ""))) for line in lines]


def last_booking(session: Session, clan: str) -> int:
    """The entry of the last booking of a clan: what a page has shown."""
    return max(
        session.scalar(select(func.max(Transfer.entry)).where(column == clan)) or 0
        for column in (Transfer.payer, Transfer.payee)
    )


# --- Troops for the next season (R23) -----------------------------------------------------------------------


@dataclass(frozen=True)
class Coming:
    """Counters announced in a province, or a ``place`` of it, for the next season, by a journal entry."""

    clan: ClanSign
    province: str
    place: str | None
    name: str
    counters: int
    uniforms: bool
    entry: int
    number: int


@dataclass(frozen=True)
class Field:
    """A province of a clan, or a city or temple (``place``; ``id`` is its own), with what it can still raise this year;
    ``coming`` is announced; ``stands`` are the lord's counters there now, looked up only where some are to come;
    ``shut_in`` says who stands before its gates (R41)."""

    place: bool
    id: str
    name: str
    value: int
    raised: int
    coming: tuple[Coming, ...]
    stands: int = 0
    shut_in: str = ""

    @property
    def key(self) -> str:
        """What names it on a form: ``kai`` or ``place.kyoto``."""
        return f"place.{self.id}" if self.place else self.id

    @property
    def announced(self) -> int:
        """The counters announced."""
        return sum(one.counters for one in self.coming)

    @property
    def left(self) -> int:
        """The counters it can still raise this year."""
        return max(0, self.value - self.raised - self.announced)

    @property
    def is_thin(self) -> bool:
        """Whether what is announced comes, with what stands there, to fewer counters than the levy that will count no
        more beside them (R4). What was raised this year may have marched away."""
        return self.announced > 0 and self.announced + self.stands < self.value


def fields(session: Session, clan: str) -> list[Field]:
    """The provinces of a clan, the richest first, then its cities and temples, with what each can still raise."""
    coming = grouped(((one.province, one.place), one) for one in to_come(session))
    provinces = session.scalars(
        select(Province).where(Province.holder == clan).order_by(Province.rice_value.desc(), Province.name)
    )
    found = []
    for one in provinces:
        there = tuple(coming.get((one.id, None), ()))
        stands = counters_of_holder(session, one.id) if there else 0
        found.append(Field(False, one.id, one.name, one.rice_value, one.raised, there, stands))
    places = session.scalars(select(Place).where(Place.holder == clan).order_by(Place.value.desc(), Place.name))
    for place in places:
        there, outside = tuple(coming.get((place.province, place.id), ())), besieger(session, place)
        stands = counters_of_holder(session, place.province, place.id) if there else 0
        shut_in = outside[1] if outside else ""
        found.append(made_from(Field, place, place=True, coming=there, stands=stands, shut_in=shut_in))
    return found


def to_come(session: Session) -> list[Coming]:
    """All counters that are announced and not raised yet: for those who see the sizes of forces, and each clan's own
    Controller."""
    found = select(Muster).where(Muster.outcome == "").join(Muster.the_province).outerjoin(Muster.the_place)
    with_all = contains_eager(Muster.the_province), contains_eager(Muster.the_place), joinedload(Muster.the_clan)
    return [
        made_from(Coming, one, clan=sign_of(one.the_clan), name=(one.the_place or one.the_province).name)
        for one in session.scalars(found.order_by(Muster.clan, Province.name, Muster.id).options(*with_all))
    ]


def next_season(session: Session) -> str:
    """The season that comes next and its year, in words."""
    game = Game.only(session)
    return season_in_words(game, game.seasons + 1)


# --- Tables for a spreadsheet -------------------------------------------------------------------------------

EXPORTED = ("entry", "year", "season", "kind", "section", "from", "to", "rice", "cash", "province", "note")
STATED = ("part", "entry", "season", "kind", "section", "rice", "cash", "details")
BALANCES = ("clan", "kind", "rice", "cash", "to", "province", "note")
"""The columns of the tables; the last is also what is read again."""


def exported(session: Session, numbers: Numbering, clan: str | None = None) -> list[tuple[Any, ...]]:
    """Every booking of the game, or of one clan, as rows of EXPORTED, with the numbers of entries as they are told."""
    query = select(  # columns and no rows of ours: a long game has thousands of bookings
        Transfer.entry,
        Transfer.year,
        Transfer.season,
        Transfer.kind,
        Transfer.source,
        Transfer.target,
        Transfer.rice,
        Transfer.cash,
        Transfer.province,
        Transfer.note,
    ).order_by(Transfer.line)
    if clan is not None:
        query = query.where(or_(Transfer.payer == clan, Transfer.payee == clan))
    return [
        (numbers.told(entry), year, season, kind, KINDS[kind].section, source, target, rice, cash, province or "", note)
        for entry, year, season, kind, source, target, rice, cash, province, note in session.execute(query)
    ]


def stated(found: Statement, numbers: Numbering) -> list[tuple[Any, ...]]:
    """A statement as rows of STATED, likewise."""
    return [
        ("Brought over", "", "", "", "", *found.brought, ""),
        *(
            (
                group.title,
                numbers.told(line.entry),
                f"{line.season} {line.year}",
                line.label,
                line.section,
                line.rice,
                line.cash,
                line.details,
            )
            for group in found.groups
            for line in group.lines
        ),
        ("Left", "", "", "", "", *found.left, ""),
    ]


def balance_rows(found: Iterable[Account]) -> list[tuple[Any, ...]]:
    """What clans have, as rows of BALANCES that can be taken over again."""
    return [(one.clan.id, "balance", one.rice, one.cash, "", "", "") for one in found]
