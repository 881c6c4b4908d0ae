"""The pages of honour: two taps on a phone, the question whether it happened twice, the ledger, the board."""

from __future__ import annotations

import io
import re

import pandas
import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.journal.numbering_questions import numbering
from control.sengoku.rows import HonourProposal
from tests.conftest import sign_in

BOW = {"clan": "takeda", "character": "takeda-harunobu", "reason": "bow"}


def key_of(page):
    """The key of the first form."""
    return re.search(r'name="key" value="([\w-]+)"', page).group(1)


# ---- the pad


def test_the_clan_is_chosen_once_and_remembered(client):
    team = client("team")
    assert "Whose honour?" in team.get("/honour/", follow_redirects=True).text
    assert "Takeda Harunobu" in team.get("/honour/book?clan=takeda").text
    again = team.get("/honour/", follow_redirects=True).text
    assert 'value="takeda-harunobu"' in again
    assert "Whose honour?" not in again


def test_a_reason_and_a_person_book_without_any_script_and_the_undo_is_at_the_top(client, hall):
    team = client("team")
    page = team.get("/honour/book?clan=takeda").text
    for reason in ("bow", "discourtesy", "precedence-kept", "treaty-broken"):
        assert f'name="reason" value="{reason}"' in page
    answer = team.post("/honour/book", data={**BOW, "key": key_of(page)}, follow_redirects=True)
    page = answer.text
    assert "Honour: Takeda Harunobu of Takeda +1: A fitting bow." in page
    assert page.index('class="told"') < page.index('class="pad"')
    number = re.search(r'name="entry" value="(\d+)"', page).group(1)
    undone = team.post("/journal/undo", data={"entry": number, "key": "undo", "next": "/honour/book"})
    assert undone.location == "/honour/book"
    assert ("honour", 1) not in hall.state()


def test_a_form_sent_twice_books_once(client, hall):
    team = client("team")
    for _ in range(2):
        assert team.post("/honour/book", data={**BOW, "key": "one press"}).status_code == 303
    assert ("honour", 2) not in hall.state()


def test_the_second_controller_is_asked_and_may_say_that_it_happened_twice(app, hall):
    hanako, taro = sign_in(app, "team", "Hanako"), sign_in(app, "team", "Taro")
    hanako.post("/honour/book", data={**BOW, "key": "a", "note": "at the bridge"})
    asked = taro.post("/honour/book", data={**BOW, "key": "b", "note": "he bowed to the abbot"})
    page = asked.text
    assert asked.status_code == 409
    assert "Hanako booked this just now: Takeda Harunobu of Takeda +1: A fitting bow (at the bridge)." in page
    assert "No, it is the same" in page
    form = page[page.index('class="panel twice"') : page.index("</section>", page.index('class="panel twice"'))]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert sent.pop("key") != "b"
    assert sent == {**BOW, "note": "he bowed to the abbot", "twice": "true"}
    assert taro.post("/honour/book", data={**sent, "key": "c"}).status_code == 303
    assert hall.state()[("honour", 2)]["umpire"] == "Taro"


def test_who_says_that_it_happened_twice_goes_on_with_the_reason_he_forces_it_by(app, hall):
    hanako, lead = sign_in(app, "team", "Hanako"), sign_in(app, "game", "Ota")
    force = "all of them bowed"
    hanako.post("/honour/book", data={**BOW, "key": "a"})
    page = lead.post("/honour/book", data={**BOW, "force": force, "key": "b"}, answers=409).text
    form = page[page.index('class="panel twice"') : page.index("</section>", page.index('class="panel twice"'))]
    assert re.search(r'name="force" value="([^"]*)"', form).group(1) == force


def test_what_is_wrong_stands_at_its_field_and_the_typing_is_kept(client, hall):
    before = hall.everything()
    answer = client("team").post(
        "/honour/book", data={"clan": "takeda", "points": "many", "note": "sang well", "key": "k"}
    )
    page = answer.text
    assert answer.status_code == 400
    assert re.search(r'id="points"[^>]*value="many"[^>]*aria-invalid="true"', page)
    assert 'value="sang well"' in page
    assert '<details class="panel honour-more" id="more" open>' in page
    assert hall.everything() == before


