"""What browsers of some years ago lack, such as Safari on an iPad that gets no new one: the pages do without it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import battle_of_kawanakajima, choose, form_headed, told, until

pytestmark = pytest.mark.browser

OLDER = """
delete SubmitEvent.prototype.submitter;
delete Element.prototype.checkVisibility;
delete Array.prototype.findLastIndex;
delete HTMLFormElement.prototype.requestSubmit;
"""


def test_whom_honour_is_for_where_the_keyboard_goes_on_and_how_much_the_map_says(server, open_window):
    page = open_window("Game Control", "Hana", own=True)
    page.add_init_script(OLDER)
    page.goto("/honour/book?clan=takeda")
    page.keyboard.press("1")
    expect(page.get_by_text(": for whom?")).to_be_visible()
    page.locator(".pad-whom").get_by_role("button", name="Takeda Harunobu").focus()
    page.keyboard.press("Enter")
    told(page, "Honour: Takeda Harunobu of Takeda")
    page.goto("/map/raise")
    raising = form_headed(page, "Raise a garrison")
    raising.get_by_label("Province").fill("Kai")
    raising.get_by_label("Counters").fill("2")
    page.keyboard.press("Enter")
    told(page, "raised 2 counters in Kai")
    expect(raising.get_by_label("Counters")).to_be_focused()
    page.goto("/map/")
    expect(page.locator(".drawing > svg")).to_have_class(re.compile(r"\bs\d"))


def test_enter_fights_a_round(server, open_window):
    battle_of_kawanakajima(server)
    page = open_window("Map Control", "a script", own=True)  # whose battle it is
    page.add_init_script(OLDER)
    page.goto("/battles/1")
    for side in page.get_by_role("group", name=re.compile("chooses")).all():
        choose(side, "Conventional Battle")
    expect(page.locator("#odds")).not_to_contain_text("Choose both tactics")
    until(page, "!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    told(page, "Battle 1, round 1")
