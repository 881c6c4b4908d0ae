"""Every route by every role with whatever comes to mind: nothing may be our fault.

``python -m tests.hall.fuzz [times] [seed] [minutes] [1600]``; 3 takes a minute or two of a processor.

Roles are the public and every desk, an umpire with a code of his own, a general with that of his army, a spare with its
seal: each is let in, or the run ends.

Each address is asked as often with values drawn at random: of numbers, words, keys that there are, letters of all
scripts; an action's also with an order that could be meant, and one thing of it wrong. Each time round is another game:
of Sengoku at the next of the STAGES, of 1600 a campaign of the other edition, some hundred acts old; asked in an order
of its own. After so many minutes no other is begun. An answer of 500 and above is printed with what was asked.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule

from control.kernel.application import application_of
from control.kernel.errors import OrderError
from control.kernel.game import UmpiredGame
from control.kernel.journal.journal_questions import own_places, ways_in
from control.kernel.open_room import OpenRoom
from control.kernel.roles import desk_at
from control.kernel.spare.marked import seal
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Army
from control.sengoku.world.people.generals_questions import code_of_army
from tests.actions.plausible import Plausible
from tests.games import STAGES, Hall, ask
from tests.hall.attacking import line, opened
from tests.sekigahara import games as campaigns
from tests.sekigahara.campaigns import EDITIONS

WORDS = (
    "", "0", "1", "-1", "2", "999999", "1e9", "٣", "yes", "false", "<b>", "'", '"', "\x00", "\ud7ff", "Ōta", "武田",
    "../..", "%", "a" * 300, "null", "[]", "{}", "2026-01-01", "12:30", "csv", "xlsx", "pdf",
)  # fmt: skip
"""What comes to mind in any game."""
FIELDS = (
    "clan", "to", "kind", "points", "note", "key", "entry", "reason", "army", "province", "character", "force", "text",
    "umpire", "desk", "option", "value", "next", "version", "file",
    "list", "rows", "battle", "die", "code", "who", "q",
    "before", "season", "year", "troops", "route", "treaty", "recipient", "told", "letter", "id", "field", "shown",
)  # fmt: skip
ENDLESS = ("/live",)
LEAVES = ("/sign-out", "/hide")
OWN, GENERAL, SPARE = "own code", "general", "spare"
"""Who is let in by something else than the code of a desk."""


def address(rule: Rule, chance: random.Random, words: tuple[str, ...], known: dict[str, str]) -> str:
    """An address of a rule with something in each of its places; mostly what is ``known`` of one."""
    parts = []
    for dynamic, part in rule._trace:
        if not dynamic:
            parts.append(part.lstrip("|"))
        elif part in known and chance.random() < 0.8:
            parts.append(known[part])
        elif rule._converters[part].__class__.__name__ == "SmallNumber":
            parts.append(str(chance.choice((0, 1, 2, 7, 10**6, 10**9))))
        else:
            parts.append(chance.choice(words).replace("\x00", "%00").replace("?", "").replace("#", "") or "x")
    return "".join(parts)


class Begun(NamedTuple):
    """A game that was begun: what it is called in a report, its room, and what makes orders that could be meant, each
    the name of an action and its fields."""

    called: str
    room: OpenRoom
    orders: Callable[[], tuple[str, dict[str, Any]]]


@dataclass
class Fuzzed:
    """A game to be asked: words that are keys in it, and how one is begun, the first, the second and so on."""

    game: UmpiredGame
    words: tuple[str, ...]
    begun: Callable[[int, random.Random], Any]
    more: tuple[str, ...]

    @property
    def roles(self) -> tuple[str | None, ...]:
        """The public, every desk, and who else is let in."""
        return (None, *self.game.roles, *self.more)

    @property
    def fields(self) -> list[str]:
        """What the orders of all actions call their fields."""
        return sorted({name for one in self.game.actions.values() for name in one.of(self.game).order.model_fields})


@contextmanager
def sengoku(number: int, chance: random.Random) -> Iterator[Begun]:
    """A game at one of the stages."""
    stage = tuple(STAGES)[number % len(STAGES)]
    with opened(stage) as room:
        plausible = Plausible(Hall(room.room), chance)

        def orders() -> tuple[str, dict[str, Any]]:
            name = chance.choice(sorted(SENGOKU.actions))
            return name, plausible.order(name)

        yield Begun(stage, room, orders)


@contextmanager
def campaign(number: int, chance: random.Random) -> Iterator[Begun]:
    """A campaign of 1600, some acts old."""
    edition, acts = EDITIONS[number % 2], chance.randrange(250)
    with tempfile.TemporaryDirectory() as folder:
        room = campaigns.a_room(Path(folder) / "campaign.db", edition, seed=f"fuzz {number}")
        campaigns.play(room, acts, seed=number)

        def orders() -> tuple[str, dict[str, Any]]:
            act = campaigns.next_act(room, chance)
            name, order = campaigns.order_of(act) if act else ("week.bid", {"card": "mori_normal_1"})
            if chance.random() < 0.3:
                name = chance.choice(sorted(SEKIGAHARA.actions))
            return name, order | ({"side": act.side} if act and chance.random() < 0.5 else {})

        try:
            yield Begun(f"{edition}, {acts} acts", OpenRoom(application_of(SEKIGAHARA), room), orders)
        finally:
            room.store.let_go()


KINDS = {
    "sengoku": Fuzzed(
        SENGOKU,
        ("takeda", "uesugi", "kai", "shinano", "takeda-harunobu", "A1-3", "L1-9", "spring", "1550", "spy", "map",
         "game", "team", "battle", "outflank", "attacker"),
        sengoku,
        (OWN, GENERAL, SPARE),
    ),
    "1600": Fuzzed(
        SEKIGAHARA,
        ("east", "west", "umpire", "kiso", "edo", "osaka", "mori_box", "mori_infantry_2_2", "ukita_leader",
         "ukita_normal_1", "tokugawa_double_1", "move", "stack", "bid", "deploy", "castle", "bag", "1A"),
        campaign,
        (SPARE,),
    ),
}  # fmt: skip


def some(chance: random.Random, words: tuple[str, ...], own: list[str]) -> dict[str, str]:
    """Fields with something in them, some of them fields that orders have."""
    names = chance.sample(FIELDS, chance.randrange(9)) + chance.sample(own, chance.randrange(4))
    return {name: chance.choice(words) for name in names}


def spoiled(order: dict[str, Any], chance: random.Random, words: tuple[str, ...]) -> dict[str, Any]:
    """An order that could be meant, with nothing, a thing or two of it wrong."""
    for name in chance.sample(sorted(order), min(len(order), chance.randrange(3))):
        order[name] = chance.choice(
            (chance.choice(words), chance.randrange(-2, 99), 10**18, "\udfff", True, None, [], {}, 0.5)
        )
    return order


def main(times: int = 3, seed: int = 1, minutes: float = 0, of: str = "sengoku") -> None:
    """Print the figures."""
    fuzzed, chance = KINDS[of], random.Random(seed)
    seen, faults, rounds, routes = Counter[int](), list[Any](), 0, 0
    began, spent = time.monotonic(), time.process_time()
    for number in range(times):
        with fuzzed.begun(number, chance) as begun:
            routes = once_round(fuzzed, begun, chance, seen, faults)
        rounds += 1
        print(f"{rounds}: {sum(seen.values()):,} asked, {len(faults)} our fault", file=sys.stderr, flush=True)
        if minutes and time.monotonic() - began > minutes * 60:
            break
    total = sum(seen.values())
    kinds = ", ".join(f"{kind}xx {many:,}" for kind, many in sorted(seen.items()))
    each = (time.process_time() - spent) / total
    what = f"{of}: {routes} routes × {len(fuzzed.roles)} roles × {rounds} (seed {seed})"
    found = f"{total:,} requests, {1 / each:.0f} a second of a processor: {kinds}; {len(faults)} our fault"
    line(what, "no 5xx", found)
    assert not faults, f"{len(faults)} were our fault"


def once_round(fuzzed: Fuzzed, begun: Begun, chance: random.Random, seen: Counter[int], faults: list[Any]) -> int:
    """Ask every route as every role with every method once; how many routes there are."""
    room, words, own = begun.room, WORDS + fuzzed.words, fuzzed.fields
    rules = [one for one in room.application.url_map.iter_rules() if one.rule not in (*ENDLESS, *LEAVES)]
    todo = [(role, rule, way) for role in fuzzed.roles for rule in rules for way in sorted(rule.methods or ())]
    chance.shuffle(todo)
    askers: dict[str | None, Asker] = {}
    for number, (role, rule, method) in enumerate(todo):
        if number % 500 == 0:  # what was asked may have ended a sign-in, or changed a code
            askers = {one: asker_of(room, one, f"10.{number >> 16}.{number >> 8 & 255}.{spot}")
                      for spot, one in enumerate(fuzzed.roles)}  # fmt: skip
        asker = askers[role]
        path, fields = address(rule, chance, words, asker.known), some(chance, words, own)
        if path.startswith("/api/actions/") and chance.random() < 0.8:
            name, order = begun.orders()
            path, fields = f"/api/actions/{name}", spoiled(order, chance, words)
        if role == SPARE and path.startswith("/api/follow/"):
            fields = spoiled(dict(FOLLOWS), chance, words) | {"wait": 0}
        status = once(asker, method, path, fields, some(chance, words, own))
        seen[status // 100] += 1
        if status >= 500 and status != 503:
            faults.append((begun.called, role, method, path, fields))
            print(faults[-1], file=sys.stderr, flush=True)
    return len(rules)


class Asker(NamedTuple):
    """Somebody who asks: his browser, what it sends along, and what he knows for the places of addresses."""

    browser: FlaskClient
    headers: dict[str, str]
    known: dict[str, str]


FOLLOWS = {"id": "fuzz", "name": "the spare", "address": "", "number": 0, "turn": 0, "mark": "0" * 32}
"""What a spare says of itself."""


def asker_of(room: OpenRoom, role: str | None, at: str) -> Asker:
    """Somebody who was let in by what lets him in now, at an address from which nobody has guessed. Raises
    AssertionError if he is not."""
    asker = Asker(room.test_client(), {}, {})
    if role == GENERAL:
        army = ask(room.room, lambda session: session.scalar(select(Army.id).where(Army.standing.is_(True))))
        if army:  # else there is none
            asker.known["token"] = ask(room.room, partial(code_of_army, number=army))
            answer = asker.browser.get(f"/tactic/{asker.known['token']}", environ_overrides={"REMOTE_ADDR": at})
            assert answer.status_code == 200, answer.text
    elif role == SPARE:
        asker.headers["X-Spare"] = seal(room.key, "follow")
        answer = asker.browser.post("/api/follow/entries", json=FOLLOWS, headers=asker.headers,
                                    environ_overrides={"REMOTE_ADDR": at})  # fmt: skip
        assert answer.status_code == 200, answer.text
    elif role is not None:
        code = own_code(room) if role == OWN else code_at(room, role)
        form = {"code": code, "name": "Ōta"}
        answer = asker.browser.post("/sign-in", data=form, environ_overrides={"REMOTE_ADDR": at})
        assert answer.status_code == 303, f"{role} is not let in: {answer.text}"
    return asker


def code_at(room: OpenRoom, desk: str) -> str:
    """The code that lets somebody sit at a desk: its own, or that of an umpire there."""
    return next(code for key, _, code in ask(room.room, ways_in) if desk_at(key) == desk)


def own_code(room: OpenRoom) -> str:
    """That of an umpire of Team Control, who is given one if nobody has one."""
    if not ask(room.room, own_places):
        hall = Hall(room.room)
        with suppress(OrderError):  # he may mind that clan already
            hall.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda")
        hall.do("duty.give_code", "game", umpire="Hans", desk="team")
    return ask(room.room, own_places)[0][2]


def once(asker: Asker, method: str, path: str, fields: dict[str, Any], query: dict[str, str]) -> int:
    """One request; its status. Half a letter goes as it is, which a browser would not do."""
    more: dict[str, Any] = {"query_string": query, "headers": asker.headers}
    if path.startswith(("/api/actions/", "/api/follow/")) and method == "POST":
        more = {"json": fields, "headers": asker.headers}
    elif method != "GET":
        more = {"data": urlencode(fields, errors="surrogatepass"), "content_type": "application/x-www-form-urlencoded"}
        more["headers"] = asker.headers
    answer = asker.browser.open(path, method=method, **more)
    status = int(answer.status_code)
    answer.close()
    return status


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), *sys.argv[4:5])
