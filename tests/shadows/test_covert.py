"""Covert work (R37): commissioned, rolled for, reported, and nobody else the wiser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.sengoku.rows import Character, Commission
from control.sengoku.shadows.goals_questions import goals
from control.sengoku.shadows.shadows_questions import found_out
from control.sengoku.world.ledger.ledger_questions import balance
from tests.conftest import sign_in

SPY = {"clan": "takeda", "kind": "spy", "target": "uesugi", "points": 3, "question": "what has he in store"}


@pytest.fixture
def shadow(hall):
    """Does something at Intelligence Control."""
    umpire = Umpire("Intelligence Control", "intelligence")
    return lambda name, **order: perform(hall.room, umpire, f"covert.{name}", order)


def test_a_commission_is_paid_at_once_under_a_cover_that_its_team_sees(hall, shadow):
    before = hall.points("takeda")
    entry = shadow("commission", **SPY, through="the cook", cover="Repairs of the stables")
    assert entry.number == -1
    assert entry.sentence == "Commission 1, spy against Uesugi: Takeda pays 3 points."
    assert hall.points("takeda") == before - 3
    with hall.room.store.read() as session:
        (line,) = [one for one in state(session, "team")["transfers"] if one["note"] == "Repairs of the stables"]
        assert (line["kind"], line["rice"] + line["cash"], line["entry"]) == ("other", 3, 0)
        assert line["id"] < 0
        assert "covert" not in state(session, "team")
        assert [one["target"] for one in state(session, "intelligence")["covert"]] == ["uesugi"]


def test_the_clans_own_page_says_where_its_points_went_and_no_more(hall, shadow, app_of):
    hall.do("account.spend", "team", clan="takeda", kind="event", points=1, note="a hunt")
    shadow("commission", **SPY, through="the cook", cover="Repairs of the stables")
    client = sign_in(app_of(hall), "team")
    shown = client.get("/team/takeda").text
    assert "Repairs of the stables" in shown
    assert "a hunt" in shown
    for secret in ("the cook", "spy against", "what has he in store"):
        assert secret not in shown
    assert "Repairs of the stables" not in sign_in(app_of(hall), "map").get("/map/").text


def test_it_is_refused_without_the_money_and_the_sentence_tells_nothing(hall, shadow):
    error = hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", **SPY | {"points": 900})
    assert (error.field, error.sentence) == ("points", "Takeda cannot pay 900 points. Ask its Controller.")


def test_one_commission_for_each_client_kind_and_target_a_season(hall, shadow):
    shadow("commission", **SPY)
    error = hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", **SPY | {"target": "Uesugi"})
    assert error.ruling == "R37"
    shadow("commission", **SPY | {"target": "hojo"})
    shadow("commission", **SPY | {"clan": "hojo"})
    hall.next_season()
    shadow("commission", **SPY)


@pytest.mark.parametrize(
    ("wrong", "kind", "field", "words"),
    [
        ({"target": "uesuki"}, OrderNotUnderstood, "target", 'Did you mean "Uesugi"?'),
        ({"target": "takeda"}, OrderNotAllowed, "target", "Takeda’s own"),
        ({"kind": "assassin", "target": "echigo"}, OrderNotUnderstood, "target", "an assassin needs a person"),
        ({"clan": "takedo"}, OrderNotUnderstood, "clan", 'Did you mean "takeda"?'),
        ({"points": 0}, OrderNotUnderstood, "points", "from 1"),
        ({"kind": "ninja"}, OrderNotUnderstood, "kind", "is one of"),
    ],
)
def test_what_is_wrong_with_a_commission_is_told(hall, wrong, kind, field, words):
    error = hall.refuse(kind, "covert.commission", "intelligence", **SPY | wrong)
    assert error.field == field
    assert words in error.sentence


@pytest.mark.parametrize("kind", ["spy", "bribe", "assassin"])
def test_somebody_of_the_clan_itself_may_be_its_target_its_land_only_if_that_is_forced(hall, shadow, kind):
    shadow("commission", **SPY | {"kind": kind, "target": "takeda-nobushige"})
    if kind != "assassin":
        land = SPY | {"kind": kind, "target": "kai"}
        assert hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", **land).field == "target"
        hall.do("covert.commission", "game", **land, force="his uncle holds it")
    done = shadow("resolve", commission=1, dice=[1, 1])
    assert done.number < 0, "It stands apart, as all of it."
    with hall.room.store.read() as session:
        assert "covert" not in state(session, "team")
    assert verify(hall.room).differences == ()


def test_no_other_desk_has_it(hall):
    for desk in ("map", "team", "npd", "bakufu"):
        assert hall.refuse(NotThisDesk, "covert.commission", desk, **SPY)


def test_the_dead_need_no_assassin(hall):
    hall.do("person.struck", "intelligence", character="obu-toramasa", effect="dead", how="poisoned tea")
    wanted = SPY | {"clan": "uesugi", "kind": "assassin", "target": "obu-toramasa"}
    assert "is dead" in hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", **wanted).sentence


def test_it_is_rolled_for_with_its_steps_and_once(hall, shadow):
    shadow("commission", **SPY)
    entry = shadow("resolve", commission=1, dice=[4, 4], modifier=1, note="a good cook")
    assert entry.dice == [{"what": "covert work", "value": 4, "thrown": True}] * 2
    row = hall.get(Commission, 1)
    assert row.outcome == "success"
    assert row.steps[-1] == "10 against 9, reached: success."
    assert hall.refuse(ChangedElsewhere, "covert.resolve", "intelligence", commission=1).field == "commission"


def test_it_is_rolled_here_if_nobody_threw_and_overruled_by_the_umpire(hall, shadow):
    shadow("commission", **SPY)
    entry = shadow("resolve", commission=1, outcome="false_report", note="he was seen")
    assert [die["thrown"] for die in entry.dice] == [False, False]
    assert hall.get(Commission, 1).outcome == "false_report"
    assert verify(hall.room).differences == ()


def test_a_daimyo_is_guarded_and_counter_spies_watch(hall, shadow):
    shadow("commission", clan="uesugi", kind="counter_spy", target="uesugi", points=15)
    shadow("resolve", commission=1, dice=[6, 6])
    shadow("commission", clan="takeda", kind="assassin", target="uesugi-kenshin", points=15)
    shadow("resolve", commission=2, dice=[6, 4])
    steps = hall.get(Commission, 2).steps
    assert steps[:2] == [
        "Assassin, against one who is well guarded: 14 is needed.",
        "Counter-spies: +2, so 16 is needed.",
    ]
    first = hall.ask(found_out, hall.room.scenario, 1)[0]
    assert (first.title, first.said["exact"]) == ("Who else asks", "Against Uesugi this season: Takeda (assassin).")


def test_counter_spies_guard_the_clan_they_are_commissioned_for_and_not_the_friend_who_pays(hall, shadow):
    asked = {"clan": "hojo", "kind": "counter_spy", "target": "uesugi", "points": 15}
    assert shadow("commission", **asked).sentence == "Commission 1, counter-spies for Uesugi: Hōjō pays 15 points."
    again = hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", **asked)
    assert ": counter-spies for Uesugi, and no second" in again.sentence
    assert shadow("resolve", commission=1, dice=[6, 6]).sentence.startswith("Commission 1, counter-spies for Uesugi: ")
    shadow("commission", **SPY)
    shadow("commission", **SPY | {"target": "hojo"})
    for number in (2, 3):
        shadow("resolve", commission=number, dice=[6, 4])
    watched = [any("Counter-spies" in step for step in hall.get(Commission, number).steps) for number in (2, 3)]
    assert watched == [True, False]
    assert verify(hall.room).differences == ()


def test_counter_spies_tell_who_asks_and_nothing_of_the_clan_that_they_guard(hall, shadow):
    """A friend may pay for them: what the clan has, orders and wants is a spy's."""
    shadow("commission", clan="hojo", kind="counter_spy", target="uesugi", points=15)
    shadow("resolve", commission=1, dice=[6, 6])
    shadow("commission", **SPY)
    (found,) = hall.ask(found_out, hall.room.scenario, 1)
    assert (found.title, found.said["exact"]) == ("Who else asks", "Against Uesugi this season: Takeda (spy).")


