"""The Shogun: how one is made and unmade, under five conditions that umpires tick (handbook 8; R29, R32, R43, R44)."""

from __future__ import annotations

import re

import pytest

from control.kernel.database.store import open_store
from control.kernel.errors import OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.people.court.shogun_questions import candidate, the_shogun
from control.sengoku.rows import Character, HonourProposal
from control.sengoku.scenario.load import load_files
from control.sengoku.season.start import new_game
from control.sengoku.world.people.precedence_questions import bow
from control.sengoku.world.people.titles_questions import authorities, titles
from tests.battle.test_levies import told_of
from tests.conftest import sign_in
from tests.games import CHANCE, Hall, said_before

HARUNOBU = "takeda-harunobu"


def asked(hall, question, *about):
    """The answer to a question."""
    return hall.ask(question, *about)


def facts(hall, number, key=HARUNOBU):
    """What speaks for and against a condition."""
    one = asked(hall, candidate, key).conditions[number - 1]
    return one.for_it, one.against


def test_the_page_says_where_the_shogun_is_who_holds_him_and_who_his_heirs_are(hall_at):
    hall = hall_at("start")
    found = asked(hall, the_shogun)
    assert (found.name, found.where, found.heirs) == ("Ashikaga Yoshiteru", "with his own", ("Kakukei",))
    hall.do("hostage.hand_over", "team", character="ashikaga-yoshiteru", to="rokkaku", force="he fled to Ōmi")
    assert asked(hall, the_shogun).where == "held by Rokkaku"


def test_each_condition_has_what_the_game_knows_for_it_and_against(hall_at):
    hall = hall_at("start")
    assert facts(hall, 1)[1][0].startswith("Ashikaga Yoshiteru is Shogun")
    assert facts(hall, 2)[1] == ("Of the Shogun’s house and blood there is Kakukei.",)
    assert facts(hall, 3)[0] == ("He is of the blood of the Minamoto.",)
    assert facts(hall, 3, "oda-nobunaga")[1] == ("His ancestor is Taira.",)
    assert facts(hall, 4)[1][0].startswith("His clan holds 3 provinces; the most")
    assert facts(hall, 4, "oda-nobunaga")[1][0].startswith("His clan holds 1 province; the most")
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    hall.correct("character", "ashikaga-kakukei", "alive", False)
    assert facts(hall, 1)[0] == ("There is no Shogun now.",)
    assert facts(hall, 2)[0] == ("Nobody of the Shogun’s house and blood is left.",)


def test_of_the_capital_is_told_as_the_scenario_has_it(hall_at, tmp_path):
    hall = hall_at("start")
    assert facts(hall, 5, "oda-nobunaga")[1] == ("Kyoto, where the Emperor is, is not his.",)
    assert facts(hall, 5, "miyoshi-chokei")[0] == ("His clan holds Kyoto.",)
    clans = hall.room.scenario.files["clans.csv"]
    elsewhere = clans.replace("ashikaga-yoshiteru,,kyoto,bakufu", "ashikaga-yoshiteru,yamashiro,,bakufu")
    assert elsewhere != clans
    scenario = load_files("sengoku_1550", {**hall.room.scenario.files, "clans.csv": elsewhere})
    other = Hall(new_game(open_store(tmp_path / "other.db", passing=True), scenario, CHANCE))
    assert facts(other, 5, "oda-nobunaga") == ((), ())


def test_a_condition_that_was_ticked_in_the_words_of_before_is_replayed(hall_at):
    hall = hall_at("start")
    ticked = hall.do("shogun.condition", "bakufu", character=HARUNOBU, condition=2)
    assert "“No other pretender of the Shogun’s house is available”: met" in ticked.sentence
    said_before(hall.room, ("of the Shogun’s house is", "of the Ashikaga is"))
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize("key", ["nobody", "shonyo", "ashikaga-yoshiteru"])
def test_who_is_dead_unknown_or_shogun_already_is_no_candidate(hall_at, app_of, key):
    hall = hall_at("people")
    answer = sign_in(app_of(hall), "bakufu").get(f"/shogun/{key}", answers=400)
    assert f"Nobody called {key} lives who might be made Shogun." in answer.text


