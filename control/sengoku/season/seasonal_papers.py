"""What players get each season beside their armies: letters, bonds, edicts, income statements, planning sheets. Each
desk gets those of the clans it minds (handbook 2, 5 and 8; R21 to R25, R34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.books import books_questions as books
from control.sengoku.books import onset_questions as onset
from control.sengoku.books import upkeep_questions as upkeep
from control.sengoku.books import works_questions as works
from control.sengoku.politics.bakufu import petitions_questions as petitions
from control.sengoku.politics.bakufu.edicts_questions import AUTHORITIES
from control.sengoku.politics.letters import letters_questions as letters
from control.sengoku.rows import Edict as EdictRow
from control.sengoku.rules.desks import AT_COURT, SEES_BOOKS, SEES_TREATIES
from control.sengoku.rules.economy import Savings
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds import calls_questions as calls
from control.sengoku.world.bonds.treaties_questions import treaties
from control.sengoku.world.people.titles_questions import held
from control.sengoku.world.standing_questions import standing
from printouts.books.income_statement import IncomeStatement, StatementLine, StatementPart, income_statement
from printouts.books.planning_sheet import KeptWork, Offer, PlanningSheet, RaisedField, planning_sheet
from printouts.politics.bond import Bond, bond
from printouts.politics.edict import Edict, edict
from printouts.politics.letter import Letter, letter

KINDS = Kinds("season")
SEALS = {"shogun": "将軍之印", "emperor": "天皇之印", "bakufu": "幕府之印"}
"""Whose seal an edict bears: "seal of the …"."""


def address_of(press: Press, code: str) -> str:
    """What the QR code of a paper opens that has a code of its own."""
    return press.make_url(f"/c/{code}")


@KINDS.add(
    "letters",
    "Letters",
    "letter",
    SEES_BOOKS,
    single(letter),
    "No letter waits to be posted or handed over.",
    noted=False,
)
def letter_items(press: Press) -> Iterator[Item]:
    """The letters that a desk has on its hands: the recipient's that can be handed over now, the sender's that is not
    posted yet; of those Team Control sees one clan's at a time. Nothing on a sheet tells what becomes of it."""
    post = letters.post(press.session, press.desk, press.whose)
    for one in sorted((*post.to_deliver, *post.written), key=lambda one: one.number):
        words = f"{one.code}, {one.sender.name} to {one.recipient.name}"
        url = address_of(press, one.code)
        sheet = Letter(one.code, url, one.sender, one.recipient, one.when.lower(), one.text)
        yield Item(str(one.number), words, one.lies_with, sheet)


@KINDS.add("bonds", "Bonds", "bond", SEES_TREATIES, single(bond), "No bond stands.", pack=False, noted=False)
def bond_items(press: Press) -> Iterator[Item]:
    """A blank bond, and the standing ones that everybody may know: of others none, for what is printed is listed."""
    yield Item("blank", "A blank bond", "", Bond())
    for one in treaties(press.session, press.desk or "game"):
        if one.audience == "public":
            words = (one.terms, *one.parts, *(f"{who.name} answers for it" for who in one.hostages))
            until = f"It binds until {one.until_words}." if one.until else "It binds for good."
            told = tuple(f"{part[0].upper()}{part[1:]}." for part in words if part)
            made = Bond(*one.between, one.words, one.oath, (*told, until), one.since, str(one.id))
            yield Item(str(one.id), one.words, "", made)


@KINDS.add("edicts", "Edicts", "edict", AT_COURT, single(edict), "No edict is in force.")
def edict_items(press: Press) -> Iterator[Item]:
    """The edicts in force; public."""
    era = press.scenario.era
    in_force = select(EdictRow).where(EdictRow.withdrawn.is_(False)).order_by(EdictRow.id)
    for one in press.session.scalars(in_force):
        paper = Edict(
            code=one.code,
            url=address_of(press, one.code),
            authority=AUTHORITIES[one.authority],
            seal=SEALS[one.authority],
            title=one.title,
            paragraphs=tuple(one.text.split("\n")),
            when=f"{one.season} {one.year}, {era.name} {era.year(one.year)}",
        )
        yield Item(str(one.id), f"{one.code}, {one.title}", "", paper)


