import { expect, test } from 'vitest'
import { stylesOf } from './styles'

test('a favourite colour is swapped with its owner, or taken from the box', () => {
  expect(stylesOf(3, 0, null)).toEqual([0, 1, 2])
  expect(stylesOf(3, 0, 2)).toEqual([2, 1, 0])
  expect(stylesOf(3, 1, 5)).toEqual([0, 5, 2])
  expect(stylesOf(3, null, 2)).toEqual([0, 1, 2])
})
