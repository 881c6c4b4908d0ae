"""The campaign of 1600: set-up and weeks, rule by rule (5, 6). The name of a test begins with its rule or ruling."""

from collections import Counter
from dataclasses import replace

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sekigahara.rules.campaign.acts import Bid, Choose, Discard, End, Pay
from control.sekigahara.rules.campaign.campaign import BAG, BOX, MORI_BOX
from control.sekigahara.rules.campaign.scoring import castles, points
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.playing import legal, waits_for
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.sight import seen
from tests.sekigahara.scenes import Scene, campaign, scene

EAST_GMT = "edo 2 kiyosu 1 kanazawa 1 sendai 1 miyazu 1 anotsu 1 hakone 1"
EDITIONS = pytest.mark.parametrize("edition", ["gmt", "kessen"])


def begun(edition="gmt", seed="5", **options):
    on = campaign(edition, **options)
    return Scene(on, begin(on, seed))


def week(edition="gmt", hands=None, number=2, **options):
    """The start of a week: the first side to discard has not yet."""
    before = scene(edition, hands=hands, week=number - 1, turn="B", active="east", first="west", step="pay", **options)
    return before(Pay("east", "none"), End("east"))


# 3 and 4 The pieces and the board


@EDITIONS
def test_3_1_only_its_owner_sees_which_block_is_which_and_which_card(edition):
    game = begun(edition)
    sights = {viewer: seen(game.on, game.state, viewer) for viewer in (*SIDES, "")}
    for viewer, sight in sights.items():
        for side in SIDES:
            stacks = [there[side] for there in sight["places"].values() if side in there]
            assert all(("blocks" in one) is (side == viewer) for one in stacks)
            assert ("cards" in sight["hands"][side]) is (side == viewer)
            assert all(len(one.get("blocks", one.get("known", ()))) <= one["number"] for one in stacks)
    assert sights["east"]["places"]["osaka"]["west"] == sights[""]["places"]["osaka"]["west"]


@EDITIONS
def test_3_2_a_block_has_a_clan_one_to_four_mon_and_at_most_one_ability(edition):
    on = campaign(edition)
    for one in on.blocks.values():
        assert one.kind.clan
        assert one.kind.mon in range(1, 5)
        assert one.kind.ability in ("", "gun", "cavalry")
    protagonists = [one.kind.clan for one in on.blocks.values() if one.kind.leader == "protagonist"]
    assert sorted(protagonists) == (["ishida", "tokugawa"] if edition == "gmt" else ["tokugawa"])


@EDITIONS
def test_4_1_any_number_of_blocks_stands_at_a_place_and_each_place_has_a_road(edition):
    game = scene(edition, west={"kyoto": 21})
    assert game.count("kyoto") == (0, 21)
    board = game.on.board
    reached, new = set(), {"kyoto"}
    while new:
        reached |= new
        new = {to for one in new for to in board.roads[one]} - reached
    assert reached == set(board.places)


# 5 Set-up


@EDITIONS
def test_5_1_each_side_draws_five_cards_of_its_own_deck(edition):
    game = begun(edition)
    for side in SIDES:
        assert len(game.hand(side)) == 5
        assert len(game.state.piles[side]) == 50
        assert {game.on.cards[one].side for one in game.hand(side)} == {side}


@EDITIONS
def test_5_2_1_blocks_with_a_symbol_begin_at_their_place_and_are_known(edition):
    game = begun(edition)
    assert game.on.placed
    assert all(game.state.spot[one] == spot for one, spot in game.on.placed.items())
    assert game.state.known == [one for one in game.on.blocks if one in game.on.placed]
    assert len(game.at("west", MORI_BOX)) == (5 if edition == "gmt" else 6)


