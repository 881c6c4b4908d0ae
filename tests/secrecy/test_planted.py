"""Something of its own is planted in every secret field of every row; what each role can get is searched for all of it.

Who may be told what is not written here: the tables declare it (control/kernel/rows/base.py), and the game row by row.
What there is to ask comes from the program: every address of the table of routes, every kind of printout, every form
that stands on a page, every action of the registry, every word that can be searched for. Papers are read with the codes
on them, workbooks cell by cell, refusals and errors as whatever else is answered. A new table is planted by itself, a
new route, paper, form or action is asked. What is sent is answered and not kept, so that nothing becomes known by it.
"""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from contextlib import contextmanager, suppress
from zipfile import ZipFile

import pytest
from flask import g
from sqlalchemy import JSON, Boolean, String, Text, and_, cast, false, insert, inspect, or_, select, true, update

import printouts.codes
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.audience import readable
from control.kernel.journal.state_questions import parts, seen
from control.kernel.rows import Announcement, ApartEntry, Ruling, Serial
from control.sengoku.game import SENGOKU
from control.sengoku.paper.press import KINDS
from control.sengoku.politics.letters.letters_questions import letters_seen
from control.sengoku.rows import Army, Clan, Commission, Muster, Notice, NoticeTo, Place, Province
from control.sengoku.rules.desks import DESKS, SEES_SHADOWS
from control.sengoku.world.minding_questions import clans_minded
from tests import games
from tests.actions.plausible import Plausible
from tests.conftest import sign_in
from tests.games import Hall, close, copy_of
from tests.paper.reading import pages_of
from tests.secrecy.test_routes import PAGES
from tests.tags import Tags
from tests.test_questions_asked import a_full_day

AT = "2026-11-22T10:00:00+00:00"
OTHERS = ("public", *(desk for desk in DESKS if desk != "game"))
PLANTED = re.compile(r"Kanari\d+|(?<![\w.,#-])6\d\d,?\d{3}(?![\w-])")
WORDS = {
    "columns_reason", "cover", "dowry", "fact", "note", "owes", "question", "reason", "report", "sentence", "steps",
    "terms", "text", "through", "umpire", "what", "why", "witness", "words", "petition.matter", "petition.verdict",
    "player.name", "table_check.seen", "work.name",
}  # fmt: skip
"""What people wrote, by column, or by table and column where others mean something else by it."""
NUMBERS = {
    "amount", "cash", "costs", "points", "rice", "total", "treaty.due",
}  # fmt: skip
SIZES = {
    "battle_side.intrinsic", "battle_force.lost", "battle_side.lost", "call.given", "counters", "marched", "raised",
    "troops",
}  # fmt: skip
"""How large a force is or was. These are planted for themselves, and asked for by those alone who see no armies: at the
other desks so many counters would all be printed."""
CLOSED = {
    "abandoned", "action", "after", "against", "age", "allowance", "ancestor", "answer", "answered", "arguments",
    "asked", "asked_by", "at", "attacker_tactic", "attitude", "attitude_proposal.steps", "audience", "awaits",
    "battle.steps", "battle_round.report", "battles", "before", "began", "begins", "begun_with", "breaks", "card",
    "castle", "castle_since", "cause", "changes", "closed", "code", "colour", "columns", "cookies", "decided",
    "deed", "defender_tactic", "delivered", "desk", "desks", "dice", "due", "due_in", "effect", "ended_by", "ends",
    "entry", "experience", "fate", "finished", "first_season", "fortification", "given", "grade", "granted",
    "halted", "hash", "heard_by", "held_by", "home_place", "home_province", "issue", "items", "job",
    "journal.umpire", "kanji", "key", "kind", "known_to", "last", "late", "late_minutes", "late_phase", "left",
    "letter", "letter.hostage", "levels", "line", "locked_at", "lord", "made_with", "matter", "minutes", "moment",
    "name", "number",
    "option", "options", "ordered", "outcome", "paper", "phase", "rank", "ranks", "ready",
    "relation", "result",
    "rice_value", "role", "rounds", "route", "rule_set", "ruling", "run", "scenario", "scenario_file.text",
    "sealed", "season", "seasons", "seconds", "secret", "seed", "service", "settled_by", "sex", "shows", "since",
    "source", "spot", "stage", "state", "stirs", "stock", "strength", "stretch", "struck", "tactic", "target", "temple",
    "recovery.lost", "text_colour", "title",
    "treaty.through", "turn", "told", "told_by", "until", "value", "verdict", "version", "victim", "walked", "winner",
    "wounded_in", "written", "year",
}  # fmt: skip
"""What says nothing of its own: one of a few words, a moment, a key, a code on paper."""
WAYS = {"words": WORDS, "numbers": NUMBERS, "sizes": SIZES, "closed": CLOSED}
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
    "journal_apart": lambda _session, role: or_(
        ApartEntry.is_for(role), ApartEntry.audience.is_(None) if role in SENGOKU.apart else false()
    ),
    # what he has to tell the clans that he minds
    "notice": lambda _session, role: Notice.id.in_(select(NoticeTo.notice).where(NoticeTo.desk == role)),
    "notice_to": lambda _session, role: NoticeTo.desk == role,
    # every desk reads how the rules are read, Team Control the secret rulings too
    "ruling": lambda _session, role: true() if role == "team" else Ruling.secret.is_(False),
    # his own letters before they have come to hand, one by one
    "letter": letters_seen,
}
"""Where pages tell a desk more than the state does, and which rows."""


