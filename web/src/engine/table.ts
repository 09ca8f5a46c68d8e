/**
 * One table: it judges decisions, keeps the log, lets them be taken back, and tells each seat what it may know. The
 * same as the server's `play/table.py` and `play/present.py`.
 */
import { codes } from '../generated/engine/layout.ts'
import type { FaultInfo } from '../generated/protocol.ts'
import { sha256 } from '../lib/sha256.ts'
import type { Desk } from './desk.ts'
import { eventFor, type Happening } from './events.ts'
import { fault, Illegal, Refused } from './faults.ts'
import { Game } from './game.ts'
import { ownOf } from './hints.ts'
import { type Json, readPosition } from './position.ts'
import type { Ending, Sheet, Statistics, Step, Update } from './messages.ts'

export interface Deal {
  game: string
  modules: readonly string[]
  seats: number
  key: string
  first?: number | null
  position?: Json // to begin from, in place of a deal
}

export interface Entry {
  seat: number
  action: string
  by: Step['by']
  at: number
}

const UNDO = 'undo' // in the log: the last decision that still counts is taken back
const MOST_UNDONE = 200 // decisions of a game that can be taken back: its log must not grow for ever
export const SHOWN = ['decision', 'claimed', 'built', 'placed', 'turn', 'last-round'] // events that tell nobody anything hidden

interface Told {
  entry: Entry
  events: Happening[]
}

export class Table {
  readonly deal: Deal
  readonly game: Game
  readonly log: Told[] = []
  #kept: Entry[] = [] // the log without what was taken back
  #before: { state: Uint8Array; turn: string }[] = [] // before the last decisions, as far as they can be taken back
  readonly #desk: Desk

  constructor(desk: Desk, deal: Deal) {
    this.#desk = desk
    this.deal = deal
    this.game = this.#open()
  }

