"""Days that differ in nothing but private letters and what is answered to them: what they leave in numbers and dice,
who may know of them, and that an answer is told to nobody else, to the byte (R34). The same of the letters themselves
is in test_two_days_of_everything.py; what there is to ask is that of test_two_days.py."""

from __future__ import annotations

import re
from functools import cache
from itertools import count

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.proof.verify import verify
from control.kernel.rows import ApartEntry, JournalEntry
from control.kernel.wording import numbered
from control.sengoku.rows import Letter
from tests.secrecy.test_two_days import AT, Day, asked, at_the_door, difference, told

SECRET = re.compile("persimmon|lacquer|blizzard", re.IGNORECASE)
"""Planted in all that is said of the letters."""
STRANGERS = (None, "map", "npd", "intelligence", "bakufu")
"""Those who may not know what one of Team Control's clans writes to another, or to anybody before it is there."""
WRITTEN = {
    "none": None,
    "some": ("uesugi", "yuki", "A persimmon for you."),
    "others": ("hojo", "ashina", "Lacquer bowls."),
}
"""The three days: to whom a letter goes within Team Control and from it to NPD Control, and what it says."""
FAR = tuple(desk for desk in STRANGERS if desk != "npd")
"""Those who may not know what Team Control's clans and NPD Control's write and promise to one another."""


class LettersDay(Day):
    """A day with letters of one desk, or without them."""

    def __init__(self, hall, desk, letters):
        super().__init__(hall, letters)
        self.desk, self.keys = desk, count()

    def secretly(self, name, desk="", **order):
        key = f"letter {next(self.keys)}"
        return perform(self.hall.room, Umpire("Sen", desk or self.desk), name, order, key=key, at=AT)

    def answer(self, clan, to, matter, *decided):
        """Roll what the people of a clan answer, and decide it; once, and once more where it is decided twice."""
        for answer in decided:
            rolled = self.secretly("locals.roll", clan=clan, to=to, matter=matter)
            self.secretly("locals.decide", reaction=rolled.changes[0]["key"][0], answer=answer, note="A blizzard")

    def send(self, to, text, **more):
        """A letter of Takeda's; its number."""
        return self.secretly("letter.write", sender="takeda", recipient=to, text=text, **more).changes[0]["key"][0]


def played(hall, desk, letters):
    """A winter with many desks at work, and letters between what they do: written, posted, lost, taken back; handed
    over where that is nobody else's business."""
    day = LettersDay(hall, desk, letters)
    within, beyond, text = letters or ("", "", "")
    day.until_winter()
    day.do("team", "treaty.record", kind="peace", one="takeda", other="hojo")
    day.do("npd", "letter.write", sender="yuki", recipient="uesugi", text="Rice?", post=True, die=6)
    if letters and desk == "game":
        day.send(within, text, post=True, fate="lost", reason="a blizzard")
    if letters and desk == "team":
        there = day.send(within, text, post=True, fate="on_time", reason="no blizzard")
        drafted = day.send(beyond, text)
    day.do("map", "risk.draw", draw=1)
    if letters and desk == "team":
        day.secretly("letter.post", letter=drafted, fate="lost", reason="a blizzard")
        day.send(beyond, text, post=True, die=1)
        last = day.secretly("letter.write", sender="oda", recipient=beyond, text=text)
        day.secretly("journal.undo", entry=last.number)
        day.secretly("letter.deliver", letter=there, by="Persimmon")
        day.secretly("title.claim_falsely", character="obu-toramasa", kind="constable", province="kai")
    day.do("npd", "letter.write", sender="ashina", recipient="satake", text="Rice!", post=True)
    day.do("game", "season.advance", season="winter", year=1551, force="time is up")
    day.do("game", "garrison.raise", province="kai", troops=1, reason="a test", force="a test")
    day.do("map", "army.form", general="takeda-harunobu", province="kai", troops=1)
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    return day


def answered(hall, _desk, letters):
    """A winter and a spring in which NPD Control answers a letter and a hidden promise, and thinks better of whoever
    wrote; all of it is rolled for, decided, taken back and decided again."""
    day = LettersDay(hall, "npd", letters)
    one, other, text = letters or ("", "", "")
    day.until_winter()
    day.do("map", "garrison.raise", province="kai", troops=2, reason="a test")
    if letters:
        sent = {"sender": one, "recipient": other, "text": text, "post": True, "reason": "no blizzard"}
        there = day.secretly("letter.write", "game", **sent, fate="on_time").changes[0]["key"][0]
        felt = day.secretly("letter.deliver", letter=there, by="Persimmon")
        day.answer(other, one, "letter", "asks", "agrees")
        day.secretly("attitude.book", proposal=proposed(felt))
    day.do("npd", "locals.roll", clan="satake", to="hojo", matter="threat", thrown=[3, 4])
    day.do("npd", "locals.decide", reaction=1, answer="waits")
    if letters:
        bond = {"kind": "peace", "one": other, "other": one, "terms": text, "audience": "secret"}
        sworn = day.secretly("treaty.record", **bond)
        day.answer(other, one, "treaty", "keeps")
        day.secretly("attitude.decline", proposal=proposed(sworn), reason="a blizzard")
        last = day.secretly("attitude.set", clan=other, to="oda", attitude=1, reason="a test")
        day.secretly("journal.undo", entry=last.number)
    else:  # what is set by hand is counted, whatever led to it
        last = day.secretly("attitude.set", clan="yuki", to="oda", attitude=1, reason="a test")
        day.secretly("journal.undo", entry=last.number)
    day.do("game", "season.advance", season="winter", year=1551, force="time is up")
    if letters:
        day.answer(other, one, "letter", "agrees")
    day.do("map", "army.form", general="takeda-harunobu", province="kai", troops=1)
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    return day


