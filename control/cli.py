"""control-room: the command line. Scripts ask and are told in JSON; what cannot be done exits 2 with a sentence."""

from __future__ import annotations

import argparse
import gc
import io
import re
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from control.kernel import settings
from control.kernel.cache import keep_compiled
from control.kernel.commands import CLOSING, Arguments, commands_of_games, document_in, path_named, up_to, write
from control.kernel.errors import InDoubt, NotKept, OrderError, OrderNotUnderstood
from control.kernel.wording import as_argument, name_given, numbered, quoted

if TYPE_CHECKING:
    from control.serving import WayIn

POSITIVE = up_to(10**6, "it is a number from 1 on")
"""Reads a number of connections, or of processes."""
NOBODY_NAMED = "the command line"
"""Who does what is done here by whoever gives no name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0, or 2 with the reason on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names have macrons and kanji, whatever the terminal's habits
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        keep_compiled()
        arguments = parser().parse_args(argv)
        with CLOSING:
            return int(arguments.run(arguments) or 0)
    except OrderError as error:
        for one in (error, *error.more):
            where = f"{one.field}: " if one.field else ""
            print(f"control-room: {where}{one.sentence}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not (sentence := in_words(error)):
            raise
        print(f"control-room: {sentence}", file=sys.stderr)
        return 2


def in_words(error: Exception) -> str:
    """What went wrong outside this program, as a sentence; empty if it is our fault."""
    return str(error) if isinstance(error, InDoubt) else of_the_database(error) or of_a_file(error)


def of_the_database(error: Exception) -> str:
    """What the database said when it could not be read, as a sentence; empty for any other error."""
    if "sqlalchemy" not in sys.modules:  # a command that had nothing to do with one
        return ""
    from control.kernel.database.store import reason_of

    told = reason_of(error)
    return told.sentence if told else ""


def of_a_file(error: Exception) -> str:
    """What the system said of a file or a folder that it lets nobody look at, as a sentence; empty for any other
    error."""
    if not isinstance(error, OSError) or error.filename is None:
        return ""
    return f"Cannot reach {error.filename}: {(error.strerror or str(error)).lower()}. Give another file or folder."


def parser() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    top = argparse.ArgumentParser(prog="control-room", description="The control room for megagame umpires.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Arguments], Any], *files: str) -> argparse.ArgumentParser:
        text = " ".join((run.__doc__ or "").partition("\n\n")[0].split())
        one = commands.add_parser(name, help=text, description=text)
        one.set_defaults(run=run)
        for file in files:
            one.add_argument(file, type=path_named)
        return one

    serving = command("serve", serve)
    serving.add_argument("--scenario", type=path_named, help="the scenario of a new game (default: the Sengoku game)")
    serving.add_argument(
        "--game", type=path_named, help=f"the file the game is kept in (default: {settings.DEFAULT_GAME})"
    )
    serving.add_argument("--database", help="the URL of a database instead of a file")
    entering(encrypting(kept(listening(serving))))
    serving.add_argument(
        "--workers", metavar="N", type=POSITIVE, default=1, help="processes that serve it, of a game on PostgreSQL"
    )
    serving.add_argument(
        "--take-over", action="store_true", help="let this spare take over from the machine that it follows"
    )
    following = command("follow", follow)
    following.add_argument("address", help="where the first machine serves, such as http://192.168.1.20:8000")
    following.add_argument(
        "--game", type=path_named, required=True, help="the spare's file; it is made if it is not there"
    )
    following.add_argument(
        "--code", default="", help="the code of the desk that leads, to begin with (or CONTROL_ROOM_CODE, or asked for)"
    )
    following.add_argument("--fingerprint", default="", help="that of the first machine's certificate, if encrypted")
    following.add_argument(
        "--called", metavar="NAME", default="", help="what the spare is called (default: this machine)"
    )
    once = "once it takes over, "
    entering(encrypting(kept(listening(following, once), once), once), once)
    game_of(command("missing", missing, "first"))
    showing = command("demo", demo)
    showing.add_argument(
        "moment",
        nargs="?",
        default="",
        help="play a new one to this moment, such as battle or winter; any other word lists them "
        "(default: go on, or begin)",
    )
    showing.add_argument(
        "--scenario", type=path_named, default=settings.DEFAULT_SCENARIO, help="the scenario that is played"
    )
    showing.add_argument(
        "--game",
        type=path_named,
        default=str(settings.DEMO_GAME),
        help=f"its file (default: {settings.DEMO_GAME})",
    )
    listening(showing)
    showing.add_argument("--only-play", action="store_true", help="make the file, and serve nothing")
    beginning = game_of(command("new", new, "scenario"))
    for one in (serving, beginning):
        one.add_argument(
            "--begin",
            metavar="SEASON",
            default="",
            help="the season of a new game: winter plans before the first spring (default: the scenario's)",
        )
    for name, one_of_a_game in commands_of_games().items():
        one_of_a_game.arguments(command(name, one_of_a_game.run))
    doing = command("do", do)
    doing.add_argument("action")
    doing.add_argument("file", type=path_named)
    game_of(doing)
    doing.add_argument("--desk", default="", help="the desk that does it (default: the one that leads, such as game)")
    doing.add_argument("--umpire", default=NOBODY_NAMED, help="who does it")
    doing.add_argument("--key", default="", help="a name for this attempt: the same key acts once")
    listing = command("actions", actions)
    listing.add_argument(
        "--scenario",
        type=path_named,
        default=settings.DEFAULT_SCENARIO,
        help="those of the game of this scenario",
    )
    game_of(command("state", state))
    proving = game_of(command("verify", verify))
    proving.add_argument("--all", action="store_true", help="prove all of it again, what was proved before too")
    proving.add_argument(
        "--processes",
        metavar="N",
        type=POSITIVE,
        help="at most so many, where copies of the game let its journal be cut (default: 2, or 1 on one processor)",
    )
    game_of(command("backup", backup)).add_argument(
        "--out", metavar="FOLDER", type=path_named, help="a second folder to copy it to"
    )
    command("restore", restore, "copy").add_argument(
        "--game", type=path_named, required=True, help="the new file; it must not exist"
    )
    printing = game_of(command("print", print_out))
    printing.add_argument("kinds", nargs="+", metavar="KIND", help="such as order_cards; a chapter; or pack, for all")
    printing.add_argument("--clan", default="", help="only what belongs to it; of the pack, what it is handed")
    printing.add_argument("--only", nargs="+", default=[], metavar="KEY", help="only these: an army's number, say")
    printing.add_argument("--changed", action="store_true", help="only what would come out otherwise than when printed")
    printing.add_argument("--stock", default="", metavar="PAPER", help="A4 or Letter; a poster: A3 to A0, 'A4 tiles'")
    printing.add_argument("--one-file", action="store_true", help="one PDF each for one side, both sides, booklets")
    printing.add_argument("--out", type=path_named, required=True, help="the folder to write into")
    printing.add_argument("--address", help="what the QR codes open (default: where the game was served last)")
    exporting = game_of(command("export", export))
    exporting.add_argument(
        "--out", type=path_named, required=True, help="a workbook (.xlsx), or a folder for CSV files"
    )
    return top


def listening(command: argparse.ArgumentParser, once: str = "") -> argparse.ArgumentParser:
    """Where a command that serves listens."""
    command.add_argument("--host", default="", help=f"{once}the address to listen on (default: every address)")
    command.add_argument(
        "--port",
        type=up_to(65535, "a port is a number from 1 to 65535"),
        default=settings.DEFAULT_PORT,
        help=f"{once}the port (default: 8000)",
    )
    return command


def kept(command: argparse.ArgumentParser, once: str = "") -> argparse.ArgumentParser:
    """Where else the copies of a game go that a command serves."""
    command.add_argument(
        "--copies",
        metavar="FOLDER",
        type=path_named,
        help=f"{once}a second folder for copies, such as that of a USB stick (default: that of last time; '' is none)",
    )
    return command


def encrypting(command: argparse.ArgumentParser, once: str = "") -> argparse.ArgumentParser:
    """How a command that serves encrypts."""
    command.add_argument(
        "--certificate",
        metavar="FILE",
        type=path_named,
        default="",
        help=f"{once}encrypt, with this certificate; day makes one for the day",
    )
    command.add_argument(
        "--key",
        metavar="FILE",
        type=path_named,
        default="",
        help=f"{once}the certificate's key, if it is in another file",
    )
    return command


def entering(command: argparse.ArgumentParser, once: str = "") -> argparse.ArgumentParser:
    """By which names, through which proxy and with how many connections people come to what a command serves."""
    command.add_argument(
        "--name", action="append", type=name_alone, default=[], help=f"{once}a name by which the machine is reached"
    )
    command.add_argument(
        "--behind",
        metavar="ADDRESS",
        type=in_figures,
        default="",
        help=f"{once}the address of a proxy in front",
    )
    command.add_argument(
        "--per-address",
        metavar="N",
        type=POSITIVE,
        default=settings.CONNECTIONS_OF_ONE_ADDRESS,
        help=f"{once}connections of one address",
    )
    return command


def way_in(arguments: Arguments) -> WayIn:
    """How people come in to what is served. Raises OrderNotUnderstood for a key that belongs to no certificate."""
    from control.serving import WayIn

    return WayIn(tuple(arguments.name), arguments.behind, arguments.per_address, *certificate_of(arguments))


def certificate_of(arguments: Arguments) -> tuple[str, str]:
    """How it shall encrypt: certificate and key. Raises OrderNotUnderstood for a key that belongs to no certificate."""
    if arguments.key and arguments.certificate in ("", "day"):
        raise OrderNotUnderstood("A --key belongs to a --certificate FILE; one for the day has its own.", field="--key")
    return arguments.certificate, arguments.key


def game_of(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Which game a command is about."""
    command.add_argument("--game", type=path_named, required=True, help="the game's file, or the URL of its database")
    return command


