"""What an umpire forces that only another rule option or the other edition refuses; the rest is in `test_pairs`."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sekigahara.rules.campaign.acts import Declare, End, Lose, NoChallenge, NoSecond, Pay, Retreat
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass
from control.sekigahara.rules.forcing import freely
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.standing import faults
from control.sekigahara.rules.umpire.forced import forced_offers
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_pairs import SCENES


def forced(game, act, rule):
    """An act that a rule refuses, forced; the state after it stands."""
    with pytest.raises(OrderNotAllowed) as told:
        apply(game.on, game.state, act)
    assert rule in told.value.sentence
    game.state, game.said = apply(game.on, game.state, act, freely)
    assert faults(game.on, game.state) == []
    return game


def battle(west, hand, edition="gmt", **options):
    """A battle at Kiso: the west attacks three blocks of the east, which holds a loyalty card."""
    hands = {"west": hand, "east": "east_loyalty_1"}
    game = scene(edition, west={"kiso": west}, east={"kiso": 3}, hands=hands, **options)
    return game(End("west"), Declare("west", "kiso"))


@pytest.mark.parametrize(
    ("begins", "act", "choices"),
    [
        ("pay", Pay, {"degree": "total", "cards": ["ukita_normal_1"], "number": 2}),
        ("lose", Lose, None),
        ("second", NoSecond, {}),
    ],
)
def test_what_is_offered_to_be_forced_is_all_that_could_be_named(begins, act, choices):
    if begins == "pay":
        game = scene(step="pay", hands={"west": "ukita_normal_1"}, west={"kiso": 1})
    else:
        game = SCENES[begins]()
    offers = [one for one in forced_offers(game.on, game.state) if one.act is act]
    if act is Lose:
        assert offers == [one for one in legal(game.on, game.state) if one.act is act] != []
    else:
        assert offers[-1].choices == choices
        assert act is NoSecond or offers[-1] not in legal(game.on, game.state)


def test_s40_who_must_refute_and_does_not():
    game = battle("ukita_infantry_2_1 ukita_infantry_3_1", "ukita_normal_1 ukita_normal_2", refute="must")
    game(Deploy("west", "ukita_infantry_2_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
    assert forced(game, Answer("west"), "8.6.1, S40").heard("now fights for the east")


def test_8_2_4_what_was_forced_is_not_said_to_be_by_the_rules():
    game = battle("ukita_infantry_2_1 mori_leader_1_1 mori_infantry_2_1", "ukita_normal_1 uesugi_normal_1")
    game(Deploy("west", "ukita_infantry_2_1", "ukita_normal_1"), NoChallenge("east"), Pass("east"))
    led = forced(game, Deploy("west", "mori_leader_1_1"), "8.2.4")
    assert led.said[0] == "Mōri leader deploys without a card, against 8.2.4: the umpire forced it."
    other = forced(game, Deploy("west", "mori_infantry_2_1", "uesugi_normal_1"), "8.2.2")
    assert other.said[0] == "Mōri 2 mon deploys with the Uesugi card, against 8.2.2: the umpire forced it."


def test_8_6_1_what_does_not_refute_and_is_let_stand_is_said_to_be_forced():
    game = battle("ukita_infantry_2_1", "ukita_normal_1 mori_normal_1")
    game(Deploy("west", "ukita_infantry_2_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
    forced(game, Answer("west", "mori_normal_1"), "8.6.1")
    assert game.said[0] == "The Mōri card is let stand as the answer, against 8.6.1: the umpire forced it."
    assert len(game.at("west", "kiso")) == 1


def test_s43_a_double_card_deploys_a_wild_block_and_nobody_of_its_clan():
    game = battle("kobayakawa_wild_4_1 mori_infantry_2_1", "ukita_double_1", "kessen")
    forced(game, Deploy("west", "kobayakawa_wild_4_1", "ukita_double_1"), "8.4.2, S43")
    assert game.said[0] == "Kobayakawa deploys with the Ukita double card, against 8.4.2: the umpire forced it."
    assert [one.act for one in legal(game.on, game.state)] == [NoSecond], "nobody is left who could follow"
    game(NoSecond("west"))
    assert game.state.fight.stage == "challenge"


def test_s43_the_block_that_must_follow_does_not():
    game = battle("kobayakawa_wild_4_1 ukita_infantry_3_1", "ukita_double_1", "kessen")
    game(Deploy("west", "kobayakawa_wild_4_1", "ukita_double_1"))
    forced(game, NoSecond("west"), "S43")
    assert game.said[0] == "The west lets no second block follow, against 8.4.2: the umpire forced it."
    assert game.state.fight.stage == "challenge"


def test_8_4_2_a_wild_block_follows_with_a_double_card_that_deploys_it_alone():
    hands = {"east": "date_double_1", "west": "west_loyalty_1"}
    game = scene(east={"kiso": "date_infantry_3_1 ii_wild_4_1"}, west={"kiso": 3}, hands=hands, active="east")
    game(End("east"), Declare("east", "kiso"), Deploy("east", "date_infantry_3_1", "date_double_1"))
    forced(game, Deploy("east", "ii_wild_4_1", "date_double_1"), "8.4.2")
    assert game.said[0] == "Ii deploys with the Date double card, against 8.4.2: the umpire forced it."


def test_s43_a_wild_block_follows_another_and_nobody_of_its_clan():
    game = battle("kobayakawa_wild_4_1 sanada_wild_2_1", "ukita_double_1", "kessen")
    forced(game, Deploy("west", "kobayakawa_wild_4_1", "ukita_double_1"), "8.4.2, S43")
    forced(game, Deploy("west", "sanada_wild_2_1", "ukita_double_1"), "8.4.2, S43")
    assert game.said[0] == "Sanada deploys with the Ukita double card, against 8.4.2: the umpire forced it."


def test_8_8_4_where_a_disk_is_the_castle_more_than_two_stay_in_it():
    stand = {"west": {"osaka": 4}, "east": {"osaka": "date_infantry_3_1"}}
    game = scene("kessen", **stand, active="east", hands={"east": "date_normal_1"})(End("east"))
    game(Declare("east", "osaka"), Deploy("east", "date_infantry_3_1", "date_normal_1"))
    while game.state.fight.stage == "deploy":
        game(Pass(game.state.fight.side))
    game(Lose("west", tuple(game.at("west", "osaka")[:1])))
    [offer] = forced_offers(game.on, game.state)
    assert (offer.act, offer.choices["inside"]) == (Retreat, 3)
    forced(game, Retreat("west", "", tuple(game.at("west", "osaka"))), "8.8.4")
    assert (game.count("osaka"), game.state.held["osaka"]) == ((1, 3), "west")
