"""Whole campaigns by chance over the pure rules, every position checked: `python -m tests.sekigahara.campaigns 300`."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from functools import cache

from control.sekigahara.rules.campaign.campaign import as_document, from_document
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.rules.standing import faults
from control.sekigahara.scenario.campaign import campaign_of
from control.sekigahara.scenario.load import of_edition
from tests.sekigahara.chance import an_act, haste_of

EDITIONS = ("gmt", "kessen")


@cache
def campaign(edition):
    """The campaign of an edition as it is shipped."""
    return campaign_of(of_edition(edition))


def played(edition, seed, on=None, watch=lambda before, act, after, said: None):
    """A campaign by chance to its end; every state is checked, and ``watch`` sees every act."""
    on, chance = on or campaign(edition), random.Random(f"{edition} {seed}")
    state, haste = begin(on, f"{edition} {seed}"), haste_of(chance)
    offers = legal(on, state)
    while offers:
        act = an_act(chance, on, state, offers, haste)
        after, said = apply(on, state, act)
        offers = legal(on, after)
        wrong = faults(on, after, offers)
        assert not wrong, f"{edition} {seed}, {act}: {wrong}"
        assert said, act
        watch(state, act, after, said)
        state = after
    assert state.step == "over"
    assert state.winner in SIDES
    assert from_document(json.loads(json.dumps(as_document(state)))) == state
    return state


def main(number):
    """So many campaigns of each edition, and what was done in them."""
    for edition in EDITIONS:
        done, ends, began = Counter(), Counter(), time.process_time()
        for seed in range(number):
            end = played(
                edition, seed, watch=lambda before, act, after, said, done=done: done.update([type(act).__name__])
            )
            ends[end.winner, "points" if end.points else "at once"] += 1
        spent = time.process_time() - began
        acts = sum(done.values())
        print(f"{edition}: {number} campaigns, {acts} acts, {spent / acts * 1000:.1f} ms each with all checks")
        print("  ", dict(done.most_common()))
        print("  ", dict(ends))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
