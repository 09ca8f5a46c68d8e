"""`eclisse verify`: whether a game was dealt and played as its record says."""

from typing import Any

from eclisse.faults import fault
from eclisse.game import Game, InvalidRecord
from eclisse.server.messages.present import key_hash


def verify(record: dict[str, Any], published: str | None = None) -> list[str]:
    """What was checked, in sentences; InvalidRecord says what is wrong.

    Only the hash that was published when the game started proves that the key was not chosen later.
    """
    stated = record.get("key_hash") if published is None else published
    if not isinstance(stated, str):
        raise InvalidRecord(fault("hash-missing", "key_hash"))
    if "position" in record:
        raise InvalidRecord(fault("deal-unknown", "position"))
    key = record.get("key")
    if not isinstance(key, str) or key_hash(key.lower()) != stated.strip().lower():
        raise InvalidRecord(fault("key-differs" if published is None else "key-differs-from-published", "key"))
    game = Game.replay(record)
    if not game.over or record.get("result") is None:
        raise InvalidRecord(fault("record-unfinished", "actions"))
    hint = (
        "The record's hash; compare it with the one shown at the start" if published is None else "The published hash"
    )
    return [
        f"{hint}: {key_hash(key.lower())}",
        f"Dealt from this key, all {len(game.actions)} decisions are legal.",
        "They lead to the result in the record.",
    ]
