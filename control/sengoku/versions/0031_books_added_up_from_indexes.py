"""The books are added up from their indexes alone"""

from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    for side in ("payer", "payee"):
        op.drop_index(f"ix_transfer_{side}", "transfer")
        op.create_index(f"ix_transfer_{side}", "transfer", [side, "year", "kind", "rice", "cash"])
    op.create_index("ix_transfer_year", "transfer", ["year", "kind"])
