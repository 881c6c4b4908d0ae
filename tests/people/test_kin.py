"""People made in play, and clans that have nobody left (R40)."""

from __future__ import annotations

import re

import pytest

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.state_questions import part
from control.kernel.proof.verify import verify
from control.sengoku.people.kin_questions import proposals, successor
from control.sengoku.rows import Character, Reprint, ShogunCondition, Succession, Title
from control.sengoku.rules.people.precedence import order as in_order
from control.sengoku.season.gate_questions import still_open
from control.sengoku.season.waits_questions import what_waits
from control.sengoku.world.people.people_questions import successions
from control.sengoku.world.people.precedence_questions import persons
from control.sengoku.world.people.titles_questions import titles
from tests.battle.test_levies import told_of
from tests.battle.test_risk import rows
from tests.conftest import sign_in
from tests.games import said_before

WIFE = {"clan": "yuki", "name": "Yūki Matsu", "relation": "wife", "age": 22}


def proposed(hall, clan):
    """Who is proposed for a clan."""
    return hall.ask(proposals, hall.room.scenario, clan)


def test_who_is_made_is_what_his_relation_says(hall):
    hall.do("person.add", "npd", **WIFE)
    hall.do("person.add", "npd", clan="yuki", name="Wada Kagetada", role="taisho")
    hall.do("person.add", "game", clan="yuki", name="Yūki Harutsuna", relation="heir", age=5, ancestor="Fujiwara")
    found = {one.id: one for one in rows(hall, Character, made=True)}
    assert {key: (one.role, one.sex, one.title, one.experience) for key, one in found.items()} == {
        "yuki-matsu": ("family", "female", "Wife", 1),
        "wada-kagetada": ("taisho", "male", "Taisho", 2),
        "yuki-harutsuna": ("heir", "male", "Heir", 1),
    }
    named = {row["id"] for row in hall.ask(part, "characters", "game") if row["made"]}
    assert named == set(found), "The state names who was made."
    assert verify(hall.room).differences == ()


def test_of_a_new_person_only_his_own_clan_hears(hall):
    hall.do("treaty.record", kind="alliance", one="oda", other="saito")
    hall.do("person.add", "game", clan="oda", name="Oda Katsunaga", relation="child", age=3)
    assert [clan for clan, _ in told_of(hall, "person")] == ["oda"]


@pytest.mark.parametrize(("desk", "more", "kind", "field", "says"), [
    ("game", {"age": 300}, OrderNotUnderstood, "age", "from 0 to 120"),
    ("game", {"clan": "yuky"}, OrderNotUnderstood, "clan", '"yuki"?'),
    ("game", {"name": "Oda Nobunaga"}, OrderNotAllowed, "name", "already, of Oda"),
    ("game", {"name": "yuki MASAKATSU"}, OrderNotAllowed, "name", "somebody called Yūki Masakatsu already"),
    ("game", {"role": "daimyo"}, OrderNotAllowed, "role", "Yūki Masakatsu stands at the head of Yūki"),
    ("game", {"role": "abbot"}, OrderNotAllowed, "role", "stands a Daimyo, no Abbot"),
    ("bakufu", {}, NotThisDesk, "clan", "Bakufu does not mind Yūki"),
])  # fmt: skip
def test_nobody_impossible_is_made(hall, desk, more, kind, field, says):
    error = hall.refuse(kind, "person.add", desk, **{**WIFE, **more})
    assert error.field == field
    assert says in error.sentence


def test_nobody_is_made_head_of_a_clan_for_which_one_is_still_asked(hall):
    hall.correct("character", "yuki-masakatsu", "alive", False)
    error = hall.refuse(OrderNotAllowed, "person.add", "game", clan="yuki", name="Yūki Harutomo", role="daimyo")
    assert (error.field, error.sentence) == (
        "role",
        "Who follows at the head of Yūki is still asked. Make an heir, then name him.",
    )


def test_a_parent_younger_than_his_child_is_made_with_a_warning(hall):
    head = hall.get(Character, "yuki-masakatsu").age
    entry = hall.do("person.add", "game", clan="yuki", name="Yūki Masatomo", relation="parent", age=head)
    assert f"Look again: Yūki Masakatsu, the child, is {head}." in entry.sentence


def test_an_heir_older_than_his_father_is_made_with_a_warning(hall):
    head = hall.get(Character, "yuki-masakatsu").age
    entry = hall.do("person.add", "game", clan="yuki", name="Yūki Kagetada", relation="heir", age=head)
    assert f"Look again: Yūki Masakatsu, whom Yūki Kagetada is to follow as a child, is {head}." in entry.sentence
    assert (
        "Look again"
        not in hall.do(
            "person.add", "game", clan="yuki", name="Yūki Nobukage", relation="child", age=head - 20
        ).sentence
    )


def test_a_made_person_is_taken_back_and_does_what_others_do(hall):
    entry = hall.do("person.add", "game", clan="yuki", name="Wada Kagetada", role="taisho", age=30)
    hall.do("garrison.raise", "game", province="etchu", troops=2, force="for the test")
    formed = hall.do("army.form", general="wada-kagetada", province="etchu", troops=2)
    hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=entry.number)
    hall.undo(formed.number)
    hall.undo(entry.number)
    assert rows(hall, Character, id="wada-kagetada") == []


