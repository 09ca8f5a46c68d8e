"""The result of each seat, so that a list of games can say who won; and who agrees that strangers watch."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; games that are over already are counted when somebody asks for them."""
    op.add_column("seats", sa.Column("points", sa.SmallInteger))
    op.add_column("seats", sa.Column("place", sa.SmallInteger))
    op.add_column("seats", sa.Column("shares", sa.Boolean, nullable=False, server_default=sa.false()))
