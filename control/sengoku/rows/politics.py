"""What clans have agreed with one another (handbook 4 and 7; R16, R35, R36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import EVERY_DESK, EVERYBODY, LEAD
from control.sengoku.rows.base import Base, Numbered, row_named_by
from control.sengoku.rows.people import EMPEROR, SHOGUN, keeping
from control.sengoku.rules.desks import SEES_BOOKS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Province
    from control.sengoku.rows.people import Character


def owed(payer: str, payee: str) -> str:
    """What one clan owes another by a bond: what it had paid rests on that, before bookings named the bond."""
    return f"dues of {payer} to {payee}"


class Treaty(Numbered, Base):
    """A bond between two clans, or two persons of theirs (R35). ``kind`` is a key of treaties_questions.WORDS; of a
    vassalage ``other`` is the vassal.

    ``strength`` is 1 a word of honour, 2 sworn (before the priests of a ``temple``), 3 sworn with hostages (Pledge).
    ``until`` is the last season in which it binds (``1551-summer``), ``through`` the provinces that a leave to pass is
    for (empty: all of them), ``against`` the clans that an alliance is against. ``owes`` is what ``other`` owes
    ``one`` each year in words, ``due`` that in points, ``due_in`` the season it is owed in.

    ``audience`` is public, some (the desks of ``known_to``, with blanks between them) or secret; the ``desk`` that
    recorded it and the one that leads always know it. ``entry`` is what recorded it, or the last in the
    journal before what stands apart. One that has ``ended`` was ended
    by word, or else ``broken_by`` a clan.
    """

    __tablename__ = "treaty"
    in_state = "treaties"
    state_for = (EVERY_DESK,)
    when_undone = "gated"
    shown_columns = ("kind", "one", "other", "one_person", "other_person", "ended", "until", "audience", "entry")

    kind: Mapped[str]
    one: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    other: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    terms: Mapped[str] = mapped_column(default="")
    year: Mapped[int]
    season: Mapped[str]
    ended: Mapped[bool] = mapped_column(default=False)
    one_person: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    other_person: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    strength: Mapped[int] = mapped_column(default=1, server_default="1")
    temple: Mapped[str] = mapped_column(default="", server_default=text("''"))
    until: Mapped[str] = mapped_column(default="", server_default=text("''"))
    through: Mapped[list[Any]] = mapped_column(default=list, server_default=text("'[]'"))
    against: Mapped[list[Any]] = mapped_column(default=list, server_default=text("'[]'"))
    owes: Mapped[str] = mapped_column(default="", server_default=text("''"))
    due: Mapped[int] = mapped_column(default=0, server_default="0")
    due_in: Mapped[str] = mapped_column(default="winter", server_default=text("'winter'"))
    bride: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    groom: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    dowry: Mapped[str] = mapped_column(default="", server_default=text("''"))
    audience: Mapped[str] = mapped_column(default="public", server_default=text("'public'"))
    known_to: Mapped[str] = mapped_column(default="", server_default=text("''"))
    desk: Mapped[str] = mapped_column(default="", server_default=text("''"))
    entry: Mapped[int] = mapped_column(default=0, server_default="0")
    broken_by: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))

    the_one: Mapped[Clan] = row_named_by(one)
    the_other: Mapped[Clan] = row_named_by(other)
    the_one_person: Mapped[Character | None] = row_named_by(one_person)
    the_other_person: Mapped[Character | None] = row_named_by(other_person)

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """The map shows who serves whom, as far as everybody may know."""
        return bool(row["kind"] == "vassalage" and row["audience"] == "public")

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """That two have one bond of a kind at a time, a bride one groom, a vassal one overlord, and what is owed by it:
        where one is made, ended, told to all or drawn out.
        Of one that is hidden there is none: it would tell who may not know of it why something cannot be taken back."""
        moved = {"ended", "audience", "until"} & {*(change["before"] or change["after"])}
        row = cls.whole(session, change) if moved else {}
        if row.get("audience") != "public":
            return
        if row["kind"] == "vassalage":
            yield f"overlord of {row['other_person'] or row['other']}", True
        if row["owes"]:
            yield owed(row["other"], row["one"]), True
        if row["bride"]:
            yield f"hand of {row['bride']}", True
        elif row["kind"] != "other":
            one, other = sorted((row["one_person"] or row["one"], row["other_person"] or row["other"]))
            yield f"{row['kind']} of {one} and {other}", True


class Pledge(Base):
    """A hostage who answers for a bond; where he is, his own row says (``held_by``). ``asked`` is whether his keepers
    have still to say what becomes of him, the bond being broken (R36). No journal shows it to any other desk: the bond
    may be hidden, though everybody sees at whose table he sits."""

    __tablename__ = "pledge"
    seen_by = (LEAD,)

    treaty: Mapped[int] = mapped_column(ForeignKey("treaty.id"), primary_key=True, autoincrement=False)
    character: Mapped[str] = mapped_column(ForeignKey("character.id"), primary_key=True)
    asked: Mapped[bool] = mapped_column(default=False)

    the_character: Mapped[Character] = row_named_by(character)


class Breach(Base):
    """What an umpire said when he was asked whether a bond was broken (R35): by whom, of what, and whether it was.
    ``fact`` is what he was asked about (breaches_questions.py), empty where nobody asked. Its only number is that of
    the entry: one of its own would tell how many there are."""

    __tablename__ = "breach"
    in_state = "breaches"
    state_for = (EVERY_DESK,)

    treaty: Mapped[int] = mapped_column(ForeignKey("treaty.id"), primary_key=True, autoincrement=False)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    what: Mapped[str]
    was: Mapped[bool]
    fact: Mapped[str] = mapped_column(default="")
    year: Mapped[int]
    season: Mapped[str]


class Passage(Numbered, Base):
    """Leave for a clan to go through a province, negotiated for one season (``season`` by Game.seasons; R16)."""

    __tablename__ = "passage"
    in_state = "passages"
    when_undone = "gated"

    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    season: Mapped[int]
    note: Mapped[str] = mapped_column(default="")

    the_province: Mapped[Province] = row_named_by(province)


class Letter(Numbered, Base):
    """A letter written in winter (R34). ``fate`` is on_time, late or lost, as the post table or the umpire decided.

    ``ready`` is the season (by Game.seasons) in which it can be handed over, null if it never can; ``delivered`` who
    handed it over, empty until then. ``code`` stands on the letter itself; its number is drawn, so that who gets one
    cannot count the others. ``written`` is the entry that wrote it, by which they are in order;
    ``hostage`` who writes home in it (R36).
    """

    __tablename__ = "letter"
    in_state = "letters"
    seen_by = SEES_BOOKS
    columns_for = {"written": (LEAD,)}  # noqa: RUF012 (nobody changes it)

    code: Mapped[str] = mapped_column(unique=True)
    number: Mapped[int]
    year: Mapped[int]
    sender: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    recipient: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    text: Mapped[str] = mapped_column(default="")
    fate: Mapped[str] = mapped_column(default="")
    ready: Mapped[int | None]
    delivered: Mapped[str] = mapped_column(default="")
    written: Mapped[int] = mapped_column(default=0, server_default="0")
    hostage: Mapped[str | None]

    the_sender: Mapped[Clan] = row_named_by(sender)
    the_recipient: Mapped[Clan] = row_named_by(recipient)

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """Who keeps the hostage who writes."""
        if hostage := (change["after"] or {}).get("hostage"):
            yield keeping(hostage), False


class Edict(Numbered, Base):
    """An edict of the Bakufu (handbook 8). ``authority`` says in whose name: shogun, emperor or bakufu.

    ``code`` stands on the paper itself; a ``withdrawn`` edict stays on record.
    """

    __tablename__ = "edict"
    in_state = "edicts"
    state_for = EVERYBODY

    code: Mapped[str] = mapped_column(unique=True)
    authority: Mapped[str]
    title: Mapped[str]
    text: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    withdrawn: Mapped[bool] = mapped_column(default=False)

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """The office of him in whose name it is."""
        if (office := (change["after"] or {}).get("authority")) in (SHOGUN, EMPEROR):
            yield office, False
