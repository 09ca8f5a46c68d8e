"""Deals that nobody can bend: the key is made of a part of the server's and a number of every person's.

While the table is open, each side promises its part by publishing a hash of it: first the server, then every client
that has seen the server's hash. When the game starts the clients show their numbers, and the key follows from all
parts. Nobody could change a part after having seen another's; docs/fairness.md explains it to players.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from eclisse.faults import Fault, fault

KIND: Final = "eclisse-deal-1"  # what the key's hash begins with, so that no other use of the parts can give it


def promise_of(part: str) -> str:
    """What is published of a part, before the part itself."""
    return sha256(part.encode()).hexdigest()


def key_of(part: str, nonces: Sequence[str | None]) -> str:
    """The key of a deal: 32 hexadecimal digits from the server's part and each seat's number, if it has one."""
    text = "\n".join([KIND, part, *(nonce or "" for nonce in nonces)])
    return sha256(text.encode()).hexdigest()[:32]


def faults_of(record: dict[str, Any], published: str | None = None, nonce: str | None = None) -> list[Fault]:
    """Everything about a record's deal that is not as it was promised.

    `published` is the hash that was seen first, `nonce` one's own number; without them only the record is checked.
    """
    key, part, stated = (record.get(name) for name in ("key", "part", "key_hash"))
    promised = (published or str(stated)).strip().lower()
    if part is None:  # the key was the server's alone
        parts = [fault("key-differs" if published is None else "key-differs-from-published", "key")]
        wrong = parts if not isinstance(key, str) or promise_of(key.lower()) != promised else []
        return [*wrong, *([fault("nonce-missing", "nonces")] if nonce else [])]
    nonces, promises = record.get("nonces") or [], record.get("promises") or []
    found: list[Fault] = []
    if promise_of(str(part)) != promised:
        found.append(fault("part-differs", "part"))
    for seat, (hidden, shown) in enumerate(zip(promises, nonces, strict=False)):
        if hidden is not None and (shown is None or promise_of(str(shown)) != hidden):
            found.append(fault("promise-broken", f"nonces[{seat}]", seat=seat))
    if nonce and nonce.strip().lower() not in nonces:
        found.append(fault("nonce-missing", "nonces"))
    if str(key).lower() != key_of(str(part), nonces):
        found.append(fault("key-not-of-parts", "key"))
    return found
