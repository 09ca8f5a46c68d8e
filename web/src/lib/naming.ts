/** Names of a board's things, as its facts give them. */
import { t } from './i18n.svelte'
import type { CityFact, RouteFact, TicketFact } from './protocol'

interface Facts {
  cities: CityFact[]
  routes: RouteFact[]
  tickets: TicketFact[]
}

/** Finds names by id. */
export class Naming {
  readonly #cities: Map<string, CityFact>
  readonly routes: Map<string, RouteFact>
  readonly tickets: Map<string, TicketFact>

  constructor(facts: Facts) {
    this.#cities = new Map(facts.cities.map((city) => [city.id, city]))
    this.routes = new Map(facts.routes.map((route) => [route.id, route]))
    this.tickets = new Map(facts.tickets.map((ticket) => [ticket.id, ticket]))
  }

  /** A city as on the board. */
  city(id: string): string {
    return this.#cities.get(id)?.name ?? id
  }

  /** A country as its exits on the board. */
  country(id: string): string {
    return [...this.#cities.values()].find((city) => city.country === id)?.name ?? id
  }

  route(id: string): string {
    const route = this.routes.get(id)
    return route ? route.cities.map((city) => this.city(city)).join(' – ') : id
  }

  ticket(id: string): string {
    const ticket = this.tickets.get(id)
    if (!ticket) return id
    return `${this.#from(ticket)} – ${isAbroad(ticket) ? t('browse.abroad') : this.city(ticket.ends[1])}`
  }

  /** The words a route is found by: its name, and the other names of its cities. */
  soughtRoute(id: string): string {
    return [this.route(id), ...this.#also(this.routes.get(id)?.cities ?? [])].join(' ')
  }

  /** The words a ticket is found by; one that leads abroad also by its countries. */
  soughtTicket(id: string): string {
    const ends = this.ends(id)
    return [this.ticket(id), ...ends.map((city) => this.city(city)), ...this.#also(ends)].join(' ')
  }

  #also(cities: readonly string[]): string[] {
    return cities.flatMap((city) => this.#cities.get(city)?.also ?? [])
  }

  /** A ticket in the final count: one that leads abroad with the country it has reached, and what each is worth. */
  counted(id: string, points: number, path: readonly string[]): string {
    const ticket = this.tickets.get(id)
    if (!ticket || !isAbroad(ticket)) return this.ticket(id)
    const lands = path
      .flatMap((route) => this.routes.get(route)?.cities ?? [])
      .map((city) => this.#cities.get(city)?.country)
    const reached = lands.find((land) => land && land !== ticket.country && ticket.worth[land] === points)
    return `${this.#from(ticket)} – ${reached ? this.country(reached) : t('browse.abroad')} (${this.worths(ticket)})`
  }

  #from(ticket: TicketFact): string {
    return ticket.country ? this.country(ticket.country) : this.city(ticket.ends[0])
  }

  /** The worth of a ticket in each of its countries. */
  worths(ticket: TicketFact): string {
    return Object.entries(ticket.worth)
      .map(([land, points]) => `${this.country(land)} ${points}`.replaceAll(' ', '\u00a0'))
      .join(', ')
  }

  /** The cities that a ticket leads to in any case: no exits, where there is a choice of countries. */
  fixed(id: string): string[] {
    const ticket = this.tickets.get(id)
    if (!ticket || !isAbroad(ticket)) return this.ends(id)
    return ticket.country ? [] : [ticket.ends[0]]
  }

  /** The cities a ticket names; border exits of all its countries. */
  ends(id: string): string[] {
    const ticket = this.tickets.get(id)
    if (!ticket) return []
    const lands = new Set([ticket.country, ...Object.keys(ticket.worth)])
    const exits = [...this.#cities.values()].filter((city) => city.country && lands.has(city.country))
    return [...ticket.ends.filter((end) => this.#cities.has(end)), ...exits.map((city) => city.id)]
  }
}

/** Cities to bring into sight, where a small screen shows a part of the board only. */
export function towards(
  naming: Naming | undefined,
  routes: readonly string[],
  cities: readonly string[],
): ReadonlySet<string> {
  if (!naming || !matchMedia('(max-width: 900px)').matches) return new Set()
  return new Set([...routes.flatMap((id) => naming.routes.get(id)?.cities ?? []), ...cities])
}

/** Whether a ticket leads to countries of different worth. */
export const isAbroad = (ticket: TicketFact): boolean => Object.keys(ticket.worth).length > 0

/** The worth of a ticket, in words: "12", or "5 – 11" where it depends on the country. */
export function worth(ticket: TicketFact): string {
  const values = Object.values(ticket.worth)
  return values.length ? `${Math.min(...values)} – ${Math.max(...values)}` : String(ticket.points)
}

export interface Stake {
  least: number // to win
  most: number
  lost: number
}

/** The points that tickets win if all are completed, and lose if none is; one that leads abroad loses the least it can win. */
export function stake(tickets: readonly TicketFact[]): Stake {
  const all = tickets.map(({ points, worth }) => (Object.keys(worth).length ? Object.values(worth) : [points]))
  const sum = (of: (...values: number[]) => number) => all.reduce((total, values) => total + of(...values), 0)
  return { least: sum(Math.min), most: sum(Math.max), lost: sum(Math.min) }
}

/** Points won: "+12", or "+5 – 11" where it depends on the country. */
export const gain = ({ least, most }: Stake): string => (least === most ? `+${least}` : `+${least}\u00a0–\u00a0${most}`)

/** Points lost, with a true minus sign. */
export const loss = ({ lost }: Stake): string => `−${lost}`

/** What is at stake, in words: one ticket is won or lost; several can come out anywhere in between. */
export function atStake(tickets: readonly TicketFact[]): string {
  const all = stake(tickets)
  if (tickets.length > 1) return t('table.offer-between', { low: loss(all), high: `+${all.most}` })
  return t('table.offer-stake', { gain: gain(all), loss: loss(all) })
}

/** Whether a name has all these words, in any order and with or without their accents. */
export function hasWords(name: string, words: string): boolean {
  const text = plain(name)
  return plain(words)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => text.includes(word))
}

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l' }

/** A text for searching: small letters, no accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœł]/g, (letter) => LETTERS[letter]!)
