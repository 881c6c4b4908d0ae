"""Every route by every role with whatever comes to mind: nothing may be our fault.

``python -m tests.hall.fuzz [times] [seed] [minutes]``; 3 takes two minutes of a processor, 10000 four days.

Each address is asked as often with values drawn at random: of numbers, words, keys that there are, letters of all
scripts; an action's also with an order that could be meant, and one thing of it wrong. Each time round is another game,
at the next of the STAGES, asked in an order of its own; after so many minutes no other is begun. An answer of 500
and above is printed with what was asked.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter
from typing import Any

from flask.testing import FlaskClient
from werkzeug.routing import Rule

from control.kernel.journal_questions import desks
from control.kernel.open_room import OpenRoom
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from tests.actions.plausible import Plausible
from tests.games import STAGES, Hall
from tests.hall.attacking import line, opened

WORDS = (
    "", "0", "1", "-1", "2", "999999", "1e9", "٣", "takeda", "uesugi", "kai", "shinano", "takeda-harunobu", "A1-3",
    "L1-9", "spring", "1550", "spy", "yes", "false", "<b>", "'", '"', "\x00", "\ud7ff", "Ōta", "武田", "../..", "%",
    "a" * 300, "null", "[]", "{}", "2026-01-01", "12:30", "map", "game", "team", "battle", "outflank",
    "attacker", "csv", "xlsx", "pdf",
)  # fmt: skip
FIELDS = (
    "clan", "to", "kind", "points", "note", "key", "entry", "reason", "army", "province", "character", "force", "text",
    "umpire", "desk", "option", "value", "next", "version", "file",
    "list", "rows", "battle", "die", "code", "who", "q",
    "before", "season", "year", "troops", "route", "treaty", "recipient", "told", "letter", "id", "field", "shown",
)  # fmt: skip
ENDLESS = ("/live",)
LEAVES = ("/sign-out", "/hide")


def address(rule: Rule, chance: random.Random) -> str:
    """An address of a rule with something in each of its places."""
    parts = []
    for dynamic, part in rule._trace:
        if not dynamic:
            parts.append(part.lstrip("|"))
        elif rule._converters[part].__class__.__name__ == "SmallNumber":
            parts.append(str(chance.choice((0, 1, 2, 7, 10**6, 10**9))))
        else:
            parts.append(chance.choice(WORDS).replace("\x00", "%00").replace("?", "").replace("#", "") or "x")
    return "".join(parts)


ORDERS = sorted({name for one in SENGOKU.actions.values() for name in one.of(SENGOKU).order.model_fields})
"""What the orders of all actions call their fields."""


def some(chance: random.Random) -> dict[str, str]:
    """Fields with something in them."""
    names = chance.sample(FIELDS, chance.randrange(9)) + chance.sample(ORDERS, chance.randrange(4))
    return {name: chance.choice(WORDS) for name in names}


def spoiled(order: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An order that could be meant, with nothing, a thing or two of it wrong."""
    for name in chance.sample(sorted(order), min(len(order), chance.randrange(3))):
        order[name] = chance.choice((chance.choice(WORDS), chance.randrange(-2, 99), 10**18, True, None, [], {}, 0.5))
    return order


def main(times: int = 3, seed: int = 1, minutes: float = 0) -> None:
    """Print the figures."""
    chance, seen, faults, rounds, routes = random.Random(seed), Counter[int](), list[Any](), 0, 0
    began, spent = time.monotonic(), time.process_time()
    for stage in itertools.islice(itertools.cycle(STAGES), times):
        with opened(stage) as room:
            routes = once_round(room, chance, seen, faults, stage)
        rounds += 1
        print(f"{rounds}: {sum(seen.values()):,} asked, {len(faults)} our fault", file=sys.stderr, flush=True)
        if minutes and time.monotonic() - began > minutes * 60:
            break
    total = sum(seen.values())
    kinds = ", ".join(f"{kind}xx {many:,}" for kind, many in sorted(seen.items()))
    each = (time.process_time() - spent) / total
    what = f"{routes} routes × {1 + len(DESKS)} roles × {rounds} (seed {seed})"
    found = f"{total:,} requests, {1 / each:.0f} a second of a processor: {kinds}; {len(faults)} our fault"
    line(what, "no 5xx", found)
    assert not faults, f"{len(faults)} were our fault"


def once_round(room: OpenRoom, chance: random.Random, seen: Counter[int], faults: list[Any], stage: str) -> int:
    """Ask every route as every role with every method once; how many routes there are."""
    plausible = Plausible(Hall(room.room), chance)
    rules = [one for one in room.application.url_map.iter_rules() if one.rule not in (*ENDLESS, *LEAVES)]
    todo = [(role, rule, way) for role in (None, *DESKS) for rule in rules for way in sorted(rule.methods or ())]
    chance.shuffle(todo)
    browsers: dict[str | None, FlaskClient] = {}
    for number, (role, rule, method) in enumerate(todo):
        if number % 500 == 0:  # what was asked may have ended a sign-in, or changed a code
            browsers = {one: browser_of(room, one) for one in (None, *DESKS)}
        path, fields = address(rule, chance), some(chance)
        if path.startswith("/api/actions/") and chance.random() < 0.8:
            name = chance.choice(sorted(SENGOKU.actions))
            path, fields = f"/api/actions/{name}", spoiled(plausible.order(name), chance)
        status = once(browsers[role], method, path, fields, some(chance))
        seen[status // 100] += 1
        if status >= 500 and status != 503:
            faults.append((stage, role, method, path, fields))
            print(faults[-1], file=sys.stderr, flush=True)
    return len(rules)


def browser_of(room: OpenRoom, role: str | None) -> FlaskClient:
    """A browser at a desk, by the code that it has now; the public's for none."""
    browser = room.test_client()
    if role is not None:
        with room.room.store.read() as session:
            code = next(code for key, _, code in desks(session) if key == role)
        browser.post("/sign-in", data={"code": code, "name": "Ōta"})
    return browser


def once(browser: FlaskClient, method: str, path: str, fields: dict[str, Any], query: dict[str, str]) -> int:
    """One request; its status."""
    more: dict[str, Any] = {"query_string": query} if method == "GET" else {"data": fields}
    if path.startswith("/api/actions/") and method == "POST":
        more = {"json": fields}
    answer = browser.open(path, method=method, **more)
    status = int(answer.status_code)
    answer.close()
    return status


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
