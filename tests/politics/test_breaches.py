"""Broken bonds: what is marked before, asked after, and what comes of the answer (R35, R36, R38)."""

from __future__ import annotations

from html import unescape
from urllib.parse import unquote

import pytest
from sqlalchemy import update

from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry, Ruling
from control.sengoku.politics.bonds.breaches_questions import suspicions
from control.sengoku.rows import Army, Character, Notice, Treaty
from control.sengoku.season import gate_questions as gate
from control.sengoku.world.bonds.hostages_questions import hostages
from control.sengoku.world.ledger.ledger_questions import balances, world_sum
from tests.conftest import sign_in
from tests.test_pages import read

HEIR = "takeda-yoshinobu"


def asked(hall):
    """What is asked at the gate."""
    return hall.ask(suspicions)


def proposed(hall):
    """Whose honour is proposed to change, and for which reason."""
    return [(row["clan"], row["reason"]) for row in hall.rows("honour_proposal")]


def balances_of(hall):
    """What every clan has."""
    return {clan: sum(points) for clan, points in hall.ask(balances).items()}


def sworn(hall, desk="team", **more):
    """Takeda and Uesugi are at peace; Takeda's heir answers for it."""
    order = {"kind": "peace", "one": "takeda", "other": "uesugi", **more}
    return hall.do("treaty.record", desk, **order)


def attacked(hall):
    """Takeda's army goes into Echigo and attacks Uesugi's there."""
    hall.an_army("uesugi", "echigo", 5)
    hall.comes("takeda", "shinano", "echigo", 5)
    hall.settle(attacker="takeda", defender="uesugi")


@pytest.fixture
def broken(hall):
    """A peace sworn with a hostage, and the attack that breaks it."""
    sworn(hall, hostages=[HEIR])
    attacked(hall)
    return hall


def test_an_attack_before_the_bond_was_made_is_not_asked_about(hall):
    attacked(hall)
    sworn(hall)
    assert asked(hall) == []


def test_what_looks_like_a_breach_stands_at_the_gate_and_keeps_no_season_from_ending(broken):
    found = asked(broken)
    assert [(one.by, one.what) for one in found] == [
        ("takeda", "Takeda attacked Uesugi in Echigo"),
        ("takeda", "army A2-5 of Takeda entered Echigo without leave"),
    ]
    with broken.room.store.read() as session:
        listed = gate.still_open(session)
        assert [one.sentence for one in listed if one.kind == "breach"] == [one.sentence for one in found]
        assert "breach" not in [one.kind for one in gate.must_be_settled(listed)]


def test_who_attacked_is_asked_about_also_after_the_roles_have_changed(broken):
    before = asked(broken)
    broken.fight(3)
    broken.fight(3, 2, swap_roles=True)
    assert asked(broken) == before


def test_an_attack_that_was_called_off_is_asked_about_only_if_it_is_made_again(broken):
    broken.end()
    assert [one.what for one in asked(broken)] == ["army A2-5 of Takeda entered Echigo without leave"]
    broken.do("encounter.call", province="echigo", clans=["uesugi", "takeda"], reason="once more")
    broken.settle(2, attacker="takeda", defender="uesugi")
    assert [one.what for one in asked(broken)].count("Takeda attacked Uesugi in Echigo") == 1


def test_what_was_answered_of_an_attack_holds_for_the_battle_that_is_called_anew(broken):
    for one in asked(broken):
        order = {"by": one.by, "what": one.what, "fact": one.fact, "reason": "They had leave by letter"}
        broken.do("treaty.no_breach", "game", treaty=one.treaty, **order)
    broken.end(anew=True)
    broken.do("encounter.call", province="echigo", clans=["uesugi", "takeda"], reason="once more")
    broken.settle(2, attacker="takeda", defender="uesugi")
    assert asked(broken) == []
    broken.end(2, anew=True)
    broken.do("encounter.call", province="echigo", clans=["uesugi", "takeda"], reason="the other way round")
    broken.settle(3, attacker="uesugi", defender="takeda")
    assert [one.what for one in asked(broken)] == ["Uesugi attacked Takeda in Echigo"]


