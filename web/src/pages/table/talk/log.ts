/** The lines of the log: what each step did, who gave up, and who came back. */
import { t } from '../../../lib/i18n.svelte'
import type { Naming } from '../../../lib/naming'
import type { SeatInfo, Step } from '../../../lib/protocol'
import { joined, sentencesOf } from '../../../lib/sentences'
import { placesOf } from '../players/recent'

export interface LogLine {
  key: number // its place in the whole log
  seat: number
  text: string
  routes: string[]
  cities: string[]
}

const NOWHERE: Pick<LogLine, 'routes' | 'cities'> = { routes: [], cities: [] }
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
  const gone = new Set<number>() // those of whom it is said, until they decide again
  const say = (seat: number, text: string, places = NOWHERE) => lines.push({ key: lines.length, seat, text, ...places })
  const left = (seat: number) => {
    people.delete(seat)
    gone.add(seat)
    say(seat, t(LEFT[seats[seat]?.out ?? 'left'], { name: who(seat) }))
  }
  for (const step of joined(steps)) {
    const { seat, by } = step
    if (by === 'player') {
      if (instead.delete(seat)) say(seat, t('log.back', { name: who(seat) }))
      people.add(seat)
      gone.delete(seat)
    } else if (by === 'stand-in') instead.add(seat)
    else if (by === 'bot' && people.has(seat)) left(seat)
    const text = sentencesOf(step, names, who).join(' ')
    if (text) say(seat, text, placesOf(step))
  }
  for (const seat of seats.keys()) if (seats[seat]!.out ? !gone.has(seat) : isGone(seat)) left(seat)
  return lines.reverse()
}