@KINDS.add("calls", "Calls and levies", "call", SEES_BOOKS, single(edict), "No call of the Bakufu stands.")
def call_items(press: Press) -> Iterator[Item]:
    """The calls and levies that a desk may know and that stand: a letter each, with room for the answer."""
    for one in calls.calls(press.session, press.desk):
        if one.withdrawn:
            continue
        levy, part = one.kind == "points", () if one.kind == "command" else ("We obey in part, with",)
        due = f"By the end of {one.by} {one.clan.name} is to {'pay' if levy else 'provide'}: {one.wanted}."
        paper = Edict(
            code=one.code,
            url=address_of(press, one.code),
            authority=AUTHORITIES["shogun"],
            seal=SEALS["bakufu"],
            title="Levy" if levy else "Call to arms",
            paragraphs=(due, *filter(None, one.terms.split("\n")), "It may be excused, but not ignored."),
            when=one.given_in,
            is_a="call",
            to=one.clan.name,
            answers=("We obey", *part, "We beg leave, since", "We refuse"),
        )
        yield Item(str(one.number), f"{one.code}, to {one.clan.name}", one.clan.id, paper)


@KINDS.add(
    "petitions", "Petitions and judgements", "petition", SEES_BOOKS, single(edict), "No petition has been filed."
)
def petition_items(press: Press) -> Iterator[Item]:
    """The petitions that a desk may know: as they were filed, and as judgements once they are decided."""
    for one in petitions.petitions(press.session, press.desk):
        if one.state == "withdrawn":
            continue
        asked = (f"{one.clan.name} asks the Bakufu to judge. {one.about}:", *one.matter.split("\n"))
        costs = (f"{one.payer} pays costs of {one.costs}.",) if one.costs else ()
        settles = tuple(f"It settles {what}." for what in (one.settles, one.land) if what)
        judged = one.state == "decided"
        verdict = ("The Bakufu judges:", *one.verdict.split("\n"), *settles, *costs) if judged else ()
        paper = Edict(
            code=one.code,
            url=address_of(press, one.code),
            authority=AUTHORITIES["bakufu"],
            seal=SEALS["bakufu"],
            title="Judgement" if judged else "Petition",
            paragraphs=(*asked, *verdict),
            when=one.when,
            is_a="petition",
            to=" and ".join(side.name for side in (one.clan, one.against) if side),
        )
        yield Item(str(one.number), f"{one.code}, of {one.clan.name}", one.clan.id, paper)


@KINDS.add("patents", "Patents", "patent", AT_COURT, single(edict), "Nobody holds a title.", pack=False)
def patent_items(press: Press) -> Iterator[Item]:
    """The patents of all titles that somebody living holds; public."""
    era = press.scenario.era
    for one in held(press.session):
        asked = f"It was asked for by {one.asked_by}. " if one.asked_by else ""
        paper = Edict(
            code="",
            url=press.make_url("/bows/"),
            authority=AUTHORITIES[one.comes_from],
            seal=SEALS[one.comes_from],
            title=one.words,
            paragraphs=(
                f"{one.holder} of {one.clan.name} is {one.words}, and is to be announced so by all.",
                f"{asked}It was granted by {one.granted}." if one.granted else "It has been held of old.",
            ),
            when=one.when or f"{era.name} {era.year(press.scenario.first_year)}",
            is_a="page: who bows to whom",
            to=one.holder,
        )
        yield Item(one.id, f"{one.words}, {one.holder}", one.clan.id, paper)


