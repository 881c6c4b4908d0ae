"""Paper: the whole pack of a full hall, its time and memory; order cards beside the same cards as HTML.

``python -m tests.benchmarks.printing`` prints a table. The peer is WeasyPrint, from the extra ``benchmarks``; it needs
Pango (Debian: libpango-1.0-0, libpangoft2-1.0-0). Without it the table says so.
"""

from __future__ import annotations

import html
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from control.kernel.actions.world import Room
from control.kernel.database.store import open_store
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.journal.safety_questions import moment
from control.kernel.open_room import once
from control.sengoku.paper.press import PAPERS, Press, Wish, make
from printouts import paper
from printouts.codes import bars, modules
from printouts.march.order_cards import OrderCard
from printouts.paper import FONTS
from tests.benchmarks import worlds
from tests.benchmarks.figures import Row, timed, times_as_long
from tests.paper.reading import all_order_cards
from tests.printouts.pdfs import order_cards

MOST_SECONDS, MOST_MEGABYTES, LEAST_TIMES = 10, 300, 20


def main() -> int:
    """The table, then what was aimed at."""
    with tempfile.TemporaryDirectory() as folder:
        print("| what | runs | best | median | p95 | beside it |\n| --- | --- | --- | --- | --- | --- |")
        for row in pack(Path(folder) / "hall.db"):
            print(row, flush=True)
        for row in cards(Path(folder) / "cards.db"):
            print(row, flush=True)
    return 0


def pack(file: Path) -> Iterator[Row]:
    """The whole pack, each time by a program that has just been started."""
    room = worlds.crowded_game(file)
    count = sum(one.played for one in room.scenario.clans.values())
    found = [measured(file) for _ in range(3)]
    sizes = max(one["megabytes"] for one in found)
    yield Row(
        f"the whole pack: {len(room.scenario.clans)} clans ({count} played), {len(room.scenario.characters)} "
        f"people, {worlds.ARMIES} armies; {found[0]['things']} things on {found[0]['pages']} pages",
        [one["seconds"] for one in found],
        f"at most {sizes:.0f} MB; aim: under {MOST_SECONDS} s and {MOST_MEGABYTES} MB",
    )
    for kind, seconds in sorted(found[0]["kinds"].items(), key=lambda pair: -pair[1])[:6]:
        yield Row(f"– of it, {kind}", [seconds], "")


