"""Secret tactics: sealed before they are an order, opened with the second, and then binding (handbook 6)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Umpire
from control.kernel.chance.seals import LENGTH
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.battle.tactics.tactics_actions import seal, unseal
from control.sengoku.battle.tactics.tactics_questions import phone
from control.sengoku.rows import Battle, SealedTactic
from control.sengoku.rules.people.generals_codes import army_named, general_code, is_general_code
from tests.games import CHANCE

SECRET = CHANCE.cookies


def seals(hall):
    """What lies in the table: the clear tactic by round and role, empty while it is sealed."""
    with hall.room.store.read() as session:
        return {(row.round, row.role): row.tactic for row in session.scalars(select(SealedTactic))}


def fight(hall, attacker, defender, number=1, **more):
    """The order for a round with these tactics."""
    return {"battle": 1, "round": number, "die": 3, "attacker_tactic": attacker, "defender_tactic": defender} | more


# ---- the seal


@given(st.sampled_from(["outflank", "fortify", "a"]), st.text(), st.integers(1, 999), st.sampled_from("ad"))
def test_a_seal_opens_to_what_was_sealed_and_tells_nothing_by_its_length(tactic, salt, battle, role):
    sealed = seal("a secret", battle, 1, role, tactic, salt)
    assert unseal("a secret", battle, 1, role, sealed) == tactic
    assert len(sealed) == len(seal("a secret", 1, 1, "a", "fighting_withdrawal", "x"))
    assert tactic == "a" or tactic not in sealed


def test_one_form_makes_one_seal_and_two_forms_make_two():
    assert seal("s", 1, 1, "attacker", "outflank", "form") == seal("s", 1, 1, "attacker", "outflank", "form")
    assert seal("s", 1, 1, "attacker", "outflank", "form") != seal("s", 1, 1, "attacker", "outflank", "other form")
    assert seal("s", 1, 1, "attacker", "outflank", "form")[:40] != seal("s", 1, 1, "attacker", "fortify", "form")[:40]


@pytest.mark.parametrize("where", [("t", 1, 1, "attacker"), ("s", 2, 1, "attacker"), ("s", 1, 2, "attacker"),
                                   ("s", 1, 1, "defender")])  # fmt: skip
def test_a_seal_is_good_for_one_side_of_one_round_of_one_battle_of_one_game(where):
    sealed = seal("s", 1, 1, "attacker", "outflank", "form")
    with pytest.raises(OrderNotUnderstood, match="was not made for this side"):
        unseal(*where, sealed)


@given(st.integers(0, 127), st.integers(1, 255))
def test_a_seal_with_one_letter_changed_is_none(place, by):
    sealed = seal("s", 1, 1, "attacker", "outflank", "form")
    spot = place % len(sealed)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    if sealed[spot] == "=" or spot >= len(sealed) - 3:  # the last letters carry bits that mean nothing
        return
    other = letters[(letters.index(sealed[spot]) + 1 + by % 62) % 64]
    with pytest.raises(OrderNotUnderstood):
        unseal("s", 1, 1, "attacker", sealed[:spot] + other + sealed[spot + 1 :])


@pytest.mark.parametrize("rubbish", ["", "outflank", "ä", "====", "A" * (LENGTH * 2)])
def test_rubbish_is_no_seal(rubbish):
    with pytest.raises(OrderNotUnderstood):
        unseal("s", 1, 1, "attacker", rubbish)


# ---- the token of a general's page


@given(st.integers(1, 999_999))
def test_a_code_is_good_for_one_army_under_one_general_until_the_next(army):
    code = general_code("s", army, "shingen", 0)
    for typed in (code, code.lower(), f" {code} ", code.replace("-", " - ")):
        assert army_named(typed) == army
        assert is_general_code(typed, code)
    others = [
        ("t", army, "shingen", 0),
        ("s", army + 1, "shingen", 0),
        ("s", army, "kenshin", 0),
        ("s", army, "shingen", 1),
    ]
    for other in others:
        assert not is_general_code(code, general_code(*other))
    assert not is_general_code(code[:-1], code)


@pytest.mark.parametrize("rubbish", ["", "-", "7", "7-", "²-AAAAAAAAAA", "7-ÄÄÄÄÄÄÄÄÄÄ", "9" * 50])
def test_rubbish_is_nobodys_token(rubbish):
    assert army_named(rubbish) in (0, 7)
    assert not is_general_code(rubbish, general_code("s", 7, "shingen", 0))


# ---- asking and choosing


def test_both_are_asked_and_the_second_order_opens_both(hall_at):
    hall = hall_at("secret")
    assert hall.get(Battle, 1).asked == 1
    first = hall.seal("defender", "outflank")
    assert first.sentence == "Battle 1, round 1: Takeda Harunobu has sealed a tactic."
    assert (first.umpire, first.desk) == ("a general", PLAYER)
    assert seals(hall) == {(1, "defender"): ""}
    second = hall.seal("attacker", "subterfuge")
    assert second.sentence == (
        "Battle 1, round 1: both tactics are in and were opened. Uesugi Kenshin chose Subterfuge and Takeda Harunobu "
        "chose Outflank."
    )
    assert seals(hall) == {(1, "attacker"): "subterfuge", (1, "defender"): "outflank"}
    assert verify(hall.room).same


def test_before_both_are_in_no_table_and_no_journal_names_the_tactic(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "surprise_assault")
    kept = json.dumps(hall.everything(), default=str).lower()
    assert "has sealed a tactic" in kept
    assert "surprise" not in kept
    hall.seal("defender", "outflank")
    assert "surprise_assault" in json.dumps(hall.everything(), default=str)


def test_a_seal_of_an_older_version_is_told_and_both_are_asked_again(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "outflank")
    with hall.room.store.write() as session:  # as an older program had sealed it
        session.get_one(SealedTactic, (1, 1, "attacker")).sealed = "A" * LENGTH
    mine = {"battle": 1, "round": 1, "role": "defender", "sealed": seal(SECRET, 1, 1, "defender", "fortify", "x")}
    error = hall.refuse(OrderNotAllowed, "battle.choose_tactic", **mine)
    assert error.sentence.startswith("What Uesugi Kenshin sealed cannot be opened")
    hall.do("battle.ask_tactics", battle=1, round=1)
    hall.do("battle.choose_tactic", **mine)


def test_a_seal_that_was_tampered_with_in_the_journal_fails_the_replay(hall_at):
    hall = hall_at("secret")
    entry = hall.seal("attacker", "outflank")
    sealed = entry.arguments["sealed"]
    changed = sealed[:30] + ("A" if sealed[30] != "A" else "B") + sealed[31:]
    with hall.room.store.engine.connect() as connection, connection.begin():
        raw = connection.execute(text("SELECT arguments FROM journal WHERE number = :n"), {"n": entry.number}).scalar()
        connection.execute(
            text("UPDATE journal SET arguments = :a WHERE number = :n"),
            {"a": raw.replace(sealed, changed), "n": entry.number},
        )
    assert "This seal was not made for this side" in verify(hall.room).differences[0]


def test_once_sealed_it_stays_until_the_umpire_asks_again(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "outflank")
    again = {"battle": 1, "round": 1, "role": "attacker", "sealed": seal(SECRET, 1, 1, "attacker", "fortify", "x")}
    error = hall.refuse(OrderNotAllowed, "battle.choose_tactic", **again)
    assert "sealed already" in error.sentence
    entry = hall.do("battle.ask_tactics", battle=1, round=1)
    assert "asked again" in entry.sentence
    assert seals(hall) == {}
    hall.do("battle.choose_tactic", **again)
    assert seals(hall) == {(1, "attacker"): ""}


def test_nothing_is_taken_in_that_was_not_asked(hall_at):
    hall = hall_at("battle")
    sealed = seal(SECRET, 1, 1, "attacker", "outflank", "x")
    order = {"battle": 1, "round": 1, "role": "attacker", "sealed": sealed}
    hall.refuse(ChangedElsewhere, "battle.choose_tactic", **order)
    hall.do("battle.ask_tactics", battle=1, round=1)
    hall.refuse(ChangedElsewhere, "battle.choose_tactic", **order | {"round": 2})
    hall.refuse(OrderNotUnderstood, "battle.choose_tactic", **order | {"role": "defender"})
    hall.refuse(OrderNotUnderstood, "battle.choose_tactic", **order | {"sealed": "outflank"})


@pytest.mark.parametrize("tactic", ["charge", ""])
def test_what_is_no_tactic_is_refused_though_it_was_sealed(hall_at, tactic):
    hall = hall_at("secret")
    order = {"battle": 1, "round": 1, "role": "attacker", "sealed": seal(SECRET, 1, 1, "attacker", tactic, "x")}
    assert hall.refuse(OrderNotUnderstood, "battle.choose_tactic", **order).field == "tactic"


def test_nobody_fortifies_at_sea_in_secret_either(hall):
    hall.march(hall.an_army("sue", "chikuzen", 9, experience=3), "iki")
    hall.march(hall.an_army("mori", "iki", 8, experience=3), "chikuzen")
    hall.phases(1, 2)
    hall.settle(attacker="mori")
    hall.do("battle.ask_tactics", battle=1, round=1)
    asked = hall.ask(phone, hall.room.scenario, 1)
    assert [choice.key for choice in asked.choices if not choice.possible] == ["fortify"]
    order = {"battle": 1, "round": 1, "role": "attacker", "sealed": seal(SECRET, 1, 1, "attacker", "fortify", "x")}
    error = hall.refuse(OrderNotAllowed, "battle.choose_tactic", **order)
    assert (error.field, error.ruling) == ("tactic", "R10")


def test_a_player_asks_nobody_and_other_desks_choose_for_nobody(hall_at):
    hall = hall_at("secret")
    with pytest.raises(NotThisDesk):
        perform(hall.room, Umpire("a general", PLAYER), "battle.ask_tactics", {"battle": 1, "round": 1})
    hall.refuse(NotThisDesk, "battle.choose_tactic", "team", battle=1, round=1, role="attacker", sealed="x")


def test_only_the_next_round_of_an_open_battle_is_asked_for(hall_at):
    hall = hall_at("round")
    hall.refuse(ChangedElsewhere, "battle.ask_tactics", battle=1, round=1)
    hall.refuse(OrderNotAllowed, "battle.ask_tactics", battle=1, round=3)
    hall.do("battle.ask_tactics", battle=1, round=2)
    hall.end(then="both_stay")
    assert (hall.get(Battle, 1).asked, seals(hall)) == (0, {})
    hall.refuse(OrderNotAllowed, "battle.ask_tactics", battle=1, round=2)


def test_a_decided_battle_asks_for_nothing(hall_at):
    hall = hall_at("decision")
    assert hall.refuse(OrderNotAllowed, "battle.ask_tactics", battle=1, round=2).ruling == "R6"


# ---- the round


def test_the_round_is_fought_with_what_was_opened_and_with_nothing_else(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "subterfuge")
    hall.seal("defender", "outflank")
    error = hall.refuse(OrderNotAllowed, "battle.fight_round", **fight(hall, "subterfuge", "fortify"))
    assert error.field == "defender_tactic"
    assert "sealed Outflank for round 1" in error.sentence
    entry = hall.do("battle.fight_round", **fight(hall, "subterfuge", "outflank"))
    assert "openly" not in entry.sentence
    assert (hall.get(Battle, 1).rounds, hall.get(Battle, 1).asked) == (1, 0)
    assert verify(hall.room).same


def test_roles_that_change_take_their_sealed_tactics_along(hall_at):
    hall = hall_at("round")
    hall.do("battle.ask_tactics", battle=1, round=2)
    hall.seal("attacker", "subterfuge", 2)
    hall.seal("defender", "outflank", 2)
    changed = {"swap_roles": True, "settled_by": "umpire"}
    wrong = fight(hall, "subterfuge", "outflank", 2, **changed)
    assert hall.refuse(OrderNotAllowed, "battle.fight_round", **wrong).field == "attacker_tactic"
    hall.do("battle.fight_round", **fight(hall, "outflank", "subterfuge", 2, **changed))
    assert hall.get(Battle, 1).rounds == 2


@pytest.mark.parametrize("sealed", [(), ("attacker",)])
def test_with_none_or_one_in_they_may_choose_openly_after_all_and_the_seal_is_never_opened(hall_at, sealed):
    hall = hall_at("secret")
    for role in sealed:
        hall.seal(role, "surprise_assault")
    entry = hall.do("battle.fight_round", **fight(hall, "subterfuge", "outflank"))
    assert entry.sentence.endswith("The tactics were chosen openly after all.")
    assert seals(hall) == {}
    assert "surprise" not in json.dumps(hall.everything(), default=str)
    assert verify(hall.room).same


def test_asking_openly_after_all_throws_the_seals_away(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "outflank")
    hall.do("battle.ask_openly", battle=1, round=1)
    assert (hall.get(Battle, 1).asked, seals(hall)) == (0, {})
    hall.refuse(OrderNotAllowed, "battle.ask_openly", battle=1, round=1)


@pytest.mark.parametrize("action", ["battle.ask_tactics", "battle.fight_round"])
def test_a_page_from_before_the_asking_throws_no_seal_away(hall_at, action):
    hall = hall_at("secret")
    hall.seal("attacker", "outflank")
    more = fight(hall, "subterfuge", "outflank") if action == "battle.fight_round" else {"battle": 1, "round": 1}
    with hall.untouched():
        error = hall.refuse(ChangedElsewhere, action, **more, secretly=False)
    assert error.sentence.startswith("Both generals were asked for their tactics in secret for round 1 since you")
    hall.do("battle.ask_openly", battle=1, round=1)
    error = hall.refuse(ChangedElsewhere, "battle.ask_tactics", battle=1, round=1, secretly=True)
    assert error.sentence.startswith("Both generals choose openly for round 1 since you opened this.")
    hall.do("battle.ask_tactics", battle=1, round=1, secretly=False)


def test_undo_of_the_second_seal_closes_the_first_again(hall_at):
    hall = hall_at("secret")
    hall.seal("attacker", "subterfuge")
    before = hall.state()
    entry = hall.seal("defender", "outflank")
    hall.undo(entry.number)
    assert seals(hall) == {(1, "attacker"): ""}
    assert hall.state() == before
    assert verify(hall.room).same
