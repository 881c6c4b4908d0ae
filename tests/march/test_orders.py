"""This season's orders: closed by hand or by the first phase, late by the minute, and never through an enemy (R15)."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.march.orders.movers_questions import leaves
from control.sengoku.march.orders.orders_questions import orders_in
from control.sengoku.paper.umpires.hall_papers_questions import map_log_data
from control.sengoku.rows import Army, Battle, Game, MarchOrder
from control.sengoku.world.forces.forces_questions import armies
from control.sengoku.world.forces.held_questions import land_of_armies
from control.sengoku.world.names import leg_of
from tests.conftest import sign_in
from tests.tags import bare

LOCKED, LATER = "2026-05-02T14:00:00+00:00", "2026-05-02T14:04:59+00:00"


def at(hall, moment, name, **arguments):
    """Perform an action at Map Control at a certain moment."""
    return perform(hall.room, Umpire("Ōta", "map"), name, arguments, at=moment)


@pytest.fixture
def two(hall):
    """A hall with Takeda in Kai (army 1, experience 4) and Uesugi in Echigo (army 2), no order entered."""
    hall.an_army("takeda", "kai", experience=4)
    hall.an_army("uesugi", "echigo", experience=2)
    return hall


# ---- closing


def test_an_order_names_its_army_by_the_code_on_a_card_as_well_and_the_journal_keeps_the_number(two):
    army = two.army(1)
    assert two.do("army.order_march", army=army.code, route=["shinano"]).arguments["army"] == 1
    assert two.do("army.order_march", army="m2-8", route=["shinano"]).arguments["army"] == 2
    error = two.refuse(OrderNotUnderstood, "army.order_march", army="A1-9", route=["shinano"])
    assert error.field == "army"
    assert '"A1-9" does not add up' in error.sentence
    assert verify(two.room).same


def test_locked_orders_take_no_order_without_a_reason(two):
    two.march(1, "shinano")
    two.do("orders.lock")
    error = two.refuse(OrderNotAllowed, "army.order_march", army=2, route=["shinano"])
    assert (error.field, error.sentence) == ("late", "Orders are locked. Give a reason to take a late order.")
    assert two.get(MarchOrder, 1).late_minutes is None
    assert verify(two.room).same


def test_a_late_order_keeps_how_late_it_is_and_says_so(two):
    at(two, LOCKED, "orders.lock")
    entry = at(two, LATER, "army.order_march", army=2, route=["shinano"], late="the daimyo slept")
    assert entry.sentence.endswith("is to march Shinano. Late by 4 minutes, before phase 1: the daimyo slept.")
    order = two.get(MarchOrder, 2)
    assert (order.late, order.late_minutes, order.late_phase) == ("the daimyo slept", 4, 0)
    assert verify(two.room).same


@pytest.mark.parametrize(("moment", "words"), [
    ("2026-05-02T14:00:59+00:00", "Late by less than a minute, after phase 1: no ink."),
    ("2026-05-02T14:01:00+00:00", "Late by 1 minute, after phase 1: no ink."),
    ("2026-05-02T13:59:00+00:00", "Late by less than a minute, after phase 1: no ink."),  # a clock that was set back
])  # fmt: skip
def test_running_the_first_phase_closes_orders_too(two, moment, words):
    at(two, LOCKED, "movement.run_phase", phase=1)
    assert two.get(Game, 1).locked_at == LOCKED
    assert at(two, moment, "army.order_march", army=2, route=[], late="no ink").sentence.endswith(words)
    assert two.get(MarchOrder, 2).late_phase == 1
    assert verify(two.room).same


def test_a_phase_does_not_reset_a_lock_that_came_before_it(two):
    at(two, LOCKED, "orders.lock")
    at(two, LATER, "movement.run_phase", phase=1)
    assert two.get(Game, 1).locked_at == LOCKED


def test_orders_that_were_opened_again_are_in_time(two):
    at(two, LOCKED, "orders.lock")
    at(two, LATER, "army.order_march", army=2, route=["shinano"], late="no ink")
    two.do("orders.unlock", reason="the clock was fast")
    entry = two.march(2, "shinano", late="no ink")
    assert entry.sentence.endswith("is to march Shinano.")
    order = two.get(MarchOrder, 2)
    assert (order.late, order.late_minutes, order.late_phase) == ("", None, None)


def test_orders_cannot_be_opened_again_once_an_army_may_have_moved(two):
    two.do("orders.lock")
    two.phases(1)
    error = two.refuse(OrderNotAllowed, "orders.unlock", reason="too early")
    assert error.sentence.startswith("Phase 1 has been run")


def test_orders_are_locked_once_and_by_map_control(two):
    two.refuse(NotThisDesk, "orders.lock", "team")
    two.do("orders.lock")
    assert two.refuse(ChangedElsewhere, "orders.lock").sentence == "Orders are locked."


def test_an_order_that_was_in_time_is_late_when_it_is_changed_after_the_lock(two):
    two.march(2, "shinano")
    two.do("orders.lock")
    two.refuse(OrderNotAllowed, "army.order_march", army=2, route=["etchu"])
    two.march(2, "etchu", late="slip of the brush")
    assert two.get(MarchOrder, 2).late == "slip of the brush"


def test_the_next_season_opens_orders_again(two):
    two.do("orders.lock")
    two.next_season()
    assert two.get(Game, 1).locked_at is None
    two.march(1, "shinano")
    assert two.get(MarchOrder, 1).late == ""


def test_undoing_the_lock_or_a_late_order_gives_the_state_back(two):
    before = two.state()
    lock = two.do("orders.lock")
    locked = two.state()
    late = two.march(2, "shinano", late="no ink")
    two.undo(late.number)
    assert two.state() == locked
    two.undo(lock.number)
    assert two.state() == before
    assert verify(two.room).same


def test_no_army_takes_more_legs_than_a_season_has_counting_those_it_walked(two):
    two.march(1, "shinano")
    two.phases(1)
    error = two.refuse(OrderNotAllowed, "army.order_march", army=1, late="x", route=["hida", "mino", "shinano", "kai"])
    assert (error.field, error.ruling) == ("route.3", "R12")
    assert "1 of them it has entered already" in error.sentence
    two.march(1, "hida", "mino", "shinano", late="x")


# ---- R15


@pytest.fixture
def held(hall):
    """Uesugi (army 1, came from Echigo) and Takeda (army 2, from Kai) stand in Shinano after a drawn battle."""
    hall.kawanakajima()
    hall.correct("character", "takeda-harunobu", "experience", 4)
    hall.phases(1, 2)
    if not hall.get(Army, 1).came_from:  # it met the other on the way
        hall.phases(3)
    hall.one_round("both_stay")
    assert hall.get(Battle, 1).winner is None
    army = hall.get(Army, 1)
    assert (army.held_by, army.way_back, army.halted) == (1, "echigo", "battle")
    return hall


def test_after_a_drawn_battle_an_army_may_only_stay_or_go_back(held):
    error = held.refuse(OrderNotAllowed, "army.order_march", army=1, route=["hida"], late="x")
    assert (error.field, error.ruling) == ("route.0", "R15")
    assert "army A2-5 still stands in Shinano" in error.sentence
    assert "It may stay or go back to Echigo (R15)." in error.sentence
    held.march(1, late="it stays")
    held.march(1, "echigo", late="it goes home")


def test_going_back_frees_it_from_the_battle_that_halted_it(held):
    held.march(1, late="it stays")
    assert held.get(Army, 1).halted == "battle"
    entry = held.march(1, "echigo", late="it goes home")
    assert held.get(Army, 1).halted is None
    held.undo(entry.number)
    assert held.get(Army, 1).halted == "battle"
    assert verify(held.room).same


def test_it_may_go_on_once_its_enemies_have_gone(held):
    held.correct("army", 2, "province", "kai")
    held.march(1, "hida", late="the way is free")


def test_of_an_order_back_and_on_log_grid_and_its_page_tell_only_the_way_back_as_gone(held, app_of):
    held.correct("character", "uesugi-kenshin", "experience", 4)
    held.march(1, "echigo", "etchu", late="home and on")
    with held.room.store.read() as session:
        [log] = [one for one in map_log_data(session, held.room.scenario).marches if one.code == held.army(1).code]
    assert [leg.province for leg in log.phases if leg.province and not leg.walked] == ["Echigo"]
    assert log.note.startswith("then Etchū")
    browser = sign_in(app_of(held), "map")
    pages = ("/orders/1", "/orders/1/draft?route=echigo,etchu", "/armies/1/order?route=echigo,etchu")
    for page in pages:
        text = browser.get(page, headers={"HX-Request": "true"}).text
        assert 'data-walks="1"' in text
        assert "The last one will not be walked: " in text
        assert "in the season of its battle it goes back the way it came, and no further (" in text
    assert 'data-walks="0"' in browser.get("/orders/1/draft?route=hida").text


def test_an_army_that_nothing_holds_any_more_is_not_told_as_held(held, app_of):
    def told():
        with held.room.store.read() as session:
            log = next(
                one for one in map_log_data(session, held.room.scenario).marches if one.code == held.army(1).code
            )
            there = land_of_armies(session, held.room.scenario, "map").strengths
            seen = {one.army: one.state for one in there if one.army}
        return seen, log.note, "May not pass through" in told_of_army(app_of(held), 1)

    assert told() == ({1: "held", 2: "held"}, "battle 1: stays or back to Echigo (R15)", True)
    held.correct("army", 2, "province", "kai")
    assert told() == ({1: "done", 2: "ready"}, "stopped: battle", False)
    held.next_season()
    assert told() == ({1: "ready", 2: "ready"}, "no order", False)


def test_the_map_says_of_no_army_that_it_may_still_move_once_its_march_is_over(two):
    def told():
        with two.room.store.read() as session:
            seen = land_of_armies(session, two.room.scenario, "map").strengths
        return "".join(one.state[0] for one in sorted(seen, key=lambda one: one.army or 0) if one.army)

    two.an_army("hojo", experience=3)
    two.an_army("imagawa", experience=2)
    two.march(1, "shinano")
    two.march(2)
    two.march(3)
    assert told() == "rrrr"
    two.phases(1)
    assert told() == "rrrr"
    two.phases(2)
    assert told() == "rrrr", "nobody has come to the end of what he may do"
    two.phases(3)
    assert told() == "rdrr", "army 2 is past the last of its phases (R13); army 4 may be given a late order yet"
    two.phases(4)
    assert told() == "dddd"
    two.next_season()
    assert told() == "rrrr"


def test_r13_of_an_army_whose_phases_are_over_no_order_is_asked_and_no_map_says_that_it_may_move(two):
    slow, fair = two.an_army("hojo", experience=1), two.an_army("imagawa", experience=2)

    def told():
        with two.room.store.read() as session:
            seen = land_of_armies(session, two.room.scenario, "map").strengths
        asked = [one.army for of in two.ask(orders_in, two.room.scenario).missing for one in of.generals]
        states = {one.army: one.state for one in seen if one.army}
        views = two.ask(armies, two.room.scenario)
        may = two.ask(leaves, two.room.scenario, views)
        stays = {one.id: leave.stays for one, leave in zip(views, may, strict=True)}
        return [(states[army], army in asked, stays[army]) for army in (slow, fair)]

    two.phases(1, 2)
    assert told() == [("ready", True, "")] * 2, "along a great road an army of 1 moves in phase 3 as one of 2 does"
    two.phases(3)
    assert told() == [("done", False, "the phases of its allowance of 1 are over (R13)"), ("ready", True, "")]
    two.next_season()
    assert told() == [("ready", True, "")] * 2


def test_the_map_says_that_an_army_moves_no_more_when_its_allowance_is_used_up(two):
    two.correct("character", "obu-toramasa", "experience", 2)
    two.march(1, "shinano", "hida")
    two.phases(1, 2)
    two.do("army.hand_over", army=1, general="obu-toramasa")
    assert (two.army(1).walked, two.army(1).allowance) == (2, 2)
    with two.room.store.read() as session:
        seen = {one.army: one.in_words for one in land_of_armies(session, two.room.scenario, "map").strengths}
    assert seen[1] == "Takeda: 5 counters, moves no more this season"
    assert seen[2] == "Uesugi: 5 counters, may still move"


def test_game_control_may_force_it_past_its_enemies(held):
    held.refuse(OrderNotAllowed, "army.order_march", army=1, route=["hida"], late="x", force="please")
    entry = held.do("army.order_march", "game", army=1, route=["hida"], late="x", force="they agreed on it")
    assert entry.sentence.endswith("Forced: they agreed on it.")
    held.phases(3)
    assert held.get(Army, 1).province == "hida"
    assert verify(held.room).same


def test_going_back_is_all_it_does_in_the_season_of_the_battle(held):
    held.correct("character", "uesugi-kenshin", "experience", 4)
    held.march(1, "echigo", late="it goes home")
    entry = held.march(1, "echigo", "etchu", late="and on from there")
    told = "is to march Echigo – Etchū. It goes back to Echigo, and no further this season (R15). Late"
    assert told in entry.sentence
    held.phases(3)
    assert held.get(Army, 1).halted == "battle", "it may go home, not by way of home into Etchū"
    assert (held.get(Army, 1).province, held.get(Army, 1).held_by) == ("echigo", None)
    held.march(1, "etchu", late="and on from there")
    held.phases(4)
    assert held.get(Army, 1).province == "echigo"


def test_what_is_split_off_is_held_by_the_enemies_of_its_side_and_not_by_its_own(held):
    draw = next(row["id"] for row in held.rows("risk_draw") if row["character"] == held.army(1).general)
    held.do("risk.draw", draw=draw, card="7 of hearts")
    held.do("army.split", army=1, general=held.idle_general("uesugi"), troops=3)
    held.next_season()
    error = held.refuse(OrderNotAllowed, "army.order_march", army=3, route=["hida"])
    assert "army A2-5 still stands in Shinano" in error.sentence
    held.correct("army", 2, "province", "kai")
    held.march(3, "hida")
    held.phases(1, 2)
    assert held.get(Army, 3).province == "hida"


def told_of_army(app, number):
    """What an army's page says, in one line."""
    return " ".join(bare(sign_in(app, "map").get(f"/armies/{number}")).split())


