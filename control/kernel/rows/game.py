"""The game as a whole, its scenario, and the desks of its umpires."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import Boolean, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import LEAD
from control.kernel.rows.base import Base, Versioned


class Game(Versioned, Base):
    """The one row of the game: a class of its own in each game (UmpiredGame.row), found by the ``rule_set``, which adds
    what that game counts.

    ``fallback`` has the fallback pack written beside the copies whenever a stretch of the game ends. ``seed`` rolls the
    dice (kept from everybody), ``secret`` signs the cookies, so that nobody is signed out by a restart; so does
    ``cookies``, which a copy that is played beside the real game has of its own. ``begun_with`` are the tables it was
    begun with.
    """

    __tablename__ = "game"
    columns_for: ClassVar = {"seed": (), "secret": (), "cookies": (), "begun_with": ()}
    """Whoever knows these knows the dice to come, or signs in as anybody."""

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    scenario: Mapped[str]
    title: Mapped[str]
    rule_set: Mapped[str]
    fallback: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    seed: Mapped[str]
    secret: Mapped[str]
    begun_with: Mapped[str | None]
    cookies: Mapped[str | None]
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version, "polymorphic_on": "rule_set"}  # noqa: RUF012


class ScenarioFile(Base):
    """A file of the scenario that the game is played by, by its path within the scenario's folder: the game needs no
    folder, wherever it is opened. ``hash`` is the SHA-256 of its text."""

    __tablename__ = "scenario_file"
    in_state = "scenario_files"
    state_for = (LEAD,)
    columns_for: ClassVar = {"text": ()}

    path: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    hash: Mapped[str]


class Desk(Base):
    """A place in the control room. Whoever types its code sits there.

    ``issue`` counts the codes that were withdrawn. A sign-in carries the issue of its day, and is over once ``since``
    is a later one; so is the code itself. The journal keeps both, but never a code.

    An umpire may have a place of his own at a desk: its key is that of the desk, a stroke and a number (``team/3``,
    roles.desk_at), its name his. What he sees of the desk the game says (UmpiredGame.parts_minded).
    """

    __tablename__ = "desk"
    when_undone = "aside"
    seen_by = (LEAD,)

    key: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
    issue: Mapped[int] = mapped_column(default=0, server_default="0")
    since: Mapped[int] = mapped_column(default=0, server_default="0")
