/** The puzzles that were tried: whether the first answer to each was right. */
import type { Answered } from '../../lib/protocol'

export type Progress = Record<number, boolean>

/** The puzzles tried here or there; what was right in one place is right. */
export function joined(here: Progress, there: Progress): Progress {
  const right = Object.entries(here).filter(([, one]) => one)
  return { ...here, ...there, ...Object.fromEntries(right) }
}

const where = (tried: Progress, right: boolean) =>
  Object.keys(tried)
    .map(Number)
    .filter((puzzle) => Number.isInteger(puzzle) && tried[puzzle] === right)

/** Progress as the server is told, and back. */
export const toLists = (tried: Progress): Answered => ({ right: where(tried, true), wrong: where(tried, false) })
export const fromLists = ({ right, wrong }: Answered): Progress => ({
  ...Object.fromEntries(wrong.map((puzzle) => [puzzle, false])),
  ...Object.fromEntries(right.map((puzzle) => [puzzle, true])),
})

/** The progress that the server has not been told yet. */
export const without = (tried: Progress, told: Progress): Progress =>
  Object.fromEntries(Object.entries(tried).filter(([puzzle, right]) => told[Number(puzzle)] !== right))
