"""A campaign that goes on from its position paper: the same stands in a new game, and it is played to its end."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from html import unescape

import pytest

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry
from control.sekigahara.paper.position_papers import on_the_board
from control.sekigahara.paper.results_papers import combats
from control.sekigahara.play.battle.fought_questions import fought
from control.sekigahara.play.names import FROM_PAPER
from control.sekigahara.play.weeks_questions import weeks_done
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.standing import faults
from control.sekigahara.safety.midway_pages import as_text
from control.sekigahara.safety.typed_position import BEGINS, position
from tests.games import ask
from tests.sekigahara.campaigns import EDITIONS, campaign, played
from tests.sekigahara.games import a_room, doing, opened, play, set_state, signed_in, standing_in
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_sight import otherwise


def lines_in(room):
    """The lines of a game's position paper."""
    return [line for part in ask(room, on_the_board) for line in part]


def as_order(lines):
    """They as the action is given them."""
    return [dict(zip(("what", *SIDES), line, strict=True)) for line in lines]


def told(on, state):
    """What of a state is so for whoever sees what is printed on the pieces, and not which of two alike is which."""
    named = on.piece_names
    plain = ("week", "turn", "step", "first", "active", "resources", "held", "owed")
    return {
        **{part: getattr(state, part) for part in plain},
        "waiting": sorted(state.waiting),
        "disks": sorted(state.disks),
        "blocks": Counter((named[one], spot, one in state.known) for one, spot in state.spot.items()),
        "cards": {
            part: {side: Counter(map(named.get, cards)) for side, cards in getattr(state, part).items()}
            for part in ("hands", "discards", "piles", "bags")
        },
        "entered": Counter(
            (place, side, by, *map(named.get, block))
            for place, ways in state.entered.items()
            for side, by, *block in map(str.split, ways)
        ),
    }


@pytest.fixture
def old(tmp_path):
    """A campaign at the beginning of a movement phase, in which both sides stand at a place."""
    room, seed = a_room(tmp_path / "old.db", seed="old"), iter(range(100))
    found = []
    while not found:
        played("gmt", next(seed), watch=lambda before, *_: found.append(before) if is_told_of(before) else None)
    set_state(room, found[0])
    yield room
    room.store.close()


def is_told_of(state):
    """Whether more stands on its paper than most have."""
    return state.step == "pay" and state.entered and state.week > 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_a_phase_begins_the_paper_says_all_that_is_so(tmp_path, edition):
    on, room, chance, begun = campaign(edition), a_room(tmp_path / "old.db", edition), random.Random(edition), []

    def watch(before, *_):
        if before.step in BEGINS and not before.bids:
            begun.append(before)

    for seed in range(4):
        played(edition, seed, watch=watch)
    contested = [one for one in begun if one.entered]
    some = [next(one for one in begun if one.step == step) for step in BEGINS]
    for state in (*some, *chance.sample(begun, 6), *chance.sample(contested, 4)):
        set_state(room, state)
        again = position(on, "another seed", lines_in(room))
        assert told(on, again) == told(on, state)
        assert not faults(on, again)
    room.store.close()


@pytest.mark.parametrize("drawn", [False, True])
def test_recruits_are_drawn_after_the_discard_where_the_paper_says_that_they_are_to_come(tmp_path, drawn):
    """An older version had let them be drawn before it: on its paper they lie in the box, and are not drawn twice."""
    on, room, seen = campaign("gmt"), a_room(tmp_path / "old.db"), []
    played("gmt", 0, watch=lambda before, *_: seen.append(before) if before.step == "discard" else None)
    state = next(one for one in seen if len(one.waiting) == 2)
    set_state(room, state)
    lines = lines_in(room)
    room.store.close()
    brings = on.weeks[state.week].blocks
    assert ("Recruits to come", *[f"{brings} blocks of the track"] * 2) in lines
    again = position(on, "another seed", [one for one in lines if not (drawn and one[0] == "Recruits to come")])
    assert again.owed == ({} if drawn else dict.fromkeys(SIDES, brings))


@pytest.mark.parametrize(
    ("step", "cell", "words"),
    [
        ("discard", "9 blocks", "say that, or leave this empty where they are drawn (6.2)"),
        ("discard", "some", "The track brings"),
        ("pay", "2 blocks", "only where a side has still to discard (6.2)"),
    ],
)
def test_recruits_to_come_that_cannot_be_are_told(tmp_path, step, cell, words):
    room, seen = a_room(tmp_path / "old.db"), []
    played("gmt", 0, watch=lambda before, *_: seen.append(before) if before.step == step else None)
    set_state(room, seen[0])
    side = seen[0].waiting[0]
    typed = ("Recruits to come", *(cell if one == side else "" for one in SIDES))
    lines = [*(one for one in lines_in(room) if one[0] != "Recruits to come"), typed]
    room.store.close()
    with pytest.raises(OrderNotUnderstood) as refused:
        position(campaign("gmt"), "another seed", lines)
    assert refused.value.field == f"lines.{len(lines) - 1}.{side}"
    assert words in refused.value.sentence


