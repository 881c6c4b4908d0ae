"""Something of its own is planted in every secret field of every row; what each role can get is searched for all of it.

Who may be told what is not written here: the tables declare it (control/kernel/rows/base.py), and the game row by row.
What there is to ask comes from the program: every address of the table of routes, every kind of printout. Papers are
read with the codes on them, workbooks cell by cell. A new table is planted by itself, a new route or paper is asked.
"""

from __future__ import annotations

import io
import re
from zipfile import ZipFile

import pytest
from sqlalchemy import JSON, Boolean, String, Text, and_, cast, false, insert, inspect, or_, select, true, update

import printouts.codes
from control.kernel.audience import readable
from control.kernel.rows import Announcement, Ruling
from control.kernel.state_questions import parts, seen
from control.sengoku.game import SENGOKU
from control.sengoku.paper.press import KINDS
from control.sengoku.politics.letters_questions import letters_seen
from control.sengoku.rows import Notice, NoticeTo
from control.sengoku.rules.desks import DESKS
from tests import games
from tests.conftest import sign_in
from tests.games import Hall, close
from tests.paper.reading import pages_of
from tests.secrecy.test_routes import PAGES
from tests.test_questions_asked import a_full_day

AT = "2026-11-22T10:00:00+00:00"
OTHERS = ("public", *(desk for desk in DESKS if desk != "game"))
PLANTED = re.compile(r"Kanari\d+|(?<![\w.,#-])6\d\d,?\d{3}(?![\w-])")
WORDS = {
    "columns_reason", "cover", "dowry", "fact", "note", "owes", "question", "reason", "report", "sentence", "steps",
    "terms", "text", "through", "umpire", "what", "why", "witness", "words", "petition.matter", "petition.verdict",
    "player.name", "work.name",
}  # fmt: skip
"""What people wrote, by column, or by table and column where others mean something else by it."""
NUMBERS = {
    "amount", "cash", "costs", "points", "rice", "total", "treaty.due",
}  # fmt: skip
CLOSED = {
    "abandoned", "action", "after", "against", "age", "allowance", "ancestor", "answer", "answered", "arguments",
    "asked", "asked_by", "at", "attacker_tactic", "attitude", "attitude_proposal.steps", "audience",
    "battle_round.report", "battles", "before", "began", "begins", "begun_with", "breaks", "card", "castle",
    "castle_since", "cause", "changes", "closed", "code", "colour", "columns", "cookies", "counters", "decided",
    "deed", "defender_tactic", "delivered", "desk", "desks", "dice", "due", "due_in", "effect", "ended_by", "ends",
    "entry", "experience", "fate", "finished", "first_season", "fortification", "given", "grade", "granted",
    "halted", "hash", "held_by", "home_place", "home_province", "intrinsic", "issue", "items", "job",
    "journal.umpire", "kanji", "key", "kind", "known_to", "last", "late", "late_minutes", "late_phase", "left",
    "letter", "levels", "locked_at", "lord", "lost", "made_with", "matter", "minutes", "moment", "name", "number",
    "option", "options", "ordered", "outcome", "paper", "phase", "raised", "rank", "ranks", "ready",
    "relation", "result",
    "rice_value", "role", "rounds", "route", "rule_set", "ruling", "run", "scenario", "scenario_file.text",
    "sealed", "season", "seasons", "seconds", "secret", "seed", "service", "settled_by", "sex", "shows", "since",
    "source", "spot", "stage", "state", "stirs", "stock", "strength", "stretch", "tactic", "target", "temple",
    "text_colour", "title",
    "treaty.through", "turn", "told", "told_by", "troops", "until", "value", "verdict", "version", "walked", "winner",
    "wounded_in", "written", "year",
}  # fmt: skip
"""What says nothing of its own: one of a few words, a moment, a key, a code on paper; and how large a force is, which
is planted in test_routes.py: so many counters would all be printed."""
WAYS = {"words": WORDS, "numbers": NUMBERS, "closed": CLOSED}
FILLED = {"reaction": {"matter": "letter", "answer": "friendly"}, "tampering": {"deed": "open"}}
"""What a row says that is made up for a table without any, where a page looks up what it says."""


