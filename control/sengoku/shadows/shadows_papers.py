"""The report slips on paper. They are printed from their desk alone: the manifest of what was printed, which other
desks read, would count them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.sengoku.rows import Commission
from control.sengoku.scenario.model import Scenario
from control.sengoku.shadows.shadows_questions import commissions
from printouts.paper import Paper
from printouts.shadows.report_slip import ReportSlip, report_slip


def slips(session: Session, scenario: Scenario, number: int = 0) -> bytes | None:
    """The PDF of one slip, or of all that are written and not taken to their Controllers; None if there is none."""
    which = (Commission.id == number,) if number else (Commission.delivered == "",)
    found = [
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
    paper = Paper("Report slips")
    for one in found:
        report_slip(paper, one)
    return paper.finish()
