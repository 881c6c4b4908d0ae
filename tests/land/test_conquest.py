"""Land that changes hands, and what becomes of a defeated lord (R21, R23, R24, R33)."""

from __future__ import annotations

import re

import pytest

from control.kernel.errors import OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.hall.news.news_questions import candidates, season_now
from control.sengoku.paper.afterwards.afterwards_questions import plain
from control.sengoku.paper.afterwards.stories_questions import Reader
from control.sengoku.people.casting.casting_questions import without_land
from control.sengoku.rows import BeatenLevy, Character, Encounter, Game, Muster, Place, Province, Treaty
from control.sengoku.rules.economy import winter_income
from control.sengoku.season import closing_questions as closing
from control.sengoku.world.land.land_questions import land
from control.sengoku.world.ledger.ledger_questions import paying, world_sum
from tests.conftest import sign_in
from tests.games import FORCED, Hall


def back(hall: Hall, before) -> None:
    """Undo the last entry, and look that everything is as it was."""
    hall.undo(hall.entries()[-1].number)
    assert hall.state() == before


def test_who_has_beaten_the_levy_takes_the_land_without_force(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="shinano", season=0, clan="uesugi"))
    hall.refuse(OrderNotAllowed, "province.take_over", province="shinano", clan="hojo", how="force", force="")
    raised = hall.do("garrison.raise", province="shinano", troops=1)
    error = hall.refuse(OrderNotAllowed, "province.take_over", province="shinano", clan="uesugi", how="force", force="")
    assert (error.field, error.ruling) == ("how", "R33"), "the holder's counters still stand there"
    hall.undo(raised.number)
    hall.do("province.take_over", province="shinano", clan="uesugi", how="force", force="")
    assert hall.get(Province, "shinano").taken


def test_what_was_announced_is_lost_and_not_paid_back(hall):
    hall.do("troops.announce", "team", province="shinano", clan="takeda", counters=2)
    before, paid = hall.state(), hall.points("takeda")
    entry = hall.do("province.take_over", province="shinano", clan="uesugi", how="submits")
    assert "What Takeda had announced there is lost (R23)." in entry.sentence
    assert hall.get(Muster, 1).outcome == "lost"
    assert hall.points("takeda") == paid
    assert verify(hall.room).same
    back(hall, before)


def test_what_is_announced_in_the_province_around_a_lost_city_still_comes(hall):
    hall.do("troops.announce", "team", province="yamashiro", clan="miyoshi", counters=1)
    hall.do("troops.announce", "team", place="kyoto", clan="miyoshi", counters=2)
    hall.do("place.take_over", place="kyoto", clan="oda", how="submits")
    assert [hall.get(Muster, number).outcome for number in (1, 2)] == ["", "lost"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("force", "The counters of Takeda there are encounter 1 (R23)."),
        ("submits", "The counters of Takeda there are guests until they are moved (R23)."),
    ],
)
def test_the_old_holders_counters_are_an_encounter_or_guests(hall, how, says):
    hall.do("garrison.raise", province="shinano", troops=3)
    entry = hall.do("province.take_over", province="shinano", clan="uesugi", how=how)
    assert says in entry.sentence
    assert hall.count(Encounter) == (how == "force")
    assert verify(hall.room).same


def test_who_fights_for_a_city_of_the_province_has_no_second_affair_by_its_fall(hall):
    attacker = hall.an_army("oda", "yamashiro", 9)
    hall.do("garrison.raise", province="yamashiro", troops=2)
    left = hall.rows("garrison")[-1]["id"]
    hall.do("encounter.call", province="yamashiro", place="kyoto", clans=["oda"], reason="he attacks the city")
    hall.do("province.take_over", "game", province="yamashiro", clan="oda", how="force", force=FORCED)
    met = hall.get(Encounter, 2)
    assert (met.phase, met.kind) == (1, "undefended"), "before the first phase it is of the first"
    there = [(row["encounter"], row["army"], row["garrison"]) for row in hall.rows("encounter_force")]
    assert there == [(1, attacker, None), (2, None, left)]


