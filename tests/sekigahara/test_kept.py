"""What is kept of a campaign between two acts: nothing is opened or counted again, and whatever changes it is seen."""

from __future__ import annotations

import random

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.database.store import open_store
from control.kernel.scenarios.scenario_files import digest_in
from control.sekigahara.play import acted_questions, standing_questions
from control.sekigahara.play.acted_questions import acts_so_far
from control.sekigahara.play.standing_questions import state_now
from tests.games import ask
from tests.sekigahara.games import next_act, order_of, play, signed_in, standing_in

KEPT = (acts_so_far, digest_in, state_now)


def as_made_anew(room):
    """Whether each of these is what would be made of the tables now."""
    return [ask(room, one) == ask(room, one.__wrapped__.__wrapped__) for one in KEPT] == [True] * len(KEPT)


def test_what_is_kept_is_what_would_be_made_anew_whatever_is_done(room):
    assert as_made_anew(room)
    play(room, 12, watch=lambda _act, _entry: as_made_anew(room) or pytest.fail("an act was not seen"))
    before = standing_in(room)[1]
    acted = ask(room, acts_so_far)
    entry = play_one(room)
    assert standing_in(room)[1] != before
    perform(room, Umpire("Ana", "umpire"), "journal.undo", {"entry": entry.number, "force": "a slip"})
    assert standing_in(room)[1] == before
    assert ask(room, acts_so_far) != acted, "what was taken back is counted"
    assert as_made_anew(room)
    another_program = Room(open_store(room.store.file, passing=True), room.scenario)
    play_one(another_program)
    another_program.store.close()
    assert standing_in(room)[1] != before
    assert as_made_anew(room)


def play_one(room):
    """The entry of one act, under a key of its own."""
    act = next_act(room, random.Random(7))
    name, order = order_of(act)
    return perform(room, Umpire("Aki", act.side), name, order)


def test_pages_between_two_acts_open_what_is_sealed_once_and_put_no_question_together(app, room, monkeypatch):
    made = []
    for module, name in ((standing_questions, "open_text"), (acted_questions, "concerns")):
        does = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, does=does, name=name: made.append(name) or does(*given))
    acted_questions.counts.cache_clear()
    west = signed_in(app, "west")
    for _ in range(3):
        assert west.get("/table/").status_code == 200
    assert made.count("open_text") == len(standing_questions.SEALED)
    assert made.count("concerns") == 2
    play_one(room)
    made.clear()
    for _ in range(3):
        assert west.get("/table/").status_code == 200
    assert made == ["open_text"] * len(standing_questions.SEALED)