@pytest.mark.parametrize(
    ("edition", "east", "west"),
    [
        ("gmt", EAST_GMT, "osaka 2 kyoto 2 gifu 2 ueda 3 aizu 1"),
        ("kessen", "edo 2 yamagata 2 kanazawa 2 miyazu 1 anotsu 1", "osaka 2 sawayama 1 gifu 2 aizu 1"),
    ],
)  # fmt: skip
def test_5_2_2_places_with_a_number_get_blocks_from_the_bag(edition, east, west):
    game = begun(edition)
    for side, wanted in (("east", east), ("west", west)):
        drawn = Counter(
            game.state.spot[one] for one in game.on.blocks_of(side)
            if one not in game.on.placed and game.state.spot[one] not in (BAG, BOX)
        )  # fmt: skip
        words = wanted.split()
        assert drawn == dict(zip(words[::2], map(int, words[1::2]), strict=True))


def test_5_2_3_the_first_recruits_D15():
    assert [len(begun("gmt").at(side, BOX)) for side in SIDES] == [4, 4]
    assert [len(begun("kessen").at(side, BOX)) for side in SIDES] == [4, 2]


def test_P8_aizu_begins_with_five_blocks_of_its_clan_or_with_three():
    for variant, number in (("revised", 5), ("first", 3)):
        game = begun(setup=variant)
        assert sum(spot == "aizu" for spot in game.on.placed.values()) == number


def test_S1_capitals_begin_with_the_side_of_their_colour_or_with_nobody():
    assert {one: whose for one, whose in begun().state.resources.items() if whose} == {"edo": "east", "kyoto": "west"}
    assert not any(begun(capitals_start_owned="no").state.resources.values())
    assert not any(begun("kessen").state.resources.values())


def test_a_seed_gives_the_same_set_up_again_and_another_another():
    assert begun(seed="1").state == begun(seed="1").state
    assert begun(seed="1").state.spot != begun(seed="2").state.spot
    assert begun(seed="1").hand("east") != begun(seed="2").hand("east")


def test_S34_bag_and_deck_keep_their_order():
    game = week(hands={"east": "date_normal_1 date_normal_2", "west": ""})
    pile = [*game.state.piles["east"]]
    one = Scene(game.on, game.state)(Discard("east", ("date_normal_1",)))
    other = Scene(game.on, game.state)(Discard("east", ("date_normal_2",)))
    assert one.hand("east")[1:] == other.hand("east")[1:] == pile[:-7:-1]


# 6.2 Reinforcement


def test_6_2_half_the_hand_goes_rounded_down():
    game = week(
        hands={"east": " ".join(f"date_normal_{number}" for number in range(1, 7)) + " date_double_1", "west": ""}
    )
    [offer] = legal(game.on, game.state)
    assert offer.choices["number"] == 3
    for wrong in (("date_normal_1",), tuple(game.hand("east")[:4])):
        with pytest.raises(OrderNotAllowed, match=r"Of 7 cards 3 are discarded, half rounded down, not \d \(6\.2\)"):
            game(Discard("east", wrong))
    game(Discard("east", ("date_normal_1", "date_normal_2", "date_double_1")))
    assert len(game.hand("east")) == 4 + 6
    assert set(game.state.discards["east"]) == {"date_normal_1", "date_normal_2", "date_double_1"}


def test_3_3_only_cards_of_the_own_hand_are_discarded_each_once():
    game = week(hands={"east": "date_normal_1 date_normal_2 date_normal_3 date_normal_4", "west": ""})
    with pytest.raises(OrderNotAllowed, match="not in the hand of the east"):
        game(Discard("east", ("date_normal_1", "maeda_normal_1")))
    with pytest.raises(OrderNotAllowed, match="named twice"):
        game(Discard("east", ("date_normal_1", "date_normal_1")))


def test_6_2_nobody_knows_his_recruits_while_he_chooses_what_to_discard():
    hands = "date_normal_1 date_normal_2", "mori_normal_1 mori_normal_2"
    game = week(hands=dict(zip(SIDES, hands, strict=True)))
    assert [game.at(side, BOX) for side in SIDES] == [[], []]
    assert not game.heard("recruits")
    game(Discard("west", ("mori_normal_1",)))
    assert [len(game.at(side, BOX)) for side in SIDES] == [0, 3]
    drew, recruited = (next(n for n, said in enumerate(game.said) if word in said) for word in ("draws", "recruits"))
    assert drew < recruited, "the cards first"
    game(Discard("east", ("date_normal_1",)))
    assert [len(game.at(side, BOX)) for side in SIDES] == [3, 3]
    assert game.state.owed == {}


