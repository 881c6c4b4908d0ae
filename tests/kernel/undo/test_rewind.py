"""Rewind takes an entry back with all that rests on it, in one act with one entry, which one undo takes back."""

from __future__ import annotations

import contextlib
import random
import re
import shutil

import pytest
from sqlalchemy import event, func, select, text

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.database import lately
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.clock.clock_questions import last_press
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.journal.numbering_questions import numbering
from control.kernel.proof.verify import verify
from control.kernel.roles import Seat
from control.kernel.rows import JournalEntry
from control.kernel.undo.rewind import InWake, ahead, in_wake_of, lines, readers, runs
from control.kernel.undo.undo import hidden_and_standing, obstacle, why_not
from control.kernel.undo.wake import Wake, by_table, trace_of
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Notice, NoticeTo
from control.sengoku.season.undoing_actions import heard, spent
from control.sengoku.world.ledger.ledger_questions import balance
from tests.games import Full

SLIP = "the wrong die was read"
REWINDING = "journal.rewind"


def looked(hall, entry: int, desk: str = "game"):
    """The look ahead of a desk."""
    return hall.ask(ahead, entry, Umpire("Hanako", desk))


def rewind(hall, entry: int, desk: str = "game", force: str = SLIP):
    """Rewind to before an entry, after a look."""
    return hall.do(REWINDING, desk, entry=entry, goes=[*looked(hall, entry, desk).goes], force=force)


def taken_back(hall) -> set[int]:
    """The entries that stand taken back."""
    return hall.ask(undone_numbers)


def a_phase_with_a_battle(hall) -> tuple[int, int]:
    """The entry of the phase in which two armies met, and one that came later and has nothing to do with it."""
    hall.kawanakajima()
    hall.phases(1)
    met = hall.phases(2)
    hall.settle()
    hall.fight()
    apart = hall.do("garrison.raise", province="satsuma", troops=1)
    hall.fight(2, 2, swap_roles=True)
    hall.end(then="defender_withdraws")
    return met.number, apart.number


def test_a_phase_with_its_battle_goes_in_one_act_and_comes_back_in_one(hall):
    met, apart = a_phase_with_a_battle(hall)
    after = hall.state()
    entry = rewind(hall, met)
    assert entry.undoes == met
    assert [one.number for one in hall.entries() if one.undoes is not None] == [entry.number]
    assert taken_back(hall) == {*range(met, entry.number)} - {apart}
    assert hall.state()[("game", 1)]["phase"] == 1
    assert not [key for key in hall.state() if key[0] in ("battle", "encounter", "round")]
    assert hall.state()[("province", "satsuma")]["raised"] == 1
    assert entry.sentence == (
        f"Rewound to before entry {met}, “{hall.entries()[met - 1].sentence}” 5 entries taken back: "
        f"{met}–{apart - 1}, {apart + 1}–{entry.number - 1}. Forced: {SLIP}."
    )
    rewound = hall.state()
    back = hall.undo(entry.number)
    assert hall.state() == after
    assert taken_back(hall) == {entry.number}
    again = hall.undo(back.number)
    assert hall.state() == rewound
    hall.undo(again.number)
    assert hall.state() == after
    assert verify(hall.room).differences == ()


def test_rewound_is_as_if_each_had_been_undone_the_last_first(hall):
    met, apart = a_phase_with_a_battle(hall)
    one_by_one = [entry.number for entry in reversed(hall.entries()[met - 1 :]) if entry.number != apart]
    undos = [hall.undo(number).number for number in one_by_one]
    undone = hall.state()
    for number in reversed(undos):
        hall.undo(number)
    rewind(hall, met)
    assert hall.state() == undone


def test_the_look_ahead_says_what_goes_by_desk_what_stays_and_who_was_told(hall):
    met, apart = a_phase_with_a_battle(hall)
    with hall.room.store.read() as session:
        takeda = session.scalar(select(NoticeTo.id).filter_by(desk="team", clan="takeda").limit(1))
    hall.do("notice.tell", "team", recipient=takeda)
    shown = looked(hall, met)
    assert [one.desk for one in shown.by_desk] == ["Map Control"]
    assert [*shown.by_desk[0].entries] == [*sorted([met, *shown.goes], reverse=True)]
    assert apart not in shown.goes
    assert dict(shown.stays)["Map Control"] == 1
    assert shown.reason
    assert shown.why_not == ""
    assert any(line.startswith("Team Control, Takeda: “") for line in shown.told)


