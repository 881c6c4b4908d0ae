"""The lines of the lists that make up a state: each field is a column, with the heading and the width that it has on
paper and on the page. What state_lists_questions.py asks, the fallback pack prints, pages and workbooks show and take
back in, and ``game.begin_midway`` goes on from, is these lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, get_args

from control.kernel.hall.clock.clock_rules import LONGEST
from control.kernel.typed import Order, number, one_of, text
from control.kernel.values import dataclass
from control.sengoku.people.court.claimed_questions import KINDS as SERVED_IN
from control.sengoku.people.court.claimed_questions import LORDS
from control.sengoku.people.court.court_questions import ROLES as AT_COURT
from control.sengoku.politics.bakufu.edicts_questions import AUTHORITIES
from control.sengoku.politics.bakufu.petitions_questions import KINDS as JUDGED
from control.sengoku.rules import covert
from control.sengoku.rules.battle.risk import CAUSES
from control.sengoku.rules.people import titles
from control.sengoku.rules.people.reactions import HIGHEST, LOWEST
from control.sengoku.rules.people.shogun import CONDITIONS
from control.sengoku.rules.prices import FATES
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.scenario.model import RELATIONS, ROLES, SEASONS, SEXES, WORKS
from control.sengoku.world.bonds.calls_questions import ANSWERS
from control.sengoku.world.bonds.calls_questions import KINDS as CALLED_FOR
from control.sengoku.world.bonds.treaties_questions import AUDIENCES, KINDS

YES_NO = ("yes", "no")
SIDES = ("attacker", "defender")
BUILT = ("castle", "fortress", "building")
STATES = ("ordered", "standing", "finished", "abandoned", "lost")
IDS = ("clan", "province", "place", "character")
"""What a column may name: people write its name, scripts its id."""
MOST_POINTS = 100_000

Key = text("an id", 1)
Year = number(1, 9999, "a year")
Points = number(0, MOST_POINTS, "a number of points")
Troops = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")
Rest = number(0, MOST_TROOPS, "a number of counters (1,000 men each)")
"""Of a force that stands: it may have lost all it had, and wait for what it recovers (R8)."""
Counted = number(0, MOST_TROOPS, "a number of counters or points")
Raised = number(0, MOST_TROOPS, "the number raised this year")
Work = one_of("a work", *WORKS)
Season = one_of("a season", *SEASONS)
BattleNumber = number(1, 10**6, "the number of a battle")
PaperCode = text("a code", most=20)
Words = text("the edict", most=5000)
Heading = text("a title", 1)


@dataclass(frozen=True)
class Column:
    """A column: ``key`` in orders and workbooks, ``heading`` for people, ``width`` as a share of the sheet's.

    ``of`` is what its cells hold: words, number, yes, route, parts (of a treaty), desks, dated (a season
    of a year), one of IDS, or "name" (what the line is about).
    ``choices`` are the words it may hold, if they are few. ``empty`` is whether an empty cell says something: nobody,
    nothing. One that is ``printed`` stands on paper alone, for whoever reads it; it is not typed in. ``ticks`` is
    whether it changes by the clock alone, ``books`` whether who sees no books sees none of it, ``below`` whether its
    numbers may lie below 0: a phone's keys for numbers have no minus.
    """

    heading: str
    width: int
    of: str = "words"
    choices: tuple[str, ...] = ()
    empty: bool = False
    printed: bool = False
    ticks: bool = False
    books: bool = False
    below: bool = False
    key: str = ""


def column(heading: str, width: int, kind: Any, of: str = "", **more: Any) -> Any:
    """A field of that kind as a column. What its cells hold is told from the kind, unless it is a route or an id."""
    inside = list(parts_of(kind))
    said = [getattr(part, "json_schema", {}) for part in inside]
    choices = next((schema["enum"] for schema in said if "enum" in schema), ())
    below = any(schema.get("minimum", 0) < 0 for schema in said)
    of = of or ("yes" if bool in inside else "number" if int in inside else "words")
    words = YES_NO if of == "yes" else tuple(filter(None, choices))
    return Annotated[kind, Column(heading, width, of, words, below=below, **more)]


def parts_of(kind: Any) -> Iterator[Any]:
    """A type with all that it is made of."""
    yield kind
    for inside in get_args(kind):
        yield from parts_of(inside)


def read_only(heading: str, width: int) -> Column:
    """A column that is only printed."""
    return Column(heading, width, printed=True)


def name(heading: str, width: int) -> Column:
    """The column of what the line is about: people know it by its name, the order by its ``id``."""
    return Column(heading, width, "name")


def columns_of(line: type[Order]) -> tuple[Column, ...]:
    """The columns of a line, in their order."""
    fields = line.model_fields
    found = {
        key: next((one for one in fields[key].metadata if isinstance(one, Column)), None)
        if key in fields
        else getattr(line, key)
        for key in line.__annotations__
    }
    return tuple(replace(one, key=key) for key, one in found.items() if one)


class GameLine(Order):
    """The season to go on from, and how far it has got: the phases that were run, whether orders are locked, the part
    of the season from 1 and the minutes left in it. What is left out stays, or begins with another season."""

    year: column("Year", 20, Year)
    season: column("Season", 26, Season)
    phase: column("Phases run", 22, number(0, 4, "a number of phases") | None) = None
    locked: column("Orders locked", 26, bool | None) = None
    stage: column("Part of the season", 32, number(1, 99, "a part of the season") | None, ticks=True) = None
    minutes: column("Minutes left in it", 32, number(0, LONGEST, "a number of minutes") | None, ticks=True) = None
    called: ClassVar = replace(read_only("That part is called", 60), ticks=True)


class OptionLine(Order):
    """A rule option and what it is set to."""

    option: column("Option", 60, one_of("a rule option", *OPTIONS))
    value: column("Set to", 50, text("a value", 1))
    question: ClassVar = read_only("What it decides", 150)


class MadeLine(Order):
    """A person made in play (R40), as ``person.add`` takes him; what became of him is his line in the list of people.
    Whoever is there already and is left out stays."""

    name: column("Name", 56, text("a name", 1, 60))
    clan: column("Clan", 34, Key, "clan")
    role: column("Role", 28, one_of("a role", "", *ROLES)) = ""
    relation: column("To its head", 28, one_of("a relation", "", *RELATIONS)) = ""
    sex: column("Sex", 22, one_of("a sex", "", *SEXES)) = ""
    age: column("Age", 14, number(0, 120, "an age") | None) = None
    experience: column("Exp.", 14, number(1, 4, "experience") | None) = None
    ancestor: column("Ancestor", 44, text("an ancestor", most=60)) = ""


class CourtLine(Order):
    """Somebody at the Emperor's court, by name: a noble has a rank, the Emperor none (R29). Whoever is left out
    stays."""

    name: column("Name", 56, text("a name", 1, 60))
    role: column("Who he is", 28, one_of("a role at court", *AT_COURT)) = "noble"
    rank: column("Court rank", 22, number(1, titles.LOWEST, "a court rank") | None) = None
    title: column("Office", 50, text("an office", most=60)) = ""
    age: column("Age", 14, number(0, 120, "an age") | None) = None
    ancestor: column("Ancestor", 44, text("an ancestor", most=60)) = ""
    alive: column("Alive", 16, bool) = True


class ProvinceLine(Order):
    """A province; what is left out stays as it is. An empty ``holder`` is nobody. ``upkeep`` is whether that of its
    castle is paid this winter, ``castle_since`` the year its castle was finished in."""

    id: Key
    name: ClassVar = name("Province", 30)
    holder: column("Holder", 32, text("a clan") | None, "clan", empty=True) = None
    rice_value: column("Rice", 12, number(0, 99, "a rice value") | None) = None
    castle: column("Castle", 20, Work | None) = None
    castle_since: column("Built in", 15, Year | None) = None
    abandoned: column("Abandoned", 22, Work | None) = None
    raised: column("Raised", 15, Raised | None) = None
    taken: column("By force", 15, bool | None) = None
    unrest: column("Unrest", 15, bool | None) = None
    upkeep: column("Upkeep paid", 16, bool | None, books=True) = None
    here: ClassVar = read_only("Stands there", 66)


class PlaceLine(Order):
    """A city or temple, as a province; an empty ``holder`` is nobody."""

    id: Key
    name: ClassVar = name("Place", 40)
    province: ClassVar = read_only("In", 30)
    holder: column("Holder", 40, text("a clan"), "clan") = ""
    fortification: column("Fortification", 28, Work | None) = None
    castle_since: column("Built in", 16, Year | None) = None
    abandoned: column("Abandoned", 28, Work | None) = None
    raised: column("Raised", 16, Raised | None) = None
    taken: column("By force", 18, bool | None) = None
    upkeep: column("Upkeep paid", 20, bool | None, books=True) = None
    here: ClassVar = read_only("Stands there", 50)


class ClanLine(Order):
    """What a clan has now. ``opening`` is the cash it began the year with, the next three this year's income by kind:
    its savings rest on them (R22); left out, they are reckoned from what it holds. ``events`` is what it has spent on
    public events this year (R25)."""

    id: Key
    name: ClassVar = name("Clan", 44)
    code: ClassVar = read_only("Code", 16)
    rice: column("Rice", 20, Points)
    cash: column("Cash", 20, Points)
    opening: column("Cash at the year’s start", 28, Points | None) = None
    rice_income: column("Income: rice", 24, Points | None) = None
    taxation: column("Income: taxation", 26, Points | None) = None
    mining: column("Income: mining", 26, Points | None) = None
    events: column("Spent on public events", 28, Points | None) = None
    played: column("Played", 18, bool | None) = None


class CharacterLine(Order):
    """A person; what is left out stays as it is. Whoever wed or was adopted is of another ``clan``, and has another
    ``relation`` to its head, none if it is empty. An empty ``sex`` or ``ancestor`` is not known, an empty ``held_by``
    nobody's hostage. ``wounded_ago`` are the seasons since the wound, ``battles`` those fought this season, ``player``
    is who plays him."""

    id: Key
    name: ClassVar = name("Person", 44)
    clan: column("Clan", 24, Key | None, "clan") = None
    relation: column("To its head", 17, one_of("a relation", "", *RELATIONS) | None, empty=True) = None
    role: column("Role", 25, one_of("a role", *ROLES) | None) = None
    title: column("Called", 34, text("a title", 1, 60) | None) = None
    experience: column("Exp.", 11, number(1, 4, "experience") | None) = None
    age: column("Age", 13, number(0, 120, "an age") | None) = None
    sex: column("Sex", 15, one_of("a sex", "", *SEXES) | None, empty=True) = None
    ancestor: column("Ancestor", 25, text("an ancestor", most=60) | None, empty=True) = None
    alive: column("Alive", 13, bool | None) = None
    wounded: column("Wound", 15, bool | None) = None
    wounded_ago: column("Seasons ago", 18, number(0, 400, "a number of seasons") | None) = None
    held_by: column("Hostage of", 26, text("a clan") | None, "clan", empty=True) = None
    battles: column("Battles", 16, number(0, 99, "a number of battles") | None) = None
    heir: column("Heir to name", 16, bool | None) = None
    player: column("Played by", 31, text("a player", most=60) | None) = None


class ArmyLine(Order):
    """An army: its general, where it stands (in which ``place``, if in one), its counters; the code its cards carry, if
    it is to keep it. ``order`` are the provinces it is to enter, with commas between them, or ``stay``; ``walked`` the
    legs it has gone of it, ``allowance`` what the season's first phase fixed (R12): left out, it is reckoned from what
    its general is now."""

    code: column("Code", 16, PaperCode) = ""
    clan: ClassVar = read_only("Clan", 13)
    general: column("General", 44, Key, "character")
    province: column("Province", 28, Key, "province")
    place: column("In the place", 24, text("a place") | None, "place") = None
    troops: column("Counters", 18, Rest)
    order: column("Order", 60, text("an order"), "route") = ""
    walked: column("Legs gone", 14, number(0, 20, "a number of legs")) = 0
    allowance: column("Allowance", 20, number(0, 20, "an allowance in provinces") | None) = None
    halted: column("Stands still", 28, text("why it stands still", most=60) | None, empty=True) = None
    started: column("Began in", 28, text("a province") | None, "province") = None
    came_from: column("Came from", 28, text("a province") | None, "province") = None


class BattleLine(Order):
    """A force that was in a battle on which something still rests: the army of a ``general``, or the ``garrison`` of a
    clan in that province, or in a ``place`` of it. ``recovers`` are counters that come back next season (R8); a
    ``held`` army may only stay or go to ``way_back`` (R15)."""

    battle: column("Battle", 16, BattleNumber)
    year: column("Year", 14, Year)
    season: column("Season", 20, Season)
    province: column("Province", 30, Key, "province")
    side: column("Side", 24, one_of("a side", *SIDES))
    general: column("Army of", 44, text("a general") | None, "character") = None
    garrison: column("Or garrison of", 36, text("a clan") | None, "clan") = None
    place: column("In the place", 26, text("a place") | None, "place") = None
    recovers: column("Recovers", 20, number(0, MOST_TROOPS, "a number of counters")) = 0
    held: column("Held", 14, bool) = False
    way_back: column("May go back to", 32, text("a province") | None, "province") = None


class GarrisonLine(Order):
    """A clan's counters in a province, or in a ``place`` of it."""

    clan: column("Clan", 60, Key, "clan")
    province: column("Province", 60, Key, "province")
    place: column("In the place", 50, text("a place") | None, "place") = None
    troops: column("Counters", 24, Rest)


