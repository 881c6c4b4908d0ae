"""From what an audience may see of the land to the drawing of it."""

from __future__ import annotations

from control.drawing.map import Flag, Holder, MapDrawing, Mark
from control.queries.land import LandView


def svg_of(drawing: MapDrawing, view: LandView, selected: str | None = None) -> str:
    """The map of a view, as SVG."""
    holders = {
        key: Holder(sign.code, sign.name, sign.colour, sign.text_colour) if sign else None
        for key, sign in view.holders.items()
    }
    flags = [
        Flag(
            None if flag.army is None else str(flag.army), flag.province, flag.clan.code, flag.clan.name,
            flag.clan.colour, flag.clan.text_colour, flag.label,
        )
        for flag in view.flags
    ]
    marks = [Mark(key) for key in view.encounters] + [Mark(key, "battle") for key in view.battles]
    return drawing.svg(holders, flags, view.works, selected, marks)
