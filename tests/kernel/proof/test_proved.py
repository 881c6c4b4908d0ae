"""What was proved of a game is not proved again, unless it is asked for, or is no longer the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from control import cli
from control.kernel.proof import proved
from control.kernel.proof import verify as verifying
from tests.games import Hall, close


@pytest.fixture
def hall(open_stage, tmp_path, monkeypatch):
    """A game, and a folder of its own for what is kept on this machine."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = Hall(open_stage("start", tmp_path / "game.db"))
    for spot in range(4):
        found.do("honour.log", "team", clan="oda", reason="event", note=f"the {spot}th", twice=True)
    yield found
    close(found.room)


@pytest.fixture
def played_again(monkeypatch):
    """The entries that are played again."""
    found = []
    carry_out = verifying.carry_out

    def noted(session, room, umpire, wanted, *given):
        found.append(wanted.name)
        return carry_out(session, room, umpire, wanted, *given)

    monkeypatch.setattr(verifying, "carry_out", noted)
    return found


def proof(hall):
    """A proof that goes on from the last one."""
    return verifying.verify(hall.room, proved.proved_of(hall.room))


@pytest.mark.parametrize("column", [*proved.REPLAYED, *proved.GIVEN])
def test_an_entry_that_differs_in_anything_is_not_the_one_that_was_proved(hall, column):
    entry = hall.entries()[-1]
    other = type(entry)(**{**entry.as_dict(), column: "something else"})
    assert proved.same([entry], [type(entry)(**entry.as_dict())])
    assert not proved.same([entry], [other])


def test_only_what_was_not_proved_is_played_again(hall, played_again):
    first = proof(hall)
    assert (first.same, first.proved) == (True, 0)
    played_again.clear()
    hall.do("figure.correct", "game", kind="province", id="kai", field="raised", value=2, reason="counted again")
    again = proof(hall)
    assert (again.same, again.proved, again.entries) == (True, first.entries, first.entries + 1)
    assert played_again == ["figure.correct"]
    assert verifying.verify(hall.room).same
    assert len(played_again) == 1 + again.entries


def test_with_other_codes_of_desks_which_stand_in_no_entry_all_is_proved_anew(hall):
    proof(hall)
    with hall.room.store.engine.begin() as file:
        file.exec_driver_sql("UPDATE desk SET code = 'zzzzzz' WHERE key = 'map'")
    again = proof(hall)
    assert (again.same, again.proved) == (True, 0)


def test_an_entry_that_was_changed_since_is_found(hall, played_again):
    proof(hall)
    with hall.room.store.engine.begin() as file:
        file.exec_driver_sql("UPDATE journal SET sentence = 'Nothing happened.' WHERE number = 2")
    found = proof(hall)
    assert not found.same
    assert found.proved == 0
    assert "Entry 2" in found.differences[0]
    assert found.differences == verifying.verify(hall.room).differences


def test_a_row_that_was_changed_since_is_found(hall):
    proof(hall)
    with hall.room.store.engine.begin() as file:
        file.exec_driver_sql("UPDATE province SET raised = 4 WHERE id = 'kai'")
    assert "province kai, raised" in proof(hall).differences[0]


def test_what_could_not_be_proved_is_not_kept(hall, played_again):
    with hall.room.store.engine.begin() as file:
        file.exec_driver_sql("UPDATE province SET raised = 4 WHERE id = 'kai'")
    assert not proof(hall).same
    assert proof(hall).proved == 0


def test_what_is_kept_is_for_nobody_else(hall):
    proof(hall)
    kept = proved.proved_of(hall.room).file
    assert (kept.stat().st_mode & 0o077, kept.parent.stat().st_mode & 0o077) == (0, 0)
    kept.parent.chmod(0o777)
    assert proof(hall).proved == 0
    kept.parent.chmod(0o700)
    kept.write_bytes(b"no game")
    assert proof(hall).same


def test_what_was_proved_with_other_tables_is_proved_anew(hall):
    proof(hall)
    others = replace(proved.proved_of(hall.room), tables="0001")
    assert verifying.verify(hall.room, others).proved == 0


def test_the_command_goes_on_and_proves_all_if_asked(hall, capsys):
    file = str(hall.room.store.file)
    close(hall.room)
    told = []
    for more in ([], [], ["--all"]):
        assert cli.main(["verify", "--game", file, *more]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert [one.get("proved_before", 0) for one in told] == [0, told[0]["entries"], 0]
