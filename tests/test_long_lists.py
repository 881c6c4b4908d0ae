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
    "rewind": ("/journal/rewind/{entry}", "", r'id="goes-(\d+)"'),
    "briefings": ("/scenario/", "", r'id="file-(briefings[\w.-]+)"'),
}


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
        return browser.get(address, headers=headers).get_data(as_text=True)

    for name, (address, named, row) in LISTS.items():
        address = address.format(entry=entry)
        monkeypatch.setattr("control.kernel.lists.PART", 1000)
        part = {"HX-Request": "true"}
        every = re.findall(row, ask(f"{address}?{named}from=0&{named}to=all&{named}begins=0", **part))
        assert len(every) > 1, name
        monkeypatch.setattr("control.kernel.lists.PART", len(every) // 2 + 1)
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
        again = re.findall(row, ask(f"{address}?{named}from=0&{named}to={len(every)}"))
        assert [one for one in again if one in every] == every, f"{name}, fetched anew"