@pytest.mark.parametrize(
    ("ground", "clan", "said"),
    [
        ({"province": "yamashiro"}, "oda", "Oda leaves the counters of Miyoshi in Yamashiro unmolested."),
        ({"place": "kyoto"}, "oda", "In Yamashiro, Miyoshi and Oda do not fight for Kyoto."),
        ({"place": "kyoto"}, "saito", "In Yamashiro, Miyoshi and Saitō do not fight for Kyoto."),
    ],
)
def test_who_is_left_behind_in_a_city_or_the_land_of_a_played_clan_gets_no_passage_by_it(hall, ground, clan, said):
    hall.do("garrison.raise", **{"province": "yamashiro", **ground}, troops=2)
    action = "place.take_over" if "place" in ground else "province.take_over"
    hall.do(action, "game", **ground, clan=clan, how="force", force=FORCED)
    assert hall.do("encounter.settle", encounter=1, outcome="pass").sentence == said
    assert hall.rows("passage") == []


@pytest.mark.parametrize(
    ("ground", "passed"),
    [
        ({"province": "yamashiro"}, "who was left there stays unmolested"),
        ({"place": "kyoto"}, "nobody fights for Kyoto"),
    ],
)
def test_who_is_left_behind_is_not_passed_with_all_who_have_entered_undefended_land(hall, app_of, ground, passed):
    hall.do("garrison.raise", **{"province": "yamashiro", **ground}, troops=2)
    action = "place.take_over" if "place" in ground else "province.take_over"
    hall.do(action, "game", **ground, clan="oda", how="force", force=FORCED)
    assert hall.get(Encounter, 1).kind == "undefended"
    assert "All pass" not in sign_in(app_of(hall), "map").get("/map/").text
    assert hall.refuse(OrderNotAllowed, "encounter.pass_all").sentence == "No army waits in undefended land."
    closes = [
        line.sentence for line in hall.ask(closing.plan, hall.room.scenario, True).lines if line.chapter == "encounter"
    ]
    assert closes == [f"Encounter 1 in Yamashiro is closed: {passed}."]


def test_who_is_left_behind_inside_a_city_is_asked_whatever_else_ends_meanwhile(hall):
    hall.do("garrison.raise", province="yamashiro", place="kyoto", troops=2)
    hall.do("place.take_over", "game", place="kyoto", clan="oda", how="force", force=FORCED)
    hall.correct("army", hall.an_army("takeda", "kai", 5), "province", "shinano")
    assert hall.get(Encounter, 1).outcome == ""


def test_a_siege_is_over_for_all_who_are_inside_when_its_besieger_is_elsewhere(hall):
    hall.an_army("uesugi", "settsu", 5)
    for clan in ("hongan-ji", "takeda"):
        hall.correct("army", hall.an_army(clan, "settsu", 4), "place", "ishiyama-hongan-ji")
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="a siege")
    entry = hall.correct("army", 1, "province", "harima")
    assert "Encounter 1 is over: Hongan-ji and Takeda alone are left in it." in entry.sentence


def test_an_army_that_is_left_behind_is_told_and_passed_as_counters_are(hall, app_of):
    hall.an_army("miyoshi", "yamashiro", 2)
    hall.do("province.take_over", "game", province="yamashiro", clan="oda", how="force", force=FORCED)
    assert (hall.get(Encounter, 1).kind, hall.get(Encounter, 1).left_behind) == ("undefended", True)
    assert "All pass" not in sign_in(app_of(hall), "map").get("/map/").text
    assert hall.refuse(OrderNotAllowed, "encounter.pass_all").sentence == "No army waits in undefended land."
    closes = [line.sentence for line in hall.ask(closing.plan, hall.room.scenario, True).lines]
    assert "Encounter 1 in Yamashiro is closed: who was left there stays unmolested." in closes
    passed = hall.do("encounter.settle", encounter=1, outcome="pass")
    assert passed.sentence == "Oda leaves the counters of Miyoshi in Yamashiro unmolested."
    assert verify(hall.room).same


