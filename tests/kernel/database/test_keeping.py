"""What is made once is given to all who may see it, and to nobody after a change."""

from __future__ import annotations

import re
import threading

import pytest
from flask import g
from sqlalchemy import event, func, select

from control.kernel import steady
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.database import keeping
from control.kernel.database.store import open_store
from control.kernel.hall.scenario import scenario_questions
from control.kernel.journal.moment import the_moment
from control.kernel.open_room import IN
from control.kernel.pages import drawn_once
from control.kernel.roles import Seat
from control.kernel.rows import JournalEntry
from control.sengoku.books.winter_questions import clan_winters
from control.sengoku.rows import Clan, Province
from control.sengoku.season import gate_pages, gate_questions, waits_questions
from tests.conftest import sign_in
from tests.games import Hall

PART = {"HX-Request": "true"}
PUBLIC = "/display/drawing"
SEEN_BY_ALL = {"kind": "province", "id": "kai", "field": "holder", "reason": "counted again"}


@pytest.fixture
def hall(open_stage, tmp_path):
    """A game with armies, its own."""
    from tests.games import close

    found = Hall(open_stage("start", tmp_path / "game.db"))
    yield found
    close(found.room)


@pytest.fixture
def asked(hall):
    """The statements that the game is asked."""
    found = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: found.append(given[2]))
    return found


def take(hall, holder):
    """A province has another holder."""
    return hall.do("figure.correct", "game", **SEEN_BY_ALL, value=holder)


def test_a_public_part_is_made_once_and_given_to_everybody_without_a_question(hall, app_of, asked):
    app = app_of(hall)
    first = app.test_client().get(PUBLIC, headers=PART)
    asked.clear()
    again = app.test_client().get(PUBLIC, headers=PART)
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert asked == []


def test_who_has_a_part_is_told_so_until_it_changes(hall, app_of):
    app = app_of(hall)
    screen = app.test_client()
    first = screen.get(PUBLIC, headers=PART)
    known = {**PART, "If-None-Match": first.headers["ETag"]}
    assert screen.get(PUBLIC, headers=known).status_code == 304
    take(hall, "uesugi")
    after = screen.get(PUBLIC, headers=known, answers=200)
    assert after.data != first.data


def test_what_changes_nothing_of_a_part_leaves_it(hall, app_of, asked):
    app = app_of(hall)
    app.test_client().get(PUBLIC, headers=PART)
    hall.do("honour.log", "team", clan="oda", reason="event", twice=True)
    asked.clear()
    assert app.test_client().get(PUBLIC, headers=PART).status_code == 200
    assert asked == []


def test_a_part_of_a_desk_goes_to_that_desk_only(hall, app_of):
    """The umpires' map has the sizes of armies; what was kept for them reaches nobody else."""
    hall.an_army("takeda", "kai", 7)
    app = app_of(hall)
    of_the_desk = sign_in(app, "map").get("/map/drawing", headers=PART)
    assert sign_in(app, "map").get("/map/drawing", headers=PART).data == of_the_desk.data
    public = app.test_client().get(PUBLIC, headers=PART)
    assert public.data != of_the_desk.data
    assert app.test_client().get("/map/drawing", headers=PART).status_code == 303
    assert sign_in(app, "team").get("/map/drawing", headers=PART).status_code == 403
    assert sign_in(app, "team").get(PUBLIC, headers=PART).headers["ETag"] == public.headers["ETag"]


def test_a_sign_in_that_was_withdrawn_is_not_let_in_by_what_is_kept(hall, app_of):
    app = app_of(hall)
    browser = sign_in(app, "map")
    assert browser.get("/map/drawing", headers=PART).status_code == 200
    hall.do("desk.new_code", "game", desk="map", sign_out=True)
    assert browser.get("/map/drawing", headers=PART).status_code == 303


def test_what_another_program_enters_is_seen_at_once(hall, app_of):
    app = app_of(hall)
    before = app.test_client().get(PUBLIC, headers=PART)
    other = open_store(hall.room.store.file)
    perform(type(hall.room)(other, hall.room.scenario), Umpire("Ana", "game"), "figure.correct",
            {**SEEN_BY_ALL, "value": "uesugi"})  # fmt: skip
    other.close()
    assert app.test_client().get(PUBLIC, headers=PART).data != before.data


