"""The clock's pages, without a browser: the face for everybody, the desk for Game Control, mistakes at their field."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import Clock, DayPlan
from tests.tags import bare
from tests.test_pages import read


def fields(html, address):
    """The hidden fields of the form that is sent there, as its button would send them."""
    form = re.search(rf'<form[^>]*action="{address}".*?</form>', html, re.DOTALL).group()
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def send(browser, press):
    """Press a button of the desk as it stands there."""
    return browser.post(press, data=fields(browser.get("/clock/").text, press))


def test_everybody_sees_the_clock_without_javascript(desk_at):
    for desk in (None, "map", "team"):
        page = bare(desk_at("running", desk).get("/clock/full"))
        for shown in (
            "Spring 1550",
            "Tembun 19",
            "Orders",
            "5:00",
            "Only players commanding armies at the map",
            "Then Movement and battles, 10 min",
        ):
            assert shown in page, (desk, shown)


def test_the_clock_stands_at_the_head_of_every_page(desk_at):
    browser = desk_at("moving", "game")
    for address in ("/map/", "/game/", "/clock/", "/people/", "/standing"):
        assert re.search(
            r"data-clock-time>10:00<.*data-clock-name>Movement and battles<",
            browser.get(address).text,
            re.DOTALL,
        ), address


def test_screens_get_the_server_s_time_and_the_clock_and_nothing_else(desk_at):
    now = desk_at("running", None).get("/clock/now")
    assert now.headers["Cache-Control"] == "no-store"
    state = now.get_json()
    assert set(state) == {
        "now",
        "journal",
        "season",
        "year",
        "when",
        "era",
        "number",
        "begun",
        "stages",
        "set",
        "stage",
        "left",
        "running",
    }
    assert (state["stage"], state["left"], state["running"], state["set"]["left"]) == (0, 300, True, 300)
    assert [one["seconds"] for one in state["stages"]] == [300, 600, 600, 300]


def test_the_buttons_work_and_each_press_can_be_undone(desk_at):
    browser = desk_at("start", "game")
    page = read(browser.get("/clock/"))
    assert "Undo the last press" not in bare(browser.get("/clock/"))
    assert "/clock/full" in page.links()
    assert send(browser, "/clock/start").location == "/clock/"
    shown = bare(browser.get("/clock/"))
    assert "The clock of spring 1550 runs: Orders, 5:00 left." in shown
    assert "Undo the last press" in shown
    for press in ("/clock/minute", "/clock/skip", "/clock/back", "/clock/pause"):
        assert send(browser, press).status_code == 303, press
    assert browser.hall.get(Clock, 1).since is None
    undone = send(browser, "/clock/undo")
    assert undone.status_code == 303
    assert "Taken back" in bare(browser.get("/clock/"))
    assert browser.hall.get(Clock, 1).since is not None


def test_a_form_sent_twice_is_one_press(desk_at):
    browser = desk_at("start", "game")
    form = fields(browser.get("/clock/").text, "/clock/minute")
    for _ in range(2):
        assert browser.post("/clock/minute", data=form).status_code == 303
    assert browser.hall.get(Clock, 1).left == 360
    assert len(browser.hall.entries()) == 1


def test_the_second_umpire_is_told_and_shown_the_clock_as_it_is(desk_at):
    browser = desk_at("running", "game")
    html = browser.get("/clock/").text
    browser.hall.do("clock.skip", "game", stage=0)
    before = browser.hall.everything()
    answer = browser.post("/clock/skip", data=fields(html, "/clock/skip"), answers=409)
    assert "in another stage already: Movement and battles" in read(answer).alerts[0]
    assert "10:00" in bare(answer)
    again = browser.post("/clock/start", data={"key": "a"})
    assert (again.status_code, read(again).alerts[0]) == (409, "The clock runs already.")
    assert browser.hall.everything() == before


def test_an_undo_that_comes_too_late_is_refused_with_what_stands_in_the_way(desk_at):
    browser = desk_at("running", "game")
    html = browser.get("/clock/").text
    browser.hall.do("clock.skip", "game", stage=0)
    answer = browser.post("/clock/undo", data=fields(html, "/clock/undo"), answers=422)
    assert "Take that back first" in read(answer).alerts[0]


def plan(**changed):
    """The form of the plan."""
    lunch = {"break_name": ["Lunch", "", ""], "break_at": ["13:00", "", ""], "break_minutes": ["40", "", ""]}
    return {"begins": "10:00", "ends": "17:00", "shown": "", "key": "k", **lunch} | changed


def test_the_plan_is_changed_and_the_day_shows_it(desk_at):
    browser = desk_at("start", "game")
    shown = bare(browser.get("/clock/"))
    assert "Planned end 17:00" in shown
    assert "Lunch, 40 min" in shown
    browser.post(
        "/clock/plan",
        data=plan(
            ends="18.00",
            break_name=["Lunch", "Tea"],
            break_at=["12:30", "15:00"],
            break_minutes=["40", "15"],
        ),
        answers=303,
    )
    kept = browser.hall.get(DayPlan, 1)
    assert (kept.begins, kept.ends) == ("10:00", "18:00")
    assert [one["name"] for one in kept.breaks] == ["Lunch", "Tea"]
    assert "Planned end 18:00" in bare(browser.get("/clock/"))
    refused = browser.post("/clock/pause", data={"key": "p"}, answers=409)
    for page in (browser.get("/clock/"), refused):  # whoever changes the end alone sends the breaks back as they are
        boxes = re.findall(r'<input [^>]*name="break_name"[^>]*>', page.text)
        assert ['value="Lunch"' in boxes[0], 'value="Tea"' in boxes[1]] == [True, True]


@pytest.mark.parametrize(("changed", "field", "said"), [
    ({"begins": "ten"}, "begins", "no time of the day"),
    ({"ends": "9:00"}, "ends", "ends later than that"),
    ({"break_at": ["25:00", "", ""]}, "break_at", "no time of the day"),
    ({"break_minutes": ["", "", ""]}, "break_minutes", "missing"),
    ({"break_minutes": ["ten", "", ""]}, "break_minutes", "whole number"),
    ({"break_name": ["", "", ""]}, "break_name", "missing"),
])  # fmt: skip
def test_what_is_wrong_with_a_plan_is_told_at_its_field_and_the_typing_kept(desk_at, changed, field, said):
    browser = desk_at("start", "game")
    before = browser.hall.everything()
    answer = browser.post("/clock/plan", data=plan(**changed))
    assert answer.status_code in (400, 422)
    page = read(answer)
    assert [alert for alert in page.alerts if said in alert], page.alerts
    marked = [box for box in page.boxes(field) if box.get("aria-invalid")]
    typed = changed[field]
    assert [box["value"] for box in marked] == [typed[0] if isinstance(typed, list) else typed]
    assert browser.hall.everything() == before


def test_a_time_of_the_plan_is_typed_with_keys_that_have_a_colon(desk_at):
    page = desk_at("start", "game").get("/clock/").text
    boxes = re.findall(r'<input [^>]*name="(begins|ends|break_at|break_minutes)"[^>]*>', page)
    numeric = re.findall(r'<input [^>]*name="(\w+)"[^>]*inputmode="numeric"', page)
    assert set(boxes) == {"begins", "ends", "break_at", "break_minutes"}
    assert not set(numeric) & {"begins", "ends", "break_at"}
    assert "break_minutes" in numeric


def test_a_plan_changed_meanwhile_is_not_overwritten(desk_at):
    browser = desk_at("start", "game")
    html = browser.get("/clock/").text
    browser.hall.do("day.plan", "game", begins="9:00", ends="17:00", breaks=[])
    form = plan(ends="16:00", shown=fields(html, "/clock/plan")["shown"])
    answer = browser.post("/clock/plan", data=form, answers=409)
    assert "changed since you opened it: 09:00 to 17:00" in read(answer).alerts[0]
    again = form | {"key": "k2", "shown": fields(answer.text, "/clock/plan")["shown"]}
    assert browser.post("/clock/plan", data=again).status_code == 303


def test_when_time_is_up_the_desk_says_that_the_clock_closes_nothing(desk_at):
    shown = bare(desk_at("over", "game").get("/clock/"))
    assert "time is up" in shown
    assert "The clock closes nothing" in shown


def test_a_button_that_does_not_exist_is_an_address_that_leads_nowhere(desk_at):
    assert desk_at("start", "game").post("/clock/wind", data={"key": "k"}).status_code == 404