def test_who_was_left_behind_is_so_yet_when_the_encounter_is_called_anew(hall):
    hall.an_army("miyoshi", "yamashiro", 2)
    hall.do("province.take_over", "game", province="yamashiro", clan="oda", how="force", force=FORCED)
    hall.settle(attacker="miyoshi")
    hall.end()
    hall.do("encounter.call", province="yamashiro", clans=["miyoshi"], reason="they try again")
    assert (hall.get(Encounter, 2).kind, hall.get(Encounter, 2).left_behind) == ("undefended", True)
    assert hall.refuse(OrderNotAllowed, "encounter.pass_all").sentence == "No army waits in undefended land."
    assert verify(hall.room).same


def test_who_is_left_behind_in_the_land_of_a_clan_that_nobody_plays_asks_for_leave(hall):
    hall.do("garrison.raise", province="yamashiro", troops=2)
    hall.do("province.take_over", "game", province="yamashiro", clan="saito", how="force", force=FORCED)
    assert hall.get(Encounter, 1).kind == "closed_province"


def test_land_that_is_fought_over_does_not_change_hands_until_that_is_settled(hall_at):
    hall = hall_at("encounter")
    where = hall.get(Encounter, 1).province
    before = hall.everything()
    for action, how in (("province.take_over", "submits"), ("conquest.settle", "vassal")):
        refused = hall.refuse(OrderNotAllowed, action, "game", province=where, clan="oda", how=how, force=FORCED)
        assert "Encounter 1" in refused.sentence
    assert hall.everything() == before


def test_a_vassal_keeps_his_land_in_full_and_gives_hostages_in_one_entry(hall):
    before = hall.state()
    hostage = "miyoshi-yoshioki"
    hall.do("conquest.settle", province="yamashiro", clan="oda", how="vassal", hostages=[hostage])
    assert (hall.get(Province, "yamashiro").holder, hall.get(Province, "yamashiro").taken) == ("miyoshi", False)
    treaty = hall.get(Treaty, hall.count(Treaty))
    assert (treaty.kind, treaty.one, treaty.other) == ("vassalage", "oda", "miyoshi")
    assert treaty.strength == 3, "hostages answer for it, so to break it costs the most"
    assert hall.get(Character, hostage).held_by == "oda"
    assert verify(hall.room).same
    back(hall, before)


def test_who_serves_another_openly_submits_once_that_treaty_is_ended(hall):
    hall.do("treaty.record", kind="vassalage", one="takeda", other="miyoshi")
    hall.do("treaty.record", "team", kind="vassalage", one="hojo", other="miyoshi", audience="secret")
    submits = {"province": "yamashiro", "clan": "oda", "how": "vassal"}
    assert "Takeda is overlord of Miyoshi" in hall.refuse(OrderNotAllowed, "conquest.settle", **submits).sentence
    forced = hall.do("conquest.settle", "game", **submits, force=FORCED)
    assert verify(hall.room).same, "what was forced is forced when it is played again"
    hall.undo(forced.number)
    hall.do("treaty.end", treaty=1, reason="it submits to another")
    hall.do("conquest.settle", **submits)


