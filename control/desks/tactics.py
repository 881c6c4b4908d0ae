"""A general's own page: he chooses his tactic in secret with the code of his army card."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("tactics", __name__, url_prefix="/tactic")
