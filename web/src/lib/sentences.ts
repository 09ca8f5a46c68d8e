/** Events, in sentences. */
import { counted } from './cards'
import { coded, list, t } from './i18n.svelte'
import type { Naming } from './naming'
import type { Step } from './protocol'

type Event = Step['events'][number]
type Who = (seat: number) => string

/** The sentence of an event; none for those that go without saying. */
export function sentence(event: Event, names: Naming, who: Who): string | null {
  const name = event.seat === null ? '' : who(event.seat)
  switch (event.kind) {
    case 'took':
      return t('log.took', { name, card: coded('cards.a', event.card) })
    case 'drew':
      return event.card
        ? t('log.drew-own', { name, card: coded('cards.a', event.card) })
        : t('log.drew', { name, n: event.cards })
    case 'offered':
      return t('log.offered', { name, n: event.tickets })
    case 'kept':
      return event.kept?.length
        ? t('log.kept-own', { name, tickets: list(event.kept.map((ticket) => names.ticket(ticket))) })
        : t('log.kept', { name, n: event.tickets })
    case 'claimed':
      return t('log.claimed', { name, route: names.route(event.route), n: event.points })
    case 'built':
      return t('log.built', { name, city: names.city(event.station) })
    case 'placed':
      return t('log.placed', { name, city: names.city(event.depot) })
    case 'tunnel':
      return t(event.surcharge ? 'log.tunnel' : 'log.tunnel-free', {
        name,
        cards: list(counted(event.revealed)),
        n: event.surcharge,
      })
    case 'gave-up':
      return t('log.gave-up', { name, route: names.route(event.route) })
    case 'filled':
      return t('log.filled', { name, owner: who(event.warehouse) })
    case 'collected':
      return t('log.collected', { name, owner: who(event.warehouse), n: event.cards })
    case 'flushed':
      return t('log.flushed', { n: event.times })
    case 'reshuffled':
      return t('log.reshuffled')
    case 'chosen':
      return t('log.chosen')
    case 'last-round':
      return t('log.last-round', { name })
    case 'over':
      return t('log.over')
    case 'undone':
      return t('log.undone', { name })
    case 'decision':
      if (event.action !== 'pass' || event.ends === 'depots') return null
      return t(event.ends === 'draw' ? 'log.stopped' : 'log.passed', { name })
    default:
      return null
  }
}

const INSTEAD = { clock: 'log.clock', 'stand-in': 'log.stand-in' } as const

/** All sentences of a step; first, if so, that a bot decided because its player was away or had no time left. */
export function sentencesOf(step: Step, names: Naming, who: Who): string[] {
  const texts = step.events.map((event) => sentence(event, names, who)).filter((text) => text !== null)
  const why = step.by in INSTEAD ? INSTEAD[step.by as keyof typeof INSTEAD] : null
  return why && texts.length ? [t(why, { name: who(step.seat) }), ...texts] : texts
}

const UNTOLD: readonly Event['kind'][] = ['decision', 'turn', 'market']

/** The cards that a step drew unseen, if it did nothing else that is told. */
function blind({ events }: Step): Extract<Event, { kind: 'drew' }> | null {
  const [one, ...more] = events.filter(({ kind }) => !UNTOLD.includes(kind))
  return one?.kind === 'drew' && !one.card && !more.length ? one : null
}

/** The same steps, with the cards that a seat drew unseen one after the other as one. */
export function joined(steps: readonly Step[]): Step[] {
  const all: Step[] = []
  for (const step of steps) {
    const before = all.at(-1)
    const [last, now] = [before && blind(before), blind(step)]
    if (before && last && now && before.seat === step.seat && before.by === step.by)
      all[all.length - 1] = { ...step, events: [{ ...now, cards: last.cards + now.cards }] }
    else all.push(step)
  }
  return all
}

/** What happened in several steps. */
export const story = (steps: readonly Step[], names: Naming, who: Who): string =>
  joined(steps)
    .flatMap((step) => sentencesOf(step, names, who))
    .join(' ')