@pytest.mark.parametrize("desk", ["map", "game"])
def test_who_beats_his_own_overlord_ends_that_treaty_and_is_his_lord_then(hall, desk):
    hall.do("treaty.record", kind="vassalage", one="miyoshi", other="oda")
    settles = {"province": "yamashiro", "clan": "oda", "how": "vassal"}
    takes = {"province": "yamashiro", "clan": "oda", "how": "submits", "vassalage": True}
    for action, order, field in (("conquest.settle", settles, "how"), ("province.take_over", takes, "vassalage")):
        error = hall.refuse(OrderNotAllowed, action, desk, **order)
        assert (error.field, error.ruling) == (field, "H7")
        assert error.sentence.startswith("Miyoshi is overlord of Oda, since spring 1550, and nobody is the vassal of")
    if desk == "map":
        hall.do("treaty.end", treaty=1, reason="he was beaten")
    force = {"force": FORCED} if desk == "game" else {}
    entry = hall.do("conquest.settle", desk, **settles, hostages=["miyoshi-yoshioki"], **force)
    assert "vassal already" not in entry.sentence
    own, new = hall.get(Treaty, 1), hall.get(Treaty, 2)
    assert (own.strength, new.one, new.other, new.strength) == (1, "oda", "miyoshi", 3)
    again = hall.do("conquest.settle", desk, **settles)
    assert "he was its vassal already" in again.sentence
    assert verify(hall.room).same


def test_who_answers_for_a_vassal_is_of_the_family_of_his_head_or_there_is_a_reason(hall, app_of):
    game = sign_in(app_of(hall), "game")
    address, chamberlain = "/map/provinces/yamashiro/settle", "matsunaga-hisahide"
    listed = re.findall(r'name="hostages" value="(\S+)"', game.get(address).text)
    assert listed.index("miyoshi-yoshioki") == 0
    assert listed.index(chamberlain) > 0
    form = {"near": "oda", "version-": "1", "how": "vassal", "hostages": chamberlain}
    refused = game.post(address, data=form, answers=422).text
    assert "Matsunaga Hisahide is not of the family of the head of his clan" in refused
    assert 'name="force"' in refused
    game.post(address, data={**form, "force": "he offers himself"}, answers=303)
    assert hall.get(Character, chamberlain).held_by == "oda"
    hall.do("conquest.settle", province="shinano", clan="oda", how="tribute", points=1, hostages=["obu-toramasa"])
    assert verify(hall.room).same, "for a tribute nobody answers"


def test_nobody_of_another_clan_is_taken_hostage_from_the_defeated(hall):
    error = hall.refuse(
        OrderNotAllowed,
        "conquest.settle",
        province="yamashiro",
        clan="oda",
        how="vassal",
        hostages=[hall.idle_general("uesugi")],
    )
    assert (error.field, error.ruling) == ("hostages", "R36")


def test_an_exile_loses_his_land_and_the_incomes_of_his_clan_rest(hall):
    def own(hall):
        with hall.room.store.read() as session:
            land, places = session.query(Province).all(), session.query(Place).all()
            return [
                move
                for move in winter_income(paying(hall.room.scenario, land, places))
                if move.source == "income:enryaku-ji-lending"
            ]

    assert own(hall)
    assert hall.ask(without_land) == []
    before = hall.state()
    entry = hall.do("conquest.settle", "game", place="enryaku-ji", clan="oda", how="exile", force=FORCED)
    assert "Game Control offers its team a clan" in entry.sentence
    assert own(hall) == []
    assert [one.id for one in hall.ask(without_land)] == ["enryaku-ji"], "it stands at the top of Casting"
    assert verify(hall.room).same
    back(hall, before)


def test_an_exile_from_his_last_land_waits_for_a_second_umpire(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="etchu", season=0, clan="uesugi"))
    entry = hall.do("conquest.settle", province="etchu", clan="uesugi", how="exile", force="")
    assert entry.sentence.startswith("Waits for a second umpire (a clan is exiled): ")
    assert hall.get(Province, "etchu").holder == "yuki"


@pytest.mark.parametrize("how", ["force", "submits"])
def test_a_clan_whose_last_land_changes_hands_is_said_to_hold_none_and_by_force_it_waits_for_a_second_umpire(hall, how):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="etchu", season=0, clan="uesugi"))
    said = hall.do("province.take_over", province="etchu", clan="uesugi", how=how, force="").sentence
    assert said.startswith("Waits for a second umpire (a clan loses its last land): ") is (how == "force")
    assert said.endswith(" Yūki holds no land any more.")
    assert hall.get(Province, "etchu").holder == ("yuki" if how == "force" else "uesugi")


