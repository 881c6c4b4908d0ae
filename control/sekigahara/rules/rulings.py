"""What the rules leave open and how it is played (S1 to S48), what editions do differently (D1 to D35), and the rule
options that decide otherwise: ``rulings.toml``, by the number that reasons and refusals name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from control.kernel.values import dataclass

FILE = Path(__file__).parent / "rulings.toml"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: its number, the rules that it bears on, what is asked and what is said; the ``option`` that decides it
    otherwise, or nothing."""

    number: str
    rules: str
    asks: str
    says: str
    option: str = ""


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its number, in order."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))["ruling"]
    return {one["number"]: Ruling(**one) for one in found}


@dataclass(frozen=True, slots=True)
class OptionText:
    """A rule option as people read it: the ruling's number, or nothing, the question, and each value in words."""

    ruling: str
    question: str
    values: Mapping[str, str]


OPTIONS: Mapping[str, OptionText] = {
    "setup": OptionText(
        "",
        "How is Aizu set up?",
        {"revised": "with five Uesugi blocks", "first": "with three, as in the first printing"},
    ),
    "capitals_start_owned": OptionText(
        "S1", "Do capitals begin with the side of their colour?", {"yes": "yes", "no": "no, with nobody"}
    ),
    "resource_claimed_by": OptionText(
        "S2", "What claims a resource location?", {"arrival": "arriving in any way", "move": "moving there only"}
    ),
    "contested_resource": OptionText(
        "S3",
        "When does a resource location of the enemy change hands?",
        {"after_combat": "when the combat there is settled", "on_entry": "when it is entered"},
    ),
    "castle_tie": OptionText(
        "S6", "Who draws the sixth card with as many castles?", {"nobody": "nobody", "both": "both sides"}
    ),
    "mori_when_not_moving": OptionText(
        "S13", "May Mōri blocks be paid for in a phase without movement?", {"yes": "yes", "no": "no"}
    ),
    "replenish": OptionText(
        "S31",
        "When are cards drawn, if a retreat causes another battle?",
        {"before_follow_on": "before it", "after_follow_on": "after it"},
    ),
    "refute": OptionText(
        "S40", "Must a challenge be refuted if it can?", {"choice": "no, as one likes", "must": "yes"}
    ),
    "challenges": OptionText(
        "S41", "How often may a deployment be challenged?", {"one": "once", "any": "as often as one has cards"}
    ),
    "leader_must_begin_phase_there": OptionText(
        "S47",
        "Must a leader have been there when the phase began?",
        {"no": "no, when the move begins", "yes": "yes"},
    ),
}
"""The rule options in words, the default first, as `control.sekigahara.rules.options.CHOICES` has them."""


def as_markdown() -> str:
    """The rulings as the tables of a document."""
    parts = []
    for letter, title in (("S", "Rulings"), ("D", "What the editions do differently")):
        head = ["number", "rules", "asked", "played", *(["option"] if letter == "S" else [])]
        lines = [f"## {title}", "", row(head), row(["---"] * len(head))]
        for one in rulings().values():
            if one.number.startswith(letter):
                option = [f"`{one.option}`" if one.option else "–"] if letter == "S" else []
                lines.append(row([one.number, one.rules, one.asks, one.says, *option]))
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def row(cells: list[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"
