"""By what the position of a game between people is known again, so that no bot helps with it meanwhile."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column and its index; games that go on have one from their next decision on."""
    op.add_column("tables", sa.Column("position", sa.String(32)))
    is_known = sa.text("position IS NOT NULL")
    op.create_index("tables_by_position", "tables", ["position"], sqlite_where=is_known, postgresql_where=is_known)
