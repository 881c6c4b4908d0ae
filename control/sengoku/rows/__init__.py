"""The tables of the Sengoku megagame."""

from __future__ import annotations

from control.sengoku.rows.accounts import Muster, Transfer, Work
from control.sengoku.rows.bakufu import Call, Petition, Rebellion, ShogunCondition
from control.sengoku.rows.battles import (
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Claim,
    Encounter,
    EncounterForce,
    SealedTactic,
)
from control.sengoku.rows.clans import Clan
from control.sengoku.rows.forces import Army, Companion, Garrison, MarchOrder, Recovery
from control.sengoku.rows.game import Game
from control.sengoku.rows.hall import (
    Clock,
    DayPlan,
    Duty,
    News,
    Part,
    Player,
    Reprint,
    SeasonTick,
    SeasonTime,
)
from control.sengoku.rows.honour import Honour, HonourProposal, StatusBoard
from control.sengoku.rows.land import BeatenLevy, Place, Province
from control.sengoku.rows.locals import Attitude, AttitudeProposal, Reaction
from control.sengoku.rows.people import Character, Courtier, FalseClaim, RiskDraw, Service, Succession, Title
from control.sengoku.rows.politics import Breach, Edict, Letter, Passage, Pledge, Treaty
from control.sengoku.rows.shadows import Commission, Tampering
from control.sengoku.rows.table import Notice, NoticeTo, TableCheck
