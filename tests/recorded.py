"""What the control room says, written down: `python -m tests.recorded FOLDER [STAGE …]`.

Games are played at random from fixed seeds; of each its journal and its state. Of a game at every stage that tests
know, each readable page of each role as text; of some, the words of each kind of paper. Of the command line, the
answers to the examples. Run it before a change that should change nothing, and after it, and compare: `diff -r BEFORE
AFTER`. Of named stages alone it takes a minute or two, of all some ten; it is no part of the test run.
What differs all the same is chance or the time of day: the codes of a new game, and how many seasons a late day has
left.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from control.cli import main as command_line
from control.kernel.application import application_of
from control.kernel.drawing.kept import kept_drawing
from control.kernel.errors import OrderError
from control.kernel.journal.state_questions import state
from control.kernel.open_room import OpenRoom
from control.kernel.rows import Entry
from control.sengoku.game import SENGOKU
from control.sengoku.paper.press import KINDS
from control.sengoku.rules.desks import DESKS
from control.sengoku.scenario.load import load
from control.sengoku.world.moments_questions import told
from tests.actions.rehearsal import Rehearsal
from tests.conftest import signed_in_before
from tests.games import STAGES, Hall, close, copy_of, make_game, well_off
from tests.paper.reading import pages_of, pdf_of
from tests.secrecy.test_routes import PAGES
from tests.tags import Html

SEEDS = range(1, 13)
ORDERS = 120
EXAMPLES = Path(__file__).parent / "rulebook" / "06-battle-kawanakajima.json"
MOMENTS = re.compile(
    r"\b\d{4}-\d\d-\d\d[T_ ]\d\d:?\d\d(:?\d\d)?([.-]\d+)?(Z|\+00:00)?|\b\d{1,2}:\d\d(:\d\d)?\b|\b\d{10}\.\d+\b"
    r"|\b[0-9a-f]{24,}\b|\b\d{13}\b|\b1[67]\d{8}\b|\b(\d+ h )?\d+ min\b|" + re.escape(tempfile.gettempdir()) + r"/\S+"
)
"""Times of day, keys made by chance, folders: what differs from one run to the next."""


UNREAD = ("/live", "/api/follow/copy")
"""What is no text: a stream, and the game's file itself."""


def words_of(html: str) -> str:
    """The words of a page, a line for each piece, with what its forms send; nothing of scripts and styles."""
    lines = []
    for one in Html(html).told:
        if isinstance(one, tuple):
            words, at = one
            if words.strip() and not (at and at.tag in ("script", "style")):
                lines.append(" ".join(words.split()))
        elif one.tag == "form":
            lines.append(f"[form {one.about.get('method', 'get')} {one.about.get('action', '')}]")
        elif one.tag in ("input", "select", "textarea", "button") and one.about.get("name", "key") != "key":
            lines.append(f"[{one.tag} {one.about['name']} {one.about.get('value', '')}]")
        elif one.tag == "a":
            lines.append(f"[a {one.about.get('href', '')}]")
    return "\n".join(lines)


def plain(text: str) -> str:
    """A text without what differs from one run to the next."""
    return MOMENTS.sub("…", text)


def said(entry: Entry) -> tuple[Any, ...]:
    """What an entry says was thrown, was done and was changed."""
    return entry.dice, entry.sentence, entry.changes


def of_game(name: str, hall: Hall) -> Iterator[tuple[str, str]]:
    """Its journal, a line for each entry, and its state."""
    lines = [
        [one.number, one.action, one.desk, *told(type(one), one.moment).values(), one.arguments, *said(one)]
        for one in hall.entries()
    ]
    yield f"{name}-journal", "\n".join(json.dumps(one, default=str) for one in lines)
    yield f"{name}-state", json.dumps(hall.ask(state, "game"), indent=1, default=str, ensure_ascii=False)


def games(folder: Path) -> Iterator[tuple[str, str]]:
    """Journal and state of games played at random."""
    scenario = well_off()
    new = make_game(folder / "new.db", scenario)
    for seed in SEEDS:
        hall = Hall(copy_of(new, folder / f"{seed}.db", scenario))
        rehearsal = Rehearsal(hall, seed, careful=0)
        for _ in range(ORDERS):
            rehearsal.something()
        yield from of_game(f"games/{seed}", hall)
        close(hall.room)


def stages(folder: Path, wanted: Sequence[str]) -> Iterator[tuple[str, Hall]]:
    """A game at each stage that is wanted."""
    scenario = well_off()
    new = make_game(folder / "stages.db", scenario)
    for stage in wanted or STAGES:
        play = STAGES[stage]
        hall = Hall(copy_of(new, folder / f"{stage}.db", scenario))
        play(hall)
        yield stage, hall
        close(hall.room)


def pages(stage: str, hall: Hall) -> Iterator[tuple[str, str]]:
    """What each role reads at each address."""
    open_room = OpenRoom(application_of(SENGOKU), hall.room)
    for role in (None, *DESKS):
        browser = signed_in_before(open_room, role)
        for route, (who, address, _) in PAGES.items():
            if not route.startswith("GET ") or role not in who or address in UNREAD or "xlsx" in address:
                continue
            answer = browser.get(address)
            text = answer.get_data().decode("utf-8", "replace")
            if answer.mimetype == "text/html":
                text = words_of(text)
            elif answer.mimetype == "application/pdf":
                text = "\n\f\n".join(pages_of(answer.get_data()))
            name = re.sub(r"\W+", "-", address).strip("-") or "root"
            yield f"pages/{stage}/{role or 'public'}/{name}", f"{answer.status_code} {answer.location or ''}\n{text}"
            answer.close()


def papers(stage: str, hall: Hall) -> Iterator[tuple[str, str]]:
    """The words of each kind of paper."""
    for kind in KINDS:
        try:
            text = "\n\f\n".join(pages_of(pdf_of(hall, kind)))
        except OrderError as error:
            text = error.sentence
        yield f"papers/{stage}/{kind}", text


def commands(folder: Path) -> Iterator[tuple[str, str]]:
    """The answers of the command line."""
    game = str(folder / "commands.db")
    asked: dict[str, list[str]] = {
        "new": ["new", "sengoku_1550", "--game", game],
        "actions": ["actions"],
        "state": ["state", "--game", game],
        "check": ["check", "sengoku_1550"],
        "verify": ["verify", "--game", game],
        "battle": ["battle", str(EXAMPLES)],
        "odds": ["odds", str(EXAMPLES)],
        "help": ["--help"],
    }
    for name, arguments in asked.items():
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                ended: Any = command_line(arguments)
            except SystemExit as end:
                ended = end.code
        yield f"commands/{name}", f"{ended}\n{out.getvalue()}\n{err.getvalue()}"


def everything(folder: Path, wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All of it, by name."""
    yield from commands(folder)
    yield from games(folder)
    for stage, hall in stages(folder, wanted):
        yield from pages(stage, hall)
        if stage in ("peace", "works", "casting"):
            yield from papers(stage, hall)


def main(to: Path, *wanted: str) -> int:
    """Write it all down, or the games and the stages that are wanted."""
    drawing = kept_drawing(load("sengoku_1550"))
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch("control.kernel.open_room.kept_drawing", return_value=drawing),
        mock.patch("control.kernel.pages.live.Live._watch"),
    ):
        count = 0
        for name, text in everything(Path(folder), wanted):
            file = to / f"{name}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(plain(text) + "\n", encoding="utf-8")
            count += 1
    print(f"{count} texts in {to}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
