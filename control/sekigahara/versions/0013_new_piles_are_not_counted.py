"""How often a pile was made anew is counted no more: nobody read it. Recruits are drawn after the discard; who stays
besieged in his own phase is asked once; and more is said of losses, draws and recruits: what was entered before is not
played again"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
TABLE = "state_of_play"


def upgrade() -> None:
    if "shuffles" in {one["name"] for one in sa.inspect(op.get_bind()).get_columns(TABLE)}:  # a new game has it not
        op.drop_column(TABLE, "shuffles")
