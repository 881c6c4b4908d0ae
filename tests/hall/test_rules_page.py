"""The page Rules: what the book says about something, as people type it, with the ruling in force and the page."""

from __future__ import annotations

import re

import pytest

from control.sengoku.hall.book.handbook_questions import near, search
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.handbook import handbook
from tests.conftest import sign_in


def words(found):
    """The sentences that were found."""
    return [says.words for section in found for spot in section.spots for says in spot.says]


@pytest.mark.parametrize("typed", ["Tokaido", "tōkaidō", "  TOKAIDO ", "tokai"])
def test_a_word_is_found_with_and_without_its_macrons(typed):
    assert [one for one in words(search(typed)) if "Tōkaidō" in one] == words(search(typed)) != []


def test_every_word_of_a_question_counts_and_numbers_are_meant_whole():
    assert all("castle" in one.casefold() or "work" in one for one in words(search("castle cost")))
    assert len(words(search("castle cost"))) < len(words(search("castle")))
    assert {section.number for section in search("H7")} == {"H7"}
    assert {says.number for part in search("R3") for spot in part.spots for says in spot.says} == {
        says.number for section in handbook() for says in section.says if "R3" in says.rulings
    }
    assert words(search("hostages")) == words(search("hostage"))
    assert len(words(search(""))) == sum(len(section.says) for section in handbook())
    assert words(search("ninja")) == []
    assert [one for one in words(search("sieges")) if "taken for itself" in one] == words(search("sieges")) != []
    assert "hostage" in near("hostge")


def test_an_umpire_reads_the_sentence_the_ruling_in_force_and_where_it_is_done(hall, app_of):
    browser = sign_in(app_of(hall), "map")
    page = browser.get("/rules/?q=Tokaido").text
    assert "Tōkaidō gives one more" in page
    assert "When does a great road speed an army up?" in page
    assert "if its whole route follows the road" in page
    assert '<a class="where" href="/orders/">' in page
    order = {"option": "road_bonus_needs", "value": "any_leg", "now": "whole_route", "reason": "as we play"}
    hall.do("ruling.change_option", "game", **order)
    assert "if any leg of it does" in browser.get("/rules/?q=Tokaido").text


def test_a_box_that_is_typed_into_gets_the_answer_alone(app):
    part = sign_in(app, "team").get("/rules/?q=spade", headers={"HX-Request": "true"})
    text = part.text
    assert "<html" not in text
    assert "ace of spades kills" in text
    assert "HX-Request" in part.headers["Vary"]


def test_what_the_book_does_not_say_gets_a_sentence(app):
    text = sign_in(app, "npd").get("/rules/?q=<b>hostge</b>").text
    assert "The book says nothing about" in text
    assert "<b>hostge" not in text


@pytest.mark.parametrize("desk", DESKS)
def test_no_desk_is_led_to_a_page_that_is_not_its_own(app, desk):
    browser = sign_in(app, desk)
    page = browser.get("/rules/").text
    ways = set(re.findall(r'class="where" href="([^"]+)"', page))
    assert ways
    for address in ways:
        assert browser.get(address).status_code < 400, address
