"""`control-room combat`: a battle or a siege in as JSON, play by play, every figure with its reason out (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Order, number, one_of, one_or_each, quoted
from control.kernel.wording import in_a_row
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.ending import Ending, ending
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.combat.plays import Deploy, Pass, Play, play
from control.sekigahara.rules.combat.state import Combat, Forces, Step
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.pieces import ANY, CARD_TYPES, TYPES, Block, Card
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from control.sekigahara.scenario.model import Scenario
from control.sekigahara.scripting.faults import read_as

BATTLE, SIEGE = "battle", "siege"
Side = one_of("a side", *SIDES)


def an_id(value: Any) -> str:
    """The id of a block or a card: any text on one line that is not blank."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise PydanticCustomError(
            "text", 'An id is text in quotation marks such as "w1", not {shown}.', {"shown": quoted(value)}
        )
    return value


Id = Annotated[str, BeforeValidator(an_id), WithJsonSchema({"type": "string", "minLength": 1})]


class BlockOrder(Order):
    """A block of a side: a row of ``blocks.csv`` by clan, type and mon."""

    id: Id
    clan: str
    type: one_of("a type of block", *TYPES)
    mon: number(1, 4, "the number of mon")


class CardOrder(Order):
    """A card of a hand: a row of ``cards.csv`` by clan and type; a loyalty card is of any clan, or of none."""

    id: Id
    type: one_of("a type of card", *CARD_TYPES)
    clan: str | None = None


class BlocksOrder(Order):
    """All blocks of each side in the location."""

    east: list[BlockOrder] | None = None
    west: list[BlockOrder] | None = None


class CardsOrder(Order):
    """The whole hand of each side when combat is declared."""

    east: list[CardOrder] | None = None
    west: list[CardOrder] | None = None


class CastleOrder(Order):
    """The castle of a siege: the side inside, and the disk of that side that stands there, if any."""

    side: Side
    disk: str | None = None


class PlayFields(Order):
    """What a side does: each of these alone, but a block with the card that deploys it."""

    side: Side
    block: Id | None = None
    card: Id | None = None
    challenge: Id | None = None
    refute: Id | None = None


PASS: dict[str, Any] = {"pass": (bool | None, None)}
"""Its name is a word of Python, so it cannot be written as the others are."""
PlayOrder: Any = create_model("PlayOrder", __base__=PlayFields, **PASS)


class LossesOrder(Order):
    """The blocks that each side loses, by their ids, and ``disk``."""

    east: list[Id] | None = None
    west: list[Id] | None = None


class CombatOrder(Order):
    """A whole combat."""

    edition: str
    kind: one_of("the kind of combat", BATTLE, SIEGE)
    attacker: Side
    blocks: BlocksOrder
    cards: CardsOrder
    castle: CastleOrder | None = None
    plays: list[PlayOrder]
    losses: LossesOrder | None = None


MEANT = {
    "edition": "the edition that is played, such as gmt",
    "kind": "battle or siege (8.1)",
    "attacker": "the side of the active player, east or west (8.2.1)",
    "blocks": "all blocks of each side in the location (8.1)",
    "cards": "the hand of each side when combat is declared (8.2.2)",
    "plays": "what was done, in its order; a list that may be empty (8.2.3)",
    "side": "east or west (3.1)",
    "id": 'a name of its own, such as "w1"',
    "clan": "the clan whose mon it shows (3.2)",
    "type": "what it shows (3.2, 3.3)",
    "mon": "how many mon it shows, 1 to 4 (3.2)",
}
"""What belongs into a field that is missing."""


def answers(document: Any, scenario_of: Callable[[str], Scenario]) -> Any:
    """The answer to a combat, or to each of a list of them. Raises as `resolve`, and `each`."""
    return one_or_each(document, lambda one: resolve(one, scenario_of))


def read_order(document: Any) -> CombatOrder:
    """The document, read. Raises OrderNotUnderstood, which says of a missing field what belongs there."""
    return read_as(CombatOrder, document, "a combat", MEANT)