@pytest.mark.parametrize("how", ["force", "submits"])
def test_a_last_land_is_not_taken_from_a_lord_who_is_made_a_vassal_by_it(hall, how):
    takes = {"province": "etchu", "clan": "uesugi", "how": how, "vassalage": True}
    error = hall.refuse(OrderNotAllowed, "province.take_over", "game", **takes)
    assert (error.field, error.ruling) == ("vassalage", "R33")
    assert error.sentence.startswith("Etchū is the last land of Yūki, and a vassal keeps his (R33).")
    hall.do("province.take_over", "game", **takes, force="he asked for it")
    assert hall.get(Province, "etchu").holder == "uesugi"
    assert verify(hall.room).same


def test_news_and_stories_tell_of_a_last_land_once_a_second_umpire_has_confirmed_it(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="etchu", season=0, clan="uesugi"))
    hall.do("province.take_over", province="etchu", clan="uesugi", how="force", force="")
    assert told_of(hall) == ([], [])
    hall.do("confirmation.give", "game", confirmation=1)
    said = hall.entries()[-1].sentence
    assert said.endswith("Confirmed by Game Control.")
    assert told_of(hall) == ([said], [plain(said)])


def told_of(hall):
    """The sentences that the news offer, and those in the story of Uesugi."""
    offered = hall.ask(candidates, hall.ask(season_now), set())
    with hall.room.store.read() as session:
        reader = Reader(session, hall.room.scenario)
        reader.read()
    return [one.sentence for one in offered.lines], [one.sentence for one in reader.clans["uesugi"]]


def test_the_greatest_news_is_offered_in_words_for_everybody_and_tribute_in_none(hall):
    hall.do("conquest.settle", "game", province="hida", clan="uesugi", how="tribute", points=1)
    hall.do("conquest.settle", "game", province="hida", clan="uesugi", how="vassal")
    hall.do("province.take_over", "game", province="owari", clan="imagawa", how="force", force=FORCED)
    hall.do("rebels.raise", "npd", province="kai", reason="a bad harvest")
    hall.do("person.struck", "intelligence", character="uesugi-kenshin", effect="wounded", how="an arrow at night")
    hall.do("title.grant", "bakufu", kind="court_rank", character="takeda-harunobu", rank=9, authority="bakufu")
    hall.do("title.claim_falsely", "team", character="oda-nobunaga", kind="court_rank", rank=8)
    hall.do("shogun.retire", "game", character="ashikaga-yoshiteru")
    offered = reversed(hall.ask(candidates, hall.ask(season_now), set()).lines)
    assert [(one.suggested, one.private) for one in offered] == [
        ("", True),
        ("Takeda submitted to Uesugi, and keeps Hida.", False),
        ("Imagawa took Owari from Oda by force.", False),
        ("Rebels have risen in Kai against Takeda.", False),
        ("Uesugi Kenshin was wounded: an arrow at night.", False),
        ("Takeda Harunobu is Noble of the 9th rank.", False),
        ("Ashikaga Yoshiteru is Shogun no more.", False),
    ]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("queen of spades", ""),
        ("7 of hearts", "Uesugi Kenshin drew the 7 of hearts after battle 1 and is unharmed (R19)."),
        ("ace of spades", "Uesugi Kenshin is dead, and his army is dissolved."),
    ],
)
def test_a_wound_that_was_drawn_is_offered_as_news_in_no_words_for_it_is_his_clans_secret(hall_at, card, words):
    hall = hall_at("peace")
    draw = next(row["id"] for row in hall.rows("risk_draw") if row["character"] == "uesugi-kenshin")
    entry = hall.do("risk.draw", draw=draw, card=card).number
    (offered,) = (one for one in hall.ask(candidates, hall.ask(season_now), set()).lines if one.entry == entry)
    assert (offered.suggested, offered.private) == (words, False)
    if not words:
        for own in ("", hall.entries()[-1].sentence):
            error = hall.refuse(OrderNotAllowed, "news.choose", "game", entry=entry, text=own)
            assert (error.field, "Tell it in words of your own." in error.sentence) == ("text", True), own
        hall.do("news.choose", "game", entry=entry, text="Uesugi Kenshin keeps to his tent.")


