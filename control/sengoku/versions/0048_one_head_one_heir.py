"""Who is made head of a clan takes office there, a clan has one heir, and the cards of a family that turned are on the
list: no column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    pass
