"""Fallback packs beside the copies: written by themselves at the end of a season, brought to the second folder."""

from __future__ import annotations

import errno

import pytest

from control.kernel.copies import Copies, packs
from control.kernel.errors import NotKept
from control.kernel.journal.safety_questions import moment
from control.sengoku.rows import Character
from tests.paper.reading import print_of


@pytest.fixture
def copies(hall, tmp_path):
    """The copies of the fresh game, with a stick, and what prints its pack."""
    stick = tmp_path / "stick"
    stick.mkdir()
    found = Copies(hall.room.store, stick)

    def print_pack():
        return print_of(hall, "fallback_clock", one_file=True).files["fallback_clock"], hall.ask(moment), ""

    found.print_pack = print_pack
    return found


def test_the_pack_is_written_at_the_end_of_a_season_if_it_is_wished(hall, copies):
    copies.look()
    hall.next_season()
    copies.look()
    assert copies.packs() == []
    hall.do("fallback.at_gates", "game", on=True)
    copies.look()
    assert copies.packs() == [], "not before a gate"
    hall.next_season()
    copies.look()
    (pack,) = copies.packs()
    assert (pack.when, pack.number) == ("Autumn 1550", 3)
    assert pack.path.read_bytes().startswith(b"%PDF")
    assert [one.kind for one in copies.all()].count("gate") == 2
    on_stick = copies.second / copies.folder.name / pack.name
    assert on_stick.read_bytes() == pack.path.read_bytes()


def test_only_the_newest_packs_are_kept(copies, monkeypatch):
    monkeypatch.setattr(packs, "KEPT", 2)
    written = [copies.write_pack() for _ in range(4)]
    copies.make("asked")
    copies.carry()
    assert copies.packs() == [written[3], written[2]]
    assert [pack.name for pack in packs.packs_in(copies.second / copies.folder.name)] == [
        pack.name for pack in copies.packs()
    ]


def test_a_pack_that_cannot_be_printed_is_told_and_the_copies_go_on(hall, copies):
    def fail():
        raise ValueError("no ink")

    copies.print_pack = fail
    copies.look()
    hall.do("fallback.at_gates", "game", on=True)
    hall.next_season()
    copies.look()
    assert "no ink" in copies.beat().pack_trouble
    assert copies.all()[0].kind == "gate"
    assert copies.beat().trouble == ""


def test_a_stick_that_spoils_a_pack_is_told_and_keeps_nothing_of_it(copies, monkeypatch):
    copies.write_pack()
    there = copies.second / "packs"
    there.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(packs.shutil, "copyfile", lambda _pack, to: to.write_bytes(b"%PDF of another"))
        with pytest.raises(NotKept, match=r"is not what was sent\. Take another stick\."):
            packs.carry_packs(copies.folder, there)
    assert list(there.iterdir()) == []
    for _ in range(2):
        packs.carry_packs(copies.folder, there)
        [pack] = packs.packs_in(there)
        assert pack.path.read_bytes() == copies.packs()[0].path.read_bytes()
        monkeypatch.setattr(packs.shutil, "copyfile", None)  # what is there is not brought again


def test_a_full_disk_leaves_no_half_pack(copies, monkeypatch):
    def full(_path):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(packs, "keep_on_disk", full)
    with pytest.raises(NotKept, match="the disk is full"):
        copies.write_pack()
    assert list(copies.folder.iterdir()) == []
    assert "disk is full" in copies.beat().pack_trouble


# ---- the page


def test_the_page_of_the_copies_has_the_pack_and_its_age(hall, client, app):
    game = client("game")
    before = game.get("/safety/").text
    assert "Print the fallback pack now" in before
    assert "Write it by itself at the end of every season" in before
    assert game.post("/safety/packs/at-gates", data={"on": "yes", "key": "k"}).status_code == 303
    after = game.get("/safety/").text
    assert "Write it by itself no more" in after
    assert "just now, Spring 1550, entry 1" in after
    (pack,) = app.copies.packs()
    answer = game.get(f"/safety/packs/{pack.name}")
    assert answer.mimetype == "application/pdf"
    assert answer.get_data() == pack.path.read_bytes()
    answer.close()


def test_no_other_file_is_given_away_as_a_pack(client, app):
    app.copies.make("asked")
    name = app.copies.all()[0].name
    assert client("game").get(f"/safety/packs/{name}").status_code == 400


def called(hall, name):
    """Takeda’s head gets another name."""
    with hall.room.store.write() as session:
        session.get_one(Character, "takeda-harunobu").name = name


def test_a_letter_of_the_pack_that_no_font_has_is_told_until_it_can_be_printed(hall, app, client):
    game = client("game")
    hall.an_army("takeda", "kai", 5, 2, "takeda-harunobu")
    called(hall, "Takeda שלום")
    app.copies.write_pack()
    assert "ש (U+05E9)" in app.copies.beat().pack_trouble
    assert "ש (U+05E9)" in game.get("/safety/").text
    called(hall, "Takeda Shingen")
    app.copies.write_pack()
    assert app.copies.beat().pack_trouble == ""
