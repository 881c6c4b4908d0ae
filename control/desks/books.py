"""The books of all clans, statements, import and export."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("books", __name__, url_prefix="/books")
