"""The moments that the demo can be played to."""

from __future__ import annotations

MOMENTS = {
    "orders": "Spring: orders are being written",
    "phase-2": "Spring, phase 2: armies have met",
    "battle": "Spring: a battle under way",
    "gate": "Spring’s gate, with things still open",
    "summer": "Summer begins",
    "autumn-gate": "Autumn’s gate, before the winter",
    "winter": "Winter: the books of the clans",
    "winter-gate": "Winter’s gate: what still waits",
    "new-year": "Spring of the next year",
}
"""By their keys, in their order, with what they are called."""
