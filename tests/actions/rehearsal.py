"""A rehearsal: umpires who do something legal most of the time, and something silly now and then, by a seed.

What they do is every action there is; `Rehearsal.whole` says what must hold of a game whatever they did.
"""

from __future__ import annotations

import random

from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Umpire
from control.kernel.chance.dice import RANKS, SUITS
from control.kernel.errors import OrderError
from control.sengoku.battle.tactics.tactics_actions import seal
from control.sengoku.game import SENGOKU
from control.sengoku.people.kin_questions import proposals
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
    Succession,
)
from control.sengoku.rules.battle.battle import ATTACKER_SETTLED_BY, THEN
from control.sengoku.scenario.model import RELATIONS, ROLES
from tests.games import CHANCE, Hall

TACTICS = ("outflank", "surprise_assault", "fighting_withdrawal", "subterfuge", "conventional_battle", "fortify")
CLANS = ("takeda", "uesugi", "hojo", "imagawa", "yuki", "hongan-ji")
REGION = {"kai", "shinano", "echigo", "etchu", "hida", "kozuke"}
KEEPS_MEN = {
    "army.form", "army.split", "army.merge", "army.hand_over", "army.order_march", "army.shift", "garrison.attach",
    "garrison.drop",
    "movement.run_phase", "battle.share_losses", "battle.set_commander", "person.visit", "person.return",
    "person.accompany", "hostage.hand_over", "hostage.release", "hostage.escape", "treaty.record", "treaty.end",
    "treaty.renew", "treaty.tell", "treaty.breach", "hostage.keep", "encounter.settle",
    "encounter.call", "encounter.pass_all", "claim.take", "claim.release",
}  # fmt: skip
"""What neither raises nor costs a single counter."""


