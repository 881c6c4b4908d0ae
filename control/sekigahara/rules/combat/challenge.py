"""Loyalty challenges: who is challenged, when, what refutes it, what changes sides (8.6, S19 to S22, S40 to S45)."""

from __future__ import annotations

from dataclasses import replace

from control.kernel.values import dataclass
from control.kernel.wording import in_a_row
from control.sekigahara.rules.combat.impact import moved_over
from control.sekigahara.rules.combat.refusals import card_named, ids, refused
from control.sekigahara.rules.combat.state import Combat, Deployed, Impact, with_mon, with_step
from control.sekigahara.rules.forcing import Forbid, forced
from control.sekigahara.rules.pieces import Card
from control.sekigahara.rules.sides import CALLED, OTHER


@dataclass(frozen=True, slots=True)
class Challenge:
    """A side challenges what the other has just deployed (8.6.1)."""

    side: str
    card: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The side that deployed shows a card, or None: its own choice (8.6.1, S40)."""

    side: str
    card: str | None = None


def challenged(combat: Combat, one: Challenge) -> Combat:
    """The combat with a challenge that waits for its answer."""
    side = one.side
    card = card_named(combat, side, one.card, "challenge")
    if combat.forces.siege:
        forbids = combat.forces.edition.numbers.siege_forbids
        raise refused("challenge", "Nobody is challenged in a siege; the attacker deploys or passes", forbids)
    if not card.challenges:
        have = ids(other for other in combat.in_hand(side) if other.challenges)
        raise refused(
            "challenge",
            f"{card.id} ({card.name}) challenges nobody, only a loyalty card does; in hand: {have}",
            "8.6.1",
        )
    if combat.challenge:
        raise refused(
            "",
            f"The challenge {combat.challenge.id} waits for its answer: {CALLED[combat.latest[-1].side]} shows a card, "
            "or none, next",
            "8.6.1",
        )
    if card.id in combat.played[side]:
        raise refused("challenge", f"{card.id} is played already, and none is played twice", "8.2.2")
    if combat.must_follow and combat.open:
        raise refused(
            "",
            f"The double card {combat.open.id} deployed a block that goes with any card: first a block of its clan "
            "follows, then both may be challenged",
            "8.4.2, S43",
        )
    check_target(combat, side)
    return replace(
        combat,
        played={**combat.played, side: (*combat.played[side], card.id)},
        challenge=card,
        open=None,
    )


def check_target(combat: Combat, side: str) -> None:
    """Raises OrderNotAllowed unless the other side has just deployed with a card, and was not challenged for it."""
    if not combat.latest:
        raise refused(
            "challenge",
            "There is nobody to challenge: a challenge comes right after a deployment of the other side",
            "8.6.1",
        )
    latest = combat.latest[-1]
    if latest.side == side:
        raise refused(
            "side",
            f"{with_mon(latest.block)} is a block of {CALLED[side]} itself: {CALLED[OTHER[side]]} may challenge it",
            "8.6.1",
        )
    if latest.card is None:
        raise refused(
            "challenge",
            f"{with_mon(latest.block)} deployed without a card and cannot be challenged; wait for one with a card",
            "8.2.4",
        )
    if combat.refuted and combat.forces.options.challenges == "one":
        raise refused(
            "challenge",
            f"{CALLED[latest.side].capitalize()} has answered for {latest.card.id}: there is one challenge for each "
            "card that deploys",
            "8.6.1, S41",
        )


def refutes(combat: Combat, card: Card, latest: tuple[Deployed, ...]) -> bool:
    """Whether showing this card keeps the challenged blocks loyal: it could deploy them (8.6.1, S20, S21, S44)."""
    by = latest[-1].card
    if by and by.type == "double" and combat.forces.edition.wild.double == "beside":
        return card.clan == by.clan
    return all(card.deploys(one.block.kind) for one in latest)


def what_refutes(combat: Combat) -> str:
    """Which cards would refute the challenge, in words."""
    by = combat.latest[-1].card
    beside = by is not None and by.type == "double" and combat.forces.edition.wild.double == "beside"
    if any(one.block.kind.wild for one in combat.latest) and not beside:
        return "any card but a loyalty challenge"
    return "a card of the clan of the double card" if beside else "a card of its clan"


def answered(combat: Combat, one: Answer, forbid: Forbid) -> Combat:
    """The combat after the answer to a challenge: the blocks stay, or change sides with their Impact."""
    asked = combat.challenge
    if combat.forces.siege:
        forbids = combat.forces.edition.numbers.siege_forbids
        raise refused("refute", "Nobody is challenged in a siege, so there is nothing to answer", forbids)
    if asked is None:
        raise refused("refute", "There is no challenge to answer; deploy, challenge or pass", "8.6.1")
    owner = combat.latest[-1].side
    if one.side != owner:
        raise refused(
            "side", f"{CALLED[owner].capitalize()} was challenged, and answers itself, with a card or none", "8.6.1"
        )
    could = [card for card in combat.in_hand(owner) if refutes(combat, card, combat.latest)]
    if one.card is None:
        if could and combat.forces.options.refute == "must":
            forbid(refused("refute", f"Whoever can refute must here: show {ids(could)}", "8.6.1, S40"))
        return defected(combat, asked)
    shown = card_named(combat, owner, one.card, "refute")
    if shown.id in combat.played[owner]:
        raise refused("refute", f"{shown.id} is played already; show another card from the hand, or none", "8.6.1")
    if not refutes(combat, shown, combat.latest):
        forbid(
            refused(
                "refute",
                f"{shown.id} ({shown.name}) could not deploy {in_a_row([x.block.id for x in combat.latest])}: "
                f"show {what_refutes(combat)}, or none",
                "8.6.1, S20, S21",
            )
        )
    after = replace(combat, challenge=None, refuted=True)
    why = f"{shown.id} ({shown.name}) could deploy what was challenged: it stays loyal (8.6.1)."
    if not refutes(combat, shown, combat.latest):
        why = forced(f"{shown.id} ({shown.name}) is let stand as the answer", "8.6.1")
    told = (why, f"{asked.id} is played all the same (8.6.1).")
    blocks = tuple(one.block for one in combat.latest)
    return with_step(after, "challenge", asked.side, asked, blocks, Impact(), told, refuted_by=shown)


def defected(combat: Combat, asked: Card) -> Combat:
    """The combat after a challenge that nobody refuted."""
    owner = combat.latest[-1].side
    mine = asked.side
    gone = {one.block.id for one in combat.latest}
    moved = moved_over(tuple(one.impact for one in combat.latest))
    lost = sum(one.impact.sum for one in combat.latest)
    after = replace(
        combat,
        deployed=(
            *(one for one in combat.deployed if one.block.id not in gone),
            *(replace(one, side=mine) for one in combat.latest),
        ),
        total={owner: combat.total[owner] - lost, mine: combat.total[mine] + moved.sum},
        latest=(),
        challenge=None,
        refuted=False,
    )
    named = in_a_row([with_mon(one.block) for one in combat.latest])
    why = [f"No card was shown: {named} now fights for {CALLED[mine]} (8.6.1)."]
    if len(combat.latest) > 1:
        why = [f"No card was shown: {named} now fight for {CALLED[mine]}, both of one double card (8.6.3)."]
    why.append(f"{moved.sum} Impact goes over, as counted for mon and clan (8.6.1, S22).")
    if lost > moved.sum:
        why.append(f"The special attack is struck out: {lost - moved.sum} Impact is gone (8.6.2).")
    blocks = tuple(one.block for one in combat.latest)
    return with_step(after, "challenge", mine, asked, blocks, moved, tuple(why), goes_to=mine)
