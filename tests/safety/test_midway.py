"""Starting in the middle of a day from what was typed in, and the note of a restore."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from control.kernel.codes import Code
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry
from control.kernel.typed import innermost
from control.sengoku.books.onset_questions import awards
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, LISTS, present
from control.sengoku.rows import (
    Army,
    Character,
    Clan,
    Clock,
    Companion,
    Game,
    MarchOrder,
    Part,
    Petition,
    Province,
    RiskDraw,
    Succession,
    Title,
    Transfer,
)
from control.sengoku.safety.typed_state_actions import LINES, BeginMidway
from control.sengoku.shadows.shadows_questions import desk as shadows
from control.sengoku.shadows.targets_questions import on_guard
from control.sengoku.world.bonds.calls_questions import calls
from control.sengoku.world.bonds.vassals_questions import dues
from control.sengoku.world.dates_questions import seasons_since
from control.sengoku.world.forces.levies_questions import levy_of, may_be_taken
from control.sengoku.world.ledger.ledger_actions import treasury
from control.sengoku.world.ledger.ledger_questions import balances, incomes, opening_cash, world_sum
from tests.conftest import sign_in
from tests.games import FORCED, Hall


def lists(hall: Hall) -> dict[str, list[dict[str, object]]]:
    """The present state, list by list."""
    return hall.ask(present, hall.room.scenario)


def as_order(found: dict[str, list[dict[str, object]]]) -> dict[str, object]:
    """The lists as an order to go on from."""
    rows = {
        name: [{key: row[key] for key in BY_KEY[name].line.model_fields if row[key] is not None} for row in table]
        for name, table in found.items()
    }
    for name, column in (("provinces", "holder"), ("places", "holder"), ("characters", "held_by")):
        for row in rows[name]:
            row.setdefault(column, "")
    (now,) = rows.pop("game")
    return {**now, **rows}


def played(hall: Hall) -> Hall:
    """A game in its middle: a war, a hostage, a wound, a wedding, an adoption, honour, money spent, a treaty, provinces
    lost."""
    hall.kawanakajima()
    hall.do("garrison.raise", province="hida", troops=2)
    hall.correct("province", "suruga", "holder", "takeda")
    hall.correct("province", "suruga", "castle", "castle")
    hall.correct("place", "kyoto", "holder", "oda")
    hall.correct("character", "obu-toramasa", "experience", 3)
    hall.correct("character", "takeda-nobushige", "wounded", True)
    hall.correct("character", "anayama-nobutomo", "alive", False)
    hall.do("hostage.hand_over", character="oda-nobunaga", to="imagawa")
    hall.do("account.spend", "game", clan="oda", kind="event", points=3, note="a feast")
    hall.do("honour.log", "game", clan="oda", points=4, note="a feast")
    hall.do("honour.log", "game", clan="takeda", points=-2, note="a slight")
    hall.do("person.add", "game", clan="takeda", name="Takeda Nobukiyo", relation="child", age=9, ancestor="Minamoto")
    hall.do("person.add", "game", clan="yuki", name="Tagaya Masatsune", age=40)
    hall.an_army("yuki", troops=3, general="tagaya-masatsune")
    hall.do("hostage.hand_over", character="takeda-nobukiyo", to="yuki")
    hall.do("treaty.record", kind="vassalage", one="uesugi", other="date")
    hall.do("treaty.record", kind="peace", one="oda", other="imagawa")
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", hostages=["takeda-yoshinobu"])
    hall.do("treaty.record", "team", kind="passage", one="oda", other="hojo", through=["kai"], audience="secret")
    hall.do("treaty.record", "map", kind="other", one="oda", other="date", owes=7, audience="some", known_to="npd")
    hall.do("person.add", "game", clan="hojo", name="Hayakawa", relation="child", sex="female", age=14)
    couple = {"bride": "hayakawa", "groom": "takeda-yoshinobu"}
    hall.do("treaty.record", "team", kind="marriage", one="takeda", other="hojo", **couple)
    hall.do("person.adopt", "game", character="hojo-genan", clan="yuki", relation="sibling", force=FORCED)
    return hall


def test_a_day_goes_on_in_a_new_game_as_it_stood_in_the_old_one(hall_at):
    old = played(hall_at("start"))
    before = lists(old)
    assert before["armies"]
    assert before["treaties"]
    new = hall_at("guests")  # some other game, of which nothing may remain: here it needs force
    new.do("game.begin_midway", "game", **as_order(before), force=FORCED)
    after = lists(new)
    books = {"opening", "rice_income", "taxation", "mining"}
    for name in LISTS:
        kept = [{key: value for key, value in row.items() if key not in books} for row in before[name]]
        assert [{key: value for key, value in row.items() if key not in books} for row in after[name]] == kept, name
    assert verify(new.room).same


def test_what_was_set_right_of_a_person_is_typed_back_in(hall_at, open_stage, tmp_path):
    old, new = hall_at("start"), Hall(open_stage("start", tmp_path / "new.db"))
    right = {"sex": "male", "relation": "sibling", "ancestor": "Minamoto", "age": 31, "experience": 3}
    for field, value in right.items():
        old.correct("character", "obu-toramasa", field, value)
    new.do("game.begin_midway", "game", **as_order(lists(old)))
    person = new.get(Character, "obu-toramasa")
    assert {field: getattr(person, field) for field in right} == right
    assert verify(new.room).same


def test_of_a_day_that_goes_on_in_a_new_game_nothing_of_earlier_years_is_owed_there(hall_at, open_stage, tmp_path):
    old = hall_at("start")
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="autumn")
    for _ in range(6):
        old.next_season()
    assert [(one.left, one.since) for one in old.ask(dues, "team")] == [(40, "autumn 1550")]
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **as_order(lists(old)))
    assert [(one.left, one.since, one.fallen) for one in fresh.ask(dues, "team")] == [(20, "", True)]


def test_what_was_paid_this_year_before_a_day_was_typed_in_counts_for_this_year_and_not_for_the_next(
    hall_at, open_stage, tmp_path
):
    old = hall_at("start")
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="summer")
    old.next_season()
    old.do("treaty.pay", "team", treaty=1, points=15)
    old.next_season()
    assert [(one.left, one.since, one.fallen) for one in old.ask(dues, "team")] == [(5, "", True)]
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **as_order(lists(old)))
    assert [(one.left, one.since, one.fallen) for one in fresh.ask(dues, "team")] == [(5, "", True)]
    fresh.do("treaty.pay", "team", treaty=1)
    for _ in range(3):
        fresh.next_season()
    assert [(one.left, one.since, one.fallen) for one in fresh.ask(dues, "team")] == [(20, "", True)]


def paid_late(old: Hall) -> None:
    """The autumn's dues are paid in winter, and those of the next autumn not yet."""
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="autumn")
    for _ in range(3):
        old.next_season()
    old.do("treaty.pay", "team", treaty=1, points=20)
    old.next_season()
    old.next_season()


def paid_early(old: Hall) -> None:
    """The winter's dues are paid in the autumn before it."""
    old.next_season()
    old.next_season()
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="winter")
    old.do("treaty.pay", "team", treaty=1, points=20)
    old.next_season()
    old.next_season()


