"""A desk's own numbers: what it may neither read nor notice has none there. The API, the pages, the stream and the undo
speak in them, both ways; Game Control and the command line keep the true ones."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.database.lately import A_STRETCH
from control.kernel.errors import NotThisDesk
from control.kernel.journal.moment import the_moment
from control.kernel.journal.numbering_questions import Numbering, numbering, told_when_made
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from control.kernel.rows import JournalEntry
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from control.sengoku.season.undoing_actions import deed_of
from tests.conftest import sign_in
from tests.games import CODES

CLOCKS = re.compile(rb"\b1\d{12}\b|[0-9a-f]{16,}")
SECRET = {"clan": "takeda", "points": 3, "note": "a poem"}


def test_numbers_go_both_ways():
    numbers = Numbering((2, 3, 6))
    assert [numbers.told(one) for one in range(1, 8)] == [1, 0, 0, 2, 3, 0, 4]
    assert [numbers.true(one) for one in range(1, 6)] == [1, 4, 5, 7, 8]
    assert [numbers.told_up_to(one) for one in range(1, 8)] == [1, 1, 1, 2, 3, 3, 4]
    assert (numbers.told(-3), numbers.true(-3), numbers.true(0)) == (-3, -3, 0)
    apart = Numbering(apart=(-1, -2))
    assert [apart.true(one) for one in (-1, -3)] == [-3, -5]
    assert abs(apart.true(-999_999)) > 10**9, "none is of another group by it"
    for one in (1, 4, 899_999, 900_000, 10**9):
        assert numbers.told(numbers.true(one)) == one
        assert apart.told(apart.true(-one)) == -one
    said = "Taken back: entry 4, “Taken back: entry 1, “Kai, 5 counters.””"
    assert numbers.sentence(said) == "Taken back: entry 2, “Taken back: entry 1, “Kai, 5 counters.””"
    said = "Rewound to before entry 4, “Kai.” 3 entries taken back: 4–5, 7."
    assert numbers.sentence(said) == "Rewound to before entry 2, “Kai.” 3 entries taken back: 2–3, 4."


@pytest.fixture
def day(hall):
    """Entries 1, 3 and 5 are Map Control's, 2 and 4 honour."""
    for province in ("kai", "hida", "shinano"):
        hall.do("garrison.raise", "map", province="kai", troops=1, reason=province)
        if province != "shinano":
            hall.do("honour.log", "team", **SECRET, twice=True)
    return hall


WHO_HEARS = (
    ("honour.log", "team", SECRET, " .takeda game team "),
    ("attitude.set", "npd", {"clan": "ashina", "to": "takeda", "attitude": 1, "reason": "a gift"}, " game npd "),
    ("petition.file", "team", {"clan": "takeda", "against": "uesugi", "matter": "a border"},
     " .takeda .uesugi bakufu game team "),
    ("petition.file", "npd", {"clan": "ashina", "matter": "a border"}, " bakufu game npd "),
    ("call.issue", "bakufu", {"kind": "points", "clan": "takeda", "amount": 2, "season": "1550-autumn"},
     " .takeda bakufu game map team "),
    ("call.issue", "bakufu", {"kind": "points", "clan": "ashina", "amount": 2, "season": "1550-autumn"},
     " bakufu game map npd "),
    ("honour.log", "team", {**SECRET, "points": 60}, " =Team_Control game team "),
    ("account.spend", "team", {"clan": "takeda", "kind": "event", "points": 1}, " .takeda game team "),
    ("account.give", "team", {"clan": "takeda", "to": "ashina", "kind": "gift", "points": 1},
     " .ashina .takeda game npd team "),
    ("season.tick", "team", {"clan": "takeda", "season": "spring", "year": 1550}, " .takeda game map team "),
    ("shogun.condition", "bakufu", {"character": "takeda-harunobu", "condition": 1, "met": True}, " bakufu game "),
    ("service.record", "npd", {"clan": "ashina", "to": "emperor", "kind": "risk", "note": "a siege"},
     " .ashina bakufu game npd team "),
    ("treaty.record", "team", {"kind": "peace", "one": "takeda", "other": "hojo"}, None),
    ("garrison.raise", "map", {"province": "kai", "troops": 1, "reason": "a test"}, None),
)  # fmt: skip


