"""A disk that is full, one that may only be read, and a file that another program holds: a sentence, and nothing lost.

``python -m tests.hall.disks`` mounts a small disk in memory for it (which root may), serves a game on it under twenty
writers, and lets it go wrong in each way for some seconds.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from control.kernel.database.store import open_store
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from tests.games import make_game, well_off
from tests.hall.attacking import line
from tests.hall.served import Writers, ask, lost, serve, until
from tests.ports import free_port

SIZE = "24m"
SECONDS = 12.0


@contextmanager
def small_disk(at: Path) -> Iterator[Path]:
    """A disk in memory. Raises CalledProcessError for whoever may mount none."""
    at.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=False)


def fill(disk: Path) -> Callable[[], None]:
    """Leave no room at all; what makes room again."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast.unlink


def locked(disk: Path) -> Callable[[], None]:
    """Hold the file as another program would."""
    other = sqlite3.connect(disk / "game.db", isolation_level=None, timeout=30, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other.close


WAYS = {"a full disk": fill, "a file that another program holds": locked}


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder) / "disk") as disk:
        game, port = make_game(disk / "game.db", well_off()), free_port()
        program = serve(game, port)
        try:
            until(lambda: ask(port, "/about")[0] == 200)
            for name, way in WAYS.items():
                attack(name, way, disk, port)
        finally:
            program.terminate()
            program.wait()
        read_only(disk, game, port)
        replay = opened(open_store(game))
        assert verify(replay).same
        replay.store.close()


def read_only(disk: Path, game: Path, port: int) -> None:
    """Serve it from a disk that may only be read; and again when it may be written. (Linux takes the right to write
    from no disk on which a file is open for writing, so this cannot be done under a room that runs.)"""
    mount = ("mount", "-o")
    subprocess.run([*mount, "remount,ro", str(disk)], check=True)
    program = serve(game, port, stderr=subprocess.PIPE)
    try:
        _, said = program.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        status, answer = ask(port, "/api/actions/announcement.post", {"text": "Word", "desks": ["map"]}, "read-only-1")
        said = f"it serves all the same, and answers {status}: {answer}".encode()
        program.kill()
    subprocess.run([*mount, "remount,rw", str(disk)], check=True)
    words = said.decode().strip().replace(str(disk), "…").replace("\n", " ")
    program = serve(game, port)
    back = until(lambda: ask(port, "/about")[0] == 200)
    program.terminate()
    program.wait()
    line("a disk that may only be read", "a sentence", f"“{words}” Served again {back:.1f} s after it may be written")


def attack(name: str, way: Callable[[Path], Callable[[], None]], disk: Path, port: int) -> None:
    """Let it go wrong so for a while, and print what came of it."""
    with Writers(port) as at_work:
        until(lambda: len(at_work.acknowledged) > 20)
        mend = way(disk)
        until_then, read = time.monotonic() + SECONDS, 0
        while time.monotonic() < until_then:
            read += ask(port, "/display/")[0] == 200
            time.sleep(0.2)
        mend()
        before = len(at_work.acknowledged)
        back = until(lambda: len(at_work.acknowledged) > before)
        time.sleep(1)
    gone = lost(at_work, disk / "game.db")
    said = "; ".join(f"{many} × “{words}”" for words, many in at_work.told.most_common(2))
    line(
        f"{name} for {SECONDS:.0f} s under 20 writers",
        "a sentence (503), reading goes on, back by itself, nothing lost",
        f"{len(at_work.acknowledged):,} acknowledged, {len(gone)} lost; told: {said}; {len(at_work.other)} answered "
        f"otherwise; {read} pages read meanwhile; acting again after {1000 * back:.0f} ms",
    )
    print(at_work.other[:3], file=sys.stderr)
    assert not gone
    assert not at_work.other


if __name__ == "__main__":
    main()
