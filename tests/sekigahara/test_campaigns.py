"""Whole campaigns by chance over the pure rules: whatever is done, every state stands, and nothing is given away."""

from __future__ import annotations

import contextlib
import json
import random
from dataclasses import fields

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.acts import End, Move
from control.sekigahara.rules.campaign import BAG, LOST, as_document, from_document
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.setup import begin
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.standing import faults
from tests.sekigahara.campaigns import EDITIONS, campaign, played

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_campaign_by_chance_comes_to_its_end_and_the_same_acts_to_the_same(edition, seed):
    on, acts = campaign(edition), []

    def watch(before, act, after, said):
        acts.append((before, act))
        assert not any("_" in sentence for sentence in said if not_of_a_combat(before)), said

    end = played(edition, seed, watch=watch)
    assert end.winner in SIDES
    again = begin(on, f"{edition} {seed}")
    for before, act in acts:
        assert again == before, "an act changed the state that it was given, or came out otherwise"
        again, _ = apply(on, again, act)
    assert again == end


def not_of_a_combat(state):
    """Whether a sentence may name no piece by its id: outside combat, where all that is played lies open."""
    return state.step != "fight"


def test_a_state_is_kept_as_json_in_the_middle_of_a_combat():
    kept = []
    played("gmt", 0, watch=lambda before, act, after, said: kept.append(after) if after.fight else None)
    assert kept
    for state in kept:
        assert from_document(json.loads(json.dumps(as_document(state)))) == state


def test_a_copy_shares_nothing_with_its_state():
    state = []
    played("gmt", 0, watch=lambda before, act, after, said: state.append(after) if after.fight else None)
    one = state[0]
    other = one.copy()
    assert other == one
    for field in fields(one):
        value = getattr(one, field.name)
        if isinstance(value, (dict, list)) or field.name == "fight":
            assert getattr(other, field.name) is not value
        if isinstance(value, dict):
            assert all(
                inner is not value[key] for key, inner in getattr(other, field.name).items() if isinstance(inner, list)
            )


def test_what_must_hold_is_looked_for():
    on = campaign("gmt")

    def wrong(change):
        state = begin(on, "wrong")
        change(state)
        return faults(on, state)

    assert wrong(lambda state: None) == []
    changes = {
        "A block is nowhere.": lambda state: state.spot.update(ii_wild_4_1="kyushu"),
        "The bag of the east does not hold": lambda state: state.bags["east"].pop(),
        "The cards of the west are not each": lambda state: state.hands["west"].pop(),
        "lie on the table": lambda state: state.table["east"].append(state.hands["east"].pop()),
        "where no castle is": lambda state: state.spot.update(ii_wild_4_1="kyoto"),
        "remembered as contested": lambda state: state.held.update(kyoto="west"),
        "A disk stands": lambda state: state.disks.append("torii"),
        "held by nobody that there is": lambda state: state.resources.update(kiso="north"),
        "before the end": lambda state: state.waiting.clear(),
    }
    for words, change in changes.items():
        assert any(words in sentence for sentence in wrong(change)), words


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_side_cannot_see_changes_nothing_of_what_the_other_is_told(edition):
    """Two games that differ only in the east's hand, bag and pile: the west is offered the same, and hears the same."""
    on, chance = campaign(edition), random.Random(7)
    one = begin(on, "seen")
    other = one.copy()
    cards = other.hands["east"] + other.piles["east"]
    chance.shuffle(cards)
    other.hands["east"], other.piles["east"] = cards[:5], cards[5:]
    chance.shuffle(other.bags["east"])
    states = [one, other]
    for state in states:
        state.step, state.active, state.first, state.waiting = "move", "west", "west", []
        state.degree, state.stacks = "total", 99
    assert legal(on, one) == legal(on, other)
    act = next(offer for offer in legal(on, one) if offer.act is Move)
    assert act.side == "west"
    assert apply(on, one, End("west"))[1] == apply(on, other, End("west"))[1]
    assert OTHER[act.side] == "east"


def test_nothing_is_done_by_what_is_refused():
    on, refused = campaign("gmt"), []

    def watch(before, act, after, said):
        kept = before.copy()
        for wrong in (act, End(act.side)):
            with contextlib.suppress(OrderError):
                apply(on, after, wrong)
                continue
            refused.append(wrong)
        assert before == kept

    end = played("gmt", 3, watch=watch)
    assert len(refused) > 50
    assert set(end.spot.values()) & {LOST, BAG}
