"""The present state as lists that a person can fill in (state_lists_questions.py): what the fallback pack prints, and
what a day is taken up again from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.rows import Game
from control.sengoku.books.upkeep_questions import key_of, unpaid
from control.sengoku.hall.clock_questions import face
from control.sengoku.paper.state_lists_questions import BY_KEY, IDS, LISTS, Column
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    Character,
    Clan,
    Companion,
    Edict,
    Encounter,
    Garrison,
    Honour,
    Letter,
    MarchOrder,
    Muster,
    Part,
    Passage,
    Place,
    Player,
    Province,
    Recovery,
    RiskDraw,
    StatusBoard,
    Succession,
    Title,
    Treaty,
    Work,
)
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.ledger_questions import balances, incomes, opening_cash
from control.sengoku.world.names import folded
from control.sengoku.world.options_questions import options_of

Row = dict[str, Any]

STAY = "stay"
"""An order to stay where it is, as it is typed."""


def present(session: Session, scenario: Scenario, now: datetime | None = None) -> dict[str, list[Row]]:
    """Every list as it is now, by ids; honour and books are in them, so they are for Game Control alone."""
    game = session.get_one(Game, 1)
    found: dict[str, list[Row]] = {"game": [standing(session, scenario, now or datetime.now(UTC))]}
    found["options"] = [{"option": option, "value": str(value)} for option, value in vars(options_of(game)).items()]
    found["made"] = lines(
        "made", session.scalars(select(Character).filter_by(made=True).order_by(Character.clan, Character.id))
    )
    found |= land(session, scenario, game)
    found["characters"] = people(session, game)
    found |= forces(session)
    found["battles"] = battles(session)
    counting = {row["battle"] for row in found["battles"]}
    found["draws"] = lines(
        "draws",
        session.scalars(select(RiskDraw).filter_by(card="").order_by(RiskDraw.id)),
        ago=lambda draw: game.seasons - draw.season,
        battle=lambda draw: draw.battle if draw.battle in counting else None,
    )
    found["clans"] = clans(session, game.year)
    found["honour"] = honour(session)
    found |= papers(session, game)
    return {name: found[name] for name in LISTS}


def lines(name: str, rows: Iterable[Any], **more: Any) -> list[Row]:
    """Rows of a table as lines of a list; ``more`` are functions for columns that the table does not have."""
    return [
        {column: more[column](row) if column in more else getattr(row, column) for column in LISTS[name]}
        for row in rows
    ]


def by_name(row: Province | Place | Clan) -> str:
    """What people look for: Ōmi stands with the o."""
    return folded(row.name)


def standing(session: Session, scenario: Scenario, now: datetime) -> Row:
    """Season, phases and clock."""
    game, clock = session.get_one(Game, 1), face(session, scenario, now)
    return {
        "year": game.year,
        "season": game.season,
        "phase": game.phase,
        "locked": game.locked_at is not None,
        "stage": clock.stage + 1,
        "minutes": max(0, math.ceil(clock.left / 60)),
    }


def land(session: Session, scenario: Scenario, game: Game) -> dict[str, list[Row]]:
    """Provinces, places, what stands there, what will, and works. In winter the upkeep is paid of whatever costs
    nothing any more."""
    due = unpaid(session, scenario) if game.season == "winter" else []
    owed = {key_of(line) for line in due}

    def paid(row: Province | Place | Work) -> bool:
        kind = {Province: "province", Place: "place", Work: "building"}[type(row)]
        if game.season != "winter" or f"{kind}:{row.id}" in owed:
            return False
        if isinstance(row, Work):
            return row.kind == "building" and row.state == "standing"
        return (row.castle if isinstance(row, Province) else row.fortification) != "none" and row.holder is not None

    works = select(Work).where(Work.state.in_(("ordered", "standing")) | (Work.finished == game.year))
    musters = select(Muster).where(Muster.outcome == "", Muster.number > game.seasons)
    waiting = select(Recovery.garrison).where(Recovery.done.is_(False), Recovery.garrison.is_not(None))
    garrisons = select(Garrison).where(Garrison.standing.is_(True), (Garrison.troops > 0) | Garrison.id.in_(waiting))
    return {
        "provinces": lines("provinces", sorted(session.scalars(select(Province)), key=by_name), upkeep=paid),
        "places": lines("places", sorted(session.scalars(select(Place)), key=by_name), upkeep=paid),
        "garrisons": lines("garrisons", session.scalars(garrisons.order_by(Garrison.id))),
        "musters": lines("musters", session.scalars(musters.order_by(Muster.id))),
        "works": lines("works", session.scalars(works.order_by(Work.id)), upkeep=paid),
    }


def people(session: Session, game: Game) -> list[Row]:
    """Everybody, clan by clan, and who plays him."""
    cast = session.execute(select(Part.character, Player.name).join(Player, Player.id == Part.player))
    players = {character: name for character, name in cast}  # noqa: C416 (typed rows)
    heirs = set(session.scalars(select(Succession.character).where(Succession.is_open())))
    return lines(
        "characters",
        session.scalars(select(Character).order_by(Character.clan, Character.id)),
        wounded_ago=lambda one: None if one.wounded_in is None else game.seasons - one.wounded_in,
        heir=lambda one: one.id in heirs,
        player=lambda one: players.get(one.id, ""),
    )


def forces(session: Session) -> dict[str, list[Row]]:
    """Armies with their orders, and who travels without leading one."""
    routes = {order.army: order.route for order in session.scalars(select(MarchOrder))}
    armies = session.scalars(select(Army).filter_by(standing=True).order_by(Army.id)).all()
    generals = {army.id: army.general for army in armies}
    along = {row.character: generals.get(row.army) for row in session.scalars(select(Companion))}
    away = session.scalars(
        select(Character)
        .where(Character.alive.is_(True), Character.province.is_not(None) | Character.id.in_(along))
        .order_by(Character.id)
    )
    return {
        "armies": lines(
            "armies",
            armies,
            order=lambda army: "" if army.id not in routes else ", ".join(routes[army.id]) or STAY,
        ),
        "travellers": [
            {"character": one.id, "province": None if one.id in along else one.province, "along": along.get(one.id)}
            for one in away
            if one.id not in generals.values()
        ],
    }


def battles(session: Session) -> list[Row]:
    """The forces of battles on which something still rests: counters to come back, a hold, a card to draw."""
    due = session.scalars(select(Recovery).filter_by(done=False).order_by(Recovery.id)).all()
    held = session.scalars(select(Army).where(Army.standing.is_(True), Army.held_by.is_not(None))).all()
    drawn = session.scalars(select(RiskDraw.battle).where(RiskDraw.card == "", RiskDraw.battle.is_not(None)))
    numbers = {row.battle for row in due} | {army.held_by for army in held} | set(drawn)
    found = []
    rows = session.execute(
        select(Battle, Encounter)
        .join(Encounter, Encounter.id == Battle.encounter)
        .where(Battle.id.in_(numbers))
        .order_by(Battle.id)
    )
    for battle, met in rows:
        links = session.scalars(select(BattleForce).filter_by(battle=battle.id).order_by(BattleForce.id)).all()
        fought = {(link.army, link.garrison): link.role for link in links}
        sides = {force_of(session, *key).clan: role for key, role in fought.items()}
        mine = [row for row in due if row.battle == battle.id]
        bound = [army for army in held if army.held_by == battle.id]
        others = [*((row.army, row.garrison) for row in mine), *((army.id, None) for army in bound)]
        for key in dict.fromkeys([*fought, *others]):
            force = force_of(session, *key)
            army = force if isinstance(force, Army) else None
            recovers = sum(row.counters for row in mine if (row.army, row.garrison) == key)
            if not force.standing or not (army or force.troops or recovers):
                continue
            found.append(
                {
                    "battle": battle.id,
                    "year": met.year,
                    "season": met.season,
                    "province": battle.province,
                    "side": fought.get(key) or sides.get(force.clan, "attacker"),
                    "general": army.general if army else None,
                    "garrison": None if army else force.clan,
                    "place": None if army else force.place,
                    "recovers": recovers,
                    "held": force in bound,
                    "way_back": army.way_back if army and force in bound else None,
                }
            )
    return found


def force_of(session: Session, army: int | None, garrison: int | None) -> Army | Garrison:
    """The army or the garrison of that number."""
    return session.get_one(Army, army) if army is not None else session.get_one(Garrison, garrison)


def clans(session: Session, year: int) -> list[Row]:
    """What every clan has, what it began the year with, and its income of the year: savings rest on them (R22)."""
    has, opening, earned = balances(session), opening_cash(session, year), incomes(session, year)
    return lines(
        "clans",
        sorted(session.scalars(select(Clan)), key=by_name),
        rice=lambda clan: has[clan.id][0],
        cash=lambda clan: has[clan.id][1],
        opening=lambda clan: opening[clan.id],
        rice_income=lambda clan: earned[clan.id]["rice"],
        taxation=lambda clan: earned[clan.id]["taxation"],
        mining=lambda clan: earned[clan.id]["mining"],
    )


def honour(session: Session) -> list[Row]:
    """The points of every clan that has a line in the ledger, and the rank the hall has seen last."""
    booked = session.execute(select(Honour.clan, func.sum(Honour.points)).group_by(Honour.clan))
    points = {clan: int(total) for clan, total in booked}
    board = session.scalar(select(StatusBoard).order_by(StatusBoard.id.desc()).limit(1))
    ranks = {line["clan"]: line["rank"] for line in board.ranks} if board else {}
    return [
        {"clan": clan, "points": points.get(clan, 0), "rank": ranks.get(clan)}
        for clan in sorted(points.keys() | ranks.keys())
    ]


def papers(session: Session, game: Game) -> dict[str, list[Row]]:
    """Treaties, passages, titles, letters that wait, edicts."""
    letters = select(Letter).where(Letter.delivered == "", Letter.fate != "lost").order_by(Letter.id)
    return {
        "treaties": lines("treaties", session.scalars(select(Treaty).filter_by(ended=False).order_by(Treaty.id))),
        "passages": lines(
            "passages", session.scalars(select(Passage).filter_by(season=game.seasons).order_by(Passage.id))
        ),
        "titles": lines("titles", session.scalars(select(Title).order_by(Title.kind, Title.rank, Title.id))),
        "letters": lines(
            "letters",
            session.scalars(letters),
            ready_in=lambda one: None if one.ready is None else max(0, one.ready - game.seasons),
        ),
        "edicts": lines("edicts", session.scalars(select(Edict).filter_by(withdrawn=False).order_by(Edict.id))),
    }


# --- As people write it -----------------------------------------------------------------------------------

NOTHING = "–"
"""What is printed where a cell is empty, and may be typed for it."""


Names = dict[str, dict[str, str]]


def names(session: Session) -> Names:
    """The names of clans, provinces, places and persons, by their ids."""
    rows = (select(model.id, model.name) for model in (Clan, Province, Place, Character))
    return {
        kind: {key: name for key, name in sorted(session.execute(found), key=lambda row: folded(row[1]))}  # noqa: C416
        for kind, found in zip(IDS, rows, strict=True)
    }


def ids_by_name(session: Session) -> Names:
    """The ids of clans, provinces, places and persons, by their names and ids without capitals and macrons; of clans
    also by the letters on their flags."""
    found: Names = {}
    for kind, named in names(session).items():
        found[kind] = {folded(name): key for key, name in named.items()} | {folded(key): key for key in named}
    for key, code in session.execute(select(Clan.id, Clan.code)):
        found["clan"].setdefault(folded(code), key)
    return found


def in_words(column: Column, value: Any, named: Mapping[str, Mapping[str, str]]) -> str:
    """A cell as people write it: names for ids, yes and no; empty for nothing."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if column.of in named:
        return named[column.of].get(value, str(value))
    if column.of == "route" and value != STAY:
        return " – ".join(named["province"].get(part, part) for part in str(value).split(", "))
    return str(value)


def sheet_rows(key: str, rows: Iterable[Row], named: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
    """The lines of a list as they are typed, column by column."""
    return [[in_words(column, row[column.key], named) for column in BY_KEY[key].typed] for row in rows]