def test_a_person_of_any_clan_is_found_by_a_part_of_his_name(client):
    page = client("team").get("/honour/book?q=nobunaga").text
    assert "/honour/book?clan=oda&amp;person=oda-nobunaga" in page
    one = client("team").get("/honour/book?clan=oda&person=oda-nobunaga").text
    assert '<button name="reason" value="bow">' in one
    assert 'value="treaty-broken"' not in one[one.index("pad-one") : one.index("</form>", one.index("pad-one"))]
    assert "Nobody by that name" in client("team").get("/honour/book?q=xyzzy").text


def test_only_ones_own_entries_have_an_undo_on_the_pad(app):
    hanako, taro, game = sign_in(app, "team", "Hanako"), sign_in(app, "team", "Taro"), sign_in(app, "game", "Kenji")
    hanako.post("/honour/book", data={**BOW, "key": "a"})
    shown = {name: 'id="undo-honour-1"' in one.get("/honour/latest/takeda").text
             for name, one in (("Hanako", hanako), ("Taro", taro), ("Kenji", game))}  # fmt: skip
    assert shown == {"Hanako": True, "Taro": False, "Kenji": True}


def test_a_pad_that_was_open_when_the_season_ended_asks_before_it_books(client, hall):
    team = client("team")
    opened = key_of(team.get("/honour/book?clan=takeda").text)
    hall.next_season()
    with hall.untouched():
        refused = team.post("/honour/book", data={**BOW, "key": opened})
    assert refused.status_code == 409
    assert "This form was opened in spring 1550, and it is summer 1550 now. Nothing was done." in refused.text
    again = team.post("/honour/book", data={**BOW, "key": key_of(refused.text)}, follow_redirects=True)
    assert "Honour: Takeda Harunobu of Takeda +1: A fitting bow." in again.text


# ---- the ledger


def test_the_ledger_is_filtered_and_shows_the_trend_of_a_clan_as_a_drawing_and_a_table(client, hall):
    hall.do("honour.log", "team", **BOW)
    hall.do("honour.log", "team", clan="oda", reason="treaty-broken")
    hall.next_season()
    hall.do("honour.log", "team", clan="takeda", reason="event", note="a great hunt")
    team = client("team")
    every = team.get("/honour/ledger").text
    assert "a great hunt" in every
    assert every.count("<svg") >= 8
    takeda = team.get("/honour/ledger?clan=takeda").text
    assert 'aria-label="Takeda: spring 1550 1, summer 1550 3"' in takeda
    assert re.search(r"<td>Summer 1550</td><td class=\"number\">\+2</td><td class=\"number\">\+3</td>", takeda)
    lines = takeda[takeda.index('id="lines"') :]
    assert "Broke a treaty" not in lines
    season = team.get("/honour/ledger?clan=takeda&season=0", headers={"HX-Request": "true"}).text
    assert "A fitting bow" in season
    assert "a great hunt" not in season
    his = team.get("/honour/ledger?clan=takeda&person=takeda-harunobu", headers={"HX-Request": "true"}).text
    assert "a great hunt" not in his
    assert "No line is like this" in team.get("/honour/ledger?umpire=nobody").text


def test_an_empty_ledger_says_so(client):
    assert "No honour is booked yet" in client("team").get("/honour/ledger").text
    assert "No umpire has booked honour yet" in client("game").get("/honour/").text


@pytest.mark.parametrize("before", ["0", "x", "", "9" * 30, f"-{'9' * 30}"])
def test_a_ledger_from_an_odd_number_is_still_a_ledger(client, before):
    assert client("team").get(f"/honour/ledger?before={before}").status_code == 200


def test_a_line_is_set_right_on_its_own_page_and_an_old_page_is_told(client, hall):
    hall.do("honour.log", "team", **BOW)
    team = client("team")
    page = team.get("/honour/lines/1").text
    assert 'name="now" value="1"' in page
    sent = {"points": "3", "reason": "he lay flat", "now": "1"}
    assert team.post("/honour/lines/1", data={**sent, "key": "a"}).status_code == 303
    assert "counts +3 after correction" in team.get("/honour/lines/1").text
    late = team.post("/honour/lines/1", data={**sent, "points": "2", "key": "b"}, answers=409)
    assert "it counts +3 now" in late.text


# ---- game control