def test_a_breach_ends_the_bond_tells_both_proposes_honour_by_strength_and_asks_about_the_hostage(broken):
    entry = broken.do("treaty.breach", "game", treaty=1, by="takeda", what="it attacked in Echigo", force="all saw it")
    assert entry.sentence == (
        "Takeda broke its word (Takeda at peace with Uesugi): it attacked in Echigo. What becomes of Takeda Yoshinobu "
        "is asked of those who hold him. Forced: all saw it."
    )
    bond = broken.get(Treaty, 1)
    assert (bond.ended, bond.broken_by) == (True, "takeda")
    assert proposed(broken) == [("takeda", "hostages-forsaken")]
    told = [row for row in broken.rows("notice") if row["kind"] == "breach"]
    heard = {row["clan"] for row in broken.rows("notice_to") if row["notice"] == told[0]["id"]}
    assert {"takeda", "uesugi"} <= heard
    assert asked(broken) == []
    assert [(one.id, one.keeper.id) for one in broken.ask(hostages, "team") if one.asked] == [(HEIR, "uesugi")]
    kept = broken.do("hostage.keep", "team", character=HEIR, note="he is a good boy")
    assert kept.sentence == ("Uesugi keeps Takeda Yoshinobu, though his clan broke its word. Note: he is a good boy.")
    assert not [one for one in broken.ask(hostages, "team") if one.asked]
    assert verify(broken.room).same


@pytest.mark.parametrize(("strength", "reason"), [(1, "word-broken"), (2, "treaty-broken")])
def test_what_a_breach_costs_goes_by_the_strength_of_the_bond(hall, strength, reason):
    sworn(hall, strength=strength)
    hall.do("treaty.breach", "team", treaty=1, by="uesugi", what="it closed the road")
    assert proposed(hall) == [("uesugi", reason)]


def test_of_a_bond_that_both_gave_hostages_for_only_those_of_the_breaker_are_asked_about(hall):
    sworn(hall, hostages=[HEIR, "nagao-masakage"])
    hall.do("treaty.breach", "game", treaty=1, by="takeda", what="it attacked", force="all saw it")
    assert {one.id: one.asked for one in hall.ask(hostages, "team")} == {HEIR: True, "nagao-masakage": False}


def test_of_a_breach_that_team_control_may_not_know_no_honour_is_proposed(hall):
    bond = sworn(hall, "game", audience="some", known_to=["map"]).changes[0]["key"][0]
    said = hall.do("treaty.breach", "map", treaty=bond, by="takeda", what="it attacked").sentence
    assert "Team Control may not know, so no honour is proposed." in said
    assert proposed(hall) == []


def test_a_head_of_a_clan_who_forsakes_hostages_is_declared_a_breaker_by_two_umpires(broken):
    order = {"treaty": 1, "what": "it attacked in Echigo"}
    waits = broken.do("treaty.breach", "team", by="takeda", **order)
    assert waits.sentence.startswith("Waits for a second umpire (the head of a clan breaks a bond sworn with hostages)")
    assert broken.get(Treaty, 1).ended is False
    broken.do("confirmation.give", "game", confirmation=1)
    assert broken.get(Treaty, 1).broken_by == "takeda"
    assert verify(broken.room).same


@pytest.mark.parametrize("more", [{"strength": 2}, {"one": "obu-toramasa", "strength": 3, "force": "a test"}])
def test_a_bond_without_hostages_or_of_a_lesser_man_is_broken_by_one_umpire(hall, more):
    sworn(hall, "game", **more)
    assert hall.do("treaty.breach", "team", treaty=1, by="takeda", what="it attacked").sentence.startswith(
        "Takeda broke"
    )


def test_a_hidden_breach_that_waits_is_hidden_until_it_is_done(hall):
    secret = {"audience": "some", "known_to": ["map", "team"]}
    bond = sworn(hall, "game", strength=3, force="a test", **secret).changes[0]["key"][0]
    hidden = hall.do("treaty.breach", "map", treaty=bond, by="takeda", what="it attacked")
    given = hall.do("confirmation.give", "game", confirmation=hidden.changes[0]["key"][0])
    assert [hidden.audience, given.audience] == [" game map ", " game map team "]
    assert [hidden.number < 0, given.number < 0, hall.get(Treaty, bond).ended] == [True] * 3
    assert verify(hall.room).same


