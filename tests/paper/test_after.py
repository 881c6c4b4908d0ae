"""What is handed out after the game: it agrees with the game, and keeps the secrets that outlast it."""

from __future__ import annotations

import re

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sengoku.paper.afterwards.afterwards_questions import holders, plain
from control.sengoku.paper.afterwards.stories_questions import Reader, story_data
from control.sengoku.rows import Battle, BattleForce, Game
from tests.games import Hall, close, to_running
from tests.paper.reading import pages_of, pdf_of, print_of, said
from tests.safety.test_midway import as_order, lists


@pytest.fixture
def year(hall_at):
    """A year has gone by: Takeda beat Uesugi in Shinano and lost it all the same, Shōnyo died, boards were released."""
    hall = hall_at("peace")
    rows = (
        ("Anna Meier", "takeda", "daimyo"),
        ("Ben Ōno", "takeda", "Obu Toramasa"),
        ("Chris Doe", "uesugi", "daimyo"),
    )
    hall.do(
        "player.import", "game", rows=[{"name": name, "clan": clan, "character": part} for name, clan, part in rows]
    )
    hall.do("honour.log", "team", clan="takeda", points=4, note="the heron at the ford")
    hall.do("board.release", "game")
    hall.do("treaty.record", kind="alliance", one="takeda", other="hojo")
    hall.do("risk.call", character="shonyo", cause="age")
    draw = max(row["id"] for row in hall.rows("risk_draw"))
    hall.do("risk.draw", draw=draw, card="ace of spades")
    hall.next_season()
    hall.correct("province", "shinano", "holder", "uesugi")
    hall.next_season()
    hall.next_season()
    return hall


def page_of(hall, key):
    """The story of a player, or of a person nobody plays."""
    (page,) = pages_of(pdf_of(hall, "story", only=(key,)))
    return page


def lives_of(hall):
    """What the journal tells of each person alone."""
    with hall.room.store.read() as session:
        reader = Reader(session, hall.room.scenario)
        reader.read()
        return reader.lives


# ---- results


def test_the_results_of_a_clan_are_what_became_of_it(year):
    takeda = said(year, "results", clan="takeda")
    assert "Holds: Hida (2), Kai (5)" in takeda
    assert "Lost since the start: Shinano (9)" in takeda
    assert "Won since the start: Shinano (9)" in said(year, "results", clan="uesugi")
    assert "Spring 1550 Shinano Uesugi won" in takeda
    lost = sum(
        year.get(BattleForce, number).lost for number in (1, 2) if year.get(BattleForce, number).role == "attacker"
    )
    assert f"Spring 1550 Shinano Takeda lost {lost}" in said(year, "results", clan="uesugi")
    assert year.get(Battle, 1).winner == "defender"
    assert re.search("Place among the clans 1st ?of 16", takeda)
    assert "Governor of Kai: Takeda Harunobu" in takeda
    assert "Troops 22" in takeda
    dead = said(year, "results", clan="hongan-ji")
    assert "Shōnyo, Spring 1550: Shōnyo drew the ace of spades" in dead
    assert "(R19)" not in dead


def test_who_held_a_province_is_known_for_the_end_of_every_season(year):
    year.undo(year.correct("province", "kai", "holder", "oda").number)
    with year.room.store.read() as session:
        held = holders(session, Game.only(session))
    assert held.first["shinano"] == "takeda"
    assert [end["shinano"] for end in held.ends] == ["takeda", "uesugi", "uesugi", "uesugi"]
    assert [end["kai"] for end in held.ends] == ["takeda"] * 4


def test_the_season_that_begins_as_the_last_is_closed_is_none_of_the_day(year):
    to_running(year)
    year.next_season()
    year.correct("province", "kai", "holder", "oda")
    year.do("board.release", "game")
    takeda, story = said(year, "results", clan="takeda"), page_of(year, "1")
    assert "Spring 1550 to winter 1551" in takeda
    assert "Spring 1550 to winter 1551" in story
    assert "Spring 1551" not in takeda
    assert "Lost since the start: Kai (5), Shinano (9)" in takeda
    to_running(year)
    assert "Spring 1550 to spring 1551" in said(year, "results", clan="takeda")
    assert "Spring 1550 to spring 1551" in page_of(year, "1")


