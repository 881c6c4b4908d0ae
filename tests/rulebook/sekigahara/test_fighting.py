"""The combat phase of 1600, rule by rule (8.1, 8.6 to 8.10, 9). What a play delivers is in the cases of combat."""

from dataclasses import replace

import pytest

from control.sekigahara.rules.campaign.acts import (
    Answer,
    Challenge,
    Declare,
    Deploy,
    End,
    Group,
    Inside,
    Lose,
    Move,
    NoChallenge,
    NoSecond,
    Pass,
    Pay,
    Retreat,
)
from control.sekigahara.rules.campaign.campaign import LOST, MORI_BOX
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.playing import legal, waits_for
from control.sekigahara.rules.sides import OTHER
from control.sekigahara.rules.standing import faults
from tests.sekigahara.scenes import refuses, scene

MORI = "mori_infantry_3_1 mori_infantry_3_2 mori_infantry_3_3 mori_infantry_3_4 mori_leader_1_1"
OF_THE_WEST = (
    ("west", "ukita_infantry_3_1", "ukita_double_1"),
    ("west", "ukita_infantry_3_2", "ukita_double_1"),
)
OF_THE_EAST = (
    ("east", "tokugawa_infantry_3_1", "tokugawa_double_1"),
    ("east", "tokugawa_infantry_3_2", "tokugawa_double_1"),
)
"""Two blocks that are deployed with one double card, of either side."""
ONE_MORE = (
    ("east", "tokugawa_infantry_3_1", "tokugawa_double_1"),
    ("east", "tokugawa_infantry_2_1", "tokugawa_double_1"),
    ("east", "tokugawa_infantry_3_2", "tokugawa_normal_1"),
)
"""Two such of the east, and one with a card of its own."""


def marched(way, *, number=None, edition="gmt", active="west", **about):
    """A stack of the active side has gone a way, however far it may go, and the movement phase is over."""
    game = scene(edition, active=active, **about)
    *_, came, place = way.split()
    table, blocks = Table(game.on, game.state.copy()), game.at(active, way.split()[0])[:number]
    table.leave(blocks)
    table.put(active, blocks, place, by=came)
    game.state = table.state
    return game(End(active))


def fought(game, place, *deployments):
    """Combat at a place in which these deploy, (side, block, card), nobody challenges and then all pass."""
    game(Declare(game.state.active, place))
    return plays(game, *deployments)


def plays(game, *deployments):
    """These deploy as they have the initiative, nobody challenges, and then all pass."""
    todo = list(deployments)
    while game.state.fight and game.state.fight.stage not in ("inside", "lose", "retreat"):
        side, stage = game.state.fight.side, game.state.fight.stage
        if stage == "challenge":
            game(NoChallenge(side))
        elif stage == "second" and not (todo and todo[0][0] == side):
            game(NoSecond(side))
        elif todo and todo[0][0] == side:
            game(Deploy(*todo.pop(0)))
        else:
            fight = game.state.fight
            game(Pass(side))
            if game.state.fight is not fight and (game.state.fight is None or game.state.fight.place != fight.place):
                break
    assert todo == []
    return game


def beaten(game):
    """Whoever must choose losses takes the first that may be taken, until somebody retreats."""
    while game.state.fight and game.state.fight.stage == "lose":
        choice = offer(game, Lose)
        order = [one for rank in choice["classes"] for one in rank]
        game(Lose(game.state.fight.side, tuple(order[: choice["number"]])))
    return game


def offer(game, act):
    """The choices of the one offer of a kind."""
    [found] = [one for one in legal(game.on, game.state) if one.act is act]
    return found.choices


# 8.1 Which combat


def test_8_1_combat_is_declared_wherever_both_are_in_any_order():
    game = scene(west={"kiso": 3, "kyoto": 3, "gifu": 1}, east={"suwa": 1, "minakuchi": 1})
    for way in (("kiso", "suwa"), ("kyoto", "minakuchi")):
        game(Move("west", (Group(tuple(game.at("west", way[0])), way),)))
    game(End("west"))
    assert offer(game, Declare) == {"place": ["suwa", "minakuchi"]}
    refuses(game, Declare("west", "gifu"), r"No combat is to be declared at Gifu; left: Suwa and Minakuchi \(8\.1\)")
    refuses(game, Declare("east", "suwa"), r"The west declares the next combat now \(8\.1\)")
    beaten(fought(game, "suwa"))(Retreat("west", "kiso"))
    assert offer(game, Declare) == {"place": ["minakuchi"]}
    beaten(fought(game, "minakuchi"))(Retreat("west", "kyoto"))
    assert game.state.active == "east"


def test_S17_nobody_deploys_the_defender_wins_and_the_beaten_attacker_loses_one():
    game = marched("kiso suwa", west={"kiso": 3}, east={"suwa": 1})
    fought(game, "suwa")
    assert offer(game, Lose)["number"] == 1
    game(Lose("west", tuple(game.at("west", "suwa")[:1])))
    assert waits_for(game.state)[:2] == (("west",), "retreats")


# 8.6 Whose word it is


def battle(hands, west="ukita_infantry_3_1 ukita_infantry_2_1 mori_infantry_2_1", east=None, **about):
    """A battle at Suwa that the west has declared."""
    here = east or "tokugawa_infantry_3_1 tokugawa_infantry_2_1 maeda_infantry_2_1"
    return marched("kiso suwa", west={"kiso": west}, east={"suwa": here}, hands=hands, **about)(Declare("west", "suwa"))


def test_8_6_1_after_a_deployment_by_card_the_other_side_is_asked_whatever_it_holds():
    for east in ("date_normal_1", "east_loyalty_1"):
        game = battle({"west": "ukita_normal_1", "east": east})
        game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"))
        assert waits_for(game.state) == (("east",), "challenges what was deployed, or does not", "8.6.1")
        assert waits_for(game(NoChallenge("east")).state)[0] == ("east",)
        assert game.state.fight.stage == "deploy"


