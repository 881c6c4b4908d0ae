"""The economy (handbook 5): points of rice and cash move from account to account and never appear.

R21 income, R22 savings, R23 troops, R24 works, R25 display, R26 rice or cash. Everything is in points; a point is about
50,000 koku. An account is a word: ``clan:oda``, ``province:owari``, ``place:kyoto``, ``income:kai-gold``, or one of the
world's own below, which give points (``opening``, ``control``) or take them (``troops``, ``works``, …).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from control.kernel.values import dataclass
from control.sengoku.rules.prices import INCOMES, Prices


@dataclass(frozen=True)
class Kind:
    """A kind of booking: what it is called, the section or ruling it rests on, and the world's account it comes from or
    goes to (empty for a province, place or income, or for another clan)."""

    label: str
    section: str
    account: str = ""


KINDS: Mapping[str, Kind] = {
    # what a clan gets
    "opening": Kind("Treasury at the start", "H5", "opening"),
    "income_rice": Kind("Rice income", "R21"),
    "income_taxation": Kind("Other taxation", "R21"),
    "income_mining": Kind("Mining", "R21"),
    "loan_repaid": Kind("Loan paid back", "H5", "nobles"),
    "received": Kind("Received", "H5", "outside"),
    "granted": Kind("Granted by Game Control", "R27", "control"),
    # what it does with it
    "troops": Kind("Troops", "R23", "troops"),
    "castle": Kind("Castle", "R24", "works"),
    "fortress": Kind("Fortress", "R24", "works"),
    "recommission": Kind("Re-commissioning", "R24", "works"),
    "upkeep": Kind("Upkeep", "R24", "upkeep"),
    "event": Kind("Public event", "R25", "display"),
    "building": Kind("Public building", "R25", "display"),
    "uniforms": Kind("Uniforms", "R25", "display"),
    "loan": Kind("Loan to a noble", "H5", "nobles"),
    "bribe": Kind("Bribe or secret service", "H5", "bribes"),
    "gift": Kind("Gift", "H5"),
    "tribute": Kind("Tribute", "R33"),
    "dues": Kind("What a vassal owes", "R33"),
    "levy": Kind("Levy of the Bakufu", "R38"),
    "service": Kind("Service to Emperor or Shogun", "H4", "court"),
    "costs": Kind("Costs of a judgement", "H8"),
    "other": Kind("Other", "H5", "outside"),
    "correction": Kind("Correction", "R27", "control"),
    # winter
    "exchange": Kind("Rice turned into cash", "R22", "market"),
    "consumed": Kind("Used by the clan’s followers", "R22", "followers"),
}
"""Every kind of booking. Income is ``income_`` and one of rice, taxation and mining."""

FORCE_DIVISOR = 2
"""What was taken by force since the last winter pays one part in so many, rounded down (R21)."""


@dataclass(frozen=True)
class Transfer:
    """Points that move: from an account to an account, of a kind (a key of KINDS), at a province if it matters."""

    source: str
    target: str
    kind: str
    rice: int = 0
    cash: int = 0
    province: str | None = None
    note: str = ""

    @property
    def points(self) -> int:
        """Rice and cash together (R26)."""
        return self.rice + self.cash


def treasury(clan: str) -> str:
    """The account of a clan."""
    return f"clan:{clan}"


def owner(account: str) -> str | None:
    """The clan whose account this is; None for every other account."""
    kind, _, key = account.partition(":")
    return key if kind == "clan" else None


# --- What comes in (R21) ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """What pays at the onset of winter: a province, a place, a mine or a right; ``kind`` is rice, taxation or mining.

    ``taken`` says that its holder took it by force since the last winter.
    """

    account: str
    name: str
    kind: str
    value: int
    holder: str | None
    province: str | None = None
    taken: bool = False

    @property
    def ground(self) -> str:
        """The province or place that pays: what its mines and rights pay is of the province."""
        return self.account if self.province is None or self.account.startswith("place:") else self.province

    @property
    def pays(self) -> int:
        """What it pays this winter: half, rounded down, of what was taken by force (R21)."""
        return self.value // FORCE_DIVISOR if self.taken else self.value


def winter_income(sources: Iterable[Source]) -> Iterator[Transfer]:
    """What each source pays its holder at the onset of winter (R21): half, rounded down, of what was taken by force;
    what submitted pays in full. Nobody's pays nobody. Rice is paid in rice, all else in cash."""
    for source in sources:
        pays = source.pays
        if source.holder is None or not pays:
            continue
        note = f"{source.name}: half of {source.value}, taken by force" if source.taken else source.name
        rice, cash = (pays, 0) if source.kind == "rice" else (0, pays)
        yield Transfer(
            source.account, treasury(source.holder), f"income_{source.kind}", rice, cash, source.province, note
        )


# --- What is kept (R22) -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Savings:
    """What a clan may keep over winter, with every figure it comes from (R22)."""

    rice: int
    cash: int
    opening: int
    parts: Mapping[str, tuple[int, int, int]]
    """For each kind of income: last year's points, the percentage, what that comes to (rounded down)."""

    @property
    def unspent(self) -> int:
        """What is left of the year, in rice and cash."""
        return self.rice + self.cash

    @property
    def limit(self) -> int:
        """The most that may be kept."""
        return self.opening + sum(part for _, _, part in self.parts.values())

    @property
    def carried(self) -> int:
        """What is kept, all of it in cash."""
        return max(0, min(self.unspent, self.limit))

    @property
    def consumed(self) -> int:
        """What the clan's followers used up."""
        return self.unspent - self.carried


def savings(rice: int, cash: int, opening: int, incomes: Mapping[str, int], prices: Prices) -> Savings:
    """What a clan keeps of its unspent ``rice`` and ``cash`` before the new income comes in (R22).

    ``opening`` is the cash it began the year with, ``incomes`` last year's points by kind (rice, taxation, mining).
    """
    parts = {}
    for kind in INCOMES:
        percent = prices.savings[kind]
        parts[kind] = (incomes.get(kind, 0), percent, incomes.get(kind, 0) * percent // 100)
    return Savings(rice, cash, opening, parts)


def keep(clan: str, kept: Savings) -> Iterator[Transfer]:
    """The bookings that leave a clan with what it may keep, in cash: the rest is consumed, rice first, and what rice is
    kept is turned into cash (R22)."""
    mine = treasury(clan)
    rice = min(kept.rice, kept.consumed)
    if kept.consumed:
        yield Transfer(mine, "followers", "consumed", rice, kept.consumed - rice)
    if turned := kept.rice - rice:
        yield Transfer(mine, "market", "exchange", rice=turned)
        yield Transfer("market", mine, "exchange", cash=turned)


# --- What is spent (R23–R27) ------------------------------------------------------------------------------


def split(points: int, rice: int, cash: int, first: str) -> tuple[int, int]:
    """``points`` paid out of ``rice`` and ``cash``, one of them ``first`` (rule option spend_first, R26); as
    (rice, cash). ``points`` must be there."""
    if first == "cash":
        paid = min(points, cash)
        return points - paid, paid
    paid = min(points, rice)
    return paid, points - paid


def uniforms_cost(counters: int, prices: Prices) -> int:
    """What splendid uniforms for so many counters cost: a point for each two begun (R25)."""
    return -(-counters // prices.uniforms_for)


def ahead(totals: Mapping[str, int]) -> list[str]:
    """Who is ahead in display: all that share the highest total above 0 (R25)."""
    most = max(totals.values(), default=0)
    return sorted(clan for clan, total in totals.items() if total == most) if most > 0 else []
