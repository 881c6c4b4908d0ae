"""The clans that nobody plays: how they stand to the others (handbook 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.sengoku.rows.base import Base, Hushed, Numbered, row_named_by
from control.sengoku.rules.desks import SEES_LOCALS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan


class Attitude(Hushed, Base):
    """How the people of a clan that nobody plays stand to another clan, from -2 to 2 (rules.reactions.ATTITUDES), with
    the ``reason`` why they last moved; without a row they are neutral. ``year`` and ``season`` are of that moment."""

    __tablename__ = "attitude"
    in_state = "attitudes"
    seen_by = SEES_LOCALS
    __table_args__ = (CheckConstraint("attitude BETWEEN -2 AND 2", name="five_steps"),)

    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"), primary_key=True)
    to: Mapped[str] = mapped_column(ForeignKey("clan.id"), primary_key=True)
    attitude: Mapped[int]
    reason: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]


class AttitudeProposal(Numbered, Hushed, Base):
    """Something that happened and may move an attitude by so many ``steps``: nothing moves until an umpire says so.
    ``answer`` is booked or declined, withdrawn where it did not happen after all, empty while it waits; ``why`` is what
    happened, in words, in the season ``number`` (by Game.seasons)."""

    __tablename__ = "attitude_proposal"
    in_state = "attitude_proposals"
    seen_by = SEES_LOCALS

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    to: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    steps: Mapped[int]
    why: Mapped[str]
    answer: Mapped[str] = mapped_column(default="")

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_other: Mapped[Clan] = row_named_by(to)


class Reaction(Numbered, Hushed, Base):
    """What was rolled for the answer of a clan that nobody plays, about a ``matter`` (rules.reactions.MATTERS): the
    sum, the ``answer`` it suggests and the ``steps`` that led there; ``decided`` is what the umpire made of it, empty
    until then. ``number`` is the season by Game.seasons, ``turn`` the place among the rolls of it for the same
    question: what is hidden has a number that was drawn, by which nothing is in order."""

    __tablename__ = "reaction"
    in_state = "reactions"
    seen_by = SEES_LOCALS

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    to: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    matter: Mapped[str]
    total: Mapped[int]
    answer: Mapped[str]
    steps: Mapped[list[Any]] = mapped_column(default=list)
    decided: Mapped[str] = mapped_column(default="")
    turn: Mapped[int] = mapped_column(default=0, server_default="0")

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_other: Mapped[Clan] = row_named_by(to)
