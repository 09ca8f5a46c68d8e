"""The deal of the day is drawn in secret, and a player has one table of each; those of old count as they did."""

import time
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

DAY = 24 * 3600
LONGEST = 1000  # days in a row that are looked for
TABLES = sa.table(
    "tables", *map(sa.column, ("id", "creator", "status", "public", "clock", "key", "created_at", "daily"))
)


def _day(number: int) -> str:
    """A day by its number since 1970."""
    return time.strftime("%Y-%m-%d", time.gmtime(number * DAY))


def _mark_old(connection: sa.Connection) -> None:
    """Mark the first game that each player has finished with the deal of an old day: its key followed from the date."""
    today = int(time.time() // DAY)
    days = [_day(today - ago) for ago in range(1, LONGEST + 1)]
    keys = {sha256(f"eclisse deal of the day {day}".encode()).hexdigest()[:32]: day for day in days}
    where = (TABLES.c.status == "over", TABLES.c.key.in_(keys), TABLES.c.clock.is_(None), sa.not_(TABLES.c.public))
    columns = (TABLES.c.id, TABLES.c.creator, TABLES.c.key, TABLES.c.created_at)
    first = dict[tuple[str, str], str]()
    for row in connection.execute(sa.select(*columns).where(*where).order_by(TABLES.c.created_at)):
        if keys[row.key] == _day(int(row.created_at // DAY)):
            first.setdefault((row.creator, row.key), row.id)
    for (_, key), table in first.items():
        connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(daily=keys[key]))


def upgrade() -> None:
    """Add the table, the column and its index; today's deal is drawn anew."""
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
    )
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    _mark_old(op.get_bind())
    is_daily = sa.text("daily IS NOT NULL")
    op.create_index(
        "tables_by_day",
        "tables",
        ["daily", "creator"],
        unique=True,
        sqlite_where=is_daily,
        postgresql_where=is_daily,
    )