def name_alone(text: str) -> str:
    """A name of a machine, and nothing else of its address: that is how it is compared."""
    if not re.fullmatch(r"[A-Za-z0-9._-]+", text):
        raise argparse.ArgumentTypeError(
            f'a name is without http:// and without a port, such as room.example.org, not "{text}"'
        )
    return text


def in_figures(text: str) -> str:
    """The address of one machine, as a proxy is known by it; empty where there is none."""
    try:
        ip_address(text or "127.0.0.1")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f'it is the address of the proxy in figures, such as 127.0.0.1, not "{text}"'
        ) from None
    return text


# The main job


def serve(arguments: Arguments) -> None:
    """Serve the control room: make the game if there is none, print addresses, codes and a QR code."""
    gc.disable()  # until all that stays for good is there (control.serving.prepare): nothing of it could be let go
    from control.kernel.database.store import checked_url, file_of
    from control.kernel.opening import ask_at_a_terminal
    from control.serving import run

    if arguments.database and arguments.game:
        raise OrderNotUnderstood("Give --game or --database, not both.")
    if arguments.database:  # a file would be made of whatever is no URL
        checked_url(arguments.database)
    way = way_in(arguments)
    where = arguments.database or arguments.game or settings.DEFAULT_GAME
    file = file_of(where)
    taken = spare_or_game(arguments, way, file) if file else None
    run(
        where,
        arguments.scenario,
        arguments.host,
        arguments.port,
        arguments.copies,
        arguments.begin,
        ask_at_a_terminal(),
        way,
        taken,
        arguments.workers,
    )


