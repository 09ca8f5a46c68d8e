import { expect, it, vi } from 'vitest'
import type { Daily } from '../../../lib/protocol'

const prefs = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../../../lib/prefs.svelte', () => ({ prefs }))
const { dayText, factsOf, factsText } = await import('./daily')
const { learn } = await import('../../../lib/i18n.svelte')
await Promise.all([learn('en'), learn('fr')])

const row = (place: number, points: number, yours = false) => ({ place, name: '', points, other: 98, yours })
const daily = { day: '2026-11-17', results: [row(1, 130), row(2, 112, true)], players: 17, streak: 4 } as Daily

it('tells place, points and days in a row in both languages', () => {
  prefs.language = 'en'
  expect(factsText(factsOf(daily))).toBe('Place 2 of 17 so far · Points 112 98 for the bot · Streak 4 days in a row')
  prefs.language = 'fr'
  expect(factsText(factsOf(daily))).toBe(
    'Rang 2 sur 17 jusqu’ici · Points 112 98 pour le robot · Série 4 jours de suite',
  )
})

it('tells a first result as one, and nothing where there is none', () => {
  prefs.language = 'en'
  const first = factsOf({ ...daily, results: [row(1, 112, true)], players: 1, streak: 1 })
  expect(factsText(first)).toBe('Place 1 the only one so far · Points 112 98 for the bot · Streak 1 day')
  expect(factsOf({ ...daily, results: [row(1, 130)] })).toEqual([])
})

it('names the same day everywhere', () => {
  prefs.language = 'fr'
  expect(dayText('2026-11-17')).toContain('17 novembre 2026')
})
