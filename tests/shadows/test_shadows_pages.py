"""Intelligence Control's desk, and its slips on paper."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select, update

from control.kernel.proof.verify import verify
from control.kernel.rows import ApartEntry
from control.sengoku.rows import Commission
from control.sengoku.shadows.shadows_questions import AT_THE_BAKUFU
from control.sengoku.shadows.shadows_questions import desk as shown
from tests.games import to_spied
from tests.tags import bare


def test_a_commission_goes_through_the_desk_from_the_form_to_the_sealed_slip(client, hall):
    desk = client("intelligence")
    assert desk.get("/").headers["Location"] == "/now/"
    form = {"kind": "spy", "clan": "Takeda", "target": "Uesugi", "points": "3", "question": "His wealth?"}
    assert desk.post("/shadows/", data=form).status_code == 303
    refused = desk.post("/shadows/", data=form, answers=422)
    assert "Wait for the next season" in refused.text
    rolled = {"one": "6", "other": "4", "modifier": "1", "note": "a good cook"}
    assert desk.post("/shadows/1/resolve", data=rolled).status_code == 303
    page = desk.get("/shadows/1").text
    assert "12 against 9, reached: success." in page
    assert "What may be found out" in page
    assert desk.get("/shadows/1/slip.pdf").status_code == 400
    told = {"report": "Uesugi has about 100 points.", "grade": "rounded"}
    assert desk.post("/shadows/1/report", data=told).status_code == 303
    (sheet,) = PdfReader(io.BytesIO(desk.get("/shadows/slips.pdf").get_data())).pages
    words = sheet.extract_text()
    assert "To the Controller of Takeda" in words
    assert "Uesugi has about 100 points." in words
    assert "rounded" not in words
    assert "Dice" not in words
    assert desk.post("/shadows/1/deliver", data={}).status_code == 303
    assert "Nothing waits." in desk.get("/shadows/list").text
    assert [entry.action for entry in hall.entries()] == [
        f"covert.{deed}" for deed in ("commission", "resolve", "report", "deliver")
    ], "no printing is noted where others would count it"


def test_an_entry_of_before_that_changed_nothing_says_why_it_is_not_taken_back(client, hall):
    to_spied(hall)
    hall.do("covert.report", "intelligence", commission=1, report="Ten points.")
    with hall.room.store.write() as session:
        last = select(func.max(ApartEntry.turn)).scalar_subquery()
        session.execute(update(ApartEntry.__table__).where(ApartEntry.turn == last).values(changes=[]))
    assert "It changed nothing, so there is nothing to take back." in client("intelligence").get("/journal/apart").text


def test_a_slip_says_nothing_twice(client, hall):
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")
    desk = client("intelligence")

    def may_be_taken():
        page = desk.get("/shadows/1").text
        return re.findall(r'name="report" value="([^"]*)"', page), "on&nbsp;the&nbsp;slip" in page

    (first, *others), taken = may_be_taken()
    assert others
    assert not taken
    told = {"report": first, "grade": "exact"}
    assert desk.post("/shadows/1/report", data=told).status_code == 303
    offered, taken = may_be_taken()
    assert taken
    assert len(offered) == len(others), "what stands there is offered no more"
    assert all(one.count(first) == 1 for one in offered)
    again = desk.post("/shadows/1/report", data=told, answers=422).text
    assert "The slip of commission 1 says that already." in again
    assert "As it reads now" not in again
    assert len(hall.entries()) == 3


@pytest.mark.parametrize(
    ("outcome", "named"), [("caught", "He did not say who had sent him."), ("client_known", "He named Takeda.")]
)
def test_whom_it_was_against_hears_that_somebody_was_caught_and_the_client_only_if_he_is_known(
    client, hall, outcome, named
):
    hall.do("covert.commission", "intelligence", clan="takeda", kind="assassin", target="uesugi-kenshin", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome=outcome, note="a test")
    desk = client("intelligence")
    page = " ".join(desk.get("/shadows/1").text.split())
    assert f"An assassin was caught: it was against Uesugi Kenshin. {named}" in page
    sheets = [page.extract_text() for page in PdfReader(io.BytesIO(desk.get("/shadows/1/slip.pdf").get_data())).pages]
    assert len(sheets) == 1
    assert "To the Controller of Uesugi" in sheets[0]
    assert ("Takeda" in sheets[0]) is (outcome == "client_known")
    desk.post("/shadows/1/report", data={"report": "It failed.", "grade": ""})
    sheets = [page.extract_text() for page in PdfReader(io.BytesIO(desk.get("/shadows/slips.pdf").get_data())).pages]
    assert ["Uesugi" in sheets[0].split("To the Controller of")[1][:9], "It failed." in sheets[1]] == [True, True]
    assert "It failed." not in sheets[0]


def test_whom_one_of_his_own_house_was_after_hears_it_himself_and_no_other_clan(client, hall):
    hall.do("covert.commission", "intelligence", clan="takeda", kind="assassin", target="takeda-harunobu", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="client_known", note="a test")
    page = " ".join(client("intelligence").get("/shadows/1").text.split())
    assert "it was against Takeda Harunobu. He named somebody of his own house." in page
    assert "Take it, sealed, to Takeda Harunobu himself" in page
    (sheet,) = PdfReader(io.BytesIO(client("intelligence").get("/shadows/1/slip.pdf").get_data())).pages
    assert "To Takeda Harunobu himself" in sheet.extract_text()
    assert "Controller" not in sheet.extract_text()


def test_who_had_the_target_when_somebody_was_caught_hears_it_whoever_has_it_now(client, hall):
    hall.do("covert.commission", "intelligence", clan="imagawa", kind="spy", target="shinano", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="caught", note="a test")
    for taker in ("uesugi", "imagawa"):
        hall.do("province.take_over", province="shinano", clan=taker, how="submits")
        page = bare(client("intelligence").get("/shadows/1"))
        assert "Take it, sealed, to whoever minds Takeda." in page
        (sheet,) = PdfReader(io.BytesIO(client("intelligence").get("/shadows/1/slip.pdf").get_data())).pages
        assert "To the Controller of Takeda" in sheet.extract_text()
    assert verify(hall.room).same


def test_the_desk_has_its_job_on_one_page_with_what_waits(client, hall):
    to_spied(hall)
    before = len(hall.entries())
    (sheet,) = PdfReader(io.BytesIO(client("intelligence").get("/shadows/job.pdf").get_data())).pages
    words = sheet.extract_text()
    assert "Spy 9, Counter-spies 9, Bribe 11, Assassin 13" in words
    assert "Bribe: Kai" in words
    assert "to roll for" in words
    assert len(hall.entries()) == before


def test_one_die_alone_is_told_at_the_dice(client, hall):
    to_spied(hall)
    answer = client("intelligence").post("/shadows/2/resolve", data={"one": "3", "other": ""}, answers=400)
    assert "A die is a whole number" in answer.text


def test_game_control_may_look_and_that_is_written_there(client, hall):
    to_spied(hall)
    before = len(hall.entries())
    game = client("game")
    assert "Takeda" in game.get("/shadows/").text
    game.get("/shadows/1")
    looks = hall.entries()[before:]
    assert [(one.number, one.sentence) for one in looks] == [(-5, "Ōta, Game Control, looked.")]
    assert "Ōta, Game Control, looked." in client("intelligence").get("/journal/apart").text


def test_game_control_is_asked_why_it_re_opens_what_was_rolled_apart(client, hall):
    to_spied(hall)
    hall.do("covert.resolve", "intelligence", commission=2, dice=[6, 4])
    [rolled] = [one.number for one in hall.entries() if one.dice][-1:]
    answer = client("game").post("/journal/undo", data={"entry": str(rolled), "key": "k"}, answers=422)
    assert f'<input type="hidden" name="entry" value="{rolled}">' in answer.text
    assert "Reason to re-open entry" in answer.text


def test_a_voice_that_was_bought_is_shown_where_it_counts_to_those_who_may_know(client, hall):
    filed = hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="a border")
    petition = f"/petitions/{filed.changes[0]['after']['code']}"
    hall.do("shogun.condition", "bakufu", character="takeda-harunobu", condition=3, met=True)
    bought = (
        ("oda", "nijo-haruyoshi", "success"),
        ("oda", "ashikaga-yoshiteru", "success"),
        ("uesugi", "obu-toramasa", "success"),
        ("hojo", "nijo-haruyoshi", "success"),
        ("hojo", "bakufu", "nothing"),
    )
    for number, (clan, target, outcome) in enumerate(bought, 1):
        hall.do("covert.commission", "intelligence", clan=clan, kind="bribe", target=target, points=1)
        hall.do("covert.resolve", "intelligence", commission=number, outcome=outcome, note="a test")
    page = client("intelligence").get("/shadows/").text
    lines = re.search(r'id="votes".*?</section>', page, re.DOTALL).group()
    assert re.findall(r'href="/shadows/(\d+)"', lines) == ["2", "4"], "who paid last; whose word counts nowhere, not"
    assert re.search(r"approval of a Shogun \(condition 5\)", lines)
    assert re.search(r"judgements, titles", lines)
    assert "Hōjō" in lines or "HOJ" in lines
    for address in ("/shogun/takeda-harunobu", "/bakufu/", petition):
        for desk in ("bakufu", "npd"):
            told = client(desk).get(address, follow_redirects=True).text
            assert "is bought" not in told, (desk, address)
    assert "Whose word at court is bought" in client("game").get("/shogun/takeda-harunobu").text
    link = '<a href="/shadows/">Whose word at the Bakufu is bought</a>'
    assert link in client("game").get(petition).text
    hall.do("petition.decide", "bakufu", petition=filed.changes[0]["key"][0], verdict="The river.")
    assert link not in client("game").get(petition).text, "it is judged: no voice counts any more"


@pytest.mark.parametrize(
    ("target", "leads_to", "told"),
    [
        ("kai", "/map/provinces/kai/take", "Give Kai to another: Map Control does it."),
        ("sakai", "/map/provinces/settsu/take", "Give Sakai to another: Map Control does it."),
        ("obu-toramasa", "/armies/1", "Give the army of Obu Toramasa to another: Map Control does it."),
        ("takeda-nobushige", "/treaties/", "The bonds of Takeda Nobushige"),
        ("nijo-haruyoshi", "/court/", "The court of Nijō Haruyoshi: a title, or a word to the Emperor"),
    ],
)
def test_what_was_bought_leads_to_where_it_is_carried_out(client, hall, target, leads_to, told):
    hall.do("garrison.raise", "game", province="hida", troops=1, force="a test")
    hall.do("army.form", general="obu-toramasa", province="hida", troops=1)
    hall.do("covert.commission", "intelligence", clan="uesugi", kind="bribe", target=target, points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")
    desk = client("intelligence").get("/shadows/1").text
    assert told in desk
    assert (f'href="{leads_to}"' in desk) is leads_to.startswith(("/treaties", "/court")), (
        "no link that this desk may not open"
    )
    game = client("game")
    assert f'href="{leads_to}"' in game.get("/shadows/1").text
    assert game.get(leads_to).status_code == 200


def test_whoever_writes_a_slip_that_a_colleague_has_written_meanwhile_sees_both(client, hall):
    to_spied(hall)
    desk = client("intelligence")
    shown = re.search(r'name="version" value="(\d+)"', desk.get("/shadows/1").text)[1]
    first = {"report": "Ten points.", "grade": "exact", "version": shown}
    assert desk.post("/shadows/1/report", data=first).status_code == 303
    late = desk.post(
        "/shadows/1/report", data={"report": "Twenty points.", "grade": "false", "version": shown}, answers=409
    )
    page = " ".join(late.text.split())
    assert 'As it reads now, exact</p><p class="source slip">Ten points.</p>' in page
    assert ">Twenty points.</textarea>" in page.replace("> ", ">")
    assert set(re.findall(r'name="version" value="(\d+)"', page)) == {str(int(shown) + 1)}
    to_the_slip = [form for form in page.split("<form")[1:] if "/shadows/1/report" in form.split(">")[0]]
    assert len(to_the_slip) > 1, "what was found out is taken by a button each"
    assert all('name="version"' in form.split("</form>")[0] for form in to_the_slip)


def test_nobody_confirms_that_a_slip_was_taken_which_reads_otherwise_by_now(client, hall):
    to_spied(hall)
    desk = client("intelligence")
    desk.post("/shadows/1/report", data={"report": "Ten points.", "grade": "exact"})
    taken = desk.get("/shadows/1").text.split('action="/shadows/1/deliver"')[1].split("</form>")[0]
    shown = {"version": re.search(r'name="version" value="(\d+)"', taken)[1]}
    desk.post("/shadows/1/report", data={"report": "Twenty points.", "grade": "exact"})
    answer = desk.post("/shadows/1/deliver", data=shown, answers=409)
    assert "The slip was rewritten since you opened it." in answer.text
    assert "Twenty points." in answer.text
    assert hall.get(Commission, 1).delivered == ""
    again = answer.text.split('action="/shadows/1/deliver"')[1].split("</form>")[0]
    assert desk.post("/shadows/1/deliver", data={"version": re.search(r'name="version" value="(\d+)"', again)[1]})
    assert hall.get(Commission, 1).delivered != ""


def test_the_bought_voice_of_a_shogun_of_another_house_counts_at_the_bakufu(hall_at):
    hall = hall_at("shogunless")
    hall.do("shogun.make", "game", character="takeda-harunobu", force="he holds Kyoto")
    hall.do("covert.commission", "intelligence", clan="oda", kind="bribe", target="takeda-harunobu", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")
    (vote,) = hall.ask(shown, hall.room.scenario).votes
    assert (vote.whose, vote.where) == ("Takeda Harunobu", AT_THE_BAKUFU)


@pytest.mark.parametrize("target", ["emperor", "nijo-haruyoshi"])
def test_who_was_caught_at_court_is_told_to_who_speaks_for_it(client, hall, target):
    hall.do("covert.commission", "intelligence", clan="takeda", kind="assassin", target=target, points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="client_known", note="a test")
    page = bare(client("intelligence").get("/shadows/1"))
    assert "Take it, sealed, to Game Control, who speaks for the court." in page
    assert "He named Takeda." in page
    (sheet,) = PdfReader(io.BytesIO(client("intelligence").get("/shadows/1/slip.pdf").get_data())).pages
    assert "To Game Control, for the court" in sheet.extract_text()
    assert "An assassin was caught" in sheet.extract_text()


def test_an_assassin_is_seen_from_the_page_of_his_commission_and_offered_no_second_time(client, hall):
    for number, target in enumerate(("obu-toramasa", "uesugi-kenshin"), 1):
        hall.do("covert.commission", "intelligence", clan="hojo", kind="assassin", target=target, points=1)
        hall.do("covert.resolve", "intelligence", commission=number, outcome="success", note="a test")
    desk, seen = client("intelligence"), {"effect": "wounded", "how": "an arrow at dusk"}
    assert "It happens" in desk.get("/shadows/1").text
    assert desk.post("/shadows/1/strike", data=seen).status_code == 303
    assert "Commission 1 is carried out already." in desk.post("/shadows/1/strike", data=seen, answers=409).text
    page = desk.get("/shadows/1").text
    assert ("It is carried out: Obu Toramasa was wounded." in page, "It happens" in page) == (True, False)
    desk.post("/shadows/2/strike", data=seen | {"effect": "dead"})
    page = desk.get("/shadows/2").text
    assert ("Uesugi Kenshin waits for a second umpire." in page, "It happens" in page) == (True, False)


def test_an_assassin_whose_deed_was_taken_back_in_the_open_is_offered_again(client, hall):
    hall.do("covert.commission", "intelligence", clan="hojo", kind="assassin", target="obu-toramasa", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")
    desk, seen = client("intelligence"), {"effect": "wounded", "how": "an arrow at dusk"}
    desk.post("/shadows/1/strike", data=seen)
    hall.undo(next(one.number for one in hall.entries() if one.action == "person.struck"))
    page = desk.get("/shadows/1").text
    assert ("It is carried out" in page, "was taken back" in page, "It happens" in page) == (False, True, True)
    assert desk.post("/shadows/1/strike", data=seen).status_code == 303
    assert "It is carried out: Obu Toramasa was wounded." in desk.get("/shadows/1").text
