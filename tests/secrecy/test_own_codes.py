"""A Controller with a code of his own sees his clans: two days that differ in the affairs of another's clan alone tell
him the same, to the byte; and he does nothing there."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.codes import in_groups
from control.kernel.entrance.cookies import mark_of
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import may_read
from control.kernel.pages.live import PARK, Live, says_only
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from control.kernel.rows import Desk, JournalEntry
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Player, Treaty
from control.sengoku.season.gate_questions import ticks
from control.sengoku.world.minding_questions import parts_minded
from tests.conftest import sign_in
from tests.games import CODES, Hall, to_own_code
from tests.secrecy.test_two_days import AT, Day, answered, asked, difference

WORDS = ("kumquat", "persimmon", "loquat", "yuzu")
PLANTED = re.compile("|".join(WORDS), re.IGNORECASE)
HIS, ANOTHERS = "takeda", "uesugi"
HEADS = ("Takeda Harunobu", "Uesugi Kenshin")
HANS = Umpire("Hans", Seat("team", "Hans", [HIS]))
THEIRS = (
    f"/honour/book?clan={ANOTHERS}", f"/honour/ledger?clan={ANOTHERS}", f"/honour/latest/{ANOTHERS}",
    "/honour/lines/1", "/honour/lines/2", "/honour/ledger.csv", f"/letters/?clan={ANOTHERS}", f"/team/{ANOTHERS}",
    f"/team/{ANOTHERS}/book", f"/books/{ANOTHERS}", f"/books/{ANOTHERS}/1550", f"/clans/{ANOTHERS}",
    f"/clans/{ANOTHERS}/now", f"/works/{ANOTHERS}", f"/season/winter/{ANOTHERS}", f"/find?q={ANOTHERS}",
    f"/find/clans/{ANOTHERS}", f"/tell/?clan={ANOTHERS}", "/tell/?told=1", f"/print/clan_sheet.pdf?clan={ANOTHERS}",
    "/print/clan_sheet.pdf", "/print/honour_tally.pdf", "/print/briefing.pdf", "/print/clan_sheet", "/print/briefing",
    f"/journal/?clan={ANOTHERS}", "/journal/?desk=team", "/api/state", "/letters/L1-9", "/treaties/2/breach",
    "/petitions/P1-9",
)  # fmt: skip


def of_another(hall, which):
    """A day on which Team Control has much to do for a clan that Hans does not mind: the second (``which`` is 1)
    otherwise in every figure and word."""
    day, word, more = Day(hall, False), WORDS[which], 1 + which
    for name, order in (("duty.assign", {"clan": HIS}), ("duty.give_code", {})):
        perform(hall.room, Umpire("Game", "game"), name, {"umpire": "Hans", "desk": "team", **order}, key=name, at=AT)
    day.do("team", "honour.log", clan=HIS, character="takeda-harunobu", reason="bow")
    besides(hall, which, "morning")
    day.do("team", "honour.log", clan=ANOTHERS, points=more, note=f"{word} in the hall", witness=word, twice=True)
    day.do("team", "account.spend", clan=ANOTHERS, kind="event", points=more, note=f"{word} feast")
    day.do("team", "account.give", clan=ANOTHERS, to="hojo", kind="gift", points=more, note=word)
    day.do("team", "account.spend", clan=HIS, kind="event", points=2, note="a tea party")
    day.do("team", "letter.write", sender=ANOTHERS, recipient="hojo", text=f"{word}, come.", post=True)
    bond = {"kind": "peace", "one": ANOTHERS, "other": "hojo", "audience": "secret"}
    day.do("team", "treaty.record", **bond, terms=f"{word} each year")
    day.do("team", "treaty.record", kind="alliance", one=HIS, other="hojo", terms="rice")
    day.do("game", "title.grant", kind="court_rank", character="uesugi-kenshin", rank=8, authority="bakufu",
           force="a test")  # fmt: skip
    day.do("game", "honour.level", umpire="Team Control", clan=ANOTHERS, points=-more, reason=f"too much {word}")
    day.do("team", "honour.log", clan=ANOTHERS, points=29 + which, note=word, twice=True)
    besides(hall, which, "evening")
    day.do("team", "account.give", clan=HIS, to="hojo", kind="gift", points=1)
    day.do("team", "honour.log", clan=HIS, points=2, note="a duel")
    day.do("team", "petition.file", clan=HIS, against="hojo", matter="a border")
    day.do("bakufu", "call.issue", kind="points", clan=HIS, amount=1, season="1552-summer")
    day.do("team", "letter.write", sender=HIS, recipient="hojo", text="Rice.", post=True)
    waits = {"clan": HIS, "points": 60, "note": "a siege", "twice": True}
    perform(hall.room, HANS, "honour.log", waits, key="waits", at=AT)
    return day


def besides(hall, which, when):
    """What is done for another's clan on the second day alone: each takes a number, and none that Hans counts."""
    late = when == "evening"
    word, order, other, more = WORDS[which], *(("1552-summer", "hojo", 2) if late else ("1553-summer", "imagawa", 1))
    last = None
    for spot, (desk, name, about) in enumerate(
        (
            ("team", "honour.log", {"clan": ANOTHERS, "points": 1, "note": word, "twice": True}),
            ("team", "account.spend", {"clan": ANOTHERS, "kind": "other", "points": more, "note": word}),
            ("team", "account.give", {"clan": ANOTHERS, "to": other, "kind": "gift", "points": more + 3, "note": word}),
            ("bakufu", "call.issue", {"kind": "points", "clan": ANOTHERS, "amount": 1, "season": order}),
            ("team", "call.answer", {"call": None, "answer": "obeys", "words": word}),
            ("team", "petition.file", {"clan": ANOTHERS, "against": other, "matter": f"a {word} border"}),
            ("team", "letter.write", {"sender": ANOTHERS, "recipient": other, "text": word, "post": True}),
            ("team", "service.record", {"clan": ANOTHERS, "to": "emperor", "kind": "risk", "note": f"a {word} watch"}),
            ("team", "honour.log", {"clan": ANOTHERS, "points": -60, "note": word, "twice": True}),
            ("team", "honour.log", {"clan": ANOTHERS, "points": 2, "note": word, "twice": True}),
            ("team", "journal.undo", {"entry": None}),
        )
        if which
        else ()
    ):
        for field in ("call", "entry"):
            if field in about:
                about = {**about, field: last.changes[0]["key"][0] if field == "call" else last.number}
        last = perform(hall.room, Umpire("Sen", desk), name, about, key=f"{when} {spot}", at=AT)


