"""A player whose person is a hostage: his part, his sheet and what he may do follow him to his hosts (R36)."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotAllowed
from control.sengoku.people.casting.casting_questions import roles, who_commands
from control.sengoku.rows import Letter
from control.sengoku.world.people.reprints_questions import papers
from tests.battle.test_risk import rows
from tests.conftest import sign_in
from tests.paper.reading import said

WHO = "takeda-yoshinobu"


@pytest.fixture
def cast(hall):
    """Anna plays the heir of Takeda."""
    hall.do("player.add", "game", name="Anna", clan="takeda")
    hall.do("part.cast", "game", character=WHO, player=1)
    hall.do("reprint.add", "game", paper="clan_sheet", clan="imagawa", why="it got wet")
    hall.do("reprint.done", "game", last=99)
    return hall


def handed(hall, to):
    """The hall, with him at the table of these."""
    hall.do("hostage.hand_over", "game", character=WHO, to=to)
    return hall


def test_his_hosts_table_and_both_sheets_know_who_sits_where(cast):
    handed(cast, "imagawa")
    with cast.room.store.read() as session:
        (hosts,), (own,) = roles(session, "imagawa"), roles(session, "takeda")
    assert [(part.id, one.name) for part, one in hosts.guests] == [(WHO, "Anna")]
    assert next(one.host.id for one in own.roles if one.id == WHO) == "imagawa"
    assert "Takeda Yoshinobu is a hostage of Imagawa; Anna sits there" in said(cast, "clan_sheet", clan="takeda")
    assert "as a hostage; Anna sits here" in said(cast, "clan_sheet", clan="imagawa")


def test_his_own_sheet_tells_him_what_he_may_do_and_is_printed_again_until_he_comes_home(cast):
    def sheet():
        return " ".join(said(cast, "personal_briefing", only=(WHO,)).split())

    assert "You are a hostage" not in sheet()
    handed(cast, "imagawa")
    assert "You are a hostage of Imagawa." in sheet()
    assert {(one.paper, one.of) for one in cast.ask(papers).open} == {
        ("character card and briefing", "Takeda Yoshinobu"), ("clan sheet", "Takeda"), ("clan sheet", "Imagawa"),
    }  # fmt: skip
    cast.do("hostage.release", "team", character=WHO)
    assert "You are a hostage" not in sheet()


def test_he_is_played_on_where_nobody_plays_his_hosts(cast):
    handed(cast, "yuki")
    one = next(one for one in cast.ask(who_commands) if one.person.id == WHO)
    assert (one.player, one.npd) == ("Anna", False)
    cast.do("garrison.raise", "npd", province="etchu", troops=2)
    cast.do("army.form", general=WHO, province="etchu", troops=1)
    cast.refuse(OrderNotAllowed, "army.form", "map", general=WHO, province="kai", troops=1, clan="takeda")


def test_a_hostage_writes_home_in_any_season_through_his_keepers(cast, app_of):
    handed(cast, "yuki")
    page = sign_in(app_of(cast), "npd")
    assert "A letter home" in page.get("/treaties/hostages").text
    assert "A letter home" not in sign_in(app_of(cast), "team").get("/treaties/hostages").text  # NPD minds his hosts
    sent = {
        "sender": "yuki",
        "recipient": "takeda",
        "hostage": WHO,
        "post": "yes",
        "text": "I am well.",
        "key": "a" * 16,
    }
    assert page.post("/letters/", data=sent).status_code == 303
    (letter,) = rows(cast, Letter)
    assert (letter.recipient, letter.text) == ("takeda", "Takeda Yoshinobu writes home:\nI am well.")
    assert cast.do("letter.deliver", "team", letter=letter.id).sentence.startswith(f"Letter {letter.code} of Yūki")


def test_a_hand_over_is_not_taken_back_under_the_letter_he_wrote_home(hall):
    over = hall.do("hostage.hand_over", "game", character=WHO, to="yuki")
    hall.do("letter.write", "npd", sender="yuki", recipient="takeda", hostage=WHO)
    error = hall.refuse(OrderNotAllowed, hall.undo, entry=over.number)
    assert "wrote letter" in error.sentence
    assert error.sentence.endswith("depends on it. Take that back first.")


def test_a_letter_home_is_told_by_the_season_in_which_it_went_from_hand_to_hand(cast, app_of):
    handed(cast, "yuki")
    cast.do("letter.write", "npd", sender="yuki", recipient="takeda", hostage=WHO, text="I am well.")
    page = sign_in(app_of(cast), "npd").get("/letters/").text
    assert "Spring 1550" in page
    assert "goes from hand to hand" in page
    assert "inter 1550" not in page
    assert "arrives this winter" not in page
