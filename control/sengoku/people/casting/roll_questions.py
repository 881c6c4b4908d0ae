"""A list of players as somebody typed it, read against who plays already: what each line would change, and every bad
cell of it. The import and its preview both ask here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Character, Clan, Part, Player
from control.sengoku.scenario.model import HEADS, ROLES

COLUMNS = {"name": True, "clan": False, "character": False, "note": False, "arrived": False}
"""The columns of a list of players, and which it must have."""
MOST_LETTERS = 60
NOTE_LETTERS = 200
ROW_LIMIT = 500
STATES = {"yes": "arrived", "y": "arrived", "x": "arrived", "1": "arrived", "here": "arrived", "true": "arrived",
          "noshow": "absent", "absent": "absent", "no": "", "n": "", "0": "", "false": "", "": ""}  # fmt: skip
"""What may stand under "arrived", folded, and the state it means; nothing where it changes none."""
SAID = {"arrived": "yes", "expected": "no", "absent": "no-show"}
"""How a state is written there."""
ALSO = {"leader": "daimyo", "general": "taisho", "clanelder": "elder", "warriormonk": "sohei", "monk": "sohei"}
"""Other words for roles, folded; whoever heads a temple or the Bakufu is found by "leader" too."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a cell; rows are counted from 0."""

    row: int
    column: str
    sentence: str


@dataclass(frozen=True)
class Line:
    """What a line would make of a player: ``player`` is his number if he is on the list. ``takes`` are the persons he
    would newly play, ``leaves`` the parts he gives up for them; ``what`` is in words, empty if nothing would change."""

    name: str
    player: int | None
    clan: str | None
    note: str
    state: str
    takes: tuple[str, ...]
    leaves: tuple[str, ...]
    what: str


@dataclass(frozen=True)
class Roll:
    """A list that was read; with ``faults`` nothing of it may be done."""

    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]


def read_roll(session: Session, rows: Sequence[Mapping[str, str]]) -> Roll:
    """Read a list of players: each row has text by column (see COLUMNS)."""
    return Reader(session, rows).read()


