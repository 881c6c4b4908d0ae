"""Where a journal is, counted on from where it was lately: the same as counted from its beginning."""

from __future__ import annotations

import contextlib
import shutil

import pytest
from sqlalchemy import func, select

from control.kernel import moment
from control.kernel.moment import Counted, the_moment
from control.kernel.rows import JournalEntry


@pytest.fixture(autouse=True)
def _remembered_after_each(monkeypatch):
    monkeypatch.setattr(moment, "A_STRETCH", 1)


def hush(hall):
    """Three entries, of which one only some desks may know of."""
    hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="a border")
    for _ in range(2):
        hall.correct("province", "kai", "raised", 1 + len(hall.entries()) % 5)


def counts(hall):
    """What the moment says, and what the journal has, counted from its beginning."""
    with hall.room.store.read() as session:
        said = the_moment(session)
        by = select(JournalEntry.heard_by, func.count()).where(JournalEntry.heard_by.is_not(None))
        return dict(said.hushed), dict(session.execute(by.group_by(JournalEntry.heard_by)).all()), said.journal


def test_what_only_some_desks_may_know_of_is_counted_on(hall):
    for times in range(1, 4):
        hush(hall)
        said, has, journal = counts(hall)
        assert said == has != {}
        assert journal == 3 * times == moment.LATELY[hall.room.store.engine].number


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

    class Full(Exception):
        """As a disk that is."""

    with contextlib.suppress(Full), hall.room.store.write() as session:
        session.add(JournalEntry(**{**session.get_one(JournalEntry, 1).as_dict(), "number": 4, "key": "another"}))
        session.flush()
        assert sum(the_moment(session).hushed.values()) == 1 + sum(dict(before := counts(hall)[0]).values())
        raise Full
    assert counts(hall)[0] == before
    hush(hall)
    said, has, _ = counts(hall)
    assert said == has


def test_what_was_counted_of_another_journal_is_not_taken(hall):
    hush(hall)
    moment.LATELY[hall.room.store.engine] = Counted(2, "a key of another game", {" game map ": 40})
    said, has, _ = counts(hall)
    assert said == has
