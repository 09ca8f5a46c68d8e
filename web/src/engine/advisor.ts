/** The coach of a browser: what it is asked, and the reviews that it is making. */
import { sha256 } from '../lib/sha256.ts'
import { doubtOf, hintsOf, seatAlone } from './coach.ts'
import type { Desk } from './desk.ts'
import { fault, Refused } from './faults.ts'
import type { Kept } from './kept.ts'
import { judged, opened } from './record.ts'
import { Review } from './review.ts'
import { Reviews, type Shelf } from './reviews.ts'
import type { Answers, Coached } from './service.ts'
import { Table } from './table.ts'
import { Coach } from './weigh.ts'

export class Advisor {
  readonly #desk: Desk
  readonly #weights: () => Promise<Uint16Array> // of the network
  readonly #reviews: Reviews
  #coach: Promise<Coach> | undefined

  constructor(desk: Desk, weights: () => Promise<Uint16Array>, shelf: Shelf) {
    this.#desk = desk
    this.#weights = weights
    this.#reviews = new Reviews(shelf)
  }

  /** The coach, once the network is there. */
  #ready(): Promise<Coach> {
    return (this.#coach ??= this.#weights().then(
      (weights) => new Coach(this.#desk, weights),
      (error: unknown) => {
        this.#coach = undefined
        throw error
      },
    ))
  }

  /** The answer to a question; Refused says why there is none. */
  async answer(asked: Coached): Promise<Answers[Coached['what']]> {
    if (asked.what === 'reviewed') {
      const { deal, log } = opened(this.#desk, asked.record)
      const open = (): Table => judged(this.#desk, deal, log, asked.record.result ?? null)
      return this.#reviews.of(sha256(JSON.stringify(asked.record)), () => this.#review(open), false)
    }
    const { kept } = asked
    if (asked.what === 'review') return this.#reviews.of(kept.id, () => this.#review(() => this.#table(kept)))
    const [coach, table] = [await this.#ready(), this.#table(kept)]
    try {
      const seat = seatAlone(kept, table.game)
      if (asked.what === 'hint') return await hintsOf(coach, table.game, seat, table.number)
      return await doubtOf(coach, table, seat, asked.action)
    } finally {
      table.close()
    }
  }

  #table({ deal, log }: Kept): Table {
    const table = new Table(this.#desk, deal)
    table.extend(log)
    return table
  }

  /** Begin a review. */
  async #review(open: () => Table): Promise<Review> {
    const coach = await this.#ready()
    const table = open()
    try {
      if (!table.game.over) throw new Refused('not_over', fault('game-not-over'))
      return new Review(coach, table)
    } finally {
      table.close()
    }
  }
}
