"""Starting in the middle of a day, from what was typed in: the laptop died, or the day was begun on paper.

What is not listed stays as it is; armies, garrisons, honour and treaties that are listed are all there are. It is one
entry, so it is taken back as one, and nothing is changed unless every line is right.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.actions.encounters import open_battles, open_encounters
from control.actions.forces import dissolve, garrison_of, new_army
from control.actions.ledger import book, sources
from control.actions.registry import World, action
from control.actions.risk import draws_no_more
from control.actions.treaties import make
from control.actions.typed_state import LINES, BeginMidway, ClanLine, look_over, seasons_since
from control.actions.undo import HALL
from control.models import (
    Army,
    Character,
    Clan,
    Companion,
    Garrison,
    Honour,
    JournalEntry,
    MarchOrder,
    Place,
    Province,
    Touch,
    Transfer,
    Treaty,
)
from control.queries.audience import audience
from control.queries.journal import undone_numbers
from control.queries.ledger import balance
from control.rules.errors import OrderNotAllowed
from control.rules.sengoku import economy
from control.rules.sengoku.economy import treasury
from control.rules.sengoku.prices import INCOMES

NOTE = "As typed in, in the middle of the day"


@action("game.begin_midway", title="Start in the middle of a day", order=BeginMidway, desks=("game",), seen_by=())
def begin_midway(world: World, order: BeginMidway) -> str:
    """Go on from a state that was typed in, before anything else has happened in the game."""
    world.seen_by = audience()
    fresh = is_fresh(world.session, world.entry)
    if not fresh:
        world.forbid(OrderNotAllowed(
            "This game has begun: entries of its journal would stand for something else. Start a new one "
            "(control-room new), or force it with a reason.", field="force",
        ))
    if busy := open_encounters(world.session) + open_battles(world.session):
        raise OrderNotAllowed(f"These are open: {'; '.join(busy)}. Settle them first.", field="season")
    found = look_over(world.session, world.scenario, order)
    if found.wrong:
        found.wrong[0].more += found.wrong[1:]
        raise found.wrong[0]
    for against in found.against_rules:
        against.more += [other for other in found.against_rules if other is not against]
        world.forbid(against)
    set_season(world, order)
    set_people(world, order)
    set_land(world, order)
    set_books(world, order, fresh)
    set_forces(world, order)
    set_honour(world, order)
    set_treaties(world, order)
    listed = [lines_of(name, len(rows)) for name in LINES if (rows := getattr(order, name)) is not None]
    return f"The day goes on in {order.season} {order.year}, from what was typed in: {', '.join(listed) or 'no list'}."


ONE = {"provinces": "province", "places": "place", "clans": "clan", "characters": "character", "armies": "army",
       "garrisons": "garrison", "honour": "line of honour", "treaties": "treaty"}  # fmt: skip


def lines_of(name: str, many: int) -> str:
    """How many there are in a list, in words."""
    if many == 1:
        return f"1 {ONE[name]}"
    return f"{many} lines of honour" if name == "honour" else f"{many} {name}"


def is_fresh(session: Session, before: int) -> bool:
    """Whether nothing has been played before that entry: the hall may have been set up, and mistakes taken back."""
    acted = set(session.scalars(
        select(Touch.entry).where(Touch.changed.is_(True), Touch.table.not_in(HALL), Touch.entry < before).distinct()
    ))
    undos = set(session.scalars(select(JournalEntry.number).where(JournalEntry.undoes.is_not(None))))
    return not acted - undos - undone_numbers(session)


# What is set -------------------------------------------------------------------------------------------------


def set_season(world: World, order: BeginMidway) -> None:
    """The season begins: orders are open, and the clock stands at its first part."""
    from control.actions.clock import begin_season

    game = world.game
    game.year, game.season, game.phase, game.locked_at = order.year, order.season, 0, None
    game.seasons = seasons_since(world.scenario, order.year, order.season)
    begin_season(world)


def set_people(world: World, order: BeginMidway) -> None:
    """Experience, age, life and wounds, and whose hostages they are."""
    for line in order.characters or []:
        person = world.session.get_one(Character, line.id)
        for name in ("experience", "age", "alive"):
            if (value := getattr(line, name)) is not None:
                setattr(person, name, value)
        if line.held_by is not None:
            person.held_by = line.held_by or None
        wounded = person.wounded if line.wounded is None else line.wounded
        if not person.alive:
            wounded, person.province = False, None
            draws_no_more(world, person)
            if along := world.session.get(Companion, person.id):
                world.session.delete(along)
        if wounded != person.wounded:
            person.wounded, person.wounded_in = wounded, world.game.seasons if wounded else None


def set_land(world: World, order: BeginMidway) -> None:
    """Who holds what, and what stands there."""
    for line in order.provinces or []:
        province = world.session.get_one(Province, line.id)
        if line.holder is not None:
            province.holder = line.holder or None
        for name in ("castle", "raised", "taken"):
            if (value := getattr(line, name)) is not None:
                setattr(province, name, value)
    for row in order.places or []:
        world.session.get_one(Place, row.id).holder = row.holder or None
    world.session.flush()


def set_books(world: World, order: BeginMidway, fresh: bool) -> None:
    """The books of the year, and what every clan has by them: the difference is granted or taken by Control, so that
    the world still adds up."""
    lines = {line.id: line for line in order.clans or []}
    if fresh and (lines or order.year != world.scenario.first_year):
        for opened in world.session.scalars(select(Transfer).filter_by(entry=0).order_by(Transfer.id)):
            world.session.delete(opened)
        world.session.flush()
        earned = [move for move in economy.winter_income(sources(world)) if economy.owner(move.target)]
        for clan in world.session.scalars(select(Clan.id).order_by(Clan.id)):
            book(world, year_of(world, clan, lines.get(clan), earned))
    for clan, line in sorted(lines.items()):
        rice, cash = balance(world.session, clan)
        up = max(0, line.rice - rice), max(0, line.cash - cash)
        down = max(0, rice - line.rice), max(0, cash - line.cash)
        moves = [
            economy.Transfer("control", treasury(clan), "granted", *up, note=NOTE),
            economy.Transfer(treasury(clan), "control", "correction", *down, note=NOTE),
        ]
        book(world, [move for move in moves if move.points])


def year_of(
    world: World, clan: str, line: ClanLine | None, earned: list[economy.Transfer]
) -> Iterable[economy.Transfer]:
    """The bookings of a clan's year so far: what it began with, and its income (R21), as typed or as reckoned."""
    opening = line.opening if line else None
    if opening is None:  # a treasury is what the scenario's first year began with
        opening = world.scenario.clans[clan].treasury if world.game.year == world.scenario.first_year else 0
    if opening:
        yield economy.Transfer("opening", treasury(clan), "opening", cash=opening, note=NOTE)
    for kind in INCOMES:
        typed = getattr(line, "rice_income" if kind == "rice" else kind) if line else None
        if typed is None:
            yield from (move for move in earned if economy.owner(move.target) == clan and move.kind == f"income_{kind}")
        elif typed:
            rice, cash = (typed, 0) if kind == "rice" else (0, typed)
            yield economy.Transfer("opening", treasury(clan), f"income_{kind}", rice, cash, note=NOTE)


