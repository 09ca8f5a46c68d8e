import { expect, it, vi } from 'vitest'
import type { Naming } from './naming'
import type { Step } from './protocol'

vi.mock('./i18n.svelte', () => ({
  t: (key: string, { name = '', n = 0 } = {}) => [key, name, n || ''].join(' ').trim(),
  list: String,
  coded: (key: string, code: string) => `${key} ${code}`,
}))
const { joined, sentencesOf, story } = await import('./sentences')

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
  expect([dug(0), dug(2)]).toEqual([['log.tunnel-free Bob'], ['log.tunnel Bob 2']])
})

const drew = (seat: number, cards = 1, more: object[] = []): Step => ({
  ...step('bot', 'draw'),
  seat,
  events: [
    { kind: 'decision', seat, action: 'draw' },
    { kind: 'drew', seat, cards, card: null },
    ...more,
  ] as Step['events'],
})
const tell = (steps: Step[]) => story(steps, {} as Naming, (seat) => ['Ann', 'Bob'][seat]!)

it('tells cards that one seat drew unseen one after the other together, and nothing else', () => {
  expect(tell([drew(1), drew(1, 1, [{ kind: 'turn', seat: 0 }])])).toBe('log.drew Bob 2')
  expect(tell([drew(0), drew(1)])).toBe('log.drew Ann 1 log.drew Bob 1')
  expect(tell([drew(1), step('bot'), drew(1)])).toBe('log.drew Bob 1 log.passed Bob log.drew Bob 1')
  const mixed = [drew(1, 1, [{ kind: 'reshuffled', seat: null }]), drew(1)]
  expect(tell(mixed)).toBe('log.drew Bob 1 log.reshuffled log.drew Bob 1')
  const known = [drew(1), drew(1)].map((one) => ({ ...one, events: [{ ...one.events[1], card: 'red' }] }) as Step)
  expect(joined(known)).toEqual(known)
})
