"""Whether a table has planning aids; those of old have them, as they had hints."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("planning", sa.Boolean, nullable=False, server_default=sa.true()))
