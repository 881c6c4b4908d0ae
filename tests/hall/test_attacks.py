"""What the attacks on a hall go by, which are no tests themselves: they find again what they sent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games import CODES
from tests.hall import served
from tests.hall.fuzz import GENERAL, KINDS, asker_of
from tests.hall.served import Writers, kept_in, lost, until


def test_what_writers_entered_is_found_again_by_its_key_and_what_is_not_there_is_called_lost(app, hall, monkeypatch):
    def asked(_port, path, body, key, _host):
        headers = {"Authorization": f"Bearer {CODES['game']}", "Idempotency-Key": key}
        answer = app.test_client().post(path, data=json.dumps(body), headers=headers)
        return answer.status_code, answer.get_data(as_text=True)

    monkeypatch.setattr(served, "ask", asked)
    with Writers(0, many=1, pause=0.01) as at_work:
        until(lambda: len(at_work.acknowledged) >= 3)
    assert not at_work.other
    game = Path(hall.room.store.file)
    assert lost(at_work, game) == []
    assert set(kept_in(game).values()) == {entry.number for entry in hall.entries()}
    at_work.acknowledged["another-of-the-hall"] = 1
    assert lost(at_work, game) == ["another-of-the-hall"]


@pytest.mark.parametrize("stage", ["own code", "encounter"])
def test_every_role_of_the_fuzz_is_let_in(stage, hall_at, app_of):
    app = app_of(hall_at(stage))
    for number, role in enumerate(KINDS["sengoku"].roles):
        asker = asker_of(app, role, f"10.0.0.{number}")
        if role in KINDS["sengoku"].game.roles:
            assert f'data-desk="{role}"' in asker.browser.get("/", follow_redirects=True).text
        assert bool(asker.known) == (role == GENERAL and stage != "own code"), "there is no army yet"
