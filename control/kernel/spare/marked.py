"""What a file says of itself when it is a spare, and what is noted beside it.

A spare is the whole game, so it could be played on by mistake while the first machine goes on too. It therefore says in
the head of its file what it is, as a demo does: nothing is entered in it but what comes from the first machine, until
it takes over. Beside it lies a note of whom it follows.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
from dataclasses import asdict, field, replace
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import Connection, Engine

from control.kernel.file_head import give_number, number_in, number_of
from control.kernel.values import dataclass

IN_FILE = 0x53504152
"""The number at the head of its file (SQLite's application_id): the letters SPAR."""
STANDS_BY = (
    "This file is a spare: it follows another machine, and nothing is entered here. To play on in it, let it take "
    "over: control-room serve --game FILE --take-over."
)
ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]{1,100}(:\d{1,5})?|https?://\[[0-9A-Fa-f:.]{2,60}\](:\d{1,5})?")
"""An address of a machine and nothing more: it goes into the head of answers, and into pages."""


@dataclass(frozen=True)
class Note:
    """Whom a spare follows: the address of the first machine and the ``fingerprint`` of its certificate, the spare's
    ``id``; where the first one was when it was last ``heard`` (its journal's ``number``, and how many entries stood
    apart, ``turn``), how many entries were ``proved`` here since it began, by how many
    seconds its clock was ``ahead`` of this machine's, how often the game had ``moved`` to another machine before.
    ``taken`` says that it took over, and when: then ``number`` and ``turn`` say what the first one had, ``had`` and
    ``had_turn`` what was here, and this move is counted too. ``before`` has the machines at which the game was played
    before the first one: the address of each, and its certificate's fingerprint (`elders`)."""

    first: str
    id: str
    fingerprint: str = ""
    heard: str = ""
    number: int = 0
    turn: int = 0
    proved: int = 0
    ahead: float = 0.0
    moved: int = 0
    taken: str = ""
    had: int = 0
    had_turn: int = 0
    before: dict[str, str] = field(default_factory=dict)


def is_address(text: str) -> bool:
    """Whether this is the address of a machine."""
    with contextlib.suppress(ValueError):  # a port that none has
        return bool(ADDRESS.fullmatch(text)) and urlsplit(text).port != 0
    return False


def moves(note: Note | None) -> int:
    """How often the game that somebody plays beside this note had moved to another machine when it came here. Of two
    that took it over from each other, the one with more is right: no clock says which was the later."""
    return max(1, note.moved) if note and note.taken else 0


def elders(note: Note | None) -> dict[str, str]:
    """The machines at which the game was played before it came to whoever plays beside this note: each one's address,
    and the fingerprint of its certificate."""
    return {**note.before, note.first: note.fingerprint} if note and note.taken else {}


def heard_at(moment: str) -> str:
    """The time of a moment, with its day if that is not today: a spare may have slept since yesterday."""
    at, today = datetime.fromisoformat(moment), datetime.now().astimezone().date()
    return f"{at:%H:%M:%S}" if at.date() == today else f"{at:%H:%M:%S} on {at.day} {at:%B}"


def note_beside(file: Path) -> Path:
    """Where the note of a spare lies."""
    return file.with_name(f"{file.name}-spare.json")


def note_of(file: Path) -> Note | None:
    """The note beside a file; None where there is none that can be read."""
    try:
        found = json.loads(note_beside(file).read_text(encoding="utf-8"))
        return replace(Note("", ""), **found)
    except (OSError, ValueError, TypeError):
        return None


def keep_note(file: Path, note: Note) -> None:
    """Write the note, whole or not at all. A disk that takes none is told of elsewhere: the game itself is on it."""
    draft = note_beside(file).with_name(f".{note_beside(file).name}.draft")
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps(asdict(note)), encoding="utf-8")
        os.replace(draft, note_beside(file))


def forget_ahead(file: Path) -> None:
    """Note beside a game that was taken over, if it was, that nothing goes by the first machine's clock any more."""
    if (note := note_of(file)) and note.taken and note.ahead:
        keep_note(file, replace(note, ahead=0.0))


def mark(file: Path) -> None:
    """Let a file say of itself that it is a spare."""
    give_number(file, IN_FILE)


def mark_again(connection: Connection) -> None:
    """Let a spare say once more what it is, in this very transaction."""
    connection.exec_driver_sql(f"PRAGMA application_id = {IN_FILE}")


def is_spare(engine: Engine) -> bool:
    """Whether the game behind an engine is a spare now."""
    return engine.dialect.name == "sqlite" and number_in(engine) == IN_FILE


def is_marked(file: Path) -> bool:
    """Whether a file that nobody here has open says of itself that it is a spare."""
    return number_of(file) == IN_FILE


def still_spare(connection: Connection) -> bool:
    """Whether the game is a spare in this very transaction: another program may have let it take over."""
    return int(connection.exec_driver_sql("PRAGMA application_id").scalar_one()) == IN_FILE


def seal(key: str, words: str) -> str:
    """What only a machine can say that has the whole game: the first one and its spares share the ``key``."""
    return hmac.new(key.encode(), f"spare/{words}".encode(), hashlib.sha256).hexdigest()


def moved_seal(key: str, asked: str, moved: int, gone: str, who: str) -> str:
    """Seals the answer to how often a game had moved, by what was ``asked``: no answer is as good twice."""
    return seal(key, json.dumps(["moved", asked, moved, gone, who]))
