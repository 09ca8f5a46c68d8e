/** What a game was won by, from the lines of its final sheet. */
import type { Sheet } from '../../lib/protocol'
import type { Line } from './sheet'

/** What a game was decided by: how far who won is ahead of somebody, and the part of the count that did most of it. */
export interface Why {
  winner: number
  other: number
  by: number
  part: string
  most: number
  least: number
  missed: number[] // what tickets that were not completed cost the other
}

export const pointsOf = (lines: Line[], seat: number, part: string): number =>
  lines.reduce((sum, one) => sum + (one.seat === seat && one.part === part ? one.points : 0), 0)

/** Why somebody won, beside the one who asks (else the next best); null where points did not decide it. */
export function whyWon(sheet: Sheet, lines: Line[], own: number | null): Why | null {
  const total = (seat: number) => sheet.seats[seat]!.total
  const winner = sheet.winners[0]
  const others = sheet.seats.map((_, seat) => seat).filter((seat) => !sheet.winners.includes(seat))
  const other = own !== null && others.includes(own) ? own : others.sort((a, b) => total(b) - total(a))[0]
  if (winner === undefined || other === undefined || total(winner) === total(other)) return null
  const ahead = (part: string) => pointsOf(lines, winner, part) - pointsOf(lines, other, part)
  const part = [...new Set(lines.map((one) => one.part))].reduce((a, b) => (ahead(b) > ahead(a) ? b : a))
  return {
    winner,
    other,
    by: total(winner) - total(other),
    part,
    most: pointsOf(lines, winner, part),
    least: pointsOf(lines, other, part),
    missed: lines.filter((one) => one.seat === other && one.done === false).map((one) => -one.points),
  }
}
