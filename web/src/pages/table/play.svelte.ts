/** Playing at a table: the draft of a decision over what the feed shows, and what a click makes of it. */
import { priceText } from '../../lib/cards'
import type { Feed } from '../../lib/feed/feed.svelte'
import { t } from '../../lib/i18n.svelte'
import type { Naming } from '../../lib/naming'
import { prefs } from '../../lib/prefs.svelte'
import type { GameFacts, Update } from '../../lib/protocol'
import { reasons, speakerOf, type Speaker } from '../../lib/refusals'
import { stylesOf } from '../../lib/styles'
import { tips } from '../../lib/tips'
import { Doubts } from './draft/doubts'
import * as drafts from './draft/draft'
import type { Choice, Draft, Legal, Way } from './draft/draft'
import type { Tip } from './draft/tips'
import { buildingTips, labelOf, proposalOf, tipsOf, whichOne, type Proposal } from './draft/words'
import { isAlone } from './players/alone'
import { recentMoves, type Recent } from './players/recent'
import { SETTLED } from './settle'
import { Planning } from './tickets/planning.svelte'
import { Shown } from './tickets/shown.svelte'

/** Decisions that the coach may ask about; whoever answers what has begun is not asked. */
const DOUBTED = new Set<string>(['take', 'draw', 'warehouse', 'tickets', 'keep', 'claim', 'station', 'depot', 'pass'])
const COSTLY = new Set<string>(['claim', 'station', 'depot', 'tickets'])

/** A note about a route that cannot be claimed. */
export interface Note {
  route: string
  price: string // unless the reasons tell it
  reasons: string[]
}

export class Play {
  readonly feed: Feed
  readonly facts: GameFacts
  readonly names: Naming
  readonly speaker: Speaker
  readonly planning: Planning
  readonly shown: Shown
  draft: Draft = $state.raw(drafts.NOTHING)
  /** The places that a lesson points at on the map, and the part of it that it is about. */
  taught: { routes: string[]; cities: string[]; area: ReadonlySet<string> } | null = $state.raw(null)
  /** Something pointed at outside the map, such as a line of the log. */
  pointed: { routes: string[]; cities: string[] } | null = $state.raw(null)
  note: Note | null = $state.raw(null)
  #chosenAt = 0
  #doubts: Doubts
  #waiting: Way | null = null // for what the coach says

  constructor(feed: Feed, facts: GameFacts, names: Naming) {
    this.feed = feed
    this.facts = facts
    this.names = names
    this.planning = new Planning(feed)
    this.shown = new Shown(feed, names)
    this.#doubts = new Doubts(async (action) => (await feed.questions.doubt?.(action)) ?? null)
    this.speaker = speakerOf(names, this.who)
  }

  // --- what there is -----------------------------------------------------------------------------------------------

  update: Update | null = $derived.by(() => this.feed.update)
  seat: number | null = $derived.by(() => this.feed.update?.seat ?? null)

  /** The moves of the others since your last decision. */
  recent: Recent[] = $derived.by(() =>
    this.feed.update?.view.phase === 'over' ? [] : recentMoves(this.feed.steps, this.seat),
  )

  /** Whether you play alone against bots, and not what everybody plays today: only then the coach helps. */
  alone = $derived.by(() => isAlone(this.feed.table?.seats ?? []) && !this.feed.table?.daily)

  /** Whether the game was ended before it was over. */
  ended = $derived.by(() => this.feed.table?.status === 'abandoned')

  /** The decisions that are legal now, by kind. */
  legal: Legal[] = $derived.by(() => (this.ended ? [] : this.feed.legal))
  kinds: Set<string> = $derived(new Set(this.legal.map((one) => one.kind)))
  myTurn = $derived.by(() => this.legal.length > 0)
  /** Whether tickets are to be chosen now. */
  choosing = $derived.by(() => !this.feed.busy && this.kinds.has('keep'))
  /** Whether the last decision can be taken back. */
  undoable = $derived.by(() => this.feed.undo !== null)

  of<Kind extends Legal['kind']>(kind: Kind): drafts.OfKind<Kind>[] {
    return drafts.ofKind(this.legal, kind)
  }