def made_anew(old: Hall) -> None:
    """What was paid was by a bond that ended; the new one asks from the next spring on."""
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="spring")
    old.do("treaty.pay", "team", treaty=1, points=20)
    old.next_season()
    old.do("treaty.end", "team", treaty=1, reason="a quarrel")
    old.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="spring")


@pytest.mark.parametrize(
    ("day", "paid"), [(paid_late, 0), (paid_early, 20), (made_anew, 0)], ids=["late", "early", "made anew"]
)
def test_what_was_paid_counts_after_going_on_from_paper_for_the_year_for_which_it_was_asked(
    hall_at, open_stage, tmp_path, day, paid
):
    old = hall_at("start")
    day(old)
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    order = as_order(lists(old))
    assert [row["paid"] for row in order["treaties"]] == [paid]
    fresh.do("game.begin_midway", "game", **order)
    for one in (fresh, old):  # neither booked once more where the same sheet is typed once more
        sheet = {key: order[key] for key in ("year", "season", "treaties")}
        lines = one.count(Transfer)
        one.do("game.begin_midway", "game", **sheet, force=FORCED)
        assert one.count(Transfer) == lines
    for _ in range(6):
        assert [one.ask(dues, "team")[0].left for one in (fresh, old)] == [one.ask(dues, "team")[0].left] * 2
        assert lists(fresh)["treaties"][0]["paid"] == lists(old)["treaties"][0]["paid"]
        fresh.next_season()
        old.next_season()
    assert fresh.ask(world_sum).right


@pytest.mark.parametrize("day", [paid_late, paid_early, made_anew], ids=["late", "early", "made anew"])
def test_what_is_typed_as_paid_is_what_the_sheet_says_then(hall_at, day):
    old = hall_at("start")
    day(old)
    order = {key: value for key, value in as_order(lists(old)).items() if key in ("year", "season", "treaties")}
    for points in (7, 0, 25, 20):
        (line,) = order["treaties"]
        order["treaties"] = [line | {"paid": points}]
        old.do("game.begin_midway", "game", **order, force=FORCED)
        assert [row["paid"] for row in lists(old)["treaties"]] == [points]
        assert old.ask(world_sum).right


@pytest.mark.parametrize("parts", ["", "temple: enryakuji"])
def test_nothing_is_paid_of_a_treaty_that_owes_nothing(hall_at, parts):
    old = hall_at("start")
    line = {"kind": "peace", "one": "takeda", "other": "uesugi", "parts": parts}
    day = {"year": 1550, "season": "spring", "force": FORCED}
    error = old.refuse(OrderNotAllowed, "game.begin_midway", "game", **day, treaties=[line | {"paid": 5}])
    assert (error.field, error.sentence.startswith("Nothing is owed by this treaty")) == ("treaties.0.paid", True)
    old.do("game.begin_midway", "game", **day, treaties=[line | {"paid": 0}])
    assert [row["paid"] for row in lists(old)["treaties"]] == [None]


def test_a_fresh_game_takes_over_the_books_of_the_year_too(hall_at, open_stage, tmp_path):
    from tests.games import close

    old = played(hall_at("start"))
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    entry = fresh.do("game.begin_midway", "game", **as_order(lists(old)))
    assert lists(fresh) == lists(old)
    for one in ("takeda-nobukiyo", "hayakawa", "hojo-genan"):
        assert fresh.get(Character, one).as_dict() | {"version": 0} == old.get(Character, one).as_dict() | {
            "version": 0
        }
    assert fresh.ask(world_sum).right
    assert (entry.number, entry.audience) == (1, " game ")
    assert verify(fresh.room).same
    close(fresh.room)


@pytest.mark.parametrize(
    "stage", ["locked", "guests", "peace", "people", "bonds", "works", "casting", "honour", "moving", "court", "spied"]
)
def test_whatever_stands_on_the_sheets_comes_back(hall_at, open_stage, tmp_path, stage):
    from tests.games import close

    old = hall_at(stage)
    old.do("ruling.change_option", "game", option="spend_first", value="cash", now="rice", reason="so we ruled")
    old.correct("province", "kai", "unrest", True)
    old.do("edict.issue", "bakufu", authority="emperor", title="A sword hunt", text="No farmer keeps a sword.")
    granted = {"kind": "court_rank", "character": "oda-nobunaga", "rank": 7, "authority": "emperor"}
    asked = {"recommended_by": "shogun", "asked_by": "Hirate Masahide"}
    old.do("title.grant", "game", **granted, **asked, force="the last Shogun had asked for it")
    old.do("attitude.set", "npd", clan="yuki", to="takeda", attitude=-2, reason="a feud")
    old.do("attitude.set", "npd", clan="chiba", to="hojo", attitude=0, reason="they forgot")
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    before = fresh.state()
    fresh.do("game.begin_midway", "game", **as_order(lists(old)))
    assert lists(fresh) == lists(old)
    given = "court_rank-oda-nobunaga-7"
    assert fresh.get(Title, given).as_dict() == old.get(Title, given).as_dict()
    assert "recommendation" in fresh.get(Title, given).granted
    assert verify(fresh.room).same
    assert fresh.ask(world_sum).right
    fresh.next_season()
    old.next_season()
    assert lists(fresh) == lists(old), "and the next season writes the same"
    fresh.undo(2)
    fresh.undo(1)
    assert fresh.state() == before
    close(fresh.room)


def test_in_a_later_year_savings_rest_on_the_year_that_was_typed(hall):
    line = {"id": "takeda", "rice": 4, "cash": 11, "opening": 6, "rice_income": 20, "taxation": 3, "mining": 2}
    hall.do("game.begin_midway", "game", year=1553, season="autumn", clans=[line, {"id": "oda", "rice": 0, "cash": 1}])
    with hall.room.store.read() as session:
        assert balances(session)["takeda"] == (4, 11)
        assert balances(session)["oda"] == (0, 1)
        assert opening_cash(session, 1553)["takeda"] == 6
        assert incomes(session, 1553)["takeda"] == {"rice": 20, "taxation": 3, "mining": 2}
        assert opening_cash(session, 1553)["oda"] == 0
        assert incomes(session, 1553)["oda"]["rice"] > 0, "reckoned from what it holds"
        assert world_sum(session).right
    assert hall.get(Game, 1).seasons == 14
    assert hall.get(Clock, 1).since is None


def test_undo_of_a_start_in_the_middle_gives_the_beginning_again(hall):
    before = hall.state()
    line = {"id": "takeda", "rice": 1, "cash": 1}
    hall.do("game.begin_midway", "game", year=1552, season="summer", clans=[line],
            provinces=[{"id": "suruga", "holder": ""}], honour=[{"clan": "oda", "points": -3}],
            armies=[{"general": "takeda-harunobu", "province": "hida", "troops": 9}])  # fmt: skip
    assert hall.get(Province, "suruga").holder is None
    hall.undo(1)
    assert hall.state() == before
    again = hall.do("game.begin_midway", "game", year=1551, season="spring", clans=[line])
    assert "Forced" not in again.sentence, "what was taken back does not stand in the way"
    assert verify(hall.room).same


