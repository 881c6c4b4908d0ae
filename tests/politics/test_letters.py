"""Winter letters: written, posted at once, in time, late or lost, and handed over (R34); travelling in winter (R18)."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import may_read
from control.kernel.journal.state_questions import part, state
from control.sengoku.game import SENGOKU
from control.sengoku.politics.letters import letters_questions as queries
from control.sengoku.rows import Game, Letter, RiskDraw
from control.sengoku.season.gate_questions import keys_of, still_open
from tests.games import LETTERS, Hall, close


def write(hall: Hall, sender: str = "takeda", recipient: str = "yuki", desk: str = "team", **more):
    return hall.do("letter.write", desk, sender=sender, recipient=recipient, **{"post": True, **more})


def post_of(hall: Hall, desk: str, clan: str = "") -> queries.Post:
    return hall.ask(queries.post, desk, clan)


def codes(letters) -> list[int]:
    """Which of LETTERS these are, counted from 1."""
    return [LETTERS.index(one.number) + 1 for one in letters]


@pytest.mark.parametrize(
    ("die", "fate"), [(1, "lost"), (2, "late"), (3, "late"), (4, "on_time"), (5, "on_time"), (6, "on_time")]
)
def test_the_die_on_the_post_table_says_what_becomes_of_a_letter(hall_at, die, fate):
    hall = hall_at("winter")
    entry = write(hall, die=die)
    letter = hall.get(Letter, LETTERS[0])
    season = hall.state()[("game", 1)]["seasons"]
    assert letter.fate == fate
    assert letter.ready == {"on_time": season, "late": season + 1, "lost": None}[fate]
    assert entry.dice == [{"what": "post", "value": die, "thrown": True}]


def test_a_die_that_nobody_threw_is_rolled_here_and_kept(hall_at):
    hall = hall_at("winter")
    rolled = write(hall).dice
    assert rolled == [{"what": "post", "value": rolled[0]["value"], "thrown": False}]
    assert hall.get(Letter, LETTERS[0]).fate == hall.room.scenario.tables.post.fates[rolled[0]["value"]]


def test_a_late_letter_can_be_handed_over_when_spring_begins_and_no_sooner(hall_at):
    hall = hall_at("works")
    assert codes(post_of(hall, "team").to_deliver) == [1]
    hall.refuse(OrderNotUnderstood, "letter.deliver", "team", letter=LETTERS[1])
    hall.next_season()
    assert codes(post_of(hall, "team").to_deliver) == [2, 1]
    hall.do("letter.deliver", "team", letter=LETTERS[1])
    assert codes(post_of(hall, "team").to_deliver) == [1]


def test_a_lost_letter_is_never_handed_over(hall_at):
    hall = hall_at("works")
    for _ in range(5):
        hall.refuse(OrderNotUnderstood, "letter.deliver", "game", letter=LETTERS[2])
        hall.next_season()


def test_a_letter_is_handed_over_once(hall_at):
    hall = hall_at("works")
    hall.do("letter.deliver", "team", letter=LETTERS[0], by="Ann")
    error = hall.refuse(ChangedElsewhere, "letter.deliver", "team", letter=LETTERS[0])
    assert error.sentence == "Letter L207512-K was handed over already, by Ann."


def test_who_minds_the_recipient_learns_nothing_of_a_letter_that_is_lost_or_on_its_way(hall_at):
    hall = hall_at("winter")
    for die in (1, 2, 5):  # lost, late, in time
        write(hall, "takeda", "yuki", die=die, text=f"die {die}")
    seen = post_of(hall, "npd")
    assert (codes(seen.to_deliver), seen.posted, seen.written) == ([3], (), ())
    with hall.room.store.read() as session:
        assert [queries.letter(session, "npd", code) for code in ("L207512-K", "L328730-P")] == [None, None]
        assert queries.letter(session, "npd", "L840723-Z").text == "die 5"
        assert [row["id"] for row in state(session, "npd")["letters"]] == [LETTERS[2]]
        assert [row["id"] for row in state(session, "team")["letters"]] == sorted(LETTERS[:3])
        assert "letters" not in state(session, "map")
    assert not any(may_read(SENGOKU, entry, "npd") for entry in hall.entries() if entry.action == "letter.write")
    said = {
        hall.refuse(OrderNotUnderstood, "letter.deliver", "npd", letter=number).sentence.replace(str(number), "N")
        for number in (*LETTERS[:2], 9)  # lost, on its way, none at all
    }
    assert said == {"There is no letter N to hand over. Look at the code again."}


def test_one_desk_that_minds_both_clans_hears_of_a_letter_only_where_it_looks_for_the_senders(hall_at):
    hall = hall_at("works")  # all letters but the fourth go from one of Team Control's clans to another
    everybody = post_of(hall, "team")
    assert (everybody.sending, everybody.posted, everybody.written) == (False, (), ())
    sent = post_of(hall, "team", "takeda").posted
    assert (codes(sent), [one.hands_over for one in sent]) == ([3, 2], [False, False])
    assert codes(post_of(hall, "team", "takeda").written) == [4]
    for recipient in ("uesugi", "hojo"):
        seen = post_of(hall, "team", recipient)
        assert (seen.posted, seen.to_deliver, seen.delivered) == ((), (), ())
    assert [row["id"] for row in hall.ask(state, "team")["letters"]] == [LETTERS[0], LETTERS[3]]
    assert {entry.audience for entry in hall.entries() if entry.action == "letter.write"} == {" game team "}


def test_of_a_letter_that_is_lost_between_two_of_its_clans_a_desk_reads_nothing_that_game_control_wrote(hall_at):
    hall = hall_at("winter")
    lost = write(hall, "takeda", "hojo", desk="game", fate="lost", reason="a blizzard")
    assert lost.audience == " game "


def test_map_and_intelligence_read_of_no_letter(hall_at):
    hall = hall_at("works")
    hall.do("letter.deliver", "team", letter=LETTERS[0])
    letters = [entry for entry in hall.entries() if entry.action.startswith("letter.")]
    assert len(letters) == 5
    assert not any(may_read(SENGOKU, entry, desk) for entry in letters for desk in ("map", "intelligence", "bakufu"))


def test_map_control_cannot_tell_a_winter_with_a_letter_not_handed_over_from_one_without(hall_at):
    seen = []
    for written in (False, True):
        hall = hall_at("winter")
        if written:
            hall.do("letter.write", "team", sender="takeda", recipient="hojo", post=True, die=6)
        shown = keys_of(hall.ask(still_open))
        game = hall.get(Game, 1)
        arguments = {"season": "winter", "year": game.year, "seen": shown, "force": "time is up"}
        entry = hall.do("season.advance", "game", **arguments)
        row = hall.ask(part, "journal", "map")[-1]
        assert "letter" not in entry.sentence
        assert "letter" not in str(row["arguments"])
        seen.append((entry.sentence, row["arguments"]))
        close(hall.room)
    assert seen[0] == seen[1]


def test_the_umpire_may_decide_with_a_reason(hall_at):
    hall = hall_at("winter")
    entry = write(hall, fate="late", reason="snow on the passes")
    assert entry.sentence == (
        "Takeda wrote letter L207512-K to Yūki: it arrives when spring begins (decided by the umpire: snow on the "
        "passes; R34)."
    )
    assert entry.dice == []


@pytest.mark.parametrize(
    ("die", "now", "later"),
    [
        (6, "arrives this winter", "was to arrive in winter 1551, and is not handed over yet"),
        (2, "arrives when spring begins", "arrives this spring"),
        (1, "is lost on the way", "is lost on the way"),
    ],
)
def test_what_becomes_of_a_letter_is_said_as_of_the_season_it_is(hall_at, die, now, later):
    hall = hall_at("winter")
    assert f": it {now} (die" in write(hall, die=die).sentence
    for words in (now, later):
        error = hall.refuse(ChangedElsewhere, "letter.post", "team", letter=LETTERS[0])
        assert error.sentence.endswith(f"was posted already: it {words}.")
        assert [one.becomes for one in post_of(hall, "team", "takeda").posted] == [words]
        hall.next_season()


def test_a_letter_that_was_handed_over_was_and_is_not_said_to_be_on_its_way(hall_at):
    hall = hall_at("works")
    hall.do("letter.deliver", "team", letter=LETTERS[0], by="Ann")
    error = hall.refuse(ChangedElsewhere, "letter.post", "team", letter=LETTERS[0])
    assert error.sentence == "Letter L207512-K was posted already: it was handed over by Ann."


def test_a_letter_that_was_let_go_outside_winter_arrives_this_season_or_the_next(hall):
    forced = {"sender": "takeda", "recipient": "yuki", "post": True, "force": "the road is open"}
    for die, words in ((6, "arrives this spring"), (2, "arrives when summer begins")):
        assert f": it {words} (die" in hall.do("letter.write", "game", **forced, die=die).sentence


def test_a_letter_that_went_from_hand_to_hand_is_not_in_the_post(hall):
    hall.do("hostage.hand_over", "team", character="obu-toramasa", to="oda")
    home = {"sender": "oda", "recipient": "takeda", "hostage": "obu-toramasa"}
    hall.do("letter.write", "team", **home, text="I am well.")
    (number,) = [row["id"] for row in hall.rows("letter")]
    error = hall.refuse(ChangedElsewhere, "letter.post", "team", letter=number)
    assert error.sentence.endswith("was posted already: it goes from hand to hand.")


def test_letters_are_listed_as_they_were_written_whatever_their_numbers(hall_at):
    hall = hall_at("works")
    fifth = write(hall, "takeda", "oda", die=1).changes[0]["key"][0]
    hall.do("account.give", "team", clan="takeda", to="hojo", kind="gift", points=1)
    sixth = write(hall, "takeda", "oda", die=1).changes[0]["key"][0]
    listed = [one.number for one in post_of(hall, "team", "takeda").posted]
    assert listed == [sixth, fifth, LETTERS[2], LETTERS[1]]
    assert listed != sorted(listed, reverse=True)


def test_a_letter_is_written_in_other_seasons_only_if_game_control_forces_it(hall):
    hall.refuse(OrderNotAllowed, "letter.write", "team", sender="takeda", recipient="oda")
    entry = write(hall, "takeda", "oda", "game", die=6, force="the road is closed by a flood")
    assert "Forced" in entry.sentence


def test_a_letter_written_first_is_posted_later_by_the_same_desk(hall_at):
    hall = hall_at("works")
    assert hall.get(Letter, LETTERS[3]).fate == ""
    hall.do("letter.post", "team", letter=LETTERS[3], die=6)
    assert codes(post_of(hall, "npd").to_deliver) == [4]
    hall.refuse(ChangedElsewhere, "letter.post", "team", letter=LETTERS[3])


def test_posting_rests_on_a_die_and_is_reopened_by_game_control_alone(hall_at):
    hall = hall_at("works")
    entry = hall.do("letter.post", "team", letter=LETTERS[3], die=1)
    with pytest.raises(OrderNotAllowed, match="A die or card was drawn"):
        hall.do("journal.undo", "team", entry=entry.number)
    hall.undo(entry.number)
    assert (hall.get(Letter, LETTERS[3]).fate, hall.get(Letter, LETTERS[3]).ready) == ("", None)


# ---- travelling in winter


def draws(hall: Hall) -> list[tuple[str, str]]:
    with hall.room.store.read() as session:
        return [(one.character, one.cause) for one in session.query(RiskDraw).filter_by(cause="winter_travel")]


def test_a_hostage_handed_over_in_winter_travels_and_draws_a_card(hall_at):
    hall = hall_at("winter")
    entry = hall.do("hostage.hand_over", "team", character="obu-toramasa", to="oda")
    assert entry.sentence.endswith("He is to draw a card for travelling in winter (R19).")
    assert draws(hall) == [("obu-toramasa", "winter_travel")]


def test_a_hostage_who_goes_home_in_winter_travels_too_but_draws_once_in_a_winter(hall_at):
    hall = hall_at("winter")
    hall.do("hostage.hand_over", "team", character="obu-toramasa", to="oda")
    entry = hall.do("hostage.release", "team", character="obu-toramasa")
    assert entry.sentence == "Oda released Obu Toramasa."
    assert draws(hall) == [("obu-toramasa", "winter_travel")]


def test_a_hostage_handed_over_in_another_season_draws_no_card(hall):
    hall.do("hostage.hand_over", "team", character="obu-toramasa", to="oda")
    assert draws(hall) == []


def test_who_travelled_is_listed_for_the_desk_that_minds_him(hall_at):
    hall = hall_at("winter")
    hall.do("person.visit", "team", character="obu-toramasa", province="owari")
    with hall.room.store.read() as session:
        assert [(one.name, one.where, one.card) for one in queries.travellers(session, "team")] == [
            ("Obu Toramasa", "Owari", "")
        ]
        assert queries.travellers(session, "npd") == []
        assert queries.travellers(session, "team", "oda") == []
