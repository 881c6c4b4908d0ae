"""A meeting in which one clan alone is left closes, nobody goes into a place under attack, and no heir of another house
is Shogun by that: no column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    pass
