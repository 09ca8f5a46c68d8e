"""Deals that nobody can bend: the key is made of a part of the server's and a number of every person's.

While the table is open, each side promises its part by publishing a hash of it: first the server, then every client
that has seen the server's hash. When the game starts the clients show their numbers, and the key follows from all
parts. Nobody could change a part after having seen another's; docs/fairness.md explains it to players.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from eclisse.faults import Fault, fault, shown

KIND: Final = "eclisse-deal-1"  # what the key's hash begins with, so that no other use of the parts can give it


def promise_of(part: str) -> str:
    """What is published of a part, before the part itself."""
    return sha256(part.encode()).hexdigest()


def key_of(part: str, nonces: Sequence[str | None]) -> str:
    """The key of a deal: 32 hexadecimal digits from the server's part and each seat's number, if it has one."""
    text = "\n".join([KIND, part, *(nonce or "" for nonce in nonces)])
    return sha256(text.encode()).hexdigest()[:32]


def malformed(record: dict[str, Any]) -> list[Fault]:
    """What in a record's deal is not written as a server writes it, so that nothing can be checked."""
    if record.get("part") is None:
        return []
    found = [] if _is_part(record["part"]) else [fault("key-expected", "part", value=shown(record["part"]))]
    seats = record.get("seats")
    n_seats = len(seats) if isinstance(seats, list) else 0
    for name in ("nonces", "promises"):
        row = record.get(name)
        if not isinstance(row, list) or len(row) != n_seats:
            found.append(fault("list-for-seats-expected", name, seats=n_seats, value=shown(row)))
        elif name == "nonces":
            odd = [(seat, one) for seat, one in enumerate(row) if one is not None and not _is_part(one)]
            found += [fault("key-expected", f"nonces[{seat}]", value=shown(one)) for seat, one in odd]
    return found


def _is_part(value: object) -> bool:
    """Whether this can be a part of a key: 32 lower-case hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value) is not None


def _broken(seat: int, promise: str | None, nonce: str | None, before: str | None) -> list[Fault]:
    """What is wrong with the number of a seat: whoever added one unpromised had seen those of others before."""
    if nonce is not None and before is None:
        return [fault("nonce-unpromised", f"nonces[{seat}]", seat=seat)]
    is_kept = promise == before and (before is None or (nonce is not None and promise_of(nonce) == before))
    return [] if is_kept else [fault("promise-broken", f"nonces[{seat}]", seat=seat)]


def faults_of(
    record: dict[str, Any],
    published: str | None = None,
    nonce: str | None = None,
    promised_before: Sequence[str | None] | None = None,
) -> list[Fault]:
    """Everything about a record's deal that is not as it was promised.

    `published` is the hash that was seen first, `nonce` one's own number, `promised_before` what the seats had promised
    before one's own number was shown; without them only the record is checked.
    """
    key, part, stated = (record.get(name) for name in ("key", "part", "key_hash"))
    promised = (published or str(stated)).strip().lower()
    if part is None:  # the key was the server's alone
        parts = [fault("key-differs" if published is None else "key-differs-from-published", "key")]
        wrong = parts if not isinstance(key, str) or promise_of(key.lower()) != promised else []
        return [*wrong, *([fault("nonce-missing", "nonces")] if nonce or any(promised_before or ()) else [])]
    nonces, promises = record.get("nonces") or [], record.get("promises") or []
    found = [] if promise_of(str(part)) == promised else [fault("part-differs", "part")]
    for seat, row in enumerate(zip_longest(promises, nonces, promises if promised_before is None else promised_before)):
        found += _broken(seat, *row)
    if nonce and nonce.strip().lower() not in nonces:
        found.append(fault("nonce-missing", "nonces"))
    if str(key).lower() != key_of(str(part), nonces):
        found.append(fault("key-not-of-parts", "key"))
    return found
