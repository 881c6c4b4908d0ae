"""A PostgreSQL that the tests start themselves: a cluster in a folder of its own, reached over a socket in it only."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
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
PATIENCE = 60.0
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
    """A running server with its data in a folder. ``settings`` are those of postgresql.conf."""

    settings: dict[str, str] = field(default_factory=lambda: dict(QUICK))
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="control-room-pg-", dir="/tmp")))
    server: subprocess.Popen[bytes] | None = None
    made: Any = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        atexit.register(self.throw_away)
        self.bin, self.way = programs(), as_whom()
        if self.way:
            os.chown(self.folder, self.way["user"], self.way["group"])
        begun = subprocess.run(
            [self.bin / "initdb", "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            **self.way,
            cwd="/",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        if begun.returncode:
            raise NotHere(f"initdb: {begun.stderr.decode(errors='replace').strip()}")
        self.start()

    @property
    def data(self) -> Path:
        """Where its data are."""
        return self.folder / "data"

    def start(self) -> None:
        """Start the server, and wait until it answers. Raises NotHere."""
        given = {"listen_addresses": "", "unix_socket_directories": str(self.folder), **self.settings}
        options = [word for name, value in given.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *options], **self.way, cwd="/", stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.server.poll() is None:
            with contextlib.suppress(Exception):
                self.ask("SELECT 1")
                return
            time.sleep(0.02)
        raise NotHere(f"postgres: {(self.folder / 'log').read_text(errors='replace')[-2000:]}")

    def stop(self) -> None:
        """Stop the server at once; whoever is connected is cut off."""
        if self.server and self.server.poll() is None:
            self.server.send_signal(2)  # fast: no waiting for sessions, everything written
            self.server.wait(PATIENCE)

    def throw_away(self) -> None:
        """Stop it and remove all of it."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, statement: str, database: str = "postgres") -> list[Any]:
        """What the server answers to one statement, outside of any transaction."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user=USER, dbname=database, autocommit=True) as connection:
            answer = connection.execute(statement.encode())
            return answer.fetchall() if answer.description else []

    def url(self, database: str = "postgres") -> str:
        """The URL of one of its databases."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def new(self, like: str = "template1") -> str:
        """A new database like another one that nobody has open: its name."""
        name = f"game_{next(self.made)}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {like}")
        return name

    def drop(self, name: str) -> None:
        """Throw a database away, whoever is connected to it."""
        self.ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


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

    def at(self, stage: str) -> Room:
        """The room, with its game at a stage."""
        if stage not in self.stages:
            self.put(dict.fromkeys(self.tables, ""))
            moved(self.stage_file(stage), self.store, SENGOKU)
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
