"""From the game to the table: counters, tactic cards, badges and signs say what the game says."""

from __future__ import annotations

import re
from math import ceil

from control.sengoku.paper.press import KINDS
from control.sengoku.paper.table.table_papers_questions import (
    common_counters,
    people_counters,
    tactic_sets,
    troop_counters,
    troops_of,
)
from control.sengoku.rows import Character, Clan, Player
from control.sengoku.rules.desks import SEES_ARMIES
from tests.paper.reading import pages_of, pdf_of, print_of, said


def sheets(hall, query):
    """The sheets of counters by clan."""
    return dict(hall.ask(query, hall.room.scenario))


def count(sheet, kind, value=None):
    """How many counters of a kind are on a sheet."""
    return sum(one.count for one in sheet.counters if one.kind == kind and value in (None, one.value))


def worth(sheet, kind):
    """What they come to."""
    return sum(one.count * one.value for one in sheet.counters if one.kind == kind)


def test_a_clan_gets_troops_for_what_stands_and_what_it_can_still_raise(hall_at):
    hall = hall_at("orders")
    before = worth(sheets(hall, troop_counters)["hojo"], "troops")
    value = hall.room.scenario.provinces["sagami"].rice_value
    hall.do("garrison.raise", province="sagami", troops=value)  # all of it this year
    assert worth(sheets(hall, troop_counters)["hojo"], "troops") == before  # from what it could to what stands
    army = hall.an_army("hojo", troops=7)  # more than it could: Control forced it
    hall.correct("army", army, "troops", 12)
    assert worth(sheets(hall, troop_counters)["hojo"], "troops") > before
    assert hall.ask(troops_of)["hojo"] == worth(sheets(hall, troop_counters)["hojo"], "troops")


def test_a_place_raises_counters_as_a_province_does(hall_at):
    hall = hall_at("orders")
    before = hall.ask(troops_of)
    hall.correct("place", "sakai", "holder", "ukita")
    value = hall.room.scenario.places["sakai"].value
    assert value
    assert hall.ask(troops_of)["ukita"] == before["ukita"] + value  # R23
    hall.correct("place", "sakai", "raised", 1)
    assert hall.ask(troops_of)["ukita"] == before["ukita"] + value - 1


def test_the_number_of_men_is_printed_and_so_are_crest_and_letters(hall_at):
    hall = hall_at("orders")
    total = worth(sheets(hall, troop_counters)["takeda"], "troops")
    page = said(hall, "counters", only=("takeda",))
    assert f"Takeda: troops and works {total * 1000:,} men" in page
    assert page.count("TAK") == sum(one.count for one in sheets(hall, troop_counters)["takeda"].counters)


def test_a_castle_that_changes_hands_is_a_counter_of_its_new_holder(hall_at):
    hall = hall_at("orders")
    castle = next(one for one in hall.room.scenario.provinces.values() if one.castle == "castle" and one.ruler)
    before = sheets(hall, troop_counters)
    hall.correct("province", castle.id, "holder", "ukita")
    after = sheets(hall, troop_counters)
    assert count(after["ukita"], "castle") == count(before["ukita"], "castle") + 1
    assert count(after[castle.ruler], "castle") == count(before[castle.ruler], "castle") - 1
    assert {one.value for one in after["ukita"].counters if one.kind == "fortress"} == {10}


def test_everybody_who_lives_has_a_counter_and_the_dead_have_none(hall_at):
    hall = hall_at("orders")
    alive = sheets(hall, people_counters)["takeda"]
    names = {one.name for one in alive.counters if one.kind == "general"}
    assert "Takeda Harunobu" in names
    assert count(alive, "flag") == len(names)
    hall.correct("character", "takeda-harunobu", "alive", False)
    after = sheets(hall, people_counters)["takeda"]
    assert {one.name for one in after.counters if one.kind == "general"} == names - {"Takeda Harunobu"}


def test_a_hostage_is_named_on_a_counter_of_his_own_clan(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "takeda-yoshinobu", "held_by", "uesugi")
    name = hall.get(Character, "takeda-yoshinobu").name
    held = [one for one in sheets(hall, people_counters)["takeda"].counters if one.kind == "hostage" and one.name]
    assert [one.name for one in held] == [name]
    page = said(hall, "counters", only=("takeda-people",))
    assert page.count(name.split()[-1]) == 2  # as a general, who may command for his hosts, and as a hostage