def test_a_general_of_an_army_goes_to_another_clan_with_the_armies_typed_in(hall_at):
    hall = hall_at("orders")
    day = {"year": 1550, "season": "spring", "force": FORCED}
    general = lists(hall)["armies"][0]["general"]
    people = [{"id": general, "clan": "yuki", "role": "taisho"}]
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **day, characters=people)
    assert error.field == "characters.0.clan"
    hall.do("game.begin_midway", "game", **day, characters=people, armies=as_order(lists(hall))["armies"])
    assert hall.army(1).clan == "yuki"


def test_a_bride_who_is_typed_in_is_of_the_clan_that_she_wed_into(hall):
    wedding = {"kind": "marriage", "one": "takeda", "other": "hojo"}
    couple = "bride: hojo-ujichika; groom: takeda-yoshinobu"  # whom the scenario brings: nothing says who is a woman
    day = {"year": 1550, "season": "spring", "treaties": [{**wedding, "parts": couple}]}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **day)
    assert (error.field, "type that there" in error.sentence) == ("treaties.0.parts", True)
    hall.do("game.begin_midway", "game", **day, force="she was adopted since")
    hall.undo(1)
    wed = {"id": "hojo-ujichika", "clan": "takeda", "role": "family"}
    for line in (wed, {"id": "takeda-yoshinobu", "alive": False}):
        hall.do("game.begin_midway", "game", **day, characters=[line])
        hall.undo(hall.entries()[-1].number)


def test_whoever_is_typed_in_as_made_bears_a_name_of_his_own_and_stays_when_left_out(hall):
    day = {"year": 1550, "season": "spring"}
    somebody = {"name": "Yuki Ujitomo", "clan": "yuki", "relation": "sibling"}
    error = hall.refuse(
        OrderNotAllowed,
        "game.begin_midway",
        "game",
        **day,
        made=[somebody, {"name": "yūki  ujitomo", "clan": "yuki"}, {"name": "Takeda Harunobu", "clan": "yuki"}],
    )
    assert [one.field for one in (error, *error.more)] == ["made.2.name", "made.1.name"]
    hall.do("game.begin_midway", "game", **day, made=[somebody])
    hall.do("game.begin_midway", "game", **day, made=[], characters=[{"id": "yuki-ujitomo", "wounded": True}])
    assert hall.get(Character, "yuki-ujitomo").wounded
    hall.do("game.begin_midway", "game", **day, made=[{**somebody, "age": 30}])
    person = hall.get(Character, "yuki-ujitomo")
    assert (person.age, person.title, person.relation, person.made) == (30, "Brother", "sibling", True)


def test_people_and_a_clock_in_the_hall_do_not_make_a_game_begun(hall):
    hall.do("clock.start", "game")
    hall.do("game.begin_midway", "game", year=1551, season="spring")


def test_everything_that_is_wrong_is_told_at_once_and_nothing_changed(hall):
    error = hall.refuse(
        OrderNotUnderstood,
        "game.begin_midway",
        "game",
        year=1551,
        season="spring",
        provinces=[{"id": "kay"}, {"id": "hida", "holder": "nobody"}],
        armies=[{"general": "nobody", "province": "kai", "troops": 3}],
    )
    assert {error.field, *(other.field for other in error.more)} == {
        "provinces.0.id",
        "provinces.1.holder",
        "armies.0.general",
    }


FOUGHT = {"battle": 1, "year": 1550, "season": "spring", "province": "kai", "side": "attacker"}
IMPOSSIBLE: list[tuple[str, dict[str, object], str, str]] = [
    ("characters", {"id": "shonyo", "alive": False, "wounded": True}, "wounded",
     "Shōnyo is dead, so he is not wounded."),
    ("characters", {"id": "oda-nobunaga", "clan": "takeda", "role": "daimyo"}, "role",
     "Oda Nobunaga and Takeda Harunobu would stand at the head of Takeda. Give all but one another role."),
    ("characters", {"id": "takeda-nobushige", "role": "heir"}, "role",
     "Takeda Nobushige and Takeda Yoshinobu would be heir of Takeda. Give all but one another role."),
    ("armies", {"general": "takeda-harunobu", "province": "kai", "troops": 3, "code": str(Code("A", 7))}, "", ""),
    ("armies", {"general": "uesugi-kenshin", "province": "echigo", "troops": 3, "code": str(Code("A", 7))}, "code",
     "This code is in the list already."),
    ("battles", {**FOUGHT, "garrison": "oda"}, "garrison", "That clan has no garrison there. List it too."),
    ("battles", {**FOUGHT, "garrison": "takeda", "held": True}, "held", "Only an army can be held (R15)."),
    ("garrisons", {"clan": "takeda", "province": "kai", "troops": 2}, "", ""),
    ("travellers", {"character": "takeda-harunobu", "province": "kai"}, "character", "He leads an army himself."),
    ("travellers", {"character": "obu-toramasa", "along": "oda-nobunaga"}, "along",
     "He leads no army. List the army too."),
    ("draws", {"character": "asakura-norikage", "cause": "age", "battle": 1}, "battle",
     "Only who draws for a battle has one here. Leave it empty."),
    ("draws", {"character": "shonyo", "cause": "age"}, "character",
     "Shōnyo is dead, so he draws no card. Leave this line empty."),
    ("petitions", {"kind": "border", "clan": "oda", "against": "oda", "matter": "A ford."}, "against",
     "A clan need not sue itself. Name another clan, or none."),
    ("works", {"kind": "building", "clan": "oda", "province": "owari", "points": 8, "state": "standing",
               "ordered": 1550}, "name", "A public building needs a name: it is marked on the map."),
    ("treaties", {"kind": "peace", "one": "oda", "other": "hojo", "until": "1551-May"}, "until",
     "A season is written as 1551-summer."),
    ("treaties", {"kind": "peace", "one": "oda", "other": "date", "audience": "some", "known_to": "npd spies"},
     "known_to", "“spies” is no desk: game, map, team, npd, intelligence, bakufu."),
    ("treaties", {"kind": "peace", "one": "oda", "other": "yuki", "parts": "through: kay"}, "parts",
     'There is no province "kay". Did you mean "kai"?'),
    ("treaties", {"kind": "peace", "one": "oda", "other": "chiba", "parts": "cows: 3"}, "parts",
     "“cows: 3” is no part of a treaty. Did you mean \"owes\"? One is written as owes: 20 points."),
    ("titles", {"kind": "court_rank", "character": "oda-nobunaga"}, "rank",
     "A court rank has a rank from 1 to 10 and no province."),
    ("attitudes", {"clan": "yuki", "to": "yuki", "attitude": 1}, "to",
     "A clan has no attitude to itself. Name another clan."),
    ("false_claims", {"kind": "court_rank", "character": "oda-nobunaga", "province": "kai"}, "kind",
     "An office has a province and no rank, a court rank a rank alone."),
    ("letters", {"sender": "oda", "recipient": "oda", "year": 1550}, "recipient",
     "A clan need not write to itself. Name another clan."),
    ("letters", {"sender": "oda", "recipient": "hojo", "year": 1550, "fate": "late"}, "ready_in",
     "Say in how many seasons it arrives; 0 if it has arrived."),
    ("calls", {"kind": "points", "clan": "oda", "amount": 3, "due": "soon"}, "due",
     "“soon” is no season. Write the year and its season, like 1550-summer."),
    ("calls", {"kind": "command", "clan": "oda", "due": "1551-summer"}, "character",
     "A call for a commander names him, and a levy of points nobody."),
    ("calls", {"kind": "points", "clan": "oda", "due": "1551-summer"}, "amount",
     "Say how much, or nothing of a call for a commander."),
]  # fmt: skip
"""Lines of lists, the column that each has wrong, and what is said of it; none of one that is right."""


