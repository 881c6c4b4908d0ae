"""Following: what the spare does. It asks the first machine for what came after its own last entry, performs each
entry once more in its own file, and keeps it only if it comes out the same.

Where it does not, or where the first machine's game went another way (it was set back), the spare takes the whole game
anew and keeps what it had as a copy. Whatever it is killed in, it goes on from the last entry on its own disk.
"""

from __future__ import annotations

import errno
import hashlib
import http.client
import json
import secrets
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from control.kernel import steady
from control.kernel.actions.registry import carry_out, ready
from control.kernel.actions.world import Room, Umpire
from control.kernel.chance.dice import Drawn, RecordedDice
from control.kernel.copies import Copies
from control.kernel.copies.files import CHUNK, is_right, is_whole, keep_on_disk, note_proof, saying_why
from control.kernel.database.store import open_store
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.network import is_found_from
from control.kernel.opening import opened
from control.kernel.proof.verify import came_out_otherwise, rolled_otherwise, torn_in, whoever_it_was
from control.kernel.rows import ApartEntry, Entry, Game, JournalEntry
from control.kernel.spare.following_questions import Position, position
from control.kernel.spare.marked import (
    Note,
    is_address,
    is_marked,
    is_spare,
    keep_note,
    mark,
    note_of,
    seal,
    still_spare,
)
from control.kernel.values import dataclass
from control.kernel.wording import as_argument

AWAY = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL, errno.ETIMEDOUT}
"""What the system says of a machine that cannot be reached; the rest is of the disk."""
FIELDS = {400: "", 401: "--code", 403: "--code", 404: "address", 421: "address", 422: "address"}
"""What the first machine answers to what it will never do, and with what of the command that has to do."""
PATIENCE = 6.0
"""Seconds for an answer, beyond those that the spare is willing to wait for news."""
WAIT = 10
"""Seconds that one question waits for news."""
ANSWERED = {
    "parted": bool, "number": int, "turn": int, "now": float, "moved": int, "elders": dict, "entries": list,
}  # fmt: skip
"""What the first machine answers to it, besides which game of which version it plays."""
UNREAD = "what it answered cannot be read"


class Unreachable(Exception):
    """The first machine did not answer, or not as one of us; the reason in words."""


class Differs(Exception):
    """An entry did not come out here as it did there; where, in words."""


class TakenOver(Exception):
    """This file is no spare any more: another program let it take over."""


