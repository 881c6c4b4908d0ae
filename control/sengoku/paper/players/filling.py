"""What the placeholders of briefings become (``sengoku/scenario/briefings.py`` lists them), from the game as it stands.

Handbook 3 (roles), 4 (titles), 5 (economy), 8 (the Bakufu). A clan's paper tells of the clan's own books and of no
other's; of others it tells what anybody sees on the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from control.kernel.values import dataclass
from control.kernel.wording import counted, in_a_row, signed
from control.sengoku.paper.players.briefings_questions import Ground, Paying, Realm, Someone
from control.sengoku.scenario.model import Scenario
from printouts.prose import Block, Grid, Heading, Listing, Paragraph, Picture
from printouts.spans import Span, Spans, plain

MAP_HEIGHT, LOW_MAP = 104.0, 66.0  # millimetres on a page of A5
KINDS = {"rice": "rice", "taxation": "taxation", "mining": "mining"}


@dataclass(frozen=True)
class Reader:
    """Whom a paper is for: a clan, and perhaps one of its people; neither for the rules."""

    realm: Realm
    clan: str = ""
    person: str = ""

    def words(self, place: str) -> str:
        """What a placeholder within a sentence becomes. It was checked when the scenario was read."""
        name, _, key = place.partition(":")
        return WORDS[name](self, key)

    def whole(self, place: str) -> Sequence[Block] | None:
        """What a placeholder alone on its line becomes; None if it is none of these."""
        blocks = CLAN_BLOCKS if self.clan and not self.person else RULE_BLOCKS if not self.clan else {}
        return list(blocks[place](self)) if place in blocks else None

    def someone(self, key: str) -> Someone | None:
        """The person meant, if he lives."""
        return self.realm.people.get(key or self.person)


# --- Within a sentence ------------------------------------------------------------------------------------


def points(rice: int, cash: int) -> str:
    """Points in words: "24 rice and 3 cash"."""
    found = [f"{amount} {kind}" for amount, kind in ((rice, "rice"), (cash, "cash")) if amount]
    return " and ".join(found) or "nothing"


def ground(reader: Reader, key: str) -> Ground:
    """A province or place. No scenario names both alike, except a temple after its mountain: the place is meant."""
    return reader.realm.places.get(key) or reader.realm.provinces[key]


def leader(reader: Reader, key: str) -> str:
    """Who leads a clan."""
    found = reader.realm.leader(key or reader.clan)
    return found.name if found else "nobody"


def age(reader: Reader, key: str) -> str:
    """How old somebody is, or was when the game began."""
    one = reader.someone(key)
    years = one.age if one else reader.realm.scenario.characters[key or reader.person].age
    return "unknown" if years is None else str(years)


def role(reader: Reader, key: str) -> str:
    """What somebody's office is called."""
    one = reader.someone(key)
    return one.title if one else reader.realm.scenario.characters[key or reader.person].title


def titles(reader: Reader, key: str) -> str:
    """What somebody holds."""
    one = reader.someone(key)
    return in_a_row(one.titles if one else ()) or "no title"


def names(grounds: Sequence[Ground], none: str) -> str:
    """Lands by name."""
    return in_a_row(one.name for one in grounds) or none


def neighbours(reader: Reader, key: str) -> str:
    """The clans next to a clan."""
    realm = reader.realm
    return in_a_row(realm.clans[one].sign.name for one in realm.neighbours(key or reader.clan)) or "nobody"


def holder(reader: Reader, key: str) -> str:
    """Who holds a province or place."""
    found = ground(reader, key).holder
    return reader.realm.clans[found].sign.name if found else "nobody"


def prices(scenario: Scenario) -> Mapping[str, int]:
    """What things cost: the least for what may cost more; uniforms are the counters clad for a point."""
    found = scenario.tables.economy
    return {**found.cost, "event": found.event, "building": found.building, "uniforms": found.uniforms_for}


def economy(table: str) -> Callable[[Reader, str], str]:
    """A figure of the economy's tables."""
    return lambda reader, key: str(getattr(reader.realm.scenario.tables.economy, table)[key])


def lesson(reader: Reader, _key: str) -> str:
    """What a victory teaches the winner's general (R7)."""
    taught = reader.realm.options.levy_gives_experience == "yes"
    return "one experience" + ("" if taught else ", unless only the land itself stood against him")


