/** Playing at a table: what is being considered before it is sent. It knows no rule, only what the server says is legal. */
import { cheaper, payText, priceText } from '../../lib/cards'
import { coded, list, number, t } from '../../lib/i18n.svelte'
import type { Naming } from '../../lib/naming'
import { reasons, type Speaker } from '../../lib/refusals'
import { prefs } from '../../lib/prefs.svelte'
import type { GameFacts, Own, Paths, Pay, Update, TicketPath } from '../../lib/protocol'
import type { TableSocket } from '../../lib/socket.svelte'
import { tips } from '../../lib/tips'
import { isAlone } from './alone'
import { Doubts } from './doubts'
import { buildTips, cardTips, routeTips, type Tip } from './tips'
import { stylesOf } from '../../lib/styles'
import { passing, Placing } from './placing.svelte'
import { Planning } from './planning.svelte'
import type { Note, Option, Proposal } from './proposal'
import { recentMoves, type Recent } from './recent'
import { SETTLED } from './settle'

export type Legal = Own['legal'][number]

/** The decisions of one kind; some types stand for several kinds. */
type OfKind<Kind> = Legal extends infer One
  ? One extends { kind: infer Kinds }
    ? Kind extends Kinds
      ? One
      : never
    : never
  : never

export type { Note, Option, Proposal }

/** Decisions that the coach may ask about; whoever answers what has begun is not asked. */
const DOUBTED = new Set<string>(['take', 'draw', 'warehouse', 'tickets', 'keep', 'claim', 'station', 'depot', 'pass'])

export type Mode = 'station' | 'depot' | null

export class Play {
  readonly socket: TableSocket
  readonly facts: GameFacts
  readonly names: Naming
  readonly speaker: Speaker
  readonly planning: Planning
  readonly placing: Placing
  mode: Mode = $state(null)
  /** What a lesson points at on the map, and the part of it that it is about. */
  taught: { routes: string[]; cities: string[]; area: ReadonlySet<string> } | null = $state.raw(null)
  /** What somebody points at outside the map, such as a line of the log. */
  pointed: { routes: string[]; cities: string[] } | null = $state.raw(null)
  /** Which tickets of an offer are ticked. */
  ticked = $state<{ offer: string; places: boolean[] }>({ offer: '', places: [] })
  note: Note | null = $state.raw(null)
  #chosen: Proposal | null = $state.raw(null)
  #chosenAt = 0
  #then: string | null = null
  #doubts: Doubts
  #waiting: Option | null = null // for what the coach says
  #hints: Paths | null = $state.raw(null)
  #ticket: string | null = $state(null)

  constructor(socket: TableSocket, facts: GameFacts, names: Naming) {
    this.socket = socket
    this.facts = facts
    this.names = names
    this.planning = new Planning(socket)
    this.placing = new Placing(socket)
    this.#doubts = new Doubts((action) => socket.doubt(action))
    this.speaker = {
      seat: (seat) => this.who(seat),
      route: (id) => names.route(id),
      city: (id) => names.city(id),
      ticket: (id) => names.ticket(id),
    }
  }

  update: Update | null = $derived.by(() => this.socket.update)
  seat: number | null = $derived.by(() => this.socket.update?.seat ?? null)

  /** What the others did since your last decision. */
  recent: Recent[] = $derived.by(() =>
    this.socket.update?.view.phase === 'over' ? [] : recentMoves(this.socket.steps, this.seat),
  )

  /** Whether you play alone against bots, and not what everybody plays today: only then the coach helps. */
  alone = $derived.by(() => isAlone(this.socket.table?.seats ?? []) && !this.socket.table?.daily)

  /** Whether the game was ended before it was over. */
  ended = $derived.by(() => this.socket.table?.status === 'abandoned')

  /** What may be decided now, by kind. */
  legal: Legal[] = $derived.by(() => (this.socket.connection === 'open' && !this.ended ? this.socket.legal : []))
  kinds: Set<string> = $derived(new Set(this.legal.map((one) => one.kind)))
  myTurn = $derived.by(() => this.legal.length > 0)
  /** Whether tickets are to be chosen now. */
  choosing = $derived.by(() => !this.socket.busy && this.legal.some((one) => one.kind === 'keep'))

