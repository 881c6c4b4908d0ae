"""Where the day stands: what every screen shows at its head."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Game
from control.sengoku.rules.seasons import InASeason
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.rebels_questions import armies_march, rebels
from control.sengoku.world.moments_questions import is_first_winter


@dataclass(frozen=True)
class Standing(InASeason):
    """Season, year in both reckonings, and the phases that were run. In a
    ``first_winter`` the game began: nothing falls due in it. ``rebels`` are the clans in rebellion, by name (R38);
    ``armies`` whether there is one on the map, for without one nobody waits for a phase."""

    title: str
    season: str
    year: int
    era: str
    phase: int
    locked: bool = False
    first_winter: bool = False
    rebels: tuple[str, ...] = ()
    armies: bool = True

    @property
    def next_phase(self) -> int | None:
        """The movement phase that comes next; None when all are done, and in winter (R18)."""
        return self.phase + 1 if self.phase < 4 and self.season != "winter" else None

    @property
    def progress(self) -> str:
        """The state of the season in words."""
        if self.season == "winter":
            return "Winter: no army moves"
        if self.phase == 0:
            return "Orders are locked" if self.locked else "Orders are open"
        return "All four phases are done" if self.phase == 4 else f"Phase {self.phase} of 4 is done"

    @property
    def turn(self) -> str:
        """Who acts now and where he is, for the head of every page; the clock, which fires no rule, stands beside."""
        if self.season == "winter":
            return "Team Control plans the year"
        if self.phase == 0:
            return f"Map Control: orders are {'locked' if self.locked else 'open'}"
        return f"Map Control is at phase {self.phase + 1} of 4" if self.phase < 4 else "Game Control closes the season"


def standing(session: Session, scenario: Scenario) -> Standing:
    """Where the day stands now."""
    game = Game.only(session)
    return made_from(
        Standing,
        game,
        locked=game.locked_at is not None,
        first_winter=is_first_winter(game),
        rebels=tuple(rebels(session).values()),
        armies=armies_march(session),
        era=f"{scenario.era.name} {scenario.era.year(game.year)}",
    )