def test_what_another_program_entered_before_our_own_entry_is_seen_though_nobody_looked_between(hall):
    def holder():
        return hall.ask(kept_holders)

    assert holder() == "takeda"
    other = open_store(hall.room.store.file)
    perform(type(hall.room)(other, hall.room.scenario), Umpire("Ana", "game"), "figure.correct",
            {**SEEN_BY_ALL, "value": "uesugi"})  # fmt: skip
    other.close()
    hall.do("honour.log", "team", clan="oda", reason="event", twice=True)
    assert holder() == "uesugi"


def test_what_is_forgotten_is_made_again(hall):
    made = []

    def asked():
        with hall.room.store.read() as session:
            return keeping.given_again(session, "x", lambda: made.append(holders(session)))

    for _ in range(2):
        asked()
        asked()
        hall.room.store.forget()
    assert made == ["takeda"] * 2


@pytest.fixture
def both(hall):
    """Two who ask for the same at once, the second while it is made for the first: how often it was made, and what the
    two were given, if whoever makes it is let go of when so many have begun to."""

    def ask(lets_go):
        made, given, begun, goes = [], [], threading.Event(), threading.Event()

        def make():
            made.append(None)
            begun.set()
            if len(made) == lets_go:
                goes.set()
            assert goes.wait(60)
            return len(made)

        def read():
            with hall.room.store.read() as session:
                given.append(keeping.given_again(session, "map", lambda: (holders(session), make())[1]))

        first, second = threading.Thread(target=read), threading.Thread(target=read)
        first.start()
        assert begun.wait(60)
        second.start()
        if lets_go == 0:
            second.join(0.1)
            goes.set()
        first.join()
        second.join()
        return len(made), given

    return ask


def test_what_two_ask_for_at_once_is_made_by_one_of_them(both, hall, monkeypatch):
    monkeypatch.setattr(keeping, "IS_MADE", 60.0)
    assert both(0) == (1, [1, 1])
    assert not keeping.keeper_of(hall.room.store.engine).making, "nothing of it stays"


def test_nobody_waits_long_for_what_another_makes(both, monkeypatch):
    monkeypatch.setattr(keeping, "IS_MADE", 0.05)
    made, given = both(2)
    assert made == len(given) == 2


def test_of_too_many_answers_the_oldest_gives_way(hall, monkeypatch):
    monkeypatch.setattr(keeping, "MOST", 2)
    made = []

    def asked(key):
        with hall.room.store.read() as session:
            keeping.given_again(session, key, lambda: made.append(key) or holders(session))

    for key in ("first", "second", "third", "second", "third", "first"):
        asked(key)
    assert made == ["first", "second", "third", "first"]


def test_a_question_about_the_scenario_is_asked_again_when_a_file_of_it_is_changed(hall_at):
    hall = hall_at("winter")

    def upkeep():
        with hall.room.store.read() as session:
            scenario = hall.room.keep_up(session, the_moment(session))
            found = clan_winters(session, scenario, "game")
            return {one.line.points for clan in found for one in clan.upkeep if one.line.kind == "castle"}

    path = "tables/economy.toml"
    dearer = hall.room.scenario.files[path].replace("castle = 2\n", "castle = 3\n")
    assert upkeep() == {2}
    hall.do("scenario.change", "game", file=path, text=dearer, reason="we vote")
    assert upkeep() == {3}


def test_what_is_taken_back_or_refused_leaves_nothing_behind(hall, app_of):
    app = app_of(hall)
    before = app.test_client().get(PUBLIC, headers=PART)
    entry = take(hall, "uesugi")
    assert app.test_client().get(PUBLIC, headers=PART).data != before.data
    hall.do("journal.undo", "game", entry=entry.number)
    assert app.test_client().get(PUBLIC, headers=PART).data == before.data


def holders(session):
    """A question of the game."""
    return session.scalar(select(Province.holder).where(Province.id == "kai"))


kept_holders = keeping.kept(holders)


