"""Battles: who commands, the rounds, what the umpire grants by hand, and the end (handbook 6, "Combat"; R1 to R11)."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Die, Order, number, one_of, text
from control.sengoku.battle.encounters.encounters_actions import (
    give_ground,
    meet_others,
    not_in_person,
    one_battle_more,
    set_free,
    stopped_again,
    way_out,
)
from control.sengoku.battle.fighting_actions import at_work_on, fought_where, next_round
from control.sengoku.battle.losses.levies_actions import note_beaten
from control.sengoku.battle.losses.losses_actions import take_losses
from control.sengoku.battle.losses.risk_actions import queue_draws
from control.sengoku.battle.rounds.wars_actions import take_back_for_war
from control.sengoku.battle.tactics.tactics_actions import agree_with_seals, asked_as_shown, stop_asking
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Character,
    Clan,
    Encounter,
    Province,
    Recovery,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.sizes import counters
from control.sengoku.rules.tables import OPPONENT, ROLES
from control.sengoku.world.acting import World, action
from control.sengoku.world.claims_actions import drop
from control.sengoku.world.dates_questions import season_ahead
from control.sengoku.world.forces.business_questions import is_held
from control.sengoku.world.forces.forces_actions import recovers_nothing
from control.sengoku.world.forces.ground_questions import ground_name
from control.sengoku.world.forces.levies_questions import levy_of
from control.sengoku.world.forces.sides_questions import (
    broken_off,
    disperses,
    figures_now,
    forces_of,
    goes,
    ground,
    last_result,
    links_of,
    row_of_side,
    rows_of,
    sides,
    units,
)
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.telling.notices_actions import tell

BattleNumber = number(1, 10**6, "the number of a battle")


class GrantColumns(Order):
    """Columns the umpire grants a side by hand in every round to come; 0 takes them back."""

    battle: BattleNumber
    side: one_of("a side", *ROLES)
    columns: number(-3, 3, "a number of columns")
    reason: text("a reason", 3)


@action("battle.grant_columns", title="Grant a column", order=GrantColumns, desks=AT_THE_MAP)
def grant_columns(world: World, order: GrantColumns) -> str:
    """Grant a side column shifts in its favour by the umpire's hand, with a reason (R31)."""
    battle = at_work_on(world, order.battle)
    side = row_of_side(world.session, battle, order.side)
    side.columns, side.columns_reason = order.columns, order.reason
    return f"Battle {battle.id}: the umpire granted {side.name} {order.columns:+d} columns: {order.reason}."


class SetCommander(Forcible):
    """Who commands a side of several armies: the general of one of them, by his id.

    ``in_person`` says whether he fights in person, which is worth one counter (R4); without it, as it was.
    ``others_in_person`` are the other generals of the side who do, by id; without it, as it was.
    """

    battle: BattleNumber
    side: one_of("a side", *ROLES)
    general: text("a general", 1)
    in_person: bool | None = None
    others_in_person: list[str] | None = None


@action("battle.set_commander", title="Choose the commander", order=SetCommander, desks=AT_THE_MAP)
def set_commander(world: World, order: SetCommander) -> str:
    """Choose which general commands a side, before the first round: the senior or the better, as the umpire decides."""
    battle = at_work_on(world, order.battle)
    if battle.rounds:
        raise OrderNotAllowed(
            "Who commands is settled before the first round. Undo the round to change it.", field="general", ruling="H6"
        )
    side = row_of_side(world.session, battle, order.side)
    led = {
        force.general: force
        for force in units(world.session, battle, order.side)
        if isinstance(force, Army) and force.the_general.alive
    }
    if order.general not in led:
        names = ", ".join(force.the_general.name for force in led.values())
        raise OrderNotUnderstood(
            f"{world.called(Character, order.general)} leads no army on this side; "
            f"{f'these do: {names}' if led else 'nobody does'}."
            f"{did_you_mean(order.general, led)}",
            field="general",
        )
    general = led[order.general].the_general
    if side.general != general.id:
        if side.general:  # who does not command has not fought this battle as a commander (R9)
            before = world.session.get_one(Character, side.general)
            before.battles = max(0, before.battles - 1)
        one_battle_more(world, general, "general")
        stop_asking(world, battle)  # a sealed tactic was another general's
    in_person(world, battle, side, general.id, order)
    side.general, side.name, side.clan = general.id, general.name, led[general.id].clan
    for name, value in figures_now(world.session, battle, side).items():
        setattr(side, name, value)
    himself = ", in person" if side.in_person else ""
    return f"Battle {battle.id}: {general.name} commands the {order.side}{himself}."