class BeatenLevyLine(Order):
    """Land, or a ``place`` in it, whose own defence this clan has beaten this season (R4)."""

    clan: column("Beaten by", 60, text("a clan") | None, "clan") = None
    province: column("Province", 60, Key, "province")
    place: column("In the place", 50, text("a place") | None, "place") = None


class MusterLine(Order):
    """Counters that were announced and paid, and stand there from the next season on (R23)."""

    clan: column("Clan", 60, Key, "clan")
    province: column("Province", 60, Key, "province")
    place: column("In the place", 50, text("a place") | None, "place") = None
    counters: column("Counters", 24, Troops)
    uniforms: column("In uniforms", 28, bool) = False


class TravellerLine(Order):
    """A person who visits a province, or goes ``along`` with the army of a general."""

    character: column("Person", 60, Key, "character")
    province: column("Visits", 50, text("a province") | None, "province") = None
    along: column("Or goes with the army of", 60, text("a general") | None, "character") = None


class DrawLine(Order):
    """A risk card that a person has still to draw (R19), and how many seasons ago he was called."""

    character: column("Person", 60, Key, "character")
    cause: column("For", 40, one_of("a cause", *CAUSES))
    battle: column("Battle", 20, BattleNumber | None) = None
    ago: column("Seasons ago", 24, number(0, 400, "a number of seasons")) = 0


