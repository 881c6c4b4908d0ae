"""Bonds between clans or persons: made, with those who wed and who answer for them, told to more desks, drawn out and
ended (handbook 4 and 7; R14, R16, R35, R36)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlalchemy import select

from control.kernel.actions.action import Forcible, OpenPart
from control.kernel.actions.slips import Slip
from control.kernel.database.reading import by_key
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, several, text
from control.kernel.values import dataclass
from control.kernel.wording import capital, in_a_row
from control.sengoku.battle.losses.risk_actions import led_by
from control.sengoku.people.bonds.hostages_actions import HANDS_OVER, give, going, of_the_family
from control.sengoku.people.kin_questions import head_of
from control.sengoku.people.people_actions import well_enough, winter_travel
from control.sengoku.rows import Character, Clan, Pledge, Province, Treaty
from control.sengoku.rules.desks import DESKS
from control.sengoku.scenario.model import HEADS, SEASONS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.bond_parts import points_in
from control.sengoku.world.bonds.treaties_actions import (
    among_those_who_know,
    answers_no_more,
    between,
    bond_known,
    both_feel,
    for_those_who_know,
    kept_in_words,
    make,
    marriage_of,
    passage_as_before,
    serves_nobody_else,
    since,
    treaty_in_words,
)
from control.sengoku.world.bonds.treaties_questions import (
    AUDIENCES,
    KINDS,
    STRENGTHS,
    binds,
    parts,
    seasons_left,
    who_knows,
)
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.land.rising_actions import NO_WORD, no_rebels
from control.sengoku.world.people.reprints_actions import person_changed

WHO = ("map", "game", "team", "npd")
HOSTAGES = 3
"""The strength of a bond that hostages answer for (R35)."""
MORE_THAN_ONE = ("marriage", "other")
"""The kinds of bonds of which two clans may have several."""
PARTS = {
    "through": ("passage", "Only a passage goes through provinces."),
    "against": ("alliance", "Only an alliance is against somebody."),
    "bride": ("marriage", "Only a marriage has a bride."),
    "groom": ("marriage", "Only a marriage has a groom."),
    "dowry": ("marriage", "Only a marriage has a dowry."),
}
"""The parts that only one kind of bond has."""


def in_points(value: Any) -> Any:
    """A bare number is one of points."""
    bare = isinstance(value, int) and not isinstance(value, bool)
    return f"{value} points" if bare or (isinstance(value, str) and value.strip().isdecimal()) else value


def in_order(value: Any) -> Any:
    """A season however it is typed (``summer 1551``), as bonds write it."""
    words = re.split(r"[\s,-]+", value.strip().lower()) if isinstance(value, str) else []
    year = next((word for word in words if word.isdecimal()), "")
    season = next((word for word in words if word in SEASONS), "")
    return f"{int(year)}-{season}" if len(words) == 2 and year and season and len(year) <= 4 else value


Until = text("the last season it binds in (1551-summer)", label="Until", meant=in_order)
Owed = text("what is owed each year", label="Owes each year", meant=in_points)
Audience = one_of("who may know", *AUDIENCES)
NOT_FOR_SOME = "Name desks only where some may know."
KnownTo = several("a desk that may know", *DESKS, label="Known to")
BondNumber = number(1, 10**6, "the number of a treaty")


class RecordTreaty(Forcible, Slip):
    """A bond between two clans, or two persons of theirs; of a vassalage ``one`` is the overlord, ``other`` the vassal.

    ``until`` is the last season it binds in, ``through`` the provinces of a passage (none: all of them), ``against``
    the clans an alliance is against. ``other`` ``owes`` so much to ``one`` every year in the season ``due_in``.
    ``known_to`` are the desks that may know, if only ``some`` may; ``hostages`` are handed to the other side.
    """

    kind: one_of("a kind of treaty", *KINDS)
    one: text("a clan", 1)
    other: text("a clan", 1)
    terms: text("the terms") = ""
    strength: number(1, 3, "the strength of a bond", label="Strength") = 1
    temple: text("the temple it was sworn at", most=60, label="Sworn at") = ""
    until: Until = ""
    through: several("a province", label="Through") | None = None
    against: several("a clan", label="Against") | None = None
    owes: Owed = ""
    due_in: one_of("the season it is owed in", *SEASONS, label="In") = "winter"
    bride: text("a bride") = ""
    groom: text("a groom") = ""
    dowry: text("a dowry") = ""
    audience: Audience = "public"
    known_to: KnownTo | None = None
    hostages: several("a hostage", label="Hostages") | None = None

    def facts(self) -> tuple[object, ...] | None:
        """What is agreed by whom, whoever is named first: of kinds of which there may be several."""
        both = {self.one, self.other}
        return (self.kind, both, self.bride, self.groom) if self.kind in MORE_THAN_ONE else None

    def wording(self) -> str:
        """The terms."""
        return str(self.terms)


@dataclass(frozen=True)
class Party:
    """One side of a bond: a clan, or a person of it."""

    clan: Clan
    person: Character | None

    @property
    def key(self) -> str:
        """Of the person, else of the clan."""
        return (self.person or self.clan).id

    @property
    def name(self) -> str:
        """The person, else the clan."""
        return (self.person or self.clan).name


def hidden_among(world: World, order: RecordTreaty) -> tuple[str, ...] | None:
    """The desks that hide a new bond from the others."""
    if order.audience == "public":
        return None
    return tuple(order.known_to or ()) if order.audience == "some" else ()


def handed_openly(world: World, order: RecordTreaty) -> Iterator[OpenPart]:
    """The hostages of a hidden bond who are not there yet: everybody sees at whose table they sit from now on, and not
    for what they answer."""
    if order.audience == "public" or not order.hostages:
        return
    one, other = party(world, order.one, "one"), party(world, order.other, "other")
    for key in order.hostages:
        person = answering(world, key, one, other)
        host = host_of(person, one, other)
        if host.id not in (person.held_by, person.clan):
            yield OpenPart(HANDS_OVER, going(world, person, host.id), "hostages")


@action(
    "treaty.record",
    title="Record a treaty",
    order=RecordTreaty,
    desks=WHO,
    among=hidden_among,
    openly=handed_openly,
    formerly=passage_as_before,
)
def record(world: World, order: RecordTreaty) -> str:
    """Record a bond that two clans, or two persons, have made."""
    one, other = party(world, order.one, "one"), party(world, order.other, "other")
    for field, side in (("one", one), ("other", other)):
        no_rebels(side.clan, field, NO_WORD)
    if one == other or (one.clan is other.clan and not (one.person and other.person)):
        itself, another = ("himself", "somebody else") if one.person else ("itself", "another clan")
        raise OrderNotAllowed(f"{one.name} needs no treaty with {itself}. Name {another}.", field="other")
    if world.umpire.desk == "npd" and one.clan.played and other.clan.played:
        world.forbid(
            f"{one.clan.name} and {other.clan.name} are both played: Team Control or Map Control records what they "
            "agree. Name a clan that nobody plays.",
            field="other",
        )
    if order.kind not in MORE_THAN_ONE:
        none_stands(world, order.kind, one.key, other.key, "kind", "End that treaty first to make it anew.")
    if order.kind == "vassalage" and order.audience == "public":
        serves_nobody_else(world, one.key, other.key, "other", other.name)
    look_at_parts(world, order, one, other)
    known_to = sorted({*(order.known_to or ()), world.umpire.desk}) if order.audience == "some" else []
    hostages = [answering(world, key, one, other) for key in order.hostages or ()]
    strength = HOSTAGES if hostages else order.strength
    if strength == HOSTAGES and not hostages:
        world.forbid(
            "A bond of strength 3 is sworn with hostages: name them, or make it strength 2 (R35).",
            field="strength",
            ruling="R35",
        )
    bond = make(
        world,
        order.kind,
        one.clan.id,
        other.clan.id,
        order.terms,
        one_person=one.person and one.person.id,
        other_person=other.person and other.person.id,
        strength=strength,
        temple=order.temple,
        until=order.until,
        through=order.through or [],
        against=order.against or [],
        owes=order.owes,
        due=points_in(order.owes),
        due_in=order.due_in,
        bride=order.bride or None,
        groom=order.groom or None,
        dowry=order.dowry,
        audience=order.audience,
        known_to=" ".join(known_to),
    )
    for_those_who_know(world, bond)
    both_feel(world, bond, 1, kept_in_words(bond))
    handed = [pledge(world, bond, person, one, other) for person in hostages]
    wed = weds(world, bond) if bond.bride and bond.audience == "public" else ""
    return f"Treaty: {treaty_in_words(bond)}{said(order.terms)}{sworn(world, bond)}{''.join(handed)}{wed}"


def said(terms: str) -> str:
    """The terms at the end of a sentence."""
    return f": {terms}." if terms else "."


def sworn(world: World, bond: Treaty) -> str:
    """What else there is to say of a bond: how strong, what was agreed, how long, who may know; for the sentence."""
    session = world.session
    people = by_key(session, select(Character.id, Character.name).where(Character.id.in_((bond.bride, bond.groom))))
    told = [STRENGTHS[bond.strength]] if bond.strength > 1 else []
    told += parts(bond, clan_signs(session), people, by_key(session, select(Province.id, Province.name)))
    told += [f"until {written(bond.until)}"] if bond.until else []
    told += [f"known to {in_a_row(DESKS[desk] for desk in who_knows(bond))}"] if bond.audience != "public" else []
    return f" {capital(', '.join(told))}." if told else ""


def written(until: str) -> str:
    """A season of a bond in words."""
    return " ".join(reversed(until.split("-")))


def none_stands(
    world: World, kind: str, one: str, other: str, field: str, instead: str, but: Treaty | None = None
) -> None:
    """Refuse a second bond of a kind that two clans or persons have once."""
    standing = between(world, kind, one, other, but)
    if standing is not None and not world.replays:
        raise OrderNotAllowed(f"{treaty_in_words(standing)} already, {since(standing)}. {instead}", field=field)


def party(world: World, key: str, field: str) -> Party:
    """Who is bound: a clan, or a person who lives. Raises OrderError kinds for nobody."""
    if world.session.get(Clan, key) is None and world.session.get(Character, key) is not None:
        person = world.living(key, field)
        return Party(world.session.get_one(Clan, person.clan), person)
    return Party(world.get(Clan, key, field), None)


def look_at_parts(world: World, order: RecordTreaty, one: Party, other: Party) -> None:
    """Refuse parts that this kind of bond has not, and those that name nobody or nothing that will do."""
    for field, (kind, sentence) in PARTS.items():
        if getattr(order, field) and order.kind != kind:
            raise OrderNotAllowed(f"{sentence} Leave it empty, or record a {kind}.", field=field)
    if order.due_in != "winter" and not order.owes:
        raise OrderNotAllowed("Nothing is owed. Say what is, or leave the season at winter.", field="due_in")
    if order.until and not_ahead(world, order.until):
        raise OrderNotAllowed(
            f"{capital(written(order.until))} is past. A bond binds until the present season or a later one.",
            field="until",
        )
    for key in order.through or ():
        world.get(Province, key, "through")
    for key in order.against or ():
        if world.get(Clan, key, "against") in (one.clan, other.clan):
            raise OrderNotAllowed("An alliance is not against one of its own. Name another clan.", field="against")
    if order.audience == "some" and not order.known_to:
        raise OrderNotUnderstood("Say which desks may know, or keep it secret.", field="known_to")
    if order.known_to and order.audience != "some":
        raise OrderNotUnderstood(NOT_FOR_SOME, field="known_to")
    if order.kind == "marriage":
        look_at_couple(world, order, one, other)


def not_ahead(world: World, until: str) -> bool:
    """Whether a season is past. Raises OrderNotUnderstood for what is no season."""
    if not re.fullmatch(rf"\d{{1,4}}-({'|'.join(SEASONS)})", until):
        raise OrderNotUnderstood(f"A season is written as {world.game.year}-summer, not “{until}”.", field="until")
    return seasons_left(world.game, until) < 1


def look_at_couple(world: World, order: RecordTreaty, one: Party, other: Party) -> None:
    """Refuse a marriage that cannot be: the dead do not wed, nor people of other clans."""
    couple = []
    for field in ("bride", "groom"):
        if not (key := getattr(order, field)):
            raise OrderNotUnderstood(f"A marriage needs a {field}.", field=field)
        couple.append(world.living(key, field))
    bride, groom = couple
    not_wed(world, bride)  # first, for by her marriage she is of another clan
    for field, person in (("bride", bride), ("groom", groom)):
        if person.clan not in (one.clan.id, other.clan.id):
            raise OrderNotAllowed(
                f"{person.name} is of neither {one.clan.name} nor {other.clan.name}. Name somebody of theirs.",
                field=field,
            )
    if bride.clan == groom.clan and one.clan is not other.clan:
        raise OrderNotAllowed(f"{bride.name} and {groom.name} are of one clan. Name one of each.", field="groom")
    if bride is groom or bride.sex == "male":
        raise OrderNotAllowed(f"{bride.name} is a man. Name a bride.", field="bride")
    if groom.sex == "female":
        raise OrderNotAllowed(f"{groom.name} is a woman. Name a groom.", field="groom")
    if not bride.sex:  # of those whom the scenario brings, who all have an office
        world.forbid(
            f"Nothing says that {bride.name}, {bride.title}, is a woman. Name a bride, or make one first (More, Make "
            "people; R40). Game Control may force it.",
            field="bride",
        )
    leads_none(world, bride)
    if order.audience == "public" and travels(bride, groom):
        well_enough(world, bride, "bride")


def travels(bride: Character, groom: Character) -> bool:
    """Whether a bride goes to another house by her wedding: not where she is a hostage, there or elsewhere (R18)."""
    return goes_over(bride, groom) and bride.held_by is None


def leads_none(world: World, bride: Character, field: str = "bride") -> None:
    """Refuse a bride who would take an army of her clan along."""
    if led_by(world, bride):
        raise OrderNotAllowed(f"{bride.name} leads an army. Give the army another general, or disband it.", field=field)


def not_wed(world: World, bride: Character, field: str = "bride", but: Treaty | None = None) -> None:
    """Refuse a bride whose groom lives."""
    standing = marriage_of(world, bride, but)
    if standing is not None and not world.replays:
        wed_to = world.session.get_one(Character, standing.groom).name
        raise OrderNotAllowed(
            f"{bride.name} is wed to {wed_to} already, {since(standing)}. End that treaty first.", field=field
        )


def weds(world: World, bond: Treaty) -> str:
    """The bride is of the groom's clan from now on, unless she stands at the head of her own; for the sentence, which
    says of the bond itself who weds whom."""
    bride, groom = world.session.get_one(Character, bond.bride), world.session.get_one(Character, bond.groom)
    if not goes_over(bride, groom):
        return ""
    clan, far = world.session.get_one(Clan, groom.clan), travels(bride, groom)
    bride.clan, bride.role, bride.title = clan.id, "family", f"Wife of {groom.name}"[:60]
    bride.relation = "wife" if head_of(world.session, clan.id) is groom else ""
    bride.sex = bride.sex or "female"
    if bride.held_by == clan.id:
        bride.held_by = None
        answers_no_more(world, bride)
    world.session.flush()
    person_changed(world, bride, f"{bride.name} wed {groom.name}")
    return f" {bride.name} is of {clan.name} now.{winter_travel(world, bride) if far else ''}"


def goes_over(bride: Character, groom: Character) -> bool:
    """Whether a bride is of the groom's clan from their wedding on."""
    return bride.clan != groom.clan and bride.role not in HEADS and bride.alive and groom.alive


