"""Casting: who plays whom, teams that are merged, clans that are handed over (handbook 3)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.database.reading import row_of
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import any_spelling, in_a_row
from control.sengoku.people.casting.casting_questions import held_by
from control.sengoku.people.casting.players_actions import parts_of, played_clan
from control.sengoku.rows import Army, Character, Clan, Duty, NoticeTo, Part, Player
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import no_rebels
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.people.reprints_actions import army_changed, clan_changed, person_changed
from control.sengoku.world.telling.notices_actions import tell

WHO = ("game",)
WITH_PLAYER = joinedload(Part.the_player)
ALL = tuple(DESKS)
Person = text("a person", 1)


class Cast(Order):
    """A person and who plays him from now on; ``instead_of`` is the player who has the part now, if somebody has."""

    character: Person
    player: number(1, 10**6, "the number of a player")
    instead_of: number(1, 10**6, "the number of a player") | None = None


@action("part.cast", title="Give a part", order=Cast, desks=WHO, seen_by=ALL)
def cast(world: World, order: Cast) -> str:
    """Let a player play a person; he may play several, a person has one player."""
    person = world.get(Character, order.character, "character")
    player = world.get(Player, order.player, "player")
    if not person.alive:
        raise OrderNotAllowed(f"{person.name} is dead: nobody plays him.", field="character")
    played_clan(world, person.clan, "character")
    if player.state == "absent":
        raise OrderNotAllowed(f"{player.name} is down as a no-show. Check him in first.", field="player")
    part = row_of(world.session, Part, person.id, WITH_PLAYER)
    unchanged_since(person, part, order.instead_of)
    if part is not None and part.player == player.id:
        raise ChangedElsewhere(f"{player.name} plays {person.name} already.", field="player")
    active = [one for one in parts_of(world, player) if one.alive and one.the_clan.played]
    before = ""
    if part is None:
        world.session.add(Part(character=person.id, player=player.id))
    else:
        before = f" instead of {part.the_player.name}"
        part.player = player.id
    moved = "" if active else seat(world, player, person.clan)
    sentence = f"{player.name} plays {person.name}{before}"
    person_changed(world, person, sentence)
    doubled = f", besides {' and '.join(one.name for one in active)}" if active else ""
    return f"{sentence}{doubled}{moved}."


def unchanged_since(person: Character, part: Part | None, shown: int | None) -> None:
    """Refuse if another than the player shown has the part now."""
    if (part.player if part else None) == shown:
        return
    by = f"is played by {part.the_player.name}" if part else "has no player"
    raise ChangedElsewhere(f"{person.name} {by} now. Look again, then decide.", field="player")


def seat(world: World, player: Player, clan: str) -> str:
    """Move a player to a clan's table; for the sentence."""
    if player.clan == clan:
        return ""
    had = player.clan is not None
    player.clan = clan
    return f" and {'moves to' if had else 'sits at'} the table of {world.session.get_one(Clan, clan).name}"


class Swap(Slip):
    """Two persons whose players change places. What two umpires exchange is back where it was."""

    one: Person
    other: Person

    def facts(self) -> tuple[str, ...]:
        """Whose parts, whichever is named first."""
        return tuple(sorted((self.one, self.other)))


@action("part.swap", title="Exchange two parts", order=Swap, desks=WHO, seen_by=ALL)
def swap(world: World, order: Swap) -> str:
    """Let two players exchange parts; each goes to the table of his new one."""
    people, parts, those = [], [], []
    for field, key in (("one", order.one), ("other", order.other)):
        person = world.get(Character, key, field)
        part = row_of(world.session, Part, person.id, WITH_PLAYER)
        if not person.alive:
            raise OrderNotAllowed(f"{person.name} is dead: nobody plays him.", field=field)
        played_clan(world, person.clan, field)
        if part is None:
            raise OrderNotAllowed(f"Nobody plays {person.name}. Give the part to somebody instead.", field=field)
        people.append(person)
        parts.append(part)
        those.append(part.the_player)
    if those[0] is those[1]:
        raise OrderNotAllowed(
            f"{those[0].name} plays both: there is nothing to exchange."
            if people[0] is not people[1]
            else "Name two persons.",
            field="other",
        )
    for spot, (part, person) in enumerate(zip(parts, people, strict=True)):
        player, left = those[1 - spot], people[1 - spot]
        part.player = player.id
        if player.clan == left.clan:
            player.clan = person.clan
    world.session.flush()
    sentence = f"{those[1].name} plays {people[0].name} now, and {those[0].name} {people[1].name}"
    for spot, person in enumerate(people):
        person_changed(world, person, sentence, sheet=spot == 0 or person.clan != people[0].clan)
    return f"{sentence}."


