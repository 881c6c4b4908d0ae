"""Places hold and raise troops, and empty land defends itself"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    places()
    beaten_levies()
    wounded_generals()
    what_made_it()
    codes_of_desks()
    first_season()
    sides_of_battles()
    people_made()
    scenario_files()


def places() -> None:
    for table in ("army", "garrison", "encounter", "muster", "work"):
        op.execute(f"ALTER TABLE {table} ADD COLUMN place VARCHAR CONSTRAINT fk_{table}_place REFERENCES place (id)")
    op.add_column("place", sa.Column("raised", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("place", sa.Column("castle_since", sa.Integer(), nullable=True))


def beaten_levies() -> None:
    op.create_table(
        "beaten_levy",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("province", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("clan", sa.String(), nullable=True),
        sa.Column("battle", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_beaten_levy_province"),
        sa.ForeignKeyConstraint(["place"], ["place.id"], name="fk_beaten_levy_place"),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_beaten_levy_clan"),
        sa.ForeignKeyConstraint(["battle"], ["battle.id"], name="fk_beaten_levy_battle"),
        sa.PrimaryKeyConstraint("id", name="pk_beaten_levy"),
    )


def wounded_generals() -> None:
    op.add_column("battle_side", sa.Column("wounded", sa.Boolean(), nullable=False, server_default=sa.false()))


def what_made_it() -> None:
    op.add_column("journal", sa.Column("made_with", sa.String(), nullable=True))
    for column in ("begun_with", "cookies"):
        op.add_column("game", sa.Column(column, sa.String(), nullable=True))


def codes_of_desks() -> None:
    for column in ("issue", "since"):
        op.add_column("desk", sa.Column(column, sa.Integer(), nullable=False, server_default="0"))


def first_season() -> None:
    op.add_column("game", sa.Column("first_season", sa.String(), nullable=False, server_default=""))


def sides_of_battles() -> None:
    op.add_column("battle_force", sa.Column("in_person", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("battle_side") as side:
        side.alter_column("clan", existing_type=sa.String(), nullable=True)


def people_made() -> None:
    for name in ("sex", "relation"):
        op.add_column("character", sa.Column(name, sa.String(), nullable=False, server_default=""))
    op.add_column("character", sa.Column("made", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("succession", sa.Column("closed", sa.String(), nullable=False, server_default=""))


def scenario_files() -> None:
    op.create_table(
        "scenario_file",
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("path", name="pk_scenario_file"),
    )