# --- Those who answer for it ------------------------------------------------------------------------------


def answering(world: World, key: str, one: Party, other: Party) -> Character:
    """Somebody who may answer for a bond: alive, of one of its two clans, of the family of its head (R36)."""
    person = world.living(key, "hostages")
    if person.clan not in (one.clan.id, other.clan.id):
        raise OrderNotAllowed(
            f"{person.name} is of neither {one.clan.name} nor {other.clan.name}, so he answers for neither (R36). "
            "Name somebody of theirs.",
            field="hostages",
            ruling="R36",
        )
    of_the_family(world, person, "hostages")
    return person


def host_of(person: Character, one: Party, other: Party) -> Clan:
    """The clan of a bond to which somebody of the other goes as a hostage."""
    return other.clan if person.clan == one.clan.id else one.clan


def pledge(world: World, bond: Treaty, person: Character, one: Party, other: Party) -> str:
    """Let a person answer for a bond, and hand him over if he is not there yet; for the sentence."""
    host = host_of(person, one, other)
    world.session.add(Pledge(treaty=bond.id, character=person.id))
    world.session.flush()
    if person.held_by == host.id or host.id == person.clan:
        return f" {person.name} answers for it."
    try:
        return f" {give(world, person, host)}"
    except OrderError as error:
        raise type(error)(error.sentence, field="hostages", ruling=error.ruling) from None


