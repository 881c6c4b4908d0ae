"""The battle page: units and commanders, tactics open or secret, shared losses, who has the battle, the slip."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from control.kernel.proof.verify import verify
from control.sengoku.battle.slips_questions import slips
from control.sengoku.rows import Army, Battle, BattleSide, Character, Claim, Encounter
from tests.battle.test_battles import besieged, crossing
from tests.conftest import room_behind, sign_in
from tests.test_pages import read


@pytest.fixture
def desk_at(hall_at, app_of):
    """A browser of the umpire who opened the battle, at a stage; the hall hangs on it."""

    def open_one(stage, desk="map", name="Map Control") -> FlaskClient:
        hall = hall_at(stage)
        browser = sign_in(app_of(hall), desk, name)
        browser.hall = hall
        return browser

    return open_one


def words(answer):
    """What a page says, without its tags."""
    text = re.sub(r"<[^>]+>", " ", answer.text)
    return " ".join(text.split())


# ---- sides and commanders


def test_every_unit_of_a_side_stands_on_the_page_with_its_flag_and_its_counters(desk_at):
    browser = desk_at("sides")
    text = words(browser.get("/battles/1"))
    assert "Uesugi Kenshin commands A1-3 18" in text
    assert re.search(r"IMA .{3,30} A3-7 6", text)
    assert "Garrison of Shinano 4" in text
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    text = words(browser.get("/battles/1"))
    assert "5 of the castle lost, 4 real" in text
    assert "Garrison of Shinano 3 1 lost" in text


def test_the_better_and_the_senior_general_are_marked_with_the_reason(desk_at):
    text = words(desk_at("sides").get("/battles/1"))
    assert "Uesugi Kenshin experience 3 · better" in text
    assert "Imagawa Yoshimoto experience 2 · senior : Imagawa Yoshimoto goes before Uesugi Kenshin" in text


def test_a_commander_is_chosen_on_the_page(desk_at):
    browser = desk_at("sides")
    other = browser.hall.army(2).general
    browser.post("/battles/1/commander", data={"side": "attacker", "general": other, "in_person": "true"}, answers=303)
    assert browser.hall.get(BattleSide, (1, "attacker")).general == other
    assert browser.hall.get(BattleSide, (1, "attacker")).in_person
    browser.post("/battles/1/commander", data={"side": "attacker", "general": other})
    assert not browser.hall.get(BattleSide, (1, "attacker")).in_person
    wrong = browser.post("/battles/1/commander", data={"side": "attacker", "general": "takeda-harunobu"})
    assert (wrong.status_code, len(read(wrong).alerts)) == (400, 1)


# ---- secret tactics


def test_the_page_asks_in_secret_and_shows_who_has_sealed_and_nothing_more(desk_at):
    browser = desk_at("battle")
    assert browser.post("/battles/1/ask", data={"round": "1", "how": "secret"}).status_code == 303
    page = browser.get("/battles/1")
    assert not read(page).boxes("attacker_tactic")
    assert words(page).count("is choosing") == 2
    assert "The tactics of both generals" in words(page), "which the umpire does not choose"
    assert "Choose both tactics" not in words(page)
    again = words(browser.get("/battles/1/odds?swap_roles=true"))
    assert "The tactics of both generals" in again, "nor where the odds are reckoned anew"
    browser.hall.seal("attacker", "subterfuge")
    part = browser.get("/battles/1/secret?round=1")
    assert words(part).startswith("Uesugi Kenshin ✓ has sealed his tactic Takeda Harunobu is choosing")
    assert "subterfuge" not in part.text.lower()
    assert browser.get("/battles/1/secret?round=1&shown=10").status_code == 204, "it shows that already"
    browser.hall.seal("defender", "outflank")
    shown = read(browser.get("/battles/1/secret?round=1&shown=10"))
    chosen = [shown.boxes(field)[0]["value"] for field in ("attacker_tactic", "defender_tactic")]
    assert chosen == ["subterfuge", "outflank"]
    browser.post(
        "/battles/1/round",
        data={
            "round": "1",
            "die": "3",
            "attacker_tactic": chosen[0],
            "defender_tactic": chosen[1],
            "settled_by": "banzai",  # chosen while the roles were to change, which they are not any more
        },
        answers=303,
    )
    assert browser.hall.get(Battle, 1).rounds == 1
    assert browser.get("/battles/1/secret?round=1").status_code == 204


def test_a_side_without_a_phone_is_sealed_by_the_umpire_and_the_second_seal_opens_both(desk_at):
    browser = desk_at("secret")
    form = {"round": "1", "role": "attacker", "tactic": "subterfuge", "key": "one"}
    answer = browser.post("/battles/1/seal", data=form, follow_redirects=True)
    assert "Uesugi Kenshin has sealed a tactic." in words(answer)
    assert browser.post("/battles/1/seal", data=form).status_code == 303, "the same form, sent twice"
    assert len([entry for entry in browser.hall.entries() if entry.action == "battle.choose_tactic"]) == 1
    answer = browser.post("/battles/1/seal", data=form | {"role": "defender", "key": "two"}, follow_redirects=True)
    assert "both tactics are in and were opened" in words(answer)


def test_on_the_page_each_general_of_a_side_has_a_box_to_fight_in_person(desk_at):
    browser = desk_at("sides")
    second, third = (browser.hall.army(number).general for number in (2, 3))
    form = {"side": "attacker", "general": "uesugi-kenshin", "several": "1", "personally": ["uesugi-kenshin", third]}
    assert browser.post("/battles/1/commander", data=form).status_code == 303
    assert browser.hall.get(BattleSide, (1, "attacker")).in_person
    page = browser.get("/battles/1").text
    ticked = set(re.findall(r'name="personally" value="([^"]+)" checked', page))
    assert (ticked, f'name="personally" value="{second}"' in page) == ({"uesugi-kenshin", third}, True)
    form = {"side": "attacker", "general": "uesugi-kenshin", "several": "1", "personally": [second], "key": "b"}
    assert browser.post("/battles/1/commander", data=form).status_code == 303
    assert not browser.hall.get(BattleSide, (1, "attacker")).in_person
    assert set(re.findall(r'name="personally" value="([^"]+)" checked', browser.get("/battles/1").text)) == {second}


def test_the_head_of_a_battle_says_how_the_attacker_of_its_first_round_was_settled_and_no_other(desk_at):
    browser = desk_at("sides")
    assert "attacker by" in words(browser.get("/battles/1"))
    browser.hall.fight(3)
    browser.hall.fight(3, 2, swap_roles=True)
    assert "Uesugi Kenshin attacked first, by " in words(browser.get("/battles/1"))


def test_who_was_to_fight_in_person_stays_ticked_when_the_commander_is_refused(desk_at):
    browser = desk_at("sides")
    second, third = (browser.hall.army(number).general for number in (2, 3))
    with browser.hall.room.store.write() as session:
        session.get_one(Character, second).battles = 4
    form = {"side": "attacker", "general": second, "several": "1", "personally": ["uesugi-kenshin", third], "key": "a"}
    answer = browser.post("/battles/1/commander", data=form)
    assert answer.status_code == 422
    assert set(re.findall(r'name="personally" value="([^"]+)" checked', answer.text)) == {"uesugi-kenshin", third}
    browser.hall.fight(3)
    late = browser.post("/battles/1/commander", data=form | {"general": third, "key": "b"})
    assert late.status_code in (409, 422), "nothing of a form that is gone stands in the way"


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"round": "1", "role": "attacker"}, 400),
        ({"round": "1", "role": "attacker", "tactic": "charge"}, 400),
        ({"round": "2", "role": "attacker", "tactic": "outflank"}, 409),
        ({"round": "1", "role": "nobody", "tactic": "outflank"}, 409),
    ],
)
def test_a_wrong_choice_is_told_and_seals_nothing(desk_at, form, status):
    browser = desk_at("secret")
    before = browser.hall.everything()
    answer = browser.post("/battles/1/seal", data=form)
    assert (answer.status_code, len(read(answer).alerts)) == (status, 1)
    assert browser.hall.everything() == before


def test_openly_after_all_brings_the_tiles_back(desk_at):
    browser = desk_at("secret")
    browser.post("/battles/1/ask", data={"round": "1", "how": "openly"})
    assert len(read(browser.get("/battles/1")).boxes("attacker_tactic")) == 6


def test_the_code_of_a_generals_page_can_be_shown(desk_at):
    browser = desk_at("secret")
    answer = browser.get("/battles/1/phone/attacker")
    own = next(link for link in read(answer).links() if link.startswith("/tactic/1-"))
    assert "Your tactic for round 1" in words(browser.get(own))
    assert browser.get("/battles/1/phone/nobody").status_code == 400


def test_a_side_that_nobody_leads_has_no_page_of_its_own(desk_at):
    browser = desk_at("start")
    hall = browser.hall
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida")
    hall.settle()
    answer = browser.get("/battles/1/phone/defender", answers=400)
    assert "has no general, so you seal the tactic here" in words(answer)
    hall.do("battle.ask_tactics", battle=1, round=1)
    assert "/battles/1/phone/defender" not in browser.get("/battles/1").text


def test_a_page_from_before_the_asking_is_told_and_throws_no_seal_away(desk_at):
    browser = desk_at("battle")
    shown = [box["value"] for box in read(browser.get("/battles/1")).boxes("secretly")]
    assert shown == ["no", "no"], "the form that asks, and the round"
    first = {"key": "first", "round": "1", "how": "secret", "secretly": "no"}
    assert browser.post("/battles/1/ask", data=first).status_code == 303
    browser.hall.seal("attacker", "outflank")
    assert [box["value"] for box in read(browser.get("/battles/1")).boxes("secretly")] == ["yes", "yes"]
    openly = {"attacker_tactic": "outflank", "defender_tactic": "outflank", "die": "3"}
    for address, form in (("ask", {"how": "secret"}), ("round", openly)):
        with browser.hall.untouched():
            told = browser.post(f"/battles/1/{address}", data={"round": "1", "secretly": "no"} | form)
        assert told.status_code == 409
        assert "Both generals were asked for their tactics in secret for round 1" in words(told)
    again = {"round": "1", "how": "secret", "secretly": "yes"}
    assert browser.post("/battles/1/ask", data=again).status_code == 303, "who sees the asking may ask again"


# ---- losses


def test_losses_are_shared_out_in_a_form_and_a_wrong_sum_is_told_there(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    shown = browser.get("/battles/1")
    had = re.findall(r'"hint">of (\d+)<', shown.text)[:3]
    assert had == ["18", "7", "6"], "what each had when the battle began"
    page = read(shown)
    assert [page.boxes(f"share-{unit}")[0]["value"] for unit in ("A1", "A2", "A3")] == ["2", "1", "1"]
    form = {"side": "attacker", "share-A1": "4", "share-A2": "", "share-A3": "1"}
    before = browser.hall.everything()
    answer = browser.post("/battles/1/share", data=form)
    page = read(answer)
    assert answer.status_code == 422
    assert "These add up to 5, but the side has lost 4 real counters." in page.alerts[0]
    assert page.boxes("share-A1")[0]["value"] == "4", "what was typed stays"
    answer = browser.post("/battles/1/share", data=form | {"share-A3": "many"})
    page = read(answer)
    assert answer.status_code == 400
    assert page.boxes("share-A3")[0]["aria-invalid"] == "true"
    assert browser.hall.everything() == before
    assert browser.post("/battles/1/share", data=form | {"share-A3": "0"}).status_code == 303
    assert browser.hall.get(Army, 1).troops == 14


def test_a_side_of_one_unit_has_nothing_to_share(desk_at):
    assert "Share them out" not in words(desk_at("round").get("/battles/1"))


# ---- who has it


def test_another_umpire_sees_who_has_the_battle_and_takes_it_over(desk_at):
    browser = desk_at("battle")
    ana = sign_in(room_behind(browser), "map", "Ana")
    assert "Yours" in words(browser.get("/battles/1/claim"))
    assert "Map Control is at work on it" in words(ana.get("/battles/1/claim"))
    form = {"round": "1", "attacker_tactic": "outflank", "defender_tactic": "outflank", "die": "3"}
    answer = ana.post("/battles/1/round", data=form, answers=422)
    assert "Map Control is at work on battle 1" in read(answer).alerts[0]
    assert read(answer).chosen("attacker_tactic") == ["outflank"]
    assert ana.post("/battles/1/claim", data={"how": "take"}).status_code == 422
    assert ana.post("/battles/1/claim", data={"how": "over"}).status_code == 303
    assert ana.post("/battles/1/round", data=form).status_code == 303
    assert "Ana is at work on it" in words(browser.get("/battles/1/claim"))


def test_what_was_typed_for_a_round_that_was_taken_back_stands_in_no_other(desk_at):
    browser = desk_at("battle")  # its first round is to come: another desk took it back
    form = {"round": "2", "attacker_tactic": "outflank", "defender_tactic": "outflank", "die": "3"}
    answer = browser.post("/battles/1/round", data=form)
    assert "Round 1 comes first" in read(answer).alerts[0]
    assert (read(answer).chosen("attacker_tactic"), read(answer).chosen("die")) == ([], [""])
    assert 'name="round" value="1"' in answer.text, "and the button fights the round that it names"


def test_a_battle_is_put_aside_with_a_note_and_gone_on_with_from_another_device(desk_at):
    browser = desk_at("round")
    assert browser.post("/battles/1/claim", data={"how": "aside", "note": "they have gone to eat"}).status_code == 303
    ana = sign_in(room_behind(browser), "map", "Ana")
    assert "Put aside: they have gone to eat" in words(ana.get("/battles/1"))
    assert ana.post("/battles/1/claim", data={"how": "take"}).status_code == 303
    assert browser.hall.get(Claim, ("battle", 1)).umpire == "Ana"
    page = read(ana.get("/battles/1"))
    assert page.boxes("round")[-1]["value"] == "1", "the round that was fought is still there"


# ---- the slip


def test_the_slip_holds_every_unit_every_step_and_what_follows(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    browser.hall.fight(3, 2, swap_roles=True)
    browser.hall.end(then="both_stay")
    text = words(browser.get("/battles/1/slip"))
    for said in (
        "Spring 1550, phase 2",
        "Nobody won: both sides stay",
        "Uesugi Kenshin (Subterfuge) attacked Takeda Harunobu",
        "Takeda Harunobu (Conventional Battle) attacked Uesugi Kenshin",
        "5 notional lost",
        "Die 3 at 3-1: A",
        "Garrison of Shinano",
        "Uesugi Kenshin has to draw",
        "attacked: the umpire decided so",
    ):
        assert said in text
    assert browser.get("/battles/9/slip").status_code == 400
    assert read(browser.get("/battles/1/slip")).prints() == {"/print/battle_slip.pdf?only=1"}


def test_the_slip_names_what_comes_back_once_the_battle_is_over(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    assert "A1-3 18 2 16 –" in words(browser.get("/battles/1/slip"))
    browser.hall.end(then="attacker_withdraws")
    assert "A1-3 18 2 16 1" in words(browser.get("/battles/1/slip"))
    assert "Takeda Harunobu won: Uesugi Kenshin broke off." in words(browser.get("/battles/1/slip"))
    assert "recovers 50% of 4: 2 counters next season. R8" in words(browser.get("/battles/1/slip"))
    assert "lapses" not in words(browser.get("/battles/1/slip"))
    with browser.hall.room.store.write() as session:  # as a battle of autumn that an older version ended
        session.get(Encounter, 1).season = "autumn"
    assert "What was to come back lapses over winter" in words(browser.get("/battles/1/slip"))


def test_page_and_slip_say_step_by_step_how_a_battle_ended(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    assert "breaks off and leaves the province" not in words(browser.get("/battles/1/slip"))
    browser.hall.end(then="defender_withdraws", retreat_to="kai")
    for path in ("/battles/1", "/battles/1/slip"):
        text = words(browser.get(path))
        assert "breaks off and leaves the province: Uesugi Kenshin wins. R7" in text
        assert "Uesugi Kenshin recovers 75% of" in text
        assert "Uesugi Kenshin gains experience: 3 becomes 4. R7" in text
        assert "disperses: nothing comes back to it. R8" in text
    assert verify(browser.hall.room).same


def steps_of_the_end(hall):
    """What the steps of the last round and of the end of battle 1 say."""
    rounds = [step["text"] for step in hall.rows("battle_round")[-1]["report"]["steps"]]
    return " ".join([*rounds, *(step["text"] for step in hall.get(Battle, 1).steps)])


@pytest.mark.parametrize("die", [3, 1])
def test_nobody_is_said_to_leave_the_province_before_a_place_that_he_attacked(hall, die):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 40))
    hall.fight(die, attacker_tactic="outflank", defender_tactic="subterfuge")
    outright = hall.rows("battle_round")[-1]["report"]["outright"]
    hall.end(**({} if outright else {"then": "attacker_withdraws"}))
    said = steps_of_the_end(hall)
    assert "leave" not in said
    assert "wins outright." in said if outright else "breaks off: " in said


@pytest.mark.parametrize("die", [3, 6])
def test_nobody_is_said_to_leave_the_province_after_a_battle_at_sea(hall, die):
    crossing(hall)
    hall.correct("army", 2, "troops", 80)
    hall.settle(attacker="mori")
    hall.fight(die)
    hall.end(then="defender_withdraws")
    assert "leave" not in steps_of_the_end(hall)


def test_a_levy_is_not_said_to_leave_its_province(hall):
    hall.an_army("uesugi", "kai", 10)
    hall.do("encounter.call", province="kai", clans=["uesugi"], reason="it is empty")
    hall.settle()
    hall.fight(6)
    hall.end(then="defender_withdraws")
    assert "leave" not in steps_of_the_end(hall)


def test_of_a_garrison_that_loses_nothing_is_said_to_come_back(hall):
    hall.do("garrison.raise", "game", province="kai", troops=6, force="a test needs it")
    hall.an_army("uesugi", "kai", 9)
    hall.do("encounter.call", province="kai", clans=["takeda", "uesugi"], reason="they meet")
    hall.settle()
    hall.fight(3)
    hall.end(then="defender_withdraws")
    of_takeda = [step["text"] for step in hall.get(Battle, 1).steps if step["ruling"] == "R8"]
    assert [text for text in of_takeda if "arrison" in text] == [
        "The garrison of Kai disperses: nothing comes back to it."
    ]


def hurt_kenshin(hall, experience):
    """Uesugi Kenshin, wounded, in battle 1 against Takeda Harunobu, whose experience is 2."""
    hall.correct("character", "uesugi-kenshin", "experience", experience)
    hall.correct("character", "uesugi-kenshin", "wounded", True)
    hall.settle()


@pytest.mark.parametrize(
    ("experience", "said"),
    [
        (2, "Uesugi Kenshin gains experience: 2 becomes 3."),
        (4, "Uesugi Kenshin has the highest experience already: 4."),
    ],
)
def test_a_wounded_winner_learns_to_what_he_is_and_not_to_what_his_wound_leaves(hall_at, experience, said):
    hall = hall_at("encounter")
    hurt_kenshin(hall, experience)
    hall.fight(3)
    hall.end(then="defender_withdraws", retreat_to="kai")
    assert said in steps_of_the_end(hall)
    assert f" {hall.get(Character, 'uesugi-kenshin').experience}." in said


def test_a_wound_is_said_where_it_decides(desk_at):
    browser = desk_at("encounter")
    hurt_kenshin(browser.hall, 2)
    page = words(browser.get("/battles/1"))
    assert "experience 1 ( 2, less 1 for his wound R19 )" in page.replace("(2", "( 2").replace("R19)", "R19 )")
    browser.hall.fight(3)
    said = "is the superior general, 2 against 1 (Uesugi Kenshin 2, less 1 for his wound, R19): −1 column"
    assert f"Takeda Harunobu {said}" in steps_of_the_end(browser.hall)
    assert "less 1 for his wound" in words(browser.get("/battles/1/slip"))
    browser.hall.end(then="both_stay")
    assert "experience 1 · wounded" in words(browser.get("/battles/1"))


def test_a_wound_that_makes_two_generals_equal_is_said(desk_at):
    """Without it Uesugi Kenshin would be superior with his 3."""
    browser = desk_at("encounter")
    browser.hall.correct("character", "uesugi-kenshin", "wounded", True)
    browser.hall.settle()
    browser.hall.fight(3)
    said = "Nobody is the superior general: 2 against 2 (Uesugi Kenshin 3, less 1 for his wound, R19)."
    assert said in steps_of_the_end(browser.hall)
    assert said in words(browser.get("/battles/1/slip"))


def test_both_generals_read_nothing_on_their_slip_of_a_wound_that_decided_nothing(desk_at):
    """Against 2 Takeda Harunobu is superior with his 3, whether that one is wounded or not."""
    browser = desk_at("encounter")
    hall = browser.hall
    hall.correct("character", "takeda-harunobu", "experience", 3)
    hurt_kenshin(hall, 2)
    hall.fight(3)
    hall.end(then="both_stay")
    said = words(browser.get("/battles/1/slip")) + repr(hall.ask(slips, hall.room.scenario))
    assert "superior general, 3 against 1" in said
    assert "wound" not in said
    assert "wounded" in words(browser.get("/battles/1")), "the umpires read of it always"


def test_a_battle_that_ended_before_its_steps_were_kept_has_none(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3)
    browser.hall.end(then="both_stay")
    with browser.hall.room.store.write() as session:
        session.get_one(Battle, 1).steps = []
    assert "Every step" in browser.get("/battles/1").text, "of the round"
    assert "How it ended" not in browser.get("/battles/1/slip").text


def test_the_slip_says_how_a_battle_ended_that_was_not_broken_off(desk_at):
    browser = desk_at("battle")
    browser.hall.end(then="both_stay")
    assert "Both generals called it off before the first round." in words(browser.get("/battles/1/slip"))
    browser = desk_at("decision")
    browser.hall.end()
    said = "Uesugi Kenshin won outright against Takeda Harunobu."
    assert said in words(browser.get("/battles/1/slip"))


def test_the_slip_of_a_battle_at_sea_names_the_water_and_that_the_march_is_over(hall, app_of):
    crossing(hall)
    desk = sign_in(app_of(hall), "map")
    hall.settle(attacker="mori")
    odds = desk.get("/battles/1/odds?attacker_tactic=outflank&defender_tactic=fortify")
    assert "cannot be chosen in a sea battle" in words(odds)
    hall.fight()
    hall.end(then="both_stay")
    slip = words(desk.get("/battles/1/slip"))
    assert "at sea off" in slip
    assert "Nobody won: both sides stay, and have ended their march." in slip


def test_an_ended_battle_says_what_was_lost_and_who_has_yet_to_draw(desk_at):
    browser = desk_at("sides")
    browser.hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    browser.hall.end(then="attacker_withdraws")
    text = words(browser.get("/battles/1"))
    assert "5 cards are still to be drawn" in text
    assert "Uesugi Kenshin: 4 lost" in text


@pytest.mark.parametrize("address", ["commander", "ask", "seal", "share", "claim"])
def test_forms_are_for_map_control_and_game_control_only(desk_at, app_of, address):
    browser = desk_at("secret")
    before = browser.hall.everything()
    assert sign_in(room_behind(browser), "team").post(f"/battles/1/{address}").status_code == 403
    assert sign_in(room_behind(browser), None).post(f"/battles/1/{address}").status_code == 303
    assert browser.hall.everything() == before
