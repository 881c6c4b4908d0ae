"""The shipped scenario against the handbook: sections 4, 9 and 10 typed in here once more, and the rulings."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotUnderstood
from control.kernel.scenarios.folder import faults_in
from control.kernel.scenarios.scenario_folders import shipped
from control.sengoku.scenario.load import load, read_folder
from control.sengoku.scenario.model import Character, Scenario
from tests.scenario.workbench import SHIPPED

# Handbook 10: province, rice value, ruler; * is a castle. Spelt as printed.
PROVINCES = """
AKI 8 Sue|AWA (east) 2 Satomi|AWA (west) 6 Miyoshi|AWAJI 1 Miyoshi|BINGO 2 Mori|BITCHU 3 Ukita|BIZEN 6 Ukita
BUNGO 5 Otomo|BUZEN 5 Otomo|CHIKUGO 7 Otomo|CHIKUZEN 11 Sue|DEWA* 15 Akita|ECHIGO* 9 Uesugi
ECHIZEN* 10 Asakura|ETCHU 2 Yuki|HARIMA* 8 Yamana|HIDA 2 Takeda|HIGO* 12 Otomo|HITACHI* 12 Satake
HIZEN* 15 Goto|HOKI 2 Yamana|HYUGA 3 Shimazu|IGA 1 Rokkaku|IKI 0 Mori|INABA 7 Yamana|ISE* 11 Toki
IWAMI 2 Sue|IWASHIRO 23 Date|IYO 9 Kono|IZU 1 Hojo|IZUMI 1 Hatakeyama|IZUMO 5 Amako|KAGA* 23 Hongan-ji
KAI 5 Takeda|KAWACHI 1 Hatakeyama|KAZUSA 3 Hojo|KII 3 Masuda|KOZUKE* 9 Hojo|MIKAWA 5 Imagawa
MIMASAKA 2 Ukita|MINO 5 Saito|MUSASHI* 17 Hojo|MUTSU* 14 Ashina|NAGATO* 8 Mori|NOTO 1 Hongan-ji
OKI 1 Amako|OMI 8 Rokkaku|OSUMI 1 Shimazu|OWARI* 13 Oda|RIKUOKU 2 Ashina|SADO 1 Uesugi|SAGAMI 3 Hojo
SANUKI* 4 Miyoshi|SATSUMA* 15 Shimazu|SETTSU 2 Arima|SHIMA 1 Inagaki|SHIMINOTSUKE 4 Uesugi
SHIMOSA* 6 Chiba|SHINANO* 9 Takeda|SUO 2 Sue|SURUGA 2 Imagawa|TAJIMA 1 Yamana|TAMBA 4 Maeda
TANGO 2 Nagaoka|TOSA 5 Miyoshi|TOTOMI 3 Imagawa|TSUSHIMA 2 Mori|WAKASA 2 Kinoshita|YAMASHIRO 2 Miyoshi
YAMATO 2 Masuda
"""

# Handbook 10, "Other places within Provinces": place, province, value, holder, fortification.
PLACES = {
    "enryaku-ji": ("yamashiro", 2, "enryaku-ji", "fortress"),
    "ishiyama-hongan-ji": ("settsu", 2, "hongan-ji", "fortress"),
    "kyoto": ("yamashiro", 3, "miyoshi", "none"),
    "sakai": ("settsu", 5, None, "none"),
    "osaka": ("settsu", 1, "arima", "none"),
    "edo": ("musashi", 2, "hojo", "none"),
}

# Handbook 9: the head of each house, age, ancestor, and the home province (R31; D16 and D17 set two of them).
LEADERS = """
Akita Yoshisue|35|Abe|dewa
Amako Kunihisa|50|Sasaki|izumo
Arima Yoshisada|29|Fujiwara|settsu
Asakura Norikage|77|Kusakabe-Oji|echizen
Chiba Toshitane|22|Taira|shimosa
Date Terumune|32|Fujiwara|iwashiro
Ashina Morikiyo|60|Taira|mutsu
Gotō Motokuni|42|Seiwa-Genji|hizen
Hatakeyama Takamasa|27|Taira|kawachi
Hōjō Ujiyasu|36|Taira|sagami
Imagawa Yoshimoto|32|Seiwa-Genji|suruga
Inagaki Shigekata|49|Seiwa-Genji|shima
Kinoshita Iesada|27||wakasa
Kōno Michinao|24|Iyo-shinmo|iyo
Maeda Toshiie|23|Sugawara|tamba
Masuda Nagamori|26||kii
Miyoshi Chōkei|27|Seiwa-Genji|yamashiro
Mōri Motonari|54|Minamoto|nagato
Nagaoka Fujitaka|49||tango
Oda Nobunaga|17|Taira|owari
Ōtomo Yoshishige|21|Fujiwara|chikugo
Rokkaku Sadayori|60|Minamoto|omi
Saitō Toshimasa|57|Fujiwara|mino
Satake Yoshiaki|33|Minamoto|hitachi
Satomi Yoshitaka|29|Seiwa-Genji|awa-east
Shimazu Takahisa|28|Minamoto|satsuma
Sue Harukata|37||iwami
Takeda Harunobu|28|Minamoto|kai
Toki Yoshiyori|49|Minamoto|ise
Uesugi Kenshin|21|Fujiwara|echigo
Ukita Naoie|21|Minamoto|bitchu
Yamana Masakuni|31|Minamoto|inaba
Yūki Masakatsu|47|Fujiwara|etchu
"""


def test_the_shipped_scenario_has_no_fault() -> None:
    assert faults_in(read_folder, "sengoku_1550") == []


def test_it_holds_the_whole_map(sengoku: Scenario) -> None:
    assert len(sengoku.provinces) == 70
    assert len(sengoku.places) == 6
    assert len(sengoku.borders) == 131
    assert len(sengoku.crossings) == 27
    assert {road: len(legs) for road, legs in sengoku.roads.items()} == {"nakasendo": 5, "tokaido": 10}
    assert sum(province.mountainous for province in sengoku.provinces.values()) == 19


def test_every_province_is_as_section_10_prints_it(sengoku: Scenario) -> None:
    printed = set()
    for entry in PROVINCES.strip().replace("\n", "|").split("|"):
        name, value, ruler = entry.rsplit(" ", 2)
        printed.add((name.rstrip("*"), int(value), ruler.lower(), "castle" if "*" in name else "none"))
    held = {(row.handbook_name, row.rice_value, row.ruler, row.castle) for row in sengoku.provinces.values()}
    assert held == printed
    assert sum(value for _, value, _, _ in held) == 399


def test_every_place_is_as_section_10_prints_it(sengoku: Scenario) -> None:
    held = {row.id: (row.province, row.value, row.holder, row.fortification) for row in sengoku.places.values()}
    assert held == PLACES
    assert sum(row.value for row in sengoku.places.values()) == 15


def test_there_are_eighteen_castles_and_the_two_temple_fortresses(sengoku: Scenario) -> None:
    works = [row.castle for row in sengoku.provinces.values()]
    works += [row.fortification for row in sengoku.places.values()]
    assert (works.count("castle"), works.count("fortress")) == (18, 2)


@pytest.mark.parametrize(
    ("ruling", "holding", "value", "holder"),
    [
        ("D1", "kii", 3, "masuda"),
        ("D2", "harima", 8, "yamana"),
        ("D3", "osaka", 1, "arima"),
        ("D4", "enryaku-ji", 2, "enryaku-ji"),
        ("D5", "ishiyama-hongan-ji", 2, "hongan-ji"),
        ("D6", "kyoto", 3, "miyoshi"),
    ],
)
def test_where_the_handbook_contradicts_itself_the_ruling_stands(
    sengoku: Scenario, ruling: str, holding: str, value: int, holder: str
) -> None:
    if holding in sengoku.places:
        place = sengoku.places[holding]
        assert (place.value, place.holder) == (value, holder)
    else:
        province = sengoku.provinces[holding]
        assert (province.rice_value, province.ruler) == (value, holder)


def leader_of(scenario: Scenario, clan: str) -> Character:
    """Who stands at the head of a clan."""
    return scenario.characters[scenario.clans[clan].leader]


def test_every_daimyo_is_as_section_9_prints_him(sengoku: Scenario) -> None:
    printed = set()
    for line in LEADERS.strip().splitlines():
        name, age, ancestor, home = line.split("|")
        printed.add((name, int(age), ancestor, home))
    daimyo = {
        (leader.name, leader.age, leader.ancestor, clan.home_province)
        for clan in sengoku.clans.values()
        if (leader := leader_of(sengoku, clan.id)).role == "daimyo"
    }
    assert daimyo == printed


def test_there_are_two_temples_and_the_bakufu_beside_the_daimyo(sengoku: Scenario) -> None:
    kinds = [clan.kind for clan in sengoku.clans.values()]
    assert (kinds.count("clan"), kinds.count("temple"), kinds.count("bakufu")) == (33, 2, 1)
    assert {leader_of(sengoku, clan).role for clan in ("enryaku-ji", "hongan-ji")} == {"abbot"}
    assert sengoku.clans["hongan-ji"].home_place == "ishiyama-hongan-ji"  # D13
    assert leader_of(sengoku, "hongan-ji").age == 60  # D28
    shogun = leader_of(sengoku, "bakufu")
    assert (shogun.name, shogun.role, shogun.age) == ("Ashikaga Yoshiteru", "shogun", 16)  # D27


def test_every_played_clan_can_take_the_field(sengoku: Scenario) -> None:
    for clan in sengoku.clans.values():
        roles = [person.role for person in sengoku.characters.values() if person.clan == clan.id]
        assert leader_of(sengoku, clan.id).role in ("daimyo", "abbot", "shogun"), clan.id
        assert roles.count("taisho") == (1 if clan.played else 0), clan.id


def test_a_taisho_starts_with_experience_two_and_everybody_else_with_one(sengoku: Scenario) -> None:
    for person in sengoku.characters.values():
        assert person.experience == (2 if person.role == "taisho" else 1), person.name


def test_three_governors_and_a_constable_in_every_home_province(sengoku: Scenario) -> None:
    governors = {(title.character, title.province) for title in sengoku.titles if title.kind == "governor"}
    assert governors == {
        ("imagawa-yoshimoto", "suruga"),
        ("takeda-harunobu", "kai"),
        ("akita-yoshisue", "dewa"),
    }
    constables = {(title.character, title.province) for title in sengoku.titles if title.kind == "constable"}
    assert constables == {(clan.leader, clan.home_province) for clan in sengoku.clans.values() if clan.kind == "clan"}
    assert len(sengoku.titles) == 36


def test_1550_is_the_nineteenth_year_of_tembun(sengoku: Scenario) -> None:
    assert (sengoku.first_year, sengoku.first_season) == (1550, "spring")
    assert (sengoku.era.name, sengoku.era.year(sengoku.first_year)) == ("Tembun", 19)


def test_a_season_takes_thirty_minutes_in_four_phases(sengoku: Scenario) -> None:
    assert sengoku.season_minutes == 30
    assert [phase.minutes for phase in sengoku.phases] == [5, 10, 10, 5]


def test_the_geography_knows_the_way_from_kai(sengoku: Scenario) -> None:
    way = sengoku.geography
    assert way.neighbours("kai") == ["musashi", "sagami", "shinano", "suruga"]
    assert way.neighbours("sado") == ["echigo"]
    assert way.by_sea("echigo", "sado")
    assert way.on_road("tokaido", "sagami", "suruga")  # the Ashigara branch
    assert not way.on_road("nakasendo", "omi", "ise")


def test_the_map_can_be_drawn(sengoku: Scenario) -> None:
    assert sengoku.geometry.provinces.keys() == sengoku.provinces.keys()
    for polygons in sengoku.geometry.provinces.values():
        for polygon in polygons:
            for ring in polygon:
                assert ring[0] == ring[-1]
                assert all(128 < lon < 146 and 30 < lat < 42 for lon, lat in ring)
    assert len(sengoku.geometry.lakes) == 1
    assert {road: len(lines) for road, lines in sengoku.geometry.road_lines.items()} == {
        "nakasendo": 1,
        "tokaido": 2,
    }
    start = sengoku.geometry.road_lines["tokaido"][0][0]
    assert start == pytest.approx((135.77, 35.01))  # Kyoto


def test_a_scenario_is_found_by_its_name_or_its_folder() -> None:
    assert "sengoku_1550" in shipped()
    assert load(SHIPPED).key == load(str(SHIPPED)).key == "sengoku_1550"


@pytest.mark.parametrize("wrong", ["sengoku_155", "", "no/such/folder"])
def test_an_unknown_scenario_is_refused_with_the_names_there_are(wrong: str) -> None:
    with pytest.raises(OrderNotUnderstood, match="sengoku_1550") as refusal:
        load(wrong)
    assert f'no scenario "{wrong}"' in refusal.value.sentence
    assert ('Did you mean "sengoku_1550"?' in refusal.value.sentence) == (wrong == "sengoku_155")


def test_a_file_is_no_scenario() -> None:
    with pytest.raises(OrderNotUnderstood, match="no scenario"):
        load(SHIPPED / "scenario.toml")