def in_person(world: World, battle: Battle, side: BattleSide, general: str, order: SetCommander) -> None:
    """Note who of a side fights in person once ``general`` commands it: each keeps to what he chose, unless the order
    says otherwise (R4)."""
    led = {link.the_army: link for link in links_of(world.session, battle, side.role) if link.the_army}
    links = {army.general: link for army, link in led.items()}
    chose = {key for key, link in links.items() if link.in_person} | ({side.general} if side.in_person else set())
    if order.others_in_person is not None:
        for spot, key in enumerate(order.others_in_person):
            if key not in links:
                raise OrderNotUnderstood(
                    f"{world.called(Character, key)} leads no army on this side.{did_you_mean(key, links)}",
                    field=f"others_in_person.{spot}",
                )
        chose = {*order.others_in_person, *(chose & {general})}
    if order.in_person is not None:
        chose = chose | {general} if order.in_person else chose - {general}
    said = order.in_person is not None or order.others_in_person is not None
    for one in sorted(one for one in chose if one and said):
        not_in_person(world.session.get_one(Character, one), "in_person" if one == general else "others_in_person")
    side.in_person = general in chose
    for key, link in links.items():
        link.in_person = key in chose and key != general


class FightRound(Order):
    """One round: both tactics, as the scenario's matrix names them, and the die if a real one was thrown (else it is
    rolled here).

    ``round`` says which round this is, so that a form sent twice cannot fight two. ``swap_roles`` lets the defender
    attack from now on (R6), and ``settled_by`` is which of R11's four ways settled that. ``secretly`` is whether the
    generals are asked for their tactics in secret, as a page shows it: an old page throws no seal away.
    """

    battle: BattleNumber
    round: number(1, 9, "a round")
    attacker_tactic: text("a tactic", 1)
    defender_tactic: text("a tactic", 1)
    die: Die | None = None
    swap_roles: bool = False
    settled_by: one_of("the way the attacker was settled", *rules.ATTACKER_SETTLED_BY) | None = None
    secretly: bool | None = None


@action("battle.fight_round", title="Fight a round", order=FightRound, desks=AT_THE_MAP)
def fight_round(world: World, order: FightRound) -> str:
    """Fight one round of a battle; its losses come off the armies at once."""
    battle = at_work_on(world, order.battle)
    next_round(world, battle, order.round)
    asked_as_shown(battle, order.round, order.secretly)
    settled = settle_roles(world, battle, order)
    tactics = order.attacker_tactic, order.defender_tactic
    noted = agree_with_seals(world, battle, order.round, tactics, swap=order.swap_roles)
    if battle.rounds == 0:
        count_again(world.session, battle)
    if order.die is not None:
        world.dice.throw(order.die)
    report = rules.fight_round(
        *sides(world.session, battle),
        ground(world.session, battle),
        tactics,
        number=order.round,
        tables=world.tables,
        options=world.options,
        dice=world.dice,
    )
    battle.rounds = order.round
    attacker, defender = rows_of(world.session, battle)
    for side, lost in ((attacker, report.attacker_losses), (defender, report.defender_losses)):
        side.lost += lost
        take_losses(world, battle, side)
    world.session.add(
        BattleRound(
            battle=battle.id,
            number=order.round,
            attacker_tactic=order.attacker_tactic,
            defender_tactic=order.defender_tactic,
            thrown=world.dice.drawn[-1].thrown,
            report={
                **plain(replace(report, steps=settled + report.steps)),
                "attacker": attacker.name,
                "defender": defender.name,
            },
        )
    )
    return (
        f"Battle {battle.id}, round {order.round}: {attacker.name} attacked {defender.name} at {report.odds}, die "
        f"{report.die}: {report.result}. Losses {report.attacker_losses} and {report.defender_losses}.{noted}"
    )


def plain(report: rules.Round) -> dict[str, Any]:
    """The report as the database gives it back: nothing but what JSON can hold."""
    kept: dict[str, Any] = json.loads(json.dumps(asdict(report)))
    return kept


def count_again(session: Session, battle: Battle) -> None:
    """Take everything as it is now: until the first round the umpire may have set figures right."""
    for side in session.scalars(select(BattleSide).filter_by(battle=battle.id)):
        for name, value in figures_now(session, battle, side).items():
            setattr(side, name, value)
    for role in ROLES:
        for link in links_of(session, battle, role):
            link.troops = link.force.troops


