"""The books: what is spent, given and received; what Game Control forces; troops announced for the next season."""

from __future__ import annotations

from dataclasses import replace

import pytest

from control.kernel.actions.registry import perform, perform_all
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.books import books_questions as books
from control.sengoku.rows import Garrison, Muster, Province, Transfer
from control.sengoku.world.ledger import ledger_questions as ledger
from tests.games import Hall

A = OrderNotAllowed
EVENT = {"clan": "takeda", "kind": "event", "points": 5}


def world(hall: Hall) -> ledger.WorldSum:
    """The sum of the world."""
    return hall.ask(ledger.world_sum)


def statement(hall: Hall, clan: str = "takeda", year: int = 1550) -> books.Statement:
    """The statement of a clan."""
    return hall.ask(books.statement, hall.room.scenario, clan, year)


def by(hall: Hall, name: str, action: str, at: str = "", key: str = "", desk: str = "team", **order):
    """An action by a named umpire, at a moment."""
    return perform(hall.room, Umpire(name, desk), action, order, key=key, at=at)


# --- Spending ---------------------------------------------------------------------------------------------


def test_rice_is_spent_first_since_only_cash_can_be_kept(hall):
    assert hall.has() == (16, 102)
    hall.do("account.spend", "team", **EVENT)
    assert hall.has() == (11, 102)
    hall.do("account.spend", "team", clan="takeda", kind="bribe", points=20)
    assert hall.has() == (0, 93)


def test_cash_first_if_the_scenario_is_ruled_so(hall):
    hall.do("ruling.change_option", "game", option="spend_first", now="rice", value="cash", reason="the players voted")
    hall.do("account.spend", "team", **EVENT)
    assert hall.has() == (16, 97)


def test_an_event_costs_what_the_scenario_says_at_least(hall):
    tables = hall.room.scenario.tables
    dear = replace(tables, economy=replace(tables.economy, event=3))
    hall.room.scenario = replace(hall.room.scenario, tables=dear)
    error = hall.refuse(OrderNotAllowed, "account.spend", "team", clan="takeda", kind="event", points=2)
    assert (error.field, error.ruling) == ("points", "R25")
    assert error.sentence.startswith("A public event costs 3 or more (R25).")
    hall.do("account.spend", "game", clan="takeda", kind="event", points=2, force="so we ruled")


def test_one_point_for_an_event_is_mean_and_says_so(hall):
    assert hall.do("account.spend", "team", clan="takeda", kind="event", points=1).sentence.endswith(
        "That is mean (R25)."
    )
    assert "mean" not in hall.do("account.spend", "team", clan="takeda", kind="event", points=2).sentence


@pytest.mark.parametrize(("counters", "points"), [(1, 1), (2, 1), (3, 2), (20, 10)])
def test_uniforms_cost_a_point_for_each_two_counters_begun(hall, counters, points):
    before = sum(hall.has())
    hall.do("account.spend", "team", clan="takeda", kind="uniforms", counters=counters)
    assert before - sum(hall.has()) == points


def test_what_is_not_there_game_control_forces_with_a_reason_and_the_books_say_who_granted_it(hall):
    order = {"clan": "takeda", "kind": "event", "points": 120}
    assert hall.refuse(A, "account.spend", "team", **order).ruling == "R27"
    entry = hall.do("account.spend", "game", **order, force="the Emperor is coming")
    assert entry.sentence.endswith("Forced: the Emperor is coming.")
    assert hall.has() == (0, 0)
    assert [(line.kind, line.points) for line in statement(hall).lines][-2:] == [("event", -120), ("granted", 2)]
    assert world(hall).right


def test_no_other_desk_reads_what_a_clan_spent(hall):
    entry = hall.do("account.spend", "team", **EVENT)
    assert entry.audience == " game team "
    with hall.room.store.read() as session:
        from control.kernel.journal.state_questions import state

        for desk in ("map", "npd", "intelligence", "bakufu", ""):
            shown = str(state(session, desk))
            assert "spent 5" not in shown
            assert "'display'" not in shown


