/** Names that can be read at every zoom: they grow as the sheet shrinks, beside their cities and off one another. */
import type { LaidCity, Layout } from './types'

/** Where the name of a city stands, and how many times its size. */
export interface Grown {
  x: number
  y: number
  times: number
}

type Box = [x: number, y: number, width: number, height: number]

const SIZES = [10, 8.5] // pixels of the screen: what is read at ease, and what can just be read
const GAP = 1.5 // pixels between a city and its name
const ASIDE = 1 // pixels between a name and what is beside it: letters reach a little beyond their boxes

/** Whether names are too small to be read as they were laid. */
export const small = ({ cities }: Layout, scale: number): boolean =>
  cities.some(({ label }) => label.size * scale < SIZES[1]! - 1)

/** Where all names stand at a scale, none over another; null for one without room. `first` are those that matter. */
export function names(layout: Layout, scale: number, first: ReadonlySet<string>): Map<string, Grown | null> {
  const { cities, city_radius: radius } = layout
  const placed = new Map<string, Grown | null>()
  const taken: Box[] = cities.map(({ x, y }) => [x - radius, y - radius, 2 * radius, 2 * radius])
  const isFree = (box: Box) => within(box, layout) && !taken.some((other) => overlap(box, other, ASIDE / scale))
  for (const city of cities.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))) {
    const sizes = SIZES.map((size) => Math.max(1, size / (city.label.size * scale)))
    const all = sizes.flatMap((times) => sides(city, radius + GAP / scale, times))
    const found = all.find(({ box }) => isFree(box)) ?? (first.has(city.id) ? all[0] : undefined)
    if (found) taken.push(found.box)
    placed.set(city.id, found ? { x: found.box[0], y: found.box[1], times: found.times } : null)
  }
  return placed
}

const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.7, -0.9],
  [-0.7, -0.9],
  [0.7, 0.9],
  [-0.7, 0.9],
]

/** A name of so many times its size on each side of its city, first where it was laid. */
function sides({ x, y, label }: LaidCity, away: number, times: number): { box: Box; times: number }[] {
  const [left = 0, top = 0, wide = 0, high = 0] = label.box
  const [width, height] = [wide * times, high * times]
  const [aside, over] = [(left + wide / 2 - x) / wide, (top + high / 2 - y) / high]
  return DIRECTIONS.toSorted((a, b) => b[0] * aside + b[1] * over - a[0] * aside - a[1] * over).map(([dx, dy]) => ({
    box: [
      x + dx * away + ((Math.sign(dx) - 1) * width) / 2,
      y + dy * away + ((Math.sign(dy) - 1) * height) / 2,
      width,
      height,
    ],
    times,
  }))
}

const within = ([x, y, width, height]: Box, sheet: { width: number; height: number }): boolean =>
  x > 0 && y > 0 && x + width < sheet.width && y + height < sheet.height

/** Whether two boxes lie over one another, or nearer side by side than so much. */
const overlap = (a: Box, b: Box, aside: number): boolean =>
  a[0] < b[0] + b[2] + aside && b[0] < a[0] + a[2] + aside && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
