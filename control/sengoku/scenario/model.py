"""A scenario as the rest of the program sees it: what a folder under ``scenarios/`` holds, read and checked.

Each class above the line is one row of a CSV file, and its fields are that file's columns: the checker, the
guide for scenario authors and the program cannot disagree about them. Rows name each other by id. Everything
here is frozen; a game in play keeps its own state elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from control.kernel.scenarios.cells import (
    Colour,
    Id,
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
from control.kernel.scenarios.outlines import Polygon, Position
from control.kernel.values import dataclass
from control.sengoku.rules.covert import CovertTable
from control.sengoku.rules.march.geography import ROAD_NAMES, Geography
from control.sengoku.rules.people import titles
from control.sengoku.rules.people.reactions import PRINTED, ReactionTable
from control.sengoku.rules.people.titles import HEADS as HEADS
from control.sengoku.rules.tables import WORKS as WORKS
from control.sengoku.rules.tables import Options, Tables

CLAN_KINDS = ("clan", "temple", "bakufu")
CRESTS = (
    "four-lozenges",
    "three-scales",
    "bar-and-three-discs",
    "ring-and-cross",
    "ring-and-bar",
    "ring-and-two-bars",
    "ring-and-upright-bars",
    "three-bars",
    "bars-in-octagon",
    "four-squares",
    "four-squares-on-edge",
    "checks",
    "well-frame",
    "stair-lozenges",
    "nine-discs",
    "three-discs",
    "coin",
    "six-coins",
    "moon-and-star",
    "sun-rays",
    "linked-rings",
    "tortoise-shell",
    "eight-points",
    "hourglass",
    "melon-flower",
    "three-melons",
    "plum-blossom",
    "bellflower",
    "chrysanthemum",
    "flower-lozenge",
    "sorrel",
    "sorrel-and-swords",
    "apricot-leaves",
    "bamboo-leaves",
    "paulownia",
    "wisteria",
    "lotus",
    "ginkgo",
    "fan",
    "two-feathers",
    "comb",
    "gourd",
    "wheel",
    "three-commas",
    "waves",
    "shrine-gate",
    "crossed-arrows",
    "mountain",
    "snow",
    "ladder",
)
"""The crests a clan may bear; control/kernel/drawing/marks/crests.py draws them."""
ROLES = ("daimyo", "shogun", "abbot", "taisho", "elder", "heir", "chamberlain", "sohei", "official", "family")
RELATIONS = ("wife", "child", "parent", "sibling", "heir")
"""What a person made in play may be to the head of his clan: his immediate family (R36, R40)."""
SEXES = ("male", "female")
NAME_KINDS = ("man", "woman", "monk", "family")
SEASONS = ("spring", "summer", "autumn", "winter")
AT_THE_MAP = ("commanders", "everybody")
MAIN_LINE = "main"


ProvinceId = Annotated[str, Refers("province", "provinces.csv")]
PlaceId = Annotated[str, Refers("place", "places.csv")]
ClanId = Annotated[str, Refers("clan", "clans.csv")]
CharacterId = Annotated[str, Refers("character", "characters.csv")]


class Province(Row):
    """An area of the map (handbook 10)."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    handbook_name: Annotated[str, words("the printed name", 0, 60)] = ""
    kanji: Annotated[str, words("the name in kanji", 0, 20)] = ""
    rice_value: Annotated[int, whole(0, 99, "a rice value")]
    ruler: ClanId | None = None
    castle: Annotated[str, choice("a work", *WORKS)]
    mountainous: YesNo
    mountain_note: Annotated[str, words("a note")] = ""
    centre: Annotated[str, words("the name of the centre", 0, 60)] = ""
    lon: Longitude
    lat: Latitude
    region: Annotated[str, words("a region", 0, 40)] = ""


