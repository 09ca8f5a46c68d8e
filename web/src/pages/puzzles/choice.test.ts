import { expect, test } from 'vitest'
import { chosen, gradeOf, nextOf, placeOf, queryOf, readChoice } from './choice'

const ALL = [
  { number: 1, game: 'usa', modules: [], seats: 2, difficulty: 4 },
  { number: 2, game: 'india', modules: [], seats: 3, difficulty: 5 },
  { number: 3, game: 'usa', modules: [], seats: 2, difficulty: 3 },
]
const numbers = (game: string, grade: string) => chosen(ALL, { game, grade }, 5).map((one) => one.number)

test('a puzzle that few bots find is harder', () => {
  const grades = [0, 1, 2, 3, 4, 5].map((difficulty) => gradeOf({ difficulty }, 5))
  expect(grades).toEqual(['easy', 'easy', 'medium', 'medium', 'hard', 'hard'])
})

test('puzzles are chosen by game and by grade, easy ones first', () => {
  expect(numbers('', '')).toEqual([3, 1, 2])
  expect(numbers('usa', '')).toEqual([3, 1])
  expect(numbers('usa', 'medium')).toEqual([3])
  expect(numbers('india', 'easy')).toEqual([])
})

test('the puzzles of a game are counted without gaps', () => {
  expect(ALL.map((one) => placeOf(ALL, one))).toEqual([2, 1, 1])
})

test('the address keeps the choice', () => {
  const choice = { game: 'europe-1912', grade: 'hard' }
  expect(readChoice(new URLSearchParams(queryOf(choice)))).toEqual(choice)
  expect(queryOf({ game: '', grade: '' })).toBe('')
})

test('the next puzzle is one that was not tried; after the last comes the first', () => {
  expect(nextOf(ALL, 1, {})?.number).toBe(2)
  expect(nextOf(ALL, 1, { 2: false })?.number).toBe(3)
  expect(nextOf(ALL, 3, { 1: true })?.number).toBe(2)
  expect(nextOf(ALL, 3, { 1: true, 2: true })?.number).toBe(1)
  expect(nextOf(ALL.slice(0, 2), 3, {})?.number).toBe(1)
  expect(nextOf([], 3, {})).toBeUndefined()
})
