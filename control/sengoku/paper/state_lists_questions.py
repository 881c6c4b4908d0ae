"""The lists of a state that can be typed in: their columns, and the sheets they stand on. The fallback pack prints
them, the page that takes a state back in shows them, and the workbook has them, all from here: same lists, same order,
same columns, same headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.sengoku.politics.edicts_questions import AUTHORITIES
from control.sengoku.rules.prices import FATES
from control.sengoku.rules.risk import CAUSES
from control.sengoku.scenario.model import RELATIONS, ROLES, SEASONS, SEXES, TITLE_KINDS, WORKS
from control.sengoku.world.treaties_questions import KINDS as TREATIES

YES_NO = ("yes", "no")
SIDES = ("attacker", "defender")
BUILT = ("castle", "fortress", "building")
STATES = ("ordered", "standing", "finished", "abandoned", "lost")
IDS = ("clan", "province", "place", "character")
"""What a column may name: people write its name, scripts its id."""


@dataclass(frozen=True)
class Column:
    """A column: ``key`` in orders and workbooks, ``heading`` for people, ``width`` as a share of the sheet's.

    ``of`` is what its cells hold: words, number, yes, route, one of IDS, or "name" (what the line is about).
    ``choices`` are the words it may hold, if they are few. ``empty`` is whether an empty cell says something: nobody,
    nothing. One that is ``printed`` stands on paper alone, for whoever reads it; it is not typed in.
    """

    key: str
    heading: str
    width: int
    of: str = "words"
    choices: tuple[str, ...] = ()
    empty: bool = False
    printed: bool = False


@dataclass(frozen=True)
class StateList:
    """A list. ``keyed`` says that its lines are known by their ids: of these a line that is left out stays as it is, of
    the others the list says all there are."""

    key: str
    title: str
    one: str
    columns: tuple[Column, ...]
    keyed: bool = False
    note: str = ""

    @property
    def typed(self) -> tuple[Column, ...]:
        """The columns that are typed in."""
        return tuple(column for column in self.columns if not column.printed)


@dataclass(frozen=True)
class StateSheet:
    """A sheet of the fallback pack, and the page that takes it back in. ``why`` says what it is for."""

    key: str
    title: str
    why: str
    lists: tuple[StateList, ...]
    secret: bool = False


def yes(key: str, heading: str, width: int) -> Column:
    """A column of yes and no."""
    return Column(key, heading, width, "yes", YES_NO)


def some(key: str, heading: str, width: int, *choices: str, empty: bool = False) -> Column:
    """A column of a few words."""
    return Column(key, heading, width, "words", choices, empty)


def number(key: str, heading: str, width: int) -> Column:
    """A column of whole numbers."""
    return Column(key, heading, width, "number")


def read_only(key: str, heading: str, width: int) -> Column:
    """A column that is only printed."""
    return Column(key, heading, width, printed=True)


GAME = StateList(
    "game",
    "Where the day stands",
    "line",
    (
        number("year", "Year", 20),
        some("season", "Season", 26, *SEASONS),
        number("phase", "Phases run", 22),
        yes("locked", "Orders locked", 26),
        number("stage", "Part of the season", 32),
        number("minutes", "Minutes left in it", 32),
        read_only("called", "That part is called", 60),
    ),
    note="Of the four movement phases, how many have been run. The parts of the season are counted from 1.",
)
OPTIONS = StateList(
    "options",
    "Rule options in force",
    "rule option",
    (
        Column("option", "Option", 60),
        Column("value", "Set to", 50),
        read_only("question", "What it decides", 150),
    ),
)
MADE = StateList(
    "made",
    "People made in play",
    "person made",
    (
        Column("name", "Name", 56),
        Column("clan", "Clan", 34, "clan"),
        some("role", "Role", 28, *ROLES),
        some("relation", "To its head", 28, *RELATIONS, empty=True),
        some("sex", "Sex", 22, *SEXES, empty=True),
        number("age", "Age", 14),
        number("experience", "Exp.", 14),
        Column("ancestor", "Ancestor", 44),
    ),
    note="They are typed in before everything else; what became of them stands in the list of people (R40).",
)
PROVINCES = StateList(
    "provinces",
    "Provinces",
    "province",
    (
        Column("name", "Province", 30, "name"),
        Column("holder", "Holder", 32, "clan", empty=True),
        number("rice_value", "Rice", 12),
        some("castle", "Castle", 20, *WORKS),
        number("castle_since", "Built in", 15),
        some("abandoned", "Abandoned", 22, *WORKS),
        number("raised", "Raised", 15),
        yes("taken", "By force", 15),
        yes("unrest", "Unrest", 15),
        yes("upkeep", "Upkeep paid", 16),
        read_only("here", "Stands there", 66),
    ),
    keyed=True,
    note="Raised: counters, this year. By force: taken so since the last winter, so it pays half (R21).",
)
PLACES = StateList(
    "places",
    "Cities and temples",
    "place",
    (
        Column("name", "Place", 40, "name"),
        read_only("province", "In", 30),
        Column("holder", "Holder", 40, "clan", empty=True),
        some("fortification", "Fortification", 28, *WORKS),
        number("castle_since", "Built in", 16),
        some("abandoned", "Abandoned", 28, *WORKS),
        number("raised", "Raised", 16),
        yes("taken", "By force", 18),
        yes("upkeep", "Upkeep paid", 20),
        read_only("here", "Stands there", 50),
    ),
    keyed=True,
)
GARRISONS = StateList(
    "garrisons",
    "Garrisons",
    "garrison",
    (
        Column("clan", "Clan", 60, "clan"),
        Column("province", "Province", 60, "province"),
        Column("place", "In the place", 50, "place"),
        number("troops", "Counters", 24),
    ),
    note="In the place: the city or temple they stand in; empty for the province around (R41).",
)
MUSTERS = StateList(
    "musters",
    "Troops announced for next season",
    "muster",
    (
        Column("clan", "Clan", 60, "clan"),
        Column("province", "Province", 60, "province"),
        Column("place", "In the place", 50, "place"),
        number("counters", "Counters", 24),
        yes("uniforms", "In uniforms", 28),
    ),
)
CHARACTERS = StateList(
    "characters",
    "People",
    "character",
    (
        Column("name", "Person", 44, "name"),
        read_only("clan", "Clan", 13),
        some("role", "Role", 25, *ROLES),
        Column("title", "Called", 34),
        number("experience", "Exp.", 11),
        number("age", "Age", 10),
        yes("alive", "Alive", 13),
        yes("wounded", "Wound", 15),
        number("wounded_ago", "Seasons ago", 18),
        Column("held_by", "Hostage of", 26, "clan", empty=True),
        number("battles", "Battles", 16),
        yes("heir", "Heir to name", 16),
        Column("player", "Played by", 34),
    ),
    keyed=True,
    note="Seasons ago: when the wound was taken, 0 for this season. Battles: those he fought this season.",
)
ARMIES = StateList(
    "armies",
    "Armies",
    "army",
    (
        Column("code", "Code", 16),
        read_only("clan", "Clan", 13),
        Column("general", "General", 44, "character"),
        Column("province", "Province", 28, "province"),
        Column("place", "In the place", 24, "place"),
        number("troops", "Counters", 18),
        Column("order", "Order", 60, "route"),
        number("walked", "Legs gone", 14),
        Column("halted", "Stands still", 28, empty=True),
        Column("started", "Began in", 28, "province"),
        Column("came_from", "Came from", 28, "province"),
    ),
    note="Order: the provinces it is to enter, or stay; empty while none is in.",
)
BATTLES = StateList(
    "battles",
    "Battles that still count",
    "force that fought",
    (
        number("battle", "Battle", 16),
        number("year", "Year", 14),
        some("season", "Season", 20, *SEASONS),
        Column("province", "Province", 30, "province"),
        some("side", "Side", 24, *SIDES),
        Column("general", "Army of", 44, "character"),
        Column("garrison", "Or garrison of", 36, "clan"),
        Column("place", "In the place", 26, "place"),
        number("recovers", "Recovers", 20),
        yes("held", "Held", 14),
        Column("way_back", "May go back to", 32, "province"),
    ),
    note="Who gets counters back next season (R8), and whom a battle without a victor still holds (R15).",
)
TRAVELLERS = StateList(
    "travellers",
    "People on the way",
    "traveller",
    (
        Column("character", "Person", 60, "character"),
        Column("province", "Visits", 50, "province"),
        Column("along", "Or goes with the army of", 60, "character"),
    ),
)
DRAWS = StateList(
    "draws",
    "Risk cards still to draw",
    "draw",
    (
        Column("character", "Person", 60, "character"),
        some("cause", "For", 40, *CAUSES),
        number("battle", "Battle", 20),
        number("ago", "Seasons ago", 24),
    ),
    note="Seasons ago: when he was called, 0 for this season. Battle: its number, if it is in the list of battles.",
)
CLANS = StateList(
    "clans",
    "Accounts",
    "clan",
    (
        Column("name", "Clan", 44, "name"),
        read_only("code", "Code", 16),
        number("rice", "Rice", 20),
        number("cash", "Cash", 20),
        number("opening", "Cash at the year’s start", 28),
        number("rice_income", "Income: rice", 24),
        number("taxation", "Income: taxation", 26),
        number("mining", "Income: mining", 26),
        yes("played", "Played", 18),
    ),
    keyed=True,
    note="In points. The savings of the year rest on what it began with and on its income (R22).",
)
WORK = StateList(
    "works",
    "Works",
    "work",
    (
        some("kind", "Kind", 24, *BUILT),
        Column("name", "Name", 50),
        Column("clan", "Ordered by", 36, "clan"),
        Column("province", "Province", 34, "province"),
        Column("place", "In the place", 30, "place"),
        number("points", "Points", 18),
        some("state", "State", 26, *STATES),
        number("ordered", "Ordered in", 22),
        number("finished", "Finished in", 22),
        yes("upkeep", "Upkeep paid", 20),
    ),
)
HONOUR = StateList(
    "honour",
    "Honour",
    "line of honour",
    (
        Column("clan", "Clan", 60, "clan"),
        number("points", "Points of honour", 40),
        number("rank", "Rank on the board", 40),
    ),
    note="The rank is that of the board which was released last; empty before the first one.",
)
TREATY = StateList(
    "treaties",
    "Treaties",
    "treaty",
    (
        some("kind", "Kind", 28, *TREATIES),
        Column("one", "Between", 38, "clan"),
        Column("other", "And", 38, "clan"),
        Column("terms", "Terms", 90),
        number("year", "Year", 16),
        some("season", "Season", 22, *SEASONS),
    ),
    note="Of a vassalage the overlord is named first.",
)
PASSAGES = StateList(
    "passages",
    "Leave to go through, this season",
    "passage",
    (
        Column("clan", "Clan", 50, "clan"),
        Column("province", "Province", 50, "province"),
        Column("note", "Note", 100),
    ),
)
TITLES = StateList(
    "titles",
    "Titles",
    "title",
    (
        some("kind", "Title", 40, *TITLE_KINDS),
        Column("character", "Held by", 60, "character"),
        Column("province", "Of the province", 50, "province"),
        number("rank", "Court rank", 28),
    ),
)
LETTERS = StateList(
    "letters",
    "Letters not handed over",
    "letter",
    (
        Column("code", "Code", 24),
        Column("sender", "From", 44, "clan"),
        Column("recipient", "To", 44, "clan"),
        number("year", "Winter of", 24),
        some("fate", "Fate", 30, *FATES, empty=True),
        number("ready_in", "Seasons until it arrives", 40),
    ),
    note="What they say stands on the letters themselves. No fate: not posted yet.",
)
EDICTS = StateList(
    "edicts",
    "Edicts in force",
    "edict",
    (
        Column("code", "Code", 20),
        some("authority", "In the name of", 26, *AUTHORITIES),
        Column("title", "Title", 50),
        Column("text", "Text", 110),
        number("year", "Year", 14),
        some("season", "Season", 20, *SEASONS),
    ),
)

SHEETS = (
    StateSheet("clock", "Clock", "Season, clock, rule options, people made in play", (GAME, OPTIONS, MADE)),
    StateSheet("map", "Map list", "Who holds what, and what stands there", (PROVINCES, PLACES, GARRISONS, MUSTERS)),
    StateSheet(
        "armies",
        "Armies and people",
        "Armies with their orders, and everybody by name",
        (ARMIES, BATTLES, CHARACTERS, TRAVELLERS, DRAWS),
    ),
    StateSheet("accounts", "Accounts", "Rice and cash, and works under way", (CLANS, WORK)),
    StateSheet(
        "treaties",
        "Treaties",
        "Treaties, titles, letters and edicts",
        (TREATY, PASSAGES, TITLES, LETTERS, EDICTS),
    ),
    StateSheet("honour", "Honour", "The ledger of honour, clan by clan", (HONOUR,), secret=True),
)
"""The sheets, in the order in which they are best typed in."""

BY_KEY = {one.key: one for sheet in SHEETS for one in sheet.lists}
LISTS: dict[str, tuple[str, ...]] = {
    key: ((("id",) if one.keyed else ()) + tuple(column.key for column in one.typed)) for key, one in BY_KEY.items()
}
"""The lists and their columns in orders and workbooks; ``name`` is there for whoever reads them."""


def columns_of(kind: str) -> Iterator[tuple[str, str]]:
    """Every column of a kind (number, yes, …), with its list."""
    for key, one in BY_KEY.items():
        for column in one.typed:
            if column.of == kind:
                yield key, column.key
