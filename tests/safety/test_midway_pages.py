"""Starting in the middle of a day, as Game Control does it: a workbook down, filled in, up again."""

from __future__ import annotations

import io
import re
from html import unescape

import pandas
import pytest

from control.kernel.tabular import read_table
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, LISTS, present
from control.sengoku.rows import Character
from tests.conftest import sign_in
from tests.safety.test_midway import lists, played


def workbook(client) -> dict[str, pandas.DataFrame]:
    """The workbook as Game Control downloads it."""
    answer = client.get("/safety/midway/workbook.xlsx", answers=200)
    return pandas.read_excel(io.BytesIO(answer.get_data()), sheet_name=None, dtype=str, keep_default_na=False)


def as_file(sheets: dict[str, pandas.DataFrame]) -> bytes:
    """Sheets as an XLSX file."""
    to = io.BytesIO()
    with pandas.ExcelWriter(to) as writer:
        for name, table in sheets.items():
            table.to_excel(writer, sheet_name=name, index=False)
    return to.getvalue()


def send(client, content: bytes, name: str = "state.xlsx", **form: str):
    """Send a file to be looked over."""
    return client.post("/safety/midway/", data={"file": (io.BytesIO(content), name), **form})


def wrong_cells(text: str) -> list[tuple[str, str]]:
    """What the page says is wrong: where, and what."""
    return re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td></tr>", unescape(text))


def begin(client, text: str, **form: str):
    """Take over what was looked over."""
    order = unescape(re.search(r'name="order" value="([^"]*)"', text).group(1))
    return client.post("/safety/midway/begin", data={"order": order, "key": "once"} | form)


def test_the_workbook_of_a_game_in_its_middle_starts_a_new_one_in_the_same_state(hall_at, app_of, open_stage, tmp_path):
    from tests.games import Hall, close

    old = played(hall_at("start"))
    content = sign_in(app_of(old), "game").get("/safety/midway/workbook.xlsx").get_data()
    new = Hall(open_stage("start", tmp_path / "new.db"))
    client = sign_in(app_of(new), "game")
    answer = send(client, content)
    text = answer.text
    assert answer.status_code == 200, wrong_cells(text)
    assert "It would be spring 1550" in text
    assert "Suruga: holder Imagawa → Takeda, castle none → castle" in unescape(text)
    assert new.entries() == [], "looking changes nothing"
    assert begin(client, text).status_code == 303
    assert lists(new) == lists(old)
    assert begin(client, text).status_code == 303, "sent twice, it is done once"
    assert len(new.entries()) == 1
    close(new.room)


def test_every_bad_cell_is_named_and_nothing_is_changed(hall, client):
    game = client("game")
    sheets = workbook(game)
    assert list(sheets) == list(LISTS)
    provinces, people = sheets["provinces"], sheets["characters"]
    provinces.loc[0, "holder"] = "the people"
    provinces.loc[1, "castle"] = "palace"
    provinces.loc[2, "taken"] = "perhaps"
    people.loc[4, "experience"] = "7"
    sheets["armies"] = pandas.DataFrame([["ghost", "kai", "many"]], columns=["general", "province", "troops"])
    sheets["game"].loc[0, "year"] = "1549"
    before = hall.everything()
    answer = send(game, as_file(sheets))
    text = answer.text
    assert answer.status_code == 400
    places = [place for place, _ in wrong_cells(text)]
    assert sorted(places[4:6]) == ["Sheet armies, line 2, column general", "Sheet armies, line 2, column troops"]
    assert places[:4] + places[6:] == [
        "Sheet game, line 2, column year",
        "Sheet provinces, line 2, column holder",
        "Sheet provinces, line 3, column castle",
        "Sheet provinces, line 4, column taken",
        "Sheet characters, line 6, column experience",
    ]
    assert "Say yes or no" in text
    assert "7 cells are wrong; nothing was changed" in text
    assert 'name="order"' not in text
    assert hall.everything() == before


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xlsx", b"no workbook", "cannot be read as a workbook"),
        ("a.csv", b"general,province\n", "“troops”" and "missing"),
        ("a.csv", b"general,provnce,troops\n", "Did you mean"),
        ("", b"", "Choose a workbook"),
        ("a.csv", b"year,season\n1551,spring\n1552,spring\n", "There is one line: the season and the clock."),
    ],
)
def test_a_file_that_is_none_is_refused_in_words(client, name, content, said):
    answer = send(client("game"), content, name, list="game" if b"year" in content else "armies")
    assert answer.status_code == 400
    assert said in unescape(answer.text)


