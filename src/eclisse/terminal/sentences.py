"""Events as sentences; an event holds only what its reader may know, and so do these."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eclisse.boards.names import Names
from eclisse.catalogue.model import GameSpec
from eclisse.terminal.look import WILD, called
from eclisse.vocabulary import worded

EventData = Mapping[str, Any]
REASONS = {"last-round-played": "the last round is played", "everybody-passed": "everybody has passed"}
COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six")


class Teller:
    """Turns events into sentences for one reader."""

    def __init__(self, spec: GameSpec, players: Sequence[str], reader: int | None = None) -> None:
        self._names, self._words = Names(spec.board), spec.words
        self._players, self._reader = players, reader

    def tell(self, events: Iterable[EventData]) -> list[str]:
        """The sentences of one decision; some events need no words."""
        decision, *told = events
        sentences = [self._sentence(event, decision.get("paid")) for event in (decision, *told)]
        return [sentence[:1].upper() + sentence[1:] for sentence in sentences if sentence]

    def _who(self, event: EventData, verb: str, other: str = "") -> str:
        """`you take`, `Ada takes`."""
        if event["seat"] == self._reader:
            return f"you {verb}"
        return f"{self._players[event['seat']]} {other or verb + 's'}"

    def _whose(self, seat: int) -> str:
        """`your`, `Ada's`."""
        return "your" if seat == self._reader else f"{self._players[seat]}'s"

    def _sentence(self, event: EventData, paid: Mapping[str, int] | None) -> str:
        """One event."""
        kind = str(event["kind"])
        if kind in ("took", "drew", "collected", "filled", "tunnel", "reshuffled", "flushed"):
            return self._cards(kind, event)
        if kind in ("offered", "kept", "chosen"):
            return self._tickets(kind, event)
        if kind in ("claimed", "built", "placed", "gave-up"):
            return self._building(kind, event, paid)
        if kind == "last-round":
            return f"{self._who(event, 'set')} off the last round: everybody has one more turn."
        if kind == "over":
            return f"The game is over: {REASONS[event['reason']]}."
        return self._decision(event) if kind == "decision" else ""

    def _decision(self, event: EventData) -> str:
        """The decisions that leave no other trace."""
        action = event.get("action", "")
        if action == "pass" and event.get("ends") == "draw":
            return f"{self._who(event, 'stop')} after one card."
        if action == "pass" and "ends" not in event:
            return f"{self._who(event, 'pass', 'passes')}."
        if action == "decline":
            return f"{self._who(event, 'leave')} the warehouses alone."
        return ""

    def _cards(self, kind: str, event: EventData) -> str:
        """Wagon cards."""
        if kind == "took":
            return f"{self._who(event, 'take')} {self._a(event['card'])} from the market."
        if kind == "drew":
            return f"{self._who(event, 'draw')} {self._a(event.get('card', 'card'))} from the deck."
        if kind == "collected":
            found = event.get("collected")
            what = f": {self._counted(found)}" if found else ""
            n = _number(event["cards"], "card")
            return f"{self._who(event, 'empty', 'empties')} {self._whose(event['warehouse'])} warehouse of {n}{what}."
        if kind == "filled":
            return f"{self._who(event, 'put')} a card into {self._whose(event['warehouse'])} warehouse."
        if kind == "tunnel":
            shown = ", ".join(called(card, self._words) for card in event["revealed"])
            more = f"{_number(event['surcharge'], 'more card')} to pay" if event["surcharge"] else "nothing more to pay"
            return f"The tunnel turns up {shown}: {more}."
        if kind == "reshuffled":
            return "The discard is shuffled into a new deck."
        again = " again" if event["times"] > 1 else ""
        return worded(f"Too many [locomotives]: the market is replaced{again}.", self._words)

    def _tickets(self, kind: str, event: EventData) -> str:
        if kind == "offered":
            return f"{self._who(event, 'draw')} {_number(event['tickets'], 'ticket')}."
        if kind == "kept":
            kept = ", ".join(self._names.link(name) for name in event.get("kept", ()))
            return f"{self._who(event, 'keep')} {_number(event['tickets'], 'ticket')}{': ' if kept else ''}{kept}."
        parts = [f"{self._who({'seat': seat}, 'keep')} {n}" for seat, n in enumerate(event["tickets"])]
        return f"First tickets are chosen: {', '.join(parts)}."

    def _building(self, kind: str, event: EventData, paid: Mapping[str, int] | None) -> str:
        """Routes, stations and depots."""
        price = f" with {self._counted(paid)}" if paid else ""
        if kind == "claimed":
            points = _number(event["points"], "point")
            return f"{self._who(event, 'claim')} {self._names.link(event['route'])}{price} for {points}."
        if kind == "built":
            return f"{self._who(event, 'build')} a station in {self._names.city(event['station'])}{price}."
        if kind == "placed":
            return f"{self._who(event, 'place')} a depot in {self._names.city(event['depot'])}."
        return f"{self._who(event, 'give')} up {self._names.link(event['route'])}."

    def _a(self, card: str) -> str:
        """`a red card`, `an orange card`, `a locomotive`, `a card`."""
        if card == "card":
            return "a card"
        if card == WILD:
            return worded("[a locomotive]", self._words)
        return f"{'an' if card[0] in 'aeiou' else 'a'} {card} card"

    def _counted(self, found: Mapping[str, int]) -> str:
        """`2 red, 1 blue`."""
        return ", ".join(f"{n} {called(name, self._words)}" for name, n in found.items())


def _number(n: int, what: str) -> str:
    """`one point`, `15 points`."""
    word = COUNT_WORDS[n] if 0 <= n < len(COUNT_WORDS) else str(n)
    return f"{word} {what}{'' if n == 1 else 's'}"