def test_a_shogun_is_made_with_all_five_ticked_and_a_second_umpire(hall_at):
    hall = hall_at("shogunless")
    with pytest.raises(OrderNotAllowed, match=r"5\. The Emperor approves"):
        hall.do("shogun.make", "bakufu", character=HARUNOBU)
    hall.do("shogun.condition", "game", character=HARUNOBU, condition=5, met=True)
    hall.do("shogun.make", "bakufu", character=HARUNOBU)
    assert hall.get(Character, HARUNOBU).role == "daimyo"
    hall.do("confirmation.give", "game", confirmation=1)
    made = hall.get(Character, HARUNOBU)
    assert (made.role, made.title, made.clan) == ("shogun", "Shogun and Daimyo", "takeda")
    met = asked(hall, bow, HARUNOBU, "hojo-ujiyasu")
    assert (met.higher.id, met.why.count("the Shogun")) == (HARUNOBU, 1)
    assert asked(hall, authorities)["shogun"] == f"the Shogun {made.name}"
    assert hall.get(HonourProposal, 1).reason == "shogun-made"
    assert ("hojo", "Takeda Harunobu of Takeda is Shogun.") in told_of(hall, "shogun")
    hall.do("shogun.retire", "game", character=HARUNOBU)
    assert (hall.get(Character, HARUNOBU).role, hall.get(Character, HARUNOBU).title) == ("daimyo", "Daimyo")
    assert verify(hall.room).same


def test_one_of_the_shoguns_own_house_needs_no_condition(hall_at):
    hall = hall_at("shogunless")
    hall.do("shogun.make", "bakufu", character="ashikaga-kakukei")
    hall.do("confirmation.give", "game", confirmation=1)
    assert asked(hall, the_shogun).name == "Kakukei"
    refused = hall.refuse(OrderNotAllowed, "shogun.make", "game", character=HARUNOBU, force="he took Kyoto")
    assert refused.sentence == "Kakukei is Shogun. He has to retire first."


def test_an_officer_of_the_bakufu_is_not_of_the_shoguns_house_and_needs_all_five(hall_at, app_of):
    hall, officer = hall_at("shogunless"), "hosokawa-harumoto"
    assert (asked(hall, candidate, officer).needed, asked(hall, candidate, "ashikaga-kakukei").needed) == (True, False)
    assert "of the Shogun’s own house" not in sign_in(app_of(hall), "bakufu").get(f"/shogun/{officer}").text
    refused = hall.refuse(OrderNotAllowed, "shogun.make", "bakufu", character=officer)
    assert (refused.field, refused.ruling) == ("character", "R32")
    assert "1. The Shogun has retired" in refused.sentence
    hall.do("shogun.make", "game", character=officer, force="nobody else is left")
    assert asked(hall, the_shogun).name == "Hosokawa Harumoto"
    assert verify(hall.room).same


def test_an_officer_of_the_bakufu_does_not_follow_a_dead_shogun_in_his_office(hall_at):
    hall = hall_at("start")
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    refused = hall.refuse(OrderNotAllowed, "succession.name", "team", succession=1, heir="hosokawa-harumoto")
    assert (refused.field, refused.ruling) == ("heir", "R32")
    hall.do("succession.name", "team", succession=1, heir="ashikaga-kakukei")
    assert asked(hall, the_shogun).name == "Kakukei"
    assert verify(hall.room).same


def test_who_is_born_into_the_shoguns_house_is_of_its_blood_and_follows(hall_at):
    hall = hall_at("start")
    hall.do("person.add", "game", clan="bakufu", name="Ashikaga Yoshiharu", relation="child", age=1)
    hall.do("person.add", "game", clan="bakufu", name="Keijuin", relation="parent", sex="female", age=40)
    hall.do("person.add", "game", clan="bakufu", name="Ashikaga Chacha", relation="sibling", age=3, ancestor="")
    blood = {key: hall.get(Character, key).ancestor for key in ("ashikaga-yoshiharu", "keijuin", "ashikaga-chacha")}
    assert list(blood.values()) == ["Seiwa-Genji", "", ""]
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="ashikaga-yoshiharu")
    assert asked(hall, the_shogun).name == "Ashikaga Yoshiharu"
    assert verify(hall.room).same


