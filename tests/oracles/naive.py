"""Slow, obvious versions of what core/links.py, core/trail.py and core/scoring.py compute, over NetworkX multigraphs.

They share no code with the core: the final count starts from the JSON of a position and the TOML files of the boards.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx

Route = tuple[int, int, int]
"""A route: its two cities and its spaces; its number is its place in a sequence."""


def graph(routes: Sequence[Route], n_cities: int, owned: Iterable[int] | None = None) -> nx.MultiGraph:
    """The owned routes as a multigraph whose keys are route numbers."""
    result = nx.MultiGraph()
    result.add_nodes_from(range(n_cities))
    for number in range(len(routes)) if owned is None else owned:
        a, b, spaces = routes[number]
        result.add_edge(a, b, key=number, weight=spaces)
    return result


def longest_trail(network: nx.MultiGraph) -> int:
    """Try every trail from every city, remembering what a city with given routes used up still allows."""
    ways: dict[int, list[tuple[int, int, int]]] = {city: [] for city in network}
    for bit, (a, b, spaces) in enumerate(network.edges(data="weight")):
        ways[a].append((1 << bit, b, spaces))
        ways[b].append((1 << bit, a, spaces))

    @cache
    def onward(city: int, used: int) -> int:
        return max((w + onward(other, used | bit) for bit, other, w in ways[city] if not used & bit), default=0)

    return max((onward(city, 0) for city in network), default=0)


def longest_trail_by_subsets(network: nx.MultiGraph) -> int:
    """Try every set of routes: a trail is a connected one with at most two odd cities."""
    edges = list(network.edges(keys=True, data="weight"))
    best = 0
    for chosen in range(1 << len(edges)):
        part = nx.MultiGraph()
        part.add_weighted_edges_from((a, b, w) for k, (a, b, _, w) in enumerate(edges) if chosen >> k & 1)
        total = sum(w for _, _, w in part.edges(data="weight"))
        odd = sum(degree % 2 for _, degree in part.degree())
        if total > best and odd <= 2 and nx.is_connected(part):
            best = total
    return best


def trail_bound(network: nx.MultiGraph) -> int:
    """The most that any trail of a connected network can have: what is left after the lightest fitting removal."""
    total = sum(w for _, _, w in network.edges(data="weight"))
    odd = [city for city, degree in network.degree() if degree % 2]
    if len(odd) <= 2:
        return int(total)
    far = dict(nx.all_pairs_dijkstra_path_length(network))
    pairs = nx.Graph()
    pairs.add_weighted_edges_from((a, b, far[a][b]) for a, b in combinations(odd, 2))
    # Two ends stay odd: two more nodes take one odd city each, for nothing.
    pairs.add_weighted_edges_from((end, city, 0) for end in ("start", "finish") for city in odd)
    matching = nx.min_weight_matching(pairs)
    return int(total - sum(pairs[a][b]["weight"] for a, b in matching))


def are_linked_twice(network: nx.MultiGraph, a: int, b: int) -> bool:
    """Whether at least two routes must go to part two cities."""
    flow = nx.DiGraph()
    flow.add_nodes_from(network)
    for x, y in network.edges():
        for one, other in ((x, y), (y, x)):
            capacity = flow.get_edge_data(one, other, {"capacity": 0})["capacity"]
            flow.add_edge(one, other, capacity=capacity + 1)
    return bool(nx.maximum_flow_value(flow, a, b) >= 2)


def shortest_path(network: nx.MultiGraph, exits: Iterable[int], a: int, b: int) -> int | None:
    """Spaces of a cheapest path that passes through no exit, or None."""
    open_part = network.subgraph(set(network) - (set(exits) - {a, b}))
    if not nx.has_path(open_part, a, b):
        return None
    return int(nx.shortest_path_length(open_part, a, b, weight="weight"))


# --- the whole final count, from the JSON of a position and the TOML files of the boards -----------------------------


BOARDS = Path(__file__).parents[2] / "src" / "eclisse" / "boards" / "data"
USUAL_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
MANDALA = (0, 5, 10, 20, 30, 40)


class Facts(NamedTuple):
    """Facts from docs/rules.md, section 1, as far as the final count needs them."""

    board: str
    sets: tuple[str, ...]
    pieces: tuple[int, int] = (45, 0)
    few: int = 3  # tables of so many seats are small
    stations: int = 0
    longest: int = 10
    globetrotter: int = 0
    mandala: bool = False
    revised: bool = False
    path_breaks_ties: bool = True


GAMES = {
    "usa": Facts("usa", ("base",), revised=True),
    "usa-1910": Facts("usa", ("1910",), longest=0, globetrotter=15),
    "usa-mega": Facts("usa", ("base", "1910", "mystery"), globetrotter=15, revised=True),
    "usa-big-cities": Facts("usa", ("bigcities",), longest=0, revised=True),
    "europe": Facts("europe", ("europe",), stations=3),
    "europe-1912": Facts("europe", ("1912",), stations=3),
    "europe-mega": Facts("europe", ("europe", "1912"), stations=3),
    "europe-big-cities": Facts("europe", ("bigcities",), stations=3),
    "switzerland": Facts("switzerland", ("base",), pieces=(40, 0), few=2),
    "india": Facts("india", ("base",), mandala=True),
    "berlin": Facts("berlin", ("base",), pieces=(11, 5), few=2, longest=0, path_breaks_ties=False),
}
SEATS = {"switzerland": 3, "india": 4, "berlin": 4}
"""The most seats of a board; five on the others."""


@cache
def board_file(name: str) -> dict[str, Any]:
    """A board's facts as its file has them."""
    return tomllib.loads((BOARDS / f"{name}.toml").read_text(encoding="utf-8"))