@pytest.mark.parametrize(
    ("name", "order"),
    [("upkeep.pay_all", {"clan": "hojo"}),
     ("letter.write", {"sender": "takeda", "recipient": "uesugi", "text": "Come to Kai."}),
     ("season.tick", {"clan": "takeda", "season": "winter", "year": 1551})],
)  # fmt: skip
def test_a_last_winter_in_which_something_was_done_was_played_though_its_clock_was_not_started(hall, name, order):
    for _ in range(2):
        hall.next_season()
    to_running(hall)
    hall.next_season()
    assert "Spring 1550 to autumn 1550" in said(hall, "results", clan="takeda")
    entry = hall.do(name, "team", **order)
    assert "Spring 1550 to winter 1551" in said(hall, "results", clan="takeda")
    hall.undo(entry.number)
    assert "Spring 1550 to autumn 1550" in said(hall, "results", clan="takeda")


def test_no_honour_leaves_the_room_but_the_places_everybody_has_seen(year):
    assert "heron" not in said(year, "results") + said(year, "story")
    points = said(year, "results", clan="takeda")
    year.do("honour.log", "team", clan="takeda", points=40, note="more", twice=True)
    assert said(year, "results", clan="takeda") == points


# ---- stories


def test_a_players_story_is_one_page_of_what_his_person_did(year):
    page = page_of(year, "1")
    assert "Your story, Anna Meier" in page
    assert "Marched from Kai to Shinano." in page
    assert "Faced Uesugi Kenshin in Shinano: won" in page
    assert "Battles won 1 of 1 Provinces entered 1 " in page
    assert re.search(r"Your clan’s place 1st ?of 16", page)
    assert "Takeda allied with Hōjō" in page
    assert "lived to see the end" in page
    assert "Attacked Takeda Harunobu in Shinano: lost" in page_of(year, "3")
    own = {event.sentence: event.own for event in dict(year.ask(story_data, year.room.scenario))["1"].events}
    assert own["Marched from Kai to Shinano."]
    assert not any(own[words] for words in own if "Takeda allied with Hōjō" in words), "it stands there in grey"


def test_a_battle_called_off_is_none_in_results_and_stories(hall_at):
    hall = hall_at("battle")
    hall.end()
    page = page_of(hall, "uesugi-kenshin")
    assert "Battles won 0 of 0" in page
    assert "Attacked" not in page
    assert "undecided" not in said(hall, "results", clan="takeda")


def test_who_attacked_reads_so_in_his_story_also_after_the_roles_have_changed(hall_at):
    hall = hall_at("round")
    hall.fight(3, 2, swap_roles=True)
    hall.end(then="both_stay")
    assert "Attacked Takeda Harunobu in Shinano: neither side won" in page_of(hall, "uesugi-kenshin")
    assert "Faced Uesugi Kenshin in Shinano: neither side won" in page_of(hall, "takeda-harunobu")


def test_a_story_tells_of_others_only_what_befell_the_clan(year):
    page = page_of(year, "2")  # Obu Toramasa, who stayed at home
    assert "Battle in Shinano against Uesugi Kenshin: won." in page
    assert "Marched" not in page
    assert "counters fell" not in page


def test_further_legs_of_a_season_go_on_in_one_sentence(hall):
    hall.an_army("uesugi", "echigo", 5, 4, "uesugi-kenshin")
    for province in ("shinano", "kai"):
        hall.correct("province", province, "holder", "uesugi")
    hall.march(1, "shinano", "kai")
    hall.phases(1, 2, 3, 4)
    assert "Marched from Echigo to Shinano, then to Kai." in page_of(hall, "uesugi-kenshin")


def test_who_withdrew_without_a_battle_reads_so_in_his_story(hall_at):
    hall = hall_at("encounter")
    entry = hall.settle(outcome="withdraw", who="uesugi")
    assert plain(entry.sentence) in page_of(hall, "uesugi-kenshin")
    assert plain(entry.sentence) in page_of(hall, "takeda-harunobu"), "who stood his ground and saw them go"


def test_a_dead_mans_story_ends_and_what_was_taken_back_is_not_told(year):
    visit = year.do("person.visit", character="obu-toramasa", province="sagami")
    assert "went to Sagami" in page_of(year, "2")
    year.undo(visit.number)
    assert "went to Sagami" not in page_of(year, "2")
    assert "did not live to see the end" in page_of(year, "shonyo")


