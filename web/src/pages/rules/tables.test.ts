import { expect, test } from 'vitest'
import type { GameRules, RouteFact } from '../../lib/protocol'
import { mandala, scoring } from './tables'

const route = (length: number, points: number, subway = false) => ({ length, points, subway }) as RouteFact

test('the points of the lengths there are', () => {
  expect(scoring({ routes: [route(3, 4), route(1, 1), route(3, 4), route(2, 3, true)] })).toEqual({
    trains: [
      { length: 1, points: 1 },
      { length: 3, points: 4 },
    ],
    subways: [{ length: 2, points: 3 }],
  })
})

test('the bonus by number of tickets; the last one is for more too', () => {
  const points = (bonuses: number[]) => mandala({ mandala: bonuses } as GameRules).map((row) => row.points)
  expect(points([0, 5, 10, 40, 40, 40])).toEqual([5, 10, 40])
  expect(points([0, 0, 0])).toEqual([])
})
