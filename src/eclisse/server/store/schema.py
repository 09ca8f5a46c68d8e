"""The tables of the database, as the newest migration leaves them, and the questions that are asked all the time.

`actions` is the truth: append-only, and the number of a decision is part of its key, so that of two writers of the same
number one loses. In `tables`, the columns number, to_act, due and status follow from the log and are written with it.
"""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    true,
)

ID: Final = 32  # characters of an id: 128 bits in hexadecimal
metadata: Final = MetaData()

players: Final = Table(
    "players",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("webhook", String(500), nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("banned_at", Float(53)),
    Column("banned_until", Float(53)),  # None: for good
)

secrets: Final = Table(  # what a player proves to be that player with; only the hash is kept
    "secrets",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of a secret of 192 random bits
    Column("player_id", String(ID), ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # cookie, token, recovery
    Column("created_at", Float(53), nullable=False),
    Column("label", String(64), nullable=False, server_default=""),  # what its owner calls it
    Column("used_at", Float(53)),  # to within some hours
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("creator", String(ID), ForeignKey("players.id"), nullable=False, index=True),
    Column("invite", String(64), nullable=False),
    Column("status", String(12), nullable=False),  # open, playing, over, abandoned
    Column("game", String(64), nullable=False),
    Column("modules", Text, nullable=False),  # ids, with commas
    Column("public", Boolean, nullable=False),
    Column("clock", Integer),  # seconds a turn
    Column("late", String(8), nullable=False, server_default="turn"),  # once they are over: turn, bot, resign
    Column("chat", Boolean, nullable=False),
    Column("planning", Boolean, nullable=False, server_default=true()),
    Column("first", SmallInteger),  # the seat that begins; None: chance decides
    Column("key", String(32)),  # of the deal; known from the deal on
    Column("part", String(32)),  # the server's part of the key; its hash is published at once
    Column("key_shown", Boolean, nullable=False),
    Column("rematch", String(ID)),
    Column("revision", Integer, nullable=False),  # counts every change but decisions
    Column("number", Integer, nullable=False),  # decisions in the log
    Column("to_act", SmallInteger, nullable=False),  # bit s: seat s may act
    Column("due", Float(53), index=True),  # when a server must act: a bot's turn left undone, a clock run out
    Column("created_at", Float(53), nullable=False),
    Column("started_at", Float(53)),
    Column("changed_at", Float(53), nullable=False),
    Column("origin", String(64)),  # the address it was made from; forgotten after a day
    Column("bots", String(16)),  # of which code the bots are that decide there; None: of several, or of an older one
    Column("position", String(32)),  # by which a game is known again that no bot may help with; None: it may
    Column("daily", String(10)),  # the day whose deal this is, such as 2026-11-17; a player has one table of each
    Index("tables_by_status", "status", "public", "changed_at"),
    Index("tables_by_origin", "origin", "created_at"),
)
IS_KNOWN: Final = tables.c.position.is_not(None)
Index("tables_by_position", tables.c.position, sqlite_where=IS_KNOWN, postgresql_where=IS_KNOWN)
IS_DAILY: Final = tables.c.daily.is_not(None)
Index("tables_by_day", tables.c.daily, tables.c.creator, unique=True, sqlite_where=IS_DAILY, postgresql_where=IS_DAILY)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),  # open, player, bot
    Column("player_id", String(ID), ForeignKey("players.id"), index=True),
    Column("name", String(64)),
    Column("level", String(16)),
    Column("promise", String(64)),  # the hash of the number that the player's client adds to the key
    Column("nonce", String(32)),  # that number, once the game has started
    Column("away_at", Float(53)),  # since when the player is not connected; None: they are, as far as we know
    Column("stand_in", Boolean, nullable=False, server_default=false()),  # a bot decides until the player returns
    Column("invited", Boolean, nullable=False, server_default=false()),  # kept for somebody with the invitation
    Column("was", String(ID)),  # who sat here before a bot took the seat for good, as bots did in the past
    Column("out", String(8)),  # the player has given up: resigned, or late; a bot plays on, and is not ranked
    Column("wish", String(8)),  # what the player wants if all agree: end, stand-in
    Column("late", SmallInteger, nullable=False, server_default="0"),  # what a bot decided for the player, at the end
    Column("points", SmallInteger),  # in the final count; None before, and in games of old that nobody has asked for
    Column("place", SmallInteger),  # 1: won, alone or with others
    Column("shares", Boolean, nullable=False, server_default=false()),  # agrees that strangers watch the finished game
)

