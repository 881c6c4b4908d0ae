"""The spare's drill: the plug of the first laptop is pulled while twenty umpires write, and the spare takes over. How
soon somebody can play again, whether all that the spare had confirmed is there, and whether what it had not is listed.

Before that the spare is killed with -9 and started again, and stands still for a while as if its network were cut; in
every second round it stands still when the plug is pulled, so that something is missing. In every second pair of rounds
the first laptop is not gone but silent: it takes what is asked and answers nothing, as behind a cable that is out, and
is waited for. ``python -m tests.hall.spare [rounds] [writers]``"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from control.kernel.database.store import open_store
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from control.kernel.spare.taking_over import missing
from tests.games import CODES, make_game, well_off
from tests.hall.attacking import line
from tests.hall.served import as_sent, ask, room, serve, until
from tests.ports import free_port

AIM = 60.0
"""Seconds from the plug to the first entry at the spare."""
EVERY = 1.0
"""Seconds between two entries of a writer."""


def enter(port: int, key: str) -> int:
    """Enter something; the number of the entry, 0 if it was refused."""
    status, said = ask(port, "/api/actions/announcement.post", {"text": f"Drill {key}", "desks": ["map"]}, key)
    return int(json.loads(said)["number"]) if status == 200 else 0


class Drill:
    """One round of it, in a folder."""

    def __init__(self, folder: Path, begun: Path, writers: int) -> None:
        self.game, self.spare = folder / "first.db", folder / "spare.db"
        self.game.write_bytes(begun.read_bytes())
        self.ports = free_port(), free_port()
        self.writers, self.over = writers, threading.Event()
        self.acknowledged: dict[str, int] = {}

    def serve(self) -> subprocess.Popen[bytes]:
        """The first laptop."""
        return serve(self.game, self.ports[0])

    def follow(self) -> subprocess.Popen[bytes]:
        """The spare."""
        way = f"http://127.0.0.1:{self.ports[0]}", "--game", str(self.spare), "--host", "127.0.0.1"
        known = {**os.environ, "CONTROL_ROOM_CODE": CODES["game"]}
        return room("follow", *way, "--port", str(self.ports[1]), stdin=subprocess.PIPE, env=known)

    def write(self, who: int) -> None:
        """An umpire at work."""
        many = 0
        while not self.over.wait(EVERY):
            many += 1
            with contextlib.suppress(OSError, ValueError):
                if number := enter(self.ports[0], f"{who}-{many}"):
                    self.acknowledged[f"{who}-{many}"] = number

    def confirmed(self) -> int:
        """The last entry that the first laptop knows to be on the spare's disk."""
        found = re.search(r"<td>([\d,]+)</td>", ask(self.ports[0], "/spare/list")[1])
        return int(found[1].replace(",", "")) if found else -1

    def level(self) -> bool:
        """Whether the spare has all but what was entered within this second."""
        return self.confirmed() >= len(self.acknowledged) - self.writers

    def play(self, still: bool, silent: bool) -> dict[str, float]:
        """The round, with a spare that stands ``still`` and a first laptop that falls ``silent``; its figures."""
        found: dict[str, float] = {}
        programs = [self.serve()]
        try:
            until(lambda: ask(self.ports[0], "/about")[0])
            began = time.monotonic()
            programs.append(self.follow())
            until(lambda: self.confirmed() >= 0)
            found["joined"] = time.monotonic() - began
            umpires = [threading.Thread(target=self.write, args=(one,)) for one in range(self.writers)]
            for one in umpires:
                one.start()
            time.sleep(3)
            programs[1].kill()
            programs[1].wait()
            time.sleep(3)
            programs[1] = self.follow()
            found["caught up"] = until(self.level)
            programs[1].send_signal(signal.SIGSTOP)
            time.sleep(3)
            programs[1].send_signal(signal.SIGCONT)
            until(self.level)
            if still:
                programs[1].send_signal(signal.SIGSTOP)
                time.sleep(1)
            confirmed = self.confirmed()
            programs[0].send_signal(signal.SIGSTOP if silent else signal.SIGKILL)
            pulled = time.monotonic()
            programs[1].send_signal(signal.SIGCONT)
            self.over.set()
            assert programs[1].stdin
            programs[1].stdin.write(b"take over\n")
            programs[1].stdin.flush()
            until(lambda: enter(self.ports[1], "again"))
            found["playing"] = time.monotonic() - pulled
            programs[0].kill()
            programs[0].wait()
            for one in umpires:
                one.join()
            found |= self.compare(confirmed)
            programs.append(self.serve())  # somebody starts the first laptop all the same
            found["refused"] = until(lambda: self.enters_nothing(programs[2]))
        finally:
            self.over.set()
            for one in programs:
                one.kill()
                one.wait()
        replay = opened(open_store(self.spare))
        assert verify(replay).same
        replay.store.close()
        return found

    def enters_nothing(self, first: subprocess.Popen[bytes]) -> bool:
        """Whether the first laptop has heard that the game is elsewhere: it enters nothing, or does not even serve."""
        if first.poll() is not None:
            return True
        return ask(self.ports[0], "/over/ready")[0] == 503

    def compare(self, confirmed: int) -> dict[str, float]:
        """What is at the spare of all that was acknowledged."""
        with contextlib.closing(sqlite3.connect(self.spare)) as connection:
            kept = connection.execute("SELECT key, number FROM journal")
            there = {as_sent(key): number for key, number in kept}
        lost = {key for key, number in self.acknowledged.items() if there.get(key) != number}
        assert not [key for key in lost if self.acknowledged[key] <= confirmed], "what was confirmed is not there"
        listed = {one["sentence"].rpartition(" ")[2] for one in missing(self.game, self.spare)}
        assert lost <= listed, "what is not there is not listed"
        return {
            "acknowledged": len(self.acknowledged),
            "confirmed": confirmed,
            "lost": len(lost),
            "listed": len(listed),
        }