@KINDS.add(
    "income_statement",
    "Income statements",
    "income statement",
    SEES_BOOKS,
    single(income_statement),
    "Nothing has been booked this year.",
)
def statement_items(press: Press) -> Iterator[Item]:
    """The statement of the present year of every clan of the desk that has or had anything; the season on it is only
    that of printing."""
    now = standing(press.session, press.scenario)
    minded = books.clans_kept(press.session, press.desk)
    for one in books.statements(press.session, press.scenario, minded, now.year):
        if not one.lines and not any(one.left):
            continue
        parts = tuple(
            StatementPart(
                group.title,
                group.rice,
                group.cash,
                tuple(
                    StatementLine(line.label, line.details, line.section, line.rice, line.cash) for line in group.lines
                ),
                kept(one.savings) if group.key == books.SAVINGS and one.savings else "",
            )
            for group in one.groups
        )
        sheet = IncomeStatement(
            clan=one.clan, year=one.year, when=now.when, brought=one.brought, left=one.left, parts=parts
        )
        yield Item(one.clan.id, one.clan.name, one.clan.id, sheet, replace(sheet, when=""))


def kept(one: Savings) -> str:
    """How it came about what was kept (R22)."""
    parts = "".join(
        f" + {percent}% of {whole} {onset.KIND[kind]} = {part}" for kind, (whole, percent, part) in one.parts.items()
    )
    return (
        f"{one.unspent} unspent. Kept is at most the opening treasury {one.opening}{parts}, together {one.limit}; so "
        f"{one.carried} was kept, in cash (R22)."
    )


@KINDS.add(
    "planning_sheet",
    "Planning sheets",
    "planning sheet",
    SEES_BOOKS,
    single(planning_sheet),
    "This desk minds no clan.",
)
def planning_items(press: Press) -> Iterator[Item]:
    """The planning sheets of the clans of a desk, those that are played first."""
    session, scenario = press.session, press.scenario
    now, savings = standing(session, scenario), onset.savings(session, scenario)
    coming = books.next_season(session)
    for one in books.accounts(session, press.desk):
        found = works.of_clan(session, scenario, one.clan.id)
        sheet = PlanningSheet(
            clan=one.clan,
            when=now.when,
            next_season=coming,
            rice=one.rice,
            cash=one.cash,
            keeps=savings[one.clan.id].limit,
            winter=found.winter,
            fields=tuple(
                RaisedField(land.name, land.value, land.raised, land.announced, land.left)
                for land in books.fields(session, one.clan.id)
            ),
            works=tuple(to_keep(session, scenario, one.clan.id, found)),
            under_way=tuple(
                f"Being built: {work.what} in {work.where}, ready in winter {work.ready}"
                f"{f'; {work.waits}' if work.waits else ''}"
                for work in found.under_way
                if not work.lost_to
            ),
            offers=tuple(offers(found)),
        )
        yield Item(one.clan.id, one.clan.name, one.clan.id, sheet)


def to_keep(session: Session, scenario: Scenario, clan: str, found: works.WorksView) -> Iterator[KeptWork]:
    """What costs a clan upkeep: this winter, or in other seasons what all that stands will cost."""
    if found.winter:
        for one in upkeep.upkeep(session, scenario, clan):
            yield KeptWork(one.line.what, one.line.where_and_why, one.line.points, one.paid)
    else:
        for work in found.standing:
            yield KeptWork(work.what, work.where, work.upkeep)


def offers(found: works.WorksView) -> Iterator[Offer]:
    """What a clan may order or put in order again, and where (R24, R25)."""
    prices = found.prices
    for kind, sites in (("castle", found.castles), ("fortress", found.fortresses)):
        free = ", ".join(site.name for site in sites if not site.hindrance)
        if free:
            yield Offer(kind.capitalize(), str(prices.cost[kind]), free)
    for one in found.abandoned:
        yield Offer(f"Abandoned {one.what.lower()}", f"{one.cost} to have it back", one.where)
    if found.grounds:
        yield Offer("Public building", f"{prices.building} or more", "any province or place of the clan")
