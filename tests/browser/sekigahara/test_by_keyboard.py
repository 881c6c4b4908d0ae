"""A desk of 1600 without a mouse: few keys to what may be done, and a siege and a challenge fought by them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.sekigahara.games import play
from tests.sekigahara.test_pairs import set_up

pytestmark = pytest.mark.browser
FEW = 12


@pytest.mark.parametrize(
    ("step", "keys", "reached"),
    [
        ("pay", ["Tab", "Enter", "Tab"], "No movement"),
        ("move", ["Tab", "Enter", "Tab", "Enter", "Tab"], "Muster"),
    ],
)
def test_the_way_to_what_may_be_done_is_short(server, open_window, step, keys, reached):
    play(server.room, until=step, seed=4, by_umpire=0)
    page = open_window("umpire", "Aki", at="/table/")
    for key in keys:
        page.keyboard.press(key)
    focused = page.locator(":focus")
    expect(focused).to_contain_text(reached)


FOCUSED = """(() => { const one = document.activeElement
return (one.closest("label") || one).innerText.replace(/\\s+/g, " ") })()"""


def press(page, *what):
    """Tab to each of these from where the keyboard is, past few others, and press it; the last by Enter."""
    for number, words in enumerate(what, 1):
        for _ in range(FEW):
            page.keyboard.press("Tab")
            if words in page.evaluate(FOCUSED):
                break
        else:
            raise AssertionError(f"{words} is too far away")
        if number < len(what):
            page.keyboard.press("Space")
    with page.expect_navigation():
        page.keyboard.press("Enter")


FOUGHT = {
    "castle": [
        ["stays inside", "Stay in the castle of Okazaki"],
        ["Ukita card"],
        ["Pass"],
    ],
    "deploy": [
        ["Ukita card"],
        ["Loyalty challenge", "Challenge the loyalty"],
        ["Ukita card", "Answer the challenge"],
    ],
}
"""A siege, and a battle with a challenge: what is chosen, each time, and the button that is pressed."""


@pytest.mark.parametrize(
    ("scene", "words"), [("castle", "The last: Siege of Okazaki"), ("deploy", "refuted with a Ukita card")]
)
def test_a_siege_and_a_challenge_are_fought_by_keyboard_alone(server, open_window, scene, words):
    set_up(server.room, scene)
    page = open_window("umpire", "Aki", at="/battle/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to what may be done
    for step in FOUGHT[scene]:
        press(page, *step)
    expect(page.locator("#fought")).to_contain_text(words)
