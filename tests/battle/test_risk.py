"""Risk to persons: who is called to draw a card, what the card does, and what a death takes with it (R8, R18, R19)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from control.kernel.chance.dice import PACK
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.battle.losses.draws_questions import due
from control.sengoku.battle.losses.risk_actions import card_of
from control.sengoku.rows import (
    Army,
    BattleRound,
    BattleSide,
    Character,
    Companion,
    Encounter,
    Game,
    Notice,
    NoticeTo,
    Province,
    Recovery,
    RiskDraw,
    Succession,
)
from control.sengoku.rules.battle.battle import check_battles_fought
from control.sengoku.season.gate_questions import still_open
from control.sengoku.world.people.people_questions import person
from tests.games import Hall, close, copy_of, make_game

ACE, QUEEN, HEART = "ace of spades", "queen of spades", "7 of hearts"


def rows(hall, model, **wanted):
    """The rows of a table that are so, detached."""
    with hall.room.store.read() as session:
        found = list(session.scalars(select(model).filter_by(**wanted)))
        session.expunge_all()
        return found


def draw_of(hall, character, cause="battle"):
    """The number of a person's open draw."""
    return rows(hall, RiskDraw, character=character, cause=cause, card="")[0].id


def fought(hall):
    """The battle of Kawanakajima is over, nobody won; Kageie and Toramasa were with the armies."""
    hall.kawanakajima()
    hall.do("person.accompany", character="kakizaki-kageie", army=1)
    hall.do("person.accompany", character="obu-toramasa", army=2)
    hall.phases(1, 2)
    hall.one_round("both_stay")


def test_every_general_and_companion_of_a_battle_is_called_once_however_many_rounds_it_had(hall):
    hall.kawanakajima()
    hall.do("person.accompany", character="kakizaki-kageie", army=1)
    hall.phases(1, 2)
    hall.settle()
    hall.fight()
    hall.fight(3, number=2)
    hall.end(then="both_stay")
    assert [(one.character, one.battle, one.season, one.card) for one in rows(hall, RiskDraw)] == [
        ("kakizaki-kageie", 1, 0, ""),
        ("takeda-harunobu", 1, 0, ""),
        ("uesugi-kenshin", 1, 0, ""),
    ]


def test_nobody_is_called_twice_for_one_battle(hall):
    fought(hall)
    error = hall.refuse(ChangedElsewhere, "risk.call", character="uesugi-kenshin", cause="battle", battle=1)
    assert error.field == "cause"
    assert len(rows(hall, RiskDraw, character="uesugi-kenshin")) == 1


def test_a_commander_who_died_before_the_end_of_the_battle_draws_no_card_for_it(hall):
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.settle()
    hall.fight()
    with hall.room.store.write() as session:
        session.get_one(Character, "uesugi-kenshin").alive = False
    hall.end(then="both_stay")
    assert [one.character for one in rows(hall, RiskDraw)] == ["takeda-harunobu"]


def test_unharmed_changes_nothing_but_the_draw(hall):
    fought(hall)
    before = hall.state()
    number = draw_of(hall, "uesugi-kenshin")
    entry = hall.do("risk.draw", draw=number, card=HEART)
    assert entry.sentence == "Uesugi Kenshin drew the 7 of hearts after battle 1 and is unharmed (R19)."
    after = hall.state()
    assert {key for key in after if after[key] != before.get(key)} - {("journal", entry.number)} == {
        ("risk_draw", number)
    }


def test_a_wound_lessens_what_experience_counts_for_and_says_so(hall):
    fought(hall)
    entry = hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=QUEEN)
    assert entry.sentence.endswith(
        "Until the end of summer 1550 his experience of 3 counts as 2, he fights one battle a season, not in person, "
        "and is nobody's superior."
    )
    now = hall.get(Character, "uesugi-kenshin")
    assert (now.wounded, now.wounded_in, now.experience) == (True, 0, 3)
    seen = hall.ask(person, "uesugi-kenshin")
    assert (seen.effective, seen.until) == (2, "summer 1550")


