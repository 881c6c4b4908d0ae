"""What is true whatever is done: each invariant notices what breaks it, by the rows that changed and as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.changes import ChangeLog
from control.kernel.proof.verify import verify
from control.sengoku.game import SENGOKU
from control.sengoku.rows import (
    Army,
    BattleForce,
    Character,
    Commission,
    Companion,
    Courtier,
    Garrison,
    MarchOrder,
    RiskDraw,
    Tampering,
    Title,
    Transfer,
)
from tests.season.test_gate import tick_all


def visits(session: Session) -> None:
    session.scalars(select(Character).join(Army, Army.general == Character.id)).first().province = "kai"


def left_behind(session: Session) -> None:
    army = session.scalars(select(Army).filter_by(standing=True)).first()
    someone = session.scalars(
        select(Character).filter_by(clan=army.clan, province=None).where(Character.id != army.general)
    )
    session.add(Companion(character=someone.first().id, army=army.id))
    session.execute(delete(MarchOrder))
    army.standing, army.troops = False, 0


def dead_general(session: Session) -> None:
    session.get_one(Character, session.scalars(select(Army.general).filter_by(standing=True)).first()).alive = False


def ghosts(session: Session) -> None:
    session.add(Garrison(id=999, clan="takeda", province="kai", troops=3, standing=False))


def order_of_nothing(session: Session) -> None:
    army = session.scalars(select(Army).filter_by(standing=True)).first()
    session.merge(MarchOrder(army=army.id, route=["shinano"], version=1))
    army.standing, army.troops = False, 0


def order_too_short(session: Session) -> None:
    army = session.scalars(select(Army).filter_by(standing=True)).first()
    session.merge(MarchOrder(army=army.id, route=["shinano"], version=1))
    army.walked = 2


def two_heads(session: Session) -> None:
    head, other = (
        session.scalars(select(Character).where(Character.clan == "takeda", condition)).first()
        for condition in (Character.role == "daimyo", Character.role != "daimyo")
    )
    other.role = head.role


def two_heirs(session: Session) -> None:
    of_takeda = select(Character).where(Character.clan == "takeda", Character.role.not_in(("daimyo", "heir")))
    session.scalars(of_takeda).first().role = "heir"


def two_shoguns(session: Session) -> None:
    session.scalars(
        select(Character).where(Character.clan == "takeda", Character.role == "daimyo")
    ).one().role = "shogun"


def too_good(session: Session) -> None:
    session.scalars(select(Character)).first().experience = 5


def dead_and_wounded(session: Session) -> None:
    people = select(Character).where(Character.id.not_in(select(Army.general)))
    someone = session.scalars(people).first()
    someone.alive, someone.wounded = False, True


def dead_drawer(session: Session) -> None:
    people = select(Character).where(Character.id.not_in(select(Army.general)))
    someone = session.scalars(people).first()
    someone.alive = False
    session.add(RiskDraw(id=999, character=someone.id, cause="age", season=0))


def two_governors(session: Session) -> None:
    held = session.scalars(select(Title).where(Title.province.is_not(None))).first()
    session.add(Title(id="another", kind=held.kind, character=held.character, province=held.province))


def two_emperors(session: Session) -> None:
    session.add(Courtier(id="another", name="Another", role="emperor", title="", ancestor=""))


def noble_of_no_rank(session: Session) -> None:
    session.scalars(select(Courtier).filter_by(role="noble")).first().rank = None


def in_debt(session: Session) -> None:
    session.add(
        Transfer(
            id=9999, entry=1, number=0, year=1550, season="spring", kind="gift", source="clan:takeda", target="gift",
            payer="takeda", payee=None, rice=0, cash=9999, note="",
        )
    )  # fmt: skip


def more_than_all(session: Session) -> None:
    unit = session.scalars(select(BattleForce)).first()
    unit.lost = unit.troops + 1


def got_at(session: Session, deed: str, **more: Any) -> None:
    """A spy of Takeda's opened a letter, where nothing else is said."""
    work = {"kind": "spy", "outcome": "success"} | {
        name: more.pop(name) for name in ("kind", "outcome") if name in more
    }
    when = {"number": 1, "year": 1550, "season": "spring"}
    session.add(Commission(id=1, clan="takeda", target="uesugi", points=3, **when, **work))
    session.flush()
    session.add(Tampering(id=1, commission=1, letter=207512, deed=deed, **more))


