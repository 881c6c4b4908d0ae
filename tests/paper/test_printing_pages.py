"""The page that has all printouts: what a desk may print, how far a printing is, and what was printed."""

from __future__ import annotations

import io
import re
import threading
import zipfile

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.printing import printing_pages
from control.kernel.printing.jobs import Jobs
from control.kernel.printing.manifest_questions import last_printed, latest, manifest
from control.kernel.roles import Seat
from control.kernel.rows import Printing
from control.sengoku.paper.press import KINDS
from control.sengoku.rows import Character
from tests.conftest import room_behind, sign_in
from tests.secrecy.test_own_codes import his_browser

LIST = [{"kind": "province_list", "items": {"": "a mark"}}]


@pytest.fixture
def desk_at(desk_at, monkeypatch):
    """The same, ready to wait for a printing."""
    monkeypatch.setattr("control.kernel.printing.printing_pages.PATIENCE", 60)
    return desk_at


def fetched(client, **form):
    """What a printing leads to, its file opened."""
    answer = client.post("/print/", data=form)
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"])


@pytest.mark.parametrize("desk", ["game", "map", "team", "npd", "intelligence", "bakufu"])
def test_a_desk_is_offered_what_it_may_print_and_is_refused_the_rest(desk_at, desk):
    client = desk_at("peace", desk)
    page = client.get("/print/").text
    for key, kind in KINDS.items():
        assert (f'href="/print/{key}"' in page) is (desk in kind.desks), key
        status = client.get(f"/print/{key}").status_code
        assert status == (200 if desk in kind.desks else 403), key
        if desk not in kind.desks:
            assert client.get(f"/print/{key}.pdf").status_code == 403
            assert client.post("/print/", data={"kind": key}).status_code == 403
    assert client.hall.count(Printing) == 0


def test_what_is_printed_is_noted_and_looking_is_not(desk_at):
    client = desk_at("orders", "map")
    assert client.get("/print/army_cards.pdf").data.startswith(b"%PDF")
    assert client.hall.count(Printing) == 0
    answer = fetched(client, kind="army_cards", key="one")
    assert answer.data.startswith(b"%PDF")
    assert answer.headers["Content-Disposition"] == 'inline; filename="army_cards.pdf"'
    (entry,) = client.hall.entries()[-1:]
    assert (entry.action, entry.desk, entry.sentence) == ("print.record", "map", "Printed: army cards (2 things).")
    page = client.get("/print/").text
    assert "printed in Spring 1550" in page


def test_a_printing_sent_twice_is_noted_once(desk_at):
    client = desk_at("orders", "map")
    for _ in range(2):
        fetched(client, kind="army_cards", key="the same")
    assert client.hall.count(Printing) == 1


def test_a_printing_sent_again_to_another_process_is_noted_once(desk_at):
    client = desk_at("orders", "map")
    for _ in range(2):
        room_behind(client).jobs = Jobs("Game Control")
        assert fetched(client, kind="army_cards", key="the same").data.startswith(b"%PDF")
    assert client.hall.count(Printing) == 1


def test_who_prints_waits_for_no_gathering_and_reads_on_the_page_of_progress_what_is_not_there(desk_at, monkeypatch):
    client = desk_at("orders", "map")
    go_on = threading.Event()
    gather = printing_pages.gather
    monkeypatch.setattr(printing_pages, "PATIENCE", 0)
    monkeypatch.setattr(printing_pages, "gather", lambda *given: go_on.wait(120) and gather(*given))
    there, not_there = (client.post("/print/", data={"kind": "army_cards", **more}) for more in ({}, {"only": "99"}))
    assert "Gathering what is to be printed" in client.get(there.headers["Location"]).text
    go_on.set()
    for answer, sentence in ((there, "Open army_cards.pdf"), (not_there, "no army card &#34;99&#34; to print")):
        number = answer.headers["Location"].split("/")[-1]
        assert room_behind(client).jobs.find(number, "map").finished.wait(120)
        assert sentence in client.get(answer.headers["Location"]).text
    assert client.hall.count(Printing) == 1


def test_several_kinds_come_as_an_archive_or_in_one_file(desk_at):
    client = desk_at("orders", "game")
    archive = fetched(client, kind=["army_cards", "battle_sheet"])
    names = zipfile.ZipFile(io.BytesIO(archive.data)).namelist()
    assert names == ["army_cards.pdf", "battle_sheet.pdf"]
    one = fetched(client, kind=["army_cards", "map_log"], one_file="yes")
    assert one.data.startswith(b"%PDF")


