import { expect, test, vi } from 'vitest'

vi.mock('./prefs.svelte', () => ({ prefs: { language: 'en' } }))
const { countdown, day, locale, number } = await import('./i18n.svelte')

test('time that is left is not told a day too short', () => {
  expect(countdown(2 * 86400 + 23 * 3600 + 59 * 60)).toBe('2d 23h')
  expect(countdown(3 * 86400)).toBe('3d')
  expect(countdown(3600 + 59 * 60)).toBe('1h 59m')
  expect(countdown(245)).toBe('4:05')
})

test('a number has its decimals and a true minus sign', () => {
  expect([number(-3.25), number(1234, 0)]).toEqual(['−3.3', '1,234'])
})

test('dates are written as in the country of the browser', () => {
  const spring = Date.UTC(2026, 2, 4, 12) / 1000
  vi.stubGlobal('navigator', { languages: ['de-CH', 'en-GB', 'en-US'] })
  expect([locale(), day(spring)]).toEqual(['en-GB', '4 Mar 2026'])
  vi.stubGlobal('navigator', { languages: ['fr-FR'] })
  expect([locale(), day(spring)]).toEqual(['en', 'Mar 4, 2026'])
})