def test_the_world_does_not_add_up_where_somebody_has_less_than_nothing_of_either(hall):
    with hall.room.store.write() as session:
        when = {"number": 1, "year": 1550, "season": "spring", "entry": 1}
        spent = {"source": "clan:takeda", "payer": "takeda", "target": "bribes", "kind": "bribe", "rice": 17}
        session.add(Transfer(id=900, line=900, **when, **spent))
    found = world(hall)
    assert (found.given, found.short, found.right) == (found.used + found.held, ("takeda",), False)


# --- Giving and receiving ---------------------------------------------------------------------------------


def test_a_gift_is_one_booking_for_both_and_both_desks_read_it(hall):
    entry = hall.do("account.give", "team", clan="takeda", to="chiba", points=18)
    assert entry.sentence == "Takeda gave Chiba 16 in rice and 2 in cash as a gift."
    assert entry.audience == " game npd team "
    assert hall.has() == (0, 100)
    (line,) = (line for line in statement(hall, "chiba").lines if line.kind == "gift")
    assert (line.rice, line.cash, line.label) == (16, 2, "Gift from Takeda")
    assert world(hall).right


def test_tribute_may_be_paid_in_cash_alone(hall):
    hall.do("account.give", "team", clan="takeda", to="hojo", kind="tribute", cash=10)
    assert hall.has() == (16, 92)
    assert hall.has("hojo") == (33, 113)


def test_more_rice_than_there_is_is_forced_and_just_what_is_missing_is_granted(hall):
    gift = {"clan": "takeda", "to": "hojo", "rice": 20}
    assert hall.refuse(A, "account.give", "team", **gift).field == "rice"
    hall.do("account.give", "game", **gift, force="the Emperor is coming")
    assert (hall.has(), hall.has("hojo")) == ((0, 102), (53, 103))
    assert [(line.kind, line.points) for line in statement(hall).lines][-2:] == [("gift", -20), ("granted", 4)]


def test_no_more_of_a_loan_comes_back_than_was_lent(hall):
    hall.do("account.spend", "team", clan="takeda", kind="loan", points=6, note="to a court noble")
    back = {"clan": "takeda", "kind": "loan_repaid"}
    assert "owe Takeda 6 points" in hall.refuse(A, "account.receive", "team", **back, points=7).sentence
    hall.do("account.receive", "team", **back, points=4)
    assert "owe Takeda 2 points" in hall.refuse(A, "account.receive", "team", **back, points=3).sentence
    assert hall.has() == (10, 106)


def test_a_treasury_is_set_right_against_what_the_page_showed(hall):
    shown = {"shown_rice": 16, "shown_cash": 102}
    hall.do("account.spend", "team", **EVENT)
    right = {"clan": "takeda", "rice": 20, "cash": 50, "reason": "counted again"}
    error = hall.refuse(ChangedElsewhere, "account.correct", "game", **right, **shown)
    assert "has 11 in rice and 102 in cash now" in error.sentence
    hall.do("account.correct", "game", **right)
    assert hall.has() == (20, 50)
    assert world(hall).right


# --- Two Controllers --------------------------------------------------------------------------------------


def test_the_same_booking_by_another_controller_is_asked_about(hall):
    by(hall, "Hana", "account.spend", "2026-05-02T12:00:00+00:00", **EVENT)
    with pytest.raises(A, match=r"Entered already by Hana at .*: 5 points, public event") as caught:
        by(hall, "Jun", "account.spend", "2026-05-02T12:09:00+00:00", **EVENT)
    assert caught.value.field == "twice"
    assert hall.has() == (11, 102)
    by(hall, "Jun", "account.spend", "2026-05-02T12:09:30+00:00", **EVENT, twice=True)
    assert hall.has() == (6, 102)


@pytest.mark.parametrize("other", [{"points": 4}, {"kind": "bribe"}, {"clan": "hojo"}])
def test_another_booking_is_not_asked_about(hall, other):
    by(hall, "Hana", "account.spend", **EVENT)
    by(hall, "Jun", "account.spend", **EVENT | other)


