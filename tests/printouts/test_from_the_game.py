"""Printouts of a game: what the queries make of it, down to the words on the paper."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from control.sengoku.battle.slips_questions import slips
from control.sengoku.paper.season.cards_questions import army_card_data, generals_code_data, stamp
from control.sengoku.paper.season.sheets_questions import missing_data, walk_round_data
from control.sengoku.rows import Companion, Encounter, Game
from control.sengoku.rules.people.generals_codes import general_code
from printouts.march.missing_orders import missing_orders
from tests.paper.reading import all_order_cards
from tests.printouts.conftest import words_of
from tests.printouts.pdfs import pdf_of


def url(path):
    """An address in the hall."""
    return f"http://192.0.2.1:8000{path}"


@pytest.fixture
def asked():
    """Asks a query of a hall's game."""

    def ask(hall, query, *arguments, **named):
        return hall.ask(query, hall.room.scenario, *arguments, **named)

    return ask


# ---- cards


@pytest.mark.parametrize(("experience", "counts", "after"), [(1, 1, 1), (2, 1, 2), (4, 3, 3)])
def test_what_a_wounded_victor_learned_counts_less_his_wound(hall_at, asked, experience, counts, after):
    hall = hall_at("encounter")
    hall.correct("character", "uesugi-kenshin", "experience", experience)
    hall.correct("character", "uesugi-kenshin", "wounded", True)
    hall.settle()
    hall.fight(3)
    hall.end(then="defender_withdraws")
    victor = asked(hall, slips)[0].attacker
    assert (victor.experience, victor.experience_after) == (counts, after)


def test_a_code_on_paper_opens_the_entry_and_the_generals_own_page_only_him(hall_at, asked):
    hall = hall_at("orders")
    card = asked(hall, army_card_data, url)[0]
    assert card.url == "http://192.0.2.1:8000/c/A2-5"
    own = dict(asked(hall, generals_code_data, url))["2"]
    assert own.code == general_code(hall.get(Game, 1).secret, 2, "takeda-harunobu", 0)
    assert (own.url, own.door) == (f"http://192.0.2.1:8000/tactic/{own.code}", "http://192.0.2.1:8000/tactic/")
    assert own.code not in repr(card)
    order = asked(hall, all_order_cards, url)[0]
    assert order.url == f"http://192.0.2.1:8000/c/{order.code}"


def test_an_order_card_of_a_season_under_way_says_the_allowance_that_its_first_phase_fixed(hall_at, asked):
    hall = hall_at("peace")
    (card,) = asked(hall, all_order_cards, url)
    assert card.general == "Takeda Harunobu"  # experience 3 since the battle of phase 2; he set out with 2
    assert (card.allowance, card.left, card.phases) == (hall.army(2).allowance, 1, "3") == (2, 1, "3")
    assert "With the way so far" in card.allowance_note
    hall.next_season()
    later = {one.general: one for one in asked(hall, all_order_cards, url)}["Takeda Harunobu"]
    assert (later.allowance, later.phases) == (3, "2 3 4")


def test_an_army_card_names_its_companions(hall_at, asked):
    hall = hall_at("orders")
    with hall.room.store.write() as session:
        session.add(Companion(character="obu-toramasa", army=2))
    assert [card.companions for card in asked(hall, army_card_data, url)] == [("Obu Toramasa",), ()]


@pytest.mark.parametrize(
    ("minutes", "phase", "words"),
    [(4, 1, "LATE by 4 min, after phase 1"), (4, 0, "LATE by 4 min"), (None, 2, "LATE, after phase 2"),
     (0, 0, "LATE"), (None, None, "LATE")],
)  # fmt: skip
def test_a_stamp_says_no_more_than_is_known(minutes, phase, words):
    assert stamp(minutes, phase) == words


def test_a_late_order_is_stamped_and_one_in_time_is_not(hall_at, asked):
    hall = hall_at("orders")
    hall.an_army("hojo")
    hall.do("orders.lock")
    hall.march(3, late="the runner fell")
    stamps = {card.code[1]: card.late for card in asked(hall, all_order_cards, url)}
    assert stamps["1"] == stamps["2"] == ""
    assert stamps["3"].startswith("LATE")


