/** A draft in words. */
import { payText } from '../../../lib/cards'
import { coded, number, t } from '../../../lib/i18n.svelte'
import type { Play } from '../play.svelte'
import { passing } from './awaited'
import { placeOf, waysOf, type Choice, type Legal, type Place, type Way } from './draft'
import { buildTips, cardTips, routeTips, type Tip } from './tips'

export interface Option extends Way {
  label: string
  route?: string // that is meant
}

/** A choice as it is asked about. */
export interface Proposal extends Place {
  title: string
  detail?: string
  tips: Tip[] // rules that bite here
  options: Option[]
  back?: string // what taking it back is called, where that is the better answer
  forced?: boolean // the server waits for one of these
}

const PLAIN = {
  draw: 'table.draw',
  tickets: 'table.tickets-draw',
  'take-back': 'table.take-back',
  decline: 'table.decline',
} as const

/** A decision. */
export function labelOf(one: Legal, { names, update, seat, who }: Play): string {
  const view = update?.view
  switch (one.kind) {
    case 'take':
      return t('table.take', { card: coded('cards.a', one.card) })
    case 'draw':
    case 'tickets':
    case 'take-back':
    case 'decline':
      return t(PLAIN[one.kind])
    case 'pass':
      return t(passing(view?.phase))
    case 'claim':
      return t('table.claim', { route: names.route(one.route), n: names.routes.get(one.route)?.points ?? 0 })
    case 'station':
      return t('table.station', { city: names.city(one.city) })
    case 'depot':
      return t('table.depot', { city: names.city(one.city) })
    case 'warehouse':
    case 'collect': {
      const stock = { name: who(one.warehouse), n: view?.seats[one.warehouse]?.warehouse ?? 0 }
      if (one.kind === 'warehouse') return t('table.warehouse', stock)
      return t(one.warehouse === seat ? 'table.collect-mine' : 'table.collect', stock)
    }
    case 'pay':
      return t('table.pay', { cards: payText(one) })
    case 'keep': {
      const tickets = one.places.map((place) => names.ticket(view?.offer?.[place] ?? ''))
      return tickets.length ? t('table.keep', { tickets: tickets.join(', ') }) : t('table.keep-none')
    }
  }
}

/** The rules that bite where something is decided. */
export function tipsOf(one: Legal, play: Play): Tip[] {
  const { names, update } = play
  const { rules } = play.facts
  const route = one.kind === 'claim' && names.routes.get(one.route)
  if (route) return routeTips(rules, route, update?.view.seats.length ?? 0)
  if (one.kind === 'take') return cardTips(rules, one.card, update?.view.phase ?? '')
  return one.kind === 'station' && !play.draft.mode ? buildingTips('station', play) : []
}

/** The rules that bite where a building is placed. */
export function buildingTips(what: 'station' | 'depot', { facts, update }: Play): Tip[] {
  const pay = update?.own?.station_payments[0]
  return buildTips(facts.rules, what, pay ? pay.cards + pay.locomotives : 0)
}

/** A choice as it is asked about. */
export function proposalOf(choice: Choice, play: Play): Proposal {
  const { view } = play.update!
  const options = waysOf(choice, play.update!).map((way) => ({ ...way, ...optionOf(choice, way, play) }))
  return { tips: [], ...placeOf(choice, view), ...asked(choice, play), options }
}

/** The title of a choice, and what else is said about it. */
function asked(choice: Choice, play: Play): Omit<Proposal, 'options' | 'tips'> & { tips?: Tip[] } {
  const { view } = play.update!
  switch (choice.about) {
    case 'decision': {
      const [one] = choice.ones
      const about = { title: labelOf(one, play), tips: tipsOf(one, play) }
      if (one.kind !== 'tickets') return about
      const { draw, draw_keep: least } = play.facts.rules // what drawing tickets means
      return { ...about, detail: t('table.tickets-ask', { n: Math.min(draw, view.ticket_deck), least }) }
    }
    case 'which':
      return { title: t('table.which') }
    case 'warehouse':
      return {
        title: t('table.warehouse-title'),
        detail: t('table.warehouse-detail'),
        tips: [{ about: 'warehouse', params: {} }],
      }
    case 'mistake': {
      const detail = t('coach.sure-cost', { points: number(100 * choice.loss, 0) })
      return { title: t('coach.sure'), detail, back: t('coach.sure-no') }
    }
    case 'paying': {
      const what = view.route ? play.names.route(view.route) : view.city ? play.names.city(view.city) : ''
      return { title: t('table.paying', { what }), forced: true }
    }
    case 'collecting':
      return { title: t('table.collecting'), detail: t('table.collecting-detail'), forced: true }
  }
}

/** One way to go on. */
function optionOf(choice: Choice, { send, pay }: Way, play: Play): Pick<Option, 'label' | 'route'> {
  if (choice.about === 'mistake') return { label: t('coach.sure-yes') }
  if (choice.about === 'decision') return { label: pay ? t('table.pay', { cards: payText(pay) }) : t('table.confirm') }
  const one = choice.ones.find(({ text }) => text === send)!
  if (choice.about === 'which' && one.kind === 'claim') return { label: whichOne(one.route, play), route: one.route }
  if (one.kind !== 'warehouse') return { label: labelOf(one, play) }
  const stock = { name: play.who(one.warehouse), n: play.update?.view.seats[one.warehouse]?.warehouse ?? 0 }
  return { label: t(one.warehouse === play.seat ? 'table.warehouse-mine' : 'table.warehouse-of', stock) }
}

/** A route among several, by which it is told from the others. */
export const whichOne = (route: string, { names, price }: Play): string =>
  t('table.which-one', { route: names.route(route), price: price(route) })
