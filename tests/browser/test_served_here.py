"""The server in the tests' own process answers as the program does, ends, and goes on with the same game."""

from __future__ import annotations

from urllib.error import URLError

import pytest

from tests.browser.serving import Here


def test_a_server_in_this_process_answers_ends_and_goes_on(tmp_path):
    server = Here(tmp_path)
    server.start()
    codes = server.codes
    assert server.do("garrison.raise", province="kai", troops=2)["number"] == 1
    server.stop()
    with pytest.raises(URLError):
        server.ask("/api/state/game", "Map Control")
    server.start()
    assert server.codes == codes
    assert server.do("garrison.raise", province="kai", troops=1)["number"] == 2
    server.stop()
    assert server.output() == ""
