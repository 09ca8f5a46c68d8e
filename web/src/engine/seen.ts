/**
 * A game that a server keeps, as far as a seat was told of it: made again from the last view, so that the page's engine
 * can answer for the seat and judge its decisions before the server has. What is hidden stays blank.
 */
import { codes, limits, STATE } from '../generated/engine/layout.ts'
import type { RefusalMessage, Step, Update, View } from '../generated/protocol.ts'
import type { Desk } from './desk.ts'
import { eventFor, type Happening } from './events.ts'
import { fault, Illegal, Refused } from './faults.ts'
import { Game } from './game.ts'
import { ownOf } from './hints.ts'
import type { Writable } from './memory.ts'
import { refusalOf, SHOWN } from './table.ts'
import type { Cards } from './words.ts'

type State = Writable<typeof STATE>

/** The game of a view, with nothing in it that the view does not tell. */
export function seenGame(desk: Desk, view: View): Game {
  const game = new Game(desk, view.game, { seats: view.seats.length, key: '0'.repeat(32), modules: view.modules })
  const { state } = game
  state.bytes.fill(0)
  state.set('n_seats', [game.seats])
  setTurn(state, view)
  setCards(state, view)
  setBoard(state, view, game)
  setTickets(state, view, game)
  return game
}

const nothing = (n: number): number[] => Array<number>(n).fill(codes.NONE)
const orNone = (one: number | null): number => one ?? codes.NONE
const row = (cards: Cards): number[] => codes.COLOUR_NAMES.map((name) => cards[name] ?? 0)
const colours = (names: readonly string[]): number[] => names.map((name) => codes.COLOUR_NAMES.indexOf(name as never))

function setTurn(state: State, view: View): void {
  state.set('phase', [codes.PHASE_NAMES.indexOf(view.phase as never)])
  state.set('to_move', [view.phase === 'setup' ? codes.NONE : orNone(view.to_act[0] ?? null)])
  state.set('first_seat', [view.first_seat])
  state.set('turns', [view.turns])
  state.set('last_round_by', [orNone(view.last_round_by)])
  state.set('drawn', [view.drawn])
  state.set('surcharge', [view.surcharge])
}

function setCards(state: State, view: View): void {
  const discard = row(view.discard as Cards)
  state.set('n_deck', [view.deck])
  state.set('discard', discard)
  state.set('n_discard', [discard.reduce((sum, n) => sum + n, 0)])
  state.set('market', nothing(limits.MARKET_SIZE))
  state.set('market', colours(view.market))
  state.set('laid', row(view.laid as Cards))
  state.set('revealed', nothing(limits.MAX_REVEALED))
  state.set('revealed', colours(view.revealed))
  view.seats.forEach(({ cards, seen, warehouse }, seat) => {
    state.set('n_hand', [cards], seat)
    state.set('seen', row(seen as Cards), seat * codes.N_COLOURS)
    state.set('n_warehouse', [warehouse], seat)
  })
  if (view.seat !== null) state.set('hands', row((view.hand ?? {}) as Cards), view.seat * codes.N_COLOURS)
}

function setBoard(state: State, view: View, { kit: { names } }: Game): void {
  const built = (lists: readonly (readonly string[])[]): number[] =>
    names.cities.map((city) => lists.findIndex((list) => list.includes(city)))
  state.set('owner', nothing(limits.MAX_ROUTES))
  state.set(
    'owner',
    names.routes.map((route) => view.routes[route] ?? codes.NONE),
  )
  for (const [field, lists] of [
    ['station', view.stations],
    ['depot', view.depots],
  ] as const) {
    state.set(field, nothing(limits.MAX_CITIES))
    state.set(field, built(lists))
  }
  state.set('route', [view.route === null ? codes.NONE : names.routes.indexOf(view.route)])
  state.set('city', [view.city === null ? codes.NONE : names.cities.indexOf(view.city)])
  view.seats.forEach(({ trains, subways, stations, depots, score }, seat) => {
    state.set('pieces', [trains, subways], 2 * seat)
    state.set('stations_left', [stations], seat)
    state.set('depots_left', [depots], seat)
    state.set('points', [score], seat)
  })
}