  of<Kind extends Legal['kind']>(kind: Kind): OfKind<Kind>[] {
    return this.legal.filter((one) => one.kind === kind) as OfKind<Kind>[]
  }

  /** The decision being considered: what was chosen, else what the server waits for. */
  proposal: Proposal | null = $derived.by(() => this.#chosen ?? this.#forced())

  openRoutes: Set<string> = $derived(new Set(this.mode ? [] : this.of('claim').map((one) => one.route)))
  openCities: Set<string> = $derived.by(() => {
    if (this.mode) return new Set(this.of(this.mode).map((one) => one.city))
    const placing = this.socket.update?.view.phase === 'depots'
    return new Set(placing ? this.of('depot').map((one) => one.city) : [])
  })

  /** What a rule says to somebody who is choosing a city. */
  tips: Tip[] = $derived.by(() => {
    const what = this.mode ?? (this.socket.update?.view.phase === 'depots' && this.myTurn ? 'depot' : null)
    return what ? this.#buildTips(what) : []
  })
  /** Whether another card may be taken, but not the locomotive that lies face up. */
  noLocomotive = $derived.by(() => {
    const takes = this.of('take')
    const view = this.socket.update?.view
    return (
      view?.phase === 'drawing' &&
      view.market.includes('locomotive') &&
      takes.length > 0 &&
      !takes.some(({ card }) => card === 'locomotive')
    )
  })

  #routeTips(route: string): Tip[] {
    const fact = this.names.routes.get(route)
    return fact ? routeTips(this.facts.rules, fact, this.update?.view.seats.length ?? 0) : []
  }

