"""What a changed file of the scenario would have altered in the past: each result, march and booking that its tables
decided, decided again by itself, all else as it was. The umpire is told where to look; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.journal.journal_questions import entries_of, undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.wording import counted
from control.sengoku.books.books_questions import statements
from control.sengoku.hall.book.rulings_questions import Altered, battles_fought, by_roads, fought_again, rounds
from control.sengoku.politics.letters.letters_questions import FATES
from control.sengoku.rows import Battle, Clan, Encounter, Game, Honour, Letter, Muster, Recovery, Transfer
from control.sengoku.rules import economy
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.prices import Prices
from control.sengoku.rules.seasons import season_heading
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.sides_questions import ground, links_of, rows_of, side_now
from control.sengoku.world.land.land_questions import clan_names
from control.sengoku.world.options_questions import options_in

Names = Mapping[str, str]
Again = Callable[[Session, Scenario, Scenario], Iterator[Altered]]


def altered_by(session: Session, now: Scenario, then: Scenario) -> list[Altered]:
    """The past results that another scenario would have altered, in the order of COMPARED."""
    return [one for compare in COMPARED.values() for one in compare(session, now, then)]


def when(row: Transfer | Honour | Encounter) -> str:
    """The season of a row."""
    return season_heading(row.season, row.year)


# --- Battles (R1 to R8) -----------------------------------------------------------------------------------


def by_rounds(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Rounds that the odds, the tactics or the reckoner would have decided otherwise, with the same die."""
    if (now.tables.odds, now.tables.tactics, now.tables.forces) == (
        then.tables.odds,
        then.tables.tactics,
        then.tables.forces,
    ):
        return
    options = options_in(session)
    for one, battle, where in rounds(session):
        report = one.report
        base = then.tables.odds.column(report["attacker_strength"], report["defender_strength"], options.odds_rounding)
        shifts = [shift for shift in report["shifts"] if shift["reason"] != "tactics"]
        tactics = then.tables.tactics.shifts.get((one.attacker_tactic, one.defender_tactic), 0)
        shifts.append({"reason": "tactics", "columns": tactics})
        yield from fought_again(session, then, one, battle, where, base, shifts)


