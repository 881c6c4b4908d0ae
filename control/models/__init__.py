"""The tables of a game. Every column holds what JSON can hold, so the journal can keep any row as it was."""

from control.models.base import Base, Serial
from control.models.battles import (
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Claim,
    Encounter,
    EncounterForce,
    SealedTactic,
)
from control.models.forces import Army, Companion, Garrison, MarchOrder, Recovery
from control.models.game import Desk, Game
from control.models.journal import JournalEntry
from control.models.land import Place, Province
from control.models.people import Character, Clan, RiskDraw, Succession, Title
from control.models.politics import Passage, Treaty
from control.models.table import Notice, NoticeTo, TableCheck

__all__ = [
    "Army", "Base", "Battle", "BattleForce", "BattleRound", "BattleSide", "Character", "Claim", "Clan",
    "Companion", "Desk", "Encounter", "EncounterForce", "Game", "Garrison", "JournalEntry", "MarchOrder",
    "Notice", "NoticeTo", "Passage", "Place", "Province", "Recovery", "RiskDraw", "SealedTactic", "Serial",
    "Succession", "TableCheck", "Title", "Treaty",
]