processes: Final = Table(  # the server's processes; one that has not been seen for a while is dead
    "processes",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("seen_at", Float(53), nullable=False),
)

outages: Final = Table(  # when no process could be reached: no clock runs meanwhile
    "outages",
    metadata,
    Column("begun", Float(53), primary_key=True),
    Column("ended", Float(53), nullable=False),
)

actions: Final = Table(
    "actions",
    metadata,
    Column("table_id", String(ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("action", String(80), nullable=False),
    Column("by", String(8), nullable=False),  # player, bot, clock, stand-in
    Column("at", Float(53), nullable=False),
    sqlite_with_rowid=False,
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", String(ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger),
    Column("name", String(64), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
    Column("player_id", String(ID)),
    sqlite_with_rowid=False,
)

WAS_SOMEBODYS: Final = seats.c.was.is_not(None)
Index("ix_seats_was", seats.c.was, sqlite_where=WAS_SOMEBODYS, postgresql_where=WAS_SOMEBODYS)
IS_SOMEBODYS: Final = chat.c.player_id.is_not(None)
Index("ix_chat_player_id", chat.c.player_id, sqlite_where=IS_SOMEBODYS, postgresql_where=IS_SOMEBODYS)

blocks: Final = Table(  # who does not want to hear from whom
    "blocks",
    metadata,
    Column("player_id", String(ID), ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", String(ID), ForeignKey("players.id"), primary_key=True, index=True),
    Column("at", Float(53), nullable=False),
)

reports: Final = Table(  # what players tell the operator about others
    "reports",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("by", String(ID), ForeignKey("players.id"), nullable=False, index=True),
    Column("about", String(ID), ForeignKey("players.id"), nullable=False),
    Column("table_id", String(ID), nullable=False),
    Column("said", String(500), nullable=False),  # the line of chat it is about
    Column("by_name", String(64), nullable=False, server_default=""),  # at that time
    Column("about_name", String(64), nullable=False, server_default=""),
    Column("conversation", Text, nullable=False, server_default="[]"),  # the last lines of the table's chat, as JSON
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
    Column("closed_at", Float(53)),
)

deeds: Final = Table(  # what operators did
    "deeds",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("operator", String(64), nullable=False),  # the name of their account on the machine
    Column("command", String(16), nullable=False),
    Column("target", String(64), nullable=False),
    Column("why", String(500), nullable=False),
)

pushes: Final = Table(  # where a device wants to be told; gone when the device is signed out
    "pushes",
    metadata,
    Column("secret", String(64), ForeignKey("secrets.hash", ondelete="CASCADE"), primary_key=True),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("created_at", Float(53), nullable=False),
)

reviews: Final = Table(  # what the coach says about a finished game, as JSON without names
    "reviews",
    metadata,
    Column("table_id", String(ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("review", Text, nullable=False),
    Column("made_at", Float(53), nullable=False),
)

answers: Final = Table(  # the puzzles that a player has tried
    "answers",
    metadata,
    Column("player_id", String(ID), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", Integer, primary_key=True, autoincrement=False),
    Column("is_right", Boolean, nullable=False),  # on one of their devices the first answer was right
    Column("at", Float(53), nullable=False),
)

records: Final = Table(  # finished games that a player's browsers have played by themselves; they count for nothing
    "records",
    metadata,
    Column("player_id", String(ID), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(ID), primary_key=True),  # the browser's
    Column("record", Text, nullable=False),  # JSON that replays
    Column("at", Float(53), nullable=False),  # when the game began, as the browser says
)

daily: Final = Table(  # the deals of the day: drawn when first asked for
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("key", String(32), nullable=False),
)

keys: Final = Table(  # the server's own secrets, made on its first start
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

passkeys: Final = Table(  # public keys that a player can sign in with
    "passkeys",
    metadata,
    Column("id", String(512), primary_key=True),  # as the authenticator calls it
    Column("player_id", String(ID), ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("used_at", Float(53)),
)


# --- questions that are asked all the time --------------------------------------------------------------------------
# Put together once: that takes longer than the database takes to answer, and leaves much for the garbage collector.
PLAYER: Final = sa.select(players.c.id, players.c.name, players.c.webhook, players.c.banned_at, players.c.banned_until)
HOLDER: Final = (
    PLAYER.add_columns(secrets.c.used_at)
    .join(secrets, secrets.c.player_id == players.c.id)
    .where(secrets.c.hash == sa.bindparam("hash"), secrets.c.kind == sa.bindparam("kind"))
)
ME: Final = sa.bindparam("me", type_=sa.String)
IDS: Final[sa.BindParameter[Any]] = sa.bindparam("ids", expanding=True)
LIMIT: Final = sa.bindparam("limit", type_=sa.Integer)
TABLE: Final = tables.select().where(tables.c.id == sa.bindparam("id"))
SEATS: Final = seats.select().where(seats.c.table_id.in_(IDS))
HEADS: Final = sa.select(tables.c.id, tables.c.number, tables.c.revision).where(tables.c.id.in_(IDS))


def _public() -> sa.Select[Any]:
    """Public tables: first the latest of every host, then the next of every host, and so on."""
    host, latest = sa.func.coalesce(tables.c.origin, tables.c.creator), tables.c.changed_at.desc()
    place = sa.func.row_number().over(partition_by=host, order_by=latest)
    return tables.select().where(tables.c.status == sa.bindparam("status"), tables.c.public).order_by(place, latest)


def _offers_rematch() -> sa.ColumnElement[bool]:
    """Whether at the table that follows another my old seat is free, I have none, and nobody blocks me."""
    after, old, seat = tables.alias(), seats.alias(), seats.alias()
    mine = (old.c.table_id == tables.c.id, old.c.player_id == ME)
    here = seat.c.table_id == after.c.id
    return sa.exists().where(
        after.c.id == tables.c.rematch,
        after.c.status == "open",
        sa.exists().where(here, *mine, seat.c.seat == old.c.seat, seat.c.kind == "open"),
        ~sa.exists().where(here, seat.c.player_id == ME),
        ~sa.exists().where(blocks.c.player_id == after.c.creator, blocks.c.blocked_id == ME),
    )


def _order() -> tuple[sa.ColumnElement[Any], ...]:
    """My tables: those that wait for me, others that go on, then the rest, each with the latest change first."""
    acts = tables.c.to_act.bitwise_rshift(seats.c.seat).bitwise_and(1) == 1
    turn = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.player_id == ME, seats.c.out.is_(None), acts)
    waits = sa.or_(sa.and_(tables.c.status == "playing", turn), OFFERS)
    rank = sa.case((waits, 0), (tables.c.status.in_(("open", "playing")), 1), else_=2)
    return rank, -tables.c.changed_at, tables.c.id


PUBLIC: Final = _public().limit(LIMIT)
OFFERS: Final = _offers_rematch()
OFFERED: Final = sa.select(tables.c.id).where(tables.c.id.in_(IDS), OFFERS)
IS_MINE: Final = sa.or_(
    tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.player_id == ME)),
    sa.and_(tables.c.creator == ME, tables.c.status == "open"),
)
ORDER: Final = _order()
MINE: Final = tables.select().where(IS_MINE).order_by(*ORDER).limit(LIMIT)
