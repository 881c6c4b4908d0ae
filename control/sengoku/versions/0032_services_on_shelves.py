"""Services and false claims are counted for those alone who see them: no column is another, but what was entered before
is not played again (TABLES_OF)"""

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    pass