def test_the_page_says_what_of_a_battle_under_way_does_not_come_along(client):
    page = client("game").get("/safety/midway/").text
    assert "Notional men who had fallen (castle, levy) stand again" in page


def test_a_list_of_no_name_is_refused(client):
    answer = client("game").post("/safety/midway/", data={"text": "year,season\n1552,summer"}, answers=400)
    assert "Say which list this is." in answer.text


def test_a_workbook_with_another_sheet_is_refused(client):
    answer = send(client("game"), as_file({"provences": pandas.DataFrame([["kai"]], columns=["id"])}))
    assert "Did you mean" in unescape(answer.text)


def test_a_sheet_more_in_the_workbook_is_passed_over_by_name_and_another_kind_of_workbook_told(client):
    game = client("game")
    sheets = workbook(game)
    sheets["Who types what"] = pandas.DataFrame([["Ann"]], columns=["clock"])
    answer = send(game, as_file(sheets))
    assert answer.status_code == 200
    assert "Passed over, for it is no list: Who types what." in answer.text
    assert "Save it as XLSX." in send(game, b"PK\3\4mimetype", "state.ods").text


def test_a_typed_list_alone_is_taken_over_and_its_typing_kept_when_wrong(hall, client):
    game = client("game")
    typed = "general,province,troops\ntakeda-harunobu,kai,20\nuesugi-kenshin,echigo,x\n"
    wrong = game.post("/safety/midway/", data={"list": "armies", "text": typed})
    text = unescape(wrong.text)
    assert wrong_cells(text)[0][0] == "Sheet armies, line 3, column troops"
    assert typed.strip() in text
    right = game.post("/safety/midway/", data={"list": "armies", "text": typed.replace("x", "18")})
    assert begin(game, right.text).status_code == 303
    assert [army["troops"] for army in hall.ask(present, hall.room.scenario)["armies"]] == [20, 18]


def test_of_very_many_wrong_cells_a_hundred_are_shown_and_how_many_more_there_are(client):
    typed = "general,province,troops\n" + "a ghost,kai,x\n" * 200
    text = unescape(send(client("game"), typed.encode(), "a.csv", list="armies").text)
    assert len(wrong_cells(text)) == 100
    assert "And 300 more. Mend these first." in text


def test_a_game_that_has_begun_asks_for_a_reason(hall, client):
    hall.do("garrison.raise", province="kai", troops=1)
    game = client("game")
    look = game.post("/safety/midway/", data={"list": "game", "text": "year,season\n1552,summer"})
    text = look.text
    assert "This game has begun already" in text
    assert 'name="force"' in text
    refused = begin(game, text)
    assert refused.status_code == 422
    assert 'name="order"' in refused.text
    assert begin(game, text, force="the laptop fell").status_code == 303
    assert hall.entries()[-1].sentence.endswith("Forced: the laptop fell.")


@pytest.mark.parametrize("order", ["", "{", "[]", '{"year": 1550}', '{"season": "spring", "year": "x"}',
                                   '{"season": "spring", "year": 1550, "armies": 7}',
                                   '{"season": "spring", "year": 1550, "armies": [7]}'])  # fmt: skip
def test_a_spoilt_form_is_refused_in_words(hall, client, order):
    answer = client("game").post("/safety/midway/begin", data={"order": order, "key": "k"})
    assert answer.status_code in (400, 422)
    assert hall.entries() == []


def test_a_sheet_looked_over_before_another_umpire_took_in_the_clock_leaves_the_season_alone(hall, client):
    early, other = client("game"), client("game")
    looked = early.post("/safety/midway/sheets/honour", data={"honour.0.clan": "Oda", "honour.0.points": "4"})
    clock = {"game.0.year": "1551", "game.0.season": "summer", "game.0.phase": "2", "game.0.stage": "2"}
    shown = other.post("/safety/midway/sheets/clock", data=clock)
    assert "It would be summer 1551" in shown.text
    assert begin(other, shown.text, sheet="clock", key="the clock").status_code == 303
    assert begin(early, looked.text, sheet="honour", key="honour").status_code == 303
    (now,) = hall.ask(present, hall.room.scenario, lists=("game",))["game"]
    assert (now["year"], now["season"], now["phase"], now["stage"]) == (1551, "summer", 2, 2)
    assert "What it would change" in looked.text


