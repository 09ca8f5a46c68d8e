"""The coach's English, for the terminal and the report: decisions, what they cost and why; nothing is found out here.

The page says the same codes in each of its languages (`web/src/i18n/reasons.*.json`, `decisions.*.json`). Texts are
written as those of faults: `{left:space|spaces}` is a number with its noun, and a word in brackets is one that a game
may have another for.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from eclisse.analysis.reasons import Reason
from eclisse.boards.names import Names
from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE
from eclisse.fault_texts import filled
from eclisse.notation import Action
from eclisse.vocabulary import worded

REASONS: Final[dict[str, str]] = {
    "completes": "it completes {ticket} ({points} points)",
    "only-way": "no other way is left for {ticket}",
    "detour": "without it, {ticket} takes {more} more spaces",
    "nearer": "it is on the way for {ticket}, which then lacks {left:space|spaces}",
    "other-track": "it is paid with {colour} cards, not with {other} ones",
    "joins-another": "{seat} could join its routes together with it",
    "longest": "it makes the longest path: {length} [trains], worth {points} points",
    "last-turn": "this is the last turn",
    "end-near": "the end is near: {seat} has {trains:piece|pieces} left",
    "scores": "it scores {points} points at once",
    "enough": "then there are enough cards for {needed}, on the way for {ticket}",
    "enough-too": "then there are enough cards for {needed}, worth {points} points",
    "card-for": "then {route} lacks only {lacking:more {colour} card|more {colour} cards}, for {ticket}",
    "scarce": "at most {left:{colour} card is|{colour} cards are} left in the deck",
    "none-left": "no {colour} card is left in the deck",
    "ferry": "the ferry {route} asks for [locomotives], for {ticket}",
    "open": "{ticket} still lacks {missing:space|spaces}",
    "all-complete": "every ticket is complete",
    "ready": "{ready} of {hidden} hidden tickets would be complete at once",
    "trains-left": "{trains} pieces are left to build with",
    "trains-spare": "the open tickets take only {spaces} of {trains} pieces",
    "impossible": "{ticket} can no longer be completed",
    "too-long": "the other choice takes {spaces} spaces, with only {trains} pieces left",
    "adds-nothing": "{ticket} ({points} points) takes no more spaces",
    "adds-little": "{ticket} ({points} points) takes only {spaces:more space|more spaces}",
    "adds-much": "{ticket} ({points} points) would take {spaces:more space|more spaces}",
    "keep-sum": "this choice takes {spaces} spaces for {points} points, the other one {other_spaces} for "
    "{other_points}",
    "share": "the ways of the tickets can share {spaces} spaces",
    "spares-locomotives": "it spares {n:[locomotive]|[locomotives]}",
    "colour-needed": "{route} needs the {colour} cards, for {ticket}",
    "more-points": "on average it brings {points} more points",
    "costs-another": "on average {seat} ends with {points} points fewer",
    "as-good": "about as good: the difference is within the margin of error",
    "fewer-points": "on average it brings {points} points fewer",
    "gains-another": "on average {seat} ends with {points} more points",
    "taken-later": "{seat} took {route} {turns:turn|turns} later",
}

ACTIONS: Final[dict[str, str]] = {
    "take": "taking {card}", "draw": "drawing from the deck", "tickets": "drawing tickets", "pass": "passing",
    "take-back": "giving up the tunnel", "decline": "leaving the warehouses alone",
    "warehouse": "putting a card into the warehouse of {seat}", "collect": "emptying the warehouse of {seat}",
    "keep": "keeping {tickets}", "claim": "claiming {route}", "station": "building a station in {city}",
    "depot": "placing a depot in {city}", "pay": "paying {cards}",
}  # fmt: skip

TEXTS: Final[dict[str, str]] = {
    "mistake": "Turn {turn}: {taken} cost {loss} points of winning chance ({margin}); {better} was better.",
    "setup": "Before the first turn: {taken} cost {loss} points of winning chance ({margin}); {better} was better.",
    "idea-draw-tickets": "Draw tickets sooner.", "idea-leave-tickets": "Leave the ticket deck alone.",
    "idea-keep": "Keep other tickets.", "idea-block": "Claim before others do.",
    "idea-build": "Build instead of drawing cards.", "idea-wait": "Draw cards before you build.",
    "idea-route": "Build elsewhere.", "idea-card": "Take other cards.", "idea-pay": "Pay in another way.",
    "times": "{idea} {n} mistakes gave away {points} points or more together. The costliest:",
    "margin": "±{error}", "exact": "exactly",
    "because": "{reasons}.", "later": "In hindsight: {reasons}.", "none": "No mistake beyond the noise.",
    "accuracy": "Accuracy", "luck": "Luck", "of-luck": "Of luck", "skill": "Skill", "result": "Result",
    "points": "Points", "player": "Player", "costliest": "What would have helped most",
    "of": "What would have helped {name} most", "curve": "Chance to win", "title": "Review of a game: {game}",
    "deal": "deal", "cards": "cards", "tickets": "tickets", "tunnels": "tunnels",
    "puzzle": "Puzzle {number}  {level}  {game}", "find": "Find the best decision. Type it, or type {word}.",
    "right": "right: {best} is best.", "wrong": "{best} is better, by {loss} points of winning chance.",
    "wrong-by-more": "{best} is better, by {loss} points of winning chance or more.",
    "given-up": "{best} is best.",
    "proof": "Played on from here many times: {best} wins {win}%, {other} {other_win}%, give or take {error}.",
    "found-by": "Bots that find it: {bots}",
    "legend": "Luck and skill are points of winning chance: {fair} to begin with, plus both, is the result. Of "
    "luck, what can be told apart: the deal, and what came up in one’s own turns.",
}  # fmt: skip


class Speaker:
    """Says decisions and reasons of one game, in its words."""

    def __init__(self, spec: GameSpec, players: Sequence[str]) -> None:
        self._names, self._players, self._words = Names(spec.board), players, spec.words

    def _value(self, key: str, value: Any) -> Any:
        """A value of a reason as people read it."""
        if key in ("route", "needed", "ticket"):
            return self._names.link(value)
        if key == "seat":
            return self._players[int(value)]
        return self._colour(value) if key in ("colour", "other") else value

    def reason(self, reason: Reason) -> str:
        """A reason, as a part of a sentence."""
        values = {key: self._value(key, value) for key, value in reason.params.items()}
        return filled(worded(REASONS[reason.code], self._words), values)

    def because(self, key: str, reasons: Iterable[Reason]) -> str:
        """Reasons as one sentence, with the text of a key around them; empty if there are none."""
        said = "; ".join(self.reason(reason) for reason in reasons)
        return said and sentence(text(key, reasons=said))

    def action(self, action: Action, offer: Sequence[str] = ()) -> str:
        """A decision, as a part of a sentence; `offer` are the tickets that it chooses from."""
        return ACTIONS[action.kind].format(
            card=self._card(action.colour or ""),
            seat="" if action.seat is None else self._players[action.seat],
            tickets=_listed([self._names.link(offer[place]) for place in action.places or () if offer]) or "no ticket",
            route="" if action.route is None else self._names.link(action.route),
            city="" if action.city is None else self._names.city(action.city),
            cards="" if action.payment is None else _listed(self._cards(action.payment.counts)),
        )

    def _colour(self, name: str) -> str:
        """The game's name for cards of a colour."""
        return worded("[locomotive]", self._words) if name == COLOUR_NAMES[LOCOMOTIVE] else name

    def _card(self, colour: str) -> str:
        """`a red card`, `an orange card`, `a locomotive`."""
        if colour == COLOUR_NAMES[LOCOMOTIVE]:
            return worded("[a locomotive]", self._words)
        return f"{'an' if colour == 'orange' else 'a'} {colour} card"

    def _cards(self, counts: dict[str, int]) -> list[str]:
        """Cards that are paid."""
        several = worded("[locomotives]", self._words)
        return [
            f"{n} {several if n > 1 and name == COLOUR_NAMES[LOCOMOTIVE] else self._colour(name)}"
            for name, n in counts.items()
        ]


def _listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    joined = ", ".join(parts[:-1])
    return f"{joined} and {parts[-1]}" if joined else "".join(parts)


def text(key: str, **values: Any) -> str:
    """One of TEXTS."""
    return TEXTS[key].format(**values)


def percent(value: float | None) -> str:
    """A share in percent; a dash where there is none."""
    return "–" if value is None else f"{round(100 * value)}%"


def signed(value: float) -> str:
    """A difference of shares, in points."""
    points = round(100 * value)
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def sentence(said: str) -> str:
    """With a capital letter."""
    return said[:1].upper() + said[1:]