@pytest.mark.parametrize(("action", "desk", "order", "heard_by"), WHO_HEARS)
def test_an_entry_says_which_desks_may_know_that_there_is_one(hall, action, desk, order, heard_by):
    entry = hall.do(action, desk, **order)
    assert hall.entries()[0].heard_by == entry.heard_by == heard_by
    assert hall.do("journal.undo", desk, entry=1).heard_by == heard_by


def test_a_desk_counts_what_it_may_know_of_and_nobody_else_is_told_another_number(day):
    with day.room.store.read() as session:
        told = {desk: [numbering(session, desk).told(one) for one in range(1, 6)] for desk in ("map", "team", "game")}
    assert told == {"map": [1, 0, 2, 0, 3], "team": [1, 2, 3, 4, 5], "game": [1, 2, 3, 4, 5]}


def test_what_was_printed_tells_no_desk_how_many_entries_it_does_not_count(day, app):
    printed = [{"kind": "army_cards", "items": {"1": "a mark"}}]
    for desk in ("game", "map"):
        day.do("print.record", desk, state=5, printed=printed)
    head = {"Authorization": f"Bearer {CODES['map']}"}
    order = {"state": 999, "printed": printed}
    sent = app.test_client().post("/api/actions/print.record", json=order, headers=head)
    assert sent.json["error"] == "Entry 999 of the journal has not been made yet. Name one that has."
    assert ["from entry 3" in sign_in(app, desk).get("/print/").text for desk in ("map", "game")] == [True, False]
    for many, status in ((6, 422), (5, 200)):  # as many as it counts, with the two that were printed: not what there is
        sent = app.test_client().post("/api/actions/print.record", json={**order, "state": many}, headers=head)
        assert sent.status_code == status, sent.json
    assert (sent.json["arguments"]["state"], day.rows("printing")[-1]["state"]) == (5, 7)
    rows = app.test_client().get("/api/state/journal", headers=head).json
    assert rows[-1]["arguments"]["state"] == 5
    assert [one["after"]["state"] for one in rows[-1]["changes"] if one["table"] == "printing"] == [5]


def test_a_number_without_end_is_refused_like_any_other_that_is_none(day, app):
    head = {"Authorization": f"Bearer {CODES['map']}", "Content-Type": "application/json"}
    sent = app.test_client().post("/api/actions/journal.undo", data='{"entry": 1e999}', headers=head)
    assert (sent.status_code, sent.json["field"]) == (400, "entry")


def test_the_number_that_is_told_at_once_is_the_one_that_would_be_asked_for(hall):
    every, seats = [*DESKS], [Seat("team", "Hans", ["takeda"]), Seat("team", "Eva", ["uesugi"])]
    for action, desk, order, _ in WHO_HEARS:
        entry = hall.do(action, desk, **order, twice=True) if action == "honour.log" else hall.do(action, desk, **order)
        at_once = {one: told_when_made(hall.room.game, one, entry) for one in (*every, *seats)}
        with hall.room.store.read() as session:
            asked = {one: numbering(session, one).told(entry.number) for one in (*every, *seats)}
        assert at_once == asked, action
        assert told_when_made(hall.room.game, "map", hall.entries()[0]) is None, "who reads it later has to ask"


def test_the_numbers_that_are_kept_are_one_umpires_and_of_what_he_minds(hall):
    for spot in range(A_STRETCH):
        hall.do("honour.log", "team", **{**SECRET, "points": 1, "note": f"poem {spot}", "twice": True})
    for name in ("Hans", "Eva", "Eva"):  # these wait, which they alone know
        perform(hall.room, Umpire(name, "team"), "honour.log", {**SECRET, "points": 60, "twice": True})
    told = []
    for name, clan in (("Hans", "takeda"), ("Eva", "takeda"), ("Hans", "uesugi")):
        told.append(hall.ask(numbering, Seat("team", name, [clan])).told_up_to(A_STRETCH + 3))
    assert told == [A_STRETCH + 1, A_STRETCH + 2, 1]


