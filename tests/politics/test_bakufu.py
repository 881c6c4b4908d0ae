"""The Bakufu: calls and levies with their answers, armies of the Shogun, and rebellion (handbook 8; R38)."""

from __future__ import annotations

from dataclasses import replace

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.sengoku.rows import Call, Petition
from control.sengoku.rules.desks import DESKS
from control.sengoku.season.waits_questions import what_waits
from control.sengoku.world.bonds.calls_questions import call
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.ledger.ledger_questions import balance
from tests.battle.test_levies import told_of
from tests.conftest import sign_in
from tests.paper.reading import codes_on, pages_of, pdf_of, said
from tests.tags import Html


def text(answer):
    """The words of a page, blanks made one."""
    return " ".join(answer.text.split())


def stands(hall, code, desk="bakufu"):
    """How a call stands, in words, for a desk."""
    found = hall.ask(call, desk, code)
    return found.becomes if found else None


def points(hall, *clans):
    """The points that clans have."""
    with hall.room.store.read() as session:
        return [sum(balance(session, clan)) for clan in clans]


def test_a_levy_is_paid_in_the_entry_that_answers_it_part_by_part(hall_at):
    hall = hall_at("calls")
    takeda, treasury = points(hall, "takeda", "bakufu")
    whole = hall.refuse(OrderNotUnderstood, "call.answer", "team", call=1, answer="part", amount=5)
    assert whole.sentence == "Say how much, from 1 to 4, or let it obey in full."
    hall.do("call.answer", "team", call=1, answer="part", amount=2)
    assert stands(hall, "C1-F") == "obeys in part: 2 of 5"
    entry = hall.do("call.answer", "team", call=1, answer="obeys")
    assert entry.sentence == "Takeda obeys and paid 3 points at call C1-F."
    assert points(hall, "takeda", "bakufu") == [takeda - 5, treasury + 5]
    hall.do("journal.undo", "team", entry=entry.number)
    assert points(hall, "takeda", "bakufu") == [takeda - 2, treasury + 2]
    assert verify(hall.room).same


def test_the_code_of_a_paper_stays_in_one_line_wherever_a_sentence_names_it(hall_at, app_of):
    hall = hall_at("calls")
    hall.do("call.answer", "team", call=1, answer="obeys")
    page = sign_in(app_of(hall), "game").get("/journal/").text
    assert 'points at call <span class="uncut">C1-F</span>.' in page


def test_who_was_forgiven_a_rebellion_may_rise_again(hall):
    for _ in range(2):
        hall.do("rebellion.declare", "bakufu", clan="oda", reason="it kept the rice")
        hall.do("rebellion.lift", "bakufu", clan="oda")


def test_nobody_is_reminded_of_a_call_that_was_withdrawn_or_answered(hall):
    for clan in ("oda", "takeda", "uesugi"):
        hall.do("call.issue", "bakufu", clan=clan, kind="troops", amount=2, season="1550-summer")
    hall.do("call.withdraw", "bakufu", call=1, reason="it is at peace")
    hall.do("call.answer", "team", call=2, answer="obeys")
    hall.next_season()
    assert [clan for clan, said in told_of(hall, "call") if "due this season" in said] == ["uesugi"]


def test_two_umpires_who_write_the_same_answer_down_pay_it_once(hall_at, app_of):
    hall = hall_at("calls")
    app = app_of(hall)
    address, treasury = "/bakufu/calls/C1-F", points(hall, "bakufu")[0]
    one, other = (sign_in(app, "team") for _ in range(2))

    def in_part(page):
        hidden = {field.about["name"]: field.about["value"] for field in Html(page).all("input") if answers(field)}
        return {**hidden, "answer": "part", "amount": "2"}

    def answers(field):
        form = field.inside("form")
        return field.about.get("type") == "hidden" and form and form.about.get("action") == f"{address}/answer"

    first, second = (in_part(browser.get(address).text) for browser in (one, other))
    assert one.post(f"{address}/answer", data=first).status_code == 303
    refused = other.post(f"{address}/answer", data=second, answers=409)
    assert "Takeda has paid 2 of 5. If this is more, write it down again." in text(refused)
    assert points(hall, "bakufu") == [treasury + 2]
    assert other.post(f"{address}/answer", data=in_part(refused.text)).status_code == 303
    assert points(hall, "bakufu") == [treasury + 4]


