/** Refusals of the server, as sentences in the reader's language: one for each fault, made of its code and values. */
import { Refused } from './api'
import { cardsText } from './cards'
import { coded, hasText, list, t } from './i18n.svelte'
import type { Naming } from './naming'
import type { FaultInfo } from './protocol'

/** The names of a game's things where a refusal or a reason is shown. */
export interface Speaker {
  seat: (seat: number) => string
  route: (id: string) => string
  city: (id: string) => string
  ticket: (id: string) => string
}

/** The names of a board and of those who play. */
export const speakerOf = (names: Naming, seat: (seat: number) => string): Speaker => ({
  seat,
  route: (id) => names.route(id),
  city: (id) => names.city(id),
  ticket: (id) => names.ticket(id),
})

type Value = FaultInfo['params'][string]

const itself = (id: string) => id
const NOBODY: Speaker = { seat: (n) => t('refusal.seat', { n: n + 1 }), route: itself, city: itself, ticket: itself }
const COUNTS = ['excess', 'placed', 'needed', 'more', 'most', 'least', 'seats', 'days'] // the number a text agrees with

/** Why something was refused; whatever is not a refusal means that no answer came. */
export const why = (refusal: unknown, by: Speaker = NOBODY): string =>
  refusal instanceof Refused && refusal.code !== 'offline' ? reasons(refusal, by).join(' ') : t('refusal.offline')

/** One sentence a fault, each once; a server newer than this page may know more faults, and speaks for itself. */
export function reasons({ faults, message }: { faults: FaultInfo[]; message: string }, by: Speaker = NOBODY): string[] {
  const known = faults.length && faults.every(({ code }) => hasText('faults', code))
  return known ? [...new Set(faults.map((fault) => sentence(fault, by)))] : [message]
}

function sentence({ code, where, params }: FaultInfo, by: Speaker): string {
  const text = coded('faults', code, said(params, by))
  return where.startsWith('actions[') ? `${where}: ${text}` : text // of a record, which action it is
}

function said(params: FaultInfo['params'], by: Speaker): Record<string, string | number> {
  const all = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value, by)]))
  const n = Number(COUNTS.map((name) => params[name]).find((count) => typeof count === 'number') ?? 1)
  const { colour, nearest, value } = params
  if (typeof colour === 'string') Object.assign(all, { card: coded('cards.a', colour), cards: cardsText(colour, n) })
  all.nearest = nearest ? t('refusal.nearest', { name: String(nearest) }) : ''
  all.given = value === undefined ? t('refusal.missing') : t('refusal.given', { value: String(value) })
  return { ...all, n }
}

function worded(name: string, value: Value, by: Speaker): string | number {
  if (name === 'route' || name === 'city' || name === 'ticket') return by[name](String(value))
  if (name === 'seat' || name === 'owner') return by.seat(Number(value))
  if (name === 'to_act' || name === 'free') return list((value as number[]).map((seat) => by.seat(seat)))
  if (name === 'hand') return hand(value as Record<string, number>)
  if (Array.isArray(value)) return list(value.map(String))
  return typeof value === 'number' ? value : String(value)
}

const hand = (cards: Record<string, number>): string =>
  list(Object.entries(cards).map(([card, n]) => cardsText(card, n))) || t('refusal.no-cards')
