"""Land that defends itself: whose levy stands, what it is worth, who has beaten it (R4, R41)."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.sengoku.battle.encounters.encounters_questions import encounter
from control.sengoku.march.marching_questions import preview
from control.sengoku.rows import Army, Battle, BattleSide, BeatenLevy, Claim, Encounter, Province
from control.sengoku.world.forces.levies_questions import is_beaten, levies, levy_of, may_be_taken
from tests.conftest import sign_in
from tests.test_pages import Reader


def seen(hall, province, place=None, clan="uesugi"):
    """What the levy of a ground counts as, whether it was beaten, and whether a clan may take it."""
    with hall.room.store.read() as session:
        assert levies(session).of(province, place) == levy_of(session, province, place)
        return (
            levy_of(session, province, place),
            is_beaten(session, province, place),
            may_be_taken(session, province, place, clan),
        )


def helped_levy(hall):
    """Hōjō, an ally of Takeda's, beside the levy of Kai against Uesugi: battle 1, one round of which the levy's side
    won."""
    hall.do("treaty.record", kind="alliance", one="takeda", other="hojo")
    hall.an_army("hojo", "kai", 6)
    hall.an_army("uesugi", "kai", 8)
    hall.do("encounter.call", province="kai", clans=["hojo", "uesugi"], reason="they meet")
    hall.settle()
    hall.fight(1)
    assert hall.rows("battle_round")[0]["report"]["result"] == "D"


def test_r4_a_levy_is_not_beaten_by_its_allies_breaking_off_after_a_round_that_they_won(hall, client):
    helped_levy(hall)
    page = client("map").get("/battles/1").text
    assert "a levy stays in its land. It is beaten if it lost the last round" in page
    assert 'value="defender_withdraws"' in page, "his ally may"
    entry = hall.end(then="defender_withdraws", retreat_to="sagami")
    assert "The levy of Kai was not beaten, and stays (R4)." in entry.sentence
    told = [sentence for _, sentence in told_of(hall, "battle")]
    assert told[0].endswith("gave way; the levy was not beaten, and stays.")
    assert seen(hall, "kai")[1:] == (False, False)
    hall.refuse(OrderNotAllowed, "province.take_over", province="kai", clan="uesugi", how="force", force="")


def against_the_levy(hall, die):
    """Uesugi against the levy of Kai alone: battle 1, one round of it that nobody has won outright."""
    hall.an_army("uesugi", "kai", hall.room.scenario.provinces["kai"].rice_value + 2)
    hall.do("encounter.call", province="kai", clans=["uesugi"], reason="it is empty")
    hall.settle()
    hall.fight(die)
    assert not hall.rows("battle_round")[0]["report"]["outright"]


def test_r4_a_levy_alone_that_lost_the_last_round_may_give_way_and_is_beaten(hall):
    against_the_levy(hall, 6)
    entry = hall.end(then="defender_withdraws")
    assert "has dispersed until the next season" in entry.sentence
    steps = [step["text"] for step in hall.get(Battle, 1).steps]
    assert steps[-1] in entry.sentence.replace(" (R4)", "")
    assert not any("0" in step.split() or "of 0" in step or "no general" in step for step in steps)
    assert seen(hall, "kai")[1]
    assert hall.army(1).held_by is None


@pytest.mark.parametrize("die", [1, 3])
def test_r4_a_levy_alone_that_did_not_lose_the_last_round_withdraws_from_nobody(hall, client, die):
    against_the_levy(hall, die)
    error = hall.refuse(OrderNotAllowed, "battle.end", battle=1, then="defender_withdraws")
    assert (error.field, error.ruling) == ("then", "R4")
    assert error.sentence.startswith("The levy of Kai did not lose the last round: it is not beaten, and stays")
    page = client("map").get("/battles/1").text
    assert 'value="both_stay"' in page
    assert 'value="attacker_withdraws"' in page
    assert 'value="defender_withdraws"' not in page
    hall.end(then="both_stay")
    assert not seen(hall, "kai")[1]


def test_r15_who_won_against_the_friends_of_a_levy_does_not_walk_past_it(hall):
    """It was not beaten, and stays: he stays, or goes back the way he came."""
    hall.do("treaty.record", kind="alliance", one="takeda", other="hojo")
    hall.an_army("hojo", "kai", 6)
    army = hall.an_army("uesugi", "shinano", 8, 4)
    hall.march(army, "kai", "sagami")
    hall.phases(1)
    hall.settle(1, attacker="uesugi", defender="hojo")
    assert hall.get(BattleSide, (1, "defender")).intrinsic
    hall.fight(1)
    hall.end(then="defender_withdraws", retreat_to="sagami")
    assert hall.get(Battle, 1).winner == "attacker"
    hall.phases(2)
    assert hall.army(army).province == "kai"
    hall.march(army, "shinano", late="he turns back")
    hall.phases(3)
    assert hall.army(army).province == "shinano"


def test_the_steps_say_that_a_levy_is_beaten_though_both_stay(hall):
    hall.an_army("uesugi", "kai", 10)
    hall.do("encounter.call", province="kai", clans=["uesugi"], reason="it is empty")
    hall.settle()
    hall.fight(6)
    hall.end(then="both_stay")
    steps = [(step["text"], step["ruling"]) for step in hall.get(Battle, 1).steps]
    assert steps[0] == ("Nobody has won.", "R7")
    assert steps[-1] == ("The levy of Kai has dispersed until the next season.", "R4")


def test_r4_walls_without_a_counter_or_a_levy_in_them_do_not_fight(hall):
    hall.do("treaty.record", kind="alliance", one="takeda", other="hojo")
    hall.an_army("takeda", "shinano", 4)
    hall.an_army("hojo", "shinano", 6)
    with hall.room.store.write() as session:
        session.get_one(Province, "shinano").castle = "castle"
        session.add(BeatenLevy(id=1, province="shinano", place=None, season=0, clan="oda", battle=None))
    hall.an_army("uesugi", "shinano", 8)
    hall.do("encounter.call", province="shinano", clans=["takeda", "hojo", "uesugi"], reason="they meet")
    hall.settle(defender="takeda", defender_allies=["hojo"])
    assert hall.get(BattleSide, (1, "defender")).fortification == "castle"
    hall.correct("army", 1, "troops", 0)
    hall.fight()
    assert hall.get(BattleSide, (1, "defender")).fortification == "none"


def test_a_levy_stands_where_its_holder_has_no_counters(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.an_army("uesugi", "kai", 3)
    scenario = hall.room.scenario
    assert seen(hall, "hida") == (0, False, False)
    assert seen(hall, "kai") == (scenario.provinces["kai"].rice_value, False, False)
    assert seen(hall, "settsu", "sakai") == (scenario.places["sakai"].value, False, False)  # it has no holder


def test_who_is_in_a_place_does_not_guard_the_province_around(hall):
    army = hall.an_army("takeda", "kai", 3)
    with hall.room.store.write() as session:
        session.get_one(Province, "settsu").holder = "takeda"
        session.get_one(Army, army).province, session.get_one(Army, army).place = "settsu", "osaka"
    assert seen(hall, "settsu")[0] == hall.room.scenario.provinces["settsu"].rice_value


def empty_iki(hall, holder, castle="none"):
    """Iki, whose value is 0, in somebody's hand."""
    with hall.room.store.write() as session:
        iki = session.get_one(Province, "iki")
        iki.holder, iki.castle = holder, castle
    return hall


