"""Rebels (R42): hostile to the holder alone, no levy and no income while they stand, gone in winter."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.battle.encounters import encounters_questions as encounters
from control.sengoku.books import books_actions
from control.sengoku.books.onset_questions import lines
from control.sengoku.game import SENGOKU
from control.sengoku.paper.fallback.state_lists_questions import present
from control.sengoku.paper.fallback.state_sheets_questions import ids_by_name
from control.sengoku.rows import Character, Clan, Encounter, Garrison, Place, Province
from control.sengoku.rules.desks import DESKS
from control.sengoku.shadows import covert_actions
from control.sengoku.world.forces.levies_questions import levies, levy_of
from control.sengoku.world.land import rising_actions
from control.sengoku.world.land.land_questions import land
from tests.conftest import sign_in
from tests.games import FORCED
from tests.paper.reading import print_of


@pytest.fixture
def risen(hall_at):
    """Rebels, 4 counters, have risen in Kai."""
    return hall_at("rebels")


def read(hall, question, *given):
    """What a question says now."""
    return hall.ask(question, *given)


def met(hall):
    """Who meets whom, by province."""
    found = read(hall, encounters.encounters, "map")
    return [(one.province, sorted({force.clan.id for force in one.forces})) for one in found]


def test_what_they_win_is_settled_for_nobody_and_no_form_offers_them(hall_at, app_of):
    hall = hall_at("rebels")
    for how in ("vassal", "exile"):
        hall.refuse(
            OrderNotAllowed, "conquest.settle", "game", province="kai", clan="rebels", how=how, force="they won"
        )
    page = sign_in(app_of(hall), "game").get("/map/provinces/kai/settle").text
    assert 'value="rebels"' not in page
    assert 'value="Rebels"' not in page


@pytest.mark.parametrize(("one", "other", "field"), [("takeda", "rebels", "other"), ("rebels", "takeda", "one")])
def test_nobody_makes_a_bond_with_them(hall_at, one, other, field):
    hall = hall_at("rebels")
    for kind in ("peace", "passage", "vassalage"):
        error = hall.refuse(OrderNotAllowed, "treaty.record", "npd", kind=kind, one=one, other=other)
        assert (error.field, error.ruling) == (field, "R42")
        assert error.sentence.startswith("Rebels have no lord who could bind them")
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", against=["rebels"])


CLANS = ("a clan", "the attacking clan", "the defending clan", "the other clan", "the clan that gets it")
"""What a field of an order that names a clan is called."""
ALSO_REBELS = {
    "encounter.call clans": "they fight like anybody",
    "encounter.settle attacker": "they fight like anybody",
    "encounter.settle defender": "they fight like anybody",
    "treaty.record against": "an alliance may be against them",
    "covert.commission target": "what is against them in words alone",
    "duty.assign clan": "an umpire of NPD Control may mind them",
    "notice.tell_all clan": "who has nothing to hear, is told nothing",
    "team.merge clan": "nobody sits at their table",
    "rebellion.lift clan": "it mends what was declared before it was refused",
    "account.correct clan": "it mends what was given before it was refused",
    "treaty.breach by": "a bond of before it was refused may be broken",
    "treaty.no_breach by": "a bond of before it was refused may be broken",
    "season.tick clan": "Team Control minds none",
    "season.untick clan": "Team Control minds none",
    "clan.hand_over clan": "it mends that players got them before it was refused",
    "petition.decide paid_by": "one of two sides pays, and is neither",
    "upkeep.pay_all clans": "what a page showed; they owe nothing",
}
"""Where an order may name them, or says something else, and why."""
ASKED = {
    "account.give clan": {"to": "takeda", "points": 1},
    "account.give to": {"clan": "takeda", "points": 1},
    "account.receive clan": {"points": 1, "note": "found"},
    "account.spend clan": {"kind": "event", "points": 10, "note": "a feast"},
    "army.form clan": {"general": "takeda-nobushige", "province": "kai", "troops": 1},
    "attitude.set clan": {"to": "takeda", "attitude": -1, "reason": "it was seen"},
    "attitude.set to": {"clan": "ashina", "attitude": -1, "reason": "it was seen"},
    "call.issue clan": {"kind": "troops", "amount": 2, "season": "1550-summer"},
    "conquest.settle clan": {"province": "kai", "how": "vassal"},
    "covert.commission clan": {"kind": "spy", "target": "kai", "points": 1},
    "honour.level clan": {"umpire": DESKS["team"], "points": 1, "reason": "by his hand"},
    "honour.log clan": {"reason": "event", "twice": True},
    "hostage.hand_over to": {"character": "oda-nobuyuki"},
    "letter.write sender": {"recipient": "takeda", "text": "Come."},
    "letter.write recipient": {"sender": "takeda", "text": "Come."},
    "locals.roll clan": {"to": "takeda", "matter": "passage"},
    "locals.roll to": {"clan": "ashina", "matter": "passage"},
    "person.add clan": {"name": "Goro", "role": "taisho"},
    "person.adopt clan": {"character": "oda-nobuyuki"},
    "petition.file clan": {"matter": "Our rice."},
    "petition.file against": {"clan": "takeda", "matter": "Our rice."},
    "place.take_over clan": {"place": "kyoto", "how": "force"},
    "player.add clan": {"name": "Ben"},
    "player.edit clan": {"player": 1, "name": "Ann"},
    "province.take_over clan": {"province": "kai", "how": "force"},
    "rebellion.declare clan": {"reason": "they rose"},
    "reprint.add clan": {"paper": "clan_sheet", "why": "it was lost"},
    "service.record clan": {"to": "emperor", "kind": "risk", "note": "he came"},
    "team.merge into": {"clan": "takeda", "then": "keep", "reason": "few came"},
    "team.take_clan clan": {"team": "takeda", "reason": "it has no land", "force": FORCED},
    "team.take_clan team": {"clan": "ashina", "reason": "it has no land"},
    "treaty.record one": {"kind": "peace", "other": "takeda"},
    "treaty.record other": {"kind": "peace", "one": "takeda"},
    "troops.announce clan": {"province": "kai", "counters": 1},
    "upkeep.abandon clan": {"work": "province:kai"},
    "upkeep.pay clan": {"work": "province:kai"},
    "upkeep.pay_all clan": {},
    "work.order clan": {"kind": "castle", "province": "kai"},
    "work.recommission clan": {"province": "kai"},
}
"""Everything else that names a clan, with what is asked besides."""


def naming(order):
    """The fields of an order that name a clan."""
    for name, schema in order.model_json_schema()["properties"].items():
        parts = [schema, *schema.get("anyOf", ())]
        if any(part.get("description") in CLANS for part in [*parts, *(part.get("items", {}) for part in parts)]):
            yield name


def test_whatever_names_a_clan_takes_no_rebels_or_says_why_it_may():
    named = {f"{name} {field}" for name, one in SENGOKU.actions.items() for field in naming(one.order)}
    assert named - set(ASKED) - set(ALSO_REBELS) == set()


def test_they_are_no_clan_that_has_people_is_called_rebels_or_asks(hall_at):
    hall = hall_at("rebels")
    hall.do("player.add", "team", name="Ann")
    hall.do("honour.log", "team", clan="oda", reason="event")
    for what, more in ASKED.items():
        action, field = what.split()
        error = hall.refuse(OrderNotAllowed, action, desk_for(action), **{**more, field: "rebels"})
        assert (what, error.field, error.ruling) == (what, field, "R42")
    error = hall.refuse(OrderNotUnderstood, "honour.import", "game", rows=[
        {"clan": "Rebels", "points": "3", "note": "they won"}])  # fmt: skip
    assert (error.field, "R42" in error.sentence) == ("rows.0.clan", True)
    for kind in ("spy", "bribe", "counter_spy"):
        order = {"clan": "takeda", "kind": kind, "target": "rebels", "points": 1}
        assert hall.refuse(OrderNotAllowed, "covert.commission", "game", **order).field == "target"


def test_covert_work_against_them_of_before_that_was_refused_is_rolled_for(risen, monkeypatch):
    """Its points are gone, and the page offers to roll."""
    with monkeypatch.context() as before:
        before.setattr(covert_actions, "no_rebels", lambda *_: None)
        risen.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="rebels", points=1)
    said = risen.do("covert.resolve", "intelligence", commission=1, dice=[6, 6]).sentence
    assert said.startswith("Commission 1, spy against Rebels: ")
    assert verify(risen.room).differences == ()


def test_what_was_entered_of_them_before_it_was_refused_stands_in_the_replay(risen, monkeypatch):
    with monkeypatch.context() as before:
        before.setattr(rising_actions, "no_rebels", lambda *_: None)
        risen.do("person.add", "game", clan="rebels", name="Goro", role="taisho")
    assert verify(risen.room).differences == ()


def desk_for(action):
    """A desk that may do it, the leading one if it may."""
    desks = SENGOKU.actions[action].desks
    return "game" if "game" in desks else min(desks)


def test_nothing_is_booked_for_them_and_no_form_offers_them(hall_at, app_of):
    hall = hall_at("rebels")
    for action, order, field in (
        ("account.give", {"clan": "takeda", "to": "rebels", "points": 1}, "to"),
        ("account.receive", {"clan": "rebels", "points": 1, "note": "found"}, "clan"),
        ("account.correct", {"clan": "rebels", "rice": 0, "cash": 1, "reason": "found"}, "clan"),
        ("covert.commission", {"clan": "rebels", "kind": "spy", "target": "kai", "points": 1}, "clan"),
        ("account.import", {"lines": [{"clan": "rebels", "kind": "balance", "cash": 3}]}, "lines.0.clan"),
        ("account.import", {"lines": [{"clan": "takeda", "kind": "gift", "cash": 1, "to": "rebels"}]}, "lines.0.to"),
    ):
        error = hall.refuse(OrderNotAllowed, action, "game", **order)
        assert (error.field, error.ruling) == (field, "R42")
    assert 'value="rebels"' not in sign_in(app_of(hall), "team").get("/team/takeda/give").text


def test_what_they_got_before_they_were_refused_it_is_taken_off_them(risen, monkeypatch):
    with monkeypatch.context() as before:
        before.setattr(books_actions, "has_books", lambda *_: None)
        risen.do("account.give", "team", clan="takeda", to="rebels", points=3)
    assert risen.points("rebels") == 3
    less = {"clan": "rebels", "rice": 0, "reason": "they have no treasury"}
    risen.refuse(OrderNotAllowed, "account.correct", "game", **less, cash=2)
    risen.do("account.correct", "game", **less, cash=0)
    assert risen.points("rebels") == 0


@pytest.mark.parametrize(
    ("action", "order", "field"),
    [
        ("figure.correct", {"kind": "province", "id": "kai", "field": "holder", "value": "rebels"}, "value"),
        ("figure.correct", {"kind": "place", "id": "kyoto", "field": "holder", "value": "rebels"}, "value"),
        ("figure.correct", {"kind": "character", "id": "shonyo", "field": "held_by", "value": "rebels"}, "value"),
        ("figure.correct", {"kind": "clan", "id": "rebels", "field": "played", "value": True}, "id"),
        ("clan.hand_over", {"clan": "rebels", "to": "players"}, "clan"),
        ("hostage.hand_over", {"character": "oda-nobuyuki", "to": "rebels"}, "to"),
    ],
)
def test_nothing_makes_them_hold_land_or_a_hostage_or_lets_them_be_played(hall_at, action, order, field):
    reason = {} if action == "hostage.hand_over" else {"reason": "they have won"}
    error = hall_at("rebels").refuse(OrderNotAllowed, action, "game", **order, **reason)
    assert (error.field, error.ruling) == (field, "R42")
    assert error.sentence.startswith("Rebels have no lord: they hold no land")


@pytest.fixture
def old(risen):
    """A game of before that was refused: the rebels hold Kai and Kyoto, keep a hostage and are played."""
    with risen.room.store.write() as session:
        session.get_one(Province, "kai").holder = "rebels"
        session.get_one(Place, "kyoto").holder = "rebels"
        session.get_one(Character, "oda-nobuyuki").held_by = "rebels"
        session.get_one(Clan, "rebels").played = True
    return risen


@pytest.mark.parametrize(
    "kind",
    [
        "clan_briefing",
        "personal_briefing",
        "table_signs",
        "badges",
        "clan_sheet",
        "npd_sheet",
        "province_list",
        "counters",
        "planning_sheet",
        "honour_tally",
        "map_poster",
        "results",
    ],
)
def test_papers_of_an_old_game_take_land_and_hostages_of_rebels_for_nobodys(old, kind):
    assert print_of(old, kind).files[kind].startswith(b"%PDF")


def test_the_sheets_of_an_old_game_print_nothing_that_their_page_refuses(old):
    there = old.ask(present, old.room.scenario)
    assert {row["id"]: row["holder"] for row in there["provinces"]}["kai"] is None
    assert {row["id"]: row["holder"] for row in there["places"]}["kyoto"] is None
    assert {row["id"]: row["held_by"] for row in there["characters"]}["oda-nobuyuki"] is None
    day = {"year": 1550, "season": "spring", "force": FORCED, "provinces": [{"id": "kai", "holder": "rebels"}]}
    refused = old.refuse(OrderNotAllowed, "game.begin_midway", "game", **day)
    assert refused.sentence.endswith("Name a clan, or nobody (R42).")


@pytest.mark.parametrize(
    "address",
    ["/map/", "/map/provinces/kai", "/treaties/hostages", "/people/", "/casting/", "/clans/oda"],
)
def test_pages_of_an_old_game_do_so_as_well(old, app_of, address):
    sign_in(app_of(old), "game").get(address, answers=200)


@pytest.mark.parametrize(
    ("action", "order"),
    [
        ("figure.correct", {"kind": "clan", "id": "rebels", "field": "played", "value": False}),
        ("clan.hand_over", {"clan": "rebels", "to": "npd"}),
    ],
)
def test_in_an_old_game_that_they_are_played_is_set_right(old, action, order):
    old.do(action, "game", **order, reason="nobody plays them")
    assert not old.get(Clan, "rebels").played


@pytest.mark.parametrize(
    ("name", "line", "column"),
    [
        ("provinces", {"id": "kai", "holder": "rebels"}, "holder"),
        ("places", {"id": "kyoto", "holder": "rebels"}, "holder"),
        ("characters", {"id": "oda-nobuyuki", "held_by": "rebels"}, "held_by"),
    ],
)
def test_no_day_goes_on_in_which_they_hold_land_or_a_hostage(risen, name, line, column):
    now = {"season": "spring", "year": 1550}
    error = risen.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, **{name: [line]}, force="we go on")
    assert (error.field, error.sentence[:23]) == (f"{name}.0.{column}", "Rebels have no lord: th")


@pytest.mark.parametrize("address", ["/treaties/", "/treaties/hostages", "/shadows/"])
def test_no_list_of_clans_on_a_form_names_them(hall_at, app_of, address):
    page = sign_in(app_of(hall_at("rebels")), "game").get(address).text
    assert 'value="Oda"' in page
    assert 'value="rebels"' not in page
    assert 'value="Rebels"' not in page


def test_in_a_battle_they_are_not_called_a_garrison_as_those_are_whom_they_fight(hall):
    hall.do("garrison.raise", province="kai", troops=3)
    hall.do("rebels.raise", "npd", province="kai", troops=4, reason="a bad harvest")
    met = {"encounter": 1, "outcome": "battle", "attacker": "rebels", "settled_by": "umpire"}
    said = hall.do("encounter.settle", **met).sentence
    assert said.startswith("the rebel force in Kai attacks the garrison of Kai in Kai")


def test_they_are_as_many_as_the_province_is_worth_if_nothing_is_said(hall):
    hall.do("rebels.raise", "npd", province="kai", reason="a bad harvest")
    assert hall.get(Garrison, 1).troops == hall.get(Province, "kai").rice_value


def test_while_they_stand_the_province_has_no_levy(hall, risen):
    assert read(risen, levy_of, "kai") == 0
    assert read(risen, levies).of("kai") == 0
    assert read(hall, levy_of, "kai") > 0


def test_a_third_clan_that_calls_on_the_people_is_told_that_they_are_with_the_rebels(risen):
    risen.an_army("uesugi", "kai", 5, 4)
    call = {"province": "kai", "clans": ["uesugi"], "levy": True, "reason": "they shout BANZAI"}
    error = risen.refuse(OrderNotAllowed, "encounter.call", **call)
    assert (error.field, error.ruling) == ("clans", "R42")
    assert error.sentence.startswith("The people of Kai are with the rebels who stand there")


def test_it_pays_nothing_and_they_go_home_in_winter(risen):
    for _ in range(2):
        risen.next_season()
    said = [one.sentence for one in read(risen, lines, risen.room.scenario)]
    assert "Kai pays Takeda nothing: rebels stand there." in said
    assert "The garrison of Rebels in Kai: 4 counters disperse." in said
    paid = [one for one in read(risen, lines, risen.room.scenario) if one.chapter == "income" and one.clan == "takeda"]
    assert not any(move.province == "kai" for line in paid for move in line.moves)
    risen.next_season()
    assert not risen.get(Garrison, 1).standing
    assert read(risen, levy_of, "kai") > 0


def test_a_season_ends_though_nobody_holds_the_province_any_more_that_they_stand_in(risen):
    risen.correct("province", "kai", "holder", "")
    for _ in range(3):
        risen.next_season()
    assert (risen.get(Garrison, 1).standing, risen.state()[("game", 1)]["season"]) == (False, "winter")


def test_they_are_hostile_to_the_holder_alone(risen):
    risen.an_army("hojo", "sagami", 4, 3)
    risen.march(1, "kai")
    risen.phases(1, 2, 3)
    assert met(risen) == []
    assert risen.army(1).province == "kai"


def test_the_holder_meets_them_when_he_comes(risen):
    risen.an_army("takeda", "shinano", 6, 3)
    risen.march(1, "kai")
    risen.phases(1, 2)
    assert met(risen) == [("kai", ["rebels", "takeda"])]


def test_they_meet_at_once_what_the_holder_has_there_and_a_battle_goes_on_as_any(hall):
    hall.an_army("takeda", "kai", 9, 3, "takeda-harunobu")
    entry = hall.do("rebels.raise", "npd", province="kai", troops=3, reason="a bad harvest")
    assert "Takeda meets them there: encounter 1." in entry.sentence
    hall.one_round("defender_withdraws", 6, attacker="takeda", defender="rebels")
    assert "rebels" not in {row["clan"] for row in hall.rows("notice_to")}
    assert hall.get(Encounter, 1).outcome == "battle"
    with hall.room.store.read() as session:
        assert session.scalars(select(Garrison).filter_by(clan="rebels")).one().troops < 3


def test_an_undo_takes_them_back_with_what_came_with_them(hall):
    hall.do("rebels.raise", "npd", province="kai", troops=3, reason="a bad harvest")
    hall.undo(1, "npd", "")
    assert (hall.count(Garrison), read(hall, lambda session: session.get(Clan, "rebels"))) == (0, None)
    hall.do("rebels.raise", "npd", province="kai", reason="once more")
    hall.do("rebels.raise", "npd", province="hida", reason="and there")
    assert "depends on it" in hall.refuse(OrderNotAllowed, "journal.undo", "npd", entry=3).sentence
    assert verify(hall.room).same


def test_the_map_desk_sees_them_and_nobody_else_how_many(risen, app_of):
    assert "kai" in read(risen, land, "map").unrest
    assert read(risen, land, "npd").unrest == ()
    risen.correct("garrison", 1, "troops", 7777)
    app = app_of(risen)
    for page in ("/map/provinces/kai", "/walk-round/kai"):
        shown = sign_in(app, "map").get(page).text
        assert "7777" in shown or "7,777" in shown, page
        assert "REB" in shown, page
    for desk, page in (("npd", "/npd/touched"), ("npd", "/tell/"), ("team", "/tell/"), (None, "/api/state")):
        assert not re.search(r"\b7,?777\b", sign_in(app, desk).get(page).text), (desk, page)


def test_the_holder_is_told(risen, app_of):
    assert "Rebels have risen in Kai against Takeda." in sign_in(app_of(risen), "team").get("/tell/").get_data(
        as_text=True
    )


def test_they_are_in_no_list_of_those_who_have_a_lord(risen, app_of):
    app = app_of(risen)
    for address in ("/casting/", "/honour/book", "/books/", "/people/new"):
        assert "Rebels" not in sign_in(app, "game").get(address).text, address
    assert "REB" not in sign_in(app, "npd").get("/npd/clans").text


def test_they_are_typed_back_in_from_paper(hall):
    assert read(hall, ids_by_name)["clan"]["rebels"] == "rebels"
    garrison = {"clan": "rebels", "province": "kai", "place": "", "troops": 4}
    hall.do("game.begin_midway", "game", year=1550, season="summer", garrisons=[garrison])
    assert (hall.get(Garrison, 1).clan, hall.get(Garrison, 1).troops) == ("rebels", 4)


def test_they_are_raised_on_a_page_with_what_is_wrong_at_its_field(hall, app):
    npd = sign_in(app, "npd")
    wrong = npd.post("/npd/rebels", data={"province": "Kay", "reason": "hunger", "key": "a"})
    assert (wrong.status_code, 'id="wrong-province"' in wrong.text) == (400, True)
    assert npd.post("/npd/rebels", data={"province": "Kai", "reason": "hunger", "key": "b"}).status_code == 303
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", npd.get("/npd/rebels").text))
    assert "Kai against Takeda" in shown


def test_nobody_rebels_where_nobody_is_lord_or_where_nothing_says_how_many(hall):
    hall.correct("province", "kai", "holder", "")
    error = hall.refuse(OrderNotAllowed, "rebels.raise", "npd", province="kai", reason="a bad harvest")
    assert (error.field, error.ruling) == ("province", "R42")
    assert error.sentence == "Nobody holds Kai, so nobody rebels there. Choose a province that is held."
    hall.correct("province", "shinano", "rice_value", 0)
    error = hall.refuse(OrderNotUnderstood, "rebels.raise", "npd", province="shinano", reason="a bad harvest")
    assert (error.field, error.sentence) == ("troops", "Shinano is worth nothing: say how many rise.")
    assert (
        "2 counters (R42)"
        in hall.do("rebels.raise", "npd", province="shinano", troops=2, reason="a bad harvest").sentence
    )


@pytest.mark.parametrize("desk", ["npd", "map", "game"])
def test_every_desk_that_raises_them_comes_there_by_its_band_or_one_tap_from_it(desk, app):
    there, browser = 'href="/npd/rebels"', sign_in(app, desk)
    band = browser.get("/npd/rebels").text.partition("</details>")[0]
    assert there in (band if desk == "map" else browser.get("/npd/clans").text)
    assert (there in band) == (desk == "map"), "those with a desk of the locals have it there"
