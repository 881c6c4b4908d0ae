"""Rule options: open questions that a scenario may answer otherwise, by the number of the ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from control.kernel.errors import did_you_mean
from control.kernel.values import dataclass

CHOICES: dict[str, tuple[str, ...]] = {
    "setup": ("revised", "first"),
    "capitals_start_owned": ("yes", "no"),
    "resource_claimed_by": ("arrival", "move"),
    "contested_resource": ("after_combat", "on_entry"),
    "castle_tie": ("nobody", "both"),
    "mori_when_not_moving": ("yes", "no"),
    "replenish": ("before_follow_on", "after_follow_on"),
    "refute": ("choice", "must"),
    "challenges": ("one", "any"),
    "leader_must_begin_phase_there": ("no", "yes"),
}
"""What each option may be; the first is what holds where a scenario says nothing."""


@dataclass(frozen=True)
class Options:
    """The rule options of a scenario (S1, S2, S3, S6, S13, S31, S40, S41, S47, and the set-up of Aizu)."""

    setup: str = CHOICES["setup"][0]
    capitals_start_owned: str = CHOICES["capitals_start_owned"][0]
    resource_claimed_by: str = CHOICES["resource_claimed_by"][0]
    contested_resource: str = CHOICES["contested_resource"][0]
    castle_tie: str = CHOICES["castle_tie"][0]
    mori_when_not_moving: str = CHOICES["mori_when_not_moving"][0]
    replenish: str = CHOICES["replenish"][0]
    refute: str = CHOICES["refute"][0]
    challenges: str = CHOICES["challenges"][0]
    leader_must_begin_phase_there: str = CHOICES["leader_must_begin_phase_there"][0]


def option_faults(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The options that there are not, or that cannot be so, each with a sentence."""
    for name, value in given.items():
        if name not in CHOICES:
            yield name, f'There is no rule option "{name}".{did_you_mean(name, CHOICES)}'
        elif value not in CHOICES[name]:
            yield name, f'{name} is one of {", ".join(CHOICES[name])}, not "{value}".'
