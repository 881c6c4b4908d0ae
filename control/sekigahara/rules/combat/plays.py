"""The plays of a combat: deploying a block and passing (8.2 to 8.5); a challenge and its answer are in `challenge`.

`play` does one and gives the combat after it. Whatever a rule forbids raises OrderNotAllowed, with the field of the
play, what would be right, and the number of the rule; what cannot be read raises OrderNotUnderstood.
"""

from __future__ import annotations

from dataclasses import replace

from control.kernel.values import dataclass
from control.sekigahara.rules.combat.challenge import Answer, Challenge, answered, challenged
from control.sekigahara.rules.combat.impact import impact_of
from control.sekigahara.rules.combat.refusals import block_named, card_named, ids, refused
from control.sekigahara.rules.combat.state import Combat, Deployed, Impact, with_mon, with_step
from control.sekigahara.rules.forcing import Forbid, forced, strictly
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import CALLED, OTHER


@dataclass(frozen=True, slots=True)
class Deploy:
    """A side deploys a block, with a card, or a leader without one (8.2.3, 8.2.4)."""

    side: str
    block: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A side deploys no more (8.5)."""

    side: str


Play = Deploy | Challenge | Answer | Pass


def play(combat: Combat, one: Play, forbid: Forbid = strictly) -> Combat:
    """The combat after a play. Raises OrderNotAllowed for one that a rule forbids, OrderNotUnderstood for one that
    names what is not there; which card goes with which block is ``forbid``'s to refuse."""
    check_goes_on(combat)
    match one:
        case Deploy():
            return deployed(combat, one, forbid)
        case Pass():
            return passed(combat, one)
        case Challenge():
            return challenged(combat, one)
        case Answer():
            return answered(combat, one, forbid)


def check_goes_on(combat: Combat) -> None:
    """Raises OrderNotAllowed when the combat is over."""
    if combat.over and combat.forces.siege:
        number = combat.forces.edition.numbers.siege
        raise refused("", "The attacker has passed, which ends a siege; leave out what comes after", number)
    if combat.over:
        raise refused("", "Both sides have passed, so the battle is over; leave out what comes after", "8.5")


def check_may_play(combat: Combat, side: str) -> None:
    """Raises OrderNotAllowed while a challenge waits for its answer, and for the besieged (8.6.1, 8.9)."""
    if combat.challenge:
        asked = OTHER[combat.latest[-1].side]
        raise refused(
            "",
            f"The challenge {combat.challenge.id} of {CALLED[asked]} waits for its answer: {CALLED[OTHER[asked]]} "
            "shows a card, or none, next",
            "8.6.1",
        )
    if combat.forces.siege and side != combat.forces.attacker:
        raise refused(
            "side",
            f"The besieged play no cards and deploy nobody: in a siege only {CALLED[combat.forces.attacker]} plays",
            combat.forces.edition.numbers.siege,
        )


def check_turn(combat: Combat, side: str) -> None:
    """Raises OrderNotAllowed if a side has not the initiative (8.5)."""
    if side in combat.passed:
        raise refused(
            "side",
            f"{CALLED[side].capitalize()} has passed and deploys no more; {CALLED[OTHER[side]]} deploys or passes",
            "8.5",
        )
    if side != combat.initiative:
        raise refused(
            "side",
            f"{CALLED[combat.initiative].capitalize()} has the initiative ({combat.score()}) and deploys or passes",
            "8.5",
        )