def test_8_2_4_a_leader_without_a_card_is_not_challenged():
    game = battle({"west": "ukita_normal_1", "east": "east_loyalty_1"}, west="ukita_leader_1_1 ukita_infantry_2_1")
    game(Deploy("west", "ukita_leader_1_1"))
    assert (game.state.fight.stage, game.state.fight.side) == ("deploy", "east")


def test_8_6_1_a_side_without_cards_is_not_asked():
    game = battle({"west": "ukita_normal_1", "east": ""})
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"))
    assert (game.state.fight.stage, game.state.fight.side) == ("deploy", "east")


def test_8_6_1_a_challenge_is_answered_with_a_card_or_none():
    game = battle({"west": "ukita_normal_1 ukita_normal_2 mori_normal_1", "east": "east_loyalty_1"})
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
    assert offer(game, Answer) == {"card": ["ukita_normal_2", None]}
    refuses(game, Answer("west", "mori_normal_1"), "could not deploy")
    refuses(game, Pass("west"), r"The west shows a card, or none now \(8\.6\.1\)")
    game(Answer("west", "ukita_normal_2"))
    assert "ukita_normal_2" in game.hand("west")
    assert game.state.table == {"east": ["east_loyalty_1"], "west": ["ukita_normal_1"]}


def test_S40_nobody_learns_whether_who_shows_nothing_could_have():
    told = set()
    for hand in ("ukita_normal_1 ukita_normal_2", "ukita_normal_1 mori_normal_1"):
        game = battle({"west": hand, "east": "east_loyalty_1"})
        game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
        assert None in offer(game, Answer)["card"]
        told.add(game(Answer("west", None)).said)
    assert len(told) == 1


def test_S40_who_must_refute_is_offered_no_silence():
    game = battle({"west": "ukita_normal_1 ukita_normal_2", "east": "east_loyalty_1"}, refute="must")
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
    assert offer(game, Answer) == {"card": ["ukita_normal_2"]}


@pytest.mark.parametrize(("option", "stage"), [("one", "deploy"), ("any", "challenge")])
def test_S41_one_challenge_for_each_card_that_deploys_or_any(option, stage):
    hands = {"west": "ukita_normal_1 ukita_normal_2", "east": "east_loyalty_1 east_loyalty_2"}
    game = battle(hands, challenges=option)
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"))
    game(Answer("west", "ukita_normal_2"))
    assert game.state.fight.stage == stage


def test_8_6_1_a_block_that_changes_sides_is_lost_first_and_belongs_to_its_owner_again():
    game = battle({"west": "ukita_normal_1", "east": "east_loyalty_1"})
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"), Challenge("east", "east_loyalty_1"), Answer("west"))
    plays(game)
    assert game.state.spot["ukita_infantry_3_1"] == LOST, "8.7.2: the beaten west had no choice"
    assert game.count("suwa") == (3, 2)


def test_S42_the_owner_says_first_whether_a_second_block_follows():
    game = battle({"west": "ukita_double_1 mori_normal_1", "east": "date_normal_1"})
    game(Deploy("west", "ukita_infantry_3_1", "ukita_double_1"))
    assert (game.state.fight.stage, game.state.fight.side) == ("second", "west")
    refuses(game, Pass("west"), "says whether a second block follows")
    refuses(game, Deploy("west", "mori_infantry_2_1", "mori_normal_1"), r"S42")
    assert offer(game, Deploy) == {"pairs": [("ukita_infantry_2_1", "ukita_double_1")]}
    twice = game(Deploy("west", "ukita_infantry_2_1", "ukita_double_1"))
    assert (twice.state.fight.stage, twice.state.fight.side) == ("challenge", "east")


def test_S42_a_double_card_that_was_closed_deploys_nobody_more():
    game = battle(
        {"west": "ukita_double_1 ukita_normal_1", "east": "tokugawa_normal_1"},
        west="ukita_infantry_2_1 ukita_infantry_2_2 ukita_infantry_2_3",
    )
    game(Deploy("west", "ukita_infantry_2_1", "ukita_double_1"), NoSecond("west"), NoChallenge("east"))
    game(Deploy("east", "tokugawa_infantry_3_1", "tokugawa_normal_1"), NoChallenge("west"))
    assert ("ukita_infantry_2_2", "ukita_double_1") not in offer(game, Deploy)["pairs"]
    refuses(game, Deploy("west", "ukita_infantry_2_2", "ukita_double_1"), "closed")


def test_S42_not_even_for_who_keeps_the_initiative():
    game = battle(
        {"west": "ukita_normal_1 ukita_double_1", "east": "date_normal_1"},
        west="ukita_infantry_2_1 ukita_infantry_2_2 ukita_infantry_2_3",
    )
    game(Deploy("west", "ukita_infantry_2_1", "ukita_normal_1"), NoChallenge("east"), Pass("east"))
    game(Deploy("west", "ukita_infantry_2_2", "ukita_double_1"), NoSecond("west"), NoChallenge("east"))
    assert game.state.fight.side == "west"
    refuses(game, Deploy("west", "ukita_infantry_2_3", "ukita_double_1"), r"8\.4\.2, S42")
    assert {one.act for one in legal(game.on, game.state)} == {Pass}


def test_S43_kessen_a_block_of_the_clan_must_follow_a_wild_one():
    game = battle(
        {"west": "ukita_double_1", "east": "east_loyalty_1"}, edition="kessen",
        west="kobayakawa_wild_4_1 ukita_infantry_3_1 mori_infantry_2_1",
    )  # fmt: skip
    game(Deploy("west", "kobayakawa_wild_4_1", "ukita_double_1"))
    assert {one.act for one in legal(game.on, game.state)} == {Deploy}
    refuses(game, NoSecond("west"), r"must follow with the double card \(S43\)")
    game(Deploy("west", "ukita_infantry_3_1", "ukita_double_1"), Challenge("east", "east_loyalty_1"), Answer("west"))
    assert game.heard("7 Impact goes over")


