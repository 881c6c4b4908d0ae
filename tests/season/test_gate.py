"""The gate of a season: what is open, going over it, the ticks; the page's plan is what is written (R8, R14, R19)."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from control.sengoku.rows import Battle, Claim, Encounter, Game, Muster, Province
from control.sengoku.season import closing_questions as closing
from control.sengoku.season import gate_questions as gate
from tests.actions.rehearsal import Rehearsal

SPRING = {"season": "spring", "year": 1550}


def still_open(hall):
    """What is open now."""
    return hall.ask(gate.still_open)


def plan_of(hall, over=True):
    """What closing the season would write now."""
    return hall.ask(closing.plan, hall.room.scenario, over)


def close(hall, plan, **more):
    """Close the season that a plan is for."""
    return hall.do("season.advance", "game", season=plan.season, year=plan.year, **{"force": "time is up", **more})


def tick_all(hall):
    """Every Controller is done with the season."""
    game = hall.get(Game, 1)
    for one in still_open(hall):
        if one.kind == "tick":
            hall.do("season.tick", "team", clan=one.row, season=game.season, year=game.year)


# --- What is open -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("orders", "4 movement phases not run, 15 clans not ticked off"),
        ("encounter", "1 encounter, 2 movement phases not run, 1 thing not told yet, 15 clans not ticked off"),
        (
            "secret",
            "1 battle, 1 secret tactic asked for, 2 movement phases not run, 1 thing not told yet, 15 clans not "
            "ticked off",
        ),
        ("guests", "4 movement phases not run, 2 armies without an order, 15 clans not ticked off"),
        ("winter", "12 cards to draw, 15 clans not ticked off"),
    ],
)
def test_everything_that_is_open_is_counted_in_words(hall_at, stage, words):
    assert gate.open_in_words(still_open(hall_at(stage))) == words


def test_nobody_waits_for_the_order_of_an_army_that_may_not_march(hall_at):
    hall = hall_at("orders")
    number, other = hall.an_army("hojo", "kozuke"), hall.an_army("uesugi", "kozuke")
    hall.march(other)
    assert [one.row for one in still_open(hall) if one.kind == "order"] == [number]
    hall.do("encounter.call", province="kozuke", clans=["hojo", "uesugi"], reason="the test")
    assert [one.kind for one in still_open(hall) if one.kind in ("order", "phase", "encounter")] == [
        "encounter",
        "phase",
    ]
    hall.do("encounter.settle", encounter=1, outcome="pass")
    assert [one.row for one in still_open(hall) if one.kind == "order"] == [number], "it is asked anew"


def test_a_season_closed_when_all_armies_were_waited_for_is_told_as_it_was(hall_at):
    hall = hall_at("orders")
    hall.an_army("hojo", "kozuke")
    hall.an_army("uesugi", "kozuke")
    hall.do("encounter.call", province="kozuke", clans=["hojo", "uesugi"], reason="the test")
    plan = plan_of(hall)
    entry = close(hall, plan)
    assert "without an order" not in entry.sentence
    then = entry.sentence.replace(" not run,", " not run, 2 armies without an order,")
    assert then != entry.sentence
    with hall.room.store.engine.begin() as connection:  # as the journal of then has it
        connection.exec_driver_sql("update journal set sentence = ? where number = ?", (then, entry.number))
    assert verify(hall.room).same


def test_of_secret_tactics_those_of_the_round_that_is_asked_for_are_in(hall_at):
    hall = hall_at("battle")
    for number, chosen in ((1, ("attacker", "defender")), (2, ("attacker",))):
        hall.do("battle.ask_tactics", battle=1, round=number)
        for role in chosen:
            hall.seal(role, "conventional_battle", number)
        if number == 1:
            hall.fight(die=None, attacker_tactic="conventional_battle", defender_tactic="conventional_battle")
    (asked,) = (one.sentence for one in still_open(hall) if one.kind == "tactic")
    assert asked.endswith("round 2 of battle 1, 1 of 2 are in")


def test_of_what_is_told_in_secret_an_umpire_counts_what_his_own_clans_are_to_hear(hall):
    for clan in ("takeda", "uesugi", "oda"):
        hall.do("call.issue", "bakufu", kind="points", clan=clan, amount=1, season="1550-autumn")
    his = [Seat("team", "Hans", clans) for clans in (["takeda"], ["takeda", "oda"], ["hojo"])]
    for desk, counts in zip((*his, "team", "map", "npd"), (1, 2, 0, 3, 3, 0), strict=True):
        found = hall.ask(gate.still_open, desk)
        assert sum(one.count for one in found if one.kind == "told") == counts, desk


def test_of_letters_that_are_not_handed_over_a_desk_counts_its_own_and_an_umpire_those_of_his_clans(hall_at):
    hall = hall_at("winter")
    for recipient in ("oda", "uesugi", "yuki", "rokkaku", "bakufu"):
        hall.do("letter.write", "team", sender="hojo", recipient=recipient, post=True, fate="on_time", reason="a test")
    hans = Seat("team", "Hans", ["takeda", "oda"])
    for desk, count in (("game", 5), ("team", 2), (hans, 1), ("npd", 2), ("bakufu", 1), ("map", 0)):
        found = hall.ask(gate.still_open, desk)
        assert sum(one.count for one in found if one.kind == "letter") == count, desk


def test_a_dead_lord_and_what_nobody_was_told_are_open(hall_at):
    found = {one.kind: one.sentence for one in still_open(hall_at("people"))}
    assert found["succession"] == "nobody stands at the head of Hongan-ji"
    assert found["told"].endswith("still to tell")
    assert found["draw"] == "Asakura Norikage is to draw a card for his age"


def test_phases_and_orders_are_not_missed_where_no_army_is(hall):
    assert {one.kind for one in still_open(hall)} == {"tick"}


def test_books_that_do_not_add_up_hold_the_gate_and_only_a_reason_opens_it(hall):
    with hall.room.store.engine.begin() as connection:  # no action can do this
        connection.exec_driver_sql("update transfer set payee = null where id = 1")
        connection.exec_driver_sql("update transfer set payer = 'takeda', cash = 999 where id = 1")
    assert [one.sentence for one in still_open(hall) if one.kind == "sum"] == ["the books do not add up"]
    tick_all(hall)
    assert "the books do not add up" in hall.refuse(OrderNotAllowed, "season.advance", "game", **SPRING).sentence
    entry = hall.do("season.advance", "game", **SPRING, force="counted again at the table")
    assert entry.sentence.endswith("Passed over: the sum of the books. Forced: counted again at the table.")


def test_points_that_left_an_account_and_reached_nobody_do_not_add_up(hall):
    with hall.room.store.engine.begin() as connection:  # no action can do this
        connection.exec_driver_sql("update transfer set payee = null where id = 1")
    assert [one.sentence for one in still_open(hall) if one.kind == "sum"] == ["the books do not add up"]


def test_with_nothing_open_the_season_closes_without_a_reason(hall):
    tick_all(hall)
    assert still_open(hall) == []
    entry = hall.do("season.advance", "game", **SPRING)
    assert "Passed over" not in entry.sentence
    assert "Forced" not in entry.sentence


def test_what_became_open_since_the_page_was_drawn_is_shown_before_the_season_ends(hall_at):
    hall = hall_at("orders")
    seen = gate.keys_of(still_open(hall))
    hall.phases(1, 2)
    error = hall.refuse(ChangedElsewhere, "season.advance", "game", **SPRING, seen=seen, force="time is up")
    assert error.field == "seen"
    assert "encounter 1 in Shinano" in error.sentence
    hall.do("season.advance", "game", **SPRING, seen=gate.keys_of(still_open(hall)), force="time is up")


def test_what_was_settled_since_the_page_was_drawn_is_no_news(hall_at):
    hall = hall_at("peace")
    seen = gate.keys_of(still_open(hall))
    hall.do("season.tick", "team", clan="takeda", **SPRING)
    hall.do("notice.tell_all", "team", clan="uesugi", last=99)
    hall.do("season.advance", "game", **SPRING, seen=seen, force="time is up")


def test_more_to_tell_is_news(hall_at):
    hall = hall_at("peace")
    seen = gate.keys_of(still_open(hall)).split()
    hall.do("hostage.hand_over", "team", character="oda-nobunaga", to="imagawa")
    assert {one.kind for one in still_open(hall) if gate.is_new(one, seen)} == {"told"}


# --- Going over it ----------------------------------------------------------------------------------------


def test_an_encounter_gone_over_is_passed_and_nobody_holds_it_any_more(hall_at):
    hall = hall_at("encounter")
    hall.do("claim.take", kind="encounter", number=1)
    close(hall, plan_of(hall))
    one = hall.get(Encounter, 1)
    assert (one.outcome, one.note) == ("pass", "passed over at the end of spring: time is up")
    assert not hall.rows(Claim.__tablename__)


def test_a_battle_gone_over_has_no_winner_and_half_of_the_losses_comes_back(hall_at):
    hall = hall_at("round")
    before = hall.troops(1), hall.troops(2)
    lost = 18 - before[0], 20 - before[1]
    plan = plan_of(hall)
    assert "Battles that end unfinished" in [chapter.title for chapter in plan.chapters]
    close(hall, plan)
    battle = hall.get(Battle, 1)
    assert (battle.over, battle.winner, battle.ended_by) == (True, None, "both_stay")
    half = tuple((counters + 1) // 2 for counters in lost)  # R8: half, the reckoner rounds half up
    assert (hall.troops(1) - before[0], hall.troops(2) - before[1]) == half
    assert [one.kind for one in still_open(hall)].count("draw") >= 2, "Who fought draws a card (R19)."


def test_a_battle_without_a_round_is_called_off_and_costs_no_general_his_battle(hall_at):
    hall = hall_at("secret")
    close(hall, plan_of(hall))
    assert (hall.get(Battle, 1).over, hall.get(Battle, 1).ended_by, hall.get(Battle, 1).asked) == (
        True,
        "called_off",
        0,
    )
    assert not hall.rows("recovery")


def test_cards_that_are_due_stay_due(hall_at):
    hall = hall_at("peace")
    due = {one.key for one in still_open(hall) if one.kind == "draw"}
    close(hall, plan_of(hall))
    assert due
    assert due <= {one.key for one in still_open(hall)}


def test_who_turns_sixty_with_the_winter_draws_a_card_for_it(hall):
    hall.correct("character", "obu-toramasa", "age", 59)
    for _ in range(3):
        hall.next_season()
    drawn = [
        row["cause"]
        for key, row in hall.state().items()
        if key[0] == "risk_draw" and row["character"] == "obu-toramasa"
    ]
    assert drawn == ["age"]


def test_a_letter_that_nobody_handed_over_is_in_no_sentence_of_the_end_of_a_season(hall_at):
    hall = hall_at("winter")
    hall.do("letter.write", "team", sender="takeda", recipient="oda", post=True, fate="on_time", reason="a test")
    assert "letter" in {one.kind for one in still_open(hall)}
    said = hall.next_season().sentence
    assert "Passed over: " in said
    assert "letter" not in said


# --- One plan ---------------------------------------------------------------------------------------------


def written(entry, plan):
    """Whether an entry wrote what the plan said: bookings, counters, ages, wounds, draws, the season itself."""
    rows: dict[str, list] = {}
    for change in entry.changes:
        rows.setdefault(change["table"], []).append(change)
    booked = [change["after"] for change in rows.get("transfer", []) if change["before"] is None]
    wanted = [move for line in plan.lines for move in line.moves]
    shown = ("source", "target", "kind", "rice", "cash")
    assert [[one[name] for name in shown] for one in booked] == [
        [getattr(one, name) for name in shown] for one in wanted
    ]
    grown = sum(
        change["after"]["troops"] - (change["before"] or {"troops": 0})["troops"]
        for table in ("army", "garrison")
        for change in rows.get(table, [])
        if "troops" in change["after"] and plan.next_season != "winter"
    )
    assert grown == sum(line.value for chapter in ("recovery", "muster") for line in plan.of(chapter))
    gone = {
        (change["table"], change["key"][0])
        for table in ("army", "garrison")
        for change in rows.get(table, [])
        if change["after"].get("standing") is False
    }
    assert gone == {(line.chapter, line.row) for chapter in ("army", "garrison") for line in plan.of(chapter)}
    aged = [change for one in ("character", "courtier") for change in rows.get(one, []) if "age" in change["after"]]
    assert len(aged) == sum(line.value for line in plan.of("older"))
    called = [
        change["after"]["character"]
        for change in rows.get("risk_draw", [])
        if change["before"] is None and change["after"]["cause"] == "age"
    ]
    assert called == [line.row for line in plan.of("draw")]
    healed = {change["key"][0] for change in rows.get("character", []) if change["after"].get("wounded") is False}
    assert healed == {line.row for line in plan.of("wound")}
    assert {change["key"][0] for change in rows.get("encounter", [])} == {line.row for line in plan.of("encounter")}
    assert {change["key"][0] for change in rows.get("battle", [])} == {line.row for line in plan.of("battle")}
    assert [change["after"]["clan"] for change in rows.get("honour_proposal", [])] == [
        line.clan for line in plan.of("award")
    ]
    taken = {
        (change["table"], change["key"][0])
        for table in ("province", "place")
        for change in rows.get(table, [])
        if change["after"].get("taken") is False
    }
    assert taken == {line.row for line in plan.of("taken")}
    game = next(change["after"] for change in rows["game"])
    assert (game["season"], game.get("year", plan.year)) == (plan.next_season, plan.next_year)


@pytest.mark.parametrize(
    "stage",
    [
        "start",
        "orders",
        "encounter",
        "battle",
        "round",
        "decision",
        "peace",
        "shares",
        "secret",
        "question",
        "people",
        "winter",
    ],
)
def test_what_the_page_shows_is_what_is_written(hall_at, stage):
    hall = hall_at(stage)
    for _ in range(4):
        plan = plan_of(hall)
        written(close(hall, plan), plan)
    assert verify(hall.room).same


@pytest.mark.parametrize("seed", [3, 11])
def test_in_a_rehearsal_too_every_gate_writes_what_it_showed_and_its_undo_gives_all_back(hall, seed):
    umpires = Rehearsal(hall, seed, careful=0)
    for _ in range(3):
        for _ in range(3):
            umpires.muster()
            umpires.march()
        if hall.get(Game, 1).season != "winter":
            hall.phases(1, 2)
        umpires.risk()
        before, plan = hall.state(), plan_of(hall)
        entry = close(hall, plan)
        written(entry, plan)
        hall.undo(entry.number)
        now = hall.state()
        told = {key for key in now if key[0] in ("notice", "notice_to")} - before.keys()
        assert {key for key in now.keys() | before.keys() if now.get(key) != before.get(key)} == told
        close(hall, plan_of(hall))


# --- Twice, and two umpires -------------------------------------------------------------------------------


def test_the_same_form_sent_twice_closes_one_season(hall):
    first = hall.do("season.advance", "game", key="k", **SPRING, force="x")
    again = hall.do("season.advance", "game", key="k", **SPRING, force="x")
    assert again.number == first.number
    assert hall.get(Game, 1).season == "summer"


def test_the_second_umpire_is_told_that_the_season_has_ended(hall):
    hall.do("season.advance", "game", key="one", **SPRING, force="x")
    error = hall.refuse(ChangedElsewhere, "season.advance", "game", **SPRING, force="y")
    assert error.sentence == "Spring 1550 has ended already: it is summer 1550."


def test_ticks_are_for_one_season(hall):
    tick_all(hall)
    hall.do("season.advance", "game", **SPRING)
    assert [one.kind for one in still_open(hall)].count("tick") == 15


def test_the_clock_is_set_to_the_first_phase_and_waits(hall):
    hall.do("clock.start", "game")
    hall.next_season()
    clock = hall.state()[("clock", 1)]
    assert (clock["stage"], clock["left"], clock["since"]) == (0, 300, None)


def test_one_point_is_called_so_at_the_gate(hall):
    hall.do("account.spend", "team", clan="takeda", kind="event", points=1)
    for _ in range(2):
        hall.next_season()
    sentences = [line.sentence for line in plan_of(hall).lines]
    assert "Takeda held the year’s most splendid public events: 1 point." in sentences


def test_the_journal_says_no_size_no_points_and_no_honour_of_a_gate(hall_at):
    hall = hall_at("peace")
    hall.do("account.spend", "team", clan="takeda", kind="event", points=7)
    sentences = [hall.next_season().sentence for _ in range(4)]
    for word in ("counter", "point", "honour", "splendid", "keeps", "gets"):
        assert not [one for one in sentences if word in one], word


# --- Troops that were announced, letters that were late ---------------------------------------------------------


def test_troops_announced_stand_as_garrisons_where_the_gate_said_they_would(hall):
    hall.do("troops.announce", "team", clan="takeda", province="kai", counters=3)
    hall.do("troops.announce", "team", clan="takeda", province="hida", counters=2)
    hall.do("province.take_over", province="hida", clan="uesugi", how="force")
    plan = plan_of(hall)
    lines = {line.sentence for line in plan.of("muster")}
    assert lines == {"Takeda: 3 counters in Kai."}  # what was to come in Hida was lost with it (R23)
    before = hall.state()
    entry = close(hall, plan)
    musters = [change for change in entry.changes if change["table"] == "muster"]
    assert {change["key"][0]: change["after"]["outcome"] for change in musters} == {1: "raised"}
    assert hall.get(Muster, 2).outcome == "lost"
    standing = [row for row in hall.rows("garrison") if row["standing"]]
    assert [(row["province"], row["clan"], row["troops"]) for row in standing] == [("kai", "takeda", 3)]
    assert hall.get(Province, "kai").raised == 3
    assert not [change for change in entry.changes if change["table"] == "transfer"]  # and is not paid back
    hall.undo(entry.number)
    now = {key: row for key, row in hall.state().items() if key[0] not in ("journal", "notice", "notice_to")}
    assert now == {key: row for key, row in before.items() if key[0] not in ("journal", "notice", "notice_to")}


def test_a_late_letter_is_on_the_list_of_the_gate_that_ends_winter(hall_at):
    hall = hall_at("winter")
    hall.do(
        "letter.write",
        "team",
        sender="takeda",
        recipient="hojo",
        text="Come in spring",
        post=True,
        fate="late",
        reason="snow on the pass",
    )
    plan = plan_of(hall)
    (line,) = plan.of("letter")
    assert line.sentence.startswith("Letter L207512-K to Hōjō")
    assert "Come in spring" not in line.sentence
    close(hall, plan)
    assert verify(hall.room).same


def test_a_letter_waits_at_its_clan_once_it_has_arrived(hall_at):
    hall = hall_at("works")

    def waiting():
        return {one.tick.clan.id: one.letters for one in hall.ask(gate.mine, "Hana") if one.letters}

    assert waiting() == {"takeda": 1}
    hall.next_season()
    assert waiting() == {"takeda": 1, "uesugi": 1}


def test_an_encounter_that_is_passed_over_says_what_becomes_of_it(hall):
    hall.an_army("uesugi", "settsu", 5, experience=4)
    hall.do("encounter.call", place="sakai", clans=["uesugi"], reason="they look at the walls")
    hall.an_army("takeda", "owari", 5)
    hall.do("encounter.call", province="owari", clans=["takeda"], reason="they burn a mill")
    said = [line.sentence for line in plan_of(hall).of("encounter")]
    assert said == [
        "Encounter 1 in Settsu is closed: nobody fights for Sakai.",
        "Encounter 2 in Owari is closed: the land is passed through.",
    ]
