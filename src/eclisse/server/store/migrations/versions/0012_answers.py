"""Which puzzles a player has answered, and whether right."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "answers",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
