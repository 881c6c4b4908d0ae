"""Army cards, battle slips and the lists that are carried round, from the game to the words on the paper."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.codes import Code
from control.kernel.proof.verify import verify
from control.sengoku.battle.slips_questions import slip, slips
from control.sengoku.rows import Army, BattleForce, Character, Game, Province, RiskDraw
from control.sengoku.rules.people.generals_codes import general_code
from tests.conftest import room_behind
from tests.paper.reading import AT, codes_on, pages_of, pdf_of, said


def test_an_army_card_tells_what_the_game_knows_and_no_secret_which_is_the_generals_own_paper(hall_at):
    hall = hall_at("orders")
    army = hall.get(Army, 2)
    general = hall.get(Character, army.general)
    pdf = pdf_of(hall, "army_cards", only=("2",))
    (page,) = pages_of(pdf)
    for words in (general.name, army.code, f"{army.troops} when printed", "Home province Kai", "Spring 1550"):
        assert words in page, words
    code = general_code(hall.get(Game, 1).secret, army.id, army.general, 0)
    assert codes_on(pdf) == {f"{AT}/c/{army.code}"}, "the card lies open at the map"
    assert code not in page
    own = pdf_of(hall, "generals_codes", only=("2",))
    assert codes_on(own) == {f"{AT}/tactic/{code}"}
    for words in (general.name, army.code, code, f"{AT}/tactic/"):
        assert words in pages_of(own)[0], words


def test_a_battle_slip_tells_who_fought_what_fell_and_how_it_ended(hall_at):
    hall = hall_at("peace")
    slip = said(hall, "battle_slip")
    assert "Battle slip 1" in slip
    for name in ("Uesugi Kenshin", "Takeda Harunobu", "in Shinano", "withdrew to Echigo"):
        assert name in slip, name
    for number, who in ((1, "A1-3 Uesugi Kenshin"), (2, "A2-5 Takeda Harunobu")):
        army = hall.get(BattleForce, number)
        assert f"{who} {army.troops} {army.lost} {army.troops - army.lost}" in slip  # had, lost, left


def test_the_walk_round_has_every_province_with_its_holder_and_who_stands_there(hall_at):
    hall = hall_at("orders")
    words = said(hall, "walk_round")
    for province in hall.room.scenario.provinces.values():
        assert province.name in words, province.name
    assert hall.get(Province, "kai").holder == "takeda"
    for army in (hall.get(Army, 1), hall.get(Army, 2)):
        assert army.code in words


def test_what_is_missing_names_the_armies_without_an_order(hall_at):
    hall = hall_at("orders")
    hall.an_army("hojo")
    words = said(hall, "missing_orders")
    assert "1 of 3 orders are not in" in words
    assert "Sagami" in words


def test_the_code_of_a_battle_slip_opens_the_page_of_the_battle_at_the_map_and_nothing_elsewhere(desk_at):
    client = desk_at("peace", "map")
    code = Code("B", 1)
    pdf = pdf_of(client.hall, "battle_slip")
    assert codes_on(pdf) == {f"{AT}/c/{code}"}
    assert said(client.hall, "battle_slip").count(str(code)) == 2
    assert client.get(f"/c/{code}").location == "/battles/1"
    app = room_behind(client)
    for number in (1, 99):  # whether there is such a battle, a phone in the hall learns by neither
        phone = app.test_client().get(f"/c/{Code('B', number)}", follow_redirects=True)
        assert "Shinano" not in phone.text
        assert phone.request.path != f"/battles/{number}"


def of_slip(hall, battle=1):
    """The slip of a battle."""
    with hall.room.store.read() as session:
        return slip(session, hall.room.scenario, battle)


def coming_back(hall):
    """What comes back to each unit of battle 1, by its general or its post."""
    found = of_slip(hall)
    return {unit.name: unit.recovers for side in (found.attacker, found.defender) for unit in side.units}


def test_a_slip_promises_nothing_to_an_army_whose_general_was_killed_by_his_card(hall_at):
    hall = hall_at("peace")
    assert coming_back(hall)["Uesugi Kenshin"]
    draw = hall.every(select(RiskDraw.id).filter_by(character="uesugi-kenshin", battle=1))[0]
    hall.do("risk.draw", draw=draw, card="ace of spades")
    assert coming_back(hall)["Uesugi Kenshin"] == 0
    assert verify(hall.room).same


def test_a_slip_of_autumn_promises_nothing_and_reads_in_winter_as_it_did(hall):
    hall.next_season()
    hall.next_season()
    hall.do("garrison.raise", "game", province="hida", troops=9, force="the test")
    hall.comes("uesugi", "echizen", "hida", 9)
    hall.settle()
    hall.fight(3)
    hall.end(then="both_stay")
    given = of_slip(hall)
    lost = [unit for side in (given.attacker, given.defender) for unit in side.units]
    assert sum(unit.lost for unit in lost) > 0
    assert [unit.recovers for unit in lost] == [0] * len(lost)
    hall.next_season()
    assert of_slip(hall) == given


def test_a_slip_tells_what_comes_back_to_men_who_are_in_another_force_by_now(hall_at):
    hall = hall_at("shares")
    hall.end(then="attacker_withdraws")
    before = coming_back(hall)
    general = hall.army(4).general
    for draw in hall.every(select(RiskDraw.id).filter_by(character=general, card="")):
        hall.do("risk.draw", draw=draw, card="7 of hearts")
    hall.do("army.disband", army=4, as_garrison=True)
    assert before["Takeda Harunobu"]
    assert coming_back(hall) == before
    hall.next_season()
    assert coming_back(hall) == before
    assert verify(hall.room).same


def test_a_slip_tells_of_men_who_were_sent_home_before_they_came_back(hall_at):
    hall = hall_at("peace")
    hall.do("army.disband", army=1, as_garrison=False)
    hall.next_season()
    assert coming_back(hall)["Uesugi Kenshin"] == 0
    assert verify(hall.room).same


def test_a_slip_tells_where_the_loser_went_when_the_season_ended_the_battle(hall_at):
    hall = hall_at("decision")
    for clan, troops in (("hojo", 60), ("oda", 1)):  # a second one is decided too
        hall.an_army(clan, "mikawa", troops, 3)
    hall.do("encounter.call", province="mikawa", clans=["hojo", "oda"], reason="they shout BANZAI")
    hall.settle(2, attacker="hojo", defender="oda")
    hall.fight(6, battle=2)
    hall.next_season()
    of_battles = hall.ask(slips, hall.room.scenario, ("1", "2"))
    said = [[words.partition(",")[0] for words in found.retreat] for found in of_battles]
    assert said == [["Takeda Harunobu"], ["Oda Nobunaga"]]
