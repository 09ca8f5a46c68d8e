import { describe, expect, it } from 'vitest'
import { depots, paid, tunnel } from '../../../lib/feed/recorded'
import type { Pay, Update } from '../../../lib/protocol'
import {
  answers,
  cheaper,
  depotsMayFollow,
  endsTurn,
  followed,
  forced,
  keeping,
  NOTHING,
  ofKind,
  openCities,
  openRoutes,
  placeOf,
  tick,
  tickedOf,
  waysOf,
  type Choice,
  type Legal,
} from './draft'

const legal = (update: Update): Legal[] => update.own!.legal
const one = (update: Update, text: string): Legal => legal(update).find((some) => some.text === text)!
const choosing = (update: Update, text: string): Choice => ({ about: 'decision', ones: [one(update, text)] })
const [turn, claimed, done] = paid
const ROUTE = 'brandenburger-tor--reichstag'

describe('a claim', () => {
  it('is sent with its payment where there are several, the cheapest one first', () => {
    const ways = waysOf(choosing(turn, `claim ${ROUTE}`), turn)
    expect(ways.map(({ send, then }) => [send, ...then])).toEqual([
      [`claim ${ROUTE}`, 'pay 1 red'],
      [`claim ${ROUTE}`, 'pay 1 locomotive'],
    ])
  })

  it('is sent alone where there is one payment, which is shown', () => {
    const [way, other] = waysOf(choosing(turn, 'claim checkpoint-charlie--gendarmenmarkt'), turn)
    expect(other).toBeUndefined()
    expect([way?.then, way?.pay?.text]).toEqual([[], 'pay 1 red 1 locomotive'])
  })

  it('is paid for later where it was sent alone, and the server waits', () => {
    const choice = forced(legal(claimed), claimed.view)!
    expect(choice.about).toBe('paying')
    expect(waysOf(choice, claimed).map(({ send, then, pay }) => [send, then, pay?.text])).toEqual([
      ['pay 1 red', [], 'pay 1 red'],
      ['pay 1 locomotive', [], 'pay 1 locomotive'],
    ])
    expect(placeOf(choice, claimed.view)).toEqual({ route: ROUTE })
    expect(forced(legal(turn), turn.view)).toBeNull()
    expect(forced([], claimed.view)).toBeNull()
  })

  it('of a tunnel is paid for ahead, but not the surcharge', () => {
    const [before, , surcharge] = tunnel
    const ways = waysOf(choosing(before, 'claim france-1--martigny'), before)
    expect(ways.map(({ then }) => then)).toEqual([['pay 2 white'], ['pay 2 black']])
    expect(forced(legal(surcharge), surcharge.view)).toBeNull()
    expect(answers(legal(surcharge), {}).map(({ text }) => text)).toEqual(['take-back'])
  })
})

describe('a choice', () => {
  it('is forgotten with the building once it is no longer legal', () => {
    const draft = { ...NOTHING, choice: choosing(turn, `claim ${ROUTE}`), mode: 'depot' as const }
    expect(followed(draft, legal(turn), turn).choice).toBe(draft.choice)
    expect(followed(draft, legal(done), done)).toEqual(NOTHING)
    const [, , placing] = depots
    expect(followed({ ...NOTHING, mode: 'depot' }, legal(placing), placing).mode).toBe('depot')
    expect(followed({ ...NOTHING, mode: 'station' }, legal(placing), placing).mode).toBeNull()
  })

  it('stays the same way that the coach has doubts about', () => {
    const [, way] = waysOf(choosing(turn, `claim ${ROUTE}`), turn)
    const choice: Choice = { about: 'mistake', ones: [one(turn, `claim ${ROUTE}`)], way: way!, loss: 0.1 }
    expect(waysOf(choice, turn)).toEqual([way])
    expect(placeOf(choice, turn.view)).toEqual({ route: ROUTE })
  })

  it('among routes or warehouses sends nothing else', () => {
    const [start] = depots
    const routes: Choice = { about: 'which', ones: ofKind(legal(start), 'claim').slice(0, 2) }
    expect(placeOf(routes, start.view).among).toEqual(routes.ones.map(({ route }) => route))
    const stocks: Choice = { about: 'warehouse', ones: ofKind(legal(start), 'warehouse') }
    expect(waysOf(stocks, start)).toEqual([
      { send: 'warehouse 0', then: [] },
      { send: 'warehouse 1', then: [] },
    ])
    expect(placeOf(stocks, start.view)).toEqual({})
  })

  it('on the map is a route, or a city for a building', () => {
    const [, , placing] = depots
    expect(openRoutes(null, legal(turn)).has(ROUTE)).toBe(true)
    expect(openRoutes('station', legal(turn)).size).toBe(0)
    expect(openCities(null, legal(placing), 'depots').has('alexanderplatz')).toBe(true)
    expect(openCities(null, legal(placing), 'main').size).toBe(0)
    expect(placeOf(choosing(placing, 'depot alexanderplatz'), placing.view)).toEqual({ city: 'alexanderplatz' })
  })
})

it('payments begin with the one that keeps most locomotives, in the colour you hold most of', () => {
  const pay = (colour: string | null, cards: number, locomotives: number): Pay => ({
    ...(ofKind(legal(claimed), 'pay')[0] as Pay),
    colour,
    cards,
    locomotives,
  })
  const ways = [pay(null, 0, 3), pay('red', 1, 2), pay('blue', 3, 0), pay('red', 2, 1), pay('green', 3, 0)]
  const sorted = ways.toSorted(cheaper({ red: 2, blue: 3, green: 7, locomotive: 3 }))
  expect(sorted.map((way) => way.locomotives)).toEqual([0, 0, 1, 2, 3])
  expect(sorted[0]?.colour).toBe('green')
})

it('what gives something up comes last', () => {
  const [first, second] = ofKind(legal(claimed), 'pay')
  const decline: Legal = { kind: 'decline', text: 'decline' }
  expect(answers([decline, second!, first!], { red: 1 })).toEqual([first, second, decline])
})

it('tickets are ticked one by one, and kept if the server lets them', () => {
  const [, offer] = depots
  const tickets = offer.view.offer!.join(' ')
  const kept = (draft: typeof NOTHING) => keeping(legal(offer), tickedOf(draft, tickets))?.text
  expect(kept(NOTHING)).toBeUndefined()
  const second = tick(NOTHING, tickets, 1)
  expect(kept(second)).toBe('keep 2')
  expect(kept(tick(second, tickets, 0))).toBe('keep 1 2')
  expect(kept(tick(second, tickets, 1))).toBeUndefined()
  expect(tickedOf(second, 'another offer')).toEqual([])
  expect(followed(second, legal(offer), offer).ticked).toEqual(second.ticked)
})

describe('depots', () => {
  const [start, offer, placing, over] = depots
  const wanted = { ...NOTHING, depots: true }

  it('end the turn by themselves unless some are to follow', () => {
    expect([start, offer, placing, over].map((update) => endsTurn(NOTHING, update))).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(endsTurn(wanted, placing)).toBe(false)
    const first = { ...placing, own: { ...placing.own!, legal: ofKind(legal(placing), 'depot') } }
    expect(endsTurn(NOTHING, first)).toBe(false) // the first ones of a game are not skipped
  })

  it('follow for one turn', () => {
    expect(followed(wanted, legal(placing), placing).depots).toBe(true)
    expect(followed(wanted, legal(over), over).depots).toBe(false)
  })

  it('may follow only in a turn of one’s own, and while there are some left', () => {
    expect([start, offer, placing, over, turn].map(depotsMayFollow)).toEqual([true, true, false, false, false])
  })
})
