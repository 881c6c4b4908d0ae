"""Corrections: the umpire may set any figure right by hand; the journal keeps the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import read_code
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.rows import Base
from control.kernel.rows.base import Versioned
from control.kernel.typed import Order, number, quoted, read, text, whole_number
from control.kernel.wording import capital, folded
from control.sengoku.battle.encounters.encounters_actions import left_empty
from control.sengoku.battle.losses.risk_actions import commands_in, dies, draws_no_more, of_team_control
from control.sengoku.people.casting.casting_actions import give_to_npd, give_to_players, no_own_desk, playable
from control.sengoku.people.court.court_actions import passes_away
from control.sengoku.people.court.shogun_questions import reigning
from control.sengoku.people.heads_actions import steps_down
from control.sengoku.people.kin_actions import not_taken
from control.sengoku.people.kin_questions import called, head_of
from control.sengoku.people.offices_actions import gives_place, heirs_beside
from control.sengoku.people.people_actions import not_in_battle
from control.sengoku.rows import (
    Army,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Companion,
    Courtier,
    Garrison,
    MarchOrder,
    Place,
    Province,
    Succession,
)
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.people.shogun import RESIGNED
from control.sengoku.rules.people.titles import LOWEST
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.scenario.model import HEADS, RELATIONS, SEXES, WORKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import answers_no_more
from control.sengoku.world.forces.business_questions import as_link, battle_of
from control.sengoku.world.forces.forces_actions import begin_here, has_drawn
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.forces.ground_questions import ground_name
from control.sengoku.world.land.rising_actions import no_rebels
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.people.reprints_actions import army_changed, person_changed
from control.sengoku.world.people.titles_questions import in_office
from control.sengoku.world.telling.notices_actions import tell

Check = Callable[[World, Any], Any]
EMPEROR = "emperor"
KEPT_UP = ("castle", "fortress")
"""The works that can be abandoned (R24)."""


def whole(low: int, high: int, noun: str) -> Check:
    """A whole number in these bounds, also as typed text."""

    class Figure(Order):
        value: number(low, high, noun)

    def check(_world: World, value: Any) -> int:
        found: int = read(Figure, {"value": value}, form=isinstance(value, str)).value
        return found

    return check


def known(model: type[Base], noun: str, empty: bool = False) -> Check:
    """The id of a row that exists (or nothing at all, if it may be empty)."""

    def check(world: World, value: Any) -> str | None:
        if empty and value in ("", None):
            return None
        ids = list(world.session.scalars(select(model.id)))  # type: ignore[attr-defined]
        if value not in ids:
            near = did_you_mean(value, ids) if isinstance(value, str) else ""
            raise OrderNotUnderstood(f"There is no {noun} {quoted(value)}.{near}", field="value")
        return str(value)

    return check


def a_lord(world: World, value: Any) -> str | None:
    """The id of a clan with a lord, or nothing at all: who may hold land or keep a hostage (R42)."""
    key: str | None = known(Clan, "clan", empty=True)(world, value)
    if key:
        no_rebels(world.session.get_one(Clan, key), "value")
    return key


def choice(noun: str, *choices: str) -> Check:
    """One word of a few."""

    def check(_world: World, value: Any) -> str:
        if value not in choices:
            raise OrderNotUnderstood(
                f"{capital(noun)} is one of {', '.join(filter(None, choices))}, not {quoted(value)}.", field="value"
            )
        return str(value)

    return check


def abandoned(_world: World, value: Any) -> str | None:
    """The work that stands somewhere unkept (R24), or none."""
    if value in ("", None, "none"):
        return None
    return str(choice("what is abandoned", "none", *KEPT_UP)(_world, value))


def words(noun: str, most: int = 60, empty: bool = True) -> Check:
    """A few words; none at all, if it may be empty."""

    def check(_world: World, value: Any) -> str:
        found = " ".join(str(value).split()) if isinstance(value, str) else value if value is not None else ""
        if not isinstance(found, str) or len(found) > most or (not found and not empty):
            long = f"1 to {most}" if not empty else f"up to {most}"
            raise OrderNotUnderstood(f"{capital(noun)} has {long} letters, unlike {quoted(value)}.", field="value")
        return found

    return check


def yes_no(_world: World, value: Any) -> bool:
    """True or false, also as typed text."""
    if isinstance(value, bool):
        return value
    words = {"yes": True, "no": False, "true": True, "false": False}
    if not isinstance(value, str) or value.lower() not in words:
        raise OrderNotUnderstood(f"Say yes or no, not {quoted(value)}.", field="value")
    return words[value.lower()]


KINDS: dict[str, tuple[type[Base], dict[str, Check]]] = {
    "army": (
        Army,
        {
            "troops": whole(0, MOST_TROOPS, "the number of counters"),
            "province": known(Province, "province"),
            "general": known(Character, "character"),
            "place": known(Place, "place", empty=True),
        },
    ),
    "garrison": (
        Garrison,
        {
            "troops": whole(0, MOST_TROOPS, "the number of counters"),
            "place": known(Place, "place", empty=True),
        },
    ),
    "character": (
        Character,
        {
            "experience": whole(1, 4, "experience"),
            "age": whole(0, 120, "an age"),
            "alive": yes_no,
            "wounded": yes_no,
            "held_by": a_lord,
            "sex": choice("a sex", *SEXES),
            "relation": choice("what he is to the head of his clan", "", *RELATIONS),
            "ancestor": words("an ancestor"),
            "province": known(Province, "province", empty=True),
        },
    ),
    "province": (
        Province,
        {
            "holder": a_lord,
            "castle": choice("a work", *WORKS),
            "rice_value": whole(0, 99, "a rice value"),
            "raised": whole(0, MOST_TROOPS, "the number raised"),
            "mountainous": yes_no,
            "unrest": yes_no,
            "taken": yes_no,
            "abandoned": abandoned,
        },
    ),
    "clan": (Clan, {"played": yes_no}),
    "courtier": (
        Courtier,
        {
            "name": words("a name", empty=False),
            "rank": whole(1, LOWEST, "a court rank"),
            "title": words("an office"),
            "age": whole(0, 120, "an age"),
            "ancestor": words("an ancestor"),
            "alive": yes_no,
        },
    ),
    "place": (
        Place,
        {
            "holder": a_lord,
            "fortification": choice("a work", *WORKS),
            "value": whole(0, 99, "a value"),
            "raised": whole(0, MOST_TROOPS, "the number raised"),
            "taken": yes_no,
            "abandoned": abandoned,
        },
    ),
}


class Correct(Forcible, Slip):
    """A figure to set right: of what (``army``, ``province``…), which one, which field, the value, and why."""

    kind: text("what it is", 1)
    id: int | str
    field: text("a field", 1)
    value: Any
    reason: text("a reason", 3)
    version: int | None = None

    def facts(self) -> tuple[str, str, str] | None:
        """Which figure, for a form that shows none; one that does says which version it showed."""
        return (self.kind, str(self.id), self.field) if self.version is None else None


@action("figure.correct", title="Correct a figure", order=Correct, desks=AT_THE_MAP, formerly=of_team_control)
def correct(world: World, order: Correct) -> str:
    """Set a figure right by hand, with a reason."""
    model, check = figure_of(order)
    row: Any = world.get(model, row_id(model, order.id), "id", order.version if issubclass(model, Versioned) else None)
    before, after = getattr(row, order.field), check(world, order.value)
    name = getattr(row, "code", None) or getattr(row, "name", None) or str(row.id)
    what = f"{order.field.replace('_', ' ')} of {order.kind} {name}"
    if before == after and not begins_anew(world, row, order.field):
        raise OrderNotAllowed(f"It is so already ({what}: {shown(after)}). Say what is right.", field="value")
    beforehand(world, row, order.field, before, after)
    came = put_down(world, row, order.field, before, after)
    came += afterwards(world, row, order.field, after)
    return f"Corrected: {what} from {shown(before)} to {shown(after)}. Reason: {order.reason}.{came}"


def begins_anew(world: World, row: Any, field: str) -> bool:
    """Whether a figure does something though it stays as it is: an army put where it stands leaves its place and its
    order, and is free to move."""
    if not isinstance(row, Army) or field != "province":
        return False
    on_its_way = (row.place, row.came_from, row.walked, row.halted, row.allowance is not None)
    return any(on_its_way) or world.session.get(MarchOrder, row.id) is not None


def figure_of(order: Correct) -> tuple[type[Base], Check]:
    """In which table a figure is, and what it may be."""
    if order.kind not in KINDS:
        raise OrderNotUnderstood(
            f'There is no "{order.kind}" to correct, only {", ".join(KINDS)}.{did_you_mean(order.kind, KINDS)}',
            field="kind",
        )
    model, fields = KINDS[order.kind]
    if order.field not in fields:
        raise OrderNotUnderstood(
            f'"{order.field}" of {order.kind} cannot be corrected, only {", ".join(fields)}.'
            f"{did_you_mean(order.field, fields)}",
            field="field",
        )
    return model, fields[order.field]


def beforehand(world: World, row: Any, field: str, before: Any, after: Any) -> None:
    """Refuse a figure that cannot be in the game as it stands; what would be in the way of one that can goes first."""
    if isinstance(row, (Army, Garrison)) and field == "troops":
        count_in_battle(world, row, after - before)
    if isinstance(row, (Army, Garrison)) and field != "troops":
        stands_as_it_fights(world, row)
    if isinstance(row, Army) and field == "general":
        may_lead(world, row, after)
        has_drawn(world, row, "value")
    if isinstance(row, Character):
        check_person(world, row, field, after)
    if isinstance(row, Courtier):
        check_courtier(world, row, field, after)
    if isinstance(row, (Army, Garrison)) and field == "place":
        check_place(world, row, after)
    if isinstance(row, Clan):  # an old game may have rebels as played, which is set right here
        (playable if after else no_own_desk)(row, "id")


def put_down(world: World, row: Any, field: str, before: Any, after: Any) -> str:
    """Write a figure down; who dies or lives by it does so with all that follows, and a clan changes hands as it does
    under Casting. What came of it, in sentences."""
    if isinstance(row, Character) and field == "alive" and before != after:
        return lives_after_all(world, row) if after else dies_by_hand(world, row)
    if isinstance(row, Courtier) and field == "alive" and before and not after:
        return passes_away(world, row)
    if isinstance(row, Clan) and before != after:
        return f" {give_to_players(world, row) if after else give_to_npd(world, row)}"
    by_kin = isinstance(row, Character) and row.title == called(row.role, row.relation, row.sex)
    setattr(row, field, after)
    if by_kin:
        row.title = called(row.role, row.relation, row.sex)
    return ""


def afterwards(world: World, row: Any, field: str, after: Any) -> str:
    """What else is otherwise, now that a figure is; in sentences, if it is to be told."""
    if isinstance(row, Character):
        if field == "wounded":
            row.wounded_in = world.game.seasons if after else None
        if field == "held_by" and not after:
            answers_no_more(world, row)
        if field in ("sex", "relation", "ancestor"):
            person_changed(world, row, f"the {field} of {row.name} was set right", armies=False)
        if not row.alive:
            row.wounded, row.wounded_in = False, None
            draws_no_more(world, row)
    if isinstance(row, Army) and field == "general":
        army_changed(world, row, "another general was put down for it")
    if isinstance(row, Army) and field == "province":
        starts_anew(world, row)
    if isinstance(row, Garrison):
        row.standing = row.troops > 0
    return left_empty(world) if isinstance(row, (Army, Garrison)) else ""


def dies_by_hand(world: World, person: Character) -> str:
    """A death set right by hand is a death like any other: the army is dissolved, somebody is asked for, titles are
    vacant (R8, R39). What came of it, in sentences."""
    if battle := commands_in(world, person):
        raise OrderNotAllowed(
            f"{person.name} is in battle {battle}. End that first, then set down that he is dead.", field="value"
        )
    if along := going_along(world.session, person.id):
        not_in_battle(world, along.the_army, field="value")
    return dies(world, person)


def lives_after_all(world: World, person: Character) -> str:
    """Who was thought dead lives: nobody is asked any more who follows him, and what the Bakufu has not given away is
    his again. Where another is head of his clan he is an elder, where another is heir, of the family. His army
    stays dissolved and cards closed by his death stay closed; to have all of it back, the entry of his death is taken
    back instead. Refused once somebody has followed him."""
    of_his_death = (Succession.character == person.id) & (Succession.closed != RESIGNED)
    followed = world.session.scalar(
        select(Succession)
        .where(of_his_death, Succession.heir.is_not(None))
        .order_by(Succession.id.desc())
        .limit(1)
        .options(joinedload(Succession.the_heir))
    )
    if followed is not None and followed.the_heir is not None:
        raise OrderNotAllowed(
            f"{followed.the_heir.name} has followed {person.name} already. Take that back first, then the death.",
            field="value",
        )
    first, clan = head_of(world.session, person.clan), world.session.get_one(Clan, person.clan)
    instead = ""
    if person.role in HEADS and first is not None and first.alive:
        steps_down(person, clan)
        instead = f" {first.name} stands at the head of {clan.name} now, so he is an elder of it."
    if person.role == "shogun" and (now := reigning(world.session)):
        raise OrderNotAllowed(
            f"{now.name} is Shogun now, and there is one alone. He has to retire first.", field="value", ruling="R43"
        )
    asked = list(world.session.scalars(select(Succession).where(of_his_death).order_by(Succession.id)))
    for row in asked:
        world.session.delete(row)
    person.alive = True
    world.session.flush()
    if instead:
        person_changed(world, person, f"{person.name} lives after all, as an elder", armies=False)
    tell(world, "death", f"{person.name} lives after all.", None, [person.clan], only=True)
    if person.role == "heir" and (another := heirs_beside(world, person)):
        instead = f" {another[0].name} is heir of {clan.name} now. {gives_place(world, person)}"
    more = " Nobody is asked any more who follows him." if asked else ""
    rest = "An army he led stays dissolved, and his titles that were not given away are his again (R39)."
    return f"{instead}{more} {rest}"


def count_in_battle(world: World, force: Army | Garrison, more: int) -> None:
    """Let counters set right in the middle of a battle count in it from the next round on (R4)."""
    number_ = battle_of(world.session, force)
    if number_ is None:
        return
    found = select(BattleForce).where(BattleForce.battle == number_, as_link(BattleForce, force))
    link = world.session.scalars(found).one()
    link.troops += more
    world.session.get_one(BattleSide, (number_, link.role)).troops += more


def stands_as_it_fights(world: World, force: Army | Garrison) -> None:
    """Refuse another ground or general for counters that are fighting, unless Game Control forces it: the battle goes
    on where it began, under whoever began it."""
    if (battle := battle_of(world.session, force)) and (world.force or not world.replays):
        named = f"Army {force.code}" if isinstance(force, Army) else f"Garrison {force.id}"
        world.forbid(f"{named} is in battle {battle}. End that first, then set it right.", field="value")


def may_lead(world: World, army: Army, key: str) -> None:
    """Refuse a general who is dead, or who leads another army."""
    general = world.session.get_one(Character, key)
    if not general.alive:
        raise OrderNotAllowed(f"{general.name} is dead. Choose a living general.", field="value")
    led = world.session.scalar(select(Army).filter_by(general=key, standing=True))
    if led is not None and led is not army:
        raise OrderNotAllowed(f"{general.name} leads army {led.code} already. Choose another general.", field="value")
    if along := world.session.get(Companion, key):
        world.session.delete(along)
    general.province = None  # his counter is with his army


def check_person(world: World, person: Character, field: str, value: Any) -> None:
    """Refuse what a person cannot be: the hostage of his own clan, wounded or on a visit when he is dead, or visiting
    while his counter is with an army."""
    if field in ("wounded", "province") and value and not person.alive:
        raise OrderNotAllowed(f"{person.name} is dead. If he lives after all, set that right first.", field="value")
    if field == "relation" and value and person.role in HEADS:
        raise OrderNotAllowed(f"{person.name} stands at the head himself, so he is nothing to it.", field="value")
    if field == "held_by" and value == person.clan:
        raise OrderNotAllowed(f"{person.name} is of that clan himself, so it holds no hostage.", field="value")
    if field != "province" or value is None:
        return
    army = world.session.scalar(select(Army).filter_by(general=person.id, standing=True))
    if army is None and (along := going_along(world.session, person.id)):
        army = along.the_army
    if army is not None:
        raise OrderNotAllowed(f"{person.name} is with army {army.code}, where his counter stands.", field="value")


def check_courtier(world: World, one: Courtier, field: str, value: Any) -> None:
    """Refuse a name that another has, an Emperor with a rank or an office, and a second one (R29)."""
    if field == "name" and folded(value) != folded(one.name):
        not_taken(world, value, field="value")
    if one.role != "emperor":
        return
    if field in ("rank", "title") and value:
        raise OrderNotAllowed("The Emperor stands above all ranks and offices (R29).", field="field", ruling="R29")
    if field == "alive" and value and not one.alive and EMPEROR in dict(in_office(world.session)):
        there = dict(in_office(world.session))[EMPEROR]
        raise OrderNotAllowed(
            f"There is an Emperor: {there}. There is one alone. Set down that he is dead first.", field="value"
        )


def check_place(world: World, force: Army | Garrison, key: str | None) -> None:
    """Refuse a city or temple of another province, and ground for which the clan has another garrison already, with
    counters or without (R41)."""
    place = world.session.get_one(Place, key) if key else None
    if place and place.province != force.province:
        lies, stands = (world.scenario.provinces[one].name for one in (place.province, force.province))
        raise OrderNotAllowed(f"{place.name} lies in {lies}, and it stands in {stands}.", field="value", ruling="R41")
    others = select(Garrison).filter_by(clan=force.clan, province=force.province, place=key)
    found = world.session.scalars(others.where(Garrison.id != force.id)).first()
    if isinstance(force, Garrison) and found:
        where = ground_name(world.scenario, force.province, key)
        raise OrderNotAllowed(
            f"The clan has garrison {found.id} in {where} already. Set the counters of both right instead.",
            field="value",
        )


def row_id(model: type[Base], key: int | str) -> int | str:
    """The key as the table has it: forms send numbers as text, and an army has its card's code."""
    if model not in (Army, Garrison):
        return str(key)
    if model is Army and isinstance(key, str) and key.strip()[:1].upper() in {*ARMY_CARDS}:
        try:
            return read_code(key).number
        except OrderNotUnderstood as error:
            raise OrderNotUnderstood(error.sentence, field="id") from None
    found = whole_number(key) if isinstance(key, str) else key
    if isinstance(found, str) or not 1 <= found <= 10**6:
        raise OrderNotUnderstood(f"Armies and garrisons have numbers, such as 7, not {quoted(key)}.", field="id")
    return found


def starts_anew(world: World, army: Army) -> None:
    """An army put elsewhere by hand starts from there, in no place, without an order, and is free to move."""
    army.place = None
    begin_here(army)
    if entered := world.session.get(MarchOrder, army.id):
        world.session.delete(entered)


def shown(value: Any) -> str:
    """A value in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
