"""The movement phase of 1600, rule by rule (7, 9.3). How far a stack goes is in `07-march.toml`."""

import pytest

from control.kernel.errors import OrderError, OrderNotAllowed
from control.sekigahara.rules.campaign.acts import Bring, Declare, End, Group, Move, Muster, Pay
from control.sekigahara.rules.campaign.campaign import BOX, LOST, MORI_BOX
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.phases.moving import look
from control.sekigahara.rules.playing import legal
from tests.sekigahara.scenes import campaign, refuses, scene

SIX = " ".join(f"ukita_normal_{number}" for number in range(1, 7))


def group(game, side, way, number=None, card=""):
    """So many of a side's blocks that did not move yet go a way; all if no number is given."""
    places = tuple(way.split())
    free = [one for one in game.at(side, places[0]) if one not in game.state.moved]
    return Group(tuple(free[:number]), places, card)


def goes(game, way, number=None, card="", side="west"):
    """A stack goes a way as one group."""
    return Move(side, (group(game, side, way, number, card),))


def parts(game, *groups, side="west"):
    """A stack of which each group, (way, number) or with a card, goes a way of its own."""
    found, taken = [], set()
    for way, number, *card in groups:
        places = tuple(way.split())
        free = [one for one in game.at(side, places[0]) if one not in taken][:number]
        taken.update(free)
        found.append(Group(tuple(free), places, *card))
    return Move(side, tuple(found))


def offered(game):
    """The kinds of act that are offered now."""
    return {one.act.__name__ for one in legal(game.on, game.state)}


def offer(game, act):
    """The choices of the one offer of a kind."""
    [found] = [one for one in legal(game.on, game.state) if one.act is act]
    return found.choices


def overruns(game, act):
    """The places that each group of a move is told to overrun."""
    whys = (looked.why for looked in look(game.on, game.state, act))
    return [[one.partition(":")[0] for one in why if " overrun " in one] for why in whys]


# 7.1 Paying


@pytest.mark.parametrize(("degree", "cards", "stacks"), [("minimal", 0, 1), ("limited", 1, 3), ("total", 2, 4)])
def test_7_1_cards_buy_movement(degree, cards, stacks):
    game = scene(step="pay", hands={"west": SIX}, west={"kiso": 1, "suwa": 1, "arato": 1, "kofu": 1})
    game(Pay("west", degree, tuple(game.hand("west")[:cards])))
    assert len(game.hand("west")) == 6 - cards
    moves = [goes(game, way) for way in ("kiso iwamura", "suwa saku", "arato takeda", "kofu numazu")]
    game(*moves[:stacks])
    for late in moves[stacks:]:
        refuses(game, late, rf"No stack is left to move under {degree} movement \(7\.1\)")


@pytest.mark.parametrize(
    ("degree", "cards"), [("minimal", 1), ("limited", 0), ("limited", 2), ("total", 1), ("all", 2)]
)
def test_7_1_each_degree_has_its_price(degree, cards):
    game = scene(step="pay", hands={"west": SIX}, west={"kiso": 1})
    refuses(game, Pay("west", degree, tuple(game.hand("west")[:cards])), r"7\.1")


def test_7_1_what_cannot_be_paid_is_not_offered():
    game = scene(step="pay", hands={"west": "ukita_normal_1"}, west={"kiso": 1})
    assert [one.choices["degree"] for one in legal(game.on, game.state)] == ["none", "minimal", "limited"]


def test_S13_without_movement_cards_are_exchanged_once_and_first():
    game = scene(
        step="pay", hands={"west": SIX}, west={"kiso": 1, BOX: 2, MORI_BOX: "mori_infantry_3_1 mori_leader_1_1"}
    )
    kept = game.hand("west")[3:]
    game(Pay("west", "none", tuple(game.hand("west")[:3])))
    assert game.hand("west")[:3] == kept
    assert len(game.hand("west")) == 6
    assert offered(game) == {"Bring", "End"}
    refuses(game, goes(game, "kiso suwa"), "No stack is left to move under no movement")
    refuses(game, Muster("west", tuple(game.at("west", BOX)[:1]), "himeji"), "takes the place of a stack's move")


