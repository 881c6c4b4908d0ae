"""Help: what each desk does, in its own words; the umpires' book; and every number of a ruling leads to the book."""

from __future__ import annotations

import html
import json
import re

import pytest

from control.kernel.manual import chapters, reader, whole
from control.sengoku.hall.book.handbook_questions import search
from control.sengoku.hall.help.guides import GUIDES, guide_of
from control.sengoku.hall.help.help_pages import about, book
from control.sengoku.rules.desks import DESKS
from tests.conftest import sign_in
from tests.tags import Html

LINK = re.compile(r'href="([^"]+)"')
ANCHORS = {one.anchor for part in whole(book()) for one in part.passages} | {part.anchor for part in whole(book())}


def links_of(text: str) -> set[str]:
    """Where the links of a Markdown text lead."""
    return {
        str(one.attrGet("href"))
        for token in reader().parse(text)
        for one in token.children or ()
        if one.type == "link_open"
    }


@pytest.mark.parametrize("desk", DESKS)
def test_the_guide_to_a_desk_leads_to_its_own_pages_and_into_the_book(app, desk):
    assert {path.stem for path in GUIDES.iterdir()} == set(DESKS)
    named = links_of(guide_of(desk))
    browser = sign_in(app, desk)
    page = browser.get("/help/").text
    shown = page[page.index('class="panel guide"') : page.index("</nav>", page.index('class="panel guide"'))]
    assert {to[1:] for to in named if to.startswith("#")} <= ANCHORS
    ways = set(LINK.findall(shown))
    assert len({way for way in ways if not way.startswith(("/rules/?q", "/help/"))}) >= 3
    for way in ways:
        assert browser.get(way.partition("#")[0]).status_code in (200, 303), way
    # Nothing of a guide is a word without its link, at the desk that it is for.
    assert len(LINK.findall(shown)) >= sum(guide_of(desk).count(f"({to})") for to in named)


def test_a_guide_read_at_another_desk_has_no_way_that_is_closed(app):
    browser = sign_in(app, "team")
    for desk in DESKS:
        page = browser.get(f"/help/{desk}").text
        for way in set(LINK.findall(page[page.index("<main") :])):
            assert browser.get(way.partition("#")[0]).status_code < 400, (desk, way)
    assert browser.get("/help/emperor").status_code == 404


def test_nobody_reads_help_without_a_desk(app):
    for address in ("/help/", "/help/map", "/help/umpires"):
        answer = sign_in(app, None).get(address, answers=303)
        assert "/sign-in" in answer.location


def test_the_umpires_book_is_whole_and_its_headings_have_addresses(app):
    page = sign_in(app, "npd").get("/help/umpires").text
    for chapter in whole(book()):
        for passage in chapter.passages:
            if passage.title:
                assert f'id="{passage.anchor}"' in page
                assert f'href="#{passage.anchor}"' in page
    assert len(ANCHORS) > 50
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ANCHORS | {"main"}
    assert "<script>" not in page[page.index("<main") :]


def test_words_that_are_looked_up_find_their_passages(app):
    browser = sign_in(app, "map")
    assert "The cloth map" in [one.title for part in about("walk-round") for one in part.passages]
    assert about("") == list(whole(book()))
    assert about("zeppelin") == []
    part = browser.get("/help/umpires?q=generals+code", headers={"HX-Request": "true"}).text
    assert 'id="generals-codes"' in part
    assert "<html" not in part
    none = browser.get("/help/umpires?q=<b>Zeppelin</b>").text
    assert "says nothing about" in none
    assert "<b>Zeppelin" not in none


def test_what_is_typed_as_html_is_shown_and_not_obeyed():
    (only,) = chapters("**Bold.** <script>alert(1)</script> [here](javascript:alert) [there](#on)\n", lambda to: "")
    assert "<script>" not in only.passages[0].html
    assert "href" not in only.passages[0].html.replace('href="#bold"', "")


def numbers_on(page: Html) -> tuple[list[str], list[str]]:
    """The numbers of rulings in what a page says: those that lead nowhere, and those that lead to the book."""
    assert not [one for one in page.all("a") if one.inside("a", "button")], "a link within a link or a button"
    bare, led = list[str](), list[str]()
    for words, at in (one for one in page.told if isinstance(one, tuple)):
        around = {one.tag for one in (at, *at.around())} if at else set[str]()
        if not around & {"script", "style", "title", "option", "button", "textarea"}:
            (led if "a" in around else bare).extend(re.findall(r"(?<![\w-])R[1-9]\d?(?![\w-])", words))
    return bare, led


PAGES = {
    "battle": ("game", ("/battles/1", "/season/", "/rulings/", "/journal/", "/armies/1", "/map/", "/help/umpires")),
    "winter": ("team", ("/season/winter/oda", "/help/", "/treaties/")),
}


@pytest.mark.parametrize("stage", PAGES)
def test_every_number_of_a_ruling_leads_to_the_book(hall_at, app_of, stage):
    desk, addresses = PAGES[stage]
    browser = sign_in(app_of(hall_at(stage)), desk)
    led = 0
    for address in addresses:
        answer = browser.get(address)
        assert answer.status_code == 200, address
        bare, there = numbers_on(Html(answer.text))
        assert bare == [], address
        led += len(there)
    assert led > 10


def test_a_number_opens_beside_the_page_and_finds_its_line(app):
    browser = sign_in(app, "map")
    page = browser.get("/map/raise").text
    found = re.search(r'<small class="ruling"><a class="to-book" href="([^"]+)" target="rules"', page)
    assert found
    assert found[1] == "/rules/?q=R23"
    assert "no more in a year than its value" in browser.get(found[1]).text


@pytest.mark.parametrize("number", [f"R{one}" for one in range(1, 45)])
def test_there_is_a_line_for_every_ruling(number):
    assert search(number) != []


def test_no_display_leads_anywhere(app):
    page = sign_in(app, "map").get("/display/").text
    assert "to-book" not in page


@pytest.mark.parametrize("desk", DESKS)
def test_the_first_page_of_a_desk_is_shown_step_by_step_and_no_other(app, desk):
    browser = sign_in(app, desk)
    first = browser.get("/").location
    page = browser.get(first).text
    found = re.search(r'id="tour"[^>]*data-steps="([^"]+)" hidden', page)
    assert found
    steps = json.loads(html.unescape(found[1]))
    assert len(steps) >= 4
    for step in steps:  # a word of the band is there on wide screens at least
        if way := re.fullmatch(r"nav\.desks > a\[href\$='([^']+)'\]", step["at"]):
            assert f'href="{way[1]}"' in page, way[1]
    assert 'id="tour"' not in browser.get("/rules/").text
    assert f'href="{first}?show=1"' in browser.get("/help/").text
    other = next(one for one in DESKS if one != desk)
    assert "?show=1" not in browser.get(f"/help/{other}").text
