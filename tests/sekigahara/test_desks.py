"""The pages of the desks: whose move it is, a stack that is to move and what it costs, a battle from both sides; and no
more on any of them than its desk may know."""

from __future__ import annotations

import random
import re
from datetime import datetime

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.state_questions import state as state_of
from control.kernel.printing.kinds import Press
from control.kernel.wording import alike, folded
from control.sekigahara.game import ROLES
from control.sekigahara.paper.combat_papers import records
from control.sekigahara.play.battle.battle_questions import EXPECTED, battle_for_all, battle_page, expected
from control.sekigahara.play.board.board_questions import places_by_name
from control.sekigahara.play.choosing_questions import losing, move_form, one_of_each, parted, paying, retreating
from control.sekigahara.play.dealt.dealt_questions import dealt_forms, kinds
from control.sekigahara.play.desk_questions import desk_page, hand
from control.sekigahara.play.standing_questions import for_a_page, in_words
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Declare, End, Group, Inside, Lose, Move, NoChallenge, Offer, Retreat
from control.sekigahara.rules.campaign.campaign import LOST, Fight
from control.sekigahara.rules.combat.plays import Deploy, Pass
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.phases.moving import look
from control.sekigahara.rules.playing import STAGES, apply, legal
from control.sekigahara.rules.sides import OTHER, SIDES
from tests.games import ask
from tests.sekigahara.campaigns import campaign as campaign_of
from tests.sekigahara.games import (
    AT,
    a_room,
    doing,
    next_act,
    opened,
    order_of,
    play,
    set_state,
    signed_in,
    standing_in,
)
from tests.sekigahara.scenes import scene
from tests.sekigahara.stories import script, story
from tests.sekigahara.test_pairs import HANDS, SCENES, SPENT, set_up


def moving(room, degree="total", number=2):
    """Play to the first movement phase, in which all stacks may move unless a lesser degree is paid for."""
    play(room, until="pay")
    now = standing_in(room)[1]
    order = {"degree": degree} | ({"cards": now.hands[now.active][:number]} if number else {})
    perform(room, Umpire(ROLES[now.active], now.active), "move.pay", order, key="all move", at=AT)
    return standing_in(room)


def fought(room, plays=4, stage="deploy"):
    """Play by chance until a battle has so many plays and waits for this."""
    chance = random.Random(5)
    for number in range(900):
        now = standing_in(room)[1]
        if now.fight and len(now.fight.plays) >= plays and now.fight.stage == stage:
            return now
        act = next_act(room, chance)
        name, order = order_of(act)
        perform(room, Umpire(ROLES[act.side], act.side), name, order, key=f"by chance {stage} {plays} {number}", at=AT)
    pytest.fail("No such battle in this campaign.")


def test_every_desk_reads_whose_move_it_is_and_only_who_is_waited_for_has_forms(room, app):
    now = moving(room)[1]
    for desk in SIDES:
        read = signed_in(app, desk).get("/table/").text
        assert ("Your move: " if desk == now.active else "Wait: ") in read
        assert ('action="/table/move.end"' in read) == (desk == now.active)
        expected = [words in read for words in ("Tap a stack on the board", "No stack is left to move.")]
        assert expected == [desk == now.active, False], "whoever waits is not told what to do"
    read = signed_in(app, "umpire").get("/table/").text
    assert ("Now: " in read, "Tap a stack on the board" in read) == (True, True)


def test_nobody_is_told_to_tap_a_stack_when_none_is_left_to_move(room, app):
    side = moving(room)[1].active
    browser, told = signed_in(app, side), "Tap a stack on the board"
    for degree, stacks, left in (
        ("total", 99, "Total movement: every stack may move, and mustering is done once beside it (7.1, 7.2)."),
        ("minimal", 1, "Minimal movement: 1 stack left to move or muster (7.1, 7.2)."),
        ("limited", 0, "Limited movement: 0 stacks left to move or muster (7.1, 7.2)."),
    ):
        now = standing_in(room)[1]
        now.degree, now.stacks, now.activated = degree, stacks, ""
        set_state(room, now)
        read = browser.get("/table/").text
        assert left in read
        assert (told in read, "No stack is left to move." in read) == (stacks > 0, stacks == 0)
    now.degree = "none"
    set_state(room, now)
    assert "movement:" not in browser.get("/table/").text


@pytest.mark.parametrize(
    ("to", "stay", "went"),
    [
        ("", 2, "The east stays in the castle (8.8.4)."),
        ("toyama", 1, "The east retreats to Toyama and leaves 1 block in the castle (8.8.4)."),
        ("toyama", 0, "The east retreats to Toyama (8.8.1)."),
    ],
)
def test_the_record_of_a_battle_says_where_the_beaten_went_or_that_they_stayed(room, app, to, stay, went):
    game = scene(west={"kanazawa": 6}, east={"kanazawa": 3}, hands={"west": "ukita_normal_1"})
    game.state.entered["kanazawa"] = ["west kitanosho"]
    game(End("west"), Declare("west", "kanazawa"))
    game(Deploy("west", game.at("west", "kanazawa")[0], "ukita_normal_1"), Pass("east"), Pass("west"))
    game(Lose("east", tuple(game.at("east", "kanazawa")[:1])))
    set_state(room, game.state)
    doing(room)("east", "combat.retreat", to=to, inside=game.at("east", "kanazawa")[:stay])
    for desk in ("umpire", "east", "west"):
        assert went in signed_in(app, desk).get("/battle/").text
    with room.store.read() as session:
        [record] = records(Press(session, None, str, str, datetime.fromisoformat(AT)))
    assert ("Retreat", went) in record.thing.ends


