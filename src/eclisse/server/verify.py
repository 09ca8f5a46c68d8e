"""`eclisse verify`: whether a game was dealt and played as its record says."""

from typing import Any

from eclisse.game import Game, InvalidRecord
from eclisse.server.present import key_hash


def verify(record: dict[str, Any]) -> list[str]:
    """What was checked, in sentences; InvalidRecord says what is wrong."""
    stated = record.get("key_hash")
    if not isinstance(stated, str):
        raise InvalidRecord("the record has no key_hash: compare with the hash published at the start by hand")
    if "position" in record:
        raise InvalidRecord("the record begins from a position, so that no deal can be checked")
    key = record.get("key")
    if not isinstance(key, str) or key_hash(key.lower()) != stated.lower():
        raise InvalidRecord("the key is not the one whose hash was published when the game started")
    game = Game.replay(record)
    if not game.over or record.get("result") is None:
        raise InvalidRecord("the record ends before the game does")
    return [
        f"The key has the published hash {stated[:16]}….",
        f"Dealt from this key, all {len(game.actions)} decisions are legal.",
        "They lead to the result in the record.",
    ]
