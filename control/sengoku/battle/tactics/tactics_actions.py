"""Secret tactics: both generals choose on their own phones, and nobody knows before both have chosen (handbook 6).

What a general chose is sealed before it becomes an order, so that the journal, the state and every umpire's page hold
nothing but the seal, which is good for one side of one round of one battle. The order of the second general opens both.
"""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.world import PLAYER
from control.kernel.chance.seals import SealBroken, make_seal, open_seal
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.battle.fighting_actions import at_work_on, fighting, next_round
from control.sengoku.rows import Battle, BattleSide, SealedTactic
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.tables import OPPONENT, ROLES, Tables
from control.sengoku.world.acting import World, action
from control.sengoku.world.claims_actions import mine

BattleNumber = number(1, 10**6, "the number of a battle")
RoundNumber = number(1, 9, "a round")


class AskTactics(Order):
    """The round for which both generals are asked in secret; what was sealed for it before counts no more.

    ``secretly`` is whether they are asked in secret already, as a page shows it: an old page throws no seal away.
    """

    battle: BattleNumber
    round: RoundNumber
    secretly: bool | None = None


@action("battle.ask_tactics", title="Ask for tactics in secret", order=AskTactics, desks=AT_THE_MAP)
def ask_tactics(world: World, order: AskTactics) -> str:
    """Ask both generals for their tactics in secret, each on his own phone, for the next round of a battle."""
    battle = at_work_on(world, order.battle)
    next_round(world, battle, order.round)
    asked_as_shown(battle, order.round, order.secretly)
    rules.check_round(order.round, world.tables)
    again = "again " if battle.asked else ""
    forget(world, battle, order.round)
    battle.asked = order.round
    return f"Battle {battle.id}: both generals were asked {again}for their tactics in secret, for round {order.round}."


class AskOpenly(Order):
    """The round for which both generals choose openly after all."""

    battle: BattleNumber
    round: RoundNumber


@action("battle.ask_openly", title="Choose tactics openly after all", order=AskOpenly, desks=AT_THE_MAP)
def ask_openly(world: World, order: AskOpenly) -> str:
    """Give up asking in secret: what was sealed for the round is thrown away, and both generals choose openly."""
    battle = at_work_on(world, order.battle)
    next_round(world, battle, order.round)
    if not battle.asked:
        raise OrderNotAllowed(f"Nobody is asked in secret for round {order.round}.", field="round")
    stop_asking(world, battle)
    return f"Battle {battle.id}: the generals choose openly for round {order.round}."


class ChooseTactic(Order):
    """A tactic for a round, sealed by `seal`; ``role`` is the one the general has before the round."""

    battle: BattleNumber
    round: RoundNumber
    role: one_of("a side", *ROLES)
    sealed: text("a sealed tactic", 1, 200)


@action("battle.choose_tactic", title="Choose a tactic in secret", order=ChooseTactic, desks=(*AT_THE_MAP, PLAYER))
def choose_tactic(world: World, order: ChooseTactic) -> str:
    """Put a general's sealed tactic in for the round that is asked; with the second, both are opened."""
    battle = fighting(world, order.battle)
    if world.umpire.desk != PLAYER:  # who lends a general his desk's phone minds the battle himself
        mine(world, "battle", battle.id)
    if battle.rounds >= order.round or battle.asked != order.round:
        raise ChangedElsewhere(f"No tactic is asked for round {order.round} of battle {battle.id} now.", field="round")
    if world.session.get(SealedTactic, (battle.id, order.round, order.role)):
        raise OrderNotAllowed(
            "This side's tactic is sealed already, and stays as it is. The umpire may ask both generals again.",
            field="tactic",
        )
    names = {side.role: side.name for side in world.session.scalars(select(BattleSide).filter_by(battle=battle.id))}
    chosen = {order.role: opened(world, battle, order.round, order.role, order.sealed)}
    ours = SealedTactic(battle=battle.id, round=order.round, role=order.role, sealed=order.sealed)
    world.session.add(ours)
    other = OPPONENT[order.role]
    theirs = world.session.get(SealedTactic, (battle.id, order.round, other))
    head = f"Battle {battle.id}, round {order.round}"
    if theirs is None:
        return f"{head}: {names[order.role]} has sealed a tactic."
    try:
        chosen[other] = opened(world, battle, order.round, other, theirs.sealed)
    except OrderNotUnderstood as error:  # an earlier version of the program sealed otherwise
        raise OrderNotAllowed(
            f"What {names[other]} sealed cannot be opened by this version of the program. Ask the umpire to ask both "
            "generals again.",
            field="tactic",
        ) from error
    ours.tactic, theirs.tactic = chosen[order.role], chosen[other]
    labels = world.tables.tactics.labels
    shown = " and ".join(f"{names[role]} chose {labels[chosen[role]]}" for role in ROLES)
    return f"{head}: both tactics are in and were opened. {shown}."


