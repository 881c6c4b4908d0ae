"""The same in the campaign of 1600: its umpire comes back to the forms in which everything can be named."""

from __future__ import annotations

import pytest

from tests.browser.test_back_to_a_form import lost_on_the_way_back, pages_about_something

pytestmark = pytest.mark.browser


def test_back_to_a_form_of_the_umpire_comes_to_where_it_stood(server, open_window, watch):
    watch.forgive("status of 4")
    page = open_window("umpire", at="/static/icon.svg", own=True)
    known = server.served.application.url_map.bind("here")
    found = list(pages_about_something(page, known, "/table/"))
    assert {"/table/?forcing=1", "/at-the-table/?forcing=1"} <= set(found)
    assert list(filter(None, (lost_on_the_way_back(page, one) for one in found))) == []