def test_who_kills_a_hostage_loses_honour_only_if_no_promise_was_broken(hall):
    sworn(hall, hostages=[HEIR])
    hall.do("hostage.hand_over", character="oda-nobunaga", to="imagawa")
    hall.do("hostage.kill", "team", character="oda-nobunaga", reason="a whim")
    assert proposed(hall) == [("oda", "hostage-killed"), ("imagawa", "hostage-murdered")]
    hall.do("treaty.breach", "game", treaty=1, by="takeda", what="it attacked", force="all saw it")
    hall.do("hostage.kill", "team", character=HEIR, reason="they broke their word")
    assert proposed(hall)[2:] == [("takeda", "hostages-forsaken"), ("takeda", "hostage-killed")]


def test_what_was_no_breach_is_a_ruling_and_is_not_asked_again(broken):
    for one in asked(broken):
        order = {"by": one.by, "what": one.what, "fact": one.fact, "reason": "They had leave by letter"}
        broken.do("treaty.no_breach", "game", treaty=one.treaty, **order)
    assert asked(broken) == []
    assert broken.get(Treaty, 1).ended is False
    assert broken.get(Ruling, 1).ruling == "R35"


def test_who_attacks_a_rebel_breaks_no_promise_though_the_rebellion_is_lifted_later(hall):
    sworn(hall)
    first = hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.undo(first.number)
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    attacked(hall)
    assert asked(hall) == []
    lifted = hall.do("rebellion.lift", "bakufu", clan="uesugi")
    assert asked(hall) == []
    hall.undo(lifted.number)
    assert asked(hall) == []


def test_who_attacked_before_a_rebellion_or_attacks_after_it_breaks_his_promise(broken):
    found = asked(broken)
    assert len(found) == 2
    declared = broken.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    assert asked(broken) == found, "they had promised it, when they attacked"
    broken.do("rebellion.lift", "bakufu", clan="uesugi")
    assert asked(broken) == found
    broken.undo(broken.entries()[-1].number)
    broken.undo(declared.number)
    broken.do("rebellion.declare", "bakufu", clan="takeda", reason="silence")
    assert asked(broken) == found, "a rebel is bound still"


def test_who_attacks_once_a_rebellion_is_lifted_breaks_his_promise(hall):
    sworn(hall)
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.do("rebellion.lift", "bakufu", clan="uesugi")
    attacked(hall)
    assert len(asked(hall)) == 2


def an_army_came(hall):
    """Takeda's army comes into Echigo, where another of Uesugi meets it; its number."""
    hall.an_army("uesugi", "echigo", 5)
    hall.comes("takeda", "shinano", "echigo", 5)
    return hall.numbers("army")[-1]


def meddle(hall, army):
    """What happens to an army where it stands: a counter set right, a battle, and a round of it."""
    hall.correct("army", army, "troops", 4)
    hall.settle(attacker="uesugi", defender="takeda")
    hall.fight(3)


def test_since_when_an_army_is_there_is_when_it_came_and_not_when_it_was_touched_last(hall):
    sworn(hall)
    army = an_army_came(hall)
    found = [one.what for one in asked(hall)]
    assert found == ["army A2-5 of Takeda entered Echigo without leave"]
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    meddle(hall, army)
    assert [one.what for one in asked(hall) if one.by == "takeda"] == found, "it came before the rebellion was declared"


def test_an_army_that_came_while_a_rebellion_allowed_it_may_be_touched_once_that_is_lifted(hall):
    sworn(hall)
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    army = an_army_came(hall)
    hall.do("rebellion.lift", "bakufu", clan="uesugi")
    meddle(hall, army)
    assert [one.what for one in asked(hall) if one.by == "takeda"] == []