  /** Whether another card may be taken, but not the locomotive that lies face up. */
  noLocomotive = $derived.by(() => {
    const { phase, market } = this.feed.update?.view ?? { phase: '', market: [] }
    const takes = this.of('take').map(({ card }) => card)
    return phase === 'drawing' && market.includes('locomotive') && takes.length > 0 && !takes.includes('locomotive')
  })

  // --- what is considered ------------------------------------------------------------------------------------------

  /** The decision being considered: what was chosen, else what the server waits for. */
  proposal: Proposal | null = $derived.by(() => {
    const { update, busy } = this.feed
    const choice = this.draft.choice ?? (update && !busy ? drafts.forced(this.legal, update.view) : null)
    return choice && update ? proposalOf(choice, this) : null
  })

  openRoutes: Set<string> = $derived(drafts.openRoutes(this.draft.mode, this.legal))
  openCities: Set<string> = $derived.by(() =>
    drafts.openCities(this.draft.mode, this.legal, this.feed.update?.view.phase),
  )
  /** Whether depots may follow what you do in this turn. */
  depotsMayFollow = $derived.by(() => !!this.feed.update && drafts.depotsMayFollow(this.feed.update))

  /** A rule, for somebody who is choosing a city. */
  tips: Tip[] = $derived.by(() => {
    const isPlacing = this.feed.update?.view.phase === 'depots' && this.myTurn
    const what = this.draft.mode ?? (isPlacing ? 'depot' : null)
    return what ? buildingTips(what, this) : []
  })

  /** Choose a decision; it is sent at once only if it risks nothing and nobody wants to be asked. */
  propose(one: Legal): void {
    const choice: Choice = { about: 'decision', ones: [one] }
    const before = this.draft.choice
    if (before?.about === 'decision' && this.label(before.ones[0]) === this.label(one)) return this.#again(choice)
    this.note = null
    // The first times, a rule is told before it bites; a lesson tells it by itself.
    const bites = !this.taught && tipsOf(one, this).some(({ about }) => tips.fresh(about))
    if (COSTLY.has(one.kind) || bites || (prefs.confirm && one.kind !== 'keep' && one.kind !== 'pay')) {
      this.#choose(choice)
      this.consider(one.text)
    } else this.send({ send: one.text, then: [] })
  }

  /** Consider something else. */
  change(part: Partial<Draft>): void {
    this.draft = { ...this.draft, ...part }
  }