# --- Later ------------------------------------------------------------------------------------------------

of_a_bond = partial(action, desks=WHO, among=among_those_who_know, formerly=passage_as_before)
"""Puts what it decorates among the actions on a bond that was made."""


class EndTreaty(Order):
    """A treaty that stands no more, and why: broken, run out, or changed for another."""

    treaty: BondNumber
    reason: text("a reason", 3)


@of_a_bond("treaty.end", title="End a treaty", order=EndTreaty)
def end(world: World, order: EndTreaty) -> str:
    """End a treaty, with the reason."""
    bond = standing_bond(world, order.treaty)
    bond.ended = True
    both_feel(world, bond, -1, f"No longer: {kept_in_words(bond)}")
    return f"No longer: {treaty_in_words(bond)}. Reason: {order.reason}.{still_held(world, bond)}"


def standing_bond(world: World, number_: int) -> Treaty:
    """A bond that nobody has ended, its entry kept from whoever may not know of it."""
    bond = bond_known(world, number_)
    if bond.ended:
        raise OrderNotAllowed(f"That treaty ({treaty_in_words(bond)}) has ended already.", field="treaty")
    for_those_who_know(world, bond)
    return bond


def still_held(world: World, bond: Treaty) -> str:
    """Who answered for a bond and is a hostage yet; for the sentence."""
    found = [one for one in pledged_to(world, bond) if one.held_by]
    return f" {in_a_row(one.name for one in found)} {'is' if len(found) == 1 else 'are'} still held." if found else ""