def test_a_new_game_goes_on_from_the_file_and_is_played_to_its_end(old, room, app):
    umpire, east = signed_in(app, "umpire"), signed_in(app, "east")
    file = signed_in(opened(old), "umpire").get("/safety/midway/position.xlsx").data
    sent = {"file": (io.BytesIO(file), "position.xlsx"), "text": "what"}
    looked = umpire.post("/safety/midway/", data=sent, content_type="multipart/form-data", answers=200).text
    with room.store.read() as session:
        assert session.query(JournalEntry).count() == 0, "looking changes nothing"
    assert f"It would be week {standing_in(old)[1].week}" in looked
    text = unescape(re.search(r'name="text" value="([^"]*)"', looked)[1])
    for _ in range(2):  # sent twice, it is done once
        umpire.post("/safety/midway/begin", data={"text": text, "key": "once"}, answers=303)
    on, now = standing_in(room)
    assert told(on, now) == told(on, standing_in(old)[1])
    assert lines_in(room) == lines_in(old)
    assert f"goes on from paper, in week {now.week}" in east.get("/journal/").text
    assert verify(room).differences == ()
    play(room, seed=5)
    assert standing_in(room)[1].step == "over"
    assert min(week for week, done in ask(room, weeks_done).items() if done.stood) == now.week
    assert verify(room).differences == ()


def test_what_is_done_afterwards_in_that_week_has_its_side_and_combats_before_are_on_that_paper(old, room):
    set_state(room, scene(active="east", east={"gifu": 4}, west={"gifu": 1}).state)
    do, now = doing(room), standing_in(old)[1]
    do("east", "move.end")
    do("east", "combat.declare", place="gifu")
    do("west", "combat.inside", stay=True)
    do("east", "combat.pass")
    assert len(ask(room, combats)) == 1
    entry = do("umpire", FROM_PAPER, lines=as_order(lines_in(old)), force="The laptop went dark")
    assert ask(room, weeks_done)[now.week].first == now.first != ""
    assert ask(room, combats) == ()
    assert len(ask(room, fought)) == 1, "its record can still be printed"
    do("umpire", "journal.undo", entry=entry.number)
    assert len(ask(room, combats)) == 1


def test_it_is_taken_back_as_one_entry(old, room):
    do, before = doing(room), standing_in(room)[1]
    entry = do("umpire", FROM_PAPER, lines=as_order(lines_in(old)))
    do("umpire", "journal.undo", entry=entry.number)
    assert standing_in(room)[1] == before
    assert verify(room).differences == ()


def test_a_game_that_has_begun_is_kept_unless_that_is_forced(old, room):
    do, lines = doing(room), as_order(lines_in(old))
    do("east", "week.bid", card=standing_in(room)[1].hands["east"][0])
    with pytest.raises(OrderNotAllowed, match="has begun"):
        do("umpire", FROM_PAPER, lines=lines)
    do("umpire", FROM_PAPER, lines=lines, force="The laptop went dark")
    assert standing_in(room)[1].week == standing_in(old)[1].week


@pytest.mark.parametrize("side", SIDES)
def test_what_one_side_has_on_the_paper_the_other_is_not_told(old, tmp_path, side, monkeypatch):
    """Two papers that differ only in what a side hides leave the other side the same."""
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    on, now = standing_in(old)
    answers = []
    for number, state in enumerate((now, otherwise(on, now, side, random.Random(1)))):
        set_state(old, state)
        new = a_room(tmp_path / f"{number}.db")
        doing(new)("umpire", FROM_PAPER, lines=as_order(lines_in(old)))
        other = signed_in(opened(new), OTHER[side])
        answers.append([other.get(address).data for address in ("/api/state", "/board/over")])
        assert "lines" not in other.get("/api/state/journal").text
        new.store.close()
    assert answers[0] == answers[1]


