"""Every list that comes in parts: none lacks a row, whatever part is asked for, how and by whom."""

from __future__ import annotations

import re
from html import unescape

from sqlalchemy import func, select

from control.kernel.rows import JournalEntry
from tests.conftest import sign_in

LISTS = {
    "people": ("/people/list", "", r'id="person-([\w-]+)"'),
    "cards": ("/people/due", "cards-", r'id="draw-(\d+)"'),
    "commanders": ("/casting/command/list", "", r'id="commander-([\w-]+)"'),
    "NPD commanders": ("/casting/command/list", "npd-", r'id="commander-([\w-]+)"'),
    "papers": ("/casting/reprint/list", "", r'id="paper-(\d+)"'),
    "to tell": ("/tell/list", "", r'id="notice-(\d+)"'),
    "letters": ("/letters/list", "", r'id="to_deliver-([\w-]+)"'),
    "letters posted": ("/letters/list", "posted-", r'id="posted-([\w-]+)"'),
    "bonds": ("/treaties/", "", r'id="treaty-(\d+)"'),
    "ended": ("/treaties/", "gone-", r'id="treaty-(\d+)"'),
    "bookings": ("/books/takeda/1551", "", r'data-entry="(\d+)"'),
    "statements": ("/season/statements", "", r'data-clan="([\w-]+)"'),
    "rewind": ("/journal/rewind/{entry}", "", r'id="goes-(\d+)"'),
    "edicts": ("/edicts/", "", r'id="edict-(\d+)"'),
    "edicts withdrawn": ("/edicts/", "gone-", r'id="edict-(\d+)"'),
    "calls": ("/bakufu/calls/", "", r'id="call-(\d+)"'),
    "calls over": ("/bakufu/calls/", "over-", r'id="call-(\d+)"'),
    "petitions": ("/petitions/", "", r'id="petition-(\d+)"'),
    "petitions over": ("/petitions/", "over-", r'id="petition-(\d+)"'),
    "commissions": ("/shadows/list", "", r'id="commission-(\d+)"'),
    "slips": ("/shadows/list", "slips-", r'id="commission-(\d+)"'),
    "commissions done": ("/shadows/list", "done-", r'id="commission-(\d+)"'),
    "briefings": ("/scenario/", "", r'id="file-(briefings[\w.-]+)"'),
}
OF_EACH = dict.fromkeys(
    (
        "edicts",
        "edicts withdrawn",
        "petitions",
        "petitions over",
        "calls over",
        "commissions",
        "slips",
        "commissions done",
    ),
    4,
)
"""How many are made here of what a beginning has none of: a list that is cut too short is whole to itself."""


def much_of_everything(hall):
    """A winter with letters, and some more of what comes in lists."""
    for clan in ("uesugi", "oda", "hojo", "imagawa", "mori", "otomo"):
        hall.do("treaty.record", "team", kind="peace", one="takeda", other=clan)
        hall.do("account.give", "team", clan="takeda", to=clan, kind="gift", points=1, twice=True)
        hall.do("reprint.add", "game", paper="clan_sheet", clan=clan, why="lost")
    for clan in ("uesugi", "imagawa", "mori"):
        hall.do("letter.write", "team", sender=clan, recipient="takeda", post=True, die=5)
        hall.do("letter.write", "team", sender="oda", recipient=clan, post=True, die=1)
    for clan in ("uesugi", "oda", "takeda"):
        hall.do("call.issue", "bakufu", kind="points", clan=clan, amount=5, season="1551-autumn")
    for number in (1, 2, 3):
        hall.do("treaty.end", "team", treaty=number, reason="a quarrel")
    politics(hall)
    shadows(hall)


def politics(hall):
    """Edicts, calls and petitions: some stand, as many are over."""
    for number in range(1, 9):
        hall.do("edict.issue", "bakufu", authority="bakufu", title=f"Edict {number}", text="Let there be peace.")
        clan = ("uesugi", "oda", "takeda", "hojo", "mori", "otomo", "imagawa", "shimazu")[number - 1]
        hall.do("petition.file", "team", clan=clan, kind="other", matter="Who sits where?")
        hall.do("call.issue", "bakufu", kind="points", clan=clan, amount=number, season="1551-autumn")
    for number in range(1, 5):
        hall.do("edict.withdraw", "bakufu", edict=number, reason="it is peace")
        hall.do("petition.withdraw", "bakufu", petition=number)
        hall.do("call.withdraw", "bakufu", call=number, reason="it is late")


def shadows(hall):
    """Covert work: some to roll for, some with a slip to write, some that is done."""
    targets = ("uesugi", "oda", "hojo", "mori", "otomo", "imagawa", "kai", "shinano", "echigo", "owari", "mino", "omi")
    for number, target in enumerate(targets, 1):
        hall.do("covert.commission", "intelligence", kind="spy", clan="shimazu", target=target, points=1)
        if number > 4:
            hall.do("covert.resolve", "intelligence", commission=number, dice=[6, 6])
        if number > 8:
            hall.do("covert.report", "intelligence", commission=number, report="Nobody knows.")
            hall.do("covert.deliver", "intelligence", commission=number)


def links(html, named):
    """Where the next part of a list is fetched, by link and by the page itself; and all that is missing."""
    found = re.search(rf'<a class="button next" href="([^"]*\b{named}from=[^"]*)" hx-get="([^"]*)"', html)
    rest = re.search(rf'data-rest="([^"]*[?&;]{named}from=[^"]*)"', html)
    return [unescape(one) for one in (*found.groups(), rest[1])] if found and rest else []


def test_no_part_of_a_list_lacks_a_row(played_once, app_of, tmp_path, monkeypatch):
    hall = played_once(tmp_path / "full.db", "works", much_of_everything)
    with hall.room.store.read() as session:
        entry = session.scalar(select(func.min(JournalEntry.number)))
    browser = sign_in(app_of(hall), "game")

    def ask(address, **headers):
        return browser.get(address, headers=headers).text

    for name, (address, named, row) in LISTS.items():
        address = address.format(entry=entry)
        monkeypatch.setattr("control.kernel.pages.lists.PART", 1000)
        part = {"HX-Request": "true"}
        every = re.findall(row, ask(f"{address}?{named}from=0&{named}to=all&{named}begins=0", **part))
        assert len(every) > 1, name
        assert len(every) == OF_EACH.get(name, len(every)), name
        monkeypatch.setattr("control.kernel.pages.lists.PART", len(every) // 2 + 1)
        hall.room.store.forget()  # lists are kept as they were cut
        page = ask(address)
        found = [one for one in re.findall(row, page) if one in every]
        assert len(found) < len(every), f"{name} comes in parts"
        while more := links(page, named):
            by_link, by_itself, rest = more
            came = re.findall(row, ask(by_itself, **part))
            assert came == [one for one in re.findall(row, ask(by_link)) if one in every], name
            assert [*found, *re.findall(row, ask(rest, **part))] == every, f"{name} on paper"
            page = ask(by_itself, **part)
            assert "data-came" in page, name
            found += came
        assert found == every, name
        until = re.search(rf'name="{named}to" value="(\d+)" data-until', page)
        assert until, name
        again = re.findall(row, ask(f"{address}?{named}from=0&{named}to={until[1]}"))
        assert [one for one in again if one in every] == every, f"{name}, fetched anew"
