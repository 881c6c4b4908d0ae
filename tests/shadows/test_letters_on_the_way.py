"""Letters on their way: opened, held back, forged, and nobody who carries them the wiser (R34, R37)."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.sengoku.politics.letters.letters_questions import post
from control.sengoku.rows import Commission
from control.sengoku.shadows.tampering_questions import letters_within
from tests.games import LETTERS

TRUE, FALSE = "Come to Kai.", "Stay away."
ONE, TWO, *_ = LETTERS


@pytest.fixture
def hall(hall_at):
    """Takeda's letter to Uesugi is on its way; commission 1 is a spy who may do anything, 2 came off in part."""
    return hall_at("intercepted")


@pytest.fixture
def tamper(hall):
    """Does something to the letter."""
    return lambda deed, **order: hall.do(
        "covert.tamper", "intelligence", **{"commission": 1, "letter": ONE, "deed": deed} | order
    )


def to_hand_over(hall, clan="uesugi"):
    """The words of the letters that a clan's Controller has to hand over."""
    return [one.text for one in hall.ask(post, "team", clan).to_deliver]


def told(hall, desk="team"):
    return [(one["text"], one["ready"]) for one in hall.ask(state, desk)["letters"]]


def test_an_opened_letter_is_copied_to_the_report_and_goes_on(hall, tamper):
    before = told(hall)
    entry = tamper("open", commission=2)
    assert entry.number < 0
    assert hall.get(Commission, 2).report == f"Letter L207512-K of Takeda to Uesugi: {TRUE}"
    assert told(hall) == before
    assert to_hand_over(hall) == [TRUE]
    refused = hall.refuse(
        OrderNotAllowed, "covert.tamper", "intelligence", commission=2, letter=ONE, deed="hold", words=""
    )
    assert "in part" in refused.sentence


def test_a_letter_whose_words_are_on_paper_alone_is_copied_by_hand(hall, tamper):
    hall.do("letter.write", "team", sender="hojo", recipient="uesugi", post=True, die=6)
    wrong = {"commission": 1, "letter": TWO, "deed": "open"}
    assert hall.refuse(OrderNotUnderstood, "covert.tamper", "intelligence", **wrong).field == "words"
    tamper("open", letter=TWO, words="Nothing of note.")
    assert hall.get(Commission, 1).report.endswith(": Nothing of note.")


def test_no_letter_is_opened_for_a_report_that_was_handed_over(hall, tamper):
    tamper("open")
    hall.do("covert.deliver", "intelligence", commission=1)
    hall.do("letter.write", "team", sender="hojo", recipient="uesugi", text="Wait.", post=True, die=6)
    late = {"commission": 1, "letter": TWO, "deed": "open"}
    error = hall.refuse(OrderNotAllowed, "covert.tamper", "intelligence", **late)
    assert error.field == "commission"
    assert error.sentence.endswith("open it for another.")


def within(hall):
    """The letters that the first commission gets at."""
    return [one.number for one in hall.ask(letters_within, 1)]


def test_a_letter_that_was_handed_over_is_out_of_reach(hall):
    assert within(hall) == [ONE]
    hall.do("letter.deliver", "team", letter=ONE)
    assert within(hall) == []


@pytest.mark.parametrize(("kind", "letters"), [("other", [ONE]), ("counter_spy", []), ("assassin", [])])
def test_who_watches_or_kills_gets_at_no_letter(hall, kind, letters):
    with hall.room.store.write() as session:
        session.get_one(Commission, 1).kind = kind
    assert within(hall) == letters


def test_a_letter_held_back_comes_to_hand_a_season_later(hall, tamper):
    tamper("hold")
    assert to_hand_over(hall) == []
    refused = hall.refuse(OrderNotUnderstood, "letter.deliver", "team", letter=ONE)
    assert refused.sentence == "There is no letter 207512 to hand over. Look at the code again."
    hall.next_season()
    assert to_hand_over(hall) == [TRUE]
    hall.do("letter.deliver", "team", letter=ONE)
    assert verify(hall.room).differences == ()


