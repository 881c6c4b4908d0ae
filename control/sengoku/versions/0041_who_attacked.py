"""Who attacked in each round: it stands in the round's report, and what was entered before is not played again
(TABLES_OF)"""

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    pass
