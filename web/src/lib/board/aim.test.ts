import { describe, expect, it } from 'vitest'
import { fromRoute, meant } from './aim'
import type { LaidRoute } from './types'

const target = (id: string, away: number, open = true) => ({ id, away, open })

describe('a click', () => {
  it('by a finger means the nearest open route within 20 pixels', () => {
    expect(meant([target('a', 19), target('b', 35)], true)).toEqual(['a'])
    expect(meant([target('a', 21)], true)).toEqual([])
  })

  it('by a finger asks between routes that are equally near', () => {
    expect(meant([target('a', 6), target('b', 0), target('c', 15)], true)).toEqual(['b', 'a'])
  })

  it('by a mouse means what it points at, and forgives a little', () => {
    expect(meant([target('a', 1), target('b', 0)], false)).toEqual(['b'])
    expect(meant([target('a', 5), target('b', 30)], false)).toEqual(['a'])
    expect(meant([target('a', 7)], false)).toEqual([])
    expect(meant([target('a', 3), target('shut', 0, false)], false)).toEqual(['shut'])
  })

  it('means a closed route only where no open one is about as near', () => {
    expect(meant([target('a', 6), target('shut', 0, false)], true)).toEqual(['a'])
    expect(meant([target('a', 12), target('shut', 0, false)], true)).toEqual(['shut'])
    expect(meant([target('shut', 12, false)], true)).toEqual([])
  })
})

describe('the distance from a route', () => {
  const slot = (x: number, y: number, angle: number) => ({ x, y, angle, length: 20 })
  const route = { slots: [slot(0, 0, 0), slot(30, 0, 90)] } as LaidRoute
  it.each([
    [0, 0, 0],
    [9, 5, 0],
    [0, 12, 6],
    [-20, 0, 4],
    [30, 16, 0],
    [30, 26, 10],
  ])('of (%d, %d) is %d', (x, y, away) => {
    expect(fromRoute({ x, y }, route, 12)).toBeCloseTo(away)
  })
})
