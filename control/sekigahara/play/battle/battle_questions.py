"""A combat that is being fought, as the page of a desk shows it: its own side at the left, Impact adding up play by
play, what it may play now with what that would count, and of what it may not, why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy.orm import Session

from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import alike, capital, counted, folded, in_a_row
from control.sekigahara.play.battle.fought_questions import NOW, last_fought, title_of
from control.sekigahara.play.choosing_questions import ActForm, forms
from control.sekigahara.play.desk_questions import NotNow, in_battle
from control.sekigahara.play.roles import acts_for
from control.sekigahara.play.standing_questions import campaign_in, for_the_display, state_now
from control.sekigahara.rules.campaign.campaign import Campaign, Fight, State
from control.sekigahara.rules.combat.choices import Choice, choices
from control.sekigahara.rules.combat.ending import ending
from control.sekigahara.rules.combat.losses import losses_of
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.combat.state import Combat, Step
from control.sekigahara.rules.combat.words import came_of_it, in_words, sum_of
from control.sekigahara.rules.forcing import freely
from control.sekigahara.rules.phases.fighting import combat_of, in_names
from control.sekigahara.rules.playing import waits_for
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

AFTER = ("lose", "retreat")
"""The stages in which nobody deploys any more."""
EXPECTED = {
    "inside": "Who stays inside is besieged and deploys nobody; who comes out fights a battle, with all of his there.",
    "inside, own phase": "Who stays inside has no combat here in this phase; who comes out attacks in a battle, and "
    "level is lost.",
    "deploy": "A card deploys a block of its clan; before your first a leader needs none. A pass is for good.",
    "deploy, siege": "A card deploys a block of its clan; before your first a leader needs none. A special card is a "
    "plain one here, and your pass ends the siege.",
    "second": "A double card deploys one block of its clan or two, the second right after the first.",
    "challenge": "A loyalty card has the block change sides, unless another card is shown that could deploy it too.",
    "answer": "Show another card that could deploy what was challenged, and it stays loyal; you keep that card.",
    "lose": "One for every {impact} Impact suffered, in a battle one for the defeat: defectors, then what deployed.",
    "retreat, attacker": "All go as one group back where they came from; in a castle that was theirs {holds} may stay.",
    "retreat": "All go as one group to a place beside, where no enemy is or came from if there is one; in a castle "
    "that was theirs {holds} may stay.",
}
"""What is expected at a stage of a combat, for who has not the rules in mind; in some cases otherwise."""


@dataclass(frozen=True)
class LadderRung:
    """A play: whether it stands at the left, what was done, how it counts, the totals of left and right after it."""

    number: int
    left: bool
    what: str
    how: str
    totals: tuple[int, int]
    kind: str


@dataclass(frozen=True)
class Playable:
    """A card with which a block may be deployed now: the card (empty for none) and its words, how it would count, and
    the own total after it."""

    card: str
    words: str
    how: str
    total: int


@dataclass(frozen=True)
class BlockToPlay:
    """A block that may be deployed now, and with what."""

    block: str
    words: str
    number: int
    with_: tuple[Playable, ...]


@dataclass(frozen=True)
class SideOfBattle:
    """A side as the page heads it: its name, what it does here, how many blocks it has and how many are deployed, its
    cards, its Impact; whether it has the word now, and a ``disk`` that is inside with it."""

    side: str
    name: str
    does: str
    blocks: int
    deployed: int
    cards: int
    impact: int
    turn: bool
    disk: str = ""


@dataclass(frozen=True)
class BattlePage:
    """A combat as a desk sees it, that desk's side ``left``; of one that is over what came of it (``ends``). Its record
    is printed by the key ``record``. Of one that is fought ``expected`` says what the stage means."""

    title: str
    place: str
    sentence: str
    yours: bool
    acts_for: str
    left: SideOfBattle
    right: SideOfBattle
    rungs: tuple[LadderRung, ...]
    most: int
    deploys: tuple[BlockToPlay, ...]
    forms: tuple[ActForm, ...]
    closed: tuple[NotNow, ...]
    waiting_blocks: tuple[tuple[str, int], ...]
    losses: str
    expected: str = ""
    ends: tuple[tuple[str, str], ...] = ()
    record: str = ""


def battle_page(session: Session, desk: str, forcing: bool = False) -> BattlePage | None:
    """The page of the combat that is being fought, ``forcing`` as in `forms`; None if none is."""
    campaign, state = campaign_in(session), state_now(session)
    fight = state.fight
    if fight is None:
        return None
    left = desk if desk in SIDES else fight.attacker
    begun = bool(fight.blocks)
    combat = combat_of(campaign, fight) if begun else None
    sides, words, rule = waits_for(state)
    acting = fight.side if acts_for(desk, fight.side) else ""
    own = [*choices(combat, acting)] if combat and acting and fight.stage in ("deploy", "second") else []
    if combat and combat.open and fight.stage == "second":  # combat alone would close it for another card (S42)
        own = [one for one in own if isinstance(one.play, Deploy) and one.play.card == combat.open.id]
    whose = "Your move" if desk in sides else "Wait" if desk in SIDES else "Now"
    return BattlePage(
        title_of(campaign.board.called(fight.place), fight),
        fight.place,
        f"{whose}: {in_a_row([CALLED[side] for side in sides])} {words} ({rule}).",
        bool(acting),
        acting,
        heading(campaign, state, fight, combat, left),
        heading(campaign, state, fight, combat, OTHER[left]),
        *ladder(combat, left),
        () if forcing else tuple(deployable(campaign, own, acting)),
        tuple(
            one
            for one in forms(session, desk, forcing)
            if in_battle(one) and (forcing or one.action != "combat.deploy")
        ),
        tuple(not_playable(campaign, own)),
        tuple(sorted(Counter(one.kind.name for one in combat.undeployed(left)).items()))
        if combat and desk in SIDES and fight.stage not in AFTER
        else (),
        losses_so_far(campaign, combat) if combat and fight.stage != "retreat" else "",
        expected(campaign, fight) if acting else "",
        record=NOW if begun and desk not in SIDES else "",
    )


def last_battle(session: Session, desk: str) -> BattlePage | None:
    """The combat before, as it ended; None if there was none."""
    campaign, state = campaign_in(session), state_now(session)
    fight = state.last
    if fight is None or (entered := last_fought(session)) is None:
        return None
    left, combat = desk if desk in SIDES else fight.attacker, combat_of(campaign, fight)
    where = campaign.board.called(fight.place)
    return BattlePage(
        title_of(where, fight),
        fight.place,
        "",
        False,
        "",
        heading(campaign, state, replace(fight, side=""), combat, left),
        heading(campaign, state, replace(fight, side=""), combat, OTHER[left]),
        *ladder(combat, left),
        (),
        (),
        (),
        (),
        "",
        ends=tuple(came_of_it(combat, ending(combat, fight.lost, freely), entered.went, entered.won)),
        record=str(entered.number) if desk not in SIDES else "",
    )


@dataclass(frozen=True)
class BattleForAll:
    """A combat as all see it, the attacker ``left``: of what only its sides know, numbers alone."""

    title: str
    left: SideOfBattle
    right: SideOfBattle
    rungs: tuple[LadderRung, ...]
    most: int
    losses: str
    over: bool


def battle_for_all(session: Session) -> BattleForAll | None:
    """The combat that is fought, or else the one before, for who has no code; None if there was none."""
    campaign, state = campaign_in(session), state_now(session)
    if (fight := state.fight or state.last) is None:
        return None
    over = state.fight is None
    fight, left = replace(fight, side="") if over else fight, fight.attacker
    combat = combat_of(campaign, fight) if fight.blocks else None
    return BattleForAll(
        title_of(campaign.board.called(fight.place), fight),
        heading(campaign, state, fight, combat, left),
        heading(campaign, state, fight, combat, OTHER[left]),
        *ladder(combat, left),
        losses_so_far(campaign, combat) if combat and not over and fight.stage != "retreat" else "",
        over,
    )


def lost_for_all(session: Session) -> tuple[tuple[str, str], ...]:
    """Whose blocks are lost, by name: they lie beside the board for all to see (8.7.3)."""
    lost = for_the_display(session)["lost"]
    return tuple((CALLED[side], alike(lost[side])) for side in SIDES)


def expected(campaign: Campaign, fight: Fight) -> str:
    """What is expected of whoever has the word."""
    edition, stage = campaign.edition, fight.stage
    if stage == "inside" and fight.side == fight.attacker:
        stage = "inside, own phase"
    elif stage == "deploy" and fight.siege:
        stage = "deploy, siege"
    elif stage == "retreat" and fight.side == fight.attacker:
        stage = "retreat, attacker"
    return EXPECTED[stage].format(impact=edition.losses.impact, holds=edition.castle.holds)


def heading(campaign: Campaign, state: State, fight: Fight, combat: Combat | None, side: str) -> SideOfBattle:
    """A side at the head of the page."""
    blocks = len(fight.blocks[side]) if combat else len(state.at(campaign, side, fight.place))
    undeployed = len(combat.undeployed(side)) if combat else blocks
    return SideOfBattle(
        side,
        capital(CALLED[side]),
        ("besieges" if fight.siege else "attacks")
        if side == fight.attacker
        else ("is inside" if fight.siege else "defends"),
        blocks,
        blocks - undeployed,
        len(state.hands[side]),
        combat.total[side] if combat else 0,
        side == fight.side,
        campaign.edition.disks[combat.forces.disk].name
        if combat and combat.forces.disk and side == combat.forces.defender
        else "",
    )


def ladder(combat: Combat | None, left: str) -> tuple[tuple[LadderRung, ...], int]:
    """The plays so far, and the highest total among them; 1 where none is higher."""
    steps = combat.steps if combat else ()
    most = max([1, *(value for step in steps for value in step.total.values())])
    return tuple(rung(number, step, left) for number, step in enumerate(steps, 1)), most


def rung(number: int, step: Step, left: str) -> LadderRung:
    """A play on the ladder."""
    what, how = in_words(step)
    totals = (step.total[left], step.total[OTHER[left]])
    return LadderRung(number, step.side == left, what, how or "deploys no more", totals, step.action)


def deployable(campaign: Campaign, own: list[Choice], side: str) -> Iterator[BlockToPlay]:
    """Every kind of block that may be deployed, with each kind of card: what it would count stands beside it."""
    found = grouped(
        (campaign.blocks[one.play.block].kind.name, one) for one in own if one.after and isinstance(one.play, Deploy)
    )
    for name, plays in sorted(found.items(), key=lambda one: folded(one[0])):
        first = plays[0].play.block  # type: ignore[union-attr]
        with_: dict[str, Playable] = {}
        for one in plays:
            assert one.after
            assert isinstance(one.play, Deploy)
            card = campaign.cards[one.play.card].name if one.play.card else "no card"
            if one.play.block == first and card not in with_:
                step = one.after.steps[-1]
                with_[card] = Playable(one.play.card or "", card, sum_of(step.impact), step.total[side])
        number = len({one.play.block for one in plays if isinstance(one.play, Deploy)})
        yield BlockToPlay(first, name, number, tuple(with_.values()))


def not_playable(campaign: Campaign, own: list[Choice]) -> Iterator[NotNow]:
    """Of the deployments that may not be, why not, equal ones once."""
    told = set()
    for one in own:
        if not one.after and isinstance(one.play, Deploy):
            card = campaign.cards[one.play.card].name if one.play.card else "no card"
            what, why = f"{campaign.blocks[one.play.block].kind.name}, {card}", in_names(campaign, one.why_not)
            if what not in told:
                told.add(what)
                yield NotNow(what, why, one.number)


def losses_so_far(campaign: Campaign, combat: Combat) -> str:
    """What each side would lose if the combat ended now, the block of the beaten with it (8.7.1, 8.9)."""
    each, siege = campaign.edition.losses.impact, combat.forces.siege
    sides = SIDES if not siege else (combat.forces.defender,)
    costs = [
        f"{CALLED[side]} loses {counted(len(losses_of(combat, side).taken), 'unit' if siege else 'block')}"
        for side in sides
    ]
    beaten = "" if siege else ", and the beaten side one more"
    rule = campaign.edition.numbers.siege if siege else "8.7.1"
    return f"As it stands, {in_a_row(costs)}: one for {each} Impact{beaten} ({rule})."
