"""The seasons as they follow one another: a year begins with its winter (handbook 2)."""

from __future__ import annotations

YEAR = ("winter", "spring", "summer", "autumn")


def season_place(season: str, year: int) -> int:
    """Where a season stands among all there ever were."""
    return len(YEAR) * year + YEAR.index(season)


def season_at(season: str, year: int, ahead: int) -> tuple[str, int]:
    """Which season it is so many seasons later or, below 0, earlier, and its year."""
    years, place = divmod(season_place(season, year) + ahead, len(YEAR))
    return YEAR[place], years


def next_place(season: str, since: int) -> int:
    """Where a season stands among all there ever were that comes next, the present one (``since``) counted."""
    return since + (YEAR.index(season) - since) % len(YEAR)


def season_heading(season: str, year: int) -> str:
    """ "Spring 1550", as a heading has it."""
    return f"{season.capitalize()} {year}"


class InASeason:
    """A value that says of which season it is."""

    season: str
    year: int

    @property
    def when(self) -> str:
        """Season and year in words."""
        return season_heading(self.season, self.year)