@pytest.fixture
def two_days(days_of):
    """The applications of two days that differ in what another minds."""
    return days_of("winter", of_another, (0,), (1,))


def his_browser(app):
    """Hans, with his own code."""
    with app.room.store.read() as session:
        code = session.get_one(Desk, "team/1").code
    client = app.test_client()
    assert client.post("/sign-in", data={"code": in_groups(code).upper(), "name": "Somebody"}).status_code == 303
    return client


def test_what_another_controller_minds_is_not_told_in_any_form(two_days):
    one_day, other_day = (his_browser(app) for app in two_days)
    found = []
    for address in sorted({*asked(), *THEIRS}):
        one, other = (answered(client, address) for client in (one_day, other_day))
        if one != other or PLANTED.search(other[1].decode("latin-1")):
            found.append(f"{address}: {difference(one, other)}")
    assert found == []


def test_what_he_notes_at_the_door_has_the_number_that_he_is_told_of_and_is_what_he_takes_back(two_days):
    places = []
    for app in two_days:
        browser, keys = his_browser(app), (f"noted-at-the-door-{number}" for number in range(9))

        def sent(address, browser=browser, keys=keys, **form):
            return browser.post(address, data={**form, "key": next(keys)})

        added = sent("/casting/door/add", name="Sen", clan=HIS)
        gone = sent("/casting/door/1/check-out")
        places.append((added.location, gone.location))
        assert sent("/journal/undo", entry=gone.location.rpartition("=")[2]).status_code == 303
        with app.room.store.read() as session:
            assert session.get_one(Player, 1).state == "arrived"
    assert places[0] == places[1]