def test_S13_moeri_blocks_may_wait_for_movement():
    game = scene(
        step="pay", hands={"west": SIX}, west={MORI_BOX: "mori_infantry_3_1 mori_leader_1_1"}, mori_when_not_moving="no"
    )
    game(Pay("west", "none"))
    assert offered(game) == {"End"}
    refuses(game, Bring("west", game.hand("west")[0], ("mori_infantry_3_1",)), "opened in a movement phase")


# 7.2 Mustering


def test_7_2_mustering_takes_the_place_of_one_move():
    west = {"kiso": 1, "suwa": 1, "arato": 1, BOX: 2}
    for degree, cards, left in (("minimal", 0, 0), ("limited", 1, 2), ("total", 2, 3)):
        game = scene(step="pay", hands={"west": SIX}, west=west)
        game(
            Pay("west", degree, tuple(game.hand("west")[:cards])),
            Muster("west", tuple(game.at("west", BOX)[:1]), "aizu"),
        )
        moves = [goes(game, way) for way in ("kiso iwamura", "suwa saku", "arato takeda")]
        game(*moves[:left])
        for late in moves[left:]:
            refuses(game, late, "No stack is left")


def test_7_2_it_is_done_once_in_a_phase():
    game = scene(west={BOX: 3})
    one, two, _ = game.at("west", BOX)
    game(Muster("west", (one,), "himeji"))
    refuses(game, Muster("west", (two,), "himeji"), r"done once in a phase \(7\.2\)")
    assert "Muster" not in offered(game)


def test_7_2_blocks_of_one_clan_come_to_its_mon_and_are_shown():
    ukita = "ukita_infantry_2_1 ukita_infantry_3_1 ukita_gun_1_1"
    game = scene(west={BOX: f"{ukita} mori_infantry_2_1"})
    refuses(
        game,
        Muster("west", tuple(ukita.split()), "aizu"),
        "where its mon is; one block of any clan may muster at Aizu",
    )
    refuses(game, Muster("west", ("ukita_infantry_2_1", "mori_infantry_2_1"), "himeji"), "only if all are of one clan")
    game(Muster("west", tuple(ukita.split()), "himeji"))
    assert set(game.at("west", "himeji")) == set(ukita.split()) == set(game.state.known)
    assert game.heard("musters Ukita 2 mon, Ukita 3 mon and Ukita guns at Himeji")


def test_7_2_or_one_block_of_any_clan_to_any_mon_unseen():
    game = scene(west={BOX: "mori_infantry_2_1"})
    game(Muster("west", ("mori_infantry_2_1",), "aizu"))
    assert game.at("west", "aizu") == ["mori_infantry_2_1"]
    assert game.state.known == []
    assert game.heard("musters a block at Aizu")


def test_7_2_only_to_a_mon_of_the_own_side():
    game = scene(west={BOX: 1})
    for place, why in (("edo", ", for no mon of the west is there"), ("nowhere", "")):
        refuses(game, Muster("west", tuple(game.at("west", BOX)), place), f"Nobody musters at .+ now{why}; possible")


def test_7_2_mustered_blocks_do_not_move():
    game = scene(west={BOX: 1, "himeji": 1})
    new = game.at("west", BOX)
    game(Muster("west", tuple(new), "himeji"))
    refuses(game, Move("west", (Group(tuple(new), ("himeji", "osaka")),)), "moved or arrived in this phase")
    game(goes(game, "himeji osaka"))
    assert game.at("west", "himeji") == new


