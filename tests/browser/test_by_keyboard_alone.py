"""Map Control without a mouse: after each answer the keyboard is where he goes on, and not at the page's top."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import battle_of_kawanakajima, come, lettered, meeting_in_shinano, send, told, until

pytestmark = pytest.mark.browser


def test_the_keyboard_goes_on_where_it_pressed_from_an_encounter_to_the_next_phase(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", at="/map/")
    press(page, page.get_by_role("button", name="Claim"), "Hanako claimed encounter 1.")
    expect(page.locator("#pass-1")).to_be_focused()  # its own button has gone: on to what came after it

    page.goto("/map/encounters/1")
    page.get_by_role("radio", name="Uesugi").first.focus()
    page.keyboard.press("Space")
    page.locator("input[name=settled_by][value=agreement]").focus()
    page.keyboard.press("Space")
    press(page, page.get_by_role("button", name="To the battle"), "attacks")
    expect(page.locator(".told")).to_be_focused()  # nothing of the page before is here

    page.get_by_role("group", name="Uesugi Kenshin chooses").get_by_label("Outflank").focus()
    for key in ("Space", "Tab", "Space"):
        page.keyboard.press(key)
    page.keyboard.press("4")
    press(page, page.locator("input[name=die][value='4']"), "Battle 1, round 1")
    expect(page.get_by_role("radio", name="Outflank").first).to_be_focused()  # the form comes again, for round 2

    page.get_by_role("radio", name="Both stay").focus()
    page.keyboard.press("Space")
    press(page, page.get_by_role("button", name="End the battle"), "Battle 1 in Shinano is over")
    page.goto("/map/")
    page.get_by_role("link", name="Phase 3…").press("Enter")
    expect(page.get_by_role("button", name="Run phases 3 to 4")).to_be_focused()
    press(page, page.get_by_role("button", name="Run phase 3 alone"), "Phase 3:")
    expect(page.locator(".next-step")).to_be_focused()


def test_whoever_reads_the_odds_fights_no_round_when_they_change_under_him(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", at="/map/encounters/1")
    page.get_by_role("radio", name="Uesugi").first.check()
    page.locator("input[name=settled_by][value=agreement]").check()
    send(page, "To the battle", "attacks")
    for side in ("attacker", "defender"):
        page.locator(f"input[name={side}_tactic]").first.check()
    expect(page.locator("#odds")).not_to_contain_text("Choose both tactics")
    page.locator("#odds a").first.focus()
    with page.expect_response("**/odds?**"):
        page.locator("input[name=attacker_tactic]").nth(3).dispatch_event("change")
    expect(page.locator("#odds a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_role("button", name="Fight round 1")).to_be_visible()


def test_enter_in_the_moment_in_which_the_odds_are_exchanged_fights_no_round(server, open_window):
    battle_of_kawanakajima(server)
    page = open_window("Map Control", "Hanako", at="/battles/1")
    page.evaluate("""() => {
        const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        document.body.addEventListener("htmx:afterSwap", press);
        document.getElementById("fight").addEventListener("submit", (event) => {
            event.preventDefault();
            document.body.dataset.fought = "yes";
        }, true);
    }""")
    for side in ("attacker", "defender"):
        with page.expect_response("**/odds?**"):
            page.locator(f"input[name={side}_tactic]").first.check()
    expect(page.locator("#odds .face-result").first).not_to_contain_text("·")
    assert page.evaluate("document.body.dataset.fought ?? 'no'") == "no"
    page.evaluate("document.activeElement.blur()")

    def fought() -> bool:
        page.keyboard.press("Enter")
        return bool(page.evaluate("document.body.dataset.fought === 'yes'"))

    come(page, fought, "a round, once nothing is exchanged")


def test_a_refusal_leads_to_the_tiles_of_which_none_was_chosen(server, open_window, watch):
    watch.forgive("status of 4..")
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", at="/map/encounters/1")
    page.get_by_role("radio", name="Uesugi").first.focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="To the battle").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose how the attacker was settled")).to_be_visible()
    expect(page.locator("input[name=settled_by]").first).to_be_focused()


def test_whoever_closed_a_season_does_not_stand_on_the_button_that_closes_the_next(server, open_window):
    page = open_window("Game Control", "Hanako", at="/season/")
    page.get_by_label("Reason to go over what is open").focus()
    page.keyboard.type("the hall is late")
    press(page, page.get_by_role("button", name="Close Spring 1550"), "Spring 1550 ended")
    expect(page.get_by_role("button", name="Close Summer 1550")).to_be_visible()
    expect(page.locator(".told")).to_be_focused()


def test_a_finger_or_a_mouse_sees_nothing_of_it_and_a_held_key_presses_once(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", at="/map/")
    send(page, "Claim", "Hanako claimed encounter 1.")
    expect(page.locator("main :focus")).to_have_count(0)

    page.locator("#take-1, #release-1").focus()
    page.evaluate("document.addEventListener('submit', (event) => event.preventDefault(), true)")
    page.evaluate("document.addEventListener('submit', () => { document.body.dataset.times += 'I'; })")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # as one that is held down comes again
    page.keyboard.up("Enter")
    expect(page.locator("body")).to_have_attribute("data-times", "undefinedI")


def press(page: Page, at: Locator, sentence: str) -> None:
    """Press Enter at it, and read what was done."""
    at.focus()
    page.keyboard.press("Enter")
    told(page, sentence)


def test_after_the_last_pass_the_keyboard_stands_on_the_next_phase(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", at="/map/")
    press(page, page.locator("#pass-1"), "pass each other by")
    expect(page.get_by_role("link", name="Phase 3…")).to_be_focused()


def test_a_form_that_comes_again_is_gone_on_with_at_its_field_and_not_at_the_ruling_in_its_title(server, open_window):
    for season in ("spring", "summer", "autumn"):
        server.do("season.advance", "Game Control", season=season, year=1550, force="time is up")
    page = open_window("Team Control", "Aoi", at="/letters/?clan=takeda")
    page.get_by_label("Who").select_option(label="Obu Toramasa")
    page.get_by_label("Where to").fill("Owari")
    press(page, page.get_by_role("button", name="Set out"), "He is to draw a card for travelling in winter (R19).")
    expect(page.get_by_label("Who")).to_be_focused()


WHERE = "[...document.querySelectorAll('main a')].indexOf(document.activeElement)"


def test_the_keyboard_stays_on_its_row_while_others_act(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Game Control", "Hanako")
    page.goto("/game/")
    rewind = page.locator("#journal a[href*='rewind']").nth(2)
    words = rewind.get_attribute("href")
    rewind.focus()
    server.do("announcement.post", "Game Control", text="Tea is served.")
    expect(page.locator("#journal")).to_contain_text("Tea is served.")
    until(page, f"document.activeElement.getAttribute('href') === '{words}'")


def test_of_two_links_to_one_place_the_keyboard_stays_on_its_own(server, open_window):
    page = open_window("Game Control", "Hanako")
    page.goto("/season/")
    page.evaluate(
        "[...document.querySelectorAll('#gate-now a')]"
        ".filter((one, _, all) => all.some((other) => other !== one && other.href === one.href)).at(-1).focus()"
    )
    before = page.evaluate(WHERE)
    page.evaluate("document.querySelector('#gate-now').firstElementChild.kept = true")
    server.do("announcement.post", "Game Control", text="Tea is served.")
    until(page, "!document.querySelector('#gate-now').firstElementChild.kept")
    until(page, f"{WHERE} === {before}")


def test_a_menu_closes_behind_the_keyboard_that_leaves_it(server, open_window):
    page = open_window("Map Control", "Hanako")
    page.goto("/people/")
    more = page.locator("summary", has_text="More")
    more.press("Enter")
    expect(page.locator("details.menu")).to_have_attribute("open", "")
    page.locator(".menu a, .menu button").locator("visible=true").last.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()
    expect(page.locator("details.menu")).not_to_have_attribute("open", "")


def test_arrows_lead_from_the_box_that_finds_to_what_it_found_and_escape_folds_it_away(server, open_window):
    page = open_window("Map Control", "Hanako")
    page.goto("/people/")
    page.keyboard.press("/")
    page.keyboard.type("ta")
    hits = page.locator(".code .found a")
    expect(hits.nth(1)).to_be_visible()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    expect(hits.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()
    expect(hits).to_have_count(0)
    expect(page.get_by_role("textbox", name="Find")).to_have_value("ta")


UNDER = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there?.closest(".announcement") && !there.contains(at) ? at.outerHTML : null;
}"""
"""What has the keyboard, if it lies under what is announced."""


