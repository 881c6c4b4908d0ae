"""Campaigns through the kernel: rooms of their own, acts of the rules as the orders that mean them."""

from __future__ import annotations

import itertools
import random
import re
from collections import defaultdict
from dataclasses import asdict

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.application import application_of
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import open_store
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import ROLES, SEKIGAHARA
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.standing_questions import as_columns, campaign_in, phase_of, state_now
from control.sekigahara.play.start import new_game
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.acts import Move
from control.sekigahara.rules.playing import legal
from control.sekigahara.scenario.load import of_edition
from tests.sekigahara.chance import an_act

AT = "1600-10-21T08:00:00+00:00"
CODES = {role: f"{role}22" for role in ROLES}


def opened(room):
    """The pages of a campaign."""
    return OpenRoom(application_of(SEKIGAHARA), room)


def signed_in(app, role, name="Somebody"):
    """A browser of a desk."""
    browser = app.test_client()
    assert browser.post("/sign-in", data={"code": CODES[role], "name": name}).status_code == 303
    return browser


def a_room(file, edition="gmt", seed="a seed"):
    """A new campaign in a file, its codes always the same."""
    return new_game(open_store(file, passing=True), of_edition(edition), Secrets(seed, "a key for cookies", CODES))


def order_of(act):
    """An act as the name of its action and its order, the side left out."""
    said = asdict(act)
    del said["side"]
    if isinstance(act, Move):
        said["groups"] = [
            {"blocks": list(one.blocks), "way": list(one.way)} | ({"card": one.card} if one.card else {})
            for one in act.groups
        ]
    return NAME_OF[type(act)], {name: list(one) if isinstance(one, tuple) else one for name, one in said.items()}


def doing(room):
    """What does something in a room, under keys and at times of which nothing is left to chance."""
    counts = defaultdict(itertools.count)

    def do(role, name, **order):
        key = f"{role}/{next(counts[role])}"
        return perform(room, Umpire(ROLES[role], role), name, order, key=key, at=AT)

    return do


def keys_in(sentence):
    """The ids of pieces and places in a sentence, where people read names."""
    scenario = of_edition("gmt")
    return {
        word
        for word in re.findall(r"[a-z0-9_]+", sentence)
        if word in scenario.locations or re.fullmatch(r"[a-z]+(_[a-z]+)*(_[0-9]+)+|mori_box", word)
    }


def standing_in(room):
    """The campaign of a room, and its state now."""
    with room.store.read() as session:
        return campaign_in(session), state_now(session)


def next_act(room, chance):
    """An act by chance that is legal now; nothing when the game is over."""
    campaign, state = standing_in(room)
    return an_act(chance, campaign, state, legal(campaign, state)) if state.step != "over" else None


def play(room, number=10**6, seed=1, watch=lambda act, entry: None, by_umpire=0.2, until=None):
    """So many acts by chance, some of them done by the umpire for a side; or ``until`` a step is waited for."""
    chance, do = random.Random(seed), doing(room)
    for _ in range(number):
        act = next_act(room, chance)
        if act is None or standing_in(room)[1].step == until:
            return
        name, order = order_of(act)
        if chance.random() < by_umpire:
            entry = do("umpire", name, side=act.side, **order)
        else:
            entry = do(act.side, name, **order)
        watch(act, entry)


def set_state(room, state):
    """Have the campaign stand so."""
    with room.store.write() as session:
        course, row = session.get_one(Course, 1), session.get_one(StateOfPlay, 1)
        for part, value in as_columns(state, course.secret).items():
            setattr(row, part, value)
        course.week, course.turn, course.doing = state.week, state.turn, phase_of(state)
