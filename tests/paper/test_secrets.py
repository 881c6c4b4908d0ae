"""What is on paper only where it belongs: words planted in one clan's secrets are searched for in all other papers."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.numbering_questions import unheard_at
from control.kernel.journal.safety_questions import moment
from control.sengoku.paper.press import KINDS, Press, Wish, make
from control.sengoku.rules.desks import SEES_ARMIES, SEES_BOOKS, SEES_HONOUR, SEES_TREATIES
from tests.paper.reading import AT, drawing_of, letters_of, print_of

HONOUR, BOOKS, LETTER, TREATY = "Kanarienvogel", "Zaunkönig", "Nachtigall", "Rotkehlchen"
ARMY, PURSE = "7777", "987"
SEES = {
    HONOUR: SEES_HONOUR,
    BOOKS: SEES_BOOKS,
    PURSE: SEES_BOOKS,
    LETTER: SEES_BOOKS,
    TREATY: SEES_TREATIES,
    ARMY: SEES_ARMIES,
}
"""What was planted, and the desks that may see it."""


@pytest.fixture
def planted(hall_at):
    """Winter: Oda and Uesugi have secrets of every sort; Takeda has none of them."""
    hall = hall_at("orders")
    hall.correct("army", 1, "troops", int(ARMY))  # Uesugi's
    hall.do("honour.log", "team", clan="oda", points=83, note=f"{HONOUR} of Oda")
    hall.do("account.spend", "team", clan="oda", kind="bribe", points=3, note=f"{BOOKS} of Oda")
    hall.do("account.correct", "game", clan="oda", rice=0, cash=int(PURSE), reason="planted")
    hall.do("treaty.record", "team", kind="alliance", one="oda", other="uesugi", terms=f"{TREATY} of both")
    hall.next_season()
    hall.next_season()
    hall.next_season()
    hall.do("letter.write", "team", sender="oda", recipient="uesugi", text=f"{LETTER} sings", post=True, die=6)
    return hall


def words_of(made):
    """All the letters of what was printed, in one line."""
    return " ".join(page for pdf in made.files.values() for page in letters_of(pdf))


def test_the_pack_of_a_clan_has_nothing_of_anothers(planted):
    takeda = words_of(print_of(planted, "pack", "umpires", "after", clan="takeda", one_file=True))
    assert "TakedaHarunobu" in takeda
    for word in SEES:
        assert word not in takeda, word
    assert PURSE in words_of(print_of(planted, "pack", clan="oda", one_file=True))  # or nothing would be proved
    assert LETTER in words_of(print_of(planted, "letters"))


def test_the_pack_of_a_clan_can_be_handed_to_it(planted):
    made = print_of(planted, "pack", clan="oda")
    assert {batch.kind.chapter for batch in made.gathered.batches} == {"players", "season", "table"}


def test_map_control_is_not_told_on_paper_what_upkeep_is_paid(hall_at):
    hall = hall_at("works")

    def map_list(desk):
        (item,) = KINDS["fallback_map"].items(
            hall.ask(
                Press,
                hall.room.scenario,
                lambda path: AT + path,
                lambda: drawing_of(hall),
                datetime.now(UTC),
                desk=desk,
            )
        )
        return item.key, item.facts

    before = {desk: map_list(desk) for desk in ("map", "game")}
    hall.do("upkeep.pay", "team", clan="uesugi", work="province:echigo")
    assert map_list("map") == before["map"]
    assert map_list("game") != before["game"]


@pytest.mark.parametrize("desk", ["map", "team", "npd", "intelligence", "bakufu"])
def test_a_desk_prints_nothing_that_it_may_not_see(planted, desk):
    kinds = tuple(kind for kind in KINDS.values() if desk in kind.desks and kind.chapter != "after")
    if not kinds:
        return
    with planted.room.store.read() as session:
        press = Press(
            session,
            planted.room.scenario,
            lambda path: AT + path,
            lambda: drawing_of(planted),
            datetime.now(UTC),
            desk=desk,
        )
        try:
            said = words_of(make(Wish(kinds), press, moment(session).number))
        except OrderNotAllowed:
            return
    for word, desks in SEES.items():
        assert desk in desks or word not in said, word
    if desk in ("npd", "bakufu"):  # Oda is played: its books are Team Control's
        for word in (BOOKS, LETTER, PURSE):
            assert word not in said, word


@pytest.mark.parametrize("chapter", ["players", "table", "wall"])
def test_what_players_get_before_the_game_and_the_walls_have_no_secret(planted, chapter):
    said = words_of(print_of(planted, chapter))
    for word in (HONOUR, BOOKS, LETTER, ARMY, PURSE):
        assert word not in said, word
    for reason in planted.room.scenario.honour.values():
        assert f"{reason.name}{reason.points:+d}".replace(" ", "") not in said


def sentence_of(text):
    """The longest sentence of what only one person knows, without its spaces."""
    said = re.split(r"(?<=[.!?])\s", text.split("## What you know")[-1])
    plain = [one for one in said if not re.search(r"[{}*_#]", one)]
    return "".join(max(plain, key=len).split())


def test_what_one_person_knows_is_in_his_own_paper_alone(hall):
    texts = hall.room.scenario.texts.people
    people = hall.room.scenario.characters
    (pdf,) = print_of(hall, "personal_briefing", clan="takeda").files.values()
    whole = words_of(print_of(hall, "pack", clan="takeda", one_file=True))
    own = "".join(letters_of(pdf))
    assert len(texts) > 80
    for person, text in texts.items():
        secret = sentence_of(text.body)
        if people[person].clan == "takeda":
            assert own.count(secret) == 1, person
            assert whole.count(secret) == 1, person
        else:
            assert secret not in whole, person


@pytest.mark.parametrize("kind", ["fallback_map", "fallback_armies"])
def test_a_fallback_sheet_counts_for_a_desk_only_the_entries_that_it_may_know_of(planted, kind):
    def numbered(desk):
        pages = letters_of(print_of(planted, kind, desk=desk).files[kind])
        return {int(found) for page in pages for found in re.findall(r"·entry(\d+)", page)}

    true = max(one.number for one in planted.entries())
    hidden = len(planted.ask(unheard_at, "map"))
    assert hidden, "or nothing would be proved"
    assert numbered("game") == {true}
    assert numbered("map") == {true - hidden}