def test_8_9_5_in_a_siege_nobody_is_asked_for_a_challenge():
    game = marched("kiyosu gifu", active="east", east={"kiyosu": 3}, west={"gifu": 1},
                   hands={"east": "tokugawa_normal_1", "west": "west_loyalty_1"})  # fmt: skip
    game(Declare("east", "gifu"), Inside("west", True))
    game(Deploy("east", game.at("east", "gifu")[0], "tokugawa_normal_1"))
    assert (game.state.fight.stage, game.state.fight.side) == ("deploy", "east")


def test_deployed_blocks_are_known_with_their_stack():
    game = battle({"west": "ukita_normal_1", "east": ""})
    game(Deploy("west", "ukita_infantry_3_1", "ukita_normal_1"))
    assert "ukita_infantry_3_1" in game.state.known


# 8.7 Losses


def test_8_7_2_the_attacker_takes_his_losses_first_each_in_the_rules_order():
    hands = {"west": "ukita_double_1 ukita_normal_1", "east": "tokugawa_double_1 tokugawa_normal_1"}
    game = battle(
        hands,
        "ukita_infantry_3_1 ukita_infantry_3_2 ukita_infantry_2_1 mori_infantry_2_1",
        "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_2_1 tokugawa_infantry_3_3",
    )
    plays(game, *OF_THE_WEST, *ONE_MORE)
    assert game.count("suwa") == (4, 2), "the west loses both that deployed, and has no choice"
    assert (game.state.fight.stage, game.state.fight.side) == ("lose", "east")
    assert offer(game, Lose)["number"] == 1
    on = ["tokugawa_infantry_3_1", "tokugawa_infantry_3_2", "tokugawa_infantry_2_1"]
    assert sorted(offer(game, Lose)["classes"][1]) == sorted(on)
    refuses(game, Lose("east", ("tokugawa_infantry_3_3",)), r"8\.7\.2")
    refuses(game, Lose("east", ("tokugawa_infantry_3_1", "tokugawa_infantry_3_2")), "loses 1")
    game(Lose("east", ("tokugawa_infantry_3_2",)))
    assert game.state.spot["tokugawa_infantry_3_2"] == LOST


def test_8_7_2_an_attacker_who_is_wiped_out_leaves_the_defender_his_choice():
    hands = {"west": "ukita_double_1", "east": "tokugawa_double_1 tokugawa_normal_1"}
    east = "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_2_1"
    game = battle(hands, "ukita_infantry_3_1 ukita_infantry_3_2", east)
    game.state.fight.blocks["west"] = game.at("west", "suwa")
    plays(game, *OF_THE_WEST, *ONE_MORE)
    assert game.count("suwa") == (3, 0)
    assert (game.state.fight.stage, game.state.fight.side) == ("lose", "east")
    assert faults(game.on, game.state) == [], "where he came from is remembered until the battle is over"
    beaten(game)
    assert game.count("suwa") == (2, 0)
    assert "suwa" not in game.state.entered


def test_8_7_2_of_open_blocks_that_are_alike_nobody_is_asked_which_is_lost():
    game = battle(
        {"west": "ukita_double_1 ukita_normal_1", "east": "tokugawa_double_1 tokugawa_normal_1"},
        "ukita_infantry_3_1 ukita_infantry_3_2 ukita_infantry_2_1 mori_infantry_2_1",
        "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3 tokugawa_infantry_3_4",
    )
    plays(game, *OF_THE_WEST, *OF_THE_EAST)
    assert game.state.fight is None or game.state.fight.stage == "retreat"
    assert game.count("suwa")[0] == 3, "one of two 3 mon that lie open: it is all the same which"


def test_8_7_3_what_is_lost_is_gone_for_good_and_named():
    game = marched("kiso suwa", west={"kiso": "ukita_infantry_3_1 ukita_infantry_3_2"}, east={"suwa": 2})
    fought(game, "suwa")
    assert offer(game, Lose)["number"] == 1
    game(Lose("west", ("ukita_infantry_3_1",)))
    assert game.state.spot["ukita_infantry_3_1"] == LOST
    assert game.heard("The west loses Ukita 3 mon: 0 for 0 Impact, 1 for the defeat (8.7.3).")


def test_S25_all_of_the_beaten_are_lost_so_nobody_retreats_and_the_winner_has_the_place():
    game = marched(
        "iwamura kiso", west={"iwamura": "ukita_infantry_3_1 ukita_infantry_3_2"}, resources={"kiso": "east"},
        east={"kiso": "tokugawa_infantry_3_1"}, hands={"west": "ukita_double_1", "east": ""},
    )  # fmt: skip
    fought(
        game, "kiso", ("west", "ukita_infantry_3_1", "ukita_double_1"), ("west", "ukita_infantry_3_2", "ukita_double_1")
    )
    assert game.count("kiso") == (0, 2)
    assert game.state.resources["kiso"] == "west"
    assert game.heard("nobody is left to retreat")


def test_S25_both_wiped_out_nobody_retreats_and_the_place_keeps_its_owner():
    game = marched(
        "iwamura kiso", west={"iwamura": "ukita_infantry_3_1"}, east={"kiso": "tokugawa_infantry_3_1"},
        resources={"kiso": "west"}, hands={"west": "ukita_normal_1", "east": "tokugawa_normal_1"},
    )  # fmt: skip
    losses = replace(game.on.edition.losses, impact=3)  # with the printed 7 it takes many blocks on both sides
    game.on = replace(game.on, edition=replace(game.on.edition, losses=losses))
    deployed = (
        ("west", "ukita_infantry_3_1", "ukita_normal_1"),
        ("east", "tokugawa_infantry_3_1", "tokugawa_normal_1"),
    )
    fought(game, "kiso", *deployed)
    assert game.count("kiso") == (0, 0)
    assert game.state.resources["kiso"] == "west", "though the east has won"
    assert game.heard("nobody is left to retreat")
    assert game.state.fight is None


