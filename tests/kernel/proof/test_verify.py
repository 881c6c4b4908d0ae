"""What verify can tell beyond the replay: rolled dice come from the game's seed."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, text

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.proof.verify import compare, rows, verify
from control.kernel.rows import Confirmation, JournalEntry
from tests.games import said_before

OUTFLANK = {"attacker_tactic": "outflank", "defender_tactic": "outflank"}


def with_another_seed(hall):
    with hall.room.store.write() as session:
        session.execute(text("update game set seed = 'another seed'"))


def test_a_rolled_die_is_checked_against_the_seed(hall_at):
    hall = hall_at("battle")
    entry = hall.do("battle.fight_round", battle=1, round=1, **OUTFLANK)
    assert [drawn["thrown"] for drawn in entry.dice] == [False]
    assert verify(hall.room).same

    def same_with(seed):
        with hall.room.store.write() as session:
            session.execute(text(f"update game set seed = 'another seed {seed}'"))
        return verify(hall.room).same

    assert not all(map(same_with, range(20)))  # one of so many other seeds rolls another face


def test_a_thrown_die_owes_the_seed_nothing(hall_at):
    hall = hall_at("battle")
    hall.do("battle.fight_round", battle=1, round=1, die=6, **OUTFLANK)
    with_another_seed(hall)
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ("json_array()", "The journal holds fewer dice than are asked for."),
        ("json_set(dice, '$[0].value', 9)", "A die shows 1 to 6, not 9."),
    ],
)
def test_a_die_that_is_gone_from_the_journal_or_that_no_die_shows_is_told(hall_at, dice, says):
    hall = hall_at("battle")
    number = hall.do("battle.fight_round", battle=1, round=1, die=6, **OUTFLANK).number
    with hall.room.store.write() as session:
        session.execute(text(f"update journal set dice = {dice} where number = {number}"))
    [told] = verify(hall.room).differences
    assert told.startswith(f"Entry {number} ")
    assert says in told


def test_in_which_order_a_change_was_written_down_is_no_difference_but_a_row_too_few_is(hall_at):
    hall = hall_at("battle")
    changed = next(entry for entry in hall.entries() if len(entry.changes) > 2)
    for kept, same in ((changed.changes[::-1], True), (changed.changes[1:], False)):
        with hall.room.store.write() as session:
            session.execute(
                text("update journal set changes = :kept where number = :number"),
                {"kept": json.dumps(kept), "number": changed.number},
            )
        assert verify(hall.room).same is same


def test_a_journal_in_words_of_before_is_replayed_and_one_in_others_is_told(hall):
    hall.do("news.choose", "game", text="The horn sounds.")
    for number in (1, 2):
        hall.undo(number)
    said = "Taken back: entry 2, “Taken back: entry 1, ‘For the news of spring 1550: ‘The horn sounds.’’”"
    assert hall.entries()[-1].sentence == said
    assert verify(hall.room).differences == ()
    said_before(hall.room, ("‘", "“"), ("’", "”"))
    assert verify(hall.room).differences == ()
    said_before(hall.room, ("entry 2, “Taken", "entry 2, ‘Taken"))
    assert verify(hall.room).differences == ()
    said_before(hall.room, ("horn", "gong"))
    assert "gong" in verify(hall.room).differences[0]


def test_an_order_that_has_come_by_a_field_since_is_replayed_and_one_that_says_something_else_is_told(hall_at):
    hall = hall_at("calls")
    number = hall.do("call.answer", "team", call=1, answer="part", amount=2).number

    def ordered(said):
        with hall.room.store.write() as session:
            session.execute(text(f"update journal set arguments = {said} where number = {number}"))
        return verify(hall.room).differences

    assert ordered("json_remove(arguments, '$.paid')") == ()
    assert ordered("json_set(arguments, '$.words', 'Gladly.')") != ()


def made_older(hall, upto):
    """As if the entries up to this one had been made by an older version: without columns of today, with rules that
    are no more."""
    with hall.room.store.write() as session:
        session.execute(text(f"update journal set made_with = null where number <= {upto}"))
        session.execute(
            text(f"update journal set changes = replace(changes, '\"place\": null, ', '') where number <= {upto}")
        )
        session.execute(text('update journal set arguments = \'{"of": "before"}\' where number = 1'))


def test_codes_that_an_older_version_gave_are_those_that_follow_from_the_seed(hall):
    hall.do("duty.assign", "game", umpire="Tom", desk="team", clan="takeda")
    hall.do("duty.give_code", "game", umpire="Tom", desk="team")
    hall.do("desk.new_code", "game", desk="team")
    with hall.room.store.write() as session:
        session.execute(text("update journal set made_with = null"))
    assert verify(hall.room).same


def test_what_is_made_after_older_rows_is_counted_on_behind_the_last_of_them(hall):
    for place, troops in (("suruga", 2), ("mikawa", 3)):
        hall.do("garrison.raise", province=place, troops=troops)
    hall.do("announcement.post", "game", text="The ferry is closed.", desks=["map"])  # numbered for them
    older = len(hall.entries())
    hall.do("garrison.raise", province="totomi", troops=1)
    hall.do("announcement.post", "game", text="Rice is dear.", desks=["map"])
    made_older(hall, older)
    assert verify(hall.room).differences == ()


def test_a_form_that_showed_how_often_older_entries_wrote_a_row_is_taken_over_among_those_that_are_played_again(hall):
    army = hall.an_army("takeda", "kai", troops=5)
    older = len(hall.entries())
    with hall.room.store.write() as session:  # which the journal does not say
        session.execute(text("update army set version = version + 3"))
    hall.do("garrison.raise", province="totomi", troops=1)
    fix = {"kind": "army", "id": army, "field": "troops", "value": 7, "reason": "miscounted"}
    hall.do("figure.correct", **fix, version=hall.army(army).version)
    hall.do("garrison.raise", province="mikawa", troops=1)
    made_older(hall, older)
    assert verify(hall.room).differences == ()


def test_a_game_that_an_older_version_began_is_not_accused(hall_at):
    hall = hall_at("battle")
    older = len(hall.entries())
    hall.fight()
    made_older(hall, older)
    assert verify(hall.room).differences == ()


def test_an_older_entry_that_does_not_follow_from_those_before_it_is_named(hall):
    army = hall.an_army("takeda", "kai", troops=5)
    entry = hall.correct("army", army, "troops", 9)
    made_older(hall, entry.number)
    with hall.room.store.write() as session:
        session.execute(text(f"update journal set changes = replace(changes, '5', '6') where number = {entry.number}"))
    (said,) = verify(hall.room).differences
    what = f"Entry {entry.number} (figure.correct) does not follow from those before it"
    assert said == f"{what}: army {army} was otherwise (troops)."


@pytest.mark.parametrize(
    ("then", "kept", "taken_back"),
    [("10:01", "Hana", False), ("10:00", "hana", False), ("10:01", "Hana", True)],
    ids=["later", "in the same moment", "taken back"],
)
def test_marks_of_a_name_written_in_two_ways_were_two_and_are_taken_over_as_one(hall, then, kept, taken_back):
    ruled = hall.do("ruling.record", "game", text="Rice counts.").number
    for name, desk, at in (("hana", "team", "10:00"), ("Hana", "map", then)):
        perform(hall.room, Umpire(name, desk), "announcement.read", {"announcement": 1}, at=f"2026-11-20T{at}")
    if taken_back:
        hall.undo(ruled)
    with hall.room.store.write() as session:  # as before a mark was of a desk
        for entry in session.scalars(select(JournalEntry)):
            changes = json.loads(json.dumps(entry.changes).replace('"map"', '"team"'))
            for change in changes:
                if change["table"] == "announcement_read":
                    change["key"] = [1, (change["after"] or change["before"])["umpire"]]
            before = {"changes": json.dumps(changes), "number": entry.number}
            set_back = "update journal set made_with = null, changes = :changes where number = :number"
            session.execute(text(set_back), before)
        session.execute(text("delete from announcement_read where reader = 'hana' and umpire <> :kept"), {"kept": kept})
        session.execute(text("update announcement_read set desk = 'team' where reader = 'hana'"))
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize(
    "spoil",
    [
        "update army set troops = troops + 1 where id = 1",
        "update journal set changes = replace(changes, '\"troops\": 18', '\"troops\": 17') where number <= 3",
    ],
)
def test_an_older_game_is_compared_all_the_same(hall_at, spoil):
    hall = hall_at("battle")
    made_older(hall, len(hall.entries()))
    with hall.room.store.write() as session:
        assert session.execute(text(spoil)).rowcount
    assert not verify(hall.room).same


def test_differences_tell_neither_seed_nor_keys_nor_codes(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    there = hall.ask(rows)
    other = {key: dict(row) for key, row in there.items()}
    other[("game", 1)] |= {"seed": "x", "secret": "y", "year": 1600}
    other[("desk", "map")]["code"] = "z"
    other.pop(("province", "kai"))
    told = " ".join(compare(there, other))
    game = there[("game", 1)]
    assert "game 1, year: the game has 1550, the replay 1600." in told
    assert "game 1, seed: they differ." in told
    assert "province kai: only the game has it." in told
    for secret in (game["seed"], game["secret"], there[("desk", "map")]["code"]):
        assert secret not in told


def test_a_game_begun_before_a_rule_option_was_there_plays_on_and_replays_the_same(hall):
    with hall.room.store.engine.execution_options(writes=True).begin() as connection:  # as an older version left it
        options = text("UPDATE game SET begun_with = '0007', options = json_remove(options, '$.second_umpire')")
        connection.execute(options)
    hall.do("honour.log", "team", clan="oda", reason="event", points=30)
    assert hall.count(Confirmation) == 1, "the ruling holds as the book has it"
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize(
    "spoil",
    [
        "update journal set sentence = sentence || '!' where number in (:one, :other)",
        "update journal set changes = replace(changes, '\"troops\": ', '\"troops\": 1') where number in (:one, :other)",
        "update journal set action = 'no.such_action' where number in (:one, :other)",
        "update journal set audience = ' game npd ' where number in (:one, :other)",
        "update journal set heard_by = ' game map ' where number in (:one, :other)",
        "delete from touch where entry in (:one, :other); delete from journal where number in (:one, :other)",
        "update province set unrest = 1 where id = 'kai' and :one < :other",
    ],
)
def test_whatever_is_spoilt_among_entries_that_are_played_together_the_first_is_named(hall, spoil):
    for amount in range(6):
        hall.do("garrison.raise", "game", province="kai", troops=1, reason="a test", force=f"a test {amount}")
    one, other = (hall.entries()[spot].number for spot in (-5, -2))
    assert verify(hall.room).same
    with hall.room.store.write() as session:
        for each in spoil.split(";"):
            assert session.execute(text(each), {"one": one, "other": other}).rowcount
    told = verify(hall.room).differences
    if "journal" in spoil:
        number = one + 1 if "delete" in spoil else one
        assert told[0].startswith(f"Entry {number} "), told
    else:
        assert told[0].startswith("province kai, unrest: "), told


@pytest.mark.parametrize(
    ("column", "holds"),
    [
        ("changes", "json('null')"),
        ("changes", "'[7]'"),
        ("changes", "json_set(changes, '$[0].key', json_array(json_array()))"),
        ("dice", "'[{}]'"),
        ("arguments", "'[]'"),
        ("sentence", "x'00'"),
    ],
)
def test_an_entry_in_which_something_is_torn_is_named(hall_at, column, holds):
    hall = hall_at("battle")
    number = hall.do("battle.fight_round", battle=1, round=1, die=6, **OUTFLANK).number
    with hall.room.store.write() as session:
        session.execute(text(f"update journal set {column} = {holds} where number = {number}"))
    assert verify(hall.room).differences == (f"Entry {number} (battle.fight_round) cannot be read: {column}.",)
