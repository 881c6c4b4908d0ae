"""The Emperor's court: who comes and goes there, and who must know them (handbook 4; R29, R37, R44)."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.books.onset_questions import growing_older
from control.sengoku.paper.umpires.hall_papers_questions import precedence_list_data
from control.sengoku.people.finding_questions import find
from control.sengoku.rows import Clan, Courtier, Notice, Title
from control.sengoku.safety.typed_check_actions import LINES
from control.sengoku.shadows import shadows_questions as shadows
from control.sengoku.shadows.targets_questions import names_of_targets, target_of
from tests.conftest import sign_in
from tests.people.test_titles import bows

KARASUMARU = {"name": "Karasumaru Mitsuyasu", "rank": 5, "office": "Lord of the Gate", "age": 37, "ancestor": "Hino"}
KEY = "karasumaru-mitsuyasu"


def ranked(hall):
    """The names on the order of precedence, group by group."""
    return {one.name: (one.rank, one.clan, one.office) for one in hall.ask(precedence_list_data).people}


def voices(hall):
    """Whose voices bribes have turned."""
    return [one.whose for one in hall.ask(shadows.desk, hall.room.scenario).votes]


def found(hall, typed):
    """What typed letters find."""
    return [(hit.kind, hit.id) for hit in hall.ask(find, hall.room.scenario, typed, "map")]


def test_the_scenario_has_nobles_of_the_court_who_stand_between_shogun_and_daimyo(hall):
    people = list(ranked(hall))
    assert people[:4] == ["The Emperor", "Ashikaga Yoshiteru", "Nijō Haruyoshi", "Sanjō Kin’yori"]
    assert ranked(hall)["Yoshida Kanemigi"] == ("Holders of court rank", "the court", "Master of the Shrines")


def test_a_noble_made_in_play_is_known_wherever_people_are(hall, app_of):
    hall.do("court.add", "bakufu", **KARASUMARU)
    assert ranked(hall)["Karasumaru Mitsuyasu"] == ("Holders of court rank", "the court", "Lord of the Gate")
    assert bows(hall, "takeda-harunobu", KEY)[:2] == ("takeda-harunobu", KEY)
    assert found(hall, "karasu") == [("noble", KEY)]
    with hall.room.store.read() as session:
        for kind in ("spy", "bribe", "assassin", "other"):
            assert "Karasumaru Mitsuyasu" in names_of_targets(session, kind), kind
            assert target_of(session, kind, "karasumaru mitsuyasu").what == "courtier", kind
        assert target_of(session, "counter_spy", KEY) is None
    page = sign_in(app_of(hall), "team").get("/bows/?one=Karasumaru+Mitsuyasu&other=takeda-harunobu")
    assert (
        "Karasumaru Mitsuyasu</strong>, Lord of the Gate, Noble of the 5th rank, of the blood of the Hino" in page.text
    )
    assert sign_in(app_of(hall), "map").get("/find?q=karasu").location == f"/court/#{KEY}"
    assert {one["id"] for one in app_of(hall).test_client().get("/api/state/court").json} >= {KEY, "emperor"}


def test_who_is_dead_is_on_no_list_and_comes_back_with_an_undo(hall):
    made = hall.do("court.add", "bakufu", **KARASUMARU)
    died = hall.do("court.leave", "bakufu", courtier=KEY)
    assert "Karasumaru Mitsuyasu" not in ranked(hall)
    assert found(hall, "karasu") == []
    assert "Karasumaru Mitsuyasu" not in hall.ask(names_of_targets, "spy")
    hall.refuse(OrderNotAllowed, "court.add", "bakufu", **KARASUMARU)
    hall.do("journal.undo", "bakufu", entry=died.number)
    assert "Karasumaru Mitsuyasu" in ranked(hall)
    hall.do("journal.undo", "bakufu", entry=made.number)
    assert ("courtier", KEY) not in {row[:2] for row in hall.state()}
    assert verify(hall.room).same


def test_after_an_emperor_comes_another_and_the_bakufu_hears_of_both(hall):
    hall.do("court.leave", "game", courtier="emperor")
    hall.do("court.add", "game", name="Ōgimachi", role="emperor", age=33)
    assert next(iter(ranked(hall))) == "Ōgimachi"
    with hall.room.store.read() as session:
        told = [one.sentence for one in session.query(Notice).order_by(Notice.id)]
        assert session.query(Clan).filter_by(kind="bakufu").count() == 1
    assert told[-2:] == ["The Emperor is dead.", "Ōgimachi is Emperor."]
    assert bows(hall, "nijo-haruyoshi", "ogimachi")[1] == "ogimachi"


def test_a_noble_can_be_spied_on_bribed_and_struck_down(hall):
    for kind in ("spy", "bribe", "assassin"):
        hall.do("covert.commission", "intelligence", clan="takeda", kind=kind, target="Sanjō Kin’yori", points=1)
    for number in (1, 2, 3):
        hall.do("covert.resolve", "intelligence", commission=number, outcome="success", note="so we played it")
    struck = {"character": "sanjo-kinyori", "how": "a knife in the garden"}
    entry = hall.do("person.struck", "intelligence", **struck, effect="wounded")
    assert entry.sentence == "Sanjō Kin’yori was wounded: a knife in the garden."
    assert voices(hall) == ["Sanjō Kin’yori"]
    hall.do("person.struck", "intelligence", **struck, effect="dead")
    assert voices(hall) == [], "the dead have none"
    assert not hall.get(Courtier, "sanjo-kinyori").alive
    hall.refuse(OrderNotAllowed, "covert.commission", "intelligence", clan="oda", kind="spy", target="sanjo-kinyori",
                points=1)  # fmt: skip
    assert verify(hall.room).same


def test_the_emperor_is_well_guarded_and_his_death_waits_for_a_second_umpire(hall_at):
    hall = hall_at("start")
    with hall.room.store.read() as session:
        assert [target_of(session, "assassin", key).guarded for key in ("emperor", "nijo-haruyoshi")] == [True, False]
    hall.do("person.struck", "intelligence", character="emperor", effect="dead", how="poisoned tea")
    assert hall.get(Courtier, "emperor").alive, "until somebody else says yes"
    hall.do("confirmation.give", "game", confirmation=1)
    assert not hall.get(Courtier, "emperor").alive


def test_the_page_of_the_court_has_forms_for_those_alone_who_speak_for_it(hall, app_of):
    for desk in ("map", "team", "npd", "intelligence", "bakufu", "game"):
        page = sign_in(app_of(hall), desk).get("/court/").text
        assert "Yamashina Tokitsugu" in page
        assert ("Make him" in page) is (desk in ("bakufu", "game")), desk
    client = sign_in(app_of(hall), "bakufu")
    assert client.post("/court/", data={"name": "Ichijō Kanefuyu", "role": "noble", "rank": "2"}).status_code == 303
    wrong = client.post("/court/", data={"name": "Konoe Harutsugu", "role": "noble", "rank": "0"}, answers=400)
    assert 'value="Konoe Harutsugu"' in wrong.text, "what was typed is still there"
    assert client.post("/court/ichijo-kanefuyu/leave", data={"how": "dies"}).status_code == 303
    assert not hall.get(Courtier, "ichijo-kanefuyu").alive


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"name": "Takeda Harunobu", "rank": 3}, "court.0.name"),
        ({"name": "Konoe Harutsugu"}, "court.0.rank"),
        ({"name": "Konoe Harutsugu", "role": "emperor"}, "court.0.role"),
        ({"name": "The Emperor", "role": "emperor", "rank": 1}, "court.0.rank"),
    ],
)
def test_who_cannot_be_at_court_is_not_typed_back_in(hall, line, field):
    assert "court" in LINES
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", year=1550, season="spring", court=[line])
    assert error.field == field


def test_who_is_emperor_stands_by_name_in_the_chain_of_a_title(hall):
    chain = {"kind": "governor", "authority": "shogun", "approved_by": "emperor"}
    said = hall.do("title.grant", "game", **chain, character="oda-nobunaga", province="owari").sentence
    assert "granted by the Shogun Ashikaga Yoshiteru, with the approval of the Emperor (R30)" in said
    hall.do("court.leave", "game", courtier="emperor")
    hall.do("court.add", "game", name="Ōgimachi", role="emperor", age=33)
    said = hall.do("title.grant", "game", **chain, character="mori-motonari", province="aki").sentence
    assert "with the approval of the Emperor Ōgimachi (R30)" in said
    assert hall.get(Title, "governor-mori-motonari-aki").granted.endswith("the approval of the Emperor Ōgimachi")


@pytest.mark.parametrize("gone", ["emperor", "shogun"])
def test_nobody_gives_a_title_in_the_name_of_an_emperor_or_shogun_who_is_not_there(hall, gone):
    if gone == "emperor":
        hall.do("court.leave", "game", courtier="emperor")
    else:
        hall.correct("character", "ashikaga-yoshiteru", "alive", False)
    grant = {"kind": "governor", "authority": "shogun", "approved_by": "emperor", "character": "oda-nobunaga",
             "province": "owari"}  # fmt: skip
    refused = hall.refuse(OrderNotAllowed, "title.grant", "game", **grant)
    assert refused.field == ("approved_by" if gone == "emperor" else "authority")
    assert refused.sentence.startswith(f"There is no {gone.capitalize()} now.")
    assert "Forced: so we ruled." in hall.do("title.grant", "game", **grant, force="so we ruled").sentence


def test_what_is_known_of_somebody_at_court_can_be_set_right(hall):
    hall.correct("courtier", "emperor", "name", "Go-Nara")
    hall.correct("courtier", "nijo-haruyoshi", "rank", 2)
    hall.correct("courtier", "nijo-haruyoshi", "title", "")
    hall.correct("courtier", "yoshida-kanemigi", "age", 35)
    assert next(iter(ranked(hall))) == "Go-Nara"
    assert ranked(hall)["Nijō Haruyoshi"][2] == ""
    assert hall.get(Courtier, "yoshida-kanemigi").age == 35
    died = hall.do("figure.correct", "map", kind="courtier", id="emperor", field="alive", value="no", reason="he died")
    assert "There is no Emperor until Game Control makes one (R29)." in died.sentence
    with hall.room.store.read() as session:
        assert session.query(Notice).order_by(Notice.id.desc()).first().sentence == "Go-Nara is dead."
    hall.do("court.add", "game", name="Ōgimachi", role="emperor")
    wrong = [
        (OrderNotAllowed, "emperor", "alive", "yes", "value", "There is an Emperor: Ōgimachi."),
        (OrderNotAllowed, "ogimachi", "rank", 1, "field", "stands above all ranks"),
        (OrderNotUnderstood, "nijo-haruyoshi", "rank", 11, "value", "from 1 to 10"),
        (OrderNotUnderstood, "nijo-haruyoshi", "rank", None, "value", "from 1 to 10"),
        (OrderNotAllowed, "nijo-haruyoshi", "name", "Takeda Harunobu", "value", "somebody called"),
        (OrderNotUnderstood, "nijo-haruyoshi", "name", " ", "value", "1 to 60 letters"),
        (OrderNotUnderstood, "nijo-haruyoshi", "troops", 3, "field", "name, rank, title, age, ancestor, alive"),
        (OrderNotUnderstood, "nijo", "age", 3, "id", "There is no courtier"),
    ]
    for kind, key, field, value, at, says in wrong:
        order = {"kind": "courtier", "id": key, "field": field, "value": value, "reason": "a test"}
        refused = hall.refuse(kind, "figure.correct", "game", **order, twice=True)
        assert refused.field == at
        assert says in refused.sentence
    hall.do("figure.correct", "game", kind="courtier", id="nijo-haruyoshi", field="age", value=25, reason="x y z",
            version=7)  # fmt: skip
    assert verify(hall.room).same


def test_the_court_grows_older_with_everybody_else(hall):
    before = {row["id"]: row["age"] for row in hall.rows("courtier")}
    assert any(before.values())
    with_age = [row for name in ("character", "courtier") for row in hall.rows(name) if row["alive"] and row["age"]]
    with hall.room.store.read() as session:
        [line] = growing_older(session)
    assert line.value == len(with_age)
    for _ in range(3):
        hall.next_season()
    after = {row["id"]: row["age"] for row in hall.rows("courtier")}
    assert after == {key: None if age is None else age + 1 for key, age in before.items()}
    assert verify(hall.room).same