class WorkLine(Order):
    """A castle, fortress or public building that is ordered, stands, or was finished this year (R24, R25)."""

    kind: column("Kind", 24, one_of("a work", *BUILT))
    name: column("Name", 50, text("a name", most=60)) = ""
    clan: column("Ordered by", 36, Key, "clan")
    province: column("Province", 34, Key, "province")
    place: column("In the place", 30, text("a place") | None, "place") = None
    points: column("Points", 18, number(1, 9999, "a number of points"))
    state: column("State", 26, one_of("a state", *STATES))
    ordered: column("Ordered in", 22, Year)
    finished: column("Finished in", 22, Year | None) = None
    upkeep: column("Upkeep paid", 20, bool) = False


class TreatyLine(Order):
    """A treaty that stands; of a vassalage ``one`` is the overlord. Year and season are those of the present, if they
    are left out. ``known_to`` are the desks that may know one that is not public, with blanks between them; ``parts``
    what else was agreed, in one line (world/bonds/bond_parts.py), ``paid`` what is paid of what falls due by it
    this year or, if nothing does, for the first time."""

    kind: column("Kind", 26, one_of("a kind of treaty", *KINDS))
    one: column("Between", 32, Key, "clan")
    other: column("And", 32, Key, "clan")
    strength: column("Strength", 17, number(1, 3, "the strength of a bond")) = 1
    until: column("Until", 24, text("the last season it binds in", most=16), "dated") = ""
    terms: column("Terms", 50, text("the terms")) = ""
    parts: column("Parts", 60, text("the parts", most=1000), "parts") = ""
    paid: column("Paid of this year’s", 17, Points | None) = None
    audience: column("Who may know", 22, one_of("who may know", *AUDIENCES)) = "public"
    known_to: column("Desks", 24, text("the desks that may know", most=80), "desks") = ""
    year: column("Year", 15, Year | None) = None
    season: column("Season", 20, Season | None) = None