ON_PAGES = {
    # whoever signs in reads what was announced to him, who minds whom, and whom he lets in at the door
    "announcement": lambda _session, role: or_(
        Announcement.desks == [], cast(Announcement.desks, Text).contains(f'"{role}"')
    ),
    "duty": lambda _session, _role: true(),
    "player": lambda _session, _role: true(),
    # the entries that his desk may read; the state has them for those inside alone
    "journal": lambda _session, role: readable(SENGOKU, role),
    "journal_apart": lambda _session, role: true() if role in SENGOKU.apart else false(),
    # what he has to tell the clans that he minds
    "notice": lambda _session, role: Notice.id.in_(select(NoticeTo.notice).where(NoticeTo.desk == role)),
    "notice_to": lambda _session, role: NoticeTo.desk == role,
    # every desk reads how the rules are read, Team Control the secret rulings too
    "ruling": lambda _session, role: true() if role == "team" else Ruling.secret.is_(False),
    # his own letters before they have come to hand, one by one
    "letter": letters_seen,
}
"""Where pages tell a desk more than the state does, and which rows."""


def kept_secret(model):
    """The columns of a table that not everybody may read, but for keys."""
    everybody = model.in_state and "public" in SENGOKU.desks(*(model.state_for or model.seen_by or ()))
    for column in model.__table__.columns:
        is_key = column.primary_key or column.foreign_keys
        if not (is_key or isinstance(column.type, Boolean) or (everybody and column.name not in model.columns_for)):
            yield column


def way_of(column):
    """What is planted in a column: words, numbers, or nothing (closed); empty if nobody has said."""
    for name in (f"{column.table.name}.{column.name}", column.name):
        for way, names in WAYS.items():
            if name in names:
                return way
    return ""


def test_of_every_column_that_not_everybody_may_read_it_is_said_what_is_planted_there():
    unsaid = [str(column) for model in SENGOKU.tables.values() for column in kept_secret(model) if not way_of(column)]
    assert unsaid == []


def played(hall):
    """A day with something of everything."""
    a_full_day(hall)
    for stage in (games.to_petitions, games.to_claimed, games.to_shogunless):
        stage(hall)


def fill(session, table):
    """A row for a table that has none, of what is there already."""
    row = {}
    for column in table.columns:
        key = next(iter(column.foreign_keys), None)
        if key is not None:
            row[column.name] = session.scalar(select(key.column).order_by(key.column)) if not column.nullable else None
        elif not column.nullable:
            moment = AT if column.name in ("at", "began") else ""
            row[column.name] = [] if isinstance(column.type, JSON) else moment if isinstance(column.type, String) else 1
    session.execute(insert(table).values(**row | FILLED.get(table.name, {})))


def plant(session):
    """Plant something in every secret field of every row; all of it, and what each role may be told."""
    everything, may = {}, {role: set() for role in OTHERS}
    for name, model in SENGOKU.tables.items():
        table = model.__table__
        columns = [column for column in kept_secret(model) if way_of(column) in ("words", "numbers")]
        if not columns:
            continue
        if session.execute(select(table).limit(1)).first() is None:
            fill(session, table)
        keys = list(table.primary_key.columns)
        told = {role: seen_by(session, model, role) for role in OTHERS}
        for key in session.execute(select(*keys)).all():
            sown = {}
            for column in columns:
                number = len(everything) + 1
                word = f"Kanari{number}" if way_of(column) == "words" else str(600_000 + number)
                value = word if way_of(column) == "words" else 600_000 + number
                sown[column.name] = [value] if isinstance(column.type, JSON) else value
                everything[word] = f"{name}.{column.name} of {tuple(key)}"
                for role, rows in told.items():
                    if tuple(key) in rows and column.name not in model.hidden(SENGOKU, role):
                        may[role].add(word)
            where = [column == value for column, value in zip(keys, key, strict=True)]
            session.execute(update(table).where(*where).values(**sown))
    return everything, may