def test_rice_and_cash_come_to_a_years_income_of_the_land(hall_at):
    hall = hall_at("orders")
    scenario = hall.room.scenario
    sheet = hall.ask(common_counters, scenario)
    places = {
        kind: sum(one.value for one in scenario.places.values() if (one.income == "rice") is kind)
        for kind in (True, False)
    }
    rights = {
        kind: sum(one.value for one in scenario.incomes.values() if (one.kind == "rice") is kind)
        for kind in (True, False)
    }
    land = sum(one.rice_value for one in scenario.provinces.values())
    assert worth(sheet, "rice") == land + places[True] + rights[True]
    assert worth(sheet, "cash") >= places[False] + rights[False]
    living = sum(row["alive"] for row in hall.rows("character"))
    assert count(sheet, "wound") == ceil(living / 3)


def test_one_clans_counters_name_nobody_else(hall_at):
    page = said(hall_at("orders"), "counters", clan="takeda")
    assert "Takeda Harunobu" in page
    assert not re.search(r"Uesugi|UES|Hōjō|HOJ|Rice", page)


def test_rebels_have_counters_though_no_scenario_knows_them(hall_at):
    hall = hall_at("rebels")
    assert worth(sheets(hall, troop_counters)["rebels"], "troops") == 4
    text = said(hall, "counters")
    assert "Rebels: troops and works 4,000 men" in text
    assert "Takeda: troops and works" in text


def test_only_desks_that_see_armies_print_counters():
    assert set(KINDS["counters"].desks) <= set(SEES_ARMIES)


def test_more_troops_make_no_counter_wrong_but_another_general_does(hall_at):
    hall = hall_at("orders")
    first = print_of(hall, "counters")
    hall.do("print.record", "map", **first.manifest())
    hall.an_army("hojo", troops=5)
    hall.correct("character", "takeda-harunobu", "alive", False)
    again = print_of(hall, "counters", changed=True)
    assert [item.key for item in again.gathered.batches[0].items] == ["takeda-people"]


def test_tactic_cards_have_the_shifts_of_the_matrix_from_either_side(hall_at):
    hall = hall_at("orders")
    matrix = hall.room.scenario.tables.tactics
    sets = dict(tactic_sets(hall.room.scenario))
    assert set(sets) == {"attacker", "defender"}
    for side, cards in sets.items():
        assert [card.name for card in cards] == list(matrix.labels.values())
        for own, card in zip(matrix.names, cards, strict=True):
            for other, (label, shift) in zip(matrix.names, card.against, strict=True):
                towards_attacker = matrix.shifts[(own, other) if side == "attacker" else (other, own)]
                assert (label, shift) == (
                    matrix.labels[other],
                    towards_attacker if side == "attacker" else -towards_attacker,
                )
    attacker, defender = pages_of(pdf_of(hall, "tactic_cards"))
    assert "Surprise Assault Against columns your way Outflank 0 Surprise Assault 0 Fighting Withdrawal −2" in attacker
    assert (attacker.count("Attacker"), defender.count("Defender")) == (6, 6)
    assert attacker.count("Not in a battle at sea") == 1


def test_a_badge_has_name_role_clan_titles_and_who_plays(hall_at):
    hall = hall_at("orders")
    hall.do("player.add", "game", name="Ana Petrović", clan="takeda")
    with hall.room.store.read() as session:
        number = session.query(Player).one().id
    hall.do("part.cast", "game", player=number, character="takeda-harunobu")
    page = said(hall, "badges", only=("takeda-harunobu",))
    for words in ("Takeda Harunobu", "Daimyo", "武田", "TAK", "Ana Petrović"):
        assert words in page
    titles = [one for one in hall.room.scenario.titles if one.character == "takeda-harunobu" and one.province]
    for title in titles:
        assert f"{title.kind.capitalize()} of {hall.room.scenario.provinces[title.province].name}" in page


def test_those_of_played_clans_get_badges_and_their_tables_signs(hall_at):
    hall = hall_at("orders")
    with hall.room.store.read() as session:
        played = [one.name for one in session.query(Clan).filter_by(played=True)]
    pages = pages_of(pdf_of(hall, "table_signs"))
    assert len(pages) == len(played)
    assert all(any(name in page for page in pages) for name in played)
    named = said(hall, "badges")
    assert "Takeda Harunobu" in named
    assert "Ukita Naoie" not in named
    assert pages_of(pdf_of(hall, "table_signs", clan="takeda"))[0].count("武田") == 2