def test_what_waits_is_given_to_nobody_who_sees_another_part_and_follows_what_is_taken_back(hall):
    """What waits for an umpire, and a winter, are kept for his desk, his part of it and his name."""
    his, anothers = Seat("team", "Hans", ["takeda"]), Seat("team", "Hans", ["uesugi"])

    def seen() -> list[tuple[list[str], list[str]]]:
        with hall.room.store.read() as session:
            return [
                (
                    [one.tick.clan.id for one in gate_questions.mine(session, "Hans", desk)],
                    [one.clan.id for one in clan_winters(session, hall.room.scenario, desk)],
                )
                for desk in (his, anothers, his)
            ]

    assert seen() == [(["takeda"], ["takeda"]), (["uesugi"], ["uesugi"]), (["takeda"], ["takeda"])]
    before = hall.ask(waits_questions.what_waits, hall.room.scenario, "map", "Ana")
    assert not any(one.kind == "draw" for one in before.mine)
    entry = hall.do("risk.call", character="asakura-norikage", cause="age")
    for waits in (True, False):
        with hall.room.store.read() as session:
            now = waits_questions.what_waits(session, hall.room.scenario, "map", "Ana")
            still = [one.kind for one in gate_questions.still_open(session)]
        assert (any(one.kind == "draw" for one in now.mine), "draw" in still) == (waits, waits)
        if waits:
            hall.do("journal.undo", "game", entry=entry.number)
    assert now == before


def test_what_is_asked_once_of_a_moment_is_asked_for_each_part_of_a_desk(hall):
    with hall.room.store.read() as session:
        every, his = (gate_questions.ticks(session, desk) for desk in ("team", Seat("team", "Hans", ["takeda"])))
    assert len(every) > 1
    assert [one.clan.id for one in his] == ["takeda"]


def test_a_session_is_given_what_its_own_moment_has(hall):
    """Who began to read before a change sees what was, and leaves nothing of it to those after."""
    with hall.room.store.read() as before:
        before.scalar(select(Clan.id).limit(1))
        assert kept_holders(before) == "takeda"
        take(hall, "uesugi")
        with hall.room.store.read() as after:
            after.scalar(select(Clan.id).limit(1))
            assert kept_holders(after) == "uesugi"
        assert kept_holders(before) == "takeda"
    assert hall.ask(kept_holders) == "uesugi"


def test_a_session_that_was_given_where_the_game_stands_sees_it_stand_there(hall):
    hall.ask(the_moment)
    with hall.room.store.read() as session:
        now = the_moment(session)
        take(hall, "uesugi")
        assert session.scalar(select(func.count(JournalEntry.number))) == now.journal
        assert kept_holders(session) == "takeda"
        session.rollback()
        assert the_moment(session).journal == now.journal + 1


def test_where_the_game_stands_is_asked_again_only_when_it_stands_elsewhere(hall, asked):
    hall.ask(the_moment)
    asked.clear()
    with hall.room.store.read() as session:
        assert the_moment(session).game.year == 1550
    assert [one for one in asked if "SELECT" in one] == []


def test_nothing_is_given_while_it_is_being_committed(hall, monkeypatch):
    """Between the commit and our word of it, whoever reads asks for himself."""
    store, seen = hall.room.store, []
    with store.read() as session:
        kept_holders(session)
    pass_on = keeping.Keeper._pass_on

    def look(self, tables):
        if "province" in tables:
            keeper = keeping.keeper_of(store.engine)
            seen.append(keeper.holds({"province"}, 10**9))
        pass_on(self, tables)

    monkeypatch.setattr(keeping.Keeper, "_pass_on", look)
    take(hall, "uesugi")
    assert seen == [False]


@pytest.mark.parametrize("personal", ["steady", "key"])
def test_what_is_of_one_moment_or_person_is_not_kept(hall, app_of, personal):
    app, made = app_of(hall), []

    def make():
        made.append(steady.now() if personal == "steady" else drawn_once.fresh_key())
        return len(made)

    with app.application.test_request_context("/", environ_base={IN: app}):
        app.application.preprocess_request()
        assert [keeping.given_again(g.session, "x", make) for _ in range(2)] == [1, 2]


KEY = re.compile(r'name="key" value="([^"]+)"')


