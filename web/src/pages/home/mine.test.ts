import { expect, it } from 'vitest'
import type { MyGame } from '../../lib/protocol'
import { of, ordered } from './mine'

const game = (status: string, your_turn = false) => ({ table: { status }, your_turn, changed_at: 0 }) as MyGame

it('tells games of one kind from the others', () => {
  const all = [game('playing', true), game('playing'), game('open'), game('over'), game('abandoned')]
  expect(all.filter(of('all'))).toHaveLength(5)
  expect(all.filter(of('turn'))).toEqual([all[0]])
  expect(all.filter(of('live'))).toEqual(all.slice(0, 3))
  expect(all.filter(of('over'))).toEqual(all.slice(3))
})

it('has those that wait for you first, wherever they are kept', () => {
  const all = [game('over'), game('playing'), { ...game('over'), changed_at: 9 }, game('playing', true)]
  expect(ordered(all)).toEqual([all[3], all[1], all[2], all[0]])
})