def opened(world: World, battle: Battle, round_: int, role: str, sealed: str) -> str:
    """What is in a seal, if it is a tactic that this side may choose. Raises OrderError kinds at ``tactic``."""
    tactic = unseal(world.game.secret, battle.id, round_, role, sealed)
    may_choose(world.tables, tactic, sea=battle.sea)
    return tactic


def may_choose(tables: Tables, tactic: str, *, sea: bool) -> None:
    """Refuse a tactic that is none, and one that is not for a sea battle (R10)."""
    try:
        rules.check_tactics((tactic, tactic), rules.Ground(sea=sea), tables)
    except (OrderNotUnderstood, OrderNotAllowed) as error:
        error.field = "tactic"
        raise


def agree_with_seals(world: World, battle: Battle, round_: int, tactics: rules.Tactics, *, swap: bool) -> str:
    """Refuse a round whose tactics are not those both generals sealed for it; what is to be noted of the asking.

    ``tactics`` go by the roles of the round to come (with ``swap`` both have changed), the seals by those before it.
    While one or none is in, the generals may choose openly after all, and a seal that lies there is thrown away.
    """
    if not battle.asked:
        return ""
    rows = {row.role: row.tactic for row in seals(world, battle, round_)}
    if len(rows) < len(ROLES):
        stop_asking(world, battle)
        return " The tactics were chosen openly after all."
    for role, was, tactic in zip(ROLES, ROLES[::-1] if swap else ROLES, tactics, strict=True):
        if rows[was] != tactic:
            label = world.tables.tactics.labels[rows[was]]
            raise OrderNotAllowed(
                f"This side's general sealed {label} for round {round_}. Fight with that, or ask both again.",
                field=f"{role}_tactic",
            )
    battle.asked = 0
    return ""


def asked_as_shown(battle: Battle, round_: int, secretly: bool | None) -> None:
    """Raises ChangedElsewhere where a page showed otherwise whether the generals are asked in secret for the next
    round, which is the only one they can be asked for."""
    if secretly is None or secretly == bool(battle.asked):
        return
    now = "choose openly" if secretly else "were asked for their tactics in secret"
    raise ChangedElsewhere(
        f"Both generals {now} for round {round_} since you opened this. Look at it as it is now, then decide again.",
        field="round",
    )


def seals(world: World, battle: Battle, round_: int) -> list[SealedTactic]:
    """What has been put in for a round."""
    return list(world.session.scalars(select(SealedTactic).filter_by(battle=battle.id, round=round_)))


def stop_asking(world: World, battle: Battle) -> None:
    """Nobody is asked in secret any more; what was put in is thrown away."""
    if battle.asked:
        forget(world, battle, battle.asked)
        battle.asked = 0


def forget(world: World, battle: Battle, round_: int) -> None:
    """Throw away what was put in for a round."""
    for row in seals(world, battle, round_):
        world.session.delete(row)
    world.session.flush()


# ---- the seal


def seal(secret: str, battle: int, round_: int, role: str, tactic: str, salt: str) -> str:
    """A tactic sealed for one side of one round. ``salt`` makes two seals of one tactic differ."""
    return make_seal(secret, f"tactic {battle}/{round_}/{role}", tactic, salt)


def unseal(secret: str, battle: int, round_: int, role: str, sealed: str) -> str:
    """What is in a seal. Raises OrderNotUnderstood for one that was not made here, for this side of this round."""
    try:
        return open_seal(secret, f"tactic {battle}/{round_}/{role}", sealed)
    except SealBroken:
        raise OrderNotUnderstood(
            "This seal was not made for this side of this round. Choose on the page.", field="tactic"
        ) from None