def test_a_look_ahead_asks_no_more_where_more_goes_more_was_told_and_more_is_hidden(hall):
    hall.kawanakajima()
    first = hall.do("garrison.raise", province="satsuma", troops=1).number
    statements = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    asked = []
    for phase, other in ((1, "uesugi"), (2, "imagawa")):
        hall.phases(phase)
        hall.do("treaty.record", "team", kind="peace", one="takeda", other=other, audience="secret")
        hall.do("garrison.raise", province="satsuma", troops=1)
        with hall.room.store.read() as session:
            made = session.scalar(select(func.count()).select_from(Notice))
        statements.clear()
        goes = len(looked(hall, 1).goes) + len(looked(hall, first).goes)
        asked.append((len(statements), goes, made))
    (few, going, none), (many, more_going, notices) = asked
    assert none < notices
    assert 0 < going < more_going
    assert many == few + 1, "who was told of notices is asked once"


def from_the_beginning(hall, entry: int):
    """The look ahead when nothing that was found before is at hand."""
    kept = lately.KEPT.pop(hall.room.store.engine)
    hall.room.store.forget()
    try:
        return looked(hall, entry)
    finally:
        lately.KEPT[hall.room.store.engine] = kept


def test_a_look_that_is_gone_on_from_tells_what_one_from_the_beginning_does(hall, monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    met, apart = a_phase_with_a_battle(hall)
    raised = hall.do("garrison.raise", province="musashi", troops=1).number

    def looks() -> list[int]:
        found = []
        for entry in (met, met, apart, raised):  # one twice, as whoever asks again; then others in between
            shown = looked(hall, entry)
            assert shown == from_the_beginning(hall, entry)
            found.append(shown.number)
        return found

    begun = looks()
    again = hall.do("garrison.raise", province="musashi", troops=1).number
    assert looks() == [one + more for one, more in zip(begun, (0, 0, 0, 1), strict=True)]
    undo = hall.undo(again)
    assert looks() == begun, "what was taken back goes no more"
    hall.undo(undo.number)
    hall.do("clock.start", "game")
    hall.next_season()
    for province in ("hida", "satsuma"):
        hall.do("garrison.raise", province=province, troops=1)
    assert looks()[0] > begun[0] + 2, "all rests on the new season"


def test_a_look_at_a_game_that_was_set_back_goes_on_from_nothing_of_the_other(hall, monkeypatch, tmp_path):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    first = hall.do("garrison.raise", province="kai", troops=1).number
    hall.room.store.settle()
    shutil.copy(hall.room.store.file, tmp_path / "before.db")
    second = hall.do("garrison.raise", province="kai", troops=1).number
    assert looked(hall, first).goes == (second,)
    hall.room.store.engine.dispose()
    shutil.copy(tmp_path / "before.db", hall.room.store.file)
    for _ in range(2):  # as long as the other was, and longer, with other keys
        hall.do("garrison.raise", province="satsuma", troops=1)
        assert looked(hall, first).goes == ()


@pytest.mark.parametrize("stretch", [1, 3], ids=["kept", "not kept"])
def test_nothing_rests_on_an_entry_that_was_looked_at_and_not_kept(hall, monkeypatch, stretch):
    monkeypatch.setattr(lately, "A_STRETCH", stretch)
    first = hall.do("garrison.raise", province="kai", troops=1).number
    for province in ("hida", "shimosa"):
        hall.do("garrison.raise", province=province, troops=1)
    assert looked(hall, first).goes == ()

    with contextlib.suppress(Full), hall.room.store.write() as session:
        one = session.get_one(JournalEntry, first).as_dict()
        changes = [*one["changes"], {"table": "province", "key": ["satsuma"], "before": {}, "after": {}}]
        changes += [{"table": "notice", "key": [99], "before": None, "after": {}}]
        session.add(JournalEntry(**{**one, "number": 4, "key": "another", "changes": changes}))
        session.flush()
        assert ahead(session, first, Umpire("Hanako", "game")).goes == (4,)
        raise Full
    for _ in range(2):
        hall.do("garrison.raise", province="satsuma", troops=1)
        assert looked(hall, first).goes == ()
        assert "notice" not in hall.ask(in_wake_of, first, set()).made


def test_a_look_that_goes_on_from_another_counts_what_that_one_did(hall, monkeypatch):
    monkeypatch.setattr(lately, "A_STRETCH", 1)
    met, _ = a_phase_with_a_battle(hall)
    for more, province in enumerate(("hida", "shimosa", "musashi")):
        shown = looked(hall, met)
        assert shown.reason, "dice were thrown before it was looked"
        assert dict(shown.stays)["Map Control"] == 1 + more
        hall.do("garrison.raise", province=province, troops=1)


@pytest.mark.parametrize("stretch", [1, 3], ids=["kept", "not kept"])
def test_what_goes_and_stays_is_counted_alike_from_wherever_it_is_gone_on(hall, monkeypatch, stretch):
    monkeypatch.setattr(lately, "A_STRETCH", stretch)
    met, _ = a_phase_with_a_battle(hall)
    for draw, province in enumerate(("hida", "shimosa"), 1):
        before = wake(hall, met)
        hall.do("garrison.raise", province=province, troops=1)
        hall.do("risk.draw", draw=draw, card="ace of spades")
        wake(hall, met)  # as whoever asks again
        found = wake(hall, met)
        lately.KEPT.pop(hall.room.store.engine)
        assert found[2:] == wake(hall, met)[2:]
        assert (len(found.goes), len(found.stays)) == (len(before.goes) + 1, len(before.stays) + 1)


def test_of_those_that_go_alike_but_for_a_die_both_are_looked_at(hall):
    (one,) = wake(hall, hall.do("garrison.raise", province="kai", troops=1).number).goes
    begun = InWake((one.number, frozenset()), (Wake(of_the_hall=False), Wake(of_the_hall=True)))
    found = begun.and_then([one, one._replace(number=one.number + 1, dice=True)])
    assert [kind.dice for kind in found.kinds.values()] == [False, True]


def wake(hall, entry):
    """What goes with an entry, and what stays."""
    with hall.room.store.read() as session:
        return in_wake_of(session, entry, undone_numbers(session))


EMPEROR = {"courtier": "emperor", "how": "dies"}
CONSTABLE = {"title": "constable-oda-nobunaga-owari", "authority": "shogun", "reason": "he stayed away"}
GIVEN = {"kind": "constable", "province": "owari", "character": "imagawa-yoshimoto", "authority": "shogun"}
HOSTAGE = {"character": "takeda-nobushige", "to": "imagawa"}
SEIZED = {"character": "takeda-harunobu", "force": "he holds Kyoto"}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("court.leave", EMPEROR), ("court.add", {"name": "Michihito", "role": "emperor"})),
        (("shogun.retire", {"character": "ashikaga-yoshiteru"}), ("shogun.make", SEIZED)),
        (("title.revoke", CONSTABLE), ("title.grant", {**GIVEN, "force": "the Emperor asks"})),
        (
            ("hostage.hand_over", HOSTAGE),
            ("army.form", {"general": HOSTAGE["character"], "province": "suruga", "troops": 1}),
        ),
    ],
    ids=["emperor", "shogun", "constable", "hostage"],
)
def test_who_came_to_an_office_or_leads_as_a_hostage_goes_with_what_it_rests_on(hall, first, then):
    hall.do("garrison.raise", province="suruga", troops=1)
    gone = hall.do(first[0], "game", **first[1])
    came = hall.do(then[0], "game", **then[1])
    assert "depends on it. Take that back first." in hall.refuse(OrderNotAllowed, hall.undo, entry=gone.number).sentence
    assert looked(hall, gone.number).goes == (came.number,)
    rewind(hall, gone.number)
    assert taken_back(hall) == {gone.number, came.number}


