import { expect, test } from 'vitest'
import type { Own } from '../../lib/protocol'
import { possible } from './possible'

test('what a step shows is possible, whatever was paid before', () => {
  const pay = (text: string, colour: string | null, locomotives: number) =>
    ({ kind: 'pay', text, colour, cards: colour ? 2 - locomotives : 0, locomotives }) as const
  const ways = [pay('pay 2 locomotive', null, 2), pay('pay 2 red', 'red', 0), pay('pay 2 blue', 'blue', 0)]
  const claim = (route: string) => ({ kind: 'claim', text: `claim ${route}`, route }) as const
  const own = (...payments: (typeof ways)[number][]): Own => ({
    legal: [claim('b--c'), claim('a--b')],
    undo: null,
    affordable: [
      { route: 'a--b', payments },
      { route: 'b--c', payments },
    ],
    station_payments: [],
    tickets: [],
  })
  const shown = (plays: string[], may: string[], ...payments: (typeof ways)[number][]) =>
    possible({ text: { en: '', fr: '' }, may, plays }, own(...payments), { red: 2, blue: 2, locomotive: 2 })
  expect(shown(['claim a--b', 'pay 2 blue'], ['claim'], ...ways)).toEqual(['claim a--b', 'pay 2 blue'])
  expect(shown(['claim a--b', 'pay 2 green'], ['claim'], ...ways)).toEqual(['claim a--b', 'pay 2 red'])
  expect(shown(['claim a--b', 'pay 2 blue'], ['claim'], ways[1]!)).toEqual(['claim a--b'])
  expect(shown(['claim x--y'], ['claim b--c'], ways[1]!)).toEqual(['claim b--c'])
  expect(shown(['draw'], ['draw'], ...ways)).toEqual([])
})
