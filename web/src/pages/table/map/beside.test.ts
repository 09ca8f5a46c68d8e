import { describe, expect, it } from 'vitest'
import { beside, type Box } from './beside'

const map = { width: 800, height: 500 }
const panel = { width: 200, height: 100 }
const place = (left: number, top: number, width = 60, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

function covers(at: { left: number; top: number }, { left, top, right, bottom }: Box): boolean {
  return at.left < right && at.left + panel.width > left && at.top < bottom && at.top + panel.height > top
}

describe('a panel beside a place', () => {
  it.each([place(100, 200), place(730, 200), place(370, 10), place(0, 0), place(740, 460), place(10, 200, 700, 30)])(
    'lies on the map, near the place and off it: %o',
    (box) => {
      const at = beside(box, panel, map)!
      expect(covers(at, box)).toBe(false)
      expect(at.left).toBeGreaterThanOrEqual(0)
      expect(at.top).toBeGreaterThanOrEqual(0)
      expect(at.left + panel.width).toBeLessThanOrEqual(map.width)
      expect(at.top + panel.height).toBeLessThanOrEqual(map.height)
      const far = [
        box.left - at.left - panel.width,
        at.left - box.right,
        box.top - at.top - panel.height,
        at.top - box.bottom,
      ]
      expect(Math.max(...far)).toBeLessThan(30)
    },
  )

  it('has no room beside a place that fills the map', () => {
    expect(beside(place(60, 60, 700, 380), panel, map)).toBeNull()
  })
})
