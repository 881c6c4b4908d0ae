"""The map of the country, drawn once from the scenario's geography.

``MapDrawing`` does all the slow work when it is made: projecting, simplifying, finding room for names and
flags. Each ``svg`` then only lays colours, flags and signs upon it. It is never told how large an army is, so a
map for the public cannot give it away.

The crowded home provinces are drawn a second time, enlarged, in an inset; their names and flags stand only
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from control.drawing import layers, svg
from control.drawing.atlas import HOME_PROVINCES, Atlas, Country
from control.drawing.layers import Holder
from control.drawing.shapes import Box, Point, Shape
from control.drawing.symbols import Flag, Mark
from control.rules.errors import OrderNotUnderstood, did_you_mean

__all__ = ["Flag", "Holder", "MapDrawing", "Mark"]

WORKS = ("none", "castle", "fortress")

Piece: TypeAlias = tuple[Callable[..., Shape], tuple[object, ...]]
"""A function that draws a layer, and what it is drawn from: equal pieces give equal drawings."""


class MapDrawing:
    """The map, ready to be coloured.

    ``home`` names the provinces of the inset; if one of them is missing, or none is named, there is no inset.
    """

    def __init__(self, scenario: Country, home: Sequence[str] = HOME_PROVINCES) -> None:
        self._atlas = Atlas(scenario, home)
        # From one request to the next most layers are the same; they are written only when they change.
        self._written = lru_cache(maxsize=256)(self._write)

    @property
    def viewbox(self) -> Box:
        """The sheet, from (0, 0)."""
        return self._atlas.main.frame

    def label_point(self, province: str) -> Point:
        """The middle of a province's label, which may be in the inset or out at sea."""
        key = self._known(province, "province")
        return self._atlas.sheet_of(key).view.labels[key].box.middle

    def centre(self, province: str) -> Point:
        """The innermost point of a province on the main map."""
        return self._atlas.pole(self._known(province, "province"))

    def svg(
        self,
        holders: Mapping[str, Holder | None],
        flags: Sequence[Flag] = (),
        castles: Mapping[str, str] | None = None,
        selected: str | None = None,
        marks: Sequence[Mark] = (),
        links: bool = True,
        label: str = "Map of the provinces and their holders",
    ) -> str:
        """The map as one self-contained SVG document.

        ``holders`` gives each province (and, if known, each place) its holder; one that is missing or None is
        drawn as plain paper. ``castles`` says "none", "castle" or "fortress" for provinces and places; what it
        does not name is as the scenario says. ``links`` draws the sea crossings.
        Raises OrderNotUnderstood for a province nobody knows.
        """
        pieces = self._pieces(holders, flags, castles or {}, selected, marks, links)
        body = "".join(self._written(*piece) for piece in pieces)
        width, height = self.viewbox.width, self.viewbox.height
        return svg.document(body, width=width, height=height, label=label, style=self._atlas.style)

    def shapes(
        self,
        holders: Mapping[str, Holder | None],
        flags: Sequence[Flag] = (),
        castles: Mapping[str, str] | None = None,
        selected: str | None = None,
        marks: Sequence[Mark] = (),
        links: bool = True,
    ) -> list[Shape]:
        """The same map as shapes, for a medium other than SVG."""
        pieces = self._pieces(holders, flags, castles or {}, selected, marks, links)
        return [draw(*given) for draw, given in pieces]

    def _pieces(
        self,
        holders: Mapping[str, Holder | None],
        flags: Sequence[Flag],
        castles: Mapping[str, str],
        selected: str | None,
        marks: Sequence[Mark],
        links: bool,
    ) -> Iterator[Piece]:
        """The layers from the bottom up."""
        self._check(holders, flags, castles, selected, marks)
        atlas = self._atlas
        held = tuple(holders.get(key) for key in atlas.keys)
        works = tuple(castles.get(key, work) for key, work in atlas.works.items())
        standing: dict[str, list[Flag]] = {}
        for flag in flags:
            standing.setdefault(flag.province, []).append(flag)
        yield layers.sea, (atlas,)
        if links:
            yield layers.crossings, (atlas,)
        yield layers.provinces, (atlas, held, selected)
        yield layers.land_marks, (atlas,)
        if selected is not None:
            yield layers.selection, (atlas, selected)
        for sheet in atlas.sheets:
            if sheet is atlas.inset:
                yield layers.inset, (atlas, selected if selected in sheet.provinces else None)
            yield layers.works, (atlas, sheet, held, works)
            yield layers.labels, (atlas, sheet, held)
            for key, army_flags in standing.items():
                if key in sheet.view.labels:
                    yield layers.flags, (atlas, sheet, key, tuple(army_flags))
            for mark in marks:
                if mark.province in sheet.view.labels:
                    yield layers.clash, (atlas, sheet, mark, len(standing.get(mark.province, ())))

    @staticmethod
    def _write(draw: Callable[..., Shape], given: tuple[object, ...]) -> str:
        return svg.write(draw(*given))

    def _known(self, province: str, field: str) -> str:
        if province not in self._atlas.names:
            near = did_you_mean(province, self._atlas.names)
            raise OrderNotUnderstood(f'The map has no province "{province}".{near}', field=field)
        return province

    def _check(
        self,
        holders: Iterable[str],
        flags: Sequence[Flag],
        castles: Mapping[str, str],
        selected: str | None,
        marks: Sequence[Mark],
    ) -> None:
        """Raises OrderNotUnderstood for the first name or work the map does not know."""
        places = self._atlas.places
        for key in holders:
            if key not in places:
                self._known(key, f"holders.{key}")
        for key, work in castles.items():
            if key not in places:
                self._known(key, f"castles.{key}")
            if work not in WORKS:
                sentence = f'A work is "none", "castle" or "fortress", not "{work}".'
                raise OrderNotUnderstood(sentence, field=f"castles.{key}")
        for index, flag in enumerate(flags):
            self._known(flag.province, f"flags.{index}.province")
        for index, mark in enumerate(marks):
            self._known(mark.province, f"marks.{index}.province")
        if selected is not None:
            self._known(selected, "selected")
