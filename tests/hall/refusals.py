"""Orders of every desk in two games that differ in what it may not know: both answer it the same, word for word.

``python -m tests.hall.refusals [acts] [seed]``; 300 take some minutes. The pages of two such days are compared by
tests/secrecy/; here it is what is answered to an order, most of all why it is refused. A Controller with a code of his
own is asked too, in days that differ in the affairs of another's clan. Some order each game could mean, of rows that
only one of them has; what is done is done in both.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

from control.kernel.open_room import OpenRoom
from control.kernel.rows import Desk
from control.sengoku.game import SENGOKU
from tests.actions.plausible import Plausible
from tests.games import CODES, Hall
from tests.hall.attacking import line, opened
from tests.secrecy.test_own_codes import ANOTHERS, of_another
from tests.secrecy.test_two_days_of_everything import SECRETS, STRANGER_TO, played

OWN = "team/1"
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:+.]+|\b\d\d?:\d\d(:\d\d)?\b")
BY_CODE = {"letter.post"}
"""What a desk is told of by a code that it has in its hand: of a letter of its own clan, whoever wrote it."""


def days(desk: str) -> tuple[str, list[Callable[[Hall], object]]]:
    """Where the two days of a desk begin, and how each goes on."""
    if desk == OWN:
        return "winter", [partial(of_another, which=which) for which in (0, 1)]
    return "start", [partial(played, secrets=SECRETS[name]) for name in ("none", STRANGER_TO[desk][0])]


def code_of(room: OpenRoom, desk: str) -> str:
    """The code by which somebody asks there."""
    return str(Hall(room.room).get(Desk, OWN).code) if desk == OWN else CODES[desk]


def told(room: OpenRoom, code: str, name: str, order: dict[str, Any], key: str) -> tuple[int, str]:
    """What an order is answered, but for the time of day."""
    headers = {"Authorization": f"Bearer {code}", "Idempotency-Key": key, "X-Umpire": "Sen"}
    answer = room.test_client().post(f"/api/actions/{name}", data=json.dumps(order), headers=headers)
    return answer.status_code, TIMES.sub("", answer.text)


def compared(desk: str, acts: int, chance: random.Random, seen: Counter[int]) -> list[str]:
    """The orders to which the two games answered a desk otherwise."""
    found, (stage, hows) = [], days(desk)
    with ExitStack() as both:
        rooms = [both.enter_context(opened(stage)) for _ in hows]
        for room, how in zip(rooms, hows, strict=True):
            how(Hall(room.room))
        made, codes = [Plausible(Hall(room.room), chance) for room in rooms], [code_of(room, desk) for room in rooms]
        names = sorted(name for name, one in SENGOKU.actions.items() if desk.partition("/")[0] in one.desks)
        for number in range(acts):
            name = chance.choice(names)
            order = chance.choice(made).order(name)
            if desk == OWN and chance.random() < 0.6:
                order |= dict.fromkeys({"clan", "one", "sender"} & set(order), ANOTHERS)
            one, other = (told(room, code, name, order, f"{number}") for room, code in zip(rooms, codes, strict=True))
            seen[one[0] // 100] += 1
            if one != other and name not in BY_CODE:
                found.append(f"{desk}: {name} {order}: {one} and {other}")
                print(found[-1], file=sys.stderr, flush=True)
    return found


def main(acts: int = 300, seed: int = 1) -> None:
    """Print the figures."""
    chance, seen, found = random.Random(seed), Counter[int](), list[str]()
    desks = [*(desk for desk in STRANGER_TO if desk not in (None, "game")), OWN]
    for desk in desks:
        found += compared(desk, acts, chance, seen)
        print(f"{desk}: {sum(seen.values()):,} orders, {len(found)} answered otherwise", file=sys.stderr, flush=True)
    kinds = ", ".join(f"{kind}xx {many:,}" for kind, many in sorted(seen.items()))
    line(
        f"{acts} orders of {len(desks)} desks in two games that differ in what each may not know (seed {seed})",
        "answered the same",
        f"{sum(seen.values()):,} orders: {kinds}; {len(found)} answered otherwise",
    )
    assert not found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