def test_an_army_that_was_there_when_a_bond_was_sworn_has_not_entered_against_it(hall):
    army = an_army_came(hall)
    sworn(hall)
    meddle(hall, army)
    assert [one.what for one in asked(hall) if one.by == "takeda"] == []


def test_an_army_that_is_brought_back_by_an_undo_came_when_it_came(hall):
    sworn(hall)
    army = an_army_came(hall)
    found = asked(hall)
    gone = hall.correct("army", army, "province", "shinano")
    assert asked(hall) == []
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.undo(gone.number)
    assert asked(hall) == found


def test_only_whoever_is_bound_can_have_broken_a_bond(broken):
    error = broken.refuse(OrderNotAllowed, "treaty.breach", "game", treaty=1, by="hojo", what="it attacked")
    assert (error.field, error.ruling) == ("by", "R35")
    assert broken.refuse(OrderNotAllowed, "hostage.keep", "team", character=HEIR).field == "character"


def test_what_agrees_with_the_one_an_alliance_is_against_is_marked_for_those_who_may_know_the_alliance(hall, app_of):
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", against=["uesugi"], audience="secret")
    hall.do("treaty.record", "team", kind="passage", one="takeda", other="uesugi")
    hall.do(
        "edict.issue", "bakufu", authority="bakufu", title="Takeda", text="The house of Hōjō shall march on Takeda."
    )
    army, app = hall.an_army("takeda", "shinano", 5, experience=4), app_of(hall)
    [edict] = [row["code"] for row in hall.rows("edict")]
    promise = "Takeda allied with Hōjō against Uesugi, a word of honour"
    marks = {
        f"/armies/{army}/order?route=echigo": f"Takeda has leave to enter Echigo: {promise}.",
        "/treaties/": f"Goes against: {promise}",
        f"/edicts/{edict}": f"Names both of: {promise}. Does it speak against that?",
    }

    def shown(desk):
        sat = sign_in(app, desk)
        return [words in " ".join(sat.get(address).text.split()) for address, words in marks.items()]

    assert shown("game") == [True] * 3
    assert shown("map") == [False] * 3
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="oda", against=["imagawa"])
    hall.do("treaty.record", "team", kind="alliance", one="hojo", other="yuki", against=["uesugi"])
    order = sign_in(app, "game").get(f"/armies/{army}/order?route=echigo").text
    assert order.count("has leave to enter") == 1, "not against him, and not the army's own"


@pytest.mark.parametrize(("known_to", "heard"), [(["map", "npd"], {"takeda", "yuki"}), (["npd"], set())])
def test_of_a_hidden_bond_that_is_broken_its_parties_alone_hear_where_every_desk_that_tells_it_may_know(
    hall, known_to, heard
):
    hidden = {"audience": "some", "known_to": known_to}
    hall.do("treaty.record", "team", kind="peace", one="takeda", other="yuki", **hidden)
    [bond] = hall.numbers("treaty")
    hall.do("treaty.breach", "team", treaty=bond, by="takeda", what="it burned a granary")
    told = [row["id"] for row in hall.rows("notice") if row["kind"] == "breach"]
    assert {row["clan"] for row in hall.rows("notice_to") if row["notice"] in told} == heard


def test_an_edict_that_names_one_party_alone_is_not_marked(hall, app_of):
    sworn(hall)
    hall.do("edict.issue", "bakufu", authority="bakufu", title="Order", text="Takeda shall keep Kai in order.")
    assert "Names both of" not in sign_in(app_of(hall), "bakufu").get("/edicts/").text


def test_a_bond_is_marked_where_an_order_or_a_phase_speaks_against_it_for_those_who_may_know(hall, app_of):
    words = "Takeda has no leave to enter Echigo: Takeda at peace with Uesugi, a word of honour."
    hall.an_army("uesugi", "echigo", 5)
    army = hall.an_army("takeda", "shinano", 5, experience=4)
    sworn(hall, audience="secret")
    app = app_of(hall)
    pages = (f"/armies/{army}/order?route=echigo", f"/orders/{army}/draft?route=echigo", "/map/phase")

    def shown(desk):
        sat = sign_in(app, desk)
        return [words in " ".join(sat.get(address).text.split()) for address in pages]

    hall.march(army, "echigo")
    assert shown("map") == [False] * 3
    assert shown("game") == [True] * 3
    [number] = hall.numbers("treaty")
    hall.do("treaty.tell", "team", treaty=number, audience="some", known_to="map")
    assert shown("map") == [True] * 3