def test_who_of_a_house_sends_against_it_is_among_those_who_ask(hall, shadow):
    shadow("commission", clan="uesugi", kind="assassin", target="uesugi-kenshin", points=15)
    shadow("commission", clan="takeda", kind="spy", target="uesugi", points=15)
    shadow("resolve", commission=2, dice=[6, 6])
    found = {one.title: one.said for one in hall.ask(found_out, hall.room.scenario, 2)}
    assert found["Who else asks"]["exact"] == "Against Uesugi this season: somebody of its own house (assassin)."


def test_counter_spies_watch_neither_their_own_clan_nor_in_another_season(hall, shadow):
    shadow("commission", clan="uesugi", kind="counter_spy", target="uesugi", points=15)
    shadow("resolve", commission=1, dice=[6, 6])
    shadow("commission", **SPY | {"clan": "uesugi", "target": "shinano"})
    hall.do("province.take_over", "game", province="shinano", clan="uesugi", how="force", force="a test")
    shadow("resolve", commission=2, dice=[6, 4])
    hall.next_season()
    shadow("commission", **SPY)
    shadow("resolve", commission=3, dice=[6, 4])
    steps = [step for number in (2, 3) for step in hall.get(Commission, number).steps]
    assert not [step for step in steps if "Counter-spies" in step]


