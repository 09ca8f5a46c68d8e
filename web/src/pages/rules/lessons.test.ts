import { expect, test } from 'vitest'
import type { GameFacts } from '../../lib/protocol'
import { lessonsOf } from './lessons'

const game = (route: object, rules: object = {}, ticket: object = {}) =>
  ({
    routes: [{ tunnel: false, subway: false, locomotives: 0, ...route }],
    rules: { stations: 0, mandala: [0, 0], ...rules },
    tickets: [{ worth: {}, ...ticket }],
  }) as unknown as GameFacts

test('a game has the lessons of its special rules', () => {
  expect(lessonsOf(game({ tunnel: true, locomotives: 1 }, { stations: 3 }))).toEqual(['tunnels', 'ferries', 'stations'])
  expect(lessonsOf(game({ tunnel: true }, {}, { worth: { italy: 3 } }))).toEqual(['tunnels', 'countries'])
  expect(lessonsOf(game({}, { mandala: [0, 5] }))).toEqual(['mandala'])
  expect(lessonsOf(game({ subway: true }))).toEqual(['subways'])
})

test('a game without special rules has the first game', () => {
  expect(lessonsOf(game({}))).toEqual(['first'])
})
