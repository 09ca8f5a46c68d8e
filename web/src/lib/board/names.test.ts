import { describe, expect, it } from 'vitest'
import { names, small } from './names'
import type { Layout } from './types'
import { whole } from './view'

const BOARDS = import.meta.glob<Layout>('../../generated/layouts/*.json', { import: 'default', eager: true })
const PHONES = [
  { width: 360, height: 280 },
  { width: 390, height: 480 },
]

describe.each(Object.entries(BOARDS))('the names of %s', (_, layout) => {
  it.each(PHONES)('can be read with all of the board on a phone', (phone) => {
    const { scale } = whole(layout, phone)
    expect(small(layout, scale)).toBe(true)
    const placed = layout.cities.flatMap((city) => {
      const name = names(layout, scale, new Set()).get(city.id)
      return name ? [{ ...name, size: city.label.size * name.times * scale }] : []
    })
    expect(Math.min(...placed.map(({ size }) => size))).toBeGreaterThan(8.4)
    expect(placed.length).toBeGreaterThan(layout.cities.length * 0.85)
  })

  it.each(PHONES)('leave a pixel between one another', (phone) => {
    const { scale } = whole(layout, phone)
    const boxes = layout.cities.flatMap(({ id, label }) => {
      const name = names(layout, scale, new Set()).get(id)
      return name
        ? [{ ...name, right: name.x + label.box[2]! * name.times, foot: name.y + label.box[3]! * name.times }]
        : []
    })
    const near = boxes.flatMap((a, i) =>
      boxes.slice(i + 1).filter((b) => {
        const aside = Math.max(b.x - a.right, a.x - b.right) * scale
        return aside < 0.99 && a.y < b.foot && b.y < a.foot
      }),
    )
    expect(near).toEqual([])
  })

  it('stand there for every city that matters', () => {
    const { scale } = whole(layout, PHONES[0]!)
    const first = new Set(layout.cities.slice(0, 12).map(({ id }) => id))
    const placed = names(layout, scale, first)
    expect([...first].every((id) => placed.get(id))).toBe(true)
  })

  it('stay as they were laid on a large screen', () => {
    expect(small(layout, whole(layout, { width: 1029, height: 670 }).scale)).toBe(false)
  })
})
