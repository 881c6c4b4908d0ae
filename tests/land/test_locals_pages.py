"""The desk of the clans that nobody plays: what touched them, and their dossiers; no size and no general of others."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import select

from control.kernel.errors import OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.land.locals_questions import LOWEST, dossier, kept, stand_of, touched
from control.sengoku.rows import Attitude, Character, Clan, Letter, Notice, Treaty
from control.sengoku.world.bonds.attitudes_questions import moving
from tests.conftest import sign_in
from tests.games import FORCED
from tests.tags import bare


def test_the_desk_opens_with_the_answers_that_are_to_be_given(asked):
    hall, npd = asked
    first = npd.get("/", follow_redirects=True)
    assert "Yūki answers Uesugi: an army in Etchū" in bare(first)
    assert 'href="/npd/clans/yuki/answer/uesugi/passage"' in first.text, "one tap, then the roll"
    page = bare(npd.get("/npd/touched"))
    assert "Uesugi an army in Etchū" in page
    assert "Uesugi has entered Etchū without leave." in page
    assert "7777" not in page
    assert "Kenshin" not in page
    hall.do("locals.answer", "npd", encounter=1, answer="passage")
    hall.next_season()
    hall.do("army.disband", army=1)
    hall.do("attitude.decline", "npd", proposal=1)
    assert "Nobody has touched" in bare(npd.get("/npd/touched/list"))


@pytest.mark.parametrize(
    ("more", "at"), [({"two": "5", "modifier": "2"}, "reason"), ({"two": ""}, "thrown"), ({"two": "7"}, "thrown")]
)
def test_dice_thrown_on_the_table_stay_typed_when_something_else_is_wrong(asked, more, at):
    hall, npd = asked
    with hall.untouched():
        page = npd.post("/npd/clans/yuki/answer/uesugi/passage", data={"one": "3", **more}, answers=400).text
    assert re.search(r'id="one"[^>]* value="3"', page)
    assert re.search(rf'id="two"[^>]* value="{more["two"]}"', page)
    assert ('aria-describedby="wrong-thrown"' in page) is (at == "thrown")
    assert f'id="wrong-{at}"' in page


def test_letters_treaties_and_fallen_neighbours_touch_a_clan(hall, app):
    hall.do("treaty.record", "npd", kind="peace", one="hojo", other="yuki")
    hall.do("province.take_over", "game", province="hida", clan="uesugi", how="submits")
    page = bare(sign_in(app, "npd").get("/npd/touched"))
    assert "Hōjō Hōjō at peace with Yūki" in page.replace("HOJ ", "")
    assert "submitted Hida to Uesugi" in page


@pytest.mark.parametrize(
    ("deeds", "by"),
    [
        # who bowed keeps his land, and is nobody's threat
        ([("conquest.settle", {"clan": "uesugi", "how": "vassal"})], ["uesugi"]),
        ([("conquest.settle", {"clan": "uesugi", "how": "tribute", "points": 1})], ["uesugi"]),
        # both took it, in the same season
        (
            [
                ("province.take_over", {"clan": "uesugi", "how": "force"}),
                ("province.take_over", {"clan": "takeda", "how": "force"}),
            ],
            ["uesugi", "takeda"],
        ),
        # by an undo nobody takes anything, nor by what was announced there
        ([("province.take_over", {"clan": "uesugi", "how": "force"}), ("undo", {})], []),
        (
            [
                ("troops.announce", {"clan": "takeda", "counters": 1}),
                ("province.take_over", {"clan": "uesugi", "how": "force"}),
            ],
            ["uesugi"],
        ),
    ],
)
def test_by_a_fallen_neighbour_threatens_who_took_it_then(hall, deeds, by):
    for action, order in deeds:
        if action == "undo":
            for row in hall.rows("notice_to"):
                hall.do("notice.tell", "game", recipient=row["id"])
            hall.undo(1)
        else:
            hall.do(action, "game", province="hida", force=FORCED, **order)
    yuki = next((one for one in hall.ask(touched, hall.room.scenario, "game") if one.clan.id == "yuki"), None)
    assert [one.by.id for one in (yuki.touches if yuki else ()) if one.matter == "threat"] == by


def test_a_clan_that_holds_a_temple_alone_has_neighbours_and_sees_who_stands_before_its_gates(hall):
    hall.do("clan.hand_over", "game", clan="enryaku-ji", to="npd", reason="nobody came")
    hall.an_army("miyoshi", "yamashiro", 3, 2, "miyoshi-chokei")
    hall.an_army("rokkaku", "omi", 1, 1, "rokkaku-sadayori")
    found = hall.ask(dossier, hall.room.scenario, "npd", "enryaku-ji")
    assert [(one.clan.id, one.words) for one in found.near] == [
        ("miyoshi", "an army beside it, in Yamashiro"),
        ("rokkaku", "an army beside it, in Ōmi"),
    ]
    names = {one.clan.id: one.provinces for one in found.neighbours if one.clan}
    assert "Yamashiro" in names["miyoshi"]
    assert names["rokkaku"] == ("Iga", "Ōmi")
    (yard,) = [one for one in hall.ask(touched, hall.room.scenario, "npd") if one.clan.id == "enryaku-ji"]
    assert [(one.by.id, one.matter) for one in yard.touches] == [("miyoshi", "threat"), ("rokkaku", "threat")]


def test_of_what_fell_before_the_taker_was_noted_the_holder_is_the_threat(hall):
    hall.do("troops.announce", "team", province="hida", clan="takeda", counters=1)
    hall.do("province.take_over", "game", province="hida", clan="uesugi", how="force", force=FORCED)
    hall.do("province.take_over", "game", province="hida", clan="hojo", how="force", force=FORCED)
    for row in hall.rows("notice_to"):
        hall.do("notice.tell", "game", recipient=row["id"])
    hall.undo(3)
    with hall.room.store.write() as session:
        for one in session.scalars(select(Notice)):
            one.kind, one.taker = "taken", None
    yuki = next(one for one in hall.ask(touched, hall.room.scenario, "game") if one.clan.id == "yuki")
    assert [(one.by.id, one.words) for one in yuki.touches if one.matter == "threat"] == [
        ("uesugi", "Uesugi took Hida from Takeda by force.")
    ]


def test_the_dossier_says_what_a_clan_is_wants_has_and_heard(asked):
    hall, npd = asked
    hall.do("garrison.raise", "npd", province="etchu", troops=1)
    page = bare(npd.get("/npd/clans/yuki"))
    for words in ("lies across everybody’s road", "To outlast the year", "an army in Etchū", "Garrisons: Etchū 1",
                  "Uesugi has entered Etchū without leave.", "Yūki Masakatsu", "neutral"):  # fmt: skip
        assert words in page
    assert "7777" not in page
    assert "Kenshin" not in page


def test_an_attitude_is_set_with_its_reason_and_booked_or_declined_by_one_tap(asked):
    _, npd = asked
    form = {"to": "uesugi", "attitude": "-2", "reason": "they burnt a village", "key": "a"}
    assert npd.post("/npd/clans/yuki/attitude", data=form).status_code == 303
    page = bare(npd.get("/npd/clans/yuki"))
    assert "Uesugi hostile they burnt a village" in page
    assert npd.post("/npd/proposals", data={"proposal": "1", "of": "yuki", "key": "b"}).status_code == 303
    assert "To book or decline" not in bare(npd.get("/npd/clans/yuki"))
    late = npd.post("/npd/proposals", data={"proposal": "1", "decline": "true", "key": "c"}, answers=409)
    assert "That was booked already." in bare(late)
    wrong = npd.post("/npd/clans/yuki/attitude", data={**form, "attitude": "0", "reason": "", "key": "d"})
    assert 'id="wrong-reason"' in wrong.text


def test_a_clan_handed_to_players_takes_its_dossier_with_it(hall_at, app_of):
    hall = hall_at("question")
    app = app_of(hall)
    npd, team = sign_in(app, "npd"), sign_in(app, "team")
    assert team.get("/npd/clans/yuki").status_code == 403
    hall.do("clan.hand_over", "game", clan="yuki", to="players", reason="a late team")
    assert npd.get("/npd/clans/yuki").status_code == 403
    page = bare(team.get("/npd/clans/yuki"))
    assert "lies across everybody’s road" in page
    assert "Announce troops" in page
    assert "Raise troops at once" not in page, "Only Map and Game Control do, for a clan that is played (R23)."
    assert "Raise troops at once" in bare(sign_in(app, "game").get("/npd/clans/yuki"))
    assert "Uesugi has entered Etchū without leave." in bare(team.get("/npd/touched"))
    assert team.get("/npd/clans/takeda").status_code == 403


def test_a_clan_that_does_not_exist_is_told_with_near_names(asked):
    _, npd = asked
    answer = npd.get("/npd/clans/yuuki", answers=400)
    assert 'Did you mean "Yūki"?' in unescape(bare(answer))


def test_a_touch_leads_to_a_roll_with_what_speaks_for_and_against_and_to_a_decision(asked):
    hall, npd = asked
    hall.do("attitude.set", "npd", clan="yuki", to="uesugi", attitude=-2, reason="a feud")
    at = "/npd/clans/yuki/answer/uesugi/passage"
    assert f'href="{at}"' in npd.get("/npd/touched").text
    page = bare(npd.get(at))
    for words in ("−2 They are hostile", "+1 Armies of his in or beside their land: 1", "11+ they join"):
        assert words in page
    wrong = npd.post(at, data={"one": "3", "two": "", "key": "a"})
    assert "give both, or none" in bare(wrong)
    assert npd.post(at, data={"one": "3", "two": "3", "modifier": "1", "reason": "rain", "key": "b"}).status_code == 303
    page = bare(npd.get(at))
    for words in ("Suggested: they fight", "Dice 3 and 3: 6.", "Umpire: +1 (rain).", "6: they fight."):
        assert words in page
    assert "Suggested: they fight" in bare(npd.get("/npd/touched"))
    decided = {"reaction": "1", "answer": "raises", "note": "and shut the gates", "key": "c"}
    assert npd.post(f"{at}/decide", data=decided).status_code == 303
    assert "Decided: they raise troops" in bare(npd.get(at))
    assert "7777" not in page


def test_who_is_threatened_calls_on_an_enemy_of_his_and_the_alliance_is_a_tap_away(asked):
    hall, npd = asked
    at = "/npd/clans/yuki/answer/uesugi/threat"
    assert npd.post(at, data={"one": "3", "two": "3", "key": "a"}).status_code == 303
    assert npd.post(f"{at}/decide", data={"reaction": "1", "answer": "calls", "key": "b"}).status_code == 303
    page = npd.get(at).text
    assert "Decided: they call on an enemy of his" in bare(npd.get(at))
    leads_to = re.search(r'href="([^"]+)"[^>]*>\s*Record an alliance', page)
    assert leads_to
    assert npd.get(leads_to[1]).status_code == 200
    sworn = {"kind": "alliance", "one": "yuki", "other": "takeda", "strength": 2, "against": "uesugi"}
    hall.do("treaty.record", "npd", **sworn)
    assert "Yūki allied with Takeda" in bare(npd.get("/npd/clans/yuki"))


def test_a_clan_that_nobody_plays_announces_submits_gives_hostages_marries_and_breaks_its_word_at_its_desk(hall):
    def npd(action, /, **order):
        return hall.do(action, "npd", **order).sentence

    for name, sex in (("Yuki Masahide", "male"), ("Yuki Kiku", "female")):
        npd("person.add", clan="yuki", name=name, relation="child", sex=sex)
    assert "Yūki" in npd("troops.announce", clan="yuki", province="etchu", counters=1)
    submits = {"kind": "vassalage", "one": "takeda", "other": "yuki", "owes": 5, "hostages": ["yuki-masahide"]}
    assert npd("treaty.record", **submits).startswith("Treaty: Takeda overlord of Yūki.")
    assert hall.get(Character, "yuki-masahide").held_by == "takeda"
    wedding = {"kind": "marriage", "one": "takeda", "other": "yuki", "bride": "yuki-kiku"}
    assert "weds Takeda Yoshinobu" in npd("treaty.record", **wedding, groom="takeda-yoshinobu")
    assert hall.get(Character, "yuki-kiku").clan == "takeda"
    waits = npd("treaty.breach", treaty=1, by="yuki", what="it sent no rice")
    assert waits.startswith("Waits for a second umpire")
    hall.do("confirmation.give", "game", confirmation=1)
    assert (hall.get(Treaty, 1).ended, hall.get(Treaty, 1).broken_by) == (True, "yuki")
    assert verify(hall.room).same


def test_npd_control_raises_forms_and_orders_for_its_own_from_the_dossier(asked):
    _, npd = asked
    do = "/npd/clans/yuki/do/"
    assert npd.post(do + "garrison.raise", data={"ground": "etchu", "troops": "2", "reason": "war"}).status_code == 303
    form = {"general": "yuki-masakatsu", "ground": "etchu", "troops": "2"}
    assert npd.post(do + "army.form", data=form).status_code == 303
    assert "Yūki Masakatsu in Etchū" in bare(npd.get("/npd/clans/yuki"))
    refused = npd.post(do + "army.order_march", data={"army": "1", "route": "Hida"}, answers=403)
    assert "Map Control enters the orders of Uesugi" in bare(refused)
    answer = npd.post(do + "army.order_march", data={"army": "2", "route": "Hida", "late": "they were asked late"})
    assert answer.status_code == 303, bare(answer)
    wrong = npd.post(do + "hostage.hand_over", data={"character": "", "to": "Uesugi"})
    assert 'id="wrong-character"' in wrong.text


def test_npd_control_raises_troops_and_forms_an_army_in_a_city_or_temple_too(hall, app_of):
    hall.do("clan.hand_over", "game", clan="enryaku-ji", to="npd", reason="nobody came")
    npd, do = sign_in(app_of(hall), "npd"), "/npd/clans/enryaku-ji/do/"
    for desk in ("npd", "game"):
        page = sign_in(app_of(hall), desk).get("/npd/clans/enryaku-ji").text
        assert page.count('<option value="place.enryaku-ji">') == 2, desk
    form = {"ground": "place.enryaku-ji", "troops": "2"}
    none = npd.post(do + "garrison.raise", data=form | {"ground": "", "reason": "war"}, answers=400)
    assert 'role="alert">Say in which province, or in which city or temple.</p>' in none.text
    npd.post(do + "garrison.raise", data=form | {"reason": "war"}, answers=303)
    form["general"] = "sonchin"
    more = npd.post(do + "army.form", data=form | {"troops": "3"}, answers=422)
    assert '<option value="place.enryaku-ji" selected>' in more.text, "What was chosen is kept."
    npd.post(do + "army.form", data=form, answers=303)
    army = hall.army(1)
    assert (army.clan, army.province, army.place, army.troops) == ("enryaku-ji", "yamashiro", "enryaku-ji", 2)


def test_npd_control_lets_a_hostage_go_from_the_dossier_of_the_clan_that_keeps_him(hall, app_of):
    npd = sign_in(app_of(hall), "npd")
    assert "Release a hostage" not in npd.get("/npd/clans/yuki").text
    for hostage in ("oda-nobunaga", "oda-nobuyuki"):
        hall.do("hostage.hand_over", character=hostage, to="yuki")
    page = npd.get("/npd/clans/yuki").text.partition("Release a hostage")[2].partition("</form>")[0]
    assert re.findall(r'<option value="([^"]+)"', page) == ["oda-nobunaga", "oda-nobuyuki"]
    (shown,) = re.findall(r'name="shown" value="([^"]*)"', page)
    form = {"character": "oda-nobunaga", "note": "for a horse", "shown": shown}
    assert npd.post("/npd/clans/yuki/do/hostage.release", data=form, answers=303).location == "/npd/clans/yuki"
    assert hall.get(Character, "oda-nobunaga").held_by is None
    hall.do("hostage.hand_over", character="oda-nobuyuki", to="rokkaku")
    with hall.untouched():
        late = npd.post(
            "/npd/clans/yuki/do/hostage.release", data={"character": "oda-nobuyuki", "shown": shown}, answers=409
        )
    assert "a hostage of Rokkaku since you opened this" in late.text


def test_a_clan_that_nobody_plays_has_one_page_at_its_desk_with_all_that_a_controller_has_of_his(asked):
    _, npd = asked
    answer = npd.get("/clans/yuki")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/npd/clans/yuki")
    page = npd.get("/npd/clans/yuki").text
    assert '/clans/yuki"' not in page.replace("/npd/clans/yuki", "")
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "no id stands twice"
    for words in (
        "Set an attitude",
        "Raise troops at once",
        "To tell",
        "Hostages",
    ):
        assert words in page


def test_what_is_no_question_and_no_deed_of_a_dossier_is_refused_with_a_way_back(asked):
    hall, npd = asked
    with hall.untouched():
        answer = npd.get("/npd/clans/yuki/answer/uesugi/rain", answers=400)
        assert "There is no such question. Go back to what was touched this season." in bare(answer)
        answer = npd.post("/npd/clans/yuki/do/army.disband", data={"army": "1", "key": "a"}, answers=400)
        assert "That is not done from a dossier." in bare(answer)


def test_the_dossier_names_the_hostages_a_clan_holds_and_the_letters_that_came_to_it(hall_at, app_of):
    hall = hall_at("winter")
    hall.do("hostage.hand_over", character="oda-nobunaga", to="yuki")
    letter = hall.do("letter.write", "team", sender="takeda", recipient="yuki", text="Open the pass.", post=True, die=5)
    code = hall.get(Letter, letter.changes[0]["key"][0]).code
    app = app_of(hall)
    page = bare(sign_in(app, "game").get("/npd/clans/yuki"))
    assert "hostage from Oda" in page
    assert f"Letter {code} from Takeda, winter 1551" in page
    assert f"letter {code}" in bare(sign_in(app, "npd").get("/npd/touched"))


def test_whoever_minds_no_such_clan_has_no_dossier_and_nothing_that_moves_them(asked):
    hall, _ = asked
    for desk in ("npd", "game"):
        assert "yuki" in hall.ask(lambda *asked: [one.id for one in kept(*asked)], hall.room.scenario, desk)
        assert [one.clan.id for one in hall.ask(moving, desk)] == ["yuki"]
    for desk in ("map", "intelligence", "bakufu"):
        assert hall.ask(kept, hall.room.scenario, desk) == []
        assert hall.ask(moving, desk) == []


def test_a_roll_that_only_its_desk_knows_of_is_no_roll_to_another(asked):
    hall, _ = asked
    rolled = hall.do("locals.roll", "npd", clan="yuki", to="uesugi", matter="letter", thrown=[3, 4])
    number = next(one["key"][0] for one in rolled.changes if one["table"] == "reaction")
    error = hall.refuse(OrderNotUnderstood, "locals.decide", "team", reaction=number, answer="fights")
    assert (error.field, error.sentence) == ("reaction", f'There is no reaction "{number}".')
    unknown = hall.refuse(OrderNotUnderstood, "locals.decide", "team", reaction=number + 1, answer="fights")
    assert unknown.sentence == error.sentence.replace(str(number), str(number + 1)), "as of one that never was"


def test_who_has_called_a_battle_off_has_fought_nobody(hall_at):
    hall = hall_at("battle")
    with hall.room.store.write() as session:
        session.merge(Attitude(clan="yuki", to="takeda", attitude=LOWEST, reason="", year=1550, season="spring"))

    def foes(session):
        yuki, uesugi = (session.get_one(Clan, key) for key in ("yuki", "uesugi"))
        return stand_of(session, hall.room.scenario, yuki, uesugi).foes

    hall.end()
    assert hall.ask(foes) == ()
    hall.undo(hall.entries()[-1].number)
    hall.fight(3)
    assert hall.ask(foes) == ("Takeda",)