PEACE = {"kind": "peace", "one": "takeda", "other": "oda"}
WEDDING = {"kind": "marriage", "other": "takeda", "bride": "oda-ichi"}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (PEACE, PEACE),
        (
            {**WEDDING, "one": "oda", "groom": "takeda-yoshinobu"},
            {**WEDDING, "one": "imagawa", "groom": "imagawa-yoshimoto"},
        ),
    ],
    ids=["peace", "bride"],
)
def test_a_bond_of_which_there_is_one_goes_with_the_end_of_the_one_before(hall, first, then):
    hall.do("person.add", "game", clan="oda", name="Oda Ichi", sex="female", relation="sibling")
    hall.do("treaty.record", "game", **first)
    over = hall.do("treaty.end", "game", treaty=1, reason="they fell out")
    again = hall.do("treaty.record", "game", **then)
    assert looked(hall, over.number).goes == (again.number,)
    assert "depends on it" in hall.refuse(OrderNotAllowed, hall.undo, entry=over.number).sentence


VASSAL = {"kind": "vassalage", "one": "takeda", "other": "uesugi", "owes": 20}
RANK = {"kind": "court_rank", "character": "oda-nobunaga", "rank": 7, "authority": "emperor"}
AT_AN_END = {"succession": 1, "reason": "the house is at an end"}
NEW_HEAD = {"clan": "rokkaku", "name": "Rokkaku Yoshikata", "role": "daimyo", "age": 29}