class Free(Order):
    """A person whom nobody is to play for now; ``instead_of`` is the player who has the part."""

    character: Person
    instead_of: number(1, 10**6, "the number of a player") | None = None


@action("part.free", title="Take a part away", order=Free, desks=WHO, seen_by=ALL)
def free(world: World, order: Free) -> str:
    """Take a part from whoever has it."""
    person = world.get(Character, order.character, "character")
    part = row_of(world.session, Part, person.id, WITH_PLAYER)
    if part is None:
        raise ChangedElsewhere(f"Nobody plays {person.name}.", field="character")
    if order.instead_of is not None:
        unchanged_since(person, part, order.instead_of)
    player = part.the_player
    world.session.delete(part)
    world.session.flush()
    person_changed(world, person, f"{player.name} no longer plays {person.name}")
    return f"{player.name} no longer plays {person.name}."


# --- Teams ------------------------------------------------------------------------------------------------


class Merge(Order):
    """A team that joins another at its table, and what becomes of its clan: its players ``keep`` their parts there, or
    NPD Control plays it (``npd``)."""

    clan: text("a clan", 1)
    into: text("a clan", 1)
    then: one_of("what becomes of the clan", "keep", "npd")
    reason: text("a reason", 3)


@action("team.merge", title="Merge two teams", order=Merge, desks=WHO, seen_by=ALL)
def merge(world: World, order: Merge) -> str:
    """Let all players of one clan go over to the table of another."""
    clan = world.get(Clan, order.clan, "clan")
    into = played_clan(world, order.into, "into")
    if clan is into:
        raise OrderNotAllowed("A team cannot join itself. Name another clan.", field="into")
    team = list(world.session.scalars(select(Player).filter_by(clan=clan.id).order_by(Player.id)))
    if not team:
        raise OrderNotAllowed(f"Nobody sits at the table of {clan.name}.", field="clan")
    if order.then == "npd":
        playable(clan, "then")
    for player in team:
        player.clan = into.id
    world.session.flush()
    names = ", ".join(player.name for player in team)
    why = f"the team of {clan.name} went over to {into.name}"
    clan_changed(world, into.id, why)
    sentence = f"The team of {clan.name} ({names}) went over to the table of {into.name}: {order.reason}."
    if order.then == "npd":
        return f"{sentence} {give_to_npd(world, clan)}"
    clan_changed(world, clan.id, why)
    return f"{sentence} They keep their parts."


class TakeClan(Forcible):
    """A ``team`` (by its clan) that has lost its last land, and the ``clan`` nobody plays that it plays from now on."""

    team: text("a clan", 1)
    clan: text("a clan", 1)
    reason: text("a reason", 3)


@action("team.take_clan", title="Give a team another clan", order=TakeClan, desks=WHO, seen_by=ALL)
def take_clan(world: World, order: TakeClan) -> str:
    """Give a team without land a clan that nobody plays, with its people and its Controller (R33).

    NPD Control plays the old one."""
    old = world.get(Clan, order.team, "team")
    playable(old, "team")
    if not old.played:
        raise ChangedElsewhere(
            f"NPD Control plays {old.name} already: no team is left there that could play another clan.", field="team"
        )
    if land := held_by(world.session, old.id):
        world.forbid(
            f"{old.name} still holds {land[0]}{' and more' if land[1:] else ''}: its team stays with it (R33).",
            field="team",
            ruling="R33",
        )
    clan = world.get(Clan, order.clan, "clan")
    playable(clan, "clan")
    if clan.played:
        raise OrderNotAllowed(f"{clan.name} is played already. Choose a clan that nobody plays.", field="clan")
    if not held_by(world.session, clan.id):
        world.forbid(f"{clan.name} holds no land either. Choose a clan that does.", field="clan", ruling="R33")
    for player in world.session.scalars(select(Player).filter_by(clan=old.id).order_by(Player.id)):
        player.clan = clan.id
    world.session.flush()
    give_to_players(world, clan)
    give_to_npd(world, old)
    return (
        f"The team of {old.name} plays {clan.name} from now on, and NPD Control what is left of {old.name} (R33): "
        f"{order.reason}.{goes_along(world, old, clan)}"
    )


