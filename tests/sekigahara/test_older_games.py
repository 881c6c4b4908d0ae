"""A campaign that was begun with older tables goes on with those of today."""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from control.kernel import settings
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.database.store import open_store
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.journal_questions import every_entry
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from control.sekigahara.play.standing_questions import CAMPAIGNS, state_before
from control.sekigahara.play.start import new_game
from control.sekigahara.rules.board.march import reach
from control.sekigahara.rules.campaign.acts import Group, Move
from control.sekigahara.rules.playing import legal
from control.sekigahara.scenario.campaign import cards_of
from control.sekigahara.scenario.load import load
from tests.games import said_before
from tests.sekigahara.games import a_room, next_act, order_of, play, standing_in


def test_a_game_of_the_first_tables_is_brought_up_and_played_on(tmp_path):
    file = tmp_path / "campaign.db"
    room = a_room(file)
    play(room, until="move", by_umpire=0)
    before = standing_in(room)[1]
    room.store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        for column in ("led", "last"):
            connection.execute(f"ALTER TABLE state_of_play DROP COLUMN {column}")
        connection.execute(COUNTS_PILES)
        connection.execute("DROP INDEX ix_journal_heard_by")
        for journal in ("journal", "journal_apart"):
            connection.execute(f"ALTER TABLE {journal} DROP COLUMN heard_by")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    room = opened(open_store(file, passing=True))
    assert standing_in(room)[1] == before
    act = next_act(room, random.Random(1))
    name, order = order_of(act)
    perform(room, Umpire("Somebody", act.side), name, order)
    assert standing_in(room)[1] != before
    assert verify(room).differences == ()
    room.store.close()


COUNTS_PILES = "ALTER TABLE state_of_play ADD COLUMN shuffles INTEGER NOT NULL DEFAULT 0"
"""Before the tables 0013 a state counted how often a pile was made anew."""


def counted_piles(connection):
    """Tables that counted that, and a journal that has it too."""
    connection.execute(COUNTS_PILES)
    found = connection.execute("SELECT number, changes FROM journal").fetchall()
    for number, changes in found:
        rows = json.loads(changes)
        for row in [one[when] for one in rows for when in ("before", "after") if one["table"] == "state_of_play"]:
            row["shuffles"] = 0
        connection.execute("UPDATE journal SET changes = ? WHERE number = ?", (json.dumps(rows), number))


def test_a_journal_that_counted_how_often_a_pile_was_made_anew_is_read_taken_back_and_proved(tmp_path):
    file = tmp_path / "campaign.db"
    room = a_room(file)
    play(room, until="move", by_umpire=0)
    with room.store.read() as session:
        entries = every_entry(session)
        last = entries[-1].number
        before = [state_before(session, one) for one in entries]
    room.store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        counted_piles(connection)
        connection.execute("UPDATE journal SET made_with = '0012'")
        connection.execute("UPDATE alembic_version SET version_num = '0012'")
    room = opened(open_store(file, passing=True))
    with room.store.read() as session:
        assert [state_before(session, one) for one in every_entry(session)] == before
    assert verify(room).differences == ()
    perform(room, Umpire("Somebody", "umpire"), "journal.undo", {"entry": last, "force": "not so"})
    assert standing_in(room)[1] == before[-1]
    assert verify(room).differences == ()
    room.store.close()


def test_a_game_whose_cards_an_older_program_lost_is_not_opened_and_stays_as_it_was(tmp_path, monkeypatch):
    folder, file = tmp_path / "mine", tmp_path / "campaign.db"
    shutil.copytree(settings.folder("scenarios") / "sekigahara_1600_gmt", folder)
    cards, row = (folder / "cards.csv").read_text(encoding="utf-8"), "east,tokugawa,normal,10,2,confirmed,confirmed,\n"
    two = row.replace("10,2", "6,2") + row.replace("10,2", "4,2")
    (folder / "cards.csv").write_text(cards.replace(row, two), encoding="utf-8")

    def lost(scenario):
        found, bids = cards_of(scenario)
        gone = {f"tokugawa_normal_{number}" for number in range(7, 11)}
        return tuple({key: one for key, one in every.items() if key not in gone} for every in (found, bids))

    with monkeypatch.context() as older:
        older.setattr("control.sekigahara.scenario.campaign.cards_of", lost)
        new_game(open_store(file, passing=True), load(folder)).store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
    CAMPAIGNS.clear()
    store = open_store(file, passing=True)
    with pytest.raises(
        OrderNotAllowed, match=r"^This game lacks cards \(4 of the east\): an older version .* lost them"
    ):
        opened(store)
    store.close()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0011",)
    whole = new_game(open_store(tmp_path / "whole.db", passing=True), load(folder))
    whole.store.close()
    opened(open_store(tmp_path / "whole.db", passing=True)).store.close()


