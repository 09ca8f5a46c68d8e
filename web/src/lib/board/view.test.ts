import { describe, expect, it } from 'vitest'
import { around, framed, framedBeside, inside, kept, moved, opening, signs, uncovered, whole, zoomed } from './view'

const sheet = { width: 1200, height: 800 }
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 600 }

describe('looking at a sheet', () => {
  it('shows all of it and keeps it in the middle', () => {
    const view = whole(sheet, desktop)
    expect(view.scale).toBeCloseTo((900 - 16) / 800)
    expect(view.x + (view.scale * sheet.width) / 2).toBeCloseTo(720)
  })

  it('begins with all of it on a desktop, and closer on a phone', () => {
    expect(opening(sheet, desktop)).toEqual(whole(sheet, desktop))
    expect(opening(sheet, phone).scale).toBeGreaterThan(whole(sheet, phone).scale * 1.5)
  })

  it('begins with all of it where little would be gained by cutting something off', () => {
    const square = { width: 400, height: 300 }
    expect(opening(sheet, square)).toEqual(whole(sheet, square))
    const city = { width: 831, height: 527 } // Berlin on a phone
    expect(opening(city, phone)).toEqual(whole(city, phone))
    const far = [
      { x: 120, y: 100 },
      { x: 1080, y: 700 },
    ]
    expect(framed(() => far, sheet, phone)).toEqual(whole(sheet, phone))
  })

  it('keeps the point under the pointer while it zooms', () => {
    const before = opening(sheet, phone)
    const after = zoomed(before, 2, 200, 300, sheet, phone)
    expect((200 - after.x) / after.scale).toBeCloseTo((200 - before.x) / before.scale)
    expect((300 - after.y) / after.scale).toBeCloseTo((300 - before.y) / before.scale)
  })

  it('never zooms out farther than all of it', () => {
    expect(zoomed(whole(sheet, phone), 0.1, 0, 0, sheet, phone)).toEqual(whole(sheet, phone))
  })

  it('cannot lose the sheet', () => {
    const near = zoomed(opening(sheet, phone), 3, 0, 0, sheet, phone)
    const far = moved(near, -1e6, 1e6, sheet, phone)
    expect(far.x + sheet.width * far.scale).toBeGreaterThanOrEqual(phone.width - 8)
    expect(far.y).toBeLessThanOrEqual(8)
    expect(kept(far, sheet, phone)).toEqual(far)
  })
})

describe('names, which take more of the sheet the smaller it is drawn', () => {
  const [from, to] = [
    { x: 300, y: 300 },
    { x: 700, y: 500 },
  ]
  const named = (scale: number) => [from, { x: to.x + 90 / scale, y: to.y + 12 / scale }]

  it('are wholly in the frame, which is not larger than it must be', () => {
    const view = framed(named, sheet, phone)
    const seen = named(view.scale)
    expect(inside(seen, view, phone)).toBe(true)
    expect((seen[1]!.x - from.x) * view.scale).toBeGreaterThan(phone.width - 60)
  })
})

it('frames nothing under the buttons in the corner', () => {
  const corner = { width: 140, height: 52 }
  const under = (points: { x: number; y: number }[]) => {
    const view = framedBeside(() => points, sheet, phone, corner)
    const [x, y] = [view.x + points[1]!.x * view.scale, view.y + points[1]!.y * view.scale]
    return x > phone.width - corner.width && y > phone.height - corner.height
  }
  const low = [
    { x: 700, y: 60 },
    { x: 1100, y: 780 },
  ]
  const before = framed(() => low, sheet, phone)
  expect(before.y + low[1]!.y * before.scale).toBeGreaterThan(phone.height - corner.height)
  expect(under(low)).toBe(false)
  const high = low.map(({ x, y }) => ({ x, y: y / 2 }))
  expect(framedBeside(() => high, sheet, phone, corner)).toEqual(framed(() => high, sheet, phone))
  const square = { width: 400, height: 300 } // where all of the sheet is shown, and there is room above and below
  const all = framedBeside(() => [], sheet, square, { width: 140, height: 25 })
  expect(all.scale).toBe(whole(sheet, square).scale)
  expect(all.y + sheet.height * all.scale).toBeLessThanOrEqual(275)
})

it('brings points far apart into the window', () => {
  const view = around(
    () => [
      { x: 100, y: 100 },
      { x: 1000, y: 600 },
    ],
    { width: 1200, height: 800 },
    { width: 390, height: 500 },
  )
  for (const [x, y] of [
    [100, 100],
    [1000, 600],
  ] as const) {
    expect(view.x + x * view.scale).toBeGreaterThan(0)
    expect(view.x + x * view.scale).toBeLessThan(390)
    expect(view.y + y * view.scale).toBeGreaterThan(0)
    expect(view.y + y * view.scale).toBeLessThan(500)
  }
})

describe('what lies over the foot of the window', () => {
  const view = { x: 0, y: 0, scale: 1 }
  const window = { width: 480, height: 300 }
  const cover = { left: 100, right: 300, top: 200 }

  it('does not hide the spot it is about', () => {
    const lifted = uncovered(view, [{ x: 200, y: 250 }], window, cover)
    expect(lifted.y + 250).toBeLessThan(200)
    expect(lifted.x).toBe(0)
  })

  it('leaves a view alone in which the spot is seen above or beside it', () => {
    expect(uncovered(view, [{ x: 200, y: 100 }], window, cover)).toBe(view)
    expect(uncovered(view, [{ x: 400, y: 250 }], window, cover)).toBe(view)
  })

  it('brings what lies at the edge of the window into it', () => {
    const shown = uncovered(view, [{ x: 470, y: 20 }], window, cover)
    expect(shown.x + 470).toBeLessThan(window.width - 30)
    expect(shown.y + 20).toBeGreaterThan(30)
    const other = uncovered(view, [{ x: -40, y: 100 }], window, cover)
    expect(other.x - 40).toBeGreaterThan(30)
  })

  it('does not lose the other end of a long route above the window', () => {
    const lifted = uncovered(
      view,
      [
        { x: 200, y: 250 },
        { x: 200, y: 60 },
      ],
      window,
      cover,
    )
    expect(lifted.y + 60).toBeGreaterThan(0)
  })
})

describe('what matters, and what is out of sight', () => {
  const near = [
    { x: 100, y: 700 },
    { x: 300, y: 500 },
  ]
  it('is framed where there is not room for all, and not otherwise', () => {
    expect(framed(() => near, sheet, desktop)).toEqual(whole(sheet, desktop))
    const view = framed(() => near, sheet, phone)
    expect(inside(near, view, phone)).toBe(true)
    expect(view.scale).toBeGreaterThan(whole(sheet, phone).scale * 1.5)
    expect(framed(() => [], sheet, phone)).toEqual(opening(sheet, phone))
  })

  it('is pointed at from the edge, one sign where two would lie over one another', () => {
    const view = framed(() => near, sheet, phone)
    const [sign, ...more] = signs([...near, { x: 1150, y: 100 }, { x: 1155, y: 102 }], view, phone)
    expect(more).toEqual([])
    expect(sign!.point.x).toBe(1150)
    expect(sign!.left).toBeGreaterThan(phone.width / 2)
    expect(sign!.left).toBeLessThan(phone.width)
    expect(sign!.turn).toBeLessThan(0)
    expect(signs(near, whole(sheet, phone), phone)).toEqual([])
  })
})
