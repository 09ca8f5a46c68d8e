/** A position as JSON: names become numbers here; the engine decides what follows, and whether it can be. */
import { codes, FLAW, form, limits, SKETCH, sketch, STATE } from '../generated/engine/layout.ts'
import type { FaultInfo } from '../generated/protocol.ts'
import type { Desk, Kit } from './desk.ts'
import { cut, fault, Illegal, shown, told } from './faults.ts'
import { room, Row, Writable } from './memory.ts'
import { keyHalves } from './notation.ts'

export type Json = Record<string, unknown>
type Params = FaultInfo['params']
type Of = keyof typeof form.UNKNOWN
type Names = Record<Of, readonly string[]>

const MOST = limits.MAX_SEATS
const has = <K extends string>(keys: readonly K[] | Readonly<Record<K, unknown>>, key: string): key is K =>
  Array.isArray(keys) ? keys.includes(key) : key in keys
const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole = (value: unknown, high: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= high

const nameOf = (value: unknown): string => (typeof value === 'string' ? cut(value) : shown(value))

/** Reads one position into a sketch and notes every fault on the way. */
class Reader {
  readonly faults: FaultInfo[] = []
  readonly #data: Json
  readonly #n: number
  readonly #names: Names
  readonly #to: Writable<typeof SKETCH>

  constructor(data: Json, kit: Kit, seats: number, to: Writable<typeof SKETCH>) {
    this.#data = data
    this.#n = seats
    this.#names = { ...kit.names, cards: codes.COLOUR_NAMES }
    this.#to = to
  }

  #fault(code: string, where = '', params: Params = {}): void {
    this.faults.push(fault(code, where, params))
  }

  read(): void {
    for (const key of Object.keys(this.#data))
      if (!has(sketch.KEYS, key)) this.#fault('unknown-key', '', { key: cut(key) })
    this.#to.set('seats', [this.#n])
    sketch.KEYS.forEach((key, i) => {
      const value = this.#data[key] ?? null
      this.#to.set('given', [value === null ? 0 : 1], i)
      if (has(form.EACH, key)) this.#rows(key).forEach((one, seat) => this.#value(key, `${key}[${seat}]`, one, seat))
      else this.#value(key, key, value, 0)
    })
    this.#phase()
    this.#ended()
    this.#key()
    this.#owners()
    this.#mixed()
    this.#known()
  }

  /** One value of a key, into its place of the field with the same name. */
  #value(key: (typeof sketch.KEYS)[number], where: string, value: unknown, place: number): void {
    if (has(form.SEATS, key)) this.#to.set(key, [this.#whole(where, value, form.SEATS[key], this.#n - 1)])
    else if (has(form.NUMBERS, key)) {
      const [otherwise, most] = form.NUMBERS[key]
      this.#to.set(key, [this.#whole(where, value, otherwise, most)], place)
    } else if (has(form.CARDS, key)) this.#to.set(key, this.#cards(where, value), place * codes.N_COLOURS)
    else if (has(form.NAME, key))
      this.#to.set(key, [value === null ? codes.NONE : (this.#index(where, value, form.NAME[key]) ?? codes.NONE)])
    else if (has(form.NAMES, key)) {
      const [of, most] = form.NAMES[key]
      const found = value === null ? [] : this.#list(where, value, of, most)
      this.#to.set(key, [...found, ...Array<number>(most - found.length).fill(codes.NONE)], place * most)
    }
  }

  #index(where: string, name: unknown, of: Of): number | null {
    const found = typeof name === 'string' ? this.#names[of].indexOf(name) : -1
    if (found >= 0) return found
    this.#fault(form.UNKNOWN[of], where, { name: nameOf(name) })
    return null
  }

  #whole(where: string, value: unknown, otherwise: number, high: number): number {
    if (value === null || value === undefined) return otherwise
    if (isWhole(value, high)) return value
    this.#fault('number-expected', where, { low: 0, high, value: shown(value) })
    return otherwise
  }

  #seat(where: string, value: unknown): number | null {
    if (isWhole(value, this.#n - 1)) return value
    this.#fault('seat-expected', where, { last: this.#n - 1, value: shown(value) })
    return null
  }

  /** One entry a seat; seats that nobody has have none. */
  #rows(key: string): unknown[] {
    const value = this.#data[key] ?? null
    const none = Array<unknown>(MOST).fill(null)
    if (Array.isArray(value) && value.length === this.#n) return none.map((_, i) => (value[i] as unknown) ?? null)
    if (value !== null) this.#fault('list-for-seats-expected', key, { seats: this.#n, value: shown(value) })
    return none
  }

  #map(key: string, otherwise: string): [string, unknown][] {
    const value = this.#data[key] ?? null
    if (isMap(value)) return Object.entries(value)
    if (value !== null) this.#fault(otherwise, key, { value: shown(value) })
    return []
  }

  #list(where: string, value: unknown, of: Of, most: number): number[] {
    if (Array.isArray(value) && value.length <= most)
      return value.map((name) => this.#index(where, name, of)).filter((found) => found !== null)
    this.#fault('names-expected', where, { most, value: shown(value) })
    return []
  }

  #cards(where: string, value: unknown): number[] {
    const row = Array<number>(codes.N_COLOURS).fill(0)
    if (!isMap(value)) {
      if (value !== null) this.#fault('cards-expected', where, { value: shown(value) })
      return row
    }
    for (const [name, n] of Object.entries(value)) {
      const colour = this.#index(where, name, 'cards')
      const params = { low: 0, high: form.MOST_CARDS, value: shown(n) }
      if (!isWhole(n, form.MOST_CARDS)) this.#fault('number-expected', `${where}.${cut(name)}`, params)
      else if (colour !== null) row[colour] = n
    }
    return row
  }

  #phase(): void {
    const name = this.#data.phase === undefined ? 'main' : this.#data.phase
    const phase = codes.PHASE_NAMES.findIndex((one) => one === name)
    if (phase < 0) this.#fault('phase-expected', 'phase', { phases: [...codes.PHASE_NAMES], value: shown(name) })
    this.#to.set('phase', [phase < 0 ? codes.MAIN : phase])
  }

  #ended(): void {
    const value = this.#data.ended ?? null
    const ended = codes.END_NAMES.findIndex((one) => one === value)
    if (typeof value !== 'string')
      this.#to.set('ended', [this.#whole('ended', value, codes.NONE, codes.EVERYBODY_PASSED)])
    else {
      if (ended < 0) this.#fault('ended-expected', 'ended', { reasons: [...codes.END_NAMES], value: shown(value) })
      this.#to.set('ended', [ended < 0 ? codes.NONE : ended])
    }
  }

  #key(): void {
    const key = this.#data.key ?? '0'.repeat(32)
    if (typeof key === 'string' && /^[0-9a-f]{32}$/i.test(key)) this.#to.set('key', keyHalves(key))
    else this.#fault('key-expected', 'key', { value: shown(key) })
  }

  #owners(): void {
    const owners = Array<number>(limits.MAX_ROUTES).fill(codes.NONE)
    for (const [name, value] of this.#map('routes', 'owners-expected')) {
      const [route, owner] = [this.#index('routes', name, 'routes'), this.#seat(`routes.${cut(name)}`, value)]
      if (route !== null && owner !== null) owners[route] = owner
    }
    this.#to.set('routes', owners)
  }

  #mixed(): void {
    const mixed = this.#data.mixed === undefined ? [0, 0] : this.#data.mixed
    if (!Array.isArray(mixed) || mixed.length !== 2)
      return this.#fault('mixed-expected', 'mixed', { value: shown(mixed) })
    this.#to.set(
      'mixed',
      mixed.map((value, i) => this.#whole(`mixed[${i}]`, value, 0, limits.MAX_TICKETS)),
    )
  }

  #known(): void {
    const known = Array<number>(limits.MAX_TICKETS).fill(0)
    for (const [name, seats] of this.#map('known', 'known-expected')) {
      const ticket = this.#index('known', name, 'tickets')
      if (!Array.isArray(seats)) this.#fault('known-expected', `known.${cut(name)}`, { value: shown(seats) })
      else if (ticket !== null)
        for (const one of seats) {
          const seat = this.#seat(`known.${name}`, one)
          if (seat !== null) known[ticket]! |= 1 << seat
        }
    }
    this.#to.set('known', known)
  }
}

