"""Whoever comes back to a form that was refused finds the page on which it stood, and what he typed."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import pytest
from playwright.sync_api import Locator, Page
from werkzeug.routing import MapAdapter

from tests.browser.serving import Here
from tests.browser.test_axe import STAGES_OF_IT
from tests.browser.umpire import until
from tests.games import STAGES, Hall, close, copy_of, make_game, well_off
from tests.tags import Html

pytestmark = pytest.mark.browser

TOO_LONG = "Nobody of that name " * 200
"""What no field takes."""
FIELDS = "input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=number]), textarea"
FORMS = f"main form[method=post]:not([hx-post], [data-no-draft]):has({FIELDS})"
UNFOLD = """() => {
    for (const one of document.querySelectorAll("main details")) one.open = true;
    for (const one of document.querySelectorAll("main [maxlength]")) one.removeAttribute("maxlength");
}"""
SEND = "(form) => { form.noValidate = true; form.requestSubmit(); }"
STANDS = """(action) => [...document.forms].some((one) => one.getAttribute("action") === action
    && [...one.elements].some((field) => field.type !== "hidden" && field.value?.startsWith("Nobody of that name")))"""


def pages_about_something(page: Page, known: MapAdapter, start: str) -> Iterator[str]:
    """The pages with forms whose address says what they are about, as links and searches lead to them: one of each
    kind, by its route and by what its query names."""
    todo, seen = [start], set()
    while todo:
        address = todo.pop(0)
        at = urlsplit(address)
        route = known.match(at.path)[0] if known.test(at.path, "GET") else "static"
        named = [name for name, _ in parse_qsl(at.query, keep_blank_values=True)]
        if route == "static" or (route, *sorted(named)) in seen:
            continue
        seen.add((route, *sorted(named)))
        answer = page.context.request.get(address)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        html = Html(answer.text())
        links = [one.about.get("href", "") for one in html.all("a")]
        for form in html.all("form"):
            if form.about.get("method", "get") == "get":
                fields = [one.about for one in html.all("input", "select") if one.inside("form") is form]
                asked = {one["name"]: one.get("value") or "takeda" for one in fields if one.get("name")}
                links.append(f"{form.about.get('action', at.path)}?{urlencode(asked)}")
        found = (urlsplit(urljoin(answer.url, link)) for link in links)
        todo += [f"{one.path}?{one.query}".rstrip("?") for one in found if one.netloc == urlsplit(answer.url).netloc]
        if at.query and any(one.about.get("method") == "post" and one.inside("main") for one in html.all("form")):
            yield address


def refused(page: Page, form: Locator) -> bool:
    """Type into a form what it cannot take, and send it; whether a page answers it."""
    page.evaluate(UNFOLD)
    fields = [one for one in form.locator(FIELDS).all() if one.is_editable() and one.is_visible()]
    for field in fields:
        field.fill(TOO_LONG if field == fields[0] else "Nobody of that name")
    with page.expect_navigation():
        form.evaluate(SEND)
    return bool(page.locator("body[data-answered]").count())


def lost_on_the_way_back(page: Page, address: str) -> str:
    """What is not as it was where one comes back to the page of this address, of whose forms one is refused."""
    page.goto(address)
    for number in range(page.locator(FORMS).count()):
        form = page.locator(FORMS).nth(number)
        action = form.get_attribute("action")
        if not refused(page, form):
            page.goto(address)
            continue
        page.goto("/find")
        page.go_back()
        for again in (lambda: None, page.reload):
            again()
            if not page.url.endswith(address):
                return f"{address}: back from {action} leads to {page.url}"
            until(page, f"({STANDS})({dumps(action)})")
        return ""
    return f"{address}: nothing was refused" if page.locator(FORMS).count() else ""


@pytest.fixture
def server(tmp_path) -> Iterator[Here]:
    """A game with something of everything."""
    scenario = well_off()
    hall = Hall(copy_of(make_game(tmp_path / "new.db", scenario), tmp_path / "game.db", scenario))
    for stage in STAGES_OF_IT:
        STAGES[stage](hall)
    close(hall.room)
    served = Here(tmp_path)
    served.start()
    yield served
    served.stop()
    assert served.output() == ""


def test_back_to_a_form_of_any_page_comes_to_whom_it_was_about(server, open_window, watch):
    watch.forgive("status of 4")
    page = open_window("Game Control", at="/static/icon.svg", own=True)
    known = server.served.application.url_map.bind("here")
    found = list(pages_about_something(page, known, "/map/"))
    assert len(found) > 20
    assert list(filter(None, (lost_on_the_way_back(page, one) for one in found))) == []
