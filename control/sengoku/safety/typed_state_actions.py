"""The lines of a state that is typed in, list by list: paper/state_lists_questions.py has their columns,
typed_check_actions.py finds what is wrong with them, midway_actions.py goes on from it."""

from __future__ import annotations

from control.kernel.registry import Forcible
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.paper.state_lists_questions import BUILT, SIDES, STATES
from control.sengoku.politics.edicts_questions import AUTHORITIES
from control.sengoku.rules.prices import FATES
from control.sengoku.rules.risk import CAUSES
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.scenario.model import RELATIONS, ROLES, SEASONS, SEXES, TITLE_KINDS, WORKS
from control.sengoku.world.treaties_questions import KINDS

MOST_POINTS = 100_000

Key = text("an id", 1)
Year = number(1, 9999, "a year")
Points = number(0, MOST_POINTS, "a number of points")
Troops = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")
Rest = number(0, MOST_TROOPS, "a number of counters (1,000 men each)")
"""Of a force that stands: it may have lost all it had, and wait for what it recovers (R8)."""
Words = text("the edict", most=5000)
Heading = text("a title", 1)
PaperCode = text("a code", most=20)


class MadeLine(Order):
    """A person made in play (R40), as ``person.add`` takes him; what became of him is his line in the list of people.
    Whoever is there already and is left out stays."""

    name: text("a name", 1, 60)
    clan: Key
    role: one_of("a role", "", *ROLES) = ""
    relation: one_of("a relation", "", *RELATIONS) = ""
    sex: one_of("a sex", "", *SEXES) = ""
    age: number(0, 120, "an age") | None = None
    experience: number(1, 4, "experience") | None = None
    ancestor: text("an ancestor", most=60) = ""


class ProvinceLine(Order):
    """A province; what is left out stays as it is. An empty ``holder`` is nobody. ``upkeep`` is whether that of its
    castle is paid this winter, ``castle_since`` the year its castle was finished in."""

    id: Key
    holder: text("a clan") | None = None
    rice_value: number(0, 99, "a rice value") | None = None
    castle: one_of("a work", *WORKS) | None = None
    castle_since: Year | None = None
    abandoned: one_of("a work", *WORKS) | None = None
    raised: number(0, MOST_TROOPS, "the number raised this year") | None = None
    taken: bool | None = None
    unrest: bool | None = None
    upkeep: bool | None = None


class PlaceLine(Order):
    """A city or temple, as a province; an empty ``holder`` is nobody."""

    id: Key
    holder: text("a clan") = ""
    fortification: one_of("a work", *WORKS) | None = None
    castle_since: Year | None = None
    abandoned: one_of("a work", *WORKS) | None = None
    raised: number(0, MOST_TROOPS, "the number raised this year") | None = None
    taken: bool | None = None
    upkeep: bool | None = None


class ClanLine(Order):
    """What a clan has now. ``opening`` is the cash it began the year with, the others this year's income by kind: its
    savings rest on them (R22); left out, they are reckoned from what it holds."""

    id: Key
    rice: Points
    cash: Points
    opening: Points | None = None
    rice_income: Points | None = None
    taxation: Points | None = None
    mining: Points | None = None
    played: bool | None = None


class CharacterLine(Order):
    """A person; what is left out stays as it is. An empty ``held_by`` is nobody's hostage. ``wounded_ago`` are the
    seasons since the wound, ``battles`` those fought this season, ``player`` is who plays him."""

    id: Key
    role: one_of("a role", *ROLES) | None = None
    title: text("a title", 1, 60) | None = None
    experience: number(1, 4, "experience") | None = None
    age: number(0, 120, "an age") | None = None
    alive: bool | None = None
    wounded: bool | None = None
    wounded_ago: number(0, 400, "a number of seasons") | None = None
    held_by: text("a clan") | None = None
    battles: number(0, 99, "a number of battles") | None = None
    heir: bool | None = None
    player: text("a player", most=60) | None = None


class ArmyLine(Order):
    """An army: its general, where it stands (in which ``place``, if in one), its counters; the code its cards carry, if
    it is to keep it. ``order`` are the provinces it is to enter, with commas between them, or ``stay``; ``walked`` the
    legs it has gone of it."""

    general: Key
    province: Key
    place: text("a place") | None = None
    troops: Rest
    code: PaperCode = ""
    order: text("an order") = ""
    walked: number(0, 20, "a number of legs") = 0
    halted: text("why it stands still", most=60) | None = None
    started: text("a province") | None = None
    came_from: text("a province") | None = None


class BattleLine(Order):
    """A force that was in a battle on which something still rests: the army of a ``general``, or the ``garrison`` of a
    clan in that province, or in a ``place`` of it. ``recovers`` are counters that come back next season (R8); a
    ``held`` army may only stay or go to ``way_back`` (R15)."""

    battle: number(1, 10**6, "the number of a battle")
    year: Year
    season: one_of("a season", *SEASONS)
    province: Key
    side: one_of("a side", *SIDES)
    general: text("a general") | None = None
    garrison: text("a clan") | None = None
    place: text("a place") | None = None
    recovers: number(0, MOST_TROOPS, "a number of counters") = 0
    held: bool = False
    way_back: text("a province") | None = None