def test_the_land_of_a_clan_in_rebellion_is_entered_without_a_reminder(hall, app_of):
    sworn(hall)
    army = hall.an_army("takeda", "shinano", 5, experience=4)
    game = sign_in(app_of(hall), "game")

    def reminded():
        return "has no leave to enter" in game.get(f"/armies/{army}/order?route=echigo").text

    assert reminded()
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    assert not reminded()


def test_a_broken_secret_stays_with_those_who_knew_it(hall, app_of):
    sworn(hall, audience="secret", terms="a word of silk")
    attacked(hall)
    fact = asked(hall)[0]
    sat = sign_in(app_of(hall), "game")
    page = sat.get(f"/treaties/{fact.treaty}/breach?fact={fact.fact}").text
    assert "Takeda attacked Uesugi in Echigo." in page
    sat.post(f"/treaties/{fact.treaty}/breach", data={"by": fact.by, "what": fact.what, "fact": fact.fact}, answers=303)
    with hall.room.store.read() as session:
        for desk in ("map", "npd", "bakufu", "intelligence"):
            seen = str(state(session, desk))
            assert "silk" not in seen
            assert "broke its word" not in seen
        assert len(state(session, "team")["breaches"]) == 1
    for desk in ("map", "npd"):
        other = sign_in(app_of(hall), desk)
        assert other.get(f"/treaties/{fact.treaty}/breach").status_code == 400
        assert "broken by" not in other.get("/treaties/").text


def test_hostages_stand_on_their_page_both_ways_with_the_bonds_that_a_desk_may_know(hall, app_of):
    sworn(hall, hostages=[HEIR], audience="secret")
    app = app_of(hall)
    for desk in ("team", "game", "map", "npd"):
        page = " ".join(sign_in(app, desk).get("/treaties/hostages?clan=takeda").text.split())
        assert "At Uesugi’s table" in page
        assert 'Takeda Yoshinobu <span class="hint">heir</span>' in page
        assert "1 of its own sits elsewhere: Takeda Yoshinobu with Uesugi" in page
        assert ("answers for: Takeda at peace with Uesugi" in page) is (desk in ("team", "game"))
        [row] = hall.ask(state, desk)["hostages"]
        assert (row["character"], row["keeper"], bool(row["treaties"])) == (HEIR, "uesugi", desk in ("team", "game"))
    team = sign_in(app, "team")
    moved = {"character": "Takeda Yoshinobu", "to": "Hojo", "key": "a"}
    assert team.post("/treaties/hostages/hand_over", data=moved).status_code == 303
    assert hall.get(Character, HEIR).held_by == "hojo"
    assert team.post("/treaties/hostages/escape", data={"character": HEIR, "key": "b"}).status_code == 303
    assert hall.get(Character, HEIR).held_by is None


def test_what_a_vassal_owes_is_paid_once_a_year_and_seen_by_whoever_keeps_his_books(hall_at, app_of):
    hall = hall_at("vassals")
    app = app_of(hall)

    def shown(desk):
        return " ".join(sign_in(app, desk).get("/treaties/vassals").text.split())

    assert "not paid yet" in shown("team")
    assert "not paid yet" not in shown("map")
    before = balances_of(hall)
    assert sign_in(app, "team").post("/treaties/1/dues", data={"points": "20", "key": "a"}).status_code == 303
    after = balances_of(hall)
    assert (after["takeda"] - before["takeda"], after["uesugi"] - before["uesugi"]) == (20, -20)
    assert "not paid yet" not in shown("team")
    assert "not due yet" in shown("team"), "a bale of silk, in a winter after the bond was made"
    error = hall.refuse(OrderNotAllowed, "treaty.pay", "team", treaty=1)
    assert error.field == "points"
    assert hall.ask(world_sum).right
    assert verify(hall.room).same


