/**
 * Looking ahead, as `learned@…` does: everything is decided by compiled functions, and here is only the clock. The work
 * is done in portions, so that whoever else needs this thread gets its turn.
 */
import { LOOK } from '../generated/engine/layout.ts'
import type { Game } from './game.ts'
import { Row } from './memory.ts'

/** How long to look: so many lines (a candidate in a world), or so many seconds. */
export interface Budget {
  lines?: number
  seconds?: number
}

/** Lets others have their turn; false: nobody wants the answer any more. */
export type Rest = () => Promise<boolean>

const PORTION = 25 // milliseconds at most between two rests, as far as can be foreseen

/** The budget behind the @ of a bot's name; null: it has none. */
export function budgetOf(bot: string): Budget | null {
  const [, n, unit] = /^(?:learned|search)@(\d+)(ms|s|)$/.exec(bot) ?? []
  if (!n) return null
  return unit ? { seconds: Number(n) / (unit === 'ms' ? 1000 : 1) } : { lines: Number(n) }
}

const now = () => performance.now() / 1000

export class Ahead {
  readonly #game: Game
  readonly #at: number
  readonly #weights: number
  readonly #look: Row<typeof LOOK>
  readonly #rest: Rest
  readonly #began = now()
  #portion = 2 // decisions of the network
  #worlds = 0 // in which all candidates were tried

  /** Begin to weigh what the desk's view, mask and key say; `at` is room for a record of it. */
  constructor(game: Game, seat: number, at: number, weights: number, rest: Rest) {
    this.#game = game
    this.#at = at
    this.#weights = weights
    this.#rest = rest
    const { desk, kit } = game
    desk.engine.begin_look(at, desk.at.view, kit.board.at, kit.rules.at, seat, desk.at.key, 0, desk.at.mask, weights)
    this.#look = new Row(desk.engine, LOOK, at)
  }

  /** The best decision found; null if it was given up. */
  async decide(budget: Budget): Promise<number | null> {
    let n = this.#look.number('n_choices')
    const nRounds = Math.ceil(Math.log2(n))
    for (let round = 0; round < nRounds; round++) {
      if (!(await this.#tryOut(budget, round, nRounds, n))) return null
      n = this.#game.desk.engine.halve(this.#at)
    }
    return this.#look.number('choices')
  }

  /** One round; false: given up. */
  async #tryOut({ lines = 0, seconds = 0 }: Budget, round: number, nRounds: number, n: number): Promise<boolean> {
    if (lines) {
      const more = Math.max(1, Math.floor(lines / (nRounds * n)))
      return this.#goOn(this.#worlds + more, Infinity)
    }
    const end = this.#began + (seconds * (round + 1)) / nRounds
    for (let took = 0, start = now(); start + took <= end; took = now() - start, start = now())
      if (!(await this.#goOn(this.#worlds + 1, this.#began + seconds))) return false
    return true
  }

  /** Try the candidates until all were in so many worlds, or the time is up; false: given up. */
  async #goOn(until: number, deadline: number): Promise<boolean> {
    const { desk, kit } = this.#game
    for (;;) {
      const start = now()
      const isDone = desk.engine.look_on(this.#at, kit.board.at, kit.rules.at, this.#weights, until, this.#portion)
      const took = 1000 * (now() - start)
      this.#portion = Math.max(
        1,
        Math.min(2 * this.#portion, Math.floor((this.#portion * PORTION) / Math.max(took, 1))),
      )
      if (isDone) this.#worlds = until
      if (isDone || now() > deadline) return true
      if (!(await this.#rest())) return false
    }
  }
}

/** A rest for a thread in which others wait for messages: they come first. */
export function takeTurns(): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve(true)
    }
    port2.postMessage(null)
  })
}
