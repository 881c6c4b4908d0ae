"""The PostgreSQL that the tests start themselves: it is ended before its data go, and shared without a clash."""

from __future__ import annotations

import subprocess

import pytest

import tests.postgresql
from tests.postgresql import Cluster, NotHere

STUBBORN = "#!/bin/sh\n[ ${0##*/} = postgres ] || exit 0\ntrap '' TERM INT\nexec sleep 600\n"
"""A server that starts, says nothing, and obeys nobody; whatever else is run does nothing."""


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Programs that only look like those of a server."""
    for name in ("initdb", "pg_ctl", "postgres"):
        (tmp_path / name).write_text(STUBBORN)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(tests.postgresql, "programs", lambda: tmp_path)
    monkeypatch.setattr(tests.postgresql, "as_whom", dict)
    monkeypatch.setattr(tests.postgresql, "PATIENCE", 1.0)
    return tmp_path


@pytest.fixture
def cluster(programs, tmp_path):
    """One that has been laid out and not started."""
    made = Cluster(folder=tmp_path / "cluster", runs=True)
    made.data.mkdir(parents=True)
    made.runs = False
    yield made
    if made.server:
        made.server.kill()
        made.server.wait()


def test_a_server_that_never_answers_is_ended_before_that_is_told(cluster):
    with pytest.raises(NotHere):
        cluster.start()
    assert cluster.server.poll() is not None


@pytest.mark.parametrize("why", ["exit 1", "exec sleep 600"])
def test_a_server_that_cannot_be_stopped_is_ended_before_its_data_are_removed(cluster, programs, why):
    cluster.server = subprocess.Popen([programs / "postgres"])
    cluster.runs = True
    (programs / "pg_ctl").write_text(f"#!/bin/sh\n{why}\n")
    cluster.throw_away()
    assert cluster.server.poll() is not None
    assert not cluster.folder.exists()


def test_no_two_workers_name_a_database_alike(tmp_path, monkeypatch):
    monkeypatch.setattr(Cluster, "ask", lambda *_: [])
    made = []
    for worker in ("gw1", "gw11"):
        cluster = Cluster(folder=tmp_path, runs=True, whose=worker)
        made += [cluster.new() for _ in range(20)]
    assert len(made) == len({*made})
