"""The report slips on paper. They are printed from their desk alone: the manifest of what was printed, which other
desks read, would count them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.kernel.printing.making import stamp_of
from control.kernel.printing.manifest_questions import usual_stock
from control.sengoku.rows import Commission
from control.sengoku.rules.covert import CAUGHT, KINDS
from control.sengoku.scenario.model import Scenario
from control.sengoku.shadows.shadows_questions import commissions
from control.sengoku.world.standing_questions import standing
from printouts.paper import Paper
from printouts.shadows.report_slip import ReportSlip, report_slip
from printouts.shadows.shadows_sheet import ShadowsSheet, shadows_sheet


def slips(session: Session, scenario: Scenario, number: int = 0) -> bytes | None:
    """The PDF of one slip, or of all that are written and not taken to their Controllers; None if there is none. Where
    somebody was caught there is another for those whom it was against."""
    which = (Commission.id == number,) if number else (Commission.delivered == "",)
    found = [
        ReportSlip(
            client=one.hears,
            what="Caught",
            target=one.against.name,
            question="",
            paragraphs=(one.caught,),
            when=one.when.capitalize(),
            person=one.against.name if one.within else "",
            court=one.at_court,
        )
        for one in commissions(session, scenario, Commission.outcome.in_(CAUGHT), *which)
        if one.caught
    ]
    found += [
        ReportSlip(
            client=one.client.name,
            what=one.what,
            target=one.against.name,
            question=one.question,
            paragraphs=tuple(one.report.splitlines()),
            when=one.when.capitalize(),
        )
        for one in commissions(session, scenario, Commission.report != "", *which)
    ]
    if not found:
        return None
    paper = Paper("Report slips", stock=usual_stock(session), stamp=stamp_of(session))
    for one in found:
        report_slip(paper, one)
    return paper.finish()


def job(session: Session, scenario: Scenario) -> bytes:
    """The desk's one page, as PDF, with what waits: from it one goes on when the laptop dies."""
    table = scenario.covert
    needs = [f"{KINDS[kind]} {needed}" for kind, needed in table.difficulty.items()]
    needs += [f"{KINDS[kind]} against a head of clan {needed}" for kind, needed in table.guarded.items()]
    money = [f"{points} adds {adds}" for points, adds in table.money]
    waiting = commissions(session, scenario, Commission.delivered == "")
    sheet = ShadowsSheet(
        when=standing(session, scenario).when,
        needs=f"{', '.join(needs)}.",
        money=f"Points: {', '.join(money)}, and no more.",
        waiting=tuple(
            (one.client.name, f"{one.what}: {one.against.name}", str(one.points), one.came or "to roll for")
            for one in waiting
        ),
    )
    paper = Paper("The job in the shadows", stock=usual_stock(session), stamp=stamp_of(session))
    shadows_sheet(paper, sheet)
    return paper.finish()