def test_game_control_may_force_an_heir_of_the_shogun_whose_ancestor_is_not_written(hall_at):
    hall = hall_at("start")
    hall.do("person.add", "game", clan="bakufu", name="Ashikaga Chacha", relation="sibling", age=3, ancestor="Genji")
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    heir = {"succession": 1, "heir": "ashikaga-chacha"}
    refused = hall.refuse(OrderNotAllowed, "succession.name", "game", **heir)
    assert "his ancestor is Genji" in refused.sentence
    assert "Minamoto or Seiwa-Genji" in refused.sentence
    refused = hall.refuse(OrderNotAllowed, "succession.name", "team", **heir, force="he is")
    assert refused.sentence.endswith("Only Game Control may force it.")
    hall.do("succession.name", "game", **heir, force="he is of the house")
    assert asked(hall, the_shogun).name == "Ashikaga Chacha"
    assert verify(hall.room).same


def test_who_follows_a_shogun_of_another_house_is_head_of_his_clan_and_not_shogun(hall_at):
    hall = hall_at("shogunless")
    hall.do("shogun.make", "game", character=HARUNOBU, force="he holds Kyoto")
    hall.correct("character", HARUNOBU, "alive", False)
    named = hall.do("succession.name", "team", succession=2, heir="takeda-yoshinobu").sentence
    assert named.startswith("Takeda Yoshinobu follows Takeda Harunobu as Daimyo of Takeda.")
    assert named.endswith("He is not Shogun by that: the Bakufu looks at the five conditions anew (R32).")
    heir = hall.get(Character, "takeda-yoshinobu")
    assert (heir.role, heir.title, asked(hall, the_shogun)) == ("daimyo", "Daimyo", None)


@pytest.mark.parametrize(("deed", "sent"), [("make", {}), ("condition", {"condition": "1", "met": "true"})])
def test_who_is_second_at_the_page_of_a_new_shogun_is_told_that_he_is(hall_at, app_of, deed, sent):
    hall = hall_at("shogunless")
    browser = sign_in(app_of(hall), "bakufu")
    hall.do("shogun.make", "game", character=HARUNOBU, force="he holds Kyoto")
    late = browser.post(f"/shogun/{HARUNOBU}/{deed}", data=sent, answers=409)
    assert "Takeda Harunobu is Shogun already" in late.text


def test_nobody_follows_a_dead_shogun_in_his_office_while_there_is_another(hall_at):
    hall = hall_at("start")
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    assert facts(hall, 1)[1] == ("Who follows Ashikaga Yoshiteru is still asked.",)
    hall.do("shogun.make", "game", character=HARUNOBU, force="he holds Kyoto")
    named = hall.do("succession.name", "team", succession=1, heir="ashikaga-kakukei").sentence
    assert named.startswith("Kakukei follows Ashikaga Yoshiteru as Daimyo of Bakufu.")
    assert named.endswith("He is not Shogun by that: Takeda Harunobu is (R43).")
    assert (asked(hall, the_shogun).name, hall.get(Character, "ashikaga-kakukei").role) == ("Takeda Harunobu", "daimyo")
    assert verify(hall.room).same


def test_neither_an_undo_nor_a_correction_makes_a_second_shogun(hall_at):
    hall = hall_at("start")
    death = hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    hall.do("shogun.make", "game", character=HARUNOBU, force="he holds Kyoto")
    with pytest.raises(OrderNotAllowed, match=r"Takeda Harunobu of Takeda is Shogun: .* depends on it"):
        hall.undo(death.number)
    with pytest.raises(OrderNotAllowed, match="Takeda Harunobu is Shogun now, and there is one alone"):
        hall.correct("character", "ashikaga-yoshiteru", "alive", True)


