"""The register of bonds, and the passages granted this season (handbook 4 and 7; R14, R16, R35)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page, page_or_part
from control.sengoku.politics.bonds.breaches_questions import suspicions
from control.sengoku.politics.letters import letters_questions as letters
from control.sengoku.rules.desks import DESKS, SEES_BOOKS, SEES_TREATIES
from control.sengoku.world.bonds import hostages_questions as held
from control.sengoku.world.bonds import treaties_questions as queries
from control.sengoku.world.bonds.at_odds_questions import Odds
from control.sengoku.world.bonds.vassals_questions import dues
from control.sengoku.world.land.land_questions import clan_signs, clans_with_lords
from control.sengoku.world.named_pages import KNOWN, form_of_keys, keys_of, names_of
from control.sengoku.world.names import id_of
from control.sengoku.world.people.people_questions import living

bp = Blueprint("treaties", __name__, url_prefix="/treaties")

MOVES_PEOPLE = ("map", "game", "team")
"""The desks that hand hostages over."""

KINDS = {
    "alliance": ("Alliance", "they march together: no encounter between them"),
    "peace": ("Peace", "they promise not to fight"),
    "passage": ("Passage", "each lets the other through its provinces"),
    "vassalage": ("Vassalage", "the first is overlord of the second"),
    "marriage": ("Marriage", "the bride goes to the groom’s clan"),
    "other": ("Other", "whatever they promise, in words"),
}
STRENGTHS = {1: ("Word", "of honour"), 2: ("Sworn", "before a priest"), 3: ("Hostages", "answer for it")}
AUDIENCES = {
    "public": ("Everybody", "may know"),
    "some": ("Some desks", "ticked below"),
    "secret": ("Secret", "your desk and Game Control"),
}


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The standing bonds, those of one clan if it is chosen, and the form for a new one."""
    signs, desk = clan_signs(g.session), g.umpire.desk
    chosen = asked if (asked := request.args.get("clan", "")) in signs else ""
    found, granted = queries.every(g.session, desk, chosen), queries.passages(g.session, desk)
    odds = Odds(g.session, desk)
    standing, gone = ([one for one in found if one.stands == stands] for stands in (True, False))
    return page_or_part(
        "politics/treaties/treaties.html",
        "politics/treaties/treaties.html" if error else "politics/treaties/_bonds.html",
        treaties=part_of(standing, uncut=bool(error)),
        gone=part_of(gone, named="gone-"),
        where={"clan": chosen} if chosen else {},
        passages=granted,
        odds={one.id: odds.against(one.one.id, one.other.id) for one in found if one.stands},
        passage_odds=[odds.against(one.clan.id, one.holder or "") for one in granted],
        chosen=chosen,
        chosen_name=signs[chosen].name if chosen else None,
        clans=clans_with_lords(g.session),
        people=living(g.session) if desk in SEES_TREATIES else [],
        provinces=names_of("provinces"),
        seasons=queries.coming(g.session),
        records=desk in SEES_TREATIES,
        error=error,
        kinds=KINDS,
        strengths=STRENGTHS,
        audiences=AUDIENCES,
        others=[(key, words) for key, words in DESKS.items() if key not in ("game", desk)],
    )


@bp.post("/")
@desks(*SEES_TREATIES)
def record() -> ResponseReturnValue:
    """Record a bond between two clans or persons, named as people type them."""
    form = form_of_keys(one="clans and rebels", other="clans and rebels", bride="people", groom="people")
    people = KNOWN["people"]()
    for side in ("one", "other"):
        form[side] = id_of(form.get(side, ""), people)
    for field, known in (("through", "provinces"), ("against", "clans and rebels"), ("hostages", "people")):
        form[field] = ",".join(keys_of(field, known))
    form["known_to"] = ",".join(request.form.getlist("known_to"))
    shown = request.args.get("clan") or None
    return acted("treaty.record", form, url_for(".show", clan=shown), show)


@bp.post("/<int:number>/<what>")
@desks(*SEES_TREATIES)
def change(number: int, what: str) -> ResponseReturnValue:
    """End a bond, let it bind longer, let more know of it, or say whether it was broken."""
    known_to = ",".join(request.form.getlist("known_to"))
    form = {**request.form, "treaty": str(number), **({"known_to": known_to} if known_to else {})}
    again = partial(breach, number) if what in ("breach", "no_breach") else show
    return acted(f"treaty.{what}", form, url_for(".show"), again)


@bp.get("/<int:number>/breach")
@desks(*SEES_TREATIES)
def breach(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """Was that a breach? What the gate asks, or what an umpire saw."""
    bond = queries.treaty(g.session, g.umpire.desk, number)
    if bond is None:
        raise OrderNotUnderstood(f'There is no treaty "{number}".', field="treaty")
    fact = request.values.get("fact", "")
    asked = suspicions(g.session) if g.umpire.desk == "game" and fact else []
    return page(
        "politics/treaties/breach.html",
        bond=bond,
        asked=next((one for one in asked if (one.treaty, one.fact) == (number, fact)), None),
        clans=[bond.one, bond.other],
        error=error,
    )


# --- Hostages ---------------------------------------------------------------------------------------------


@bp.get("/hostages")
@desks()
def hostages(error: OrderError | None = None) -> ResponseReturnValue:
    """Who is whose hostage, both ways, and whose fate is asked."""
    signs, desk = clan_signs(g.session), g.umpire.desk
    chosen = asked if (asked := request.args.get("clan", "")) in signs else ""
    found = held.hostages(g.session, desk, chosen)
    tables = [(sign, [one for one in found if one.keeper == sign]) for sign in signs.values()]
    acts = desk in MOVES_PEOPLE
    writes = {one.id for one in letters.clans(g.session, desk)} if desk in SEES_BOOKS else set()
    of_all = held.hostages(g.session, desk) if chosen and acts else found
    return page(
        "politics/treaties/hostages.html",
        asked=[one for one in found if one.asked],
        tables=[(sign, those) for sign, those in tables if those],
        away=[one for one in found if one.clan.id == chosen],
        chosen=chosen,
        shown=held.as_shown(of_all),
        clans=clans_with_lords(g.session),
        acts=acts,
        minds=set(signs) if acts else writes if desk == "npd" else set(),
        writes=writes,
        people=living(g.session) if acts else [],
        bonds=[(one.id, one.words) for one in queries.treaties(g.session, desk)] if acts else [],
        error=error,
    )


@bp.post("/hostages/<what>")
@desks(*MOVES_PEOPLE, "npd", "bakufu")
def hostage(what: str) -> ResponseReturnValue:
    """Hand over, keep, release or lose a hostage, or let him write home."""
    if what == "letter":
        return acted(
            "letter.write", {**request.form}, url_for("letters.show", clan=request.form.get("sender")), hostages
        )
    form = form_of_keys(character="people", to="clans and rebels")
    return acted(f"hostage.{what}", form, url_for(".hostages"), hostages)


# --- Vassals ----------------------------------------------------------------------------------------------


@bp.get("/vassals")
@desks()
def vassals(error: OrderError | None = None) -> ResponseReturnValue:
    """Who owes what to whom this year, and how much of it is paid."""
    return page("politics/treaties/vassals.html", dues=dues(g.session, g.umpire.desk), error=error)


@bp.post("/<int:number>/dues")
@desks(*SEES_BOOKS)
def pay(number: int) -> ResponseReturnValue:
    """Pay what a vassal owes."""
    form = {**request.form, "treaty": str(number)}
    return acted("treaty.pay", form, url_for(".vassals"), vassals)
