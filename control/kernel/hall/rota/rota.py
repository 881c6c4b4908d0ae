"""What a game says of its rota. The kernel has the rest: duties, codes of one's own, the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.values import dataclass


@dataclass(frozen=True)
class Rota:
    """The rota of a game: its table of duties (``row``, rows/rota.py), on the game's own metadata.

    An umpire minds a job in words, or a ``part`` of what the desk minds, where a game has such: its word is the column
    of that table and the field of orders, ``of`` the table of these parts. ``signs`` are what a page shows of each by
    its key (an id and a name, and colours), ``meant`` is the key of what was typed, by the scenario; ``choices`` are
    those that may be given, and ``alone`` those that nobody minds who is here. ``usual`` is the desk of most
    duties, ``like`` a job as an example.
    """

    row: type[Any]
    part: str = ""
    of: type[Any] | None = None
    signs: Callable[[Session], Mapping[str, Any]] = lambda _session: {}
    choices: Callable[[Session], Iterable[str]] = lambda _session: ()
    alone: Callable[[Session], Iterable[Any]] = lambda _session: ()
    meant: Callable[[str, Any], str] = lambda typed, _scenario: typed
    usual: str = ""
    like: str = ""

    def key_of(self, row: Any) -> str:
        """The key of the part of a desk that a duty is about; empty if it is a job alone."""
        return (getattr(row, self.part) or "") if self.part else ""
