"""The gate of a season: the Controllers' ticks, and its end with all that it writes; at the onset of winter everybody
goes home (handbook 2 and 5; R8, R14, R19 to R25).

What is written is worked out by `queries.closing.plan`, which the page of the gate shows too: here it is carried out,
line by line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, NotThisDesk
from control.kernel.grouping import grouped
from control.kernel.hall.clock.clock_actions import begin_stretch
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import counted, in_a_row
from control.sengoku.battle.losses.risk_actions import call, still_due
from control.sengoku.battle.rounds.battles_actions import break_off
from control.sengoku.books.musters_actions import musters_arrive
from control.sengoku.books.winter_actions import named
from control.sengoku.books.works_actions import abandon, finish
from control.sengoku.politics.bakufu.calls_actions import remind
from control.sengoku.rows import (
    Army,
    Battle,
    Character,
    Clan,
    Courtier,
    Encounter,
    Garrison,
    MarchOrder,
    Place,
    Province,
    Recovery,
    SeasonTick,
)
from control.sengoku.rules.seasons import season_at, season_heading, season_place
from control.sengoku.scenario.model import SEASONS
from control.sengoku.season import closing_questions as closing
from control.sengoku.season import gate_questions as gate
from control.sengoku.world.acting import World, action
from control.sengoku.world.claims_actions import drop
from control.sengoku.world.forces.forces_actions import begin_here, dissolve
from control.sengoku.world.forces.sides_questions import with_forces
from control.sengoku.world.ledger.ledger_actions import book
from control.sengoku.world.ledger.lines_questions import CHAPTERS, Line
from control.sengoku.world.minding_questions import minds
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.telling.notices_actions import tell

NAMED = 6
"""So many open things are named in a refusal; the page lists them all."""


class AdvanceSeason(Forcible):
    """The season that is to end, and its year: said aloud, so that a double click cannot end two.

    ``force`` is Game Control's reason to go over what is still open. ``seen`` are the keys of what the page showed as
    open: the season stays if anything has been added since.
    """

    season: one_of("a season", *SEASONS)
    year: number(1, 9999, "a year")
    seen: text("what the page showed", most=20_000) = ""


def but_for_missing_orders(sentence: str) -> str:
    """What the entry says, without the armies that had no order: also those that might not march were counted before
    (Action.formerly)."""
    return re.sub(r", \d+ arm(?:y|ies) without an order", "", sentence)


@action(
    "season.advance",
    title="Close the season",
    order=AdvanceSeason,
    desks=("game",),
    also=("ends",),
    hides=("seen",),
    formerly=but_for_missing_orders,
)
def advance(world: World, order: AdvanceSeason) -> str:
    """Close the season and begin the next: recovery, troops, orders; at the onset of winter savings and income."""
    in_time(world, order.season, order.year)
    found = gate.must_be_settled(gate.still_open(world.session))
    if order.seen and (new := [one for one in found if gate.is_new(one, order.seen.split())]):
        raise ChangedElsewhere(
            f"This is new since you opened the page: {open_named(new)}. Look at it, then close the season.",
            field="seen",
        )
    if found:
        ruling = "R14" if {"encounter", "battle"} & {one.kind for one in found} else ""
        world.forbid(
            f"{order.season.capitalize()} cannot end while these are open: {open_named(found)}. Settle them, or "
            "give a reason to go over them.",
            field="force",
            ruling=ruling,
        )
    plan = closing.plan(world.session, world.scenario, over=bool(found))
    told = carry_out(world, plan)
    remind(world)
    named = gate.open_in_words(one for one in found if one.kind != "letter")  # Map Control reads this, and no letters
    over = f" Passed over: {named}." if named else ""
    late = still_due(world) - len(plan.of("draw"))
    if late:
        told += f" Still due from before: {counted(late, 'risk draw')}."
    return (
        f"{season_heading(order.season, order.year)} ended; {world.game.season} {world.game.year} begins.{told}{over}"
    )


def in_time(world: World, season: str, year: int) -> None:
    """Refuse what was meant for a season that has ended, or has not begun."""
    game = world.game
    if (season, year) != (game.season, game.year):
        over = season_place(season, year) < season_place(game.season, game.year)
        is_it = "has ended already" if over else "is still to come"
        raise ChangedElsewhere(
            f"{season_heading(season, year)} {is_it}: it is {game.season} {game.year}.", field="season"
        )


def open_named(found: list[gate.Open]) -> str:
    """Open things in a sentence: the first few by name, what is open several times once (an old man owes a card for
    each season), and how many clans are not ticked off."""
    named = Counter(one.sentence for one in found if one.kind != "tick")
    said = [f"{one} ({often} times)" if often > 1 else one for one, often in [*named.items()][:NAMED]]
    if len(named) > NAMED:
        said.append(f"{named.total() - sum([*named.values()][:NAMED])} more")
    if ticks := len(found) - named.total():
        said.append(counted(ticks, "clan is not ticked off", "clans are not ticked off"))
    return "; ".join(said)


# --- Carrying it out --------------------------------------------------------------------------------------


def carry_out(world: World, plan: closing.Closing) -> str:
    """Write every line of a plan, chapter by chapter; what the journal says of it: no size, no points, no honour."""
    told = ""
    for chapter in plan.chapters:
        does = DOES.get(chapter.key)
        if does:
            told += does(world, list(chapter.lines))
            world.session.flush()
    return told


def pass_over_encounters(world: World, lines: list[Line]) -> str:
    """Close encounters that nobody settled: the forces pass each other."""
    for line in lines:
        encounter = world.session.get_one(Encounter, line.row)
        encounter.outcome = "pass"
        encounter.note = f"passed over at the end of {world.game.season}: {world.force}"
        drop(world, "encounter", encounter.id)
    return ""


def call_off_battles(world: World, lines: list[Line]) -> str:
    """End battles that nobody ended: nobody wins (R8)."""
    for line in lines:
        break_off(world, world.session.get_one(Battle, line.row))
    return ""


def abandon_unpaid(world: World, lines: list[Line]) -> str:
    """Abandon the works whose upkeep was not paid (R24): their holders hear of it, and who reads the journal, for the
    castles come off the map."""
    for clan, works in grouped((str(line.clan), line.row) for line in lines).items():
        told = " ".join(abandon(world, work) for work in works)
        tell(world, "abandoned", f"{told} No upkeep was paid (R24).", None, [clan], only=True)
    return f" Abandoned for want of upkeep (R24): {in_a_row([named(line.row) for line in lines])}."


def turn(world: World, _lines: list[Line]) -> str:
    """The season itself; the handbook's year runs from winter to autumn."""
    game = world.game
    game.season, game.year = season_at(game.season, game.year, 1)
    game.seasons += 1
    game.phase, game.locked_at = 0, None
    return ""