function setTickets(state: State, view: View, { kit: { names } }: Game): void {
  const holder = Array<number>(limits.MAX_TICKETS).fill(codes.HIDDEN)
  const numbers = (tickets: readonly string[] | null) => (tickets ?? []).map((one) => names.tickets.indexOf(one))
  for (const ticket of numbers(view.tickets)) holder[ticket] = orNone(view.seat)
  for (const ticket of numbers(view.offer)) holder[ticket] = codes.OFFERED
  state.set('holder', holder)
  state.set('queue', nothing(limits.MAX_TICKETS))
  state.set('n_queue', [view.ticket_deck])
  for (const field of ['offer', 'later'] as const) state.set(field, nothing(limits.MAX_SEATS * limits.MAX_OFFER))
  if (view.seat !== null) state.set('offer', numbers(view.offer), view.seat * limits.MAX_OFFER)
  state.set('choice', nothing(limits.MAX_SEATS))
  view.seats.forEach(({ tickets, offered, chosen }, seat) => {
    state.set('n_tickets', [tickets], seat)
    state.set('n_offer', [offered], seat)
    if (chosen) state.set('choice', [0], seat)
  })
}

/** Decisions whose outcome follows from what their seat knows, unless a tunnel or the deck has its say. */
const PLAIN: readonly string[] = ['claim', 'pay', 'station', 'depot', 'keep', 'pass', 'take-back']
const TOLD: readonly string[] = [...SHOWN, 'kept', 'gave-up']

/**
 * What the server will say to decisions of the seat that looks: an update, or why it refuses. Null where that depends on
 * chance, on what is hidden, or on others.
 */
export function foreseen(desk: Desk, shown: Update, decisions: readonly string[]): Update | RefusalMessage | null {
  const { view, seat, number, clock } = shown
  if (seat === null || view.phase === 'setup' || view.phase === 'over' || decisions.includes('undo')) return null
  const game = seenGame(desk, view)
  const steps: Step[] = []
  try {
    for (const text of decisions) {
      const events = decided(game, seat, text)
      if (!events) return null
      const told = events.map((event) => eventFor(event, seat))
      steps.push({ number: number + steps.length + 1, seat, by: 'player', at: clock.now, events: told })
    }
    return after(game, shown, steps)
  } catch (error) {
    if (!(error instanceof Illegal)) throw error
    if (steps.length) return null // those before it are the server's to store
    return refusalOf(number, 0, error instanceof Refused ? error : new Refused('illegal', ...error.faults))
  } finally {
    game.close()
  }
}

/** Decide, and say what that led to; null: the seat cannot know. Illegal says why not. */
function decided(game: Game, seat: number, text: string): Happening[] | null {
  if (!game.toAct.includes(seat))
    throw new Refused('not_your_turn', fault('not-your-turn', '', { seat, to_act: game.toAct }))
  const { kind, route } = game.judged(seat, text)
  if (!PLAIN.includes(kind) || !game.state.number('n_deck')) return null
  const phase = game.state.number('phase')
  if (kind === 'pass' && phase === codes.MAIN) return null // how many have passed before is not told
  const meant = phase === codes.PAYING ? game.state.number('route') : route
  if (phase !== codes.SURCHARGE && meant !== codes.NONE && game.kit.board.list('tunnel')[meant]) return null
  const events = game.play(seat, text)
  return events.every((event) => TOLD.includes(event.kind)) ? events : null
}

/** The update that the server will send, but for what can be taken back. */
function after(game: Game, { number, seat, clock }: Update, steps: Step[]): Update {
  return {
    type: 'update',
    number: number + steps.length,
    seat,
    steps,
    view: game.view(seat),
    longest: game.counted().list('length').slice(0, game.seats),
    closed: game.closed,
    own: ownOf(game, seat!, null),
    clock,
    ending: null,
  }
}