@pytest.mark.parametrize(
    ("before", "first", "then"),
    [
        ((), ("treaty.record", VASSAL), ("treaty.pay", {"treaty": 1})),
        (
            (("treaty.record", VASSAL),),
            ("treaty.end", {"treaty": 1, "reason": "he broke it"}),
            ("treaty.record", VASSAL | {"one": "oda"}),
        ),
        (
            (("shogun.retire", {"character": "ashikaga-yoshiteru"}),),
            ("shogun.make", SEIZED),
            ("title.grant", {**RANK, "recommended_by": "shogun"}),
        ),
        (
            (("risk.call", {"character": "rokkaku-sadayori", "cause": "age"}),
             ("risk.draw", {"draw": 1, "card": "ace of spades"})),
            ("succession.close", AT_AN_END),
            ("person.add", NEW_HEAD),
        ),
    ],
    ids=["dues", "another overlord", "titles of a Shogun", "a new head"],
)  # fmt: skip
def test_what_was_done_by_a_bond_or_an_office_goes_with_it(hall, before, first, then):
    for name, order in before:
        hall.do(name, "game", **order)
    gone, came = (hall.do(name, "game", **order) for name, order in (first, then))
    assert "depends on it. Take that back first." in hall.refuse(OrderNotAllowed, hall.undo, entry=gone.number).sentence
    assert looked(hall, gone.number).goes == (came.number,)
    with hall.room.store.write() as session:  # as of a game from before these were in the index
        session.execute(text("delete from touch where \"table\" = 'tenure'"))
        session.execute(text("update journal set made_with = '0036'"))
    assert "depends on it. Take that back first." in hall.refuse(OrderNotAllowed, hall.undo, entry=gone.number).sentence
    rewind(hall, gone.number)
    assert taken_back(hall) == {gone.number, came.number}


def test_that_points_were_spent_since_is_said_when_a_rewind_is_looked_at(hall):
    gift = hall.do("account.give", "team", clan="takeda", to="oda", kind="tribute", points=5)  # of rice, as the gift
    has = sum(hall.ask(balance, "oda"))
    hall.do("account.spend", "team", clan="oda", kind="other", points=has - 4, note="horses")
    assert looked(hall, gift.number).why_not == "Oda spent what came by this. Take that spending back first."
    with hall.room.store.read() as session:
        told = spent(session, by_table(trace_of(session, gift.changes).made), "map")
    assert told == "Somebody spent what came by this. Take that spending back first.", "who it is stands in the books"
    hall.do("account.give", "team", clan="takeda", to="oda", kind="gift", points=5)
    assert looked(hall, gift.number).why_not == ""


def test_a_hostage_put_to_death_for_a_broken_bond_goes_with_the_breach(hall):
    hall.do("treaty.record", "game", **PEACE, strength=3, hostages=["takeda-yoshinobu"])
    broken = hall.do("treaty.breach", "game", treaty=1, by="takeda", what="they marched", force="all saw it")
    killed = hall.do("hostage.kill", "team", character="takeda-yoshinobu", reason="the peace is broken")
    assert looked(hall, broken.number).goes == (killed.number,)


