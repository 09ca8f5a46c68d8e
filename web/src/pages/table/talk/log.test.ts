import { expect, it, vi } from 'vitest'
import type { Naming } from '../../../lib/naming'
import type { SeatInfo, Step } from '../../../lib/protocol'

vi.mock('../../../lib/i18n.svelte', () => ({ t: (key: string, { name = '' } = {}) => `${key} ${name}`.trim() }))
const { logLines } = await import('./log')

let number = 0
const pass = (seat: number, by: Step['by']): Step => ({
  number: ++number,
  seat,
  by,
  at: 0,
  events: [{ kind: 'decision', seat, action: 'pass' }] as Step['events'],
})
const seat = (out: SeatInfo['out'] = null, kind: SeatInfo['kind'] = 'player') => ({ kind, out }) as SeatInfo
const lines = (steps: Step[], seats: SeatInfo[]) =>
  logLines(steps, seats, {} as Naming, (one) => ['Ann', 'Bob'][one]!)
    .map(({ text }) => text)
    .reverse()

it('says that a bot plays for somebody, not that they have left, and that they are back', () => {
  expect(lines([pass(1, 'stand-in'), pass(1, 'player')], [seat(), seat()])).toEqual([
    'log.stand-in Bob log.passed Bob',
    'log.back Bob',
    'log.passed Bob',
  ])
  expect(lines([pass(1, 'player'), pass(1, 'clock')], [seat(), seat()])).toEqual([
    'log.passed Bob',
    'log.clock Bob log.passed Bob',
  ])
})

it('says once who has resigned, run out of time or left', () => {
  expect(lines([pass(1, 'player'), pass(1, 'bot'), pass(1, 'bot')], [seat(), seat('resigned')])).toEqual([
    'log.passed Bob',
    'log.resigned Bob',
    'log.passed Bob',
    'log.passed Bob',
  ])
  expect(lines([], [seat(), seat('late')])).toEqual(['log.out-of-time Bob'])
  expect(lines([pass(1, 'player')], [seat(), seat(null, 'bot')])).toEqual(['log.passed Bob', 'log.left Bob'])
  expect(lines([pass(0, 'bot')], [seat(null, 'bot'), seat()])).toEqual(['log.passed Ann'])
})

it('says each time that somebody has left who came back in between, in lines of their own', () => {
  const told = logLines(
    [pass(1, 'player'), pass(1, 'bot'), pass(1, 'player'), pass(1, 'bot')],
    [seat(), seat('resigned')],
    {} as Naming,
    (one) => ['Ann', 'Bob'][one]!,
  )
  expect(told.filter(({ text }) => text === 'log.resigned Bob')).toHaveLength(2)
  expect(new Set(told.map(({ key }) => key)).size).toBe(told.length)
})
