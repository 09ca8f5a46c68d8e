import { describe, expect, it } from 'vitest'
import type { Step } from '../../../lib/protocol'
import { placesOf, recentMoves, decidedFor } from './recent'

let number = 0
const step = (seat: number, ...events: Step['events']): Step => ({ number: ++number, seat, by: 'bot', at: 0, events })
const claimed = (seat: number, route: string) => step(seat, { kind: 'claimed', seat, route, points: 1 })
const drew = (seat: number) => step(seat, { kind: 'drew', seat, cards: 1, card: null })
const took = (seat: number, card: string) => step(seat, { kind: 'took', seat, card })

describe('what the others did', () => {
  it('is everything since the last decision of one’s own, each seat’s last move', () => {
    const steps = [claimed(1, 'old'), drew(0), took(1, 'red'), drew(1), claimed(2, 'a--b')]
    const moves = recentMoves(steps, 0)
    expect(moves.map((move) => move.seat)).toEqual([1, 2])
    expect(moves[0]?.cards).toEqual(['red', null])
    expect(moves[1]?.routes).toEqual(['a--b'])
    expect(recentMoves([...steps, drew(0)], 0)).toEqual([])
  })

  it('tells depots from stations', () => {
    const placed = (city: string) => step(1, { kind: 'placed', seat: 1, depot: city })
    const [move] = recentMoves([drew(0), placed('bern'), placed('wien')], 0)
    expect([move?.cities, move?.built]).toEqual([['bern', 'wien'], ['depot']])
    expect(recentMoves([step(1, { kind: 'built', seat: 1, station: 'bern' })], 0)[0]?.built).toEqual(['station'])
  })

  it('is not what was taken back', () => {
    const undone = step(1, { kind: 'undone', seat: 1, action: 'depot bern' })
    const moves = recentMoves([drew(0), step(1, { kind: 'placed', seat: 1, depot: 'bern' }), undone, took(1, 'red')], 0)
    expect(moves.map((move) => [move.cities, move.cards])).toEqual([[[], ['red']]])
  })

  it('is the last move of every seat for somebody who watches', () => {
    const moves = recentMoves([claimed(0, 'a'), claimed(1, 'b'), claimed(0, 'c')], null)
    expect(moves.map((move) => [move.seat, move.routes])).toEqual([
      [1, ['b']],
      [0, ['c']],
    ])
  })

  it('leads from a line of the log to its place on the map, also where a tunnel was given up', () => {
    expect(placesOf(claimed(1, 'a--b')).routes).toEqual(['a--b'])
    expect(placesOf(step(1, { kind: 'gave-up', seat: 1, route: 'c--d' })).routes).toEqual(['c--d'])
    expect(placesOf(step(1, { kind: 'built', seat: 1, station: 'bern' })).cities).toEqual(['bern'])
  })
})

it('tells a seat what was decided when its time was up, until it decides itself', () => {
  const late = (seat: number): Step => ({ ...drew(seat), by: 'clock' })
  const [first, second] = [late(0), late(0)]
  const steps = [drew(0), first, claimed(1, 'a--b'), second]
  expect(decidedFor(steps, 0)).toEqual({ number: second.number, steps: [first, second], away: false })
  expect(decidedFor([...steps, drew(0)], 0)).toBeNull()
  expect(decidedFor(steps, 1)).toBeNull()
  expect(decidedFor(steps, null)).toBeNull()
  expect(decidedFor([...steps, { ...drew(0), by: 'stand-in' }], 0)?.away).toBe(true)
})
