"""Games that have been dealt go on by the rules they began with: the first edition of them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

TABLES = sa.table("tables", sa.column("game"), sa.column("modules"), sa.column("key"), sa.column("started_at"))
IS_DEALT = sa.and_(TABLES.c.key.is_not(None), TABLES.c.started_at.is_not(None))  # a chosen key is known before


def _now(game: str, modules: str, is_dealt: bool) -> str:
    """The modules of a table today: `usa` had the values of `classic`, unless it was played with `revised`."""
    then = set(filter(None, modules.split(",")))
    now = then - {"revised"}
    if is_dealt:
        now |= {"first-edition"} | ({"classic"} if game == "usa" and now == then else set())
    return ",".join(sorted(now))


def upgrade() -> None:
    """Name the modules with which every table plays as before."""
    connection, kind = op.get_bind(), (TABLES.c.game, TABLES.c.modules, IS_DEALT)
    for game, modules, is_dealt in connection.execute(sa.select(*kind).distinct()).all():
        of_this_kind = [TABLES.c.game == game, TABLES.c.modules == modules, IS_DEALT if is_dealt else sa.not_(IS_DEALT)]
        connection.execute(sa.update(TABLES).where(*of_this_kind).values(modules=_now(game, modules, is_dealt)))