def proposed(entry):
    """The number of what an entry proposes to feel."""
    return next(change["key"][0] for change in entry.changes if change["table"] == "attitude_proposal")


@pytest.fixture
def days(days_of):
    """Plays the days on which this desk writes; their applications."""
    return lambda desk, which=WRITTEN, play=played: days_of("start", play, *((desk, WRITTEN[name]) for name in which))


def differences(apps, desks, addresses):
    """What the days tell these desks otherwise, the first being asked for all, and where they tell of the letters."""

    @cache
    def said(body):
        """Whether a word of them is; what days and desks are told is mostly the same, and need not be read again."""
        return SECRET.search(body.decode("latin-1")) is not None

    for address in addresses:
        for desk in desks:
            one = told(apps[0], desk, address)
            for app in apps[1 : 2 if at_the_door(one) else None]:
                other = told(app, desk, address)
                if one != other or said(other[1]):
                    yield f"{address} tells {desk} of a letter: {difference(one, other)}"


def test_no_desk_that_may_not_know_is_told_what_a_clan_that_nobody_plays_answers_in_secret(days):
    apps = days("npd", play=answered)
    assert list(differences(apps, FAR, asked())) == []
    for app in apps:
        assert verify(app.room).differences == ()
    page = told(apps[1], "npd", "/journal/")[1].decode()
    for words, often in (("about a letter of Uesugi", 3), ("about a treaty of Uesugi", 1)):
        assert page.count(words) == page.count(f"Yūki to Uesugi, {words.removesuffix(' of Uesugi')}:") == often
    heard = told(apps[1], "team", "/journal/")[1].decode()
    assert heard.count("Yūki to Uesugi, about a letter: they agree") == 1  # in spring: in winter he is written to
    assert "about a treaty" not in heard


def test_the_numbers_and_dice_of_what_comes_after_are_the_same(days):
    kept = []
    for app in days("team"):
        with app.room.store.read() as session:
            kept.append([(one.number, one.dice, one.sentence) for one in session.scalars(select(JournalEntry))])
            mine = select(ApartEntry.number).where(ApartEntry.umpire == "Sen").order_by(ApartEntry.turn)
            hidden = [numbered(number) for number in session.scalars(mine)]
            numbers = set(session.scalars(select(Letter.id)))
        assert verify(app.room).differences == ()
        assert all(number >= 100_000 for number in numbers)
    assert kept[0] == kept[1] == kept[2]
    assert any(dice for _, dice, _ in kept[0])
    assert hidden == [f"H5.{place}" for place in range(1, 9)]


def test_those_who_may_know_read_of_it_in_their_journal(days):
    apps = days("team", ("none", "some"))
    for desk in ("team", "game"):
        page = told(apps[1], desk, "/journal/")[1].decode()
        assert "was handed over to Uesugi by Persimmon" in page
        assert page.index("H5.7") < page.index("H5.1")


@pytest.mark.parametrize(("die", "hears"), [(1, False), (3, False), (6, True)])
def test_the_desk_of_the_recipient_looks_again_when_a_letter_is_there_and_not_before(hall_at, app_of, die, hears):
    hall = hall_at("winter")
    app = app_of(hall)
    before = {desk: told(app, desk, "/live") for desk in ("team", "npd", "map", "bakufu")}
    written = hall.do("letter.write", "team", sender="takeda", recipient="yuki", post=True, die=die)
    after = {desk: told(app, desk, "/live") for desk in before}
    stirred = ["team", "npd"] if hears else ["team"]
    assert [desk for desk in before if before[desk] != after[desk]] == stirred
    hall.undo(written.number)  # it is there no more
    last = {desk: told(app, desk, "/live") for desk in before}
    assert [desk for desk in before if last[desk] != after[desk]] == stirred


def test_a_letter_that_is_there_does_not_say_which_of_how_many_it_was(hall_at, app_of):
    hall = hall_at("winter")
    hall.do("letter.write", "team", sender="takeda", recipient="yuki", post=True, die=6)
    app = app_of(hall)
    for desk in ("npd", "team"):
        page = told(app, desk, "/api/state/letters")[1].decode()
        assert "L207512-K" in page
        assert '"written"' not in page
        assert '"stirs"' not in told(app, desk, "/api/state/journal")[1].decode()
    assert "H5." not in told(app, "npd", "/journal/")[1].decode()


def held_back(hall, held):
    """A winter in which a letter of NPD Control's has come to hand; or Intelligence has held it back."""
    day = Day(hall, held)
    sent = {"sender": "yuki", "recipient": "uesugi", "text": "Rice?", "post": True, "die": 6}
    letter = day.do("npd", "letter.write", **sent).changes[0]["key"][0]
    day.apart("covert.tamper", commission=1, letter=letter, deed="hold")


def test_who_minds_the_sender_reads_nowhere_that_a_letter_was_held_back(days_of):
    quiet, busy = days_of("intercepted", held_back, (False,), (True,))
    with quiet.room.store.read() as session:
        code = session.scalar(select(Letter.code).where(Letter.sender == "yuki"))
    addresses = [f"/letters/{code}", "/letters/?clan=yuki", "/letters/list?clan=yuki", *asked()]
    for address in addresses:
        one, other = (told(app, "npd", address) for app in (quiet, busy))
        assert one == other, f"{address} tells of it: {difference(one, other)}"
    assert b"arrives this winter" in told(busy, "npd", addresses[0])[1]
