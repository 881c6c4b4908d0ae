"""The season’s news: chosen from the journal or written, put in order, released by hand (Game Control)."""

from __future__ import annotations

from sqlalchemy import func, select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.hall.news.news_questions import (
    Season,
    as_shown,
    is_private,
    season_now,
    season_of,
    season_when,
    tells_a_secret,
    wording,
)
from control.sengoku.rows import News
from control.sengoku.rules.sizes import tells_sizes
from control.sengoku.world.acting import World, action

WHO = ("game",)
LONGEST = 300
MOST = 60
ITEM = number(1, 10**6, "the number of a piece of news")
VERSION = number(1, 10**6, "a version")
SEASON = number(0, 9999, "the number of a season")
ENTRY = number(1, 10**9, "the number of a journal entry")
WORDS = text("the news", 1, LONGEST)
OWN_WORDS = text("the news", 0, LONGEST)


class ChooseNews(Slip):
    """A piece of news: from a journal ``entry``, as the journal has it without sizes or in ``text``; or ``text``
    alone, for the current season or that of ``number`` (Game.seasons)."""

    entry: ENTRY | None = None
    text: OWN_WORDS = ""
    number: SEASON | None = None

    def facts(self) -> tuple[int | None, ...]:
        """What it tells, of which season."""
        return self.entry, self.number

    def wording(self) -> str:
        """The news, if it is not an entry's: of one entry it is one piece of news, in whosever words."""
        return "" if self.entry else self.text


@action("news.choose", title="Choose news", order=ChooseNews, desks=WHO, seen_by=WHO)
def choose(world: World, order: ChooseNews) -> str:
    """Put a sentence on the list of a season's news; nobody sees it before it is released."""
    words = order.text
    if order.entry is not None:
        if order.number is not None:
            raise OrderNotUnderstood("An entry is news of its own season. Name no other.", field="number")
        entry = world.session.get(JournalEntry, order.entry)
        if entry is None:
            raise OrderNotUnderstood(f"The journal has no entry {order.entry}.", field="entry")
        words, season = worded(world, entry, words), season_when(world.session, entry.moment)
    else:
        season = season_asked(world, order.number)
    if not words:
        raise OrderNotUnderstood("Write the news, or choose a sentence of the journal.", field="text")
    if len(words) > LONGEST:
        raise OrderNotUnderstood(f"The news has {len(words)} letters; {LONGEST} fit on a display.", field="text")
    last, count = world.session.execute(
        select(func.max(News.spot), func.count()).where(News.number == season.number)
    ).one()
    if count >= MOST:
        raise OrderNotAllowed(f"{season.when} has {MOST} pieces of news already. Drop one first.", field="text")
    world.new(
        News,
        number=season.number,
        year=season.year,
        season=season.season,
        spot=(last or 0) + 1,
        text=words,
        entry=order.entry,
        released=False,
    )
    return f"For the news of {season.season} {season.year}: “{words}”"


def worded(world: World, entry: JournalEntry, own: str) -> str:
    """The words for an entry: Game Control's own, else the entry's without sizes. Raises OrderNotAllowed where an
    entry has none to give: it was taken back, or not every umpire may read it."""
    if entry.undoes is not None or entry.number in undone_numbers(world.session):
        raise OrderNotAllowed(f"Entry {entry.number} was taken back, so it is no news.", field="entry")
    if is_private(entry) and own in ("", entry.sentence):
        raise OrderNotAllowed(
            f"Not every umpire may read entry {entry.number}. Tell it in words of your own.", field="text"
        )
    if own and not (own == entry.sentence and tells_a_secret(entry)):
        return own
    if words := wording(entry):
        return words
    raise OrderNotAllowed(
        f"Entry {entry.number} tells nothing but sizes or a clan’s secret. Tell it in words of your own.", field="text"
    )


def season_asked(world: World, wanted: int | None) -> Season:
    """The season somebody means; the current one if he says nothing."""
    now = season_now(world.session)
    if wanted is not None and wanted > now.number:
        raise OrderNotAllowed(f"That season is yet to come; it is {now.season} {now.year}.", field="number")
    return now if wanted is None else season_of(world.session, wanted)


class EditNews(Order):
    """Other words for a piece of news; ``version`` is the one the form showed."""

    item: ITEM
    text: WORDS
    version: VERSION | None = None