def settle_roles(world: World, battle: Battle, order: FightRound) -> tuple[rules.Step, ...]:
    """Let the defender attack from this round on, if the order says so; how that was settled is its first step (R6,
    R11). Without, all is as before."""
    if not order.swap_roles:
        if order.settled_by:
            raise OrderNotAllowed(
                "Who attacks stays as it is settled. Say too that the roles change, or leave out how that was settled.",
                field="settled_by",
                ruling="R6",
            )
        return ()
    if order.settled_by is None and not world.replays:  # nobody was asked before
        raise OrderNotUnderstood(
            "Choose how it was settled that the roles change: they agreed, the better general chose, the first to "
            "shout banzai, or the umpire decided (R11).",
            field="settled_by",
        )
    swap_roles(world, battle)
    if order.settled_by is None:
        return ()
    attacker, defender = rows_of(world.session, battle)
    rules.check_settled(order.settled_by, attacker.as_side(), defender.as_side())
    how = rules.ATTACKER_SETTLED_BY[order.settled_by]
    return (rules.Step(f"{attacker.name} attacks from this round on: {how}.", "R11"),)


def swap_roles(world: World, battle: Battle) -> None:
    """The defender attacks in the next round (R6: roles are settled anew)."""
    attacker, defender = rows_of(world.session, battle)
    names = [key for key in attacker.as_dict() if key not in ("battle", "role", "version")]
    for name in names:
        mine, theirs = getattr(attacker, name), getattr(defender, name)
        setattr(attacker, name, theirs)
        setattr(defender, name, mine)
    for force in world.session.scalars(select(BattleForce).filter_by(battle=battle.id)):
        force.role = OPPONENT[force.role]
    battle.roles_changed = not battle.roles_changed
    world.session.flush()


class EndBattle(Order):
    """The end of a battle: what the generals did, and where the side that leaves goes.

    After an outright victory, or with nobody left, ``then`` may be left out. ``retreat_to`` is a neighbouring
    province for the armies that leave, if some do; without it they go back the way they came (R15). ``round`` says how
    many rounds had been fought when that was decided, so that an old screen cannot end a newer battle. ``anew`` says
    that it is called off only to be called anew at once, with another in it: nobody is told.
    """

    battle: BattleNumber
    then: one_of("what they did", *rules.THEN) | None = None
    retreat_to: text("a province") = ""
    round: number(0, 9, "a round") | None = None
    anew: bool = False


@action("battle.end", title="End a battle", order=EndBattle, desks=AT_THE_MAP)
def end_battle(world: World, order: EndBattle) -> str:
    """End a battle: winner, retreat, experience and what will be recovered (R6 to R8)."""
    battle = at_work_on(world, order.battle)
    if order.round not in (None, battle.rounds):
        raise ChangedElsewhere(
            f"Round {battle.rounds} was fought since you opened this. Look at it as it is now, then decide again.",
            field="battle",
        )
    drop(world, "battle", battle.id)
    stop_asking(world, battle)
    if battle.rounds == 0:
        return call_off(world, battle, order)
    if order.anew:
        raise OrderNotAllowed("A battle is called anew only before its first round.", field="anew", ruling="R6")
    attacker, defender = rows_of(world.session, battle)
    last = last_result(world.session, battle)
    place = ground(world.session, battle)
    rules_sides = sides(world.session, battle)
    if rules.ending(*rules_sides, place, last, tables=world.tables, options=world.options) is None:
        if order.then is None:
            raise OrderNotUnderstood(
                "Say how it ended: the attacker withdraws, the defender withdraws, or both stay.", field="then"
            )
        rules.check_then(order.then, *rules_sides, place, last, world.tables)
    result = rules.conclude(
        *rules_sides,
        place,
        last,
        order.then or "both_stay",
        tables=world.tables,
        options=world.options,
        following=season_ahead(world.session),
    )
    if order.retreat_to:
        somebody_goes(world, battle, leaver(result.winner, result.ended_by))
    told = finish(world, battle, result, order.retreat_to)
    winner = {"attacker": attacker, "defender": defender}.get(result.winner or "")
    won = f"{winner.name} won" if winner else "nobody won"
    how = result.ended_by.replace("_", " ")
    return f"Battle {battle.id} {fought_where(world, battle)} is over: {won} ({how}).{told}"


