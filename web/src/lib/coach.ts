/** The coach's words, in the reader's language: decisions and reasons come as codes with values. */
import { cardsText, payText } from './cards'
import { coded, hasText, list, t } from './i18n.svelte'
import type { DecisionInfo, ReasonInfo } from './protocol'
import type { Speaker } from './refusals'

const COUNTS = ['left', 'lacking', 'missing', 'tickets', 'ready', 'turns', 'n', 'spaces', 'trains'] // the number a text agrees with

/** A decision, such as "Claiming Boston – New York". */
export function decisionText({ action, tickets }: DecisionInfo, by: Speaker): string {
  switch (action.kind) {
    case 'take':
      return t('decisions.take', { card: coded('cards.a', action.card) })
    case 'claim':
      return t('decisions.claim', { route: track(action.route, by) })
    case 'station':
    case 'depot':
      return coded('decisions', action.kind, { city: by.city(action.city) })
    case 'warehouse':
    case 'collect':
      return coded('decisions', action.kind, { name: by.seat(action.warehouse) })
    case 'pay':
      return t('decisions.pay', { cards: payText(action) })
    case 'keep':
      return tickets.length ? t('decisions.keep', { tickets: list(tickets.map(by.ticket)) }) : t('decisions.keep-none')
    default:
      return coded('decisions', action.kind)
  }
}

/** One sentence a reason; a server newer than this page may know more reasons, and those are left out. */
export const reasonTexts = (reasons: readonly ReasonInfo[], by: Speaker): string[] =>
  reasons.filter(({ code }) => hasText('reasons', code)).map((reason) => reasonText(reason, by))

function reasonText({ code, params }: ReasonInfo, by: Speaker): string {
  const all = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value, by)]))
  const n = Number(COUNTS.map((name) => params[name]).find((count) => count !== undefined) ?? 1)
  const { colour } = params
  return coded('reasons', code, { ...all, n, ...(colour !== undefined && { cards: cardsText(String(colour), n) }) })
}

function worded(name: string, value: string | number, by: Speaker): string | number {
  if (name === 'route' || name === 'needed') return track(String(value), by)
  if (name === 'ticket') return by.ticket(String(value))
  if (name === 'seat') return by.seat(Number(value))
  return name === 'colour' || name === 'other' ? coded('cards.name', value) : value
}

/** A route; of two tracks, which one: "Boston – New York (2)". */
function track(id: string, by: Speaker): string {
  const [, number] = id.split('.')
  return number ? `${by.route(id)} (${number})` : by.route(id)
}
