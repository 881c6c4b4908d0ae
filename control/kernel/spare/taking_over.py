"""Taking over: a spare becomes the game, the first machine hears of it, and what the spare had not is listed."""

from __future__ import annotations

import hmac
import json
import secrets
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.network import is_found_from
from control.kernel.spare.following import First, Spare, Unreachable
from control.kernel.spare.marked import is_address, keep_note, mark_again, moved_seal, moves, note_of, seal, still_spare
from control.kernel.values import dataclass
from control.kernel.wording import as_argument

HANDED_ON = "/api/follow/take-over"
SOON = 1.0
"""Seconds in which a spare has to say that the game is there, before a first machine that comes back plays on."""
NOTED = 4
"""So many spares are noted beside a game."""


@dataclass(frozen=True)
class Taken:
    """How a spare took over: whether the first machine still answered and handed everything on, how many entries it had
    when it was last heard that are not here (``lacks``), where the spare stands (journal and what stands apart);
    ``first`` is empty where nobody knows any more which machine that was."""

    handed: bool
    lacks: int
    number: int
    turn: int
    first: str
    heard: str


def say(first: First, key: str, address: str, who: str, moved: int) -> str:
    """Tell the first machine that the game goes on at the spare of that id, and how often it has ``moved`` with that;
    where it does, if another spare took it over before, or the first one from this one since. Raises Unreachable, also
    where that one would not find this one, and OrderNotAllowed."""
    if not is_found_from(first.address, address):
        raise Unreachable("this machine is in no network")
    said = {"address": address, "seal": seal(key, f"take over {address}"), "id": who, "moved": moved}
    return str(first.ask(HANDED_ON, said, 3.0).get("gone", ""))


def take_over(spare: Spare) -> Taken:
    """Let a spare that is open be the game from now on. A first machine that still answers enters nothing more from
    then on, and everything it has comes here before; one that does not answer is told later (`say`). Raises
    OrderNotAllowed if the game goes on at another spare: there must not be two; or if another program let this one take
    over; if the first machine answers and would find nobody at this one's address; and NotKept, with nothing done."""
    assert spare.room
    here = spare.address
    with spare.room.store.write() as session:  # a disk that takes nothing is told of before the first machine closes
        if not still_spare(session.connection()):
            raise OrderNotAllowed("Another program let this spare take over: the game is played from this file.")
        mark_again(session.connection())
    if not is_found_from(spare.first.address, here) and answers(spare):
        raise OrderNotAllowed(
            f"{spare.first.address} answers, and would send everybody to {here}, where nobody finds this machine. Join "
            "the network of the hall, or give this machine's address in it as --host, and take over then.",
            field="--host",
        )
    handed, elsewhere = False, ""
    with suppress(Unreachable, OrderError):
        elsewhere = say(spare.first, spare.key, here, spare.note.id, spare.note.moved + 1)
        while not handed and not elsewhere:
            step = spare.step(wait=0)
            handed = step.behind == 0
    if elsewhere:
        raise spare.goes_on_at(elsewhere)
    if spare.room is None:  # the whole game was to be taken anew, and was not
        spare.open()
    now = spare.at()
    lacks = max(0, spare.note.number - now.number) + max(0, spare.note.turn - now.turn)
    with spare.room.store.write() as session:  # from here on nothing follows: who else does sees it in the file itself
        session.connection().exec_driver_sql("PRAGMA application_id = 0")
    moment = datetime.now().astimezone().isoformat(timespec="seconds")
    moved = spare.note.moved + 1
    spare.note = replace(spare.note, taken=moment, had=now.number, had_turn=now.turn, moved=moved)
    keep_note(spare.file, spare.note)
    spare.close()
    first = spare.note.first if spare.note.first != here else ""
    return Taken(handed, lacks, now.number, now.turn, first, spare.note.heard)


def answers(spare: Spare) -> bool:
    """Whether the first machine answers a spare."""
    with suppress(Unreachable):
        spare.step(wait=0)
        return True
    return False


def spares_beside(file: Path) -> Path:
    """Where a first machine notes at which addresses its spares would serve."""
    return file.with_name(f"{file.name}-spares.json")


def note_spares(file: Path | None, addresses: Iterable[str]) -> None:
    """Note beside the game of a first machine who follows it, before those that followed earlier."""
    if file is None:
        return
    with suppress(OSError):
        known = list(dict.fromkeys([*addresses, *spares_of(file)]))[:NOTED]
        spares_beside(file).write_text(json.dumps(known), encoding="utf-8")


def spares_of(file: Path) -> list[str]:
    """The addresses of those that followed the game in a file."""
    with suppress(OSError, ValueError, TypeError):
        return [str(one) for one in json.loads(spares_beside(file).read_text(encoding="utf-8")) if is_address(str(one))]
    return []


