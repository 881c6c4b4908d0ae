"""What Alembic runs: on the connection that `migrate` hands over."""

from alembic import context

import control.sengoku.rows  # noqa: F401  # so that its tables are there
from control.kernel.rows import Base
from control.sengoku.rows.base import Base as OfSengoku

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[Base.metadata, OfSengoku.metadata],
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
