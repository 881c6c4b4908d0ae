"""Titles: by whom each is granted and taken back, that an office has one holder, and who bows to whom (R29, R30)."""

from __future__ import annotations

import re

import pytest

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.rows import Courtier
from control.sengoku.rules.people.titles import AUTHORITIES, Chain, missing
from control.sengoku.scenario.load import load_files
from control.sengoku.world.people.precedence_questions import bow
from control.sengoku.world.people.titles_questions import titles, vacant
from tests.battle.test_levies import told_of
from tests.conftest import sign_in
from tests.games import Hall, close, copy_of, make_game
from tests.test_pages import read

GOVERNOR = {"kind": "governor", "authority": "shogun", "approved_by": "emperor"}


def test_no_title_is_offered_in_the_name_of_a_shogun_who_is_not_there(hall_at, app_of):
    app = app_of(hall_at("shogunless"))
    pages = {desk: sign_in(app, desk).get("/titles/").text for desk in ("bakufu", "game")}
    assert ['value="shogun"' in pages[desk] for desk in pages] == [False, True]
    assert "The Shogun; there is none now" in pages["game"]


def test_the_bakufu_is_offered_no_taking_back_nor_grant_that_is_refused_there(hall_at, app_of):
    app = app_of(hall_at("shogunless"))
    bakufu, game = (sign_in(app, desk).get("/titles/").text for desk in ("bakufu", "game"))
    grantors = re.search(r'<select[^>]*name="authority".*?</select>', bakufu, re.DOTALL)[0]
    assert 'value="emperor"' not in grantors
    approve = re.search(r'<select[^>]*name="approved_by".*?</select>', bakufu, re.DOTALL)[0]
    assert 'value="emperor"' not in approve
    of_shogun, of_emperor = bakufu.count("The Shogun alone takes it back"), bakufu.count("Game Control takes it back")
    offered = [page.count('name="reason"') for page in (bakufu, game)]
    assert of_shogun > 0
    assert offered[0] == offered[1] - of_shogun - of_emperor


def announced(hall, key):
    """The titles of a person as they are announced."""
    return hall.ask(titles).get(key, ())


def bows(hall, one, other):
    """Who bows to whom, by their ids, and why."""
    found = hall.ask(bow, one, other)
    return (found.lower.id, found.higher.id, found.why) if found.is_settled else found.why


COURT = """\
id,name,role,rank,title,age,ancestor,note
emperor,The Emperor,emperor,,,,,
sanjo,Sanjō,noble,3,Keeper of the seal,44,Fujiwara,
"""


@pytest.fixture
def with_court(tmp_path, shipped):
    """Begins a game whose scenario has this ``court.csv``, or none."""
    made = []

    def begun(court):
        files = {path: text for path, text in shipped.files.items() if path != "court.csv"}
        scenario = load_files(shipped.key, files | ({"court.csv": court} if court else {}))
        made.append(copy_of(make_game(tmp_path / "court.db", scenario), tmp_path / "copy.db", scenario))
        return Hall(made[0])

    yield begun
    for room in made:
        close(room)


CHAINS = {
    ("governor", None): Chain("shogun", approved="emperor"),
    ("constable", None): Chain("shogun"),
    ("court_rank", 1): Chain("emperor"), ("court_rank", 5): Chain("emperor"),
    ("court_rank", 6): Chain("emperor", recommended="shogun"),
    ("court_rank", 7): Chain("emperor", recommended="shogun"),
    ("court_rank", 8): Chain("bakufu"), ("court_rank", 10): Chain("bakufu"),
}  # fmt: skip
"""Every kind of title at the bounds of its ranks, by hand from handbook 4."""


@pytest.mark.parametrize(("kind", "rank"), CHAINS)
def test_each_title_comes_by_its_own_chain(kind, rank):
    right = CHAINS[kind, rank]
    assert missing(kind, rank, right) == ("", "")
    for other in set(AUTHORITIES) - {right.granted}:
        assert missing(kind, rank, Chain(other, right.recommended, right.approved))[1] == "granted"
    if right.recommended:
        assert missing(kind, rank, Chain(right.granted, "bakufu", right.approved))[1] == "recommended"
    if right.approved:
        assert missing(kind, rank, Chain(right.granted, right.recommended))[1] == "approved"


