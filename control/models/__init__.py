"""The tables of a game. Every column holds what JSON can hold, so the journal can keep any row as it was."""

from control.models.base import Base, Serial
from control.models.battles import Battle, BattleForce, BattleRound, BattleSide, Encounter, EncounterForce
from control.models.forces import Army, Garrison, MarchOrder, Recovery
from control.models.game import Desk, Game
from control.models.journal import JournalEntry
from control.models.land import Place, Province
from control.models.people import Character, Clan, Title

__all__ = [
    "Army", "Base", "Battle", "BattleForce", "BattleRound", "BattleSide", "Character", "Clan", "Desk",
    "Encounter", "EncounterForce", "Game", "Garrison", "JournalEntry", "MarchOrder", "Place", "Province",
    "Recovery", "Serial", "Title",
]
