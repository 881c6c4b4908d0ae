"""Two days that differ in all that a desk may not know tell it the same, to the byte and to the number: covert work
(R37), bonds that Team Control hides (R35), private letters (R34), a title falsely claimed that nobody has seen through,
and what a general sealed.

Each desk is asked once at every address there is, of a day with all of its secrets and of one with none. What each of
them leaves in numbers and dice is looked at by itself, in the tests of covert work, bonds, letters and tactics.
"""

from __future__ import annotations

import io
import re
from functools import cache
from zipfile import ZipFile

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Umpire
from control.kernel.proof.verify import verify
from control.sengoku.battle.tactics.tactics_actions import seal
from control.sengoku.rows import SealedTactic
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.people.generals_codes import general_code
from tests.games import CHANCE, Hall, close
from tests.secrecy import test_two_days as covert
from tests.secrecy import test_two_days_of_bonds as bonds
from tests.secrecy import test_two_days_of_letters as letters
from tests.secrecy.test_two_days import AT, Day, asked, at_the_door, difference, told
from tests.secrecy.test_two_days_of_bonds import HEIR, HiddenDay
from tests.secrecy.test_two_days_of_letters import WRITTEN, LettersDay

SECRETS = {
    "none": (),
    "all": ("covert", "bonds", "letters", "tactic", "honour", "attitudes", "books of teams", "books of others"),
    "all, to others": ("covert", "bonds", "letters", "other letters", "tactic"),
    "of the teams": (
        "bonds",
        "letters",
        "tactic",
        "honour",
        "levies on teams",
        "services",
        "books of teams",
        "marches",
    ),
    "of the teams, to others": ("bonds", "letters", "other letters", "tactic"),
    "of others": ("covert", "lost letter", "tactic", "attitudes", "levies on others", "books of others", "marches"),
    "tactic": ("tactic",),
}
"""What happens on each day besides what everybody may know."""
ALL, OF_TEAMS = ("all", "all, to others"), ("of the teams", "of the teams, to others")
STRANGER_TO = {
    None: (*ALL, "of others"), "map": ALL, "bakufu": ALL, "npd": OF_TEAMS, "intelligence": OF_TEAMS,
    "team": ("of others",), "game": ("tactic",),
}  # fmt: skip
"""The days with all that a desk may not know, the second with other letters to others: NPD Control keeps the books in
which covert work is covered, Intelligence Control does it, Team Control hides the bonds and writes the letters, and
Game Control knows everything but a seal."""
SAID = {
    "covert": covert.SECRET, "bonds": bonds.SECRET, "letters": letters.SECRET, "lost letter": letters.SECRET,
}  # fmt: skip
"""The words that are planted in each secret."""
AMONG = {
    "honour": (
        ("team", "honour.log", {"clan": "takeda", "points": 3, "note": "a celadon poem"}),
        ("team", "honour.log", {"clan": "uesugi", "points": -60, "note": "a celadon murder"}),
        ("game", "confirmation.give", {"confirmation": 1}),
        ("team", "honour.log", {"clan": "oda", "points": 2, "note": "a celadon feast"}),
        ("team", "journal.undo", None),
        ("team", "honour.log", {"clan": "hojo", "points": -70, "note": "a celadon flight"}),
    ),
    "attitudes": (
        ("npd", "attitude.set", {"clan": "ashina", "to": "takeda", "attitude": 2, "reason": "a celadon bowl"}),
        ("npd", "attitude.set", {"clan": "satake", "to": "hojo", "attitude": -2, "reason": "celadon shards"}),
        ("npd", "attitude.set", {"clan": "ashina", "to": "hojo", "attitude": 1, "reason": "a celadon lamp"}),
        ("npd", "journal.undo", None),
    ),
    **{
        f"levies on {who}": (
            ("bakufu", "call.issue", {"kind": "points", "clan": one, "amount": 2, "season": "1550-autumn"}),
            ("bakufu", "petition.file", {"clan": one, "against": other, "matter": "a celadon border"}),
            (desk, "call.answer", {"call": first, "answer": "part", "amount": 1, "words": "celadon"}),
            ("bakufu", "petition.decide", {"petition": first, "verdict": "a celadon verdict", "costs": 1}),
            ("bakufu", "call.issue", {"kind": "points", "clan": other, "amount": 2, "season": "1551-summer"}),
            ("bakufu", "journal.undo", None),
        )
        for who, desk, one, other, first in (
            ("teams", "team", "takeda", "uesugi", 1),
            ("others", "npd", "ashina", "satake", 1001),
        )
    },
    **{
        f"books of {who}": (
            (desk, "account.spend", {"clan": one, "kind": "other", "points": 1, "note": "a celadon screen"}),
            (desk, "account.give", {"clan": one, "to": other, "kind": "gift", "points": 1, "note": "celadon tiles"}),
            (desk, "account.spend", {"clan": other, "kind": "other", "points": 1, "note": "a celadon play"}),
            (desk, "journal.undo", None),
        )
        for who, desk, one, other in (("teams", "team", "takeda", "uesugi"), ("others", "npd", "ashina", "satake"))
    },
    "services": (
        ("team", "service.record", {"clan": "takeda", "to": "emperor", "kind": "risk", "note": "a celadon watch"}),
    ),
    "marches": (
        ("map", "army.order_march", {"army": 1, "route": ["musashi"]}),
        ("map", "army.order_march", {"army": 1, "route": []}),
        ("map", "journal.undo", None),
        ("map", "army.order_march", {"army": 1, "route": ["shinano"]}),
    ),
}
"""What some desks do before all eyes and no others may know: by whom, what, with what; an undo takes back the last."""
SAID |= {kind: re.compile("celadon", re.IGNORECASE) for kind in AMONG}
ARMIES = {"attacker": (2, "uesugi-kenshin"), "defender": (3, "hojo-ujiyasu")}
MORE = (
    "/armies/2", "/armies/3", "/battles/1/secret?round=1", "/battles/1/slip", "/api/state/journal",
    "/api/state/sealed_tactics", "/journal/?all=1",
    *(f"/tactic/{general_code(CHANCE.cookies, *who, 0)}{part}" for who in ARMIES.values() for part in ("", "/now")),
)  # fmt: skip
"""Where battle 1 is told of, beside the addresses of the table of routes: its generals' own pages too."""


