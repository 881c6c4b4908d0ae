"""A game day that plays itself: umpires at their desks who do what the day asks of them, by chance and by a seed.

For a dress rehearsal, a demonstration, or to see whether a scenario of one's own carries a whole day. All of it goes
through the actions, as at the desks; what a rule forbids is counted, and something else is done.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.errors import NotKept, OrderError
from control.kernel.values import dataclass
from control.sengoku.rows import (
    Army,
    Battle,
    Call,
    Character,
    Clan,
    Commission,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
    RiskDraw,
    Succession,
)
from control.sengoku.rules.battle.battle import THEN
from control.sengoku.rules.seasons import season_heading

ARMIES = 30
"""What a map table of a hall has to move in a season."""
REASON = "a rehearsal"
ROUNDS = 3


@dataclass
class Played:
    """A season that was played: what was done how often, and how often a rule forbade something."""

    year: int
    season: str
    done: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    def __str__(self) -> str:
        return (
            f"{season_heading(self.season, self.year)}: {self.done.total()} done, {self.refused} refused by a rule; "
            f"{self.done['army.order_march']} orders, {self.done['encounter.settle']} encounters settled, "
            f"{self.done['battle.end']} battles ended"
        )


class Rehearsal:
    """The umpires of a rehearsal in a room."""

    def __init__(self, room: Room, seed: str) -> None:
        self.room = room
        self.chance = random.Random(seed)
        self.in_the_dark = random.Random(f"{seed} in the dark")  # covert work takes nothing of the day's own chance
        self.now = Played(0, "")
        self.reason, self.names, self.armies = REASON, dict[str, str](), ARMIES

    def play(self, seasons: int) -> Iterator[Played]:
        """So many seasons, one after the other."""
        for _ in range(seasons):
            self.begins()
            self.talk()
            if self.now.season == "winter":
                self.winter()
            else:
                self.march()
            self.cards()
            self.close()
            yield self.now

    def begins(self) -> None:
        """The season that is played now."""
        game = self.row(Game, 1)
        self.now = Played(game.year, game.season)

    # --- Acting and looking

    def do(self, name: str, desk: str = "map", /, **order: Any) -> bool:
        """Try something at a desk; whether the rules allowed it."""
        try:
            perform(self.room, Umpire(self.names.get(desk, "Rehearsal"), desk), name, order)
        except NotKept:  # that is no rule: the disk is full
            raise
        except OrderError:
            self.now.refused += 1
            return False
        self.now.done[name] += 1
        return True

    def rows(self, model: Any, **wanted: Any) -> list[Any]:
        """The rows of a table that have these values, in the order of their keys."""
        with self.room.store.read() as session:
            found = list(session.scalars(select(model).filter_by(**wanted).order_by(model.id)))
            session.expunge_all()
            return found

    def row(self, model: Any, key: Any) -> Any:
        """A row as it is now."""
        with self.room.store.read() as session:
            found = session.get_one(model, key)
            session.expunge(found)
            return found

    def some(self, these: Any) -> Any:
        """One of these."""
        return self.chance.choice(list(these))

    def often(self, chance: float) -> bool:
        """Yes, with this chance."""
        return self.chance.random() < chance

    # --- The season

    def talk(self, bows: int = 1, bonds: int = 3, *, ticks: bool = True) -> None:
        """What Team Control and the Bakufu hear while the orders are written: a deed of each clan, one of which is to
        ``bow``, then bonds, and what else comes up."""
        played = [clan.id for clan in self.rows(Clan, played=True)]
        for clan in played:
            deeds: list[Callable[[str], None]] = [self.announce, self.spend, *[self.bow] * bows, self.write]
            self.some(deeds)(clan)
            if ticks:
                self.tick(clan)
        for _ in range(bonds if len(played) > 1 else 0):
            one, other = self.chance.sample(played, 2)
            self.do("treaty.record", "team", kind=self.some(("alliance", "peace", "passage")), one=one, other=other)
        if played:
            self.levy(self.some(played))
        self.whisper(played)
        self.heirs()

    def tick(self, clan: str) -> None:
        """A Controller ticks a clan off."""
        self.do("season.tick", "team", clan=clan, year=self.now.year, season=self.now.season)

    def close(self) -> None:
        """The season ends; what is open is forced, as it may be."""
        self.do("season.advance", "game", year=self.now.year, season=self.now.season, force=self.reason)

    def heirs(self) -> None:
        """Whoever follows the dead; nobody, where nobody is left."""
        for due in self.rows(Succession, heir=None, closed=""):
            heirs = [person.id for person in self.rows(Character, clan=due.clan, alive=True)]
            if not heirs or not self.do("succession.name", "team", succession=due.id, heir=self.some(heirs)):
                self.do("succession.close", "team", succession=due.id, reason=self.reason)

    def levy(self, clan: str) -> None:
        """The Bakufu asks a clan for a point, and hears what it has to say."""
        by = f"{self.now.year}-{self.now.season}"
        self.do("call.issue", "bakufu", kind="points", clan=clan, amount=1, season=by)
        for call in self.rows(Call, answer="", withdrawn=False):
            answer = self.some(("obeys", "excuse", "refuses"))
            self.do("call.answer", "team", call=call.id, answer=answer, words=self.reason)

    def whisper(self, played: list[str]) -> None:
        """Covert work of a clan against another: paid for, rolled for, and told to who paid."""
        if len(played) < 2:
            return
        one, other = self.in_the_dark.sample(played, 2)
        kind = self.in_the_dark.choice(("spy", "spy", "bribe", "counter_spy"))
        self.do("covert.commission", "intelligence", clan=one, kind=kind, target=other, points=1, question=self.reason)
        for due in self.rows(Commission, outcome=""):
            self.do("covert.resolve", "intelligence", commission=due.id)
        for told in self.rows(Commission, delivered=""):
            self.do("covert.report", "intelligence", commission=told.id, report=self.reason)
            self.do("covert.deliver", "intelligence", commission=told.id)

    def announce(self, clan: str) -> None:
        """Troops for the next season."""
        lands = self.rows(Province, holder=clan)
        if lands:
            counters = self.chance.randint(1, 6)
            self.do("troops.announce", "team", clan=clan, province=self.some(lands).id, counters=counters)

    def spend(self, clan: str) -> None:
        """Something for the eyes of the others."""
        self.do("account.spend", "team", clan=clan, kind="event", points=self.chance.randint(2, 6), note=self.reason)

    def bow(self, clan: str) -> None:
        """Honour."""
        people = self.rows(Character, clan=clan, alive=True)
        if people:
            reason = self.some(self.room.scenario.honour)
            self.do("honour.log", "team", clan=clan, character=self.some(people).id, reason=reason)

    def write(self, clan: str) -> None:
        """A letter to somebody, if there is anybody."""
        others = [other.id for other in self.rows(Clan, played=True) if other.id != clan]
        if others:
            text = self.words()
            self.do("letter.write", "team", sender=clan, recipient=self.some(others), text=text, post=True)

    def words(self) -> str:
        """What is written to somebody."""
        return "Let us hunt."

    def winter(self) -> None:
        """Works are ordered, and what stands is paid for."""
        for clan in self.rows(Clan, played=True):
            lands = self.rows(Province, holder=clan.id)
            if lands and self.often(0.4):
                self.do("work.order", "team", kind="castle", clan=clan.id, province=self.some(lands).id)
        self.do("upkeep.pay_all", "team")

    def march(self) -> None:
        """Armies, their orders, and the four phases with all that comes of them."""
        self.muster()
        for army in self.rows(Army, standing=True):
            self.do("army.order_march", army=army.id, route=self.way(army.province))
        self.do("orders.lock")
        for phase in (1, 2, 3, 4):
            self.do("movement.run_phase", phase=phase)
            for _ in range(9):  # what one battle sends away may meet somebody else
                if self.is_quiet():
                    break

    def is_quiet(self) -> bool:
        """Settle and fight what there is; whether nothing came of it."""
        self.settle()
        self.fight()
        return not self.rows(Encounter, outcome="") and not self.rows(Battle, over=False)

    def muster(self) -> None:
        """Armies of the clans that are played, as many as they have generals and value for, and thirty at the most."""
        leading = {army.general for army in self.rows(Army, standing=True)}
        clans = [clan.id for clan in self.rows(Clan, played=True)]
        for _ in range(self.armies - len(leading) if clans else 0):
            clan = self.some(clans)
            idle = [
                one.id for one in self.rows(Character, clan=clan, alive=True, held_by=None) if one.id not in leading
            ]
            lands = self.rows(Province, holder=clan)
            if not idle or not lands:
                continue
            province, general = self.some(lands).id, self.some(idle)
            if not any(one.province == province for one in self.rows(Garrison, clan=clan, standing=True)):
                troops = self.chance.randint(2, 9)
                self.do("garrison.raise", province=province, troops=troops, reason=self.reason)
            there = [
                one for one in self.rows(Garrison, clan=clan, standing=True, place=None) if one.province == province
            ]
            if there and self.do("army.form", general=general, province=province, troops=there[0].troops):
                leading.add(general)

    def way(self, province: str) -> list[str]:
        """A way along borders."""
        route, geography = [], self.room.scenario.geography
        for _ in range(self.chance.randint(0, 3)):
            province = self.some(geography.neighbours(province))
            route.append(province)
        return route

    def settle(self) -> None:
        """Every encounter that is open."""
        for one in self.rows(Encounter, outcome=""):
            if one.kind == "closed_province" and not one.answer:
                answer = self.some(("joins", "passage", "fights", "raises"))
                troops = {"troops": self.chance.randint(1, 4)} if answer in ("joins", "raises") else {}
                self.do("locals.answer", "npd", encounter=one.id, answer=answer, **troops)
            if self.row(Encounter, one.id).outcome:
                continue
            if self.often(0.6) and any(self.do("encounter.settle", **self.battle_of(one)) for _ in range(3)):
                continue
            for outcome in self.chance.sample(("pass", "parley"), 2):
                if self.do("encounter.settle", encounter=one.id, outcome=outcome):
                    break
            else:
                self.do("encounter.settle", "game", encounter=one.id, outcome="parley", force=self.reason)

    def battle_of(self, one: Encounter) -> dict[str, Any]:
        """An encounter that becomes a battle: one of those who came attacks one of the others, or the land."""
        clans = {
            self.row(Army, link.army).clan if link.army else self.row(Garrison, link.garrison).clan
            for link in self.rows(EncounterForce, encounter=one.id)
        }
        holder = (self.row(Place, one.place) if one.place else self.row(Province, one.province)).holder
        attacker = self.some(sorted(clans - {holder} or clans))
        others = sorted((clans | ({holder} if holder else set())) - {attacker})
        return {
            "encounter": one.id,
            "outcome": "battle",
            "attacker": attacker,
            "defender": self.some(others) if others else "",
            "settled_by": "umpire",
        }

    def fight(self) -> None:
        """Every battle to its end, with dice thrown on the table and dice rolled here."""
        tactics = self.room.scenario.tables.tactics.names
        for battle in self.rows(Battle, over=False):
            for number in range(1, self.chance.randint(1, ROUNDS) + 1):
                thrown = {"die": self.chance.randint(1, 6)} if self.often(0.5) else {}
                chosen = {"attacker_tactic": self.some(tactics), "defender_tactic": self.some(tactics)}
                self.do("battle.fight_round", battle=battle.id, round=number, **chosen, **thrown)
            ways = ["", *self.room.scenario.geography.neighbours(battle.province)]
            ends = [(then, to) for to in ways for then in self.chance.sample(THEN, len(THEN))]
            any(self.do("battle.end", battle=battle.id, then=then, retreat_to=to) for then, to in ends)

    def cards(self) -> None:
        """The cards for risk that are due."""
        for draw in self.rows(RiskDraw, card=""):
            self.do("risk.draw", draw=draw.id)