def by_option(option: str, **words: str) -> Callable[[Reader, str], str]:
    """What the rules say by each value of an option, as it is in force."""
    return lambda reader, _key: words[getattr(reader.realm.options, option)]


WORDS: Mapping[str, Callable[[Reader, str], str]] = {
    "clan": lambda reader, key: reader.realm.clans[key or reader.clan].sign.name,
    "leader": leader,
    "home": lambda reader, key: reader.realm.clans[key or reader.clan].home,
    "provinces": lambda reader, key: names(reader.realm.lands(key or reader.clan), "no province"),
    "places": lambda reader, key: names(reader.realm.towns(key or reader.clan), "no city"),
    "neighbours": neighbours,
    "person": lambda reader, key: reader.realm.named(key or reader.person),
    "role": role, "age": age, "titles": titles,
    "province": lambda reader, key: reader.realm.provinces[key].name,
    "place": lambda reader, key: reader.realm.places[key].name,
    "value": lambda reader, key: str(ground(reader, key).value),
    "holder": holder,
    "income": lambda reader, _: points(*reader.realm.income(reader.clan)),
    "treasury": lambda reader, _: points(*reader.realm.money[reader.clan]),
    "upkeep": lambda reader, _: str(sum(line.points for line in reader.realm.upkeep.get(reader.clan, ()))),
    "year": lambda reader, _: str(reader.realm.year),
    "season": lambda reader, _: reader.realm.season,
    "era": lambda reader, _: reader.realm.era,
    "price": lambda reader, key: str(prices(reader.realm.scenario)[key]),
    "keep": economy("upkeep"), "again": economy("recommission"), "saved": economy("savings"),
    "minutes": lambda reader, _: str(reader.realm.scenario.season_minutes),
    "lesson": lesson,
    "rounding": by_option(  # R1
        "odds_rounding", defender="rounded in the defender’s favour", nearest="taken to the nearest column"
    ),
    "notional": by_option("losses_fall_on", notional_first="first", troops_first="after all counters"),  # R5
    "followed": by_option(  # R12
        "road_bonus_needs", whole_route="its whole march follows", any_leg="any step of its march follows"
    ),
}  # fmt: skip


# --- Blocks of a clan -------------------------------------------------------------------------------------


def cells(*words: str, bold: bool = False) -> tuple[Spans, ...]:
    """A row of a table."""
    return tuple(plain(one, bold=bold) for one in words)


def sentence(words: str) -> Paragraph:
    """A remark below a table."""
    return Paragraph(plain(words), small=True)


def country(reader: Reader) -> Iterator[Block]:
    """The map of the clan's country."""
    yield Heading(2, plain("Your country"))
    yield Picture(
        "map",
        MAP_HEIGHT,
        LOW_MAP,
        "What is yours has a strong edge; three letters say who holds the rest. A small tower is a castle, a large "
        "one a fortress, a dot a town.",
    )


def people(reader: Reader) -> Iterator[Block]:
    """The clan's people."""
    yield Heading(2, plain("Your people"))
    rows = []
    for one in reader.realm.members(reader.clan):
        remarks = [*one.titles, f"of the blood of the {one.ancestor}" if one.ancestor else "", state(reader.realm, one)]
        rows.append(
            (
                (Span(one.name, bold=True), Span(f" {one.kanji}" if one.kanji else "")),
                plain(one.title),
                plain("" if one.age is None else str(one.age)),
                plain("; ".join(filter(None, remarks))),
            )
        )
    if rows:
        yield Grid(cells("Name", "Office", "Age", "Titles and descent"), tuple(rows), frozenset({2}))
    else:
        yield Paragraph(plain("Nobody of the clan is left."))


def state(realm: Realm, one: Someone) -> str:
    """How somebody is."""
    held = f"hostage of {realm.clans[one.held_by].sign.name}" if one.held_by else ""
    return "; ".join(filter(None, (held, "wounded" if one.wounded else "")))