# 8.8 Retreats


def test_8_8_2_the_attacker_goes_back_where_some_of_his_came_from():
    game = scene(west={"kiso": 2, "saku": 1}, east={"suwa": 3})
    for way in (("kiso", "suwa"), ("saku", "suwa")):
        game(Move("west", (Group(tuple(game.at("west", way[0])), way),)))
    fought(game(End("west")), "suwa")
    beaten(game)
    assert sorted(offer(game, Retreat)["to"]) == ["kiso", "saku"]
    refuses(game, Retreat("west", "kofu"), r"They retreat to Kiso or Saku, from where they came, not Kōfu \(8\.8\.2\)")
    game(Retreat("west", "saku"))
    assert game.count("saku") == (0, 2)


def test_8_8_2_a_way_by_which_only_blocks_came_that_have_left_again_is_none():
    game = scene(active="east", east={"kiyosu": 2, "iwamura": 2}, west={"gifu": 1})
    gone = game.at("east", "kiyosu")
    for place in ("kiyosu", "iwamura"):
        game(Move("east", (Group(tuple(game.at("east", place)), (place, "gifu")),)))
    game.state.moved, game.state.used = [], []  # in their next phase
    game(Move("east", (Group(tuple(gone), ("gifu", "sawayama")),)), End("east"))
    plays(game(Declare("east", "gifu"), Inside("west", False)))
    assert offer(beaten(game), Retreat)["to"] == ["iwamura"]


def won(game, place):
    """The west wins with one deployment, by what it has."""
    block = next(one for one in game.at("west", place) if one.startswith("ukita_infantry"))
    fought(game, place, ("west", block, "ukita_normal_1"))
    return beaten(game)


ONE_CARD = {"west": "ukita_normal_1", "east": ""}


def test_8_8_3_the_defender_goes_where_no_enemy_is_nor_came_from():
    game = marched("kiso suwa", west={"kiso": 3, "saku": 1}, east={"suwa": 2}, hands=ONE_CARD)
    won(game, "suwa")
    assert offer(game, Retreat)["to"] == ["kofu"]
    refuses(game, Retreat("east", "kiso"), r"Kōfu, where no enemy is and none came from, not Kiso \(8\.8\.3\)")
    game(Retreat("east", "kofu"))
    assert game.count("kofu") == (1, 0)


def test_8_8_3_whoever_besieged_and_is_beaten_by_a_sally_may_go_back_where_he_came_from():
    game = marched("iwamura gifu", active="east", west={"gifu": 2}, east={"iwamura": 3}, hands=ONE_CARD)
    fought(game, "gifu")(Inside("west", True), Pass("east"))
    game(Pay("west", "minimal"), End("west"))
    game(Declare("west", "gifu"), Inside("west", False))
    beaten(plays(game, ("west", game.at("west", "gifu")[0], "ukita_normal_1")))
    assert offer(game, Retreat)["to"] == ["iwamura", "kiyosu", "sawayama"]


def test_S29_where_an_enemy_came_from_every_place_beside_it_is_said_that_none_is_free():
    game = scene(west={"kiso": 3, "saku": 1, "kofu": 1}, east={"suwa": 2}, hands=ONE_CARD)
    for way in (("kiso", "suwa"), ("saku", "suwa"), ("kofu", "suwa")):
        game(Move("west", (Group(tuple(game.at("west", way[0])), way),)))
    won(game(End("west")), "suwa")
    assert offer(game, Retreat)["to"] == ["kiso", "kofu", "saku"]
    refuses(game, Retreat("east", "edo"), "Kiso, Kōfu or Saku, any place beside, for want of a free one, not Edo")


def test_S29_if_there_is_no_such_place_he_goes_anywhere_and_may_start_a_battle():
    game = marched("kiso suwa", west={"kiso": 3, "saku": 2, "kofu": 1}, east={"suwa": 3}, hands=ONE_CARD)
    won(game, "suwa")
    assert offer(game, Retreat)["to"] == ["kiso", "kofu", "saku"]
    refuses(game, Retreat("east", "edo"), "Kiso, Kōfu or Saku, any place beside, for want of a free one, not Edo")
    game(Retreat("east", "saku"))
    assert game.heard("leads to another combat there (8.8.5)")
    fight = game.state.fight
    assert (fight.place, fight.attacker, fight.side) == ("saku", "east", "east"), "8.8.5: the retreating side attacks"
    plays(game)
    beaten(game)
    assert offer(game, Retreat)["to"] == ["suwa"], "8.8.2: it goes back where it came from"


def test_8_8_5_a_retreat_may_overrun_or_be_overrun():
    for there, left in ((1, (4, 0)), (16, (0, 16))):
        game = marched("kiso suwa", west={"kiso": 3, "saku": 1, "kofu": there}, east={"suwa": 5}, hands=ONE_CARD)
        game.state.entered["suwa"].append("west saku")
        won(game, "suwa")(Retreat("east", "kofu"))
        assert game.count("kofu") == left
        assert game.state.fight is None


def test_8_8_5_whoever_retreats_into_a_battle_that_stands_joins_it_and_the_active_side_attacks():
    game = marched("kiso suwa", west={"kiso": 3, "saku": 2, "kofu": 1}, east={"suwa": 3, "saku": 1}, hands=ONE_CARD)
    game.state.entered["suwa"].append("west kofu")
    won(game, "suwa")(Retreat("east", "saku"))
    assert game.heard("They join the combat at Saku, which is to be declared still (8.8.5, 8.1).")
    assert game.state.fight is None
    assert offer(game, Declare)["place"] == ["saku"]
    plays(game(Declare("west", "saku")))
    fight = game.state.the_fight
    assert (fight.place, fight.attacker, len(fight.blocks["east"])) == ("saku", "west", 3)


