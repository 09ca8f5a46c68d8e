import { expect, test } from 'vitest'
import { twoWays } from './circle'
import type { RouteFact } from './protocol'

const routes = (...pairs: string[]) => pairs.map((id) => ({ id, cities: [id[0], id[1]] })) as unknown as RouteFact[]

test('both ways of a circle are found, and nothing beside it', () => {
  expect(twoWays(routes('ab', 'bc', 'cd', 'da', 'de'), 'a', 'c').sort()).toEqual(['ab', 'bc', 'cd', 'da'])
})

test('a first way that both others need a part of is undone', () => {
  // The shortest way a-b-c-d leaves no second one; a-b-e-d and a-f-c-d are separate.
  const found = twoWays(routes('ab', 'bc', 'cd', 'be', 'eg', 'gd', 'af', 'fh', 'hc'), 'a', 'd')
  expect(found.sort()).toEqual(['ab', 'af', 'be', 'cd', 'eg', 'fh', 'gd', 'hc'])
})

test('one way, or a bridge between two circles, is no circle', () => {
  expect(twoWays(routes('ab', 'bc'), 'a', 'c')).toEqual([])
  expect(twoWays(routes('ab', 'bx', 'xa', 'xy', 'yc', 'cd', 'dy'), 'a', 'c')).toEqual([])
})