@pytest.mark.parametrize("kind", ["", "asassin"])
def test_covert_work_of_no_kind_is_told_at_its_cell(hall, client, kind):
    cells = {"clan": "Hōjō", "kind": kind, "target": "Uesugi Kenshin", "points": "5"}
    sent = {f"commissions.0.{name}": cell for name, cell in cells.items()}
    answer = client("game").post("/safety/midway/sheets/shadows", data=sent)
    assert answer.status_code == 400
    assert "One cell is wrong; nothing was changed" in answer.text
    assert 'href="#commissions.0.kind"' in answer.text
    assert hall.entries() == []


def test_a_treaty_with_a_wrong_cell_and_no_parts_is_told_at_its_cell(hall, client):
    sent = {"treaties.0.kind": "truce", "treaties.0.one": "Oda", "treaties.0.other": "Hōjō", "treaties.0.parts": ""}
    answer = client("game").post("/safety/midway/sheets/treaties", data=sent, answers=400)
    assert 'href="#treaties.0.kind"' in answer.text


@pytest.mark.parametrize(
    ("column", "typed", "stands"),
    [
        ("parts", "Through: Kai and Shinano; against: HOJ; owes: 20 points; due in: Autumn",
         "through: kai, shinano; against: hojo; owes: 20 points; due_in: autumn"),
        ("known_to", "Team Control, Bakufu", "bakufu team"),
        ("known_to", "Team npd", "npd team"),
        ("until", "Summer 1551", "1551-summer"),
        ("until", "1551 summer", "1551-summer"),
    ],
)  # fmt: skip
def test_a_treaty_is_typed_by_the_names_of_what_it_is_about(hall, client, column, typed, stands):
    game = client("game")
    line = {"kind": "Peace", "one": "Takeda", "other": "Oda", "audience": "some", "known_to": "team", column: typed}
    sent = {f"treaties.0.{key}": cell for key, cell in line.items()}
    begin(game, game.post("/safety/midway/sheets/treaties", data=sent, answers=200).text)
    (treaty,) = lists(hall)["treaties"]
    assert sorted(treaty[column].split()) == sorted(stands.split())


def test_a_hostage_of_a_treaty_is_in_somebodys_hands(hall, client):
    game = client("game")
    sent = {f"treaties.0.{key}": cell for key, cell in {"kind": "peace", "one": "Takeda", "other": "Oda"}.items()}
    sent |= {"treaties.0.audience": "public", "treaties.0.parts": "hostages: Takeda Yoshinobu"}
    answer = game.post("/safety/midway/sheets/treaties", data=sent, answers=400)
    assert "Takeda Yoshinobu is nobody’s hostage in the list of people." in answer.text
    people = {"characters.0.id": "takeda-yoshinobu", "characters.0.held_by": "Oda"}
    begin(game, game.post("/safety/midway/sheets/armies", data=people, answers=200).text)
    begin(game, game.post("/safety/midway/sheets/treaties", data=sent, answers=200).text, key="then")
    assert lists(hall)["treaties"][0]["parts"] == "hostages: takeda-yoshinobu"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"holder": "nobody"}, "holder Takeda → –"),
        ({"taken": "✓"}, "by force no → yes"),
        ({"taken": "X"}, "by force no → yes"),
        ({"rice_value": "+9"}, "rice 5 → 9"),
    ],
)
def test_a_cell_is_understood_as_people_write_it(client, typed, said):
    sent = {f"provinces.0.{key}": cell for key, cell in {"id": "kai", **typed}.items()}
    assert f"Kai: {said}" in client("game").post("/safety/midway/sheets/map", data=sent, answers=200).text


def test_an_adoption_is_typed_on_the_sheet_of_people(hall, client):
    game = client("game")
    line = {"id": "obu-toramasa", "clan": "Yūki", "relation": "child", "role": "family", "title": "Son"}
    sent = {f"characters.0.{key}": cell for key, cell in line.items()}
    looked = game.post("/safety/midway/sheets/armies", data=sent, answers=200).text
    assert "Obu Toramasa: clan Takeda → Yūki, to its head – → child, role" in looked
    begin(game, looked)
    person = hall.get(Character, "obu-toramasa")
    assert (person.clan, person.relation, person.role, person.title) == ("yuki", "child", "family", "Son")


@pytest.mark.parametrize("typed", ["†", "Dead", "no"])
def test_who_is_dead_is_typed_as_people_mark_it(client, typed):
    sent = {"characters.0.id": "obu-toramasa", "characters.0.alive": typed}
    answer = client("game").post("/safety/midway/sheets/armies", data=sent, answers=200)
    assert "Obu Toramasa: alive yes → no" in answer.text


