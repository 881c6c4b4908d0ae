"""The whole game as one JSON document, or the part of it an audience may see."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, inspect, or_, select
from sqlalchemy.orm import Session

from control.kernel.audience import SEES_ARMIES, SEES_BOOKS, SEES_HONOUR, readable, shown_arguments, shown_changes
from control.kernel.rows import Announcement, AnnouncementRead, Base, Game, JournalEntry, Printing, Ruling, ScenarioFile
from control.sengoku.politics.letters_questions import letters_told
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    BeatenLevy,
    Character,
    Claim,
    Clan,
    Clock,
    Companion,
    DayPlan,
    Display,
    Duty,
    Edict,
    Encounter,
    EncounterForce,
    Garrison,
    Honour,
    Letter,
    MarchOrder,
    Muster,
    News,
    Notice,
    NoticeTo,
    Part,
    Passage,
    Place,
    Player,
    Province,
    Recovery,
    Reprint,
    RiskDraw,
    SealedTactic,
    SeasonTick,
    SeasonTime,
    StatusBoard,
    Succession,
    TableCheck,
    Title,
    Transfer,
    Treaty,
    Work,
)
from control.sengoku.world.minding_questions import clans_minded

PUBLIC: dict[str, type[Base]] = {
    "clans": Clan,
    "provinces": Province,
    "places": Place,
    "titles": Title,
    "clock": Clock,
    "status_boards": StatusBoard,
    "edicts": Edict,
}
UMPIRES: dict[str, type[Base]] = {
    **PUBLIC,
    "characters": Character,
    "armies": Army,
    "garrisons": Garrison,
    "orders": MarchOrder,
    "recoveries": Recovery,
    "encounters": Encounter,
    "encounter_forces": EncounterForce,
    "battles": Battle,
    "battle_sides": BattleSide,
    "battle_forces": BattleForce,
    "battle_rounds": BattleRound,
    "sealed_tactics": SealedTactic,
    "claims": Claim,
    "companions": Companion,
    "risk_draws": RiskDraw,
    "successions": Succession,
    "treaties": Treaty,
    "passages": Passage,
    "notices": Notice,
    "notice_recipients": NoticeTo,
    "table_checks": TableCheck,
    "beaten_levies": BeatenLevy,
    "musters": Muster,
    "players": Player,
    "parts": Part,
    "duties": Duty,
    "reprints": Reprint,
    "season_ticks": SeasonTick,
    "season_times": SeasonTime,
    "day_plans": DayPlan,
    "displays": Display,
    "journal": JournalEntry,
}
BOOKS: dict[str, type[Base]] = {"transfers": Transfer, "works": Work, "letters": Letter}
HONOUR: dict[str, type[Base]] = {"honour": Honour}
GAME: dict[str, type[Base]] = {
    "news": News,
    "rulings": Ruling,
    "announcements": Announcement,
    "announcements_read": AnnouncementRead,
    "printings": Printing,
    "scenario_files": ScenarioFile,
}
EVERYTHING = {**UMPIRES, **BOOKS, **HONOUR, **GAME}
NEVER = {"seed", "secret", "cookies", "begun_with"}
"""Of the game row: whoever knows them knows the dice to come, or signs in as anybody."""
NOT_PUBLIC = {"raised", "unrest", "taken", "version"}  # what a province raised tells the size of its garrison


def parts(audience: str) -> dict[str, type[Base]]:
    """The parts of the state that a desk (or ``public``) may see."""
    found = dict(UMPIRES if audience in SEES_ARMIES else PUBLIC)
    for part_, seen_by in ((BOOKS, SEES_BOOKS), (HONOUR, SEES_HONOUR), (GAME, ("game",))):
        if audience in seen_by:
            found |= part_
    return found


def state(session: Session, audience: str) -> dict[str, Any]:
    """The state as this audience may see it: the game, then each part as a list of rows in the order of keys.

    Only Map Control and Game Control see forces; everybody else gets flags: a clan's army is in a province. Books and
    letters are seen by the desk that minds the clan, honour by Team Control and Game Control.
    """
    seen: dict[str, Any] = {"game": game_part(session)}
    for name in parts(audience):
        seen[name] = part(session, name, audience)
    if audience not in SEES_ARMIES:
        seen["flags"] = flags_part(session)
    return seen


def game_part(session: Session) -> dict[str, Any]:
    """The game's row without its secrets."""
    game = session.get_one(Game, 1).as_dict()
    return {name: value for name, value in game.items() if name not in NEVER}


def part(session: Session, name: str, audience: str) -> list[dict[str, Any]]:
    """One part of the state, row by row."""
    model = parts(audience)[name]
    hidden = set() if audience in SEES_ARMIES else NOT_PUBLIC
    found = session.scalars(select(model).where(*seen(session, model, audience)).order_by(*inspect(model).primary_key))
    rows = [{key: value for key, value in row.as_dict().items() if key not in hidden} for row in found]
    if model is ScenarioFile:
        for row in rows:
            del row["text"]
    if model is JournalEntry:
        for row in rows:
            row["changes"] = shown_changes(row["changes"], audience)
            row["arguments"] = shown_arguments(row["action"], row["arguments"], audience)
    return rows


def seen(session: Session, model: type[Base], audience: str) -> list[ColumnElement[bool]]:
    """Which rows of a table this audience may see."""
    if model is JournalEntry:
        return [readable(audience)]
    theirs = select(Clan.id).where(clans_minded(audience))
    if model is Transfer:
        return [or_(Transfer.payer.in_(theirs), Transfer.payee.in_(theirs))]
    if model is Work:
        return [Work.clan.in_(theirs)]
    if model is Title and audience not in (*SEES_ARMIES, "bakufu"):  # what the dead held is announced by nobody
        return [Title.character.in_(select(Character.id).where(Character.alive.is_(True)))]
    if model is Letter:
        return [letters_told(session, audience)]
    return []


def flags_part(session: Session) -> list[dict[str, str]]:
    """Where a clan shows a flag; one for each army, and nothing about it."""
    found = session.execute(
        select(Army.clan, Army.province).where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
    )
    return [{"clan": clan, "province": province} for clan, province in found]
