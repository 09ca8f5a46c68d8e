import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPins, readPins } from './pins'

const kept = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }),
)
afterEach(() => (kept.clear(), vi.unstubAllGlobals()))

it('keeps the pins of each table apart, and nothing once there are none', () => {
  keepPins('a', { 0: ['x--y'], 1: [] })
  keepPins('b', { 0: ['y--z'] })
  expect(readPins('a')).toEqual({ 0: ['x--y'], 1: [] })
  keepPins('b', {})
  expect(readPins('b')).toEqual({})
  expect(kept.size).toBe(1)
})

it('reads what is no list of pins as none', () => {
  for (const text of ['', 'null', '7', '{"0": "x"}']) {
    kept.set('eclisse.pins.a', text)
    expect(Object.values(readPins('a')).flat()).toEqual([])
  }
})