def test_a_forged_letter_says_other_words_to_whoever_gets_it_on_page_paper_and_in_the_state(hall, tamper, client):
    tamper("forge", words=FALSE)
    assert to_hand_over(hall) == [FALSE]
    assert told(hall)[0][0] == FALSE
    team = client("team")
    assert FALSE in team.get("/letters/?clan=uesugi").text
    sheet = team.get("/print/letters.pdf?clan=uesugi")
    assert sheet.status_code == 200, sheet.text
    words = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(sheet.get_data())).pages)
    assert FALSE in words
    assert TRUE not in words


def test_of_several_forged_letters_the_last_is_the_one_that_comes(hall, tamper):
    spy = {"clan": "imagawa", "kind": "spy", "target": "uesugi", "points": 1, "question": "what is written to it"}
    hall.do("covert.commission", "intelligence", **spy)
    hall.do("covert.resolve", "intelligence", commission=3, dice=[6, 6])
    tamper("forge", words="Come to Shinano.")
    tamper("forge", commission=3, words=FALSE)
    assert to_hand_over(hall) == [FALSE]


def test_who_wrote_a_forged_letter_reads_his_own_words(hall, tamper):
    sent = {"sender": "yuki", "recipient": "uesugi", "text": "Yūki greets you.", "post": True, "die": 6}
    two = hall.do("letter.write", "npd", **sent).changes[0]["key"][0]
    before = told(hall, "npd")
    tamper("forge", letter=two, words=FALSE)
    tamper("hold", letter=two)
    assert told(hall, "npd") == before
    assert any(text == "Yūki greets you." for text, _ in before)


def test_taken_back_the_letter_is_as_it_was_and_stands_in_nobodys_way(hall, tamper):
    tamper("hold")
    tamper("forge", words=FALSE)
    written = next(one for one in hall.entries() if one.action == "letter.write")
    hall.do("journal.undo", "game", entry=written.number, force="a test")  # nothing tells of what was done to it
    assert told(hall) == []
    hall.do("journal.undo", "game", entry=hall.entries()[-1].number, force="a test")
    for number in (-6, -5):
        hall.do("journal.undo", "intelligence", entry=number)
    assert to_hand_over(hall) == [TRUE]
    assert verify(hall.room).differences == ()


def test_the_desk_does_it_from_the_page_of_a_commission(hall, client):
    desk = client("intelligence")
    assert "Letters on their way" in desk.get("/shadows/1").text
    form = {"letter": str(ONE), "deed": "forge", "words": ""}
    refused = desk.post("/shadows/1/tamper", data=form)
    assert "Write what the forged one says." in refused.text
    assert desk.post("/shadows/1/tamper", data=form | {"words": FALSE}).status_code == 303
    assert "· forged" in desk.get("/shadows/1").text
    assert "Hold it back" not in desk.get("/shadows/2").text


def test_a_roll_is_not_taken_back_under_what_it_allowed(hall, tamper):
    tamper("hold")
    rolled = next(one for one in hall.entries() if one.action == "covert.resolve")
    refused = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=rolled.number, force="a test")
    assert refused.sentence == (
        "Then a letter would be held back for commission 1, which cannot: it was, for that one. Take that back first."
    )


def test_a_slip_with_a_long_letter_that_was_opened_is_graded_and_written_on(hall, tamper):
    hall.do("letter.write", "team", sender="hojo", recipient="uesugi", text="So it is. " * 190, post=True, die=6)
    tamper("open", letter=TWO)
    slip = hall.get(Commission, 1).report
    assert len(slip) > 1800
    hall.do("covert.report", "intelligence", commission=1, report=slip, grade="exact")
    assert hall.get(Commission, 1).grade == "exact"