def spare_or_game(arguments: Arguments, way: WayIn, file: Path) -> Any:
    """Let a spare take over if that is asked for (how it did), or have a game that a spare took over from go on here.
    Raises OrderNotAllowed for one of them that nobody asked it of, and for a spare that could not be served."""
    from control.kernel.spare.following import stand_by
    from control.kernel.spare.taking_over import take_over, went_on

    refused = stand_by(file) or went_on(file)
    if refused and not arguments.take_over:
        raise refused
    if stand_by(file):
        from control.following import Wanted, spare_of
        from control.serving import could_serve

        could_serve(arguments.host, arguments.port, way)
        spare = spare_of(Wanted("", file, lambda: way.leads_to(arguments.host, arguments.port)))
        spare.begin()
        return take_over(spare)
    return None


def follow(arguments: Arguments) -> None:
    """Follow the game on another machine as its spare, and take it over when that is wanted."""
    from getpass import getpass
    from os import environ

    from control.following import Wanted, run
    from control.serving import could_encrypt, could_serve
    from control.serving import run as served

    if "://" in arguments.game:  # a file would be made of it
        raise OrderNotUnderstood(
            "A spare is kept in a file: --game spare.db. A database server has followers of its own (streaming "
            "replication).",
            field="--game",
        )
    file, code = Path(arguments.game), arguments.code or environ.get("CONTROL_ROOM_CODE", "")
    if not code and not file.exists():
        if sys.stdin is None or not sys.stdin.isatty():
            raise OrderNotUnderstood(
                "Give the code of the desk that leads: --code, or CONTROL_ROOM_CODE. A spare gets everything.",
                field="--code",
            )
        code = getpass("Code of the desk that leads (it is not shown): ")
    way = way_in(arguments)
    could_encrypt(way)

    def serve_on(taken: Any) -> None:
        served(file, None, arguments.host, arguments.port, arguments.copies, way=way, taken=taken)

    def here() -> str:
        return way.leads_to(arguments.host, arguments.port)

    wanted = Wanted(arguments.address, file, here, code, arguments.fingerprint, arguments.called)
    run(wanted, lambda: could_serve(arguments.host, arguments.port, way), serve_on)


