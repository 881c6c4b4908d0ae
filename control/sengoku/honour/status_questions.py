"""The order of the clans as it was released: ranks and arrows, never a point of honour (handbook 4; R28)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import StatusBoard
from control.sengoku.rules.seasons import InASeason
from control.sengoku.world.land.land_questions import ClanSign, clan_signs


@dataclass(frozen=True)
class Standing:
    """A clan's place: its rank, which equals share, and how many places it went up (below 0: down) since the board
    before; None for a newcomer."""

    clan: ClanSign
    rank: int
    up: int | None
    shared: bool

    @property
    def way(self) -> str:
        """Where it went: up, down, same or new."""
        if self.up is None:
            return "new"
        return "up" if self.up > 0 else "down" if self.up < 0 else "same"

    @property
    def in_words(self) -> str:
        """The same in words: "up 2"."""
        return f"{self.way} {abs(self.up)}" if self.up else {"same": "as before"}.get(self.way, self.way)


@dataclass(frozen=True)
class Board(InASeason):
    """The order of the clans of a season."""

    season: str
    year: int
    lines: tuple[Standing, ...]

    @property
    def first(self) -> bool:
        """Whether no board came before it, so that there is nothing to compare it with."""
        return all(line.up is None for line in self.lines)


def last_board(session: Session) -> StatusBoard | None:
    """The board that was released last, as it was; None if none has been."""
    return session.scalar(select(StatusBoard).order_by(StatusBoard.id.desc()).limit(1))


def board(session: Session) -> Board | None:
    """The order that was released last; None if none has been."""
    found = last_board(session)
    if found is None:
        return None
    signs = clan_signs(session)
    ranks = [one["rank"] for one in found.ranks]
    lines = [
        Standing(
            signs[one["clan"]],
            one["rank"],
            None if one["was"] is None else one["was"] - one["rank"],
            ranks.count(one["rank"]) > 1,
        )
        for one in found.ranks
    ]
    return Board(found.season, found.year, tuple(sorted(lines, key=lambda line: (line.rank, folded(line.clan.name)))))
