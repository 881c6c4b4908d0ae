"""The walk-round page: ticked with one tap, differences mended where they are found, nothing agreed unseen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sengoku.game import SENGOKU
from control.sengoku.march.cloth_map.walk_round_questions import stop, walking_order
from control.sengoku.rows import Army, Garrison, Place, Province, TableCheck
from tests.conftest import sign_in
from tests.test_pages import read


@pytest.fixture
def table(hall_at, app_of):
    """Map Control's browser with two armies and a garrison on the map."""
    hall = hall_at("orders")
    browser = sign_in(app_of(hall), "map")
    browser.hall = hall
    return browser


def seen(table, province):
    """What a page of this province was made from."""
    return table.hall.ask(stop, table.hall.room.scenario, province).seen


def test_every_province_is_on_the_way_with_what_the_program_says(table):
    text = table.get("/walk-round/").text
    assert re.findall(r'id="at-([a-z-]+)"', text) == walking_order(table.hall.room.scenario)
    echigo = text[text.index('id="at-echigo"') : text.index('id="at-sado"')]
    assert "Uesugi Kenshin" in echigo
    assert "<b>18</b>" in echigo
    assert "castle" in echigo
    assert "0</strong> of 70" in text


def test_a_tick_leads_to_the_next_province(table):
    order = walking_order(table.hall.room.scenario)
    form = {"seen": seen(table, order[0]), "key": "k", "show": "todo"}
    for _ in range(2):  # the same form, sent twice
        answer = table.post(f"/walk-round/{order[0]}/agrees", data=form)
        assert (answer.status_code, answer.location) == (303, f"/walk-round/?show=todo#at-{order[1]}")
    assert sum(1 for entry in table.hall.entries() if entry.action == "table.check") == 1
    text = table.get("/walk-round/?show=todo").text
    assert f'id="at-{order[0]}"' not in text
    assert "1</strong> of 70" in text
    assert f"#at-{order[1]}" in text


def test_a_province_that_was_compared_still_shows_its_counters_and_can_be_compared_again(table):
    table.hall.do("table.check", province="kai", result="agrees")
    kai = table.get("/walk-round/?q=harunobu").text
    assert "<b>20</b>" in kai
    assert "before the first phase" in kai
    assert "changed since" not in kai
    table.hall.phases(1)
    table.hall.correct("army", 2, "troops", 19)
    text = table.get("/walk-round/?q=harunobu").text
    assert "changed since: compare again" in text
    assert 'class="panel stop"' in text
    assert "It agrees after all" in table.get("/walk-round/kai").text
    form = {"seen": seen(table, "kai"), "key": "again"}
    answer = table.post("/walk-round/kai/agrees", data=form, headers={"HX-Request": "true"})
    assert 'class="panel stop checked"' in answer.text
    assert "after phase 1" in answer.text
    assert "<b>19</b>" in answer.text


def test_a_tap_gets_its_province_alone(table):
    answer = table.post("/walk-round/kai/agrees", data={"seen": seen(table, "kai")}, headers={"HX-Request": "true"})
    text = answer.text
    assert answer.status_code == 200
    assert "<html" not in text
    assert 'class="panel stop checked"' in text
    assert "Ōta" in text


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_an_old_screen_cannot_agree(table, headers):
    was = seen(table, "kai")
    table.hall.correct("army", 2, "troops", 19)
    answer = table.post("/walk-round/kai/agrees", data={"seen": was}, headers=headers, answers=409)
    assert "changed at another desk" in read(answer).alerts[0]
    assert "19" in answer.text
    assert not [entry for entry in table.hall.entries() if entry.action == "table.check"]


def test_progress_says_when_the_map_has_changed_since(table):
    shown = re.search(r"shown=([0-9a-f]+)", table.get("/walk-round/").text).group(1)
    assert "look again" not in table.get(f"/walk-round/progress?shown={shown}").text
    table.hall.do("table.check", province="kai", result="agrees")  # a tick is no change of the map
    assert "look again" not in table.get(f"/walk-round/progress?shown={shown}").text
    table.hall.correct("army", 1, "troops", 17)
    assert "look again" in table.get(f"/walk-round/progress?shown={shown}").text


def test_the_search_needs_no_script(table):
    text = table.get("/walk-round/?q=kenshin").text
    assert re.findall(r'id="at-([a-z-]+)"', text) == ["echigo"]
    nothing = table.get("/walk-round/?q=<b>nobody</b>").text
    assert "Nothing here has" in nothing
    assert "<b>nobody" not in nothing


def mend(table, province, **typed):
    """Sends the form that mends the program."""
    form = {"seen": seen(table, province), "reason": "counted on the cloth map", "key": "mend"} | typed
    return table.post(f"/walk-round/{province}/program", data=form)


