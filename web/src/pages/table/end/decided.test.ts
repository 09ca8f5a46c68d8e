import { describe, expect, it, vi } from 'vitest'
import type { Sheet } from '../../../lib/protocol'
import type { Line } from './sheet'

vi.mock('../../../lib/i18n.svelte', () => ({
  t: (key: string, params: object) => `${key} ${Object.values(params).join(' ')}`,
  coded: (_: string, code: string) => code,
}))
const { whyText, whyWon } = await import('./decided')

const line = (seat: number, part: string, points: number, done?: boolean): Line => ({
  seat,
  part,
  text: '',
  points,
  routes: [],
  cities: [],
  ...(done === undefined ? {} : { done }),
})
const sheet = (totals: number[], winners: number[]) =>
  ({ seats: totals.map((total) => ({ total })), winners }) as unknown as Sheet

describe('why a game was won', () => {
  const lines = [
    line(0, 'routes', 40),
    line(1, 'routes', 50),
    line(2, 'routes', 45),
    line(0, 'tickets', -9, false),
    line(0, 'tickets', 5, true),
    line(1, 'tickets', 20, true),
    line(1, 'longest', 10),
  ]
  const counted = sheet([36, 80, 45], [1])

  it('is told to who lost: what made most of the difference, and what missed tickets cost', () => {
    expect(whyWon(counted, [1], lines, 0)).toEqual({
      winner: 1,
      other: 0,
      by: 44,
      part: 'tickets',
      own: 0,
      most: 20,
      least: -4,
      missed: [9],
    })
  })

  it('is told to who won, and to spectators, beside the next best', () => {
    for (const own of [1, null])
      expect(whyWon(counted, [1], lines, own)).toMatchObject({ other: 2, by: 35, missed: [] })
  })

  it('is told of oneself to whoever shares a win', () => {
    const shared = sheet([50, 50, 20], [0, 1])
    const routes = [50, 50, 20].map((points, seat) => line(seat, 'routes', points))
    expect(whyWon(shared, [0, 1], routes, 1)).toMatchObject({ winner: 1, other: 2 })
  })

  it('is not told where points did not decide', () => {
    expect(whyWon(sheet([50, 50], [0]), [0], [line(0, 'routes', 50), line(1, 'routes', 50)], 1)).toBeNull()
    // Whoever has given up does not win, whatever the count says.
    expect(whyWon(counted, [0], [line(0, 'routes', 36), line(1, 'routes', 80)], 0)).toBeNull()
    expect(whyWon(sheet([50, 50], [0, 1]), [0, 1], [], 0)).toBeNull()
  })
})

it('is told in words to who won, to who lost, and to others', () => {
  const why = { winner: 0, other: 1, by: 12, part: 'tickets', own: null, most: 30, least: -5, missed: [11, 4] }
  const who = (seat: number) => ['Ann', 'Bob'][seat]!
  expect(whyText(why, who)).toBe('end.why 12 Ann Bob tickets 30 -5 end.missed 2 Bob 15')
  expect(whyText({ ...why, missed: [] }, who)).toBe('end.why 12 Ann Bob tickets 30 -5')
  expect(whyText({ ...why, own: 0 }, who)).toBe('end.why-won 12 Ann Bob tickets 30 -5 end.missed 2 Bob 15')
  expect(whyText({ ...why, own: 1 }, who)).toBe('end.why-lost 12 Ann Bob tickets 30 -5 end.missed-own 2 Bob 15')
})
