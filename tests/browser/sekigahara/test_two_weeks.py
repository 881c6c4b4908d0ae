"""Two tablets and a projector through the first two weeks: an overrun, a siege, a loyalty challenge that succeeds, one
that is refuted and a retreat into a castle are tapped, all else comes over the same server's API; everybody looks on.
And a battle of the real game, typed by the umpire."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from control.kernel.errors import OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sekigahara.rules.campaign.acts import Declare, Deploy, Inside, Move
from control.sekigahara.rules.campaign.campaign import as_document
from control.sekigahara.rules.combat.losses import losses_of
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.playing import apply
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.umpire.dealt import as_dealt
from tests.browser.sekigahara.test_two_tablets import STACK, on_board, whose
from tests.paper.reading import pages_of
from tests.sekigahara.campaigns import campaign
from tests.sekigahara.games import order_of, standing_in
from tests.sekigahara.stories import CASTLE, LOYAL, LOYALTY, OVERRUN, SIEGE, WANTED, script, story

BATTLE = ".spot[data-place='{place}']"


@pytest.fixture
def seed():
    return script("gmt")["seed"]


def tapped_in(told):
    """Which acts are tapped: overruns, and every act of a combat with a telling moment."""
    found, combat = set(), []
    for number, one in enumerate(told):
        combat = [*combat, number] if combat or isinstance(one.act, Declare) else []
        if one.moment == OVERRUN:
            found.add(number)
        if combat and any(told[each].moment for each in combat):
            found.update(combat)
        if combat and one.after.fight is None:
            combat = []
    return found


def send(page, button):
    """Press a button; what its form asks for is done then, and the page that says so is there."""
    with page.expect_navigation():
        with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            button.click()
        assert sent.value.ok, sent.value.url


class Hall:
    """A tablet for each side, and the projector."""

    def __init__(self, open_window, server):
        self.server, self.on = server, campaign("gmt")
        self.tablets = {side: open_window(side, side.capitalize()) for side in SIDES}
        self.wall = open_window()
        self.wall.goto("/board/")

    def all_to(self, address):
        """Both players open a page."""
        for page in self.tablets.values():
            page.goto(address)

    def tap(self, one):
        """Do an act by hand, on the page where its side is."""
        page, (name, order) = self.tablets[one.act.side], order_of(one.act)
        if isinstance(one.act, Move):
            self.move(page, one.act)
        elif isinstance(one.act, Deploy):
            pair = f"{one.act.block},{one.act.card or ''}"
            send(page, page.locator(f'.deployable form:has(input[value="{pair}"]) button'))
        else:
            form = page.locator(f'form[action$="/{name}"]')
            expect(form.first).to_be_visible()  # the page hears of what was done before it
            for field, value in order.items():
                for each in value if isinstance(value, list) else [value]:
                    sent = {True: "true", False: "false", None: "none"}.get(each, each)
                    chip = form.locator(f'.chip:has(input[name="{field}"][value="{sent}"])')
                    if chip.count() and not chip.locator("input").is_checked():
                        chip.click()
            send(page, form.get_by_role("button"))
        expect(page.locator(".told p").first).to_contain_text(" ".join(one.said.split()[:3]))
        self.stands_as(one)

    def stands_as(self, one):
        """The game is where the story is; in which order a stack moved is all the same."""
        now, wanted = (as_document(state) for state in (standing_in(self.server.room)[1], one.after))
        assert {**now, "moved": sorted(now["moved"])} == {**wanted, "moved": sorted(wanted["moved"])}, one.act

    def move(self, page, act):
        """A stack that goes whole or in part: its place is tapped, then where it goes."""
        [group] = act.groups
        page.mouse.click(*on_board(page, group.way[0]))
        form = page.locator("form#move")
        expect(form).to_contain_text(f"Move from {self.on.board.called(group.way[0])}")
        for chip in form.locator(".chip").all():
            if chip.locator("input").get_attribute("value") not in group.blocks:
                chip.click()
        page.mouse.click(*on_board(page, group.way[-1]))
        costs = form.locator(".costs")
        expect(costs).to_contain_text("(7.3.3)")
        assert form.locator("select[name=way]").input_value() == ",".join(group.way)
        expect(costs).to_contain_text("four to one or more (7.4.1, S15)")
        send(page, form.get_by_role("button", name="Move", exact=True))

    def stand(self, page, side, place, state):
        """A page shows as many blocks of a side at a place as there are."""
        here, stack = len(state.at(self.on, side, place)), page.locator(STACK.format(side=side, place=place))
        if here:
            expect(stack).to_have_attribute("data-number", str(here))
        else:
            expect(stack).to_have_count(0)

    def nobody_reads_what_is_hidden(self, state):
        """Neither the other side nor the wall has the words of a block or a card that it may not know."""
        for side in SIDES:
            hidden = [*(one for one in self.on.blocks_of(side) if one not in state.known), *state.hands[side]]
            for page in (self.tablets[OTHER[side]], self.wall):
                read = page.content()
                assert not [one for one in hidden if f'"{one}' in read or f"{one}," in read]


def test_two_tablets_and_a_projector_play_the_first_two_weeks(open_window, server):
    told, hall, seen = story("gmt"), Hall(open_window, server), set()
    tapped = tapped_in(told)
    for number, one in enumerate(told):
        act, after = one.act, one.after
        mine, theirs = hall.tablets[act.side], hall.tablets[OTHER[act.side]]
        if number not in tapped:
            if number == 0 or number - 1 in tapped:  # the players look away; the projector follows it all
                hall.all_to("about:blank")
            name, order = order_of(act)
            server.do(name, act.side, **order)
            continue
        if isinstance(act, Declare | Move):
            hall.all_to("/table/")
        elif isinstance(told[number - 1].act, Declare):
            hall.all_to("/battle/")
            expect(whose(mine)).to_contain_text("Your move")
            expect(whose(theirs)).to_contain_text("Wait")
        hall.tap(one)
        seen.add(one.moment)
        WATCHED.get(one.moment, lambda *_: None)(hall, one, theirs)
        if isinstance(act, Inside):
            kind = "Siege" if after.fight.siege else "Battle"
            expect(theirs.locator("h1")).to_have_text(f"{kind} of {hall.on.board.called(after.fight.place)}")
    assert seen >= WANTED["gmt"]
    hall.all_to("/table/")
    for page in hall.tablets.values():
        expect(whose(page)).to_contain_text("discards half the hand (6.2)")
    expect(hall.wall.locator(".board-over")).to_contain_text("Week 3")
    hall.stands_as(told[-1])
    assert verify(server.room).differences == ()


def see_an_overrun(hall, one, theirs):
    """All three boards have the stack where it went, and nobody where it overran."""
    place, after = one.act.groups[0].way[-1], one.after
    for page in (theirs, hall.wall):
        hall.stand(page, one.act.side, place, after)
        hall.stand(page, OTHER[one.act.side], place, after)
    hall.nobody_reads_what_is_hidden(after)


def see_a_siege(hall, one, theirs):
    """The other side sees who deployed and what it counts; the wall that there is fighting."""
    fight, rungs = one.after.fight, theirs.locator(".ladder li")
    expect(rungs).to_have_count(len([play for play in fight.plays if play["play"] in ("deploy", "pass")]))
    expect(rungs.last).to_contain_text(hall.on.blocks[one.act.block].kind.name)
    hall.stand(hall.wall, one.act.side, fight.place, one.after)
    hall.nobody_reads_what_is_hidden(one.after)


def see_a_defection(hall, one, theirs):
    """Both read on their ladders who was won over, and the totals after it."""
    for page in hall.tablets.values():
        last = page.locator(".ladder li").last
        expect(last).to_contain_text("wins over")
        expect(last).to_contain_text(hall.on.blocks[one.before.fight.plays[-2]["block"]].kind.name)
    hall.nobody_reads_what_is_hidden(one.after)


def see_loyalty(hall, one, theirs):
    """Both read who was challenged, and with which card that was refuted; the card is back in its hand."""
    for page in hall.tablets.values():
        last = page.locator(".ladder li").last
        expect(last).to_contain_text(f"challenges {hall.on.blocks[one.before.fight.plays[-2]['block']].kind.name}")
        expect(last).to_contain_text(f"refuted with a {hall.on.cards[one.act.card].name}")
    assert one.act.card in one.after.hands[one.act.side]
    hall.nobody_reads_what_is_hidden(one.after)


def see_a_castle(hall, one, theirs):
    """Those inside and those before the castle stand on the wall, by number."""
    place, after = one.before.fight.place, one.after
    for side in SIDES:
        hall.stand(hall.wall, side, place, after)
    assert after.at(hall.on, one.act.side, place) == list(one.act.inside)
    expect(theirs.locator("h1")).to_have_text("No battle is being fought")
    hall.nobody_reads_what_is_hidden(after)


WATCHED = {
    OVERRUN: see_an_overrun,
    SIEGE: see_a_siege,
    LOYALTY: see_a_defection,
    LOYAL: see_loyalty,
    CASTLE: see_a_castle,
}


# The real game, typed by the umpire

FIRST_BATTLE = next(number for number, one in enumerate(story("gmt")) if isinstance(one.act, Declare))


def test_a_whole_battle_of_the_real_game_is_typed_counted_and_recorded(open_window, server, watch):
    watch.forgive("422")
    for one in story("gmt")[: FIRST_BATTLE + 1]:
        name, order = order_of(one.act)
        server.do(name, one.act.side, **order)
    on, now = standing_in(server.room)
    page, others = open_window("umpire", "Ume"), open_window("west", "A player")
    page.goto("/at-the-table/")
    others.goto("/battle/")
    form = page.locator("details.act", has_text="Deploy a block").locator("form")
    block, card = next(  # what no player may do: a card of another clan
        (block, card)
        for block in values(form, "block")
        for card in values(form, "card")
        if card and not on.cards[card].deploys(on.blocks[block].kind) and not on.cards[card].challenges
    )
    typed(form, block=block, card=card)
    form.get_by_role("button").click()
    expect(page.locator(".wrong").first).to_contain_text("must be of one clan")
    expect(page.locator(".wrong").first).to_contain_text("(8.2.2)")
    assert standing_in(server.room)[1] == now, "nothing was done"
    expect(form.locator(f'input[name=block][value="{block}"]:checked, option[value="{block}"]:checked')).to_have_count(
        1
    )

    deployed = 0
    while (now := standing_in(server.room)[1]).fight:
        combat, stage = combat_of(on, now.fight), now.fight.stage
        name = STAGE_OF[stage if stage != "deploy" or deployed < 2 else "pass"]
        form = page.locator(f'form[action$="/{name}"]')
        if name == "combat.deploy":
            options = [(block, card) for block in values(form, "block") for card in values(form, "card")]
            block, card = next((block, card) for block, card in options if may_be(on, now, block, card))
            typed(form, block=block, card=card)
            deployed += 1
        elif name == "combat.lose":
            for chip in form.locator(".chip").all()[: len(losses_of(combat, now.fight.side).taken)]:
                chip.click()
        elif name == "combat.retreat":
            typed(form, to=values(form, "to")[0])
        send(page, form.get_by_role("button"))
        after = standing_in(server.room)[1]
        assert after != now
        if now.fight.side == "west":  # a page on which somebody may be choosing is not drawn anew under his hand
            others.goto("/battle/")
        if after.fight:
            totals = combat_of(on, after.fight).total
            for side in SIDES:
                expect(page.locator(f".side.{side} .impact")).to_have_text(str(totals[side]))
                expect(others.locator(f".side.{side} .impact")).to_have_text(str(totals[side]))
        if name == "combat.pass" and after.fight and after.fight.stage == "deploy":
            printed = lambda asked: re.search(r"/print/jobs/.*\.pdf$", asked.url)  # noqa: E731
            with page.context.expect_event("request", printed) as asked:
                page.get_by_role("button", name="Print the record of the combat").click()
            record = page.request.get(asked.value.url).body()
            (words,) = pages_of(record)
            assert f"of {on.board.called(after.fight.place)}" in words
            assert all(one.block.kind.name in words for one in combat_of(on, after.fight).deployed)
            assert f"{totals['east']} – {totals['west']}" in words
    assert deployed == 2
    expect(others.locator("h1")).to_have_text("No battle is being fought")
    assert verify(server.room).differences == ()


STAGE_OF = {
    "deploy": "combat.deploy", "second": "combat.no_second", "pass": "combat.pass", "challenge": "combat.no_challenge",
    "lose": "combat.lose", "retreat": "combat.retreat",
}  # fmt: skip
"""What is typed at each stage; nobody challenges, and who has deployed enough passes."""


def values(form, name):
    """What may be chosen in a field."""
    found = form.locator(f"input[name={name}], select[name={name}] option")
    return [value for one in found.all() if (value := one.get_attribute("value")) or name == "card"]


def typed(form, **what):
    """Choose in a form, whether a field is chips or a list."""
    for name, value in what.items():
        chip = form.locator(f'label.chip:has(input[name={name}][value="{value}"])')
        if chip.count():
            chip.click()
        elif form.locator(f"select[name={name}]").count():
            form.locator(f"select[name={name}]").select_option(value)


def may_be(on, now, block, card):
    """Whether a block may be deployed with a card, wherever the program has dealt them."""
    try:
        act = Deploy(now.fight.side, block, card or None)
        apply(on, *as_dealt(on, now, act))
    except OrderNotAllowed:
        return False
    return on.cards[card].type == "normal" if card else True
