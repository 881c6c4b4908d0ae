"""The first two weeks of Kessen over the API, each side with its code: a castle that holds, a disk that is taken, an
overrun, a retreat into a castle; what each reads at these moments. Those of GMT are played in a browser."""

from __future__ import annotations

import pytest

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.kernel.proof.verify import verify
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.rules.sides import OTHER, SIDES
from tests.sekigahara.campaigns import EDITIONS, campaign
from tests.sekigahara.games import CODES, a_room, order_of, standing_in
from tests.sekigahara.stories import CASTLE, DISK, OVERRUN, SIEGE, WANTED, script, story


@pytest.fixture
def room(tmp_path):
    made = a_room(tmp_path / "kessen.db", "kessen", script("kessen")["seed"])
    yield made
    made.store.close()


@pytest.fixture
def asked(room, monkeypatch):
    """Asks the API as a desk, or as nobody."""
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    browser = OpenRoom(application_of(SEKIGAHARA), room).test_client()

    def ask(path, desk=None, order=None):
        headers = {"Authorization": f"Bearer {CODES[desk]}"} if desk else {}
        answer = browser.open(
            f"/api/{path}", method="POST" if order is not None else "GET", json=order, headers=headers
        )
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    return ask


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_stories_of_two_weeks_have_what_is_wanted_and_name_no_piece_by_its_id(edition):
    told, on = story(edition), campaign(edition)
    assert {one.moment for one in told} >= WANTED[edition]
    assert (told[-1].after.week, told[-1].after.step) == (3, "discard")
    words = {word.strip('".,;:()') for one in told for word in one.said.split()}
    assert words & {*on.blocks, *on.cards} == set()


def test_the_first_two_weeks_of_kessen_are_played_over_the_api(room, asked):
    on, seen, before = campaign("kessen"), set(), asked("state")["board"]
    assert before["disks"] == ["toyotomi", "torii", "mogami"]
    for one in story("kessen"):
        name, order = order_of(one.act)
        entry = asked(f"actions/{name}", one.act.side, order)
        assert entry["sentence"] == one.said
        assert standing_in(room)[1] == one.after
        if one.moment not in seen:
            seen.add(one.moment)
            look = {None: asked("state")["board"]} | {side: asked("state", side)["campaign"] for side in SIDES}
            MOMENTS.get(one.moment, lambda *_: None)(on, one, look, before)
            for viewer, known in look.items():
                told_by_number(on, one.after, viewer, known)
    assert seen >= WANTED["kessen"]
    for desk in (*SIDES, "umpire"):
        assert (asked("state", desk)["game"]["week"], asked("state", desk)["campaign"]["week"]) == (3, 3)
    assert asked("state")["board"]["disks"] == story("kessen")[-1].after.disks
    assert verify(room).differences == ()


def told_by_number(on, state, viewer, known):
    """A viewer reads his own blocks, and of every other stack how many it has and who of it was shown."""
    for place, stacks in known["places"].items():
        for side, stack in stacks.items():
            there = state.at(on, side, place)
            assert stack["number"] == len(there)
            assert stack.get("blocks") == (there if side == viewer else None)
            if side != viewer:
                assert stack["known"] == sorted(on.blocks[block].kind.name for block in there if block in state.known)
    for side in SIDES:
        assert known["hands"][side].get("cards") == (state.hands[side] if side == viewer else None)


def a_disk_falls(on, one, look, before):
    """Everybody sees that it no longer stands, and that the castle fell; the other disks stand."""
    [gone] = set(before["disks"]) - set(one.after.disks)
    place = next(place for place in on.board.places.values() if place.disk == gone)
    assert one.before.fight.disk == gone
    assert f"The disk of {on.edition.disks[gone].name} at {place.name} is destroyed: " in one.said
    assert f"The castle of {place.name} falls" in one.said
    for known in look.values():
        assert known["disks"] == [disk for disk in before["disks"] if disk != gone]
        assert known["places"][place.id].keys() == {one.before.fight.attacker}


def a_siege(on, one, look, _before):
    """The combat that all see: who besieges, the disk inside, who deployed and with which card."""
    fight = one.after.fight
    for known in look.values():
        combat = known["combat"]
        assert (combat["place"], combat["siege"], combat["disk"]) == (fight.place, True, fight.disk)
        assert combat["steps"][-1]["blocks"] == [on.blocks[one.act.block].kind.name]


def an_overrun(on, one, look, _before):
    """Those who were overrun are lost before everybody's eyes."""
    lost = {block for block in on.blocks if one.after.spot[block] == "lost" != one.before.spot[block]}
    assert lost
    for known in look.values():
        assert {on.blocks[block].kind.name for block in lost} <= set(known["lost"][OTHER[one.act.side]])


def a_castle(on, one, look, _before):
    """Those who stay inside and those before the castle stand at one place; who had it first is known."""
    place = one.before.fight.place
    for known in look.values():
        assert known["places"][place][one.act.side]["number"] == len(one.act.inside)
        assert known["castles_held_first"].get(place, on.board.places[place].disk_side) == one.act.side


MOMENTS = {DISK: a_disk_falls, SIEGE: a_siege, OVERRUN: an_overrun, CASTLE: a_castle}
