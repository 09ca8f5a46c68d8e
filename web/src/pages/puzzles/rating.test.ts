import { expect, test } from 'vitest'
import { keepRating, rated, readRating } from './rating'

const kept = new Map<string, string>()
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
} as unknown as Storage

test('an answer moves the rating by what was not expected', () => {
  const begin = readRating()
  expect(begin).toEqual({ rating: 1200, tried: 0 })
  expect(rated(begin, 2, true)).toEqual({ rating: 1220, tried: 1 }) // as hard as oneself
  expect(rated(begin, 2, false)).toEqual({ rating: 1180, tried: 1 })
  const [easy, hard] = [rated(begin, 0, true).rating, rated(begin, 5, true).rating]
  expect(hard - 1200).toBeGreaterThan(5 * (easy - 1200))
  expect(rated({ rating: 1200, tried: 20 }, 2, true).rating).toBe(1210)
})

test('this browser keeps it, and rubbish is a beginning', () => {
  keepRating({ rating: 1333, tried: 7 })
  expect(readRating()).toEqual({ rating: 1333, tried: 7 })
  kept.set('eclisse.puzzle-rating', '[1]')
  expect(readRating().rating).toBe(1200)
})