def test_6_2_whom_an_older_version_let_recruit_before_the_discard_recruits_no_more():
    game = week(hands={"east": "date_normal_1 date_normal_2", "west": ""})
    game.state.owed = {}
    game(Discard("east", ("date_normal_1",)))
    assert game.at("east", BOX) == []


def test_6_2_a_hand_of_one_discards_nothing_and_is_not_asked():
    game = week(hands={"east": "date_normal_1", "west": ""})
    assert game.state.step == "bid"
    assert "date_normal_1" in game.hand("east")


def test_6_2_more_castles_bring_a_sixth_card():
    game = week(east={"gifu": 1})
    owned = Counter(castles(game.on, game.state).values())
    assert owned == {"east": 6, "west": 3}
    assert [len(game.hand(side)) for side in SIDES] == [6, 5]
    assert game.heard("The east draws 6 cards, one of them for more castles, 6 to 3 (6.2).")
    assert game.heard("The west draws 5 cards (6.2).")


def test_6_2_a_castle_of_the_other_colour_counts_for_who_holds_it():
    game = week(west={"hakone": 1})
    assert Counter(castles(game.on, game.state).values()) == {"east": 4, "west": 5}
    assert [len(game.hand(side)) for side in SIDES] == [5, 6]


@pytest.mark.parametrize(("tie", "cards"), [("nobody", [5, 5]), ("both", [6, 6])])
def test_S6_on_a_tie(tie, cards):
    before = scene(week=1, turn="B", active="east", first="west", step="pay", castle_tie=tie)
    board = before.on.board
    no_castle = {**board.places, "hakone": replace(board.places["hakone"], castle="")}
    before.on = replace(before.on, board=replace(board, places=no_castle))
    before(Pay("east", "none"), End("east"))
    assert [len(before.hand(side)) for side in SIDES] == cards
    one = {"nobody": "5 cards, none of them", "both": "6 cards, one of them"}[tie]
    assert before.heard(f"The west draws {one} for castles: both have 4 (6.2, S6).")


@pytest.mark.parametrize(
    ("edition", "number", "blocks"),
    [("gmt", 2, 2), ("gmt", 4, 2), ("gmt", 5, 1), ("gmt", 7, 1), ("kessen", 4, 2), ("kessen", 5, 1), ("kessen", 8, 1)],
)
def test_6_2_recruits_by_the_track_and_one_more_for_more_resource_locations_D16(edition, number, blocks):
    game = week(edition, number=number, resources={"edo": "east", "kyoto": "east", "kiso": "west"})
    assert [len(game.at(side, BOX)) for side in SIDES] == [blocks + 1, blocks]
    assert game.heard(f"The east recruits {blocks + 1} blocks, one of them for more resource locations, 2 to 1 (6.2).")


def test_6_2_on_a_tie_of_resource_locations_both_recruit_one_more():
    game = week(resources={"edo": "east", "kyoto": "west"})
    assert [len(game.at(side, BOX)) for side in SIDES] == [3, 3]
    assert game.heard("The west recruits 3 blocks, one of them for resource locations: both have 1 (6.2, S6).")


def test_S34_an_empty_bag_gives_what_is_in_it():
    before = scene(week=1, turn="B", active="east", first="west", step="pay")
    *gone, kept = before.state.bags["west"]
    before.state.spot |= dict.fromkeys(gone, "himeji")
    before.state.bags["west"] = [kept]
    before(Pay("east", "none"), End("east"))
    assert before.at("west", BOX) == [kept]
    assert before.heard("The west recruits 1 block (6.2)."), "none of it is the one more"


def test_6_2_where_the_track_gives_none_more_nothing_is_said_of_castles_and_resource_locations():
    before = scene(week=1, turn="B", active="east", first="west", step="pay", resources={"edo": "east"})
    none_more = replace(before.on.weeks[2], castles=0, resources=0)
    before.on = replace(before.on, weeks={**before.on.weeks, 2: none_more})
    before(Pay("east", "none"), End("east"))
    for side in SIDES:
        assert before.heard(f"The {side} draws 5 cards (6.2).")
        assert before.heard(f"The {side} recruits 2 blocks (6.2).")