def test_a_line_that_cannot_be_is_told_in_its_column(hall):
    order: dict[str, list[dict[str, object]]] = {}
    wanted = []
    for name, line, column, sentence in IMPOSSIBLE:
        order.setdefault(name, []).append(line)
        if column:
            wanted.append((f"{name}.{len(order[name]) - 1}.{column}", sentence))
    error = hall.refuse(OrderNotUnderstood, "game.begin_midway", "game", year=1550, season="spring", **order)
    assert sorted((one.field, one.sentence) for one in (error, *error.more)) == sorted(wanted)


def test_an_army_of_a_hostage_is_that_of_its_host(hall):
    hall.do("game.begin_midway", "game", year=1551, season="spring",
            characters=[{"id": "oda-nobunaga", "held_by": "imagawa", "wounded": True}],
            armies=[{"general": "oda-nobunaga", "province": "suruga", "troops": 4}])  # fmt: skip
    assert hall.get(Army, 1).clan == "imagawa"
    assert hall.get(Character, "oda-nobunaga").wounded_in == 4
    hall.march(1, "totomi")


def test_a_running_game_keeps_its_books_and_only_the_difference_is_booked(hall_at):
    hall = hall_at("orders")
    with hall.room.store.read() as session:
        rice, cash = balances(session)["takeda"]
        many = session.query(Transfer).count()
    hall.do("game.begin_midway", "game", year=1550, season="summer", force="the laptop fell",
            clans=[{"id": "takeda", "rice": rice + 2, "cash": cash - 1}])  # fmt: skip
    with hall.room.store.read() as session:
        assert balances(session)["takeda"] == (rice + 2, cash - 1)
        assert session.query(Transfer).count() == many + 2
        last = session.query(Transfer).order_by(Transfer.line.desc()).first()
        assert (last.kind, last.source) == ("correction", treasury("takeda"))
        assert world_sum(session).right


def test_who_is_typed_as_dead_has_no_card_to_draw_and_leads_no_army_that_stays(hall):
    hall.an_army("takeda", "kai", 3, 1, "obu-toramasa")
    hall.do("risk.call", character="shonyo", cause="age")
    now = {"year": 1550, "season": "spring", "force": FORCED}
    dead = [{"id": "shonyo", "alive": False}, {"id": "obu-toramasa", "alive": False}]
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, characters=dead)
    assert (error.field, error.sentence.partition(":")[0]) == (
        "characters.1.alive",
        "Obu Toramasa leads army A1-3. List the armies too, without it.",
    )
    hall.do("game.begin_midway", "game", **now, characters=dead, armies=[])
    assert hall.get(RiskDraw, 1).card == "none"


def test_what_a_rule_forbids_is_forced_with_one_reason(hall):
    post = {"clan": "takeda", "province": "owari", "troops": 2}
    order = {"year": 1551, "season": "spring", "garrisons": [post, {**post, "province": "mikawa"}]}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **order)
    assert [error.field, *(one.field for one in error.more)] == ["garrisons.0.province", "garrisons.1.province"]
    entry = hall.do("game.begin_midway", "game", **order, force="they besiege it")
    assert entry.sentence.endswith("Forced: they besiege it.")


@pytest.mark.parametrize(
    ("year", "season", "seasons"),
    [
        (1550, "spring", 0),
        (1550, "summer", 1),
        (1550, "autumn", 2),
        (1551, "winter", 3),
        (1551, "spring", 4),
        (1550, "winter", -1),
        (1549, "autumn", -2),
    ],
)
def test_seasons_are_counted_as_the_game_counts_them(shipped, year, season, seasons):
    assert seasons_since(Game(first_season="spring"), shipped, year, season) == seasons
    assert seasons_since(Game(first_season="winter"), shipped, year, season) == seasons + 1


def test_the_count_of_seasons_is_that_of_a_game_that_was_played(hall):
    for _ in range(4):
        game = hall.get(Game, 1)
        assert seasons_since(game, hall.room.scenario, game.year, game.season) == game.seasons
        hall.next_season()


def test_a_restore_is_told_to_every_desk_and_no_old_form_fits_any_more(hall_at):
    hall = hall_at("orders")
    version = hall.get(Army, 1).version
    entry = hall.do("game.restored", "game", snapshot="a copy", lost=3, returned=0, kept=12)
    assert hall.get(Army, 1).version > version + 3
    assert hall.get(Clan, "oda").version > 1
    assert set(entry.audience.split()) == {"game", "map", "team", "npd", "intelligence", "bakufu"}
    hall.march(1, "etchu")
    assert verify(hall.room).same


def test_r41_what_stands_in_a_city_or_temple_is_typed_back_in_there(hall, hall_at):
    """Garrison, army, troops to come and what was raised, each with its place; a wrong place is told."""
    hall.do("garrison.raise", place="kyoto", troops=3)
    hall.do("army.form", general=hall.idle_general("miyoshi"), place="kyoto", troops=2)
    hall.do("troops.announce", "team", clan="enryaku-ji", place="enryaku-ji", counters=1)
    found = lists(hall)
    assert [(row["place"], row["troops"]) for row in found["garrisons"]] == [("kyoto", 1)]
    order = as_order(found)
    other = hall_at("guests")  # nothing of which may remain
    other.do("game.begin_midway", "game", **order, force=FORCED)
    for name in ("places", "garrisons", "musters", "armies"):
        assert lists(other)[name] == found[name], name
    order["garrisons"] = [{"clan": "miyoshi", "province": "settsu", "place": "kyoto", "troops": 1}]
    error = other.refuse(OrderNotAllowed, "game.begin_midway", "game", force=FORCED, **order)
    assert (error.field, error.sentence) == ("garrisons.0.place", "Kyoto lies in Yamashiro, not in Settsu.")


