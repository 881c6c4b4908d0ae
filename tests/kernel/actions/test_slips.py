"""One slip of paper that two umpires enter: whoever comes second is asked once, whatever the slip is of."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import event

from control.kernel.actions import registry
from control.kernel.actions.registry import perform
from control.kernel.actions.slips import Entered, Slip, ask_once, much_the_same
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal import journal_questions
from control.kernel.journal.journal_questions import orders_of_others
from control.kernel.journal.moment import the_moment
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from tests.conftest import sign_in

NOON = "2026-05-02T12:00:00+00:00"


class Toll(Slip):
    """A slip that a toll was paid at a gate; at one with no name it is the action that refuses a second."""

    gate: str
    words: str = ""

    def facts(self) -> tuple[str, ...] | None:
        """The gate."""
        return (self.gate,) if self.gate else None

    def wording(self) -> str:
        """What is written on it."""
        return self.words


def asked(slip, *before):
    """What an umpire is asked who enters a slip after Hana; nothing if he is not asked."""
    try:
        ask_once(slip, [Entered(one, "Hana", NOON, "A toll was paid.") for one in before])
    except OrderNotAllowed as error:
        return error.sentence
    return ""


def test_whoever_enters_what_a_colleague_has_entered_is_told_who_and_what():
    toll = Toll(gate="north", words="Three horses and a cart")
    assert asked(toll, toll).startswith("Entered already by Hana at ")
    assert asked(toll, toll).endswith(": A toll was paid. Really once more?")
    assert asked(toll.model_copy(update={"twice": True}), toll) == ""
    assert asked(toll.model_copy(update={"gate": "south"}), toll) == ""
    assert asked(toll, Toll(gate="south"), toll) != ""


def test_nobody_is_asked_about_what_the_action_itself_refuses_a_second_time():
    toll = Toll(gate="", words="Three horses and a cart")
    assert asked(toll, toll) == ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("", "", True),
        ("Takeda took our salt road", "the takeda took our Salt Road!", True),
        ("Let the roads\nof Ōmi be open", "let the roads of Omi, be open", True),
        ("Roads – open … at … once !", "Roads open at once", True),
        ("open roads " * 120, "the " + "open roads " * 120, True),
        ("Send rice to Kai", "Sent rise too Kaga", False),
        ("a b c d e f g h i j", "a b c d e f g x y z", True),
        ("a b c d e f g h i j", "a b c d e f w x y z", False),
        ("Takeda took our salt road", "Takeda took my brother", False),
        ("Takeda took our salt road", "Uesugi holds my brother", False),
        ("", "Uesugi holds my brother", False),
    ],
)
def test_two_who_copy_one_slip_need_not_spell_it_alike(one, other, same):
    assert much_the_same(one, other) is same


EDICT = {"authority": "shogun", "title": "On roads", "text": "Let the roads be open."}
SLIPS = [
    ("start", "bakufu", "edict.issue", EDICT),
    ("start", "bakufu", "call.issue", {"kind": "troops", "clan": "takeda", "amount": 3, "season": "1551-summer"}),
    ("start", "team", "petition.file", {"clan": "takeda", "against": "uesugi", "matter": "Uesugi took our salt road"}),
    ("start", "team", "service.record", {"clan": "oda", "to": "shogun", "kind": "rice", "amount": 3, "note": "a gift"}),
    ("winter", "team", "letter.write", {"sender": "takeda", "recipient": "oda"}),
    ("start", "team", "treaty.record", {"kind": "other", "one": "takeda", "other": "oda", "terms": "no tolls on salt"}),
    ("start", "map", "garrison.raise", {"province": "kai", "troops": 2, "reason": "the table agreed"}),
    ("start", "game", "announcement.post", {"text": "Lunch is at one", "desks": ["team"]}),
    ("start", "game", "ruling.record", {"text": "Boats carry horses", "ruling": "R17"}),
    ("start", "game", "desk.new_code", {"desk": "team"}),
    ("orders", "map", "army.new_code", {"army": 2}),
    ("casting", "game", "duty.give_code", {"umpire": "Hans", "desk": "team"}),
    ("casting", "game", "part.swap", {"one": "takeda-harunobu", "other": "oda-nobunaga"}),
    ("start", "game", "news.choose", {"text": "A comet was seen over Kyōto"}),
    ("start", "team", "person.visit", {"character": "oda-nobunaga", "province": "kai"}),
    ("orders", "team", "person.accompany", {"character": "obu-toramasa", "army": 2}),
    ("start", "npd", "attitude.set", {"clan": "yuki", "to": "uesugi", "attitude": 2, "reason": "a wedding"}),
    ("question", "game", "treaty.no_breach", {"treaty": 1, "by": "date", "what": "it sang", "reason": "a song"}),
    ("bonds", "team", "treaty.renew", {"treaty": 1, "terms": "no tolls on salt"}),
    (
        "start",
        "map",
        "figure.correct",
        {"kind": "province", "id": "kai", "field": "raised", "value": 2, "reason": "one more"},
    ),
    (
        "honour",
        "game",
        "honour.level",
        {"umpire": "Team Control", "clan": "takeda", "points": -2, "reason": "too kind"},
    ),
    (
        "works",
        "team",
        "work.order",
        {"kind": "building", "clan": "takeda", "province": "kai", "points": 5, "name": "Hall"},
    ),
    ("start", "map", "conquest.settle", {"place": "kyoto", "clan": "oda", "how": "tribute", "points": 3}),
    ("start", "game", "account.import", {"lines": [{"clan": "oda", "kind": "event", "cash": 3}]}),
    ("start", "game", "game.begin_midway", {"year": 1551, "season": "summer", "garrisons": []}),
]


TURNS_BACK = ("person.visit", "person.accompany", "attitude.set", "treaty.renew", "figure.correct")
"""What the action refuses where it comes to the same, and does where somebody says otherwise in earnest."""
OTHERWISE = [
    ("person.visit", {"province": "shinano"}),
    ("attitude.set", {"attitude": -2}),
    ("treaty.renew", {"terms": "no tolls on anything"}),
    ("figure.correct", {"value": 3}),
    ("desk.new_code", {"sign_out": True}),
    ("part.swap", {"one": "oda-nobunaga", "other": "takeda-harunobu"}),
]
"""What a second umpire says otherwise of the same, from a page that still shows how it was."""


def by(hall, name, desk, action, order):
    """Do something as an umpire of this name."""
    return perform(hall.room, Umpire(name, desk), action, order)


@pytest.mark.parametrize(("stage", "desk", "action", "order"), SLIPS, ids=[action for *_, action, _ in SLIPS])
def test_a_slip_that_a_colleague_entered_is_asked_about_and_entered_all_the_same(hall_at, stage, desk, action, order):
    hall = hall_at(stage)
    by(hall, "Hana", desk, action, order)
    with hall.untouched(), pytest.raises(OrderNotAllowed, match="Entered already by Hana at ") as caught:
        by(hall, "Jun", desk, action, order)
    assert caught.value.field == "twice"
    if action in TURNS_BACK:
        return
    by(hall, "Jun", desk, action, {**order, "twice": True})
    assert verify(hall.room).same


@pytest.mark.parametrize(("action", "other"), OTHERWISE)
def test_what_a_colleague_has_said_is_not_written_over_unseen(hall_at, action, other):
    stage, desk, _, order = next(one for one in SLIPS if one[2] == action)
    hall = hall_at(stage)
    by(hall, "Hana", desk, action, order)
    with hall.untouched(), pytest.raises(OrderNotAllowed, match="Entered already by Hana at "):
        by(hall, "Jun", desk, action, {**order, **other})
    by(hall, "Jun", desk, action, {**order, **other, "twice": True})
    assert verify(hall.room).same


def test_whoever_saw_the_figure_as_it_is_corrects_it_without_being_asked(hall):
    """A form that shows a figure says which version it showed: that is asked in place of the question."""
    order = {"kind": "army", "field": "troops", "reason": "miscounted", "id": hall.an_army()}
    by(hall, "Hana", "map", "figure.correct", {**order, "value": 3})
    version = hall.army(order["id"]).version
    assert by(hall, "Jun", "map", "figure.correct", {**order, "value": 4, "version": version})


@pytest.mark.parametrize(
    ("action", "other"),
    [
        ("edict.issue", {"authority": "bakufu"}),
        ("call.issue", {"amount": 4}),
        ("call.issue", {"clan": "oda"}),
        ("petition.file", {"against": "hojo"}),
        ("letter.write", {"recipient": "hojo"}),
        ("treaty.record", {"other": "hojo"}),
        ("garrison.raise", {"troops": 1}),
        ("garrison.raise", {"province": "shinano"}),
        ("announcement.post", {"desks": ["map"]}),
        ("ruling.record", {"ruling": "R18"}),
        ("conquest.settle", {"clan": "hojo"}),
    ],
)
def test_a_slip_that_says_something_else_is_not_asked_about(hall_at, action, other):
    stage, desk, _, order = next(one for one in SLIPS if one[2] == action)
    hall = hall_at(stage)
    by(hall, "Hana", desk, action, order)
    assert by(hall, "Jun", desk, action, {**order, **other}).umpire == "Jun"


def test_two_hostages_of_one_clan_write_home_two_letters(hall):
    letter = {"sender": "oda", "recipient": "takeda"}
    for spot, hostage in enumerate(("takeda-nobushige", "takeda-yoshinobu")):
        hall.do("hostage.hand_over", "team", character=hostage, to="oda", force="a test")
        assert by(hall, "Hana" if spot else "Jun", "team", "letter.write", {**letter, "hostage": hostage})
    with pytest.raises(OrderNotAllowed, match="Entered already by Hana"):
        by(hall, "Jun", "team", "letter.write", {**letter, "hostage": "takeda-yoshinobu"})


@pytest.mark.parametrize(
    ("desk", "action", "order", "alike"),
    [
        (
            "team",
            "treaty.record",
            {"kind": "other", "one": "takeda", "other": "oda"},
            {"one": "oda", "other": "takeda"},
        ),
        ("game", "announcement.post", {"text": "Lunch", "desks": ["team", "map"]}, {"desks": ["map", "team"]}),
        ("map", "garrison.raise", {"place": "kyoto", "troops": 1, "reason": "a gift"}, {"province": "yamashiro"}),
    ],
)
def test_a_slip_that_says_the_same_in_another_order_is_asked_about(hall, desk, action, order, alike):
    by(hall, "Hana", desk, action, order)
    with hall.untouched(), pytest.raises(OrderNotAllowed, match="Entered already by Hana at "):
        by(hall, "Jun", desk, action, {**order, **alike})


def test_a_payment_beyond_what_a_vassal_owes_is_asked_about_and_what_is_left_is_not(hall):
    bond = {"kind": "vassalage", "one": "takeda", "other": "oda", "owes": "4 points"}
    by(hall, "Hana", "team", "treaty.record", bond)
    by(hall, "Hana", "team", "treaty.pay", {"treaty": 1, "points": 2})
    with pytest.raises(OrderNotAllowed, match="Entered already by Hana"):
        by(hall, "Jun", "team", "treaty.pay", {"treaty": 1, "points": 2})
    by(hall, "Jun", "team", "treaty.pay", {"treaty": 1})


def test_nobody_is_asked_about_what_was_taken_back_or_entered_in_another_season(hall):
    first = by(hall, "Hana", "bakufu", "edict.issue", EDICT)
    by(hall, "Hana", "bakufu", "journal.undo", {"entry": first.number})
    by(hall, "Jun", "bakufu", "edict.issue", EDICT)
    hall.next_season()
    by(hall, "Hana", "bakufu", "edict.issue", EDICT)


def test_nobody_is_asked_about_what_he_entered_himself(hall):
    by(hall, "Hana", "bakufu", "edict.issue", EDICT)
    by(hall, "Hana", "bakufu", "edict.issue", EDICT)


@pytest.mark.parametrize(
    ("action", "order"),
    [
        ("edict.issue", EDICT),
        ("treaty.record", {"kind": "other", "one": "takeda", "other": "oda", "terms": "hush", "audience": "secret"}),
    ],
    ids=["in the journal", "hidden from most"],
)
def test_of_several_who_entered_it_the_last_is_named(hall, action, order):
    for name in ("Hana", "Jun"):
        by(hall, name, "game", action, {**order, "twice": True})
    with pytest.raises(OrderNotAllowed, match="Entered already by Jun"):
        by(hall, "Taro", "game", action, order)


def test_of_what_others_entered_only_what_is_compared_and_told_is_read(hall):
    by(hall, "Hana", "bakufu", "edict.issue", EDICT)
    read = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: read.append(given[2]))
    by(hall, "Jun", "bakufu", "edict.issue", {**EDICT, "text": "Let nobody bear arms in Kyoto."})
    of_entries = [one for one in read if one.startswith("SELECT") and "journal.sentence" in one]
    assert of_entries
    assert not [one for one in of_entries if "journal.changes" in one]


def test_nobody_is_asked_about_what_is_hidden_from_his_desk(hall):
    secret = {"kind": "other", "one": "takeda", "other": "oda", "terms": "no tolls on salt", "audience": "secret"}
    by(hall, "Hana", "map", "treaty.record", secret)
    by(hall, "Jun", "team", "treaty.record", secret)
    with pytest.raises(OrderNotAllowed, match="Entered already by Jun"):
        by(hall, "Taro", "team", "treaty.record", secret)
    with pytest.raises(OrderNotAllowed, match="Entered already by"):
        by(hall, "Aki", "game", "treaty.record", secret)


def test_both_journals_are_asked_at_once_what_others_entered_by_a_question_made_once(hall):
    asked = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    made = journal_questions.asked_of_others.cache_info().misses
    for text in ("Let nobody bear arms.", "Let the roads be open.", "Let rice be cheap."):
        by(hall, "Jun", "bakufu", "edict.issue", {**EDICT, "title": text, "text": text})
    of_entries = [one for one in asked if one.startswith("SELECT") and ".sentence" in one]
    assert len(of_entries) == 3
    assert all("FROM journal " in one and "FROM journal_apart " in one for one in of_entries)
    assert journal_questions.asked_of_others.cache_info().misses <= made + 1


def test_of_two_seats_at_one_desk_neither_is_asked_by_what_the_other_may_read(hall):
    bond = {"kind": "other", "one": "takeda", "other": "oda", "terms": "no tolls on salt", "audience": "secret"}
    by(hall, "Hana", "team", "treaty.record", bond)

    def entered(name, *clans):
        with hall.room.store.read() as session:
            stretch = hall.room.game.moment(the_moment(session).game).stretch
            given = name, Seat("team", name, clans), "treaty.record", stretch
            return len([*orders_of_others(session, hall.room.game, *given)])

    assert entered("Hana", "uesugi") == 0, "it is her own"
    assert entered("Jun", "uesugi") == 0, "what she did herself is not what he did"
    assert entered("Jun", "oda", "takeda") == 1
    assert entered("Jun", "oda") == 0


def test_a_journal_in_which_one_slip_stands_twice_is_played_again(hall, monkeypatch):
    monkeypatch.setattr(registry, "ask_once", lambda *_: None)  # as it was entered before anybody was asked
    for name in ("Hana", "Jun"):
        by(hall, name, "bakufu", "edict.issue", EDICT)
    monkeypatch.undo()
    assert verify(hall.room).same


BORDER = {"clan": "takeda", "against": "uesugi", "matter": "Uesugi took our salt road"}


@pytest.mark.parametrize(
    ("desk", "address", "action", "order"),
    [("bakufu", "/edicts/", "edict.issue", EDICT), ("bakufu", "/petitions/", "petition.file", BORDER)],
)
def test_the_form_asks_with_what_was_typed_in_it_and_takes_the_answer(hall, app, desk, address, action, order):
    by(hall, "Hana", desk, action, order)
    jun = sign_in(app, desk)
    asked = jun.post(address, data=order, answers=422)
    assert asked.text.count("Entered already by Hana") == 1
    assert [*order.values()][-1] in asked.text
    answer = asked.text.split('name="twice"')[1].split("</button>")[0]
    assert not re.search("<(input|textarea|select) ", answer), (
        "The tick stands beside the button, however long the form."
    )
    assert jun.post(address, data={**order, "twice": "true"}).status_code == 303
