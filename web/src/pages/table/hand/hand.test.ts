import { render } from 'svelte/server'
import { expect, it, vi } from 'vitest'
import type { Play } from '../play.svelte'

vi.mock('../../../lib/i18n.svelte', () => ({ t: String, coded: String, list: String, cardSign: () => 'locomotive' }))
const { default: Hand } = await import('./Hand.svelte')

const CARDS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'locomotive']
const fan = (piles: number) => {
  const hand = Object.fromEntries(CARDS.slice(0, piles).map((card) => [card, 1]))
  const html = render(Hand, { props: { play: { update: { view: { hand } } } as unknown as Play } }).body
  return ['--drop: ?([\\d.]+)px', '--turn: ?-?([\\d.]+)deg'].map((look) =>
    Math.max(...[...html.matchAll(RegExp(look, 'g'))].map(([, value]) => Number(value))),
  )
}

it('fans out however many piles without bending its edges out of sight', () => {
  for (const piles of [1, 3, 7, 9]) {
    const [drop, turn] = fan(piles)
    expect(drop).toBeLessThanOrEqual(4)
    expect(turn).toBeLessThanOrEqual(5)
  }
  expect(fan(3)).toEqual([1.3, 2.4])
})
