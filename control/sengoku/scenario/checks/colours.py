"""Whether the clans' colours are told apart, by everybody's eyes, and better ones where they are not.

Clans whose provinces touch at the start are at least 20 apart (CIEDE2000), and 10 to those who lack one kind of
cones; the flags of all clans that are played are 10 apart to everybody, for they may meet. Of all other pairs as many
as can be are: a crest and a pattern of its own tell each clan apart besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from control.kernel.drawing.colours import INK, PAPER, contrast
from control.kernel.drawing.marks.sight import SIGHTS, apart
from control.kernel.values import dataclass
from control.sengoku.scenario.model import Scenario

AT_A_GLANCE, TOLD_APART = 20.0, 10.0
OFF_PAPER = 12.0  # a holder's land must not look like land without a holder
CROWDED = 4.0  # how much less like its own a colour may be, if one clan fewer has one that is like it
LIGHTS = range(0x1A, 0xFF, 0x1C)  # of red, green and blue in the colours that are tried


@dataclass(frozen=True)
class TooNear:
    """Two clans whose colours are ``far`` apart to one kind of sight, and should be ``least``."""

    one: str
    other: str
    sight: str
    far: float
    least: float
    neighbours: bool


def too_near(scenario: Scenario, colours: Mapping[str, str] | None = None) -> list[TooNear]:
    """The pairs that should be farther apart, the nearest first; with the scenario's colours or with these."""
    shown = colours or {key: clan.colour for key, clan in scenario.clans.items()}
    found = [
        TooNear(one, other, sight, far, least, neighbours)
        for one, other, neighbours in _pairs(scenario)
        for sight, least, far in _measured(shown[one], shown[other], neighbours)
        if far < least
    ]
    return sorted(found, key=lambda pair: (pair.far - pair.least, pair.one, pair.other))


def better(scenario: Scenario) -> dict[str, str]:
    """Other colours for as few clans as need be, as like their own as can be; as far as there are such."""
    shown = {key: clan.colour for key, clan in scenario.clans.items()}
    given_up: set[tuple[str, str]] = set()
    changed: dict[str, str] = {}
    while open_pairs := [pair for pair in too_near(scenario, shown) if (pair.one, pair.other) not in given_up]:
        pair = open_pairs[0]
        options = [
            (apart(scenario.clans[key].colour, colour) + CROWDED * _crowd(key, colour, shown), key, colour)
            for key in (pair.one, pair.other)
            for colour in _free(scenario, key, shown)
        ]
        if not options:
            given_up.add((pair.one, pair.other))
            continue
        _, key, colour = min(options)
        shown[key] = changed[key] = colour
    return changed


def text_on(colour: str) -> str:
    """Black or white, whichever is read better upon it."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(colour, ink))


def notes(scenario: Scenario) -> Iterator[str]:
    """What is to be said of the colours, and what would be better; nothing if all is well."""
    near = too_near(scenario)
    names = {key: clan.name for key, clan in scenario.clans.items()}
    for pair in {(pair.one, pair.other): pair for pair in reversed(near)}.values():
        why = "which are neighbours" if pair.neighbours else "whose flags may meet"
        to = "" if pair.sight == "normal" else f" to {pair.sight} eyes"
        both = f"{names[pair.one]} and {names[pair.other]}"
        yield (
            f"clans.csv: the colours of {both}, {why}, are {pair.far:.0f} apart{to}; {pair.least:.0f} would be right."
        )
    for key, colour in better(scenario).items() if near else ():
        yield f"clans.csv: for {names[key]}, {colour} with {text_on(colour)} upon it would do."


def _pairs(scenario: Scenario) -> Iterable[tuple[str, str, bool]]:
    ruler = {key: province.ruler for key, province in scenario.provinces.items()}
    touch = {frozenset((ruler[link.start], ruler[link.end])) for link in scenario.borders}
    for one, other in combinations(scenario.clans, 2):
        neighbours = frozenset((one, other)) in touch
        if neighbours or (scenario.clans[one].played and scenario.clans[other].played):
            yield one, other, neighbours


def _measured(one: str, other: str, neighbours: bool) -> Iterator[tuple[str, float, float]]:
    for sight in SIGHTS:
        least = AT_A_GLANCE if neighbours and sight == "normal" else TOLD_APART
        yield sight, least, apart(one, other, sight)


def _crowd(key: str, colour: str, shown: Mapping[str, str]) -> int:
    """How many clans have a colour that somebody might take for this one."""
    others = [other for name, other in shown.items() if name != key]
    return sum(min(apart(colour, other, sight) for sight in SIGHTS) < TOLD_APART for other in others)


def _free(scenario: Scenario, key: str, shown: Mapping[str, str]) -> Iterator[str]:
    """The colours that a clan could have beside all the others'."""
    others = [(one if other == key else other, near) for one, other, near in _pairs(scenario) if key in (one, other)]
    for red, green, blue in product(LIGHTS, repeat=3):
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        if min(apart(colour, PAPER), apart(colour, INK)) < OFF_PAPER:
            continue
        if all(far >= least for other, near in others for _, least, far in _measured(colour, shown[other], near)):
            yield colour
