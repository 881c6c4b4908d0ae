"""Commands of the command line: what the kernel's own and those of a game have in common.

A game lists its own in a file ``commands.py`` of its folder, which imports the game only when one of them is run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from control.kernel import settings
from control.kernel.errors import NotKept, OrderNotUnderstood
from control.kernel.scenarios.scenario_folders import find, rule_set_of, rules_of
from control.kernel.typed import parse
from control.kernel.values import dataclass

if TYPE_CHECKING:
    from control.kernel.scenarios.folder import Read

Arguments = argparse.Namespace
CLOSING = contextlib.ExitStack()
"""What is closed when a command is over, however it ends: each game that was opened becomes one whole file again."""


@dataclass(frozen=True)
class Command:
    """A command of a game: what it does, by its arguments, and what adds these. One that several games have asks for a
    ``scenario``."""

    run: Callable[[Arguments], Any]
    arguments: Callable[[argparse.ArgumentParser], Any]


def path_named(text: str) -> str:
    """The path of a file or a folder as it was named on the command line. No shell reads the sign for one's own folder
    within a word (``--game=~/day.db``), so it is read here, for every command; a URL has none."""
    return os.path.expanduser(text)


def a_scenario(command: argparse.ArgumentParser) -> None:
    """Which scenario a command is about, for one that several games have."""
    command.add_argument("scenario", type=path_named)


def commands_of_games() -> dict[str, Command]:
    """What the games can be asked besides, by name. If several have a command of one name, it takes the same arguments
    in each, and the game of the scenario answers."""
    found: dict[str, dict[str, Command]] = {}
    for file in sorted(settings.PACKAGE.glob("*/commands.py")):
        if (game := file.parent.name) != "kernel":
            for name, command in import_module(f"control.{game}.commands").COMMANDS.items():
                found.setdefault(name, {})[game] = command
    return {name: by_scenario(name, games) for name, games in found.items()}


def by_scenario(name: str, games: dict[str, Command]) -> Command:
    """The command that is the one of the scenario's game when it is run; where none is named, that of the usual game,
    or of the only one that has it."""
    usual = rule_set_of(find(settings.DEFAULT_SCENARIO))
    shown = games.get(usual) or next(iter(games.values()))

    def run(arguments: Arguments) -> Any:
        if not getattr(arguments, "scenario", None):
            return shown.run(arguments)
        known = {file.parent.name for file in settings.PACKAGE.glob("*/commands.py")} - {"kernel"}
        command = games.get(rules_of(find(arguments.scenario), known, usual))
        if command is None:
            raise OrderNotUnderstood(
                f'The game of the scenario "{arguments.scenario}" has no command {name}; it is one of '
                f"{', '.join(games)}.",
                field="--scenario",
            )
        return command.run(arguments)

    run.__doc__ = shown.run.__doc__
    return Command(run, shown.arguments)


def document_in(file: str) -> Any:
    """The JSON in a file, or on standard input for ``-``."""
    called = file if file != "-" else "What came on standard input"
    try:
        text = (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode("utf-8-sig")
    except OSError as error:
        raise OrderNotUnderstood(
            f'Cannot read "{file}": {error.strerror}. Give the name of a file, or - for standard input.'
        ) from None
    except UnicodeDecodeError:
        raise OrderNotUnderstood(f"{called} is no text in UTF-8. Save it as UTF-8.") from None
    return parse(text, called)


def up_to(most: int, said: str) -> Callable[[str], int]:
    """What reads a whole number of the command line, from 1 up to this one; ``said`` tells whoever typed none."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f'{said}, not "{text}"')
        return int(text)

    return read


def tell_faults(scenario: str, read: Read[Any], notes: Callable[[], Iterable[object]]) -> int:
    """What a check of a scenario found that a game ``read``s: its faults, or that it has none, which files nothing
    reads, and what else is to be said; how it ends."""
    from control.kernel.scenarios.folder import faults_in, unread_in

    faults = faults_in(read, scenario)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{scenario}: no fault found.")
        for note in (*unread_in(read, scenario), *notes()):
            print(note)
    return 2 if faults else 0


def write(document: Any, stands: str = "") -> None:
    """A document on standard output. Raises NotKept where it cannot be written, which says what ``stands`` all the
    same: whoever gets no answer would do it again."""
    try:
        print(json.dumps(document, ensure_ascii=False, indent=2), flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        sys.stdout = None  # else Python tries once more on its way out
        said = f"Cannot write the answer: {error.strerror}. Make room, or send it elsewhere."
        raise NotKept(f"{said} {stands}".rstrip()) from None
