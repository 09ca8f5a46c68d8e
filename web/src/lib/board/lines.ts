/** Lines of routes as SVG paths. */
import type { LaidRoute, Slot } from './types'

const joined = (points: readonly (readonly [number, number])[]) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`

/** From city to city. */
export const railLine = (route: LaidRoute): string => joined(route.path)

/** Along the middles of the spaces, from the first to the last end, or so much beyond. */
export function spacesLine({ slots }: LaidRoute, beyond = 0): string {
  const [first, last] = [slots[0], slots[slots.length - 1]]
  if (!first || !last) return ''
  return joined([end(first, -1, beyond), ...slots.map(({ x, y }) => [x, y] as const), end(last, 1, beyond)])
}

function end({ x, y, angle, length }: Slot, way: 1 | -1, beyond: number): readonly [number, number] {
  const turn = (angle * Math.PI) / 180
  return [
    round(x + way * Math.cos(turn) * (length / 2 + beyond)),
    round(y + way * Math.sin(turn) * (length / 2 + beyond)),
  ]
}

const round = (value: number) => Math.round(value * 100) / 100
