"""How a Shogun is made: handbook 8 (rulings R32, R43)."""

from __future__ import annotations

CONDITIONS = {
    1: "The Shogun has retired, or died without an heir",
    2: "No other pretender of the Shogun’s house is available",
    3: "He is of a family that is high enough",
    4: "He is pre-eminent in arms and in politics",
    5: "The Emperor approves",
}
"""What has to be met before somebody of another house than the Shogun’s can be made Shogun, by number."""
HIGH = ("Minamoto", "Seiwa-Genji")
"""The ancestors that make a family high enough, as a rule."""
OFFICE = "Shogun and "
"""What a head of a clan is called before his own title while he is Shogun: he stays what he was (R43)."""

RETIRED = "Retired Shogun"
"""What somebody is called who was Shogun and is it no more, if he stood at the head of no clan but by that."""
RESIGNED = "Shogun no more"
"""Why nobody is asked who follows a Shogun that stood at the head of no clan but by that: he retired (R43)."""


def of_the_house(kind: str, ancestor: str) -> bool:
    """Whether somebody is of the Shogun's own house, so that the conditions are for others (R32): on the roll of the
    Bakufu, and of the blood. Its officers are on that roll too, and of none."""
    return kind == "bakufu" and ancestor in HIGH


def head_alone(title: str, kind: str) -> tuple[str, str]:
    """The role and title of a head of a clan of this ``kind`` who was Shogun besides, without that office."""
    return "abbot" if kind == "temple" else "daimyo", title.removeprefix(OFFICE)