def test_who_came_to_an_office_or_lost_it_reads_so_in_his_story_and_his_clan_with_him(year):
    year.do("head.replace", "game", heir="takeda-yoshinobu", reason="his council", force="agreed")
    year.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    year.do("shogun.make", "game", character="uesugi-kenshin", force="the Emperor wills it")
    year.do("rebellion.declare", "bakufu", clan="takeda", reason="it marched on Kyōto")
    harunobu, kenshin = page_of(year, "1"), page_of(year, "3")
    assert "Takeda Yoshinobu is Daimyo of Takeda in the place of Takeda Harunobu, who lives." in harunobu
    assert "The Bakufu declares Takeda in rebellion" in harunobu
    assert "Uesugi Kenshin of Uesugi is Shogun" in kenshin
    assert "Shogun: Uesugi Kenshin, new since the start" in said(year, "results", clan="uesugi")
    for foreign in ("in rebellion", "Yoshinobu"):
        assert foreign not in kenshin
    assert "Shogun" not in harunobu


def test_of_a_new_head_those_read_who_came_to_the_office_or_lost_it_and_not_all_their_family(year):
    year.do("person.visit", character="takeda-nobushige", province="sagami")
    year.do("head.replace", "game", heir="takeda-yoshinobu", reason="his council", force="agreed")
    lives = lives_of(year)
    assert any("in the place of" in event.sentence for event in lives["takeda-yoshinobu"].events)
    assert not any("in the place of" in event.sentence for event in lives["takeda-nobushige"].events)


def test_every_player_with_a_part_has_a_page_and_whoever_acted_without_one(year):
    keys = {item.key for item in print_of(year, "story").gathered.batches[0].items}
    assert keys == {"1", "2", "3", "shonyo"}


def test_whose_clan_is_played_says_the_day_and_not_the_scenario(year):
    year.do("person.visit", character="ukita-naoie", province="sagami")
    year.do("clan.hand_over", "game", clan="ukita", to="players", reason="a team came late")
    keys = {item.key for item in print_of(year, "story").gathered.batches[0].items}
    assert keys == {"1", "2", "3", "shonyo", "ukita-naoie"}


def test_a_team_that_got_another_clan_takes_home_the_day_of_both_each_as_long_as_it_was_theirs(year):
    year.do("treaty.record", kind="alliance", one="ukita", other="mori")
    year.do("team.take_clan", "game", team="takeda", clan="ukita", reason="driven out", force="so be it")
    year.do("part.cast", "game", character="ukita-naoie", player=1)
    year.do("treaty.record", kind="peace", one="ukita", other="otomo")
    year.do("treaty.record", kind="peace", one="takeda", other="imagawa")
    story = page_of(year, "1")
    assert "Ukita Naoie and Takeda Harunobu" in story
    assert "Takeda allied with Hōjō" in story
    assert "peace with Ōtomo" in story
    assert "Mōri" not in story
    assert "Imagawa" not in story
    assert "Spring 1550 Shinano Uesugi won" in said(year, "results", clan="takeda")
    assert "Holds" in said(year, "results", clan="ukita")


@pytest.mark.parametrize(
    ("name", "order"),
    [("team.merge", {"clan": "uesugi", "into": "takeda", "then": "keep", "reason": "only one came"}),
     ("player.edit", {"player": 3, "name": "Chris Doe", "clan": "takeda"}),
     ("player.edit", {"player": 3, "name": "Chris Doe"})],
)  # fmt: skip
def test_whoever_plays_on_in_his_clan_at_another_table_reads_of_it_as_long_as_it_is_played(year, name, order):
    year.do(name, "game", **order)
    year.do("treaty.record", kind="alliance", one="uesugi", other="mori")
    year.do("treaty.record", kind="peace", one="takeda", other="imagawa")
    year.do("clan.hand_over", "game", clan="uesugi", to="npd", reason="all are gone")
    year.do("treaty.record", kind="peace", one="uesugi", other="otomo")
    story = page_of(year, "3")
    assert "Uesugi allied with Mōri" in story
    assert ("Imagawa" in story) == ("takeda" in order.values())
    assert "Ōtomo" not in story


def test_of_the_clan_of_his_new_part_he_reads_from_when_he_sat_down_there(year):
    year.do("part.swap", "game", one="uesugi-kenshin", other="takeda-harunobu")
    year.do("treaty.record", kind="peace", one="takeda", other="otomo")
    story = page_of(year, "3")
    assert "Takeda at peace with Ōtomo" in story
    assert "Takeda allied with Hōjō" not in story


