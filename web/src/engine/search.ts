/**
 * `search`: trees of decisions in worlds dealt anew. Everything is decided by compiled functions, and here is only the
 * clock, as in `ahead.ts`.
 */
import { FOREST, sizes } from '../generated/engine/layout.ts'
import type { Budget, Rest } from './ahead.ts'
import type { Game } from './game.ts'
import { put, room } from './memory.ts'

const now = () => performance.now() / 1000

export class Search {
  readonly #game: Game
  readonly #asked: readonly [forest: number, view: number, board: number, rules: number, seat: number, key: number]
  readonly #rest: Rest
  readonly #began = now()
  readonly #n: number // candidates
  #active: number // those still in the running
  #first = 0 // world that comes next

  /** Begin to weigh what the desk's view says; all chance follows from a key. */
  constructor(game: Game, seat: number, [low, high]: readonly [bigint, bigint], rest: Rest) {
    const { desk, kit } = game
    const { engine } = desk
    const key = new BigUint64Array([engine.siphash(low, high, 0n), engine.siphash(high, low, 1n)])
    const view = put(engine, game.observe(seat).bytes.slice())
    this.#game = game
    this.#rest = rest
    this.#asked = [
      room(engine, FOREST.size),
      view,
      kit.board.at,
      kit.rules.at,
      seat,
      put(engine, new Uint8Array(key.buffer)),
    ]
    this.#n = this.#active = engine.begin_search(...this.#asked)
  }

  /** The best decision found; null if it was given up. */
  async decide(budget: Budget): Promise<number | null> {
    const { engine } = this.#game.desk
    const [forest] = this.#asked
    if (budget.seconds && this.#n > 2 && !(await this.#fit(budget.seconds / 4))) return null
    const rounds = Math.ceil(Math.log2(this.#active))
    for (let round = 0; round < rounds; round++) {
      if (!(await this.#tryOut(budget, round, rounds))) return null
      this.#active = engine.halve_search(forest)
    }
    return engine.best_found(forest)
  }

  /** Give its rooms back. */
  close(): void {
    const [forest, view, , , , key] = this.#asked
    for (const at of [forest, view, key]) this.#game.desk.engine.release(at)
  }

  /** Leave out the last candidates if not all can be tried once in so much time, by how long the first takes. */
  async #fit(seconds: number): Promise<boolean> {
    const { engine } = this.#game.desk
    const [forest] = this.#asked
    const start = now()
    engine.leave_first(forest, 1)
    if (!(await this.#grow())) return false
    const fitting = Math.max(2, Math.floor(seconds / (now() - start)))
    this.#active = engine.leave_first(forest, Math.min(fitting, this.#n))
    return true
  }

  /** One round; false: given up. */
  async #tryOut({ lines = 0, seconds = 0 }: Budget, round: number, rounds: number): Promise<boolean> {
    if (lines) {
      const worlds = Math.max(1, Math.floor(lines / (rounds * sizes.trees * this.#active)))
      for (let i = 0; i < worlds; i++) if (!(await this.#grow())) return false
      return true
    }
    const end = this.#began + (seconds * (round + 1)) / rounds
    for (let took = 0, start = now(); start + took <= end; took = now() - start, start = now())
      if (!(await this.#grow())) return false
    return true
  }

  /** Try the candidates in one world more for each tree; false: given up. */
  #grow(): Promise<boolean> {
    this.#first = this.#game.desk.engine.grow(...this.#asked, 0, sizes.trees, this.#first, 1)
    return this.#rest()
  }
}
