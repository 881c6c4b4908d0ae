"""What the command line does around a printing: it tells how far it is, and keeps all of its files or none."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from control.kernel.errors import OrderNotAllowed


def bar() -> Callable[[int, int, str], None]:
    """Shows how far a printing is, on one line of a terminal; in a file, a line for each kind."""
    told: list[str] = []

    def tell(done: int, total: int, words: str) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            full = "█" * (30 * done // total)
            print(f"\r[{full:30}] {done}/{total} {words:<30.30}", end=end, file=sys.stderr, flush=True)
        elif told[-1:] != [words]:
            told.append(words)
            print(f"[{done}/{total}] {words}".rstrip(), file=sys.stderr)

    return tell


@contextlib.contextmanager
def keeping_in(folder: Path) -> Iterator[Callable[[Mapping[str, bytes]], list[Path]]]:
    """Keeps PDFs in a folder, all of them or none: what they would replace is put back if anything goes wrong. Raises
    OrderNotAllowed, before anything is made, if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".printing-", dir=folder) as aside:
            yield lambda files: kept(files, folder, Path(aside))
    except OSError as error:
        raise OrderNotAllowed(
            f"Cannot write into {folder}: {error.strerror}. Give another folder.", field="--out"
        ) from None


def kept(files: Mapping[str, bytes], folder: Path, aside: Path) -> list[Path]:
    """Write PDFs ``aside``, and only when all are whole bring them into the folder."""
    places = [folder / f"{name}.pdf" for name in files]
    for place in places:
        if place.is_dir():
            raise OrderNotAllowed(f"{place} is a folder. Give another folder, or move it away.", field="--out")
    for place, pdf in zip(places, files.values(), strict=True):
        (aside / place.name).write_bytes(pdf)
    with contextlib.ExitStack() as back:
        for place in places:
            if place.exists():
                back.callback(place.replace(aside / f"{place.name}.before").replace, place)
            else:
                back.callback(place.unlink, missing_ok=True)
            (aside / place.name).replace(place)
        back.pop_all()
    return places
