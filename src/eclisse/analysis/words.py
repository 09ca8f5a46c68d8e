"""The coach's words: what was decided, what it cost and why, in English and French; nothing is found out here."""

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from eclisse.analysis.reasons import Reason
from eclisse.boards.names import Names
from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import COLOUR_NAMES
from eclisse.notation import Action
from eclisse.vocabulary import worded

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")

COLOURS: Final[dict[Language, dict[str, str]]] = {
    "en": {**{name: name for name in COLOUR_NAMES}, "locomotive": "[locomotive]"},
    "fr": {
        "pink": "rose", "blue": "bleue", "orange": "orange", "white": "blanche", "green": "verte", "yellow": "jaune",
        "black": "noire", "red": "rouge", "locomotive": "[locomotive]",
    },
}  # fmt: skip

# Each has a form for one and a form for more, told apart by the first of its numbers; where that does not matter, one.
REASONS: Final[dict[Language, dict[str, tuple[str, ...]]]] = {
    "en": {
        "completes": ("it completes {ticket} ({points} points)",),
        "only-way": ("no other way is left for {ticket}",),
        "detour": ("without it, {ticket} takes {more} more spaces",),
        "nearer": (
            "it is on the way for {ticket}, which then lacks one space",
            "it is on the way for {ticket}, which then lacks {left} spaces",
        ),
        "other-track": ("it is paid with {colour} cards, not with {other} ones",),
        "joins-another": ("{seat} could join two networks with it",),
        "longest": ("it makes the longest path: {length} [trains], worth {points} points",),
        "last-turn": ("this is the last turn",),
        "end-near": ("the end is near: {seat} has one piece left", "the end is near: {seat} has {trains} pieces left"),
        "scores": ("it scores {points} points at once",),
        "enough": ("then there are enough cards for {needed}, on the way for {ticket}",),
        "enough-too": ("then there are enough cards for {needed}, worth {points} points",),
        "card-for": (
            "then {route} lacks only one more {colour} card, for {ticket}",
            "then {route} lacks {lacking} more {colour} cards, for {ticket}",
        ),
        "scarce": (
            "at most one {colour} card is left in the deck",
            "at most {left} {colour} cards are left in the deck",
        ),
        "none-left": ("no {colour} card is left in the deck",),
        "ferry": ("the ferry {route} asks for [locomotives], for {ticket}",),
        "open": ("{ticket} still lacks one space", "{ticket} still lacks {missing} spaces"),
        "all-complete": ("the only ticket is complete", "all tickets are complete"),
        "ready": (
            "one of {hidden} hidden tickets would be complete at once",
            "{ready} of {hidden} hidden tickets would be complete at once",
        ),
        "trains-left": ("{trains} pieces are left to build with",),
        "trains-spare": ("the open tickets take only {spaces} of {trains} pieces",),
        "impossible": ("{ticket} can no longer be completed",),
        "too-long": ("the other choice takes {spaces} spaces, with only {trains} pieces left",),
        "adds-nothing": ("{ticket} ({points} points) takes no more spaces",),
        "adds-little": (
            "{ticket} ({points} points) takes only one more space",
            "{ticket} ({points} points) takes only {spaces} more spaces",
        ),
        "adds-much": (
            "{ticket} ({points} points) would take one more space",
            "{ticket} ({points} points) would take {spaces} more spaces",
        ),
        "keep-sum": (
            "this choice takes {spaces} spaces for {points} points, the other one {other_spaces} for {other_points}",
        ),
        "share": ("the ways of the tickets can share {spaces} spaces",),
        "spares-locomotives": ("it spares [a locomotive]", "it spares {n} [locomotives]"),
        "colour-needed": ("{route} needs the {colour} cards, for {ticket}",),
        "more-points": ("on average it brings {points} more points",),
        "costs-another": ("on average {seat} ends with {points} points fewer",),
        "as-good": ("about as good: the difference is within the margin of error",),
        "fewer-points": ("on average it brings {points} points fewer",),
        "gains-another": ("on average {seat} ends with {points} more points",),
        "taken-later": ("{seat} took {route} in the next turn", "{seat} took {route} {turns} turns later"),
    },
    "fr": {
        "completes": ("{ticket} est alors réussie ({points} points)",),
        "only-way": ("il ne reste pas d’autre chemin pour {ticket}",),
        "detour": ("sans elle, {ticket} demande {more} cases de plus",),
        "nearer": (
            "elle est sur le chemin de {ticket}, à laquelle il manque alors une case",
            "elle est sur le chemin de {ticket}, à laquelle il manque alors {left} cases",
        ),
        "other-track": ("elle se paie avec la couleur {colour}, et non {other}",),
        "joins-another": ("{seat} pourrait s’en servir pour relier deux réseaux",),
        "longest": ("elle donne le chemin le plus long : {length} [wagons], qui vaut {points} points",),
        "last-turn": ("c’est le dernier tour",),
        "end-near": (
            "la fin approche : il reste une pièce à {seat}",
            "la fin approche : il reste {trains} pièces à {seat}",
        ),
        "scores": ("elle rapporte {points} points tout de suite",),
        "enough": ("il y a alors assez de cartes pour {needed}, sur le chemin de {ticket}",),
        "enough-too": ("il y a alors assez de cartes pour {needed}, qui vaut {points} points",),
        "card-for": (
            "il ne manque plus alors qu’une carte {colour} à {route}, pour {ticket}",
            "il manque alors encore {lacking} cartes {colour} à {route}, pour {ticket}",
        ),
        "scarce": (
            "il reste au plus une carte {colour} dans la pioche",
            "il reste au plus {left} cartes {colour} dans la pioche",
        ),
        "none-left": ("il ne reste aucune carte {colour} dans la pioche",),
        "ferry": ("le ferry {route} demande des [locomotives], pour {ticket}",),
        "open": ("il manque encore une case à {ticket}", "il manque encore {missing} cases à {ticket}"),
        "all-complete": ("la seule destination est réussie", "toutes les destinations sont réussies"),
        "ready": (
            "une des {hidden} destinations cachées serait réussie d’emblée",
            "{ready} des {hidden} destinations cachées seraient réussies d’emblée",
        ),
        "trains-left": ("il reste {trains} pièces à poser",),
        "trains-spare": ("les destinations en cours ne demandent que {spaces} des {trains} pièces",),
        "impossible": ("{ticket} ne peut plus être réussie",),
        "too-long": ("l’autre choix demande {spaces} cases, et il ne reste que {trains} pièces",),
        "adds-nothing": ("{ticket} ({points} points) ne demande aucune case de plus",),
        "adds-little": (
            "{ticket} ({points} points) ne demande qu’une case de plus",
            "{ticket} ({points} points) ne demande que {spaces} cases de plus",
        ),
        "adds-much": (
            "{ticket} ({points} points) demanderait une case de plus",
            "{ticket} ({points} points) demanderait {spaces} cases de plus",
        ),
        "keep-sum": (
            "ce choix demande {spaces} cases pour {points} points, l’autre {other_spaces} pour {other_points}",
        ),
        "share": ("les chemins des destinations peuvent avoir {spaces} cases en commun",),
        "spares-locomotives": ("on économise [une locomotive]", "on économise {n} [locomotives]"),
        "colour-needed": ("{route} a besoin des cartes de cette couleur ({colour}), pour {ticket}",),
        "more-points": ("en moyenne, {points} points de plus",),
        "costs-another": ("en moyenne, {seat} finit avec {points} points de moins",),
        "as-good": ("à peu près aussi bien : l’écart reste dans la marge d’erreur",),
        "fewer-points": ("en moyenne, {points} points de moins",),
        "gains-another": ("en moyenne, {seat} finit avec {points} points de plus",),
        "taken-later": ("{seat} a pris {route} au tour suivant", "{seat} a pris {route} {turns} tours plus tard"),
    },
}
COUNTED: Final = {
    "nearer": "left", "end-near": "trains", "card-for": "lacking", "scarce": "left", "open": "missing",
    "all-complete": "tickets", "ready": "ready", "adds-little": "spaces", "adds-much": "spaces",
    "spares-locomotives": "n", "taken-later": "turns",
}  # fmt: skip

