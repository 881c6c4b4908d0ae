"""Two have one page open, at two phones of a side or as two umpires: whoever is slower is told what the other did, and
what he sends from his old page is not taken for the next play."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed
from control.sekigahara.game import ROLES
from control.sekigahara.rules.sides import OTHER, SIDES
from tests.sekigahara.games import opened, play, set_state, signed_in, standing_in
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_pairs import HAPPENS, columns_of, do, set_up
from tests.tags import Html

ACTS = [case for case in HAPPENS if case[2] in SIDES]


def forms_of(browser, side):
    """The forms of acts on the pages of a desk, filled in: what each sends for a side, and where to."""
    stacks = [one.about.get("href", "") for one in Html(browser.get("/table/").text).all("a")]
    for address in ("/table/", *(one for one in stacks if "?from=" in one), "/battle/", "/at-the-table/"):
        page = Html(browser.get(address).text)
        for form in page.all("form"):
            sent = filled_in(page, form)
            if sent.get("side") == side and sent.get("key") and "into" not in sent:
                yield form.about["action"], sent


def filled_in(page, form):
    """What a form sends when of everything the first thing is chosen."""
    found = {}
    for one in page.all("input", "select"):
        if one.inside("form") is form and one.about.get("name"):
            value = one.about.get("value", "")
            if one.tag == "select":
                values = [option.about["value"] for option in page.all("option") if option.inside("select") is one]
                value = next(filter(None, values), "")
            found.setdefault(one.about["name"], value)
    return found


@pytest.mark.parametrize("desk", ["", "umpire"], ids=["of a side", "umpires"])
@pytest.mark.parametrize("case", ACTS, ids=lambda case: case[1])
def test_the_slower_of_two_is_told_what_the_other_did_whatever_he_sends(room, case, desk):
    stage, action, side, order, *_ = case
    set_up(room, stage)
    ben = signed_in(opened(room), desk or side, "Ben")
    old = [*forms_of(ben, side)]
    assert old
    assert action != "move.stack" or any("groups" in sent for _, sent in old), (
        "a stack that is to move has its own form"
    )
    entry = perform(room, Umpire("Ana", side), action, order)
    before = columns_of(room)
    for to, sent in old:
        answer = ben.post(to, data=sent)
        assert answer.status_code == 409, (to, sent)
        assert f"Ana was quicker: {entry.sentence}" in Html(answer.text).all("body")[0].words
        assert columns_of(room) == before
    again = next((one for one in forms_of(ben, side)), None)
    assert again is None or again[1]["seen"] != old[0][1]["seen"]


def test_letting_a_block_stand_twice_lets_no_second_one_stand(room):
    """The west deploys, the east lets it stand from one phone, and the west deploys again, before the east's other
    phone sends the same."""
    set_up(room, "deployed")
    ben = signed_in(opened(room), "east", "Ben")
    to, sent = next(one for one in forms_of(ben, "east") if one[0].endswith("combat.no_challenge"))
    do(room, "combat.no_challenge", "east", {})
    set_up(room, "deployed")
    assert ben.post(to, data=sent).status_code == 409
    fresh = next(one for one in forms_of(ben, "east") if one[0].endswith("combat.no_challenge"))
    assert ben.post(fresh[0], data=fresh[1]).status_code == 303


def test_what_was_taken_back_is_told_too(room):
    set_up(room, "deployed")
    entry = do(room, "combat.no_challenge", "east", {})
    ben = signed_in(opened(room), "umpire", "Ben")
    old = [one for side in SIDES for one in forms_of(ben, side)]
    perform(room, Umpire("Ana", "umpire"), "journal.undo", {"entry": entry.number, "force": "a slip"})
    before = columns_of(room)
    for to, sent in old:
        answer = ben.post(to, data=sent)
        assert (answer.status_code, "Something was taken back." in answer.text) == (409, True)
    assert columns_of(room) == before


def test_an_act_that_stands_is_told_by_the_number_that_its_side_counts(room):
    perform(room, Umpire("Ana", "umpire"), "announcement.post", {"text": "Tea is ready.", "desks": ["west"]})
    set_up(room, "deployed")
    entry = do(room, "combat.challenge", "east", {"card": "east_loyalty_1"})
    with pytest.raises(OrderNotAllowed, match=rf"In entry {entry.number - 1} .* so it stands\."):
        perform(room, Umpire("Aki", "east"), "journal.undo", {"entry": entry.number})


def test_an_act_that_stands_is_not_offered_to_be_taken_back(room):
    """Whoever acted is told why beside the entry, on the page that follows and in the journal; the umpire may."""
    set_up(room, "deployed")
    app = opened(room)
    aki, ana = signed_in(app, "east", "Aki"), signed_in(app, "umpire", "Ana")
    to, sent = next(one for one in forms_of(aki, "east") if one[0].endswith("combat.challenge"))
    after = aki.post(to, data=sent, follow_redirects=True)
    why = "No undo: The east showed cards: only the umpire may re-open it."
    assert (why in after.text, why in aki.get("/journal/").text) == (True, True)
    assert why not in ana.get("/journal/").text


@pytest.mark.parametrize("known", [[], ["ukita_leader_1_1"]])
def test_a_move_that_declared_a_leader_stands_unless_all_knew_him(room, known):
    game = scene(west={"suwa": "ukita_leader_1_1"})
    game.state.known = known
    set_state(room, game.state)
    order = {"groups": [{"blocks": ["ukita_leader_1_1"], "way": ["suwa", "kofu", "numazu"]}]}
    moved = do(room, "move.stack", "west", order)
    assert "+1 a leader at Suwa (7.3.4)" in moved.sentence
    if known:
        perform(room, Umpire("Aki", "west"), "journal.undo", {"entry": moved.number})
        return
    with pytest.raises(OrderNotAllowed, match="the west declared a leader, so it stands"):
        perform(room, Umpire("Aki", "west"), "journal.undo", {"entry": moved.number})
    perform(room, Umpire("Ana", "umpire"), "journal.undo", {"entry": moved.number, "force": "a slip"})


def test_what_was_told_is_offered_to_be_taken_back_until_a_later_entry_rests_on_it(room):
    play(room, until="pay")
    side = standing_in(room)[1].active
    aki, other = (signed_in(opened(room), one, "Aki") for one in (side, OTHER[side]))
    paid = do(room, "move.pay", side, {"degree": "minimal", "cards": []})
    told = f"/journal/told/{paid.number}"
    assert aki.get(told).status_code == 204
    ended = do(room, "move.end", side, {})
    assert f"No undo: Take back entry {ended.number} first, which rests on it." in aki.get(told).text
    assert f"{'The ' + side} or the umpire undoes it." in other.get(told).text
    stays = f"Take back entry {ended.number} first, which rests on it."
    assert aki.get(told, query_string={"shown": stays}).status_code == 204, "it stands there"
    do(room, "journal.undo", side, {"entry": ended.number})
    assert ">Undo</button>" in aki.get(told, query_string={"shown": stays}).text
    assert "No undo: The journal has no such entry." in aki.get("/journal/told/9999").text


def test_where_both_sides_are_waited_for_neither_has_to_look_again_because_the_other_acted(room):
    """Both bid at once, as two umpires may enter it from one page."""
    umpires = [signed_in(opened(room), "umpire", name) for name in ("Ana", "Ben")]
    (_, east), (_, west) = (next(forms_of(one, side)) for one, side in zip(umpires, SIDES, strict=True))
    answers = [one.post("/table/week.bid", data=sent) for one, sent in zip(umpires, (east, west), strict=True)]
    assert [answer.status_code for answer in answers] == [303, 303]


def test_whoever_bids_does_not_have_to_look_again_because_the_other_took_his_card_back(room):
    tablets = {side: signed_in(opened(room), side) for side in SIDES}
    (_, east), (_, west) = (next(forms_of(one, side)) for side, one in tablets.items())
    tablets["east"].post("/table/week.bid", data=east)
    perform(room, Umpire("Aki", "east"), "journal.undo", {"entry": 1})
    assert tablets["west"].post("/table/week.bid", data=west).status_code == 303
    old = tablets["east"].post("/table/week.bid", data={**east, "key": "old"})
    assert old.status_code == 409, "its own it must know"


def test_a_form_that_is_sent_twice_is_answered_as_at_first(room):
    set_up(room, "deployed")
    ben = signed_in(opened(room), "east", "Ben")
    to, sent = next(one for one in forms_of(ben, "east") if one[0].endswith("combat.no_challenge"))
    assert [ben.post(to, data=sent).status_code for _ in range(2)] == [303, 303]
    assert columns_of(room)[1] == 1


def test_a_script_that_does_not_say_what_it_saw_acts_as_before(room):
    set_up(room, "deployed")
    assert perform(room, Umpire(ROLES["east"], "east"), "combat.no_challenge", {}).number == 1


def test_a_piece_that_a_colleague_put_right_is_put_elsewhere_only_on_purpose(room):
    set_up(room, "move")
    piece = {"piece": "ukita_infantry_2_1", "reason": "it lies so on the board"}
    perform(room, Umpire("Ana", "umpire"), "table.correct", {**piece, "to": "aizu"})
    ben, before = signed_in(opened(room), "umpire", "Ben"), columns_of(room)
    asked = ben.post("/at-the-table/correct", data={**piece, "to": "suwa", "key": "a piece"})
    assert (asked.status_code, asked.text.count("Entered already by Ana at ")) == (422, 1)
    assert columns_of(room) == before
    again = {**piece, "to": "suwa", "key": "a piece", "twice": "true"}
    assert ben.post("/at-the-table/correct", data=again).status_code == 303