def goes_along(world: World, old: Clan, clan: Clan) -> str:
    """The Controller of a team minds the clan that it plays now; for the sentence."""
    minded = select(Duty).filter_by(desk="team").order_by(Duty.id)
    already = {(any_spelling(row.umpire), row.job) for row in world.session.scalars(minded.filter_by(clan=clan.id))}
    along = world.session.scalars(minded.filter_by(clan=old.id)).all()
    for row in along:
        if (any_spelling(row.umpire), row.job) in already:
            world.session.delete(row)
        else:
            row.clan = clan.id
    world.session.flush()
    who = list(dict.fromkeys(row.umpire for row in along))
    return f" {in_a_row(who)}, {DESKS['team']}, {'minds' if len(who) == 1 else 'mind'} {clan.name} now." if who else ""


class HandOver(Order):
    """A clan that NPD Control plays from now on (``npd``), or ``players`` again, and why."""

    clan: text("a clan", 1)
    to: one_of("who plays it", "npd", "players")
    reason: text("a reason", 3)


@action("clan.hand_over", title="Hand a clan over", order=HandOver, desks=WHO, seen_by=ALL)
def hand_over(world: World, order: HandOver) -> str:
    """Hand a clan over to NPD Control, or back to players; the desk that minds it changes."""
    clan = world.get(Clan, order.clan, "clan")
    (playable if order.to == "players" else no_own_desk)(clan, "clan")
    if clan.played is (order.to == "players"):
        now = "players" if clan.played else "NPD Control"
        raise ChangedElsewhere(f"{clan.name} is with {now} already.", field="to")
    said = give_to_npd(world, clan) if order.to == "npd" else give_to_players(world, clan)
    return f"{said} Reason: {order.reason}."


def playable(clan: Clan, field: str) -> None:
    """Refuse for rebels, and for the Bakufu."""
    no_rebels(clan, field)
    no_own_desk(clan, field)


def no_own_desk(clan: Clan, field: str) -> None:
    """Refuse for the Bakufu, which its own desk minds whether it has players or not."""
    if clan.kind == "bakufu":
        raise OrderNotAllowed(f"{clan.name} is minded by its own desk, with players or without.", field=field)


def give_to_npd(world: World, clan: Clan) -> str:
    """NPD Control plays a clan from now on. Its parts sleep: whoever had one has it again if the clan comes back."""
    if not clan.played:
        return f"NPD Control plays {clan.name}."
    return changes_hands(world, clan, False, f"NPD Control plays {clan.name} now.")


def give_to_players(world: World, clan: Clan) -> str:
    """Players play a clan from now on."""
    return changes_hands(world, clan, True, f"Players play {clan.name} now.")


def changes_hands(world: World, clan: Clan, played: bool, sentence: str) -> str:
    """Let another desk mind a clan: both are told, and what the one still had to tell the other tells now."""
    before = desk_of(clan)
    clan.played = played
    world.session.flush()
    after = desk_of(clan)
    untold = select(NoticeTo).filter_by(clan=clan.id, desk=before, told=False).order_by(NoticeTo.id)
    for row in world.session.scalars(untold):
        row.desk = after
    notice = tell(world, "casting", sentence, None, [clan.id], only=True)
    world.new(NoticeTo, notice=notice.id, desk=before, clan=clan.id, why="minded it until now")
    clan_changed(world, clan.id, sentence.removesuffix("."))
    for army in world.session.scalars(select(Army).filter_by(clan=clan.id, standing=True).order_by(Army.id)):
        army_changed(world, army, sentence.removesuffix("."))
    return sentence