@pytest.mark.parametrize("address", ["/casting/", "/people/", "/season/statements"])
def test_a_part_of_a_page_is_drawn_once_and_every_form_in_it_has_a_key_of_its_own(hall, app_of, asked, address):
    hall.do("risk.call", character="shonyo", cause="age")
    app = app_of(hall)
    ana, ben = sign_in(app, "game"), sign_in(app, "game")
    first, cold = ana.get(address).text, len(asked)
    asked.clear()
    again = ben.get(address).text
    assert len(asked) < cold - 3
    keys = KEY.findall(first), KEY.findall(again)
    assert len({*keys[0], *keys[1]}) == len(keys[0]) + len(keys[1])
    assert drawn_once.KEY_HERE not in first + again
    main = [KEY.sub("", page.partition("<main")[2]) for page in (first, again)]
    assert main[0] == main[1]


def test_a_part_of_a_page_shows_what_was_entered_and_no_other_desk_is_given_it(hall, app_of):
    app = app_of(hall)
    game = sign_in(app, "game")
    before = game.get("/people/").text
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    assert "visiting in Sagami" in game.get("/people/").text
    assert "visiting in Sagami" not in before
    assert "Hōjō, 1550" in game.get("/season/statements").text
    with app.application.test_request_context("/season/statements", environ_base={IN: app}):
        app.application.preprocess_request()
        for desk, sees in ((Seat("team", "Hans", ["takeda"]), False), ("team", True), ("game", True)):
            g.umpire = Umpire("Hans", desk)
            drawn = drawn_once.drawn_again("season/gate/_statements.html", gate_pages.all_statements, 1550, "")()
            assert ("Hōjō, 1550" in drawn, "Takeda, 1550" in drawn) == (sees, True), desk
            assert g.umpire.name == "Hans"


def test_a_part_of_a_page_is_drawn_for_its_address(hall, app_of, monkeypatch):
    monkeypatch.setattr(drawn_once, "render_template", lambda *_, **__: drawn_once.request.path)
    app, drawn = app_of(hall), []
    for path in ("/people/", "/people/list"):
        with app.application.test_request_context(path, environ_base={IN: app}):
            app.application.preprocess_request()
            g.umpire = Umpire("Ana", "game")
            drawn.append(str(drawn_once.drawn_again("people/_list.html", dict)()))
    assert drawn == ["/people/", "/people/list"]


def test_a_part_that_is_made_once_is_made_for_where_the_game_is_served(hall, app_of):
    app, made = app_of(hall), []
    given = drawn_once.the_same_for_all("public")(lambda: drawn_once.request.script_root)
    for root in ("", "/hall", ""):
        with app.application.test_request_context(
            "/", base_url=f"http://localhost{root}", headers=PART, environ_base={IN: app}
        ):
            app.application.preprocess_request()
            made.append(given().get_data(as_text=True))
    assert made == ["", "/hall", ""]


def test_what_is_made_for_htmx_is_given_to_nobody_who_asks_by_himself(hall, app_of):
    app, made = app_of(hall), []
    given = drawn_once.the_same_for_all("public")(lambda: "part" if drawn_once.htmx() else "whole")
    for headers in (PART, {}, PART):
        with app.application.test_request_context("/", headers=headers, environ_base={IN: app}):
            app.application.preprocess_request()
            made.append(given().get_data(as_text=True))
    assert made == ["part", "whole", "part"]


def test_what_is_no_page_is_asked_again(hall, app_of):
    app, made = app_of(hall), []
    given = drawn_once.the_same_for_all("public")(lambda: (made.append(1) or "Not here.", 404))
    for _ in range(2):
        with app.application.test_request_context("/", headers=PART, environ_base={IN: app}):
            app.application.preprocess_request()
            assert given().status_code == 404
    assert len(made) == 2


