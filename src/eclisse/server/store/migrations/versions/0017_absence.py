"""The choice for when time runs out, who has given up, what players wish; when servers were there to be reached."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the columns and tables."""
    op.add_column("tables", sa.Column("late", sa.String(8), nullable=False, server_default="turn"))
    op.add_column("seats", sa.Column("out", sa.String(8)))
    op.add_column("seats", sa.Column("wish", sa.String(8)))
    op.add_column("seats", sa.Column("late", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen_at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("begun", sa.Float(53), primary_key=True),
        sa.Column("ended", sa.Float(53), nullable=False),
    )