class Place(Row):
    """A city or temple inside a province that is controlled for itself (handbook 10)."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    handbook_name: Annotated[str, words("the printed name", 0, 60)] = ""
    kanji: Annotated[str, words("the name in kanji", 0, 20)] = ""
    province: ProvinceId
    value: Annotated[int, whole(0, 99, "a value")]
    holder: ClanId | None = None
    fortification: Annotated[str, choice("a work", *WORKS)]
    kind: Annotated[str, choice("the kind of place", "city", "free city", "temple")]
    income: Annotated[str, choice("the kind of income", "rice", "taxation", "mining")]
    lon: Longitude
    lat: Latitude
    note: Annotated[str, words("a note")] = ""


class Clan(Row):
    """A side: the clan of a Daimyo, a temple of warrior monks, or the Bakufu (handbook 9)."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    kanji: Annotated[str, words("the name in kanji", 0, 20)] = ""
    code: Annotated[str, words("a code", 2, 4)]
    leader: CharacterId
    home_province: ProvinceId | None = None
    home_place: PlaceId | None = None
    kind: Annotated[str, choice("the kind of clan", *CLAN_KINDS)]
    played: YesNo
    treasury: Annotated[int, whole(0, 999, "the cash at the start")] = 0
    colour: Colour
    text_colour: Colour
    crest: Annotated[str, known("crest", CRESTS)] = ""
    note: Annotated[str, words("a note")] = ""


class Income(Row):
    """An income besides the rice of provinces and the value of places: a mine or tolls that go with a province, or a
    right that goes with a clan (handbook 5; R21)."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    kind: Annotated[str, choice("the kind of income", "rice", "taxation", "mining")]
    value: Annotated[int, whole(1, 99, "a value")]
    province: ProvinceId | None = None
    clan: ClanId | None = None
    note: Annotated[str, words("a note")] = ""


class Character(Row):
    """A person somebody plays, or whom Control plays; ``title`` is what the office is called on paper."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    kanji: Annotated[str, words("the name in kanji", 0, 20)] = ""
    clan: ClanId
    role: Annotated[str, choice("a role", *ROLES)]
    title: Annotated[str, words("a title", 1, 60)]
    age: Annotated[int, whole(0, 120, "an age")]
    ancestor: Annotated[str, words("an ancestor", 0, 60)] = ""
    experience: Annotated[int, whole(1, 4, "experience")]
    source: Annotated[str, choice("a source", "handbook", "history", "invented")]
    note: Annotated[str, words("a note")] = ""


class Courtier(Row):
    """A person of the Emperor's court, of no clan: the Emperor, or a noble with his court rank (handbook 4)."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    role: Annotated[str, choice("a role at court", "emperor", "noble")]
    rank: Annotated[int, whole(1, 10, "a court rank")] | None = None
    title: Annotated[str, words("a title", 0, 60)] = ""
    age: Annotated[int, whole(0, 120, "an age")] | None = None
    ancestor: Annotated[str, words("an ancestor", 0, 60)] = ""
    note: Annotated[str, words("a note")] = ""


class Name(Row):
    """A name for people who are made in play (R40): a given name of a man, a woman or a monk, or the name of a family
    that serves others."""

    name: Annotated[str, words("a name", 1, 40)]
    kind: Annotated[str, choice("the kind of name", *NAME_KINDS)]
    note: Annotated[str, words("a note")] = ""


class Title(Row):
    """A title held at the start (R30): an office in a province, or a court rank from 1 (highest) to 10."""

    kind: Annotated[str, choice("a title", *titles.KINDS)]
    character: CharacterId
    province: ProvinceId | None = None
    rank: Annotated[int, whole(1, 10, "a court rank")] | None = None
    note: Annotated[str, words("a note")] = ""


class Link(Row):
    """Two provinces that an army can step between."""

    start: ProvinceId = Field(alias="from")
    end: ProvinceId = Field(alias="to")

    @property
    def ends(self) -> frozenset[str]:
        """The two provinces, in no order."""
        return frozenset((self.start, self.end))


class Border(Link):
    """Two provinces that share a border by land. It runs both ways and is listed once."""


class Crossing(Link):
    """Two provinces joined by a sea crossing, and where to draw it. It runs both ways and is listed once."""

    name: Annotated[str, words("a name", 1, 60)]
    kind: Annotated[str, choice("the class of a crossing", "strait", "open")] = Field(alias="class")
    ports: Annotated[str, words("the ports")] = ""
    from_lon: Longitude
    from_lat: Latitude
    to_lon: Longitude
    to_lat: Latitude


class RoadLeg(Link):
    """One step along a great road; ``branch`` is "main" or the name of a side road."""

    road: Annotated[str, choice("a road", *ROAD_NAMES)]
    branch: Annotated[str, words("a branch", 1, 40)]
    order: Annotated[int, whole(1, 999, "the order")]


class RoadPoint(Row):
    """A station on a great road, for drawing it."""

    road: Annotated[str, choice("a road", *ROAD_NAMES)]
    branch: Annotated[str, words("a branch", 1, 40)]
    order: Annotated[int, whole(1, 999, "the order")]
    province: ProvinceId
    name: Annotated[str, words("a name", 0, 60)] = ""
    lon: Longitude
    lat: Latitude


# What is put together from several rows or files


@dataclass(frozen=True)
class Geometry:
    """Everything needed to draw the map; the drawing decides on projection and size."""

    provinces: Mapping[str, tuple[Polygon, ...]]
    lakes: tuple[Polygon, ...]
    road_lines: Mapping[str, tuple[tuple[Position, ...], ...]]
    """For each road its main line, then its branches."""


@dataclass(frozen=True)
class Era:
    """How the years are counted at court."""

    name: str
    first_year: int

    def year(self, year: int) -> int:
        """The year within the era: 1550 is the 19th of Tembun."""
        return year - self.first_year + 1


@dataclass(frozen=True)
class TimetablePhase:
    """One part of a season's timetable, and who may be at the map in it; winter runs undivided."""

    name: str
    minutes: int
    map: str = AT_THE_MAP[0]