@pytest.mark.parametrize("first", ["game", "map"])
def test_a_tribute_is_settled_once_by_whichever_desk_and_whatever_its_points(hall, first):
    tribute = {"place": "kyoto", "clan": "oda", "how": "tribute"}
    entry = hall.do("conquest.settle", first, **tribute, points=2)
    for points in (1, 2):
        error = hall.refuse(OrderNotAllowed, "conquest.settle", **tribute, points=points)
        assert (error.field, error.sentence) == (
            "twice",
            "Settled already this season: Miyoshi paid tribute to Oda for Kyoto. Really once more?",
        )
    hall.do("conquest.settle", **tribute, points=1, twice=True)
    hall.do("conquest.settle", province="yamashiro", clan="oda", how="tribute", points=1)
    assert verify(hall.room).same
    hall.undo(hall.entries()[-1].number)
    hall.undo(hall.entries()[-3].number)
    hall.undo(entry.number)
    hall.do("conquest.settle", **tribute, points=1)


def test_what_is_suggested_as_news_can_be_chosen_and_what_is_private_only_in_other_words(hall):
    tribute = hall.do("conquest.settle", "game", province="hida", clan="uesugi", how="tribute", points=1)
    hall.do("conquest.settle", "game", province="hida", clan="uesugi", how="vassal")
    hall.do("province.take_over", "game", province="owari", clan="imagawa", how="force", force=FORCED)
    lines = [one for one in hall.ask(candidates, hall.ask(season_now), set()).lines if one.suggested]
    assert len(lines) == 2
    for one in lines:
        for own in ("", one.suggested, one.sentence):
            chosen = hall.do("news.choose", "game", entry=one.entry, text=own)
            assert chosen.sentence.endswith(f": “{own or one.suggested}”")
    for own in ("", tribute.sentence):
        error = hall.refuse(OrderNotAllowed, "news.choose", "game", entry=tribute.number, text=own)
        assert error.sentence.startswith("Not every umpire may read entry 1.")


def test_a_temple_that_is_its_sects_last_land_waits_for_a_second_umpire_too(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="yamashiro", place="enryaku-ji", season=0, clan="oda"))
    said = hall.do("place.take_over", place="enryaku-ji", clan="oda", how="force", force="").sentence
    assert said.startswith("Waits for a second umpire (a clan loses its last land): ")


def test_who_loses_one_of_several_lands_is_not_exiled_and_waits_for_nobody(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="shinano", season=0, clan="uesugi"))
    entry = hall.do("conquest.settle", province="shinano", clan="uesugi", how="exile", force="")
    assert entry.sentence.startswith("Uesugi took Shinano from Takeda by force.")
    assert hall.get(Province, "shinano").holder == "uesugi"


def test_tribute_moves_points_once_and_no_land(hall):
    before, had = hall.state(), (hall.points("takeda"), hall.points("oda"))
    entry = hall.do("conquest.settle", province="shinano", clan="oda", how="tribute", points=7)
    assert entry.audience == " game team ", "what was paid is read where both keep their books"
    assert (hall.points("takeda"), hall.points("oda")) == (had[0] - 7, had[1] + 7)
    assert hall.get(Province, "shinano").holder == "takeda"
    assert hall.ask(world_sum).right
    assert verify(hall.room).same
    back(hall, before)


def fresh(hall: Hall, audience: str = "public") -> tuple[str, ...]:
    return hall.ask(land, audience).fresh