def test_a_grant_without_its_chain_is_refused_unless_game_control_forces_it(hall):
    order = {"kind": "governor", "character": "oda-nobunaga", "province": "owari", "authority": "bakufu"}
    refused = hall.refuse(OrderNotAllowed, "title.grant", "bakufu", **order)
    assert refused.sentence == (
        "A governor is made by the Shogun, with the approval of the Emperor (R30), not by the Bakufu."
    )
    assert (
        "Only Game Control" in hall.refuse(OrderNotAllowed, "title.grant", "bakufu", **order, force="so be it").sentence
    )
    forced = hall.do("title.grant", "game", **order, force="the Shogun is in exile")
    assert forced.sentence.endswith("Forced: the Shogun is in exile.")
    assert announced(hall, "oda-nobunaga") == ("Governor of Owari", "Constable of Owari")


def test_that_there_is_no_shogun_is_said_before_it_is_asked_whether_the_emperor_approves(hall):
    hall.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    order = {"kind": "governor", "character": "oda-nobunaga", "province": "owari", "authority": "shogun"}
    refused = hall.refuse(OrderNotAllowed, "title.grant", "bakufu", **order)
    assert (refused.field, refused.sentence.partition(".")[0]) == ("authority", "There is no Shogun now")


def test_game_control_speaks_for_the_emperor(hall):
    rank = {"kind": "court_rank", "character": "oda-nobunaga", "authority": "emperor", "recommended_by": "shogun"}
    assert hall.refuse(OrderNotAllowed, "title.grant", "bakufu", rank=6, **rank).field == "authority"
    granted = hall.do("title.grant", "game", rank=6, **rank)
    assert granted.sentence == (
        "Oda Nobunaga is Noble of the 6th rank: granted by the Emperor, on the recommendation of the Shogun Ashikaga "
        "Yoshiteru (R30)."
    )
    hall.refuse(OrderNotAllowed, "title.revoke", "bakufu", title="court_rank-oda-nobunaga-6", authority="emperor",
                reason="he broke his word")  # fmt: skip
    hall.do("title.revoke", "game", title="court_rank-oda-nobunaga-6", authority="emperor", reason="he broke his word")
    assert announced(hall, "oda-nobunaga") == ("Constable of Owari",)


def test_the_bakufu_does_not_give_itself_the_emperors_approval(hall):
    order = {"character": "oda-nobunaga", "province": "omi", "kind": "governor", "authority": "shogun"}
    refused = hall.refuse(OrderNotAllowed, "title.grant", "bakufu", **order, approved_by="emperor")
    assert (refused.field, refused.ruling) == ("approved_by", "R43")
    lacks = hall.refuse(OrderNotAllowed, "title.grant", "bakufu", **order).sentence
    assert lacks.endswith("The approval of the Emperor is missing. Game Control enters it (R43).")
    hall.do("title.grant", "game", **order, approved_by="emperor")
    assert announced(hall, "oda-nobunaga") == ("Governor of Ōmi", "Constable of Owari")


def test_an_office_has_one_holder_and_both_hear_and_get_new_cards(hall):
    new = {**GOVERNOR, "character": "oda-nobunaga", "province": "kai"}
    refused = hall.refuse(OrderNotAllowed, "title.grant", "game", **new)
    assert refused.sentence == "Takeda Harunobu is Governor of Kai. Take it back first."
    hall.do("title.revoke", "bakufu", title="governor-takeda-harunobu-kai", authority="shogun", reason="he rebelled")
    given = hall.do("title.grant", "game", **new, note="a thousand horses")
    assert given.sentence.endswith("Note: a thousand horses.")
    assert announced(hall, "oda-nobunaga") == ("Governor of Kai", "Constable of Owari")
    assert told_of(hall, "title") == [
        ("takeda", "Takeda Harunobu is no longer Governor of Kai: the Shogun Ashikaga Yoshiteru took it back."),
        ("oda", "Oda Nobunaga is Governor of Kai."),
    ]
    again = {(row["paper"], row["character"]) for row in hall.rows("reprint")}
    assert {("character_card", "takeda-harunobu"), ("character_card", "oda-nobunaga")} <= again
    assert hall.refuse(ChangedElsewhere, "title.grant", "game", **new).field == "character"
    hall.undo(given.number)
    assert announced(hall, "oda-nobunaga") == ("Constable of Owari",)
    assert verify(hall.room).differences == ()


