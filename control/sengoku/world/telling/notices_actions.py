"""Who must hear this? Every outcome puts what is to be told on the lists of those desks that mind the clans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.actions.world import is_hidden
from control.kernel.database.reading import by_key
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, several_numbers, text
from control.kernel.wording import counted
from control.sengoku.rows import Character, Clan, Game, Notice, NoticeTo, Place, Province, Treaty
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.bonds.treaties_questions import binds, known_by, knows
from control.sengoku.world.land.land_questions import played_clans
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.minding_questions import desk_of, his_alone, is_his
from control.sengoku.world.telling.telling_questions import SEES_ALL, WHY

WHO = ("team", "npd", "bakufu", *SEES_ALL)


# --- What must be told ------------------------------------------------------------------------------------


def tell(
    world: World,
    kind: str,
    sentence: str,
    province: str | None,
    clans: Iterable[str],
    *,
    only: bool = False,
    quiet: bool = False,
    taker: str | None = None,
) -> Notice:
    """Put an outcome on the lists of all who must hear of it: the ``clans`` that took part, who holds the ``province``
    or a place in it, keepers of hostages, treaty partners, neighbours, the Bakufu for the capital.

    ``sentence`` must carry no size of a force: players hear it. With ``only`` it is nobody's business but the clans';
    if it is ``quiet`` besides, it takes a number that tells nobody else that there is one. ``taker`` is the clan to
    which land fell by it.
    """
    apart = {"id": world.hidden_number("notice", quiet)} if quiet else {}
    notice = world.new(
        Notice, **apart, phase=world.game.phase, kind=kind, province=province, sentence=sentence, taker=taker
    )
    world.session.flush()
    present = sorted(set(clans) - {REBELS})
    for clan, why in (dict.fromkeys(present, "present") if only else hearers(world, province, present)).items():
        one = world.session.get_one(Clan, clan)
        apart = {"id": world.hidden_number("notice_to", quiet)} if quiet else {}
        world.new(NoticeTo, **apart, notice=notice.id, desk=desk_of(one), clan=clan, why=why)
    world.session.flush()
    return notice


def tell_every_table(world: World, kind: str, sentence: str) -> None:
    """Every clan at a table must hear of it."""
    world.session.flush()
    tell(world, kind, sentence, None, played_clans(world.session), only=True)


def tell_of_invasions(world: World, entered: Iterable[tuple[str, str]]) -> None:
    """Tell the holders of provinces that a clan has entered them without leave, whether or not anybody met it there
    (handbook 3; R4, R35). ``entered`` are provinces, each with the clan; written all at once, for a phase has many."""
    session = world.session
    clans = {clan.id: clan for clan in session.scalars(select(Clan))}
    lords = by_key(session, select(Province.id, Province.holder))
    for province, clan in entered:
        if holder := lords[province]:
            sentence = f"{clans[clan].name} has entered {world.scenario.provinces[province].name} without leave."
            feel(world, holder, clan, -1, sentence)
            notice = world.new(
                Notice,
                phase=world.game.phase,
                kind="invasion",
                province=province,
                sentence=sentence,
                entered_by=clan,
            )
            world.new(NoticeTo, notice=notice.id, desk=desk_of(clans[holder]), clan=holder, why="owner")
    session.flush()


def hearers(world: World, province: str | None, clans: list[str]) -> dict[str, str]:
    """Every clan that must hear of it, with the strongest reason."""
    found: dict[str, str] = {}
    for why in WHY:
        for clan in whom(world, why, province, clans):
            found.setdefault(clan, why)
    return found


def whom(world: World, why: str, province: str | None, clans: list[str]) -> Iterator[str]:
    """The clans that must hear of it for this reason (a key of WHY)."""
    session = world.session
    match why:
        case "present":
            yield from clans
        case "owner":
            yield from holders(session, [province] if province else [])
        case "place":
            yield from held(session.scalars(select(Place.holder).filter_by(province=province).order_by(Place.id)))
        case "capital":
            yield from minders_of_the_capital(session, province)
        case "hostage":
            yield from held(
                session.scalars(
                    select(Character.held_by)
                    .where(Character.clan.in_(clans), Character.alive.is_(True))
                    .order_by(Character.id)
                )
            )
        case "treaty":
            yield from partners(session, clans)
        case "neighbour":
            yield from holders(session, world.scenario.geography.neighbours(province) if province else [])


def holders(session: Session, provinces: Iterable[str]) -> list[str]:
    """The clans that hold these provinces."""
    return held(session.scalars(select(Province.holder).where(Province.id.in_(provinces)).order_by(Province.id)))


def held(found: Iterable[str | None]) -> list[str]:
    """The clans of a column, without what nobody has."""
    return [clan for clan in found if clan]


def clans_of_the_bakufu(session: Session) -> list[str]:
    """The clans that the Bakufu keeps its own books by: one, or none where a scenario has no Bakufu."""
    return list(session.scalars(select(Clan.id).filter_by(kind="bakufu").order_by(Clan.id)))


def minders_of_the_capital(session: Session, province: str | None) -> list[str]:
    """The Bakufu, where its seat is: the province of its home place, wherever the Shogun himself may be."""
    rows = session.execute(
        select(Clan.id, Place.province).join(Place, Place.id == Clan.home_place).where(Clan.kind == "bakufu")
    )
    return [clan for clan, seat in rows if seat == province]


def partners(session: Session, clans: list[str]) -> list[str]:
    """The clans that have a treaty with one of these, so far as Map Control and the desk that tells them may know of
    it: both read why a clan must hear (R35)."""
    rows = session.scalars(
        select(Treaty).where(
            known_by("map"), Treaty.ended.is_(False), or_(Treaty.one.in_(clans), Treaty.other.in_(clans))
        )
    )
    minded = {clan.id: desk_of(clan) for clan in session.scalars(select(Clan))}
    game = Game.only(session)
    heard = {key for row in rows if binds(game, row) for key in (row.one, row.other) if knows(minded[key], row)}
    return sorted(heard - set(clans))


# --- What was told ----------------------------------------------------------------------------------------


class Told(Order):
    """A recipient of a notice who has heard it, or, with ``told`` false, has not after all."""

    recipient: number(1, 10**9, "the number of a recipient")
    told: bool = True


@action("notice.tell", title="Tick off what was told", order=Told, desks=WHO)
def tick(world: World, order: Told) -> str:
    """Tick off that a clan was told of an outcome."""
    beside = joinedload(NoticeTo.the_notice), joinedload(NoticeTo.the_clan)
    row = world.get(NoticeTo, order.recipient, "recipient", beside=beside)
    minds(world, row)
    if row.told == order.told and not world.replays:
        how = f"That is ticked already, by {row.told_by}." if row.told else "It is not ticked."
        raise ChangedElsewhere(f"{said(row)} {how}", field="recipient")
    mark(world, row, order.told)
    return said(row)


class ToldAll(Order):
    """All who still had to hear one ``notice``, or all that one ``clan`` still had to hear; of these only recipients up
    to number ``last``, so that what came meanwhile is not ticked off unread, and those ``drawn`` by number: of what
    only one desk may know nobody can count the recipients."""

    notice: number(1, 10**9, "the number of a notice") | None = None
    clan: text("a clan") = ""
    last: number(0, 10**9, "the number of a recipient")
    drawn: several_numbers(10**9, "the number of a recipient") | None = None


@action("notice.tell_all", title="Tick off all that was told", order=ToldAll, desks=WHO)
def tick_all(world: World, order: ToldAll) -> str:
    """Tick off that all of a desk's clans were told of an outcome, or one clan of all its outcomes."""
    if (order.notice is None) == (order.clan == ""):
        raise OrderNotUnderstood("Say either which notice or which clan, not both.", field="notice")
    all_here = select(NoticeTo).order_by(NoticeTo.id)
    if world.umpire.desk not in SEES_ALL:
        all_here = all_here.where(NoticeTo.desk == str(world.umpire.desk), his_alone(world.umpire.desk, NoticeTo.clan))
    query = all_here.where(NoticeTo.told.is_(False), (NoticeTo.id <= order.last) | NoticeTo.id.in_(order.drawn or ()))
    if order.clan:
        clan = world.get(Clan, order.clan, "clan")
        rows = list(world.session.scalars(query.where(NoticeTo.clan == clan.id)))
        sentence = f"{clan.name} was told of {counted(len(rows), 'thing that happened', 'things that happened')}."
    else:
        if world.session.scalar(all_here.where(NoticeTo.notice == order.notice).limit(1)) is None:
            raise OrderNotUnderstood(f'There is no notice "{order.notice}".', field="notice")
        notice = world.get(Notice, order.notice, "notice")
        heard = query.where(NoticeTo.notice == notice.id).options(joinedload(NoticeTo.the_clan))
        rows = list(world.session.scalars(heard))
        names = ", ".join(row.the_clan.name for row in rows if row.the_clan)
        sentence = f"{names} {'was' if len(rows) == 1 else 'were'} told: {notice.sentence}"
    if not rows:
        raise OrderNotAllowed("All of them have been told already.", field="notice")
    for row in rows:
        mark(world, row, True)
    return sentence


def minds(world: World, row: NoticeTo) -> None:
    """Refuse what another has to tell; what nobody else may count is told of as if it were not there."""
    desk = world.umpire.desk
    here = desk == row.desk and (row.clan is None or is_his(desk, row.clan))
    if is_hidden(row.id) and not here and desk not in SEES_ALL:
        raise OrderNotUnderstood(f'There is no notice to "{row.id}".', field="recipient")
    if desk not in (row.desk, *SEES_ALL):
        raise NotThisDesk(f"{DESKS.get(row.desk, row.desk)} tells this one, not your desk.", field="recipient")


def mark(world: World, row: NoticeTo, told: bool) -> None:
    """Note who told it; ticked twice, it stays with who told it first."""
    if row.told != told:
        row.told, row.told_by = told, world.umpire.name if told else ""


def said(row: NoticeTo) -> str:
    """A tick in a sentence."""
    clan, what = row.the_clan.name if row.the_clan else "Everybody", row.the_notice.sentence
    return f"{clan} was told: {what}" if row.told else f"{clan} has still to be told: {what}"
