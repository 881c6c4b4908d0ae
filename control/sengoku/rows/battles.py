"""Encounters, and the battles some of them become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.database.made import made_from
from control.sengoku.rows.base import Base, Numbered, Versioned, row_named_by, rows_naming_it
from control.sengoku.rows.forces import LinkToForce
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.tables import OPPONENT

if TYPE_CHECKING:
    from control.sengoku.rows.forces import Army, Garrison
    from control.sengoku.rows.land import Place, Province
    from control.sengoku.rows.people import Character


class Encounter(Numbered, Versioned, Base):
    """Forces that met in a phase (R14). ``outcome`` is empty while it is open, then pass, parley, battle or
    withdraw; ``answer`` is what the locals of a non-aligned province said: joins, passage, fights or raises (R16).
    ``place`` is the city or temple it is about, empty for the province around (R41). ``left_behind`` says that it is
    about counters that an old holder had there when his land was taken by force (R23)."""

    __tablename__ = "encounter"
    in_state = "encounters"
    when_undone = "gated"
    shown_columns = ("year", "season")

    year: Mapped[int]
    season: Mapped[str]
    phase: Mapped[int]
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    kind: Mapped[str]
    outcome: Mapped[str] = mapped_column(default="")
    answer: Mapped[str | None]
    note: Mapped[str] = mapped_column(default="")
    left_behind: Mapped[bool] = mapped_column(default=False, server_default=false())

    the_province: Mapped[Province] = row_named_by(province)
    the_place: Mapped[Place | None] = row_named_by(place)
    the_battle: Mapped[Battle | None] = rows_naming_it("Battle.encounter")
    forces: Mapped[list[EncounterForce]] = rows_naming_it("EncounterForce.encounter", order_by="EncounterForce.id")

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """It says when its battle was fought, and is shown no sooner than that, which came later and goes before it."""
        return False


class EncounterForce(Numbered, LinkToForce, Base):
    """An army or a garrison in an encounter."""

    __tablename__ = "encounter_force"
    in_state = "encounter_forces"
    __table_args__ = (
        UniqueConstraint("encounter", "army"),
        UniqueConstraint("encounter", "garrison"),
        CheckConstraint("(army IS NULL) <> (garrison IS NULL)", name="one_force"),
    )

    encounter: Mapped[int] = mapped_column(ForeignKey("encounter.id"))
    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    garrison: Mapped[int | None] = mapped_column(ForeignKey("garrison.id"))

    the_encounter: Mapped[Encounter] = row_named_by(encounter)
    the_army: Mapped[Army | None] = row_named_by(army)
    the_garrison: Mapped[Garrison | None] = row_named_by(garrison)


class Battle(Numbered, Versioned, Base):
    """A battle of up to three rounds. ``place`` is the city or temple fought for, if it is not the province;
    ``settled_by`` is which of R11's four ways named the attacker. ``asked`` is the round for which the generals are
    asked for their tactics in secret, 0 while they choose openly. ``roles_changed`` says that both sides have other
    roles now than at its opening (R6). ``steps`` are how it ended: each a text with its ruling (R5 to R8)."""

    __tablename__ = "battle"
    in_state = "battles"
    when_undone = "gated"
    shown_columns = ("encounter", "province", "over", "ended_by")

    encounter: Mapped[int] = mapped_column(ForeignKey("encounter.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    sea: Mapped[bool] = mapped_column(default=False)
    settled_by: Mapped[str]
    rounds: Mapped[int] = mapped_column(default=0)
    asked: Mapped[int] = mapped_column(default=0, server_default="0")
    roles_changed: Mapped[bool] = mapped_column(default=False, server_default=false())
    over: Mapped[bool] = mapped_column(default=False)
    winner: Mapped[str | None]
    ended_by: Mapped[str | None]
    steps: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")

    the_encounter: Mapped[Encounter] = row_named_by(encounter)
    the_province: Mapped[Province] = row_named_by(province)
    the_place: Mapped[Place | None] = row_named_by(place)
    sides: Mapped[list[BattleSide]] = rows_naming_it("BattleSide.battle", order_by="BattleSide.role")
    forces: Mapped[list[BattleForce]] = rows_naming_it("BattleForce.battle", order_by="BattleForce.id")
    fought: Mapped[list[BattleRound]] = rows_naming_it("BattleRound.battle", order_by="BattleRound.number")

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """Once it is over the map says where it was fought."""
        return bool(row["over"])

    @classmethod
    def is_fought_out(cls) -> ColumnElement[bool]:
        """Picks the battles that were fought to their end: one that was called off is none (R6, R9)."""
        return cls.over.is_(True) & (cls.ended_by != "called_off")

    def role_at_first(self, role: str) -> str:
        """The role that the side of a role had at the opening, when it was settled who attacked (R11)."""
        return OPPONENT[role] if self.roles_changed else role


class BattleSide(Versioned, Base):
    """The attacker or the defender of a battle, as it stood before the first round (world/forces/sides_questions.py).

    ``clan`` is empty for the people of a place that nobody holds. ``troops`` are real counters at the start, ``lost``
    is effective strength lost so far (R5), ``columns`` are those the umpire granted by hand in this side's favour, with
    the reason. ``in_person`` is whether the general in command fights in person (R4), ``wounded`` whether he is (R19).
    """

    __tablename__ = "battle_side"
    part_of = "battle"
    in_state = "battle_sides"

    battle: Mapped[int] = mapped_column(ForeignKey("battle.id"), primary_key=True, autoincrement=False)
    role: Mapped[str] = mapped_column(primary_key=True)
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    general: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    name: Mapped[str]
    experience: Mapped[int]
    troops: Mapped[int]
    home_province: Mapped[bool]
    fortification: Mapped[str]
    monks_at_home_temple: Mapped[bool] = mapped_column(default=False)
    in_person: Mapped[bool] = mapped_column(default=False)
    intrinsic: Mapped[int] = mapped_column(default=0)
    columns: Mapped[int] = mapped_column(default=0)
    columns_reason: Mapped[str] = mapped_column(default="")
    lost: Mapped[int] = mapped_column(default=0)
    wounded: Mapped[bool] = mapped_column(default=False, server_default=false())

    the_battle: Mapped[Battle] = row_named_by(battle)
    the_general: Mapped[Character | None] = row_named_by(general)

    def as_side(self) -> rules.Side:
        """This side as the rules see it."""
        reason, granted = self.columns_reason, self.columns
        return made_from(rules.Side, self, granted_columns=granted, granted_reason=reason, beside=self.troops)


class BattleForce(Numbered, LinkToForce, Base):
    """An army or garrison fighting on one side; ``troops`` are its counters at the start, ``lost`` real ones.

    ``in_person`` says that its general fights in person beside the one in command (R4).
    """

    __tablename__ = "battle_force"
    in_state = "battle_forces"
    __table_args__ = (CheckConstraint("(army IS NULL) <> (garrison IS NULL)", name="one_force"),)

    battle: Mapped[int] = mapped_column(ForeignKey("battle.id"))
    role: Mapped[str]
    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    garrison: Mapped[int | None] = mapped_column(ForeignKey("garrison.id"))
    troops: Mapped[int]
    lost: Mapped[int] = mapped_column(default=0)
    in_person: Mapped[bool] = mapped_column(default=False, server_default=false())

    the_battle: Mapped[Battle] = row_named_by(battle)
    the_army: Mapped[Army | None] = row_named_by(army)
    the_garrison: Mapped[Garrison | None] = row_named_by(garrison)


class BattleRound(Base):
    """A round that was fought: the whole report, every step with its ruling."""

    __tablename__ = "battle_round"
    part_of = "battle"
    in_state = "battle_rounds"

    battle: Mapped[int] = mapped_column(ForeignKey("battle.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    attacker_tactic: Mapped[str]
    defender_tactic: Mapped[str]
    thrown: Mapped[bool]
    report: Mapped[dict[str, Any]]

    the_battle: Mapped[Battle] = row_named_by(battle)


class SealedTactic(Base):
    """A tactic that a general chose in secret for a round: ``sealed`` until both are in, then ``tactic`` in clear.

    ``role`` is the one he had when he was asked.
    """

    __tablename__ = "sealed_tactic"
    part_of = "battle"
    in_state = "sealed_tactics"

    battle: Mapped[int] = mapped_column(ForeignKey("battle.id"), primary_key=True, autoincrement=False)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    role: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[str]
    tactic: Mapped[str] = mapped_column(default="")


class Claim(Base):
    """Who is at work on an encounter or a battle, so that no other umpire settles it meanwhile.

    ``kind`` is ``encounter`` or ``battle``. ``umpire`` is empty while it is put aside, and ``note`` says why.
    """

    __tablename__ = "claim"
    in_state = "claims"
    when_undone = "aside"

    kind: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    umpire: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
