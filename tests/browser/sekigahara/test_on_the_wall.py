"""The screens of the hall in a campaign of 1600: nothing of a view runs past them."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.sekigahara.game import ROLES
from tests.sekigahara.games import AT
from tests.sekigahara.test_desks import fought

POINTED = {"display": "hall", "name": "Hall", "new": True, "shows": ["board", "battle"], "seconds": 600}
BOARD = ".wall-board, .board-ground, .board-over > svg"
WITHIN = """what => {
  const slide = document.querySelector(".slide.on").getBoundingClientRect();
  return [...document.querySelectorAll(`.slide.on ${what}`)].map(one => one.getBoundingClientRect())
    .map(one => one.height > 0 && one.top >= slide.top && one.bottom <= slide.bottom && one.right <= slide.right);
}"""
CUT_OFF = """() => {
  const words = document.querySelector("[data-cut-off]");
  words.textContent = "No contact with the control room since 10:04; what you see may be out of date.";
  words.hidden = false;
}"""
LONGER = """() => {
  const ladder = document.querySelector(".ladder"), few = [...ladder.children];
  for (let number = few.length + 1; number <= 20; number++) ladder.append(few[number % few.length].cloneNode(true));
}"""
CUT = """() => {
  const ladder = document.querySelector(".ladder").getBoundingClientRect();
  return [...document.querySelectorAll(".ladder li")].map(one => one.getBoundingClientRect())
    .filter(one => one.left < ladder.right && (one.top < ladder.top - 1 || one.bottom > ladder.bottom + 1)).length;
}"""


@pytest.mark.parametrize("screen", [(1280, 720), (1920, 1080)])
def test_a_screen_that_takes_turns_shows_the_whole_board_and_the_last_plays_of_a_long_battle(
    open_window, server, screen
):
    perform(server.room, Umpire(ROLES["umpire"], "umpire"), "display.point", POINTED, key="pointed", at=AT)
    fought(server.room)
    page = open_window(None, at="/display/hall", own=True)
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.wait_for_selector(".board-slide.on")
    assert page.evaluate(WITHIN, BOARD) == [True] * 3
    page.evaluate("document.body.classList.remove('turning')")
    assert page.evaluate(WITHIN, BOARD) == [True] * 3, "nor without scripts"
    page.evaluate("document.body.classList.add('turning')")
    page.evaluate(CUT_OFF)
    assert page.evaluate(WITHIN, BOARD) == [True] * 3, "nor while it says that it is cut off"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".battle-slide.on")
    page.evaluate(LONGER)
    assert page.evaluate(WITHIN, ".ladder li:first-child, .ladder + .hint, .lost") == [True] * 3
    assert page.evaluate(CUT) == 0, "a play has room or is not shown"
