"""The main job: serving the control room to a hall, and telling whoever started it how to get in."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import waitress
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import configure_mappers
from waitress.server import BaseWSGIServer, MultiSocketServer

from control.app import create_app
from control.at_work import AT_A_SERVER, AT_ONCE, AtWork
from control.club import Club, games_in, sentence
from control.following import announce, ask_spares, begin_telling, hand_out, named_ways, once_reached
from control.kernel import settings
from control.kernel.actions.world import Room
from control.kernel.application import application_of
from control.kernel.codes import in_groups
from control.kernel.copies import Copies
from control.kernel.database.store import GAME, Store, let_go_of_games, open_store, without_password
from control.kernel.demo import AT
from control.kernel.errors import OrderError, OrderNotAllowed
from control.kernel.journal.journal_questions import ways_in
from control.kernel.memory import keep_what_is_there, share_one_heap
from control.kernel.network import (
    ANYWHERE,
    Newest,
    address_in_the_hall,
    address_of,
    for_phones,
    heard_at,
    is_at_home,
    reached_at,
)
from control.kernel.open_room import OpenRoom
from control.kernel.opening import Ask, opened
from control.kernel.pages.brake import network_of
from control.kernel.roles import desk_at
from control.kernel.scenarios.scenario_folders import digest_of_folder
from control.kernel.spare.taking_over import Taken, note_gone
from control.kernel.values import dataclass
from control.listening import AT_HOME, Ears
from control.workers import connections_each, ports_of_a_place, threads_for, watch_over
from printouts.codes import in_letters


def run(
    where: str | Path,
    scenario: str | None,
    host: str,
    port: int,
    second: str | None = None,
    begin: str = "",
    ask: Ask | None = None,
    way: WayIn | None = None,
    taken: Taken | None = None,
    workers: int = 1,
) -> None:
    """Serve the game in ``where`` until interrupted, with copies in ``second`` too, by so many ``workers``; a spare
    that was ``taken`` over to says so. Raises OrderNotAllowed if the port is taken, or the certificate is none."""
    share_one_heap()
    way, ports = way or WayIn(), ports_of_a_place()
    if workers > 1:
        with contextlib.closing(open_store(where)) as store:
            connections_each(store, workers)
    if not ports:
        could_serve(host, port, way)
    if is_club(where):
        run_club(str(where), host, port, way, workers, ports)
    elif ports:  # the game is there
        run_several(open_one(open_store(where)), where, host, port, way, workers, ports)
    else:
        open_room = create_app(where, scenario, second, begin, ask)  # asked and made only where it can be served
        if workers > 1:
            run_several(open_room, where, host, port, way, workers)
        else:
            run_one(open_room, where, scenario, host, port, way, taken)


def could_serve(host: str, port: int, way: WayIn) -> None:
    """Try the port and a certificate that was given, before a game is made that nobody could reach."""
    with told_if_taken(host, port):
        for one in sockets_at(host, port):
            one.close()
    could_encrypt(way)


def could_encrypt(way: WayIn) -> None:
    """Try a certificate that was given. Raises OrderNotAllowed for one that cannot be used."""
    if way.certificate not in ("", DAY):
        from control.encryption import context_of

        context_of(Path(way.certificate), Path(way.key) if way.key else None)


def run_one(
    open_room: OpenRoom, where: str | Path, scenario: str | None, host: str, port: int, way: WayIn, taken: Taken | None
) -> None:
    """Serve a game by this process alone, until interrupted."""
    with told_if_taken(host, port):
        server = listen(open_room, host, port, way=way)
    note_gone(open_room.store.file, "")  # not before: as long as it cannot be served, it goes on where it went
    store, copies = open_room.room.store, open_room.copies
    try:
        end_with(open_room.live.end)
        open_room.tell = say
        lost = is_watched(host) and is_at_home(open_room.at)  # as it is told; a network may come at any moment
        tell_all(open_room, where, host, port, way, NOT_YET if lost else NO_NETWORK)
        for said in filter(None, (store.doubt, other_folder(open_room.room, scenario), as_last_time(copies))):
            say(f"{said}\n")
        begin_work(open_room, port, way, host)
        if taken:
            announce(taken, open_room)
        else:
            ask_spares(open_room)
        if lost:
            once_reached(open_room, lambda: hand_out(open_room) if taken else tell_phones(f"{open_room.at}/"))
        begin_telling(open_room)
        threading.Thread(target=prepare, args=(open_room,), name="drawing", daemon=True).start()
        server.run()
    finally:
        copies.stop()
        store.close()


def tell_all(
    open_room: OpenRoom, where: str | Path, host: str, port: int, way: WayIn, alone: str | None = None
) -> None:
    """Print where the room is, and the codes that let somebody in; ``alone`` if no phone finds it."""
    codes = [(f"{whose}, {desk}" if whose else desk, code) for desk, whose, code in named_ways(open_room.room)]
    tell(
        open_room.room.game.name,
        without_password(where),
        addresses(host, port, way),
        codes,
        open_room.fingerprint,
        alone or NO_NETWORK,
    )


def is_watched(host: str) -> bool:
    """Whether a room that listens there is found by phones as soon as its machine is in a network."""
    return host in ANYWHERE


def run_several(
    open_room: OpenRoom,
    where: str | Path,
    host: str,
    port: int,
    way: WayIn,
    workers: int,
    ports: list[socket.socket] | None = None,
) -> None:
    """Serve a game by several processes, until interrupted; with the ``ports`` of one that died by this one alone."""
    made = open_room.room
    each = connections_each(made.store, workers)
    listening = ports or opened_ports(open_room, host, port, way)
    if not ports:
        tell_all(open_room, where, host, port, way)
    prepare(open_room)
    made.store.close()  # no connection of this process may be another's
    let_go_of_games(str(where))  # nor are those of one game among others as many as each may have

    def serve(sockets: list[socket.socket]) -> None:
        room = Room(open_store(where, connections=each), made.scenario)
        mine = OpenRoom(open_room.application, room, drawn=open_room)
        mine.demo = None
        server = listen(mine, host, port, threads_for(each, settings.SERVER_THREADS), way, sockets)
        end_with(mine.live.end)
        begin_work(mine, port, way, host)
        try:
            server.run()
        finally:
            room.store.close()

    if ports:
        serve(ports)
    else:
        watch_over(workers, serve, listening)


def opened_ports(room: OpenRoom | Club, host: str, port: int, way: WayIn) -> list[socket.socket]:
    """All that several processes listen at; the certificate is made before them, if it is to be."""
    with told_if_taken(host, port):
        listening = sockets_at(host, port)
    if way.certificate:
        certificate_of(room, host, way)
    return listening


def is_club(where: str | Path) -> bool:
    """Whether this is a database with several games, and not one of them."""
    url = str(where)
    if not url.startswith("postgresql") or GAME in make_url(url).query:
        return False
    with contextlib.closing(open_store(url)) as store:
        return bool(games_in(store).keys() - {"public"})


def run_club(where: str, host: str, port: int, way: WayIn, workers: int, ports: list[socket.socket] | None) -> None:
    """Serve all games of a database by so many processes, until interrupted, as `run_several` serves one."""
    club = Club(where, open_one)
    club.reached = Newest(lambda: way.leads_to(host, port))
    each = connections_each(club.store, workers)
    listening = ports or opened_ports(club, host, port, way)
    if not ports:
        tell_of_games(club, addresses(host, port, way))
    club.close()

    def serve(sockets: list[socket.socket]) -> None:
        mine = Club(where, open_one, each)
        mine.reached = club.reached
        server = listen(mine, host, port, threads_for(each, settings.SERVER_THREADS), way, sockets)
        end_with(mine.end)
        threading.Thread(target=opened_all, args=(mine,), name="opening", daemon=True).start()
        try:
            server.run()
        finally:
            mine.close()

    if ports:
        serve(ports)
    else:
        watch_over(workers, serve, listening)


def opened_all(club: Club) -> None:
    """Open every game, and have Python look no longer through what stays for good (as `prepare` does)."""
    try:
        club.open_all()
    finally:
        keep_what_is_there()


def open_one(store: Store) -> OpenRoom:
    """The room of a game that is in a store."""
    room = opened(store)
    configure_mappers()  # the tables of another game may have come since
    return OpenRoom(application_of(room.game), room)


def tell_of_games(club: Club, at: list[str]) -> None:
    """Print where the games are, and of each the code of the desk that leads: it has the others. One that cannot be
    opened says why, and keeps nobody from the others."""
    say(f"\nGames in {without_password(club.where)}\n")
    wide = max((len(name) for name in games_in(club.store)), default=0)
    for name, _ in club.titles():
        say(f"  {at[-1]}g/{name}/".ljust(len(at[-1]) + wide + 7) + way_in(club, name))
    if is_at_home(at[-1]):
        say(f"\n{NO_NETWORK}")
    say(f'\nAll of them: {at[-1]}\nA new one: control-room new sengoku_1550 --game "URL?game=NAME"; Ctrl+C stops.\n')


def way_in(club: Club, name: str) -> str:
    """The desk that leads a game and its code, or why it cannot be opened."""
    try:
        if (room := club.room(name)) is None:
            return "was taken away"
        with room.store.read() as session:
            code = next(code for key, _, code in ways_in(session) if desk_at(key) == room.room.game.leads)
        return f"{room.room.game.leader} {in_groups(code)}"
    except (SQLAlchemyError, OrderError) as error:
        return sentence(error)


def sockets_at(host: str, port: int) -> list[socket.socket]:
    """All that is listened at: where it is at every address, at those of both kinds, as far as this machine has them.
    Raises OSError if the port is taken."""
    named = None if host in EVERYWHERE else host
    given = socket.getaddrinfo(named, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    with contextlib.ExitStack() as made:
        listening = list[socket.socket]()
        for family, address in sorted({(family, address[:2]) for family, *_, address in given}):
            try:
                one = made.enter_context(socket.create_server(address, family=family, backlog=1024))
            except OSError as error:
                if not listening or error.errno not in NO_SUCH_KIND:
                    raise
            else:
                listening.append(one)
        made.pop_all()
    return listening


EVERYWHERE = ("", "::")
"""What is listened at if it is every address, those of the new kind too."""
NO_SUCH_KIND = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT}
"""What a system says that has no addresses of a kind."""


@contextlib.contextmanager
def told_if_taken(host: str, port: int) -> Iterator[None]:
    """Say in a sentence that nobody can listen there."""
    try:
        yield
    except OSError as error:
        field, what_to_do = WHERE_INSTEAD.get(error.errno or 0, ("--host", "Leave out --host to listen at all it has."))
        why = os.strerror(error.errno) if error.errno in WHERE_INSTEAD else error.strerror
        at = f"{host}, port {port}" if host else f"port {port}"
        raise OrderNotAllowed(f"Cannot listen on {at}: {why}. {what_to_do}", field=field) from None


WHERE_INSTEAD = {
    errno.EADDRINUSE: ("--port", "Is it running already? Give another --port."),
    errno.EACCES: ("--port", "Give a --port above 1023; those below are the system's."),
    errno.EADDRNOTAVAIL: ("--host", "This machine has no such address. Leave out --host to listen at all it has."),
}
"""What to give instead, where nobody can listen: the option, and what would be right."""


@dataclass(frozen=True)
class WayIn:
    """How people come in: by which ``names`` besides those that threshold.py knows; from which address a proxy hands
    requests on (``behind``), whose word for who asks is taken; how many connections one address may have; and with
    which certificate and key, both files, or "day" for one that is made."""

    names: tuple[str, ...] = ()
    behind: str = ""
    per_address: int = settings.CONNECTIONS_OF_ONE_ADDRESS
    certificate: str = ""
    key: str = ""

    @property
    def scheme(self) -> str:
        """How addresses begin."""
        return "https" if self.certificate else "http"

    def leads_to(self, host: str, port: int) -> str:
        """The address that codes on paper open: by its name where a proxy stands in front, which alone is reached then,
        or where a certificate is for that name; else by that of this machine in the hall."""
        return self.by_name(port) or reached_at(host, port, self.scheme)

    def by_name(self, port: int) -> str:
        """The address that has its name, where codes on paper open that; else empty."""
        if self.names and self.behind:
            return f"https://{self.names[0]}"
        if self.names and self.certificate not in ("", DAY):
            return address_of(self.names[0], port, self.scheme)
        return ""


def listen(
    open_room: OpenRoom | Club,
    host: str,
    port: int,
    threads: int = settings.SERVER_THREADS,
    way: WayIn | None = None,
    listening: list[socket.socket] | None = None,
) -> BaseWSGIServer:
    """The server in front of a room, listening but not yet answering; with a certificate behind a relay that speaks it.
    It listens with the sockets of others, if there are some. Raises OSError if the port is taken."""
    way = way or WayIn()
    open_room.names = frozenset(name.lower().rstrip(".") for name in way.names)
    connections, streams = places(more_files(), bool(way.certificate))
    most = min(way.per_address, connections // 2)  # whatever one address does, half is left for the others
    free = frozenset(network_of(one) for one in (*AT_HOME, way.behind) if one)
    ears = Ears(most, free, most_streams_of_all=streams)
    if not way.certificate:
        return heard_by(ears, waiting(open_room, listening or sockets_at(host, port), threads, way, connections))
    from control.encryption import Relay, context_of

    context = context_of(certificate_of(open_room, host, way), Path(way.key) if way.key else None)
    server = waiting(open_room, sockets_at(AT_HOME[0], 0), threads, way, connections)
    Relay(listening or sockets_at(host, port), context, server.effective_port, ears)
    return heard_by(ears, server)


def certificate_of(open_room: OpenRoom | Club, host: str, way: WayIn) -> Path:
    """The file of the certificate, made if it is to be; its fingerprint is the room's."""
    from control.encryption import fingerprint, for_the_day

    certificate = Path(way.certificate)
    if way.certificate == DAY:
        certificate = for_the_day(file_for_the_day(open_room), names_here(host, way.names))
    open_room.fingerprint = fingerprint(certificate)
    return certificate


