"""The upkeep of a winter: what is due, what was paid, and what is left open (handbook 5; R24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.books.works_questions import UpkeepLine, upkeep_due
from control.sengoku.rows import Game, Transfer
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.moments_questions import is_first_winter


@dataclass(frozen=True)
class Upkeep:
    """A work that costs its holder upkeep this winter, and whether that is paid. ``key`` names it in orders."""

    key: str
    line: UpkeepLine
    paid: bool


def key_of(line: UpkeepLine) -> str:
    """What a work is called in orders: ``province:kai`` for the castle there, ``place:edo``, ``building:3``."""
    if line.work is not None:
        return f"building:{line.work}"
    return f"place:{line.place}" if line.place is not None else f"province:{line.province}"


def account_of(line: UpkeepLine) -> str:
    """The account that its upkeep is paid to: by it is known what was paid."""
    return f"upkeep:{key_of(line)}"


PAID = select(Transfer.target).where(Transfer.kind == "upkeep", Transfer.year == bindparam("year"))


def upkeep(session: Session, scenario: Scenario, clan: str | None = None) -> list[Upkeep]:
    """The upkeep of this winter, of one clan or of all; empty in other seasons, and in a winter that the game began
    in: the year before it was nobody's."""
    game = Game.only(session)
    if game.season != "winter" or is_first_winter(game):
        return []
    paid = set(session.scalars(PAID, {"year": game.year}))
    return [Upkeep(key_of(line), line, account_of(line) in paid) for line in upkeep_due(session, scenario, clan)]


def unpaid(session: Session, scenario: Scenario, clan: str | None = None) -> list[UpkeepLine]:
    """The works that will be abandoned when winter ends, unless somebody pays."""
    return [one.line for one in upkeep(session, scenario, clan) if not one.paid]


def owed_by_clans(session: Session, scenario: Scenario) -> Counter[str]:
    """What these cost each clan, in points."""
    found: Counter[str] = Counter()
    for line in unpaid(session, scenario):
        found[line.clan] += line.points
    return found


def points(found: Iterable[UpkeepLine]) -> int:
    """What these cost together."""
    return sum(line.points for line in found)