def finish(world: World, battle: Battle, result: rules.Conclusion, to: str, *, ask: bool = True) -> str:
    """Write what a battle came to: experience, what recovers, who draws, who leaves, whose levy is beaten; told in
    words. Without ``ask`` nobody is asked where he goes who does not know the way he came."""
    rows = rows_of(world.session, battle)
    sides_, where = sides(world.session, battle), ground(world.session, battle)
    leaves = leaver(result.winner, result.ended_by)
    battle.over, battle.winner, battle.ended_by = True, result.winner, result.ended_by
    steps = list(result.steps)
    for role, side, enemy in zip(ROLES, rows, reversed(sides_), strict=True):
        if result.winner == role and side.general is not None and rules.learns(enemy, where, world.options):
            general = world.session.get_one(Character, side.general)
            general.experience = rules.learnt(general.experience, world.tables)
        steps += recover(world, battle, side, getattr(result.recovers, role), leaves=role == leaves)
    queue_draws(world, battle)
    gone = [
        role
        for role, side in zip(ROLES, sides_, strict=True)
        if not side.strength_left(where, world.tables, world.options)
    ]
    dispersed = note_beaten(world, battle, gone)
    if dispersed:
        steps.append(rules.Step(dispersed.strip().replace(" (R4)", ""), "R4"))
    battle.steps = [asdict(step) for step in steps]
    went = retreat(world, battle, leaves, to, ask=ask) if leaves else ""
    stand(world, battle)
    tell_outcome(world, battle)
    return went + dispersed


def call_off(world: World, battle: Battle, order: EndBattle) -> str:
    """End a battle in which no round was fought: both generals wished it so, and nobody has won or lost (R6)."""
    if order.then not in (None, "both_stay"):
        raise OrderNotAllowed(
            "Before the first round the generals may only call the battle off together: both stay (R6).",
            field="then",
            ruling="R6",
        )
    if order.retreat_to:
        somebody_goes(world, battle, None)
    waits = meet_the_people_again(world, battle)
    nobody_fought(world, battle)
    if not order.anew:
        tell_outcome(world, battle)
    return f"Battle {battle.id} {fought_where(world, battle)} was called off before the first round.{waits}"


def meet_the_people_again(world: World, battle: Battle) -> str:
    """People who let nobody pass do so yet, when the battle with them is called off: whoever came is where he was, and
    their answer stands (R16). Told in words."""
    met = world.session.get_one(Encounter, battle.encounter)
    fighting = [force for role in ROLES for force in units(world.session, battle, role)]
    return stopped_again(world, met, [force for force in forces_of(world.session, met) if force in fighting])


def nobody_fought(world: World, battle: Battle) -> None:
    """End a battle without a round: it was none, so it is none of those a general may fight this season (R9), and
    what was proposed for it is taken back."""
    battle.over, battle.ended_by = True, "called_off"
    take_back_for_war(world, battle)
    for side in rows_of(world.session, battle):
        if side.general is not None:
            general = world.session.get_one(Character, side.general)
            general.battles = max(0, general.battles - 1)
    for role in ROLES:
        set_free(world, units(world.session, battle, role))


def break_off(world: World, battle: Battle) -> None:
    """The season ends over a battle that is not over: what its last round decided is decided, otherwise nobody has won
    it, and both sides stay (R7, R8)."""
    drop(world, "battle", battle.id)
    stop_asking(world, battle)
    if battle.rounds == 0:
        nobody_fought(world, battle)
        tell_outcome(world, battle)
    else:
        finish(world, battle, broken_off(world.session, battle, world.tables, world.options), "", ask=False)
    world.session.flush()


def stand(world: World, battle: Battle) -> None:
    """What the armies may do now: after a clear end the side that stays may go on, unless it has other business;
    without one, all of them may only stay or go back the way they came, but past a place, whose people sit behind
    their walls, the way is open (R6, R15, R41). Who won and has an unbeaten levy before him, whose friends gave way,
    has not got past it either (R4). After a sea battle only its outright winner may take the crossing, in
    his next phase; everybody else has ended his march (R17)."""
    levy = levy_stays(world.session, battle)
    for role in ROLES:
        for force in units(world.session, battle, role):
            if not isinstance(force, Army):
                continue
            if battle.winner is None and not battle.sea and not battle.place:
                force.held_by, force.way_back, force.halted = battle.id, force.came_from, "battle"
            elif role == battle.winner and levy:
                force.held_by, force.way_back = battle.id, force.came_from
            elif role == battle.winner and not is_held(world.session, force):
                force.held_by = force.way_back = None  # whom it fought before has gone as well
        set_free(world, units(world.session, battle, role))


def levy_stays(session: Session, battle: Battle) -> bool:
    """Whether the levy of a province fought for the side that lost, and stands there yet (R4)."""
    if battle.winner is None or battle.sea or battle.place:
        return False
    loser = row_of_side(session, battle, OPPONENT[battle.winner])
    return bool(loser.intrinsic) and levy_of(session, battle.province) > 0


