"""What players read before the game: from the game as it stands to the words on paper."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from control.kernel.actions.world import Room
from control.kernel.database.store import open_store
from control.kernel.errors import OrderNotAllowed
from control.sengoku.paper.players.briefings_questions import realm
from control.sengoku.paper.players.filling import CLAN_BLOCKS, RULE_BLOCKS, WORDS, Reader
from control.sengoku.paper.press import KINDS, Press
from control.sengoku.scenario.files import briefings
from control.sengoku.scenario.load import load_files
from control.sengoku.scenario.model import Text, Texts
from control.sengoku.season.start import new_game
from printouts.markdown import blocks
from printouts.prose import Grid, Heading, Paragraph, Quotation, Rule
from printouts.spans import Span
from tests.games import CHANCE, Hall
from tests.paper.reading import drawing_of, pages_of, pdf_of, print_of, said

EXAMPLES = {
    "clan": "oda", "person": "oda-nobunaga", "province": "owari", "place": "kyoto", "price": "castle",
    "work": "fortress", "abandoned work": "castle", "kind of income": "mining",
}  # fmt: skip


def with_texts(hall, clans=None, people=None, rules=None):
    """The same hall, its papers written otherwise; ids and texts."""
    clans, people = ({key: Text("", text) for key, text in (those or {}).items()} for those in (clans, people))
    texts = Texts(clans, people, Text("", rules) if rules else None)
    return Hall(Room(hall.room.store, replace(hall.room.scenario, texts=texts)))


def items(hall, kind, desk="game", clan=""):
    """The things of a kind that a desk may print."""
    with hall.room.store.read() as session:
        press = Press(session, hall.room.scenario, str, lambda: drawing_of(hall), datetime.now(UTC), clan, desk=desk)
        return list(KINDS[kind].items(press))


def reader(hall, clan="oda", person=""):
    """Who reads a text of the game as it is."""
    return Reader(hall.ask(realm, hall.room.scenario), clan, person)


# ---- placeholders


def test_whatever_the_checker_lets_pass_becomes_something(hall):
    assert WORDS.keys() == briefings.WORDS.keys()
    assert tuple(CLAN_BLOCKS) == briefings.BLOCKS[briefings.CLANS]
    assert tuple(RULE_BLOCKS) == briefings.BLOCKS[briefings.RULES]
    readers = {
        briefings.CLANS: reader(hall),
        briefings.PEOPLE: reader(hall, "oda", "oda-nobunaga"),
        briefings.RULES: reader(hall, ""),
    }
    for name, word in briefings.WORDS.items():
        for thing in word.of:
            assert WORDS[name](readers[briefings.CLANS], EXAMPLES[thing])
        for kind in word.alone:
            assert readers[kind].words(name)
    for kind, names in briefings.BLOCKS.items():
        assert all(readers[kind].whole(name) for name in names)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{clan}, {clan:saito}", "Oda, Saitō"),
        ("{leader:takeda}", "Takeda Harunobu"),
        ("{provinces:takeda}", "Kai, Shinano and Hida"),
        ("{provinces:bakufu}", "no province"),
        ("{places:miyoshi}", "Kyoto"),
        ("{home:enryaku-ji}", "Enryaku-ji"),
        ("{value:kai}", "5"),
        ("{holder:kyoto}, {holder:sakai}", "Miyoshi, nobody"),
        ("{age:oda-nobuyuki}", "14"),
        ("{titles:takeda-harunobu}", "Governor of Kai and Constable of Kai"),
        ("{titles:oda-nobuyuki}", "no title"),
        ("{income}", "13 rice and 1 cash"),
        ("{upkeep}", "2"),
        ("{neighbours}", "Imagawa, Saitō and Toki"),
        ("{era}, {year}, {season}", "the 19th year of Tembun, 1550, spring"),
        ("{price:castle}", "15"),
    ],
)
def test_a_placeholder_becomes_what_the_handbook_says(hall, written, read):
    one = reader(hall)
    assert blocks(written, one.words) == (Paragraph((Span(read),)),)


def test_placeholders_follow_the_game(hall):
    hall.correct("province", "shinano", "holder", "uesugi")
    hall.correct("character", "takeda-harunobu", "alive", False)
    one = reader(hall)
    assert one.words("provinces:takeda") == "Kai and Hida"
    assert one.words("holder:shinano") == "Uesugi"
    assert one.words("leader:takeda") == "nobody"
    assert one.words("person:takeda-harunobu") == "Takeda Harunobu"


def test_markdown_is_taken_apart_and_what_a_name_holds_is_not_read_as_markdown():
    found = blocks("## A *b*\n\n{x} and **{y}**\n\n{block}\n\n| h |\n|--:|\n| {z} |", lambda place: f"*{place}*|",
                   lambda place: [Heading(3, ())] if place == "block" else None)  # fmt: skip
    assert found == (
        Heading(2, (Span("A "), Span("b", italic=True))),
        Paragraph((Span("*x*| and "), Span("*y*|", bold=True))),
        Heading(3, ()),
        Grid(((Span("h"),),), (((Span("*z*|"),),),), frozenset({0})),
    )


def test_a_quotation_a_line_between_thoughts_and_a_line_that_ends_are_set():
    assert blocks("> Wait.\n\n---\n\nOne  \ntwo") == (
        Quotation((Paragraph((Span("Wait."),)),)),
        Rule(),
        Paragraph((Span("One"), Span("\n"), Span("two"))),
    )


def test_links_html_and_code_are_printed_as_they_were_typed():
    typed = "<b>bold</b> [a](http://x.y) `code` ![p](q)"
    assert "".join(span.text for block in blocks(typed) for span in block.spans) == typed


# ---- the clan's booklet


def test_a_booklet_tells_what_the_clan_has(hall):
    words = said(hall, "clan_briefing", clan="takeda")
    for fact in (
        "武田", "Takeda Harunobu", "Takeda Nobushige 武田信繁 Taisho 25", "Governor of Kai",
        "Kai 甲斐 5 – home province; mountains Shinano 信濃 9 castle mountains; Nakasendō",
        "Gold of Kurokawa (Kai) mining +2",
        "What comes in next winter as things stand 18", "Castle, Shinano upkeep −2", "What is left 16",
        "Uesugi UES Uesugi Kenshin, Daimyo Echigo", "Governor of Kai and Constable of Kai",
    ):  # fmt: skip
        assert fact in words, fact
    office = "You speak in the Shogun’s name"
    assert office not in words
    assert office in said(hall, "clan_briefing", clan="bakufu")


def test_land_that_changes_hands_changes_both_booklets_and_no_third(hall):
    made = print_of(hall, "clan_briefing")
    hall.do("print.record", "game", **made.manifest())
    hall.correct("province", "hida", "holder", "saito")
    changed = {item.key for item in print_of(hall, "clan_briefing", changed=True).gathered.batches[0].items}
    assert {"takeda", "saito"} <= changed
    assert "shimazu" not in changed
    assert "Hida 飛騨 2" not in said(hall, "clan_briefing", clan="takeda")
    assert "Hida 飛騨 2" in said(hall, "clan_briefing", clan="saito")


def test_a_castle_on_its_map_makes_a_booklet_wrong_and_one_far_away_does_not(hall):
    def facts():
        (one,) = items(hall, "clan_briefing", clan="takeda")
        return one.facts

    before = facts()
    hall.correct("province", "satsuma", "castle", "fortress")
    assert facts() == before
    hall.correct("province", "suruga", "castle", "fortress")
    assert facts() != before


def test_another_season_alone_makes_no_booklet_wrong(hall):
    hall.do("print.record", "game", **print_of(hall, "clan_briefing").manifest())
    hall.next_season()
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        print_of(hall, "clan_briefing", changed=True)


def test_a_booklet_says_that_places_raise_counters_too(hall):
    assert "and the counters of 1,000 men that can be raised there in one" in said(hall, "clan_briefing", clan="oda")


def test_what_was_taken_by_force_is_said_to_pay_half(hall):
    hall.correct("province", "kai", "taken", True)
    words = said(hall, "clan_briefing", clan="takeda")
    assert "Kai, half because it was taken by force rice +2" in words
    assert "pays half next winter" in words


def test_a_booklet_has_nothing_of_other_clans_books_nor_of_armies_nor_of_honour(hall_at):
    hall = hall_at("orders")  # Takeda has 20 counters in the field, Uesugi 18
    hall.do("account.receive", "game", clan="uesugi", points=87, note="plantedgift")
    hall.do("honour.log", "team", clan="takeda", points=94, note="plantedhonour")
    for kind in ("clan_briefing", "personal_briefing"):
        words = said(hall, kind, clan="takeda")
        assert not re.findall(r"planted\w+|\b(?:87|187|94|20|18 counters|A1-\w)\b", words)


def monks(hall):
    """What a temple's booklet says of its rights."""
    return said(hall, "clan_briefing", clan="enryaku-ji").partition("Special rights")[2]


