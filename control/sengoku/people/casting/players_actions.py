"""Players: who comes, who is here, who does not come; a whole list of them at once (handbook 3)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, text
from control.kernel.wording import clock_of, counted, folded
from control.sengoku.people.casting.roll_questions import MOST_LETTERS, ROW_LIMIT, Line, read_roll
from control.sengoku.rows import Character, Clan, Part, Player
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.people.people_questions import OF_CLAN
from control.sengoku.world.people.reprints_actions import again, clan_changed, person_changed

WHO = ("game",)
DOOR = tuple(DESKS)
STRUCK_OFF = "Perhaps a colleague has struck him off."
"""At the door stands whoever has a hand free."""
PlayerNumber = number(1, 10**6, "the number of a player")
Name = text("a name", 1, MOST_LETTERS)
AT_TABLE = joinedload(Player.the_clan)


class Add(Order):
    """A player by name, the clan whose table is his, if that is known, and whether he stands at the door."""

    name: Name
    clan: text("a clan") = ""
    note: text("a note", most=200) = ""
    arrived: bool = False


@action("player.add", title="Add a player", order=Add, desks=DOOR, seen_by=DOOR)
def add(world: World, order: Add) -> str:
    """Put a player on the list, also one who walks in without being expected."""
    player = new_player(world, order.name)
    player.note, sits = order.note, ", without a table yet"
    if order.clan:
        clan = played_clan(world, order.clan)
        player.clan, sits = clan.id, f" at the table of {clan.name}"
    if not order.arrived:
        return f"{player.name} is expected{sits}."
    player.state, player.at = "arrived", world.at
    return f"{player.name} walked in{sits}."


def new_player(world: World, name: str) -> Player:
    """A new player. Raises OrderNotAllowed if somebody has this name."""
    nobody_else(world, name)
    player = Player(id=world.number("player"), name=name, clan=None, state="expected", at=None, note="")
    world.session.add(player)
    world.session.flush()
    return player


def nobody_else(world: World, name: str, player: Player | None = None) -> None:
    """Refuse a name that another player has, and one without a letter: umpires know players by nothing else."""
    if not folded(name):
        raise OrderNotUnderstood("A name is needed, in letters.", field="name")
    for other in world.session.scalars(select(Player).options(AT_TABLE).order_by(Player.id)):
        if other is not player and folded(other.name) == folded(name):
            at = f" at the table of {other.the_clan.name}" if other.the_clan else ""
            raise OrderNotAllowed(
                f"There is a player {other.name} already{at}. If this is somebody else, add a letter to the name.",
                field="name",
            )


def played_clan(world: World, key: str, field: str = "clan") -> Clan:
    """A clan that players play. Raises OrderNotAllowed for one of NPD Control's."""
    clan = with_lord(world, key, field)
    if not clan.played:
        raise OrderNotAllowed(
            f"{clan.name} is played by Non-Player Daimyo Control. Hand the clan over to players first.", field=field
        )
    return clan


class Edit(Order):
    """A player as he is to be written from now on."""

    player: PlayerNumber
    name: Name
    clan: text("a clan") = ""
    note: text("a note", most=200) = ""
    version: int | None = None


@action("player.edit", title="Change a player", order=Edit, desks=WHO, seen_by=DOOR)
def edit(world: World, order: Edit) -> str:
    """Change a player's name, table or note."""
    player = world.get(Player, order.player, "player", order.version, gone=STRUCK_OFF)
    nobody_else(world, order.name, player)
    changed = []
    before = player.name
    if order.name != player.name:
        player.name = order.name
        changed.append(f"is called {order.name}")
    if order.clan != (player.clan or ""):
        clan = played_clan(world, order.clan) if order.clan else None
        player.clan = clan.id if clan else None
        changed.append(f"sits at the table of {clan.name}" if clan else "has no table")
    if order.note != player.note:
        player.note = order.note
        changed.append(f"has the note “{order.note}”" if order.note else "has no note")
    if not changed:
        raise ChangedElsewhere(f"{player.name} is written so already.", field="name")
    if before != player.name:
        for person in parts_of(world, player):
            again(world, "character_card", f"{before} is called {player.name}", character=person.id)
    return f"{before} {' and '.join(changed)} now."


class Remove(Order):
    """A player to be struck off the list."""

    player: PlayerNumber
    version: int | None = None


@action("player.remove", title="Strike a player off", order=Remove, desks=WHO, seen_by=DOOR)
def remove(world: World, order: Remove) -> str:
    """Strike a player off the list; nobody plays his parts then."""
    player = world.get(Player, order.player, "player", order.version, gone=STRUCK_OFF)
    freed = []
    for person in parts_of(world, player):
        world.session.delete(world.session.get_one(Part, person.id))
        person_changed(world, person, f"{player.name}, who played {person.name}, was struck off")
        freed.append(person.name)
    world.session.flush()
    world.session.delete(player)
    after = f" Nobody plays {', '.join(freed)} now." if freed else ""
    return f"{player.name} was struck off the list of players.{after}"


