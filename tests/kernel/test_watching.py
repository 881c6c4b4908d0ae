"""Whoever watches over processes is a small program: it replaces those that die, and ends with all of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from control import watching

PATIENCE = 120.0
LONG_AGO = 1000.0
BECOMES_IT = """
import json, os, signal, sys, time
from control import watching
signal.pthread_sigmask(signal.SIG_BLOCK, watching.AWAITED)
command, program, age, told_early = json.loads(sys.argv[1])
born = {watching.another(command, "first"): time.monotonic() - age}
first, held = os.pipe()
os.set_inheritable(held, True)
if told_early:
    os.kill(os.getpid(), signal.SIGTERM)
told = json.dumps([born, command, "again", held])
os.execv(sys.executable, [sys.executable, "-I", "-S", program, told])
"""
NOTES = f"""
import os, signal, sys, time
with open(sys.argv[1], "a") as file:
    print(os.environ["{watching.PLACE}"], time.monotonic(), os.getpid(), len(os.listdir("/proc/self/fd")), file=file)
time.sleep(float(sys.argv[2]))
"""
ENDS_ONE = """
import os, subprocess, sys
from control import watching
when_told, watching.ENDS_IN = sys.argv[1], float(sys.argv[2])
# It is told as soon as it has said that it is there: within print() what it prints as it ends would be refused.
there = "os.write(1, os.linesep.encode())"
says_so = f"import os, signal, sys, time; signal.signal(signal.SIGTERM, {when_told}); {there}; time.sleep(60)"
one = subprocess.Popen([sys.executable, "-c", says_so], stdout=subprocess.PIPE)
one.stdout.readline()
watching.end_all({one.pid: 0.0})
print(os.path.exists(f"/proc/{one.pid}"), one.stdout.read().decode(), end="")
"""

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="what a process has open is told by Linux")


@pytest.fixture
def watched(tmp_path):
    """Starts a watcher over one process of some age that notes its birth and then is there for so many seconds. To die
    ``too_soon`` is what a test says: on a slow machine much takes longer than the program's two seconds."""
    begun = []

    def start(seconds, too_soon, age=0.0, told_early=False):
        program = tmp_path / "watching.py"
        says, source = f"TOO_SOON = {watching.TOO_SOON}", Path(watching.__file__).read_text("utf-8")
        assert source.count(says) == 1
        program.write_text(source.replace(says, f"TOO_SOON = {too_soon}"), "utf-8")
        command = [sys.executable, "-c", NOTES, str(tmp_path / "notes"), str(seconds)]
        given = [sys.executable, "-c", BECOMES_IT, json.dumps([command, str(program), age, told_early])]
        begun.append(subprocess.Popen(given, stderr=subprocess.PIPE, text=True))
        return begun[-1]

    yield start
    for one in begun:
        one.kill()
        one.communicate()


def births(tmp_path, many):
    """The births that were noted, as soon as there are so many."""
    end = time.monotonic() + PATIENCE
    while True:
        notes = tmp_path / "notes"
        found = [line.split() for line in notes.read_text().splitlines()] if notes.exists() else []
        if len(found) >= many:
            return [(place, float(at), int(process), int(files)) for place, at, process, files in found]
        assert time.monotonic() < end, found
        time.sleep(0.02)


def test_one_that_dies_is_replaced_at_once(watched, tmp_path):
    watcher = watched(600, too_soon=2 * PATIENCE, age=LONG_AGO)
    first = births(tmp_path, 1)[0]
    os.kill(first[2], signal.SIGKILL)
    second = births(tmp_path, 2)[1]
    assert [one[0] for one in births(tmp_path, 2)] == ["first", "again"]
    assert first[3] == second[3], "nobody but the watcher has open what all end with"
    watcher.send_signal(signal.SIGTERM)
    said = watcher.communicate(timeout=PATIENCE)[1]
    assert said == f"control-room: process {first[2]} ended (signal 9); another takes its place.\n"
    assert (watcher.returncode, os.path.exists(f"/proc/{second[2]}")) == (0, False)


def test_one_that_died_at_once_is_not_replaced_at_once(watched, tmp_path):
    watched(0, too_soon=1.0)
    first, second, third = births(tmp_path, 3)[:3]  # who takes a place may die at once as well
    assert [one[0] for one in (first, second, third)] == ["first", "again", "again"]
    assert min(second[1] - first[1], third[1] - second[1]) >= 1.0


@pytest.mark.parametrize("way", watching.END)
def test_all_end_though_one_is_just_to_be_replaced(watched, tmp_path, way):
    watcher = watched(0, too_soon=2 * PATIENCE)
    births(tmp_path, 1)
    assert watcher.stderr.readline().endswith("another takes its place.\n")  # which is free for a while
    watcher.send_signal(way)
    assert watcher.wait(PATIENCE) == 0
    assert len(births(tmp_path, 1)) == 1


def test_what_it_was_told_before_it_was_there_is_not_lost(watched):
    assert watched(600, too_soon=watching.TOO_SOON, told_early=True).wait(PATIENCE) == 0


def ended(when_told, ends_in):
    """What becomes of one who does this when he is told to end: whether he is there still, and what he said."""
    given = [sys.executable, "-c", ENDS_ONE, when_told, str(ends_in)]
    return subprocess.run(given, capture_output=True, text=True, check=True).stdout


def test_nobody_goes_before_those_who_did_not_want_to_end_have_gone():
    assert ended("signal.SIG_IGN", 0.1) == "False ", "it would hold the port of whoever is served next"


def test_who_ends_by_himself_is_told_to_and_has_his_time_for_it():
    assert ended("lambda *_: (time.sleep(0.1), print('kept all'), sys.exit())", 10) == "False kept all\n"
