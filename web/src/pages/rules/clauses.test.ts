import { describe, expect, it } from 'vitest'
import texts from '../../i18n/rules.en.json'
import { keyOf } from '../../lib/codes'
import type { GameRules, RouteFact } from '../../lib/protocol'
import { differences, mandala, scoring, sections, warehouses, type Clause } from './clauses'

const BASIC = {
  pieces: [45, 0],
  cards: { pink: 12, locomotive: 14 },
  points: [],
  hand: 4,
  flush_at: 3,
  face_up_locomotive: 'two-cards',
  locomotives_on: 'any-route',
  deal_long: 0,
  deal: 3,
  keep: 2,
  long_first: 0,
  keep_without_long: 0,
  unkept_setup: 'bottom',
  unkept_play: 'bottom',
  tie_stations: 0,
  tie_longest: 1,
  stations: 0,
  station_points: 0,
  longest: 10,
  globetrotter: 0,
  mandala: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  depots: 0,
  depot_bonus: 0,
  both_tracks_from: 4,
  tunnel_cards: 3,
  last_round_at: 2,
  draw: 3,
  draw_keep: 1,
} as unknown as GameRules

const route = (length: number, points: number, more: Partial<RouteFact> = {}): RouteFact => ({
  id: 'a--b',
  cities: ['a', 'b'],
  length,
  spaces: length,
  colour: 'red',
  locomotives: 0,
  tunnel: false,
  subway: false,
  twin: null,
  points,
  ...more,
})
const game = (rules: Partial<GameRules> = {}, routes = [route(2, 2)], seats: [number, number] = [2, 5]) => ({
  rules: { ...BASIC, ...rules },
  routes,
  seats,
  tickets: [],
})
const keys = (clauses: Clause[]) => clauses.map((clause) => clause.key)

describe('the rules of a game', () => {
  it('differ in nothing from themselves', () => expect(differences(game(), game())).toEqual([]))

  it('tell each knob that differs, with its number', () => {
    const found = differences(
      game({ stations: 3, station_points: 4, deal: 5, longest: 0 }, [route(2, 2, { tunnel: true })], [2, 3]),
      game(),
    )
    expect(keys(found)).toEqual([
      'rules.seats',
      'rules.tunnel-short',
      'rules.deal',
      'rules.stations-short',
      'rules.no-longest',
    ])
    expect(found[2]!.params).toMatchObject({ n: 5, keep: 2 })
  })

  it('leave out what a board does not have', () => {
    const plain = sections(game()).flatMap((section) => keys(section.clauses))
    for (const key of [
      'rules.tunnel',
      'rules.ferry',
      'rules.subway',
      'rules.double',
      'rules.stations-build',
      'rules.mandala',
      'rules.globetrotter',
    ])
      expect(plain).not.toContain(key)
    expect(plain).toContain('rules.longest')
  })

  it('have a sentence for every clause of any game', () => {
    const all = game(
      {
        stations: 3,
        globetrotter: 15,
        mandala: [0, 5, 10, 10],
        deal_long: 2,
        long_first: 1,
        tie_longest: 0,
        tie_stations: 1,
        pieces: [11, 5],
        unkept_setup: 'shuffled-bottom',
        unkept_play: 'out',
        locomotives_on: 'tunnels',
        face_up_locomotive: 'one-card',
        hand: 2,
        draw: 4,
        last_round_at: 1,
        both_tracks_from: 3,
        cards: { pink: 6, locomotive: 8 },
      },
      [route(2, 2, { tunnel: true, twin: 'x' }), route(3, 4, { locomotives: 1 }), route(1, 3, { subway: true })],
    )
    const clauses = [...differences(all, game()), ...differences(game({ deal_long: 1 }), game()), ...warehouses(BASIC)]
    for (const one of [all, game(), game({ unkept_setup: 'out' })])
      clauses.push(...sections(one).flatMap((section) => section.clauses))
    const known = Object.keys(texts).map((key) => `rules.${key}`)
    expect(known).toEqual(expect.arrayContaining(keys(clauses)))
    expect(known).toEqual(expect.arrayContaining(sections(all).map(({ id }) => keyOf('rules.section', id))))
  })

  it('show the points of the lengths there are', () => {
    const table = scoring(game({}, [route(3, 4), route(1, 1), route(3, 4), route(2, 3, { subway: true })]))
    expect(table).toEqual({
      trains: [
        { length: 1, points: 1 },
        { length: 3, points: 4 },
      ],
      subways: [{ length: 2, points: 3 }],
    })
    expect(mandala({ ...BASIC, mandala: [0, 5, 10, 40, 40, 40] }).map((row) => row.points)).toEqual([5, 10, 40])
  })
})