/** The kit of a position and its state as bytes; Illegal lists every fault. A position without a key has none. */
export function readPosition(desk: Desk, data: unknown): { kit: Kit; seats: number; state: Uint8Array } {
  if (!isMap(data)) throw new Illegal(fault('position-expected', '', { value: shown(data) }))
  const missing = ['game', 'seats'].filter((key) => data[key] === undefined)
  if (missing.length) throw new Illegal(...missing.map((key) => fault('missing-key', '', { key })))
  const { game, seats, modules = [] } = data
  if (typeof game !== 'string') throw new Illegal(fault('game-expected', 'game', { value: shown(game) }))
  if (typeof seats !== 'number' || !Number.isInteger(seats))
    throw new Illegal(fault('number-expected', 'seats', { low: 2, high: MOST, value: shown(seats) }))
  const kit = desk.kit(game, modulesOf(data, modules ?? []))
  if (!kit) throw new Illegal(fault('unknown-game', 'game', { name: cut(game) }))
  const [low, high] = [kit.rules.number('min_seats'), kit.rules.number('max_seats')]
  if (seats < low || seats > high) throw new Illegal(fault('wrong-seats', 'seats', { game, low, high, seats }))
  const { engine } = desk
  const to = new Writable(engine, SKETCH, room(engine, SKETCH.size))
  const [at, out] = [room(engine, STATE.size), room(engine, (sketch.MOST_FLAWS + 1) * FLAW.size)]
  const reader = new Reader(data, kit, seats, to)
  reader.read()
  const depth = reader.faults.length ? sketch.ASSEMBLED : sketch.REACHABLE
  const n = engine.settle(to.at, kit.board.at, kit.rules.at, at, depth, out)
  const flaws = Array.from({ length: Math.min(n, sketch.MOST_FLAWS) }, (_, i) =>
    flawOf(new Row(engine, FLAW, out + i * FLAW.size), kit),
  )
  const state = new Row(engine, STATE, at).bytes.slice()
  for (const used of [to.at, at, out]) engine.release(used)
  const faults = [...reader.faults, ...flaws]
  if (faults.length) throw new Illegal(...told(faults, reader.faults.length + n))
  return { kit, seats, state }
}