def test_S14_nobody_musters_against_an_enemy_but_to_own_blocks_that_are_there():
    game = scene(west={BOX: 1}, east={"himeji": 1})
    refuses(game, Muster("west", tuple(game.at("west", BOX)), "himeji"), "for the enemy is there and no own block")
    game = scene(west={BOX: 1, "aizu": 1}, east={"aizu": 3})
    game(Muster("west", tuple(game.at("west", BOX)), "aizu"))
    assert game.count("aizu") == (3, 2)


def test_7_4_1_mustering_may_overrun():
    four = "ukita_infantry_2_1 ukita_infantry_2_2 ukita_infantry_2_3"
    game = scene(west={BOX: four, "himeji": "mori_infantry_2_1"}, east={"himeji": 1})
    game(Muster("west", tuple(four.split()), "himeji"))
    assert game.count("himeji") == (0, 4)


# 7.3 Stacks


def test_7_3_1_no_block_moves_twice():
    game = scene(west={"kiso": 2})
    game(goes(game, "kiso suwa", 1))
    refuses(game, Move("west", (Group(tuple(game.at("west", "suwa")), ("suwa", "saku")),)), "may not move again")


def test_7_3_1_what_stays_behind_may_still_go_as_the_same_stack():
    game = scene(west={"kiso": 3, "kofu": 1}, stacks=1)
    for way in ("kiso suwa", "kiso iwamura", "kiso matsumoto"):
        game(goes(game, way, 1))
    refuses(game, goes(game, "kofu numazu"), "No stack is left")


def test_7_3_1_a_stack_drops_blocks_off_on_its_way():
    game = scene(west={"osaka": 4})
    game(parts(game, ("osaka kyoto", 1), ("osaka kyoto minakuchi", 1), ("osaka kyoto minakuchi kuwana", 2)))
    assert [game.count(place)[1] for place in ("osaka", "kyoto", "minakuchi", "kuwana")] == [0, 1, 1, 2]


def test_S11_what_goes_on_pays_for_the_largest_number_it_went_with():
    game = scene(west={"osaka": 5})
    far = ("osaka kyoto minakuchi kuwana", 4)
    refuses(
        game,
        parts(game, ("osaka kyoto", 1), far),
        r"cannot go so far.*−1 for 5 blocks \(7\.3\.5\): 2, and the way has 3 roads",
    )
    game(parts(game, far))


def test_S9_groups_cross_together_and_part_afterwards():
    game = scene(west={"osaka": 4})
    game(parts(game, ("osaka kyoto sawayama", 2), ("osaka kyoto minakuchi", 2)))
    assert [game.count(place)[1] for place in ("sawayama", "minakuchi")] == [2, 2]
    assert sorted(game.state.used) == ["kyoto-minakuchi", "kyoto-osaka", "kyoto-sawayama"]


def test_S9_a_road_that_was_used_is_closed_for_the_phase():
    game = scene(west={"osaka": 2, "kyoto": 1})
    game(goes(game, "osaka kyoto", 1))
    refuses(game, goes(game, "osaka kyoto", 1), r"from Kyoto to Osaka was used in this phase already.*\(S9\)")
    refuses(game, goes(game, "kyoto osaka", 1), r"from Kyoto to Osaka was used")


def test_S9_groups_that_came_by_different_ways_cannot_share_a_road():
    game = scene(west={"kyoto": "ishida_leader_1_1 ukita_leader_1_1"})
    ways = (("kyoto sawayama gifu", 1), ("kyoto minakuchi kuwana", 1))
    crossed = Group(("ukita_leader_1_1",), ("kyoto", "sawayama", "gifu", "sawayama"))
    refuses(game, Move("west", (crossed,)), "crossed twice")
    game(parts(game, *ways))


def test_S9_nor_groups_that_meet_again():
    cards = "ukita_normal_1 ukita_normal_2"
    game = scene(west={"osaka": 2}, hands={"west": cards})
    one, other = (("osaka kyoto ayabe miyazu", 1, "ukita_normal_1"), ("osaka himeji ayabe miyazu", 1, "ukita_normal_2"))
    refuses(
        game,
        parts(game, one, other),
        r"The road from Ayabe to Miyazu would be crossed twice; groups cross it together \(S9\)",
    )
    game(parts(game, one))