def test_the_record_of_a_battle_whose_retreat_ends_the_game_says_who_won_and_that_nobody_drew(room, app):
    leader = "tokugawa_leader_1_1"
    around = dict.fromkeys(("suwa", "iwamura", "matsumoto"), 4)
    ours, card = "ukita_infantry_2_1", "ukita_normal_1"
    game = scene(west={"kiso": ours} | around, east={"kiso": f"{leader} date_infantry_2_1"}, hands={"west": card})
    game(End("west"), Declare("west", "kiso"), Deploy("west", ours, card), Pass("east"), Pass("west"))
    game(Lose("east", ("date_infantry_2_1",)))
    set_state(room, game.state)
    doing(room)("east", "combat.retreat", to="suwa", inside=[])
    assert standing_in(room)[1].winner == "west"
    with room.store.read() as session:
        [record] = records(Press(session, None, str, str, datetime.fromisoformat(AT)))
    ends = dict(record.thing.ends)
    assert (ends["Retreat"], ends["Victory"]) == (
        "The east retreats to Suwa (8.8.1).", "The west has won the game (2.1)."
    )  # fmt: skip
    assert "Cards" not in ends
    assert "The west has won the game (2.1)." in signed_in(app, "umpire").get("/battle/").text


def test_where_the_umpire_prints_nothing_empty_stands_for_a_side(room, app):
    umpire, east = (signed_in(app, desk) for desk in ("umpire", "east"))
    before = standing_in(room)[1]
    fought(room)
    assert 'value="combat"' in umpire.get("/battle/").text
    assert not re.search(r'<div class="links">\s*</div>', east.get("/battle/").text)
    set_state(room, before)
    doing(room)("umpire", "table.correct", piece="ishida_leader_1_1", to="lost", reason="He had fallen")
    assert 'value="results"' in umpire.get("/table/").text
    assert not re.search(r'<div class="links">\s*</div>', east.get("/table/").text)


def test_whoever_has_the_word_in_a_battle_reads_what_is_expected_of_him(room, app):
    for stage in ("deploy", "challenge"):
        side = fought(room, 4, stage).fight.side
        said = EXPECTED[stage]
        assert {desk for desk in ROLES if said in signed_in(app, desk).get("/battle/").text} == {side, "umpire"}


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_every_stage_of_a_battle_says_what_is_expected_with_the_figures_of_the_edition(edition):
    on = campaign_of(edition)
    said = {stage: expected(on, Fight("edo", "west", stage=stage)) for stage in STAGES}
    assert all(said.values())
    assert f"every {on.edition.losses.impact} Impact" in said["lose"]
    assert f"theirs {on.edition.castle.holds} may stay" in said["retreat"]


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"stage": "inside", "side": "east"}, "Who stays inside is besieged"),
        ({"stage": "inside", "side": "west"}, "Who stays inside has no combat here in this phase; who comes"),
        ({"stage": "deploy", "side": "west"}, "A pass is for good."),
        ({"stage": "deploy", "side": "west", "siege": True}, "A special card is a plain one here, and your pass ends"),
        ({"stage": "retreat", "side": "west"}, "back where they came from"),
        ({"stage": "retreat", "side": "east"}, "where no enemy is or came from if there is one"),
    ],
)
def test_what_is_expected_of_the_besieged_who_attack_of_a_besieger_and_of_the_beaten_is_told_apart(about, says):
    assert says in expected(campaign_of("gmt"), Fight("edo", "west", **about))


def test_once_the_losses_are_taken_nobody_reads_what_they_would_be(room, app):
    set_up(room, "lose")
    assert "As it stands" in signed_in(app, "umpire").get("/battle/").text
    set_up(room, "retreat")
    assert "As it stands" not in signed_in(app, "umpire").get("/battle/").text