SIZES_ON_PAGES = {
    # what was raised, and is raised, in the books and the plans of the clans that a desk minds
    "province.raised": lambda role: Province.holder.in_(select(Clan.id).where(clans_minded(role))),
    "place.raised": lambda role: Place.holder.in_(select(Clan.id).where(clans_minded(role))),
    "muster.counters": lambda role: Muster.clan.in_(select(Clan.id).where(clans_minded(role))),
    # what a spy may bring home of those he was sent against
    "army.troops": lambda role: (
        Army.clan.in_(select(Commission.target)) if SEES_SHADOWS and role == SEES_SHADOWS[0] else false()
    ),
}
"""Where pages tell a desk of a size that the state keeps from it, and of which rows."""


def told_on_pages(session, keys, column, role):
    """The keys of the rows of which pages tell a role this size."""
    which = SIZES_ON_PAGES.get(str(column))
    if which is None or role == "public":
        return set()
    return {tuple(key) for key in session.execute(select(*keys).where(which(role)))}


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


def sizes_in(everything):
    """Of all that was planted, the sizes."""
    columns = (column for model in SENGOKU.tables.values() for column in kept_secret(model))
    sized = {str(column) for column in columns if way_of(column) == "sizes"}
    return {word for word, where in everything.items() if where.partition(" ")[0] in sized}


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
    session.merge(Serial(name=table.name, last=1))  # the next one made is another


def plant(session, *ways):
    """Plant something in every secret field of every row that is planted so; all of it, and what each role may be
    told."""
    everything, may = {}, {role: set() for role in OTHERS}
    for name, model in SENGOKU.tables.items():
        table = model.__table__
        columns = [column for column in kept_secret(model) if way_of(column) in ways]
        if not columns:
            continue
        if session.execute(select(table).limit(1)).first() is None:
            fill(session, table)
        keys = list(table.primary_key.columns)
        told = {role: seen_by(session, model, role) for role in OTHERS}
        besides = {(role, one.name): told_on_pages(session, keys, one, role) for role in OTHERS for one in columns}
        for key in session.execute(select(*keys)).all():
            sown = {}
            for column in columns:
                number = len(everything) + 1
                # What is reckoned of one, rounded or wrong, is no other; nor is what is reckoned of several.
                points = 600_001 + 100 * number + number**2 % 79
                assert points < 700_000, "PLANTED finds no more"
                word = f"Kanari{number}" if way_of(column) == "words" else str(points)
                value = word if way_of(column) == "words" else points
                sown[column.name] = [value] if isinstance(column.type, JSON) else value
                everything[word] = f"{name}.{column.name} of {tuple(key)}"
                for role, rows in told.items():
                    shown = tuple(key) in rows and column.name not in model.hidden(SENGOKU, role)
                    if shown or tuple(key) in besides[role, column.name]:
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
def a_day(open_stage, tmp_path_factory):
    """The file of a game of which everything has been played once."""
    file = tmp_path_factory.mktemp("sown") / "game.db"
    hall = Hall(open_stage("start", file))
    played(hall)
    close(hall.room)
    return file


@pytest.fixture(scope="module")
def planted(a_day, shipped, tmp_path_factory):
    """Opens a copy of it, planted in these ways: its hall, all that was planted, and what each role may be told."""
    halls = []

    def made(*ways):
        hall = Hall(copy_of(a_day, tmp_path_factory.mktemp("planted") / "game.db", shipped))
        halls.append(hall)
        with hall.room.store.write() as session:
            return hall, *plant(session, *ways)

    yield made
    for hall in halls:
        close(hall.room)


@pytest.fixture(scope="module")
def sown(planted):
    """The game with words and points planted."""
    return planted("words", "numbers")


@pytest.fixture(scope="module")
def sown_and_sized(planted):
    """The game with the sizes of forces planted too."""
    return planted("words", "numbers", "sizes")


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


def others(role):
    """Every address that a role is refused."""
    who = None if role == "public" else role
    yield from (at for route, (roles, at, _) in PAGES.items() if route.startswith("GET ") and who not in roles)


class Forms(Tags):
    """The forms that stand on a page: how and where to they send what, as they stand."""

    def __init__(self, page):
        super().__init__()
        self.found, self.open, self.page = [], None, page

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form" and given.get("method") != "dialog":
            self.open = {}
            self.found.append((given.get("method", "get").upper(), given.get("action") or self.page, self.open))
        name, value = given.get("name"), given.get("value") or ""
        if self.open is None or not name or tag not in ("input", "select", "textarea", "button"):
            return
        if given.get("type") not in ("radio", "checkbox") or "checked" in given or name not in self.open:
            self.open[name] = value

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None


