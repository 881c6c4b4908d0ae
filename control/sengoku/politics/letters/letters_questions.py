"""Winter letters, as each desk may see them (R34): the sender's Controller knows what becomes of a letter, the
recipient's hears of it when it can be handed over, and never of one that is lost or on its way."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.codes import read_code
from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Character, Clan, Game, Letter, Province, RiskDraw
from control.sengoku.rules.seasons import season_heading
from control.sengoku.world.dates_questions import season_of
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import clans_minded, minds
from control.sengoku.world.telling.post_questions import LATEST_FIRST, at_hand, comes_in, says

LATEST = 40
"""So many letters that have been handed over stay at hand."""
FATES = {
    "on_time": "arrives this winter",
    "late": "arrives when spring begins",
    "lost": "is lost on the way",
}
"""What may become of a letter in winter, in words."""


def becomes(game: Game, one: Letter) -> str:
    """What becomes of a letter that was posted, in words, as of the season that it is now. Its sender's desk reads it:
    of one that was got at on the way it says nothing else."""
    if one.delivered:
        return f"was handed over by {one.delivered}"
    if is_by_hand(game, one):
        return "goes from hand to hand"
    if one.ready is None:
        return FATES[one.fate]
    season, year = season_of(game, one.ready)
    if one.ready < game.seasons:
        return f"was to arrive in {season} {year}, and is not handed over yet"
    return f"arrives this {season}" if one.ready == game.seasons else f"arrives when {season} begins"


def is_by_hand(game: Game, one: Letter) -> bool:
    """Whether a letter went from hand to hand: a hostage wrote home outside winter (R36)."""
    return bool(one.hostage) and season_of(game, one.number)[0] != "winter"


@dataclass(frozen=True)
class LetterView:
    """A letter. ``fate``, and what ``becomes`` of it in words, are empty for a desk that must not know; ``ready`` says
    that it can be handed over now. One that a hostage writes home outside winter goes ``by_hand`` (R36)."""

    number: int
    code: str
    sender: ClanSign
    recipient: ClanSign
    text: str
    when: str
    by_hand: bool
    fate: str
    becomes: str
    ready: bool
    delivered: str
    hands_over: bool

    @property
    def lies_with(self) -> str:
        """The id of the clan that has its sheet to print: the recipient when it can be handed over, the sender before
        it is posted; empty in between, and after."""
        if self.hands_over:
            return self.recipient.id
        return "" if self.fate or self.delivered else self.sender.id


@dataclass(frozen=True)
class Post:
    """The letters of a desk, or of one clan: not posted yet, posted, to hand over now, handed over.

    ``sending`` says whether those written are shown: one desk walks with many clans, so Team Control sees only those
    of the clan it asks for.
    """

    written: tuple[LetterView, ...]
    posted: tuple[LetterView, ...]
    to_deliver: tuple[LetterView, ...]
    delivered: tuple[LetterView, ...]
    sending: bool


def post(session: Session, desk: str, clan: str = "") -> Post:
    """The letters that a desk may see, or those of one of its clans."""
    sending = bool(clan) or desk != "team"
    sent, got = theirs(desk, Letter.sender, clan), theirs(desk, Letter.recipient, clan)
    out = shown(session, desk, sent & (Letter.delivered == "")) if sending else []
    came = shown(session, desk, got & arrived(session) & (Letter.delivered == ""))
    over = shown(session, desk, (sent | got) & (Letter.delivered != ""), LATEST)
    return Post(
        written=tuple(one for one in out if not one.fate),
        posted=tuple(one for one in out if one.fate),
        to_deliver=tuple(came),
        delivered=tuple(over),
        sending=sending,
    )


def at_hand_of(session: Session, desk: str, clan: str) -> tuple[tuple[LetterView, ...], tuple[LetterView, ...]]:
    """The letters that one clan's Controller has in his hand: those to hand over to it, and those it wrote that are not
    posted."""
    sent, got = theirs(desk, Letter.sender, clan), theirs(desk, Letter.recipient, clan)
    found = shown(session, desk, (sent | (got & arrived(session))) & (Letter.delivered == ""))
    came = tuple(one for one in found if one.recipient.id == clan and one.ready)
    return came, tuple(one for one in found if one.sender.id == clan and not one.fate)


@kept
def to_deliver(session: Session, desk: str) -> int:
    """How many letters a desk has to hand over now."""
    return len(shown(session, desk, theirs(desk, Letter.recipient, "") & arrived(session) & (Letter.delivered == "")))


def letter(session: Session, desk: str, code: str) -> LetterView | None:
    """The letter with this code; None if there is none, or none that this desk may know of. Raises OrderNotUnderstood
    for what is no code."""
    read = read_code(code)
    if read.kind != "L":
        return None
    found = shown(session, desk, (Letter.id == read.number) & letters_seen(session, desk))
    return found[0] if found else None


def theirs(desk: str, side: ColumnElement[str] | object, clan: str) -> ColumnElement[bool]:
    """Those on whose ``side`` (a letter's sender or recipient, a person's clan) is one that the desk minds, or this one
    of them."""
    found = select(Clan.id).where(clans_minded(desk))
    if clan:
        found = found.where(Clan.id == clan)
    return side.in_(found)  # type: ignore[union-attr]


def arrived(session: Session) -> ColumnElement[bool]:
    """The letters that can be handed over by now."""
    return comes_in <= Game.only(session).seasons


def letters_seen(session: Session, desk: str) -> ColumnElement[bool]:
    """The letters a desk may know of: those its clans wrote, and those to its clans once they are there."""
    sent, got = theirs(desk, Letter.sender, ""), theirs(desk, Letter.recipient, "")
    return or_(sent, and_(got, arrived(session)))


def letters_told(session: Session, desk: str) -> ColumnElement[bool]:
    """The same for a list of all of them at once, as scripts read it: one desk minds sender and recipient of many
    letters, so one that is on its way between two of its clans is not told to either."""
    if desk == "game":
        return Letter.id.is_not(None)
    sent, got = theirs(desk, Letter.sender, ""), theirs(desk, Letter.recipient, "")
    return or_(and_(sent, ~got), and_(got, arrived(session)))


def as_told(session: Session, desk: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The letters of the state as a desk may know them: whoever minds the recipient has them as they come to hand."""
    theirs_ = set(session.scalars(select(Clan.id).where(clans_minded(desk))))
    comes, season = at_hand(session), Game.only(session).seasons
    for row in rows:
        if row["recipient"] in theirs_ and row["id"] in comes:
            row["ready"], words = comes[row["id"]]
            row["text"] = words if row["ready"] <= season else row["text"]
    return rows