  #open(): Game {
    const { deal } = this
    if (!deal.position) return new Game(this.#desk, deal.game, deal)
    const { kit, seats, state } = readPosition(this.#desk, deal.position)
    return new Game(this.#desk, kit.game, { modules: kit.modules, seats, state })
  }

  /** Give the room of its game back. */
  close(): void {
    this.game.close()
  }

  /** The decisions that count. */
  get kept(): readonly Entry[] {
    return this.#kept
  }

  /** A game as it was before its first decision. */
  afresh(): Game {
    return this.#open()
  }

  get number(): number {
    return this.log.length
  }

  /** Make a decision on seeing the state with a number; Refused says why not, and nothing has changed. */
  decide(entry: Entry, number: number): void {
    const { game } = this
    const { seat, action } = entry
    if (game.over) throw new Refused('table_over', fault('game-over'))
    if (this.#isStale(seat, number))
      throw new Refused('stale', fault('stale-state', '', { seen: number, now: this.number }))
    const undo = this.undoable(seat)
    if (!game.toAct.includes(seat) && (action !== UNDO || undo === null))
      throw new Refused('not_your_turn', fault('not-your-turn', '', { seat, to_act: game.toAct }))
    if (action === UNDO && undo === null) throw new Refused('illegal', fault('nothing-to-undo'))
    try {
      this.#play(entry)
    } catch (error) {
      throw error instanceof Illegal ? new Refused('illegal', ...error.faults) : error
    }
  }

  /** Play a line of the log. */
  #play(entry: Entry): void {
    if (entry.action === UNDO) {
      const undone = this.#kept.pop()!
      this.game.goBack(this.#before.pop()!.state)
      const { seat } = entry
      this.log.push({ entry, events: [{ kind: 'undone', seat, open: { action: undone.action }, secret: {} }] })
      return
    }
    const before = { state: this.game.save(), turn: turnOf(this.game), counter: this.game.state.number('counter') }
    const events = this.game.play(entry.seat, entry.action)
    const line = { ...entry, action: this.game.actions.at(-1)![1] }
    const isShown = line.by === 'player' && events.every(({ kind }) => SHOWN.includes(kind))
    const tellsNothing = isShown && before.turn !== '' && before.counter === this.game.state.number('counter')
    this.#before = tellsNothing ? [...this.#before, before] : []
    this.#kept.push(line)
    this.log.push({ entry: line, events })
  }

  /** Play lines of a log that were judged before. */
  extend(entries: readonly Entry[]): void {
    for (const entry of entries) this.#play(entry)
  }

  /**
   * The decision that a seat can take back: its own, the last one, and it told nobody anything hidden. Once its turn
   * has passed, that is so only for somebody who plays alone against bots.
   */
  undoable(seat: number): string | null {
    const [last, before] = [this.#kept.at(-1), this.#before.at(-1)]
    const isSpent = this.log.length - this.#kept.length >= 2 * MOST_UNDONE
    if (!last || !before || isSpent || this.game.over || last.seat !== seat) return null
    const isAlone = this.log.every(({ entry }) => entry.seat === seat || entry.by === 'bot')
    return before.turn === turnOf(this.game) || isAlone ? last.action : null
  }

  /** Whether a decision rests on an older state; while tickets are chosen, only the own seat's decisions count. */
  #isStale(seat: number, number: number): boolean {
    if (number === this.number) return false
    const isOwn = this.log.slice(number).some(({ entry }) => entry.seat === seat)
    return number > this.number || turnOf(this.game) !== '' || isOwn
  }

  /** Everything after a number (null: nothing before the present), then the present, for one seat. */
  update(viewer: number | null, since: number | null, now: number): Update {
    const { game } = this
    return {
      type: 'update',
      number: this.number,
      seat: viewer,
      steps: since === null ? [] : this.#steps(viewer, since),
      view: game.view(viewer),
      longest: game.counted().list('length').slice(0, game.seats),
      closed: game.closed,
      own: viewer === null ? null : ownOf(game, viewer, this.undoable(viewer)),
      clock: { now, deadline: null },
      ending: game.over ? this.ending : null,
    }
  }

  #steps(viewer: number | null, since: number): Step[] {
    return this.log.slice(since).map(({ entry: { seat, by, at }, events }, i) => ({
      number: since + i + 1,
      seat,
      by,
      at,
      events: events.map((event) => eventFor(event, viewer)),
    }))
  }

  /** The final count and how each seat played; before the end, so far. */
  get ending(): Ending {
    const sheet = this.game.result
    const { key } = this.game
    return { sheet, statistics: this.#statistics(sheet), key, key_hash: sha256(key) }
  }

  /** How each seat played; the decisions that count are played again. */
  #statistics(sheet: Sheet): Statistics[] {
    const game = this.#open()
    const [offered, later] = [game.state.list('n_offer'), game.state.list('n_later')]
    const counts = game.everySeat.map((seat) => ({
      turns: 0,
      drew: 0,
      took: 0,
      wild: 0,
      offered: offered[seat]! + later[seat]!,
    }))
    for (const { seat, action } of this.#kept) {
      const before = game.state.number('turns')
      for (const event of game.play(seat, action)) {
        const count = event.seat === null ? null : counts[event.seat]!
        if (!count) continue
        if (event.kind === 'drew') count.drew++
        if (event.kind === 'took') count.took++
        if (event.kind === 'took' && event.open.card === codes.COLOUR_NAMES[codes.LOCOMOTIVE]) count.wild++
        if (event.kind === 'offered') count.offered += event.open.tickets as number
      }
      counts[seat]!.turns += game.state.number('turns') - before
    }
    game.close()
    return sheet.seats.map(({ route_list, ticket_list }, seat) => {
      const { turns, drew, took, wild, offered } = counts[seat]!
      const done = ticket_list.filter(({ completed }) => completed).length
      const length = route_list.reduce((sum, route) => sum + route.length, 0)
      return {
        turns,
        blind: drew,
        face_up: took,
        locomotives: wild,
        tickets_drawn: offered,
        tickets_kept: ticket_list.length,
        tickets_completed: done,
        tickets_failed: ticket_list.length - done,
        routes: route_list.length,
        average_length: route_list.length ? rounded(length / route_list.length) : 0,
      }
    })
  }
}

/** A number to hundredths; half of one goes to the even neighbour, as in Python. */
function rounded(number: number): number {
  const low = Math.floor(100 * number)
  const rest = 100 * number - low
  return (rest === 0.5 ? low + (low % 2) : Math.round(100 * number)) / 100
}

/** What counts as one turn: one first depot, or one turn with the depots after it; empty for all of setup. */
export function turnOf({ state }: Game): string {
  const [phase, turns] = [state.number('phase'), state.number('turns')]
  if (phase === codes.SETUP) return ''
  const isPlacing = phase === codes.DEPOTS
  const isFirst = isPlacing && turns === 0
  return [isFirst, isPlacing && turns > 0 ? turns - 1 : turns, state.number('to_move')].join(' ')
}

/** A refusal as a table says it; the page has the words for its faults. */
export const refusalOf = (number: number, done: number, error: { code?: Refused['code']; faults: FaultInfo[] }) =>
  ({
    type: 'refused',
    number,
    code: error.code ?? 'invalid',
    message: error.faults.map(({ code }) => code).join('\n'),
    faults: error.faults,
    done,
  }) as const
