"""Drafts that must not lie on a device: what an umpire has typed into a form of a secret page and not sent yet.

They are no part of the game: nothing is decided by them, no journal, copy or undo knows of them. So they lie in a
small file of their own beside the game, and without that file only drafts are gone. They belong to one sign-in
and go with it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path

from control.kernel.database.shared import Away, Shared

LARGEST = 400_000  # characters of one draft: a whole position that is typed in, and what stood there before
MOST = 40  # drafts of one sign-in; the oldest gives way
OLD = 7 * 24 * 3600  # seconds: nobody comes back to an older one


class SharedDrafts:
    """The drafts of all sign-ins of a game on PostgreSQL, whichever process they were typed at."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def keep(self, sign_in: str, form: str, draft: str) -> None:
        """Keep the draft of a form in place of the one before; an empty one is none."""
        with suppress(Away), self._shared.held(f"draft/{sign_in}") as held:
            held.document.pop(form, None)
            if draft:
                held.document[form] = draft
            for old in list(held.document)[:-MOST]:
                del held.document[old]
        with suppress(Away):
            self._shared.wipe_old("draft/", OLD)

    def of(self, sign_in: str) -> dict[str, str]:
        """The drafts of a sign-in, by their forms."""
        return {form: str(draft) for form, draft in self._shared.read(f"draft/{sign_in}").document.items()}

    def wipe(self, sign_in: str) -> None:
        """All drafts of a sign-in go."""
        with suppress(Away):
            self._shared.wipe(f"draft/{sign_in}")


class Drafts:
    """The drafts of all sign-ins, in ``file``; only as long as the program runs where there is none."""

    def __init__(self, file: Path | None) -> None:
        self._file = str(file) if file else ":memory:"
        self._lock = threading.Lock()
        self._open: sqlite3.Connection | None = None

    def _connection(self) -> sqlite3.Connection:
        """The file, made at the first draft: a game without drafts has none beside it."""
        if self._open is None:
            found = sqlite3.connect(self._file, check_same_thread=False, isolation_level=None, timeout=2)
            found.execute(
                "CREATE TABLE IF NOT EXISTS draft (sign_in TEXT, form TEXT, draft TEXT, at REAL,"
                " PRIMARY KEY (sign_in, form)) WITHOUT ROWID"
            )
            found.execute("PRAGMA secure_delete = ON")
            found.execute("DELETE FROM draft WHERE at < ?", (time.time() - OLD,))
            self._open = found
        return self._open

    def keep(self, sign_in: str, form: str, draft: str) -> None:
        """Keep the draft of a form in place of the one before; an empty one is none."""
        with self._lock, contextlib.suppress(sqlite3.Error):  # a full disk takes no draft, and that is no fault
            to = self._connection()
            if not draft:
                to.execute("DELETE FROM draft WHERE sign_in = ? AND form = ?", (sign_in, form))
                return
            to.execute("INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?)", (sign_in, form, draft, time.time()))
            to.execute(
                "DELETE FROM draft WHERE sign_in = ? AND form NOT IN"
                " (SELECT form FROM draft WHERE sign_in = ? ORDER BY at DESC LIMIT ?)",
                (sign_in, sign_in, MOST),
            )

    def of(self, sign_in: str) -> dict[str, str]:
        """The drafts of a sign-in, by their forms."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self._open is None and self._file != ":memory:" and not Path(self._file).exists():
                return {}
            found = self._connection().execute("SELECT form, draft FROM draft WHERE sign_in = ?", (sign_in,))
            return {str(form): str(draft) for form, draft in found}
        return {}

    def wipe(self, sign_in: str) -> None:
        """All drafts of a sign-in go."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self._open is not None or Path(self._file).exists():
                self._connection().execute("DELETE FROM draft WHERE sign_in = ?", (sign_in,))
