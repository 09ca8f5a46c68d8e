/**
 * The reviews of a browser: begun when first asked for, and sharpened as long as somebody looks. Those of its own games are
 * kept once they are whole.
 */
import type { Review as Told } from '../generated/protocol.ts'
import { takeTurns } from './ahead.ts'
import type { Review } from './review.ts'

/** What reviews need of the world. */
export interface Shelf {
  read(id: string): Promise<Told | undefined>
  write(id: string, review: Told): Promise<void>
  now(): number // seconds
}

const PATIENCE = 6 // seconds after which nobody looks any more

interface Begun {
  review: Review
  isOwn: boolean
  askedAt: number
  going: Promise<void> | null
  failure: Error | null
}

export class Reviews {
  readonly #shelf: Shelf
  readonly #begun = new Map<string, Promise<Begun>>()

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** The review of a game so far; who asks first waits for a first look. */
  async of(id: string, begin: () => Promise<Review>, isOwn = true): Promise<Told> {
    if (isOwn && !this.#begun.has(id)) {
      const kept = await this.#shelf.read(id).catch(() => undefined)
      if (kept) return kept
    }
    const begun = await this.#of(id, begin, isOwn)
    begun.askedAt = this.#shelf.now()
    if (!begun.review.isWhole) begun.going ??= this.#goOn(id, begun)
    while (begun.going && !begun.review.isSeen) await takeTurns()
    if (begun.failure) throw begun.failure
    return begun.review.told()
  }

  #of(id: string, begin: () => Promise<Review>, isOwn: boolean): Promise<Begun> {
    const found = this.#begun.get(id)
    if (found) return found
    const made = begin().then((review): Begun => ({ review, isOwn, askedAt: 0, going: null, failure: null }))
    made.catch(() => this.#begun.delete(id))
    this.#begun.set(id, made)
    return made
  }

  /** Sharpen a review until it is whole, or nobody looks. */
  async #goOn(id: string, begun: Begun): Promise<void> {
    const { review } = begun
    const rest = (): Promise<boolean> =>
      takeTurns().then(() => !review.isSeen || this.#shelf.now() - begun.askedAt < PATIENCE)
    try {
      while (!review.isWhole && (await review.goOn(rest)) && (await rest()));
      if (review.isWhole && begun.isOwn) await this.#keep(id, review)
    } catch (error) {
      this.#begun.delete(id)
      begun.failure = error instanceof Error ? error : new Error(String(error))
    } finally {
      begun.going = null
    }
  }

  /** Keep a whole review, and forget what led to it; where the browser keeps nothing, it stays as it is. */
  async #keep(id: string, review: Review): Promise<void> {
    try {
      await this.#shelf.write(id, review.told())
      this.#begun.delete(id)
    } catch {
      // it is told from here as long as this thread runs
    }
  }
}