@pytest.mark.parametrize(
    ("place", "does", "told"),
    [
        ("kiso", ("attacks", "defends"), "the east loses 2 blocks and the west loses 0 blocks: one for 7 Impact, and "
         "the beaten side one more (8.7.1)."),
        ("gifu", ("besieges", "is inside"), "the east loses 1 unit: one for 7 Impact (8.9.4)."),
    ],
)  # fmt: skip
def test_while_blocks_deploy_the_heads_say_who_does_what_and_what_would_be_lost(room, place, does, told):
    leader, *others = ["ukita_leader_1_1", "ukita_infantry_3_1", "ukita_infantry_2_1"]
    hands, siege = {"west": "ukita_normal_1 ukita_normal_2", "east": "date_normal_1"}, place == "gifu"
    game = scene(west={place: " ".join([leader, *others])}, east={place: 2}, hands=hands)
    game.state.held |= {place: "east"} if siege else {}
    game(End("west"), Declare("west", place), *([Inside("east", True)] if siege else []), Deploy("west", leader))
    game(*([] if siege else [Pass("east")]))
    for block, card in zip(others, hands["west"].split(), strict=True):
        game(Deploy("west", block, card), *([] if siege else [NoChallenge("east")]))
    set_state(room, game.state)
    seen = ask(room, battle_page, "umpire")
    assert seen.losses == f"As it stands, {told}"
    assert (seen.left.does, seen.right.does) == does
    assert (seen.left.deployed, seen.right.deployed, seen.right.blocks, seen.right.cards) == (3, 0, 2, 1)
    assert (seen.left.turn, seen.right.turn, seen.record) == (True, False, "now")
    wall = ask(room, battle_for_all)
    assert (wall.losses, wall.rungs, wall.most, wall.over) == (seen.losses, seen.rungs, 9, False)


def test_whose_move_it_is_stands_in_a_place_that_is_read_out_and_stays_when_it_changes(room, app):
    waiting = signed_in(app, OTHER[fought(room).fight.side])
    for address in ("/table/", "/battle/"):
        read = waiting.get(address).text
        assert re.search(
            r'<div id="whose" aria-live="polite"[^>]*>\s*<section class="panel now[^>]*>\s*<p class="whose">', read
        )
        assert re.search(r'hx-select-oob="[^"]*#whose:innerHTML', read), "a place that is new is not read out"


def test_a_desk_within_a_sentence_is_written_as_a_word_of_it(room, app):
    side = moving(room)[1].active
    client = signed_in(app, OTHER[side])
    assert f"The {side} or the umpire undoes it." in client.get("/journal/").text
    assert "belongs to the umpire." in client.get("/at-the-table/").text
    door = app.test_client().post("/sign-in", data={"code": "nobody-has-it"}).text
    assert "Ask the umpire for the code" in door
    assert "If the umpire makes this display" in app.test_client().get("/display/hall").text


def test_what_may_not_be_done_says_why_with_the_number_of_its_rule(room, app):
    campaign, now = moving(room, "minimal", 0)
    sent = {"from": "nowhere", "side": now.active, "key": "some"}
    assert signed_in(app, now.active).post("/table/move.stack", data=sent).status_code in (400, 422)
    [stack, *_] = ask(room, desk_page, now.active).stacks
    blocks = list(now.at(campaign, now.active, stack.place))
    way = next(way for cost, way in a_way(campaign, now, stack.place, len(blocks)) if not cost)
    order = {"groups": [{"blocks": blocks, "way": list(way)}]}
    perform(room, Umpire(ROLES[now.active], now.active), "move.stack", order, key="one moved", at=AT)
    with room.store.read() as session:
        own, other = (desk_page(session, desk) for desk in (now.active, OTHER[now.active]))
    assert own.closed
    assert all(re.search(r"\((\d+\.[\d.]+|S\d+)", one.why) for one in own.closed)
    assert not other.closed
    read = signed_in(app, now.active).get("/table/").text
    assert "Not now, and why not" in read
    with_the_real_game = signed_in(app, "umpire").get("/at-the-table/").text
    assert "Not now, and why not" in with_the_real_game
    assert own.closed[0].what in with_the_real_game.partition('id="not-now"')[2]


def test_what_is_alike_stands_once_on_the_page_with_how_often(room, app):
    campaign, now = standing_in(room)
    place, side = next((one, "east") for one in campaign.board.places if len(now.at(campaign, "east", one)) > 2)
    stood = [campaign.blocks[one].kind.name for one in now.at(campaign, side, place)]
    assert len({*stood}) < len(stood), "some are alike"
    for desk in (side, "umpire"):
        table = ask(room, for_a_page, desk)
        assert {named: east for named, east, _ in table.places}[campaign.board.called(place)] == alike(stood)
        cells = [cell.split(", ") for line in (*table.places, *table.beside) for cell in line]
        assert [cell for cell in cells if len({*cell}) < len(cell)] == []
        names = [name for _, name in ask(room, places_by_name)]
        assert names.index("Kiyosu") < names.index("Kōfu") < names.index("Kumano"), "macrons are no letters"
        assert f"block{'s' if len(stood) > 1 else ''} ({alike(stood)})" in signed_in(app, desk).get("/table/over").text


def test_of_a_stack_of_the_other_side_its_number_is_told_and_who_is_known():
    told = [in_words(campaign_of("gmt"), {"number": 3, "known": known}) for known in (["Date", "Ii", "Date"], [])]
    assert told == ["3 blocks, known: 2\u00a0×\u00a0Date, Ii", "3 blocks"]
    assert in_words(campaign_of("gmt"), None) == ""


