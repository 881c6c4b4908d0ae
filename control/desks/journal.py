"""The journal with its filters, and undo."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("journal", __name__, url_prefix="/journal")