def measured(file: Path) -> dict[str, Any]:
    """What a program of its own found: seconds from the state to the PDFs, and the most memory it ever had."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.printing", "one", str(file)], stdout=subprocess.PIPE, check=True
    )
    return json.loads(ran.stdout)


def one(file: str) -> None:
    """Print the whole pack of a game, once."""
    room = Room(open_store(file), worlds.crowded())
    spent: dict[str, float] = {}
    last = ["", time.perf_counter()]

    def tell(_done: int, _total: int, words: str) -> None:
        if words != last[0]:
            now = time.perf_counter()
            spent[str(last[0])] = now - float(last[1])
            last[:] = [words, now]

    start = time.perf_counter()
    with room.store.read() as session:
        press = Press(
            session,
            room.scenario,
            lambda path: f"http://192.0.2.1:8000{path}",
            once(lambda: MapDrawing(room.scenario)),
            datetime.now(UTC),
        )
        made = make(Wish(PAPERS.named(["pack"])), press, moment(session).number, tell)
    seconds = time.perf_counter() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pages = sum(len(PdfReader(BytesIO(pdf)).pages) for pdf in made.files.values())
    spent["finding what there is"] = spent.pop("", 0)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "megabytes": megabytes,
                "things": made.gathered.count,
                "pages": pages,
                "kinds": spent,
            }
        )
    )


def cards(file: Path) -> Iterator[Row]:
    """120 order cards, and the same cards with the same codes and fonts as HTML through WeasyPrint."""
    room = worlds.crowded_game(file)
    with room.store.read() as session:
        found = all_order_cards(session, room.scenario, lambda path: f"http://192.0.2.1:8000{path}")
    ours = timed(lambda: anew(lambda: order_cards(found)), 10)
    yield Row(f"{len(found)} order cards to PDF", ours, f"{len(order_cards(found)) / 1000:.0f} kB")
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as error:
        yield Row("peer: WeasyPrint", [], f"not installed: {error}")
        return
    theirs = timed(lambda: anew(lambda: HTML(string=as_html(found), base_url=f"{FONTS}/").write_pdf()), 3)
    yield Row(
        "peer: the same cards as HTML through WeasyPrint",
        theirs,
        f"{times_as_long(theirs, ours)} as long; aim: at least {LEAST_TIMES}",
    )


def anew(job: Callable[[], Any]) -> None:
    """Do it with no QR code and no width of a word remembered."""
    for remembered in (modules, paper.runs, paper._points_at_one):
        remembered.cache_clear()
    job()


STYLE = """
@font-face { font-family: Room; src: url(SourceSansPro-Regular.ttf) }
@font-face { font-family: Room; font-weight: 600; src: url(SourceSansPro-Semibold.ttf) }
@font-face { font-family: Room; font-weight: 700; src: url(SourceSansPro-Bold.ttf) }
@font-face { font-family: Room; font-style: italic; src: url(SourceSansPro-It.ttf) }
@font-face { font-family: Book; font-weight: 700; src: url(SourceSerifPro-Bold.ttf) }
@font-face { font-family: Kanji; src: url(ipaexg.ttf) }
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0; font: 11.5pt Room, Kanji }
p, h1, h2 { margin: 0 }
.card { float: left; position: relative; box-sizing: border-box; width: 105mm; height: 148.5mm; padding: 7mm }
.band { height: 9.5mm; font-weight: 700; font-size: 18pt; padding: 0 3mm; border: 0.8pt solid }
.band span { float: right }
h1 { font: 700 25pt Book } h2 { font-size: 15pt; font-weight: 600 }
.eyebrow { font-size: 9pt; font-weight: 600; color: #a1241a } .note { font-size: 8.5pt; color: #616161 }
.right { float: right; width: 24mm; text-align: center }
svg { width: 24mm; height: 24mm } .code { font-size: 23pt; font-weight: 700 }
.label { font-size: 10pt; font-weight: 600 } .hint { font-size: 8.5pt; font-style: italic }
.box { border: 0.9pt solid; height: 10.6mm; margin-top: 1.3mm }
.box b { display: block; width: 10mm; height: 100%; background: #ebebeb; border-right: 0.5pt solid; text-align: center }
.stay i { display: inline-block; width: 5.5mm; height: 5.5mm; border: 0.9pt solid }
.sign span { display: inline-block; width: 40mm; border-top: 0.5pt solid; font-size: 7.5pt; color: #616161 }
.foot { font-size: 7.5pt; color: #616161 } .foot span { float: right }
.mark { position: absolute; background: #8c8c8c } .mark.up { width: 0.3pt; height: 7mm; top: 0; right: 0 }
.mark.level { height: 0.3pt; width: 7mm; bottom: 0; left: 0 }
"""


def as_html(cards: Sequence[OrderCard]) -> str:
    """The cards as a person would lay them out in HTML."""
    return f"<style>{STYLE}</style>{''.join(map(card_as_html, cards))}"


def card_as_html(card: OrderCard) -> str:
    """One card, with all that ours has: band, code, army, allowance, neighbours, boxes, lines to sign, marks."""
    words = {key: html.escape(str(value)) for key, value in vars(card).items()}
    rows = modules(card.url)
    path = "".join(f"M{column} {row}h{length}v1h-{length}z" for row, column, length in bars(rows))
    boxes = "".join(f'<div class="box"><b>{number}</b></div>' for number in range(1, 5))
    neighbours = html.escape(", ".join(card.neighbours))
    return f"""<div class="card">
<div class="band" style="background:{card.clan.colour};color:{card.clan.text_colour}">{card.clan.code}
<span>{card.clan.kanji}</span></div>
<div class="right"><svg viewBox="0 0 {len(rows)} {len(rows)}"><path d="{path}"/></svg>
<p class="code">{words["code"]}</p></div>
<p class="eyebrow">Order card · {words["season"]}</p><h1>{html.escape(card.clan.name)}</h1><h2>{words["general"]}</h2>
<p>stands in <b>{words["province"]}</b></p>
<p><b>Moves {words["allowance"]} provinces in phases {words["phases"]}</b></p>
<p class="note">{words["allowance_note"]}</p><p class="label">Route, one province in each box</p>
<p class="hint">Next to {words["province"]}: {neighbours}</p>{boxes}
<p class="stay label"><i></i> We stay where we are</p>
<p class="sign"><span>General’s hand</span> <span>Time handed in</span></p>
<p class="foot">Hand in at the map <span>{words["season"]} · {words["code"]}</span></p>
<div class="mark up"></div><div class="mark level"></div></div>"""


if __name__ == "__main__":
    sys.exit(one(sys.argv[2]) if sys.argv[1:2] == ["one"] else main())
