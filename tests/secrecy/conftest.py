"""Days that are played beside one another, to be told apart by what they answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from control.kernel.open_room import OpenRoom
from tests.games import Hall, close


@pytest.fixture
def days_of(
    played_once: Callable[..., Hall],
    tmp_path: Path,
    app_of: Callable[[Hall], OpenRoom],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., list[OpenRoom]]]:
    """Plays days on from one of the STAGES, each in its own way (``hows``); their applications, in whose answers
    nothing is left to chance."""
    numbers = count()
    with ExitStack() as opened:

        def played(stage: str, play: Callable[..., object], *hows: tuple[object, ...]) -> list[OpenRoom]:
            halls = [played_once(tmp_path / f"{next(numbers)}.db", stage, play, *how) for how in hows]
            for hall in halls:
                opened.callback(close, hall.room)
            monkeypatch.setattr("control.kernel.actions.form_keys.secrets.token_hex", lambda _n=16: "0" * 16)
            return [app_of(hall) for hall in halls]

        yield played