def test_nothing_comes_back_where_more_was_paid_than_was_asked(hall_at):
    hall = hall_at("calls")
    with hall.room.store.write() as session:
        session.get(Call, 1).given = 7
    before = points(hall, "takeda", "bakufu")
    refused = hall.refuse(ChangedElsewhere, "call.answer", "team", call=1, answer="obeys")
    assert "Takeda has paid 7 of 5" in refused.sentence
    assert points(hall, "takeda", "bakufu") == before


def test_who_says_nothing_is_silent_once_the_season_has_passed_and_nobody_wrote_it(hall_at):
    hall = hall_at("calls")
    assert stands(hall, "C1-F") == "waits for an answer"
    hall.next_season()
    assert stands(hall, "C1-F") == "silent"
    assert hall.get(Call, 1).answer == ""
    assert {one for one, said in told_of(hall, "call") if "C2-H" in said and "due this season" in said} == {"uesugi"}
    hall.do("call.answer", "team", call=1, answer="excuse", words="The harvest failed.")
    assert stands(hall, "C1-F") == "excuses itself, late"


def test_a_call_is_known_where_it_must_be_answered_and_a_levy_not_at_the_map(hall_at):
    hall = hall_at("calls")
    known = {desk: stands(hall, "C1-F", desk) is not None for desk in ("team", "npd", "map", "game", "bakufu")}
    assert known == {"team": True, "npd": False, "map": False, "game": True, "bakufu": True}
    with hall.room.store.read() as session:
        seen = {desk: [one["id"] for one in state(session, desk).get("calls", [])] for desk in ("map", "npd", "public")}
    assert seen == {"map": [2, 3], "npd": [], "public": []}


def test_what_waits_glows_by_its_deadline_and_the_clans_own_page_says_so(hall_at, app_of):
    hall = hall_at("calls")
    app = app_of(hall)
    desk = sign_in(app, "bakufu").get("/").headers["Location"]
    assert desk == "/now/"
    page = sign_in(app, "bakufu").get("/bakufu/").text
    assert page.index('class="now"') < page.index("C1-F") < page.index('class="soon"') < page.index("C2-H")
    team = sign_in(app, "team")
    assert "due this season" in team.get("/team/takeda").text
    answer = {"answer": "obeys", "key": "a"}
    assert team.post("/bakufu/calls/C1-F/answer", data=answer).status_code == 303
    assert "due this season" not in team.get("/team/takeda").text


def test_a_call_for_nothing_is_asked_what_it_is_for(hall_at, app_of):
    answer = sign_in(app_of(hall_at("start")), "bakufu").post(
        "/bakufu/calls/", data={"clan": "oda", "key": "a"}, answers=400
    )
    assert "“What for” is missing" in text(answer)


def test_a_contingent_is_taken_out_again(hall_at):
    hall = hall_at("contingent")
    hall.do("call.contingent", "map", call=2, army=1)
    code = hall.get(Call, 2).code
    entry = hall.do("call.contingent", "map", call=2, army=None, shown=1)
    assert entry.sentence == f"No army is the contingent of Uesugi at call {code} any more."
    assert hall.get(Call, 2).army is None


def test_the_contingent_of_a_clan_is_an_army_of_its_own_that_stands(hall_at):
    hall = hall_at("contingent")
    hall.do("army.disband", "map", army=1)
    for army in (1, 2):  # gone; Takeda's
        error = hall.refuse(OrderNotAllowed, "call.contingent", "map", call=2, army=army)
        assert error.sentence.endswith("is no army of Uesugi on the map. Choose another.")


def test_r38_who_has_obeyed_is_not_silent_once_the_season_has_passed(hall_at):
    hall = hall_at("contingent")
    for _ in range(2):
        hall.next_season()
    kinds = {one.kind: len(one.things) for one in hall.ask(what_waits, hall.room.scenario, "bakufu", "").mine}
    assert (kinds["silent"], hall.ask(call, "bakufu", hall.get(Call, 2).code).is_defied) == (2, False)


