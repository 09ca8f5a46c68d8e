import { expect, test } from 'vitest'
import type { Review as Told } from '../generated/protocol'
import { rounded } from './coach'
import type { Review } from './review'
import { Reviews } from './reviews'

/** A review of so many steps, the first of which is its first look. */
function made(n: number) {
  const one = { done: 0, isSeen: false, isWhole: false, told: () => ({ done: one.done / n }) as Told }
  const goOn = async (rest: () => Promise<boolean>) => {
    if (!(await rest())) return false
    one.done++
    one.isSeen = true
    one.isWhole = one.done === n
    return true
  }
  return Object.assign(one, { goOn }) as unknown as Review & { done: number }
}

/** Reviews in a world whose clock stands. */
function world() {
  const kept = new Map<string, Told>()
  const time = { now: 0 }
  const reviews = new Reviews({
    read: (id) => Promise.resolve(kept.get(id)),
    write: (id, review) => Promise.resolve(void kept.set(id, review)),
    now: () => time.now,
  })
  return { kept, time, reviews }
}

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve))
}

test('whoever asks first waits for a first look, and what is whole is kept', async () => {
  const { kept, reviews } = world()
  const review = made(3)
  expect((await reviews.of('one', () => Promise.resolve(review))).done).toBeGreaterThan(0)
  await until(() => kept.has('one'))
  expect(kept.get('one')).toEqual({ done: 1 })
  const again = world()
  again.kept.set('one', { done: 1 } as Told)
  expect(await again.reviews.of('one', () => Promise.reject(new Error('made twice')))).toEqual({ done: 1 })
})

test('the review of a record of others is not kept', async () => {
  const { kept, reviews } = world()
  const review = made(2)
  await reviews.of('one', () => Promise.resolve(review), false)
  await until(() => review.isWhole)
  expect((await reviews.of('one', () => Promise.reject(new Error('made twice')), false)).done).toBe(1)
  expect(kept.size).toBe(0)
})

test('nobody works on what nobody looks at, until somebody does again', async () => {
  const { kept, time, reviews } = world()
  const review = made(1000)
  await reviews.of('one', () => Promise.resolve(review))
  time.now = 60
  let [seen, still] = [-1, 0]
  await until(() => (still = seen === (seen = review.done) ? still + 1 : 0) >= 20)
  expect(seen).toBeLessThan(1000)
  await reviews.of('one', () => Promise.reject(new Error('made twice')))
  await until(() => kept.has('one'))
})

test('what fails is told to whoever asks, and begun anew', async () => {
  const { reviews } = world()
  const broken = { isSeen: false, isWhole: false, goOn: () => Promise.reject(new Error('a trap')) } as unknown as Review
  await expect(reviews.of('one', () => Promise.resolve(broken))).rejects.toThrow('a trap')
  expect((await reviews.of('one', () => Promise.resolve(made(1)))).done).toBe(1)
})

test('a chance in the middle of two numbers becomes the even one', () => {
  expect([1, 3, -1, 16].map((n) => rounded(n / 32))).toEqual([0.0312, 0.0938, -0.0312, 0.5])
  expect(rounded(0.12345)).toBe(0.1235)
})
