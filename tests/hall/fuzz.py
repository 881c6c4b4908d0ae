"""Every route by every role with whatever comes to mind: nothing may be our fault.

``python -m tests.hall.fuzz [times] [seed]``; 3 takes a minute or two, 10000 a week.

Each address is asked as often with values drawn at random: of numbers, words, keys that there are, letters of all
scripts. An answer of 500 and above is printed with what was asked.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from werkzeug.routing import Rule

from control.sengoku.rules.desks import DESKS
from tests.conftest import sign_in
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


def some(chance: random.Random) -> dict[str, str]:
    """Fields with something in them."""
    return {name: chance.choice(WORDS) for name in chance.sample(FIELDS, chance.randrange(9))}


def main(times: int = 3, seed: int = 1) -> None:
    """Print the figures."""
    chance, seen, faults = random.Random(seed), Counter[int](), []
    with opened() as room:
        rules = [rule for rule in room.application.url_map.iter_rules() if rule.rule not in ENDLESS]
        for role in (None, *DESKS):
            client = sign_in(room, role)
            for rule in rules:
                if rule.rule in LEAVES:
                    continue
                for method in sorted(rule.methods or ()):
                    for _ in range(times):
                        status, asked = once(client, method, address(rule, chance), chance)
                        seen[status // 100] += 1
                        if status >= 500 and status != 503:
                            faults.append((role, method, *asked))
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
        total = sum(seen.values())
        kinds = ", ".join(f"{kind}xx {many:,}" for kind, many in sorted(seen.items()))
        what = f"{len(rules)} routes × {1 + len(DESKS)} roles × {times} (seed {seed})"
        line(what, "no 5xx", f"{total:,} requests: {kinds}")
        assert not faults, f"{len(faults)} were our fault"


def once(client: Any, method: str, path: str, chance: random.Random) -> tuple[int, tuple[str, dict[str, str]]]:
    """One request; its status, and what was asked."""
    fields = some(chance)
    more: dict[str, Any] = {"query_string": some(chance)} if method == "GET" else {"data": fields}
    if path.startswith("/api/actions/") and method == "POST":
        more = {"json": fields}
    answer = client.open(path, method=method, **more)
    status = int(answer.status_code)
    answer.close()
    return status, (path, fields)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
