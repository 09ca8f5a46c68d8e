import { expect, test } from 'vitest'
import type { Feed } from '../../../lib/feed/feed.svelte'
import type { Naming } from '../../../lib/naming'
import { Shown } from './shown.svelte'

test('the ways are asked for once for each update, and again when that failed', async () => {
  const asked: number[] = []
  let fails = false
  const feed = { update: { seat: 0, number: 3 }, questions: { paths: (): Promise<unknown> => paths() } }
  const paths = (): Promise<unknown> => {
    asked.push(feed.update.number)
    return fails ? Promise.reject(new Error()) : Promise.resolve({ number: feed.update.number, tickets: [], offer: [] })
  }
  const shown = new Shown(feed as unknown as Feed, {} as Naming)
  await Promise.all([shown.show('one'), shown.show('two'), shown.show(null), shown.show('three')])
  expect(asked).toEqual([3])
  feed.update = { seat: 0, number: 4 }
  fails = true
  await shown.show('one')
  await shown.show('two')
  expect(asked).toEqual([3, 4, 4])
})
