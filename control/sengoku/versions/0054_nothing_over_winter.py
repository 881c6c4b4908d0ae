"""A battle of autumn promises nobody back over winter: no column is another, but what was entered before is not played
again (TABLES_OF)"""

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    pass
