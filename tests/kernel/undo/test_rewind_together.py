"""A rewind while others act: entries that come between the look and the act, an act in the same instant, a printing
that is being made, a spare that follows, a screen that listens; and undos of undos of undos."""

from __future__ import annotations

import random
import re
import threading

import pytest

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.pages.live import Live
from control.kernel.printing import making
from control.kernel.proof.verify import verify
from control.sengoku.rows import Army, MarchOrder, Province
from tests.conftest import sign_in
from tests.kernel.actions.test_doubles import at_once
from tests.kernel.spare.test_spare import alike, spare_at, wire  # noqa: F401  # fixtures
from tests.kernel.undo.test_rewind import REWINDING, SLIP, looked, rewind


def an_order(hall):
    """An army with its order; the entry that formed it."""
    army = hall.an_army("takeda", "kai")
    formed = hall.entries()[-1].number
    hall.march(army, "shinano")
    return army, formed


# ---- entries between the look and the act


def test_what_rests_on_it_by_now_is_shown_before_it_goes(hall, app):
    army, formed = an_order(hall)
    ana, (seen,) = sign_in(app, "game"), [looked(hall, formed).goes]
    hall.march(army, "suruga")  # a colleague, meanwhile
    sent = {"entry": formed, "goes": list(seen), "force": SLIP, "key": "rewind"}
    answer = ana.post(f"/journal/rewind/{formed}", data=sent, answers=409)
    assert "is not what was named" in answer.text
    assert SLIP in answer.text, "what was typed stays"
    assert hall.get(MarchOrder, army).route == ["suruga"]
    read = re.search('name="goes" value="([^"]*)"', answer.text)[1]
    assert ana.post(f"/journal/rewind/{formed}", data={**sent, "goes": read}).status_code == 303


def test_what_has_nothing_to_do_with_it_comes_between_and_stays(hall, app):
    _, formed = an_order(hall)
    seen = looked(hall, formed).goes
    hall.do("garrison.raise", province="satsuma", troops=1)
    sent = {"entry": formed, "goes": list(seen), "force": SLIP, "key": "rewind"}
    assert sign_in(app, "game").post(f"/journal/rewind/{formed}", data=sent).status_code == 303
    assert (hall.get(Province, "satsuma").raised, hall.count(Army)) == (1, 0)
    assert verify(hall.room).same


# ---- in the same instant


def test_an_act_on_what_goes_in_the_same_instant_goes_with_it_or_is_refused(hall):
    for _ in range(6):
        army, formed = an_order(hall)
        goes = [*looked(hall, formed).goes]
        done = at_once([
            lambda formed=formed, goes=goes: hall.do(REWINDING, "game", entry=formed, goes=goes, force=SLIP),
            lambda army=army: hall.march(army, "suruga"),
        ])  # fmt: skip
        wrong = [one for one in done if isinstance(one, Exception)]
        assert len(wrong) == 1, "the second of them is told"
        assert isinstance(wrong[0], OrderError)
        if not isinstance(done[0], Exception):
            assert not hall.army(army).standing
            with pytest.raises(OrderError):
                hall.march(army, "suruga")
        else:
            assert isinstance(done[0], ChangedElsewhere)
            rewind(hall, formed)
    assert verify(hall.room).same


def test_of_two_rewinds_in_the_same_instant_the_second_is_told(hall):
    for _ in range(6):
        _, formed = an_order(hall)
        goes = [*looked(hall, formed).goes]
        jobs = [lambda: hall.do(REWINDING, "game", entry=formed, goes=goes, force=SLIP)] * 2  # noqa: B023
        done = at_once(jobs)
        assert sum(isinstance(one, OrderError) for one in done) == 1
    assert verify(hall.room).same


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_and_taken_back_at_once_the_journal_proves_it(hall, seed):
    """Four umpires who raise, form, march, undo, rewind, and undo that again, all at once."""
    provinces = ["kai", "echigo", "owari", "satsuma"]

    def umpire(number):
        chance = random.Random(f"{seed}/{number}")

        def one():
            gone = hall.ask(undone_numbers)
            entries = [one.number for one in hall.entries() if one.number not in gone]
            match chance.choice(("raise", "form", "undo", "rewind", "again")):
                case "raise":
                    hall.do("garrison.raise", province=provinces[number], troops=1)
                case "form":
                    clan = hall.get(Province, provinces[number]).holder
                    hall.do("army.form", general=hall.idle_general(clan), province=provinces[number], troops=1)
                case "undo" if entries:
                    hall.undo(chance.choice(entries))
                case "rewind" if entries:
                    rewind(hall, chance.choice(entries))
                case _ if entries:
                    hall.undo(entries[-1])

        def many():
            for _ in range(8):
                try:
                    one()
                except OrderError:
                    continue

        return many

    assert at_once([umpire(number) for number in range(4)]) == [None] * 4
    assert verify(hall.room).same


