"""The English of every fault: one text a code, for the command line and for Python.

`{name}` stands for a parameter, `{n:card|cards}` for a number with its noun, and `{nearest}` for a suggestion where
there is one. Lists are quoted and joined; cards are written as in `2 red, 1 locomotive`.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

TEXTS: Final[dict[str, str]] = {
    "more-faults": "and {more} more",
    # Values of any kind
    "number-expected": "expected a whole number from {low} to {high}, not {value}",
    "seat-expected": "expected a seat from 0 to {last}, not {value}",
    "list-for-seats-expected": "expected a list of {seats:entry|entries}, one for each seat, not {value}",
    "names-expected": "expected a list of at most {most:name|names}, not {value}",
    "cards-expected": 'expected cards such as {{"red": 2}}, not {value}',
    "key-expected": "expected a key of 32 hexadecimal digits, not {value}",
    "seed-expected": "expected a seed from 0 to 2^128 - 1, or 32 hexadecimal digits, not {value}",
    "missing-key": 'the key "{key}" is missing',
    "unknown-key": 'there is no key "{key}"{nearest}',
    "unknown-route": 'there is no route "{name}"{nearest}',
    "unknown-city": 'there is no city "{name}"{nearest}',
    "unknown-card": 'there is no card "{name}"{nearest}',
    "unknown-ticket": 'there is no ticket "{name}" in this game{nearest}',
    # Positions
    "position-expected": 'expected a JSON object with at least the keys "game" and "seats", not {value}',
    "game-expected": "expected the id of a game, not {value}",
    "modules-expected": "expected a list of ids of modules, not {value}",
    "phase-expected": "expected one of {phases}, not {value}",
    "owners-expected": 'expected routes with their owners such as {{"dieppe--paris": 0}}, not {value}',
    "mixed-expected": "expected a place in the ticket deck and a number of tickets, such as [0, 10], not {value}",
    "known-expected": 'expected tickets and the seats that know them, such as {{"bern--como": [0]}}, not {value}',
    "too-many-trains": "seat {seat} has placed {placed} trains, but has only {has}",
    "too-many-subways": "seat {seat} has placed {placed} subways, but has only {has}",
    "too-many-stations": "seat {seat} has built {placed:station|stations}, but has {has} in this game",
    "too-many-depots": "seat {seat} has built {placed:depot|depots}, but has {has} in this game",
    "too-many-cards": "{excess:card|cards} of {colour} too many: the game has {has}",
    "both-tracks-owned": "seat {seat} owns both tracks of {route}; nobody may own more than one",
    "both-tracks-taken": "both tracks of {route} are taken, but with {seats} seats only one may be",
    "two-buildings": "{city} has more than one building; a city has room for one",
    "building-on-exit": "{city} is a border exit; buildings stand in cities only",
    "ticket-twice": "{ticket} is also in {other}; a ticket is in one place only",
    "decision-incomplete": 'the phase "{phase}" needs {keys}, and a value that is not empty',
    "station-on-building": "{city} has a building already, so no station can be built there",
    "route-not-free": "seat {seat} cannot claim {route}: it is not free",
    "pieces-lacking": "seat {seat} cannot claim {route}: it lacks the pieces",
    "collecting-elsewhere": "seat {seat} does not own {route}, so it cannot collect a warehouse there",
    "surcharge-wrong": "the cards laid, the cards turned up and the surcharge of the tunnel do not go together",
    "no-decision": 'no decision is possible in the phase "{phase}" of this position',
    # What the core finds in a record
    "state-too-many-cards": "there are more cards of a colour than the game has",
    "state-too-few-cards": "there are fewer cards of a colour than the game has",
    "state-cards-miscounted": "a number of cards differs from the cards themselves",
    "state-too-many-pieces": "a seat has placed more pieces than it has",
    "state-both-tracks-owned": "a seat owns both tracks of a double route",
    "state-both-tracks-taken": "both tracks of a double route are taken, but with so few seats only one may be",
    "state-points-differ": "a running score differs from the routes",
    "state-ticket-misplaced": "a ticket is in two places, or in none",
    "state-tickets-miscounted": "a number of tickets differs from the tickets themselves",
    "state-buildings-differ": "the stations or depots built and left are not those of the game",
    "state-seen-too-much": "more cards were seen in a hand than it holds",
    "state-stock-too-small": "the deck, or what a seat drew from it unseen, holds more than it was made of",
}


class _Writer(Formatter):
    """Writes parameters the way people read them."""

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        """A parameter; a suggestion may be missing."""
        if key == "nearest":
            return f' (did you mean "{kwargs[key]}"?)' if key in kwargs else ""
        return super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number with its noun, a list of names, cards by colour, or the value itself."""
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value} {one if value == 1 else many}"
        if isinstance(value, list):
            return ", ".join(f'"{name}"' if isinstance(name, str) else str(name) for name in value)
        if isinstance(value, dict):
            return ", ".join(f"{n} {name}" for name, n in value.items()) or "none"
        return str(value)


_WRITER: Final = _Writer()


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """A fault in English."""
    return _WRITER.vformat(TEXTS[code], (), params)


def names_in(text: str) -> set[str]:
    """The parameters a text needs; a suggestion is never needed."""
    return {name for _, name, _, _ in _WRITER.parse(text) if name} - {"nearest"}
