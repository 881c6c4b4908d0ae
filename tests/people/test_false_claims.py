"""Titles claimed falsely, services that titles reward, and the patent of a title (handbook 4; R28, R30)."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.journal.state_questions import state
from control.kernel.proof.verify import verify
from control.sengoku.rows import FalseClaim, HonourProposal
from control.sengoku.world.ledger.ledger_questions import balance
from tests.battle.test_levies import told_of
from tests.conftest import sign_in
from tests.games import CLAIM
from tests.paper.reading import said


def known(hall, desk):
    """The false claims that a desk knows of."""
    return [one["character"] for one in hall.ask(state, desk).get("false_claims", [])]


def test_a_false_claim_is_no_title_and_the_bakufu_hears_of_it_when_it_is_discovered(hall_at, app_of):
    hall = hall_at("claimed")
    app = app_of(hall)
    assert {desk: known(hall, desk) for desk in ("team", "npd", "bakufu", "map")} == {
        "team": ["obu-toramasa"], "npd": [], "bakufu": [], "map": []
    }  # fmt: skip
    assert "Constable of Kai <" not in sign_in(app, "bakufu").get("/services/").text
    assert told_of(hall, "title") == []
    hall.do("title.discover", "team", claim=CLAIM)
    assert known(hall, "bakufu") == ["obu-toramasa"]
    assert ("bakufu", "Obu Toramasa claims falsely to be Constable of Kai.") in told_of(hall, "title")
    proposed = hall.get(HonourProposal, 2)
    assert (proposed.reason, proposed.character) == ("false-title", "obu-toramasa")


def test_a_service_is_paid_at_once_and_a_grant_points_to_it_with_the_whole_chain_on_the_patent(hall_at):
    hall = hall_at("start")
    rice = hall.ask(balance, "takeda")[0]
    gift = {"to": "emperor", "kind": "rice", "amount": 2, "note": "a roof for the palace"}
    hall.do("service.record", "team", clan="takeda", **gift)
    assert hall.ask(balance, "takeda")[0] == rice - 2
    title = {"kind": "court_rank", "rank": 7, "character": "takeda-harunobu", "service": 1}
    chain = {"authority": "emperor", "recommended_by": "shogun", "asked_by": "Lord Takeda"}
    entry = hall.do("title.grant", "game", **title, **chain)
    assert "asked for by Lord Takeda, granted by the Emperor, on the recommendation of the Shogun Ashikaga" in (
        entry.sentence
    )
    words = said(hall, "patents")
    assert "Noble of the 7th rank" in words
    assert "It was asked for by Lord Takeda. It was granted by the Emperor, on the recommendation of" in words


def test_the_bakufu_learns_of_no_claim_by_a_refusal_nor_by_a_number(hall_at):
    hall = hall_at("claimed")
    seen = hall.do("title.claim_falsely", "bakufu", character="obu-toramasa", kind="constable", province="kai")
    assert seen.sentence == "Obu Toramasa claims falsely to be Constable of Kai. It was discovered."
    assert known(hall, "bakufu") == ["obu-toramasa"]
    assert hall.count(FalseClaim) == 1
    again = {"character": "obu-toramasa", "kind": "constable", "province": "kai"}
    hall.refuse(ChangedElsewhere, "title.claim_falsely", "bakufu", **again)
    other = {"character": "oda-nobunaga", "kind": "court_rank"}
    assert hall.do("title.claim_falsely", "team", **other, rank=8).number < 0
    assert hall.do("title.claim_falsely", "team", **other, rank=7, discovered=True).changes[0]["key"] == [1]
    assert verify(hall.room).same


def test_what_was_claimed_falsely_and_given_since_is_discovered_no_more(hall_at, app_of):
    hall = hall_at("start")
    title = {"character": "obu-toramasa", "kind": "court_rank", "rank": 8}
    hall.do("title.claim_falsely", "team", **title)
    (claim,) = hall.numbers("false_claim")
    team = sign_in(app_of(hall), "team")
    assert "It is discovered" in team.get("/services/").text
    hall.do("title.grant", "game", **title, authority="emperor", force="a gift")
    page = team.get("/services/").text
    assert "It is discovered" not in page
    assert "he holds it by now" in page
    refused = hall.refuse(OrderNotAllowed, "title.discover", "team", claim=claim)
    assert (refused.field, "in truth by now" in refused.sentence) == ("claim", True)
