"""What Alembic runs: on the connection that `migrate` hands over."""

from alembic import context

import control.sengoku.rows  # noqa: F401  # puts its tables beside the kernel's
from control.kernel.rows import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
