/** One table's WebSocket: it reconnects by itself, and goes on after what it has handed on. */
import { get } from '../api'
import { follow, lost } from '../deal'
import { href } from '../router.svelte'
import type {
  ClientMessage,
  Doubt,
  FaultInfo,
  Paths,
  Plan,
  ServerMessage,
  TableInfo,
  Update,
  WhyNot,
} from '../protocol'
import { Foresight } from './foresight'
import type { Connection, Decision, Incoming, Transport } from './transport'

const PING = 25_000
const PATIENCE = 10_000 // until a connection that does not answer is taken for dead
const LONGEST_WAIT = 8_000
const GONE = [4404, 4403, 1008]

export class TableSocket implements Transport {
  #id: string
  #invite: string
  #receive: (message: Incoming) => void = () => undefined
  #connection: Connection = 'connecting'
  #socket: WebSocket | null = null
  #seat: number | null = null
  #number = 0 // of the last update
  #table: TableInfo | null = null
  #shown: Update | null = null // told last
  readonly #foresight = new Foresight()
  #line = 0 // of chat, the last one
  #retry = 0
  #closing = new AbortController()
  #timers = { ping: 0, again: 0, silence: 0 }

  constructor(id: string, invite: string) {
    this.#id = id
    this.#invite = invite
  }

  open(receive: (message: Incoming) => void): void {
    const { signal } = this.#closing
    this.#receive = receive
    addEventListener('online', this.#now, { signal })
    addEventListener('offline', this.#probe, { signal })
    document.addEventListener('visibilitychange', this.#seen, { signal })
    this.#connect()
  }

  close(): void {
    this.#closing.abort()
    this.#drop()
  }

  decide(decision: Decision): void {
    this.#send({ type: 'decide', ...decision })
  }

  say(text: string): void {
    this.#send({ type: 'say', text })
  }

  /** The server learns who you are only when a connection begins: there is a new one. */
  look(seat: number | null): void {
    this.#seat = seat
    this.#number = 0
    this.#drop()
    this.#become('connecting')
    this.#connect()
  }

  #ask = <Answer>(what: string): Promise<Answer> => get<Answer>(`tables/${this.#id}/${what}`)

  /** What a seat was told last, if it is the one that looks. */
  #told = (seat: number): Update | null => (this.#shown?.seat === seat ? this.#shown : null)

  paths = async (seat: number): Promise<Paths> => {
    const shown = this.#told(seat)
    const found = shown && (await this.#foresight.ask({ what: 'paths', shown }))
    return found ?? this.#ask<Paths>(`paths?seat=${seat}`)
  }
  whyNot = async (seat: number, route: string): Promise<FaultInfo[]> => {
    const shown = this.#told(seat)
    const found = shown && (await this.#foresight.ask({ what: 'whyNotSeen', shown, route }))
    return found ?? (await this.#ask<WhyNot>(`why-not?seat=${seat}&route=${route}`)).faults
  }
  doubt = async (action: string): Promise<number | null> =>
    (await this.#ask<Doubt>(`doubt?action=${encodeURIComponent(action)}`)).loss
  /** Only where the table has planning aids; the server refuses them elsewhere. */
  plan = async (seat: number, tickets: readonly string[]): Promise<Plan> => {
    const isAllowed = this.#table?.planning && !this.#table.daily
    const shown = isAllowed ? this.#told(seat) : null
    const found = shown && (await this.#foresight.ask({ what: 'plan', shown, tickets }))
    if (found) return found
    return this.#ask<Plan>(
      `plan?${new URLSearchParams([['seat', `${seat}`], ...tickets.map((one) => ['ticket', one])])}`,
    )
  }
  foresee = (shown: Update, decisions: readonly string[]) => this.#foresight.ask({ what: 'foreseen', shown, decisions })

  #connect(): void {
    const query = new URLSearchParams({ since: String(this.#number) })
    if (this.#line) query.set('chat', String(this.#line))
    if (this.#invite) query.set('invite', this.#invite)
    if (this.#seat !== null) query.set('seat', String(this.#seat))
    const socket = new WebSocket(href(`api/tables/${this.#id}/socket?${query}`).replace(/^http/, 'ws'))
    this.#socket = socket
    socket.onopen = () => {
      this.#retry = 0
      this.#timers.ping = window.setInterval(this.#probe, PING)
      this.#become('open')
    }
    socket.onmessage = (event) => this.#take(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.#lost(event.code)
  }

  #become(connection: Connection): void {
    this.#connection = connection
    this.#receive({ type: 'connection', connection })
  }

  /** Let go of the connection there is, and of what was planned for it. */
  #drop(): void {
    clearInterval(this.#timers.ping)
    clearTimeout(this.#timers.again)
    this.#answered()
    const socket = this.#socket
    if (socket) socket.onopen = socket.onclose = socket.onmessage = null
    socket?.close()
  }

  #lost(code: number): void {
    this.#drop()
    if (code === 4401) this.#seat = null
    if (code === 4404) lost(this.#id)
    if (GONE.includes(code)) return this.#become('gone')
    const wait = Math.min(400 * 2 ** this.#retry++, LONGEST_WAIT) * (0.7 + 0.6 * Math.random())
    this.#timers.again = window.setTimeout(() => this.#connect(), wait)
    this.#become('lost')
  }

  #now = (): void => {
    if (this.#connection !== 'lost') return
    this.#drop()
    this.#connect()
  }

  #seen = (): void => {
    if (document.hidden) return
    this.#now()
    this.#probe()
  }

  /** Find out whether the connection is still alive: a phone that changes its network is not told. */
  #probe = (): void => {
    if (this.#connection === 'open') this.#send({ type: 'ping' })
  }

  #answered(): void {
    clearTimeout(this.#timers.silence)
    this.#timers.silence = 0
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return // it is closing, and says so in a moment
    this.#socket.send(JSON.stringify(message))
    this.#timers.silence ||= window.setTimeout(() => this.#lost(0), PATIENCE)
  }

  #take(message: ServerMessage): void {
    this.#answered()
    if (message.type === 'table') void follow(message.table).catch(() => undefined) // the check at the end says what is missing
    if (message.type === 'chat') this.#line = message.lines.at(-1)?.id ?? this.#line
    if (message.type === 'table') this.#table = message.table
    if (message.type === 'update') {
      this.#number = message.number
      this.#shown = message
      if (message.seat !== null && !message.ending) this.#foresight.begin()
    }
    this.#receive(message)
  }
}
