"""The fallback pack: what stands on its sheets is the state, and the pages that take it back in are the same sheets."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, SHEETS, present
from control.sengoku.paper.fallback.state_sheets_questions import cell_in_words, names
from control.sengoku.paper.press import KINDS
from tests.actions.pairs_of_the_scenario import CHANGED, POST
from tests.conftest import sign_in
from tests.games import LATER, Hall, close
from tests.paper.reading import codes_on, pages_of, pdf_of, print_of, said, sizes_of
from tests.paper.sheets import lists_on
from tests.safety.test_midway import as_order, lists


def pack(hall) -> bytes:
    """The whole pack."""
    return print_of(hall, "fallback", one_file=True).files["printouts"]


def typed(hall) -> dict[str, list[dict[str, str]]]:
    """The state as it is to be typed in, by names."""
    with hall.room.store.read() as session:
        named, now = names(session), present(session, hall.room.scenario)
    return {
        name: [{one.key: cell_in_words(one, row[one.key], named) for one in BY_KEY[name].typed} for row in rows]
        for name, rows in now.items()
    }


@pytest.mark.parametrize(
    "stage", ["start", "peace", "people", "works", "casting", "calls", "petitions", "shogunless", "claimed"]
)
def test_every_cell_on_paper_is_the_state(hall_at, stage):
    hall = hall_at(stage)
    assert lists_on(pack(hall)) == typed(hall)


def test_beside_the_cells_stands_what_the_map_and_the_hall_need(hall_at):
    hall = hall_at("orders")
    text = said(hall, "fallback_map")
    assert "A2-5 20" in text
    assert "TAK garrison 2" in text
    clock = said(hall, "fallback_clock")
    assert "How the hall goes on" in clock
    assert "Spring 1550" in clock
    assert "Nothing: no encounter" in clock
    found = said(hall_at("encounter"), "fallback_clock")
    at_the_map, team = found.split("What was open")[1].split("Team Control")[:2]
    assert "Map Control Encounter to settle Meeting in Shinano, phase 2" in at_the_map
    assert "To be told" not in at_the_map, "each desk has its own lines"
    assert "To be told: Takeda" in team


def test_a_battle_under_way_goes_on_at_the_table_or_in_another_game_less_its_losses(hall_at, open_stage, tmp_path):
    hall = hall_at("round")
    text = said(hall, "fallback_clock")
    assert "A battle under way is fought to its end at the table." in text
    assert "Counters lost so far Battle 1, attacker: Uesugi Kenshin 5 of 18, strength 13 left" in text
    assert "Battle 1, defender: Takeda Harunobu 0 of 20, strength 21 left" in text
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **as_order(lists(hall)))
    assert [fresh.troops(one) for one in (1, 2)] == [hall.troops(one) for one in (1, 2)]
    fresh.do("encounter.call", province="shinano", clans=["takeda", "uesugi"], reason="the battle goes on")
    fresh.settle()
    assert "1-1" in fresh.fight().sentence
    close(fresh.room)


def test_the_army_cards_come_after_their_list_with_codes_that_open(hall_at):
    pdf = pdf_of(hall_at("orders"), "fallback_armies")
    pages = pages_of(pdf)
    assert "Army card" in pages[-1]
    assert any(code.endswith("/c/A2-5") for code in codes_on(pdf, len(pages) - 1))


def test_honour_is_sealed_and_stands_on_no_other_sheet(hall_at):
    hall = hall_at("start")
    hall.do("game.begin_midway", "game", year=1550, season="spring", honour=[{"clan": "oda", "points": 777}])
    cover, content = pages_of(pdf_of(hall, "fallback_honour"))
    assert "Sealed" in cover
    assert "777" not in cover
    assert "Oda 777" in content
    others = [f"fallback_{sheet.key}" for sheet in SHEETS if sheet.key != "honour"]
    assert all("777" not in said(hall, kind) for kind in others)


def test_covert_work_is_sealed_for_those_who_do_it_and_stands_on_no_other_sheet(hall_at):
    hall = hall_at("spied")
    cover, content = pages_of(pdf_of(hall, "fallback_shadows"))
    assert "Sealed: for Intelligence and Game Control alone" in cover
    assert "He has nine points." in content
    assert "nine points" not in cover
    others = [f"fallback_{sheet.key}" for sheet in SHEETS if sheet.key != "shadows"]
    assert "nine points" not in " ".join(said(hall, kind) for kind in others)


def test_map_control_gets_no_books_and_no_honour(hall_at):
    theirs = {key for key, kind in KINDS.items() if kind.chapter == "fallback" and "map" in kind.desks}
    assert theirs == {"fallback_clock", "fallback_map", "fallback_armies"}
    hall = hall_at("start")
    hall.do("game.begin_midway", "game", year=1550, season="spring", honour=[{"clan": "oda", "points": 777}])
    assert all("777" not in said(hall, kind) for kind in theirs)


def test_what_is_to_be_changed_again_in_another_game_stands_on_the_first_sheet(hall):
    before = said(hall, "fallback_clock")
    assert "10:00 to 17:00, Lunch at 13:00 (40 min)." in before
    assert "changed in play: change them again" in before
    assert "Let it begin anew at the hour at which the hall goes on" in before
    assert "what was to be printed again" in before
    assert "entry 1" not in before
    wrong = hall.do("scenario.change", "game", **CHANGED | {"text": f"# much slower\n{POST}", "reason": "by mistake"})
    hall.undo(wrong.number)
    hall.do("scenario.change", "game", **CHANGED)
    hall.do("day.plan", "game", begins="9:30", ends="16:00", breaks=[])
    found = said(hall, "fallback_clock")
    assert "09:30 to 16:00." in found
    assert "tables/post.toml, entry 3: we vote" in found
    assert "by mistake" not in found
    assert "we vote" not in said(hall, "fallback_clock", desk="map"), "the entry is Game Control’s"


def test_it_is_said_on_paper_and_page_that_the_codes_of_desks_are_new(hall, app_of):
    found = " ".join(said(hall, "fallback_clock").split())
    assert "Army cards, letters, edicts, calls and petitions keep their codes" in found
    assert "The codes of desks, umpires and generals are new: print the desk codes first" in found
    page = sign_in(app_of(hall), "game").get("/safety/midway/")
    assert "print <em>Desk codes</em> first" in page.text


def test_a_running_clock_alone_makes_no_sheet_wrong(hall_at):
    hall = hall_at("running")
    made = print_of(hall, "fallback")
    hall.do("print.record", "game", **made.manifest())
    with pytest.raises(OrderNotAllowed, match="Nothing that was printed"):
        print_of(hall, "fallback", changed=True)
    assert datetime.now(UTC).isoformat() < LATER
    hall.correct("province", "kai", "holder", "oda")
    assert list(print_of(hall, "fallback", changed=True).files) == ["fallback_map"]


def test_the_sheets_are_level_a4_and_come_on_letter_too(hall):
    assert set(sizes_of(pdf_of(hall, "fallback_map"))) == {(297.0, 210.0)}
    assert set(sizes_of(pdf_of(hall, "fallback_map", stock="Letter"))) == {(279.4, 215.9)}


# ---- and back again


def fields_of(sheet, lists) -> dict[str, str]:
    """What is typed into the page of a sheet: what stands on the paper."""
    return {
        f"{one.key}.{number}.{key}": cell or "–"
        for one in sheet.lists
        for number, line in enumerate(lists[one.key])
        for key, cell in line.items()
    }


def ids_in(page: str) -> dict[str, str]:
    """The hidden ids of a page's lines."""
    return dict(re.findall(r'type="hidden" name="([a-z]+\.\d+\.id)" value="([^"]*)"', page))


