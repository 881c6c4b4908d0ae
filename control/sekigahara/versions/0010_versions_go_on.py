"""A restore keeps of versions what none may have again, and says in other words what was lost: no column is another,
but what was entered before is not played again (TABLES_OF)"""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
