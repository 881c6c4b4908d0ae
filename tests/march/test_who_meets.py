"""Who meets whom when a phase ends, where passages, rebels, guests and empty land make it more than the rules alone
(R4, R14, R16, R17, R42)."""

from __future__ import annotations

import pytest

from control.sengoku.march.marching_questions import preview
from control.sengoku.rows import Encounter


def met(hall, outcome=""):
    """The encounters with this outcome: kind, province, the numbers of their armies."""
    forces = hall.rows("encounter_force")
    return sorted(
        (row["kind"], row["province"], *sorted(one["army"] or 0 for one in forces if one["encounter"] == number))
        for number in hall.numbers("encounter")
        if (row := hall.get(Encounter, number).as_dict())["outcome"] == outcome
    )


def bind(hall, kind, *pairs):
    """Bonds of this kind between each two clans."""
    for one, other in pairs:
        hall.do("treaty.record", "game", kind=kind, one=one, other=other, strength=1)


def let_pass(hall):
    """Let all pass that is open; what was said."""
    return [
        hall.settle(one, "pass").sentence for one in hall.numbers("encounter") if not hall.get(Encounter, one).outcome
    ]


# ---- R17: the two shores of a crossing


@pytest.mark.parametrize("first", ["oda", "mori"])
def test_fleets_that_passed_each_other_meet_on_any_shore_but_the_two_of_their_crossing(hall, first):
    bind(hall, "passage", *((one, other) for one in ("oda", "mori") for other in ("miyoshi", "yamana", "arima")))
    starts = {"oda": ("awaji", "harima"), "mori": ("harima", "awaji")}
    for clan in sorted(starts, key=lambda clan: clan != first):
        start, over = starts[clan]
        hall.march(hall.an_army(clan, start, 5, 4), over, "settsu")
    hall.phases(1, 2)
    assert [kind for kind, *_ in met(hall)] == ["opposed_crossing"]
    let_pass(hall)
    hall.do("garrison.raise", "game", province="shinano", troops=2, force="a test")
    hall.march(hall.an_army("uesugi", "echigo", 5, 1), "shinano", late="he comes upon a garrison in phase 3")
    found = hall.ask(preview, hall.room.scenario, 3).encounters
    assert [words for one in found for _, words in one.who if one.province == "shinano"][1:] == ["Garrison of Shinano"]
    hall.phases(3)
    settsu = ("meeting", "settsu", 1, 2)
    assert met(hall) == [settsu, ("meeting", "shinano", 0, 3)], "Settsu is a shore of Awaji, and none of that crossing"


# ---- R16: who guards closed land


def test_a_closed_province_is_not_guarded_by_an_army_of_its_holder_that_never_came(hall):
    """Army 1 and 2 exchange and stay both, so that their encounter is filed in Bizen; its holder's is in Mimasaka."""
    hall.march(hall.an_army("mori", "bizen", 5, 2), "mimasaka")
    hall.march(hall.an_army("ukita", "mimasaka", 5, 2), "bizen")
    hall.march(hall.an_army("kinoshita", "harima", 5, 2), "bizen", "bitchu")
    let_pass(hall)
    hall.phases(1, 2)
    assert met(hall) == [("closed_province", "bizen", 3), ("exchange", "bizen", 1, 2), ("meeting", "bizen", 1, 3)]


@pytest.mark.parametrize("yamana", [2, 3])
@pytest.mark.parametrize(("owner", "here", "there"), [("yamana", "harima", "bizen"), ("takeda", "kai", "shinano")])
def test_who_stands_in_land_that_its_holder_left_after_an_exchange_is_asked_about_it(hall, yamana, owner, here, there):
    """The better general had entered and met its army, equals go over only now: the people ask both."""
    played = owner == "takeda"
    if played:
        hall.do("treaty.record", "game", kind="passage", one="oda", other="takeda", strength=1, through=[there])
    else:
        bind(hall, "passage", ("oda", "ukita"), ("yamana", "ukita"))
    hall.march(hall.an_army(owner, here, 5, yamana), there)
    hall.march(hall.an_army("oda", there, 5, 3), here)
    hall.phases(1, 2)
    assert [kind for kind, *_ in met(hall)] == ["exchange"]
    said = let_pass(hall)[0]
    assert hall.army(2).province == here
    assert met(hall) == [("undefended" if played else "closed_province", here, 2)], said
    let_pass(hall)
    assert met(hall) == []
    told = [row for row in hall.rows("notice") if row["kind"] == "invasion"]
    assert [row["province"] for row in told].count(here) == 1, "its holder hears once that he came"


def test_two_who_had_entered_against_one_are_each_asked_once_he_is_gone(hall):
    bind(hall, "passage", ("takeda", "ukita"), ("oda", "ukita"), ("yamana", "ukita"))
    bind(hall, "alliance", ("takeda", "oda"))
    hall.march(hall.an_army("yamana", "harima", 5, 2), "bizen")
    for clan in ("takeda", "oda"):
        hall.march(hall.an_army(clan, "bizen", 5, 3), "harima")
    hall.phases(1, 2)
    assert met(hall) == [("exchange", "harima", 1, 2), ("exchange", "harima", 1, 3)]
    let_pass(hall)
    assert met(hall) == [("closed_province", "harima", 2), ("closed_province", "harima", 3)]