def retreat_to_gifu(blocks):
    """The west is beaten at Sawayama and retreats to Gifu, where one of it is besieged."""
    east = {"kyoto": "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3", "gifu": 3}
    stand = {"east": east, "west": {"sawayama": blocks, "gifu": 1}, "hands": {"east": "tokugawa_normal_1"}}
    game = marched("kyoto sawayama", active="east", **stand)
    game.state.entered["sawayama"].append("east tsuruga")
    return game


@pytest.mark.parametrize(("blocks", "siege"), [(2, True), (4, False)])
def test_8_8_5_whoever_retreats_to_his_besieged_joins_them_and_too_many_for_the_castle_fight_a_battle(blocks, siege):
    game = retreat_to_gifu(blocks)
    fought(game, "sawayama", ("east", "tokugawa_infantry_3_1", "tokugawa_normal_1"))
    beaten(game)(Retreat("west", "gifu"))
    assert game.state.fight is None
    assert offer(game, Declare)["place"] == ["gifu"]
    game(Declare("east", "gifu"))
    if siege:
        game(Inside("west", True))
    fight = game.state.the_fight
    assert (fight.attacker, fight.siege, len(fight.blocks["west"])) == ("east", siege, blocks)


def test_S49_where_the_siege_was_fought_whoever_retreats_to_his_besieged_attacks_or_stays_inside():
    game = retreat_to_gifu(2)
    game.state.fought.append("gifu")
    fought(game, "sawayama", ("east", "tokugawa_infantry_3_1", "tokugawa_normal_1"))
    beaten(game)(Retreat("west", "gifu"))
    assert game.heard("leads to another combat there (8.8.5)")
    assert game.state.the_fight.attacker == "west"
    game(Inside("west", True))
    assert game.heard("no combat there (8.9.2)")
    assert (game.state.step, game.state.active) != ("combat", "east")


def test_S30_the_active_side_that_retreats_to_its_besieged_disk_and_stays_inside_is_not_asked_again():
    east = {"osaka": 1, "kyoto": "tokugawa_infantry_3_1 tokugawa_infantry_3_2"}
    game = marched("osaka kyoto", west={"osaka": 3}, east=east)
    fought(game, "kyoto")
    beaten(game)(Retreat("west", "osaka"))
    assert game.state.the_fight.attacker == "west"
    game(Inside("west", True))
    assert game.heard("no combat there (8.9.2)")
    assert (game.state.step, game.state.active) != ("combat", "west")


def test_2_1_ieyasu_who_is_overrun_in_a_retreat_ends_the_game():
    stand = {"west": {"kiso": 3, "saku": 1, "kofu": 16}, "east": {"suwa": "tokugawa_leader_1_1 date_infantry_3_1"}}
    game = marched("kiso suwa", **stand, hands=ONE_CARD)
    game.state.entered["suwa"].append("west saku")
    fought(game, "suwa", ("west", "ukita_infantry_2_1", "ukita_normal_1"))
    game(Lose("east", ("date_infantry_3_1",)), Retreat("east", "kofu"))
    assert (game.state.step, game.state.winner, game.count("kofu")) == ("over", "west", (0, 16))


def test_8_8_4_up_to_two_may_stay_in_a_castle_that_was_theirs():
    game = marched("kitanosho kanazawa", west={"kitanosho": 6}, east={"kanazawa": 4}, hands=ONE_CARD)
    game(Declare("west", "kanazawa"))
    plays(game, ("west", game.at("west", "kanazawa")[0], "ukita_normal_1"))
    beaten(game)
    assert offer(game, Retreat)["inside"] == 2
    three = game.at("east", "kanazawa")
    refuses(game, Retreat("east", "", tuple(three)), "At most 2 blocks may stay in the castle")
    refuses(game, Retreat("east", "kitanosho", tuple(three[:2])), r"8\.8\.3")
    game(Retreat("east", "toyama", tuple(three[:2])))
    assert game.count("kanazawa") == (2, 6)
    assert game.count("toyama") == (1, 0)
    assert game.state.active == "east"


def test_8_8_4_only_the_side_that_had_the_castle_may():
    game = marched("kitanosho kanazawa", west={"kitanosho": 2}, east={"kanazawa": 3})
    fought(game, "kanazawa")
    beaten(game)
    assert offer(game, Retreat)["inside"] == 0
    refuses(game, Retreat("west", "", tuple(game.at("west", "kanazawa"))), "the west had no castle there")


def test_S28_a_relieving_force_that_loses_may_go_inside_too():
    game = marched("sawayama gifu", west={"sawayama": 3, "gifu": 1}, east={"gifu": 5})
    fought(game, "gifu")
    beaten(game)
    assert game.count("gifu") == (5, 3)
    assert (offer(game, Retreat)["inside"], offer(game, Retreat)["to"]) == (2, ["sawayama"])
    game(Retreat("west", "sawayama", tuple(game.at("west", "gifu")[:2])))
    assert game.count("gifu") == (5, 2)


def test_S46_the_beaten_retreat_though_the_winner_is_wiped_out():
    game = marched(
        "suwa kiso", active="east", west={"kiso": "mori_infantry_3_1"}, resources={"kiso": "west"},
        east={"suwa": "ii_wild_4_1 tokugawa_infantry_3_1 tokugawa_infantry_3_2"},
        hands={"west": "west_loyalty_1 mori_normal_1", "east": "tokugawa_normal_1 tokugawa_normal_2 tokugawa_normal_3"},
    )  # fmt: skip
    game(Declare("east", "kiso"), Deploy("east", "ii_wild_4_1", "tokugawa_normal_1"))
    game(Challenge("west", "west_loyalty_1"), Answer("east"))
    deployed = [("east", f"tokugawa_infantry_3_{one}", f"tokugawa_normal_{one + 1}") for one in (1, 2)]
    plays(game, *deployed, ("west", "mori_infantry_3_1", "mori_normal_1"))
    assert game.count("kiso") == (1, 0)
    assert game.heard("The west wins; the east retreats (8.8.1).")
    assert offer(game, Retreat)["to"] == ["suwa"]
    game(Retreat("east", "suwa"))
    assert game.count("suwa") == (1, 0)
    assert game.state.resources["kiso"] == "west", "nobody is left there to take it"


