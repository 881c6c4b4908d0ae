"""Whole campaigns by chance through the kernel, watched by a witness who remembers what was shown to whom.

`make rehearse` (`python -m tests.sekigahara.rehearsal 500`) plays 500, each taken back and done again here and there,
and replayed at its end; the tests play twenty.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.state_questions import state as state_of
from control.kernel.proof.verify import verify
from control.kernel.roles import PUBLIC
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.play.standing_questions import closed, for_a_desk, for_the_display, offers
from control.sekigahara.rules.campaign.acts import Muster
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI_BOX
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.sight import shown
from tests.sekigahara.campaigns import EDITIONS
from tests.sekigahara.chance import an_act, haste_of
from tests.sekigahara.games import a_room, doing, order_of, standing_in

AGAIN = "Both agree that he misread the card."


class Witness:
    """Who sat at the table and remembers: ``known`` are the blocks that were shown where they stand and did not leave,
    nor did any block leave them. It is told only acts and where blocks stood, and asks nothing of the program."""

    def __init__(self, campaign):
        self.campaign = campaign
        self.known = set(campaign.placed)
        self.foreign = {
            side: [f'"{one}"' for one in (*campaign.blocks_of(OTHER[side]), *campaign.cards_of(OTHER[side]))]
            for side in SIDES
        }
        self.pieces = [f'"{one}"' for one in (*campaign.blocks, *campaign.cards)]

    def saw(self, before, act, after):
        """An act, by where blocks stood before and after it."""
        went = {}
        for one, spot in before.spot.items():
            if after.spot[one] != spot and spot != MORI_BOX:
                went.setdefault((self.campaign.blocks[one].kind.side, spot), []).append(one)
        for (side, spot), gone in went.items():
            stayed = [
                one
                for one in before.at(self.campaign, side, spot)
                if after.spot[one] == spot
            ]  # fmt: skip
            if stayed or len({after.spot[one] for one in gone}) > 1:
                self.known.difference_update(gone, stayed)
        if isinstance(act, Deploy):
            self.known.add(act.block)
        if isinstance(act, Muster) and len(act.blocks) > 1:
            self.known.update(act.blocks)
        self.known = {one for one in self.known if after.spot[one] not in (LOST, BAG, BOX)}

    def at(self, side, spot, state):
        """The names of the known blocks of a side at a place."""
        blocks = self.campaign.blocks
        return Counter(
            blocks[one].kind.name
            for one in self.known
            if state.spot[one] == spot and blocks[one].kind.side == side
        )  # fmt: skip

    def look(self, state, viewer, sees):
        """Nobody is told more than he may know: ``sees`` is what a side is told of the campaign, or the display."""
        for place, stacks in sees["places"].items():
            for side, stack in stacks.items():
                assert stack["number"] == len(state.at(self.campaign, side, place))
                if side != viewer:
                    assert set(stack) == {"number", "known"}
                    assert Counter(stack["known"]) <= self.at(side, place, state), (place, viewer)
        for side in SIDES:
            if side != viewer:
                assert sees["hands"][side] == {"number": len(state.hands[side])}
                box = sees["boxes"][side]
                assert box is None or box == {"number": len(state.at(self.campaign, side, BOX)), "known": []}
        assert sees["bags"] == {side: len(state.bags[side]) for side in SIDES}
        assert sees["piles"] == {side: len(state.piles[side]) for side in SIDES}
        self.names_nothing(viewer, sees)

    def names_nothing(self, viewer, told):
        """What a side is told names no piece of the other side; the display names none at all."""
        text = json.dumps(told)
        named = [one for one in self.foreign.get(viewer, self.pieces) if one in text]
        assert not named, (viewer, named)


def rehearse(file, edition, seed, undo=0.3, look=1.0, haste=None):
    """A campaign by chance to its end, through the kernel, and what was done in it. What is stored must be what the
    rules make of each act; so often as ``undo`` says an act is taken back, if that is allowed, and so often as ``look``
    says all that every role is told is compared with what it was shown."""
    room, chance = a_room(file, edition, f"{edition} {seed}"), random.Random(f"{edition} {seed}")
    do, done = doing(room), Counter()
    campaign, now = standing_in(room)
    witness, haste = Witness(campaign), haste or haste_of(chance)
    try:
        while choices := legal(campaign, now):
            act = an_act(chance, campaign, now, choices, haste)
            name, order = order_of(act)
            role = "umpire" if chance.random() < 0.1 else act.side
            entry = do(role, name, **order, **({"side": act.side} if role == "umpire" else {}))
            after, said = apply(campaign, now, act)
            assert entry.sentence == " ".join(said)
            if chance.random() < undo:
                take_back(room, do, role, act, entry, (now, after), done)
            witness.saw(now, act, after)
            now = after
            done[name] += 1
            if chance.random() < look:
                look_around(room, witness, now)
        assert standing_in(room)[1] == now
        with room.store.read() as session:
            for side in SIDES:
                whole = state_of(session, side)
                witness.look(now, side, whole["campaign"])
                witness.names_nothing(side, whole)
            public = state_of(session, PUBLIC)
            witness.look(now, "", public["board"])
            witness.names_nothing("", public)
        if undo:
            assert verify(room).differences == ()
    finally:
        room.store.close()
    return done


def take_back(room, do, role, act, entry, states, done):
    """Take back what a role did, and do it again: both give what was there. What was shown stands unless the umpire
    re-opens it."""
    before, after = states
    name, order = order_of(act)
    told = shown(standing_in(room)[0], before, after)
    if told:
        with pytest.raises(OrderNotAllowed, match=r"so it stands\. The umpire may re-open it") as refused:
            do(role, "journal.undo", entry=entry.number)
        assert all(one in refused.value.sentence for one in told)
        do("umpire", "journal.undo", entry=entry.number, force=AGAIN)
    else:
        do(role, "journal.undo", entry=entry.number)
    done["re-opened" if told else "taken back"] += 1
    assert standing_in(room)[1] == before
    do(act.side, name, **order)
    assert standing_in(room)[1] == after, "a draw that is taken back gives the same again"


def look_around(room, witness, now):
    """What every role is told at this moment."""
    with room.store.read() as session:
        for side in SIDES:
            witness.look(now, side, for_a_desk(session, side))
            witness.names_nothing(side, [offers(session, side), closed(session, side)])
        witness.look(now, "", for_the_display(session))


def one_of_many(about):
    """A rehearsal in a file of its own."""
    edition, seed = about
    with tempfile.TemporaryDirectory() as folder:
        return rehearse(Path(folder) / "campaign.db", edition, seed)


def main(number):
    """So many rehearsals, half of each edition, on every core; an error names the edition and the seed."""
    began, done = time.perf_counter(), Counter()
    wanted = [(EDITIONS[seed % len(EDITIONS)], f"rehearsal {seed}") for seed in range(number)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for count, (about, found) in enumerate(zip(wanted, pool.map(one_of_many, wanted), strict=True), start=1):
            done += found
            if count % 10 == 0 or count == number:
                spent = time.perf_counter() - began
                print(
                    f"{count} campaigns, the last {' '.join(about)}: {done.total()} acts in {spent:.0f} s", flush=True
                )
    missing = set(SEKIGAHARA.actions) & {name for name in SEKIGAHARA.actions if name.split(".")[0] in KINDS} - set(done)
    print(dict(done.most_common()))
    print(f"never done: {', '.join(sorted(missing)) or 'none'}")


KINDS = ("week", "move", "combat")
"""What the acts of the campaign begin with."""

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
