"""The second job: following a game on another machine, and telling whoever sits there how far behind it is."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy.exc import SQLAlchemyError

from control.kernel import steady
from control.kernel.actions.world import Room
from control.kernel.codes import in_groups
from control.kernel.database.store import reason_of
from control.kernel.errors import OrderError, OrderNotAllowed
from control.kernel.journal.journal_questions import ways_in
from control.kernel.network import is_at_home
from control.kernel.open_room import OpenRoom
from control.kernel.printing.manifest_questions import usual_stock
from control.kernel.roles import STROKE, desk_at
from control.kernel.rows import Game
from control.kernel.spare.following import WAIT, First, Spare, TakenOver, Unreachable
from control.kernel.spare.marked import Note, elders, heard_at, is_marked, moves, note_of
from control.kernel.spare.taking_over import Taken, say, take_over, taken_since
from control.kernel.values import dataclass
from control.kernel.wording import as_argument
from printouts.codes import in_letters
from printouts.hall.desk_codes import DeskCode, desk_codes
from printouts.paper import Paper

TRY_AGAIN = (1.0, 2.0, 4.0, 5.0)
"""Seconds until a first machine that does not answer is asked again."""
BREATH = 0.1
"""Seconds between two questions: what twenty umpires enter in between comes with one answer."""
TELL_EVERY = 1.0
"""Seconds between two tries to tell the first machine that it was taken over from."""
WORDS = "take over"
"""What whoever sits at the spare types for that."""


@dataclass(frozen=True)
class Wanted:
    """What somebody asked for: the first machine's ``address`` and its leading desk's ``code``, the ``fingerprint`` of
    its certificate, the spare's ``file``, what it is ``called``, and what tells the address ``here`` where it will
    serve."""

    address: str
    file: Path
    here: Callable[[], str]
    code: str = ""
    fingerprint: str = ""
    called: str = ""


def spare_of(wanted: Wanted) -> Spare:
    """The spare that is asked for; what is not said is as it was, by the note beside its file."""
    known = note_of(wanted.file)
    print_ = wanted.fingerprint or (known.fingerprint if known else "")
    # who lost the note has nobody but himself to ask
    asked = wanted.address or (known.first if known else wanted.here())
    called = (wanted.called.strip() or socket.gethostname())[:60]
    return Spare(wanted.file, First(asked, wanted.code, print_), called, wanted.here)


class Teller:
    """Shows in the terminal how the spare stands: in one line that changes, or, where it is no terminal, a line for
    what is new."""

    def __init__(self) -> None:
        self.wide, self.last = sys.stdout.isatty(), ""

    def line(self, words: str) -> None:
        """How it stands now."""
        if self.wide and len(words) < shutil.get_terminal_size().columns - 10:
            print(f"\r\x1b[K{time.strftime('%H:%M:%S')}  {words}", end="", flush=True)
        elif words != self.last:
            self.event(words) if self.wide else print(words, flush=True)
        self.last = words

    def event(self, words: str) -> None:
        """What happened; it stays."""
        print(f"{chr(13) + chr(27) + '[K' if self.wide else ''}{time.strftime('%H:%M:%S')}  {words}", flush=True)


def follow(spare: Spare, over: threading.Event, tell: Teller, rest: Callable[[float], object] | None = None) -> bool:
    """Follow until somebody wants the spare to take ``over`` (then True), or another program let it (False). Once there
    is a spare, whatever goes wrong is told and tried again. Raises OrderError for what never began."""
    pause = rest or over.wait
    fails = wait = 0  # whoever has heard nothing yet is told at once how it stands
    while not over.is_set():
        try:
            if spare.room is None and (said := spare.begin()):
                tell.event(said)
            step = spare.step(wait)
        except TakenOver:
            tell.event("Another program let this spare take over: nothing more is followed here.")
            return False
        except (Unreachable, OrderError, SQLAlchemyError) as error:
            if over.is_set():  # its question was let go of
                break
            if isinstance(error, SQLAlchemyError):
                tell.line(unread(error))
            elif isinstance(error, OrderError):
                if not is_marked(spare.file):
                    raise
                tell.line(error.sentence)
            else:
                since = f"; last heard {heard_at(spare.note.heard)}" if spare.note.heard else ""
                tell.line(f"{spare.first.address} does not answer ({error}){since}. {where(spare)}")
            pause(TRY_AGAIN[min(fails, len(TRY_AGAIN) - 1)])
            fails, wait = fails + 1, 0
            continue
        fails, wait = 0, WAIT
        if step.told:
            tell.event(step.told)
        if not step.behind:
            pause(BREATH)
        behind = "nothing behind" if not step.behind else f"{step.behind:,} behind"
        tell.line(f"{where(spare)}, {behind}")
    return True


def where(spare: Spare) -> str:
    """How far a spare is, in words."""
    if spare.room is None:
        return "Nothing is here yet"
    try:
        at = spare.at()
    except SQLAlchemyError as error:
        return unread(error)
    apart = f" and {at.turn:,} that stand apart" if at.turn else ""
    return f"Here to entry {at.number:,}{apart}, {spare.note.proved:,} proved"


def unread(error: SQLAlchemyError) -> str:
    """What to say of the spare's own file if it cannot be read now; it is tried again."""
    known = reason_of(error)
    return known.sentence if known else f"The spare’s file cannot be read: {getattr(error, 'orig', None) or error}."