def parts_of(world: World, player: Player) -> list[Character]:
    """The persons a player plays."""
    return list(
        world.session.scalars(
            select(Character)
            .join(Part, Part.character == Character.id)
            .where(Part.player == player.id)
            .order_by(Character.id)
            .options(*OF_CLAN)
        )
    )


# --- The door ---------------------------------------------------------------------------------------------


class AtTheDoor(Order):
    """A player at the door, or missing there."""

    player: PlayerNumber


@action("player.check_in", title="Check a player in", order=AtTheDoor, desks=DOOR, seen_by=DOOR)
def check_in(world: World, order: AtTheDoor) -> str:
    """Note that a player is here."""
    player = world.get(Player, order.player, "player", beside=(AT_TABLE,))
    if player.state == "arrived":
        raise ChangedElsewhere(f"{player.name} is here already, since {clock_of(player.at)}.", field="player")
    after_all = " after all" if player.state == "absent" else ""
    player.state, player.at = "arrived", world.at
    return f"{player.name} is here{after_all}{for_whom(player)}."


def for_whom(player: Player) -> str:
    """Where a player belongs, for the sentence."""
    return f", for the table of {player.the_clan.name}" if player.the_clan else ", without a table"


@action("player.check_out", title="Check a player out", order=AtTheDoor, desks=DOOR, seen_by=DOOR)
def check_out(world: World, order: AtTheDoor) -> str:
    """Note that a player has left the hall, or was never here."""
    player = world.get(Player, order.player, "player", gone=STRUCK_OFF)
    if player.state != "arrived":
        raise ChangedElsewhere(f"{player.name} is not in the hall.", field="player")
    player.state, player.at = "expected", world.at
    return f"{player.name} is not in the hall any more."


@action("player.no_show", title="Note a no-show", order=AtTheDoor, desks=DOOR, seen_by=DOOR)
def no_show(world: World, order: AtTheDoor) -> str:
    """Note that a player does not come; his parts wait for somebody else."""
    player = world.get(Player, order.player, "player", gone=STRUCK_OFF)
    if player.state == "absent":
        raise ChangedElsewhere(f"{player.name} is down as a no-show already.", field="player")
    if player.state == "arrived":
        raise OrderNotAllowed(
            f"{player.name} is here since {clock_of(player.at)}. If he left, check him out first.", field="player"
        )
    player.state, player.at = "absent", world.at
    parts = [person.name for person in parts_of(world, player) if person.alive]
    after = f" Somebody else must play {' and '.join(parts)}." if parts else ""
    return f"{player.name} does not come.{after}"


# --- A list of them ---------------------------------------------------------------------------------------


class RollRow(Order):
    """A line of a list of players: ``character`` is a person or a role at the clan's table, several with ``;``."""

    name: text("a name", most=400)
    clan: text("a clan") = ""
    character: text("a person or a role") = ""
    note: text("a note") = ""
    arrived: text("whether he is here") = ""


class Import(Order):
    """A whole list of players; who is on the list already is changed to what it says."""

    rows: list[RollRow]


@action("player.import", title="Import players", order=Import, desks=WHO, seen_by=DOOR)
def import_all(world: World, order: Import) -> str:
    """Take over a list of players, with their tables and parts: all of it, or nothing."""
    if not order.rows or len(order.rows) > ROW_LIMIT:
        raise OrderNotUnderstood(f"A list has from 1 to {ROW_LIMIT} players.", field="rows")
    roll = read_roll(world.session, [row.model_dump() for row in order.rows])
    if roll.faults:
        first, *more = [
            OrderNotUnderstood(fault.sentence, field=f"rows.{fault.row}.{fault.column}") for fault in roll.faults
        ]
        first.more = [*more]
        raise first
    lines = [line for line in roll.lines if line.what]
    if not lines:
        raise ChangedElsewhere("Nothing in this list is new.", field="rows")
    changed = [line for line in lines if line.player is not None]
    moved = [character for line in lines for character in line.leaves]
    for character in moved:
        world.session.delete(world.session.get_one(Part, character))
    world.session.flush()
    recast = [clan for line in lines for clan in write(world, line)]
    for clan in dict.fromkeys(recast):
        clan_changed(world, clan, "a list of players was imported")
    added = len(lines) - len(changed)
    said = [f"{added} added"] if added else []
    said += [f"{len(changed)} changed"] if changed else []
    cast = sum(len(line.takes) for line in lines)
    said += [counted(cast, "part given out", "parts given out")] if cast else []
    return f"Imported a list of players: {', '.join(said)}."


def write(world: World, line: Line) -> list[str]:
    """Carry out one line of a list that is right; the clans whose people it changed."""
    session = world.session
    player = session.get_one(Player, line.player) if line.player is not None else new_player(world, line.name)
    player.name, player.clan, player.note = line.name, line.clan, line.note
    if line.state != player.state:
        player.state, player.at = line.state, world.at
    session.flush()
    clans = []
    for key in line.takes:
        session.add(Part(character=key, player=player.id))
        person = session.get_one(Character, key)
        person_changed(world, person, f"{player.name} plays {person.name}", sheet=False)
        clans.append(person.clan)
    session.flush()
    return clans
