"""Who must hear of an outcome, on whose list it stands, and that it is ticked off once it has been said."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.actions.world import Umpire
from control.kernel.chance.dice import Dice
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.rows import Character, Clan, Notice, NoticeTo, Treaty
from control.sengoku.world.acting import World
from control.sengoku.world.telling.notices_actions import hearers, partners, tell
from control.sengoku.world.telling.telling_questions import tell_list


@pytest.fixture
def who_hears(hall):
    """Asks who must hear of something in a province that these clans did, after a few rows were added."""

    def ask(province, *clans, rows=(), hostage=None):
        with hall.room.store.write() as session:
            session.add_all(rows)
            if hostage:
                person, keeper = hostage
                session.get_one(Character, person).held_by = keeper
            session.flush()
            world = World(session, hall.room.scenario, Dice(seed="x"), Umpire("Ōta", "map"), "")
            found = hearers(world, province, sorted(clans))
            session.rollback()
        return found

    return ask


def a_treaty(one, other, **changes):
    """An alliance."""
    usual = {"id": 1, "kind": "alliance", "year": 1550, "season": "spring"}
    return Treaty(one=one, other=other, **usual | changes)


def test_those_who_took_part_the_owner_and_the_neighbours_hear_of_it(who_hears):
    found = who_hears("shinano", "uesugi", "oda")
    assert found["uesugi"] == found["oda"] == "present"
    assert found["takeda"] == "owner"
    assert found["imagawa"] == "neighbour"
    assert "shimazu" not in found


def test_each_clan_hears_once_for_the_strongest_reason(who_hears):
    found = who_hears("shinano", "takeda", rows=[a_treaty("takeda", "imagawa")])
    assert found["takeda"] == "present"  # and owner
    assert found["imagawa"] == "treaty"  # and neighbour


@pytest.mark.parametrize(("known_to", "hears"), [("team", False), ("map team", True)])
def test_a_partner_hears_only_if_map_control_too_may_know_that_he_is_one(who_hears, known_to, hears):
    bond = a_treaty("shimazu", "takeda", audience="some", known_to=known_to, desk="team")
    assert ("shimazu" in who_hears("shinano", "takeda", rows=[bond])) is hears


def test_partners_of_a_treaty_in_force_hear_of_it_wherever_they_are(who_hears):
    assert who_hears("shinano", "takeda", rows=[a_treaty("shimazu", "takeda")])["shimazu"] == "treaty"
    for over in ({"ended": True}, {"until": "1549-autumn"}):
        assert "shimazu" not in who_hears("shinano", "takeda", rows=[a_treaty("shimazu", "takeda", **over)])


def test_whoever_keeps_a_hostage_of_one_of_them_hears_of_it(who_hears):
    assert who_hears("shinano", "takeda", hostage=("takeda-harunobu", "shimazu"))["shimazu"] == "hostage"
    assert "shimazu" not in who_hears("shinano", "uesugi", hostage=("takeda-harunobu", "shimazu"))


def test_whoever_kept_a_hostage_who_is_dead_hears_no_more_of_his_clan(hall, who_hears):
    hall.correct("character", "takeda-harunobu", "alive", False)
    assert "shimazu" not in who_hears("shinano", "takeda", hostage=("takeda-harunobu", "shimazu"))


def test_the_bakufu_hears_of_what_happens_in_the_capitals_province_and_nowhere_else(who_hears):
    assert who_hears("yamashiro", "oda")["bakufu"] == "capital"
    assert "bakufu" not in who_hears("satsuma", "shimazu")


def test_holders_of_a_city_or_temple_hear_of_what_happens_round_it(who_hears):
    assert who_hears("yamashiro", "oda")["enryaku-ji"] == "place"


def test_what_happens_nowhere_is_heard_by_those_who_did_it(who_hears):
    assert who_hears(None, "oda", "takeda") == {"oda": "present", "takeda": "present"}


@pytest.fixture
def told(hall):
    """A hall in which something must be told: (its rows by clan, the hall)."""
    with hall.room.store.write() as session:
        world = World(session, hall.room.scenario, Dice(seed="x"), Umpire("Ōta", "map"), "")
        tell(world, "battle", "Battle in Yamashiro: Miyoshi won.", "yamashiro", ["miyoshi", "oda"])
        tell(world, "battle", "Battle in Shinano: Takeda won.", "shinano", ["takeda", "oda"])
    with hall.room.store.read() as session:
        rows = {(row.notice, row.clan): row.id for row in session.scalars(select(NoticeTo))}
    return rows, hall


def test_each_clan_stands_on_the_list_of_the_desk_that_minds_it(told):
    rows, hall = told
    desks = {clan: hall.get(NoticeTo, key).desk for (_, clan), key in rows.items()}
    for clan, desk in desks.items():
        row = hall.get(Clan, clan)
        assert desk == ("bakufu" if row.kind == "bakufu" else "team" if row.played else "npd")
    assert set(desks.values()) == {"team", "npd", "bakufu"}


def test_a_clan_is_ticked_off_with_who_told_it_and_may_be_ticked_on_again(told):
    rows, hall = told
    entry = hall.do("notice.tell", "team", recipient=rows[1, "oda"])
    assert entry.sentence == "Oda was told: Battle in Yamashiro: Miyoshi won."
    row = hall.get(NoticeTo, rows[1, "oda"])
    assert (row.told, row.told_by) == (True, "Team Control")
    assert not hall.get(NoticeTo, rows[1, "miyoshi"]).told
    again = hall.refuse(ChangedElsewhere, "notice.tell", "game", recipient=row.id)
    assert again.sentence.endswith("That is ticked already, by Team Control.")
    hall.do("notice.tell", "team", recipient=row.id, told=False)
    row = hall.get(NoticeTo, row.id)
    assert (row.told, row.told_by) == (False, "")


@pytest.mark.parametrize(("desk", "clan"), [("npd", "oda"), ("bakufu", "oda"), ("team", "bakufu")])
def test_a_desk_ticks_off_only_what_is_its_own_to_tell(told, desk, clan):
    rows, hall = told
    key = rows[1, clan]
    error = hall.refuse(NotThisDesk, "notice.tell", desk, recipient=key)
    assert "tells this one, not your desk" in error.sentence
    hall.do("notice.tell", "map", recipient=key)
    assert hall.get(NoticeTo, key).told


def test_ticks_for_nobody_are_refused(told):
    _, hall = told
    assert hall.refuse(OrderNotUnderstood, "notice.tell", "team", recipient=999).field == "recipient"
    hall.refuse(NotThisDesk, "notice.tell", "intelligence", recipient=1)


def test_all_of_a_notice_are_ticked_off_but_only_those_of_the_desk(told):
    rows, hall = told
    last = max(rows.values())
    entry = hall.do("notice.tell_all", "team", notice=1, last=last)
    assert entry.sentence.endswith("told: Battle in Yamashiro: Miyoshi won.")
    for (notice, _clan), key in rows.items():
        row = hall.get(NoticeTo, key)
        assert row.told is (notice == 1 and row.desk == "team")
    hall.refuse(OrderNotAllowed, "notice.tell_all", "team", notice=1, last=last)
    hall.do("notice.tell_all", "map", notice=1, last=last)
    assert all(hall.get(NoticeTo, key).told for (notice, _), key in rows.items() if notice == 1)


def test_all_that_a_clan_was_to_hear_is_ticked_off_but_nothing_that_came_after(told):
    rows, hall = told
    entry = hall.do("notice.tell_all", "team", clan="oda", last=rows[1, "oda"])
    assert entry.sentence == "Oda was told of 1 thing that happened."
    assert hall.get(NoticeTo, rows[1, "oda"]).told
    assert not hall.get(NoticeTo, rows[2, "oda"]).told
    assert not hall.get(NoticeTo, rows[1, "miyoshi"]).told


@pytest.mark.parametrize("order", [{}, {"notice": 1, "clan": "oda"}, {"clan": "odda"}, {"notice": 99}])
def test_all_of_what_must_be_said(told, order):
    _, hall = told
    hall.refuse(OrderNotUnderstood, "notice.tell_all", "team", last=99, **order)


def test_the_end_of_a_battle_is_to_be_told_without_any_size(hall_at):
    hall = hall_at("peace")
    with hall.room.store.read() as session:
        sentences = list(session.scalars(select(Notice.sentence)))
        to = {row.clan: row.why for row in session.scalars(select(NoticeTo))}
    assert any("Shinano" in sentence for sentence in sentences)
    assert not any(re.search(r"\d|counter|troops", sentence) for sentence in sentences)
    assert to["uesugi"] == to["takeda"] == "present"
    assert verify(hall.room).same


def test_undoing_an_outcome_takes_its_notices_away(hall_at):
    hall = hall_at("round")
    before = hall.state()
    hall.undo(hall.end(then="attacker_withdraws").number)
    assert hall.state() == before
    assert "battle" not in hall.every(select(Notice.kind))
    assert verify(hall.room).same


def test_whoever_was_told_of_an_outcome_that_is_undone_must_hear_that_it_is_taken_back(hall_at):
    hall = hall_at("round")
    ended = hall.end(then="attacker_withdraws")
    with hall.room.store.read() as session:
        of_it = select(Notice).filter_by(kind="battle")
        notice = session.scalars(of_it).one()
        first = session.scalars(select(NoticeTo.id).filter_by(clan="uesugi", notice=notice.id)).one()
        sentence = notice.sentence
    hall.do("notice.tell", "team", recipient=first)
    hall.undo(ended.number)
    with hall.room.store.read() as session:
        again = session.scalars(of_it).one()
        (row,) = session.scalars(select(NoticeTo).filter_by(notice=again.id))
        assert (row.clan, row.desk, row.told) == ("uesugi", "team", False)
        assert again.sentence == f"Taken back: {sentence}"
        shown = next(one for one in tell_list(session, "team").open if one.sentence == again.sentence)
    assert shown.to[0].why == "was told what is taken back"
    assert verify(hall.room).same


def test_a_tick_can_be_undone_and_replayed(hall_at):
    hall = hall_at("peace")
    with hall.room.store.read() as session:
        first = session.scalars(select(NoticeTo.id).filter_by(desk="team")).first()
    before = hall.state()
    entry = hall.do("notice.tell", "team", recipient=first)
    assert verify(hall.room).same
    hall.undo(entry.number)
    assert hall.state() == before


def test_a_wound_is_told_to_his_clan_alone(hall_at):
    hall = hall_at("peace")
    draws = {row["character"]: row["id"] for row in hall.rows("risk_draw")}
    hall.do("risk.draw", draw=draws["uesugi-kenshin"], card="queen of spades")
    state = hall.state()
    wound = next(row["id"] for key, row in state.items() if key[0] == "notice" and row["kind"] == "wound")
    heard = [row["clan"] for key, row in state.items() if key[0] == "notice_to" and row["notice"] == wound]
    assert heard == ["uesugi"]


def test_a_bond_that_ran_out_is_no_reason_to_hear_of_something(hall):
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="oda", until="1550-spring")
    heard = [partners_of(hall, "takeda")]
    hall.next_season()
    assert [*heard, partners_of(hall, "takeda")] == [["oda"], []]


def partners_of(hall, clan):
    """The clans that have a treaty with this one."""
    return hall.ask(partners, [clan])


def told_of(hall, sentence):
    """Who must hear it."""
    query = select(NoticeTo.clan).join(Notice, Notice.id == NoticeTo.notice).where(Notice.sentence == sentence)
    return sorted(hall.every(query))


def test_who_passed_others_by_hears_of_it_and_whose_land_it_is_and_nobody_else(hall_at):
    hall = hall_at("encounter")
    hall.correct("province", "shinano", "holder", "oda", "game")
    hall.settle(outcome="pass", note="they bowed")
    assert told_of(hall, "In Shinano, Takeda and Uesugi pass each other by.") == ["oda", "takeda", "uesugi"]
    assert verify(hall.room).same


def test_who_may_pass_through_a_closed_province_hears_of_it_and_its_lord(hall_at):
    hall = hall_at("question")
    hall.settle(outcome="pass")
    assert told_of(hall, "In Etchū, Uesugi and Yūki pass each other by.") == ["uesugi", "yuki"]


def test_a_city_that_is_not_fought_for_hears_of_it(hall):
    hall.an_army("oda", "yamashiro", 9)
    hall.do("encounter.call", place="kyoto", clans=["oda"], reason="he attacks the city")
    hall.settle(outcome="pass")
    assert told_of(hall, "In Yamashiro, Miyoshi and Oda do not fight for Kyoto.") == ["miyoshi", "oda"]


def test_counters_that_are_let_be_where_their_lord_was_hear_of_it(hall):
    hall.do("garrison.raise", province="shinano", troops=3)
    hall.do("province.take_over", province="shinano", clan="uesugi", how="force")
    hall.settle(outcome="pass")
    said = "Uesugi leaves the counters of Takeda in Shinano unmolested."
    assert told_of(hall, said) == ["takeda", "uesugi"]


def test_of_an_army_that_goes_through_undefended_land_its_lord_has_heard_already(hall_at):
    hall = hall_at("undefended")
    assert told_of(hall, "Uesugi has entered Shinano without leave.") == ["takeda"]
    before = hall.count(Notice)
    hall.settle(outcome="pass")
    assert hall.count(Notice) == before
