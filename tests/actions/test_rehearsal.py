"""Rehearsals: seasons of random orders, played by themselves, never break down, and their journal rebuilds the game."""

from __future__ import annotations

import pytest

from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.proof.verify import verify
from control.kernel.roles import STROKE
from control.kernel.undo.undo import actions_that, is_but_a_note
from control.sengoku.game import SENGOKU
from tests.actions.rehearsal import Rehearsal
from tests.games import Hall, close, copy_of, make_game


@pytest.mark.parametrize("seed", [11, 12])
def test_a_rehearsal_breaks_nothing_and_can_be_replayed_and_taken_back(hall, seed):
    start = what_undo_gives_back(hall)
    rehearsal = Rehearsal(hall, seed)
    for _ in range(2):
        rehearsal.season()
    for _ in range(6):
        rehearsal.families()
        rehearsal.shift()
    rehearsal.whole()
    assert len(rehearsal.done) > 100, "the umpires of this rehearsal hardly did anything"
    assert len(set(rehearsal.done)) > 25, set(SENGOKU.actions) - set(rehearsal.done)
    assert {"conquest.settle", "army.shift"} <= set(rehearsal.done)
    assert rehearsal.refused
    assert all(sentence.endswith((".", "?")) for sentence in rehearsal.refused)
    kinds = {row["kind"] for row in hall.rows("encounter")}
    assert "meeting" in kinds
    assert kinds & {"closed_province", "undefended"}
    assert rehearsal.numbers("battle", over=True)
    take_everything_back(hall)
    assert what_undo_gives_back(hall) == start
    assert verify(hall.room).differences == ()


def test_the_same_seed_plays_the_same_rehearsal(shipped, tmp_path):
    journals = []
    for name in ("one", "other"):
        hall = Hall(copy_of(make_game(tmp_path / f"{name}.new", shipped), tmp_path / f"{name}.db", shipped))
        rehearsal = Rehearsal(hall, 6, careful=0)
        for _ in range(70):
            rehearsal.something()
        journals.append([(one.action, one.desk, one.arguments, one.dice, one.sentence) for one in hall.entries()])
        close(hall.room)
    assert len(journals[0]) > 40
    assert journals[0] == journals[1]


def take_everything_back(hall: Hall) -> None:
    """Undo every entry that still stands, from the last one back; a code that was withdrawn does not come back, and
    what only told of something took nothing."""
    with hall.room.store.read() as session:
        taken_back = undone_numbers(session) | undone_numbers(session, apart=True)
    for entry in reversed(hall.entries()):
        if (
            entry.undoes is None
            and entry.number not in taken_back
            and entry.action not in actions_that(SENGOKU, "withdraws")
            and not is_but_a_note(entry)
        ):
            hall.undo(entry.number)


def what_undo_gives_back(hall: Hall) -> dict:
    """All rows but those an undo does not take back: who minds something, that those who were told of it hear that it
    is taken back, the codes of the desks, and umpires' own places, which are withdrawn instead."""
    return {
        key: {name: value for name, value in row.items() if name not in FORGOTTEN.get(key[0], ())}
        for key, row in hall.state().items()
        if key[0] not in ("claim", "notice", "notice_to") and not (key[0] == "desk" and STROKE in key[1])
    }


FORGOTTEN = {"desk": ("code", "issue", "since")}
"""What stays as it is when all is taken back: a withdrawn code does not come back."""