def test_everybody_sees_on_the_map_what_has_a_new_holder_this_season(hall):
    assert fresh(hall) == ()
    taken = hall.do("province.take_over", province="shinano", clan="uesugi", how="submits")
    hall.do(
        "figure.correct", "game", kind="province", id="kai", field="unrest", value="yes", reason="the test wants it"
    )
    assert fresh(hall) == fresh(hall, "map") == ("shinano",)
    back_again = hall.do("province.take_over", province="shinano", clan="takeda", how="submits")
    assert fresh(hall) == (), "who holds it now held it when the season began"
    hall.undo(back_again.number)
    assert fresh(hall) == ("shinano",)
    hall.undo(taken.number)
    assert fresh(hall) == ()


def test_what_changed_before_this_season_is_not_new_any_more(hall):
    hall.do("province.take_over", province="shinano", clan="uesugi", how="submits")
    with hall.room.store.write() as session:
        Game.only(session).season = "summer"
    assert fresh(hall) == ()


def test_why_a_hostage_cannot_be_had_is_said_where_he_was_named(hall):
    hostage = "miyoshi-yoshioki"
    hall.do("hostage.hand_over", character=hostage, to="oda")
    error = hall.refuse(
        OrderNotAllowed,
        "conquest.settle",
        province="yamashiro",
        clan="oda",
        how="vassal",
        hostages=[hostage],
    )
    assert (error.field, error.sentence) == ("hostages", "Oda holds Miyoshi Yoshioki already.")


def test_a_clan_that_nobody_plays_loses_its_last_land_and_no_team_is_offered_another(hall):
    entry = hall.do("conquest.settle", "game", province="etchu", clan="uesugi", how="exile", force=FORCED)
    assert "Yūki holds no land any more." in entry.sentence
    assert "offers its team" not in entry.sentence


@pytest.mark.parametrize(("province", "offers_its_holder"), [("kai", False), ("settsu", True)])
def test_its_holder_is_offered_a_province_only_if_it_may_be_for_a_place_in_it(
    hall, app_of, province, offers_its_holder
):
    hall.do("garrison.raise", province=province, troops=1)
    page = sign_in(app_of(hall), "map").get(f"/map/provinces/{province}/take").text
    offered = re.findall(r'name="near" value="(\w+)"', page)
    assert len(offered) > 1, "its neighbours are near"
    assert (hall.get(Province, province).holder in offered) is offers_its_holder


@pytest.mark.parametrize(
    ("page", "how", "asks"),
    [
        ("take", "submits", "Choose how it was taken: by force, or it submitted."),
        ("settle", "vassal", "Choose what becomes of it: vassal, exile or tribute."),
    ],
)
def test_enter_in_a_field_of_a_conquest_chooses_nothing(hall, app_of, page, how, asks):
    sat, address = sign_in(app_of(hall), "map"), f"/map/provinces/shinano/{page}"
    form = sat.get(address).text.partition(f'action="{address}"')[2]
    assert "name=" not in re.search(r"<button[^>]*>", form)[0], "the first button is what Enter presses"
    said = sat.post(address, data={"near": "uesugi", "version-": "1", "note": "a vow"}, answers=400).text
    assert asks in said
    assert 'value="a vow"' in said
    sat.post(address, data={"near": "uesugi", "version-": "1", "how": how}, answers=303)


@pytest.mark.parametrize(("page", "how"), [("take", "submits"), ("settle", "vassal")])
def test_a_conquest_is_sent_again_once_a_colleagues_change_has_been_looked_at(hall, app_of, page, how):
    sat, address = sign_in(app_of(hall), "map"), f"/map/provinces/shinano/{page}"
    form = {"near": "uesugi", "version-": "1", "how": how}
    hall.correct("province", "shinano", "rice_value", 8)
    late = sat.post(address, data=form, answers=409).text
    [shown] = re.findall(r'name="version-" value="(\d+)"', late)
    sat.post(address, data={**form, "version-": shown}, answers=303)
