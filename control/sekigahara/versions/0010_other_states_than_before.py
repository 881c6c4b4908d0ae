"""With the real game no play is judged by what the program dealt, and the Mōri box stays known when a block of it is
put right; a combat that goes as the one before in the same turn is another one; a restore keeps of versions what none
may have again, and says in other words what was lost: no column is another, but what was entered before is not played
again (TABLES_OF)"""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
