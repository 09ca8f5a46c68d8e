/** Moments of a finished game: where to step, and scores over time. */
import type { ReplayFrame, Sheet } from '../../lib/protocol'

/** The moment nearest to a number somebody asked for. */
export const within = (n: number, frames: readonly unknown[]): number =>
  Math.max(0, Math.min(frames.length - 1, Number.isFinite(n) ? Math.round(n) : 0))

/** The moment after which the next, or the last, turn begins. */
export function turnFrom(frames: readonly ReplayFrame[], n: number, way: 1 | -1): number {
  for (let i = n + way; i > 0 && i < frames.length - 1; i += way) {
    if (frames[i]!.step?.events.some((event) => event.kind === 'turn')) return i
  }
  return way > 0 ? frames.length - 1 : 0
}

/** Points of each seat's routes at every moment. */
export const scores = (frames: readonly ReplayFrame[], seats: number): number[][] =>
  Array.from({ length: seats }, (_, seat) => frames.map((frame) => frame.view.seats[seat]?.score ?? 0))

export interface Scale {
  low: number
  high: number
  ticks: number[]
}

/** Round marks for an axis that must show all these values. */
export function scale(values: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(10, ...values)]
  const step = [5, 10, 20, 25, 50, 100].find((size) => (most - least) / size <= 5) ?? 200
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step]
  return { low, high, ticks: Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step) }
}

/** A line that keeps its height between moments, as an SVG path. */
export function stairs(values: readonly number[], x: (n: number) => number, y: (value: number) => number): string {
  let path = ''
  values.forEach((value, n) => {
    if (n === 0) path = `M${x(0)} ${y(value)}`
    else if (value !== values[n - 1]) path += `H${x(n)}V${y(value)}`
  })
  return `${path}H${x(values.length - 1)}`
}

/** Labels at the right end, moved apart so that none covers another; from the highest to the lowest. */
export function apart(places: readonly number[], gap: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!)
  const out = [...places]
  for (let k = 1; k < order.length; k++) out[order[k]!] = Math.max(out[order[k]!]!, out[order[k - 1]!]! + gap)
  return out
}

export const totals = (sheet: Sheet): number[] => sheet.seats.map((seat) => seat.total)

/** Buildings by city, from the cities of each seat. */
export const byCity = (rows: readonly (readonly string[])[]): Record<string, number> =>
  Object.fromEntries(rows.flatMap((cities, seat) => cities.map((city) => [city, seat])))
