/** Numbers of the engine as names: cards, rows and what lies where. */
import { codes } from '../generated/engine/layout.ts'

export type Cards = Record<string, number>

/** Counts by colour, of those there are. */
export function cardsOf(row: readonly number[], names: readonly string[] = codes.COLOUR_NAMES): Cards {
  return Object.fromEntries(row.flatMap((n, colour) => (n ? [[names[colour]!, n]] : [])))
}

/** The names of some numbers; NONE has none. */
export const named = (row: readonly number[], names: readonly string[]): string[] =>
  row.filter((one) => one !== codes.NONE).map((one) => names[one]!)

/** What each seat has, from a column of owners. */
export const owned = (column: readonly number[], names: readonly string[], seats: number): string[][] =>
  Array.from({ length: seats }, (_, seat) => names.filter((_, i) => column[i] === seat))

export const orNull = (number: number): number | null => (number === codes.NONE ? null : number)