def disband_armies(world: World, lines: list[Line]) -> str:
    """All armies go home at the onset of winter (R23)."""
    for line in lines:
        dissolve(world, world.session.get_one(Army, line.row))
    return f" {counted(len(lines), 'army', 'armies')} dispersed (R23)."


def disband_garrisons(world: World, lines: list[Line]) -> str:
    """All garrisons go home at the onset of winter (R23)."""
    for line in lines:
        garrison = world.session.get_one(Garrison, line.row)
        garrison.troops, garrison.standing = 0, False
    return " All garrisons dispersed (R23)."


def lapse(world: World, _lines: list[Line]) -> str:
    """Nothing is recovered over winter (R8)."""
    for due in world.session.scalars(select(Recovery).filter_by(done=False)):
        due.counters, due.done = 0, True
    return ""


def raise_anew(world: World, _lines: list[Line]) -> str:
    """Every province and place may raise its full value in the year that begins (R23)."""
    for province in world.session.scalars(select(Province).where(Province.raised > 0)):
        province.raised = 0
    for place in world.session.scalars(select(Place).where(Place.raised > 0)):
        place.raised = 0
    return ""


def grow_older(world: World, _lines: list[Line]) -> str:
    """Everybody who lives is a year older, at the Emperor's court as well, where who is the elder goes first (R20,
    R29)."""
    of_clans = select(Character).filter_by(alive=True).where(Character.age.is_not(None))
    of_the_court = select(Courtier).filter_by(alive=True).where(Courtier.age.is_not(None))
    for person in (*world.session.scalars(of_clans), *world.session.scalars(of_the_court)):
        person.age = (person.age or 0) + 1
    return " Everybody is a year older (R20)."


def finish_works(world: World, _lines: list[Line]) -> str:
    """Works ordered in an earlier winter are ready (R24); of those that wait, who reads the journal knows nothing."""
    return "".join(f" {sentence}" for sentence in finish(world))


def book_all(world: World, lines: list[Line]) -> str:
    """Book what is kept or paid (R21, R22)."""
    book(world, [move for line in lines for move in line.moves])
    return ""


def book_savings(world: World, lines: list[Line]) -> str:
    """Book what is kept, turned into cash or used up (R22)."""
    book_all(world, lines)
    return " What may be kept was kept (R22)."


def book_income(world: World, lines: list[Line]) -> str:
    """Book the income of the year that begins (R21)."""
    book_all(world, lines)
    return " The new income is paid (R21)."


def end_of_half_income(world: World, lines: list[Line]) -> str:
    """What was taken by force has paid its half (R21)."""
    for line in lines:
        table, key = line.row
        if table == "province":
            world.session.get_one(Province, key).taken = False
        else:
            world.session.get_one(Place, key).taken = False
    return ""


def propose_awards(world: World, lines: list[Line]) -> str:
    """The yearly awards (R25), for whoever keeps the ledger to book or decline; of honour the journal says nothing."""
    for line in lines:
        propose(world, str(line.clan), line.row, line.sentence)
    return ""


