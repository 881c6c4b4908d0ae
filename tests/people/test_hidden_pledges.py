"""A hidden bond sworn with hostages: everybody sees at whose table they sit, and only who may know, for what (R35,
R36). It is one order, and one undo."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import NotThisDesk, OrderNotAllowed
from control.kernel.journal.audience import may_read
from control.kernel.proof.verify import verify
from control.kernel.rows import ApartEntry
from control.kernel.undo.undo import later_than
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Character, Pledge, Treaty
from tests.conftest import sign_in

HEIR, OTHER = "takeda-yoshinobu", "takeda-nobukado"
SWORN = {"kind": "alliance", "one": "takeda", "other": "uesugi", "audience": "secret", "hostages": [HEIR]}


def pledges(hall):
    with hall.room.store.read() as session:
        return [(one.treaty, one.character) for one in session.scalars(select(Pledge))]


def test_one_order_is_two_entries_and_a_stranger_reads_of_the_hand_over_alone(hall):
    count = len(hall.entries())
    told = hall.do("treaty.record", "team", **SWORN)
    open_, hidden = hall.entries()[count:]
    assert hidden.number == told.number == -5000001
    assert (open_.action, open_.arguments) == (
        "hostage.hand_over",
        {"character": HEIR, "to": "uesugi", "treaty": None, "shown": None, "force": ""},
    )
    assert open_.sentence == "Takeda handed Takeda Yoshinobu over to Uesugi as a hostage."
    assert hidden.sentence.endswith("Takeda Yoshinobu answers for it.")
    assert may_read(SENGOKU, open_, "map")
    assert not may_read(SENGOKU, hidden, "map")
    assert (open_.at, open_.umpire, open_.desk) == (hidden.at, hidden.umpire, hidden.desk)
    assert (hall.get(Character, HEIR).held_by, len(pledges(hall))) == ("uesugi", 1)
    assert verify(hall.room).differences == ()


def test_the_undo_of_it_takes_both_back_and_the_undo_of_that_brings_both_again(hall):
    before, hand_over = hall.state(), SWORN | {"strength": 3}
    told = hall.do("treaty.record", "team", **hand_over)
    after = hall.state()
    undone = hall.do("journal.undo", "team", entry=told.number)
    aside = ("notice", "notice_to", "reprint")
    kept = {key: row for key, row in hall.state().items() if key[0] not in aside}
    assert kept == {key: row for key, row in before.items() if key[0] not in aside}
    hall.do("journal.undo", "team", entry=undone.number)
    kept = {key: row for key, row in hall.state().items() if key[0] not in aside}
    assert kept == {key: row for key, row in after.items() if key[0] not in aside}
    assert [entry.number > 0 for entry in hall.entries()[-6:]] == [True, False, False, True, False, True]
    assert verify(hall.room).differences == ()


def test_the_hand_over_alone_is_not_taken_back_while_the_pledge_stands(hall, app_of):
    told = hall.do("treaty.record", "team", **SWORN)
    open_ = hall.entries()[-2].number
    for desk, says in (("team", True), ("game", True), ("map", False)):
        page = sign_in(app_of(hall), desk).get("/journal/").text
        assert ("Take back entry H5.1 instead: this goes with it." in page) is says
        assert "H5.1" in page or desk == "map"
    refused = hall.refuse(OrderNotAllowed, "journal.undo", "team", entry=open_)
    assert refused.sentence.startswith("Entry H5.1, “Treaty: Takeda allied with Uesugi.")
    assert refused.sentence.endswith("depends on it. Take that back first.")
    hall.do("journal.undo", "team", entry=told.number)
    assert hall.get(Character, HEIR).held_by is None


def test_it_is_not_taken_back_once_the_hostage_has_gone_on(hall):
    told = hall.do("treaty.record", "team", **SWORN)
    hall.do("hostage.release", "team", character=HEIR)
    refused = hall.refuse(OrderNotAllowed, "journal.undo", "team", entry=told.number)
    assert "“Uesugi released Takeda Yoshinobu." in refused.sentence


def test_a_hostage_handed_over_for_a_hidden_bond_is_two_entries_too(hall):
    bond = hall.do("treaty.record", "team", **{**SWORN, "hostages": []}).changes[0]["key"][0]
    told = hall.do("hostage.hand_over", "team", character=HEIR, to="uesugi", treaty=bond)
    open_, hidden = hall.entries()[-2:]
    assert open_.arguments["treaty"] is None
    assert told.number == hidden.number == -5000002
    assert hidden.sentence == ("Takeda Yoshinobu is a hostage of Uesugi. He answers for: Takeda allied with Uesugi.")
    assert (pledges(hall), hall.get(Treaty, bond).strength) == ([(bond, HEIR)], 3)
    again = {"character": HEIR, "to": "uesugi", "treaty": bond}
    assert hall.refuse(OrderNotAllowed, "hostage.hand_over", "team", **again).field == "to"
    hall.do("journal.undo", "game", entry=told.number, force="a test")
    assert (pledges(hall), hall.get(Character, HEIR).held_by) == ([], None)
    assert verify(hall.room).differences == ()


def test_who_sits_there_already_answers_for_a_hidden_bond_with_no_further_entry(hall):
    hall.do("hostage.hand_over", "team", character=HEIR, to="uesugi")
    count = len(hall.entries())
    hall.do("treaty.record", "team", **SWORN)
    assert [entry.number for entry in hall.entries()[count:]] == [-5000001]


def test_what_is_refused_in_secret_is_done_in_the_open_neither(hall):
    hall.do("treaty.record", "team", **{**SWORN, "hostages": []})
    assert hall.refuse(OrderNotAllowed, "treaty.record", "team", **SWORN).field == "kind"  # the bond stands already
    wrong = {**SWORN, "kind": "peace", "hostages": [HEIR, "obu-toramasa"]}
    assert hall.refuse(OrderNotAllowed, "treaty.record", "team", **wrong).field == "hostages"
    npd = {**SWORN, "kind": "peace", "other": "yuki"}
    refused = hall.refuse(NotThisDesk, "treaty.record", "npd", **npd)
    assert refused.field == "hostages"
    assert refused.sentence.startswith("Team Control hands over the hostages of Takeda")


@pytest.mark.parametrize("force", ["", "the oath was sworn in haste"])
def test_what_forces_a_hidden_bond_stands_in_no_open_entry(hall, force):
    hall.do("treaty.record", "game", **SWORN, force=force)
    assert hall.entries()[-2].arguments["force"] == ""


def test_sent_twice_it_is_done_once(hall):
    count = len(hall.entries())
    told = [perform(hall.room, Umpire("Sen", "team"), "treaty.record", SWORN, key="once") for _ in range(2)]
    assert told[0].number == told[1].number
    assert len(hall.entries()) == count + 2


def test_a_wounded_hostage_is_sent_off_in_winter_for_a_reason_that_tells_nothing(hall_at):
    hall = hall_at("winter")
    hall.correct("character", HEIR, "wounded", True)
    assert hall.refuse(OrderNotAllowed, "treaty.record", "team", **SWORN).field == "hostages"
    hall.do("treaty.record", "game", **SWORN, force="the alliance is sworn tonight")
    open_ = next(one for one in reversed(hall.entries()) if one.action == "hostage.hand_over")
    assert "Forced: he goes all the same." in open_.sentence
    assert "alliance" not in str(open_.as_dict())


def test_covert_work_is_never_in_the_way_of_what_desks_hide(hall):
    bond = hall.do("treaty.record", "team", **{**SWORN, "hostages": []})
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=1)
    later = hall.do("treaty.renew", "team", treaty=bond.changes[0]["key"][0], until="1552-spring")
    with hall.room.store.read() as session:
        assert [one.number for one in later_than(session, session.get_one(ApartEntry, bond.number))] == [later.number]
