"""Files that the command line writes, all of them or none: a disk may be full before the last."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from control.kernel.errors import OrderNotAllowed


@contextlib.contextmanager
def keeping_in(folder: Path) -> Iterator[Callable[[Mapping[str, bytes]], list[Path]]]:
    """Keeps files in a folder, all of them or none: what they would replace is put back if anything goes wrong. Raises
    OrderNotAllowed, before anything is made, if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".writing-", dir=folder) as aside:
            yield lambda files: kept(files, folder, Path(aside))
    except OSError as error:
        raise OrderNotAllowed(
            f"Cannot write into {folder}: {error.strerror}. Give another folder.", field="--out"
        ) from None


def kept(files: Mapping[str, bytes], folder: Path, aside: Path) -> list[Path]:
    """Write files ``aside``, and only when all are whole bring them into the folder."""
    places = [folder / name for name in files]
    for place in places:
        if place.is_dir():
            raise OrderNotAllowed(f"{place} is a folder. Give another folder, or move it away.", field="--out")
    for place, content in zip(places, files.values(), strict=True):
        (aside / place.name).write_bytes(content)
    with contextlib.ExitStack() as back:
        for place in places:
            if place.exists():
                back.callback(place.replace(aside / f"{place.name}.before").replace, place)
            else:
                back.callback(place.unlink, missing_ok=True)
            (aside / place.name).replace(place)
        back.pop_all()
    return places
