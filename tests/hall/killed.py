"""kill -9, again and again, under writers: nothing acknowledged is lost, nothing is entered twice, the journal replays.

``python -m tests.hall.killed [times] [writers]``; 200 take a quarter of an hour.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from control.kernel.database.store import open_store
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from tests.games import make_game, well_off
from tests.hall.attacking import line
from tests.hall.served import Writers, ask, lost, serve, until
from tests.ports import free_port


def kill(game: Path, port: int, at_work: Writers, chance: random.Random) -> float:
    """Serve until the writers have entered something, and kill it while they write; how soon it answered."""
    program = serve(game, port)
    try:
        back = until(lambda: ask(port, "/about")[0] == 200)
        before = len(at_work.acknowledged)
        until(lambda: len(at_work.acknowledged) > before)
        time.sleep(chance.random())
    finally:
        program.kill()
        program.wait()
    if gone := lost(at_work, game):
        raise AssertionError(f"these were lost: {gone}")
    return back


def main(times: int = 200, writers: int = 20) -> None:
    """Print the figures; of what was done until then, if it is interrupted."""
    chance, back = random.Random(1), []
    with tempfile.TemporaryDirectory() as folder:
        game, port = make_game(Path(folder) / "game.db", well_off()), free_port()
        with Writers(port, writers) as at_work, contextlib.suppress(KeyboardInterrupt):
            for _ in range(times):
                back.append(kill(game, port, at_work, chance))
                print(len(back), len(at_work.acknowledged), file=sys.stderr, flush=True)
        replay = opened(open_store(game))
        verdict = verify(replay)
        replay.store.close()
    same = "the replay is the same" if verdict.same else "THE REPLAY DIFFERS"
    line(
        f"kill -9 {len(back)} times under {writers} writers",
        "nothing acknowledged lost, nothing twice",
        f"{len(at_work.acknowledged):,} acknowledged, 0 lost, 0 twice; {at_work.cut:,} questions cut off or unanswered "
        f"and asked again; {verdict.entries:,} entries, {same}; answering again after {statistics.median(back):.1f} s "
        f"(median; longest {max(back):.1f})",
    )
    assert verdict.same
    assert not at_work.other, at_work.other[:5]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
