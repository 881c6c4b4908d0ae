"""The rulings that can be chosen otherwise: each a rule option with its number and what its values mean."""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.values import dataclass

MOST_PENALTY = 3


@dataclass(frozen=True)
class OptionText:
    """A rule option as people read it: the ruling's number, the question, and each value in words."""

    ruling: str
    question: str
    values: Mapping[str, str]


OPTIONS: Mapping[str, OptionText] = {
    "odds_rounding": OptionText(
        "R1",
        "How are odds rounded to a column?",
        {
            "defender": "in the defender’s favour",
            "nearest": "to the nearest column",
        },
    ),
    "intrinsic": OptionText(
        "R4",
        "Does land defend itself where few counters stand?",
        {
            "unless_garrisoned": "only where its holder has none",
            "at_least": "with what they lack to its value",
        },
    ),
    "losses_fall_on": OptionText(
        "R5",
        "Who takes losses first?",
        {
            "notional_first": "castles and other notional men",
            "troops_first": "the real counters",
        },
    ),
    "levy_gives_experience": OptionText(
        "R7",
        "Does a general learn from beating an intrinsic defence alone?",
        {
            "no": "no",
            "yes": "yes",
        },
    ),
    "road_bonus_needs": OptionText(
        "R12",
        "When does a great road speed an army up?",
        {
            "whole_route": "if its whole route follows the road",
            "any_leg": "if any leg of it does",
        },
    ),
    "wound_penalty": OptionText(
        "R19",
        "How much experience does a wound cost?",
        {str(level): "none" if level == 0 else str(level) for level in range(MOST_PENALTY + 1)},
    ),
    "spend_first": OptionText("R26", "What is spent first?", {"rice": "rice", "cash": "cash"}),
    "second_umpire": OptionText("R44", "Does what is critical wait for a second umpire?", {"on": "yes", "off": "no"}),
}
"""Every option that a scenario can set (tables.Options)."""

CHOICES = {option: tuple(one.values) for option, one in OPTIONS.items() if option != "wound_penalty"}
"""The values of every rule option that is a word."""


def value_of(option: str, written: str) -> str | int:
    """An option's value from the word it is written as."""
    return written if option in CHOICES else int(written)
