"""The river, with the tables that every game has"""

from alembic import op

from control.kernel.rows import Base
from tests.toy.rows import Base as OfTheRiver

revision = "0001"
down_revision = None


def upgrade() -> None:
    for tables in (Base.metadata, OfTheRiver.metadata):
        tables.create_all(op.get_bind())