def test_what_was_not_seen_to_go_is_not_taken_along(hall):
    met, _ = a_phase_with_a_battle(hall)
    goes = [*looked(hall, met).goes]
    for named in ([], goes[:-1], [*goes, met + 100]):
        error = hall.refuse(ChangedElsewhere, REWINDING, "game", entry=met, goes=named, force=SLIP)
        assert error.field == "goes"
        assert all(str(one) in error.sentence for one in goes)


def test_nothing_rests_on_the_last_one_and_it_goes_alone(hall):
    last = hall.do("garrison.raise", province="kai", troops=1)
    assert looked(hall, last.number, "map").goes == ()
    before = hall.state()
    entry = rewind(hall, last.number, "map", "")
    assert entry.sentence.endswith("1 entry taken back: 1.")
    hall.undo(entry.number)
    assert hall.state() == before
    hall.undo(last.number)


def test_each_desk_rewinds_its_own_and_dice_stay_where_they_fell(hall):
    met, _ = a_phase_with_a_battle(hall)
    assert "only Game Control" in looked(hall, met, "map").why_not
    for desk, force in (("map", ""), ("map", SLIP), ("game", "")):
        goes = [*looked(hall, met).goes]
        assert hall.refuse(OrderNotAllowed, REWINDING, desk, entry=met, goes=goes, force=force).field == "force"
    refused = hall.refuse(NotThisDesk, REWINDING, "team", entry=1, goes=[*looked(hall, 1).goes])
    assert "was made at" in refused.sentence, "and not whether hidden work rests on it"


def test_an_entry_that_is_gone_or_was_never_made_is_not_rewound_to(hall):
    gone = hall.do("garrison.raise", province="kai", troops=1).number
    hall.undo(gone)
    for number in (gone, 99):
        error = hall.refuse(OrderNotUnderstood, REWINDING, "game", entry=number, goes=[])
        assert error.sentence == f"The journal has no entry {number}, or it stands taken back. Choose one that stands."


def test_of_another_desks_secret_a_look_shows_only_that_it_goes(hall):
    hall.do("garrison.raise", "npd", province="shimosa", troops=1)
    hall.do("garrison.raise", "map", province="shimosa", troops=1, twice=True)
    shown = looked(hall, 1, "npd")
    theirs = next(one for one in shown.by_desk if one.desk == "Map Control").entries
    found = hall.ask(lines, Umpire("Hanako", "npd"), theirs)
    assert [(one.number, one.sentence, one.umpire) for one in found.values()] == [(2, "", "")]
    assert "made at Map Control" in shown.why_not or "Map Control or Game Control undoes it" in shown.why_not


def test_who_minds_one_clan_of_a_desk_rewinds_nothing_of_anothers_and_hears_of_none(hall):
    met, _ = a_phase_with_a_battle(hall)
    with hall.room.store.read() as session:
        takeda = session.scalar(select(NoticeTo.id).filter_by(desk="team", clan="takeda").limit(1))
    hall.do("notice.tell", "team", recipient=takeda)
    theirs = hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="bow").number
    his, anothers = (Seat("team", "Hans", [clan]) for clan in ("takeda", "uesugi"))
    with hall.room.store.read() as session:
        told = numbering(session, his).told(theirs)
        none, last = numbering(session, anothers).told(theirs), numbering(session, anothers).told_up_to(theirs)
    assert looked(hall, told, his).entry.number == told
    assert none == 0, "he is told no number of it"
    with pytest.raises(OrderNotUnderstood, match=f"no entry {last + 1}"):
        looked(hall, last + 1, anothers)
    with pytest.raises(OrderNotUnderstood, match="no entry"):  # past the door, where his numbers become the true ones
        perform(hall.room, Umpire("Hans", anothers), REWINDING, {"entry": theirs, "goes": []})
    with hall.room.store.read() as session:
        made = by_table(trace_of(session, session.get_one(JournalEntry, met).changes).made)
        assert len(list(heard(session, made, his))) == 1
        assert list(heard(session, made, anothers)) == []