def test_what_may_be_found_out_is_taken_from_the_game(hall, shadow):
    hall.an_army("uesugi", "echigo", troops=7)
    shadow("commission", **SPY)
    shadow("commission", clan="hojo", kind="spy", target="uesugi", points=1)
    shadow("resolve", commission=1, dice=[6, 6])
    with hall.room.store.read() as session:
        rice, cash = balance(session, "uesugi")
        found = {one.title: one.said for one in found_out(session, hall.room.scenario, 1)}
        again = {one.title: one.said for one in found_out(session, hall.room.scenario, 1)}
    assert found["Wealth"]["exact"] == f"Uesugi has {rice} points in rice and {cash} in cash."
    assert str(rice + cash) not in found["Wealth"]["false"]
    assert found["Armies"]["exact"].endswith("with 7 in Echigo.")
    assert found["Armies"]["rounded"].endswith("with about 5 in Echigo.")
    assert "Hōjō (spy)" in found["Who else asks"]["exact"]
    assert found["Goals"]["rounded"].startswith("Uesugi wants, before all else: ")
    assert found["Goals"]["exact"].startswith("Uesugi wants: ")
    assert found["Goals"]["false"] not in found["Goals"]["exact"]
    assert again == found, "what is false is the same whoever asks again"


def findings_about(hall, shadow, **changes):
    """What a spy of Takeda's who succeeded may bring home, by its title."""
    shadow("commission", **SPY | changes)
    with hall.room.store.read() as session:
        last = session.query(Commission).filter_by(outcome="").one().id
    shadow("resolve", commission=last, dice=[6, 6])
    return {one.title: one.said for one in hall.ask(found_out, hall.room.scenario, last)}


def test_a_spy_in_a_province_without_troops_tells_so(hall, shadow):
    said = findings_about(hall, shadow, target="echigo")["Troops there"]
    assert said["exact"] == "No troops stand in Echigo."
    assert said["false"].endswith("stand in Echigo.")
    assert "No troops" not in said["false"]
    assert "rounded" not in said


