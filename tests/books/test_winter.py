"""The great gate: savings, income, works, upkeep and display, each figure worked out by hand (R18 to R25)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.books import upkeep_questions as upkeep
from control.sengoku.books.books_questions import statements
from control.sengoku.books.winter_questions import clan_winter
from control.sengoku.rows import Clan, Honour, HonourProposal, Notice, NoticeTo, Place, Province, Work
from control.sengoku.season import closing_questions as closing
from control.sengoku.world.ledger import ledger_questions as ledger
from tests.conftest import sign_in
from tests.paper.test_season import said as said_on
from tests.test_pages import Reader


def to_autumn(hall):
    """It is autumn."""
    hall.next_season()
    hall.next_season()


def spend(hall, clan, points, kind="other", desk="team"):
    """A clan spends points."""
    hall.do("account.spend", desk, clan=clan, kind=kind, points=points, note="for the test")


def lines(hall, chapter):
    """The lines of a chapter of the gate, by clan."""
    return {one.clan: one for one in hall.ask(closing.plan, hall.room.scenario).of(chapter)}


def right(hall):
    """Whether the world adds up."""
    return hall.ask(ledger.world_sum).right


# --- Savings (R22) ----------------------------------------------------------------------------------------


def test_of_unspent_rice_a_tenth_is_kept_of_mining_all(hall):
    # Takeda in 1550: rice 5 + 2 + 9 = 16 (Kai, Hida, Shinano), mining 2 (Kurokawa), cash 100 at the start.
    assert hall.has("takeda") == (16, 102)
    to_autumn(hall)
    line = lines(hall, "savings")["takeda"]
    assert line.sentence == (
        "Takeda keeps 103 of 118 unspent, 15 are used by its followers. At most 103: opening 100, 10% of 16 rice 1, "
        "100% of 2 mining 2."
    )
    used = [(move.kind, move.rice, move.cash) for move in line.moves]
    assert used == [("consumed", 15, 0), ("exchange", 1, 0), ("exchange", 0, 1)], "the rice goes first (R26)"
    hall.next_season()
    assert hall.has("takeda") == (16, 105)  # 103 kept in cash, then 16 rice and 2 of mining again
    assert right(hall)


def test_of_other_taxation_half_is_kept(hall):
    # Hongan-ji in 1550: Kaga 23 and Noto 1 of rice, Ishiyama 2 and the gifts of the faithful 2 of taxation.
    assert hall.has("hongan-ji") == (24, 104)
    to_autumn(hall)
    assert lines(hall, "savings")["hongan-ji"].value == 100 + 24 // 10 + (2 + 2) // 2


def test_who_has_less_than_the_limit_keeps_it_all_and_in_cash(hall):
    spend(hall, "takeda", 60)  # the rice first (R26): 16 rice, 44 cash
    to_autumn(hall)
    assert hall.has("takeda") == (0, 58)
    assert lines(hall, "savings")["takeda"].value == 58
    hall.next_season()
    assert hall.has("takeda") == (16, 60)


def test_rice_that_is_kept_is_turned_into_cash(hall):
    to_autumn(hall)
    hall.do("account.give", "team", clan="takeda", to="hojo", kind="gift", points=118, note="all of it")
    rice, cash = hall.has("hojo")
    limit = lines(hall, "savings")["hojo"]
    assert limit.value < rice + cash
    hall.next_season()
    income = lines_of(hall, "hojo")
    assert hall.has("hojo") == (income[0], limit.value + income[1])


def lines_of(hall, clan):
    """The income of this year as (rice, cash)."""
    found = hall.ask(ledger.incomes, 1551)[clan]
    return found["rice"], found["taxation"] + found["mining"]


def test_last_years_savings_are_this_years_opening(hall):
    to_autumn(hall)
    hall.next_season()  # 103 kept
    for _ in range(3):
        hall.next_season()
    assert lines(hall, "savings")["takeda"].value == 103 + 16 // 10 + 2


def test_a_treasury_set_right_before_the_first_season_is_over_is_kept_as_what_the_clan_began_with(hall):
    rice, cash = hall.has("takeda")
    hall.do("account.correct", "game", clan="takeda", rice=rice, cash=cash + 40, reason="what he began with")
    lines = [{"clan": "oda", "kind": "balance", "rice": hall.has("oda")[0], "cash": hall.has("oda")[1] + 30}]
    hall.do("account.import", "game", lines=lines)
    opened = hall.ask(ledger.opening_cash, 1550)
    began = {key: hall.room.scenario.clans[key].treasury for key in ("takeda", "oda")}
    assert (opened["takeda"], opened["oda"]) == (began["takeda"] + 40, began["oda"] + 30)
    hall.next_season()
    hall.do("account.correct", "game", clan="takeda", rice=0, cash=cash + 90, reason="found in a chest")
    assert hall.ask(ledger.opening_cash, 1550) == opened, "R22 keeps none of what comes later"


@pytest.mark.parametrize("by", ["account.correct", "account.import"])
@pytest.mark.parametrize("rice", [16, 18, 20])
def test_no_clan_begins_with_less_than_nothing(hall, by, rice):
    """Its mining was paid in cash, and is set right for rice with all the rest: that is no debt (R22)."""
    assert hall.has("takeda") == (16, 102)
    line = {"clan": "takeda", "rice": rice, "cash": 0}
    correct = by == "account.correct"
    hall.do(by, "game", **line | {"reason": "all in rice"} if correct else {"lines": [line | {"kind": "balance"}]})
    to_autumn(hall)
    said = lines(hall, "savings")["takeda"]
    assert said.sentence.endswith("At most 3: opening 0, 10% of 16 rice 1, 100% of 2 mining 2.")
    assert said.value == 3
    hall.next_season()
    with hall.room.store.read() as session:
        (found,) = statements(session, hall.room.scenario, ["takeda"], 1551)
    assert (found.savings.opening, found.savings.carried) == (0, 3)


def test_what_its_followers_used_up_is_that_of_the_year(hall):
    used = []
    for seasons in (2, 3):
        for _ in range(seasons):
            hall.next_season()
        used.append(sum(hall.has("takeda")) - lines(hall, "savings")["takeda"].value)
        hall.next_season()
    assert min(used) > 0
    with hall.room.store.read() as session:
        assert [ledger.years_of(session, year)["takeda"].used for year in (1551, 1552)] == used


def test_a_winter_of_a_clan_has_its_own_travellers_and_a_tick_only_where_somebody_ticks_it_off(hall_at):
    hall = hall_at("winter")

    def winter(clan):
        return hall.ask(clan_winter, hall.room.scenario, "game", clan)

    hall.do("risk.call", character="takeda-harunobu", cause="winter_travel")
    assert winter("takeda").travellers == 1
    assert "not ticked off" in winter("takeda").undone
    assert "not ticked off" not in winter("yuki").undone, "nobody plays it"
    for _ in range(4):
        hall.next_season()
    assert winter("takeda").travellers == 0


# --- Income (R21) -----------------------------------------------------------------------------------------


def test_incomes_of_a_clan_rest_while_it_holds_no_land(hall):
    """The gifts of the faithful go with Hongan-ji, wherever its people are (R33)."""
    to_autumn(hall)

    def gifts():
        line = lines(hall, "income").get("hongan-ji")
        return line and [move.cash for move in line.moves if move.source == "income:hongan-ji-gifts"]

    hall.correct("province", "kaga", "holder", "oda")
    hall.correct("province", "noto", "holder", "oda")
    assert gifts() == [2]
    hall.correct("place", "ishiyama-hongan-ji", "holder", "oda")
    assert gifts() is None


def test_what_was_taken_by_force_pays_half_of_each_kind_for_one_winter(hall):
    # Kai: 5 rice, and Kurokawa's gold of 2 goes with it.
    hall.do("province.take_over", province="kai", clan="hojo", how="force")
    to_autumn(hall)
    before = hall.has("hojo")
    # Rice: Sagami 3, Izu 1, Musashi 17, Kazusa 3, Kōzuke 9. Cash: 100 at the start, Edo 2, the gold of Izu 1.
    assert before == (33, 103)
    line = lines(hall, "income")["hojo"]
    assert " 1 taken by force pays half." in line.sentence, "one province, whatever it pays"
    kai = [(move.rice, move.cash) for move in line.moves if move.province == "kai"]
    assert kai == [(2, 0), (0, 1)]
    hall.next_season()
    assert hall.get(Province, "kai").taken is False
    for _ in range(3):
        hall.next_season()
    again = lines(hall, "income")["hojo"]
    assert [(move.rice, move.cash) for move in again.moves if move.province == "kai"] == [(5, 0), (0, 2)]


def test_what_pays_half_of_one_is_counted_and_said_to_pay_nothing(hall):
    for province in ("izu", "sado", "iki", "tajima"):  # Iki is worth nothing
        hall.do("province.take_over", "game", province=province, clan="takeda", how="force", force="for the test")
    to_autumn(hall)
    said = [one.sentence for one in hall.ask(closing.plan, hall.room.scenario).of("income") if one.clan == "takeda"]
    assert "Izu pays Takeda nothing: half of 1, rounded down, is 0." in said
    assert said[-1].endswith(" 3 taken by force pay half.")
    hall.next_season()
    assert verify(hall.room).same


def test_a_place_taken_by_force_pays_half_and_its_province_in_full(hall):
    # Kyoto 3, in Yamashiro 2.
    hall.do("place.take_over", place="kyoto", clan="oda", how="force")
    to_autumn(hall)
    kyoto = [move.cash for move in lines(hall, "income")["oda"].moves if move.source == "place:kyoto"]
    yamashiro = [move.rice for move in lines(hall, "income")["miyoshi"].moves if move.province == "yamashiro"]
    assert (kyoto, yamashiro) == ([1], [2])
    hall.next_season()
    assert hall.get(Place, "kyoto").taken is False


def test_a_province_that_submits_pays_in_full_and_a_vassal_keeps_what_is_left_to_him(hall):
    hall.do("province.take_over", province="hida", clan="uesugi", how="submits", vassalage=True)
    to_autumn(hall)
    assert [move.rice for move in lines(hall, "income")["uesugi"].moves if move.province == "hida"] == [2]
    assert {move.province for move in lines(hall, "income")["takeda"].moves if move.rice} == {"kai", "shinano"}


def test_nobodys_city_pays_nobody(hall):
    to_autumn(hall)
    sources = {move.source for line in lines(hall, "income").values() for move in line.moves}
    assert "place:kyoto" in sources
    assert "place:sakai" not in sources


# --- Works and upkeep (R24) -------------------------------------------------------------------------------


def test_a_work_ordered_in_winter_is_ready_the_next(hall):
    for _ in range(3):
        hall.next_season()
    hall.do("work.order", "team", kind="castle", clan="takeda", province="kai")
    hall.do("work.order", "team", kind="building", clan="takeda", province="kai", points=12, name="Moon Pavilion")
    for _ in range(3):
        hall.next_season()
    assert hall.get(Province, "kai").castle == "none"
    shown = [one.sentence for one in hall.ask(closing.plan, hall.room.scenario).of("work")]
    entry = hall.next_season()
    assert shown == ["The castle of Kai is finished.", "Moon Pavilion in Kai is finished."]
    assert all(sentence in entry.sentence for sentence in shown)
    assert (hall.get(Province, "kai").castle, hall.get(Province, "kai").castle_since) == ("castle", 1552)
    assert hall.get(Work, 2).state == "standing"


def test_upkeep_not_paid_when_winter_ends_is_abandoned_and_what_was_paid_stays(hall_at):
    hall = hall_at("winter")
    hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")
    with hall.room.store.read() as session:
        due = {one.key for one in upkeep.upkeep(session, hall.room.scenario) if not one.paid}
        plan = closing.plan(session, hall.room.scenario)
    assert "province:shinano" not in due
    assert {upkeep.key_of(line.row) for line in plan.of("upkeep")} == due
    entry = hall.next_season()
    assert "Abandoned for want of upkeep (R24): " in entry.sentence
    assert "the castle of Echigo" in entry.sentence, "Map Control takes it off the map"
    with hall.room.store.read() as session:
        told = dict(session.execute(select(NoticeTo.clan, Notice.sentence).join_from(NoticeTo, Notice)).all())
    assert told["uesugi"].startswith("The castle of Echigo is abandoned. ")
    assert told["uesugi"].endswith(" No upkeep was paid (R24).")
    assert hall.get(Province, "shinano").castle == "castle"
    assert (hall.get(Province, "echigo").castle, hall.get(Province, "echigo").abandoned) == ("none", "castle")


def test_a_fortress_that_falls_in_its_first_winter_is_called_a_fortress(hall_at, app_of):
    """It owes what its castle did, but it is the fortress that is at stake (R24)."""
    hall = hall_at("winter")
    hall.do("work.order", "team", kind="fortress", clan="takeda", province="shinano")
    hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")
    for _ in range(4):
        hall.next_season()
    said = "Fortress of Shinano is abandoned: this winter its castle’s 2 were not paid."
    assert lines(hall, "upkeep")["takeda"].sentence == said
    page = sign_in(app_of(hall), "team").get("/season/winter/takeda").text
    assert "Shinano (this winter its castle’s 2)" in page
    assert "(this winter its castle’s 2)" in said_on(hall, "planning_sheet", clan="takeda")
    paid = hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")
    assert paid.sentence == "Takeda paid the upkeep of the fortress of Shinano: 2 points (R24)."
    hall.undo(paid.number)
    ended = hall.next_season()
    assert "the fortress of Shinano" in ended.sentence
    assert hall.get(Province, "shinano").abandoned == "fortress"


def test_upkeep_is_due_again_every_winter(hall_at):
    hall = hall_at("winter")
    hall.do("upkeep.pay_all", "team", clan="takeda")
    for _ in range(4):
        hall.next_season()
    hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")


def test_a_temple_pays_nothing_for_its_own_fortress_and_a_conqueror_pays_five(hall):
    for _ in range(3):
        hall.next_season()
    own = hall.ask(upkeep.upkeep, hall.room.scenario, "enryaku-ji")
    assert own == []
    hall.do("place.take_over", place="enryaku-ji", clan="oda", how="force")
    entry = hall.do("upkeep.pay", "team", clan="oda", work="place:enryaku-ji")
    assert entry.sentence == "Oda paid the upkeep of the fortress of Enryaku-ji: 5 points (R24)."


def test_who_cannot_pay_is_told_what_he_has_and_game_control_forces_it(hall_at):
    hall = hall_at("winter")
    spend(hall, "hojo", sum(hall.has("hojo")) - 3)
    error = hall.refuse(OrderNotAllowed, "upkeep.pay_all", "team", clan="hojo")
    assert (error.ruling, error.field) == ("R27", "clan")
    hall.do("upkeep.pay_all", "game", clan="hojo", force="the Emperor asks it")
    assert sum(hall.has("hojo")) == 0
    assert right(hall)


def test_who_has_nothing_left_is_not_told_to_spend_nothing(hall):
    spend(hall, "hojo", sum(hall.has("hojo")))
    error = hall.refuse(OrderNotAllowed, "account.spend", "team", clan="hojo", kind="event", points=2)
    assert error.sentence == "Hōjō has 0 points, and this costs 2 (R27). Ask Game Control to force it."


def test_one_tap_pays_the_upkeep_of_all_clans_of_a_desk_that_can(hall_at):
    hall = hall_at("winter")
    spend(hall, "hojo", sum(hall.has("hojo")) - 3)
    entry = hall.do("upkeep.pay_all", "team")
    assert entry.sentence.endswith(" was paid (R24). 1 clan has too little and must decide.")
    with hall.room.store.read() as session:
        left = {one.line.clan for one in upkeep.upkeep(session, hall.room.scenario) if not one.paid}
        npd = {key for key in left if not session.get_one(Clan, key).played}
    assert left == {"hojo", *npd}
    assert len(npd) > 3


def test_one_tap_pays_for_the_clans_that_the_page_showed_and_no_others(hall_at, app_of):
    hall = hall_at("winter")
    hall.do("upkeep.pay_all", "team", clan="takeda")
    desk = sign_in(app_of(hall), "team")
    [box] = Reader(desk.get("/season/winter").text).boxes("clans")
    assert "hojo" in box["value"].split(",")
    assert "takeda" not in box["value"].split(",")
    hall.undo(hall.entries()[-1].number)  # it is to decide otherwise
    desk.post("/season/winter", data={"clans": box["value"], "key": "a"}, answers=303)
    with hall.room.store.read() as session:
        left = {one.line.clan for one in upkeep.upkeep(session, hall.room.scenario) if not one.paid}
    assert ("takeda" in left, "hojo" in left) == (True, False)


def test_a_tap_that_waited_over_the_years_end_pays_for_no_other_winter(hall_at, app_of):
    hall = hall_at("winter")
    desk = sign_in(app_of(hall), "team")
    page = Reader(desk.get("/season/winter").text)
    sent = {name: page.boxes(name)[0]["value"] for name in ("clans", "year")}
    for _ in range(4):
        hall.next_season()
    hall.correct("province", "kai", "castle", "castle")  # so that something is due once more
    with hall.untouched():
        late = desk.post("/season/winter", data={**sent, "key": "b"}, answers=409)
    assert f"The winter of {sent['year']} is over" in late.text
    year = Reader(desk.get("/season/winter").text).boxes("year")[0]["value"]
    assert int(year) == int(sent["year"]) + 1


def test_a_tap_on_one_work_that_waited_over_the_years_end_decides_nothing_in_the_next_winter(hall_at, app_of):
    hall = hall_at("winter")
    desk = sign_in(app_of(hall), "team")
    to = "/season/winter/takeda"
    sent = {name: Reader(desk.get(to).text).boxes(name)[0]["value"] for name in ("work", "year")}
    assert sent["work"] == "province:shinano"
    hall.do("upkeep.pay", "team", clan="takeda", work=sent["work"])
    for _ in range(4):
        hall.next_season()
    for deed in ("upkeep.pay", "upkeep.abandon"):
        with hall.untouched():
            late = desk.post(f"{to}/{deed}", data={**sent, "key": deed}, answers=409)
        assert f"The winter of {sent['year']} is over" in late.text


def test_a_clan_that_is_misspelt_is_not_left_out_unsaid(hall_at):
    hall = hall_at("winter")
    error = hall.refuse(OrderNotUnderstood, "upkeep.pay_all", "team", clans=["takeda", "uesugy"])
    assert (error.field, error.sentence) == ("clans", 'There is no clan "uesugy". Did you mean "uesugi"?')


def test_a_work_that_is_paid_for_is_not_given_up_by_an_old_page(hall_at):
    hall = hall_at("winter")
    hall.do("upkeep.abandon", "team", clan="takeda", work="province:shinano")
    error = hall.refuse(OrderNotUnderstood, "upkeep.pay", "team", clan="takeda", work="province:shinano")
    assert "no work" in error.sentence


def test_the_books_of_one_desk_are_not_kept_at_another(hall_at):
    hall = hall_at("winter")
    hall.refuse(NotThisDesk, "upkeep.pay", "team", clan="asakura", work="province:echizen")
    hall.do("upkeep.pay", "npd", clan="asakura", work="province:echizen")


# --- Display (R25) ----------------------------------------------------------------------------------------


def honour_of(hall):
    """The yearly awards that were proposed: clan and reason."""
    return sorted(
        (row["clan"], row["reason"])
        for key, row in hall.state().items()
        if key[0] == "honour_proposal" and row["reason"].startswith("award-")
    )


def test_the_highest_total_of_public_events_earns_honour_and_equals_share(hall):
    for clan, points in (("takeda", 4), ("takeda", 5), ("uesugi", 9), ("oda", 8)):
        spend(hall, clan, points, "event")
    spend(hall, "oda", 30, "bribe")
    to_autumn(hall)
    onset = hall.next_season()
    assert honour_of(hall) == [("takeda", "award-events"), ("uesugi", "award-events")]
    proposed = ((key[1], row) for key, row in hall.state().items() if key[0] == "honour_proposal")
    number = next(number for number, row in proposed if row["reason"] == "award-events")
    first = hall.get(HonourProposal, number)
    assert (first.points, first.answer) == (hall.room.scenario.honour["award-events"].points, "")
    assert "9" in first.why
    assert hall.count(Honour) == 0, "It is proposed, never booked by itself."
    booking = hall.do("proposal.book", "team", proposal=number)
    assert (hall.get(Honour, 1).reason, hall.get(Honour, 1).clan) == ("award-events", "takeda")
    assert hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=onset.number, force="a slip").field == "entry"
    hall.do("journal.undo", "team", entry=booking.number)
    hall.do("journal.undo", "game", entry=onset.number, force="a slip")
    assert honour_of(hall) == [], "What winter proposed goes with it."
    hall.next_season()
    for _ in range(4):
        hall.next_season()
    assert len(honour_of(hall)) == 2, "Last year's events earn nothing again."


def test_a_building_that_was_abandoned_earns_no_honour_any_more(hall):
    for _ in range(3):
        hall.next_season()
    hall.do("work.order", "team", kind="building", clan="takeda", province="kai", points=12, name="Moon Pavilion")
    for _ in range(8):  # it is finished, stands for a year, and its first upkeep is not paid
        hall.next_season()
    assert honour_of(hall) == 2 * [("takeda", "award-building")]
    for _ in range(4):
        hall.next_season()
    assert honour_of(hall) == 2 * [("takeda", "award-building")]


def test_r25_the_costliest_building_earns_honour_among_those_that_their_builder_still_holds(hall):
    for _ in range(3):
        hall.next_season()
    hall.do("work.order", "team", kind="building", clan="takeda", province="kai", points=12, name="Moon Pavilion")
    hall.do("work.order", "team", kind="building", clan="oda", province="owari", points=11, name="Long Bridge")
    hall.do("province.take_over", province="kai", clan="hojo", how="force")
    for _ in range(4):
        hall.next_season()
    assert honour_of(hall) == [("oda", "award-building")]


# --- The whole winter -------------------------------------------------------------------------------------


def test_a_winter_of_several_clans_adds_up_and_its_undo_gives_the_autumn_back(hall):
    hall.do("province.take_over", province="kai", clan="hojo", how="force")
    hall.do("province.take_over", province="hida", clan="uesugi", how="submits", vassalage=True)
    spend(hall, "oda", 6, "event")
    hall.an_army("takeda", "shinano", 5)
    to_autumn(hall)
    before = hall.state()
    entry = hall.next_season()
    assert right(hall)
    # Takeda: 16 + 102 - 5 raised = 113 unspent, at most 100 + 1 + 2 = 103; then Shinano's 9 and nothing else.
    assert hall.has("takeda") == (9, 103)
    # Oda: Owari 13 and the ports 1; 6 spent, 108 unspent, at most 100 + 1 + 0 = 101 (half of 1 is 0).
    assert hall.has("oda") == (13, 102)
    hall.undo(entry.number)
    now = hall.state()
    assert {key for key in now.keys() | before.keys() if now.get(key) != before.get(key)} == set()
    assert verify(hall.room).same


def test_what_was_done_in_winter_is_taken_back_before_its_onset(hall_at):
    hall = hall_at("winter")
    onset = len(hall.entries())
    paid = hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")
    hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=onset, force="too early")
    hall.undo(paid.number)
    hall.undo(onset)


@pytest.mark.parametrize("years", [3])
def test_no_year_makes_or_loses_a_point(hall, years):
    for _ in range(4 * years):
        hall.next_season()
        assert right(hall)