def resolve(document: Any, scenario_of: Callable[[str], Scenario]) -> dict[str, Any]:
    """Resolve one combat. ``scenario_of`` gives the scenario that plays an edition.

    Raises OrderNotUnderstood or OrderNotAllowed for the first fault, with the dotted path of its field.
    """
    order = read_order(document)
    scenario = scenario_of(order.edition)
    forces = forces_of(order, scenario)
    combat = Combat(forces)
    for place, one in enumerate(order.plays):
        try:
            combat = play(combat, as_play(one))
        except OrderError as error:
            raise of_the_other(order, one, error).at(f"plays.{place}") from None
    if combat.challenge:
        raise OrderNotAllowed(
            f"{combat.challenge.id} waits for its answer: write "
            f'{{"side": "{OTHER[combat.challenge.side]}", "refute": null}} after it, or the card shown (8.6.1).',
            field=f"plays.{len(order.plays) - 1}.challenge",
            ruling="8.6.1",
        )
    chosen = order.losses.model_dump() if order.losses else {}
    if not combat.over:
        if any(one is not None for one in chosen.values()):
            rule = "8.7.1" if order.kind == BATTLE else scenario.edition.numbers.siege
            raise OrderNotAllowed(
                "Losses are taken when the combat is over, and it is not: "
                f"{CALLED[combat.initiative]} has the initiative. Add the plays that are missing, or leave the losses "
                f"out ({rule}).",
                field="losses",
                ruling=rule,
            )
        return as_document(combat, None)
    return as_document(combat, ended(combat, chosen))


def of_the_other(order: CombatOrder, one: Any, error: OrderError) -> OrderError:
    """The refusal of a play; where it named a piece of the other side, that is said, for here nothing is hidden."""
    named = getattr(one, error.field, None) if isinstance(error, OrderNotUnderstood) else None
    other = OTHER[one.side]
    theirs = [*(getattr(order.blocks, other) or ()), *(getattr(order.cards, other) or ())]
    if named is None or named not in [piece.id for piece in theirs]:
        return error
    return OrderNotUnderstood(
        f"{named} is of {CALLED[other]}, and {CALLED[one.side]} plays here. {error.sentence}",
        field=error.field,
        ruling=error.ruling,
    )


def ended(combat: Combat, chosen: Mapping[str, list[str] | None]) -> Ending:
    """How it comes out with the losses chosen. Raises with the path of the field."""
    for side in (combat.forces.attacker, combat.forces.defender):
        try:
            ending(combat, {side: chosen.get(side)})
        except OrderError as error:
            raise error.at(f"losses.{side}") from None
    return ending(combat, chosen)


def as_play(one: Any) -> Play:
    """A play as the rules have it. Raises OrderNotUnderstood for one that is none, or several."""
    passes = getattr(one, "pass")
    if passes is False:
        raise OrderNotUnderstood('"pass" is true, or left out (8.5).', field="pass", ruling="8.5")
    given = [name for name in ("block", "challenge", "refute", "pass") if getattr(one, name) is not None]
    if not given and one.card is None and "refute" in one.model_fields_set:
        return Answer(one.side, None)
    if one.card is not None and "block" not in given:
        raise OrderNotUnderstood(
            f'{one.card} deploys a block: name it as "block" beside "card" (8.2.3). A loyalty card is played as '
            '"challenge" (8.6.1).',
            field="card",
            ruling="8.2.3",
        )
    if len(given) != 1:
        wrong = "says nothing" if not given else f"says {in_a_row(given)}"
        raise OrderNotUnderstood(
            f'This play {wrong}, and a play is one of: a "block" with its "card" or without (8.2.3, 8.2.4), '
            '"challenge", "refute" (8.6.1) or "pass" (8.5).',
            field=given[1] if given else "",
            ruling="8.2.3",
        )
    match given[0]:
        case "block":
            return Deploy(one.side, one.block, one.card)
        case "challenge":
            return Challenge(one.side, one.challenge)
        case "refute":
            return Answer(one.side, one.refute)
    return Pass(one.side)


# ---- who is there


def forces_of(order: CombatOrder, scenario: Scenario) -> Forces:
    """Who is in the combat. Raises for pieces that the edition does not have, ids that are there twice, a castle that
    cannot be, and a side without anybody."""
    blocks: dict[str, tuple[Block, ...]] = {}
    cards: dict[str, tuple[Card, ...]] = {}
    for side in SIDES:
        blocks[side] = tuple(
            block_of(one, side, scenario, f"blocks.{side}.{place}")
            for place, one in enumerate(getattr(order.blocks, side) or ())
        )
        cards[side] = tuple(
            card_of(one, side, scenario, f"cards.{side}.{place}")
            for place, one in enumerate(getattr(order.cards, side) or ())
        )
    check_ids(order)
    edition, attacker = scenario.edition, order.attacker
    if not blocks[attacker]:
        raise OrderNotUnderstood(
            f"{CALLED[attacker].capitalize()} attacks, and has no block here: name one at least (8.1).",
            field=f"blocks.{attacker}",
            ruling="8.1",
        )
    disk = check_castle(order, edition, len(blocks[OTHER[attacker]]))
    return Forces(edition, scenario.options, attacker, blocks, cards, order.kind == SIEGE, disk)


