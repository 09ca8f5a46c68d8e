/** Which of the puzzles one wants: those of a game, those of a grade. */
import type { PuzzleRow } from '../../lib/protocol'
import type { Progress } from './progress'

export const GRADES = ['easy', 'medium', 'hard'] as const
export type Grade = (typeof GRADES)[number]

export interface Choice {
  game: string // '': all
  grade: string
}

/** How hard a puzzle is: a third of the bots each. */
export const gradeOf = ({ difficulty }: { difficulty: number }, bots: number): Grade =>
  GRADES[Math.min(2, Math.floor((3 * difficulty) / (bots + 1)))]!

export const readChoice = (query: URLSearchParams): Choice => ({
  game: query.get('game') ?? '',
  grade: query.get('grade') ?? '',
})

/** The choice as a part of an address. */
export function queryOf({ game, grade }: Choice): string {
  const query = new URLSearchParams({ ...(game && { game }), ...(grade && { grade }) }).toString()
  return query && `?${query}`
}

/** Easy ones first. */
const easyFirst = (a: PuzzleRow, b: PuzzleRow): number => a.difficulty - b.difficulty || a.number - b.number

export const chosen = (all: readonly PuzzleRow[], { game, grade }: Choice, bots: number): PuzzleRow[] =>
  all.filter((one) => (!game || one.game === game) && (!grade || gradeOf(one, bots) === grade)).toSorted(easyFirst)

/** Which puzzle of its game it is, counted from 1 without gaps; its address has another number, which stays. */
export const placeOf = (all: readonly PuzzleRow[], { game, number }: { game: string; number: number }): number =>
  1 + chosen(all, { game, grade: '' }, 0).findIndex((one) => one.number === number)

/** The next puzzle that was not tried, from one on and then from the beginning; any next one when all were. */
export function nextOf(some: readonly PuzzleRow[], after: number, tried: Progress): PuzzleRow | undefined {
  const at = some.findIndex((one) => one.number === after)
  const row = [...some.slice(at + 1), ...some.slice(0, Math.max(0, at))]
  return row.find((one) => tried[one.number] === undefined) ?? row[0]
}
