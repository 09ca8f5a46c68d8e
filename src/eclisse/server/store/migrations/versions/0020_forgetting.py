"""Where somebody sat and what they said is found without reading every table, when they are forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the indexes."""
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    for table, column in (("seats", "was"), ("chat", "player_id")):
        is_set = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_{table}_{column}", table, [column], sqlite_where=is_set, postgresql_where=is_set)
