import { expect, test } from 'vitest'
import type { DecisionInfo, Review, ReviewMoment } from '../../lib/protocol'
import { curve, grouped, mistakes, nextMistake } from './review'

const draw: DecisionInfo = { action: { kind: 'draw', text: 'draw' }, tickets: [] }
const moment = (number: number, sure: boolean): ReviewMoment => ({
  number,
  seat: 0,
  turn: 1,
  action: 'draw',
  win: [0.5, 0.5],
  loss: 0.1,
  sure,
  exact: false,
  better: sure
    ? {
        action: 'draw',
        routes: [],
        cities: [],
        win: [0.6, 0.4],
        taken: draw,
        decision: draw,
        why: [],
        later: [],
      }
    : null,
})
const review: Review = {
  done: 1,
  moments: [moment(0, false), moment(1, true), moment(2, false), moment(3, true)],
  accuracy: [1, 1],
  skill: [0, 0],
  luck: [0, 0],
  ideas: [],
}

test('the arrow keys go from mistake to mistake and stop at the ends', () => {
  const wrong = mistakes(review)
  expect(wrong.map(({ number }) => number)).toEqual([1, 3])
  expect(nextMistake(wrong, -1, 1)?.number).toBe(1)
  expect(nextMistake(wrong, 1, 1)?.number).toBe(3)
  expect(nextMistake(wrong, 3, 1)).toBeUndefined()
  expect(nextMistake(wrong, 3, -1)?.number).toBe(1)
})

test('the curve of a seat follows its own decisions', () => {
  const others = { ...moment(1, false), seat: 1, win: [0.3, 0.7] }
  const all = { ...review, moments: [moment(0, false), others, moment(2, false)] }
  expect(curve(all, 0)).toEqual([
    [0, 0.5],
    [2, 0.5],
  ])
  expect(curve(all, 1)).toEqual([[1, 0.7]])
})

test('mistakes are those of one seat, and the same advice is said once', () => {
  const advised = (number: number, seat: number, action: string, loss: number): ReviewMoment => {
    const { better, ...rest } = moment(number, true)
    return { ...rest, seat, loss, better: { ...better!, action } }
  }
  const moments = [
    advised(1, 0, 'tickets', 0.1),
    advised(2, 1, 'tickets', 0.4),
    advised(3, 0, 'claim a--b', 0.2),
    advised(5, 0, 'tickets', 0.3),
  ]
  const mine = mistakes({ ...review, moments }, 0)
  expect(mine.map(({ number }) => number)).toEqual([1, 3, 5])
  expect(grouped(mine).map(({ worst, all }) => [worst.number, all.length])).toEqual([
    [3, 1],
    [5, 2],
  ])
  expect(grouped(mistakes({ ...review, moments })).length).toBe(3)
})
