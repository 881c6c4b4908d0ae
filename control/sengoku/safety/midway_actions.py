"""Starting in the middle of a day, from what was typed in: the laptop died, or the day was begun on paper.

What is not listed stays as it is; of lists whose lines have no id (armies, garrisons, treaties and so on) the list says
all there are. It is one entry, so it is taken back as one, and nothing is changed unless every line is right. Sheet by
sheet is as good as all at once: what was typed in before is not held against it.
"""

from __future__ import annotations

import json
import re

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.slips import once_more
from control.kernel.errors import OrderNotAllowed
from control.kernel.game import game_in
from control.kernel.hall.clock.clock_actions import begin_stretch, clock_in, stages
from control.kernel.hall.rulings.rulings_actions import note
from control.kernel.journal.audience import audience
from control.kernel.journal.journal_questions import numbers_of, undoing_numbers, undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.undo.undo import stands
from control.kernel.undo.wake import treated
from control.kernel.wording import same_name
from control.sengoku.battle.encounters.encounters_actions import open_battles, open_encounters
from control.sengoku.battle.losses.risk_actions import draws_no_more
from control.sengoku.paper.fallback.state_lines import CharacterLine
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY
from control.sengoku.people.casting.players_actions import new_player
from control.sengoku.people.kin_actions import new_person
from control.sengoku.people.kin_questions import ids_of_made
from control.sengoku.rows import (
    Character,
    Clan,
    Companion,
    Part,
    Place,
    Player,
    Province,
    Succession,
    Work,
)
from control.sengoku.rules.rulings import value_of
from control.sengoku.safety.typed_books_actions import NOTE, set_books, standing_accounts
from control.sengoku.safety.typed_check_actions import look_over
from control.sengoku.safety.typed_forces_actions import (
    remove,
    set_battles,
    set_beaten_levies,
    set_draws,
    set_forces,
    set_musters,
    set_travellers,
)
from control.sengoku.safety.typed_papers_actions import PAPERS
from control.sengoku.safety.typed_state_actions import LINES, BeginMidway
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import answers_no_more
from control.sengoku.world.dates_questions import seasons_since


def but_for_the_lists(sentence: str) -> str:
    """What the entry says, without how many lines there were: they had other plurals before (Action.formerly)."""
    return sentence.partition(", from what was typed in")[0]


@action(
    "game.begin_midway",
    title="Start in the middle of a day",
    order=BeginMidway,
    desks=("game",),
    seen_by=(),
    also=("ends",),
    formerly=but_for_the_lists,
)
def begin_midway(world: World, order: BeginMidway) -> str:
    """Go on from a state that was typed in, before anything else has happened in the game."""
    world.seen_by = audience()
    fresh = is_fresh(world.session, world.entry)
    if not fresh:
        world.forbid(
            "This game has begun: entries of its journal would stand for something else. Start a new one "
            "(control-room new), or force it with a reason.",
            field="force",
        )
    if busy := open_encounters(world.session) + open_battles(world.session):
        raise OrderNotAllowed(f"These are open: {'; '.join(busy)}. Settle them first.", field="season")
    found = look_over(world.session, world.scenario, order)
    if found.wrong and not world.replays:  # what was right when it was typed is taken in again
        found.wrong[0].more += found.wrong[1:]
        raise found.wrong[0]
    for against in found.against_rules:
        against.more += [other for other in found.against_rules if other is not against]
        world.refuse(against)
    if not (order.twice or world.replays):
        typed_by_nobody_else(world, order)
    known = typed_before(world.session)
    stay = standing_accounts(world) if fresh and order.clans and "clans" in known else {}
    moved = set_season(world, order)
    set_options(world, order)
    set_made(world, order)
    set_land(world, order)
    set_works(world, order)
    set_people(world, order)
    set_books(world, order, fresh and ("clans" not in known or bool(order.clans)), stay)
    set_forces(world, order, moved)
    set_beaten_levies(world, order)
    set_musters(world, order)
    set_travellers(world, order)
    set_draws(world, order, set_battles(world, order))
    for name, set_papers in PAPERS.items():
        if (lines := getattr(order, name)) is not None:
            set_papers(world, lines)
    listed = [lines_of(name, len(rows)) for name in LINES if (rows := getattr(order, name)) is not None]
    return f"The day goes on in {order.season} {order.year}, from what was typed in: {', '.join(listed) or 'no list'}."