def test_7_3_1_a_way_follows_roads():
    game = scene(west={"osaka": 1})
    refuses(game, goes(game, "osaka edo"), "No road leads from Osaka to Edo")
    refuses(game, Move("west", ()), "A move has groups")
    refuses(game, Move("west", (Group((), ("osaka", "kyoto")),)), "A move has groups")
    refuses(game, Move("west", (Group(("ii_wild_4_1",), ("osaka", "kyoto")),)), "does not have that Ii at Osaka")
    block = tuple(game.at("west", "osaka"))
    both = (Group(block, ("osaka", "kyoto")), Group(block, ("osaka", "himeji")))
    refuses(game, Move("west", both), "one group only")


def test_7_3_3_a_force_march_is_for_a_group_and_costs_it_a_card():
    game = scene(west={"kitanosho": 4}, hands={"west": "ukita_normal_1 ukita_normal_2"})
    far, farther = "kitanosho tsuruga miyazu", "kitanosho kanazawa toyama"
    refuses(game, parts(game, (far, 2)), r"cannot go so far")
    refuses(game, parts(game, (far, 2, "ukita_normal_1"), (farther, 2, "ukita_normal_1")), "named twice")
    refuses(game, parts(game, (far, 2, "mori_normal_1")), "not in the hand")
    refuses(game, parts(game, ("kitanosho tsuruga", 2, "ukita_normal_1")), "needs no force march")
    game(parts(game, (far, 2, "ukita_normal_1"), (farther, 2, "ukita_normal_2")))
    assert game.hand("west") == []
    assert sorted(game.state.discards["west"]) == ["ukita_normal_1", "ukita_normal_2"]


def test_7_3_6_seventeen_blocks_do_not_go_together_but_parted_they_do():
    game = scene(west={"osaka": 17}, hands={"west": "ukita_normal_1"})
    refuses(game, goes(game, "osaka kyoto", card="ukita_normal_1"), "17 blocks never move together")
    game(parts(game, ("osaka kyoto", 8), ("osaka himeji", 4), ("osaka wakayama", 4)))


def test_8_9_6_besieged_blocks_stay():
    game = scene(west={"gifu": 1}, east={"gifu": 3})
    refuses(game, goes(game, "gifu sawayama"), r"besieged and may not leave it \(8\.9\.6\)")
    assert "Move" not in offered(game)


def test_S47_a_leader_who_arrived_leads_or_does_not():
    for option, goes_far in (("no", True), ("yes", False)):
        game = scene(
            west={"arato": "ishida_leader_1_1 mori_infantry_2_1", "ueda": 1}, disks="toyotomi",
            leader_must_begin_phase_there=option,
        )  # fmt: skip
        game(Move("west", (Group(("ishida_leader_1_1",), ("arato", "matsumoto")),)))
        game.state.spot["ishida_leader_1_1"] = "arato"  # as if he had come to it in this phase
        game.state.led = False
        move = Move("west", (Group(("mori_infantry_2_1",), ("arato", "takeda", "nagaoka")),))
        if goes_far:
            game(move)
        else:
            refuses(game, move, "cannot go so far")


def test_7_3_3_whoever_leads_a_stack_leads_it_in_each_act_of_its_move():
    """One stack may be moved in several acts: all of it began in the presence of the leader who went ahead."""
    ahead, after = "suwa kofu numazu", "suwa kiso matsumoto"
    game = scene(west={"suwa": "ukita_leader_1_1 ukita_infantry_2_1"})
    game(Move("west", (Group(("ukita_leader_1_1",), tuple(ahead.split())),)))
    game(Move("west", (Group(("ukita_infantry_2_1",), tuple(after.split())),)))
    assert game.heard("a leader at Suwa (7.3.4)")
    game = scene(west={"suwa": "ukita_infantry_3_1 ukita_infantry_2_1", "kofu": "ukita_leader_1_1"})
    game(goes(game, "kofu ueda" if "ueda" in game.on.board.roads["kofu"] else "kofu numazu", 1))
    refuses(game, goes(game, after, 1), "cannot go so far")


