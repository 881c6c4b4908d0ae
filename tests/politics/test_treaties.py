"""Treaties: recorded, ended, and what they mean to armies on the march (R14, R16)."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.sengoku.battle.encounters import encounters_questions as encounter_queries
from control.sengoku.people.bonds import bonds_actions
from control.sengoku.rows import Character, Pledge, Transfer, Treaty
from control.sengoku.world.bonds import treaties_questions as queries
from control.sengoku.world.bonds.bond_parts import points_in
from control.sengoku.world.bonds.vassals_questions import dues
from tests.conftest import sign_in


def encounters(hall):
    """Kind and province of every encounter."""
    rows = sorted(hall.state().items(), key=str)
    return [(row["kind"], row["province"]) for key, row in rows if key[0] == "encounter"]


def treaty(hall, kind, one, other, **more):
    """Record a treaty."""
    return hall.do("treaty.record", "team", kind=kind, one=one, other=other, **more)


def numbers(hall):
    """The numbers of all bonds."""
    return hall.numbers("treaty")


def meeting(hall):
    """Uesugi's army enters Shinano, where Takeda's stands."""
    hall.an_army("takeda", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano")


@pytest.mark.parametrize(
    ("kind", "met"),
    [
        ("alliance", []),
        ("vassalage", []),
        ("passage", []),
        ("peace", [("meeting", "shinano")]),
    ],
)
def test_what_a_treaty_means_to_armies_that_meet_on_the_land_of_one_of_them(hall, kind, met):
    treaty(hall, kind, "takeda", "uesugi")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == met


def test_leave_to_pass_is_for_the_land_of_him_who_gave_it_and_nowhere_else(hall):
    treaty(hall, "passage", "takeda", "uesugi")
    hall.correct("province", "shinano", "holder", "hojo", "game")
    hall.an_army("takeda", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    assert encounters(hall) == [("meeting", "shinano"), ("undefended", "shinano")]  # of Takeda there, and of Hōjō


def test_a_treaty_that_has_ended_keeps_nobody_apart(hall):
    treaty(hall, "alliance", "takeda", "uesugi")
    hall.do("treaty.end", treaty=1, reason="broken by night")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]


def test_allies_exchange_provinces_without_a_stop(hall):
    treaty(hall, "alliance", "takeda", "uesugi")
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano")
    hall.comes("takeda", "shinano", "echigo", 5)
    assert encounters(hall) == []
    assert (hall.army(1).province, hall.army(2).province) == ("shinano", "echigo")


@pytest.mark.parametrize("kind", [*queries.LEAVE, "peace"])
def test_a_treaty_with_those_nobody_plays_opens_their_province(hall, kind):
    treaty(hall, kind, "uesugi", "yuki")
    hall.comes("uesugi", "echigo", "etchu", 5)
    assert encounters(hall) == []


def test_only_the_clan_with_the_treaty_is_let_through(hall):
    treaty(hall, "passage", "takeda", "yuki")
    hall.comes("uesugi", "echigo", "etchu", 5)
    assert encounters(hall) == [("closed_province", "etchu")]


def test_the_same_treaty_is_not_made_twice_whoever_is_named_first_but_another_kind_is(hall):
    treaty(hall, "peace", "takeda", "uesugi")
    error = hall.refuse(OrderNotAllowed, "treaty.record", "map", kind="peace", one="uesugi", other="takeda")
    assert error.field == "kind"
    treaty(hall, "passage", "uesugi", "takeda")
    hall.do("treaty.end", treaty=1, reason="it ran out")
    treaty(hall, "peace", "uesugi", "takeda")
    assert hall.get(Treaty, 3).ended is False
    hall.refuse(OrderNotAllowed, "treaty.end", treaty=1, reason="once more")


@pytest.mark.parametrize("other", ["uesugi", "uesugi-kenshin"])
def test_persons_are_bound_once_in_one_way_and_are_told_by_which_bond(hall, other):
    treaty(hall, "alliance", "takeda-harunobu", other)
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", kind="alliance", one=other, other="takeda-harunobu")
    assert error.field == "kind"
    assert "Takeda Harunobu allied with Uesugi" in error.sentence
    assert "already, since spring 1550. End that treaty first" in error.sentence
    treaty(hall, "alliance", "takeda", "uesugi")  # their clans are not bound by it
    treaty(hall, "peace", "takeda-harunobu", other)


def test_a_bond_that_ran_out_is_not_renewed_beside_the_one_that_took_its_place(hall):
    treaty(hall, "peace", "takeda", "uesugi", until="1550-spring")
    hall.next_season()
    treaty(hall, "peace", "uesugi", "takeda")
    error = hall.refuse(OrderNotAllowed, "treaty.renew", "team", treaty=1, until="1551-spring")
    assert error.sentence == (
        "Uesugi at peace with Takeda already, since summer 1550. Renew that treaty, or end it first."
    )
    hall.do("treaty.end", treaty=2, reason="the old one goes on")
    hall.do("treaty.renew", "team", treaty=1, until="1551-spring")
    assert verify(hall.room).same


def test_what_is_owed_is_the_first_number_of_the_words_however_its_thousands_are_parted():
    assert [points_in(words) for words in ("20 points", "1,000 points", "1 000, or 3 horses", "cows")] == [
        20,
        1000,
        1000,
        0,
    ]


def test_a_vassalage_that_ran_out_is_not_renewed_beside_another_overlord(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", until="1550-spring")
    hall.next_season()
    treaty(hall, "vassalage", "oda", "uesugi")
    error = hall.refuse(OrderNotAllowed, "treaty.renew", "team", treaty=1, until="1551-spring")
    assert "Oda is overlord of Uesugi, since summer 1550, and nobody openly serves two." in error.sentence


def test_a_second_overlord_is_not_told_to_all_beside_the_first(hall):
    treaty(hall, "vassalage", "takeda", "uesugi")
    number = treaty(hall, "vassalage", "oda", "uesugi", audience="secret").changes[0]["key"][0]
    error = hall.refuse(OrderNotAllowed, "treaty.tell", "team", treaty=number)
    assert "Takeda is overlord of Uesugi, since spring 1550, and nobody openly serves two." in error.sentence
    assert error.field == "audience"


def test_dues_rest_on_the_bond_by_which_they_were_paid_though_it_be_hidden(hall):
    secret = treaty(hall, "other", "takeda", "uesugi", terms="for his silence", owes=5, audience="secret")
    openly = treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    number = next(change["key"][0] for change in secret.changes if change["table"] == "treaty")
    paid = hall.do("treaty.pay", "team", treaty=number)
    assert "depends on it" in hall.refuse(OrderNotAllowed, hall.undo, entry=secret.number).sentence
    assert [(one.points, one.paid) for one in hall.ask(dues, "team")] == [(5, 5), (20, 0)], "by each its own"
    hall.undo(openly.number)
    hall.undo(paid.number)
    hall.undo(secret.number)
    assert verify(hall.room).differences == ()


def test_what_was_paid_by_a_bond_that_has_ended_counts_for_the_next_between_the_same(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    hall.do("treaty.pay", "team", treaty=1, points=15)
    hall.do("treaty.end", "team", treaty=1, reason="on other terms")
    treaty(hall, "vassalage", "takeda", "uesugi", owes=25)
    assert [one.left for one in hall.ask(dues, "team")] == [10]


def test_what_was_paid_by_a_bond_that_ran_out_counts_for_the_next_between_the_same(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20, until="1550-spring")
    hall.do("treaty.pay", "team", treaty=1)
    hall.next_season()
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    assert [one.left for one in hall.ask(dues, "team")] == [0]


def due(hall):
    """How the first of what is owed stands: what is left, whether it is due, and since when."""
    [one, *_] = hall.ask(dues, "team")
    return one.left, one.fallen, one.since


def test_what_would_have_fallen_due_before_a_bond_was_made_is_not_owed_and_what_was_not_paid_is_later(hall, app_of):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    assert due(hall) == (20, False, ""), "the winter of 1550 was before it"
    hall.do("treaty.pay", "team", treaty=1, points=5)
    for _ in range(3):
        hall.next_season()
    assert (hall.rows("game")[0]["season"], due(hall)) == ("winter", (15, True, ""))
    hall.do("treaty.pay", "team", treaty=1, points=1)
    for _ in range(4):
        hall.next_season()
    assert due(hall) == (34, True, "winter 1551"), "that of this winter, and what was left"
    page = " ".join(sign_in(app_of(hall), "team").get("/treaties/vassals").text.split())
    assert "34 left, not paid since winter 1551" in page
    assert [(one.paid, one.since, one.fallen) for one in hall.ask(dues, "map")] == [(None, "", True)]
    entry = hall.do("treaty.pay", "team", treaty=1)
    assert entry.sentence.startswith("Uesugi paid Takeda 34 points")
    assert due(hall) == (0, False, "")
    assert verify(hall.room).same
    hall.undo(entry.number)
    assert due(hall) == (34, True, "winter 1551")


def test_a_bond_that_ran_out_and_is_drawn_out_anew_asks_for_nothing_between(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20, due_in="summer", until="1550-spring")
    hall.next_season()
    hall.next_season()
    assert hall.ask(dues, "team") == []
    hall.do("treaty.renew", "team", treaty=1, until="1560-spring")
    assert due(hall) == (20, False, ""), "the summer in which it did not bind is not owed"


def test_what_was_paid_by_a_bond_that_has_ended_counts_for_none_that_stood_beside_it(hall):
    treaty(hall, "other", "takeda", "uesugi", terms="for a road", owes=5)
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    hall.do("treaty.pay", "team", treaty=1)
    hall.do("treaty.end", "team", treaty=1, reason="the road is made")
    assert [(one.paid, one.left) for one in hall.ask(dues, "team")] == [(0, 20)]


def test_by_which_bond_dues_were_paid_only_game_control_sees(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=20)
    paid = hall.do("treaty.pay", "team", treaty=1)
    [row] = [change["after"] for change in paid.changes if change["table"] == "transfer"]
    assert row["treaty"] == 1
    assert "treaty" in Transfer.hidden(hall.room.game, "team")
    assert "treaty" not in Transfer.hidden(hall.room.game, "game")


def test_a_passage_is_told_in_a_sentence_and_a_journal_in_the_words_of_before_is_played_again(hall, monkeypatch):
    monkeypatch.setitem(queries.WORDS, "passage", "free passage with")
    before = treaty(hall, "passage", "takeda", "date", strength=2)
    hall.do("hostage.hand_over", "team", character="takeda-yoshinobu", to="date", treaty=1)
    hall.do("treaty.renew", "team", treaty=1, until="1551-spring")
    hall.do("treaty.end", "team", treaty=1, reason="they quarrelled")
    hall.undo(hall.entries()[-1].number)
    hall.do("treaty.breach", "game", treaty=1, by="takeda", what="it closed the road", force="a test")
    monkeypatch.undo()
    assert verify(hall.room).same
    assert before.sentence.startswith("Treaty: Takeda free passage with Date.")
    assert treaty(hall, "passage", "takeda", "oda").sentence == "Treaty: Takeda on terms of free passage with Oda."
    assert verify(hall.room).same


def test_a_journal_in_which_a_bond_stands_twice_is_played_again(hall, monkeypatch):
    monkeypatch.setattr(bonds_actions, "between", lambda *_: None)  # as it was entered before it was refused
    monkeypatch.setattr(bonds_actions, "marriage_of", lambda *_: None)
    for _ in range(2):
        treaty(hall, "alliance", "takeda-harunobu", "uesugi-kenshin")
    marry(hall)
    treaty(hall, "marriage", "takeda-harunobu", "takeda-yoshinobu", bride="hayakawa", groom="takeda-yoshinobu")
    monkeypatch.undo()
    assert verify(hall.room).same


def test_npd_control_records_only_what_a_clan_that_nobody_plays_agrees(hall):
    two = {"kind": "peace", "one": "takeda", "other": "uesugi"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "npd", **two)
    assert (error.field, error.sentence) == (
        "other",
        "Takeda and Uesugi are both played: Team Control or Map Control records what they agree. Name a clan that "
        "nobody plays.",
    )
    persons = {**two, "one": "takeda-harunobu", "other": "uesugi-kenshin"}
    assert hall.refuse(OrderNotAllowed, "treaty.record", "npd", **persons).field == "other"
    assert (
        hall.do("treaty.record", "npd", **{**two, "other": "ashina"}).sentence == "Treaty: Takeda at peace with Ashina."
    )


def test_a_treaty_cannot_be_taken_back_once_a_phase_was_run_on_it(hall):
    made = treaty(hall, "alliance", "takeda", "uesugi")
    meeting(hall)
    hall.phases(1)
    assert "Phase 1" in hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=made.number).sentence
    hall.undo(hall.entries()[-1].number)
    hall.undo(made.number)
    assert hall.state().get(("treaty", 1)) is None
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("desk", "sees"),
    [
        ("map", 1),
        ("game", 1),
        ("team", 1),
        ("npd", 1),
        ("bakufu", 1),
        ("intelligence", 1),
        ("public", 0),
    ],
)
def test_a_treaty_that_is_no_secret_is_shown_at_every_desk(hall, desk, sees):
    treaty(hall, "peace", "takeda", "uesugi")
    assert len(hall.ask(queries.treaties, desk)) == sees


# ---- what was agreed (R35)


def marry(hall, head=False, **more):
    """A daughter of Hōjō, who may stand at its head, weds the heir of Takeda."""
    hall.do("person.add", "team", clan="hojo", name="Hayakawa", relation="child", sex="female")
    if head:
        with hall.room.store.write() as session:
            session.get_one(Character, "hojo-ujiyasu").role = "elder"
            session.get_one(Character, "hayakawa").role = "daimyo"
    return treaty(hall, "marriage", "takeda", "hojo", bride="hayakawa", groom="takeda-yoshinobu", **more)


def test_a_bond_keeps_all_that_was_agreed_and_says_it(hall):
    heir = hall.idle_general("uesugi")
    entry = hall.do(
        "treaty.record", "game", kind="vassalage", one="takeda", other="uesugi", strength=3, terms="he kneels",
        temple="Zenkō-ji", until="summer 1551", owes=20, due_in="autumn", hostages=[heir], force="of his own will",
    )  # fmt: skip
    assert entry.sentence.startswith(
        "Treaty: Takeda overlord of Uesugi: he kneels. Sworn with hostages, sworn at Zenkō-ji, Uesugi owes 20 points, "
        "each autumn, until summer 1551. Uesugi handed "
    )
    bond = hall.get(Treaty, 1)
    assert (bond.until, bond.due, bond.due_in, bond.strength) == ("1551-summer", 20, "autumn", 3)
    assert hall.get(Character, heir).held_by == "takeda"
    [view] = hall.ask(queries.treaties, "team", "uesugi")
    assert [one.id for one in view.hostages] == [heir]
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("field", "more", "words"),
    [
        ("other", {"other": "takeda-harunobu", "one": "takeda-harunobu"}, "with himself"),
        ("other", {"other": "shonyo"}, "is dead"),
        ("hostages", {"hostages": ["shonyo"]}, "is dead"),
        ("hostages", {"hostages": ["oda-nobunaga"]}, "of neither Takeda nor Uesugi"),
        ("hostages", {"hostages": ["obu-toramasa"]}, "heir, wife, child, parent or sibling"),
        ("strength", {"strength": 3}, "sworn with hostages: name them"),
        ("until", {"until": "1550-winter"}, "Winter 1550 is past"),
        ("until", {"until": "next year"}, "written as 1550-summer"),
        ("through", {"through": ["kai"]}, "Only a passage"),
        ("through", {"kind": "passage", "through": ["kay"]}, '"kai"?'),
        ("against", {"kind": "alliance", "against": ["uesugi"]}, "one of its own"),
        ("known_to", {"audience": "some"}, "which desks may know"),
        ("known_to", {"audience": "some", "known_to": ["teem"]}, '"team"?'),
        ("known_to", {"known_to": ["team"]}, "Name desks only where some may know."),
        ("bride", {"kind": "marriage", "groom": "takeda-yoshinobu"}, "needs a bride"),
        ("groom", {"kind": "marriage", "bride": "obu-toramasa", "groom": "takeda-yoshinobu"}, "are of one clan"),
        ("groom", {"kind": "marriage", "bride": "takeda-yoshinobu", "groom": "oda-nobunaga"}, "of neither"),
    ],
)
def test_a_bond_that_cannot_be_is_refused_at_its_field_and_nothing_is_changed(hall_at, field, more, words):
    hall = hall_at("people")
    with hall.untouched(), pytest.raises(OrderError) as caught:
        treaty(hall, **{"kind": "peace", "one": "takeda", "other": "uesugi", **more})
    assert caught.value.field == field
    assert words in caught.value.sentence


def test_strength_three_without_a_hostage_stands_only_by_force(hall):
    order = {"kind": "peace", "one": "takeda", "other": "uesugi", "strength": 3}
    hall.refuse(OrderNotAllowed, "treaty.record", "team", **order, force="they are on their way")
    assert hall.do("treaty.record", "game", **order, force="they are on their way").sentence.endswith("on their way.")


def test_peace_ends_with_its_last_season_and_can_be_renewed_before(hall):
    treaty(hall, "alliance", "takeda", "uesugi", until="1550-spring")
    assert hall.ask(queries.treaties, "map")[0].is_running_out
    hall.do("treaty.renew", "team", treaty=1, until="1550-summer")
    assert hall.get(Treaty, 1).until == "1550-summer"
    assert hall.refuse(OrderNotAllowed, "treaty.renew", "team", treaty=1, until="1549-summer").field == "until"
    with hall.room.store.write() as session:
        session.get_one(Treaty, 1).until = "1550-winter"  # the one before this spring
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]


def test_leave_to_pass_through_one_province_is_none_through_the_next(hall):
    treaty(hall, "passage", "takeda", "uesugi", through=["kai"])
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]


def test_a_bond_between_persons_binds_no_clan(hall):
    treaty(hall, "alliance", "takeda-harunobu", "uesugi")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]


def test_a_bride_is_of_the_grooms_clan_from_then_on(hall):
    assert marry(hall).sentence.endswith("Hōjō. Hayakawa weds Takeda Yoshinobu. Hayakawa is of Takeda now.")
    bride = hall.get(Character, "hayakawa")
    assert (bride.clan, bride.title) == ("takeda", "Wife of Takeda Yoshinobu")
    assert verify(hall.room).same


def test_a_bride_who_was_a_hostage_of_the_groom_is_one_no_more(hall):
    hall.do("person.add", "game", clan="hojo", name="Hayakawa", relation="child", sex="female", age=18)
    hall.do("hostage.hand_over", character="hayakawa", to="takeda")
    hall.do("treaty.record", "team", kind="marriage", one="takeda", other="hojo", bride="hayakawa",
            groom="takeda-yoshinobu")  # fmt: skip
    assert hall.get(Character, "hayakawa").held_by is None


def test_a_man_is_no_bride(hall):
    hall.do("person.add", "game", clan="hojo", name="Hōjō Ujimitsu", relation="child", sex="male", age=12)
    couple = {"one": "takeda", "other": "hojo", "bride": "hojo-ujimitsu", "groom": "takeda-yoshinobu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", kind="marriage", **couple)
    assert (error.field, error.sentence) == ("bride", "Hōjō Ujimitsu is a man. Name a bride.")


def test_what_is_paid_beyond_what_is_owed_is_said_to_be_for_the_years_to_come(hall):
    treaty(hall, "vassalage", "takeda", "uesugi", owes=5)
    said = [hall.do("treaty.pay", "team", treaty=1, points=points).sentence for points in (2, 4, 2)]
    words = (
        "2 points that it owes",
        "4 points, 3 that it owes and 1 for the years to come",
        ("2 points for the years to come"),
    )
    assert said == [f"Uesugi paid Takeda {paid} (Takeda overlord of Uesugi)." for paid in words]


def test_who_is_not_known_to_be_a_woman_is_a_bride_only_by_force_and_a_woman_no_groom(hall):
    hall.do("person.add", "game", clan="hojo", name="Hayakawa", relation="child", sex="female", age=18)
    swapped = {"kind": "marriage", "one": "takeda", "other": "hojo", "bride": "takeda-yoshinobu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **swapped, groom="hayakawa")
    assert (error.field, error.sentence) == ("groom", "Hayakawa is a woman. Name a groom.")
    couple = {**swapped, "groom": "hojo-ujiyasu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **couple)
    assert error.field == "bride"
    assert error.sentence.startswith("Nothing says that Takeda Yoshinobu, Heir, is a woman. Name a bride, or make one")
    hall.do("treaty.record", "game", **couple, force="she is one at this table")
    assert hall.get(Character, "takeda-yoshinobu").clan == "hojo"
    assert verify(hall.room).same


def test_who_leads_an_army_neither_weds_into_another_clan_nor_answers_for_a_bond(hall):
    hall.do("person.add", "game", clan="hojo", name="Hayakawa", relation="child", sex="female", age=18)
    hall.an_army("hojo", general="hayakawa")
    couple = {"one": "takeda", "other": "hojo", "bride": "hayakawa", "groom": "takeda-yoshinobu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", kind="marriage", **couple)
    assert (error.field, error.sentence) == (
        "bride",
        "Hayakawa leads an army. Give the army another general, or disband it.",
    )
    hall.an_army("takeda", general="takeda-yoshinobu")
    bond = {"kind": "alliance", "one": "takeda", "other": "uesugi", "hostages": ["takeda-yoshinobu"]}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **bond)
    assert error.field == "hostages"
    assert "leads an army, so he cannot be handed over" in error.sentence


def test_whoever_records_the_marriage_that_a_colleague_recorded_is_told_of_that(hall):
    marry(hall)
    again = {"kind": "marriage", "one": "takeda", "other": "hojo", "bride": "hayakawa", "groom": "takeda-yoshinobu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **again)
    assert error.sentence.startswith("Hayakawa is wed to Takeda Yoshinobu already, since spring 1550.")


def test_a_lady_at_the_head_of_her_clan_weds_and_stays_with_it(hall):
    assert marry(hall, head=True).sentence.endswith("Hōjō. Hayakawa weds Takeda Yoshinobu.")
    bride = hall.get(Character, "hayakawa")
    assert (bride.clan, bride.role) == ("hojo", "daimyo")


def test_a_bride_is_wed_to_one_groom_as_long_as_he_lives(hall):
    marry(hall)
    again = {"kind": "marriage", "one": "hayakawa", "other": "takeda-nobushige", "bride": "hayakawa"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **again, groom="takeda-nobushige")
    assert (error.field, error.sentence) == (
        "bride", "Hayakawa is wed to Takeda Yoshinobu already, since spring 1550. End that treaty first.",
    )  # fmt: skip
    hall.correct("character", "takeda-yoshinobu", "alive", "no", "game")
    treaty(hall, **again, groom="takeda-nobushige")


def test_a_secret_wedding_is_seen_when_it_is_told(hall):
    marry(hall, audience="secret")
    assert hall.get(Character, "hayakawa").clan == "hojo"
    [number] = numbers(hall)
    hall.do("treaty.tell", "team", treaty=number)
    assert hall.get(Character, "hayakawa").clan == "takeda"


# ---- who may know


def test_a_bond_that_the_map_may_not_know_moves_nobody_on_it(hall):
    treaty(hall, "alliance", "takeda", "uesugi", audience="secret")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]
    with hall.room.store.read() as session:
        assert encounter_queries.encounter(session, 1, "map").bonds[0].words == ()
        assert encounter_queries.encounter(session, 1, "game").bonds[0].words == ("Takeda allied with Uesugi",)


def test_the_card_shows_the_peace_with_a_played_lord_whose_people_alone_are_met(hall):
    """It said "no treaty" of nobody, and one press broke the peace (R35)."""
    treaty(hall, "peace", "takeda", "uesugi")
    treaty(hall, "peace", "oda", "miyoshi")
    hall.comes("uesugi", "echigo", "shinano", 5)
    hall.an_army("oda", "yamashiro", 9)
    hall.do("encounter.call", place="kyoto", clans=["oda"], reason="he attacks the city")
    with hall.room.store.read() as session:
        cards = [encounter_queries.encounter(session, number, "map") for number in (1, 2)]
    assert [(card.kind, [bond.words for bond in card.bonds]) for card in cards] == [
        ("undefended", [("Takeda at peace with Uesugi",)]),
        ("siege", [("Oda at peace with Miyoshi",)]),
    ]


def test_a_bond_that_the_map_was_told_of_counts(hall):
    treaty(hall, "alliance", "takeda", "uesugi", audience="some", known_to="map")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == []


def test_a_desk_that_may_not_know_a_bond_finds_neither_it_nor_a_gap(hall):
    treaty(hall, "peace", "takeda", "hojo")
    secret = treaty(hall, "peace", "takeda", "uesugi", audience="some", known_to=["npd"], terms="a word of silk")
    treaty(hall, "peace", "takeda", "oda")
    [number] = [number for number in numbers(hall) if number > 9]

    def sees(desk):
        return [row["id"] for row in hall.ask(state, desk)["treaties"]]

    for desk in ("map", "bakufu", "intelligence"):
        assert sees(desk) == [1, 2]
    for desk in ("team", "npd", "game"):
        assert sees(desk) == [1, 2, number]
    journal = hall.ask(state, "map")["journal"]
    assert "silk" not in str(journal)
    assert secret.number not in [row["number"] for row in journal]
    for name, more in (("end", {"reason": "a guess"}), ("renew", {}), ("tell", {})):
        error = hall.refuse(OrderNotUnderstood, f"treaty.{name}", treaty=number, **more)
        assert error.sentence == f'There is no treaty "{number}".'


def test_whoever_records_a_bond_twice_hears_only_of_one_that_he_may_know(hall):
    treaty(hall, "peace", "takeda", "uesugi", audience="secret")
    assert hall.do("treaty.record", "map", kind="peace", one="uesugi", other="takeda").sentence.startswith("Treaty:")
    hall.refuse(OrderNotAllowed, "treaty.record", "team", kind="peace", one="uesugi", other="takeda")


def test_nobody_is_named_a_partner_to_those_who_may_not_know(hall):
    treaty(hall, "alliance", "takeda", "shimazu", audience="secret")
    hall.do("hostage.hand_over", "team", character="takeda-yoshinobu", to="oda")
    assert "shimazu" not in [row["clan"] for row in hall.rows("notice_to")]


# ---- quarrels that no march has brought about


def test_allies_who_fall_out_are_put_into_the_queue_by_hand(hall_at):
    hall = hall_at("guests")
    treaty(hall, "alliance", "takeda", "hojo")
    hall.do("encounter.call", province="shinano", clans=["takeda", "hojo"], reason="a quarrel over wine")
    hall.refuse(OrderNotAllowed, "movement.run_phase", phase=1)
    hall.settle(attacker="hojo", defender="takeda")
    assert encounters(hall) == [("meeting", "shinano")]


def test_an_army_that_was_let_through_may_turn_on_its_hosts(hall_at):
    hall = hall_at("question")
    hall.do("locals.answer", "npd", encounter=1, answer="passage")
    hall.do("encounter.call", province="etchu", clans=["uesugi"], reason="he covets it")
    hall.settle(2)
    assert encounters(hall) == [("closed_province", "etchu")] * 2
    assert verify(hall.room).same


def test_who_is_in_an_encounter_is_not_called_into_another(hall_at):
    hall = hall_at("encounter")
    order = {"province": "shinano", "clans": ["takeda", "uesugi"], "reason": "once more"}
    error = hall.refuse(OrderNotAllowed, "encounter.call", **order)
    assert (error.field, error.sentence) == ("clans.0", "Takeda is in encounter 1 in Shinano. Settle that first.")


def test_desks_that_are_named_where_everybody_may_know_are_asked_about(hall, app_of):
    treaty(hall, "peace", "takeda", "uesugi", audience="secret")
    [number] = numbers(hall)
    error = hall.refuse(OrderNotUnderstood, "treaty.tell", "team", treaty=number, known_to=["map"])
    assert (error.field, error.sentence) == ("known_to", "Name desks only where some may know.")
    page = sign_in(app_of(hall), "team").get("/treaties/?clan=takeda").text
    assert '<option value="some" selected>the desks ticked here</option>' in page


def test_a_bride_who_is_a_hostage_of_the_house_she_weds_answers_for_no_old_bond(hall):
    hall.do("person.add", "game", clan="hojo", name="Hayakawa", relation="child", sex="female", age=14)
    treaty(hall, "alliance", "takeda", "hojo", hostages=["hayakawa"])
    treaty(hall, "marriage", "takeda", "hojo", bride="hayakawa", groom="takeda-yoshinobu")
    assert (hall.get(Character, "hayakawa").held_by, hall.count(Pledge)) == (None, 0)


def test_a_hostage_who_is_set_right_to_be_none_answers_for_no_bond(hall):
    treaty(hall, "alliance", "takeda", "hojo", hostages=["takeda-yoshinobu"])
    hall.correct("character", "takeda-yoshinobu", "held_by", "")
    assert hall.count(Pledge) == 0


def test_a_secret_wedding_is_not_told_to_all_beside_an_open_one_nor_under_an_army(hall):
    marry(hall, audience="secret")
    [number] = numbers(hall)
    hall.an_army("hojo", general="hayakawa")
    error = hall.refuse(OrderNotAllowed, "treaty.tell", "team", treaty=number)
    assert (error.field, error.sentence.partition(".")[0]) == ("audience", "Hayakawa leads an army")
    hall.do("army.disband", army=1)
    couple = {"one": "oda", "other": "hojo", "bride": "hayakawa", "groom": "oda-nobunaga"}
    hall.do("treaty.record", "map", kind="marriage", **couple)
    error = hall.refuse(OrderNotAllowed, "treaty.tell", "team", treaty=number)
    assert (error.field, error.sentence.partition(",")[0]) == ("audience", "Hayakawa is wed to Oda Nobunaga already")


def test_a_secret_peace_is_not_told_to_all_beside_an_open_one(hall):
    treaty(hall, "peace", "takeda", "uesugi", audience="secret")
    [number] = numbers(hall)
    hall.do("treaty.record", "map", kind="peace", one="uesugi", other="takeda")
    error = hall.refuse(OrderNotAllowed, "treaty.tell", "team", treaty=number)
    assert (error.field, error.sentence) == (
        "audience", "Uesugi at peace with Takeda already, since spring 1550. End that treaty first.",
    )  # fmt: skip


def test_nobody_is_wed_into_the_clan_of_a_dead_groom_by_what_is_told(hall):
    marry(hall, audience="secret")
    [number] = numbers(hall)
    hall.correct("character", "takeda-yoshinobu", "alive", "no", "game")
    hall.do("treaty.tell", "team", treaty=number)
    assert hall.get(Character, "hayakawa").clan == "hojo"


def test_a_marriage_that_ran_out_is_not_renewed_beside_another(hall):
    marry(hall, until="1550-spring")
    hall.next_season()
    couple = {"bride": "hayakawa", "groom": "takeda-nobushige"}
    treaty(hall, "marriage", "hayakawa", "takeda-nobushige", **couple)
    error = hall.refuse(OrderNotAllowed, "treaty.renew", "team", treaty=1, until="1551-spring")
    assert (error.field, error.sentence.partition(",")[0]) == (
        "treaty", "Hayakawa is wed to Takeda Nobushige already",
    )  # fmt: skip


def test_what_was_done_between_the_end_of_a_bond_and_its_renewal_breaks_no_promise(hall):
    treaty(hall, "peace", "takeda", "uesugi", until="1550-spring")
    before = hall.get(Treaty, 1).entry
    hall.next_season()
    entry = hall.do("treaty.renew", "team", treaty=1, until="1551-spring")
    assert (hall.get(Treaty, 1).entry, before) == (entry.number, 1)
    assert hall.do("treaty.renew", "team", treaty=1).number > hall.get(Treaty, 1).entry


def test_the_end_of_an_open_bond_is_not_undone_once_a_secret_one_is_told_to_all(hall):
    treaty(hall, "peace", "takeda", "uesugi", audience="secret")
    [secret] = numbers(hall)
    hall.do("treaty.record", "map", kind="peace", one="uesugi", other="takeda")
    ended = hall.do("treaty.end", "map", treaty=1, reason="they quarrelled")
    told = hall.do("treaty.tell", "team", treaty=secret)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "map", entry=ended.number)
    assert f"Entry {told.number}, " in error.sentence
    assert "depends on it" in error.sentence


def test_the_end_of_a_bond_is_not_undone_once_one_that_ran_out_is_renewed(hall):
    treaty(hall, "peace", "takeda", "uesugi", until="1550-spring")
    hall.next_season()
    treaty(hall, "peace", "uesugi", "takeda")
    ended = hall.do("treaty.end", treaty=2, reason="the old one goes on")
    hall.do("treaty.renew", "team", treaty=1, until="1551-spring")
    assert "depends on it" in hall.refuse(OrderNotAllowed, "journal.undo", entry=ended.number).sentence


def test_a_widow_who_wed_again_keeps_nobody_from_telling_her_first_wedding_nor_from_renewing_it(hall):
    marry(hall, audience="secret", until="1550-summer")
    [number] = numbers(hall)
    hall.correct("character", "takeda-yoshinobu", "alive", "no", "game")
    couple = {"one": "oda", "other": "hojo", "bride": "hayakawa", "groom": "oda-nobunaga"}
    hall.do("treaty.record", "map", kind="marriage", **couple)
    hall.next_season()
    hall.do("treaty.tell", "team", treaty=number)
    hall.next_season()
    hall.do("treaty.renew", "team", treaty=number, until="1551-spring")
    assert hall.get(Character, "hayakawa").clan == "oda"


def test_a_wedding_told_only_after_its_end_is_one_as_soon_as_it_is_renewed(hall):
    marry(hall, audience="secret", until="1550-spring")
    [number] = numbers(hall)
    hall.next_season()
    hall.do("treaty.tell", "team", treaty=number)
    hall.an_army("hojo", general="hayakawa")
    again = {"treaty": number, "until": "1551-spring"}
    error = hall.refuse(OrderNotAllowed, "treaty.renew", "team", **again)
    assert (error.field, error.sentence.partition(".")[0]) == ("treaty", "Hayakawa leads an army")
    hall.do("army.disband", army=1)
    assert hall.do("treaty.renew", "team", **again).sentence.endswith(" Hayakawa is of Takeda now.")
    assert hall.get(Character, "hayakawa").clan == "takeda"
    assert verify(hall.room).same


def test_the_wife_of_a_taisho_is_not_of_the_family_of_his_lord_and_the_wife_of_his_heir_is_when_he_follows(hall):
    marry(hall)
    hall.do("person.add", "team", clan="uesugi", name="Uesugi Aya", relation="child", sex="female")
    couple = {"one": "takeda", "other": "uesugi", "bride": "uesugi-aya", "groom": "takeda-nobushige"}
    hall.do("treaty.record", "team", kind="marriage", **couple)
    pledged = {"kind": "alliance", "one": "takeda", "other": "oda", "hostages": ["uesugi-aya"]}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **pledged)
    assert (error.field, error.ruling) == ("hostages", "R36")
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    assert (hall.get(Character, "hayakawa").relation, hall.get(Character, "uesugi-aya").relation) == ("wife", "")
    assert verify(hall.room).differences == ()


def test_a_bride_who_goes_to_another_house_in_winter_travels(hall_at):
    hall = hall_at("winter")
    told = marry(hall).sentence
    assert "Hayakawa is of Takeda now. She is to draw a card for travelling in winter (R19)." in told
    assert [one["cause"] for one in hall.rows("risk_draw") if one["character"] == "hayakawa"] == ["winter_travel"]


def test_a_wounded_bride_stays_at_home_in_winter_unless_she_is_there_already(hall_at):
    hall = hall_at("winter")
    hall.do("person.add", "team", clan="hojo", name="Hayakawa", relation="child", sex="female")
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo")
    hall.correct("character", "hayakawa", "wounded", True)
    couple = {"kind": "marriage", "one": "takeda", "other": "hojo", "bride": "hayakawa", "groom": "takeda-yoshinobu"}
    error = hall.refuse(OrderNotAllowed, "treaty.record", "team", **couple)
    assert (error.field, error.ruling) == ("bride", "R19")
    hall.correct("character", "hayakawa", "held_by", "takeda")
    assert "draw a card" not in hall.do("treaty.record", "team", **couple).sentence


def test_r18_a_bride_who_is_a_hostage_elsewhere_stays_there_and_draws_no_card_for_travelling(hall_at):
    hall = hall_at("winter")
    hall.do("person.add", "team", clan="hojo", name="Hayakawa", relation="child", sex="female")
    hall.correct("character", "hayakawa", "held_by", "uesugi")
    hall.correct("character", "hayakawa", "wounded", True)
    couple = {"kind": "marriage", "one": "takeda", "other": "hojo", "bride": "hayakawa", "groom": "takeda-yoshinobu"}
    told = hall.do("treaty.record", "team", **couple).sentence
    assert "Hayakawa is of Takeda now." in told
    assert "draw a card" not in told
    bride = hall.get(Character, "hayakawa")
    assert (bride.clan, bride.held_by) == ("takeda", "uesugi")
    assert [one for one in hall.rows("risk_draw") if one["character"] == "hayakawa"] == []
    assert verify(hall.room).same


@pytest.mark.parametrize("what", ["renew", "tell"])
def test_game_control_may_let_a_wounded_bride_go_in_winter_by_what_is_renewed_or_told(hall, app_of, what):
    marry(hall, audience="secret", until="1550-autumn" if what == "renew" else "")
    [number] = numbers(hall)
    while hall.state()[("game", 1)]["season"] != "winter":
        hall.next_season()
    hall.correct("character", "hayakawa", "wounded", True)
    order = {"treaty": number}
    if what == "renew":
        hall.do("treaty.tell", "team", treaty=number)
        order["until"] = "1552-spring"
    error = hall.refuse(OrderNotAllowed, f"treaty.{what}", "team", **order, force="the groom is dying")
    assert (error.ruling, error.sentence.endswith("Only Game Control may force it.")) == ("R19", True)
    if what == "tell":  # one that ran out has no forms on the page
        assert f'id="tell-{number}-force"' in sign_in(app_of(hall), "game").get("/treaties/").text
    told = hall.do(f"treaty.{what}", "game", **order, force="the groom is dying").sentence
    assert told.endswith("She is to draw a card for travelling in winter (R19). Forced: the groom is dying.")
    assert hall.get(Character, "hayakawa").clan == "takeda"
    assert verify(hall.room).same
