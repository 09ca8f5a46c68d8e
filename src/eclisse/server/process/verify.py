"""`eclisse verify`: whether a game was dealt and played as its record says."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from eclisse.bots import LEVELS
from eclisse.faults import Fault, fault, shown
from eclisse.game import By, Game, InvalidRecord, deciders
from eclisse.server.tables.fairness import faults_of, malformed
from eclisse.server.tables.levels import STAND_IN, STYLES, UNCHECKED, choose, code_of_bots


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
    """What was checked of bots, in sentences."""
    done = f"Chance included, {bots.checked} decisions of bots are what the bots of this version decide."
    left = f"{bots.unchecked} decisions of bots were not checked: the record does not say which bots of this version"
    left += " made them, or they are of a level that depends on the machine."
    return [*([done] if bots.checked else []), *([left] if bots.unchecked else [])]


def _totals(game: Game) -> str:
    """What each player reached."""
    return ", ".join(f"{name} {total}" for name, total in zip(game.names, game.result.totals, strict=True))


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
        f"They lead to the result in the record: {_totals(game)}. Compare it with what you saw.",
        *_bots_told(bots),
        *(["The key was shown from the start: everybody could know all cards."] if record.get("key_shown") else []),
    ]
