"""The tables that every game has: the game itself, its desks, its journal, its files."""

from __future__ import annotations

from control.kernel.rows.announcements import ALL_OF_IT, Announcement, AnnouncementRead
from control.kernel.rows.base import TABLES_OF, Base, Dated, Serial, Uncounted
from control.kernel.rows.confirmations import Confirmation
from control.kernel.rows.game import Desk, Game, ScenarioFile
from control.kernel.rows.journal import ApartEntry, ApartTouch, Change, Entry, JournalEntry, Touch
from control.kernel.rows.printing import Printing
from control.kernel.rows.rulings import Ruling
from control.kernel.rows.screens import Display