# 8.9 Castles


def siege(hands=None, number=6, inside=1, **about):
    """The east has come to Gifu and declared combat there."""
    game = marched("kiyosu gifu", active="east", east={"kiyosu": number}, west={"gifu": inside}, hands=hands, **about)
    return game(Declare("east", "gifu"))


def test_8_9_2_two_blocks_may_stay_inside_or_come_out():
    game = siege(inside=2, number=4)
    assert offer(game, Inside) == {"stay": [True, False]}
    assert waits_for(game.state)[0] == ("west",)
    game(Inside("west", False))
    assert not game.state.fight.siege
    assert game.heard("Battle of Gifu")


def test_8_9_2_three_fight_outside():
    game = siege(inside=3)
    assert game.state.fight.stage == "deploy"
    assert not game.state.fight.siege


def test_8_9_4_one_is_lost_for_every_seven_impact_and_the_castle_falls():
    east = "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3 maeda_infantry_2_1"
    game = marched(
        "kiyosu gifu", active="east", east={"kiyosu": east}, west={"gifu": 1}, hands={"east": "tokugawa_double_1"}
    )
    game(Declare("east", "gifu"), Inside("west", True))
    plays(game, *OF_THE_EAST)
    assert game.count("gifu") == (4, 0)
    assert game.heard(": 1 for 7 Impact (8.7.3).")
    assert game.heard("The castle of Gifu falls (8.9.4)")
    assert game.heard("The west draws 1 card after the combat: 0 played, 1 for blocks lost (8.10).")
    assert len(game.hand("west")) == 1, "8.10: a card for every block lost in a siege"
    assert len(game.hand("east")) == 1, "8.10: as many as were played"


def test_8_9_4_less_than_seven_harms_nobody_and_combat_must_be_declared_again():
    game = siege(inside=1)
    game(Inside("west", True))
    assert waits_for(game.state) == (("east",), "deploys a block, or passes and ends the siege", "8.9")
    plays(game)
    assert game.count("gifu") == (6, 1)
    assert game.heard("The west loses nobody: 0 for 0 Impact (8.9.4).")
    assert not game.heard("The east loses"), "the besieger never does"
    assert game.heard("The castle of Gifu holds with 1 block (8.9.4).")
    assert game.state.active == "west"
    game.state.active, game.state.step = "east", "move"
    game(End("east"))
    assert offer(game, Declare) == {"place": ["gifu"]}


def test_8_9_2_the_active_owner_who_stays_inside_fights_nobody():
    game = scene(west={"gifu": 2}, east={"gifu": 3})(End("west"))
    game(Declare("west", "gifu"), Inside("west", True))
    assert (game.state.active, game.state.step) == ("east", "pay")
    assert game.count("gifu") == (3, 2)


def test_S30_who_comes_out_is_the_attacker_of_a_battle():
    game = scene(west={"gifu": 2}, east={"gifu": 3})(End("west"))
    game(Declare("west", "gifu"), Inside("west", False))
    assert (game.state.fight.attacker, game.state.fight.side, game.state.fight.siege) == ("west", "west", False)
    plays(game)
    game(Lose("west", tuple(game.at("west", "gifu")[:1])))
    assert offer(game, Retreat)["inside"] == 2
    assert offer(game, Retreat)["to"] == [], "8.8.2: back where they came from"
    refuses(game, Retreat("west", "sawayama"), r"the castle they came from, not Sawayama \(8\.8\.2\)")
    refuses(game, Retreat("west", ""), r"the castle they came from: say of all of them that they stay in it")
    game(Retreat("west", "", tuple(game.at("west", "gifu"))))
    assert game.count("gifu") == (3, 1)


def test_8_9_2_more_than_two_inside_must_come_out():
    game = scene(west={"gifu": 3}, east={"gifu": 3})(End("west"))(Declare("west", "gifu"))
    assert game.state.fight.stage == "deploy"


def test_S4_who_had_the_castle_first_owns_it_whatever_its_colour():
    game = marched("kiso iwamura gifu", west={"kiso": 5}, east={"gifu": 1})
    game(Declare("west", "gifu"))
    assert waits_for(game.state)[0] == ("east",)
    assert game.state.fight.owner == "east"


def test_S4_who_comes_later_to_a_siege_does_not_change_whose_the_castle_is():
    game = scene(active="east", east={"kiyosu": 1, "sawayama": 2}, west={"gifu": 1})
    for way in (("kiyosu", "gifu"), ("sawayama", "gifu")):
        game(Move("east", (Group(tuple(game.at("east", way[0])), way),)))
    assert game.state.held == {"gifu": "west"}
    game(End("east"), Declare("east", "gifu"))
    assert game.state.fight.owner == "west"


def test_S3_who_wins_a_battle_holds_the_resource_location():
    game = marched("iwamura kiso", west={"iwamura": 3}, east={"kiso": 2}, hands=ONE_CARD, resources={"kiso": "east"})
    won(game, "kiso")
    assert game.state.resources["kiso"] == "east"
    game(Retreat("east", offer(game, Retreat)["to"][0]))
    assert game.state.resources["kiso"] == "west"


