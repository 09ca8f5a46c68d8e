import { expect, test } from 'vitest'
import { of } from './elision'

test('“de” is elided before a vowel, and before the silent h of a person’s name', () => {
  const people = ['Clara', 'Ada', 'Élodie', 'Hélène', 'Henri', 'Hugo', 'Hans', 'Yann']
  expect(people.map((name) => of(name, true))).toEqual([
    'de Clara',
    'd’Ada',
    'd’Élodie',
    'd’Hélène',
    'd’Henri',
    'd’Hugo',
    'de Hans',
    'de Yann',
  ])
  expect(of('Helena', false)).toBe('de Helena')
  expect(of('Athina', false)).toBe('d’Athina')
})