def test_r4_a_levy_beaten_this_season_stays_beaten_and_its_land_may_be_taken(hall):
    now = {"year": 1551, "season": "spring"}
    (one, other) = beaten = [
        {"clan": "uesugi", "province": "hida"},
        {"clan": "miyoshi", "province": "settsu", "place": "osaka"},
    ]
    error = hall.refuse(
        OrderNotAllowed, "game.begin_midway", "game", **now, beaten_levies=[one, {**other, "province": "kai"}, one]
    )
    assert [error.field, *(more.field for more in error.more)] == ["beaten_levies.2.province", "beaten_levies.1.place"]
    hall.do("game.begin_midway", "game", **now, beaten_levies=beaten)
    assert hall.ask(levy_of, "hida") == 0
    assert hall.ask(may_be_taken, "hida", None, "uesugi")
    hall.do("game.begin_midway", "game", **now, beaten_levies=[other])
    assert hall.ask(levy_of, "hida") > 0
    assert as_order(lists(hall))["beaten_levies"] == [other]
    assert verify(hall.room).same


def test_the_journal_counts_what_was_typed_in_and_a_journal_of_other_plurals_is_replayed_too(hall):
    treaty = {"kind": "peace", "one": "takeda", "other": "oda"}
    people = [{"name": name, "rank": 5} for name in ("Karasumaru", "Asukai")]
    entry = hall.do(
        "game.begin_midway",
        "game",
        year=1550,
        season="spring",
        treaties=[treaty, treaty | {"other": "date"}],
        court=people,
    )
    assert entry.sentence.endswith(": 2 treaties, 2 persons at court.")
    before = entry.sentence.replace("treaties", "treatys").replace("persons at court", "person at courts")
    with hall.room.store.write() as session:
        session.execute(update(JournalEntry).where(JournalEntry.number == entry.number).values(sentence=before))
    assert verify(hall.room).same


def test_every_list_on_a_sheet_can_be_typed_in_and_its_lines_have_its_columns():
    assert tuple(LISTS)[1:] == LINES
    for name in LINES:
        assert innermost(BeginMidway.model_fields[name].annotation) is BY_KEY[name].line


def test_covert_work_is_typed_back_in_and_whoever_reads_the_list_has_looked(hall_at, app_of):
    hall = hall_at("spied")
    line = {"clan": "hojo", "kind": "assassin", "target": "Uesugi Kenshin", "points": 5, "through": "a monk"}
    wrong = line | {"target": "Uesugi Kenshim"}
    start = {"year": 1550, "season": "spring", "force": "a test"}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **start, commissions=[wrong])
    assert (error.field, "Did you mean" in error.sentence) == ("commissions.0.target", True)
    entry = hall.do("game.begin_midway", "game", **start, commissions=[line])
    assert entry.audience == " game "
    heard, one = lists(hall)["commissions"]
    assert (heard["clan"], heard["taken"], one["taken"]) == ("takeda", True, False)
    assert {name: one[name] for name in line} == line
    assert verify(hall.room).same
    sign_in(app_of(hall), "game").get("/safety/midway/commissions.csv")
    assert hall.entries()[-1].sentence == "Ōta, Game Control, looked."


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            "ows: 20 points",
            '“ows: 20 points” is no part of a treaty. Did you mean "owes"? One is written as owes: 20 points.',
        ),
        ("owes: 20 points; due_in: lent", "due in is one of spring, summer, autumn, winter."),
    ],
)
def test_a_part_of_a_bond_that_is_none_is_told_at_its_line(hall, parts, sentence):
    bond = {"kind": "vassalage", "one": "takeda", "other": "uesugi", "parts": parts}
    error = hall.refuse(OrderNotUnderstood, "game.begin_midway", "game", year=1551, season="summer", treaties=[bond])
    assert (error.field, error.sentence) == ("treaties.0.parts", sentence)


def test_what_a_list_of_people_and_forces_leaves_out_is_no_more(hall_at):
    hall = hall_at("bonds")
    now = {"year": 1550, "season": "spring", "force": FORCED}
    found = as_order(lists(hall))
    hall.do("game.begin_midway", "game", **now, draws=found["draws"])
    assert [row["character"] for row in lists(hall)["draws"]] == ["asakura-norikage"], "he is not called twice"
    assert hall.get(RiskDraw, 2).card == ""
    hall.do("game.begin_midway", "game", **now, draws=[], travellers=[], treaties=[])
    after = lists(hall)
    assert (after["draws"], after["travellers"], after["treaties"]) == ([], [], [])
    assert hall.get(RiskDraw, 2).card == "none"
    assert (hall.count(Companion), hall.get(Character, "obu-toramasa").province) == (0, None)
    assert verify(hall.room).same


def test_a_companion_typed_as_dead_goes_with_nobody(hall_at):
    hall = hall_at("people")
    now = {"year": 1550, "season": "spring", "force": FORCED}
    hall.do("game.begin_midway", "game", **now, characters=[{"id": "hojo-ujichika", "alive": False}])
    assert hall.count(Companion) == 0


def test_a_companion_typed_as_a_general_goes_along_no_more(hall_at):
    hall = hall_at("people")
    armies = [*as_order(lists(hall))["armies"], {"general": "hojo-ujichika", "province": "musashi", "troops": 2}]
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, armies=armies)
    assert (hall.count(Companion), hall.count(Army)) == (0, 3)


def test_orders_are_void_where_the_armies_are_typed_in_anew(hall_at):
    hall = hall_at("orders")
    assert hall.count(MarchOrder)
    armies = [line | {"order": ""} for line in as_order(lists(hall))["armies"]]
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, armies=armies)
    assert hall.count(MarchOrder) == 0


def test_what_rested_on_a_battle_does_so_no_more_where_the_list_is_empty(hall):
    day = {"year": 1550, "season": "spring"}
    army = {"general": "takeda-harunobu", "province": "hida", "troops": 9}
    fought = {**FOUGHT, "province": "hida", "general": "takeda-harunobu", "recovers": 2, "held": True}
    hall.do("game.begin_midway", "game", **day, armies=[army], battles=[fought | {"way_back": "kai"}])
    (line,) = lists(hall)["battles"]
    assert (line["recovers"], line["held"], line["way_back"]) == (2, True, "kai")
    hall.do("game.begin_midway", "game", **day, battles=[])
    assert lists(hall)["battles"] == []
    assert (hall.army(1).held_by, hall.army(1).way_back) == (None, None)
    hall.next_season()
    assert hall.troops(1) == 9, "nobody comes back"


def test_what_a_list_of_papers_leaves_out_is_no_more(hall_at):
    hall = hall_at("court")
    hall.do("edict.issue", "bakufu", authority="emperor", title="A sword hunt", text="No farmer keeps a sword.")
    now = {"year": 1550, "season": "spring", "force": FORCED}
    (service,) = as_order(lists(hall))["services"]
    more = {"clan": "oda", "lord": "emperor", "kind": "cash", "amount": 4, "year": 1550, "season": "spring"}
    leave = {"clan": "oda", "province": "kai", "note": "until the harvest"}
    hall.do(
        "game.begin_midway", "game", **now, services=[service | {"amount": 2}, more], passages=[leave],
        honour=[{"clan": "oda", "points": 3, "rank": 2}, {"clan": "takeda", "points": 5, "rank": 1}],
    )  # fmt: skip
    after = lists(hall)
    assert [row["amount"] for row in after["services"]] == [2, 4]
    assert as_order(after)["passages"] == [leave]
    assert [(row["clan"], row["points"], row["rank"]) for row in after["honour"]] == [("oda", 3, 2), ("takeda", 5, 1)]
    papers = ("edicts", "calls", "rebellions", "petitions", "services", "passages")
    assert all(after[name] for name in papers)
    hall.do("game.begin_midway", "game", **now, **{name: [] for name in papers})
    after = lists(hall)
    assert {name: after[name] for name in papers} == {name: [] for name in papers}
    assert hall.get(Petition, 1).state == "withdrawn"
    assert verify(hall.room).same


