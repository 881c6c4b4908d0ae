"""Undo takes an entry back whole, or refuses and says which entry stands in the way."""

from __future__ import annotations

import contextlib

import pytest
from sqlalchemy import event, select, update

from control.kernel.actions.world import Umpire
from control.kernel.database import lately
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed
from control.kernel.journal.audience import may_read
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry, Touch
from control.kernel.undo.undo import in_steps, obstacle, resting_first, why_not
from control.kernel.undo.wake import trace_of, wake_of
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Province, SeasonTick
from control.sengoku.rules.desks import DESKS
from tests.actions.test_pairs import FOR_GOOD, HAPPENS
from tests.games import Full

OWN = "honour"
"""A stage at which several desks do something, and no die is thrown."""
UNDONE = [case for case in HAPPENS if case[1] not in FOR_GOOD]


@pytest.mark.parametrize("stage", sorted({case[0] for case in UNDONE}))
def test_undo_restores_the_whole_state_and_redo_brings_it_back(hall_at, stage):
    """One game for all actions of a stage, since each of them is taken back; in the end it is replayed as one."""
    hall = hall_at(stage)
    before = hall.state()
    for _, action, desk, arguments, *_ in (case for case in UNDONE if case[0] == stage):
        entry = hall.do(action, desk, **arguments)
        after = hall.state()
        assert after != before, action
        undo = hall.undo(entry.number)
        assert undo.undoes == entry.number
        assert undo.audience == entry.audience, "who may not read an entry learns nothing from its being taken back"
        assert hall.state() == before, action
        redo = hall.undo(undo.number)
        assert redo.audience == entry.audience
        assert hall.state() == after, action
        hall.undo(redo.number)
        assert hall.state() == before, action
    assert verify(hall.room).differences == ()


def test_every_kind_of_action_is_undone_above():
    assert {case[1] for case in UNDONE} == {*SENGOKU.actions} - {*FOR_GOOD}


def test_a_desk_takes_back_what_it_did_itself_and_needs_no_reason(hall_at):
    hall = hall_at(OWN)
    before = hall.state()
    for _, action, desk, arguments, *_ in (case for case in UNDONE if case[0] == OWN):
        hall.undo(hall.do(action, desk, **arguments).number, desk, force="")
        assert hall.state() == before, action


def test_an_undone_entry_stays_in_the_journal_and_counts_as_taken_back(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    hall.undo(1)
    first, second = hall.entries()
    assert first.sentence.startswith("Takeda raised 1 counter in Kai.")
    assert second.sentence == "Taken back: entry 1, “Takeda raised 1 counter in Kai. Reason: a test needs them.”"
    assert hall.ask(undone_numbers) == {1}


def test_undone_twice_is_refused(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    hall.undo(1)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=1)
    assert (error.field, error.sentence) == ("entry", "Entry 1 is taken back already.")


def test_an_undone_entry_that_was_brought_back_can_be_undone_again(hall):
    start = hall.state()
    hall.do("garrison.raise", province="kai", troops=1)
    redo = hall.undo(hall.undo(1).number)
    assert hall.state() != start
    hall.undo(1)
    assert hall.state() == start
    assert hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=redo.number).field == "entry"


def test_what_was_taken_back_does_not_come_back_over_another_or_without_what_it_belongs_to(hall):
    hall.do("garrison.raise", province="kai", troops=4)
    formed = hall.do("army.form", general="takeda-harunobu", province="kai", troops=4)
    ordered = hall.march(1, "shinano")
    away = hall.undo(ordered.number)
    again_away = hall.undo(hall.march(1, "suruga").number)
    assert [why(hall, one.number) for one in (away, again_away)] == ["", ""]
    back = hall.undo(away.number)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=again_away.number)
    assert (error.field, error.sentence[:45]) == ("entry", "There is another march order in its place by ")
    assert why(hall, again_away.number) == error.sentence
    away = hall.undo(back.number)
    hall.undo(formed.number)
    for one in (away, again_away):
        error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=one.number)
        assert (error.field, "what it belongs to is gone" in error.sentence) == ("entry", True)
        assert "belongs to what is gone" in why(hall, one.number), one.number
    error = hall.refuse(OrderNotAllowed, "journal.rewind", "game", entry=away.number, goes=[])
    assert "what it belongs to is gone" in error.sentence
    assert verify(hall.room).differences == ()