def test_what_a_spy_brings_of_orders_works_treaties_and_dissent_is_true_as_far_as_its_grade_says(hall, shadow):
    army = hall.an_army("uesugi", "echigo", troops=7)
    hall.march(army, "shinano", "kai")
    hall.do("treaty.record", "team", kind="alliance", one="uesugi", other="hojo", audience="secret")
    hall.do("treaty.record", "team", kind="peace", one="uesugi", other="oda")
    hall.do("treaty.end", "team", treaty=1, reason="it is over")
    hall.do("hostage.hand_over", "team", character=hall.idle_general("uesugi"), to="hojo")
    hall.correct("province", "echigo", "unrest", True)
    shadow("commission", clan="hojo", kind="bribe", target="naoe-kagetsuna", points=1)
    shadow("resolve", commission=1, outcome="success", note="a test")
    found = findings_about(hall, shadow)
    assert "marches Shinano – Kai." in found["Orders of this season"]["exact"]
    assert "Kai" not in found["Orders of this season"]["rounded"]
    assert "marches Shinano – Kai" not in found["Orders of this season"]["false"]
    assert found["Works"]["exact"] == "Uesugi has a castle in Echigo; it builds nothing."
    assert found["Works"]["rounded"] == "Uesugi has 1 work that stands."
    assert "fortress" in found["Works"]["false"]
    assert found["Treaties"]["exact"] == "Uesugi allied with Hōjō."
    assert found["Treaties"]["rounded"] == "Uesugi has an understanding with Hōjō."
    assert found["Treaties"]["old"] == "Until lately: Uesugi at peace with Oda."
    assert "Hōjō" not in found["Treaties"]["false"]
    assert "is a hostage of Hōjō" in found["Dissent"]["exact"]
    assert "has taken money of Hōjō" in found["Dissent"]["exact"]
    assert "the people of Echigo are restless" in found["Dissent"]["exact"]
    assert found["Dissent"]["rounded"] == "Uesugi has 1 hostage abroad, 1 man bought and 1 restless province."
    there = findings_about(hall, shadow, target="echigo")
    assert there["Troops there"]["exact"] == "Counters in Echigo: Uesugi 7."
    assert there["Troops there"]["rounded"] == "Counters in Echigo: Uesugi about 5."
    assert "7" not in there["Troops there"]["false"]


def test_works_are_told_as_they_are_and_a_false_one_stands_nowhere(hall_at):
    hall = hall_at("works")
    wanted = {"clan": "uesugi", "kind": "spy", "target": "takeda", "points": 1}
    hall.do("covert.commission", "intelligence", **wanted)
    hall.do("covert.resolve", "intelligence", commission=1, dice=[6, 6])
    said = {one.title: one.said for one in hall.ask(found_out, hall.room.scenario, 1)}["Works"]
    assert said["exact"] == "Takeda builds a castle in Kai and Great Bridge in Hida.", (
        "The castle of Shinano is abandoned."
    )
    assert said["rounded"] == "Takeda has 2 works in hand."
    assert "old" not in said, "Both were begun this winter."
    assert said["false"] == "Takeda builds a fortress in Hida."


def test_of_works_a_spy_tells_what_the_clan_holds_whoever_ordered_it(hall_at):
    """Castle and bridge are done; Kai is Uesugi's by now, and the fortress on its way there. The castle of Echigo is
    abandoned (R24)."""
    hall = hall_at("works")
    for season, year in (("winter", 1551), ("spring", 1551), ("summer", 1551), ("autumn", 1551)):
        hall.do("season.advance", "game", season=season, year=year, force="time is up")
    hall.do("account.give", "team", clan="uesugi", to="takeda", points=30)
    hall.do("work.order", "team", kind="fortress", clan="takeda", province="kai")
    hall.correct("province", "kai", "holder", "uesugi")
    found = {}
    for number, clan in enumerate(("takeda", "uesugi"), 1):
        hall.do("covert.commission", "intelligence", clan="hojo", kind="spy", target=clan, points=1)
        hall.do("covert.resolve", "intelligence", commission=number, dice=[6, 6])
        found[clan] = {one.title: one.said for one in hall.ask(found_out, hall.room.scenario, number)}["Works"]
    assert found["takeda"]["exact"] == "Takeda has Great Bridge in Hida; it builds nothing."
    assert found["uesugi"]["exact"] == "Uesugi has a castle in Kai; it builds a fortress in Kai."
    assert found["uesugi"]["rounded"] == "Uesugi has 1 work that stands and 1 work in hand."
    assert found["uesugi"]["old"] == "Uesugi, as of last year: a castle in Kai."
    assert found["uesugi"]["false"] != "Uesugi builds a fortress in Kai."


