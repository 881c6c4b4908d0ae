"""What Python's collector is told: what stays for good need not be looked through, what one answer is made of neither;
the system's memory, of which all threads take from one heap; and threads, for which there may be no memory.

The collector looks for things that hold one another and that nobody else holds. It finds nearly none here, and to
find none it goes through all there are, again and again while many are made.
"""

import ctypes
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

NEW_THINGS = 10_000
"""Python looks for what could be thrown away when there are so many new things. By itself it does so after 700:
up to twenty times within one page that is made anew, whose things are all still needed."""

M_ARENA_MAX = -8
"""What the C library of Linux calls the number of its heaps."""


def share_one_heap() -> None:
    """Have all threads take their memory from one heap. By itself the C library of Linux gives every few of them one of
    their own, of which each keeps what its largest answer took. They would have to wait for one another less; but of
    Python's threads only one is at work. Elsewhere, and with another C library, nothing happens."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def keep_what_is_there() -> None:
    """Have Python look no longer through what is there, which stays for good, and seldom through what is new."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_THINGS)
    gc.enable()


@contextmanager
def throwing_nothing_away() -> Iterator[None]:
    """Within, Python does not look for what could be thrown away: what is made stays until the whole of it is there,
    and leaves little behind."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


def begin(work: Callable[[], None], name: str) -> None:
    """Have a thread do this. Raises MemoryError where the system gives none: each wants room for itself."""
    try:
        threading.Thread(target=work, name=name, daemon=True).start()
    except RuntimeError as error:
        raise MemoryError(str(error)) from None
