/** One table's WebSocket: it reconnects by itself, and shows what happens one thing after the other. */
import { doubt, paths, plan, whyNot } from './api'
import { follow, lost } from './deal'
import { prefs } from './prefs.svelte'
import { href } from './router.svelte'
import type {
  FaultInfo,
  ChatLine,
  ClientMessage,
  Nudge,
  Own,
  Paths,
  Plan,
  RefusalMessage,
  ServerMessage,
  Step,
  TableInfo,
  Update,
} from './protocol'

export type Connection = 'connecting' | 'open' | 'lost' | 'gone'

const PING = 25_000
const PATIENCE = 10_000 // until a connection that does not answer is taken for dead
const LONGEST_WAIT = 8_000
const PACE = { instant: 0, normal: 750, slow: 2000 } // milliseconds between two decisions of others
const PAUSE = { instant: 0, normal: 2, slow: 3.5 } // seconds that bots wait while your decision can be taken back
const HURRY = 6 // updates waiting, from which on they are shown faster
const GONE = [4404, 4403, 1008]

export class TableSocket {
  connection: Connection = $state('connecting')
  table: TableInfo | null = $state.raw(null)
  update: Update | null = $state.raw(null) // what is on the screen
  fresh: Step[] = $state.raw([]) // the steps that led to it, if they are news
  steps: Step[] = $state.raw([])
  chat: ChatLine[] = $state.raw([])
  refusal: RefusalMessage | null = $state.raw(null)
  nudged: Nudge | null = $state.raw(null) // somebody waits, until the next decision
  busy = $state(false) // a decision is on its way
  waiting = $state(0) // updates not yet shown
  offset = 0 // seconds the server's clock is ahead of ours

  #id: string
  #invite: string
  #seat: number | null = null
  #socket: WebSocket | null = null
  #queue: Update[] = []
  #number = 0 // the last one received
  #begun = false
  #retry = 0
  #timers: { ping: number; again: number; next: number; silence: number } = { ping: 0, again: 0, next: 0, silence: 0 }
  #closed = false