def test_S34_a_new_pile_is_the_same_whichever_side_drew_before():
    found = []
    for sides in (("east", "west"), ("west", "east")):
        game = week(hands={"east": "", "west": ""})
        state = game.state
        for side in SIDES:
            state.discards[side], state.piles[side] = state.piles[side], []
        table = Table(game.on, state)
        for side in sides:
            table.draw(side, 3)
        found.append({side: (state.hands[side], state.piles[side]) for side in SIDES})
    assert found[0] == found[1]
    assert all(pile for _, pile in found[0].values())


def test_S34_an_empty_pile_is_made_of_the_discards():
    game = week(hands={"east": "date_normal_1 date_normal_2 date_normal_3 date_normal_4", "west": ""})
    state = game.state
    state.discards["east"], state.piles["east"] = state.piles["east"][:-2], state.piles["east"][-2:]
    last = [*state.piles["east"]]
    game(Discard("east", ("date_normal_1", "date_normal_2")))
    assert game.heard("shuffles the discards into a new draw pile")
    assert set(last) < set(game.hand("east"))
    assert game.state.discards["east"] == []
    assert len(game.hand("east")) == 2 + 5 + game.heard("for more castles")


def test_S34_cards_of_a_combat_that_is_fought_are_no_discards_yet():
    game = week(hands={"east": "date_normal_1", "west": ""})
    table = Table(game.on, game.state.copy())
    state = table.state
    state.hands["east"] = ["date_normal_1"]
    state.table["east"], state.discards["east"], state.piles["east"] = state.piles["east"], ["date_normal_2"], []
    table.replenish("east", 3, "the retreat")
    assert set(state.hands["east"]) == {"date_normal_1", "date_normal_2"}


# 6.3 Turn order


def test_6_3_the_higher_number_chooses_who_moves_first_and_both_cards_are_discarded():
    game = begun()
    game.state.hands = {"east": ["maeda_special_1"], "west": ["mori_double_1"]}
    game.state.piles = {
        side: [one for one in game.on.cards_of(side) if one not in game.hand(side)] for side in SIDES
    }  # fmt: skip
    game(Bid("west", "mori_double_1"))
    assert game.said == ("The west puts down a card (6.3).",), "a bid is face down until both lie there"
    game(Bid("east", "maeda_special_1"))
    assert game.heard("bids 5 with M")
    assert game.heard("bids 4 with Maeda")
    assert waits_for(game.state)[0] == ("west",)
    assert game.state.discards == {"east": ["maeda_special_1"], "west": ["mori_double_1"]}
    game(Choose("west", "east"))
    assert (game.state.first, game.state.active, game.state.step) == ("east", "east", "pay")


@EDITIONS
def test_S39_no_bid_is_tied(edition):
    on = campaign(edition)
    assert {on.bids[one] % 2 for one in on.cards_of("east")} == {0}
    assert {on.bids[one] % 2 for one in on.cards_of("west")} == {1}


def test_6_3_a_card_that_is_not_in_the_hand_is_no_bid():
    game = begun()
    with pytest.raises(OrderNotAllowed, match="not in the hand"):
        game(Bid("east", game.state.piles["east"][0]))
    game(Bid("east", game.hand("east")[0]))
    with pytest.raises(OrderNotAllowed, match="The west bids a card"):
        game(Bid("east", game.hand("east")[0]))


@pytest.mark.parametrize("first", SIDES)
def test_S33_without_cards_last_weeks_first_player_chooses_again(first):
    before = scene(week=1, turn="B", active=OTHER[first], first=first, step="pay")
    before.on = replace(before.on, cards={})
    for side in SIDES:
        before.state.piles[side] = []
    quiet(before)
    assert before.state.step == "order"
    assert waits_for(before.state)[0] == (first,)


def test_S33_no_card_counts_0():
    before = scene(week=1, turn="B", active="east", first="west", step="pay")
    before.on = replace(before.on, cards={one: card for one, card in before.on.cards.items() if card.side == "west"})
    before.state.piles["east"] = []
    quiet(before)
    assert waits_for(before.state)[0] == ("west",)
    before(Bid("west", before.hand("west")[0]))
    assert waits_for(before.state)[0] == ("west",)
    assert before.state.step == "order"


