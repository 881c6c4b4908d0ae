"""A window that is handed on to the next test is as good as a new one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import QUIET, Living, Windows, chromium
from tests.browser.umpire import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def windows(living):
    """None that other tests left."""
    return Windows(living)


@pytest.mark.parametrize("options", [{}, PHONE])
def test_nothing_is_left_in_a_window_that_is_handed_on(windows, server, options):
    page = windows.open(server.origin, False, options)
    context, size = page.context, page.viewport_size
    page.goto("/sign-in")
    page.evaluate("localStorage.dark = sessionStorage.tab = document.cookie = 'left=1'")
    page.evaluate("addEventListener('pagehide', () => { localStorage.late = sessionStorage.late = 'left' })")
    page.mouse.move(200, 200)
    page.set_viewport_size({"width": 700, "height": 500})
    page.route("**/sign-in", lambda route: route.abort())
    context.new_page().goto("/display/")
    context.set_offline(True)
    windows.hand_on(page, server.origin, options)

    again = windows.open(server.origin, False, options)
    assert again is page, "it was thrown away"
    again.goto("/sign-in")
    assert again.evaluate("[{ ...localStorage }, document.cookie]") == [{}, ""]
    assert "left" not in again.evaluate("JSON.stringify(sessionStorage)")
    assert again.evaluate("[...document.querySelectorAll('form :hover')]") == []
    assert (again.viewport_size, context.pages) == (size, [again])
    context.close()


def test_a_window_is_handed_on_to_whoever_wants_one_of_its_kind(windows, server):
    page = windows.open(server.origin, False, PHONE)
    windows.hand_on(page, server.origin, PHONE)
    others = [windows.open(server.origin, False, {}), windows.open(server.origin, True, PHONE)]
    assert page not in others
    assert windows.open(server.origin, False, PHONE) is page
    for one in (page, *others):
        one.context.close()


def test_of_many_that_are_left_the_oldest_goes(living, server):
    few = Windows(living, most=1)
    old, new = (few.open(server.origin, False, {}) for _ in range(2))
    for one in (old, new):
        few.hand_on(one, server.origin, {})
    assert (old.is_closed(), few.open(server.origin, False, {})) == (True, new)
    new.context.close()


def test_a_window_is_thrown_away_that_is_closed_or_whose_server_is(windows, server):
    closed, without = (windows.open(server.origin, True, {}) for _ in range(2))
    closed.close()
    windows.hand_on(closed, server.origin, {})
    server.stop()
    windows.hand_on(without, server.origin, {})
    new = windows.open(server.origin, False, {})
    assert new not in (closed, without)
    new.context.close()


def test_where_no_server_is_left_a_window_is_led_away_once(windows, server):
    page, asked = windows.open(server.origin, False, {}), []
    page.goto("/sign-in")
    page.on("request", lambda one: one.is_navigation_request() and asked.append(one.url))
    server.stop()
    windows.hand_on(page, server.origin, {})
    assert asked == [f"{server.origin}/static/icon.svg"], "the page that was left asks for news of its own"


def test_what_lasts_is_made_of_ones_own_window_alone(open_window):
    page, own = open_window(), open_window(own=True)
    for lasting in (
        lambda one: one.add_init_script("1"),
        lambda one: one.context.add_init_script("1"),
        lambda one: one.on("dialog", lambda dialog: dialog.accept()),
        lambda one: one.emulate_media(media="print"),
        lambda one: one.clock.install(),
    ):
        lasting(own)
        with pytest.raises(pytest.fail.Exception, match="own=True"):
            lasting(page)


def test_the_window_of_one_who_was_not_let_in_is_handed_on(open_window, server):
    server.codes["nobody"] = "no-such-code"
    with pytest.raises(AssertionError):
        open_window("nobody")  # what is done at the end of this test is done to that window too


def test_a_browser_that_crashed_is_followed_by_another(browser, server):
    launched = Living(lambda: browser.browser_type.launch(executable_path=chromium(), args=list(QUIET)))
    windows = Windows(launched)
    left, page = (windows.open(server.origin, False, {}) for _ in range(2))
    windows.hand_on(left, server.origin, {})
    with pytest.raises(Error):
        launched.now().new_browser_cdp_session().send("Browser.crash")
    windows.hand_on(page, server.origin, {})
    new = windows.open(server.origin, False, {})
    new.goto("/sign-in")
    assert new not in (left, page)
    launched.end()