@dataclass(frozen=True)
class Break:
    """A break in the day: its name, when it begins in the hall's time (HH:MM), its minutes."""

    name: str
    at: str
    minutes: int


@dataclass(frozen=True)
class Day:
    """The plan of the day: when it begins and is to end, in the hall's time (HH:MM), and the breaks."""

    begins: str
    ends: str
    breaks: tuple[Break, ...]


@dataclass(frozen=True)
class HonourReason:
    """A reason for honour in the scenario's list (R28): ``for_whom`` is person, clan or either."""

    key: str
    name: str
    group: str
    points: int
    for_whom: str
    frequent: bool


@dataclass(frozen=True)
class Dossier:
    """What a clan that nobody plays is like, what it wants, and how it stands to others when the game begins."""

    character: str = ""
    aims: tuple[str, ...] = ()
    attitudes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Text:
    """What players read, as Markdown with placeholders: a motto, and the text, which begins on that ``line`` of its
    file."""

    motto: str
    body: str
    line: int = 1


@dataclass(frozen=True)
class Texts:
    """The texts of clans and people by their ids, and the summary of the rules; the paper of a clan or person without
    one is made from the facts alone."""

    clans: Mapping[str, Text] = field(default_factory=dict)
    people: Mapping[str, Text] = field(default_factory=dict)
    rules: Text | None = None


@dataclass(frozen=True)
class Scenario:
    """Everything a game starts from. ``files`` are all files of its folder, which the game carries along, and
    ``digest`` is one number for all of them."""

    key: str
    title: str
    rule_set: str
    first_year: int
    first_season: str
    era: Era
    season_minutes: int
    phases: tuple[TimetablePhase, ...]
    day: Day
    hide_after: int
    honour: Mapping[str, HonourReason]
    honour_limit: int
    covert: CovertTable
    options: Options
    tables: Tables
    provinces: Mapping[str, Province]
    places: Mapping[str, Place]
    incomes: Mapping[str, Income]
    clans: Mapping[str, Clan]
    characters: Mapping[str, Character]
    titles: tuple[Title, ...]
    court: tuple[Courtier, ...]
    borders: tuple[Border, ...]
    crossings: tuple[Crossing, ...]
    roads: Mapping[str, tuple[RoadLeg, ...]]
    geography: Geography
    geometry: Geometry
    texts: Texts = field(default_factory=Texts)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names for people made in play, by their kind, in the order of the list."""
    reactions: ReactionTable = PRINTED
    """What the people of clans that nobody plays answer."""
    locals: Mapping[str, Dossier] = field(default_factory=dict)
    """The dossiers of clans that nobody plays, by their ids."""
    files: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    digest: str = field(default="", compare=False)
    first_season_draws: bool = True
    """Whether those of sixty and more draw a card in the first season too (R19, D29)."""
    turned: int = 25
    """By how many degrees the map is turned clockwise where it is drawn for a wide screen."""

    def timetable(self, season: str) -> tuple[TimetablePhase, ...]:
        """The parts of a season; winter is one (handbook 2)."""
        return (TimetablePhase("Winter", self.season_minutes),) if season == "winter" else self.phases