@pytest.mark.parametrize(("owner", "clan", "start", "land", "back"), [
    ("yamana", "oda", "bizen", "harima", "tajima"), ("takeda", "uesugi", "echigo", "shinano", "kai"),
])  # fmt: skip
def test_who_is_left_in_land_whose_holders_army_withdraws_is_asked_about_it(hall, owner, clan, start, land, back):
    """It guarded the land when he came in without leave, so that nobody asked him."""
    hall.an_army(owner, land, 5, 2)
    entering = hall.an_army(clan, start, 5, 4)
    hall.march(entering, land, back)
    hall.phases(1)
    assert met(hall) == [("meeting", land, 1, 2)]
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who=owner, retreat_to=back)
    kind = "closed_province" if owner == "yamana" else "undefended"
    assert met(hall) == [(kind, land, entering)]


def test_who_withdraws_himself_leaves_nobody_to_be_asked_in_his_own_land(hall):
    hall.an_army("takeda", "shinano", 5, 2)
    hall.march(hall.an_army("uesugi", "echigo", 5, 4), "shinano")
    hall.phases(1)
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi")
    assert met(hall) == []


# ---- R42 and movement 3: once is enough


def test_two_that_met_on_their_way_meet_once_where_rebels_stand_by(hall):
    bind(hall, "passage", *((one, other) for one in ("oda", "mori") for other in ("takeda", "uesugi")))
    hall.march(hall.an_army("oda", "shinano", 5, 2), "echigo")
    hall.march(hall.an_army("mori", "echigo", 5, 3), "shinano")
    hall.do("rebels.raise", "npd", province="shinano", troops=2, reason="no rice")
    hall.phases(1, 2)
    assert met(hall) == [("exchange", "shinano", 1, 2)]


def test_two_that_met_on_their_way_meet_once_where_a_guest_of_one_stands_by_who_is_the_others_ally(hall):
    bind(hall, "passage", ("oda", "takeda"))
    bind(hall, "alliance", ("oda", "uesugi"))
    hall.march(hall.an_army("takeda", "shinano", 5, 2), "echigo")
    hall.march(hall.an_army("uesugi", "echigo", 5, 3), "shinano")
    hall.an_army("oda", "shinano", 5, 1)
    hall.phases(1, 2)
    assert met(hall) == [("exchange", "shinano", 1, 2)]


# ---- R35: leave to pass


@pytest.mark.parametrize(("one", "other", "kind"), [
    (("takeda", "kai"), ("imagawa", "suruga"), "exchange"),
    (("otomo", "buzen"), ("sue", "suo"), "opposed_crossing"),
])  # fmt: skip
def test_two_who_let_each_other_through_do_not_meet_on_their_way_either(hall, one, other, kind):
    for (clan, start), (_, over) in ((one, other), (other, one)):
        hall.march(hall.an_army(clan, start, 5, 3), over)
    bond = hall.do("treaty.record", "game", kind="passage", one=one[0], other=other[0], strength=1)
    hall.phases(1, 2)
    assert met(hall) == []
    assert (hall.army(1).province, hall.army(2).province) == (other[1], one[1])
    hall.undo(hall.entries()[-1].number)
    hall.do("treaty.end", "game", treaty=1, reason="they fell out")
    equals = "meets an enemy coming the other way: experience 3 is not more than 3 (R14)"
    why = equals if kind == "exchange" else "its crossing is opposed (R17)"
    assert [stay.why for stay in hall.ask(preview, hall.room.scenario, 2).stays] == [why, why]
    hall.phases(2)
    assert [what for what, *_ in met(hall)] == [kind], bond.sentence


def test_who_has_leave_on_one_side_of_a_border_alone_meets_on_it(hall):
    hall.do("treaty.record", "game", kind="passage", one="takeda", other="imagawa", strength=1, through=["suruga"])
    hall.march(hall.an_army("takeda", "kai", 5, 2), "suruga")
    hall.march(hall.an_army("imagawa", "suruga", 5, 2), "kai")
    hall.phases(1, 2)
    assert [what for what, *_ in met(hall)] == ["exchange"]


# ---- R14: who enters by an exchange


def test_the_preview_says_with_what_experience_an_army_stays_in_an_exchange(hall):
    wounded = hall.an_army("uesugi", "echigo", 5, 3)
    hall.correct("character", hall.army(wounded).general, "wounded", True)
    hall.march(wounded, "shinano")
    hall.march(hall.an_army("takeda", "shinano", 5, 2), "echigo")
    hall.an_army("mori", "nagato", 5, 4)
    hall.phases(1)
    why = {one.army: one.why for one in hall.ask(preview, hall.room.scenario, 2).stays}
    assert why.pop(3) == "no order"
    assert why == dict.fromkeys((1, 2), "meets an enemy coming the other way: experience 2 is not more than 2 (R14)")
