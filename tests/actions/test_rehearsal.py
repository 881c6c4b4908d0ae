"""Rehearsals: seasons of random orders, played by themselves, never break down, and their journal rebuilds the game."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import select

from control.actions.changes import TABLES
from control.actions.undo import undone_numbers
from control.actions.verify import verify
from control.models import Army, Battle, Encounter, EncounterForce, Game, Garrison, Province
from control.rules.errors import OrderError
from control.rules.sengoku.battle import ATTACKER_SETTLED_BY, THEN
from tests.hall import Hall

TACTICS = ("outflank", "surprise_assault", "fighting_withdrawal", "subterfuge", "conventional_battle", "fortify")
CLANS = ("takeda", "uesugi", "hojo", "imagawa", "yuki")
REGION = {"kai", "shinano", "echigo", "etchu", "hida", "suruga", "musashi", "sagami", "kozuke"}


class Rehearsal:
    """Umpires who do something legal most of the time, and something silly now and then."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.hall = hall
        self.chance = random.Random(seed)
        self.done = 0
        self.refused: list[str] = []

    def some(self, rows):
        """One of these, or None."""
        return self.chance.choice(rows) if rows else None

    def numbers(self, table, **wanted):
        """The keys of the rows of a table that have these values."""
        with self.hall.room.store.read() as session:
            model = TABLES[table]
            return [row.id for row in session.scalars(select(model).filter_by(**wanted).order_by(model.id))]

    def do(self, name, desk="map", /, **arguments):
        """Try it; an OrderError is a fair answer, anything else is a fault."""
        before = self.hall.everything() if self.chance.random() < 0.1 else None
        try:
            self.hall.do(name, desk, **arguments)
            self.done += 1
            return True
        except OrderError as error:
            self.refused.append(error.sentence)
        assert before is None or self.hall.everything() == before
        return False

    def muster(self):
        """Troops and armies."""
        clan = self.some(CLANS)
        province = self.some(self.numbers("province", holder=clan)) or "kai"
        forced = {"force": "a rehearsal"} if self.chance.random() < 0.5 else {}
        self.do("garrison.raise", "game", province=province, troops=self.chance.randint(2, 9), **forced)
        general = self.some(self.numbers("character", clan=clan))
        self.do("army.form", general=general, province=province, troops=self.chance.randint(1, 4))

    def march(self):
        """An order for some army, mostly along borders."""
        number = self.some(self.numbers("army", standing=True))
        if number is None:
            return
        geography, here, route = self.hall.room.scenario.geography, self.hall.army(number).province, []
        for _ in range(self.chance.randint(0, 4)):
            near = geography.neighbours(here) if self.chance.random() < 0.98 else ["aki"]
            near = [key for key in near if key in REGION] or near
            here = self.some(near)
            route.append(here)
        self.do("army.order_march", army=number, route=route, late=self.some(["", "late", "later"]))

    def settle(self):
        """Whatever is open."""
        for number in self.numbers("encounter", outcome=""):
            outcome = self.some(["pass", "parley", "battle", "battle"])
            forces = [self.hall.get(EncounterForce, key) for key in self.numbers("encounter_force", encounter=number)]
            clans = {
                (self.hall.get(Army, one.army) if one.army else self.hall.get(Garrison, one.garrison)).clan
                for one in forces
            }
            holder = self.hall.get(Province, self.hall.get(Encounter, number).province).holder
            settled = self.do(
                "encounter.settle", encounter=number, outcome=outcome, attacker=self.some(sorted(clans)),
                defender=self.some(["", *sorted(clans), holder or ""]), settled_by=self.some(ATTACKER_SETTLED_BY),
                attacker_in_person=self.chance.random() < 0.1,
            )
            if not settled:
                self.do("encounter.settle", encounter=number, outcome="parley")

    def fight(self):
        """Every open battle to its end."""
        for number in self.numbers("battle", over=False):
            for _ in range(self.chance.randint(0, 4)):
                self.do(
                    "battle.fight_round", battle=number, round=self.hall.get(Battle, number).rounds + 1,
                    attacker_tactic=self.some(TACTICS), defender_tactic=self.some(TACTICS),
                    swap_roles=self.chance.random() < 0.2,
                    **({"die": self.chance.randint(1, 6)} if self.chance.random() < 0.5 else {}),
                )
            province = self.hall.get(Battle, number).province
            ways = self.hall.room.scenario.geography.neighbours(province)
            if not self.do("battle.end", battle=number, then=self.some(THEN), retreat_to=self.some(["", *ways])):
                self.do("battle.end", battle=number, then="both_stay", retreat_to=ways[0])

    def correct(self):
        """A figure of somebody's."""
        army = self.some(self.numbers("army", standing=True))
        kind, key, field, value = self.some([
            ("army", army, "troops", self.chance.randint(0, 30)),
            ("army", army, "province", self.some(["kai", "shinano", "echigo", "atlantis"])),
            ("character", "takeda-harunobu", "experience", self.chance.randint(0, 5)),
            ("character", "uesugi-kenshin", "wounded", self.some([True, False, "perhaps"])),
            ("province", "shinano", "holder", self.some(["takeda", "uesugi", None])),
            ("province", "kai", "raised", 0),
        ])
        self.do("figure.correct", kind=kind, id=key or 0, field=field, value=value, reason="a rehearsal")

    def undo(self):
        """One of the last entries, whoever made it."""
        entries = self.hall.entries()
        if entries:
            number = self.some(entries[-8:]).number
            self.do("journal.undo", self.some(["map", "game"]), entry=number, force=self.some(["", "a slip"]))

    def disband(self):
        """Some army."""
        army = self.some(self.numbers("army"))
        if army:
            self.do("army.disband", army=army, as_garrison=self.some([True, False]))

    def season(self):
        """One season from orders to its end."""
        for _ in range(8):
            self.some([self.muster, self.muster, self.muster, self.march, self.correct, self.undo, self.disband])()
        for clan in CLANS[:4]:
            if self.hall.get(Game, 1).season != "winter" and len(self.numbers("army", standing=True)) < 7:
                army = self.hall.an_army(clan, self.some(sorted(REGION)), self.chance.randint(1, 9))
                self.hall.march(army, late="a rehearsal")
        for _ in range(9):
            self.march()
        for phase in (1, 2, 3, 4):
            self.do("movement.run_phase", phase=phase)
            for _ in range(4):
                if not (self.numbers("encounter", outcome="") or self.numbers("battle", over=False)):
                    break
                self.settle()
                self.fight()
            if self.chance.random() < 0.3:
                self.undo()
            self.march()
        game = self.hall.get(Game, 1)
        self.do("season.advance", "game", season=game.season, year=game.year)


@pytest.mark.parametrize("seed", [2, 5])
def test_a_rehearsal_breaks_nothing_and_can_be_replayed_and_taken_back(hall, seed):
    start = hall.state()
    rehearsal = Rehearsal(hall, seed)
    for _ in range(4):
        rehearsal.season()
    assert rehearsal.done > 70, "the umpires of this rehearsal hardly did anything"
    assert rehearsal.refused
    assert all(sentence.endswith((".", "?")) for sentence in rehearsal.refused)
    assert {row["kind"] for key, row in hall.state().items() if key[0] == "encounter"} >= {"meeting", "closed_province"}
    assert rehearsal.numbers("battle", over=True)
    assert verify(hall.room).differences == ()
    take_everything_back(hall)
    assert hall.state() == start
    assert verify(hall.room).differences == ()


def take_everything_back(hall: Hall) -> None:
    """Undo every entry that still stands, from the last one back."""
    with hall.room.store.read() as session:
        taken_back = undone_numbers(session)
    for entry in reversed(hall.entries()):
        if entry.undoes is None and entry.number not in taken_back:
            hall.undo(entry.number)
