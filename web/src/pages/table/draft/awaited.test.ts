import { expect, test } from 'vitest'
import { awaited, passing } from './awaited'

test('the first depots are asked for, later ones are offered', () => {
  expect(awaited({ phase: 'depots', drawn: 0, turns: 0 })).toBe('depots')
  expect(awaited({ phase: 'depots', drawn: 0, turns: 3 })).toBe('after')
})

test('a warehouse once filled, the first card must be taken; the second may be left', () => {
  expect(awaited({ phase: 'drawing', drawn: 0, turns: 3 })).toBe('cards')
  expect(awaited({ phase: 'drawing', drawn: 1, turns: 3 })).toBe('drawing')
})

test('only at the start of a turn passing is called passing', () => {
  expect(['main', 'drawing', 'depots'].map(passing)).toEqual(['table.pass', 'table.stop', 'table.end-turn'])
})
