"""The gate of a season: what is open, whose Controllers are done, and whether the books add up (handbook 2; R14, R19).

Game Control sees every item with its place; other desks hear in words how much is open and where it is minded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps

from sqlalchemy import Integer, bindparam, cast, func, select
from sqlalchemy.orm import Session

from control.kernel.actions.world import FIRST_HIDDEN
from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.kernel.grouping import grouped
from control.kernel.roles import parts_of
from control.kernel.values import dataclass
from control.kernel.wording import counted, folded, same_name
from control.sengoku.battle.losses.draws_questions import draw_in_words
from control.sengoku.books.winter_questions import drawn, sums
from control.sengoku.march.orders.movers_questions import may_march
from control.sengoku.politics.bonds.breaches_questions import suspicions
from control.sengoku.rows import (
    Army,
    Battle,
    Character,
    Claim,
    Clan,
    Duty,
    Encounter,
    Game,
    Letter,
    MarchOrder,
    NoticeTo,
    Province,
    RiskDraw,
    SealedTactic,
    SeasonTick,
    Succession,
)
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.ledger.ledger_questions import WorldSum, world_sum
from control.sengoku.world.minding_questions import clans_minded, desk_of, his_alone, minds
from control.sengoku.world.telling.post_questions import comes_in
from control.sengoku.world.telling.telling_questions import SEES_ALL

DESK_NAMES = {"team": "Team Control", "npd": "Non-Player Daimyo Control", "bakufu": "The Bakufu"}
KINDS = {
    "encounter": ("encounter", "encounters"),
    "battle": ("battle", "battles"),
    "tactic": ("secret tactic asked for", "secret tactics asked for"),
    "phase": ("movement phase not run", "movement phases not run"),
    "order": ("army without an order", "armies without an order"),
    "draw": ("card to draw", "cards to draw"),
    "succession": ("succession", "successions"),
    "told": ("thing not told yet", "things not told yet"),
    "letter": ("letter not handed over", "letters not handed over"),
    "tick": ("clan not ticked off", "clans not ticked off"),
    "sum": ("sum of the books", "sums of the books"),
    "breach": ("possible breach of a bond", "possible breaches of bonds"),
}
"""What may be open at a gate, in the order in which it is listed: as one, and as several."""

PHASES = 4


@dataclass(frozen=True)
class Open:
    """Something that is open. ``key`` names it as it is now; ``row`` is what a link to it needs, ``count`` how many it
    stands for, ``of`` whom it is about, where there are many of a kind: a clan or a person. ``by`` is the umpire who
    has taken it on, if one has; ``at`` is the desk that has to act, where its kind does not say it."""

    kind: str
    key: str
    sentence: str
    row: str | int = ""
    count: int = 1
    of: str = ""
    by: str = ""
    at: str = ""


@kept
def still_open(session: Session, audience: str = "game") -> list[Open]:
    """Everything that is open in the season that is to end, for Game Control (R14, R19, R34), or as many things of it
    as a desk may know of."""
    return [
        *in_the_field(session),
        *marching(session),
        *cards(session),
        *successions(session),
        *untold(session, audience),
        *letters(session, audience),
        *not_ticked(session),
        *wrong_sum(world_sum(session)),
        *breaches(session),
    ]


def kept_by_itself(ask: Callable[..., Iterator[Open]]) -> Callable[..., tuple[Open, ...]]:
    """A part of what is open, kept until one of its own tables changes: the others need not be asked again for that."""

    @kept
    @wraps(ask)
    def asked(session: Session, *about: str) -> tuple[Open, ...]:
        return tuple(ask(session, *about))

    return asked


def must_be_settled(found: Iterable[Open]) -> list[Open]:
    """What keeps a season from ending, and what others may hear of: bonds are asked about, and asked again in the next;
    some of them nobody but Game Control may know."""
    return [one for one in found if one.kind != "breach"]


@kept_by_itself
def breaches(session: Session) -> Iterator[Open]:
    """What looks like a broken bond (R35)."""
    for one in suspicions(session):
        yield Open("breach", f"breach:{one.treaty}:{one.fact}", one.sentence, f"{one.treaty}/{one.fact}")


MET = (
    select(Encounter.id, Province.name, Claim.umpire)
    .join(Encounter.the_province)
    .outerjoin(Claim, (Claim.kind == "encounter") & (Claim.number == Encounter.id))
    .where(Encounter.outcome == "")
    .order_by(Encounter.id)
)
FOUGHT = (
    select(Battle.id, Battle.asked, Province.name, Claim.umpire)
    .join(Battle.the_province)
    .outerjoin(Claim, (Claim.kind == "battle") & (Claim.number == Battle.id))
    .where(Battle.over.is_(False))
    .order_by(Battle.id)
)


@kept_by_itself
def in_the_field(session: Session) -> Iterator[Open]:
    """Encounters, battles, and secret tactics that generals are asked for."""
    for number, where, who in session.execute(MET):
        yield Open("encounter", f"encounter:{number}", f"encounter {number} in {where}", number, by=who or "")
    fought = session.execute(FOUGHT).all()
    for number, _asked, where, who in fought:
        yield Open("battle", f"battle:{number}", f"battle {number} in {where}", number, by=who or "")
    for number, asked, _where, who in fought:
        if asked:
            sealed = (
                session.scalar(
                    select(func.count())
                    .select_from(SealedTactic)
                    .where(SealedTactic.battle == number, SealedTactic.round == asked)
                )
                or 0
            )
            yield Open(
                "tactic",
                f"tactic:{number}:{asked}",
                f"secret tactics for round {asked} of battle {number}, {sealed} of 2 are in",
                number,
                by=who or "",
            )


IN_THE_FIELD = select(func.count(Army.id)).where(Army.standing.is_(True))
NO_ORDER = (
    select(Army, Clan.name, Province.name)
    .join(Army.the_clan)
    .join(Army.the_province)
    .where(Army.standing.is_(True), Army.id.not_in(select(MarchOrder.army)))
    .order_by(Army.id)
)


@kept_by_itself
def marching(session: Session) -> Iterator[Open]:
    """Phases that were not run, while armies are on the map; and before the first, armies without an order that may
    march (R14, R15)."""
    game = Game.only(session)
    if game.season == "winter":
        return
    left = PHASES - game.phase
    if left and session.scalar(IN_THE_FIELD):
        joined = "and" if left == 2 else "to"
        which = f"phase {PHASES} was" if left == 1 else f"phases {game.phase + 1} {joined} {PHASES} were"
        yield Open("phase", f"phase:{game.phase}", f"{which} not run, orders lapse", count=left)
    if game.phase == 0:
        found = session.execute(NO_ORDER).all()
        leave = may_march(session, [army for army, *_ in found])
        for army, clan, where in found:
            if not leave[army.id].stays:
                sentence = f"army {army.code} of {clan} in {where} has no order"
                yield Open("order", f"order:{army.id}", sentence, army.id, of=clan)


DUE = (
    select(RiskDraw.id, RiskDraw.battle, RiskDraw.cause, Character.name)
    .join(RiskDraw.the_character)
    .where(RiskDraw.card == "")
    .order_by(RiskDraw.id)
)


@kept_by_itself
def cards(session: Session) -> Iterator[Open]:
    """Cards that are due; they stay due when the season ends."""
    for key, battle, cause, name in session.execute(DUE):
        yield Open("draw", f"draw:{key}", f"{name} is to draw a card {draw_in_words(battle, cause)}", key, of=name)


HEADLESS = (
    select(Succession.id, Clan.name).join(Succession.the_clan).where(Succession.is_open()).order_by(Succession.id)
)


@kept_by_itself
def successions(session: Session) -> Iterator[Open]:
    """Clans that have nobody at their head."""
    for number, clan in session.execute(HEADLESS):
        yield Open("succession", f"succession:{number}", f"nobody stands at the head of {clan}", number, of=clan)


QUIET = cast(NoticeTo.id >= FIRST_HIDDEN, Integer)
UNTOLD = (
    select(NoticeTo.desk, func.count(NoticeTo.id), func.max(NoticeTo.id * (1 - QUIET)), func.sum(QUIET))
    .where(NoticeTo.told.is_(False))
    .group_by(NoticeTo.desk)
    .order_by(NoticeTo.desk)
)


@kept_by_itself
def untold(session: Session, audience: str) -> Iterator[Open]:
    """What has not been told yet, desk by desk, so far as a desk may know of it (an umpire who sees his clans alone: of
    what is quiet what is for them); its key knows the newest, so that what comes later is news."""
    for desk, every, newest, quiet in session.execute(UNTOLD):
        known = quiet if audience in (desk, *SEES_ALL) else 0
        if known and parts_of(audience) is not None:
            his = NoticeTo.told.is_(False), NoticeTo.desk == desk, his_alone(audience, NoticeTo.clan)
            known = session.scalar(select(func.coalesce(func.sum(QUIET), 0)).where(*his)) or 0
        count = every - quiet + known
        if not count:
            continue
        newest += known
        things = counted(count, "thing")
        words = f"{DESK_NAMES.get(desk, desk)} has {things} still to tell"
        yield Open("told", f"told:{desk}:{newest}", words, desk, count, at=desk)


ARRIVED = (
    select(Letter.id, Letter.code, Clan)
    .join(Letter.the_recipient)
    .where(Letter.delivered == "", comes_in <= bindparam("season"))
    .order_by(Letter.id)
)


@kept_by_itself
def letters(session: Session, audience: str) -> Iterator[Open]:
    """Letters that have arrived and were not handed over, which the desk of whom they are for does (R34): no other but
    Game Control hears that there are any."""
    for number, code, clan in session.execute(ARRIVED, {"season": Game.only(session).seasons}):
        if not minds(audience, clan):
            continue
        words = f"letter {code} to {clan.name} was not handed over"
        yield Open("letter", f"letter:{number}", words, number, at=desk_of(clan))


@kept_by_itself
def not_ticked(session: Session) -> Iterator[Open]:
    """Clans whose Controllers have not said that they are done."""
    for tick in ticks(session, "game"):
        if not tick.umpire:
            yield Open("tick", f"tick:{tick.clan.id}", f"{tick.clan.name} is not ticked off", tick.clan.id)


def wrong_sum(books: WorldSum) -> Iterator[Open]:
    """Books that do not add up."""
    if not books.right:
        yield Open("sum", f"sum:{books.given}:{books.used}:{books.held}", "the books do not add up")


def is_new(one: Open, seen: Iterable[str]) -> bool:
    """Whether something was not open yet when a page was drawn that showed these keys."""
    if one.kind != "told":
        return one.key not in seen
    start, _, newest = one.key.rpartition(":")
    known = [int(key.rpartition(":")[2]) for key in seen if key.rpartition(":")[0] == start]
    return int(newest) > max(known, default=0)


def keys_of(found: Iterable[Open]) -> str:
    """What a page sends back to say what it showed; never empty."""
    return " ".join(["open", *(one.key for one in found)])


def open_in_words(found: Iterable[Open]) -> str:
    """How much is open, with no name and no place in it: "2 encounters, 1 battle, 3 cards to draw"."""
    counts: dict[str, int] = {}
    for one in found:
        counts[one.kind] = counts.get(one.kind, 0) + one.count
    said = [f"{counts[kind]} {words[counts[kind] != 1]}" for kind, words in KINDS.items() if kind in counts]
    return ", ".join("the sum of the books" if one.endswith("of the books") else one for one in said)


# --- The Controllers’ ticks -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tick:
    """A clan whose Controller says when it is done with the season; ``umpire`` is who did, empty until then.
    ``minded_by`` are the umpires who mind this clan by the rota."""

    clan: ClanSign
    umpire: str
    minded_by: tuple[str, ...]

    def is_minded_by(self, umpire: str) -> bool:
        """Whether the rota names this umpire for it, however he wrote his name when he signed in."""
        return any(same_name(umpire, one) for one in self.minded_by)


TICKED = select(SeasonTick).where(SeasonTick.number == bindparam("season"))
ON_THE_ROTA = select(Duty.clan, Duty.umpire).where(Duty.clan.is_not(None), Duty.here.is_(True)).order_by(Duty.id)


@asked_once
def ticks(session: Session, desk: str, umpire: str = "") -> list[Tick]:
    """The clans that Team Control ticks off, those that this umpire minds by the rota first, then by name; none for
    other desks than Team and Game Control."""
    if desk not in ("team", "game"):
        return []
    signs = clan_signs(session)
    done = {row.clan: row for row in session.scalars(TICKED, {"season": Game.only(session).seasons})}
    rota = grouped((str(clan), who) for clan, who in session.execute(ON_THE_ROTA))
    found = [
        Tick(
            signs[key],
            done[key].umpire if key in done else "",
            tuple(rota.get(key, ())),
        )
        for key in session.scalars(select(Clan.id).where(clans_minded("team"), his_alone(desk, Clan.id)))
    ]
    return sorted(found, key=lambda tick: (not tick.is_minded_by(umpire), folded(tick.clan.name)))


@dataclass(frozen=True)
class Mine:
    """A clan on a Controller's gate page, with what its own desk has left to do for it."""

    tick: Tick
    untold: int
    letters: int
    cards: int
    heir: bool


@kept
def mine(session: Session, umpire: str, desk: str = "team") -> list[Mine]:
    """What Team Control sees for each of its clans: counts of its own things to do, and no figure of any other."""
    game = Game.only(session)
    told = sums(
        session,
        select(NoticeTo.clan, func.count(NoticeTo.id))
        .where(NoticeTo.told.is_(False), NoticeTo.desk == "team")
        .group_by(NoticeTo.clan),
    )
    post = sums(
        session,
        select(Letter.recipient, func.count(Letter.id))
        .where(Letter.delivered == "", comes_in <= game.seasons)
        .group_by(Letter.recipient),
    )
    due = drawn(session, RiskDraw.card == "")
    headless = set(session.scalars(select(Succession.clan).where(Succession.is_open())))
    return [
        Mine(tick, told.get(key, 0), post.get(key, 0), due.get(key, 0), key in headless)
        for tick in ticks(session, desk, umpire)
        for key in [tick.clan.id]
    ]
