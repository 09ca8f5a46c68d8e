import { expect, test, vi } from 'vitest'
import type { DecisionInfo, ReasonInfo } from './protocol'

// The choices of this device: there are none in a test without a browser.
const prefs = vi.hoisted(() => ({ language: 'en' }))
vi.mock('./prefs.svelte', () => ({ prefs }))
vi.mock('./router.svelte', () => ({ href: (path: string) => path }))
const { decisionText, reasonTexts } = await import('./coach')
const { learn } = await import('./i18n.svelte')
await Promise.all([learn('en'), learn('fr')])

const by = {
  seat: (seat: number) => ['Ada', 'Grace'][seat] ?? '?',
  route: (id: string) => `R(${id.split('.')[0]})`,
  city: (id: string) => `C(${id})`,
  ticket: (id: string) => `T(${id})`,
}
const both = (say: () => string | undefined) =>
  ['en', 'fr'].map((language) => {
    prefs.language = language
    return say()
  })
const why = (code: ReasonInfo['code'], params: ReasonInfo['params'] = {}) =>
  both(() => reasonTexts([{ code, params }], by)[0])
const does = (action: DecisionInfo['action'], tickets: string[] = []) =>
  both(() => decisionText({ action, tickets }, by))

test('a reason names things and agrees with its number, in both languages', () => {
  expect(why('nearer', { ticket: 'a--b', left: 1 })).toEqual([
    'It is on the way for T(a--b), which then lacks one space',
    'Elle est sur le chemin de T(a--b), à laquelle il manque alors une case',
  ])
  expect(why('adds-little', { ticket: 'a--b', points: 9, spaces: 3 })).toEqual([
    'T(a--b) (9 points) takes only 3 more spaces',
    'T(a--b) (9 points) ne demande que 3 cases de plus',
  ])
  expect(why('end-near', { seat: 0, trains: 3 })).toEqual([
    'The end is near: Ada has 3 pieces left',
    'La fin approche\u00a0: il reste 3 pièces à Ada',
  ])
  expect(why('taken-later', { seat: 1, route: 'a--b.2', turns: 1 })[0]).toBe('Grace took R(a--b) (2) in the next turn')
})

test('cards agree with their number', () => {
  expect(why('card-for', { route: 'a--b', ticket: 'c--d', colour: 'red', lacking: 2 })).toEqual([
    'Then R(a--b) still needs 2 red cards, for T(c--d)',
    'Il ne manque alors que 2 cartes rouges à R(a--b), pour T(c--d)',
  ])
  expect(why('scarce', { colour: 'orange', left: 1 })).toEqual([
    'At most 1 orange card is left in the deck',
    'Il reste au plus 1 carte orange dans la pioche',
  ])
  expect(why('other-track', { colour: 'red', other: 'blue' })[1]).toBe(
    'Elle se paie avec la couleur rouge, et non bleue',
  )
})

test('a reason that this page does not know is left out', () => {
  expect(reasonTexts([{ code: 'never-heard-of' as 'scores', params: {} }], by)).toEqual([])
})

test('a decision is told by what it is about', () => {
  expect(does({ kind: 'take', text: 'take orange', card: 'orange' })).toEqual([
    'Taking an orange card',
    'Prendre une carte orange',
  ])
  expect(does({ kind: 'claim', text: 'claim a--b.2', route: 'a--b.2' })[0]).toBe('Claiming R(a--b) (2)')
  expect(does({ kind: 'depot', text: 'depot a', city: 'a' })[1]).toBe('Poser un dépôt à C(a)')
  expect(does({ kind: 'warehouse', text: 'warehouse 0', warehouse: 0 })[1]).toBe(
    'Mettre une carte dans l’entrepôt d’Ada',
  )
  expect(does({ kind: 'keep', text: 'keep 1 3', places: [0, 2] }, ['a--b', 'c--d'])[0]).toBe(
    'Keeping T(a--b) and T(c--d)',
  )
  expect(does({ kind: 'keep', text: 'keep', places: [] })[1]).toBe('Ne garder aucune destination')
  const pay = { kind: 'pay', text: 'pay 2 red 1 locomotive', colour: 'red', cards: 2, locomotives: 1 } as const
  expect(does(pay)).toEqual(['Paying 2 red cards and 1 locomotive', 'Payer 2 cartes rouges et 1 locomotive'])
  expect(does({ kind: 'take-back', text: 'take-back' })[0]).toBe('Giving up the tunnel')
})
