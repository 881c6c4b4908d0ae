"""A PostgreSQL that the tests start themselves: a cluster in a folder of its own, reached over a socket in it only."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from control.kernel.actions.world import Room
from control.kernel.database.store import Store, open_store
from control.kernel.game import UmpiredGame
from control.kernel.migrations import migrate
from control.kernel.rows import Base
from control.sengoku.game import SENGOKU

USER = "postgres"
PATIENCE = 180.0
QUICK = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "shared_buffers": "64MB",
    "log_min_messages": "fatal",
}
"""It is thrown away with all that is in it, so nothing in it need outlive a crash."""


class NotHere(Exception):
    """There is no PostgreSQL on this machine, or it does not start; why."""


def programs() -> Path:
    """The folder with the server's programs, the newest of several. Raises NotHere."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name.partition(".")[0]))
    if not kept:
        raise NotHere("No PostgreSQL server is installed (Debian: apt install postgresql).")
    return kept[-1]


def as_whom() -> dict[str, Any]:
    """How a process is started that root may not be: as the system's user for it, or as nobody."""
    if os.geteuid():
        return {}
    import grp
    import pwd

    known = {one.pw_name: one for one in pwd.getpwall()}
    who = known.get("postgres") or known["nobody"]
    return {"user": who.pw_uid, "group": grp.getgrgid(who.pw_gid).gr_gid, "extra_groups": []}


