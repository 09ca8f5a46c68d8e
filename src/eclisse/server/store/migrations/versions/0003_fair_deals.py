"""The parts of a deal: the server's part, and each seat's promise and number."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("part", sa.String(32)))
    op.add_column("seats", sa.Column("promise", sa.String(64)))
    op.add_column("seats", sa.Column("nonce", sa.String(32)))
