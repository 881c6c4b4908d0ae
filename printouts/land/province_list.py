"""The provinces from A to Z with what everybody may see of them: who holds them, what stands there, where one can go.

For every umpire, and nothing on it is secret: no army, no garrison, no unrest.
"""

from __future__ import annotations

from itertools import chain

from control.kernel.values import dataclass
from printouts.listing import Column, Head, Section, row_of, sheets
from printouts.paper import A4_LEVEL, BOLD, Paper, Style
from printouts.styles import BODY, FINE, STRONG


@dataclass(frozen=True)
class ListedProvince:
    """A province: ``value`` is its yearly income in points and its intrinsic defence (handbook 7). ``ground`` says in
    words whether it is mountainous, ``works`` what stands there, ``places`` its cities and temples with their holders,
    ``land`` and ``sea`` the provinces one step away."""

    name: str
    kanji: str
    region: str
    value: int
    holder: str
    holder_code: str
    ground: str
    works: str
    places: str
    land: str
    sea: str


@dataclass(frozen=True)
class ProvinceList:
    """All provinces, by name."""

    when: str
    provinces: tuple[ListedProvince, ...]


NAMES = Style(BODY.face, 9)

COLUMNS = (
    Column("Province", 31, Style(BOLD, 11)),
    Column("", 18, Style(BODY.face, 9)),
    Column("Region", 20, FINE),
    Column("Value", 14, STRONG, "right"),
    Column("Held by", 31),
    Column("Ground", 18, FINE),
    Column("Works", 26),
    Column("Cities and temples", 36, NAMES),
    Column("By land to", 53, NAMES),
    Column("By sea to", 26, NAMES),
)


def province_list(paper: Paper, listed: ProvinceList) -> None:
    """The list, A4 level."""
    head = Head(
        "For every umpire",
        "Provinces",
        listed.when,
        "A province’s value is also its intrinsic defence (handbook 7); a city or temple is held for itself.",
    )
    rows = chain.from_iterable(
        row_of(COLUMNS, (
            one.name, one.kanji, one.region, str(one.value), f"{one.holder_code} {one.holder}".strip(), one.ground,
            one.works, one.places, one.land, one.sea,
        )) for one in listed.provinces
    )  # fmt: skip
    sheets(paper, head, [Section("", COLUMNS, tuple(rows))], A4_LEVEL)
