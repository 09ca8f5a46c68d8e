import { expect, test } from 'vitest'
import { marks, rolling } from './figures'

test('the line averages the last games, at first those there are', () => {
  expect(rolling([1, 0, 0.5], 2)).toEqual([1, 0.5, 0.25])
  expect(rolling([])).toEqual([])
})

test('the axis ends at 100 and shows the lowest game', () => {
  expect(marks([])).toEqual([80, 90, 100])
  expect(marks([0.93, 1])).toEqual([80, 90, 100])
  expect(marks([0.93, 0.71])).toEqual([70, 80, 90, 100])
  expect(marks([0.33])).toEqual([20, 40, 60, 80, 100])
  expect(marks([0])).toEqual([0, 20, 40, 60, 80, 100])
})
