import { describe, expect, it, vi } from 'vitest'
import type { GameFacts, RouteFact } from '../../../lib/protocol'

vi.mock('../../../lib/i18n.svelte', () => ({ t: (key: string, { n }: { n: number }) => `${key} ${n}` }))
const { buildTips, cardTips, routeTips } = await import('./tips')

const plain = { tunnel_cards: 3, both_tracks_from: 4, face_up_locomotive: 'two-cards', locomotives_on: 'any-route' }
const rules = (more = {}) => ({ ...plain, station_points: 4, depot_bonus: 10, ...more }) as GameFacts['rules']
const route = (more = {}) => ({ tunnel: false, locomotives: 0, twin: null, ...more }) as RouteFact
const about = (all: { about: string }[]) => all.map((one) => one.about)

describe('tips', () => {
  it('of a route follow from what it is and how many play', () => {
    expect(routeTips(rules(), route(), 2)).toEqual([])
    expect(about(routeTips(rules(), route({ tunnel: true, locomotives: 1 }), 2))).toEqual(['tunnel', 'ferry'])
    expect(about(routeTips(rules(), route({ twin: 'x' }), 3))).toEqual(['double'])
    expect(routeTips(rules(), route({ twin: 'x' }), 4)).toEqual([])
    expect(routeTips(rules({ tunnel_cards: 0 }), route({ tunnel: true }), 2)).toEqual([])
  })

  it('of a face-up locomotive follow from the knobs, and no other card has any', () => {
    const swiss = rules({ face_up_locomotive: 'one-card', locomotives_on: 'tunnels' })
    expect(about(cardTips(rules(), 'locomotive', 'main'))).toEqual(['locomotive'])
    expect(about(cardTips(swiss, 'locomotive', 'main'))).toEqual(['tunnels-only', 'one-card'])
    expect(about(cardTips(swiss, 'locomotive', 'drawing'))).toEqual(['tunnels-only'])
    expect(cardTips(rules(), 'red', 'main')).toEqual([])
  })

  it('of a building tell its price and what it is worth unbuilt', () => {
    expect(buildTips(rules(), 'station', 2)).toEqual([{ about: 'station', params: { cost: 'browse.any 2', n: 4 } }])
    expect(buildTips(rules(), 'depot', 0)).toEqual([{ about: 'depot', params: { n: 10 } }])
  })
})
