"""Measures what the design promises and prints a table in Markdown; docs/benchmarks.md keeps a day's figures.

No part of the test run. Every world is seeded; the peers run in the same process, on the same input, and must give
the same answer.
"""

from __future__ import annotations

import http.client
import io
import itertools
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate

from control.app import create_app
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room
from control.kernel.chance.dice import Dice
from control.kernel.proof.verify import verify
from control.sengoku.rules.battle.battle import Ground, Side, conclude, fight_round
from control.sengoku.rules.march.movement import Army, Enmity, Geography, SeasonReport, run_season
from control.sengoku.scenario.load import load
from control.sengoku.scripting.battle import resolve
from control.sengoku.scripting.movement import adjudicate
from printouts.march.order_cards import OrderCard
from tests.benchmarks import worlds
from tests.benchmarks.campaign import campaign
from tests.benchmarks.figures import Row, shown, timed, times_as_long
from tests.browser.serving import Served
from tests.paper.reading import all_order_cards
from tests.printouts.pdfs import order_cards
from tests.rules.test_movement_properties import Orders, plain_season, plainly


def main() -> None:
    """Measure everything, a line at a time."""
    print(f"{machine()}\n")
    print("| What | runs | fastest | median | p95 | beside it |\n|---|--:|--:|--:|--:|---|")
    for chapter in (movement, battles, campaign, serving, crowded_desk):
        for row in chapter():
            print(row, flush=True)


def machine() -> str:
    """What this was measured on, and how busy that was with other things, in a line."""
    load = f", {os.getloadavg()[0]:.1f} programs waiting for them at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"{time.strftime('%Y-%m-%d')}, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores{load}"
    )


# Movement


def movement() -> Iterator[Row]:
    """A season of armies on the scenario's map: the rules alone, from JSON to JSON, and beside a plainer way."""
    japan, hundred = worlds.scenario().geography, Geography.build(*worlds.maps(100).values())
    small, large, crammed = worlds.armies(120), worlds.side_by_side(100), worlds.armies(12_000)
    few, many = timed(lambda: season(small, japan), 200), timed(lambda: season(large, hundred), 9)
    yield Row("season of 120 armies, rules", few, "aim: under 5 ms")
    yield Row("season of 12,000 armies on 100 maps, rules", many, f"{times_as_long(many, few)} as long")
    met = sum(len(phase.encounters) for phase in season(crammed, japan).phases)
    yield Row(
        "season of 12,000 armies crammed into one map, rules",
        timed(lambda: season(crammed, japan), 5),
        f"{met:,} encounters; with 120 armies {sum(len(phase.encounters) for phase in season(small, japan).phases)}",
    )
    short = json.dumps(worlds.season_document(small))
    long = json.dumps(worlds.season_document(large) | worlds.maps(100))
    yield Row("season of 120 armies, JSON to JSON", timed(lambda: season_in_json(short, japan), 200))
    yield Row("season of 12,000 armies on 100 maps, JSON to JSON", timed(lambda: season_in_json(long, None), 5))
    for armies, runs in ((small, 50), (worlds.armies(1_200), 3)):
        yield peer_of_movement(armies, runs)


def season(armies: list[Army], geography: Geography) -> SeasonReport:
    """One season by the rules."""
    known = worlds.scenario()
    return run_season(armies, "summer", geography, Enmity(worlds.hostile()), {}, known.tables.movement, known.options)


def season_in_json(text: str, geography: Geography | None) -> str:
    """One season as `control-room movement` does it; without a ``geography`` the document brings its map."""
    return json.dumps(adjudicate(json.loads(text), tables=worlds.scenario().tables, geography=geography))


def peer_of_movement(armies: list[Army], runs: int) -> Row:
    """The plainer way of the property tests, which compares every army with every other."""
    japan, orders = worlds.scenario().geography, as_orders(armies)
    assert plainly(season(armies, japan)) == plain_season(orders), "Both ways must give the same season."
    ours, plain = timed(lambda: season(armies, japan), runs), timed(lambda: plain_season(orders), runs)
    return Row(
        f"peer: {len(armies):,} armies, every army compared with every other",
        plain,
        f"{times_as_long(plain, ours)} as long as ours",
    )