def came_before(app):
    """A browser that signed in with the code of the desk before anybody had a code of his own."""
    found = app.test_client()
    kept = {"desk": "team", "name": "Ōta", "sign_in": "before", "issue": 0, "_permanent": True}
    found.set_cookie(f"session_{mark_of(app.key)}", app.application.session_interface.signer(app.key).dumps(kept))
    return found


def test_who_came_with_the_code_of_the_desk_is_told_all_of_it_as_ever(two_days):
    beside = came_before(two_days[1])
    for address in (f"/honour/ledger?clan={ANOTHERS}", f"/team/{ANOTHERS}", f"/letters/?clan={ANOTHERS}", "/journal/"):
        assert PLANTED.search(beside.get(address).text), address


def test_his_own_clan_he_sees(two_days):
    client = his_browser(two_days[0])
    for address, words in {
        "/team/takeda": "tea party",
        "/honour/ledger": "bow",
        "/treaties/": "rice",
        "/journal/": "tea party",
        "/api/state/transfers": "tea party",
        "/print/clan_sheet": "Takeda",
    }.items():
        assert words.lower() in client.get(address).text.lower(), address


def test_he_is_asked_nothing_of_the_clans_of_others(two_days):
    client, beside = his_browser(two_days[0]), came_before(two_days[0])
    for address in ("/honour/proposed", "/tell/?told=1", "/season/", "/api/state/honour_proposals", "/honour/book"):
        assert "kenshin" not in client.get(address).text.lower(), address
        assert 'clan=uesugi"' not in client.get(address).text, address
    assert "kenshin" in beside.get("/honour/proposed").text.lower()
    for address, another in (("/honour/book?q=kenshin", "Uesugi Kenshin"), ("/people/new", 'value="uesugi"')):
        assert [another in browser.get(address).text for browser in (client, beside)] == [False, True], address


def test_he_does_nothing_for_the_clans_of_others(hall):
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)

    def his(name, /, **order):
        return perform(hall.room, HANS, name, order)

    for name, order in {
        "honour.log": {"clan": ANOTHERS, "reason": "event", "points": 2},
        "account.spend": {"clan": ANOTHERS, "kind": "event", "points": 1},
        "season.tick": {"clan": ANOTHERS, "season": "spring", "year": 1550},
        "person.visit": {"character": "uesugi-kenshin", "province": "kai"},
        "treaty.record": {"kind": "peace", "one": ANOTHERS, "other": "hojo"},
        "letter.write": {"sender": ANOTHERS, "recipient": "hojo", "text": "Come."},
        "person.add": {"clan": ANOTHERS, "name": "Ichi"},
    }.items():
        with hall.untouched(), pytest.raises(NotThisDesk):
            his(name, **order)
    with hall.untouched(), pytest.raises(NotThisDesk):  # what would only wait for a second umpire
        his("honour.log", clan=ANOTHERS, reason="event", points=30)
    assert his("treaty.record", kind="peace", one=HIS, other=ANOTHERS).desk == "team"
    assert his("account.give", clan=HIS, to=ANOTHERS, kind="gift", points=1).umpire == "Hans"
    theirs = hall.do("honour.log", "team", clan=ANOTHERS, reason="event", points=2)
    with hall.untouched(), pytest.raises(OrderNotUnderstood):
        his("journal.undo", entry=theirs.number)
    with hall.untouched(), pytest.raises(OrderNotUnderstood):
        his("journal.rewind", entry=theirs.number, goes=[])
    own = his("honour.log", clan=HIS, reason="event", points=2)
    assert his("journal.undo", entry=own.number).undoes == own.number
    assert verify(hall.room).same


