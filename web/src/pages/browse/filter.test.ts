import { describe, expect, it, vi } from 'vitest'

vi.mock('../../lib/i18n.svelte', () => ({ t: (key: string) => key }))
const { filteredRoutes, filteredTickets, kindOf } = await import('./filter')

const route = (id: string, colour: string, length: number, more = {}) => ({
  id,
  cities: id.split('--') as [string, string],
  length,
  spaces: length,
  colour,
  locomotives: 0,
  tunnel: false,
  subway: false,
  twin: null,
  points: 1,
  ...more,
})
const ROUTES = [
  route('zurich--aarau', 'red', 2, { tunnel: true }),
  route('genève--brig', 'blue', 4, { twin: 'x', locomotives: 1 }),
  route('bern--brig', 'red', 4),
]
const itself = (id: string) => id
const NAMES = { route: itself, soughtRoute: itself, ticket: itself, soughtTicket: itself }
const all = { text: '', colour: '', length: '', kind: '' }
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('filters', () => {
  it('leave everything, by name, when empty', () =>
    expect(ids(filteredRoutes(ROUTES, all, NAMES))).toEqual(['bern--brig', 'genève--brig', 'zurich--aarau']))
  it('find cities without accents and in any case', () =>
    expect(ids(filteredRoutes(ROUTES, { ...all, text: 'GENEVE' }, NAMES))).toEqual(['genève--brig']))
  it('combine', () => {
    expect(ids(filteredRoutes(ROUTES, { ...all, colour: 'red', length: '4' }, NAMES))).toEqual(['bern--brig'])
    expect(ids(filteredRoutes(ROUTES, { ...all, kind: 'tunnel' }, NAMES))).toEqual(['zurich--aarau'])
    expect(kindOf(ROUTES[1]!)).toEqual(['ferry', 'double'])
  })
  it('choose tickets by set', () => {
    const ticket = (id: string, sets: string[]) => ({
      id,
      ends: ['a', 'b'] as [string, string],
      points: 5,
      country: null,
      worth: {},
      long: false,
      sets,
      provenance: 'verified',
    })
    const tickets = [ticket('a--b', ['1912']), ticket('c--d', ['europe', '1912']), ticket('e--f', ['europe'])]
    expect(ids(filteredTickets(tickets, { text: '', set: 'europe' }, NAMES))).toEqual(['c--d', 'e--f'])
  })
})