/** The modules of a position; depots and warehouses say that theirs is played. */
function modulesOf(data: Json, modules: unknown): string[] {
  if (!Array.isArray(modules) || !modules.every((one) => typeof one === 'string'))
    throw new Illegal(fault('modules-expected', 'modules', { value: shown(modules) }))
  const isEmpty = (one: unknown) => !one || (typeof one === 'object' && !Object.keys(one).length)
  const rows = form.DEPOT_KEYS.map((key) => data[key])
  const shows = rows.some((row) => Array.isArray(row) && row.some((one) => !isEmpty(one)))
  return shows && !modules.includes(form.DEPOT_MODULE) ? [...modules, form.DEPOT_MODULE] : modules
}

const CODES = Object.keys(sketch.FLAWS) as (keyof typeof sketch.FLAWS)[]

/** What the engine finds wrong, as a fault. */
function flawOf(row: Row<typeof FLAW>, kit: Kit): FaultInfo {
  const code = CODES[row.number('code')]!
  const params = sketch.FLAWS[code].map((name) => [name, valueOf(code, name, row, kit)] as const)
  return fault(code, whereOf(row.number('where'), row.number('place')), Object.fromEntries(params))
}

const whereOf = (key: number, place: number): string =>
  key === codes.NONE ? '' : place === codes.NONE ? sketch.KEYS[key]! : `${sketch.KEYS[key]}[${place}]`

function valueOf(code: string, name: string, row: Row<typeof FLAW>, { names }: Kit): Params[string] {
  const phase = row.number('phase')
  if (name === 'route') return names.routes[row.number('route')]!
  if (name === 'city') return names.cities[row.number('city')]!
  if (name === 'ticket') return names.tickets[row.number('ticket')]!
  if (name === 'colour') return codes.COLOUR_NAMES[row.number('colour')]!
  if (name === 'phase') return codes.PHASE_NAMES[phase]!
  if (name === 'keys') return [...(sketch.ABOUT as Record<number, readonly string[]>)[phase]!]
  if (name === 'reasons') return codes.END_NAMES.slice(row.number('low'))
  if (name === 'other') return whereOf(row.number('other'), row.number('other_place'))
  const number = row.number(name as keyof typeof FLAW.fields)
  if (name !== 'value') return number
  return code === 'ended-expected' ? `"${codes.END_NAMES[number]}"` : `${number}`
}
