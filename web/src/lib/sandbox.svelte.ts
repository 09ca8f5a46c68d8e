/** A game that one plays alone from a position: requests instead of a WebSocket, and otherwise a table like any other. */
import { post, Refused } from './api'
import type { ClientMessage, FaultInfo, Own, Paths, Played, TableInfo } from './protocol'
import { TableSocket } from './socket.svelte'

export interface Position {
  game: string
  seats: number
  modules?: string[]
}

type Legal = Own['legal'][number]

export class Sandbox extends TableSocket {
  /** What may be decided here, of all that the rules allow. */
  may: (one: Legal) => boolean = $state.raw(() => true)
  /** What the seat has decided so far. */
  decisions: readonly string[] = []
  #position: Position | null = null
  #own: { seat: number; level: 'easy' | 'medium' } = { seat: 0, level: 'easy' }
  #paths: Paths | null = null
  #asked = 0 // requests; only the answer to the last one counts

  constructor() {
    super('', '')
    this.connection = 'open'
  }

  override get legal(): Legal[] {
    return super.legal.filter((one) => this.may(one))
  }

  /** A lesson goes back by itself. */
  override get undo(): null {
    return null
  }

  override paths(): Promise<Paths> {
    return this.#paths ? Promise.resolve(this.#paths) : Promise.reject(new Error('nothing has been asked yet'))
  }

  /** What the rules say to the claim itself. */
  override async whyNot(_seat: number, route: string): Promise<FaultInfo[]> {
    const decisions = [...this.decisions, `claim ${route}`]
    try {
      await post('sandbox', { position: this.#position, decisions, since: null, ...this.#own })
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
    level: 'easy' | 'medium' = 'easy',
  ): Promise<void> {
    this.#position = position
    this.#own = { seat, level }
    this.table = soloTable(position, names, seat, level)
    this.busy = false
    this.refusal = null
    await this.#ask(decisions, null)
  }

  /** Go on with several decisions, one after the other. */
  async perform(decisions: readonly string[]): Promise<void> {
    await this.#ask([...this.decisions, ...decisions], this.update?.number ?? null)
  }

  protected override connect(): void {}

  protected override send(message: ClientMessage): void {
    if (message.type === 'decide') void this.perform([message.action])
  }

  async #ask(decisions: readonly string[], since: number | null): Promise<void> {
    const asked = ++this.#asked
    try {
      const played = await post<Played>('sandbox', { position: this.#position, decisions, since, ...this.#own })
      if (asked !== this.#asked) return
      if (since === null) this.forget()
      this.decisions = decisions
      this.#paths = played.paths
      for (const update of played.updates) this.receive(update)
    } catch (error) {
      if (asked !== this.#asked || !(error instanceof Refused)) return
      const code = error.code === 'offline' ? 'unavailable' : error.code
      const { message, faults } = error
      this.receive({ type: 'refused', number: this.update?.number ?? 0, code, message, faults })
    }
  }
}

/** What a server would say of such a table. */
export function soloTable(
  { game, modules = [] }: Position,
  names: readonly string[],
  own = 0,
  level: 'easy' | 'medium' | 'hard' = 'easy',
): TableInfo {
  return {
    id: '',
    status: 'playing',
    number: 0,
    host: null,
    game,
    modules,
    public: false,
    clock: null,
    late: 'turn',
    chat: false,
    planning: false,
    daily: null,
    first: null,
    seats: names.map((name, seat) => ({
      kind: seat === own ? 'player' : 'bot',
      name,
      level: seat === own ? null : level,
      style: null,
      yours: false,
      promise: null,
      nonce: null,
      invited: false,
      away: null,
      stand_in: false,
      out: null,
      wish: null,
      late: 0,
      points: null,
      place: null,
      shares: false,
    })),
    created_at: 0,
    started_at: 0,
    yours: false,
    invite: null,
    key_shown: false,
    key_hash: null,
    key: null,
    part: null,
    rematch: null,
    shared: false,
  }
}