def type_in(game, paper):
    """Type what stands on the paper into the pages of the sheets, one after the other, and take each over."""
    for sheet in SHEETS:
        address = f"/safety/midway/sheets/{sheet.key}"
        page = game.get(address).text
        for one in sheet.lists:
            assert f">{one.title}<" in page
            assert all(f">{column.heading}<" in page for column in one.typed)
        answer = game.post(address, data=ids_in(page) | fields_of(sheet, paper))
        text = answer.text
        assert answer.status_code == 200, re.findall(r"line \d+</a> .*?<", text)
        order = unescape(re.search(r'name="order" value="([^"]*)"', text).group(1))
        game.post("/safety/midway/begin", data={"order": order, "key": sheet.key, "sheet": sheet.key}, answers=303)


@pytest.mark.parametrize(
    "stage", ["peace", "people", "works", "bonds", "petitions", "claimed", "court", "spied", "rolled"]
)
def test_a_state_that_is_read_off_the_paper_and_typed_in_is_the_same_state(
    hall_at, app_of, open_stage, tmp_path, stage
):
    old = hall_at(stage)
    old.do("treaty.record", "game", kind="alliance", one="uesugi", other="date")
    old.do("honour.log", "game", clan="oda", points=4, note="a feast")
    old.do("court.add", "bakufu", name="Karasumaru Mitsuyasu", rank=5, office="Lord of the Gate")
    old.do("court.leave", "bakufu", courtier="yoshida-kanemigi")
    paper = lists_on(pack(old))
    new = Hall(open_stage("start", tmp_path / "new.db"))
    game = sign_in(app_of(new), "game")
    type_in(game, paper)
    assert typed(new) == typed(old)
    assert game.get("/safety/midway/").text.count("taken in</span>") == len(SHEETS)
    close(new.room)


