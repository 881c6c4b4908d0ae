"""The state of play as the rules have it, and what each side may know of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.chance.seals import close_text, open_text
from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.kernel.game import Moment
from control.kernel.journal.changes import still_kept
from control.kernel.rows import Change, Entry, JournalEntry
from control.kernel.scenarios.scenario_files import digest_in, files_in
from control.kernel.values import dataclass
from control.kernel.wording import alike, capital, counted, folded, in_a_row
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.roles import acts_for
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.campaign import Campaign, State, as_document, from_document
from control.sekigahara.rules.campaign.scoring import of_both
from control.sekigahara.rules.phases import closed as not_now
from control.sekigahara.rules.phases.weeks import TURNS
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from control.sekigahara.rules.sight import seen
from control.sekigahara.scenario.campaign import campaign_of
from control.sekigahara.scenario.load import load_files

SEALED = ("bags", "piles")
"""The parts of a state whose order nobody sees."""
CAMPAIGNS: dict[str, Campaign] = {}
"""What never changes in the campaigns that were asked for, by the digests of their scenarios."""
KEPT = 8
PHASES = {
    "discard": "reinforcements",
    "bid": "turn order",
    "order": "turn order",
    "pay": "movement",
    "move": "movement",
    "combat": "combat",
    "fight": "combat",
    "over": "the end",
}
"""What each step of a state is a part of (6.1)."""


def campaign_by(digest: str, scenario: Any) -> Campaign:
    """The campaign of a scenario, made once."""
    if digest not in CAMPAIGNS:
        while len(CAMPAIGNS) >= KEPT:
            del CAMPAIGNS[next(iter(CAMPAIGNS))]
        CAMPAIGNS[digest] = campaign_of(scenario() if callable(scenario) else scenario)
    return CAMPAIGNS[digest]


@asked_once
def campaign_in(session: Session) -> Campaign:
    """The campaign that is played in this session, by the scenario that the game carries."""
    return campaign_by(digest_in(session), lambda: load_files("", files_in(session)))


def as_columns(state: State, secret: str) -> dict[str, Any]:
    """A state as its row has it."""
    found = as_document(state)
    del found["seed"]
    return found | {part: close_text(secret, part, json.dumps(found[part])) for part in SEALED}


def from_columns(columns: Mapping[str, Any], seed: str, secret: str) -> State:
    """The state that its row has, or had in an older version of the program, with parts that are gone."""
    parts = {name: value for name, value in still_kept(StateOfPlay, columns).items() if name != "id"}
    opened = {part: json.loads(open_text(secret, part, parts[part])) for part in SEALED}
    return from_document({**parts, **opened, "seed": seed})


@asked_once
@kept
def state_now(session: Session) -> State:
    """The state of play, which nobody changes: an act works on a copy. To open what is sealed in it takes longer than
    to read it, so it stays opened until the next act."""
    game = Course.only(session)
    return from_columns(StateOfPlay.only(session).as_dict(), game.seed, game.secret)


def state_before(session: Session, entry: Entry) -> State:
    """The state of play in which an entry was made: what was changed since is put back."""
    columns, game = StateOfPlay.only(session).as_dict(), Course.only(session)
    since = select(JournalEntry).where(JournalEntry.number >= entry.number).order_by(JournalEntry.number.desc())
    for one in session.scalars(since):
        for change in one.changes:
            if change["table"] == StateOfPlay.__tablename__:
                columns |= change["before"]
    return from_columns(columns, game.seed, game.secret)


def around(session: Session, change: Change) -> tuple[State, State]:
    """The states of play before and after a change of their row, by what it changed alone."""
    game, now = Course.only(session), StateOfPlay.only(session).as_dict()
    before, after = (from_columns({**now, **change[when]}, game.seed, game.secret) for when in ("before", "after"))
    return before, after


HIDDEN = frozenset({"spot", "bags", "hands", "piles", "discards", "known", "moved", "entered"})
"""The columns of a state of which everybody is shown no more than `seen` tells: numbers, and who is known."""


def shows(session: Session, change: Change) -> bool:
    """Whether everybody may be shown a change: of the state of play, if what both sides see of it is another."""
    columns = change["before"]
    if change["table"] != StateOfPlay.__tablename__ or columns is None or not HIDDEN.issuperset(columns):
        return True
    before, after = around(session, change)
    return seen(campaign_in(session), before) != seen(campaign_in(session), after)


def phase_of(state: State) -> str:
    """What is being done, in words ("movement of the east")."""
    phase = PHASES[state.step]
    return f"{phase} of {CALLED[state.active]}" if state.active and phase in ("movement", "combat") else phase


def moment(game: Any) -> Moment:
    """Where the campaign stands: two turns in each week."""
    return Moment(2 * (game.week - 1) + list(TURNS).index(game.turn), stretch_words(game.week, game.turn))


def stretch_words(week: int, turn: str) -> str:
    """A turn in words: "week 3, second turn"."""
    return f"week {week}, {TURNS[turn]}"


def told(_model: Any, at: int) -> dict[str, Any]:
    """What answers say of a moment."""
    return {"week": at // 2 + 1, "turn": list(TURNS)[at % 2]}


def when(game: Course) -> str:
    """The moment as it stands at the head of a page."""
    return capital(f"{stretch_words(game.week, game.turn)}: {game.doing}")


# Parts of the state


def for_the_display(session: Session) -> dict[str, Any]:
    """What both sides see."""
    return seen(campaign_in(session), state_now(session))


@asked_once
def for_a_desk(session: Session, desk: str) -> dict[str, Any]:
    """What a desk sees of the campaign as it stands."""
    return known_to(campaign_in(session), state_now(session), desk)


def known_to(campaign: Campaign, state: State, desk: str) -> dict[str, Any]:
    """What a side sees; the umpire sees what each does, and the discards and bids besides."""
    if desk in SIDES:
        return seen(campaign, state, desk)
    found = seen(campaign, state)
    for side in SIDES:
        own = seen(campaign, state, side)
        for place, stacks in own["places"].items():
            if side in stacks:
                found["places"][place][side] = stacks[side]
        for part in ("boxes", "hands"):
            found[part][side] = own[part][side]
        found["discards"][side] = {"number": len(state.discards[side]), "cards": list(state.discards[side])}
    return found | {"bids": dict(state.bids)}


def offers(session: Session, desk: str) -> list[dict[str, Any]]:
    """What a side may do now, and from what it chooses; the umpire may do it for both."""
    campaign, state = campaign_in(session), state_now(session)
    return [
        {"side": one.side, "action": NAME_OF[one.act], "choices": plain(one.choices)}
        for one in legal(campaign, state)
        if acts_for(desk, one.side)
    ]


def closed(session: Session, desk: str) -> list[dict[str, Any]]:
    """What a side may not do in its movement, and why not, with the rule; the umpire sees it of both."""
    campaign, state = campaign_in(session), state_now(session)
    return [
        {"side": one.side, "action": NAME_OF[one.act], "about": one.about, "why": one.why, "ruling": one.ruling}
        for one in not_now.closed(campaign, state)
        if acts_for(desk, one.side)
    ]


def plain(value: Any) -> Any:
    """A choice as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value