def test_a_hand_stands_once_on_the_page_while_a_form_has_all_its_cards(room, app):
    play(room, until="bid", by_umpire=0)
    browsers = {role: signed_in(app, role) for role in ROLES}

    def hands(role):
        page = browsers[role].get("/table/").text
        return re.findall(r"(Your hand|Hand of the \w+) <span", page)

    assert (hands("west"), hands("umpire")) == ([], [])
    card = standing_in(room)[1].hands["west"][0]
    perform(room, Umpire("West", "west"), "week.bid", {"card": card}, key="bid", at=AT)
    assert (hands("west"), hands("umpire"), hands("east")) == (["Your hand"], ["Hand of the west"], [])


def test_of_equal_cards_the_form_says_how_many_there_are():
    assert one_of_each((("a", "Mōri card (1)"), ("b", "Mōri card (1)"), ("c", "Ukita card (1)"))) == (
        ("a", "Mōri card (1), one of 2"),
        ("c", "Ukita card (1)"),
    )


def test_of_two_cards_alike_that_may_both_be_paid_one_is_the_second():
    game = scene(step="pay", active="east", hands={"east": "date_normal_1 date_normal_2"})
    forms = [paying(game.on, game.state, offer) for offer in legal(game.on, game.state)]
    assert {title: [(one.words, one.several) for one in cards] for title, (_, *cards) in forms} == {
        "No movement": [("Cards to exchange, if any", True)],
        "Minimal movement": [],
        "Limited movement": [("For 1 card", True)],
        "Total movement": [("For 2 cards", True)],
    }
    words = [words for _, words in forms[-1][1][1].options]
    assert words == ["Date card (2)", "Date card (2) (a second)"]


def test_of_two_alike_a_stack_that_moves_has_a_second(tmp_path):
    room = a_room(tmp_path / "campaign.db")
    game = scene(east={"edo": "tokugawa_infantry_3_1 tokugawa_infantry_3_2"}, active="east")
    set_state(room, game.state)
    form = ask(room, move_form, "east", "edo", lambda _: "", lambda _: [])
    assert [words for _, words, _ in form.groups[0].blocks] == ["Tokugawa 3 mon", "Tokugawa 3 mon (a second)"]


def test_a_block_that_two_groups_name_goes_with_the_first():
    ticked = {"blocks": ["one"], "blocks-2": ["one", "other"]}
    groups = parted(["one", "other"], lambda _: "", lambda name: ticked[name], 2, False)
    assert [group.blocks for group in groups] == [("one",), ("other",)]


def test_of_each_thing_that_may_not_be_done_its_page_says_what_it_is(room):
    set_up(room, "stopped")
    closed = [("Kiso", "7.1"), ("Suwa", "7.1"), ("Muster", "7.2")]
    told = {desk: [(one.what, one.ruling) for one in ask(room, desk_page, desk).closed] for desk in ROLES}
    assert told == {"west": closed, "umpire": closed, "east": []}
    set_state(room, scene(step="pay", hands=dict.fromkeys(SIDES, "")).state)
    assert [one.what for one in ask(room, desk_page, "west").closed] == ["Limited movement", "Total movement"]


def test_losses_say_who_defected_and_who_deployed():
    game = scene(west={"suwa": "ukita_infantry_3_1 ukita_infantry_3_2 ukita_gun_1_1"})
    ranks = [["ukita_infantry_3_2"], ["ukita_gun_1_1"], ["ukita_infantry_3_1"]]
    offer = Offer("west", Lose, {"number": 1, "classes": ranks, "disk": ""})
    _, [choice] = losing(game.on, game.state, offer)
    assert [words for _, words in choice.options] == ["Ukita 3 mon, defected", "Ukita guns, deployed", "Ukita 3 mon"]
    assert choice.several


def test_stacks_and_cards_stand_by_their_names(room):
    moving(room)
    stacks = [one.called for one in ask(room, desk_page, "umpire").stacks]
    assert stacks == sorted(stacks, key=folded)
    found = [one.title for one in ask(room, dealt_forms) if one.action == "move.stack"]
    assert len(found) == len(stacks)
    assert found == sorted(found, key=folded)
    on = campaign_of("kessen")
    cards = [next(one for one, card in on.cards.items() if card.name == name) for name in ("Ukita card", "Ōtani card")]
    assert [one.name for one in hand(on, cards)] == ["Ōtani card", "Ukita card"]
    assert [name for _, name in kinds(cards, lambda one: on.cards[one].name, 1)] == ["Ōtani card", "Ukita card"]


def test_who_is_in_a_castle_is_called_by_the_name_of_his_side_for_the_umpire_chooses_too(room, app):
    set_up(room, "castle")
    for desk in ("east", "umpire"):
        read = signed_in(app, desk).get("/battle/").text
        assert re.search(r'<button class="main">[^<]*Stay in the castle of Okazaki or come out</button>', read)
        assert "<legend>The east</legend>" in read
        assert re.findall(r'name="stay" value="(\w+)"> <span>([^<]+)', read) == [
            ("true", "stays inside"),
            ("false", "comes out"),
        ]


