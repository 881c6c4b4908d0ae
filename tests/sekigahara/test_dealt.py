"""Playing with the real game: pieces as they lie there, corrections with a reason, looks that the journal tells."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed
from control.kernel.journal.state_questions import state as state_of
from control.kernel.proof.verify import verify
from control.kernel.wording import capital
from control.sekigahara.play.dealt.dealt_questions import dealt_form, dealt_forms, pieces_by_name
from control.sekigahara.rules.campaign.acts import (
    Bid,
    Bring,
    Declare,
    Discard,
    End,
    Group,
    Inside,
    Lose,
    Move,
    Muster,
    NoChallenge,
    NoSecond,
    Offer,
    Retreat,
)
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI_BOX, Fight
from control.sekigahara.rules.campaign.scoring import points
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass
from control.sekigahara.rules.forcing import freely, strictly
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.rules.standing import faults
from control.sekigahara.rules.umpire.dealt import as_dealt, corrected
from tests.games import ask
from tests.rulebook.sekigahara.test_fighting import beaten, plays
from tests.sekigahara.campaigns import campaign, played
from tests.sekigahara.games import AT, a_room, doing, opened, play, set_state, signed_in, standing_in
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_desks import fought
from tests.tags import Html


def test_a_card_of_the_pile_changes_places_with_one_of_the_hand():
    on = campaign("gmt")
    state = begin(on, "dealt")
    wanted = next(one for one in state.piles["east"] if on.cards[one].type == "loyalty")
    after, _ = as_dealt(on, state, Bid("east", wanted))
    assert wanted in after.hands["east"]
    assert len(after.hands["east"]) == len(state.hands["east"])
    assert faults(on, after) == []
    assert state == begin(on, "dealt"), "the state given stays as it is"
    done, _ = apply(on, after, Bid("east", wanted))
    assert done.bids == {"east": wanted}


def test_a_card_that_was_shown_to_refute_stays_in_the_hand():
    game = scene(west={"suwa": 1}, east={"suwa": 1}, hands={"west": "ukita_normal_1 mori_normal_1"})
    answer = {"play": "answer", "side": "west", "card": "mori_normal_1"}
    hands = {side: [*game.state.hands[side]] for side in SIDES}
    game.state.fight = Fight("suwa", "west", stage="deploy", side="west", hands=hands, plays=[answer])
    after, _ = as_dealt(game.on, game.state, Deploy("west", game.at("west", "suwa")[0], "ukita_special_1"))
    assert after.hands["west"] == ["ukita_special_1", "mori_normal_1"]
    assert after.fight.hands["west"] == after.hands["west"]


def test_what_was_seen_stays_what_it_is():
    on = campaign("gmt")
    state = begin(on, "dealt").copy()
    card = state.hands["east"].pop()
    state.discards["east"].append(card)
    with pytest.raises(OrderNotAllowed, match="was played already"):
        as_dealt(on, state, Bid("east", card))
    known = next(one for one in on.blocks_of("east") if one in state.known)
    with pytest.raises(OrderNotAllowed, match="is seen at"):
        as_dealt(on, state, Muster("east", (known,), "edo"))
    assert as_dealt(on, state, Discard("west", tuple(state.hands["west"])))[0] == state, "it lies there already"


def test_a_block_of_the_bag_is_the_one_that_deployed_and_every_piece_is_still_somewhere_once(monkeypatch):
    seen = 0

    def watch(before, act, after, said):
        nonlocal seen
        fight = before.fight
        if not isinstance(act, Deploy) or not before.bags[act.side] or seen > 12:
            return
        on = campaign("gmt")
        wanted = before.bags[act.side][0]
        deployed = {one.block.id for one in combat_of(on, fight).deployed}
        hidden = [one for one in fight.blocks[act.side] if one not in before.known and one not in deployed]
        other = Deploy(act.side, wanted, act.card)
        if not hidden:
            with pytest.raises(OrderNotAllowed, match="No hidden block"):
                as_dealt(on, before, other)
            return
        changed, _ = as_dealt(on, before, other)
        assert faults(on, changed) == []
        assert changed.spot[wanted] == fight.place
        assert {side: len(changed.bags[side]) for side in SIDES} == {side: len(before.bags[side]) for side in SIDES}
        assert len(changed.fight.blocks[act.side]) == len(fight.blocks[act.side])
        assert sum(spot == fight.place for spot in changed.spot.values()) == sum(
            spot == fight.place for spot in before.spot.values()
        )
        seen += 1

    for seed in range(3):
        played("gmt", seed, watch=watch)
    assert seen > 5


@pytest.mark.parametrize(
    ("piece", "to", "says"),
    [
        ("nobody", "edo", 'no piece "nobody"'),
        ("tokugawa_leader_1_1", "kyotto", "A block is at a place"),
        ("east_loyalty_1", "edo", "A card is in hand, pile or discards"),
        ("ukita_leader_1_1", MORI_BOX, r"only blocks like those that begin there \(9\.3\)"),
        ("mori_infantry_2_1", MORI_BOX, r"only blocks like those that begin there \(9\.3\)"),
        ("date_infantry_3_1", MORI_BOX, r"only blocks like those that begin there \(9\.3\)"),
    ],
)
def test_a_correction_that_cannot_be_says_what_could(piece, to, says):
    with pytest.raises(OrderNotAllowed, match=says):
        corrected(campaign("gmt"), begin(campaign("gmt"), "dealt"), piece, to)


def test_a_correction_moves_one_piece_and_keeps_every_other():
    on, chance = campaign("gmt"), random.Random(1)
    state = begin(on, "dealt")
    for piece in chance.sample(sorted(on.blocks), 12):
        for to in (BAG, BOX, LOST, "edo"):
            if on.blocks[piece].kind.leader == "protagonist":
                continue
            after, _ = corrected(on, state, piece, to)
            moved = {one for one in on.blocks if after.spot[one] != state.spot[one]}
            assert moved <= {piece}
            assert faults(on, after) == []
            assert piece not in after.known


def test_a_piece_that_is_put_right_after_the_end_has_the_points_counted_again():
    on = campaign("gmt")
    end = begin(on, "counted")
    end.step, end.winner, end.points, end.waiting = "over", "west", points(on, end)[0], []
    assert end.resources["kiso"] != "east"
    after, said = corrected(on, end, "tokugawa_leader_1_1", "kiso")
    assert after.points == points(on, after)[0] == {**end.points, "east": end.points["east"] + 1}
    assert said[-1].endswith("(2.2).")
    assert after.step == "over"


def test_who_ended_the_game_by_his_death_is_not_put_right_before_that_is_taken_back():
    on = campaign("gmt")
    dead, said = corrected(on, begin(on, "dead"), "ishida_leader_1_1", LOST)
    assert (dead.step, dead.winner) == ("over", "east")
    assert said == ("The east wins: Ishida leader is dead (2.1).",)
    with pytest.raises(OrderNotAllowed, match="take back what brought it"):
        corrected(on, dead, "ishida_leader_1_1", "osaka")


def test_who_has_won_by_a_death_is_reckoned_again_when_another_is_put_right():
    on, tokugawa = campaign("gmt"), "tokugawa_leader_1_1"
    dead, _ = corrected(on, begin(on, "dead"), "ishida_leader_1_1", LOST)
    both, said = corrected(on, dead, tokugawa, LOST)
    assert (both.step, both.winner, both.points) == ("over", "west", {})
    fell = "Tokugawa leader is dead and Ishida leader is dead"
    assert said == (f"The west wins: {fell}; where both win at once, the west does (2.1).",)
    one, said = corrected(on, both, tokugawa, "edo")
    assert (one.step, one.winner) == ("over", "east")
    assert said == ("The east wins: Ishida leader is dead (2.1).",)


def test_the_umpire_puts_a_piece_right_and_the_journal_keeps_the_reason_and_not_the_piece(room):
    do, (on, now) = doing(room), standing_in(room)
    piece = next(one for one in on.blocks_of("east") if now.spot[one] == BAG)
    with pytest.raises(NotThisDesk):
        do("east", "table.correct", piece=piece, to="edo", reason="I want it there")
    do("umpire", "table.correct", piece=piece, to="edo", reason="It was drawn for Edo")
    assert standing_in(room)[1].spot[piece] == "edo"
    entries = ask(room, state_of, "west")["journal"]
    assert "It was drawn for Edo" in str(entries)
    assert piece not in str(entries)
    assert verify(room).differences == ()


def put_right(browser, key, **form):
    """Send the form that puts a piece right."""
    return browser.post("/at-the-table/correct", data={"reason": "It lay there", "key": key, **form})


def test_a_piece_is_put_right_by_its_name_and_a_slip_is_told_the_nearest_name(room, app):
    umpire, (on, now) = signed_in(app, "umpire"), standing_in(room)
    page = umpire.get("/at-the-table/").text
    pieces = re.search(r'<datalist id="pieces">(.*?)</datalist>', page)[1]
    assert [one for one in (*on.blocks, *on.cards) if f'"{one}"' in pieces] == [], "nobody types ids"
    at_edo = next(one for one in now.at(on, "east", "edo") if on.blocks[one].kind.name == "Tokugawa leader")
    assert 'value="Tokugawa leader, at Edo, seen"' in pieces
    slip = put_right(umpire, "slip", piece="Tokugava leader, at Edo", to="mito")
    assert (slip.status_code, "Did you mean &#34;Tokugawa leader, at Edo, seen&#34;?" in slip.text) == (400, True)
    several = put_right(umpire, "several", piece="tokugawa", to="mito")
    assert (several.status_code, "Type more of it" in several.text) == (400, True)
    assert put_right(umpire, "nowhere", piece="Tokugawa leader, at Edo, seen", to="").status_code == 400
    assert re.search(r'<select [^>]*name="to"[^>]*><option value="">', page), "no place is chosen by itself"
    assert standing_in(room)[1] == now
    assert put_right(umpire, "letters", piece="tokugawa lead", to="mito").status_code == 303
    assert standing_in(room)[1].spot[at_edo] == "mito"
    card = now.hands["west"][0]
    called = f"{on.cards[card].name} ({on.bids[card]}), from the hand of the west"
    assert put_right(umpire, "card", piece=called, to="discards").status_code == 303
    assert standing_in(room)[1].discards["west"] == [card]


def test_a_piece_that_was_put_right_is_the_one_that_is_meant_when_its_form_comes_again(room, app):
    """By then nothing is called so any more, or something else."""
    umpire, (on, now) = signed_in(app, "umpire"), standing_in(room)
    sent = {"piece": "Tokugawa leader, at Edo, seen", "to": "mito"}
    assert [put_right(umpire, "leader", **sent).status_code for _ in range(2)] == [303, 303]
    other = put_right(umpire, "leader", **sent | {"to": "aizu"})
    assert (other.status_code, "This form was sent already" in other.text) == (422, True)
    card = now.hands["west"][0]
    called = f"{on.cards[card].name} ({on.bids[card]}), from the hand of the west"
    assert put_right(umpire, "card", piece=called, to="discards").status_code == 303
    wrong = put_right(umpire, "card", piece="Tokugawa leader, at Mito", to="discards")
    assert (wrong.status_code, "This form was sent already" in wrong.text) == (422, True)


def test_what_a_piece_in_the_wrong_place_had_claimed_is_told_and_put_right(room, app):
    game = scene(west={"suwa": 1}, resources={"kiso": "east"}, step="pay")
    set_state(room, game.state)
    umpire, [block] = signed_in(app, "umpire"), game.at("west", "suwa")
    for to in ("kiso", "suwa"):
        assert put_right(umpire, to, piece=block, to=to).status_code == 303
    assert "The west still holds the resource location Kiso (4.2)." in str(ask(room, state_of, "east")["journal"])
    assert standing_in(room)[1].resources["kiso"] == "west"
    for to, holder in (("east", "east"), ("nobody", "")):
        page = umpire.get("/at-the-table/").text
        [piece] = re.findall(r'<option value="(Kiso, resource location of [^"]+)"', page)
        assert put_right(umpire, f"cube {to}", piece=piece, to=to).status_code == 303
        assert standing_in(room)[1].resources["kiso"] == holder
    assert "Nobody holds the resource location Kiso (4.2)." in str(ask(room, state_of, "east")["journal"])
    assert 'value="Kiso, resource location of nobody"' in umpire.get("/at-the-table/").text


def test_a_block_that_leaves_a_resource_location_to_others_of_its_side_tells_nothing():
    game = scene(west={"kiso": 2}, resources={"kiso": "west"}, step="pay")
    _, said = corrected(game.on, game.state, game.at("west", "kiso")[0], "suwa")
    assert not any("still holds" in one for one in said)


def test_a_disk_is_put_right():
    game = scene(east={"ueda": 1}, disks="sanada toyotomi", step="pay")
    put(game, "sanada", "destroyed")
    assert (game.state.disks, game.said) == (["toyotomi"], ("The disk of Sanada Masayuki at Ueda is destroyed (3.4).",))
    put(game, "sanada", "standing")
    assert {*game.state.disks} == {"sanada", "toyotomi"}


def test_a_disk_whose_loss_decides_ends_the_game_and_is_put_right_again_by_taking_that_back():
    game = scene("kessen", step="pay")
    decides = next(one.id for one in game.on.edition.disks.values() if one.wins)
    put(game, decides, "destroyed")
    assert (game.state.step, game.state.winner) == ("over", game.on.edition.disks[decides].wins)
    with pytest.raises(OrderNotAllowed, match="take back what brought it"):
        put(game, decides, "standing")


def test_who_is_overrun_once_a_disk_is_put_right_is_asked_for(tmp_path):
    """Who owns a castle is not overrun there (7.4): a disk, while it stands, says whose it is."""
    game = scene("kessen", east={"kyoto": HID}, west={"kyoto": 4, "himeji": 1}, disks="torii toyotomi", step="pay")
    with pytest.raises(OrderNotAllowed, match="At Kyoto this overruns 1 block of the east"):
        corrected(game.on, game.state, "torii", "destroyed")
    state, _ = corrected(game.on, game.state, "torii", "destroyed", [HID])
    assert (state.spot[HID], state.held) == (LOST, {})
    set_state(room := a_room(tmp_path / "kessen.control", "kessen"), game.state)
    asked = put_right(signed_in(opened(room), "umpire"), "asked", piece="Torii Mototada disk, standing", to="destroyed")
    assert (asked.status_code, f'name="overrun" value="{OTHER_ONE}"' in asked.text) == (422, True)


@pytest.mark.parametrize(
    ("piece", "to", "told"),
    [
        ("kiso", "edo", r'A resource location is held by east, west or nobody, not "edo" \(4\.2\)'),
        ("sanada", "east", r'A disk is standing or destroyed, not "east" \(3\.4\)'),
        ("gifu", "east", "There is no piece"),
    ],
)
def test_a_cube_and_a_disk_are_put_right_to_what_they_can_be(piece, to, told):
    game = scene(step="pay")
    with pytest.raises(OrderNotAllowed, match=told):
        corrected(game.on, game.state, piece, to)


def test_the_names_of_pieces_tell_nobody_what_is_in_a_bag_or_a_deck(room, app):
    """Who looks into one has an entry in the journal."""
    on, now = standing_in(room)
    named = ask(room, pieces_by_name)
    bag = {words for words in named if words.endswith("from the bag")}
    assert bag == {f"{block.kind.name}, from the bag" for block in on.blocks.values()}
    assert len(bag) > len({on.blocks[one].kind.name for side in ("east", "west") for one in now.bags[side]})
    deck = {words for words in named if words.endswith("from the deck of the east")}
    assert deck == {
        f"{capital(on.cards[one].name)} ({on.bids[one]}), from the deck of the east" for one in on.cards_of("east")
    }
    none = put_right(signed_in(app, "umpire"), "none", piece="Tokugawa leader, from the bag", to="mito")
    assert (none.status_code, "There is none: Tokugawa leader, from the bag." in none.text) == (400, True)
    drawn = now.bags["west"][0]
    called = f"{on.blocks[drawn].kind.name}, from the bag"
    assert put_right(signed_in(app, "umpire"), "drawn", piece=called, to="mito").status_code == 303
    came = [one for one in on.blocks if now.spot[one] == BAG != standing_in(room)[1].spot[one]]
    assert [on.blocks[one].kind.name for one in came] == [on.blocks[drawn].kind.name]


def test_of_two_alike_at_one_place_the_one_that_was_seen_is_called_so(room):
    twins = "ukita_infantry_2_1 ukita_infantry_2_2"
    game = scene(west={"kiso": twins}, step="pay")
    game.state.known = ["ukita_infantry_2_2"]
    set_state(room, game.state)
    named = ask(room, pieces_by_name)
    assert named["Ukita 2 mon, at Kiso"] == "ukita_infantry_2_1"
    assert named["Ukita 2 mon, at Kiso, seen"] == "ukita_infantry_2_2"


def test_who_is_overrun_by_a_correction_is_ticked_once_it_is_known_that_somebody_is(room, app):
    game = scene(west={"suwa": 3, "kiso": "mori_leader_1_1"}, east={"suwa": HID, BOX: OTHER_ONE}, step="pay")
    set_state(room, game.state)
    umpire, sent = signed_in(app, "umpire"), {"piece": "Mōri leader, at Kiso", "to": "suwa"}
    assert "Overrun by it" not in umpire.get("/at-the-table/").text
    asked = put_right(umpire, "asked", **sent)
    assert (asked.status_code, "this overruns 1 block of the east" in asked.text) == (422, True)
    ticks = re.findall(r'type="checkbox" name="overrun" value="(\w+)"', asked.text)
    assert {HID, OTHER_ONE} <= {*ticks}
    wrong = put_right(umpire, "two", **sent, overrun=[OTHER_ONE, HID])
    assert wrong.status_code == 422
    assert f'value="{OTHER_ONE}" checked' in wrong.text, "what was ticked stays"
    assert put_right(umpire, "one", **sent, overrun=[OTHER_ONE]).status_code == 303
    assert standing_in(room)[1].spot[OTHER_ONE] == LOST


def test_only_the_umpire_types_what_the_real_game_has(room):
    do, (_, now) = doing(room), standing_in(room)
    card = now.piles["east"][0]
    with pytest.raises(NotThisDesk, match="Only the umpire types"):
        do("east", "week.bid", card=card, dealt=True)
    with pytest.raises(OrderNotAllowed, match="is not in the hand"):
        do("umpire", "week.bid", side="east", card=card)
    do("umpire", "week.bid", side="east", card=card, dealt=True)
    assert standing_in(room)[1].bids == {"east": card}


def test_a_look_into_a_bag_is_told_by_the_journal_before_it_is_shown(room, app):
    umpire, east = signed_in(app, "umpire"), signed_in(app, "east")
    assert east.get("/at-the-table/").status_code == 403
    page = umpire.get("/at-the-table/").text
    assert "found-there" not in page
    on, now = standing_in(room)
    for into, pieces in (("bag", now.bags["east"]), ("deck", now.piles["east"])):
        answer = umpire.post("/at-the-table/look", data={"side": "east", "into": into, "key": into}, answers=200)
        looked = re.findall(r"<li>([^<]+)</li>", answer.text.partition('class="found-there"')[2].partition("</ul>")[0])
        assert looked == sorted(capital(on.piece_names[one]) for one in pieces)
    assert "The umpire looked into the bag of the east." in east.get("/journal/").text
    assert umpire.post("/at-the-table/look", data={"side": "north", "into": "bag", "key": "no"}).status_code == 400


@pytest.mark.parametrize(("plays", "stage"), [(2, "deploy"), (1, "challenge")])
def test_a_battle_is_typed_as_it_was_fought_with_the_real_game(room, app, plays, stage):
    fought(room, plays, stage)
    umpire, done = signed_in(app, "umpire"), 0
    for number in range(60):
        before = standing_in(room)[1]
        if before.fight is None:
            break
        offered = ask(room, dealt_forms)
        page = umpire.get("/at-the-table/").text
        assert all(form.title in page for form in offered)
        stage = before.fight.stage
        named = {form.action for form in offered}
        if stage in ("deploy", "second"):
            left = combat_of(campaign("gmt"), before.fight).undeployed(before.fight.side)
            assert ("combat.deploy" in named) == bool(left), "whatever the program dealt, while somebody is left"
        assert stage != "challenge" or "combat.no_challenge" in named
        form = offered[number % len(offered)]
        sent = {"side": form.side, "key": f"typed {number}", "which": form.key}
        for choice in form.choices:
            sent[choice.name] = choice.options[(3 * number) % len(choice.options)][0]
        if form.action == "combat.lose":
            due = int(form.title.split("Lose ")[1].split(" ")[0])
            sent["blocks"] = [value for value, _ in form.choices[0].options][:due]
        answer = umpire.post(f"/at-the-table/act/{form.action}", data=sent)
        assert answer.status_code in (303, 422), answer.text
        done += answer.status_code == 303
        assert answer.status_code == 303 or 'class="wrong"' in answer.text
        on, after = standing_in(room)
        assert faults(on, after) == []
    assert done > 1
    assert verify(room).differences == ()


def test_a_block_is_deployed_at_the_table_with_a_card_that_the_program_did_not_deal(room, app):
    hands = {"west": "mori_normal_1", "east": "date_normal_1"}
    game = scene(west={"kiso": "ukita_infantry_2_1"}, east={"kiso": 1}, hands=hands)(End("west"))
    set_state(room, game(Declare("west", "kiso")).state)
    umpire = signed_in(app, "umpire")
    assert "combat.deploy" not in umpire.get("/table/").text, "no card of that hand deploys that block"
    page = umpire.get("/at-the-table/").text
    assert 'action="/at-the-table/act/combat.deploy"' in page
    sent = {"side": "west", "block": "ukita_infantry_2_1", "card": "ukita_normal_1", "key": "dealt otherwise"}
    assert umpire.post("/at-the-table/act/combat.deploy", data=sent).status_code == 303
    assert standing_in(room)[1].fight.plays[-1]["card"] == "ukita_normal_1"
    assert umpire.post("/at-the-table/act/combat.none", data={"key": "none"}).status_code == 404


def test_the_second_block_of_a_double_card_is_deployed_at_the_table_with_that_card_alone(room):
    hands = {"west": "ukita_double_1 ukita_normal_1", "east": "date_normal_1"}
    game = scene(west={"kiso": "ukita_infantry_2_1 ukita_infantry_3_1"}, east={"kiso": 1}, hands=hands)(End("west"))
    game(Declare("west", "kiso"), Deploy("west", "ukita_infantry_2_1", "ukita_double_1"))
    set_state(room, game.state)
    [form] = [one for one in ask(room, dealt_forms) if one.action == "combat.deploy"]
    [card] = [choice for choice in form.choices if choice.name == "card"]
    assert [one for one, _ in card.options] == ["ukita_double_1"]


WILD, DOUBLE = "kobayakawa_wild_4_1", "ukita_double_1"


def of_kessen(west, known="", **options):
    """A battle of Kessen that the west begins with these blocks, and a hand of another clan."""
    game = scene("kessen", west={"kiso": west}, east={"kiso": 2}, step="combat",
                 hands={"west": "mori_normal_1 mori_normal_2", "east": "east_loyalty_1"}, **options)  # fmt: skip
    game(Declare("west", "kiso"))
    game.state.known += known.split()
    return game


def typed(game, *acts, forbid=strictly):
    """Acts of the real game, one after the other; every piece is still somewhere once, and the combat can be reckoned
    again."""
    for act in acts:
        state, act = as_dealt(game.on, game.state, act)
        game.state, _ = apply(game.on, state, act, forbid, dealt=True)
        assert faults(game.on, game.state) == []
        assert combat_of(game.on, game.state.fight)
    return game


@pytest.mark.parametrize("follows", ["ukita_infantry_2_1", "ukita_gun_1_1"])
def test_a_block_that_goes_with_any_card_deploys_first_whatever_the_program_dealt_beside_it(follows):
    game = of_kessen("mori_infantry_2_1 mori_gun_1_1")
    typed(game, Deploy("west", WILD, DOUBLE))
    assert game.state.fight.stage == "second"
    with pytest.raises(OrderNotAllowed, match=r"only beside one of its clan: .* \(8\.4\.2, S43\)"):
        typed(game, Deploy("west", "sanada_wild_2_1", DOUBLE))
    typed(game, Deploy("west", follows, DOUBLE))
    assert {WILD, follows} <= {one.block.id for one in combat_of(game.on, game.state.fight).deployed}


def test_a_block_that_goes_with_any_card_needs_nobody_beside_it_with_another_card():
    game = of_kessen(f"{WILD} mori_infantry_2_1 mori_gun_1_1")
    there = game.at("west", "kiso")
    assert typed(game, Deploy("west", WILD, "mori_normal_1")).at("west", "kiso") == there


@pytest.mark.parametrize("west", ["mori_infantry_2_1", f"{WILD} mori_infantry_2_1 mori_gun_1_1"])
def test_beside_nobody_who_could_be_of_the_clan_it_does_not(west):
    others = "mori_infantry_2_1 mori_gun_1_1" if WILD in west else ""
    with pytest.raises(OrderNotAllowed, match=r"none is left undeployed; give another card \(8\.4\.2, S43\)"):
        typed(of_kessen(west, known=others), Deploy("west", WILD, DOUBLE))


@pytest.mark.parametrize(("block", "card"), [("moon", DOUBLE), (WILD, "moon"), ("tokugawa_infantry_2_1", DOUBLE)])
def test_a_piece_that_its_side_does_not_have_is_no_deployment_at_the_table(block, card):
    with pytest.raises(OrderError, match=r"\((3\.1|8\.2\.\d)\)"):
        typed(of_kessen("mori_infantry_2_1"), Deploy("west", block, card))


def test_what_was_forced_in_a_combat_stands_whoever_lies_there_by_what_is_named_later():
    game = typed(of_kessen("mori_infantry_2_1 mori_gun_1_1"), Deploy("west", WILD, DOUBLE))
    game.state, _ = apply(game.on, game.state, NoSecond("west"), freely, dealt=True)
    typed(game, NoChallenge("east"), Pass("east"), Deploy("west", "uesugi_infantry_3_1", "uesugi_normal_1"))
    assert "ukita" not in {game.on.blocks[one].kind.clan for one in game.at("west", "kiso")}


def test_at_the_table_no_card_is_shown_whatever_the_program_dealt_where_whoever_can_must():
    game = fought_with("must")
    with pytest.raises(OrderNotAllowed, match="Whoever can refute must here"):
        apply(game.on, game.state, Answer("west"))
    typed(game, Answer("west"))
    typed(game, Pass("west"))


def fought_with(refute):
    """A challenge that waits for its answer, which the hand that was dealt could give."""
    hands = {"west": "mori_normal_1 mori_normal_2", "east": "east_loyalty_1"}
    game = scene("kessen", west={"kiso": "mori_infantry_2_1 mori_gun_1_1"}, east={"kiso": 2}, step="combat",
                 hands=hands, refute=refute)  # fmt: skip
    return game(Declare("west", "kiso"), Deploy("west", "mori_infantry_2_1", "mori_normal_1"),
                Challenge("east", "east_loyalty_1"))  # fmt: skip


def test_a_refutation_that_the_program_dealt_later_undoes_no_answer():
    game = scene("kessen", west={"kiso": "mori_infantry_2_1 mori_gun_1_1"}, east={"kiso": 1}, step="combat",
                 hands={"west": "mori_normal_1 uesugi_normal_1", "east": "east_loyalty_1"}, refute="must")  # fmt: skip
    game(Declare("west", "kiso"), Deploy("west", "mori_infantry_2_1", "mori_normal_1"))
    game(Challenge("east", "east_loyalty_1"))
    typed(game, Answer("west"), Deploy("west", "mori_gun_1_1", "mori_normal_2"))
    assert [one.block.id for one in combat_of(game.on, game.state.fight).deployed] == [
        "mori_infantry_2_1",
        "mori_gun_1_1",
    ]


@pytest.mark.parametrize("refute", ["must", "choice"])
def test_the_form_at_the_table_always_has_no_card_as_an_answer(refute):
    game = fought_with(refute)
    [form] = [dealt_form(game.on, game.state, offer) for offer in legal(game.on, game.state)]
    assert form.choices[0].options[-1] == ("none", "none")
    assert [one for one, _ in form.choices[0].options].count("none") == 1


def test_who_declares_combat_at_osaka_at_the_table_says_whom_the_mori_box_overruns(room):
    box = "mori_infantry_3_1 mori_infantry_3_2 mori_infantry_2_1 mori_infantry_2_2"
    game = scene(west={MORI_BOX: box}, east={"osaka": "date_infantry_3_1"}, active="east")(End("east"))
    set_state(room, game.state)
    [form] = [one for one in ask(room, dealt_forms) if one.action == "combat.declare"]
    [overrun] = [choice for choice in form.choices if choice.name == "overrun"]
    assert "date_infantry_3_1" in dict(overrun.options)


@pytest.mark.parametrize("held", [True, False])
def test_a_challenge_at_the_table_is_made_with_a_loyalty_card_whoever_holds_one(room, held):
    on, now = campaign("gmt"), fought(room, 1, "challenge")
    side = now.fight.side
    loyal = [one for one in on.cards_of(side) if on.cards[one].challenges]
    others = [one for one in on.cards_of(side) if one not in loyal and one not in now.table[side]]
    hand = [*loyal[: int(held)], others[0]]
    now.hands[side], now.fight.hands[side] = hand, [*now.table[side], *hand]
    now.piles[side], now.discards[side] = [one for one in (*loyal, *others) if one not in hand], []
    set_state(room, now)
    [choice] = next(one.choices for one in ask(room, dealt_forms) if one.action == "combat.challenge")
    assert [words for _, words in choice.options] == [f"Loyalty challenge ({on.bids[loyal[0]]})"]


def test_two_cards_of_a_kind_are_exchanged_at_the_table(room, app):
    play(room, until="pay")
    on, now = standing_in(room)
    side = now.active
    held = [*now.hands[side], *now.piles[side]]
    first, second = next(
        (one, other)
        for one, other in combinations(held, 2)
        if (on.cards[one].name, on.bids[one]) == (on.cards[other].name, on.bids[other])
    )
    form = next(one for one in ask(room, dealt_forms) if one.key.endswith("none"))
    words = [said for _, said in form.choices[1].options]
    assert f"{capital(on.cards[first].name)} ({on.bids[first]}) (a second)" in words
    sent = {"side": side, "degree": "none", "cards": [first, second], "key": "exchanged"}
    assert signed_in(app, "umpire").post("/at-the-table/act/move.pay", data=sent).status_code == 303
    assert {first, second} <= {*standing_in(room)[1].discards[side]}


def test_a_stack_is_moved_by_its_number(room, app):
    play(room, until="pay")
    now = standing_in(room)[1]
    order = {"side": now.active, "degree": "total", "cards": now.piles[now.active][:2], "dealt": True}
    perform(room, Umpire("The umpire", "umpire"), "move.pay", order, key="paid at the table", at=AT)
    form = next(one for one in ask(room, dealt_forms) if one.action == "move.stack" and len(one.choices) > 3)
    way = next(value for value, words in form.choices[1].options if "1 road" in words)
    sent = {"side": form.side, "number": "2", "way": way, "card": "", "number-2": "0", "way-2": "", "key": "moved"}
    on, before = standing_in(room)
    assert signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent).status_code == 303
    after = standing_in(room)[1]
    assert len(after.at(on, form.side, form.about)) == len(before.at(on, form.side, form.about)) - 2


@pytest.mark.parametrize("stays", [False, True])
def test_a_leader_who_was_declared_may_be_one_of_the_hidden_blocks_that_go_or_stay(stays):
    game = scene(west={"suwa": 2, BOX: "ukita_leader_1_1"})
    here = game.at("west", "suwa")
    move = Move("west", (Group(tuple(here[:1] if stays else here), ("suwa", "kofu", "numazu")),))
    with pytest.raises(OrderNotAllowed, match="cannot go so far"):
        game(move)
    with pytest.raises(OrderNotAllowed, match=r"no leader at Suwa, or not that Ukita leader \(7.3.4\)"):
        game(replace(move, leader="ukita_leader_1_1"))
    game.state, act = as_dealt(game.on, game.state, replace(move, leader="ukita_leader_1_1"))
    game(act)
    assert game.count("numazu")[1] == (1 if stays else 2)
    assert game.state.spot["ukita_leader_1_1"] == ("suwa" if stays else "numazu")
    assert len(game.at("west", BOX)) == 1
    assert game.heard("a leader at Suwa (7.3.4)")


@pytest.mark.parametrize("moved", ["where he was dealt", "where he is declared"])
def test_a_block_that_changes_places_has_moved_if_the_one_in_its_place_had(moved):
    game = scene(west={"suwa": 1, "kiso": "ukita_leader_1_1"})
    [here], leader = game.at("west", "suwa"), "ukita_leader_1_1"
    game.state.moved = [leader if moved == "where he was dealt" else here]
    move = Move("west", (Group((here,), ("suwa", "kofu")),), leader)
    after, act = as_dealt(game.on, game.state, move)
    assert act.groups[0].blocks == (leader,)
    assert after.moved == [here if moved == "where he was dealt" else leader]


def test_a_block_that_changes_places_came_the_way_of_the_one_in_its_place():
    game = scene(west={"suwa": 1, "kiso": "ukita_leader_1_1"}, east={"suwa": 1})
    [here], leader = game.at("west", "suwa"), "ukita_leader_1_1"
    game.state.entered = {"suwa": [f"west saku {here}"], "kiso": [f"west gifu {leader}"]}
    after, _ = as_dealt(game.on, game.state, Move("west", (Group((here,), ("suwa", "kofu")),), leader))
    assert after.entered == {"suwa": [f"west saku {leader}"], "kiso": [f"west gifu {here}"]}


@pytest.mark.parametrize("shown", ["", "declared", "seen"])
def test_a_leader_whom_only_the_program_dealt_leads_nobody_at_the_table(shown):
    leader = "ukita_leader_1_1"
    game = scene(west={"suwa": f"{leader} ukita_infantry_2_1"})
    game.state.known = [leader] if shown == "seen" else []
    move = Move("west", (Group((leader,), ("suwa", "kofu", "numazu")),), leader if shown == "declared" else "")
    if not shown:
        with pytest.raises(OrderNotAllowed, match=r"cannot go so far\. \+1 base \(7\.3\.3\): 1"):
            apply(game.on, game.state, move, dealt=True)
        return
    state, said = apply(game.on, game.state, move, dealt=True)
    assert any("a leader at Suwa (7.3.4)" in one for one in said)
    rest = Move("west", (Group(("ukita_infantry_2_1",), ("suwa", "kiso", "matsumoto")),))
    assert state.led
    apply(game.on, state, rest, dealt=True)


def test_whoever_is_declared_when_a_part_has_gone_leads_the_others_who_set_out_with_him():
    leader, others = "ukita_leader_1_1", ["ukita_infantry_2_1", "ukita_infantry_3_1"]
    game = scene(west={"suwa": " ".join([leader, *others])})
    state, _ = apply(game.on, game.state, Move("west", (Group((others[0],), ("suwa", "saku")),)), dealt=True)
    assert not state.led
    state, _ = apply(game.on, state, Move("west", (Group((leader,), ("suwa", "kofu", "numazu")),), leader), dealt=True)
    apply(game.on, state, Move("west", (Group((others[1],), ("suwa", "kiso", "matsumoto")),)), dealt=True)


@pytest.mark.parametrize("groups", [(), (Group((), ()),)])
def test_a_leader_who_is_declared_where_nobody_goes_is_refused_with_the_move(groups):
    with pytest.raises(OrderNotAllowed, match=r"A move has groups, each with blocks and with a way"):
        typed(scene(west={"kiso": 2}), Move("west", groups, "ukita_leader_1_1"))


def test_a_leader_who_was_seen_elsewhere_is_not_declared():
    game = scene(west={"suwa": 2, "edo": "ukita_leader_1_1"})
    game.state.known = ["ukita_leader_1_1"]
    move = Move("west", (Group(tuple(game.at("west", "suwa")), ("suwa", "kofu", "numazu")),), "ukita_leader_1_1")
    with pytest.raises(OrderNotAllowed, match="seen at Edo"):
        as_dealt(game.on, game.state, move)


def test_hidden_blocks_that_are_lost_are_named_at_the_table_and_asked_for_nowhere_else():
    """Who loses all he has has no choice; but which hidden blocks they were the real game alone knows."""
    stand = {"kiso": "ukita_infantry_2_1", BOX: "mori_infantry_3_1"}
    game = scene(west=stand, east={"kiso": 2}, hands=dict.fromkeys(SIDES, ""))(End("west"), Declare("west", "kiso"))
    game(Pass("west"))
    told, _ = apply(game.on, game.state, Pass("east"))
    assert (told.spot["ukita_infantry_2_1"], told.fight) == (LOST, None), "beaten at 0 to 0, with one block"
    game.state, _ = apply(game.on, game.state, Pass("east"), dealt=True)
    assert (game.state.fight.stage, game.state.fight.side) == ("lose", "west")
    game.state, act = as_dealt(game.on, game.state, Lose("west", ("mori_infantry_3_1",)))
    game(act)
    assert game.state.spot["mori_infantry_3_1"] == LOST
    assert game.at("west", BOX) == ["ukita_infantry_2_1"]


FOUR = "ukita_infantry_2_1 ukita_infantry_3_1 ukita_leader_1_1 ukita_gun_1_1"
HID, OTHER_ONE = "tokugawa_infantry_2_1", "tokugawa_infantry_3_1"


def overrunning(east=HID, place="kofu", known=""):
    """Four blocks of the west at Suwa, those of the east at Kofu, another of the east still to come; and the move."""
    game = scene(west={"suwa": FOUR}, east={place: east, BOX: OTHER_ONE})
    game.state.known = known.split()
    return game, Move("west", (Group(tuple(FOUR.split()), ("suwa", place)),))


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ((), r"At Kōfu this overruns 1 block of the east: name who of them lay there unseen, 1, not 0 \(7\.4\.2\)"),
        ((OTHER_ONE, HID, "mori_infantry_2_1"), "or Mōri 2 mon; leave out who was not overrun"),
        ((HID, "tokugawa_leader_1_1"), "overruns no Tokugawa leader"),
        (("nobody",), "name who of them lay there unseen"),
    ],
)
def test_hidden_blocks_that_are_overrun_at_the_table_are_named_or_nothing_is_done(named, says):
    game, move = overrunning()
    before = game.state.copy()
    with pytest.raises(OrderNotAllowed, match=says) as told:
        apply(game.on, game.state, move, dealt=True, overrun=named)
    assert (told.value.field, game.state) == ("overrun", before)


def test_the_block_that_lay_there_is_lost_and_the_one_that_the_program_held_is_not():
    game, move = overrunning()
    state, said = apply(game.on, game.state, move, dealt=True, overrun=[OTHER_ONE])
    assert (state.spot[OTHER_ONE], state.spot[HID]) == (LOST, BOX)
    assert "The east loses Tokugawa 3 mon (8.7.3)." in said
    assert faults(game.on, state) == []
    told, _ = apply(game.on, game.state, move)
    assert told.spot[HID] == LOST, "without the real game the program knows who stood there"


def test_who_was_known_is_overrun_without_being_named_and_nobody_seen_elsewhere_is():
    game, move = overrunning(known=HID)
    assert apply(game.on, game.state, move, dealt=True)[0].spot[HID] == LOST
    game, move = overrunning(known=OTHER_ONE)
    with pytest.raises(OrderNotAllowed, match="is seen in the recruitment box") as told:
        apply(game.on, game.state, move, dealt=True, overrun=[OTHER_ONE])
    assert told.value.field == "overrun"


def test_who_walks_into_four_times_as_many_is_named_too():
    game = scene(east={"kofu": 4}, west={"suwa": 1, BOX: "mori_infantry_2_1"})
    move = Move("west", (Group(tuple(game.at("west", "suwa")), ("suwa", "kofu")),))
    with pytest.raises(OrderNotAllowed, match="this overruns 1 block of the west"):
        apply(game.on, game.state, move, dealt=True)
    state, _ = apply(game.on, game.state, move, dealt=True, overrun=["mori_infantry_2_1"])
    assert (state.spot["mori_infantry_2_1"], game.count("kofu")) == (LOST, (4, 0))
    assert state.at(game.on, "west", BOX) == game.at("west", "suwa")


def test_whoever_was_known_in_a_stack_that_parts_may_be_the_one_who_walks_into_four_times_as_many(room, app):
    game = scene(east={"kofu": 4}, west={"suwa": "ishida_leader_1_1 ukita_infantry_2_1"})
    game.state.known = ["ishida_leader_1_1"]
    set_state(room, game.state)
    sent = {"side": "west", "number": "1", "way": "suwa,kofu", "overrun": ["ishida_leader_1_1"], "key": "he"}
    [form] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    offered = next(dict(one.options) for one in form.choices if one.name == "overrun")
    assert {"ishida_leader_1_1", "ukita_infantry_2_1"} <= offered.keys()
    assert signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent).status_code == 303
    assert standing_in(room)[1].winner == "east"


def test_at_the_table_it_is_typed_how_many_stay_in_the_castle_and_not_who(room, app):
    game = scene(west={"gifu": 4, "sawayama": 1}, east={"gifu": 2}, step="combat")
    game(Declare("west", "gifu"), Pass("west"), Pass("east"), Lose("west", game.at("west", "gifu")[:1]))
    set_state(room, game.state)
    [form] = [one for one in ask(room, dealt_forms) if one.action == "combat.retreat"]
    [stay] = [one for one in form.choices if one.name == "inside"]
    assert stay.options == (("0", "nobody"), ("1", "1 block"), ("2", "2 blocks"))
    umpire, act = signed_in(app, "umpire"), "/at-the-table/act/combat.retreat"
    sent = {"side": "west", "to": "sawayama", "which": form.key}
    forgot = umpire.post(act, data={**sent, "key": "forgot"})
    assert (forgot.status_code, "Choose how many stay in the castle, or nobody." in forgot.text) == (400, True)
    assert umpire.post(act, data={**sent, "inside": "2", "key": "two stay"}).status_code == 303
    campaign, now = standing_in(room)
    assert [len(now.at(campaign, "west", place)) for place in ("gifu", "sawayama")] == [2, 2]
    assert umpire.post(act, data={**sent, "inside": "2", "key": "two stay"}).status_code == 303, "it comes again"
    assert umpire.post(act, data={**sent, "inside": "1", "key": "two stay"}).status_code == 422


def test_a_retreat_without_a_castle_that_comes_again_in_one_with_a_castle_is_not_asked_who_stays_there(room, app):
    def beaten(place, to):
        game = scene(west={place: 4, to: 1}, east={place: 2}, step="combat")
        game(Declare("west", place), Pass("west"), Pass("east"), Lose("west", game.at("west", place)[:1]))
        set_state(room, game.state)
        return {"side": "west", "to": to, "key": place}

    umpire, act = signed_in(app, "umpire"), "/at-the-table/act/combat.retreat"
    sent = beaten("kiso", "suwa")
    assert umpire.post(act, data=sent).status_code == 303
    beaten("gifu", "sawayama")
    assert umpire.post(act, data=sent).status_code == 303
    other = umpire.post(act, data={**sent, "inside": "1"})
    assert (other.status_code, "This form was sent already" in other.text) == (422, True)


@pytest.mark.parametrize("wrong", [{"side": "north"}, {"number": "²"}, {"number": "9" * 5000}])
def test_a_march_of_a_side_or_a_number_that_there_is_not_is_refused_at_the_table(room, app, wrong):
    game = scene(west={"gifu": 2}, active="west")
    set_state(room, game.state)
    sent = {"side": "west", "way": "gifu,sawayama", "number": "1", "key": "a slip"} | wrong
    answer = signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent)
    assert answer.status_code in (400, 422)
    assert standing_in(room)[1].at(game.on, "west", "gifu") == game.at("west", "gifu")


def test_a_correction_that_overruns_says_so_and_asks_whom():
    game = scene(west={"suwa": 3, "kiso": 1}, east={"suwa": HID, BOX: OTHER_ONE}, step="pay")
    piece = game.at("west", "kiso")[0]
    with pytest.raises(OrderNotAllowed, match="this overruns 1 block of the east"):
        corrected(game.on, game.state, piece, "suwa")
    state, said = corrected(game.on, game.state, piece, "suwa", [OTHER_ONE])
    assert (state.spot[OTHER_ONE], state.spot[HID]) == (LOST, BOX)
    assert any("overrun 1 of the east" in one for one in said)


@pytest.mark.parametrize(("number", "goes_on"), [(3, False), (4, True), (6, True), (17, True)])
def test_at_the_table_a_stack_may_go_on_behind_those_whom_enough_of_it_overrun(room, number, goes_on):
    set_state(room, scene(west={"niigata": number}, east={"murakami": 1}).state)
    [move] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    choices = {choice.name: dict(choice.options) for choice in move.choices}
    assert "niigata,murakami" in choices["way"]
    assert ("niigata,murakami,yamagata" in choices["way"]) == goes_on
    assert ("overrun" in choices) == goes_on


@pytest.mark.parametrize(
    ("number", "foes", "told"),
    [(1, 4, "the 1 that arrives"), (3, 4, "1 that arrives alone"), (3, 8, "up to 2 that arrive"),
     (2, 8, "whoever arrives"), (3, 3, "")],
)  # fmt: skip
def test_behind_a_way_at_the_table_stands_whom_the_enemy_there_overruns(room, number, foes, told):
    set_state(room, scene(west={"suwa": number}, east={"kofu": foes}).state)
    [move] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    ways = dict(next(choice.options for choice in move.choices if choice.name == "way"))
    behind = f": {foes} of the east overrun {told} (7.4.1)" if told else ""
    assert ways["suwa,kofu"] == f"Kōfu, 1 road{behind}"


@pytest.mark.parametrize(("number", "groups"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 4)])
def test_at_the_table_a_stack_parts_into_as_many_groups_as_at_a_desk(room, app, number, groups):
    """7.3.1: each goes its own way."""
    game = scene(west={"kiso": number}, active="west")
    set_state(room, game.state)
    [move] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    assert sum(choice.name.startswith("number") for choice in move.choices) == groups
    sent = {"side": "west", "key": "parted"}
    for end, to in zip(("", "-2", "-3")[:groups], ("kiso,iwamura", "kiso,suwa", "kiso,matsumoto"), strict=False):
        assert to in dict(next(choice.options for choice in move.choices if choice.name == f"way{end}"))
        sent |= {f"number{end}": "1", f"way{end}": to, f"card{end}": ""}
    assert signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent).status_code == 303
    now = standing_in(room)[1]
    assert [len(now.at(game.on, "west", to)) for to in ("iwamura", "suwa", "matsumoto")] == [
        int(groups > one) for one in range(3)
    ]


FOUR_WAYS = {"": "kiso,iwamura", "-2": "kiso,suwa", "-3": "kiso,matsumoto", "-4": "kiso,iwamura"}


def test_at_the_table_a_fourth_group_goes_its_own_way(room, app):
    game = scene(west={"kiso": 6}, active="west")
    set_state(room, game.state)
    sent = {"side": "west", "key": "four"} | {f"way{end}": way for end, way in FOUR_WAYS.items()}
    sent |= {"way-4": "kiso,iwamura,gifu", "number": "1", "number-2": "1", "number-3": "1", "number-4": "2"}
    assert signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent).status_code == 303
    now = standing_in(room)[1]
    went = ("kiso", "iwamura", "suwa", "matsumoto", "gifu")
    assert [len(now.at(game.on, "west", to)) for to in went] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"number-4": "2"}, "number-4", "Here stand 4 blocks; with this group 5 would go."),
        ({"number": "4"}, "number-2", "Here stand 4 blocks; with this group 5 would go."),
        ({"way-4": ""}, "way-4", "Choose where they go, or that nobody goes."),
        ({"number-4": "0"}, "number-4", "Choose how many go, or nowhere and no force march."),
        ({"number-4": "0", "way-4": "", "card-4": "mori_normal_1"}, "number-4", "Choose how many go, or nowhere"),
        ({"number": ""}, "number", "Choose how many go."),
        ({"way": ""}, "way", "Choose where they go."),
        ({"number": "", "way": ""}, "number", "Choose how many go."),
    ],
)
def test_groups_at_the_table_that_do_not_add_up_are_refused_at_their_field(room, app, typed, field, told):
    """What was typed is not what was done; a smaller group would be moved in silence."""
    game = scene(west={"kiso": 4}, active="west")
    set_state(room, game.state)
    [form] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    sent = {"side": "west", "key": "cut", "which": form.key} | {f"way{end}": way for end, way in FOUR_WAYS.items()}
    sent |= {f"number{end}": "1" for end in FOUR_WAYS} | typed
    answer = signed_in(app, "umpire").post("/at-the-table/act/move.stack", data=sent)
    assert answer.status_code == 400
    assert re.search(rf'id="wrong-{field}"[^>]*>[^<]*{re.escape(told)}', answer.text)
    assert len(standing_in(room)[1].at(game.on, "west", "kiso")) == 4


def test_the_further_groups_of_a_stack_lie_folded_until_one_has_something_in_it(room, app):
    """Mostly a stack goes whole, and its button is to be at hand."""
    set_state(room, scene(west={"kiso": 4}, active="west").state)
    [form] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    umpire, sent = signed_in(app, "umpire"), {"side": "west", "which": form.key, "number": "1", "number-2": "0"}
    typed = umpire.post("/at-the-table/act/move.stack", data=sent | {"way": "kiso,suwa", "way-3": "kiso,iwamura"})
    groups = {"Another group": [False, False], "A third group": [False, True], "A fourth group": [False, False]}
    for number, page in enumerate((umpire.get("/at-the-table/"), typed)):
        folds = {one.about.get("aria-label"): "open" in one.about for one in Html(page.text).all("details")}
        assert {words: folds[words] for words in groups} == {words: open_[number] for words, open_ in groups.items()}


@pytest.mark.parametrize("stood", [2, 4])
def test_who_went_is_who_went_when_the_form_of_a_stack_comes_again(room, app, stood):
    """By then others stand there, or nobody; and who changes it then is told that it was sent."""
    set_state(room, scene(west={"kiso": stood}, active="west").state)
    sent = {"side": "west", "key": "two", "number": "2", "way": "kiso,suwa"}
    umpire, to = signed_in(app, "umpire"), "/at-the-table/act/move.stack"
    assert [umpire.post(to, data={**sent, "seen": "0"}).status_code for _ in range(2)] == [303, 303]
    other = umpire.post(to, data={**sent, "number": "1", "seen": "0"})
    assert (other.status_code, "This form was sent already" in other.text) == (422, True)


def test_whoever_stands_behind_those_who_are_overrun_may_be_overrun_too(room):
    game = scene(west={"niigata": 6}, east={"murakami": HID, "yamagata": OTHER_ONE})
    game.state.known = [HID]
    set_state(room, game.state)
    [move] = [one for one in ask(room, dealt_forms) if one.action == "move.stack"]
    assert OTHER_ONE in dict(next(choice.options for choice in move.choices if choice.name == "overrun"))


def test_the_form_at_the_table_asks_whom_a_move_overran_and_keeps_what_was_ticked(room, app):
    game, _ = overrunning()
    set_state(room, game.state)
    asks = {
        form.action: {choice.name: dict(choice.options) for choice in form.choices} for form in ask(room, dealt_forms)
    }
    assert {HID, OTHER_ONE} <= asks["move.stack"]["overrun"].keys()
    assert not {*FOUR.split()} & asks["move.stack"]["overrun"].keys(), "nobody there is four to one against them"
    umpire, to = signed_in(app, "umpire"), "/at-the-table/act/move.stack"
    sent = {"side": "west", "number": "4", "way": "suwa,kofu", "which": "move-stack-west-suwa"}
    refused = umpire.post(to, data={**sent, "key": "unnamed"})
    assert (refused.status_code, "name who of them lay there unseen" in refused.text) == (422, True)
    assert umpire.post(to, data={**sent, "overrun": [OTHER_ONE, HID], "key": "two"}).status_code == 422
    assert umpire.post(to, data={**sent, "overrun": [OTHER_ONE], "key": "one"}).status_code == 303
    assert standing_in(room)[1].spot[OTHER_ONE] == LOST
    with pytest.raises(OrderNotAllowed, match="only with the real game"):
        doing(room)("west", "move.end", overrun=[HID])


def test_at_the_table_too_losses_say_who_defected():
    stack = "ukita_infantry_2_1 ukita_infantry_3_1"
    hands = {"west": "ukita_normal_1", "east": "east_loyalty_1"}
    game = scene(west={"kiso": stack}, east={"kiso": 2}, hands=hands)
    deployed = Deploy("west", "ukita_infantry_2_1", "ukita_normal_1")
    game(End("west"), Declare("west", "kiso"), deployed, Challenge("east", "east_loyalty_1"), Answer("west", None))
    offer = Offer("west", Lose, {"number": 1, "classes": [[], [], stack.split()], "disk": ""})
    words = [words for _, words in dealt_form(game.on, game.state, offer).choices[0].options]
    assert words[0] == "Ukita 2 mon, defected"


def test_at_the_table_as_many_of_a_kind_are_mustered_or_lost_as_there_are():
    """Six of Kessen read alike."""
    six = " ".join(f"tokugawa_infantry_2_{number}" for number in range(1, 7))
    game = scene("kessen", east={BOX: six, "suwa": 6}, active="east")
    there, none = {"east": game.at("east", "suwa"), "west": []}, {side: [] for side in SIDES}
    game.state.fight = Fight("suwa", "west", stage="lose", side="east", blocks=there, hands=none)
    losses = {"number": 6, "classes": [[], [], there["east"]], "disk": ""}
    for act, choices in ((Muster, {"blocks": six.split(), "places": ["edo"]}), (Lose, losses)):
        options = dealt_form(game.on, game.state, Offer("east", act, choices)).choices[0].options
        assert [words for _, words in options if words.startswith("Tokugawa 2 mon")][-1] == "Tokugawa 2 mon (a sixth)"


# A correction, and what was waited for


def put(game, piece, to, forbid=strictly):
    """A piece is put right; the position after it stands."""
    game.state, game.said = corrected(game.on, game.state, piece, to, forbid=forbid)
    assert faults(game.on, game.state) == []
    return game


def met(**more):
    """The west has come to Suwa, where the east is, and declares combat next."""
    game = scene(west={"kiso": 1}, east={"suwa": 1}, **more)
    return game(Move("west", (Group(tuple(game.at("west", "kiso")), ("kiso", "suwa")),)), End("west"))


@pytest.mark.parametrize(("side", "to"), [("west", "kiso"), ("east", LOST)])
def test_who_stands_against_nobody_after_a_forced_correction_declares_no_combat_and_the_phase_is_over(side, to):
    game = met()
    assert (game.state.step, game.state.active) == ("combat", "west")
    with pytest.raises(OrderNotAllowed, match=r"no combat is left, and .* put in first what else belongs .* \(8\.1\)"):
        put(game, game.at(side, "suwa")[0], to)
    put(game, game.at(side, "suwa")[0], to, freely)
    assert (game.state.step, game.state.active) == ("pay", "east")
    assert game.heard("the east moves (6.4)")


def test_a_combat_that_is_left_after_a_correction_is_declared_as_before():
    game = scene(west={"suwa": 1, "kofu": 1}, east={"suwa": 1, "kofu": 1})(End("west"))
    put(game, game.at("west", "suwa")[0], "kiso")
    assert [one.choices for one in legal(game.on, game.state)] == [{"place": ["kofu"]}]


def test_where_a_correction_has_both_meet_again_combat_is_declared_again():
    game = scene(west={"suwa": 2, "gifu": 1}, east={"suwa": 1, "gifu": 1})(End("west"), Declare("west", "suwa"))
    beaten(plays(game))(Retreat("west", "kiso"))
    put(game, game.at("west", "kiso")[0], "suwa")
    assert sorted(legal(game.on, game.state)[0].choices["place"]) == ["gifu", "suwa"]
    assert game.heard("At Suwa both meet anew, and combat is to be declared there once more (8.1)")


def test_a_siege_that_was_fought_is_not_declared_again_after_a_correction():
    game = scene(west={"suwa": 1, "gifu": 1}, east={"suwa": 1, "gifu": 6}, active="east")
    game(End("east"), Declare("east", "gifu"), Inside("west", True), Pass("east"))
    put(game, game.at("east", "gifu")[0], "edo")
    assert game.state.fought == ["gifu"]


def bidding():
    """The east has bid; the west has one card, and is waited for."""
    game = scene(step="bid", hands={"west": "ukita_normal_1", "east": "date_normal_1"})
    game.state.waiting, game.state.active = ["east", "west"], ""
    return game(Bid("east", "date_normal_1"))


def test_the_right_piece_is_put_in_before_the_wrong_one_is_taken_away():
    game = put(put(bidding(), "ukita_normal_2", "hand"), "ukita_normal_1", "pile")
    assert (game.state.step, game.state.waiting, game.hand("west")) == ("bid", ["west"], ["ukita_normal_2"])
    game = met()
    [wrong] = game.at("west", "suwa")
    right = next(one for one in game.on.blocks_of("west") if one != wrong)
    put(put(game, right, "suwa"), wrong, BAG)
    assert (game.state.step, game.at("west", "suwa")) == ("combat", [right])


def test_a_correction_that_bids_none_for_a_side_says_how_else_and_is_done_with_a_reason(room, app):
    set_state(room, bidding().state)
    umpire, sent = signed_in(app, "umpire"), {"piece": "ukita_normal_1", "to": "pile"}
    asked = put_right(umpire, "asked", **sent)
    assert (asked.status_code, "With 0 cards in the hand the west bids none" in asked.text) == (422, True)
    assert standing_in(room)[1].bids == {"east": "date_normal_1"}
    assert 'name="force"' in asked.text.partition('action="/at-the-table/correct"')[2].partition("</form>")[0]
    assert put_right(umpire, "forced", **sent, force="It has none").status_code == 303
    assert standing_in(room)[1].step == "order"


def test_who_has_no_card_left_to_bid_by_a_forced_correction_bids_none():
    game = put(bidding(), "ukita_normal_1", "pile", freely)
    assert (game.state.step, game.state.waiting, game.state.bids) == ("order", ["east"], {})


def test_who_has_less_than_two_cards_by_a_forced_correction_discards_none_and_draws():
    game = scene(step="discard", week=2, hands={"west": "ukita_normal_1 ukita_normal_2", "east": ""})
    game.state.waiting, game.state.active = ["west"], ""
    with pytest.raises(OrderNotAllowed, match=r"With 1 card in the hand the west discards none, .* \(6\.2\)"):
        put(game, "ukita_normal_1", "discards")
    put(game, "ukita_normal_1", "discards", freely)
    assert (game.state.step, game.state.waiting) == ("bid", ["west"])
    assert game.heard("The west draws")


def test_whoever_is_left_against_four_by_a_correction_is_overrun_and_the_umpire_says_who_it_was(room, app):
    game = scene(west={"kiso": 2, BOX: "mori_infantry_2_1"}, east={"suwa": 4})
    game(Move("west", (Group(tuple(game.at("west", "kiso")), ("kiso", "suwa")),)))
    set_state(room, game.state)
    gone, left = game.at("west", "suwa")
    umpire, sent = signed_in(app, "umpire"), {"piece": gone, "to": "kiso"}
    asked = put_right(umpire, "asked", **sent)
    assert (asked.status_code, "At Suwa this overruns 1 block of the west" in asked.text) == (422, True)
    assert {left, "mori_infantry_2_1"} <= {*re.findall(r'type="checkbox" name="overrun" value="(\w+)"', asked.text)}
    assert put_right(umpire, "one", **sent, overrun=["mori_infantry_2_1"]).status_code == 303
    assert [standing_in(room)[1].spot[one] for one in (gone, left, "mori_infantry_2_1")] == ["kiso", BOX, LOST]


def test_whoever_had_been_seen_in_the_stack_that_a_correction_leaves_may_be_the_one_who_is_overrun(room, app):
    game = scene(west={"suwa": "ukita_infantry_2_1 ukita_infantry_3_1"}, east={"suwa": 4})
    game.state.known = game.at("west", "suwa")
    set_state(room, game.state)
    gone, left = game.at("west", "suwa")
    umpire, sent = signed_in(app, "umpire"), {"piece": gone, "to": "kiso"}
    asked = put_right(umpire, "asked", **sent)
    assert left in re.findall(r'type="checkbox" name="overrun" value="(\w+)"', asked.text)
    assert put_right(umpire, "he", **sent, overrun=[left]).status_code == 303
    assert [standing_in(room)[1].spot[one] for one in (gone, left)] == ["kiso", LOST]


def test_the_others_of_the_mori_box_stay_known_when_one_is_taken_out_of_it():
    box = [f"mori_infantry_3_{number}" for number in range(1, 5)]
    game = scene(west={MORI_BOX: " ".join(box)}, step="pay")
    game.state.known = [*box]
    put(game, box[0], "kyoto")
    assert game.state.known == box[1:]


@pytest.mark.parametrize("block", [f"mori_infantry_3_{number}" for number in range(1, 6)])
def test_a_block_that_is_put_into_the_mori_box_is_known_when_it_comes_to_osaka(block):
    """One of these five begins in the pool; printed is the same on all of them."""
    card = "mori_normal_1"
    game = put(scene(west={"kiso": block}, hands={"west": card}), block, MORI_BOX)(Bring("west", card, (block,)))
    assert (game.state.spot[block], block in game.state.known) == ("osaka", True)