def test_a_call_that_was_answered_is_not_late_because_it_is_typed_in_later(hall_at):
    """Paper says what was answered and not when."""
    hall = hall_at("court")
    call = {"kind": "points", "clan": "oda", "amount": 3, "due": "1550-spring", "answer": "refuses"}
    hall.do("game.begin_midway", "game", year=1551, season="summer", force=FORCED, calls=[call])
    with hall.room.store.read() as session:
        (one,) = calls(session, "bakufu", "oda")
    assert (one.is_late, one.becomes) == (False, "refuses")


def test_an_heir_no_longer_asked_for_and_another_player_of_a_part_are_typed_in(hall_at):
    hall = hall_at("casting")
    hall.correct("character", "takeda-harunobu", "alive", False)
    assert hall.count(Succession) == 1
    people = [{"id": "takeda-harunobu", "heir": False}, {"id": "obu-toramasa", "player": "Ea Holm"}]
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, characters=people)
    assert hall.count(Succession) == 0
    assert hall.get(Part, "obu-toramasa").player == 5


def test_upkeep_typed_as_paid_is_booked_with_points_that_control_grants(hall_at):
    hall = hall_at("winter")
    line = next(row for row in lists(hall)["provinces"] if row["castle"] == "castle" and row["holder"])
    assert not line["upkeep"]
    has = hall.has(line["holder"])
    now = {"year": 1551, "season": "winter", "force": FORCED}
    hall.do("game.begin_midway", "game", **now, provinces=[{"id": line["id"], "upkeep": True}])
    after = {row["id"]: row["upkeep"] for row in lists(hall)["provinces"]}
    assert after[line["id"]]
    assert hall.has(line["holder"]) == has
    with hall.room.store.read() as session:
        last = session.query(Transfer).order_by(Transfer.line.desc()).first()
        assert (last.kind, last.target) == ("upkeep", f"upkeep:province:{line['id']}")
        assert world_sum(session).right


def test_r12_the_allowance_that_the_first_phase_fixed_is_that_of_the_season_whatever_its_general_has_become(
    hall, open_stage, tmp_path
):
    from tests.games import close

    hall.kawanakajima()
    hall.do("orders.lock", "map")
    hall.phases(1)
    fixed = hall.army(2).allowance
    hall.correct("character", "takeda-harunobu", "experience", 4 if fixed < 4 else 1)
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    order = as_order(lists(hall))
    fresh.do("game.begin_midway", "game", **order)
    assert (fresh.army(2).allowance, lists(fresh)["armies"]) == (fixed, lists(hall)["armies"])
    without = [{key: value for key, value in line.items() if key != "allowance"} for line in order["armies"]]
    fresh.do("game.begin_midway", "game", **order | {"armies": without})
    assert fresh.army(2).allowance != fixed, "an older sheet does not say it: it is reckoned"
    close(fresh.room)


@pytest.mark.parametrize("allowance", [0, 5])
def test_r12_an_allowance_that_no_army_has_is_told_at_its_cell(hall, allowance):
    army = {"general": "takeda-harunobu", "province": "kai", "troops": 3, "order": "stay", "allowance": allowance}
    now = {"year": 1550, "season": "spring", "phase": 1}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, armies=[army])
    assert error.field == "armies.0.allowance"
    assert "from 1 to 4" in error.sentence


VASSALAGE = {"kind": "vassalage", "one": "takeda", "other": "hojo", "parts": "owes: 9 points"}


def test_what_was_spent_on_events_and_paid_of_dues_this_year_still_counts(hall, open_stage, shipped, tmp_path):
    """The year's honour goes to whoever spent most (R25), and nobody is asked for dues that are paid (R33)."""
    from tests.games import close

    hall.next_season()
    hall.next_season()
    for clan, points in (("oda", 7), ("takeda", 2)):
        hall.do("account.spend", "game", clan=clan, kind="event", points=points, note="a feast")
    hall.do("treaty.record", kind="vassalage", one="takeda", other="hojo", owes=9)
    hall.do("treaty.pay", "team", treaty=1, points=4)
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    order = as_order(lists(hall))
    assert ("hojo", 4) in [(row["other"], row["paid"]) for row in order["treaties"]]
    when = {name: order[name] for name in ("year", "season")}
    for sheet in (["treaties"], ["clans"], ["provinces", "places", "works"]):  # in whatever order they are typed in
        fresh.do("game.begin_midway", "game", **when, **{name: order[name] for name in sheet})
    assert (lists(fresh)["clans"], lists(fresh)["treaties"]) == (lists(hall)["clans"], lists(hall)["treaties"])
    assert fresh.ask(world_sum).right
    for one in (hall, fresh):
        owed = one.ask(dues, "team")
        assert [(due.paid, due.left) for due in owed] == [(4, 5)]
        (award,) = one.ask(lambda session: list(awards(session, shipped, {"oda": "Oda", "takeda": "Takeda"}, set())))
        assert (award.row, award.clan, award.value) == ("award-events", "oda", 7)
    assert verify(fresh.room).same
    close(fresh.room)


def test_what_was_spent_and_paid_can_be_typed_once_more_and_older_sheets_say_nothing_of_it(hall):
    now, has = {"year": 1550, "season": "autumn"}, {"id": "oda", "rice": 3, "cash": 4}
    for points, paid in ((8, 6), (5, 2), (None, None), (9, 0)):
        lines = {"clans": [has | {"events": points}], "treaties": [VASSALAGE | {"paid": paid}]}
        hall.do("game.begin_midway", "game", **now, **lines)
        (oda,) = (row for row in lists(hall)["clans"] if row["id"] == "oda")
        found = oda["rice"], oda["cash"], oda["events"], lists(hall)["treaties"][0]["paid"]
        assert found == (3, 4, 5 if points is None else points, 2 if paid is None else paid)
        assert hall.ask(world_sum).right
    assert verify(hall.room).same
    before = lists(hall)
    hall.do("clock.start", "game")
    hall.do("account.spend", "game", clan="oda", kind="event", points=1, note="a feast")
    hall.do("game.begin_midway", "game", **now, clans=[has | {"events": 2}], force="the list was wrong")
    assert lists(hall)["clans"] == [row | ({"events": 2} if row["id"] == "oda" else {}) for row in before["clans"]]