class Reader:
    """Reads the rows one after the other, remembering who and what has been taken."""

    def __init__(self, session: Session, rows: Sequence[Mapping[str, str]]) -> None:
        self.rows = [{column: " ".join(row.get(column, "").split()) for column in COLUMNS} for row in rows]
        self.clans = {clan.id: clan for clan in session.scalars(select(Clan).order_by(Clan.id))}
        self.people = {one.id: one for one in session.scalars(select(Character).order_by(Character.id))}
        self.players = {folded(one.name): one for one in session.scalars(select(Player).order_by(Player.id))}
        self.names = {one.id: one.name for one in self.players.values()}
        self.played_by = by_key(session, select(Part.character, Part.player).order_by(Part.character))
        self.plays = grouped((player, character) for character, player in self.played_by.items())
        self.faults: list[Fault] = []
        self.seen: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        # Whoever is given a part by the list leaves those he has: they are free for others of the list.
        self.leaving = {
            key
            for row in self.rows
            if row["character"] and (known := self.players.get(folded(row["name"])))
            for key in self.plays.get(known.id, [])
        }

    def read(self) -> Roll:
        """Every row as a line, and all that is wrong."""
        lines = [self.line(spot, row) for spot, row in enumerate(self.rows)]
        order = list(COLUMNS)
        return Roll(tuple(lines), tuple(sorted(self.faults, key=lambda one: (one.row, order.index(one.column)))))

    def wrong(self, row: int, column: str, sentence: str) -> None:
        """Note a bad cell."""
        self.faults.append(Fault(row, column, sentence))

    def line(self, spot: int, row: Mapping[str, str]) -> Line:
        """One row."""
        name, player = self.name(spot, row["name"])
        typed = self.clan(spot, row["clan"]) if row["clan"] else None
        keys = self.persons(spot, row["character"], typed, player)
        own = self.plays.get(player.id, []) if player else []
        new = [key for key in keys if key not in own]
        table = typed or self.table_of(row, new, player)
        self.tables(spot, row, table, new, player)
        if len(row["note"]) > NOTE_LETTERS:
            self.wrong(spot, "note", f"A note has {NOTE_LETTERS} letters at most; this has {len(row['note'])}.")
        state = STATES.get(folded(row["arrived"]))
        if state is None:
            self.wrong(spot, "arrived", f'Say yes, no or no-show, not "{row["arrived"]}".')
        line = Line(
            name=name,
            player=player.id if player else None,
            clan=table.id if table else None,
            note=row["note"] or (player.note if player else ""),
            state=state or (player.state if player else "expected"),
            takes=tuple(new),
            leaves=tuple(key for key in own if row["character"] and key not in keys),
            what="",
        )
        return replace(line, what=self.what(line, player))

    def table_of(self, row: Mapping[str, str], new: list[str], player: Player | None) -> Clan | None:
        """The table of a row that names none: the player's own, or that of the person he is to play anew."""
        if row["clan"]:
            return None
        if player is not None and player.clan is not None:
            return self.clans[player.clan]
        return self.clans[self.people[new[0]].clan] if new else None

    def name(self, spot: int, name: str) -> tuple[str, Player | None]:
        """The name of a row, and the player who has it already."""
        key = folded(name)
        if not key:
            self.wrong(spot, "name", "A name is needed.")
        elif len(name) > MOST_LETTERS:
            self.wrong(spot, "name", f"A name has {MOST_LETTERS} letters at most; this has {len(name)}.")
        elif key in self.seen:
            self.wrong(spot, "name", f"{name} is in the list twice. If these are two people, add a letter to one name.")
        self.seen.setdefault(key, spot)
        return name, self.players.get(key) if key else None

    def clan(self, spot: int, typed: str) -> Clan | None:
        """The clan that was typed, by its name, id or letters."""
        wanted = folded(typed)
        for clan in self.clans.values():
            if wanted in (folded(clan.id), folded(clan.name), folded(clan.code)):
                return clan
        spelt = {folded(clan.name): clan.name for clan in self.clans.values()}
        near = get_close_matches(wanted, spelt, n=2, cutoff=0.55)
        meant = f" Did you mean {' or '.join(spelt[one] for one in near)}?" if near else ""
        self.wrong(spot, "clan", f'There is no clan "{typed}".{meant}')
        return None

    def tables(
        self, spot: int, row: Mapping[str, str], clan: Clan | None, new: list[str], player: Player | None
    ) -> None:
        """Refuse a table of NPD Control's, and a part at another table than the row says; what the player has already,
        his table and parts, stays as it is."""
        if clan is not None and not clan.played and (player is None or player.clan != clan.id or new):
            column = "clan" if row["clan"] else "character"
            self.wrong(spot, column, f"{clan.name} is played by NPD Control. Hand the clan over to players first.")
        for key in new:
            person = self.people[key]
            if clan is not None and person.clan != clan.id:
                of = self.clans[person.clan].name
                self.wrong(spot, "character", f"{person.name} is of {of}, not of {clan.name}.")

    def persons(self, spot: int, typed: str, clan: Clan | None, player: Player | None) -> list[str]:
        """The persons that were typed, by name or by role."""
        found = []
        for words in filter(None, (part.strip() for part in typed.split(";"))):
            key = self.person(spot, words, clan, player)
            if key is not None:
                self.taken[key] = spot
                found.append(key)
        return list(dict.fromkeys(found))

    def person(self, spot: int, typed: str, clan: Clan | None, player: Player | None) -> str | None:
        """One person, who must be free, and alive: only whom the player has already may have died since."""
        wanted = folded(typed)
        role = ALSO.get(wanted, wanted)
        if role in ROLES:
            return self.of_role(spot, typed, role, clan, player)
        for person in self.people.values():
            if wanted in (folded(person.id), folded(person.name)):
                if not person.alive and (player is None or self.played_by.get(person.id) != player.id):
                    self.wrong(spot, "character", f"{person.name} is dead.")
                    return None
                return person.id if self.is_free(spot, person, player) else None
        among = [one for one in self.people.values() if one.alive and clan in (None, self.clans[one.clan])]
        spelt = {folded(one.name): one.name for one in among}
        close = get_close_matches(wanted, spelt, n=2, cutoff=0.55)
        near = f" Did you mean {' or '.join(spelt[one] for one in close)}?" if close else ""
        self.wrong(spot, "character", f'There is no person and no role "{typed}".{near}')
        return None

    def is_free(self, spot: int, person: Character, player: Player | None) -> bool:
        """Whether a person is free for this row; what stands in the way is noted."""
        by = self.played_by.get(person.id)
        if person.id in self.taken:
            other = self.rows[self.taken[person.id]]["name"]
            self.wrong(spot, "character", f"{person.name} is taken twice in the list: {other} has him too.")
        elif by is not None and (player is None or by != player.id) and person.id not in self.leaving:
            self.wrong(spot, "character", f"{person.name} is played by {self.names[by]} already.")
        else:
            return True
        return False

    def of_role(self, spot: int, typed: str, role: str, clan: Clan | None, player: Player | None) -> str | None:
        """The first free person of a clan who has a role."""
        if clan is None and player is not None and player.clan is not None:
            clan = self.clans[player.clan]
        if clan is None and self.rows[spot]["clan"]:
            return None  # the clan itself is wrong, and says so
        if clan is None:
            self.wrong(spot, "character", f"Say of which clan he is the {typed}, or give a person's name.")
            return None
        table = [one for one in self.people.values() if one.clan == clan.id and one.alive]
        those = [one for one in table if one.role == role or (role in HEADS and one.role in HEADS)]
        own = self.plays.get(player.id, []) if player else []
        for person in sorted(those, key=lambda one: one.id not in own):
            by = self.played_by.get(person.id)
            free = by is None or person.id in own or person.id in self.leaving
            if person.id not in self.taken and free:
                return person.id
        if not those:
            roles = ", ".join(dict.fromkeys(one.role for one in table)) or "nobody"
            self.wrong(spot, "character", f"{clan.name} has no {typed}. It has: {roles}.")
        else:
            person = those[-1]
            by = self.played_by.get(person.id)
            other = self.rows[self.taken[person.id]]["name"] if person.id in self.taken else self.names[by or 0]
            self.wrong(spot, "character", f"The {typed} of {clan.name} is taken: {other} is {person.name}.")
        return None

    def what(self, line: Line, player: Player | None) -> str:
        """What a line would change, in words."""
        found = [f"plays {', '.join(self.people[key].name for key in line.takes)}"] if line.takes else []
        found += [f"gives up {', '.join(self.people[key].name for key in line.leaves)}"] if line.leaves else []
        if player is None:
            return "; ".join(["new", *found, *(["is here"] if line.state == "arrived" else [])])
        if line.name != player.name:
            found.append(f"no longer written {player.name}")
        if line.clan != player.clan:
            found.append(f"to the table of {self.clans[line.clan].name}" if line.clan else "without a table")
        found += ["another note"] if line.note != player.note else []
        found += [{"arrived": "is here", "absent": "does not come"}[line.state]] if line.state != player.state else []
        return "; ".join(found)
