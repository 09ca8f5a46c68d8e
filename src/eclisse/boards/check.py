"""Faults that no single entry shows: a board must be connected, fit the records, and have at most double routes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from eclisse.boards.model import City, Route, Ticket
from eclisse.core.limits import MAX_CITIES, MAX_COUNTRIES, MAX_ROUTES, MAX_TICKETS
from eclisse.faults import Faults, cut


def check_sizes(faults: Faults, cities: Sequence[City], n_routes: int, n_tickets: int) -> None:
    """Note what is too much for the records."""
    n_countries = len({city.country for city in cities if city.country})
    sizes = (
        ("cities", len(cities), MAX_CITIES),
        ("routes", n_routes, MAX_ROUTES),
        ("tickets", n_tickets, MAX_TICKETS),
        ("countries", n_countries, MAX_COUNTRIES),
    )
    for what, size, most in sizes:
        if size > most:
            faults.add("too-many-entries", what, size=size, most=most)


def check_cities(faults: Faults, cities: Sequence[City]) -> None:
    """Note ids used twice, and countries named like a city."""
    for name, times in Counter(city.id for city in cities if city.id).items():
        if times > 1:
            faults.add("id-used-twice", f"cities ({name})", id=name, times=times)
    ids = {city.id for city in cities}
    for country in sorted({city.country for city in cities if city.country} & ids):
        faults.add("city-and-country", f"cities ({country})", name=country)


def check_tracks(faults: Faults, routes: Iterable[Route]) -> None:
    """Note pairs of cities with more than two tracks."""
    for cities, times in Counter(route.cities for route in routes).items():
        if times > 2:
            faults.add("too-many-tracks", f"routes ({'--'.join(cities)})", tracks=times)


def check_network(faults: Faults, cities: Sequence[City], routes: Iterable[Route]) -> None:
    """Note border exits that are not an end of the line (TICKETS-SWISS), and cities that cannot be reached."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for route in routes:
        a, b = route.cities
        neighbours[a].add(b)
        neighbours[b].add(a)
    for city in cities:
        if city.country and len(neighbours[city.id]) > 1:
            faults.add("exit-in-between", f"cities ({city.id})", cities=sorted(neighbours[city.id]))
    reached = _reach(cities[0].id, neighbours) if cities else set()
    cut_off = [city.id for city in cities if city.id and city.id not in reached]
    if cut_off:
        faults.add("not-connected", "routes", start=cities[0].id, cities=cut_off)


def _reach(start: str, neighbours: dict[str, set[str]]) -> set[str]:
    """Every city that can be reached from one."""
    reached, waiting = {start}, [start]
    while waiting:
        for city in neighbours[waiting.pop()] - reached:
            reached.add(city)
            waiting.append(city)
    return reached


def check_sets(faults: Faults, tickets: Iterable[Ticket], described: Iterable[str]) -> None:
    """Note provenances given for sets that have no ticket."""
    known = dict.fromkeys(name for ticket in tickets for name in ticket.sets)
    for name in described:
        if name not in known:
            faults.add("set-without-tickets", "provenance", set=cut(name), sets=list(known))