def test_the_board_moves_only_when_it_is_released_and_what_was_looked_at(client, hall):
    hall.do("honour.log", "team", clan="oda", reason="event")
    game = client("game")
    page = game.get("/honour/").text
    assert "No board has been released yet" in page
    seen = re.search(r'name="seen" value="([^"]+)"', page).group(1)
    hall.do("honour.log", "team", clan="takeda", reason="emperor")
    late = game.post("/honour/release", data={"seen": seen, "key": "a"}, answers=409)
    assert "has changed since you looked" in late.text
    seen = re.search(r'name="seen" value="([^"]+)"', game.get("/honour/order").text).group(1)
    assert game.post("/honour/release", data={"seen": seen, "key": "b"}).status_code == 303
    assert "The hall sees this order" in game.get("/honour/order").text
    hall.do("honour.log", "game", clan="oda", points=9, note="saved the Emperor")
    after = game.get("/honour/order").text
    assert "The hall still sees the board of spring 1550" in after
    assert "up 1" in after
    assert "down 1" in after


def test_an_umpires_hand_is_levelled_from_the_page(app, hall):
    for name, points in (("Hanako", 9), ("Taro", 1)):
        perform(hall.room, Umpire(name, "team"), "honour.log", {"clan": "oda", "points": points, "note": name * 2,
                                                               "twice": True})  # fmt: skip
    game = sign_in(app, "game", "Kenji")
    page = game.get("/honour/").text
    assert re.search(r"Hanako</a> <span class=\"stamp\">generous</span>", page)
    assert re.search(r"Taro</a> <span class=\"stamp\">stingy</span>", page)
    assert "Taro: +8 for each clan would bring the median" in page
    wrong = game.post("/honour/level", data={"umpire": "Taro", "points": "8", "reason": "", "key": "a"}, answers=400)
    assert 'class="honour-level" open' in wrong.text
    right = {"umpire": "Taro", "clan": "", "points": "8", "reason": "so the median", "key": "b"}
    assert game.post("/honour/level", data=right).status_code == 303
    assert "stingy" not in game.get("/honour/").text.replace("Generous and stingy", "")


# ---- tables


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_ledger_goes_out_and_comes_in_again(client, hall, kind):
    hall.do("honour.log", "team", **BOW, note="=1+1", witness="@Ōta")
    hall.do("honour.log", "team", clan="oda", points=-3, note="−3 for the rain")
    game = client("game")
    out = game.get(f"/honour/ledger.{kind}")
    assert out.headers["Content-Disposition"] == f'attachment; filename="honour.{kind}"'
    content = out.get_data()
    read = pandas.read_csv if kind == "csv" else pandas.read_excel
    table = read(io.BytesIO(content), dtype=str, keep_default_na=False)
    assert list(table.columns) == ["year", "season", "clan", "person", "reason", "points", "note", "witness", "umpire"]
    assert table.iloc[0].to_dict() == {
        "year": "1550",
        "season": "spring",
        "clan": "Takeda",
        "person": "Takeda Harunobu",
        "reason": "A fitting bow",
        "points": "1",
        "note": "'=1+1",
        "witness": "'@Ōta",
        "umpire": "Team Control",
    }
    known = game.post("/honour/import", data={"file": (io.BytesIO(content), f"a.{kind}"), "key": "a"}, answers=400)
    assert known.text.count("This stands in the ledger already") == 2
    hall.undo(2)
    back = {"file": (io.BytesIO(content), f"a.{kind}"), "key": "b", "skip_known": "true"}
    told = game.post("/honour/import", data=back, follow_redirects=True)
    assert "Honour imported: 1 entry; 1 stood in the ledger already." in told.text
    assert hall.state()[("honour", 3)]["points"] == -3


def test_an_import_that_fails_names_every_bad_cell_and_changes_nothing(client, hall):
    table = (
        "clan,person,reason,points,note\n"
        "Takeda,Takeda Harunobu,A fitting bow,,\n"
        "\n"
        "Takada,,bow,many,\n"
        "Oda,Takeda Harunobu,Discourtesy,−1,\n"
    )
    before = hall.everything()
    answer = client("game").post("/honour/import", data={"file": (io.BytesIO(table.encode()), "h.csv"), "key": "a"})
    page = answer.text
    assert answer.status_code == 400
    for place in ("Line 4, column clan", "Line 4, column person", "Line 4, column points", "Line 5, column person"):
        assert place in page, place
    assert "Line 2" not in page
    assert hall.everything() == before


