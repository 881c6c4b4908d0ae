"""What a screen on a wall can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.values import dataclass


@dataclass(frozen=True)
class View:
    """One thing to show: its words, its template, and what that is filled with, from the game and its scenario. All of
    it is public. ``style`` is a stylesheet that it needs beside those of every screen."""

    words: str
    template: str
    filled: Callable[[Session, Any], dict[str, Any]]
    style: str = ""