def test_a_key_of_another_controllers_script_is_another_key(hall_at, app_of):
    hall = hall_at("own code")
    app, order = app_of(hall), {"clan": HIS, "points": 2, "note": "a duel"}
    hall.do("duty.assign", "game", umpire="Eva", desk="team", clan=ANOTHERS)
    hall.do("duty.give_code", "game", umpire="Eva", desk="team")
    for place, clan in (("team/2", ANOTHERS), ("team/1", HIS)):
        script = {"Authorization": f"Bearer {hall.get(Desk, place).code}", "Idempotency-Key": "once"}
        answer = app.test_client().post("/api/actions/honour.log", json={**order, "clan": clan}, headers=script)
        assert answer.status_code == 200, answer.text


def test_what_a_colleague_did_with_his_entry_he_does_not_take_back(hall):
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)
    own = perform(hall.room, HANS, "petition.file", {"clan": HIS, "against": "hojo", "matter": "a border"})
    theirs = hall.do("petition.withdraw", "team", petition=1)
    with hall.untouched(), pytest.raises(NotThisDesk, match="another umpire of your desk"):
        perform(hall.room, HANS, "journal.rewind", {"entry": own.number, "goes": [theirs.number]})


def test_what_a_namesake_did_at_another_desk_he_does_not_read(hall):
    gift = {"clan": "ashina", "to": ANOTHERS, "kind": "gift", "points": 1}
    given = perform(hall.room, Umpire("Hans", "npd"), "account.give", gift)
    with hall.room.store.read() as session:
        entry = session.get_one(JournalEntry, given.number)
        assert [may_read(SENGOKU, entry, desk) for desk in ("team", HANS.desk)] == [True, False]


def test_whoever_tries_numbers_is_refused_honour_of_anothers_clan_as_what_is_not_there(hall):
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)
    gift = {"clan": ANOTHERS, "to": "emperor", "kind": "rice", "amount": 1, "note": "a roof"}
    hall.do("service.record", "team", **gift)
    hall.do("honour.log", "team", clan=ANOTHERS, reason="event", points=2)
    tried = (
        ("honour.correct", {"honour": 1, "points": 2, "reason": "it counts two"}),
        ("honour.correct", {"honour": 1, "points": 3, "reason": "it counts two", "now": 9}),
        ("proposal.decline", {"proposal": 1}),
        ("proposal.book", {"proposal": 1}),
    )
    for name, order in tried:
        kind = "honour" if "honour" in order else "proposal"
        said = []
        for number in (1, 99):
            with hall.untouched(), pytest.raises(OrderNotUnderstood) as refused:
                perform(hall.room, HANS, name, {**order, kind: number})
            said.append(refused.value.sentence.replace(f'"{number}"', "…"))
        assert said[0] == said[1], name


def test_what_another_clan_was_to_hear_he_does_not_tick_off(hall):
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)
    hall.do("rebellion.declare", "bakufu", clan="oda", reason="it kept the rice")
    for key, row in sorted(hall.state().items()):
        if key[0] == "notice_to" and row["clan"] == ANOTHERS:
            with hall.untouched(), pytest.raises(NotThisDesk):
                perform(hall.room, HANS, "notice.tell", {"recipient": row["id"]})
            break
    else:
        raise AssertionError("they were to hear of it")


def test_what_he_is_refused_says_nothing_of_how_it_stands_with_a_clan_of_another(hall):
    """Whatever stands there: what a colleague's clan did, what it heard and what it has still to hear."""
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)
    hall.do("account.spend", "team", clan=ANOTHERS, kind="event", points=2, note="a kumquat feast")
    for clan in ("oda", "imagawa"):
        hall.do("rebellion.declare", "bakufu", clan=clan, reason="it kept the kumquats")
    first, second = (row["id"] for row in hall.rows("notice_to") if row["clan"] == ANOTHERS)
    hall.do("notice.tell", "team", recipient=first)
    for name, order in (
        ("honour.log", {"clan": ANOTHERS, "reason": "event"}),
        ("notice.tell", {"recipient": first}),
        ("notice.tell", {"recipient": second, "told": False}),
        ("notice.tell", {"recipient": second}),
    ):
        with hall.untouched(), pytest.raises(NotThisDesk, match="Hans does not mind this by the rota"):
            perform(hall.room, HANS, name, order)
    with hall.untouched(), pytest.raises(ChangedElsewhere, match="a kumquat feast"):
        hall.do("honour.log", "team", clan=ANOTHERS, reason="event")
    with hall.untouched(), pytest.raises(OrderNotAllowed, match="Takeda has"):
        perform(hall.room, HANS, "account.spend", {"clan": HIS, "kind": "event", "points": 999})


