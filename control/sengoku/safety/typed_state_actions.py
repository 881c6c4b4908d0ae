"""The order to go on from a state that is typed in: typed_check_actions.py finds what is wrong with it,
midway_actions.py goes on from it."""

from __future__ import annotations

from control.kernel.registry import Forcible
from control.sengoku.paper.state_lines import (
    ArmyLine,
    BattleLine,
    CharacterLine,
    ClanLine,
    DrawLine,
    EdictLine,
    GameLine,
    GarrisonLine,
    HonourLine,
    LetterLine,
    MadeLine,
    MusterLine,
    OptionLine,
    PassageLine,
    PlaceLine,
    ProvinceLine,
    TitleLine,
    TravellerLine,
    TreatyLine,
    WorkLine,
)
from control.sengoku.paper.state_lists_questions import BY_KEY


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
    treaties: list[TreatyLine] | None = None
    passages: list[PassageLine] | None = None
    titles: list[TitleLine] | None = None
    letters: list[LetterLine] | None = None
    edicts: list[EdictLine] | None = None
    honour: list[HonourLine] | None = None


LINES = tuple(key for key in BY_KEY if key in BeginMidway.model_fields)
"""The lists, in the order of the sheets."""
