"""People: characters and the titles they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import ColumnElement, ForeignKey, false, text, true
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import EVERYBODY, LEAD, Roles
from control.sengoku.rows.base import Base, Numbered, Uncounted, Versioned, row_named_by
from control.sengoku.rows.clans import keepers
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.people.titles import HEADS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Province


SHOGUN, EMPEROR = "shogun", "emperor"


def keeping(character: str) -> str:
    """What is handed over with a hostage: for whom he leads, and that he writes home, rests on it."""
    return f"keeping of {character}"


class Character(Versioned, Base):
    """A person. ``experience`` is 1 to 4; ``battles`` counts those fought this season (R9).

    ``wounded_in`` is the season (by Game.seasons) a wound was taken in, which ends it (R19); a wound noted by hand
    without one stays until it is taken off. ``held_by`` is the clan that holds a hostage, for whom he may
    command. ``province`` is where his counter stands while he visits; a general's counter is with his army.
    ``sex`` is male, female or empty where the scenario says nothing, ``relation`` what a person is to the head of his
    clan (a key of control.sengoku.scenario.model.RELATIONS, or empty), ``made`` that umpires made him in play (R40).
    """

    __tablename__ = "character"
    in_state = "characters"
    shown_columns = ("alive",)

    id: Mapped[str] = mapped_column(primary_key=True)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    name: Mapped[str]
    role: Mapped[str]
    title: Mapped[str]
    age: Mapped[int | None]
    ancestor: Mapped[str]
    experience: Mapped[int] = mapped_column(default=1)
    alive: Mapped[bool] = mapped_column(default=True)
    wounded: Mapped[bool] = mapped_column(default=False)
    wounded_in: Mapped[int | None]
    battles: Mapped[int] = mapped_column(default=0)
    held_by: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    sex: Mapped[str] = mapped_column(default="", server_default=text("''"))
    relation: Mapped[str] = mapped_column(default="", server_default=text("''"))
    made: Mapped[bool] = mapped_column(default=False, server_default=false())

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_province: Mapped[Province | None] = row_named_by(province)

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """What the dead held is announced no more."""
        return not row["alive"]

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """Who keeps him, the office of Shogun where he comes to it, resigns it or dies in it, and the head of his clan
        where somebody is made who stands there."""
        before, after = change["before"] or {}, change["after"] or {}
        if not before and after["role"] in HEADS:
            yield at_head_of(after["clan"]), True
        if "held_by" in before:
            yield keeping(change["key"][0]), True
        roles = {before.get("role"), after.get("role")}
        if "alive" in before:
            roles.add(cls.whole(session, change).get("role"))
        if SHOGUN in roles:
            yield SHOGUN, True


def at_head_of(clan: str) -> str:
    """Who stands at the head of a clan: that nobody follows there, and who was made all the same, rest on another."""
    return f"head of {clan}"


class Courtier(Base):
    """A person of the Emperor's court: the Emperor himself, or a noble by his court ``rank`` (``role``). They are of no
    clan, lead nobody and pay nothing; they are there for who goes before whom (handbook 4). ``title`` is his office at
    court, empty if he has none, ``made`` that umpires made him in play."""

    __tablename__ = "courtier"
    in_state = "court"
    state_for = EVERYBODY

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    role: Mapped[str]
    rank: Mapped[int | None]
    title: Mapped[str]
    age: Mapped[int | None]
    ancestor: Mapped[str]
    alive: Mapped[bool] = mapped_column(default=True, server_default=true())
    made: Mapped[bool] = mapped_column(default=False, server_default=false())

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """The office of the Emperor where he comes to it or dies in it."""
        if "alive" in (change["before"] or change["after"]) and cls.whole(session, change).get("role") == EMPEROR:
            yield EMPEROR, True


class RiskDraw(Numbered, Base):
    """A card that a person has to draw, once for each cause (R19): open until ``card`` is known.

    ``cause`` is a key of rules.risk.CAUSES, ``season`` the season by Game.seasons it is drawn for.
    """

    __tablename__ = "risk_draw"
    in_state = "risk_draws"

    character: Mapped[str] = mapped_column(ForeignKey("character.id"))
    cause: Mapped[str]
    battle: Mapped[int | None] = mapped_column(ForeignKey("battle.id"))
    season: Mapped[int]
    card: Mapped[str] = mapped_column(default="")
    effect: Mapped[str] = mapped_column(default="")

    the_character: Mapped[Character] = row_named_by(character)


class Succession(Numbered, Base):
    """Who follows a dead person at the head of his clan: asked of who minds that, open until ``heir`` is named or it
    is ``closed``, for that reason, with nobody at the head (R40). Of a Shogun who retired nobody is asked: it is
    ``closed`` from the first, and says who came to stand there after him (R43)."""

    __tablename__ = "succession"
    in_state = "successions"

    character: Mapped[str] = mapped_column(ForeignKey("character.id"))
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    heir: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    closed: Mapped[str] = mapped_column(default="", server_default=text("''"))

    the_character: Mapped[Character] = row_named_by(character)
    the_clan: Mapped[Clan] = row_named_by(clan)
    the_heir: Mapped[Character | None] = row_named_by(heir)

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """The head of the clan, where nobody is asked for any more."""
        if "closed" in (change["before"] or {}):
            yield at_head_of(cls.whole(session, change)["clan"]), True

    @staticmethod
    def is_open() -> ColumnElement[bool]:
        """The condition that it is still open."""
        return Succession.heir.is_(None) & (Succession.closed == "")


class Title(Base):
    """A title held: governor or constable of a province, or a court rank (R30). While its holder is dead it is vacant
    (R39): nobody announces it, until it is confirmed to another or falls back and is no more. ``asked_by`` is who asked
    for it and ``granted`` by whom it was given, step by step and by name, in ``season`` and ``year``; empty of a title
    that he had before the game. ``service`` is the number of the service it rewards."""

    __tablename__ = "title"
    in_state = "titles"
    state_for = EVERYBODY
    columns_for: ClassVar = {"service": ("bakufu", LEAD)}

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    character: Mapped[str] = mapped_column(ForeignKey("character.id"))
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    rank: Mapped[int | None]
    asked_by: Mapped[str] = mapped_column(default="", server_default=text("''"))
    granted: Mapped[str] = mapped_column(default="", server_default=text("''"))
    service: Mapped[int | None]
    year: Mapped[int | None]
    season: Mapped[str | None]

    the_character: Mapped[Character] = row_named_by(character)
    the_province: Mapped[Province | None] = row_named_by(province)

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """The office of a province where a title to it comes or goes, the one court rank of whoever gets or loses it,
        and the office of him who grants one: of Shogun or Emperor."""
        row = {**(change["before"] or {}), **(change["after"] or {})}
        for office in (SHOGUN, EMPEROR) if change["before"] is None else ():
            if office.capitalize() in row.get("granted", ""):
                yield office, False
        if row.get("kind") and row.get("province"):
            yield f"{row['kind']} of {row['province']}", True
        if cls.whole(session, change).get("rank") and "character" in row:
            yield f"court rank of {row['character']}", True


class FalseClaim(Numbered, Uncounted, Base):
    """A title that somebody claims and does not hold, as a `Title` would say it; ``discovered`` once the Bakufu knows
    (handbook 4)."""

    __tablename__ = "false_claim"
    whose = ("character",)
    on_shelves = True
    in_state = "false_claims"
    seen_by = SEES_BOOKS

    character: Mapped[str] = mapped_column(ForeignKey("character.id"))
    kind: Mapped[str]
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    rank: Mapped[int | None]
    year: Mapped[int]
    season: Mapped[str]
    discovered: Mapped[bool] = mapped_column(default=False)

    the_character: Mapped[Character] = row_named_by(character)
    the_province: Mapped[Province | None] = row_named_by(province)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Who minds his clan, and the Bakufu once it has seen through it."""
        theirs = keepers(game, session, session.get_one(Character, row["character"]).clan)
        return (*theirs, *(["bakufu"] if row["discovered"] else []))


class Service(Numbered, Uncounted, Base):
    """What a clan, or somebody of it, did for the Emperor or the Shogun (``lord``): so much rice or cash, or a risk
    taken (``kind``). A title may be granted for it (handbook 4)."""

    __tablename__ = "service"
    whose = ("clan",)
    on_shelves = True
    in_state = "services"
    seen_by = SEES_BOOKS

    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    lord: Mapped[str]
    kind: Mapped[str]
    amount: Mapped[int] = mapped_column(default=0)
    note: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_character: Mapped[Character | None] = row_named_by(character)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Who minds the clan, and the Bakufu."""
        return (*keepers(game, session, row["clan"]), "bakufu")
