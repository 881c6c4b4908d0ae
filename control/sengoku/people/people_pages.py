"""People: where they are, wounds, hostages, the draws that are due, and who succeeds."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from control.kernel.actions.registry import perform_together
from control.kernel.chance.dice import RANKS, SUITS
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, act_all, acted, doing, done, form_key, or_again, sent_before
from control.kernel.pages.drawn_once import Drawn, drawn_again, page_or_part_again, part_again
from control.kernel.pages.lists import lies_at, part_of
from control.kernel.pages.parts import known, page
from control.kernel.rows import Entry
from control.sengoku.battle.losses import draws_questions as drawing
from control.sengoku.march.manoeuvres import manoeuvres_pages as manoeuvres
from control.sengoku.people import kin_questions as kin
from control.sengoku.people.people_actions import HEIRS
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.scenario.model import HEADS, RELATIONS
from control.sengoku.world.forces.forces_questions import armies
from control.sengoku.world.named_pages import form_of_keys, names_of
from control.sengoku.world.people import people_questions as queries

bp = Blueprint("people", __name__, url_prefix="/people")
bp.register_blueprint(manoeuvres.bp)

DEEDS = {
    "visit": "person.visit",
    "return": "person.return",
    "accompany": "person.accompany",
    "hand-over": "hostage.hand_over",
    "release": "hostage.release",
    "kill": "hostage.kill",
    "adopt": "person.adopt",
    "call": "risk.call",
}
"""What is done to a person from his page: the word in the address, and the action."""


@bp.get("/")
@desks(*AT_THE_MAP)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The draws that are due, and everybody by clan."""
    return page(
        "people/people.html",
        error=error,
        drawn=drawing.drawn(g.session, numbers_in(request.args.get("drawn", ""))),
        due=drawn_again("people/_due.html", queue, *lies_at("cards-")),
        everybody=drawn_again("people/_list.html", list_of_people, *lies_at(""), *searched()),
        **asked(),
        **dict(zip(("words", "clan"), searched(), strict=True)),
        clans=queries.clans(g.session),
    )


def asked() -> dict[str, Any]:
    """The open successions, and for clans that have nobody left an heir who could be made (R40)."""
    found = queries.successions(g.session, desk=g.umpire.desk)
    return {"successions": found, "proposed_heirs": kin.proposed_heirs(g.session, g.room.scenario, found)}


def searched() -> tuple[str, str]:
    """The words and the clan that people are searched by."""
    return request.args.get("q", "")[:60], request.args.get("clan", "")[:60]


def list_of_people() -> dict[str, Any]:
    """The people that were searched for."""
    words, clan = searched()
    people = queries.persons(g.session, words, clan) if words else queries.everybody_of(g.session, clan)
    return {
        "found": part_of(people, lambda one: one.clan.id),
        "where": {name: given for name, given in (("q", words), ("clan", clan)) if given},
        "words": words,
        "clan": clan,
        "clans": queries.clans(g.session),
    }


@bp.get("/due")
@desks(*AT_THE_MAP)
def due() -> ResponseReturnValue:
    """The draws that are due; a part of the page."""
    return part_again("people/_due.html", queue, *lies_at("cards-"))


def queue() -> dict[str, Any]:
    """The draws that are due, in their groups, and which of them come now: hundreds may be called for their age."""
    groups = drawing.due(g.session)
    rows = [(spot, one) for spot, group in enumerate(groups) for one in group.draws]
    return {
        "due": groups,
        "cards": part_of(rows, named="cards-"),
        "old": drawing.old_and_uncalled(g.session),
    }


@bp.get("/list")
@desks(*AT_THE_MAP)
def everybody() -> ResponseReturnValue:
    """Everybody, or whom somebody searched for; a page, and a part of the page."""
    words, clan = searched()

    def whole(drawn: Drawn) -> Response:
        return page("people/list.html", everybody=drawn, words=words, clan=clan, clans=queries.clans(g.session))

    return page_or_part_again(whole, "people/_list.html", list_of_people, *lies_at(), words, clan)


# ---- cards


def numbers_in(words: str) -> list[int]:
    """The numbers among these words."""
    return [int(one) for one in words.split() if one.isascii() and one.isdecimal() and len(one) < 10]