def test_the_declared_lead_is_a_leader_only_where_nothing_else_leads():
    game = scene(west={"osaka": "ishida_leader_1_1", "suwa": "ukita_leader_1_1"})
    game(goes(game, "osaka kyoto minakuchi"))
    assert game.heard("the own castle at Osaka")
    game(goes(game, "suwa kofu numazu"))
    assert game.heard("a leader at Suwa")


@pytest.mark.parametrize(
    ("way", "card", "told"),
    [
        ("suwa kofu", "", "+1 base (7.3.3): 1, and the way has 1 road."),
        ("suwa kiso", "", "+1 base (7.3.3) and +1 highway all the way (7.3.3): 2, and the way has 1 road."),
        ("suwa kofu numazu", "", "+1 base (7.3.3) and +1 a leader at Suwa (7.3.4): 2, and the way has 2 roads."),
        (
            "suwa kofu numazu",
            "ukita_normal_1",
            "+1 base (7.3.3) and +1 force march (7.3.3): 2, and the way has 2 roads.",
        ),
    ],
)
def test_P3_a_leader_is_declared_only_where_he_is_needed(way, card, told):
    """Who need not declare him, or pays for a force march instead, gives nothing away."""
    heard = []
    for west in ("ukita_leader_1_1", "ukita_infantry_2_1"):
        game = scene(west={"suwa": west}, hands={"west": "ukita_normal_1"})
        if west.endswith("infantry_2_1") and "leader" in told:
            refuses(game, goes(game, way, card=card), "cannot go so far")
            continue
        game(goes(game, way, card=card))
        assert game.said[-1] == told
        heard.append(game.said)
    assert len(set(heard)) == 1


# 7.3.2, 7.4 Enemies


def test_7_3_2_nobody_goes_past_an_enemy():
    game = scene(west={"osaka": 3}, east={"kyoto": 1})
    refuses(game, goes(game, "osaka kyoto minakuchi"), r"At Kyoto an enemy unit stops whoever arrives \(7\.3\.2\)")
    game(goes(game, "osaka kyoto"))
    assert game.state.entered == {"kyoto": [f"west osaka {one}" for one in game.at("west", "kyoto")]}


def test_7_4_2_a_stack_overruns_in_the_middle_of_its_move_and_goes_on():
    game = scene(west={"osaka": 4}, east={"kyoto": 1}, resources={"kyoto": "east"})
    game(parts(game, ("osaka kyoto", 1), ("osaka kyoto minakuchi", 3)))
    assert game.count("kyoto") == (0, 1)
    assert game.count("minakuchi") == (0, 3)
    assert game.state.resources["kyoto"] == "west"
    assert game.state.entered == game.state.held == {}


def test_7_4_2_the_worked_example_two_and_then_two_more():
    game = scene(west={"kiso": 2, "saku": 2}, east={"suwa": 1}, resources={"kiso": "west"})
    game(goes(game, "kiso suwa"))
    assert game.count("suwa") == (1, 2)
    game(goes(game, "saku suwa"))
    assert game.count("suwa") == (0, 4)
    assert game.heard("Suwa: 4 blocks of the west overrun 1 of the east")


def test_S15_besieged_friends_count_and_castles_protect():
    game = scene(west={"gifu": 2, "sawayama": 2}, east={"gifu": 1, "okazaki": 1})
    game(goes(game, "sawayama gifu"))
    assert game.count("gifu") == (0, 4)
    game = scene(west={"hamamatsu": 8}, east={"okazaki": 1})
    game(goes(game, "hamamatsu okazaki"))
    assert game.count("okazaki") == (1, 8)