def seen_by(session, model, role):
    """The keys of the rows that a role may be told of: as in the state, and where a page is for others by design."""
    keys, name = inspect(model).primary_key, model.__tablename__
    desks = SENGOKU.desks(*(model.seen_by or ("*inside",)))
    which = None
    if model.in_state in parts(SENGOKU, role):
        which = and_(true(), *seen(session, model, role))
    if role != "public" and name in ON_PAGES:
        which = or_(which if which is not None else false(), ON_PAGES[name](session, role))
    if which is None and not model.in_state and role in desks:
        which = true()
    return set() if which is None else {tuple(key) for key in session.execute(select(*keys).where(which))}


@pytest.fixture(scope="module")
def sown(open_stage, tmp_path_factory):
    """The hall of the planted game, all that was planted, and what each role may be told of it."""
    hall = Hall(open_stage("start", tmp_path_factory.mktemp("sown") / "game.db"))
    played(hall)
    with hall.room.store.write() as session:
        everything, may = plant(session)
    yield hall, everything, may
    close(hall.room)


def leaks(sown, role, words):
    """What a role is told in these words that it may not know."""
    _, everything, may = sown
    found = {one.replace(",", "") for one in PLANTED.findall(words)}
    return sorted(everything[one] for one in found if one in everything and one not in may[role])


def read(answer):
    """All that an answer says: its words, or those of the paper or workbook that it is, and its headers."""
    body = next(iter(answer.response)) if answer.mimetype == "text/event-stream" else answer.get_data()
    body = body.encode() if isinstance(body, str) else body
    if body.startswith(b"%PDF"):
        words = " ".join(pages_of(body))
    elif body.startswith(b"PK"):
        with ZipFile(io.BytesIO(body)) as packed:
            words = " ".join(packed.read(name).decode("latin-1") for name in packed.namelist())
    else:
        words = body.decode("utf-8", "replace")
    answer.close()
    return f"{words}\n{answer.headers}"


def addresses(role):
    """Every address that a role may look at, every part of the state, every paper; tables as workbooks too."""
    who = None if role == "public" else role
    mine = [(route, at) for route, (roles, at, _) in PAGES.items() if route.startswith("GET ") and who in roles]
    yield from (at for _, at in mine)
    yield from (at.replace(".csv", ".xlsx") for route, at in mine if route.endswith(".<kind>"))
    yield from (f"/api/state/{name}" for name in parts(SENGOKU, role))
    yield from (f"/print/{kind.key}.pdf" for kind in KINDS.values() if role in kind.desks)


@pytest.fixture
def codes(monkeypatch):
    """What stands in the QR codes that are drawn."""
    drawn, draw = [], printouts.codes.modules
    monkeypatch.setattr("printouts.codes.modules", lambda data: drawn.append(data) or draw(data))
    return drawn


@pytest.mark.parametrize("role", OTHERS)
def test_nobody_is_told_what_the_tables_keep_from_him(sown, app_of, codes, role):
    client = sign_in(app_of(sown[0]), None if role == "public" else role)
    found = {}
    for address in addresses(role):
        answer = client.get(address)
        assert answer.status_code < 500, f"{address} says nothing, so nothing is proved"
        if leaked := leaks(sown, role, f"{read(answer)} {' '.join(codes)}"):
            found[address] = leaked
        codes.clear()
    assert found == {}


def test_what_was_planted_is_found_by_those_who_may_be_told(sown, app_of):
    """Or nothing would be proved: on a page, on paper, in a table, in a workbook."""
    hall, everything, may = sown
    for role, address in (
        ("team", "/team/takeda"),
        ("team", "/print/income_statement.pdf"),
        ("team", "/books/takeda/bookings.csv"),
        ("team", "/books/takeda/bookings.xlsx"),
        ("npd", "/api/state"),
        ("intelligence", "/shadows/1"),
    ):
        words = read(sign_in(app_of(hall), role).get(address))
        assert {one.replace(",", "") for one in PLANTED.findall(words)} & set(everything) & may[role], address
