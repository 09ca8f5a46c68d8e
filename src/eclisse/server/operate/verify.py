"""`eclisse verify`: whether a game was dealt and played as its record says; docs/fairness.md explains it to players."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from eclisse.bots import LEVELS
from eclisse.bots.styles import STYLES
from eclisse.faults import Fault, fault, shown
from eclisse.game import Game, InvalidRecord, deciders
from eclisse.server.model import ENDED_EARLY, key_of, promise_of
from eclisse.server.play.levels import STAND_IN, UNCHECKED, choose, code_of_bots
from eclisse.shapes import By


def malformed(record: dict[str, Any]) -> list[Fault]:
    """The parts of a record's deal that no server writes so, and that leave nothing to check."""
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
    """The faults of a seat's number: whoever added one unpromised had seen those of others before."""
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


class NotFair(InvalidRecord):
    """A deal that is not what was promised."""


def _replayed(record: dict[str, Any]) -> Game:
    """The game of a record whose deal is as promised; NotFair if what was played does not follow from that deal."""
    Game.replay(record, until=0)  # what cannot be read at all is no sign of anything
    try:
        return Game.replay(record)
    except InvalidRecord as error:
        raise NotFair(fault("dealt-otherwise", "key"), *error.faults) from None


class BotsChecked(NamedTuple):
    """Decisions of bots: how many are as they must be, and how many nobody can compute again."""

    checked: int
    unchecked: int


def _bots(record: dict[str, Any]) -> list[Any]:
    """The bot of each seat, if the record says so; InvalidRecord if no server writes it that way."""
    seats, bots = len(record["seats"]), record.get("bots") or [None] * len(record["seats"])
    if not isinstance(bots, list) or len(bots) != seats or not all(map(_is_bot, bots)):
        raise InvalidRecord(fault("list-for-seats-expected", "bots", seats=seats, value=shown(bots)))
    return bots


def _is_bot(bot: object) -> bool:
    """Whether this can be what a record says of a seat: no bot, or one by its level and style."""
    if bot is None:
        return True
    level = bot.get("level") if isinstance(bot, dict) else None
    return isinstance(bot, dict) and level in LEVELS and bot.get("style") in (None, *STYLES.get(level, {}).values())


def _may_decide(bot: Any, by: By) -> tuple[str, ...]:
    """Which bots may have made a decision; a style's may still have been compiled, and its level stood in for it."""
    if by != "bot":
        return (STAND_IN,)
    return () if bot is None else tuple(filter(None, (bot.get("style"), bot["level"])))


def check_bots(record: dict[str, Any]) -> BotsChecked:
    """Decide again for the bots of a game that replays; NotFair if one of them decided otherwise."""
    bots, game, checked, unchecked, wrong = _bots(record), Game.replay(record, until=0), 0, 0, list[Fault]()
    for number, ((seat, text), by) in enumerate(zip(record["actions"], deciders(record), strict=True)):
        names = () if by == "player" else _may_decide(bots[seat], by)
        is_known = bool(names) and record.get("bots_code") == code_of_bots() and not set(names) & set(UNCHECKED)
        meant = [choose(game, seat, name) for name in names] if is_known else []
        game.play(seat, text)
        if meant and game.actions[-1][1] not in meant:
            wrong.append(fault("bot-otherwise", f"actions[{number}]", seat=seat, meant=meant[0], action=text))
        checked, unchecked = checked + bool(meant), unchecked + (by != "player" and not meant)
    if wrong:
        raise NotFair(*wrong)
    return BotsChecked(checked, unchecked)


def _bots_told(bots: BotsChecked) -> list[str]:
    """The check of the bots, in sentences."""
    done = f"Chance included, {bots.checked} decisions of bots are what the bots of this version decide."
    left = f"{bots.unchecked} decisions of bots were not checked: the record does not say which bots of this version"
    left += " made them, or they are of a level that depends on the machine."
    return [*([done] if bots.checked else []), *([left] if bots.unchecked else [])]


def _totals(game: Game) -> str:
    """The points of each player."""
    return ", ".join(f"{name} {total}" for name, total in zip(game.names, game.result.totals, strict=True))


def verify(
    record: dict[str, Any],
    published: str | None = None,
    nonce: str | None = None,
    promises: Sequence[str | None] | None = None,
) -> list[str]:
    """The checks that were made, in sentences; NotFair: a broken promise, InvalidRecord: nothing to check.

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
    is_early = not game.over and record.get("fault") == ENDED_EARLY
    if not is_early and (not game.over or record.get("result") is None):
        raise InvalidRecord(fault("record-unfinished", "actions"))
    bots = check_bots(record)
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
        "There the players ended the game early. Compare with the replay whether nothing you saw is missing."
        if is_early
        else f"They lead to the result in the record: {_totals(game)}. Compare it with what you saw.",
        *_bots_told(bots),
        *(["The key was shown from the start: everybody could know all cards."] if record.get("key_shown") else []),
    ]