def test_S15_four_to_one_is_an_overrun_whoever_arrived():
    game = scene(west={"kiso": 1}, east={"suwa": 4})
    game(goes(game, "kiso suwa"))
    assert game.count("suwa") == (4, 0)
    assert game.heard("4 blocks of the east overrun 1 of the west")


def test_S16_the_loser_draws_a_card_for_every_two_blocks():
    for foes, drawn in ((1, 0), (2, 1), (3, 1)):
        game = scene(west={"kiso": 4 * foes}, east={"suwa": foes}, hands={"west": "ukita_normal_1 ukita_normal_2"})
        game(goes(game, "kiso suwa", card="ukita_normal_1" if foes == 3 else ""))
        assert game.count("suwa") == (0, 4 * foes)
        assert len(game.hand("east")) == drawn


def test_S27_an_overrun_kills_a_protagonist():
    game = scene(west={"kiso": 4}, east={"suwa": "tokugawa_leader_1_1"})
    game(goes(game, "kiso suwa"))
    assert (game.state.step, game.state.winner) == ("over", "west")
    assert game.state.spot["tokugawa_leader_1_1"] == LOST


# 4.2 Resource locations


def test_4_2_who_moves_onto_or_through_a_resource_location_holds_it():
    game = scene(west={"minakuchi": 2})
    game(parts(game, ("minakuchi kuwana kiyosu", 1), ("minakuchi kyoto", 1)))
    assert game.state.resources["kuwana"] == game.state.resources["kyoto"] == "west"
    assert game.count("kuwana") == (0, 0)


def test_S2_any_arrival_claims_or_only_a_move():
    for option, holder in (("arrival", "west"), ("move", "")):
        game = scene("kessen", west={BOX: 1}, resource_claimed_by=option)
        game(Muster("west", tuple(game.at("west", BOX)), "tsuruga"))
        assert game.state.resources["tsuruga"] == holder


def test_S2_a_retreat_claims_too_unless_only_a_move_does():
    for option, holder in (("arrival", "east"), ("move", "")):
        game = scene(east={"suwa": 1}, resource_claimed_by=option)
        table = Table(game.on, game.state.copy())
        table.put("east", game.at("east", "suwa"), "kiso", by="suwa")
        assert table.state.resources["kiso"] == holder


def test_S3_nothing_changes_on_entry_unless_so_chosen():
    for option, holder in (("after_combat", "east"), ("on_entry", "west")):
        game = scene(west={"iwamura": 3}, east={"kiso": 1}, resources={"kiso": "east"}, contested_resource=option)
        game(goes(game, "iwamura kiso"))
        assert game.state.resources["kiso"] == holder


def test_S3_who_overruns_and_goes_on_has_the_resource_location():
    game = scene(west={"osaka": 4}, east={"kyoto": 1}, resources={"kyoto": "east"})
    game(goes(game, "osaka kyoto minakuchi"))
    assert (game.count("kyoto"), game.count("minakuchi")) == ((0, 0), (0, 4))
    assert game.state.resources["kyoto"] == "west"


def test_S9_musters_and_retreats_use_no_road():
    game = scene(west={BOX: 1, "osaka": 2, "kyoto": 1})
    game(Muster("west", tuple(game.at("west", BOX)), "himeji"))
    table = Table(game.on, game.state.copy())
    table.put("west", table.state.at(game.on, "west", "kyoto"), "osaka", by="kyoto")
    assert table.state.used == game.state.used == []


# What is known