def test_of_what_stays_as_much_is_told_as_may_be_read(hall):
    first = hall.do("garrison.raise", province="kai", troops=1).number
    mine = hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="bow").number
    for clan in ("takeda", "uesugi"):
        hall.do("honour.log", "team", clan=clan, reason="event")
    his = Seat("team", "Hans", ["takeda"])
    told = hall.ask(numbering, his).told(mine)
    assert dict(looked(hall, first).stays) == {"Team Control": 3}
    assert looked(hall, first, "map").stays == (), "of honour, Map Control reads nothing"
    assert dict(looked(hall, mine, "team").stays) == {"Team Control": 2}
    assert dict(looked(hall, told, his).stays) == {"Team Control": 1}


@pytest.mark.parametrize(
    ("audiences", "may"),
    [
        ((None, None), None),
        ((None, " game map team "), None),
        ((None, " game team "), " game "),
        ((" game map team ", " game map team "), " game map team "),
        ((" game team ", " bakufu game team "), " game team "),
        ((" game npd ", " game team "), " game "),
    ],
)
def test_who_may_not_read_all_that_went_reads_nothing_of_the_rewind(audiences, may):
    assert readers(SENGOKU, [JournalEntry(audience=one) for one in audiences]) == may


def test_the_entry_of_a_rewind_is_read_by_whoever_might_read_what_went(hall):
    told = hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="bow")
    assert told.audience is not None
    assert rewind(hall, told.number).audience == told.audience


def test_what_was_printed_since_is_told_and_nothing_from_before(hall):
    first, later = (hall.do("garrison.raise", province="kai", troops=1).number for _ in range(2))
    hall.do("print.record", "game", state=first, printed=[{"kind": "clan_sheet", "items": {"takeda": "0"}}])
    assert looked(hall, first).printed == ("Clan sheets (1)",)
    assert looked(hall, later).printed == ()
    assert looked(hall, first, "map").printed == (), "the printing of another desk is its own"


def test_presses_of_the_clock_that_went_are_none_that_could_be_taken_back(hall):
    start = hall.do("clock.start", "game").number
    hall.do("clock.pause", "game")
    assert rewind(hall, start).arguments["goes"] == [start + 1]
    assert hall.ask(last_press) is None


def test_any_entry_of_a_day_is_rewound_to_and_back(hall):
    """Whatever it is rewound to, no entry that stands rests on one that went, and one undo brings all back."""
    chance = random.Random(1600)
    a_phase_with_a_battle(hall)
    ended = hall.next_season()
    hall.march(1, "shinano")  # as in spring: where that order stays, one of one key goes and another comes
    hall.do("garrison.raise", province="hida", troops=1)
    last = hall.entries()[-1].number
    for number in sorted({ended.number, *chance.sample(range(1, last + 1), 8)}):
        before = hall.state()
        entry = rewind(hall, number)
        with hall.room.store.read() as session:
            gone = undone_numbers(session)
            assert why_not(session, [entry.number], Umpire("Hanako", "game"), gone)[entry.number].sentence == "", number
            for one in gone:
                assert obstacle(session, hall.entries()[one - 1], gone) is None
        hall.undo(entry.number)
        assert hall.state() == before, number
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize(
    ("numbers", "words"), [([4], "4"), ([4, 5], "4–5"), ([1, 4, 5, 6, 9], "1, 4–6, 9")], ids=["one", "run", "both"]
)
def test_numbers_in_a_row_are_a_run(numbers, words):
    assert runs(numbers) == words


def test_the_journal_leads_to_the_look_and_the_look_to_the_act(hall, client):
    met, _ = a_phase_with_a_battle(hall)
    desk = client("game")
    page = desk.get("/journal/").text
    assert f'href="/journal/rewind/{met}"' in page
    assert f'href="/journal/rewind/{hall.entries()[-1].number}"' not in page, "the last one is simply undone"
    look = desk.get(f"/journal/rewind/{met}")
    goes = re.search(r'name="goes" value="([0-9,]+)"', look.text).group(1)
    bare = desk.post(f"/journal/rewind/{met}", data={"goes": goes, "key": "one"}, answers=422)
    assert "may re-open it, with a reason" in bare.text
    assert desk.post(f"/journal/rewind/{met}", data={"goes": goes, "force": SLIP, "key": "two"}).status_code == 303
    assert taken_back(hall) >= {met}
    again = desk.get(f"/journal/rewind/{met}")
    assert "stands taken back" in again.text