class PassageLine(Order):
    """Leave for a clan to go through a province this season (R16)."""

    clan: column("Clan", 50, Key, "clan")
    province: column("Province", 50, Key, "province")
    note: column("Note", 100, text("a note")) = ""


class TitleLine(Order):
    """A title and who holds it (R30): an office in a province, or a court rank; and how he came by it in play."""

    kind: column("Title", 40, one_of("a title", *titles.KINDS))
    character: column("Held by", 60, Key, "character")
    province: column("Of the province", 50, text("a province") | None, "province") = None
    rank: column("Court rank", 28, number(1, 10, "a court rank") | None) = None
    asked_by: column("Asked for by", 34, text("a name", most=60)) = ""
    granted: column("Given by", 60, text("by whom it was given", most=300)) = ""
    year: column("Year", 16, Year | None) = None
    season: column("Season", 22, Season | None) = None


class AttitudeLine(Order):
    """How the people of a clan that nobody plays stand to another: -2 hostile to 2 devoted, and why (handbook 7)."""

    clan: column("Clan", 34, Key, "clan")
    to: column("To", 34, Key, "clan")
    attitude: column("Step", 16, number(LOWEST, HIGHEST, "an attitude"))
    reason: column("Why", 90, text("a reason", most=300)) = ""
    year: column("Year", 16, Year | None) = None
    season: column("Season", 22, Season | None) = None