def test_an_abbot_who_was_shogun_is_the_abbot_of_his_temple_again(hall_at):
    hall = hall_at("shogunless")
    hall.do("shogun.make", "game", character="shonyo", force="the monks hold Kyoto")
    assert hall.get(Character, "shonyo").title == "Shogun and Abbot"
    hall.do("shogun.retire", "game", character="shonyo")
    assert (hall.get(Character, "shonyo").role, hall.get(Character, "shonyo").title) == ("abbot", "Abbot")


def test_the_bakufu_ticks_and_the_emperors_tick_is_not_its_own(hall_at, app_of):
    browser = sign_in(app_of(hall_at("start")), "bakufu")
    address = f"/shogun/{HARUNOBU}"
    assert browser.get("/shogun/?who=Takeda Harunobu").location == address
    assert browser.post(f"{address}/condition", data={"condition": "3", "met": "true", "key": "a"}).status_code == 303
    page = browser.get(address).text
    assert re.search(r">met, [^<]+, spring 1550<", page)
    assert "Game Control speaks for the Emperor" in page


def test_the_page_of_successions_offers_game_control_to_force_the_heir_of_a_shogun(hall_at, app_of):
    hall = hall_at("start")
    hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    browser = sign_in(app_of(hall), "game")
    refused = browser.post("/people/successions/1", data={"heir": "hosokawa-harumoto"}, answers=422)
    assert "no ancestor of his is known" in refused.text
    assert 'name="force"' in refused.text


def test_a_misspelt_name_is_told_at_its_field_with_near_names(hall, app_of):
    page = sign_in(app_of(hall), "bakufu").get("/shogun/?who=Takeda Harunabu")
    assert "Did you mean" in page.text
    assert 'id="wrong-who"' in page.text
    assert 'value="Takeda Harunabu"' in page.text


@pytest.mark.parametrize("later", ["", "family"])
@pytest.mark.parametrize("made", [True, False])
def test_the_new_head_of_a_shoguns_house_is_constable_of_its_home_province(tmp_path, hall_at, later, made):
    files = hall_at("start").room.scenario.files
    clans = files["clans.csv"].replace("ashikaga-yoshiteru,,kyoto,bakufu", "ashikaga-yoshiteru,iga,kyoto,bakufu")
    assert clans != files["clans.csv"]
    scenario = load_files("sengoku_1550", {**files, "clans.csv": clans})
    hall = Hall(new_game(open_store(tmp_path / "other.db", passing=True), scenario, CHANCE))
    first, other = "ashikaga-yoshiteru", "ashikaga-kakukei"
    if not asked(hall, titles).get(first):
        hall.do("title.grant", "game", kind="constable", province="iga", character=first, authority="shogun")
    hall.do("shogun.retire", "bakufu", character=first)
    if later:
        hall.do("person.appoint", "game", character=first, role=later)
    if made:
        said = hall.do("shogun.make", "game", character=other, force="all agree").sentence
    else:
        hall.do("shogun.make", "game", character=HARUNOBU, force="all agree")
        said = hall.do("head.replace", "game", heir=other, reason="his house", force="both umpires").sentence
    assert "He is Constable of Iga in his place (R39)." in said
    held = asked(hall, titles)
    assert (held.get(first, ()), held[other]) == ((), ("Constable of Iga",))
    assert verify(hall.room).same


def test_what_was_ticked_holds_for_one_making_alone(hall_at):
    hall = hall_at("shogunless")
    hall.do("shogun.condition", "game", character=HARUNOBU, condition=5, met=True)
    hall.do("shogun.condition", "game", character="hojo-ujiyasu", condition=5, met=True)
    hall.do("shogun.make", "bakufu", character=HARUNOBU)
    hall.do("confirmation.give", "game", confirmation=1)
    assert hall.rows("shogun_condition") == []
    hall.do("shogun.retire", "game", character=HARUNOBU)
    refused = hall.refuse(OrderNotAllowed, "shogun.make", "game", character=HARUNOBU)
    assert "1. The Shogun has retired" in refused.sentence
    assert verify(hall.room).same
