"""The pages of casting: roles by keyboard, the door on a phone, lists in and out, the rota, papers."""

from __future__ import annotations

import csv
import io
import re
from itertools import pairwise

import pandas
import pytest

from control.kernel.tabular import write_table
from control.sengoku.people.casting.roll_questions import NOTE_LETTERS, ROW_LIMIT
from control.sengoku.rows import Clan, Duty, Part, Player, Reprint
from tests.conftest import sign_in
from tests.test_pages import read


@pytest.fixture
def at(hall_at, app_of):
    """Browsers at the desks of a game with five players (see to_casting); ``at.hall`` is the game."""
    hall = hall_at("casting")
    app = app_of(hall)

    def browser(desk="game"):
        return sign_in(app, desk)

    browser.hall = hall
    return browser


def text(answer, status=200):
    """What a page says."""
    assert answer.status_code == status, answer.text[:2000]
    return answer.text


def test_without_players_the_page_explains_the_list(client):
    page = text(client("game").get("/casting/"))
    assert "Nobody is on the list of players yet" in page
    assert "name" in page
    assert "Import a list…" in page
    content = page.partition("<main")[2]
    assert content.index("<h1>") < content.index("<h2")
    assert "Nobody is expected yet" in text(client("npd").get("/casting/door/"))


def test_who_could_take_a_part_is_said_once_and_not_under_each_part_that_is_free(at):
    at.hall.do("part.free", "game", character="takeda-harunobu", instead_of=1)
    page = text(at().get("/casting/?clan=takeda"))
    assert page.count('<span class="hint">Could be</span>') == 1


def test_a_name_typed_at_a_role_gives_the_part_and_an_emptied_one_takes_it_away(at):
    game = at()
    form = {"key": "a", "player": "ea", "instead_of": "", "clan": "takeda", "open": ""}
    answer = game.post("/casting/parts/takeda-nobushige", data=form)
    assert (answer.status_code, answer.location) == (303, "/casting/?clan=takeda#role-takeda-nobushige")
    assert at.hall.get(Part, "takeda-nobushige").player == 5
    assert "Ea Holm plays Takeda Nobushige and sits at the table of Takeda." in text(game.get(answer.location))
    assert game.post("/casting/parts/takeda-nobushige", data=form).status_code == 303  # sent twice
    game.post("/casting/parts/takeda-nobushige", data={"key": "b", "player": "", "instead_of": "5"})
    assert ("part", "takeda-nobushige") not in at.hall.state()


@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [("Zoe", 400, "No player is called “Zoe”."), ("Ana Meier", 400, "Did you mean Anna Meier?"),
     ("Dora Lund", 422, "down as a no-show"), ("", 400, "Type the name of a player.")],
)  # fmt: skip
def test_a_wrong_name_is_told_at_its_field_and_the_typing_stays(at, typed, status, words):
    answer = at().post("/casting/parts/takeda-nobushige", data={"key": "a", "player": typed, "clan": "takeda"})
    page = text(answer, status)
    assert words.replace("’", "&#39;") in page
    field = next(found for tag, found in read(answer).elements if found.get("id") == "player-takeda-nobushige")
    assert (field["value"], field["aria-invalid"]) == (typed, "true")


def test_a_second_umpire_is_told_that_the_part_was_given_meanwhile(at):
    at().post("/casting/parts/obu-toramasa", data={"key": "a", "pick": "5", "instead_of": "2"})
    answer = at().post("/casting/parts/obu-toramasa", data={"key": "b", "pick": "1", "instead_of": "2"})
    assert "Obu Toramasa is played by Ea Holm now" in text(answer, 409)


def test_the_player_of_a_dead_person_is_freed_beside_him(at):
    at.hall.correct("character", "obu-toramasa", "alive", False)
    game = at()
    assert "was played by Ben Ōno" in text(game.get("/casting/?clan=takeda"))
    assert ", dead<" in text(game.get("/casting/players/2"))
    form = {"key": "a", "free": "1", "instead_of": "2", "clan": "takeda", "open": ""}
    assert game.post("/casting/parts/obu-toramasa", data=form).status_code == 303
    assert "was played by" not in text(game.get("/casting/?clan=takeda"))
    again = game.post("/casting/parts/obu-toramasa", data={**form, "key": "b"})
    assert "Nobody plays Obu Toramasa." in text(again, 409)