def test_a_form_asks_for_a_reason_only_once_something_was_refused_and_both_sides_do_what_one_does(
    room, app, monkeypatch
):
    umpire, now = signed_in(app, "umpire"), standing_in(room)[1]
    page = umpire.get("/table/").text
    assert "Now: the east and the west bid a card for the turn order (6.3)." in page
    assert "Reason to force it" not in page
    assert "Reason to force it" in umpire.get("/table/?forcing=1").text
    refused = umpire.post("/table/week.bid", data={"side": "east", "which": "week-bid-east", "key": "none"})
    assert (refused.status_code, refused.text.count("Reason to force it")) == (400, 1)
    assert "The east bids" not in refused.text
    with pytest.raises(OrderNotAllowed, match="The east and the west bid a card for the turn order now"):
        perform(room, Umpire("East", "east"), "move.end", {}, key="early", at=AT)
    bids = re.findall(r'name="card" value="\w+"> <span>([^<]+)', page)
    assert len(bids) == len({*bids}) < sum(len(now.hands[side]) for side in SIDES), "equal cards stand once"
    real = re.findall(r'id="week-bid-\w+-card"[^>]*><option value="">([^<]*)', umpire.get("/at-the-table/").text)
    assert real == ["Choose…"] * 2, "no card is chosen by itself"
    few = {**HANDS, "west": "mori_normal_1 ukita_normal_1"}
    monkeypatch.setitem(SCENES, "few", lambda: scene(step="discard", active="west", hands=few, **SPENT))
    set_up(room, "few")
    assert "The west: Discard 1 card</button>" in umpire.get("/table/").text
    assert standing_in(room)[1] != now


@pytest.mark.parametrize(
    ("stage", "action", "says"),
    [
        ("order", "week.order", "The side that moves first is missing: choose it"),
        ("castle", "combat.inside", "Whether they stay inside is missing: choose it"),
        ("challenged", "combat.answer", "Choose the card that is shown, or none."),
        ("retreat", "combat.retreat", "where no enemy is and none came from: choose where (8.8.3)."),
    ],
)
def test_a_form_that_was_sent_with_nothing_chosen_says_what_is_missing(room, app, stage, action, says):
    set_up(room, stage)
    now = standing_in(room)[1]
    side = now.fight.side if now.fight else now.waiting[0]
    for address in ("/battle/", "/at-the-table/act/"):
        answer = signed_in(app, "umpire").post(f"{address}{action}", data={"side": side, "key": f"{stage}{address}"})
        assert answer.status_code in (400, 422)
        assert says in re.sub("<[^>]+>", "", answer.text)
    assert standing_in(room)[1] == now


@pytest.mark.parametrize("address", ["/table/", "/at-the-table/act/"])
def test_what_is_refused_stands_at_what_it_is_about_and_is_said_once(room, app, address):
    sent = {"side": "east", "key": address, "which": "week-bid-east"}
    read = signed_in(app, "umpire").post(f"{address}week.bid", data=sent).text
    form = read.partition('id="week-bid-east"')[2].partition("</form>")[0]
    about = re.search(r'<(?:fieldset|select)[^>]* aria-describedby="wrong-card"', form)
    assert about, "what was not chosen does not tell what is wrong with it"
    assert 'id="wrong-card" role="alert"' in form
    assert read.count('role="alert"') == 1
    other = read.partition('id="week-bid-west"')[2].partition("</form>")[0]
    assert "wrong" not in other


def test_whoever_shows_no_card_says_so(room, app):
    set_up(room, "challenged")
    west = signed_in(app, "west")
    assert 'name="card" value="none"' in west.get("/battle/").text
    assert west.post("/battle/combat.answer", data={"side": "west", "key": "none", "card": "none"}).status_code == 303
    assert [play["play"] for play in standing_in(room)[1].fight.plays][-1] == "answer"


def a_way(campaign, now, place, number):
    return march.every_way(
        campaign.board, now.position(campaign), now.active, place, number, bool(now.hands[now.active])
    )


def test_a_move_says_what_it_costs_and_why_before_it_is_done(room, app):
    campaign, now = moving(room)
    stack = ask(room, desk_page, now.active).stacks[0]
    free = [way for cost, way in a_way(campaign, now, stack.place, stack.number) if not cost]
    browser = signed_in(app, now.active)
    blocks = [one for one in now.at(campaign, now.active, stack.place) if one not in now.moved]
    asked = {"from": stack.place, "groups": 1, "blocks": blocks, "way": ",".join(free[0])}
    part = browser.get(f"/table/move/{stack.place}", query_string=asked).text
    assert "Costs no card." in part
    assert "(7.3.3)" in part
    assert standing_in(room)[1] == now, "looking does nothing"
    assert (
        "Move from" not in signed_in(app, OTHER[now.active]).get(f"/table/move/{stack.place}", query_string=asked).text
    )
    sent = {**asked, "side": now.active, "key": "a move"}
    assert browser.post("/table/move.stack", data=sent).status_code == 303
    assert all(standing_in(room)[1].spot[one] == free[0][-1] for one in blocks)


