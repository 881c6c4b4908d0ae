"""What players get each season, as the printouts want it: letters, edicts, income statements, planning sheets. Each
desk gets those of the clans it minds (handbook 2, 5 and 8; R21 to R25, R34)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.printing.kinds import MakeUrl
from control.sengoku.books import books_questions as books
from control.sengoku.books import onset_questions as onset
from control.sengoku.books import upkeep_questions as upkeep
from control.sengoku.books import works_questions as works
from control.sengoku.politics import letters_questions as letters
from control.sengoku.politics import petitions_questions as petitions
from control.sengoku.politics.edicts_questions import AUTHORITIES
from control.sengoku.politics.letters_questions import LetterView
from control.sengoku.politics.petitions_questions import PetitionView
from control.sengoku.rows import Edict as EdictRow
from control.sengoku.rules.economy import Savings
from control.sengoku.scenario.model import Scenario
from control.sengoku.world import calls_questions as calls
from control.sengoku.world.calls_questions import CallView
from control.sengoku.world.standing_questions import standing
from control.sengoku.world.titles_questions import HeldTitle, held
from printouts.books.income_statement import IncomeStatement, StatementLine, StatementPart
from printouts.books.planning_sheet import KeptWork, Offer, PlanningSheet, RaisedField
from printouts.politics.edict import Edict
from printouts.politics.letter import Letter

SEALS = {"shogun": "将軍之印", "emperor": "天皇之印", "bakufu": "幕府之印"}
"""Whose seal an edict bears: "seal of the …"."""


def edict_data(session: Session, scenario: Scenario, make_url: MakeUrl) -> list[tuple[int, Edict]]:
    """The edicts in force, with their numbers; public."""
    return [
        (
            one.id,
            Edict(
                code=one.code,
                url=make_url(f"/c/{one.code}"),
                authority=AUTHORITIES[one.authority],
                seal=SEALS[one.authority],
                title=one.title,
                paragraphs=tuple(one.text.split("\n")),
                when=f"{one.season} {one.year}, {scenario.era.name} {scenario.era.year(one.year)}",
            ),
        )
        for one in session.scalars(select(EdictRow).where(EdictRow.withdrawn.is_(False)).order_by(EdictRow.id))
    ]


def call_data(session: Session, scenario: Scenario, make_url: MakeUrl, desk: str) -> Iterator[tuple[CallView, Edict]]:
    """The calls and levies that a desk may know and that stand: a letter each, with room for the answer."""
    for one in calls.calls(session, desk):
        if one.withdrawn:
            continue
        levy, part = one.kind == "points", () if one.kind == "command" else ("We obey in part, with",)
        due = f"By the end of {one.by} {one.clan.name} is to {'pay' if levy else 'provide'}: {one.wanted}."
        paper = Edict(
            code=one.code,
            url=make_url(f"/c/{one.code}"),
            authority=AUTHORITIES["shogun"],
            seal=SEALS["bakufu"],
            title="Levy" if levy else "Call to arms",
            paragraphs=(due, *filter(None, one.terms.split("\n")), "It may be excused, but not ignored."),
            when=one.given_in,
            is_a="call",
            to=one.clan.name,
            answers=("We obey", *part, "We beg leave, since", "We refuse"),
        )
        yield one, paper


def petition_data(
    session: Session, scenario: Scenario, make_url: MakeUrl, desk: str
) -> Iterator[tuple[PetitionView, Edict]]:
    """The petitions that a desk may know: as they were filed, and as judgements once they are decided."""
    for one in petitions.petitions(session, desk):
        if one.state == "withdrawn":
            continue
        asked = (f"{one.clan.name} asks the Bakufu to judge. {one.about}:", *one.matter.split("\n"))
        costs = (f"{one.payer} pays costs of {one.costs}.",) if one.costs else ()
        settles = tuple(f"It settles {what}." for what in (one.settles, one.land) if what)
        judged = one.state == "decided"
        verdict = ("The Bakufu judges:", *one.verdict.split("\n"), *settles, *costs) if judged else ()
        paper = Edict(
            code=one.code,
            url=make_url(f"/c/{one.code}"),
            authority=AUTHORITIES["bakufu"],
            seal=SEALS["bakufu"],
            title="Judgement" if judged else "Petition",
            paragraphs=(*asked, *verdict),
            when=one.when,
            is_a="petition",
            to=" and ".join(side.name for side in (one.clan, one.against) if side),
        )
        yield one, paper


def patent_data(session: Session, scenario: Scenario, make_url: MakeUrl) -> Iterator[tuple[HeldTitle, Edict]]:
    """The patents of all titles that somebody living holds; public."""
    for one in held(session):
        by = AUTHORITIES[one.comes_from]
        asked = f"It was asked for by {one.asked_by}. " if one.asked_by else ""
        paper = Edict(
            code="",
            url=make_url("/bows/"),
            authority=by,
            seal=SEALS[one.comes_from],
            title=one.words,
            paragraphs=(
                f"{one.holder} of {one.clan.name} is {one.words}, and is to be announced so by all.",
                f"{asked}It was granted by {one.granted}." if one.granted else "It has been held of old.",
            ),
            when=one.when or f"{scenario.era.name} {scenario.era.year(scenario.first_year)}",
            is_a="page: who bows to whom",
            to=one.holder,
        )
        yield one, paper


def letter_data(session: Session, make_url: MakeUrl, desk: str, clan: str) -> Iterator[tuple[LetterView, Letter]]:
    """The letters that a desk, or one clan, has on its hands: the recipient's that can be handed over now, the sender's
    that is not posted yet. Nothing on a sheet tells what becomes of it."""
    post = letters.post(session, desk, clan)
    for one in sorted((*post.to_deliver, *post.written), key=lambda one: one.number):
        yield one, Letter(one.code, make_url(f"/c/{one.code}"), one.sender, one.recipient, one.when.lower(), one.text)


def statement_data(session: Session, scenario: Scenario, desk: str) -> list[tuple[str, IncomeStatement]]:
    """The statements of the present year, of every clan of a desk that has or had anything, with the clan's id."""
    now = standing(session, scenario)
    minded = books.clans_kept(session, desk)
    return [
        (
            one.clan.id,
            IncomeStatement(
                clan=one.clan,
                year=one.year,
                when=now.when,
                brought=one.brought,
                left=one.left,
                parts=tuple(
                    StatementPart(
                        group.title,
                        group.rice,
                        group.cash,
                        tuple(
                            StatementLine(line.label, line.details, line.section, line.rice, line.cash)
                            for line in group.lines
                        ),
                        kept(one.savings) if group.key == books.SAVINGS and one.savings else "",
                    )
                    for group in one.groups
                ),
            ),
        )
        for one in books.statements(session, scenario, minded, now.year)
        if one.lines or any(one.left)
    ]