def forged_by_half(session: Session) -> None:
    got_at(session, "forge", words="Stay away.", outcome="part")


def opened_by_an_assassin(session: Session) -> None:
    got_at(session, "open", words="Come.", kind="assassin")


def opened_before_the_roll(session: Session) -> None:
    got_at(session, "open", words="Come.", outcome="")


def held_for_ever(session: Session) -> None:
    got_at(session, "hold", until=0)


def held_and_rewritten(session: Session) -> None:
    got_at(session, "hold", until=4, words="Stay away.")


def forged_with_nothing(session: Session) -> None:
    got_at(session, "forge")


BREAKS: dict[Callable[[Session], None], str] = {
    visits: "nobody_in_two_places",
    left_behind: "nobody_goes_along_with_nothing",
    dead_general: "the_living_lead",
    ghosts: "counters_stand_somewhere",
    order_of_nothing: "orders_are_those_of_armies",
    order_too_short: "orders_are_those_of_armies",
    two_heads: "one_head",
    two_heirs: "one_heir",
    two_shoguns: "one_shogun",
    too_good: "figures_in_bounds",
    dead_and_wounded: "figures_in_bounds",
    dead_drawer: "the_dead_draw_no_card",
    two_governors: "one_holder",
    two_emperors: "one_emperor",
    noble_of_no_rank: "one_emperor",
    in_debt: "nobody_in_debt",
    more_than_all: "no_more_is_lost_than_was_there",
    forged_by_half: "letters_are_got_at_by_who_can",
    opened_by_an_assassin: "letters_are_got_at_by_who_can",
    opened_before_the_roll: "letters_are_got_at_by_who_can",
    held_for_ever: "what_is_done_to_a_letter_is_whole",
    held_and_rewritten: "what_is_done_to_a_letter_is_whole",
    forged_with_nothing: "what_is_done_to_a_letter_is_whole",
}


def names(found) -> set[str]:
    return {one.asks.__name__ for _, one in found}


@pytest.mark.parametrize("wrong", BREAKS, ids=lambda wrong: wrong.__name__)
def test_each_is_noticed_by_the_rows_that_changed_and_as_a_whole(hall_at, wrong):
    hall = hall_at("battle")
    with hall.room.store.write() as session:
        assert names(SENGOKU.invariants.broken(session)) == set()
        with ChangeLog(session) as log:
            wrong(session)
        changes = log.changes
        assert names(SENGOKU.invariants.broken(session, changes)) == {BREAKS[wrong]}
        assert names(SENGOKU.invariants.broken(session)) == {BREAKS[wrong]}
        of_others = [{**change, "key": [-1], "before": None, "after": None} for change in changes]
        assert names(SENGOKU.invariants.broken(session, of_others)) == set(), "only rows that changed are looked at"


def test_every_invariant_is_broken_above():
    assert set(BREAKS.values()) == {one.asks.__name__ for one in SENGOKU.invariants}


def test_a_season_ends_over_what_was_broken_before_only_with_a_reason(hall):
    with hall.room.store.write() as session:
        session.scalars(select(Character)).first().battles = -1
    tick_all(hall)
    asked = {"season": "spring", "year": 1550}
    error = hall.refuse(OrderNotAllowed, "season.advance", "game", **asked)
    assert error.sentence.endswith("would have a figure that nobody can have. Nothing was done; tell Game Control.")
    hall.do("season.advance", "game", **asked, force="we look at him later")


def test_nobody_forces_what_would_be_broken(hall):
    army = hall.an_army("takeda", "kai", 5, general="takeda-harunobu")
    gone = hall.do("army.disband", army=army)
    hall.an_army("takeda", "suruga", 5, general="takeda-harunobu")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=gone.number, force="it must be")
    assert error.sentence.startswith("Then Takeda Harunobu would be in two places: he has gone elsewhere since.")


def test_verify_says_what_is_broken_though_the_journal_comes_out_the_same(hall, monkeypatch):
    army = hall.an_army("takeda", "kai", 5, general="takeda-harunobu")
    gone = hall.do("army.disband", army=army)
    hall.an_army("takeda", "suruga", 5, general="takeda-harunobu")
    monkeypatch.setattr(SENGOKU.invariants, "keep", lambda *_given, **_more: None)
    hall.undo(gone.number, force="a slip")
    assert verify(hall.room).differences == ("As the game stands, Takeda Harunobu would be in two places.",)
