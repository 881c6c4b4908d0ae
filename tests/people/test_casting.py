"""Players, parts, teams, the rota and the papers that must be printed again (handbook 3)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.rota import rota_questions as rota
from control.kernel.journal.numbering_questions import numbering
from control.kernel.proof.verify import verify
from control.sengoku.hall.duties import alone
from control.sengoku.people.casting import casting_questions as casting
from control.sengoku.people.casting import roll_questions as roll
from control.sengoku.rows import Clan, NoticeTo, Part, Player
from control.sengoku.world.people import reprints_questions as reprints
from tests.battle.test_risk import rows
from tests.games import FORCED


@pytest.fixture
def cast(hall_at):
    """Five players of whom one is a no-show (see to_casting); all papers of theirs have been printed."""
    hall = hall_at("casting")
    clans, people = hall.room.scenario.clans, hall.room.scenario.characters
    things = {"clan_sheet": clans, "personal_briefing": people, "army_cards": "12", "order_cards": "12",
              "generals_codes": "12"}  # fmt: skip
    printed = [{"kind": kind, "stock": "A4", "items": dict.fromkeys(keys, "0" * 16)} for kind, keys in things.items()]
    hall.do("print.record", "game", state=0, printed=printed)
    hall.do("reprint.add", "game", paper="army_card", army=1, why="the printer jammed")
    return hall


def asked(hall, question, *more):
    """What a query answers now."""
    return hall.ask(question, *more)


def papers(hall):
    """The papers that are to be printed again: name and of what, with the number of causes."""
    return {(one.paper, one.of): len(one.why) for one in asked(hall, reprints.papers).open}


def table(hall, clan):
    """The roles of a clan by person."""
    return {role.id: role for role in asked(hall, casting.roles, clan)[0].roles}


def test_a_clan_whose_players_are_set_right_changes_hands_as_under_casting(hall):
    hall.do("call.issue", "bakufu", kind="points", clan="takeda", amount=1, season="1550-autumn")
    untold = select(NoticeTo.desk).filter_by(clan="takeda", told=False)
    assert set(hall.every(untold)) == {"team"}
    entry = hall.correct("clan", "takeda", "played", value=False)
    assert entry.sentence.endswith("Reason: for the test. NPD Control plays Takeda now.")
    assert {*hall.every(untold)} == {"npd", "team"}, "NPD Control tells what is untold, Team Control hears why"
    assert "Players play Takeda now." in hall.correct("clan", "takeda", "played", value=True).sentence
    error = hall.refuse(OrderNotAllowed, hall.correct, kind="clan", key="bakufu", field="played", value=False)
    assert error.sentence.endswith("is minded by its own desk, with players or without.")


def test_a_no_show_is_doubled_up_by_somebody_of_his_clan_who_is_here_first(cast):
    cast.do("player.no_show", "game", player=2)
    cast.do("player.add", "game", name="Fritz", clan="takeda")
    role = table(cast, "takeda")["obu-toramasa"]
    assert role.state == "no-show"
    assert [(one.name, one.why) for one in role.offers] == [
        ("Anna Meier", "plays Takeda Harunobu, here"),
        ("Fritz", "has no part, not here yet"),
        ("Ea Holm", "has no table, not here yet"),
    ]
    cast.do("part.cast", "game", character="obu-toramasa", player=1, instead_of=2)
    after = table(cast, "takeda")
    assert after["obu-toramasa"].state == "played"
    assert after["obu-toramasa"].also == ("Takeda Harunobu",)
    assert after["takeda-harunobu"].also == ("Obu Toramasa",)


def test_a_part_that_another_umpire_gave_away_meanwhile_is_not_given_again(cast):
    cast.do("part.cast", "game", character="obu-toramasa", player=5, instead_of=2)
    error = cast.refuse(ChangedElsewhere, "part.cast", "game", character="obu-toramasa", player=1, instead_of=2)
    assert error.sentence == "Obu Toramasa is played by Ea Holm now. Look again, then decide."


def test_whoever_gets_his_first_part_goes_to_its_table_and_whoever_doubles_stays(cast):
    free = next(key for key, role in table(cast, "oda").items() if role.state == "free")
    entry = cast.do("part.cast", "game", character=free, player=5)
    assert entry.sentence.endswith("and sits at the table of Oda.")
    free = next(key for key, role in table(cast, "oda").items() if role.state == "free")
    cast.do("part.cast", "game", character=free, player=1)
    assert cast.get(Player, 1).clan == "takeda"


def test_a_dead_persons_part_is_given_to_nobody(hall_at):
    hall = hall_at("people")
    hall.do("player.add", "game", name="Anna", clan="hongan-ji")
    error = hall.refuse(OrderNotAllowed, "part.cast", "game", character="shonyo", player=1)
    assert error.sentence == "Shōnyo is dead: nobody plays him."


def test_a_dead_persons_part_is_not_exchanged(cast):
    cast.correct("character", "obu-toramasa", "alive", False)
    error = cast.refuse(OrderNotAllowed, "part.swap", "game", one="oda-nobunaga", other="obu-toramasa")
    assert (error.field, error.sentence) == ("other", "Obu Toramasa is dead: nobody plays him.")


def test_who_played_a_dead_person_is_free_for_another_part(cast):
    cast.correct("character", "oda-nobunaga", "alive", False)
    assert "Chris Doe" in [one.name for one in asked(cast, casting.roles, "oda")[0].spare]
    takeda = table(cast, "takeda")["takeda-nobushige"]
    assert "Chris Doe" not in [one.name for one in takeda.offers]  # he has a table of his own
    chris = asked(cast, casting.player, 3)
    assert (chris.active, chris.hand) == ((), ("clan sheet of Oda",))
    entry = cast.do("part.cast", "game", character="obu-toramasa", player=3, instead_of=2)
    assert entry.sentence == "Chris Doe plays Obu Toramasa instead of Ben Ōno and moves to the table of Takeda."
    assert table(cast, "takeda")["obu-toramasa"].also == ()


def test_no_card_of_a_dead_person_is_to_be_printed_again_when_his_player_is_freed(cast):
    cast.correct("character", "oda-nobunaga", "alive", False)
    cast.do("reprint.done", "game", last=99)
    cast.do("part.free", "game", character="oda-nobunaga", instead_of=3)
    assert papers(cast) == {("clan sheet", "Oda"): 1}


def test_a_no_show_whose_person_is_dead_leaves_nobody_to_be_played(cast):
    cast.correct("character", "obu-toramasa", "alive", False)
    assert cast.do("player.no_show", "game", player=2).sentence == "Ben Ōno does not come."


def test_a_part_that_sleeps_is_not_exchanged(cast):
    cast.do("clan.hand_over", "game", clan="oda", to="npd", reason="they went home")
    error = cast.refuse(OrderNotAllowed, "part.swap", "game", one="takeda-harunobu", other="oda-nobunaga")
    said = "Oda is played by Non-Player Daimyo Control. Hand the clan over to players first."
    assert (error.field, error.sentence) == ("other", said)
    assert cast.get(Player, 1).clan == "takeda"


def test_a_team_without_land_gets_no_clan_that_has_none_either(cast):
    cast.correct("province", "owari", "holder", "saito")
    for province in [key[1] for key, row in cast.state().items() if key[0] == "province" and row["holder"] == "yuki"]:
        cast.correct("province", province, "holder", "saito")
    takes = {"team": "oda", "clan": "yuki", "reason": "driven out"}
    error = cast.refuse(OrderNotAllowed, "team.take_clan", "game", **takes)
    assert (error.field, error.ruling) == ("clan", "R33")
    assert error.sentence.startswith("Yūki holds no land either. Choose a clan that does.")
    cast.do("team.take_clan", "game", **takes, force="so we ruled")
    assert cast.get(Player, 3).clan == "yuki"


def test_the_controller_of_a_team_minds_the_clan_that_it_takes(cast):
    cast.correct("province", "owari", "holder", "saito")
    for order in (
        {"umpire": "Greta", "desk": "team", "clan": "oda"},
        {"umpire": "Hana", "desk": "team", "clan": "oda", "here": False},
        {"umpire": "Hana", "desk": "team", "clan": "yuki"},
        {"umpire": "Jun", "desk": "map", "clan": "oda"},
    ):
        cast.do("duty.assign", "game", **order)

    def minds():
        return sorted((row["umpire"], row["desk"], row["clan"]) for row in cast.rows("duty") if row["clan"])

    before, others = minds(), [("Hans", "team", "takeda"), ("Jun", "map", "oda")]
    took = cast.do("team.take_clan", "game", team="oda", clan="yuki", reason="driven out")
    assert took.sentence.endswith("(R33): driven out. Greta and Hana, Team Control, mind Yūki now.")
    assert minds() == [("Greta", "team", "yuki"), ("Hana", "team", "yuki"), *others]
    assert "yuki" not in [one.id for one in cast.ask(alone)]
    assert verify(cast.room).same
    cast.undo(took.number)
    assert minds() == before


def test_a_last_land_is_not_given_again_to_a_clan_whose_team_plays_another_for_want_of_it(cast):
    lost = [
        cast.do("province.take_over", "game", province=key[1], clan="saito", how="force", force=FORCED)
        for key, row in cast.state().items()
        if key[0] == "province" and row["holder"] == "oda"
    ]
    took = cast.do("team.take_clan", "game", team="oda", clan="yuki", reason="driven out")
    error = cast.refuse(OrderNotAllowed, "journal.undo", "game", entry=lost[-1].number)
    assert error.sentence == (
        f"By entry {took.number} the team that lost this land plays another clan. Take that back first."
    )
    cast.undo(took.number)
    cast.undo(lost[-1].number)
    assert cast.get(Clan, "oda").played


def test_map_control_is_told_that_entry_by_the_number_that_it_has_there(cast):
    lost = [
        cast.do("province.take_over", "map", province=key[1], clan="saito", how="submits")
        for key, row in cast.state().items()
        if key[0] == "province" and row["holder"] == "oda"
    ]
    cast.do("account.give", "team", clan="takeda", to="hojo", points=1)
    took = cast.do("team.take_clan", "game", team="oda", clan="yuki", reason="driven out")
    shown = cast.ask(numbering, "map").told(took.number)
    assert 0 < shown < took.number
    error = cast.refuse(OrderNotAllowed, "journal.undo", "map", entry=lost[-1].number)
    assert error.sentence.startswith(f"By entry {shown} the team that lost this land plays another clan.")


def test_a_last_land_is_given_again_to_a_clan_that_is_played_by_now(cast):
    lost = [
        cast.do("province.take_over", "game", province=key[1], clan="saito", how="force", force=FORCED)
        for key, row in cast.state().items()
        if key[0] == "province" and row["holder"] == "oda"
    ]
    cast.do("team.take_clan", "game", team="oda", clan="yuki", reason="driven out")
    cast.do("clan.hand_over", "game", clan="oda", to="players", reason="they came late")
    cast.undo(lost[-1].number)


def test_a_team_whose_clan_npd_control_plays_already_leaves_it_there(cast):
    cast.do("clan.hand_over", "game", clan="oda", to="npd", reason="they are late")
    merge = {"clan": "oda", "into": "takeda", "reason": "only one came", "then": "npd"}
    assert cast.do("team.merge", "game", **merge).sentence.endswith("only one came. NPD Control plays Oda.")
    assert not cast.get(Clan, "oda").played


def test_a_player_who_is_called_otherwise_needs_his_cards_again(cast):
    change = {"player": 2, "name": "Benno Ōno", "clan": "takeda", "note": "tall"}
    entry = cast.do("player.edit", "game", **change)
    assert entry.sentence == "Ben Ōno is called Benno Ōno and has the note “tall” now."
    assert ("character card and briefing", "Obu Toramasa") in papers(cast)
    assert cast.do("player.edit", "game", **change | {"note": ""}).sentence == "Benno Ōno has no note now."


def test_who_plays_both_has_nothing_to_exchange(cast):
    cast.do("part.cast", "game", character="obu-toramasa", player=1, instead_of=2)
    error = cast.refuse(OrderNotAllowed, "part.swap", "game", one="obu-toramasa", other="takeda-harunobu")
    assert error.sentence == "Anna Meier plays both: there is nothing to exchange."


# ---- papers


def test_every_change_of_casting_puts_each_paper_on_the_list_once_and_its_undo_takes_it_off(cast):
    cast.do("reprint.done", "game", last=99)
    assert papers(cast) == {}
    first = cast.do("part.swap", "game", one="takeda-harunobu", other="oda-nobunaga")
    assert papers(cast) == {
        ("character card and briefing", "Takeda Harunobu"): 1,
        ("character card and briefing", "Oda Nobunaga"): 1,
        ("order cards", "A1-3, Takeda Harunobu"): 1,
        ("army card", "A1-3, Takeda Harunobu"): 1,
        ("general’s code", "A1-3, Takeda Harunobu"): 1,
        ("clan sheet", "Takeda"): 1,
        ("clan sheet", "Oda"): 1,
    }
    second = cast.do("part.cast", "game", character="obu-toramasa", player=5, instead_of=2)
    assert papers(cast)["clan sheet", "Takeda"] == 2  # once on the list, with two reasons
    assert len(papers(cast)) == 8
    cast.undo(first.number)
    assert set(papers(cast)) == {("character card and briefing", "Obu Toramasa"), ("clan sheet", "Takeda")}
    cast.undo(second.number)
    assert papers(cast) == {}
    assert verify(cast.room).same


def test_a_tick_takes_no_cause_that_came_after_the_page_was_drawn(cast):
    cast.do("part.cast", "game", character="takeda-harunobu", player=5, instead_of=1)
    seen = asked(cast, reprints.papers)
    cast.do("part.cast", "game", character="takeda-harunobu", player=1, instead_of=5)
    mine = next(one for one in seen.open if one.of == "Takeda Harunobu")
    cast.do("reprint.done", "map", reprint=mine.id, last=seen.last)
    assert papers(cast)["character card and briefing", "Takeda Harunobu"] == 1
    cast.do("reprint.done", "map", last=99)
    assert papers(cast) == {}
    done = asked(cast, reprints.papers).done[0]
    cast.do("reprint.done", "map", reprint=done.id, last=99, done=False)
    assert len(papers(cast)) == 1


def test_an_army_that_changes_hands_needs_new_cards_and_so_does_an_heir(cast):
    cast.do("reprint.done", "game", last=99)
    cast.do("army.hand_over", army=1, general="takeda-nobushige")
    assert set(papers(cast)) == {
        (paper, "A1-3, Takeda Nobushige") for paper in ("army card", "order cards", "general’s code")
    }
    cast.do("risk.call", character="shonyo", cause="age")
    cast.do("risk.draw", draw=1, card="ace of spades")
    cast.do("succession.name", "team", succession=1, heir="kennyo")
    assert {("clan sheet", "Hongan-ji"), ("character card and briefing", "Kennyo")} <= set(papers(cast))


def test_an_army_that_never_was_leaves_no_paper_behind(cast):
    formed = cast.do("garrison.raise", province="hida", troops=2)
    formed = cast.do("army.form", general="obu-toramasa", province="hida", troops=1)
    cast.do("part.cast", "game", character="obu-toramasa", player=5, instead_of=2)
    assert any(of.startswith("A2") for _, of in papers(cast))
    cast.undo(formed.number)
    assert not any(of.startswith("A2") for _, of in papers(cast))


# ---- teams


def test_a_clan_goes_to_npd_control_and_comes_back_with_its_parts(cast):
    cast.do("person.visit", character="oda-nobunaga", province="kai")
    cast.do("hostage.hand_over", character="oda-nobunaga", to="takeda")  # Oda must still hear of it
    cast.do("clan.hand_over", "game", clan="oda", to="npd", reason="they went home")
    assert not cast.get(Clan, "oda").played
    told = [row for row in rows(cast, NoticeTo) if row.clan == "oda" and not row.told]
    assert [row.desk for row in told] == ["npd", "npd", "team"]  # the hostage; the clan, at its new desk and the old
    assert table(cast, "oda")["oda-nobunaga"].state == "npd"
    commander = next(one for one in asked(cast, casting.who_commands) if one.person.id == "obu-toramasa")
    assert (commander.player, commander.here) == ("Ben Ōno", False)
    assert asked(cast, casting.players_of).keys() == {"takeda-harunobu", "obu-toramasa"}
    assert cast.get(Part, "oda-nobunaga").player == 3  # asleep
    cast.do("clan.hand_over", "game", clan="oda", to="players", reason="they are back")
    assert table(cast, "oda")["oda-nobunaga"].state == "played"


def test_a_team_that_joins_another_keeps_its_parts_or_leaves_its_clan_to_npd_control(cast):
    merge = {"clan": "oda", "into": "takeda", "reason": "only one came"}
    kept = cast.do("team.merge", "game", **merge, then="keep")
    assert [cast.get(Player, number).clan for number in (3, 4)] == ["takeda", "takeda"]
    assert table(cast, "oda")["oda-nobunaga"].player.name == "Chris Doe"
    cast.undo(kept.number)
    assert cast.get(Player, 3).clan == "oda"
    entry = cast.do("team.merge", "game", **merge, then="npd")
    assert entry.sentence.endswith("only one came. NPD Control plays Oda now.")
    assert not cast.get(Clan, "oda").played
    cast.undo(entry.number)
    assert cast.get(Clan, "oda").played
    assert cast.get(Player, 3).clan == "oda"


def test_what_a_merged_team_did_since_stays_when_the_merger_is_taken_back(cast):
    entry = cast.do("team.merge", "game", clan="oda", into="takeda", then="npd", reason="only one came")
    cast.do("player.remove", "game", player=3)
    cast.undo(entry.number)
    assert cast.get(Clan, "oda").played
    assert cast.get(Player, 4).clan == "oda"


# ---- the door and the rota


def test_two_at_the_door_check_the_same_player_in_once(cast):
    cast.do("player.check_in", "team", player=2)
    before = len(cast.entries())
    cast.refuse(ChangedElsewhere, "player.check_in", "npd", player=2)
    assert len(cast.entries()) == before
    cast.do("player.check_out", "npd", player=2)
    assert cast.get(Player, 2).state == "expected"


def test_the_door_finds_by_first_letters_of_any_name_without_macrons(cast):
    def found(typed):
        return [one.name for one in asked(cast, casting.door, typed, "team").waiting]

    assert found("on") == ["Ben Ōno"]
    assert found("b") == ["Ben Ōno"]
    assert found("TAK") == ["Ben Ōno"]
    assert found("zzz") == []


def test_the_door_tells_of_an_army_only_where_armies_are_known(cast):
    def hand(desk):
        return next(one.hand for one in asked(cast, casting.players, desk) if one.name == "Anna Meier")

    assert hand("team") == ("clan sheet of Takeda", "card and briefing of Takeda Harunobu")
    assert hand("map")[-1] == "army card and order cards A1-3"


def test_who_may_command_is_told_with_the_player_and_a_wound(cast):
    cast.correct("character", "takeda-harunobu", "wounded", True)
    first = asked(cast, casting.who_commands, "takeda")[0]
    assert (first.person.id, first.person.army_code, first.person.wounded) == ("takeda-harunobu", "A1-3", True)
    assert (first.player, first.here) == ("Anna Meier", True)
    cast.correct("character", "takeda-harunobu", "alive", False)
    assert "takeda-harunobu" not in {one.person.id for one in asked(cast, casting.who_commands)}


def test_clans_without_a_controller_who_is_here_are_listed(cast):
    alone = {clan.id for clan in asked(cast, rota.rota).alone}
    assert "takeda" not in alone
    assert {"oda", "uesugi"} <= alone
    assert not {"bakufu", "saito"} & alone
    cast.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda", here=False)
    assert "takeda" in {clan.id for clan in asked(cast, rota.rota).alone}


# ---- a list of players


def test_every_bad_cell_of_a_list_is_named_and_nothing_is_changed(cast):
    error = cast.refuse(OrderNotUnderstood, "player.import", "game", rows=[
        {"name": "Fritz", "clan": "Takada", "character": "elder"},
        {"name": "Gerda", "clan": "takeda", "character": "daimyo"},
        {"name": "Hugo", "clan": "uesugi", "character": "daimyo"},
        {"name": "Ida", "clan": "uesugi", "character": "Uesugi Kenshin"}, {"name": "HUGO"},
        {"name": ""}, {"name": "Jan", "character": "elder"}, {"name": "Kai", "arrived": "perhaps"},
        {"name": "Lea", "clan": "takeda", "character": "Obu Toromasa"}, {"name": "Mo", "clan": "saito"},
        {"name": "x" * 61}, {"name": "Nils", "clan": "takeda", "character": "Oda Nobunaga"},
        {"name": "Olga", "clan": "takeda", "character": "sohei"},
    ])  # fmt: skip
    assert {one.field: one.sentence for one in (error, *error.more)} == {
        "rows.0.clan": 'There is no clan "Takada". Did you mean Takeda or Hatakeyama?',
        "rows.1.character": "The daimyo of Takeda is taken: Anna Meier is Takeda Harunobu.",
        "rows.3.character": "Uesugi Kenshin is taken twice in the list: Hugo has him too.",
        "rows.4.name": "HUGO is in the list twice. If these are two people, add a letter to one name.",
        "rows.5.name": "A name is needed.",
        "rows.6.character": "Say of which clan he is the elder, or give a person's name.",
        "rows.7.arrived": 'Say yes, no or no-show, not "perhaps".',
        "rows.8.character": 'There is no person and no role "Obu Toromasa". Did you mean Obu Toramasa?',
        "rows.9.clan": "Saitō is played by NPD Control. Hand the clan over to players first.",
        "rows.10.name": "A name has 60 letters at most; this has 61.",
        "rows.11.character": "Oda Nobunaga is played by Chris Doe already.",
        "rows.12.character": "Takeda has no sohei. It has: chamberlain, elder, daimyo, taisho, heir.",
    }


def test_a_list_may_move_parts_between_its_own_players(cast):
    cast.do(
        "player.import",
        "game",
        rows=[
            {"name": "anna meier", "character": "Obu Toramasa"},
            {"name": "Ben Ōno", "character": "Takeda Harunobu", "arrived": "yes"},
        ],
    )
    assert [cast.get(Part, key).player for key in ("obu-toramasa", "takeda-harunobu")] == [1, 2]
    assert (cast.get(Player, 1).name, cast.get(Player, 2).state) == ("anna meier", "arrived")
    cast.undo(len(cast.entries()))
    assert [cast.get(Part, key).player for key in ("obu-toramasa", "takeda-harunobu")] == [2, 1]
    assert verify(cast.room).same


def test_what_was_exported_comes_back_as_it_is(cast):
    cast.do("part.cast", "game", character="obu-toramasa", player=1, instead_of=2)
    cast.do("team.merge", "game", clan="oda", into="takeda", then="keep", reason="only one came")
    comes_back_as_it_is(cast)


def test_a_list_exported_after_a_death_and_a_clan_handed_over_comes_back_as_it_is(cast):
    cast.correct("character", "obu-toramasa", "alive", False)
    cast.do("clan.hand_over", "game", clan="oda", to="npd", reason="they went home")
    comes_back_as_it_is(cast)
    cast.do("player.edit", "game", player=3, name="Chris Doe")  # he leaves the table, his part sleeps
    comes_back_as_it_is(cast)
    for player, part, sentence in (
        ("Ea Holm", "Obu Toramasa", "Obu Toramasa is dead."),
        ("Dora Lund", "elder", "Oda is played by NPD Control. Hand the clan over to players first."),
    ):
        read = asked(cast, roll.read_roll, [{"name": player, "character": part}])
        assert [fault.sentence for fault in read.faults] == [sentence]


def comes_back_as_it_is(cast):
    """Read in what the list of players is, as it is exported: nothing is wrong, and nothing would change."""
    exported = [
        {"name": one.name, "clan": one.clan.name if one.clan else "", "note": one.note,
         "character": "; ".join(part.name for part in one.parts), "arrived": roll.SAID[one.state]}
        for one in asked(cast, casting.players)
    ]  # fmt: skip
    read = asked(cast, roll.read_roll, exported)
    assert read.faults == ()
    assert [line.what for line in read.lines] == [""] * 5


CELL = st.sampled_from(
    ["", "Anna Meier", "anna meier", "Ben Ōno", "Zoe", "takeda", "Takeda", "oda", "saito", "daimyo", "elder", "general",
     "Takeda Harunobu", "Oda Nobunaga", "Obu Toramasa; Takeda Nobushige", "yes", "no-show", "=1+1", "%"]
)  # fmt: skip
ROWS = st.lists(st.fixed_dictionaries(dict.fromkeys(roll.COLUMNS, CELL)), min_size=1, max_size=6)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(found=ROWS)
def test_a_list_without_a_fault_is_imported_and_any_other_changes_nothing(cast, found):
    read = asked(cast, roll.read_roll, found)
    before = cast.state()
    if read.faults:
        error = cast.refuse(OrderNotUnderstood, "player.import", "game", rows=found)
        assert {one.field for one in (error, *error.more)} == {f"rows.{one.row}.{one.column}" for one in read.faults}
    elif not any(line.what for line in read.lines):
        cast.refuse(ChangedElsewhere, "player.import", "game", rows=found)
    else:
        entry = cast.do("player.import", "game", rows=found)
        again = asked(cast, roll.read_roll, found)
        assert not again.faults or any(row["character"] for row in found)
        cast.undo(entry.number)
        after = cast.state()
        for key in set(after) - set(before):
            assert key[0] == "journal"
        assert after == before


def test_a_paper_that_nobody_has_printed_is_not_to_be_printed_again(hall_at):
    hall = hall_at("casting")
    assert papers(hall) == {("army card", "A1-3, Takeda Harunobu"): 1}, "asked for by hand"
    hall.do("part.swap", "game", one="takeda-harunobu", other="oda-nobunaga")
    assert papers(hall) == {("army card", "A1-3, Takeda Harunobu"): 1}
    hall.do(
        "print.record",
        "game",
        state=1,
        printed=[
            {"kind": "clan_sheet", "stock": "A4", "items": {"oda": "0" * 16}},
        ],
    )
    hall.do("part.swap", "game", one="takeda-harunobu", other="oda-nobunaga")
    assert ("clan sheet", "Oda") in papers(hall)
    assert ("clan sheet", "Takeda") not in papers(hall)
