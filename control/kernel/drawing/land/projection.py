"""From longitude and latitude to the sheet: Lambert's conformal cone, as printed maps of Japan use it.

Conformal means that small shapes keep their form, so an enlarged inset looks as it does on the main map.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, log, pi, radians, sin, tan

from control.kernel.drawing.shapes import Box, Point
from control.kernel.values import dataclass

MERIDIAN = 136.0  # degrees east: upright on the sheet
PARALLELS = (33.0, 40.0)  # degrees north: true to scale


WIDE_MARGIN = 11.0  # units: on a wide screen the height is what is short


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
    """Lambert's cone fitted to a sheet of ``width`` by ``height`` units, the country ``turned`` clockwise by so many
    degrees."""

    width: float
    height: float
    scale: float
    offset: Point
    turned: float = 0

    @classmethod
    def fit(
        cls, places: Iterable[Point], *, width: float, margin: float, turned: float = 0, ratio: float = 0
    ) -> Projection:
        """The projection that shows all the places on a sheet that is of this width with north at its top. Turned, it
        is as high as it needs to be and at least ``ratio`` times as wide, with sea at its left; a unit is as far on the
        ground as before, so that signs and words are as large."""
        flat = [lambert(*place) for place in places]
        upright = Box.around(flat)
        scale = (width - 2 * margin) / upright.width
        margin = WIDE_MARGIN if turned else margin
        extent = Box.around([rotated(point, turned) for point in flat]) if turned else upright
        offset = margin - extent.x * scale, margin - extent.y * scale
        high = float(round(extent.height * scale + 2 * margin))
        if not turned:
            return cls(width, high, scale, offset)
        wide = max(extent.width * scale + 2 * margin, ratio * high)
        offset = wide - margin - extent.right * scale, offset[1]
        return cls(float(round(wide)), high, scale, offset, turned)

    def __call__(self, longitude: float, latitude: float) -> Point:
        """Degrees to units of the sheet."""
        x, y = rotated(lambert(longitude, latitude), self.turned)
        return x * self.scale + self.offset[0], y * self.scale + self.offset[1]


def rotated(point: Point, degrees: float) -> Point:
    """A point turned clockwise about the origin, y growing downwards."""
    if not degrees:
        return point
    angle = radians(degrees)
    return point[0] * cos(angle) - point[1] * sin(angle), point[0] * sin(angle) + point[1] * cos(angle)