def test_what_has_changed_is_named_and_printed_with_one_button(desk_at):
    client = desk_at("orders", "game")
    fetched(client, kind="army_cards")
    assert "Everything that was printed is still right." in client.get("/print/changed").text
    client.hall.correct("army", 2, "troops", 3)
    part = client.get("/print/changed").text
    assert "1 paper is out of date" in part
    assert "Takeda Harunobu" in part
    assert "changed since it was printed" in client.get("/print/army_cards").text
    fetched(client, kind="changed")
    assert client.hall.get(Printing, 2).items.keys() == {"2"}
    assert "Everything that was printed is still right." in client.get("/print/changed").text
    assert "1 by no. 2" in client.get("/print/").text


@pytest.mark.parametrize(
    ("form", "sentence", "field"),
    [
        ({}, "Say what to print.", "kind"),
        ({"kind": "army_card"}, "Did you mean &#34;army_cards&#34;?", "kind"),
        ({"kind": "army_cards", "clan": "takda"}, "Did you mean &#34;Takeda&#34;?", "clan"),
        ({"kind": "army_cards", "stock": "A7"}, "can be had on A4, Letter", "stock"),
        ({"kind": "changed"}, "Nothing that was printed would come out otherwise now.", "kind"),
        ({"kind": "army_cards", "only": "99"}, "no army card &#34;99&#34; to print", ""),
    ],
)
def test_what_cannot_be_printed_is_said_at_its_field_and_nothing_is_noted(desk_at, form, sentence, field):
    client = desk_at("orders", "game")
    answer = client.post("/print/", data=form)
    assert answer.status_code in (400, 422)
    page = answer.text
    assert sentence in page
    assert not field or f'id="wrong-{field}"' in page
    assert client.hall.count(Printing) == 0


def test_a_chapter_that_a_desk_prints_nothing_of_is_refused_in_a_sentence(desk_at):
    client = desk_at("orders", "intelligence")
    answer = client.post("/print/", data={"kind": "fallback"}, answers=422)
    assert "This desk prints none of that." in answer.text


def test_a_letter_no_font_has_is_named_before_the_file_is_opened(desk_at):
    client = desk_at("orders", "game")
    with client.hall.room.store.write() as session:
        session.get_one(Character, "takeda-harunobu").name = "Takeda שלום"
    answer = client.post("/print/", data={"kind": "army_cards"})
    page = client.get(answer.headers["Location"]).text
    assert "ש (U+05E9)" in page
    (file,) = re.findall(r'href="(/print/jobs/[^"]+/army_cards\.pdf)"', page)
    assert client.get(file).data.startswith(b"%PDF")


def test_a_printing_that_is_gone_says_so_where_its_progress_was(desk_at):
    client = desk_at("orders", "game")
    answer = client.get("/print/jobs/of-yesterday/now", headers={"HX-Request": "true"})  # htmx shows no 404
    assert answer.status_code == 200
    assert "This printing is gone" in answer.text
    assert "hx-get" not in answer.text
    assert client.get("/print/jobs/of-yesterday").status_code == 404


def test_of_what_was_printed_a_part_can_be_asked_for_as_long_as_it_is_the_same_file(desk_at):
    client = desk_at("orders", "game")
    where = client.post("/print/", data={"kind": "army_cards"}).headers["Location"]
    whole = client.get(where)
    assert whole.headers["Accept-Ranges"] == "bytes"
    part = client.get(where, headers={"Range": "bytes=5-104", "If-Range": whole.headers["ETag"]})
    assert (part.status_code, part.data) == (206, whole.data[5:105])
    other = client.get(where, headers={"Range": "bytes=5-104", "If-Range": '"another"'})
    assert (other.status_code, other.data) == (200, whole.data)
    assert client.get(where, headers={"Range": f"bytes={len(whole.data)}-"}).status_code == 416


def test_a_printing_is_fetched_under_its_own_name_alone(desk_at):
    client = desk_at("orders", "map")
    where = client.post("/print/", data={"kind": "army_cards"}).headers["Location"]
    assert client.get(where).status_code == 200
    assert client.get(f"{where.rpartition('/')[0]}/order_cards.pdf").status_code == 404


def test_another_desk_cannot_fetch_what_one_has_printed(desk_at, app_of):
    client = desk_at("orders", "game")
    answer = client.post("/print/", data={"kind": "army_cards"})
    where = answer.headers["Location"]
    assert client.get(where).status_code == 200
    assert sign_in(room_behind(client), "team").get(where).status_code == 404