def recover(world: World, lines: list[Line]) -> str:
    """The counters due come back to the forces that still stand (R8)."""
    found = select(Recovery).filter_by(done=False).order_by(Recovery.id).options(*with_forces(Recovery))
    due = world.session.scalars(found).all()
    lines = [line for line in lines if line.row is not None]  # the others went with their garrisons
    for row, line in zip(due, lines, strict=True):
        row.counters, row.done = line.value, True
        row.force.troops += line.value
    forces = len({line.row[:2] for line in lines if line.value})
    return f" {counted(forces, 'force')} recovered men (R8)." if forces else ""


def heal(world: World, lines: list[Line]) -> str:
    """Wounds that are over (R19)."""
    well = []
    for line in lines:
        person = world.session.get_one(Character, line.row)
        person.wounded, person.wounded_in = False, None
        well.append(person.name)
    return f" {in_a_row(well)} recovered from {'his wound' if len(well) == 1 else 'their wounds'} (R19)."


def muster(world: World, _lines: list[Line]) -> str:
    """The troops that were announced stand in their provinces (R23)."""
    return " The troops announced last season arrived (R23)." if musters_arrive(world) else ""


def fresh_orders(world: World, _lines: list[Line]) -> str:
    """Every army starts the season where it stands, without an order; every general may fight anew (R9), and
    whoever stayed behind as a garrison may march again."""
    for order in world.session.scalars(select(MarchOrder)):
        world.session.delete(order)
    for army in world.session.scalars(select(Army).filter_by(standing=True)):
        begin_here(army)
    for post in world.session.scalars(select(Garrison).where(Garrison.marched > 0)):
        post.marched = 0
    for person in world.session.scalars(select(Character).where(Character.battles > 0)):
        person.battles = 0
    return ""


def call_the_old(world: World, lines: list[Line]) -> str:
    """Call everybody of sixty years and more to draw a card for the season that begins (R19)."""
    called = [world.session.get_one(Character, line.row).name for line in lines if call(world, line.row, "age")]
    return f" To draw a card for their age: {in_a_row(called)} (R19)." if called else ""


def set_clock(world: World, _lines: list[Line]) -> str:
    """The clock stands at the beginning of the new season."""
    begin_stretch(world)
    return ""


DOES: dict[str, Callable[[World, list[Line]], str]] = {
    "encounter": pass_over_encounters,
    "battle": call_off_battles,
    "upkeep": abandon_unpaid,
    "turn": turn,
    "army": disband_armies,
    "garrison": disband_garrisons,
    "lapsed": lapse,
    "levy": raise_anew,
    "older": grow_older,
    "work": finish_works,
    "savings": book_savings,
    "income": book_income,
    "taken": end_of_half_income,
    "award": propose_awards,
    "recovery": recover,
    "wound": heal,
    "muster": muster,
    "orders": fresh_orders,
    "draw": call_the_old,
    "clock": set_clock,
}
"""How the lines of each chapter are carried out. What is missing here is only said: a letter that was late lies there
by its own date, works go on being built, and the copy is made when all this is kept."""

assert set(DOES) < set(CHAPTERS)


# --- The Controllers' ticks -------------------------------------------------------------------------------


class TickClan(Order):
    """A clan whose Controller is done with the season, which is named so that an old page ticks off no new one."""

    clan: text("a clan", 1)
    season: one_of("a season", *SEASONS)
    year: number(1, 9999, "a year")


@action("season.tick", title="My clan is done", order=TickClan, desks=("team", "game"), seen_by=("team",))
def tick(world: World, order: TickClan) -> str:
    """Note that a clan's Controller is done with the season: all is booked, told and handed over."""
    clan = ticked_clan(world, order)
    row = world.session.get(SeasonTick, (world.game.seasons, clan.id))
    if row is None:
        row = SeasonTick(number=world.game.seasons, clan=clan.id, umpire="")
        world.session.add(row)
    if row.umpire:
        raise ChangedElsewhere(f"{clan.name} is ticked off already, by {row.umpire}.", field="clan")
    row.umpire, row.at = world.umpire.name, world.at
    world.session.flush()
    left = sum(not one.umpire for one in gate.ticks(world.session, "game"))
    more = "all clans are" if not left else f"{counted(left, 'clan is', 'clans are')} not"
    return f"{clan.name} is done with {order.season} {order.year}; {more} ticked off{'' if left else ' now'}."


@action(
    "season.untick", title="My clan is not done after all", order=TickClan, desks=("team", "game"), seen_by=("team",)
)
def untick(world: World, order: TickClan) -> str:
    """Take a clan's tick back: there is something left to do."""
    clan = ticked_clan(world, order)
    done = world.session.get(SeasonTick, (world.game.seasons, clan.id))
    if done is None or not done.umpire:
        raise ChangedElsewhere(f"{clan.name} is not ticked off.", field="clan")
    done.umpire, done.at = "", world.at
    return f"{clan.name} is not done with {order.season} {order.year} after all."


def ticked_clan(world: World, order: TickClan) -> Clan:
    """A clan of Team Control's in the season that runs. Raises an OrderError for any other."""
    clan = world.get(Clan, order.clan, "clan")
    in_time(world, order.season, order.year)
    if not minds("team", clan):
        raise NotThisDesk(f"{clan.name} is not minded by Team Control, so nobody ticks it off.", field="clan")
    return clan
