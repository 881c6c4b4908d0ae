"""What a side sees of the campaign does not depend on what is hidden from it."""

from __future__ import annotations

import json
import random

import pytest

from control.sekigahara.rules.campaign.acts import Declare, End, Pay
from control.sekigahara.rules.campaign.campaign import BAG, LOST, MORI_BOX
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.sight import seen, shown
from control.sekigahara.rules.standing import faults
from control.sekigahara.rules.umpire.dealt import as_dealt
from tests.sekigahara.campaigns import EDITIONS, campaign, played
from tests.sekigahara.scenes import scene


def otherwise(on, state, side, chance):
    """The same state but for what is hidden of a side: which of its blocks stand where, which cards it holds."""
    other = state.copy()
    shown = {*other.known, *([play["block"] for play in other.fight.plays if "block" in play] if other.fight else [])}
    hidden = [
        one for one in on.blocks_of(side) if one not in shown and other.spot[one] not in (LOST, MORI_BOX)
    ]  # fmt: skip
    before, spots = [*hidden], [other.spot[one] for one in hidden]
    chance.shuffle(hidden)
    other.spot |= dict(zip(hidden, spots, strict=True))
    other.moved = [dict(zip(before, hidden, strict=True)).get(one, one) for one in other.moved]
    other.bags[side] = [one for one in hidden if other.spot[one] == BAG]
    plays = other.fight.plays if other.fight else []
    open_cards = [one for one in other.hands[side] if any(one == play.get("card") for play in plays)]  # shown to refute
    held = [one for one in other.hands[side] if one not in open_cards]
    cards = held + other.piles[side] + other.discards[side]
    chance.shuffle(cards)
    other.hands[side], cards = open_cards + cards[: len(held)], cards[len(held) :]
    for pile in (other.piles, other.discards):
        pile[side], cards = cards[: len(pile[side])], cards[len(pile[side]) :]
    if side in other.bids:
        other.bids[side] = other.hands[side][0]
    if other.fight and other.fight.blocks:
        if other.fight.stage not in ("lose", "retreat"):
            other.fight.blocks[side] = other.at(on, side, other.fight.place)
        kept = [one for one in other.fight.hands[side] if one in other.table[side]]
        other.fight.hands[side] = other.hands[side] + kept
    return other


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_games_that_differ_in_what_is_hidden_look_the_same(edition):
    on, chance, looked = campaign(edition), random.Random(16), [0]

    def watch(before, act, after, said):
        if after.step == "over" or chance.random() > 0.4:
            return
        for side in SIDES:
            changed = otherwise(on, after, side, chance)
            if after.fight and after.fight.stage in ("answer", "lose", "retreat"):
                continue  # what is asked there hangs on what is hidden, and is asked of its owner alone
            assert faults(on, changed) == []
            for viewer in (OTHER[side], ""):
                assert json.dumps(seen(on, changed, viewer)) == json.dumps(seen(on, after, viewer))
                mine = [[one for one in legal(on, state) if one.side == viewer] for state in (after, changed)]
                assert mine[0] == mine[1]
            assert seen(on, changed, side) != seen(on, after, side)
            looked[0] += 1

    for seed in (0, 1, 2):
        played(edition, seed, watch=watch)
    assert looked[0] > 50


def test_a_side_sees_its_own_and_of_the_other_what_is_known():
    game = scene(
        west={"kyoto": "mori_infantry_3_1 mori_infantry_2_1"}, east={"edo": 2}, hands={"west": "mori_normal_1"}
    )
    game.state.known = ["mori_infantry_3_1"]
    assert seen(game.on, game.state, "west")["places"]["kyoto"]["west"]["blocks"] == game.at("west", "kyoto")
    assert seen(game.on, game.state, "east")["places"]["kyoto"]["west"] == {"number": 2, "known": ["Mōri 3 mon"]}
    assert seen(game.on, game.state)["places"]["edo"]["east"] == {"number": 2, "known": []}
    assert seen(game.on, game.state, "west")["hands"]["west"] == {"number": 1, "cards": ["mori_normal_1"]}
    assert seen(game.on, game.state, "east")["hands"]["west"] == {"number": 1}


