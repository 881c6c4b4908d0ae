"""The map of the country, drawn once from the scenario's geography.

``MapDrawing`` does all the slow work when it is made: projecting, simplifying, finding room for names and
flags. Each ``svg`` then only lays a scene of colours, flags and signs upon it. How large an army is it is told in
``strengths`` alone, which a map for the public is not given.

Every part of a layer is a group with its name (``data-layer``): a page can switch a layer without asking the server,
and take from a newer drawing only the parts that are new. The crowded home provinces are drawn a second time,
enlarged, in an inset; their names and flags stand only there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias, TypeVar

from control.kernel.drawing import svg
from control.kernel.drawing.maps import layers
from control.kernel.drawing.maps.arrows import KINDS, Arrow, arrows
from control.kernel.drawing.maps.atlas import HOME_PROVINCES, Atlas, Country, Sheet
from control.kernel.drawing.maps.layers import Held, Holder
from control.kernel.drawing.marks import symbols
from control.kernel.drawing.marks.symbols import Flag, Mark, PersonMark, Strength
from control.kernel.drawing.shapes import Box, Group, Shape
from control.kernel.drawing.words.labels import with_head
from control.kernel.drawing.words.lettering import STEPS
from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.grouping import grouped
from control.kernel.values import dataclass

__all__ = ["LAYERS", "Arrow", "Flag", "Holder", "MapDrawing", "Mark", "PersonMark", "Scene", "Strength"]

WORKS = ("none", "castle", "fortress")
LAYERS = (
    "holders", "fresh", "patterns", "lords", "crossings", "mountains", "roads", "castles", "buildings", "arrows",
    "labels", "flags", "strengths", "people", "unrest", "encounters",
)  # fmt: skip
"""What can be shown or hidden. Sea, coast and the inset's frame are always there."""

Piece: TypeAlias = tuple[str, Callable[..., Shape], tuple[object, ...]]
"""A layer (or none), a function that draws a part of it, and what it is drawn from: equal pieces give equal
drawings."""


@dataclass(frozen=True)
class Scene:
    """What a game lays upon the map.

    ``holders`` gives each province (and, if known, each place) its holder; one that is missing or None is drawn as
    plain paper. ``flags`` are the forces that stand somewhere. ``castles`` says "none", "castle" or "fortress" for
    provinces and places; what it does not name is as the scenario says. ``selected`` is the province that is chosen,
    ``marks`` the battles and encounters. ``links`` draws the sea crossings. ``arrows`` are marches from one province
    to another, ``people`` the counters of persons, ``unrest`` the provinces that may rebel, ``buildings`` the names of
    the public buildings in a province, ``strengths`` how strong forces are, for desks that may know it, ``fresh`` the
    provinces with a new holder. Of LAYERS only those in ``layers`` are drawn.
    """

    holders: Mapping[str, Holder | None]
    flags: Sequence[Flag] = ()
    castles: Mapping[str, str] = field(default_factory=dict)
    selected: str | None = None
    marks: Sequence[Mark] = ()
    links: bool = True
    arrows: Sequence[Arrow] = ()
    people: Sequence[PersonMark] = ()
    unrest: Collection[str] = ()
    buildings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    strengths: Sequence[Strength] = ()
    fresh: Collection[str] = ()
    layers: Collection[str] = LAYERS