def test_an_army_that_was_forced_into_the_field_in_winter_gets_no_order_card(hall_at, app_of):
    hall = hall_at("winter")
    hall.do("garrison.raise", "game", province="kai", troops=5, force="the Emperor is in need")
    hall.do("army.form", "game", general="takeda-harunobu", province="kai", troops=5, force="the Emperor is in need")
    army = max(hall.numbers("army"))
    assert "It gets no order card: no army moves in winter ( R18 ) ." in told_of_army(app_of(hall), army)


def test_after_the_last_phase_nobody_gets_an_order_card_to_go_back_from_a_drawn_battle(held, app_of):
    assert "It gets no order card" not in told_of_army(app_of(held), 1)
    held.phases(3, 4)
    told = "It gets no order card: the phases of this season are over ( R13 ) ."
    assert told in told_of_army(app_of(held), 1)


def test_who_has_no_way_back_from_a_drawn_battle_gets_no_order_card(held, app_of):
    with held.room.store.write() as session:
        session.get_one(Army, 1).way_back = None
    told = "It gets no order card: battle 1 had no clear victor, and there is no way back ( R15 ) ."
    assert told in told_of_army(app_of(held), 1)


@pytest.mark.parametrize("typed", ["Shinano", "SHINANO", "shinano"])
def test_an_order_names_its_provinces_by_id_or_by_name(two, typed):
    two.march(2, typed, "Hida")
    assert two.get(MarchOrder, 2).route == ["shinano", "hida"]
    error = two.refuse(OrderNotUnderstood, "army.order_march", army=2, route=["Shinanno"])
    assert (error.sentence, error.field) == ('There is no province "Shinanno". Did you mean "Shinano"?', "route.0")


