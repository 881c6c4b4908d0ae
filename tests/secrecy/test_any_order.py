"""What a database gives in no order of ours stands in one wherever it is shown. PostgreSQL gives rows as they lie, and
one that was changed lies elsewhere: a page would be another without anything having changed, and a proof would fail.
SQLite gives them the other way round if it is asked to."""

import re

import pytest
from sqlalchemy import event

from tests.conftest import sign_in
from tests.games import Hall, close, copy_of
from tests.secrecy.test_planted import a_day, addresses  # noqa: F401  # a fixture
from tests.secrecy.test_silence import clock  # noqa: F401  # a fixture

ANEW = re.compile(
    r'data-sign-in="[^"]*"|name="key" value="[^"]*"|<a class="small-clock.*?</a>|\b\d\d:\d\d(:\d\d)?\b|/\S*game\.db\S*'
    r'|data-journal="\d+"|(now|journal)("|&#34;): ?\d+|^(id|data): \d+$',
    re.DOTALL | re.MULTILINE,
)
"""What is another each time that a page is asked for, or another file's."""


def turned_round(connection, _record):
    """Rows that nothing puts in order come from the last to the first."""
    connection.execute("PRAGMA reverse_unordered_selects=ON").close()


def told(client, at):
    """What an address answers, but for what is new each time."""
    with client.get(at) as answer:
        body = next(iter(answer.response)) if answer.mimetype == "text/event-stream" else answer.get_data()
    return ANEW.sub("", body if isinstance(body, str) else body.decode("utf-8", "replace"))


@pytest.mark.usefixtures("clock")  # how late an order is, is told in minutes
@pytest.mark.parametrize("role", ["game", "map", "team", "npd", "intelligence", "bakufu", "public"])
def test_a_page_is_the_same_in_whatever_order_the_rows_lie(a_day, shipped, app_of, tmp_path, role):  # noqa: F811
    said = []
    for turned in (False, True):
        (folder := tmp_path / str(turned)).mkdir()
        hall = Hall(copy_of(a_day, folder / "game.db", shipped))
        if turned:
            hall.room.store.engine.dispose()
            event.listen(hall.room.store.engine, "connect", turned_round)
        client = sign_in(app_of(hall), None if role == "public" else role)
        pages = (at for at in addresses(role) if not at.startswith(("/static/", "/print/")) and ".xlsx" not in at)
        said.append({at: told(client, at) for at in pages})
        close(hall.room)
    assert len(said[0]) > 30
    assert [at for at, words in said[0].items() if words != said[1][at]] == []
