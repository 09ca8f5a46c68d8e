/** Why a game was won, from the lines of its final sheet. */
import { coded, t } from '../../../lib/i18n.svelte'
import type { Sheet } from '../../../lib/protocol'
import type { Line } from './sheet'

/** How far the winner is ahead of somebody, and the part of the count that did most of it. */
export interface Why {
  winner: number
  other: number
  by: number
  part: string
  own: number | null // the seat of the one who asks
  most: number
  least: number
  missed: number[] // what tickets that were not completed cost the other
}

export const pointsOf = (lines: Line[], seat: number, part: string): number =>
  lines.reduce((sum, one) => sum + (one.seat === seat && one.part === part ? one.points : 0), 0)

/** Why somebody won, beside the one who asks (else the next best); null where points did not decide it. */
export function whyWon(sheet: Sheet, won: readonly number[], lines: Line[], own: number | null): Why | null {
  const total = (seat: number) => sheet.seats[seat]!.total
  const winner = own !== null && won.includes(own) ? own : won[0]
  const others = sheet.seats.map((_, seat) => seat).filter((seat) => !won.includes(seat))
  const other = own !== null && others.includes(own) ? own : others.sort((a, b) => total(b) - total(a))[0]
  if (winner === undefined || other === undefined || total(winner) <= total(other)) return null
  const ahead = (part: string) => pointsOf(lines, winner, part) - pointsOf(lines, other, part)
  const part = [...new Set(lines.map((one) => one.part))].reduce((a, b) => (ahead(b) > ahead(a) ? b : a))
  return {
    winner,
    other,
    by: total(winner) - total(other),
    part,
    own,
    most: pointsOf(lines, winner, part),
    least: pointsOf(lines, other, part),
    missed: lines.filter((one) => one.seat === other && one.done === false).map((one) => -one.points),
  }
}

/** The same in words, said to the one who asks. */
export function whyText(
  { winner, other, by, part, own, most, least, missed }: Why,
  who: (seat: number) => string,
): string {
  const lost = missed.reduce((sum, points) => sum + points, 0)
  const label = coded('end.part', part).toLocaleLowerCase()
  const names = { winner: who(winner), other: who(other) }
  const key = own === winner ? 'end.why-won' : own === other ? 'end.why-lost' : 'end.why'
  const won = t(key, { n: by, ...names, part: label, most, least })
  const missing = { n: missed.length, other: names.other, points: lost }
  return lost ? `${won} ${t(own === other ? 'end.missed-own' : 'end.missed', missing)}` : won
}
