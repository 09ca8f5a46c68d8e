import { beforeEach, expect, test, vi } from 'vitest'
import { fresh } from './form'
import { dropSheet, savedSheets, saveSheet } from './saved'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})

test('saved sheets are there again, the newest first, and can be thrown away', () => {
  saveSheet(fresh('usa', 2), [10, 20], 1)
  saveSheet(fresh('india', 3), [1, 2, 3], 2)
  expect(savedSheets().map(({ form, totals }) => [form.game, totals])).toEqual([
    ['india', [1, 2, 3]],
    ['usa', [10, 20]],
  ])
  expect(dropSheet(2).map(({ at }) => at)).toEqual([1])
})

test('a sheet that is saved again stands there once, with its new totals', () => {
  saveSheet(fresh('usa', 2), [10, 20], 1)
  expect(saveSheet(fresh('usa', 2), [11, 20], 2).map(({ totals }) => totals)).toEqual([[11, 20]])
})

test('what is no sheet is left out', () => {
  localStorage.setItem('eclisse.sheets', '[{"at": 1, "form": {"game": 3}, "totals": []}, null, 7]')
  expect(savedSheets()).toEqual([])
})