def test_teams_are_merged_and_handed_over_from_their_table(at):
    game = at()
    game.post("/casting/clans/oda/merge", data={"key": "a", "into": "takeda", "then": "npd", "reason": "two came"})
    assert at.hall.get(Player, 3).clan == "takeda"
    assert "Hand over to players…" in text(game.get("/casting/?clan=oda"))
    game.post("/casting/clans/oda/hand-over", data={"key": "b", "to": "players", "reason": "they came"})
    assert at.hall.get(Clan, "oda").played
    answer = game.post("/casting/clans/oda/hand-over", data={"key": "c", "to": "npd", "reason": ""})
    assert "is needed" in text(answer, 400) or "missing" in text(answer, 400)
    assert game.post("/casting/clans/oda/burn").status_code == 404


def test_two_parts_are_exchanged_by_name(at):
    at().post("/casting/swap", data={"key": "a", "one": "Takeda Harunobu", "other": "oda nobunaga"})
    assert at.hall.get(Part, "takeda-harunobu").player == 3
    answer = at().post("/casting/swap", data={"key": "b", "one": "", "other": "Oda Nobunaga"})
    assert "Type the name of a person who is played." in text(answer, 400)
    answer = at().post("/casting/swap", data={"key": "c", "one": "Zoe", "other": "Oda Nobunaga"})
    assert "There is no" in text(answer, 400)
    assert at.hall.get(Part, "takeda-harunobu").player == 3


def test_of_two_whose_names_begin_alike_both_are_told(at):
    at.hall.do("player.add", "game", name="Anna Bell")
    page = text(
        at().post("/casting/parts/takeda-nobushige", data={"key": "a", "player": "anna", "clan": "takeda"}), 400
    )
    assert "“anna” could be Anna Meier or Anna Bell. Type more of it." in page or (
        "“anna” could be Anna Bell or Anna Meier. Type more of it." in page
    )


def test_players_are_added_changed_and_struck_off(at):
    game = at()
    game.post("/casting/players", data={"key": "a", "name": "Fritz", "clan": "oda", "note": ""})
    assert at.hall.get(Player, 6).clan == "oda"
    answer = game.post("/casting/players", data={"key": "b", "name": "ben ōno"})
    assert "There is a player Ben Ōno already" in text(answer, 422)
    form = {"key": "c", "name": "Fritzi", "clan": "", "note": "tall", "version": str(at.hall.get(Player, 6).version)}
    assert game.post("/casting/players/6/edit", data=form).status_code == 303
    assert (at.hall.get(Player, 6).name, at.hall.get(Player, 6).clan) == ("Fritzi", None)
    stale = game.post("/casting/players/6/edit", data={**form, "key": "d", "name": "Fred"})
    assert "changed at another desk" in text(stale, 409)
    assert 'value="Fred"' in text(stale, 409)
    game.post("/casting/players/6/no-show", data={"key": "e"})
    assert at.hall.get(Player, 6).state == "absent"
    game.post("/casting/players/6/remove", data={"key": "f"})
    assert ("player", 6) not in at.hall.state()
    assert game.get("/casting/players/6").status_code == 400


# ---- lists


@pytest.mark.parametrize("pasted", [
    "Name\tClan\tCharacter\nFritz\tUesugi\tleader\t\t\t\nEa Holm",
    "Players, as of May\n\nname;clan;character\nFritz;Uesugi;leader\nEa Holm\n",
])  # fmt: skip
def test_empty_cells_behind_a_pasted_list_and_a_title_above_it_are_passed_over(at, pasted):
    assert "Import 1 player" in text(at().post("/casting/import", data={"list": pasted}))