def aside(hall, kind, secrets):
    """What is done among some desks, if it is a day of that."""
    last = None
    for spot, (desk, name, order) in enumerate(AMONG[kind] if kind in secrets else ()):
        order = {"entry": last.number} if order is None else order
        last = perform(hall.room, Umpire("Sen", desk), name, order, key=f"{kind} {spot}", at=AT)


def played(hall, secrets):
    """A year with many desks at work, and between what they do the secrets of the day; at its end Uesugi's general has
    sealed his tactic against Hōjō's."""
    day, shadows = HiddenDay(hall, "bonds" in secrets), Day(hall, "covert" in secrets)
    within, beyond, text = WRITTEN["others" if "other letters" in secrets else "some"]
    post = LettersDay(hall, "game" if "lost letter" in secrets else "team", within)
    hidden = {"clan": "ashina", "question": "kunoichi", "through": "Hattori", "cover": "tengu masks"}
    shadows.apart("covert.commission", **hidden, kind="spy", target="uesugi", points=7)
    day.do("team", "treaty.record", kind="peace", one="takeda", other="hojo")
    secret = {"one": "takeda", "other": "uesugi", "audience": "secret", "terms": "an obsidian cup"}
    day.hide("team", "treaty.record", kind="alliance", strength=2, temple="Cinnabar", against=["hojo"], **secret)
    day.do("game", "garrison.raise", province="kai", troops=3, reason="a test", force="a test")
    day.do("map", "army.form", general="takeda-harunobu", province="kai", troops=3)
    shadows.apart("covert.commission", **hidden, kind="assassin", target="uesugi-kenshin", points=2)
    day.do("map", "army.order_march", army=1, route=["shinano"])
    day.hide("team", "treaty.renew", treaty=0, until="1551-summer", terms="a vermilion cup")
    day.do("team", "account.spend", clan="uesugi", kind="event", points=2, note="a tea party")
    shadows.apart("covert.resolve", commission=1, modifier=1, note="shinobi", outcome="success")
    shadows.apart("covert.report", commission=1, report="yamabushi", grade="false")
    aside(hall, "honour", secrets)
    aside(hall, "levies on others", secrets)
    aside(hall, "books of others", secrets)
    aside(hall, "marches", secrets)
    day.do("game", "risk.call", character="asakura-norikage", cause="age")
    day.do("map", "risk.draw", draw=1)
    aside(hall, "attitudes", secrets)
    aside(hall, "levies on teams", secrets)
    aside(hall, "books of teams", secrets)
    aside(hall, "services", secrets)
    shadows.apart("covert.resolve", commission=2, outcome="nothing", note="as ruled")
    day.hide("game", "treaty.no_breach", treaty=0, by="takeda", what="an obsidian look", reason="no more than that")
    day.hide("team", "treaty.breach", treaty=0, by="takeda", what="a vermilion march")
    sworn = {"kind": "alliance", "one": "takeda", "other": "imagawa", "terms": "an obsidian oath"}
    day.swear("treaty.record", HEIR, "imagawa", **sworn, audience="secret", hostages=[HEIR])
    day.swear("hostage.hand_over", "imagawa-ujizane", "takeda")
    day.do("npd", "treaty.record", kind="peace", one="ashina", other="satake", audience="some", known_to=["map"])
    if "bonds" in secrets:
        day.hide("team", "journal.undo", entry=day.hide("team", "treaty.record", kind="other", **secret))
    shadows.apart("covert.commission", **hidden, kind="other", target="shinobi", points=1)
    shadows.apart("journal.undo", entry=-6)
    shadows.apart("covert.deliver", commission=1)
    day.do("team", "hostage.release", character=HEIR)
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    day.until_winter()
    day.do("npd", "letter.write", sender="yuki", recipient="uesugi", text="Rice?", post=True, die=6)
    if "lost letter" in secrets:
        post.send(within, text, post=True, fate="lost", reason="a blizzard")
    if "letters" in secrets:
        there = post.send(within, text, post=True, fate="on_time", reason="no blizzard")
        drafted = post.send(beyond, text)
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    mine = {"kind": "points", "clan": "asakura", "amount": 1, "season": "1552-summer"}
    day.do("bakufu", "call.issue", **mine)
    if "letters" in secrets:
        post.secretly("letter.post", letter=drafted, fate="lost", reason="a blizzard")
        post.send(beyond, text, post=True, die=1)
        last = post.secretly("letter.write", sender="oda", recipient=beyond, text=text)
        post.secretly("journal.undo", entry=last.number)
        post.secretly("letter.deliver", letter=there, by="Persimmon")
        post.secretly("title.claim_falsely", character="obu-toramasa", kind="constable", province="kai")
    day.do("npd", "letter.write", sender="ashina", recipient="satake", text="Rice!", post=True)
    day.do("game", "season.advance", season="winter", year=1551, force="time is up")
    late = {"sender": "takeda", "recipient": "uesugi", "text": "Come.", "post": True, "fate": "late"}
    sent = day.do("game", "letter.write", **late, reason="snow", force="a test").changes[0]["key"][0]
    for deed in ("forge", "hold"):
        shadows.apart(
            "covert.tamper", commission=1, letter=sent, deed=deed, words="yamabushi" if deed == "forge" else ""
        )
    met_in_kozuke(day)
    tactic = "fighting_withdrawal" if "tactic" in secrets else "subterfuge"
    sealed = seal(CHANCE.cookies, 1, 1, "attacker", tactic, "attacker")
    order = {"battle": 1, "round": 1, "role": "attacker", "sealed": sealed}
    perform(hall.room, Umpire("a general", PLAYER), "battle.choose_tactic", order, key="f" * 16, at=AT)