def test_nobody_is_asked_about_his_own_booking_or_after_ten_minutes(hall):
    by(hall, "Hana", "account.spend", "2026-05-02T12:00:00+00:00", **EVENT)
    by(hall, "Hana", "account.spend", "2026-05-02T12:01:00+00:00", **EVENT)
    with pytest.raises(A, match="Entered already by Hana"):
        by(hall, "Jun", "account.spend", "2026-05-02T12:11:00+00:00", **EVENT)
    by(hall, "Jun", "account.spend", "2026-05-02T12:11:01+00:00", **EVENT)
    assert hall.has() == (1, 102)


def test_the_end_of_a_season_makes_no_second_booking_of_one(hall):
    by(hall, "Hana", "account.spend", "2026-05-02T12:00:00+00:00", **EVENT)
    hall.next_season()
    with pytest.raises(A, match="Entered already by Hana"):
        by(hall, "Jun", "account.spend", "2026-05-02T12:09:00+00:00", **EVENT)


def test_the_same_gift_to_another_clan_is_not_asked_about(hall):
    by(hall, "Hana", "account.give", clan="takeda", to="hojo", points=3)
    by(hall, "Jun", "account.give", clan="takeda", to="oda", points=3)
    with pytest.raises(A, match=r"Entered already by Hana at .*: 3 points, gift"):
        by(hall, "Jun", "account.give", clan="takeda", to="hojo", points=3)


def test_a_form_sent_twice_books_once(hall):
    entries = {by(hall, "Hana", "account.spend", key="one form", **EVENT).number for _ in range(3)}
    assert len(entries) == 1
    assert hall.has() == (11, 102)


def test_two_controllers_both_book_and_nothing_is_lost(hall):
    by(hall, "Hana", "account.spend", **EVENT)
    by(hall, "Jun", "account.spend", clan="takeda", kind="loan", points=3)
    assert hall.has() == (8, 102)


# --- A table taken over -----------------------------------------------------------------------------------


def test_a_table_is_taken_over_whole_in_one_entry_and_taken_back_with_it(hall):
    before = hall.state()
    entry = hall.do(
        "account.import",
        "game",
        lines=[
            {"line": 2, "clan": "takeda", "kind": "balance", "rice": 3, "cash": 4},
            {"line": 3, "clan": "takeda", "kind": "gift", "to": "oda", "rice": 3},
            {"line": 4, "clan": "oda", "kind": "received", "cash": 5, "note": "=a sum"},
        ],
    )
    assert hall.has() == (0, 4)
    assert world(hall).right
    hall.undo(entry.number)
    assert hall.state() == before


def test_a_table_with_faults_changes_nothing_and_names_them_all(hall):
    error = hall.refuse(
        A,
        "account.import",
        "game",
        lines=[
            {"line": 2, "clan": "takeda", "kind": "event", "rice": 17},
            {"line": 3, "clan": "takeda", "kind": "event", "cash": 1},
            {"line": 4, "clan": "takeda", "kind": "gift", "to": "nobody", "cash": 1},
        ],
    )
    assert [error.field, *(other.field for other in error.more)] == ["lines.0.rice", "lines.2.to"]


def test_a_line_that_is_spent_brings_no_other_clan_anything(hall):
    line = {"line": 2, "clan": "takeda", "kind": "event", "to": "uesugi", "cash": 5}
    assert hall.refuse(OrderNotUnderstood, "account.import", "game", lines=[line]).field == "lines.0.to"


def test_game_control_forces_a_table_that_spends_what_is_not_there(hall):
    line = {"line": 2, "clan": "takeda", "kind": "event", "rice": 17}
    error = hall.refuse(A, "account.import", "game", lines=[line])
    assert "ask Game Control to force it" in error.sentence
    hall.do("account.import", "game", lines=[line], force="it was spent on the day")
    assert hall.has() == (0, 102)
    assert world(hall).right


# --- Troops for the next season ---------------------------------------------------------------------------

