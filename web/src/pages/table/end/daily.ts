/** A result in the deal of the day, for the page and for the picture of it. */
import { locale, number, t } from '../../../lib/i18n.svelte'
import type { Daily } from '../../../lib/protocol'

export interface Fact {
  name: string
  value: string
  more: string
}

/** Place, points and days in a row; none for somebody without a result. */
export function factsOf({ results, players, streak }: Daily): Fact[] {
  const mine = results.find((row) => row.yours)
  if (!mine) return []
  const fact = (name: string, value: number, more: string) => ({ name, value: number(value), more })
  return [
    fact(t('end.daily-place'), mine.place, t('end.daily-of', { n: players })),
    fact(t('end.points'), mine.points, t('end.daily-bot', { n: mine.other })),
    fact(t('end.daily-streak'), streak, t('end.daily-days', { n: streak })),
  ]
}

/** A day such as 2026-11-17, as the language writes it: everybody has the same one. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A result in words. */
export const factsText = (facts: Fact[]): string =>
  facts.map(({ name, value, more }) => `${name} ${value} ${more}`).join(' · ')