@pytest.mark.parametrize("holder", ["mori", "yuki", None])  # played, of NPD Control, nobody's
def test_d31_land_of_value_0_is_taken_by_whoever_stands_there(hall, holder):
    empty_iki(hall, holder, "castle")
    assert seen(hall, "iki", clan="otomo") == (0, True, False)
    by_force = {"province": "iki", "clan": "otomo", "how": "force", "force": ""}
    hall.refuse(OrderNotAllowed, "province.take_over", **by_force)
    hall.march(hall.an_army("otomo", "chikuzen", 5, 4), "iki")
    hall.phases(1, 2)
    assert met(hall) == [], "nobody is there to meet"
    assert seen(hall, "iki", clan="otomo") == (0, True, True)
    error = hall.refuse(OrderNotAllowed, "encounter.call", province="iki", clans=["otomo"], reason="banzai")
    assert "The value of Iki is 0, so it has no levy" in error.sentence
    hall.do("province.take_over", **by_force)
    assert hall.get(Province, "iki").holder == "otomo"


def test_d31_counters_on_land_of_value_0_are_beaten_as_anywhere(hall):
    empty_iki(hall, "mori", "castle")
    hall.an_army("mori", "iki", 2)
    hall.march(hall.an_army("otomo", "chikuzen", 15, 4), "iki")
    hall.phases(1, 2)
    assert [one[0] for one in met(hall)] == ["meeting"]
    assert not seen(hall, "iki", clan="otomo")[2]
    hall.settle(attacker="otomo")
    assert hall.get(BattleSide, (1, "defender")).fortification == "castle"
    hall.fight(6)
    hall.end(then="defender_withdraws", retreat_to="tsushima")
    assert seen(hall, "iki", clan="otomo") == (0, True, True)