def test_what_came_back_does_not_go_again_while_something_that_came_back_as_well_belongs_to_it(hall):
    hall.do("player.add", "game", name="Emil Weber", clan="takeda", arrived=True)
    hall.do("part.cast", "game", character="takeda-harunobu", player=1)
    freed = hall.do("part.free", "game", character="takeda-harunobu")
    struck = hall.do("player.remove", "game", player=1)
    back, part = hall.undo(struck.number), hall.undo(freed.number)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=back.number)
    assert (error.field, error.sentence[:75]) == (
        "entry", "The player cannot go again: something that came back as well belongs to it."
    )  # fmt: skip
    hall.undo(part.number)
    hall.undo(back.number)
    assert verify(hall.room).differences == ()


def why(hall, number):
    """Why Game Control is not offered to take an entry back."""
    game = Umpire("Game Control", "game")
    return hall.ask(lambda session: why_not(session, [number], game, undone_numbers(session)))[number].sentence


def test_undo_refuses_while_a_later_entry_depends_and_names_it(hall):
    hall.do("garrison.raise", province="kai", troops=2)
    hall.do("army.form", general="takeda-harunobu", province="kai", troops=1)
    error = hall.refuse(OrderNotAllowed, "journal.undo", entry=1)
    assert error.sentence == (
        "Entry 2, “Takeda Harunobu formed army A1-3 of 1 counter in Kai.”, depends on it. Take that back first."
    )
    hall.undo(2)
    hall.undo(1)
    assert ("garrison", 1) not in hall.state()


def test_a_row_that_changed_without_an_entry_is_not_set_back_over(hall):
    hall.correct("province", "kai", "raised", 1)
    with hall.room.store.write() as session:  # as somebody would who opens the file beside the game
        session.get_one(Province, "kai").raised = 3
    assert "has changed since" in hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=1).sentence
    assert hall.get(Province, "kai").raised == 3


def test_what_was_taken_back_meanwhile_hides_no_later_entry_that_depends(hall):
    hall.do("garrison.raise", province="kai", troops=2)
    hall.undo(hall.do("garrison.raise", province="kai", troops=1).number)
    last = hall.do("garrison.raise", province="kai", troops=1)
    assert hall.refuse(OrderNotAllowed, "journal.undo", entry=1).sentence.startswith(f"Entry {last.number}, ")
    hall.undo(last.number)
    hall.undo(1)
    assert ("garrison", 1) not in hall.state()


def test_a_phase_taken_back_hides_none_that_was_run_again(hall):
    entry = hall.march(hall.an_army("takeda", "kai", experience=4), "shinano")
    hall.undo(hall.phases(1).number)
    again = hall.phases(1)
    assert f"Entry {again.number}, " in hall.refuse(OrderNotAllowed, "journal.undo", entry=entry.number).sentence
    hall.undo(again.number)
    hall.undo(entry.number)


def test_a_page_of_the_journal_tells_of_each_entry_what_undoing_it_finds_in_the_way(hall, monkeypatch):
    """The page asks it of many at once, and goes on from what it found before."""
    monkeypatch.setattr(lately, "A_STRETCH", 1)

    def found() -> dict[int, int]:
        with hall.room.store.read() as session:
            gone, entries = undone_numbers(session), list(session.scalars(select(JournalEntry)))
            told = resting_first(session, entries, gone, "game")
            for one in entries:
                other = obstacle(session, one, gone)
                assert told[one.number] == (other.number if other else 0), one.sentence
            return told

    hall.kawanakajima()
    gift = hall.do("account.give", "team", clan="takeda", to="uesugi", kind="gift", points=1).number
    raised = hall.do("garrison.raise", province="hida", troops=1).number
    hall.phases(1)
    assert found()[raised] == found()[gift] == 0
    ends = []
    for _ in range(4):
        ends.append(hall.next_season().number)
        hall.undo(hall.do("garrison.raise", province="musashi", troops=1).number)
        told = found()
    assert told[gift] == ends[2], "the seasons before only moved the game on; with this one the year ended"
    for end in reversed(ends[2:]):
        hall.undo(end)
    assert found()[gift] == 0