def test_a_clan_of_one_man_is_offered_a_family_and_a_taisho_once(hall):
    first = proposed(hall, "yuki")
    assert [(one.role, one.relation, one.experience) for one in first] == [
        ("heir", "heir", 1),
        ("taisho", "", 2),
        ("family", "wife", 1),
        ("family", "child", 1),
    ]
    assert first == proposed(hall, "yuki"), "It is always the same."
    assert len({one.name for one in first}) == 4
    for one in first:
        hall.do(
            "person.add",
            "game",
            clan="yuki",
            **{
                field: getattr(one, field)
                for field in ("name", "role", "sex", "relation", "age", "ancestor", "experience")
            },
        )
    assert proposed(hall, "yuki") == ()
    monks = proposed(hall, "enryaku-ji")
    assert [(one.role, len(one.name.split())) for one in monks] == [("heir", 1)], "It has a Taisho, and monks no wife."


@pytest.mark.parametrize(("kin", "first"), [
    ({"relation": "wife", "age": 40}, "daimyo"),
    ({"relation": "child", "sex": "female", "age": 9}, "daimyo"),
    ({"relation": "heir", "age": 0}, "taisho"),
])  # fmt: skip
def test_a_stranger_at_the_head_is_proposed_where_only_women_are_left_but_not_where_a_boy_is(hall, kin, first):
    hall.do("person.add", "game", clan="yuki", name="Yūki Matsu", **kin)
    hall.correct("character", "yuki-masakatsu", "alive", False)
    hall.do("succession.close", "team", succession=1, reason="they quarrel")
    assert next(one.role for one in proposed(hall, "yuki")) == first


@pytest.mark.parametrize(("age", "child"), [(0, []), (12, []), (13, ["child"])])
def test_a_head_who_is_a_child_himself_is_proposed_none(hall, age, child):
    hall.correct("character", "yuki-masakatsu", "age", age)
    assert [one.spot for one in proposed(hall, "yuki")] == ["heir", "taisho", "wife", *child]
    assert next(one.age for one in proposed(hall, "yuki") if one.spot == "wife") == 16


def test_a_clan_that_has_nobody_left_closes_no_gate_for_good(hall):
    hall.correct("character", "yuki-masakatsu", "alive", False)
    with hall.room.store.read() as session:
        assert [one.kind for one in still_open(session) if one.kind == "succession"]
        heir = successor(session, hall.room.scenario, "yuki")
        assert not successions(session)[0].heirs
    made = hall.do("person.add", "team", clan="yuki", name=heir.name, relation="heir", age=heir.age)
    assert heir.age >= 15
    key = next(change["key"][0] for change in made.changes if change["table"] == "character")
    hall.do("succession.name", "team", succession=1, heir=key)
    now = hall.get(Character, key)
    assert (now.role, now.title, now.relation) == ("daimyo", "Daimyo", "")
    hall.correct("character", key, "alive", False)
    hall.refuse(OrderNotUnderstood, "succession.close", "team", succession=2, reason="")
    closed = hall.do("succession.close", "team", succession=2, reason="the house has died out")
    assert closed.sentence == (f"Nobody follows {heir.name} at the head of Yūki. Reason: the house has died out.")
    assert not [one for one in hall.ask(still_open) if one.kind == "succession"]
    error = hall.refuse(ChangedElsewhere, "succession.name", "team", succession=2, heir="yuki-masakatsu")
    assert "that was closed (the house has died out)" in error.sentence
    assert next(one.role for one in proposed(hall, "yuki")) == "daimyo"
    hall.do("person.add", "game", clan="yuki", name="Yūki Takatomo", role="daimyo", age=20)
    assert verify(hall.room).differences == ()


# --- Deaths set down by hand -------------------------------------------------------------------------------


def test_a_death_set_down_by_hand_is_a_death_like_any_other_and_taken_back_as_one(hall):
    army = hall.an_army("takeda", "kai", 4, general="takeda-harunobu")
    before = hall.state()
    entry = hall.correct("character", "takeda-harunobu", "alive", False)
    assert "Who follows him at the head of Takeda is asked of Team Control." in entry.sentence
    assert not hall.army(army).standing
    assert [one.character for one in rows(hall, Succession)] == ["takeda-harunobu"]
    hall.undo(entry.number)
    assert hall.state() == before


def test_a_death_in_a_clan_that_nobody_plays_says_whom_it_asks_and_a_journal_of_before_is_played_again(hall):
    entry = hall.correct("character", "rokkaku-sadayori", "alive", False)
    assert "at the head of Rokkaku is asked of Non-Player Daimyo Control and Team Control." in entry.sentence
    hall.undo(entry.number)
    hall.do("person.struck", "intelligence", character="rokkaku-sadayori", effect="dead", how="a spear from below")
    given = hall.do("confirmation.give", "game", confirmation=1)
    assert "is asked of Non-Player Daimyo Control and Team Control. Confirmed by" in given.sentence
    said_before(hall.room, ("Non-Player Daimyo Control and Team", "Team"))
    assert verify(hall.room).differences == ()


