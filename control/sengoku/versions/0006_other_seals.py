"""Tactics are sealed by another cipher: no table changes, but entries that hold an older seal cannot be played again"""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nothing to do: `verify` compares what was entered with an older revision, and plays none of it again."""
