"""What things cost and what may be saved (``tables/economy.toml``); how letters fare in winter (``tables/post.toml``).

Handbook section 5; R22 (savings), R23 (troops), R24 (works), R25 (display), R34 (letters).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from control.kernel.values import dataclass
from control.sengoku.rules.grids import Amiss, is_percent, is_whole, key_faults, row_faults

Document = Mapping[str, Any]

INCOMES = ("rice", "taxation", "mining")
FATES = ("on_time", "late", "lost")
DIE = range(1, 7)


@dataclass(frozen=True)
class Prices:
    """Costs in points of rice or cash.

    ``cost``: ``troops`` for each counter, ``castle``, ``fortress``; ``recommission`` and ``upkeep`` by kind of work;
    ``savings`` in percent of last year's income of each kind; ``uniforms_for`` counters are clad for one point;
    ``event`` and ``building`` are the least that a public event or building costs (1 for an event is mean).
    """

    cost: Mapping[str, int]
    recommission: Mapping[str, int]
    upkeep: Mapping[str, int]
    savings: Mapping[str, int]
    uniforms_for: int
    event: int
    building: int

    @classmethod
    def from_document(cls, document: Document) -> Prices:
        """The prices in a document without faults."""
        return cls(
            cost=dict(document["cost"]),
            recommission=dict(document["recommission"]),
            upkeep=dict(document["upkeep"]),
            savings=dict(document["savings"]),
            uniforms_for=document["display"]["uniforms_for"],
            event=document["display"]["event"],
            building=document["display"]["building"],
        )

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with economy.toml: where, and a sentence."""
        rows = {
            "cost": ("troops", "castle", "fortress"),
            "recommission": ("castle", "fortress"),
            "upkeep": ("castle", "fortress", "building"),
            "savings": INCOMES,
            "display": ("uniforms_for", "event", "building"),
        }
        for key, wanted in rows.items():
            yield from key_faults(document[key], wanted, key)
            for name, value in document[key].items():
                if key == "savings" and not is_percent(value):
                    yield f"savings.{name}", f'savings: {name} is a percentage from 0 to 100, not "{value}".'
                elif not is_whole(value) or value < (1 if key == "display" else 0):
                    yield f"{key}.{name}", f'{key}: {name} is a whole number of points, not "{value}".'


@dataclass(frozen=True)
class Post:
    """What becomes of a letter in winter, by the throw of a die (R34): ``on_time``, ``late`` or ``lost``."""

    fates: Mapping[int, str]

    @classmethod
    def from_document(cls, document: Document) -> Post:
        """The table in a document without faults."""
        return cls(fates={int(face): fate for face, fate in document["die"].items()})

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with post.toml: where, and a sentence."""
        yield from row_faults("die", document["die"], [str(face) for face in DIE])
        for face, fate in document["die"].items():
            if fate not in FATES:
                yield f"die.{face}", f'row {face} is {", ".join(FATES)}, not "{fate}".'