def tell_outcome(world: World, battle: Battle) -> None:
    """Put the outcome on the lists of all who must hear of it; clans by name, no general and no size."""
    session = world.session
    clans = {  # the one that leads first, then its allies
        row.role: dict.fromkeys(
            filter(None, [row.clan, *sorted(force.clan for force in units(session, battle, row.role))])
        )
        for row in rows_of(session, battle)
    }
    names = {
        role: " and ".join(session.get_one(Clan, key).name for key in keys) or "its people"
        for role, keys in clans.items()
    }
    where = fought_where(world, battle)
    came_to = "nobody won, and both sides stay"
    if battle.ended_by == "called_off":
        came_to = "it was called off before it began"
    elif battle.winner:
        loser = OPPONENT[battle.winner]
        outright = " outright" if battle.ended_by == "outright_victory" else ""
        came_to = f"{names[battle.winner]} won{outright}, and {names[loser]} gave way"
        if levy_stays(session, battle):
            came_to += "; the levy was not beaten, and stays"
    tell(
        world,
        "battle",
        f"Battle {where}, {names['attacker']} against {names['defender']}: {came_to}.",
        battle.province,
        [*clans["attacker"], *clans["defender"]],
    )


def leaver(winner: str | None, ended_by: str) -> str | None:
    """The role of the side that leaves the province, if one does."""
    return None if ended_by == "both_stay" or winner is None else OPPONENT[winner]


def recover(world: World, battle: Battle, side: BattleSide, total: int, *, leaves: bool) -> list[rules.Step]:
    """Note what comes back next season (R8), shared out as the losses were; nothing over winter, and nothing to a
    garrison that disperses, were there another on its ground by then: that is a step of its own."""
    lapsed: list[rules.Step] = []
    forces = links_of(world.session, battle, side.role)
    for force, share in zip(forces, rules.shared_out(total, [force.lost for force in forces]), strict=True):
        if leaves and disperses(battle, found := force.force):
            post = post_in_words(found.clan, ground_name(world.scenario, found.province, found.place))
            lost = f"{counters(share)} of these will not come back" if share else "nothing comes back to it"
            lapsed.append(rules.Step(f"the {post} disperses: {lost}.", "R8"))
        elif share:
            world.new(
                Recovery,
                army=force.army,
                garrison=force.garrison,
                battle=battle.id,
                lost=force.id,
                counters=share,
                reason=f"{share} of {force.lost} lost in battle {battle.id} (R8)",
            )
    return lapsed


def retreat(world: World, battle: Battle, role: str, to: str, *, ask: bool = True) -> str:
    """Take the armies of a side out of the province, to whom they may find there; garrisons disperse.

    Who attacked a place stays in the province around it (R41). An army without a counter left is not asked where it
    goes (R7): the way it came if there is one.
    """
    told, moved = [], []
    for force in units(world.session, battle, role):
        if disperses(battle, force):
            force.troops, force.standing = 0, False
            recovers_nothing(world, force)
            ground = ground_name(world.scenario, force.province, force.place)
            told.append(f" The {post_in_words(force.clan, ground)} dispersed.")
        elif goes(force, battle):
            if ask and (force.troops or to):
                there = way_out(world, battle.province, to or force.came_from or "", "the loser goes", "R6")
            else:
                there = way_known(world, force)
            if not there:
                continue
            give_ground(world, force, there)
            moved.append(force)
            told.append(f" Army {force.code} withdrew to {world.scenario.provinces[there].name}.")
    world.session.flush()
    if ask:  # a season that closes over it leaves nobody to meet
        told.append(meet_others(world, world.session.get_one(Encounter, battle.encounter), moved, []))
    return "".join(told)


def somebody_goes(world: World, battle: Battle, role: str | None) -> None:
    """Refuse to say where an army goes if none does of the side that leaves."""
    if role and any(goes(force, battle) for force in units(world.session, battle, role)):
        return
    why = "both stay"
    if role and battle.sea:
        why = "who met at sea is in his own already (R17)"
    elif role:
        why = "who attacks a place stays around it (R41)" if battle.place else "the side that withdraws has none there"
    here = world.scenario.provinces[battle.province].name
    raise OrderNotAllowed(f"No army leaves {here}: {why}. Leave out where to.", field="retreat_to", ruling="R6")


def way_known(world: World, army: Army) -> str:
    """Where an army goes that is not asked: the way it came, or to its own land next door; nowhere without both."""
    near = world.scenario.geography.neighbours(army.province)
    own = world.session.scalars(
        select(Province.id).where(Province.holder == army.clan, Province.id.in_(near)).order_by(Province.id)
    )
    return next((one for one in (army.came_from or "", *own) if one in near), "")