# 6.4 Turns


def quiet(game):
    """The phase of the active side, without movement."""
    side = game.state.active
    return game(Pay(side, "none"), End(side))


def test_6_4_each_week_has_two_turns_and_who_is_first_in_one_is_first_in_the_other():
    game = scene(active="east", first="east", step="pay")
    seen = []
    for _ in range(4):
        seen.append(f"{game.state.turn} {game.state.active}")
        quiet(game)
    assert seen == ["A east", "A west", "B east", "B west"]
    assert game.state.week == 2


@pytest.mark.parametrize(("edition", "weeks"), [("gmt", 7), ("kessen", 8)])
def test_6_4_after_the_last_week_the_game_is_over_D1(edition, weeks):
    game = scene(edition, week=weeks, turn="B", active="west", first="east", step="pay")
    quiet(game)
    assert game.state.step == "over"
    assert game.state.points
    assert legal(game.on, game.state) == []
    with pytest.raises(OrderNotAllowed, match="The game is over"):
        game(End("east"))


# 2.2, 4.3 The end


def test_2_2_two_points_for_a_castle_and_one_for_a_resource_location():
    game = scene(east={"gifu": 1}, resources={"edo": "east", "kyoto": "east", "kiso": "west"})
    assert points(game.on, game.state)[0] == {"east": 2 * 6 + 2, "west": 2 * 3 + 1}


def test_D5_kessen_two_points_for_a_disk_that_stands():
    game = scene("kessen", disks="toyotomi torii")
    assert points(game.on, game.state)[0] == {"east": 2 * 5 + 2, "west": 2 * 4 + 2}
    assert Counter(castles(game.on, game.state).values()) == {"east": 5, "west": 4}, "D13: a disk is no castle"


@pytest.mark.parametrize(
    ("edo", "ends"),
    [
        ("", "The west wins with 10 to 10, who wins a tie (2.2)."),
        ("east", "The east wins with 11 to 10 (2.2)."),
    ],
)
def test_2_2_more_points_win_and_the_west_wins_a_tie(edo, ends):
    game = scene(
        week=7,
        turn="B",
        active="west",
        first="east",
        step="pay",
        resources={"kiso": "west", "kyoto": "west", "edo": edo},
    )
    quiet(game)
    assert game.state.points == {"east": 11 if edo else 10, "west": 10}
    assert game.state.winner == (edo or "west")
    assert game.said[-1] == ends


def test_4_3_an_empty_castle_is_of_its_colour_and_one_that_is_held_is_the_holders():
    assert castles(*two(scene()))["gifu"] == "west"
    assert castles(*two(scene(east={"gifu": 1})))["gifu"] == "east"


def test_S5_a_besieged_castle_is_of_the_side_inside():
    game = scene(east={"gifu": 3}, west={"gifu": 1})
    assert castles(*two(game))["gifu"] == "west"


def test_S38_kessen_the_besieger_has_the_resource_location_and_the_owner_keeps_the_disk():
    game = scene("kessen", west={"kyoto": 4}, resources={"kyoto": "west"})
    found, _ = points(*two(game))
    assert found == {"east": 2 * 5 + 4, "west": 2 * 4 + 1 + 2}


def two(game):
    return game.on, game.state


# 3.4, 4.4 Disks and boxes; what the editions have that the other has not


def test_3_4_the_disks_of_each_edition_and_whose_they_are_D8_D27():
    stand = {
        edition: {(one.id, one.side, one.location, one.lost) for one in campaign(edition).edition.disks.values()}
        for edition in ("gmt", "kessen")
    }
    assert stand["gmt"] == {("toyotomi", "west", "osaka", "last"), ("sanada", "west", "ueda", "any")}
    assert stand["kessen"] == {
        ("toyotomi", "west", "osaka", "last"),
        ("torii", "east", "kyoto", "last"),
        ("mogami", "east", "yamagata", "last"),
    }