def deployed(combat: Combat, one: Deploy, forbid: Forbid) -> Combat:
    """The combat after a deployment."""
    side = one.side
    check_may_play(combat, side)
    block = block_named(combat, side, one.block)
    card = None if one.card is None else card_named(combat, side, one.card, "card")
    check_match(combat, side, block, card, forbid)
    second = card is not None and combat.open is card
    if combat.must_follow and (not second or block.kind.wild):
        raise must_follow(combat, side)
    if any(there.block.id == block.id for there in combat.deployed):
        left = ids(combat.undeployed(side))
        raise refused("block", f"{block.id} is deployed already, and none deploys twice; undeployed: {left}", "8.2.2")
    if not second:
        check_card_left(combat, side, card)
        check_turn(combat, side)
    if card is not None and block.kind.wild:
        check_double(combat, side, block, card, second, forbid)
    impact = impact_of(combat, side, block, card)
    there = Deployed(block, side, card, impact)
    opens = card if card and card.type == "double" and not second else None
    if opens and block.kind.wild and combat.forces.edition.wild.double == "alone":
        opens = None
    after = replace(
        combat,
        deployed=(*combat.deployed, there),
        played={**combat.played, side: (*combat.played[side], card.id)} if card and not second else combat.played,
        total={**combat.total, side: combat.total[side] + impact.sum},
        latest=(*combat.latest, there) if second else (there,),
        refuted=False,
        open=opens,
        must_follow=bool(opens and block.kind.wild and of_clan(combat, side, opens)),
    )
    why = (how(combat, side, block, card, second), *impact.why)
    return with_step(after, "deploy", side, card, (block,), impact, why, goes_to=side)


def how(combat: Combat, side: str, block: Block, card: Card | None, second: bool) -> str:
    """By what right a block deployed, in a sentence."""
    if rule := broken(combat, side, block, card, second):
        with_what = f"with {card.id} ({card.name})" if card else "without a card"
        return forced(f"{with_mon(block)} deploys {with_what}", rule)
    if card is None:
        return f"{with_mon(block)} leads, and no card has deployed for its side: it needs none (8.2.4)."
    if second:
        return f"{with_mon(block)} follows as the second block of {card.id} ({card.name}; 8.4.2, S18)."
    if block.kind.wild:
        any_card = combat.forces.edition.numbers.with_any_card(block.kind)
        is_alone = card.type == "double" and combat.forces.edition.wild.double == "alone"
        alone = ", which deploys it alone (8.4.2, D21)" if is_alone else ""
        return f"{with_mon(block)} goes with any card, here {card.id} ({card.name}; 8.2.2, {any_card}){alone}."
    return f"{with_mon(block)} deploys with {card.id} ({card.name}; 8.2.2)."


def broken(combat: Combat, side: str, block: Block, card: Card | None, second: bool) -> str:
    """The rule that forbids a card to deploy a block, or a block to deploy without one; empty if none does."""
    if card is None:
        return "8.2.4" if not block.kind.leader or has_used_a_card(combat, side) else ""
    if not card.deploys(block.kind):
        return "8.2.2"
    against_double = block.kind.wild and (may_not_follow(combat, second) or needs_one_to_follow(combat, card))
    return "8.4.2" if against_double else ""


def check_match(combat: Combat, side: str, block: Block, card: Card | None, forbid: Forbid) -> None:
    """Refuses a card that cannot deploy the block, and a block that needs one and has none."""
    if card is not None and card.deploys(block.kind):
        return
    fit = ids(one for one in combat.in_hand(side) if one.deploys(block.kind))
    if card is None:
        if not block.kind.leader:
            forbid(
                refused(
                    "card",
                    f"{with_mon(block)} is no leader and needs a card; in hand fit {fit}",
                    "8.2.4",
                )
            )
        if has_used_a_card(combat, side):
            forbid(
                refused(
                    "card",
                    f"{CALLED[side].capitalize()} has deployed with a card, so {with_mon(block)} needs one too; in "
                    f"hand fit {fit}",
                    "8.2.4",
                )
            )
    elif card.challenges:
        raise refused("card", f"{card.id} is a loyalty challenge and deploys nobody; for {block.id} fit {fit}", "8.2.2")
    else:
        forbid(
            refused(
                "card",
                f"{card.id} ({card.name}) and {with_mon(block)} must be of one clan, and are not; in hand fit {fit}",
                "8.2.2",
            )
        )