@bp.post("/draws")
@desks(*AT_THE_MAP)
@or_again(show)
def draw_for_all() -> ResponseReturnValue:
    """Make the draws that the page showed as ready, an entry for each; nobody who died of one makes another."""
    shown = numbers_in(request.form.get("draws", ""))
    if not shown:
        raise OrderNotUnderstood("Nobody is left who can draw a card now.", field="draw")
    made: list[Entry] = []
    while turn := drawing.one_each(g.session, shown):
        made += act_all("risk.draw", [{"draw": one} for one in turn], f"/{turn[0]}")
    last = made[-1] if made else sent_before()
    if last is None:
        raise ChangedElsewhere("These cards were drawn at another desk since you opened the page.", field="draw")
    return done(last, url_for(".show", drawn=" ".join(map(str, shown))))


@bp.get("/draws/<int:number>")
@desks(*AT_THE_MAP)
def card(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """A card: to be drawn, in either of two ways, or as it was; and what else is due."""
    found = drawing.draws(g.session, number=number)
    if not found:
        raise OrderNotUnderstood(f"There is no draw {number}.", field="draw")
    return page(
        "people/card.html",
        draw=found[0],
        person=queries.person(g.session, found[0].person_id),
        ranks=RANKS,
        suits=SUITS,
        rest=drawing.due(g.session, found[0].battle) if found[0].battle else [],
        error=error,
    )


@bp.post("/draws/<int:number>")
@desks(*AT_THE_MAP)
@or_again(card)
def draw(number: int) -> ResponseReturnValue:
    """Draw the card here, or take the one that was drawn from a real pack."""
    typed = request.form.get("card", "").strip() or tapped()
    return done(act("risk.draw", {"draw": str(number), "card": typed}), url_for(".card", number=number))


def tapped() -> str:
    """The card of the two tiles that were tapped; empty if none was. Raises OrderNotUnderstood for only one."""
    rank, suit = request.form.get("rank", ""), request.form.get("suit", "")
    if bool(rank) is not bool(suit):
        missing = "suit" if rank else "rank"
        raise OrderNotUnderstood(f"Tap the {missing} of the card too, or let the room draw one.", field="card")
    return f"{rank} of {suit}" if rank else ""


@bp.get("/battles/<int:number>")
@desks(*AT_THE_MAP)
def battle_cards(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """The cards that were drawn after a battle and those still due."""
    found = drawing.draws(g.session, battle=number)
    if not found:
        raise OrderNotUnderstood(f"Nobody was called to draw after a battle {number}.", field="battle")
    return page(
        "people/battle_cards.html",
        number=number,
        draws=found,
        error=error,
    )


@bp.post("/battles/<int:number>")
@desks(*AT_THE_MAP)
@or_again(battle_cards)
def draw_all(number: int) -> ResponseReturnValue:
    """Draw for everybody of a battle who can draw now, one after the other: an entry for each."""
    ready = [one for one in drawing.draws(g.session, battle=number, open_only=True) if not one.waits]
    entries = act_all("risk.draw", [{"draw": one.id} for one in ready])
    if not entries and (before := sent_before()):
        entries = [before]
    if not entries:
        raise OrderNotUnderstood(f"Nobody is left who can draw after battle {number} now.", field="battle")
    return done(entries[-1], url_for(".battle_cards", number=number))


@bp.post("/call-the-old")
@desks(*AT_THE_MAP)
@or_again(show)
def call_the_old() -> ResponseReturnValue:
    """Call everybody of sixty years and more who has no draw for this season yet."""
    old = [{"character": key, "cause": "age"} for key, _name, _age in drawing.old_and_uncalled(g.session)]
    entries = act_all("risk.call", old)
    if not entries and (before := sent_before()):
        entries = [before]
    if not entries:
        raise OrderNotUnderstood("Everybody of sixty years and more has been called this season.", field="old")
    return done(entries[-1], url_for(".show"))


# ---- one person


@bp.get("/<person>")
@desks(*AT_THE_MAP)
def person(person: str) -> ResponseReturnValue:
    """A person: how he is, where, and what can be done about it."""
    return person_page(person)


def person_page(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """A person with the forms about him, and what was wrong with the one that was sent."""
    found = queries.person(g.session, key)
    if found is None:
        raise OrderNotUnderstood(f'There is nobody called "{key}".', field="character")
    own = {sign.id for sign in (found.clan, found.held_by) if sign}
    return page(
        "people/person.html",
        person=found,
        armies=to_go_along(found),
        clans=[one for one in queries.clans(g.session) if one[0] not in own],
        provinces=names_of("provinces"),
        heads=found.role in HEADS,
        relations=RELATIONS,
        error=error,
    )


def to_go_along(person: queries.PersonView) -> list[tuple[int, str]]:
    """The armies that somebody may go along with, those of his clan and of who holds him first."""
    own = {person.clan, person.held_by}
    found = sorted(armies(g.session, g.room.scenario), key=lambda army: army.clan not in own)
    return [(one.id, f"{one.clan.name}: {one.general}, {one.code}, {one.province_name}") for one in found]


@bp.post("/<person>/<deed>")
@desks(*AT_THE_MAP)
def do(person: str, deed: str) -> ResponseReturnValue:
    """Send him visiting or back, let him go along with an army, hand him over as a hostage, or call him to draw."""
    known(deed, DEEDS)
    data = {**form_of_keys(province="provinces", to="clans", clan="clans"), "character": person}
    return acted(DEEDS[deed], data, url_for(".person", person=person), partial(person_page, person))


# ---- successions


@bp.get("/successions")
@desks(*HEIRS)
def heirs(error: OrderError | None = None) -> ResponseReturnValue:
    """Who follows the dead heads of clans: what is open for this desk."""
    return page(
        "people/successions.html",
        error=error,
        **asked(),
    )


@bp.post("/successions/<int:number>/make")
@desks(*HEIRS)
@or_again(lambda _number, error: heirs(error))
def make_heir(number: int) -> ResponseReturnValue:
    """Make an heir for a clan that has nobody left, and name him: two entries, both or none (R40)."""
    if before := sent_before():
        return done(before, heirs_page())
    found = next((one for one in queries.successions(g.session, desk=g.umpire.desk) if one.id == number), None)
    if found is None:
        every = queries.successions(g.session, open_only=False, desk=g.umpire.desk)
        if past := next((one for one in every if one.id == number), None):
            closed = f"Nobody follows {past.dead}: a colleague closed that."
            raise ChangedElsewhere(f"{past.heir} follows {past.dead} already." if past.heir else closed, field="name")
        raise OrderNotUnderstood(f'There is no succession "{number}".', field="name")
    if found.heirs:
        raise ChangedElsewhere(f"{found.heirs[0][1]}, can be named now: choose among them.", field="heir")
    return done(made_and_named(found)[-1], heirs_page())


def heirs_page() -> str:
    """Where successions stand at this desk."""
    return url_for(".show" if g.umpire.desk in AT_THE_MAP else ".heirs")


def made_and_named(one: queries.SuccessionView) -> list[Entry]:
    """Perform both, once however often the form is sent."""
    key, proposed = form_key(), kin.successor(g.session, g.room.scenario, one.clan.id)
    person = {
        "clan": one.clan.id,
        "name": request.form.get("name", ""),
        "age": request.form.get("age", ""),
        "role": "heir",
        "sex": "male",
        "relation": "heir",
        "ancestor": proposed.ancestor,
        "experience": "",
    }
    heir = kin.id_for(g.session, person["name"])
    steps = [
        ("person.add", person, f"{key}/0" if key else ""),
        ("succession.name", {"succession": str(one.id), "heir": heir}, f"{key}/1" if key else ""),
    ]
    try:
        with doing():
            return perform_together(g.room, g.umpire, steps, form=True)
    except OrderError as error:
        error.field = error.field.partition(".")[2]
        raise


@bp.post("/successions/<int:number>/close")
@desks(*HEIRS)
def close_succession(number: int) -> ResponseReturnValue:
    """Ask no more who follows."""
    return acted(
        "succession.close",
        {**request.form, "succession": str(number)},
        heirs_page(),
        heirs,
    )


@bp.post("/successions/<int:number>")
@desks(*HEIRS)
@or_again(lambda _number, error: heirs(error))
def succeed(number: int) -> ResponseReturnValue:
    """Name the heir."""
    entry = act("succession.name", {**request.form, "succession": str(number)})
    return done(entry, url_for(".show" if g.umpire.desk in AT_THE_MAP else "telling.show"))