def test_whoever_got_a_part_at_the_new_table_too_goes_on_reading_of_his_own_clan(year):
    year.do("team.merge", "game", clan="uesugi", into="takeda", then="keep", reason="only one came")
    year.do("part.cast", "game", character="takeda-nobushige", player=3)
    year.do("treaty.record", kind="alliance", one="uesugi", other="mori")
    assert "Uesugi allied with Mōri" in page_of(year, "3")


def test_a_clan_for_which_nobody_came_has_neither_results_nor_stories(hall):
    hall.do("clan.hand_over", "game", clan="hongan-ji", to="npd", reason="nobody came")
    for person in ("shonyo", "takeda-nobushige"):
        hall.do("person.visit", character=person, province="sagami")
    hall.next_season()
    assert "hongan-ji" not in {item.key for item in print_of(hall, "results").gathered.batches[0].items}
    assert {item.key for item in print_of(hall, "story").gathered.batches[0].items} == {"takeda-nobushige"}


def test_a_clan_that_was_handed_over_in_the_evening_has_its_results_and_the_stories_of_its_people(year):
    year.do("clan.hand_over", "game", clan="hongan-ji", to="npd", reason="they went home")
    assert "hongan-ji" in {item.key for item in print_of(year, "results").gathered.batches[0].items}
    assert "shonyo" in {item.key for item in print_of(year, "story").gathered.batches[0].items}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [("Shōnyo drew the ace of spades for his age and is dead (R19). Who follows?",
      "Shōnyo drew the ace of spades for his age and is dead. Who follows?"),
     ("Uesugi raised 18 counters. Forced: a test needs them.", "Uesugi raised 18 counters."),
     ("A attacks B in Shinano (battle 1; attacker by umpire).", "A attacks B in Shinano."),
     ("Battle 1 is over: A won (attacker withdraws).", "Battle 1 is over: A won (attacker withdraws).")],
)  # fmt: skip
def test_rulings_and_umpires_notes_stay_in_the_journal(sentence, told):
    assert plain(sentence) == told


def test_a_battle_that_the_end_of_the_season_closed_stands_in_results_and_stories_alike(hall_at):
    hall = hall_at("round")
    hall.next_season()
    assert "Spring 1550 Shinano Takeda undecided" in said(hall, "results", clan="uesugi")
    assert "Battles won 0 of 1" in page_of(hall, "uesugi-kenshin")
    assert "Attacked Takeda Harunobu in Shinano: neither side won" in page_of(hall, "uesugi-kenshin")
    assert "Faced Uesugi Kenshin in Shinano: neither side won" in page_of(hall, "takeda-harunobu")


def test_a_battle_with_the_people_of_a_land_is_one_of_its_holder_too(hall):
    hall.comes("uesugi", "echigo", "shinano", 18)
    hall.one_round("attacker_withdraws")
    assert "Spring 1550 Shinano Uesugi won 0" in said(hall, "results", clan="takeda")
    assert "Spring 1550 Shinano Takeda lost" in said(hall, "results", clan="uesugi")


def test_a_battle_of_a_lost_game_of_which_no_round_is_known_is_none_in_results_and_stories(
    hall_at, open_stage, tmp_path
):
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **as_order(lists(hall_at("peace"))))
    assert [row["rounds"] for row in fresh.rows("battle")] == [0]
    assert "undecided" not in said(fresh, "results")
    assert "Battles won 0 of 0" in said(fresh, "results", clan="takeda")
    with pytest.raises(OrderNotAllowed, match="Uesugi has no story"):
        print_of(fresh, "story", clan="uesugi")
    close(fresh.room)


def test_who_was_killed_or_set_right_as_dead_reads_how_in_his_story_and_who_got_a_title_of_it(year):
    year.do("person.struck", "intelligence", character="obu-toramasa", effect="dead", how="an arrow from the trees")
    year.correct("character", "takeda-nobushige", "alive", value=False)
    year.do(
        "title.grant",
        "game",
        kind="constable",
        province="kozuke",
        character="uesugi-kenshin",
        authority="bakufu",
        force="a test",
    )
    assert "Obu Toramasa was killed: an arrow from the trees." in page_of(year, "2")
    assert "Takeda Nobushige died, set right by an umpire." in page_of(year, "takeda-nobushige")
    assert "Uesugi Kenshin is Constable of Kōzuke" in page_of(year, "3")
    assert page_of(year, "shonyo").count("ace of spades") == 1