WORN = {
    "year": 1550, "season": "summer", "stage": 2, "minutes": 155,  # the part is shorter: minutes were added
    "armies": [{"general": "takeda-harunobu", "province": "shinano", "troops": 0}],
    "garrisons": [{"clan": "takeda", "province": "kai", "troops": 0}],
    "battles": [
        {"battle": 4, "year": 1550, "season": "summer", "province": "shinano", "side": "defender", "recovers": 3,
         "general": "takeda-harunobu"},
        {"battle": 5, "year": 1550, "season": "summer", "province": "kai", "side": "defender", "recovers": 2,
         "garrison": "takeda"},
    ],
    "draws": [{"character": "shonyo", "cause": "battle"}] * 2,  # after battles whose armies are gone
}  # fmt: skip


def test_forces_that_lost_all_and_cards_of_old_battles_and_added_minutes_are_taken_back_in(hall_at):
    old = hall_at("start")
    old.do("game.begin_midway", "game", **WORN)
    before = typed(old)
    assert [one["troops"] for one in (*before["armies"], *before["garrisons"])] == ["0", "0"]
    assert [one["recovers"] for one in before["battles"]] == ["3", "2"]
    assert [one["battle"] for one in before["draws"]] == ["", ""]
    assert before["game"][0]["minutes"] == "155"
    assert lists_on(pack(old)) == before


def test_a_card_for_a_battle_whose_armies_are_gone_does_not_keep_the_state_out(hall_at):
    old = hall_at("peace")
    for army in (1, 2):
        old.do("army.disband", army=army)
    paper = typed(old)
    assert paper["battles"] == []
    assert [one["cause"] for one in paper["draws"]] == ["battle", "battle"]
    assert [one["battle"] for one in paper["draws"]] == ["", ""]


def test_a_wrong_cell_is_marked_where_it_stands_and_the_typing_kept(hall, client):
    game = client("game")
    sent = {"armies.0.general": "Takeda Harunobu", "armies.0.province": "Kay", "armies.0.troops": "x"}
    answer = game.post("/safety/midway/sheets/armies", data=sent)
    text = unescape(answer.text)
    assert answer.status_code == 400
    assert "2 cells are wrong; nothing was changed" in text
    assert re.search(r'name="armies.0.province" value="Kay"[^>]*aria-invalid="true"', text)
    assert 'id="wrong-armies.0.troops"' in text
    assert hall.entries() == []


def test_a_sheet_that_is_refused_keeps_what_was_typed_into_it(hall, client):
    hall.do("garrison.raise", province="kai", troops=1)
    made = {"name": "Takeda Nobukiyo", "clan": "takeda", "relation": "child", "age": 9}
    sound = {"year": 1552, "season": "summer", "made": [made]}
    answer = client("game").post(
        "/safety/midway/begin", data={"order": json.dumps(sound), "key": "once", "sheet": "clock"}
    )
    text = unescape(answer.text)
    assert answer.status_code == 422
    assert "This game has begun" in text
    for cell, typed_in in (("game.0.year", "1552"), ("game.0.season", "summer"), ("made.0.name", "Takeda Nobukiyo")):
        assert f'name="{cell}" value="{typed_in}"' in text
    assert len(hall.entries()) == 1


def test_names_are_understood_without_macrons_and_by_the_letters_on_the_flags(hall, client):
    game = client("game")
    sent = {"garrisons.0.clan": "hojo", "garrisons.0.province": "SAGAMI", "garrisons.0.troops": "3",
            "garrisons.1.clan": "TAK", "garrisons.1.province": "kai", "garrisons.1.troops": "2"}  # fmt: skip
    text = unescape(game.post("/safety/midway/sheets/map", data=sent).text)
    assert "+ Hōjō Sagami 3" in text
    assert "+ Takeda Kai 2" in text


def test_a_list_gets_more_lines_when_they_are_asked_for(client):
    sent = {"garrisons.0.clan": "Hōjō", "more": "garrisons"}
    text = client("game").post("/safety/midway/sheets/map", data=sent).text
    assert 'name="garrisons.20.clan"' in text
    assert 'name="musters.20.clan"' not in text
    assert 'value="Hōjō"' in text


def test_a_sheet_of_another_name_is_refused_in_words(client):
    answer = client("game").get("/safety/midway/sheets/acounts", answers=400)
    assert "Did you mean" in unescape(answer.text)
