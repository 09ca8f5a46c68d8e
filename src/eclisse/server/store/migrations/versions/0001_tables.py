"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _make_players()
    _make_tables()
    _make_play()


def _make_players() -> None:
    """People, and how they are known again."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("webhook", sa.String(500), nullable=False),
        sa.Column("created_at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created_at", sa.Float(53), nullable=False),
    )
    op.create_index("ix_secrets_player_id", "secrets", ["player_id"])


def _make_tables() -> None:
    """Tables, and who sits there."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("creator", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("modules", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("chat", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(32)),
        sa.Column("key_shown", sa.Boolean, nullable=False),
        sa.Column("rematch", sa.String(32)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("to_act", sa.SmallInteger, nullable=False),
        sa.Column("due", sa.Float(53)),
        sa.Column("created_at", sa.Float(53), nullable=False),
        sa.Column("started_at", sa.Float(53)),
        sa.Column("changed_at", sa.Float(53), nullable=False),
    )
    op.create_index("ix_tables_creator", "tables", ["creator"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("tables_by_status", "tables", ["status", "public", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id")),
        sa.Column("name", sa.String(64)),
        sa.Column("level", sa.String(16)),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])


def _make_play() -> None:
    """Decisions and chat of a table."""
    op.create_table(
        "actions",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("action", sa.String(80), nullable=False),
        sa.Column("by", sa.String(8), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