VOTED = {"option": "odds_rounding", "now": "defender", "value": "nearest", "reason": "a vote"}
FELL = {"kind": "character", "id": "takeda-harunobu", "reason": "he fell"}
ACTS = (
    ("account.give", "team", {"clan": "takeda", "to": "uesugi", "kind": "gift", "points": 1}),
    ("honour.log", "team", {"clan": "takeda", "reason": "event"}),
    ("title.grant", "bakufu", {"character": "takeda-harunobu", "kind": "court_rank", "rank": 9, "authority": "bakufu"}),
    ("risk.call", "map", {"character": "shonyo", "cause": "age"}),
    ("treaty.record", "team", {"kind": "peace", "one": "takeda", "other": "hojo"}),
    ("figure.correct", "game", {**SEEN_BY_ALL, "value": "uesugi"}),
    ("announcement.post", "game", {"text": "The bell has rung", "desks": []}),
    ("ruling.change_option", "game", VOTED),
    ("figure.correct", "game", {**FELL, "field": "alive", "value": False}),
)  # fmt: skip
LOOKED_AT = {
    "map": ("/people/due", "/people/list", "/casting/command", "/casting/command/list", "/walk-round/", "/journal/",
            "/walk-round/kai", "/people/takeda-harunobu"),
    "team": ("/clans/takeda", "/honour/ledger?clan=takeda", "/books/takeda/1550", "/treaties/"),
    "game": ("/honour/", "/rules/"),
    "npd": ("/npd/clans/yuki", "/announcements/"),
    "bakufu": ("/titles/", "/announcements/"),
}  # fmt: skip


TO_TAKE_BACK = (
    ("letter.write", "team", {"sender": "takeda", "recipient": "yuki", "text": "Peace?", "post": True, "die": 3}),
    ("troops.announce", "team", {"clan": "takeda", "province": "kai", "counters": 1}),
    ("upkeep.pay", "team", {"clan": "takeda", "work": "province:shinano"}),
    ("account.give", "npd", {"clan": "yuki", "to": "takeda", "kind": "gift", "points": 1}),
    ("honour.log", "team", {"clan": "takeda", "reason": "event"}),
    ("treaty.record", "team", {"kind": "peace", "one": "takeda", "other": "yuki"}),
    ("risk.call", "map", {"character": "takeda-harunobu", "cause": "winter_travel"}),
    ("figure.correct", "game", {**SEEN_BY_ALL, "value": "uesugi"}),
)  # fmt: skip
LOOKED_AT_IN_WINTER = {
    "map": ("/now/",),
    "team": ("/now/", "/clans/takeda", "/season/winter", "/season/statements"),
    "game": ("/now/", "/season/", "/season/winter", "/season/statements", "/season/statements?clan=takeda"),
    "npd": ("/now/", "/npd/touched", "/npd/clans/yuki", "/season/winter", "/season/statements"),
    "bakufu": ("/now/",),
    "intelligence": ("/now/",),
}


@pytest.mark.parametrize(
    ("stage", "acts", "pages", "taken_back"),
    [("start", ACTS, LOOKED_AT, False), ("winter", TO_TAKE_BACK, LOOKED_AT_IN_WINTER, True)],
    ids=["in spring", "in winter, and taken back"],
)
def test_what_is_kept_of_a_page_is_what_would_be_made_of_it_anew_whatever_is_done(
    hall_at, app_of, stage, acts, pages, taken_back
):
    hall = hall_at(stage)
    app = app_of(hall)
    browsers = {desk: sign_in(app, desk) for desk in pages}

    def looked():
        return {
            (desk, address): KEY.sub("", page.partition("<main")[2] or page)
            for desk, addresses in pages.items()
            for address in addresses
            for page in (browsers[desk].get(address).text,)
        }

    def done():
        for name, desk, order in acts:
            entry = hall.do(name, desk, **order)
            yield name
            if taken_back:
                hall.do("journal.undo", "game", entry=entry.number, force="a test")
                yield f"{name}, taken back"

    before = looked()
    changed = set()
    for name in done():
        after = looked()
        hall.room.store.forget()
        anew = looked()
        for at in after:
            assert after[at] == anew[at], (name, at)
        changed |= {at for at in after if after[at] != before[at]}
        before = after
    assert changed == set(before), "each of them showed something of it"


def test_statements_are_drawn_again_for_a_booking_and_not_for_honour(hall_at, app_of):
    """A winter's bookings stand at the prices of its own moment, which the journal tells: it grows with every entry."""
    hall = hall_at("winter")
    browser, asked = sign_in(app_of(hall), "game"), []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))

    def drawn_again(name, **order):
        browser.get("/season/statements")
        hall.do(name, "team", **order)
        asked.clear()
        assert browser.get("/season/statements").status_code == 200
        return any("FROM transfer" in one for one in asked)

    assert not drawn_again("honour.log", clan="takeda", reason="event")
    assert drawn_again("account.give", clan="takeda", to="uesugi", kind="gift", points=1)


