"""Risk to persons: the draws that are due, the card, wounds and deaths (handbook 6, "Risk To Players"; R8, R19)."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.chance.dice import PACK, RANKS, SUITS
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.rows import Serial
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.battle.encounters.encounters_actions import nobody_is_met, set_free
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Companion,
    Encounter,
    EncounterForce,
    Game,
    RiskDraw,
    Succession,
)
from control.sengoku.rules.battle import risk as rules
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import World, action
from control.sengoku.world.claims_actions import drop
from control.sengoku.world.forces.business_questions import battle_of
from control.sengoku.world.forces.forces_actions import dissolve, recovers_nothing
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.forces.sides_questions import forces_of
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.people.people_questions import until
from control.sengoku.world.people.titles_actions import vacated
from control.sengoku.world.telling.notices_actions import tell

NO_CARD = "none"
"""The card of a draw that nobody has to make any more, so that it is no longer open."""
ASKED = {
    "team": "Team Control",
    "npd": "Non-Player Daimyo Control and Team Control",
    "bakufu": "the Bakufu and Team Control",
}
"""Of whom it is asked who follows a dead head of a clan, by the desk that minds it (R40)."""


def queue_draws(world: World, battle: Battle) -> None:
    """Call everybody who was in a battle to draw a card for it, once each (R19).

    That is the commander of each side, the general of each army in it and every companion of those armies.
    """
    armies = set(
        world.session.scalars(
            select(BattleForce.army).where(BattleForce.battle == battle.id, BattleForce.army.is_not(None))
        )
    )
    commanders = select(BattleSide.general).where(BattleSide.battle == battle.id, BattleSide.general.is_not(None))
    people = {
        *world.session.scalars(commanders),
        *world.session.scalars(select(Army.general).where(Army.id.in_(armies))),
        *world.session.scalars(select(Companion.character).where(Companion.army.in_(armies))),
    }
    for key in sorted(key for key in people if key is not None):
        call(world, key, "battle", battle.id)


def call(world: World, character: str, cause: str, battle: int | None = None) -> bool:
    """Call a person to draw a card, unless he is dead or was called for this very cause already; whether he was.

    A battle is one cause however many rounds it had; age and travelling in winter are one in each season (R19).
    """
    person = world.session.get_one(Character, character)
    season = world.game.seasons
    known = select(RiskDraw.id).filter_by(character=character, cause=cause, battle=battle)
    if battle is None:
        known = known.filter_by(season=season)
    if not person.alive or world.session.scalar(known) is not None:
        return False
    world.new(RiskDraw, character=character, cause=cause, battle=battle, season=season)
    world.session.flush()
    return True


class CallToDraw(Order):
    """A person who has to draw a card, and for what; nobody draws twice for the same cause."""

    character: text("a person", 1)
    cause: one_of("a cause", "age", "winter_travel", "battle")
    battle: number(1, 10**6, "the number of a battle") | None = None


@action("risk.call", title="Call a person to draw a card", order=CallToDraw, desks=(*AT_THE_MAP, "team"))
def call_to_draw(world: World, order: CallToDraw) -> str:
    """Put a risk draw into the queue by hand: for age, winter travel, or a battle somebody was in (R19)."""
    person = world.living(order.character)
    if (order.cause == "battle") is (order.battle is None):
        raise OrderNotUnderstood("Say after which battle he draws; for any other cause, name none.", field="battle")
    if order.battle is not None:
        world.get(Battle, order.battle, "battle")
    if order.cause == "winter_travel" and world.game.season != "winter":
        raise OrderNotAllowed(
            f"It is {world.game.season}: only who travels in winter draws a card for it (R18, R19).",
            field="cause",
            ruling="R19",
        )
    if order.cause == "age" and (person.age is None or not rules.needs_draw(person.age)):
        age = "of no known age" if person.age is None else f"{person.age}"
        raise OrderNotAllowed(
            f"{person.name} is {age}: a card is drawn for age from {rules.OLD_AGE} (R19).", field="cause", ruling="R19"
        )
    if not call(world, person.id, order.cause, order.battle):
        raise ChangedElsewhere(f"{person.name} was called for this already: one card for each cause.", field="cause")
    why = f"after battle {order.battle}" if order.battle else rules.CAUSES[order.cause]
    return f"{person.name} is to draw a card {why} (R19)."


def of_team_control(said: str) -> str:
    """What is said of a death, as if Team Control were always asked alone: so it was told before (Action.formerly)."""
    for asked in ASKED.values():
        said = said.replace(f"is asked of {asked}.", f"is asked of {ASKED['team']}.")
    return said


class DrawCard(Order):
    """The draw of the queue that is made, and the card if it came from a real pack (else one is drawn here)."""

    draw: number(1, 10**6, "the number of a draw")
    card: text("a card", most=40) = ""


@action("risk.draw", title="Draw a card", order=DrawCard, desks=AT_THE_MAP, formerly=of_team_control)
def draw_card(world: World, order: DrawCard) -> str:
    """Draw one card from a freshly shuffled pack: dead, wounded or unharmed, and what follows from it (R8, R19)."""
    due = world.get(RiskDraw, order.draw, "draw", beside=[joinedload(RiskDraw.the_character)])
    person = due.the_character
    if due.card:
        was = due.effect if due.card == NO_CARD else f"the {due.card}"
        raise ChangedElsewhere(f"{person.name} has drawn for this already: {was}.", field="draw")
    if battle := commands_in(world, person):
        raise OrderNotAllowed(
            f"{person.name} is in battle {battle}. End that first, then let him draw.", field="draw", ruling="R19"
        )
    if order.card:
        world.dice.throw(card_of(order.card))
    drawn = rules.draw(world.dice, due.cause, person.name)
    due.card, due.effect = drawn.card, drawn.effect
    after = f" after battle {due.battle}" if due.battle else f" {rules.CAUSES[due.cause]}"
    told = f"{person.name} drew the {drawn.card}{after} {rules.OUTCOMES[drawn.effect]} (R19)."
    if drawn.effect == "wounded":
        return told + wound(world, person, due.cause)
    if drawn.effect == "dead":
        host = world.session.get_one(Clan, person.held_by).name if person.held_by else ""
        return told + (f" He was a hostage of {host}." if host else "") + dies(world, person)
    return told


def card_of(typed: str) -> str:
    """A card as people type it: ``king of spades``, ``King of Spades``, ``ks``, ``10 h``, ``♠ ace``. What is no card
    comes back as it is, for the pack to refuse."""
    line = " ".join(typed.casefold().replace(" of ", " ").split())
    for sign, suit in zip("♠♥♦♣", SUITS, strict=True):
        line = line.replace(sign, f" {suit} ")
    words = line.split()
    if len(words) == 1:
        words = [line[:-1], line[-1:]]
    if len(words) == 2 and words[0] in (*SUITS, *(suit[0] for suit in SUITS)):
        words.reverse()
    if len(words) != 2:
        return typed
    ranks = {said: rank for rank in RANKS for said in (rank, rank if rank.isdigit() else rank[0])} | {"1": "ace"}
    suits = {said: suit for suit in SUITS for said in (suit, suit[:-1], suit[0])}
    card = f"{ranks.get(words[0], '')} of {suits.get(words[1], '')}"
    return card if card in PACK else typed


def commands_in(world: World, person: Character) -> int | None:
    """The unfinished battle in which somebody commands an army or a whole side; his cards wait for its end."""
    army = led_by(world, person)
    if army and (battle := battle_of(world.session, army)):
        return battle
    return world.session.scalar(
        select(Battle.id)
        .join(BattleSide, BattleSide.battle == Battle.id)
        .where(BattleSide.general == person.id, Battle.over.is_(False))
    )


def led_by(world: World, person: Character) -> Army | None:
    """The army on the map that somebody leads."""
    return world.session.scalar(select(Army).filter_by(general=person.id, standing=True))


def wound(world: World, person: Character, cause: str) -> str:
    """Wound a person until the end of the next complete season (R19); what that does to him, in a sentence.

    Whoever was wounded already never recovers the sooner for it.
    """
    hurt = rules.hurt_in(cause, world.game.seasons)
    if person.wounded:
        person.wounded_in = None if person.wounded_in is None else max(person.wounded_in, hurt)
    else:
        person.wounded, person.wounded_in = True, hurt
    penalty = world.options.wound_penalty
    counts = max(1, person.experience - penalty) if penalty else person.experience
    tell(  # a wound is his clan's secret as long as it can keep it
        world, "wound", f"{person.name} is wounded.", where(world, person), [person.clan, *keeper(person)], only=True
    )
    last = until(world.game, person)
    felt = f"Until the end of {last}" if last else "Until that is taken off"
    spared = "he fights one battle a season, not in person, and is nobody's superior"
    if counts == person.experience:
        return f" {felt} {spared}; his experience of {person.experience} counts in full."
    return f" {felt} his experience of {person.experience} counts as {counts}, {spared}."


def where(world: World, person: Character) -> str | None:
    """The province a person is in: with the army he leads or goes along with, or where he visits."""
    if army := led_by(world, person):
        return army.province
    if along := going_along(world.session, person.id):
        return along.the_army.province
    return person.province


def keeper(person: Character) -> list[str]:
    """The clan that holds a person as its hostage, if one does."""
    return [person.held_by] if person.held_by else []


def dies(world: World, person: Character) -> str:
    """A person dies: his army is dissolved, he leaves whom he was with, his clan is told, and somebody has to follow
    him if he was at its head (R8). What came of it, in sentences."""
    province, clan = where(world, person), world.session.get_one(Clan, person.clan)
    person.alive, person.wounded, person.wounded_in = False, False, None
    told = []
    heard = f"{person.name} is dead."
    if army := led_by(world, person):
        heard = f"{person.name} is dead, and his army is dissolved."
        told.append(lose_general(world, army))
    if along := world.session.get(Companion, person.id):
        world.session.delete(along)
    draws_no_more(world, person)
    tell(world, "death", heard, province, [person.clan, *keeper(person)])
    person.province = None
    if person.role in HEADS:
        world.new(Succession, character=person.id, clan=clan.id)
        told.append(f"Who follows him at the head of {clan.name} is asked of {ASKED[desk_of(clan)]}.")
    world.session.flush()
    if vacant := vacated(world, person):
        told.append(vacant)
    return "".join(f" {sentence}" for sentence in told)


def draws_no_more(world: World, person: Character) -> None:
    """Close the draws of somebody who is dead."""
    for due in world.session.scalars(select(RiskDraw).filter_by(character=person.id, card="")):
        due.card, due.effect = NO_CARD, "dead already"


def lose_general(world: World, army: Army) -> str:
    """An army that lost its general: its men leave the map until the winter, it recovers nothing and cannot form again
    this year (R8), and it drops out of whatever encounter it is in."""
    recovers_nothing(world, army)
    met = list(
        world.session.scalars(
            select(Encounter)
            .join(EncounterForce, EncounterForce.encounter == Encounter.id)
            .where(EncounterForce.army == army.id, Encounter.outcome == "")
            .order_by(Encounter.id)
        )
    )
    dissolve(world, army)
    world.session.flush()
    closed = "".join(f" {sentence}" for one in met if (sentence := close_if_alone(world, one, army)))
    return (
        f"His army {army.code} is dissolved: its men have gone from the map and cannot form again this year, "
        f"and nothing it lost is recovered (R8).{closed}"
    )


def close_if_alone(world: World, encounter: Encounter, gone: Army) -> str:
    """Close an encounter in which only one side is left (those who remain may go on); what was done, in a sentence."""
    forces = forces_of(world.session, encounter)
    if not nobody_is_met(world, encounter, forces):
        return ""
    encounter.outcome = "pass"
    drop(world, "encounter", encounter.id)
    encounter.note = f"army {gone.code} was dissolved, so nobody was left to meet"
    set_free(world, forces)
    return f"Encounter {encounter.id} is settled: nobody was left to meet."


def call_for_the_first_season(session: Session) -> None:
    """Call everybody of sixty years and more to draw for the season a new game begins in (R19, D29): no season's end
    came before it to do so. Nobody grows older for it (R20)."""
    season = Game.only(session).seasons
    old = select(Character.id).where(Character.alive.is_(True), Character.age >= rules.OLD_AGE).order_by(Character.id)
    called = list(session.scalars(old))
    session.add_all(
        RiskDraw(id=number_, character=key, cause="age", season=season) for number_, key in enumerate(called, start=1)
    )
    if called:
        session.add(Serial(name="risk_draw", last=len(called)))
    session.flush()


def still_due(world: World) -> int:
    """How many cards are due that nobody has drawn yet."""
    return world.session.scalar(select(func.count()).select_from(RiskDraw).where(RiskDraw.card == "")) or 0
