"""What players get each season, from the game down to the words on the paper."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from control.kernel.codes import Code
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.safety_questions import moment
from control.sengoku.books.books_questions import statement
from control.sengoku.paper.press import PAPERS, Press, Wish, make
from control.sengoku.rows import Army, Game
from control.sengoku.rules.economy import Savings
from control.sengoku.season.seasonal_papers import kept
from tests.games import LETTERS
from tests.paper.reading import AT, codes_on, drawing_of, pages_of, pdf_of, print_of, said


def items_of(hall, kind, desk="game", clan=""):
    """The things of a kind as a desk gets them, by their keys."""
    with hall.room.store.read() as session:
        press = Press(
            session, hall.room.scenario, lambda path: AT + path, lambda: drawing_of(hall), datetime.now(UTC), desk=desk
        )
        made = make(Wish(PAPERS.named([kind]), clan), press, moment(session).number)
    return {item.key: item for batch in made.gathered.batches for item in batch.items}


# ---- order cards


def test_who_may_not_march_gets_no_order_card_but_is_told_why(hall_at):
    hall = hall_at("peace")  # Uesugi has fought and gone home, Takeda has won and may go on
    items = items_of(hall, "order_cards")
    assert list(items) == ["2", "uesugi-stays-1"]
    assert items["uesugi-stays-1"].whose == "uesugi"
    text = said(hall, "order_cards", clan="uesugi")
    assert "No order card" in text
    assert "Uesugi Kenshin, in Echigo" in text
    assert "It has fought this season" in text
    assert "Takeda" not in text
    with pytest.raises(OrderNotAllowed, match="Uesugi Kenshin, A1-3, gets no order card: it has fought"):
        print_of(hall, "order_cards", only=("1",))


def test_an_army_held_by_an_undecided_battle_may_only_go_back(hall_at):
    hall = hall_at("round")
    assert "battle 1 is not settled" in items_of(hall, "order_cards")["takeda-stays-1"].thing.armies[0].why
    hall.end(then="both_stay")
    cards = items_of(hall, "order_cards")
    assert (cards["1"].thing.back, cards["1"].thing.boxes) == ("Echigo", ("",))
    text = said(hall, "order_cards", clan="uesugi")
    assert "Stays, or goes back to Echigo" in text
    assert "no clear victor (R15)" in text
    assert "Next to Shinano" not in text
    hall.next_season()  # it still holds them while both stand there
    assert items_of(hall, "order_cards")["2"].thing.back == "Kai"


def test_a_card_tells_by_land_and_by_sea_apart_with_the_roads_and_what_lies_behind_for_those_who_march_far(hall_at):
    hall = hall_at("start")
    far, near = hall.an_army("hojo", "musashi", 2, 3), hall.an_army("hojo", "musashi", 2, 2)
    one, other = (items_of(hall, "order_cards")[str(army)].thing for army in (far, near))
    assert (
        one.neighbours
        == (
            "Kai",
            "Kōzuke (Nakasendō)",
            "Sagami (Tōkaidō)",
            "Shimotsuke",
            "Shimōsa",
            "Shinano",
        )
        == other.neighbours
    )
    assert one.by_sea == ("Kazusa",) == other.by_sea
    assert one.beyond == (
        "Echigo",
        "Etchū",
        "Hida",
        "Hitachi",
        "Iwashiro",
        "Izu",
        "Mikawa",
        "Mino",
        "Suruga",
        "Tōtōmi",
    )
    assert one.beyond_by_sea == ("Awa (east)",)
    assert (other.beyond, other.beyond_by_sea) == ((), ())
    text = said(hall, "order_cards", clan="hojo")
    assert "Moves 3 provinces in phases 2 3 4" in text
    assert text.count("By sea: Kazusa") == 2
    assert text.count("Then: Echigo") == 1
    assert "; by sea Awa (east)" in text.replace("\xa0", " ")


def test_a_card_of_a_season_under_way_says_what_another_order_may_still_reach(hall):
    by_sea, idle = hall.an_army("hojo", "musashi", 2, 3), hall.an_army("oda", "owari", 2, 3)
    hall.march(by_sea, "kazusa", "shimosa")
    before = {key: item.facts for key, item in items_of(hall, "order_cards").items()}
    hall.phases(1)
    card = items_of(hall, "order_cards")[str(by_sea)].thing
    assert hall.army(by_sea).allowance == 2  # by the crossing it was to take; it need not
    assert (card.allowance, card.left, card.phases, len(card.boxes)) == (3, 3, "2 3 4", 3)
    assert "−1 for each sea crossing; +1 along the Tōkaidō" in card.allowance_note
    assert {key: item.facts for key, item in items_of(hall, "order_cards").items()} == before  # no card is wrong by it
    hall.phases(2)
    cards = {key: item.thing for key, item in items_of(hall, "order_cards").items()}
    there, here = cards[str(by_sea)], cards[str(idle)]
    assert (there.allowance, there.left, there.phases) == (2, 1, "3")  # it has crossed
    assert (here.allowance, here.left, here.phases) == (3, 2, "3 4")
    text = said(hall, "order_cards", clan="oda")
    assert "2 of 3 provinces left in phases 3 4" in text
    hall.march(by_sea, late="seen from afar")
    hall.phases(3, 4)
    with pytest.raises(OrderNotAllowed, match=r"gets no order card: the phases of this season are over \(R13\)"):
        print_of(hall, "order_cards", only=(str(idle),))


def test_a_card_goes_by_what_the_order_of_its_army_would_come_to(hall):
    army = hall.an_army("hojo", "musashi", 2, 3)
    hall.march(army, "kazusa", "shimosa")
    hall.phases(1)
    card = items_of(hall, "order_cards")[str(army)].thing
    hall.march(army, "kai", "shinano", "mino", late="by land after all")
    assert hall.army(army).allowance == card.allowance == 3


def test_the_army_of_a_dead_general_gets_no_card(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "uesugi-kenshin", "alive", False)
    assert "1" not in items_of(hall, "order_cards")


def test_in_winter_there_is_no_order_card_at_all(hall_at):
    with pytest.raises(OrderNotAllowed, match="it is winter"):
        print_of(hall_at("winter"), "order_cards")


def test_more_stopped_armies_than_one_card_holds_go_on_to_the_next(hall_at):
    hall = hall_at("orders")
    for _ in range(9):
        hall.an_army("hojo", troops=1) if _ < 5 else hall.an_army("imagawa", troops=1)
    with hall.room.store.write() as session:
        for army in session.query(Army):
            army.halted, army.clan = "a storm", "hojo"
    items = items_of(hall, "order_cards")
    assert list(items) == ["hojo-stays-1", "hojo-stays-2", "hojo-stays-3"]
    text = said(hall, "order_cards")
    assert text.count("Stopped: a storm.") == 11


def test_the_code_of_an_order_card_is_read_from_the_picture(hall_at):
    hall = hall_at("orders")
    pdf = pdf_of(hall, "order_cards")
    assert codes_on(pdf) | codes_on(pdf, 1) == {f"{AT}/c/M1-6", f"{AT}/c/M2-8"}


# ---- letters


def test_a_letter_is_printed_for_whom_it_lies_with_and_its_code_opens_it(hall_at):
    hall = hall_at("works")  # LETTERS: in time, late, lost, not posted
    assert {key: item.whose for key, item in items_of(hall, "letters").items()} == {
        str(LETTERS[0]): "takeda",
        str(LETTERS[3]): "takeda",
    }
    pdf = pdf_of(hall, "letters")
    assert codes_on(pdf, 0) == {f"{AT}/c/L207512-K"}
    first, blank = pages_of(pdf)
    assert "Oda to Takeda" in first
    assert "Let us hunt." in first
    assert "Takeda to Yūki" in blank
    for word in ("late", "lost", "arrives", "spring"):
        assert word not in first + blank


def test_team_control_prints_what_a_clan_wrote_only_for_that_clan(hall_at):
    hall = hall_at("works")
    assert set(items_of(hall, "letters", "team")) == {str(LETTERS[0])}
    assert set(items_of(hall, "letters", "team", clan="takeda")) == {str(LETTERS[0]), str(LETTERS[3])}
    with pytest.raises(OrderNotAllowed, match="No letter waits"):
        items_of(hall, "letters", "npd")


# ---- bonds


def test_a_bond_is_printed_with_room_for_seals_filled_in_or_blank_and_a_hidden_one_is_not(hall_at):
    hall = hall_at("bonds")
    blank, sworn = pages_of(pdf_of(hall, "bonds"))
    for words in ("Between", "Strength", "Hostages", "the priest, if it is sworn"):
        assert words in blank
    for words in (
        "Takeda allied with Hōjō",
        "A bond, sworn with hostages",
        "Takeda Yoshinobu answers for it",
        "spring 1550",
    ):
        assert words in sworn
    assert "Uesugi" not in blank + sworn


# ---- edicts


def test_an_edict_says_in_whose_name_it_is_and_its_code_opens_it(hall_at):
    hall = hall_at("edict")
    pdf = pdf_of(hall, "edicts")
    (page,) = pages_of(pdf)
    for words in (
        "In the name of the Shogun",
        "On the levy for Nijō",
        "Who refuses is in rebellion.",
        "spring 1550",
        "Tembun 19",
        "E1-C",
    ):
        assert words in page
    assert codes_on(pdf) == {f"{AT}/c/E1-C"}
    hall.do("edict.withdraw", "bakufu", edict=1, reason="it was forged")
    with pytest.raises(OrderNotAllowed, match="No edict is in force"):
        print_of(hall, "edicts")


# ---- the books of winter


def test_a_statement_has_every_booking_of_the_year_with_its_section(hall_at):
    hall = hall_at("works")
    text = said(hall, "income_statement", clan="takeda")
    with hall.room.store.read() as session:
        found = statement(session, hall.room.scenario, "takeda", Game.only(session).year)
    assert len(found.lines) > 4
    for line in found.lines:
        assert line.label in text
        assert line.section in text
    assert f"There now, {sum(found.left)} in rice and cash together" in text
    assert "Gold of Kurokawa" in text
    assert "Great Bridge" in text
    assert "Uesugi" not in text


def test_a_statement_says_how_what_was_kept_over_winter_came_about():
    assert kept(Savings(4, 30, 10, {"rice": (16, 10, 1), "mining": (2, 100, 2)})) == (
        "34 unspent. Kept is at most the opening treasury 10 + 10% of 16 rice = 1 + 100% of 2 mining = 2, together 13; "
        "so 13 was kept, in cash (R22)."
    )


def test_a_planning_sheet_says_what_can_be_raised_kept_and_ordered(hall_at):
    hall = hall_at("works")
    hall.correct("province", "shinano", "castle", "castle")
    hall.correct("province", "shinano", "abandoned", "")
    hall.do("troops.announce", "team", clan="takeda", province="kai", counters=3)
    text = said(hall, "planning_sheet", clan="takeda")
    assert "Troops for spring 1551" in text
    assert "Kai 5 0 3 2" in text  # value, raised, announced, can raise
    assert "Castle Shinano 2 keep give up" in text
    assert "Being built: Castle in Kai, ready in winter 1552" in text
    assert "Fortress 30 Shinano" in text


def test_a_planning_sheet_asks_for_upkeep_in_winter_alone(hall_at):
    summer = said(hall_at("orders"), "planning_sheet", clan="takeda")
    assert "Upkeep next winter" in summer
    assert "Castle Shinano 2 in winter" in summer
    assert "not paid" not in summer.replace("what is not paid is abandoned", "")
    assert "Left after it" not in summer
    winter = said(hall_at("works"), "planning_sheet", clan="takeda")
    assert "Upkeep not paid" in winter
    assert "Left after it" in winter


def test_each_desk_gets_the_books_of_the_clans_it_minds(hall_at):
    hall = hall_at("works")
    for kind in ("income_statement", "planning_sheet"):
        team, npd, bakufu = (set(items_of(hall, kind, desk)) for desk in ("team", "npd", "bakufu"))
        assert "takeda" in team
        assert "yuki" in npd
        assert bakufu == {"bakufu"}
        assert not team & npd
        assert set(items_of(hall, kind)) == team | npd | bakufu


def test_a_statement_is_wrong_only_when_something_was_booked(hall_at):
    hall = hall_at("works")
    hall.do("print.record", "game", **print_of(hall, "income_statement", "planning_sheet").manifest())
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        print_of(hall, "pack", changed=True)
    hall.do("account.spend", "team", clan="takeda", kind="event", points=1)
    made = print_of(hall, "pack", changed=True)
    assert {batch.kind.key: [item.key for item in batch.items] for batch in made.gathered.batches} == {
        "income_statement": ["takeda"],
        "planning_sheet": ["takeda"],
    }


def test_an_army_that_may_not_march_is_not_missing_from_the_table(hall_at):
    hall = hall_at("orders")
    number = hall.an_army("hojo")
    assert f"{Code('M', number)}" in said(hall, "missing_orders")
    general = hall.army(number).general
    hall.correct("character", general, "alive", False)
    hall.do("risk.call", character="shonyo", cause="age")
    text = said(hall, "missing_orders")
    assert "Shōnyo: age" in text
    assert f"{Code('M', number)}" not in text
    assert "All 2 orders are in" in text


def test_an_order_card_is_not_wrong_because_its_army_has_marched(hall_at):
    hall = hall_at("orders")
    made = print_of(hall, "order_cards")
    hall.do("print.record", "game", **made.manifest())
    hall.phases(1)
    with pytest.raises(OrderNotAllowed, match="Nothing that was printed"):
        print_of(hall, "order_cards", changed=True)
    hall.phases(2)
    hall.settle(outcome="parley")
    hall.next_season()
    assert {item.key for batch in print_of(hall, "order_cards", changed=True).gathered.batches for item in batch.items}
