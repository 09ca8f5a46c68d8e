/** The texts a board needs, in the language that was chosen. */
import type { BoardWords, LaidRoute, Layout } from './board/types'
import { t, words } from './i18n.svelte'

/** "Paris – Dieppe: 1 pink card, tunnel". */
export function routeText(route: LaidRoute, from: string, to: string): string {
  const cost = route.colour === 'gray' ? t('board.any', { n: route.length }) : t(`cards.some-${route.colour}`, { n: route.length })
  const parts = [`${from} – ${to}: ${cost}`]
  if (route.tunnel) parts.push(t('board.tunnel'))
  if (route.locomotives) parts.push(t('board.ferry', { n: route.locomotives }))
  if (route.subway) parts.push(t('board.subway'))
  return parts.join(', ')
}

export const boardWords = (layout: Layout): BoardWords => ({
  board: t('board.label', { name: words(layout.name) }),
  title: words(layout.name),
  subtitle: t('board.subtitle'),
  zoomIn: t('board.zoom-in'),
  zoomOut: t('board.zoom-out'),
  fit: t('board.fit'),
  route: routeText,
  city: (city) => city.name,
})