def test_known_is_lost_when_any_block_leaves_the_stack_and_kept_when_all_go_together():
    game = scene(west={"osaka": 3})
    game.state.known = game.at("west", "osaka")[:1]
    game(goes(game, "osaka kyoto"))
    assert game.state.known == game.at("west", "kyoto")[:1]
    for ways in ([("osaka kyoto", 2)], [("osaka kyoto", 2), ("osaka himeji", 1)]):
        game = scene(west={"osaka": 3})
        game.state.known = game.at("west", "osaka")[:1]
        game(parts(game, *ways))
        assert game.state.known == []


# 9.3 The Mōri box

MORI = "mori_infantry_3_1 mori_infantry_3_2 mori_leader_1_1"


def test_9_3_a_card_brings_a_block_to_osaka_where_it_stays_for_the_phase():
    game = scene(west={MORI_BOX: MORI}, hands={"west": "ukita_normal_1 mori_double_1"})
    refuses(game, Bring("west", "mori_double_1", ("mori_infantry_3_1", "mori_infantry_3_2")), "brings 1 block")
    refuses(game, Bring("west", "mori_normal_1", ("mori_infantry_3_1",)), "not in the hand")
    game(Bring("west", "ukita_normal_1", ("mori_infantry_3_1",)))
    assert game.at("west", "osaka") == ["mori_infantry_3_1"]
    assert game.state.discards["west"] == ["ukita_normal_1"]
    refuses(game, goes(game, "osaka kyoto"), "A move has groups")
    refuses(game, Move("west", (Group(("mori_infantry_3_1",), ("osaka", "kyoto")),)), "moved or arrived")


def test_9_3_the_leader_comes_last():
    game = scene(west={MORI_BOX: MORI}, hands={"west": "ukita_normal_1 ukita_normal_2 ukita_normal_3"})
    refuses(
        game,
        Bring("west", "ukita_normal_1", ("mori_leader_1_1",)),
        r"The leader is the last to leave the Mōri box \(9\.3\)",
    )
    for card, block in zip(game.hand("west").copy(), MORI.split(), strict=True):
        assert ("mori_leader_1_1" in offer(game, Bring)["blocks"]) == (block == "mori_leader_1_1")
        game(Bring("west", card, (block,)))
    assert game.at("west", MORI_BOX) == []


@pytest.mark.parametrize(("card", "leads"), [("mori_normal_1", False), ("mori_double_1", True)])
def test_9_3_the_leader_is_offered_where_a_double_card_brings_the_last_other_with_him_D29(card, leads):
    game = scene("kessen", west={MORI_BOX: "mori_leader_1_1 mori_infantry_3_1"}, hands={"west": card})
    assert ("mori_leader_1_1" in offer(game, Bring)["blocks"]) == leads


def test_D29_kessen_a_double_card_brings_two():
    game = scene("kessen", west={MORI_BOX: MORI}, hands={"west": "mori_double_1 ukita_normal_1"})
    game(Bring("west", "mori_double_1", ("mori_infantry_3_1", "mori_infantry_3_2")))
    game(Bring("west", "ukita_normal_1", ("mori_leader_1_1",)))
    assert game.count("osaka") == (0, 3)


def test_9_3_it_is_no_mustering_and_costs_no_stack():
    game = scene(west={MORI_BOX: MORI, BOX: 1, "kiso": 1}, hands={"west": "ukita_normal_1"}, stacks=1)
    game(Bring("west", "ukita_normal_1", ("mori_infantry_3_1",)))
    assert {"Muster", "Move"} <= offered(game)


def test_9_3_the_east_has_no_such_box():
    game = scene(active="east", west={MORI_BOX: MORI}, hands={"east": "date_normal_1"}, east={"edo": 1})
    assert "Bring" not in offered(game)
    refuses(game, Bring("east", "date_normal_1", ("mori_infantry_3_1",)), "The Mōri box is the west's")


# Whose move


def test_what_is_not_due_is_refused_with_what_is():
    game = scene(step="pay", west={"kiso": 1}, east={"edo": 1})
    refuses(game, End("west"), r"The west says how much it moves now \(7\.1\)")
    refuses(game, Pay("east", "none"), r"The west says how much it moves now \(7\.1\)")
    game(Pay("west", "minimal"))
    refuses(game, Declare("west", "kiso"), "The west moves, musters or ends its movement now")


