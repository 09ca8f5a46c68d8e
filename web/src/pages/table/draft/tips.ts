/** Which rules bite where, as the knobs of the game say. The rules themselves are the server's. */
import type { TIPS } from '../../../lib/codes'
import { t } from '../../../lib/i18n.svelte'
import type { GameFacts, RouteFact } from '../../../lib/protocol'

export interface Tip {
  about: (typeof TIPS)[number]
  params: Record<string, string | number>
}

type Rules = GameFacts['rules']
type Bite = Tip | false

const told = (...all: Bite[]): Tip[] => all.filter((one) => one !== false)

/** Of a route to be claimed at a table of so many seats. */
export const routeTips = (rules: Rules, route: RouteFact, seats: number): Tip[] =>
  told(
    route.tunnel && rules.tunnel_cards > 0 && { about: 'tunnel', params: { n: rules.tunnel_cards } },
    route.locomotives > 0 && { about: 'ferry', params: { n: route.locomotives } },
    route.twin !== null && seats < rules.both_tracks_from && { about: 'double', params: { n: seats } },
  )

/** Of a face-up card to be taken. */
export const cardTips = (rules: Rules, card: string, phase: string): Tip[] =>
  card !== 'locomotive'
    ? []
    : told(
        rules.face_up_locomotive === 'two-cards' && phase === 'main' && { about: 'locomotive', params: {} },
        rules.locomotives_on === 'tunnels' && { about: 'tunnels-only', params: {} },
        rules.face_up_locomotive === 'one-card' && phase === 'main' && { about: 'one-card', params: {} },
      )

/** Of a building, at its price. */
export const buildTips = (rules: Rules, what: 'station' | 'depot', cost: number): Tip[] =>
  told(
    what === 'station' && {
      about: 'station',
      params: { cost: t('browse.any', { n: cost }), n: rules.station_points },
    },
    what === 'depot' && { about: 'depot', params: { n: rules.depot_bonus } },
  )