KAI = {"clan": "takeda", "province": "kai", "counters": 3}


def test_announced_troops_are_paid_at_once_and_stand_in_the_next_season(hall):
    entry = hall.do("troops.announce", "team", **KAI, uniforms=True)
    assert entry.sentence == "Takeda announced 3 counters in splendid uniforms in Kai for summer 1550."
    assert entry.audience == " game map team "
    assert hall.has() == (11, 102)  # 3 for the troops, 2 for the uniforms
    assert not [row for row in hall.rows("garrison") if row["standing"]]
    hall.next_season()
    (garrison,) = (row for row in hall.rows("garrison") if row["standing"])
    assert (garrison["clan"], garrison["province"], garrison["troops"]) == ("takeda", "kai", 3)
    assert hall.get(Province, "kai").raised == 3
    assert hall.get(Muster, 1).outcome == "raised"
    assert world(hall).right
    assert verify(hall.room).same


def test_raised_and_announced_together_are_at_most_the_value_of_the_province_in_a_year(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    hall.do("troops.announce", "team", **KAI)
    error = hall.refuse(A, "troops.announce", "team", **KAI | {"counters": 2})
    assert "1 are raised already, 3 announced (R23). Raise up to 1" in error.sentence
    assert "Raise up to 1" in hall.refuse(A, "garrison.raise", "map", province="kai", troops=2).sentence
    forced = hall.do("troops.announce", "game", **KAI | {"counters": 2}, force="the monks pay")
    assert forced.sentence.endswith("Forced: the monks pay.")


def test_r23_troops_announced_where_the_clan_no_longer_rules_are_lost_with_what_was_paid(hall):
    hall.do("account.spend", "team", clan="takeda", kind="other", points=14)
    assert hall.has() == (2, 102)
    hall.do("troops.announce", "team", **KAI, uniforms=True)
    assert hall.has() == (0, 99)
    hall.correct("province", "kai", "holder", "uesugi")
    hall.next_season()
    assert hall.has() == (0, 99)
    assert hall.get(Muster, 1).outcome == "lost"
    assert not [row for row in hall.rows("garrison") if row["standing"]]
    assert world(hall).right


def test_two_announcements_for_one_province_make_one_garrison(hall):
    hall.do("troops.announce", "team", **KAI)
    hall.do("troops.announce", "team", **KAI | {"counters": 2})
    hall.next_season()
    assert hall.get(Garrison, 1).troops == 5


def test_nobody_announces_troops_in_autumn_not_even_by_force(hall):
    hall.next_season()
    hall.next_season()
    for force in ("", "please"):
        error = hall.refuse(A, "troops.announce", "game", **KAI, force=force)
        assert (error.field, error.ruling) == ("province", "R23")
        assert "disband at the onset of winter" in error.sentence


def test_what_is_announced_in_winter_stands_in_spring(hall_at):
    hall = hall_at("winter")
    assert hall.do("troops.announce", "team", **KAI).sentence.endswith("for spring 1551.")
    hall.next_season()
    assert hall.get(Province, "kai").raised == 3


def test_several_provinces_are_announced_all_or_none(hall):
    order = [KAI, {**KAI, "province": "hida", "counters": 9}, {**KAI, "province": "shinano", "counters": 1}]
    before = hall.everything()
    with pytest.raises(A) as caught:
        perform_all(hall.room, Umpire("Hana", "team"), "troops.announce", order, key="form")
    assert caught.value.field == "1.counters"
    assert hall.everything() == before
    order[1]["counters"] = 2
    perform_all(hall.room, Umpire("Hana", "team"), "troops.announce", order, key="form")
    assert hall.has() == (10, 102)


def test_a_clan_cannot_announce_more_than_it_can_pay_and_half_an_order_is_not_carried_out(hall):
    hall.do("account.correct", "game", clan="takeda", rice=3, cash=0, reason="a test of thrift")
    error = hall.refuse(A, "troops.announce", "team", **KAI, uniforms=True)
    assert (error.field, error.ruling) == ("counters", "R27")
    assert "has 3 points, and this costs 5" in error.sentence


def test_r23_team_control_puts_no_counters_down_and_npd_control_only_those_of_the_unplayed(hall):
    told = hall.refuse(NotThisDesk, "garrison.raise", "team", province="kai", troops=1).sentence
    assert "Map Control" in told
    error = hall.refuse(NotThisDesk, "garrison.raise", "npd", province="kai", troops=1)
    assert error.sentence.startswith("Takeda announces its troops with Team Control")
    hall.do("garrison.raise", "map", province="shimosa", troops=1)
    assert hall.do("garrison.raise", "npd", province="shimosa", troops=1).audience == " game map npd "
    assert (
        "3 letters or more"
        in hall.refuse(OrderNotUnderstood, "garrison.raise", province="kai", troops=1, reason="no").sentence
    )


# --- Taking back ------------------------------------------------------------------------------------------


def test_an_earlier_booking_is_taken_back_with_later_ones_standing(hall):
    first = hall.do("account.spend", "team", **EVENT)
    hall.do("account.spend", "team", clan="takeda", kind="bribe", points=4)
    hall.do("troops.announce", "team", **KAI)
    hall.undo(first.number, "team", "")
    assert hall.has() == (9, 102)
    assert world(hall).right


def test_what_has_been_spent_since_is_not_taken_back(hall):
    got = hall.do("account.give", "team", clan="hojo", to="takeda", points=30)
    hall.do("account.spend", "team", clan="takeda", kind="other", points=140)
    assert hall.has() == (0, 8)
    error = hall.refuse(A, "journal.undo", "team", entry=got.number)
    assert error.ruling == "R27"
    assert "Takeda would have less than nothing: Takeda spent what came by this" in error.sentence


def test_a_booking_that_comes_back_must_be_there_to_be_spent(hall):
    spent = hall.do("account.spend", "team", clan="takeda", kind="other", points=118)
    back = hall.undo(spent.number)
    hall.do("account.spend", "team", clan="takeda", kind="loan", points=10)
    assert hall.refuse(A, "journal.undo", "game", entry=back.number).ruling == "R27"


def test_troops_that_stand_are_not_taken_back_by_their_announcement(hall):
    announced = hall.do("troops.announce", "team", **KAI)
    hall.next_season()
    assert "depends on it" in hall.refuse(A, "journal.undo", "team", entry=announced.number).sentence


# --- The statement ----------------------------------------------------------------------------------------


def test_the_last_bookings_of_a_clan_are_its_own_whoever_paid(hall):
    hall.do("account.give", "team", clan="hojo", to="takeda", points=3)
    hall.do("account.give", "team", clan="hojo", to="uesugi", points=4)
    hall.do("account.spend", "team", **EVENT)
    assert [one.line.points for one in hall.ask(books.latest, "takeda")] == [-5, 3]


def test_a_statement_adds_up_line_by_line_and_every_line_names_its_section(hall):
    hall.do("account.spend", "team", **EVENT, note="a hunt")
    hall.do("account.give", "team", clan="takeda", to="hojo", points=3)
    hall.do("account.receive", "team", clan="takeda", points=4, note="found")
    hall.do("troops.announce", "team", **KAI)
    found = statement(hall)
    assert [group.key for group in found.groups] == ["opening", "income", "receipts", "spending", "given"]
    rice, cash = found.brought
    assert (rice + sum(line.rice for line in found.lines), cash + sum(line.cash for line in found.lines)) == found.left
    assert found.left == hall.has()
    assert all(line.section[0] in "RH" and line.section[1:].isdecimal() for line in found.lines)
    assert {line.entry for line in found.lines if line.kind == "event"} == {1}
    assert [line.details for line in found.lines if line.kind == "income_mining"] == ["Kai, Gold of Kurokawa"]


def test_the_statement_of_the_next_year_begins_with_what_was_kept_and_says_why(hall_at):
    hall = hall_at("start")
    hall.do("account.spend", "team", clan="takeda", kind="other", points=10)  # leaves 6 in rice, 102 in cash
    for _ in range(3):
        hall.next_season()
    found = statement(hall, year=1551)
    assert found.years == (1550, 1551)
    assert found.brought == (6, 102)
    kept = found.savings
    assert kept is not None
    assert (kept.opening, kept.limit, kept.unspent, kept.carried) == (100, 103, 108, 103)
    savings = next(group for group in found.groups if group.key == "savings")
    rice, cash = found.brought
    assert (rice + savings.rice, cash + savings.cash) == (0, kept.carried)
    assert next(group for group in found.groups if group.key == "income").cash == 2
    assert statement(hall, year=1550).left == (6, 102)


def test_what_was_paid_apart_in_a_year_changes_nothing_of_what_was_kept_for_it(hall_at):
    hall = hall_at("winter")
    kept = statement(hall, year=1551).savings
    assert kept is not None
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=5)
    assert statement(hall, year=1551).savings == kept
    hall.next_season()
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=5)
    assert statement(hall, year=1551).savings == kept, "what stands apart has a number below zero"