@pytest.mark.parametrize(("name", "content", "words"), [
    ("h.csv", b"clan,koku\nTakeda,3\n", "There is no column"), ("h.csv", b"person\nx\n", "is missing"),
    ("h.xlsx", b"no table", "cannot be read as a table"), ("h.csv", b"", "The file is empty"),
    ("h.csv", b"clan\n", "The table has no line"), ("", b"", "Choose a file"),
])  # fmt: skip
def test_a_file_that_is_no_table_of_honour_is_told(client, hall, name, content, words):
    before = hall.everything()
    answer = client("game").post("/honour/import", data={"file": (io.BytesIO(content), name), "key": "a"})
    assert answer.status_code in (400, 422)
    assert words in answer.text
    assert hall.everything() == before


def test_a_table_of_more_points_than_one_umpire_books_is_forced_with_a_reason(client, hall):
    table = b"clan,reason,points,note\nTakeda,,60,the whole year\n"
    sent = {"file": (io.BytesIO(table), "h.csv"), "key": "a"}
    assert client("game").post("/honour/import", data=sent).status_code == 303
    assert hall.entries()[-1].sentence.startswith("Waits for a second umpire")
    sent = {"file": (io.BytesIO(table), "h.csv"), "key": "b", "force": "so it was"}
    assert client("game").post("/honour/import", data=sent).status_code == 303
    assert hall.entries()[-1].sentence.endswith("Forced: so it was.")


def test_the_list_of_reasons_is_the_scenarios(client, shipped):
    page = client("team").get("/honour/reasons").text
    for one in shipped.honour.values():
        assert one.name in page


# ---- secrecy


CANARIES = re.compile(
    r"Kanarienvogel|(?<![\da-f])1,?17[0-9](?![\da-f])|discourtesy|fitting bow|precedence-kept|false-title",
    re.IGNORECASE,
)
"""Planted notes, a sum of honour (no digits of a form's key), and reasons of the scenario's list."""


@pytest.fixture
def guarded(hall, app):
    """A game with planted honour, an old board, a levelled umpire, corrections and undone lines."""
    kana = Umpire("Kenji", "game")
    hall.do("board.release", "game")
    off = {"option": "second_umpire", "now": "on", "value": "off", "reason": "so much honour at once"}
    hall.do("ruling.change_option", "game", **off)
    hall.do("honour.log", "team", **BOW, points=83, note="Kanarienvogel one", witness="Kanarienvogel two")
    hall.do("honour.log", "team", clan="oda", points=-79, note="Kanarienvogel three")
    hall.do("honour.log", "game", clan="oda", points=83, note="Kanarienvogel four")
    hall.do("honour.correct", "team", honour=2, points=4, reason="Kanarienvogel five")
    perform(hall.room, kana, "honour.level", {"umpire": "Team Control", "points": 79, "reason": "Kanarienvogel six"})
    lines = [{"clan": "Mōri", "points": "98", "note": f"Kanarienvogel {number}"} for number in range(12)]
    hall.do("honour.import", "game", rows=lines)
    hall.undo(6)
    return app


OTHERS = ("map", "npd", "bakufu", "intelligence", None)


