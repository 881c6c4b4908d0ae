"""A game with twenty thousand journal entries: how fast the pages of the year answer, and what an action costs then.

`python -m tests.benchmarks.long_day` plays until the journal is so long (a few minutes), prints the table and throws
the game away; with a folder behind it, the game is kept there, and measured without playing the next time. The entries
are real ones, made by the actions: orders, bookings, honour, presses of the clock, corrections, announcements, over
several years with their winters. It ends in a summer, with marches ordered, a phase run, encounters open and a battle
in its second round.
"""

from __future__ import annotations

import http.client
import itertools
import json
import multiprocessing
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.database.store import open_store
from control.kernel.errors import OrderError
from control.sengoku.rows import Army, EncounterForce, Game
from tests.benchmarks import worlds
from tests.benchmarks.figures import Row, shown, timed
from tests.benchmarks.run import machine
from tests.browser.serving import Served
from tests.games import ask

ENTRIES = 20_000
RUNS = 100
PLAYED = [clan.id for clan in worlds.scenario().clans.values() if clan.played]
ASIDE = "the benchmark goes on"

# Every page of the year's chapters, and the desk that opens it.
PAGES: dict[str, tuple[str, ...]] = {
    "Game Control": (
        "/game/",
        "/clock/",
        "/clock/full",
        "/clock/now",
        "/season/",
        "/season/winter",
        "/season/winter/takeda",
        "/season/statements",
        "/books/",
        "/books/takeda/1551",
        "/books/bookings.csv",
        "/honour/",
        "/honour/ledger?clan=oda",
        "/honour/order",
        "/casting/",
        "/casting/door/",
        "/casting/command",
        "/casting/reprint",
        "/letters/",
        "/display/desk/",
        "/news-desk/",
        "/announcements/",
        "/journal/",
        "/journal/?clan=takeda",
        "/journal/?province=kai&desk=map",
        "/journal/?person=Takeda+Harunobu",
        "/journal/?before=200",
        "/rulings/",
        "/rulings/odds_rounding/nearest",
        "/safety/",
        "/safety/midway/",
    ),
    "Team Control": (
        "/team/",
        "/team/takeda",
        "/team/takeda/troops",
        "/works/takeda",
        "/honour/",
        "/season/",
        "/letters/",
        "/journal/",
        "/tell/",
        "/announcements/",
    ),
    "Map Control": ("/map/", "/casting/command", "/journal/?clan=takeda", "/people/", "/rulings/"),
}
PUBLIC = ("/display/", "/display/hall", "/clock/full", "/clock/now")


def main() -> None:
    """Print the table."""
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder))
        room = opened(server)
        print(
            "| What, with 20,000 journal entries | runs | fastest | median | p95 | beside it |\n"
            "|---|--:|--:|--:|--:|---|"
        )
        for row in (*actions(room), *undos(room)):
            print(row, flush=True)
        room.store.engine.dispose()
        server.start()
        for row in (*pages(server), *crowded(server)):
            print(row, flush=True)
        server.stop()


def opened(server: Served) -> Room:
    """The game, with as many entries as it needs."""
    if server.game.exists():
        return Room(open_store(server.game), worlds.crowded())
    room = worlds.crowded_game(server.game)
    began = time.perf_counter()
    play(room, ENTRIES)
    print(
        f"{ENTRIES:,} entries played in {shown(time.perf_counter() - began)}; the game's file has "
        f"{server.game.stat().st_size / 1e6:.0f} MB.\n"
    )
    return room


# --- A long day -------------------------------------------------------------------------------------------


def play(room: Room, entries: int, at_gates: Callable[[], Any] = lambda: None) -> None:
    """Play until the journal has so many entries; ``at_gates`` is done at the end of each season."""
    chance = random.Random(worlds.SEED)
    number = 0
    for round_ in itertools.count():
        for desk, action, order in moves(chance, round_):
            with suppress(OrderError):  # what a rule forbids just now is left out
                number = perform(room, Umpire(f"umpire {chance.randint(1, 20)}", desk), action, order).number
        if round_ % 150 == 149:
            number = close(room) or number
            at_gates()
        if number >= entries:
            break
    while season_of(room) != "summer":
        close(room)
    meet(room, chance)


