import { describe, expect, it } from 'vitest'
import { corners, names, small, type Box } from './names'
import type { LaidCity, Layout } from './types'
import { framed, inside, opening, whole, type Size } from './view'

const BOARDS = import.meta.glob<Layout>('../../generated/layouts/*.json', { import: 'default', eager: true })
const PHONES = [
  { width: 360, height: 280 },
  { width: 390, height: 480 },
]
const NOBODY: ReadonlySet<string> = new Set()

/** The names that are shown at a scale, as boxes. */
function boxes(layout: Layout, scale: number, first: ReadonlySet<string>): Box[] {
  const placed = names(layout, scale, first)
  return layout.cities.flatMap(({ id, label }) => {
    const name = placed.get(id)
    return name ? [[name.x, name.y, label.box[2]! * name.times, label.box[3]! * name.times] as Box] : []
  })
}
const apart = (a: Box, b: Box) =>
  Math.max(b[0] - a[0] - a[2], a[0] - b[0] - b[2], b[1] - a[1] - a[3], a[1] - b[1] - b[3])

/** Tickets that a player may hold: each city with another, near and far. */
const pairs = ({ cities }: Layout): LaidCity[][] =>
  cities.filter((_, i) => i % 2).map((one, i) => [one, cities[(i + [1, 5, 17][i % 3]!) % cities.length]!])
const idsOf = (cities: readonly LaidCity[]) => new Set(cities.map(({ id }) => id))
const frame = (layout: Layout, cities: readonly LaidCity[], phone: Size) =>
  framed((scale) => corners(layout, scale, idsOf(cities), cities), layout, phone)

describe.each(Object.entries(BOARDS))('the names of %s', (_, layout) => {
  it.each(PHONES)('can be read with all of the board on a phone', (phone) => {
    const { scale } = whole(layout, phone)
    expect(small(layout, scale)).toBe(true)
    const all = names(layout, scale, NOBODY)
    const placed = layout.cities.flatMap((city) => {
      const name = all.get(city.id)
      return name ? [{ ...name, size: city.label.size * name.times * scale }] : []
    })
    expect(Math.min(...placed.map(({ size }) => size))).toBeGreaterThan(8.4)
    expect(placed.length).toBeGreaterThan(layout.cities.length * 0.93)
  })

  it.each(PHONES)('lie over no other, whatever of the board is framed', (phone) => {
    const scales = [whole(layout, phone).scale, ...pairs(layout).map((pair) => frame(layout, pair, phone).scale)]
    const looked = [...new Set(scales)].filter((scale) => small(layout, scale))
    for (const [i, scale] of looked.entries()) {
      const all = boxes(
        layout,
        scale,
        idsOf(
          pairs(layout)
            .slice(i, i + 5)
            .flat(),
        ),
      )
      const over = all.flatMap((a, k) => all.slice(k + 1).filter((b) => apart(a, b) < -1e-9))
      expect(over).toEqual([])
    }
  })

  it.each(PHONES)('leave a pixel between one another', (phone) => {
    const { scale } = whole(layout, phone)
    const all = boxes(layout, scale, NOBODY)
    const beside = (a: Box, b: Box) => a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
    const near = all.flatMap((a, i) => all.slice(i + 1).filter((b) => beside(a, b) && apart(a, b) * scale < 0.99))
    expect(near).toEqual([])
  })

  it.each(PHONES)('are left out only where neither side of the city is free', (phone) => {
    const { scale } = whole(layout, phone)
    const placed = names(layout, scale, NOBODY)
    const radius = layout.city_radius
    const marks = layout.cities.map(({ x, y }) => [x - radius, y - radius, 2 * radius, 2 * radius] as Box)
    const taken = [...marks, ...boxes(layout, scale, NOBODY)]
    const isFree = (box: Box) =>
      box[0] > 0 &&
      box[1] > 0 &&
      box[0] + box[2] < layout.width &&
      box[1] + box[3] < layout.height &&
      taken.every((other) => apart(box, other) * scale > 1)
    for (const { id, x, y, label } of layout.cities.filter((city) => !placed.get(city.id))) {
      const times = 8.5 / (label.size * scale)
      const [width, height, away] = [label.box[2]! * times, label.box[3]! * times, radius + 1.5 / scale]
      const sides = [
        [x + away, y - height / 2],
        [x - away - width, y - height / 2],
        [x - width / 2, y - away - height],
        [x - width / 2, y + away],
      ] as const
      expect([id, sides.some(([left, top]) => isFree([left, top, width, height]))]).toEqual([id, false])
    }
  })

  it('stand there for every city that matters', () => {
    const { scale } = whole(layout, PHONES[0]!)
    const first = new Set(layout.cities.slice(0, 12).map(({ id }) => id))
    const placed = names(layout, scale, first)
    expect([...first].every((id) => placed.get(id))).toBe(true)
  })

  it.each(PHONES)('are seen whole where their cities are framed', (phone) => {
    for (const pair of pairs(layout)) {
      const view = frame(layout, pair, phone)
      expect([pair.map(({ id }) => id), inside(corners(layout, view.scale, idsOf(pair), pair), view, phone)]).toEqual([
        pair.map(({ id }) => id),
        true,
      ])
    }
  })

  it('stay as they were laid on a large screen', () => {
    expect(small(layout, whole(layout, { width: 1029, height: 670 }).scale)).toBe(false)
  })
})

it('keeps Saint Louis off Oklahoma City where a phone opens the map of the USA', () => {
  const usa = Object.entries(BOARDS).find(([path]) => path.endsWith('/usa.json'))![1]
  const { scale } = opening(usa, { width: 360, height: 354 })
  const all = boxes(usa, scale, NOBODY)
  expect(all).toHaveLength(usa.cities.length)
  const at = (id: string) => all[usa.cities.findIndex((city) => city.id === id)]!
  expect(apart(at('saint-louis'), at('oklahoma-city')) * scale).toBeGreaterThan(2.9)
})

it('has room for Santa Fe on the whole of the USA', () => {
  const usa = Object.entries(BOARDS).find(([path]) => path.endsWith('/usa.json'))![1]
  expect(names(usa, whole(usa, PHONES[1]!).scale, NOBODY).get('santa-fe')).not.toBeNull()
})
