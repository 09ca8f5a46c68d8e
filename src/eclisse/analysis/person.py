"""How a person plays, by their reviews: accuracy by game and board, and where they gave chances away.

Of a review as the server stores it, only what `OwnReview` names is used; every version has written that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final, Literal

Theme = Literal["tickets", "blocking", "timing", "routes", "cards"]
THEMES: Final[tuple[Theme, ...]] = ("tickets", "blocking", "timing", "routes", "cards")
TICKETS: Final = frozenset({"tickets", "keep"})
BUILDING: Final = frozenset({"claim", "station", "depot"})


@dataclass(frozen=True)
class OwnBetter:
    """A decision that would have been better than a mistake."""

    action: str
    later: tuple[Any, ...]  # what only the rest of the game showed


@dataclass(frozen=True)
class OwnMoment:
    """One decision."""

    seat: int
    action: str
    loss: float
    sure: bool
    better: OwnBetter | None


@dataclass(frozen=True)
class OwnReview:
    """The part of a review that counts for a person."""

    moments: tuple[OwnMoment, ...]
    accuracy: tuple[float | None, ...]  # of each seat


@dataclass(frozen=True)
class OwnGame:
    """A reviewed game of a person."""

    table: str
    board: str
    at: float  # when it was
    seat: int
    review: OwnReview


@dataclass(frozen=True)
class Lost:
    """The cost of the mistakes of one theme."""

    theme: Theme
    mistakes: int
    loss: float  # chance to win, on average of all games


@dataclass(frozen=True)
class GameFigures:
    """One game."""

    table: str
    board: str
    at: float
    accuracy: float


@dataclass(frozen=True)
class BoardFigures:
    """All games on one board."""

    board: str
    games: int
    accuracy: float


@dataclass(frozen=True)
class Figures:
    """All figures of a person."""

    accuracy: float | None  # on average of all games; None if there are none
    games: tuple[GameFigures, ...]  # the oldest first
    boards: tuple[BoardFigures, ...]  # the most played first
    lost: tuple[Lost, ...]  # every theme, the costliest first


def theme_of(taken: str, better: str, missed: bool) -> Theme:
    """The theme of a mistake; `missed` says that another took the route that would have been better to claim."""
    kinds = {taken.partition(" ")[0], better.partition(" ")[0]}
    if kinds & TICKETS:
        return "tickets"
    if missed:
        return "blocking"
    if kinds <= BUILDING:
        return "routes"
    return "timing" if kinds & BUILDING else "cards"


def mistakes(game: OwnGame) -> Iterator[tuple[Theme, float]]:
    """The decisions by which a person lost something for sure: what each was about, and what it cost."""
    for moment in game.review.moments:
        if moment.seat == game.seat and moment.sure and moment.better:
            yield theme_of(moment.action, moment.better.action, bool(moment.better.later)), moment.loss


def figures(played: Iterable[OwnGame]) -> Figures:
    """The figures of the person who played these games; those without a decision do not count."""
    rated = [(game, game.review.accuracy[game.seat]) for game in sorted(played, key=lambda game: game.at)]
    found = [(game, accuracy) for game, accuracy in rated if accuracy is not None]
    games = tuple(GameFigures(game.table, game.board, game.at, accuracy) for game, accuracy in found)
    themes = [mistake for game, _ in found for mistake in mistakes(game)]
    lost = [_lost(theme, [loss for one, loss in themes if one == theme], len(games)) for theme in THEMES]
    return Figures(
        fmean(game.accuracy for game in games) if games else None,
        games,
        tuple(_boards(games)),
        tuple(sorted(lost, key=lambda one: -one.loss)),
    )


def _lost(theme: Theme, losses: Sequence[float], n_games: int) -> Lost:
    """The cost of the mistakes of a theme in so many games."""
    return Lost(theme, len(losses), sum(losses) / max(1, n_games))


def _boards(games: Sequence[GameFigures]) -> list[BoardFigures]:
    """The games of each board."""
    boards = dict.fromkeys(game.board for game in games)
    accuracies = {board: [game.accuracy for game in games if game.board == board] for board in boards}
    rows = [BoardFigures(board, len(found), fmean(found)) for board, found in accuracies.items()]
    return sorted(rows, key=lambda row: (-row.games, row.board))
