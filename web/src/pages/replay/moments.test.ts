import { describe, expect, it } from 'vitest'
import type { ReplayFrame } from '../../lib/protocol'
import { apart, byCity, scale, stairs, turnFrom, within } from './moments'

const frame = (...kinds: string[]) => ({ step: { events: kinds.map((kind) => ({ kind })) } }) as unknown as ReplayFrame
const FRAMES = [
  frame(),
  frame('drew'),
  frame('drew', 'turn'),
  frame('took'),
  frame('claimed', 'turn'),
  frame('drew'),
  frame('over'),
]

describe('moments', () => {
  it('stay within the game', () => {
    expect([within(-3, FRAMES), within(99, FRAMES), within(NaN, FRAMES), within(2, FRAMES)]).toEqual([0, 6, 0, 2])
  })
  it('go from turn to turn, and to the ends', () => {
    expect([turnFrom(FRAMES, 0, 1), turnFrom(FRAMES, 2, 1), turnFrom(FRAMES, 4, 1)]).toEqual([2, 4, 6])
    expect([turnFrom(FRAMES, 6, -1), turnFrom(FRAMES, 4, -1), turnFrom(FRAMES, 2, -1)]).toEqual([4, 2, 0])
  })
  it('have axes with round marks that hold all values', () => {
    for (const values of [[0], [3, 12], [-97, 27], [133, 88]]) {
      const { low, high, ticks } = scale(values)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(low)
      expect(Math.max(...values)).toBeLessThanOrEqual(high)
      expect(ticks.length).toBeLessThanOrEqual(8)
      expect(ticks).toContain(0)
    }
  })
  it('draw stairs', () =>
    expect(
      stairs(
        [0, 0, 4, 4, 5],
        (n) => n,
        (v) => 10 - v,
      ),
    ).toBe('M0 10H2V6H4V5H4'))
  it('put labels apart', () => expect(apart([10, 11, 40], 12)).toEqual([10, 22, 40]))
  it('know whose building stands in a city', () =>
    expect(byCity([['a'], [], ['b', 'c']])).toEqual({ a: 0, b: 2, c: 2 }))
})