def test_3_4_a_disk_is_the_castle_in_kessen_and_beside_it_in_the_other_D9():
    assert campaign("gmt").board.places["osaka"].castle == "west"
    assert campaign("kessen").board.places["osaka"].castle == ""


@EDITIONS
def test_4_4_recruits_wait_in_the_box_and_the_west_has_another_for_the_mori_D28(edition):
    game = begun(edition)
    box = [game.on.blocks[one].kind for one in game.at("west", MORI_BOX)]
    assert {one.clan for one in box} == {"mori"}
    plain = ["gun", "cavalry"] if edition == "kessen" else []
    assert sorted(one.type for one in box) == sorted(["leader", *plain, *["infantry"] * (len(box) - 1 - len(plain))])
    assert {one.mon for one in box if one.type == "infantry"} == {3}
    assert game.at("east", MORI_BOX) == []
    assert all(game.state.spot[one] == BOX for side in SIDES for one in game.at(side, BOX))


@pytest.mark.parametrize(("edition", "clans"), [("gmt", 4), ("kessen", 5)])
def test_D30_D31_the_clans_of_the_west_and_the_decks(edition, clans):
    on = campaign(edition)
    assert len({on.cards[one].clan for one in on.cards_of("west")} - {"any"}) == clans
    assert [len(on.cards_of(side)) for side in SIDES] == [55, 55]
    assert [len(on.blocks_of(side)) for side in SIDES] == [48, 48]
    challenges = [sum(on.cards[one].challenges for one in on.cards_of(side)) for side in SIDES]
    assert challenges == ([4, 3] if edition == "gmt" else [5, 3])


@pytest.mark.parametrize(
    ("edition", "where", "mon", "ability"), [("gmt", "kiyosu", 4, ""), ("kessen", "edo", 2, "cavalry")]
)
def test_D26_ii_begins_where_his_edition_has_him(edition, where, mon, ability):
    on = campaign(edition)
    [ii] = [one for one in on.blocks_of("east") if on.blocks[one].kind.clan == "ii"]
    assert (on.placed[ii], on.blocks[ii].kind.mon, on.blocks[ii].kind.ability) == (where, mon, ability)


@EDITIONS
def test_D17_D18_the_signs_for_random_blocks_and_the_named_blocks(edition):
    on = campaign(edition)
    assert {one.count for one in on.draws if one.spot != BOX} <= ({1, 2, 3} if edition == "gmt" else {1, 2, 4})
    assert set(on.placed.values()) <= {*on.board.places, MORI_BOX}


@EDITIONS
def test_6_1_a_week_is_reinforcements_the_bid_and_two_turns_of_both_sides(edition):
    game, steps = week(edition, hands={"east": "tokugawa_normal_1", "west": "ukita_normal_1"}), []
    while game.state.week == 2:
        state = game.state
        steps.append((state.step, state.turn if state.active else "", state.active))
        [side, *_] = waits_for(state)[0]
        match state.step:
            case "bid":
                game(Bid(side, game.hand(side)[0]))
            case "order":
                game(Choose(side, "east"))
            case "pay":
                game(Pay(side, "none"))
            case _:
                game(End(side))
    turns = [(step, turn, side) for turn in "AB" for side in ("east", "west") for step in ("pay", "move")]
    assert steps == [("bid", "", ""), ("bid", "", ""), ("order", "", ""), *turns]


@pytest.mark.parametrize(("hand", "gone"), [(7, 3), (6, 3), (3, 1)])
def test_P1_half_the_hand_is_rounded_down(hand, gone):
    cards = " ".join(f"ukita_normal_{number}" for number in range(1, 8)).split()[:hand]
    game = week(hands={"east": "", "west": " ".join(cards)})
    [offer] = [one for one in legal(game.on, game.state) if one.act is Discard and one.side == "west"]
    assert offer.choices["number"] == gone


@EDITIONS
def test_D14_disks_are_not_counted_among_castles(edition):
    game = scene(edition)
    counted = len(castles(game.on, game.state))
    disks = [one.location for one in game.on.edition.disks.values()]
    assert counted == (9 if edition == "gmt" else sum(bool(one.castle) for one in game.on.board.places.values()))
    if edition == "kessen":
        assert not set(disks) & set(castles(game.on, game.state))
