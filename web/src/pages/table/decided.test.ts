import { describe, expect, it, vi } from 'vitest'
import type { Sheet } from '../../lib/protocol'
import type { Line } from './sheet'

vi.mock('../../lib/i18n.svelte', () => ({
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
    expect(whyWon(counted, lines, 0)).toEqual({
      winner: 1,
      other: 0,
      by: 44,
      part: 'tickets',
      most: 20,
      least: -4,
      missed: [9],
    })
  })

  it('is told to who won, and to spectators, beside the next best', () => {
    for (const own of [1, null]) expect(whyWon(counted, lines, own)).toMatchObject({ other: 2, by: 35, missed: [] })
  })

  it('is not told where points did not decide', () => {
    expect(whyWon(sheet([50, 50], [0]), [line(0, 'routes', 50), line(1, 'routes', 50)], 1)).toBeNull()
    expect(whyWon(sheet([50, 50], [0, 1]), [], 0)).toBeNull()
  })
})

it('is told in words, with what the tickets of the other cost', () => {
  const why = { winner: 0, other: 1, by: 12, part: 'tickets', most: 30, least: -5, missed: [11, 4] }
  const who = (seat: number) => ['Ann', 'Bob'][seat]!
  expect(whyText(why, who)).toBe('end.why 12 Ann Bob tickets 30 -5 end.missed 2 Bob 15')
  expect(whyText({ ...why, missed: [] }, who)).toBe('end.why 12 Ann Bob tickets 30 -5')
})