def test_who_lives_after_all_is_asked_for_no_more_unless_somebody_followed_him(hall):
    hall.correct("character", "takeda-harunobu", "alive", False)
    lives = hall.correct("character", "takeda-harunobu", "alive", True)
    assert "Nobody is asked any more who follows him." in lives.sentence
    assert rows(hall, Succession) == []
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=2, heir="takeda-yoshinobu")
    error = hall.refuse(
        OrderNotAllowed,
        "figure.correct",
        kind="character",
        id="takeda-harunobu",
        field="alive",
        value=True,
        reason="it was another",
    )
    assert error.sentence.startswith("Takeda Yoshinobu has followed Takeda Harunobu already.")


def test_who_lives_after_all_while_another_is_head_is_an_elder(hall):
    people = [{"id": "takeda-harunobu", "alive": False}, {"id": "takeda-yoshinobu", "role": "daimyo"}]
    hall.do("game.begin_midway", "game", year=1551, season="spring", characters=people)
    lives = {"kind": "character", "id": "takeda-harunobu", "field": "alive", "value": True, "reason": "it was another"}
    said = hall.do("figure.correct", "game", **lives).sentence
    assert "Takeda Yoshinobu stands at the head of Takeda now, so he is an elder of it." in said
    (elder,) = rows(hall, Character, id="takeda-harunobu")
    assert (elder.role, elder.title) == ("elder", "Retired Daimyo")


def test_an_heir_who_lives_after_all_gives_way_to_who_is_heir_now(hall):
    dead = hall.correct("character", "takeda-yoshinobu", "alive", False)
    named = hall.do("person.appoint", "team", character="takeda-nobushige", role="heir")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=dead.number)
    assert error.sentence == "Then Takeda would have two heirs: another has been made heir since. Take that back first."
    lives = hall.correct("character", "takeda-yoshinobu", "alive", True)
    said = "Takeda Nobushige is heir of Takeda now. Takeda Yoshinobu of Takeda: Of the family from now on."
    assert said in lives.sentence
    assert [one.id for one in rows(hall, Character, clan="takeda", role="heir")] == ["takeda-nobushige"]
    assert verify(hall.room).differences == ()
    for entry in (lives, named, dead):
        hall.undo(entry.number)
    assert [one.id for one in rows(hall, Character, clan="takeda", role="heir")] == ["takeda-yoshinobu"]


def test_a_head_who_lives_is_replaced_with_a_second_umpire_and_nobody_hears_that_he_is_dead(hall):
    order = {"heir": "takeda-yoshinobu", "reason": "his council will not bear him"}
    waits = hall.do("head.replace", "team", **order)
    assert rows(hall, Character, id="takeda-harunobu")[0].role == "daimyo", waits.sentence
    (asked,) = hall.rows("confirmation")
    done = hall.do("confirmation.give", "game", confirmation=asked["id"])
    assert "Takeda Yoshinobu is Daimyo of Takeda in the place of Takeda Harunobu, who lives." in done.sentence
    heads = {one.id: one.role for one in rows(hall, Character, clan="takeda") if one.alive}
    assert (heads["takeda-harunobu"], heads["takeda-yoshinobu"]) == ("elder", "daimyo")
    holders = {one.id: one.character for one in rows(hall, Title)}
    assert [key for key, who in holders.items() if who == "takeda-yoshinobu"], "Constable of Kai is his (R39)."
    assert (rows(hall, Succession), told_of(hall, "death")) == ([], [])
    assert [clan for clan, _ in told_of(hall, "succession")] == ["takeda"]
    assert verify(hall.room).differences == ()
    hall.do("journal.undo", "game", entry=done.number)
    assert rows(hall, Character, id="takeda-harunobu")[0].title == "Daimyo"


FAMILY = {
    "Takeda Matsu": {"relation": "wife", "age": 26},
    "Takeda Kiku": {"relation": "child", "sex": "female", "age": 8},
    "Takeda Nobukado": {"relation": "sibling", "age": 20},
    "Takeda Ōi": {"relation": "parent", "sex": "female", "age": 50},
}


@pytest.mark.parametrize(("follows", "relations"), [
    ("takeda-yoshinobu", ["parent", "sibling", "", ""]),  # a son
    ("takeda-nobukado", ["", "", "", "parent"]),  # a brother
    ("anayama-nobutomo", ["", "", "", ""]),  # of another house
])  # fmt: skip
def test_the_family_of_a_dead_head_is_that_of_who_follows_him_by_other_relations(hall, follows, relations):
    for name, more in FAMILY.items():
        hall.do("person.add", "game", clan="takeda", name=name, **more)
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir=follows)
    found = {one.name: one for one in rows(hall, Character, clan="takeda")}
    assert [found[name].relation for name in FAMILY] == relations
    wanted = {one.relation for one in proposed(hall, "takeda")}
    assert "wife" in wanted, "The new lord has none (R40)."
    if follows == "takeda-yoshinobu":
        assert (found["Takeda Matsu"].title, found["Takeda Kiku"].title) == ("Mother", "Sister")
        assert "child" not in wanted, "He is a boy of twelve."
    assert verify(hall.room).differences == ()


def test_who_was_deposed_is_his_sons_father_and_may_be_his_hostage(hall):
    order = {"heir": "takeda-yoshinobu", "reason": "his council wills it", "force": "both agree"}
    hall.do("head.replace", "game", **order)
    assert rows(hall, Character, id="takeda-harunobu")[0].relation == "parent"
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", hostages=["takeda-harunobu"])


