"""Playing one chunk of a tournament, and its games and decisions as tables."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import polars as pl

from eclisse.arena.schedule import Chunk, Settings, deal_key, is_compiled
from eclisse.arena.worker import Foul, Stopped, Worker, replayed
from eclisse.bots.learned.in_step import Match, in_step
from eclisse.bots.learned.weights import Advisor, load_brain
from eclisse.bots.loop import ROOM, keyed_match
from eclisse.bots.table import NAMES
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core.batch import Records
from eclisse.core.codes import END_NAMES, PHASE_NAMES
from eclisse.core.records import STATE
from eclisse.core.scoring import SHEET
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.notation import action_of, key_from_seed
from eclisse.shapes import Points

BATCH: Final = 20  # games between two looks at whether to stop
POINTS: Final = tuple(field.name for field in fields(Points))
Step = Callable[[int], object]
Sitting = tuple[tuple[str, ...], int]  # who sits in each seat, and the number of the deal


@dataclass(frozen=True)
class Games:
    """Games as they ended, in the order of the chunk."""

    seatings: list[tuple[str, ...]]
    keys: list[str]
    states: Records
    sheets: Records
    n_decisions: Any
    logs: Records
    fouls: dict[int, tuple[Foul, dict[str, Any]]]  # by place in the chunk, with the record of the game


@dataclass(frozen=True)
class ChunkDone:
    """The results of a chunk."""

    games: pl.DataFrame
    decisions: pl.DataFrame | None
    records: dict[int, dict[str, Any]]  # of games that a fault ended, by number of the game


def play_chunk(settings: Settings, chunk: Chunk, worker: Worker, stop: threading.Event, step: Step) -> ChunkDone:
    """Play all games of a chunk; Stopped if somebody stops the tournament."""
    kit = open_kit(settings.game, settings.modules)
    table = [(seating, deal) for deal in chunk.deals for seating in chunk.seatings]
    games = play_games(settings, kit, table, worker, stop, step)
    records = {chunk.first + i: record for i, (_, record) in games.fouls.items()}
    decisions = decision_rows(kit, chunk.first, games) if settings.decisions else None
    return ChunkDone(game_rows(kit, chunk, games), decisions, records)


def play_games(
    settings: Settings, kit: Kit, table: list[Sitting], worker: Worker, stop: threading.Event, step: Step,
    brain: Advisor | None = None,
) -> Games:  # fmt: skip
    """Play a game for each seating and deal; all of them by the same bots, in whatever order these sit.

    Among compiled bots the network is the one of the package unless you name another.
    """
    order = [(seating, deal_key(settings, deal)) for seating, deal in table]
    bots = order[0][0]
    if is_compiled(bots):
        return _play_fast(settings, kit, order, stop, step)
    if in_step(bots):
        return _play_in_step(settings, kit, [deal for _, deal in table], order, step, brain or load_brain())
    return _play_slowly(settings, order, worker, step)


def _play_fast(
    settings: Settings, kit: Kit, order: list[tuple[tuple[str, ...], str]], stop: threading.Event, step: Step
) -> Games:
    """Compiled bots among themselves."""
    bots = np.array([[NAMES.index(name) for name in seating] for seating, _ in order], np.int64)
    keys = np.array([key_from_seed(key) for _, key in order])
    parts = []
    for a in range(0, len(order), BATCH):
        if stop.is_set():
            raise Stopped
        parts.append(
            keyed_match(kit.board_row, kit.rules_row, bots[a : a + BATCH], keys[a : a + BATCH], settings.decisions)
        )
        step(len(parts[-1][0]))
    states, sheets, n_decisions, logs = (np.concatenate([part[i] for part in parts]) for i in range(4))
    fouls = {int(i): _illegal(settings, kit, *order[i]) for i in np.nonzero(n_decisions < 0)[0]}
    n_decisions = np.where(n_decisions < 0, -1 - n_decisions, n_decisions)
    return Games(*_unzipped(order), states, sheets, n_decisions, logs, fouls)


def _illegal(settings: Settings, kit: Kit, seating: tuple[str, ...], key: str) -> tuple[Foul, dict[str, Any]]:
    """The foul of a compiled bot: the game once more, up to the illegal decision."""
    bots = np.array([[NAMES.index(name) for name in seating]], np.int64)
    played = keyed_match(kit.board_row, kit.rules_row, bots, np.array([key_from_seed(key)]), logged=True)
    game = replayed(settings, seating, key, played.logs)
    seat = game.to_act[0]
    return _with_record(Foul(seat, fault("bot-illegal", bot=seating[seat])), game)


def _with_record(foul: Foul, game: Game) -> tuple[Foul, dict[str, Any]]:
    """A foul and the record of the game it ended."""
    what = {"bot": game.names[foul.seat], "seat": foul.seat, "fault": str(foul.fault), **foul.fault.to_dict()}
    return foul, {**game.record(), "fault": what}


def _play_in_step(
    settings: Settings, kit: Kit, deals: list[int], order: list[tuple[tuple[str, ...], str]], step: Step,
    brain: Advisor,
) -> Games:  # fmt: skip
    """The network among compiled bots, all games at once."""
    seatings, keys = _unzipped(order)
    seed, half = map(int, key_from_seed(settings.key))
    played = Match(kit, brain, seatings, deals, seed, half, ROOM if settings.decisions else 0).play()
    if settings.decisions and (longest := int(played.n_decisions.max())) > ROOM:  # once more, with room enough
        played = Match(kit, brain, seatings, deals, seed, half, longest).play()
    step(len(order))
    kept = [log[:n] for log, n in zip(played.logs, played.n_decisions, strict=True)]
    return Games(seatings, keys, played.states, played.sheets, played.n_decisions, np.concatenate(kept), {})


def _play_slowly(settings: Settings, order: list[tuple[tuple[str, ...], str]], worker: Worker, step: Step) -> Games:
    """Bots of any kind, one game after the other."""
    states, sheets = np.zeros(len(order), STATE), np.zeros(len(order), SHEET)
    n_decisions, logs, fouls = np.zeros(len(order), np.int64), [], {}
    for i, (seating, key) in enumerate(order):
        played = worker.play(settings, seating, key)
        states[i], sheets[i] = played.game.state, played.game.result.sheet
        n_decisions[i] = len(played.logs)
        logs.append(played.logs)
        if played.foul:
            fouls[i] = _with_record(played.foul, played.game)
        step(1)
    return Games(*_unzipped(order), states, sheets, n_decisions, np.concatenate(logs), fouls)


def _unzipped(order: list[tuple[tuple[str, ...], str]]) -> tuple[list[tuple[str, ...]], list[str]]:
    """Seatings and keys apart."""
    return [seating for seating, _ in order], [key for _, key in order]


def game_rows(kit: Kit, chunk: Chunk, games: Games) -> pl.DataFrame:
    """One row for each game and seat."""
    n_games, n_seats = len(games.seatings), len(games.seatings[0])
    states, sheets = games.states, games.sheets
    places, shares = places_of(games, n_seats)
    fouls = [games.fouls[i][0] if i in games.fouls else None for i in range(n_games)]
    held = [_held(kit, states[i], sheets[i], seat) for i in range(n_games) for seat in range(n_seats)]

    def of_game(values: Any) -> Any:
        return np.repeat(np.asarray(values), n_seats)

    def of_seat(name: str) -> Any:
        return sheets[name][:, :n_seats].ravel()

    frame = pl.DataFrame(
        {
            "game": of_game(np.arange(chunk.first, chunk.first + n_games, dtype=np.int64)),
            "pairing": of_game(np.full(n_games, chunk.pairing, np.int32)),
            "deal": of_game(np.repeat(np.array(chunk.deals, np.int32), len(chunk.seatings))),
            "key": [key for key in games.keys for _ in range(n_seats)],
            "seat": np.tile(np.arange(n_seats, dtype=np.int8), n_games),
            "bot": [name for seating in games.seatings for name in seating],
            "turn_order": ((np.arange(n_seats) - states["first_seat"][:, None]) % n_seats).astype(np.int8).ravel(),
            "place": places.ravel(),
            "win": shares.ravel(),
            "score": of_seat("total"),
            **{name: of_seat(name) for name in POINTS},
            "tickets_completed": of_seat("completed"),
            "tickets_failed": np.array([len(failed) for _, _, failed in held], np.int16),
            "tickets_won": _ticket_points(states, sheets, n_seats, 1),
            "tickets_lost": _ticket_points(states, sheets, n_seats, -1),
            "longest_path_length": of_seat("length"),
            "decisions": of_game(games.n_decisions.astype(np.int32)),
            "turns": of_game(states["turns"]),
            "ended": of_game([END_NAMES[code] for code in states["ended"]]),
            "fault": [None if foul is None else str(foul.fault) for foul in fouls for _ in range(n_seats)],
            "fault_by": [None if foul is None else foul.seat for foul in fouls for _ in range(n_seats)],
        },
        schema_overrides={"fault": pl.String, "fault_by": pl.Int8},
    )
    lists = zip(*held, strict=True)
    return frame.with_columns(
        pl.Series(name, list(values), pl.List(pl.String))
        for name, values in zip(("claimed", "completed", "failed"), lists, strict=True)
    )


def _held(kit: Kit, state: Any, sheet: Any, seat: int) -> tuple[list[str], list[str], list[str]]:
    """A seat's routes, completed tickets and failed tickets at the end."""
    routes = [kit.names.routes[i] for i in np.nonzero(state.owner == seat)[0]]
    tickets = np.nonzero(state.holder == seat)[0]
    completed = [kit.names.tickets[i] for i in tickets if sheet.ticket[i] > 0]
    return routes, completed, [kit.names.tickets[i] for i in tickets if sheet.ticket[i] <= 0]


