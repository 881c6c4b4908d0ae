"""The tables of a game. Every column holds what JSON can hold, so the journal can keep any row as it was."""

from control.models.accounts import Muster, Transfer, Work
from control.models.announcements import Announcement, AnnouncementRead
from control.models.base import TABLES_OF, Base, Serial
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
from control.models.game import Desk, Game, Ruling, ScenarioFile, SeasonTick
from control.models.hall import (
    Clock,
    DayPlan,
    Display,
    Duty,
    News,
    Part,
    Player,
    Reprint,
    SeasonTime,
)
from control.models.honour import Honour, StatusBoard
from control.models.journal import JournalEntry, Touch
from control.models.land import BeatenLevy, Place, Province
from control.models.people import Character, Clan, RiskDraw, Succession, Title
from control.models.politics import Edict, Letter, Passage, Treaty
from control.models.printing import Printing
from control.models.table import Notice, NoticeTo, TableCheck

__all__ = [
    "TABLES_OF",
    "Announcement",
    "AnnouncementRead",
    "Army",
    "Base",
    "Battle",
    "BattleForce",
    "BattleRound",
    "BattleSide",
    "BeatenLevy",
    "Character",
    "Claim",
    "Clan",
    "Clock",
    "Companion",
    "DayPlan",
    "Desk",
    "Display",
    "Duty",
    "Edict",
    "Encounter",
    "EncounterForce",
    "Game",
    "Garrison",
    "Honour",
    "JournalEntry",
    "Letter",
    "MarchOrder",
    "Muster",
    "News",
    "Notice",
    "NoticeTo",
    "Part",
    "Passage",
    "Place",
    "Player",
    "Printing",
    "Province",
    "Recovery",
    "Reprint",
    "RiskDraw",
    "Ruling",
    "ScenarioFile",
    "SealedTactic",
    "SeasonTick",
    "SeasonTime",
    "Serial",
    "StatusBoard",
    "Succession",
    "TableCheck",
    "Title",
    "Touch",
    "Transfer",
    "Treaty",
    "Work",
]
