import { expect, test, vi } from 'vitest'
import type { Feed } from '../../../lib/feed/feed.svelte'

vi.mock('../../../lib/prefs.svelte', () => ({ prefs: { pins: true, counts: false } }))
const { Planning } = await import('./planning.svelte')

const after = (...completed: boolean[]) => ({
  seat: 0,
  ending: null,
  own: { tickets: completed.map((completed, i) => ({ ticket: `ticket-${i}`, completed })) },
})

test('a pinned ticket is let go when it is completed, and is there again when that is taken back', () => {
  const feed = { table: { id: '', planning: true }, update: after(false, false), questions: {} }
  const planning = new Planning(feed as unknown as Feed)
  planning.pin('ticket-0')
  planning.pin('ticket-1')
  expect(planning.pinned).toEqual(['ticket-0', 'ticket-1'])
  feed.update = after(true, false)
  expect(planning.pinned).toEqual(['ticket-1'])
  feed.update = after(false, false)
  expect(planning.pinned).toEqual(['ticket-0', 'ticket-1'])
})