def test_the_head_of_a_house_is_adopted_once_another_stands_there(hall):
    adopts = {"character": "uesugi-kenshin", "clan": "yuki", "relation": "heir", "force": "his condition"}
    error = hall.refuse(OrderNotAllowed, "person.adopt", "game", **adopts)
    assert "Let another stand there first (More, Make people)" in error.sentence
    heir = next(one.id for one in rows(hall, Character, clan="uesugi") if one.id != "uesugi-kenshin")
    hall.do("head.replace", "game", heir=heir, reason="Kenshin goes", force="both agree")
    hall.do("person.adopt", "game", **adopts)
    assert (rows(hall, Character, id="uesugi-kenshin")[0].clan, verify(hall.room).differences) == ("yuki", ())


def test_of_two_heirs_the_new_one_stays_and_the_other_is_of_the_family(hall):
    hall.do("person.appoint", "team", character="takeda-nobushige", role="heir", relation="sibling")
    found = {one.id: (one.role, one.relation, one.title) for one in rows(hall, Character, clan="takeda")}
    assert found["takeda-nobushige"] == ("heir", "sibling", "Heir")
    assert found["takeda-yoshinobu"] == ("family", "child", "Of the family")
    assert "heir" not in {one.role for one in proposed(hall, "takeda")}, "There is one (R40)."
    assert "taisho" in {one.role for one in proposed(hall, "takeda")}
    hall.do("person.appoint", "team", character="takeda-nobushige", role="taisho")
    assert rows(hall, Character, id="takeda-nobushige")[0].relation == "sibling", "What he is to the head stays."
    assert verify(hall.room).differences == ()


def test_a_mistyped_sex_relation_or_ancestor_is_set_right(hall):
    hall.do("person.add", "game", clan="oda", name="Oda Ichi", relation="child", ancestor="Tiara")
    for field, value in (("sex", "female"), ("relation", "sibling"), ("ancestor", "Taira")):
        hall.correct("character", "oda-ichi", field, value)
    (one,) = rows(hall, Character, id="oda-ichi")
    assert (one.sex, one.relation, one.ancestor, one.title) == ("female", "sibling", "Taira", "Sister")
    wrong = {"kind": "character", "id": "oda-ichi", "field": "relation", "value": "aunt", "reason": "so it is"}
    error = hall.refuse(OrderNotUnderstood, "figure.correct", **wrong)
    assert "is one of wife, child, parent, sibling, heir, not" in error.sentence
    hall.refuse(OrderNotAllowed, "figure.correct", **wrong | {"id": "oda-nobunaga", "value": "child"})


def test_nobody_dies_by_hand_in_the_middle_of_a_battle(hall_at):
    hall = hall_at("battle")
    error = hall.refuse(
        OrderNotAllowed,
        "figure.correct",
        kind="character",
        id="uesugi-kenshin",
        field="alive",
        value=False,
        reason="it was he",
    )
    assert "is in battle 1. End that first" in error.sentence


def test_nobody_who_goes_along_dies_by_hand_in_the_middle_of_a_battle(hall):
    hall.kawanakajima()
    hall.do("person.accompany", character="takeda-yoshinobu", army=2)
    hall.phases(1, 2)
    hall.settle()
    dies = {"kind": "character", "id": "takeda-yoshinobu", "field": "alive", "value": False, "reason": "it was he"}
    error = hall.refuse(OrderNotAllowed, "figure.correct", **dies)
    assert (error.field, error.sentence) == (
        "value",
        "Army A2-5 is in battle 1: nobody leaves it before the end.",
    )


# --- Titles of the dead ------------------------------------------------------------------------------------


def announced(hall, key):
    """The titles of a person as they are announced."""
    return hall.ask(titles).get(key, ())


def test_the_home_province_passes_to_the_successor_the_moment_he_is_named_and_the_rest_waits(hall):
    dead = hall.correct("character", "takeda-harunobu", "alive", False)
    assert "Vacant until the Bakufu has confirmed an heir: Governor of Kai (R39)." in dead.sentence
    assert announced(hall, "takeda-harunobu") == ()
    hall.refuse(
        OrderNotAllowed, "title.confirm", "bakufu", title="constable-takeda-harunobu-kai", character="takeda-nobushige"
    )
    hall.refuse(OrderNotUnderstood, "title.confirm", "bakufu", title="governor-takeda-harunobu-kai")
    named = hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    assert named.sentence == (
        "Takeda Yoshinobu follows Takeda Harunobu as Daimyo of Takeda. He is Constable of Kai in his place (R39). "
        "He claims Governor of Kai: the Bakufu is asked (R39)."
    )
    assert announced(hall, "takeda-yoshinobu") == ("Constable of Kai",)
    first = in_order(hall.ask(persons, ["takeda-nobushige", "takeda-yoshinobu"]))[0].person
    assert (first.id, first.standing) == ("takeda-yoshinobu", "a Daimyo")
    confirmed = hall.do("title.confirm", "bakufu", title="governor-takeda-harunobu-kai")
    assert announced(hall, "takeda-yoshinobu") == ("Governor of Kai", "Constable of Kai")
    hall.refuse(ChangedElsewhere, "title.fall_back", "bakufu", title="governor-takeda-harunobu-kai")
    hall.undo(confirmed.number)
    assert announced(hall, "takeda-yoshinobu") == ("Constable of Kai",)
    assert verify(hall.room).differences == ()