def test_a_wound_taken_in_a_season_is_over_after_the_end_of_the_next_complete_one(hall):
    fought(hall)
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card="jack of spades")
    hall.next_season()
    assert hall.get(Game, 1).season == "summer"
    assert hall.get(Character, "uesugi-kenshin").wounded
    entry = hall.next_season()
    now = hall.get(Character, "uesugi-kenshin")
    assert (now.wounded, now.wounded_in) == (False, None)
    assert "Uesugi Kenshin recovered from his wound (R19)." in entry.sentence
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize("late", [0, 1], ids=["in time", "a season late"])
def test_a_card_drawn_at_a_seasons_start_wounds_for_that_season(hall, late):
    hall.do("risk.call", character="asakura-norikage", cause="age")
    number = draw_of(hall, "asakura-norikage", "age")
    for _ in range(late):
        hall.next_season()
    entry = hall.do("risk.draw", draw=number, card="king of spades")
    now = f"{hall.get(Game, 1).season} 1550"
    assert f"and is wounded (R19). Until the end of {now} he fights one battle" in entry.sentence
    assert hall.get(Character, "asakura-norikage").wounded
    seen = hall.ask(person, "asakura-norikage")
    assert seen.until == now
    hall.next_season()
    assert not hall.get(Character, "asakura-norikage").wounded


def test_a_card_for_his_age_never_shortens_a_wound_he_has(hall):
    fought(hall)
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=QUEEN)
    hall.correct("character", "uesugi-kenshin", "age", 60)
    hall.do("risk.call", character="uesugi-kenshin", cause="age")
    entry = hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin", "age"), card=QUEEN)
    assert "Until the end of summer 1550 his experience" in entry.sentence
    hall.next_season()
    assert hall.get(Character, "uesugi-kenshin").wounded


def test_those_of_sixty_and_more_draw_in_the_first_season_too(shipped, tmp_path):
    game = Hall(
        copy_of(
            make_game(tmp_path / "new.db", replace(shipped, first_season_draws=True)),
            tmp_path / "a.db",
            replace(shipped, first_season_draws=True),
        )
    )
    called = ["asakura-norikage", "ashina-morikiyo", "rokkaku-sadayori", "shonyo"]
    try:
        assert [(one.character, one.cause, one.season) for one in rows(game, RiskDraw)] == [
            (key, "age", 0) for key in called
        ]
        assert next(one.sentence for one in game.ask(still_open) if one.kind == "draw") == (
            "Asakura Norikage is to draw a card for his age"
        )
        game.do("risk.draw", draw=1, card=ACE)
        entry = game.next_season()
        assert "Still due from before: 3 risk draws." in entry.sentence
        assert [one.id for one in rows(game, RiskDraw, season=1)] == [5, 6, 7], "Numbers are never given twice."
        assert verify(game.room).differences == ()
    finally:
        close(game.room)


def test_a_wounded_general_fights_one_battle_a_season_and_not_in_person(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "uesugi-kenshin", "wounded", True)
    error = hall.refuse(OrderNotAllowed, hall.settle, attacker_in_person=True)
    assert (error.field, error.ruling) == ("attacker_in_person", "R19")
    hall.settle()
    hall.refuse(
        OrderNotAllowed, "battle.set_commander", battle=1, side="attacker", general="uesugi-kenshin", in_person=True
    )
    with hall.room.store.read() as session:
        side = session.get_one(BattleSide, (1, "attacker"))
        assert (side.experience, side.wounded) == (2, True)
        assert person(session, "uesugi-kenshin").may_fight == 1
    fought_round = hall.fight()
    assert "superior general" not in fought_round.sentence
    report = rows(hall, BattleRound)[0].report
    assert "superior_general" not in [shift["reason"] for shift in report["shifts"]]
    hall.end(then="both_stay")
    with pytest.raises(OrderNotAllowed, match="is wounded and has fought 1 battle this season"):
        check_battles_fought("Uesugi Kenshin", 3, 1, wounded=True)


def test_the_wounded_do_not_travel_in_winter_unless_game_control_forces_it(hall):
    for _ in range(3):
        hall.next_season()
    hall.correct("character", "obu-toramasa", "wounded", True)
    error = hall.refuse(OrderNotAllowed, "person.visit", character="obu-toramasa", province="suruga")
    assert (error.field, error.ruling) == ("province", "R19")
    hall.refuse(OrderNotAllowed, "hostage.hand_over", character="obu-toramasa", to="oda")
    entry = hall.do("person.visit", "game", character="obu-toramasa", province="suruga", force="carried in a litter")
    assert entry.sentence.endswith("Forced: carried in a litter.")
    hall.refuse(OrderNotAllowed, "person.return", character="obu-toramasa")


