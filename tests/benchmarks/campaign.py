"""The campaign of 1600: all moves of a full position, of both sides, with and without a card; a battle of 20 blocks."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.rules.board.march import Position, Reach, reach
from control.sekigahara.rules.campaign.acts import Act
from control.sekigahara.rules.campaign.campaign import State
from control.sekigahara.rules.combat.plays import Deploy, Pass, play
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import answers, forces_of, read_order
from control.sekigahara.scripting.march import board_of
from tests.benchmarks.figures import Row, timed
from tests.sekigahara.campaigns import campaign as campaign_of_edition
from tests.sekigahara.campaigns import played
from tests.sekigahara.combats import open_to
from tests.sekigahara.games import CODES, a_room, doing, next_act, order_of

BLOCKS = 48
CAMPAIGN = campaign_of_edition("gmt")


def campaign() -> Iterator[Row]:
    """Every stack's reach, in a position where all blocks of both sides stand on the board."""
    position = full_position("1600")
    found = len(all_moves(position))
    yield Row(
        f"all moves of a full position of 1600, {found} ways", timed(lambda: all_moves(position), 50), "under 20 ms"
    )
    acts = a_campaign()
    times = timed(lambda: [apply(CAMPAIGN, state, act) for state, act in acts], 5)
    per_act = [one / len(acts) for one in times]
    yield Row(f"an act of a campaign of 1600 by chance, mean of {len(acts)}, rules", per_act)
    offers = timed(lambda: [legal(CAMPAIGN, state) for state, _ in acts], 5)
    yield Row("what is legal in each of its states, rules", [one / len(acts) for one in offers])
    yield from through_the_kernel()
    document = a_battle()
    steps = len(answers(document, of_edition)["steps"])
    yield Row(
        f"a battle of 1600 of 20 blocks to JSON, {steps} steps",
        timed(lambda: json.dumps(answers(document, of_edition)), 50),
        "under 2 ms",
    )


def through_the_kernel() -> Iterator[Row]:
    """The same as a game that is kept: an act with its journal entry, and the page of a side's tablet."""
    with tempfile.TemporaryDirectory() as folder:
        room = a_room(Path(folder) / "1600.db", seed="benchmark")
        chance, do, times, pages = random.Random("benchmark"), doing(room), [], []
        browser = OpenRoom(application_of(SEKIGAHARA), room).test_client()
        browser.post("/sign-in", data={"code": CODES["east"], "name": "Honda"})
        browser.get("/table/")
        while len(times) < 150 and (act := next_act(room, chance)):
            name, order = order_of(act)
            start = time.perf_counter()
            do(act.side, name, **order)
            done = time.perf_counter()
            browser.get("/table/").get_data()
            times.append(done - start)
            pages.append(time.perf_counter() - done)
        yield Row(f"an act of 1600 as an action, mean of {len(times)}", times)
        yield Row("the page of a side's tablet, right after an act", pages, "under 15 ms")
        yield Row("the same again", timed(lambda: browser.get("/table/").get_data(), 30), "under 15 ms")
        browser.get("/battle/")
        yield Row("the page of battles", timed(lambda: browser.get("/battle/").get_data(), 30))
        room.store.engine.dispose()


def a_campaign() -> list[tuple[State, Act]]:
    """Every state of a campaign by chance, and what was done in it."""
    acts: list[tuple[State, Act]] = []
    played("gmt", "benchmark", watch=lambda before, act, after, said: acts.append((before, act)))
    return acts


def a_battle() -> dict[str, Any]:
    """Ten blocks a side, all of which deploy, each with a special card of its own."""
    kinds = [("gun", 1), ("cavalry", 1), ("infantry", 3), ("infantry", 2), ("leader", 1)]
    clans = {"west": ("mori", "ukita"), "east": ("tokugawa", "date")}
    document: dict[str, Any] = {"edition": "kessen", "kind": "battle", "attacker": "west", "blocks": {}, "cards": {}}
    for side in ("west", "east"):
        both = [(clan, kind, mon) for clan in clans[side] for kind, mon in kinds]
        document["blocks"][side] = [
            {"id": f"{side} {place}", "clan": clan, "type": kind, "mon": mon}
            for place, (clan, kind, mon) in enumerate(both)
        ]
        document["cards"][side] = [
            {"id": f"{side} card {place}", "clan": clan, "type": "special"} for place, (clan, _, _) in enumerate(both)
        ]
    order = read_order(document | {"plays": []})
    combat, document["plays"] = Combat(forces_of(order, of_edition("kessen"))), []
    while not combat.over:
        side = combat.initiative
        may = [one.play for one in open_to(combat, side) if isinstance(one.play, Deploy) and one.play.card]
        combat = play(combat, may[0] if may else Pass(side))
        document["plays"].append(asdict(may[0]) if may else {"side": side, "pass": True})
    return document


def full_position(seed: str) -> Position:
    """All blocks of both sides at places of their own, each side with six leaders."""
    chance, board = random.Random(seed), board_of("gmt")
    places = sorted(board.places)
    chance.shuffle(places)
    half = {"east": places[::2], "west": places[1::2]}
    units = {side: dict.fromkeys(half[side], 1) for side in SIDES}
    for side in SIDES:
        for place in chance.choices(half[side], k=BLOCKS - len(half[side])):
            units[side][place] += 1
    return Position(units, {}, {side: half[side][:6] for side in SIDES}, [*board.disks])


def all_moves(position: Position) -> list[Reach]:
    """Where one block, and the whole stack, of each place can go with a card."""
    board = board_of("gmt")
    return [
        one
        for side in SIDES
        for place, there in position.units[side].items()
        for blocks in {1, there}
        for one in reach(board, position, side, place, blocks, force_march=True)
    ]