def test_an_old_report_says_how_it_was_then(hall, shadow):
    then = sum(hall.ask(balance, "uesugi"))
    hall.room.scenario = replace(hall.room.scenario, covert=replace(hall.room.scenario.covert, old=1))
    hall.do("season.advance", "game", season="spring", year=1550, force="time is up")
    hall.do("account.give", "team", clan="uesugi", to="hojo", points=9)
    assert findings_about(hall, shadow)["Wealth"]["old"] == f"Uesugi had {then} points 1 season ago."


def test_the_goals_of_a_clan_are_those_of_its_dossier_or_of_its_briefing(hall):
    scenario = hall.room.scenario
    assert goals(scenario, "ashina")[0] == "The title of Mutsu confirmed"
    assert goals(scenario, "takeda")[0] == "Shinano, all of it and for good"
    assert len(goals(scenario, "takeda")) == 4
    assert all(goals(scenario, clan) for clan in scenario.locals)
    assert not any("{" in goal or "\n" in goal for clan in scenario.clans for goal in goals(scenario, clan))


@pytest.mark.parametrize(
    ("outcome", "grades"), [("part", {"rounded", "old", "false"}), ("false_report", {"false"}), ("caught", set())]
)
def test_what_comes_of_it_says_how_true_a_report_may_be(hall, shadow, outcome, grades):
    hall.an_army("uesugi", "echigo", troops=7)
    shadow("commission", **SPY)
    shadow("resolve", commission=1, outcome=outcome, note="as ruled")
    found = hall.ask(found_out, hall.room.scenario, 1)
    assert {grade for one in found for grade in one.said} <= grades
    assert bool(found) is bool(grades)


def test_a_slip_is_written_and_taken_to_the_controller(hall, shadow):
    shadow("commission", **SPY)
    told = hall.refuse(OrderNotAllowed, "covert.report", "intelligence", commission=1, report="much").sentence
    assert told == "Commission 1 has not been rolled for. Roll first."
    shadow("resolve", commission=1, dice=[6, 6])
    assert (
        hall.refuse(OrderNotAllowed, "covert.deliver", "intelligence", commission=1).sentence
        == "Write the report first."
    )
    shadow("report", commission=1, report="He has 12 points.", grade="exact")
    entry = shadow("deliver", commission=1)
    assert entry.sentence == "The sealed report of commission 1 was taken to the Controller of Takeda."
    assert hall.refuse(OrderNotAllowed, "covert.report", "intelligence", commission=1, report="more")


def test_of_two_who_write_one_slip_the_second_is_told_of_the_first(hall, shadow):
    shadow("commission", **SPY)
    shadow("resolve", commission=1, dice=[6, 6])
    shown = hall.get(Commission, 1).version
    shadow("report", commission=1, report="He has 12 points.", grade="exact", version=shown)
    late = {"commission": 1, "report": "He has 20 points.", "grade": "false"}
    error = hall.refuse(ChangedElsewhere, "covert.report", "intelligence", **late, version=shown)
    assert "was changed at another desk since you opened it" in error.sentence
    assert hall.get(Commission, 1).report == "He has 12 points."
    shadow("report", **late, version=hall.get(Commission, 1).version)
    assert hall.get(Commission, 1).report == "He has 20 points."


def test_whom_an_assassin_finds_dies_as_anybody_does_and_a_head_only_with_a_second_umpire(hall):
    entry = hall.do("person.struck", "intelligence", character="obu-toramasa", effect="wounded", how="an arrow at dusk")
    assert entry.number > 0
    assert entry.sentence.startswith("Obu Toramasa was wounded: an arrow at dusk. Until the end of summer 1550 ")
    assert hall.get(Character, "obu-toramasa").wounded
    waits = hall.do(
        "person.struck", "intelligence", character="uesugi-kenshin", effect="dead", how="a spear from below"
    )
    assert waits.sentence.startswith("Waits for a second umpire (the head of a clan dies): ")
    assert hall.get(Character, "uesugi-kenshin").alive
    done = hall.do("confirmation.give", "game", confirmation=1)
    assert "Who follows him at the head of Uesugi is asked of Team Control." in done.sentence
    assert not hall.get(Character, "uesugi-kenshin").alive
    assert verify(hall.room).differences == ()


