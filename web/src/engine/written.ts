/** A state as a position: everything about one moment of a game, as JSON. */
import { codes, limits } from '../generated/engine/layout.ts'
import type { Game } from './game.ts'
import type { Json } from './position.ts'
import { cardsOf, named, orNull, owned } from './words.ts'

/** The position of a game. */
export function positionOf({ kit, seats, state, key }: Game): Json {
  const { cities, routes, tickets } = kit.names
  const each = <T>(of: (seat: number) => T): T[] => Array.from({ length: seats }, (_, seat) => of(seat))
  const some = (name: Parameters<typeof state.list>[0]): number[] => state.list(name).slice(0, seats)
  const rows = (name: Parameters<typeof state.line>[0]) => each((seat) => cardsOf(state.line(name, seat)))
  const [owner, knownBy] = [state.list('owner'), state.list('known_by')]
  const bits = (mask: number): number[] => each((seat) => seat).filter((seat) => (mask >> seat) & 1)
  return {
    game: kit.game,
    seats,
    modules: [...kit.modules],
    to_move: orNull(state.number('to_move')),
    phase: codes.PHASE_NAMES[state.number('phase')],
    routes: Object.fromEntries(routes.flatMap((name, i) => (owner[i] === codes.NONE ? [] : [[name, owner[i]]]))),
    hands: rows('hands'),
    tickets: owned(state.list('holder'), tickets, seats),
    stations: owned(state.list('station'), cities, seats),
    depots: owned(state.list('depot'), cities, seats),
    depots_left: some('depots_left'),
    warehouses: rows('warehouses'),
    market: named(state.list('market'), codes.COLOUR_NAMES),
    deck: cardsOf(state.list('deck')),
    discard: cardsOf(state.list('discard')),
    ticket_deck: queueOf({ kit, state }),
    last_round_by: orNull(state.number('last_round_by')),
    first_seat: state.number('first_seat'),
    turns: state.number('turns'),
    passes: state.number('passes'),
    drawn: state.number('drawn'),
    seen: rows('seen'),
    stock: cardsOf(state.list('stock')),
    blind: rows('blind'),
    known: Object.fromEntries(tickets.flatMap((name, i) => (knownBy[i] ? [[name, bits(knownBy[i]!)]] : []))),
    mixed: [state.number('mixed_at'), state.number('n_mixed')],
    kept_at_setup: some('kept_at_setup'),
    revealed: named(state.list('revealed'), codes.COLOUR_NAMES),
    flushes: state.number('n_flushes'),
    reshuffles: state.number('n_reshuffles'),
    ended: codes.END_NAMES[state.number('ended')] ?? null,
    key,
    counter: state.number('counter'),
    ...underWay({ kit, state, seats }),
  }
}

/** The ticket deck from its top. */
function queueOf({ kit, state }: Pick<Game, 'kit' | 'state'>): string[] {
  const [head, queue] = [state.number('head'), state.list('queue')]
  const places = Array.from({ length: state.number('n_queue') }, (_, k) => (head + k) % limits.MAX_TICKETS)
  return places.map((place) => kit.names.tickets[queue[place]!]!)
}

/** The keys of an offer, a payment or the choice of the first tickets, where there is one. */
function underWay({ kit, state, seats }: Pick<Game, 'kit' | 'state' | 'seats'>): Json {
  const { cities, routes, tickets } = kit.names
  const [route, city] = [state.number('route'), state.number('city')]
  const offers = (name: 'offer' | 'later'): string[][] =>
    Array.from({ length: seats }, (_, seat) => named(state.line(name, seat), tickets))
  return {
    ...(state.list('n_offer').some(Boolean) && { offers: offers('offer') }),
    ...(state.list('n_later').some(Boolean) && { later: offers('later') }),
    ...(state.number('phase') === codes.SETUP && { choices: state.list('choice').slice(0, seats).map(orNull) }),
    ...(route !== codes.NONE && { route: routes[route] }),
    ...(city !== codes.NONE && { city: cities[city] }),
    ...(state.number('surcharge') && { surcharge: state.number('surcharge'), laid: cardsOf(state.list('laid')) }),
  }
}
