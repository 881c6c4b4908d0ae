"""Codes guessed from one address, and from many at once: how many are looked at. ``python -m tests.hall.guessing``

The brake's clock goes by itself, so that an hour of guessing takes seconds.
"""

from __future__ import annotations

import random
import sys

from control.kernel.codes import DESK_CODE, DESK_LETTERS
from control.kernel.pages.brake import Brake
from tests.games import CODES
from tests.hall.attacking import line, opened

EVERY = 0.05
"""Seconds between two tries."""


def guessed(hours: float, addresses: int, seed: int = 1) -> tuple[int, int, int]:
    """Tries, those that were looked at, and those that were right, of so many hours from so many addresses."""
    chance = random.Random(seed)
    with opened("start") as room:
        now = [0.0]
        room.brakes["desk"] = Brake("desks", clock=lambda: now[0], wall=lambda: now[0])
        client = room.test_client()
        tries = seen = right = 0
        while now[0] < hours * 3600:
            now[0] += EVERY
            tries += 1
            code = "".join(chance.choice(DESK_LETTERS) for _ in range(DESK_CODE))
            here = f"10.0.{chance.randrange(addresses) // 250}.{chance.randrange(addresses) % 250 + 1}"
            status = client.post("/sign-in", data={"code": code}, environ_base={"REMOTE_ADDR": here}).status_code
            seen += status != 429
            right += status == 303
        known = client.post("/sign-in", data={"code": CODES["map"]}, environ_base={"REMOTE_ADDR": "10.9.9.9"})
        assert known.status_code in (303, 429)
        return tries, seen, right


def main(hours: float = 0.1) -> None:
    """Print the figures."""
    for addresses in (1, 500):
        tries, seen, right = guessed(hours, addresses)
        chance = seen / hours * 8 / len(DESK_LETTERS) ** DESK_CODE
        odds = f"a day of eight hours finds a desk by 1 in {1 / chance / 6:,.0f}"
        found = f"{tries:,} tries, {seen:,} looked at, {right} right; {odds}"
        line(f"codes guessed for {hours:g} h from {addresses} addresses", "none right", found)
        assert right == 0


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