def named(ends: Iterable[Sequence[str]]) -> list[str]:
    """Ids of things by their ends: `.2`, `.3` for those that come later."""
    seen: Counter[str] = Counter()
    names = []
    for pair in ends:
        name = "--".join(sorted(pair)) if "countries" not in pair else "--".join(pair)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}.{seen[name]}")
    return names


@cache
def routes_of(board: str) -> dict[str, dict[str, Any]]:
    """Routes by id."""
    rows = board_file(board)["routes"]
    return dict(zip(named(row["cities"] for row in rows), rows, strict=True))


@cache
def tickets_of(game: str, modules: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Tickets in play by id."""
    rows = board_file(GAMES[game].board)["tickets"]
    names = named(row.get("cities") or (row["from"], "countries") for row in rows)
    wanted = {*GAMES[game].sets, *modules}
    return {name: row for name, row in zip(names, rows, strict=True) if wanted & set(row.get("sets", ["base"]))}


@cache
def exits_of(board: str) -> dict[str, list[str]]:
    """Border exits of each country."""
    found: dict[str, list[str]] = {}
    for city in board_file(board)["cities"]:
        if "country" in city:
            found.setdefault(city["country"], []).append(city["id"])
    return found


def pieces_on(route: dict[str, Any]) -> int:
    """Pieces a route takes."""
    return 1 if route.get("subway") else int(route["length"])


def route_points(board: str, route: dict[str, Any]) -> int:
    """Points of a route (CLAIM-SCORE)."""
    if board == "berlin":
        table = {2: 3, 3: 5, 4: 8} if route.get("subway") else {1: 1, 2: 2, 3: 4, 4: 7}
        return table[route["length"]]
    return USUAL_POINTS[route["length"]]


def city_graph(board: str, names: Iterable[str]) -> nx.MultiGraph:
    """Some routes of a board over all of its cities."""
    result = nx.MultiGraph()
    result.add_nodes_from(city["id"] for city in board_file(board)["cities"])
    for name in names:
        route = routes_of(board)[name]
        result.add_edge(*route["cities"], key=name, weight=pieces_on(route))
    return result


def ticket_points(board: str, network: nx.MultiGraph, ticket: dict[str, Any], revised: bool) -> int:
    """Points of a ticket, negative when it is not completed (TICKETS-SCORE, TICKETS-SWISS)."""
    if "cities" in ticket:
        points = int(ticket["points_1910"] if revised and "points_1910" in ticket else ticket["points"])
        return points if nx.has_path(network, *ticket["cities"]) else -points
    exits = exits_of(board)
    starts = exits.get(ticket["from"], [ticket["from"]])
    reached = [
        value
        for country, value in ticket["to"].items()
        if any(nx.has_path(network, start, stop) for start in starts for stop in exits[country])
    ]
    return int(max(reached)) if reached else -int(min(ticket["to"].values()))


def best_borrowing(board: str, own: list[str], others: list[str], stations: list[str], tickets: list[Any]) -> list[int]:
    """Points of each ticket under the best choice of all choices of one route a station (STATION-USE)."""
    ways = [[None, *(name for name in others if city in routes_of(board)[name]["cities"])] for city in stations]
    results = []
    for choice in product(*ways):
        network = city_graph(board, [*own, *(name for name in choice if name is not None)])
        results.append([ticket_points(board, network, ticket, False) for ticket in tickets])
    return max(results, key=lambda values: (sum(values), sum(value > 0 for value in values)))


def longest_of_all(network: nx.MultiGraph) -> int:
    """The longest trail of a network of any size, piece by piece."""
    pieces = [network.subgraph(part) for part in nx.connected_components(network) if len(part) > 1]
    return max(map(_longest_of_piece, pieces), default=0)


def _longest_of_piece(piece: nx.MultiGraph) -> int:
    """Try all trails of a small piece; in a large one, drop the cheapest paths between odd cities if that will do."""
    if piece.number_of_edges() > 9:
        rest = _without_cheapest(piece)
        if rest is not None:
            return rest
    return longest_trail(piece)


def _without_cheapest(piece: nx.MultiGraph) -> int | None:
    """The graph after the lightest removal that leaves two odd cities, if it is in one piece; else None."""
    odd = [city for city, degree in piece.degree() if degree % 2]
    rest = nx.MultiGraph(piece)
    if len(odd) > 2:
        far = dict(nx.all_pairs_dijkstra(piece))
        pairs = nx.Graph()
        pairs.add_weighted_edges_from((a, b, far[a][0][b]) for a, b in combinations(odd, 2))
        pairs.add_weighted_edges_from((end, city, 0) for end in ("*", "**") for city in odd)
        for a, b in nx.min_weight_matching(pairs):
            if "*" not in a and "*" not in b:
                for x, y in pairwise(far[a][1][b]):
                    rest.remove_edge(x, y, key=min(rest[x][y], key=lambda k: rest[x][y][k]["weight"]))
    rest.remove_nodes_from([city for city, degree in dict(rest.degree()).items() if degree == 0])
    return int(rest.size(weight="weight")) if nx.is_connected(rest) else None


def linked_twice(network: nx.MultiGraph, a: str, b: str) -> bool:
    """Whether two paths without a common route link two cities: whatever one route is taken away, one is left."""
    return nx.has_path(network, a, b) and all(
        nx.has_path(nx.restricted_view(network, [], [edge]), a, b) for edge in network.edges(keys=True)
    )


def winners_of(rows: list[dict[str, int]], keys: Sequence[str]) -> list[int]:
    """The seats that are best by the first key, then by the next, and so on."""
    left = list(range(len(rows)))
    for key in keys:
        best = max(rows[seat][key] for seat in left)
        left = [seat for seat in left if rows[seat][key] == best]
    return left


def bonus(values: list[int], points: int) -> list[int]:
    """A bonus for all who have most, and for nobody if that is nothing."""
    return [points if value == max(values) and value > 0 else 0 for value in values]


def final_count(position: dict[str, Any]) -> dict[str, Any]:
    """The final count of a position that gives all of routes, tickets, stations, depots and depots_left."""
    game, modules, seats = position["game"], tuple(position["modules"]), range(position["seats"])
    facts, held = GAMES[game], tickets_of(game, modules)
    rows: list[dict[str, Any]] = []
    for seat in seats:
        own = [name for name, owner in position["routes"].items() if owner == seat]
        others = [name for name, owner in position["routes"].items() if owner != seat]
        network = city_graph(facts.board, own)
        tickets = [held[name] for name in position["tickets"][seat]]
        if facts.stations:
            values = best_borrowing(facts.board, own, others, position["stations"][seat], tickets)
        else:
            values = [ticket_points(facts.board, network, ticket, facts.revised) for ticket in tickets]
        twice = sum(facts.mandala and linked_twice(network, *ticket["cities"]) for ticket in tickets)
        rows.append(
            {
                "routes": sum(route_points(facts.board, routes_of(facts.board)[name]) for name in own),
                "tickets": sum(values),
                "stations": 4 * (facts.stations - len(position["stations"][seat])),
                "mandala": MANDALA[min(twice, 5)],
                "tickets_completed": sum(value > 0 for value in values),
                "longest_path_length": longest_of_all(network),
                "depots_left": position["depots_left"][seat],
            }
        )
    lengths, completed = [row["longest_path_length"] for row in rows], [row["tickets_completed"] for row in rows]
    for row, longest, most, depots in zip(
        rows,
        bonus(lengths, facts.longest),
        bonus(completed, facts.globetrotter),
        bonus([row["depots_left"] for row in rows], 10 if "warehouses" in modules else 0),
        strict=True,
    ):
        row.update({"longest": longest, "globetrotter": most, "depots": depots})
        parts = ("routes", "tickets", "stations", "longest", "globetrotter", "mandala", "depots")
        row["total"] = sum(row[part] for part in parts)
    keys = ["total", "tickets_completed", "stations"] + ["longest_path_length"] * facts.path_breaks_ties
    return {"seats": rows, "winners": winners_of(rows, keys)}
