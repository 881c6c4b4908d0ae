"""From longitude and latitude to the sheet: Lambert's conformal cone, as printed maps of Japan use it.

Conformal means that small shapes keep their form, so an enlarged inset looks as it does on the main map.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, log, pi, radians, sin, tan

from control.kernel.drawing.shapes import Box, Point

MERIDIAN = 136.0  # degrees east: upright on the sheet
PARALLELS = (33.0, 40.0)  # degrees north: true to scale


def _stretch(latitude: float) -> float:
    return tan(pi / 4 + latitude / 2)


_LOW, _HIGH = map(radians, PARALLELS)
_CONE = log(cos(_LOW) / cos(_HIGH)) / log(_stretch(_HIGH) / _stretch(_LOW))
_RADIUS = cos(_LOW) * _stretch(_LOW) ** _CONE / _CONE


def lambert(longitude: float, latitude: float) -> Point:
    """Degrees to the plane in radii of the earth, y growing southwards."""
    distance = _RADIUS / _stretch(radians(latitude)) ** _CONE
    angle = _CONE * radians(longitude - MERIDIAN)
    return distance * sin(angle), distance * cos(angle)


@dataclass(frozen=True)
class Projection:
    """Lambert's cone fitted to a sheet of ``width`` by ``height`` units."""

    width: float
    height: float
    scale: float
    offset: Point

    @classmethod
    def fit(cls, places: Iterable[Point], *, width: float, margin: float) -> Projection:
        """The projection that shows all the places on a sheet of this width, as high as it needs to be."""
        extent = Box.around([lambert(*place) for place in places])
        scale = (width - 2 * margin) / extent.width
        offset = margin - extent.x * scale, margin - extent.y * scale
        return cls(width, float(round(extent.height * scale + 2 * margin)), scale, offset)

    def __call__(self, longitude: float, latitude: float) -> Point:
        """Degrees to units of the sheet."""
        x, y = lambert(longitude, latitude)
        return x * self.scale + self.offset[0], y * self.scale + self.offset[1]