def test_dues_are_not_paid_into_the_books_of_a_desk_that_may_not_know_why(hall):
    sworn(hall, kind="vassalage", one="yuki", other="takeda", owes=5, audience="secret")
    [number] = hall.numbers("treaty")
    assert "may not know" in hall.refuse(OrderNotAllowed, "treaty.pay", "team", treaty=number).sentence


def test_the_door_knows_at_whose_table_a_player_sits_who_is_a_hostage(hall, app_of):
    row = {"name": "Anna Meier", "clan": "takeda", "character": HEIR}
    hall.do("player.import", "game", rows=[row])
    sworn(hall, hostages=[HEIR])
    door = sign_in(app_of(hall), "npd").get("/casting/door/").text
    assert "hostage, with Uesugi" in door
    tapped = sign_in(app_of(hall), "npd").get("/casting/door/?last=1").text
    assert "he sits at the table of Uesugi" in tapped


def test_what_looks_like_a_breach_leads_to_what_is_asked_of_that_bond(hall, app):
    sworn(hall)
    attacked(hall)
    game = sign_in(app, "game")
    links = read(game.get("/season/")).links()
    for one in asked(hall):
        (link,) = [link for link in links if unquote(link) == f"/treaties/{one.treaty}/breach?fact={one.fact}"]
        assert one.what in unescape(game.get(link).text)


def this_season(hall):
    """The present season, as bonds write it."""
    game = hall.state()[("game", 1)]
    return f"{game['year']}-{game['season']}"


def test_a_bond_that_ran_out_after_the_deed_is_asked_about_still_and_answered(hall):
    sworn(hall, until=this_season(hall), hostages=[HEIR])
    attacked(hall)
    found = asked(hall)
    assert len(found) == 2
    hall.fight(3)
    hall.next_season()
    assert asked(hall) == found
    one = found[0]
    hall.do("treaty.breach", "game", treaty=1, by=one.by, what=one.what, fact=one.fact, force="all saw it")
    assert hall.get(Treaty, 1).broken_by == "takeda"
    assert [one.id for one in hall.ask(hostages, "team") if one.asked] == [HEIR]
    assert asked(hall) == []
    assert verify(hall.room).same


@pytest.mark.parametrize("desk", ["team", "game"])
def test_a_bond_that_ran_out_and_is_renewed_is_asked_about_still(hall, desk):
    bond = sworn(hall, desk, until=this_season(hall), audience="public" if desk == "team" else "secret")
    attacked(hall)
    hall.fight(3)
    hall.next_season()
    before = asked(hall)
    assert len(before) == 2, "the attack, and that he came"
    hall.do("treaty.renew", desk, treaty=bond.changes[0]["key"][0], until="1552-spring")
    assert asked(hall) == before
    for one in before:
        order = {"by": "takeda", "what": one.what, "fact": one.fact, "reason": "They had leave by letter"}
        hall.do("treaty.no_breach", "game", treaty=one.treaty, **order)
    assert asked(hall) == []
    assert verify(hall.room).same


def test_an_older_game_is_not_asked_at_once_about_all_bonds_that_have_ended(hall):
    sworn(hall)
    sworn(hall, kind="other", terms="no fires near the border")
    attacked(hall)
    hall.do("treaty.end", treaty=1, reason="it is over")
    with hall.room.store.write() as session:
        session.execute(update(JournalEntry).values(made_with="0047"))
    assert {one.treaty for one in asked(hall)} == {2}, "of one that stands it was asked before"


def test_a_bond_that_has_ended_is_opened_by_nothing_but_what_is_asked(hall):
    sworn(hall)
    attacked(hall)
    (one, *_others) = asked(hall)
    hall.do("treaty.end", treaty=1, reason="it is over")
    order = {"treaty": 1, "by": "takeda", "what": "it attacked"}
    for fact in ("battle:9:takeda:uesugi", "whatever"):
        error = hall.refuse(OrderNotAllowed, "treaty.breach", "game", **order, fact=fact)
        assert (error.field, "stands at the gate" in error.sentence) == ("fact", True)
    hall.do("treaty.breach", "game", **order, fact=one.fact)


