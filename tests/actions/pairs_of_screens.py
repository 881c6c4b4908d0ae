"""Displays, news and announcements, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, E, N = OrderNotUnderstood, OrderNotAllowed, ChangedElsewhere, NotThisDesk
WON = "Battle in Shinano, Uesugi against Takeda: Takeda won, and Uesugi gave way."

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("screens", "display.point", "game", {"display": "door", "shows": ["clock"]}, "Display “Door” shows: Clock.",
     ("display", "door"), {}, {"name": "Door", "shows": ["clock"], "seconds": 20}),
    ("screens", "display.point", "game", {"display": "hall", "shows": ["news", "map", "news"], "seconds": 5},
     "Display “Great hall” shows: News, Map, 5 seconds each.",
     ("display", "hall"), {"shows": ["clock", "map"]}, {"shows": ["news", "map"], "seconds": 5}),
    ("screens", "display.remove", "game", {"display": "hall"}, "Display “Great hall” was removed.",
     ("display", "hall"), {"name": "Great hall"}, None),
    ("peace", "news.choose", "game", {"text": "The Emperor is ill."},
     "For the news of spring 1550: “The Emperor is ill.”",
     ("news", 1), {}, {"text": "The Emperor is ill.", "number": 0, "spot": 1, "released": False, "entry": None}),
    ("peace", "news.choose", "game", {"entry": 14}, f"For the news of spring 1550: “{WON}”",
     ("news", 1), {}, {"text": WON, "entry": 14}),
    ("screens", "news.edit", "game", {"item": 1, "text": "A comet!", "version": 1}, "The news reads now: “A comet!”",
     ("news", 1), {"text": "A comet was seen."}, {"text": "A comet!"}),
    ("screens", "news.move", "game", {"item": 1, "way": "down"}, "Moved down in the news: “A comet was seen.”",
     ("news", 1), {"spot": 1}, {"spot": 2}),
    ("screens", "news.release", "game", {"item": 1}, "News of spring 1550: “A comet was seen.”",
     ("news", 1), {"released": False}, {"released": True}),
    ("screens", "news.withdraw", "game", {"item": 3}, "Withdrawn from the news: “The harvest is good.”",
     ("news", 3), {"released": True}, {"released": False}),
    ("screens", "news.drop", "game", {"item": 1}, "Dropped from the news: “A comet was seen.”",
     ("news", 1), {"spot": 1}, None),
    ("screens", "announcement.post", "game", {"text": "Lunch at one.", "desks": ["team", "map"]},
     "Announced to Map Control, Team Control: Lunch at one.",
     ("announcement", 6001), {}, {"text": "Lunch at one.", "desks": ["map", "team"], "umpire": "Game Control"}),
    ("screens", "announcement.read", "team", {"announcement": 4001}, "Team Control read “Fetch your letters.”.",
     ("announcement_read", (4001, "Team Control")), {}, {"desk": "team"}),
    ("screens", "announcement.end", "game", {"announcement": 1}, "No longer announced: Doors close at nine.",
     ("announcement", 1), {"ended": False}, {"ended": True}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("screens", "display.point", "game", {"display": "door"}, U, "shows", "",
     "Say what it shows: Clock, Map, Order of the clans"),
    ("screens", "display.point", "game", {"display": "hall"}, U, "shows", "", "Say what it shows"),
    ("screens", "display.point", "game", {"display": "hall", "shows": ["clock", "map"]}, A, "shows", "", "as it is"),
    ("screens", "display.point", "game", {"display": "door", "shows": ["clok"]}, U, "shows.0", "", '"clock"?'),
    ("screens", "display.point", "game", {"display": "der saal", "shows": ["map"]}, U, "display", "", "“der saal”"),
    ("screens", "display.point", "game", {"display": "desk", "shows": ["map"]}, A, "display", "", "Take another"),
    ("screens", "display.point", "game", {"display": "hall", "shows": ["map"], "new": True}, A, "display", "",
     "already"),
    ("screens", "display.point", "game", {"display": "hall", "seconds": 2}, U, "seconds", "", "from 5 to 600"),
    ("screens", "display.point", "map", {"display": "hall", "shows": ["map"]}, N, "", "", "Game Control"),
    ("screens", "display.remove", "game", {"display": "hal"}, U, "display", "", 'Did you mean "hall"?'),
    ("screens", "news.choose", "game", {}, U, "text", "", "Write the news"),
    ("screens", "news.choose", "game", {"entry": 1, "number": 0}, U, "number", "", "its own season"),
    ("screens", "news.choose", "game", {"entry": 999}, U, "entry", "", "no entry 999"),
    ("screens", "news.choose", "game", {"entry": 2}, A, "text", "", "Not every umpire may read entry 2"),
    ("screens", "news.choose", "game", {"text": "x" * 301}, U, "text", "", "300 fit"),
    ("screens", "news.choose", "game", {"text": "Soon.", "number": 1}, A, "number", "", "yet to come"),
    ("screens", "news.choose", "map", {"text": "Soon."}, N, "", "", "Game Control"),
    ("screens", "news.edit", "game", {"item": 9, "text": "So."}, U, "item", "", "no news 9"),
    ("screens", "news.edit", "game", {"item": 1, "text": "So.", "version": 7}, E, "text", "", "“A comet was seen.”"),
    ("screens", "news.edit", "game", {"item": 3, "text": "So."}, A, "text", "", "Withdraw it first"),
    ("screens", "news.edit", "game", {"item": 1, "text": " "}, U, "text", "", "needed"),
    ("screens", "news.move", "game", {"item": 1, "way": "up"}, E, "way", "", "first already"),
    ("screens", "news.move", "game", {"item": 1, "way": "left"}, U, "way", "", "up, down"),
    ("screens", "news.release", "game", {"item": 2}, A, "force", "", "seems to name the size"),
    ("screens", "news.release", "game", {"item": 1, "number": 0}, U, "number", "", "one piece of news, or all"),
    ("screens", "news.release", "game", {}, A, "force", "", "“Takeda lost 4 counters.”"),
    ("screens", "news.release", "game", {"item": 3}, E, "item", "", "released already"),
    ("peace", "news.release", "game", {}, E, "item", "", "No news of spring 1550 waits"),
    ("screens", "news.withdraw", "game", {"item": 1}, E, "item", "", "not released"),
    ("screens", "news.drop", "game", {"item": 3}, A, "item", "", "Withdraw it first"),
    ("screens", "announcement.post", "game", {"text": " "}, U, "text", "", "needed"),
    ("screens", "announcement.post", "game", {"text": "Lunch.", "desks": ["maps"]}, U, "desks.0", "", '"map"?'),
    ("screens", "announcement.post", "map", {"text": "Lunch."}, N, "", "", "Game Control"),
    ("screens", "announcement.read", "map", {"announcement": 4001}, U, "announcement", "", "to your desk"),
    ("screens", "announcement.read", "game", {"announcement": 1}, E, "announcement", "", "read this announcement"),
    ("screens", "announcement.end", "game", {"announcement": 9}, U, "announcement", "", "no announcement"),
    ("screens", "announcement.end", "team", {"announcement": 1}, N, "", "", "Game Control"),
]  # fmt: skip