def test_a_pasted_list_is_read_back_with_every_bad_cell_and_imported_when_it_is_right(at):
    game = at()
    answer = game.post("/casting/import", data={"list": "Fritz, Takada, daimyo\nGerda, Oda, daimyo\n"})
    page = text(answer, 422)
    assert "Line 1, column clan: There is no clan &#34;Takada&#34;. Did you mean Takeda" in page
    assert "Line 2, column character: The daimyo of Oda is taken: Chris Doe is Oda Nobunaga." in page
    assert "nothing is imported" in page
    assert "Fritz, Takada, daimyo" in page  # what was pasted stays
    answer = game.post("/casting/import", data={"list": "name\tclan\tcharacter\nFritz\tUesugi\tleader\nEa Holm\t\t\n"})
    assert "Import 1 player" in text(answer)
    kept = re.search(r'<textarea name="rows" hidden>(.*?)</textarea>', text(answer), re.DOTALL)[1]
    rows = kept.replace("&#34;", '"').replace("&#39;", "'")
    assert game.post("/casting/import/enter", data={"key": "a", "rows": rows}).status_code == 303
    assert at.hall.get(Part, "uesugi-kenshin").player == 6
    twice = game.post("/casting/import/enter", data={"key": "b", "rows": rows})
    assert "Nothing in this list is new" in text(twice, 409)
    assert "Read the list once more" in text(game.post("/casting/import/enter", data={"rows": "{"}), 400)


