"""Reports that stand for themselves, bans that end, and what operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

PLAYERS = sa.table("players", sa.column("id"), sa.column("name"))
REPORTS = sa.table("reports", *map(sa.column, ("by", "about", "by_name", "about_name")))


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("players", sa.Column("banned_until", sa.Float(53)))
    op.add_column("reports", sa.Column("by_name", sa.String(64), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("about_name", sa.String(64), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("conversation", sa.Text, nullable=False, server_default="[]"))
    for who in ("by", "about"):
        named = sa.select(PLAYERS.c.name).where(PLAYERS.c.id == REPORTS.c[who]).scalar_subquery()
        op.get_bind().execute(sa.update(REPORTS).values({f"{who}_name": named}))
    op.create_table(
        "deeds",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("operator", sa.String(64), nullable=False),
        sa.Column("command", sa.String(16), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
    )
