"""Two umpires, one thing: the second who does the very same is told that it is done, and nothing is done twice; but for
what both want, or what is told by what his page showed. It is tried on every action in tests/actions/test_pairs.py, on
the game in which the first has just done it."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.screens.screens_questions import display_in_words
from control.kernel.rows import Display
from control.sengoku.game import SENGOKU
from control.sengoku.honour.honour_questions import board_preview
from control.sengoku.rows import Call, Commission, MarchOrder, News
from control.sengoku.world.bonds.calls_questions import answered

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
    "army.order_march": lambda hall, order: {"version": hall.get(MarchOrder, order["army"]).version},
    "board.release": lambda hall, order: {"seen": hall.ask(board_preview).seen},
    "call.answer": lambda hall, order: {"shown": hall.ask(stood_answered, order["call"])},
    "call.contingent": lambda hall, order: {"shown": hall.get(Call, order["call"]).army or 0},
    "covert.report": lambda hall, order: {"version": hall.get(Commission, order["commission"]).version},
    "display.point": lambda hall, order: {"shown": hall.ask(stood_on_the_wall, order["display"])},
    "locals.roll": lambda hall, order: {"rolls": len(hall.rows("reaction"))},
    "news.move": lambda hall, order: {"version": hall.get(News, order["item"]).version},
}
"""What may be meant a second time: by this field a form says what its page showed, here before the first did it. That
the forms send it is tried in tests/test_old_pages.py and in the tests of the chapters."""
OF_ONE = {"honour.log": "what waits for a second umpire was not done yet"}


def stood_answered(session, call):
    """A call's answer, as its page has it."""
    return answered(session.get_one(Call, call))


def stood_on_the_wall(session, display):
    """A display in words, as its page has it; nothing for one that is not there."""
    found = session.get(Display, display)
    return display_in_words(SENGOKU, found) if found else ""


def shown_before(hall, action, order):
    """What a form that is open says beside its order."""
    return SHOWN[action](hall, order) if action in SHOWN else {}


def second_is_told(hall, action, desk, order, shown):
    """After an action was done: a second umpire who does the very same, from a page that shows how it was, is told."""
    if action in BOTH_WANT or action in OF_ONE:
        return
    assert shown.keys() <= SENGOKU.actions[action].order.model_fields.keys(), "no form can send that"
    with hall.untouched(), pytest.raises(OrderError) as caught:
        perform(hall.room, Umpire("Jun", desk), action, {**order, **shown})
    assert isinstance(caught.value, (ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood))
    assert len(caught.value.sentence) > 10


def test_no_reason_is_given_for_an_action_that_is_no_more():
    assert {*BOTH_WANT, *SHOWN, *OF_ONE} <= {*SENGOKU.actions}


@pytest.mark.parametrize("name", sorted(name for name, one in SENGOKU.actions.items() if one.critical))
def test_game_control_may_force_whatever_waits_for_a_second_umpire(name):
    assert "force" in SENGOKU.actions[name].order.model_json_schema()["properties"], "Its force stands for both (R44)."


def test_a_death_by_covert_work_and_a_great_correction_are_forced_by_game_control_alone(hall):
    booked = hall.do("honour.log", "game", clan="takeda", points=9, note="a great day")
    hall.do("honour.correct", "game", honour=1, points=-9, reason="it was not his", force="we both saw it")
    hall.do("honour.level", "game", umpire=booked.umpire, points=12, reason="he is mean", force="we both saw it")
    hall.do("person.struck", "game", character="takeda-harunobu", effect="dead", how="poisoned tea", force="agreed")
    assert hall.rows("confirmation") == []
