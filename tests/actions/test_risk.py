"""Risk to persons: who is called to draw a card, what the card does, and what a death takes with it (R8, R18, R19)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from control.actions.risk import card_of
from control.actions.verify import verify
from control.models import (
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
from control.queries.draws import due
from control.queries.people import person
from control.rules.dice import PACK
from control.rules.errors import ChangedElsewhere, OrderNotAllowed

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
    hall.settle()
    hall.fight()
    hall.end(then="both_stay")


def test_every_general_and_companion_of_a_battle_is_called_once_however_many_rounds_it_had(hall):
    hall.kawanakajima()
    hall.do("person.accompany", character="kakizaki-kageie", army=1)
    hall.phases(1, 2)
    hall.settle()
    hall.fight()
    hall.fight(3, number=2)
    hall.end(then="both_stay")
    assert [(one.character, one.battle, one.season, one.card) for one in rows(hall, RiskDraw)] == [
        ("kakizaki-kageie", 1, 0, ""), ("takeda-harunobu", 1, 0, ""), ("uesugi-kenshin", 1, 0, ""),
    ]


def test_nobody_is_called_twice_for_one_battle(hall):
    fought(hall)
    error = hall.refuse(
        ChangedElsewhere, "risk.call", character="uesugi-kenshin", cause="battle", battle=1
    )
    assert error.field == "cause"
    assert len(rows(hall, RiskDraw, character="uesugi-kenshin")) == 1


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
    assert entry.sentence.endswith("Until then his experience of 3 counts as 2.")
    now = hall.get(Character, "uesugi-kenshin")
    assert (now.wounded, now.wounded_in, now.experience) == (True, 0, 3)
    with hall.room.store.read() as session:
        seen = person(session, "uesugi-kenshin")
    assert (seen.effective, seen.until) == (2, "summer 1550")


@pytest.mark.parametrize(
    ("before", "felt_in"), [(0, "summer"), (1, "autumn"), (2, "winter"), (3, "spring")],
    ids=["spring", "summer", "autumn", "winter"],
)
def test_a_wound_is_over_after_the_end_of_the_next_complete_season(hall, before, felt_in):
    for _ in range(before):
        hall.next_season()
    if before == 0:  # at the start of every later season he is called as it is
        hall.do("risk.call", character="asakura-norikage", cause="age")
    hall.do("risk.draw", draw=draw_of(hall, "asakura-norikage", "age"), card="jack of spades")
    assert hall.get(Character, "asakura-norikage").wounded
    hall.next_season()
    assert hall.get(Game, 1).season == felt_in
    assert hall.get(Character, "asakura-norikage").wounded
    entry = hall.next_season()
    now = hall.get(Character, "asakura-norikage")
    assert (now.wounded, now.wounded_in) == (False, None)
    assert "Asakura Norikage recovered from his wound (R19)." in entry.sentence
    assert verify(hall.room).differences == ()


def test_a_second_wound_begins_anew(hall):
    hall.do("risk.call", character="asakura-norikage", cause="age")
    hall.do("risk.draw", draw=1, card=QUEEN)
    hall.next_season()
    hall.do("risk.draw", draw=draw_of(hall, "asakura-norikage", "age"), card=QUEEN)
    hall.next_season()
    assert hall.get(Character, "asakura-norikage").wounded
    hall.next_season()
    assert not hall.get(Character, "asakura-norikage").wounded


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
    error = hall.refuse(
        OrderNotAllowed, "army.form", general="naoe-kagetsuna", province="echigo", troops=1
    )
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


def test_a_card_waits_while_he_commands_in_another_battle(hall):
    fought(hall)
    hall.an_army("hojo", "kai", 4, 2)
    hall.march(3, "shinano", late="it came to help")
    open_draw = draw_of(hall, "uesugi-kenshin")
    hall.phases(3)
    numbers = [one.id for one in rows(hall, Encounter, outcome="")]
    assert numbers, "An army that marches in meets those who stand there."
    hall.settle(numbers[0], attacker="uesugi", defender="hojo")
    battle = max(key[1] for key in hall.state() if key[0] == "battle")
    error = hall.refuse(OrderNotAllowed, "risk.draw", draw=open_draw, card=ACE)
    assert error.sentence == f"Uesugi Kenshin is in battle {battle}. End that first, then let him draw."
    with hall.room.store.read() as session:
        waits = {one.person_id: one.waits for group in due(session) for one in group.draws}
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
    with hall.room.store.read() as session:
        old = set(session.scalars(select(Character.id).where(Character.age >= 60, Character.alive.is_(True))))
    assert set(called) == old
    hall.refuse(ChangedElsewhere, "risk.call", character="shonyo", cause="age")
    hall.next_season()
    assert len(rows(hall, RiskDraw, cause="age", season=2)) == 4


def test_a_card_drawn_here_is_rolled_by_the_seed_and_verified(hall):
    hall.do("risk.call", character="shonyo", cause="age")
    entry = hall.do("risk.draw", draw=1)
    assert entry.dice == [{"what": "risk: Shōnyo, age", "value": entry.dice[0]["value"], "thrown": False}]
    assert entry.dice[0]["value"] in PACK
    assert verify(hall.room).same


@pytest.mark.parametrize(("typed", "card"), [
    ("ace of spades", "ace of spades"), ("Ace of Spades", "ace of spades"), ("as", "ace of spades"),
    ("KS", "king of spades"), ("10h", "10 of hearts"), ("10 hearts", "10 of hearts"), ("♠ queen", "queen of spades"),
    ("7♦", "7 of diamonds"), ("j clubs", "jack of clubs"), ("joker", "joker"), ("11h", "11h"), ("h", "h"),
])
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
