"""The one source of truth: SQLite in a file, or PostgreSQL for several processes; the same statements for both."""

from eclisse.server.store.store import Store, open_store

__all__ = ["Store", "open_store"]
