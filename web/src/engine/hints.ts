/** Hints from a seat's own view: the state of its tickets, what it could pay for, and why not. */
import { codes, limits, NEED, NEEDS } from '../generated/engine/layout.ts'
import type { FaultInfo } from '../generated/protocol.ts'
import { cut, fault, Illegal, reasonsOf } from './faults.ts'
import type { Game } from './game.ts'
import { Row, shorts } from './memory.ts'
import type { Own, Paths, Pay, Plan, TicketPath } from './messages.ts'
import { actionOf, told } from './notation.ts'
import { cardsOf, named } from './words.ts'

/** What a seat can do, worked out from its view. */
export function ownOf(game: Game, seat: number, undo: string | null): Own {
  const isOver = game.over
  return {
    legal: game.legal(seat).map(told),
    undo,
    affordable: isOver ? [] : affordable(game, seat),
    station_payments: isOver ? [] : stationPayments(game, seat),
    tickets: tickets(game, seat),
  } as Own
}

function affordable(game: Game, seat: number): Own['affordable'] {
  const { desk, kit } = game
  const { engine, at } = desk
  const view = game.observe(seat)
  const n = engine.claims(view.at, at.turn, kit.board.at, kit.rules.at, seat, at.routes, at.ways, at.ends)
  const ends = Array.from(new BigInt64Array(engine.memory.buffer, at.ends, n), Number)
  const ways = shorts(engine, at.ways, ends.at(-1) ?? 0)
  const lengths = kit.board.list('length')
  return shorts(engine, at.routes, n).map((route, i) => ({
    route: kit.names.routes[route]!,
    payments: ways.slice(i ? ends[i - 1] : 0, ends[i]).map((way) => told(actionOf(way, kit, lengths[route]!)) as Pay),
  }))
}

function stationPayments(game: Game, seat: number): Pay[] {
  const { desk, kit } = game
  const { engine, at } = desk
  const n = engine.station_ways(game.observe(seat).at, at.turn, kit.board.at, kit.rules.at, seat, at.numbers)
  const due = engine.due(at.turn, kit.board.at, kit.rules.at, seat)
  return shorts(engine, at.numbers, n).map((number) => told(actionOf(number, kit, due)) as Pay)
}

function tickets(game: Game, seat: number): Own['tickets'] {
  const { desk, kit } = game
  const { engine, at } = desk
  const n = engine.held(game.observe(seat).at, kit.board.at, kit.rules.at, seat, at.tickets)
  const rows = shorts(engine, at.tickets, 3 * n)
  return Array.from({ length: n }, (_, i) => {
    const [ticket, completed, circle] = rows.slice(3 * i, 3 * i + 3)
    return { ticket: kit.names.tickets[ticket!]!, completed: !!completed, circle: !!circle }
  })
}

/** The hints of a seat: its tickets, then what it is offered. */
export function pathsOf(game: Game, seat: number, number: number): Paths {
  const { desk, kit } = game
  const { engine, at } = desk
  const asked = [game.observe(seat).at, kit.board.at, kit.rules.at, seat, at.needs] as const
  const own = paths(game, engine.needs(...asked))
  return { number, tickets: own, offer: paths(game, engine.offer_needs(...asked)) }
}

function paths({ desk, kit }: Game, n: number): TicketPath[] {
  return Array.from({ length: n }, (_, i) => {
    const row = new Row(desk.engine, NEED, desk.at.needs + i * NEED.size)
    const some = (name: 'missing' | 'circle', length: number): string[] =>
      named(row.list(name).slice(0, length), kit.names.routes)
    return {
      ticket: kit.names.tickets[row.number('ticket')]!,
      completed: !!row.number('completed'),
      missing: some('missing', row.number('n_missing')),
      cards: row.number('cards'),
      trains: row.number('trains'),
      subways: row.number('subways'),
      cut_off: !!row.number('cut_off'),
      circle: some('circle', row.number('n_circle')),
      circle_cards: row.number('circle_cards'),
    }
  })
}

/** Why a seat cannot claim a route; no faults: it can. */
export function whyNot(game: Game, seat: number, route: string): FaultInfo[] {
  const { desk, kit } = game
  const { engine, at } = desk
  const index = kit.names.routes.indexOf(route)
  if (index < 0) throw new Illegal(fault('unknown-route', 'route', { name: cut(route) }))
  const n = engine.why_no_claim(game.observe(seat).at, kit.board.at, kit.rules.at, seat, index, at.reasons)
  return reasonsOf(desk, kit, n, `claim ${route}`)
}

/** What some tickets take together, and the cards still out there. */
export function planOf(game: Game, seat: number, names: readonly string[], number: number): Plan {
  const { desk, kit } = game
  const { engine, at } = desk
  const chosen = [...new Set(names)].map((name) => kit.names.tickets.indexOf(name))
  const unknown = [...new Set(names)].find((_, i) => chosen[i]! < 0)
  if (unknown !== undefined) throw new Illegal(fault('unknown-ticket', 'ticket', { name: cut(unknown) }))
  new Int16Array(engine.memory.buffer, at.tickets, limits.MAX_TICKETS).set(chosen)
  const view = game.observe(seat)
  engine.plan(view.at, kit.board.at, kit.rules.at, seat, at.tickets, chosen.length, at.plan)
  engine.unseen(view.at, kit.rules.at, at.colours)
  const row = new Row(engine, NEEDS, at.plan)
  const some = (name: 'routes' | 'payable' | 'cut_off', n: number, of: readonly string[]): string[] =>
    named(row.list(name).slice(0, n), of)
  const total = kit.rules.list('cards')
  const unseen = shorts(engine, at.colours, codes.N_COLOURS)
  return {
    number,
    routes: some('routes', row.number('n_routes'), kit.names.routes),
    cards: cardsOf(row.list('cards'), codes.ROUTE_COLOUR_NAMES),
    held: cardsOf(row.list('held'), codes.ROUTE_COLOUR_NAMES),
    missing: row.number('missing'),
    payable: some('payable', row.number('n_payable'), kit.names.routes),
    trains: row.number('trains'),
    subways: row.number('subways'),
    cut_off: some('cut_off', row.number('n_cut_off'), kit.names.tickets),
    unseen: Object.fromEntries(unseen.flatMap((n, c) => (total[c] ? [[codes.COLOUR_NAMES[c]!, n]] : []))),
  }
}
