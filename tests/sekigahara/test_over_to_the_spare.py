"""A spare takes over in the middle of a battle: every desk has there what it had, and the battle is fought on."""

from __future__ import annotations

import re

import pytest

from control.kernel.database.store import open_store
from control.kernel.opening import opened as opened_again
from control.kernel.proof.verify import verify
from control.kernel.spare.following import First, Spare
from control.kernel.spare.taking_over import take_over
from control.sekigahara.game import ROLES
from tests.kernel.spare.test_spare import FIRST, HERE, Wire
from tests.sekigahara.games import CODES, opened, play, signed_in, standing_in
from tests.sekigahara.test_desks import fought
from tests.tags import Html

PAGES = ("/table/", "/battle/", "/at-the-table/", "/journal/")


def read(app):
    """What every desk reads on its pages, without the line on how far behind the spare is."""
    found = {}
    for role in ROLES:
        browser = signed_in(app, role)
        for page in PAGES:
            answer = browser.get(page)
            words = " ".join(Html(answer.text).all("body")[0].words.split())
            found[role, page] = answer.status_code, re.sub(r"Spare −\d+\s*entries behind\s*", "", words)
    return found


@pytest.mark.parametrize("stage", ["deploy", "challenge", "answer", "lose", "retreat"])
def test_a_spare_that_takes_over_in_a_battle_has_the_pages_of_both_sides_and_of_the_umpire(
    room, app, tmp_path, monkeypatch, stage
):
    monkeypatch.setattr(First, "connected", lambda _first, _patience: Wire(app))
    spare = Spare(tmp_path / "spare.db", First(FIRST, CODES["umpire"]), "Second laptop", lambda: HERE)
    spare.begin()
    now = fought(room, 1, stage)
    while spare.step(wait=0).behind:
        pass
    before = read(app)
    take_over(spare)
    there = opened_again(open_store(spare.file, passing=True))
    try:
        assert standing_in(there)[1] == now
        assert read(opened(there)) == before
        play(there, 12)
        assert standing_in(there)[1].fight != now.fight
        assert verify(there).differences == ()
    finally:
        there.store.close()
        spare.close()
