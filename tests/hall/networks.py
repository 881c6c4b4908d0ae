"""A network that drops and delays: two namespaces of this machine, and between them a wire that loses packets.

``python -m tests.hall.networks [PERCENT] [MILLISECONDS] [SECONDS]`` puts the room into one namespace and the hall into
the other, both on a device (tun) whose packets a program hands on, late by up to so many milliseconds, or loses: of a
hundred so many, and all of them for some seconds in the middle. (The kernel need not know ``netem``.) It takes root on
Linux; elsewhere a relay in Python delays, and cuts connections instead (tests/hall/wire.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import json
import os
import random
import select
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from control.kernel.database.store import open_store
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from tests.games import CODES, make_game, well_off
from tests.hall.attacking import line
from tests.hall.served import Writers, ask, kept_in, lost, serve, until
from tests.hall.wire import Wire
from tests.ports import free_port

SCREENS, UMPIRES, CUT = 30, 20, 8.0
TUN, NO_HEADER, MAKE = 0x0001, 0x1000, 0x400454CA
ENDS = {"room15": "10.15.0.1", "hall15": "10.15.0.2"}


class Air:
    """Hands packets on between two devices, late or never."""

    def __init__(self, devices: list[int], loss: float, late: float) -> None:
        self.devices, self.loss, self.late = devices, loss, late
        self.packets = self.dropped = 0
        self.over = self.cut = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Hand on nothing more."""
        self.over = True
        self._thread.join()

    def _run(self) -> None:
        chance, under_way = random.Random(1), list[tuple[float, int, int, bytes]]()
        while not self.over:
            ready, _, _ = select.select(self.devices, [], [], 0.002)
            for one in ready:
                packet = os.read(one, 65536)
                self.packets += 1
                if self.cut or chance.random() * 100 < self.loss:
                    self.dropped += 1
                    continue
                other = self.devices[1 - self.devices.index(one)]
                due = time.monotonic() + self.late * chance.random()
                heapq.heappush(under_way, (due, self.packets, other, packet))
            while under_way and under_way[0][0] <= time.monotonic():
                _, _, other, packet = heapq.heappop(under_way)
                with contextlib.suppress(OSError):
                    os.write(other, packet)


def run(*command: str) -> None:
    """A command of the system. Raises CalledProcessError."""
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def namespaces(loss: float, late: float) -> Iterator[Air]:
    """Two of them with an address each, and the air between. Raises OSError or CalledProcessError where that may not
    be."""
    devices = []
    try:
        for name, address in ENDS.items():
            device = os.open("/dev/net/tun", os.O_RDWR)
            devices.append(device)
            fcntl.ioctl(device, MAKE, struct.pack("16sH", name.encode(), TUN | NO_HEADER))
            run("ip", "netns", "add", name)
            run("ip", "link", "set", name, "netns", name)
            inside = ("ip", "netns", "exec", name, "ip")
            run(*inside, "addr", "add", f"{address}/24", "dev", name)
            run(*inside, "link", "set", name, "up")
            run(*inside, "link", "set", "lo", "up")
        air = Air(devices, loss, late)
        try:
            yield air
        finally:
            air.end()
    finally:
        for name in ENDS:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        for device in devices:
            os.close(device)