def forms_on(page, html):
    """What the forms of a page would send: as they stand, and with something in every field that is empty; those that
    look for something are sent with words, beginnings of what is planted too."""
    reader = Forms(page)
    reader.feed(html)
    for method, to, said in reader.found:
        yield method, to, said
        for words in ("Oda Nobunaga",) if method == "POST" else SOUGHT:
            yield method, to, {name: value or ("7" if name in NUMERIC else words) for name, value in said.items()}


SOUGHT = ("Kanari", "600", "oda", "kai", "no such thing")
NUMERIC = {"troops", "points", "amount", "rank", "age", "army", "value", "counters", "minutes", "die", "rice", "cash"}


@pytest.fixture
def for_nothing(monkeypatch):
    """Lets a game answer what is sent to it, and keep nothing of it."""

    class ForNothing(Exception):
        pass

    def keep_nothing(store):
        write = store.write

        @contextmanager
        def written_for_nothing():
            many = g.get("written", 0) + 1
            g.written = many
            if many > 9:  # who goes on until nothing is left never ends here
                raise OrderNotAllowed("Nothing is kept here.")
            with suppress(ForNothing), write() as session:
                yield session
                session.flush()
                raise ForNothing

        monkeypatch.setattr(store, "write", written_for_nothing)

    return keep_nothing


@pytest.fixture
def codes(monkeypatch):
    """What stands in the QR codes that are drawn."""
    drawn, draw = [], printouts.codes.modules
    monkeypatch.setattr("printouts.codes.modules", lambda data: drawn.append(data) or draw(data))
    return drawn


def asked(planted, app_of, role, codes):
    """What a role is told that it may not know, by where: on every page and paper, in every refusal, by every form that
    stands on its pages, as it stands and filled in, and by every action there is."""
    hall, found, forms, statuses = planted[0], {}, {}, Counter()
    goes_to = app_of(hall).application.url_map.bind("hall").match
    client = sign_in(app_of(hall), None if role == "public" else role)

    def look(what, answer):
        assert answer.status_code < 500, f"{what} says nothing, so nothing is proved"
        statuses[answer.status_code] += 1
        html = answer.mimetype == "text/html"
        words = read(answer)
        if leaked := leaks(planted, role, f"{words} {' '.join(codes)}"):
            found[what] = leaked
        codes.clear()
        return words if html else ""

    for address in (*addresses(role), *others(role)):
        for method, to, said in forms_on(address, look(address, client.get(address))):
            path = to.partition("?")[0]
            typed = tuple(said.values()) if method == "GET" else all(said.values())
            forms.setdefault((goes_to(path, method)[0], tuple(said), typed), (method, path, said))
    for method, path, said in (one for one in forms.values() if one[1] not in LEAVES):
        sent = {"query_string": said} if method == "GET" else {"data": said}
        look(f"{method} {path} {said}", client.open(path, method=method, **sent))
    for route, (_, at, _) in PAGES.items():
        if route.startswith("POST ") and at not in LEAVES:
            look(f"{route}, empty", client.post(at, data={}))
    for to, order in orders(hall, role):
        look(f"{to} {order}", client.post(f"/api/actions/{to}", json=order))
    assert role == "public" or min(statuses[one] for one in (200, 303, 400, 403, 422)) > 0, statuses
    return found


def orders(hall, role):
    """Orders for every action, of the kind that people might well send; some for each that this desk may do."""
    plausible = AtArmies(hall, random.Random(f"planted {role}"))
    for action in sorted(SENGOKU.actions):
        yield action, {}
        for _ in range(3 if role in SENGOKU.actions[action].desks else 1):
            yield action, plausible.order(action)


class AtArmies(Plausible):
    """Names those who lead armies more often than others: of them there is the most to tell."""

    def row(self, table):
        if table == "character" and self.chance.random() < 0.5:
            return self.chance.choice(self.hall.every(select(Army.general).order_by(Army.id)))
        return super().row(table)


LEAVES = ("/sign-in", "/sign-out", "/hide", "/hidden")
"""Where nobody goes meanwhile: whoever does is not signed in any more."""


def test_map_control_which_sees_armies_is_told_nothing_else_that_the_tables_keep_from_it(
    sown, app_of, codes, for_nothing
):
    for_nothing(sown[0].room.store)
    assert asked(sown, app_of, "map", codes) == {}


@pytest.mark.parametrize("role", [role for role in OTHERS if role != "map"])
def test_nobody_is_told_what_the_tables_keep_from_him_nor_how_large_an_army_is(
    sown_and_sized, app_of, codes, for_nothing, role
):
    for_nothing(sown_and_sized[0].room.store)
    assert len(sizes_in(sown_and_sized[1])) > 20, "something is planted"
    assert asked(sown_and_sized, app_of, role, codes) == {}


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


def test_a_size_is_found_by_those_who_see_armies(sown_and_sized, app_of):
    hall, everything, _ = sown_and_sized
    client = sign_in(app_of(hall), "map")
    for address in ("/map/", "/armies/1", "/api/state/garrisons"):
        found = {one.replace(",", "") for one in PLANTED.findall(read(client.get(address)))}
        assert found & sizes_in(everything), address