def test_a_beaten_levy_is_back_the_following_season(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="kai", place=None, season=0, clan="uesugi", battle=None))
    assert seen(hall, "kai") == (0, True, True)
    assert seen(hall, "kai", clan="hojo") == (0, True, False)
    hall.next_season()
    assert seen(hall, "kai")[0] > 0
    assert seen(hall, "kai")[1:] == (False, False)


# ---- entering land that nobody guards


def met(hall):
    """The encounters there were: kind, province, place and outcome."""
    rows = sorted((key[1], row) for key, row in hall.state().items() if key[0] == "encounter")
    return [(row["kind"], row["province"], row["place"], row["outcome"]) for _, row in rows]


def invader(hall, clan="uesugi", start="echigo", to="shinano", experience=4):
    """An army that enters an empty province of Takeda's in phase 1."""
    army = hall.an_army(clan, start, 8, experience)
    hall.march(army, to)
    return army


def told_of(hall, kind="invasion"):
    """Whom notices of a kind are for, and what they say."""
    rows = {key: row for key, row in hall.state().items() if key[0] in ("notice", "notice_to")}
    notices = {key[1]: row["sentence"] for key, row in rows.items() if key[0] == "notice" and row["kind"] == kind}
    return [
        (row["clan"], notices[row["notice"]])
        for key, row in sorted(rows.items(), key=str)
        if key[0] == "notice_to" and row["notice"] in notices
    ]


def test_entering_a_played_clans_empty_province_is_an_encounter_and_its_holder_is_told(hall):
    invader(hall)
    expected = [one.kind for one in hall.ask(preview, hall.room.scenario, 1).encounters]
    hall.phases(1)
    assert met(hall) == [("undefended", "shinano", None, "")]
    assert expected == ["undefended"]
    assert told_of(hall) == [("takeda", "Uesugi has entered Shinano without leave.")]


def test_of_troops_that_meet_him_the_holder_is_told_too(hall_at):
    assert ("takeda", "Uesugi has entered Shinano without leave.") in told_of(hall_at("encounter"))


def test_counters_in_the_province_around_guard_it_and_those_in_a_place_meet_nobody(hall):
    hall.do("garrison.raise", "game", province="shinano", troops=1, force="a test needs it")
    hall.do("garrison.raise", "game", place="enryaku-ji", troops=1, force="a test needs it")
    invader(hall)
    hall.comes("asakura", "omi", "yamashiro", 5)
    assert ("meeting", "shinano", None, "") in met(hall)
    assert ("meeting", "yamashiro", None, "") not in met(hall)


def test_a_garrison_that_is_raised_after_they_met_fights_in_the_stead_of_the_people(hall):
    invader(hall)
    hall.phases(1)
    hall.do("garrison.raise", "game", province="shinano", troops=2, force="they saw him come")
    assert "yield" not in hall.ask(encounter, 1, "map").outcomes
    assert hall.refuse(OrderNotAllowed, hall.settle, outcome="yield").ruling == "R4"
    hall.settle()
    found = hall.get(BattleSide, (1, "defender"))
    assert (found.troops, found.intrinsic) == (2, 0)


def test_friends_and_those_with_leave_are_no_invaders(hall):
    hall.do("treaty.record", kind="passage", one="takeda", other="uesugi")
    invader(hall)
    hall.phases(1)
    assert (met(hall), told_of(hall)) == ([], [])


def test_who_passed_goes_on_in_the_next_phase(hall):
    army = invader(hall)
    hall.march(army, "shinano", "kai")
    hall.phases(1)
    said = hall.do("encounter.settle", encounter=1, outcome="pass").sentence
    assert said == "Uesugi passes through Shinano, which nobody guards."
    hall.phases(2)
    assert (hall.army(army).province, hall.army(army).halted) == ("kai", None)
    assert met(hall)[-1] == ("undefended", "kai", None, "")