class Screen:
    """A screen that listens, and comes again when its stream is broken or says nothing for 25 seconds."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port, self.at, self.opened = host, port, 0, 0
        self.over = False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self.over:
            with contextlib.suppress(OSError, ValueError), socket.create_connection((self.host, self.port), 10) as one:
                one.settimeout(25)
                ask_for = f"GET /live HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: Bearer {CODES['game']}\r\n\r\n"
                one.sendall(ask_for.encode())
                self.opened += 1
                for said in one.makefile("rb"):
                    if said.startswith(b"data: "):
                        self.at = int(said[6:])
            time.sleep(1)


def in_the_hall(host: str, port: int, seconds: float, cut: Any = None) -> dict[str, Any]:
    """Twenty umpires act and thirty screens listen for so long; what came of it."""
    screens = [Screen(host, port) for _ in range(SCREENS)]
    until(lambda: ask(port, "/about", host=host)[0] == 200)
    with Writers(port, UMPIRES, pause=0.5, host=host) as at_work:
        time.sleep(seconds / 2)
        if cut:
            cut(True)
            time.sleep(CUT)
            cut(False)
        time.sleep(seconds / 2)
    last = 0

    def level() -> bool:
        nonlocal last
        last = max(at_work.acknowledged.values())
        return all(one.at >= last for one in screens)

    late = until(level)
    for one in screens:
        one.over = True
    waits = sorted(at_work.waits)
    return {
        "acknowledged": at_work.acknowledged,
        "p95": statistics.quantiles(waits, n=20)[-1],
        "median": statistics.median(waits),
        "cut": at_work.cut,
        "other": at_work.other,
        "late": late,
        "opened": sum(one.opened for one in screens),
    }


def main(loss: float = 5.0, late: float = 80.0, seconds: float = 30.0) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        game, port = make_game(Path(name) / "game.db", well_off()), free_port()
        try:
            with namespaces(loss, late / 1000) as air:
                inside = ["ip", "netns", "exec", "room15"]
                program = subprocess.Popen([*inside, sys.executable, "-m", "control.cli", "serve", "--game", str(game),
                    "--host", "0.0.0.0", "--port", str(port)], stdout=subprocess.DEVNULL)  # fmt: skip
                script = [sys.executable, "-m", "tests.hall.networks", "hall", ENDS["room15"], str(port), str(seconds)]
                hall = subprocess.Popen(["ip", "netns", "exec", "hall15", *script], stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE)  # fmt: skip
                found = followed(hall, air)
                program.terminate()
                program.wait()
                how = f"{loss:.0f}% of {air.packets:,} packets lost, up to {late:.0f} ms late, all lost for {CUT:.0f} s"
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"No namespaces here ({error}): a relay delays and cuts instead.", file=sys.stderr)
            found, how = through_a_relay(game, port, loss, late / 1000, seconds)
        at_work = Writers(port)
        at_work.acknowledged = found["acknowledged"]
        gone, entries = lost(at_work, game), len(kept_in(game))
        replay = opened(open_store(game))
        same = verify(replay).same
        replay.store.close()
    line(
        f"a network that drops and delays ({how}), {UMPIRES} umpires, {SCREENS} screens",
        "nothing lost, nothing twice, screens come back",
        f"{len(found['acknowledged']):,} acknowledged, {len(gone)} lost, 0 twice of {entries:,} entries; an act is "
        f"answered in {1000 * found['median']:.0f} ms (median; p95 {1000 * found['p95']:.0f}), {found['cut']} asked "
        f"again; {found['opened']} streams opened for {SCREENS} screens, all level {found['late']:.1f} s after the "
        "last act",
    )
    assert same
    assert not gone
    assert not found["other"], found["other"][:3]


def followed(hall: subprocess.Popen[bytes], air: Air) -> dict[str, Any]:
    """What the hall said in the end; in between it has the air cut."""
    assert hall.stdout
    for said in hall.stdout:
        if said.startswith(b"cut "):
            air.cut = said.strip() == b"cut True"
        elif said.startswith(b"{"):
            return dict(json.loads(said))
    raise AssertionError("the hall said nothing")


def through_a_relay(game: Path, port: int, cuts: float, late: float, seconds: float) -> tuple[dict[str, Any], str]:
    """The same by a relay, where there are no namespaces."""
    program = serve(game, port)
    wire = Wire(port, late, cuts)
    try:
        found = in_the_hall("127.0.0.1", wire.port, seconds)
    finally:
        wire.close()
        program.terminate()
        program.wait()
    return (
        found,
        f"a relay: {cuts:.0f}% of {wire.pieces:,} pieces end their connection, up to {1000 * late:.0f} ms late",
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["hall"]:
        host, port, seconds = sys.argv[2:5]
        told = in_the_hall(host, int(port), float(seconds), lambda cut: print(f"cut {cut}", flush=True))
        print(json.dumps(told), flush=True)
    else:
        main(*map(float, sys.argv[1:4]))
