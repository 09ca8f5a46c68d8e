/** The events of a decision; each knows what only its seat may see. */
import { changes, codes, notation, STATE } from '../generated/engine/layout.ts'
import type { Kit } from './desk.ts'
import type { Row } from './memory.ts'
import type { Event } from './messages.ts'
import { type Action, paid } from './notation.ts'
import { heldBy } from './view.ts'
import { cardsOf, named } from './words.ts'

type State = Row<typeof STATE>

/** One thing that happened: `open` for everybody, `secret` for its seat alone; what others miss is null to them. */
export interface Happening {
  kind: Event['kind']
  seat: number | null
  open: Record<string, unknown>
  secret: Record<string, unknown>
}

const happening = (kind: Event['kind'], seat: number | null, open: object = {}, secret: object = {}): Happening => ({
  kind,
  seat,
  open: { ...open },
  secret: { ...secret },
})

/** An event as a seat (null: a spectator) may know it. */
export function eventFor({ kind, seat, open, secret }: Happening, viewer: number | null): Event {
  const own = viewer !== null && viewer === seat
  const hidden = Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, own ? value : null]))
  return { kind, seat, ...open, ...hidden } as Event
}

/** What a decision was made of: the row of numbers that says what changed, and the states around it. */
export interface Change {
  changed: readonly number[]
  before: State
  after: State
  kit: Kit
  seat: number
  action: Action
}

/** Everything a decision led to, the decision itself first. */
export function eventsOf(change: Change): Happening[] {
  return [decision(change), ...cards(change), ...tickets(change), ...building(change), ...table(change)]
}

function decision({ changed, seat, action }: Change): Happening {
  const was = changed[changes.PHASE_BEFORE]!
  const ends = action.kind === 'pass' ? ((notation.ENDS as Record<number, string>)[was] ?? null) : null
  const told = { action: action.text, paid: action.kind === 'pay' ? paid(action) : null, ends }
  return was === codes.SETUP ? happening('decision', seat, {}, told) : happening('decision', seat, told)
}

function cards({ changed, before, after, seat, action }: Change): Happening[] {
  if (action.kind === 'take') return [happening('took', seat, { card: action.card })]
  if (action.kind === 'draw')
    return [happening('drew', seat, { cards: 1 }, { card: codes.COLOUR_NAMES[changed[changes.GAINED]!] })]
  if (action.kind === 'collect') {
    const had = before.line('hands', seat)
    const collected = cardsOf(after.line('hands', seat).map((n, colour) => n - had[colour]!))
    const n = before.list('n_warehouse')[action.warehouse]!
    return [happening('collected', seat, { warehouse: action.warehouse, cards: n }, { collected })]
  }
  if (action.kind === 'warehouse') return [happening('filled', seat, { warehouse: action.warehouse })]
  if (!changed[changes.REVEALED]) return []
  const revealed = named(after.list('revealed'), codes.COLOUR_NAMES)
  return [happening('tunnel', seat, { revealed, surcharge: changed[changes.SURCHARGED] })]
}

function tickets({ changed, before, after, kit, seat }: Change): Happening[] {
  const [was, phase] = [changed[changes.PHASE_BEFORE], changed[changes.PHASE]]
  if (phase === codes.OFFER) {
    const offer = named(after.line('offer', seat), kit.names.tickets)
    return [happening('offered', seat, { tickets: offer.length }, { offer })]
  }
  if (was === codes.OFFER) {
    const had = heldBy(before, seat, kit.names.tickets)
    const kept = heldBy(after, seat, kit.names.tickets).filter((ticket) => !had.includes(ticket))
    return [happening('kept', seat, { tickets: kept.length }, { kept })]
  }
  if (was !== codes.SETUP || phase === codes.SETUP) return []
  return [happening('chosen', null, { tickets: after.list('kept_at_setup').slice(0, after.number('n_seats')) })]
}

function building({ changed, before, kit, seat, action }: Change): Happening[] {
  const { routes, cities } = kit.names
  const [claimed, built, placed] = [changed[changes.CLAIMED]!, changed[changes.BUILT]!, changed[changes.PLACED]!]
  if (claimed !== codes.NONE)
    return [happening('claimed', seat, { route: routes[claimed], points: changed[changes.POINTS] })]
  if (built !== codes.NONE) return [happening('built', seat, { station: cities[built] })]
  if (placed !== codes.NONE) return [happening('placed', seat, { depot: cities[placed] })]
  return action.kind === 'take-back' ? [happening('gave-up', seat, { route: routes[before.number('route')] })] : []
}

/** What changes on the table: market, flush, reshuffle, last round, turn, end. */
function table({ changed, after }: Change): Happening[] {
  const found: Happening[] = []
  const [flushed, last, toMove] = [changed[changes.FLUSHED]!, changed[changes.LAST_ROUND]!, changed[changes.TO_MOVE]!]
  if (changed[changes.RESHUFFLED]) found.push(happening('reshuffled', null))
  if (flushed) found.push(happening('flushed', null, { times: flushed }))
  if (changed[changes.MARKET_CHANGED])
    found.push(happening('market', null, { cards: named(after.list('market'), codes.COLOUR_NAMES) }))
  if (last !== codes.NONE) found.push(happening('last-round', last))
  if (changed[changes.PHASE] === codes.OVER)
    found.push(happening('over', null, { reason: codes.END_NAMES[changed[changes.ENDED]!] }))
  else if (toMove !== changed[changes.TO_MOVE_BEFORE]) found.push(happening('turn', toMove))
  return found
}
