"""The combat phase: which battle next, who stays inside a castle, and the plays of a combat (8.1 to 8.6, 8.9).

The combat itself is that of `control.sekigahara.rules.combat`: here stands whose turn it is to say something, also
where it would be told by silence at a table: whether a second block follows, whether anybody challenges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, replace

from control.kernel.errors import OrderNotAllowed
from control.kernel.wording import alike, capital, counted, in_a_row
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Declare, Inside, NoChallenge, NoSecond, Offer
from control.sekigahara.rules.campaign.campaign import MORI, MORI_BOX, OSAKA, Campaign, Fight, State
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.combat.challenge import Answer, Challenge, refutes
from control.sekigahara.rules.combat.plays import Deploy, Pass, Play, play
from control.sekigahara.rules.combat.state import Combat, Forces
from control.sekigahara.rules.forcing import forced, freely, refused
from control.sekigahara.rules.phases.aftermath import begin_losses, finish
from control.sekigahara.rules.phases.meeting import combats, meetings
from control.sekigahara.rules.phases.weeks import end_phase
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

PLAYS: dict[str, type[Play]] = {"deploy": Deploy, "pass": Pass, "challenge": Challenge, "answer": Answer}
"""The plays of a combat, by the word under which a state keeps them."""
ID = r"[a-z]+(?:_[a-z0-9]+)+"
PIECE = re.compile(rf"({ID})(?: \(([^();]*)(; |\)))?")
"""The id of a piece in a sentence, and what it is called beside it."""
ROW = re.compile(rf"{ID}(?:(?:, | and ){ID})+")
"""Ids in a row."""
CLOSED = "closed"
"""The word for a double card whose second block does not follow (S42)."""


def combat_of(campaign: Campaign, fight: Fight) -> Combat:
    """The combat as it stands after all that was played. What was let stand once stands, whatever the hidden pieces
    turned out to be since."""
    combat = Combat(
        Forces(
            campaign.edition,
            campaign.options,
            fight.attacker,
            {side: tuple(campaign.blocks[one] for one in fight.blocks[side]) for side in SIDES},
            {side: tuple(campaign.cards[one] for one in fight.hands[side]) for side in SIDES},
            fight.siege,
            fight.disk,
        )
    )
    for kept in fight.plays:
        if kept["play"] == CLOSED:
            combat = replace(combat, open=None, must_follow=False)
            continue
        given = {name: value for name, value in kept.items() if name not in ("play", "forced")}
        combat = play(combat, PLAYS[kept["play"]](**given), freely)
    return combat


# Which combat next


def go_on(table: Table) -> None:
    """The next combat is to be declared, or the phase is over (8.1)."""
    table.state.step, table.state.fight = "combat", None
    if not combats(table.campaign, table.state):
        end_phase(table)


def declare(table: Table, act: Declare) -> None:
    """The active side declares combat at a place (8.1)."""
    possible = combats(table.campaign, table.state)
    if act.place not in possible:
        left = in_a_row(map(table.called, possible)) or "nothing"
        nowhere = refused(f"No combat is to be declared at {table.place(act.place)}; left: {left}", "8.1", "place")
        if act.place not in meetings(table.campaign, table.state):
            raise nowhere
        table.forbid(nowhere)
    table.say(f"{capital(CALLED[act.side])} declares combat at {table.called(act.place)} (8.1).")
    done_at(table, act.place)
    open_combat(table, act.place, act.side)


def done_at(table: Table, place: str) -> None:
    """No combat need be declared at a place any more in this phase: it was, a retreat led to one that was fought, or
    the active side retreated into its castle and stays inside (S30, S49)."""
    if place not in table.state.fought:
        table.state.fought.append(place)


def open_combat(table: Table, place: str, attacker: str) -> None:
    """Combat at a place: the Mōri box comes to Osaka first (9.3, S32, S48); whoever owns the castle may stay in."""
    campaign, state = table.campaign, table.state
    board, defender = campaign.board, OTHER[attacker]
    if place == OSAKA and attacker == state.active != MORI and (box := state.at(campaign, MORI, MORI_BOX)):
        table.say(f"All of the Mōri box come to {table.called(OSAKA)}: {table.names(box)} (9.3).")
        table.put(MORI, box, OSAKA)
        if table.over:
            return
    position = state.position(campaign)
    if not (position.blocks(attacker, place) and march.is_stopped(board, position, attacker, place)):
        finish(table, go_on, open_combat)
        return
    owner = march.owner(board, position, place)
    state.step, state.fight = "fight", Fight(place, attacker, owner=owner, week=state.week, turn=state.turn)
    inside = position.blocks(owner, place) if owner else 0
    if inside and inside <= campaign.edition.castle.holds:
        state.fight.side = owner
    else:
        begin_plays(table, siege=owner == defender and not inside)


def inside(table: Table, act: Inside) -> None:
    """Whoever owns the castle stays in or comes out: a siege, a battle, or no combat if he is the one who attacks
    (8.9.2, S30)."""
    fight = table.state.the_fight
    where = table.called(fight.place)
    if act.stay and act.side == fight.attacker:
        if act.side == table.state.active:  # he has said so in his own phase, and is not asked twice
            done_at(table, fight.place)
        table.say(f"{capital(CALLED[act.side])} stays inside {where}: no combat there (8.9.2).")
        finish(table, go_on, open_combat)
        return
    does = "stays inside" if act.stay else "comes out of"
    table.say(f"{capital(CALLED[act.side])} {does} {where} (8.9.2).")
    begin_plays(table, siege=act.stay)


def begin_plays(table: Table, *, siege: bool) -> None:
    """The blocks and hands of a combat are as they are now; the attacker begins (8.2.1, 8.9)."""
    campaign, state, fight = table.campaign, table.state, table.state.the_fight
    done_at(table, fight.place)
    for side in SIDES:
        fight.blocks[side] = state.at(campaign, side, fight.place)
        fight.hands[side] = [*state.hands[side]]
    fight.siege = siege
    if siege and march.has_disk(campaign.board, state.position(campaign), fight.place):
        fight.disk = campaign.board.places[fight.place].disk
    numbers = [
        f"{counted(len(fight.blocks[side]), 'block')} of {CALLED[side]}"
        for side in (fight.attacker, OTHER[fight.attacker])
    ]
    kind = "Siege" if siege else "Battle"
    disk = " and a disk" if fight.disk else ""
    table.say(f"{kind} of {table.called(fight.place)}: {numbers[0]} against {numbers[1]}{disk} (8.2.1).")
    fight.stage, fight.side = "deploy", fight.attacker


# Plays


def offers(campaign: Campaign, state: State) -> Iterator[Offer]:
    """What may be done in the combat phase, while no losses are taken."""
    fight = state.fight
    if fight is None:
        if left := combats(campaign, state):
            yield Offer(state.active, Declare, {"place": left})
        return
    side = fight.side
    if fight.stage == "inside":
        yield Offer(side, Inside, {"stay": [True, False]})
        return
    combat = combat_of(campaign, fight)
    if fight.stage == "challenge":
        if loyalty := [card.id for card in combat.in_hand(side) if card.challenges]:
            yield Offer(side, Challenge, {"card": loyalty})
        yield Offer(side, NoChallenge)
    elif fight.stage == "answer":
        could = [card.id for card in combat.in_hand(side) if refutes(combat, card, combat.latest)]
        must = could and campaign.options.refute == "must"
        yield Offer(side, Answer, {"card": could if must else [*could, None]})
    else:
        if pairs := deployments(combat, side):
            yield Offer(side, Deploy, {"pairs": pairs})
        if fight.stage == "deploy":
            yield Offer(side, Pass)
        elif not combat.must_follow:
            yield Offer(side, NoSecond)


def deployments(combat: Combat, side: str) -> list[tuple[str, str | None]]:
    """Every block that a side may deploy now, with the card or None for a leader who needs none."""
    cards = [combat.open] if combat.open and combat.open.side == side else [None, *combat.in_hand(side)]
    found = []
    for block in combat.undeployed(side):
        for card in cards:
            if not (card.deploys(block.kind) if card else block.kind.leader):
                continue
            named = card.id if card else None
            try:
                play(combat, Deploy(side, block.id, named))
            except OrderNotAllowed:
                continue
            found.append((block.id, named))
    return found


def played(table: Table, act: Play) -> None:
    """One play of the combat; then whoever has the next word."""
    campaign, state, fight = table.campaign, table.state, table.state.the_fight
    before = combat_of(campaign, fight)
    if fight.stage == "second" and isinstance(act, Deploy) and (before.open is None or act.card != before.open.id):
        raise refused("The second block of the double card comes now, or none", "S42", "card")
    overruled: list[OrderNotAllowed] = []

    def forbid(error: OrderNotAllowed) -> None:
        """Note that a play was forced. At the table nobody but its player knows whether a hand could refute (S40)."""
        if table.named and isinstance(act, Answer) and not act.card:
            return
        table.forbid(error)
        overruled.append(error)

    after = play(before, act, forbid)
    word = next(word for word, kind in PLAYS.items() if isinstance(act, kind))
    fight.plays.append({"play": word, **asdict(act), **({"forced": True} if overruled else {})})
    lay_down(table, before, after)
    table.said += (
        [capital(in_names(campaign, why)) for why in after.steps[-1].why]
        if len(after.steps) > len(before.steps)
        else [f"{capital(CALLED[act.side])} challenges with a loyalty card (8.6.1)."]
    )
    if isinstance(act, Deploy):
        known = state.known
        known += [act.block] if act.block not in known else []
    next_word(table, after, act)


def in_names(campaign: Campaign, sentence: str) -> str:
    """A sentence with the names of pieces in the place of their ids; in a row those of one name stand once."""
    called = campaign.piece_names

    def in_a_row_of_names(found: re.Match[str]) -> str:
        row = re.findall(ID, found[0])
        return alike(called[one] for one in row) if called.keys() >= {*row} else found[0]

    def named(found: re.Match[str]) -> str:
        one, said, end = found.groups()
        if one not in called:
            return found[0]
        name, quoted = called[one], found.string[: found.start()].endswith(('"', "“"))
        words = name if one in campaign.blocks or quoted else f"the {name}"
        rest = found[0][len(one) :] if said != name else " (" if end == "; " else ""
        return (capital(words) if found.start() == 0 else words) + rest

    return PIECE.sub(named, ROW.sub(in_a_row_of_names, sentence))


def lay_down(table: Table, before: Combat, after: Combat) -> None:
    """Cards that were played lie on the table until the combat is over (S34)."""
    for side in SIDES:
        for card in after.played[side][len(before.played[side]) :]:
            table.state.hands[side].remove(card)
            table.state.table[side].append(card)


def next_word(table: Table, combat: Combat, last: Play) -> None:
    """Who says something next: the owner of a double card, whoever may challenge, whoever must answer, or whoever has
    the initiative (S42, 8.6.1, 8.5)."""
    fight = table.state.the_fight
    if isinstance(last, Challenge):
        fight.stage, fight.side = "answer", OTHER[last.side]
    elif isinstance(last, Deploy) and combat.open:
        fight.stage, fight.side = "second", last.side
    elif isinstance(last, Deploy):
        after_deployment(table, combat, last.side, carded=last.card is not None)
    elif isinstance(last, Answer) and combat.refuted and combat.forces.options.challenges == "any":
        after_deployment(table, combat, last.side, carded=True)
    else:
        take_initiative(table, combat)


def after_deployment(table: Table, combat: Combat, side: str, *, carded: bool) -> None:
    """The other side may challenge now, if a card deployed, it is a battle, and it has a card at all: its hand is
    counted, never looked at (8.6.1, 8.2.4)."""
    fight, other = table.state.the_fight, OTHER[side]
    if carded and not combat.forces.siege and combat.in_hand(other):
        fight.stage, fight.side = "challenge", other
    else:
        take_initiative(table, combat)


def take_initiative(table: Table, combat: Combat) -> None:
    """Whoever has the initiative deploys or passes; if nobody has, the losses come (8.5, 8.7)."""
    fight = table.state.the_fight
    if combat.over:
        begin_losses(table, combat, go_on, open_combat)
    else:
        fight.stage, fight.side = "deploy", combat.initiative


def no_second(table: Table, act: NoSecond) -> None:
    """The owner of the double card lets no second block follow (S42)."""
    fight = table.state.the_fight
    combat = combat_of(table.campaign, fight)
    said = f"{capital(CALLED[act.side])} lets no second block follow"
    if combat.must_follow:
        table.forbid(refused("A block of its clan must follow with the double card", "S43"))
        combat = replace(combat, open=None, must_follow=False)
        table.say(forced(said, "8.4.2"))
    else:
        table.say(f"{said} (S42).")
    fight.plays.append({"play": CLOSED})
    after_deployment(table, combat, act.side, carded=True)


def no_challenge(table: Table, act: NoChallenge) -> None:
    """The other side lets the deployment stand (8.6.1)."""
    fight = table.state.the_fight
    table.say(f"{capital(CALLED[act.side])} does not challenge (8.6.1).")
    take_initiative(table, combat_of(table.campaign, fight))