def test_a_second_wound_begins_anew(hall):
    fought(hall)
    hall.correct("character", "uesugi-kenshin", "age", 60)
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=QUEEN)
    hall.next_season()
    hall.next_season()
    assert not hall.get(Character, "uesugi-kenshin").wounded
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin", "age"), card=QUEEN)
    assert hall.get(Character, "uesugi-kenshin").wounded


def test_a_wound_set_right_by_hand_ends_as_others_do_and_one_taken_off_is_gone(hall):
    hall.next_season()
    hall.correct("character", "obu-toramasa", "wounded", True)
    assert hall.get(Character, "obu-toramasa").wounded_in == 1
    hall.correct("character", "obu-toramasa", "wounded", False)
    assert hall.get(Character, "obu-toramasa").wounded_in is None
    hall.correct("character", "obu-toramasa", "wounded", True)
    hall.next_season()
    hall.next_season()
    assert not hall.get(Character, "obu-toramasa").wounded


def test_a_general_killed_takes_his_army_off_the_map_and_undo_brings_everything_back(hall):
    fought(hall)
    before = hall.state()
    assert rows(hall, Recovery, army=1, done=False)
    entry = hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=ACE)
    assert entry.sentence == (
        "Uesugi Kenshin drew the ace of spades after battle 1 and is dead (R19). His army A1-3 is dissolved: its men "
        "have gone from the map and cannot form again this year, and nothing it lost is recovered (R8). Who follows "
        "him at the head of Uesugi is asked of Team Control."
    )
    army = hall.army(1)
    assert (army.standing, army.troops, hall.get(Character, "uesugi-kenshin").alive) == (False, 0, False)
    assert not rows(hall, Recovery, army=1, done=False)
    assert ("march_order", 1) not in hall.state()
    assert not rows(hall, Companion, army=1), "Who went along with it is free to go."
    assert hall.get(Character, "kakizaki-kageie").alive
    assert [(one.character, one.clan, one.heir) for one in rows(hall, Succession)] == [
        ("uesugi-kenshin", "uesugi", None)
    ]
    hall.undo(entry.number)
    assert hall.state() == before
    assert verify(hall.room).differences == ()


def test_the_men_of_a_dissolved_army_cannot_form_again_this_year(hall):
    fought(hall)
    raised = hall.get(Province, "echigo").raised
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=ACE)
    assert hall.get(Province, "echigo").raised == raised
    error = hall.refuse(OrderNotAllowed, "army.form", general="naoe-kagetsuna", province="echigo", troops=1)
    assert error.sentence.startswith("Uesugi has no garrison in Echigo")
    hall.next_season()
    hall.next_season()
    assert (hall.army(1).troops, hall.army(1).standing) == (0, False), "Nothing is recovered (R8)."


def test_a_companion_killed_leaves_and_the_army_goes_on(hall):
    fought(hall)
    troops = hall.troops(1)
    hall.do("risk.draw", draw=draw_of(hall, "kakizaki-kageie"), card=ACE)
    assert (hall.army(1).standing, hall.troops(1)) == (True, troops)
    assert not rows(hall, Companion, character="kakizaki-kageie")
    assert not rows(hall, Succession)


def test_every_death_is_told_to_the_clan_and_says_no_size(hall):
    fought(hall)
    hall.do("risk.draw", draw=draw_of(hall, "uesugi-kenshin"), card=ACE)
    notice = rows(hall, Notice, kind="death")[0]
    assert notice.sentence == "Uesugi Kenshin is dead, and his army is dissolved."
    assert ("uesugi", "team") in {(one.clan, one.desk) for one in rows(hall, NoticeTo, notice=notice.id)}


def test_who_keeps_a_hostage_hears_of_his_wound_and_of_his_death(hall):
    fought(hall)
    with hall.room.store.write() as session:
        for hostage in ("obu-toramasa", "kakizaki-kageie"):
            session.get_one(Character, hostage).held_by = "shimazu"
    entry = hall.do("risk.draw", draw=draw_of(hall, "obu-toramasa"), card=ACE)
    assert "He was a hostage of Shimazu." in entry.sentence
    assert {"shimazu", "takeda"} <= hears(hall, "death")
    assert rows(hall, Notice, kind="death")[0].province == "shinano", "where the army is that he went along with"
    hall.do("risk.draw", draw=draw_of(hall, "kakizaki-kageie"), card=QUEEN)
    assert hears(hall, "wound") == {"shimazu", "uesugi"}, "and nobody else: it is a secret of his clan's"


