"""Two umpires have one page open, and one is quicker: what the other sends from his page, which shows how it was, does
nothing unseen; he is told, and what he typed stays in the form."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rows import Army, Call, News, Province, Reaction
from tests.games import CODES
from tests.tags import Html


@pytest.fixture
def two_at(hall_at, app_of):
    """Opens the browsers of Ana and Ben at a desk of a game at a stage; the hall comes with them."""

    def opened(stage, desk):
        hall = hall_at(stage)
        app = app_of(hall)
        browsers = [app.test_client() for _ in range(2)]
        for browser, name in zip(browsers, ("Ana", "Ben"), strict=True):
            assert browser.post("/sign-in", data={"code": CODES[desk], "name": name}).status_code == 303
        return hall, *browsers

    return opened


def sent_by(page, to, *words):
    """What a form of a page sends to an address as it stands, if its button or a field says these words."""
    html = Html(page.text)
    for form in html.all("form"):
        sent = {}
        for one in html.all("input", "textarea", "select"):
            value = value_of(html, one)
            if one.inside("form") is form and one.about.get("name") and value is not None:
                sent[one.about["name"]] = value
        if form.about.get("action") == to and all(word in form.words or word in sent.values() for word in words):
            return sent
    raise AssertionError(f"no form to {to} with {words}")


def value_of(html, one):
    """What a field says; None if it is a box that is not ticked."""
    if one.tag == "select":
        options = [option for option in html.all("option") if option.inside("select") is one]
        chosen = next((option for option in options if "selected" in option.about), options[0])
        return chosen.about.get("value", chosen.words)
    if one.about.get("type") in ("checkbox", "radio") and "checked" not in one.about:
        return None
    return one.about.get("value", "") or one.words.removeprefix("\n")


def old_page(ana, ben, page, to, *words, **typed):
    """Both have a page open. Ana sends a form of it, Ben then the same with what he ``typed``; his answer."""
    (first, second) = (sent_by(one.get(page), to, *words) for one in (ana, ben))
    assert first["key"] != second["key"]
    done = ana.post(to, data=first)
    assert done.status_code == 303, Html(done.text).all("body")[0].words
    return ben.post(to, data={**second, **typed})


# ---- the screens on the walls


@pytest.mark.parametrize("words", ["Map", "Remove"])
def test_a_display_that_a_colleague_pointed_is_not_pointed_on_unseen(two_at, words):
    hall, _, ben = two_at("screens", "game")
    to = "/display/desk/remove" if words == "Remove" else "/display/desk/point"
    sent = sent_by(ben.get("/display/desk/"), to, words)
    hall.do("display.point", "game", display=sent["display"], shows=["news"])
    before = hall.state()
    answer = ben.post(to, data=sent)
    assert (answer.status_code, hall.state()) == (409, before)
    assert "A colleague changed this display since you opened the page. Display “" in answer.text
    assert "shows: News now." in answer.text
    assert ben.post(to, data=sent_by(answer, to, words)).status_code == 303


def test_a_display_that_a_colleague_removed_is_not_made_anew_by_a_tap(two_at):
    hall, _, ben = two_at("screens", "game")
    sent = sent_by(ben.get("/display/desk/"), "/display/desk/point", "Map")
    hall.do("display.remove", "game", display=sent["display"])
    answer = ben.post("/display/desk/point", data=sent)
    assert (answer.status_code, "It is no more." in answer.text) == (409, True)


# ---- the news


@pytest.mark.parametrize(("what", "words"), [("move", "↓"), ("drop", "Drop"), ("release", "Release")])
def test_news_that_a_colleague_moved_or_changed_stay_where_they_are(two_at, what, words):
    hall, _, ben = two_at("screens", "game")
    sent = sent_by(ben.get("/news-desk/"), f"/news-desk/{what}", words)
    item = int(sent["item"])
    hall.do("news.edit", "game", item=item, text="A comet was seen twice.")
    answer = ben.post(f"/news-desk/{what}", data=sent)
    assert (answer.status_code, hall.get(News, item).released) == (409, False)
    assert "It reads now: “A comet was seen twice.”" in answer.text


def test_what_two_umpires_move_down_goes_down_once(two_at):
    hall, ana, ben = two_at("screens", "game")
    for text in ("The Emperor is ill.", "It snows in Kai."):
        hall.do("news.choose", "game", text=text)
    answer = old_page(ana, ben, "/news-desk/", "/news-desk/move", "↓")
    assert answer.status_code == 409
    assert hall.count(News) == len({one["spot"] for one in hall.rows("news")})


def test_nobody_releases_news_that_he_has_not_read(two_at):
    hall, _, ben = two_at("screens", "game")
    hall.do("news.choose", "game", text="The Emperor is ill.")
    sent = sent_by(ben.get("/news-desk/"), "/news-desk/release", "Release all")
    hall.do("news.choose", "game", text="A secret that is not for the hall yet.")
    answer = ben.post("/news-desk/release", data=sent)
    assert (answer.status_code, "Another umpire changed the list" in answer.text) == (409, True)
    read = sent_by(answer, "/news-desk/release", "Release all")
    assert "the size of a force" in ben.post("/news-desk/release", data=read).text  # the next thing that is asked


# ---- calls of the Bakufu


def test_an_answer_to_a_call_is_not_written_over_unseen(two_at):
    hall, _, ben = two_at("calls", "team")
    page, to = "/bakufu/calls/C2-H", "/bakufu/calls/C2-H/answer"
    sent = sent_by(ben.get(page), to)
    hall.do("call.answer", "team", call=2, answer="obeys", words="gladly")
    answer = ben.post(to, data={**sent, "answer": "refuses", "words": "We shall not go."})
    assert (answer.status_code, hall.get(Call, 2).answer) == (409, "obeys")
    assert "Somebody has written an answer down meanwhile: Uesugi obeys, 4 of 4: “gladly”." in answer.text
    assert "We shall not go." in answer.text
    again = {**sent_by(answer, to), "answer": "refuses", "words": "We shall not go."}
    assert (ben.post(to, data=again).status_code, hall.get(Call, 2).answer) == (303, "refuses")


def test_a_contingent_is_not_written_over_unseen(two_at):
    hall, _, ben = two_at("contingent", "game")
    other = hall.an_army("uesugi", troops=2)
    page, to = "/bakufu/calls/C2-H", "/bakufu/calls/C2-H/contingent"
    sent = sent_by(ben.get(page), to)
    hall.do("call.contingent", "map", call=2, army=1)
    answer = ben.post(to, data={**sent, "army": str(other)})
    assert (answer.status_code, hall.get(Call, 2).army) == (409, 1)
    assert f">{hall.get(Army, 1).code}</span> was named at another desk." in answer.text


# ---- rolls


def test_what_was_rolled_for_is_not_rolled_for_again_unseen(two_at):
    hall, ana, ben = two_at("question", "npd")
    to = "/npd/clans/yuki/answer/uesugi/passage"
    answer = old_page(ana, ben, to, to)
    assert (answer.status_code, hall.count(Reaction)) == (409, 1)
    assert "A colleague has rolled for this since you opened it." in answer.text
    assert ben.post(to, data=sent_by(answer, to)).status_code == 303  # once more, on purpose


# ---- what a colleague took away


@pytest.mark.parametrize(
    ("stage", "page", "to", "words"),
    [
        ("casting", "/casting/rota", "/casting/rota/1/end", "Perhaps a colleague has ended it."),
        ("screens", "/display/desk/", "/display/desk/remove", "It is no more."),
    ],
)
def test_what_a_colleague_took_away_is_said_to_be_gone(two_at, stage, page, to, words):
    _, ana, ben = two_at(stage, "game")
    answer = old_page(ana, ben, page, to)
    assert answer.status_code in (400, 409)
    assert words in answer.text


# ---- buttons that ask


@pytest.mark.parametrize(
    ("stage", "desk", "page", "to", "words"),
    [
        ("orders", "map", "/armies/2", "/armies/2/code", "Give a new code"),
        ("casting", "game", "/game/", "/game/new-code", ""),
        ("casting", "game", "/casting/rota", "/casting/rota/codes", "Own code"),
    ],
)
def test_the_code_that_a_colleague_gave_out_goes_on_opening(two_at, stage, desk, page, to, words):
    hall, ana, ben = two_at(stage, desk)
    answer = old_page(ana, ben, page, to, words)
    assert (answer.status_code, "Entered already by Ana at " in answer.text) == (422, True)
    assert [one.action for one in hall.entries() if one.umpire == "Ben"] == []


@pytest.mark.parametrize(("page", "to"), [("/armies/2", "/armies/2/code"), ("/game/", "/game/new-code")])
def test_whoever_means_another_code_gives_it(two_at, page, to):
    _, ana, ben = two_at("orders", "game")
    answer = old_page(ana, ben, page, to)
    twice = {} if to.endswith("/code") else {"twice": "true"}
    assert ben.post(to, data={**sent_by(answer, to, "code"), **twice}).status_code == 303


def test_a_list_that_a_colleague_typed_in_is_replaced_only_on_purpose(hall):
    state = {"year": 1551, "season": "summer"}
    perform(hall.room, Umpire("Ana", "game"), "game.begin_midway", {**state, "garrisons": [], "armies": []})
    perform(hall.room, Umpire("Ben", "game"), "game.begin_midway", {**state, "letters": []})
    with hall.untouched(), pytest.raises(OrderNotAllowed, match="Entered already by Ana") as caught:
        perform(hall.room, Umpire("Ben", "game"), "game.begin_midway", {**state, "armies": []})
    assert caught.value.field == "twice"
    perform(hall.room, Umpire("Ben", "game"), "game.begin_midway", {**state, "armies": [], "twice": True})


SWAP = {"one": "Takeda Harunobu", "other": "Oda Nobunaga"}
BREACH = {"by": "date", "what": "it sang at night", "reason": "a song"}
HALL = {"kind": "building", "province": "kai", "points": "5", "name": "Hall"}
SET_OUT = {"character": "oda-nobunaga", "province": "Kai"}
ATTITUDE = {"to": "uesugi", "attitude": "2", "reason": "a wedding"}
FIGURE = {"kind": "province", "id": "kai", "field": "raised", "value": "2", "reason": "one more"}


@pytest.mark.parametrize(
    ("stage", "desk", "to", "order"),
    [
        ("casting", "game", "/casting/swap", SWAP),
        ("question", "game", "/treaties/1/no_breach", BREACH),
        ("bonds", "team", "/treaties/1/renew", {"terms": "no tolls on salt"}),
        ("works", "team", "/works/takeda/order", HALL),
        ("winter", "team", "/letters/travel", SET_OUT),
        ("start", "npd", "/npd/clans/yuki/attitude", ATTITUDE),
        ("start", "game", "/game/correct", FIGURE),
        ("start", "game", "/game/new-code", {"desk": "team"}),
        ("honour", "game", "/honour/level", {"umpire": "Team Control", "points": "-2", "reason": "too kind"}),
        ("start", "game", "/news-desk/choose", {"text": "A comet was seen over Kyōto"}),
    ],
    ids=lambda one: one if isinstance(one, str) and one.startswith("/") else "",
)
def test_whoever_enters_what_a_colleague_entered_is_asked_and_answers_on_the_same_page(two_at, stage, desk, to, order):
    hall, ana, ben = two_at(stage, desk)
    assert ana.post(to, data={**order, "key": "of Ana"}).status_code == 303
    with hall.untouched():
        asked = ben.post(to, data={**order, "key": "of Ben"})
    assert (asked.status_code, asked.text.count("Entered already by Ana at ")) == (422, 1)
    assert 'name="twice"' in asked.text
    answered = ben.post(to, data={**order, "key": "of Ben", "twice": "true"})
    assert "Entered already" not in answered.text


TRIBUTE = {"what": "kyoto", "clan": "Oda", "how": "tribute", "points": "3"}


@pytest.mark.parametrize("how", [{}, {"how": "vassal", "points": ""}], ids=["tribute", "vassal"])
def test_what_became_of_a_lord_becomes_of_him_once(two_at, how):
    hall, ana, ben = two_at("start", "map")
    to = "/map/provinces/yamashiro/settle"
    sent = [{**sent_by(one.get(to), to), **TRIBUTE, **how} for one in (ana, ben)]
    assert ana.post(to, data=sent[0]).status_code == 303
    with hall.untouched():
        asked = ben.post(to, data=sent[1])
    assert (asked.status_code, asked.text.count("Entered already by Ana at ")) == (422, 1)
    assert asked.text.index('name="twice"') < asked.text.index('name="how"'), "it is asked before the buttons"
    assert ben.post(to, data={**sent_by(asked, to), **TRIBUTE, **how, "twice": "true"}).status_code == 303


def test_whoever_takes_a_table_over_that_a_colleague_took_over_is_asked(two_at):
    hall, ana, ben = two_at("start", "game")

    def sent(browser, **more):
        table = BytesIO(b"clan,kind,rice,cash,to,province,note\noda,event,0,3,,,a feast\n"), "books.csv"
        return browser.post("/books/import", data={"file": table, "key": f"of {len(more)} {id(browser)}", **more})

    assert sent(ana).status_code == 303
    with hall.untouched():
        asked = sent(ben)
    assert (asked.status_code, 'name="twice"' in asked.text) == (422, True)
    assert sent(ben, twice="true").status_code == 303


def test_a_sheet_that_a_colleague_typed_in_is_asked_about_on_its_page(two_at):
    hall, ana, ben = two_at("start", "game")
    sent = {"order": json.dumps({"year": 1551, "season": "summer", "garrisons": []})}
    assert ana.post("/safety/midway/begin", data={**sent, "key": "of Ana"}).status_code == 303
    with hall.untouched():
        asked = ben.post("/safety/midway/begin", data={**sent, "key": "of Ben"})
    assert (asked.status_code, 'name="twice"' in asked.text) == (422, True)
    assert ben.post("/safety/midway/begin", data={**sent, "key": "of Ben", "twice": "true"}).status_code == 303


def test_a_display_that_is_renamed_on_an_old_page_stays_as_a_colleague_pointed_it(two_at):
    hall, _, ben = two_at("screens", "game")
    sent = sent_by(ben.get("/display/desk/?change=hall"), "/display/desk/point", "Change")
    hall.do("display.point", "game", display="hall", shows=["clock"])
    answer = ben.post("/display/desk/point", data={**sent, "name": "The great hall"})
    assert (answer.status_code, "The great hall" in answer.text) == (409, True)


def test_released_news_that_a_colleague_moved_are_not_withdrawn_unseen(two_at):
    hall, _, ben = two_at("screens", "game")
    sent = sent_by(ben.get("/news-desk/"), "/news-desk/withdraw", "Withdraw")
    others = [key[1] for key, row in hall.state().items() if key[0] == "news" and row["spot"] == 1]
    way = "down" if others == [int(sent["item"])] else "up"
    hall.do("news.move", "game", item=int(sent["item"]), way=way)
    assert ben.post("/news-desk/withdraw", data=sent).status_code == 409
    assert hall.get(News, int(sent["item"])).released


def test_the_figures_of_one_row_are_set_right_together_though_a_colleague_corrected_one(two_at):
    """The walk-round shows what it corrects (``seen``): it is not asked figure by figure."""
    hall, _, ben = two_at("start", "map")
    hall.do("figure.correct", "game", kind="province", id="kai", field="unrest", value=True, reason="they riot")
    sent = sent_by(ben.get("/walk-round/kai"), "/walk-round/kai/program")
    typed = {"castle": "fortress", "unrest": "no", "reason": "as it lies there"}
    assert ben.post("/walk-round/kai/program", data={**sent, **typed}).status_code == 303
    assert (hall.get(Province, "kai").castle, hall.get(Province, "kai").unrest) == ("fortress", False)


def test_an_entry_that_a_colleague_chose_for_the_news_is_one_piece_of_news_in_whosever_words(two_at):
    hall, ana, ben = two_at("peace", "game")
    entry = next(one.number for one in hall.entries() if one.action == "battle.end")
    assert ana.post("/news-desk/choose", data={"entry": entry, "key": "of Ana"}).status_code == 303
    own = {"entry": entry, "text": "They fought, and both went home.", "key": "of Ben"}
    with hall.untouched():
        asked = ben.post("/news-desk/choose", data=own)
    assert (asked.status_code, own["text"] in asked.text) == (422, True)
    assert ben.post("/news-desk/choose", data={**own, "twice": "true"}).status_code == 303