def meet(room: Room, chance: random.Random) -> None:
    """March until somebody has met, let two of them fight a round, and leave the others waiting. The armies of the
    first spring were paid by nobody and have gone home: others take the field."""
    worlds.take_the_field(room, before=worlds.ARMIES)
    perform(room, worlds.MAP_CONTROL, "movement.run_phase", {"phase": 1})
    met = select(EncounterForce.encounter, Army.clan).join(EncounterForce.the_army).order_by(EncounterForce.id)
    found = ask(room, lambda session: session.execute(met).all())
    for encounter, attacker in [one for one in found if one[0] > 1]:  # the first stays open
        settled = {"encounter": encounter, "outcome": "battle", "attacker": attacker, "settled_by": "umpire"}
        with suppress(OrderError):
            perform(room, worlds.MAP_CONTROL, "encounter.settle", settled)
            break
    tactics = dict.fromkeys(("attacker_tactic", "defender_tactic"), "conventional_battle")
    perform(room, worlds.MAP_CONTROL, "battle.fight_round", {"battle": 1, "round": 1, "die": 3, **tactics})
    perform(room, worlds.MAP_CONTROL, "battle.ask_tactics", {"battle": 1, "round": 2})


def moves(chance: random.Random, round_: int, gone: int = 0) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What twenty umpires do in a few seconds; so many armies were there before those on the map."""
    clan, other = chance.sample(PLAYED, 2)
    for army in chance.choices(range(1, worlds.ARMIES + 1), k=2):
        yield "map", "army.order_march", {"army": gone + army, "route": []}
    reason = chance.choice(list(worlds.scenario().honour))
    yield "team", "honour.log", {"clan": clan, "reason": reason, "note": f"seen in round {round_}", "twice": True}
    yield "team", "account.give", {"clan": clan, "to": other, "kind": "gift", "points": 1, "twice": True}
    yield (
        "game",
        "figure.correct",
        {
            "kind": "character",
            "id": worlds.scenario().clans[clan].leader,
            "field": "experience",
            "value": chance.randint(1, 4),
            "reason": "a benchmark",
        },
    )
    yield "game", "clock.add_minute", {}
    if round_ % 10 == 0:
        yield "game", "announcement.post", {"text": f"Round {round_}"}


def season_of(room: Room) -> str:
    """The season it is."""
    return ask(room, lambda session: Game.only(session).season)


def close(room: Room) -> int:
    """Close the season over whatever is open."""
    with room.store.read() as session:
        game = Game.only(session)
        order = {"season": game.season, "year": game.year, "force": ASIDE}
    with suppress(OrderError):
        return perform(room, worlds.GAME_CONTROL, "season.advance", order).number
    return 0


# --- Actions ----------------------------------------------------------------------------------------------


def actions(room: Room) -> Iterator[Row]:
    """An action of each chapter, in the program."""

    def unrest(there: bool) -> None:
        fix = {"kind": "province", "id": "kai", "field": "unrest", "value": there, "reason": "a benchmark"}
        perform(room, worlds.GAME_CONTROL, "figure.correct", fix)

    with suppress(OrderError):
        unrest(False)  # it may be so already
    turns = itertools.cycle((True, False))
    jobs = {
        "`honour.log`": lambda: perform(
            room, Umpire("Ana", "team"), "honour.log", {"clan": "oda", "reason": "event", "twice": True}
        ),
        "`account.give`": lambda: perform(
            room,
            Umpire("Ana", "team"),
            "account.give",
            {"clan": "hojo", "to": "oda", "kind": "gift", "points": 1, "twice": True, "force": ""},
        ),
        "`figure.correct`": lambda: unrest(next(turns)),
    }
    perform(
        room, worlds.GAME_CONTROL, "account.correct", {"clan": "hojo", "rice": 0, "cash": 900, "reason": "a benchmark"}
    )
    for name, job in jobs.items():
        yield Row(name, timed(job, RUNS), "aim: p95 under 20 ms")


def undos(room: Room) -> Iterator[Row]:
    """Taking back the newest entry, and being refused a very old one."""

    def newest() -> None:
        entry = perform(room, Umpire("Ana", "team"), "honour.log", {"clan": "oda", "reason": "event", "twice": True})
        perform(room, worlds.GAME_CONTROL, "journal.undo", {"entry": entry.number})

    def oldest() -> None:
        with suppress(OrderError):
            perform(room, worlds.GAME_CONTROL, "journal.undo", {"entry": 3, "force": ASIDE})

    yield Row("book honour and take it back", timed(newest, RUNS))
    yield Row("be refused the undo of entry 3", timed(oldest, RUNS))


# --- Pages ------------------------------------------------------------------------------------------------


def pages(server: Served) -> Iterator[Row]:
    """Every page, over one HTTP connection."""
    for desk, addresses in (*PAGES.items(), ("", PUBLIC)):
        line = http.client.HTTPConnection("127.0.0.1", server.port)
        cookie = sign_in(line, server.codes[desk]) if desk else ""
        for address in addresses:
            size = len(fetch(line, cookie, address))

            def job(line: Any = line, cookie: str = cookie, address: str = address) -> None:
                fetch(line, cookie, address)

            yield Row(f"`{address}` {desk or 'public'}", timed(job, RUNS), f"{size / 1000:.0f} kB")
        line.close()


def sign_in(line: http.client.HTTPConnection, code: str) -> str:
    """The cookies of a desk."""
    form = urlencode({"code": code, "name": "Ana"})
    sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{line.host}:{line.port}"}
    line.request("POST", "/sign-in", form, sent)
    answer = line.getresponse()
    answer.read()
    assert answer.status == 303, answer.status
    return "; ".join(one.partition(";")[0] for one in answer.headers.get_all("Set-Cookie") or ())


def fetch(line: http.client.HTTPConnection, cookie: str, address: str) -> bytes:
    """A page, which must come, or the way to it."""
    line.request("GET", address, headers={"Accept": "text/html"} | ({"Cookie": cookie} if cookie else {}))
    answer = line.getresponse()
    told = answer.read()
    assert answer.status in (200, 303), (address, answer.status)
    return told


# --- A full hall ------------------------------------------------------------------------------------------


def crowded(server: Served, umpires: int = 20, screens: int = 100, seconds: float = 10.0) -> Iterator[Row]:
    """Twenty umpires book honour while screens hang on the live stream, these in a process of their own: the time of
    each booking."""
    watching = multiprocessing.get_context("spawn").Process(target=watch, args=(server.port, screens), daemon=True)
    watching.start()
    time.sleep(3)
    times: list[float] = []

    def umpire(number: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", server.port)
        headers = {"Authorization": f"Bearer {server.codes['Team Control']}", "X-Umpire": f"umpire {number}"}
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            order = json.dumps({"clan": PLAYED[number % len(PLAYED)], "reason": "event", "twice": True})
            began = time.perf_counter()
            line.request("POST", "/api/actions/honour.log", order, headers)
            answer = line.getresponse()
            answer.read()
            assert answer.status == 200
            times.append(time.perf_counter() - began)
            time.sleep(1)
        line.close()

    threads = [threading.Thread(target=umpire, args=(number,)) for number in range(umpires)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    watching.terminate()
    yield Row(
        f"an action over HTTP: {umpires} umpires, all in the same instant of each second, {screens} live screens", times
    )


def watch(port: int, screens: int) -> None:
    """So many screens that listen to the live stream."""
    threads = [threading.Thread(target=listen, args=(port,), daemon=True) for _ in range(screens)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def listen(port: int) -> None:
    """A screen that listens to the live stream."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with suppress(OSError):
        line.request("GET", "/live")
        answer = line.getresponse()
        while answer.read1(200):
            pass
    line.close()


if __name__ == "__main__":
    sys.exit(main())