def test_of_a_secret_bond_he_ends_that_of_his_clans_and_hears_of_no_other(hall):
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan=HIS)
    for one in (HIS, ANOTHERS):
        hall.do("treaty.record", "team", kind="peace", one=one, other="hojo", audience="secret")
    with hall.room.store.read() as session:
        his, anothers = (session.scalar(select(Treaty.id).filter_by(one=one, other="hojo")) for one in (HIS, ANOTHERS))
    with hall.untouched(), pytest.raises(OrderNotUnderstood, match="There is no treaty"):
        perform(hall.room, HANS, "treaty.end", {"treaty": anothers, "reason": "it ran out"})
    assert perform(hall.room, HANS, "treaty.end", {"treaty": his, "reason": "it ran out"}).umpire == "Hans"


def test_his_tally_of_honour_has_his_clans_alone(hall_at, app_of):
    app = app_of(hall_at("own code"))
    his, all_of_it = (browser.get("/print/honour_tally").text for browser in (his_browser(app), came_before(app)))
    assert ("Takeda" in his, "Uesugi" in his, "Uesugi" in all_of_it) == (True, False, True)


def test_he_is_asked_who_follows_at_the_head_of_his_own_clans_alone(hall_at, app_of):
    hall = hall_at("own code")
    for head in ("takeda-harunobu", "uesugi-kenshin"):
        hall.correct("character", head, "alive", False, "game")
    client, beside = his_browser(app_of(hall)), came_before(app_of(hall))
    for address in ("/people/successions", "/tell/"):
        shown, all_of_them = (
            [f"<strong>{name}</strong>, Daimyo of" in browser.get(address).text for name in HEADS]
            for browser in (client, beside)
        )
        assert (shown, all_of_them) == ([True, False], [True, True]), address
    assert "2 successions" in beside.get("/now/").text
    assert "nobody stands at the head of Takeda" in client.get("/now/").text.replace("Nobody", "nobody")


def test_of_a_succession_of_another_clan_nothing_is_told_him_whomever_he_names(hall_at):
    hall = hall_at("own code")
    for head in ("takeda-harunobu", "uesugi-kenshin"):
        hall.correct("character", head, "alive", False, "game")
    anothers, none = (
        {"succession": number, "heir": heir} for number, heir in ((2, "takeda-yoshinobu"), (3, "takeda-yoshinobu"))
    )
    said = []
    for order in (anothers, none, anothers | {"heir": "nobody"}):
        with hall.untouched(), pytest.raises(OrderNotUnderstood) as told:
            perform(hall.room, HANS, "succession.name", order)
        said.append(told.value.sentence)
    assert said == [f'There is no succession "{number}".' for number in (2, 3, 2)]
    with hall.untouched(), pytest.raises(OrderNotUnderstood, match="no succession"):
        perform(hall.room, HANS, "succession.close", {"succession": 2, "reason": "it is not his"})
    perform(hall.room, HANS, "succession.name", {"succession": 1, "heir": "takeda-yoshinobu"})


def test_he_ticks_off_what_his_own_clans_were_told_and_no_others(hall_at):
    hall = hall_at("own code")
    hall.do("rebellion.declare", "bakufu", clan="oda", reason="it kept the rice")
    perform(hall.room, HANS, "notice.tell_all", {"notice": 1, "last": 10**9})
    told = {row["clan"] for row in hall.rows("notice_to") if row["told"]}
    assert told == {HIS}