class LetterLine(Order):
    """A letter that is not handed over (R34): its fate, if it was posted, and in how many seasons it arrives."""

    code: column("Code", 24, PaperCode) = ""
    sender: column("From", 44, Key, "clan")
    recipient: column("To", 44, Key, "clan")
    year: column("Winter of", 24, Year)
    fate: column("Fate", 30, one_of("what becomes of it", "", *FATES)) = ""
    ready_in: column("Seasons until it arrives", 40, number(0, 4, "a number of seasons") | None) = None


class EdictLine(Order):
    """An edict in force (handbook 8)."""

    code: column("Code", 20, PaperCode) = ""
    authority: column("In the name of", 26, one_of("an authority", *AUTHORITIES))
    title: column("Title", 50, Heading)
    text: column("Text", 110, Words) = ""
    year: column("Year", 14, Year)
    season: column("Season", 20, Season)


class CallLine(Order):
    """A call or levy of the Bakufu that stands (R38): how much is wanted, by which season (1551-summer), and what was
    answered and given so far."""

    code: column("Code", 20, PaperCode) = ""
    kind: column("For", 22, one_of("what is called for", *CALLED_FOR))
    clan: column("Of", 34, Key, "clan")
    amount: column("How much", 18, Counted) = 0
    character: column("Commander", 40, text("a person") | None, "character") = None
    due: column("By the end of", 30, text("a season", 1))
    answer: column("Answer", 22, one_of("an answer", "", *ANSWERS)) = ""
    given: column("Given", 16, Counted) = 0
    terms: column("In words", 60, text("the words", most=600)) = ""