def check_castle(order: CombatOrder, edition: Edition, defenders: int) -> str:
    """The disk in the castle, empty if there is none. Raises for a castle in a battle, a siege without one, and one
    that the defender cannot be inside of."""
    defender, castle = OTHER[order.attacker], order.castle
    if order.kind == BATTLE:
        if castle is not None:
            raise OrderNotUnderstood(
                "A battle is fought outside: castle is null. If the defender stays inside, the kind is siege (8.9.2).",
                field="castle",
                ruling="8.9.2",
            )
        if not defenders:
            raise OrderNotUnderstood(
                f"{CALLED[defender].capitalize()} has no block here, so there is no battle: name one at least (8.1). "
                "A disk alone is besieged (S7).",
                field=f"blocks.{defender}",
                ruling="8.1",
            )
        return ""
    if castle is None:
        raise OrderNotUnderstood(
            f'A siege needs its castle: {{"side": "{defender}", "disk": null}}, or the disk that stands there (8.9.1).',
            field="castle",
            ruling="8.9.1",
        )
    if castle.side != defender:
        raise OrderNotUnderstood(
            f"{CALLED[defender].capitalize()} is inside, since {CALLED[order.attacker]} attacks: write {defender}. Who "
            "comes out of his castle to attack fights a battle (8.9.2, S30).",
            field="castle.side",
            ruling="8.9.2",
        )
    own = [disk.id for disk in edition.disks.values() if disk.side == defender]
    if castle.disk is not None and castle.disk not in own:
        elsewhere = f"is a disk of {CALLED[order.attacker]}" if castle.disk in edition.disks else "is none"
        raise OrderNotUnderstood(
            f"{quoted(castle.disk)} {elsewhere}.{did_you_mean(castle.disk, own)} {CALLED[defender].capitalize()} has "
            f"{in_a_row(own, 'or') or 'none'}; without a disk write null (3.4).",
            field="castle.disk",
            ruling="3.4",
        )
    if defenders > edition.castle.holds:
        raise OrderNotUnderstood(
            f"{defenders} blocks do not fit inside a castle, only {edition.castle.holds}: {CALLED[defender]} comes out "
            "and fights a battle (8.9.2).",
            field=f"blocks.{defender}",
            ruling="8.9.2",
        )
    if not defenders and castle.disk is None:
        raise OrderNotUnderstood(
            f"Nobody is inside: name a block of {CALLED[defender]}, or the disk that stands there alone (8.1, S7).",
            field=f"blocks.{defender}",
            ruling="8.1",
        )
    return castle.disk or ""


def check_ids(order: CombatOrder) -> None:
    """Raises OrderNotUnderstood for an id that two pieces have, or that is that of disks."""
    first: dict[str, str] = {}
    for pieces in ("blocks", "cards"):
        for side in SIDES:
            for place, one in enumerate(getattr(getattr(order, pieces), side) or ()):
                if one.id == DISK:
                    raise OrderNotUnderstood(
                        '"disk" means the disk among losses; call this piece otherwise.',
                        field=f"{pieces}.{side}.{place}.id",
                    )
                if one.id in first:
                    raise OrderNotUnderstood(
                        f"{one.id} is the id of {first[one.id]} already; each block and card has one of its own.",
                        field=f"{pieces}.{side}.{place}.id",
                    )
                first[one.id] = f"{pieces}.{side}[{place}]"


def block_of(one: BlockOrder, side: str, scenario: Scenario, field: str) -> Block:
    """A block with what is printed on it. Raises OrderNotUnderstood if the side has none such in this edition."""
    kind = scenario.block_kinds.get((side, one.clan, one.type, one.mon))
    if kind is not None:
        return Block(one.id, kind)
    mine = [key for key in scenario.block_kinds if key[0] == side]
    check_clan(one.clan, side, scenario, [clan for _, clan, _, _ in mine], "block", f"{field}.clan")
    types = in_order(kind for _, clan, kind, _ in mine if clan == one.clan)
    if one.type not in types:
        raise OrderNotUnderstood(
            f"{one.clan} has no {one.type} block in this edition; its types are {in_a_row(types)} (3.2).",
            field=f"{field}.type",
            ruling="3.2",
        )
    mons = sorted(mon for _, clan, kind, mon in mine if (clan, kind) == (one.clan, one.type))
    raise OrderNotUnderstood(
        f"{one.clan} has no {one.type} block of {one.mon} mon in this edition, but of "
        f"{in_a_row(map(str, mons), 'or')} (3.2).",
        field=f"{field}.mon",
        ruling="3.2",
    )