def test_of_several_offices_the_home_province_alone_passes_by_itself(hall):
    grant = {"kind": "constable", "authority": "shogun"}
    hall.do("title.grant", "bakufu", character="takeda-harunobu", province="aki", force="", **grant)
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    assert announced(hall, "takeda-yoshinobu") == ("Constable of Kai",)


def test_the_home_province_of_one_who_is_no_head_waits_for_the_bakufu(hall):
    hall.do("title.revoke", "bakufu", title="constable-takeda-harunobu-kai", authority="shogun", reason="he is old")
    grant = {"kind": "constable", "authority": "shogun", "province": "kai"}
    hall.do("title.grant", "bakufu", character="obu-toramasa", **grant)
    dead = hall.correct("character", "obu-toramasa", "alive", False)
    assert "Vacant until the Bakufu has confirmed an heir: Constable of Kai (R39)." in dead.sentence


def test_a_vacant_title_is_the_bakufus_to_hear_of_and_who_gets_it_both_clans(hall):
    hall.do("treaty.record", "game", kind="alliance", one="oda", other="bakufu")
    hall.correct("character", "takeda-harunobu", "alive", False)
    assert [clan for clan, _ in told_of(hall, "title")] == ["bakufu"]
    hall.do("title.confirm", "bakufu", title="governor-takeda-harunobu-kai", character="oda-nobunaga")
    assert {clan for clan, said in told_of(hall, "title") if "after Takeda" in said} == {"oda", "takeda"}


def test_a_title_that_falls_back_is_nobodys_and_who_held_it_is_not_brought_back_over_it(hall):
    dead = hall.correct("character", "akita-yoshisue", "alive", False)
    vacant = "governor-akita-yoshisue-dewa"
    asked = "Akita Yoshisue, Governor of Dewa, is dead. Confirm his heir, or let it fall back?"
    assert ("bakufu", asked) in told_of(hall, "title")
    to_the_dead = hall.refuse(OrderNotAllowed, "title.confirm", "bakufu", title=vacant, character="akita-yoshisue")
    assert to_the_dead.field == "character"
    fell = hall.do("title.fall_back", "bakufu", title=vacant)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=dead.number)
    assert "gave away what he held" in error.sentence
    hall.undo(fell.number)
    hall.undo(dead.number)
    assert announced(hall, "akita-yoshisue") == ("Governor of Dewa", "Constable of Dewa")


def test_the_public_hears_of_no_title_of_the_dead(hall):
    hall.correct("character", "akita-yoshisue", "alive", False)
    with hall.room.store.read() as session:
        seen = {desk: {row["character"] for row in part(session, "titles", desk)} for desk in ("public", "bakufu")}
    assert "akita-yoshisue" not in seen["public"]
    assert "akita-yoshisue" in seen["bakufu"]


def test_a_title_left_by_the_dead_waits_for_the_bakufu(hall_at):
    hall = hall_at("titles")
    waits = hall.ask(what_waits, hall.room.scenario, "bakufu", "Abe").mine
    told = [(thing.sentence, thing.of) for one in waits if one.kind == "title" for thing in one.things]
    assert told == [("Governor of Kai is vacant: Takeda Harunobu is dead", "Takeda")]


def test_nobody_is_shogun_by_being_made_and_none_is_offered(hall):
    hall.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    assert "shogun" not in [one.role for one in proposed(hall, "bakufu")]
    made = {"clan": "bakufu", "name": "Ashikaga Yoshiaki", "role": "shogun"}
    error = hall.refuse(OrderNotAllowed, "person.add", "game", **made)
    assert (error.field, error.ruling) == ("role", "R32")


# --- Heads and heirs ---------------------------------------------------------------------------------------


def without_a_head(hall, clan="takeda", head="takeda-harunobu"):
    """The head of a clan is dead, and nobody follows."""
    hall.correct("character", head, "alive", False)
    (asked,) = rows(hall, Succession, clan=clan)
    hall.do("succession.close", "team", succession=asked.id, reason="they quarrel")


def test_a_claim_that_is_not_decided_passes_on_to_who_follows_the_heir(hall, app_of):
    """Harunobu is dead, Yoshinobu followed him and dies before the Bakufu has decided (R39)."""
    confirm = {"title": "governor-takeda-harunobu-kai"}
    for number, (dead, heir) in enumerate(
        (("takeda-harunobu", "takeda-yoshinobu"), ("takeda-yoshinobu", "takeda-nobushige")), start=1
    ):
        hall.correct("character", dead, "alive", False)
        if number == 2:
            refused = hall.refuse(OrderNotUnderstood, "title.confirm", "bakufu", **confirm)
            assert refused.sentence == (
                "Takeda Yoshinobu, who followed Takeda Harunobu, is dead too. Name who is to have it, or let it fall "
                "back."
            )
            page = sign_in(app_of(hall), "bakufu").get("/titles/").text
            assert "Takeda Yoshinobu, who followed him, is dead too" in page
        named = hall.do("succession.name", "team", succession=number, heir=heir)
        assert named.sentence.endswith(" He claims Governor of Kai: the Bakufu is asked (R39).")
    assert "Takeda Nobushige claims it as his heir" in sign_in(app_of(hall), "bakufu").get("/titles/").text
    hall.do("title.confirm", "bakufu", **confirm)
    assert "Governor of Kai" in announced(hall, "takeda-nobushige")
    assert verify(hall.room).same