def test_a_stack_parts_into_groups_and_what_was_ticked_stays_after_a_refusal(room, app):
    campaign, now = moving(room)
    stack = next(one for one in ask(room, desk_page, now.active).stacks if one.number > 2)
    one, other, *_ = [block for block in now.at(campaign, now.active, stack.place) if block not in now.moved]
    ways = [way for cost, way in a_way(campaign, now, stack.place, 1) if not cost and len(way) == 2]
    browser = signed_in(app, now.active)
    sent = {"side": now.active, "from": stack.place, "groups": 2, "blocks": [one], "way": ",".join(ways[0])}
    sent |= {"blocks-2": [other], "way-2": f"{stack.place},nowhere"}
    refused = browser.post("/table/move.stack", data={**sent, "key": "one"}, answers=422)
    assert "No road leads from" in refused.text
    for name, block in (("blocks", one), ("blocks-2", other)):
        assert re.search(rf'name="{name}"[^>]* value="{block}" checked', refused.text)
    there = ways[1] if len(ways) > 1 else ways[0]
    assert browser.post("/table/move.stack", data={**sent, "way-2": ",".join(there), "key": "two"}).status_code == 303
    after = standing_in(room)[1]
    assert (after.spot[one], after.spot[other]) == (ways[0][-1], there[-1])


def test_looking_at_a_move_agrees_with_doing_it_and_changes_nothing(room):
    campaign, now = moving(room)
    stacks = ask(room, desk_page, now.active).stacks
    for stack in stacks:
        blocks = tuple(one for one in now.at(campaign, now.active, stack.place) if one not in now.moved)
        card = now.hands[now.active][0]
        for cost, way in a_way(campaign, now, stack.place, len(blocks)):
            act = Move(now.active, (Group(blocks, way, card if cost else ""),))
            before = now.copy()
            [looked] = look(campaign, now, act)
            assert now == before
            _, said = apply(campaign, now, act)
            assert looked.why[0] == said[-1], "what was done is read first, and why it may be last"


def test_a_battle_is_seen_from_the_own_side_and_each_play_says_what_it_would_count(room, app):
    now = fought(room)
    campaign = standing_in(room)[0]
    combat = combat_of(campaign, now.fight)
    with room.store.read() as session:
        pages = {desk: battle_page(session, desk) for desk in ROLES}
    for desk in SIDES:
        seen = pages[desk]
        assert (seen.left.side, seen.right.side) == (desk, OTHER[desk])
        assert (seen.left.impact, seen.right.impact) == (combat.total[desk], combat.total[OTHER[desk]])
        assert len(seen.rungs) == len(combat.steps)
        assert bool(seen.deploys or seen.forms) == (desk == now.fight.side)
        assert seen.sentence.startswith("Your move: " if desk == now.fight.side else "Wait: ")
    assert pages["umpire"].sentence.startswith("Now: ")
    acting = pages[now.fight.side]
    block, play_now = next((one, with_) for one in acting.deploys for with_ in one.with_)
    browser = signed_in(app, now.fight.side)
    assert f"→ {play_now.total}" in browser.get("/battle/").text
    pair = {"side": now.fight.side, "pair": f"{block.block},{play_now.card}", "key": "a play"}
    assert browser.post("/battle/combat.deploy", data=pair).status_code == 303
    after = standing_in(room)[1]
    assert combat_of(campaign, after.fight).total[now.fight.side] == play_now.total


def test_a_side_may_march_by_force_on_its_page_and_its_leader_stays_hidden(room, app):
    """P3: whoever pays for a force march instead gives nothing away."""
    game = scene(west={"suwa": "ukita_leader_1_1"}, hands={"west": "ukita_normal_1"})
    set_state(room, game.state)
    west, asked = signed_in(app, "west"), {"from": "suwa", "groups": 1, "blocks": "ukita_leader_1_1"}
    asked["way"] = "suwa,kofu,numazu"
    page = west.get("/table/move/suwa", query_string=asked).text
    assert "none: the leader is declared" in page
    assert "a leader at Suwa" in page
    hidden = west.get("/table/move/suwa", query_string={**asked, "card": "ukita_normal_1"}).text
    assert "Costs the Ukita card." in hidden
    assert "a leader at Suwa" not in hidden
    sent = {**asked, "side": "west", "card": "ukita_normal_1", "key": "by force"}
    assert west.post("/table/move.stack", data=sent).status_code == 303
    assert "1 force march" in str(ask(room, state_of, "east")["journal"])
    for way in ("suwa,kofu", "suwa,kiso"):
        assert 'name="card"' not in west.get("/table/move/suwa", query_string={**asked, "way": way}).text


def test_four_overrun_together_and_three_of_them_go_on(room, app):
    """7.4.2: one of them drops off where they overran."""
    game = scene(west={"osaka": 4}, east={"kyoto": 1})
    set_state(room, game.state)
    first, *rest = game.at("west", "osaka")
    west, asked = signed_in(app, "west"), {"from": "osaka", "groups": 2, "blocks": rest, "blocks-2": first}
    asked |= {"way": "osaka,kyoto,minakuchi", "way-2": "osaka,kyoto"}
    page = west.get("/table/move/osaka", query_string=asked).text
    assert "Move" in re.search(r'<button class="main">([^<]*)', page)[1]
    assert "4 overrun 1" in page
    alone = west.get("/table/move/osaka", query_string={**asked, "groups": 1}).text
    assert "At Kyoto an enemy unit stops whoever arrives" in alone
    assert west.post("/table/move.stack", data={**asked, "side": "west", "key": "over"}).status_code == 303
    now = standing_in(room)[1]
    assert [now.spot[one] for one in (first, *rest)] == ["kyoto", *["minakuchi"] * 3]


