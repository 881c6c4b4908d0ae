"""How far apart two colours are: CIEDE2000, for those who see all colours and for three kinds of those who do not.

The formula is that of the CIE (Sharma, Wu and Dalal, 2005, whose pairs are its tests); how colours look without one
kind of cones is reckoned as Machado, Oliveira and Fernandes (2009) do. Two colours 20 apart are told apart at a glance,
10 if one looks, below 5 hardly.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

from control.kernel.drawing.colours import light

Lab: TypeAlias = tuple[float, float, float]
Triple: TypeAlias = tuple[float, float, float]

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is left of red, green and blue light to each kind of sight."""
_XYZ: tuple[Triple, Triple, Triple] = (  # of sRGB, each row by the white it is seen beside (D65)
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def apart(one: str, other: str, sight: str = "normal") -> float:
    """How far apart two ``#rrggbb`` colours look to one kind of sight."""
    return difference(seen(one, sight), seen(other, sight))


@lru_cache(maxsize=65536)
def seen(colour: str, sight: str) -> Lab:
    """A colour as one kind of sight has it: lightness, green to red, blue to yellow."""
    whole = light(colour)
    left = [min(1.0, max(0.0, _dot(row, whole))) for row in SIGHTS[sight]]
    x, y, z = (_root(_dot(row, left)) for row in _XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000, with all of its weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    grey = 0.5 * (1 - _share((hypot(a1, b1) + hypot(a2, b2)) / 2))
    a1, a2 = a1 * (1 + grey), a2 * (1 + grey)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    if turn == -180:
        turn = 180.0
    hue = h1 + h2 if not c1 * c2 else h1 + turn / 2
    bright, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    by_light = (l2 - l1) / (1 + 0.015 * (bright - 50) ** 2 / sqrt(20 + (bright - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / (1 + 0.015 * chroma * t)
    blue = -2 * _share(chroma) * sin(radians(60 * exp(-((((hue % 360) - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + blue * by_chroma * by_hue)


def _share(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(angle: float) -> float:
    return cos(radians(angle))


def _dot(row: Triple, those: list[float]) -> float:
    return row[0] * those[0] + row[1] * those[1] + row[2] * those[2]


def _root(share: float) -> float:
    return float(share ** (1 / 3)) if share > 216 / 24389 else (share * 24389 / 27 + 16) / 116
