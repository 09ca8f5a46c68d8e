/**
 * The game for programs: `new Game('europe', { seats: 3, seed: 7 })`. The package is this file with all that it imports,
 * and the files of the engine beside it; importing it loads them.
 */
import { bots, edition } from '../generated/engine/layout.ts'
import type { Own, Sheet, Step, View } from '../generated/protocol.ts'
import { Bots, botOf, asksNetwork, type Level } from './bots.ts'
import { Desk, type Index } from './desk.ts'
import { fault, Illegal } from './faults.ts'
import { Game as Dealt, type Options as Dealing } from './game.ts'
import { told } from './notation.ts'
import { opened } from './record.ts'

export type Action = Own['legal'][number]
export type Event = Step['events'][number]
export type { Level, Sheet, View }
export type Options = Omit<Dealing, 'state'>
export { Illegal }

/** A game as JSON that replays on any machine, in Python too. */
export interface Record {
  game: string
  modules: string[]
  rules: number
  seats: string[]
  key: string
  first?: number
  actions: [seat: number, action: string][]
  result: Sheet | null
}

/** A file of the engine: beside this one, on a disk or behind an address. */
async function bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const place = new URL(`../files/${name}`, import.meta.url)
  if (place.protocol !== 'file:') return new Uint8Array(await (await fetch(place)).arrayBuffer())
  const { readFile } = await import('node:fs/promises')
  return new Uint8Array(await readFile(place))
}

async function load(): Promise<Desk> {
  const [engine, index, packed] = await Promise.all(['engine.wasm', 'games.json', 'games.bin'].map(bytes))
  const all = JSON.parse(new TextDecoder().decode(index)) as Index
  return new Desk(await WebAssembly.compile(engine!), all, packed!)
}

const desk = await load()
const players = new Bots()
let network: Promise<Uint16Array> | undefined
const weights = (): Promise<Uint16Array> =>
  (network ??= bytes('weights.bin').then((data) => new Uint16Array(data.buffer)))
const left = new FinalizationRegistry<number>((room) => desk.engine.release(room)) // of games that nobody has any more

/** The games there are. */
export const games: readonly string[] = desk.games

/** The levels of bots, from the weakest. */
export const levels = Object.keys(bots.LEVELS) as readonly Level[]

/** One game, from the deal to the final count. */
export class Game {
  readonly #dealt: Dealt
  readonly #first: number | null

  /** Deal a game; the same seed deals the same game as in Python, and without one nobody can predict it. */
  constructor(game: string, options: Options = {}) {
    this.#dealt = new Dealt(desk, game, options)
    this.#first = options.first ?? null
    left.register(this, this.#dealt.state.at)
  }

  /** Play a record again; Illegal says what is wrong with it. */
  static replay(record: Record): Game {
    const { deal, log } = opened(desk, record)
    const game = new Game(deal.game, deal)
    for (const { seat, action } of log) game.play(seat, action)
    return game
  }

  get game(): string {
    return this.#dealt.kit.game
  }
  get modules(): readonly string[] {
    return this.#dealt.kit.modules
  }
  get seats(): number {
    return this.#dealt.seats
  }
  /** All chance comes from it: 32 hexadecimal digits. */
  get key(): string {
    return this.#dealt.key
  }
  get over(): boolean {
    return this.#dealt.over
  }
  /** The seats that may act now: at first all that have not chosen tickets, then one. */
  get toAct(): number[] {
    return this.#dealt.toAct
  }
  /** All decisions so far. */
  get actions(): readonly [seat: number, action: string][] {
    return this.#dealt.actions
  }
  /** The final count; before the end, the count so far. */
  get result(): Sheet {
    return this.#dealt.result
  }

  /** Every decision that a seat may make now. */
  legal(seat: number): Action[] {
    return this.#dealt.legal(this.#known(seat)).map(told) as Action[]
  }

  /** Make a decision, given as an action or as its text; Illegal says why not, and nothing has changed. */
  play(seat: number, action: Action | string): Event[] {
    const events = this.#dealt.play(this.#known(seat), typeof action === 'string' ? action : action.text)
    return events.map(
      ({ kind, seat: who, open, secret }) => ({ kind, seat: who, ...open, ...secret }) as unknown as Event,
    )
  }

  /** What a seat may know; null: a spectator. */
  view(seat: number | null): View {
    return this.#dealt.view(seat === null ? null : this.#known(seat))
  }

  /** What a bot of a level would decide for a seat; it sees the seat's view alone. */
  async bot(seat: number, level: Level = 'medium'): Promise<string> {
    const bot = botOf(level, '')
    if (!this.toAct.includes(this.#known(seat)))
      throw new Illegal(fault('not-your-turn', '', { seat, to_act: this.toAct }))
    if (asksNetwork(bot)) players.learn(this.#dealt, await weights())
    return (await players.choose(this.#dealt, seat, bot))!
  }

  /** The game so far as JSON. */
  record(names: readonly string[] = this.#dealt.everySeat.map((seat) => `seat ${seat}`)): Record {
    const { game, modules, key, actions, over, result } = this
    const first = this.#first === null ? {} : { first: this.#first }
    const made = { game, modules: [...modules], rules: edition.RULES, seats: [...names], key, ...first }
    return { ...made, actions: actions.map(([seat, text]) => [seat, text]), result: over ? result : null }
  }

  #known(seat: number): number {
    const last = this.seats - 1
    if (Number.isInteger(seat) && seat >= 0 && seat <= last) return seat
    throw new Illegal(fault('seat-expected', 'seat', { last, value: `${seat}` }))
  }
}
