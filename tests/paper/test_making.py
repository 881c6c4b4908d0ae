"""What every printing has in common, whatever is printed."""

from __future__ import annotations

import threading

import pytest

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.printing.jobs import KEPT, Jobs
from control.kernel.printing.making import draw
from control.kernel.printing.manifest_questions import manifest
from control.kernel.printing.stock import STOCKS
from control.kernel.roles import Seat
from control.sengoku.paper.fallback.fallback_papers import print_pack
from control.sengoku.paper.press import KINDS, PAPERS
from control.sengoku.rows import Character, Reprint
from tests.legible import words_amiss
from tests.paper.reading import (
    AT,
    drawing_of,
    fonts_not_embedded,
    letters_of,
    pages_of,
    pdf_of,
    print_of,
    said,
    sizes_of,
)


def printed(hall, *kinds, **wish):
    """Print and note it in the manifest; what was printed, by kind."""
    made = print_of(hall, *kinds, **wish)
    hall.do("print.record", "game", **made.manifest())
    return {batch.kind.key: [item.key for item in batch.items] for batch in made.gathered.batches}


@pytest.fixture
def full_of(hall_at):
    """A game in which there is something to print of a kind."""

    def at(kind):
        hall = hall_at({"letters": "works", "calls": "calls", "petitions": "court"}.get(kind, "peace"))
        hall.do("board.release", "game")
        hall.do("edict.issue", "bakufu", authority="bakufu", title="Of the roads", text="No toll is to be taken.")
        return hall

    return at


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_fonts_in_it_and_nothing_unprintable_and_the_same_words_on_letter(full_of, kind):
    hall = full_of(kind)
    made = print_of(hall, kind)
    assert made.gathered.unprintable == ()
    for pdf in made.files.values():
        assert fonts_not_embedded(pdf) == set()
        assert all(letters_of(pdf)), "a page without a word"
        assert words_amiss(pdf) == []
    if "Letter" in KINDS[kind].stocks:
        letter = pdf_of(hall, kind, stock="Letter")
        assert letters_of(letter) == letters_of(made.files[kind])
        assert not {STOCKS["A4"], STOCKS["A4"][::-1]} & set(sizes_of(letter))


def test_one_clan_alone_gets_what_is_its_own(hall_at):
    hall = hall_at("orders")
    takeda = said(hall, "army_cards", clan="takeda")
    assert "Takeda Harunobu" in takeda
    assert "Kenshin" not in takeda
    assert said(hall, "army_cards", clan="Takeda") == takeda  # its name is as good as its key


def test_of_a_kind_one_thing_alone_can_be_printed(hall_at):
    assert len(pages_of(pdf_of(hall_at("orders"), "order_cards", only=("2",)))) == 1