class MapDrawing:
    """The map, ready to be coloured.

    ``home`` names the provinces of the inset; if one of them is missing, or none is named, there is no inset.
    ``turned`` is by how many degrees the country is turned clockwise: for Japan on a wide screen. Words, flags and
    signs stand upright all the same.
    """

    def __init__(self, scenario: Country, home: Sequence[str] = HOME_PROVINCES, turned: float = 0) -> None:
        self._atlas = Atlas(scenario, home, turned)
        # From one request to the next most pieces are the same; they are written only when they change.
        self._written = lru_cache(maxsize=512)(self._write)

    def __getstate__(self) -> Atlas:
        return self._atlas

    def __setstate__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._written = lru_cache(maxsize=512)(self._write)

    @property
    def viewbox(self) -> Box:
        """The sheet, from (0, 0)."""
        return self._atlas.main.frame

    @property
    def atlas(self) -> Atlas:
        """The geography it is drawn from, for drawings that show a part of it in another way."""
        return self._atlas

    def svg(self, scene: Scene, label: str = "Map of the provinces and their holders") -> str:
        """The map as one self-contained SVG document.

        Raises OrderNotUnderstood for a province, a work, a kind of arrow or a layer that the map does not know.
        """
        written = ((layer, self._written(draw, given)) for layer, draw, given in self._pieces(scene))
        body = "".join(f'<g data-layer="{layer}">{piece}</g>' if layer else piece for layer, piece in written)
        width, height = self.viewbox.width, self.viewbox.height
        tags = {"data-lies": "wide" if self._atlas.turned else "upright", "data-steps": " ".join(map(str, STEPS))}
        return svg.document(body, width=width, height=height, label=label, tags=tags, style=self._atlas.style)

    def shapes(self, scene: Scene) -> list[Shape]:
        """The same map as shapes, for a medium other than SVG: a group for each layer."""
        return [
            Group([draw(*given) for _, draw, given in same], tags={"data-layer": layer} if layer else {})
            for layer, same in groupby(self._pieces(scene), key=lambda piece: piece[0])
        ]

    def _pieces(self, scene: Scene) -> Iterator[Piece]:
        """The pieces of the layers that are shown, from the bottom up. Provinces are always there, if only as paper."""
        self._check(scene)
        held = tuple(scene.holders.get(key) if "holders" in scene.layers else None for key in self._atlas.keys)
        for piece in self._all_pieces(scene, held):
            layer = piece[0]
            if layer in ("", "holders") or layer in scene.layers:
                yield piece

    def _all_pieces(self, scene: Scene, held: Held) -> Iterator[Piece]:
        """The ground, then each sheet with what stands upon it."""
        atlas = self._atlas
        yield "", layers.sea, (atlas,)
        if scene.links:
            yield "crossings", layers.crossings, (atlas,)
        yield "holders", layers.provinces, (atlas, held)
        yield "patterns", layers.weave, (atlas, held)
        yield "lords", layers.lords, (atlas, held)
        fresh = tuple(key for key in self._atlas.outlines if key in scene.fresh)
        if fresh:
            yield "fresh", layers.fresh, (atlas, held, fresh, atlas.main)
        yield "", layers.shore, (atlas,)
        yield "mountains", layers.relief, (atlas.main,)
        yield "roads", layers.roads, (atlas,)
        if atlas.turned:
            yield "", layers.compass, (atlas,)
        yield "", layers.selection, (scene.selected,)
        if crests := tuple(sorted({flag.crest for flag in scene.flags if flag.crest})):
            yield "flags", symbols.crests, (crests,)
        for sheet in atlas.sheets:
            if sheet is atlas.inset:
                shown = frozenset(scene.layers) & {"patterns", "lords", "roads"}
                yield "", layers.inset, (atlas, held, scene.selected, shown)
                if any(key in sheet.provinces for key in fresh):
                    yield "fresh", layers.fresh, (atlas, held, fresh, sheet)
                yield "mountains", layers.relief, (sheet,)
            yield from self._on_sheet(sheet, held, scene)

    def _on_sheet(self, sheet: Sheet, held: Held, scene: Scene) -> Iterator[Piece]:
        """Names, and all that stands or moves upon a sheet."""
        atlas, here = self._atlas, sheet.view.labels
        works = tuple(scene.castles.get(key, work) for key, work in atlas.works.items())
        standing = _by_province(scene.flags, here)
        room = sheet.view.standing({key: len(flags) for key, flags in standing.items()})
        if scene.arrows:
            yield "arrows", arrows, (atlas, sheet, tuple(scene.arrows))
        rooms = tuple(with_head(room[key]) for key in sorted(room)) if "flags" in scene.layers else ()
        yield "castles", layers.works, (atlas, sheet, held, works, rooms)
        for key in sorted(scene.buildings.keys() & here.keys()):
            yield "buildings", layers.buildings, (atlas, sheet, key, tuple(scene.buildings[key]))
        yield "labels", layers.labels, (atlas, sheet, held, rooms)
        for key in sorted(set(scene.unrest) & here.keys()):
            yield "unrest", layers.ember, (atlas, sheet, key, room.get(key))
        for key, flags in standing.items():
            yield "flags", layers.flags, (atlas, sheet, key, flags, room[key])
        for key, some in _by_province([one for one in scene.strengths if one.army is not None], here).items():
            flying = {flag.army for flag in standing.get(key, ())}
            if known := tuple(one for one in some if one.army in flying):
                yield "strengths", layers.strengths, (standing[key], known, room[key])
        if manned := tuple(one for one in scene.strengths if one.army is None and one.province in here):
            yield "strengths", layers.garrisons, (sheet, manned, rooms)
        planted = {(flag.army, flag.province) for flag in scene.flags if flag.army is not None}
        led = [one for one in scene.people if (one.army, one.province) in planted]
        for key, persons in _by_province(led, here).items():
            yield "people", layers.generals, (standing[key], persons, room[key])
        others = [one for one in scene.people if (one.army, one.province) not in planted]
        for key, persons in _by_province(others, here).items():
            yield "people", layers.visitors, (sheet, key, persons, room.get(key))
        for mark in scene.marks:
            if mark.province in here:
                yield "encounters", layers.clash, (atlas, sheet, mark, room.get(mark.province))

    @staticmethod
    def _write(draw: Callable[..., Shape], given: tuple[object, ...]) -> str:
        return svg.write(draw(*given))

    def _known(self, province: str, at: str) -> None:
        if province not in self._atlas.names:
            near = did_you_mean(province, self._atlas.names)
            raise OrderNotUnderstood(f'The map has no province "{province}".{near}', field=at)

    def _check(self, scene: Scene) -> None:
        """Raises OrderNotUnderstood for the first name, work, kind or layer the map does not know."""
        places = self._atlas.places
        for key in scene.holders:
            if key not in places:
                self._known(key, f"holders.{key}")
        for key, work in scene.castles.items():
            if key not in places:
                self._known(key, f"castles.{key}")
            if work not in WORKS:
                sentence = f'A work is "none", "castle" or "fortress", not "{work}".'
                raise OrderNotUnderstood(sentence, field=f"castles.{key}")
        standing: tuple[tuple[str, Sequence[Flag | Mark | PersonMark | Strength]], ...] = (
            ("flags", scene.flags), ("marks", scene.marks), ("people", scene.people), ("strengths", scene.strengths),
        )  # fmt: skip
        for name, things in standing:
            for index, one in enumerate(things):
                self._known(one.province, f"{name}.{index}.province")
        for index, march in enumerate(scene.arrows):
            self._known(march.start, f"arrows.{index}.start")
            self._known(march.end, f"arrows.{index}.end")
            if march.kind not in KINDS:
                sentence = f'An arrow shows what "moved" or is "planned", not "{march.kind}".'
                raise OrderNotUnderstood(sentence, field=f"arrows.{index}.kind")
        for key in (*scene.unrest, *([scene.selected] if scene.selected is not None else ())):
            self._known(key, "selected" if key == scene.selected else "unrest")
        for key in scene.fresh:
            self._known(key, "fresh")
        for key in scene.buildings:
            self._known(key, f"buildings.{key}")
        for layer in scene.layers:
            if layer not in LAYERS:
                near = did_you_mean(layer, LAYERS)
                raise OrderNotUnderstood(f'The map has no layer "{layer}".{near}', field="layers")


Standing = TypeVar("Standing", Flag, PersonMark, Strength)


def _by_province(all_of_them: Iterable[Standing], here: Collection[str]) -> dict[str, tuple[Standing, ...]]:
    """What stands in each of these provinces."""
    found = grouped((one.province, one) for one in all_of_them if one.province in here)
    return {key: tuple(some) for key, some in found.items()}
