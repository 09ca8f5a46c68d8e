"""The few words the tests of the rules are written in."""

from typing import Any

from eclisse import Game

WHITE = ["white"] * 5  # a full market that stays out of the way
SPARE = {"pink": 1}  # a deck that is not empty, so that what is discarded stays on the discard
# 43 of the 45 trains of a seat in the USA: few enough are left for the last round.
FORTY_THREE = [
    *("miami--new-orleans", "portland--salt-lake-city", "sault-st-marie--winnipeg"),
    *("atlanta--miami", "el-paso--oklahoma-city", "helena--omaha", "montreal--sault-st-marie"),
    "pittsburgh--saint-louis",
]


def at(game: str, seats: int = 2, **position: Any) -> Game:
    """A game in a position, seat 0 to move unless said otherwise; chance is always the same."""
    return Game.from_position({"game": game, "seats": seats, "last_round_by": None, "key": "0" * 32, **position})


def texts(game: Game, seat: int | None = None) -> list[str]:
    """All that a seat (else the one to act) may do, in alphabetical order."""
    return sorted(str(action) for action in game.legal(game.to_act[0] if seat is None else seat))


def play(game: Game, *moves: str) -> Game:
    """Each move by the seat that is to act."""
    for move in moves:
        game.play(game.to_act[0], move)
    return game


def now(game: Game, key: str) -> Any:
    """One key of the position as it stands."""
    return game.position()[key]


def seat_of(game: Game, seat: int) -> dict[str, Any]:
    """The public figures of a seat: trains, subways, score and the like."""
    row: dict[str, Any] = game.view(None).to_dict()["seats"][seat]
    return row


def counted(game: Game, seat: int) -> dict[str, Any]:
    """A seat's part of the final sheet."""
    row: dict[str, Any] = game.result.to_dict()["seats"][seat]
    return row


def finished(game: str, seats: int = 2, **position: Any) -> Game:
    """A position to be counted."""
    return at(game, seats, phase="over", to_move=None, **position)


def winners(game: Game) -> tuple[list[int], str]:
    """The winners and the tie-break that found them."""
    result = game.result.to_dict()
    return result["winners"], result["decided_by"]


def starting_with(game: Game, verb: str) -> list[str]:
    """Those decisions of the seat to act that begin with a word, without it."""
    return [text.removeprefix(f"{verb} ") for text in texts(game) if text.split()[0] == verb]
