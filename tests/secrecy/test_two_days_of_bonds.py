"""Two days that differ in nothing but a hidden bond: what they leave in numbers and dice, and who may read of it (R35).
That every desk that may not know it is told the same, to the byte, is in test_two_days_of_everything.py."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import key_of_part, perform
from control.kernel.actions.world import Umpire
from control.kernel.proof.verify import verify
from control.kernel.rows import ApartEntry, JournalEntry
from control.kernel.wording import numbered
from control.sengoku.rules.desks import DESKS
from tests.secrecy.test_two_days import AT, Day, difference, told

SECRET = re.compile("obsidian|vermilion|cinnabar", re.IGNORECASE)
"""Planted in all that is said of the bond."""
STRANGERS = (None, "map", "npd", "intelligence", "bakufu")
"""Those who may not know what Team Control hides."""
HEIR = "takeda-yoshinobu"


class HiddenDay(Day):
    """A day with things that only some desks may know, or without them."""

    bond = oath = 0

    def hide(self, desk, name, **order):
        if self.covert:
            if "treaty" in order:
                order["treaty"] = self.bond
            done = perform(self.hall.room, Umpire("Sen", desk), name, order, at=AT)
            self.bond = self.bond or done.changes[0]["key"][0]
            return done.number
        return 0

    def swear(self, name, person, to, **order):
        """Let somebody answer for a hidden bond of Team Control's; on the other day he is handed over, and no more."""
        self.made += 1
        umpire, key = Umpire("Sen", "team"), f"key {self.made}"
        if self.covert:
            order = order or {"character": person, "to": to, "treaty": self.oath}
            self.oath = perform(self.hall.room, umpire, name, order, key=key, at=AT).changes[0]["key"][0]
        else:
            given = {"character": person, "to": to}
            perform(self.hall.room, umpire, "hostage.hand_over", given, key=key_of_part(key, 0), at=AT)


def played(hall, hidden):
    """Many desks at work, and between what they do a bond that is made, told, drawn out, broken and taken back."""
    day = HiddenDay(hall, hidden)
    day.do("team", "treaty.record", kind="peace", one="takeda", other="hojo")
    secret = {"one": "takeda", "other": "uesugi", "audience": "secret", "terms": "an obsidian cup"}
    day.hide("team", "treaty.record", kind="alliance", strength=2, temple="Cinnabar", against=["hojo"], **secret)
    day.do("game", "garrison.raise", province="kai", troops=3, reason="a test", force="a test")
    day.do("map", "army.form", general="takeda-harunobu", province="kai", troops=3)
    day.do("map", "army.order_march", army=1, route=["shinano"])
    day.hide("team", "treaty.renew", treaty=0, until="1551-summer", terms="a vermilion cup")
    day.do("game", "risk.call", character="asakura-norikage", cause="age")
    day.do("map", "risk.draw", draw=1)
    day.hide("game", "treaty.no_breach", treaty=0, by="takeda", what="an obsidian look", reason="no more than that")
    day.hide("team", "treaty.breach", treaty=0, by="takeda", what="a vermilion march")
    sworn = {"kind": "alliance", "one": "takeda", "other": "imagawa", "terms": "an obsidian oath"}
    day.swear("treaty.record", HEIR, "imagawa", **sworn, audience="secret", hostages=[HEIR])
    day.swear("hostage.hand_over", "imagawa-ujizane", "takeda")
    day.do("npd", "treaty.record", kind="peace", one="ashina", other="satake", audience="some", known_to=["map"])
    if hidden:
        last = day.hide("team", "treaty.record", kind="other", **secret)
        day.hide("team", "journal.undo", entry=last)
    day.do("team", "hostage.release", character=HEIR)
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    day.do("game", "season.advance", season="spring", year=1550, force="time is up")
    return day


@pytest.fixture
def two_days(days_of):
    """The applications of a day without a hidden bond and of one with it."""
    return days_of("start", played, (False,), (True,))


def differences(two_days, desks, addresses):
    """What the two days tell these desks otherwise, and where they tell of the bond."""
    for address in addresses:
        for desk in desks:
            one, other = (told(app, desk, address) for app in two_days)
            if one != other or SECRET.search(other[1].decode("latin-1")):
                yield f"{address} tells {desk} of a hidden bond: {difference(one, other)}"


def test_the_numbers_and_dice_of_what_comes_after_are_the_same(two_days):
    kept = []
    for app in two_days:
        with app.room.store.read() as session:
            kept.append([(one.number, one.dice, one.sentence) for one in session.scalars(select(JournalEntry))])
            hidden = list(session.scalars(select(ApartEntry.number).order_by(ApartEntry.turn)))
    assert kept[0] == kept[1]
    assert any(dice for _, dice, _ in kept[0][:-1])
    of_team = [f"H5.{count}" for count in range(1, 9)]
    assert [numbered(number) for number in hidden] == [*of_team[:6], "H11.1", *of_team[6:]]


def test_those_who_may_know_read_it_in_their_journal_and_it_can_be_played_again(two_days):
    _, busy = two_days
    for desk in ("team", "game"):
        page = told(busy, desk, "/journal/")[1].decode()
        assert page.index("H5.8") < page.index("H5.5") < page.index("H5.4") < page.index("H5.1")
        assert "an obsidian cup" in page
    state = told(busy, "game", "/api/state/journal")[1].decode()
    assert "vermilion march" in state
    assert '"turn"' not in state
    assert verify(busy.room).differences == ()


def test_a_desk_that_is_told_later_reads_what_comes_then_and_counts_nothing_before(two_days):
    quiet, busy = two_days
    before = told(busy, "npd", "/live")
    secret = {"kind": "other", "one": "takeda", "other": "uesugi", "terms": "obsidian", "audience": "secret"}
    bond = perform(busy.room, Umpire("Sen", "team"), "treaty.record", secret, key="a")
    assert told(busy, "npd", "/live") == before
    tell = {"treaty": bond.changes[0]["key"][0], "audience": "some", "known_to": ["npd"]}
    perform(busy.room, Umpire("Sen", "team"), "treaty.tell", tell, key="b")
    assert told(busy, "npd", "/live") != before
    assert "H13.1" in told(busy, "npd", "/journal/")[1].decode()
    strangers = [desk for desk in STRANGERS if desk != "npd"]
    assert list(differences((quiet, busy), strangers, ("/journal/", "/live", "/api/state", "/treaties/"))) == []


def test_every_desk_counts_for_itself():
    assert set(STRANGERS) - {None} | {"team", "game"} == set(DESKS)