# ---- a printing, a spare, a screen


def test_a_printing_that_is_made_meanwhile_is_of_one_moment_and_is_out_of_date_afterwards(hall, app, monkeypatch):
    army, _ = an_order(hall)
    counted = hall.correct("army", army, "troops", 9).number
    begun, go_on, gather = threading.Event(), threading.Event(), making.batch_of

    def one_after_the_other(kind, *given):
        if begun.is_set():
            assert go_on.wait(120)
        batch = gather(kind, *given)
        begun.set()
        return batch

    with monkeypatch.context() as patched:
        patched.setattr(making, "batch_of", one_after_the_other)
        patched.setattr("control.kernel.printing.printing_pages.PATIENCE", 0)
        ana = sign_in(app, "map")
        watched = ana.post("/print/", data={"kind": ["army_cards", "walk_round"], "key": "print"}).headers["Location"]
        assert begun.wait(120)
        undo = rewind(hall, counted)  # with the first kind taken down, and the second not
        go_on.set()
        job = app.jobs.find(watched.rpartition("/")[2], "map")
        assert job.finished.wait(120)
    assert job.state == "done", job.words
    rewound, printed = hall.entries()[-2:]
    assert (rewound.action, printed.action) == (REWINDING, "print.record")
    assert (printed.arguments["state"], hall.army(army).troops) == (counted, 5)
    assert verify(hall.room).same
    assert "2 papers are out of date" in ana.get("/print/changed").text
    hall.undo(undo.number)
    assert "still right" in ana.get("/print/changed").text


def test_a_spare_that_follows_goes_back_and_forth_with_the_first(wire, spare_at):  # noqa: F811
    hall, spare = wire.hall, spare_at()
    spare.begin()
    formed = hall.fight(die=3).number
    hall.fight(2, 2)
    spare.step(wait=0)
    entry = rewind(hall, formed)
    spare.step(wait=0)
    assert alike(hall, spare)
    back = hall.undo(entry.number)
    hall.undo(hall.undo(back.number).number)
    spare.step(wait=0)
    assert alike(hall, spare)
    assert verify(spare.room).same


def test_a_screen_that_listens_hears_once_of_a_rewind_and_once_of_its_undo(hall):
    _, formed = an_order(hall)
    live = Live(hall.room.store)
    screen = live.stream()
    heard = int(re.search("data: ([0-9]+)", next(screen))[1])
    entry = rewind(hall, formed)
    assert next(screen).startswith(f"id: {heard + 1}\n")
    hall.undo(entry.number)
    assert next(screen).startswith(f"id: {heard + 2}\n")
    live.end()


# ---- undone after others acted, again and again


def test_a_rewind_is_undone_over_what_others_did_meanwhile_unless_that_rests_on_it(hall):
    army, formed = an_order(hall)
    entry = rewind(hall, formed)
    hall.do("garrison.raise", province="satsuma", troops=1)
    hall.undo(entry.number)
    assert hall.get(MarchOrder, army).route == ["shinano"]
    entry = rewind(hall, formed)
    taken = hall.do("army.form", general="takeda-harunobu", province="kai", troops=1)  # he leads another by now
    before = hall.state()
    with hall.untouched(), pytest.raises(OrderError) as caught:
        hall.undo(entry.number)
    assert f"Entry {taken.number}, " in caught.value.sentence
    assert hall.state() == before
    assert verify(hall.room).same


def test_undos_of_undos_of_undos_go_back_and_forth_and_nothing_is_left_over(hall):
    army, formed = an_order(hall)
    with_it = hall.state()
    last = rewind(hall, formed).number
    without = hall.state()
    for turn in range(7):
        last = hall.undo(last).number
        assert hall.state() == (without if turn % 2 else with_it), turn
    assert hall.army(army).troops == 5
    assert verify(hall.room).same


def test_of_two_umpires_who_undo_one_undo_the_second_is_told(hall):
    _, formed = an_order(hall)
    entry = rewind(hall, formed)
    done = at_once([lambda: hall.undo(entry.number)] * 2)
    assert sorted(isinstance(one, OrderError) for one in done) == [False, True]
    told = next(one for one in done if isinstance(one, OrderError))
    assert told.sentence == f"Entry {entry.number} is taken back already."