def test_nobody_but_the_two_sides_pays_the_costs_of_a_petition(hall):
    filed = hall.do("petition.file", "team", clan="takeda", against="yuki", matter="Whose is Shimōsa?")
    number = next(change["key"][0] for change in filed.changes if change["table"] == "petition")
    verdict = {"petition": number, "verdict": "It is Yūki’s.", "costs": 2}
    assert hall.refuse(OrderNotAllowed, "petition.decide", "bakufu", **verdict, paid_by="hojo").field == "paid_by"
    before = hall.points("yuki")
    hall.do("petition.decide", "bakufu", **verdict, paid_by="yuki")
    assert hall.points("yuki") == before - 2


def test_where_there_is_no_bakufu_nothing_is_paid_to_it(hall_at):
    hall = hall_at("calls")
    clans = {key: clan for key, clan in hall.room.scenario.clans.items() if clan.kind != "bakufu"}
    hall.room.scenario = replace(hall.room.scenario, clans=clans)
    error = hall.refuse(OrderNotAllowed, "call.answer", "team", call=1, answer="obeys")
    assert (error.field, error.sentence) == ("call", "This scenario has no Bakufu that could be paid.")


def test_the_codes_of_a_call_and_a_petition_open_their_pages(hall_at, app_of):
    hall = hall_at("court")
    bakufu = sign_in(app_of(hall), "bakufu")
    for model, address in ((Call, "/bakufu/calls/"), (Petition, "/petitions/")):
        code = hall.get(model, 1).code
        answer = bakufu.get(f"/c/{code}")
        assert (answer.status_code, answer.location) == (303, f"{address}{code}")
        assert bakufu.get(answer.location).status_code == 200


def test_an_army_of_the_shogun_is_the_contingents_under_its_commander(hall_at, app_of):
    hall = hall_at("contingent")
    hall.do("call.contingent", "map", call=2, army=1)
    page = text(sign_in(app_of(hall), "bakufu").get("/bakufu/calls/"))
    assert "Takeda Harunobu" in page
    assert "army A1-3 in Echigo" in page
    hall.do("army.disband", "map", army=1)
    assert "not formed yet" in sign_in(app_of(hall), "bakufu").get("/bakufu/calls/").text


def test_the_army_of_the_shogun_is_of_several_clans_and_each_knows_who_commands(hall_at, app_of):
    hall = hall_at("contingent")
    under = {"kind": "troops", "amount": 2, "character": "takeda-harunobu", "season": "1550-summer"}
    hall.do("call.issue", "bakufu", clan="hojo", **under)
    hall.do("call.answer", "team", call=4, answer="part", amount=1)
    hall.do("call.contingent", "map", call=2, army=1)
    hall.do("call.contingent", "map", call=4, army=hall.an_army("hojo", "sagami", 2))
    page = text(sign_in(app_of(hall), "bakufu").get("/bakufu/calls/"))
    of_one = page[page.index("Takeda Harunobu", page.index("commander") if "commander" in page else 0) :]
    assert of_one.index("army A1-3 in Echigo") < of_one.index("army A3-7 in Sagami")
    words = said(hall, "calls")
    assert words.count("Takeda Harunobu") >= 2
    assert verify(hall.room).same


def test_each_kind_of_call_is_a_letter_that_says_what_is_asked_by_when(hall_at):
    hall = hall_at("calls")
    words = said(hall, "calls")
    for asks in (
        "By the end of spring 1550 Takeda is to pay: 5 points.",
        "By the end of summer 1550 Uesugi is to provide: 4 counters under Takeda Harunobu.",
        "By the end of summer 1550 Takeda is to provide: Takeda Harunobu to command.",
    ):
        assert asks in words


def test_a_rebel_stands_at_the_head_of_every_page_until_it_is_lifted(hall_at, app_of):
    hall = hall_at("calls")
    app = app_of(hall)
    assert hall.ask(rebels) == {"miyoshi": "Miyoshi"}
    pages = [sign_in(app, "intelligence").get("/display/").text, app.test_client().get("/display/").text]
    assert all("In rebellion: Miyoshi" in page for page in pages)
    for desk in DESKS:
        assert "In rebellion: Miyoshi" in text(sign_in(app, desk).get("/treaties/")), desk
    assert ("takeda", "The Bakufu declares Miyoshi in rebellion. Whoever attacks it breaks no promise.") in told_of(
        hall, "rebellion"
    )
    hall.do("rebellion.lift", "bakufu", clan="miyoshi")
    assert "In rebellion" not in app.test_client().get("/display/").text
    for desk in DESKS:
        assert "In rebellion: Miyoshi" not in text(sign_in(app, desk).get("/treaties/")), desk