def test_what_was_found_to_rest_on_an_entry_holds_for_no_other_journal(hall, monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    raised = hall.do("garrison.raise", province="satsuma", troops=1)

    def first(session) -> int:
        return resting_first(session, [session.get_one(JournalEntry, raised.number)], set(), "game")[raised.number]

    with contextlib.suppress(Full), hall.room.store.write() as session:
        one = session.get_one(JournalEntry, raised.number).as_dict()
        changes = [{"table": "garrison", "key": [1], "before": {}, "after": {}}]
        session.add(JournalEntry(**{**one, "number": 2, "key": "another", "changes": changes}))
        session.add(Touch(entry=2, table="garrison", key="1", changed=True))
        session.flush()
        assert first(session) == 2
        raise Full
    hall.do("garrison.raise", province="kai", troops=1)
    assert hall.ask(first) == 0, "the second entry is another one"


def test_what_rested_on_an_entry_rests_on_it_again_when_it_is_done_again(hall, monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    first, second = (hall.do("garrison.raise", province="kai", troops=1).number for _ in range(2))

    def rests() -> int:
        with hall.room.store.read() as session:
            entry, gone = session.get_one(JournalEntry, first), undone_numbers(session)
            return resting_first(session, [entry], gone, "game")[first]

    assert rests() == second
    undo = hall.undo(second)
    assert rests() == 0
    hall.undo(undo.number)
    assert rests() == second


def test_what_rests_on_an_entry_is_looked_for_once_at_each_desk(hall, monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    kai, echigo = (hall.do("garrison.raise", province=one, troops=1).number for one in ("kai", "echigo"))
    looks = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: looks.append("touch" in given[2]))

    def looked(number: int, desk: str) -> bool:
        looks.clear()
        with hall.room.store.read() as session:
            resting_first(session, [session.get_one(JournalEntry, number)], undone_numbers(session), desk)
        return any(looks)

    asked = [(kai, "game"), (kai, "map"), (echigo, "game")]
    assert [looked(*one) for one in asked] == [True] * 3
    assert [looked(*one) for one in asked] == [False] * 3


def test_a_later_entry_about_something_else_is_no_hindrance(hall):
    hall.do("garrison.raise", province="kai", troops=2)
    hall.do("garrison.raise", province="echigo", troops=2)
    hall.do("journal.undo", entry=1)
    assert hall.state()[("province", "echigo")]["raised"] == 2


def test_other_desks_do_not_read_in_a_refusal_what_map_control_did(hall):
    hall.do("garrison.raise", "npd", province="shimosa", troops=1)
    hall.do("garrison.raise", "map", province="shimosa", troops=1, twice=True)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "npd", entry=1)
    assert error.sentence == "Entry 2, made at Map Control, depends on it. Take that back first."


def test_a_desk_takes_back_its_own_entries_only(hall):
    hall.do("garrison.raise", province="kai", troops=2)
    error = hall.refuse(NotThisDesk, "journal.undo", "team", entry=1)
    assert error.sentence == "Entry 1 was made at Map Control; it is undone there or by Game Control."
    hall.do("garrison.raise", "game", province="hida", troops=1)
    error = hall.refuse(NotThisDesk, "journal.undo", "map", entry=2)
    assert error.sentence == "Entry 2 was made at Game Control; it is undone there."
    hall.do("journal.undo", "map", entry=1)


def test_an_order_cannot_be_undone_once_a_phase_was_run_on_it(hall):
    army = hall.an_army("takeda", "kai", experience=4)
    entry = hall.march(army, "shinano", "hida")
    hall.phases(1)
    assert hall.army(army).province == "shinano"
    error = hall.refuse(OrderNotAllowed, "journal.undo", entry=entry.number)
    assert error.sentence.startswith(f"Entry {entry.number + 1}, “Phase 1: 1 army moved")


def test_a_settlement_cannot_be_undone_once_the_next_phase_was_run_on_it(hall_at):
    hall = hall_at("encounter")
    settled = hall.settle(outcome="pass")
    hall.phases(3)
    assert "“Phase 3:" in hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=settled.number).sentence
    hall.undo(settled.number + 1)
    hall.undo(settled.number)
    assert hall.state()[("encounter", 1)]["outcome"] == ""


