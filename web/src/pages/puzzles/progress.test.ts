import { expect, test } from 'vitest'
import { fromLists, joined, toLists, without } from './progress'

test('progress of two devices is joined: nothing is lost, and what was right once is right', () => {
  expect(joined({ 1: true, 2: false, 3: true }, { 1: false, 2: true, 4: false })).toEqual({
    1: true,
    2: true,
    3: true,
    4: false,
  })
})

test('the server is told lists and answers with lists', () => {
  const progress = { 3: true, 7: false, 12: true }
  expect(toLists(progress)).toEqual({ right: [3, 12], wrong: [7] })
  expect(fromLists(toLists(progress))).toEqual(progress)
})

test('what the server was not told stays in the browser', () => {
  expect(without({ 1: true, 2: false, 3: true }, { 1: true, 3: false })).toEqual({ 2: false, 3: true })
})
