/** The entries for a game played at home; kept on the device. It knows no rule: others count. */

import { STYLES } from '../../lib/styles'

export interface Seat {
  name: string
  style: number // colour and pattern of its pieces
}

export interface Form {
  game: string
  modules: string[]
  seats: Seat[]
  routes: Record<string, number> // seat by route
  tickets: Record<string, number>
  stations: Record<string, number> // seat by city
  depots: Record<string, number>
  depotsLeft: Record<string, number> // by seat; those left out have all that they have not placed
}

export type Kind = 'routes' | 'tickets' | 'stations' | 'depots'
const KINDS: readonly Kind[] = ['routes', 'tickets', 'stations', 'depots']
const SEATS = 5

export const fresh = (game: string, seats: number): Form => ({
  game,
  modules: [],
  seats: Array.from({ length: seats }, (_, style) => ({ name: '', style })),
  routes: {},
  tickets: {},
  stations: {},
  depots: {},
  depotsLeft: {},
})

/** Give a thing to a seat, or take it back if it is the seat's already. */
export function toggled(form: Form, kind: Kind, id: string, seat: number): Form {
  return given(form, kind, id, form[kind][id] === seat ? null : seat)
}

/** Give a thing to a seat, or to nobody. */
export function given(form: Form, kind: Kind, id: string, seat: number | null): Form {
  const { [id]: _, ...others } = form[kind]
  return { ...form, [kind]: seat === null ? others : { ...others, [id]: seat } }
}

/** With more or fewer seats; what belonged to a seat that left is nobody's. */
export function seated(form: Form, n: number): Form {
  const used = new Set<number>(form.seats.slice(0, n).map((seat) => seat.style))
  const spare = STYLES.filter((style) => !used.has(style))
  const seats = Array.from({ length: n }, (_, i) => form.seats[i] ?? { name: '', style: spare.shift() ?? 0 })
  return filtered({ ...form, seats }, (_, __, seat) => seat < n)
}

/** A colour for a seat; whoever had it gets the seat's old one. */
export function coloured(form: Form, seat: number, style: number): Form {
  const old = form.seats[seat]?.style ?? 0
  const seats = form.seats.map((one, i) =>
    i === seat ? { ...one, style } : one.style === style ? { ...one, style: old } : one,
  )
  return { ...form, seats }
}

/** Only what the game has: its routes, tickets and cities. */
export function fitted(form: Form, has: Record<Kind, ReadonlySet<string>>): Form {
  return filtered(form, (kind, id) => has[kind].has(id))
}

function filtered(form: Form, keeps: (kind: Kind, id: string, seat: number) => boolean): Form {
  const next = { ...form }
  for (const kind of KINDS) {
    const rows = Object.entries(form[kind]).filter(([id, seat]) => keeps(kind, id, seat))
    if (rows.length < Object.keys(form[kind]).length) next[kind] = Object.fromEntries(rows)
  }
  const left = Object.entries(form.depotsLeft).filter(([seat]) => Number(seat) < form.seats.length)
  return { ...next, depotsLeft: Object.fromEntries(left) }
}

/** How much was entered. */
export const entered = (form: Form): number => KINDS.reduce((sum, kind) => sum + Object.keys(form[kind]).length, 0)

/** The things that belong to a seat. */
export const owned = (things: Record<string, number>, seat: number): string[] =>
  Object.keys(things).filter((id) => things[id] === seat)

/** The finished game as the server's count takes it. */
export function position(form: Form): Record<string, unknown> {
  const bySeat = (things: Record<string, number>) => form.seats.map((_, seat) => owned(things, seat))
  return {
    game: form.game,
    modules: form.modules,
    seats: form.seats.length,
    phase: 'over',
    routes: form.routes,
    tickets: bySeat(form.tickets),
    stations: bySeat(form.stations),
    depots: bySeat(form.depots),
    depots_left: form.seats.map((_, seat) => form.depotsLeft[seat] ?? null),
  }
}

/** A form as it was stored, or nothing if it is not one. */
export function restored(text: string | null): Form | null {
  try {
    const data = JSON.parse(text ?? 'null') as Partial<Form> | null
    if (!data || typeof data.game !== 'string' || !Array.isArray(data.seats) || !Array.isArray(data.modules))
      return null
    const seats = data.seats.map(({ name, style }, i) => ({
      name: String(name ?? ''),
      style: Number(style ?? i) % STYLES.length,
    }))
    if (seats.length < 2 || seats.length > SEATS) return null
    return { ...fresh(data.game, 0), ...data, seats } as Form
  } catch {
    return null
  }
}