@dataclass
class Cluster:
    """A server with its data in a folder, started here unless it ``runs``. ``settings`` are those of postgresql.conf;
    ``whose`` databases are made in it stands in their names."""

    settings: dict[str, str] = field(default_factory=lambda: dict(QUICK))
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="control-room-pg-", dir="/tmp")))
    runs: bool = False
    server: subprocess.Popen[bytes] | None = None
    whose: str = ""
    made: Any = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        if not self.runs:
            atexit.register(self.throw_away)
        self.bin, self.way = programs(), as_whom()
        if self.runs:
            return
        if self.way:
            os.chown(self.folder, self.way["user"], self.way["group"])
        self.run("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        given = {"listen_addresses": "", "unix_socket_directories": str(self.folder), **self.settings}
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.writelines(f"{name} = '{value}'\n" for name, value in given.items())
        self.start()

    def run(self, program: str, *given: str) -> None:
        """Run one of the server's programs on its data. Raises NotHere with what it says if it fails."""
        with (self.folder / "log").open("ab") as log:
            command = [self.bin / program, "-D", self.data, *given]
            done = subprocess.run(command, **self.way, cwd="/", stdout=log, stderr=log, timeout=PATIENCE, check=False)
        if done.returncode:
            raise NotHere(f"{program}: {(self.folder / 'log').read_text(errors='replace')[-2000:].strip()}")

    @property
    def data(self) -> Path:
        """Where its data are."""
        return self.folder / "data"

    def start(self) -> None:
        """Start the server, and wait until it answers. Raises NotHere."""
        with (self.folder / "log").open("ab") as log:  # a child, so that whoever ends all of a run ends it too
            command = [self.bin / "postgres", "-D", self.data]
            self.server = subprocess.Popen(command, **self.way, cwd="/", stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.server.poll() is None:
            with contextlib.suppress(Exception):
                self.ask("SELECT 1")
                self.runs = True
                return
            time.sleep(0.02)
        self.kill()
        raise NotHere(f"postgres: {(self.folder / 'log').read_text(errors='replace')[-2000:]}")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server at once; whoever is connected is cut off. In this mode everything is written first."""
        if self.runs:
            self.run("pg_ctl", "stop", "--wait", "--silent", f"--mode={mode}")
            self.runs = False
            if self.server:
                self.server.wait(PATIENCE)

    def kill(self) -> None:
        """End the server that was started here, whatever it is at; no data are removed under one that runs."""
        if self.server:
            self.server.kill()
            self.server.wait()  # nobody withstands that

    def throw_away(self) -> None:
        """Stop it, in whatever way, and remove all of it."""
        with contextlib.suppress(NotHere, subprocess.TimeoutExpired):
            self.stop("immediate")
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, statement: str, database: str = "postgres") -> list[Any]:
        """What the server answers to one statement, outside of any transaction."""
        import psycopg

        where = {"host": str(self.folder), "user": USER, "dbname": database, "connect_timeout": int(PATIENCE)}
        with psycopg.connect(**where, autocommit=True) as connection:
            answer = connection.execute(statement.encode())
            return answer.fetchall() if answer.description else []

    def url(self, database: str = "postgres") -> str:
        """The URL of one of its databases."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def new(self, like: str = "template1") -> str:
        """A new database like another one that nobody has open: its name."""
        name = f"game_{self.whose}_{next(self.made)}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {like}")
        return name

    def drop(self, name: str) -> None:
        """Throw a database away, whoever is connected to it."""
        self.ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextlib.contextmanager
def of_all(folder: Path, who: str) -> Iterator[Cluster]:
    """The one cluster of all who come with the same folder: the first starts it, the last throws it away. Each holds a
    lock as long as he needs it, which goes with him however he ends."""
    told, users = folder / "postgresql", folder / "postgresql.users"
    with users.open("a") as uses:
        with alone(folder):
            if told.exists():
                cluster = Cluster(folder=Path(told.read_text()), runs=True, whose=who)
            else:
                cluster = Cluster(whose=who)
                atexit.unregister(cluster.throw_away)
                told.write_text(str(cluster.folder))
            flock(uses, LOCK_SH)
        try:
            yield cluster
        finally:
            with alone(folder), contextlib.suppress(BlockingIOError):
                flock(uses, LOCK_EX | LOCK_NB)
                told.unlink()
                cluster.throw_away()


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While one is here, the others wait."""
    with (folder / "postgresql.lock").open("a") as lock:
        flock(lock, LOCK_EX)
        yield


def moved(file: Path, to: Store, game: UmpiredGame) -> None:
    """Put all that is in a game's file into the tables of a database, which are empty."""
    names = {**Base.metadata.tables, **game.own_tables.tables}
    here = open_store(file).engine
    with here.connect() as reading, to.engine.begin() as writing:
        writing.exec_driver_sql("SET LOCAL session_replication_role = replica")  # whatever order the rows come in
        for name in (model.__tablename__ for model in game.tables.values()):
            table = names[name]
            if rows := [dict(row) for row in reading.execute(select(table)).mappings()]:
                writing.execute(insert(table), rows)
    here.dispose()


class Halls:
    """Games at their stages, in one database: each stage lies there once, in a schema of its own, and what was played
    is put back as it was from there, which takes a hundredth of the time that a new database takes."""

    def __init__(self, cluster: Cluster, scenario: Any, stage_file: Callable[[str], Path]) -> None:
        self.cluster, self.scenario, self.stage_file = cluster, scenario, stage_file
        self.url = cluster.url(cluster.new())
        self.stages: set[str] = set()
        self.store = open_store(self.url)
        migrate(self.store.engine, SENGOKU)
        self.tables = [model.__tablename__ for model in SENGOKU.tables.values()]

    def at(self, stage: str, file: Path | None = None) -> Room:
        """The room, with its game at a stage, or as it lies in a file that is called so."""
        if stage not in self.stages:
            self.put(dict.fromkeys(self.tables, ""))
            moved(file or self.stage_file(stage), self.store, SENGOKU)
            with self.store.engine.begin() as connection:
                connection.exec_driver_sql(f'CREATE SCHEMA "at_{stage}"')
                for name in self.tables:
                    connection.exec_driver_sql(f'CREATE TABLE "at_{stage}"."{name}" AS TABLE public."{name}"')
            self.stages.add(stage)
        else:
            self.put({name: f'INSERT INTO public."{name}" TABLE "at_{stage}"."{name}"' for name in self.tables})
        self.store.listeners.clear()
        with self.store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE IF EXISTS control_room_shared")
        self.store.forget()
        return Room(self.store, self.scenario)

    def put(self, rows: dict[str, str]) -> None:
        """Empty every table, and put rows into it."""
        steps = [f'DELETE FROM public."{name}"; {how}' for name, how in rows.items()]
        with self.store.engine.begin() as connection:
            connection.exec_driver_sql(f"SET LOCAL session_replication_role = replica; {'; '.join(steps)}")
