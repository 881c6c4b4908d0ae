"""The pages of the copies: the heartbeat, the list, what a restore would lose, and the restore itself."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from sqlalchemy import select

from control.kernel.copies import Copies
from control.kernel.proof.verify import verify
from control.kernel.rows import Desk
from control.sengoku.rows import Army, Province
from tests.conftest import sign_in
from tests.kernel.copies.test_copies import raise_in, spoil


@pytest.fixture
def copies(app):
    """The copies of the application, as if their thread were running."""
    found: Copies = app.copies
    found._beat = replace(found.beat(), running=True, looked=time.time())
    return found


def heartbeat(client) -> str:
    """The heartbeat as Game Control sees it, tags and all."""
    return client("game").get("/safety/heartbeat").text


def state(text: str) -> str:
    """The state of the heartbeat."""
    return re.search(r'data-state="(\w+)"', text).group(1)


# ---- the heartbeat


def test_the_heartbeat_says_how_old_the_last_copies_are(hall, client, copies, tmp_path):
    copies.second = tmp_path / "stick"
    copies.second.mkdir()
    raise_in(hall, "kai")
    copies.look()
    text = heartbeat(client)
    assert state(text) == "good"
    assert "Copies are made" in text
    assert text.count("entry 1") == 2
    assert "just now" in text
    assert copies.late - 60 < int(re.search(r'data-late-in="(\d+)"', text).group(1)) <= copies.late
    page = client("game").get("/game/").text
    assert 'id="heartbeat"' in page
    assert "copies.js" in page
    client("game").post("/safety/copies", data={"key": "by hand"})
    copies.look()
    assert copies.all()[0].on_second, "the second folder gets it right after"


def test_a_copy_that_was_made_before_the_clock_was_put_back_is_not_called_new(client, copies, monkeypatch):
    copies.make("timed")
    an_hour_ago = time.time() - 3600
    monkeypatch.setattr("control.kernel.copies.copies_pages.time.time", lambda: an_hour_ago)
    text = client("game").get("/safety/").text
    assert "by a clock that was ahead, entry" in text
    assert "just now" not in text


def test_the_heartbeat_is_red_with_the_reason_when_a_copy_fails(hall, client, copies):
    raise_in(hall, "kai")
    copies.folder.write_text("no folder")
    copies.look()
    text = heartbeat(client)
    assert state(text) == "stopped"
    assert "Copies have stopped" in text
    assert "The game could not be copied: file exists." in text
    copies.folder.unlink()
    copies._tried -= 60
    copies.look()
    assert state(heartbeat(client)) == "good"


def test_stopped_copies_stand_on_every_page_of_game_control_and_of_nobody_else(hall, client, copies):
    pages = ("/game/", "/map/", "/clock/", "/journal/", "/print/", "/honour/", "/rulings/", "/scenario/")
    raise_in(hall, "kai")
    copies.folder.write_text("no folder")
    copies.look()
    game = client("game")
    for page in pages:
        text = game.get(page).text
        assert "<strong>Copies have stopped.</strong> The game could not be copied: file exists." in text, page
    assert "Copies have stopped" in game.get("/guessing").text, "a page that stays open hears of it"
    assert "Copies have stopped" not in client("map").get("/map/").text
    copies.folder.unlink()
    copies._tried -= 60
    copies.look()
    for page in pages:
        assert "Copies have stopped" not in game.get(page).text, page


def test_the_heartbeat_is_red_when_entries_have_waited_too_long(hall, client, copies):
    copies.look()
    raise_in(hall, "kai")
    assert state(heartbeat(client)) == "good"
    copies.late = -1
    text = heartbeat(client)
    assert state(text) == "stopped"


def test_a_quiet_game_does_not_turn_the_heartbeat_red(hall, client, copies):
    raise_in(hall, "kai")
    copies.look()
    copies.late = 5
    good = copies.beat().good
    copies._beat = replace(copies.beat(), good=replace(good, made=good.made.replace(year=2000)))
    assert state(heartbeat(client)) == "good"


def test_the_heartbeat_is_red_when_the_copying_hangs_or_was_never_started(client, copies):
    copies.look()
    copies._beat = replace(copies.beat(), looked=time.time() - 3600)
    text = heartbeat(client)
    assert state(text) == "stopped"
    assert "Nothing was heard of the copying since" in text
    copies._beat = replace(copies.beat(), running=False)
    assert "Nobody makes copies" in heartbeat(client)


@pytest.mark.parametrize("hours", [-25, 25])
def test_a_clock_that_is_set_turns_no_heartbeat_red(hall, client, copies, monkeypatch, hours):
    raise_in(hall, "kai")
    copies.look()
    raise_in(hall, "hida")
    was = time.time
    monkeypatch.setattr(time, "time", lambda: was() + hours * 3600)
    assert state(heartbeat(client)) == "good"
    copies._beat = replace(copies.beat(), looked=was() - 3600)
    assert state(heartbeat(client)) == "stopped", "nor does it keep one green"


def test_the_heartbeat_tells_of_a_stick_pulled_out_and_is_red_when_it_stays_away(hall, client, copies, tmp_path):
    copies.second = tmp_path / "stick"
    raise_in(hall, "kai")
    copies.look()
    text = heartbeat(client)
    assert state(text) == "half"
    assert "is not there. Put the stick in again." in text
    copies.late = 0.0
    copies._beat = replace(copies.beat(), looked=time.time() + 60)
    assert "Copies on the second folder have stopped" in heartbeat(client)
    copies.late = -1
    copies._beat = replace(copies.beat(), looked=time.time() + 60)
    assert state(heartbeat(client)) == "stopped"


# ---- the list


def test_an_empty_list_says_when_copies_are_made(client):
    assert "There is no copy yet" in client("game").get("/safety/").text


def test_a_copy_is_made_by_hand_listed_and_downloaded(hall, client, app):
    raise_in(hall, "kai")
    game = client("game")
    answer = game.post("/safety/copies", data={"key": "k"})
    assert (answer.status_code, answer.location) == (303, "/safety/?told=made")
    text = game.get(answer.location).text
    assert "A copy was made and checked" in text
    (copy,) = app.copies.all()
    assert copy.name in text
    assert "asked for" in text
    got = game.get(f"/safety/copies/{copy.name}/download")
    assert got.get_data() == copy.path.read_bytes()
    assert got.headers["Content-Disposition"].startswith("attachment")
    got.close()


def test_a_copy_that_cannot_be_made_is_said_on_the_page(client, app):
    app.copies.folder.write_text("no folder")
    answer = client("game").post("/safety/copies", data={"key": "k"}, answers=503)
    assert "could not be copied" in answer.text


# ---- restoring


def copied(app):
    """A copy made now."""
    return app.copies.make("asked")


def test_the_preview_lists_exactly_the_lost_entries_and_who_made_them(hall, client, app):
    raise_in(hall, "kai")
    copy = copied(app)
    raise_in(hall, "hida", "shinano")
    hall.do("garrison.raise", "game", province="owari", troops=2)
    text = client("game").get(f"/safety/copies/{copy.name}").text
    lost = re.search(r'<ol class="lost">(.*?)</ol>', text, re.DOTALL).group(1)
    assert re.findall(r'entry-number">(\d+)', lost) == ["4", "3", "2"]
    for entry in hall.entries()[1:]:
        assert entry.sentence in lost
    assert hall.entries()[0].sentence not in lost
    assert "Map Control (2), Game Control (1)" in text
    assert 'name="journal" value="4"' in text


def test_the_preview_lists_covert_work_too_and_notes_that_somebody_looked(hall, client, app):
    raise_in(hall, "kai")
    spied = {"clan": "takeda", "kind": "spy", "points": 1}
    hall.do("covert.commission", "intelligence", **spied, target="uesugi")
    bond = hall.do("treaty.record", "team", kind="peace", one="takeda", other="hojo", audience="secret")
    copy = copied(app)
    game = client("game")
    assert "stands apart" not in game.get(f"/safety/copies/{copy.name}").text
    later = hall.do("covert.commission", "intelligence", **spied, target="hojo")
    text = game.get(f"/safety/copies/{copy.name}").text
    assert later.sentence in text
    assert hall.entries()[1].sentence not in text
    assert bond.sentence not in text
    assert hall.entries()[-1].action == "journal.look"
    for desk in ("map", "team", "npd", "bakufu"):
        client(desk).get(f"/safety/copies/{copy.name}", answers=403)


def test_what_comes_apart_between_the_look_and_the_restore_is_not_lost_unseen(hall, client, app):
    raise_in(hall, "kai")
    copy = copied(app)
    game = client("game")

    def look():
        text = game.get(f"/safety/copies/{copy.name}").text
        return {"journal": "1", "key": "k", "apart": re.search(r'name="apart" value="([^"]+)"', text).group(1)}

    seen, same = look(), look()
    assert seen["apart"] != same["apart"], "nobody reads off two looks whether something came in between"
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", points=1, target="uesugi")
    answer = game.post(f"/safety/copies/{copy.name}/restore", data=seen, answers=409)
    assert "The game has gone on since you looked. Look again" in answer.text
    assert [one.action for one in hall.entries()][:1] == ["garrison.raise"], "nothing was set back"
    assert "covert.commission" in {one.action for one in hall.entries()}
    game.post(f"/safety/copies/{copy.name}/restore", data=look(), answers=303)
    said = hall.entries()[-1].sentence
    assert "no entry of the journal was lost" in said
    assert "what you keep from other desks" in client("map").get("/map/").text
    assert verify(hall.room).differences == ()


def test_a_spoilt_copy_is_shown_as_damaged_and_has_no_restore(hall, client, app):
    copy = copied(app)
    spoil(copy.path)
    game = client("game")
    text = game.get(f"/safety/copies/{copy.name}").text
    assert "This copy is damaged" in text
    assert 'action="/safety/copies' not in text
    before = hall.everything()
    game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "0", "key": "k"}, answers=503)
    assert hall.everything() == before
    assert "✕ damaged" in game.get("/safety/list").text
    copy.path.write_bytes(b"cut off")  # nothing in it can be read any more
    assert "This copy is damaged" in game.get(f"/safety/copies/{copy.name}").text


def test_a_game_that_goes_on_elsewhere_is_not_set_back(hall, client, app):
    raise_in(hall, "kai")
    copy = copied(app)
    raise_in(hall, "hida")
    game = client("game")
    app.goes_on_at("http://192.168.1.21:8000")
    answer = game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "2", "key": "back"}, answers=503)
    assert "The game goes on at http://192.168.1.21:8000" in answer.text
    assert len(hall.entries()) == 2


def test_a_game_that_a_spare_takes_over_meanwhile_is_not_set_back(hall, client, app, monkeypatch):
    raise_in(hall, "kai")
    copy = copied(app)
    raise_in(hall, "hida")
    game, fork = client("game"), Copies.fork

    def taken_over(copies, copy):
        app.goes_on_at("http://192.168.1.21:8000")
        return fork(copies, copy)

    monkeypatch.setattr(Copies, "fork", taken_over)
    answer = game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "2", "key": "back"}, answers=503)
    assert "The game goes on at http://192.168.1.21:8000" in answer.text
    assert len(hall.entries()) == 2


def test_the_running_game_is_set_back_noted_in_the_journal_and_still_verifies(hall, client, app):
    raise_in(hall, "kai")
    copy = copied(app)
    raise_in(hall, "hida", "shinano")
    game = client("game")
    told = app.live
    answer = game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "3", "key": "back"})
    assert (answer.status_code, answer.location) == (303, "/safety/?told=restored")
    noted = hall.entries()[-1]
    assert (noted.number, noted.action, noted.umpire) == (2, "game.restored", "Ōta")
    assert noted.sentence == (
        "The game was set back to how it stood in spring 1550: 2 entries after it were lost. What was replaced is kept "
        "in the copy that ends with entry 3."
    )
    counted = {"lost": 2, "returned": 0, "kept": 3, "highest": noted.arguments["highest"]}
    assert noted.arguments == {"snapshot": copy.name, **counted, "codes": [], "counts": []}
    assert hall.get(Province, "hida").raised == 0
    assert verify(hall.room).same
    newest = app.copies.all()[0]
    assert (newest.kind, newest.number) == ("before", 3)
    assert told._turn == 1
    assert game.get("/game/").status_code == 200, "who is signed in stays"
    game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "3", "key": "back"}, answers=303)
    assert len(hall.entries()) == 2


def test_a_restore_is_taken_back_by_restoring_what_it_replaced(hall, client, app):
    copy = copied(app)
    raise_in(hall, "kai", "hida")
    game = client("game")
    game.post(f"/safety/copies/{copy.name}/restore", data={"journal": "2", "key": "a"})
    kept = app.copies.all()[0]
    text = game.get(f"/safety/copies/{kept.name}").text
    assert "2 entries would come back" in text
    assert game.post(f"/safety/copies/{kept.name}/restore", data={"journal": "1", "key": "b"}).status_code == 303
    assert [entry.action for entry in hall.entries()] == ["garrison.raise", "garrison.raise", "game.restored"]
    assert "1 entry after it was lost, 2 entries came back" in hall.entries()[-1].sentence
    assert verify(hall.room).same


def test_after_one_restore_the_look_at_another_copy_names_what_has_changed_since_both(hall, client, app):
    raise_in(hall, "kai")
    first = copied(app)
    raise_in(hall, "hida")
    second = copied(app)
    raise_in(hall, "shinano")
    game = client("game")

    def looks(copy):
        text = game.get(f"/safety/copies/{copy.name}").text
        lost = re.search(r'<ol class="lost">(.*?)</ol>', text, re.DOTALL)
        return re.findall(r"<p>(.*?)</p>", lost[1]) if lost else [], "would come back" in text

    lost, back = looks(first)
    assert ([one[:8] for one in lost], back) == (["Takeda r", "Takeda r"], False)
    game.post(f"/safety/copies/{first.name}/restore", data={"journal": "3", "key": "a"}, answers=303)
    lost, back = looks(second)
    assert ([one[:21] for one in lost], back) == (["The game was set back"], True)
    game.post(f"/safety/copies/{second.name}/restore", data={"journal": "2", "key": "b"}, answers=303)
    assert "1 entry after it was lost, 1 entry came back" in hall.entries()[-1].sentence
    assert [entry.action for entry in hall.entries()] == ["garrison.raise", "garrison.raise", "game.restored"]
    lost, back = looks(first)
    assert (len(lost), back) == (2, False)
    assert verify(hall.room).same


def test_a_restore_decided_on_an_old_look_is_refused_with_a_fresh_one(hall, client, app):
    copy = copied(app)
    raise_in(hall, "kai")
    before = hall.everything()
    answer = client("game").post(f"/safety/copies/{copy.name}/restore", data={"journal": "0", "key": "k"})
    text = answer.text
    assert answer.status_code == 409
    assert "The game has gone on since you looked" in text
    assert 'name="journal" value="1"' in text
    assert hall.everything() == before


@pytest.mark.parametrize("journal", ["", "x", "-"])
def test_a_restore_without_a_look_is_refused(hall, client, app, journal):
    copy = copied(app)
    client("game").post(f"/safety/copies/{copy.name}/restore", data={"journal": journal, "key": "k"}, answers=400)
    assert hall.entries() == []


def test_a_form_from_before_the_restore_overwrites_nothing(hall_at, app_of):
    hall = hall_at("orders")
    app = app_of(hall)
    copy = copied(app)
    hall.correct("army", 1, "troops", 9)
    version = hall.get(Army, 1).version
    game = sign_in(app, "game")
    at = len(hall.entries())
    assert game.post(f"/safety/copies/{copy.name}/restore", data={"journal": at, "key": "k"}).status_code == 303
    hall.correct("army", 1, "troops", 11)  # the version the old form knows would be this one again
    sign_in(app, "map").post("/armies/1/disband", data={"version": version, "key": "old form"}, answers=409)
    assert hall.get(Army, 1).troops == 11
    first = {"province": "owari", "troops": "1", "reason": "a gift", "key": "sent before"}
    client = sign_in(app, "map")
    assert [client.post("/map/raise/garrison.raise", data=first).status_code for _ in range(2)] == [303, 303]
    assert len(hall.entries()) == at + 2


def test_no_restore_of_the_same_copy_gives_a_version_that_was_seen_after_another(hall_at, app_of):
    hall = hall_at("orders")
    app = app_of(hall)
    copy, game, seen = copied(app), sign_in(app, "game"), set()
    for spot in range(4):
        hall.correct("army", 1, "troops", 9)
        version = hall.get(Army, 1).version
        now = {version - 1, version}
        assert not seen & now
        seen |= now
        at = {"journal": len(hall.entries()), "key": f"k{spot}"}
        assert game.post(f"/safety/copies/{copy.name}/restore", data=at).status_code == 303
    assert verify(hall.room).same


def test_a_screen_is_told_of_a_restore_even_if_the_journal_has_the_same_number(app):
    live = app.live
    stream = live.stream()
    next(stream)
    live.anew()
    assert [next(stream), next(stream)] == [
        "id: 0\nevent: journal\ndata: 0\n\n",
        "id: 0\nevent: journal\ndata: 0\n\n",
    ]
    stream.close()


def test_a_new_file_is_written_beside_the_game_and_its_command_told(hall, client, app):
    raise_in(hall, "kai")
    copy = copied(app)
    game = client("game")
    answer = game.post(f"/safety/copies/{copy.name}/new-file", data={"name": "friday evening", "key": "k"}, answers=303)
    text = game.get(answer.location).text
    assert "control-room serve --game" in text
    assert app.copies.game.with_name("friday evening.db").exists()
    for name in ("friday evening", "../x", ""):
        wrong = game.post(f"/safety/copies/{copy.name}/new-file", data={"name": name, "key": "k"})
        assert wrong.status_code in (400, 422)
        assert 'id="wrong-name"' in wrong.text


def test_codes_that_were_withdrawn_stay_withdrawn(hall, client, app):
    """A leaked code, and a device that was signed out, do not come back by a restore; the new code still opens."""
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda")
    copy = copied(app)
    leaked, gone = hall.get(Desk, "map").code, client("map")
    hall.do("desk.new_code", "game", desk="map", sign_out=True)
    hall.do("duty.give_code", "game", umpire="Hans", desk="team")
    own, new = hall.get(Desk, "team/1").code, hall.get(Desk, "map").code
    game = client("game")
    at = str(hall.entries()[-1].number)
    game.post(f"/safety/copies/{copy.name}/restore", data={"journal": at, "key": "back"}, answers=303)
    assert gone.get("/map/").location.startswith("/sign-in")
    opened = [app.test_client().post("/sign-in", data={"code": code}).status_code for code in (leaked, new, own)]
    assert opened == [422, 303, 422]
    hall.do("duty.assign", "game", umpire="Eva", desk="team", clan="takeda")
    hall.do("duty.give_code", "game", umpire="Eva", desk="team")
    assert hall.every(select(Desk.key).where(Desk.key.contains("/"))) == ["team/2"], "a number that nobody had"
    assert verify(hall.room).same
    noted = next(one for one in hall.entries() if one.action == "game.restored")
    assert set(noted.arguments) > {"codes", "counts"}
    at_map = app.test_client()
    at_map.post("/sign-in", data={"code": new, "name": "Ōta"})
    told = ['"issue"' in one.get("/api/state").text for one in (sign_in(app, "game"), at_map, sign_in(app, "npd"))]
    assert told == [True, False, False], "how many codes were withdrawn is the leading desk's"