def pledged_to(world: World, bond: Treaty) -> list[Character]:
    """The living who answer for a bond."""
    living_ = select(Character).join(Pledge, Pledge.character == Character.id).where(Character.alive.is_(True))
    return list(world.session.scalars(living_.where(Pledge.treaty == bond.id).order_by(Character.id)))


class RenewTreaty(Forcible, Slip):
    """A treaty that is to bind longer: the last season it binds in from now on, or for good if none is named."""

    treaty: BondNumber
    until: Until = ""
    terms: text("the terms") = ""

    def facts(self) -> tuple[int, ...]:
        """Which: what a colleague agreed on with them this season is not written over unseen."""
        return (self.treaty,)


@of_a_bond("treaty.renew", title="Renew a treaty", order=RenewTreaty)
def renew(world: World, order: RenewTreaty) -> str:
    """Let a treaty bind longer than it was to, on new terms if there are any."""
    bond = standing_bond(world, order.treaty)
    if order.until and not_ahead(world, order.until):
        raise OrderNotAllowed(
            f"{capital(written(order.until))} is past. Name the present season or a later one.", field="until"
        )
    anew = not binds(world.game, bond)
    if anew and bond.kind not in MORE_THAN_ONE:
        sides = bond.one_person or bond.one, bond.other_person or bond.other
        none_stands(world, bond.kind, *sides, "treaty", "Renew that treaty, or end it first.")
        if bond.kind == "vassalage" and bond.audience == "public":
            serves_nobody_else(world, *sides, "treaty", (bond.the_other_person or bond.the_other).name)
    if anew:
        may_wed(world, bond, "treaty", openly=bond.audience == "public")
        bond.entry = world.after + (not world.apart)  # what was done meanwhile broke no promise
    if order.until == bond.until and order.terms in ("", bond.terms):
        raise OrderNotAllowed("That is how it stands already. Name another season, or new terms.", field="until")
    bond.until, bond.terms = order.until, order.terms or bond.terms
    how_long = f"until {written(bond.until)}" if bond.until else "for good"
    wed = weds(world, bond) if anew and bond.bride and bond.audience == "public" else ""
    return f"Renewed {how_long}: {treaty_in_words(bond)}{said(order.terms)}{wed}"


