"""Which seat begins a table's game; chance decides where none is named, as at all tables of old."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("first", sa.SmallInteger))
