import { expect, test, vi } from 'vitest'
import type { FaultInfo } from './protocol'

// The choices of this device, and the address of the page: there is neither in a test without a browser.
const prefs = vi.hoisted(() => ({ language: 'en' }))
vi.mock('./prefs.svelte', () => ({ prefs }))
vi.mock('./router.svelte', () => ({ href: (path: string) => path }))
const { Refused } = await import('./api')
const { reasons, why } = await import('./refusals')
const { learn } = await import('./i18n.svelte')
await Promise.all([learn('en'), learn('fr')])

const by = {
  seat: (seat: number) => ['Ada', 'Grace'][seat] ?? '?',
  route: (id: string) => `R(${id})`,
  city: (id: string) => `C(${id})`,
  ticket: (id: string) => `T(${id})`,
}
const say = (code: FaultInfo['code'], params: FaultInfo['params'] = {}, where = '') =>
  reasons({ faults: [{ code, where, params }], message: 'in English' }, by)[0]

test('things are called by their names, in both languages', () => {
  prefs.language = 'en'
  expect(say('both-tracks-owned', { route: 'a--b.2', seat: 1 })).toBe(
    'Grace owns both tracks of R(a--b.2); nobody may own more than one.',
  )
  prefs.language = 'fr'
  expect(say('route-owned', { route: 'a--b', owner: 0 })).toBe('Cette route est à Ada.')
  expect(say('not-your-turn', { seat: 1, to_act: [0] })).toContain('celui d’Ada')
})

test('cards are counted in words', () => {
  prefs.language = 'en'
  const lacking = { route: 'a--b', needed: 6, colour: 'red', hand: { red: 1, locomotive: 2 }, missing: 3 }
  expect(say('too-few-cards', lacking)).toBe(
    'R(a--b) costs 6 red cards; you have 1 red card and 2 locomotives, 3 too few.',
  )
  expect(say('too-few-cards', { ...lacking, hand: {}, missing: 6 })).toBe(
    'R(a--b) costs 6 red cards; you have none, 6 too few.',
  )
  expect(say('too-many-cards', { colour: 'pink', excess: 1, has: 12 })).toBe(
    '1 pink card too many: the game has only 12.',
  )
})

test('a text agrees with its number', () => {
  prefs.language = 'fr'
  expect(say('too-many-stations', { seat: 0, placed: 1, has: 0 })).toContain('1 gare sur')
  expect(say('too-many-stations', { seat: 0, placed: 4, has: 3 })).toContain('4 gares sur')
})

test('a name that is close is suggested, and a value that is missing is said to be', () => {
  prefs.language = 'en'
  expect(say('unknown-route', { name: 'bostn', nearest: 'boston' })).toContain('Did you mean “boston”?')
  expect(say('unknown-route', { name: 'bostn' })).not.toContain('mean')
  expect(say('number-expected', { low: 0, high: 4 })).toContain('missing')
  expect(say('number-expected', { low: 0, high: 4, value: '7' })).toContain('not 7')
})

test('of a record it is told which action is wrong', () => {
  expect(say('game-over', {}, 'actions[12] (draw)')).toMatch(/^actions\[12\] \(draw\): /)
})

test('the same thing is said once, and a fault that has no text is left to the server', () => {
  prefs.language = 'en'
  const over: FaultInfo = { code: 'game-over', where: '', params: {} }
  expect(reasons({ faults: [over, over], message: '' }, by)).toEqual(['The game is over.'])
  const newer = { ...over, code: 'of-tomorrow' as FaultInfo['code'] }
  expect(reasons({ faults: [over, newer], message: 'in English' }, by)).toEqual(['in English'])
})

test('what is not a refusal means that the server does not answer', () => {
  prefs.language = 'en'
  expect(why(new TypeError('x'))).toContain('isn’t answering')
  expect(why(new Refused('table_full', '', [{ code: 'table-full', where: '', params: {} }]))).toBe(
    'There is no free seat at this table.',
  )
})