def test_it_is_taken_back_with_its_money_and_never_stands_in_the_way_of_others(hall, shadow):
    before = hall.state()
    other = hall.do("garrison.raise", province="kai", troops=1)
    shadow("commission", **SPY)
    hall.do("journal.undo", "map", entry=other.number)
    hall.do("journal.undo", "intelligence", entry=-1)
    assert {key: row for key, row in hall.state().items() if key[0] != "serial"} == {
        key: row for key, row in before.items() if key[0] != "serial"
    }
    shadow("commission", **SPY)
    shadow("resolve", commission=2, dice=[6, 6])
    error = hall.refuse(OrderNotAllowed, "journal.undo", "intelligence", entry=-3)
    assert error.sentence == (
        "Entry C4, “Commission 2, spy against Uesugi: 13 against 9, reached: success.”, depends on it. "
        "Take that back first."
    )


def test_a_bond_that_ran_out_is_one_of_before_to_a_spy(hall, shadow):
    hall.do("treaty.record", "team", kind="alliance", one="uesugi", other="hojo", until="1550-spring")
    hall.next_season()
    found = findings_about(hall, shadow)
    assert found["Treaties"]["exact"] == "Uesugi has agreed on nothing with anybody."
    assert found["Treaties"]["old"] == "Until lately: Uesugi allied with Hōjō."


def test_nobody_gets_at_a_companion_in_the_midst_of_a_battle(hall):
    hall.kawanakajima()
    hall.do("person.accompany", character="takeda-yoshinobu", army=2)
    hall.phases(1, 2)
    hall.settle()
    shot = {"character": "takeda-yoshinobu", "effect": "dead", "how": "a stray arrow"}
    error = hall.refuse(OrderNotAllowed, "person.struck", "intelligence", **shot)
    assert error.sentence == "Takeda Yoshinobu is in battle 1, where nobody gets at him. End the battle first."


def who_else(hall, number):
    """What a spy may bring of who else asks, by its grade."""
    return {one.title: one.said for one in hall.ask(found_out, hall.room.scenario, number)}["Who else asks"]


def test_who_else_asks_after_somebody_at_court_or_land_without_a_lord_is_told_of_it_alone(hall, shadow):
    shadow("commission", **SPY | {"clan": "hojo", "kind": "bribe", "target": "sakai", "points": 1})
    shadow("commission", **SPY | {"clan": "oda", "kind": "bribe", "target": "nijo-haruyoshi", "points": 1})
    shadow("commission", **SPY | {"clan": "oda", "kind": "other", "target": "a messenger", "points": 1})
    for number, (target, said) in enumerate(
        [
            ("sakai", "Against Sakai this season: Hōjō (bribe)."),
            ("nijo-haruyoshi", "Against Nijō Haruyoshi this season: Oda (bribe)."),
            ("emperor", "Nobody else asks after The Emperor."),
        ],
        4,
    ):
        shadow("commission", **SPY | {"target": target})
        shadow("resolve", commission=number, dice=[6, 6])
        assert who_else(hall, number)["exact"] == said


def test_who_else_asks_is_told_of_the_season_of_the_commission_and_of_its_own_house(hall, shadow):
    shadow("commission", **SPY)
    shadow("commission", clan="uesugi", kind="assassin", target="nagao-masakage", points=1)
    shadow("commission", clan="uesugi", kind="other", target="uesugi", points=1)
    hall.next_season()
    shadow("commission", **SPY | {"clan": "hojo"})
    shadow("resolve", commission=1, dice=[6, 6])
    shadow("resolve", commission=4, dice=[6, 6])
    when = f"in {hall.get(Commission, 1).season} {hall.get(Commission, 1).year}"
    assert who_else(hall, 1)["exact"] == f"Against Uesugi {when}: somebody of its own house (assassin)."
    assert who_else(hall, 4)["exact"] == "Nobody else asks after Uesugi."