def set_forces(world: World, order: BeginMidway) -> None:
    """The armies and garrisons on the map; every order is still to be entered."""
    if order.armies is not None:
        for army in world.session.scalars(select(Army).filter_by(standing=True).order_by(Army.id)):
            dissolve(world, army)
        world.session.flush()
        for row in order.armies:
            general = world.session.get_one(Character, row.general)
            if along := world.session.get(Companion, general.id):
                world.session.delete(along)
            general.province = None
            clan = world.session.get_one(Clan, general.held_by or general.clan)
            new_army(world, clan, general, world.session.get_one(Province, row.province), row.troops)
    if order.garrisons is not None:
        for post in world.session.scalars(select(Garrison).order_by(Garrison.id)):
            post.troops, post.standing = 0, False
        for line in order.garrisons:
            post = garrison_of(world, line.clan, line.province)
            post.troops, post.standing = line.troops, True
    world.session.flush()
    for order_card in world.session.scalars(select(MarchOrder)):
        world.session.delete(order_card)
    for army in world.session.scalars(select(Army).filter_by(standing=True)):
        army.started, army.came_from, army.walked, army.allowance, army.halted = army.province, None, 0, None, None


def set_honour(world: World, order: BeginMidway) -> None:
    """The points of honour: the difference to what the ledger has is booked in it."""
    from control.actions.honour import booked

    if order.honour is None:
        return
    points = func.sum(Honour.points)
    now = {clan: int(total) for clan, total in world.session.execute(
        select(Honour.clan, points).group_by(Honour.clan)
    )}
    wanted = {line.clan: line.points for line in order.honour}
    for clan in sorted(now.keys() | wanted.keys()):
        if difference := wanted.get(clan, 0) - now.get(clan, 0):
            booked(world, clan, None, "", difference, NOTE)


def set_treaties(world: World, order: BeginMidway) -> None:
    """The treaties that stand."""
    if order.treaties is None:
        return
    wanted = {(line.kind, line.one, line.other) for line in order.treaties}
    for pact in world.session.scalars(select(Treaty).filter_by(ended=False).order_by(Treaty.id)):
        if (pact.kind, pact.one, pact.other) in wanted:
            wanted.remove((pact.kind, pact.one, pact.other))
        else:
            pact.ended = True
    for line in order.treaties:
        if (line.kind, line.one, line.other) in wanted:
            make(world, line.kind, line.one, line.other)
