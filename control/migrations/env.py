"""What Alembic runs: on the connection that `migrate` hands over."""

from alembic import context

from control.kernel.rows import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
