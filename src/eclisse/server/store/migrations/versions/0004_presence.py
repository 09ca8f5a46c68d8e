"""Who is away, for whom a bot stands in, and which seats are kept for invited people."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WEEK = 7 * 24 * 3600


def upgrade() -> None:
    """Add the columns; from now on a bot steps in at tables without a clock too, a week after the last decision."""
    op.add_column("seats", sa.Column("away_at", sa.Float(53)))
    op.add_column("seats", sa.Column("stand_in", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(f"UPDATE tables SET due = changed_at + {WEEK} WHERE due IS NULL AND status = 'playing'")  # noqa: S608