def test_a_card_printed_alone_after_the_lock_is_stamped_with_how_late_it_is(hall_at, asked):
    hall = hall_at("orders")
    hall.an_army("hojo")
    hall.do("orders.lock")
    now = datetime.fromisoformat(hall.get(Game, 1).locked_at) + timedelta(minutes=7, seconds=20)
    assert [card.late for card in asked(hall, all_order_cards, url, now)] == ["LATE by 7 min", "", ""]  # two are in
    assert {card.late for card in asked(hall, all_order_cards, url)} == {""}


# ---- what is missing


def test_missing_orders_are_listed_by_clan_with_all_other_open_business(hall_at, asked):
    hall = hall_at("encounter")
    hall.an_army("hojo")
    sheet = asked(hall, missing_data)
    assert (sheet.given, sheet.armies) == (2, 3)
    assert [(clan.clan.name, [army.province for army in clan.armies]) for clan in sheet.clans] == [("Hōjō", ["Sagami"])]
    assert sheet.clans[0].armies[0].code.startswith("M3-")
    assert dict(sheet.open)["Encounters to settle"] == ("Meeting in Shinano, phase 2",)


def test_the_end_of_a_battle_leaves_draws_and_notices_on_the_list(hall_at, asked):
    kinds = dict(asked(hall_at("peace"), missing_data).open)
    assert len(kinds["Risk cards to draw"]) == 2
    assert any("Shinano" in sentence for sentence in kinds["To be told"])


def test_the_list_that_is_carried_round_has_no_size_on_it(hall_at):
    hall = hall_at("battle")
    hall.correct("army", 1, "troops", 7777)
    text = " ".join(words_of(pdf_of(missing_orders, hall.ask(missing_data, hall.room.scenario))))
    assert "7777" not in text
    assert "7,777" not in text


def test_in_winter_no_order_is_missing(hall_at, asked):
    assert asked(hall_at("winter"), missing_data).clans == ()


# ---- slips and the walk-round


def test_the_slip_of_a_battle_has_its_rounds_losses_and_where_the_loser_went(hall_at, asked):
    (slip,) = asked(hall_at("peace"), slips)
    assert (slip.number, slip.where) == (1, "in Shinano, in the mountains")
    assert {slip.attacker.name, slip.defender.name} == {"Uesugi Kenshin", "Takeda Harunobu"}
    assert [len(one.steps) > 5 for one in slip.rounds] == [True]
    assert slip.retreat == ("Uesugi Kenshin, army A1-3, withdrew to Echigo.",)
    assert slip.defender.notional == (("castle", 5),)
    assert len(slip.draws) == 2
    assert sum(unit.lost for unit in slip.attacker.units) == slip.attacker.lost > 0


def test_the_slips_are_those_of_this_season_or_the_one_that_is_wanted(hall_at, asked):
    hall = hall_at("peace")
    hall.next_season()
    assert asked(hall, slips) == []
    assert asked(hall, slips, ("1", "9"))[0].number == 1
    with hall.room.store.write() as session:  # as if it had been fought in the summer of a year before
        met = session.get_one(Encounter, 1)
        met.year, met.season = met.year - 1, "summer"
    assert asked(hall, slips) == []


def test_the_walk_round_has_every_province_with_its_forces(hall_at, asked):
    hall = hall_at("orders")
    hall.correct("province", "kai", "unrest", True)
    hall.do("table.check", province="kai", result="table_mended", note="it had slipped")
    rows = {row.name: row for row in asked(hall, walk_round_data).rows}
    assert len(rows) == len(hall.room.scenario.provinces)
    assert rows["Kai"].land.endswith("unrest")
    assert rows["Kai"].forces == (("TAK", "A2-5 Takeda Harunobu", 20),)
    assert rows["Kai"].checked == "cloth map put right: it had slipped (Map Control, before the first phase)"
    hall.correct("army", 2, "troops", 19)
    assert {row.name: row for row in asked(hall, walk_round_data).rows}["Kai"].checked == ""
    assert rows["Hida"].forces[0][1] == "garrison"
    assert any("Kyoto" in place for place in rows["Yamashiro"].places)
