"""The campaign through the kernel: played, taken back, played again, and kept secret."""

from __future__ import annotations

import contextlib
import csv
import json
import random
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from control.cli import main
from control.kernel.actions.registry import carry_out, perform, ready
from control.kernel.actions.world import Umpire
from control.kernel.copies import Copies
from control.kernel.copies.packs import keep_pack
from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import entry_as_json
from control.kernel.journal.safety_questions import moment
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.kernel.roles import PUBLIC
from control.kernel.rows import JournalEntry
from control.kernel.wording import alike
from control.sekigahara.game import ROLES, SEKIGAHARA
from control.sekigahara.play.choosing_questions import OF, forms
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.standing_questions import as_columns, winner
from control.sekigahara.play.standing_questions import moment as when_it_is
from control.sekigahara.play.standing_questions import told as told_at
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.campaign import acts
from control.sekigahara.rules.campaign.acts import Bid, Move, Muster
from control.sekigahara.rules.campaign.campaign import BAG, LOST
from control.sekigahara.rules.campaign.scoring import points
from control.sekigahara.rules.combat import challenge, plays
from control.sekigahara.rules.playing import apply, waits_for
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.sight import seen, shown
from control.serving import prepare
from tests.games import ask
from tests.sekigahara.campaigns import EDITIONS
from tests.sekigahara.games import (
    AT,
    CODES,
    a_room,
    doing,
    next_act,
    order_of,
    play,
    set_state,
    signed_in,
    standing_in,
)
from tests.sekigahara.test_sight import otherwise


def known_to(room, role):
    """The whole state as a role has it."""
    return ask(room, state, role)


def test_the_umpire_acts_for_a_side_and_says_for_which_where_both_are_waited_for(room):
    do, (_, now) = doing(room), standing_in(room)
    with pytest.raises(OrderNotUnderstood, match=r"Both sides are waited for \(6\.3\)") as refused:
        do("umpire", "week.bid", card=now.hands["west"][0])
    assert refused.value.field == "side"
    do("umpire", "week.bid", side="west", card=now.hands["west"][0])
    do("umpire", "week.bid", card=now.hands["east"][0])
    assert standing_in(room)[1].step == "order"


def test_a_side_acts_for_itself_alone_and_only_when_it_is_waited_for(room):
    do, (_, now) = doing(room), standing_in(room)
    with pytest.raises(NotThisDesk, match="acts for the east alone"):
        do("east", "week.bid", side="west", card=now.hands["west"][0])
    with pytest.raises(OrderNotAllowed, match=r"is not in the hand of the east.*\(3\.3\)"):
        do("east", "week.bid", card=now.hands["west"][0])
    with pytest.raises(OrderNotAllowed, match=r"bid a card for the turn order now \(6\.3\)"):
        do("east", "move.end")
    do("east", "week.bid", card=now.hands["east"][0])
    with pytest.raises(OrderNotAllowed, match=r"The west bids a card for the turn order now \(6\.3\)"):
        do("east", "week.bid", card=now.hands["east"][1])
    assert [entry["action"] for entry in known_to(room, "umpire")["journal"]] == ["week.bid"]