REBEL = ("bakufu", "rebellion.declare", {"clan": "oda", "reason": "it kept the rice"})
SEATED = {
    "all that his clans have to pay": ("winter", (), ("upkeep.pay_all", {})),
    "all that was told of one thing": ("start", (REBEL,), ("notice.tell_all", {"notice": 1, "last": 10**9})),
    "what waits for a second umpire": ("start", (), ("honour.log", {"clan": HIS, "points": 60, "note": "a siege"})),
}


@pytest.mark.parametrize("case", SEATED)
def test_what_he_did_for_his_part_is_proved_and_what_his_namesake_did_for_all_of_the_desk(hall_at, case):
    """The journal says the desk and his name; whether he saw a part of it, it does not say."""
    stage, before, (name, order) = SEATED[case]
    hall = hall_at(stage)
    to_own_code(hall)
    for desk, what, about in before:
        hall.do(what, desk, **about)
    perform(hall.room, HANS, name, order)
    perform(hall.room, Umpire("Hans", "team"), name, {**order, **({"clan": "oda"} if "clan" in order else {})})
    assert verify(hall.room).same
    with hall.room.store.engine.begin() as connection:
        last = "(SELECT max(number) FROM journal)"
        connection.exec_driver_sql(f"UPDATE journal SET sentence = 'Nothing.' WHERE number = {last}")
    (said,) = verify(hall.room).differences
    assert f"({name}), sentence: the journal has 'Nothing.'" in said


def test_one_act_signs_him_out_everywhere_and_its_undo_lets_him_in_again(app, hall_at, app_of):
    hall = hall_at("own code")
    app = app_of(hall)
    phones = [his_browser(app) for _ in range(3)]
    beside = came_before(app)
    code = hall.get(Desk, "team/1").code
    assert [phone.get("/now/").status_code for phone in phones] == [200] * 3
    assert "Hans" in phones[0].get("/now/").text, "his name is known without asking"
    gone = hall.do("duty.withdraw_code", "game", umpire="Hans", desk="team")
    assert all(phone.get("/now/").location.startswith("/sign-in") for phone in phones)
    assert "own code was withdrawn" in phones[0].get("/sign-in").text
    assert app.test_client().post("/sign-in", data={"code": code}).status_code == 422
    script = {"Authorization": f"Bearer {code}"}
    assert app.test_client().get("/api/state/transfers", headers=script).status_code == 403
    assert beside.get("/now/").status_code == 200, "nobody else is touched"
    hall.do("journal.undo", "game", entry=gone.number)
    assert [phone.get("/now/").status_code for phone in phones] == [200] * 3
    assert app.test_client().get("/api/state/transfers", headers=script).status_code == 200
    hall.do("duty.give_code", "game", umpire="Hans", desk="team")
    assert all(phone.get("/now/").location.startswith("/sign-in") for phone in phones), "a new code ends the old"
    assert hall.get(Desk, "team/1").code != code
    assert code not in str([one.as_dict() for one in hall.entries()])
    assert verify(hall.room).same


def test_whom_the_rota_gives_another_clan_sees_it_at_once_and_no_longer_what_he_gave_up(hall_at, app_of):
    hall = hall_at("own code")
    client = his_browser(app_of(hall))
    assert client.get("/team/takeda").status_code == 200
    assert client.get("/team/oda").status_code != 200
    hall.do("duty.assign", "game", umpire="hans", desk="team", clan="oda")
    hall.do("duty.end", "game", duty=1)
    assert client.get("/team/oda").status_code == 200
    assert client.get("/team/takeda").status_code != 200


