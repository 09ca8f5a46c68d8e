/** What a game was won by, from the lines of its final sheet. */
import { coded, t } from '../../lib/i18n.svelte'
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

/** The same in words. */
export function whyText({ winner, other, by, part, most, least, missed }: Why, who: (seat: number) => string): string {
  const lost = missed.reduce((sum, points) => sum + points, 0)
  const label = coded('end.part', part).toLocaleLowerCase()
  const names = { winner: who(winner), other: who(other) }
  const won = t('end.why', { n: by, ...names, part: label, most, least })
  return lost ? `${won} ${t('end.missed', { n: missed.length, other: names.other, points: lost })}` : won
}
