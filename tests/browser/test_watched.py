"""Whatever asks another host fails the test in whose window it does, and finds none."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

ELSEWHERE = "http://fonts.example"


@pytest.mark.parametrize("here", ["/sign-in", "about:blank"], ids=["with our policy", "with none"])
@pytest.mark.parametrize(
    ("asks", "heard"),
    [
        (f"void fetch('{ELSEWHERE}/').catch(() => 0)", "console"),
        (f"void (new Image().src = '{ELSEWHERE}/')", "console"),
        (f"void (document.head.appendChild(document.createElement('script')).src = '{ELSEWHERE}/')", "console"),
        (f"void setTimeout(() => {{ location = '{ELSEWHERE}/' }})", "requestfailed"),
    ],
    ids=["fetch", "image", "script", "link"],
)
def test_another_host_is_refused_and_heard_of(open_window, watch, here, asks, heard):
    page = open_window(at=here)
    with page.expect_event(heard):
        page.evaluate(asks)
    assert ELSEWHERE in watch.unforgiven()
    watch.forgive("fonts[.]example")


def test_an_address_of_another_machine_is_refused_too(open_window, watch):
    page = open_window(at="about:blank")
    with page.expect_event("requestfailed") as failed:
        page.evaluate("void (new Image().src = 'http://192.0.2.1/')")
    assert failed.value.failure == "net::ERR_NAME_NOT_RESOLVED", "it was looked for"
    assert "another host: http://192.0.2.1/" in watch.unforgiven()
    watch.forgive("192[.]0[.]2[.]1")


def test_a_frame_that_shows_another_place_is_heard_of(server, open_window, watch):
    page = open_window()
    elsewhere = server.origin.replace("127.0.0.1", "localhost")  # which answers, and is another to a browser
    page.goto(f"{elsewhere}/sign-in")
    assert watch.unforgiven() == f"another host: {elsewhere}/sign-in"
    watch.forgive("another host: http://localhost")