def test_a_desk_sees_what_it_printed_itself_and_game_control_everything(desk_at):
    client = desk_at("works", "team")
    fetched(client, kind="planning_sheet")
    app = room_behind(client)
    assert "<td>Planning sheets</td>" in client.get("/print/").text
    assert "<td>Planning sheets</td>" in sign_in(app, "game").get("/print/").text
    assert "<td>Planning sheets</td>" not in sign_in(app, "npd").get("/print/").text


def test_when_a_kind_was_printed_is_told_to_whoever_printed_it_and_to_game_control(desk_at):
    client = desk_at("orders", "map")
    hall, app = client.hall, room_behind(client)
    fetched(client, kind="province_list")
    told = {
        desk: "printed in Spring 1550" in sign_in(app, desk).get("/print/").text for desk in ("map", "game", "team")
    }
    assert told == {"map": True, "game": True, "team": False}
    perform(hall.room, Umpire("Hans", Seat("team", "Hans", ["takeda"])), "print.record", {"state": 1, "printed": LIST})
    seats = [Seat("team", name, ["takeda"]) for name in ("Hans", "Eva")]
    assert [len(hall.ask(manifest, ["province_list"], seat)) for seat in seats] == [1, 0]
    assert [len(hall.ask(last_printed, seat)) for seat in seats] == [1, 0]


def test_what_others_printed_is_out_of_date_only_for_whoever_sees_it(hall_at, app_of):
    hall = hall_at("own code")

    def printed(desk, clan):
        noted = [{"kind": "clan_sheet", "items": {clan: "an old mark"}}]
        perform(hall.room, Umpire("Hanako", desk), "print.record", {"state": 1, "printed": noted})

    def told(*clans):
        seat = Seat("team", "Hans", clans)
        return hall.ask(lambda session: latest(session, "clan_sheet", seat, clans))

    printed("game", "uesugi")
    assert (told("takeda"), told("uesugi")) == ({}, {"uesugi": "an old mark"})
    client = his_browser(app_of(hall))
    assert "Nothing has been printed here yet." in client.get("/print/changed").text
    printed("game", "takeda")
    assert "1 paper is out of date" in client.get("/print/changed").text


@pytest.mark.parametrize(("stage", "kind", "title"), [("works", "letters", "Letters"), ("bonds", "bonds", "Bonds")])
def test_what_others_may_not_know_of_stands_in_no_manifest_whose_numbers_would_tell(desk_at, stage, kind, title):
    client = desk_at(stage, "team")
    before = client.get("/api/state/journal").get_data()
    assert fetched(client, kind=kind).mimetype == "application/pdf"
    assert client.get("/api/state/journal").get_data() == before
    assert f"<td>{title}</td>" not in client.get("/print/").text


def test_the_page_says_which_paper_is_the_usual_one_and_a_choice_is_kept_for_every_desk(desk_at):
    client = desk_at("orders", "game")
    assert "as usual (A4)" in client.get("/print/").text
    fetched(client, kind="army_cards", stock="Letter")
    other = sign_in(room_behind(client), "map")
    assert "as usual (Letter)" in other.get("/print/").text
    assert re.search(r"<option selected>\s*Letter", other.get("/print/army_cards").text)
    fetched(other, kind="army_cards", only="2")
    assert client.hall.get(Printing, 2).stock == "Letter"


def test_the_button_for_what_has_changed_prints_a_poster_as_it_was_printed(desk_at):
    client = desk_at("orders", "map")
    fetched(client, kind="map_poster:A1")
    client.hall.correct("province", "kai", "holder", "oda")
    fetched(client, kind="changed", stock="")
    assert client.hall.get(Printing, 2).stock == "A1"


@pytest.mark.parametrize(
    ("desk", "page", "kinds"),
    [
        ("game", "/honour/", ("honour_tally", "status_board")),
        ("map", "/map/", ("map_log", "map_poster", "province_list")),
        ("team", "/bows/", ("precedence_list",)),
        ("game", "/clock/", ("timetable",)),
        ("game", "/casting/players", ("badges",)),
        ("game", "/casting/", ("clan_briefing", "personal_briefing", "table_signs")),
    ],
)
def test_a_printout_stands_on_the_page_of_the_desk_that_needs_it(desk_at, desk, page, kinds):
    text = desk_at("orders", desk).get(page, follow_redirects=True).text
    for kind in kinds:
        assert f'<input type="hidden" name="kind" value="{kind}">' in text, kind