def test_a_column_granted_cannot_be_undone_once_a_round_was_fought_with_it(hall_at):
    hall = hall_at("encounter")
    hall.correct("army", 2, "troops", 1)
    hall.correct("province", "shinano", "castle", "none")
    hall.settle()
    grant = hall.do("battle.grant_columns", battle=1, side="attacker", columns=3, reason="for the test")
    fought = hall.fight(6)
    assert ["battle_side", [1, "attacker"]] not in [[one["table"], one["key"]] for one in fought.changes]
    assert "round 1" in hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=grant.number).sentence


def test_only_game_control_reopens_what_a_die_has_decided_and_only_with_a_reason(hall_at):
    hall = hall_at("battle")
    before = hall.state()
    entry = hall.fight(5)
    for desk, force in (("map", ""), ("map", "the die fell off the table"), ("game", ""), ("game", "  ")):
        error = hall.refuse(OrderNotAllowed, "journal.undo", desk, entry=entry.number, force=force)
        assert error.field == "force"
        assert "(5)" in error.sentence
    undone = hall.undo(entry.number, force="the die fell off the table")
    assert undone.sentence.endswith("Forced: the die fell off the table.")
    assert hall.state() == before


def test_a_whole_battle_can_be_taken_back_entry_by_entry(hall_at):
    hall = hall_at("start")
    start = hall.state()
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.settle()
    hall.fight()
    hall.fight(2, 2, swap_roles=True)
    hall.end(then="defender_withdraws")
    hall.next_season()
    for entry in reversed(hall.entries()):
        hall.undo(entry.number)
    assert hall.state() == start
    assert verify(hall.room).differences == ()


def test_a_row_changed_and_then_removed_in_one_action_comes_back_whole(hall):
    from control.kernel.journal.changes import ChangeLog
    from control.kernel.undo.undo import restore
    from control.sengoku.rows import MarchOrder

    army = hall.an_army()
    hall.march(army, "shinano")
    before = hall.state()
    with hall.room.store.write() as session:
        with ChangeLog(session) as log:
            order = session.get_one(MarchOrder, army)
            order.late = "changed first"
            session.flush()
            session.delete(order)
        changes = log.changes
    assert [(change["table"], change["after"]) for change in changes] == [("march_order", None)]
    with hall.room.store.write() as session:
        restore(session, MarchOrder, changes[0], None, set())
    assert hall.state() == before


def test_no_undo_gives_a_general_a_second_army(hall):
    army = hall.an_army("takeda", "kai", 5, general="takeda-harunobu")
    gone = hall.do("army.disband", army=army)
    other = hall.an_army("takeda", "suruga", 5, general="takeda-harunobu")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=gone.number, force="a slip")
    assert error.sentence.startswith("Then Takeda Harunobu would be in two places")
    hall.do("army.disband", army=other)
    hall.undo(gone.number)
    assert hall.army(army).standing


def test_no_undo_sends_anybody_along_with_an_army_that_is_no_more_or_away_from_his_own(hall):
    army = hall.an_army("takeda", "kai", 5, general="takeda-harunobu")
    hall.do("person.accompany", character="obu-toramasa", army=army)
    left = hall.do("person.return", character="obu-toramasa")
    gone = hall.do("army.disband", army=army)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=left.number, force="a slip")
    assert "would go along with an army that is no more" in error.sentence
    hall.undo(gone.number)
    his = hall.an_army("takeda", "suruga", 5, general="obu-toramasa")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=left.number, force="a slip")
    assert "Obu Toramasa would be in two places" in error.sentence
    hall.do("army.disband", army=his)
    hall.undo(left.number)


