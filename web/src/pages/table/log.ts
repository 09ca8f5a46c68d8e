/** The lines of the log: what each step did, and who gave up a seat. */
import { t } from '../../lib/i18n.svelte'
import type { Naming } from '../../lib/naming'
import type { SeatInfo, Step } from '../../lib/protocol'
import { told } from '../../lib/sentences'
import { placesOf } from './recent'

export interface LogLine {
  key: string
  seat: number
  text: string
  routes: string[]
  cities: string[]
}

/** All lines, the latest first. A bot that decides where a person sat says that the person has left. */
export function logLines(
  steps: readonly Step[],
  seats: readonly SeatInfo[],
  names: Naming,
  who: (seat: number) => string,
): LogLine[] {
  const lines: LogLine[] = []
  const people = new Set<number>()
  const left = (seat: number) => {
    people.delete(seat)
    lines.push({ key: `left-${seat}`, seat, text: t('log.left', { name: who(seat) }), routes: [], cities: [] })
  }
  for (const step of steps) {
    if (step.by === 'player') people.add(step.seat)
    else if (step.by === 'bot' && people.has(step.seat)) left(step.seat)
    const text = told(step, names, who).join(' ')
    if (text) lines.push({ key: String(step.number), seat: step.seat, text, ...placesOf(step) })
  }
  for (const seat of people) if (seats[seat]?.kind === 'bot') left(seat)
  return lines.reverse()
}
