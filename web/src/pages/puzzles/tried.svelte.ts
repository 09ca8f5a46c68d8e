/** Your progress with puzzles: the server keeps it for a player on all devices, the browser for a visitor. */
import { post, Refused } from '../../lib/api'
import { here } from '../../lib/here'
import { me } from '../../lib/me.svelte'
import type { Answered } from '../../lib/protocol'
import { fromLists, joined, toLists, without, type Progress } from './progress'
import { keepRating, rated, readRating, type Rating } from './rating'

const KEY = 'eclisse.puzzles' // all that a visitor has tried; of a player only what the server does not know yet

function kept(): Progress {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return read && typeof read === 'object' && !Array.isArray(read) ? (read as Progress) : {}
  } catch {
    return {}
  }
}
const keep = (progress: Progress) => localStorage.setItem(KEY, JSON.stringify(progress))

class Tried {
  puzzles: Progress = $state.raw(kept())
  rating: Rating = $state.raw(readRating())

  /** Tell the server what this browser has kept, and hear what it knows; while it does not answer, the browser goes on. */
  async load(): Promise<void> {
    await me.find()
    if (!me.player || here.alone) {
      this.puzzles = kept()
      return
    }
    const told = kept()
    try {
      const known = fromLists(await post<Answered>('puzzles/answered', toLists(told)))
      keep(without(kept(), told))
      this.puzzles = joined(known, kept())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }

  /** Take note of an answer; only the first one counts. */
  note({ number: puzzle, difficulty }: { number: number; difficulty: number }, right: boolean): void {
    if (this.puzzles[puzzle] !== undefined) return
    this.rating = rated(this.rating, difficulty, right)
    keepRating(this.rating)
    this.puzzles = { ...this.puzzles, [puzzle]: right }
    keep({ [puzzle]: right, ...kept() })
    void this.load()
  }
}

export const tried = new Tried()