@pytest.mark.parametrize("then", ["lives", "dies", "dies, and his successor"])
def test_a_claim_of_who_was_deposed_passes_on_to_who_stands_at_the_head(hall, app_of, then):
    """Yoshinobu followed Harunobu and is deposed: nobody follows him, dead or alive (R39)."""
    confirm = {"title": "governor-takeda-harunobu-kai"}
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    put = hall.do("head.replace", "game", heir="takeda-nobushige", reason="the council", force="both umpires")
    assert " He claims Governor of Kai: the Bakufu is asked (R39)." in put.sentence
    if then != "lives":
        hall.correct("character", "takeda-yoshinobu", "alive", False)
    claims = "takeda-nobushige"
    if then == "dies, and his successor":
        hall.correct("character", "takeda-nobushige", "alive", False)
        refused = hall.refuse(OrderNotUnderstood, "title.confirm", "bakufu", **confirm)
        assert refused.sentence.startswith("Takeda Yoshinobu, who followed Takeda Harunobu, is dead too. ")
        claims = next(one.id for one in rows(hall, Character, clan="takeda", alive=True))
        named = hall.do("succession.name", "team", succession=2, heir=claims)
        assert "Governor of Kai" in named.sentence
    (name,) = (one.name for one in rows(hall, Character, id=claims))
    assert f"{name} claims it as his heir" in sign_in(app_of(hall), "bakufu").get("/titles/").text
    hall.do("title.confirm", "bakufu", **confirm)
    assert "Governor of Kai" in announced(hall, claims)
    assert verify(hall.room).same


def test_of_a_dead_man_who_headed_no_clan_nobody_is_said_to_follow_later(hall):
    hall.do("title.grant", "bakufu", kind="court_rank", character="obu-toramasa", rank=9, authority="bakufu")
    hall.correct("character", "obu-toramasa", "alive", False)
    error = hall.refuse(OrderNotUnderstood, "title.confirm", "bakufu", title="court_rank-obu-toramasa-9")
    assert (error.field, error.sentence) == (
        "character",
        "Nobody follows Obu Toramasa, who was at the head of no clan. Name who is to have it, or let it fall back.",
    )


def test_who_is_put_at_the_head_after_a_closed_succession_has_followed_the_dead(hall):
    without_a_head(hall)
    put = {"heir": "takeda-yoshinobu", "reason": "they agree at last", "force": "both umpires"}
    said = hall.do("head.replace", "game", **put).sentence
    assert said.startswith(
        "Takeda Yoshinobu is Daimyo of Takeda after Takeda Harunobu, whom nobody had followed. Reason: they agree at "
        "last. He is Constable of Kai in his place (R39). He claims Governor of Kai: the Bakufu is asked (R39)."
    )
    (asked,) = rows(hall, Succession)
    assert (asked.heir, asked.closed) == ("takeda-yoshinobu", "")
    hall.do("title.confirm", "bakufu", title="governor-takeda-harunobu-kai")
    assert announced(hall, "takeda-yoshinobu") == ("Governor of Kai", "Constable of Kai"), "He may claim it (R39)."
    lives = {"kind": "character", "id": "takeda-harunobu", "field": "alive", "value": True, "reason": "it was another"}
    assert "has followed Takeda Harunobu already" in hall.refuse(OrderNotAllowed, "figure.correct", **lives).sentence
    assert verify(hall.room).differences == ()


def test_who_stands_at_the_head_after_going_on_from_paper_takes_office(hall):
    people = [{"id": "takeda-harunobu", "alive": False}]
    hall.do("game.begin_midway", "game", year=1551, season="spring", characters=people)
    put = {"heir": "takeda-yoshinobu", "reason": "they agree at last", "force": "both umpires"}
    said = hall.do("head.replace", "game", **put).sentence
    assert "He is Constable of Kai in his place (R39)." in said
    assert verify(hall.room).differences == ()


def test_nobody_is_shogun_by_being_put_at_the_head_of_a_dead_shoguns_house(hall):
    without_a_head(hall, "bakufu", "ashikaga-yoshiteru")
    heir = next(one.id for one in rows(hall, Character, clan="bakufu") if one.alive)
    said = hall.do("head.replace", "game", heir=heir, reason="his house wills it", force="both umpires").sentence
    assert "He is not Shogun by that: the Bakufu looks at the five conditions anew (R32)." in said
    assert [one.id for one in rows(hall, Character, role="shogun") if one.alive] == []
    assert verify(hall.room).differences == ()


def test_whoever_followed_a_dead_shogun_and_retired_is_not_passed_over(hall):
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    heir = next(one.id for one in rows(hall, Character, clan="bakufu", role="heir"))
    hall.do("shogun.condition", "game", character="takeda-harunobu", condition=5, met=True)
    hall.do("succession.name", "bakufu", succession=1, heir=heir)
    assert rows(hall, ShogunCondition) == [], "What was ticked while there was none holds no more."
    hall.do("shogun.retire", "bakufu", character=heir)
    put = {"heir": next(one.id for one in rows(hall, Character, clan="bakufu", alive=True)), "reason": "his house"}
    error = hall.refuse(OrderNotAllowed, "head.replace", "game", **put, force="both umpires")
    assert "stands at the head of" in error.sentence
    assert "More, Shogun" in error.sentence


