"""The ten lines of the README to a first battle, each read from it and done as it is written, by a newcomer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Locator, Page, expect

from control.sengoku.scenario.load import load
from control.sengoku.season.asking import ask_for_the_beginning
from tests.browser.serving import Served
from tests.browser.umpire import choose, form_army, form_headed, opened, printed, raise_garrison, row_of, send, told

pytestmark = pytest.mark.browser

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CHAPTER = README.partition("## Ten lines to a first battle")[2].partition("\n\nOpen `/display`")[0]
LINES = [" ".join(line.split()) for line in re.split(r"^\d+\. ", CHAPTER, flags=re.MULTILINE)[1:]]


def sign_in(page: Page, server: Served, desk: str) -> None:
    """At the door."""
    page.goto(server.origin)
    page.get_by_label("Desk code").fill(server.codes[desk])
    page.get_by_label("Your name").fill("a newcomer")
    page.get_by_role("button", name="Sign in").click()


def first(page: Page, server: Served, season: str, desk: str) -> None:
    """Enter is the season of the scenario; the door leads to the desk."""
    with patch("sys.stdin", StringIO("\n")):
        assert ask_for_the_beginning(load("sengoku_1550")) == season
    sign_in(page, server, desk)
    expect(page.get_by_role("heading", name=desk)).to_be_attached()


def second(
    page: Page, server: Served, menu: str, link: str, few: str, one: str, more: str, other: str, ruling: str
) -> None:
    """Garrisons; a province gives no more than its value."""
    page.get_by_text(menu, exact=True).click()
    page.get_by_role("link", name=link, exact=True).click()
    expect(page.get_by_role("heading", name="Raise a garrison")).to_be_visible()
    raise_garrison(page, one, "6")
    expect(page.get_by_role("alert").first).to_contain_text(ruling)  # it pays for no more than its value
    for troops, province in ((few, one), (more, other)):
        raise_garrison(page, province, troops)
        told(page, f"raised {troops} counters in {province}")


def third(page: Page, server: Served, general: str, province: str, other: str, there: str) -> None:
    """Armies."""
    form_army(page, general, province, "5")
    told(page, f"{general} formed army")
    form_army(page, other, there, "9")
    told(page, f"{other} formed army")


def fourth(page: Page, server: Served, correct: str, card: str) -> None:
    """A figure, and the cards."""
    page.goto("/map/")
    row_of(page, "Takeda Harunobu").get_by_role("link", name="Takeda Harunobu", exact=True).click()
    form = opened(page, correct.capitalize())
    form.get_by_label("Figure", exact=True).select_option("troops")
    form.get_by_label("Right value").fill("20")
    form.get_by_label("Reason").fill("the story needs it")
    send(form, "Correct", "Reason: the story needs it.")
    assert printed(page, card.capitalize()).startswith(b"%PDF")


def fifth(page: Page, server: Served, link: str, typed: str) -> None:
    """The grid, by keyboard alone: what is typed goes to the first army without an order, and then to the next."""
    page.get_by_role("navigation").get_by_role("link", name=link).first.click()
    expect(page.locator("body.quick")).to_be_attached()
    for general in ("Takeda Harunobu", "Uesugi Kenshin"):
        box = page.get_by_role("table").get_by_label(f"Leg 1, {general}")
        page.keyboard.type(typed)
        expect(box).to_be_focused()
        page.keyboard.press("Enter")
        expect(box).to_have_value("Shinano")
        page.keyboard.press("Enter")
        expect(page.locator("tbody.army").filter(has_text=general).get_by_text("✓")).to_be_visible()
    page.goto("/map/")
    for general in ("Takeda Harunobu", "Uesugi Kenshin"):
        expect(row_of(page, general)).to_contain_text("Shinano")


def stands_apart(parts: Locator) -> bool:
    """Whether each of these, from top to bottom, begins below the one before with some room between them."""
    tops_and_ends = [(box["y"], box["y"] + box["height"]) for one in parts.all() if (box := one.bounding_box())]
    return all(top - end > 3 for (_, end), (top, _) in itertools.pairwise(tops_and_ends))


def sixth(page: Page, server: Served, look: str, run: str, then: str, on: str, where: str) -> None:
    """Three phases, looked at first; the two in which nobody moves go together."""
    page.goto("/map/")
    for what, does in ((look, run), (then, on)):
        page.get_by_role("link", name=what).click()
        expect(page.get_by_role("button", name=does, exact=True)).to_be_focused()
        assert stands_apart(page.locator(".phase.run form > :not([type=hidden])")), what
        send(page, does, "armies moved", exact=True)
    expect(page.get_by_role("article", name=where)).to_be_visible()


def seventh(page: Page, server: Served, claim: str, battle: str) -> None:
    """The meeting becomes a battle."""
    meeting = page.get_by_role("article", name="Shinano")
    meeting.get_by_role("button", name=claim).click()
    meeting.get_by_role("link", name=battle).click()
    choose(page.get_by_role("group", name="Who attacks?"), "Uesugi")
    choose(page.get_by_role("group", name="How was that settled?"), "They agreed")
    page.get_by_role("button", name="To the battle").click()
    for general in ("Uesugi Kenshin", "Takeda Harunobu"):
        choose(page.get_by_role("group", name=f"{general} chooses"), "Conventional battle")
    expect(page.get_by_label("The odds, step by step").get_by_role("listitem").first).to_be_visible()


def eighth(page: Page, server: Served, fight: str) -> None:
    """A round."""
    choose(page.get_by_role("group", name="The die"), "3")
    send(page, fight, "die 3")


def ninth(page: Page, server: Served, end: str) -> None:
    """The end of the battle."""
    form = form_headed(page, end.capitalize())
    form.locator("label").filter(has_text="Uesugi Kenshin withdraws").click()
    send(form, end.capitalize(), "won")
    page.goto("/map/")
    expect(row_of(page, "Uesugi Kenshin")).to_contain_text("Echigo")


def tenth(page: Page, server: Served, phase: str, leave: str, menu: str, desk: str, close: str, ruling: str) -> None:
    """The gate, and the journal."""
    page.get_by_role("link", name=f"Phase {phase}").click()
    send(page, f"Run phase {phase}", f"Phase {phase}")
    page.get_by_text(menu, exact=True).click()
    page.get_by_role("button", name=leave).click()
    page.wait_for_url("**/sign-in")
    sign_in(page, server, desk)
    page.get_by_role("link", name=close).click()
    expect(page.get_by_label("Open", exact=False).get_by_text("draw").first).to_be_visible()
    page.get_by_label("Reason to go over what is open").fill("a rehearsal")
    send(page, close, f"recovered men ({ruling})")
    page.goto("/journal/")
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()


STEPS: list[tuple[str, Callable[..., None]]] = [
    (r"`make run`, Enter when it asks for the season \((\w+)\), open the address it prints, and sign in with the "
     r"code of (.+)\.", first),
    (r"\*\*(More)\*\*, \*\*(Troops)\*\*: raise (\d) counters in (\w+) and (\d) in (\w+), for the reason the page "
     r"proposes; the provinces "
     r"pay for no more than their value \((R\d+)\)\.", second),
    (r"Form an army from each: (.+) in (\w+), (.+) in (\w+)\.", third),
    (r"On an army's page \*\*(.+?)\*\* if the story needs it, with a reason; its \*\*(.+?)\*\* prints from the same "
     r"page\.", fourth),
    (r"\*\*(Orders)\*\*: type `(\w+)` and Enter, Enter again to save; the same for the other army "
     r"\(or scan its order card, "
     r"or click the map\)\.", fifth),
    (r"\*\*(.+?)\*\* shows what will happen: nobody moves before phase 3, in which experience 1 does \(R13\)\. "
     r"\*\*(.+?)\*\*, then \*\*(.+?)\*\* and \*\*(.+?)\*\*: they meet in (\w+)\.", sixth),
    (r"\*\*(Claim)\*\* the encounter, then \*\*(Battle…)\*\*: who attacks, and how that was "
     r"settled\. Choose both tactics: "
     r"the odds build up step by step\.", seventh),
    (r"Choose the face of a die thrown on the table, or let the program roll\. \*\*(.+?)\*\*: result, losses, every "
     r"reason\.", eighth),
    (r"Fight on, up to three rounds, or \*\*(.+?)\*\*: who withdraws, and where to\. The losses are on the armies "
     r"already\.", ninth),
    (r"Run phase (\d), \*\*(Sign out)\*\* \(under \*\*(More)\*\*\), sign in with the "
     r"code of (.+?) and \*\*(.+?)\*\*: the gate lists what is still open, such as "
     r"cards to draw and clans not ticked off, and goes over it with a reason\. What was lost comes "
     r"back by (R\d+), the "
     r"orders are fresh\. Every step stands in the journal, with Undo\.", tenth),
]  # fmt: skip
"""What each line must say, and how it is done with the words and numbers that it gives."""


@pytest.mark.program
def test_the_ten_lines_of_the_readme_lead_to_a_first_battle_as_they_are_written(server, open_window, watch):
    assert len(LINES) == 10
    watch.forgive(r"status of 422.*garrison\.raise")
    page = open_window()
    for line, (says, does) in zip(LINES, STEPS, strict=True):
        found = re.fullmatch(says, line)
        assert found, f"The README says otherwise now: {line}"
        does(page, server, *found.groups())