CONNECTIONS = 1000
"""A browser opens up to six for one page and keeps them: seventy browsers are no exception. Streams do not count."""
CONNECTIONS_SELECTED, STREAMS_SELECTED = 450, 500
"""As many where the system has no poll(): select() on Windows takes 512 sockets, and with one more the server would
end. Those that it listens at are among them; streams are waited for by themselves."""
OWN_FILES = 150
"""Files that are left for the game: each thread that answers may have three open."""
DAY = "day"
"""What asks for a certificate that is made for the day."""


def file_for_the_day(open_room: OpenRoom | Club) -> Path:
    """Where a certificate made for the day lies: beside the game, so that its fingerprint stays when the room is
    started again."""
    file = open_room.store.file
    return file.with_name(f"{file.name}-certificate.pem") if file else Path("control-room-certificate.pem")


def names_here(host: str, names: Iterable[str]) -> list[str]:
    """All that this machine may be called in an address."""
    own = "" if host in ANYWHERE else host
    return [one for one in (address_in_the_hall(), own, "localhost", *AT_HOME, socket.gethostname(), *names) if one]


def places(files: int, encrypted: bool) -> tuple[int, int]:
    """How many connections and how many streams there is room for, of so many files: each is one, and three where a
    relay stands in front. Whoever comes when all are taken waits, or asks again; without files nobody is answered."""
    room = max(0, files - OWN_FILES) // (3 if encrypted else 1)
    connections = min(CONNECTIONS, max(20, room // 2))
    streams = max(0, room - connections)
    if not hasattr(select, "poll"):
        return min(connections, CONNECTIONS_SELECTED), min(streams, STREAMS_SELECTED)
    return connections, streams


def heard_by(ears: Ears, server: BaseWSGIServer) -> BaseWSGIServer:
    """The server, whose connections are counted."""
    for one in list(server.map.values()) if isinstance(server, MultiSocketServer) else [server]:
        if isinstance(one, BaseWSGIServer):
            one.channel_class, one.accept = ears.channel, patient(one.accept)
    return server


def patient(accept: Callable[[], Any]) -> Callable[[], Any]:
    """Meets whoever comes. Where too many files are open he waits for a moment: asked at once again, the server would
    say nothing but that, thousands of times a second, until its log had filled the disk."""

    def met() -> Any:
        try:
            return accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
            time.sleep(A_MOMENT)
            return None

    return met


A_MOMENT = 0.05
"""Seconds."""


def waiting(
    open_room: OpenRoom | Club, listening: list[socket.socket], threads: int, way: WayIn, connections: int
) -> BaseWSGIServer:
    """waitress, listening but not yet answering."""
    trusted = {"trusted_proxy": way.behind, "trusted_proxy_headers": FORWARDED} if way.behind else {}
    at_work = AtWork(AT_ONCE if open_room.store.file else AT_A_SERVER)
    at_work.set_thread_count(threads)
    return waitress.create_server(
        open_room,
        sockets=listening,
        url_scheme=way.scheme,
        max_request_body_size=2 * settings.LARGEST_REQUEST,  # up to there it is told on a page (errors_pages.py)
        outbuf_overflow=LARGEST_ANSWER,
        clear_untrusted_proxy_headers=True,
        **trusted,
        _dispatcher=at_work,
        ident=None,
        connection_limit=connections,
        channel_timeout=20,
        cleanup_interval=5,
        asyncore_use_poll=True,
    )


LARGEST_ANSWER = 1 << 24
"""Bytes; a whole pack has a third of them. No answer is put down on a disk on its way, which may be full: half a paper
would arrive then, and nothing could be said any more."""
FORWARDED = {"x-forwarded-for", "x-forwarded-proto"}
"""What a proxy says of a request that it hands on. By which name it was called the request says itself (`Host`): what a
phone says besides, many a proxy hands on as it came (`X-Forwarded-Host`)."""


def begin_work(open_room: OpenRoom, port: int, way: WayIn | None = None, host: str = "") -> None:
    """What a room does once it is served: its papers know its address, and copies are made."""
    open_room.store.serve()
    room_at = AT if open_room.is_demo else ""
    open_room.reached = Newest(lambda: f"{(way or WayIn()).leads_to(host, port)}{room_at}")
    remember_address(open_room.copies.folder, open_room.at)
    open_room.copies.start()


def as_last_time(copies: Copies) -> str:
    """What to say if copies go to the second folder of last time, since no other was given; else empty."""
    if not (copies.as_last_time and copies.second):
        return ""
    return (
        f"Copies go to {copies.second} too, as last time. To have them go nowhere else, start with --copies '' "
        "(make run COPIES=none)."
    )


ADDRESS = "address.txt"
"""Where a game was served last: beside its copies, for it says something of this machine and nothing of the game."""


IS_ADDRESS = re.compile(r"https?://[\x21-\x7e]+")
"""What a code on paper can open."""


def remember_address(folder: Path | None, address: str) -> None:
    """Keep under which address the game is reached, for what is printed from the command line. What cannot be kept is
    asked for then."""
    if folder is not None:
        with contextlib.suppress(OSError):
            folder.mkdir(exist_ok=True)
            (folder / ADDRESS).write_text(f"{address}\n", encoding="utf-8")


def last_address(folder: Path | None) -> str:
    """The address under which a game was served last on this machine, as phones reach it: where there was no network
    then, there may be one now. Empty if it is not known."""
    if folder is None:
        return ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found = (folder / ADDRESS).read_text(encoding="utf-8").strip()
        if IS_ADDRESS.fullmatch(found):
            scheme, _, rest = found.partition("://")
            host, slash, path = rest.partition("/")
            return f"{scheme}://{for_phones(host)}{slash}{path}"
    return ""


def other_folder(room: Room, asked: str | None) -> str:
    """What to say if the scenario's folder is no longer what the game carries; empty if it is, or if there is none."""
    there = digest_of_folder(asked or room.scenario.key)
    if there in ("", room.scenario.digest):
        return ""
    return (
        f"The folder of the scenario {room.scenario.key} is not what this game carries: the game goes on with its own "
        f"files. To take a changed file over: {room.game.leader}, More, Scenario."
    )


def end_with(at_once: Callable[[], None]) -> None:
    """Have the system's ways of ending a program (a closed terminal, a machine shutting down) do as Ctrl+C does: what
    is being done is done to the end, in seconds, and then the game is one file. ``at_once`` is called first."""
    ways = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]

    def stop(_signal: int, _frame: object) -> None:
        for way in ways:  # whoever is impatient now would only lose what is saved by waiting
            signal.signal(way, signal.SIG_IGN)
        at_once()
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for way in ways:
            signal.signal(way, stop)


def more_files() -> int:
    """Let this process have as many files open as the system allows it, and say how many those are: every browser and
    every reader takes some."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return UNLIMITED
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if files == resource.RLIM_INFINITY else files


UNLIMITED = 1_000_000


def prepare(open_room: OpenRoom) -> None:
    """Draw the map, if the kernel draws one of this game, while the first umpire is still at the door.

    It stays for good, as the scenario does: Python need not look through them again and again for what could be
    thrown away, which would hold up every so many-th page by a tenth of a second.
    """
    try:
        if open_room.room.game.map_drawn:
            open_room.drawing()
            open_room.wide_drawing()
    finally:
        keep_what_is_there()


def say(words: str) -> None:
    """Print a line for whoever started it. If his log lies on a full disk, or his window is gone, all others are served
    all the same."""
    with contextlib.suppress(OSError):
        print(words, flush=True)


def tell(
    name: str,
    where: str | Path,
    at: list[str],
    codes: list[tuple[str, str]],
    fingerprint: str = "",
    alone: str | None = None,
) -> None:
    """Print where the room is, the codes of its desks, and a QR code to scan, or ``alone`` if no phone finds it; the
    fingerprint of its certificate."""
    say(f"\n{name}, game in {where}\n")
    for address in at:
        say(f"  {address}")
    if fingerprint:
        figures = fingerprint.replace(":", "")  # by eights, in one line of a window, so that it is copied whole
        eights = ":".join(figures[at : at + 8] for at in range(0, len(figures), 8))
        say(f"\nFingerprint of the certificate (SHA-256):\n\n  {eights}")
    say("\nCodes of the desks:\n")
    wide = max([28, *(len(desk) + 2 for desk, _ in codes)])
    for desk, code in codes:
        say(f"  {desk:<{wide}}{in_groups(code)}")
    if is_at_home(at[-1]):
        say(f"\n{alone or NO_NETWORK} Ctrl+C stops it, nothing is lost.\n")
    else:
        tell_phones(at[-1])


def tell_phones(address: str) -> None:
    """Print the address for phones as a code to scan."""
    say(f"\nScan to open {address} on a phone; Ctrl+C stops it, nothing is lost.\n")
    if sys.stdout.encoding and sys.stdout.encoding.lower().startswith("utf"):
        say(in_letters(address))


NOT_YET = (
    "No phone finds that address: this laptop is in no network yet. Join that of the hall: the address for phones and "
    "a code to scan come here then."
)


NO_NETWORK = (
    "No phone finds that address: this laptop is in no network, or --host keeps it to itself. Join the network of the "
    "hall, leave out such a --host and start again: the address for phones and a code to scan stand here then."
)


def addresses(host: str, port: int, way: WayIn) -> list[str]:
    """The addresses people can type: this machine's own, then the one in the hall's network, and the one that has its
    name. The last one is for phones."""
    names = ["localhost", heard_at(host)] if host in ANYWHERE else [host]
    found = [address_of(name, port, way.scheme) for name in names if name]
    return [f"{one}/" for one in (*found, way.by_name(port)) if one]
