import { beforeEach, expect, test } from 'vitest'
import { keepRead, readUpTo, unread } from './unread'

const kept = new Map<string, string>()
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
} as unknown as Storage

beforeEach(() => kept.clear())

test('what was read before a reload is not news', () => {
  expect(readUpTo('a')).toBe(0)
  keepRead('a', 7)
  keepRead('b', 2)
  expect([readUpTo('a'), readUpTo('b')]).toEqual([7, 2])
})

test('only lines by others that came later are unread', () => {
  const lines = [
    { id: 3, seat: 1 },
    { id: 4, seat: 0 },
    { id: 5, seat: 1 },
    { id: 6, seat: null },
  ]
  expect(unread(lines, 3, [0])).toBe(2)
  expect(unread(lines, 6, [0])).toBe(0)
})

test('the tables of long ago are forgotten, and rubbish is nothing', () => {
  for (let i = 0; i < 60; i++) keepRead(`t${i}`, i + 1)
  expect([readUpTo('t5'), readUpTo('t59')]).toEqual([0, 60])
  kept.set('eclisse.chat', '{')
  expect(readUpTo('t59')).toBe(0)
})