def test_the_statement_of_a_past_year_keeps_the_percentages_it_was_booked_by(hall_at):
    hall = hall_at("start")

    def change(old: str, new: str) -> int:
        now = hall.room.scenario.files["tables/economy.toml"]
        assert old in now
        order = {"file": "tables/economy.toml", "text": now.replace(old, new), "reason": "we vote"}
        return hall.do("scenario.change", "game", **order).number

    change("mining = 100", "mining = 60")
    for _ in range(3):
        hall.next_season()
    then = statement(hall, year=1551).savings
    assert then is not None
    assert then.parts["mining"][1] == 60
    later = change("mining = 60", "mining = 0")
    change("taxation = 50", "taxation = 75")
    assert statement(hall, year=1551).savings == then
    hall.undo(later + 1)
    assert statement(hall, year=1551).savings == then


@pytest.mark.parametrize("year", [1550, 1551, 1552])
def test_every_clan_with_a_booking_or_with_something_left_has_its_lines_among_the_statements(hall_at, year):
    """So is found which of them a part of the page shows, before they are drawn up; 1552 has no booking yet."""
    hall = hall_at("winter")
    with hall.room.store.read() as session:
        for desk in ("game", "team", "npd", "bakufu"):
            clans = books.clans_kept(session, desk)
            assert list(clans) == [one.clan.id for one in books.accounts(session, desk)]
            shown = [
                one.clan.id
                for one in books.statements(session, hall.room.scenario, clans, year)
                for _ in range(len(one.lines) or any(one.left))
            ]
            assert books.clan_by_clan(session, clans, year) == shown
            assert shown or desk == "bakufu"


def test_a_table_books_nothing_that_is_refused_by_itself_and_proposes_the_same_honour(hall):
    """What is refused as a booking is refused as a line of a table, at its column (R25, R28)."""
    line = {"clan": "takeda", "cash": 5}

    def lines(*given):
        return {"lines": [line | one for one in given]}

    for one, kind, field, words in (
        ({"kind": "loan_repaid"}, OrderNotAllowed, "cash", "Nobles owe Takeda 0 points, so 5 cannot be paid back."),
        ({"kind": "received"}, OrderNotUnderstood, "note", "Say what for, in 3 letters or more"),
    ):
        error = hall.refuse(kind, "account.import", "game", **lines(one))
        assert (error.field, error.sentence.startswith(words)) == (f"lines.0.{field}", True)
    hall.do("account.import", "game", **lines({"kind": "loan"}, {"kind": "loan_repaid"}))
    hall.do("account.import", "game", **lines({"kind": "event", "province": "kai", "note": "a play"}))
    (proposed,) = (row for key, row in hall.state().items() if key[0] == "honour_proposal")
    assert (proposed["clan"], proposed["reason"]) == ("takeda", "event")
    assert proposed["why"] == "Takeda held a public event in Kai for 5 points: a play"
