"""Helpers of the scripted bots: paths for tickets, needed cards, and everyday choices.

A style gives each route a worth, 0 for a route it does not want; `follow` turns that into a legal decision of any phase
but the choice of tickets, for which there is `keep`. Costs of paths are counted in tenths of a card (UNIT).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core import actions
from eclisse.core.batch import Records
from eclisse.core.cards import n_drawable
from eclisse.core.codes import COLLECTING, DEPOTS, GRAY, LOCOMOTIVE, MAIN, N_COLOURS, NONE, PAYING, SURCHARGE
from eclisse.core.legal import can_take, legal
from eclisse.core.links import FAR, components, mark_start, spread
from eclisse.core.mechanics import borders, stations, warehouses
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, n_pieces, spaces
from eclisse.core.records import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_STATIONS, MAX_TICKETS, Record, record
from eclisse.core.routes import can_claim, is_free, largest_set
from eclisse.core.tickets import can_keep
from eclisse.jit.compiled import compiled

Numbers = npt.NDArray[np.int64]

UNIT: Final = 10  # cost of one card
FOCUS: Final = 100_000  # added to the need for what the next route lacks
NEVER: Final = -1_000_000
# The weight of each route, and the cheapest ways from a ticket's start to all cities by these weights. It is handed on
# as an array of length 1: compiled code frees an array as soon as nothing but a record of it is in use.
WAYS: Final = record(
    [
        ("weight", "i8", MAX_ROUTES),
        ("far", "i8", MAX_CITIES),  # what the way to a city costs
        ("via", "i8", MAX_CITIES),  # its last route, or NONE
    ]
)
NEAR: Final = 4  # pieces of a seat, beyond those that set off the last round, that make the end near
FEW_CARDS: Final = 12  # in deck and discard, from which tunnels are tried only every other turn


@compiled
def weigh(view: Record, board: Record, rules: Record, seat: int, per_route: int, ways: Records) -> None:
    """Weigh each route for paths: 0 for own routes, FAR for routes out of reach, or else by route and by card."""
    for route in range(board.n_routes):
        ways[0].weight[route] = FAR
        if view.owner[route] == seat:
            ways[0].weight[route] = 0
        elif is_free(view, board, rules, seat, route) and has_pieces(view, board, seat, route):
            ways[0].weight[route] = per_route + UNIT * int(board.length[route])


@compiled
def lowest_worth(board: Record, ticket: int) -> int:
    """The least points of a ticket that leads to countries."""
    lowest = FAR
    for country in range(board.n_countries):
        if board.ticket_worth[ticket, country] > 0:
            lowest = min(lowest, int(board.ticket_worth[ticket, country]))
    return lowest


@compiled
def stake(board: Record, ticket: int, city: int) -> int:
    """The difference in points between completing a ticket at this city and failing it; 0 where it does not end."""
    if board.ticket_b[ticket] != NONE:
        return 2 * int(board.ticket_points[ticket]) if city == board.ticket_b[ticket] else 0
    country = board.country[city]
    if country == NONE or board.ticket_worth[ticket, country] == 0:
        return 0
    return lowest_worth(board, ticket) + int(board.ticket_worth[ticket, country])


@compiled
def find_path(board: Record, ticket: int, ways: Records, path: Numbers) -> tuple[int, int, int]:
    """Write the routes a ticket still lacks; returns how many (NONE if it is blocked), their cost and the stake."""
    way = ways[0]
    mark_start(board, ticket, FAR, way.far)
    spread(board, way.weight, way.far, way.via)
    end, best, at_stake = NONE, NEVER, 0
    for city in range(board.n_cities):
        points = stake(board, ticket, city)
        if points > 0 and points * UNIT - way.far[city] > best:
            end, best, at_stake = city, points * UNIT - way.far[city], points
    if end == NONE or way.far[end] >= FAR:
        return NONE, FAR, at_stake
    n, city = 0, end
    while way.via[city] != NONE:
        route = way.via[city]
        if way.weight[route] > 0:
            path[n] = route
            n += 1
        city = int(board.a[route]) + int(board.b[route]) - city
    return n, int(way.far[end]), at_stake


@compiled
def list_tickets(view: Record, board: Record, holder: int, out: Numbers) -> int:
    """List the tickets of a seat, or those OFFERED to it; returns how many."""
    n = 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == holder:
            out[n] = ticket
            n += 1
    return n


@compiled
def _lay_out(board: Record, path: Numbers, n: int, room: Numbers) -> bool:
    """Take the pieces of a path out of those left; if there are not enough, change nothing."""
    used = np.zeros(2, np.int64)
    for i in range(n):
        used[board.kind[path[i]]] += spaces(board, int(path[i]))
    if used[0] > room[0] or used[1] > room[1]:
        return False
    room -= used
    return True


@compiled
def plan_tickets(
    board: Record, tickets: Numbers, n: int, ways: Records, room: Numbers, planned: Numbers, value: Numbers
) -> None:
    """Plan routes for tickets, best first: planned routes get the stakes that need them and cost nothing more.

    `value` becomes what each ticket adds in tenths of a point: its points less the cards it still costs.
    """
    path, rank = np.empty(MAX_ROUTES, np.int64), np.empty(MAX_TICKETS, np.int64)
    for i in range(n):
        _, cost, at_stake = find_path(board, int(tickets[i]), ways, path)
        rank[i] = at_stake * UNIT * UNIT // (cost + UNIT)
    for _ in range(n):
        i = int(np.argmax(rank[:n]))
        rank[i] = NEVER
        length, cost, at_stake = find_path(board, int(tickets[i]), ways, path)
        if length == NONE or not _lay_out(board, path, length, room):
            value[i] = -at_stake * UNIT // 2
            continue
        value[i] = at_stake * UNIT // 2 - cost
        for k in range(length):
            ways[0].weight[path[k]] = 0
            planned[path[k]] += at_stake


@compiled
def keep(view: Record, board: Record, rules: Record, seat: int, ways: Records, room: Numbers, bias: int) -> int:
    """Keep the offered tickets that add most to one plan with those held; `bias` is added to the value of each."""
    planned, value = np.zeros(MAX_ROUTES, np.int64), np.zeros(MAX_TICKETS, np.int64)
    tickets = np.empty(MAX_TICKETS, np.int64)
    plan_tickets(board, tickets, list_tickets(view, board, seat, tickets), ways, room, planned, value)
    n = int(view.n_offer[seat])
    for i in range(n):
        tickets[i] = view.offer[seat, i]
    plan_tickets(board, tickets, n, ways, room, planned, value)
    choice, best = 0, NEVER * MAX_OFFER
    for mask in range(1 << n):
        if can_keep(view, rules, seat, mask):
            total = 0
            for i in range(n):
                total += int(value[i]) + bias if mask >> i & 1 else 0
            if total > best:
                choice, best = mask, total
    return actions.KEEP + choice


@compiled
def fill(view: Record, board: Record, rules: Record, seat: int, least: int, worth: Numbers) -> None:
    """Want the routes of `least` cards or more for their points; if none is left, the longest there are."""
    longest = 0
    for route in range(board.n_routes):
        if is_free(view, board, rules, seat, route) and has_pieces(view, board, seat, route):
            longest = max(longest, int(board.length[route]))
    for route in range(board.n_routes):
        length = int(board.length[route])
        if length >= min(least, longest) and is_free(view, board, rules, seat, route):
            worth[route] += int(rules.points[board.kind[route], length])


@compiled
def count_missing(
    view: Record, board: Record, rules: Record, seat: int, route: int, largest: int, spare: int = 1
) -> int:
    """Cards a seat lacks for a route, were it the only one to be paid, with so many to spare for a tunnel (TUNNEL)."""
    locomotives, more = int(view.hands[seat, LOCOMOTIVE]), spare * int(board.tunnel[route])
    colour, fewest = board.colour[route], fewest_locomotives(board, route)
    held = largest if colour == GRAY else int(view.hands[seat, colour])
    usable = min(locomotives, most_locomotives(board, rules, route) + more)
    lacking = int(board.length[route]) + more - held - max(usable, fewest)
    return max(0, lacking) + max(0, fewest - locomotives)


@compiled
def _favourite(view: Record, seat: int) -> int:
    """The colour a seat holds most of, locomotives apart."""
    return int(np.argmax(view.hands[seat, :LOCOMOTIVE]))


@compiled
def find_needs(view: Record, board: Record, rules: Record, seat: int, worth: Numbers, need: Numbers) -> None:
    """How much a card of each colour is needed: what the wanted routes lack, first of all the most promising one."""
    largest, focus, best = largest_set(view, seat), NONE, 0
    for route in range(board.n_routes):
        if worth[route] > 0 and is_free(view, board, rules, seat, route) and has_pieces(view, board, seat, route):
            missing = count_missing(view, board, rules, seat, route, largest)
            colour = _favourite(view, seat) if board.colour[route] == GRAY else int(board.colour[route])
            need[colour] += worth[route] if missing > 0 else 0
            promise = worth[route] * UNIT // (missing + 2)
            if missing > 0 and promise > best:
                focus, best = route, promise
    if focus == NONE:
        return
    colour = _favourite(view, seat) if board.colour[focus] == GRAY else int(board.colour[focus])
    need[colour] += FOCUS
    if view.hands[seat, LOCOMOTIVE] < fewest_locomotives(board, focus):
        need[LOCOMOTIVE] += 2 * FOCUS
    elif count_missing(view, board, rules, seat, focus, largest) == 1 and most_locomotives(board, rules, focus) > 0:
        need[LOCOMOTIVE] += FOCUS // 2


@compiled
def draw(view: Record, rules: Record, need: Numbers) -> int:
    """Take the face-up card needed most; draw blind when none is needed; NONE if there is no card at all."""
    choice, best = actions.DRAW if n_drawable(view) > 0 else NONE, 0 if n_drawable(view) > 0 else -1
    for colour in range(N_COLOURS):
        if need[colour] > best and can_take(view, rules, colour):
            choice, best = actions.TAKE + colour, int(need[colour])
    return choice


@compiled
def is_hopeless(view: Record, board: Record, route: int) -> bool:
    """Whether to leave a tunnel this time: with few cards left, the same surcharge may come up for ever."""
    few = 0 < n_drawable(view) < FEW_CARDS
    return bool(few and board.tunnel[route] == 1 and int(view.turns) // int(view.n_seats) % 2 == 0)


@compiled
def claim(view: Record, board: Record, rules: Record, seat: int, worth: Numbers) -> int:
    """Claim the most wanted route that can be paid; NONE if there is none."""
    largest, choice, best = largest_set(view, seat), NONE, 0
    for route in range(board.n_routes):
        if worth[route] > best and can_claim(view, board, rules, seat, route, largest):
            if is_hopeless(view, board, route):
                continue
            if count_missing(view, board, rules, seat, route, largest) == 0 or n_drawable(view) == 0:
                choice, best = actions.CLAIM + route, int(worth[route])
    return choice


@compiled
def pay(view: Record, board: Record, rules: Record, seat: int, worth: Numbers) -> int:
    """Pay with the fewest locomotives, then with the colour least wanted elsewhere, then with the one held most."""
    use = np.zeros(N_COLOURS, np.int64)
    for route in range(board.n_routes):
        if route != view.route and board.colour[route] != GRAY and is_free(view, board, rules, seat, route):
            use[board.colour[route]] += worth[route]
    out = np.empty(actions.N_ACTIONS, np.int16)
    choice, best = NONE, NEVER * UNIT
    for i in range(legal(view, board, rules, seat, out)):
        score = NEVER
        if actions.kind_of(int(out[i])) == actions.PAY:
            colour = actions.payment_colour(int(out[i]))
            score = int(view.hands[seat, colour]) - UNIT * int(use[colour])
            score -= FOCUS * actions.payment_locomotives(int(out[i]))
        if score > best:
            choice, best = int(out[i]), score
    return choice


@compiled
def _gain(board: Record, label: borders.Labels, held: Numbers, n: int, a: int, b: int, trial: borders.Labels) -> int:
    """Ticket points gained by joining two cities."""
    gain = 0
    for city in range(board.n_cities):
        trial[city] = label[b] if label[city] == label[a] else label[city]
    for i in range(n):
        ticket = int(held[i])
        gain += borders.ticket_value(board, trial, ticket) - borders.ticket_value(board, label, ticket)
    return gain


@compiled
def finish(view: Record, board: Record, rules: Record, seat: int, is_last: bool) -> int:
    """The claim or station that scores most at once; before the last round only a station. NONE if nothing does."""
    label, trial = np.empty(MAX_CITIES, np.int16), np.empty(MAX_CITIES, np.int16)
    held, borrowed = np.empty(MAX_TICKETS, np.int64), np.empty(MAX_STATIONS, np.int16)
    components(view, board, seat, label)
    n = list_tickets(view, board, seat, held)
    stations.best_use(view, board, seat, held.astype(np.int16), n, label, borrowed)
    can_build = stations.can_afford(view, rules, seat)
    largest, choice, best = largest_set(view, seat), NONE, 0
    for route in range(board.n_routes):
        a, b, score, action = int(board.a[route]), int(board.b[route]), 0, NONE
        if is_last and can_claim(view, board, rules, seat, route, largest):
            score = int(rules.points[board.kind[route], board.length[route]])
            action = actions.CLAIM + route
        elif can_build and view.owner[route] != NONE and view.owner[route] != seat:
            score = -int(rules.station_points)
            if warehouses.can_build_on(view, board, a):
                action = actions.STATION + a
            elif warehouses.can_build_on(view, board, b):
                action = actions.STATION + b
        if action != NONE:
            score += _gain(board, label, held, n, a, b, trial) if label[a] != label[b] else 0
            if score > best:
                choice, best = action, score
    return choice


@compiled
def is_near_end(view: Record, rules: Record, pieces: int) -> bool:
    """Whether the last round has come, or some seat is within so many pieces of it."""
    for seat in range(view.n_seats):
        if n_pieces(view, seat) <= int(rules.last_round_at) + pieces:
            return True
    return bool(view.last_round_by != NONE)


@compiled
def place_depot(view: Record, board: Record) -> int:
    """Place the first depot on the free city where most routes meet; after an action, place no more."""
    if not warehouses.is_first_depot(view):
        return actions.PASS
    n_met = np.zeros(MAX_CITIES, np.int64)
    for route in range(board.n_routes):
        n_met[board.a[route]] += 1
        n_met[board.b[route]] += 1
    for city in range(board.n_cities):
        if not warehouses.can_build_on(view, board, city):
            n_met[city] = NONE
    for city in range(board.n_cities, MAX_CITIES):
        n_met[city] = NONE
    return actions.DEPOT + int(np.argmax(n_met))


@compiled
def collect(view: Record, board: Record, seat: int) -> int:
    """Empty the fullest warehouse in reach if it holds two cards or more."""
    choice, most = actions.DECLINE, 1
    for owner in range(view.n_seats):
        if view.n_warehouse[owner] > most and warehouses.can_collect(view, board, seat, owner):
            choice, most = actions.COLLECT + owner, int(view.n_warehouse[owner])
    return choice


@compiled
def fall_back(view: Record, board: Record, rules: Record, seat: int) -> int:
    """Any legal decision when nothing wanted is possible: the route worth most, or else no ticket if avoidable."""
    out = np.empty(actions.N_ACTIONS, np.int16)
    choice, best = NONE, NEVER
    for i in range(legal(view, board, rules, seat, out)):
        action = int(out[i])
        kind, score = actions.kind_of(action), 0
        if kind == actions.TAKE:
            score = 1
        elif kind == actions.CLAIM:
            route = actions.argument_of(action)
            score = 1 + int(rules.points[board.kind[route], board.length[route]])
            if is_hopeless(view, board, route):
                score = -3
        elif kind == actions.TICKETS:
            score = -1
        elif kind == actions.STATION or kind == actions.DEPOT or kind == actions.PAY:
            score = -2
        if score > best:
            choice, best = action, score
    return choice


@compiled
def take_turn(view: Record, board: Record, rules: Record, seat: int, worth: Numbers) -> int:
    """Begin a turn: what scores at once near the end, else a wanted route; NONE to draw."""
    if is_near_end(view, rules, NEAR):
        action = finish(view, board, rules, seat, view.last_round_by != NONE)
        if action != NONE:
            return action
    action = claim(view, board, rules, seat, worth)
    if action == NONE and rules.depots > 0 and n_drawable(view) > 0:
        return actions.WAREHOUSE + seat
    return action


@compiled
def follow(view: Record, board: Record, rules: Record, seat: int, worth: Numbers) -> int:
    """A legal decision that serves the wanted routes, in any phase but the choice of tickets."""
    if view.phase == DEPOTS:
        return place_depot(view, board)
    if view.phase == COLLECTING:
        return collect(view, board, seat)
    if view.phase == PAYING or view.phase == SURCHARGE:
        return pay(view, board, rules, seat, worth)
    action = take_turn(view, board, rules, seat, worth) if view.phase == MAIN else NONE
    if action == NONE:
        need = np.zeros(N_COLOURS, np.int64)
        find_needs(view, board, rules, seat, worth, need)
        action = draw(view, rules, need)
    return action if action != NONE else fall_back(view, board, rules, seat)
