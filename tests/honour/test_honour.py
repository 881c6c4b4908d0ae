"""The secret ledger of honour: what is asked twice, set right, levelled, released and imported (handbook 4; R28)."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.rulings.rulings_questions import rulings
from control.kernel.proof.verify import verify
from control.kernel.rows import Ruling
from control.sengoku.honour import honour_questions as queries
from control.sengoku.rows import Clan, Honour, StatusBoard
from control.sengoku.rules.desks import DESKS
from tests.games import to_honour_proposed

HE = {"clan": "takeda", "character": "takeda-harunobu"}
BOW = {**HE, "reason": "bow"}


def book(hall, umpire, at="2026-11-21T10:00:00+00:00", desk="team", **order):
    """Honour booked by this umpire at this moment."""
    return perform(hall.room, Umpire(umpire, desk), "honour.log", order, at=at)


def ledger(hall):
    """Every row of the ledger."""
    with hall.room.store.read() as session:
        rows = list(session.scalars(select(Honour).order_by(Honour.id)))
        session.expunge_all()
        return rows


def sums(hall):
    """The clans that have honour, or lack it."""
    return {clan: points for clan, points in hall.ask(queries.sums).items() if points}


# ---- booking


def test_r44_the_points_of_the_list_and_of_a_proposal_wait_for_a_second_umpire_as_those_that_are_typed(hall_at):
    hall = hall_at("honour proposed")  # three points for a rank
    hall.room.scenario = replace(hall.room.scenario, honour_limit=1)
    hall.do("honour.log", "team", clan="oda", reason="event")
    hall.do("proposal.book", "team", proposal=1)
    assert (len(hall.rows("confirmation")), ledger(hall)) == (2, [])


def test_a_reason_brings_the_points_of_the_scenarios_list_to_a_person_and_his_clan(hall):
    entry = hall.do("honour.log", "team", **BOW, witness="the Bakufu")
    assert entry.sentence == "Honour: Takeda Harunobu of Takeda +1: A fitting bow; the Bakufu saw it."
    (row,) = ledger(hall)
    assert (row.clan, row.character, row.reason, row.points, row.umpire, row.desk, row.number) == (
        "takeda",
        "takeda-harunobu",
        "bow",
        1,
        "Team Control",
        "team",
        0,
    )
    assert sums(hall) == {"takeda": 1}


def test_an_umpire_may_give_other_points_and_a_reason_of_his_own(hall):
    hall.do("honour.log", "team", **BOW, points=2)
    hall.do("honour.log", "team", clan="oda", points=-3, note="let the Emperor's envoy wait in the rain")
    assert sums(hall) == {"takeda": 2, "oda": -3}
    assert ledger(hall)[1].reason == ""


@pytest.mark.parametrize(("order", "kind", "field", "words"), [
    ({**HE, "reason": "bows"}, OrderNotUnderstood, "reason", 'Did you mean "bow"?'),
    ({"clan": "takeda", "reason": "bow"}, OrderNotAllowed, "character", "Choose one of Takeda: Anayama"),
    ({**HE, "reason": "treaty-broken"}, OrderNotAllowed, "character", "for a whole clan"),
    ({**BOW, "character": "oda-nobunaga"}, OrderNotUnderstood, "character", "not of Takeda"),
    ({"clan": "takeda", "character": "takeda-haru", "reason": "bow"}, OrderNotUnderstood, "character", "Did you mean"),
    ({"clan": "takada", "reason": "event"}, OrderNotUnderstood, "clan", 'Did you mean "takeda"?'),
    ({"clan": "takeda"}, OrderNotUnderstood, "note", "Say in the note"),
    ({"clan": "takeda", "note": "sang well"}, OrderNotUnderstood, "points", "how many points"),
    ({**BOW, "points": 0}, OrderNotUnderstood, "points", "nothing to book"),
    ({**BOW, "points": 100}, OrderNotUnderstood, "points", "from −99 to 99"),
])  # fmt: skip
def test_what_cannot_be_booked_is_told_at_its_field_and_changes_nothing(hall, order, kind, field, words):
    error = hall.refuse(kind, "honour.log", "team", **order)
    assert error.field == field
    assert words in error.sentence


def test_game_control_may_book_against_the_list_with_a_reason(hall):
    assert hall.do("honour.log", "game", clan="takeda", reason="bow", force="all of them bowed").sentence.endswith(
        "Forced: all of them bowed."
    )


def test_the_dead_keep_their_honour_and_may_still_earn_it(hall):
    hall.do("hostage.hand_over", "map", character="takeda-harunobu", to="oda")
    hall.do("hostage.kill", "map", character="takeda-harunobu", reason="the treaty was broken")
    hall.do("honour.log", "team", **HE, reason="died-well")
    assert sums(hall) == {"takeda": 3}


# ---- twice


def test_a_second_controller_is_asked_whether_it_is_the_same_incident(hall):
    book(hall, "Hanako", **BOW, note="at the bridge")
    before = hall.everything()
    with pytest.raises(ChangedElsewhere) as asked:
        book(hall, "Taro", at="2026-11-21T10:03:10+00:00", **BOW)
    assert asked.value.field == "twice"
    assert asked.value.sentence == (
        "Hanako booked this 3 minutes ago: Takeda Harunobu of Takeda +1: A fitting bow (at the bridge). "
        "Is this the same incident, or did it happen twice?"
    )
    assert hall.everything() == before
    book(hall, "Taro", at="2026-11-21T10:03:30+00:00", **BOW, twice=True)
    assert sums(hall) == {"takeda": 2}


def test_who_came_back_and_writes_his_name_otherwise_is_told_that_he_booked_it_himself(hall):
    book(hall, "Hanako", **BOW)
    with pytest.raises(ChangedElsewhere, match=r"^You booked this just now"):
        book(hall, " hanako", **BOW)


def test_the_same_controller_is_asked_too(hall):
    book(hall, "Hanako", **BOW)
    with pytest.raises(ChangedElsewhere, match=r"^You booked this just now"):
        book(hall, "Hanako", at="2026-11-21T10:00:20+00:00", **BOW)


@pytest.mark.parametrize(("first", "second", "asked"), [
    (BOW, {**BOW, "character": "anayama-nobutomo"}, False),
    (BOW, {**BOW, "reason": "discourtesy"}, False),
    ({"clan": "takeda", "reason": "battle-won"}, {**HE, "reason": "battle-won"}, True),
    ({**HE, "reason": "battle-won"}, {"clan": "takeda", "reason": "battle-won"}, True),
    ({"clan": "takeda", "reason": "battle-won"}, {"clan": "uesugi", "reason": "battle-won"}, False),
    ({**HE, "points": 2, "note": "sang at the feast"}, {**HE, "points": 1, "note": "a fine song"}, True),
    ({**HE, "points": 2, "note": "sang at the feast"}, {**HE, "points": -1, "note": "spilled the sake"}, False),
])  # fmt: skip
def test_only_what_may_be_one_incident_is_asked_about(hall, first, second, asked):
    book(hall, "Hanako", **first)
    if asked:
        with pytest.raises(ChangedElsewhere):
            book(hall, "Taro", at="2026-11-21T10:01:00+00:00", **second)
    else:
        book(hall, "Taro", at="2026-11-21T10:01:00+00:00", **second)


def test_nobody_is_asked_after_ten_minutes_or_after_an_undo(hall):
    book(hall, "Hanako", **BOW)
    book(hall, "Taro", at="2026-11-21T10:10:00+00:00", **BOW)
    hall.undo(2)
    book(hall, "Taro", at="2026-11-21T10:10:00+00:00", **BOW)
    assert sums(hall) == {"takeda": 2}


def test_the_end_of_a_season_makes_no_second_incident_of_one(hall):
    book(hall, "Hanako", **BOW)
    hall.next_season()
    with pytest.raises(ChangedElsewhere, match=r"^Hanako booked this 9 minutes ago"):
        book(hall, "Jiro", at="2026-11-21T10:09:00+00:00", **BOW)
    book(hall, "Jiro", at="2026-11-21T10:10:00+00:00", **BOW)
    assert sums(hall) == {"takeda": 2}


def test_of_two_who_book_the_same_at_the_same_second_one_is_asked(hall):
    told: list[str] = []
    ready = threading.Barrier(2)

    def press(name):
        ready.wait()
        try:
            told.append(book(hall, name, **BOW).sentence)
        except OrderError as error:
            told.append(error.field)

    pressing = [threading.Thread(target=press, args=(name,)) for name in ("Hanako", "Taro")]
    for one in pressing:
        one.start()
    for one in pressing:
        one.join()
    assert sorted(told) == ["Honour: Takeda Harunobu of Takeda +1: A fitting bow.", "twice"]
    assert sums(hall) == {"takeda": 1}


def test_a_yearly_award_is_asked_about_however_long_ago_it_was(hall):
    book(hall, "Hanako", clan="takeda", reason="award-events")
    with pytest.raises(ChangedElsewhere):
        book(hall, "Taro", at="2026-11-21T10:59:00+00:00", clan="takeda", reason="award-events")


# ---- setting right


def test_a_correction_is_a_counter_entry_and_both_stay(hall):
    hall.do("honour.log", "team", **BOW, points=9)
    entry = hall.do("honour.correct", "team", honour=1, points=-1, reason="he did not bow at all", now=9)
    assert entry.sentence == (
        "Honour corrected: “A fitting bow” counts −1 for Takeda Harunobu of Takeda, not +9. "
        "Reason: he did not bow at all."
    )
    assert [(row.points, row.corrects) for row in ledger(hall)] == [(9, None), (-10, 1)]
    assert sums(hall) == {"takeda": -1}
    hall.do("honour.correct", "game", honour=1, points=1, reason="he did after all")
    assert sums(hall) == {"takeda": 1}
    assert verify(hall.room).same


def test_of_two_corrections_the_later_sees_that_the_line_counts_something_else_now(hall):
    hall.do("honour.log", "team", **BOW)
    hall.do("honour.correct", "team", honour=1, points=2, reason="a deep one", now=1)
    error = hall.refuse(ChangedElsewhere, "honour.correct", "game", honour=1, points=3, reason="so deep", now=1)
    assert "it counts +2 now" in error.sentence


def test_a_correction_is_not_corrected_itself(hall):
    hall.do("honour.log", "team", **BOW)
    hall.do("honour.correct", "team", honour=1, points=2, reason="a deep one")
    error = hall.refuse(OrderNotAllowed, "honour.correct", "team", honour=2, points=5, reason="deeper still")
    assert error.sentence == "Entry 2 corrects entry 1 itself. Correct that one."


def test_a_line_that_was_corrected_is_taken_back_only_after_its_correction(hall):
    hall.do("honour.log", "team", **BOW)
    hall.do("honour.correct", "team", honour=1, points=2, reason="a deep one")
    assert "depends on it" in hall.refuse(OrderNotAllowed, "journal.undo", "team", entry=1).sentence
    hall.undo(2, "team", "")
    hall.undo(1, "team", "")
    assert ledger(hall) == []


# ---- levelling


def test_levelling_gives_each_clan_of_an_umpire_the_points_and_is_kept_as_a_secret_ruling(hall):
    book(hall, "Hanako", **BOW)
    book(hall, "Hanako", clan="oda", reason="event")
    book(hall, "Taro", clan="mori", reason="event")
    entry = hall.do("honour.level", "game", umpire="Hanako", points=2, reason="she is sparing")
    assert entry.sentence == "Honour levelled after Hanako: +2 for Oda, Takeda: she is sparing."
    assert sums(hall) == {"takeda": 3, "oda": 4, "mori": 2}
    assert [row.levels for row in ledger(hall)] == [None, None, None, "Hanako", "Hanako"]
    ruling = hall.get(Ruling, 1)
    assert (ruling.secret, ruling.ruling, ruling.text, ruling.entry) == (True, "R28", entry.sentence, entry.number)
    with hall.room.store.read() as session:
        assert {desk for desk in DESKS if rulings(session, desk)} == {"team", "game"}
    hall.do("honour.level", "game", umpire="Taro", clan="mori", points=-1, reason="too kind to them")
    assert sums(hall)["mori"] == 1
    hall.undo(5)
    hall.undo(4)
    assert sums(hall) == {"takeda": 1, "oda": 2, "mori": 2}
    assert verify(hall.room).same


def test_an_umpire_is_weighed_as_one_however_he_wrote_his_name(hall, client):
    book(hall, "Hanako", clan="takeda", points=3, note="a great feast")
    book(hall, "hanako", clan="takeda", points=2, note="a small feast", twice=True)
    book(hall, "Taro", clan="oda", points=1, note="a feast")
    hall.do("honour.level", "game", umpire="HANAKO", points=-1, reason="her hand")
    taro, hanako = sorted((one.given for one in hall.ask(queries.given, "game")), key=lambda one: one.points)
    assert (hanako.umpire, hanako.entries, hanako.points, hanako.seasons, hanako.clans) == ("Hanako", 2, 5, 1, 1)
    assert (hanako.levelled, taro.umpire) == (-1, "Taro")
    with hall.room.store.read() as session:
        assert queries.choices(session, hall.room.scenario, "game").umpires == (DESKS["game"], "Hanako", "Taro")
    page = client("game").get("/honour/ledger?umpire=Hanako").text
    assert "a great feast" in page
    assert "a small feast" in page


def test_who_is_generous_is_reckoned_with_corrections_and_without_awards_and_levelling(hall):
    for name, clan, points in (("Hanako", "takeda", 9), ("Taro", "oda", 1), ("Jiro", "mori", 2)):
        book(hall, name, clan=clan, points=points, note="a great feast")
    book(hall, "Taro", clan="oda", reason="award-events")
    hall.do("honour.correct", "game", honour=1, points=7, reason="misheard")
    found = {one.given.umpire: one for one in hall.ask(queries.given, "game")}
    assert set(found) == {"Hanako", "Taro", "Jiro"}
    hanako, taro = found["Hanako"], found["Taro"]
    assert (hanako.given.entries, hanako.given.points, hanako.others_median, hanako.word) == (1, 7, 1.5, "generous")
    assert (taro.given.entries, taro.given.points, taro.others_median, taro.word, taro.even) == (1, 1, 4.5, "stingy", 4)
    hall.do("honour.level", "game", umpire="Taro", points=4, reason="so the median")
    with hall.room.store.read() as session:
        assert {one.word for one in queries.given(session, "game") if one.given.umpire == "Taro"} == {""}
        with pytest.raises(NotThisDesk):
            queries.given(session, "team")


def test_an_umpire_who_booked_nothing_cannot_be_levelled(hall):
    book(hall, "Hanako", **BOW)
    assert (
        'Did you mean "Hanako"?'
        in hall.refuse(OrderNotUnderstood, "honour.level", "game", umpire="hanaka", points=1, reason="sparing").sentence
    )


# ---- the board


def test_the_board_shows_ranks_of_played_clans_and_moves_only_when_it_is_released(hall):
    book(hall, "Hanako", clan="takeda", reason="event")
    book(hall, "Hanako", clan="oda", reason="event")
    book(hall, "Hanako", clan="asakura", reason="emperor")  # nobody plays it
    hall.do("board.release", "game")
    first = hall.get(StatusBoard, 1).ranks
    assert first[:3] == [
        {"clan": "oda", "rank": 1, "was": None},
        {"clan": "takeda", "rank": 1, "was": None},
        {"clan": "akita", "rank": 3, "was": None},
    ]
    assert {line["clan"] for line in first} == {clan for clan, one in hall.room.scenario.clans.items() if one.played}
    assert all(set(line) == {"clan", "rank", "was"} for line in first)
    book(hall, "Hanako", clan="oda", reason="treaty-broken")
    hall.next_season()
    assert ("status_board", 2) not in hall.state()
    hall.do("board.release", "game")
    second = {line["clan"]: (line["rank"], line["was"]) for line in hall.get(StatusBoard, 2).ranks}
    assert (second["takeda"], second["oda"], second["akita"]) == ((1, 1), (16, 1), (2, 3))


def test_where_nobody_plays_a_clan_there_is_no_order_to_show(hall):
    with hall.room.store.write() as session:
        for clan in session.query(Clan):
            clan.played = False
    error = hall.refuse(OrderNotAllowed, "board.release", "game")
    assert error.sentence == "Nobody plays a clan, so there is no order to show."


def test_a_board_released_again_in_a_season_still_points_to_the_season_before(hall):
    hall.do("board.release", "game")
    hall.next_season()
    book(hall, "Hanako", clan="oda", reason="event")
    hall.do("board.release", "game")
    hall.do("honour.log", "game", clan="takeda", reason="emperor")
    hall.do("board.release", "game")
    third = {line["clan"]: (line["rank"], line["was"]) for line in hall.get(StatusBoard, 3).ranks}
    assert (third["takeda"], third["oda"], third["akita"]) == ((1, 1), (2, 1), (3, 1))


def test_a_board_that_is_not_as_it_was_looked_at_is_not_released(hall):
    seen = hall.ask(queries.board_preview).seen
    book(hall, "Hanako", clan="oda", reason="event")
    hall.refuse(ChangedElsewhere, "board.release", "game", seen=seen)
    seen = hall.ask(queries.board_preview).seen
    hall.do("board.release", "game", seen=seen)
    hall.refuse(ChangedElsewhere, "board.release", "game", seen=seen)  # the second umpire's press
    hall.undo(2)
    hall.do("board.release", "game", seen=seen)


# ---- import


LINE = {"clan": "Takeda", "person": "Takeda Harunobu", "reason": "A fitting bow"}


def test_a_table_is_booked_at_once_with_names_as_people_write_them(hall):
    hall.next_season()
    entry = hall.do(
        "honour.import",
        "game",
        rows=[
            LINE,
            {"clan": "hojo", "reason": "event", "points": "+4", "umpire": "Hanako", "season": "Spring", "year": "1550"},
            {"clan": "Ōtomo", "points": "−2", "note": "let the envoy wait", "witness": "Taro"},
        ],
    )
    assert entry.sentence == "Honour imported: 3 entries."
    assert [
        (row.clan, row.character, row.reason, row.points, row.umpire, row.number, row.season) for row in ledger(hall)
    ] == [
        ("takeda", "takeda-harunobu", "bow", 1, "Game Control", 1, "summer"),
        ("hojo", None, "event", 4, "Hanako", 0, "spring"),
        ("otomo", None, "", -2, "Game Control", 1, "summer"),
    ]
    hall.undo(entry.number)
    assert ledger(hall) == []
    assert verify(hall.room).same


def test_an_import_names_every_bad_cell_of_all_rows_and_changes_nothing(hall):
    error = hall.refuse(
        OrderNotUnderstood,
        "honour.import",
        "game",
        rows=[
            LINE,
            {"clan": "Takada", "person": "Nobody", "reason": "bough", "points": "many", "season": "monsoon"},
            {"clan": "Takeda", "reason": "bow", "year": "1551"},
            {"clan": "Oda", "note": "x", "season": "winter", "witness": "y" * 61},
            {"clan": "Oda", "person": "Oda Nobunaga", "reason": "treaty-broken", "points": "0", "year": "soon"},
            {"clan": "", "person": "Oda Nobunaga", "reason": "bow"},
        ],
    )
    assert error.sentence == 'There is no clan "Takada". Did you mean "Takeda"?'
    assert [one.field for one in (error, *error.more)] == [
        "rows.1.clan",
        "rows.1.person",
        "rows.1.reason",
        "rows.1.points",
        "rows.1.season",
        "rows.2.year",
        "rows.2.person",
        "rows.3.note",
        "rows.3.points",
        "rows.3.witness",
        "rows.3.season",
        "rows.4.points",
        "rows.4.year",
        "rows.4.person",
        "rows.5.clan",
    ]
    assert error.more[-1].sentence == "Say which clan."


def test_no_line_of_the_very_next_season_is_imported(hall):
    error = hall.refuse(OrderNotUnderstood, "honour.import", "game", rows=[{**LINE, "season": "summer"}])
    assert (error.field, "still to come" in error.sentence) == ("rows.0.season", True)


def test_a_table_with_more_points_than_the_limit_waits_for_a_second_umpire(hall):
    much = {**LINE, "points": "11"}
    waits = hall.do("honour.import", "game", rows=[LINE, much])
    assert waits.sentence.startswith("Waits for a second umpire (it is +11 of honour at once)")
    assert sums(hall) == {}
    hall.do("honour.import", "game", rows=[much], force="the two of us counted it")
    assert sums(hall) == {"takeda": 11}
    again = hall.do("honour.import", "game", rows=[LINE, much], skip_known=True)
    assert again.sentence == "Honour imported: 1 entry; 1 stood in the ledger already."


def test_a_second_line_like_one_of_the_ledger_waits_for_a_second_umpire_too(hall):
    much = {"clan": "takeda", "points": "11", "note": "a very great day"}
    hall.do("honour.import", "game", rows=[much], force="both agree")
    hall.do("honour.import", "game", rows=[much, much], skip_known=True)
    assert len(hall.rows("honour")) == 1
    (waits,) = hall.rows("confirmation")
    assert waits["action"] == "honour.import"


def test_lines_of_the_ledger_are_not_booked_again(hall):
    hall.do("honour.import", "game", rows=[LINE, LINE])
    again = [LINE, LINE, LINE, {**LINE, "points": "2"}]
    error = hall.refuse(OrderNotAllowed, "honour.import", "game", rows=again)
    assert [one.field for one in (error, *error.more)] == ["rows.0.clan", "rows.1.clan"]
    entry = hall.do("honour.import", "game", rows=again, skip_known=True)
    assert entry.sentence == "Honour imported: 2 entries; 2 stood in the ledger already."
    assert sums(hall) == {"takeda": 5}
    hall.refuse(OrderNotUnderstood, "honour.import", "game", rows=again, skip_known=True)


def test_whatever_was_booked_comes_back_from_its_export(hall):
    hall.do("honour.log", "team", **BOW, points=-9)
    hall.do("honour.correct", "team", honour=1, points=9, reason="the other way round")
    hall.do("honour.log", "game", clan="takeda", reason="bow", force="all of them bowed", twice=True)
    hall.do("honour.log", "team", clan="oda", points=3, note="=cmd", witness="@home")
    hall.do("honour.level", "game", umpire="Team Control", points=1, reason="sparing")
    table = hall.ask(queries.table, hall.room.scenario, "game")
    rows = [dict(zip(queries.COLUMNS, map(str, row), strict=True)) for row in table]
    error = hall.refuse(OrderNotUnderstood, "honour.import", "game", rows=rows, skip_known=True)
    assert error.sentence == "Every line stands in the ledger already."


def test_undo_of_everything_gives_the_empty_ledger_again(hall):
    start = hall.state()
    book(hall, "Hanako", **BOW)
    hall.do("honour.correct", "team", honour=1, points=4, reason="a deep one")
    hall.do("honour.level", "game", umpire="Hanako", points=1, reason="sparing")
    hall.do("board.release", "game")
    hall.do("honour.import", "game", rows=[LINE])
    for entry in (5, 4, 3, 2, 1):
        hall.undo(entry)
    now = hall.state()
    assert now == start


# ---- what is proposed


def proposed(hall, desk="team"):
    """What waits for an umpire's word: for whom, the points, what happened."""
    return [(one.person, one.points, one.why) for one in hall.ask(queries.proposed, hall.room.scenario, desk)]


