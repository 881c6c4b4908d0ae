"""Both sides played by chance over what is legal: acts that a side might do, made of what it is offered."""

from __future__ import annotations

from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import (
    Answer,
    Bid,
    Bring,
    Challenge,
    Choose,
    Declare,
    Deploy,
    Discard,
    End,
    Group,
    Inside,
    Lose,
    Move,
    Muster,
    NoChallenge,
    NoSecond,
    Pass,
    Pay,
    Retreat,
)
from control.sekigahara.rules.combat.losses import DISK

LIKELY = {Move: 12, Muster: 4, Bring: 1, Deploy: 8, Pass: 1, Challenge: 3, NoChallenge: 2, NoSecond: 1}
"""How much more likely one kind of act is than another where several are offered; the others 1."""


def some(chance, things, number=None):
    """So many of these things, or any number from one up, in any order."""
    things = list(things)
    return tuple(chance.sample(things, chance.randint(1, len(things)) if number is None else number))


def haste_of(chance):
    """How soon a movement is ended in a campaign: in some nearly all stacks move, in others hardly one."""
    return chance.choice([2, 10, 30])


def an_act(chance, campaign, state, offers, haste=2):
    """An act made of one of the offers, which should be legal; the more ``haste``, the sooner a movement ends."""
    pays = [one for one in offers if one.act is Pay]
    likely = [haste if one.act is End else LIKELY.get(one.act, 1) for one in pays or offers]
    [offer] = chance.choices(pays or offers, likely)
    return MADE[offer.act](chance, campaign, state, offer.side, **offer.choices)


def pay(chance, campaign, state, side, degree, cards, number):
    if degree == "none":
        return Pay(side, degree, tuple(chance.sample(cards, chance.randint(0, len(cards)))))
    return Pay(side, degree, some(chance, cards, number))


def move(chance, campaign, state, side, place, blocks, cards):
    """A stack that goes as one group, drops some off on its way, or parts at once."""
    position, board = state.position(campaign), campaign.board
    many = chance.choice([1, len(blocks), chance.randint(1, len(blocks))])
    going = some(chance, blocks, min(many, march.TOO_MANY - 1))
    while True:
        ways = march.reach(board, position, side, place, len(going), bool(cards))
        if ways:
            break
        going = going[:-1]
    best = chance.choice(ways)
    card = chance.choice(cards) if best.cards else ""
    groups = [Group(going, best.way, card)]
    if len(going) > 1 and chance.random() < 0.3 and len(best.way) > 2 and not card and not best.overruns:
        cut, stop = chance.randint(1, len(going) - 1), chance.randint(2, len(best.way) - 1)
        groups = [Group(going[:cut], best.way), Group(going[cut:], best.way[:stop])]
    return Move(side, tuple(groups))


def muster(chance, campaign, state, side, blocks, places):
    place = chance.choice(list(places))
    fit = [one for one in blocks if campaign.blocks[one].kind.clan in places[place]]
    clan = chance.choice([campaign.blocks[one].kind.clan for one in fit]) if fit else ""
    of_clan = [one for one in fit if campaign.blocks[one].kind.clan == clan]
    if of_clan and chance.random() < 0.7:
        return Muster(side, some(chance, of_clan), place)
    return Muster(side, some(chance, blocks, 1), place)


def bring(chance, campaign, state, side, blocks, card):
    led = [one for one in blocks if not campaign.blocks[one].kind.leader]
    paid = chance.choice(card)
    most = campaign.edition.mori.double_card if campaign.cards[paid].type == "double" else 1
    return Bring(side, paid, some(chance, led, min(most, len(led))) if led else tuple(blocks))


def lose(chance, campaign, state, side, number, classes, disk):
    left, taken = number, []
    if disk == "any" and chance.random() < 0.5:
        taken, left = [DISK], number - 1
    for rank in classes:
        part = some(chance, rank, min(left, len(rank)))
        taken, left = [*taken, *part], left - len(part)
    return Lose(side, tuple(taken) + ((DISK,) if left else ()))


def retreat(chance, campaign, state, side, to, blocks, inside):
    stay = some(chance, blocks, chance.randint(0, min(inside, len(blocks))) if to else len(blocks))
    return Retreat(side, chance.choice(to) if len(stay) < len(blocks) else "", stay)


MADE = {
    Discard: lambda chance, campaign, state, side, cards, number: Discard(side, some(chance, cards, number)),
    Bid: lambda chance, campaign, state, side, card: Bid(side, chance.choice(card)),
    Choose: lambda chance, campaign, state, side, first: Choose(side, chance.choice(first)),
    Pay: pay,
    Move: move,
    Muster: muster,
    Bring: bring,
    End: lambda chance, campaign, state, side: End(side),
    Declare: lambda chance, campaign, state, side, place: Declare(side, chance.choice(place)),
    Inside: lambda chance, campaign, state, side, stay: Inside(side, chance.choice(stay)),
    Deploy: lambda chance, campaign, state, side, pairs: Deploy(side, *chance.choice(pairs)),
    Pass: lambda chance, campaign, state, side: Pass(side),
    Challenge: lambda chance, campaign, state, side, card: Challenge(side, chance.choice(card)),
    NoChallenge: lambda chance, campaign, state, side: NoChallenge(side),
    NoSecond: lambda chance, campaign, state, side: NoSecond(side),
    Answer: lambda chance, campaign, state, side, card: Answer(side, chance.choice(card)),
    Lose: lose,
    Retreat: retreat,
}