def as_orders(armies: list[Army]) -> Orders:
    """The same season for the plainer way, which the property tests hold the rules against."""
    known = worlds.scenario()
    return Orders(
        season="summer",
        land=pairs(known.borders),
        sea=pairs(known.crossings),
        roads={name: pairs(legs) for name, legs in known.roads.items()},
        armies=armies,
        hostile=worlds.hostile(),
        closed={},
        options=known.options,
    )


def pairs(links: Iterable[Any]) -> list[tuple[str, str]]:
    """Borders, crossings or stages of a road as plain pairs."""
    return [(link.start, link.end) for link in links]


# Battles


def battles() -> Iterator[Row]:
    """Ten thousand battles of one round with given dice."""
    documents = worlds.battles(10_000)
    ready = [ready_to_fight(one) for one in documents]
    text = json.dumps(documents)
    rules = timed(lambda: [fight(*one) for one in ready], 5)
    yield Row("10,000 battles, rules", rules, f"{shown(statistics.median(rules) / 10_000)} a battle")
    in_json = timed(lambda: json.dumps(resolve(json.loads(text), tables=worlds.scenario().tables, dice=Dice())), 5)
    yield Row("10,000 battles, JSON to JSON", in_json, f"{shown(statistics.median(in_json) / 10_000)} a battle")


def ready_to_fight(document: dict[str, Any]) -> tuple[Side, Side, Ground, tuple[str, str], int, str]:
    """A battle in the words of the rules."""
    asked = document["rounds"][0]
    return (
        Side(**document["attacker"]),
        Side(**document["defender"]),
        Ground(**document["province"]),
        (asked["attacker_tactic"], asked["defender_tactic"]),
        asked["die"],
        document["then"],
    )


def fight(attacker: Side, defender: Side, ground: Ground, tactics: tuple[str, str], die: int, then: str) -> Any:
    """One battle by the rules."""
    known = worlds.scenario()
    report = fight_round(
        attacker, defender, ground, tactics, number=1, tables=known.tables, options=known.options, dice=Dice([die])
    )
    return conclude(
        attacker.after_losing(report.attacker_losses),
        defender.after_losing(report.defender_losses),
        ground,
        report.result,
        then,
        tables=known.tables,
        options=known.options,
    )


# The server


def serving() -> Iterator[Row]:
    """The part of the start that is reading the scenario; tests.benchmarks.starting measures the whole."""
    yield Row("the scenario, read and checked", timed(lambda: load("sengoku_1550"), 9))


def crowded_desk() -> Iterator[Row]:
    """The pages, an action, paper and the replay in a game of 120 armies."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        room = worlds.crowded_game(server.game)
        yield from pages(server)
        yield from actions(room)
        yield from paper(room)
        start = time.perf_counter()
        verdict = verify(room)
        took = time.perf_counter() - start
        assert verdict.same, verdict.differences[:1]
        each = shown(took / verdict.entries)
        yield Row(f"`verify`: {verdict.entries:,} journal entries replayed", [took], f"{each} an entry")
        room.store.engine.dispose()


def pages(server: Served) -> Iterator[Row]:
    """Map Control's page, as the program makes it and as a browser gets it; the state; an order over the API."""
    with create_app(server.game).test_client() as client:
        client.post("/sign-in", data={"code": worlds.DESK_CODES["map"]})
        size = f"{len(client.get('/map/').data) / 1000:.0f} kB"
        yield Row("map page, 120 armies, in the program", timed(lambda: accepted(client.get("/map/")), 50), size)
        size = f"{len(client.get('/map/drawing').data) / 1000:.0f} kB"
        row = "its drawing alone, from its cache"
        yield Row(row, timed(lambda: accepted(client.get("/map/drawing")), 50), f"{size}; aim 250 kB, 15 ms")
        yield Row("public display, in the program", timed(lambda: accepted(client.get("/display/")), 50))
        sent = client.get("/api/state").data
        yield Row(
            "whole state as JSON", timed(lambda: accepted(client.get("/api/state")), 20), f"{len(sent) / 1000:.0f} kB"
        )
    server.start()
    with talking_to(server) as ask:
        yield Row("map page, 120 armies, over HTTP", timed(lambda: ask("GET", "/map/"), 50))
        dice = random.Random(worlds.SEED)
        yield Row(
            "an order (`army.order_march`) over HTTP",
            timed(
                lambda: ask(
                    "POST", "/api/actions/army.order_march", {"army": dice.randint(1, worlds.ARMIES), "route": []}
                ),
                200,
            ),
            "aim: p95 under 20 ms",
        )
    server.stop()