def test_honour_is_proposed_and_counts_only_when_it_is_booked(hall_at):
    hall = hall_at("honour proposed")
    assert proposed(hall) == [("Takeda Harunobu", 3, "Takeda Harunobu is Noble of the 9th rank")]
    assert sums(hall) == {}
    hall.do("proposal.book", "team", proposal=1, points=2)
    assert proposed(hall) == []
    assert sums(hall) == {"takeda": 2}


@pytest.mark.parametrize(
    ("points", "earned", "why"),
    [
        (3, 2, "Takeda held a public event in Kai for 3 points: a tea party"),
        (1, -1, "Takeda held a public event in Kai for 1 point: a tea party"),
    ],
)
def test_a_public_event_earns_honour_and_a_mean_one_costs_it_if_an_umpire_says_so(hall, points, earned, why):
    event = {"kind": "event", "province": "kai", "points": points, "note": "a tea party"}
    hall.do("account.spend", "team", clan="takeda", **event)
    assert proposed(hall) == [("", earned, why)]
    hall.do("account.spend", "team", clan="takeda", kind="other", points=2, note="a well")
    hall.do("account.spend", "npd", clan="yuki", **event)  # nobody plays them
    assert len(proposed(hall)) == 1
    assert sums(hall) == {}


def test_a_war_on_who_is_in_rebellion_is_lawful_and_earns_honour_if_an_umpire_says_so(hall):
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.an_army("takeda", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    before = proposed(hall)
    assert before == [("", -4, "The Bakufu declares Uesugi in rebellion")]
    fought = hall.settle(attacker="takeda", defender="uesugi")
    assert [one for one in proposed(hall) if one not in before] == [
        ("", 2, "Takeda attacked Uesugi, in rebellion, in Shinano")
    ]
    hall.undo(fought.number)
    assert proposed(hall) == before


def test_of_a_battle_that_is_called_off_no_honour_stays_proposed_and_of_one_called_anew_once(hall):
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.an_army("takeda", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    before = waiting(hall)
    hall.settle(attacker="takeda", defender="uesugi")
    off = hall.end()
    assert waiting(hall) == before
    hall.undo(off.number)
    assert len(waiting(hall)) == len(before) + 1
    hall.end(anew=True)
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda"], reason="once more")
    hall.settle(2, attacker="takeda", defender="uesugi")
    assert len(waiting(hall)) == len(before) + 1
    assert verify(hall.room).same


def test_honour_for_a_lawful_war_that_is_called_off_goes_though_the_rebellion_has_ended_since(hall):
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.an_army("takeda", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    hall.settle(attacker="takeda", defender="uesugi")
    hall.do("rebellion.lift", "bakufu", clan="uesugi", reason="he has bowed")
    hall.end()
    assert not [why for _, why in waiting(hall) if "in rebellion, in Shinano" in why]
    assert verify(hall.room).same


def waiting(hall):
    """For whom honour is proposed, and why, and nobody has answered it."""
    return [(row["clan"], row["why"]) for row in hall.rows("honour_proposal") if not row["answer"]]


@pytest.mark.parametrize("attacker", ["takeda", "uesugi"])
def test_a_war_that_nobody_has_made_lawful_earns_none(hall, attacker):
    """Nobody is in rebellion any more, or it is the rebel who attacks."""
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    if attacker == "takeda":
        hall.do("rebellion.lift", "bakufu", clan="uesugi")
    hall.an_army("takeda", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    before = proposed(hall)
    hall.settle(attacker=attacker, defender=({"takeda", "uesugi"} - {attacker}).pop())
    assert proposed(hall) == before


def test_a_rebel_who_attacks_a_rebel_earns_none(hall):
    for clan in ("takeda", "uesugi"):
        hall.do("rebellion.declare", "bakufu", clan=clan, reason="silence")
    hall.kawanakajima()
    hall.phases(1, 2)
    before = proposed(hall)
    hall.settle(attacker="takeda", defender="uesugi")
    assert proposed(hall) == before


def test_it_is_booked_in_the_season_in_which_it_was_earned(hall_at):
    hall = hall_at("honour proposed")
    hall.next_season()
    hall.do("proposal.book", "team", proposal=1)
    (row,) = ledger(hall)
    assert (row.number, row.season) == (0, "spring")


TITLE = {"clan": "takeda", "character": "takeda-harunobu", "reason": "title"}


def test_who_books_by_hand_what_waits_under_proposed_is_asked(hall_at):
    hall = hall_at("honour proposed")
    error = hall.refuse(ChangedElsewhere, "honour.log", "team", **TITLE)
    assert error.field == "twice"
    assert error.sentence == (
        "This waits under Proposed: Takeda Harunobu is Noble of the 9th rank. Is it the same incident, to be booked "
        "there, or did it happen twice?"
    )
    hall.do("honour.log", "team", **{**TITLE, "character": "anayama-nobutomo"})
    hall.do("honour.log", "team", **TITLE, twice=True)
    hall.do("proposal.decline", "team", proposal=1)
    assert sums(hall) == {"takeda": 6}


def test_what_was_booked_by_hand_in_its_season_is_asked_about_when_it_is_booked_as_proposed(hall_at):
    hall = hall_at("honour proposed")
    taro = Umpire("Taro", "team")
    book(hall, "Hanako", **TITLE, twice=True)
    hall.next_season()
    with pytest.raises(ChangedElsewhere, match=r"^Hanako booked this 59 minutes ago"):
        perform(hall.room, taro, "proposal.book", {"proposal": 1}, at="2026-11-21T10:59:00+00:00")
    perform(hall.room, taro, "proposal.book", {"proposal": 1, "twice": True}, at="2026-11-21T10:59:00+00:00")
    assert sums(hall) == {"takeda": 6}


def test_of_two_that_are_proposed_for_the_same_reason_both_are_booked_unasked(hall):
    for place in ("Kai", "Shinano"):
        hall.do("account.spend", "team", clan="takeda", kind="event", points=3, note=f"in {place}", twice=True)
    hall.do("proposal.book", "team", proposal=1)
    hall.do("proposal.book", "team", proposal=2)
    assert sums(hall) == {"takeda": 4}


def test_what_speaks_for_it_is_not_taken_back_behind_the_back_of_whoever_booked_it(hall_at):
    hall = hall_at("honour answered")
    assert "depends on it" in hall.refuse(OrderNotAllowed, "journal.undo", "bakufu", entry=1).sentence
    hall.undo(2, "team", "")
    assert proposed(hall)
    assert sums(hall) == {}
    hall.undo(1, "bakufu", "")
    assert proposed(hall) == []


def test_nothing_is_proposed_by_a_scenario_that_has_no_such_reason(hall):
    left = {key: one for key, one in hall.room.scenario.honour.items() if key != "title"}
    hall.room.scenario = replace(hall.room.scenario, honour=left)
    to_honour_proposed(hall)
    assert proposed(hall) == []


def test_another_desk_is_told_nothing_of_what_is_proposed(hall_at):
    with pytest.raises(NotThisDesk):
        proposed(hall_at("honour proposed"), "bakufu")
