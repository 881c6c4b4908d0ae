"""Live screens: "the journal is at N" over server-sent events.

Our server (control/streams.py) keeps a stream open without a thread: whoever listens is sent to. On another one every
stream holds a thread. Only so many are open at once; whoever comes later is told the number once and asked to come
again in a few seconds, which is polling: screens stay live, only a little later.

Whoever sits at a desk listens for as long as he sits there: when a place at a desk was given or taken, every stream
is looked at, and whoever could not open his any more is let go of. Each is asked once more when it has begun, for its
place may be taken between the request that let it in and its beginning, when nobody looked at it.

Who sits at no desk may not count what is done at the desks, nor when. He is told of nothing but what is public, on
whole seconds, and by a number that is not the journal's: the second in which it changed last.

That nothing is new is said on whole seconds too, to each screen every ten since it came, whatever it heard meanwhile:
were it said when the journal is looked at, its moment would tell that somebody entered something.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from control.kernel import steady
from control.kernel.database.keeping import CHANGED_BY
from control.kernel.database.shared import Shared
from control.kernel.database.store import Store
from control.kernel.journal.moment import WHERE, counted
from control.kernel.memory import begin
from control.kernel.rows import Desk, Touch
from control.kernel.rows.rota import DutyRow
from control.kernel.values import dataclass

LOG = logging.getLogger(__name__)
HEARTBEAT = 10.0  # seconds: a screen that hears nothing for much longer says that it is cut off
LOOK_AGAIN = 1.0  # seconds: another process (the command line) may write to the same file
TOGETHER = 0.06  # seconds between two events of a stream: what twenty umpires write in between is one piece of news
STALE = 25.0  # seconds: who has not looked for so long, because a database hangs, may not say that nothing is new
COME_AGAIN = 3000  # milliseconds
RETRY = f"retry: {COME_AGAIN}\n"
"""What every stream begins with. To whoever sits there no more nothing else is said; he comes again as who he is."""
MOST_SCREENS = 3000
"""So many of one game are told by one process."""
PARK = "control.kernel.pages.live.park"
"""Where a server that can speak to a connection without a thread (control/streams.py) says so."""
SEATS = select(func.max(Touch.entry)).where(Touch.table.in_((Desk.__tablename__, DutyRow.__tablename__)))
"""The last entry by which somebody may sit elsewhere: a code or a duty was given, or taken back."""
JOURNAL = select(*WHERE, SEATS.scalar_subquery().label("seats"))
Counts = tuple[tuple[str, int], ...]
"""How many entries stand apart for each audience, and how many stirred which desks; then, below zero, how many of the
journal only these desks may know of."""


@dataclass(eq=False)
class Screen:
    """A screen that holds no thread: it is told by being sent to. It ``hears`` and ``sits`` as `Live.stream` says;
    ``told`` is the number that it heard last, ``turn`` how often the game had been set back then; it ``came`` in this
    second and has heard so many ``beats`` since.
    """

    send: Callable[[str], None]
    hears: Callable[[str], bool] | None = None
    sits: Callable[[Session], bool] | None = None
    told: int = 0
    turn: int = 0
    came: int = 0
    beats: int = 0


class Live:
    """Tells every open screen when the journal has grown.

    One look at the database serves all screens: soon after each commit of this process, and of another one when
    PostgreSQL tells of it, or once a second with a file. It is a thread's own work, so whoever entered something does
    not wait for it; with no screen open nobody looks.
    """

    def __init__(
        self,
        store: Store,
        most: int = 160,
        public: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = lambda: steady.now().timestamp(),
        shared: Shared | None = None,
    ) -> None:
        """``public`` tells one state of what is public from another, ``clock`` the moment in seconds; by what is
        ``shared`` with other processes they tell the public the same number."""
        self._store = store
        self._public, self._clock = public, clock
        self._mark: object = None
        self._public_at = self._due = 0
        self._looking = threading.Lock()
        self._free = threading.BoundedSemaphore(most)
        self._grown = threading.Condition()
        self._entered = threading.Event()
        self._at = self._turn = 0
        self._apart: Counts = ()
        self._seats: tuple[int, int | None] = (0, None)
        self._seated: tuple[int, int | None] = (0, None)
        self._watching = self._over = False
        self._sees = True
        self._unbegun = [self._watch_what_is_public, self._watch_the_journal]
        self._shared = shared
        self._screens: set[Screen] = set()
        self._looked = time.monotonic()
        store.listeners.append(self._stirred)

    def _tell(self) -> None:
        """Look where the journal is now, and tell everybody if it has moved."""
        at = self._look()
        with self._grown:
            if at != (self._at, self._apart):
                self._at, self._apart = at
                self._due = self._due or int(self._clock()) + 1
                self._grown.notify_all()

    def _stirred(self) -> None:
        """Something was entered: on the next whole second it is looked whether the public is to hear of it."""
        self._due = self._due or int(self._clock()) + 1
        self._entered.set()

    def public_number(self) -> int:
        """The second in which what is public changed last, so far as was looked: what is entered now is looked at on
        the next whole second, and tells nothing before, whatever it is."""
        with self._looking:
            if not self._public_at:
                self._mark, self._public_at = self._agreed(int(self._clock()))
            elif self._due and not 0 < self._due - self._clock() <= 1:  # further off, the clock was put back since
                second, self._due = min(self._due, int(self._clock())), 0
                try:
                    mark, number = self._agreed(second)
                except Exception:
                    self._due = second  # it is looked again as soon as the database is there
                    raise
                if number != self._public_at:
                    with self._grown:
                        self._mark, self._public_at = mark, number
                        self._grown.notify_all()
            return self._public_at

    def _agreed(self, second: int) -> tuple[object, int]:
        """The mark of what is public now, and its number: as before, if it has not changed, else this second. Of
        several processes the first one looks, and says it to all: what is public is asked of two dozen tables, and all
        would ask in the same moment. As long as no table was changed since, it holds."""
        if self._shared is None:
            mark = self._public()
            return mark, self._public_at if mark == self._mark else max(second, self._public_at + 1)
        with self._shared.held("public") as held:
            kept, changed = held.document, self._shared.read(CHANGED_BY).document
            if not changed or kept.get("changed") != changed:
                mark = self._public()
                if kept.get("mark") != mark:
                    kept.update(mark=mark, number=max(second, kept.get("number", 0) + 1))
                kept["changed"] = changed
            return kept["mark"], kept["number"]

    def anew(self) -> None:
        """The game was set back: every screen fetches all it shows, even if the journal's number is the same."""
        self._store.forget()
        at = self._look()
        with self._grown:
            self._at, self._apart = at
            self._turn += 1
            self._seats = (self._turn, self._seats[1])
            self._due = self._due or int(self._clock()) + 1
            self._grown.notify_all()

    def end(self) -> None:
        """The room closes: every screen is let go of, so that nobody waits for them."""
        with self._grown:
            self._over = True
            self._grown.notify_all()
            screens, self._screens = self._screens, set()
        self._entered.set()
        for one in screens:
            one.send("")

    def call(self, name: str) -> None:
        """Send every open screen an event that is none of the game's: it says no number, and where the journal is stays
        as it was told."""
        with self._grown:
            screens = list(self._screens)
        for one in screens:
            one.send(f"event: {name}\ndata: -\n\n")

    def _look(self) -> tuple[int, Counts]:
        # After every entry: no session for two numbers, nor a transaction where one statement is one.
        with self._store.engine.connect().execution_options(alone=True) as connection:
            now, hushed = counted(self._store.engine, lambda since: connection.execute(JOURNAL, {"since": since}).one())
            self._seats = (self._turn, now.seats)
            beside = tuple(one for each in (now.apart, now.stirred) for one in json.loads(each).items())
            return now.journal or 0, (*beside, *((named, -many) for named, many in hushed.items()))

    def _watch(self) -> None:
        """Look again after every entry, and every second where nobody tells, from the first screen on. What is public
        is looked at beside that, for it takes longer."""
        with self._grown:
            while self._unbegun:  # one for which there was no thread is begun with the next screen
                begin(self._unbegun[-1], "live")
                self._unbegun.pop()
            self._watching = True

    def _watch_the_journal(self) -> None:
        told_by_others, looked = False, -HEARTBEAT
        while not self._over:
            entered = self._entered.wait(LOOK_AGAIN)
            self._entered.clear()
            if self._over:  # who looked now would hold a file that is being left
                return
            try:
                told_by_others = told_by_others or self._store.hear_others(self._stirred)
                if entered or not told_by_others or not self._sees or time.monotonic() - looked >= HEARTBEAT:
                    looked = time.monotonic()
                    self._tell()
                    self._sees, self._looked = True, time.monotonic()
            except SQLAlchemyError:  # a database that is away for a moment; the next look will tell
                self._sees = False
            except Exception:
                self._sees = False
                LOG.exception("A look at the journal for the screens failed")
            with going_on():
                self._tell_desks()
            if entered and not self._over:
                time.sleep(TOGETHER)

    def _watch_what_is_public(self) -> None:
        while not self._over:
            time.sleep(1 - self._clock() % 1)
            if self._over:
                return
            with going_on():
                self._on_the_second()

    def _on_the_second(self) -> None:
        """Say first that nothing is new, for how long it takes to look depends on what was entered."""
        self._beat(round(self._clock()))
        with suppress(SQLAlchemyError):
            self.public_number()
        self._tell_news(to_desks=False)

    def number_for(self, hears: Callable[[str], bool] | None) -> int:
        """The number that tells whoever hears so where the journal is."""
        if hears is None:
            return self._public_at
        return self._at + sum(many for named, many in self._apart if hears(named) == (many > 0))

    def join(
        self,
        send: Callable[[str], None],
        hears: Callable[[str], bool] | None,
        sits: Callable[[Session], bool] | None = None,
    ) -> tuple[Screen, str] | None:
        """A screen that is sent to from now on, and what it is told first; None if there are too many."""
        if not self._watching:
            self._tell()
        self.public_number()
        self._watch()
        with self._grown:
            if len(self._screens) >= MOST_SCREENS or self._over:
                return None
            screen = Screen(send, hears, sits, self.number_for(hears), self._turn, int(self._clock()))
            self._screens.add(screen)
        stays = False
        try:
            stays = self._sits(sits)
        finally:
            if not stays:
                self.leave(screen)
        if not stays:
            send("")
        return screen, beginning(screen.told) if stays else RETRY + "\n"

    def _sits(self, sits: Callable[[Session], bool] | None) -> bool:
        """Whether whoever listens sits where he sat when his request came; of the public nothing is asked."""
        if sits is None:
            return True
        with self._store.read() as session:
            return sits(session)

    def leave(self, screen: Screen) -> None:
        """A screen that listens no more."""
        with self._grown:
            self._screens.discard(screen)

    def _let_go(self) -> None:
        """Send those away whose places were taken since it was looked last; who may, comes again at once."""
        if (seats := self._seats) == self._seated:
            return
        with self._grown:
            screens = [one for one in self._screens if one.sits]
        with suppress(SQLAlchemyError), self._store.read() as session:  # a database that is away says nothing new
            for one in screens:
                if one.sits and not one.sits(session):
                    self.leave(one)
                    one.send("")
            self._seated = seats

    def _tell_desks(self) -> None:
        """Send the desks' screens what is new to them, and away those who sit there no more."""
        self._let_go()
        self._tell_news(to_desks=True)

    def _tell_news(self, to_desks: bool) -> None:
        """Send each screen of the desks, or each of the public, what is new to it."""
        with self._grown:
            screens, turn = [one for one in self._screens if (one.hears is not None) == to_desks], self._turn
        for one in screens:
            at, turned = self.number_for(one.hears), one.turn != turn
            if turned or at != one.told:
                one.told, one.turn = at, turn
                one.send((event("journal", 0) if turned else "") + event("journal", at))

    def _beat(self, second: int) -> None:
        """Say to each screen, every few seconds since it came, that nothing is new; nobody says so who cannot look, and
        the screens tell by the silence that they are cut off."""
        if not self._sees or time.monotonic() - self._looked > STALE:
            return
        with self._grown:
            screens = list(self._screens)
        for one in screens:
            beats = (second - one.came) // max(1, round(HEARTBEAT))
            if beats != one.beats:
                one.beats = beats
                one.send(event("heartbeat", one.told))

    def stream(
        self,
        hears: Callable[[str], bool] | None = lambda _audience: False,
        sits: Callable[[Session], bool] | None = None,
    ) -> Iterator[str]:
        """The events for one screen, for as long as it listens. It ``hears`` of what stands apart for an audience that
        it is of, or stirs it: all numbers only grow, so their sum moves whenever one of them does. No other hears
        anything of it, nor of what of the journal only others may know; nothing at all (None) hears whoever is told
        only what is public. He listens for as long as he ``sits`` where he sat when it began."""
        if not self._watching:
            self._tell()
        self.public_number()
        self._watch()

        def now() -> int:
            return self.number_for(hears)

        told, turn = now(), self._turn
        seats: object = self._seats
        if not self._sits(sits):
            yield RETRY + "\n"
            return
        yield beginning(told)
        if not self._free.acquire(blocking=False):
            return
        try:
            while not self._over:
                with self._grown:
                    grown = self._grown.wait_for(
                        lambda: self._over or (now(), self._turn) != (told, turn),  # noqa: B023
                        timeout=HEARTBEAT,
                    )
                if sits and seats != self._seats:
                    seats = self._seats
                    if not self._sits(sits):
                        return
                if turn != self._turn:
                    yield event("journal", 0)  # a number that no screen is at
                told, turn = now(), self._turn
                if grown or self._sees:
                    yield event("journal" if grown else "heartbeat", told)
                time.sleep(TOGETHER)
        finally:
            self._free.release()


@contextmanager
def going_on() -> Iterator[None]:
    """What nobody foresaw is logged, and ends no thread: one tells all screens, and none would hear anything more."""
    try:
        yield
    except Exception:
        LOG.exception("Telling the screens failed")


def beginning(at: int) -> str:
    """What a stream begins with."""
    return RETRY + event("journal", at)


def says_only(name: str) -> str:
    """All that a stream says which tells nobody where the journal is, but why not."""
    return f"{RETRY}event: {name}\ndata: -\n\n"


def event(name: str, at: int) -> str:
    """One event as the protocol wants it."""
    return f"id: {at}\nevent: {name}\ndata: {at}\n\n"
