/** One game, from the deal to the final count: `new Game(desk, 'europe', { seats: 3, seed: 7 })`. */
import { changes, codes, limits, SHEET, STATE } from '../generated/engine/layout.ts'
import type { Desk, Kit } from './desk.ts'
import type { FaultInfo } from '../generated/protocol.ts'
import { type Happening, eventsOf } from './events.ts'
import { cut, fault, Illegal, reasonsOf } from './faults.ts'
import { room, Row, shorts, Writable } from './memory.ts'
import type { Sheet, View } from './messages.ts'
import { type Action, actionOf, keyHalves, keyText, paid, parseAction } from './notation.ts'
import { sheetOf } from './sheet.ts'
import { viewOf } from './view.ts'

export interface Options {
  seats?: number
  seed?: number | bigint // the same seed deals the same game as in Python
  key?: string // 32 hexadecimal digits
  modules?: readonly string[]
  first?: number | null // the seat that begins; null: chance decides
  state?: Uint8Array // a moment to begin from, in place of a deal
}

export class Game {
  readonly desk: Desk
  readonly kit: Kit
  readonly seats: number
  readonly key: string
  readonly state: Writable<typeof STATE>
  readonly actions: [seat: number, text: string][] = []

  constructor(desk: Desk, game: string, { seats = 2, seed, key, modules = [], first = null, state }: Options = {}) {
    const kit = desk.kit(game, modules)
    if (!kit) throw new Illegal(fault('unknown-game', 'game', { name: cut(game) }))
    const [low, high] = [kit.rules.number('min_seats'), kit.rules.number('max_seats')]
    if (seats < low || seats > high) throw new Illegal(fault('wrong-seats', 'seats', { game, low, high, seats }))
    this.desk = desk
    this.kit = kit
    this.seats = seats
    this.state = new Writable(desk.engine, STATE, room(desk.engine, STATE.size))
    if (state) this.state.bytes.set(state)
    else this.#deal(keyHalves(key ?? seed ?? randomKey()))
    this.key = keyText(this.state.wide('key') as [bigint, bigint])
    if (first !== null) this.state.set('first_seat', [first])
  }

  /** Give the room of this game back; nothing can be asked of it any more. */
  close(): void {
    this.desk.engine.release(this.state.at)
  }

  /** The state as bytes, to come back to. */
  save(): Uint8Array {
    return this.state.bytes.slice()
  }

  /** Go back to a state; the last decision is taken back with it. */
  goBack(state: Uint8Array): void {
    this.state.bytes.set(state)
    this.actions.pop()
  }

  #deal(key: [bigint, bigint]): void {
    const { engine, at } = this.desk
    new BigUint64Array(engine.memory.buffer, at.key, 2).set(key)
    engine.deal(this.state.at, this.kit.board.at, this.kit.rules.at, this.seats, at.key)
  }

  get everySeat(): number[] {
    return Array.from({ length: this.seats }, (_, seat) => seat)
  }

  /** The seats that may act now: at setup all that have not answered, then one. */
  get toAct(): number[] {
    const phase = this.state.number('phase')
    if (phase === codes.OVER) return []
    if (phase !== codes.SETUP) return [this.state.number('to_move')]
    const chosen = this.state.list('choice')
    return this.everySeat.filter((seat) => chosen[seat] === codes.NONE)
  }

  get over(): boolean {
    return this.state.number('phase') === codes.OVER
  }

  /** How many cards the seat must pay now; 0 if it need not pay. */
  #due(seat: number): number {
    return this.desk.engine.due(this.state.at, this.kit.board.at, this.kit.rules.at, seat)
  }

  /** Every decision a seat may make now. */
  legal(seat: number): Action[] {
    const { engine, at } = this.desk
    const n = engine.legal(this.state.at, this.kit.board.at, this.kit.rules.at, seat, at.numbers)
    const due = this.#due(seat)
    return shorts(engine, at.numbers, n).map((number) => actionOf(number, this.kit, due))
  }

  /** The decision that a text means; Illegal: it is none, or does not pay what is due. */
  #meant(seat: number, text: string): Action {
    const due = this.#due(seat)
    const given = parseAction(text, this.kit)
    const action = actionOf(given.number, this.kit, due)
    if (action.kind === 'pay' && due && this.toAct.includes(seat) && !isSame(given.pays!, paid(action)))
      throw new Illegal(fault('wrong-sum', cut(text), { payment: action.text }))
    return action
  }

  #whyNot(seat: number, { number, text }: Action): FaultInfo[] {
    const { kit, desk } = this
    const n = desk.engine.why_not(this.state.at, kit.board.at, kit.rules.at, seat, number, desk.at.reasons)
    return reasonsOf(desk, kit, n, text)
  }

  /** The kind of a decision and the route it names (NONE: none); Illegal says why it may not be made. */
  judged(seat: number, text: string): { kind: Action['kind']; route: number } {
    const action = this.#meant(seat, text)
    if (!this.legal(seat).some(({ number }) => number === action.number))
      throw new Illegal(...this.#whyNot(seat, action))
    const route = action.kind === 'claim' ? this.kit.names.routes.indexOf(action.route) : codes.NONE
    return { kind: action.kind, route }
  }

  /** Make a decision and return what happened; Illegal says why not, and nothing has changed. */
  play(seat: number, text: string): Happening[] {
    const { kit, desk } = this
    const { engine, at } = desk
    const action = this.#meant(seat, text)
    if (!engine.play(this.state.at, at.before, kit.board.at, kit.rules.at, seat, action.number, at.changed))
      throw new Illegal(...this.#whyNot(seat, action))
    this.actions.push([seat, action.text])
    const changed = Array.from(new BigInt64Array(engine.memory.buffer, at.changed, changes.N_NUMBERS), Number)
    return eventsOf({ changed, before: new Row(engine, STATE, at.before), after: this.state, kit, seat, action })
  }

  /** What a seat (null: a spectator) may know, as a record. */
  observe(seat: number | null): Row<typeof STATE> {
    const { engine, at } = this.desk
    engine.observe(this.state.at, at.view, seat ?? codes.NONE)
    return new Row(engine, STATE, at.view)
  }

  /** The view of a seat; null is a spectator. */
  view(seat: number | null): View {
    return viewOf(this.observe(seat), this.kit, seat, this.toAct)
  }

  /** The count as it is now, as a record. */
  counted(): Row<typeof SHEET> {
    const { engine, at } = this.desk
    engine.count(this.state.at, this.kit.board.at, this.kit.rules.at, at.sheet)
    return new Row(engine, SHEET, at.sheet)
  }

  /** The final sheet; before the end, the count so far. */
  get result(): Sheet {
    return sheetOf(this)
  }

  /** The free routes that nobody can claim any more, because of their other track. */
  get closed(): string[] {
    const { engine, at } = this.desk
    const n = engine.closed(this.state.at, this.kit.board.at, this.kit.rules.at, at.routes)
    return shorts(engine, at.routes, Math.min(n, limits.MAX_ROUTES)).map((route) => this.kit.names.routes[route]!)
  }
}

const isSame = (one: Record<string, number>, other: Record<string, number>): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name])

/** A key that nobody can guess. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
