"""The files of its scenario that a game carries."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.kernel.digests import digest_of, hash_of
from control.kernel.rows import ScenarioFile

HASHES = select(ScenarioFile.path, ScenarioFile.hash)


@asked_once
@kept
def digest_in(session: Session) -> str:
    """One number for all files that the game carries; empty for an older game, which carries none."""
    return digest_of({row.path: row.hash for row in session.execute(HASHES)})


def carried(files: Mapping[str, str]) -> list[ScenarioFile]:
    """The files of a scenario, as a new game carries them."""
    return [ScenarioFile(path=path, text=text, hash=hash_of(text)) for path, text in sorted(files.items())]


def files_in(session: Session) -> dict[str, str]:
    """Every file of the scenario, by its path."""
    found = session.execute(select(ScenarioFile.path, ScenarioFile.text).order_by(ScenarioFile.path))
    return {row.path: row.text for row in found}
