"""A campaign of 1600 that answers on a port, in this process."""

from __future__ import annotations

import pytest

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import SEKIGAHARA
from tests.browser.serving import Here
from tests.sekigahara.games import CODES, a_room


class Campaign(Here):
    """A campaign served by threads of this process."""

    def __init__(self, folder, edition, seed):
        super().__init__(folder)
        self.room = a_room(self.game, edition, seed)
        self.codes = CODES

    def start(self):
        """Start it; it answers at once."""
        self.answer(OpenRoom(application_of(SEKIGAHARA), self.room))


@pytest.fixture
def edition():
    """Which is played; a module that plays the other has its own fixture."""
    return "gmt"


@pytest.fixture
def seed():
    """What orders decks and bags; a module with a story of its own has its own fixture."""
    return "a seed"


@pytest.fixture
def server(tmp_path, edition, seed):
    """A fresh campaign. A fault of ours fails the test."""
    served = Campaign(tmp_path, edition, seed)
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.output(), served.output()