class Rehearsal:
    """The umpires of one rehearsal; ``careful`` is how often they look whether all of the game is as it should be."""

    def __init__(self, hall: Hall, seed: int, careful: float = 0.1) -> None:
        self.hall = hall
        self.chance = random.Random(seed)
        self.careful = careful
        self.done: list[str] = []
        self.refused: list[str] = []

    # --- Ways to choose and to look

    def some(self, rows):
        """One of these, or None."""
        return self.chance.choice(rows) if rows else None

    def often(self, chance):
        """Yes, with this chance."""
        return self.chance.random() < chance

    def numbers(self, table, **wanted):
        """The keys of the rows of a table that have these values."""
        with self.hall.room.store.read() as session:
            model = SENGOKU.tables[table]
            return [row.id for row in session.scalars(select(model).filter_by(**wanted).order_by(model.id))]

    def anybody(self, **wanted):
        """A person of the clans that take part, mostly one who lives."""
        wanted = wanted if self.often(0.1) else {"alive": True, **wanted}
        clan = wanted.pop("clan", None) or self.some(CLANS)
        return self.some(self.numbers("character", clan=clan, **wanted)) or "takeda-harunobu"

    def an_army(self):
        """An army on the map, now and then any other number."""
        return self.some(self.numbers("army", standing=True)) if self.often(0.97) else self.chance.randint(1, 40)

    def men(self):
        """All counters on the map."""
        with self.hall.room.store.read() as session:
            return sum(force.troops for table in (Army, Garrison) for force in session.scalars(select(table)))

    def do(self, name, desk="map", /, **arguments):
        """Try it; an OrderError is a fair answer, anything else is a fault."""
        look = self.often(self.careful)
        before = self.hall.everything() if look else None
        men = self.men() if look else 0
        assert name in SENGOKU.actions
        try:
            if desk == PLAYER:
                perform(self.hall.room, Umpire("a general", PLAYER), name, arguments)
            else:
                self.hall.do(name, desk, **arguments)
        except OrderError as error:
            self.refused.append(error.sentence)
            assert before is None or self.hall.everything() == before, name
            return False
        self.done.append(name)
        if look:
            assert name not in KEEPS_MEN or self.men() == men, name
            self.whole()
        return True

    def whole(self):
        """What is true of every game whatever is done, looked at as a whole."""
        assert [found.then for found, _ in self.hall.ask(SENGOKU.invariants.broken)] == []

    # --- Forces and orders

    def muster(self):
        """Troops and armies."""
        clan = self.some(CLANS)
        province = self.some(self.numbers("province", holder=clan)) or "kai"
        forced = {"force": "a rehearsal"} if self.often(0.5) else {}
        self.do("garrison.raise", "game", province=province, troops=self.chance.randint(2, 9), **forced)
        self.do("army.form", general=self.anybody(clan=clan), province=province, troops=self.chance.randint(1, 4))

    def march(self):
        """An order for some army, mostly along borders."""
        number = self.some(self.numbers("army", standing=True))
        if number is None:
            return
        geography, here, route = self.hall.room.scenario.geography, self.hall.army(number).province, []
        for _ in range(self.chance.randint(0, 4)):
            near = geography.neighbours(here) if self.often(0.98) else ["aki"]
            near = [key for key in near if key in REGION] or near
            here = self.some(near)
            route.append(here)
        self.do("army.order_march", army=number, route=route, late=self.some(["", "late", "later"]))

    def manoeuvre(self):
        """Something that is done with an army where it stands."""
        army = self.an_army()
        if army is None:
            return
        standing = army in self.numbers("army", standing=True)
        clan = self.hall.army(army).clan if standing else None
        there = (
            [army]
            if not standing
            else [
                one
                for one in self.numbers("army", standing=True, clan=clan)
                if self.hall.army(one).province == self.hall.army(army).province
            ]
        )
        forced = {"force": "a rehearsal"} if self.often(0.2) else {}
        desk = "game" if forced else "map"
        troops = self.chance.randint(1, 4)
        match self.some(["split", "split", "merge", "attach", "drop", "hand_over", "disband"]):
            case "split":
                self.do("army.split", desk, army=army, general=self.anybody(clan=clan), troops=troops, **forced)
            case "merge":
                others = [one for one in there if one != army] or there
                self.do("army.merge", desk, army=army, into=self.some(others), **forced)
            case "attach":
                self.do("garrison.attach", desk, army=army, troops=troops, **forced)
            case "drop":
                self.do("garrison.drop", desk, army=army, troops=troops, **forced)
            case "hand_over":
                self.do("army.hand_over", desk, army=army, general=self.anybody(clan=clan), **forced)
            case _:
                self.do("army.disband", army=army, as_garrison=self.some([True, False]))

    def shift(self):
        """An army goes into a city or temple of its province, or out of one; mostly one that is set down before its
        own."""
        clan = self.some(CLANS)
        own = self.some(self.numbers("place", holder=clan))
        army = self.some(self.numbers("army", standing=True, clan=clan))
        if own and army and self.often(0.8):
            self.do(
                "figure.correct",
                kind="army",
                id=army,
                field="province",
                value=self.hall.get(Place, own).province,
                reason="a rehearsal",
            )
            self.do("army.shift", army=army, place=own)
        army = self.an_army()
        if army in self.numbers("army"):
            inside = self.numbers("place", province=self.hall.army(army).province)
            self.do("army.shift", army=army, place=self.some(["", *inside, *inside]))

    def conquer(self):
        """What becomes of somebody's land, mostly where a foreign army stands."""
        armies = [self.hall.army(number) for number in self.numbers("army", standing=True)]
        army = self.some([one for one in armies if one.clan != self.hall.get(Province, one.province).holder])
        province, clan = (army.province, army.clan) if army else ("kai", self.some(CLANS))
        place = self.some(["", *self.numbers("place", province=province)])
        how = self.some(["vassal", "exile", "tribute"])
        ground = {"place": place} if place else {"province": province}
        holder = self.hall.get(Place, place).holder if place else self.hall.get(Province, province).holder
        hostage = self.anybody(clan=holder) if holder and self.often(0.3) else None
        self.do(
            "conquest.settle",
            self.some(["map", "game"]),
            **ground,
            clan=clan,
            how=how,
            **({"points": self.chance.randint(1, 9)} if how == "tribute" else {}),
            **({"hostages": [hostage]} if hostage else {}),
        )
        if self.often(0.5):
            forced = {"force": "a rehearsal", "clan": clan, "how": how}
            self.do(
                "conquest.settle", "game", **ground, **forced, twice=True, **({"points": 1} if how == "tribute" else {})
            )

    def lock(self):
        """Close the orders, or open them again."""
        if self.often(0.5):
            self.do("orders.lock")
        else:
            self.do("orders.unlock", reason="a rehearsal")

    # --- People

    def people(self):
        """Somebody goes somewhere, or changes hands."""
        person = self.anybody()
        hostage = self.some([key for clan in CLANS for key in self.numbers("character", held_by=clan)]) or person
        match self.some(["visit", "return", "accompany", "hand", "release", "keep", "escape", "kill", "heir"]):
            case "visit":
                self.do("person.visit", "team", character=person, province=self.some(sorted(REGION)))
            case "return":
                away = self.some([key for one in sorted(REGION) for key in self.numbers("character", province=one)])
                self.do("person.return", "team", character=away or person)
            case "accompany":
                self.do("person.accompany", "team", character=person, army=self.an_army() or 1)
            case "hand":
                self.do("hostage.hand_over", "team", character=person, to=self.some(CLANS))
            case "release":
                self.do("hostage.release", "team", character=hostage)
            case "keep":
                self.do("hostage.keep", "team", character=hostage)
            case "escape":
                self.do("hostage.escape", "map", character=hostage)
            case "kill":
                self.do("hostage.kill", "game", character=hostage, reason="a rehearsal")
            case _:
                for number in self.numbers("succession", heir=None):
                    clan = self.some([self.hall.get(Succession, number).clan, None])
                    self.do("succession.name", "team", succession=number, heir=self.anybody(clan=clan))

    def families(self):
        """People are made, die, are followed or not, and the Bakufu is asked about their titles."""
        self.make_people(self.some(CLANS))
        person, lives = self.anybody(), self.often(0.3)
        self.do("figure.correct", kind="character", id=person, field="alive", value=lives, reason="a rehearsal")
        for number in self.numbers("succession", heir=None):
            clan = self.hall.get(Succession, number).clan
            if self.often(0.2):
                self.do("succession.close", "team", succession=number, reason="a rehearsal")
            elif self.often(0.5):
                self.do("succession.name", "team", succession=number, heir=self.anybody(clan=clan))
        for key in self.numbers("title"):
            if self.often(0.2):
                self.do("title.fall_back", "bakufu", title=key)
            elif self.often(0.2):
                self.do("title.confirm", "bakufu", title=key, character=self.anybody() if self.often(0.5) else "")

    def make_people(self, clan):
        """Some of those who are proposed for a clan, or somebody whom nobody proposed."""
        found = self.hall.ask(proposals, self.hall.room.scenario, clan)
        for one in found:
            if self.often(0.5):
                self.do(
                    "person.add",
                    self.some(["game", "team", "npd"]),
                    clan=clan,
                    name=one.name,
                    role=one.role,
                    sex=one.sex,
                    relation=one.relation,
                    age=one.age,
                    experience=one.experience,
                )
        self.do(
            "person.add",
            "map",
            clan=clan,
            name=f"Somebody {self.chance.randint(1, 30)}",
            role=self.some(["", *ROLES]),
            relation=self.some(["", *RELATIONS]),
            age=self.chance.randint(0, 130),
        )

    def risk(self):
        """A card for somebody, mostly a bad one."""
        if self.often(0.4):
            battle = self.some(self.numbers("battle"))
            cause = self.some(["age", "winter_travel", "battle"])
            named = {"battle": battle} if cause == "battle" and battle else {}
            self.do("risk.call", "team", character=self.anybody(), cause=cause, **named)
        for number in self.numbers("risk_draw", card="")[:3]:
            card = self.some(["", "ace of spades", "ks", f"{self.some(RANKS)} of {self.some(SUITS)}", "joker"])
            self.do("risk.draw", draw=number, card=card)

    def treaties(self):
        """A treaty is made or ended."""
        if self.often(0.7):
            kind = self.some(["alliance", "peace", "passage", "vassalage", "other"])
            hidden = {"audience": "some", "known_to": self.some(["map", "team"])} if self.often(0.3) else {}
            kin = {"hostages": [self.anybody()], "force": "a rehearsal"} if self.often(0.2) else {}
            until = {"until": self.some(["1550-summer", "1551-spring"])} if self.often(0.3) else {}
            parties = {"one": self.some(CLANS), "other": self.some(CLANS)}
            self.do("treaty.record", "game" if kin else "team", kind=kind, **parties, **hidden, **kin, **until)
        elif treaty := self.some(self.numbers("treaty")):
            for by in CLANS:
                if self.often(0.2):
                    self.do("treaty.breach", "game", treaty=treaty, by=by, what="a rehearsal", force="a test")
            if self.often(0.5):
                self.do("treaty.end", treaty=treaty, reason="a rehearsal")
            self.do("treaty.renew", "game", treaty=treaty, until=self.some(["1552-spring", ""]))
            known = self.some([{"audience": "public"}, {"audience": "some", "known_to": "bakufu"}])
            self.do("treaty.tell", "game", treaty=treaty, **known)

    def telling(self):
        """Somebody is told of something, and the cloth map is looked at."""
        notice = self.some(self.numbers("notice"))
        if notice:
            told = {"notice": notice} if self.often(0.5) else {"clan": self.some(CLANS)}
            self.do("notice.tell_all", self.some(["team", "npd", "game"]), last=self.chance.randint(1, 400), **told)
            recipient = self.some(self.numbers("notice_to"))
            self.do("notice.tell", self.some(["team", "map"]), recipient=recipient or 1, told=self.often(0.8))
        result = self.some(["agrees", "program_mended", "table_mended"])
        self.do("table.check", province=self.some(sorted(REGION)), result=result, note=self.some(["", "a counter"]))

    # --- Encounters and battles

    def claim(self, kind, number):
        """Somebody takes it, or lets it go."""
        if self.often(0.2):
            self.do("claim.take", self.some(["map", "game"]), kind=kind, number=number, over=self.often(0.5))
        if self.often(0.1):
            self.do("claim.release", kind=kind, number=number, note=self.some(["", "the general is away"]))

    def call(self):
        """A quarrel that no march has brought about."""
        army = self.some(self.numbers("army", standing=True))
        if army:
            province = self.hall.army(army).province
            there = [self.hall.army(one).clan for one in self.numbers("army", standing=True, province=province)]
            clans = sorted({*there, *([self.some(CLANS)] if self.often(0.2) else [])})
            self.do("encounter.call", province=province, clans=clans, levy=self.often(0.2), reason="a rehearsal")
            if place := self.some(self.numbers("place", province=province)):
                self.do("encounter.call", place=place, clans=clans[:1], reason="a rehearsal")

    def settle(self):
        """Whatever is open."""
        if self.often(0.3):
            self.do("encounter.pass_all", self.some(["map", "game"]))
        for number in self.numbers("encounter", outcome=""):
            self.claim("encounter", number)
            asked = self.hall.get(Encounter, number).kind == "closed_province"
            if self.often(0.7 if asked else 0.05):
                self.do(
                    "locals.answer",
                    self.some(["npd", "map", "game"]),
                    encounter=number,
                    answer=self.some(["joins", "passage", "fights", "raises"]),
                    **({"troops": self.chance.randint(1, 9)} if self.often(0.8) else {}),
                )
            if self.hall.get(Encounter, number).outcome or any(
                self.do("encounter.settle", **self.outcome(number)) for _ in range(3)
            ):
                continue
            if not self.do("encounter.settle", encounter=number, outcome="parley"):
                self.do("encounter.settle", "game", encounter=number, outcome="parley")

    def outcome(self, number):
        """How an encounter might end."""
        outcome = self.some(["pass", "parley", "withdraw", "yield", "battle", "battle", "battle"])
        links = [self.hall.get(EncounterForce, key) for key in self.numbers("encounter_force", encounter=number)]
        forces = [self.hall.get(Army, one.army) if one.army else self.hall.get(Garrison, one.garrison) for one in links]
        clans = sorted({force.clan for force in forces})
        province = self.hall.get(Encounter, number).province
        near = self.hall.room.scenario.geography.neighbours(province)
        if outcome == "withdraw":
            return {
                "encounter": number,
                "outcome": outcome,
                "who": self.some(clans),
                "retreat_to": self.some(["", *near]),
            }
        if outcome != "battle":
            return {"encounter": number, "outcome": outcome}
        holder = self.hall.get(Province, province).holder
        attacker = self.some(clans)
        others = [clan for clan in clans if clan != attacker]
        return {
            "encounter": number,
            "outcome": outcome,
            "attacker": attacker,
            "settled_by": self.some([*ATTACKER_SETTLED_BY]),
            "defender": self.some(["", *others, holder or ""]),
            "attacker_allies": [self.some(others)] if others and self.often(0.2) else [],
            "defender_allies": [self.some(others)] if others and self.often(0.2) else [],
            "attacker_in_person": self.often(0.1),
            "defender_in_person": self.often(0.1),
            "place": self.some(self.numbers("place", province=province)) or "" if self.often(0.3) else "",
            "aside": [f"A{self.some(forces).id}"] if forces and self.often(0.1) else [],
        }

    def fight(self):
        """Every open battle to its end."""
        for number in self.numbers("battle", over=False):
            self.claim("battle", number)
            if self.often(0.2):
                self.command(number)
            for _ in range(self.chance.randint(0, 4)):
                self.round(number)
            province = self.hall.get(Battle, number).province
            ways = self.hall.room.scenario.geography.neighbours(province)
            for desk in ("map", "game"):
                if self.do("battle.end", desk, battle=number, then=self.some(THEN), retreat_to=self.some(["", *ways])):
                    break
                ends = ({"then": "both_stay", "retreat_to": to} for to in ("", ways[0]))
                if any(self.do("battle.end", desk, battle=number, **end) for end in ends):
                    break

    def command(self, battle):
        """Who commands a side, and what the umpire grants it."""
        side = self.some(["attacker", "defender"])
        links = [self.hall.get(BattleForce, key) for key in self.numbers("battle_force", battle=battle, role=side)]
        army = self.some([link.army for link in links if link.army])
        general = self.hall.army(army).general if army else "takeda-harunobu"
        self.do("battle.set_commander", battle=battle, side=side, general=general, in_person=self.some([None, True]))
        columns = self.chance.randint(-1, 1)
        self.do("battle.grant_columns", battle=battle, side=side, columns=columns, reason="a rehearsal")

    def round(self, battle):
        """A round, the tactics chosen openly or in secret; its losses are shared out anew now and then."""
        number = self.hall.get(Battle, battle).rounds + 1
        tactics = self.some(TACTICS), self.some(TACTICS)
        swap = self.often(0.2)
        if self.often(0.2):
            self.do("battle.ask_tactics", battle=battle, round=number)
            if self.often(0.2):
                self.do("battle.ask_openly", battle=battle, round=number)
            chosen = tactics[::-1] if swap else tactics
            for role, tactic in zip(("attacker", "defender"), chosen, strict=True):
                if self.often(0.8):
                    sealed = seal(CHANCE.cookies, battle, number, role, tactic, role)
                    self.do("battle.choose_tactic", PLAYER, battle=battle, round=number, role=role, sealed=sealed)
        self.do(
            "battle.fight_round",
            battle=battle,
            round=number,
            attacker_tactic=tactics[0],
            defender_tactic=tactics[1],
            swap_roles=swap,
            **({"settled_by": self.some([*ATTACKER_SETTLED_BY])} if swap else {}),
            **({"die": self.chance.randint(1, 6)} if self.often(0.5) else {}),
        )
        if self.often(0.3):
            self.share(battle, self.some(["attacker", "defender"]))

    def share(self, battle, side):
        """The losses of a side as the umpire has them, the sum mostly right."""
        links = [self.hall.get(BattleForce, key) for key in self.numbers("battle_force", battle=battle, role=side)]
        left = sum(link.lost for link in links) + (self.chance.randint(0, 1) if self.often(0.1) else 0)
        shares = {}
        for spot, link in enumerate(links):
            share = left if spot == len(links) - 1 else self.chance.randint(0, left)
            shares[f"A{link.army}" if link.army else f"G{link.garrison}"] = share
            left -= share
        self.do("battle.share_losses", battle=battle, side=side, shares=shares)

    # --- By hand, and back

    def correct(self):
        """A figure of somebody's."""
        army = self.some(self.numbers("army", standing=True))
        kind, key, field, value = self.some(
            [
                ("army", army, "troops", self.chance.randint(0, 30)),
                ("army", army, "province", self.some(["kai", "shinano", "echigo", "atlantis"])),
                ("army", army, "general", self.anybody()),
                ("character", "takeda-harunobu", "experience", self.chance.randint(0, 5)),
                ("character", "uesugi-kenshin", "wounded", self.some([True, False, "perhaps"])),
                ("character", self.anybody(), "held_by", self.some([*CLANS, None])),
                ("character", self.anybody(), "province", self.some([*sorted(REGION), None])),
                ("character", self.anybody(), "alive", self.often(0.7)),
                ("character", self.anybody(), "age", self.chance.randint(20, 80)),
                ("province", "shinano", "holder", self.some(["takeda", "uesugi", None])),
                ("province", "kai", "raised", 0),
                ("clan", "yuki", "played", self.often(0.5)),
            ]
        )
        self.do("figure.correct", kind=kind, id=key or 0, field=field, value=value, reason="a rehearsal")

    def undo(self):
        """One of the last entries, whoever made it."""
        entries = self.hall.entries()
        if entries:
            number = self.some(entries[-8:]).number
            self.do("journal.undo", self.some(["map", "game"]), entry=number, force=self.some(["", "a slip"]))

    def something(self):
        """Any of all this that can be done between two phases."""
        self.some(
            [
                self.muster,
                self.muster,
                self.march,
                self.correct,
                self.undo,
                self.manoeuvre,
                self.manoeuvre,
                self.people,
                self.people,
                self.risk,
                self.treaties,
                self.telling,
                self.lock,
                self.call,
                self.shift,
                self.conquer,
            ]
        )()

    def until_quiet(self):
        """Settle and fight until nothing is open, or they have had enough."""
        for _ in range(5):
            if not (self.numbers("encounter", outcome="") or self.numbers("battle", over=False)):
                break
            self.settle()
            if self.often(0.2):
                self.something()
            self.fight()

    def season(self):
        """One season from orders to its end."""
        game = self.hall.get(Game, 1)
        for _ in range(12 if game.season == "winter" else 30):
            self.something()
        if game.season != "winter":
            self.march_and_fight()
        self.risk()
        self.until_quiet()
        self.do("season.advance", "game", season=game.season, year=game.year, force="a rehearsal")

    def march_and_fight(self):
        """Armies enough for a few meetings, their orders, and the four phases."""
        for clan in CLANS[:5]:
            if len(self.numbers("army", standing=True)) < 9:
                home = self.hall.room.scenario.clans[clan].home_province
                self.do("garrison.raise", "game", province=home, troops=9, force="a rehearsal")
                self.do("army.form", general=self.anybody(clan=clan), province=home, troops=self.chance.randint(1, 9))
                self.do(
                    "figure.correct",
                    kind="army",
                    id=max(self.numbers("army"), default=1),
                    field="province",
                    value=self.some(sorted(REGION)),
                    reason="a rehearsal",
                )
        for _ in range(6):
            self.march()
        for phase in (1, 2, 3, 4):
            self.do("movement.run_phase", phase=phase)
            self.until_quiet()
            for _ in range(4):
                self.something()
            self.march()
