"""The printed record of a combat: every play with its sum and both totals, and what came of it."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from control.sekigahara.paper.records import record_of
from control.sekigahara.rules.combat.ending import ending
from control.sekigahara.rules.combat.plays import play
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import as_play, forces_of, read_order
from printouts.campaign.combat_record import combat_record
from printouts.paper import Paper
from tests.rulebook.sekigahara.test_worked_battles import STEPS
from tests.rulebook.sekigahara.test_worked_battles import a_document as worked
from tests.sekigahara.combats import a_combat


def fought(document):
    """A document's combat after its plays."""
    order = read_order(document)
    combat = Combat(forces_of(order, of_edition(order.edition)))
    for one in order.plays:
        combat = play(combat, as_play(one))
    return combat


def record(document):
    """The record of a document's combat."""
    combat = fought(document)
    return record_of(combat, ending(combat) if combat.over else None, "Sekigahara", "Week 5, turn B")


def pages(document):
    """The words of each page of the printed record."""
    paper = Paper("Record")
    combat_record(paper, record(document))
    return [page.extract_text() for page in PdfReader(BytesIO(paper.finish())).pages]


@pytest.mark.parametrize(
    ("edition", "east", "west"), [("gmt", "8.2.2, 9.4", "8.2.2, 9.5"), ("kessen", "8.2.2, 9.4", "8.2.2, 9.4")]
)
def test_of_a_block_that_goes_with_any_card_the_rule_is_its_own(edition, east, west):
    document = a_combat(
        edition=edition,
        west=["ukita 2", "ishida leader"],
        west_cards=["ukita", "mori"],
        east=["ii wild 4" if edition == "gmt" else "ii wild 2"],
        east_cards=["tokugawa"],
        plays=["w1 c1", "e1 k1", "w2 c2"],
    )
    said = [step.why[0] for step in fought(document).steps]
    assert said[1] == f"e1 (Ii) goes with any card, here k1 (Tokugawa card; {east})."
    assert said[2] == f"w2 (Ishida leader) goes with any card, here c2 (Mōri card; {west})."


@pytest.mark.parametrize("example", STEPS)
def test_the_ladder_has_every_step_of_a_worked_battle(example):
    rungs = record(worked(STEPS[example])).rungs
    assert [rung.totals for rung in rungs] == [
        (int(row["total_attacker"]), int(row["total_defender"])) for row in STEPS[example]
    ]
    assert [rung.attacker for rung in rungs] == [row["side"] == "west" for row in STEPS[example]]
    for rung, row in zip(rungs, STEPS[example], strict=True):
        if row["action"] == "deploy":
            assert int(re.findall(r"\d+", rung.how)[-1]) == int(row["impact"])


def test_the_kessen_battle_is_printed_with_its_defection_and_what_came_of_it():
    (page,) = pages(worked(STEPS["kessen"]))
    for words in (
        "Battle of Sekigahara",
        "The west attacks, with 6 blocks against 3 blocks.",
        "Mōri special card: 1 mon + 1 clan + 3 attack = 5",
        "wins over Kobayakawa",
        "The east, at 12 to 12, and level counts for the defender (8.2.1).",
        "Kobayakawa and Mōri leader (1 for 12 Impact, 1 for the defeat; 8.7.1).",
        "Drawn: west 5 and east 4 (8.10).",
    ):
        assert words in page, words


def test_a_siege_says_whether_the_castle_holds_and_names_its_disk():
    (page,) = pages(
        a_combat(
            attacker="east", castle="west sanada", west=["ukita 2"],
            east=["tokugawa 3", "tokugawa 3"], east_cards=["tokugawa double"], plays=["e1 k1", "e2 k1", "east passes"],
        )
    )  # fmt: skip
    assert "Siege of Sekigahara" in page
    assert "2 blocks against 1 block and the disk of Sanada Masayuki" in page
    assert "It holds; the disk of Sanada Masayuki stands (8.9.4)." in page


@pytest.mark.parametrize(("edition", "rule"), [("gmt", "8.9.4"), ("kessen", "8.9.3")])
def test_what_is_lost_in_a_siege_is_told_by_its_own_rule(edition, rule):
    document = a_combat(
        edition=edition, attacker="east", castle="west", west=["ukita 2"], east=["tokugawa 3"] * 3,
        east_cards=["tokugawa double", "tokugawa"], plays=["e1 k1", "e2 k1", "e3 k2", "east passes"],
    )  # fmt: skip
    lost = dict(record(document).ends)["Lost, west"]
    assert re.search(rf"\(1 for \d+ Impact; {re.escape(rule)}\)\.$", lost), lost


def test_what_is_due_is_told_where_nobody_is_lost_and_where_more_is_due_than_there_is():
    lost = dict(record(a_combat(west=["ukita 3"], east=["tokugawa 2", "date 2"], west_cards=["ukita"],
                                plays=["w1 c1", "east passes", "west passes"])).ends)  # fmt: skip
    assert lost["Lost, west"] == "nobody (0 for 0 Impact; 8.7.1)."
    assert lost["Lost, east"].endswith("(0 for 3 Impact, 1 for the defeat; 8.7.1).")
    siege = a_combat(
        attacker="east", castle="west", west=["ukita 2"], east=["tokugawa 3"] * 4,
        east_cards=["tokugawa double", "tokugawa double"],
        plays=["e1 k1", "e2 k1", "e3 k2", "e4 k2", "east passes"],
    )  # fmt: skip
    lost = dict(record(siege).ends)
    assert lost["Lost, east"] == "nobody (8.9.4)."
    assert lost["Lost, west"] == "Ukita 2 mon (2 for 18 Impact, no more are there, S25; 8.9.4)."


def test_a_refuted_challenge_and_a_battle_that_is_not_over():
    document = a_combat(
        west=["ukita 3"], west_cards=["ukita", "ukita special"], east_cards=["loyalty"],
        plays=["w1 c1", "k1!", "west shows c2"],
    )  # fmt: skip
    found = record(document)
    assert found.rungs[1].what == "challenges Ukita 3 mon"
    assert found.rungs[1].how == "refuted with a Ukita special card"
    assert found.ends == ()


def test_a_long_battle_goes_on_a_second_page_with_its_head_and_loses_no_play():
    blocks = ["mori 3"] * 40
    plays = ["w1 c1", "east passes", *(f"w{one} c{one}" for one in range(2, 41)), "west passes"]
    found = pages(a_combat(west=blocks, west_cards=["mori"] * 40, plays=plays))
    assert len(found) > 1
    assert all("Battle of Sekigahara" in page for page in found)
    assert sum(page.count("Mōri card:") for page in found) == 40


def test_the_combat_that_ends_the_game_tells_neither_a_retreat_nor_cards():
    plays = ["w1", "e1 k1", "west passes", "east passes"]
    dies = a_combat(west=["ishida leader", "ukita 3"], east=["tokugawa 3"], east_cards=["tokugawa"], plays=plays)
    ends = dict(record(dies).ends)
    assert ends["Victory"] == "The east has won the game (2.1)."
    assert ends.keys().isdisjoint({"Retreat", "Cards"})