def test_a_petition_between_those_whom_nobody_plays_takes_no_number_of_team_controls(hall):
    filed = [
        hall.do("petition.file", desk, clan=clan, matter="a border").sentence
        for desk, clan in (("npd", "ashina"), ("npd", "ashina"), ("team", "takeda"))
    ]
    assert [re.search(r"P\d+", said)[0] for said in filed] == ["P1001", "P1002", "P1"]


def test_the_api_takes_back_what_the_desk_means_and_answers_in_its_numbers(day, app_of):
    client = sign_in(app_of(day), "map")
    rows = client.get("/api/state/journal").get_json()
    assert [(row["number"], row["arguments"]["reason"]) for row in rows] == [(1, "kai"), (2, "hida"), (3, "shinano")]
    assert "heard_by" not in rows[0]
    undone = client.post("/api/actions/journal.undo", json={"entry": 3}).get_json()
    assert (undone["number"], undone["undoes"], undone["arguments"]["entry"]) == (4, 3, 3)
    assert undone["sentence"].startswith("Taken back: entry 3, “")
    kept = day.entries()[-1]
    assert (kept.number, kept.undoes, kept.arguments["entry"]) == (6, 5, 5)
    assert kept.sentence.startswith("Taken back: entry 5, “")
    again = client.post("/api/actions/journal.undo", json={"entry": 3})
    assert "Entry 3 is taken back already." in again.text
    assert client.post("/api/actions/journal.undo", json={"entry": 9}).status_code == 400
    assert client.get("/api/state/journal").get_json()[-1] == {**undone, "audience": None, "made_with": kept.made_with}
    assert verify(day.room).same


@pytest.mark.parametrize("entry", [899_999, 900_001, 10**6, 10**9, 10**12, -899_999, -999_999, -(10**9)])
def test_the_refusal_of_a_number_that_no_entry_has_says_the_number_that_was_sent(day, app_of, entry):
    assert_refused_alike(day, app_of, entry)


@pytest.mark.parametrize("entry", ["3", "899999", 3.9, 3.0, "3.0", True, None, {}])
def test_what_is_no_number_is_refused_where_entries_are_not_counted_as_where_all_are(day, app_of, entry):
    assert_refused_alike(day, app_of, entry)


def assert_refused_alike(day, app_of, entry):
    """Whoever counts all of it is told the same."""
    one, other = sign_in(app_of(day), "map"), sign_in(app_of(day), "game")
    printed = [{"kind": "army_cards", "items": {"1": "a mark"}}]
    for name, order in (
        ("journal.undo", {"entry": entry}),
        ("journal.rewind", {"entry": entry, "goes": [entry]}),
        ("journal.rewind", {"entry": 1, "goes": entry}),
        ("print.record", {"state": entry, "printed": printed}),
    ):
        with day.untouched():
            told = [client.post(f"/api/actions/{name}", json=order).get_json() for client in (one, other)]
        assert told[0]["error"] == told[1]["error"]


def test_a_number_in_a_form_is_read_before_it_is_counted(day, app_of):
    form = {"entry": "3.0", "key": "k", "next": "/journal/"}
    assert "Taken back: entry 3, “" in sign_in(app_of(day), "map").post(
        "/journal/undo", data=form, follow_redirects=True
    ).text  # fmt: skip
    assert day.entries()[-1].undoes == 5


def test_a_key_that_comes_twice_with_another_order_is_told_by_the_number_of_the_desk(day, app_of):
    client, key = sign_in(app_of(day), "map"), {"Idempotency-Key": "once"}

    def raised(troops):
        order = {"province": "kai", "troops": troops, "reason": "a gift", "twice": True}
        return client.post("/api/actions/garrison.raise", json=order, headers=key).get_json()

    assert raised(1)["number"] == 4
    assert "with another order (entry 4)" in raised(2)["error"]
    assert day.entries()[-1].number == 6


