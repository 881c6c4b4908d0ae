"""The campaign of 1600, with the tables that every game has"""

from alembic import op

from control.kernel.rows import Base
from control.sekigahara.rows import Base as OfTheCampaign

revision = "0001"
down_revision = None


def upgrade() -> None:
    for tables in (Base.metadata, OfTheCampaign.metadata):
        tables.create_all(op.get_bind())