def test_a_temple_is_promised_only_what_its_home_gives_it(hall, tmp_path):
    doubled = "Your warrior monks count double where they defend Enryaku-ji"
    assert f"{doubled}, and the fortress there costs you no upkeep." in monks(hall)
    hall.correct("place", "enryaku-ji", "holder", "oda")
    assert f"{doubled}." in monks(hall)
    clans = hall.room.scenario.files["clans.csv"]
    homeless = clans.replace("yamashiro,enryaku-ji,temple", "yamashiro,,temple")
    assert homeless != clans
    scenario = load_files("sengoku_1550", {**hall.room.scenario.files, "clans.csv": homeless})
    other = Hall(new_game(open_store(tmp_path / "other.db", passing=True), scenario, CHANCE))
    assert "warrior monks" not in monks(other)


def test_a_booklet_fills_whole_sheets(hall):
    for clan in ("inagaki", "hojo", "bakufu"):
        sides = pages_of(pdf_of(hall, "clan_briefing", clan=clan))  # each of two pages
        assert len(sides) % 2 == 0


def test_a_block_that_a_text_places_stands_there_and_only_there(hall):
    mine = with_texts(hall, {"oda": "First.\n\n{titles}\n\nLast."})
    words = said(mine, "clan_briefing", clan="oda")
    assert words.index("First.") < words.index("Titles") < words.index("Last.") < words.index("Your lands")
    assert words.count("Constable of Owari") == 2  # in the table of people, and there