def test_the_program_is_mended_as_it_was_counted_in_one_go(table):
    raised = table.hall.do("garrison.raise", province="yamashiro", troops=2)
    number = next(change["key"][0] for change in raised.changes if change["table"] == "garrison")
    answer = mend(
        table,
        "yamashiro",
        **{
            f"garrison-{number}": "3",
            "holder": "oda",
            "unrest": "yes",
            "holder-kyoto": "",
            "castle": "castle",
        },
    )
    assert answer.status_code == 303, read(answer).alerts
    province = table.hall.get(Province, "yamashiro")
    assert (province.holder, province.unrest, province.castle) == ("oda", True, "castle")
    assert table.hall.get(Garrison, number).troops == 3
    assert table.hall.get(Place, "kyoto").holder is None
    assert table.hall.get(TableCheck, ("yamashiro", 0)).result == "program_mended"
    sentences = [entry.sentence for entry in table.hall.entries()]
    assert sum("Reason: counted on the cloth map" in sentence for sentence in sentences) == 5
    entries = len(sentences)
    again = mend(table, "yamashiro", **{f"garrison-{number}": "3", "seen": "old"})  # the same form, sent twice
    assert again.status_code == 303
    assert len(table.hall.entries()) == entries


def test_a_province_that_cannot_be_ticked_off_after_its_figures_keeps_the_figures_too(table, monkeypatch):
    """The corrections and the tick are one transaction: a file that is full between them leaves neither."""

    def full(*_anything):
        raise OrderNotAllowed("The disk is full.")

    monkeypatch.setitem(SENGOKU.actions, "table.check", replace(SENGOKU.actions["table.check"], run=full))
    before = table.hall.everything()
    answer = mend(table, "kai", **{"army-2": "3"})
    assert (answer.status_code, "disk is full" in read(answer).alerts[0]) == (422, True)
    assert table.hall.everything() == before


def test_an_army_found_elsewhere_is_moved_by_the_name_of_the_province(table):
    assert mend(table, "kai", **{"army-2": "19", "army-at-2": "Tōtōmi"}).status_code == 303
    army = table.hall.get(Army, 2)
    assert (army.troops, army.province) == (19, "totomi")


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"army-2": "many"}, "army-2", "whole number"), ({"army-2": "-1"}, "army-2", "from 0 to"),
        ({"army-2": ""}, "army-2", "whole number"), ({"army-at-2": "Kaii"}, "army-at-2", "no province"),
        ({"holder": "odda"}, "holder", "no clan"), ({"castle": "palace"}, "castle", "one of none"),
        ({"unrest": "perhaps"}, "unrest", "yes or no"), ({"army-2": "3", "reason": ""}, "reason", "missing|needed"),
        ({"army-2": "3", "army-at-2": "nowhere"}, "army-at-2", "no province"),
    ],
)  # fmt: skip
def test_a_figure_that_cannot_be_is_told_at_its_box_and_nothing_is_changed(table, typed, field, words):
    before = table.hall.everything()
    answer = mend(table, "kai", **typed)
    assert answer.status_code in (400, 422)
    page = read(answer)
    assert re.search(words, page.alerts[0])
    (box,) = page.boxes(field)
    assert box.get("aria-invalid") == "true"
    assert f'id="wrong-{field}"' in answer.text
    if "army-2" in typed:
        assert page.boxes("army-2")[0]["value"] == typed["army-2"]  # what was typed stays
    assert table.hall.everything() == before


def test_mending_nothing_or_from_an_old_screen_is_refused(table):
    before = table.hall.everything()
    answer = mend(table, "kai")
    assert (answer.status_code, "You changed no figure" in read(answer).alerts[0]) == (422, True)
    answer = mend(table, "kai", **{"army-2": "3", "seen": "old"})
    assert answer.status_code == 409
    assert "changed at another desk" in read(answer).alerts[0]
    assert table.hall.everything() == before


def test_the_cloth_map_is_put_right_with_a_reason(table):
    form = {"seen": seen(table, "kai"), "note": "", "key": "k"}
    answer = table.post("/walk-round/kai/table", data=form, answers=400)
    assert read(answer).boxes("note")[0].get("aria-invalid") == "true"
    answer = table.post(
        "/walk-round/kai/table", data={**form, "note": "it had slipped into Sagami", "key": "l"}, answers=303
    )
    row = table.hall.get(TableCheck, ("kai", 0))
    assert (row.result, row.note) == ("table_mended", "it had slipped into Sagami")


def test_a_garrison_the_program_does_not_know_is_raised(table):
    before = table.hall.everything()
    answer = table.post("/walk-round/suruga/raise", data={"troops": "99", "key": "k"}, answers=422)
    assert "cannot raise 99" in read(answer).alerts[0]
    assert table.hall.everything() == before
    assert table.post("/walk-round/suruga/raise", data={"troops": "1", "key": "l"}).status_code == 303
    assert "garrison" in table.get("/walk-round/suruga").text


@pytest.mark.parametrize("address", ["/walk-round/nowhere", "/walk-round/Kai'"])
def test_a_province_that_is_none_gets_a_sentence(table, address):
    answer = table.get(address, answers=400)
    assert "There is no province" in read(answer).alerts[0]


def test_every_printout_can_be_had_and_the_new_ones_say_what_they_must(table):
    for kind in ("walk_round", "missing_orders", "order_cards", "army_cards"):
        answer = table.get(f"/print/{kind}.pdf")
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), kind
    assert table.get("/print/battle_slip.pdf").status_code == 422
    assert table.get("/print/battle_slip.pdf?battle=9").status_code == 422