def main(rounds: int = 4, writers: int = 20) -> None:
    """Print the figures."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        begun = make_game(Path(folder) / "begun.db", well_off())
        for number in range(rounds):
            inside = Path(folder) / str(number)
            inside.mkdir()
            found.append(Drill(inside, begun, writers).play(still=number % 2 == 1, silent=number % 4 > 1))
            print(found[-1], file=sys.stderr, flush=True)

    def worst(name: str) -> float:
        return max(one[name] for one in found)

    total = {name: int(sum(one[name] for one in found)) for name in ("acknowledged", "lost", "listed")}
    playing = [one["playing"] for one in found]
    gone, silent = ([took for number, took in enumerate(playing) if (number % 4 > 1) == so] for so in (False, True))
    line(
        f"plug pulled {rounds} times under {writers} writers, the spare takes over",
        "playing again in 60 s",
        f"median {statistics.median(gone):.1f} s, longest {max(gone):.1f} s from the plug to the first entry at the "
        "spare where the port of the first refuses"
        + (f"; {max(silent):.1f} s at most where it answers nothing" if silent else ""),
    )
    line(
        "the same",
        "nothing lost that the spare had confirmed, the rest listed",
        f"{total['acknowledged']:,} acknowledged, 0 of the confirmed lost; {total['lost']} that were not confirmed are "
        f"not there, all among the {total['listed']} listed; each replay the same",
    )
    line(
        "the same: spare killed with -9 for 3 s, then standing still for 3 s",
        "goes on by itself",
        f"joined in {worst('joined'):.1f} s, level again {worst('caught up'):.1f} s after it was started",
    )
    line(
        "the same: the first laptop is started again",
        "nothing is entered there",
        f"the program refuses to serve, {worst('refused'):.1f} s after it was started, or is told by the spare",
    )
    assert worst("playing") < AIM


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