def test_two_whose_names_are_signs_alone_mind_what_is_theirs_each_with_a_code_of_his_own(hall):
    mind = {"🐉": HIS, "🦊": ANOTHERS}
    for name, clan in mind.items():
        for job in ({"clan": clan}, {"job": "the door"}, {"job": "🚪"}, {"job": "🍵"}):
            hall.do("duty.assign", "game", umpire=name, desk="team", **job)
        hall.do("duty.give_code", "game", umpire=name, desk="team")
    assert [(row["name"], row["since"]) for row in hall.rows("desk") if "/" in row["key"]] == [("🐉", 0), ("🦊", 0)]
    assert [hall.ask(parts_minded, "team", name) for name in mind] == [[clan] for clan in mind.values()]
    (mine, *_) = hall.ask(ticks, "team", "🦊")
    assert (mine.clan.id, mine.is_minded_by("🐉")) == (ANOTHERS, False)


def test_his_card_lies_among_those_of_the_desks(hall_at, app_of):
    hall = hall_at("own code")
    desk = sign_in(app_of(hall), "game").get("/game/").text
    assert "Hans, Team Control" in desk
    assert in_groups(hall.get(Desk, "team/1").code) in desk
    shown = sign_in(app_of(hall), "game").get("/print/desk_codes").text
    assert "Hans, Team Control" in shown
    assert "> Team Control</label>" not in shown, "its code opens nothing"
    hall.do("duty.withdraw_code", "game", umpire="Hans", desk="team")
    shown = sign_in(app_of(hall), "game").get("/print/desk_codes").text
    assert "Hans, Team Control" not in shown
    assert "> Team Control</label>" in shown


def test_where_umpires_have_codes_of_their_own_that_of_the_desk_opens_nothing(hall_at, app_of):
    app = app_of(hall_at("own code"))
    for desk, status in (("team", 422), ("map", 303), ("game", 303)):
        answer = app.test_client().post("/sign-in", data={"code": CODES[desk], "name": "Ōta"})
        assert answer.status_code == status, desk
        assert ("opens nothing more" in answer.text) is (status == 422)
    script = app.test_client()
    assert script.get("/api/state", headers={"Authorization": f"Bearer {CODES['team']}"}).status_code == 422
    umpire = next(row["umpire"] for key, row in Hall(app.room).state().items() if key[0] == "duty")
    perform(app.room, Umpire("Game", "game"), "duty.withdraw_code", {"umpire": umpire, "desk": "team"})
    assert app.test_client().post("/sign-in", data={"code": CODES["team"], "name": "Ōta"}).status_code == 303


# ---- a stream that stays open


def listening(app, by, **headers):
    """What an umpire's open stream said so far, and what asks what it says after all that was entered meanwhile: on our
    own server, where it holds no thread, and on another one. None is its end."""
    heard = []
    parked = {PARK: lambda live, *listener: live.join(lambda words: heard.append(words or None), *listener)[1]}
    by.get("/live", headers=headers, environ_overrides=parked).close()
    answer = by.get("/live", headers=headers)
    stream = iter(answer.response)
    next(stream)

    def said():
        app.live._tell()
        app.live._tell_desks()
        held, other = None if heard[-1:] == [None] else "".join(heard), next(stream, None)
        heard.clear()
        return held, other.decode() if isinstance(other, bytes) else other

    return said


TAKEN = {
    "his own code is withdrawn": ("duty.withdraw_code", {"umpire": "Hans", "desk": "team"}),
    "he gets another": ("duty.give_code", {"umpire": "Hans", "desk": "team"}),
    "another minds his clan": ("duty.end", {"duty": 1}),
}


