"""The edicts of the Bakufu (handbook 8): issued in the name of the Shogun, of the Emperor or its own, and withdrawn."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import Code
from control.kernel.errors import ChangedElsewhere
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.politics.bakufu.edicts_questions import AUTHORITIES
from control.sengoku.rows import Edict
from control.sengoku.rules.desks import AT_COURT, DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.titles_questions import vacancies

LONGEST = 2000


class IssueEdict(Forcible, Slip):
    """An edict in the name of ``authority``; each line of the ``text`` is a paragraph."""

    authority: one_of("the name it is given in", *AUTHORITIES)
    title: text("a title", 3, 80)
    text: text("the edict", 3, LONGEST, lines=True)

    def facts(self) -> tuple[str, ...]:
        """In whose name it is."""
        return (self.authority,)

    def wording(self) -> str:
        """The edict itself: its title is often the umpire's."""
        return str(self.text)


@action("edict.issue", title="Issue an edict", order=IssueEdict, desks=AT_COURT, seen_by=DESKS)
def issue(world: World, order: IssueEdict) -> str:
    """Issue an edict: it has a code from then on, and everybody may read it."""
    if vacant := vacancies(world.session).get(order.authority):
        world.forbid(f"{vacant} Issue it in the name of somebody who is there.", field="authority", ruling="H8")
    new = world.number("edict")
    one = Edict(
        id=new,
        code=str(Code("E", new)),
        authority=order.authority,
        title=order.title,
        text=order.text,
        year=world.game.year,
        season=world.game.season,
        withdrawn=False,
    )
    world.session.add(one)
    world.session.flush()
    return f"Edict {one.code} was issued in the name of {AUTHORITIES[one.authority]}: “{one.title}”."


class WithdrawEdict(Order):
    """An edict that no longer holds, and why."""

    edict: number(1, 10**6, "the number of an edict")
    reason: text("a reason", 3)


@action("edict.withdraw", title="Withdraw an edict", order=WithdrawEdict, desks=AT_COURT, seen_by=DESKS)
def withdraw(world: World, order: WithdrawEdict) -> str:
    """Withdraw an edict; it stays on record."""
    one = world.get(Edict, order.edict, "edict")
    if one.withdrawn:
        raise ChangedElsewhere(f"Edict {one.code} was withdrawn already.", field="edict")
    one.withdrawn = True
    return f"Edict {one.code}, “{one.title}”, was withdrawn: {order.reason}."