SEEN = {"commission": 1, "effect": "wounded", "how": "an arrow at dusk"}


def got_through(shadow, target):
    """An assassin of Hōjō’s who got at somebody."""
    shadow("commission", clan="hojo", kind="assassin", target=target, points=1)
    shadow("resolve", commission=1, outcome="success", note="a test")


def test_an_assassin_is_seen_once_and_nothing_in_the_open_says_for_which_commission(hall, shadow):
    got_through(shadow, "obu-toramasa")
    entry = shadow("strike", **SEEN)
    assert (entry.number < 0, entry.sentence) == (True, "Commission 1 is carried out: Obu Toramasa was wounded.")
    (fell,) = [one for one in hall.entries() if one.action == "person.struck"]
    assert fell.number > 0
    assert "ommission" not in f"{fell.arguments} {fell.changes} {fell.sentence}"
    late = hall.refuse(ChangedElsewhere, "covert.strike", "game", **SEEN | {"effect": "dead"})
    assert (late.field, late.sentence) == ("commission", "Commission 1 is carried out already.")
    assert verify(hall.room).same
    hall.undo(entry.number, "intelligence")
    assert not hall.get(Character, "obu-toramasa").wounded
    shadow("strike", **SEEN)
    assert hall.get(Character, "obu-toramasa").wounded
    assert verify(hall.room).same


def test_the_death_of_a_head_is_asked_of_a_second_umpire_once_for_each_commission(hall, shadow):
    got_through(shadow, "uesugi-kenshin")
    slain = SEEN | {"effect": "dead"}
    entry = shadow("strike", **slain)
    assert entry.sentence == "Commission 1: the death of Uesugi Kenshin waits for a second umpire."
    late = hall.refuse(ChangedElsewhere, "covert.strike", "game", **slain)
    assert late.sentence == "Commission 1 waits for a second umpire already."
    hall.do("confirmation.decline", "game", confirmation=1)
    shadow("strike", **slain)
    hall.do("confirmation.give", "game", confirmation=2)
    assert not hall.get(Character, "uesugi-kenshin").alive
    assert hall.refuse(ChangedElsewhere, "covert.strike", "game", **slain).sentence.endswith("carried out already.")
    assert verify(hall.room).same


def test_somebody_else_may_take_back_what_was_seen_whatever_was_done_for_the_commission(hall, shadow):
    got_through(shadow, "obu-toramasa")
    shadow("strike", **SEEN)
    shadow("report", commission=1, report="He lives.")
    shadow("deliver", commission=1)
    (fell,) = [one for one in hall.entries() if one.action == "person.struck"]
    hall.undo(fell.number, "game")
    assert not hall.get(Character, "obu-toramasa").wounded
    assert verify(hall.room).same


def test_what_was_taken_back_in_the_open_may_be_done_again_and_is_taken_back_by_itself(hall, shadow):
    got_through(shadow, "obu-toramasa")
    first = shadow("strike", **SEEN)
    (fell,) = [one for one in hall.entries() if one.action == "person.struck"]
    taken = hall.undo(fell.number, "game")
    again = shadow("strike", **SEEN)
    assert hall.get(Character, "obu-toramasa").wounded
    assert hall.refuse(ChangedElsewhere, "covert.strike", "game", **SEEN).sentence.endswith("carried out already.")
    hall.refuse(OrderNotAllowed, "journal.undo", "intelligence", entry=first.number)
    hall.undo(again.number, "intelligence")
    assert not hall.get(Character, "obu-toramasa").wounded
    hall.undo(taken.number, "game")
    assert hall.get(Character, "obu-toramasa").wounded
    assert hall.refuse(ChangedElsewhere, "covert.strike", "game", **SEEN).sentence.endswith("carried out already.")
    assert verify(hall.room).same
