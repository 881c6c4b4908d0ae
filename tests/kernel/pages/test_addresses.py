"""Addresses on pages are written once, and yet each for where its game stands."""

from __future__ import annotations

import pytest

from control.kernel.application import application_of
from control.kernel.open_room import IN
from control.sengoku.game import SENGOKU


@pytest.fixture
def written(app):
    """Writes an address as a template of the game does when it stands under a root."""
    application = application_of(SENGOKU)

    def write(root, endpoint, **values):
        with application.test_request_context("/", environ_overrides={"SCRIPT_NAME": root, IN: app}):
            return application.jinja_env.globals["url_for"](endpoint, **values)

    return write


def test_an_address_begins_where_its_game_stands(written):
    for root in ("", "/g/one", "/g/two", "/g/one"):
        assert written(root, "journal.show") == f"{root}/journal/"


def test_an_address_with_a_list_is_written_as_well(written):
    assert written("", "journal.show", desk=["map", "team"]) == "/journal/?desk=map&desk=team"