class First:
    """The first machine, as its spare speaks with it. Of an encrypted way the ``fingerprint`` of the certificate is
    compared, or else somebody has to vouch for it; ``whoever`` answers will do where the answer itself is sealed."""

    def __init__(self, address: str, code: str = "", fingerprint: str = "", whoever: bool = False) -> None:
        self.address, self.whoever = address.rstrip("/"), whoever
        if not is_address(self.address):
            raise OrderNotUnderstood(
                f'"{address}" is no address of a control room. One is http://192.168.1.20:8000, as the first machine '
                "prints it.",
                field="address",
            )
        self.code, self.seal = code, ""
        self._asked: http.client.HTTPConnection | None = None
        self.fingerprint = "".join(letter for letter in fingerprint.upper() if letter in "0123456789ABCDEF")
        if fingerprint and len(self.fingerprint) != 64:
            raise OrderNotUnderstood(
                "A fingerprint has 64 letters and digits: the SHA-256 of the certificate, as the first machine prints "
                "it.",
                field="--fingerprint",
            )

    def connected(self, patience: float) -> http.client.HTTPConnection:
        """A connection. Raises OrderNotAllowed if the certificate is not the one."""
        to = urlsplit(self.address)
        if to.scheme == "http":
            return http.client.HTTPConnection(to.hostname or "", to.port or 80, timeout=patience)
        context = ssl.create_default_context()
        if self.fingerprint or self.whoever:  # then nobody else need vouch for it
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        soon = min(patience, PATIENCE)  # one that does not encrypt says nothing, however long an answer may take
        there = http.client.HTTPSConnection(to.hostname or "", to.port or 443, timeout=soon, context=context)
        try:
            there.connect()
            there.sock.settimeout(patience)
        except ssl.SSLCertVerificationError as error:
            raise OrderNotAllowed(
                f"Nobody vouches for the certificate of {self.address} ({error.verify_message}). Give its fingerprint, "
                "which the first machine prints: --fingerprint.",
                field="--fingerprint",
            ) from None
        shown = there.sock.getpeercert(binary_form=True) if isinstance(there.sock, ssl.SSLSocket) else None
        if self.fingerprint and hashlib.sha256(shown or b"").hexdigest().upper() != self.fingerprint:
            there.close()
            raise OrderNotAllowed(
                f"{self.address} shows another certificate than the one with this fingerprint. Nothing was sent to it: "
                "compare the fingerprint with the first machine’s window. If that shows another now, follow with it: "
                "--fingerprint.",
                field="--fingerprint",
            )
        return there

    @contextmanager
    def answer(
        self, method: str, path: str, patience: float, said: Mapping[str, Any] | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request, not yet read. Raises Unreachable, and OrderNotAllowed for what is refused."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", "X-Umpire": "the spare"}
        if self.seal:
            headers["X-Spare"] = self.seal
        elif self.code:
            headers["Authorization"] = f"Bearer {self.code}"
        try:
            with closing(self.connected(patience)) as there:
                self._asked = there
                there.request(method, path, json.dumps(said).encode() if said is not None else None, headers)
                with closing(there.getresponse()) as found:
                    if found.status in FIELDS:
                        if found.status in (401, 403) and self.seal:
                            raise OrderNotAllowed(
                                f"{self.address} plays another game than this spare. Give the address of the machine "
                                "that it follows, or another file for a spare of that game.",
                                field="address",
                            )
                        raise OrderNotAllowed(self.refusal(found), field=FIELDS[found.status])
                    if found.status != 200:
                        raise Unreachable(self.what_it_answered(found))
                    yield found
        except (TimeoutError, ConnectionError, ssl.SSLError, socket.gaierror, http.client.HTTPException) as error:
            raise Unreachable(words_of(error) + self.as_it_prints_it(error)) from None
        except OSError as error:
            if error.errno in AWAY:
                raise Unreachable(words_of(error)) from None
            raise

    def let_go(self) -> None:
        """End the question that is under way, if any, as if nobody had answered: whoever takes over waits for no
        news."""
        line = self._asked.sock if self._asked else None
        if line:
            with suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)  # its encryption is left to whoever reads there

    def as_it_prints_it(self, error: Exception) -> str:
        """What to look at if nothing was ever heard from there, and what came looks as if one of the two encrypted and
        the other did not."""
        encrypted = self.address.startswith("https:")
        likely = isinstance(error, ssl.SSLError if encrypted else http.client.BadStatusLine)
        likely = likely or (encrypted and "handshake" in str(error))  # it waits for the rest of a question
        if self.seal or not likely:
            return ""
        return f"; does its address begin with {'http' if encrypted else 'https'}:// in its window?"

    def what_it_answered(self, found: http.client.HTTPResponse) -> str:
        """What it says for now, instead of what was asked for."""
        if found.status in (429, 503):
            return self.refusal(found)
        encrypts = self.address.startswith("http:") and (found.headers.get("Location") or "").startswith("https:")
        hint = "; does its address begin with https:// in its window?" if encrypts else ""
        return f"it answered {found.status}{hint}"

    def refusal(self, found: http.client.HTTPResponse) -> str:
        """What it says to what it refuses."""
        try:
            return str(json.loads(found.read(10_000))["error"])
        except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
            return f"{self.address} is no control room that a spare can follow."

    def ask(self, path: str, said: Mapping[str, Any], patience: float = PATIENCE) -> dict[str, Any]:
        """The answer to a question. Raises as `answer`."""
        with self.answer("POST", path, patience, said) as found:
            try:
                read = json.loads(found.read())
            except ValueError:
                read = None
        if not isinstance(read, dict):
            raise Unreachable(UNREAD)
        return read

    def fetch(self, to: Path, fresh: bool) -> None:
        """Fetch the whole game into a file that is not there yet, proved to be what was sent. Raises as `answer`."""
        digest = hashlib.sha256()
        with (
            self.answer("POST", f"/api/follow/copy{'?fresh=yes' if fresh else ''}", 30.0) as found,
            to.open("wb") as file,
        ):
            while piece := found.read(CHUNK):
                digest.update(piece)
                file.write(piece)
            due = found.headers.get("X-Checksum")
        if digest.hexdigest() != due:
            raise Unreachable("the copy did not arrive whole")


