"""What is named at the table changes places with what the program had there in other ways: no column is another, but
what was entered before is not played again (TABLES_OF)"""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    pass