def accepted(answer: Any) -> None:
    """The page came as it should."""
    assert answer.status_code == 200, answer.status


@contextmanager
def talking_to(server: Served) -> Iterator[Callable[..., bytes]]:
    """Asks the server as Map Control over one connection that stays open."""
    line = http.client.HTTPConnection("127.0.0.1", server.port)

    def ask(method: str, path: str, body: Any = None) -> bytes:
        line.request(
            method,
            path,
            json.dumps(body) if body else None,
            {
                "Authorization": f"Bearer {server.codes['Map Control']}",
            },
        )
        answer = line.getresponse()
        told = answer.read()
        assert answer.status == 200, told
        return told

    yield ask
    line.close()


def actions(room: Room) -> Iterator[Row]:
    """One action, in the program: read, checked, written, journalled, on the disk."""
    dice = random.Random(worlds.SEED)

    def order() -> None:
        perform(room, worlds.MAP_CONTROL, "army.order_march", {"army": dice.randint(1, worlds.ARMIES), "route": []})

    yield Row("an order (`army.order_march`) in the program", timed(order, 200), "aim: p95 under 20 ms")
    yield what_must_be_true(room, order)


def what_must_be_true(room: Room, order: Callable[[], None]) -> Row:
    """How long the invariants take of actions that change armies: an order, and counters that are corrected."""
    turn, asked = itertools.count(1), list[float]()

    def act() -> None:
        order()
        fix = {"kind": "army", "id": 1, "field": "troops", "value": 1 + next(turn) % 9, "reason": "a benchmark"}
        perform(room, worlds.MAP_CONTROL, "figure.correct", fix)

    keep = room.game.invariants.keep

    def watched(*given: Any, **more: Any) -> None:
        began = time.perf_counter()
        keep(*given, **more)
        asked.append(time.perf_counter() - began)

    vars(room.game.invariants)["keep"] = watched  # of this list alone
    try:
        whole = timed(act, 200)
    finally:
        del vars(room.game.invariants)["keep"]
    asked = asked[-2 * len(whole) :]
    share = sum(asked) / sum(whole)
    return Row("what must always be true, of orders and corrected armies", asked, f"{share:.1%} of it; aim: a tenth")


def paper(room: Room) -> Iterator[Row]:
    """An order card for each army, as PDF; beside it the same words as plain paragraphs of ReportLab's."""
    with room.store.read() as session:
        cards = all_order_cards(session, room.scenario, lambda path: f"http://192.0.2.1:8000{path}")
    assert len(cards) == worlds.ARMIES
    ours, plain = timed(lambda: order_cards(cards), 5), timed(lambda: plain_cards(cards), 5)
    yield Row(f"{len(cards)} order cards to PDF", ours, f"{len(order_cards(cards)) / 1000:.0f} kB")
    yield Row(
        "peer: the same words as plain ReportLab paragraphs, no codes, no fonts of our own",
        plain,
        f"ours: {times_as_long(ours, plain)} as long",
    )


def plain_cards(cards: list[OrderCard]) -> bytes:
    """The words of the cards, one paragraph below the other."""
    style = getSampleStyleSheet()["Normal"]
    written = io.BytesIO()
    SimpleDocTemplate(written).build(
        [
            Paragraph(line, style)
            for card in cards
            for line in (
                card.clan.name,
                card.general,
                card.province,
                card.season,
                card.phases,
                card.allowance_note,
                ", ".join(card.neighbours),
                card.code,
            )
        ]
    )
    return written.getvalue()


if __name__ == "__main__":
    sys.exit(main())