class RebellionLine(Order):
    """A clan that the Bakufu has declared in rebellion (R38)."""

    clan: column("Clan", 50, Key, "clan")
    reason: column("Reason", 110, text("a reason", most=200)) = ""
    year: column("Year", 16, Year | None) = None
    season: column("Season", 22, Season | None) = None


class PetitionLine(Order):
    """A petition that waits for the Bakufu's verdict (handbook 8)."""

    code: column("Code", 20, PaperCode) = ""
    kind: column("About", 26, one_of("what it is about", *JUDGED))
    clan: column("Of", 36, Key, "clan")
    against: column("Against", 36, text("a clan") | None, "clan") = None
    matter: column("What is to be judged", 100, text("the matter", most=1000)) = ""
    state: column("State", 22, one_of("a state", "filed", "heard")) = "filed"


class ConditionLine(Order):
    """A condition for a new Shogun that an umpire has ticked (R32)."""

    character: column("Who", 60, Key, "character")
    condition: column("Condition", 24, number(1, len(CONDITIONS), "the number of a condition"))
    met: column("Met", 16, bool)
    umpire: column("Ticked by", 40, text("a name", most=60)) = ""


class ServiceLine(Order):
    """What a clan did for the Emperor or the Shogun (handbook 4)."""

    clan: column("Clan", 34, Key, "clan")
    character: column("Who", 44, text("a person") | None, "character") = None
    lord: column("To", 24, one_of("a lord", *LORDS))
    kind: column("In", 18, one_of("a service", *SERVED_IN))
    amount: column("Points", 16, Counted) = 0
    note: column("What it was", 60, text("what it was", most=200)) = ""
    year: column("Year", 14, Year)
    season: column("Season", 20, Season)


class FalseClaimLine(Order):
    """A title that somebody claims and does not hold (handbook 4)."""

    kind: column("Title", 30, one_of("a title", *titles.KINDS))
    character: column("Claimed by", 50, Key, "character")
    province: column("Of the province", 40, text("a province") | None, "province") = None
    rank: column("Court rank", 24, number(1, 10, "a court rank") | None) = None
    discovered: column("Discovered", 24, bool) = False


class CommissionLine(Order):
    """Covert work that still counts, the season it is of, whether its report was handed over, and what an assassin who
    was seen did (R37): left out, as in a list that has no such column yet, it stays."""

    clan: column("Client", 28, Key, "clan")
    kind: column("What", 24, one_of("a kind of covert work", *covert.KINDS))
    target: column("Against", 38, text("a target", 1, 80))
    points: column("Points", 14, number(1, 999, "points"))
    question: column("Asked, or wanted", 44, text("the question", most=400)) = ""
    through: column("Through", 22, text("who brought it", most=60)) = ""
    outcome: column("Outcome", 24, one_of("an outcome", *covert.OUTCOMES) | None) = None
    report: column("The slip says", 36, text("a report", most=4000)) = ""
    year: column("Year", 14, Year | None) = None
    season: column("Season", 20, Season | None) = None
    taken: column("Taken", 16, bool) = False
    seen: column("Seen", 18, one_of("what was seen", "", "dead", "wounded") | None, empty=True) = None

    @property
    def may_be_seen(self) -> bool:
        """Whether it is an assassin who got at somebody: nobody else is seen."""
        return self.kind == "assassin" and self.outcome in ("success", "part")


class HonourLine(Order):
    """The points of honour that a clan has in all, and its rank on the board the hall saw last."""

    clan: column("Clan", 60, Key, "clan")
    points: column("Points of honour", 40, number(-MOST_POINTS, MOST_POINTS, "points of honour"))
    rank: column("Rank on the board", 40, number(1, 99, "a rank") | None) = None