def run(wanted: Wanted, could_serve: Callable[[], None], serve: Callable[[Taken], None]) -> None:
    """Follow until interrupted; on two words typed here take over, and ``serve`` from then on. Where ``could_serve``
    raises OrderNotAllowed nothing is taken over: the first machine would have closed for nobody."""
    spare, tell, over = spare_of(wanted), Teller(), threading.Event()
    print(f"\nThis machine follows {spare.first.address} in {spare.file}; it would serve at {spare.address}.")
    print(f"To take over: type “{WORDS}” and Enter. Ctrl+C stops following; the same command goes on.\n", flush=True)
    if sys.stdin is not None:
        threading.Thread(target=hear, args=(over, tell, spare.first.let_go), daemon=True).start()
    try:
        if not follow(spare, over, tell):
            return
        if spare.room is None and is_marked(spare.file):  # it was typed before anything was asked
            spare.open()
        if spare.room is None:
            raise OrderNotAllowed("Nothing is here yet that could take over: the first machine was never reached.")
        could_serve()
        taken = take_over(spare)
    finally:
        spare.close()
        print(flush=True)
    serve(taken)


def hear(over: threading.Event, tell: Teller, let_go: Callable[[], None]) -> None:
    """Wait for somebody to type the words; then nothing is waited for any more."""
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            if " ".join(line.lower().split()) == WORDS:
                over.set()
                tell.event("Taking over …")
                let_go()
                return
            if line.strip():
                tell.event(f"To take over: type “{WORDS}” and Enter.")


def told(taken: Taken, game: Path) -> str:
    """What to say to whoever let a spare take over."""
    if taken.handed:
        return f"{taken.first} handed everything on, up to entry {taken.number:,}. It enters nothing more."
    heard = f"It was last heard at {heard_at(taken.heard)}" if taken.heard else "It was never heard since the copy"
    lacks = (
        "; everything it had then is here"
        if not taken.lacks
        else f"; {taken.lacks:,} {'entry' if taken.lacks == 1 else 'entries'} that it had then are not here"
    )
    return (
        f"{taken.first or 'The first machine'} does not answer. {heard}{lacks}. The game goes on after entry "
        f"{taken.number:,}. Ask the desks what they entered since then. Once the first machine’s file can be read: "
        f"control-room missing FIRST.db --game {as_argument(game)}"
    )


def tell_elder(room: OpenRoom, note: Note, address: str, rest: Callable[[float], object] = time.sleep) -> None:
    """Tell a machine that had the game before, whenever it answers, that it goes on here; for as long as this program
    runs, since that one may be started again at any time, and as long as the game does not go on elsewhere. One that
    plays another game by now, or that another spare took over from, is left alone; where it took the game back, it goes
    on there."""
    while not room.gone_to:
        try:
            first = First(address, "", elders(note)[address])
            if elsewhere := say(first, room.key, room.at, note.id, moves(note)):
                if elsewhere == first.address:
                    room.goes_on_at(elsewhere)
                return
        except OrderError:
            return
        except Unreachable:
            pass
        rest(TELL_EVERY)


