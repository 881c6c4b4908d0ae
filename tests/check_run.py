"""Types `make run` as a newcomer does, waits for the room to open, and looks whether it told how to get in.

Run by `make check-run`: it is the Makefile that is tried here, so pytest is not the one to start it.
"""

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from control.kernel.network import address_in_the_hall
from control.sengoku.rules.desks import DESKS
from control.serving import NOT_YET
from tests.ports import free_port

ROOT = Path(__file__).parent.parent
PATIENCE = 180  # seconds, most of them for an installation on a slow network


def main() -> None:
    """Raises AssertionError if the room does not open, or does not say how to get in."""
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "said.txt", "w+") as said:
        port = free_port()
        game = Path(folder) / "games" / "first.db"
        room = subprocess.Popen(
            ["make", "run", f"PORT={port}", f"GAME={game}"],
            cwd=ROOT,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        try:
            page = opened(f"http://localhost:{port}/sign-in", room)
        finally:
            os.killpg(room.pid, signal.SIGTERM)
            room.wait()
        told = Path(said.name).read_text(encoding="utf-8")
    assert "Desk code" in page, page
    assert f"http://localhost:{port}/" in told, told
    for desk in DESKS.values():
        assert re.search(rf"{desk} +[2-9a-z]{{4}}-?[2-9a-z]{{4}}\n", told), f"no code for {desk}:\n{told}"
    reached = bool(address_in_the_hall())
    assert ("█" in told, NOT_YET in told) == (reached, not reached), f"a code, where phones reach it:\n{told}"
    print("make run opens the room and says how to get in.")


def opened(address: str, room: subprocess.Popen) -> str:
    """The page at this address, as soon as there is one."""
    until = time.monotonic() + PATIENCE
    while room.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise AssertionError(f"make run ended with {room.poll()} before {address} answered")


if __name__ == "__main__":
    main()
