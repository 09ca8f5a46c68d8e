/** What a review has to show: its mistakes, and where they lie on the board. */
import type { Review, ReviewMoment } from '../../lib/protocol'

/** The decisions that gave something away for sure, in the order of the game. */
export const mistakes = (review: Review | null): ReviewMoment[] => review?.moments.filter((moment) => moment.sure) ?? []

/** A seat's chance to win after each of its own decisions, as it could know it; the others know something else. */
export const curve = ({ moments }: Review, seat: number): [at: number, chance: number][] =>
  moments.flatMap(({ seat: who, win }, at) => (who === seat ? [[at, win[seat] ?? 0]] : []))

/** The mistake after a decision, or before it. */
export const nextMistake = (wrong: readonly ReviewMoment[], at: number, way: 1 | -1): ReviewMoment | undefined =>
  way > 0 ? wrong.find(({ number }) => number > at) : wrong.findLast(({ number }) => number < at)