def kept(one: Savings) -> str:
    """How it came about what was kept (R22)."""
    parts = "".join(
        f" + {percent}% of {whole} {onset.KIND[kind]} = {part}" for kind, (whole, percent, part) in one.parts.items()
    )
    return (
        f"{one.unspent} unspent. Kept is at most the opening treasury {one.opening}{parts}, together {one.limit}; so "
        f"{one.carried} was kept, in cash (R22)."
    )


def planning_data(session: Session, scenario: Scenario, desk: str) -> Iterator[tuple[str, PlanningSheet]]:
    """The planning sheets of the clans of a desk, those that are played first, with the clan's id."""
    now, savings = standing(session, scenario), onset.savings(session, scenario)
    coming = books.next_season(session)
    for one in books.accounts(session, desk):
        found = works.of_clan(session, scenario, one.clan.id)
        yield (
            one.clan.id,
            PlanningSheet(
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
            ),
        )


def to_keep(session: Session, scenario: Scenario, clan: str, found: works.WorksView) -> Iterator[KeptWork]:
    """What costs a clan upkeep: this winter, or in other seasons what all that stands will cost."""
    if found.winter:
        for one in upkeep.upkeep(session, scenario, clan):
            yield KeptWork(one.line.what, one.line.where, one.line.points, one.paid)
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
