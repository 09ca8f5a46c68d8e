"""The address that created a table, so that the tables of one address can be counted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("origin", sa.String(64)))
    op.create_index("tables_by_origin", "tables", ["origin", "created_at"])