def test_what_was_announced_to_a_side_with_a_capital_is_replayed(tmp_path):
    room = a_room(tmp_path / "campaign.db")
    order = {"text": "Tea: The cups are here.", "desks": ["east"]}
    entry = perform(room, Umpire("Somebody", "umpire"), "announcement.post", order)
    assert entry.sentence == "Announced to the east: Tea: The cups are here."
    perform(room, Umpire("Somebody", "umpire"), "journal.undo", {"entry": entry.number})
    said_before(room, ("to the east", "to The east"))
    assert verify(room).differences == ()
    said_before(room, ("The cups", "the cups"))
    assert verify(room).differences
    room.store.close()


def test_a_march_of_many_blocks_in_the_words_of_before_is_replayed_and_its_undo_quotes_them(tmp_path):
    room = a_room(tmp_path / "campaign.db")
    play(room, until="move", by_umpire=0, seed=4)
    act = a_long_column(*standing_in(room))
    name, order = order_of(act)
    moved = perform(room, Umpire("Somebody", act.side), name, order)
    assert f"−1 for {len(act.groups[0].blocks)} blocks (7.3.5)" in moved.sentence
    perform(room, Umpire("Somebody", "umpire"), "journal.undo", {"entry": moved.number})
    said_before(room, ("−1 for ", "−1 "))
    assert verify(room).differences == ()
    said_before(room, ("blocks (7.3.5)", "men (7.3.5)"))
    assert verify(room).differences
    room.store.close()


def test_a_turn_that_was_called_by_its_letter_is_replayed_and_its_undo_quotes_it(tmp_path):
    room = a_room(tmp_path / "campaign.db")
    play(room, until="order", by_umpire=0)
    name, order = order_of(act := next_act(room, random.Random(1)))
    first = perform(room, Umpire("Somebody", act.side), name, order)
    assert "Week 1, first turn: the " in first.sentence
    perform(room, Umpire("Somebody", "umpire"), "journal.undo", {"entry": first.number})
    said_before(room, ("Week 1, first turn:", "Week 1, turn A:"))
    assert verify(room).differences == ()
    said_before(room, ("turn A:", "turn B:"))
    assert verify(room).differences
    room.store.close()


def test_a_win_of_both_that_was_told_without_whose_it_is_is_replayed(tmp_path):
    room = a_room(tmp_path / "campaign.db")
    for leader in ("ishida", "tokugawa"):
        order = {"piece": f"{leader}_leader_1_1", "to": "lost", "reason": "He had fallen"}
        last = perform(room, Umpire("Somebody", "umpire"), "table.correct", order)
    assert last.sentence.endswith("is dead; where both win at once, the west does (2.1).")
    said_before(room, ("; where both win at once, the west does", ""))
    assert verify(room).differences == ()
    said_before(room, ("is dead (2.1)", "is hurt (2.1)"))
    assert verify(room).differences
    room.store.close()


@pytest.mark.parametrize(
    ("by_right", "by_force"),
    [
        (
            r"leads, and no card has deployed for its side: it needs none \(8\.2\.4\)",
            "deploys without a card, against 8.2.4",
        ),
        (r"follows as the second block of ([^()]+) \(8\.4\.2, S18\)", r"deploys with \1, against 8.4.2"),
        (r"goes with any card, here ([^()]+) \(8\.2\.2, [^)]+\)", r"deploys with \1, against 8.4.2"),
        (r"lets no second block follow \(S42\)", "lets no second block follow, against 8.4.2"),
    ],
)
def test_what_was_forced_upon_a_combat_and_told_as_the_rules_is_replayed(tmp_path, by_right, by_force):
    """Here the journal has the words of what was forced and the replay those of what the rules allow: to whoever
    compares them that is the same as the other way round."""
    room, said = a_room(tmp_path / "campaign.db"), []
    play(room, number=160, seed=38, watch=lambda _act, entry: said.append(entry.sentence))  # all four happen in it
    found = re.search(by_right, " ".join(said))
    said_before(room, (f"{found[0]}.", f"{found.expand(by_force)}: the umpire forced it."))
    assert verify(room).differences == ()
    said_before(room, ("the umpire forced it", "the umpire forced him"))
    assert verify(room).differences
    room.store.close()


def a_long_column(campaign, state):
    """A move of five blocks or more that is legal now."""
    for offer in legal(campaign, state):
        if offer.act is Move and len(blocks := offer.choices["blocks"][:16]) > 4:
            place = offer.choices["place"]
            for way in reach(campaign.board, state.position(campaign), offer.side, place, len(blocks)):
                return Move(offer.side, (Group(tuple(blocks), way.way),))
    raise AssertionError("no stack is large")