def test_the_keyboard_never_stands_under_what_is_announced(server, open_window):
    server.do("announcement.post", "Game Control", text="Doors close at nine.")
    page = open_window("Team Control", "Aoi", at="/honour/book?clan=takeda")
    expect(page.locator(".announcement")).to_be_visible()
    lettered(page)
    page.locator("#main").evaluate("(main) => { main.tabIndex = -1; main.focus(); }")
    under = []
    for _ in range(60):
        page.keyboard.press("Tab")
        under.append(page.evaluate(UNDER))
    assert [one for one in under if one] == []


def test_from_the_top_of_the_page_three_keys_lead_to_the_first_that_must_hear(server, open_window):
    server.do("rebellion.declare", "Bakufu", clan="hojo", reason="he does not come")
    page = open_window("Team Control", "Hanako", at="/tell/")
    expect(page.get_by_role("navigation", name="Clans with something to hear")).to_be_visible()
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    expect(page.locator("button.tick").first).to_be_focused()


def test_enter_on_a_reason_of_honour_books_nobody_and_on_a_name_books_him(open_window):
    page = open_window("Team Control", "Aoi", at="/honour/book?clan=takeda")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.name === 'reason' && document.activeElement.checked")
    page.wait_for_timeout(300)  # what it would send comes back with a sentence
    expect(page.locator(".told")).to_have_count(0)
    page.locator("#pad button.one").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".told")
    expect(page.locator("#pad [name=reason]").first).to_be_focused()  # not the button that nobody sees
