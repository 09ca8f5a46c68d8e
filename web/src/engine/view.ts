/** What a seat sees, as messages tell it; made from the engine's view of that seat, never from the state. */
import { codes, STATE } from '../generated/engine/layout.ts'
import type { Kit } from './desk.ts'
import type { Row } from './memory.ts'
import type { View } from './messages.ts'
import { cardsOf, named, orNull, owned } from './words.ts'

type State = Row<typeof STATE>

/** The view of a seat (null: a spectator) in which these seats may act. */
export function viewOf(view: State, kit: Kit, seat: number | null, toAct: readonly number[]): View {
  const { cities, routes, tickets } = kit.names
  const n = view.number('n_seats')
  const owner = view.list('owner')
  const [route, city] = [view.number('route'), view.number('city')]
  return {
    game: kit.game,
    modules: [...kit.modules],
    phase: codes.PHASE_NAMES[view.number('phase')]!,
    to_act: [...toAct],
    first_seat: view.number('first_seat'),
    turns: view.number('turns'),
    last_round_by: orNull(view.number('last_round_by')),
    routes: Object.fromEntries(routes.flatMap((name, i) => (owner[i] === codes.NONE ? [] : [[name, owner[i]!]]))),
    market: named(view.list('market'), codes.COLOUR_NAMES),
    deck: view.number('n_deck'),
    discard: cardsOf(view.list('discard')),
    ticket_deck: view.number('n_queue'),
    drawn: view.number('drawn'),
    route: route === codes.NONE ? null : routes[route]!,
    city: city === codes.NONE ? null : cities[city]!,
    laid: cardsOf(view.list('laid')),
    revealed: named(view.list('revealed'), codes.COLOUR_NAMES),
    surcharge: view.number('surcharge'),
    stations: owned(view.list('station'), cities, n),
    depots: owned(view.list('depot'), cities, n),
    seats: Array.from({ length: n }, (_, other) => seatView(view, other)),
    seat,
    hand: seat === null ? null : cardsOf(view.line('hands', seat)),
    tickets: seat === null ? null : heldBy(view, seat, tickets),
    offer: seat === null ? null : named(view.line('offer', seat), tickets),
  }
}

/** The tickets that a seat holds. */
export function heldBy(state: State, seat: number, names: readonly string[]): string[] {
  const holder = state.list('holder')
  return names.filter((_, ticket) => holder[ticket] === seat)
}

function seatView(view: State, seat: number): View['seats'][number] {
  const [trains, subways] = view.line('pieces', seat)
  return {
    cards: view.list('n_hand')[seat]!,
    seen: cardsOf(view.line('seen', seat)),
    tickets: view.list('n_tickets')[seat]!,
    offered: view.list('n_offer')[seat]!,
    chosen: view.number('phase') === codes.SETUP && view.list('choice')[seat] !== codes.NONE,
    trains: trains!,
    subways: subways!,
    stations: view.list('stations_left')[seat]!,
    depots: view.list('depots_left')[seat]!,
    warehouse: view.list('n_warehouse')[seat]!,
    score: view.list('points')[seat]!,
  }
}
