import { describe, expect, it, vi } from 'vitest'
import type { Pay } from './protocol'

vi.mock('./i18n.svelte', () => ({ coded: () => '', list: () => '' }))
const { cheaper } = await import('./cards')

const pay = (colour: string | null, cards: number, locomotives: number): Pay => ({
  kind: 'pay',
  text: `pay ${colour} ${cards} ${locomotives}`,
  colour,
  cards,
  locomotives,
})

describe('payments', () => {
  it('begin with the one that keeps most locomotives, in the colour you hold most of', () => {
    const ways = [pay(null, 0, 3), pay('red', 1, 2), pay('blue', 3, 0), pay('red', 2, 1), pay('green', 3, 0)]
    const sorted = ways.toSorted(cheaper({ red: 2, blue: 3, green: 7, locomotive: 3 }))
    expect(sorted.map((one) => one.locomotives)).toEqual([0, 0, 1, 2, 3])
    expect(sorted[0]?.colour).toBe('green')
  })
})