# ---- what of it is not walked (R12 to R14)


def after_a_parley(two):
    two.march(1, "shinano")
    two.march(2, "shinano")
    two.phases(1)
    two.march(1, late="it stays there")
    two.phases(2)
    two.settle(1, "parley")


@pytest.mark.parametrize(("come_to", "route", "said"), [
    (after_a_parley, ["hida"], "is to march Hida. It marches no more this season; stopped: parley. Late"),
    (lambda two: two.phases(1, 2, 3, 4), ["shinano"],
     "is to march Shinano. It marches no more this season; the phases of this season are over (R13). Late"),
    (lambda two: two.phases(1, 2), ["shinano", "hida"],
     "is to march Shinano – Hida. It walks 1 leg of it this season: no phase of this season is left for more (R13). "
     "Late"),
    (lambda two: None, ["shinano", "hida", "etchu"],
     "is to march Shinano – Hida – Etchū. It walks 2 legs of it this season: for 3 provinces this way the "
     "allowance is 2 (R12)."),
])  # fmt: skip
def test_an_order_that_is_not_walked_to_its_end_is_taken_and_says_so(two, come_to, route, said):
    come_to(two)
    late = {"late": "the runner fell"} if two.get(Game, 1).phase else {}
    assert said in two.march(2, *route, **late).sentence