def ask_spares(room: OpenRoom) -> None:
    """Before anything is entered in a game that is served again, ask those that followed it whether one took it over
    meanwhile: it would tell so too, but some entries later."""
    if room.store.file and not room.is_demo:
        address, who, moved = taken_since(room.store.file, room.key)
        if address:
            room.goes_on_at(address, who, moved)


def begin_telling(room: OpenRoom) -> None:
    """Tell each machine that had the game before in a thread of its own, if this game was taken over: the one that it
    came from may be off, and know alone where the others are. And go on by its clock, for what ran there runs on."""
    file = room.store.file
    if file and (note := note_of(file)) and note.taken:
        steady.STEADY.shift(note.ahead)
        for one in elders(note).keys() - {room.at}:
            threading.Thread(target=tell_elder, args=(room, note, one), name="telling", daemon=True).start()


def codes_on_paper(room: Room, address: str, fingerprint: str = "") -> Path | None:
    """The codes that let somebody in, with the new address if there is one, as a sheet of cards beside the game; None
    if the disk takes none."""
    with room.store.read() as session:
        title, stock = Game.only(session).title, usual_stock(session)
    cards = [
        DeskCode(title, desk, in_groups(code), door(address, code) if address else "", whose, fingerprint)
        for desk, whose, code in named_ways(room)
    ]
    paper = Paper("Codes of the desks", stock=stock)
    paper.take_leaf()
    desk_codes(paper, cards)
    file = room.store.file
    assert file
    to = file.with_name(f"{file.name}-codes.pdf")
    try:
        with open(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as sheet:
            sheet.write(paper.finish())
    except OSError:
        return None
    return to


def named_ways(room: Room) -> list[tuple[str, str, str]]:
    """Every way in: its desk, the umpire whose own it is (nobody for that of the whole desk), and its code."""
    with room.store.read() as session:
        return [
            (room.game.roles[desk_at(key)], name if STROKE in key else "", code) for key, name, code in ways_in(session)
        ]


def door(address: str, code: str) -> str:
    """The address that opens the door with a code typed in."""
    return f"{address}/sign-in?{urlencode({'code': code})}"


def announce(taken: Taken, room: OpenRoom) -> None:
    """Print what whoever let a spare take over hands out, and what came before."""
    assert room.store.file
    hand_out(room, f"{told(taken, room.store.file)}\n")


def hand_out(room: OpenRoom, said: str = "") -> None:
    """Print the way in of each desk, to scan, or of each umpire there who has his own, and where they lie as a sheet to
    print, with what is ``said`` in between. As long as no phone finds this machine there is nothing to scan."""
    address = "" if is_at_home(room.at) else room.at
    if address and sys.stdout.encoding and sys.stdout.encoding.lower().startswith("utf"):
        for desk, whose, code in named_ways(room.room):
            who = f"{whose}, {desk}" if whose else desk
            print(f"  {who}  {in_groups(code)}\n\n{in_letters(door(address, code))}\n")
    print(said)
    try:
        if sheet := codes_on_paper(room.room, address, room.fingerprint):
            lacks = "" if address else " (with no address yet: this laptop is in no network)"
            print(f"The codes of the desks, to print: {sheet}{lacks}\n")
    except OrderError as error:  # such as a missing font: nobody else has the game by now, so it is served all the same
        print(f"The codes of the desks are not on paper. {error.sentence}\n")
    sys.stdout.flush()


def once_reached(room: OpenRoom, tell: Callable[[], object], rest: Callable[[float], object] = time.sleep) -> None:
    """As soon as phones find a room that was said to be in no network, tell whoever sits there."""

    def wait() -> None:
        while is_at_home(room.at):
            rest(TELL_EVERY)
        tell()

    threading.Thread(target=wait, name="waiting for a network", daemon=True).start()
