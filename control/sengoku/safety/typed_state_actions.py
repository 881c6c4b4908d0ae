"""The order to go on from a state that is typed in: typed_check_actions.py finds what is wrong with it,
midway_actions.py goes on from it."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.sengoku.paper.fallback import state_lines
from control.sengoku.paper.fallback.state_lines import GameLine
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY


class BeginMidway(Forcible, GameLine):
    """The state to go on from: the season, and lists. A list that is left out stays as it is; one that a colleague has
    typed in already is replaced only if ``twice`` says so."""

    options: list[state_lines.OptionLine] | None = None
    made: list[state_lines.MadeLine] | None = None
    provinces: list[state_lines.ProvinceLine] | None = None
    places: list[state_lines.PlaceLine] | None = None
    garrisons: list[state_lines.GarrisonLine] | None = None
    beaten_levies: list[state_lines.BeatenLevyLine] | None = None
    musters: list[state_lines.MusterLine] | None = None
    armies: list[state_lines.ArmyLine] | None = None
    battles: list[state_lines.BattleLine] | None = None
    characters: list[state_lines.CharacterLine] | None = None
    travellers: list[state_lines.TravellerLine] | None = None
    draws: list[state_lines.DrawLine] | None = None
    clans: list[state_lines.ClanLine] | None = None
    works: list[state_lines.WorkLine] | None = None
    treaties: list[state_lines.TreatyLine] | None = None
    passages: list[state_lines.PassageLine] | None = None
    titles: list[state_lines.TitleLine] | None = None
    attitudes: list[state_lines.AttitudeLine] | None = None
    letters: list[state_lines.LetterLine] | None = None
    edicts: list[state_lines.EdictLine] | None = None
    calls: list[state_lines.CallLine] | None = None
    rebellions: list[state_lines.RebellionLine] | None = None
    petitions: list[state_lines.PetitionLine] | None = None
    shogun: list[state_lines.ConditionLine] | None = None
    services: list[state_lines.ServiceLine] | None = None
    false_claims: list[state_lines.FalseClaimLine] | None = None
    court: list[state_lines.CourtLine] | None = None
    honour: list[state_lines.HonourLine] | None = None
    commissions: list[state_lines.CommissionLine] | None = None
    twice: bool = False


LINES = tuple(key for key in BY_KEY if key in BeginMidway.model_fields)
"""The lists, in the order of the sheets."""
