/** Games that this browser keeps, and their reviews, in IndexedDB. */
import { edition } from '../generated/engine/layout.ts'
import type { Review } from '../generated/protocol.ts'
import type { Level } from './bots.ts'
import type { Deal, Entry } from './table.ts'

export interface Seat {
  kind: 'player' | 'bot'
  name: string
  level: Level | null
}

export interface Kept {
  id: string
  deal: Deal
  seats: Seat[]
  planning: boolean
  createdAt: number // seconds since 1970
  log: Entry[]
  scores: { points: number; place: number }[] | null // once the game is over
  rematch: string | null
}

/** Somebody else, another tab, has gone on with the game. */
export class Overtaken extends Error {}

const VERSION = 1

const done = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not stored'))
  })

/** Wait until a change is stored: where there is no room, a browser says so only at its end. */
const stored = (change: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error ?? new Error('not stored'))
  })

/** A database of one kind of thing, opened when it is first needed. */
class Store {
  readonly #name: string
  readonly #things: string
  #opened: Promise<IDBDatabase> | undefined

  constructor(name: string, things: string) {
    this.#name = name
    this.#things = things
  }

  #open(): Promise<IDBDatabase> {
    return (this.#opened ??= this.#begun().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    }))
  }

  async #begun(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, VERSION)
    request.onupgradeneeded = () => request.result.createObjectStore(this.#things, { keyPath: 'id' })
    return done(request)
  }

  async reading(): Promise<IDBObjectStore> {
    return (await this.#open()).transaction(this.#things, 'readonly').objectStore(this.#things)
  }

  /** Change some of them, and wait until that is stored. */
  async change(how: (all: IDBObjectStore) => Promise<void> | void): Promise<void> {
    const change = (await this.#open()).transaction(this.#things, 'readwrite')
    await how(change.objectStore(this.#things))
    await stored(change)
  }
}

const games = new Store('eclisse', 'games')
/** What the coach has said of games, each by one build of the engine; a database of its own, which any page can add. */
const reviews = new Store('eclisse-reviews', 'reviews')

export const read = async (id: string): Promise<Kept | undefined> => done((await games.reading()).get(id))
export const readAll = async (): Promise<Kept[]> => done((await games.reading()).getAll())
export const write = (kept: Kept): Promise<void> => games.change((all) => void all.put(kept))

export async function remove(ids: readonly string[]): Promise<void> {
  const each = (all: IDBObjectStore): void => ids.forEach((id) => all.delete(id))
  await games.change(each)
  await reviews.change(each).catch(() => undefined)
}

/** Store a decision as the one after so many; Overtaken: there are others already. */
export const append = (id: string, n: number, entry: Entry, scores: Kept['scores']): Promise<void> =>
  games.change(async (all) => {
    const kept = (await done(all.get(id))) as Kept | undefined
    if (kept?.log.length !== n) throw new Overtaken()
    all.put({ ...kept, log: [...kept.log, entry], scores })
  })

interface KeptReview {
  id: string
  build: string
  review: Review
}

/** The review of a game, if this build has made it. */
export async function readReview(id: string): Promise<Review | undefined> {
  const kept = (await done((await reviews.reading()).get(id))) as KeptReview | undefined
  return kept?.build === edition.BUILD ? kept.review : undefined
}

export const writeReview = (id: string, review: Review): Promise<void> =>
  reviews.change((all) => void all.put({ id, build: edition.BUILD, review } satisfies KeptReview))

/** All reviews that any build has made, by the ids of their games. */
export async function reviewsOf(): Promise<Map<string, Review>> {
  const all = (await done((await reviews.reading()).getAll())) as KeptReview[]
  return new Map(all.map(({ id, review }) => [id, review]))
}