def test_the_note_of_a_restore_is_not_taken_back_by_itself(hall):
    entry = hall.do("game.restored", "game", snapshot="a copy", lost=3)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=entry.number, force="all the same")
    assert "kept before it" in error.sentence


def test_points_of_a_year_that_winter_has_reckoned_with_are_not_taken_back_under_it(hall):
    spent = hall.do("account.spend", "team", clan="takeda", kind="event", points=5)
    lent = hall.do("account.spend", "team", clan="takeda", kind="loan", points=3)
    undo = hall.undo(lent.number)
    for _ in range(3):
        hall.next_season()
    winter = hall.entries()[-1]
    assert winter.stretch == "autumn 1550"
    for entry in (spent, undo):
        error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=entry.number)
        assert error.sentence.startswith(f"Entry {winter.number}, “Autumn 1550 ended")
    hall.undo(winter.number)
    hall.undo(undo.number)
    hall.undo(spent.number)


def test_a_booking_of_an_earlier_season_of_the_year_is_taken_back_though_later_ones_stand(hall):
    spent = hall.do("account.spend", "team", clan="takeda", kind="event", points=5)
    hall.next_season()
    hall.do("account.spend", "team", clan="takeda", kind="event", points=2)
    hall.undo(spent.number)


def test_upkeep_is_not_taken_back_once_winter_has_ended_with_it(hall):
    for _ in range(3):
        hall.next_season()
    paid = hall.do("upkeep.pay_all", "team", clan="takeda")
    hall.next_season()
    error = hall.refuse(OrderNotAllowed, "journal.undo", "team", entry=paid.number)
    assert error.sentence.endswith("depends on it. Take that back first.")


def test_troops_announced_do_not_come_back_once_their_season_has_begun(hall):
    undo = hall.undo(hall.do("troops.announce", "team", clan="takeda", province="kai", counters=2).number)
    hall.next_season()
    hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=undo.number)


def test_a_ruling_is_taken_back_with_its_announcement_though_others_have_read_or_ended_it(hall):
    start = hall.state()
    ruled = hall.do("ruling.record", "game", text="A siege lasts a season.")
    hall.do("announcement.read", "map", announcement=1)
    ended = hall.do("announcement.end", "game", announcement=1)
    standing = hall.state()
    undo = hall.undo(ruled.number)
    assert hall.state() == start
    hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=ended.number)
    hall.undo(undo.number)
    assert hall.state() == standing
    assert verify(hall.room).differences == ()


def test_a_loan_that_was_paid_back_is_not_taken_back_before_its_return(hall):
    loan = hall.do("account.spend", "team", clan="takeda", kind="loan", points=5)
    back = hall.do("account.receive", "team", clan="takeda", kind="loan_repaid", points=5)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "team", entry=loan.number)
    assert error.sentence == "Nobles have paid Takeda back what it lent them. Take that back first."
    hall.undo(back.number)
    hall.undo(loan.number)


@pytest.mark.parametrize("table", ["march_order", "encounter", "battle", "treaty", "passage"])
def test_what_a_phase_was_run_on_stands_in_front_of_it(hall, table):
    made = {"table": table, "key": [1], "before": None, "after": {"id": 1}}
    run = {"table": "game", "key": [1], "before": {"phase": 1}, "after": {"phase": 2}}
    with hall.room.store.read() as session:
        assert wake_of(session, [made]).reaches(trace_of(session, [run]))
        assert not wake_of(session, [made]).reaches(trace_of(session, [run | {"table": "notice"}]))


def test_a_passage_cannot_be_taken_back_once_a_phase_was_run_on_it(hall_at):
    hall = hall_at("question")
    let = hall.do("locals.answer", "npd", encounter=1, answer="passage")
    hall.phases(3)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=let.number, force="they think again")
    assert error.sentence.startswith(f"Entry {let.number + 1}, “Phase 3:")
    hall.undo(let.number + 1)
    hall.undo(let.number)
    assert not any(key[0] == "passage" for key in hall.state())


