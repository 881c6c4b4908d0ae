"""Two umpires at one map: who has claimed what, who takes over, and what an undo leaves alone."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Umpire
from control.kernel.errors import OrderNotAllowed
from control.kernel.pages.marks import mark_of
from control.kernel.proof.verify import verify
from control.sengoku.battle.tactics.tactics_actions import seal
from control.sengoku.rows import Claim, Encounter, Notice, NoticeTo
from control.sengoku.season.waits_questions import what_waits
from control.sengoku.world.marks_questions import of_encounter
from tests.conftest import sign_in
from tests.games import CHANCE

ANA, BEN, GAME = Umpire("Ana", "map"), Umpire("Ben", "map"), Umpire("Chie", "game")


def act(hall, umpire, name, **arguments):
    """An action by an umpire of this name."""
    return perform(hall.room, umpire, name, arguments)


def take(hall, umpire, number=1, kind="encounter", **more):
    """Claim an encounter or a battle."""
    return act(hall, umpire, "claim.take", kind=kind, number=number, **more)


def refused(hall, umpire, name, **arguments):
    """What an umpire is told who may not do this; nothing is changed by it."""
    before = hall.everything()
    with pytest.raises(OrderNotAllowed) as caught:
        act(hall, umpire, name, **arguments)
    assert hall.everything() == before
    return caught.value


def holder(hall, number=1, kind="encounter"):
    """The claim on something: the umpire and the note, None if there is none."""
    row = hall.state().get(("claim", kind, number))
    return row and (row["umpire"], row["note"])


def settle(hall, umpire, **more):
    """Settle encounter 1."""
    return act(hall, umpire, "encounter.settle", **{"encounter": 1, "outcome": "parley"} | more)


BATTLE = {"outcome": "battle", "attacker": "uesugi", "settled_by": "umpire"}


def test_an_umpire_who_comes_back_and_writes_his_name_otherwise_has_what_he_claimed(hall_at, app_of):
    hall = hall_at("encounter")
    take(hall, ANA)
    again = Umpire("ána ", "map")
    assert refused(hall, again, "claim.take", kind="encounter", number=1).sentence == "You hold encounter 1 already."
    page = sign_in(app_of(hall), "map", "ána")
    assert ">Yours</p>" in page.get("/map/encounters/1").text
    assert "encounter-1" in page.get("/map/?mine=1").text
    assert hall.ask(what_waits, hall.room.scenario, "map", "ana").taken == ()
    settle(hall, again)
    assert holder(hall) is None
    assert verify(hall.room).differences == ()


def test_nobody_seals_a_tactic_in_a_battle_that_another_holds_but_its_general_himself(hall_at):
    hall = hall_at("secret")
    take(hall, ANA, kind="battle", over=True)
    secret = CHANCE.cookies
    first, second = (
        {"battle": 1, "round": 1, "role": role, "sealed": seal(secret, 1, 1, role, "outflank", "x")}
        for role in ("attacker", "defender")
    )
    error = refused(hall, BEN, "battle.choose_tactic", **first)
    assert (error.field, error.sentence.startswith("Ana is at work on battle 1.")) == ("claim", True)
    act(hall, Umpire("a general", PLAYER), "battle.choose_tactic", **first)
    act(hall, ANA, "battle.choose_tactic", **second)


def test_nobody_settles_what_another_has_claimed_and_the_refusal_names_him(hall_at):
    hall = hall_at("encounter")
    assert take(hall, ANA).sentence == "Ana claimed encounter 1."
    for arguments in ({"outcome": "pass"}, {"outcome": "parley"}, {"outcome": "withdraw", "who": "uesugi"}, BATTLE):
        error = refused(hall, BEN, "encounter.settle", **{"encounter": 1} | arguments)
        assert (error.field, error.sentence.startswith("Ana is at work on encounter 1.")) == ("claim", True)
    settle(hall, ANA)
    assert holder(hall) is None


def test_a_claim_is_taken_over_only_by_saying_so(hall_at):
    hall = hall_at("encounter")
    take(hall, ANA)
    assert "Ana" in refused(hall, BEN, "claim.take", kind="encounter", number=1).sentence
    assert take(hall, BEN, over=True).sentence == "Ben took over encounter 1 from Ana."
    assert holder(hall) == ("Ben", "")
    assert "Ben" in refused(hall, ANA, "encounter.settle", encounter=1, outcome="pass").sentence
    settle(hall, BEN)
    assert verify(hall.room).same


def test_only_the_holder_or_game_control_lets_go(hall_at):
    hall = hall_at("encounter")
    take(hall, ANA)
    assert refused(hall, BEN, "claim.release", kind="encounter", number=1).field == "claim"
    act(hall, GAME, "claim.release", kind="encounter", number=1)
    assert holder(hall) is None
    take(hall, BEN)
    assert act(hall, BEN, "claim.release", kind="encounter", number=1).sentence == "Ben released encounter 1."
    settle(hall, ANA)


def test_what_is_put_aside_says_why_and_anybody_may_take_it_up(hall_at):
    hall = hall_at("encounter")
    take(hall, ANA)
    act(hall, ANA, "claim.release", kind="encounter", number=1, note="the general is at the Shogun’s")
    assert holder(hall) == ("", "the general is at the Shogun’s")
    take(hall, BEN)
    assert holder(hall) == ("Ben", "")


def test_game_control_passes_every_claim_and_leaves_none_by_the_way(hall_at):
    hall = hall_at("encounter")
    settle(hall, GAME, **BATTLE)
    assert holder(hall, 1, "battle") is None
    hall.undo(hall.entries()[-1].number)
    take(hall, ANA)
    settle(hall, GAME, **BATTLE)
    assert holder(hall, 2, "battle") == ("Ana", "")


def test_a_battle_is_minded_by_whoever_opens_it(hall_at):
    hall = hall_at("encounter")
    take(hall, ANA)
    settle(hall, ANA, **BATTLE)
    assert (holder(hall, 1, "encounter"), holder(hall, 1, "battle")) == (None, ("Ana", ""))
    assert "battle 1" in refused(hall, BEN, "claim.take", kind="battle", number=1).sentence


def test_a_page_in_use_hears_of_a_claim(hall_at):
    hall = hall_at("encounter")

    def marks():
        return hall.ask(lambda session: mark_of(of_encounter(session, 1)))

    before = marks()
    take(hall, ANA)
    anas = marks()
    take(hall, BEN, over=True)
    assert len({before, anas, marks()}) == 3


# ---- undo


def test_a_later_claim_stands_in_the_way_of_no_undo_and_stays_as_it_is(hall_at):
    hall = hall_at("encounter")
    opened = settle(hall, ANA, **BATTLE)
    take(hall, BEN, 1, "battle", over=True)
    act(hall, ANA, "journal.undo", entry=opened.number)
    assert hall.get(Encounter, 1).outcome == ""
    assert holder(hall, 1, "battle") == ("Ben", "")
    assert verify(hall.room).same


def test_an_undo_does_not_give_back_a_claim_that_another_has_taken_since(hall_at):
    hall = hall_at("encounter")
    taken = take(hall, ANA)
    take(hall, BEN, over=True)
    act(hall, ANA, "journal.undo", entry=taken.number)
    assert hall.get(Claim, ("encounter", 1)).umpire == "Ben"


def heard(hall):
    """Whom each notice still waits for, by its sentence."""
    state = hall.state()
    return {
        row["sentence"]: sorted(
            to["clan"]
            for key, to in state.items()
            if key[0] == "notice_to" and to["notice"] == row["id"] and not to["told"]
        )
        for key, row in state.items()
        if key[0] == "notice"
    }


def test_whoever_was_told_hears_that_it_is_taken_back_and_nobody_else(hall_at):
    hall = hall_at("encounter")
    before, known = hall.state(), heard(hall)
    settled = settle(hall, ANA)
    sentence = "In Shinano, Takeda and Uesugi parley and stay where they are this season."
    with hall.room.store.read() as session:
        told = session.query(Notice).filter_by(sentence=sentence).one().id
        to = session.query(NoticeTo).filter_by(notice=told, clan="takeda").one().id
    hall.do("notice.tell", "team", recipient=to)
    undone = act(hall, ANA, "journal.undo", entry=settled.number)
    assert heard(hall) == {**known, f"Taken back: {sentence}": ["takeda"]}
    hall.undo(undone.number)
    assert "takeda" not in heard(hall)[sentence]
    hall.undo(settled.number)
    assert hall.get(Encounter, 1).outcome == ""
    assert verify(hall.room).same
    assert before[("encounter", 1)] == hall.state()[("encounter", 1)]


def test_what_nobody_was_told_of_leaves_no_notice_behind(hall_at):
    hall = hall_at("encounter")
    known = heard(hall)
    settled = settle(hall, ANA)
    assert len(heard(hall)) > len(known)
    hall.undo(settled.number)
    assert heard(hall) == known