def test_a_call_is_a_letter_with_the_answers_to_tick_and_its_code_opens_it(hall_at):
    hall = hall_at("calls")
    words = said(hall, "calls", clan="takeda")
    assert "By the end of spring 1550 Takeda is to pay: 5 points." in words
    assert "We beg leave, since" in words
    assert any(code.endswith("/c/C1-F") for code in codes_on(pdf_of(hall, "calls")))


def test_a_judgement_names_what_it_settles_takes_its_costs_and_is_served_on_paper(hall_at, app_of):
    hall = hall_at("petitions")
    uesugi, treasury = points(hall, "uesugi", "bakufu")
    verdict = {"verdict": "Shinano is Takeda’s.", "province": "shinano", "costs": 2, "paid_by": "uesugi"}
    hall.do("petition.decide", "bakufu", petition=1, **verdict)
    assert points(hall, "uesugi", "bakufu") == [uesugi - 2, treasury + 2]
    assert {clan for clan, _ in told_of(hall, "judgement")} == {"takeda", "uesugi"}
    app = app_of(hall)
    assert "/map/provinces/shinano/take" in sign_in(app, "game").get("/petitions/P1-J").text
    assert "which Map Control or Game Control hands over" in text(sign_in(app, "bakufu").get("/petitions/P1-J"))
    assert "It settles Shinano." in said(hall, "petitions")
    assert sign_in(app, "npd").get("/petitions/P1-J").status_code == 400


def test_a_petition_is_read_where_either_side_is_minded_and_withdrawn_by_him_alone_who_made_it(hall):
    filed = hall.do("petition.file", "team", clan="takeda", against="yuki", matter="Whose is Shimōsa?")
    assert filed.audience == " bakufu game npd team "
    refused = hall.refuse(NotThisDesk, "petition.withdraw", "npd", petition=filed.changes[0]["key"][0])
    assert refused.sentence == "Takeda alone withdraws it, where it is minded."


def test_the_job_of_the_desk_is_one_page_with_what_waits(hall_at):
    hall = hall_at("calls")
    pages = pages_of(pdf_of(hall, "bakufu_sheet"))
    assert len(pages) == 1
    assert "5 points (C1-F)" in pages[0]
    assert "In rebellion: Miyoshi." in pages[0]


def test_a_call_whose_season_has_passed_waits_for_the_bakufu_and_says_when_it_was_due(hall_at, app_of):
    hall = hall_at("calls")
    hall.next_season()
    waits = hall.ask(what_waits, hall.room.scenario, "bakufu", "Abe").mine
    silent = [thing.sentence for one in waits if one.kind == "silent" for thing in one.things]
    assert silent == ["call C1-F on Takeda, 5 points: silent"]
    assert "was due in spring 1550" in text(sign_in(app_of(hall), "bakufu").get("/bakufu/calls/"))


def test_a_call_that_was_withdrawn_says_so_and_is_no_letter_any_more(hall_at):
    hall = hall_at("calls")
    hall.do("call.withdraw", "bakufu", call=1, reason="it was paid in silk")
    assert stands(hall, "C1-F") == "withdrawn"
    assert "is to pay: 5 points" not in said(hall, "calls")
    assert "is to provide" in said(hall, "calls")


def test_who_paid_a_part_is_reminded_of_the_rest(hall):
    for clan in ("takeda", "uesugi"):
        hall.do("call.issue", "bakufu", clan=clan, kind="points", amount=3, season="1550-summer")
        hall.do("call.answer", "team", call=len(hall.rows("call")), answer="part", amount=1)
    hall.do("call.answer", "team", call=2, answer="obeys")
    hall.next_season()
    code = hall.rows("call")[0]["code"]
    reminded = [(clan, said) for clan, said in told_of(hall, "call") if "due this season" in said]
    assert reminded == [("takeda", f"2 points of the call {code} of the Bakufu are due this season.")]