def test_what_a_file_said_at_an_entry_is_asked_again_when_it_is_changed_and_when_that_is_taken_back(hall):
    path, then = "tables/economy.toml", hall.do("honour.log", "team", clan="oda", reason="event").number
    said = hall.room.scenario.files[path]

    def at_first():
        with hall.room.store.read() as session:
            return keeping.given_again(session, "x", lambda: scenario_questions.text_at(session, path, then))

    assert at_first() is None, "it says so still"
    dearer = said.replace("castle = 15", "castle = 18")
    entry = hall.do("scenario.change", "game", file=path, text=dearer, reason="we vote")
    assert at_first() == said
    hall.do("journal.undo", "game", entry=entry.number)
    assert at_first() == said, "the entry that changed it is there still"


def test_the_head_of_a_page_is_kept_for_the_second_and_until_its_clock_changes(hall, app_of, asked, monkeypatch):
    """It says how late it is, so the next second has another; what is entered meanwhile and moves no clock has not."""
    moments = [1000.0]
    monkeypatch.setattr(steady.STEADY, "_count", lambda: moments[-1])
    monkeypatch.setattr(steady.STEADY, "_wall", lambda: 1_777_000_000.0 + moments[-1])
    steady.STEADY.settle()
    browser = sign_in(app_of(hall), "map")

    def again():
        asked.clear()
        said = browser.get("/standing", headers=PART).text
        return said, any("FROM clock" in one for one in asked)

    first, made = again()
    assert made
    hall.do("honour.log", "team", clan="oda", reason="event", twice=True)
    moments.append(moments[-1] + 0.9)
    assert again() == (first, False)
    hall.do("clock.start", "game")
    running, made = again()
    assert (made, running != first) == (True, True)
    moments.append(moments[-1] + 1.0)
    later, made = again()
    assert (made, later != running) == (True, True)


def test_the_number_at_the_head_is_that_of_ones_own_seat(hall, app_of):
    """Two who mind the same count otherwise what only one of them did."""
    app, told = app_of(hall), []

    def part():
        told.append(g.umpire.desk.name)
        return told[-1]

    given = drawn_once.the_same_for_all(with_time=True)(part)
    said = []
    for name in ("Ana", "Bea", "Ana"):
        with app.application.test_request_context("/", headers=PART, environ_base={IN: app}):
            app.application.preprocess_request()
            g.umpire = Umpire(name, Seat("team", name, {"oda"}))
            said.append(given().get_data(as_text=True))
    assert said == ["Ana", "Bea", "Ana"]
    assert len(told) in (2, 3), "a second may end in between"


@pytest.mark.parametrize("audience", ["", "public"])
def test_a_part_knows_no_name_and_goes_to_those_alone_who_see_as_much(hall, app_of, audience):
    """Made for the desk, and what its umpire minds of it, or for nobody."""
    app, made = app_of(hall), []

    def part():
        made.append(g.umpire)
        return f"{len(made)}"

    given = drawn_once.the_same_for_all(audience)(part)
    told = []
    seats = (Seat("team", "Ana", {"oda"}), Seat("team", "Bea", {"oda"}), Seat("team", "Ana", {"takeda"}), "team", "map")
    for desk in seats:
        with app.application.test_request_context("/", headers=PART, environ_base={IN: app}):
            app.application.preprocess_request()
            g.umpire = Umpire("Ana", desk)
            told.append(given().get_data(as_text=True))
    assert told == (["1"] * 5 if audience else ["1", "1", "2", "3", "4"])
    assert {one and one.name for one in made} == ({None} if audience else {""})


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("UPDATE province SET holder=? WHERE province.id = ?", {"province"}),
        ('INSERT INTO "touch" (entry) VALUES (?)', {"touch"}),
        ("DELETE FROM army WHERE id = ?", {"army"}),
        ("SELECT 1 FROM army", set()),
        ("WITH x AS (SELECT 1) DELETE FROM army", {keeping.ALL}),
    ],
)
def test_a_statement_tells_what_it_changes(statement, tables):
    assert keeping.tables_written(statement) == tables


