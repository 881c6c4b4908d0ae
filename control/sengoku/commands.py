"""What the command line can ask of this game besides: the rules by themselves, a scenario, a day played by chance."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from control.kernel import settings
from control.kernel.commands import (
    CLOSING,
    Arguments,
    Command,
    a_scenario,
    document_in,
    path_named,
    tell_faults,
    up_to,
    write,
)


def check(arguments: Arguments) -> int:
    """Check a scenario: every fault with its file, line and column; 2 if there is any. Without one, what is to be said
    of files that nothing reads, of its heads of clans, of names that two bear, of its ways, castles and colours."""
    from control.sengoku.scenario.checks import colours, heads, namesakes, reach, seats
    from control.sengoku.scenario.load import load, read_folder

    def notes() -> list[str]:
        scenario = load(arguments.scenario)
        return [note for part in (heads, namesakes, reach, seats, colours) for note in part.notes(scenario)]

    return tell_faults(arguments.scenario, read_folder, notes)


def fight(arguments: Arguments) -> None:
    """Resolve a battle, or a list of battles, from JSON."""
    from control.kernel.chance.dice import Dice
    from control.sengoku.scenario.load import load
    from control.sengoku.scripting.battle import resolve

    scenario = load(arguments.scenario or settings.DEFAULT_SCENARIO)
    document = document_in(arguments.file)
    write(resolve(document, tables=scenario.tables, options=scenario.options, dice=Dice(seed=arguments.seed)))


def weigh(arguments: Arguments) -> None:
    """Give the exact chances of a battle, or of a list of battles, from JSON."""
    from control.sengoku.scenario.load import load
    from control.sengoku.scripting.odds import odds

    scenario = load(arguments.scenario or settings.DEFAULT_SCENARIO)
    write(odds(document_in(arguments.file), tables=scenario.tables, options=scenario.options))


def move(arguments: Arguments) -> None:
    """Adjudicate a season of orders, or a list of seasons, from JSON."""
    from control.sengoku.scenario.load import load
    from control.sengoku.scripting.movement import adjudicate

    scenario = load(arguments.scenario or settings.DEFAULT_SCENARIO)
    geography, clans = (scenario.geography, scenario.clans) if arguments.scenario else (None, None)
    document = document_in(arguments.file)
    write(adjudicate(document, tables=scenario.tables, options=scenario.options, geography=geography, clans=clans))


def rehearse(arguments: Arguments) -> int:
    """Play a game day by chance in a game of its own, and replay its journal; 2 if it comes out otherwise."""
    import secrets
    import tempfile

    from control.kernel.chance.chance import Secrets
    from control.kernel.database.store import nothing_left_if_full, open_store, without_password
    from control.kernel.proof.verify import verify as replayed
    from control.sengoku.demo.rehearsal import Rehearsal
    from control.sengoku.scenario.load import load
    from control.sengoku.season.start import new_game

    scenario, seed = load(arguments.scenario), arguments.seed or secrets.token_hex(4)
    folder = CLOSING.enter_context(tempfile.TemporaryDirectory())
    store = open_store(arguments.game or Path(folder) / "rehearsal.db")
    CLOSING.callback(store.close)
    played = []
    with nothing_left_if_full(store):
        rehearsal = Rehearsal(new_game(store, scenario, Secrets(seed=seed)), seed)
        for season in rehearsal.play(arguments.seasons):
            print(season, file=sys.stderr, flush=True)
            played.append(season)
    verdict = replayed(rehearsal.room)
    for line in verdict.differences:
        print(f"control-room: {line}", file=sys.stderr)
    write(
        {
            "scenario": scenario.key,
            "seed": seed,
            "game": arguments.game and without_password(arguments.game),
            "seasons": [
                {
                    "year": season.year,
                    "season": season.season,
                    "done": dict(sorted(season.done.items())),
                    "refused": season.refused,
                }
                for season in played
            ],
            "entries": verdict.entries,
            "same": verdict.same,
        },
        f"The game is in {without_password(arguments.game)} all the same." if arguments.game else "",
    )
    return 0 if verdict.same else 2


def on_a_file(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """What the rules by themselves are asked: a document, and a scenario to take them from."""
    command.add_argument("file", type=path_named)
    command.add_argument(
        "--scenario", type=path_named, help="take tables, rule options and geography from this scenario"
    )
    return command


def on_a_seed(command: argparse.ArgumentParser) -> None:
    """The same, with dice."""
    on_a_file(command).add_argument("--seed", help="makes the dice that are rolled here repeatable")


def for_a_day(command: argparse.ArgumentParser) -> None:
    """What is played, and how long."""
    command.add_argument(
        "--scenario", type=path_named, default=settings.DEFAULT_SCENARIO, help="the scenario that is played"
    )
    command.add_argument("--seed", default="", help="plays the same day again (default: another each time)")
    command.add_argument(
        "--seasons",
        type=up_to(40, "a rehearsal has 1 to 40 seasons"),
        default=8,
        metavar="N",
        help="how many (default: 8)",
    )
    command.add_argument("--game", type=path_named, help="keep the game in this new file (default: it is thrown away)")


COMMANDS = {
    "check": Command(check, a_scenario),
    "battle": Command(fight, on_a_seed),
    "movement": Command(move, on_a_file),
    "odds": Command(weigh, on_a_file),
    "rehearse": Command(rehearse, for_a_day),
}