def test_an_order_to_an_army_whose_encounter_is_open_says_nothing_of_it(two):
    two.march(1, "shinano")
    two.march(2, "shinano")
    two.phases(1)
    two.march(1, late="it stays there")
    two.phases(2)
    assert two.march(2, "hida", late="at once").sentence.split(", is ")[1].startswith("to march Hida. Late")


def test_two_that_merge_say_how_far_they_have_gone_if_that_is_new_to_the_one(two):
    slow = two.an_army("takeda", "shinano", experience=1)
    two.march(slow, "kai")
    two.march(1)
    two.phases(1, 2, 3)
    said = two.do("army.merge", army=slow, into=1).sentence
    assert said.endswith(" Together they have walked 1 of an allowance of 1 (R12).")
    said = two.march(1, "shinano", late="on").sentence
    assert "It marches no more this season; this season’s allowance of 1 is used up (R12)." in said


def test_a_leg_to_a_city_or_to_where_the_army_is_says_what_is_wrong(two):
    error = two.refuse(OrderNotUnderstood, "army.order_march", army=1, route=["musashi", "edo"])
    said = "Edo is a place in Musashi: march to Musashi, and let the army go into it there (R41)."
    assert (error.sentence, error.field) == (said, "route.1")
    error = two.refuse(OrderNotAllowed, "army.order_march", army=2, route=["echigo"])
    assert error.sentence.startswith("Echigo is where the army already is. From Echigo: ")
    for typed, sentence in (("edo", said), ("Kai", "Kai is where the army already is.")):
        with pytest.raises(OrderError) as caught:
            leg_of(typed, "kai", two.room.scenario)
        assert caught.value.sentence.startswith(sentence)
