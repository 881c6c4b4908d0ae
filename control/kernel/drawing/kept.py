"""The drawing of a scenario's map, kept on this machine: it takes a second and a half to make, and is the same until
the scenario's geography or the program that draws it changes.

What is kept is Python's own pickle in a folder of the user's alone; a folder that others may write is not read.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path

from control.kernel.cache import cache_folder, is_ours
from control.kernel.cache import keep as write
from control.kernel.drawing.maps.atlas import HOME_PROVINCES, Country
from control.kernel.drawing.maps.map import MapDrawing

MOST_KEPT = 12
"""Drawings kept side by side: two of each of a few scenarios and versions; the oldest go."""


def kept_drawing(
    country: Country,
    folder: Path | None = None,
    make: Callable[..., MapDrawing] = MapDrawing,
    *,
    turned: float = 0,
) -> MapDrawing:
    """The drawing of a country, upright or ``turned``, from the file where it was kept, or made now and kept for the
    next time.

    ``folder`` is by default the user's cache. Whatever is wrong with the file or the folder, there is a drawing.
    """
    file = (folder or cache_folder()) / f"{mark(country, turned)}.drawing"
    with contextlib.suppress(Exception):  # a torn file, another version's: it is made anew
        if is_ours(file.parent):
            drawing = pickle.loads(file.read_bytes())
            if isinstance(drawing, MapDrawing):
                return drawing
    drawing = make(country, turned=turned)
    with contextlib.suppress(OSError):
        keep(drawing, file)
    return drawing


def keep(drawing: MapDrawing, file: Path) -> None:
    """Write a drawing to its file, whole or not at all, and let the oldest go. Raises OSError."""
    write(pickle.dumps(drawing), file)
    for old in sorted(file.parent.glob("*.drawing"), key=lambda one: one.stat().st_mtime)[:-MOST_KEPT]:
        old.unlink(missing_ok=True)


def mark(country: Country, turned: float = 0) -> str:
    """A digest of what is drawn, how it is turned, and of the program that draws it."""
    geography = (
        country.provinces,
        country.places,
        country.borders,
        country.crossings,
        country.geometry,
        HOME_PROVINCES,
        turned,
    )
    return hashlib.sha256(repr(geography).encode() + program()).hexdigest()[:32]


@cache
def program() -> bytes:
    """A digest of the files that draw."""
    digest = hashlib.sha256()
    for file in files_that_draw():
        digest.update(file.read_bytes())
    return digest.digest()


def files_that_draw() -> list[Path]:
    """All of this room, the folders in it too."""
    return sorted(Path(__file__).parent.rglob("*.py"))