def test_the_end_of_a_season_is_taken_back_under_the_ticks_of_the_next_and_those_of_its_own_stand_again(hall):
    spring, summer = {"season": "spring", "year": 1550}, {"season": "summer", "year": 1550}
    hall.do("season.tick", "team", clan="takeda", **spring)
    end = hall.next_season()
    hall.do("season.tick", "team", clan="oda", **summer)
    hall.undo(end.number)
    ticks = {key[1:]: row["umpire"] for key, row in hall.state().items() if key[0] == "season_tick" and row["umpire"]}
    assert (0, "takeda") in ticks
    hall.refuse(ChangedElsewhere, "season.tick", "team", clan="takeda", **spring)
    hall.refuse(ChangedElsewhere, "season.untick", "team", clan="oda", **summer)
    hall.do("season.untick", "team", clan="takeda", **spring)
    hall.next_season()
    assert hall.get(SeasonTick, (1, "oda")).umpire == "Team Control", "it holds again when the season does"


SECRETS = [
    ("winter", "team", "letter.write", {"sender": "takeda", "recipient": "uesugi", "text": "Peace?"}),
    ("winter", "npd", "letter.write", {"sender": "yuki", "recipient": "takeda", "post": True, "die": 3}),
    ("start", "team", "account.spend", {"clan": "takeda", "kind": "event", "points": 2}),
    ("start", "team", "account.give", {"clan": "takeda", "to": "oda", "points": 2, "note": "a horse"}),
    ("start", "game", "account.correct", {"clan": "takeda", "rice": 5, "cash": 5, "reason": "counted anew"}),
    ("winter", "team", "work.order", {"kind": "castle", "clan": "takeda", "province": "kai"}),
]


@pytest.mark.parametrize("case", SECRETS, ids=lambda case: f"{case[2]} at {case[1]}")
def test_the_undo_of_a_letter_or_a_booking_is_read_by_nobody_who_could_not_read_it(hall_at, case):
    stage, desk, action, order = case
    hall = hall_at(stage)
    entry = hall.do(action, desk, **order)
    undo = hall.undo(entry.number)
    redo = hall.undo(undo.number)
    for other in DESKS:
        if not may_read(SENGOKU, entry, other):
            assert not may_read(SENGOKU, undo, other), other
            assert not may_read(SENGOKU, redo, other), other
    assert not may_read(SENGOKU, undo, "map")
    assert not may_read(SENGOKU, undo, "intelligence")


def test_rows_of_a_table_are_set_back_together_unless_one_can_be_in_the_way_of_another():
    provinces, armies = (
        [{"table": table, "key": [key], "before": {"troops": 1}, "after": {"troops": 2}} for key in "abc"]
        for table in ("province", "army")  # no two armies have the same code
    )
    entry = JournalEntry(changes=[*provinces, *armies])
    steps = [(model.__tablename__, "".join(change["key"][0] for change in changes))
             for model, changes in in_steps(SENGOKU, entry)]  # fmt: skip
    assert steps == [("army", "c"), ("army", "b"), ("army", "a"), ("province", "cba")]


@pytest.mark.parametrize(
    ("action", "desk", "order"),
    [("ruling.record", "game", {"text": "So be it.", "ruling": "R1"}),
     ("garrison.raise", "map", {"province": "kai", "troops": 1})],
)  # fmt: skip
def test_what_an_older_program_kept_in_columns_that_are_gone_is_no_bar_to_an_undo(hall, action, desk, order):
    """Its rows were made with them, and changed with them; what took them away is taken back, too."""
    before = hall.state()
    entry = hall.do(action, desk, **order)
    after = hall.state()
    for then in (before, after):
        with hall.room.store.write() as session:
            older = [
                {**one, **{when: one[when] and {**one[when], "phase": 3} for when in ("before", "after")}}
                for one in entry.changes
            ]
            session.execute(update(JournalEntry).filter_by(number=entry.number).values(changes=older))
        entry = hall.undo(entry.number)
        assert hall.state() == then