ACTIONS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "take": "taking a {colour} card", "take-locomotive": "taking [a locomotive]", "draw": "drawing from the deck",
        "tickets": "drawing tickets", "pass": "passing", "take-back": "giving up the tunnel",
        "decline": "leaving the warehouses alone", "warehouse": "putting a card into the warehouse of {seat}",
        "collect": "emptying the warehouse of {seat}", "keep": "keeping {tickets}", "keep-none": "keeping no ticket",
        "claim": "claiming {route}", "station": "building a station in {city}", "depot": "placing a depot in {city}",
        "pay": "paying {cards}", "and": " and ",
    },
    "fr": {
        "take": "prendre une carte {colour}", "take-locomotive": "prendre [une locomotive]",
        "draw": "piocher une carte", "tickets": "piocher des destinations", "pass": "passer",
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
        "puzzle": "Puzzle {number}  {level}  {game}", "find": "Find the best decision. Type it, or type {word}.",
        "right": "right: {best} is best.", "wrong": "{best} is better, by {loss} points of winning chance.",
        "wrong-by-more": "{best} is better, by {loss} points of winning chance or more.",
        "given-up": "{best} is best.",
        "proof": "Played on from here many times: {best} wins {win}%, {other} {other_win}%, give or take {error}.",
        "found-by": "Bots that find it: {bots}",
        "legend": "Luck and skill are points of winning chance: {fair} to begin with, plus both, is the result. Of "
        "luck, what can be told apart: the deal, and what came up in one’s own turns.",
    },
    "fr": {
        "mistake": "Tour {turn} : {taken} a fait baisser les chances de gagner de {loss} points (±{error}) ; "
        "mieux valait {better}.",
        "setup": "Avant le premier tour : {taken} a fait baisser les chances de gagner de {loss} points (±{error}) ; "
        "mieux valait {better}.",
        "because": "{reasons}.", "later": "Après coup : {reasons}.", "none": "Aucune erreur au-delà du bruit.",
        "accuracy": "Précision", "luck": "Chance", "of-luck": "Part de la chance",
        "skill": "Habileté", "result": "Résultat", "points": "Points",
        "costliest": "Décisions les plus coûteuses",
        "of": "Décisions les plus coûteuses de {name}", "next": " ; ", "share": "{n} %",
        "curve": "Chances de gagner", "decision": "décision",
        "player": "Place", "title": "Analyse d’une partie : {game}", "deal": "donne", "cards": "cartes",
        "tickets": "destinations", "tunnels": "tunnels",
        "puzzle": "Problème {number}  {level}  {game}",
        "find": "Trouvez la meilleure décision. Tapez-la, ou tapez {word}.",
        "right": "juste : le mieux est de {best}.",
        "wrong": "mieux vaut {best} : les chances de gagner sont plus hautes de {loss} points.",
        "wrong-by-more": "mieux vaut {best} : les chances de gagner sont plus hautes d’au moins {loss} points.",
        "given-up": "le mieux est de {best}.",
        "proof": "Suite rejouée de nombreuses fois : {win} % de victoires avec « {best} », {other_win} % avec "
        "« {other} », à {error} points près.",
        "found-by": "Robots qui la trouvent : {bots}",
        "legend": "La chance et l’habileté se comptent en points de pourcentage : {fair} de chances de gagner au "
        "départ, plus les deux, donnent le résultat. Dans la chance, on peut isoler la donne et ce qui est sorti "
        "pendant ses propres tours.",
    },
}  # fmt: skip