def _ticket_points(states: Records, sheets: Records, n_seats: int, sign: int) -> Any:
    """The points every seat won, or lost, with tickets."""
    points = np.where(np.sign(sheets["ticket"]) == sign, sheets["ticket"], 0)
    by_seat = [np.where(states["holder"] == seat, points, 0).sum(axis=1) for seat in range(n_seats)]
    return np.stack(by_seat, axis=1).astype(np.int16).ravel()


def places_of(games: Games, n_seats: int) -> tuple[Any, Any]:
    """The place of every seat, 1 for the best, tied seats share it; and its share of the win.

    Winners are first, the others follow by points. A bot at fault is last and all others win.
    """
    totals = games.sheets["total"][:, :n_seats].astype(np.int64)
    winners = games.sheets["winner"][:, :n_seats] > 0
    value = np.where(winners, np.iinfo(np.int64).max, totals)
    for i, (foul, _) in games.fouls.items():
        value[i] = 1
        value[i, foul.seat] = 0
    places = 1 + (value[:, None, :] > value[:, :, None]).sum(axis=2)
    firsts = places == 1
    return places.astype(np.int8), firsts / firsts.sum(axis=1, keepdims=True)


def decision_rows(kit: Kit, first: int, games: Games) -> pl.DataFrame:
    """One row for each decision; `first` is the number of the first game."""
    logs, counts = games.logs, games.n_decisions
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(first, first + len(counts)), counts),
            "number": (np.arange(len(logs)) - starts).astype(np.int32),
            "seat": logs["seat"].astype(np.int8),
            "turn": np.ascontiguousarray(logs["turn"]),
            "phase": pl.Series(PHASE_NAMES).gather(logs["phase"].astype(np.int64)),
            "action": np.ascontiguousarray(logs["action"]),
            "text": _texts(kit, logs),
            "n_legal": np.ascontiguousarray(logs["n_legal"]),
        }
    )


def _texts(kit: Kit, logs: Records) -> pl.Series:
    """The text of every decision; each is made only once."""
    pairs, inverse = np.unique(np.stack([logs["action"], logs["due"]], axis=1), axis=0, return_inverse=True)
    texts = [action_of(number, kit, due).text for number, due in pairs.tolist()]
    return pl.Series(texts, dtype=pl.String).gather(inverse.astype(np.int64))