@pytest.mark.parametrize(
    ("kinds", "wish", "error", "sentence"),
    [
        (("army_card",), {}, OrderNotUnderstood, 'There is no printout "army_card".*Did you mean "army_cards"'),
        (("army_cards",), {"clan": "takda"}, OrderNotUnderstood, 'There is no clan "takda". Did you mean "Takeda"'),
        (("army_cards",), {"clan": "oda"}, OrderNotAllowed, "Oda has no army card to print"),
        (("army_cards",), {"only": ("99",)}, OrderNotAllowed, 'There is no army card "99" to print'),
        (("army_cards",), {"stock": "letter"}, OrderNotUnderstood, "can be had on A4, Letter"),
        (("battle_slip",), {}, OrderNotAllowed, "No battle has been fought this season"),
        (("army_cards",), {"changed": True}, OrderNotAllowed, "Nothing that was printed would come out otherwise"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(hall_at, kinds, wish, error, sentence):
    with pytest.raises(error, match=sentence):
        print_of(hall_at("orders"), *kinds, **wish)


def test_a_pack_leaves_out_what_there_is_nothing_of_and_says_so(hall):
    made = print_of(hall, "pack")
    assert "battle_slip" not in made.files
    assert any("No battle has been fought" in sentence for sentence in made.gathered.nothing)
    assert made.files.keys() == {batch.kind.key for batch in made.gathered.batches}


def test_all_kinds_of_a_chapter_can_be_had_in_one_file(hall_at):
    hall = hall_at("orders")
    one = print_of(hall, "army_cards", "map_log", one_file=True)
    apart = print_of(hall, "army_cards", "map_log")
    assert list(one.files) == ["printouts"]
    assert pages_of(one.files["printouts"]) == [page for pdf in apart.files.values() for page in pages_of(pdf)]


def test_progress_counts_every_thing_once(hall_at):
    hall, told = hall_at("orders"), []
    made = print_of(hall, "order_cards", "army_cards", "battle_sheet")
    draw(made.gathered, tell=lambda *one: told.append(one))
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert (told[0], told[-1]) == ((0, 5, "Order cards"), (5, 5, ""))


# ---- the manifest


def test_reprint_what_changed_prints_just_that(hall_at):
    hall = hall_at("orders")
    printed(hall, "army_cards", "order_cards")
    hall.correct("army", 2, "troops", 3)
    assert printed(hall, "pack", changed=True) == {"army_cards": ["2"]}
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        printed(hall, "pack", changed=True)


def test_no_slip_instead_of_an_order_card_is_new_once_all_phases_are_over(hall_at):
    hall = hall_at("orders")
    printed(hall, "order_cards")
    hall.march(1)
    hall.march(2)
    hall.phases(1, 2, 3, 4)
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        printed(hall, "pack", changed=True)
    with pytest.raises(OrderNotAllowed, match="the phases of the season are over"):
        printed(hall, "order_cards")


def test_a_new_army_needs_its_cards_where_others_have_theirs(hall_at):
    hall = hall_at("orders")
    printed(hall, "army_cards")
    hall.an_army("hojo")
    assert printed(hall, "army_cards", "order_cards", changed=True) == {"army_cards": ["3"]}


def test_the_season_of_printing_alone_makes_no_army_card_wrong(hall_at):
    hall = hall_at("orders")
    printed(hall, "army_cards")
    before = said(hall, "army_cards")
    hall.next_season()
    assert "Spring 1550" in before
    assert "Summer 1550" in said(hall, "army_cards")
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        printed(hall, "army_cards", changed=True)


def test_the_manifest_knows_what_supersedes_what(hall_at):
    hall = hall_at("orders")
    printed(hall, "army_cards")
    printed(hall, "army_cards", only=("1",))
    newer, older = hall.ask(manifest, ["army_cards"], "game")
    assert (newer.run, newer.superseded, newer.by) == (2, 0, None)
    assert (older.run, older.superseded, older.by, set(older.items)) == (1, 1, 2, {"1", "2"})
    assert (older.state, newer.state) == (hall.entries()[-2].number - 1, hall.entries()[-1].number - 1)


def test_what_was_printed_is_ticked_off_the_list_of_papers_to_be_printed_again(hall_at):
    hall = hall_at("orders")
    hall.do("reprint.add", "map", paper="army_card", army=1, why="wine on it")
    hall.do("reprint.add", "map", paper="army_card", army=2, why="wine on it")
    printed(hall, "army_cards", only=("1",))
    assert [hall.get(Reprint, number).done for number in (1, 2)] == [True, False]


def test_what_came_on_the_list_while_papers_were_drawn_stays_on_it(hall_at):
    hall = hall_at("orders")
    hall.do("reprint.add", "map", paper="army_card", army=1, why="wine on it")
    hall.do("reprint.add", "map", paper="army_card", army=2, why="wine on it")
    once = hall.do("reprint.done", "map", reprint=2, last=2).number
    made = print_of(hall, "army_cards")  # gathered before what follows
    hall.do("reprint.add", "map", paper="army_card", army=1, why="torn")
    hall.undo(once)
    hall.do("print.record", "game", **made.manifest())
    assert [hall.get(Reprint, number).done for number in (1, 2, 3)] == [True, False, False]
    printed(hall, "army_cards")
    assert [hall.get(Reprint, number).done for number in (1, 2, 3)] == [True, True, True]


def test_a_mark_does_not_tell_what_is_on_the_paper_nor_where_it_was_printed(hall_at):
    hall = hall_at("orders")
    marks = print_of(hall, "army_cards").manifest()["printed"][0]["items"]
    assert all(len(one) == 16 for one in marks.values())
    hall_two = hall_at("round")  # another game, with another secret
    assert marks["1"] not in print_of(hall_two, "army_cards").manifest()["printed"][0]["items"].values()


# ---- letters no font has


def test_a_letter_that_no_font_has_is_named_and_the_name_still_printed(hall_at):
    hall = hall_at("orders")
    with hall.room.store.write() as session:  # as a scenario may have it
        session.get_one(Character, "takeda-harunobu").name = "Takeda שלום 🐎 ハルノブ"
    made = print_of(hall, "army_cards", only=("2",))
    (sentence,) = made.gathered.unprintable
    assert "ש (U+05E9)" in sentence
    assert "🐎 (U+1F40E)" in sentence
    assert "Takeda" in sentence
    assert "ハ" not in sentence.partition(":")[2]
    page = pages_of(made.files["army_cards"])[0]
    assert "〓" in page
    assert "ハルノブ" in page


# ---- jobs


def test_a_printing_that_fails_says_why_and_leaves_no_file(hall_at):
    found = print_of(hall_at("orders"), "army_cards").gathered

    def keep(_made):
        raise OrderNotAllowed("The disk is full.")

    job = Jobs("Game Control").start("map", lambda: found, False, keep)
    assert job.finished.wait(120)
    assert (job.state, job.words, job.files) == ("failed", "The disk is full.", {})


def test_a_printing_belongs_to_the_desk_that_asked_for_it(hall_at):
    jobs = Jobs("Game Control")
    found = print_of(hall_at("orders"), "army_cards").gathered
    job = jobs.start("map", lambda: found, False, lambda _made: None)
    assert job.finished.wait(120)
    assert jobs.find(job.id, "map") is job
    assert jobs.find(job.id, "team") is None
    assert job.content().startswith(b"%PDF")


def test_a_printing_of_what_an_umpire_minds_of_a_desk_is_for_nobody_who_minds_something_else(hall_at):
    jobs, made = Jobs("Game Control"), []
    found = print_of(hall_at("orders"), "army_cards").gathered
    his, anothers = Seat("team", "Hans", {"takeda"}), Seat("team", "Sen", {"uesugi"})
    job, other = (jobs.start(desk, lambda: found, False, made.append, "one form") for desk in (his, anothers))
    assert job.finished.wait(120)
    assert other.finished.wait(120)
    assert len(made) == 2, "each has its own"
    assert [jobs.find(job.id, desk) for desk in (his, anothers, "team")] == [job, None, None]


def test_a_printing_under_way_is_never_forgotten_for_those_that_come_after_it(hall_at):
    found, ready = print_of(hall_at("orders"), "army_cards").gathered, threading.Event()
    jobs = Jobs("Game Control")
    first = jobs.start("map", lambda: found, False, lambda _made: ready.wait(120))
    later = []
    for _ in range(KEPT + 3):
        later.append(jobs.start("game", lambda: found, False, lambda _made: None))
        assert later[-1].finished.wait(120)
    assert jobs.find(first.id, "map") is first
    assert [one for one in later if jobs.find(one.id, "game")] == later[-KEPT + 1 :]
    ready.set()
    assert first.finished.wait(120)
    assert jobs.find(first.id, "map").state == "done"


def test_the_names_of_chapters_and_the_pack_ask_for_all_of_it():
    assert {kind.chapter for kind in PAPERS.named(["umpires"])} == {"umpires"}
    assert {kind.key for kind in PAPERS.named(["pack"])} == {key for key, kind in KINDS.items() if kind.pack}
    assert [kind.key for kind in PAPERS.named(["army_cards", "army_cards"])] == ["army_cards"]


def test_what_names_no_paper_comes_on_that_on_which_anybody_printed_last(hall_at):
    hall = hall_at("orders")
    letter = STOCKS["Letter"]
    printed(hall, "army_cards")
    assert letter not in sizes_of(pdf_of(hall, "army_cards"))
    printed(hall, "walk_round", stock="Letter")
    printed(hall, "map_poster", stock="A1")
    assert {*sizes_of(pdf_of(hall, "army_cards"))} <= {letter, letter[::-1]}
    assert sizes_of(pdf_of(hall, "army_cards", stock="A4"))[0] in (STOCKS["A4"], STOCKS["A4"][::-1])
    assert letter not in sizes_of(pdf_of(hall, "map_poster")), "a poster has its own"
    pack, *_ = print_pack(hall.room.store, hall.room.scenario, lambda: drawing_of(hall), AT)
    assert {*sizes_of(pack)} <= {letter, letter[::-1]}


def test_what_has_changed_comes_on_the_paper_on_which_it_was_printed(hall_at):
    hall = hall_at("orders")
    printed(hall, "map_poster", stock="A4 tiles")
    printed(hall, "army_cards", stock="Letter")
    printed(hall, "province_list", stock="A4")
    hall.correct("army", 2, "troops", 3)
    hall.correct("province", "kai", "holder", "oda")

    def papers(**wish):
        again = print_of(hall, "map_poster", "army_cards", "province_list", changed=True, **wish)
        return {batch.kind.key: batch.stock for batch in again.gathered.batches}

    assert papers() == {"map_poster": "A4 tiles", "army_cards": "Letter", "province_list": "A4"}
    assert papers(stock="Letter") == {"map_poster": "A4 tiles", "army_cards": "Letter", "province_list": "Letter"}


def test_a_battle_slip_is_for_the_clans_of_both_its_sides(hall_at):
    hall = hall_at("peace")
    for clan in ("takeda", "uesugi"):
        assert "Battle slip 1" in said(hall, "battle_slip", clan=clan)
        assert "battle_slip" in print_of(hall, "pack", clan=clan).files
    with pytest.raises(OrderNotAllowed, match="Oda has no battle slip to print"):
        print_of(hall, "battle_slip", clan="oda")


def test_what_belongs_to_no_clan_says_so_to_whoever_wants_it_for_one(hall_at):
    hall = hall_at("peace")
    with pytest.raises(OrderNotAllowed, match="“Timetable” belongs to no clan: print it without one"):
        print_of(hall, "timetable", clan="takeda")
    said_of_pack = " ".join(print_of(hall, "pack", clan="takeda").gathered.nothing)
    assert "timetable" not in said_of_pack
    assert "without one" not in said_of_pack
    with pytest.raises(OrderNotAllowed, match="“Fallback: clock” belongs to no clan: print it without one"):
        print_of(hall, "fallback", clan="takeda")