def test_all_pass_in_one_entry_but_for_what_another_umpire_has(hall):
    invader(hall)
    invader(hall, "hojo", "sagami", "kai")
    hall.phases(1)
    perform(hall.room, Umpire("Ōta", "map"), "claim.take", {"kind": "encounter", "number": 1})
    before = hall.state()
    entry = hall.do("encounter.pass_all")
    assert entry.sentence == "The armies in undefended land pass: Shinano. 1 is in other hands."
    assert [outcome for *_, outcome in met(hall)].count("pass") == 1
    assert hall.get(Encounter, 1).outcome == ""
    assert hall.get(Claim, ("encounter", 1)).umpire == "Ōta"
    hall.undo(entry.number)
    assert {key: row for key, row in hall.state().items() if key[0] == "encounter"} == {
        key: row for key, row in before.items() if key[0] == "encounter"
    }


def test_what_came_since_the_page_was_drawn_is_not_passed_with_what_it_showed(hall, client):
    invader(hall)
    hall.phases(1)
    desk = client("map")
    [box] = Reader(desk.get("/map/").text).boxes("encounters")
    assert box["value"] == "1"
    hall.an_army("hojo", "kai", 3)
    hall.do("encounter.call", province="kai", clans=["hojo"], reason="they turn on the people")
    form = {"encounters": box["value"]}
    assert desk.post("/map/encounters/pass-all", data={**form, "key": "a"}).status_code == 303
    assert [hall.get(Encounter, number).outcome for number in (1, 2)] == ["pass", ""]
    late = desk.post("/map/encounters/pass-all", data={**form, "key": "b"})
    assert late.status_code == 409
    assert "All of these were settled since you opened this." in late.text
    assert hall.get(Encounter, 2).outcome == ""


def test_a_script_names_the_encounters_that_pass_by_their_numbers(hall):
    invader(hall)
    hall.phases(1)
    for wrong, said in ((["E1"], "is a whole number from 1 to"), ([1, 7], 'There is no encounter "7".')):
        error = hall.refuse(OrderNotUnderstood, "encounter.pass_all", encounters=wrong)
        assert said in error.sentence
        assert error.field == "encounters"
    assert hall.do("encounter.pass_all", encounters=[1]).sentence == "The armies in undefended land pass: Shinano."


def test_no_meeting_is_passed_with_them(hall):
    hall.kawanakajima()
    invader(hall, "hojo", "sagami", "suruga", 2)
    hall.phases(1, 2)
    hall.do("encounter.pass_all")
    assert sorted((kind, outcome) for kind, _, _, outcome in met(hall)) == [("meeting", ""), ("undefended", "pass")]


def test_who_meets_land_whose_levy_is_beaten_meets_nobody_but_for_what_another_umpire_has(hall):
    for clan in ("uesugi", "hojo", "oda"):
        hall.an_army(clan, "shinano", 3)
        hall.do("encounter.call", province="shinano", clans=[clan], reason="they turn on the people")
    perform(hall.room, Umpire("Ōta", "map"), "claim.take", {"kind": "encounter", "number": 2})
    hall.do("encounter.settle", encounter=1, outcome="yield")
    assert [outcome for *_, outcome in met(hall)] == ["yield", "", "pass"]


def test_nothing_waits_so_nobody_passes(hall):
    assert hall.refuse(OrderNotAllowed, "encounter.pass_all").ruling == "R4"


def test_people_who_yield_stand_aside_and_their_land_may_be_taken(hall):
    invader(hall)
    hall.phases(1)
    hall.do("encounter.settle", encounter=1, outcome="yield")
    assert seen(hall, "shinano") == (0, True, True)
    hall.march(hall.an_army("hojo", "kai", 4, experience=4), "shinano", late="a test needs it")
    hall.phases(2)
    assert [kind for kind, *_ in met(hall)].count("undefended") == 1, "it meets nobody any more"


def test_only_land_that_nobody_guards_yields(hall_at):
    error = hall_at("encounter").refuse(OrderNotAllowed, "encounter.settle", encounter=1, outcome="yield")
    assert (error.field, error.ruling) == ("outcome", "R4")


# ---- R17: what comes of an opposed crossing


def crossing(hall):
    """Two enemies on the crossing from Buzen to Nagato, each to the other's shore, in encounter 1."""
    one, other = hall.an_army("uesugi", "buzen", 6, 4), hall.an_army("takeda", "nagato", 6, 4)
    hall.march(one, "nagato")
    hall.march(other, "buzen")
    while not met(hall):
        hall.phases(hall.state()[("game", 1)]["phase"] + 1)
    assert met(hall)[0][0] == "opposed_crossing"
    return one, other


