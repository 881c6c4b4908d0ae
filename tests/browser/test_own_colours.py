"""Readers who have colours or letters of their own: high contrast, where grounds and shadows are gone; letters twice as
large on a narrow phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import battle_of_kawanakajima, lettered, meeting_in_shinano, send, two_armies

GROUND = "(one) => getComputedStyle(one).backgroundColor"
HIGHLIGHT = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style = "forced-color-adjust: none; background: Highlight";
    return getComputedStyle(probe).backgroundColor;
}"""
PLATELESS = "(one) => getComputedStyle(one).forcedColorAdjust"
LINE = "(one) => getComputedStyle(one).textDecorationLine"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWICE = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 212.5% !important }");
    document.adoptedStyleSheets.push(sheet);
})()"""


def test_in_high_contrast_what_is_chosen_differs_from_what_is_not(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", forced_colors="active")
    page.goto("/map/encounters/1")
    tiles = page.locator("input[name=settled_by]")
    tiles.first.check()
    chosen, other = (one.locator("+ span").evaluate(GROUND) for one in (tiles.first, tiles.nth(1)))
    assert chosen != other
    expect(page.locator(".desks a[aria-current]")).to_have_count(1)
    assert page.locator(".desks a[aria-current]").evaluate(LINE) == "underline"
    assert page.locator(".desks a:not([aria-current])").first.evaluate(LINE) == "none"


APART = """(() => {
    const sheet = new CSSStyleSheet();
    const far = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important";
    sheet.replaceSync(`* { ${far} }`);
    document.adoptedStyleSheets.push(sheet);
})()"""
"""What WCAG 1.4.12 lets a reader ask for."""
INSIDE = """(one, around) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const [its, box] = [words, around].map((each) => each.getBoundingClientRect());
    return its.right <= box.right + 1 && its.bottom <= box.bottom + 1;
}"""
WHOLE = """(name) => {
    name.textContent = "Movement and battles";
    name.nextElementSibling.textContent = "";  // what is urgent takes its place
    return name.scrollWidth <= name.clientWidth;
}"""
WITHIN = """(box) => {
    const last = box.querySelector("[data-clock-coming]");
    last.scrollIntoView({ block: "nearest" });
    return last.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_high_contrast_what_is_pressed_or_picked_by_arrows_has_the_ground_of_what_is_chosen(
    server, open_window, scheme
):
    two_armies(server)
    page = open_window("Game Control", "Hanako", forced_colors="active", color_scheme=scheme, at="/season/")
    send(page, re.compile("^TAK Takeda"), "Takeda is done")
    highlight = page.evaluate(HIGHLIGHT)
    assert page.locator("#tick-takeda").evaluate(GROUND) == highlight
    assert page.locator("#tick-uesugi").evaluate(GROUND) != highlight
    page.goto("/orders/")
    page.locator(".leg-cell input").first.fill("shi")
    assert page.locator(".matches [aria-selected='true']").evaluate(GROUND) == highlight


def test_in_high_contrast_a_bar_is_filled_and_the_time_lies_over_no_line_of_the_clock(server, open_window):
    two_armies(server)
    page = open_window("Game Control", "Hanako", forced_colors="active", at="/clock/full")
    stages = page.locator(".clock-stages li")
    now, coming = (stages.nth(one).evaluate(GROUND) for one in (0, 1))
    assert (now, coming) == (page.evaluate(HIGHLIGHT), "rgba(0, 0, 0, 0)")
    assert page.locator(".clock-time").evaluate(PLATELESS) == "none"
    page.goto("/orders/")
    assert page.get_by_role("progressbar").evaluate(PLATELESS) == "none"


def test_lines_and_letters_set_further_apart_lie_over_no_button_of_the_clock_and_cut_no_name(server, open_window):
    page = open_window("Game Control", "Hanako", at="/clock/")
    box = page.locator(".clock-box")
    expect(box).to_have_js_property("scrollHeight", box.evaluate("(one) => one.clientHeight"))
    page.evaluate(APART)
    assert page.locator(".small-clock [data-clock-name]").evaluate(WHOLE)
    assert box.evaluate(WITHIN)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_who_asks_for_more_contrast_reads_nothing_in_soft_ink(server, open_window, look):
    page = open_window("Game Control", "Hanako", contrast="more")
    page.goto("/game/")
    page.evaluate("(dark) => document.documentElement.classList.toggle('dark-desk', dark)", look == "dark")
    assert page.locator(".where-we-are").evaluate(
        "(one) => getComputedStyle(one).color === getComputedStyle(document.body).color"
    )


@pytest.mark.parametrize("address", ["/bows/", "/court/", "/letters/", "/shadows/", "/rulings/", "/print/"])
def test_with_letters_twice_as_large_a_page_is_as_wide_as_the_phone(server, open_window, address):
    page = open_window("Game Control", "Hanako", viewport={"width": 375, "height": 800})
    page.goto(address)
    page.evaluate(TWICE)
    assert page.evaluate(WIDE) <= 0


@pytest.mark.parametrize(
    ("width", "address", "inner", "outer"),
    [
        (1100, "/battles/1", ".dice .tile:last-child", ".dice"),
        (1280, "/battles/1", ".round .columns-row :nth-child(13)", ".round .columns-row :nth-child(13)"),
        (1100, "/people/", "#people-title", ".people-desk"),
        (1100, "/orders/", "#army-2 th a", "#army-2 th"),
    ],
)
def test_with_letters_twice_as_large_nothing_on_a_laptop_stands_on_what_is_beside_it(
    server, open_window, width, address, inner, outer
):
    battle_of_kawanakajima(server)
    server.do("battle.fight_round", battle=1, round=1, attacker_tactic="subterfuge", defender_tactic="outflank", die=6)
    page = open_window("Map Control", "Hanako", at=address, viewport={"width": width, "height": 900})
    page.evaluate(TWICE)
    lettered(page)
    assert page.locator(inner).first.evaluate(INSIDE, page.locator(outer).first.element_handle())
