import { describe, expect, it, vi } from 'vitest'

vi.mock('./i18n.svelte', () => ({ t: (key: string, values = {}) => `«${[key, ...Object.values(values)].join(' ')}»` }))
const { atStake, hasWords, Naming, gain, loss, plain, stake, worth } = await import('./naming')

const city = (id: string, name: string, country: string | null = null, also: string[] = []) => ({
  id,
  name,
  lat: 0,
  lon: 0,
  country,
  also,
})
const ticket = (id: string, ends: [string, string], more = {}) => ({
  id,
  ends,
  points: 7,
  country: null,
  worth: {},
  long: false,
  sets: ['base'],
  provenance: 'verified',
  ...more,
})
const route = (id: string, cities: [string, string]) => ({
  id,
  cities,
  length: 1,
  spaces: 1,
  colour: 'red',
  locomotives: 0,
  tunnel: false,
  subway: false,
  twin: null,
  points: 1,
})
const abroad = { points: 0, worth: { france: 5, italy: 11 } }
const naming = new Naming({
  cities: [
    city('bern', 'Bern', null, ['Berne']),
    city('brig', 'Brig'),
    city('france-1', 'France', 'france'),
    city('italy-1', 'Italia', 'italy', ['Italie']),
  ],
  routes: [route('bern--brig', ['bern', 'brig']), route('brig--italy-1', ['brig', 'italy-1'])],
  tickets: [
    ticket('bern--brig', ['bern', 'brig']),
    ticket('bern--countries', ['bern', 'countries'], abroad),
    ticket('italy--countries', ['italy', 'countries'], { ...abroad, country: 'italy', worth: { france: 5 } }),
  ],
})

describe('the final count', () => {
  it('names the country that a ticket has reached, and the worth of each', () => {
    const worths = '(France\u00a05, Italia\u00a011)'
    const way = ['bern--brig', 'brig--italy-1']
    expect(naming.counted('bern--countries', 11, way)).toBe(`Bern – Italia ${worths}`)
    expect(naming.counted('bern--countries', -5, [])).toBe(`Bern – «browse.abroad» ${worths}`)
    expect(naming.counted('bern--brig', 7, way)).toBe('Bern – Brig')
  })
})

describe('stakes', () => {
  it('say what tickets win and lose together; abroad the country decides', () => {
    const all = stake(['bern--brig', 'bern--countries'].map((id) => naming.tickets.get(id)!))
    expect([gain(all), loss(all)]).toEqual(['+12\u00a0–\u00a018', '−12'])
    const one = stake([naming.tickets.get('bern--brig')!])
    expect([gain(one), loss(one)]).toEqual(['+7', '−7'])
  })

  it('are one thing or the other with one ticket, and a range with several', () => {
    const [plain, abroad] = ['bern--brig', 'bern--countries'].map((id) => naming.tickets.get(id)!)
    expect(atStake([plain!])).toBe('«table.offer-stake +7 −7»')
    expect(atStake([abroad!])).toBe('«table.offer-stake +5\u00a0–\u00a011 −5»')
    expect(atStake([plain!, abroad!])).toBe('«table.offer-between −12 +18»')
  })
})

describe('names', () => {
  it('are those of the board, and of countries abroad', () => {
    expect(naming.ticket('bern--brig')).toBe('Bern – Brig')
    expect(naming.ticket('bern--countries')).toBe('Bern – «browse.abroad»')
    expect(naming.ticket('italy--countries')).toBe('Italia – «browse.abroad»')
    expect(naming.city('nowhere')).toBe('nowhere')
  })
  it('lead to the places a ticket is about', () => {
    expect(naming.ends('bern--brig')).toEqual(['bern', 'brig'])
    expect(naming.ends('bern--countries')).toEqual(['bern', 'france-1', 'italy-1'])
    expect(naming.ends('italy--countries')).toEqual(['france-1', 'italy-1'])
  })
  it('tell what a ticket is worth', () => {
    expect(worth(naming.tickets.get('bern--brig')!)).toBe('7')
    expect(worth(naming.tickets.get('bern--countries')!)).toBe('5 – 11')
  })
  it('finds by the other names of cities and countries', () => {
    expect(hasWords(naming.soughtRoute('bern--brig'), 'berne brig')).toBe(true)
    expect(hasWords(naming.soughtRoute('brig--italy-1'), 'italie')).toBe(true)
    expect(hasWords(naming.soughtTicket('bern--brig'), 'BERNE')).toBe(true)
    expect(hasWords(naming.soughtTicket('bern--brig'), 'italie')).toBe(false)
  })
  it('are found by words in any order', () => {
    expect(hasWords('Bern – Zürich', 'zurich bern')).toBe(true)
    expect(hasWords('Saint-Étienne – Paris', 'paris saint etienne')).toBe(true)
    expect(hasWords('Bern – Zürich', 'bern basel')).toBe(false)
    expect(hasWords('København – Wien', 'kobenhavn')).toBe(true)
    expect(hasWords('Bern – Zürich', ' ')).toBe(true)
  })
  it('are searched without accents and capitals', () =>
    expect(plain('Bergmannstraße, ZÜRICH')).toBe('bergmannstrasse, zurich'))
})