def test_S3_who_came_into_the_castle_has_it_no_sooner_than_somebody_comes_anew():
    west, east = {"kyoto": "mori_infantry_3_1"}, {"minakuchi": 2}
    game = scene("kessen", active="east", west=west, east=east, resources={"kyoto": "west"})
    relief = game.at("east", "minakuchi")
    game(Move("east", (Group(tuple(relief[:1]), ("minakuchi", "kyoto")),)), End("east"), Declare("east", "kyoto"))
    game(Inside("east", True))
    game.state.step, game.state.active, game.state.degree, game.state.stacks = "move", "west", "total", 9
    game.state.moved, game.state.used = [], []
    game(Move("west", (Group(tuple(game.at("west", "kyoto")), ("kyoto", "osaka")),)))
    assert (game.count("kyoto"), game.state.resources["kyoto"]) == ((1, 0), "west")
    game.state.step, game.state.active = "move", "east"
    game(Move("east", (Group(tuple(relief[1:]), ("minakuchi", "kyoto")),)))
    assert game.state.resources["kyoto"] == "east"


def test_S3_after_the_combat_the_side_outside_holds_the_resource_location():
    game = marched(
        "minakuchi kyoto", west={"minakuchi": 4}, east={"kyoto": 1}, edition="kessen", resources={"kyoto": "east"}
    )
    assert game.state.resources["kyoto"] == "east"
    game(Declare("west", "kyoto"), Inside("east", True))
    plays(game)
    assert game.count("kyoto") == (1, 4)
    assert game.state.resources["kyoto"] == "west"


# 9.1, 9.2 Disks

SEVEN = "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3 maeda_infantry_3_1 maeda_infantry_3_2"


def test_S7_a_lone_disk_is_besieged_and_the_heir_taken_wins_the_game():
    game = marched("kyoto osaka", active="east", east={"kyoto": SEVEN}, hands={"east": "tokugawa_double_1"})
    game(Declare("east", "osaka"))
    assert game.state.fight.siege
    assert game.state.fight.disk == "toyotomi"
    plays(game, *OF_THE_EAST)
    assert (game.state.step, game.state.winner) == ("over", "east")
    assert game.heard("Toyotomi Hideyori is taken (2.1)")


def test_S26_a_battle_for_a_castle_touches_no_disk():
    game = marched(
        "kyoto osaka",
        active="east",
        east={"kyoto": SEVEN},
        west={"osaka": 3},
        hands={"east": "tokugawa_double_1", "west": ""},
    )
    fought(
        game,
        "osaka",
        ("east", "tokugawa_infantry_3_1", "tokugawa_double_1"),
        ("east", "tokugawa_infantry_3_2", "tokugawa_double_1"),
    )
    asked = offer(game, Lose)
    assert (asked["number"], asked["disk"], game.state.fight.disk) == (2, "", "")
    refuses(game, Lose("west", (game.at("west", "osaka")[0], "disk")), "disk")


@pytest.mark.parametrize(("lost", "left"), [(("disk",), 1), (("{block}",), 0)])
def test_9_2_the_sanada_disk_may_go_before_a_block_or_after(lost, left):
    game = marched(
        "saku ueda", active="east", east={"saku": SEVEN}, west={"ueda": 1}, hands={"east": "tokugawa_double_1"}
    )
    [block] = game.at("west", "ueda")
    game(Declare("east", "ueda"), Inside("west", True))
    plays(game, *OF_THE_EAST)
    assert offer(game, Lose) == {"number": 1, "classes": [[], [], [block]], "disk": "any"}
    game(Lose("west", tuple(one.format(block=block) for one in lost)))
    assert game.count("ueda")[1] == left
    assert ("sanada" in game.state.disks) == (not left)
    assert len(game.hand("west")) == (0 if left else 1), "D13: no card for a disk"


def test_D10_the_toyotomi_disk_goes_last():
    game = marched(
        "kyoto osaka", active="east", east={"kyoto": SEVEN}, west={"osaka": 1}, hands={"east": "tokugawa_double_1"}
    )
    game(Declare("east", "osaka"), Inside("west", True))
    plays(game, *OF_THE_EAST)
    assert game.count("osaka") == (5, 0)
    assert "toyotomi" in game.state.disks


def test_D11_kessen_where_the_disk_fell_there_is_no_castle_any_more():
    west = "ukita_infantry_3_1 ukita_infantry_3_2 ukita_infantry_3_3"
    game = marched("osaka kyoto", west={"osaka": west}, hands={"west": "ukita_double_1"}, edition="kessen")
    game(Declare("west", "kyoto"))
    plays(game, ("west", "ukita_infantry_3_1", "ukita_double_1"), ("west", "ukita_infantry_3_2", "ukita_double_1"))
    assert "torii" not in game.state.disks
    assert game.state.step == "pay"
    assert game.state.resources["kyoto"] == "west"


def test_S37_kessen_a_disk_shelters_two_as_a_castle_does():
    game = marched("osaka kyoto", west={"osaka": 5}, east={"kyoto": 2}, edition="kessen")(Declare("west", "kyoto"))
    assert waits_for(game.state)[0] == ("east",)


# 9.3 The Mōri box in a combat


def test_S32_all_of_it_comes_when_the_east_declares_combat_at_osaka():
    game = marched("kyoto osaka", active="east", east={"kyoto": 8}, west={MORI_BOX: MORI})
    assert game.count("osaka") == (8, 0)
    game(Declare("east", "osaka"))
    assert game.count("osaka") == (8, 5)
    assert game.at("west", MORI_BOX) == []
    assert not game.state.fight.siege, "S48: more than two fight outside"


def test_S32_not_when_the_west_comes_out():
    game = scene(west={"osaka": 2, MORI_BOX: MORI}, east={"osaka": 3})(End("west"))(Declare("west", "osaka"))
    assert len(game.at("west", MORI_BOX)) == 5


def test_S32_nor_when_the_east_retreats_there_in_the_other_sides_phase():
    around = {"sawayama": 1, "ayabe": 1, "minakuchi": 4, MORI_BOX: MORI}
    game = marched("minakuchi kyoto", west=around, east={"kyoto": 2}, hands=ONE_CARD)
    won(game, "kyoto")
    assert "osaka" in offer(game, Retreat)["to"]
    game(Retreat("east", "osaka"))
    assert (game.state.fight.place, game.state.fight.attacker, game.state.fight.siege) == ("osaka", "east", True)
    assert len(game.at("west", MORI_BOX)) == 5