def words_of(error: Exception) -> str:
    """An error of the network in words."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (said or type(error).__name__).lower()


@dataclass(frozen=True)
class Step:
    """What came of one question: how many entries came and were proved, how many are still to come, and what was done
    beside that, in words."""

    came: int
    behind: int
    told: str = ""


class Spare:
    """A game in ``file`` that follows another machine. What it says of itself is its ``name``, and where it is
    ``reached``."""

    def __init__(self, file: Path, first: First, name: str, reached: Callable[[], str]) -> None:
        self.file, self.first, self.name, self.reached = file.absolute(), first, name, reached
        self.room: Room | None = None
        self.key = ""
        known = note_of(self.file)
        self.note = known or Note(first.address, secrets.token_hex(8))
        self.note = replace(self.note, first=first.address, fingerprint=first.fingerprint)

    @property
    def address(self) -> str:
        """Where it would serve, asked anew each time: a laptop that was started before it was in the hall's network has
        another by now."""
        return self.reached()

    def begin(self) -> str:
        """Open the spare, or take the whole game from the first machine if it is not there; what was done, in words.
        Raises OrderNotAllowed for a file that is no spare, Unreachable, and NotKept."""
        told = ""
        if not self.file.exists():
            told = self.take_whole(fresh=False)
        elif not is_marked(self.file):
            raise OrderNotAllowed(
                f"{self.file} is no spare: it may be a game of its own, and is left as it is. Give another file for "
                "the spare.",
                field="--game",
            )
        self.open()
        return told

    def open(self) -> None:
        """Open the file as a game in which only we enter anything."""
        room = opened(open_store(self.file))
        room.store.closed = ""
        with room.store.read() as session:
            row = Game.only(session)
            self.key = row.secret + (row.cookies or "")
        self.first.seal = seal(self.key, "follow")
        self.room = room

    def close(self) -> None:
        """Let go of the file."""
        if self.room:
            self.room.store.close()
            self.room = None

    def take_whole(self, fresh: bool) -> str:
        """Put the whole game, as the first machine has it, in the place of what is here; that is kept as a copy."""
        part = self.file.with_name(f".{self.file.name}.part")
        with saying_why(f"{self.file} could not be written"):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            try:
                self.first.fetch(part, fresh)
                if is_right(part) is False or not is_whole(part):
                    raise Unreachable("the copy that it sent is damaged")
                note_proof(part, 0)  # from now on it is a game, which changes
                mark(part)
                keep_on_disk(part)
                kept = self.keep_what_was()
                part.replace(self.file)
            finally:
                part.unlink(missing_ok=True)
        keep_note(self.file, self.note)
        return f"The whole game was taken from {self.first.address}.{kept}"

    def keep_what_was(self) -> str:
        """Keep the game that was here as a copy, and let go of it; in words."""
        if not self.file.exists():
            return ""
        room = self.room or opened(open_store(self.file))
        self.room = None
        if not is_spare(room.store.engine):  # never in the place of a game that somebody plays
            room.store.close()
            raise TakenOver
        copy = Copies(room.store).make("before")
        room.store.close()
        for more in ("-wal", "-shm"):
            self.file.with_name(f"{self.file.name}{more}").unlink(missing_ok=True)
        return f" What was here is kept in {copy.path}."

    def at(self) -> Position:
        """How far the spare is."""
        assert self.room
        with self.room.store.read() as session:
            return position(session)

    def step(self, wait: int = WAIT) -> Step:
        """Ask once for what came, and enter it. Raises Unreachable, TakenOver, OrderError kinds."""
        if self.room is None:
            self.open()
        assert self.room
        at, room = self.at(), self.room
        if not is_spare(room.store.engine):
            raise TakenOver
        here = self.address
        known = here if is_found_from(self.first.address, here) else ""
        said = {"id": self.note.id, "name": self.name, "address": known, "wait": wait, **asdict(at)}
        found: dict[str, Any] = {"moved": 0, "elders": {}}
        found |= self.first.ask("/api/follow/entries", said, PATIENCE + wait)
        if found.get("game") != seal(self.key, "which game"):
            raise OrderNotAllowed(
                f"{self.first.address} plays another game than the one in {self.file}. Give another file for the "
                "spare.",
                field="--game",
            )
        if elsewhere := str(found.get("gone") or ""):
            raise self.goes_on_at(elsewhere)
        if found.get("tables") != room.game.tables_of:
            raise OrderNotAllowed(
                f"{self.first.address} is another version of the program than this one, so nothing could be proved. "
                "Install the same on both."
            )
        if any(type(found.get(name)) is not kind for name, kind in ANSWERED.items()):
            raise Unreachable(UNREAD)
        clock = found["now"] - steady.now().timestamp()
        if found["parted"]:
            return self.anew("The game went another way there: it was set back.")
        try:
            entries = [made(one) for one in found["entries"]]
        except TypeError:
            raise Unreachable(UNREAD) from None
        try:
            came = prove(room, entries)
        except Differs as error:
            return self.anew(str(error))
        now = self.at()
        self.note = replace(
            self.note,
            heard=datetime.now().astimezone().isoformat(timespec="seconds"),
            number=found["number"],
            turn=found["turn"],
            proved=self.note.proved + came,
            ahead=round(clock, 1),
            moved=found["moved"],
            before={one: str(its) for one, its in found["elders"].items() if is_address(one)},
        )
        keep_note(self.file, self.note)
        behind = max(0, found["number"] - now.number) + max(0, found["turn"] - now.turn)
        return Step(came, behind)

    def goes_on_at(self, address: str) -> OrderNotAllowed:
        """What to say where another spare took over from the first machine."""
        return OrderNotAllowed(
            f"The game goes on at {address}: another spare took over, so this one is behind it. Have it follow that "
            f"one: control-room follow {address} --game {as_argument(self.file)}. If that one is lost, switch the "
            "first machine off; then this one takes over.",
            field="--game",
        )

    def anew(self, why: str) -> Step:
        """Take the whole game once more, and say why."""
        told = self.take_whole(fresh=True)
        self.open()
        return Step(0, 0, f"{why} {told}")


def made(columns: Mapping[str, Any]) -> Entry:
    """An entry as it was sent. Raises TypeError for what is none."""
    entry = (ApartEntry if "turn" in columns else JournalEntry)(**columns)
    if torn := torn_in(entry):
        raise TypeError(torn)
    return entry


HUSHED = select(func.count()).where(JournalEntry.heard_by.is_not(None), JournalEntry.number < bindparam("number"))
"""How many entries before that number only some desks may know of."""


def prove(room: Room, entries: Sequence[Entry]) -> int:
    """Perform these entries once more and keep them if all come out the same; how many of them were new. Raises
    Differs, with nothing kept, and TakenOver."""
    if not entries:
        return 0
    with room.store.write() as session:
        if not still_spare(session.connection()):
            raise TakenOver
        seed = Game.only(session).seed
        return sum(proved(session, room, entry, seed) for entry in entries)


def proved(session: Session, room: Room, entry: Entry, seed: str) -> int:
    """Perform one of them: 1, or 0 if it is there already. Raises Differs."""
    columns = type(entry).named_columns()
    if there := session.get(type(entry), entry.number):  # it came as a part of the one before
        if trouble := came_out_otherwise(entry, there, columns):
            raise Differs(trouble)
        return 0
    hushed = session.scalar(HUSHED, {"number": entry.number}) if entry.dice else 0
    if trouble := rolled_otherwise(entry, seed, hushed or 0):
        raise Differs(trouble)

    def once_more(umpire: Umpire) -> str:
        action, order = ready(room, umpire, entry.action, entry.arguments, False)
        dice = RecordedDice(Drawn(**drawn) for drawn in entry.dice)
        again = carry_out(session, room, umpire, action, order, entry.key, dice, entry.at)
        return came_out_otherwise(entry, again, columns)

    try:
        trouble = whoever_it_was(session, room, entry, once_more)
    except OrderError as error:
        raise Differs(f"Entry {entry.number} ({entry.action}) is refused here: {error.sentence}") from None
    if trouble:
        raise Differs(trouble)
    return 1


def stand_by(file: Path) -> OrderNotAllowed | None:
    """Why a file is not served: it is a spare; None if it is not."""
    if not is_marked(file):
        return None
    note, quoted = note_of(file), as_argument(file)
    whom = f", which follows {note.first}" if note else ""
    return OrderNotAllowed(
        f"{file} is a spare{whom}. Let it take over: control-room serve --game {quoted} --take-over. To have it "
        f"follow on: control-room follow {note.first if note else 'http://ADDRESS'} --game {quoted}.",
        field="--game",
    )