  constructor(id: string, invite: string) {
    this.#id = id
    this.#invite = invite
    addEventListener('online', this.#now)
    addEventListener('offline', this.#probe)
    document.addEventListener('visibilitychange', this.#seen)
    this.connect()
  }

  close() {
    this.#closed = true
    removeEventListener('online', this.#now)
    removeEventListener('offline', this.#probe)
    document.removeEventListener('visibilitychange', this.#seen)
    Object.values(this.#timers).forEach(clearTimeout)
    this.#socket?.close()
  }

  /** Make a decision on what is shown. */
  decide(action: string): void {
    if (this.busy || !this.update) return
    this.skip()
    this.busy = true
    this.refusal = null
    const { number, seat } = this.update
    this.send({ type: 'decide', number, action, seat, pause: PAUSE[prefs.pace] })
  }

  /** Look from another of your seats; forget what the last one has seen. */
  look(seat: number | null): void {
    this.#seat = seat
    this.forget()
    this.again()
  }

  /** Forget what was seen; what comes next is the present, not news. */
  protected forget(): void {
    this.skip()
    this.steps = []
    this.#begun = false
  }

  /** What may be decided now. */
  get legal(): Own['legal'] {
    return this.update?.own?.legal ?? []
  }

  /** The decision that can be taken back now; others who have gone on are shown in a moment. */
  get undo(): string | null {
    return this.waiting ? null : (this.update?.own?.undo ?? null)
  }

  /** The hints of a seat. */
  paths(seat: number): Promise<Paths> {
    return paths(this.#id, seat)
  }

  /** What some tickets take together, and the cards still out there. */
  plan(seat: number, tickets: readonly string[]): Promise<Plan> {
    return plan(this.#id, seat, tickets)
  }

  /** Why a seat cannot claim a route. */
  async whyNot(seat: number, route: string): Promise<FaultInfo[]> {
    return (await whyNot(this.#id, seat, route)).faults
  }

  /** The chance to win that a decision would give away, if it is a clear mistake. */
  async doubt(action: string): Promise<number | null> {
    return (await doubt(this.#id, action)).loss
  }

  /** Reconnect: the server learns who you are only when a connection begins. */
  again(): void {
    const before = this.#socket
    if (before) before.onclose = before.onmessage = null
    clearInterval(this.#timers.ping)
    this.#answered()
    before?.close()
    this.connect()
  }

  /** The table, as requests about somebody at it name it. */
  get about(): { table: string; invite?: string } {
    return { table: this.#id, ...(this.#invite ? { invite: this.#invite } : {}) }
  }

  /** Show no more lines by whoever wrote this one. */
  hush({ seat, name }: ChatLine): void {
    this.chat = this.chat.filter((line) => line.seat !== seat || line.name !== name)
  }

  say(text: string): void {
    this.send({ type: 'say', text })
  }

  /** Show the present at once. */
  skip(): void {
    clearTimeout(this.#timers.next)
    const last = this.#queue.at(-1)
    if (last)
      this.#show(
        last,
        this.#queue.flatMap((update) => update.steps),
      )
    this.#queue = []
    this.waiting = 0
    this.#timers.next = 0
  }

  // --- the connection ----------------------------------------------------------------------------------------------

  protected connect() {
    const query = new URLSearchParams({ since: String(this.#begun ? this.#number : 0) })
    const line = this.chat.at(-1)
    if (line) query.set('chat', String(line.id))
    if (this.#invite) query.set('invite', this.#invite)
    if (this.#seat !== null) query.set('seat', String(this.#seat))
    const address = href(`api/tables/${this.#id}/socket?${query}`).replace(/^http/, 'ws')
    const socket = new WebSocket(address)
    this.#socket = socket
    socket.onopen = () => {
      this.connection = 'open'
      this.#retry = 0
      this.#timers.ping = window.setInterval(this.#probe, PING)
    }
    socket.onmessage = (event) => {
      this.#answered()
      this.receive(JSON.parse(event.data as string) as ServerMessage)
    }
    socket.onclose = (event) => this.#lost(event.code)
  }

  #lost(code: number) {
    clearInterval(this.#timers.ping)
    this.#answered()
    this.busy = false
    if (this.#closed) return
    if (code === 4401) this.#seat = null
    this.connection = GONE.includes(code) ? 'gone' : 'lost'
    if (code === 4404) lost(this.#id)
    if (this.connection === 'gone') return
    const wait = Math.min(400 * 2 ** this.#retry++, LONGEST_WAIT) * (0.7 + 0.6 * Math.random())
    this.#timers.again = window.setTimeout(() => this.connect(), wait)
  }

  #now = () => {
    if (this.connection !== 'lost') return
    clearTimeout(this.#timers.again)
    this.connect()
  }

  #seen = () => {
    if (document.hidden) return
    this.#now()
    this.#probe()
  }

  /** Find out whether the connection is still alive: a phone that changes its network is not told. */
  #probe = () => {
    if (this.connection === 'open') this.send({ type: 'ping' })
  }

  #answered(): void {
    clearTimeout(this.#timers.silence)
    this.#timers.silence = 0
  }

  #silent = () => {
    const dead = this.#socket
    if (dead) dead.onclose = dead.onmessage = null
    dead?.close()
    this.#lost(0)
  }

  protected send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message))
      this.#timers.silence ||= window.setTimeout(this.#silent, PATIENCE)
    } else this.busy = false
  }

  // --- what comes --------------------------------------------------------------------------------------------------

  protected receive(message: ServerMessage) {
    if (message.type === 'table') {
      this.table = message.table
      follow(message.table).catch(() => undefined) // the server says why; the check at the end says what is missing
    } else if (message.type === 'chat') this.chat = [...this.chat, ...message.lines]
    else if (message.type === 'update') this.#take(message)
    else if (message.type === 'nudge') this.nudged = message
    else if (message.type === 'refused') {
      this.busy = false
      this.skip()
      this.refusal = message
    }
  }

  #take(update: Update) {
    if (update.steps.length) this.nudged = null
    this.#number = update.number
    this.offset = update.clock.now - Date.now() / 1000
    const isPaced = this.#begun && PACE[prefs.pace] > 0 && !document.hidden && update.steps.length > 0
    this.#queue.push(update)
    const isOwn = update.steps.every((step) => step.seat === update.seat)
    if (!isPaced) this.skip()
    else if (!this.#timers.next || (isOwn && this.#queue.length === 1)) this.#next()
    this.#begun = true
    this.waiting = this.#queue.length
  }

  #next = () => {
    clearTimeout(this.#timers.next)
    const update = this.#queue.shift()
    this.waiting = this.#queue.length
    this.#timers.next = 0
    if (!update) return
    this.#show(update, update.steps)
    const own = update.steps.every((step) => step.seat === update.seat)
    const full = PACE[prefs.pace]
    const pace = this.#queue.length > HURRY ? full / 3 : own ? full / 2 : full
    this.#timers.next = window.setTimeout(this.#next, pace)
  }

  #show(update: Update, steps: Step[]) {
    const last = this.steps.at(-1)?.number ?? 0
    const news = steps.filter((step) => step.number > last)
    this.fresh = this.#begun ? news : []
    if (news.length) this.steps = [...this.steps, ...news]
    this.update = update
    if (steps.some((step) => step.seat === update.seat)) this.busy = false // others may decide in the meantime
  }
}
