/** The final count that explains itself: where each point of each seat comes from. */
import { codes, limits, result, SHEET } from '../generated/engine/layout.ts'
import type { Game } from './game.ts'
import { type Row, shorts } from './memory.ts'
import type { Sheet, SheetSeat } from './messages.ts'
import { named, owned } from './words.ts'

type Numbers = Record<(typeof result.NUMBERS)[number], number>

/** The whole count; before the end, the count so far. */
export function sheetOf(game: Game): Sheet {
  const sheet = game.counted()
  const winners = sheet.list('winner')
  return {
    seats: game.everySeat.map((seat) => seatOf(game, sheet, seat)),
    winners: game.everySeat.filter((seat) => winners[seat]),
    decided_by: result.DECIDED_BY[sheet.number('decided_by')]!,
    ended: codes.END_NAMES[game.state.number('ended')]!,
  }
}

function seatOf(game: Game, sheet: Row<typeof SHEET>, seat: number): SheetSeat {
  const { desk, kit, state } = game
  const { engine, at } = desk
  new Int16Array(engine.memory.buffer, at.routes, limits.MAX_ROUTES).fill(codes.NONE)
  const length = engine.trail(state.at, kit.board.at, seat, at.routes)
  const numbers = Object.fromEntries(result.NUMBERS.map((name) => [name, sheet.list(name)[seat]!])) as Numbers
  return {
    ...numbers,
    tickets_completed: sheet.list('completed')[seat]!,
    longest_path_length: length,
    longest_path: named(shorts(engine, at.routes, limits.MAX_ROUTES), kit.names.routes),
    route_list: routesOf(game, seat),
    ticket_list: ticketsOf(game, sheet, seat),
    borrowed: borrowedOf(game, sheet, seat),
    stations_left: state.list('stations_left')[seat]!,
    depots_left: state.list('depots_left')[seat]!,
    mandala_tickets: sheet.list('mandalas')[seat]!,
  }
}

/** Points of each route (CLAIM-SCORE). */
function routesOf({ kit, state }: Game, seat: number): SheetSeat['route_list'] {
  const [owner, lengths, kinds] = [state.list('owner'), kit.board.list('length'), kit.board.list('kind')]
  return kit.names.routes.flatMap((route, i) => {
    const length = lengths[i]!
    const points = kit.rules.line('points', kinds[i]!)[length]!
    return owner[i] === seat ? [{ route, length, points }] : []
  })
}

/** Each ticket: points, whether completed, by which path and over which borrowed routes (TICKETS-SCORE). */
function ticketsOf(game: Game, sheet: Row<typeof SHEET>, seat: number): SheetSeat['ticket_list'] {
  const { desk, kit, state } = game
  const { engine, at } = desk
  const [holder, points, borrowed] = [state.list('holder'), sheet.list('ticket'), sheet.line('borrowed', seat)]
  const n = engine.circles(state.at, kit.board.at, kit.rules.at, seat, at.tickets)
  const circles = new Set(shorts(engine, at.tickets, n))
  return kit.names.tickets.flatMap((ticket, i) => {
    if (holder[i] !== seat) return []
    const path = shorts(engine, at.routes, engine.ticket_path(state.at, kit.board.at, sheet.at, seat, i, at.routes))
    const lent = path.filter((route) => borrowed.includes(route))
    const [names, lentNames] = [named(path, kit.names.routes), named(lent, kit.names.routes)]
    const value = points[i]!
    return [{ ticket, points: value, completed: value > 0, path: names, borrowed: lentNames, mandala: circles.has(i) }]
  })
}

/** The route each station uses at the end (STATION-USE). */
function borrowedOf({ kit, state, seats }: Game, sheet: Row<typeof SHEET>, seat: number): SheetSeat['borrowed'] {
  const routes = sheet.line('borrowed', seat)
  const cities = owned(state.list('station'), kit.names.cities, seats)[seat]!.slice(0, routes.length)
  return cities.map((station, i) => {
    const route = routes[i]!
    return { station, route: route === codes.NONE ? null : kit.names.routes[route]! }
  })
}
