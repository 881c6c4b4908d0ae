"""Changing a file of the scenario that the game carries: checked first, with a reason, undone like anything else."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.digests import hash_of
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_in
from control.kernel.hall.rulings.rulings_actions import announce, note
from control.kernel.hall.scenario.scenario_questions import may_change, scenario_in, scenario_with
from control.kernel.roles import LEAD
from control.kernel.rows import Entry, ScenarioFile
from control.kernel.scenarios.faults import ScenarioFaults
from control.kernel.typed import Order, text, whole_text


class ChangeScenario(Order):
    """A file of the scenario by its path, its whole new text, and why. ``now`` is the hash of the text that was shown
    (empty: whatever it is)."""

    file: text("a file of the scenario", 1, 200)
    text: whole_text("the text of the file", 300_000)
    reason: text("a reason", 3)
    now: text("the hash of the text as it was shown", most=64) = ""


@KERNEL_ACTIONS.add(
    "scenario.change",
    title="Change the scenario",
    order=ChangeScenario,
    desks=(LEAD,),
    seen_by=(LEAD,),
    needs="changing",
)
def change(world: World, order: ChangeScenario) -> str:
    """Change a file of the scenario from now on: a table, a list, a briefing; what was decided before stands."""
    path = may_change(world.session, order.file, order.text)
    row = world.session.get(ScenarioFile, path)
    if row is not None and order.now and order.now != row.hash:
        raise ChangedElsewhere("This file was changed since you opened it. Look at it as it is now.", field="text")
    if row is not None and row.text == order.text:
        raise OrderNotUnderstood("That is the file as it is: nothing would be changed.", field="text")
    after = checked(world.session, path, order.text, again=world.replays)
    world.of_game.changing_scenarios.fits(world.session, after)
    if row is None:
        world.session.add(ScenarioFile(path=path, text=order.text, hash=hash_of(order.text)))
    else:
        row.text, row.hash = order.text, hash_of(order.text)
    world.session.flush()
    public = path.startswith(world.of_game.changing_scenarios.public)
    said = f"The scenario’s file {path} was changed."
    note(world, f"{said} {order.reason}", secret=not public)
    if public:
        announce(world, f"{said} {order.reason}")
    return f"{said} Reason: {order.reason}."


def checked(session: Session, path: str, written: str, *, again: bool = False) -> Any:
    """The scenario with a file changed, or changed ``again`` in a replay. Raises OrderNotUnderstood at ``text`` with
    the first fault, the others in its ``more``, each with file, line and column."""
    try:
        return scenario_with(session, path, written, again)
    except ScenarioFaults as wrong:
        first, *others = [OrderNotUnderstood(str(fault), field="text") for fault in wrong.faults]
        first.more = list(others)
        raise first from None


def still_whole(session: Session, entry: Entry) -> None:
    """Refuse to take back a change without which the files would not fit together. Raises OrderNotAllowed."""
    if all(change["table"] != ScenarioFile.__tablename__ for change in entry.changes):
        return
    try:
        game_in(session).changing_scenarios.fits(session, scenario_in(session))
    except ScenarioFaults as wrong:
        raise OrderNotAllowed(
            f"As it was, the file would not fit the others as they are now: {wrong.faults[0]}", field="entry"
        ) from None