def set_in_french(text: str) -> str:
    """French as it is printed: no line begins with a colon, and `de` is short before a name with a vowel."""
    return re.sub(r"\bde (?=[AEIOUÉÈÊÎÔ])", "d’", re.sub(r" (?=[;:!?%])", "\N{NO-BREAK SPACE}", text))


class Speaker:
    """Says actions and reasons of one game, in its words."""

    def __init__(self, spec: GameSpec, players: Sequence[str], language: Language = "en") -> None:
        self._names, self._players, self._language = Names(spec.board), players, language
        self._words = spec.words

    def _say(self, text: str) -> str:
        """A text with the game's words."""
        return worded(text, self._words, self._language)

    def text(self, key: str, **values: Any) -> str:
        """One of TEXTS."""
        return self._set(TEXTS[self._language][key].format(**values))

    def _set(self, text: str) -> str:
        """A text as it is printed in the language."""
        return set_in_french(text) if self._language == "fr" else text

    def share(self, value: float | None) -> str:
        """A share in percent; a dash where there is none."""
        return "–" if value is None else self.text("share", n=round(100 * value))

    def signed(self, value: float) -> str:
        """What was added to a share, in points."""
        points = round(100 * value)
        return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"

    def _value(self, key: str, value: Any) -> str:
        """A value of a reason as people read it."""
        if key in ("route", "needed", "ticket"):
            return self._names.link(value)
        if key == "seat":
            return self._players[int(value)]
        return self._say(COLOURS[self._language][str(value)]) if key in ("colour", "other") else str(value)

    def reason(self, reason: Reason) -> str:
        """A reason, as a part of a sentence."""
        forms = REASONS[self._language][reason.code]
        one = len(forms) == 1 or reason.params[COUNTED[reason.code]] == 1
        values: dict[str, str] = {key: self._value(key, value) for key, value in reason.params.items()}
        return self._set(self._plural(self._say(forms[0 if one else 1]).format(**values), reason))

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
        text: str = self._say(forms[kind]).format(
            colour=COLOURS[self._language].get(action.colour or "", ""),
            seat="" if action.seat is None else self._players[action.seat],
            tickets=self._listed([self._names.link(offer[place]) for place in action.places or () if offer]),
            route="" if action.route is None else self._names.link(action.route),
            city="" if action.city is None else self._names.city(action.city),
            cards="" if action.payment is None else self._listed(self._cards(action.payment.counts)),
        )
        return self._set(text.replace(" a orange", " an orange"))

    def _cards(self, counts: dict[str, int]) -> list[str]:
        """Cards that are paid."""
        return [f"{n} {self._say(self._coloured(name, n))}" for name, n in counts.items()]

    def _coloured(self, name: str, n: int) -> str:
        """What some cards of a colour are called: `red`, `rouges`, `[locomotives]`."""
        if name == "locomotive":
            return "[locomotives]" if n > 1 else "[locomotive]"
        ending = "s" if self._language == "fr" and n > 1 and name != "orange" else ""
        return COLOURS[self._language][name] + ending

    def _listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        joined = ", ".join(parts[:-1])
        return f"{joined}{ACTIONS[self._language]['and']}{parts[-1]}" if joined else "".join(parts)


def sentence(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]