def lines_of(name: str, many: int) -> str:
    """How many there are in a list, in words."""
    one = BY_KEY[name].one
    if many == 1:
        return f"1 {one}"
    noun, *more = re.split(r"(?= (?:of|that|made|at)\b)", one, maxsplit=1)
    return f"{many} {re.sub('y$', 'ie', noun)}s{''.join(more)}"


def is_fresh(session: Session, before: int) -> bool:
    """Whether nothing has been played before that entry: the hall may have been set up, mistakes taken back, and other
    lists typed in."""
    hall, gone = treated(game_in(session), "hall"), undone_numbers(session) | undoing_numbers(session)
    acted = (
        select(Touch.entry)
        .join(JournalEntry, JournalEntry.number == Touch.entry)
        .where(Touch.changed.is_(True), Touch.table.not_in(hall), Touch.entry < before, stands(Touch.entry))
        .where(JournalEntry.action.not_in(("game.begin_midway", "fallback.at_gates")))
        .limit(1)
    )
    return session.scalar(acted, {"gone": json.dumps(sorted(gone))}) is None


def typed_before(session: Session) -> set[str]:
    """The lists that have been typed in already."""
    return {"game" if name == "stage" else name for _, names in typed(session) for name in names}


def typed(session: Session) -> list[tuple[JournalEntry, set[str]]]:
    """The entries that typed something in and stand, each with its lists."""
    standing = {*numbers_of(session, "game.begin_midway")} - undone_numbers(session)
    entries = session.scalars(select(JournalEntry).where(JournalEntry.number.in_(standing)))
    return [(one, {name for name in (*LINES, "stage") if one.arguments.get(name) is not None}) for one in entries]


def typed_by_nobody_else(world: World, order: BeginMidway) -> None:
    """Ask whoever types in a list that a colleague has typed in: his sheet would stand for all of it."""
    lists = {name for name in LINES if getattr(order, name) is not None}
    for entry, names in reversed(typed(world.session)):
        if names & lists and not same_name(entry.umpire, world.umpire.name):
            raise once_more(entry.umpire, entry.at, entry.sentence)


# --- The season -------------------------------------------------------------------------------------------


def set_season(world: World, order: BeginMidway) -> bool:
    """The season, how far it has got, and the clock, which stands. Whether it is another season than it was: then it
    begins, as far as nothing else is said."""
    game = world.game
    moved = (game.year, game.season) != (order.year, order.season)
    game.year, game.season = order.year, order.season
    game.seasons = seasons_since(game, world.scenario, order.year, order.season)
    if moved:
        game.phase, game.locked_at = 0, None
        begin_stretch(world)
    if order.phase is not None:
        game.phase = order.phase
    if order.locked is not None or game.phase:
        game.locked_at = (game.locked_at or world.at) if order.locked or game.phase else None
    if order.stage is not None:
        clock = clock_in(world)
        length = stages(world)[order.stage - 1].seconds
        clock.stage, clock.since = order.stage - 1, None
        clock.left = length if order.minutes is None else 60 * order.minutes  # more than its length if some were added
    return moved


def set_options(world: World, order: BeginMidway) -> None:
    """The rule options in force; one that is set otherwise than before is a ruling."""
    for line in order.options or []:
        before = str(getattr(world.options, line.option))
        if line.value != before:
            world.game.options = {**world.game.options, line.option: value_of(line.option, line.value)}
            note(world, NOTE, option=line.option, before=before, after=line.value)


# --- Land and works ---------------------------------------------------------------------------------------


def set_land(world: World, order: BeginMidway) -> None:
    """Who holds what, and what stands there."""
    for line in order.provinces or []:
        province = world.session.get_one(Province, line.id)
        if line.holder is not None:
            province.holder = line.holder or None
        given(province, line, "rice_value", "castle", "castle_since", "raised", "taken", "unrest")
        unkept(province, line.abandoned)
    for row in order.places or []:
        place = world.session.get_one(Place, row.id)
        place.holder = row.holder or None
        given(place, row, "fortification", "castle_since", "raised", "taken")
        unkept(place, row.abandoned)
    world.session.flush()


