"""From what an audience may see of the land to the drawing of it."""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.drawing.maps.map import Arrow, Flag, Holder, MapDrawing, Mark, PersonMark, Scene, Strength
from control.kernel.open_room import here, shown_as
from control.sengoku.world.land.land_questions import LandView


def holders_of(seen: LandView) -> dict[str, Holder | None]:
    """Who holds each province and place, as the map draws it."""
    patterns = {sign.id: number for number, sign in enumerate(seen.clans)}
    lords = {clan: lord.code for clan, lord in seen.lords.items()}
    return {
        key: Holder(sign.code, sign.name, sign.colour, sign.text_colour, patterns[sign.id], lords.get(sign.id, ""))
        if sign
        else None
        for key, sign in seen.holders.items()
    }


def svg_of(drawing: MapDrawing, view: LandView, selected: str | None, crests: Mapping[str, str]) -> str:
    """The map of a view, as SVG; ``crests`` are those that flags show, by clan."""
    flags = [
        Flag(
            None if flag.army is None else str(flag.army),
            flag.province,
            flag.clan.code,
            flag.clan.name,
            flag.clan.colour,
            flag.clan.text_colour,
            flag.label,
            flag.walled,
            crests.get(flag.clan.id, ""),
        )
        for flag in view.flags
    ]
    marks = [Mark(key, number=number, claimed=umpire) for key, number, umpire in view.encounters]
    marks += [Mark(key, "battle", number, umpire) for key, number, umpire in view.battles]
    open_ones = {mark.province for mark in marks}
    marks += [Mark(key, "battle_fought") for key in view.fought if key not in open_ones]
    arrows = [Arrow(str(one.army), one.start, one.end, one.kind, one.clan.colour, one.label) for one in view.arrows]
    people = [
        PersonMark(
            one.province,
            one.name,
            one.clan.colour,
            one.clan.text_colour,
            None if one.army is None else str(one.army),
            one.chief,
            f"{one.name} ({one.clan.name}) {one.why}",
        )
        for one in view.people
    ]
    return drawing.svg(
        Scene(
            holders_of(view),
            flags,
            view.works,
            selected,
            marks,
            arrows=arrows,
            people=people,
            unrest=view.unrest,
            buildings=view.buildings,
            fresh=view.fresh,
            strengths=[
                Strength(
                    one.province,
                    one.troops,
                    one.in_words,
                    None if one.army is None else str(one.army),
                    one.state,
                    one.place,
                    one.clan.colour,
                    one.clan.text_colour,
                )
                for one in view.strengths
            ],
        )
    )


def drawn_map(view: LandView, selected: str | None = None, lies: str = "upright") -> str:
    """The map of the room of this request, as SVG, for a view of the land: as its address says (``?view=wide``), or
    else as this page ``lies``."""
    room = here()
    crests = {clan.id: clan.crest for clan in room.room.scenario.clans.values()}
    return svg_of(room.wide_drawing() if shown_as(lies) == "wide" else room.drawing(), view, selected, crests)
