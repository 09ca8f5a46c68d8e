"""The coach's words: what was decided, what it cost and why, in English and French; nothing is found out here."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from eclisse.analysis.reasons import Reason
from eclisse.boards.names import Names
from eclisse.core.codes import COLOUR_NAMES
from eclisse.notation import Action

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")

COLOURS: Final[dict[Language, dict[str, str]]] = {
    "en": {name: name for name in COLOUR_NAMES},
    "fr": {
        "pink": "rose", "blue": "bleue", "orange": "orange", "white": "blanche", "green": "verte", "yellow": "jaune",
        "black": "noire", "red": "rouge", "locomotive": "locomotive",
    },
}  # fmt: skip

# Each has a form for one and a form for more, told apart by the first of its numbers; where that does not matter, one.
REASONS: Final[dict[Language, dict[str, tuple[str, ...]]]] = {
    "en": {
        "completes": ("it completes {ticket} ({points} points)",),
        "only-way": ("no other way is left for {ticket}",),
        "detour": ("without it {ticket} takes {more} spaces more",),
        "nearer": ("then {ticket} lacks one space only", "then {ticket} lacks only {left} spaces"),
        "joins-another": ("it would join two networks of {seat}",),
        "longest": ("it makes the longest path, {length} trains, worth {points} points",),
        "last-turn": ("this is the last turn",),
        "end-near": ("the end is near: {seat} has one train left", "the end is near: {seat} has {trains} trains left"),
        "scores": ("it scores one point at once", "it scores {points} points at once"),
        "card-for": (
            "{route} lacks one {colour} card for {ticket}",
            "{route} lacks {lacking} {colour} cards for {ticket}",
        ),
        "scarce": ("only one {colour} card is still unseen", "only {left} {colour} cards are still unseen"),
        "ferry": ("the ferry {route} asks for locomotives, for {ticket}",),
        "open": (
            "one ticket is still open and lacks {missing} spaces",
            "{tickets} tickets are still open; one of them lacks {missing} spaces",
        ),
        "all-complete": ("your only ticket is complete", "all {tickets} tickets are complete"),
        "trains-left": ("there is one train left to use", "there are {trains} trains left to use"),
        "keep-sum": ("{points} points over {spaces} spaces instead of {other_points} over {other_spaces}",),
        "spares-locomotives": ("it spares a locomotive", "it spares {n} locomotives"),
        "colour-needed": ("{route} needs the {colour} cards, for {ticket}",),
        "more-points": ("it brings one point more on average", "it brings {points} points more on average"),
        "taken-later": ("{seat} took {route} right after", "{seat} took {route} {decisions} decisions later"),
    },
    "fr": {
        "completes": ("elle complète {ticket} ({points} points)",),
        "only-way": ("il ne reste pas d’autre chemin pour {ticket}",),
        "detour": ("sans elle, {ticket} demande {more} cases de plus",),
        "nearer": (
            "il ne manque plus alors qu’une case à {ticket}",
            "il ne manque plus alors que {left} cases à {ticket}",
        ),
        "joins-another": ("elle relierait deux réseaux de {seat}",),
        "longest": ("elle donne le chemin le plus long, {length} wagons, qui vaut {points} points",),
        "last-turn": ("c’est le dernier tour",),
        "end-near": (
            "la fin approche : il reste un wagon à {seat}",
            "la fin approche : il reste {trains} wagons à {seat}",
        ),
        "scores": ("elle rapporte un point tout de suite", "elle rapporte {points} points tout de suite"),
        "card-for": (
            "il manque une carte {colour} à {route}, pour {ticket}",
            "il manque {lacking} cartes {colour} à {route}, pour {ticket}",
        ),
        "scarce": (
            "une seule carte {colour} n’a pas encore été vue",
            "seules {left} cartes {colour} n’ont pas encore été vues",
        ),
        "ferry": ("le ferry {route} demande des locomotives, pour {ticket}",),
        "open": (
            "une destination est encore ouverte ; il lui manque {missing} cases",
            "{tickets} destinations sont encore ouvertes ; il manque {missing} cases à l’une d’elles",
        ),
        "all-complete": ("votre seule destination est atteinte", "les {tickets} destinations sont atteintes"),
        "trains-left": ("il reste un wagon à poser", "il reste {trains} wagons à poser"),
        "keep-sum": ("{points} points pour {spaces} cases au lieu de {other_points} pour {other_spaces}",),
        "spares-locomotives": ("on économise une locomotive", "on économise {n} locomotives"),
        "colour-needed": ("{route} a besoin des cartes de cette couleur ({colour}), pour {ticket}",),
        "more-points": ("un point de plus en moyenne", "{points} points de plus en moyenne"),
        "taken-later": ("{seat} a pris {route} juste après", "{seat} a pris {route} {decisions} décisions plus tard"),
    },
}
COUNTED: Final = {
    "nearer": "left", "end-near": "trains", "scores": "points", "card-for": "lacking", "scarce": "left",
    "open": "tickets", "all-complete": "tickets", "trains-left": "trains", "spares-locomotives": "n",
    "more-points": "points", "taken-later": "decisions",
}  # fmt: skip

ACTIONS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "take": "taking a {colour} card", "take-locomotive": "taking a locomotive", "draw": "drawing from the deck",
        "tickets": "drawing tickets", "pass": "passing", "take-back": "giving up the tunnel",
        "decline": "leaving the warehouses alone", "warehouse": "putting a card into the warehouse of {seat}",
        "collect": "emptying the warehouse of {seat}", "keep": "keeping {tickets}", "keep-none": "keeping no ticket",
        "claim": "claiming {route}", "station": "building a station in {city}", "depot": "placing a depot in {city}",
        "pay": "paying {cards}", "and": " and ",
    },
    "fr": {
        "take": "prendre une carte {colour}", "take-locomotive": "prendre une locomotive",
        "draw": "tirer une carte de la pioche", "tickets": "prendre des destinations", "pass": "passer",
        "take-back": "renoncer au tunnel", "decline": "laisser les entrepôts",
        "warehouse": "mettre une carte dans l’entrepôt de {seat}", "collect": "vider l’entrepôt de {seat}",
        "keep": "garder {tickets}", "keep-none": "ne garder aucune destination", "claim": "prendre {route}",
        "station": "construire une gare à {city}", "depot": "poser un dépôt à {city}",
        "pay": "payer {cards}", "and": " et ",
    },
}  # fmt: skip

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "mistake": "Turn {turn}: {taken} cost {loss} points of winning chance (±{error}); {better} was better.",
        "setup": "Before the first turn: {taken} cost {loss} points of winning chance (±{error}); {better} was better.",
        "because": "{reasons}.", "later": "In hindsight: {reasons}.", "none": "No mistake beyond the noise.",
        "accuracy": "Accuracy", "luck": "Luck", "of-luck": "Of luck",
        "skill": "Skill", "result": "Result", "points": "Points",
        "costliest": "Costliest decisions",
        "of": "Costliest decisions of {name}", "next": "; ", "share": "{n}%",
        "curve": "Chance to win", "decision": "decision", "player": "Player",
        "title": "Review of a game: {game}", "deal": "deal", "cards": "cards", "tickets": "tickets",
        "tunnels": "tunnels",
        "puzzle": "Puzzle {number}  {level}", "find": "Find the best decision. Type it, or type {word}.",
        "right": "right: {best} is best.", "wrong": "{best} is better, by {loss} points of winning chance.",
        "wrong-by-more": "{best} is better, by {loss} points of winning chance or more.",
        "given-up": "{best} is best.", "found-by": "Bots that find it: {bots}",
        "legend": "Luck and skill are points of winning chance: {fair} to begin with, plus both, is the result. Of "
        "luck, what can be told apart: the deal, and what came up in one’s own turns.",
    },
    "fr": {
        "mistake": "Tour {turn} : {taken} a coûté {loss} points de chances de gagner (±{error}) ; "
        "mieux valait {better}.",
        "setup": "Avant le premier tour : {taken} a coûté {loss} points de chances de gagner (±{error}) ; "
        "mieux valait {better}.",
        "because": "{reasons}.", "later": "Après coup : {reasons}.", "none": "Aucune erreur au-delà du bruit.",
        "accuracy": "Précision", "luck": "Chance", "of-luck": "Part de la chance",
        "skill": "Habileté", "result": "Résultat", "points": "Points",
        "costliest": "Décisions les plus coûteuses",
        "of": "Décisions les plus coûteuses de {name}", "next": " ; ", "share": "{n} %",
        "curve": "Chances de gagner", "decision": "décision",
        "player": "Place", "title": "Analyse d’une partie : {game}", "deal": "donne", "cards": "cartes",
        "tickets": "destinations", "tunnels": "tunnels",
        "puzzle": "Problème {number}  {level}",
        "find": "Trouvez la meilleure décision. Tapez-la, ou tapez {word}.",
        "right": "juste : le mieux est de {best}.",
        "wrong": "mieux vaut {best} : {loss} points de chances de gagner de plus.",
        "wrong-by-more": "mieux vaut {best} : au moins {loss} points de chances de gagner de plus.",
        "given-up": "le mieux est de {best}.", "found-by": "Robots qui la trouvent : {bots}",
        "legend": "La chance et l’habileté se comptent en points de chances de gagner : {fair} au départ, plus les "
        "deux, donne le résultat. Ce qu’on peut distinguer de la chance : la donne, et ce qui est sorti pendant ses "
        "propres tours.",
    },
}  # fmt: skip


class Speaker:
    """Says actions and reasons of one game."""

    def __init__(self, names: Names, players: Sequence[str], language: Language = "en") -> None:
        self._names, self._players, self._language = names, players, language

    def text(self, key: str, **values: Any) -> str:
        """One of TEXTS."""
        text: str = TEXTS[self._language][key].format(**values)
        return text

    def share(self, value: float | None) -> str:
        """A share in percent; a dash where there is none."""
        return "–" if value is None else self.text("share", n=round(100 * value))

    def _value(self, key: str, value: Any) -> str:
        """A value of a reason as people read it."""
        if key in ("route", "ticket"):
            return self._names.link(value)
        if key == "seat":
            return self._players[int(value)]
        return COLOURS[self._language][str(value)] if key == "colour" else str(value)

    def reason(self, reason: Reason) -> str:
        """A reason, as a part of a sentence."""
        forms = REASONS[self._language][reason.code]
        one = len(forms) == 1 or reason.params[COUNTED[reason.code]] == 1
        values: dict[str, str] = {key: self._value(key, value) for key, value in reason.params.items()}
        return self._plural(forms[0 if one else 1].format(**values), reason)

    def _plural(self, text: str, reason: Reason) -> str:
        """French colours of several cards: rouges, but orange."""
        colour = reason.params.get("colour")
        count = reason.params.get(COUNTED.get(reason.code, ""), 1)
        if self._language == "fr" and colour not in (None, "orange") and count != 1:
            word = COLOURS["fr"][colour]
            return text.replace(f"cartes {word}", f"cartes {word}s")
        return text

    def action(self, action: Action, offer: Sequence[str] = ()) -> str:
        """An action, as a part of a sentence; `offer` are the tickets that it chooses from."""
        forms, kind = ACTIONS[self._language], str(action.kind)
        if kind == "take" and action.colour == "locomotive":
            kind = "take-locomotive"
        if kind == "keep" and not action.places:
            kind = "keep-none"
        return forms[kind].format(
            colour=COLOURS[self._language].get(action.colour or "", ""),
            seat="" if action.seat is None else self._players[action.seat],
            tickets=self._listed([self._names.link(offer[place]) for place in action.places or () if offer]),
            route="" if action.route is None else self._names.link(action.route),
            city="" if action.city is None else self._names.city(action.city),
            cards="" if action.payment is None else self._listed(self._cards(action.payment.counts)),
        )

    def _cards(self, counts: dict[str, int]) -> list[str]:
        """Cards that are paid."""
        words = COLOURS[self._language]
        if self._language == "en":
            return [f"{n} {words[name]}{'s' if name == 'locomotive' and n > 1 else ''}" for name, n in counts.items()]
        return [f"{n} {words[name]}{'s' if n > 1 and name != 'orange' else ''}" for name, n in counts.items()]

    def _listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        joined = ", ".join(parts[:-1])
        return f"{joined}{ACTIONS[self._language]['and']}{parts[-1]}" if joined else "".join(parts)


def sentence(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]