def test_every_clan_and_person_without_a_text_gets_a_paper_from_the_facts(hall):
    bare = with_texts(hall)
    booklets = print_of(bare, "clan_briefing").gathered.batches[0].items
    assert {item.key for item in booklets} == set(bare.room.scenario.clans)
    assert "Akita is at home in Dewa, with Akita Yoshisue at its head." in said(bare, "clan_briefing", clan="akita")
    sheets = said(bare, "personal_briefing", clan="oda")
    assert "You are Oda Nobuyuki, Heir of Oda, 14 years old." in sheets
    with pytest.raises(OrderNotAllowed, match="no file"):
        print_of(bare, "rules_summary")


def test_a_clan_without_land_or_people_gets_a_booklet(hall):
    bare = with_texts(hall)
    bare.correct("province", "owari", "holder", "takeda")
    for one in ("oda-nobunaga", "oda-nobumitsu", "hirate-masahide", "oda-nobuyuki", "hayashi-hidesada"):
        bare.correct("character", one, "alive", False)
    words = said(bare, "clan_briefing", clan="oda")
    assert "Nobody of the clan is left." in words
    assert "The clan holds no province" in words


def test_five_thousand_words_are_printed_to_the_last(hall):
    words = [f"w{number}" for number in range(5000)]
    text = "\n\n".join(" ".join(words[start : start + 100]) for start in range(0, 5000, 100))
    long = with_texts(hall, {"oda": text}, {"oda-nobunaga": text})
    for kind, wish in (("clan_briefing", {"clan": "oda"}), ("personal_briefing", {"only": ("oda-nobunaga",)})):
        found = set(said(long, kind, **wish).split())
        assert not set(words) - found, kind


def test_letters_no_font_has_are_named_before_printing(hall):
    odd = with_texts(hall, {"oda": "A lantern 🏮."})
    (sentence,) = print_of(odd, "clan_briefing", clan="oda").gathered.unprintable
    assert sentence.startswith("The clan briefing of Oda has letters that no font here has: 🏮")


# ---- the personal sheet


def test_a_secret_stands_inside_the_sheet_of_who_knows_it_and_nowhere_else(hall):
    secret = with_texts(hall, people={"oda-nobuyuki": "You know of the plantedplot."})
    pages = pages_of(pdf_of(secret, "personal_briefing"))
    (inside,) = [number for number, page in enumerate(pages) if "plantedplot" in page]
    assert "Oda Nobuyuki" in pages[inside]
    assert inside % 2 == 1  # the back of a sheet of paper
    assert "Oda Nobuyuki" in pages[inside - 1]
    assert "plantedplot" not in said(secret, "clan_briefing", clan="oda")


def test_outside_stands_who_it_is_for_and_who_plays_him(hall):
    hall.do("player.add", "game", name="Anna Müller", clan="oda")
    hall.do("part.cast", "game", player=1, character="oda-nobunaga")
    outside, inside = pages_of(pdf_of(hall, "personal_briefing", only=("oda-nobunaga",)))
    assert "Oda Nobunaga" in outside
    assert "played by Anna Müller" in outside
    assert "What you want" not in outside
    assert "Age Experience Descent Titles 17 1 Taira Constable of Owari" in inside


def test_every_persons_sheet_begins_on_a_front_however_long_the_one_before_it(hall):
    long = "\n\n".join(["So many words that two sides are needed for them. " * 30] * 3)
    pages = pages_of(pdf_of(with_texts(hall, people={"hirate-masahide": long}), "personal_briefing", clan="oda"))
    fronts = [number for number, page in enumerate(pages) if "For the person named" in page]
    assert len(fronts) == 5
    assert all(number % 2 == 0 for number in fronts)