def met_in_kozuke(day):
    """Uesugi's army 2 attacks Hōjō's army 3, and both generals are asked for their tactics in secret."""
    for (army, general), home in zip(ARMIES.values(), ("echigo", "musashi"), strict=True):
        day.do("game", "garrison.raise", province=home, troops=9, reason="a test", force="a test")
        day.do("map", "army.form", general=general, province=home, troops=9)
        day.do("map", "army.order_march", army=army, route=["kozuke"])
    for phase in (1, 2, 3):
        day.do("map", "movement.run_phase", phase=phase)
    day.do("map", "encounter.settle", encounter=1, outcome="battle", attacker="uesugi", settled_by="umpire")
    day.do("map", "battle.ask_tactics", battle=1, round=1)


@pytest.fixture(scope="module")
def the_day(open_stage, tmp_path_factory):
    """Plays a day once; its hall."""

    @cache
    def made(name):
        hall = Hall(open_stage("start", tmp_path_factory.mktemp("day") / "game.db"))
        halls.append(hall)
        played(hall, SECRETS[name])
        return hall

    halls = []
    yield made
    for hall in halls:
        close(hall.room)


@pytest.fixture
def hears(the_day, app_of):
    """What a day's desk is told at an address, but for the seal itself, which nobody can read."""

    @cache
    def app(day):
        hall = the_day(day)
        with hall.room.store.read() as session:
            (row,) = session.query(SealedTactic)
            return app_of(hall), row.sealed.encode()

    def heard(day, desk, address):
        open_room, sealed = app(day)
        with pytest.MonkeyPatch.context() as nothing_left_to_chance:
            nothing_left_to_chance.setattr("control.kernel.actions.form_keys.secrets.token_hex", lambda _n=16: "0" * 16)
            status, body, mark, to = told(open_room, desk, address)
        if body.startswith(b"PK"):  # a workbook says when it was made
            with ZipFile(io.BytesIO(body)) as book:
                body, mark = b"".join(book.read(name) for name in book.namelist() if name.startswith("xl/")), ""
        if sealed in body:
            body, mark = body.replace(sealed, b"SEAL"), ""
        if desk == "game":
            where = str(the_day(day).room.store.file.parent).encode()
            body, mark = CHANGING.sub(b"", body.replace(where, b"FOLDER")), ""
        return status, body, mark, to

    return heard