class GarrisonLine(Order):
    """A clan's counters in a province, or in a ``place`` of it."""

    clan: Key
    province: Key
    place: text("a place") | None = None
    troops: Rest


class MusterLine(Order):
    """Counters that were announced and paid, and stand there from the next season on (R23)."""

    clan: Key
    province: Key
    place: text("a place") | None = None
    counters: Troops
    uniforms: bool = False


class TravellerLine(Order):
    """A person who visits a province, or goes ``along`` with the army of a general."""

    character: Key
    province: text("a province") | None = None
    along: text("a general") | None = None


class DrawLine(Order):
    """A risk card that a person has still to draw (R19), and how many seasons ago he was called."""

    character: Key
    cause: one_of("a cause", *CAUSES)
    battle: number(1, 10**6, "the number of a battle") | None = None
    ago: number(0, 400, "a number of seasons") = 0


class WorkLine(Order):
    """A castle, fortress or public building that is ordered, stands, or was finished this year (R24, R25)."""

    kind: one_of("a work", *BUILT)
    name: text("a name", most=60) = ""
    clan: Key
    province: Key
    place: text("a place") | None = None
    points: number(1, 9999, "a number of points")
    state: one_of("a state", *STATES)
    ordered: Year
    finished: Year | None = None
    upkeep: bool = False


class HonourLine(Order):
    """The points of honour that a clan has in all, and its rank on the board the hall saw last."""

    clan: Key
    points: number(-MOST_POINTS, MOST_POINTS, "points of honour")
    rank: number(1, 99, "a rank") | None = None


class TreatyLine(Order):
    """A treaty that stands; of a vassalage ``one`` is the overlord. Year and season are those of the present, if they
    are left out."""

    kind: one_of("a kind of treaty", *KINDS)
    one: Key
    other: Key
    terms: text("the terms") = ""
    year: Year | None = None
    season: one_of("a season", *SEASONS) | None = None


class PassageLine(Order):
    """Leave for a clan to go through a province this season (R16)."""

    clan: Key
    province: Key
    note: text("a note") = ""


class TitleLine(Order):
    """A title and who holds it (R30): an office in a province, or a court rank."""

    kind: one_of("a title", *TITLE_KINDS)
    character: Key
    province: text("a province") | None = None
    rank: number(1, 10, "a court rank") | None = None


class LetterLine(Order):
    """A letter that is not handed over (R34): its fate, if it was posted, and in how many seasons it arrives."""

    code: PaperCode = ""
    sender: Key
    recipient: Key
    year: Year
    fate: one_of("what becomes of it", "", *FATES) = ""
    ready_in: number(0, 4, "a number of seasons") | None = None


class EdictLine(Order):
    """An edict in force (handbook 8)."""

    code: PaperCode = ""
    authority: one_of("an authority", *AUTHORITIES)
    title: Heading
    text: Words = ""
    year: Year
    season: one_of("a season", *SEASONS)


class OptionLine(Order):
    """A rule option and what it is set to."""

    option: one_of("a rule option", *OPTIONS)
    value: text("a value", 1)


class GameLine(Order):
    """The season to go on from, and how far it has got: the phases that were run, whether orders are locked, the part
    of the season from 1 and the minutes left in it. What is left out stays, or begins with another season."""

    year: Year
    season: one_of("a season", *SEASONS)
    phase: number(0, 4, "a number of phases") | None = None
    locked: bool | None = None
    stage: number(1, 99, "a part of the season") | None = None
    minutes: number(0, 100, "a number of minutes") | None = None


class BeginMidway(Forcible, GameLine):
    """The state to go on from: the season, and lists. A list that is left out stays as it is."""

    options: list[OptionLine] | None = None
    made: list[MadeLine] | None = None
    provinces: list[ProvinceLine] | None = None
    places: list[PlaceLine] | None = None
    garrisons: list[GarrisonLine] | None = None
    musters: list[MusterLine] | None = None
    armies: list[ArmyLine] | None = None
    battles: list[BattleLine] | None = None
    characters: list[CharacterLine] | None = None
    travellers: list[TravellerLine] | None = None
    draws: list[DrawLine] | None = None
    clans: list[ClanLine] | None = None
    works: list[WorkLine] | None = None
    honour: list[HonourLine] | None = None
    treaties: list[TreatyLine] | None = None
    passages: list[PassageLine] | None = None
    titles: list[TitleLine] | None = None
    letters: list[LetterLine] | None = None
    edicts: list[EdictLine] | None = None


LINES: dict[str, type[Order]] = {
    "options": OptionLine,
    "made": MadeLine,
    "provinces": ProvinceLine,
    "places": PlaceLine,
    "garrisons": GarrisonLine,
    "musters": MusterLine,
    "armies": ArmyLine,
    "battles": BattleLine,
    "characters": CharacterLine,
    "travellers": TravellerLine,
    "draws": DrawLine,
    "clans": ClanLine,
    "works": WorkLine,
    "treaties": TreatyLine,
    "passages": PassageLine,
    "titles": TitleLine,
    "letters": LetterLine,
    "edicts": EdictLine,
    "honour": HonourLine,
}
"""The lists, in the order of the sheets."""
