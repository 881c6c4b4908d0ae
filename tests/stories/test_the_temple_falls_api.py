"""A year in which a temple falls, over the API: monks raised on Mount Hiei, a march past land that defends itself, two
seasons of siege, the abbot in exile, his team at another clan's table with a family made for it, and the year's end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from control.app import create_app
from control.kernel.database.store import open_store
from control.kernel.proof.verify import verify
from control.sengoku.scenario.load import load
from control.sengoku.season.start import new_game
from tests.games import CHANCE, Hall, copy_of_open
from tests.stories.test_the_year_api import Api

PLAIN = "conventional_battle"


class Day(Api):
    """The story's day: what is done again and again in it."""

    def map(self, action: str, **order: Any) -> Any:
        """An action of Map Control's."""
        return self.perform("map", action, order)

    def rows(self, part: str) -> list[dict[str, Any]]:
        """A part of the state, as Game Control reads it."""
        found: list[dict[str, Any]] = self.ask("GET", f"/api/state/{part}", "game")
        return found

    def row(self, part: str, key: Any) -> dict[str, Any]:
        """One row of it."""
        return next(one for one in self.rows(part) if one["id"] == key)

    def army_of(self, clan: str) -> dict[str, Any]:
        """The army of a clan that has one."""
        return next(one for one in self.rows("armies") if one["clan"] == clan and one["standing"])

    def last_encounter(self) -> dict[str, Any]:
        """The one that was found last."""
        return self.rows("encounters")[-1]

    def battle(self, *dice: int, **ending: str) -> dict[str, Any]:
        """Oda attacks in the last encounter, a round for each die; the battle as it ended."""
        self.map(
            "encounter.settle",
            encounter=self.last_encounter()["id"],
            outcome="battle",
            attacker="oda",
            settled_by="umpire",
        )
        number = self.rows("battles")[-1]["id"]
        for spot, die in enumerate(dice, start=1):
            self.map(
                "battle.fight_round", battle=number, round=spot, attacker_tactic=PLAIN, defender_tactic=PLAIN, die=die
            )
        self.map("battle.end", battle=number, **ending)
        return self.row("battles", number)

    def close_season(self) -> None:
        """Close the season: the old draw and live, the Controllers have told what they had to tell."""
        for draw in self.rows("risk_draws"):
            if not draw["card"]:
                self.map("risk.draw", draw=draw["id"], card="2 of hearts")
        super().close_season()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Day, Hall, dict[str, Any]]]:
    """The story; what was seen on the way, by name."""
    folder = tmp_path_factory.mktemp("temple")
    scenario = load("sengoku_1550")
    new_game(open_store(folder / "day.db"), scenario, CHANCE, "winter").store.close()
    app = create_app(folder / "day.db")
    day, seen = Day(app), {}

    # Winter: what stands in spring is announced. A temple raises up to its value, and in its own halls.
    day.perform("team", "troops.announce", {"clan": "enryaku-ji", "place": "enryaku-ji", "counters": 2})
    day.perform("team", "troops.announce", {"clan": "oda", "province": "owari", "counters": 13})
    seen["too many"] = day.send(
        "POST", "/api/actions/troops.announce", "team", {"clan": "enryaku-ji", "place": "enryaku-ji", "counters": 1}
    ).get_json()
    for friend in ("saito", "rokkaku"):
        day.map("treaty.record", kind="passage", one="oda", other=friend)
    day.close_season()

    # Spring: the monks take the field within their walls, Oda marches to the lake.
    seen["garrisons"] = day.rows("garrisons")
    day.map("army.form", general="gosei", place="enryaku-ji", troops=2)
    day.map("army.form", general="oda-nobumitsu", province="owari", troops=13)
    day.map("army.order_march", army=day.army_of("oda")["id"], route=["mino", "omi"])
    for phase in (1, 2, 3, 4):
        day.map("movement.run_phase", phase=phase)
    day.close_season()

    # Summer: into Yamashiro, which nobody guards. Its levy is beaten, the temple besieged, and holds.
    day.map("army.order_march", army=day.army_of("oda")["id"], route=["yamashiro"])
    for phase in (1, 2):
        day.map("movement.run_phase", phase=phase)
    seen["met"] = day.last_encounter()
    seen["levy"] = day.battle(6)
    day.map("encounter.call", place="enryaku-ji", clans=["oda"], reason="the mountain is to burn")
    seen["too soon"] = day.send(
        "POST", "/api/actions/conquest.settle", "map", {"place": "enryaku-ji", "clan": "oda", "how": "exile"}
    ).get_json()
    seen["first siege"] = day.battle(3, then="both_stay")
    seen["too soon again"] = day.send(
        "POST", "/api/actions/conquest.settle", "map", {"place": "enryaku-ji", "clan": "oda", "how": "exile"}
    ).get_json()
    day.close_season()

    # Autumn: the siege is called again, and the temple falls.
    day.map("encounter.call", place="enryaku-ji", clans=["oda"], reason="the siege goes on")
    seen["second siege"] = day.battle(5, 6, 6, then="defender_withdraws", retreat_to="omi")
    day.map("conquest.settle", place="enryaku-ji", clan="oda", how="exile", hostages=["zenso"])
    day.perform("game", "confirmation.give", {"confirmation": 1})
    order = {"team": "enryaku-ji", "clan": "rokkaku", "reason": "the mountain has burnt"}
    seen["still at home"] = day.send("POST", "/api/actions/team.take_clan", "game", {**order, "team": "oda"}).get_json()
    day.perform("game", "team.take_clan", order)
    for name, relation, age in (("Yoshikata", "heir", 29), ("Ohana", "wife", 51), ("Goto Katatoyo", "", 30)):
        person = {"clan": "rokkaku", "name": f"Rokkaku {name}" if relation else name, "relation": relation, "age": age}
        day.perform("team", "person.add", person)
    day.close_season()
    yield day, Hall(copy_of_open(folder / "day.db", folder / "copy.db", scenario)), seen
    app.room.store.engine.dispose()


