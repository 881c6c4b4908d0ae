"""What one desk enters is counted by nothing that another keeps to itself, neither in its sentence nor on its pages,
and whoever tries numbers learns of no such thing from what he is refused."""

from __future__ import annotations

import re

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.sengoku.rules.desks import DESKS
from tests.conftest import sign_in
from tests.games import Hall, close
from tests.secrecy.test_two_days import AT, Day, difference, told

SERVICE = {"to": "emperor", "kind": "risk", "note": "a watch at the gate"}
CLAIM = {"kind": "constable", "province": "kai", "discovered": True}
UNSEEN = (
    ("bakufu", "service.record", {"clan": "bakufu", **SERVICE}),
    ("team", "service.record", {"clan": "takeda", **SERVICE}),
    ("team", "title.claim_falsely", {"character": "obu-toramasa", **CLAIM}),
    ("team", "honour.log", {"clan": "takeda", "points": 1, "note": "a poem"}),
)
"""What desks do that NPD Control may not know of."""
SEEN = (
    ("npd", "service.record", {"clan": "yuki", **SERVICE}),
    ("npd", "title.claim_falsely", {"character": "yuki-masakatsu", **CLAIM}),
    ("game", "ruling.record", {"text": "Tea counts as rice."}),
)


@pytest.fixture
def two_days(open_stage, tmp_path):
    """A day on which others did things unseen, and one on which they did not."""
    halls = [Hall(open_stage("start", tmp_path / f"{name}.db")) for name in ("quiet", "busy")]
    yield halls
    for hall in halls:
        close(hall.room)


def test_what_a_desk_enters_is_counted_by_nothing_that_others_did_unseen(two_days, app_of, monkeypatch):
    monkeypatch.setattr("control.kernel.actions.form_keys.secrets.token_hex", lambda _n=16: "0" * 16)
    for hall, more in zip(two_days, ((), UNSEEN), strict=True):
        day = Day(hall, False)
        for desk, name, order in more:
            perform(hall.room, Umpire(DESKS[desk], desk), name, order, key=f"unseen {desk} {name}", at=AT)
        for desk, name, order in SEEN:
            day.do(desk, name, **order)
    apps = [app_of(hall) for hall in two_days]
    for address in ("/services/", "/rulings/", "/journal/", "/now/", "/tell/", "/api/state"):
        quiet, busy = (told(app, "npd", address) for app in apps)
        assert quiet == busy, difference(quiet, busy)
    assert "Service" in sign_in(apps[0], "npd").get("/services/").text


def refused(app, desk, name, order):
    """What a desk is told that may not do this, but for the numbers that it named."""
    answer = sign_in(app, desk).post(f"/api/actions/{name}", json=order)
    return answer.status_code, re.sub(r"\d{3,}", "…", answer.get_json()["error"])


def test_what_another_desk_alone_may_know_to_be_told_is_refused_as_what_is_not_there(two_days, app_of):
    _, hall = two_days
    hall.do("call.issue", "bakufu", kind="points", clan="takeda", amount=1, season="1550-autumn")
    told_of = {table: row["id"] for (table, *_), row in hall.state().items() if table in ("notice", "notice_to")}
    app, missing = app_of(hall), 999_998
    assert min(told_of.values()) > 100_000, "these are numbers that nobody can count"
    for name, there, none in (
        ("notice.tell_all", {"notice": told_of["notice"], "last": 10**9}, {"notice": missing, "last": 10**9}),
        ("notice.tell", {"recipient": told_of["notice_to"], "told": False}, {"recipient": missing, "told": False}),
    ):
        assert refused(app, "npd", name, there) == refused(app, "npd", name, none)
        assert refused(app, "npd", name, none)[0] == 400
        assert sign_in(app, "team").post(f"/api/actions/{name}", json=there).status_code == 200