def test_a_cross_at_whether_somebody_lives_may_say_either_and_is_refused(client):
    sent = {"characters.0.id": "obu-toramasa", "characters.0.alive": "x"}
    answer = client("game").post("/safety/midway/sheets/armies", data=sent, answers=400)
    assert 'Say yes or no, not "x".' in unescape(answer.text)


def test_the_parts_of_a_treaty_may_be_typed_in_any_order(hall, client):
    hall.do("treaty.record", kind="passage", one="takeda", other="oda", through=["kai", "shinano"], owes=20)
    (line,) = lists(hall)["treaties"]
    line["parts"] = "due in: winter; owes: 20 points; through: Kai/Shinano"
    sent = {f"treaties.0.{key}": cell for key, cell in line.items()}
    answer = client("game").post("/safety/midway/sheets/treaties", data=sent, answers=200)
    assert "Treaties: as they are" in answer.text


@pytest.mark.parametrize(("typed", "offered"), [("Takedda", "Takeda"), ("HOJOO", "Hōjō")])
def test_a_name_that_is_near_is_offered_as_a_name(client, typed, offered):
    sent = {"provinces.0.id": "kai", "provinces.0.holder": typed}
    answer = client("game").post("/safety/midway/sheets/map", data=sent, answers=400)
    assert f'Did you mean "{offered}"?' in unescape(answer.text)


def test_a_comma_is_that_of_a_thousand_alone(client):
    sent = {"honour.0.clan": "Oda", "honour.0.points": "4,5"}
    answer = client("game").post("/safety/midway/sheets/honour", data=sent, answers=400)
    assert "not &#34;4,5&#34;" in answer.text


def test_a_ditto_mark_is_the_cell_above(hall, client):
    game = client("game")
    lines = [("Takeda", "Kai", "3"), ("〃", "Hida", '"'), ("ditto", "Shinano", '"')]
    named = [zip(("clan", "province", "troops"), line, strict=True) for line in lines]
    sent = {f"garrisons.{spot}.{key}": cell for spot, line in enumerate(named) for key, cell in line}
    begin(game, game.post("/safety/midway/sheets/map", data=sent, answers=200).text)
    there = [(row["clan"], row["province"], row["troops"]) for row in lists(hall)["garrisons"]]
    assert sorted(there) == [("takeda", "hida", 3), ("takeda", "kai", 3), ("takeda", "shinano", 3)]


def test_a_table_has_the_headings_of_the_paper_and_the_names_on_it(client):
    for name, typed, said in (
        (
            "provinces",
            "Map list\nProvince,Holder,By force,Stands there\nKai,Uesugi,✓,A1-3 9\n",
            "holder Takeda → Uesugi",
        ),
        ("armies", "General,Clan,Province,Counters,Legs gone\nTakeda Harunobu,TAK,Kai,9,0\n", "Takeda Harunobu Kai 9"),
    ):
        answer = client("game").post("/safety/midway/", data={"list": name, "text": typed}, answers=200)
        assert said in unescape(answer.text)


@pytest.mark.parametrize("typed", ["1,200", "1 200", "1\u202f200", "+1200"])
def test_a_thousand_is_typed_with_a_comma_a_blank_or_neither(hall, client, typed):
    sent = {"honour.0.clan": "Oda", "honour.0.points": typed}
    begin(client("game"), client("game").post("/safety/midway/sheets/honour", data=sent, answers=200).text)
    assert [row["points"] for row in lists(hall)["honour"]] == [1200]


def test_men_where_counters_are_meant_are_asked_about(client):
    sent = {"garrisons.0.clan": "Takeda", "garrisons.0.province": "Kai", "garrisons.0.troops": "3,000"}
    answer = client("game").post("/safety/midway/sheets/map", data=sent, answers=200)
    assert "A counter is 1,000 men: 3,000 men are 3." in answer.text


def test_each_list_can_be_had_as_csv(client):
    game = client("game")
    for name, columns in LISTS.items():
        answer = game.get(f"/safety/midway/{name}.csv")
        rows = read_table("a.csv", answer.get_data(), dict.fromkeys(columns, True))
        assert rows or not BY_KEY[name].keyed
    assert game.get("/safety/midway/nothing.csv").status_code == 400


def test_a_phone_is_given_keys_without_a_minus_only_where_no_number_lies_below_0(client):
    page = client("game").get("/safety/midway/sheets/honour", answers=200).text
    keys = dict(re.findall(r'<input id="honour\.0\.(\w+)"([^>]*)>', page))
    assert 'inputmode="numeric"' not in keys["points"]
    assert 'inputmode="numeric"' in keys["rank"]