@pytest.mark.parametrize("how", TAKEN)
def test_whose_place_is_taken_hears_no_more_on_a_stream_that_stayed_open(hall, app_of, how, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.LOOK_AGAIN", 3600)
    monkeypatch.setattr("control.kernel.pages.live.HEARTBEAT", 0.05)
    to_own_code(hall)
    app = app_of(hall)
    own, mind = his_browser(app), sign_in(app, "map")
    his, others = listening(app, own), listening(app, mind)
    hall.do("edict.issue", "bakufu", authority="shogun", title="Roads", text="Let the roads be open.")
    assert all("event: journal" in one for one in (*his(), *others()))
    name, order = TAKEN[how]
    hall.do(name, "game", **order)
    hall.do("edict.issue", "bakufu", authority="shogun", title="Inns", text="Let the inns be full.")
    assert his() == (None, None), "not even that it was taken"
    assert all("event: journal" in one for one in others()), "who sits where he sat is not sent away"


def test_a_stream_of_a_desk_ends_with_its_sign_ins_and_that_of_a_script_with_its_code(hall, app_of, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.LOOK_AGAIN", 3600)
    monkeypatch.setattr("control.kernel.pages.live.HEARTBEAT", 0.05)
    app = app_of(hall)
    browser, script = sign_in(app, "team"), app.test_client()
    seen, told = listening(app, browser), listening(app, script, Authorization=f"Bearer {CODES['team']}")
    hall.do("desk.new_code", "game", desk="team")
    assert told() == (None, None), "its code opens nothing any more"
    assert all("event: journal" in one for one in seen()), "whoever is signed in stays so"
    hall.do("desk.new_code", "game", desk="team", sign_out=True)
    assert seen() == (None, None)


@pytest.mark.parametrize("how", TAKEN)
@pytest.mark.parametrize("held", [True, False], ids=["on our own server", "on another"])
def test_whose_place_is_taken_as_his_stream_begins_hears_nothing_on_it(hall, app_of, how, held, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.LOOK_AGAIN", 3600)
    to_own_code(hall)
    app = app_of(hall)
    name, order = TAKEN[how]
    public_number = Live.public_number

    def taken_meanwhile(live):
        """His request was let in; the screens are looked at before his is among them."""
        monkeypatch.setattr(Live, "public_number", public_number)
        hall.do(name, "game", **order)
        live._tell()
        live._tell_desks()
        return public_number(live)

    heard = []
    parked = {PARK: lambda live, *listener: live.join(heard.append, *listener)[1]}
    own = his_browser(app)
    monkeypatch.setattr(Live, "public_number", taken_meanwhile)
    answer = own.get("/live", environ_overrides=parked if held else {})
    stream = iter(answer.response)
    said = next(stream)
    assert "data" not in (said if isinstance(said, str) else said.decode()), "no number of the journal"
    assert heard == [""] if held else next(stream, None) is None, "and that is its end"
    assert not app.live._screens


def test_the_page_of_a_desk_at_which_nobody_is_signed_in_any_more_is_told_that_alone(hall, app_of):
    app, told = app_of(hall), says_only("door")
    page = sign_in(app, "map")
    assert next(iter(page.get("/live?desk=map").response)) != told.encode()
    page.delete_cookie(f"session_{mark_of(app.key)}")
    hall.do("garrison.raise", "map", province="kai", troops=1, reason="seen")
    answer = page.get("/live?desk=map")
    assert (answer.text, answer.headers["Cache-Control"]) == (told, "no-store")
    assert page.get("/live").headers["Cache-Control"] == "no-store"
    assert "event: journal" in next(iter(page.get("/live").response)).decode(), "a display asks for no desk"


def test_when_a_game_is_set_back_it_is_asked_anew_who_sits_where(hall, app_of, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.LOOK_AGAIN", 3600)
    app, heard = app_of(hall), []
    parked = {PARK: lambda live, *listener: live.join(heard.append, *listener)[1]}
    sign_in(app, "map").get("/live", environ_overrides=parked)
    with hall.room.store.write() as session:  # as another copy of the game has it
        session.get_one(Desk, "map").since = 9
    app.live._tell_desks()
    assert heard == [], "no code was given"
    app.live.anew()
    app.live._tell_desks()
    assert heard[-1] == ""


def test_while_nobody_is_given_a_place_nobody_is_asked_whether_he_sits_there(hall, app_of, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.LOOK_AGAIN", 3600)
    live, asked = app_of(hall).live, []
    live.join(lambda _words: None, lambda _audience: True, lambda _now: asked.append(1) or True)
    hall.do("desk.new_code", "game", desk="team")
    for _ in range(3):
        live._tell()
        live._tell_desks()
    assert len(asked) == 2, "as he came, and when a code was given"