class TellTreaty(Forcible):
    """A treaty that more may know of: everybody, or these desks too."""

    treaty: BondNumber
    audience: one_of("who may know", "public", "some") = "public"
    known_to: KnownTo | None = None


def among_more(world: World, order: TellTreaty) -> tuple[str, ...] | None:
    """The desks that hide a bond from the others, once these know too; None if everybody may know."""
    among = among_those_who_know(world, order)
    return None if among is None or order.audience == "public" else (*among, *(order.known_to or ()))


@of_a_bond("treaty.tell", title="Let more know of a treaty", order=TellTreaty, among=among_more)
def tell_of(world: World, order: TellTreaty) -> str:
    """Let more desks, or everybody, know of a treaty; what somebody knows cannot be kept from him again."""
    bond = bond_known(world, order.treaty)
    if bond.audience == "public":
        raise OrderNotAllowed("Everybody may know of that treaty already.", field="audience")
    if order.known_to and order.audience != "some":
        raise OrderNotUnderstood(NOT_FOR_SOME, field="known_to")
    knew = who_knows(bond)
    if order.audience == "some":
        new: list[str] = sorted({*(order.known_to or ())} - {*knew})
        if not new:
            raise OrderNotAllowed("Name a desk that does not know of it yet.", field="known_to")
        bond.audience, bond.known_to = "some", " ".join(sorted({*bond.known_to.split(), *knew, *new} - {"game"}))
        for_those_who_know(world, bond)
        return f"{treaty_in_words(bond)}: {in_a_row(DESKS[desk] for desk in new)} may know too."
    stands = binds(world.game, bond)
    if stands:
        may_be_public(world, bond)
    bond.audience, bond.known_to = "public", ""
    wed = weds(world, bond) if bond.bride and stands else ""
    return f"{treaty_in_words(bond)}: everybody may know.{sworn(world, bond)}{wed}"


def may_be_public(world: World, bond: Treaty) -> None:
    """Refuse to let everybody know of a bond that could not be made openly beside those that stand."""
    one, other = bond.the_one_person or bond.the_one, bond.the_other_person or bond.the_other
    if bond.kind not in MORE_THAN_ONE:
        none_stands(world, bond.kind, one.id, other.id, "audience", "End that treaty first.", but=bond)
    if bond.kind == "vassalage":
        serves_nobody_else(world, one.id, other.id, "audience", other.name)
    may_wed(world, bond, "audience")


def may_wed(world: World, bond: Treaty, field: str, openly: bool = True) -> None:
    """Refuse the wedding of a bond, if it has one, that could not be made now. A dead groom weds nobody."""
    if not bond.bride:
        return
    bride, groom = world.session.get_one(Character, bond.bride), world.session.get_one(Character, bond.groom)
    if not groom.alive:
        return
    not_wed(world, bride, field, but=bond)
    if openly and goes_over(bride, groom):
        leads_none(world, bride, field)
        if travels(bride, groom):
            well_enough(world, bride, field)
