/** Names that can be read at every zoom: they grow as the sheet shrinks, beside their cities and off one another. */
import type { LaidCity, Layout } from './types'
import type { Point } from './view'

/** Where the name of a city stands, and how many times its size. */
export interface Grown {
  x: number
  y: number
  times: number
}

export type Box = [x: number, y: number, width: number, height: number]

/** A place for a name. */
interface Place {
  box: Box
  times: number
}

const SIZES = [10, 8.5] // pixels of the screen: what is read at ease, and what can just be read
const GAPS = [1.5, 7] // pixels between a city and its name: beside it, and a little farther off
/** Pixels between a name and what is beside it, and above or below it. */
interface Room {
  aside: number
  above: number
}
const LEAST: Room = { aside: 1, above: 0 } // letters reach a little beyond their boxes
const EASY: Room = { aside: 5, above: 3 } // two names are never read as one

/** Whether names are too small to be read as they were laid. */
export const small = ({ cities }: Layout, scale: number): boolean =>
  cities.some(({ label }) => label.size * scale < SIZES[1]! - 1)

/** Where all names stand at a scale, none over another; null for one without room. `first` are those that matter. */
export function names(layout: Layout, scale: number, first: ReadonlySet<string>): Map<string, Grown | null> {
  const sheet = new Sheet(layout, scale)
  const cities = layout.cities.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  for (const city of cities.filter((one) => !sheet.put(one))) sheet.squeeze(city)
  return new Map(
    layout.cities.map(({ id }) => {
      const place = sheet.placed.get(id)
      return [id, place ? { x: place.box[0], y: place.box[1], times: place.times } : null]
    }),
  )
}

/** What is seen of cities at a scale, as corners: their marks and their names. */
export function corners(
  layout: Layout,
  scale: number,
  first: ReadonlySet<string>,
  cities: readonly LaidCity[],
): Point[] {
  const radius = layout.city_radius
  const grown = small(layout, scale) ? names(layout, scale, first) : null
  return cities.flatMap(({ id, x, y, label }) => {
    const [left, top, width, height] = label.box as Box
    const place = grown ? grown.get(id) : { x: left, y: top, times: 1 }
    const mark = [
      { x: x - radius, y: y - radius },
      { x: x + radius, y: y + radius },
    ]
    if (!place) return mark
    const foot = { x: place.x + width * place.times, y: place.y + height * place.times }
    return [...mark, { x: place.x, y: place.y }, foot]
  })
}

/** Names as they are put on a sheet. */
class Sheet {
  readonly placed = new Map<string, Place>()
  readonly #layout: Layout
  readonly #scale: number
  readonly #marks: Box[]
  readonly #places: Map<string, Place[]>

  constructor(layout: Layout, scale: number) {
    const { cities, city_radius: radius } = layout
    this.#layout = layout
    this.#scale = scale
    this.#marks = cities.map((city) => marked(city, radius))
    this.#places = new Map(cities.map((city) => [city.id, this.#open(city, radius, scale)]))
  }

  /** The places around a city that cover no city, the best first: those that are clearly its own. */
  #open(city: LaidCity, radius: number, scale: number): Place[] {
    const sizes = SIZES.map((size) => Math.max(1, size / (city.label.size * scale)))
    const all = GAPS.flatMap((gap) => sizes.flatMap((times) => sides(city, radius + gap / scale, times)))
    const own = marked(city, radius)
    const [, , width, height] = city.label.box.map((side) => side * sizes[0]!) as Box
    const reach = Math.max(width, height) + 2 * (radius + (GAPS[1]! + EASY.aside) / scale)
    const marks = this.#marks.filter((mark) => apart(mark, own) < reach && (mark[0] !== own[0] || mark[1] !== own[1]))
    const open = all.filter(
      ({ box }) => within(box, this.#layout) && ![own, ...marks].some((mark) => overlap(box, mark, LEAST, scale)),
    )
    const isOwn = ({ box }: Place) => marks.every((mark) => apart(box, mark) > apart(box, own) + EASY.aside / scale)
    return [...open.filter(isOwn), ...open.filter((place) => !isOwn(place))]
  }

  /** The cities whose names stand where one would, or so near. */
  #under = ({ box }: Place, room: Room): string[] =>
    [...this.placed].filter(([, other]) => overlap(box, other.box, room, this.#scale)).map(([id]) => id)

  /** Put a name where nothing is, if there is such a place; better where nothing is near. */
  put({ id }: LaidCity): boolean {
    const places = this.#places.get(id)!
    const isFree = (room: Room) => (place: Place) => !this.#under(place, room).length
    const free = places.find(isFree(EASY)) ?? places.find(isFree(LEAST))
    if (free) this.placed.set(id, free)
    return !!free
  }

  /** Put a name where another stands that has room elsewhere. */
  squeeze(city: LaidCity): void {
    for (const place of this.#places.get(city.id)!) {
      const [other, ...more] = this.#under(place, LEAST)
      if (!other || more.length) continue
      const before = this.placed.get(other)!
      this.placed.delete(other)
      this.placed.set(city.id, place)
      if (this.put(this.#layout.cities.find(({ id }) => id === other)!)) return
      this.placed.delete(city.id)
      this.placed.set(other, before)
    }
  }
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
  [1, -0.4],
  [-1, -0.4],
  [1, 0.4],
  [-1, 0.4],
  [0.3, -1],
  [-0.3, -1],
  [0.3, 1],
  [-0.3, 1],
]

/** A name of so many times its size on each side of its city, first where it was laid. */
function sides({ x, y, label }: LaidCity, away: number, times: number): Place[] {
  const [left = 0, top = 0, wide = 0, high = 0] = label.box
  const [width, height] = [wide * times, high * times]
  const [aside, over] = [(left + wide / 2 - x) / wide, (top + high / 2 - y) / high]
  return DIRECTIONS.toSorted((a, b) => b[0] * aside + b[1] * over - a[0] * aside - a[1] * over).map(([dx, dy]) => ({
    box: [x + dx * away + (pull(dx) * width) / 2, y + dy * away + (pull(dy) * height) / 2, width, height],
    times,
  }))
}

/** How far a name stands back from where it points, in halves of its size: not at all, wholly, or in between. */
const pull = (way: number): number => (Math.abs(way) < 0.5 ? way / 0.6 : Math.sign(way)) - 1

/** The mark of a city. */
const marked = ({ x, y }: LaidCity, radius: number): Box => [x - radius, y - radius, 2 * radius, 2 * radius]

/** How far two boxes are from one another, side by side or one above the other. */
const apart = (a: Box, b: Box): number =>
  Math.max(0, b[0] - a[0] - a[2], a[0] - b[0] - b[2], b[1] - a[1] - a[3], a[1] - b[1] - b[3])

const within = ([x, y, width, height]: Box, sheet: { width: number; height: number }): boolean =>
  x > 0 && y > 0 && x + width < sheet.width && y + height < sheet.height

/** Whether two boxes lie over one another, or nearer than the room between them. */
const overlap = (a: Box, b: Box, { aside, above }: Room, scale: number): boolean =>
  a[0] < b[0] + b[2] + aside / scale &&
  b[0] < a[0] + a[2] + aside / scale &&
  a[1] < b[1] + b[3] + above / scale &&
  b[1] < a[1] + a[3] + above / scale
