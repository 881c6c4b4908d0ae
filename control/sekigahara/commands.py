"""What the command line can ask of this game: a scenario, a combat by itself. The game is imported when one is run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from control.kernel.commands import Arguments, Command, a_scenario, document_in, path_named, tell_faults, write

if TYPE_CHECKING:
    from control.sekigahara.scenario.model import Scenario


def check(arguments: Arguments) -> int:
    """Check a scenario: every fault with its file, line and column; 2 if there is any. Without one, which files nothing
    reads, and what of it is not seen in a source."""
    from control.sekigahara.scenario.load import load, read_folder
    from control.sekigahara.scenario.sure import unsure

    return tell_faults(arguments.scenario, read_folder, lambda: unsure(load(arguments.scenario)))


def combat(arguments: Arguments) -> None:
    """Resolve a battle or a siege of 1600 play by play, or each of a list of them, from JSON."""
    from control.sekigahara.scripting.combat import answers
    from control.sekigahara.scripting.faults import in_one_sentence

    document, scenario_of = document_in(arguments.file), scenario_for(arguments)
    with in_one_sentence():
        write(answers(document, scenario_of))


def march(arguments: Arguments) -> None:
    """Tell every place that a stack can reach, or each of a list of stacks, from JSON."""
    from control.sekigahara.scripting.faults import in_one_sentence
    from control.sekigahara.scripting.march import answers

    document, scenario_of = document_in(arguments.file), scenario_for(arguments)
    with in_one_sentence():
        write(answers(document, scenario_of))


def scenario_for(arguments: Arguments) -> Callable[[str], Scenario]:
    """What gives the scenario of the edition that a document names: the one that was asked for, or those of the
    program."""
    from control.sekigahara.scenario.load import of_edition, own_edition

    return partial(of_edition, own=own_edition(arguments.scenario)) if arguments.scenario else of_edition


def play(arguments: Arguments) -> None:
    """Play a campaign of 1600 from JSON, action by action, and write the state as the umpire sees it."""
    from control.sekigahara.scripting.faults import in_one_sentence
    from control.sekigahara.scripting.play import answer

    document = document_in(arguments.file)
    with in_one_sentence():
        write(answer(document))


def a_file(command: argparse.ArgumentParser) -> None:
    """The document, which names its edition."""
    command.add_argument("file", type=path_named)


def on_a_file(command: argparse.ArgumentParser) -> None:
    """The same, and a scenario to take it from."""
    a_file(command)
    command.add_argument(
        "--scenario", type=path_named, help="take the edition from this scenario, in place of those of the program"
    )


COMMANDS = {
    "check": Command(check, a_scenario),
    "combat": Command(combat, on_a_file),
    "march": Command(march, on_a_file),
    "play": Command(play, a_file),
}