def has_used_a_card(combat: Combat, side: str) -> bool:
    """Whether a card deployed for a side, so that its leaders need one too; a defector counts as well (8.2.4, S45)."""
    return any(one.card and one.card.side == side for one in combat.deployed)


def check_card_left(combat: Combat, side: str, card: Card | None) -> None:
    """Raises OrderNotAllowed for a card that was played before (8.2.2, S42)."""
    if card is None or card.id not in combat.played[side]:
        return
    if card.type == "double":
        wild = "alone" if combat.forces.edition.wild.double == "alone" else "only beside one of its clan"
        raise refused(
            "card",
            f"The double card {card.id} is closed: its second block comes right after the first, it deploys two at "
            f"most, and one that goes with any card {wild}",
            "8.4.2, S42",
        )
    left = ids(combat.in_hand(side))
    raise refused("card", f"{card.id} is played already, and none is played twice; in hand: {left}", "8.2.2")


def check_double(combat: Combat, side: str, block: Block, card: Card, second: bool, forbid: Forbid) -> None:
    """Refuses what a double card cannot do with a block that goes with any card (8.4.2, S43)."""
    if may_not_follow(combat, second):
        alone = combat.forces.edition.wild.double == "alone"
        deploys, follow = ("alone", "follow, or nobody") if alone else ("only beside one of its clan", "follow")
        forbid(
            refused(
                "block",
                f"{with_mon(block)} goes with any card, and a double card deploys such a block {deploys}: let one of "
                f"the clan of {card.id} {follow}",
                "8.4.2" if alone else "8.4.2, S43",
            )
        )
    if needs_one_to_follow(combat, card):
        forbid(
            refused(
                "block",
                f"{with_mon(block)} deploys with the double card {card.id} only beside a block of its clan, and none "
                "is left undeployed; give another card",
                "8.4.2, S43",
            )
        )


def may_not_follow(combat: Combat, second: bool) -> bool:
    """Whether a block that goes with any card would be the second of a double card that deploys such a block alone, or
    only beside one of its clan (8.4.2, S43)."""
    alone = combat.forces.edition.wild.double == "alone"
    return second and (alone or combat.latest[-1].block.kind.wild)


def needs_one_to_follow(combat: Combat, card: Card) -> bool:
    """Whether a card deploys no block that goes with any card first, for want of one of its clan that would follow
    (8.4.2, S43)."""
    beside = combat.forces.edition.wild.double == "beside"
    return card.type == "double" and beside and combat.open is not card and not of_clan(combat, card.side, card)


def of_clan(combat: Combat, side: str, card: Card) -> list[Block]:
    """The undeployed blocks of a card's clan, those that go with any card aside."""
    return [one for one in combat.undeployed(side) if not one.kind.wild and one.kind.clan == card.clan]


def must_follow(combat: Combat, asked: str) -> Exception:
    """The refusal of anything but the block of its clan that a double card owes (S43); which there are is told to its
    own side alone."""
    assert combat.open
    card = combat.open
    owed = f": {ids(of_clan(combat, asked, card))}" if asked == card.side else ""
    return refused(
        "",
        f"The double card {card.id} deployed a block that goes with any card, so a block of its clan follows at once "
        f"with it{owed}",
        "8.4.2, S43",
    )


def passed(combat: Combat, one: Pass) -> Combat:
    """The combat after a pass."""
    if combat.must_follow:
        raise must_follow(combat, one.side)
    check_may_play(combat, one.side)
    check_turn(combat, one.side)
    after = replace(
        combat,
        passed=combat.passed | {one.side},
        latest=(),
        refuted=False,
        open=None,
        must_follow=False,
    )
    number = combat.forces.edition.numbers.siege if combat.forces.siege else "8.5"
    why = f"{CALLED[one.side].capitalize()} deploys no more ({number})."
    return with_step(after, "pass", one.side, None, (), Impact(), (why,))
