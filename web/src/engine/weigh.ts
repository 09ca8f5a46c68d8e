/**
 * One decision weighed, as the coach does it: compiled functions decide everything, and here is only the clock. The
 * worlds of a round are played in portions, so that whoever else needs this thread gets its turn.
 */
import {
  codes,
  limits,
  LINES,
  OPTION,
  TRIAL,
  weigh,
  WEIGHING,
  weighing,
  WHY,
  whys,
} from '../generated/engine/layout.ts'
import type { ReasonInfo } from '../generated/protocol.ts'
import type { Rest } from './ahead.ts'
import { widened } from './bots.ts'
import type { Desk, Kit } from './desk.ts'
import { put, room, Row } from './memory.ts'
import { keyHalves } from './notation.ts'

/** What a seat saw when it had to decide. */
export interface Seen {
  kit: Kit
  seats: number
  seat: number
  view: Uint8Array
}

/** Which random worlds are used: the same numbers give the same answer. */
export interface Chance {
  seed: number
  number: number
}

/** One way to decide, with the chances of every seat, beside the decision it is compared with. */
export class Option {
  readonly bytes: Uint8Array
  readonly action: number
  readonly win: number[]
  readonly ahead: number
  readonly error: number
  readonly exact: boolean

  constructor(row: Row<typeof OPTION>, seats: number) {
    this.bytes = row.bytes.slice()
    this.action = row.number('action')
    this.win = row.list('win').slice(0, seats)
    this.ahead = row.number('ahead')
    this.error = row.number('error')
    this.exact = !!row.number('exact')
  }
}

/** A judgement of one decision; the best options come first. */
export class Verdict {
  readonly taken: Option
  readonly best: readonly Option[]
  readonly exact: boolean

  constructor([taken, ...best]: readonly Option[], exact: boolean) {
    this.taken = taken!
    this.best = best
    this.exact = exact
  }
  /** The estimated loss; noise may make it negative. */
  get gap(): number {
    return this.best[0]!.ahead
  }
  get loss(): number {
    return Math.max(0, this.gap)
  }
  get error(): number {
    return this.best[0]!.error
  }
  /** Whether the loss is beyond the noise. */
  get sure(): boolean {
    return this.gap - this.error > 0 && this.gap >= weigh.LEAST_LOSS
  }
}

const PORTION = 25 // milliseconds at most between two rests, as far as can be foreseen
const NUMBER = 8 // bytes of one of an outcome

/** What is asked of every function that begins to weigh. */
type Asked = readonly [
  weighing: number,
  trial: number,
  lines: number,
  view: number,
  board: number,
  rules: number,
  seat: number,
  key: number,
  number: number,
]
type Rooms = ReturnType<Coach['rooms']>

export class Coach {
  readonly desk: Desk
  readonly #weights: number
  #games = 2 // that a portion plays

  constructor(desk: Desk, halves: Uint16Array) {
    this.desk = desk
    this.#weights = put(desk.engine, widened(halves))
  }