# The page of a desk


@dataclass(frozen=True)
class TablePage:
    """What a desk is shown of the table: who stands where, and what lies beside the board (what it is about, then of
    each side)."""

    places: tuple[tuple[str, str, str], ...]
    beside: tuple[tuple[str, ...], ...]


def by_place(campaign: Campaign, known: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """What a desk sees on the board (`for_a_desk`): the stacks at each place, by the names of the places."""
    named = ((campaign.board.called(place), stacks) for place, stacks in known["places"].items())
    return sorted(named, key=lambda one: folded(one[0]))


def for_a_page(session: Session, desk: str) -> TablePage:
    """The table as a desk sees it, in words."""
    campaign, known = campaign_in(session), for_a_desk(session, desk)
    return TablePage(
        tuple(
            (place, in_words(campaign, stacks.get("east")), in_words(campaign, stacks.get("west")))
            for place, stacks in by_place(campaign, known)
        ),
        (
            ("Recruitment box", *(in_words(campaign, known["boxes"][side]) for side in SIDES)),
            ("Cards in hand", *(str(known["hands"][side]["number"]) for side in SIDES)),
            ("Cards to draw", *(str(known["piles"][side]) for side in SIDES)),
            ("Blocks in the bag", *(str(known["bags"][side]) for side in SIDES)),
            ("Lost", *(alike(known["lost"][side]) for side in SIDES)),
            ("Mōri box", "", alike(known["mori_box"])),
            ("Victory points as it stands (2.2)", *(str(known["score"][side]) for side in SIDES)),
        ),
    )


def outcome(session: Session) -> str:
    """That the game is over, and who has won; empty until then."""
    known = for_the_display(session)
    return f"The game is over. {winner(known)}" if known["winner"] else ""


def winner(known: Mapping[str, Any]) -> str:
    """Who has won, and by what: by points at the end (2.2), or by whom or what the other side lost (2.1)."""
    won, points = known["winner"], known["points"]
    if points:
        tie = ", for a tie is its own" if len({*points.values()}) == 1 else ""
        return f"{capital(CALLED[won])} wins with {points[won]} to {points[OTHER[won]]} points{tie} (2.2)."
    both = of_both(won) if known["won_both"] else ""
    return f"{capital(CALLED[won])} wins: {in_a_row(known['won_by'])}{both} (2.1)."


def in_words(campaign: Campaign, stack: Mapping[str, Any] | None) -> str:
    """A stack: its blocks where they may be read, else their number and those that are known; alike ones together."""
    if stack is None:
        return ""
    if "blocks" in stack:
        return alike(campaign.blocks[one].kind.name for one in stack["blocks"])
    known = f", known: {alike(stack['known'])}" if stack["known"] else ""
    return f"{counted(stack['number'], 'block')}{known}"
