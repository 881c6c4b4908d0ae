"""What umpires work from, from the game to the words on paper: it is as the game has it, with nothing on it that a desk
may not know."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from control.kernel.codes import in_groups
from control.kernel.errors import OrderNotAllowed
from control.sengoku.honour.honour_questions import AUTOMATIC
from control.sengoku.paper.fallback.state_lists_questions import present
from control.sengoku.paper.press import KINDS
from control.sengoku.paper.umpires.hall_papers_questions import map_log_data
from control.sengoku.rows import Army, Place, Province
from control.sengoku.rules.people.reactions import ATTITUDES
from control.sengoku.world.ledger.ledger_questions import balances
from tests.conftest import sign_in
from tests.games import CODES, Hall, close
from tests.paper.reading import AT, codes_on, pages_of, pdf_of, print_of, said
from tests.safety.test_midway import as_order

PLANTED = "7,777"


@pytest.fixture
def planted(hall_at):
    """The hall after a battle, every army with a size that nothing else has, and an honour with a word of its own."""
    hall = hall_at("peace")
    numbers = hall.every(select(Army.id))
    for number in numbers:
        hall.correct("army", number, "troops", 7777)
    hall.do("honour.log", "team", clan="takeda", points=4, note="the heron at the ford")
    return hall


@pytest.mark.parametrize(
    ("kind", "desks"),
    [("map_log", {"map", "game"}), ("clan_sheet", {"team", "game"}), ("honour_tally", {"team", "game"}),
     ("npd_sheet", {"npd", "game"}), ("desk_codes", {"game"}), ("desk_jobs", {"npd", "intelligence", "game"}),
     ("province_list", set(CODES)), ("precedence_list", set(CODES)), ("results", {"game"}), ("story", {"game"})],
)  # fmt: skip
def test_a_sheet_is_printed_only_at_desks_that_may_know_what_is_on_it(kind, desks):
    assert set(KINDS[kind].desks) == desks


@pytest.mark.parametrize(
    "kind", ["clan_sheet", "honour_tally", "npd_sheet", "province_list", "precedence_list", "desk_codes"]
)
def test_no_size_of_an_army_and_no_honour_is_on_what_others_print(planted, kind):
    assert PLANTED in said(planted, "map_log")
    text = said(planted, kind)
    assert PLANTED not in text
    assert "7777" not in text
    assert "heron" not in text


# ---- the map log


def test_the_map_log_has_every_army_with_its_way_and_who_met(hall_at):
    hall = hall_at("encounter")
    hall.an_army("hojo", troops=6)
    text = said(hall, "map_log")
    assert re.search(r"A2-5 TAK Takeda Harunobu 3|A2-5 TAK Takeda Harunobu 2", text)
    assert "Uesugi Kenshin (UES), Takeda Harunobu (TAK)" in text
    assert text.count("parley") == 1 + 6  # the open encounter, and six rows to fill in
    assert "no order" in text  # Hōjō's
    hall.settle()
    hall.fight()
    assert "Battle 1, 1 round fought" in said(hall, "map_log")
    hall.end(then="attacker_withdraws")
    assert "Battle 1: Takeda Harunobu won" in said(hall, "map_log")


def test_the_map_log_says_of_a_battle_that_was_called_off_that_it_was(hall_at):
    hall = hall_at("encounter")
    hall.settle()
    hall.end()
    text = said(hall, "map_log")
    assert "Battle 1: called off before its first round" in text
    assert "nobody won" not in text


def test_the_map_log_says_what_binds_an_army_and_what_is_beyond_its_reach(hall):
    number = hall.an_army("uesugi", "echigo", 5, 1)
    hall.march(number, "shinano", "kai", "sagami")
    text = said(hall, "map_log")
    assert "Shinano" in text
    assert "then" in text
    assert "Sagami" in text


def legs_of(hall, army):
    """The phases of an army on the map log: the province, ticked or not; None where it may not move."""
    marches = hall.ask(map_log_data, hall.room.scenario).marches
    march = next(one for one in marches if one.code == hall.army(army).code)
    return [None if leg.shut else f"{leg.province}{' ✓' * leg.walked}" for leg in march.phases], march.note


def test_the_map_log_puts_legs_under_the_phases_in_which_they_are_gone(hall):
    number = hall.an_army("uesugi", "echigo", 5, 3)
    hall.phases(1, 2)
    hall.march(number, "shinano", "kai", "sagami", late="the messenger was ill")
    assert legs_of(hall, number) == ([None, "", "Shinano", "Kai"], "then Sagami")
    hall.phases(3)
    hall.settle(outcome="pass")  # they are asked in Shinano
    assert legs_of(hall, number)[0] == [None, "", "Shinano ✓", "Kai"]
    entry = hall.phases(4).number
    assert legs_of(hall, number)[0] == [None, "", "Shinano ✓", "Kai ✓"]
    hall.undo(entry)
    assert legs_of(hall, number)[0] == [None, "", "Shinano ✓", "Kai"]


def test_the_map_log_has_the_leg_of_a_lost_phase_in_the_next_and_none_for_who_was_stopped(hall):
    hall.an_army("uesugi", "echigo", 18, 3, "uesugi-kenshin")
    hall.an_army("takeda", "shinano", 20, 3, "takeda-harunobu")
    hall.march(1, "shinano", "kai")
    hall.march(2, "echigo", "iwashiro")
    hall.phases(1, 2)  # they stop each other on the border
    assert legs_of(hall, 1) == ([None, "", "Shinano", "Kai"], "")
    passed = hall.settle(outcome="pass").number
    assert legs_of(hall, 1) == ([None, "Shinano ✓", "Kai", ""], "")
    hall.undo(passed)
    hall.settle(outcome="parley")
    assert legs_of(hall, 1) == ([None, "", "", ""], "stopped: parley")


def test_the_map_log_has_what_an_army_had_gone_before_it_was_split_off(hall):
    number = hall.an_army("hojo", "musashi", 4, 3)
    hall.march(number, "sagami", "izu")
    hall.phases(1, 2)
    hall.do("army.split", army=number, general=hall.idle_general("hojo"), troops=2)
    new = max(hall.numbers("army"))
    assert legs_of(hall, number)[0] == legs_of(hall, new)[0] == ["Sagami ✓", "Izu ✓", "", ""]


def test_the_map_log_has_of_an_army_split_off_or_merged_the_phases_of_the_one_it_walked_with(hall):
    number = hall.an_army("hojo", "musashi", 4, 3)
    hall.phases(1, 2)
    hall.march(number, "sagami", "izu", late="the messenger was ill")
    hall.phases(3)
    hall.do("army.split", army=number, general=hall.idle_general("hojo"), troops=2)
    new = max(hall.numbers("army"))
    assert legs_of(hall, new)[0] == ["", "", "Sagami ✓", ""]
    hall.march(new, "izu", late="he follows")
    hall.phases(4)
    assert legs_of(hall, number)[0] == ["", "", "Sagami ✓", "Izu ✓"]
    assert legs_of(hall, new)[0][1:] == ["", "Sagami ✓", "Izu ✓"]
    waits = hall.an_army("hojo", "izu", 2, 3)
    hall.do("army.merge", army=new, into=waits)
    assert legs_of(hall, waits)[0][1:] == ["", "Sagami ✓", "Izu ✓"]


def test_the_map_log_has_the_legs_before_a_day_was_typed_in_and_those_since(hall_at, open_stage, tmp_path):
    old = hall_at("start")
    number = old.an_army("hojo", "musashi", 4, 2)
    old.march(number, "sagami")
    old.phases(1, 2)
    typed = as_order(old.ask(present, old.room.scenario))
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **typed)
    fresh.phases(3)
    (army,) = fresh.numbers("army")
    fresh.march(army, "izu", late="the messenger was ill")
    fresh.phases(4)
    assert legs_of(fresh, army)[0] == [None, "Sagami ✓", "", "Izu ✓"]
    close(fresh.room)


def test_the_map_log_has_no_leg_that_a_crossing_puts_out_of_reach(hall):
    number = hall.an_army("hojo", "kai", 2, 2)
    hall.march(number, "musashi", "kazusa")  # with the crossing it may go one province, which is the first
    assert legs_of(hall, number) == ([None, "Musashi", "", None], "then Kazusa")


# ---- the clan sheet


def test_the_map_log_says_who_stays_is_wounded_goes_along_or_is_held(hall_at):
    hall = hall_at("people")
    hall.correct("character", "hojo-tsunanari", "wounded", True)
    hall.march(1)
    text = said(hall, "map_log")
    for words in ("stays, with Hōjō Ujichika", "no order, general wounded"):
        assert words in text
    held = hall_at("round")
    held.end(then="both_stay")
    assert "battle 1: stays or back to Echigo (R15)" in said(held, "map_log")


def test_the_clan_sheet_is_the_clan_as_the_game_has_it(hall_at):
    hall = hall_at("people")
    hall.do("treaty.record", kind="alliance", one="hojo", other="takeda", terms="until the snow melts")
    hall.do("treaty.record", kind="alliance", one="oda", other="saito", terms="behind its back")
    hall.correct("character", "hojo-tsunanari", "wounded", True)
    text = said(hall, "clan_sheet", clan="hojo")
    assert "Hōjō Tsunanari" in text
    assert "wounded" in text
    assert "Constable of Sagami" in text
    assert "Takeda allied with Hōjō" in text or "Hōjō allied with Takeda" in text
    assert "until the snow melts" in text
    assert "behind its back" not in text
    row = hall.get(Province, "musashi")
    assert f"Musashi {row.rice_value} castle: 2 each winter {row.rice_value - row.raised} " in text
    assert "Troops, Musashi" in text
    rice, cash = hall.ask(balances)["hojo"]
    assert f"Rice {rice} Cash {cash} " in text
    assert "A1-3" not in text  # which army he leads is no business of Team Control


def test_the_clan_sheet_of_one_clan_has_nothing_of_another(hall_at):
    hall = hall_at("casting")
    hall.do("account.spend", "team", clan="oda", kind="bribe", points=1, note="the fox of Kiyosu")
    assert "the fox of Kiyosu" in said(hall, "clan_sheet", clan="oda")
    takeda = said(hall, "clan_sheet", clan="takeda")
    assert "Anna Meier" in takeda
    assert "fox" not in takeda
    assert "Oda" not in takeda


def test_hostages_stand_on_the_sheets_of_both_clans_and_what_is_untold_on_those_who_must_hear(hall_at):
    hall = hall_at("people")
    oda = said(hall, "clan_sheet", clan="oda").partition("Treaties and hostages")[2].partition("To be told")[0]
    assert "Oda Nobunaga is a hostage of Imagawa" in oda
    assert "Holds Oda Nobunaga of Oda as a hostage" in said(hall, "clan_sheet", clan="imagawa")
    fought = hall_at("peace")
    assert "Battle in Shinano" in said(fought, "clan_sheet", clan="uesugi")
    assert "It has heard everything." in said(fought, "clan_sheet", clan="oda")


def test_the_bakufus_books_are_on_no_sheet_of_team_control(hall_at):
    keys = {item.key for item in print_of(hall_at("start"), "clan_sheet").gathered.batches[0].items}
    assert "takeda" in keys
    assert "bakufu" not in keys
    assert "asakura" not in keys


def test_works_under_way_and_abandoned_are_on_the_clan_sheet(hall_at):
    text = said(hall_at("works"), "clan_sheet", clan="takeda")
    assert "castle, ready in winter 1552" in text
    assert "Great Bridge, ready in winter 1552" in text
    assert "abandoned castle" in text


# ---- the honour tally


def test_the_tally_has_every_reason_an_umpire_books_and_no_sum(hall_at):
    hall = hall_at("honour")
    reasons = hall.room.scenario.honour.values()
    text = said(hall, "honour_tally", only=("takeda",))
    for one in reasons:
        assert (one.name in text) is (one.key not in AUTOMATIC)
    assert "Takeda Harunobu" in text
    before = pdf_of(hall, "honour_tally")
    hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="gift")
    assert pdf_of(hall, "honour_tally") == before


def test_a_tally_is_in_no_clans_pack_for_that_goes_to_players(hall_at):
    with pytest.raises(OrderNotAllowed):
        said(hall_at("start"), "honour_tally", clan="takeda")


# ---- clans nobody plays


def test_the_npd_sheet_has_the_clans_npd_control_minds_and_what_they_are_asked(hall_at):
    hall = hall_at("question")
    keys = [item.key for item in print_of(hall, "npd_sheet").gathered.batches[0].items]
    scenario = hall.room.scenario
    assert set(keys) == {key for key, clan in scenario.clans.items() if not clan.played}
    yuki = said(hall, "npd_sheet", clan="yuki")
    assert "Uesugi asks to pass through Etchū: not answered yet" in yuki
    assert "Shinano" in yuki  # next to Etchū, and Takeda's
    assert "Takeda" in yuki
    assert "asks to pass" not in said(hall, "npd_sheet", clan="asakura")
    hall.do("locals.answer", "npd", encounter=1, answer="passage", note="for a gift of horses")
    free = "Uesugi asks to pass through Etchū: Free passage (for a gift of horses)"
    assert free in said(hall, "npd_sheet", clan="yuki")
    hall.do("treaty.record", kind="peace", one="takeda", other="yuki")
    yuki = said(hall, "npd_sheet", clan="yuki")
    assert "Takeda Hida, Shinano peace" in yuki
    assert "at peace" not in yuki  # once: it stands beside its neighbour


def neighbours_of(hall, clan):
    """The neighbours of a clan on its NPD sheet, with their lands."""
    (item,) = print_of(hall, "npd_sheet", clan=clan).gathered.batches[0].items
    return {one.clan: one.where for one in item.thing.neighbours}


def test_the_npd_sheet_has_the_neighbours_of_a_clan_that_holds_only_a_city(hall):
    for province in hall.every(select(Province.id).where(Province.holder == "ukita")):
        hall.correct("province", province, "holder", "amako")
    hall.correct("place", "sakai", "holder", "ukita")
    near = neighbours_of(hall, "ukita")
    assert near["Hongan-ji"] == "Ishiyama Hongan-ji"  # in Settsu as Sakai is
    assert "Settsu" in near["Arima"]
    assert any("Awaji (by sea)" in where for where in near.values())


def test_the_npd_sheet_names_no_rebels_among_the_neighbours(hall_at):
    hall = hall_at("rebels")
    assert "Takeda" in neighbours_of(hall, "yuki")
    with hall.room.store.write() as session:
        for one in session.scalars(select(Province).where(Province.holder == "takeda")):
            one.holder = "rebels"  # which an earlier correction could say
    assert "Rebels" not in neighbours_of(hall, "yuki")


def test_the_npd_sheet_says_so_if_a_clan_has_no_neighbour(hall):
    with hall.room.store.write() as session:
        for land in (*session.scalars(select(Province)), *session.scalars(select(Place))):
            land.holder = "yuki"
    assert "Nobody holds anything next to it." in said(hall, "npd_sheet", clan="yuki")


# ---- lists


def test_the_province_list_says_who_holds_what_and_where_one_can_go(hall_at):
    hall = hall_at("works")
    hall.correct("province", "kai", "holder", "hojo")
    text = said(hall, "province_list")
    provinces = hall.room.scenario.provinces
    assert all(one.name in text for one in provinces.values())
    assert re.search(r"Kai 甲斐 Tōkaidō 5 HOJ Hōjō", text)
    assert "Ishiyama Hongan-ji 2, fortress (Hongan-ji)" in text
    kai = text.partition("Kai 甲斐")[2][:160]
    assert all(provinces[key].name in kai for key in hall.room.scenario.geography.neighbours("kai"))


def test_the_order_of_precedence_is_that_of_the_living(hall_at):
    hall = hall_at("people")
    text = said(hall, "precedence_list")
    assert text.index("1 The Emperor") < text.index("2 Ashikaga Yoshiteru")
    assert "Shōnyo" not in text  # dead
    assert text.index("Daimyo and abbots") < text.index("Takeda Harunobu") < text.index("Everyone else")
    assert text.index("Asakura Norikage") < text.index("Oda Nobunaga")  # 77 years to 17
    assert "Governor of Kai" in text


# ---- desk jobs


def test_each_of_these_desks_has_its_job_on_one_page_through_the_season(hall):
    every = pages_of(pdf_of(hall, "desk_jobs"))
    assert ["The job of the locals" in every[0], "The job of the shadows" in every[1], len(every)] == [True, True, 2]
    for page in (*every, *pages_of(pdf_of(hall, "bakufu_sheet"))):
        for part in ("Orders", "Movement", "Discussion", "Raising troops", "Winter"):
            assert part in page
    assert [item.key for item in KINDS["desk_jobs"].items(SimpleNamespace(desk="npd"))] == ["npd"]


# ---- desk codes


def test_each_desks_code_lets_its_umpires_in_when_it_is_scanned(hall_at, client, app_of):
    hall = hall_at("start")
    pdf = pdf_of(hall, "desk_codes")
    text = " ".join(pages_of(pdf))
    assert all(code in text for code in CODES.values())
    scanned = codes_on(pdf, 0) | codes_on(pdf, 1)
    assert scanned == {f"{AT}/sign-in?code={code}" for code in CODES.values()}
    page = app_of(hall).test_client().get(f"/sign-in?code={CODES['map']}").text
    assert re.search(rf'name="code"[^>]*value="{CODES["map"]}"', page)


def test_a_desks_card_printed_before_there_is_a_network_says_so_and_has_nothing_to_scan(hall_at, app_of, monkeypatch):
    desk = sign_in(app_of(hall_at("start")), "game")
    for address, codes in (("", 0), ("10.1.2.3", 4)):
        monkeypatch.setattr("control.kernel.network.address_in_the_hall", lambda address=address: address)
        pdf = desk.get("/print/desk_codes.pdf", base_url="http://localhost:8000").get_data()
        text = " ".join(pages_of(pdf)[0].split())
        assert (len(codes_on(pdf, 0)), "in no network when this was printed" in text) == (codes, not codes)
        assert (in_groups(CODES["map"]) in text, "localhost" in text) == (True, False)
        hint = "This laptop is in no network yet" in desk.get("/print/", base_url="http://localhost:8000").text
        assert hint is not bool(address)


def test_the_cards_of_an_encrypted_room_carry_the_fingerprint_that_phones_show(hall_at, app_of):
    app = app_of(hall_at("start"))
    whole = ":".join(f"{number:02X}" for number in range(32))
    for fingerprint in ("", whole):
        app.fingerprint = fingerprint
        card = pages_of(sign_in(app, "game").get("/print/desk_codes.pdf").get_data())[0]
        halves = re.findall(r"(?:[0-9A-F]{2}:){8,}(?:[0-9A-F]{2})?", card)
        assert ("".join(halves[:2]) == whole) is bool(fingerprint), card


def test_the_npd_sheet_is_the_dossier_of_each_clan(hall):
    hall.do("attitude.set", "npd", clan="yuki", to="takeda", attitude=-2, reason="a feud")
    text = " ".join(said(hall, "npd_sheet").split())
    assert " ".join(ATTITUDES.values()) in text, "the boxes are the five steps"
    for words in ("writing down its laws", "Wants: To outlast the year;", "Stands: hostile to Takeda"):
        assert words in text
