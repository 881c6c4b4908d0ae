"""What if: the table of chances beside a battle, for umpires, following the battle as it is."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from control.sengoku.battle.rounds.chances_pages import laid_out, percent, told, told_mix
from control.sengoku.battle.rounds.chances_questions import what_if
from control.sengoku.rows import Battle, BattleSide
from control.sengoku.rules.battle.chances import one_round, whole_battle
from control.sengoku.world.forces.sides_questions import ground, sides
from control.sengoku.world.options_questions import options_in
from tests.games import ask
from tests.tags import Html

ADDRESS = "/battles/1/what-if"
AT_ONCE = {"HX-Request": "true"}


class Table:
    """The table of a page: heads, the words of each cell, its hint, the widths of its bar; and all links."""

    def __init__(self, answer) -> None:
        html = answer.text
        page = Html(html)
        cells = page.all("th", "td")
        self.heads = [" ".join(one.words.split()) for one in cells if one.tag == "th"]
        self.cells = [" ".join(one.words.split()) for one in cells if one.tag == "td"]
        self.hints = [one.about["title"] for one in cells if one.tag == "td" and "title" in one.about]
        bars = [one for one in page.all("span") if one.about.get("class") == "chances"]
        parts = [one for one in page.all("i") if GROWS.search(one.about.get("style", ""))]
        self.bars = [[int(GROWS.search(one.about["style"])[1]) for one in parts if one.within is bar] for bar in bars]
        self.links = [one.about for one in page.all("a")]
        self.words = " ".join(re.sub(r"<[^>]*>", " ", html).split())


GROWS = re.compile(r"flex-grow:(\d+)")


def cell(page, mine, theirs):
    """The hint of the cell of two tactics, as their labels."""
    return next(hint for hint in page.hints if hint.startswith(f"{mine} against {theirs}"))


def test_every_pair_has_its_odds_its_bar_and_its_losses(desk_at):
    page = Table(desk_at("battle").get(ADDRESS))
    assert len(page.hints) == 36
    assert len(page.bars) == 1 + 36  # the mix has one too
    assert all(995 <= sum(bar) <= 1000 for bar in page.bars)
    assert cell(page, "Subterfuge", "Outflank").startswith(
        "Subterfuge against Outflank at 3-1: A 2/3, X 1/3. Expected losses: Uesugi Kenshin 3.7"
    )
    assert page.heads.count("Subterfuge") == 2  # a row and a column


def test_the_mix_of_both_is_told_in_sentences(desk_at):
    words = Table(desk_at("battle").get(ADDRESS)).words
    for name in ("Uesugi Kenshin", "Takeda Harunobu"):
        told_mix = re.search(rf"Mix for {name} : (.*?)\.", words.replace(f"{name}:", f"{name} :"))
        assert told_mix, words
        shares = [int(share) for share in re.findall(r"(\d+) %", told_mix.group(1))]
        assert shares == sorted(shares, reverse=True)
        assert abs(sum(shares) - 100) <= 3


def test_a_tactic_that_is_never_played_is_left_out_of_the_mix(tables):
    assert told_mix({"subterfuge": Fraction(0), "outflank": Fraction(1)}, tables) == [("Outflank", "1", "1")]


def test_a_flag_marks_the_best_reply_of_its_clan(desk_at):
    page = Table(desk_at("battle").get(ADDRESS))
    labels = page.heads[:6]
    grid = {(mine, theirs): page.cells[1 + 6 * row + column]
            for row, mine in enumerate(labels) for column, theirs in enumerate(labels)}  # fmt: skip
    assert [mine for mine in labels if "UES" in grid[mine, "Outflank"]] == ["Subterfuge"]
    assert [theirs for theirs in labels if "TAK" in grid["Outflank", theirs]] == ["Subterfuge"]


def test_the_roles_can_be_changed_for_the_table(desk_at):
    page = Table(desk_at("battle").get(ADDRESS + "?swap=1"))
    assert "Takeda Harunobu attacks: his tactic down" in page.words
    assert "Expected losses: Takeda Harunobu" in page.hints[0]
    here = [link["href"] for link in page.links if link.get("aria-current") == "true"]
    assert here.pop(0) == "/map/"  # whose section of the band this is
    assert here == [ADDRESS + "?swap=1", ADDRESS + "?swap=1"]


@pytest.mark.parametrize("whole", [False, True])
def test_with_roles_changed_the_chances_are_those_of_the_other_attacking(desk_at, whole):
    room = desk_at("battle").hall.room
    with room.store.read() as session:
        as_is, changed = (what_if(session, room.scenario, 1, swap=swap, whole=whole) for swap in (False, True))
        attacker, defender = sides(session, session.get_one(Battle, 1))
        ask, of = (whole_battle, "whole") if whole else (one_round, "coming")
        on, options = ground(session, session.get_one(Battle, 1)), options_in(session)
    expected = ask(defender, attacker, on, number=1, tables=room.scenario.tables, options=options)
    assert getattr(changed, of) == expected
    assert getattr(as_is, of) != expected


def test_a_reply_is_flagged_with_the_clan_whose_it_is(desk_at):
    """With the tactics as they are printed both sides answer a tactic alike; with others they need not."""
    room = desk_at("battle").hall.room
    found = ask(room, what_if, room.scenario, 1)
    choice = found.coming.choice
    first, *_, last = choice.tactics
    choice = replace(choice, attacker_replies=dict.fromkeys(choice.tactics, (first,)),
                     defender_replies=dict.fromkeys(choice.tactics, (last,)))  # fmt: skip
    flagged = laid_out(found, choice, choice.mix, choice.mixed, room.scenario.tables).cells
    for (mine, theirs), one in flagged.items():
        expected = ["uesugi"] * (mine == first) + ["takeda"] * (theirs == last)
        assert [sign.id for sign in one.best_for] == expected, (mine, theirs)


def test_the_whole_battle_can_be_looked_at_to_its_end(desk_at):
    page = Table(desk_at("battle").get(ADDRESS + "?over=battle"))
    assert "kept through all rounds" in page.words
    assert "undecided after the last round" in page.words
    assert "real counters" in page.hints[0]
    assert "open " in page.hints[0]


def test_columns_granted_are_in_the_cells_at_once(desk_at):
    browser = desk_at("battle")
    before = cell(Table(browser.get(ADDRESS)), "Outflank", "Outflank")
    browser.hall.do("battle.grant_columns", battle=1, side="attacker", columns=3, reason="the vanguard was asleep")
    after = cell(Table(browser.get(ADDRESS)), "Outflank", "Outflank")
    assert (re.search(r"at (\S+):", before).group(1), re.search(r"at (\S+):", after).group(1)) == ("1-1", "2-1")


def test_after_a_round_the_next_one_is_looked_at(desk_at):
    page = Table(desk_at("round").get(ADDRESS))
    assert "Round 2" in page.words
    assert "Round 1" not in page.words


@pytest.mark.parametrize("stage", ["decision", "peace"])
def test_where_no_round_is_to_come_the_page_says_so(desk_at, stage):
    answer = desk_at(stage).get(ADDRESS, answers=200)
    assert "No round is to come in this battle." in Table(answer).words


def test_a_side_with_nobody_left_is_told_of_where_the_table_would_be(desk_at):
    browser = desk_at("battle")
    with browser.hall.room.store.write() as session:
        session.get_one(BattleSide, (1, "attacker")).lost = 18
    answer = browser.get(ADDRESS, answers=422)
    assert "Uesugi Kenshin has nobody left to fight" in Table(answer).words


def test_to_htmx_only_the_part_is_sent_and_its_links_change_the_part(desk_at):
    browser = desk_at("battle")
    part, whole = browser.get(ADDRESS, headers=AT_ONCE), browser.get(ADDRESS)
    assert "<html" not in part.text
    assert part.text.strip() in whole.text
    assert "HX-Request" in part.vary
    switches = [link for link in Table(part).links if "hx-get" in link]
    assert len(switches) == 4
    for link in switches:
        assert link["hx-get"] == link["href"]  # without JavaScript they are plain links
        assert browser.get(link["href"]).status_code == 200


def test_there_is_no_what_if_without_a_battle(desk_at):
    answer = desk_at("battle").get("/battles/9/what-if", answers=400)
    assert "There is no battle 9." in answer.text


@pytest.mark.parametrize("desk", ["team", "npd", "intelligence", "bakufu"])
def test_no_other_desk_hears_of_it(desk_at, desk):
    answer = desk_at("battle", desk).get(ADDRESS, answers=403)
    assert "Mix for" not in answer.text


def test_the_public_is_asked_to_sign_in(desk_at):
    assert desk_at("battle", None).get(ADDRESS).status_code == 303


def test_looking_changes_nothing(desk_at):
    browser = desk_at("battle")
    before = browser.hall.everything()
    for address in (ADDRESS, f"{ADDRESS}?over=battle", f"{ADDRESS}?swap=1&over=battle"):
        browser.get(address)
    assert browser.hall.everything() == before


@pytest.mark.parametrize(
    ("chance", "words"),
    [((1, 6), "1/6"), ((1, 1), "1"), ((377, 2043), "18 %"), ((1, 216), "under 1 %"), ((215, 216), "over 99 %"),
     ((35, 36), "35/36"), ((1, 200), "under 1 %"), ((101, 200), "51 %")],
)  # fmt: skip
def test_a_chance_is_told_so_that_people_can_read_it(chance, words):
    assert told(Fraction(*chance)) == words


def test_only_what_is_certain_is_told_as_0_or_100_percent():
    assert (percent(Fraction(0)), percent(Fraction(1))) == ("0 %", "100 %")