def card_of(one: CardOrder, side: str, scenario: Scenario, field: str) -> Card:
    """A card with what is printed on it. Raises OrderNotUnderstood if the deck has none such in this edition."""
    if one.type == "loyalty":
        if one.clan not in (None, ANY):
            raise OrderNotUnderstood(
                f"A loyalty challenge is of no clan: leave {quoted(one.clan)} out, or write any (8.6.1).",
                field=f"{field}.clan",
                ruling="8.6.1",
            )
        found = scenario.card_kind(side, ANY, one.type)
    elif one.clan is None:
        raise OrderNotUnderstood(
            f"A {one.type} card is of a clan: give it; only a loyalty card has none (3.3).",
            field=f"{field}.clan",
            ruling="3.3",
        )
    else:
        found = scenario.card_kind(side, one.clan, one.type)
    if found is not None:
        return Card(one.id, side, found.clan, found.type, found.name)
    mine = [key for key in scenario.card_kinds if key[0] == side]
    check_clan(str(one.clan), side, scenario, [clan for _, clan, _ in mine if clan != ANY], "card", f"{field}.clan")
    types = in_order(kind for _, clan, kind in mine if clan == one.clan)
    raise OrderNotUnderstood(
        f"{one.clan} has no {one.type} card in this edition; its types are {in_a_row(types)} (3.3).",
        field=f"{field}.type",
        ruling="3.3",
    )


def check_clan(clan: str, side: str, scenario: Scenario, known: list[str], what: str, field: str) -> None:
    """Raises OrderNotUnderstood for a clan that has no such piece on this side."""
    if clan in known:
        return
    owner = scenario.clans.get(clan)
    rule = "3.2" if what == "block" else "3.3"
    if owner is None:
        wrong = f"There is no clan {quoted(clan)} in this edition.{did_you_mean(clan, known)}"
    elif owner.side != side:
        wrong = f"{clan} is a clan of {CALLED[owner.side]}, not of {CALLED[side]}."
    else:
        wrong = f"{clan} has no {what}s in this edition."
    raise OrderNotUnderstood(
        f"{wrong} {CALLED[side].capitalize()} has {what}s of {in_a_row(in_order(known))} ({rule}).",
        field=field,
        ruling=rule,
    )


def in_order(words: Iterator[str] | list[str]) -> list[str]:
    """Words, each once."""
    return list(dict.fromkeys(words))


# ---- what came of it


def as_document(combat: Combat, end: Ending | None) -> dict[str, Any]:
    """A combat as the scripting surface writes it."""
    forces = combat.forces
    castle = {"falls": end.falls, "disk": end.disk or None} if end and forces.siege else None
    return {
        "steps": [step_as_document(step, forces) for step in combat.steps],
        "over": end is not None,
        "impact": by_role(combat.total, forces),
        "winner": (end.winner or None) if end else None,
        "retreats": (end.retreats or None) if end else None,
        "victory": (end.victory or None) if end else None,
        "castle": castle,
        "losses": by_role(
            {
                side: {"impact": lost.impact, "beaten": lost.beaten, "blocks": list(lost.taken)}
                for side, lost in end.losses.items()
            },
            forces,
        )
        if end
        else None,
        "draws": by_role(end.draws, forces) if end else None,
    }


def by_role(figures: Mapping[str, Any], forces: Forces) -> dict[str, Any]:
    """What is known by side, by attacker and defender."""
    return {"attacker": figures[forces.attacker], "defender": figures[forces.defender]}


def step_as_document(step: Step, forces: Forces) -> dict[str, Any]:
    """A step as the scripting surface writes it; every key is always there."""
    return {
        "action": step.action,
        "side": step.side,
        "card": step.card.id if step.card else None,
        "blocks": [block.id for block in step.blocks],
        "base": step.impact.base,
        "same_clan_bonus": step.impact.same_clan,
        "special_bonus": step.impact.special,
        "impact": step.impact.sum,
        "goes_to": step.goes_to or None,
        "refuted_by": step.refuted_by.id if step.refuted_by else None,
        "total": by_role(step.total, forces),
        "initiative": step.initiative or None,
        "why": list(step.why),
    }
