/** A player's draft, before anything is sent: plain data, and pure functions of it. It knows no rule, only what
 * the server says is legal. */
import type { Own, Pay, Update, View } from '../../../lib/protocol'

export type Legal = Own['legal'][number]

export type OfKind<Kind extends Legal['kind']> = Legal & { kind: Kind }

/** One way to go on: a decision, and those that follow it in the same message. */
export interface Way {
  send: string
  then: string[]
  pay?: Pay
}

/** A choice to be confirmed, paid for or told apart before anything is sent. */
export type Choice =
  | { about: 'decision'; ones: [Legal] }
  | { about: 'which'; ones: OfKind<'claim'>[] } // a finger may mean several routes
  | { about: 'warehouse'; ones: OfKind<'warehouse'>[] }
  | { about: 'mistake'; ones: [Legal]; way: Way; loss: number } // the chance to win that it gives away
  | { about: 'paying' | 'collecting'; ones: Legal[] } // the server waits for one of these

export type Mode = 'station' | 'depot' | null

export interface Draft {
  choice: Choice | null
  mode: Mode // a city is being chosen to build on
  depots: boolean // some are to follow the action of this turn; otherwise the turn ends by itself
  ticked: { offer: string; places: readonly number[] } // tickets of an offer
}

export const NOTHING: Draft = { choice: null, mode: null, depots: false, ticked: { offer: '', places: [] } }

/** The same draft with no decision begun. */
export const cleared = (draft: Draft): Draft => ({ ...draft, choice: null, mode: null })

/** A draft after an update: choices that are no longer legal are dropped. */
export function followed(draft: Draft, legal: readonly Legal[], { seat, view }: Update): Draft {
  const depots = draft.depots && (seat === null || view.to_act.includes(seat))
  if (draft.choice?.ones.some((one) => !legal.some(({ text }) => text === one.text)))
    return { ...cleared(draft), depots }
  const mode = legal.some(({ kind }) => kind === draft.mode) ? draft.mode : null
  return { ...draft, depots, mode }
}

// --- decisions -------------------------------------------------------------------------------------------------------

export const ofKind = <Kind extends Legal['kind']>(legal: readonly Legal[], kind: Kind): OfKind<Kind>[] =>
  legal.filter((one) => one.kind === kind) as OfKind<Kind>[]

/** Which of two payments comes first: the one with fewer locomotives, then the colour you hold most of. */
export const cheaper =
  (hand: Record<string, number>) =>
  (a: Pay, b: Pay): number =>
    a.locomotives - b.locomotives || (hand[b.colour ?? ''] ?? 0) - (hand[a.colour ?? ''] ?? 0)

/** How a claim or a station can be paid for, the cheapest way first; nothing else is paid for. */
export function payments(one: Legal, { affordable, station_payments }: Own, hand: Record<string, number>): Pay[] {
  const all =
    one.kind === 'claim'
      ? affordable.find(({ route }) => route === one.route)?.payments
      : one.kind === 'station'
        ? station_payments
        : []
  return (all ?? []).toSorted(cheaper(hand))
}

/** The ways to go on with a choice. A payment is a decision of its own only where there are several. */
export function waysOf(choice: Choice, { own, view }: Update): Way[] {
  if (choice.about === 'mistake') return [choice.way]
  if (choice.about !== 'decision')
    return choice.ones.map((one) => ({ send: one.text, then: [], ...(one.kind === 'pay' ? { pay: one } : {}) }))
  const [one] = choice.ones
  const pays = own ? payments(one, own, view.hand ?? {}) : []
  if (!pays.length) return [{ send: one.text, then: [] }]
  return pays.map((pay) => ({ send: one.text, then: pays.length > 1 ? [pay.text] : [], pay }))
}

/** The legal decisions, the cheapest payment first, and last those that give something up. */
export function answers(legal: readonly Legal[], hand: Record<string, number>): Legal[] {
  const others = legal.filter(({ kind }) => kind !== 'pay' && kind !== 'decline')
  return [...ofKind(legal, 'pay').toSorted(cheaper(hand)), ...others, ...ofKind(legal, 'decline')]
}

/** The step that the server waits for in the middle of a decision. */
export function forced(legal: readonly Legal[], { phase, hand }: View): Choice | null {
  if (!legal.length || (phase !== 'paying' && phase !== 'collecting')) return null
  return { about: phase, ones: answers(legal, hand ?? {}) }
}

// --- on the map ------------------------------------------------------------------------------------------------------

/** The places meant on the map. */
export interface Place {
  route?: string
  city?: string
  among?: string[] // routes to choose from
}

export function placeOf({ about, ones }: Choice, view: View): Place {
  if (about === 'which') return { among: ones.map(({ route }) => route) }
  if (about === 'paying') return view.route ? { route: view.route } : {}
  const one = about === 'decision' || about === 'mistake' ? ones[0] : null
  if (one?.kind === 'claim') return { route: one.route }
  return one?.kind === 'station' || one?.kind === 'depot' ? { city: one.city } : {}
}

/** The routes that can be claimed by choosing them. */
export const openRoutes = (mode: Mode, legal: readonly Legal[]): Set<string> =>
  new Set(mode ? [] : ofKind(legal, 'claim').map(({ route }) => route))

/** The cities that can be built on by choosing them. */
export function openCities(mode: Mode, legal: readonly Legal[], phase: string | undefined): Set<string> {
  const what = mode ?? (phase === 'depots' ? 'depot' : null)
  return new Set(what ? ofKind(legal, what).map(({ city }) => city) : [])
}

// --- tickets and depots ----------------------------------------------------------------------------------------------

/** The places of an offer that are ticked; a choice stays while others make theirs. */
export const tickedOf = ({ ticked }: Draft, offer: string): readonly number[] =>
  ticked.offer === offer ? ticked.places : []

/** Tick a ticket of an offer, or no longer. */
export function tick(draft: Draft, offer: string, place: number): Draft {
  const before = tickedOf(draft, offer)
  const places = before.includes(place) ? before.filter((one) => one !== place) : [...before, place]
  return { ...draft, ticked: { offer, places } }
}

/** The decision that keeps the tickets that are ticked, if there is one. */
export const keeping = (legal: readonly Legal[], places: readonly number[]): OfKind<'keep'> | undefined =>
  ofKind(legal, 'keep').find(
    (one) => one.places.length === places.length && one.places.every((place) => places.includes(place)),
  )

/** Whether it is the seat's turn, and depots may follow what it does. */
export function depotsMayFollow({ own, seat, view }: Update): boolean {
  if (!own?.legal.length || seat === null || ['setup', 'depots'].includes(view.phase)) return false
  return (view.seats[seat]?.depots ?? 0) > 0
}

/** Whether the action of a turn is done and no depots are to follow it: then the turn ends by itself. */
export const endsTurn = ({ depots }: Draft, { own, view }: Update): boolean =>
  !depots && view.phase === 'depots' && !!own?.legal.some(({ kind }) => kind === 'pass')
