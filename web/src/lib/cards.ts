/** Wagon cards in words. */
import { coded, list, t } from './i18n.svelte'
import type { Pay, RouteFact } from './protocol'

export const CARDS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'locomotive'] as const

/** "3 red cards". */
export const cardsText = (card: string, n: number): string => coded('cards.some', card, { n })

/** The price of a route: "1 pink card, tunnel". */
export function priceText(route: Pick<RouteFact, 'colour' | 'length' | 'locomotives' | 'tunnel' | 'subway'>): string {
  const parts = [route.colour === 'gray' ? t('browse.any', { n: route.length }) : cardsText(route.colour, route.length)]
  if (route.tunnel) parts.push(t('browse.kind-tunnel'))
  if (route.locomotives) parts.push(t('browse.ferry', { n: route.locomotives }))
  if (route.subway) parts.push(t('browse.kind-subway'))
  return parts.join(', ')
}

/** "2 red cards and 1 locomotive". */
export function payText(pay: Pay): string {
  const parts = pay.colour && pay.cards ? [cardsText(pay.colour, pay.cards)] : []
  if (pay.locomotives) parts.push(cardsText('locomotive', pay.locomotives))
  return list(parts)
}

/** Cards in words, equal ones together. */
export function counted(cards: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
  return [...counts].map(([card, n]) => cardsText(card, n))
}