def shown(session: Session, desk: str, which: ColumnElement[bool], limit: int | None = None) -> list[LetterView]:
    """These letters as a desk may see them, the latest first."""
    signs = clan_signs(session)
    game = Game.only(session)
    season = game.seasons
    with_clans = joinedload(Letter.the_sender), joinedload(Letter.the_recipient)
    found = []
    for one, comes, words in session.execute(
        select(Letter, comes_in, says).where(which).order_by(*LATEST_FIRST).limit(limit).options(*with_clans)
    ):
        ready = comes is not None and comes <= season
        written = season_of(game, one.number)[0] if one.hostage else "winter"
        knows = minds(desk, one.the_sender) or ready
        found.append(
            made_from(
                LetterView,
                one,
                number=one.id,
                sender=signs[one.sender],
                recipient=signs[one.recipient],
                text=words if ready and minds(desk, one.the_recipient) else one.text,
                when=season_heading(written, one.year),
                by_hand=is_by_hand(game, one),
                fate=one.fate if knows else "",
                becomes=becomes(game, one) if knows and one.fate else "",
                ready=ready,
                hands_over=ready and not one.delivered and minds(desk, one.the_recipient),
            )
        )
    return found


def clans(session: Session, desk: str) -> list[ClanSign]:
    """The clans whose letters a desk carries, by name."""
    signs = clan_signs(session)
    keys = session.scalars(select(Clan.id).where(clans_minded(desk)).order_by(Clan.id))
    return [signs[key] for key in keys]


# --- Travelling in winter (R18, R19) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Traveller:
    """Somebody who travelled this winter: where he is, and the card he drew or has still to draw."""

    name: str
    clan: ClanSign
    where: str
    card: str
    effect: str


def travellers(session: Session, desk: str, clan: str = "") -> list[Traveller]:
    """Who of a desk's clans, or of one of them, was called to draw a card for travelling this winter."""
    signs = clan_signs(session)
    rows = session.execute(
        select(RiskDraw, Character, Province.name)
        .join(RiskDraw.the_character)
        .outerjoin(Character.the_province)
        .where(
            RiskDraw.cause == "winter_travel",
            RiskDraw.season == Game.only(session).seasons,
            theirs(desk, Character.clan, clan),
        )
        .order_by(RiskDraw.id)
    )
    return [
        Traveller(
            person.name,
            signs[person.clan],
            where or (f"with {signs[person.held_by].name}" if person.held_by else "at his table"),
            draw.card,
            draw.effect,
        )
        for draw, person, where in rows
    ]


def may_travel(session: Session, desk: str, clan: str) -> list[tuple[str, str]]:
    """The living of a desk's clans, or of one of them, who may travel: id, and name (with his clan among several)."""
    wanted = clans_minded(desk) if not clan else clans_minded(desk) & (Clan.id == clan)
    rows = session.execute(
        select(Character.id, Character.name, Clan.name)
        .join(Character.the_clan)
        .where(Character.alive.is_(True), wanted)
        .order_by(Clan.id, Character.name, Character.id)
    )
    return [(key, name if clan else f"{name}, {of}") for key, name, of in rows]