def test_a_bid_lies_face_down():
    on = campaign("gmt")
    kept = []
    played("gmt", 0, watch=lambda before, act, after, said: kept.append(after) if after.bids else None)
    for state in kept:
        [side] = state.bids
        card = on.cards[state.bids[side]]
        assert seen(on, state, OTHER[side])["bids"] == [side]
        assert card.id not in json.dumps(seen(on, state, OTHER[side]))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_was_shown_or_drawn_is_told_and_nothing_else(edition):
    on, told = campaign(edition), {}

    def watch(before, act, after, said):
        found = shown(on, before, after)
        told.setdefault(type(act).__name__, set()).add(bool(found))
        assert [found.count(words) for words in found] == [1] * len({words[:8] for words in found}), "a side once"
        if not found:
            for side in SIDES:
                assert len(after.hands[side]) <= len(before.hands[side])
                assert after.bags[side] == before.bags[side]
                assert [one for one in after.known if one not in before.known] == []

    for seed in (1, 2, 3):
        played(edition, seed, watch=watch)
    assert told["Discard"] == told["Lose"] == told["Challenge"] == {True}
    assert True in told["Deploy"], "but for a leader who is known and needs no card"
    assert told["Choose"] == told["NoChallenge"] - {True} == {False}
    assert told["Bid"] == told["Move"] == {True, False}, "the first bid lies face down; a force march shows a card"


def test_a_side_that_drew_nothing_is_not_told_to_have_drawn_when_the_other_shuffles():
    game = scene(hands={"east": "date_normal_1", "west": "mori_normal_1"})
    before = game.state
    before.discards["east"], before.piles["east"] = before.piles["east"], []
    after = before.copy()
    Table(game.on, after).draw("east", 2)
    assert shown(game.on, before, after) == ["the east drew cards"]
    rest = before.copy()
    rest.discards["east"], rest.piles["east"] = rest.discards["east"][:2], []
    last = rest.copy()
    Table(game.on, last).draw("east", 2)
    assert shown(game.on, rest, last) == ["the east drew cards"], "though the pile is as empty as before"


def test_a_card_of_the_real_game_is_shown_whatever_hand_the_program_dealt():
    game = scene(step="pay", hands={"west": "mori_normal_1 ukita_normal_1"})
    dealt, act = as_dealt(game.on, game.state, Pay("west", "total", ("ukita_normal_2", "mori_normal_2")))
    after, _ = apply(game.on, dealt, act, dealt=True)
    assert shown(game.on, game.state, after) == ["the west showed cards"]


def test_a_card_that_refuted_is_shown_though_it_is_in_the_hand_again_and_none_shows_nothing():
    hands = {"west": "ukita_normal_1 ukita_normal_2", "east": "east_loyalty_1"}
    game = scene(west={"kiso": "ukita_infantry_2_1"}, east={"kiso": 1}, hands=hands)
    deploy = Deploy("west", "ukita_infantry_2_1", "ukita_normal_1")
    asked = game(End("west"), Declare("west", "kiso"), deploy, Challenge("east", "east_loyalty_1")).state
    refuted, defected = (apply(game.on, asked, Answer("west", card))[0] for card in ("ukita_normal_2", None))
    assert refuted.hands["west"] == asked.hands["west"]
    assert shown(game.on, asked, refuted) == ["the west showed cards"]
    assert shown(game.on, asked, defected) == []


def test_who_was_first_is_told_of_castles_without_a_disk_alone():
    on = campaign("gmt")
    state = begin(on, "who was first")
    state.held = {"kyoto": "east", "gifu": "west", "osaka": "west"}
    assert seen(on, state)["castles_held_first"] == {"gifu": "west"}