def test_S48_four_to_one_is_an_overrun_first():
    game = marched("kyoto osaka", active="east", east={"kyoto": 1}, west={MORI_BOX: MORI})(Declare("east", "osaka"))
    assert game.count("osaka") == (0, 5)
    assert (game.state.active, game.state.step) == ("west", "pay")


def test_S48_ieyasu_who_is_overrun_by_the_mori_box_ends_the_game():
    game = marched("kyoto osaka", active="east", east={"kyoto": "tokugawa_leader_1_1"}, west={MORI_BOX: MORI})
    game(Declare("east", "osaka"))
    assert (game.state.step, game.state.winner, game.count("osaka")) == ("over", "west", (0, 5))


# 8.10 Cards


def test_8_10_cards_are_drawn_for_what_was_played_and_for_every_two_lost():
    hands = {"west": "ukita_normal_1 ukita_normal_2", "east": "maeda_normal_1"}
    game = battle(hands)
    plays(game, ("west", "ukita_infantry_3_1", "ukita_normal_1"))
    beaten(game)
    assert game.state.table["west"] == ["ukita_normal_1"], "S34: on the table until the combat is over"
    game(Retreat("east", "kofu"))
    assert [len(game.hand(side)) for side in ("east", "west")] == [1, 2]
    assert game.heard("The west draws 1 card after the combat: 1 played, 0 for blocks lost (8.10).")
    assert game.state.discards["west"] == ["ukita_normal_1"]


@pytest.mark.parametrize(("option", "drawn"), [("before_follow_on", True), ("after_follow_on", False)])
def test_S31_cards_come_before_the_battle_that_a_retreat_causes_or_after_it(option, drawn):
    game = marched(
        "kiso suwa", west={"kiso": 3, "saku": 2, "kofu": 1}, east={"suwa": 3}, hands=ONE_CARD, replenish=option
    )
    won(game, "suwa")(Retreat("east", "saku"))
    assert game.state.fight.place == "saku"
    assert bool(game.hand("west")) == drawn
    assert bool(game.state.table["west"]) != drawn
    plays(game)
    beaten(game)
    game(Retreat("east", "suwa"))
    while game.state.fight:
        fight = game.state.fight
        plays(game)
        if game.state.fight is None or game.state.fight.place != fight.place:
            break
        if game.state.fight.stage == "retreat":
            game(Retreat(game.state.fight.side, offer(game, Retreat)["to"][0]))
    assert len(game.hand("west")) == 1


# 2.1 The end at once


def test_2_1_ieyasus_death_wins_for_the_west_and_ishidas_for_the_east():
    for dead, side in (("ishida_leader_1_1", "west"), ("tokugawa_leader_1_1", "east")):
        game = marched(
            "kiso suwa", active=side, hands={}, **{side: {"kiso": dead}, OTHER[side]: {"suwa": 1}}
        )  # fmt: skip
        fought(game, "suwa")
        assert (game.state.step, game.state.winner) == ("over", OTHER[side])


def test_2_1_ishida_who_falls_in_the_siege_that_takes_the_heir_is_told_beside_it():
    game = marched(
        "kyoto osaka", active="east", west={"osaka": "ishida_leader_1_1"},
        east={"kyoto": "tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3 tokugawa_infantry_3_4"},
        hands={"east": "tokugawa_double_1 tokugawa_normal_1 tokugawa_normal_2"},
    )  # fmt: skip
    game(Declare("east", "osaka"), Inside("west", stay=True))
    last = ("tokugawa_normal_1", "tokugawa_normal_2")
    plays(game, *OF_THE_EAST, *(("east", f"tokugawa_infantry_3_{3 + at}", card) for at, card in enumerate(last)))
    assert game.heard("The east wins: Ishida leader is dead and Toyotomi Hideyori is taken (2.1)")


def test_D2_kessen_ishidas_death_does_not_end_the_game():
    game = marched("kiso suwa", west={"kiso": "ishida_leader_1_1"}, east={"suwa": 1}, edition="kessen")
    fought(game, "suwa")
    assert game.state.step == "pay"
    assert game.state.spot["ishida_leader_1_1"] == LOST


@pytest.mark.parametrize("both", ["west", "east"])
def test_D4_both_dead_in_one_battle_is_a_win_for_the_west_or_for_whom_the_edition_says(both):
    hands = {"west": "ukita_double_1", "east": "tokugawa_normal_1 tokugawa_normal_2 tokugawa_normal_3"}
    west = "ishida_leader_1_1 ukita_infantry_3_1 ukita_infantry_3_2"
    east = "tokugawa_leader_1_1 tokugawa_infantry_3_1 tokugawa_infantry_3_2 tokugawa_infantry_3_3"
    game = battle(hands, west, east)
    plays(
        game,
        ("west", "ishida_leader_1_1", None),
        ("east", "tokugawa_leader_1_1", None),
        ("west", "ukita_infantry_3_1", "ukita_double_1"),
        ("west", "ukita_infantry_3_2", "ukita_double_1"),
        ("east", "tokugawa_infantry_3_1", "tokugawa_normal_1"),
        ("east", "tokugawa_infantry_3_2", "tokugawa_normal_2"),
    )
    points = replace(game.on.edition.points, both=both)
    game.on = replace(game.on, edition=replace(game.on.edition, points=points))
    while game.state.fight:
        side, choice = game.state.fight.side, offer(game, Lose)
        lead = next(one for rank in choice["classes"] for one in rank if "leader" in one)
        others = [one for one in choice["classes"][1] if one != lead]
        game(Lose(side, (lead, *others[: choice["number"] - 1])))
    assert game.heard("Ishida is dead") or game.heard("Ishida leader is dead")
    assert game.state.winner == both
