"""An example of your own bot: it claims the longest route it can, and otherwise collects the colour it has most of.

    eclisse check-bot my_bot:MyBot
    eclisse simulate usa --bots my_bot:MyBot,random --games 20
    eclisse arena usa --bots my_bot:MyBot,random,greedy --games 20 --out my-arena

Run these in the folder of this file, or name any module that Python can import.
"""

import random
from collections.abc import Sequence

from eclisse.notation import Action
from eclisse.views import View


class MyBot:
    """Every seat of every game gets a new one; leave out `seed` if you need no random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, or its text; `view` is what the seat sees, `view.to_dict()` gives it as JSON."""
        seen = view.to_dict()
        length = {route.id: route.length for route in view.kit.spec.board.routes}

        def worth(action: Action) -> int:
            if action.route:
                return 10 * length[action.route]
            if action.payment:
                return 20 - action.payment.locomotives
            if action.colour:
                return 1 + seen["hand"].get(action.colour, 0)
            if action.places is not None:
                return -len(action.places)  # as few tickets as allowed: this bot does not look at them
            return {"draw": 2, "take-back": -2, "station": -8, "tickets": -9}.get(action.kind, 0)

        return max(legal, key=lambda action: (worth(action), self.random.random()))