# the line that is another (none: it is added), the line, where it is told, words of it
FAULTS = [
    ("Edo", ("Edo", "Tokugava 3 mon", ""), "east", "has no “Tokugava 3 mon”. Did you mean"),
    ("Edo", ("Edo", "9 × Tokugawa guns", ""), "east", "The east has 2 of “Tokugawa guns” in all"),
    ("Edo", ("Edo", "999999999999 × Ii", ""), "east", "has no “999999999 × Ii”"),
    ("Edo", ("Edo", "", "Ii"), "west", "The west has no “Ii”"),
    ("Edo", ("Edo", "Date card", ""), "east", "“Date card” is a card"),
    ("Edo", ("Edoo", "Ii", ""), "what", 'There is no line “Edoo” on the paper. Did you mean "Edo"?'),
    ("", ("edo", "", ""), "what", "has a line already"),
    ("Hand", ("Hand", "Ii", ""), "east", "“Ii” is a block"),
    ("Mōri box", ("Mōri box", "Ii", ""), "east", "blocks of the west alone (9.3)"),
    ("Disks", ("Disks", "Sanada Masayuki", ""), "east", "is the other side’s"),
    ("Resources", ("Resources", "Hakone", ""), "east", "“Hakone” is not among the resources"),
    ("Resources", ("Resources", "Edo, Kyoto", "Kyoto"), "west", "Kyoto is named twice."),
    ("Resources", ("Resources", "Edo/Kyoto", "Kyoto"), "west", "Kyoto is named twice."),
    ("When", ("When", "week 9", ""), "east", "Say in the line When which week and turn it is"),
    ("Now", ("Now", "moves, musters or ends its movement", ""), "east", "A game goes on where the line Now"),
    ("Now", ("Now", *["says how much it moves"] * 2), "east", "One side does this, not both"),
    ("In the bag", ("In the bag", "the other 3 blocks", ""), "east", "not 3: one of them is missing"),
    ("Recruitment box", ("Recruitment box", "", ""), "east", "The other lines leave"),
    ("Points", ("Points", "99", ""), "east", "not 99"),
    ("", ("Won", "The east wins", ""), "east", "in the middle of a phase, or at the end"),
]


@pytest.mark.parametrize(("line", "instead", "column", "words"), FAULTS)
def test_what_is_wrong_is_told_at_its_line(old, room, line, instead, column, words):
    before = standing_in(room)[1]
    lines = [instead if one[0] == line else one for one in lines_in(old)] + [instead] * (not line)
    with pytest.raises(OrderNotUnderstood) as refused:
        doing(room)("umpire", FROM_PAPER, lines=as_order(lines))
    told_of = {one.field: one.sentence for one in (refused.value, *refused.value.more)}
    assert any(words in said and field.endswith(f".{column}") for field, said in told_of.items()), told_of
    assert standing_in(room)[1] == before


def test_the_page_shows_what_was_sent_with_all_that_is_wrong_in_it(old, room, app):
    umpire = signed_in(app, "umpire")
    lines = [";".join(line) for line in lines_in(old)]
    text = "\n".join(["what;east;west", "Edoo;;", *lines[1:-1], "Now;waits;"])
    page = umpire.post("/safety/midway/", data={"text": text, "key": "wrong"}, answers=400).text
    assert "Line 2, column what: There is no line “Edoo” on the paper." in page
    assert f"Line {len(lines) + 1}, column east: A game goes on where" in page
    assert "Edoo;;" in page
    with room.store.read() as session:
        assert session.query(JournalEntry).count() == 0


def test_of_a_game_that_has_begun_it_is_said_before_anything_is_done(old, room, app):
    umpire, text = signed_in(app, "umpire"), as_text(lines_in(old))
    assert "This game has begun" not in umpire.post("/safety/midway/", data={"text": text}, answers=200).text
    doing(room)("east", "week.bid", card=standing_in(room)[1].hands["east"][0])
    looked = umpire.post("/safety/midway/", data={"text": text}, answers=200).text
    assert "This game has begun" in looked
    assert 'name="force"' in looked
    again = umpire.post("/safety/midway/begin", data={"text": text, "key": "why"}, answers=422).text
    assert "It would be week" in again, "what was looked over stands there still"
    why = {"text": text, "key": "thus", "force": "The laptop went dark"}
    umpire.post("/safety/midway/begin", data=why, answers=303)
    assert standing_in(room)[1].week == standing_in(old)[1].week


def test_all_lines_that_are_too_long_are_told(room, app):
    text = "what;east;west\nEdo;Ii;;Date;\nKyoto;;;Ishida\n"
    page = signed_in(app, "umpire").post("/safety/midway/", data={"text": text}, answers=400).text
    assert "Line 2: More cells than the heading has columns. A cell with a semicolon in it" in page
    assert "Line 3: More cells" in page


def test_what_has_semicolons_of_its_own_is_typed_as_one_cell(room, app):
    when = [("When", "week 2, first turn", ""), ("Now", "says how much it moves", "")]
    text = as_text([*when, ("Moved", "Edo: Ii; Kyoto: Date 2 mon", "")])
    page = signed_in(app, "umpire").post("/safety/midway/", data={"text": text}, answers=400).text
    assert "“Edo: Ii; Kyoto: Date 2 mon” is in the middle of a phase" in page
