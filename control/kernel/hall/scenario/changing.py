"""What a game says of changing its scenario while it is played: which files may be, and what that must fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.values import dataclass


@dataclass(frozen=True)
class Changing:
    """The scenario that a game carries, as far as its files may be changed in play.

    ``seeded`` are files that became rows when the game began, each with what may be done ``instead``, in a sentence;
    of some the columns ``still_read`` became none and may be changed. ``set_right`` says of all of them where. Files
    that may be new have a path like the pattern ``new``; ``only_new`` says in words which these are. Files below
    ``public`` every umpire may know. ``fits`` refuses a scenario that what is in play contradicts (OrderNotAllowed),
    ``altered`` says which results would have been others by it, and ``compared`` what it looks at.
    """

    seeded: Mapping[str, str] = field(default_factory=dict)
    still_read: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    set_right: str = ""
    new: str = ""
    only_new: str = ""
    public: tuple[str, ...] = ()
    fits: Callable[[Session, Any], None] = lambda _session, _after: None
    altered: Callable[[Session, Any, Any], Any] = lambda _session, _now, _then: ()
    compared: tuple[str, ...] = ()
