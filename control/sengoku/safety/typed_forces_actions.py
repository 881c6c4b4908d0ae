"""Forces as they were typed in: armies with their orders, garrisons, troops to come, travellers, and the battles on
which something still rests. An army keeps its code, so that the cards on the table stay good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import select

from control.kernel.codes import Code, read_code
from control.kernel.grouping import grouped
from control.kernel.proof.verify import count_on
from control.kernel.rows import Base
from control.sengoku.march.orders.orders_actions import allowance_of
from control.sengoku.paper.fallback.state_lines import SIDES, ArmyLine, BattleLine
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    BeatenLevy,
    Character,
    Companion,
    Encounter,
    Garrison,
    MarchOrder,
    Muster,
    Recovery,
    RiskDraw,
)
from control.sengoku.safety.typed_check_actions import legs
from control.sengoku.safety.typed_state_actions import BeginMidway
from control.sengoku.world.acting import World
from control.sengoku.world.forces.forces_actions import begin_here, dissolve, garrison_of
from control.sengoku.world.land.rising_actions import rebels
from control.sengoku.world.land.risings_questions import REBELS

NOTE = "as typed in"


def number_as(world: World, kind: str, model: type[Base], wanted: int, shelf: int = 0) -> int:
    """That number for a new row, if no row has it; otherwise the next one of its ``shelf``."""
    if wanted < 1 or world.session.get(model, wanted) is not None:
        return world.number(kind, shelf)
    count_on(world.session, model, [wanted])
    return wanted


def drawn_number(world: World, kind: str, model: type[Base], wanted: int) -> int:
    """The same for rows that nobody may count: where that number will not do, one that is drawn."""
    taken = wanted < 1 or world.session.get(model, wanted) is not None
    return world.hidden_number(kind) if taken else wanted


def remove(world: World, rows: Iterable[Base]) -> None:
    """Take out the rows of which no line says anything any more."""
    for row in rows:
        world.session.delete(row)
    world.session.flush()


# --- Armies and garrisons ---------------------------------------------------------------------------------


def set_forces(world: World, order: BeginMidway, moved: bool) -> None:
    """The armies and garrisons on the map. In another season, and where armies are listed, old orders are void."""
    session = world.session
    if moved or order.armies is not None:
        for old in session.scalars(select(MarchOrder)):
            session.delete(old)
        session.flush()
    if order.armies is not None:
        set_armies(world, order.armies)
    elif moved:
        for army in session.scalars(select(Army).filter_by(standing=True)):
            begin_here(army)
    if order.garrisons is not None:
        wanted = {(line.clan, line.province, line.place or None): line.troops for line in order.garrisons}
        for post in session.scalars(select(Garrison).order_by(Garrison.id)):
            if (post.clan, post.province, post.place) not in wanted:
                post.troops, post.standing = 0, False
        for (clan, province, place), troops in wanted.items():
            post = garrison_of(world, rebels(world).id if clan == REBELS else clan, province, place)
            post.troops, post.standing = troops, True
    session.flush()


def set_armies(world: World, lines: Sequence[ArmyLine]) -> None:
    """The armies on the map, and no others."""
    session = world.session
    standing = {army.general: army for army in session.scalars(select(Army).filter_by(standing=True))}
    kept = known_armies(world, lines, standing)
    numbers = {army.id for army in kept.values()}
    for army in session.scalars(select(Army).filter_by(standing=True).order_by(Army.id)):
        if army.id not in numbers:
            dissolve(world, army)
    session.flush()
    for line in lines:
        general = session.get_one(Character, line.general)
        if along := session.get(Companion, general.id):
            session.delete(along)
        general.province = None
        host = general.held_by or general.clan
        army = kept.get(line.general) or new_army(world, line)
        army.clan, army.general, army.province, army.troops = host, general.id, line.province, line.troops
        army.place, army.started, army.standing = line.place or None, line.province, True
        session.flush()
        set_march(world, army, line)


def new_army(world: World, line: ArmyLine) -> Army:
    """A new army, with the number that is in its code if it has one."""
    number = number_as(world, "army", Army, read_code(line.code).number if line.code else 0)
    army = Army(id=number, code=str(Code("A", number)))
    world.session.add(army)
    return army


def known_armies(world: World, lines: Sequence[ArmyLine], standing: dict[str, Army]) -> dict[str, Army]:
    """The army that each line means, by its general: that of its code; without one that which he leads now, if no other
    line has its code."""
    coded = {line.general: world.session.get(Army, read_code(line.code).number) for line in lines if line.code}
    kept = {general: army for general, army in coded.items() if army is not None}
    claimed = {army.id for army in kept.values()}
    for line in lines:
        led = None if line.code else standing.get(line.general)
        if led is not None and led.id not in claimed:
            kept[line.general] = led
    return kept


def set_march(world: World, army: Army, line: ArmyLine) -> None:
    """Its order, and how far it has got."""
    begin_here(army)
    army.started, army.came_from = line.started or army.province, line.came_from or None
    army.walked, army.halted = line.walked, line.halted or None
    fixed = line.allowance
    if line.order:
        order = MarchOrder(army=army.id, route=legs(line.order))
        world.session.add(order)
        fixed = allowance_of(world, army, order).value if fixed is None else fixed
    if world.game.phase:
        army.allowance = fixed
    world.session.flush()


def set_beaten_levies(world: World, order: BeginMidway) -> None:
    """Whose levy was beaten this season, and by whom (R4)."""
    if order.beaten_levies is None:
        return
    beaten = select(BeatenLevy).filter_by(season=world.game.seasons).order_by(BeatenLevy.id)
    known = {(row.clan, row.province, row.place): row for row in world.session.scalars(beaten)}
    for line in order.beaten_levies:
        key = line.clan or None, line.province, line.place or None
        if known.pop(key, None) is None:
            world.new(BeatenLevy, clan=key[0], province=key[1], place=key[2], season=world.game.seasons)
    remove(world, known.values())


def set_musters(world: World, order: BeginMidway) -> None:
    """The troops that were announced for the next season."""
    if order.musters is None:
        return
    coming = select(Muster).where(Muster.outcome == "", Muster.number > world.game.seasons).order_by(Muster.id)
    known = grouped(
        ((row.clan, row.province, row.place, row.counters, row.uniforms), row) for row in world.session.scalars(coming)
    )
    for line in order.musters:
        place = line.place or None
        if there := known.get((line.clan, line.province, place, line.counters, line.uniforms)):
            there.pop()
        else:
            world.new(
                Muster,
                clan=line.clan,
                province=line.province,
                place=place,
                number=world.game.seasons + 1,
                counters=line.counters,
                uniforms=line.uniforms,
            )
    remove(world, (row for rows in known.values() for row in rows))


def set_travellers(world: World, order: BeginMidway) -> None:
    """Who visits a province, or goes along with an army without leading it."""
    if order.travellers is None:
        return
    session = world.session
    armies = {army.general: army for army in session.scalars(select(Army).filter_by(standing=True))}
    listed = {line.character: line for line in order.travellers}
    for row in session.scalars(select(Companion)):
        if row.character not in listed or not listed[row.character].along:
            session.delete(row)
    for person in session.scalars(select(Character).where(Character.province.is_not(None))):
        person.province = None
    session.flush()
    for line in order.travellers:
        session.get_one(Character, line.character).province = line.province or None
        if line.along:
            along = session.get(Companion, line.character) or Companion(character=line.character)
            along.army = armies[line.along].id
            session.add(along)
    session.flush()


# --- Battles ----------------------------------------------------------------------------------------------


def set_battles(world: World, order: BeginMidway) -> dict[int, int]:
    """The battles on which something still rests: counters to come back, a hold, a card to draw. The number each has
    here, by its number on paper."""
    if order.battles is None:
        return {}
    session = world.session
    for due in session.scalars(select(Recovery).filter_by(done=False)):
        due.done = True
    for army in session.scalars(select(Army).where(Army.held_by.is_not(None))):
        army.held_by = army.way_back = None
    numbers: dict[int, int] = {}
    for number in dict.fromkeys(line.battle for line in order.battles):
        lines = [line for line in order.battles if line.battle == number]
        battle = session.get(Battle, number)
        if battle is None or not battle.over:
            battle = old_battle(world, number, lines)
        numbers[number] = battle.id
        for line in lines:
            rest_on(world, battle, line)
    session.flush()
    return numbers


def old_battle(world: World, number: int, lines: Sequence[BattleLine]) -> Battle:
    """A battle that was fought on paper or in a lost game: of its rounds nothing is known here."""
    session, first = world.session, lines[0]
    met = world.new(
        Encounter,
        year=first.year,
        season=first.season,
        phase=1,
        province=first.province,
        kind="meeting",
        outcome="battle",
        note=NOTE,
    )
    session.flush()
    battle = Battle(
        id=number_as(world, "battle", Battle, number),
        encounter=met.id,
        province=first.province,
        settled_by="umpire",
        over=True,
        ended_by="both_stay",
    )
    session.add(battle)
    session.flush()
    for role in SIDES:
        line = next((one for one in lines if one.side == role), None)
        force = force_of(world, line or first)
        general = session.get_one(Character, force.general) if line and isinstance(force, Army) else None
        session.add(
            BattleSide(
                battle=battle.id,
                role=role,
                clan=force.clan,
                general=general.id if general else None,
                name=general.name if general else f"the {'garrison' if line else 'other side'}",
                experience=general.experience if general else 1,
                troops=force.troops if line else 0,
                home_province=False,
                fortification="none",
            )
        )
    session.flush()
    return battle


def rest_on(world: World, battle: Battle, line: BattleLine) -> None:
    """What still rests on a battle for one of its forces."""
    session, force = world.session, force_of(world, line)
    army, garrison = (force.id, None) if isinstance(force, Army) else (None, force.id)
    unit = session.scalar(select(BattleForce).filter_by(battle=battle.id, army=army, garrison=garrison)) or world.new(
        BattleForce, battle=battle.id, role=line.side, army=army, garrison=garrison, troops=force.troops
    )
    session.flush()
    if line.recovers:
        world.new(
            Recovery,
            army=army,
            garrison=garrison,
            battle=battle.id,
            lost=unit.id,
            counters=line.recovers,
            reason=f"{line.recovers} after battle {battle.id}, {NOTE} (R8)",
        )
    if line.held and isinstance(force, Army):
        force.held_by, force.way_back = battle.id, line.way_back or None
    session.flush()


def force_of(world: World, line: BattleLine) -> Army | Garrison:
    """The force of a line, which is there: it was looked over."""
    if line.general:
        return world.session.execute(select(Army).filter_by(general=line.general, standing=True)).scalar_one()
    return garrison_of(world, line.garrison or "", line.province, line.place or None)


def set_draws(world: World, order: BeginMidway, battles: dict[int, int]) -> None:
    """The risk cards that are still to be drawn."""
    if order.draws is None:
        return
    now = world.game.seasons
    wanted = [(one.character, one.cause, one.battle and battles.get(one.battle), now - one.ago) for one in order.draws]
    for due in world.session.scalars(select(RiskDraw).filter_by(card="").order_by(RiskDraw.id)):
        key = (due.character, due.cause, due.battle, due.season)
        if key in wanted:
            wanted.remove(key)
        else:
            due.card, due.effect = "none", NOTE
    for character, cause, battle, season in wanted:
        world.new(RiskDraw, character=character, cause=cause, battle=battle, season=season)
    world.session.flush()
