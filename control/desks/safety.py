"""Snapshots: made, listed, downloaded, restored."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("safety", __name__, url_prefix="/safety")