@pytest.mark.parametrize("code", [str(Code("C", 1001)), ""], ids=["of another game", "none yet"])
def test_a_call_typed_in_is_counted_on_the_shelf_of_whoever_sees_it(hall, code):
    """By a gap nobody counts what other desks see; the next one has a number of its own."""
    levy = {"kind": "points", "amount": 3}
    typed = {"code": code, "clan": "yuki", "due": "1550-summer", **levy}
    hall.do("game.begin_midway", "game", year=1550, season="spring", calls=[typed])
    for clan in ("yuki", "takeda"):
        hall.do("call.issue", "bakufu", clan=clan, season="1550-summer", **levy)
    assert {row["code"] for row in lists(hall)["calls"]} == {str(Code("C", number)) for number in (1, 1001, 1002)}
    assert verify(hall.room).same


@pytest.mark.parametrize("code", [str(Code("P", 1001)), ""], ids=["of another game", "none yet"])
def test_a_petition_typed_in_is_counted_on_the_shelf_of_whoever_sees_it(hall, code):
    matter = {"kind": "border", "clan": "yuki", "matter": "Whose is the mill?"}
    hall.do("game.begin_midway", "game", year=1550, season="spring", petitions=[{"code": code, **matter}])
    hall.do("petition.file", "npd", **matter | {"matter": "Whose is the ford?"})
    assert [row["code"] for row in lists(hall)["petitions"]] == [str(Code("P", number)) for number in (1001, 1002)]


@pytest.mark.parametrize("year", [1550, 1553])
def test_a_line_of_the_accounts_that_is_typed_once_more_leaves_the_others_as_they_are(hall, year):
    now, has = {"year": year, "season": "spring"}, {"rice": 9, "cash": 8, "opening": 3, "rice_income": 2}
    typed = [{"id": clan, **has, "taxation": 1, "mining": 1} for clan in ("takeda", "oda", "uesugi")]
    hall.do("game.begin_midway", "game", **now, clans=typed)
    before = {row["id"]: row for row in lists(hall)["clans"]}
    hall.do("game.begin_midway", "game", **now, clans=[{"id": "takeda", "rice": 5, "cash": 7}])
    after = {row["id"]: row for row in lists(hall)["clans"]}
    assert (after.pop("takeda")["rice"], before.pop("takeda")["rice"]) == (5, 9)
    assert after == before
    assert hall.ask(world_sum).right
    assert verify(hall.room).same


@pytest.mark.parametrize("first", [0, 1])
def test_an_army_that_goes_to_another_general_leaves_its_old_one_free_for_a_new_one(hall, first):
    hall.an_army("takeda", "kai", 3, general="obu-toramasa")
    given = [
        {"code": str(Code("A", 1)), "general": "takeda-nobushige", "province": "kai", "troops": 3},
        {"general": "obu-toramasa", "province": "kai", "troops": 2},
    ]
    typed = [given[first], given[1 - first]]
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, armies=typed)
    led = {(row["code"], row["general"], row["troops"]) for row in lists(hall)["armies"]}
    assert led == {(str(Code("A", 1)), "takeda-nobushige", 3), (str(Code("A", 2)), "obu-toramasa", 2)}


def test_a_peace_that_ran_out_is_on_no_sheet_beside_the_one_that_took_its_place(hall_at, open_stage, tmp_path):
    from tests.games import close

    old = hall_at("start")
    peace = {"kind": "peace", "one": "takeda", "other": "uesugi"}
    old.do("treaty.record", "team", **peace, until="1550-spring")
    for terms in ("a hawk", "ten horses"):
        old.do("treaty.record", "team", kind="other", one="oda", other="hojo", terms=terms)
    old.next_season()
    old.do("treaty.record", "team", **peace)
    typed = as_order(lists(old))
    fresh = Hall(open_stage("start", tmp_path / "new.db"))
    fresh.do("game.begin_midway", "game", **typed)
    assert lists(fresh)["treaties"] == lists(old)["treaties"]
    assert [row["terms"] for row in typed["treaties"]] == ["a hawk", "ten horses", ""]
    close(fresh.room)


def test_a_hostages_letter_home_is_of_the_season_in_which_he_wrote_it_when_it_is_typed_in_once_more(hall):
    peace = {"kind": "peace", "one": "takeda", "other": "uesugi"}
    hall.do("treaty.record", "team", **peace, hostages=["takeda-yoshinobu"])
    hall.next_season()
    home = {"sender": "uesugi", "recipient": "takeda", "hostage": "takeda-yoshinobu"}
    hall.do("letter.write", "team", **home, text="I am well.")
    before = hall.rows("letter")
    hall.do("game.begin_midway", "game", force=FORCED, **as_order(lists(hall)))
    assert [row["number"] for row in hall.rows("letter")] == [row["number"] for row in before] == [1]


def test_a_treaty_that_ran_out_before_the_typed_season_is_not_taken_in(hall):
    line = {"kind": "peace", "one": "oda", "other": "hojo"}
    now = {"year": 1551, "season": "spring", "force": FORCED}
    hall.do("game.begin_midway", "game", **now, treaties=[line | {"until": "1551-spring"}])
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, treaties=[line | {"until": "1550-winter"}])
    assert (error.field, error.sentence) == (
        "treaties.0.until",
        "Winter 1550 is past. Name the season of this sheet or a later one, or leave this treaty out.",
    )


def test_two_open_treaties_of_a_kind_that_two_have_once_are_typed_in_once_whatever_their_terms(hall):
    line = {"kind": "alliance", "one": "oda", "other": "hojo"}
    typed = [line, line | {"terms": "to the last man", "until": "1552-spring"}]
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", year=1550, season="spring", treaties=typed)
    assert (error.field, error.sentence) == ("treaties.1.other", "This treaty is in the list already.")
    typed[1] |= {"parts": "against: takeda"}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", year=1550, season="spring", treaties=typed)
    assert (error.field, error.sentence) == ("treaties.1.other", "This treaty is in the list already."), "nor parts"
    apart = line | {"parts": "one person: oda-nobunaga; other person: hojo-ujiyasu"}
    turned = {"kind": "alliance", "one": "hojo", "other": "oda", "parts": "other person: oda-nobunaga"}
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, treaties=[line, apart, turned])
    hidden = [one | {"audience": "secret"} for one in typed]
    hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, treaties=hidden)


def test_one_commission_of_two_seasons_is_typed_in_twice(hall):
    line = {"clan": "hojo", "kind": "spy", "target": "uesugi", "points": 3}
    now = {"year": 1550, "season": "summer", "force": FORCED}
    for _ in range(2):
        hall.do("game.begin_midway", "game", **now, commissions=[line, line | {"points": 5, "report": "He arms."}])
        assert [(row["points"], row["report"]) for row in lists(hall)["commissions"]] == [(3, ""), (5, "He arms.")]
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, commissions=[line] * 3)
    assert (error.field, error.sentence) == ("commissions.2.target", "This commission is in the list already.")


def test_troops_announced_twice_alike_are_as_many_when_they_are_typed_in_once_more(hall):
    coming = [{"clan": "takeda", "province": "kai", "counters": 3}] * 2
    for _ in range(2):
        hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, musters=coming)
        assert [row["counters"] for row in lists(hall)["musters"]] == [3, 3]


