"""The documents keep up with the program: every command, option, action, field, part and status is in them."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from control.cli import main, parser
from control.kernel import settings
from control.kernel.application import MISDIRECTED
from control.kernel.codes import KINDS as KINDS_OF_CODES
from control.kernel.codes import read_code
from control.kernel.database.store import BUSY, FULL, IS_AWAY, TROUBLES, open_store
from control.kernel.errors import NO_MEMORY
from control.kernel.journal.state_questions import parts
from control.kernel.opening import open_room
from control.kernel.pages.parts import STATUS
from control.kernel.roles import PUBLIC
from control.kernel.spare.taking_over import gone
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.game import SENGOKU
from control.sengoku.paper.press import KINDS
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.rulings import OPTIONS

DOCS = Path(__file__).parent.parent / "docs"
AUTHORS = (DOCS / "scenario-authors.md").read_text(encoding="utf-8")
UMPIRES = (DOCS / "umpires.md").read_text(encoding="utf-8")
SCRIPTING = (DOCS / "scripting.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in SCRIPTING.splitlines() if line.startswith("|")
]


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command of the command line."""
    return next(dict(action.choices) for action in parser()._actions if isinstance(action, argparse._SubParsersAction))


def row(start: str) -> list[str]:
    """The one row of a table that starts with this."""
    found = [row for row in ROWS if re.match(rf"`{re.escape(start)}[ `]", row[0])]
    assert len(found) == 1, f"docs/scripting.md has {len(found)} rows for {start}"
    return found[0]


def paragraph(start: str) -> str:
    """The paragraph that begins so, without what comes after it."""
    return SCRIPTING[SCRIPTING.index(start) :].partition("\n\n")[0]


@pytest.mark.parametrize("command", sorted(commands()))
def test_every_command_stands_in_the_table_with_its_arguments(command):
    written = row(f"control-room {command}")[0]
    for action in commands()[command]._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        said = action.option_strings[0] if action.option_strings else str(action.metavar or action.dest).upper()
        assert said in written, f"{said} of {command}"


def test_no_command_is_documented_that_does_not_exist():
    written = {found for row_ in ROWS for found in re.findall(r"^`control-room (\w+)", row_[0])}
    assert written == set(commands())


@pytest.mark.parametrize("name", sorted(SENGOKU.actions))
def test_every_action_stands_in_the_table_with_its_desks(name):
    who = row(name)[1]
    desks = set(SENGOKU.actions[name].desks)
    everybody = ("every desk", "every desk its own, game all")
    assert who in everybody if desks == set(DESKS) else set(who.split(", ")) == desks


def test_the_rulings_of_all_rule_options_stand_where_one_is_changed():
    written = re.findall(r"R\d+", row("ruling.change_option")[2])
    assert written == sorted({option.ruling for option in OPTIONS.values()}, key=lambda ruling: int(ruling[1:]))


def test_no_action_is_documented_that_does_not_exist():
    written = {found for row_ in ROWS for found in re.findall(r"^`([a-z]+\.[a-z_]+)`", row_[0])}
    assert written == {*SENGOKU.actions, *SEKIGAHARA.own_actions}


EVERY_ACT_MAY_SAY = {"dealt", "overrun", "force", "seen"}


def test_all_that_a_display_may_show_stands_where_one_is_pointed():
    written = re.search(r"it `shows` \(`([a-z ]+)`, in 1600 `([a-z ]+)`", row("display.point")[2])
    assert [named.split() for named in written.groups()] == [list(SENGOKU.views), list(SEKIGAHARA.views)]


@pytest.mark.parametrize("name", sorted(SEKIGAHARA.own_actions))
def test_every_action_of_the_campaign_stands_in_its_table_with_its_fields(name):
    what = row(name)[1]
    fields = set(SEKIGAHARA.actions[name].order.model_fields)
    fields -= {"side", *EVERY_ACT_MAY_SAY} if "dealt" in fields else set()
    assert [field for field in fields if not re.search(rf"`{field}`", what)] == []


def test_what_every_act_of_the_campaign_may_say_is_explained_once():
    chapter = SCRIPTING[SCRIPTING.index("## Actions of 1600") :]
    assert all(f"`{field}`" in chapter for field in {"side", *EVERY_ACT_MAY_SAY})


def test_every_part_of_the_state_of_the_campaign_is_named():
    named = paragraph("Parts of its state")
    assert [part for part in (*SEKIGAHARA.made_parts, *SEKIGAHARA.in_place) if f"`{part}`" not in named] == []


@pytest.mark.parametrize("role", [*DESKS, PUBLIC])
def test_every_part_of_the_state_stands_in_the_table_with_who_has_it(role):
    kinds = {"everybody, also without a code": {*DESKS, PUBLIC}, "every desk": set(DESKS)}
    kinds["everybody but map, game"] = {*DESKS, PUBLIC} - {"map", "game"}
    told = set()
    for words, who in (row for row in ROWS[ROWS.index(["parts", "who"]) + 2 :] if len(row) == 2):
        if role in kinds.get(who.partition(":")[0], who.partition(":")[0].split(", ")):
            told |= set(words.strip("`").split())
    has = {"game", *parts(SENGOKU, role)} | (set() if role in SENGOKU.inside else set(SENGOKU.in_place))
    assert told == has | (set(SENGOKU.made_parts) if role in SENGOKU.roles else set())


