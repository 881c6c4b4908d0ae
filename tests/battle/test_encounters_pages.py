"""Encounters at the map desk: the cards, who has claimed one, and the page on which it is settled."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import BattleRound, BattleSide, Encounter
from tests.conftest import sign_in
from tests.games import CODES
from tests.tags import shown
from tests.test_pages import Reader


@pytest.fixture
def met(hall_at, app_of):
    """An application in which Uesugi and Takeda have met in Shinano, with its hall, and Ana and Ben at the map."""
    hall = hall_at("encounter")
    app = app_of(hall)
    return hall, sign_in(app, "map", "Ana"), sign_in(app, "map", "Ben"), app


def version(hall):
    """The version of encounter 1, as a form sends it back."""
    return hall.get(Encounter, 1).version


def test_a_claim_is_on_the_other_screen_with_its_name_and_without_the_buttons(met):
    _, ana, ben, _ = met
    assert ana.post("/map/encounters/1/claim", data={"do": "take", "at": "desk", "key": "a"}).status_code == 303
    theirs, mine = shown(ben.get("/map/business")), shown(ana.get("/map/business"))
    assert "<strong>Ana</strong> is at work on it" in theirs
    assert 'id="parley-1"' not in theirs
    assert "Take over" in theirs
    assert 'id="parley-1"' in mine
    assert "Release" in mine


def test_settling_anothers_encounter_is_refused_with_his_name_and_nothing_is_changed(met):
    hall, ana, ben, _ = met
    ana.post("/map/encounters/1/claim", data={"do": "take", "key": "a"})
    before = hall.everything()
    for path, data in (
        ("settle", {"outcome": "pass"}),
        ("settle", {"outcome": "parley", "at": "encounter"}),
        ("battle", {"attacker": "uesugi", "settled_by": "umpire"}),
    ):
        answer = ben.post(f"/map/encounters/1/{path}", data=data, answers=422)
        assert "Ana is at work on encounter 1." in shown(answer)
    assert hall.everything() == before
    assert ben.post("/map/encounters/1/claim", data={"do": "take", "over": "true", "key": "b"}).status_code == 303
    assert "Ben took over encounter 1 from Ana." in shown(ben.get("/map/"))
    assert ben.post("/map/encounters/1/settle", data={"outcome": "parley", "key": "c"}).status_code == 303


def test_whoever_takes_a_battle_back_on_its_own_page_is_told_so_at_the_map(met):
    hall, ana, _, _ = met
    ana.post("/map/encounters/1/battle", data={"attacker": "takeda", "settled_by": "umpire", "key": "a"}, answers=303)
    undo = {"entry": str(hall.entries()[-1].number), "next": "/battles/1", "key": "b"}
    page = ana.post("/journal/undo", data=undo, follow_redirects=True)
    assert (page.status_code, page.request.path) == (200, "/map/")
    assert "Taken back: entry" in shown(page)
    ana.get("/battles/1", answers=400)  # who asks for it later is told that it is not there


def test_only_mine_are_shown_where_they_are_asked_for(met):
    _, ana, ben, _ = met
    assert 'id="encounter-1"' not in shown(ana.get("/map/business?mine=1"))
    ana.post("/map/encounters/1/claim", data={"do": "take", "key": "a"})
    assert 'id="encounter-1"' in shown(ana.get("/map/business?mine=1"))
    assert "You have claimed no encounter" in shown(ben.get("/map/business?mine=1"))


def test_the_page_stays_with_its_filter_when_it_is_fetched_anew(met):
    _, ana, _, _ = met
    assert "/map/business?mine=1" in shown(ana.get("/map/?mine=1"))


def test_what_is_put_aside_says_why_on_every_card(met):
    _, ana, ben, _ = met
    ana.post("/map/encounters/1/claim", data={"do": "take", "key": "a"})
    ana.post("/map/encounters/1/claim", data={"do": "release", "note": "he is at the Shogun’s", "key": "b"})
    assert "Put aside: he is at the Shogun’s" in shown(ben.get("/map/business"))


def test_umpires_who_give_no_name_are_told_apart(met):
    *_, app = met
    names = set()
    for _ in range(8):
        client = app.test_client()
        client.post("/sign-in", data={"code": CODES["map"], "name": " "})
        names.add(re.search('data-umpire="([^"]*)"', shown(client.get("/map/")))[1])
    assert len(names) > 1
    assert all(re.fullmatch(r"Map Control [2-9A-Z]{2}", name) for name in names)


def test_one_side_withdraws_by_form_and_errors_are_at_their_field(met):
    hall, ana, _, _ = met
    wrong = ana.post(
        "/map/encounters/1/settle",
        data={"outcome": "withdraw", "who": "uesugi", "retreat_to": "aki", "at": "encounter", "key": "a"},
        answers=422,
    )
    assert 'id="wrong-retreat_to"' in shown(wrong)
    assert 'value="uesugi" required checked' in shown(wrong)
    form = {
        "outcome": "withdraw",
        "who": "uesugi",
        "retreat_to": "",
        "at": "encounter",
        "key": "b",
        "version": str(version(hall)),
    }
    for _ in range(2):
        assert ana.post("/map/encounters/1/settle", data=form).status_code == 303
    assert hall.army(1).province == "echigo"


def test_an_old_card_settles_nothing(met):
    hall, ana, ben, _ = met
    old = str(version(hall))
    ben.post("/map/encounters/1/settle", data={"outcome": "parley", "version": old, "key": "a"})
    answer = ana.post("/map/encounters/1/settle", data={"outcome": "pass", "version": old, "key": "b"}, answers=409)
    assert "settled already: parley" in shown(answer)


@pytest.fixture
def three(hall, app_of):
    """Takeda with two armies (1 and 4) and Hōjō, allied, stand in Shinano when Uesugi enters it."""
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", terms="a marriage")
    hall.an_army("takeda", "shinano", 5, 2, "takeda-harunobu")
    hall.an_army("hojo", "shinano", 9, 3)
    hall.march(hall.an_army("uesugi", "echigo", 12, 4, "uesugi-kenshin"), "shinano")
    hall.an_army("takeda", "shinano", 2, 2)
    hall.phases(1)
    return hall, sign_in(app_of(hall), "map", "Ana")


def test_each_clan_is_put_on_a_side_and_the_command_is_the_umpires_choice(three):
    hall, ana = three
    page = shown(ana.get("/map/encounters/1"))
    assert "Takeda allied with Hōjō" in page
    assert "a marriage" in page
    sides = {"side-uesugi": "attacker", "side-takeda": "defender", "side-hojo": "defender", "settled_by": "banzai"}
    ana.post("/map/encounters/1/battle", data={**sides, "defender_general": "takeda-harunobu", "key": "a"}, answers=303)
    state = hall.state()
    assert state[("battle_side", 1, "defender")]["general"] == "takeda-harunobu"
    assert sum(key[0] == "battle_force" and row["role"] == "defender" for key, row in state.items()) == 3


def test_what_was_put_on_a_side_stays_typed_when_something_is_wrong(three):
    _, ana = three
    sides = {"side-uesugi": "attacker", "side-takeda": "defender", "side-hojo": "aside", "aside": "A1"}
    answer = ana.post("/map/encounters/1/battle", data=sides, answers=400)
    page = shown(answer)
    assert 'id="wrong-settled_by"' in page
    assert "better_general" not in re.search(r'id="wrong-settled_by"[^>]*>(.*?)</', page, re.DOTALL)[1]
    assert 'name="side-hojo" value="aside" required checked' in page
    assert 'name="aside" value="A1" checked' in page


def test_where_all_are_put_on_one_side_it_is_said_that_nobody_defends(three):
    hall, ana = three
    hall.correct("province", "shinano", "holder", "uesugi", "game")
    sides = {f"side-{clan}": "attacker" for clan in ("uesugi", "takeda", "hojo")} | {"settled_by": "umpire"}
    answer = ana.post("/map/encounters/1/battle", data=sides, answers=422)
    assert "All who are here attack, and nobody defends. Put one of them on the other side." in shown(answer)


def test_forces_that_keep_out_of_it_come_from_several_boxes(three):
    hall, ana = three
    sides = {"side-uesugi": "attacker", "side-takeda": "defender", "side-hojo": "defender", "settled_by": "umpire"}
    answer = ana.post("/map/encounters/1/battle", data={**sides, "aside": ["A1", "A99"]}, answers=400)
    assert "is no force of this encounter" in shown(answer)
    assert ana.post("/map/encounters/1/battle", data={**sides, "aside": ["A1"], "key": "b"}).status_code == 303
    assert all(row["army"] != 1 for row in hall.rows("battle_force"))


def test_the_locals_can_be_answered_for_at_the_map(hall_at, app_of):
    hall = hall_at("question")
    ana = sign_in(app_of(hall), "map", "Ana")
    page = shown(ana.get("/map/encounters/1"))
    assert "What do the locals answer?" in page
    wrong = ana.post("/map/encounters/1/answer", data={"answer": "raises", "at": "encounter"}, answers=400)
    assert 'id="wrong-troops"' in shown(wrong)
    right = {"answer": "raises", "troops": "2", "note": "", "at": "encounter", "key": "a"}
    assert ana.post("/map/encounters/1/answer", data=right).location.endswith("/map/encounters/1")
    assert "they raised troops" in shown(ana.get("/map/business"))
    assert 'id="pass-1"' not in shown(ana.get("/map/business"))


@pytest.mark.parametrize(("bond", "beside"), [("alliance", True), ("peace", False)])
def test_the_card_of_a_meeting_says_that_the_levy_stands_beside_the_holders_allies(hall, app_of, bond, beside):
    hall.do("treaty.record", "team", kind=bond, one="takeda", other="hojo")
    hall.an_army("hojo", "shinano", 4)
    hall.comes("uesugi", "echigo", "shinano", 9, general="uesugi-kenshin")
    ana = sign_in(app_of(hall), "map", "Ana")
    said = "The people of Takeda fight with <strong>9</strong> and the castle beside Hōjō"
    assert (said in shown(ana.get("/map/business"))) == beside
    hall.settle(attacker="uesugi", defender="hojo")
    assert ("+9 intrinsic defence" in shown(ana.get("/battles/1"))) == beside


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_a_lord_without_a_force_there_is_put_on_no_side_that_his_levy_does_not_come_to(hall, app_of, role):
    for clan in ("hojo", "uesugi"):
        hall.an_army(clan, "etchu", 4)
    hall.do("encounter.call", province="etchu", clans=["hojo", "uesugi"], levy=True, reason="they fall out")
    assert hall.get(Encounter, 1).kind == "closed_province"
    form = {"side-uesugi": "attacker", "side-hojo": "defender", "side-yuki": role, "settled_by": "umpire", "key": "b"}
    ana = sign_in(app_of(hall), "map", "Ana")
    page = shown(ana.post("/map/encounters/1/battle", data=form, answers=400))
    assert "Yūki has no force in this encounter: Hōjō, Uesugi." in page


def test_an_encounter_is_called_by_names_however_they_are_typed(hall_at, app_of):
    hall = hall_at("guests")
    ana = sign_in(app_of(hall), "map", "Ana")
    assert "Hōjō, Takeda" in shown(ana.get("/map/encounters/call"))
    wrong = ana.post(
        "/map/encounters/call", data={"province": "Shinano", "clans": "Oda, hojo", "reason": "wine"}, answers=400
    )
    assert 'id="wrong-clans"' in shown(wrong)
    assert 'value="Oda, hojo"' in shown(wrong)
    form = {"province": "SHINANO", "clans": "Takeda, Hojo", "reason": "wine", "key": "a"}
    for _ in range(2):
        assert ana.post("/map/encounters/call", data=form).status_code == 303
    assert sum(key[0] == "encounter" for key in hall.state()) == 1


def test_who_attacks_how_that_was_settled_and_who_gives_way_is_asked_only_where_two_could(desk_at):
    asked = "Who attacks?", "How was that settled?", "Who gives way?"
    assert [words in desk_at("encounter").get("/map/encounters/1").text for words in asked] == [True] * 3
    alone = desk_at("undefended")
    page = Reader(alone.get("/map/encounters/1").text)
    boxes = [page.boxes(name) for name in ("attacker", "settled_by", "who")]
    assert [[(box["type"], box["value"]) for box in found] for found in boxes] == [
        [("hidden", "uesugi")], [("hidden", "umpire")], [("hidden", "uesugi")],
    ]  # fmt: skip
    sent = {found[0]["name"]: found[0]["value"] for found in boxes[:2]}
    assert alone.post("/map/encounters/1/battle", data={**sent, "key": "a"}).status_code == 303


def test_on_the_page_of_a_battle_each_general_who_fights_in_person_is_ticked(hall_at, app_of):
    hall = hall_at("sides")
    hall.undo(hall.entries()[-1].number)
    lead, ally = hall.army(4).general, hall.army(3).general
    form = {
        "side-uesugi": "attacker", "side-imagawa": "attacker", "side-takeda": "defender", "side-hojo": "defender",
        "settled_by": "umpire", "in_person": [lead, ally], "key": "a",
    }  # fmt: skip
    assert sign_in(app_of(hall), "map", "Map Control").post("/map/encounters/1/battle", data=form).status_code == 303
    battle = hall.numbers("battle")[0]
    assert [hall.get(BattleSide, (battle, role)).in_person for role in ("attacker", "defender")] == [False, True]
    hall.fight(3, battle=battle)
    assert hall.get(BattleRound, (battle, 1)).report["attacker_strength"] == 18 + 7 + 6 + 1, (
        "the ally’s general beside the army of who commands"
    )


def test_the_page_says_that_leave_was_granted_for_this_season(hall_at, app_of):
    hall = hall_at("question")
    hall.do("locals.answer", "npd", encounter=1, answer="passage")
    hall.an_army("hojo", "etchu", 3)
    hall.do("encounter.call", province="etchu", clans=["uesugi", "hojo"], reason="they fall out")
    number = max(hall.numbers("encounter"))
    page = shown(sign_in(app_of(hall), "map").get(f"/map/encounters/{number}"))
    assert "passage granted this season" in page
