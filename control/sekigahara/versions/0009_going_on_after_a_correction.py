"""After a correction the game goes on where nothing is left that was waited for, and whoever is left against four times
as many is overrun; with the real game nobody leads but whoever was declared or seen; a combat knows when it is fought:
no column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    pass