def test_an_office_of_the_dead_is_settled_first_and_by_force_both_clans_hear(hall):
    hall.correct("character", "takeda-harunobu", "alive", False)
    new = {**GOVERNOR, "character": "oda-nobunaga", "province": "kai"}
    assert "confirm his heir" in hall.refuse(OrderNotAllowed, "title.grant", "game", **new).sentence
    forced = hall.do("title.grant", "game", **new, force="the Bakufu will not wait")
    assert announced(hall, "oda-nobunaga") == ("Governor of Kai", "Constable of Owari")
    assert [clan for clan, said in told_of(hall, "title") if "Oda Nobunaga is" in said] == ["oda", "takeda"]
    hall.undo(forced.number)
    assert verify(hall.room).differences == ()


def test_r39_the_office_at_home_waits_for_the_bakufu_once_nobody_follows_who_held_it(hall):
    def passing():
        return [one.passes for one in hall.ask(vacant) if one.dead == "Takeda Harunobu"]

    hall.correct("character", "takeda-harunobu", "alive", False)
    assert passing() == [False, True], "the last is constable of Kai"
    hall.do("succession.close", "team", succession=1, reason="they cannot agree")
    assert passing() == [False, False]


def test_who_rises_at_court_leaves_the_lower_rank_and_nobody_falls_by_a_grant(hall):
    grant = {"kind": "court_rank", "character": "oda-nobunaga", "authority": "bakufu"}
    hall.do("title.grant", "bakufu", rank=9, **grant)
    hall.do("title.grant", "bakufu", rank=8, **grant)
    assert announced(hall, "oda-nobunaga") == ("Noble of the 8th rank", "Constable of Owari")
    for rank in (8, 10):
        assert hall.refuse(OrderNotAllowed, "title.grant", "bakufu", rank=rank, **grant).field == "rank"


@pytest.mark.parametrize(
    ("wrong", "kind", "field"),
    [
        ({"kind": "court_rank", "authority": "bakufu"}, OrderNotUnderstood, "rank"),
        ({"kind": "court_rank", "authority": "bakufu", "rank": 8, "province": "kai"}, OrderNotUnderstood, "province"),
        ({"kind": "constable", "authority": "shogun"}, OrderNotUnderstood, "province"),
        ({"kind": "constable", "authority": "shogun", "province": "ki"}, OrderNotUnderstood, "province"),
        ({"kind": "constable", "authority": "shogun", "province": "kai", "rank": 3}, OrderNotUnderstood, "rank"),
        ({"kind": "constable", "authority": "shogun", "province": "oki", "character": "oda"}, OrderNotUnderstood,
         "character"),
    ],
)  # fmt: skip
def test_an_order_that_names_too_little_or_too_much_is_answered_at_the_field(hall, wrong, kind, field):
    assert hall.refuse(kind, "title.grant", "bakufu", **{"character": "oda-nobunaga", **wrong}).field == field


def test_other_desks_give_no_titles(hall):
    order = {**GOVERNOR, "character": "oda-nobunaga", "province": "owari"}
    for desk in ("map", "team", "npd", "intelligence"):
        hall.refuse(NotThisDesk, "title.grant", desk, **order)


def test_precedence_follows_a_court_rank_at_once(hall):
    before = bows(hall, "oda-nobunaga", "takeda-harunobu")
    assert before == (
        "oda-nobunaga", "takeda-harunobu", "Takeda Harunobu goes before Oda Nobunaga: equal in rank and ancestors, the "
        "elder with 28 years to 17 (R29).",
    )  # fmt: skip
    hall.do("title.grant", "bakufu", kind="court_rank", character="oda-nobunaga", rank=10, authority="bakufu")
    lower, higher, why = bows(hall, "takeda-harunobu", "oda-nobunaga")
    assert (lower, higher) == ("takeda-harunobu", "oda-nobunaga")
    assert "of the 10th court rank" in why
    assert bows(hall, "ashikaga-yoshiteru", "oda-nobunaga")[0] == "oda-nobunaga"