def test_two_shoguns_and_an_office_of_two_are_told_in_their_columns(hall):
    typed = {
        "characters": [{"id": "takeda-harunobu", "role": "shogun"}],
        "titles": [{"kind": "constable", "character": one, "province": "kai"} for one in ("oda-nobunaga", "shonyo")],
    }
    now = {"year": 1550, "season": "spring", "force": FORCED}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, **typed)
    assert [(one.field, one.sentence) for one in (error, *error.more)] == [
        (
            "characters.0.role",
            "Ashikaga Yoshiteru and Takeda Harunobu would be Shogun. Give all but one another role.",
        ),
        ("titles.1.province", "Another is constable of it in this list: of these there is one."),
    ]


def test_what_was_entered_in_a_season_that_was_typed_in_wrong_is_no_news_of_its_own(hall):
    hall.do("game.begin_midway", "game", year=1553, season="spring")
    entry = hall.do("player.add", "game", name="Ea Holm")
    hall.do("game.begin_midway", "game", year=1551, season="spring")
    error = hall.refuse(OrderNotAllowed, "news.choose", "game", entry=entry.number, text="A guest came.")
    assert (error.field, error.sentence) == (
        "entry",
        "That was entered in spring 1553, which has not been: it is spring 1551. Write the news in your own words.",
    )


def test_what_was_bought_and_who_guards_is_typed_back_in_after_its_slip_was_taken(hall_at, open_stage, tmp_path):
    old, new = hall_at("start"), Hall(open_stage("start", tmp_path / "new.db"))
    asked = (("bribe", "ashikaga-yoshiteru"), ("spy", "hojo"), ("counter_spy", "takeda"), ("spy", "uesugi"))
    for number, (kind, target) in enumerate(asked, 1):
        if number == 3:
            old.next_season()
        old.do("covert.commission", "intelligence", clan="takeda", kind=kind, target=target, points=1)
        old.do("covert.resolve", "intelligence", commission=number, outcome="success", note="a test")
        old.do("covert.report", "intelligence", commission=number, report="It came off.")
        if number < 4:
            old.do("covert.deliver", "intelligence", commission=number)
    listed = lists(old)["commissions"]
    assert [(one["kind"], one["season"], one["taken"]) for one in listed] == [
        ("bribe", "spring", True),
        ("counter_spy", "summer", True),
        ("spy", "summer", False),
    ], "nobody asks any more for the spy of spring"
    typed = as_order({"game": lists(old)["game"], **{name: lists(old)[name] for name in LISTS}})["commissions"]
    now = {"year": 1550, "season": "summer", "force": FORCED}
    for hall in (old, new):
        hall.do("game.begin_midway", "game", **now, commissions=typed)
        assert lists(hall)["commissions"] == listed
        assert hall.ask(on_guard) == {("takeda", 1)}
        assert verify(hall.room).same
    assert [one.whose for one in new.ask(shadows, new.room.scenario).votes] == ["Ashikaga Yoshiteru"]
    again = {"clan": "takeda", "kind": "counter_spy", "target": "takeda", "points": 1}
    assert "no second" in new.refuse(OrderNotAllowed, "covert.commission", "intelligence", **again).sentence
    new.do("covert.commission", "intelligence", **again | {"kind": "bribe", "target": "ashikaga-yoshiteru"})


def test_an_assassin_who_was_seen_is_so_after_going_on_from_paper(hall_at, open_stage, tmp_path):
    old, new = hall_at("start"), Hall(open_stage("start", tmp_path / "new.db"))
    for number, target in enumerate(("obu-toramasa", "uesugi-kenshin"), 1):
        old.do("covert.commission", "intelligence", clan="hojo", kind="assassin", target=target, points=1)
        old.do("covert.resolve", "intelligence", commission=number, outcome="success", note="a test")
        old.do("covert.strike", "intelligence", commission=number, effect="dead", how="poisoned tea")
    listed = lists(old)["commissions"]
    assert [one["seen"] for one in listed] == ["dead", ""], "The death of a head waits for a second umpire."
    typed = as_order({"game": lists(old)["game"], **{name: lists(old)[name] for name in LISTS}})["commissions"]
    for hall in (old, new):
        hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, commissions=typed)
        assert lists(hall)["commissions"] == listed
        slain = {"effect": "dead", "how": "a knife"}
        late = hall.refuse(ChangedElsewhere, "covert.strike", "intelligence", commission=1, **slain)
        assert late.sentence == "Commission 1 is carried out already."
        assert verify(hall.room).same
    new.do("covert.strike", "intelligence", commission=2, **slain)


def test_a_list_that_has_no_column_for_who_was_seen_takes_no_deed_back(hall_at):
    hall = hall_at("start")
    hall.do("covert.commission", "intelligence", clan="hojo", kind="assassin", target="obu-toramasa", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")
    hall.do("covert.strike", "intelligence", commission=1, effect="dead", how="poisoned tea")
    typed = as_order({"game": lists(hall)["game"], **{name: lists(hall)[name] for name in LISTS}})["commissions"]
    for change, seen in (({}, "dead"), ({"outcome": "caught"}, ""), ({"outcome": "success"}, "")):
        line = {key: value for key, value in typed[0].items() if key != "seen"} | change
        hall.do("game.begin_midway", "game", year=1550, season="spring", force=FORCED, commissions=[line])
        assert lists(hall)["commissions"][0]["seen"] == seen
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"season": "spring"}, "year", "Write the year and the season, or neither."),
        ({"year": 1550}, "season", "Write the year and the season, or neither."),
        ({"year": 1550, "season": "winter"}, "year", "No such season was played"),
        ({"year": 1549, "season": "winter"}, "year", "No such season was played"),
        ({"taken": True}, "outcome", "Its slip was taken: write its outcome"),
        ({"seen": "dead", "outcome": "success"}, "seen", "Only an assassin who got at somebody is seen"),
    ],
)
def test_a_commission_of_no_season_or_without_a_slip_that_was_taken_is_told_at_its_line(hall, wrong, field, sentence):
    line = {"clan": "hojo", "kind": "spy", "target": "uesugi", "points": 3} | wrong
    now = {"year": 1550, "season": "summer", "force": FORCED}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, commissions=[line])
    assert error.field == f"commissions.0.{field}"
    assert error.sentence.startswith(sentence)


def test_a_commission_of_one_season_is_in_the_list_once(hall):
    line = {"clan": "hojo", "kind": "spy", "target": "uesugi", "points": 3}
    dated = line | {"year": 1550, "season": "summer"}
    now = {"year": 1550, "season": "summer", "force": FORCED}
    error = hall.refuse(OrderNotAllowed, "game.begin_midway", "game", **now, commissions=[dated, dated])
    assert (error.field, error.sentence) == ("commissions.1.target", "This commission is in the list already.")
    man = dated | {"target": "ashikaga-kakukei"}
    again = hall.refuse(
        OrderNotAllowed, "game.begin_midway", "game", **now, commissions=[man, man | {"target": "Kakukei"}]
    )
    assert (again.field, again.sentence) == ("commissions.1.target", error.sentence)
    hall.do("game.begin_midway", "game", **now, commissions=[line, dated])
    assert [one["season"] for one in lists(hall)["commissions"]] == ["summer", "spring"]
