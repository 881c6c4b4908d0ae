"""A campaign of its own for each test, and browsers of its desks."""

from __future__ import annotations

import pytest

from control.sekigahara.game import ROLES
from tests.sekigahara.games import a_room, opened, signed_in


@pytest.fixture
def room(tmp_path):
    """A campaign that begins."""
    made = a_room(tmp_path / "campaign.db")
    yield made
    made.store.close()


@pytest.fixture
def app(room, monkeypatch):
    """Its pages."""
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)  # a thread that outlives the test
    return opened(room)


@pytest.fixture(scope="module")
def browsers(room):
    """A browser at each desk of a campaign that a whole file plays (its ``room`` is the file's own)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
        app = opened(room)
        yield {role: signed_in(app, role) for role in ROLES}
