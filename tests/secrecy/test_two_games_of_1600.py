"""Two campaigns that differ only in what one side hides: the other side, and the wall, read the same bytes."""

from __future__ import annotations

import random
import re

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.kernel.proof.verify import verify
from control.sekigahara.game import ROLES, SEKIGAHARA
from control.sekigahara.play.standing_questions import as_columns
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.sides import OTHER, SIDES
from tests.sekigahara.games import AT, a_room, doing, next_act, order_of, signed_in, standing_in
from tests.sekigahara.test_sight import otherwise

KEY = re.compile(r'name="key" value="[^"]*"|As of [\d:]+|data-journal="\d+"')
OF_A_SIDE = ("/table/", "/table/over", "/battle/", "/table/move/osaka", "/table/?from=edo", "/board/about")
NUMBERED = ("/journal/", "/announcements/", "/announcements/banner", "/api/state", "/api/state/journal", "/live")
OF_ALL = ("/board/", "/board/over", "/board/ground.svg", "/display/view/board", "/display/view/battle")


def becomes(room, state):
    """Put a state into the game, past all actions."""
    with room.store.write() as session:
        row, secret = session.get_one(StateOfPlay, 1), session.get_one(Course, 1).secret
        for part, value in as_columns(state, secret).items():
            setattr(row, part, value)


def read(browser, pages):
    """What pages answer: status and bytes, but for what is new every time."""
    answers = [browser.get(page) for page in pages]
    return [(page, one.status_code, KEY.sub("", one.text)) for page, one in zip(pages, answers, strict=True)]


def differing(before, after):
    """The pages that differ, with where they begin to."""
    for (page, status, text), (_, other, changed) in zip(before, after, strict=True):
        if (status, text) != (other, changed):
            at = next((at for at, two in enumerate(zip(text, changed, strict=False)) if two[0] != two[1]), 0)
            yield page, status, other, text[max(0, at - 60) : at + 60], changed[max(0, at - 60) : at + 60]


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_what_a_side_hides_changes_no_byte_of_what_others_read(tmp_path, edition):
    room, chance, looked = a_room(tmp_path / "campaign.db", edition), random.Random(16), []
    app = OpenRoom(application_of(SEKIGAHARA), room)
    browsers, anybody = {side: signed_in(app, side) for side in SIDES}, app.test_client()
    for number in range(140):
        act = next_act(room, chance)
        if act is None:
            break
        campaign, now = standing_in(room)
        stage = now.fight.stage if now.fight else now.step
        if looked.count(stage) < (4 if stage == "deploy" else 1) and number > 3:
            looked.append(stage)
            told_to_all = read(anybody, OF_ALL)
            for hides in SIDES:
                before = read(browsers[OTHER[hides]], OF_A_SIDE) + told_to_all
                becomes(room, otherwise(campaign, now, hides, chance))
                after = read(browsers[OTHER[hides]], OF_A_SIDE) + read(anybody, OF_ALL)
                becomes(room, now)
                assert {status for _, status, _ in before} == {200}
                assert [*differing(before, after)] == []
        name, order = order_of(act)
        perform(room, Umpire(ROLES[act.side], act.side), name, order, key=f"act {number}", at=AT)
    assert len({*looked}) > 6
    room.store.close()


def whole(answer):
    """What was answered, of a stream its first event, but for what is new every time; numbers of the journal too."""
    body = next(iter(answer.response)) if answer.mimetype == "text/event-stream" else answer.text
    answer.close()
    body = body.decode() if isinstance(body, bytes) else body
    return re.sub(r'(name="key" value|data-sign-in)="[^"]*"|As of [\d:]+|/static/[^"]*', "", body)


@pytest.mark.parametrize("told", ["east", "west"])
def test_what_one_side_is_told_is_counted_in_no_number_of_the_other(tmp_path, told):
    rooms = [a_room(tmp_path / f"{name}.db") for name in ("quiet", "told")]
    for room, more in zip(rooms, (False, True), strict=True):
        do = doing(room)
        if more:
            said = do("umpire", "announcement.post", text="Tea is served.", desks=[told])
            do("umpire", "announcement.post", text="Only for you.", desks=[told])
            [one] = {change["key"][0] for change in said.changes if change["table"] == "announcement"}
            do(told, "announcement.read", announcement=one)
            do("umpire", "announcement.end", announcement=one)
            do("umpire", "journal.undo", entry=said.number + 1)
        do("umpire", "announcement.post", text="Lunch is at one.")
        do(OTHER[told], "announcement.read", announcement=1)
        act = next_act(room, random.Random(2))
        name, order = order_of(act)
        do("umpire", name, side=act.side, **order)
    apps = [OpenRoom(application_of(SEKIGAHARA), room) for room in rooms]
    for side in SIDES:
        browsers = [signed_in(app, side) for app in apps]
        pages = [[(page, 200, whole(one.get(page))) for page in (*OF_A_SIDE, *NUMBERED)] for one in browsers]
        apart = [*differing(*pages)]
        assert bool(apart) == (side == told), apart
    for room in rooms:
        assert verify(room).differences == ()
        room.store.close()