def test_a_note_that_is_too_long_is_told_and_a_role_is_that_of_the_players_own_table(at):
    long = "x" * (NOTE_LETTERS + 1)
    page = text(at().post("/casting/import", data={"list": f"Dora Lund, , elder, {long}"}), 422)
    assert f"Line 1, column note: A note has {NOTE_LETTERS} letters at most; this has {len(long)}." in page
    page = text(at().post("/casting/import", data={"list": "Dora Lund, , daimyo"}), 422)
    assert "Line 1, column character: The daimyo of Oda is taken: Chris Doe is Oda Nobunaga." in page


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_file_goes_out_harmless_and_comes_in_again(at, kind):
    game = at()
    at.hall.do("player.add", "game", name="=HYPERLINK(1)", note="@home")
    answer = game.get(f"/casting/players.{kind}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="players.{kind}"'
    content = answer.get_data()
    table = (pandas.read_csv if kind == "csv" else pandas.read_excel)(io.BytesIO(content), keep_default_na=False)
    assert list(table["name"])[:2] == ["Anna Meier", "Ben Ōno"]
    assert "'=HYPERLINK(1)" in set(table["name"])
    assert "'@home" in set(table["note"])
    back = game.post("/casting/import", data={"file": (io.BytesIO(content), f"players.{kind}")})
    assert "Nothing in this list is new" in text(back)
    new = write_table(["name", "clan", "character"], [("Fritz", "uesugi", "daimyo")], kind)
    assert "plays Uesugi Kenshin" in text(game.post("/casting/import", data={"file": (io.BytesIO(new), f"x.{kind}")}))


@pytest.mark.parametrize(
    ("data", "words"),
    [({"list": ""}, "The list has no players"), ({"list": "name,table\nAnna,Oda"}, "There is no column"),
     ({"list": "Fritz\n" * (ROW_LIMIT + 1)}, f"The list has {ROW_LIMIT + 1} lines; {ROW_LIMIT} fit."),
     ({"list": "Anna, Oda, daimyo, , yes, more"}, "A line has 6 cells"),
     ({"file": (io.BytesIO(b"\xff\xfe\x00"), "x.csv")}, "UTF-8"),
     ({"file": (io.BytesIO(b"no workbook"), "x.xlsx")}, "cannot be read as a table")],
)  # fmt: skip
def test_what_is_no_list_gets_a_sentence(at, data, words):
    assert words in text(at().post("/casting/import", data=data), 400).replace("&#34;", '"')


# ---- the door


def test_one_tap_at_the_door_checks_in_and_tells_the_table_the_part_and_the_papers(at):
    door = at("intelligence")
    page = text(door.get("/casting/door/list?q=on"))
    assert "Ben Ōno" in page
    assert "Chris Doe" not in page
    answer = door.post(
        "/casting/door/2/check-in", data={"key": "a", "q": "on"}, headers={"HX-Request": "true"}, answers=303
    )
    assert answer.location.startswith("/casting/door/list?q=on&last=2&entry=")
    card = text(door.get(answer.location))
    for words in ("Ben Ōno", "Takeda", "Obu Toramasa", "card and briefing of Obu Toramasa", "Undo"):
        assert words in card
    entries = len(at.hall.entries())
    again = at("npd").post("/casting/door/2/check-in", data={"key": "b"})  # the other door umpire
    assert (again.status_code, again.location) == (303, "/casting/door/?last=2&already=1")
    assert "was here since" in text(at("npd").get(again.location))
    assert len(at.hall.entries()) == entries
    undone = door.post("/journal/undo", data={"key": "c", "entry": str(entries), "next": "/casting/door/"})
    assert (undone.status_code, undone.location) == (303, "/casting/door/")
    assert at.hall.get(Player, 2).state == "expected"


def test_a_walk_in_is_added_at_the_door_and_a_known_name_refused_there(at):
    door = at("team")
    answer = door.post("/casting/door/add", data={"key": "a", "name": "Fritz", "clan": "", "note": ""}, answers=303)
    assert "Send Fritz to Game Control" in text(door.get(answer.location))
    assert at.hall.get(Player, 6).state == "arrived"
    answer = door.post("/casting/door/add", data={"key": "b", "name": "fritz", "clan": "oda", "note": "tall"})
    page = text(answer, 422)
    assert "There is a player Fritz already" in page
    assert 'value="tall"' in page


def test_whoever_leaves_is_handed_nothing_and_sent_nowhere(at):
    door = at("team")
    answer = door.post("/casting/door/2/check-in", data={"key": "a"}, answers=303)
    assert "Hand over" in text(door.get(answer.location))
    left = text(door.get(door.post("/casting/door/2/check-out", data={"key": "b"}, answers=303).location))
    assert "left at" in left
    assert "Hand over" not in left
    door.post("/casting/door/add", data={"key": "c", "name": "Fritz", "clan": "", "note": ""}, answers=303)
    left = text(door.get(door.post("/casting/door/6/check-out", data={"key": "d"}, answers=303).location))
    assert "Send Fritz" not in left


def test_a_player_who_is_here_is_no_no_show(at):
    answer = at("bakufu").post("/casting/door/1/no-show", data={"key": "a"})
    assert "check him out first" in text(answer, 422)
    assert at("bakufu").post("/casting/door/1/dance").status_code == 404


@pytest.mark.parametrize("address", ["/casting/", "/casting/?clan=oda"])
def test_no_heading_of_the_roles_leaves_out_a_level(at, address):
    levels = [int(tag[1]) for tag, _ in read(at().get(address)).elements if tag in ("h1", "h2", "h3")]
    assert 3 in levels
    assert all(below - above <= 1 for above, below in pairwise(levels))


# ---- rota, papers, commanders


def test_every_umpire_reads_the_rota_and_game_control_writes_it(at):
    game = at()
    game.post("/casting/rota", data={"key": "a", "umpire": "Greta", "desk": "team", "clan": "Oda", "job": ""})
    assert at.hall.get(Duty, 2).clan == "oda"
    page = text(at("npd").get("/casting/rota"))
    assert "Greta" in page
    assert "Give the duty" not in page
    assert "Say which clan he minds" in text(
        game.post("/casting/rota", data={"key": "b", "umpire": "Ida", "desk": "map"}), 400
    )
    game.post("/casting/rota/2/end", data={"key": "c"})
    assert ("duty", 2) not in at.hall.state()


def test_a_first_code_of_his_own_is_told_with_how_it_is_closed_again(at):
    game = at()
    game.post("/casting/rota/codes", data={"key": "a", "umpire": "Hans", "desk": "team"}, answers=303)
    page = text(game.get("/casting/rota"))
    assert "Hans, Team Control, has a code of his own." in page
    assert "was withdrawn" not in page
    assert "give another new one instead, or withdraw his own on the rota." in page


def test_an_order_card_that_its_army_does_not_get_is_not_offered_for_printing(hall_at, app_of):
    hall = hall_at("peace")  # Uesugi has fought, Takeda has won and may go on
    desk = sign_in(app_of(hall), "map")
    for army in (1, 2):
        hall.do("reprint.add", paper="order_cards", army=army, why="it was lost")
    answer = desk.get("/casting/reprint")
    assert "There is none to print now: it has fought this season (R14)." in text(answer)
    assert read(answer).prints() == {"/print/order_cards.pdf?only=2"}
    hall.next_season()
    assert read(desk.get("/casting/reprint")).prints() == {f"/print/order_cards.pdf?only={army}" for army in (1, 2)}


def test_papers_are_ticked_off_and_added_by_name(at):
    desk = at("map")
    page = text(desk.get("/casting/reprint"))
    assert "Takeda Harunobu" in page
    assert read(desk.get("/casting/reprint")).prints() == {"/print/army_cards.pdf?only=1"}
    desk.post("/casting/reprint/done", data={"key": "a", "last": "99"})
    assert "Nothing has to be printed again" in text(desk.get("/casting/reprint/list"))
    assert "Everything is printed already." in text(desk.post("/casting/reprint/done", data={"last": "99"}), 409)
    for form, key in (
        ({"paper": "character_card", "of": "Obu Toramasa"}, "obu-toramasa"),
        ({"paper": "clan_sheet", "of": "Oda"}, "oda"),
        ({"paper": "army_card", "of": "a1-3"}, 1),
    ):
        desk.post("/casting/reprint", data={**form, "why": "it was lost"}, answers=303)
        number = max(at.hall.numbers("reprint"))
        row = at.hall.get(Reprint, number)
        assert key in (row.character, row.clan, row.army)
    assert "There is no clan" in text(
        desk.post("/casting/reprint", data={"paper": "clan_sheet", "of": "Odo", "why": "it was lost"}), 400
    )


def test_map_control_sees_beside_every_general_who_plays_him_and_nobody_else_does(at):
    desk = at("map")
    for address in (
        "/casting/command",
        "/casting/command/list?clan=takeda",
        "/people/?clan=takeda",
        "/people/takeda-harunobu",
        "/armies/1",
    ):
        assert "Anna Meier" in text(desk.get(address)), address
    assert "Ben Ōno, not here yet" in text(desk.get("/map/raise"))
    for address in ("/display/", "/sign-in", "/api/state"):
        assert "Anna Meier" not in text(at(None).get(address)), address


def test_the_export_has_a_line_for_everybody(at):
    found = list(csv.DictReader(io.StringIO(at().get("/casting/players.csv").get_data().decode("utf-8-sig"))))
    assert [row["arrived"] for row in found] == ["yes", "no", "no", "no-show", "no"]
    assert found[0] == {"name": "Anna Meier", "clan": "Takeda", "character": "Takeda Harunobu", "note": "",
                        "arrived": "yes"}  # fmt: skip
    assert at().get("/casting/players.pdf").status_code == 404


def test_a_team_without_land_is_given_another_clan_from_its_own_table(at):
    game, hall = at(), at.hall
    assert "The team plays another clan" not in text(game.get("/casting/?clan=oda"))
    hall.correct("province", "owari", "holder", "saito")
    page = text(game.get("/casting/?clan=oda"))
    assert "Oda holds no land any more" in page
    assert "The team plays another clan" in page
    answer = game.post("/casting/clans/oda/take-clan", data={"takes": "takeda", "reason": "driven out", "key": "one"})
    assert "Takeda is played already" in text(answer, 422)
    answer = game.post("/casting/clans/oda/take-clan", data={"takes": "saito", "reason": "driven out", "key": "two"})
    assert (answer.status_code, answer.location) == (303, "/people/new?clan=saito")
    assert hall.get(Player, 3).clan == "saito"
