"""Where to is refused where no army leaves, an edict where its authority is vacant: no column is another, but what was
entered before is not played again (TABLES_OF)"""

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    pass