def provinces(reader: Reader) -> Iterator[Block]:
    """The clan's lands."""
    yield Heading(2, plain("Your lands"))
    realm = reader.realm
    lands = [*realm.lands(reader.clan), *realm.towns(reader.clan)]
    if not lands:
        yield Paragraph(plain("The clan holds no province, no city and no temple."))
        return
    seat = realm.clans[reader.clan].seat
    yield Grid(
        cells("Province or place", "Value", "Stands there", "Remarks"),
        tuple(
            (
                (Span(one.name, bold=True), Span(f" {one.kanji}" if one.kanji else "")),
                plain(str(one.value)),
                plain(", ".join([*([] if one.work == "none" else [one.work]), *one.buildings]) or "–"),
                plain("; ".join(remarks(realm, one, seat))),
            )
            for one in lands
        ),
        frozenset({1}),
    )
    yield sentence("The value is the income of a year, and the counters of 1,000 men that can be raised there in one.")


def remarks(realm: Realm, one: Ground, seat: str) -> Iterator[str]:
    """What else is to be said of a land."""
    if one.id == seat:
        yield "home province"
    if one.within:
        yield f"{one.kind} in {realm.provinces[one.within].name}"
    if one.mountainous:
        yield "mountains"
    yield from one.roads
    if one.taken:
        yield "pays half next winter"


def income(reader: Reader) -> Iterator[Block]:
    """What comes in and what is to be paid."""
    yield Heading(2, plain("Income and upkeep"))
    realm = reader.realm
    lines, due = realm.incomes.get(reader.clan, ()), realm.upkeep.get(reader.clan, ())
    rows = [cells(called(realm, line), KINDS[line.kind], f"+{line.points}") for line in lines]
    total = sum(line.points for line in lines)
    rows.append(cells("What comes in next winter as things stand", "", str(total), bold=True))
    rows += [cells(f"{line.what}, {line.where_and_why}", "upkeep", f"−{line.points}") for line in due]
    if due:
        rows.append(cells("What is left", "", str(total - sum(line.points for line in due)), bold=True))
    yield Grid(cells("What", "Kind", "Points"), tuple(rows), frozenset({2}))
    kept = realm.scenario.tables.economy.savings
    yield Paragraph(
        (
            Span("In store: ", bold=True),
            Span(f"{points(*realm.money[reader.clan])}. Rice and cash buy the same. "),
            Span(
                f"Of a year’s income you may keep {kept['rice']}% of the rice, {kept['taxation']}% of the taxation and "
                f"{kept['mining']}% of the mining over the winter, in cash; the rest feeds your followers."
            ),
        )
    )


def called(realm: Realm, line: Paying) -> str:
    """What an income is called: the rice of a province, or what else pays."""
    where = realm.provinces[line.province].name if line.province else ""
    name = f"{line.name} ({where})" if line.extra and where else line.name
    return f"{name}, half because it was taken by force" if line.half else name


def near(reader: Reader) -> Iterator[Block]:
    """Who lives next to the clan."""
    yield Heading(2, plain("Your neighbours"))
    realm = reader.realm
    rows = []
    for key, theirs in realm.neighbours(reader.clan).items():
        side, head = realm.clans[key], realm.leader(key)
        rows.append(
            (
                (Span(side.sign.name, bold=True), Span(f" {side.sign.code}")),
                plain(f"{head.name}, {head.title}" if head else "nobody"),
                plain(", ".join(f"{name} (by sea)" if by_sea else name for name, by_sea in sorted(theirs.items()))),
            )
        )
    if rows:
        yield Grid(cells("Clan", "At its head", "Its lands next to yours"), tuple(rows))
    else:
        yield Paragraph(plain("Nobody holds anything next to you."))
    free = [
        one.name
        for key in realm.country(reader.clan)
        for where in realm.scenario.geography.neighbours(key)
        if not (one := realm.provinces[where]).holder
    ] + [one.name for one in realm.places.values() if not one.holder and one.within in realm.around(reader.clan)]
    if free:
        yield Paragraph(plain(f"Held by nobody: {in_a_row(sorted(set(free)))}."))


OFFICES = {
    "Governor": "A governor bears an old office of the Emperor’s court: the Shogun gives it if the Emperor agrees.",
    "Constable": "A constable may speak justice, levy men and collect taxes in his province in the Shogun’s name.",
    "Noble": "A rank at court, from the first to the tenth, sets a man before every Daimyo.",
}


