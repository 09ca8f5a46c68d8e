import { expect, test, vi } from 'vitest'
import { Doubts } from './doubts'

test('a decision is asked about once, and anew when the state is another', async () => {
  const ask = vi.fn((action: string) => Promise.resolve(action === 'draw' ? 0.1 : null))
  const doubts = new Doubts(ask)
  void doubts.consider(3, 'draw')
  expect(await doubts.within(3, 'draw')).toBe(0.1)
  expect(await doubts.within(3, 'tickets')).toBe(null)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(await doubts.within(4, 'draw')).toBe(0.1)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a coach that fails or takes too long has no doubt', async () => {
  vi.useFakeTimers()
  const failing = new Doubts(() => Promise.reject(new Error('offline')))
  expect(await failing.within(1, 'draw')).toBe(null)
  const slow = new Doubts(() => new Promise(() => undefined))
  const answer = slow.within(1, 'draw')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answer).toBe(null)
  vi.useRealTimers()
})