def test_everybody_bows_to_the_emperor_and_a_noble_of_the_court_by_his_rank(with_court, app_of):
    hall = with_court(COURT)
    hall.do("title.grant", "bakufu", kind="court_rank", character="oda-nobunaga", rank=10, authority="bakufu")
    assert bows(hall, "ashikaga-yoshiteru", "emperor")[0] == "ashikaga-yoshiteru"
    assert bows(hall, "sanjo", "oda-nobunaga")[:2] == ("oda-nobunaga", "sanjo")
    assert bows(hall, "sanjo", "ashikaga-yoshiteru")[:2] == ("sanjo", "ashikaga-yoshiteru")
    page = sign_in(app_of(hall), "team").get("/bows/?one=the emperor&other=Sanjō").text
    assert "Sanjō bows to The Emperor, and the deeper." in page
    assert "Keeper of the seal, Noble of the 3rd rank, of the blood of the Fujiwara, 44" in page


def test_a_game_begun_without_the_court_plays_on_without_it(with_court, app_of):
    hall = with_court("")
    assert hall.count(Courtier) == 0
    hall.do("title.grant", "bakufu", kind="court_rank", character="oda-nobunaga", rank=10, authority="bakufu")
    assert "Who bows?" in sign_in(app_of(hall), "team").get("/bows/").text
    assert verify(hall.room).differences == ()


# --- The pages ---------------------------------------------------------------------------------------------


def test_who_bows_is_said_with_why_and_how_both_are_announced(app):
    browser = sign_in(app, "team")
    page = browser.get("/bows/?one=takeda harunobu&other=oda-nobunaga").text
    assert "Oda Nobunaga bows to Takeda Harunobu, and the deeper." in page
    assert 'class="who">Oda' not in page, "so is called who is signed in, small, grey and on no paper"
    assert "Daimyo of Takeda, Governor of Kai, Constable of Kai, of the blood of the Minamoto, 28 years old" in page
    assert "Nobody who lives is called “Nobody”" in browser.get("/bows/?one=Nobody&other=oda-nobunaga").text
    empty = read(browser.get("/bows/?one=&other="))
    assert empty.alerts == ["Nobody is named here. Begin to type a name, and choose."] * 2
    assert "autofocus" in empty.boxes("one")[0]
    assert "Nobody bows to himself" in browser.get("/bows/?one=oda-nobunaga&other=Oda Nobunaga").text
    assert sign_in(app, None).get("/bows/").status_code == 303


@pytest.mark.parametrize("words", ["Take it back", "Print the patent"])
def test_each_button_says_of_which_title_and_whose_it_is(app, words):
    found = re.findall(rf"<button[^>]*>({words}.*?)</button>", sign_in(app, "game").get("/titles/").text)
    assert len(set(found)) == len(found) > 20


def test_a_title_is_granted_and_taken_back_by_names_on_the_page(app):
    browser = sign_in(app, "bakufu")
    form = {"kind": "governor", "character": "oda nobunaga", "province": "Ōmi", "authority": "shogun"}
    refused = browser.post("/titles/", data={**form, "key": "a" * 16}, answers=422)
    assert "The approval of the Emperor is missing." in refused.text
    assert 'value="oda-nobunaga"' in refused.text or 'value="oda nobunaga"' in refused.text
    approved = {**form, "approved_by": "emperor", "key": "b" * 16}
    assert "Game Control speaks for the Emperor" in browser.post("/titles/", data=approved, answers=422).text
    sign_in(app, "game").post("/titles/", data=approved, answers=303)
    page = browser.get("/titles/").text
    assert "Governor of Ōmi" in page
    held = page.partition('aria-labelledby="held"')[2].partition("</section>")[0]
    folds = held.count('<details class="of-clan">')
    assert 5 < folds <= 40, "what is held is a line for each clan, on a phone too, that opens"
    assert "<li" not in held.partition('<details class="of-clan">')[0]
    taken = {"authority": "bakufu", "reason": "he broke his word", "key": "c" * 16}
    wrong = browser.post("/titles/governor-oda-nobunaga-omi/revoke", data=taken, answers=422)
    assert "comes from the Shogun, who alone takes it back" in wrong.text
    assert browser.post(
        "/titles/governor-oda-nobunaga-omi/revoke", data={**taken, "authority": "shogun", "key": "d" * 16}
    ).status_code == 303  # fmt: skip
    assert "Governor of Ōmi" not in browser.get("/titles/").text.partition('id="held"')[2]


