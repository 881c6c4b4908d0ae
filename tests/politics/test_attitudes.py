"""How the people of clans that nobody plays stand to others: proposed by what happens, moved by an umpire alone."""

from __future__ import annotations

import pytest

from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.world.bonds import attitudes_questions as queries
from tests.conftest import sign_in


def moving(hall, desk="npd", clan=""):
    """What waits: whose attitude to whom, by how many steps."""
    return [(one.clan.name, one.to.name, one.steps) for one in hall.ask(queries.moving, desk, clan)]


def attitude(hall, clan, to):
    """How a clan stands to another."""
    return hall.ask(queries.attitude, clan, to)


def a_gift(hall):
    hall.do("account.give", "team", clan="takeda", to="yuki", points=2)


def a_treaty(hall):
    hall.do("treaty.record", "npd", kind="peace", one="takeda", other="yuki")


def a_broken_treaty(hall):
    a_treaty(hall)
    hall.do("attitude.decline", "npd", proposal=1)
    hall.do("treaty.end", "npd", treaty=1, reason="it was broken")


def a_letter(hall):
    written = hall.do(
        "letter.write",
        "game",
        sender="takeda",
        recipient="yuki",
        post=True,
        force="winter",
        fate="on_time",
        reason="why not",
    )
    hall.do("letter.deliver", "npd", letter=written.changes[0]["key"][0])


def land_taken(hall):
    hall.do("province.take_over", "game", province="etchu", clan="takeda", how="force", force="a test")


@pytest.mark.parametrize(
    ("happens", "steps"), [(a_gift, 1), (a_treaty, 1), (a_broken_treaty, -1), (a_letter, 1), (land_taken, -2)]
)
def test_what_touches_a_clan_is_proposed_and_moves_nothing(hall, happens, steps):
    happens(hall)
    assert ("Yūki", "Takeda", steps) in moving(hall)
    assert attitude(hall, "yuki", "takeda") == 0


def test_a_march_without_leave_is_proposed_once_a_season_and_an_attack_besides(hall_at):
    hall = hall_at("question")
    assert moving(hall) == [("Yūki", "Uesugi", -1)]
    hall.do("locals.answer", "npd", encounter=1, answer="fights")
    hall.do("encounter.settle", encounter=1, outcome="battle", attacker="uesugi", defender="yuki", settled_by="umpire")
    assert moving(hall) == [("Yūki", "Uesugi", -1)] * 2
    hall.end()
    assert moving(hall) == [("Yūki", "Uesugi", -1)], "it was called off"
    hall.settle(2)
    assert moving(hall) == [("Yūki", "Uesugi", -1)] * 2


def test_a_battle_that_is_called_off_takes_no_grudge_along_that_another_one_earned(hall_at):
    hall = hall_at("question")
    hall.do("garrison.raise", "game", province="etchu", troops=9, reason="for two battles", force="a test")
    hall.do("locals.answer", "npd", encounter=1, answer="fights")
    hall.settle(attacker="uesugi", defender="yuki")
    hall.fight()
    hall.end(then="both_stay")
    before = moving(hall)
    hall.do("encounter.call", province="etchu", clans=["uesugi", "yuki"], reason="once more")
    hall.settle(2, attacker="uesugi", defender="yuki", force="they met twice")
    hall.end(2)
    assert moving(hall) == before
    assert before.count(("Yūki", "Uesugi", -1)) == 2


def test_the_same_in_one_season_is_proposed_once(hall):
    for twice in (False, True):
        hall.do("account.give", "team", clan="takeda", to="yuki", points=2, twice=twice)
    assert moving(hall) == [("Yūki", "Takeda", 1)]


def test_the_same_in_another_season_is_proposed_again(hall):
    army = hall.an_army("uesugi", "etchu", 3, experience=4)
    for _ in range(2):
        hall.correct("army", army, "province", "echigo")
        hall.march(army, "etchu", late="once more")
        hall.phases(1)
        hall.next_season()
    assert moving(hall) == [("Yūki", "Uesugi", -1)] * 2


def test_an_attitude_goes_no_further_than_its_ends(hall):
    hall.do("attitude.set", "npd", clan="yuki", to="takeda", attitude=2, reason="a wedding")
    a_gift(hall)
    hall.do("attitude.book", "npd", proposal=1)
    assert attitude(hall, "yuki", "takeda") == 2


def test_played_clans_feel_for_themselves(hall):
    hall.do("account.give", "team", clan="takeda", to="hojo", points=2)
    hall.do("account.give", "npd", clan="yuki", to="satake", points=1)
    assert moving(hall) == []


def test_players_who_take_a_clan_over_have_its_attitudes_with_it(hall):
    hall.do("attitude.set", "npd", clan="yuki", to="takeda", attitude=1, reason="a wedding")
    a_gift(hall)
    hall.do("clan.hand_over", "game", clan="yuki", to="players", reason="a late team")
    assert moving(hall, "npd") == []
    assert moving(hall, "team") == [("Yūki", "Takeda", 1)]
    hall.refuse(NotThisDesk, "attitude.book", "npd", proposal=1)
    hall.do("attitude.book", "team", proposal=1)
    assert attitude(hall, "yuki", "takeda") == 2


def test_of_what_came_of_a_hidden_bond_another_desk_hears_as_of_a_number_that_is_not_there(hall):
    entry = hall.do("treaty.record", "npd", kind="peace", one="yuki", other="takeda", audience="secret")
    hidden = next(change["key"][0] for change in entry.changes if change["table"] == "attitude_proposal")
    for act in ("attitude.book", "attitude.decline"):
        for number in (hidden, 999_999):
            error = hall.refuse(OrderNotUnderstood, act, "team", proposal=number)
            assert (error.field, error.sentence) == ("proposal", f'There is no attitude proposal "{number}".')
    hall.do("attitude.book", "npd", proposal=hidden)


def test_the_list_of_dossiers_says_how_many_attitudes_are_to_decide(hall, app):
    a_gift(hall)
    assert '<span class="sign">1 to decide</span>' in sign_in(app, "npd").get("/npd/clans").text


def test_the_state_has_those_of_the_clans_that_a_desk_minds(hall, app):
    hall.do("attitude.set", "npd", clan="yuki", to="takeda", attitude=-2, reason="a feud")
    a_gift(hall)
    for desk, rows in (("npd", 1), ("game", 1), ("team", 0)):
        client = sign_in(app, desk)
        for part in ("attitudes", "attitude_proposals"):
            found = client.get(f"/api/state/{part}").get_json()
            assert [one["clan"] for one in found].count("yuki") == rows, (desk, part)
    for desk in ("map", "bakufu", "intelligence", None):
        assert "attitudes" not in sign_in(app, desk).get("/api/state").get_json()


def test_what_was_proposed_goes_when_what_happened_is_taken_back(hall):
    a_treaty(hall)
    hall.undo(1, "npd", "")
    assert moving(hall) == []
    a_treaty(hall)
    hall.do("attitude.book", "npd", proposal=2)
    hall.refuse(OrderNotAllowed, "journal.undo", "npd", entry=3)
