"""The demo game beside a real one: a game file of its own, which played itself to some moment, to learn on.

It is served at `AT` by the same program, thrown away and made anew at will. Nothing of it enters the real game: it has
another file, other codes, other cookies. It says of itself what it is, in the head of its file, so that every page and
every paper of it says so too, wherever the file goes.

It is played in a process of its own, so that no desk of the real game waits for it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from control.kernel import settings
from control.kernel.database.store import Store
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.file_head import give_number, number_in, number_of
from control.kernel.memory import begin
from control.kernel.values import dataclass

AT = "/g/demo"
"""Where the demo stands among the addresses of the machine."""
MARK = "Demo"
"""What stands on every page and every paper of it."""
IN_FILE = 0x44454D4F
"""The number at the head of its file (SQLite's application_id): the letters DEMO."""
KEPT = ".db"
PART = ".part"
PLAYS_AT_MOST = 600  # seconds


@dataclass(frozen=True)
class DemoGame:
    """What a game has of it: the ``moments`` it can be played to, by their keys, with their words; and what plays an
    empty store, by a scenario, to one of them, and tells which it has reached."""

    moments: Mapping[str, str]
    play: Callable[[Store, Any, str, Callable[[str], None]], Any]


OF_ENGINE: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()


def is_demo(engine: Engine) -> bool:
    """Whether the game behind an engine is a demo; asked once."""
    if engine not in OF_ENGINE:
        OF_ENGINE[engine] = engine.dialect.name == "sqlite" and number_in(engine) == IN_FILE
    return OF_ENGINE[engine]


def is_marked(file: Path) -> bool:
    """Whether a file says of itself that it is a demo."""
    return number_of(file) == IN_FILE


def play_into(file: Path, scenario: Any, demo: DemoGame, moment: str, tell: Callable[[str], None]) -> None:
    """Make a demo in a new file and play it to a moment. Raises OrderNotUnderstood for one that there is not, and
    OrderNotAllowed where a file stands."""
    from control.kernel.database.store import nothing_left_if_full, open_store

    if moment not in demo.moments:
        raise OrderNotUnderstood(f'There is no moment "{moment}", only {", ".join(demo.moments)}.', field="moment")
    if file.exists():
        raise OrderNotAllowed(f"{file} is there already. Give another file for the demo.", field="--game")
    store = open_store(file, passing=True)
    try:
        with nothing_left_if_full(store):
            demo.play(store, scenario, moment, tell)
    finally:
        store.close()
    give_number(file, IN_FILE)


def in_a_process(file: Path, scenario: Any, moment: str, tell: Callable[[str], None]) -> None:
    """Play a demo in a process of its own, by the scenario that the real game carries. Raises OrderNotAllowed with what
    that process said if it failed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / scenario.key
        for path, text in scenario.files.items():
            to = folder / path
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "control.cli", "demo", moment, "--scenario", str(folder), "--game", str(file)]
        with subprocess.Popen(
            [*command, "--only-play"],
            cwd=settings.PACKAGE.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        ) as played:
            late = threading.Timer(PLAYS_AT_MOST, played.kill)
            late.start()
            said = ""
            for line in played.stderr or ():
                said = line.strip()
                tell(said)
            late.cancel()
        if played.returncode:
            raise OrderNotAllowed(f"The demo could not be played: {said or 'it was stopped'}.")


class Demo:
    """The demo beside a game: none, one that is being made, one that is there. ``beside`` is the game's file;
    ``opened`` opens a demo's file to be served."""

    def __init__(self, beside: Path | None, opened: Callable[[Path], Any]) -> None:
        self.folder = beside.with_name(f"{beside.name}-demo") if beside else None
        self.play: Callable[[Path, Any, str, Callable[[str], None]], None] = in_a_process
        self.making = ""  # the moment that it is being played to
        self.reached = ""  # how far it is, in words
        self.trouble = ""
        self._opened = opened
        self._room: Any = None
        self._looked = False
        self._lock = threading.RLock()

    def room(self) -> Any:
        """The demo, open to be served; None if there is none."""
        with self._lock:
            if not self._looked:
                self._looked = True
                self._open(max(self._files(KEPT), key=lambda file: file.stat().st_mtime, default=None))
            return self._room

    def make(self, scenario: Any, moment: str) -> None:
        """Begin to play a new one to a moment, in the place of what there is. Raises OrderNotAllowed while one is being
        played: whoever asks second is told, and waits for that one."""
        with self._lock:
            if self.making:
                raise OrderNotAllowed("A demo is being played already. It is ready in some seconds.", field="moment")
            self.making, self.reached, self.trouble = moment, "", ""
        try:
            begin(lambda: self._make(scenario, moment), "demo")
        except MemoryError:
            self.making = ""
            raise

    def throw_away(self) -> None:
        """Nothing is left of the demo. Raises OrderNotAllowed while one is being played."""
        with self._lock:
            if self.making:
                raise OrderNotAllowed("A demo is being played. Throw it away when it is ready.")
            self._let_go()
            self._looked = True
            if self.folder:
                shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self, scenario: Any, moment: str) -> None:
        """Play it beside what is there, and only then take its place: whoever looks at the old one goes on so long."""
        try:
            if self.folder is None:
                self.folder = Path(tempfile.mkdtemp(prefix="demo-"))
            self.folder.mkdir(parents=True, exist_ok=True)
            for left in self._files(PART):
                left.unlink(missing_ok=True)
            part = self.folder / f"{secrets.token_hex(4)}{PART}"
            self.play(part, scenario, moment, self._tell)
            made = part.rename(part.with_suffix(KEPT))
            with self._lock:
                self._let_go()
                self._open(made)
                self._looked = True
                for old in self.folder.iterdir():
                    if not old.name.startswith(made.stem):
                        shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink(missing_ok=True)
        except Exception as error:
            self.trouble = str(error) or repr(error)
        finally:
            self.making = ""

    def _tell(self, words: str) -> None:
        self.reached = words

    def _files(self, kind: str) -> list[Path]:
        """The files of a kind in the demo's folder that say of themselves that they are one."""
        if self.folder is None or not self.folder.is_dir():
            return []
        return [file for file in self.folder.glob(f"*{kind}") if kind == PART or is_marked(file)]

    def _open(self, file: Path | None) -> None:
        self._room = self._opened(file) if file else None

    def _let_go(self) -> None:
        """Whoever looks at the demo is told that it is over."""
        if self._room is not None:
            self._room.live.end()
            self._room.store.close()
        self._room = None