def test_a_temple_raises_up_to_its_value_within_its_walls(played):
    _, _, seen = played
    assert {(one["clan"], one["province"], one["place"], one["troops"]) for one in seen["garrisons"]} == {
        ("enryaku-ji", "yamashiro", "enryaku-ji", 2),
        ("oda", "owari", None, 13),
    }
    assert seen["too many"]["ruling"] == "R23"
    assert seen["too many"]["field"] == "counters"


def test_land_that_nobody_guards_defends_itself(played):
    _, _, seen = played
    assert (seen["met"]["kind"], seen["met"]["province"], seen["met"]["phase"]) == ("undefended", "yamashiro", 2)
    assert (seen["levy"]["winner"], seen["levy"]["ended_by"]) == ("attacker", "outright_victory")


def test_the_temple_holds_one_season_and_falls_in_the_next(played):
    day, _, seen = played
    assert (seen["first siege"]["place"], seen["first siege"]["winner"]) == ("enryaku-ji", None)
    assert (seen["second siege"]["place"], seen["second siege"]["winner"]) == ("enryaku-ji", "attacker")
    assert "still open" in seen["too soon"]["error"]
    assert seen["too soon again"]["ruling"] == "R33"
    sides = {(one["battle"], one["role"]): one for one in day.rows("battle_sides")}
    assert sides[(2, "defender")]["monks_at_home_temple"] is True
    assert sides[(2, "defender")]["fortification"] == "fortress"
    assert sides[(2, "attacker")]["troops"] == 13  # nobody fell against the levy
    assert day.row("places", "enryaku-ji")["holder"] == "oda"
    assert day.row("provinces", "yamashiro")["holder"] == "miyoshi"  # its levy was beaten, and nobody took it
    assert day.row("characters", "zenso")["held_by"] == "oda"


def test_the_abbots_team_plays_another_clan_with_a_family_of_its_own(played):
    day, _, seen = played
    assert seen["still at home"]["ruling"] == "R33"
    assert (day.row("clans", "rokkaku")["played"], day.row("clans", "enryaku-ji")["played"]) == (True, False)
    made = {
        one["name"]: (one["role"], one["relation"], one["experience"]) for one in day.rows("characters") if one["made"]
    }
    assert made == {
        "Rokkaku Yoshikata": ("heir", "heir", 1),
        "Rokkaku Ohana": ("family", "wife", 1),
        "Goto Katatoyo": ("taisho", "", 2),
    }


def test_the_year_closes_with_its_books_right(played):
    day, _, _ = played
    assert day.season() == "winter 1551"
    incomes = [one for one in day.transfers() if one["season"] == "winter" and one["year"] == 1551]
    of_the_temple = [(one["payee"], one["cash"]) for one in incomes if "Enryaku-ji" in one["note"]]
    assert of_the_temple == [("oda", 1)]  # half of 2, rounded down (R21)
    assert sum(one["rice"] for one in incomes if one["payee"] == "oda" and one["kind"] == "income_rice") == 13
    assert not [one for one in incomes if one["payee"] == "enryaku-ji"]  # without land nothing comes in (R33)
    assert all(not one["standing"] for part in ("armies", "garrisons") for one in day.rows(part))
    rows = day.transfers()
    clans = {one["payer"] for one in rows} | {one["payee"] for one in rows}
    given = sum(one["rice"] + one["cash"] for one in rows if one["payer"] is None and one["payee"])
    used = sum(one["rice"] + one["cash"] for one in rows if one["payee"] is None and one["payer"])
    assert given == used + sum(sum(day.holds(clan)) for clan in clans if clan)


def test_replayed_it_is_the_same_and_undone_it_is_as_it_began(played):
    _, hall, _ = played
    assert verify(hall.room).differences == ()
    for entry in reversed(hall.entries()):
        hall.undo(entry.number)
    begun = {key: row for key, row in hall.state().items() if key[0] not in ("journal", "game")}
    fresh = Hall(new_game(open_store(hall.room.store.file.with_name("fresh.db")), hall.room.scenario, CHANCE, "winter"))
    assert begun == {key: row for key, row in fresh.state().items() if key[0] not in ("journal", "game")}
    for one in (hall, fresh):
        one.room.store.engine.dispose()
