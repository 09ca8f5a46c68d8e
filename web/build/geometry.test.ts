import { describe, expect, it } from 'vitest'
import { bend, cutRing, project, thin, unproject, written } from './geometry.js'
import type { MapNumbers, Point } from './geometry.js'

const map: MapNumbers = {
  conic: { n: 0.7, f: 1.9, rho: 1.1, meridian: 0.2 },
  scale: 500,
  shift: [400, 300],
  warp: {
    unit: 100,
    centres: [[10, 10]],
    pulls: [[0, 0]],
    plane: [
      [3, -2],
      [0, 0],
      [0, 0],
    ],
  },
}

describe('lines on the plane', () => {
  it('projects there and back', () => {
    const there = project(map, [12.5, 47.25])
    expect(unproject(map, there)[0]).toBeCloseTo(12.5)
    expect(unproject(map, there)[1]).toBeCloseTo(47.25)
  })

  it('puts the north at the top and the east on the right', () => {
    const [a, b, c] = [project(map, [10, 50]), project(map, [20, 50]), project(map, [10, 60])]
    expect(b[0]).toBeGreaterThan(a[0])
    expect(c[1]).toBeLessThan(a[1])
  })

  it('shifts everything alike when a warp is a shift', () => {
    expect(bend(map.warp, [50, 60])).toEqual([53, 58])
  })

  it('cuts a square at the edge of a box', () => {
    const square: Point[] = [
      [-5, 2],
      [5, 2],
      [5, 8],
      [-5, 8],
    ]
    const cut = cutRing(square, { left: 0, top: 0, right: 10, bottom: 10 })
    expect(Math.min(...cut.map(([x]) => x))).toBe(0)
    expect(cut).toHaveLength(4)
    expect(cutRing(square, { left: 20, top: 0, right: 30, bottom: 10 })).toEqual([])
  })

  it('drops points that do not show, and keeps corners', () => {
    expect(
      thin(
        [
          [0, 0],
          [5, 0.1],
          [10, 0],
          [10, 10],
        ],
        0.5,
      ),
    ).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
    ])
  })

  it('writes short paths', () => {
    expect(
      written(
        [
          [1, 2],
          [3.04, 1],
          [3, 5.55],
        ],
        true,
      ),
    ).toBe('M1 2l2-1 0 4.6z')
  })
})
