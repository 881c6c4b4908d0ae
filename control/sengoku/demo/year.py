"""A year that plays itself, to learn on: it stops at any of its moments, the same each time.

What everybody does is the rehearsal's, by one seed and through the actions; here is what a learner is to find: orders
half in, armies that have met, a battle after its first round, a gate with things open, the books of a winter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from control.kernel.actions.world import Room
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import Store
from control.sengoku.demo.moments import MOMENTS
from control.sengoku.demo.rehearsal import Rehearsal
from control.sengoku.rows import (
    Army,
    Battle,
    BattleRound,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Garrison,
    Province,
)
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.season.start import new_game

SEED = "the year of the demo"
ARMIES = 20
"""As many as a learner can look through; a day has thirty."""
NAMES = {
    "map": "Aiko",
    "game": "Botan",
    "team": "Chiyo",
    "npd": "Daigo",
    "intelligence": "Emi",
    "bakufu": "Fumio",
}
"""The umpires of the demo, by their desks."""
PLAYERS = (
    "Ada", "Bruno", "Carla", "David", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Luis", "Mara",
    "Nils", "Olga", "Paul", "Rosa", "Sven", "Tara", "Uwe",
)  # fmt: skip
"""Who plays the heads of the clans, in the order of those."""
STAGED = (
    ("takeda-harunobu", "kai", 9, ("shinano",)),
    ("uesugi-kenshin", "echigo", 9, ("shinano",)),
)
"""Who is to meet in the first season: the general, where he musters, how many, his route."""
FIRST_TACTICS = ("conventional_battle", "fortify")
"""Of the attacker and the defender in the first battle."""
LETTERS = (
    "The roads are safe between our castles. Let them stay so until the snow has gone.",
    "Your envoy was welcome here. Send him again, and with him your answer.",
    "We ask for passage through your land in spring, for ten counters and no more.",
    "Our daughter is fourteen now. We hear that your second son is still alone.",
    "It was not our men who burned the mill. Come and drink tea with us, and look.",
)

Tell = Callable[[str], None]


def play(store: Store, scenario: Scenario, moment: str, tell: Tell = lambda _words: None, seed: str = SEED) -> Room:
    """A new game in an empty store, played to one of the MOMENTS."""
    room = new_game(store, scenario, Secrets(seed=seed), begin="spring")
    year = DemoYear(room, seed)
    for reached in year.moments():
        tell(MOMENTS[reached])
        if reached == moment:
            break
    return room


class DemoYear(Rehearsal):
    """The umpires of the demo."""

    def __init__(self, room: Room, seed: str) -> None:
        super().__init__(room, seed)
        self.names, self.reason = NAMES, "as the demo has it"
        self.armies = ARMIES

    def moments(self) -> Iterator[str]:
        """The year, moment by moment: what is said of one is true when it is given, and its clock runs."""
        self.welcome()
        for season in ("spring", "summer", "autumn"):
            self.begins()
            if season == "summer":
                yield "summer"
            self.talk(bows=2, bonds=2, ticks=False)
            yield from self.campaign(first=season == "spring")
            if season == "autumn":
                yield "autumn-gate"
            self.cards()
            self.ticks(left=0)
            self.close()
        self.begins()
        yield "winter"
        self.talk(bows=2, bonds=2, ticks=False)
        self.winter()
        yield "winter-gate"
        self.do("upkeep.pay_all", "team")
        self.do("upkeep.pay_all", "npd")
        self.ticks(left=0)
        self.close()
        self.do("clock.start", "game")
        yield "new-year"

    def begins(self) -> None:
        """The season that is played now, its clock started."""
        super().begins()
        self.do("clock.start", "game")

    def welcome(self) -> None:
        """The heads of the played clans have their players, who are here."""
        names = iter(PLAYERS)
        heads = {one.clan: one.name for one in self.rows(Character, alive=True) if one.role in HEADS}
        rows = [
            {"name": name, "clan": clan.name, "character": heads[clan.id], "arrived": "yes"}
            for clan in self.rows(Clan, played=True)
            if clan.id in heads and (name := next(names, ""))
        ]
        self.do("player.import", "game", rows=rows)

    def campaign(self, first: bool) -> Iterator[str]:
        """A season in the field; in the ``first`` one it stops where there is much to see."""
        routes = self.stage() if first else {}
        self.muster()
        armies = self.rows(Army, standing=True)
        for number, army in enumerate(armies):
            if first and number == len(armies) // 2:
                yield "orders"
            self.do("army.order_march", army=army.id, route=routes.get(army.general) or self.way(army.province))
        self.do("orders.lock")
        self.do("clock.skip", "game", stage=0)
        met = fought = not first
        for phase in (1, 2, 3, 4):
            self.do("movement.run_phase", phase=phase)
            if phase >= 2 and not met:
                met = True
                yield "phase-2"
            for _ in range(9):
                if not fought and phase >= 2 and self.begin_battle():
                    fought = True
                    yield "battle"
                if self.is_quiet():
                    break
        if first:
            self.ticks(left=3)
            yield "gate"

    def stage(self) -> dict[str, list[str]]:
        """Two old enemies take the field; their generals' routes. Where a scenario has not got them, nobody does."""
        for general, province, troops, _route in STAGED:
            self.do("garrison.raise", province=province, troops=troops, reason=self.reason)
            self.do("army.form", general=general, province=province, troops=troops)
        return {general: list(route) for general, _, _, route in STAGED}

    def begin_battle(self) -> bool:
        """Turn an encounter into a battle and fight a round of it that is not the last."""
        for one in self.rows(Encounter, outcome=""):
            if not self.is_even(one):
                continue
            if any(self.do("encounter.settle", **self.battle_of(one)) for _ in range(3)):
                battle = self.rows(Battle, over=False)[-1]
                attacks, defends = self.tactics()
                if not self.do(
                    "battle.fight_round",
                    battle=battle.id,
                    round=1,
                    attacker_tactic=attacks,
                    defender_tactic=defends,
                    die=3,
                ):
                    continue
                report = self.row(BattleRound, (battle.id, 1)).report
                if report["result"] in "AXD" and min(report["attacker_left"], report["defender_left"]) > 0:
                    return True
        return False

    def tactics(self) -> tuple[str, str]:
        """What the first battle is fought with; in a scenario of other tactics, with one that goes anywhere."""
        matrix = self.room.scenario.tables.tactics
        anywhere = next((one for one in matrix.names if one not in matrix.not_at_sea), matrix.names[0])
        attacks, defends = (one if one in matrix.names else anywhere for one in FIRST_TACTICS)
        return attacks, defends

    def is_even(self, one: Encounter) -> bool:
        """Whether armies of two clans meet there, neither much smaller than the other."""
        armies = [self.row(Army, link.army) for link in self.rows(EncounterForce, encounter=one.id) if link.army]
        sizes = {clan: sum(army.troops for army in armies if army.clan == clan) for clan in {a.clan for a in armies}}
        return len(sizes) > 1 and min(sizes.values()) * 2 >= max(sizes.values())

    def ticks(self, left: int) -> None:
        """Every Controller ticks his clans off, but for the last few."""
        played = [clan.id for clan in self.rows(Clan, played=True)]
        for clan in played[: len(played) - left]:
            self.tick(clan)

    def words(self) -> str:
        """What is written to somebody."""
        return str(self.some(LETTERS))

    def way(self, province: str) -> list[str]:
        """A way along borders, rather towards land that another clan holds by arms."""
        geography = self.room.scenario.geography
        holders = {one.id: one.holder for one in self.rows(Province)}
        guarded = {one.province for one in self.rows(Garrison, standing=True)}
        guarded |= {one.province for one in self.rows(Army, standing=True)}
        mine, route = holders[province], list[str]()
        for _ in range(self.chance.randint(1, 3)):
            near = geography.neighbours(province)
            wanted = [one for one in near if one in guarded and holders[one] != mine and one not in route]
            province = self.some(wanted or [one for one in near if one not in route] or near)
            route.append(province)
        return route