def test_what_is_done_after_a_bond_ran_out_breaks_it_no_more(hall):
    sworn(hall, until=this_season(hall))
    hall.next_season()
    attacked(hall)
    assert asked(hall) == []


@pytest.mark.parametrize("audience", ["public", "secret"])
def test_a_bond_that_was_ended_after_the_deed_is_asked_about_still_and_answered(hall, audience):
    bond = sworn(hall, "game", audience=audience).changes[0]["key"][0]
    attacked(hall)
    found = asked(hall)
    hall.do("treaty.end", "game", treaty=bond, reason="it is over")
    assert asked(hall) == found
    no = hall.refuse(OrderNotAllowed, "treaty.breach", "game", treaty=bond, by="takeda", what="it attacked")
    assert "has ended already" in no.sentence
    order = {"by": "takeda", "what": found[0].what, "fact": found[0].fact, "reason": "They had leave by letter"}
    hall.do("treaty.no_breach", "game", treaty=bond, **order)
    assert asked(hall) == found[1:]
    order = {"by": "takeda", "what": found[1].what, "fact": found[1].fact}
    hall.do("treaty.breach", "game", treaty=bond, **order)
    assert asked(hall) == []
    assert hall.refuse(OrderNotAllowed, "treaty.breach", "game", treaty=bond, **order).field == "treaty"
    assert verify(hall.room).same


@pytest.mark.parametrize("audience", ["public", "secret"])
def test_what_is_done_after_a_bond_was_ended_breaks_it_no_more(hall, audience):
    bond = sworn(hall, "game", audience=audience).changes[0]["key"][0]
    hall.do("treaty.end", "game", treaty=bond, reason="it is over")
    attacked(hall)
    assert asked(hall) == []


def test_who_had_leave_when_he_came_has_entered_with_leave_though_that_bond_has_ended(hall):
    sworn(hall)
    sworn(hall, kind="alliance")
    hall.comes("takeda", "shinano", "echigo", 5)
    hall.do("treaty.end", treaty=2, reason="it is over")
    assert asked(hall) == []


def test_who_is_split_off_came_with_those_he_was_split_from(hall):
    sworn(hall)
    army = an_army_came(hall)
    found = asked(hall)
    hall.do("rebellion.declare", "bakufu", clan="uesugi", reason="silence")
    hall.do("rebellion.lift", "bakufu", clan="uesugi")
    hall.settle(outcome="parley")
    hall.do("army.split", army=army, general="anayama-nobutomo", troops=2)
    other = hall.numbers("army")[-1]
    assert other != army
    assert asked(hall) == found
    one = found[0]
    order = {"by": one.by, "what": one.what, "fact": one.fact, "reason": "They had leave by letter"}
    hall.do("treaty.no_breach", "game", treaty=1, **order)
    assert asked(hall) == []
    hall.do("army.split", army=army, general="obu-toramasa", troops=1)
    assert asked(hall) == []


def went_through(hall):
    """Takeda's army goes into Echigo, though nobody let it, and its people let it go on to Kozuke; its number."""
    army = hall.an_army("takeda", "shinano", 5, 4)
    hall.march(army, "echigo", "kozuke")
    hall.phases(1)
    hall.settle(outcome="pass")
    hall.phases(2)
    assert hall.get(Army, army).province == "kozuke"
    return army


def test_an_entry_is_asked_about_also_after_the_army_has_marched_on_and_in_later_seasons(hall):
    sworn(hall)
    army = went_through(hall)
    found = asked(hall)
    assert hall.get(Army, army).province == "kozuke"
    assert [one.what for one in found] == [f"army {hall.get(Army, army).code} of Takeda entered Echigo without leave"]
    for _ in range(2):
        hall.next_season()
        assert [one.fact for one in asked(hall)] == [one.fact for one in found]
    one = found[0]
    hall.do("treaty.no_breach", "game", treaty=1, by=one.by, what=one.what, fact=one.fact, reason="They had leave")
    assert asked(hall) == []