@pytest.mark.parametrize("followed", [True, False])
def test_while_another_reigns_the_house_of_a_shogun_who_retired_gets_a_head_without_that_office(hall, app_of, followed):
    last = "ashikaga-yoshiteru"
    if followed:
        hall.correct("character", last, "alive", False)
        last = next(one.id for one in rows(hall, Character, clan="bakufu", role="heir"))
        hall.do("succession.name", "bakufu", succession=1, heir=last)
    hall.do("shogun.retire", "bakufu", character=last)
    for number in range(1, 6):
        hall.do("shogun.condition", "game", character="takeda-harunobu", condition=number, met=True)
    page = sign_in(app_of(hall), "game")
    assert "He stands at its head" not in page.get("/people/new?clan=bakufu").text
    hall.do("shogun.make", "game", character="takeda-harunobu", force="all agree")
    assert "is Shogun no more, and another is" in page.get("/people/new?clan=bakufu").text
    put = {"reason": "his house wills it", "force": "both umpires"}
    back = hall.refuse(OrderNotAllowed, "head.replace", "game", heir=last, **put)
    assert back.sentence.endswith("retired. Name another.")
    heir = next(one.id for one in rows(hall, Character, clan="bakufu", alive=True) if one.id != last)
    said = hall.do("head.replace", "game", heir=heir, **put).sentence
    assert f"is Daimyo of Bakufu after {hall.get(Character, last).name}, who is Shogun no more." in said
    assert "He is not Shogun by that: Takeda Harunobu is (R43)." in said
    assert (hall.get(Character, heir).role, hall.get(Character, last).role) == ("daimyo", "elder")
    assert "lives on as an elder" in page.get("/people/new?clan=bakufu").text
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize("later", ["dead", "another role"])
@pytest.mark.parametrize("followed", [True, False])
def test_a_house_whose_last_shogun_retired_gets_a_head_also_once_he_is_dead_or_has_another_role(
    hall, app_of, followed, later
):
    first = last = "ashikaga-yoshiteru"
    if followed:
        hall.correct("character", first, "alive", False)
        last = next(one.id for one in rows(hall, Character, clan="bakufu", role="heir"))
        hall.do("succession.name", "bakufu", succession=1, heir=last)
    hall.do("shogun.retire", "bakufu", character=last)
    hall.do("shogun.make", "game", character="takeda-harunobu", force="all agree")
    if later == "dead":
        hall.correct("character", last, "alive", False)
    else:
        hall.do("person.appoint", "game", character=last, role="family")
    page = sign_in(app_of(hall), "game")
    assert "Shogun no more, and another is" in page.get("/people/new?clan=bakufu").text
    heir = next(one.id for one in rows(hall, Character, clan="bakufu", alive=True) if one.id != last)
    put = {"heir": heir, "reason": "his house wills it", "force": "both umpires"}
    said = hall.do("head.replace", "game", **put).sentence
    assert f"is Daimyo of Bakufu after {hall.get(Character, last).name}, who is Shogun no more." in said
    assert "He is not Shogun by that: Takeda Harunobu is (R43)." in said
    asked = {one.character: one.heir for one in rows(hall, Succession)}
    assert asked == ({first: last} if followed else {}) | {last: heir}, "Who followed the dead before stays written."
    assert "lives on as an elder" in page.get("/people/new?clan=bakufu").text
    hall.undo(len(hall.entries()))
    hall.do("shogun.retire", "bakufu", character="takeda-harunobu")
    assert "He stands at its head" not in page.get("/people/new?clan=bakufu").text
    assert "Make one (More, Shogun; R32)" in hall.refuse(OrderNotAllowed, "head.replace", "game", **put).sentence
    assert verify(hall.room).differences == ()


def test_of_two_shoguns_of_a_house_who_retired_the_last_is_known_by_when_and_each_new_head_has_its_family(hall):
    hall.do("person.add", "game", clan="bakufu", name="Keijuin", relation="wife", age=16)
    hall.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    made = hall.do("shogun.make", "game", character="ashikaga-kakukei", force="all agree").sentence
    assert "He is head of his clan by that" in made
    relations = {one.id: one.relation for one in rows(hall, Character, clan="bakufu")}
    assert (relations["ashikaga-yoshiteru"], relations["keijuin"]) == ("sibling", ""), "of the brother who followed"
    assert len([said for clan, said in told_of(hall, "succession") if clan == "bakufu"]) == 0, "All are told of it."
    back = hall.do("shogun.retire", "bakufu", character="ashikaga-kakukei")
    hall.do("shogun.make", "game", character="ashikaga-yoshiteru", force="he comes back")
    hall.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    hall.do("shogun.make", "game", character="takeda-harunobu", force="all agree")
    put = {"reason": "his house wills it", "force": "both umpires"}
    hall.refuse(OrderNotAllowed, "head.replace", "game", heir="ashikaga-yoshiteru", **put)
    said = hall.do("head.replace", "game", heir="ashikaga-kakukei", **put).sentence
    assert "Kakukei is Daimyo of Bakufu after Ashikaga Yoshiteru, who is Shogun no more." in said
    followed = [(one.character, one.heir) for one in rows(hall, Succession)]
    one, other = "ashikaga-yoshiteru", "ashikaga-kakukei"
    assert followed == [(one, other), (other, one), (one, other)]
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    assert "lives after all" not in hall.correct("character", "ashikaga-yoshiteru", "alive", True).sentence
    assert len(rows(hall, Succession)) == 3, "He retired before he died."
    with pytest.raises(OrderNotAllowed, match="depends on it"):
        hall.undo(back.number)
    assert verify(hall.room).differences == ()