  #choose(choice: Choice): void {
    this.change({ choice })
    this.#chosenAt = performance.now()
  }

  /** The same is chosen a second time: that confirms it, if there is one way to do it and it was no double click. */
  #again(choice: Choice): void {
    const [only, other] = drafts.waysOf(choice, this.update!)
    if (only && !other && performance.now() - this.#chosenAt >= SETTLED) this.send(only)
  }

  /** Take the card of the deck or the market; where a warehouse comes first, ask which. */
  card(card: string | null): void {
    const one = card === null ? this.of('draw')[0] : this.of('take').find((take) => take.card === card)
    if (one) this.propose(one)
    else if (this.kinds.has('warehouse')) this.#choose({ about: 'warehouse', ones: this.of('warehouse') })
  }

  /** A finger may mean several routes: ask which; of two tracks that are alike it means the nearer one. */
  routes(routes: string[]): void {
    const claims = new Map(this.of('claim').map((one) => [one.route, one]))
    const meant = new Map<string, drafts.OfKind<'claim'>>()
    for (const one of routes.flatMap((route) => claims.get(route) ?? [])) {
      const label = whichOne(one.route, this)
      if (!meant.has(label)) meant.set(label, one)
    }
    const ones = [...meant.values()]
    if (ones.length < 2) return ones.forEach((one) => this.propose(one))
    this.note = null
    this.#choose({ about: 'which', ones })
  }

  city(city: string): void {
    const one = this.of(this.draft.mode ?? 'depot').find((build) => build.city === city)
    if (one) this.propose(one)
  }

  /** Tell why a route cannot be claimed: its price at once, the reasons as soon as the server has told them. */
  async why(route: string): Promise<void> {
    if (this.seat === null || this.draft.mode || this.draft.choice || this.update?.view.phase === 'over') return
    const before = this.note?.route === route ? this.note : null
    const made: Note = before ?? { route, price: this.price(route), reasons: [] }
    this.note = made
    const faults = await this.feed.questions.whyNot(this.seat, route).catch(() => [])
    if (this.note !== made || !(before || faults.length)) return
    const isTold = faults.some(({ code }) => code === 'too-few-cards' || code === 'too-few-alike')
    const speaker = { ...this.speaker, route: () => t('table.this-route') }
    const told = { route, price: isTold ? '' : this.price(route), reasons: reasons({ faults, message: '' }, speaker) }
    this.note = faults.length ? told : null // it can be claimed by now
  }

  /** Take back what was not sent. */
  cancel(): void {
    this.#waiting = null
    this.note = null
    this.draft = drafts.cleared(this.draft)
  }

  /** After every update: forget what is no longer legal, and end a turn in which nothing is to follow. */
  follow(): void {
    const { update, draft } = this
    if (!update) return
    if (this.shown.ticket) void this.shown.show(this.shown.ticket) // its way may be another one now
    void this.planning.ask()
    if (this.note) void this.why(this.note.route) // the reasons may be others now
    this.draft = drafts.followed(draft, this.legal, update)
    if (draft.choice && !this.draft.choice) this.cancel()
    if (drafts.endsTurn(this.draft, update)) this.feed.decide('pass')
  }

  // --- what is sent ------------------------------------------------------------------------------------------------

  /** Go on with one of the ways that are offered. */
  pick(way: Way): void {
    const about = this.draft.choice?.about
    const one = about === 'which' && this.legal.find(({ text }) => text === way.send)
    if (one) this.propose(one)
    else this.send(way, about === 'mistake')
  }

  /** Do what the coach advises; where there are several ways to pay, ask which. */
  carryOut(action: string): void {
    const one = this.legal.find(({ text }) => text === action)
    if (!one) return
    const [only, other] = drafts.waysOf({ about: 'decision', ones: [one] }, this.update!)
    if (only && !other) this.send(only, true)
    else this.propose(one)
  }

  /** Send decisions; where the coach has doubts and nobody is sure, ask before. */
  send(way: Way, isSure = false): void {
    if (this.#waiting) return
    const one = isSure ? undefined : this.#doubted(way.send)
    if (one) void this.#doubt(one, way)
    else this.#go(way)
  }

  #go({ send, then }: Way): void {
    this.cancel()
    this.pointed = null
    this.feed.decide(send, then)
  }

  /** Take the last decision back. */
  undo(): void {
    this.cancel()
    this.feed.decide('undo')
  }

  /** Ask the coach about a decision that may be sent soon. */
  consider(action: string): void {
    if (this.#doubted(action)) void this.#doubts.consider(this.update!.number, action)
  }

  /** A decision, if the coach is asked about it. */
  #doubted(action: string): Legal | undefined {
    if (!prefs.doubt || !this.alone || this.legal.length < 2) return undefined
    return this.legal.find(({ text, kind }) => text === action && DOUBTED.has(kind))
  }

  async #doubt(one: Legal, way: Way): Promise<void> {
    this.#waiting = way
    const loss = await this.#doubts.within(this.update!.number, way.send)
    if (this.#waiting !== way) return
    this.#waiting = null
    if (!this.legal.some(({ text }) => text === way.send)) return
    if (loss === null) this.#go(way)
    else this.#choose({ about: 'mistake', ones: [one], way, loss })
  }

  // --- in words ----------------------------------------------------------------------------------------------------

  /** The colour and pattern of a seat's pieces on this device. */
  style(seat: number): number {
    return this.styles[seat] ?? seat
  }
  styles: number[] = $derived.by(() => {
    const seats = this.feed.table?.seats ?? []
    const own = seats.findIndex((seat) => seat.yours)
    return stylesOf(seats.length, own < 0 ? null : own, prefs.colour)
  })

  who = (seat: number): string => {
    const info = this.feed.table?.seats[seat]
    return info ? (info.name ?? t('people.former')) : t('table.seat', { n: seat + 1 })
  }

  price = (route: string): string => {
    const fact = this.names.routes.get(route)
    return fact ? priceText(fact) : ''
  }

  label = (one: Legal): string => labelOf(one, this)
}