def test_a_bid_of_a_card_that_was_discarded_is_refused(room):
    play(room, until="discard", by_umpire=0)
    do, (_, now) = doing(room), standing_in(room)
    side = now.waiting[0]
    with room.store.read() as session:
        entries = session.query(JournalEntry).count()
    gone = now.discards[side][0]
    for name, order in (
        ("week.bid", {"card": gone}),
        ("week.discard", {"cards": [gone, *now.hands[side][1 : len(now.hands[side]) // 2]]}),
    ):
        with pytest.raises(OrderNotAllowed, match=r"\(6\.2\)|not in the hand of the .*\(3\.3\)"):
            perform(room, Umpire(ROLES[side], side), name, order)
    with room.store.read() as session:
        assert session.query(JournalEntry).count() == entries
    assert standing_in(room)[1] == now
    assert do


def test_of_two_browsers_of_one_side_that_act_at_once_one_is_told_that_it_is_done(room, app):
    browsers, (_, now) = [signed_in(app, "east"), signed_in(app, "east")], standing_in(room)
    cards, gate = now.hands["east"][:2], threading.Barrier(2)

    def send(browser, card):
        gate.wait()
        return browser.post("/table/week.bid", data={"card": card, "key": card})

    with ThreadPoolExecutor(2) as pool:
        answers = [one.result() for one in [pool.submit(send, *both) for both in zip(browsers, cards, strict=True)]]
    assert sorted(one.status_code for one in answers) == [303, 422]
    [late] = [one.text for one in answers if one.status_code == 422]
    assert "The west bids a card for the turn order now (6.3)." in late
    after = standing_in(room)[1]
    assert after.bids["east"] in cards
    assert after.waiting == ["west"]
    assert [entry["action"] for entry in known_to(room, "umpire")["journal"]] == ["week.bid"]


def test_a_side_that_asks_for_what_is_the_umpires_is_told_whose_it_is(app):
    browser = signed_in(app, "east")
    for address in ("/safety/", "/print/position.pdf"):
        answer = browser.get(address, answers=403)
        assert "umpire" in answer.text


def test_the_page_of_the_copies_tells_of_turns_and_of_no_sheets_to_type_in(app):
    read = signed_in(app, "umpire").get("/safety/").text
    main = read.partition("<main")[2].partition("</main>")[0]
    assert "Write it by itself at the end of every turn" in main
    assert not re.search(r"season|gate\b|takes it back|hall goes on", main)


def test_copies_and_packs_say_of_which_turn_they_are_with_its_comma_and_those_of_before_are_found(room, tmp_path):
    copies = Copies(room.store)
    made = copies.make("asked")
    assert made.when == "Week 1, first turn"
    at = ask(room, moment)
    assert keep_pack(tmp_path / "packs", b"%PDF", at).when == "Week 1, first turn"
    made.path.rename(made.path.with_name(made.name.replace("--", "-")))
    assert [one.when for one in copies.all()] == ["Week 1 first turn"]


def test_each_reads_what_he_sees_and_nobody_what_lies_in_bags_and_piles(room):
    play(room, 25)
    campaign, now = standing_in(room)
    for side in SIDES:
        known = known_to(room, side)
        assert known["campaign"] == json.loads(json.dumps(seen(campaign, now, side)))
        assert "state_of_play" not in json.dumps(known)
        assert all(one["side"] == side for one in (*known["offers"], *known["closed"]))
    public = known_to(room, PUBLIC)
    assert set(public) == {"game", "board"}
    assert public["board"] == json.loads(json.dumps(seen(campaign, now)))
    umpire = known_to(room, "umpire")
    mine = umpire["campaign"]
    assert {side: mine["hands"][side]["cards"] for side in SIDES} == now.hands
    assert {side: mine["discards"][side]["cards"] for side in SIDES} == now.discards
    there = [one for stacks in mine["places"].values() for stack in stacks.values() for one in stack["blocks"]]
    assert sorted(there) == sorted(one for one, spot in now.spot.items() if spot in campaign.board.places)
    assert (mine["bags"], mine["piles"]) == tuple(
        {side: len(found[side]) for side in SIDES} for found in (now.bags, now.piles)
    )
    in_order = [one for side in SIDES for one in now.piles[side]]
    for entry in umpire["journal"]:
        for change in entry["changes"]:
            for when in ("before", "after"):
                assert all(isinstance(change[when].get(part, ""), str) for part in ("bags", "piles"))
    assert json.dumps(in_order)[1:-1] not in json.dumps(umpire)


class Tried(Exception):
    """What was tried is not to be kept."""


def told_if(room, columns, viewer, role, *tried):
    """What a viewer would be told, and would know, if the state were this one and a role did something, each by itself;
    nothing of it is kept. What is refused leaves all as it was, whatever else is refused beside it."""
    told, refused, umpire = [], [], Umpire(ROLES[role], role)
    with contextlib.suppress(Tried), room.store.write() as session:
        row = session.get_one(StateOfPlay, 1)
        for part, value in columns.items():
            setattr(row, part, value)
        session.flush()
        for number, (name, order) in enumerate(tried):
            try:
                with contextlib.suppress(Tried), session.begin_nested():
                    do = ready(room, umpire, name, order, False)
                    entry = carry_out(session, room, umpire, *do, f"key {number}", None, AT)
                    if role == viewer:
                        told.append(entry_as_json(entry, SEKIGAHARA, viewer))
                    told += [state(session, viewer), state(session, PUBLIC)]
                    raise Tried
            except OrderError as error:
                refused.append([type(error).__name__, error.sentence, error.field, error.ruling])
        if refused:
            told += [refused, state(session, viewer), state(session, PUBLIC)]
        raise Tried
    return json.dumps(told)


def wrong_orders(campaign, now, viewer, chance):
    """What a side might try, to learn something of the other: its pieces, and its own where they may not go."""
    foe = OTHER[viewer]
    block, card = chance.choice(campaign.blocks_of(foe)), chance.choice(campaign.cards_of(foe))
    place = chance.choice([one for one in now.spot.values() if one in campaign.board.places])
    near = next(iter(campaign.board.roads[place]))
    return [
        ("week.bid", {"card": card}),
        ("week.bid", {"card": card, "side": foe}),
        ("week.discard", {"cards": [card]}),
        ("move.pay", {"degree": "limited", "cards": [card]}),
        ("move.stack", {"groups": [{"blocks": [block], "way": [place, near]}]}),
        ("move.muster", {"blocks": [block], "place": place}),
        ("move.mori", {"card": card, "blocks": [block]}),
        ("combat.declare", {"place": place}),
        ("combat.deploy", {"block": block, "card": card}),
        ("combat.answer", {"card": card}),
        ("combat.challenge", {"card": card}),
        ("combat.lose", {"blocks": [block]}),
        ("combat.retreat", {"to": near}),
        ("journal.undo", {"entry": 1}),
        ("week.bid", {}),
        ("combat.inside", {"stay": "yes"}),
    ]


def as_it_would_be(act, now, other):
    """The act that looks the same where other blocks stand and other cards are held: those in the same places."""
    side = act.side
    if isinstance(act, Bid):
        return Bid(side, other.hands[side][now.hands[side].index(act.card)])
    if isinstance(act, Move) and not any(group.card for group in act.groups):
        mine = [one for group in act.groups for one in group.blocks]
        spot = now.spot[mine[0]]
        here, there = ([one for one in spots if spots[one] == spot] for spots in (now.spot, other.spot))
        theirs = iter([one for one in there if one.split("_")[0] in {each.split("_")[0] for each in other.spot}])
        if any(one in now.known or one in now.moved for one in here):
            return None
        named = {one: next(theirs) for one in here}
        return Move(
            side, tuple(acts.Group(tuple(named[one] for one in group.blocks), group.way) for group in act.groups)
        )
    return act if not isinstance(act, Muster) and not [one for one in NAMES_PIECES if isinstance(act, one)] else None


NAMES_PIECES = (acts.Discard, acts.Pay, acts.Move, acts.Bring, acts.Lose, acts.Retreat, plays.Deploy)
NAMES_PIECES += (challenge.Challenge, challenge.Answer)


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_games_that_differ_in_what_a_side_hides_tell_the_other_the_same(tmp_path, edition):
    room, chance = a_room(tmp_path / "campaign.db", edition), random.Random(17)
    do, compared = doing(room), {"looked": 0, "refused": 0, "mine": 0, "theirs": 0}
    with room.store.read() as session:
        secret = session.get_one(SEKIGAHARA.row, 1).secret
    while act := next_act(room, chance):
        campaign, now = standing_in(room)
        asked_of_its_owner = now.fight and now.fight.stage in ("answer", "lose", "retreat")
        if chance.random() < 0.25 and not asked_of_its_owner:
            side = chance.choice(SIDES)
            other, viewer = otherwise(campaign, now, side, chance), OTHER[side]
            both = [as_columns(one, secret) for one in (now, other)]
            wrong = chance.sample(wrong_orders(campaign, now, viewer, chance), 4)
            one, two = (told_if(room, columns, viewer, viewer, *wrong) for columns in both)
            assert one == two, wrong
            compared["refused"] += len(wrong)
            if act.side == viewer and no_longer_hidden(campaign, now, other, act, act) is False:
                one, two = (told_if(room, columns, viewer, viewer, order_of(act)) for columns in both)
                assert one == two, act
                compared["mine"] += 1
            same = as_it_would_be(act, now, other) if act.side == side else None
            if same and no_longer_hidden(campaign, now, other, act, same) is False:
                one, two = (
                    told_if(room, columns, viewer, side, order_of(each))
                    for columns, each in zip(both, (act, same), strict=True)
                )
                assert one == two, (act, same)
                compared["theirs"] += 1
            compared["looked"] += 1
        name, order = order_of(act)
        do(act.side, name, **order)
        if sum(compared.values()) > 220:
            break
    assert min(compared.values()) > 3, compared
    room.store.close()


def no_longer_hidden(campaign, now, other, act, same):
    """Whether an act shows something of what was hidden, or can be done in one of the two games alone; None then."""
    try:
        afters = [apply(campaign, before, one)[0] for before, one in ((now, act), (other, same))]
    except OrderNotAllowed:
        return None
    return any(shown(campaign, before, after) for before, after in zip((now, other), afters, strict=True))


def test_the_journal_names_no_piece_to_the_other_side(room):
    play(room, 60, by_umpire=0)
    campaign, _ = standing_in(room)
    with room.store.read() as session:
        entries = session.query(JournalEntry).all()
    for side in SIDES:
        ids = {*campaign.blocks_of(side), *campaign.cards_of(side)}
        journal = known_to(room, OTHER[side])["journal"]
        assert len(journal) == len(entries)
        for entry in journal:
            words = json.dumps(entry)
            assert [one for one in ids if f'"{one}"' in words] == []


def test_every_act_of_the_rules_is_an_action_with_a_sentence(room):
    assert set(acts.Act.__args__) == set(NAME_OF)
    assert set(NAME_OF.values()) == set(OF)
    for name in NAME_OF.values():
        assert SEKIGAHARA.actions[name].desks == {*ROLES}
        assert SEKIGAHARA.actions[name].summary.endswith(").")
    _, now = standing_in(room)
    assert waits_for(now)[0] == SIDES
    assert BAG in now.spot.values()


def test_each_desk_opens_on_the_table_and_reads_no_more_than_it_may(room, app):
    play(room, 30)
    campaign, now = standing_in(room)
    for role in ROLES:
        browser = signed_in(app, role)
        answer = browser.get("/", follow_redirects=True)
        assert (answer.status_code, answer.request.path) == (200, "/table/")
        page = answer.text
        for side in SIDES:
            hidden = [
                one for one in campaign.blocks_of(side) if one not in now.known and now.spot[one] == "recruitment"
            ]
            assert hidden
            mine = role in (side, "umpire")
            named = alike(campaign.blocks[one].kind.name for one in hidden)
            assert (f"<td>{named}</td>" in page) is mine
            assert ("Your hand" in page) is (role != "umpire")
        assert browser.get("/journal/").status_code == 200
        assert 'href="/rulings/"' in page
        assert ("Record and tell every desk" in browser.get("/rulings/").text) is (role == "umpire")
        bearer = {"Authorization": f"Bearer {CODES[role]}"}
        assert browser.get("/api/state", headers=bearer).get_json()["campaign"] == json.loads(
            json.dumps(known_to(room, role)["campaign"])
        )
        printing = browser.get("/print/").text
        assert ("Position" in printing) is ("The whole pack" in printing) is (role == "umpire")
        nothing = "Nothing is printed at this desk. Ask the umpire for what you need on paper."
        assert (nothing in printing) is (role != "umpire")


def test_the_board_that_the_public_is_told_is_no_part_of_what_a_desk_is(room, app):
    for role in ROLES:
        assert "board" not in known_to(room, role)
        bearer = {"Authorization": f"Bearer {CODES[role]}"}
        assert app.test_client().get("/api/state/board", headers=bearer).status_code == 403
    assert app.test_client().get("/api/state/board").get_json()["score"]


def test_the_umpire_announces_to_the_desks_and_ends_it_and_nobody_else_may(room, app):
    umpire, east, west = (signed_in(app, role) for role in ("umpire", "east", "west"))
    pages = {one: browser.get("/announcements/").text for one, browser in (("umpire", umpire), ("east", east))}
    assert ["Announce to the desks" in page for page in pages.values()] == [True, False]
    sent = {
        "key": re.findall(r'name="key" value="([^"]+)"', pages["umpire"])[0],
        "text": "Tea is served.",
        "desks": ["east"],
    }
    assert umpire.post("/announcements/", data=sent).status_code == 303
    told = {one: browser.get("/announcements/").text for one, browser in (("umpire", umpire), ("east", east))}
    assert all("Tea is served." in page for page in told.values())
    assert ["/announcements/2001/end" in page for page in told.values()] == [True, False]
    assert "Tea" not in west.get("/announcements/").text


@pytest.mark.parametrize(
    ("won", "why", "said"),
    [
        ({"east": 17, "west": 10}, [], " with 17 to 10 points (2.2)"),
        ({"east": 13, "west": 13}, [], " with 13 to 13 points, for a tie is its own (2.2)"),
        ({}, ["Ishida leader is dead", "Toyotomi is taken"], ": Ishida leader is dead and Toyotomi is taken (2.1)"),
    ],
)
def test_who_has_won_is_told_with_the_points_or_with_what_ended_it_at_once(won, why, said):
    known = {"winner": "east", "points": won, "won_by": why, "won_both": False}
    assert winner(known) == f"The east wins{said}."


def test_where_both_win_at_once_it_is_told_whose_that_is(room):
    campaign, state = standing_in(room)[0], standing_in(room)[1].copy()
    state.step, state.winner = "over", "west"
    state.spot |= {"tokugawa_leader_1_1": LOST, "ishida_leader_1_1": LOST}
    fell = "Tokugawa leader is dead and Ishida leader is dead"
    assert winner(seen(campaign, state)) == f"The west wins: {fell}; where both win at once, the west does (2.1)."


def test_every_page_says_by_what_the_game_ended_at_once(room, app):
    after = standing_in(room)[1].copy()
    after.spot["ishida_leader_1_1"] = LOST
    after.step, after.winner, after.waiting = "over", "east", []
    set_state(room, after)
    won = "The east wins: Ishida leader is dead (2.1)."
    assert won in app.test_client().get("/board/").text
    browser = signed_in(app, "west")
    assert all(f"The game is over. {won}" in browser.get(page).text for page in ("/table/", "/battle/"))


def test_the_end_says_how_the_points_came_about(room, app):
    on, now = standing_in(room)
    after = now.copy()
    after.step, after.winner, after.waiting, after.points = "over", "west", [], points(on, now)[0]
    set_state(room, after)
    for desk, page in (("east", "/table/"), ("umpire", "/at-the-table/")):
        assert all(words in signed_in(app, desk).get(page).text for words in points(on, now)[1])


def test_what_is_served_prepares_itself_without_a_map_of_provinces(app, monkeypatch):
    done = []
    for way in ("collect", "freeze", "set_threshold", "enable"):
        monkeypatch.setattr(f"gc.{way}", lambda *given, way=way: done.append((way, *given)))
    prepare(app)
    assert done == [("collect",), ("freeze",), ("set_threshold", 10_000), ("enable",)]  # before it looks again


def test_every_turn_of_every_week_is_a_moment_of_its_own_and_told_as_what_it_is():
    turns = [(week, turn) for week in range(1, 9) for turn in "AB"]
    moments = [when_it_is(SimpleNamespace(week=week, turn=turn)) for week, turn in turns]
    assert [one.moment for one in moments] == [*range(16)]
    assert [(told["week"], told["turn"]) for told in (told_at(None, one.moment) for one in moments)] == turns
    assert moments[5].stretch == "week 3, second turn"


def test_a_game_file_is_made_played_and_verified_at_the_command_line(tmp_path, capsys):
    file, order = str(tmp_path / "1600.db"), tmp_path / "order.json"
    assert main(["new", "sekigahara_1600_kessen", "--game", file]) == 0
    told = capsys.readouterr().out
    assert [role for role in ROLES if role not in told] == []
    assert main(["state", "--game", file]) == 0
    hands = json.loads(capsys.readouterr().out)["campaign"]["hands"]
    order.write_text(json.dumps({"card": hands["west"]["cards"][0]}))
    assert main(["do", "week.bid", str(order), "--game", file, "--desk", "west"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["week"], entry["turn"], entry["sentence"]) == (1, "A", "The west puts down a card (6.3).")
    assert main(["state", "--game", file]) == 0
    [bid] = json.loads(capsys.readouterr().out)["journal"]
    assert (bid["week"], bid["turn"]) == (1, "A")
    assert main(["verify", "--game", file]) == 0
    assert main(["backup", "--game", file]) == 0
    [copy] = (tmp_path / "1600.db.copies").glob("*.db")
    assert "_week-1--first-turn_entry-000001_" in copy.name
    assert main(["restore", str(copy), "--game", str(tmp_path / "again.db")]) == 0
    assert main(["verify", "--game", str(tmp_path / "again.db")]) == 0
    assert main(["print", "position", "--game", file, "--out", str(tmp_path / "out"), "--address", "http://x"]) == 0
    assert [one.suffix for one in (tmp_path / "out").iterdir()] == [".pdf"]
    assert main(["export", "--game", file, "--out", str(tmp_path / "tables")]) == 0
    bid, *_ = csv.DictReader((tmp_path / "tables" / "journal.csv").read_text(encoding="utf-8").splitlines())
    assert (bid["week"], bid["turn"], bid["sentence"]) == ("1", "A", "The west puts down a card (6.3).")
    assert hands["west"]["cards"][0] in (tmp_path / "tables" / "campaign.csv").read_text(encoding="utf-8")


def sent_by(browser, form, chance):
    """What a browser sends of a form in which somebody chose by chance."""
    sent = {"side": form.side, "key": str(chance.random())}
    for choice in form.choices:
        values = [value for value, _ in choice.options]
        if values:
            sent[choice.name] = chance.sample(values, chance.randint(1, len(values))) if choice.several else values[0]
    if form.action == "move.stack":  # its own form has the ways
        asked = {"groups": 1, "blocks": sent["blocks"]}
        ways = re.findall(
            r'<option value="([^"]+)" data-to', browser.get(f"/table/move/{form.about}", query_string=asked).text
        )
        sent["way"] = next(iter(ways), "")
    return browser.post(f"/table/{form.action}", data=sent)


@pytest.mark.parametrize(
    ("begins", "number", "wanted"),
    [
        ("bid", 60, {"week.bid", "week.order", "move.pay", "move.stack", "move.end"}),
        ("combat", 25, {"combat.declare", "combat.deploy", "combat.pass"}),
    ],
)
def test_a_desk_does_what_it_is_offered_on_its_page(room, app, begins, number, wanted):
    play(room, until=begins)
    chance, browsers, done, refused = random.Random(3), {role: signed_in(app, role) for role in ROLES}, set(), 0
    for _ in range(number):
        now = standing_in(room)[1]
        with room.store.read() as session:
            sides = waits_for(now)[0]
            if not sides:
                break
            role = chance.choice([*sides, "umpire"])
            offered = forms(session, role)
            assert all(form.side == side for side in SIDES for form in forms(session, side))
        assert offered
        read = "".join(browsers[role].get(page).text for page in ("/table/", "/battle/"))
        for form in offered:
            named = form.title if form.action != "move.stack" else f'href="/table/?from={form.about}#move"'
            assert named in read or form.action == "combat.deploy", form
        form = chance.choice([offered[0], chance.choice(offered)])
        answer = sent_by(browsers[role], form, chance)
        assert answer.status_code in (303, 400, 422), answer.text
        if answer.status_code == 303:
            done.add(form.action)
        else:
            refused += 1
            assert 'class="wrong"' in answer.text
            assert standing_in(room)[1] == now
    assert wanted <= done
    before = browsers["umpire"].get("/table/").text
    [news] = re.findall(r'hx-get="(/news/forms/0/[^"]+)"', before)
    perform(room, Umpire("The umpire", "umpire"), "announcement.post", {"text": "Tea is served."})
    assert browsers["umpire"].get(news).status_code == 204, "no form is altered by that"
    act = next_act(room, chance)
    name, order = order_of(act)
    perform(room, Umpire("The umpire", "umpire"), name, order | {"side": act.side})
    assert browsers["umpire"].get(news).status_code == 200
    assert refused or begins == "combat"
    assert browsers["east"].post("/table/week.bit", data={}).status_code == 404
    assert verify(room).differences == ()
