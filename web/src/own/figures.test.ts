import { expect, it } from 'vitest'
import type { Figures } from '../lib/protocol'
import { figured, joined } from './figures'

const game = (table: string, board: string, at: number, accuracy: number) => ({ table, board, at, accuracy })

it('joins what a server knows of some games with what this browser knows of others', () => {
  const here = figured([game('c', 'usa', 3, 0.9)], new Map([['cards', [0.2]]]))
  const there: Figures = figured(
    [game('a', 'usa', 1, 0.5), game('b', 'europe', 2, 0.7)],
    new Map([
      ['cards', [0.1, 0.3]],
      ['routes', [0.6]],
    ]),
  )
  const all = joined(here, there)
  expect(all.games.map(({ table }) => table)).toEqual(['a', 'b', 'c'])
  expect(all.accuracy).toBeCloseTo(0.7)
  expect(all.boards.map(({ board, games }) => [board, games])).toEqual([
    ['usa', 2],
    ['europe', 1],
  ])
  const [first, second] = all.lost
  expect([first!.mistakes + second!.mistakes, all.lost.length]).toEqual([4, 5])
  for (const row of [first!, second!]) expect(row.loss).toBeCloseTo(0.2)
})

it('is nothing where there are no games', () => {
  expect(figured([], new Map()).accuracy).toBeNull()
})