  /** Weigh a decision (null: none was made) by so many games; null: given up. */
  weigh(seen: Seen, taken: number | null, games: number, chance: Chance, rest: Rest): Promise<Verdict | null> {
    const { engine } = this.desk
    const begin = (asked: Asked): number =>
      engine.begin_weighing(...asked, taken ?? codes.NONE, games, 0, this.#weights)
    return this.#run(seen, chance, rest, weighing.SHOWN, begin)
  }

  /** Only the chances after a decision, without its alternatives. */
  glance(seen: Seen, taken: number, games: number, chance: Chance, rest: Rest): Promise<Verdict | null> {
    const begin = (asked: Asked): number => this.desk.engine.begin_glance(...asked, taken, games)
    return this.#run(seen, chance, rest, 1, begin)
  }

  /** Those of some options that do not come to the same, in n worlds that did not choose them; the best come first. */
  async compare(seen: Seen, options: readonly Option[], n: number, chance: Chance, rest: Rest) {
    const { engine } = this.desk
    const [at, numbers] = [this.#put(options), room(engine, NUMBER * options.length)]
    const found = engine.distinct(seen.kit.board.at, at, options.length, numbers, options.length)
    try {
      const begin = (asked: Asked): number => engine.begin_comparison(...asked, numbers, found, n)
      return (await this.#run(seen, chance, rest, found, begin))?.best ?? null
    } finally {
      engine.release(at)
      engine.release(numbers)
    }
  }

  /** The strongest reasons for one option rather than another. */
  whyBetter(seen: Seen, better: Option, taken: Option): ReasonInfo[] {
    return this.#why(seen, [better, taken], (...asked) => this.desk.engine.why_better(...asked))
  }

  /** The reasons for one of the options of a hint, the best first. */
  whyHinted(seen: Seen, options: readonly Option[], place: number): ReasonInfo[] {
    return this.#why(seen, options, (view, board, rules, seat, at, n, out) =>
      this.desk.engine.why_hinted(view, board, rules, seat, at, n, place, out),
    )
  }

  /** Options one after the other. */
  #put(options: readonly Option[]): number {
    const bytes = new Uint8Array(OPTION.size * options.length)
    options.forEach((option, i) => bytes.set(option.bytes, i * OPTION.size))
    return put(this.desk.engine, bytes)
  }

  rooms({ view }: Seen, { seed }: Chance, most: number) {
    const { engine } = this.desk
    return {
      weighing: room(engine, WEIGHING.size),
      trial: room(engine, TRIAL.size),
      lines: room(engine, LINES.size),
      view: put(engine, view),
      key: put(engine, new Uint8Array(new BigUint64Array(keyHalves(seed)).buffer)),
      options: room(engine, OPTION.size * (most + 1)),
    }
  }

  async #run(seen: Seen, chance: Chance, rest: Rest, most: number, begin: (asked: Asked) => number) {
    const { engine } = this.desk
    const { kit, seat, seats } = seen
    const at = this.rooms(seen, chance, most)
    try {
      let due: number | null = begin([
        at.weighing,
        at.trial,
        at.lines,
        at.view,
        kit.board.at,
        kit.rules.at,
        seat,
        at.key,
        chance.number,
      ])
      while (due) due = await this.#round(seen, at, due, rest)
      if (due === null) return null
      const n = 1 + engine.read_out(at.weighing, at.view, at.options, most + 1)
      const rows = Array.from({ length: n }, (_, i) => new Row(engine, OPTION, at.options + i * OPTION.size))
      const exact = new Row(engine, WEIGHING, at.weighing).number('is_exact')
      return new Verdict(
        rows.map((row) => new Option(row, seats)),
        !!exact,
      )
    } finally {
      for (const one of Object.values(at)) engine.release(one)
    }
  }

  /** Play the worlds of a round; returns how many the next one has, null: given up. */
  async #round({ kit }: Seen, at: Rooms, due: number, rest: Rest): Promise<number | null> {
    const { engine } = this.desk
    const n = new Row(engine, WEIGHING, at.weighing).number('n_active')
    const world = NUMBER * n * limits.MAX_SEATS
    const [wins, points] = [room(engine, due * world), room(engine, due * world)]
    try {
      for (let start = 0; start < due;) {
        const some = Math.min(due - start, Math.max(1, Math.floor(this.#games / n)))
        const [rows, lengths] = [
          [wins, points].map((one) => one + start * world) as [number, number],
          [some, n] as const,
        ]
        const began = performance.now()
        engine.try_worlds(
          at.weighing,
          at.trial,
          at.lines,
          at.view,
          kit.board.at,
          kit.rules.at,
          start,
          rows[0],
          ...lengths,
          rows[1],
          ...lengths,
          this.#weights,
        )
        this.#learn(some * n, performance.now() - began)
        start += some
        if (!(await rest())) return null
      }
      return engine.end_round(at.weighing, at.view, wins, due, n, points, due, n)
    } finally {
      engine.release(wins)
      engine.release(points)
    }
  }

  /** How many games fit into a portion, as far as the last one tells. */
  #learn(games: number, took: number): void {
    this.#games = Math.max(1, Math.min(2 * games, Math.floor((games * PORTION) / Math.max(took, 1))))
  }

  #why(
    { kit, seat, view }: Seen,
    options: readonly Option[],
    ask: (view: number, board: number, rules: number, seat: number, options: number, n: number, out: number) => number,
  ): ReasonInfo[] {
    const { engine } = this.desk
    const at = { view: put(engine, view), options: this.#put(options), out: room(engine, WHY.size * whys.MOST_FOUND) }
    const n = ask(at.view, kit.board.at, kit.rules.at, seat, at.options, options.length, at.out)
    const found = Array.from({ length: n }, (_, i) => reasonOf(new Row(engine, WHY, at.out + i * WHY.size), kit))
    for (const one of Object.values(at)) engine.release(one)
    return found
  }
}

const CODES = Object.keys(whys.WHYS) as (keyof typeof whys.WHYS)[]

/** A reason with its names. */
function reasonOf(row: Row<typeof WHY>, { names }: Kit): ReasonInfo {
  const code = CODES[row.number('code')]!
  const lists: Partial<Record<string, readonly string[]>> = {
    route: names.routes,
    needed: names.routes,
    ticket: names.tickets,
    colour: codes.COLOUR_NAMES,
    other: codes.COLOUR_NAMES,
  }
  const values = row.list('values')
  const params = whys.WHYS[code].map((name, i) => [name, lists[name]?.[values[i]!] ?? values[i]!] as const)
  return { code, params: Object.fromEntries(params) }
}
