"""Papers as they were typed in: treaties, passages, titles, letters, edicts, calls, rebels, the ledger of honour."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import func, select

from control.kernel.codes import Code, read_code
from control.kernel.grouping import grouped
from control.kernel.wording import folded
from control.sengoku.honour.status_questions import last_board
from control.sengoku.paper.fallback import state_lines
from control.sengoku.people.kin_questions import id_for
from control.sengoku.rows import (
    Attitude,
    Call,
    Clan,
    Commission,
    Courtier,
    Edict,
    FalseClaim,
    Honour,
    Letter,
    Passage,
    Petition,
    Pledge,
    Rebellion,
    Service,
    ShogunCondition,
    StatusBoard,
    Title,
    Treaty,
)
from control.sengoku.safety.typed_books_actions import NOTE, set_dues
from control.sengoku.safety.typed_forces_actions import drawn_number, number_as, remove
from control.sengoku.shadows.covert_actions import COVER
from control.sengoku.shadows.strikes_questions import seen_of
from control.sengoku.shadows.targets_questions import target_of
from control.sengoku.world.acting import World
from control.sengoku.world.bonds.bond_parts import LISTS, PARTS, PEOPLE, parts_read, points_in
from control.sengoku.world.bonds.treaties_actions import make
from control.sengoku.world.bonds.treaties_questions import binds
from control.sengoku.world.dates_questions import read_season, season_of, seasons_since
from control.sengoku.world.minding_questions import desk_of, shelf_of
from control.sengoku.world.people.titles_questions import id_of_title


def set_honour(world: World, lines: list[state_lines.HonourLine]) -> None:
    """The points of honour: the difference to what the ledger has is booked in it; and the board as the hall saw it."""
    from control.sengoku.honour.honour_actions import booked

    points = func.sum(Honour.points)
    now = {clan: int(total) for clan, total in world.session.execute(select(Honour.clan, points).group_by(Honour.clan))}
    wanted = {line.clan: line.points for line in lines}
    for clan in sorted(now.keys() | wanted.keys()):
        if difference := wanted.get(clan, 0) - now.get(clan, 0):
            booked(world, clan, None, "", difference, NOTE)
    ranks = sorted((line.rank, line.clan) for line in lines if line.rank is not None)
    board = last_board(world.session)
    if ranks and ranks != sorted((line["rank"], line["clan"]) for line in (board.ranks if board else [])):
        world.new(
            StatusBoard,
            number=world.game.seasons,
            ranks=[{"clan": clan, "rank": rank, "was": None} for rank, clan in ranks],
        )


def set_treaties(world: World, lines: list[state_lines.TreatyLine]) -> None:
    """The treaties that stand, with all that was agreed, who may know, and who answers for them."""
    stand = world.session.scalars(select(Treaty).filter_by(ended=False).order_by(Treaty.entry, Treaty.id))
    known = grouped(
        ((pact.kind, pact.one, pact.other, pact.audience), pact) for pact in stand if binds(world.game, pact)
    )
    paid: list[tuple[Treaty, int]] = []
    for line in lines:
        those = known.get((line.kind, line.one, line.other, line.audience), [])
        those.sort(key=lambda pact: pact.terms != line.terms)
        pact = those.pop(0) if those else make(world, line.kind, line.one, line.other, audience=line.audience)
        pact.terms = line.terms or pact.terms
        pact.year, pact.season = line.year or pact.year, line.season or pact.season
        pact.strength, pact.until = line.strength, line.until
        desks = line.known_to.split()
        if pact.audience != "public" and pact.desk not in desks:
            pact.desk = desks[0] if desks else "game"
        pact.known_to = " ".join(sorted(desks)) if pact.audience == "some" else ""
        set_parts(world, pact, parts_read(line.parts))
        if line.paid is not None and pact.owes:
            paid.append((pact, line.paid))
    for pact in (pact for those in known.values() for pact in those):
        pact.ended = True
    world.session.flush()
    for pact, points in paid:  # now that it is known which bind no more
        set_dues(world, pact, points)


def set_parts(world: World, pact: Treaty, said: dict[str, Any]) -> None:
    """What else was agreed, and who answers for it."""
    for key in PARTS:
        if key != "hostages":
            setattr(pact, key, said.get(key, [] if key in LISTS else None if key in PEOPLE else ""))
    pact.due_in, pact.due = pact.due_in or "winter", points_in(pact.owes)
    answering = {row.character: row for row in world.session.scalars(select(Pledge).filter_by(treaty=pact.id))}
    for key in said.get("hostages", ()):
        if answering.pop(key, None) is None:
            world.session.add(Pledge(treaty=pact.id, character=key))
    remove(world, answering.values())


def set_passages(world: World, lines: list[state_lines.PassageLine]) -> None:
    """Who has leave to go through a province this season."""
    now = world.game.seasons
    known = {(row.clan, row.province): row for row in world.session.scalars(select(Passage).filter_by(season=now))}
    for line in lines:
        leave = known.pop((line.clan, line.province), None)
        if leave is None:
            leave = Passage(id=world.number("passage"), clan=line.clan, province=line.province, season=now)
            world.session.add(leave)
        leave.note = line.note
    remove(world, known.values())


def set_titles(world: World, lines: list[state_lines.TitleLine]) -> None:
    """Who holds which title, and by whom it was given (R30)."""
    rows = world.session.scalars(select(Title).order_by(Title.id))
    known = {(row.kind, row.character, row.province, row.rank): row for row in rows}
    for line in lines:
        key = line.kind, line.character, line.province or None, line.rank
        row = known.pop(key, None)
        if row is None:
            named = dict(zip(("kind", "character", "province", "rank"), key, strict=True))
            row = Title(id=id_of_title(world.session, *key), **named)
            world.session.add(row)
        row.asked_by, row.granted, row.year, row.season = line.asked_by, line.granted, line.year, line.season
    remove(world, known.values())


def set_attitudes(world: World, lines: list[state_lines.AttitudeLine]) -> None:
    """How the people of clans that nobody plays stand to others; who is not listed is neutral."""
    known = {(row.clan, row.to): row for row in world.session.scalars(select(Attitude))}
    for line in lines:
        row = known.pop((line.clan, line.to), None)
        if row is None:
            row = Attitude(clan=line.clan, to=line.to, reason=NOTE, year=world.game.year, season=world.game.season)
            world.session.add(row)
        row.attitude, row.reason = line.attitude, line.reason or row.reason
        row.year, row.season = line.year or row.year, line.season or row.season
    remove(world, known.values())


def coded(
    world: World,
    known: dict[str, Any],
    typed: str,
    kind: str,
    model: type[Any],
    numbered: Callable[..., int] = number_as,
    **new: Any,
) -> Any:
    """The row of a paper with this code, taken out of those that are ``known``; a new one with that number where there
    is none, or with the next one where no code was typed yet."""
    code = read_code(typed) if typed else None
    row = known.pop(str(code), None) if code else None
    if row is None:
        number = numbered(world, model.__tablename__, model, code.number if code else 0)
        row = model(id=number, code=str(Code(kind, number)), **new)
        world.session.add(row)
    return row


def set_letters(world: World, lines: list[state_lines.LetterLine]) -> None:
    """The letters that are still to be handed over; what they say stands on the letters themselves (R34)."""
    waiting = select(Letter).where(Letter.delivered == "", Letter.fate != "lost").order_by(Letter.id)
    known = {row.code: row for row in world.session.scalars(waiting)}
    for line in lines:
        letter = coded(world, known, line.code, "L", Letter, drawn_number, text="", written=world.entry)
        letter.sender, letter.recipient, letter.year, letter.fate = line.sender, line.recipient, line.year, line.fate
        if not letter.hostage:  # who writes home in any season (R36)
            letter.number = max(0, seasons_since(world.game, world.scenario, line.year, "winter"))
        letter.ready = None if line.ready_in is None else world.game.seasons + line.ready_in
        world.session.flush()
    remove(world, known.values())


def set_edicts(world: World, lines: list[state_lines.EdictLine]) -> None:
    """The edicts in force (handbook 8)."""
    known = {row.code: row for row in world.session.scalars(select(Edict).filter_by(withdrawn=False))}
    for line in lines:
        edict = coded(world, known, line.code, "E", Edict, text="")
        edict.authority, edict.title, edict.year, edict.season = line.authority, line.title, line.year, line.season
        if line.text and line.text != " ".join(edict.text.split()):  # a cell has no paragraphs
            edict.text = line.text
        world.session.flush()
    for row in known.values():
        row.withdrawn = True


def set_calls(world: World, lines: list[state_lines.CallLine]) -> None:
    """The calls and levies that stand (R38)."""
    known = {row.code: row for row in world.session.scalars(select(Call).filter_by(withdrawn=False))}
    for line in lines:
        numbered = partial(number_as, shelf=shelf_of(desk_of(world.session.get_one(Clan, line.clan))))
        call = coded(world, known, line.code, "C", Call, numbered, year=world.game.year, season=world.game.season)
        call.kind, call.clan, call.character, call.amount = line.kind, line.clan, line.character or None, line.amount
        call.due = read_season(world.game, line.due, "calls")
        if line.answer != call.answer:
            call.answered = min(world.game.seasons, call.due) if line.answer else None  # a paper says not when
        call.answer, call.given = line.answer, line.given
        if line.terms and line.terms != " ".join((call.terms or "").split()):  # a cell has no paragraphs
            call.terms = line.terms
        world.session.flush()
    for row in known.values():
        row.withdrawn = True


def set_rebellions(world: World, lines: list[state_lines.RebellionLine]) -> None:
    """The clans in rebellion (R38)."""
    known = {row.clan: row for row in world.session.scalars(select(Rebellion).filter_by(lifted=False))}
    for line in lines:
        row = known.pop(line.clan, None) or world.new(Rebellion, clan=line.clan, reason=line.reason)
        row.reason = line.reason or row.reason
        row.year, row.season = line.year or row.year, line.season or row.season
        world.session.flush()
    for row in known.values():
        row.lifted = True


def set_petitions(world: World, lines: list[state_lines.PetitionLine]) -> None:
    """The petitions that wait for a verdict (handbook 8)."""
    waiting = select(Petition).where(Petition.state.in_(("filed", "heard")))
    known = {row.code: row for row in world.session.scalars(waiting)}
    for line in lines:
        now = world.game
        sides = [desk_of(world.session.get_one(Clan, clan)) for clan in (line.clan, line.against) if clan]
        numbered = partial(number_as, shelf=shelf_of(*sides))
        one = coded(world, known, line.code, "P", Petition, numbered, year=now.year, season=now.season, matter="")
        one.kind, one.clan, one.against, one.state = line.kind, line.clan, line.against or None, line.state
        if line.matter != " ".join(one.matter.split()):  # a cell has no paragraphs
            one.matter = line.matter
        world.session.flush()
    for row in known.values():
        row.state = "withdrawn"


def set_shogun(world: World, lines: list[state_lines.ConditionLine]) -> None:
    """The conditions for a new Shogun that were ticked (R32)."""
    known = {(row.character, row.condition): row for row in world.session.scalars(select(ShogunCondition))}
    for line in lines:
        row = known.pop((line.character, line.condition), None)
        if row is None:
            row = ShogunCondition(character=line.character, condition=line.condition, umpire=line.umpire)
            row.year, row.season = world.game.year, world.game.season
            world.session.add(row)
        row.met, row.umpire = line.met, line.umpire
    remove(world, known.values())


def set_services(world: World, lines: list[state_lines.ServiceLine]) -> None:
    """What was done for Emperor and Shogun; those that are there keep their numbers, which titles may name."""
    known = list(world.session.scalars(select(Service).order_by(Service.line)))
    for spot, line in enumerate(lines):
        given = {**line.model_dump(), "character": line.character or None}
        if spot < len(known):
            for name, value in given.items():
                setattr(known[spot], name, value)
        else:
            clan = world.session.get_one(Clan, line.clan)
            world.new(Service, shelf=shelf_of(desk_of(clan)), **given)
    remove(world, known[len(lines) :])


def set_false_claims(world: World, lines: list[state_lines.FalseClaimLine]) -> None:
    """Who claims a title that he does not hold."""
    rows = world.session.scalars(select(FalseClaim).order_by(FalseClaim.line))
    known = {(row.character, row.kind, row.province, row.rank): row for row in rows}
    for line in lines:
        key = (line.character, line.kind, line.province or None, line.rank)
        row = known.pop(key, None)
        if row is None:
            named = dict(zip(("character", "kind", "province", "rank"), key, strict=True))
            row = world.new(FalseClaim, **named)
        row.discovered = line.discovered
    remove(world, known.values())


def set_court(world: World, lines: list[state_lines.CourtLine]) -> None:
    """Who is at court: those who are known by name as they were typed, the others new; who is left out stays."""
    there = {folded(one.name): one for one in world.session.scalars(select(Courtier))}
    for line in lines:
        row = there.get(folded(line.name))
        if row is None:
            row = Courtier(id=id_for(world.session, line.name), name=line.name, made=True)
            world.session.add(row)
        row.role, row.rank, row.title, row.alive = line.role, line.rank, line.title, line.alive
        row.age, row.ancestor = line.age, line.ancestor
        world.session.flush()


def set_commissions(world: World, lines: list[state_lines.CommissionLine]) -> None:
    """The commissions that still count (R37): those whose report is to be handed over, and those it was ``taken`` of.
    Of the others that waited the clients have heard. Lines that name their season come first: the others get what
    seasons are left."""
    rows = list(world.session.scalars(select(Commission).order_by(Commission.delivered != "", Commission.id)))
    known = grouped(((row.clan, row.kind, row.target), row) for row in rows)
    seasons = {key: {row.number for row in those} for key, those in known.items()}
    waiting = {row.id: row for row in rows if not row.delivered}
    for line in sorted(lines, key=lambda line: line.season is None):
        target = target_of(world.session, line.kind, line.target)
        assert target is not None, "it was looked for already"
        key = (line.clan, line.kind, target.key)
        there, number = known.get(key, []), season_typed(world, line)
        row = next((one for one in there if number in (None, one.number)), None)
        if row is not None:
            there.remove(row)
        else:
            named = dict(zip(("clan", "kind", "target"), key, strict=True))
            taken = seasons.setdefault(key, set())
            number = max({*range(world.game.seasons + 1)} - taken) if number is None else number
            taken.add(number)
            row = world.new(Commission, **named, number=number, points=line.points, cover=COVER, report="")
            row.season, row.year = season_of(world.game, number)
        waiting.pop(row.id, None)
        row.points, row.question, row.through = line.points, line.question, line.through
        if row.outcome != (line.outcome or ""):
            row.victim = target.clan if line.outcome else None
        row.outcome, row.delivered = line.outcome or "", (row.delivered or NOTE) if line.taken else ""
        seen = line.seen if line.may_be_seen else ""
        if seen is not None and seen != seen_of(world.session, row):
            row.struck, row.awaits = seen, None
        if line.report != " ".join(row.report.split()):  # a cell has no paragraphs
            row.report = line.report
        world.session.flush()
    for row in waiting.values():
        row.delivered = NOTE


def season_typed(world: World, line: state_lines.CommissionLine) -> int | None:
    """The number of the season that a commission is of, if the line says it."""
    if line.year is None or line.season is None:
        return None
    return seasons_since(world.game, world.scenario, line.year, line.season)


PAPERS: dict[str, Callable[[World, Any], None]] = {
    "honour": set_honour,
    "treaties": set_treaties,
    "passages": set_passages,
    "titles": set_titles,
    "attitudes": set_attitudes,
    "letters": set_letters,
    "edicts": set_edicts,
    "calls": set_calls,
    "rebellions": set_rebellions,
    "petitions": set_petitions,
    "shogun": set_shogun,
    "services": set_services,
    "false_claims": set_false_claims,
    "court": set_court,
    "commissions": set_commissions,
}
"""What sets each of these lists, in the order in which that is done; one that was not typed in stays as it is."""