def given(row: Province | Place | Character | Clan, line: object, *names: str) -> None:
    """Take over what a line says; what it leaves out stays."""
    for name in names:
        if (value := getattr(line, name)) is not None:
            setattr(row, name, value)


def unkept(site: Province | Place, abandoned: str | None) -> None:
    """What stands there abandoned."""
    if abandoned is not None:
        site.abandoned = None if abandoned == "none" else abandoned


def set_works(world: World, order: BeginMidway) -> None:
    """The works that are ordered, stand, or were finished this year."""
    if order.works is None:
        return
    counted = Work.state.in_(("ordered", "standing")) | (Work.finished == order.year)
    known = {
        (work.kind, work.province, work.place, work.name, work.ordered): work
        for work in world.session.scalars(select(Work).where(counted).order_by(Work.line))
    }
    for line in order.works:
        place = line.place or None
        work = known.pop((line.kind, line.province, place, line.name, line.ordered), None)
        if work is None:
            work = world.new(
                Work, kind=line.kind, province=line.province, place=place, name=line.name, ordered=line.ordered
            )
        work.clan, work.points, work.state, work.finished = line.clan, line.points, line.state, line.finished
    remove(world, known.values())


# --- People -----------------------------------------------------------------------------------------------


def set_made(world: World, order: BeginMidway) -> None:
    """The people made in play, so that all other lists may name them (R40)."""
    ids = ids_of_made(world.session, [line.name for line in order.made or []])
    for line in order.made or []:
        new = new_person(world.session, line, line.name)
        person = world.session.get(Character, ids[line.name])
        if person is None:
            world.session.add(new)
        else:
            person.role, person.relation, person.sex = new.role, line.relation, new.sex
            person.ancestor, person.age, person.experience = line.ancestor, line.age, new.experience
        world.session.flush()


def set_people(world: World, order: BeginMidway) -> None:
    """Clan, office, experience, age, life and wounds, whose hostages they are, and who plays them."""
    for line in order.characters or []:
        person = world.session.get_one(Character, line.id)
        said = ("clan", "relation", "role", "title", "experience", "age", "sex", "ancestor", "alive", "battles")
        given(person, line, *said)
        if line.held_by is not None:
            if person.held_by and not line.held_by:
                answers_no_more(world, person)
            person.held_by = line.held_by or None
        set_wound(world, person, line)
        set_heir(world, person, line.heir)
        if line.player:
            cast(world, person, line.player)
    world.session.flush()


def set_wound(world: World, person: Character, line: CharacterLine) -> None:
    """A wound and its season; a dead man has none, goes with nobody and draws no card."""
    wounded = person.wounded if line.wounded is None else line.wounded
    if not person.alive:
        wounded, person.province = False, None
        draws_no_more(world, person)
        if along := world.session.get(Companion, person.id):
            world.session.delete(along)
    if wounded != person.wounded or (wounded and line.wounded_ago is not None):
        person.wounded = wounded
        person.wounded_in = world.game.seasons - (line.wounded_ago or 0) if wounded else None


def set_heir(world: World, person: Character, wanted: bool | None) -> None:
    """Whether it is still open who follows him."""
    if wanted is None:
        return
    asked = world.session.scalars(select(Succession).filter_by(character=person.id).where(Succession.is_open())).all()
    if wanted and not asked:
        world.new(Succession, character=person.id, clan=person.clan)
    for row in asked if not wanted else ():
        world.session.delete(row)


def cast(world: World, person: Character, name: str) -> None:
    """Who plays him: somebody of that name, who is here."""
    player = world.session.scalar(select(Player).filter_by(name=name))
    if player is None:
        player = new_player(world, name)
        player.clan, player.state = person.clan, "arrived"
    part = world.session.get(Part, person.id)
    if part is None:
        world.session.add(Part(character=person.id, player=player.id))
    else:
        part.player = player.id
