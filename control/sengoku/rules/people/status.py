"""Status: the order of the clans by their honour, and how freely each umpire gives it (handbook 4; R28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean, median

from control.kernel.values import dataclass

LEANS_BY = 3
"""So many points a season away from the others' median, and an umpire counts as generous or stingy."""


def ranked(sums: Mapping[str, int]) -> list[tuple[str, int]]:
    """Clans with their ranks, the highest first. Equals share a rank, and the ranks they take up are left out after
    them: 1, 2, 2, 4. Equals stand in the order of their ids."""
    places = sorted(sums, key=lambda clan: (-sums[clan], clan))
    return [(clan, 1 + sum(other > sums[clan] for other in sums.values())) for clan in places]


@dataclass(frozen=True)
class Given:
    """What one umpire has booked: how many entries, their sum, in how many seasons, for how many clans; and what has
    been added since to make up for his way of giving."""

    umpire: str
    entries: int
    points: int
    seasons: int
    clans: int
    levelled: int = 0

    @property
    def per_entry(self) -> float:
        """The points of an average entry."""
        return self.points / self.entries if self.entries else 0.0

    @property
    def per_season(self) -> float:
        """The points he gives in a season in which he books, with what was levelled."""
        return (self.points + self.levelled) / self.seasons if self.seasons else 0.0


@dataclass(frozen=True)
class Weighed:
    """An umpire's giving beside that of the others; ``lean`` is how far his season is from their median, ``even`` the
    points for each of his clans that would bring him there."""

    given: Given
    others_mean: float
    others_median: float
    lean: float
    even: int

    @property
    def word(self) -> str:
        """Generous, stingy, or neither."""
        if abs(self.lean) < LEANS_BY:
            return ""
        return "generous" if self.lean > 0 else "stingy"


def weigh(all_given: Sequence[Given]) -> list[Weighed]:
    """Each umpire against all the others; one alone leans nowhere."""
    found = []
    for one in all_given:
        others = [other for other in all_given if other.umpire != one.umpire]
        if not others:
            found.append(Weighed(one, 0.0, 0.0, 0.0, 0))
            continue
        theirs = [other.per_season for other in others]
        lean = one.per_season - median(theirs)
        even = round(-lean * one.seasons / one.clans) if one.clans else 0
        found.append(Weighed(one, mean(theirs), median(theirs), lean, even))
    return found