def test_a_stack_that_would_be_overrun_is_told_so_before_it_moves(room, app):
    game = scene(west={"suwa": 1}, east={"kofu": 4})
    set_state(room, game.state)
    asked = {"from": "suwa", "groups": 1, "blocks": game.at("west", "suwa"), "way": "suwa,kofu"}
    page = signed_in(app, "west").get("/table/move/suwa", query_string=asked).text
    assert re.search(r'class="wrong"[^>]*>Kōfu: 4 of the east overrun the 1 that arrives', page)
    assert "stops at an enemy unit" not in page


@pytest.mark.parametrize(("inside", "told"), [(0, ""), (2, ": 8 of the east overrun up to 2 that arrive (7.4.1)")])
def test_behind_each_place_of_a_retreat_stands_whether_they_are_overrun_there(inside, told):
    game = scene(west={"gifu": 3}, east={"kiyosu": 8, "sawayama": 12})
    offer = Offer("west", Retreat, {"to": ["kiyosu", "sawayama"], "blocks": game.at("west", "gifu"), "inside": inside})
    to, *_ = retreating(game.on, game.state, offer)[1]
    lost = "whoever arrives" if inside else "the 3 that arrive"
    assert dict(to.options) | {"": ""} == {
        "kiyosu": f"Kiyosu{told}", "sawayama": f"Sawayama: 12 of the east overrun {lost} (7.4.1)", "": "",
    }  # fmt: skip


@pytest.mark.parametrize(("blocks", "inside", "nowhere"), [(2, 2, True), (3, 2, False), (3, 3, True)])
def test_nowhere_to_retreat_is_offered_only_where_all_may_stay_in_the_castle(blocks, inside, nowhere):
    game = scene(west={"gifu": blocks}, east={"kiyosu": 1})
    choices = {"to": ["sawayama"], "blocks": game.at("west", "gifu"), "inside": inside}
    to, stay = retreating(game.on, game.state, Offer("west", Retreat, choices))[1]
    assert ("" in dict(to.options)) == nowhere
    assert (stay.words, stay.several) == (f"In the castle stay, {inside} at most", True)


def test_groups_that_are_five_or_more_together_pay_for_it_though_none_is_alone(room, app):
    """7.3.5: the way is priced for all who cross one of its roads."""
    card = "ukita_normal_1"
    game = scene(west={"osaka": 8}, east={"kyoto": 2}, hands={"west": card})
    set_state(room, game.state)
    stack, west = game.at("west", "osaka"), signed_in(app, "west")
    asked = {"from": "osaka", "groups": 2, "blocks": stack[:4], "blocks-2": stack[4:]}
    asked |= {"way": "osaka,kyoto,minakuchi,kuwana", "way-2": "osaka,kyoto"}
    for paid, says in (("", "cannot go so far"), (card, "Costs the Ukita card.")):
        page = west.get("/table/move/osaka", query_string={**asked, "card": paid}).text
        assert 'name="card"' in page
        assert says in page
    assert west.post("/table/move.stack", data={**asked, "side": "west", "card": card, "key": "all"}).status_code == 303
    alone = west.get("/table/move/osaka", query_string={"from": "osaka", "groups": 1, "blocks": stack[:4]}).text
    assert 'name="card"' not in alone


def test_the_wall_shows_the_battle_and_names_the_lost_and_nothing_that_waits_unseen(room, app):
    """8.7.3: lost blocks lie beside the board for both; of what has not deployed all know the number alone."""
    view = "/display/view/battle"
    assert "No battle has been fought" in app.test_client().get(view).text
    now = fought(room)
    campaign, wall = standing_in(room)[0], app.test_client().get(view).text
    assert "Battle of" in wall
    shown = {
        campaign.piece_names[one]
        for one in [*now.known, *(play["block"] for play in now.fight.plays if "block" in play)]
    }
    for side in SIDES:
        hidden = {campaign.piece_names[one] for one in now.fight.blocks[side]} - shown
        assert not [name for name in hidden if name in wall.partition('class="lost"')[0]]
        lost = alike(campaign.piece_names[one] for one in campaign.blocks_of(side) if now.spot[one] == LOST)
        assert f"<dt>Lost by the {side}</dt><dd>{lost or 'nobody'}</dd>" in wall
    while (now := standing_in(room)[1]).fight:
        name, order = order_of(act := next_act(room, random.Random(3)))
        perform(room, Umpire(ROLES[act.side], act.side), name, order, at=AT)
    after = app.test_client().get(view).text
    assert "is over" in after
    for side in SIDES:
        lost = alike(campaign.piece_names[one] for one in campaign.blocks_of(side) if now.spot[one] == LOST)
        assert f"<dt>Lost by the {side}</dt><dd>{lost or 'nobody'}</dd>" in after
    assert any(now.last.lost.values()), "so that somebody is named"