def missing(arguments: Arguments) -> None:
    """List what was entered at the first machine and never reached the spare that took over, from both files."""
    from control.kernel.spare.taking_over import missing as listed

    write(listed(Path(arguments.first), Path(arguments.game)))


def demo(arguments: Arguments) -> None:
    """Serve a demo game, to learn on: a year that plays itself to a moment, in a file of its own."""
    gc.disable()
    from control.kernel.demo import is_marked, play_into
    from control.kernel.errors import OrderNotAllowed
    from control.kernel.file_head import is_held
    from control.kernel.game import game_of
    from control.kernel.opening import scenario_named
    from control.serving import WayIn, could_serve, run

    file = Path(arguments.game)
    if file.exists() and not is_marked(file):
        raise OrderNotAllowed(f"{file} is a real game. Give another file for the demo.", field="--game")
    if not arguments.only_play:  # most likely the demo is served there already, and has this file open
        could_serve(arguments.host, arguments.port, WayIn())
    if arguments.moment or not file.exists():
        scenario = scenario_named(arguments.scenario)
        plays = game_of(scenario).demo
        if plays is None:
            raise OrderNotAllowed("The game of this scenario has no demo.", field="--scenario")
        moment = arguments.moment or next(iter(plays.moments))
        in_use = OrderNotAllowed(
            f"The demo in {file} is open in another program, which goes on with it. End that one first, or give this "
            f"one a file of its own: --game {as_argument(file.with_name(f'{file.stem}-{moment}{file.suffix}'))}.",
            field="--game",
        )
        if moment in plays.moments and is_held(file):
            raise in_use
        made = file.with_name(f"{file.name}.new")
        made.unlink(missing_ok=True)
        play_into(made, scenario, plays, moment, lambda words: print(words, file=sys.stderr, flush=True))
        if is_held(file):  # since then
            made.unlink()
            raise in_use
        for left in (f"{file.name}-wal", f"{file.name}-shm", f"{file.name}-drafts"):
            file.with_name(left).unlink(missing_ok=True)
        made.replace(file)
    if not arguments.only_play:
        run(file, None, arguments.host, arguments.port)


def new(arguments: Arguments) -> None:
    """Start a game file from a scenario."""
    from control.kernel.copies.whole import look_at
    from control.kernel.database.store import open_store, without_password
    from control.kernel.opening import ask_at_a_terminal, new_room, scenario_named

    scenario = scenario_named(arguments.scenario)
    store = open_store(arguments.game)
    CLOSING.callback(store.close)
    if store.file and store.file.is_file() and store.file.stat().st_size:  # another program's is left as it is
        look_at(store)
    room = new_room(store, scenario, arguments.begin, ask_at_a_terminal())
    with room.store.read() as session:
        from control.kernel.codes import in_groups
        from control.kernel.journal.journal_questions import desks

        write(
            {
                "game": without_password(arguments.game),
                "scenario": scenario.key,
                "desks": {key: in_groups(code) for key, _, code in desks(session)},
            },
            f"The game is in {without_password(arguments.game)} all the same: control-room serve shows its codes.",
        )


# A game


def do(arguments: Arguments) -> None:
    """Run an action of the registry on a game."""
    from control.kernel.actions.registry import perform
    from control.kernel.actions.world import Umpire
    from control.kernel.errors import did_you_mean
    from control.kernel.journal.audience import entry_as_json
    from control.kernel.journal.safety_questions import moment

    document = document_in(arguments.file)
    room = room_of(arguments.game)
    known, desk = room.game.roles, arguments.desk or room.game.leads
    if desk not in known:
        raise OrderNotUnderstood(
            f'There is no desk "{desk}", only {", ".join(known)}.{did_you_mean(desk, known)}', field="--desk"
        )
    with room.store.read() as session:
        before = moment(session)
    umpire = Umpire(name_given(arguments.umpire) or NOBODY_NAMED, desk)
    entry = perform(room, umpire, arguments.action, document, key=arguments.key)
    copy_at_gate(room, before)
    write(
        entry_as_json(entry, room.game, room.game.leads),  # whoever has the file may see all of it
        f"It was done all the same: entry {numbered(entry.number)}, {quoted(entry.sentence)}",
    )


