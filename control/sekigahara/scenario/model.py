"""A scenario of 1600 as the rest of the program sees it: what its folder holds, read and checked.

Each class above the line is one row of a CSV file, and its fields are that file's columns. ``source`` says how sure
a row is (SOURCES).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import BeforeValidator

from control.kernel.drawing.marks.crests import CRESTS
from control.kernel.scenarios.cells import (
    Joint,
    Latitude,
    Longitude,
    Refers,
    YesNo,
    choice,
    known,
    whole,
    words,
)
from control.kernel.scenarios.folder import Row
from control.kernel.values import dataclass
from control.sekigahara.drawing.layout import Geography
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.options import Options
from control.sekigahara.rules.pieces import ANY, CARD_TYPES, TYPES, BlockKind
from control.sekigahara.rules.sides import SIDES

NONE = "none"
SOURCES = ("confirmed", "partial", "reconstructed")
"""How sure a row is: seen in a source, in part, or ours by reasoning."""
POOL, MORI_BOX = "pool", "mori_box"
RECRUITMENT = {f"recruitment_{side}": side for side in SIDES}
"""The recruitment boxes, and whose they are."""
BOXES = (MORI_BOX, *RECRUITMENT)
ITEMS = ("block", "random", "disk")
VARIANTS = ("all", "revised", "first")
ABILITIES = (NONE, "cavalry", "gun")
LEADERS = (NONE, "daimyo", "protagonist")


UNDERSCORES = Joint("_", "underscores", "tanabe_kii")
Id = Annotated[str, BeforeValidator(UNDERSCORES.check), UNDERSCORES]
LocationId = Annotated[str, Refers("location", "locations.csv")]
ClanId = Annotated[str, Refers("clan", "clans.csv")]
Side = Annotated[str, choice("a side", *SIDES)]
Source = Annotated[str, choice("a source", *SOURCES)]
Note = Annotated[str, words("a note", 0, 400)]
Count = Annotated[int, whole(1, 60, "a number")]


class Clan(Row):
    """A clan, and whose it is (3.2)."""

    id: Id
    name: Annotated[str, words("a name", 1, 40)]
    side: Side
    crest: Annotated[str, known("crest", CRESTS)]


class Location(Row):
    """A place of the board (4). ``recruit_…`` are clans whose mon is here, by ``|``; a disk is ``name:side``."""

    id: Id
    name: Annotated[str, words("a name", 1, 40)]
    lon: Longitude
    lat: Latitude
    kind: Annotated[str, choice("a kind of location", "ordinary", "resource")]
    castle: Annotated[str, choice("the colour of a castle", NONE, *SIDES)]
    capital: Annotated[str, choice("the side of a capital", NONE, *SIDES)]
    recruit_east: Annotated[str, words("clans", 0, 80)] = ""
    recruit_west: Annotated[str, words("clans", 0, 80)] = ""
    disk: Annotated[str, words("a disk", 1, 40)]
    random_east: Annotated[int, whole(0, 9, "a number of blocks")]
    random_west: Annotated[int, whole(0, 9, "a number of blocks")]
    source: Source
    note: Note = ""


class Road(Row):
    """A road from one place to the next (4.1); ``name_source`` says whether the board prints its name."""

    a: LocationId
    b: LocationId
    kind: Annotated[str, choice("a kind of road", "highway", "secondary")]
    road: Annotated[str, words("the name of a road", 1, 60)]
    name_source: Annotated[str, choice("the source of a name", "printed", "historical")]
    source: Source


class BlockRow(Row):
    """So many blocks of a kind (3.2), and where they begin: a place, the Mōri box, or the bag (``pool``)."""

    side: Side
    clan: ClanId
    type: Annotated[str, choice("a type of block", *TYPES)]
    ability: Annotated[str, choice("an ability", *ABILITIES)]
    leader: Annotated[str, choice("a leader", *LEADERS)]
    wild: YesNo
    mon: Annotated[int, whole(1, 4, "the number of mon")]
    count: Count
    setup: Id
    setup_first: Annotated[str, words("a place", 0, 40)] = ""
    source: Source
    note: Note = ""


class CardRow(Row):
    """So many cards of a kind (3.3), with the number that bids (6.3)."""

    side: Side
    clan: Annotated[str, words("a clan", 1, 40)]
    type: Annotated[str, choice("a type of card", *CARD_TYPES)]
    count: Count
    initiative: Annotated[int, whole(1, 9, "the number that bids")]
    source: Source
    source_initiative: Source
    note: Note = ""


class SetupRow(Row):
    """What stands somewhere when the game begins (5.2): blocks of a kind, blocks from the bag, or a disk."""

    variant: Annotated[str, choice("a variant", *VARIANTS)]
    side: Side
    location: Id
    item: Annotated[str, choice("an item", *ITEMS)]
    clan: Annotated[str, words("a clan or disk", 0, 40)] = ""
    type: Annotated[str, choice("a type of block", *TYPES)] = ""
    mon: Annotated[int, whole(0, 4, "the number of mon")] = 0
    count: Count
    symbol: Annotated[str, words("a symbol", 0, 20)] = ""
    source: Source
    note: Note = ""


class WeekRow(Row):
    """What a week brings (6.2)."""

    week: Annotated[int, whole(1, 20, "a week")]
    cards_each: Annotated[int, whole(0, 20, "a number of cards")]
    card_for_more_castles: Annotated[int, whole(0, 9, "a number of cards")]
    blocks_each: Annotated[int, whole(0, 9, "a number of blocks")]
    block_for_more_resources: Annotated[int, whole(0, 9, "a number of blocks")]
    source: Source


class PeakRow(Row):
    """A mountain of the drawing."""

    name: Annotated[str, words("a name", 1, 40)]
    lon: Longitude
    lat: Latitude
    metres: Annotated[int, whole(1, 9000, "a height in metres")]


class DrawnRow(Row):
    """A place that is drawn so many kilometres to the east and the north of where it lies."""

    location: LocationId
    east_km: Annotated[int, whole(-60, 60, "kilometres to the east")]
    north_km: Annotated[int, whole(-60, 60, "kilometres to the north")]


# ---- what is made of them


@dataclass(frozen=True)
class CardKind:
    """What a card shows but for the number that bids (6.3), which is that of its row."""

    side: str
    clan: str
    type: str
    name: str


@dataclass(frozen=True)
class Scenario:
    """A scenario, whole. Rows are in the order of their files; ``files`` and ``digest`` are what a game carries."""

    key: str
    title: str
    rule_set: str
    edition: Edition
    options: Options
    clans: Mapping[str, Clan]
    locations: Mapping[str, Location]
    roads: tuple[Road, ...]
    blocks: tuple[BlockRow, ...]
    cards: tuple[CardRow, ...]
    setup: tuple[SetupRow, ...]
    weeks: tuple[WeekRow, ...]
    block_kinds: Mapping[tuple[str, str, str, int], BlockKind]
    """By side, clan, type and mon."""
    card_kinds: Mapping[tuple[str, str, str], CardKind]
    """By side, clan and type; a loyalty challenge has the clan `any`."""
    geography: Geography = field(repr=False)
    files: Mapping[str, str] = field(repr=False, default_factory=dict)
    digest: str = ""

    def card_kind(self, side: str, clan: str, kind: str) -> CardKind | None:
        """What such a card shows; None if the deck has none."""
        return self.card_kinds.get((side, ANY if kind == "loyalty" else clan, kind))