def over_what_desks_hide(hall) -> int:
    """The end of autumn, in whose winter letters were written and a bond sworn that desks hide; its entry."""
    for _ in range(2):
        hall.next_season()
    ended = hall.next_season().number
    for sender in ("takeda", "oda"):
        hall.do("letter.write", "team", sender=sender, recipient="yuki", text="Persimmons.", post=True, die=5)
    hall.do("treaty.record", "team", kind="peace", one="takeda", other="uesugi", audience="secret")
    hall.do("garrison.raise", province="kai", troops=1, force="a test")
    return ended


def named_in(look: str) -> dict[str, str]:
    """What the form of a look ahead sends of itself."""
    return dict(re.findall(r'name="(goes|hidden)" value="([-0-9,]*)"', look))


def hidden_that_stand(hall) -> int:
    """How many entries that desks hide stand, and took none back."""
    with hall.room.store.read() as session:
        return len(hidden_and_standing(session))


def test_game_control_rewinds_over_what_desks_hide_in_one_act(hall, client):
    ended = over_what_desks_hide(hall)
    desk, address = client("game"), f"/journal/rewind/{ended}"
    look = desk.get(address).text
    assert "3 of what desks hide" in look
    assert look.index("peace") < look.rindex("letter"), "the last stands first"
    form = named_in(look)
    before = hall.everything()
    assert "may re-open it, with a reason" in desk.post(address, data={**form, "key": "a"}, answers=422).text
    assert hall.everything() == before, "all or nothing"
    assert desk.post(address, data={**form, "force": SLIP, "key": "b"}).status_code == 303
    assert desk.post(address, data={**form, "force": SLIP, "key": "b"}).status_code == 303, "sent twice"
    assert hidden_that_stand(hall) == 0
    assert hall.rows("letter") == []
    assert ended in taken_back(hall)
    assert verify(hall.room).differences == ()
    told = hall.entries()[-1]
    assert told.action == REWINDING
    assert not re.search("letter|peace|Persimmon", told.sentence)


def test_what_is_hidden_since_she_looked_is_shown_before_anything_is_taken_back(hall, client):
    ended = over_what_desks_hide(hall)
    desk, address = client("game"), f"/journal/rewind/{ended}"
    form = named_in(desk.get(address).text)
    hall.do("letter.write", "team", sender="hojo", recipient="yuki", text="Rice.", post=True, die=5)
    before = hall.everything()
    again = desk.post(address, data={**form, "force": SLIP, "key": "a"}, answers=409).text
    assert hall.everything() == before
    assert "4 of what desks hide" in again
    assert "What desks hide has changed since this was shown." in again
    assert desk.post(address, data={**named_in(again), "force": SLIP, "key": "b"}).status_code == 303
    assert hidden_that_stand(hall) == 0


def test_what_rests_on_what_desks_hide_is_rewound_first(hall, client):
    ended = over_what_desks_hide(hall)
    then = hall.next_season().number
    hall.do("treaty.record", "team", kind="alliance", one="oda", other="imagawa", audience="secret")
    desk = client("game")
    look = desk.get(f"/journal/rewind/{ended}").text
    assert f"Entry {then} rests on what desks hide and goes before. Rewind to before entry {then} first." in look
    assert not named_in(look), "no button that is refused in any case"
    assert f'href="/journal/rewind/{then}"' in look
    for number in (then, ended):
        form = named_in(desk.get(f"/journal/rewind/{number}").text)
        answer = desk.post(f"/journal/rewind/{number}", data={**form, "force": SLIP, "key": str(number)})
        assert answer.status_code == 303
    assert hidden_that_stand(hall) == 0
    assert taken_back(hall) >= {ended, then}
    assert verify(hall.room).differences == ()


SWORN = {"kind": "alliance", "one": "takeda", "other": "uesugi", "audience": "secret", "hostages": ["takeda-yoshinobu"]}


