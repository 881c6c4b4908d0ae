"""Printings asked for on a page: each is made aside, tells how far it is, and is kept until it has been fetched."""

from __future__ import annotations

import io
import secrets
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import field

from sqlalchemy.exc import SQLAlchemyError

from control.kernel.database.shared import Shared
from control.kernel.errors import NO_MEMORY, OrderError
from control.kernel.memory import begin
from control.kernel.printing.making import Gathered, Made, draw
from control.kernel.roles import Seat, parts_of
from control.kernel.values import dataclass

KEPT = 12  # printings, the oldest of which make room when they have ended
KEPT_FOR = 2 * 3600.0  # seconds that other processes are told of one
SILENT = 90.0  # seconds without a word after which whoever made one is taken for dead
WORD = 20.0  # seconds after which whoever waits for his turn says that he is there
LAST_WORD = 5  # times that it is tried to tell what came of one, where the database is away
GONE = "Whatever was printing it has stopped. Print it again."
AT_ONCE = 2  # more would only make all of them slower


@dataclass(eq=False)
class Job:
    """One printing. ``state`` is working, done or failed; ``words`` what is being printed, or why it failed; ``total``
    is 0 until all is ``gathered``. What was asked for and is not there is ``refused``."""

    id: str
    desk: str
    key: str = ""
    gathered: Gathered = field(default_factory=lambda: Gathered(0, (), (), ()))
    done: int = 0
    total: int = 0
    state: str = "working"
    words: str = ""
    refused: OrderError | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    finished: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        """The name of the file that is fetched: one PDF, or all of them in an archive."""
        return f"{next(iter(self.files))}.pdf" if len(self.files) == 1 else "printouts.zip"

    def content(self) -> bytes:
        """The file that is fetched."""
        if len(self.files) == 1:
            return next(iter(self.files.values()))
        return packed(self.files)


def packed(files: dict[str, bytes]) -> bytes:
    """PDFs in one archive."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as archive:  # they are compressed already
        for name, pdf in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.pdf"), pdf)
    return into.getvalue()


class Jobs:
    """The printings of a running control room; ``leader`` is the desk to tell what went wrong. Where several processes
    serve a game, what is ``shared`` tells those that did not make a printing of it."""

    def __init__(self, leader: str, shared: Shared | None = None) -> None:
        self._leader = leader
        self._shared = shared
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._room = threading.Semaphore(AT_ONCE)

    def start(
        self,
        desk: str,
        gather: Callable[[], Gathered],
        one_file: bool,
        keep: Callable[[Made], None],
        key: str = "",
    ) -> Job:
        """Begin a printing for a desk: ``gather`` finds what is on it, ``keep`` puts it into the manifest when it is
        made. A form that was sent twice (its ``key``) is one printing, unless what is on it has changed since."""
        job = Job(secrets.token_urlsafe(9), desk)
        self._say(job)
        with self._lock:
            self._jobs[job.id] = job
            ended = [one.id for one in self._jobs.values() if one.state != "working"]
            for old in ended[: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[old]
        try:
            begin(lambda: self._run(job, gather, one_file, keep, key), "printing")
        except MemoryError:  # it is never made: nobody may wait for it
            with self._lock:
                del self._jobs[job.id]
            raise
        return job

    def find(self, number: str, desk: str) -> Job | None:
        """A printing of this desk; None if there is none, or not any more."""
        job = self._jobs.get(number) or self._elsewhere(number)
        return job if job and (job.desk, parts_of(job.desk)) == (desk, parts_of(desk)) else None

    def _say(self, job: Job) -> bool:
        """Tell the other processes how far a printing is, and what came of it; whether they can hear of it."""
        if self._shared is None:
            return True
        told = {name: getattr(job, name) for name in ("state", "words", "done", "total")}
        gathered = {"unprintable": list(job.gathered.unprintable), "nothing": list(job.gathered.nothing)}
        whose = {"desk": str(job.desk), "parts": None if (its := parts_of(job.desk)) is None else sorted(its)}
        with suppress(SQLAlchemyError):
            content = packed(job.files) if job.state == "done" else None
            self._shared.keep(f"job/{job.id}", {**told, **gathered, **whose}, content)
            self._shared.wipe_old("job/", KEPT_FOR)
            return True
        return False

    def _elsewhere(self, number: str) -> Job | None:
        """A printing that another process made."""
        if self._shared is None:
            return None
        held = self._shared.read(f"job/{number}")
        if not (found := held.document):
            return None
        if found["state"] == "working" and held.unchanged > SILENT:
            found |= {"state": "failed", "words": GONE}
        gathered = Gathered(0, (), tuple(found.pop("nothing")), tuple(found.pop("unprintable")))
        desk, parts = found.pop("desk"), found.pop("parts")
        job = Job(number, desk if parts is None else Seat(desk, "", frozenset(parts)), gathered=gathered, **found)
        if job.state == "done":
            with zipfile.ZipFile(io.BytesIO(self._shared.bytes_of(f"job/{number}"))) as archive:
                job.files = {name.removesuffix(".pdf"): archive.read(name) for name in archive.namelist()}
        job.finished.set()
        return job

    def _run(
        self, job: Job, gather: Callable[[], Gathered], one_file: bool, keep: Callable[[Made], None], key: str
    ) -> None:
        def tell(done: int, total: int, words: str) -> None:
            job.done, job.total, job.words = done, total, words
            self._say(job)

        try:
            with self._its_turn(job):
                try:
                    job.gathered = gather()
                except OrderError as error:
                    job.refused = error
                    raise
                if not (same := self._same(job, key)):
                    made = draw(job.gathered, one_file, tell)
            if same:
                while not same.finished.wait(WORD):
                    self._say(job)
                job.files, job.words, job.total, job.state = same.files, same.words, same.total, same.state
                return
            keep(made)
            job.files = dict(made.files)
            job.state = "done"
        except OrderError as error:
            job.state, job.words = "failed", error.sentence
        except MemoryError:
            job.state, job.words = "failed", NO_MEMORY
        except Exception as error:  # whatever it is, whoever waits must hear of it
            job.state, job.words = "failed", f"It could not be printed: {error!r}. Tell {self._leader}."
        finally:
            heard = self._say(job)
            job.finished.set()
            for _ in range(0 if heard else LAST_WORD):
                time.sleep(WORD / LAST_WORD)
                if self._say(job):
                    break

    @contextmanager
    def _its_turn(self, job: Job) -> Iterator[None]:
        """Not too many are made at once. Whoever waits says so, or he would be taken for dead."""
        while not self._room.acquire(timeout=WORD):
            self._say(job)
        try:
            yield
        finally:
            self._room.release()

    def _same(self, job: Job, key: str) -> Job | None:
        """The printing of the same form with the same on it, which this one would only repeat; None for the first."""
        if not key:
            return None
        key = f"{key}/{[dict(batch.marks) for batch in job.gathered.batches]}"
        with self._lock:
            for one in self._jobs.values():
                of = one.desk, parts_of(one.desk), one.key
                if one.state != "failed" and of == (job.desk, parts_of(job.desk), key):
                    return one
            job.key = key
        return None
