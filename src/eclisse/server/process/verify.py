"""`eclisse verify`: whether a game was dealt and played as its record says."""

from collections.abc import Sequence
from typing import Any

from eclisse.faults import fault, shown
from eclisse.game import Game, InvalidRecord
from eclisse.server.tables.fairness import faults_of, malformed


class NotFair(InvalidRecord):
    """A deal that is not what was promised."""


def _replayed(record: dict[str, Any]) -> Game:
    """The game of a record whose deal is as promised; NotFair if what was played does not follow from that deal."""
    Game.replay(record, until=0)  # what cannot be read at all is no sign of anything
    try:
        return Game.replay(record)
    except InvalidRecord as error:
        raise NotFair(fault("dealt-otherwise", "key"), *error.faults) from None


def verify(
    record: dict[str, Any],
    published: str | None = None,
    nonce: str | None = None,
    promises: Sequence[str | None] | None = None,
) -> list[str]:
    """What was checked, in sentences; NotFair says what was not as promised, InvalidRecord what cannot be checked.

    Only the hash that was seen before the game started proves that the server's part was not chosen later, only one's
    own number that the server could not foresee the key, and only the promises that were seen before this number was
    shown that nobody chose theirs after it.
    """
    if published is None and not isinstance(record.get("key_hash"), str):
        raise InvalidRecord(fault("hash-missing", "key_hash"))
    if "position" in record:
        raise InvalidRecord(fault("deal-unknown", "position"))
    unreadable = malformed(record)
    if unreadable:
        raise InvalidRecord(*unreadable)
    seats = len(record["seats"]) if isinstance(record.get("seats"), list) else 0
    if promises is not None and len(promises) != seats:
        raise InvalidRecord(fault("list-for-seats-expected", "--promises", seats=seats, value=shown(list(promises))))
    wrong = faults_of(record, published, nonce, promises)
    if wrong:
        raise NotFair(*wrong)
    game = _replayed(record)
    if not game.over or record.get("result") is None:
        raise InvalidRecord(fault("record-unfinished", "actions"))
    hash_shown = (published or str(record["key_hash"])).strip().lower()
    hint = (
        "The record's hash; compare it with the one shown at the start" if published is None else "The published hash"
    )
    added = sum(one is not None for one in record.get("nonces") or [])
    return [
        f"{hint}: {hash_shown}",
        f"The key is made of the server's part and the numbers of {added} seats."
        if added
        else "No player added a number: the server alone chose the key.",
        *(["Your number is one of them."] if nonce else []),
        *(["Every number is the one that was promised before yours was shown."] if promises and added else []),
        f"Dealt from this key, all {len(game.actions)} decisions are legal.",
        "They lead to the result in the record.",
    ]
