"""Whole campaigns by chance over the pure rules: whatever is done, every state stands, and nothing is given away."""

from __future__ import annotations

import contextlib
import json
import random
from dataclasses import fields

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.campaign.acts import End, Move, NoChallenge, Offer
from control.sekigahara.rules.campaign.campaign import BAG, LOST, MORI_BOX, Fight, as_document, from_document
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import OTHER
from control.sekigahara.rules.sight import seen
from control.sekigahara.rules.standing import faults
from tests.sekigahara.campaigns import EDITIONS, campaign, played
from tests.sekigahara.rehearsal import Witness, rehearse
from tests.sekigahara.scenes import scene

MANY = 150
"""Campaigns of each edition: together the 300 that are asked for."""
AT_ONCE = 15


@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
@pytest.mark.parametrize("edition", EDITIONS)
def test_campaigns_by_chance_come_to_their_end_and_the_same_acts_to_the_same(edition, first):
    on = campaign(edition)
    for seed in range(first, first + AT_ONCE):
        acts, witness = [], Witness(on)

        def watch(before, act, after, said, acts=acts, witness=witness):
            acts.append((before, act))
            witness.saw(before, act, after)
            assert {one for one in after.known if after.spot[one] not in (LOST, MORI_BOX)} <= witness.known
            assert not any("_" in sentence for sentence in said if not_of_a_combat(before)), said

        end = played(edition, seed, watch=watch)
        if seed > first:
            continue
        again = begin(on, f"{edition} {seed}")
        for before, act in acts:
            assert again == before, "an act changed the state that it was given, or came out otherwise"
            again, _ = apply(on, again, act)
        assert again == end


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_campaign_through_the_kernel_tells_nobody_more_than_he_was_shown(tmp_path, edition, seed):
    """Twenty campaigns; the first of each edition is taken back here and there, and replayed at its end."""
    often = 0.3 if seed == 0 else 0
    done = rehearse(tmp_path / "campaign.db", edition, seed, undo=often, look=0.1, haste=30)
    assert {"week.bid", "move.stack", "combat.declare", "combat.pass"} <= set(done)
    assert seed or min(done["taken back"], done["re-opened"]) > 3


def test_a_witness_notices_what_was_not_shown():
    on = campaign("gmt")
    state = begin(on, "seen")
    witness = Witness(on)
    witness.look(state, "west", seen(on, state, "west"))
    hidden = next(one for one in on.blocks_of("east") if one not in on.placed and state.spot[one] in on.board.places)
    state.known.append(hidden)
    with pytest.raises(AssertionError):
        witness.look(state, "west", seen(on, state, "west"))
    state.known.remove(hidden)
    with pytest.raises(AssertionError):
        witness.look(state, "", seen(on, state, "west"))
    moved = next(one for one in on.placed if on.placed[one] == "aizu")
    after = state.copy()
    after.spot[moved] = "nikko"
    witness.saw(state, None, after)
    assert not {one for one, spot in on.placed.items() if spot == "aizu"} & witness.known
    with pytest.raises(AssertionError):
        witness.look(after, "east", seen(on, after, "east"))


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


FIGHT = Fight("kiso", "west", stage="deploy", side="west")


@pytest.mark.parametrize(
    ("changes", "offers", "says"),
    [
        ({}, [Offer("west", End)], "Somebody at Kiso should have been overrun."),
        ({"active": ""}, [Offer("", End)], "It is nobody's phase."),
        ({"fight": FIGHT}, [Offer("west", End)], "A combat is remembered that is not fought."),
        ({"step": "fight", "fight": FIGHT}, [Offer("east", NoChallenge)], "The east may do something out of turn."),
    ],
)
def test_whose_move_it_is_and_who_should_be_gone_is_looked_for(changes, offers, says):
    game = scene(west={"kiso": 1}, east={"kiso": 4})
    for part, value in changes.items():
        setattr(game.state, part, value)
    assert says in faults(game.on, game.state, offers)


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
