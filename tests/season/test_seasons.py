"""The end of a season: what holds it up, who recovers, and winter (R8, R9, R18, R20, R23)."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry
from control.sengoku.battle.rounds import battles_actions
from control.sengoku.rows import Battle, Character, Game, Garrison, Province
from control.sengoku.rules.sizes import counters
from control.sengoku.season.closing_questions import plan


def test_the_season_that_cannot_end_names_everything_that_is_open(hall):
    hall.kawanakajima()
    for clan, province in (("hojo", "musashi"), ("imagawa", "suruga")):
        hall.march(hall.an_army(clan, province, experience=2), "sagami" if clan == "hojo" else "izu")
    hall.do("garrison.raise", province="izu", troops=1)
    hall.phases(1, 2)
    hall.settle(1 if hall.state()[("encounter", 1)]["province"] == "shinano" else 2)
    error = hall.refuse(OrderNotAllowed, "season.advance", "game", season="spring", year=1550)
    assert error.sentence == (
        "Spring cannot end while these are open: encounter 1 in Izu; battle 1 in Shinano; phases 3 and 4 were not run, "
        "orders lapse; Team Control has 2 things still to tell; 15 clans are not ticked off. Settle them, or give a "
        "reason to go over them."
    )


def test_what_is_open_for_each_of_several_seasons_is_said_once(hall):
    for year, season in ((1550, "spring"), (1550, "summer")):
        hall.do("season.advance", "game", season=season, year=year, force="we are late")
    error = hall.refuse(OrderNotAllowed, "season.advance", "game", season="autumn", year=1550)
    assert "open: Asakura Norikage is to draw a card for his age (2 times); Ashina" in error.sentence


def test_game_control_goes_over_open_business_with_a_reason(hall_at):
    hall = hall_at("encounter")
    asked = {"season": "spring", "year": 1550}
    error = hall.refuse(OrderNotAllowed, "season.advance", "game", **asked)
    assert (error.field, error.ruling) == ("force", "R14")
    entry = hall.do("season.advance", "game", **asked, force="we are late")
    assert entry.sentence.endswith(
        " Passed over: 1 encounter, 2 movement phases not run, 1 thing not told yet, 15 clans not ticked off. "
        "Forced: we are late."
    )


def test_a_double_click_ends_one_season(hall):
    hall.next_season()
    error = hall.refuse(ChangedElsewhere, "season.advance", "game", season="spring", year=1550)
    assert error.sentence == "Spring 1550 has ended already: it is summer 1550."
    for season, year in (("autumn", 1550), ("winter", 1551), ("spring", 1560)):
        error = hall.refuse(ChangedElsewhere, "season.advance", "game", season=season, year=year)
        assert error.sentence == f"{season.capitalize()} {year} is still to come: it is summer 1550."


def test_the_year_runs_from_winter_to_autumn(hall):
    seen = []
    for _ in range(5):
        hall.next_season()
        game = hall.get(Game, 1)
        seen.append((game.season, game.year, game.phase))
    assert seen == [
        ("summer", 1550, 0),
        ("autumn", 1550, 0),
        ("winter", 1551, 0),
        ("spring", 1551, 0),
        ("summer", 1551, 0),
    ]


def test_a_new_season_starts_without_orders_and_every_army_where_it_stands(hall):
    army = hall.an_army("takeda", "kai", experience=4)
    hall.march(army, "shinano", "hida")
    hall.phases(1, 2, 3, 4)
    hall.next_season()
    now = hall.army(army)
    assert (now.province, now.started, now.came_from) == ("hida", "hida", None)
    assert (now.walked, now.allowance, now.halted) == (0, None, None)
    assert ("march_order", army) not in hall.state()
    hall.march(army, "shinano")
    hall.phases(1)
    assert hall.army(army).province == "shinano"


def test_an_army_that_was_halted_marches_again_in_a_new_season(hall_at):
    hall = hall_at("encounter")
    hall.settle(outcome="parley")
    assert hall.army(1).halted
    hall.next_season()
    assert (hall.army(1).halted, hall.army(1).province) == (None, "shinano")
    hall.march(1, "echigo")
    hall.phases(1, 2)
    assert hall.army(1).province == "echigo"


def test_the_counters_due_come_back_next_season(hall_at):
    hall = hall_at("battle")
    hall.fight(6, attacker_tactic="subterfuge", defender_tactic="outflank")
    hall.end(then="attacker_withdraws")
    left = hall.troops(1), hall.troops(2)
    due = {row["army"]: row["counters"] for row in hall.rows("recovery")}
    entry = hall.next_season()
    assert (hall.troops(1), hall.troops(2)) == (left[0] + due.get(1, 0), left[1] + due.get(2, 0))
    assert " 1 force recovered men (R8)." in entry.sentence
    assert "counter" not in entry.sentence, "The journal says no size here."
    assert all(row["done"] for row in hall.rows("recovery"))
    hall.next_season()
    assert hall.troops(1) == left[0] + due.get(1, 0)


def test_an_army_that_was_disbanded_recovers_nothing(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    hall.do("army.disband", army=1)
    hall.next_season()
    assert (hall.troops(1), hall.army(1).standing) == (0, False)


def test_nothing_is_recovered_over_winter(hall, monkeypatch):
    """Not at its onset, and not in spring by those who stand where the garrison stood that lost its men; as in a game
    of before, where a battle of autumn noted what would come back."""
    monkeypatch.setattr(battles_actions, "season_ahead", lambda _: "")
    hall.next_season()
    hall.next_season()
    hall.an_army("uesugi", "echigo", 18, 3, "uesugi-kenshin")
    hall.do("garrison.raise", "game", province="kai", troops=9, force="the test")
    hall.correct("army", 1, "province", "shinano")
    hall.march(1, "kai")
    hall.phases(1, 2)
    hall.one_round("both_stay")
    lost = [key for key, row in hall.state().items() if key[0] == "recovery" and row["garrison"] and row["counters"]]
    assert lost
    with hall.room.store.write() as session:
        session.execute(update(JournalEntry).values(made_with="0052"))
    (lapsed,) = hall.ask(plan, hall.room.scenario, False).of("lapsed")
    assert lapsed.sentence == f"{counters(lapsed.value)} lost in autumn do not come back."
    monkeypatch.undo()
    onset = hall.next_season()
    assert all(row["done"] for row in hall.rows("recovery")), "done with in winter itself"
    assert "recovered men" not in onset.sentence
    hall.do("garrison.raise", "game", province="kai", troops=2, force="the test")
    assert "recovered men" not in hall.next_season().sentence
    standing = [row["troops"] for row in hall.rows("garrison") if row["standing"]]
    assert (standing, hall.troops(1)) == ([2], 0)
    assert verify(hall.room).same


@pytest.mark.parametrize("ended", [True, False])
def test_r8_a_battle_of_autumn_promises_nobody_back_however_it_ends(hall, ended):
    hall.next_season()
    hall.next_season()
    hall.do("garrison.raise", "game", province="hida", troops=9, force="the test")
    hall.comes("uesugi", "echizen", "hida", 9)
    hall.settle()
    hall.fight(3)
    if ended:
        hall.end(then="both_stay")
    assert not hall.ask(plan, hall.room.scenario, True).of("lapsed")
    hall.next_season()
    assert not hall.rows("recovery")
    said = [step["text"] for step in hall.get(Battle, 1).steps]
    assert "Uesugi Kenshin recovers nothing of 2: nobody comes back over winter." in said
    assert verify(hall.room).same


def test_at_the_onset_of_winter_all_disperse_and_all_grow_older(hall_at):
    hall = hall_at("winter")
    state = hall.state()
    assert hall.get(Character, "takeda-harunobu").age == 29
    assert not any(row["standing"] or row["troops"] for key, row in state.items() if key[0] in ("army", "garrison"))
    assert not any(row["raised"] for key, row in state.items() if key[0] == "province")
    assert not any(key[0] == "march_order" for key in state)
    assert hall.entries()[-1].sentence == (
        "Autumn 1550 ended; winter 1551 begins. 2 armies dispersed (R23). All garrisons dispersed (R23). Everybody is "
        "a year older (R20). What may be kept was kept (R22). The new income is paid (R21). To draw a card for their "
        "age: Asakura Norikage, Ashina Morikiyo, Rokkaku Sadayori and Shōnyo (R19). Still due from before: 8 risk "
        "draws. "
        "Passed over: 4 movement phases not run, 2 armies without an order, 8 cards to draw, 15 clans not ticked off. "
        "Forced: a test needs them."
    )


def test_seasons_are_counted_in_one_row_and_a_new_one_has_open_orders(hall_at):
    hall = hall_at("locked")
    assert hall.get(Game, 1).locked_at
    for count in range(1, 6):
        hall.next_season()
        game = hall.get(Game, 1)
        assert (game.seasons, game.locked_at) == (count, None)


def test_at_the_onset_of_winter_whoever_went_along_with_an_army_is_home(hall_at):
    hall = hall_at("people")
    for _ in range(3):
        hall.next_season()
    state = hall.state()
    assert not any(key[0] == "companion" for key in state)
    assert state[("character", "obu-toramasa")]["province"] == "sagami", "A visitor stays where he is."
    assert state[("character", "oda-nobunaga")]["held_by"] == "imagawa"


def test_the_dead_grow_no_older(hall):
    hall.correct("character", "takeda-harunobu", "alive", False)
    for _ in range(3):
        hall.next_season()
    assert (hall.get(Character, "takeda-harunobu").age, hall.get(Character, "obu-toramasa").age) == (28, 47)


def test_a_province_raises_its_value_once_a_year(hall):
    hall.do("garrison.raise", province="kai", troops=5)
    hall.next_season()
    hall.refuse(OrderNotAllowed, "garrison.raise", province="kai", troops=1)
    hall.next_season()
    hall.next_season()
    hall.do("garrison.raise", province="kai", troops=5)
    assert hall.get(Province, "kai").raised == 5


def test_a_general_may_fight_again_in_a_new_season(hall_at):
    hall = hall_at("peace")
    assert hall.get(Character, "uesugi-kenshin").battles == 1
    hall.next_season()
    assert hall.get(Character, "uesugi-kenshin").battles == 0


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_all_phases_run_in_every_season_but_winter(hall, season):
    while hall.get(Game, 1).season != season:
        hall.next_season()
    hall.phases(1, 2, 3, 4)
    assert hall.get(Game, 1).phase == 4


def test_a_garrison_that_dispersed_in_battle_recovers_nothing(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida", 20)
    hall.settle()
    hall.fight(3)
    (line,) = hall.ask(plan, hall.room.scenario, over=True).of("recovery")
    assert line.sentence == "The garrison of Takeda in Hida: nothing comes back, it disperses."
    hall.end(then="defender_withdraws")
    assert hall.get(Garrison, 1).standing is False
    assert not [row for row in hall.rows("recovery") if row["garrison"]]
    hall.do("garrison.raise", "game", province="hida", troops=1, force="the test")
    hall.next_season()
    assert hall.get(Garrison, 1).troops == 1, "the men who dispersed do not come back to others on their ground"


def test_a_garrison_that_disperses_as_the_season_ends_recovers_nothing_of_an_earlier_battle(hall):
    hall.do("garrison.raise", "game", province="hida", troops=9, force="the test")
    hall.comes("uesugi", "echizen", "hida", 9)
    hall.settle()
    hall.fight(6)
    hall.end(then="attacker_withdraws")
    assert [row["counters"] for row in hall.rows("recovery") if row["garrison"] and not row["done"]]
    hall.an_army("uesugi", "hida", 60, 4, "nagao-masakage")
    hall.do("encounter.call", province="hida", clans=["uesugi", "takeda"], reason="others come")
    hall.settle(3)
    hall.fight(6, battle=2)
    over = hall.ask(plan, hall.room.scenario, over=True)
    assert [line.sentence for line in over.of("battle")] == [
        "Battle 2 in Hida ends as its last round decided: Nagao Masakage has won; those who were in it draw a "
        "card (R19)."
    ]
    lines = over.of("recovery")
    assert {line.sentence for line in lines if "garrison" in line.sentence} == {
        "The garrison of Takeda in Hida: nothing comes back, it disperses."
    }
    hall.next_season()
    garrison = hall.get(Garrison, 1)
    assert (garrison.standing, garrison.troops) == (False, 0)
    assert all(row["done"] for row in hall.rows("recovery"))


def test_a_fresh_game_has_people_and_land_but_no_forces(hall):
    assert {key[0] for key in hall.state()} == {
        "game",
        "desk",
        "clan",
        "province",
        "place",
        "character",
        "courtier",
        "attitude",
        "title",
        "transfer",
        "clock",
        "day_plan",
        "display",
        "scenario_file",
    }