def test_the_dead_get_no_sheet(hall):
    hall.correct("character", "hirate-masahide", "alive", False)
    assert "hirate-masahide" not in {item.key for item in items(hall, "personal_briefing")}


@pytest.mark.parametrize("kind", ["clan_briefing", "personal_briefing"])
def test_a_desk_prints_the_papers_of_the_clans_it_minds(hall, kind):
    of = {desk: {item.whose for item in items(hall, kind, desk)} for desk in ("team", "npd", "bakufu", "game")}
    assert of["bakufu"] == {"bakufu"}
    assert "takeda" in of["team"]
    assert "asakura" in of["npd"]
    assert of["team"] | of["npd"] | of["bakufu"] == of["game"]
    assert not of["team"] & of["npd"]
    assert "map" not in KINDS[kind].desks


# ---- for everybody


def test_the_rules_take_exactly_four_pages_and_carry_the_tables_in_force(hall):
    pages = pages_of(pdf_of(hall, "rules_summary"))
    assert len(pages) == 4
    words = " ".join(pages)
    tables = hall.room.scenario.tables
    for die, results in tables.odds.results.items():
        assert f"{die} {' '.join(results)}" in words
    assert "D Subterfuge +3 −3 +1 0 −1 0" in words
    assert "castle: 5,000 men to its defender 15" in words
    assert "one experience, unless only the land itself stood against him" in words  # R7
    assert "raised in the province, city or temple that pays for them" in words  # R23
    assert "a wounded one fights one, not in person" in words  # R19
    assert all(f"{men} {' '.join(map(str, parts))}" in words for men, parts in tables.reckoner.rows())


def test_the_rules_follow_what_a_victory_teaches(hall_at):
    hall = hall_at("start")
    hall.do("ruling.change_option", "game", option="levy_gives_experience", now="no", value="yes", reason="we vote")
    assert "The winner’s general gains one experience. A general fights" in said(hall, "rules_summary")  # R7


@pytest.mark.parametrize(
    ("option", "now", "value", "before", "after"),
    [
        ("odds_rounding", "defender", "nearest", "strengths, rounded in the defender’s favour.",
         "strengths, taken to the nearest column."),
        ("losses_fall_on", "notional_first", "troops_first", "itself, fall first and are",
         "itself, fall after all counters and are"),
        ("road_bonus_needs", "whole_route", "any_leg", "one more if its whole march follows the Tōkaidō",
         "one more if any step of its march follows the Tōkaidō"),
    ],
)  # fmt: skip
def test_the_rules_follow_every_option_that_they_tell(hall_at, option, now, value, before, after):
    hall = hall_at("start")
    assert before in said(hall, "rules_summary")
    hall.do("ruling.change_option", "game", option=option, now=now, value=value, reason="we vote")
    words = said(hall, "rules_summary")
    assert (before in words, after in words) == (False, True)
    assert len(pages_of(pdf_of(hall, "rules_summary"))) == 4


def test_the_rules_tell_nothing_of_what_earns_honour(hall):
    words = said(hall, "rules_summary").casefold()
    found = [reason.name for reason in hall.room.scenario.honour.values() if reason.name.casefold() in words]
    assert found == ["Public building"]  # which anybody may build
    assert "honour" not in words


def test_rules_too_long_for_four_pages_have_more_and_lose_nothing(hall):
    words = [f"w{number}" for number in range(8000)]
    long = "\n\n".join(" ".join(words[start : start + 100]) for start in range(0, 8000, 100))
    pages = pages_of(pdf_of(with_texts(hall, rules=long), "rules_summary"))
    assert len(pages) > 4
    assert set(words) <= set(" ".join(pages).split())


@pytest.mark.parametrize("lines", [40, 90])
def test_a_table_of_the_rules_that_goes_on_in_the_next_column_loses_no_line(hall, lines):
    text = "\n\n".join(["Before it. " * 60] * 2)
    rows = "\n".join(f"| line{number} | {number} |" for number in range(lines))
    rules = f"{text}\n\n| what | head |\n|---|--:|\n{rows}\n\nAfter it, the end."
    words = said(with_texts(hall, rules=rules), "rules_summary")
    assert [number for number in range(lines) if words.split().count(f"line{number}") != 1] == []
    assert "After it, the end." in words


def test_the_timetable_is_that_of_the_plan(hall):
    hall.do("day.plan", "game", begins="09:00", ends="12:00",
            breaks=[{"name": "Tea", "at": "10:00", "minutes": 20}])  # fmt: skip
    words = said(hall, "timetable")
    assert "09:00 Spring 1550 09:30 Summer 1550 10:00 Tea, 20 min 10:20 Autumn 1550 10:50 Winter 1551" in words
    assert "11:50 End" in words
    assert "10 min Movement and battles Only players commanding armies at the map" in words
