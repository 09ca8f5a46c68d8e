"""Devices with names, bans, blocks and reports; who wrote a line of chat, and whose seat a bot has taken."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns and tables."""
    op.add_column("players", sa.Column("banned_at", sa.Float(53)))
    op.add_column("secrets", sa.Column("label", sa.String(64), nullable=False, server_default=""))
    op.add_column("secrets", sa.Column("used_at", sa.Float(53)))
    op.add_column("seats", sa.Column("was", sa.String(32)))
    op.add_column("chat", sa.Column("player_id", sa.String(32)))
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("by", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("about", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("said", sa.String(500), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("closed_at", sa.Float(53)),
    )
    op.create_index("ix_reports_by", "reports", ["by"])
