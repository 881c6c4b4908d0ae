"""The position as the umpire knows it, on paper: enough to go on without the laptop."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.journal.safety_questions import moment
from control.kernel.printing.kinds import Item, Kind, Papers
from control.kernel.printing.manifest_questions import usual_stock
from control.kernel.wording import alike, capital, counted, in_a_row
from control.sekigahara.paper.board_papers import BOARD
from control.sekigahara.paper.combat_papers import COMBAT, being_fought
from control.sekigahara.paper.players_papers import AIDS, SEALED
from control.sekigahara.paper.results_papers import RESULTS
from control.sekigahara.paper.weeks_papers import WEEK
from control.sekigahara.play.board.board_questions import castle_owners
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import (
    by_place,
    campaign_in,
    known_to,
    state_now,
    stretch_words,
    winner,
)
from control.sekigahara.rules.campaign.campaign import Campaign, State, road_of
from control.sekigahara.rules.phases.moving import in_words
from control.sekigahara.rules.sides import CALLED, SIDES
from printouts.campaign.combat_record import combat_record
from printouts.listing import Column, Head, Section, rows_in, sheets
from printouts.paper import Paper, unknown_letters

Lines = tuple[tuple[str, ...], ...]
"""What it is about, and what each side has there. They are read again as they stand
(`control.sekigahara.safety.typed_position`)."""
SEEN, UNTOLD = "(seen)", "not told"
COLUMNS = (Column("", 34), Column(capital(CALLED["east"]), 79, gap=8), Column(capital(CALLED["west"]), 73))


def on_the_board(session: Session) -> tuple[Lines, Lines]:
    """The lines of the position as it stands."""
    return lines_of(campaign_in(session), state_now(session))


def lines_of(campaign: Campaign, state: State) -> tuple[Lines, Lines]:
    """Who stands where; then what each side has off the board: boxes, hand, discards."""
    known = known_to(campaign, state, UMPIRE)
    board = tuple(
        (place, *(blocks(campaign, stacks.get(side), state.known) for side in SIDES))
        for place, stacks in by_place(campaign, known)
    )
    beside: Lines = (
        ("When", stretch_words(state.week, state.turn), ""),
        ("Recruitment box", *(blocks(campaign, known["boxes"][side], state.known) for side in SIDES)),
        ("Hand", *(cards(campaign, known["hands"][side]["cards"]) for side in SIDES)),
        ("On the table", *(alike(known["table"][side]) for side in SIDES)),
        ("Discards", *(cards(campaign, known["discards"][side]["cards"]) for side in SIDES)),
        ("Lost", *(alike(known["lost"][side]) for side in SIDES)),
        ("Mōri box", "", alike(known["mori_box"])),
        ("In the bag", *(f"the other {known['bags'][side]} blocks" for side in SIDES)),
        ("To draw", *(f"the other {known['piles'][side]} cards, shuffled anew" for side in SIDES)),
        ("Castles", *(held(campaign, castle_owners(campaign, known), side) for side in SIDES)),
        ("Resources", *(held(campaign, known["resources"], side) for side in SIDES)),
        ("Disks", *(disks(campaign, known["disks"], side) for side in SIDES)),
        ("Points", *(f"{known['score'][side]}, as it stands (2.2)" for side in SIDES)),
        ("First", *(first_in(state) if state.first == side else "" for side in SIDES)),
        ("Won", *(winner(known) if known["winner"] == side else "" for side in SIDES)),
        ("Recruits to come", *(recruits(state, side) for side in SIDES)),
        *of_the_phase(campaign, state),
        ("Now", *(known["waits_for"]["to"] if side in known["waits_for"]["sides"] else "" for side in SIDES)),
    )
    return board, tuple(line for line in beside if any(line[1:]))


def of_the_phase(campaign: Campaign, state: State) -> Lines:
    """What was done in the phase, for by that it is known what may be done still (7.1, 7.3.1, 7.3.4, S9, 8.1, 8.8.2,
    8.10)."""
    called, fight, moving = campaign.board.called, state.fight, state.step == "move"
    left = "" if state.degree == "total" else f", {counted(state.stacks, 'stack')} left"
    led = ", led" if state.led else ""
    begun = f", the stack of {called(state.activated)} begun{led}" if state.activated else ""
    movement = f"{in_words(state.degree)}{left}{begun}{', mustered' if state.mustered else ''}"
    there = {place: [one for one in state.moved if state.spot[one] == place] for place in campaign.board.places}
    moved = "; ".join(f"{called(place)}: {blocks(campaign, {'blocks': who})}" for place, who in there.items() if who)
    roads = (map(called, road_of(road)) for road in state.used)
    fought = [called(place) for place in state.fought if not fight or place != fight.place]
    came: dict[tuple[str, str], dict[str, list[str]]] = {}
    for place, entered in state.entered.items():
        for side, by, *block in map(str.split, entered):
            came.setdefault((place, by), {one: [] for one in SIDES})[side] += block or [""]
    of_one: tuple[tuple[str, str, str], ...] = (
        ("Movement", state.active, movement if moving else ""),
        ("Moved", state.active, moved if moving else ""),
        ("Roads used", state.active, in_a_row(map("–".join, roads)) if moving else ""),
        ("Combat done", state.active, in_a_row(fought)),
        ("Attacks", fight.attacker if fight else "", f"at {called(fight.place)}" if fight else ""),
    )
    owed = state.owed if fight else {}  # for the combat before, where cards are drawn after the one it led to (S31)
    return (
        *((what, *(words if side == whose else "" for side in SIDES)) for what, whose, words in of_one),
        ("To draw after it", *(counted(owed[side], "card") if owed.get(side) else "" for side in SIDES)),
        *(
            (f"Came to {called(place)} from {called(by)}", *(who_came(campaign, sides[side]) for side in SIDES))
            for (place, by), sides in came.items()
        ),
    )


def recruits(state: State, side: str) -> str:
    """What the recruitment track brings a side once it has discarded, none of it too, since more resource locations
    bring one more then; empty where it has drawn them (6.2)."""
    owed = state.owed.get(side) if state.step == "discard" else None
    return "" if owed is None else f"{counted(owed, 'block')} of the track"


def first_in(state: State) -> str:
    """Whose first move it is in this week, or was in the one before as long as that is not said (6.3)."""
    said = state.step not in ("discard", "bid", "order")
    return f"moves first in week {state.week}" if said else f"moved first in week {state.week - 1}"


def who_came(campaign: Campaign, came: Iterable[str]) -> str:
    """The blocks that came somewhere, of which some may have left or be lost: nobody retreats where the others came
    from (8.8.3). Games that are older do not know which they were."""
    return alike(campaign.blocks[one].kind.name if one else UNTOLD for one in came)


def held(campaign: Campaign, owned: Mapping[str, str], side: str) -> str:
    """The castles or resource locations of a side."""
    return alike(campaign.board.called(place) for place, whose in owned.items() if whose == side)


def disks(campaign: Campaign, standing: Iterable[str], side: str) -> str:
    """The disks of a side that stand."""
    of = {place.disk: place.disk_side for place in campaign.board.places.values() if place.disk}
    return alike(campaign.edition.disks[one].name for one in standing if of.get(one) == side)


def blocks(campaign: Campaign, stack: Mapping[str, Any] | None, seen: Container[str] = ()) -> str:
    """A stack: its blocks, those alike together, with a word for those that both sides have ``seen``."""
    named = ((campaign.blocks[one].kind.name, one in seen) for one in (stack["blocks"] if stack else ()))
    return alike(f"{name} {SEEN}" if known else name for name, known in named)


def cards(campaign: Campaign, found: Iterable[str]) -> str:
    """Cards, those alike together."""
    return alike(campaign.cards[one].name for one in found)


def draw(paper: Paper, things: Any) -> None:
    """The sheets of the position, and the combat that is being fought as far as it went."""
    for title, when, (board, beside), fight in things:
        sections = [
            Section(name, COLUMNS, rows_in(COLUMNS, lines))
            for name, lines in (("On the board", board), ("Beside it", beside))
        ]
        sheets(paper, Head("Umpire", title, when), sections)
        if fight:
            combat_record(paper, fight)


def stands(session: Session, title: str) -> tuple[Any, ...]:
    """What is drawn of the position."""
    return title, moment(session).when, on_the_board(session), being_fought(session)


POSITION = Kind(
    key="position",
    name="Position",
    one="position sheet",
    chapter="all",
    desks=(UMPIRE,),
    items=lambda press: [Item("", "All", "", stands(press.session, press.scenario.title))],
    draw=draw,
    empty="There is no position.",
)
PAPERS = Papers(
    kinds={one.key: one for one in (POSITION, SEALED, WEEK, AIDS, BOARD, COMBAT, RESULTS)},
    chapters={"all": "The campaign"},
    handed_out=(),
    paper=Paper,
    unknown=unknown_letters,
    word="side",
    owners=lambda _scenario: {},
    choices=lambda _session: (),
    meant=lambda typed, _scenario: typed,
    fallback=("all", POSITION.key),
)


def print_pack(store: Any, scenario: Any, _drawing: Any, _at: str) -> Any:
    """What is needed when the machine dies; what stands on it every font has."""
    with store.read() as session:
        now, found, stock = moment(session), stands(session, scenario.title), usual_stock(session)
    paper = Paper(scenario.title, stock=stock)
    draw(paper, [found])
    return paper.finish(), now, ""