def hears(hall, kind):
    """The clans that the only notice of a kind is for."""
    [notice] = rows(hall, Notice, kind=kind)
    return {one.clan for one in rows(hall, NoticeTo, notice=notice.id)}


def test_a_card_waits_while_he_commands_in_another_battle(hall):
    fought(hall)
    hall.an_army("hojo", "kai", 4, 2)
    hall.march(3, "shinano", late="it came to help")
    open_draw = draw_of(hall, "uesugi-kenshin")
    hall.phases(3)
    numbers = [one.id for one in rows(hall, Encounter, outcome="")]
    assert numbers, "An army that marches in meets those who stand there."
    hall.settle(numbers[0], attacker="uesugi", defender="hojo")
    battle = max(hall.numbers("battle"))
    error = hall.refuse(OrderNotAllowed, "risk.draw", draw=open_draw, card=ACE)
    assert error.sentence == f"Uesugi Kenshin is in battle {battle}. End that first, then let him draw."
    waits = {one.person_id: one.waits for group in hall.ask(due) for one in group.draws}
    assert waits["uesugi-kenshin"] == f"battle {battle}"
    assert waits["obu-toramasa"] == ""


def test_his_other_draws_close_with_his_death(hall):
    hall.do("risk.call", character="asakura-norikage", cause="age")
    hall.next_season()
    first, second = (one.id for one in rows(hall, RiskDraw, character="asakura-norikage"))
    hall.do("risk.draw", draw=second, card=ACE)
    closed = hall.get(RiskDraw, first)
    assert (closed.card, closed.effect) == ("none", "dead already")
    error = hall.refuse(ChangedElsewhere, "risk.draw", draw=first)
    assert error.sentence == "Asakura Norikage has drawn for this already: dead already."


def test_an_army_that_loses_its_general_drops_out_of_its_encounter_which_closes_when_one_side_is_left(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "uesugi-kenshin", "age", 60)
    hall.do("risk.call", character="uesugi-kenshin", cause="age")
    entry = hall.do("risk.draw", draw=1, card=ACE)
    assert entry.sentence.endswith("is asked of Team Control.")
    assert "Encounter 1 is settled: nobody was left to meet." in entry.sentence
    met = hall.get(Encounter, 1)
    assert (met.outcome, met.note) == ("pass", "army A1-3 was dissolved, so nobody was left to meet")
    hall.phases(3)


def test_a_third_side_still_has_its_encounter(hall):
    hall.kawanakajima()
    hall.march(hall.an_army("hojo", "shinano", 3, 2))
    hall.phases(1, 2)
    hall.correct("character", "uesugi-kenshin", "age", 60)
    hall.do("risk.call", character="uesugi-kenshin", cause="age")
    hall.do("risk.draw", draw=1, card=ACE)
    assert hall.get(Encounter, 1).outcome == ""


def test_the_old_are_called_at_the_start_of_every_season_and_once_in_it(hall):
    entry = hall.next_season()
    assert "To draw a card for their age: Asakura Norikage, Ashina Morikiyo," in entry.sentence
    called = [one.character for one in rows(hall, RiskDraw, cause="age", season=1)]
    assert len(called) == len(set(called)) == 4
    old = set(hall.every(select(Character.id).where(Character.age >= 60, Character.alive.is_(True))))
    assert set(called) == old
    hall.refuse(ChangedElsewhere, "risk.call", character="shonyo", cause="age")
    hall.next_season()
    assert len(rows(hall, RiskDraw, cause="age", season=2)) == 4


def test_who_turns_sixty_this_winter_is_called_in_it_and_who_is_younger_is_not(hall):
    """Everybody is a year older first (R20), then those of sixty are called (R19)."""
    hall.correct("character", "takeda-harunobu", "age", 59)
    hall.correct("character", "uesugi-kenshin", "age", 58)
    for season in (1, 2):
        hall.next_season()
        assert not rows(hall, RiskDraw, cause="age", season=season, character="takeda-harunobu")
    hall.next_season()
    assert hall.get(Character, "takeda-harunobu").age == 60
    assert len(rows(hall, RiskDraw, cause="age", season=3, character="takeda-harunobu")) == 1
    assert not rows(hall, RiskDraw, cause="age", character="uesugi-kenshin")