def test_a_hostage_handed_over_openly_for_what_desks_hide_goes_with_that(hall, client):
    for _ in range(2):
        hall.next_season()
    ended = hall.next_season().number
    over = hall.do("treaty.record", "team", **SWORN).after
    desk, address = client("game"), f"/journal/rewind/{ended}"
    look = desk.get(address).text
    assert f'id="goes-{over}"' in look, "shown"
    assert "Goes: 2" in look
    assert named_in(look) == {"goes": "", "hidden": "-5000001"}, "and not named"
    answer = desk.post(address, data={**named_in(look), "force": SLIP, "key": "a"})
    assert answer.status_code == 303
    assert taken_back(hall) >= {ended, over}
    assert verify(hall.room).differences == ()


def test_a_hostage_handed_on_for_another_hidden_bond_stands_in_the_way_of_nothing(hall, client):
    for _ in range(2):
        hall.next_season()
    ended = hall.next_season().number
    hall.do("treaty.record", "team", **SWORN)
    hall.do("treaty.record", "team", **{**SWORN, "other": "oda"})
    desk, address = client("game"), f"/journal/rewind/{ended}"
    form = named_in(desk.get(address).text)
    assert form["hidden"] == "-5000002,-5000001"
    assert desk.post(address, data={**form, "force": SLIP, "key": "a"}).status_code == 303
    assert hidden_that_stand(hall) == 0
    assert verify(hall.room).differences == ()


def test_of_what_was_done_openly_for_what_desks_hide_that_is_taken_back_instead(hall, client):
    over = hall.do("treaty.record", "team", **SWORN).after
    desk = client("game")
    look = desk.get(f"/journal/rewind/{over}").text
    assert "It is a part of entry H5.1, which desks hide. Take that back instead: this goes with it." in look
    assert not named_in(look)
    assert re.search(r'action="/journal/undo".*name="entry" value="-5000001"', look)
    then = hall.do("hostage.release", "team", character=SWORN["hostages"][0]).number
    assert f"Rewind to before entry {then} first" in desk.get(f"/journal/rewind/{over}").text
    assert desk.post(f"/journal/rewind/{then}", data={"goes": "", "key": "a"}).status_code == 303
    assert desk.post("/journal/undo", data={"entry": "-5000001", "key": "b"}).status_code == 303
    assert taken_back(hall) == {over, then}


def test_who_was_told_by_what_desks_hide_is_among_those_who_know(hall, client):
    for _ in range(2):
        hall.next_season()
    ended = hall.next_season().number
    known = {"audience": "some", "known_to": ["map"]}
    bond = hall.do("treaty.record", "team", **PEACE, **known).changes[0]["key"][0]
    hall.do("treaty.breach", "team", treaty=bond, by="takeda", what="they marched")
    with hall.room.store.read() as session:
        last = session.scalar(select(NoticeTo.id).filter_by(clan="takeda").order_by(NoticeTo.id.desc()).limit(1))
    hall.do("notice.tell", "team", recipient=last)
    shown = looked(hall, ended)
    assert len(shown.hidden) == 2
    assert [line for line in shown.told if "broke its word" in line and line.startswith("Team Control, Takeda")]
    assert "Nobody was told" not in client("game").get(f"/journal/rewind/{ended}").text


def test_another_desk_is_shown_nothing_of_what_others_hide(hall, client):
    hall.do("treaty.record", "team", kind="peace", one="oda", other="uesugi", audience="secret")
    ended = over_what_desks_hide(hall)
    for desk in ("map", "team", "npd"):
        assert "desks hide" not in client(desk).get(f"/journal/rewind/{ended}").text


def test_another_desk_takes_none_of_what_it_hides_back_with_a_rewind(hall, client):
    bride = {"clan": "yuki", "name": "Yuki Ichi", "sex": "female", "relation": "sibling"}
    own = hall.do("person.add", "npd", **bride).number
    wed = {"kind": "marriage", "one": "takeda", "other": "yuki", "bride": "yuki-ichi", "groom": "takeda-yoshinobu"}
    hidden = hall.do("treaty.record", "npd", **wed, audience="secret").number
    desk, address = client("npd"), f"/journal/rewind/{own}"
    before = hall.everything()
    answer = desk.post(address, data={"goes": "", "hidden": str(hidden), "key": "a"}, answers=422)
    assert "Take that back first." in answer.text
    assert hall.everything() == before
    assert hidden_that_stand(hall) == 1