@pytest.mark.parametrize("role", OTHERS)
def test_no_route_tells_anybody_else_a_word_of_honour(guarded, hall, role):
    from tests.secrecy.test_routes import PAGES, answers

    entries = len(hall.entries())
    addresses = [(route.partition(" ")[0], address) for route, (who, address, _) in PAGES.items() if role in who]
    refused = [(route.partition(" ")[0], address) for route, (who, address, _) in PAGES.items() if role not in who]
    addresses += refused[::8]  # at the door, before any page has read anything (tests/secrecy/test_routes.py)
    addresses += [
        ("GET", address) for address in (
            "/honour/lines/1", "/honour/ledger.xlsx", "/honour/ledger?clan=oda", "/api/state/honour",
            "/api/state/journal", "/api/state/status_boards", "/api/state/rulings", "/journal/?clan=takeda",
            "/journal/?person=takeda-harunobu", "/journal/?clan=oda&season=spring-1550", "/find/clans/takeda",
            "/people/takeda-harunobu", "/display/?clan=oda",
        )
    ]  # fmt: skip
    for method, address in addresses:
        if address == "/live":
            continue
        _answer, sent = answers(guarded, role, method, address)
        found = CANARIES.search(re.sub(r"<svg.*?</svg>", "", sent, flags=re.DOTALL))
        assert not found, (address, found.group())
    client = sign_in(guarded, role)
    entries = hall.ask(numbering, role).told(entries)
    for entry in range(1, entries + 2):
        answer = client.post("/api/actions/journal.undo", json={"entry": entry, "force": "let me see"})
        assert answer.status_code == 403 or entry > entries
        assert not CANARIES.search(answer.text), entry
    for action, order in {
        "honour.log": BOW,
        "honour.correct": {"honour": 1, "points": 2, "reason": "let me see"},
        "honour.level": {"umpire": "Team Control", "points": 1, "reason": "let me see"},
        "board.release": {},
        "honour.import": {"rows": [{"clan": "Oda", "points": "-79", "note": "x"}]},
    }.items():
        answer = client.post(f"/api/actions/{action}", json=order, answers=403)
        assert not CANARIES.search(answer.text), action
    if role == "map":
        journal = client.get("/api/state/journal").get_json()
        assert not [one for one in journal if "honour" in one["action"]]
        assert not [change for one in journal for change in one["changes"] if change["table"] == "honour"]


def test_the_canaries_sing_for_team_and_game_control(guarded):
    for role in ("team", "game"):
        client = sign_in(guarded, role)
        for address in ("/honour/ledger", "/honour/ledger.csv", "/api/state/honour", "/journal/"):
            assert CANARIES.search(client.get(address).text), (role, address)
    assert "1176" in sign_in(guarded, "game").get("/honour/").text


def test_what_is_proposed_is_booked_or_declined_by_one_tap(hall_at, app_of):
    client = sign_in(app_of(hall_at("honour proposed")), "team")
    shown = client.get("/honour/proposed").text
    assert "Takeda Harunobu is Noble of the 9th rank" in shown
    client.post("/honour/proposed", data={"proposal": "1", "decline": "true", "key": "a"}, answers=303)
    assert "Nothing waits" in client.get("/honour/proposed").text
    late = client.post("/honour/proposed", data={"proposal": "1", "key": "b"}, answers=409)
    assert "That was declined already." in late.text


def test_game_control_books_for_both_umpires_what_one_may_not_book_alone(hall_at, app_of):
    hall = hall_at("honour proposed")
    app = app_of(hall)
    assert "Book one that a second umpire" not in sign_in(app, "game").get("/honour/proposed").text
    with hall.room.store.write() as session:
        session.get_one(HonourProposal, 1).points = 12
    assert "Book one that a second umpire" not in sign_in(app, "team").get("/honour/proposed").text
    client = sign_in(app, "game")
    assert "Takeda Harunobu, +12: " in client.get("/honour/proposed").text
    form = {"proposal": "1", "force": "all saw it"}
    client.post("/honour/proposed", data={**form, "key": "a"}, answers=303)
    assert (hall.rows("confirmation"), hall.get(HonourProposal, 1).answer) == ([], "booked")
    late = client.post("/honour/proposed", data={**form, "key": "b"}, answers=409).text
    assert late.count("That was booked already.") == 1


def test_nobody_learns_the_order_before_the_board_is_released(guarded, hall):
    board = sign_in(guarded, None).get("/api/state/status_boards").get_json()
    assert {line["rank"] for line in board[-1]["ranks"]} == {1}
    assert all(set(line) == {"clan", "rank", "was"} for line in board[-1]["ranks"])


def test_enter_on_a_reason_books_nobody_where_no_script_runs_either(app):
    browser = sign_in(app, "team")
    pad = browser.get("/honour/book?clan=takeda").text.partition('id="pad"')[2]
    first = re.search(r'<button[^>]* name="(\w+)" value="(\w*)"', pad)
    sent = {"clan": "takeda", "reason": "bow", first[1]: first[2]}
    assert "Say for whom: tap a name, or the whole clan." in browser.post("/honour/book", data=sent, answers=400).text
