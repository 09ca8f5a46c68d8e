"""Of which code the bots of a game are, so that only those are asked again who decided."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the column; bots of games that were dealt before are not asked again."""
    op.add_column("tables", sa.Column("bots", sa.String(16)))
