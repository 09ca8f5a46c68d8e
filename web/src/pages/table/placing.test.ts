import { expect, test } from 'vitest'
import type { Update } from '../../lib/protocol'
import { passing, Placing } from './placing.svelte'

/** A table at which seat 0 looks; what is sent is written down. */
function table(phase: string, legal: string[], to_act = [0], depots = 4) {
  const view = { phase, to_act, seats: [{ depots }] }
  const update = { seat: 0, view, own: { legal: legal.map((kind) => ({ kind })) } } as unknown as Update
  const sent: string[] = []
  return { update, sent, decide: (action: string) => sent.push(action) }
}

test('after the action the turn ends by itself', () => {
  const at = table('depots', ['pass', 'depot'])
  new Placing(at).follow()
  expect(at.sent).toEqual(['pass'])
})

test('it does not while depots are to follow, and the next turn ends by itself again', () => {
  const at = table('depots', ['pass', 'depot'])
  const placing = new Placing(at)
  placing.wanted = true
  placing.follow()
  expect(at.sent).toEqual([])
  at.update.view.to_act = [1]
  placing.follow()
  expect(placing.wanted).toBe(false)
})

test('the first depots are not skipped, and a draw is not stopped', () => {
  for (const at of [table('depots', ['depot']), table('drawing', ['draw', 'pass']), table('main', ['pass'])]) {
    new Placing(at).follow()
    expect(at.sent).toEqual([])
  }
})

test('depots may follow only while there are some left, and only in a turn of one’s own', () => {
  expect(new Placing(table('main', ['draw'])).possible).toBe(true)
  expect(new Placing(table('drawing', ['draw'])).possible).toBe(true)
  expect(new Placing(table('main', ['draw'], [0], 0)).possible).toBe(false)
  expect(new Placing(table('main', [], [1])).possible).toBe(false)
  expect(new Placing(table('depots', ['depot'])).possible).toBe(false)
})

test('only at the start of a turn passing is called passing', () => {
  expect(['main', 'drawing', 'depots'].map((phase) => passing(phase))).toEqual([
    'table.pass',
    'table.stop',
    'table.end-turn',
  ])
})
