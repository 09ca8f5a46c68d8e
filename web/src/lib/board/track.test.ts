import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import Place from './Place.svelte'
import Track from './Track.svelte'
import type { LaidCity, LaidRoute } from './types'

const route: LaidRoute = {
  id: 'a--b',
  cities: ['a', 'b'],
  length: 2,
  colour: 'red',
  locomotives: 0,
  tunnel: false,
  subway: false,
  path: [
    [0, 0],
    [100, 0],
  ],
  slots: [
    { x: 30, y: 0, angle: 0, length: 32 },
    { x: 66, y: 0, angle: 0, length: 32 },
  ],
}
const city: LaidCity = {
  id: 'a',
  name: 'Aarau',
  country: null,
  x: 0,
  y: 0,
  true_x: 0,
  true_y: 0,
  label: { size: 12, anchor: 'start', box: [12, -6, 40, 12], lines: [{ text: 'Aarau', x: 12, y: 4, width: 40 }] },
}
const drawn = (props: object) => render(Track, { props: { route, width: 10, label: 'A to B', ...props } }).body
const count = (html: string, part: string) => html.split(part).length - 1

describe('a route', () => {
  it('has a space for every piece', () => {
    expect(count(drawn({}), 'class="space')).toBe(2)
  })

  it('is a button with a name only when it may be clicked', () => {
    const open = drawn({ open: true, onclick: () => undefined })
    expect(open).toContain('role="button"')
    expect(open).toContain('aria-label="A to B"')
    expect(drawn({ onclick: () => undefined })).not.toContain('role="button"')
  })

  it('shows pieces in the place of spaces when it is taken', () => {
    const taken = drawn({ owner: 3 })
    expect(count(taken, 'class="wagon')).toBe(2)
    expect(count(taken, 'class="space')).toBe(0)
    expect(taken).toContain('var(--seat-3)')
  })

  it('looks claimed by its shape, whatever its colour: one casing around wagons that are wider than free spaces', () => {
    const height = (html: string, name: string) =>
      Number(html.match(RegExp(`height="([\\d.]+)"[^>]*class="${name}`))![1])
    const [free, taken] = [drawn({}), drawn({ owner: 0 })]
    expect([free, taken].map((html) => count(html, 'class="casing'))).toEqual([0, 1])
    expect(height(taken, 'wagon') / height(free, 'space')).toBeGreaterThan(1.2)
    expect(taken).toContain('d="M11.8 0L30 0L66 0L84.2 0"')
  })

  it('shows as many locomotives as it asks for', () => {
    expect(count(drawn({ route: { ...route, colour: 'gray', locomotives: 1 } }), 'class="locomotive')).toBe(1)
  })

  it('shows the price of a subway', () => {
    expect(drawn({ route: { ...route, subway: true, length: 4, slots: route.slots.slice(0, 1) } })).toContain(
      '>4</text>',
    )
  })

  it('is told by a sign, not by colour alone', () => {
    const pink = drawn({ route: { ...route, colour: 'pink' } })
    expect(count(pink, 'class="glyph')).toBe(2)
    expect(pink.match(/d="M0-4[^"]*"/)?.[0]).not.toBe(drawn({}).match(/d="M-3.8[^"]*"/)?.[0])
  })
})

describe('a city', () => {
  it('bears its name, and the building of a seat', () => {
    const bare = render(Place, { props: { city, radius: 8, label: 'Aarau' } }).body
    const built = render(Place, { props: { city, radius: 8, label: 'Aarau', station: 1 } }).body
    expect(bare).toContain('Aarau</tspan>')
    expect(bare).not.toContain('building')
    expect(built).toContain('var(--seat-1)')
  })
})