def held(reader: Reader) -> Iterator[Block]:
    """The titles of the clan's people."""
    yield Heading(2, plain("Titles"))
    holders = [one for one in reader.realm.members(reader.clan) if one.titles]
    if not holders:
        yield Paragraph(
            plain(
                "Nobody of the clan holds a title. They are given by the Shogun, by his office and by the Emperor; to "
                "bear one that you were not given is dangerous."
            )
        )
        return
    yield Listing(
        tuple((Paragraph((Span(one.name, bold=True), Span(f": {in_a_row(one.titles)}"))),) for one in holders)
    )
    borne = {title.partition(" ")[0] for one in holders for title in one.titles}
    yield sentence(
        " ".join(words for title, words in OFFICES.items() if title in borne)
        + " Announce your titles when you meet others, and claim none that you do not hold."
    )


MONKS = "Your warrior monks count double where they defend {home}"
FREE = ", and the {work} there costs you no upkeep"
OFFICE = (
    "You speak in the Shogun’s name: you may issue edicts, call on any Daimyo for troops or a tax, judge between "
    "clans, and declare a clan that refuses in rebellion.",
    "You may name constables, and nobles of the eighth to the tenth rank. For the sixth and seventh rank the Shogun "
    "recommends and the Emperor names.",
)  # fmt: skip


def rights(reader: Reader) -> Iterator[Block]:
    """What the clan has besides its lands."""
    yield Heading(2, plain("Special rights"))
    realm = reader.realm
    side = realm.clans[reader.clan]
    found: list[Spans] = []
    if side.kind == "bakufu":
        found += map(plain, OFFICE)
    if side.temple:
        temple = realm.places[side.temple]
        free = temple.holder == reader.clan and temple.work != "none"
        found.append(plain(f"{MONKS.format(home=side.home)}{FREE.format(work=temple.work) if free else ''}."))
    for line in realm.incomes.get(reader.clan, ()):
        if line.extra:
            whose = (
                "it is yours whatever land you hold"
                if line.own
                else (f"it goes to whoever holds {realm.provinces[line.province].name}")
            )
            value = counted(line.points, "point")
            words = f" ({KINDS[line.kind]}): {value} each winter; {whose}."
            found.append((Span(line.name, bold=True), Span(words)))
    if found:
        yield Listing(tuple((Paragraph(spans),) for spans in found))
    else:
        yield Paragraph(plain("You have no mine, no toll and no privilege besides your lands."))


CLAN_BLOCKS: Mapping[str, Callable[[Reader], Iterator[Block]]] = {
    "map": country,
    "people": people,
    "provinces": provinces,
    "income": income,
    "neighbours": near,
    "titles": held,
    "rights": rights,
}


# --- Blocks of the rules ----------------------------------------------------------------------------------

COMES_TO_THE_MAP = {"commanders": "only who commands an army", "everybody": "everybody"}


def phases(reader: Reader) -> Iterator[Block]:
    """The parts of a season."""
    yield Grid(
        cells("Part", "Minutes", "At the map"),
        tuple(cells(one.name, str(one.minutes), COMES_TO_THE_MAP[one.map]) for one in reader.realm.scenario.phases),
        frozenset({1}),
    )


def tactics(reader: Reader) -> Iterator[Block]:
    """The matrix of tactics."""
    found = reader.realm.scenario.tables.tactics
    letters = {tactic: chr(ord("A") + number) for number, tactic in enumerate(found.names)}
    yield Grid(
        cells("Attacker", *letters.values()),
        tuple(
            cells(f"{letters[row]} {found.labels[row]}", *(signed(found.shifts[row, column]) for column in found.names))
            for row in found.names
        ),
        frozenset(range(1, len(found.names) + 1)),
    )


def odds(reader: Reader) -> Iterator[Block]:
    """The table of results."""
    found = reader.realm.scenario.tables.odds
    yield Grid(
        cells("Die", *found.names),
        tuple(cells(str(die), *results) for die, results in sorted(found.results.items())),
        frozenset(range(1, len(found.names) + 1)),
    )


def reckoner(reader: Reader) -> Iterator[Block]:
    """The ready reckoner."""
    found = reader.realm.scenario.tables.reckoner
    yield Grid(
        cells("Of so many thousand", *(f"{percent}%" for percent in found.percents)),
        tuple(cells(str(men), *map(str, parts)) for men, parts in found.rows()),
        frozenset(range(1, len(found.percents) + 1)),
    )


RULE_BLOCKS: Mapping[str, Callable[[Reader], Iterator[Block]]] = {
    "phases": phases,
    "tactics": tactics,
    "odds": odds,
    "reckoner": reckoner,
}
