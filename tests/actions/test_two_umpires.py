"""Two umpires, one thing: the second who does the very same is told that it is done, and nothing is done twice; but for
what both want, or what is told by what his page showed."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from tests.actions.test_pairs import HAPPENS

BOTH_WANT = {
    "announcement.read": "each has read it himself",
    "clock.add_minute": "both see what the clock shows, and want a minute more; one too many is taken off again",
    "game.restored": "the note of it in the copy itself, which the program writes",
    "journal.look": "each has looked",
    "print.record": "each has paper of his own in hand",
    "reprint.add": "a cause more: the list shows a paper once",
    "table.check": "each has looked at the cloth map",
}
"""What may be done twice, and why."""
SHOWN = {
    "army.order_march": "version",
    "board.release": "seen",
    "call.answer": "shown",
    "call.contingent": "shown",
    "conquest.settle": "version",
    "covert.report": "version",
    "display.point": "shown",
    "locals.roll": "rolls",
    "news.move": "version",
}
"""What may be meant a second time: by this field a form says what its page showed. That the forms send it, and that it
is asked, is tried in tests/test_old_pages.py and in the tests of the chapters."""
OF_ONE = {"honour.log": "what waits for a second umpire was not done yet"}


@pytest.mark.parametrize("case", HAPPENS, ids=lambda case: case[1])
def test_the_second_of_two_umpires_is_told_what_the_first_has_done(hall_at, case):
    stage, action, desk, order, *_ = case
    hall = hall_at(stage)
    perform(hall.room, Umpire(DESKS[desk], desk), action, order)
    if action in {**BOTH_WANT, **SHOWN, **OF_ONE}:
        return
    with hall.untouched(), pytest.raises(OrderError) as caught:
        perform(hall.room, Umpire("Jun", desk), action, order)
    assert isinstance(caught.value, (ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood))
    assert len(caught.value.sentence) > 10


@pytest.mark.parametrize(("action", "field"), SHOWN.items())
def test_a_form_can_say_what_its_page_showed(action, field):
    assert field in SENGOKU.actions[action].order.model_fields


def test_no_reason_is_given_for_an_action_that_is_no_more():
    assert {*BOTH_WANT, *SHOWN, *OF_ONE} <= {*SENGOKU.actions}