def test_the_second_block_of_a_double_card_is_offered_with_that_card_alone(room):
    blocks = "ukita_infantry_2_1 ukita_infantry_3_1 mori_infantry_2_1 mori_infantry_2_2"
    hands = {"west": "ukita_double_1 ukita_normal_1 mori_normal_1", "east": "date_normal_1"}
    game = scene(west={"kiso": blocks}, east={"kiso": 1}, hands=hands)(End("west"))
    game(Declare("west", "kiso"), Deploy("west", "ukita_infantry_2_1", "ukita_double_1"))
    set_state(room, game.state)
    seen = ask(room, battle_page, "west")
    assert [(one.block, card.card) for one in seen.deploys for card in one.with_] == [
        ("ukita_infantry_3_1", "ukita_double_1")
    ]
    assert [one.what for one in seen.closed] == ["Mōri 2 mon, Ukita double card"], "of both alike it is told once"
    assert [one.action for one in seen.forms] == ["combat.no_second"], "blocks deploy by buttons of their own"


def told_until(file, edition, wanted):
    """A campaign as its story goes until a state of it is wanted."""
    made = a_room(file, edition, script(edition)["seed"])
    do = doing(made)
    for one in story(edition):
        name, order = order_of(one.act)
        do(one.act.side, name, **order)
        if wanted(one.after):
            return made, one.after
    pytest.fail("The story has no such state.")


@pytest.mark.parametrize("stage", ["lose", "retreat"])
def test_whoever_deploys_no_more_is_shown_no_blocks_that_wait(tmp_path, stage):
    room, now = told_until(tmp_path / "told.db", "kessen", lambda after: after.fight and after.fight.stage == stage)
    app = opened(room)
    assert "Your blocks that wait" not in signed_in(app, now.fight.side).get("/battle/").text
    room.store.close()


def test_a_castle_that_a_disk_holds_alone_is_shown_with_it(tmp_path):
    room, _ = told_until(
        tmp_path / "told.db",
        "kessen",
        lambda after: after.fight and after.fight.siege and after.fight.blocks and after.fight.place == "kyoto",
    )
    read = signed_in(opened(room), "umpire").get("/battle/").text
    assert "of 0 blocks deployed, and the disk of Torii Mototada," in read
    assert read.count("and the disk of") == 1, "the besieger has none"
    room.store.close()


def test_no_page_of_a_side_names_what_only_the_other_knows(room, app):
    for stage in ("deploy", "challenge"):
        now = fought(room, 3, stage)
        campaign = standing_in(room)[0]
        for desk in SIDES:
            foe, browser = OTHER[desk], signed_in(app, desk)
            hidden = [one for one in campaign.blocks_of(foe) if one not in now.known]
            for page in ("/table/", "/battle/", "/table/over", *(f"/table/move/{place}" for place in ("osaka", "edo"))):
                read = browser.get(page).text
                assert not [one for one in (*hidden, *now.hands[foe]) if f'"{one}' in read or f"{one}," in read], page


def test_a_page_of_a_side_that_is_left_alone_hides_itself_and_the_board_never(app):
    for address, locks in (("/table/", True), ("/battle/", True), ("/journal/", True), ("/board/", False)):
        assert ("data-minutes" in signed_in(app, "west").get(address).text) is locks, address
    assert "data-minutes" in signed_in(app, "umpire").get("/at-the-table/").text


def test_pages_of_a_side_are_asked_of_nobody_else(app):
    for page in ("/table/", "/battle/", "/table/over", "/table/move/osaka"):
        assert app.test_client().get(page).status_code == 303
    east = signed_in(app, "east")
    assert east.get("/table/move/nowhere").status_code == 404
    assert east.post("/battle/battle.none", data={}).status_code == 404
    page = east.get("/battle/").text
    assert "No battle is being fought" in page
    assert "will stand here, once whoever moved declares combat at the table (8.1)." in page


def test_a_stack_that_may_not_move_is_shown_and_not_offered(room):
    assert ask(room, move_form, "east", "edo", lambda _: "", lambda _: []) is None


def test_each_card_of_a_hand_begins_with_a_capital(tmp_path):
    room = a_room(tmp_path / "campaign.db", "kessen", "482")  # whose hands have a loyalty challenge each
    umpire = signed_in(opened(room), "umpire")
    assert "<span>Loyalty challenge (" in umpire.get("/table/").text
    play(room, until="pay")
    assert "<li>Loyalty challenge <" in umpire.get("/table/").text
    room.store.close()


def test_a_hand_without_a_card_says_nothing_of_bidding(room, app):
    play(room, until="over")
    read = signed_in(app, "umpire").get("/table/").text
    hands = standing_in(room)[1].hands.values()
    assert read.count("No card is left.") == sum(not cards for cards in hands) == 1
    assert read.count("with what each card bids") == 1
