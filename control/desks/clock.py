"""The clock: full screen for the projector, and the buttons of Game Control."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("clock", __name__, url_prefix="/clock")