def copy_at_gate(room: Any, before: Any) -> None:
    """Copy the game if a season has ended. What was done stands, so a disk that takes no copy is only told."""
    from control.kernel.journal.safety_questions import moment, wants_packs

    with room.store.read() as session:
        now, wants = moment(session), wants_packs(session)
    copies = copies_of(room.store)
    if copies.possible and now.stretch != before.stretch:
        try:
            copies.make("gate")
            if wants:
                copies.print_pack = pack_printer(room, copies.folder)
                copies.write_pack()
                if said := copies.beat().pack_trouble:
                    print(f"control-room: {said}", file=sys.stderr)
        except NotKept as error:
            print(f"control-room: {error.sentence}", file=sys.stderr)
        else:
            copies.carry()


def pack_printer(room: Any, folder: Path | None) -> Callable[[], Any]:
    """What prints the fallback pack of a game, whose copies lie in the folder. Nobody is there to be asked where it is
    reached: if it was never served here, it will be as it is by itself."""
    from control.kernel.drawing.kept import kept_drawing
    from control.kernel.network import for_phones
    from control.kernel.open_room import once
    from control.serving import last_address

    at = last_address(folder).rstrip("/") or f"http://{for_phones(f'localhost:{settings.DEFAULT_PORT}')}"
    return lambda: room.game.print_pack(room.store, room.scenario, once(lambda: kept_drawing(room.scenario)), at)


def copies_of(store: Any, second: str | None = None) -> Any:
    """The copies of the game in a store."""
    from control.kernel.copies import Copies

    return Copies(store, settings.second_folder(second), kept=settings.COPIES_KEPT)


def actions(arguments: Arguments) -> None:
    """List the actions with the JSON Schemas of their orders."""
    from control.kernel.game import game_of_folder
    from control.kernel.pages.api_pages import registry_as_json

    write(registry_as_json(game_of_folder(arguments.scenario)))


def state(arguments: Arguments) -> None:
    """Write the whole game as one JSON document."""
    from control.kernel.journal.state_questions import state as whole

    room = room_of(arguments.game)
    with room.store.read() as session:
        write(whole(session, room.game.leads))


def verify(arguments: Arguments) -> int:
    """Replay the journal from the scenario, or from where it was proved before, and compare; 2 if the game comes out
    otherwise."""
    from control.kernel.proof.proved import proved_of
    from control.kernel.proof.proving import PROCESSES, verify_in

    room = room_of(arguments.game)
    verdict = verify_in(arguments.processes or PROCESSES, room, None if arguments.all else proved_of(room))
    for line in verdict.differences:
        print(f"control-room: {line}", file=sys.stderr)
    before = {"proved_before": verdict.proved} if verdict.proved else {}
    several = {"processes": verdict.processes} if verdict.processes > 1 else {}
    write({"entries": verdict.entries, "same": verdict.same, **before, **several})
    return 0 if verdict.same else 2


def backup(arguments: Arguments) -> None:
    """Copy a game, while it is served or not, into the folder beside it; checked, and to a second folder too."""
    room = room_of(arguments.game)
    copies = copies_of(room.store, arguments.out)
    copy = copies.make("asked")
    copies.carry()
    beat = copies.beat()
    second = copies.second / copies.folder.name / copy.name if copies.second else None
    if beat.second_trouble and copies.as_last_time:  # a stick of the day that nobody named now
        print(f"control-room: {beat.second_trouble} With --out '' it is not looked for.", file=sys.stderr)
        second = None
    elif beat.second_trouble:
        print(f"control-room: The copy is in {copy.path}.", file=sys.stderr)
        raise NotKept(beat.second_trouble, field="--out" if arguments.out else "")
    write(
        {
            "copy": str(copy.path),
            "journal": copy.number,
            **room.game.in_answers(copy.stretch),
            "size": copy.size,
            "second": str(second) if second else None,
        },
        f"The copy is in {copy.path} all the same.",
    )