def test_pages_and_forms_speak_in_the_numbers_of_the_desk(day, app_of):
    client = sign_in(app_of(day), "map")
    page = client.get("/journal/").text
    assert re.findall(r'entry-number">(\d+)<', page) == ["3", "2", "1"]
    older = client.get("/journal/?before=3").text
    assert re.findall(r'entry-number">(\d+)<', older) == ["2", "1"]
    assert "Rewind to before entry 2" in client.get("/journal/rewind/2").text
    form = {"entry": "3", "key": "k", "next": "/journal/"}
    after = client.post("/journal/undo", data=form, follow_redirects=True).text
    assert "Taken back: entry 3, “" in after
    assert re.search(r'data-journal="4"', after)
    assert day.entries()[-1].undoes == 5
    back = client.post("/journal/rewind/2", data={"goes": "", "key": "l"}, follow_redirects=True)
    assert "Rewound to before entry 2, “" in back.text
    assert day.entries()[-1].undoes == 3
    game = sign_in(app_of(day), "game").get("/journal/").text
    assert re.findall(r'entry-number">(\d+)<', game) == ["7", "6", "5", "4", "3", "2", "1"]


def test_a_stream_says_nothing_of_what_its_desk_may_not_know(day, app_of, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.HEARTBEAT", 0)
    monkeypatch.setattr("control.kernel.pages.live.TOGETHER", 0)
    app = app_of(day)
    streams = {desk: app.live.stream(lambda named, desk=desk: desk in named.split()) for desk in ("map", "team")}
    assert ["data: 3" in next(streams["map"]), "data: 5" in next(streams["team"])] == [True, True]
    day.do("honour.log", "team", **SECRET, twice=True)
    app.live._tell()
    assert ["heartbeat" in next(streams["map"]), "data: 6" in next(streams["team"])] == [True, True]


def test_what_another_desk_keeps_to_itself_stands_in_the_way_of_nobody_before_he_tries(hall, app_of):
    made = hall.do("person.add", "map", clan="takeda", name="Baba Nobuharu", age=30)
    client = sign_in(app_of(hall), "map")
    before = CLOCKS.sub(b"", client.get("/journal/").get_data())
    hall.do("honour.log", "team", **SECRET, character=made.changes[0]["key"][0])
    assert CLOCKS.sub(b"", client.get("/journal/").get_data()) == before
    refused = client.post("/api/actions/journal.undo", json={"entry": 1}).text
    assert "What was entered at another desk depends on it." in refused
    assert "another desk keeps to itself" in client.get("/journal/rewind/1").text
    with hall.untouched():
        told = hall.refuse(NotThisDesk, "journal.rewind", "map", entry=1, goes=[2])
        assert "another desk keeps to itself" in told.sentence, "not: whose, nor of which number"


def test_covert_work_moves_the_number_of_its_own_desk_and_not_that_of_the_desk_that_leads(hall):
    def heard():
        with hall.room.store.read() as session:
            moment = the_moment(session)
            return {desk: moment.heard(SENGOKU, desk) for desk in DESKS}

    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=1, question="why")
    before = heard()
    hall.do("covert.resolve", "intelligence", commission=1, dice=[6, 6])
    assert [desk for desk, number in heard().items() if number != before[desk]] == ["intelligence"]


def test_what_stands_in_the_way_of_an_undo_is_named_by_the_number_that_the_desk_knows(hall):
    hall.do("honour.log", "team", **SECRET)
    raised = hall.do("garrison.raise", "map", province="kai", troops=1)

    def named(session, desk):
        world = SimpleNamespace(session=session, umpire=Umpire("Anna", desk))
        return [deed_of(world, one) for one in session.scalars(select(JournalEntry).order_by(JournalEntry.number))]

    assert raised.number == 2
    assert hall.ask(named, "game") == ["entry 1", "entry 2"]
    assert hall.ask(named, "map") == ["something entered at another desk", "entry 1"]