CHANGING = re.compile(
    rb"[0-9a-f]{16,24}|\d{4}-\d\d-\d\dT[\d:+.]+|\d\d:\d\d(?::\d\d)?|by [\w ]{1,12} minutes?"
    rb"|\b\d{13}(?:\.\d+)?\b|\d+ (?:h|min|s)\b"
)
"""What differs between any two pages of Game Control, which sees the program too: its own times."""


@pytest.mark.parametrize("desk", STRANGER_TO)
def test_no_desk_is_told_anything_of_what_it_may_not_know(hears, desk):
    words = [SAID[kind] for kind in SECRETS[STRANGER_TO[desk][0]] if kind in SAID]

    @cache
    def said(body):
        """Whether one of the words is; what other days answer is mostly the same, and need not be read again."""
        return any(some.search(body.decode("latin-1")) for some in words)

    found = []
    for address in sorted({*asked(), *MORE}):
        one = hears("none", desk, address)
        for day in STRANGER_TO[desk][: 1 if at_the_door(one) else None]:
            other = hears(day, desk, address)
            if one != other or said(other[1]):
                found.append(f"{address} tells {desk} of a secret: {difference(one, other)}")
    assert found == []


def test_there_is_something_to_be_told(hears):
    """Or nothing would be proved: who may know each secret reads of it, and the seal is there."""
    for desk, address, kinds in (
        ("intelligence", "/shadows/", ("covert",)),
        ("team", "/treaties/", ("bonds",)),
        ("team", "/letters/", ("letters",)),
        ("game", "/journal/apart", ("covert",)),
        ("game", "/journal/?all=1", ("bonds", "letters")),
    ):
        told_there = hears("all", desk, address)[1].decode()
        for kind in kinds:
            assert SAID[kind].search(told_there), (desk, address, kind)
    assert letters.SECRET.search(hears("of others", "game", "/journal/?all=1")[1].decode())
    assert b"SEAL" in hears("none", "map", "/api/state")[1]


def test_the_days_can_be_played_again(the_day):
    assert verify(the_day("all").room).differences == ()


def test_every_desk_is_asked():
    assert set(STRANGER_TO) == {None, *DESKS}