@pytest.mark.parametrize("status", sorted({400, 404, 405, 413, MISDIRECTED, 500, *STATUS.values()}))
def test_every_status_of_a_mistake_is_explained(status):
    assert re.search(rf"\b{status}\b", paragraph("Mistakes:"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (BUSY, "file is busy"),
        (TROUBLES["readonly"], "may not be written"),
        (FULL, "disk is full"),
        (IS_AWAY, "database server does not answer"),
        (NO_MEMORY, "machine has no memory left"),
        (gone("http://192.0.2.7"), "game goes on"),
    ],
)
def test_every_reason_why_nothing_can_be_kept_is_told_in_its_words(said, told):
    assert told in said
    assert told in paragraph("Mistakes:").partition(" 503 ")[2].replace("\n", " ")


def test_the_season_of_the_page_is_played_as_it_stands(tmp_path, capsys):
    game = str(tmp_path / "day.db")
    assert main(["new", "sengoku_1550", "--game", game]) == 0
    commands = re.findall(r"^echo '(.*)' \| control-room do (\S+) - --game day.db$", SCRIPTING, re.MULTILINE)
    assert len(commands) == 8
    for order, action in commands:
        (tmp_path / "order.json").write_text(order, encoding="utf-8")
        assert main(["do", action, str(tmp_path / "order.json"), "--game", game]) == 0, capsys.readouterr().err
    assert "Spring 1550 ended" in capsys.readouterr().out


