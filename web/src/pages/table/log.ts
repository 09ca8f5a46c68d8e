/** The lines of the log: what each step did, who gave up, and who came back. */
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

const LEFT = { left: 'log.left', resigned: 'log.resigned', late: 'log.out-of-time' } as const

/** All lines, the latest first. A bot that decides where a person sat says that the person has left. */
export function logLines(
  steps: readonly Step[],
  seats: readonly SeatInfo[],
  names: Naming,
  who: (seat: number) => string,
): LogLine[] {
  const lines: LogLine[] = []
  const people = new Set<number>()
  const isGone = (seat: number) => people.has(seat) && seats[seat]?.kind === 'bot'
  const instead = new Set<number>() // those for whom a bot has decided last
  const say = (key: string, seat: number, text: string) => lines.push({ key, seat, text, routes: [], cities: [] })
  const left = (seat: number) => {
    people.delete(seat)
    say(`left-${seat}`, seat, t(LEFT[seats[seat]?.out ?? 'left'], { name: who(seat) }))
  }
  for (const step of steps) {
    const { seat, by } = step
    if (by === 'player' && instead.delete(seat)) say(`back-${step.number}`, seat, t('log.back', { name: who(seat) }))
    if (by === 'player') people.add(seat)
    else if (by === 'stand-in') instead.add(seat)
    else if (by === 'bot' && people.has(seat)) left(seat)
    const text = told(step, names, who).join(' ')
    if (text) lines.push({ key: String(step.number), seat: step.seat, text, ...placesOf(step) })
  }
  for (const seat of seats.keys())
    if (seats[seat]!.out ? !lines.some(({ key }) => key === `left-${seat}`) : isGone(seat)) left(seat)
  return lines.reverse()
}
