import { expect, it } from 'vitest'
import type { MyGame } from '../../lib/protocol'
import { of } from './mine'

const game = (status: string, your_turn = false) => ({ table: { status }, your_turn, changed_at: 0 }) as MyGame

it('tells games of one kind from the others', () => {
  const all = [game('playing', true), game('playing'), game('open'), game('over'), game('abandoned')]
  expect(all.filter(of('all'))).toHaveLength(5)
  expect(all.filter(of('turn'))).toEqual([all[0]])
  expect(all.filter(of('live'))).toEqual(all.slice(0, 3))
  expect(all.filter(of('over'))).toEqual(all.slice(3))
})
