"""Guessing codes: the brake comes before the comparison, says nothing of the code, and spares whoever was let in."""

from __future__ import annotations

import re
import threading
import time

import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import event

from control.kernel.entrance.cookies import mark_of
from control.kernel.pages.brake import (
    ALL_LET_IN_BY_ONE_CODE,
    ALL_NEW_DEVICES,
    MOST_ADDRESSES,
    ONE_ADDRESS,
    ONE_KNOWN_DEVICE,
    Brake,
    Braked,
    Device,
    Measure,
)
from tests.conftest import sign_in
from tests.games import CODES
from tests.test_pages import read


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def brake(clock):
    return Brake("desks", clock, clock)


KNOWN = Device("a phone", "map")


def tried(brake, right=False, address="192.0.2.7", device=None):
    """What comes of a code: ``right``, ``wrong`` or ``braked``."""
    try:
        return "right" if brake.attempt(address, device, lambda: right or None) else "wrong"
    except Braked:
        return "braked"


def test_forty_threads_get_no_more_than_one_after_another(brake):
    looked_at, answers = [], []

    def compare():
        looked_at.append(1)
        time.sleep(0.002)  # another thread would get in here if it could

    def guess():
        for _ in range(5):
            try:
                answers.append(brake.attempt("192.0.2.7", "", compare))
            except Braked:
                answers.append("braked")

    threads = [threading.Thread(target=guess) for _ in range(40)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(looked_at) == ONE_ADDRESS.free
    assert answers.count("braked") == 200 - ONE_ADDRESS.free
    assert [(one.wrong, one.unseen) for one in brake.guessing()] == [(5, 195)]


def test_while_it_brakes_a_right_code_is_not_looked_at(brake, clock):
    for _ in range(ONE_ADDRESS.free):
        assert tried(brake) == "wrong"
    assert tried(brake, right=True) == "braked"
    assert tried(brake, right=True, address="192.0.2.8") == "right", "another address has its own measure"
    clock.now += ONE_ADDRESS.every
    assert tried(brake, right=True) == "right"
    assert [tried(brake), tried(brake)] == ["wrong", "braked"]


def test_a_right_code_costs_nothing(brake):
    assert {tried(brake, right=True) for _ in range(100)} == {"right"}


def test_many_addresses_are_held_together_and_known_devices_go_on(brake):
    answers = [tried(brake, address=f"192.0.2.{one}") for one in range(1, 101)]
    assert answers.count("wrong") == ALL_NEW_DEVICES.free
    assert tried(brake, right=True, address="198.51.100.1") == "braked"
    assert tried(brake, right=True, address="192.0.2.1", device=KNOWN) == "right"
    assert tried(brake, address="198.51.100.1", device=KNOWN) == "wrong"


def test_whoever_goes_on_guessing_from_many_addresses_keeps_no_new_phone_out(brake, clock):
    for moment in range(900):
        clock.now += 1
        for one in range(1, 13):
            tried(brake, address=f"192.0.2.{one}")
        phone = f"198.51.{moment // 250}.{moment % 250}"
        if moment % 60 == 30:
            assert tried(brake, address=phone) == "wrong", "a slip of the thumb"
            assert tried(brake, right=True, address=phone) == "right"
    assert tried(brake, right=True, address="192.0.2.1") == "braked"


def test_with_as_many_addresses_as_he_likes_he_tries_no_more_than_twice_what_all_have(brake, clock):
    looked_at = 0
    for moment in range(1000):
        clock.now += 1
        looked_at += [tried(brake, address=f"10.0.{moment % 8}.{one}") for one in range(60)].count("wrong")
    assert looked_at <= 2 * (ALL_NEW_DEVICES.free + 1000 / ALL_NEW_DEVICES.every)


def test_a_device_with_a_stolen_cookie_does_not_guess_for_ever(brake):
    answers = [tried(brake, device=KNOWN) for _ in range(300)]
    assert answers.count("wrong") == ONE_KNOWN_DEVICE.free


def test_whoever_signs_in_again_and_again_with_one_code_guesses_the_others_no_faster(brake, clock):
    let_in = [Device(f"phone {number}", "map") for number in range(3000)]
    answers = [tried(brake, device=one) for one in let_in for _ in range(2)]
    assert answers.count("wrong") == ALL_LET_IN_BY_ONE_CODE.free, "nor is that forgotten with so many"
    assert tried(brake, right=True, device=Device("a phone", "game")) == "right", "nobody else waits for it"
    assert tried(brake, right=True) == "right"
    clock.now += 10 * ALL_LET_IN_BY_ONE_CODE.every
    assert [tried(brake, device=one) for one in let_in[:12]].count("wrong") == 10


def test_what_holds_many_together_is_not_forgotten_for_one_more_of_them(brake, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.brake.MOST_ADDRESSES", 4)
    monkeypatch.setattr("control.kernel.pages.brake.ALL_LET_IN_BY_ONE_CODE", Measure(9, 1000.0))
    assert [tried(brake, device=Device(f"phone {one}", "map")) for one in range(30)].count("wrong") == 9


def test_addresses_of_one_network_of_the_new_kind_are_one(brake):
    answers = [tried(brake, address=f"2001:db8::{one:x}") for one in range(1, 20)]
    assert answers.count("wrong") == ONE_ADDRESS.free
    assert brake.guessing()[0].address == "2001:db8::/64"


def test_an_address_of_the_old_kind_is_the_same_one_however_it_is_written(brake):
    answers = [tried(brake, address=f"{how}192.0.2.7") for how in ("", "::ffff:") for _ in range(4)]
    assert answers.count("wrong") == ONE_ADDRESS.free
    assert [one.address for one in brake.guessing()] == ["192.0.2.7"]
    assert tried(brake, right=True, address="::ffff:192.0.2.8") == "right", "another address has its own measure"


def test_no_number_of_known_devices_makes_it_forget_the_measure_over_all(brake):
    for one in range(ALL_NEW_DEVICES.free):
        tried(brake, address=f"192.0.2.{one}")
    for one in range(MOST_ADDRESSES):
        tried(brake, device=Device(f"stolen {one}", f"desk {one % 40}"))
    assert len(brake._left) <= MOST_ADDRESSES
    assert tried(brake, right=True, address="10.99.99.99") == "braked"


def test_no_number_of_addresses_fills_the_memory(brake):
    for one in range(6000):
        tried(brake, address=f"10.{one // 250}.{one % 250}.1")
    assert len(brake._left) <= MOST_ADDRESSES
    assert len(brake._guesses) <= MOST_ADDRESSES
    assert tried(brake, right=True, address="10.99.99.99") == "braked", "the measure over all is not forgotten"


def test_what_was_seen_is_told_again_only_when_it_goes_on(brake, clock):
    for _ in range(3):
        tried(brake)
    assert brake.guessing() == [], "a slip of the thumb"
    for _ in range(5):
        tried(brake)
    assert (brake.guessing()[0].tries, brake.guessing()[0].since) == (8, 1000.0)
    brake.seen()
    assert brake.guessing() == []
    tried(brake)
    assert brake.guessing()[0].tries == 9
    clock.now += 3600
    assert brake.guessing() == []
    for _ in range(5):
        tried(brake)
    assert [(one.tries, one.since) for one in brake.guessing()] == [(5, 4600.0)], "what was long ago is another matter"


@pytest.mark.parametrize("step", [-3600, 3600])
def test_however_the_clock_steps_no_more_are_free_than_at_first_and_none_are_taken(brake, clock, step):
    """What several processes share is reckoned by the clock of the database, which may be set."""
    assert tried(brake) == "wrong"
    clock.now += step
    answers = [tried(brake) for _ in range(10)]
    assert answers.count("wrong") == ONE_ADDRESS.free - (step < 0)


def test_of_many_who_guess_the_most_tries_are_told_first_and_the_oldest_are_forgotten(brake, clock):
    for one in range(MOST_ADDRESSES):
        tried(brake, address=f"10.{one // 250}.{one % 250}.1")
    clock.now += 1000
    for tries, address in ((4, "192.0.2.4"), (6, "192.0.2.6")):
        for _ in range(tries):
            tried(brake, address=address)
    assert [(one.address, one.tries) for one in brake.guessing()] == [("192.0.2.6", 6), ("192.0.2.4", 4)]


# ---- In front of the game


def guess(browser, code="zzzz-zzzz", address="192.0.2.7"):
    """Type a code at the door."""
    return browser.post("/sign-in", data={"code": code, "name": "Ōta"}, environ_base={"REMOTE_ADDR": address})


def test_at_the_door_a_right_code_gets_the_same_answer_as_a_wrong_one(app):
    known = sign_in(app, "map")
    known.post("/sign-out")
    new = app.test_client()
    assert [guess(new).status_code for _ in range(5)] == [422] * 5
    answers = [guess(new, code) for code in ("zzzz-zzzz", CODES["game"])]
    assert [one.status_code for one in answers] == [429, 429]
    alerts = [re.sub(r"\d+ seconds?", "n", read(one).alerts[0]) for one in answers]
    assert alerts[0] == alerts[1]
    assert "was not looked at" in alerts[0]
    bearer = {"Authorization": f"Bearer {CODES['game']}"}
    script = new.get("/api/state", headers=bearer, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert (script.status_code, "not looked at" in script.get_json()["error"]) == (429, True)
    assert int(script.headers["Retry-After"]) >= 1
    assert guess(known, CODES["map"]).status_code == 303, "this device was signed in before"


def test_game_control_is_shown_who_guesses_and_says_that_it_knows(app, hall):
    game = sign_in(app, "game")
    assert "Somebody is guessing" not in game.get("/game/").text
    for _ in range(7):
        guess(app.test_client(), address="192.0.2.66")
    for address in ("/game/", "/clock/", "/guessing"):
        assert "192.0.2.66, 7 tries since" in game.get(address).text
    assert "192.0.2.66" not in sign_in(app, "map").get("/map/").text
    entries = len(hall.entries())
    assert "Somebody is guessing" not in game.post("/guessing", headers={"HX-Request": "true"}).text, "a part of a page"
    assert game.post("/guessing").status_code == 303
    assert "192.0.2.66" not in game.get("/game/").text
    assert len(hall.entries()) == entries


def test_guessing_the_codes_of_generals_brakes_no_desk(app):
    browser = app.test_client()
    assert [browser.get(f"/tactic/1-ABCDEFGH{one}2").status_code for one in "23456"] == [404] * 5
    assert browser.get("/tactic/1-ABCDEFGH22").status_code == 429
    assert sign_in(app, "game").get("/game/").text.count("codes of generals") == 1


def test_which_armies_there_are_is_not_told_by_how_much_is_asked_for_an_answer(app_of, hall_at):
    app, said, asked = app_of(hall_at("battle")), [], {}
    event.listen(app.room.store.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    for army in (1, 99) * 4:
        said.clear()
        status = app.test_client().get(f"/tactic/{army}-ABCDEF22").status_code
        asked[army] = (status, list(said))
    assert asked[1] == asked[99]
    assert asked[1][0] == 429


def test_at_the_door_all_that_one_code_let_in_are_held_together(app, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.brake.ALL_LET_IN_BY_ONE_CODE", Measure(3, 1000.0))
    maps = [sign_in(app, "map") for _ in range(2)]
    assert [guess(maps[number % 2]).status_code for number in range(4)] == [422] * 3 + [429]
    assert guess(sign_in(app, "game")).status_code == 422


def test_a_device_of_a_program_that_did_not_say_by_which_code_is_a_new_one(app):
    browser = app.test_client()
    browser.set_cookie(
        f"known_desk_{mark_of(app.key)}", URLSafeSerializer(app.key, salt="known desk").dumps("0123456789abcdef")
    )
    assert [guess(browser).status_code for _ in range(6)] == [422] * 5 + [429]


def test_made_up_devices_are_new_ones(app):
    browser = app.test_client()
    browser.set_cookie(f"known_desk_{mark_of(app.key)}", "ImFiYyI.made-up")
    assert [guess(browser).status_code for _ in range(6)] == [422] * 5 + [429]


# ---- The clock of the laptop


@pytest.mark.parametrize("step", [-3 * 3600, 90 * 24 * 3600])
def test_a_stepped_clock_signs_nobody_out(app, monkeypatch, step):
    browser = sign_in(app, "map")
    real = time.time
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: real() + step)
    assert browser.get("/map/").status_code == 200


def test_the_cookie_is_kept_for_a_while_not_until_a_moment(app):
    answer = app.test_client().post("/sign-in", data={"code": CODES["map"]})
    for cookie in answer.headers.getlist("Set-Cookie"):
        assert "Max-Age=34560000" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


# ---- Headers that are no addresses


def test_headers_that_are_no_addresses_are_no_fault_of_ours(app):
    browser = sign_in(app, "map")
    for origin in ("http://[::1", "http://[", "]"):
        assert browser.post("/sign-out", headers={"Origin": origin}).status_code == 403
    for page in ("/announcements/banner", "/journal/", "/map/"):
        for address in ("http://[", "http://[::1/map/", "//["):
            headers = {"HX-Current-URL": address, "HX-Request": "true"}
            assert browser.get(page, headers=headers).status_code == 200
