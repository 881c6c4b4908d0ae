"""A campaign of 1600 that answers on a port, in this process."""

from __future__ import annotations

import logging
import threading

import pytest

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import SEKIGAHARA
from control.serving import begin_work, listen
from tests.browser.serving import Faults, Here
from tests.sekigahara.games import CODES, a_room


class Campaign(Here):
    """A campaign served by threads of this process."""

    def __init__(self, folder, edition, seed):
        super().__init__(folder)
        self.room = a_room(self.game, edition, seed)
        self.codes = CODES

    def start(self):
        """Start it; it answers at once."""
        self.served = OpenRoom(application_of(SEKIGAHARA), self.room)
        self._server = listen(self.served, "127.0.0.1", self.port, threads=40)
        begin_work(self.served, self.port)
        self._faults = Faults([])
        logging.getLogger().addHandler(self._faults)
        self._thread = threading.Thread(target=self._server.run, name="server", daemon=True)
        self._thread.start()


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