def cleared(hall, one):
    """Game Control rules that what is asked was no breach."""
    order = {"by": one.by, "what": one.what, "fact": one.fact, "reason": "They had leave by letter"}
    hall.do("treaty.no_breach", "game", treaty=one.treaty, **order)


@pytest.mark.parametrize("goes_on", [True, False])
def test_an_answer_holds_for_that_entry_alone_and_not_for_a_later_one_of_the_same_army(hall, goes_on):
    sworn(hall)
    army = went_through(hall)
    (first,) = asked(hall)
    cleared(hall, first)
    assert asked(hall) == []
    hall.next_season()
    hall.march(army, "echigo", *(["shinano"] if goes_on else []))
    hall.phases(1)
    hall.settle(hall.numbers("encounter")[-1], outcome="pass")
    hall.phases(2)
    (second,) = asked(hall)
    assert second.fact != first.fact
    hall.next_season()
    assert asked(hall) == [second], "the same entry is asked about wherever the army is by then"
    cleared(hall, second)
    assert asked(hall) == []
    assert verify(hall.room).same


def test_two_entries_of_one_army_into_one_land_are_two_questions(hall):
    sworn(hall)
    army = went_through(hall)
    hall.next_season()
    hall.march(army, "echigo")
    hall.phases(1)
    first, second = asked(hall)
    cleared(hall, first)
    assert asked(hall) == [second]


def test_an_entry_that_is_made_again_after_an_undo_is_answered_yet(hall):
    sworn(hall)
    army = hall.an_army("takeda", "shinano", 5, 4)
    hall.march(army, "echigo")
    phase = hall.phases(1)
    cleared(hall, asked(hall)[0])
    hall.undo(phase.number)
    hall.phases(1)
    assert asked(hall) == []


def test_whom_the_people_let_pass_had_leave_also_in_later_seasons(hall):
    hall.do("treaty.record", "team", kind="other", one="takeda", other="yuki", terms="rice for iron")
    hall.comes("takeda", "echigo", "etchu", 5)
    assert [one.what for one in asked(hall)] == ["army A1-3 of Takeda entered Etchū without leave"]
    hall.do("locals.answer", "npd", encounter=1, answer="passage")
    assert asked(hall) == []
    hall.next_season()
    assert asked(hall) == []


def test_an_entry_that_was_taken_back_or_set_right_is_not_asked_about_later(hall):
    sworn(hall)
    army = hall.an_army("takeda", "shinano", 5, 4)
    hall.march(army, "echigo")
    phase = hall.phases(1)
    assert len(asked(hall)) == 1
    hall.undo(phase.number)
    assert asked(hall) == []
    hall.phases(1)
    hall.correct("army", army, "province", "shinano")
    hall.next_season()
    assert asked(hall) == []


def test_who_is_split_off_where_they_entered_is_no_second_entry_in_later_seasons(hall):
    sworn(hall)
    hall.comes("takeda", "shinano", "echigo", 5)
    hall.settle(outcome="pass")
    found = asked(hall)
    hall.do("army.split", army=1, general="anayama-nobutomo", troops=2)
    assert asked(hall) == found
    hall.next_season()
    assert asked(hall) == found


def test_who_had_leave_by_a_bond_that_ended_since_is_not_asked_in_later_seasons_nor_who_came_before_the_bond(hall):
    sworn(hall, kind="alliance", audience="secret")
    hall.comes("takeda", "shinano", "echigo", 5)
    hall.do("treaty.end", "game", treaty=hall.numbers("treaty")[0], reason="it is over")
    sworn(hall)
    hall.next_season()
    assert asked(hall) == []


def test_an_entry_that_was_told_before_it_was_noted_who_went_there_is_not_asked_about_later(hall):
    sworn(hall)
    hall.comes("takeda", "shinano", "echigo", 5)
    with hall.room.store.write() as session:
        session.execute(update(Notice).values(entered_by=None))
    assert len(asked(hall)) == 1, "it stands there still"
    hall.next_season()
    assert asked(hall) == []
