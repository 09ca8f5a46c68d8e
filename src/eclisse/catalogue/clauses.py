"""The rules of a game as clauses: which sentences hold, each filled in from the knobs that the engine plays by.

A clause is a key and values; its words are at the edge (web/src/i18n/clauses.*.json). tests/clauses/test_clauses.py
asks the engine for every one of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from eclisse.boards.model import Route
from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import (
    FACE_UP_LOCOMOTIVE_NAMES,
    LOCOMOTIVE,
    LOCOMOTIVES_ON_NAMES,
    OUT_OF_GAME,
    SHUFFLED_BOTTOM,
    UNKEPT_NAMES,
)
from eclisse.core.knobs import MOST, Knobs
from eclisse.core.limits import MARKET_SIZE

BASIC: Final = Knobs()
"""The knobs of the basic game, with which others are compared."""
SECTIONS: Final = ("aim", "setup", "turn", "cards", "claiming", "tickets", "stations", "end", "warehouses")


@dataclass(frozen=True)
class Clause:
    """One sentence of the rules; a ruling is what the printed rules leave open."""

    key: str
    params: dict[str, int] = field(default_factory=dict)
    ruling: bool = False


@dataclass(frozen=True)
class Section:
    """The clauses about one thing."""

    id: str
    clauses: tuple[Clause, ...]


def _say(key: str, **params: int) -> Clause:
    """A clause of the printed rules."""
    return Clause(key, params)


def _rule(key: str, **params: int) -> Clause:
    """A clause that we settled."""
    return Clause(key, params, ruling=True)


def _some(*clauses: Clause | None) -> tuple[Clause, ...]:
    """Those that there are."""
    return tuple(clause for clause in clauses if clause)


def differences(spec: GameSpec) -> tuple[Clause, ...]:
    """The differences from the basic game."""
    here = spec.knobs

    def differ(*knobs: str) -> bool:
        return any(getattr(here, knob) != getattr(BASIC, knob) for knob in knobs)

    return _some(
        _seats(here) if differ("min_seats", "max_seats") else None,
        _pieces(here) if differ("pieces") else None,
        _cards(here) if differ("cards") else None,
        _say("hand", n=here.hand, market=MARKET_SIZE) if differ("hand") else None,
        _say("subway") if _subways(spec) else None,
        _say("tunnel-short", n=here.tunnel_cards) if _has(spec, "tunnel") else None,
        _say("ferry") if _has(spec, "locomotives") else None,
        _locomotives(here) if differ("locomotives_on") else None,
        _face_up(here) if differ("face_up_locomotive") else None,
        _say("no-cards") if differ("draw_needs_deck") else None,
        _dealt(here) if differ("deal", "keep", "deal_long", "long_first") else None,
        _drawn(here) if differ("draw", "draw_keep") else None,
        _unkept(spec) if differ("unkept_setup") else None,
        _say(f"unkept-play-{UNKEPT_NAMES[here.unkept_play]}") if differ("unkept_play") else None,
        _say("abroad") if _abroad(spec) else None,
        _say("stations-short", n=here.stations, points=here.station_points) if differ("stations") else None,
        _say("double-from", n=here.both_tracks_from) if differ("both_tracks_from") else None,
        _longest(spec) if differ("longest") else None,
        *_for_most(here),
        _say("mandala") if any(here.mandala) else None,
        _last_round(here) if differ("last_round_at") else None,
        _say("tie-stations") if differ("tie_stations") else None,
        _tie_longest(here) if differ("tie_longest") else None,
    )


def sections(spec: GameSpec) -> tuple[Section, ...]:
    """The whole rules of a game."""
    told = (_aim, _setup, _turn, _taking, _claiming, _tickets, _stations, _end, _warehouses)
    pairs = zip(SECTIONS, (tell(spec) for tell in told), strict=True)
    return tuple(Section(name, clauses) for name, clauses in pairs if clauses)


def _has(spec: GameSpec, kind: str) -> bool:
    """Whether a board has tunnels, ferries or subways."""
    return any(getattr(route, kind) for route in spec.board.routes)


def _subways(spec: GameSpec) -> bool:
    """Whether a board has routes for subways."""
    return _has(spec, "subway")


def _doubles(routes: tuple[Route, ...]) -> bool:
    """Whether two tracks join the same cities somewhere."""
    return len({route.cities for route in routes}) < len(routes)


def _abroad(spec: GameSpec) -> bool:
    """Whether tickets lead to countries."""
    return any(ticket.worth for ticket in spec.tickets)


def _aim(spec: GameSpec) -> tuple[Clause, ...]:
    """The aim of the game."""
    return _some(_say("aim"), _say("aim-points"), _say("big-cities") if spec.big_cities else None)


def _setup(spec: GameSpec) -> tuple[Clause, ...]:
    """Before the first turn."""
    knobs, n, n_long = spec.knobs, len(spec.tickets), spec.n_long
    return _some(
        _seats(knobs),
        _pieces(knobs),
        _cards(knobs),
        _say("hand", n=knobs.hand, market=MARKET_SIZE),
        _say("tickets-long", n=n - n_long, long=n_long) if n_long else _say("tickets", n=n),
        _dealt(knobs),
        _unkept(spec),
        _say("long-out") if n_long else None,
        _rule("first-seat"),
    )


def _seats(knobs: Knobs) -> Clause:
    """How many play."""
    return _say("seats", low=knobs.min_seats, n=knobs.max_seats)


def _pieces(knobs: Knobs) -> Clause:
    """The pieces of each seat."""
    trains, subways = knobs.pieces
    return _say("pieces-trams", n=trains, subways=subways) if subways else _say("pieces", n=trains)


def _cards(knobs: Knobs) -> Clause:
    """The cards of the game."""
    colours = sum(n > 0 for n in knobs.cards) - (knobs.cards[LOCOMOTIVE] > 0)
    return _say("cards", n=sum(knobs.cards), locomotives=knobs.cards[LOCOMOTIVE], colours=colours)


def _dealt(knobs: Knobs) -> Clause:
    """The deal of tickets: how many, how many to keep."""
    if knobs.long_first:
        without = knobs.keep_without_long
        return _say("deal-long-first", n=knobs.deal_long, deal=knobs.deal, keep=knobs.keep, more=without)
    if knobs.deal_long:
        return _say("deal-long", n=knobs.deal, long=knobs.deal_long, keep=knobs.keep)
    return _say("deal", n=knobs.deal, keep=knobs.keep)


def _unkept(spec: GameSpec) -> Clause:
    """Where first tickets go that nobody kept."""
    where = spec.knobs.unkept_setup
    is_split = spec.n_long and where == SHUFFLED_BOTTOM
    return _say(f"unkept-setup-{UNKEPT_NAMES[where]}{'-long' if is_split else ''}")


def _turn(spec: GameSpec) -> tuple[Clause, ...]:
    """The actions of a turn."""
    if spec.knobs.stations:
        return _say("turn-stations"), _rule("pass-stations")
    return _say("turn"), _rule("pass")


def _taking(spec: GameSpec) -> tuple[Clause, ...]:
    """Wagon cards."""
    knobs = spec.knobs
    others = MARKET_SIZE - knobs.flush_at + 1
    return _some(
        _say("draw-two"),
        _face_up(knobs),
        _say("flush", n=knobs.flush_at, market=MARKET_SIZE) if knobs.flush_at else None,
        _rule("flush-limit", n=others) if knobs.flush_at else None,
        _say("reshuffle"),
        _say("no-cards") if knobs.draw_needs_deck else None,
    )


def _face_up(knobs: Knobs) -> Clause:
    """Rules for a face-up locomotive."""
    return _say(f"face-up-{FACE_UP_LOCOMOTIVE_NAMES[knobs.face_up_locomotive]}")


def _claiming(spec: GameSpec) -> tuple[Clause, ...]:
    """Routes."""
    knobs, is_double = spec.knobs, _doubles(spec.board.routes)
    tunnels = _has(spec, "tunnel")
    return _some(
        _say("pay-trams" if _subways(spec) else "pay"),
        _say("subway") if _subways(spec) else None,
        _say("pay-gray"),
        _locomotives(knobs),
        _say("claim-any"),
        _say("double") if is_double else None,
        _say("double-from", n=knobs.both_tracks_from) if is_double else None,
        _say("ferry") if _has(spec, "locomotives") else None,
        _say("tunnel", n=knobs.tunnel_cards) if tunnels else None,
        _say("tunnel-back") if tunnels else None,
    )


def _locomotives(knobs: Knobs) -> Clause:
    """Where locomotives can be played."""
    return _say(f"locomotives-{LOCOMOTIVES_ON_NAMES[knobs.locomotives_on]}")


def _tickets(spec: GameSpec) -> tuple[Clause, ...]:
    """Tickets in play and in the count."""
    abroad = _abroad(spec)
    return _some(
        _drawn(spec.knobs),
        _say("unkept-play-out" if spec.knobs.unkept_play == OUT_OF_GAME else "unkept-play-bottom"),
        _say("ticket-score"),
        _say("abroad") if abroad else None,
        _rule("abroad-exit") if abroad else None,
    )


def _drawn(knobs: Knobs) -> Clause:
    """How many tickets are drawn, and how many to keep."""
    return _say("draw-tickets", n=knobs.draw, keep=knobs.draw_keep)


def _stations(spec: GameSpec) -> tuple[Clause, ...]:
    """Stations, where there are some."""
    knobs = spec.knobs
    if not knobs.stations:
        return ()
    return (
        _say("stations-build", n=knobs.stations),
        _say("stations-use"),
        _rule("stations-best"),
        _say("stations-left", n=knobs.station_points),
    )


def _end(spec: GameSpec) -> tuple[Clause, ...]:
    """The last round and the final count."""
    knobs = spec.knobs
    return _some(
        _last_round(knobs),
        _longest(spec),
        _say("longest-path") if knobs.longest else None,
        _say("longest-own") if knobs.longest and knobs.stations else None,
        *_for_most(knobs),
        _rule("globetrotter-tie") if knobs.globetrotter else None,
        _say("mandala") if any(knobs.mandala) else None,
        _say("win"),
        _say("tie-stations") if knobs.tie_stations else None,
        _tie_longest(knobs),
        _rule("tie-shared"),
    )


def _last_round(knobs: Knobs) -> Clause:
    """The beginning of the last round."""
    return _say("last-round-pieces" if knobs.pieces[1] else "last-round", n=knobs.last_round_at)


def _longest(spec: GameSpec) -> Clause:
    """The bonus for the longest path; that there is none may be our reading."""
    if spec.knobs.longest:
        return _say("longest", n=spec.knobs.longest)
    return Clause("no-longest", ruling="longest" in spec.rulings)


def _for_most(knobs: Knobs) -> Iterator[Clause]:
    """The bonuses for whoever has most of something; the basic game has none of them."""
    return (_say(name, n=getattr(knobs, name)) for name in MOST if getattr(knobs, name))


def _tie_longest(knobs: Knobs) -> Clause:
    """Whether the longest path breaks a tie."""
    return _say("tie-longest" if knobs.tie_longest else "tie-no-longest")


def _warehouses(spec: GameSpec) -> tuple[Clause, ...]:
    """Warehouses and depots, where they are in play."""
    knobs = spec.knobs
    if not knobs.depots:
        return ()
    return (
        _say("depot-start", n=knobs.depots),
        _say("depot-place"),
        _say("warehouse-fill"),
        _say("warehouse-collect"),
        _rule("warehouse-one"),
        _say("warehouse-empty"),
        _say("depot-bonus", n=knobs.depot_bonus),
        _rule("depot-none"),
    )


KEYS: Final = (
    "aim", "aim-points", "big-cities", "seats", "pieces", "pieces-trams", "cards", "hand", "tickets", "tickets-long",
    "deal", "deal-long", "deal-long-first", "unkept-setup-bottom", "unkept-setup-out", "unkept-setup-shuffled-bottom",
    "unkept-setup-shuffled-bottom-long", "long-out", "first-seat", "turn", "turn-stations", "pass", "pass-stations",
    "draw-two", "face-up-two-cards", "face-up-one-card", "flush", "flush-limit", "reshuffle", "no-cards", "pay",
    "pay-trams", "subway", "pay-gray", "locomotives-any-route", "locomotives-tunnels", "claim-any", "double",
    "double-from", "ferry", "tunnel-short", "tunnel", "tunnel-back", "draw-tickets", "unkept-play-bottom",
    "unkept-play-out", "ticket-score", "abroad", "abroad-exit", "stations-short", "stations-build", "stations-use",
    "stations-best", "stations-left", "last-round", "last-round-pieces", "longest", "longest-path", "longest-own",
    "no-longest", *MOST, "globetrotter-tie", "mandala", "win", "tie-stations", "tie-longest", "tie-no-longest",
    "tie-shared", "depot-start", "depot-place", "warehouse-fill", "warehouse-collect", "warehouse-one",
    "warehouse-empty", "depot-bonus", "depot-none",
)  # fmt: skip
"""Every clause there is."""
