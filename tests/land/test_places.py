"""Cities and temples: what they raise stands in them, and armies begin there and end there (R23, R24, R25, R41)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.books.onset_questions import awards
from control.sengoku.books.works_questions import buildings, upkeep_due
from control.sengoku.rows import Army, Garrison, Muster, Notice, NoticeTo, Place, Province, Work
from control.sengoku.world.forces.forces_questions import musters
from control.sengoku.world.ledger.ledger_questions import balance

TEMPLE = "enryaku-ji"
A, U = OrderNotAllowed, OrderNotUnderstood


def garrisons(hall):
    """Clan, province, place and counters of every garrison that stands."""
    with hall.room.store.read() as session:
        rows = session.scalars(select(Garrison).filter_by(standing=True).order_by(Garrison.id))
        return [(one.clan, one.province, one.place, one.troops) for one in rows]


def points(hall):
    """The points of the temple."""
    return sum(hall.ask(balance, TEMPLE))


def an_enemy(hall):
    """An army of Oda that stands in Yamashiro, around the temple."""
    return hall.an_army("oda", "yamashiro", 5)


def test_r23_the_monks_of_mount_hiei_announce_counters_that_stand_in_their_temple(hall):
    entry = hall.do("troops.announce", "team", clan=TEMPLE, place=TEMPLE, counters=2)
    assert entry.sentence == "Enryaku-ji announced 2 counters in Enryaku-ji for summer 1550."
    assert "its value is 2" in hall.refuse(A, "troops.announce", "team", clan=TEMPLE, place=TEMPLE, counters=1).sentence
    hall.next_season()
    assert garrisons(hall) == [(TEMPLE, "yamashiro", TEMPLE, 2)]
    assert hall.get(Place, TEMPLE).raised == 2
    assert hall.get(Province, "yamashiro").raised == 0
    formed = hall.do("army.form", general="sonchin", place=TEMPLE, troops=2)
    assert formed.sentence.endswith("of 2 counters in Enryaku-ji.")
    army = hall.army(1)
    assert (army.province, army.place) == ("yamashiro", TEMPLE)
    assert verify(hall.room).same


def test_r23_a_place_and_the_province_around_it_have_a_garrison_each(hall):
    hall.do("garrison.raise", place="kyoto", troops=3)
    hall.do("garrison.raise", province="yamashiro", troops=2)
    assert garrisons(hall) == [("miyoshi", "yamashiro", "kyoto", 3), ("miyoshi", "yamashiro", None, 2)]
    left = {one.id: one.left for one in hall.ask(musters)}
    assert (left["kyoto"], left["yamashiro"]) == (0, hall.get(Province, "yamashiro").rice_value - 2)
    error = hall.refuse(A, "garrison.raise", place="kyoto", troops=1)
    assert (error.field, error.ruling) == ("troops", "R23")
    assert error.sentence.startswith("Kyoto cannot raise 1 this year: its value is 3, and 3 are raised already (R23).")


def test_r23_which_ground_is_meant_is_said_at_the_field(hall):
    def wrong(kind, **order):
        error = hall.refuse(kind, "garrison.raise", troops=1, **order)
        return error.field, error.sentence

    assert wrong(U) == ("province", "Say in which province, or in which city or temple.")
    assert wrong(U, place="kioto") == ("place", 'There is no place "kioto". Did you mean "kyoto"?')
    assert wrong(A, place="kyoto", province="settsu") == (
        "place",
        "Kyoto lies in Yamashiro, not in Settsu. Name one of the two.",
    )
    assert wrong(A, place="sakai") == ("place", "Nobody holds Sakai, so nobody can raise troops there.")
    assert hall.do("garrison.raise", place="kyoto", province="yamashiro", troops=1).number == 1


def told_to(hall, clan):
    """What this clan alone must hear, of the kind that is about announced troops."""
    with hall.room.store.read() as session:
        found = select(Notice.sentence).join(NoticeTo, NoticeTo.notice == Notice.id)
        return session.scalars(found.where(Notice.kind == "lost", NoticeTo.clan == clan)).all()


def test_r41_a_place_shut_in_by_an_enemy_raises_nothing_until_there_is_peace(hall):
    hall.do("garrison.raise", province="yamashiro", troops=2)  # the holder's men in their own province shut nobody in
    hall.do("troops.announce", "team", clan=TEMPLE, place=TEMPLE, counters=1)
    hall.do("garrison.raise", place=TEMPLE, troops=1)
    an_enemy(hall)
    for name, desk, order in (
        ("garrison.raise", "map", {"troops": 1}),
        ("troops.announce", "team", {"clan": TEMPLE, "counters": 1}),
    ):
        error = hall.refuse(A, name, desk, place=TEMPLE, **order)
        assert (error.field, error.ruling) == ("place", "R41")
        assert "shut in by a force of Oda in Yamashiro" in error.sentence
    entry = hall.next_season()
    assert hall.get(Muster, 1).outcome == "lost"
    assert garrisons(hall)[-1] == (TEMPLE, "yamashiro", TEMPLE, 1)
    assert verify(hall.room).same
    assert "arrived" not in entry.sentence
    assert told_to(hall, TEMPLE) == [
        "What Enryaku-ji had announced in Enryaku-ji does not come, it is shut in by a force of Oda: it is lost (R23)."
    ]
    hall.do("treaty.record", kind="peace", one="oda", other=TEMPLE)
    hall.do("garrison.raise", place=TEMPLE, troops=1)


def test_r41_an_army_without_a_counter_left_shuts_nobody_in(hall):
    army = hall.an_army("oda", "yamashiro", 3)
    hall.refuse(A, "garrison.raise", place=TEMPLE, troops=1)
    hall.correct("army", army, "troops", 0)
    hall.do("garrison.raise", place=TEMPLE, troops=1)


def test_r41_men_of_the_temple_who_stay_around_it_do_not_shut_it_in(hall):
    hall.do("garrison.raise", place=TEMPLE, troops=1)
    hall.do("army.form", general="sonchin", place=TEMPLE, troops=1)
    hall.correct("army", 1, "place", "")
    hall.do("army.disband", army=1, as_garrison=True)
    assert garrisons(hall) == [(TEMPLE, "yamashiro", None, 1)]
    hall.do("garrison.raise", place=TEMPLE, troops=1)


def test_r41_an_army_of_the_lord_of_the_province_shuts_in_only_the_place_that_it_attacks(hall):
    hall.do("garrison.raise", province="yamashiro", troops=2)
    hall.do("army.form", general=hall.idle_general("miyoshi"), province="yamashiro", troops=2)
    hall.do("garrison.raise", place=TEMPLE, troops=1)
    hall.do("encounter.call", place=TEMPLE, clans=["miyoshi"], reason="the monks insult him")
    error = hall.refuse(A, "garrison.raise", place=TEMPLE, troops=1)
    assert "shut in by a force of Miyoshi in Yamashiro" in error.sentence
    hall.do("encounter.settle", encounter=1, outcome="pass")
    hall.do("garrison.raise", place=TEMPLE, troops=1)


def test_r41_what_a_place_announced_before_its_lord_attacked_it_is_lost_when_the_season_ends(hall):
    hall.do("garrison.raise", province="yamashiro", troops=2)
    hall.do("army.form", general=hall.idle_general("miyoshi"), province="yamashiro", troops=2)
    hall.do("troops.announce", "team", clan=TEMPLE, place=TEMPLE, counters=1)
    hall.do("encounter.call", place=TEMPLE, clans=["miyoshi"], reason="the monks insult him")
    hall.settle(attacker="miyoshi", settled_by="umpire")
    hall.fight(3)
    hall.end(then="attacker_withdraws")
    hall.next_season()
    assert hall.get(Muster, 1).outcome == "lost", "he stands before its gates yet"
    assert told_to(hall, TEMPLE) == [
        "What Enryaku-ji had announced in Enryaku-ji does not come, it is shut in by a force of Miyoshi: it is lost "
        "(R23)."
    ]
    assert hall.refuse(A, "garrison.raise", place=TEMPLE, troops=1).ruling == "R41"
    hall.next_season()
    hall.do("garrison.raise", place=TEMPLE, troops=1)
    assert verify(hall.room).same


def test_r23_what_was_announced_in_land_that_changed_hands_is_lost_and_not_paid_back(hall):
    hall.do("troops.announce", "team", clan=TEMPLE, place=TEMPLE, counters=2)
    left = points(hall)
    hall.correct("place", TEMPLE, "holder", "oda")
    hall.next_season()
    assert hall.get(Muster, 1).outcome == "lost"
    assert garrisons(hall) == []
    assert points(hall) == left


def test_r23_a_place_may_raise_its_value_anew_after_winter(hall):
    hall.do("garrison.raise", place="kyoto", troops=3)
    for _ in range(3):
        hall.next_season()
    assert (garrisons(hall), hall.get(Place, "kyoto").raised) == ([], 0)


def test_r41_who_is_in_a_place_meets_nobody_that_comes_into_the_province_around(hall):
    hall.do("garrison.raise", place="kyoto", troops=3)
    hall.do("army.form", general=hall.idle_general("miyoshi"), place="kyoto", troops=2)
    hall.comes("oda", "omi", "yamashiro", 5)
    met = [row["kind"] for row in hall.rows("encounter")]
    assert met == ["undefended"], "the people of the province alone"


def test_r41_armies_in_a_place_disband_split_join_and_take_men_on_their_own_ground(hall):
    hall.do("garrison.raise", place="kyoto", troops=3)
    hall.do("garrison.raise", province="yamashiro", troops=2)
    hall.do("army.form", general=hall.idle_general("miyoshi"), place="kyoto", troops=2)
    hall.do("army.form", general=hall.idle_general("miyoshi"), province="yamashiro", troops=2)
    error = hall.refuse(A, "army.merge", army=1, into=2)
    assert "in Kyoto, army A2-5 in Yamashiro. Only armies on the same ground (R41) join" in error.sentence
    assert "no garrison in Yamashiro" in hall.refuse(A, "garrison.attach", army=2, troops=1).sentence
    hall.do("garrison.attach", army=1, troops=1)
    hall.do("garrison.drop", army=1, troops=1)
    hall.do("army.disband", army=1, as_garrison=True)
    assert garrisons(hall) == [("miyoshi", "yamashiro", "kyoto", 3)]
    assert hall.get(Army, 1).standing is False


def test_r41_going_into_a_place_and_out_of_it_costs_no_leg_and_marching_leaves_it(hall):
    army = hall.an_army("hojo", "musashi", 4, 3)
    hall.march(army, "sagami")
    hall.do("army.shift", army=army, place="edo")
    assert (hall.army(army).place, hall.army(army).walked) == ("edo", 0)
    hall.do("army.shift", army=army)
    hall.do("army.shift", army=army, place="edo")
    hall.phases(1, 2)
    moved = hall.army(army)
    assert (moved.province, moved.place, moved.walked) == ("sagami", None, 1)
    last = len(hall.entries())
    hall.undo(last)
    hall.undo(last - 1)
    assert hall.army(army).place == "edo"
    assert verify(hall.room).same


def test_r41_an_army_goes_into_a_friends_place_but_into_no_strangers(hall):
    army = hall.an_army("oda", "yamashiro", 5)
    error = hall.refuse(A, "army.shift", army=army, place="kyoto")
    assert (error.field, error.ruling) == ("place", "R41")
    assert "it is Miyoshi’s" in error.sentence
    hall.do("treaty.record", kind="alliance", one="oda", other="miyoshi")
    hall.do("army.shift", army=army, place="kyoto")
    sakai = hall.an_army("oda", "settsu", 5)
    assert "nobody holds it" in hall.refuse(A, "army.shift", army=sakai, place="sakai").sentence
    forced = hall.do("army.shift", "game", army=sakai, place="sakai", force="the merchants let them in")
    assert forced.sentence.endswith("Forced: the merchants let them in.")


def test_r41_who_stands_in_a_city_shuts_it_to_its_lord_and_no_temple_beside_it(hall):
    own, other = hall.an_army("miyoshi", "yamashiro", 2), hall.an_army("oda", "yamashiro", 5)
    hall.correct("army", other, "place", "kyoto")
    error = hall.refuse(A, "army.shift", army=own, place="kyoto")
    assert (error.field, error.ruling) == ("place", "R41")
    assert "Oda stands in it" in error.sentence
    hall.do("army.disband", army=own)
    hall.do("garrison.raise", place=TEMPLE, troops=1)  # nobody stands around the temple


def test_r24_who_holds_a_city_builds_in_it_and_a_new_holder_has_what_is_being_built(hall_at):
    hall = hall_at("winter")
    error = hall.refuse(A, "work.order", "team", kind="castle", clan="hojo", place="kyoto")
    assert (error.field, error.ruling) == ("place", "R24")
    entry = hall.do("work.order", "team", kind="castle", clan="hojo", place="edo")
    assert entry.sentence == "Hōjō ordered a castle in Edo for 15 points: ready in winter 1552 (R24)."
    assert (
        "is having a castle built already"
        in hall.refuse(A, "work.order", "team", kind="castle", clan="hojo", place="edo").sentence
    )
    assert (
        "has no castle that stands"
        in hall.refuse(A, "work.order", "team", kind="fortress", clan="hojo", place="edo").sentence
    )
    hall.do("work.order", "team", kind="building", clan="hojo", place="edo", points=6, name="Great Harbour")
    hall.correct("place", "edo", "holder", "takeda")
    for _ in range(4):
        hall.next_season()
    edo = hall.get(Place, "edo")
    assert (edo.fortification, edo.castle_since, hall.get(Work, 1).state) == ("castle", 1552, "finished")
    with hall.room.store.read() as session:
        assert [(one.name, one.holder) for one in buildings(session)] == [("Great Harbour", "takeda")]
        due = {line.what for line in upkeep_due(session, hall.room.scenario, "takeda") if line.place == "edo"}
        assert due == set()  # what was finished this very winter costs nothing yet
    for _ in range(4):
        hall.next_season()
    due = {
        (line.what, line.points) for line in hall.ask(upkeep_due, hall.room.scenario, "takeda") if line.place == "edo"
    }
    assert due == {("Castle", 2), ("Great Harbour", 1)}
    hall.next_season()  # nobody paid
    assert (hall.get(Place, "edo").fortification, hall.get(Place, "edo").abandoned) == ("none", "castle")
    assert hall.get(Work, 2).state == "abandoned"
    assert verify(hall.room).same


def test_r25_a_building_earns_honour_only_while_its_builder_holds_the_ground_and_equals_all_earn(hall_at):
    hall = hall_at("winter")
    for clan, where in (("hojo", {"place": "edo"}), ("takeda", {"province": "kai"}), ("oda", {"province": "owari"})):
        hall.do("work.order", "team", kind="building", clan=clan, points=7, name=f"Hall of {clan}", **where)

    def winners():
        with hall.room.store.read() as session:
            ready = {work.id for work in session.scalars(select(Work))}
            names = {"hojo": "Hōjō", "takeda": "Takeda", "oda": "Oda"}
            found = awards(session, hall.room.scenario, names, ready)
            return {line.clan for line in found if line.row == "award-building"}

    assert winners() == {"hojo", "takeda", "oda"}
    hall.correct("place", "edo", "holder", "takeda")
    assert winners() == {"takeda", "oda"}


def test_r41_a_force_may_be_put_into_a_place_by_hand_but_only_of_its_own_province(hall):
    army = hall.an_army("hojo", "musashi", 4)
    error = hall.refuse(
        A, "figure.correct", kind="army", id=army, field="place", value="kyoto", reason="a slip of the hand"
    )
    assert (error.field, error.sentence) == ("value", "Kyoto lies in Yamashiro, and it stands in Musashi.")
    hall.correct("army", army, "place", "edo")
    assert hall.army(army).place == "edo"
    hall.correct("army", army, "province", "sagami")
    assert hall.army(army).place is None