  #buildTips(what: 'station' | 'depot'): Tip[] {
    const pay = this.update?.own?.station_payments[0]
    return buildTips(this.facts.rules, what, pay ? pay.cards + pay.locomotives : 0)
  }

  // --- deciding ----------------------------------------------------------------------------------------------------

  /** Choose a decision; it is sent at once only if it risks nothing and nobody wants to be asked. */
  propose(one: Legal): void {
    const made = this.#proposal(one)
    if (this.#chosen?.title === made.title) return this.#again(made)
    this.note = null
    const costs = ['claim', 'station', 'depot', 'tickets'].includes(one.kind)
    // The first times, a rule is told before it bites; a lesson tells it by itself.
    const bites = !this.taught && made.tips?.some(({ about }) => tips.fresh(about))
    if (costs || bites || (prefs.confirm && one.kind !== 'keep' && one.kind !== 'pay')) {
      this.#chosen = made
      this.#chosenAt = performance.now()
      this.consider(one.text)
    } else this.send(made.options[0]!)
  }

  /** The same is chosen a second time: that confirms it, if there is one way to do it and it was no double click. */
  #again({ options }: Proposal): void {
    if (options.length === 1 && performance.now() - this.#chosenAt >= SETTLED) this.pick(options[0]!)
  }

  /** Do what the coach advises; where there are several ways to pay, ask which. */
  carryOut(action: string): void {
    const one = this.legal.find(({ text }) => text === action)
    const [only, other] = one ? this.#proposal(one).options : []
    if (only && !other) this.send({ ...only, sure: true })
    else if (one) this.propose(one)
  }

  /** Ask the coach about a decision that may be sent soon. */
  consider(action: string): void {
    if (this.#isDoubted(action)) void this.#doubts.consider(this.update!.number, action)
  }

  /** Whether the coach is asked about a decision. */
  #isDoubted(action: string): boolean {
    const one = this.legal.length > 1 && this.legal.find(({ text }) => text === action)
    return prefs.doubt && this.alone && !!one && DOUBTED.has(one.kind)
  }

  /** Take the card of the deck or the market; where a warehouse comes first, ask which. */
  card(card: string | null): void {
    const one = card === null ? this.of('draw')[0] : this.of('take').find((take) => take.card === card)
    if (one) this.propose(one)
    else if (this.kinds.has('warehouse')) this.#stock()
  }

  /** Choose a warehouse for the top card of the deck. */
  #stock(): void {
    const options = this.of('warehouse').map(({ warehouse, text }) => {
      const params = { name: this.who(warehouse), n: this.update?.view.seats[warehouse]?.warehouse ?? 0 }
      return { label: t(warehouse === this.seat ? 'table.warehouse-mine' : 'table.warehouse-of', params), send: text }
    })
    const detail = t('table.warehouse-detail')
    this.#chosen = { title: t('table.warehouse-title'), detail, options, tips: [{ about: 'warehouse', params: {} }] }
  }

  route(route: string): void {
    const one = this.of('claim').find((claim) => claim.route === route)
    if (one) this.propose(one)
  }

  /** A finger may mean several routes: ask which; of two tracks that are alike it means the nearer one. */
  routes(routes: string[]): void {
    const claims = new Map(this.of('claim').map(({ text, route }) => [route, text]))
    const labels = new Map<string, Option & { route: string }>()
    for (const route of routes) {
      const label = t('table.which-one', { route: this.names.route(route), price: this.price(route) })
      const send = claims.get(route)
      if (send && !labels.has(label)) labels.set(label, { label, send, route })
    }
    const options = [...labels.values()]
    if (options.length < 2) {
      if (options[0]) this.route(options[0].route)
      return
    }
    this.note = null
    this.#chosen = { title: t('table.which'), options, among: options.map(({ route }) => route) }
  }

  /** Tell why a route cannot be claimed: its price at once, the reasons as soon as the server has told them. */
  async why(route: string): Promise<void> {
    if (this.seat === null || this.mode || this.#chosen || this.update?.view.phase === 'over') return
    const before = this.note?.route === route ? this.note : null
    const made: Note = before ?? { route, price: this.price(route), reasons: [] }
    this.note = made
    const faults = await this.socket.whyNot(this.seat, route).catch(() => [])
    if (this.note !== made || !(before || faults.length)) return
    const isTold = faults.some(({ code }) => code === 'too-few-cards' || code === 'too-few-alike')
    const speaker = { ...this.speaker, route: () => t('table.this-route') }
    const told = { route, price: isTold ? '' : this.price(route), reasons: reasons({ faults, message: '' }, speaker) }
    this.note = faults.length ? told : null // it can be claimed by now
  }

  price(route: string): string {
    const fact = this.names.routes.get(route)
    return fact ? priceText(fact) : ''
  }

  /** Go on with one of the options. */
  pick(option: Option): void {
    if (option.route) this.route(option.route)
    else this.send(option)
  }

  city(city: string): void {
    const one = this.of(this.mode ?? 'depot').find((build) => build.city === city)
    if (one) this.propose(one)
  }

  /** Send a decision; where the coach has doubts, ask before. */
  send(option: Option): void {
    if (this.#waiting) return
    if (option.sure || !this.#isDoubted(option.send)) this.#go(option)
    else void this.#doubt(option)
  }

  async #doubt(option: Option): Promise<void> {
    this.#waiting = option
    const loss = await this.#doubts.within(this.update!.number, option.send)
    if (this.#waiting !== option) return
    this.#waiting = null
    if (!this.legal.some(({ text }) => text === option.send)) return
    if (loss === null) return this.#go(option)
    const { send, then } = option
    this.#chosen = {
      title: t('coach.sure'),
      detail: t('coach.sure-cost', { points: number(100 * loss, 0) }),
      options: [{ label: t('coach.sure-yes'), send, ...(then ? { then } : {}), sure: true }],
      back: t('coach.sure-no'),
      ...(this.#chosen?.route ? { route: this.#chosen.route } : {}),
      ...(this.#chosen?.city ? { city: this.#chosen.city } : {}),
    }
  }

  #go(option: Option): void {
    this.#chosen = null
    this.pointed = null
    this.note = null
    this.mode = null
    this.#then = option.then ?? null
    this.socket.decide(option.send)
  }

  /** Whether the last decision can be taken back. */
  undoable = $derived.by(() => this.socket.connection === 'open' && !this.socket.busy && this.socket.undo !== null)

  /** Take the last decision back. */
  undo(): void {
    this.cancel()
    this.socket.decide('undo')
  }

  /** Take back what was not sent. */
  cancel(): void {
    this.#waiting = null
    this.#chosen = null
    this.note = null
    this.mode = null
  }

  /** After every update: go on with what was chosen, and forget what is no longer legal. */
  follow(): void {
    const then = this.#then
    this.#then = null
    if (this.#ticket) void this.show(this.#ticket) // its way may be another one now
    void this.planning.ask()
    if (this.note) void this.why(this.note.route) // the reasons may be others now
    if (then && this.legal.some((one) => one.text === then)) this.socket.decide(then)
    this.placing.follow()
    if (this.#chosen && !this.#chosen.options.every((option) => this.legal.some((one) => one.text === option.send)))
      this.cancel()
    if (this.mode && !this.kinds.has(this.mode)) this.mode = null
  }

  // --- in words ----------------------------------------------------------------------------------------------------

  /** The colour and pattern of a seat's pieces on this device. */
  style(seat: number): number {
    return this.styles[seat] ?? seat
  }
  styles: number[] = $derived.by(() => {
    const seats = this.socket.table?.seats ?? []
    const own = seats.findIndex((seat) => seat.yours)
    return stylesOf(seats.length, own < 0 ? null : own, prefs.colour)
  })

  who(seat: number): string {
    const info = this.socket.table?.seats[seat]
    return info ? (info.name ?? t('people.former')) : t('table.seat', { n: seat + 1 })
  }

  label(one: Legal): string {
    switch (one.kind) {
      case 'take':
        return t('table.take', { card: coded('cards.a', one.card) })
      case 'draw':
        return t('table.draw')
      case 'tickets':
        return t('table.tickets-draw')
      case 'pass':
        return t(passing(this.update?.view.phase))
      case 'take-back':
        return t('table.take-back')
      case 'decline':
        return t('table.decline')
      case 'claim':
        return t('table.claim', {
          route: this.names.route(one.route),
          n: this.names.routes.get(one.route)?.points ?? 0,
        })
      case 'station':
        return t('table.station', { city: this.names.city(one.city) })
      case 'depot':
        return t('table.depot', { city: this.names.city(one.city) })
      case 'warehouse':
        return t('table.warehouse', {
          name: this.who(one.warehouse),
          n: this.update?.view.seats[one.warehouse]?.warehouse ?? 0,
        })
      case 'collect':
        return t(one.warehouse === this.seat ? 'table.collect-mine' : 'table.collect', {
          name: this.who(one.warehouse),
          n: this.update?.view.seats[one.warehouse]?.warehouse ?? 0,
        })
      case 'pay':
        return t('table.pay', { cards: payText(one) })
      case 'keep':
        return one.places.length
          ? t('table.keep', {
              tickets: one.places.map((place) => this.names.ticket(this.update?.view.offer?.[place] ?? '')).join(', '),
            })
          : t('table.keep-none')
    }
  }

  #proposal(one: Legal): Proposal {
    if (one.kind === 'claim') {
      const ways = this.update?.own?.affordable.find((route) => route.route === one.route)?.payments ?? []
      return {
        title: this.label(one),
        options: this.#ways(one.text, ways),
        route: one.route,
        tips: this.#routeTips(one.route),
      }
    }
    if (one.kind === 'station')
      return {
        title: this.label(one),
        options: this.#ways(one.text, this.update?.own?.station_payments ?? []),
        city: one.city,
        tips: this.mode ? [] : this.#buildTips('station'),
      }
    const made: Proposal = { title: this.label(one), options: [{ label: t('table.confirm'), send: one.text }] }
    if (one.kind === 'depot') made.city = one.city
    if (one.kind === 'tickets') made.detail = this.#draw()
    if (one.kind === 'take') made.tips = cardTips(this.facts.rules, one.card, this.update?.view.phase ?? '')
    return made
  }

  /** A payment is a decision of its own only where there are several. */
  #ways(send: string, ways: Pay[]): Option[] {
    if (!ways.length) return [{ label: t('table.confirm'), send }]
    return ways.toSorted(cheaper(this.update?.view.hand ?? {})).map((pay) => {
      const option: Option = { label: t('table.pay', { cards: payText(pay) }), pay, send }
      if (ways.length > 1) option.then = pay.text
      return option
    })
  }

  /** What may be decided now, the cheapest payment first, and last what gives something up. */
  answers(): Legal[] {
    const pays = this.of('pay').toSorted(cheaper(this.update?.view.hand ?? {}))
    const others = this.legal.filter((one) => one.kind !== 'pay' && one.kind !== 'decline')
    return [...pays, ...others, ...this.of('decline')]
  }

  /** What drawing tickets means. */
  #draw(): string {
    const { draw, draw_keep } = this.facts.rules
    return t('table.tickets-ask', { n: Math.min(draw, this.update?.view.ticket_deck ?? draw), least: draw_keep })
  }

  #forced(): Proposal | null {
    const view = this.update?.view
    if (!view || !this.legal.length || this.socket.busy) return null
    const options = this.answers().map((one) => ({
      label: this.label(one),
      send: one.text,
      ...(one.kind === 'pay' ? { pay: one } : {}),
    }))
    if (view.phase === 'paying') {
      const what = view.route ? this.names.route(view.route) : view.city ? this.names.city(view.city) : ''
      return { title: t('table.paying', { what }), options, forced: true, ...(view.route ? { route: view.route } : {}) }
    }
    if (view.phase === 'collecting')
      return { title: t('table.collecting'), detail: t('table.collecting-detail'), options, forced: true }
    return null
  }

  // --- tickets -----------------------------------------------------------------------------------------------------

  /** Show a ticket on the map: its cities at once, a cheapest way as soon as the server has told it. */
  async show(ticket: string | null): Promise<void> {
    this.#ticket = ticket
    const update = this.update
    if (!ticket || !update || update.seat === null || this.#hints?.number === update.number) return
    try {
      this.#hints = await this.socket.paths(update.seat)
    } catch {
      this.#hints = null
    }
  }

  /** Show a ticket no longer, unless another one is shown by now. */
  hide(ticket: string): void {
    if (this.#ticket === ticket) void this.show(null)
  }

  /** The cities of a ticket and of its cheapest way; of the countries it may lead to, only the one that way goes to. */
  way(ticket: string): string[] {
    const missing = this.hint?.missing.flatMap((route) => this.names.routes.get(route)?.cities ?? []) ?? []
    const ends = missing.length ? this.names.fixed(ticket) : this.names.ends(ticket)
    return [...ends, ...missing]
  }

  get ticket(): string | null {
    return this.#ticket
  }

  /** What a ticket still lacks, in the pieces of the game. */
  lacks(path: TicketPath): string {
    if (path.cut_off) return t('table.cut-off')
    if (!this.facts.rules.pieces[1]) return t('table.missing', { n: path.trains })
    return t('table.missing-pieces', { pieces: this.pieces(path) })
  }

  /** So many pieces, as the game calls them. */
  pieces({ trains, subways }: { trains: number; subways: number }): string {
    if (!this.facts.rules.pieces[1]) return t('plan.trains', { n: trains })
    const pieces = [trains ? t('plan.trains', { n: trains }) : '', subways ? t('table.n-subways', { n: subways }) : '']
    return list(pieces.filter((text) => text))
  }

  /** What the server says of the ticket that is shown. */
  hint = $derived.by(() => {
    if (!this.#hints || this.#hints.number !== this.socket.update?.number) return null
    return [...this.#hints.tickets, ...this.#hints.offer].find((one) => one.ticket === this.#ticket) ?? null
  })
}
