/** The moves of the others since your last decision: they stay in sight until your next one. */
import type { Step } from '../../../lib/protocol'

/** The last move of a seat: where it built, and the cards it took (null: face down). */
export interface Recent {
  seat: number
  routes: string[]
  cities: string[]
  built: ('station' | 'depot')[] // each named once
  cards: (string | null)[]
  tickets: number
  steps: Step[]
}

/** The steps that still count: what was taken back is left out. */
function standing(steps: readonly Step[]): Step[] {
  const kept: Step[] = []
  for (const step of steps) {
    if (step.events.some(({ kind }) => kind === 'undone')) kept.pop()
    else kept.push(step)
  }
  return kept
}

/** The last moves of all others, the earliest first; of everybody, for somebody who only watches. */
export function recentMoves(all: readonly Step[], own: number | null): Recent[] {
  const steps = standing(all)
  const mine = own === null ? -1 : steps.findLastIndex((step) => step.seat === own)
  const found = new Map<number, Recent>()
  let before: number | null = null
  for (const step of steps.slice(mine + 1)) {
    if (step.seat !== before) found.delete(step.seat) // a later move of the same seat takes the place of its last
    before = step.seat
    const move = found.get(step.seat) ?? nothing(step.seat)
    found.set(step.seat, move)
    note(move, step)
  }
  return [...found.values()]
}

const nothing = (seat: number): Recent => ({
  seat,
  routes: [],
  cities: [],
  built: [],
  cards: [],
  tickets: 0,
  steps: [],
})

function build(move: Recent, building: 'station' | 'depot', city: string): void {
  move.cities.push(city)
  if (!move.built.includes(building)) move.built.push(building)
}

function note(move: Recent, step: Step): void {
  move.steps.push(step)
  for (const event of step.events) {
    if (event.kind === 'claimed') move.routes.push(event.route)
    else if (event.kind === 'built') build(move, 'station', event.station)
    else if (event.kind === 'placed') build(move, 'depot', event.depot)
    else if (event.kind === 'took') move.cards.push(event.card)
    else if (event.kind === 'drew') move.cards.push(...Array<null>(event.cards).fill(null))
    else if (event.kind === 'kept') move.tickets += event.tickets
  }
}

/** Where a step built anything. */
export function placesOf(step: Step): { routes: string[]; cities: string[] } {
  const move = nothing(step.seat)
  note(move, step)
  const given = step.events.flatMap((event) => (event.kind === 'gave-up' ? [event.route] : []))
  return { routes: [...move.routes, ...given], cities: move.cities }
}

/** The decisions of a bot for a seat that had no time left, or was away, unless the seat has decided since. */
export function decidedFor(
  all: readonly Step[],
  own: number | null,
): { number: number; steps: Step[]; away: boolean } | null {
  const mine = all.filter((step) => step.seat === own)
  const steps = mine.slice(mine.findLastIndex((step) => step.by !== 'clock' && step.by !== 'stand-in') + 1)
  const last = steps.at(-1)
  return last ? { number: last.number, steps, away: last.by === 'stand-in' } : null
}
