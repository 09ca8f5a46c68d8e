"""Routes, tickets and cities by the names people read."""

from collections.abc import Sequence

from eclisse.boards.model import Board


class Names:
    """Ids as the names people read."""

    def __init__(self, board: Board) -> None:
        self._cities = {city.id: city.name for city in board.cities}

    def city(self, city_id: str) -> str:
        """A city, a border exit or a country."""
        return self._cities.get(city_id, city_id.replace("-", " ").capitalize())

    def link(self, link_id: str) -> str:
        """A route or a ticket: `Boston – New York`, the second track with (2)."""
        ends, _, number = link_id.partition(".")
        a, _, b = ends.partition("--")
        return f"{self.city(a)} – {self.city(b)}" + (f" ({number})" if number else "")

    def chain(self, routes: Sequence[str]) -> str:
        """Routes one after the other as the cities they pass: `Boston – New York – Washington`."""
        ends = [route.partition(".")[0].split("--") for route in routes]
        if not ends:
            return ""
        here = next((end for end in ends[0] if len(ends) > 1 and end not in ends[1]), ends[0][0])
        passed = [here]
        for a, b in ends:
            here = b if here == a else a
            passed.append(here)
        return " – ".join(self.city(city) for city in passed)