def restore(arguments: Arguments) -> None:
    """Make a new game file from a copy; a file that is there is left as it is."""
    from control.kernel.copies import restored_file
    from control.kernel.copies.files import UNPROVED, game_in_file

    file, at, proved = restored_file(Path(arguments.copy), Path(arguments.game))
    if not proved:
        again = f"control-room verify --game {as_argument(file)}"
        print(f"control-room: {arguments.copy} {UNPROVED} {again}", file=sys.stderr)
    write(
        {
            "game": str(file),
            "journal": at.number,
            **game_in_file(file).in_answers(at.stretch),
            "serve": f"control-room serve --game {as_argument(file)}",
        },
        f"The game is in {file} all the same.",
    )


def print_out(arguments: Arguments) -> None:
    """Write printouts as PDF files into a folder."""
    from datetime import UTC, datetime

    from control.kernel.actions.registry import perform
    from control.kernel.actions.world import Umpire
    from control.kernel.drawing.kept import kept_drawing
    from control.kernel.journal.safety_questions import moment
    from control.kernel.open_room import once
    from control.kernel.printing.kinds import Press
    from control.kernel.printing.making import Wish, draw, gather
    from control.kernel.printing.progress import bar
    from control.kernel.whole_files import keeping_in
    from control.serving import IS_ADDRESS, last_address

    if arguments.address and not IS_ADDRESS.fullmatch(arguments.address):
        raise OrderNotUnderstood(
            f'"{arguments.address}" is no address that a phone can open. One is http://192.168.1.20:8000, as the '
            "room prints it.",
            field="--address",
        )
    room = room_of(arguments.game)
    wish = Wish(
        room.game.papers().named(arguments.kinds, arguments.clan),
        arguments.clan,
        tuple(arguments.only),
        arguments.stock,
        arguments.changed,
        arguments.one_file,
    )
    folder = Path(arguments.out)
    at = (arguments.address or last_address(copies_of(room.store).folder)).rstrip("/")

    def address(path: str) -> str:
        if path and not at:
            raise OrderNotUnderstood(
                "There are codes to scan on this, and this game has not been served on this machine yet, so nobody "
                "knows what they open. Serve it once, or give the address: --address http://192.168.1.20:8000",
                field="--address",
            )
        return f"{at}{path}"

    drawing = once(lambda: kept_drawing(room.scenario))
    with room.store.read() as session:
        press = Press(session, room.scenario, address, drawing, datetime.now(UTC))
        found = gather(wish, press, moment(session).number)
    for sentence in (*found.unprintable, *found.nothing):
        print(f"control-room: {sentence}", file=sys.stderr)
    with keeping_in(folder) as keep:
        made = draw(found, wish.one_file, bar())
        files = keep({f"{name}.pdf": pdf for name, pdf in made.files.items()})
    if (order := made.manifest())["printed"]:
        try:
            perform(room, Umpire(NOBODY_NAMED, room.game.leads), "print.record", order)
        except NotKept as error:  # the papers are there all the same
            print(f"control-room: This printing is not noted. {error.sentence}", file=sys.stderr)
    for file in files:
        print(file, file=sys.stderr)


def export(arguments: Arguments) -> None:
    """Write the game as tables for a spreadsheet."""
    from control.kernel.journal.exporting import export as written

    with room_of(arguments.game).store.read() as session:
        for file in written(session, Path(arguments.out)):
            print(file, file=sys.stderr)


# Reading and writing


def room_of(where: str) -> Any:
    """The game in a file. Raises OrderNotUnderstood if there is none."""
    from control.kernel.copies.whole import look_at
    from control.kernel.database.store import open_store, without_password
    from control.kernel.opening import has_game, opened
    from control.kernel.spare.taking_over import gone, gone_to

    shown = without_password(where)
    none = OrderNotUnderstood(
        f"There is no game in {shown}. Start one: control-room new {settings.DEFAULT_SCENARIO} --game "
        f"{as_argument(shown)}"
    )
    if "://" not in where and not Path(where).exists():
        raise none
    store = open_store(where)
    CLOSING.callback(store.close)
    look_at(store)
    if store.doubt:
        print(f"control-room: {store.doubt}", file=sys.stderr)
    if not has_game(store):  # some other database: it is left as it is
        raise none
    room = opened(store)
    if store.file and (address := gone_to(store.file)):
        store.closed = gone(address)
    return room


if __name__ == "__main__":
    sys.exit(main())