def test_what_the_books_say_to_give_make_run_is_handed_on_to_the_program():
    written = DOCS.parent / "README.md", *DOCS.glob("*.md")
    books = "".join(one.read_text(encoding="utf-8") for one in written)
    told = {*re.findall(r"\b([A-Z]+)=", " ".join(re.findall(r"`make run ([^`]+)`", books)))}
    makefile = (DOCS.parent / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^run: .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert {"GAME", "PORT", "COPIES", "CERTIFICATE"} <= told
    assert told <= {*re.findall(r"\$\((\w+)\)", recipe)}


@pytest.mark.parametrize(
    ("given", "handed"), [("none", '--copies ""'), ("/media/stick", '--copies "/media/stick"'), ("", None)]
)
def test_no_second_folder_is_said_to_make_run_by_a_word(given, handed):
    make = ["make", "-n", "-o", ".venv/.installed", "run", f"COPIES={given}"]
    told = subprocess.run(make, cwd=DOCS.parent, capture_output=True, text=True, check=True).stdout
    assert (handed in told) if handed else ("--copies" not in told)


def test_a_game_goes_on_from_the_stick_on_a_laptop_that_was_prepared(tmp_path, monkeypatch, capsys):
    """With the commands of the page, as they stand there: `make run` had left an empty game on that laptop."""
    monkeypatch.chdir(tmp_path)
    prepared = re.search(r"The game is one file, `(\S+)`", UMPIRES)[1]
    told = re.search(r"`control-room (restore COPY --game \S+)`,\s+then\s+`make run(?: GAME=(\S+))?`", UMPIRES)
    restore, served = told[1].split(), told[2] or prepared
    for game in ("stick.db", prepared):
        assert main(["new", "sengoku_1550", "--game", game]) == 0
    note = tmp_path / "note.json"
    note.write_text('{"text": "Tea is ready."}', encoding="utf-8")
    assert main(["do", "announcement.post", str(note), "--game", "stick.db"]) == 0
    assert main(["backup", "--game", "stick.db"]) == 0
    copy = str(next(Path("stick.db.copies").glob("*.db")))
    assert main([copy if word == "COPY" else word for word in restore]) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert main(["state", "--game", served]) == 0
    assert "Tea is ready." in capsys.readouterr().out


def test_a_scenario_of_ones_own_is_played_where_there_is_a_game_already(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = re.search(r"`control-room (serve --scenario MY_FOLDER.*?)` plays it", AUTHORS)[1]
    shutil.copytree(DOCS.parent / "scenarios" / "sengoku_1550", "MY_FOLDER")
    assert main(["new", "sengoku_1550", "--game", str(settings.DEFAULT_GAME)]) == 0
    asked = parser().parse_args(told.split())
    room = open_room(open_store(asked.game or settings.DEFAULT_GAME), asked.scenario)
    assert room.scenario.key == "MY_FOLDER"
    room.store.close()


def test_an_action_answers_with_what_the_page_says_it_does(tmp_path, capsys):
    told = re.search(r"Every action answers with its journal entry: (.*?)\.", SCRIPTING, re.DOTALL)[1]
    game, order = str(tmp_path / "day.db"), tmp_path / "order.json"
    order.write_text('{"province": "kai", "troops": 1, "reason": "a gift"}', encoding="utf-8")
    assert main(["new", "sengoku_1550", "--game", game]) == 0
    capsys.readouterr()
    assert main(["do", "garrison.raise", str(order), "--game", game, "--desk", "map"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(re.findall(r"`(\w+)`", told))


@pytest.mark.parametrize("scenario", ["sengoku_1550", "sekigahara_1600_gmt"])
def test_copies_and_proofs_answer_with_what_the_page_says_they_do(scenario, tmp_path, capsys):
    told = paragraph("`serve`, `backup` and `do`")

    def answer(*words):
        assert main([*map(str, words)]) == 0
        return json.loads(capsys.readouterr().out)

    game = tmp_path / "day.db"
    answer("new", scenario, "--game", game)
    copied = answer("backup", "--game", game)
    answers = {
        "backup": copied,
        "restore": answer("restore", copied["copy"], "--game", tmp_path / "again.db"),
        "verify": answer("verify", "--game", game),
    }
    for command, found in answers.items():
        assert [key for key in found if f"`{key}`" not in told] == [], command


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_printout_is_named(kind):
    assert f"`{kind}`" in SCRIPTING


def test_every_file_that_the_map_of_the_house_names_is_there_and_every_room_is_on_it():
    house = (DOCS / "house.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:control|printouts|templates|scenarios|tests)/[\w/.]*)`", house)
    assert len(named) > 40
    assert [one for one in named if not (DOCS.parent / one).exists()] == []
    games = [one.parent for one in (DOCS.parent / "control").glob("*/commands.py") if one.parent.name != "kernel"]
    assert len(games) == 2
    rooms = {f"control/{game.name}/{one.parent.name}/" for game in games for one in game.glob("*/__init__.py")}
    assert rooms <= set(named)
    kernel = {f"control/kernel/{one.name}" for one in (DOCS.parent / "control" / "kernel").glob("*.py")}
    assert kernel - {"control/kernel/__init__.py"} <= set(named), "a file beside the rooms"


def test_what_goes_on_the_projector_is_a_screen_and_not_the_map_of_the_players():
    guide = (DOCS.parent / "control/sengoku/hall/help/guides/game.md").read_text(encoding="utf-8")
    for text in (UMPIRES, guide):
        assert set(re.findall(r"`(/display[^`]*)` on the projector", text)) == {"/display/hall"}


def test_whoever_is_sent_to_a_word_behind_more_finds_it_there():
    here = DOCS.parent
    files = [here / "README.md", *DOCS.glob("*.md"), *(here / "templates").rglob("*.html")]
    files += [*(here / "control").rglob("*.py"), *(here / "control").rglob("*.md")]
    texts = "\n".join(re.sub(r'"\n\s*f?"', "", one.read_text(encoding="utf-8")) for one in files)  # a sentence of lines
    sent = set(re.findall(r"\bMore, ([A-Z]\w+(?: \w+)*)", texts))
    behind = [place.word for game in (SENGOKU, SEKIGAHARA) for more in game.navigation.more.values() for place in more]
    assert len(sent) > 8
    assert sent - {*behind, "Dark"} == set()  # that one is a button there


def test_a_page_that_both_games_have_is_called_alike_in_both():
    called = [
        {
            place.page: place.word
            for places in (game.navigation.band, *game.navigation.more.values())
            for place in places
        }
        for game in (SENGOKU, SEKIGAHARA)
    ]
    both = called[0].keys() & called[1].keys()
    assert len(both) > 5
    assert [page for page in both if called[0][page] != called[1][page]] == []


def test_every_attack_on_a_hall_is_named_to_contributors():
    here = DOCS.parent
    programs = {
        one.stem for one in (here / "tests" / "hall").glob("*.py") if "__main__" in one.read_text(encoding="utf-8")
    }
    told = (here / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [one for one in sorted(programs) if not re.search(rf"`(python -m tests\.hall)?\.{one}\b", told)] == []


def test_every_code_that_is_shown_as_an_example_would_be_read():
    """Somebody types it to try: a check character that is wrong is refused."""
    here = DOCS.parent
    texts = [here / "README.md", *DOCS.glob("*.md"), *(here / "templates").rglob("*.html")]
    texts += [*(here / "control").rglob("*.py"), *(here / "control").rglob("*.md")]
    codes = {
        code: one.name
        for one in texts
        for code in re.findall(rf"\b[{KINDS_OF_CODES}]\d+-[A-Z2-9]\b", one.read_text(encoding="utf-8"))
    }
    assert len(codes) > 3
    for code in codes:
        assert str(read_code(code)) == code, codes[code]


def test_a_reader_of_the_changelog_finds_the_last_changes_first():
    groups = re.findall(r"^\*\*(.+)\*\*$", (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert groups[0] == "Last changes"
