"""Fallback packs in the folders of the copies: the state on paper, written by itself at the end of a stretch if wished,
so that it can be printed from the stick on any machine when the laptop is dead."""

from __future__ import annotations

import contextlib
import re
import shutil
from datetime import datetime
from pathlib import Path

from control.kernel.copies.files import PART, checksum, keep_on_disk, moment_of, stamp_after
from control.kernel.errors import NotKept
from control.kernel.journal.safety_questions import STRETCH, InAStretch, Moment, off_a_name
from control.kernel.values import dataclass

NAME = re.compile(
    rf"(?P<day>\d{{4}}-\d\d-\d\d)_(?P<time>\d{{6}}-\d{{3}})_fallback_(?P<stretch>{STRETCH})_entry-(?P<number>\d+)\.pdf"
)
KEPT = 12
"""So many packs are kept; nobody goes on from an older one."""


@dataclass(frozen=True)
class Pack(InAStretch):
    """A fallback pack that was written: when, and of which stretch and journal entry it is; ``size`` in bytes."""

    path: Path
    made: datetime
    stretch: str
    number: int
    size: int

    @property
    def name(self) -> str:
        """Its file's name."""
        return self.path.name


def packs_in(folder: Path) -> list[Pack]:
    """The packs in a folder, newest first; none where it cannot be read."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if read := NAME.fullmatch(path.name):
                made = moment_of(path, read["day"], read["time"])
                found.append(Pack(path, made, off_a_name(read["stretch"]), int(read["number"]), path.stat().st_size))
    return sorted(found, key=lambda pack: pack.name, reverse=True)


def keep_pack(folder: Path, pdf: bytes, at: Moment) -> Pack:
    """Write a pack into a folder, whole or not at all, and let the oldest go. Raises OSError."""
    folder.mkdir(exist_ok=True)
    stamp = stamp_after(one.name for one in packs_in(folder))
    path = folder / f"{stamp}_fallback_{at.slug}_entry-{at.number:06d}.pdf"
    part = folder / f".{path.name}{PART}"
    try:
        part.write_bytes(pdf)
        keep_on_disk(part)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    thin(folder)
    return packs_in(folder)[0]


def carry_packs(folder: Path, to: Path) -> None:
    """Bring the packs of a folder to another one. Raises OSError, or NotKept if something else arrives there."""
    for pack in packs_in(folder):
        there = to / pack.name
        if there.exists():
            continue
        part = to / f".{pack.name}{PART}"
        try:
            shutil.copyfile(pack.path, part)
            keep_on_disk(part)
            if checksum(part) != checksum(pack.path):
                raise NotKept(f"What arrived in {to.parent} is not what was sent. Take another stick.")
            part.rename(there)
        finally:
            part.unlink(missing_ok=True)
    thin(to)


def thin(folder: Path) -> None:
    """Keep the newest packs of a folder."""
    for pack in packs_in(folder)[KEPT:]:
        with contextlib.suppress(OSError):
            pack.path.unlink()