def by_strength(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Sides that would have counted as stronger or weaker (R4). What would have come of the battle nobody can tell:
    other strengths are other battles."""
    if now.tables.forces == then.tables.forces:
        return
    for battle, where in fought(session):
        for row in rows_of(session, battle):
            side, place = side_now(session, battle, row), ground(session, battle)
            was, would = (side.strength(place, one.tables) for one in (now, then))
            if was != would:
                yield Altered(f"{where}, {row.name}", f"strength {was}", f"strength {would}", battle.id)


def by_recovery(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Counters that came back after a battle, or are to come back, and would have been more or fewer (R8)."""
    if now.tables.forces.recovery == then.tables.forces.recovery:
        return
    for battle, where in fought(session):
        if not battle.over or battle.the_encounter.season == "autumn":
            continue  # over winter nothing comes back
        booked = list(session.scalars(select(Recovery).filter_by(battle=battle.id)))
        for row in rows_of(session, battle):
            links = links_of(session, battle, row.role)
            mine = {link.id for link in links}
            came = sum(one.counters for one in booked if one.lost in mine)
            lost = sum(link.lost for link in links)
            how: Any = "undecided" if battle.winner is None else "winner" if row.role == battle.winner else "loser"
            was, would = (rules.recovery(lost, how, tables=one.tables) for one in (now, then))
            if came == was != would:  # else its general fell, or somebody set it right
                yield Altered(f"{where}, {row.name}", f"{was} of {lost} recovered", f"{would} of {lost}", battle.id)


def fought(session: Session) -> Iterator[tuple[Battle, str]]:
    """Every battle of a round and more, and when it was."""
    for battle in battles_fought(session):
        yield battle, f"Battle {battle.id} ({when(battle.the_encounter)})"


def by_marches(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Marches that borders, crossings, roads or the table of movement would have let go further, or less far (R12)."""
    if (now.tables.movement, now.geography) != (then.tables.movement, then.geography):
        options = options_in(session)
        yield from by_roads(session, now, options, options, then)


# --- Books (R21 to R25) -----------------------------------------------------------------------------------


def by_incomes(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """What mines, tolls, rights and places paid at each onset of winter, and would have paid (R21)."""
    changed = [key for key in {**now.incomes, **then.incomes} if now.incomes.get(key) != then.incomes.get(key)]
    towns = [key for key, place in now.places.items() if place.income != then.places[key].income]
    names = clan_names(session)
    for season, paid in winters(session) if changed or towns else ():
        landed = {row.payee for row in paid.values() if not row.source.startswith("income:")}
        for key in changed:
            income = then.incomes.get(key)
            would = "nothing"
            if income is not None:
                land = paid.get(f"province:{income.province}")
                holder = land.payee if land else income.clan if income.clan in landed else None
                taken = land is not None and halved(land)
                source = economy.Source("", income.name, income.kind, income.value, holder, income.province, taken)
                would = "".join(came(move, names) for move in economy.winter_income([source])) or would
            had = came(paid[f"income:{key}"], names) if f"income:{key}" in paid else "nothing"
            if had != would:
                yield Altered(f"{(income or now.incomes[key]).name} ({season})", had, would)
        for key in towns:
            row = paid.get(f"place:{key}")
            kind = f"income_{then.places[key].income}"
            if row is not None and row.kind != kind:
                would = came(economy.Transfer(row.source, row.target, kind, row.points), names)
                yield Altered(f"{now.places[key].name} ({season})", came(row, names), would)


def winters(session: Session) -> Iterator[tuple[str, dict[str, Transfer]]]:
    """Each onset of winter at which incomes were paid, with the bookings by what paid them."""
    found: dict[tuple[int, str], dict[str, Transfer]] = {}
    for row in session.scalars(select(Transfer).where(Transfer.kind.like("income_%")).order_by(Transfer.line)):
        if row.source != "opening":  # a treasury that was typed in
            found.setdefault((row.number, when(row)), {})[row.source] = row
    for (_, season), paid in found.items():
        yield season, paid


def halved(row: Transfer) -> bool:
    """Whether an income was halved, what pays it having been taken by force."""
    return " half of " in row.note


def came(move: Transfer | economy.Transfer, names: Names) -> str:
    """An income in words."""
    kind = economy.KINDS[move.kind].label.removesuffix(" income").lower()
    return f"{move.points} ({kind}) to {names[str(economy.owner(move.target))]}"


def by_savings(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """What each clan kept over each winter, and might have kept (R22)."""
    if now.tables.economy.savings == then.tables.economy.savings:
        return
    clans = list(session.scalars(select(Clan.id).order_by(Clan.id)))
    used: dict[tuple[str | None, int], int] = {}
    for row in session.scalars(select(Transfer).where(Transfer.kind == "consumed")):
        used[row.payer, row.year] = used.get((row.payer, row.year), 0) + row.points
    for year in range(now.first_year + 1, Game.only(session).year + 1):
        for had, might in zip(
            statements(session, now, clans, year),
            statements(session, then, clans, year, then.tables.economy),
            strict=True,
        ):
            one, other = had.savings, might.savings
            if one and other and one.consumed == used.get((had.clan.id, year), 0) and one.carried != other.carried:
                yield Altered(
                    f"{had.clan.name}, savings (Winter {year})",
                    f"kept {one.carried} of {one.unspent}",
                    f"{other.carried} of {other.unspent}",
                )


def by_prices(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Troops, uniforms, works, re-commissioning and upkeep that would have cost something else, events and buildings
    that would have cost too little (R23 to R25)."""
    if now.tables.economy == then.tables.economy:
        return
    names = clan_names(session)
    musters: dict[int, int] = {}
    for entry, counters in session.execute(select(Muster.entry, Muster.counters)):
        musters[entry] = musters.get(entry, 0) + counters
    kinds = ("troops", "uniforms", "castle", "fortress", "recommission", "upkeep", "event", "building")
    rows = select(Transfer).where(Transfer.kind.in_(kinds), Transfer.payer.is_not(None)).order_by(Transfer.line)
    for row in session.scalars(rows):
        counters = musters.get(row.entry, 0)
        if row.kind == "uniforms" and not counters:
            counters = int(session.get_one(JournalEntry, row.entry).arguments.get("counters") or 0)
        was, would = (price(row, counters, one.tables.economy) for one in (now, then))
        what = economy.KINDS[row.kind].label
        where = f"{names[str(row.payer)]}, {row.note or what.lower()} ({when(row)})"
        if row.kind in ("troops", "uniforms", "upkeep", "recommission"):
            where = f"{names[str(row.payer)]}, {what.lower()}{': ' if row.note else ''}{row.note} ({when(row)})"
        if row.kind in ("event", "building"):
            if was is not None and would is not None and row.points < would != was:
                yield Altered(where, counted(row.points, "point"), f"{counted(would, 'point')} at least")
        elif would is not None and was != would != row.points:
            yield Altered(where, counted(row.points, "point"), counted(would, "point"))


def price(row: Transfer, counters: int, prices: Prices) -> int | None:
    """What a booking would cost by these prices (an event or building: at least); None if nobody can tell."""
    kind = row.note.partition(" ")[0].lower()
    match row.kind:
        case "troops":
            return prices.cost["troops"] * counters if counters else None
        case "uniforms":
            return economy.uniforms_cost(counters, prices) if counters else None
        case "castle" | "fortress":
            return prices.cost[row.kind]
        case "recommission":
            return prices.recommission.get(kind)
        case "upkeep":
            return prices.upkeep.get("building" if row.target.startswith("upkeep:building:") else kind)
        case "event":
            return prices.event
        case _:
            return prices.building


# --- Letters and honour (R28, R34) ------------------------------------------------------------------------


def by_post(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Letters that would have fared otherwise with the same die (R34); not those whose fate an umpire decided."""
    if now.tables.post == then.tables.post:
        return
    names, undone = clan_names(session), undone_numbers(session) | undone_numbers(session, apart=True)
    dice: dict[int, int] = {}
    for entry in entries_of(session, ("letter.write", "letter.post")):
        thrown = next((one["value"] for one in entry.dice if one["what"] == "post"), None)
        posted = next((change["key"][0] for change in entry.changes if change["table"] == "letter"), None)
        if entry.number not in undone and thrown is not None and posted is not None:
            dice[posted] = int(thrown)
    for number, die in dice.items():
        letter, fate = session.get(Letter, number), then.tables.post.fates[die]
        if letter is not None and letter.fate == now.tables.post.fates[die] != fate:
            yield Altered(
                f"Letter {letter.code}, {names[letter.sender]} to {names[letter.recipient]} (Winter {letter.year}, die "
                f"{die})",
                FATES[letter.fate],
                FATES[fate],
            )


def by_honour(session: Session, now: Scenario, then: Scenario) -> Iterator[Altered]:
    """Honour that was booked for a reason whose points would have been others (R28)."""
    if now.honour == then.honour:
        return
    names = clan_names(session)
    booked = select(Honour).where(Honour.reason != "").order_by(Honour.line)
    for row in session.scalars(booked.options(joinedload(Honour.the_character))):
        was, would = now.honour.get(row.reason), then.honour.get(row.reason)
        if was and would and row.points == was.points != would.points:
            who = row.the_character.name if row.the_character else names[str(row.clan)]
            yield Altered(
                f"{who}, {was.name.lower()} ({when(row)})", f"{was.points} of honour", f"{would.points} of honour"
            )


COMPARED: Mapping[str, Again] = {
    "rounds of battles (R1, R2, R5)": by_rounds,
    "strengths of sides (R4)": by_strength,
    "recoveries (R8)": by_recovery,
    "marches (R12, R13)": by_marches,
    "incomes of mines, tolls and rights (R21)": by_incomes,
    "savings (R22)": by_savings,
    "troops, uniforms, works, re-commissioning, upkeep, events and buildings (R23 to R25)": by_prices,
    "letters in the winter post (R34)": by_post,
    "honour (R28)": by_honour,
}
"""Every kind of past result that a file of the scenario decides, as the page says it. What follows from one of them
(the next round, what a clan could have bought) is not played on."""
