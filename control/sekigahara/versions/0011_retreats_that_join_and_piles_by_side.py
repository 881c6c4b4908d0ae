"""Whoever retreats to where combat is still to be declared joins it, and the order of a new draw pile hangs on nothing
that the other side did: no column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    pass