def test_a_phase_without_combat_passes_to_the_other_side():
    game = scene(first="west", step="move", west={"kiso": 1})
    game(End("west"))
    assert (game.state.active, game.state.step) == ("east", "pay")
    assert campaign().edition.weeks == 7


def test_refusals_are_of_the_rules():
    game = scene(west={"osaka": 1})
    with pytest.raises(OrderNotAllowed) as refused:
        game(goes(game, "osaka kyoto minakuchi kuwana kiyosu"))
    assert refused.value.ruling == "7.3.3"
    assert refused.value.field == "groups"


def test_7_4_2_two_groups_that_meet_again_overrun_together_and_the_look_at_it_says_so():
    game = scene(west={"osaka": 4}, east={"ayabe": 1}, hands={"west": "ukita_normal_1"})
    one, two = game.at("west", "osaka")[:2], game.at("west", "osaka")[2:]
    first = Group(tuple(one), ("osaka", "himeji", "ayabe"))
    second = Group(tuple(two), ("osaka", "kyoto", "ayabe", "miyazu"), "ukita_normal_1")
    assert overruns(game, Move("west", (first, second))) == [[], ["Ayabe"]]
    game(Move("west", (first, second)))
    assert (game.count("ayabe"), game.count("miyazu")) == ((0, 2), (0, 2))
    again = scene(west={"osaka": 4}, east={"ayabe": 1}, hands={"west": "ukita_normal_1"})
    with pytest.raises(OrderError, match="enemy unit stops"):
        look(again.on, again.state, Move("west", (second, first)))


@pytest.mark.parametrize(
    ("foes", "ours", "there", "told"),
    [
        (4, 1, 0, "4 of the east overrun the 1 that arrives,"),
        (9, 2, 0, "9 of the east overrun the 2 that arrive,"),
        (7, 2, 0, ""),
        (8, 2, 1, ""),
    ],
)
def test_7_4_1_whoever_walks_into_four_times_as_many_is_told_so_before(foes, ours, there, told):
    game = scene(west={"suwa": ours} | ({"kofu": there} if there else {}), east={"kofu": foes})
    act = goes(game, "suwa kofu")
    [looked] = look(game.on, game.state, act)
    assert (looked.lost.startswith(f"Kōfu: {told}"), bool(looked.lost)) == (True, True) if told else not looked.lost
    assert any("the stack stops" in one for one in looked.why) == (not told)
    game(act)
    assert (game.count("kofu")[1] == 0) == bool(told)


@pytest.mark.parametrize("ends", [("minakuchi", "sawayama"), ("minakuchi", ""), ("", "sawayama")])
def test_7_4_2_whoever_comes_after_others_have_overrun_and_gone_on_is_looked_at_so(ends):
    four, one = "ukita_leader_1_1 ukita_infantry_2_1 ukita_infantry_3_1 mori_infantry_2_1", "mori_infantry_3_1"
    hands = {"west": "ukita_normal_1 mori_normal_1"}
    game = scene(west={"himeji": f"{four} {one}"}, east={"kyoto": 1}, hands=hands)
    ways = [("himeji", by, "kyoto", *filter(None, [end])) for by, end in zip(("ayabe", "osaka"), ends, strict=True)]
    cards = [card if len(way) == 4 else "" for way, card in zip(ways, hands["west"].split(), strict=True)]
    act = Move("west", tuple(map(Group, (tuple(four.split()), (one,)), ways, cards)))
    first, second = look(game.on, game.state, act)
    assert overruns(game, act) == [["Kyoto"], []]
    assert not any("stops at an enemy unit" in why for why in (*first.why, *second.why))
    game(act)
    assert game.count(ways[1][-1])[1] >= 1
