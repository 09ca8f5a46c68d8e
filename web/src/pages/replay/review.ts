/** The mistakes of a review, and where they lie on the board. */
import type { Review, ReviewMoment } from '../../lib/protocol'

/** The decisions that gave something away for sure, in the order of the game: of one seat, or of all (null). */
export const mistakes = (review: Review | null, seat: number | null = null): ReviewMoment[] =>
  review?.moments.filter((moment) => moment.sure && (seat === null || moment.seat === seat)) ?? []

/** One piece of advice to a seat, however often it was due; first where it would have helped most. */
export interface Advice {
  worst: ReviewMoment
  all: ReviewMoment[]
}

/** Mistakes with the same advice to the same seat as one, in the order of the game. */
export function grouped(wrong: readonly ReviewMoment[]): Advice[] {
  const groups = new Map<string, ReviewMoment[]>()
  for (const moment of wrong) {
    const key = `${moment.seat} ${moment.better?.action ?? moment.number}`
    groups.set(key, [...(groups.get(key) ?? []), moment])
  }
  return [...groups.values()]
    .map((all) => ({ all, worst: all.reduce((a, b) => (b.loss > a.loss ? b : a)) }))
    .sort((a, b) => a.worst.number - b.worst.number)
}

/** A seat's chance to win after each of its own decisions, as it could know it; the others know something else. */
export const curve = ({ moments }: Review, seat: number): [at: number, chance: number][] =>
  moments.flatMap(({ seat: who, win }, at) => (who === seat ? [[at, win[seat] ?? 0]] : []))

/** The mistake after a decision, or before it. */
export const nextMistake = (wrong: readonly ReviewMoment[], at: number, way: 1 | -1): ReviewMoment | undefined =>
  way > 0 ? wrong.find(({ number }) => number > at) : wrong.findLast(({ number }) => number < at)
