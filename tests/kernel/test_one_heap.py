"""How many heaps the threads of a server take their memory from."""

from __future__ import annotations

import platform
import socket
import subprocess
import sys

import pytest

from control import serving
from control.kernel.errors import OrderNotAllowed

TWELVE_THREADS = """
import ctypes, sys, threading
from control.kernel.memory import share_one_heap
if sys.argv[1] == "shared":
    share_one_heap()
c = ctypes.CDLL(None)
c.malloc.restype = c.fdopen.restype = ctypes.c_void_p
c.malloc.argtypes = [ctypes.c_size_t]
together = threading.Barrier(12)
def take():
    together.wait()
    c.malloc(1000)
    together.wait()
threads = [threading.Thread(target=take) for _ in range(12)]
for one in threads: one.start()
for one in threads: one.join()
out = ctypes.c_void_p(c.fdopen(1, b"w"))
c.malloc_info(0, out)
c.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has other heaps")
def test_all_threads_of_a_server_take_their_memory_from_one_heap() -> None:
    def heaps(how: str) -> int:
        asked = [sys.executable, "-c", TWELVE_THREADS, how]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.count("<heap nr=")

    assert heaps("by itself") > 2, "that is what it is called for"
    assert heaps("shared") == 1


def test_whatever_serves_begins_with_it(tmp_path, monkeypatch) -> None:
    begun = []
    monkeypatch.setattr(serving, "share_one_heap", lambda: begun.append("one heap"))
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OrderNotAllowed, match="port"):
        serving.run(tmp_path / "game.db", None, "127.0.0.1", taken.getsockname()[1])
    assert begun == ["one heap"]