def test_a_statement_tells_what_it_reads():
    said = "SELECT a.x, b.y FROM army AS a JOIN (clan AS c JOIN place ON 1) ON 1, b WHERE EXISTS (SELECT * \nFROM work)"
    assert keeping.tables_read(said) >= {"army", "clan", "place", "b", "work"}


def test_a_game_that_closes_lets_go_of_its_file(hall):
    hall.ask(kept_holders)
    file = hall.room.store.file
    hall.room.store.engine.dispose()
    assert not file.with_name(f"{file.name}-wal").exists()


def test_what_is_thrown_away_is_brought_in_by_no_one_who_waits_for_the_disk(hall):
    """The last to let go of a file brings all into it: never the one who only looks whether it has changed."""
    store, looking = hall.room.store, []
    with store.read() as session:
        kept_holders(session)
    keeper = keeping.keeper_of(store.engine)
    assert keeper._looks
    event.listen(store.engine, "close", lambda *_: looking.append(keeper._looks))
    store.let_go()
    assert looking
    assert not any(looking)


def test_on_postgresql_what_is_kept_for_everybody_outlives_what_only_some_are_shown(halls_there, app_of):
    hall, made = Hall(halls_there.at("start")), []
    app_of(hall)

    def asked():
        with hall.room.store.read() as session, keeping.for_everybody(session):
            return keeping.given_again(session, "x", lambda: made.append(1) or holders(session))

    hall.do("figure.correct", "game", kind="province", id="kai", field="raised", value=2, reason="counted again")
    assert [asked(), asked(), len(made)] == ["takeda", "takeda", 1]
    hall.do("garrison.raise", "map", province="kai", troops=1)  # how many were raised there is not shown
    assert [asked(), len(made)] == ["takeda", 1]
    take(hall, "uesugi")
    assert [asked(), len(made)] == ["uesugi", 2]


def test_on_postgresql_what_any_process_changes_is_seen_by_all_at_once(halls_there, app_of, shipped):
    """Each process keeps what it made until a commit of any of them changed a table that it was read from."""
    one = Hall(halls_there.at("start"))
    shared = app_of(one).live._shared
    store = open_store(halls_there.url)
    other = Hall(Room(store, shipped))
    made = []

    def asked(hall):
        with hall.room.store.read() as session:
            return keeping.given_again(session, "x", lambda: made.append(hall) or holders(session))

    try:
        one.do("figure.correct", "game", kind="province", id="kai", field="raised", value=2, reason="counted again")
        assert [asked(one), asked(other), asked(one), asked(other)] == ["takeda"] * 4
        assert made == [one, other]
        one.do("honour.log", "team", clan="oda", reason="event", twice=True)
        assert [asked(one), asked(other), len(made)] == ["takeda", "takeda", 2]
        with one.room.store.read() as before:
            before.scalar(select(Clan.id).limit(1))
            take(other, "uesugi")
            assert [asked(one), asked(other), len(made)] == ["uesugi", "uesugi", 4]
            assert keeping.given_again(before, "x", lambda: holders(before)) == "takeda"
        assert [asked(one), asked(other)] == ["uesugi"] * 2
        made.clear()
        shared.wipe("kept")  # as after a crash of the server
        assert [asked(one), asked(one), len(made)] == ["uesugi", "uesugi", 2], "nothing is known, so nothing is given"
        one.do("honour.log", "team", clan="oda", reason="event", twice=True)
        assert [asked(one), asked(one), len(made)] == ["uesugi", "uesugi", 3], "what was kept before it may be old"
        take(other, "takeda")
        shared.wipe("kept")
        other.do("honour.log", "team", clan="oda", reason="event", twice=True)
        assert asked(one) == "takeda", "what no table tells any more from what is now"
        with one.room.store.write() as session:
            keeping.given_again(session, "x", lambda: made.append(session))
        assert len(made) == 5, "who writes is given nothing"
        with one.room.store.read() as session:
            assert kept_holders(session) == "takeda"
            take(other, "uesugi")
            session.rollback()
            assert kept_holders(session) == "uesugi", "it sees another moment now"
    finally:
        store.close()
