"""People: visits, company on the march, hostages and successions (handbook 4 and 6; R18, R19)."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.rows import Character, Companion, Game, Notice, NoticeTo, RiskDraw
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.people.people_questions import persons, successions
from tests.battle.test_risk import rows


@pytest.fixture
def people(hall_at):
    """Armies, a hostage, a visitor and an open succession (see to_people)."""
    return hall_at("people")


def where(hall, key):
    """Where a person is, in words."""
    return next(one.where for one in hall.ask(persons, only=[key]))


def test_everybody_is_somewhere_in_words(people):
    assert {key: where(people, key) for key in (
        "hojo-ujiyasu", "hojo-ujichika", "obu-toramasa", "oda-nobunaga", "shonyo", "takeda-harunobu",
    )} == {
        "hojo-ujiyasu": "leads A1-3 in Musashi", "hojo-ujichika": "with A1-3 in Musashi",
        "obu-toramasa": "visiting in Sagami", "oda-nobunaga": "with Imagawa", "shonyo": "dead",
        "takeda-harunobu": "at the table",
    }  # fmt: skip


def test_a_companion_goes_where_the_army_goes(people):
    people.march(1, "sagami")
    people.phases(1, 2)
    assert where(people, "hojo-ujichika") == "with A1-3 in Sagami"


def test_who_goes_visiting_leaves_the_army_he_was_with(people):
    entry = people.do("person.visit", character="hojo-ujichika", province="izu")
    assert entry.sentence == "Hōjō Ujichika went to Izu and left army A1-3."
    assert rows(people, Companion) == []


def test_a_companion_stays_to_the_end_of_a_battle_and_may_go_after_it(hall):
    hall.kawanakajima()
    hall.do("person.accompany", character="obu-toramasa", army=2)
    hall.phases(1, 2)
    hall.settle()
    for name, more in (("return", {}), ("visit", {"province": "kai"})):
        error = hall.refuse(OrderNotAllowed, f"person.{name}", character="obu-toramasa", **more)
        assert error.sentence == "Army A2-5 is in battle 1: nobody leaves it before the end."
    hall.end()
    entry = hall.do("person.return", character="obu-toramasa")
    assert entry.sentence == "Obu Toramasa came back and left army A2-5."


def test_who_travels_in_winter_draws_a_card_once(hall_at):
    hall = hall_at("winter")
    entry = hall.do("person.visit", character="obu-toramasa", province="sagami")
    assert entry.sentence.endswith("He is to draw a card for travelling in winter (R19).")
    back = hall.do("person.return", character="obu-toramasa")
    assert back.sentence == "Obu Toramasa came back from Sagami."
    assert len(rows(hall, RiskDraw, character="obu-toramasa", cause="winter_travel")) == 1


@pytest.mark.parametrize("seasons", [0, 1, 2])
def test_nobody_draws_for_a_visit_in_another_season(hall, seasons):
    for _ in range(seasons):
        hall.next_season()
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    assert rows(hall, RiskDraw, cause="winter_travel") == []


def test_who_came_before_the_winter_and_goes_home_in_it_draws_too(hall):
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    for _ in range(3):
        hall.next_season()
    hall.do("person.return", character="obu-toramasa")
    assert len(rows(hall, RiskDraw, cause="winter_travel")) == 1


def test_a_hostage_commands_for_those_who_hold_him_and_not_for_his_own(people):
    people.do("garrison.raise", province="suruga", troops=2)
    people.do("garrison.raise", province="owari", troops=2)
    error = people.refuse(OrderNotAllowed, "army.form", general="oda-nobunaga", province="owari", troops=2, clan="oda")
    assert error.sentence == (
        "Oda Nobunaga is a hostage of Imagawa and may command for Imagawa alone. Choose somebody of Oda or a hostage "
        "that Oda holds."
    )
    entry = people.do("army.form", general="oda-nobunaga", province="suruga", troops=2)
    assert entry.sentence == "Oda Nobunaga formed army A3-7 of 2 counters for Imagawa in Suruga."
    assert people.army(3).clan == "imagawa"
    error = people.refuse(OrderNotAllowed, "hostage.release", character="oda-nobunaga")
    assert "leads army A3-7 in Suruga" in error.sentence


def test_a_stranger_commands_only_if_game_control_forces_it(people):
    order = {"general": "takeda-harunobu", "province": "musashi", "troops": 1, "clan": "hojo"}
    error = people.refuse(OrderNotAllowed, "army.form", **order)
    assert error.sentence.startswith("Takeda Harunobu is of Takeda.")
    entry = people.do("army.form", "game", **order, force="they are sworn brothers")
    assert entry.sentence.endswith("Forced: they are sworn brothers.")
    assert people.army(3).clan == "hojo"


def test_who_visits_elsewhere_takes_no_command_before_he_is_back(people):
    people.do("garrison.raise", province="kai", troops=2)
    order = {"general": "obu-toramasa", "province": "kai", "troops": 1}
    error = people.refuse(OrderNotAllowed, "army.form", **order)
    assert error.sentence == "Obu Toramasa is visiting in Sagami, not in Kai. Bring him back first."
    people.do("person.return", character="obu-toramasa")
    people.do("army.form", **order)


def test_a_companion_who_takes_a_command_where_he_is_goes_along_no_more(people):
    people.do("army.form", general="hojo-ujichika", province="musashi", troops=1)
    assert rows(people, Companion) == []


def test_both_clans_hear_of_a_hostage_who_is_put_to_death(people):
    people.do("hostage.kill", character="oda-nobunaga", reason="the treaty was broken")
    notice = rows(people, Notice, kind="death")[-1]
    assert notice.sentence == "Oda Nobunaga is dead."
    assert {"oda", "imagawa"} <= {one.clan for one in rows(people, NoticeTo, notice=notice.id)}


def test_r36_a_hostage_who_leads_an_army_of_his_hosts_is_out_of_their_reach(people):
    people.do("garrison.raise", "game", province="suruga", troops=1, force="a test needs them")
    people.do("army.form", general="oda-nobunaga", province="suruga", troops=1)
    for action, more in (("kill", {"reason": "a whim"}), ("hand_over", {"to": "takeda"}), ("escape", {})):
        error = people.refuse(OrderNotAllowed, f"hostage.{action}", character="oda-nobunaga", **more)
        assert error.sentence.startswith("Oda Nobunaga leads army")


def test_a_hostage_handed_on_is_heard_of_by_all_three(people):
    people.do("hostage.hand_over", character="oda-nobunaga", to="takeda")
    notice = rows(people, Notice, kind="hostage")[-1]
    assert {"oda", "imagawa", "takeda"} <= {one.clan for one in rows(people, NoticeTo, notice=notice.id)}


def test_the_heir_comes_first_and_the_dead_and_strangers_are_none(people):
    (one,) = people.ask(successions)
    assert (one.dead, one.clan.id, one.heirs[0][0]) == ("Shōnyo", "hongan-ji", "kennyo")
    assert "shonyo" not in {key for key, *_ in one.heirs}
    people.do("succession.name", "team", succession=1, heir="kennyo")
    with people.room.store.read() as session:
        assert successions(session) == []
        assert [one.heir for one in successions(session, open_only=False)] == ["Kennyo"]


def test_the_new_head_of_a_clan_is_followed_in_his_turn(people):
    people.do("succession.name", "team", succession=1, heir="kennyo")
    people.correct("character", "kennyo", "age", 60)
    people.do("risk.call", character="kennyo", cause="age")
    draw = rows(people, RiskDraw, character="kennyo")[0].id
    people.do("risk.draw", draw=draw, card="ace of spades")
    assert [one.dead for one in people.ask(successions)] == ["Kennyo"]
    assert verify(people.room).same


def test_a_second_umpire_is_told_who_was_named(people):
    people.do("succession.name", "team", succession=1, heir="kennyo")
    error = people.refuse(ChangedElsewhere, "succession.name", "team", succession=1, heir="kennyo")
    assert error.sentence == "Kennyo follows Shōnyo already."


def test_a_correction_puts_no_dead_man_at_the_head_of_an_army_and_a_companion_alone_there(people):
    error = people.refuse(
        OrderNotAllowed, "figure.correct", kind="army", id=2, field="general", value="shonyo", reason="for the test"
    )
    assert (error.field, error.sentence) == ("value", "Shōnyo is dead. Choose a living general.")
    people.correct("army", 2, "general", "hojo-ujichika")
    assert people.count(Companion) == 0
    assert "A2" in where(people, "hojo-ujichika")


def test_a_garrison_is_set_into_no_place_where_its_clan_has_one(hall):
    hall.do("garrison.raise", place="kyoto", troops=3)
    hall.do("garrison.raise", province="yamashiro", troops=1)
    error = hall.refuse(
        OrderNotAllowed, "figure.correct", kind="garrison", id=2, field="place", value="kyoto", reason="for the test"
    )
    assert error.field == "value"
    assert error.sentence.startswith("The clan has garrison 1 in Kyoto already.")


def test_a_clan_has_one_garrison_on_a_ground_with_counters_or_without(hall):
    for ground in ({"province": "musashi"}, {"place": "edo"}):
        hall.do("garrison.raise", troops=1, **ground)
    to = {"kind": "garrison", "field": "place", "reason": "for the test"}
    out = hall.refuse(OrderNotAllowed, "figure.correct", id=2, value=None, **to)
    assert out.sentence.startswith("The clan has garrison 1 in Musashi already.")
    hall.correct("garrison", 2, "troops", 0)
    into = hall.refuse(OrderNotAllowed, "figure.correct", id=1, value="edo", **to)
    assert into.sentence.startswith("The clan has garrison 2 in Edo already.")


def test_the_dead_claim_no_title(people):
    claim = {"character": "shonyo", "kind": "constable", "province": "kai"}
    error = people.refuse(OrderNotAllowed, "title.claim_falsely", "team", **claim)
    assert (error.field, error.sentence) == ("character", "Shōnyo is dead, and claims nothing.")


def test_nobody_answers_for_a_treaty_that_has_ended(hall_at):
    hall = hall_at("bonds")
    hall.do("treaty.end", treaty=1, reason="it ran out")
    hand = {"character": "takeda-nobushige", "to": "hojo", "treaty": 1}
    error = hall.refuse(OrderNotAllowed, "hostage.hand_over", **hand)
    assert error.field == "treaty"
    assert error.sentence.endswith("has ended: nobody answers for it.")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("held_by", "takeda", "is of that clan himself"),
        ("province", "kai", "army A1-3, where his counter stands"),
    ],
)
def test_a_correction_makes_nobody_what_he_cannot_be(people, field, value, words):
    for key in ("takeda-harunobu",) if field == "held_by" else ("hojo-ujiyasu", "hojo-ujichika"):
        error = people.refuse(
            OrderNotAllowed, "figure.correct", kind="character", id=key, field=field, value=value, reason="for the test"
        )
        assert words in error.sentence


def test_hostages_visits_and_unrest_are_set_right_by_hand(people):
    people.correct("character", "oda-nobunaga", "held_by", "")
    people.correct("character", "obu-toramasa", "province", "")
    people.correct("province", "kai", "unrest", "yes")
    assert people.get(Character, "oda-nobunaga").held_by is None
    assert where(people, "obu-toramasa") == "at the table"
    assert people.state()[("province", "kai")]["unrest"] is True


def test_a_season_has_its_name_whichever_season_it_is_now(hall):
    seen = []
    for _ in range(6):
        with hall.room.store.read() as session:
            game = Game.only(session)
            seen.append(f"{game.season} {game.year}")
            assert [season_in_words(game, number) for number in range(len(seen))] == seen
        hall.next_season()
    assert seen[2:5] == ["autumn 1550", "winter 1551", "spring 1551"]


def test_team_control_does_not_learn_who_leads_which_army_or_where(people):
    error = people.refuse(OrderNotAllowed, "person.visit", "team", character="hojo-tsunanari", province="sagami")
    assert "leads an army, so he cannot go visiting" in error.sentence
    assert not {"A2-5", "Musashi"} & set(error.sentence.replace(",", "").split())
    told = people.do("person.accompany", "team", character="hojo-genan", army=2).sentence
    assert "Tsunanari" not in told
    assert "Ujiyasu" in people.do("person.accompany", character="hojo-genan", army=1, twice=True).sentence


def test_a_death_set_right_by_hand_leaves_no_wound_and_no_draw(people):
    people.correct("character", "asakura-norikage", "wounded", True)
    people.correct("character", "asakura-norikage", "alive", False)
    person = people.get(Character, "asakura-norikage")
    assert (person.wounded, person.wounded_in) == (False, None)
    assert rows(people, RiskDraw, card="") == []
    people.refuse(
        OrderNotAllowed,
        "figure.correct",
        kind="character",
        id="asakura-norikage",
        field="wounded",
        value=True,
        reason="for the test",
    )
    assert verify(people.room).same


def test_who_is_put_at_the_head_of_an_army_by_hand_is_no_longer_where_he_visited(hall):
    army = hall.an_army("takeda", "kai", general="takeda-harunobu")
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    hall.correct("army", army, "general", "obu-toramasa")
    assert hall.get(Character, "obu-toramasa").province is None
