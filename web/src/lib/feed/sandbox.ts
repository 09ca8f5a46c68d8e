/** A game that one plays alone from a position: each answer to a request is a table's next updates. */
import { Refused } from '../api'
import { computed } from '../computed'
import type { FaultInfo, Paths, Played, TableInfo } from '../protocol'
import { ALONE } from './alone'
import type { Decision, Incoming, Transport } from './transport'

export interface Position {
  game: string
  seats: number
  modules?: string[]
}

type Level = 'easy' | 'medium'

export class Sandbox implements Transport {
  /** The decisions of the seat so far. */
  decisions: readonly string[] = []
  #receive: (message: Incoming) => void = () => undefined
  #position: Position | null = null
  #own: { seat: number; level: Level } = { seat: 0, level: 'easy' }
  #number = 0 // of the last update
  #paths: Paths | null = null
  #asked = 0 // requests; only the answer to the last one counts

  open(receive: (message: Incoming) => void): void {
    this.#receive = receive
    receive({ type: 'connection', connection: 'open' })
  }

  close(): void {
    this.#asked++
  }

  decide({ action, then }: Decision): void {
    void this.perform([action, ...then])
  }

  paths(): Promise<Paths> {
    return this.#paths ? Promise.resolve(this.#paths) : Promise.reject(new Error('nothing has been asked yet'))
  }

  /** The faults that the rules find in the claim itself. */
  async whyNot(_seat: number, route: string): Promise<FaultInfo[]> {
    try {
      await this.#played([...this.decisions, `claim ${route}`], null)
      return []
    } catch (error) {
      return error instanceof Refused ? error.faults : []
    }
  }

  /** Show a position after some decisions, at once; whoever sits there has these names. */
  async begin(
    position: Position,
    names: readonly string[],
    decisions: readonly string[] = [],
    seat = 0,
    level: Level = 'easy',
  ): Promise<void> {
    this.#position = position
    this.#own = { seat, level }
    this.#receive({ type: 'table', number: 0, table: soloTable(position, names, seat, level) })
    await this.#ask(decisions, null)
  }

  /** Go on with several decisions, one after the other. */
  async perform(decisions: readonly string[]): Promise<void> {
    await this.#ask([...this.decisions, ...decisions], this.#number)
  }

  #played(decisions: readonly string[], since: number | null): Promise<Played> {
    const body = { position: { ...this.#position }, decisions: [...decisions], since, ...this.#own }
    return computed({ what: 'sandbox', body }, body)
  }

  async #ask(decisions: readonly string[], since: number | null): Promise<void> {
    const asked = ++this.#asked
    try {
      const { paths, updates } = await this.#played(decisions, since)
      if (asked !== this.#asked) return
      if (since === null) this.#receive({ type: 'afresh' })
      this.decisions = decisions
      this.#paths = paths
      this.#number = updates.at(-1)?.number ?? this.#number
      // A lesson goes back by itself: nothing is to be taken back.
      for (const update of updates) this.#receive({ ...update, own: update.own && { ...update.own, undo: null } })
    } catch (error) {
      if (asked === this.#asked && error instanceof Refused) this.#receive(refusalOf(error, this.#number))
    }
  }
}

/** A refused request, as a table says it. */
export function refusalOf({ code, message, faults }: Refused, number: number): Extract<Incoming, { type: 'refused' }> {
  return { type: 'refused', number, code: code === 'offline' ? 'unavailable' : code, message, faults, done: 0 }
}

// Fields that are empty for whoever plays alone.
const NO_DEAL = { key_shown: false, key_hash: null, key: null, part: null, daily: null, first: null }
const NO_OTHERS = { host: null, invite: null, rematch: null, yours: false, public: false, shared: false, chat: false }
const NO_TIME = { clock: null, late: 'turn', created_at: 0, started_at: 0, planning: false } as const
const NO_END = { points: null, place: null }

/** Such a table as a server would describe it. */
export function soloTable(
  { game, modules = [] }: Position,
  names: readonly string[],
  own = 0,
  level: Level | 'hard' = 'easy',
): TableInfo {
  const seats = names.map((name, seat): TableInfo['seats'][number] => {
    const who = seat === own ? ({ kind: 'player', level: null } as const) : ({ kind: 'bot', level } as const)
    return { ...ALONE, ...NO_END, ...who, style: null, yours: false, name }
  })
  return { ...NO_DEAL, ...NO_OTHERS, ...NO_TIME, id: '', status: 'playing', number: 0, game, modules, seats }
}