def taken_since(file: Path, key: str) -> tuple[str, str, float]:
    """Where a game that is about to be served again goes on already, the id of the spare that took it over and how
    often it had moved with that, as one of its spares says; empty if none says so in a second. Nobody is asked where
    none ever followed."""
    said: SimpleQueue[tuple[str, str, float]] = SimpleQueue()
    moved, known, until = moves(note_of(file)), spares_of(file), monotonic() + SOON

    def ask(address: str) -> None:
        said.put(taken_by(address, key, moved))

    for address in known:
        threading.Thread(target=ask, args=(address,), name="asking", daemon=True).start()
    for _ in known:
        with suppress(Empty):
            if (found := said.get(timeout=max(0.0, until - monotonic())))[0]:
                return found
    return "", "", 0


def taken_by(address: str, key: str, moved: int) -> tuple[str, str, float]:
    """Where the spare at an address says that the game goes on, its id and how often it had moved, if it came there by
    a later move than the one by which it is here; empty if not. Its seal is compared: others may have that address by
    now, and are told nothing."""
    asked = secrets.token_hex(16)
    with suppress(Unreachable, OrderError, OSError):
        found = First(address, whoever=True).ask("/api/follow/moved", {"asked": asked}, SOON)
        there, gone, who = found.get("moved"), str(found.get("gone", "")), str(found.get("id", ""))
        if not isinstance(there, int) or there <= moved:
            return "", "", 0
        if hmac.compare_digest(str(found.get("seal")).encode(), moved_seal(key, asked, there, gone, who).encode()):
            return (gone, "", inf) if gone else (address, who, there)
    return "", "", 0


def gone_beside(file: Path) -> Path:
    """Where a first machine notes that its game goes on elsewhere."""
    return file.with_name(f"{file.name}-gone.json")


def note_gone(file: Path | None, address: str) -> None:
    """Note beside the game of a first machine that it goes on at an address; empty that it does not."""
    if file is None:
        return
    with suppress(OSError):
        if address:
            gone_beside(file).write_text(json.dumps({"address": address}), encoding="utf-8")
        else:
            gone_beside(file).unlink(missing_ok=True)


def gone_to(file: Path) -> str:
    """Where the game in a file goes on; empty if it is here."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads(gone_beside(file).read_text(encoding="utf-8"))["address"])
    return ""


def gone(address: str) -> str:
    """What whoever wants to enter something at the first machine is told."""
    return f"The game goes on at {address}: the spare has taken over. Nothing was entered here; do it there."


def went_on(file: Path) -> OrderNotAllowed | None:
    """Why a game is not served: it goes on elsewhere; None if it does not, or if its file was taken away since."""
    if not file.exists() or not (address := gone_to(file)):
        return None
    return OrderNotAllowed(
        f"The game in {file} goes on at {address}: a spare has taken over. To play on here all the same, with what is "
        f"in this file, end that one first, then: control-room serve --game {as_argument(file)} "
        "--take-over.",
        field="--game",
    )


MISSING = """
SELECT number, at, desk, umpire, stretch, action, arguments, sentence FROM first.{journal}
WHERE key NOT IN (SELECT key FROM main.{journal}) ORDER BY abs(number)
"""
SAME_GAME = "SELECT 1 FROM first.game AS one JOIN main.game AS other ON one.secret = other.secret"
NAMES = ("number", "at", "desk", "umpire", "when", "action", "arguments", "sentence")


def missing(first: Path, spare: Path) -> list[dict[str, Any]]:
    """The entries of the first machine's file that the game in another one has not, in their order: what was entered
    there and never reached the spare. Nothing is written. Raises OrderNotUnderstood for a file that is no game."""
    for file in (first, spare):
        if not file.is_file():
            raise OrderNotUnderstood(f"There is no file {file}. Give the file of a game.")
    found = []
    try:
        with closing(sqlite3.connect(f"{spare.absolute().as_uri()}?mode=ro", uri=True, timeout=8)) as connection:
            connection.execute("ATTACH ? AS first", (f"{first.absolute().as_uri()}?mode=ro",))
            if not connection.execute(SAME_GAME).fetchone():
                raise OrderNotUnderstood(f"{first} and {spare} are two games: neither was ever the spare of the other.")
            for journal in ("journal", "journal_apart"):
                for row in connection.execute(MISSING.format(journal=journal)):
                    one = dict(zip(NAMES, row, strict=True))
                    found.append(one | {"arguments": json.loads(one["arguments"])})
    except sqlite3.Error as error:
        raise OrderNotUnderstood(f"{first} and {spare} cannot be compared: {error}.") from None
    return sorted(found, key=lambda one: str(one["at"]))
