"""Sessions that only read, and questions that are asked once of the moment they see; and the session that writes.

Many parts of one page ask the same of the game. A session that reads sees one moment of it, so an answer holds until
the session lets go of that moment, and goes with it. A session that may write keeps no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from sqlalchemy import Select, event
from sqlalchemy.orm import Session, SessionTransaction


class Writing(Session):
    """The session that writes. It holds every row that it has met: SQLAlchemy lets go of those that nobody has at
    hand, and what was changed, what must be true of it and where the journal's index finds it ask for them again."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.held: list[Any] = []


@event.listens_for(Writing, "loaded_as_persistent")
@event.listens_for(Writing, "pending_to_persistent")
def hold(session: Writing, row: Any) -> None:
    """Hold a row that was read, or is new."""
    session.held.append(row)


Ask = TypeVar("Ask", bound=Callable[..., Any])
Key = TypeVar("Key")
Of = TypeVar("Of")
ANSWERS = "answers"


class Reading(Session):
    """A session that sees one moment of the game and changes nothing."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.info[ANSWERS] = {}


@event.listens_for(Reading, "after_transaction_end")
def forget(session: Session, _transaction: SessionTransaction) -> None:
    """Another moment: nothing that was answered holds any more."""
    session.info[ANSWERS] = {}


def asked_once(ask: Ask) -> Ask:
    """A question that a session which reads asks once of a moment. Its answer is shared: nobody may change it."""

    @wraps(ask)
    def asked(session: Session, *about: Any) -> Any:
        answers = session.info.get(ANSWERS)
        if answers is None:
            return ask(session, *about)
        if (ask, *about) not in answers:
            answers[(ask, *about)] = ask(session, *about)
        return answers[(ask, *about)]

    return asked  # type: ignore[return-value]


def knows(session: Session, ask: Callable[..., Any], *about: Any, answer: Any) -> None:
    """Tell a session that reads the answer to such a question, since it was asked for together with others."""
    if (answers := session.info.get(ANSWERS)) is not None:
        answers[(ask.__wrapped__, *about)] = answer  # type: ignore[attr-defined]


def by_key(session: Session, found: Select[Key, Of]) -> dict[Key, Of]:
    """What is found for each key: pairs of a key and something as a mapping."""
    return {key: of for key, of in session.execute(found)}  # noqa: C416 (typed rows)
