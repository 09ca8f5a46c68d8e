"""The deal of the day is drawn in secret, and a player has one table of each; those of old count as they did."""

import time
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

DAY = 24 * 3600
TABLES = sa.table(
    "tables", *map(sa.column, ("id", "creator", "status", "public", "clock", "key", "created_at", "daily"))
)


def _key_of_old(day: str) -> str:
    """The key that the deal of a day had when it followed from the date."""
    return sha256(f"eclisse deal of the day {day}".encode()).hexdigest()[:32]


def _mark(connection: sa.Connection, day: str, since: int) -> None:
    """Mark the first game that each player has finished with the deal of a day of old."""
    made = (TABLES.c.created_at >= since, TABLES.c.created_at < since + DAY, TABLES.c.status == "over")
    where = (*made, TABLES.c.key == _key_of_old(day), TABLES.c.clock.is_(None), sa.not_(TABLES.c.public))
    first = dict[str, str]()
    for row in connection.execute(sa.select(TABLES.c.id, TABLES.c.creator).where(*where).order_by(TABLES.c.created_at)):
        first.setdefault(row.creator, row.id)
    if first:
        connection.execute(sa.update(TABLES).where(TABLES.c.id.in_(first.values())).values(daily=day))


def upgrade() -> None:
    """Add the table, the column and its index; today's deal is drawn anew."""
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
    )
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    connection = op.get_bind()
    oldest = connection.scalar(sa.select(sa.func.min(TABLES.c.created_at)))
    today = int(time.time() // DAY)
    for number in () if oldest is None else range(int(oldest // DAY), today):
        _mark(connection, time.strftime("%Y-%m-%d", time.gmtime(number * DAY)), number * DAY)
    is_daily = sa.text("daily IS NOT NULL")
    op.create_index(
        "tables_by_day",
        "tables",
        ["daily", "creator"],
        unique=True,
        sqlite_where=is_daily,
        postgresql_where=is_daily,
    )
