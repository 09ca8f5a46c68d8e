/** Whoever keeps a table in this browser: judges, stores, tells, and lets the bots decide. */
import type { Decision, Incoming } from '../lib/feed/transport.ts'
import { takeTurns } from './ahead.ts'
import { asksNetwork, Bots, botOf } from './bots.ts'
import type { Desk } from './desk.ts'
import { fault, Refused } from './faults.ts'
import { pathsOf, planOf, whyNot } from './hints.ts'
import { infoOf, scoresOf } from './info.ts'
import { type Kept, Overtaken } from './kept.ts'
import { type Entry, refusalOf, Table } from './table.ts'

/** What a host needs of the world. */
export interface World {
  send(message: Incoming): void
  read(id: string): Promise<Kept | undefined>
  append(id: string, n: number, entry: Entry, scores: Kept['scores']): Promise<void>
  weights(): Promise<Uint16Array> // of the network
  now(): number // seconds since 1970
  sleep(seconds: number): Promise<void>
}

const PATIENCE = 10 // seconds after which this tab goes on with what another one has begun

export class Host {
  readonly #desk: Desk
  readonly #world: World
  readonly #bots = new Bots()
  #kept: Kept
  #table: Table
  #viewer: number | null
  #told = 0 // the number told last
  #pausedUntil = 0
  #isDriving = false
  #isStoring = false

  constructor(desk: Desk, kept: Kept, world: World) {
    this.#desk = desk
    this.#world = world
    this.#kept = kept
    this.#table = this.#opened(kept)
    this.#viewer = infoOf(kept).host
  }

  #opened(kept: Kept): Table {
    const table = new Table(this.#desk, kept.deal)
    table.extend(kept.log)
    return table
  }

  /** Tell everything from the beginning, and go on. */
  open(): void {
    this.#world.send({ type: 'connection', connection: 'open' })
    this.#tellTable()
    this.look(this.#viewer)
    void this.#drive()
  }

  look(seat: number | null): void {
    this.#viewer = seat ?? infoOf(this.#kept).host
    this.#told = 0
    this.#tell()
  }

  /** A decision of a person here and those that follow it, up to the first that is refused. */
  async decide({ number, action, then, seat, pause }: Decision): Promise<void> {
    const who = seat ?? this.#viewer
    let [done, seen] = [0, number]
    try {
      if (who === null || this.#kept.seats[who]?.kind !== 'player')
        throw new Refused('not_your_seat', fault('seat-not-yours', '', { seat: who }))
      for (const one of [action, ...(then ?? [])]) {
        await this.#accept({ seat: who, action: one, by: 'player', at: this.#world.now() }, seen)
        seen = this.#table.number
        done++
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#world.send(refusalOf(this.#table.number, done, error))
    }
    if (who !== null) this.#pausedUntil = this.#table.undoable(who) === null ? 0 : this.#world.now() + (pause ?? 0)
    this.#tell()
    void this.#drive()
  }

  paths = (seat: number) => pathsOf(this.#table.game, seat, this.#table.number)
  whyNot = (seat: number, route: string) => whyNot(this.#table.game, seat, route)
  plan = (seat: number, tickets: readonly string[]) => planOf(this.#table.game, seat, tickets, this.#table.number)

  /** Judge a decision, store it, and only then let anybody hear of it. */
  async #accept(entry: Entry, number: number): Promise<void> {
    const before = this.#table.number
    this.#table.decide(entry, number)
    const { game, log } = this.#table
    const scores = game.over ? scoresOf(game.result) : null
    this.#isStoring = true
    try {
      await this.#world.append(this.#kept.id, before, log.at(-1)!.entry, scores)
    } catch (error) {
      await this.#goBack()
      throw error instanceof Overtaken
        ? new Refused('stale', fault('stale-state', '', { seen: number, now: this.#table.number }))
        : new Refused('unavailable', fault('not-stored'))
    } finally {
      this.#isStoring = false
    }
    this.#kept = { ...this.#kept, log: log.map((told) => told.entry), scores }
    if (scores) this.#tellTable()
  }

  /** Another tab has gone on: show what it has stored; its bots answer there, unless it is closed. */
  async follow(): Promise<void> {
    const kept = await this.#world.read(this.#kept.id)
    if (!kept || this.#isStoring || kept.log.length <= this.#table.number) return
    this.#table.extend(kept.log.slice(this.#table.number))
    this.#kept = kept
    this.#tellTable()
    this.#tell()
    this.#pausedUntil = this.#world.now() + PATIENCE
    void this.#drive()
  }

  /** Take over what is stored: something was not, or another tab has gone on. */
  async #goBack(): Promise<void> {
    const kept = await this.#world.read(this.#kept.id)
    if (!kept) return this.#world.send({ type: 'connection', connection: 'gone' })
    this.#kept = kept
    this.#table = this.#opened(this.#kept)
    this.#world.send({ type: 'afresh' })
    this.#tellTable()
    this.look(this.#viewer)
  }

  #tellTable(): void {
    this.#world.send({ type: 'table', number: this.#table.number, table: infoOf(this.#kept) })
  }

  /** What has happened since the last time. */
  #tell(): void {
    this.#world.send(this.#table.update(this.#viewer, this.#told, this.#world.now()))
    this.#told = this.#table.number
  }

  /** Let bots decide until a person must. */
  async #drive(): Promise<void> {
    if (this.#isDriving) return
    this.#isDriving = true
    try {
      let seat
      while ((seat = this.#table.game.toAct.find((one) => this.#kept.seats[one]?.kind === 'bot')) !== undefined) {
        const pause = this.#pausedUntil - this.#world.now()
        if (pause > 0) await this.#world.sleep(pause)
        else await this.#letDecide(seat)
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#world.send(refusalOf(this.#table.number, 0, error))
    } finally {
      this.#isDriving = false
    }
  }

  async #letDecide(seat: number): Promise<void> {
    const { level, name } = this.#kept.seats[seat]!
    const [number, bot] = [this.#table.number, botOf(level!, name)]
    if (asksNetwork(bot)) this.#bots.learn(this.#table.game, await this.#world.weights())
    const table = this.#table
    const isAwaited = () => table === this.#table && number === table.number // or something was taken back meanwhile
    if (!isAwaited()) return
    const action = await this.#bots.choose(table.game, seat, bot, () => takeTurns().then(isAwaited))
    if (action === null || !isAwaited()) return
    try {
      await this.#accept({ seat, action, by: 'bot', at: this.#world.now() }, number)
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'stale') throw error
      this.#pausedUntil = this.#world.now() + PATIENCE
    }
    this.#tell()
    await this.#world.sleep(0)
  }
}
