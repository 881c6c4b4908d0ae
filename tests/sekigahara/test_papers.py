"""What is printed of a campaign: its position, the sealed sheet of each side, the record of its weeks, players' cards,
and each combat that was fought."""

from __future__ import annotations

import random
import re
from collections import Counter
from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader
from sqlalchemy import select

from control.cli import main
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.copies import Copies
from control.kernel.errors import OrderError
from control.kernel.rows import JournalEntry
from control.kernel.wording import alike, folded
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.paper.position_papers import lines_of, on_the_board
from control.sekigahara.paper.weeks_papers import turns_of
from control.sekigahara.play.battle.fought_questions import fought
from control.sekigahara.play.weeks_questions import WeekDone, paid, weeks_done
from control.sekigahara.rules.campaign.acts import Group, Move, Retreat
from control.sekigahara.rules.campaign.campaign import BAG
from control.sekigahara.rules.campaign.scoring import castles, points
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from control.sekigahara.safety.typed_position import position
from printouts.paper import MM
from tests.games import ask
from tests.legible import words_amiss
from tests.rulebook.sekigahara.test_fighting import ONE_CARD, marched, won
from tests.sekigahara.games import a_room, doing, next_act, opened, order_of, play, set_state, signed_in, standing_in
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_desks import fought as so_far
from tests.sekigahara.test_desks import moving


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A campaign after its third combat."""
    made = a_room(tmp_path_factory.mktemp("papers") / "campaign.db")
    do, chance, ended = doing(made), random.Random(3), 0
    while ended < 3:
        act = next_act(made, chance)
        last = standing_in(made)[1].last
        do(act.side, order_of(act)[0], **order_of(act)[1])
        ended += standing_in(made)[1].last != last
    yield made
    made.store.close()


def read(browsers, address):
    """The words of a PDF, page by page, each of which can be read."""
    answer = browsers["umpire"].get(address)
    assert answer.status_code == 200, answer.text[:400]
    assert words_amiss(answer.data) == []
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.data)).pages]


def test_the_sealed_sheet_of_a_side_has_its_hand_and_its_blocks_and_none_of_the_others(room, browsers):
    campaign, now = standing_in(room)
    for side in SIDES:
        words = " ".join(read(browsers, f"/print/side.pdf?only={side}"))
        assert f"For {CALLED[side]} alone" in words
        for block in campaign.blocks_of(side):
            if now.spot[block] in campaign.board.places:
                assert campaign.blocks[block].kind.name in words
        stood = Counter((now.spot[one], campaign.blocks[one].kind.name) for one in campaign.blocks_of(side))
        for (spot, name), number in stood.items():
            assert number == 1 or spot not in campaign.board.places or re.search(rf"{number}\s×\s{name}", words), name
        for card in now.hands[side]:
            assert f"{campaign.cards[card].name} ({campaign.bids[card]})" in words
        others = {campaign.blocks[one].kind.name for one in campaign.blocks_of(OTHER[side])}
        assert [name for name in others if name in words] == []


def test_the_record_of_the_weeks_has_a_row_for_each_and_what_stands_now(room, browsers):
    campaign, now = standing_in(room)
    pages = read(browsers, "/print/weeks.pdf")
    assert len(pages) == 2
    assert pages[0].count("cards") == len(campaign.weeks) - 1
    assert re.search(
        rf"{now.week} (5 cards, \d blocks? \+1 card \+1 block|as set up) \d \d {now.first} \d+ \d+ \d+ \d+ \d+",
        pages[0],
    )


def test_the_record_of_eight_weeks_has_room_for_all_their_turns_on_one_sheet(tmp_path):
    made = a_room(tmp_path / "kessen.db", "kessen")
    umpire = signed_in(opened(made), "umpire")
    pages = read({"umpire": umpire}, "/print/weeks.pdf")
    assert len(pages) == 2
    assert len(re.findall(r"\d A", pages[1])) == len(standing_in(made)[0].weeks) == 8
    made.store.close()


def test_the_record_of_the_weeks_tells_what_the_journal_has(room, browsers):
    pages = read(browsers, "/print/weeks.pdf")
    with room.store.read() as session:
        entries = [(one.action, one.stretch, one.sentence) for one in session.scalars(select(JournalEntry))]
        done, combats = weeks_done(session), fought(session)
    for _, stretch, sentence in entries:
        bids = re.findall(r"The (east|west) bids (\d)", sentence)
        assert all(done[int(re.search(r"week (\d)", stretch)[1])].bids[side] == int(bid) for side, bid in bids)
    told = [line for week in done.values() for lines in week.combats.values() for line in lines]
    assert len(told) == len(combats) == 3
    assert all(line in " ".join(pages[1].split()) for line in told)
    assert len([one for week in done.values() for one in week.paid]) == [action for action, *_ in entries].count(
        "move.pay"
    )
    assert [bool(done[number].stood) for number in sorted(done)] == [True] * (len(done) - 1) + [False]


@pytest.mark.parametrize(
    ("degree", "cards", "says"),
    [
        ("none", 0, "none"),
        ("none", 2, "none; 2 cards exchanged"),
        ("minimal", 0, "minimal"),
        ("limited", 1, "limited, 1 card"),
    ],
)
def test_the_record_of_the_weeks_says_what_was_paid_for_movement(degree, cards, says):
    assert paid(degree, cards) == says


def test_each_turn_of_the_record_has_the_side_that_was_first_first():
    done = WeekDone(first="west", paid={("A", "west"): "minimal", ("B", "east"): "none"})
    done.combats["A", "east"] += ["Gifu", "Kiso"]
    rows = turns_of(scene().on, {1: done})
    assert [[cell for cell in row if isinstance(cell, str)] for row in rows[:3]] == [
        ["1", "A", "minimal", "Gifu; Kiso"], ["1", "B", "none"], ["2", "A"],
    ]  # fmt: skip
    assert (rows[0][5], rows[1][4]) == ("Gifu; Kiso", "none")


def test_a_bid_is_on_no_paper_before_both_are_turned_over(tmp_path):
    made = a_room(tmp_path / "bid.db")
    do, (_, now) = doing(made), standing_in(made)
    do("east", "week.bid", card=now.hands["east"][0])
    assert ask(made, weeks_done)[1].bids == {}
    do("west", "week.bid", card=now.hands["west"][0])
    assert sorted(ask(made, weeks_done)[1].bids) == ["east", "west"]
    made.store.close()


def test_what_was_taken_back_is_on_no_record_of_the_weeks(tmp_path):
    made = a_room(tmp_path / "back.db")
    play(made, until="pay")
    before = standing_in(made)[1]
    entry = perform(made, Umpire("Somebody", before.active), "move.pay", {"degree": "none"})
    assert len(ask(made, weeks_done)[1].paid) == 1
    perform(made, Umpire("Somebody", "umpire"), "journal.undo", {"entry": entry.number})
    assert ask(made, weeks_done)[1].paid == {}
    made.store.close()


def test_a_week_of_which_the_beginning_was_taken_back_is_on_no_record(tmp_path):
    made, entries = a_room(tmp_path / "back.db"), []
    play(made, until="discard", watch=lambda _, entry: entries.append(entry.number))
    done, umpire = ask(made, weeks_done), Umpire("Somebody", "umpire")
    assert done[1].stood
    undo = perform(made, umpire, "journal.undo", {"entry": entries[-1], "force": "The last combat was not over"})
    back = ask(made, weeks_done)
    assert (sorted(back), back[1].stood) == ([1], ())
    perform(made, umpire, "journal.undo", {"entry": undo.number})
    assert ask(made, weeks_done) == done
    made.store.close()


def test_a_combat_that_is_being_fought_is_printed_as_far_as_it_went(tmp_path):
    made = a_room(tmp_path / "now.db")
    now = so_far(made)
    umpire = signed_in(opened(made), "umpire")
    [page] = read({"umpire": umpire}, "/print/combat.pdf?only=now")
    assert f"Battle of {standing_in(made)[0].board.called(now.fight.place)}" in page
    assert "Lost, west" not in page, "nothing is lost yet"
    made.store.close()


def test_the_pack_for_when_the_machine_dies_is_the_position(room, tmp_path):
    copies = Copies(room.store)
    copies.print_pack = lambda: SEKIGAHARA.print_pack(room.store, room.scenario, None, "")
    pack = copies.write_pack()
    words = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(pack.path).pages)
    assert pack.when in words.replace("\xa0", " ")
    assert "Osaka" in words


def test_the_position_is_enough_to_go_on_without_the_laptop(room, browsers):
    campaign, now = standing_in(room)
    words = " ".join(read(browsers, "/print/position.pdf"))
    places = [place for place, *_ in ask(room, on_the_board)[0]]
    assert places == sorted(places, key=folded), "a place is found by its name"
    for side in SIDES:
        assert f"the other {len(now.bags[side])} blocks" in words
        assert f"the other {len(now.piles[side])} cards" in words
    for place, whose in now.resources.items():
        assert not whose or campaign.board.called(place) in words
    assert f"moves first in week {now.week}" in words
    beside = {what: each for what, *each in ask(room, on_the_board)[1]}
    for place, whose in castles(campaign, now).items():
        assert [campaign.board.called(place) in each for each in beside["Castles"]] == [whose == side for side in SIDES]
    assert "Won" not in beside


def test_a_combat_that_is_being_fought_is_on_the_position_with_each_card_and_what_was_played(tmp_path):
    made = a_room(tmp_path / "now.db")
    so_far(made)
    campaign, now = standing_in(made)
    beside = {what: each for what, *each in ask(made, on_the_board)[1]}
    for number, side in enumerate(SIDES):
        named = [beside[where][number] for where in ("Hand", "On the table", "Discards")]
        times = [re.match(r"(\d*)", one)[1] for words in named for one in words.split(", ") if one]
        assert sum(int(each or 1) for each in times) + len(now.piles[side]) == len(campaign.cards_of(side))
    where = campaign.board.called(now.fight.place)
    assert beside["Attacks"][SIDES.index(now.fight.attacker)] == f"at {where}"
    came = [words[SIDES.index(now.fight.attacker)] for what, words in beside.items() if f"Came to {where} from" in what]
    assert any(came)
    last = read({"umpire": signed_in(opened(made), "umpire")}, "/print/position.pdf")[-1]
    assert f"Battle of {where}" in last
    made.store.close()


def test_a_movement_phase_is_on_the_position_with_what_is_left_of_it(tmp_path):
    made = a_room(tmp_path / "moves.db")
    campaign, now = moving(made, "limited", 1)
    side, chance = now.active, random.Random(2)
    acts = iter(lambda: next_act(made, chance), None)
    act = next(one for one in acts if isinstance(one, Move) and len(one.groups) == 1 and len(one.groups[0].way) == 2)
    name, order = order_of(act)
    perform(made, Umpire("Somebody", side), name, order)
    beside = {what: each[SIDES.index(side)] for what, *each in ask(made, on_the_board)[1]}
    start, to = map(campaign.board.called, act.groups[0].way)
    assert beside["Movement"] == f"limited movement, 2 stacks left, the stack of {start} begun"
    assert beside["Moved"].startswith(f"{to}: ")
    assert beside["Roads used"] in (f"{start}–{to}", f"{to}–{start}")
    made.store.close()


@pytest.mark.parametrize("leads", [True, False])
def test_a_stack_that_set_out_with_a_leader_is_on_the_position_as_led(leads):
    game = scene(west={"himeji": f"ukita_{'leader_1_1' if leads else 'infantry_2_1'} mori_infantry_2_1"})
    game(Move("west", (Group(tuple(game.at("west", "himeji")[:1]), ("himeji", "osaka")),)))
    movement = next(each for what, *each in lines_of(game.on, game.state)[1] if what == "Movement")[1]
    assert movement == f"total movement, the stack of Himeji begun{', led' if leads else ''}"


@pytest.mark.parametrize(("option", "left"), [("after_follow_on", ["", "1 card"]), ("before_follow_on", None)])
def test_what_is_drawn_after_the_combat_that_a_retreat_led_to_is_on_the_position(option, left):
    west = {"kiso": 3, "saku": 2, "kofu": 1}
    game = marched("kiso suwa", west=west, east={"suwa": 3}, hands=ONE_CARD, replenish=option)
    won(game, "suwa")(Retreat("east", "saku"))
    assert game.state.fight.place == "saku"
    told = {what: each for what, *each in lines_of(game.on, game.state)[1]}
    assert told.get("To draw after it") == left
    with pytest.raises(OrderError) as refused:
        position(game.on, "seed", [line for part in lines_of(game.on, game.state) for line in part])
    wrong = [one.sentence for one in (refused.value, *refused.value.more)]
    assert not any("There is no line" in one for one in wrong), wrong


def test_until_it_is_said_who_moves_first_the_position_says_who_did_in_the_week_before(tmp_path):
    made = a_room(tmp_path / "first.db")
    play(made, until="discard")
    now = standing_in(made)[1]
    first = next(each for what, *each in ask(made, on_the_board)[1] if what == "First")
    assert (now.week, first[SIDES.index(now.first)]) == (2, "moved first in week 1")
    made.store.close()


def test_the_position_says_who_has_won(tmp_path):
    made = a_room(tmp_path / "over.db")
    play(made)
    winner = standing_in(made)[1].winner
    won = next(each for what, *each in ask(made, on_the_board)[1] if what == "Won")
    assert [each.startswith(f"The {side} wins") for side, each in zip(SIDES, won, strict=True)] == [
        side == winner for side in SIDES
    ]
    made.store.close()


def test_the_sides_of_the_position_sheet_stand_clearly_apart(browsers):
    """Lines of the one do not read on into those of the other."""
    sheet = pypdfium2.PdfDocument(browsers["umpire"].get("/print/position.pdf").data)
    for page in sheet:
        words = page.get_textpage()
        at, _ = words.search("The west").get_next()
        begins, _, _, head = words.get_charbox(at)
        boxes = [words.get_charbox(number) for number in range(words.count_chars())]
        ends = [right for left, foot, right, _ in boxes if left < begins - 3 * MM and 20 * MM < foot < head]
        assert max(ends) < begins - 6 * MM


def test_what_is_alike_is_on_the_position_sheet_once_with_how_often():
    named = ["Ukita 2 mon", "Mōri 1", "Ukita 2 mon", "Date 3", "Ukita 2 mon"]
    assert alike(named) == "Date 3, Mōri 1, 3\u00a0×\u00a0Ukita 2\u00a0mon"


def test_no_cell_of_the_position_sheet_says_the_same_twice(room, tmp_path):
    begun = a_room(tmp_path / "kessen.db", "kessen")  # in which the box of Mōri is full
    for made in (room, begun):
        board, beside = ask(made, on_the_board)
        cells = [cell.split(", ") for line in (*board, *beside) for cell in line]
        assert [cell for cell in cells if len({*cell}) < len(cell)] == []
    begun.store.close()
    assert "Mōri box" in {line[0] for line in beside}


def test_the_players_cards_are_printed(browsers):
    assert len(read(browsers, "/print/aids.pdf")) == 3


def test_every_combat_that_was_fought_has_its_record_by_the_number_of_the_entry_that_ended_it(room, browsers):
    found = ask(room, fought)
    assert len(found) == 3
    assert found[-1].fight == standing_in(room)[1].last
    for one in found:
        words = " ".join(read(browsers, f"/print/combat.pdf?only={one.number}"))
        assert one.title in words
        total = combat_of(standing_in(room)[0], one.fight).total
        assert all(str(value) in words for value in total.values())
        assert "Lost, west" in words
        assert "Cards" in words


def test_a_siege_that_goes_as_the_one_before_is_another_one(tmp_path):
    made, order = a_room(tmp_path / "sieges.db"), {"cards": [], "degree": "minimal"}
    game = scene(active="east", east={"gifu": 4}, west={"gifu": 1}, hands=dict.fromkeys(SIDES, ""))
    set_state(made, game.state)
    do = doing(made)
    for turn in "AB":
        do("east", "move.end")
        do("east", "combat.declare", place="gifu")
        do("west", "combat.inside", stay=True)
        do("east", "combat.pass")
        if turn == "A":
            do("west", "move.pay", **order)
            do("west", "move.end")
            do("west", "combat.declare", place="gifu")
            do("west", "combat.inside", stay=True)
            do("east", "move.pay", **order)
    done = ask(made, weeks_done)[1]
    assert done.combats == {(turn, "east"): ["Gifu (siege): east 0, west 0; lost 0 : 0"] for turn in "AB"}
    assert done.paid == {("A", "west"): "minimal", ("B", "east"): "minimal"}
    assert [one.when for one in ask(made, fought)] == ["week 1, first turn", "week 1, second turn"]
    made.store.close()


def test_a_siege_that_is_forced_once_more_in_its_turn_and_goes_alike_is_another_one(tmp_path):
    made, two = a_room(tmp_path / "sieges.db"), {"gifu": 1, "sawayama": 1}
    set_state(
        made, scene(active="east", east={"gifu": 4, "sawayama": 1}, west=two, hands=dict.fromkeys(SIDES, "")).state
    )
    do = doing(made)
    do("east", "move.end")
    for force in ({}, {"force": "They go on"}, {"force": "And on"}):
        do("umpire", "combat.declare", side="east", place="gifu", **force)
        do("west", "combat.inside", stay=True)
        do("east", "combat.pass")
    assert [one.title for one in ask(made, fought)] == ["Siege of Gifu"] * 3
    assert len(ask(made, weeks_done)[1].combats["A", "east"]) == 3
    made.store.close()


def test_the_last_combat_stays_on_the_page_of_battles_and_the_umpire_prints_it_there(room, browsers):
    last = ask(room, fought)[-1]
    pages = {role: browser.get("/battle/").text for role, browser in browsers.items()}
    assert all(f"The last: {last.title}" in page for page in pages.values())
    wanted = f'name="only" value="{last.number}"'
    assert {role for role, page in pages.items() if wanted in page} == {"umpire"}
    assert wanted in browsers["umpire"].get("/at-the-table/").text


def test_the_records_are_printed_at_the_command_line(room, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["print", "combat", "--game", str(room.store.file), "--out", str(out), "--address", "http://x"]) == 0
    [made] = out.iterdir()
    assert len(PdfReader(made).pages) >= 3
    capsys.readouterr()


def test_a_campaign_that_is_over_has_a_sheet_of_its_results(room, browsers, tmp_path):
    refused = browsers["umpire"].get("/print/results.pdf")
    assert (refused.status_code, "The campaign is not over" in refused.text) == (422, True)
    made = a_room(tmp_path / "over.db", "kessen", "s1")
    play(made, seed=1, by_umpire=0)
    umpire = signed_in(opened(made), "umpire")
    told = " ".join(points(*standing_in(made))[1])
    for page in ("/table/", "/at-the-table/"):
        assert [one in umpire.get(page).text for one in ('value="results"', told)] == [True, True]
    words = " ".join(read({"umpire": umpire}, "/print/results.pdf"))
    assert "The west wins with 20 to 13 points (2.2)." in words
    assert "Castles 3 at 2: 6 6 at 2: 12 Resource locations 3 at 1: 3 6 at 1: 6 Disks 2 at 2: 4 1 at 2: 2" in words
    assert "Castles Hakone, Kanazawa, Okazaki Aizu, Anotsu, Gifu, Sawayama, Tanabe, Ueda" in words
    assert "Leaders lost Maeda leader Ōtani leader, Shimazu leader" in words
    assert "8 4 1 west 3, 3 6, 6 13 : 20" in words
    assert all(one.title.partition(" of ")[2] in words for one in ask(made, fought))
    leader = next(one for one in standing_in(made)[0].blocks if one.startswith("tokugawa_leader"))
    doing(made)("umpire", "table.correct", piece=leader, to="lost", reason="He had fallen")
    words = " ".join(read({"umpire": umpire}, "/print/results.pdf"))
    assert "The west wins: Tokugawa leader is dead (2.1)." in words
    made.store.close()


def test_what_is_put_right_after_the_end_counts_in_the_record_of_its_week(tmp_path):
    made = a_room(tmp_path / "over.db", "kessen", "s1")
    play(made, seed=1, by_umpire=0)
    campaign, state = standing_in(made)
    place = next(one for one, side in state.resources.items() if side == "west" and not state.at(campaign, "west", one))
    piece = next(one for one in campaign.blocks_of("east") if state.spot[one] == BAG)
    doing(made)("umpire", "table.correct", piece=piece, to=place, reason="It lies there")
    last = max(ask(made, weeks_done).items())[1]
    after = standing_in(made)[1].points
    assert last.stood[-1] == f"{after['east']} : {after['west']}"
    made.store.close()