NOBLE = {"kind": "court_rank", "authority": "bakufu"}


def test_a_court_rank_of_the_dead_is_confirmed_to_nobody_who_has_as_high_a_one_and_takes_the_place_of_a_lower(hall):
    for person, rank in (("takeda-nobushige", 8), ("obu-toramasa", 8), ("oda-nobunaga", 9)):
        hall.do("title.grant", "bakufu", character=person, rank=rank, **NOBLE)
    hall.correct("character", "takeda-nobushige", "alive", False)
    confirm = {"title": "court_rank-takeda-nobushige-8"}
    error = hall.refuse(OrderNotAllowed, "title.confirm", "bakufu", **confirm, character="obu-toramasa")
    assert (error.field, error.sentence) == (
        "character", "Obu Toramasa is Noble of the 8th rank already. Let this one fall back, or name another.",
    )  # fmt: skip
    hall.do("title.confirm", "bakufu", **confirm, character="oda-nobunaga")
    assert announced(hall, "oda-nobunaga") == ("Noble of the 8th rank", "Constable of Owari")


def test_a_court_rank_of_the_dead_is_offered_to_nobody_of_as_high_a_one_though_he_be_the_heir(hall, app_of):
    for person, rank in (("takeda-harunobu", 8), ("takeda-yoshinobu", 6), ("obu-toramasa", 9)):
        hall.do("title.grant", "game", character=person, rank=rank, force="a test", **NOBLE)
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")
    [rank] = [one for one in hall.ask(vacant) if one.words == "Noble of the 8th rank"]
    assert rank.claimant == ""
    assert {"takeda-yoshinobu", "obu-toramasa"} & {key for key, _name in rank.others} == {"obu-toramasa"}
    page = sign_in(app_of(hall), "bakufu").get("/titles/").text
    assert "Takeda Yoshinobu, his heir, has as high a rank" in page


def test_a_court_rank_is_not_given_back_by_an_undo_to_who_has_another_by_now(hall):
    for person, rank in (("takeda-nobushige", 8), ("obu-toramasa", 5)):
        hall.do("title.grant", "game", character=person, rank=rank, force="a test", **NOBLE)
    taken = {"title": "court_rank-obu-toramasa-5", "authority": "emperor", "reason": "he is rude"}
    revoked = hall.do("title.revoke", "game", **taken)
    hall.correct("character", "takeda-nobushige", "alive", False)
    given = hall.do("title.confirm", "bakufu", title="court_rank-takeda-nobushige-8", character="obu-toramasa")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=revoked.number)
    assert f"Entry {given.number}, " in error.sentence
    hall.undo(given.number)
    hall.undo(revoked.number)
    assert announced(hall, "obu-toramasa") == ("Noble of the 5th rank",)


def test_who_lives_after_all_is_granted_a_rank_like_that_which_went_to_another(hall):
    hall.do("title.grant", "bakufu", character="takeda-nobushige", rank=8, **NOBLE)
    hall.correct("character", "takeda-nobushige", "alive", False)
    hall.do("title.confirm", "bakufu", title="court_rank-takeda-nobushige-8", character="obu-toramasa")
    hall.correct("character", "takeda-nobushige", "alive", True)
    hall.do("title.grant", "bakufu", character="takeda-nobushige", rank=8, **NOBLE)
    assert announced(hall, "takeda-nobushige") == announced(hall, "obu-toramasa") == ("Noble of the 8th rank",)
    hall.do("title.revoke", "bakufu", title="court_rank-takeda-nobushige-8-2", authority="bakufu", reason="he is rude")
    assert announced(hall, "takeda-nobushige") == ()
    assert verify(hall.room).same
