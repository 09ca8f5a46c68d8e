import { expect, it, vi } from 'vitest'
import type { Naming } from './naming'
import type { Step } from './protocol'

vi.mock('./i18n.svelte', () => ({ t: (key: string, { name = '' } = {}) => `${key} ${name}`.trim(), list: String }))
const { sentencesOf } = await import('./sentences')

const step = (by: Step['by'], action = 'pass') => ({
  number: 1,
  seat: 1,
  by,
  at: 0,
  events: [{ kind: 'decision', seat: 1, action }] as Step['events'],
})
const say = (one: Step) => sentencesOf(one, {} as Naming, (seat) => ['Ann', 'Bob'][seat]!)

it('says when a bot decided for a player who was away or out of time', () => {
  expect(say(step('stand-in'))).toEqual(['log.stand-in Bob', 'log.passed Bob'])
  expect(say(step('clock'))).toEqual(['log.clock Bob', 'log.passed Bob'])
  for (const by of ['player', 'bot'] as const) expect(say(step(by))).toEqual(['log.passed Bob'])
  expect(say(step('stand-in', 'draw'))).toEqual([])
})

it('says that a tunnel asks for nothing more, instead of for no card', () => {
  const dug = (surcharge: number) =>
    say({ ...step('bot'), events: [{ kind: 'tunnel', seat: 1, revealed: [], surcharge }] as unknown as Step['events'] })
  expect([dug(0), dug(2)]).toEqual([['log.tunnel-free Bob'], ['log.tunnel Bob']])
})
