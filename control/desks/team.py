"""Team Control’s page of a clan on a phone: its books, troops for the next season, works."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("team", __name__, url_prefix="/team")