def test_who_passes_at_sea_is_across_and_does_not_meet_again_on_the_far_shore(hall):
    one, other = crossing(hall)
    hall.do("encounter.settle", encounter=1, outcome="pass")
    assert (hall.army(one).province, hall.army(other).province) == ("nagato", "buzen")


def test_two_who_pass_the_same_way_do_not_meet_where_they_land(hall):
    one, other = hall.an_army("uesugi", "buzen", 6, 4), hall.an_army("takeda", "buzen", 6, 4)
    for army in (one, other):
        hall.march(army, "nagato")
    while not met(hall):
        hall.phases(hall.state()[("game", 1)]["phase"] + 1)
    hall.do("encounter.settle", encounter=1, outcome="pass")
    assert (hall.army(one).province, hall.army(other).province) == ("nagato", "nagato")
    assert "meeting" not in [kind for kind, *_ in met(hall)]
    for number, (*_, outcome) in enumerate(met(hall), 1):
        if not outcome:
            hall.do("encounter.settle", encounter=number, outcome="pass")
    phase = hall.state()[("game", 1)]["phase"]
    hall.march(hall.an_army("oda", "suo", 3, 4), "nagato", late="a test needs it")
    hall.phases(phase + 1)
    assert hall.army(3).province == "nagato"
    assert ("meeting", "nagato", None, "") in met(hall)  # the third meets both of them
    hall.undo(hall.entries()[-1].number)
    hall.do("treaty.record", "game", kind="alliance", one="oda", other="uesugi", strength=1)
    hall.phases(phase + 1)
    meeting = next(row["id"] for row in hall.rows("encounter") if (row["kind"], row["outcome"]) == ("meeting", ""))
    forces = [row["army"] for row in hall.rows("encounter_force") if row["encounter"] == meeting]
    assert sorted(forces) == [other, 3], "as an ally of one he meets the other alone"


def test_only_the_outright_winner_of_a_sea_battle_goes_on(hall):
    one, other = crossing(hall)
    hall.correct("army", one, "troops", 200)
    hall.settle(1)
    hall.fight(6, attacker_tactic="outflank")
    hall.end()
    assert (hall.army(one).province, hall.army(other).province) == ("buzen", "nagato")  # nobody leaves it
    assert (hall.army(one).halted, hall.army(other).halted) == (None, "battle")


@pytest.mark.parametrize(("winner", "loser"), [("otomo", "mori"), ("mori", "otomo")])
def test_a_battle_at_sea_beats_no_levy_ashore(hall, winner, loser):
    armies = {"otomo": hall.an_army("otomo", "buzen", 6, 4), "mori": hall.an_army("mori", "nagato", 6, 4)}
    hall.march(armies["otomo"], "nagato")
    hall.march(armies["mori"], "buzen")
    while not met(hall):
        hall.phases(hall.state()[("game", 1)]["phase"] + 1)
    hall.correct("army", armies[winner], "troops", 200)
    hall.settle(1, attacker=winner)
    hall.fight(6, attacker_tactic="outflank")
    hall.end()
    assert hall.army(armies[loser]).halted == "battle"
    assert [seen(hall, province)[1] for province in ("buzen", "nagato")] == [False, False]


def test_an_undecided_sea_battle_ends_the_march_of_both(hall):
    one, other = crossing(hall)
    hall.one_round("defender_withdraws")
    assert (hall.army(one).halted, hall.army(other).halted) == ("battle", "battle")


def test_what_an_umpire_has_in_hand_himself_passes_too_and_is_in_his_hands_no_more(hall):
    invader(hall)
    hall.phases(1)
    hall.do("claim.take", kind="encounter", number=1)
    assert hall.do("encounter.pass_all").sentence == "The armies in undefended land pass: Shinano."
    assert hall.get(Encounter, 1).outcome == "pass"
    assert not hall.rows("claim")


def test_a_beaten_levy_is_asked_for_no_way_out(hall, app_of):
    hall.correct("army", invader(hall), "troops", 90)
    hall.phases(1)
    settle = {"encounter": 1, "outcome": "battle", "attacker": "uesugi", "settled_by": "umpire"}
    hall.do("encounter.settle", **settle)
    tactics = {"attacker_tactic": "outflank", "defender_tactic": "fortify"}
    hall.do("battle.fight_round", battle=1, round=1, die=6, **tactics)
    page = sign_in(app_of(hall), "map").get("/battles/1").text
    assert "The battle is decided: outright victory." in page
    assert "Whoever leaves goes to" not in page