def test_nobody_is_put_at_the_head_while_it_is_asked_who_follows(hall):
    hall.correct("character", "takeda-harunobu", "alive", False)
    put = {"heir": "takeda-yoshinobu", "reason": "he is the heir", "force": "both umpires"}
    error = hall.refuse(OrderNotAllowed, "head.replace", "game", **put)
    assert error.sentence == "Who follows at the head of Takeda is still asked. Name him there (Successions)."


def test_who_is_made_head_takes_office_and_the_family_is_his(hall):
    for name, more in FAMILY.items():
        hall.do("person.add", "game", clan="takeda", name=name, **more)
    without_a_head(hall)
    made = {"clan": "takeda", "name": "Takeda Nobutora", "role": "daimyo", "relation": "sibling", "age": 27}
    entry = hall.do("person.add", "game", **made)
    claims = " He claims Governor of Kai: the Bakufu is asked (R39)."
    assert f"He is Constable of Kai in his place (R39).{claims}" in entry.sentence
    found = {one.name: one for one in rows(hall, Character, clan="takeda")}
    head = found["Takeda Nobutora"]
    assert (head.relation, head.ancestor) == ("", found["Takeda Harunobu"].ancestor)
    assert [found[name].relation for name in FAMILY] == ["", "", "sibling", "parent"]
    assert ("takeda", "Takeda Nobutora is of Takeda now, and its Daimyo.") in told_of(hall, "succession")
    hall.undo(entry.number)
    assert {one.name: one.relation for one in rows(hall, Character, clan="takeda")}["Takeda Matsu"] == "wife"
    put = {"heir": "takeda-nobukado", "reason": "he is the next", "force": "both umpires"}
    hall.do("head.replace", "game", **put)
    assert verify(hall.room).same
    said_before(hall.room, (claims, ""))
    assert verify(hall.room).same, "Of who is put at a head it was not told before."


def test_the_cards_of_a_family_that_turned_are_to_be_printed_again(hall):
    for name, more in FAMILY.items():
        hall.do("person.add", "game", clan="takeda", name=name, **more)
    before = len(rows(hall, Reprint))
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    new = rows(hall, Reprint)[before:]
    cards = {one.character: one.why for one in new if one.paper == "character_card"}
    assert {"takeda-matsu", "takeda-kiku", "takeda-nobukado", "takeda-oi"} <= set(cards)
    assert cards["takeda-matsu"] == "Takeda Yoshinobu follows Takeda Harunobu as Daimyo of Takeda"
    assert "anayama-nobutomo" not in cards, "His card says what it said."


@pytest.mark.parametrize("how", ["made", "adopted"])
def test_a_clan_has_one_heir_however_a_second_comes(hall, how):
    if how == "made":
        made = {"clan": "takeda", "name": "Takeda Katsuyori", "role": "heir", "age": 20}
        said = hall.do("person.add", "game", **made).sentence
        heir = "takeda-katsuyori"
        assert rows(hall, Character, id=heir)[0].ancestor == hall.get(Character, "takeda-harunobu").ancestor
    else:
        heir = "oda-nobukatsu"
        hall.do("person.add", "game", clan="oda", name="Oda Nobukatsu", relation="child", age=3)
        adopts = {"character": heir, "clan": "takeda", "relation": "heir", "force": "a treaty"}
        said = hall.do("person.adopt", "game", **adopts).sentence
    assert "Takeda Yoshinobu of Takeda: Of the family from now on." in said or "Of the family from now on." in said
    found = rows(hall, Character, clan="takeda")
    assert [(one.id, one.relation) for one in found if one.role == "heir"] == [(heir, "heir")]
    assert hall.get(Character, "takeda-yoshinobu").relation == "child"
    assert verify(hall.room).differences == ()


def test_an_heir_who_is_older_than_his_father_is_warned_of_however_he_became_it(hall):
    head = hall.get(Character, "takeda-harunobu").age
    said = hall.do("person.add", "game", clan="takeda", name="Takeda Nobumichi", role="heir", age=head + 1).sentence
    assert "Look again: Takeda Harunobu, whom Takeda Nobumichi is to follow as a child" in said
    hall.do("person.add", "game", clan="takeda", name="Takeda Nobutora", role="elder", age=head + 20)
    appoint = {"character": "takeda-nobutora", "role": "heir", "relation": "heir"}
    assert "Look again" in hall.do("person.appoint", "game", **appoint).sentence


def test_whoever_comes_back_to_a_form_that_was_refused_finds_it_for_the_same_clan(desk_at):
    browser = desk_at("start", "team")
    page = browser.get("/people/new?clan=takeda").text
    action = re.search(r'action="(/people/new/head[^"]*)"', page)[1].replace("&amp;", "&")
    answer = browser.get(action)
    assert (answer.status_code, answer.location) == (303, "/people/new?clan=takeda")
    assert 'name="clan" value="takeda"' in browser.get(answer.location).text
