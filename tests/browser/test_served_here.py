"""The server in the tests' own process answers as the program does, ends, and goes on with the same game."""

from __future__ import annotations

import asyncio
import gc
import threading
from urllib.error import URLError

import pytest

from control.encryption import hand_on
from tests.browser.serving import DRIVER, Here


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


def left_pending(waits):
    """Begin what waits, and throw its loop away with it, as a driver does whose window was closed. In a thread of its
    own, for the driver of an earlier test may still have its loop in this one."""

    def begun_and_left():
        loop = asyncio.new_event_loop()
        loop.create_task(waits.pop())  # noqa: RUF006  # that nobody holds it is what is tried
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        gc.collect()

    waits = [waits]
    thread = threading.Thread(target=begun_and_left)
    thread.start()
    thread.join()
    gc.collect()


class Silent:
    """One who never says anything."""

    async def read(self, _most):
        await asyncio.Event().wait()


def test_what_asyncio_says_of_the_driver_is_no_fault_of_the_server_and_of_our_way_in_it_is(tmp_path):
    server, driver = Here(tmp_path), {}
    exec(compile("async def goto(waits):\n    await waits.read(1)", f"{DRIVER}/_impl/_page.py", "exec"), driver)
    server.start()
    left_pending(driver["goto"](Silent()))
    assert server.output() == ""
    left_pending(hand_on(Silent(), None))
    server.stop()
    assert "Task was destroyed but it is pending" in server.output()
    assert "hand_on" in server.output()