@action("news.edit", title="Edit news", order=EditNews, desks=WHO, seen_by=WHO)
def edit(world: World, order: EditNews) -> str:
    """Change the words of a piece of news that has not been released."""
    one = item(world, order.item, order.version)
    if one.released:
        raise OrderNotAllowed("This is released: everybody may have read it. Withdraw it first.", field="text")
    if one.text == order.text:
        raise OrderNotAllowed("It reads so already.", field="text")
    one.text = order.text
    return f"The news reads now: “{one.text}”"


class MoveNews(Order):
    """A piece of news that goes one up or down in its season's list, from where the list showed it (``version``)."""

    item: ITEM
    version: VERSION | None = None
    way: one_of("a way", "up", "down")


@action("news.move", title="Move news", order=MoveNews, desks=WHO, seen_by=WHO)
def move(world: World, order: MoveNews) -> str:
    """Move a piece of news one up or down."""
    one = item(world, order.item, order.version)
    others = list(world.session.scalars(select(News).where(News.number == one.number).order_by(News.spot, News.id)))
    here = others.index(one)
    there = here + (1 if order.way == "down" else -1)
    if not 0 <= there < len(others):
        raise ChangedElsewhere(f"It is {'first' if order.way == 'up' else 'last'} already.", field="way")
    other = others[there]
    one.spot, other.spot = other.spot, one.spot
    return f"Moved {order.way} in the news: “{one.text}”"


class ReleaseNews(Forcible):
    """A piece of news that everybody may read, or all of a season (``number``, else the current one) that are not
    released yet; these as they were ``shown``, for nobody lets the hall read what he has not read himself."""

    item: ITEM | None = None
    version: VERSION | None = None
    number: SEASON | None = None
    shown: text("the news that were shown", most=60 * 15) = ""


@action("news.release", title="Release news", order=ReleaseNews, desks=WHO)
def release(world: World, order: ReleaseNews) -> str:
    """Release one piece of news, or all of a season: the displays show it, everybody may read it."""
    if order.item is not None:
        if order.number is not None or order.shown:
            raise OrderNotUnderstood(
                "Release one piece of news, or all of a season.", field="shown" if order.shown else "number"
            )
        chosen = [item(world, order.item, order.version)]
        if chosen[0].released:
            raise ChangedElsewhere("It is released already.", field="item")
    else:
        season = season_asked(world, order.number)
        chosen = list(
            world.session.scalars(
                select(News).where(News.number == season.number, News.released.is_(False)).order_by(News.spot, News.id)
            )
        )
        if not chosen:
            raise ChangedElsewhere(f"No news of {season.season} {season.year} waits to be released.", field="item")
        if order.shown not in ("", as_shown(chosen)):
            raise ChangedElsewhere(
                "Another umpire changed the list since you opened it. Read it as it is now, then release it.",
                field="shown",
            )
    for one in chosen:
        if tells_sizes(one.text):
            world.forbid(
                f"“{one.text}” seems to name the size of a force, losses, points or a card’s code, and everybody "
                "would read it. Edit it, or give a reason to release it so.",
                field="force",
            )
        one.released = True
    return f"News of {chosen[0].season} {chosen[0].year}: " + " ".join(f"“{one.text}”" for one in chosen)


class OneItem(Order):
    """A piece of news; ``version`` is the one the list showed."""

    item: ITEM
    version: VERSION | None = None


@action("news.withdraw", title="Withdraw news", order=OneItem, desks=WHO)
def withdraw(world: World, order: OneItem) -> str:
    """Take released news off the displays; it stays on the list, to be edited or dropped."""
    one = item(world, order.item, order.version)
    if not one.released:
        raise ChangedElsewhere("It is not released.", field="item")
    one.released = False
    return f"Withdrawn from the news: “{one.text}”"


@action("news.drop", title="Drop news", order=OneItem, desks=WHO, seen_by=WHO)
def drop(world: World, order: OneItem) -> str:
    """Take a piece of news that is not released off the list."""
    one = item(world, order.item, order.version)
    if one.released:
        raise OrderNotAllowed("This is released: everybody may have read it. Withdraw it first.", field="item")
    world.session.delete(one)
    return f"Dropped from the news: “{one.text}”"


def item(world: World, key: int, version: int | None = None) -> News:
    """A piece of news. Raises ChangedElsewhere, with the words as they are now, if it is no longer what a form
    showed."""
    one = world.session.get(News, key)
    if one is None:
        raise OrderNotUnderstood(f"There is no news {key} any more. Perhaps a colleague has dropped it.", field="item")
    if version is not None and version != one.version:
        raise ChangedElsewhere(
            f"Another umpire changed or moved it since you opened it. It reads now: “{one.text}”", field="text"
        )
    return one
