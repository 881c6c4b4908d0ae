"""Players' cards: one sheet each, with the figures of the edition, and none that its tables do not have."""

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from control.sekigahara.paper.aids import combat_card, movement_card, week_card
from control.sekigahara.scenario.load import of_edition
from printouts.campaign.player_aid import player_aid
from printouts.paper import Paper
from tests.sekigahara.rulings import rulings

CARDS = {"combat": combat_card, "movement": movement_card, "week": week_card}


def pages(aid):
    """The words of each sheet."""
    paper = Paper("Card")
    player_aid(paper, aid)
    return [page.extract_text() for page in PdfReader(BytesIO(paper.finish())).pages]


def lines(aid):
    """Every line: words, figure, rule."""
    return [(line.words, line.figure, line.rule) for part in aid.parts for line in part.lines]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_a_card_is_one_sheet_with_every_word_of_it_twice(edition, card):
    aid = CARDS[card](of_edition(edition))
    (page,) = pages(aid)
    read = " ".join(page.split())
    assert read.count(aid.title) >= 2
    for words, _figure, rule in lines(aid):
        assert read.count(words.split()[0]) >= 2
        assert rule
        assert {one for one in rule.split(", ") if one[0] in "SD"} <= set(rulings())


def test_the_combat_card_has_the_figures_of_its_edition():
    gmt, kessen = (lines(combat_card(of_edition(one))) for one in ("gmt", "kessen"))
    again = "and then for each block with the same on your side"
    assert (again, "+2", "8.4.1") in gmt
    assert (again, "+1", "8.4.1") in kessen
    assert ("A double card deploys such a block alone.", "", "8.4.2") in gmt
    assert ("With any card go Ii, Kuroda, Hosokawa, Ishida leader, Kobayakawa and Sanada.", "", "9.4") in kessen
    assert ("With any card go Ii and Ishida leader.", "", "9.4, 9.5") in gmt
    assert any("east wins when the Ishida leader or the disk of Toyotomi Hideyori" in words for words, _, _ in gmt)
    assert any("east wins when the disk of Toyotomi Hideyori" in words for words, _, _ in kessen)
    last = "after every block inside."
    assert (f"The disk of Toyotomi Hideyori goes {last}", "", "9.1") in gmt
    assert ("The disk of Sanada Masayuki goes before or after blocks, as its owner likes.", "", "D10") in gmt
    assert (f"The disks of Toyotomi Hideyori, Torii Mototada and Mogami Yoshiaki go {last}", "", "8.9.3") in kessen
    assert ("card for every 2 lost blocks", "+1", "8.10") in gmt
    assert ("card to the besieged for each lost block, none for a disk", "+1", "8.10") in gmt


@pytest.mark.parametrize(("edition", "again", "disks"), [("gmt", "+2", ["", ""]), ("kessen", "+1", [""])])
def test_the_figures_of_a_card_are_those_of_the_rules(edition, again, disks):
    """What is gained has a plus, what is lost a true minus."""
    figures = {}
    for card in CARDS.values():
        figures |= {part.heading: [one.figure for one in part.lines] for part in card(of_edition(edition)).parts}
    assert figures["Impact"] == ["+1", "+1", "+2", again]
    assert figures["Losses and cards"] == ["−1", "−1", "", "+1", "+1"]
    assert figures["Sieges"] == ["", "", "−1", *disks, "+1"]
    assert figures["How far"] == ["+1", "+1", "+1", "+1", "−1", ""]
    assert [*figures["Each week but the first"], *figures["Each week"]] == ["1", "2", "3", "4"]


def test_the_combat_card_says_who_wins_where_both_do_if_both_can():
    scenario = of_edition("gmt")
    edition = replace(scenario.edition, points=replace(scenario.edition.points, both="east"))
    both = "Where both win at once, in one battle, the {} does."
    assert (both.format("west"), "", "2.1, D4") in lines(combat_card(scenario))
    assert (both.format("east"), "", "2.1, D4") in lines(combat_card(replace(scenario, edition=edition)))
    assert not any("both win" in words for words, _, _ in lines(combat_card(of_edition("kessen"))))


def test_the_week_card_has_only_the_reinforcements_left_out_of_the_first_week():
    parts = {part.heading: [line.rule for line in part.lines] for part in week_card(of_edition("gmt")).parts}
    assert (parts["Each week but the first"], parts["Each week"]) == (["6.2", "6.2"], ["6.3", "6.4"])


def test_the_week_card_has_the_track_and_the_points():
    gmt, kessen = (lines(week_card(of_edition(one))) for one in ("gmt", "kessen"))
    assert [figure for words, figure, _ in gmt if "blocks each" in words or "block each" in words] == ["2–4", "5–7"]
    assert [figure for words, figure, _ in kessen if "block each" in words] == ["5–8"]
    assert ("as set up", "1", "6.2") in gmt
    assert ("for each disk of yours that stands", "2", "2.2") in kessen
    assert not any("disk" in words for words, _, _ in gmt)


def test_the_week_card_says_who_draws_one_more_where_both_have_as_many():
    scenario = of_edition("gmt")
    words = "With as many castles {} the card; with as many resource locations both draw the block."
    assert (words.format("nobody draws"), "", "6.2, S6") in lines(week_card(scenario))
    both = replace(scenario, options=replace(scenario.options, castle_tie="both"))
    assert (words.format("both draw"), "", "6.2, S6") in lines(week_card(both))


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_the_movement_card_says_when_the_whole_mori_box_comes(edition):
    assert any(rule == "9.3, S32" for _, _, rule in lines(movement_card(of_edition(edition))))


def test_the_movement_card_has_what_the_rules_count_with():
    gmt, kessen = (lines(movement_card(of_edition(one))) for one in ("gmt", "kessen"))
    assert ("at the 5th, 9th and 13th block", "−1", "7.3.5") in gmt
    assert ("17 blocks or more do not move.", "", "7.3.6, S12") in gmt
    assert [(words.split(":")[0], figure) for words, figure, _ in gmt[:4]] == [
        ("no movement", "0"), ("minimal", "0"), ("limited", "1"), ("total", "2")
    ]  # fmt: skip
    assert any("your capital" in words for words, _, _ in gmt)
    assert any("your disk" in words and "capital" not in words for words, _, _ in kessen)
    assert any("for a double card 2" in words for words, _, _ in kessen)


def test_a_card_follows_its_tables():
    scenario = of_edition("gmt")
    edition = replace(scenario.edition, losses=replace(scenario.edition.losses, impact=9))
    changed = replace(scenario, edition=edition, options=replace(scenario.options, refute="must"))
    found = [words for words, _, _ in lines(combat_card(changed))]
    assert "for every 9 Impact suffered" in found
    assert any("must show, if he has one" in words for words in found)
