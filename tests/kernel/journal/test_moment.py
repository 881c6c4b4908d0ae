"""Where a journal is, counted on from where it was lately: the same as counted from its beginning."""

from __future__ import annotations

import contextlib
import shutil

import pytest
from sqlalchemy import func, select

from control.kernel.actions import registry
from control.kernel.database import lately
from control.kernel.database.lately import Lately
from control.kernel.journal.moment import ASKED, AT_HAND, the_moment
from control.kernel.journal.numbering_questions import unheard_at
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from control.kernel.rows import JournalEntry
from tests.games import Full


@pytest.fixture(autouse=True)
def _remembered_after_each(monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)


def hush(hall):
    """Three entries, of which one only some desks may know of."""
    for _ in range(2):
        hall.correct("province", "kai", "raised", 1 + len(hall.entries()) % 5)
    hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="a border")


def counts(hall):
    """What the moment says, and what the journal has, counted from its beginning."""
    with hall.room.store.read() as session:
        said = the_moment(session)
        for desk in ("map", "team"):
            numbers = session.scalars(select(JournalEntry.number).where(JournalEntry.heard_by.not_like(f"% {desk} %")))
            assert unheard_at(session, desk) == tuple(numbers.all())
        by = select(JournalEntry.heard_by, func.count()).where(JournalEntry.heard_by.is_not(None))
        return dict(said.hushed), dict(session.execute(by.group_by(JournalEntry.heard_by)).all()), said.journal


def test_what_only_some_desks_may_know_of_is_counted_on(hall):
    for times in range(1, 4):
        hush(hall)
        said, has, journal = counts(hall)
        assert said == has != {}
        assert journal == 3 * times == lately.lately(hall.room.store.engine, "hushed").number


def test_a_journal_that_was_set_back_is_counted_from_its_beginning(hall, tmp_path):
    hush(hall)
    before = counts(hall)
    hall.room.store.settle()
    shutil.copy(hall.room.store.file, tmp_path / "before.db")
    hush(hall)
    assert counts(hall) != before
    hall.room.store.engine.dispose()
    shutil.copy(tmp_path / "before.db", hall.room.store.file)
    assert counts(hall) == before
    for _ in range(2):  # as long as the other was, and longer, with other keys
        hush(hall)
        said, has, _ = counts(hall)
        assert said == has


def test_an_entry_that_was_counted_and_not_kept_counts_no_more(hall):
    hush(hall)

    with contextlib.suppress(Full), hall.room.store.write() as session:
        session.add(JournalEntry(**{**session.get_one(JournalEntry, 3).as_dict(), "number": 4, "key": "another"}))
        session.flush()
        assert sum(the_moment(session).hushed.values()) == 1 + sum(dict(before := counts(hall)[0]).values())
        raise Full
    assert counts(hall)[0] == before
    hush(hall)
    said, has, _ = counts(hall)
    assert said == has


def test_what_was_counted_of_another_journal_is_not_taken(hall):
    hush(hall)
    lately.KEPT[hall.room.store.engine]["hushed"] = Lately(2, "a key of another game", {" game map ": 40})
    lately.KEPT[hall.room.store.engine]["unheard", "map"] = Lately(2, "a key of another game", (1, 2))
    said, has, _ = counts(hall)
    assert said == has


def test_two_who_mind_the_same_part_are_each_counted_for_by_name(hall):
    hush(hall)
    with hall.room.store.write() as session:
        one = session.get_one(JournalEntry, 3).as_dict()
        session.add(JournalEntry(**{**one, "number": 4, "key": "by Aki", "heard_by": " =Aki game team "}))
    found = {}
    for name in ("Aki", "Ben"):
        found[name] = hall.ask(unheard_at, Seat("team", name, ["takeda"]))
    assert found["Ben"] == (*found["Aki"], 4)


@pytest.mark.parametrize("stage", ["spied", "intercepted", "own code", "waiting", "filed", "decided"])
def test_the_moment_after_an_entry_is_the_one_that_asking_tells(hall_at, monkeypatch, stage):
    hall, go_on, found = hall_at(stage), registry.go_on, []

    def looked_at(session, now, entry):
        go_on(session, now, entry)
        if (after := session.info[AT_HAND]) is None:
            assert any(change["table"] in ASKED for change in entry.changes)
            return
        told = the_moment(session)
        assert after == told
        found.append((entry.number, told.apart, told.hushed))

    monkeypatch.setattr(registry, "go_on", looked_at)
    for many in (1, 2):
        hall.correct("province", "kai", "raised", many)
    assert verify(hall.room).same
    assert len({number for number, *_ in found}) > 1


def test_a_moment_whose_entry_was_taken_back_with_its_step_is_asked_anew(hall):
    hush(hall)
    with hall.room.store.write() as session:
        before = the_moment(session)
        with contextlib.suppress(ValueError), session.begin_nested():
            session.info[AT_HAND] = before._replace(journal=before.journal + 1)
            raise ValueError
        assert registry.moment_of_entry(session) == before
