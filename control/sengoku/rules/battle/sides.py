"""The two sides of a battle and the ground they meet on: handbook 6 (rulings R4, R5 and R10).

Troops and strength are counters of 1,000 men. *Troops* are real counters, *strength* is effective: troops and
the notional men of works, temples and generals.
"""

from __future__ import annotations

from dataclasses import replace

from control.kernel.values import dataclass
from control.sengoku.rules.tables import Options, Tables


@dataclass(frozen=True)
class Ground:
    """Where a battle is fought. At sea there are no works, no home province and no mountains (R10)."""

    mountainous: bool = False
    sea: bool = False

    @property
    def land(self) -> bool:
        """Whether it is a battle on land."""
        return not self.sea


@dataclass(frozen=True)
class Side:
    """One side of a battle: what it had before the first round, and the strength it has lost since.

    ``troops`` are real counters; ``experience`` is the general's, 0 if nobody leads; he may fight ``in_person``, beside
    ``others_in_person`` of his side; ``intrinsic`` is the defence value of the ground, which counts where its holder
    has no counters: ``beside`` are those of the counters that it stands beside, of allies; ``granted_columns`` are
    columns in this side's favour that the umpire granted by hand, for ``granted_reason``; ``lost`` is effective
    strength lost in earlier rounds. ``monks`` are those of the counters that double when ``monks_at_home_temple`` is
    set, None for all of them. A ``wounded`` general is nobody's superior and does not fight in person (R19); what his
    ``wound`` costs of his experience is taken off already. ``leaves`` is whether an army
    of it goes out of the province if it gives way: around a place nobody does who attacks it (R41). ``garrisons`` is
    whether it is nothing but garrisons, which disperse if it loses, so that nobody comes back to them (R8).
    """

    name: str
    troops: int
    experience: int
    home_province: bool = False
    fortification: str = "none"
    monks_at_home_temple: bool = False
    in_person: bool = False
    intrinsic: int = 0
    granted_columns: int = 0
    granted_reason: str = ""
    lost: int = 0
    monks: int | None = None
    wounded: bool = False
    beside: int = 0
    others_in_person: int = 0
    leaves: bool = True
    garrisons: bool = False
    wound: int = 0

    @property
    def doubled(self) -> int:
        """The counters that count double: the temple's own, in defence of their home temple (R4)."""
        return (self.troops if self.monks is None else self.monks) * self.monks_at_home_temple

    @property
    def fights(self) -> int:
        """How many generals of the side fight in person (R4); a wounded one does not (R19)."""
        return (self.in_person and not self.wounded) + self.others_in_person

    @property
    def own_experience(self) -> int:
        """What experience its general has without his wound: what he learns is added to that (R7, R19)."""
        return self.experience + self.wound

    @property
    def levy(self) -> int:
        """What the intrinsic defence counts as: nothing beside counters of its holder's own (R4)."""
        return self.intrinsic if self.troops <= self.beside else 0

    def is_levy(self, ground: Ground) -> bool:
        """Whether nobody stands here but the intrinsic defence: no counter, and no general in person. At sea there is
        none (R7, R10)."""
        return ground.land and bool(self.levy) and not self.troops and not self.fights

    def must_leave(self, ground: Ground) -> bool:
        """Whether any of it goes out of the province if it gives way."""
        return self.leaves and ground.land and (self.experience > 0 or not self.is_levy(ground))

    def notional_men(self, ground: Ground, tables: Tables) -> dict[str, int]:
        """The men that count in battle without being real counters, by what they stand for (R4, R10)."""
        forces, found = tables.forces, {}
        if ground.land:  # every figure of a battle asks this: what is not there is not reckoned
            if (works := forces.fortifications[self.fortification]) and (self.troops or self.levy):
                found[self.fortification] = works
            if self.monks_at_home_temple:
                found["monks at their home temple"] = self.doubled * (forces.monks_at_home_temple - 1)
            if self.intrinsic:
                found["intrinsic defence"] = self.levy
        if self.in_person or self.others_in_person:
            found[persons(self.fights)] = forces.in_person * self.fights
        return {reason: men for reason, men in found.items() if men} if found else found

    def strength(self, ground: Ground, tables: Tables) -> int:
        """Effective strength before the first round (R4)."""
        return self.troops + sum(self.notional_men(ground, tables).values())

    def strength_left(self, ground: Ground, tables: Tables, options: Options) -> int:
        """Effective strength now, never below 0. Works hold out no longer than counters or levy hold them, and with a
        monk his second half is gone: where counters fall before notional men, that is more than was lost (R4)."""
        if options.losses_fall_on == "notional_first" or not self.lost:
            return max(0, self.strength(ground, tables) - self.lost)
        notional_lost = self.lost - self.troops_lost(ground, tables, options)
        return max(0, self.standing(ground, tables, options).strength(ground, tables) - notional_lost)

    def standing(self, ground: Ground, tables: Tables, options: Options) -> Side:
        """This side as if it had begun with the counters that it has left; its levy is what it was."""
        troops = self.troops_left(ground, tables, options)
        monks = min(troops, self.troops if self.monks is None else self.monks)
        return replace(self, troops=troops, monks=monks, intrinsic=self.levy, beside=troops, lost=0)

    def troops_lost(self, ground: Ground, tables: Tables, options: Options) -> int:
        """Real counters lost so far: what the notional men have not absorbed (R5)."""
        if options.losses_fall_on == "troops_first":
            return min(self.lost, self.troops)
        notional = sum(self.notional_men(ground, tables).values())
        return min(max(0, self.lost - notional), self.troops)

    def notional_lost(self, ground: Ground, tables: Tables, options: Options) -> int:
        """Notional men lost so far: those of the losses that no real counter answers for (R5)."""
        return min(self.lost, self.strength(ground, tables)) - self.troops_lost(ground, tables, options)

    def troops_left(self, ground: Ground, tables: Tables, options: Options) -> int:
        """Real counters left."""
        return self.troops - self.troops_lost(ground, tables, options)

    def after_losing(self, strength: int) -> Side:
        """This side after a round that cost it so much effective strength."""
        return replace(self, lost=self.lost + strength)


def persons(generals: int) -> str:
    """What stands for the generals who fight in person."""
    return f"{generals} generals in person" if generals > 1 else "general in person"
