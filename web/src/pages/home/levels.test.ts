import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLevels } from './levels'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('levels are asked for until all are ready, even if the server is silent for a while', async () => {
  const answers: (['expert'] | [] | Error)[] = [['expert'], new Error('offline'), []]
  const told: unknown[] = []
  const ask = () => {
    const answer = answers.shift()!
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  watchLevels(ask, (waiting) => told.push(waiting))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['expert'], []])
  expect(answers).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('nobody asks or is told once the dialog is closed', async () => {
  let asked = 0
  const told: unknown[] = []
  const stop = watchLevels(
    () => Promise.resolve(asked++ ? [] : ['expert']),
    (waiting) => told.push(waiting),
  )
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, told]).toEqual([1, [['expert']]])
})