def test_a_card_drawn_here_is_rolled_by_the_seed_and_verified(hall):
    hall.do("risk.call", character="shonyo", cause="age")
    entry = hall.do("risk.draw", draw=1)
    assert entry.dice == [{"what": "risk: Shōnyo, age", "value": entry.dice[0]["value"], "thrown": False}]
    assert entry.dice[0]["value"] in PACK
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("ace of spades", "ace of spades"),
        ("Ace of Spades", "ace of spades"),
        ("as", "ace of spades"),
        ("KS", "king of spades"),
        ("10h", "10 of hearts"),
        ("1h", "ace of hearts"),
        ("10 hearts", "10 of hearts"),
        ("♠ queen", "queen of spades"),
        ("7♦", "7 of diamonds"),
        ("j clubs", "jack of clubs"),
        ("joker", "joker"),
        ("11h", "11h"),
        ("h", "h"),
    ],
)
def test_a_card_is_read_as_people_type_it(typed, card):
    assert card_of(typed) == card


def test_every_card_of_the_pack_is_read_in_two_letters():
    for card in PACK:
        rank, suit = card.split(" of ")
        assert card_of((rank if rank.isdigit() else rank[0]) + suit[0]) == card


def test_only_game_control_takes_a_drawn_card_back(hall):
    hall.do("risk.call", character="shonyo", cause="age")
    entry = hall.do("risk.draw", draw=1, card=HEART)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "map", entry=entry.number)
    assert "A die or card was drawn (7 of hearts)" in error.sentence


def test_no_undo_leaves_a_dead_man_with_a_card_to_draw(hall):
    hall.do("risk.call", character="shonyo", cause="age")
    drawn = hall.do("risk.draw", draw=1, card=HEART)
    died = hall.correct("character", "shonyo", "alive", False)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=drawn.number, force="it was another card")
    assert error.sentence.startswith("Then Shōnyo would be dead and have a card to draw")
    lives = hall.undo(died.number)
    hall.next_season()
    assert rows(hall, RiskDraw, character="shonyo", card="")
    with pytest.raises(OrderNotAllowed):
        hall.undo(lives.number)


def test_undoing_the_end_of_a_battle_takes_the_draws_along(hall):
    fought(hall)
    end = hall.entries()[-1]
    hall.undo(end.number)
    assert rows(hall, RiskDraw) == []


def test_nobody_has_to_follow_a_dead_man_who_was_not_at_the_head_of_his_clan(hall):
    hall.correct("character", "obu-toramasa", "age", 61)
    hall.do("risk.call", character="obu-toramasa", cause="age")
    hall.do("risk.draw", draw=1, card=ACE)
    assert not hall.get(Character, "obu-toramasa").alive
    assert rows(hall, Succession) == []


def test_the_people_of_a_closed_province_are_still_asked_by_whoever_is_left_of_those_who_came(hall):
    for troops in (5, 4):
        hall.march(hall.an_army("uesugi", "echigo", troops, experience=4), "etchu")
    hall.phases(1)
    assert hall.get(Encounter, 1).kind == "closed_province"
    entry = hall.correct("character", hall.army(1).general, "alive", False)
    assert "is settled: nobody was left to meet" not in entry.sentence
    assert hall.get(Encounter, 1).outcome == ""
    entry = hall.correct("character", hall.army(2).general, "alive", False)
    assert "Encounter 1 is settled: nobody was left to meet." in entry.sentence


def test_r41_a_siege_is_over_with_its_last_besieger_whoever_is_inside(hall):
    hall.an_army("uesugi", "settsu", 5)
    hall.an_army("hongan-ji", "settsu", 4)
    with hall.room.store.write() as session:
        session.get_one(Army, 2).place = "ishiyama-hongan-ji"
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="a siege")
    entry = hall.correct("character", hall.army(1).general, "alive", False)
    assert "Encounter 1 is settled: nobody was left to meet." in entry.sentence
    assert hall.get(Encounter, 1).outcome == "pass"


def test_people_who_raised_troops_against_somebody_are_not_left_alone_in_his_encounter(hall):
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "etchu")
    hall.phases(1)
    hall.do("locals.answer", "npd", encounter=1, answer="raises", troops=2)
    hall.correct("character", hall.army(1).general, "alive", False)
    assert hall.get(Encounter, 1).outcome == "pass"
